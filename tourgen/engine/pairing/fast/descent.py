"""From the top down through a large field: stretch, robust level, stretch, and so on.

A robust level is folded, 「同勝内での最上位選手と最下位選手」 (000), or its top player takes the highest opponent
possible: as long as those left are robust, nobody's choice can spoil the optimum. Only its last few players, and the
stretches between, need a matching.
"""

from collections import deque
from collections.abc import Container, Sequence
from dataclasses import replace

from tourgen.engine.pairing import optimum
from tourgen.engine.pairing.fast.levels import Window, most_avoided, most_leaving, plan_of, window_on
from tourgen.engine.pairing.field import Field, Place, PlacePair


def optimal_pairs(field: Field, lowest: bool) -> list[PlacePair]:
    """The pairs in the order in which the rule fixes them, the higher place first, each with the lowest or highest."""
    return Descent(field, lowest).run()


class Descent:
    """The state on the way down: the players left in each robust level and in each stretch between them."""

    def __init__(self, field: Field, lowest: bool) -> None:
        self.field = field
        self.lowest = lowest
        self.robust, self.stretches = plan_of(field)
        self.borders = [*self.robust, None]  # the level below each stretch; below the last one is none
        self.left = [deque(level.places) for level in self.robust]
        self.pairs: list[PlacePair] = []

    def run(self) -> list[PlacePair]:
        """All pairs in the order in which the rule fixes them."""
        for at in range(len(self.robust)):
            self.pair_stretch(at)
            self.pair_level(at)
        self.pair_stretch(len(self.robust))
        return sorted(self.pairs)

    def pair_stretch(self, at: int) -> None:
        """Pair the stretch above the robust level at, some perhaps with players of that level."""
        places = self.stretches[at]
        window = window_on(self.field, places, None, self.borders[at])
        for one, other in self.chosen(window, range(len(places))):
            self.pair(places[one], window.places[other], at)

    def pair_level(self, at: int) -> None:
        """Pair the robust level at as far as it stays robust; the rest goes to the stretch below.

        The players left are a level themselves, and where a large school has shrunk with it, nobody avoids as many of
        them.
        """
        level, left = self.robust[at], self.left[at]
        leaving = self.float_down(at) if self.lowest else self.most_leaving(at)
        shrunk = True
        while shrunk:
            while level.is_robust(len(left) - 2, leaving):
                self.pair(left.popleft(), None, at)
            avoided = most_avoided(self.field, left)
            shrunk = avoided < level.most_avoided
            level = replace(level, most_avoided=avoided)
        self.stretches[at + 1][:0] = left

    def float_down(self, at: int) -> int:
        """Whoever can have an opponent below the level takes the lowest one, the top player first.

        Returns how many may still leave: none once no optimum has a pair across, all if too few are left to
        tell by stand-ins.
        """
        level, left = self.robust[at], self.left[at]
        while self.somebody_leaves(at):
            if not level.is_robust(len(left) - 2, self.most_leaving(at)):
                return len(left)
            self.pair_top(left.popleft(), at)
        return 0

    def most_leaving(self, at: int) -> int:
        """No more players than this leave the level at for the window below."""
        return most_leaving(self.field, self.stretches[at + 1], at + 1 < len(self.robust))

    def somebody_leaves(self, at: int) -> bool:
        """Whether an optimum pairs somebody of the level below it: then its first stand-in would choose to."""
        if not self.most_leaving(at):
            return False
        window = self.window_below(at, ())
        ((_, partner),) = self.chosen(window, (0,))
        return partner >= window.above

    def pair_top(self, player: Place, at: int) -> None:
        """Pair the top player of the level: below it as low as an optimum allows, else within it."""
        window = self.window_below(at, (player,))
        ((_, partner),) = self.chosen(window, (window.above,))
        if partner < window.above:
            self.pair(player, None, at)
            return
        place = window.places[partner]
        if place is not None:
            self.stretches[at + 1].remove(place)
        self.pair(player, place, at + 1)

    def window_below(self, at: int, top: tuple[Place, ...]) -> Window:
        """The window below the robust level at, with these players from its top."""
        places = (*top, *self.stretches[at + 1])
        return window_on(self.field, places, self.borders[at], self.borders[at + 1], len(self.left[at]))

    def chosen(self, window: Window, choosers: Sequence[int]) -> list[PlacePair]:
        """The pairs of these choosers, in numbers of the window."""
        lowest = self.lowest
        return optimum.optimal_pairs(window.field, choosers, lambda _, at: (-at if lowest else at,))

    def pair(self, player: Place, opponent: Place | None, at: int) -> None:
        """Fix a pair; without an opponent, with the most wanted player left in the robust level at."""
        if opponent is None:
            opponent = take(self.left[at], self.field.avoided_by(player), self.lowest)
        self.pairs.append((player, opponent))


def take(left: deque[Place], avoided: Container[Place], lowest: bool) -> Place:
    """Take out the lowest (or highest) place that isn't avoided; a robust level always has one."""
    at = -1 if lowest else 0
    while left[at] in avoided:
        at += -1 if lowest else 1
    place = left[at]
    del left[at]
    return place


def bye_holder(field: Field, last: bool) -> Place:
    """Who of those with the fewest wins has the bye in some optimal pairing, the last-ranked or the top-ranked."""
    robust, stretches = plan_of(field)
    places = stretches[-1]
    above = robust[-1] if robust else None
    window = window_on(field, places, above, None, len(field) - len(places))
    score, phantom = window.field.score, len(window.field) - 1
    ((_, number),) = optimum.optimal_pairs(
        window.field, (phantom,), lambda _, at: (score[at], -at if last else at)
    )
    place = window.places[number]
    if place is None:  # a stand-in: somebody of that level
        place = take(deque(robust[-1].places), field.avoided_by(len(field) - 1), lowest=last)
    return place
