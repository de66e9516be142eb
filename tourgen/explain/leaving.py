"""The groups of a pool that is left by results, round by round: who is unbeaten, has passed, is out, has qualified."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from tourgen.engine.situation import Departure, Situation
from tourgen.engine.stages.base import Stage
from tourgen.event.tournament import Tournament
from tourgen.explain.words import (
    Reason,
    Words,
    entries,
    in_sentence,
    joined,
    names,
    player,
    quote,
    say,
    stage_words,
)
from tourgen.formats.models import Format

StepKind = Literal[
    "together",  # the number of unbeaten is no power of two: the group is paired as one
    "split",  # it is: everybody with a loss leaves
    "qualified",  # one is left
    "confirmed",  # the organiser confirmed or named the one
    "asked",  # the organiser must confirm a proposal
    "closed",  # nobody is left who could qualify
    "counted",  # so many wins or losses
]


@dataclass(frozen=True, slots=True)
class Step:
    """What one round did to a group."""

    after: int
    kind: StepKind
    members: tuple[int, ...]  # in the group before, in provisional order after this round
    unbeaten: tuple[int, ...]
    moved: tuple[int, ...]  # who left it, the qualified one aside
    player: int | None  # who qualified, or is proposed
    reason: Reason


def left_pools(now: Situation) -> list[Stage]:
    """The pools that players leave by their results."""
    return [stage for stage in now.stages.values() if stage.left_by]


def steps_of(tournament: Tournament, stage: Stage, group: str | None) -> tuple[Step, ...]:
    """How one group of such a pool went, round by round."""
    pairs = zip(tournament.situations, tournament.situations[1:], strict=False)
    return tuple(step for before, after in pairs for step in _step(tournament, stage, group, before, after))


def _step(
    tournament: Tournament, stage: Stage, group: str | None, before: Situation, after: Situation
) -> Iterator[Step]:
    members = after.in_order(before.members(stage.id, group))
    if not members or not after.plays(stage.id, after.after):
        return
    here = [no for no in members if after.in_next(no)]
    unbeaten = tuple(no for no in here if after.record.unbeaten(no))
    now = [one for one in after.departures if one.stage == stage.id and one.after == after.after]
    gone = {one.no: one for one in now if one.no in members}
    moved = tuple(no for no in members if no in gone and gone[no].left_as != "sole-unbeaten")
    if "sole-unbeaten" not in stage.left_by:
        reason = _counted(tournament, after, gone, members)
        yield Step(after.after, "counted", members, unbeaten, moved, None, reason)
        return
    asked = [
        one
        for one in after.questions
        if (one.stage, one.group, one.after) == (stage.id, group or "", after.after)
    ]
    through = next((one for one in now if one.left_as == "sole-unbeaten" and one.group == group), None)
    who: int | None = None
    kind: StepKind
    if through is not None:
        kind, who = "confirmed" if through.confirmed else "qualified", through.no
    elif asked:
        kind, who = "asked", asked[0].proposed
    elif len(moved) == len(members):
        kind = "closed"
    else:
        kind = "split" if moved else "together"
    into = goes_to(after.format, stage.id, "beaten")
    text = say(
        f"why-league-{kind}"
        if into is not None or kind in ("together", "closed")
        else f"why-league-{kind}-out",
        after=after.after,
        where=in_sentence(stage_words(after.format, stage.id, group)),
        unbeaten=entries(after.format, len(unbeaten)),
        n=len(moved),
        names=names(tournament, unbeaten),
        player="" if who is None else player(tournament, who),
        stage=into or "",
    )
    rule = quote(after.format, "qualify") if kind in ("split", "qualified") else None
    yield Step(after.after, kind, members, unbeaten, moved, who, Reason(text, rule))


def goes_to(declared: Format, stage_id: str, left_as: str) -> Words | None:
    """順位決定リーグ: the stage that takes the players who have left a pool so."""
    takers = (one for one, flow in declared.flows if flow.stage == stage_id and flow.who in (left_as, "rest"))
    taker = next(takers, None)
    return None if taker is None else in_sentence(stage_words(declared, taker.id))


def _counted(
    tournament: Tournament, after: Situation, gone: dict[int, Departure], members: tuple[int, ...]
) -> Reason:
    """「2勝で通過、2敗で失格」."""
    parts = []
    for left_as in ("passed", "out"):
        who = [no for no in members if no in gone and gone[no].left_as == left_as]
        if who:
            parts.append(say(f"why-step-{left_as}", names=names(tournament, who), n=len(who)))
    parts.append(say("why-step-stay", people=entries(after.format, len(members) - len(gone))))
    return Reason(say("why-league-counted", after=after.after, what=joined(parts)))
