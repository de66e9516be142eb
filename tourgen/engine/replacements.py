"""補充: empty places of a bracket are filled from players of another division who asked for it (section 6).

「欠席者が出た場合は、無差別の部出場を希望するフリークラス出場選手の抽選番号が若い選手から順に補充します」.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from tourgen.formats.models import Format
from tourgen.model import Player


@dataclass(frozen=True, slots=True)
class Move:
    """One replacement: who came from where, and the place taken."""

    source: str
    no: int
    target: str
    new_no: int
    place: int
    absentee: int | None  # the absent player whose place it was, where the roster tells


Refusal = Literal[
    "absent",
    "sex",  # a division for one sex takes nobody else
    "taken",  # fills a place of a division before this one
    "no-number",  # the own lottery number isn't known yet
]


@dataclass(frozen=True, slots=True)
class Volunteer:
    """Somebody who asked to fill a division: the own lottery number, and why it can't be (None: it can)."""

    source: str
    no: int
    number: int | None
    refused: Refusal | None


@dataclass(frozen=True, slots=True)
class Field:
    """One division as the replacements see it."""

    id: str
    declared: Format
    players: Mapping[int, Player]
    numbers: Mapping[int, int]  # bracket or lottery numbers as far as they are known


def replacements(fields: Sequence[Field]) -> list[Move]:
    """Every move of an event, division by division in the order of the event."""
    moves: list[Move] = []
    for target in fields:
        if target.declared.lottery.method == "bracket":
            asked = volunteers(target, fields, {(move.source, move.no) for move in moves})
            coming = [one for one in asked if one.refused is None]
            next_no = max(target.players, default=0) + 1
            for (place, absentee), one in zip(places_to_fill(target), coming, strict=False):
                moves.append(Move(one.source, one.no, target.id, next_no, place, absentee))
                next_no += 1
    return moves


def places_to_fill(target: Field) -> list[tuple[int, int | None]]:
    """The absentees' places in ascending bracket number; an absentee who drew none leaves an undrawn number."""
    numbers = target.declared.lottery.numbers
    assert numbers is not None
    absent = [no for no, player in target.players.items() if player.absent]
    known: dict[int, int | None] = {target.numbers[no]: no for no in absent if no in target.numbers}
    taken = target.numbers.values()
    undrawn = [place for place in range(numbers[0], numbers[1] + 1) if place not in taken]
    return sorted((known | dict.fromkeys(undrawn[: len(absent) - len(known)])).items())


def volunteers(target: Field, fields: Sequence[Field], gone: set[tuple[str, int]]) -> list[Volunteer]:
    """Everybody who asked to fill this division, in the order in which they are asked, with why some can't."""
    found = []
    for position, source in enumerate(fields):
        for no, player in source.players.items():
            if target.id in player.standby and source.id != target.id:
                number = source.numbers.get(no)
                reasons: dict[Refusal, bool] = {
                    "absent": player.absent,
                    "sex": target.declared.sex not in (None, player.sex),
                    "taken": (source.id, no) in gone,
                    "no-number": number is None,
                }
                refused = next((why for why, holds in reasons.items() if holds), None)
                found.append((position, number or 0, no, Volunteer(source.id, no, number, refused)))
    return [one for *_, one in sorted(found, key=lambda entry: entry[:3])]


def waiting_for(fields: Sequence[Field]) -> dict[str, list[int]]:
    """Division with absentees → volunteers (of other divisions) whose own number isn't known yet."""
    waiting: dict[str, list[int]] = {}
    for target in fields:
        if target.declared.lottery.method == "bracket" and any(p.absent for p in target.players.values()):
            asked = volunteers(target, fields, set())
            waiting[target.id] = [one.no for one in asked if one.refused == "no-number"]
    return {division: missing for division, missing in waiting.items() if missing}


def with_replacements(fields: Sequence[Field]) -> dict[str, dict[int, Player]]:
    """Every division's players after the replacements: who left is marked, who came stands on the place taken."""
    players = {field.id: dict(field.players) for field in fields}
    for move in replacements(fields):
        came = players[move.source][move.no]
        # A withdrawal typed in that row is one from the division they went to.
        left = replace(came, moved_to=(move.target, move.new_no), withdrawn_after=None)
        players[move.source][move.no] = left
        players[move.target][move.new_no] = replace(
            came,
            no=move.new_no,
            seed="",
            standby=(),
            desk_number=move.place,
            replacement_from=(move.source, move.no),
        )
    return players
