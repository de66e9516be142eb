"""The flow of a format as boxes and arrows: its stages on a line of rounds, and who goes from which to which."""

from __future__ import annotations

from dataclasses import dataclass

from tourgen.formats.models import Flow, Format, Grouped, OneStage

UNKNOWN_LENGTH = 2  # columns of a stage whose rounds the field or the results decide


@dataclass(frozen=True, slots=True)
class Box:
    """A stage: the columns it takes, from 0, and its rounds as far as the declaration gives them."""

    stage: OneStage
    first: int
    last: int
    rounds: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Arrow:
    """Who goes from a box to another; from nobody's box those who are best of all."""

    source: int | None
    target: int
    flow: Flow


@dataclass(frozen=True, slots=True)
class Chart:
    """Boxes in the order of the file, arrows by their numbers, and how many columns there are."""

    boxes: tuple[Box, ...]
    arrows: tuple[Arrow, ...]
    columns: int


def chart_of(declared: Format) -> Chart:
    """The flow of a format; a stage without given rounds begins where the last of its sources ends."""
    at = {stage.id: number for number, stage in enumerate(declared.stage)}
    spans: dict[str, tuple[int, int]] = {}
    for stage in declared.stage:
        if stage.span is not None:
            spans[stage.id] = (stage.span[0] - 1, stage.span[1] - 1)
        elif stage.rounds != "with-final":
            ends = [spans[flow.stage][1] + 1 for flow in stage.entered_from if flow.stage in spans]
            first = max(ends, default=0)
            spans[stage.id] = (first, first + UNKNOWN_LENGTH - 1)
    for stage in declared.stage:
        if stage.id not in spans:  # with the final: in its last round
            last = spans[declared.final.first[0]][1]
            spans[stage.id] = (last, last)
    boxes = tuple(Box(stage, *spans[stage.id], stage.span) for stage in declared.stage)
    arrows = tuple(
        Arrow(at[flow.stage] if flow.stage is not None else None, at[stage.id], flow)
        for stage, flow in declared.flows
    )
    return Chart(boxes, arrows, max(box.last for box in boxes) + 1)


def groups_of(stage: OneStage) -> str:
    """The groups of a stage as they are declared: their names, or their sizes."""
    if not isinstance(stage, Grouped):
        return ""
    return ", ".join(stage.groups) if len(stage.groups) > 1 else "/".join(map(str, stage.group_sizes))
