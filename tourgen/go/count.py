"""The count at the end of a Go game (日本囲碁規約, ネット棋院「終局処理の方法」): territory and prisoners.

    >>> count(Stop(board, prisoners=(0, 0), komi=Decimal("6.5")), Proposal(inserts, dead)).result
    'W+2.5'

Nothing is filled in or marked by itself: what looks forgotten is a warning.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

from tourgen.go.board import Board, Chain, Colour, Point, reading_order
from tourgen.go.doubts import Doubt, doubts
from tourgen.go.proposal import Proposal, Replayed, Stop, replay
from tourgen.go.regions import Regions

LIVE = {Colour.BLACK: "X", Colour.WHITE: "O"}
SEKI = {Colour.BLACK: "T", Colour.WHITE: "U"}
TERRITORY = {Colour.BLACK: "B", Colour.WHITE: "W"}
SEKI_EYE = {Colour.BLACK: ",", Colour.WHITE: ";"}
TAKEN = {Colour.BLACK: "x", Colour.WHITE: "o"}
STAYS = {Colour.BLACK: "k", Colour.WHITE: "K"}
DAME = "."


class Side(NamedTuple):
    """One player's score: territory (地), prisoners (ハマ), komi (White's)."""

    territory: int
    prisoners: int
    komi: Decimal = Decimal(0)

    @property
    def total(self) -> Decimal:
        return self.territory + self.prisoners + self.komi


@dataclass(frozen=True)
class Count:
    """計算: what a proposal gives.

    `rows`, one letter per point: X O live stones, T U seki stones, B W territory, x o dead stones taken
    from it, `,` `;` eyes of seki stones, `.` dame, k K dead stones that stay (each black, white).
    """

    black: Side
    white: Side
    rows: tuple[str, ...]
    seki: tuple[Chain, ...]
    dame: tuple[frozenset[Point], ...]
    warnings: tuple[Doubt, ...]
    position: Replayed  # with the inserted stones, before anything dead is taken off

    @property
    def margin(self) -> Decimal:
        """Black's total less White's."""
        return self.black.total - self.white.total

    @property
    def winner(self) -> Colour | None:
        """None: 持碁 (jigo)."""
        if not self.margin:
            return None
        return Colour.BLACK if self.margin > 0 else Colour.WHITE

    @property
    def result(self) -> str:
        """As in SGF's RE: `B+3.5`, `W+2`, and `0` for jigo."""
        return f"{self.winner.sgf}+{number(abs(self.margin))}" if self.winner else "0"

    @property
    def final(self) -> Board:
        """The board after 計算: dead stones in territory are gone, the others stand."""
        gone = [point for letters in TAKEN.values() for point in self.points(letters)]
        return self.position.board.with_stones(dict.fromkeys(gone))

    def points(self, letters: str) -> tuple[Point, ...]:
        """Where the rows have one of these letters, line by line."""
        return tuple(
            Point(x, y) for y, row in enumerate(self.rows) for x, one in enumerate(row) if one in letters
        )

    def territory(self, colour: Colour) -> tuple[Point, ...]:
        """The points that count for the colour, under dead stones too."""
        return self.points(TERRITORY[colour] + TAKEN[colour.opponent])

    @property
    def dead(self) -> tuple[Point, ...]:
        """All dead stones, taken or staying."""
        return self.points("xokK")

    @property
    def seki_stones(self) -> tuple[Point, ...]:
        """Every stone of the seki chains, line by line."""
        return tuple(sorted((stone for chain in self.seki for stone in chain.stones), key=reading_order))

    @property
    def dame_points(self) -> tuple[Point, ...]:
        """Every empty point that is dame, line by line."""
        return self.points(DAME)


def count(stop: Stop, proposal: Proposal) -> Count:
    """The score of a proposal; raises Illegal where an inserted stone is refused."""
    position = replay(stop, proposal.inserts)
    regions = Regions(position, _marks_that_hold(stop, position, proposal.dead))
    rows = _rows(regions)
    return Count(
        black=_side(Colour.BLACK, stop.prisoners[0], Decimal(0), position, rows),
        white=_side(Colour.WHITE, stop.prisoners[1], stop.komi, position, rows),
        rows=rows,
        seki=tuple(chain for chain in regions.board.chains if chain in regions.seki),
        dame=tuple(region.points for region in regions.dame),
        warnings=doubts(stop, proposal, regions),
        position=position,
    )


def number(value: Decimal) -> str:
    """Without needless zeros: 2, 0.5."""
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _marks_that_hold(stop: Stop, position: Replayed, dead: frozenset[Point]) -> frozenset[Point]:
    """× on stones that were really played and were not captured by an inserted stone since."""
    captured = frozenset(stone for capture in position.captures for stone in capture.stones)
    return frozenset(
        point
        for point in dead
        if point in stop.board and stop.board.at(point) is not None and point not in captured
    )


def _side(colour: Colour, before: int, komi: Decimal, position: Replayed, rows: tuple[str, ...]) -> Side:
    letters = "".join(rows)
    taken = letters.count(TAKEN[colour.opponent])
    return Side(
        territory=letters.count(TERRITORY[colour]) + taken,
        prisoners=before + position.prisoners(colour) + taken,
        komi=komi,
    )


def _rows(regions: Regions) -> tuple[str, ...]:
    """The judgement of every point as a letter."""
    letter: dict[Point, str] = {}
    for chain in regions.live:
        letter |= dict.fromkeys(chain.stones, (SEKI if chain in regions.seki else LIVE)[chain.colour])
    for chain in regions.dead:
        letter |= dict.fromkeys(chain.stones, STAYS[chain.colour])
    for region in regions.dame:
        letter |= dict.fromkeys(region.points - regions.dead_stones, DAME)
    for eye in regions.eyes:
        assert eye.owner is not None
        if eye.chains & regions.seki:
            letter |= dict.fromkeys(eye.points - regions.dead_stones, SEKI_EYE[eye.owner])
        else:
            letter |= dict.fromkeys(eye.points - regions.dead_stones, TERRITORY[eye.owner])
            letter |= dict.fromkeys(regions.taken(eye), TAKEN[eye.owner.opponent])
    board = regions.board
    return tuple("".join(letter[Point(x, y)] for x in range(board.width)) for y in range(board.height))
