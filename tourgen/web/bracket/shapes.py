"""What the drawing of the brackets is made of: journeys, lines, labels, and trees drawn from the side inwards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tourgen.web.bracket.trees import Level, Node, Slot
from tourgen.web.division_view import DivisionView, Person
from tourgen.web.words import JAPANESE, width_of

WIDTH, NAME = 1200, 158


@dataclass(frozen=True, slots=True)
class Text:
    """A label: someone's own words, or a key of the texts with its values."""

    x: float
    y: float
    css: str
    anchor: str = "start"
    words: str = ""
    key: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)
    squeeze: float = 0  # the width it has to fit into


@dataclass(slots=True)
class Journey:
    """One bracket number: whoever stands on it, with every line and label."""

    place: int
    person: Person | None
    absent: Person | None
    seed: bool
    names: list[tuple[Text, Text, str]] = field(default_factory=list)  # number, name, the area to touch
    lines: list[tuple[str, bool]] = field(default_factory=list)  # path, won
    dots: list[tuple[float, float]] = field(default_factory=list)  # where a match was won
    labels: list[Text] = field(default_factory=list)


@dataclass(slots=True)
class Drawing:
    """Everything on the two sheets."""

    journeys: dict[int, Journey]
    top: float = 0  # the height of the first sheet
    bottom: float = 0  # and of the second
    faint: list[str] = field(default_factory=list)  # lines on which nobody is known
    rules: list[str] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)
    roomy: bool = False
    short: Mapping[int, str] = field(default_factory=dict)  # player → the name above lines

    @property
    def height(self) -> float:
        """Of both sheets together."""
        return self.top + self.bottom

    @property
    def sheets(self) -> tuple[tuple[float, float], ...]:
        """(top, height) of each."""
        return ((0, self.top), (self.top, self.bottom))


def short_names(people: Iterable[Person]) -> dict[int, str]:
    """雛形 of 雛形 例; 雛形(例) where there are several; the whole name where that isn't enough.

    Of a name in Latin letters the last part, or J. Smith. A name of one word stays whole.
    """
    ways = {person.no: _ways(person.name) for person in people}
    counted = Counter(way for each in ways.values() for way in set(each))
    return {no: next((way for way in each if counted[way] == 1), each[-1]) for no, each in ways.items()}


def _ways(name: str) -> tuple[str, ...]:
    """From the shortest way to say a name to the whole."""
    parts = name.split()
    if len(parts) < 2:
        return (name,)
    if JAPANESE.search(name):
        return (parts[0], f"{parts[0]}({parts[1][0]})", name)
    return (parts[-1], f"{parts[0][0]}. {parts[-1]}", name)


class Sheet:
    """What both sheets are drawn with."""

    def __init__(self, view: DivisionView, one: Drawing) -> None:
        self.view, self.one = view, one
        self.places = view.now.decided.held if view.now else {}
        self.font = 13.0

    def line(self, slot: Slot, path: str, won: bool = False) -> None:
        """A line of whoever stands there, a faint one of nobody."""
        if slot.place not in self.one.journeys or slot.person is None:
            self.one.faint.append(path)
        else:
            self.one.journeys[slot.place].lines.append((path, won))

    def name(self, slot: Slot, x: float, y: float, right: bool, row: float) -> None:
        """Number and name at the beginning of a tree, `x` where its line begins."""
        if slot.place not in self.one.journeys:
            return
        journey = self.one.journeys[slot.place]
        person = journey.person
        toward = 1 if right else -1
        down = y + self.font * 0.36
        number = Text(x + toward * (NAME - 20), down, "n r" if right else "n", words=str(slot.place))
        room = NAME - 52
        words = person.name if person else ""
        squeeze = room if width_of(words) * self.font > room else 0
        gone = "gone" if person is None or slot.person is None else ""
        key = "" if person else "bracket.empty"
        anchor = "start" if right else "end"
        name = Text(x + toward * 8, down, f"who {gone}".strip(), anchor, words, key, {}, squeeze)
        if person is not None and person.came_from is not None:
            spot = x + toward * (16 + min(width_of(words) * self.font, room))
            journey.labels.append(Text(spot, down, "came", anchor, key="moved.short"))
        left = x if right else x - NAME
        journey.names.append((number, name, f"M{left:g} {y - row / 2:g}h{NAME}v{row:g}h-{NAME}z"))

    def label(self, slot: Slot, x: float, y: float, right: bool, room: float, whole: bool = False) -> None:
        """The name above a line, where its player got to."""
        if slot.place is None or slot.person is None:
            return
        words = slot.person.name if whole else self.one.short[slot.person.no]
        size = self.font if whole else 12
        squeeze = room if width_of(words) * size > room else 0
        css, anchor = ("who" if whole else "in"), ("end" if right else "start")
        found = Text(x, y - 5, css, anchor, words, squeeze=squeeze)
        self.one.journeys[slot.place].labels.append(found)

    def tree(self, levels: Sequence[Level], ys: list[float], xs: Sequence[float], right: bool) -> float:
        """Draws levels from their first places at `ys` inwards along `xs`; returns where the winner comes out."""
        turn = -1 if right else 1
        for at, level in enumerate(levels):
            x, end = xs[at], xs[at + 1]
            middles = []
            for index, node in enumerate(level):
                upper, lower = ys[2 * index], ys[2 * index + 1]
                middle = (upper + lower) / 2
                for slot, y in zip(node.sides, (upper, lower), strict=True):
                    self.line(slot, f"M{x:g} {y:g}H{end:g}V{middle:g}", node.wins(slot))
                    if at:
                        self.label(slot, x + turn * 6, y, right, abs(end - x) - 10)
                    if node.wins(slot) and node.walkover:
                        self._walkover(slot, end - turn * 4, y + 12 if at else y - 4, right)
                self._meeting(node, end, middle, right)
                middles.append(middle)
            ys = middles
        return ys[0]

    def _walkover(self, slot: Slot, x: float, y: float, right: bool) -> None:
        assert slot.place is not None
        mark = Text(x, y, "wo", "start" if right else "end", key="bracket.walkover")
        self.one.journeys[slot.place].labels.append(mark)

    def _meeting(self, node: Node, x: float, y: float, right: bool) -> None:
        if node.won and node.winner.place is not None:
            self.one.journeys[node.winner.place].dots.append((x, y))
        if node.table is not None:
            turn = -1 if right else 1
            anchor = "end" if right else "start"
            self.text(x + turn * 6, y - 5, "in now", anchor, "table.at", n=node.table)

    def text(self, x: float, y: float, css: str, anchor: str, key: str, **values: Any) -> None:
        """A label that belongs to no player."""
        self.one.texts.append(Text(x, y, css, anchor, key=key, values=values))

    def named(self, x: float, y: float, css: str, anchor: str, label: str) -> None:
        """A label that names a stage, or a round of a tree."""
        self.text(x, y, css, anchor, "move.finals", stage=(self.view, label, None))

    def head_css(self, number: int) -> str:
        """The class of what a round is called; the round that is being played stands out."""
        return "h now" if number == self.view.current and not self.view.finished else "h"

    def heads(self, rounds: Sequence[tuple[int, str]], xs: Sequence[float], y: float) -> None:
        """The rounds above their columns, on both sides: by name where they have one."""
        for at, (number, label) in enumerate(rounds):
            css = self.head_css(number)
            middle = (xs[at] + xs[at + 1]) / 2
            for x in (middle, WIDTH - middle):
                if label:
                    self.named(x, y, css, "middle", label)
                else:
                    self.text(x, y, css, "middle", "round.name", n=number)

    def meet(self, node: Node, y: float, reach: float, label: float) -> None:
        """Two who come from both sides and meet in the middle, with the places their match decides."""
        for slot, right in zip(node.sides, (False, True), strict=True):
            turn = -1 if right else 1
            x = WIDTH / 2 - turn * reach
            self.line(slot, f"M{x:g} {y:g}H{WIDTH / 2:g}", node.wins(slot))
            self.label(slot, x + turn * 6, y, right, label, whole=True)
            if slot.place is None or slot.person is None:
                continue
            journey, place = self.one.journeys[slot.place], self.places.get(slot.person.no)
            if place is not None:
                spot = Text(x + turn * 6, y + 19, "pl", "end" if right else "start", key="bracket.place",
                            values={"place_n": place})  # fmt: skip
                journey.labels.append(spot)
            if node.wins(slot) and node.walkover:
                self._walkover(slot, WIDTH / 2 - turn * 4, y + 16, right)
        if node.won and node.winner.place is not None:
            self.one.journeys[node.winner.place].dots.append((WIDTH / 2, y))
        if node.table is not None:
            self.text(WIDTH / 2, y - 8, "in now", "middle", "table.at", n=node.table)
