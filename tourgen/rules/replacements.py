"""補充: empty places of a bracket are filled from players of another division who asked for it (section 6).

「欠席者が出た場合は、無差別の部出場を希望するフリークラス出場選手の抽選番号が若い選手から順に補充します」.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tourgen.formats.declaration import Format, MainBracket
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
        if isinstance(target.declared.first_stage, MainBracket):
            moves += _fill(target, fields, {(move.source, move.no) for move in moves})
    return moves


def _fill(target: Field, fields: Sequence[Field], gone: set[tuple[str, int]]) -> list[Move]:
    next_no = max(target.players, default=0) + 1
    return [
        Move(source, no, target.id, next_no + index, place, absentee)
        for index, ((place, absentee), (source, no)) in enumerate(
            zip(_places(target), _volunteers(target, fields, gone), strict=False)
        )
    ]


def _places(target: Field) -> list[tuple[int, int | None]]:
    """The absentees' places in ascending bracket number; an absentee who drew none leaves an undrawn number."""
    stage = target.declared.first_stage
    assert isinstance(stage, MainBracket)
    absent = [no for no, player in target.players.items() if player.absent]
    known = {target.numbers[no]: no for no in absent if no in target.numbers}
    taken = {number for no, number in target.numbers.items()}
    undrawn = [place for place in range(1, stage.size + 1) if place not in taken]
    others: list[tuple[int, int | None]] = [(place, None) for place in undrawn[: len(absent) - len(known)]]
    return sorted([*known.items(), *others])


def _volunteers(target: Field, fields: Sequence[Field], gone: set[tuple[str, int]]) -> list[tuple[str, int]]:
    """Who asked to fill this division, by ascending lottery number of their own."""
    found = []
    for position, source in enumerate(fields):
        for no, player in source.players.items():
            wanted = target.id in player.standby and source.id != target.id and not player.absent
            fits = target.declared.sex in (None, player.sex)
            if wanted and fits and no in source.numbers and (source.id, no) not in gone:
                found.append((position, source.numbers[no], source.id, no))
    return [(source_id, no) for _, _, source_id, no in sorted(found)]


def waiting_for(fields: Sequence[Field]) -> dict[str, list[int]]:
    """Division with absentees → volunteers (of other divisions) whose own number isn't known yet."""
    waiting: dict[str, list[int]] = {}
    for target in fields:
        if isinstance(target.declared.first_stage, MainBracket) and any(
            p.absent for p in target.players.values()
        ):
            missing = [
                no
                for source in fields
                for no, player in source.players.items()
                if target.id in player.standby and not player.absent and no not in source.numbers
            ]
            if missing:
                waiting[target.id] = missing
    return waiting


def with_replacements(fields: Sequence[Field]) -> dict[str, dict[int, Player]]:
    """Every division's players after the replacements: who left is marked, who came stands on the place taken."""
    players = {field.id: dict(field.players) for field in fields}
    for move in replacements(fields):
        came = players[move.source][move.no]
        players[move.source][move.no] = replace(came, moved_to=(move.target, move.new_no))
        players[move.target][move.new_no] = replace(
            came,
            no=move.new_no,
            seed="",
            standby=(),
            desk_number=move.place,
            replacement_from=(move.source, move.no),
        )
    return players
