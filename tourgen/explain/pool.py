"""A pool of a round: its players and optimum, when a pair was fixed, why nobody whom the rule would rather give."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tourgen.engine import pairing
from tourgen.engine.criteria import keys_of
from tourgen.engine.criteria.persons import NO_RATING
from tourgen.engine.model import Game
from tourgen.engine.pairing.choices import (
    Alternative,
    Choice,
    Excess,
    alternatives_of,
    bye_is_fixed_first,
    choice_of,
    lower_byes,
)
from tourgen.engine.pairing.rule import level_of
from tourgen.engine.reasons import Dealt, Paired
from tourgen.engine.situation import Situation
from tourgen.event.tournament import Tournament
from tourgen.explain.costs import (
    GAP,
    PRIVATE,
    RULES,
    Component,
    apart,
    class_words,
    components,
    cost_words,
    counted_in,
    more_words,
)
from tourgen.explain.rank import LOTS, shown
from tourgen.explain.remembered import remembered
from tourgen.explain.terms import criterion_label
from tourgen.explain.words import (
    Reason,
    Words,
    entries,
    grade_words,
    joined,
    level,
    names,
    place,
    player,
    quote,
    say,
    stage_words,
)
from tourgen.formats.models import Criterion, Format, Pool

# What is said of a pair that belongs to a class; of rematches and gaps more is said.
OF_A_PAIR = ("same-school", "same-school-strict", "same-school-soft", "same-group", "colour", *PRIVATE)


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked about a game of the next round, and how much of the answer."""

    tournament: Tournament
    now: Situation
    game: Game
    no: int
    alternatives: bool
    organiser: bool


@dataclass(frozen=True, slots=True)
class PoolPlayer:
    """One player of a pool: the rank in the order, in a pool with an order of its own (`pair_by`) the place in it."""

    no: int
    rank: int
    wins: int
    had_bye: bool
    values: Words  # by what it stands there: 2勝、抽選番号 5


@dataclass(frozen=True, slots=True)
class PoolWhy:
    """A pool in order, its optimum, and its pairs in the order in which they were fixed."""

    by_no: dict[int, PoolPlayer]  # best first
    by: Criterion  # what differences are counted in
    own_order: bool  # it has an order of its own (`pair_by`)
    cost: tuple[Component, ...]
    classes: tuple[str, ...]  # what is made as rare as possible, in this order
    pairs: tuple[pairing.Pair, ...]
    reasons: tuple[Reason, ...]  # the same for everybody in it

    @property
    def players(self) -> tuple[PoolPlayer, ...]:
        """Its players, best first."""
        return tuple(self.by_no.values())


@remembered
def _known(_: Situation) -> dict[tuple[str, str | None, bool], PoolWhy]:
    """The pools of the next round that were explained already."""
    return {}


def pool_why(now: Situation, game: Game, reason: Paired, *, organiser: bool) -> PoolWhy:
    """The pool of a game of the next round; what barred pairs cost is for the organiser's eyes."""
    known, key = _known(now), (game.stage, game.group, organiser)
    if key not in known:
        known[key] = _pool_why(now, game, reason, organiser)
    return known[key]


def _pool_why(now: Situation, game: Game, reason: Paired, organiser: bool) -> PoolWhy:
    pool, stage = reason.pool, _declared(now, game)
    by = stage.pair_by or ("wins",)
    record = now.stages[stage.id].record(now)
    keys = keys_of(pool.order, now.standing(record), stage.pair_by)
    players = {
        no: PoolPlayer(
            no,
            at if stage.pair_by else now.ranks[no],
            pool.score[no],
            now.everything.byes(no) > 0,
            joined([_by(now.format, *one) for one in zip(by, keys[no] or (pool.score[no],), strict=True)]),
        )
        for at, no in enumerate(pool.order, 1)
    }
    parts = components(pool, reason.pairing.counts, organiser=organiser)
    school = stage.school_in(now.after + 2 - now.spans[stage.id][0])
    of_round = ("same-school-strict", "same-school-soft")
    classes = tuple(word for word in stage.avoid if word not in of_round or word.endswith(school))
    said = _about_pool(now, game, pool, classes, cost_words(now.format, by[0], parts, classes))
    return PoolWhy(players, by[0], bool(stage.pair_by), parts, classes, reason.pairing.pairs, tuple(said))


def _declared(now: Situation, game: Game) -> Pool:
    stage = now.format.stage_of(game.stage)
    assert isinstance(stage, Pool)
    return stage


def _by(declared: Format, word: Criterion, key: int) -> Words:
    """2勝, 抽選番号 5."""
    if word in ("wins", "points"):
        return level(declared, key)
    if word == "grade":
        return grade_words(key)
    if word == "rating" and key == NO_RATING:
        return say("why-rating-none")
    code = "why-text-lot" if word == "smaller-lot" else "why-term"
    return say(code, name=criterion_label(word), value=shown(declared, word, key))


def _about_pool(
    now: Situation, game: Game, pool: pairing.Pool, classes: Sequence[str], cost: Words
) -> Iterator[Reason]:
    declared, stage, count = now.format, _declared(now, game), len(pool.order)
    first = stage.pair_by[0] if stage.pair_by else "wins"
    levels = sorted(Counter(pool.score[no] for no in pool.order).items(), reverse=True)
    code = "why-level-by" if counted_in(declared, first) == "-by" else "why-level"
    counts = [say(code, wins=_by(declared, first, one), people=entries(declared, n)) for one, n in levels]
    text = say(
        "why-pool",
        pool=stage_words(declared, game.stage, game.group),
        people=entries(declared, count),
        levels=joined(counts),
        order=order_words(declared, stage),
    )
    yield Reason(text, None, "pool")
    if count == 1 and stage.pair_by:
        return
    if count % 2 and not bye_is_fixed_first(pool):
        code, score = f"why-phantom{counted_in(declared, first)}", shown(declared, first, pool.phantom)
        text = say(code, score=score, label=criterion_label(first))
        yield Reason(text, quote(declared, "bye"), "pool")
    rule = quote(declared, "top-down")
    if rule is None and classes:
        text = say("why-classes", classes=class_words(declared, first, classes))
        yield Reason(text, None, "pool")
    yield Reason(say("why-optimum", cost=cost), rule, "pool")


def order_words(declared: Format, stage: Pool) -> Words:
    """暫定順位の順に, or 勝数の多い順、同じ勝数では抽選番号の小さい順に."""
    by, score = stage.pair_by, declared.score
    if not by:
        return say("why-by-order" if declared.order.decided_places else "why-by-provisional-order")
    if by == ("wins", "smaller-lot") and not score.in_points:
        return say("why-by-wins-and-lot")
    if by == ("points", "smaller-lot") and score.may_be_drawn and score.starting_points is None:
        code = "why-by-points-and-lot-go" if declared.game == "go" else "why-by-points-and-lot"
        return say(code, win=f"{score.win:g}", draw=f"{score.draw or 0:g}")
    smaller = [
        say("why-smaller-first", label=criterion_label(word)) if word in LOTS else criterion_label(word)
        for word in by
    ]
    return say("why-by-criteria", criteria=joined(smaller))


# --- A pair


def pair_reasons(asked: Asked, reason: Paired) -> tuple[Reason, ...]:
    """Why a player has this pair, and what the rule would have preferred.

    Only the organiser is told of barred pairs, and only then what others would cost.
    """
    tournament, now, pool, declared = asked.tournament, asked.now, reason.pool, asked.now.format
    why = pool_why(now, asked.game, reason, organiser=asked.organiser)
    choice = choice_of(pool, reason.pairing, asked.no)
    reasons = [*why.reasons]
    if bye_is_fixed_first(pool) and asked.no != why.pairs[0][0]:
        taken = say("why-bye-taken", name=_named(tournament, why, why.pairs[0][0]))
        reasons.append(Reason(taken, quote(declared, "bye"), "pool"))
    reasons.append(_chosen(tournament, now, pool, why, choice))
    found = alternatives_of(pool, reason.pairing, choice) if asked.alternatives else ()
    if not asked.organiser and _any_barred(pool):
        if found:
            # One sentence for all, so that none stands out.
            who = names(tournament, [one.pair[1] for one in found])
            reasons.append(Reason(say("why-not-somehow", names=who)))
    elif asked.alternatives:
        nobodys_wish = choice.pair[1] is None and pool.opponent != "lowest-possible"
        if why.own_order and nobodys_wish and not bye_is_fixed_first(pool):
            found = (*found, *lower_byes(pool, reason.pairing, choice))
        reasons += _why_not(tournament, declared, pool, why, found)
    return (*reasons, *_of_the_pair(now, pool, why, choice.pair, asked.organiser))


def _named(tournament: Tournament, why: PoolWhy, no: int) -> Words:
    """3位 見本 太郎; in a pool with an order of its own 3番目の 見本 太郎(2勝、抽選番号 5)."""
    one, name = why.by_no[no], player(tournament, no)
    if why.own_order:
        return say("why-in-order", at=one.rank, name=name, values=one.values)
    return say("why-ranked", place=place(one.rank), name=name)


def _chosen(
    tournament: Tournament, now: Situation, pool: pairing.Pool, why: PoolWhy, choice: Choice
) -> Reason:
    """Why this pair was the next."""
    declared, (one, other) = now.format, choice.pair
    first = _named(tournament, why, one)
    if other is None:
        code, label = _bye_code(declared, pool, why), criterion_label(why.by)
        name = player(tournament, one) if why.own_order and bye_is_fixed_first(pool) else first
        text = say(code, name=name, wins=why.by_no[one].values, label=label)
        return Reason(text, quote(declared, "bye"))
    lowest = pool.opponent == "lowest-possible"
    different = lowest and why.by_no[one].wins != why.by_no[other].wins
    rule = quote(declared, "different") if different else None
    text = say(
        "why-step-last" if len(choice.wanted) == 1 else "why-step",
        first=first,
        turn=say("why-turn" if why.own_order else "why-turn-ranked", first=first),
        second=_named(tournament, why, other),
        people=entries(declared, choice.players),
        end=say(f"why-{pool.opponent}"),
    )
    return Reason(text, rule or quote(declared, pool.opponent.split("-")[0]))


def _bye_code(declared: Format, pool: pairing.Pool, why: PoolWhy) -> str:
    """Why the bye falls to somebody."""
    if len(pool.order) == 1 and why.own_order:
        return "why-bye-alone"
    if bye_is_fixed_first(pool):
        return f"why-bye-{pool.bye}{'' if pool.bye == 'last-ranked' else counted_in(declared, why.by)}"
    if pool.opponent == "lowest-possible":
        return "why-bye-top"
    return "why-bye-own-order" if why.own_order else "why-bye-last"


def _of_the_pair(
    now: Situation, pool: pairing.Pool, why: PoolWhy, pair: pairing.Pair, organiser: bool
) -> Iterator[Reason]:
    """What the pair itself is: a first meeting, so many wins apart, of one school, barred."""
    first, second = pair
    if second is None:
        return
    met = "again" if second in now.everything.met(first) else "first"
    sentences = [say(f"why-met-{met}-own" if why.own_order else f"why-met-{met}")]
    gap = abs(pool.score[first] - pool.score[second])
    if gap:
        sentences.append(say("why-pair-apart", apart=apart(now.format, why.by, gap)))
    for one in pool.avoid:
        hidden = one.name in PRIVATE and not organiser
        if one.name in OF_A_PAIR and not hidden and level_of(pool, one, first, second):
            sentences.append(say(f"why-pair-{one.name}"))
    of_school = {one.name for one in pool.avoid if one.name.startswith("same-school")}
    schools = {now.entrants[no].school for no in (first, second)}
    if of_school and not of_school & set(why.classes) and len(schools) == 1 and "" not in schools:
        sentences.append(say("why-pair-school-off"))
    yield Reason(joined(sentences, "", " "))


def _any_barred(pool: pairing.Pool) -> bool:
    """Whether a reason could give away a barred pair."""
    inside = set(pool.order)
    barred = [one for one in pool.avoid if isinstance(one, pairing.Avoided) and one.name in PRIVATE]
    return any(inside & set(others) for one in barred for no, others in one.levels.items() if no in inside)


def _why_not(
    tournament: Tournament,
    declared: Format,
    pool: pairing.Pool,
    why: PoolWhy,
    alternatives: Sequence[Alternative],
) -> Iterator[Reason]:
    """One sentence for each reason, with the names of all it holds for."""
    grouped: dict[tuple[bool, bool, Excess], list[Alternative]] = {}
    for one in alternatives:
        grouped.setdefault((one.pair[1] is None, one.own is not None, one.own or one.worse), []).append(one)
    for (bye, own, more), members in grouped.items():
        most = sum(part.count for part in why.cost if (part.name, part.level) == (more.name, more.level))
        ending = f"{more.name}{'-used' if most and more.name == GAP else ''}" if own else "others"
        text = say(
            f"why-not-{'bye' if bye else 'pair'}-{ending}",
            names=names(tournament, [one.pair[0 if bye else 1] for one in members]),
            side=say(f"why-rather-{pool.opponent}"),
            more=more_words(declared, why.by, more),
            apart=apart(declared, why.by, more.level),
            most=most,
            phantom=_by(declared, why.by, pool.phantom),
            score=shown(declared, why.by, pool.phantom),
        )
        yield Reason(text, quote(declared, RULES.get(more.name, "")))


# --- The first round by number


def first_reasons(asked: Asked, reason: Dealt) -> tuple[Reason, ...]:
    """1回戦 by number: the bye of the largest, halves or neighbours, and the pair."""
    tournament, now, game, no = asked.tournament, asked.now, asked.game, asked.no
    declared, members, half = now.format, reason.members, len(reason.members) // 2
    number = {one: now.entrants[one].number for one in members}
    reasons = []
    if len(members) % 2:
        bye = members[-1]
        text = say(
            "why-first-bye",
            where=stage_words(declared, game.stage, game.group),
            people=entries(declared, len(members)),
            number=number[bye],
            name=player(tournament, bye),
        )
        reasons = [Reason(text, quote(declared, "first-bye"), "pair" if no == bye else "pool")]
        if no == bye:
            return tuple(reasons)
    in_halves = reason.rule == "halves-by-number"
    at = members.index(no) % half if in_halves else members.index(no) // 2
    low, high = (members[at], members[at + half]) if in_halves else members[2 * at : 2 * at + 2]
    ending = "-neighbours" if not in_halves else "" if at + 1 < half else "-largest"
    pair = say(
        f"why-first-pair{ending}",
        n=half - at,
        low=player(tournament, low),
        low_no=number[low],
        high=player(tournament, high),
        high_no=number[high],
    )
    if not in_halves:
        how = Reason(say("why-first-neighbours"), quote(declared, "first-neighbours"), "pool")
        return (*reasons, how, Reason(pair))
    spans = [
        say("why-span", first=number[members[one]], last=number[members[one + half - 1]]) for one in (0, half)
    ]
    text = say("why-first-halves", people=entries(declared, 2 * half), n=half, low=spans[0], high=spans[1])
    how = Reason(text, quote(declared, "first-halves"), "pool")
    return (*reasons, how, Reason(pair, quote(declared, "first-pairs")))
