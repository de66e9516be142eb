"""Criteria of the person and of lots."""

from __future__ import annotations

from collections.abc import Sequence

from tourgen.engine.criteria.base import Criterion, Standing, Value

NO_GRADE = -99  # below every 級
NO_RATING = -1_000_000


def grade(me: int, now: Standing, _: Sequence[int]) -> Value:
    """段級位: 初段 is 1, 二段 2 …; 1級 is 0, 2級 -1 …; whoever has none comes last."""
    held = now.record.entrants[me].grade
    return Value(NO_GRADE if held is None else held)


def rating(me: int, now: Standing, _: Sequence[int]) -> Value:
    """レーティング: the higher is ahead; whoever has none comes last."""
    held = now.record.entrants[me].rating
    return Value(NO_RATING if held is None else held)


def starting_points(me: int, now: Standing, _: Sequence[int]) -> Value:
    """持ち点 by grade."""
    return Value(now.record.starting_points(me))


def lottery_number(me: int, now: Standing, _: Sequence[int]) -> Value:
    """暫定順位 9: 抽選番号が大きい方が上位."""
    return Value(now.record.entrants[me].number)


def smaller_lot(me: int, now: Standing, _: Sequence[int]) -> Value:
    """The lot, smaller ahead."""
    return Value(-now.record.entrants[me].number)


def lot_of_the_round(me: int, now: Standing, _: Sequence[int]) -> Value:
    """A lot drawn anew for every round, smaller ahead: the generator of the lottery, continued."""
    return Value(-now.lots(me))


CRITERIA = {
    "grade": Criterion(grade),
    "rating": Criterion(rating),
    "starting-points": Criterion(starting_points, in_score=True),
    "lottery-number": Criterion(lottery_number),
    "smaller-lot": Criterion(smaller_lot),
    "lot-of-the-round": Criterion(lot_of_the_round),
}
