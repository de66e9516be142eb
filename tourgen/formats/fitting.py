"""A format for a given number of entrants: which of its stages are played, and in which rounds (section 8).

「今後の参加人数により…競技方法を適宜定める」: a format may declare a round robin for few and Swiss for many.
"""

from __future__ import annotations

from tourgen.dataclass import replace
from tourgen.formats.declaration import Format, RoundRobin, SeededKnockout, Stage, Swiss


def fitted(declared: Format, count: int) -> Format:
    """The format as it is played with so many entrants."""
    if declared.swiss is None:
        return declared
    first = next((stage for stage in declared.stage if _takes(stage, count)), None)
    if first is None:
        return declared
    if isinstance(first, RoundRobin):
        first = replace(first, rounds=(1, max(1, count - 1 + count % 2)))
    elif isinstance(first, Swiss):
        first = replace(first, entrants=(_from(declared, first), first.entrants[1]))
    stages = [first, *(one for one in declared.stage if getattr(one, "after", None) == first.id)]
    ids = {stage.id for stage in stages}
    final = replace(declared.final, first=tuple(name for name in declared.final.first if name in ids))
    return with_rounds(replace(declared, stage=tuple(stages), final=final), count)


def _from(declared: Format, stage: Swiss) -> int:
    """From how many entrants on it is played: whatever stands before it takes fewer."""
    before = declared.stage[: declared.stage.index(stage)]
    taken = [one.entrants[1] + 1 for one in before if isinstance(one, Swiss | RoundRobin)]
    return max([stage.entrants[0], *taken])


def _takes(stage: Stage, count: int) -> bool:
    return isinstance(stage, Swiss | RoundRobin) and stage.entrants[0] <= count <= stage.entrants[1]


def with_rounds(declared: Format, count: int) -> Format:
    """The knockouts put behind the stage they are seeded from, as long as so many entrants can make them."""
    return replace(declared, stage=tuple(_placed(declared, stage, count) for stage in declared.stage))


def _placed(declared: Format, stage: Stage, count: int) -> Stage:
    if not isinstance(stage, SeededKnockout):
        return stage
    before = declared.stage_of(stage.after)
    assert isinstance(before, Swiss | RoundRobin)
    # How many are unbeaten is known when the preliminaries are over.
    entrants = min(count, stage.cut * len(before.blocks))
    return lasting(stage, before.rounds[1], entrants)


def lasting(stage: SeededKnockout, after: int, entrants: int) -> SeededKnockout:
    """A knockout of so many entrants, from the round after `after` on; of one, or none, nothing is played."""
    return replace(stage, rounds=(after + 1, after + max(0, entrants - 1).bit_length()))
