"""A played tournament written back as an event folder: settings, roster and one sheet per round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tourgen.event.needs import needed_columns
from tourgen.event.round_files import round_file
from tourgen.event.round_sheet import round_bytes
from tourgen.event.settings import Division, Event
from tourgen.event.tournament import Tournament
from tourgen.formats.labels import board_names
from tourgen.sheets import RosterSheet, write_roster
from tourgen.storage.toml_text import toml_key, toml_value


def event_files(
    event: Event, tournaments: Sequence[Tournament], pages: Mapping[str, str] | None = None
) -> dict[str, bytes]:
    """Every file of the folder; building it again gives the same tournament."""
    files = {
        "event.toml": _toml(event, [tournament.division for tournament in tournaments]).encode(),
        "roster.xlsx": write_roster([_roster(event, tournament, tournaments) for tournament in tournaments]),
    }
    for tournament in tournaments:
        if tournament.division.format_text:
            files[tournament.division.declared.id] = tournament.division.format_text.encode()
        for played in tournament.rounds:
            if played.games:
                name = round_file(tournament.division.id, played.number)
                files[name] = round_bytes(tournament, played, event)
    return files | {f"pages/{slug}.md": text.encode() for slug, text in (pages or {}).items()}


def _roster(event: Event, tournament: Tournament, everybody: Sequence[Tournament]) -> RosterSheet:
    """The roster as it was typed: replacements stand in the division they came from, their withdrawal too."""
    division = tournament.division
    taken_in = {
        player.replacement_from: player.withdrawn_after
        for other in everybody
        for player in other.players.values()
        if player.replacement_from is not None
    }
    declared = division.declared
    own = [(no, one) for no, one in sorted(tournament.players.items()) if one.replacement_from is None]
    gone = {no: taken_in.get((division.id, no), one.withdrawn_after) for no, one in own}
    players = tuple(replace(one, moved_to=None, withdrawn_after=gone[no]) for no, one in own)
    barred = tournament.situations[0].barred if tournament.situations and declared.heeds_barred else None
    return RosterSheet(
        division.id, division.name, players, len(players), event.language, event.name,
        board_names(declared), barred, declared.game, needed_columns(declared),
    )  # fmt: skip


def _toml(event: Event, divisions: Sequence[Division]) -> str:
    head = {"name": event.name, "name_en": event.name_en, "venue": event.venue, "venue_en": event.venue_en}
    lines = ["[event]", *(f"{key} = {toml_value(value)}" for key, value in head.items() if value)]
    if event.date is not None:
        lines.append(f"date = {event.date.isoformat()}")
    lines.append(f"language = {toml_value(event.language)}")
    for division in divisions:
        lines += ["", "[[division]]", *_division(division)]
    return "\n".join(lines) + "\n"


def _division(division: Division) -> list[str]:
    values: dict[str, object] = {
        "id": division.id,
        "name": division.name,
        "name_en": division.name_en,
        "format": division.declared.id,
        "draws": division.draws,
        "draw_names": division.draw_names if division.draws else (),
        "draw_times": division.draw_times,
        "times": division.times,
        **division.settings,
    }
    lines = [
        f"{toml_key(key)} = {toml_value(value)}"
        for key, value in values.items()
        if value or key in division.settings
    ]
    if division.qualified:
        lines.append(f"qualified = {toml_value(dict(sorted(division.qualified.items())))}")
    return lines
