"""A full field of 64: the ranks that the published rules imply, over random tournaments of the engine."""

from collections import Counter
from functools import cache
from typing import Any

import pytest

from tourgen.rehearsals import Rehearsals
from tourgen.results import document
from tourgen.simulate import Chances
from tourgen.verify import verify

RUNS = 8  # tests/random plays many more
RANKS = {"○○○○○○": 1, "○○○○○×": 2, "○○○○×○": 3, "×○○○○○": 7, "○○○○××": 8, "○○××××": 43}


@cache
def _plan() -> Rehearsals:
    return Rehearsals.of("othello-new-64", 64, None, 46, RUNS, Chances())


def stars(one: dict[str, Any]) -> dict[int, str]:
    """Everybody's results in the order of their games, resting left out."""
    found: dict[int, str] = {row["no"]: "" for row in one["players"]}
    for row in one["rounds"]:
        for game in row["games"]:
            for no in game["players"]:
                found[no] += "○" if game["winner"] == no else "×"
    return found


@pytest.mark.parametrize("run", range(1, RUNS + 1))
def test_a_full_field(run: int) -> None:
    (tournament,) = _plan().run(run)
    one = document(tournament, "x", "x")
    assert verify(one, tournament.division.declared) == []
    pattern = stars(one)
    rank = {row["no"]: row["rank"] for row in one["final"]}
    by_pattern = {pattern[no]: place for no, place in rank.items()}
    assert len(by_pattern) == 64, "every star pattern of six games occurs once"
    assert {name: by_pattern[name] for name in RANKS} == RANKS
    met = Counter(frozenset(game["players"]) for row in one["rounds"] for game in row["games"])
    assert max(met.values()) == 1, "no rematch"
    repechage = [
        Counter(game["group"] for game in row["games"] if game["stage"] == "repechage")
        for row in one["rounds"]
    ]
    assert repechage[1] == {"7": 8, "8": 8}
    assert repechage[2] == {"5": 4, "6": 4, "7": 4, "8": 4}
    assert repechage[3] == dict.fromkeys("345678", 2)
    assert repechage[4] == dict.fromkeys("12345678", 1)
    awards = Counter(line["award"] for line in one["awards"])
    assert awards == {"七段": 1, "六段": 2, "五段": 5, "四段": 14, "三段": 20, "二段": 15, "初段": 7}
    assert len(one["qualified"]) == 42
    assert len(one["standings"]) == 7


def test_the_pattern_alone_decides_the_rank() -> None:
    """Two tournaments, other players and other numbers: the same 64 patterns on the same ranks."""
    ranks = []
    for run in (1, 2):
        (tournament,) = _plan().run(run)
        one = document(tournament, "x", "x")
        pattern = stars(one)
        ranks.append({pattern[row["no"]]: row["rank"] for row in one["final"]})
    assert ranks[0] == ranks[1]
