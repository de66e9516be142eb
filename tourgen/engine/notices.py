"""What an organiser should know about a round or a format before it is played; the engine goes on all the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tourgen.engine.model import Game
from tourgen.engine.reasons import Dealt, Paired
from tourgen.engine.situation import Situation
from tourgen.engine.stages.bracket.title_match import why_no_match
from tourgen.formats.labels import grade_value
from tourgen.formats.models import Bracket, Format, Pool, words_in
from tourgen.formats.words import OF_DISCS, criterion_parts

BY_LOT = ("lottery-number", "smaller-lot", "lot-of-the-round")


@dataclass(frozen=True, slots=True)
class Note:
    """A code for its message, and the players it is about."""

    code: str
    players: tuple[int, ...] = ()
    stage: str = ""


def round_notes(now: Situation, games: Sequence[Game]) -> Iterator[Note]:
    """What the next round could not avoid: rematches, second byes, a pool of one; a title match that is not played."""
    for stage in now.format.stage:
        if isinstance(stage, Bracket) and stage.played_if == "undecided":
            why = why_no_match(stage, now) if stage.span and stage.span[0] == now.after + 1 else None
            if why is not None:
                yield Note(*why, stage.id)
    for one in games:
        first, second = one.players
        if isinstance(one.reason, Dealt) and len(one.reason.members) == 1:
            yield Note("bye-alone", (first,), one.stage)
        if not isinstance(one.reason, Paired):
            continue
        if second is not None:
            if second in now.everything.met(first):
                yield Note("rematch", (first, second), one.stage)
        elif now.everything.byes(first):
            yield Note("bye-second", (first,), one.stage)
        elif len(one.reason.pool.order) == 1:
            yield Note("bye-alone", (first,), one.stage)


def field_notes(now: Situation) -> Iterator[Note]:
    """What the field makes of the format: more rounds than opponents, a bar with nobody or everybody above it."""
    for stage in now.format.stage:
        if isinstance(stage, Pool) and stage.span is not None and not stage.entered_from and not stage.leave:
            groups = list(now.entered[stage.id].values())
            smallest = min((groups.count(name) for name in set(groups)), default=0)
            if stage.length >= smallest - 1:
                yield Note("round-robin-fits", stage=stage.id)
    points = now.format.score.starting_points
    if points is not None:
        bar = grade_value(points.bar) or 0
        above = [no for no, one in now.entrants.items() if one.grade is not None and one.grade >= bar]
        if not above:
            yield Note("bar-nobody")
        elif len(above) == len(now.entrants):
            yield Note("bar-everybody")


def cut_notes(now: Situation) -> Iterator[Note]:
    """A lot that decided who goes on: the last who was taken and the first who was not are equal in all else."""
    criteria = [one if isinstance(one, str) else "" for one in now.format.order.criteria]
    deciding = [at for at, word in enumerate(criteria) if word not in BY_LOT]
    keys = {row.no: tuple(row.keys[at] for at in deciding) for row in now.rows}
    for stage in now.format.stage:
        for flow in stage.entered_from:
            source = now.stages.get(flow.stage or "")
            if flow.who != "best" or source is None or not source.over(now):
                continue
            for rows in source.ranked_groups(now).values():
                taken, left = rows[: flow.count], rows[flow.count or 0 :]
                if taken and left and keys[taken[-1].no] == keys[left[0].no]:
                    yield Note("cut-by-lot", (taken[-1].no, left[0].no), stage.id)


def needs_discs(declared: Format) -> bool:
    """Whether a criterion needs disc counts: a missing one is an error then."""
    return any((criterion_parts(word) or ("",))[0] in OF_DISCS for word in criteria_words(declared))


def needs_grades(declared: Format) -> bool:
    """Whether starting points or stones need everybody's grade."""
    return declared.score.starting_points is not None or declared.handicap is not None


def criteria_words(declared: Format) -> list[str]:
    """Every criterion that is named anywhere in a format."""
    lists = [declared.order.criteria, declared.final_criteria]
    for stage in declared.stage:
        lists += [stage.order or (), getattr(stage, "pair_by", ()), getattr(stage, "deal_by", ())]
    return [word for one in lists for word in words_in(one)]
