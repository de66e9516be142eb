"""The rank by round as SVG coordinates: the line of one player, the band of everyone with as many wins."""

from __future__ import annotations

from tourgen.dataclass import dataclass
from tourgen.web.facts import Facts

WIDTH, HEIGHT, LEFT, TOP = 343, 200, 34, 14
BOTTOM = 164


@dataclass(frozen=True, slots=True)
class Point:
    """One standing: where the point is, what it says, and the band behind it."""

    x: float
    y: float
    after: int
    rank: int
    band: tuple[float, float]
    label: tuple[float, float]
    last: bool


@dataclass(frozen=True, slots=True)
class Chart:
    """Everything the drawing needs."""

    points: tuple[Point, ...]
    axis: tuple[tuple[float, int], ...]  # (y, rank)
    trend: str


def rank_chart(facts: Facts, no: int) -> Chart | None:
    """None until there are two standings to draw a line between, from the round in which the player joined."""
    joined = facts.people[no].from_round
    found = [(one, one.by_no[no]) for one in facts.standings if no in one.by_no and one.after >= joined]
    if len(found) < 2:
        return None
    size = facts.beside(*found[-1])
    rounds = facts.declared.counted_rounds

    def at(rank: float) -> float:
        return round(TOP + (rank - 1) * (BOTTOM - TOP) / max(size - 1, 1))

    points = []
    for index, (standing, row) in enumerate(found):
        x = round(LEFT + 28 + (standing.after - 1) * (WIDTH - LEFT - 56) / max(rounds - 1, 1))
        best, worst = facts.level_ranks(standing, row)
        band = (at(best - 0.5), at(worst + 0.5))
        y = at(row.rank)
        points.append(Point(x, y, standing.after, row.rank, band, (x, _label(y)), index == len(found) - 1))
    trend = "M" + "L".join(f"{p.x:g} {p.y:g}" for p in points)
    return Chart(tuple(points), tuple((at(rank), rank) for rank in _ticks(size)), trend)


def _label(y: float) -> float:
    """Above the point, or below it where there is no room above."""
    return y - 11 if y > TOP + 12 else y + 22


def _ticks(size: int) -> list[int]:
    step = next((s for s in (1, 2, 5, 10, 20, 50, 100, 200) if size / s <= 4), 500)
    inner = [n for n in range(step, size, step) if n > 1 and size - n >= step * 0.6]
    return sorted({1, *inner, size})
