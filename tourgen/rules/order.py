"""暫定順位: a closed set of criteria; the order of a list of them is the ranking (section 3)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tourgen.formats.declaration import CRITERIA
from tourgen.rules.record import Record


@dataclass(frozen=True, slots=True)
class Criterion:
    """One criterion: an exact integer for each player, larger is better."""

    name: str
    value: Callable[[int, Record], int]


@dataclass(frozen=True, slots=True)
class Row:
    """One player's place in an order, with every criterion's value."""

    rank: int
    no: int
    keys: tuple[int, ...]


def wins(me: int, record: Record) -> int:
    """暫定順位 1: 勝数."""
    return record.wins(me)


def wins_before_latest(me: int, record: Record) -> int:
    """暫定順位 2: 直近の試合前における勝数 (直近の試合に負けている方が上位)."""
    return record.wins_before_latest(me)


def top_bottom(k: int) -> Criterion:
    """暫定順位 3-8: 自分が勝利した相手の中で上位k選手の勝数合計 + 自分が敗北した相手の中で下位k選手の勝数合計."""

    def value(me: int, record: Record) -> int:
        return sum(record.beaten_wins(me)[:k]) + sum(record.lost_wins(me)[:k])

    return Criterion(f"top-bottom-{k}", value)


def lottery_number(me: int, record: Record) -> int:
    """暫定順位 9: 抽選番号が大きい方が上位."""
    return record.numbers[me]


def previous_order(me: int, record: Record) -> int:
    """「同勝数の場合は前試合直前の順位が上位の方が上位」; before round 1 the smaller bracket number is ahead."""
    return -record.previous.get(me, record.numbers[me])


_PLAIN = {
    "wins": wins,
    "wins-before-latest": wins_before_latest,
    "lottery-number": lottery_number,
    "previous-order": previous_order,
}


def criterion(name: str) -> Criterion:
    """The criterion of this name."""
    assert name in CRITERIA, name
    if name in _PLAIN:
        return Criterion(name, _PLAIN[name])
    return top_bottom(int(name.rsplit("-", 1)[1]))


def keys_of(no: int, record: Record, criteria: Sequence[Criterion]) -> tuple[int, ...]:
    """Every criterion's value for one player, in order."""
    return tuple(one.value(no, record) for one in criteria)


def ranked(players: Iterable[int], record: Record, criteria: Sequence[str]) -> tuple[Row, ...]:
    """Players from best to worst; who is equal in every criterion shares a rank (1, 2, 2, 4)."""
    chosen = [criterion(name) for name in criteria]
    keyed = sorted(
        ((keys_of(no, record, chosen), no) for no in players), key=lambda item: item[0], reverse=True
    )
    rows: list[Row] = []
    for position, (keys, no) in enumerate(keyed, 1):
        rank = rows[-1].rank if rows and rows[-1].keys == keys else position
        rows.append(Row(rank, no, keys))
    return tuple(rows)


def with_places(rows: tuple[Row, ...], decided: Mapping[int, int], given: Collection[int]) -> tuple[Row, ...]:
    """Places that a match has given away are fixed, or stay vacant; everyone else fills the others in order."""
    if not given:
        return rows
    fixed: dict[int, list[Row]] = {}
    for row in rows:
        if row.no in decided:
            fixed.setdefault(decided[row.no], []).append(row)
    others = [row for row in rows if row.no not in decided]
    order: list[Row] = []
    place = 0
    while len(order) < len(rows):
        place += 1
        order += fixed.get(place, []) if place in given else others[:1]
        if place not in given:
            del others[:1]
    return tuple(Row(rank, row.no, row.keys) for rank, row in enumerate(order, 1))
