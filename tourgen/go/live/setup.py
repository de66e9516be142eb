"""Before the procedure: the position at the stop, from a game record or stone by stone, until both are content."""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass, field, replace
from decimal import Decimal

from tourgen.go.board import STARS, Board, Colour, Point
from tourgen.go.game import IllegalRecord, Played, read_game
from tourgen.go.proposal import Stop
from tourgen.go.sgf_text import SgfProblem

USUAL_SIZE = 19
USUAL_KOMI = Decimal("6.5")


@dataclass(frozen=True)
class Position:
    """What is on the table while it is put up: a whole game from a record, or stones as they lie."""

    played: Played = field(
        default_factory=lambda: Played(Board.empty(USUAL_SIZE, USUAL_SIZE), komi=USUAL_KOMI)
    )
    ready: frozenset[Colour] = frozenset()
    record_komi: Decimal | None = None  # a record's own, where it is not the event's: both must want it
    wanted_by: frozenset[Colour] = frozenset()  # who does

    @property
    def stop(self) -> Stop:
        """対局停止時点の局面."""
        return self.played.stop


def put(position: Position, point: Point, stone: str) -> Position | None:
    """One stone put down or taken away, as it lies in the hall; None off the board."""
    board = position.stop.board
    if point not in board:
        return None
    stones = board.with_stones({point: None if stone == "." else Colour(stone)})
    return _typed(position, stones, position.stop.prisoners)


def resize(position: Position, width: int, height: int, stones: int = 0) -> Position:
    """A board of any size, empty but for the stones of a handicap."""
    board = Board.empty(width, height).with_stones(
        dict.fromkeys(_placed(width, height, stones), Colour.BLACK)
    )
    return _typed(position, board, (0, 0))


def _placed(width: int, height: int, stones: int) -> list[Point]:
    """Where 置石 lie by custom; 定先 has none, and other sizes of boards know no such places."""
    if stones < 2 or width != height or width not in STARS:
        return []
    low, middle, high = STARS[width]
    corners = [(high, low), (low, high), (high, high), (low, low)]
    left_right = [(low, middle), (high, middle)] if stones >= 6 else []
    top_bottom = [(middle, low), (middle, high)] if stones >= 8 else []
    centre = [(middle, middle)] if stones in (5, 7, 9) else []
    return [Point(*place) for place in (*corners[:stones], *left_right, *top_bottom, *centre)]


def with_prisoners(position: Position, black: int, white: int) -> Position:
    """How many stones each has captured so far."""
    return _typed(position, position.stop.board, (black, white))


def with_komi(position: Position, komi: Decimal) -> Position:
    """Komi as the event has it."""
    return Position(replace(position.played, komi=komi))


def load(position: Position, encoded: str) -> Position | None:
    """The position of a game record (base64 of the file, whatever its encoding); None if it can't be read.

    The event's komi stays; a record that has another asks for it.
    """
    try:
        game = read_game(base64.b64decode(encoded, validate=True))
        played = game.played
        played.stop  # noqa: B018  a record whose moves are illegal is found here
    except (binascii.Error, ValueError, SgfProblem, IllegalRecord):
        return None
    komi = position.played.komi
    own = None if "komi-missing" in game.oddities or played.komi == komi else played.komi
    return Position(replace(played, komi=komi), record_komi=own)


def encode(data: bytes) -> str:
    """A record as `load` takes it."""
    return base64.b64encode(data).decode("ascii")


def _typed(position: Position, board: Board, prisoners: tuple[int, int]) -> Position:
    """Stones that somebody changed are no longer a record's game; and both are asked anew."""
    return Position(Played(board, komi=position.played.komi, prisoners=prisoners, info=position.played.info))
