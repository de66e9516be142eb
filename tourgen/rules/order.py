"""暫定順位: a closed set of criteria; the order of a list of them is the ranking (section 3)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from tourgen.dataclass import dataclass
from tourgen.formats.declaration import CRITERIA
from tourgen.rules.record import Record


@dataclass(frozen=True, slots=True)
class Criterion:
    """One criterion: an exact integer for each player, larger is better."""

    value: Callable[..., int]  # of the player, the record, and where it depends on them those tied before it
    among_tied: bool = False


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

    return Criterion(value)


def lottery_number(me: int, record: Record) -> int:
    """暫定順位 9: 抽選番号が大きい方が上位."""
    return record.numbers[me]


def previous_order(me: int, record: Record) -> int:
    """「同勝数の場合は前試合直前の順位が上位の方が上位」; before round 1 the smaller bracket number is ahead."""
    return -record.previous.get(me, record.numbers[me])


def opponents_wins(me: int, record: Record) -> int:
    """② 対戦した相手の「勝数」の合計."""
    return sum(_faced(me, record, record.wins))


def beaten_wins(me: int, record: Record) -> int:
    """③ 対戦して自分が勝った相手の「勝数」の合計."""
    return sum(_faced(me, record, record.wins, beaten=True))


def median_wins(me: int, record: Record) -> int:
    """④ 対戦した相手の「勝数」のうち、最大のものと最小のものを除いた合計; 0 with fewer than three games."""
    return sum(sorted(_faced(me, record, record.wins))[1:-1])


def _faced(me: int, record: Record, value: Callable[[int], int], beaten: bool = False) -> Iterator[int]:
    """The wins (or points) of everybody faced, or beaten; a bye or a win by forfeit is an opponent with 0."""
    for won, other in record.opponents(me):
        if won or not beaten:
            yield 0 if other is None else value(other)


def points(me: int, record: Record) -> int:
    """Section 9: wins with 持碁 as half a win, doubled."""
    return record.points(me)


def opponents_points(me: int, record: Record) -> int:
    """② in points."""
    return sum(_faced(me, record, record.points))


def beaten_points(me: int, record: Record) -> int:
    """③ in points."""
    return sum(_faced(me, record, record.points, beaten=True))


def direct_encounter(me: int, record: Record, tied: Sequence[int]) -> int:
    """⑤ 直接対戦の結果, only if it decides: who beat all the others tied with them."""
    return int(len(tied) > 1 and all(record.has_beaten(me, no) for no in tied if no != me))


def board_wins(me: int, record: Record) -> int:
    """Teams ⑤ 個人の「勝数」の総和."""
    return record.boards(me)


def cumulative_wins(me: int, record: Record) -> int:
    """Teams ⑥ 各回戦のチームの「勝数」の総和: ○○○× = 1+2+3+3."""
    return sum(record.wins_after(me, number) for number in range(1, record.latest + 1))


def smaller_lot(me: int, record: Record) -> int:
    """The lot, smaller ahead."""
    return -record.numbers[me]


_PLAIN = {
    "wins": wins,
    "wins-before-latest": wins_before_latest,
    "lottery-number": lottery_number,
    "previous-order": previous_order,
    "opponents-wins": opponents_wins,
    "beaten-wins": beaten_wins,
    "median-wins": median_wins,
    "points": points,
    "opponents-points": opponents_points,
    "beaten-points": beaten_points,
    "board-wins": board_wins,
    "cumulative-wins": cumulative_wins,
    "smaller-lot": smaller_lot,
}


def criterion(name: str) -> Criterion:
    """The criterion of this name."""
    assert name in CRITERIA, name
    if name in _PLAIN:
        return Criterion(_PLAIN[name])
    if name == "direct-encounter":
        return Criterion(direct_encounter, among_tied=True)
    return top_bottom(int(name.rsplit("-", 1)[1]))


def keys_of(
    players: Iterable[int], record: Record, criteria: Sequence[Criterion]
) -> dict[int, tuple[int, ...]]:
    """Every criterion's value for everybody, in order; some depend on who is equal in all before."""
    keys: dict[int, tuple[int, ...]] = dict.fromkeys(players, ())
    for one in criteria:
        if not one.among_tied:
            keys = {no: (*so_far, one.value(no, record)) for no, so_far in keys.items()}
            continue
        tied: dict[tuple[int, ...], list[int]] = {}
        for no, so_far in keys.items():
            tied.setdefault(so_far, []).append(no)
        keys = {no: (*so_far, one.value(no, record, tied[so_far])) for no, so_far in keys.items()}
    return keys


def ranked(players: Iterable[int], record: Record, criteria: Sequence[str]) -> tuple[Row, ...]:
    """Players from best to worst; who is equal in every criterion shares a rank (1, 2, 2, 4)."""
    return in_keys_order(keys_of(players, record, [criterion(name) for name in criteria]))


def in_keys_order(keys_of_each: Mapping[int, tuple[int, ...]]) -> tuple[Row, ...]:
    """Rows by keys, the largest first, with ranks 1, 2, 2, 4."""
    keyed = sorted(((keys, no) for no, keys in keys_of_each.items()), key=lambda item: item[0], reverse=True)
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
