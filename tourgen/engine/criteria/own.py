"""Criteria of a player's own games, of those against the tied, and of earlier orders."""

from __future__ import annotations

from collections.abc import Sequence

from tourgen.engine.criteria.base import Criterion, Standing, Term, Value
from tourgen.engine.record import Line


def wins(me: int, now: Standing, _: Sequence[int]) -> Value:
    """暫定順位 1: 勝数, draws included."""
    return Value.sum_of(_term(line, now.record.worth(line)) for line in now.record.lines[me])


def points(me: int, now: Standing, _: Sequence[int]) -> Value:
    """勝点: the score with the starting points; 持碁は半勝."""
    start = now.record.starting_points(me)
    terms = [Term(start, word="starting-points")] if start else []
    return Value.sum_of([*terms, *(_term(line, now.record.worth(line)) for line in now.record.lines[me])])


def wins_before_latest(me: int, now: Standing, _: Sequence[int]) -> Value:
    """暫定順位 2: 直近の試合前における勝数 (直近の試合に負けている方が上位)."""
    before = [line for line in now.record.lines[me] if line.round < now.record.latest]
    return Value.sum_of(_term(line, now.record.worth(line)) for line in before)


def cumulative_wins(me: int, now: Standing, _: Sequence[int]) -> Value:
    """各回戦のチームの「勝数」の総和: ○○○× = 1+2+3+3."""
    record = now.record
    return Value.sum_of(
        Term(sum(record.worth(line) for line in record.lines[me] if line.round <= number), number)
        for number in record.rounds
    )


def earlier_wins(me: int, now: Standing, _: Sequence[int]) -> Value:
    """Of two with as many wins the one who won earlier: the rounds won, read as a binary number, round 1 first."""
    won, latest = [line for line in now.record.lines[me] if line.won], now.record.latest
    return Value.sum_of(Term(2 ** (latest - line.round), line.round, line.opponent) for line in won)


def later_first_loss(me: int, now: Standing, _: Sequence[int]) -> Value:
    """初黒星の遅い方が上位: the round of the first loss, one more than the latest where there is none."""
    lost = [line for line in now.record.lines[me] if line.outcome == "loss"]
    first = min(lost, key=lambda line: line.round, default=None)
    if first is None:
        return Value(now.record.latest + 1)
    return Value(first.round, (_term(first, first.round),))


def round_weights(me: int, now: Standing, _: Sequence[int]) -> Value:
    """The sum of the weights of the rounds won; rounds beyond the listed ones have the last weight."""
    weights, won = now.record.score_rule.round_weights, [line for line in now.record.lines[me] if line.won]
    return Value.sum_of(_term(line, weights[min(line.round, len(weights)) - 1]) for line in won)


def board_wins(me: int, now: Standing, _: Sequence[int]) -> Value:
    """個人の「勝数」の総和: boards won."""
    return Value.sum_of(_term(line, line.boards) for line in now.record.lines[me])


def disc_difference(me: int, now: Standing, _: Sequence[int]) -> Value:
    """石差: own discs less the opponents'."""
    lines = [(line, counts) for line in now.record.lines[me] for counts in discs(line, now)]
    return Value.sum_of(_term(line, mine - theirs) for line, (mine, theirs) in lines)


def disc_total(me: int, now: Standing, _: Sequence[int]) -> Value:
    """石数の合計: own discs."""
    return Value.sum_of(_term(line, mine) for line in now.record.lines[me] for mine, _ in discs(line, now))


def discs(line: Line, now: Standing) -> list[tuple[int, int]]:
    """The discs of a line: those played, else those of a walkover; none for a round without a result or an opponent.

    Whoever lost by forfeit has the other side of a walkover. A game without counts is 32-32.
    """
    won, lost = now.record.score_rule.bye_discs
    if line.outcome in ("open", "missed") or (line.opponent is None and not line.bye):
        return []
    if line.bye:
        return [(won, lost)]
    if not line.met:
        return [(lost, won)]
    return [line.discs or (32, 32)]


def direct_encounter(me: int, now: Standing, tied: Sequence[int]) -> Value:
    """直接対戦の結果, only if it decides: 1 for whoever beat all the others tied with them."""
    others = [no for no in tied if no != me]
    if not others or not all(now.record.has_beaten(me, no) for no in others):
        return Value(0)
    return Value(1, tuple(Term(1, opponent=no) for no in others))


def direct_encounter_of_two(me: int, now: Standing, tied: Sequence[int]) -> Value:
    """直接対戦の結果, only where exactly two are tied."""
    return direct_encounter(me, now, tied) if len(tied) == 2 else Value(0)


def previous_order(me: int, now: Standing, _: Sequence[int]) -> Value:
    """「同勝数の場合は前試合直前の順位が上位の方が上位」; before round 1 the smaller bracket number is ahead."""
    return Value(-now.previous().get(me, now.record.entrants[me].number))


def rank_after(me: int, now: Standing, _: Sequence[int], n: int) -> Value:
    """The rank in the order after round n; before that everybody is equal."""
    return Value(-now.ranks_after(n).get(me, 0))


def _term(line: Line, value: int) -> Term:
    return Term(value, line.round, line.opponent, line.bye, won=line.won)


CRITERIA = {
    "wins": Criterion(wins, in_score=True),
    "points": Criterion(points, in_score=True),
    "wins-before-latest": Criterion(wins_before_latest, in_score=True),
    "cumulative-wins": Criterion(cumulative_wins, in_score=True),
    "earlier-wins": Criterion(earlier_wins),
    "later-first-loss": Criterion(later_first_loss),
    "round-weights": Criterion(round_weights),
    "board-wins": Criterion(board_wins),
    "disc-difference": Criterion(disc_difference),
    "disc-total": Criterion(disc_total),
    "direct-encounter": Criterion(direct_encounter, among_tied=True),
    "direct-encounter-of-two": Criterion(direct_encounter_of_two, among_tied=True),
    "previous-order": Criterion(previous_order),
    "rank-after": Criterion(rank_after),
}
