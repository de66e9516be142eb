"""What is told differently of each kind of stage: `KINDS` chooses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from tourgen.engine.situation import Situation
from tourgen.event.tournament import Tournament
from tourgen.explain.bracket import waiting_reason
from tourgen.explain.bracket_places import place_reasons
from tourgen.explain.course import bracket_course, grouped_course
from tourgen.explain.words import Reason, Told, in_sentence, place, say, stage_words


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of stage in words; each is asked with the engine's stage."""

    course: Callable[[Tournament, Any], Iterator[Told]]  # how it went
    # why this place of the final rank
    place: Callable[[Tournament, Situation, Any, int, int], Iterator[Reason]]
    waits: Callable[[Situation, Any, int], Reason | None] = lambda *_: None  # a match of a later round


def _own_rank(_: Tournament, now: Situation, stage: Any, no: int, rank: int) -> Iterator[Reason]:
    name = in_sentence(stage_words(now.format, stage.id))
    yield Reason(say("why-final-stage", stage=name, place=place(rank)))


KINDS = {
    "pool": Kind(grouped_course, _own_rank),
    "bracket": Kind(bracket_course, place_reasons, waiting_reason),
    "round-robin": Kind(grouped_course, _own_rank),
}
