"""団体戦: the boards of a team game must agree with its result."""

from __future__ import annotations

from collections.abc import Iterator

from tourgen.verify.deviation import Deviation, shown
from tourgen.verify.facts import Match


def check_boards(number: int, game: Match, count: int) -> Iterator[Deviation]:
    """`count`: how many boards a team has, 0 where single players enter."""
    if count and game.kind == "played" and game.winner is not None:
        yield from _check_played(number, game, count)
    elif game.boards != (given := _given(game, count)):
        yield Deviation("boards", number, game.first, _shown(given), _shown(game.boards))


def _given(game: Match, count: int) -> tuple[int, ...] | None:
    """A bye is all boards won, and so is a match walked over; a game that nobody won has none."""
    if not count or game.winner is None:
        return None
    return (int(game.winner == game.first),) * count


def _check_played(number: int, game: Match, count: int) -> Iterator[Deviation]:
    """The winner has the majority."""
    boards = game.boards or ()
    if len(boards) != count or not set(boards) <= {0, 1}:
        yield Deviation("boards", number, game.first, shown(count), _shown(game.boards))
        return
    majority = game.first if 2 * sum(boards) > count else game.second
    if game.winner != majority:
        yield Deviation("winner", number, game.first, shown(majority), shown(game.winner))


def _shown(boards: tuple[int, ...] | None) -> str:
    return shown(None if boards is None else " ".join(map(str, boards)))
