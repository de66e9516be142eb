"""A pool of a round: its players and optimum, the step in which a pair was fixed, in sentences (section 4)."""

from __future__ import annotations

from collections import Counter
from functools import cached_property

from tourgen.dataclass import dataclass
from tourgen.explain.alternatives import Alternative, alternatives_of, why_not
from tourgen.explain.choices import Choice, choice_of
from tourgen.explain.costs import LEAGUES, ComponentKind, apart, cost_words, published
from tourgen.explain.words import Reason, Words, joined, people, place, player, quote, say, stage_words, wins
from tourgen.formats.declaration import Leagues, Pool, Swiss
from tourgen.memo import Memo
from tourgen.rules import pairing
from tourgen.rules.pairing import Cost, have_met
from tourgen.rules.situation import PairedStage, Situation, pair_pool, rule_of
from tourgen.rules.steps import Step, bye_is_fixed_first, step_of
from tourgen.tournament import Tournament


@dataclass(frozen=True, slots=True)
class PoolPlayer:
    """One player of a pool: provisional rank over all leagues, wins, and whether they had a bye.

    In Swiss rounds the rank is the place in the order of the pool: by wins, then lot.
    """

    no: int
    rank: int
    wins: int
    had_bye: bool
    lot: int


@dataclass(frozen=True)
class PoolWhy:
    """A pool in provisional order, its optimum, and its pairs in the order in which they were fixed."""

    stage: str
    group: str | None
    players: tuple[PoolPlayer, ...]
    levels: tuple[tuple[int, int], ...]  # (wins, how many have as many), most wins first
    phantom: bool
    bye_first: bool
    lowest: bool  # the rule wants the lowest opponent possible; else the highest
    cost: Cost
    cost_words: Words
    pairs: tuple[tuple[int, int | None], ...]
    classes: tuple[ComponentKind, ...] = LEAGUES  # what is made as rare as possible, in this order

    def player(self, no: int) -> PoolPlayer:
        """One of its players."""
        return self._by_no[no]

    @cached_property
    def _by_no(self) -> dict[int, PoolPlayer]:
        return {one.no: one for one in self.players}


_known: Memo[Situation, dict[tuple[str, str | None, bool], PoolWhy]] = Memo(lambda _: {})


def pool_why(
    situation: Situation, stage: PairedStage, group: str | None, *, organiser: bool = False
) -> PoolWhy:
    """One pool of the next round; what barred pairs cost is for the organiser's eyes."""
    known, key = _known(situation), (stage.id, group, organiser)
    if key not in known:
        known[key] = _pool_why(situation, stage, group, organiser)
    return known[key]


def _pool_why(situation: Situation, stage: PairedStage, group: str | None, organiser: bool) -> PoolWhy:
    paired = pair_pool(situation, stage, group)
    pool, cost = paired.pool, paired.pairing.cost if organiser else published(paired.pairing.cost)
    lots = situation.record.numbers
    ranks = {no: situation.rows[situation.position[no]].rank for no in pool.order}
    if isinstance(stage, Swiss):
        ranks = {no: at for at, no in enumerate(pool.order, 1)}
    players = tuple(
        PoolPlayer(no, ranks[no], pool.wins[no], no in pool.had_bye, lots[no]) for no in pool.order
    )
    return PoolWhy(
        _label(stage),
        group,
        players,
        tuple(sorted(Counter(one.wins for one in players).items(), reverse=True)),
        len(players) % 2 == 1,
        bye_is_fixed_first(pool, rule_of(stage)),
        rule_of(stage).choice == "lowest-possible",
        cost,
        cost_words(cost),
        paired.pairing.pairs,
        _classes(pool) if isinstance(stage, Swiss) else LEAGUES,
    )


def _label(stage: PairedStage) -> str:
    return {"leagues": "league", "pool": "ranking"}.get(stage.kind, stage.kind)


def _classes(pool: pairing.Pool) -> tuple[ComponentKind, ...]:
    strict: tuple[ComponentKind, ...] = ("strict-school",) if pool.school == "strict" else ()
    soft: tuple[ComponentKind, ...] = ("soft-school",) if pool.school == "soft" else ()
    return ("second-bye", "forbidden", "rematch", *strict, "gap", *soft, "discouraged")


@dataclass(frozen=True, slots=True)
class PairWhy:
    """One pair of a pool: when it was fixed, and why nothing that the rule would have preferred."""

    pair: tuple[int, int | None]
    step: Step | None  # None, this and the next: not asked for
    alternatives: tuple[Alternative, ...] | None
    reasons: tuple[Reason, ...]


def pair_why(
    tournament: Tournament,
    situation: Situation,
    stage: Leagues | Pool,
    group: str | None,
    no: int,
    *,
    alternatives: bool,
    exact: bool,
) -> PairWhy:
    """組み合わせ方法 2-6 (000: 1-8) for the pair of one player."""
    paired, rule = pair_pool(situation, stage, group), rule_of(stage)
    step = step_of(paired.pool, rule, paired.pairing, no) if alternatives else None
    found = alternatives_of(paired, rule, step, exact) if step is not None else None
    pool, choice = pool_why(situation, stage, group), choice_of(situation, stage, group, no)
    said = _said(situation)
    if (stage.id, group) not in said:
        said[stage.id, group] = _about_pool(situation, pool)
    reasons = [*said[stage.id, group], *_bye_taken(tournament, situation, pool, no)]
    reasons.append(_chosen(tournament, situation, pool, choice))
    reasons += why_not(tournament, pool.cost, found or (), lowest=pool.lowest)
    first, second = choice.pair
    if second is not None:
        gap = abs(paired.pool.wins[first] - paired.pool.wins[second])
        met = say("why-met" if have_met(paired.pool, first, second) else "why-not-met")
        reasons.append(Reason(say("why-pair-gap", met=met, apart=apart(gap)) if gap else met))
    return PairWhy(choice.pair, step, found, tuple(reasons))


def _ranked(tournament: Tournament, pool: PoolWhy, no: int) -> Words:
    return say("why-ranked", place=place(pool.player(no).rank), name=player(tournament, no))


# What is the same for everybody in a pool, by stage and league.
_said: Memo[Situation, dict[tuple[str, str | None], list[Reason]]] = Memo(lambda _: {})


def _about_pool(situation: Situation, pool: PoolWhy) -> list[Reason]:
    declared = situation.declared
    levels = joined([say("why-level", wins=wins(count), people=people(n)) for count, n in pool.levels])
    where = stage_words(pool.stage, pool.group)
    text = say(
        "why-pool" if declared.league_names else "why-pool-order",
        pool=where,
        people=people(len(pool.players)),
        levels=levels,
    )
    reasons = [Reason(text, None, "pool")]
    if pool.phantom and not pool.bye_first:
        reasons.append(Reason(say("why-phantom"), quote(declared, "bye"), "pool"))
    reasons.append(Reason(say("why-optimum", cost=pool.cost_words), quote(declared, "top-down"), "pool"))
    return reasons


def _bye_taken(tournament: Tournament, situation: Situation, pool: PoolWhy, no: int) -> list[Reason]:
    """Who has the bye that was fixed first; whose own it is reads more of it in a moment."""
    if not pool.bye_first or no == pool.pairs[0][0]:
        return []
    taken = say("why-bye-taken", name=_ranked(tournament, pool, pool.pairs[0][0]))
    return [Reason(taken, quote(situation.declared, "bye"), "pool")]


def _chosen(tournament: Tournament, situation: Situation, pool: PoolWhy, choice: Choice) -> Reason:
    """Why this pair was the next."""
    declared = situation.declared
    first, second = choice.pair
    if second is None:
        code = "why-bye-first" if pool.bye_first else "why-bye-top" if pool.lowest else "why-bye-last"
        text = say(code, name=_ranked(tournament, pool, first), wins=wins(pool.player(first).wins))
        return Reason(text, quote(declared, "bye"))
    alike = pool.player(first).wins == pool.player(second).wins
    rule = quote(declared, "highest")
    if pool.lowest:
        rule = quote(declared, "lowest" if alike else "different") or quote(declared, "lowest")
    text = say(
        "why-step-last" if choice.wanted else "why-step",
        first=_ranked(tournament, pool, first),
        second=_ranked(tournament, pool, second),
        people=people(choice.players),
        end=say("why-lowest" if pool.lowest else "why-highest"),
    )
    return Reason(text, rule)
