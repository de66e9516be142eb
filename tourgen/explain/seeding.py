"""Who enters a stage by rank, on which seat, and why nobody else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tourgen.engine.situation import Situation
from tourgen.engine.stages.base import Pick, Stage, selected
from tourgen.event.tournament import Tournament
from tourgen.explain.remembered import remembered
from tourgen.explain.words import (
    Reason,
    Words,
    entries,
    in_sentence,
    joined,
    names,
    place,
    plain,
    player,
    quote,
    say,
    stage_words,
)
from tourgen.formats.models import Flow

BY_RANK = ("best", "places", "next-best", "unbeaten", "rest", "passed", "best-overall")


@dataclass(frozen=True, slots=True)
class Seed:
    """One entrant: as the tree names the place (1, 2, … or A1, B1, …), and by which rank they came."""

    no: int
    name: str
    reason: Reason


@dataclass(frozen=True, slots=True)
class SeedingWhy:
    """Who enters a stage."""

    stage: str
    title: Words
    cut: int  # 0: not a number of places, but everybody who is unbeaten, has passed …
    entrants: tuple[Seed, ...]
    reasons: tuple[Reason, ...]

    def seed_of(self, no: int) -> Seed | None:
        """The player's entry; None for a player who is not in it."""
        return next((one for one in self.entrants if one.no == no), None)


def seeded_stages(now: Situation) -> list[Stage]:
    """The stages that are entered by rank, in the order of the format."""
    return [stage for stage in now.stages.values() if _by_rank(stage)]


def _by_rank(stage: Stage) -> bool:
    return not stage.only_if_undecided and any(flow.who in BY_RANK for flow in stage.declared.entered_from)


def seeding_why(tournament: Tournament, stage_id: str | None = None) -> SeedingWhy | None:
    """Who enters a stage by rank, the first such stage unless one is named; None before that is known."""
    known = _seedings(tournament)
    return known.get(stage_id or next(iter(known), ""))


@remembered
def _seedings(tournament: Tournament) -> dict[str, SeedingWhy]:
    now = tournament.now
    found = {}
    for stage in seeded_stages(now) if now is not None else ():
        first = now.spans.get(stage.id, (0, 0))[0] if now is not None else 0
        if not 0 < first <= len(tournament.situations):
            continue
        # As it stood when the stage was entered: somebody may have left since.
        before = tournament.situations[first - 1]
        picks = selected(stage, before)
        if picks is not None:
            found[stage.id] = _seeding_why(tournament, before, stage, picks)
    return found


@remembered
def _ranks(_: Situation) -> dict[str, dict[int, int]]:
    """Stage → player → rank, for the stages that were asked for already."""
    return {}


def stage_rank(now: Situation, stage_id: str, no: int) -> int:
    """The rank in a group of a stage, whoever has left counted."""
    known = _ranks(now)
    if stage_id not in known:
        groups = now.stages[stage_id].all_ranked(now)
        known[stage_id] = {one: rank for ranks in groups for one, rank in ranks.items()}
    return known[stage_id][no]


def _seeding_why(tournament: Tournament, now: Situation, stage: Stage, picks: Sequence[Pick]) -> SeedingWhy:
    declared, flow = now.format, stage.declared.entered_from[0]
    cut = _cut(flow)
    found = [(pick.slot.no, pick) for pick in picks if pick.slot.no is not None]
    left = now.stages[flow.stage].passed_over(flow, now) if flow.stage is not None else []
    several = len({pick.group for _, pick in found}) > 1
    entrants = []
    for seed, (no, pick) in enumerate(found, 1):
        own = pick.flow or flow
        source = now.entered.get(own.stage or "", {}) if own.who in BY_RANK else {}
        known, group = no in source, source.get(no)
        rank = stage_rank(now, own.stage or "", no) if known else seed
        moved_up = "moved-up" if 0 < _cut(own) < rank else "inside"
        text = say(
            f"why-seed-{moved_up if own.who == 'best' else own.who}",
            where=stage_words(declared, own.stage or declared.first_stage.id, group),
            place=place(rank),
            cut=entries(declared, _cut(own)),
            seed=seed,
            name=player(tournament, no),
            wins=now.record.wins(no),
            names=names(tournament, [one for one in left if own == flow and known and source[one] == group]),
        )
        named = several and pick.group is not None and pick.name
        entrants.append(Seed(no, _name_of_seat(pick) if named else str(seed), Reason(text)))
    title = stage_words(declared, stage.id)
    reasons = [
        _who_enters(tournament, now, stage, cut, entrants),
        *_who_left(tournament, title, cut, left),
        *_seated(tournament, now, stage, entrants),
    ]
    return SeedingWhy(stage.id, title, cut, tuple(entrants), tuple(reasons))


def _name_of_seat(pick: Pick) -> str:
    """A1; 1-1 of groups that have numbers, as in the tree; the group alone where no rank counts."""
    group = pick.group or ""
    rank = pick.name.removeprefix(group)
    return f"{group}-{rank}" if rank and group.isdigit() else pick.name


def _cut(flow: Flow) -> int:
    """How many of each group, 0 where it is not a number of places."""
    return (flow.count or 1) if flow.who == "best" else 0


def _who_enters(
    tournament: Tournament, now: Situation, stage: Stage, cut: int, entrants: Sequence[Seed]
) -> Reason:
    declared, flow = now.format, stage.declared.entered_from[0]
    rule = None
    if flow.who == "unbeaten":
        code = {0: "why-unbeaten-none", 1: "why-unbeaten-sole"}.get(len(entrants), "why-unbeaten-several")
        rule = quote(declared, "playoff")
    elif cut:
        groups = len(now.stages[flow.stage or ""].group_names(now))
        code = "why-seeding" if groups == 1 else "why-seeding-blocks"
        rule = quote(declared, f"knockout of {groups} x {cut}")
    else:
        code = "why-seeding-others"
    text = say(
        code,
        stage=in_sentence(stage_words(declared, stage.id)),
        names=names(tournament, [one.no for one in entrants]),
        people=entries(declared, len(entrants)),
        cut=entries(declared, cut),
    )
    return Reason(text, rule)


def _who_left(tournament: Tournament, title: Words, cut: int, left: Sequence[int]) -> Iterator[Reason]:
    if left:
        code = "why-seeding-left" if cut else "why-unbeaten-left"
        yield Reason(say(code, names=names(tournament, left), stage=in_sentence(title)))


def _seated(
    tournament: Tournament, now: Situation, stage: Stage, entrants: Sequence[Seed]
) -> Iterator[Reason]:
    """How they stand in a tree, and who waits in its first round beside an empty place."""
    by_no = {one.no: one for one in entrants}
    tree = [None if no is None else by_no.get(no) for no in now.drawn.get(stage.id, ())]
    pairs = [[one for one in pair if one is not None] for pair in zip(tree[::2], tree[1::2], strict=False)]
    if len(entrants) > 1 and tree:
        seats, avoid = stage.seated_by
        alike = len({one.name for one in entrants}) < len(entrants)
        called = [
            [player(tournament, one.no) if alike else plain(one.name) for one in pair] for pair in pairs
        ]
        named = joined([joined(pair, "–", "–") for pair in called])
        yield Reason(say(f"why-seats-{seats}", pairs=named))
        yield from (Reason(say(f"why-seats-avoid-{word}")) for word in avoid)
    if None in tree:
        waiting = names(tournament, [pair[0].no for pair in pairs if len(pair) == 1])
        many, size = entries(now.format, len(entrants)), entries(now.format, len(tree))
        code = "why-seeding-wait" if stage.seated_by[0] == "seeded" else "why-seeding-wait-by-place"
        yield Reason(say(code, people=many, size=size, names=waiting))


def not_in_words(tournament: Tournament, now: Situation, no: int) -> Words | None:
    """Why a player did not reach a stage that the own one leads to by rank; None where nothing is to be said."""
    for stage in seeded_stages(now):
        why, flow = seeding_why(tournament, stage.id), stage.declared.entered_from[0]
        source = now.entered.get(flow.stage or "", {})
        if why is None or stage.id not in now.spans or no not in source or why.seed_of(no) is not None:
            continue
        if flow.who not in ("best", "unbeaten") or not why.entrants:
            continue
        before = tournament.situations[now.spans[stage.id][0] - 1]
        return say(
            "why-not-in" if why.cut else "why-not-unbeaten",
            where=stage_words(now.format, flow.stage or "", source[no]),
            name=player(tournament, no),
            place=place(stage_rank(before, flow.stage or "", no)),
            cut=entries(now.format, why.cut),
            stage=in_sentence(why.title),
        )
    return None
