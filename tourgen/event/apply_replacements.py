"""Fills the places of absentees with players of other divisions who asked for it (rules, section 6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tourgen.engine.lottery import check_desk_numbers, draw_numbers
from tourgen.engine.replacements import Field, waiting_for, with_replacements
from tourgen.event.settings import Division, Event
from tourgen.messages.problems import Notice
from tourgen.model import Player

Rosters = Mapping[str, Sequence[Player]]


def replace_absentees(
    event: Event, rosters: Rosters
) -> tuple[dict[str, tuple[Player, ...]], dict[str, Notice]]:
    """Every roster after the moves, and a notice for each division that must wait for a volunteer's lottery number."""
    fields = [
        field_of(division, rosters[division.id]) for division in event.divisions if rosters.get(division.id)
    ]
    names = {division.id: division.name for division in event.divisions}
    waiting = {
        target: Notice(
            "replacement-waiting", params={"division": names[target], "numbers": ", ".join(map(str, who))}
        )
        for target, who in waiting_for(fields).items()
    }
    moved = with_replacements(fields)
    return {name: tuple(players.values()) for name, players in moved.items()}, waiting


def field_of(division: Division, roster: Sequence[Player]) -> Field:
    """A division as the replacements see it, from its roster as typed."""
    players = {player.no: player for player in roster}
    return Field(division.id, division.declared, players, _numbers(division, roster))


def _numbers(division: Division, roster: Sequence[Player]) -> Mapping[int, int]:
    """Lottery numbers as far as they are known; none while a typed one can't be right."""
    lottery = division.declared.lottery
    if any(not fault.waiting for fault in check_desk_numbers(lottery, roster, division.draws)):
        return {}
    if lottery.method == "linear-congruence" and not division.draws:
        return {}
    return draw_numbers(lottery, division.draws, roster).numbers
