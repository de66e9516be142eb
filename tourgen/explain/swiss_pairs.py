"""Why this opponent in a Swiss round: the order of the pool, what is avoided first, why nobody higher (section 8)."""

from __future__ import annotations

from tourgen.explain.alternatives import alternatives_of, lower_byes, why_not, worse_somehow
from tourgen.explain.choices import Choice, choice_of
from tourgen.explain.costs import apart, class_words
from tourgen.explain.pools import PairWhy, PoolWhy, pool_why
from tourgen.explain.words import Reason, Words, entries, joined, level, player, preliminaries_words, say
from tourgen.formats.declaration import Swiss
from tourgen.memo import Memo
from tourgen.rules.pairing import Pool, have_met, same_school
from tourgen.rules.pairing import joined as named_together
from tourgen.rules.situation import Situation, pair_pool, rule_of
from tourgen.rules.steps import Pair, step_of
from tourgen.tournament import Tournament


def swiss_pair_why(
    tournament: Tournament,
    situation: Situation,
    stage: Swiss,
    group: str | None,
    no: int,
    *,
    alternatives: bool,
    exact: bool,
    organiser: bool,
) -> PairWhy:
    """The pair of one player. Only the organiser is told of barred pairs, and only then what others would cost."""
    paired, rule = pair_pool(situation, stage, group), rule_of(stage)
    pool = pool_why(situation, stage, group, organiser=organiser)
    choice = choice_of(situation, stage, group, no)
    step = step_of(paired.pool, rule, paired.pairing, no) if alternatives else None
    found = alternatives_of(paired, rule, step, exact) if step is not None else None
    hidden = not organiser and _any_barred(paired.pool)
    said = _said(situation)
    if (group, organiser) not in said:
        said[group, organiser] = _about_pool(situation, pool)
    reasons = [*said[group, organiser], _chosen(tournament, situation, pool, choice)]
    if hidden:
        reasons += worse_somehow(tournament, found or ())
    else:
        byes = lower_byes(paired, step, exact) if step is not None and step.pair[1] is None else ()
        reasons += why_not(tournament, paired.pairing.cost, (*(found or ()), *byes), lowest=False)
    reasons += _pair_reasons(paired.pool, choice.pair, organiser)
    return PairWhy(choice.pair, step, None if hidden else found, tuple(reasons))


def _any_barred(pool: Pool) -> bool:
    """Whether a reason could give away a barred pair."""
    inside = pool.wins.keys()
    return any(
        no in inside and others & inside
        for pairs in (pool.forbidden, pool.discouraged)
        for no, others in pairs.items()
    )


# What is the same for everybody in a block, for the organiser and for all.
_said: Memo[Situation, dict[tuple[str | None, bool], list[Reason]]] = Memo(lambda _: {})


def _about_pool(situation: Situation, pool: PoolWhy) -> list[Reason]:
    declared = situation.declared
    levels = [
        say("why-level", wins=level(declared, count), people=entries(declared, n)) for count, n in pool.levels
    ]
    text = say(
        "why-swiss-pool-points" if declared.in_points else "why-swiss-pool",
        pool=preliminaries_words(declared, pool.group),
        people=entries(declared, len(pool.players)),
        levels=joined(levels),
    )
    sentences = [text]
    if pool.phantom and len(pool.players) > 1:
        sentences.append(say("why-phantom-points" if declared.in_points else "why-phantom"))
    if len(pool.players) > 1:
        sentences.append(say("why-swiss-classes", classes=class_words(pool.classes, declared.in_points)))
        sentences.append(say("why-optimum", cost=pool.cost_words))
    return [Reason(one, None, "pool") for one in sentences]


def _chosen(tournament: Tournament, situation: Situation, pool: PoolWhy, choice: Choice) -> Reason:
    """Why this pair was the next."""
    first, second = choice.pair
    shown = _in_order(tournament, pool, first)
    if second is None:
        return Reason(say("why-swiss-bye" if len(pool.players) > 1 else "why-swiss-alone", first=shown))
    text = say(
        "why-swiss-step-next" if choice.wanted else "why-swiss-step",
        first=shown,
        second=_in_order(tournament, pool, second),
        people=entries(situation.declared, choice.players),
    )
    return Reason(text)


def _in_order(tournament: Tournament, pool: PoolWhy, no: int) -> Words:
    """3番目の 見本 太郎(2勝、抽選番号 5)."""
    one = pool.player(no)
    score = level(tournament.division.declared, one.wins)
    return say("why-in-order", at=one.rank, name=player(tournament, no), wins=score, lot=one.lot)


def _pair_reasons(pool: Pool, pair: Pair, organiser: bool) -> list[Reason]:
    """What the pair itself is: a first meeting, so many wins apart, of one school, barred."""
    first, second = pair
    if second is None:
        return []
    sentences = [say("why-pair-rematch" if have_met(pool, first, second) else "why-pair-first-meeting")]
    gap = abs(pool.wins[first] - pool.wins[second])
    if gap:
        sentences.append(say("why-pair-apart", apart=apart(gap, pool.in_points)))
    if same_school(pool, first, second):
        sentences.append(say("why-pair-school" if pool.school else "why-pair-school-off"))
    if organiser and named_together(pool.forbidden, first, second):
        sentences.append(say("why-pair-forbidden"))
    if organiser and named_together(pool.discouraged, first, second):
        sentences.append(say("why-pair-discouraged"))
    return [Reason(joined(sentences, "", " "))]
