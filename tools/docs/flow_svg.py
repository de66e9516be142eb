"""The flow of a format as a drawing: a row per stage, rounds from left to right, arrows for who goes where."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from markupsafe import Markup

from tourgen.formats.flow import Arrow, Box, Chart, chart_of
from tourgen.formats.flow_text import flow_text, rounds_of, whom_of
from tourgen.formats.models import Format
from tourgen.messages.problems import message

ROUND, ROW, BOX, TOP, LEFT = 64, 68, 26, 26, 24  # sizes in the drawing's own units
GAP = 12  # between the round of a box and the next
LETTER = 6.6  # of half a Japanese character


def flow_svg(declared: Format, language: str) -> Markup:
    """The drawing, for a page; whoever can't see it hears the same as text."""
    chart = chart_of(declared)
    parts = [*_rounds(chart)]
    for arrow in chart.arrows:
        parts += _arrow(chart, arrow)
    for at, box in enumerate(chart.boxes):
        parts += _box(chart, at, box, language)
    width = (
        max(LEFT + chart.columns * ROUND, *(_end(chart, at, language) for at in range(len(chart.boxes)))) + 8
    )
    height = TOP + len(chart.boxes) * ROW
    title = (declared.title if language == "ja" else declared.title_en) or declared.title
    text = "; ".join(" ".join(line.split()) for line in flow_text(declared, language) if line)
    head = Markup(
        '<svg class="flow" role="img" viewBox="0 0 {w:.0f} {h}" width="{w:.0f}" height="{h}" '
        'xmlns="http://www.w3.org/2000/svg" font-size="12" fill="currentColor">'
        "<title>{title}</title><desc>{text}</desc>"
    ).format(w=width, h=height, title=message("course-title", language, title=title), text=text)
    return head + Markup("").join(parts) + Markup("</svg>")


def _left(box: Box) -> int:
    return LEFT + box.first * ROUND


def _top(at: int) -> int:
    return TOP + at * ROW + 22


def _right(box: Box) -> int:
    return LEFT + (box.last + 1) * ROUND - GAP


def _rounds(chart: Chart) -> Iterator[Markup]:
    """The numbers of the rounds above, as far as they are given."""
    given = max((box.rounds[1] for box in chart.boxes if box.rounds), default=0)
    for number in range(1, given + 1):
        x = LEFT + (number - 1) * ROUND + (ROUND - GAP) / 2
        yield Markup('<text x="{}" y="14" text-anchor="middle">{}</text>').format(x, number)


def _label(chart: Chart, at: int, language: str) -> tuple[str, str]:
    """The name of a stage, who enters it, and what decides its rounds where they are not given."""
    box = chart.boxes[at]
    said = [whom_of(chart, arrow, language) for arrow in chart.arrows if arrow.target == at]
    said += [rounds_of(box, language)] if box.rounds is None else []
    return box.stage.named(language), " · ".join(said)


def _end(chart: Chart, at: int, language: str) -> float:
    """Where the words above a box end."""
    name, whom = _label(chart, at, language)
    return _left(chart.boxes[at]) + _width(f"{name}  {whom}")


def _box(chart: Chart, at: int, box: Box, language: str) -> Iterator[Markup]:
    name, whom = _label(chart, at, language)
    left, top, width = _left(box), _top(at), _right(box) - _left(box)
    dashes = Markup(' stroke-dasharray="5 4"') if box.rounds is None else Markup("")
    yield Markup('<text x="{}" y="{}"><tspan font-weight="bold">{}</tspan>  {}</text>').format(
        left, top - 6, name, whom
    )
    yield Markup(
        '<rect x="{}" y="{}" width="{}" height="{}" rx="5" fill="none" stroke="currentColor" stroke-width="1.5"{}/>'
    ).format(left, top, width, BOX, dashes)
    if box.rounds is not None:
        yield Markup('<text x="{}" y="{}">{}</text>').format(left + 8, top + 17, rounds_of(box, language))


def _arrow(chart: Chart, arrow: Arrow) -> Iterator[Markup]:
    """From the lower edge of the source, where it ends or the target begins, to the left edge of the target."""
    if arrow.source is None:
        return
    source, target = chart.boxes[arrow.source], chart.boxes[arrow.target]
    x = min(_right(source), _left(target)) - 10
    start, end = _top(arrow.source) + BOX, _top(arrow.target) + BOX / 2
    y = _left(target) - 2
    yield Markup(
        '<path d="M{x} {start}V{end}H{y}" fill="none" stroke="currentColor" opacity=".55"/>'
        '<path d="M{y} {end}l-6 -4v8z" opacity=".8"/>'
    ).format(x=x, start=start, end=end, y=y)


def _width(text: str) -> float:
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1.1 for letter in text) * LETTER
