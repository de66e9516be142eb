"""Why these two meet: steps with the rule quoted, as the player's page tells them.

Read off the document alone: the pool in provisional order and the pairs made before this one.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from tourgen.web.facts import Facts, Person, opponent


@cache
def _all_quotes() -> dict[str, dict[str, str]]:
    return tomllib.loads(files("tourgen.web").joinpath("quotes.toml").read_text(encoding="utf-8"))


def quotes(facts: Facts) -> Mapping[str, str]:
    """The sentences of this format's rule sheet; none for a format of the organiser's own."""
    return _all_quotes().get(facts.declared.id, {})


def criterion_quote(facts: Facts, name: str) -> str:
    """The sentence of one criterion ("5." is not printed in the rules: 「…」 stands there)."""
    return quotes(facts).get(name, "")


@dataclass(frozen=True, slots=True)
class Step:
    """One step: a text with its values, and the sentence it follows."""

    key: str
    values: dict[str, Any]
    quote: str = ""


@dataclass(frozen=True, slots=True)
class Pair:
    """A pair of the pool in the order in which it was fixed."""

    first: Person
    rank: int | None
    second: Person | None
    other_rank: int | None
    here: bool


@dataclass(frozen=True, slots=True)
class Reason:
    """The whole story of one game."""

    steps: tuple[Step, ...]
    pairs: tuple[Pair, ...]


def pairing_reason(facts: Facts, number: int, no: int) -> Reason | None:
    """Why this player meets this opponent (or nobody) in this round."""
    game = facts.games.get(number, {}).get(no)
    if game is None:
        return None
    if facts.round(number)["by_hand"]:
        return Reason((Step("why.by_hand", {"n": number}),), ())
    said = quotes(facts)
    if game["stage"] not in ("league", "ranking"):
        key = "womens-final" if game["stage"] == "womens-final" else "finals"
        return Reason((Step(f"why.{game['stage'].replace('-', '_')}", {}, said.get(key, "")),), ())
    if facts.qualified_after.get(no, number) < number:
        return Reason((Step("why.qualified", {}, said.get("qualified-bye", said.get("qualify", ""))),), ())
    if number == 1:
        return _first_round(facts, no, game, said)
    return _later_round(facts, number, no, game, said)


def _first_round(facts: Facts, no: int, game: Mapping[str, Any], said: Mapping[str, str]) -> Reason:
    league = game["group"]
    numbers = sorted(p.lottery or 0 for p in facts.people.values() if p.league == league and p.here)
    me, other = facts.people[no], opponent(game, no)
    if other is None:
        step = Step("why.first_bye", {"n": len(numbers), "lot": me.lottery}, said.get("first-bye", ""))
        return Reason((step,), ())
    half = len(numbers) // 2
    low, high = sorted((me.lottery or 0, facts.people[other].lottery or 0))
    halves = {
        "n": half,
        "a": numbers[0],
        "b": numbers[half - 1],
        "c": numbers[half],
        "d": numbers[2 * half - 1],
    }
    place = numbers.index(low) + 1 if low in numbers else 0
    return Reason(
        (
            Step("why.first_halves", halves, said.get("first-halves", "")),
            Step("why.first_pair", {"low": low, "high": high, "k": place}, said.get("first-pairs", "")),
        ),
        (),
    )


def _later_round(
    facts: Facts, number: int, no: int, game: Mapping[str, Any], said: Mapping[str, str]
) -> Reason:
    standing = facts.standing(number - 1)
    assert standing is not None
    other = opponent(game, no)
    rank = standing.by_no[no].rank
    pool = [
        g for g in facts.round(number)["games"] if (g["stage"], g["group"]) == (game["stage"], game["group"])
    ]
    size = sum(1 for g in pool for p in g["players"] if p is not None)
    steps = [_pool(game, size)]
    if other is None:
        steps.append(
            Step("why.bye", {"wins_me": standing.by_no[no].wins, "place_me": rank}, said.get("bye", ""))
        )
    else:
        mine, theirs = standing.by_no[no].wins, standing.by_no[other].wins
        top, low = (no, other) if rank < standing.by_no[other].rank else (other, no)
        if mine == theirs:
            steps.append(Step("why.same_wins", {"wins_both": mine}, said.get("same-wins", "")))
        else:
            values: dict[str, Any] = {
                "gap": abs(mine - theirs),
                "wins_high": max(mine, theirs),
                "wins_low": min(mine, theirs),
            }
            steps.append(Step("why.gap", values, said.get("different", said.get("gap", ""))))
        names = {"name_top": facts.people[top].name, "name_low": facts.people[low].name}
        places = {"place_top": standing.by_no[top].rank, "place_low": standing.by_no[low].rank}
        steps.append(Step("why.lowest", {**names, **places}, said.get("lowest", "")))
        before = [r for r, g in facts.played(no, number - 1) if opponent(g, no) == other]
        steps.append(
            Step("why.rematch" if before else "why.first_meeting", {"n": before[0] if before else 0})
        )
    return Reason(tuple(steps), tuple(_pairs(facts, standing.by_no, pool, no)))


def _pool(game: Mapping[str, Any], size: int) -> Step:
    if game["group"]:
        return Step("why.pool_league", {"group": game["group"], "people_n": size})
    return Step("why.pool", {"stage": game["stage"], "people_n": size})


def _pairs(facts: Facts, rows: Mapping[int, Any], pool: list[Mapping[str, Any]], no: int) -> list[Pair]:
    """The pool's pairs down to this one, in the order of the tables."""
    found = []
    for game in pool:
        a, b = game["players"]
        here = no in (a, b)
        second = facts.people[b] if b is not None else None
        found.append(
            Pair(facts.people[a], rows[a].rank, second, rows[b].rank if b is not None else None, here)
        )
        if here:
            break
    return found
