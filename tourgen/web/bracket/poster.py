"""The brackets as one drawing: each player's name, lines and labels through all of it are one group (`#b11`).

Two sheets stand one below the other in one system of coordinates, so that a journey that goes on into the repechage
lights up as a whole; on paper each is a sheet of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tourgen.engine.stages.base import EMPTY
from tourgen.formats.models import Bracket
from tourgen.web.bracket.shapes import NAME, WIDTH, Drawing, Journey, Sheet, Text, short_names
from tourgen.web.bracket.trees import UNKNOWN, Level, Node, Tree, beside, trees
from tourgen.web.division_view import DivisionView
from tourgen.web.words import width_of

CENTRE, MIDDLE = (
    104,
    260,
)  # what is left free between the halves: for the final, for the matches of group winners


@dataclass(frozen=True, slots=True)
class Pair:
    """Two groups whose winners meet, or would; alone, where there is no other."""

    left: Tree
    right: Tree | None
    match: Node | None


@dataclass(frozen=True, slots=True)
class Brackets:
    """The trees of a division that everybody starts in: `main` goes on through the stages of its winners."""

    main: tuple[Level, ...]
    last: Bracket  # to which its last match belongs
    third: Node | None
    pairs: tuple[Pair, ...]
    finals: frozenset[
        str
    ]  # the stages in which the winners of the first go on, with the match for the third place
    stages: frozenset[str]  # everything that is drawn here


def brackets(view: DivisionView) -> Brackets | None:
    """None where not everybody starts in a bracket, or nobody knows how large it will be."""
    first = next((one for one in view.stages.brackets if not one.entered_from), None)
    if first is None:
        return None
    chain = _chain(view, first)
    levels = [level for stage in chain for tree in trees(view, stage)[:1] for level in tree.levels]
    if not levels or len(levels[-1]) != 1 or len(levels) < 2:
        return None
    third = _third(view, chain)
    groups = next((one for one in view.stages.brackets if _of_beaten(one, first)), None)
    meeting = next((one for one in view.stages.brackets if groups and _from(one, groups.id, "winners")), None)
    pairs = _pairs(view, groups, meeting) if groups else ()
    finals = [*chain[1:], *([third[0]] if third and third[0] is not first else [])]
    drawn = [first, *finals, *(one for one in (groups, meeting) if one is not None)]
    return Brackets(
        tuple(levels),
        chain[-1],
        third[1] if third else None,
        pairs,
        frozenset(one.id for one in finals),
        frozenset(one.id for one in drawn),
    )


def _from(stage: Bracket, source: str, who: str) -> bool:
    return any(flow.stage == source and flow.who == who and not flow.at for flow in stage.entered_from)


def _of_beaten(stage: Bracket, source: Bracket) -> bool:
    return any(flow.stage == source.id and bool(flow.at) for flow in stage.entered_from)


def _chain(view: DivisionView, first: Bracket) -> list[Bracket]:
    """The first bracket, and those in which its winners go on."""
    chain = [first]
    while (
        after := next((one for one in view.stages.brackets if _from(one, chain[-1].id, "winners")), None)
    ) and len(trees(view, after)) == 1:
        chain.append(after)
    return chain


def _third(view: DivisionView, chain: Sequence[Bracket]) -> tuple[Bracket, Node] | None:
    """The match of those who lost the semi-finals: beside the tree, or a stage of its own."""
    for stage in chain:
        if stage.third == "played":
            known = next((node for name, node in beside(view, stage) if name == "third"), None)
            span = view.stages.spans[stage.id]
            return stage, known or Node(span[1] if span else 0, "third", (UNKNOWN, UNKNOWN))
        for other in view.stages.brackets:
            mine = trees(view, other) if _from(other, stage.id, "losers") else []
            if len(mine) == 1 and len(mine[0].slots) == 2:
                return other, mine[0].levels[0][0]
    return None


def _pairs(view: DivisionView, groups: Bracket, meeting: Bracket | None) -> tuple[Pair, ...]:
    """Which groups' winners meet: as they do, else as the declaration lists them."""
    found = trees(view, groups)
    nodes = list(trees(view, meeting)[0].levels[0]) if meeting and trees(view, meeting) else []
    winner = {tree.levels[-1][0].winner.place: tree for tree in found}
    winner.pop(None, None)
    left, pairs = list(found), []
    for node in nodes:
        mine = [winner[slot.place] for slot in node.sides if winner.get(slot.place) in left]
        for tree in mine:
            left.remove(tree)
        pairs.append((node, mine))
    done = []
    for node, mine in pairs:
        while len(mine) < 2 and left:
            mine.append(left.pop(0))
        if mine and not any(slot.place is not None for slot in node.sides):
            sides = tuple(tree.levels[-1][0].winner for tree in mine)
            node = Node(node.round, node.label, (sides[0], sides[-1]))
        if mine:
            done.append(Pair(mine[0], mine[1] if len(mine) > 1 else None, node))
    rest = [
        Pair(left[at], left[at + 1] if at + 1 < len(left) else None, None) for at in range(0, len(left), 2)
    ]
    return (*done, *rest)


def drawing(view: DivisionView, found: Brackets) -> Drawing:
    """Both sheets of a division."""
    slots = [slot.place for node in found.main[0] for slot in node.sides]
    held = {person.lottery: person for person in view.present}
    away = {p.lottery: p for p in view.people.values() if p.absent and p.lottery not in held}
    journeys = {
        number: Journey(
            number, held.get(number), away.get(number), bool(number in held and held[number].seed)
        )
        for number in sorted(number for number in slots if number is not None and 0 < number < EMPTY)
    }
    one = Drawing(journeys, short=short_names(view.present))
    _Main(view, found, one).draw()
    if found.pairs:
        _Second(view, found, one).draw()
    return one


class _Main(Sheet):
    """The first sheet: the main bracket from both sides to the final, the third-place match below it."""

    def __init__(self, view: DivisionView, found: Brackets, one: Drawing) -> None:
        super().__init__(view, one)
        self.found = found

    def draw(self) -> None:
        main = self.found.main
        half = len(main[0])
        row = min(32.0, max(20.0, 640 / half))
        self.one.roomy = row > 26
        self.font = 16 if self.one.roomy else 13
        depth = len(main) - 1
        column = (WIDTH / 2 - NAME - CENTRE / 2) / depth
        xs = [NAME + at * column for at in range(depth + 1)]
        self.heads([(level[0].round, level[0].label) for level in main[:-1]], xs, 16)
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
        last, first_places = self.found.last, self.view.declared.final.first
        self.named(WIDTH / 2, y + 20, self.head_css(node.round), "middle", node.label or last.id)
        time = self.view.time(node.round)
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
        if last.id in first_places and (last.winner_places or (1,))[0] == 1:
            journey.labels.append(Text(WIDTH / 2, high - 42, "cup", "middle", key="title.優勝"))

    def _third(self, node: Node, y: float) -> None:
        self.named(WIDTH / 2, y - 30, self.head_css(node.round), "middle", node.label)
        self.meet(node, y, 118, 106)


class _Second(Sheet):
    """The second sheet: groups of those who were beaten from both sides, their winners meeting between them."""

    def __init__(self, view: DivisionView, found: Brackets, one: Drawing) -> None:
        super().__init__(view, one)
        self.pairs = found.pairs

    def draw(self) -> None:
        groups = [tree for pair in self.pairs for tree in (pair.left, pair.right) if tree is not None]
        rows = sum(max(len(a.left.slots), len(a.right.slots) if a.right else 0) for a in self.pairs)
        row = min(28.0, max(20.0, 600 / rows))
        first = min(group.levels[0][0].round for group in groups)
        last = max(group.levels[-1][0].round for group in groups)
        rounds = [(number, "") for number in range(first, last + 1)]
        column = (WIDTH / 2 - NAME - MIDDLE / 2) / len(rounds)
        xs = [NAME + at * column for at in range(len(rounds) + 1)]
        top = self.one.top
        self.named(0, top + 40, "sheet", "start", groups[0].stage.id)
        self.heads(rounds, xs, top + 70)
        match = self.pairs[0].match
        if match is not None:
            self.named(WIDTH / 2, top + 54, self.head_css(match.round), "middle", match.label)
            self.text(WIDTH / 2, top + 70, "h", "middle", "round.name", n=match.round)
        y = top + 82
        for pair in self.pairs:
            y = self._pair(pair, y, row, xs, first)
        self.one.bottom = y - top + 6

    def _pair(self, pair: Pair, top: float, row: float, xs: Sequence[float], first: int) -> float:
        """Two groups side by side; returns where the next pair begins."""
        self.one.rules.append(f"M0 {top:g}H{WIDTH}")
        tallest = max(len(pair.left.slots), len(pair.right.slots) if pair.right else 0) * row
        middle = top + 28 + tallest / 2
        for group, mirrored in ((pair.left, False), (pair.right, True)):
            if group is None:
                continue
            x, anchor = (WIDTH, "end") if mirrored else (0, "start")
            self.text(x, top + 18, "g", anchor, "bracket.group", n=group.group)
            turn = -1 if mirrored else 1
            self.text(x + turn * 84, top + 18, "h", anchor, "bracket.losers", lost=group.lost)
            start = group.levels[0][0].round - first
            along = [WIDTH - x for x in xs[start:]] if mirrored else list(xs[start:])
            count = len(group.slots)
            ys = [middle + (at - (count - 1) / 2) * row for at in range(count)]
            for slot, y in zip(group.slots, ys, strict=True):
                self.name(slot, along[0], y, mirrored, row)
            self.tree(group.levels, ys, along, mirrored)
        if pair.match is not None:
            self.meet(pair.match, middle, MIDDLE / 2, MIDDLE / 2 - 14)
        return middle + tallest / 2 + 8


def _half(level: Level, right: bool) -> Level:
    """The matches on one side."""
    middle = len(level) // 2
    return level[middle:] if right else level[:middle]
