"""What is wrong with a declaration, and what is with its lists of criteria."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from tourgen.formats.models import Criteria, Format, Sum, words_in
from tourgen.formats.words import ALSO_CALLED, CRITERIA, NUMBERED_CRITERIA, OF_DISCS, criterion_parts
from tourgen.messages.problems import Problem, closest, in_both
from tourgen.model import Source


@dataclass(frozen=True, slots=True)
class FormatProblem:
    """One thing that is wrong: a code for its message, the key it stands at, what stands there and what to type."""

    code: str
    key: str
    found: str = ""
    params: Mapping[str, object] = field(default_factory=dict, hash=False)
    line: int | None = None  # where the key stands in the file

    def at(self, file: str) -> Problem:
        """As a problem of this file."""
        place = file if self.line is None else f"{file}:{self.line}"
        return Problem(self.code, Source(place, None, self.key or None), self.found, self.params)


# Keys that must be there, as they are written.
WRITTEN = {
    "title": 'title = "春季大会"',
    "game": 'game = "othello"',
    "stage": "[[stage]] (id, kind, name, rounds)",
    "order": '[order] criteria = ["wins"]',
    "id": 'id = "swiss"',
    "name": 'name = "予選"',
    "rounds": "rounds = [1, 5]",
    "count": "count = 4",
    "places": "places = [5, 8]",
    "at": 'at = ["A1", "B1"]',
    "criteria": 'criteria = ["wins"]',
    "times": "times = [1, 6]",
}


def with_example(key: str) -> dict[str, object]:
    """How a key that is missing is written."""
    return {"example": WRITTEN.get(key, f"{key} = …")}


def doubt(
    key: str,
    code: str,
    found: str = "",
    params: Mapping[str, object] | None = None,
    known: tuple[str, ...] = (),
) -> FormatProblem:
    """One thing that would make the format impossible to play, or that would be silently passed over."""
    suggestion = ", ".join(known) if code == "flow-who" else closest(found, known)
    told = {**(params or {}), "suggestion": suggestion}
    if code == "format-key-missing":
        told = {**with_example(found), **told}
    if code == "rounds-many":
        told["limits"] = in_both("limits-between", least=1, most=told["most"])
    return FormatProblem(code, key, found, told)


def criteria_doubts(declared: Format, criteria: Criteria, key: str) -> Iterator[FormatProblem]:
    """Criteria that are unknown, stand twice or can't be known in this format."""
    for one in criteria:
        if isinstance(one, Sum) and (len(one.sum) != len(one.times) or not one.sum):
            yield doubt(key, "criterion-sum", ", ".join(one.sum))
    names = words_in(criteria)
    for name in dict.fromkeys(names):
        parts = criterion_parts(name)
        if parts is None:
            number = name.rpartition("-")[2]
            numbered = (f"{one}-{number}" for one in NUMBERED_CRITERIA if number.isdecimal())
            called = ALSO_CALLED.get(name.casefold())
            yield doubt(key, "criterion-unknown", name, known=(called,) if called else (*CRITERIA, *numbered))
            continue
        if criteria.count(name) > 1:
            yield doubt(key, "criterion-twice", name)
        if parts[0] in OF_DISCS and (declared.game != "othello" or declared.boards):
            yield doubt(key, "criterion-discs", name)
        if parts[0] == "board-wins" and not declared.boards:
            yield doubt(key, "criterion-boards", name)
        if parts[0] == "starting-points" and declared.score.starting_points is None:
            yield doubt(key, "criterion-starting-points", name)
        ends = [stage.span[1] for stage in declared.stage if stage.span]
        if parts[0] == "rank-after" and len(ends) == len(declared.stage) and parts[1] >= max(ends):
            yield doubt(key, "criterion-too-late", name, {"last": max(ends)})
        if parts[0] == "round-weights" and not declared.score.round_weights:
            yield doubt(key, "criterion-round-weights", name)
