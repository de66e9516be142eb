"""Who sits at a Go table, or at a board of a team match: names, colours, handicap and komi, as the sheet has them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from tourgen.engine.colours import handicaps
from tourgen.engine.model import Entrant
from tourgen.event.settings import Division
from tourgen.formats.labels import grade_value
from tourgen.model import Player, ResultRow


@dataclass(frozen=True, slots=True)
class Sides:
    """The two in the order of the sheet; `black` is None where that is decided at the table and not typed yet."""

    names: tuple[str, str]
    black: int | None
    stones: int  # of the handicap
    komi: Decimal
    nigiri: bool  # whether who is Black is decided at the table


def sides_of(division: Division, row: ResultRow, players: Mapping[int, Player], board: int = 0) -> Sides:
    """Of a game between two, or of one board of a team match, which count from 1."""
    declared = division.declared
    first, second = (_name(row, side, players, board) for side in (0, 1))
    one, other = (players.get(no or 0, Player(0, "")) for no in row.numbers)
    if declared.handicap is not None:
        found = handicaps(declared.handicap, _graded(one), _graded(other))
        own = found[min(max(board - 1, 0), len(found) - 1)]
        return Sides((first, second), own.black, own.stones, Decimal(str(own.komi)), own.black is None)
    nigiri = bool(board) or declared.colours == "nigiri"
    return Sides((first, second), row.black if nigiri else 0, 0, Decimal(str(declared.komi)), nigiri)


def _graded(player: Player) -> Entrant:
    boards = tuple(map(grade_value, player.board_grades))
    return Entrant(player.no, 0, grade=grade_value(player.grade), board_grades=boards)


def _name(row: ResultRow, side: int, players: Mapping[int, Player], board: int) -> str:
    """Of a single player, or of who sits at the board: a substitute, else the registered one; "" for nobody."""
    team = players.get(row.numbers[side] or 0)
    if not board:
        return team.name if team and (team.private or not row.names[side]) else row.names[side]
    subs = [one.name for one in row.substitutes if (one.side, one.board) == (side, board - 1)]
    members = team.members if team else ()
    return subs[0] if subs else members[board - 1] if board <= len(members) else ""
