"""How a division went, as pictures: how few were still unbeaten after which round, and the ranks by round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tourgen.web.division_view import DivisionView, Person

WIDTH, HEIGHT = 343, 96
NAMED = 8  # so many who are still unbeaten are named


def thinning(view: DivisionView) -> list[dict[str, Any]]:
    """Who stayed unbeaten how long, league by league or block by block, as wedges; nothing before a standing."""
    if view.latest is None:
        return []
    groups = view.stages.groups(view.stages.first) if view.stages.leagues else view.stages.blocks
    return [_thinning(view, group) for group in (groups if len(groups) > 1 else ("",))]


def _thinning(view: DivisionView, group: str) -> dict[str, Any]:
    members = [p for p in view.present if not group or p.league == group]
    held = {p: _unbeaten(view, p.no) for p in members}
    rounds = range(len(view.standings) + 1)
    unbeaten = [sum(one >= at for one in held.values()) for at in rounds]
    inside = [sum(_inside(view, p, at) for p in members) for at in rounds]
    left = [p for p in members if held[p] == len(view.standings)]
    step = WIDTH / len(rounds)
    high = [_high(value, len(members)) for value in unbeaten]
    counts = [
        {
            "after": view.standings[at - 1].after if at else 0,
            "unbeaten": unbeaten[at],
            "inside": inside[at],  # still in the league, or in the division
            "x": round(step * (at + 0.28), 1),  # where the number stands, inside the wedge if there is room
            "y": round(HEIGHT - 4 - (0 if high[at] > 18 else high[at]), 1),
            "large": high[at] > 18,
        }
        for at in rounds
    ]
    return {
        "group": group,
        "counts": counts,
        "unbeaten": _wedge(unbeaten, len(members)),
        "inside": _wedge(inside, len(members)),
        "left": left if len(left) <= NAMED else [],
    }


def _high(value: int, most: int) -> float:
    return value * HEIGHT / max(most, 1)


def _wedge(values: Sequence[int], most: int) -> str:
    """Flat while a round is over, then down to the next."""
    step = WIDTH / len(values)
    path = [f"M0 {HEIGHT}"]
    for at, value in enumerate(values):
        y = HEIGHT - _high(value, most)
        path.append(
            f"L{step * at:.0f} {y:.1f}L{step * (at + (1 if at == len(values) - 1 else 0.55)):.0f} {y:.1f}"
        )
    return "".join(path) + f"V{HEIGHT}z"


def _unbeaten(view: DivisionView, no: int) -> int:
    """How many standings, from the first on, show the player there and without a loss."""
    gone = view.people[no].withdrawn_after
    for at, standing in enumerate(view.standings):
        row = standing.by_no.get(no)
        if row is None or row.losses or (gone is not None and gone < standing.after):
            return at
    return len(view.standings)


def _inside(view: DivisionView, person: Person, at: int) -> bool:
    """Whether the player is still in the league after so many standings; where there is none, everybody stays."""
    if not at or not view.stages.leagues:
        return True
    row = view.standings[at - 1].by_no.get(person.no)
    return row is not None and row.group == person.league
