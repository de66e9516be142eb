"""The flow of a format in words: stages, rounds and who goes where, and the whole of it as lines of text."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from tourgen.formats.fitting import admits
from tourgen.formats.flow import Arrow, Box, Chart, chart_of, groups_of
from tourgen.formats.models import Format, Grouped, Sum
from tourgen.messages.problems import message

MOST_LOOKED_AT = 256
BAR, OPEN_BAR = "==", "--"  # a stage whose rounds are not given is open


def rounds_of(box: Box, language: str) -> str:
    """The rounds of a stage, or what decides them."""
    if box.rounds is None:
        with_final = box.stage.rounds == "with-final"
        return message("course-rounds-with-final" if with_final else "course-rounds-derived", language)
    first, last = box.rounds
    return message("course-round" if first == last else "course-rounds", language, first=first, last=last)


def kind_of(box: Box, language: str) -> str:
    """What kind of stage it is, with its groups."""
    kind = message(f"course-kind-{box.stage.kind}", language)
    groups = groups_of(box.stage)
    return f"{kind} · {message('course-groups', language, groups=groups)}" if groups else kind


def entering(chart: Chart, at: int, language: str) -> list[str]:
    """Who enters a stage, flow by flow."""
    said = []
    for arrow in (arrow for arrow in chart.arrows if arrow.target == at):
        whom = whom_of(chart, arrow, language)
        if arrow.source is not None:
            source = chart.boxes[arrow.source].stage.named(language)
            whom = message("course-entering", language, stage=source, whom=whom)
        said.append(whom)
    span = chart.boxes[at].stage.entrants
    numbers = span_text(*span, language) if span else ""
    return said or [message("course-entrants-of" if span else "course-entrants", language, numbers=numbers)]


def whom_of(chart: Chart, arrow: Arrow, language: str) -> str:
    """Whom a flow takes."""
    flow, code = arrow.flow, f"course-{arrow.flow.who}"
    source = None if arrow.source is None else chart.boxes[arrow.source].stage
    if flow.who == "best" and isinstance(source, Grouped) and not groups_of(source):
        code = "course-best-of-one"
    if flow.at:
        code = "course-losers-at"
    numbers = span_text(*flow.ranks, language)
    whom = message(code, language, count=flow.count, numbers=numbers, at=", ".join(flow.at))
    return message(f"course-of-sex-{flow.sex}", language, whom=whom) if flow.sex else whom


def span_text(low: int, high: int, language: str) -> str:
    """5〜8, or one number."""
    return str(low) if low == high else f"{low}〜{high}" if language == "ja" else f"{low} to {high}"


def sizes_of(declared: Format, language: str) -> str:
    """The numbers of entrants that the format takes: 4–6, 8–64; 2 or more."""
    taken = [count for count in range(1, MOST_LOOKED_AT + 1) if admits(declared, count)]
    spans: list[list[int]] = []
    for count in taken:
        if spans and spans[-1][1] == count - 1:
            spans[-1][1] = count
        else:
            spans.append([count, count])
    shown = [f"{low}" if low == high else f"{low}–{high}" for low, high in spans]
    if spans and spans[-1][1] == MOST_LOOKED_AT:
        shown[-1] = message("course-or-more", language, least=spans[-1][0])
    return ", ".join(shown)


def flow_text(declared: Format, language: str) -> Iterator[str]:
    """The flow of a format: a line per stage with its rounds from left to right, who enters, and the final rank."""
    chart = chart_of(declared)
    wide = max(_width(box.stage.named(language)) for box in chart.boxes)
    given = max((box.rounds[1] for box in chart.boxes if box.rounds), default=0)
    numbers = "".join(f"{number:>2} " if number <= given else " - " for number in range(1, chart.columns + 1))
    yield f"{'':{wide}}  {numbers}".rstrip()
    for at, box in enumerate(chart.boxes):
        name = box.stage.named(language)
        bar = (OPEN_BAR if box.rounds is None else BAR) + " "
        bars = "   " * box.first + bar * (box.last - box.first + 1) + "   " * (chart.columns - box.last - 1)
        what = f"{kind_of(box, language)} · {rounds_of(box, language)}"
        yield f"{name}{'':{wide - _width(name)}}  {bars} {what}"
        for line in entering(chart, at, language):
            yield f"{'':{wide}}  {'   ' * chart.columns} ← {line}"
    yield ""
    boxes = {box.stage.id: box for box in chart.boxes}
    stages = ", ".join(boxes[one].stage.named(language) for one in declared.final.first)
    code = "course-final-first" if stages else "course-final"
    # The criteria of the final rank as they stand in the file.
    words = (" + ".join(one.sum) if isinstance(one, Sum) else one for one in declared.final_criteria)
    yield message(code, language, stages=stages, criteria=", ".join(words))
    yield message("course-fields", language, sizes=sizes_of(declared, language))


def _width(text: str) -> int:
    """The columns of a terminal that a text takes."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)
