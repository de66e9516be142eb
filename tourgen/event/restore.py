"""`tourgen restore`: result sheets that are missing, made again from the results that the site shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from tourgen.engine.model import Game, Round
from tourgen.event.apply_replacements import replace_absentees
from tourgen.event.entrants import fit
from tourgen.event.judge_round import BOTH_OUT_OF_TIME
from tourgen.event.line_ups import people_of
from tourgen.event.load_event import language_of
from tourgen.event.read_files import away, leads_outside, listed, open_elsewhere, read_workbook, unreadable
from tourgen.event.read_sheets import read_event_and_roster
from tourgen.event.round_files import round_file
from tourgen.event.round_sheet import sheet_bytes
from tourgen.event.settings import Division, Event
from tourgen.event.sheet_checks import first_typed
from tourgen.formats.labels import board_names
from tourgen.messages.problems import Notice, Problem
from tourgen.model import Player, Source
from tourgen.result_marks import DISQUALIFIED
from tourgen.results.published_results import Document, published_divisions, typed_results
from tourgen.sheets import read_round
from tourgen.storage.lock import hold
from tourgen.storage.typed_files import exchange, write_new
from tourgen.storage.unfinished import clear_up

_GAME = TypeAdapter(Game)


@dataclass(frozen=True, slots=True)
class Restored:
    """The sheets that were made, and where those are kept that had lost their results; or the problems."""

    language: str
    problems: tuple[Problem, ...] = ()
    notices: tuple[Notice, ...] = ()
    sheets: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Sheet:
    """A sheet to write; `seen` is the one without results that it takes the place of."""

    path: Path
    shown: str
    data: bytes
    seen: bytes | None = None


def restore_sheets(folder: Path, shown: str, site: Path) -> Restored:
    """Makes every sheet again that is missing, or has lost every result, and touches no other.

    Everything is read and made before the first sheet is written.
    """
    try:
        with hold(folder):
            return _restore(folder, shown, site)
    except OSError as error:  # a folder that the disk can't list
        return Restored(language_of(folder), (unreadable(f"{shown}/rounds", error),))


def _restore(folder: Path, shown: str, site: Path) -> Restored:
    for written in (folder / "rounds", folder / "rounds" / "old"):
        clear_up(written)
    event, roster = read_event_and_roster(folder, shown)
    if event is None or roster.problems:
        return Restored(language_of(folder), tuple(roster.problems))
    for place in ("rounds", "rounds/old"):
        if leads_outside(folder / place, folder):
            return Restored(event.language, (Problem("file-outside", Source(f"{shown}/{place}")),))
    documents, published = published_divisions(site, event.id)
    notices = (*published.unreadable, *published.copies)
    if not documents:
        where = Source((site / event.id).as_posix())
        return Restored(event.language, (Problem("restore-nothing", where),), notices)
    moved, _ = replace_absentees(event, roster.players)
    sheets: list[_Sheet] = []
    problems: list[Problem] = []
    for division in event.divisions:
        if division.id in documents:
            found, wrong = _sheets(event, division, documents[division.id], moved.get(division.id, ()), site)
            sheets += found
            problems += wrong
    if problems:
        return Restored(event.language, tuple(problems), notices)
    made, kept = _write(sheets, event)
    return Restored(event.language, (), notices, made, kept)


def _write(sheets: Sequence[_Sheet], event: Event) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """A sheet that appears or is saved meanwhile stays as somebody saved it."""
    made: list[str] = []
    kept: list[str] = []
    old = event.folder / "rounds" / "old"
    for sheet in sheets:
        if sheet.seen is None:
            if write_new(sheet.path, sheet.data):
                made.append(sheet.shown)
        elif place := exchange(sheet.path, sheet.data, sheet.seen, old):
            made.append(sheet.shown)
            kept.append(f"{event.shown}/rounds/old/{place.name}")
    return tuple(made), tuple(kept)


def _sheets(
    event: Event, division: Division, document: Document, roster: Sequence[Player], site: Path
) -> tuple[list[_Sheet], list[Problem]]:
    """The sheets of a division that are to be written, and what keeps them from it."""
    rounds = {one["round"]: [_read_game(game) for game in one["games"]] for one in document["rounds"]}
    if any(game is None for games in rounds.values() for game in games):
        where = Source((site / event.id / division.id / "results.json").as_posix())
        return [], [Problem("restore-unreadable", where)]
    division = fit(division, roster)
    names = [path.name for path in listed(event.folder / "rounds")]
    players = {one["no"]: _player(one) for one in document["players"]}
    typed_withdrawals = {one.no: one.withdrawn_after for one in roster}
    sheets: list[_Sheet] = []
    problems: list[Problem] = []
    for one in document["rounds"]:
        name = round_file(division.id, one["round"])
        path, shown = event.folder / name, f"{event.shown}/{name}"
        seen = None
        if path.exists():
            found = _without_results(path, shown, event, division, one, document, players)
            problems += [found] if isinstance(found, Problem) else []
            if not isinstance(found, bytes):
                continue
            seen = found
        elif problem := away(path.name, names, shown):
            problems.append(problem)
            continue
        if one["games"]:
            number = one["round"]
            games = (
                _with_note(game, number, division, players, typed_withdrawals)
                for game in rounds[number]
                if game
            )
            record = partial(_record, document, number, event.language)
            data = sheet_bytes(division, players, Round(number, tuple(games)), event, record)
            sheets.append(_Sheet(path, shown, data, seen))
    return sheets, problems


def _without_results(
    path: Path,
    shown: str,
    event: Event,
    division: Division,
    published: Mapping[str, Any],
    document: Document,
    players: Mapping[int, Player],
) -> bytes | Problem | None:
    """A sheet that is there but has lost every result; None for one that holds anything, which stays."""
    if not typed_results(published, document):
        return None
    data = read_workbook(path, shown, event.folder)
    if isinstance(data, Problem):
        return data
    sheet, wrong = read_round(data, shown, board_names(division.declared), people_of(players.values()))
    gone = {no for no, one in players.items() if one.left_before(published["round"])}
    if sheet is None or wrong or first_typed(sheet, gone):
        return None
    if open_elsewhere(path):  # whoever has it open would save the old one over the new
        return Problem("restore-open", Source(shown), path.name)
    return data


def _read_game(published: Mapping[str, Any]) -> Game | None:
    """A game as it was published; None where a document that was edited by hand lacks what a sheet needs."""
    handicap = published.get("handicap", ())
    boards = [handicap] if isinstance(handicap, Mapping) else handicap
    try:
        game = _GAME.validate_python({**published, "handicap": boards})
    except ValidationError:
        return None
    return game if game.winner in (None, *game.players) else None


def _player(one: Mapping[str, Any]) -> Player:
    return Player(
        one["no"],
        one["name"],
        withdrawn_after=one["withdrawn_after"],
        members=tuple(one.get("members", ())),
        reserves=tuple(one.get("reserves", ())),
    )


def _with_note(
    game: Game,
    number: int,
    division: Division,
    players: Mapping[int, Player],
    typed_withdrawals: Mapping[int, int | None],
) -> Game:
    """失格 and 双方時間切れ are not published as such, but what follows from them is."""
    if game.kind != "played" or game.winner is None:
        return game
    loser = game.opponent(game.winner)
    # 失格 takes a player out of the event as 棄権 does; where the roster has no 棄権 it was 失格.
    if loser and players[loser].withdrawn_after == number != typed_withdrawals.get(loser):
        return replace(game, note=DISQUALIFIED)
    late = division.declared.game == "othello" and not game.rated
    return replace(game, note=BOTH_OUT_OF_TIME) if late else game


def _record(document: Document, number: int, language: str, no: int, game: Game) -> str:
    """戦績 as the standings before the round have it; nothing in finals, of which there are none."""
    rows = {
        row["no"]: row for one in document["standings"] if one["after"] == number - 1 for row in one["rows"]
    }
    if number > 1 and no not in rows:
        return ""
    won, lost = (rows[no][key] if number > 1 else 0 for key in ("wins", "losses"))
    return f"{won}勝{lost}敗" if language == "ja" else f"{won}-{lost}"
