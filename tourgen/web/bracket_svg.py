"""The brackets as one drawing: each player's name, lines and labels through all of it are one group (`#b11`).

Two sheets stand one below the other in one system of coordinates, so that a journey that goes on into the repechage
lights up as a whole; on paper each is a sheet of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

from tourgen.web.bracket_shapes import NAME, WIDTH, Drawing, Journey, Sheet, Text, short_names, width_of
from tourgen.web.bracket_tree import Brackets, Group, Level, Node, brackets
from tourgen.web.facts import Facts, Person

CENTRE, MIDDLE = 104, 260  # what is left free between the halves: for the final, for the placing matches


def drawing(facts: Facts) -> Drawing:
    """Both sheets of a division."""
    found = brackets(facts)
    journeys = {
        number: Journey(number, person, found.absent.get(number), bool(person and person.seed))
        for number, person in _people(facts, found).items()
    }
    one = Drawing(journeys, short=short_names(facts.present))
    _Main(facts, found, one).draw()
    _Second(facts, found, one).draw()
    return one


def _people(facts: Facts, found: Brackets) -> dict[int, Person | None]:
    held = {person.lottery: person for person in facts.present}
    return {number: held.get(number) for number in range(1, found.size + 1)}


class _Main(Sheet):
    """The first sheet: the main bracket from both sides to the final, the third-place match below it."""

    def draw(self) -> None:
        main = self.found.main
        half = self.found.size // 2
        row = min(32.0, max(20.0, 640 / half))
        self.one.roomy = row > 26
        self.font = 16 if self.one.roomy else 13
        depth = len(main) - 1
        column = (WIDTH / 2 - NAME - CENTRE / 2) / depth
        xs = [NAME + at * column for at in range(depth + 1)]
        self.heads([(level[0].round, level[0].stage) for level in main[:-1]], xs, 16)
        first = 24 + row * 0.8
        ys = [first + at * row for at in range(half)]
        for right in (False, True):
            part = [_half(level, right) for level in main[:-1]]
            places = [slot for node in part[0] for slot in node.sides]
            along = [WIDTH - x for x in xs] if right else xs
            for slot, y in zip(places, ys, strict=True):
                self.name(slot, along[0], y, right, row)
            middle = self.tree(part, list(ys), along, right)
        bottom = ys[-1] + row * 0.7
        self._final(main[-1][0], middle, ys[0], xs[-1])
        if self.found.third is not None:
            self._third(self.found.third, (middle + bottom) / 2 + (bottom - middle) * 0.28)
        self.one.top = bottom + 8

    def _final(self, node: Node, y: float, top: float, end: float) -> None:
        for slot, x in zip(node.sides, (end, WIDTH - end), strict=True):
            self.line(slot, f"M{x:g} {y:g}H{WIDTH / 2:g}", node.wins(slot))
        css = "h now" if node.round == self.facts.current and not self.facts.finished else "h"
        self.text(WIDTH / 2, y + 20, css, "middle", "stage.final")
        time = self.facts.time(node.round)
        self.text(
            WIDTH / 2, y + 38, "h", "middle", "bracket.at" if time else "round.name", n=node.round, time=time
        )
        if node.table is not None:
            self.text(WIDTH / 2, y - 8, "in now", "middle", "table.at", n=node.table)
        if not node.won or node.winner.person is None or node.winner.place is None:
            return
        high = top + (y - top) * 0.36
        journey = self.one.journeys[node.winner.place]
        journey.lines.append((f"M{WIDTH / 2:g} {y:g}V{high:g}", True))
        journey.dots.append((WIDTH / 2, y))
        words = node.winner.person.name
        squeeze = 220 if width_of(words) * 25 > 220 else 0
        journey.labels.append(Text(WIDTH / 2, high - 12, "champion", "middle", words, squeeze=squeeze))
        journey.labels.append(Text(WIDTH / 2, high - 42, "cup", "middle", key="title.優勝"))

    def _third(self, node: Node, y: float) -> None:
        css = "h now" if node.round == self.facts.current and not self.facts.finished else "h"
        self.text(WIDTH / 2, y - 30, css, "middle", "stage.third")
        self.meet(node, y, 118, 106, places=True)


class _Second(Sheet):
    """The second sheet: repechage groups from both sides, their winners meeting in the placing matches."""

    def draw(self) -> None:
        groups = {group.number: group for group in self.found.groups}
        pairs = [(groups[left], groups[right], node) for (left, right), node in self.found.placing]
        rows = sum(max(len(a.slots), len(b.slots)) for a, b, _ in pairs)
        row = min(28.0, max(20.0, 600 / rows))
        first = min(group.levels[0][0].round for group in self.found.groups)
        last = self.found.groups[0].levels[-1][0].round
        rounds = [(number, "repechage") for number in range(first, last + 1)]
        column = (WIDTH / 2 - NAME - MIDDLE / 2) / len(rounds)
        xs = [NAME + at * column for at in range(len(rounds) + 1)]
        top = self.one.top
        self.text(0, top + 40, "sheet", "start", "stage.repechage")
        self.heads(rounds, xs, top + 70)
        number = self.found.placing[0][1].round
        now = number == self.facts.current and not self.facts.finished
        self.text(WIDTH / 2, top + 54, "h now" if now else "h", "middle", "stage.placing")
        self.text(WIDTH / 2, top + 70, "h", "middle", "round.name", n=number)
        y = top + 82
        for left, right, node in pairs:
            y = self._pair(left, right, node, y, row, xs, first)
        self.one.bottom = y - top + 6

    def _pair(
        self, left: Group, right: Group, node: Node, top: float, row: float, xs: Sequence[float], first: int
    ) -> float:
        """Two groups side by side; returns where the next pair begins."""
        self.one.rules.append(f"M0 {top:g}H{WIDTH}")
        tallest = max(len(left.slots), len(right.slots)) * row
        middle = top + 28 + tallest / 2
        for group, mirrored in ((left, False), (right, True)):
            x, anchor = (WIDTH, "end") if mirrored else (0, "start")
            self.text(x, top + 18, "g", anchor, "bracket.group", n=group.number)
            turn = -1 if mirrored else 1
            self.text(x + turn * 84, top + 18, "h", anchor, "bracket.losers", lost=group.lost)
            start = group.levels[0][0].round - first
            along = [WIDTH - x for x in xs[start:]] if mirrored else list(xs[start:])
            count = len(group.slots)
            ys = [middle + (at - (count - 1) / 2) * row for at in range(count)]
            for slot, y in zip(group.slots, ys, strict=True):
                self.name(slot, along[0], y, mirrored, row)
            self.tree(group.levels, ys, along, mirrored)
        self.meet(node, middle, MIDDLE / 2, MIDDLE / 2 - 14, places=True)
        return middle + tallest / 2 + 8


def _half(level: Level, right: bool) -> Level:
    """The matches on one side."""
    middle = len(level) // 2
    return level[middle:] if right else level[:middle]
