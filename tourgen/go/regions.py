"""The board cut into what is alive, what is dead, and the regions between: eyes, dame, seki."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from tourgen.go.board import Board, Chain, Colour, Point, first
from tourgen.go.proposal import Replayed


class Region(NamedTuple):
    """Connected empty points and dead stones, with the live chains beside them."""

    points: frozenset[Point]
    chains: frozenset[Chain]

    @property
    def owner(self) -> Colour | None:
        """Whose eye it is: all live neighbours of one colour. Both colours, or none: dame."""
        colours = {chain.colour for chain in self.chains}
        return colours.pop() if len(colours) == 1 else None

    @property
    def first(self) -> Point:
        return first(self.points)


@dataclass(frozen=True)
class Regions:
    """A position judged by its × marks."""

    position: Replayed
    marked: frozenset[Point]  # × on played stones that are still there

    @property
    def board(self) -> Board:
        return self.position.board

    def is_dead(self, chain: Chain) -> bool:
        """A chain is dead if it has a played stone and all its played stones are ×."""
        played = self.position.played(chain)
        return bool(played) and played <= self.marked

    @cached_property
    def dead(self) -> tuple[Chain, ...]:
        return tuple(chain for chain in self.board.chains if self.is_dead(chain))

    @cached_property
    def live(self) -> tuple[Chain, ...]:
        return tuple(chain for chain in self.board.chains if not self.is_dead(chain))

    @cached_property
    def dead_stones(self) -> frozenset[Point]:
        return frozenset(stone for chain in self.dead for stone in chain.stones)

    @cached_property
    def all(self) -> tuple[Region, ...]:
        """Connected components of empty points and dead stones, in the order of their first points."""
        open_points = frozenset(
            point
            for point in self.board.points()
            if self.board.at(point) is None or point in self.dead_stones
        )
        return tuple(self._region(points) for points in components(self.board, open_points))

    def _region(self, points: frozenset[Point]) -> Region:
        beside = (self.board.chain(near) for near in self.board.around(points))
        return Region(points, frozenset(chain for chain in beside if chain is not None))

    @cached_property
    def dame(self) -> tuple[Region, ...]:
        return tuple(region for region in self.all if region.owner is None)

    @cached_property
    def eyes(self) -> tuple[Region, ...]:
        return tuple(region for region in self.all if region.owner is not None)

    @cached_property
    def seki(self) -> frozenset[Chain]:
        """駄目を有する活き石: chains that touch dame, and those that share an eye with such a chain.

        「駄目が空いている生き石はセキ石になり、その目は地に加算されない」
        """
        return self.spread(chain for region in self.dame for chain in region.chains)

    def spread(self, chains: Iterable[Chain]) -> frozenset[Chain]:
        """These chains and all that are linked to them through shared eyes (of one colour, being eyes)."""
        reached = set(chains)
        waiting = list(reached)
        while waiting:
            for eye in self._eyes_of.get(waiting.pop(), ()):
                waiting += eye.chains - reached
                reached |= eye.chains
        return frozenset(reached)

    @cached_property
    def _eyes_of(self) -> dict[Chain, list[Region]]:
        found: dict[Chain, list[Region]] = {}
        for eye in self.eyes:
            for chain in eye.chains:
                found.setdefault(chain, []).append(eye)
        return found

    def eyes_of(self, chain: Chain) -> tuple[Region, ...]:
        """The eyes that a chain borders."""
        return tuple(self._eyes_of.get(chain, ()))

    def stays(self, eye: Region) -> frozenset[Point]:
        """Dead stones in their own colour's eye: they are not taken."""
        return frozenset(
            point for point in eye.points & self.dead_stones if self.board.at(point) is eye.owner
        )

    def taken(self, eye: Region) -> frozenset[Point]:
        """Dead stones in an enemy's eye: prisoners, if the eye is territory."""
        return (eye.points & self.dead_stones) - self.stays(eye)


def components(board: Board, points: frozenset[Point]) -> tuple[frozenset[Point], ...]:
    """The points cut into connected parts, in the order of their first points."""
    found: list[frozenset[Point]] = []
    seen: set[Point] = set()
    for point in board.points():
        if point in points and point not in seen:
            found.append(board.reach(point, points))
            seen |= found[-1]
    return tuple(found)
