"""The terms of a criterion's value in words: what the engine added up, with the opponents by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from tourgen.engine.criteria import Term, Value, shown_value
from tourgen.engine.criteria.own import discs
from tourgen.engine.criteria.persons import NO_RATING
from tourgen.engine.situation import Situation
from tourgen.event.tournament import Tournament
from tourgen.explain.record_lines import game_in
from tourgen.explain.words import Words, grade_words, joined, player, say
from tourgen.formats.models import Criterion, Format, Number, Sum
from tourgen.formats.words import criterion_parts

Terms = tuple[tuple[Number, ...], tuple[Number, ...]]


@dataclass(frozen=True, slots=True)
class Worked:
    """A value to be put into words, and whose it is."""

    tournament: Tournament
    now: Situation
    word: Criterion
    no: int
    value: Value

    def show(self, value: int) -> Number:
        """A part of the value as people read it."""
        return shown_value(self.now.format.score, self.word, value)

    def who(self, term: Term) -> Words:
        """The opponent of a term; a win by forfeit is a bye in sums, and says by whose."""
        if term.opponent is not None:
            return player(self.tournament, term.opponent)
        game = game_in(self.now, term.round, self.no) if term.round else None
        if game is not None and game.kind == "forfeit" and game.winner == self.no:
            return say("why-term-walkover", name=player(self.tournament, game.opponent(self.no)))
        return say("why-term-bye" if term.bye else "why-term-nobody")

    def in_round(self, term: Term) -> Words:
        """1回戦 佐藤高A."""
        return say("why-term-round", round=term.round, name=self.who(term))

    def added(self, named: Callable[[Term], Words]) -> Words | None:
        """佐藤 3 ＋ 田中 2 ＋ 不戦勝 0; None where nothing is added."""
        terms = [self.term(named(term), term) for term in self.value.terms]
        return joined(terms, " ＋ ", " + ") if terms else None

    def term(self, name: Words, term: Term) -> Words:
        """佐藤 3."""
        return say("why-term", name=name, value=self.show(term.value))


def parts_of(word: Criterion) -> tuple[str, int]:
    """The word of a criterion without its number, and the number; a sum is the word "sum"."""
    if isinstance(word, Sum):
        return "sum", 0
    found = criterion_parts(word)
    assert found is not None, word
    return found


@cache
def criterion_label(name: Criterion) -> Words:
    """勝数, 直前の勝数, 上2＋下2, 抽選番号; of a sum those it adds."""
    if isinstance(name, Sum):
        return joined([_times(*one) for one in zip(name.sum, name.times, strict=True)], "＋", " + ")
    word, number = parts_of(name)
    return say(f"why-criterion-{word}", k=number)


def _times(word: str, times: int) -> Words:
    """6×勝った相手の勝数."""
    label = criterion_label(word)
    return label if times == 1 else say("why-term-times", times=times, name=label)


def summands(declared: Format, word: Criterion, value: Value) -> Terms:
    """What a value adds up: of 上k＋下k the beaten, then those lost to; nothing where it is no sum of others."""
    name, _ = parts_of(word)
    if name in ("wins", "points", "wins-before-latest", "later-first-loss", "direct-encounter"):
        return (), ()
    terms = [(shown_value(declared.score, word, term.value), term.won) for term in value.terms]
    if name != "top-bottom":
        return tuple(shown for shown, _ in terms), ()
    return tuple(shown for shown, won in terms if won), tuple(shown for shown, won in terms if not won)


def detail(tournament: Tournament, now: Situation, word: Criterion, no: int, value: Value) -> Words | None:
    """A value worked out in words; None where there is nothing to say beyond it."""
    found = DETAILS.get(parts_of(word)[0])
    return None if found is None else found(Worked(tournament, now, word, no, value))


def _opponents(one: Worked) -> Words | None:
    return one.added(one.who)


def _rounds(one: Worked) -> Words | None:
    return one.added(one.in_round)


def _without_extremes(one: Worked) -> Words | None:
    if not one.value.left_out:
        return say("why-median-few")
    left = [one.term(one.who(term), term) for term in one.value.left_out]
    terms = _opponents(one) or say("why-term-none")
    if len(left) == 1:
        return say("why-cut", smallest=left[0], terms=terms)
    return say("why-median", largest=left[1], smallest=left[0], terms=terms)


def _discs(one: Worked) -> Words | None:
    """1回戦 佐藤 48対16で＋32、2回戦 不戦勝 33対31で＋2."""
    standing, lines = one.now.standing(), {line.round: line for line in one.now.record.lines[one.no]}
    said = []
    for term in one.value.terms:
        (mine, theirs), *_ = discs(lines[term.round or 0], standing)
        counts = {"mine": mine, "theirs": theirs, "more": f"{mine - theirs:+}"}
        said.append(say("why-term-discs", name=one.in_round(term), **counts))
    return joined(said) if said else None


def _after_rounds(one: Worked) -> Words | None:
    """○○○× = 1＋2＋3＋3."""
    return one.added(lambda term: say("why-term-after", round=term.round))


def _points(one: Worked) -> Words | None:
    start = sum(term.value for term in one.value.terms if term.word == "starting-points")
    won = one.show(one.value.value - start)
    return say("why-term-starting", start=one.show(start), won=won) if start else None


def _first_loss(one: Worked) -> Words | None:
    return say("why-first-loss" if one.value.terms else "why-first-loss-none", round=one.value.value)


def _sum(one: Worked) -> Words | None:
    """石数の合計 200 ＋ 6×勝った相手の勝数 18."""
    return one.added(lambda term: _times(term.word, term.times))


def _rating(one: Worked) -> Words | None:
    return say("why-rating-none") if one.value.value == NO_RATING else None


def _lot(_: Worked) -> Words | None:
    return say("why-lot-smaller")


_FACED = ("opponents", "beaten", "opponents-opponents")
DETAILS: dict[str, Callable[[Worked], Words | None]] = {
    **{f"{name}-{what}": _opponents for name in _FACED for what in ("wins", "points")},
    **{f"median-{what}": _without_extremes for what in ("wins", "points")},
    **{f"opponents-{what}-cut-1": _without_extremes for what in ("wins", "points")},
    "sonneborn-berger": _rounds,
    "brightwell": _rounds,
    "brightwell-beaten": _rounds,
    "board-wins": _rounds,
    "disc-difference": _discs,
    "disc-total": _rounds,
    "round-weights": _rounds,
    "earlier-wins": _rounds,
    "cumulative-wins": _after_rounds,
    "points": _points,
    "later-first-loss": _first_loss,
    "sum": _sum,
    "grade": lambda one: grade_words(one.value.value),
    "rating": _rating,
    "smaller-lot": _lot,
    "lot-of-the-round": _lot,
}
