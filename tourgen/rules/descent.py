"""From the top down through a large field (組み合わせ方法 6): stretch, robust level, stretch, …

A robust level is folded, 同勝内での最上位選手と最下位選手 (000-8; section 8: the highest opponent possible): as long as
those left are robust, nobody's choice can spoil the optimum. Only its last few players, and the stretches between,
need a matching.
"""

from collections import deque
from collections.abc import Container

from tourgen.dataclass import replace
from tourgen.rules.field import Choice, Field, Pair, Place
from tourgen.rules.score_levels import Plan, most_avoided, plan_of
from tourgen.rules.windows import Border, Window, window_on


def optimal_pairs(field: Field, lowest: bool) -> list[Pair]:
    """The pairs of the field in the order in which the rule fixes them, the higher place first."""
    return Descent(field, plan_of(field), lowest).run()


class Descent:
    """The state on the way down: who is left in each robust level and in each stretch between them."""

    def __init__(self, field: Field, plan: Plan, lowest: bool) -> None:
        self.field = field
        self.lowest = lowest
        self.robust = plan.robust
        self.left = [deque(level.places) for level in plan.robust]
        self.stretches = [list(stretch) for stretch in plan.stretches]
        self.mixed = list(plan.mixed)
        self.pairs: list[Pair] = []

    def run(self) -> list[Pair]:
        """All pairs in the order in which the rule fixes them."""
        for at in range(len(self.robust)):
            self.pair_stretch(at)
            self.pair_level(at)
        self.pair_stretch(len(self.robust))
        return sorted(self.pairs)

    def pair_stretch(self, at: int) -> None:
        """Pair the stretch above the robust level at, some perhaps with players of that level."""
        places = self.stretches[at]
        below = self.border(at, len(places))
        window = window_on(self.field, tuple(places), None, below)
        for one, other in window.chosen(self.choice(window, range(len(places)))):
            self.pair(places[one], window.place(other), at)

    def pair_level(self, at: int) -> None:
        """Pair the robust level at as far as it stays robust; the rest goes to the stretch below.

        Those left are a level themselves, and where a large school has shrunk with it, nobody avoids as many of them.
        """
        level, left = self.robust[at], self.left[at]
        leaving = self.mixed[at + 1]
        if self.lowest:
            leaving = self.float_down(at)
        shrunk = True
        while shrunk:
            while level.is_robust(len(left) - 2, leaving):
                player = left.popleft()
                self.pair(player, None, at)
            avoided = most_avoided(self.field, left)
            shrunk = avoided < level.most_avoided
            level = replace(level, most_avoided=avoided)
        self.stretches[at + 1][:0] = left

    def float_down(self, at: int) -> int:
        """異なる勝数の選手の対戦 (000-6): who can have an opponent below the level takes the lowest, top first.

        Returns how many may still leave: none once no optimum has a pair across, all if too few are left to
        tell by stand-ins.
        """
        level, left = self.robust[at], self.left[at]
        while self.somebody_leaves(at):
            if not level.is_robust(len(left) - 2, self.mixed[at + 1]):
                return len(left)
            player = left.popleft()
            self.pair_top(player, at)
        return 0

    def somebody_leaves(self, at: int) -> bool:
        """Whether an optimum pairs somebody of the level below it: then its first stand-in would choose to."""
        if not self.mixed[at + 1]:
            return False
        window = self.window_below(at, (), len(self.left[at]))
        ((_, partner),) = window.chosen(self.choice(window, (0,)))
        return partner >= window.above

    def pair_top(self, player: Place, at: int) -> None:
        """Pair the top player of the level: below it as low as an optimum allows, else within it."""
        window = self.window_below(at, (player,), len(self.left[at]))
        ((_, partner),) = window.chosen(self.choice(window, (window.above,)))
        if partner < window.above:
            self.pair(player, None, at)
            return
        place = window.place(partner)
        if place is not None:
            self.stretches[at + 1].remove(place)
        self.pair(player, place, at + 1)
        self.mixed[at + 1] -= 1

    def window_below(self, at: int, top: tuple[Place, ...], left: int) -> Window:
        """The window below the robust level at, of which so many are left beside these from its top."""
        stretch = self.stretches[at + 1]
        below = self.border(at + 1, len(top) + left + len(stretch))
        return window_on(self.field, (*top, *stretch), Border(self.robust[at].wins, left), below)

    def border(self, at: int, crossed: int) -> Border | None:
        """The robust level at, if there is one, as the lower border of what lies above."""
        return Border(self.robust[at].wins, crossed) if at < len(self.robust) else None

    def choice(self, window: Window, turns: range | tuple[int, ...]) -> Choice:
        """The places of the window, the most wanted first."""
        upwards = range(len(window.field))
        return Choice(turns, upwards[::-1] if self.lowest else upwards)

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


def bye_holder(field: Field) -> Place:
    """000-7 勝数の最も少ない選手の中で最上位の選手を不戦勝とします, among the optimal pairings."""
    plan = plan_of(field)
    places = plan.stretches[-1]
    above = Border(plan.robust[-1].wins, len(field) - len(places)) if plan.robust else None
    window = window_on(field, places, above, None)
    size = len(window.field)
    wish = [wins * size + at for at, wins in enumerate(window.field.wins)]
    ((_, number),) = window.chosen(Choice((size - 1,), wish))
    place = window.place(number)
    if place is None:  # a stand-in: the top-ranked of that level
        place = take(deque(plan.robust[-1].places), field.avoided_by(len(field) - 1), lowest=False)
    return place
