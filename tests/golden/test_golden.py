"""The golden corpus: simulated runs by their hashes, and Go documents planned and counted again."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import Any

import pytest

from tests.golden import HERE, fingerprint
from tests.series import FULL
from tourgen.engine.final import final_ranks
from tourgen.engine.model import Entrant, Game, Round
from tourgen.engine.progress import advance, plan, start
from tourgen.formats import read_format, shipped_text
from tourgen.results.document import document
from tourgen.simulate.random_tournament import Chances
from tourgen.simulate.simulation_runner import Simulation

RUNS: dict[str, str] = json.loads((HERE / "runs.json").read_text(encoding="utf-8"))
BY_FORMAT: dict[str, list[str]] = defaultdict(list)
for name in RUNS:
    BY_FORMAT[name.split()[0]].append(name)


@pytest.mark.parametrize("format_id", BY_FORMAT)
def test_runs_come_out_as_they_did(format_id: str) -> None:
    """Every third in a short series."""
    for one in BY_FORMAT[format_id][:: 1 if FULL else 3]:
        _, players, absent, withdraw, forfeit, run = one.split()
        chances = Chances(float(absent), float(withdraw), float(forfeit))
        rehearsal = Simulation.of(format_id, int(players), None, int(players), 2, chances)
        assert fingerprint(document(rehearsal.run(int(run))[0], "x", "x")) == RUNS[one], one


@pytest.mark.parametrize("kept", json.loads((HERE / "go.json").read_text(encoding="utf-8")))
def test_go_comes_out_as_it_did(kept: dict[str, Any]) -> None:
    """Pairs of every round, standings and final rank from the results as they stood."""
    declared, problems = read_format(shipped_text("go-swiss"), "go-swiss")
    assert declared is not None, problems
    now = start(declared, {one["no"]: entrant(one) for one in kept["players"] if not one["absent"]})
    for played in kept["rounds"]:
        games = tuple(game(one) for one in played["games"])
        if not played["by_hand"]:
            assert pairs(plan(now)) == pairs(games)
        now = advance(now, Round(played["round"], games, played["by_hand"]))
        standing = next(one for one in kept["standings"] if one["after"] == now.after)
        found = [(row.rank, row.no, list(row.keys)) for row in now.rows]
        assert found == [(row["rank"], row["no"], row["keys"]) for row in standing["rows"]]
    if kept["final"] is not None:
        assert final_ranks(now) == [(row["rank"], row["no"]) for row in kept["final"]]


def entrant(one: dict[str, Any]) -> Entrant:
    gone = one["withdrawn_after"]
    return Entrant(
        one["no"], one["lottery"], one["sex"], gone, gone, from_round=one["from_round"], school=one["club"]
    )


def game(one: dict[str, Any]) -> Game:
    first, second = one["players"]
    return Game(one["table"], one["stage"], one["group"], (first, second), one["kind"], one["winner"])


def pairs(games: tuple[Game, ...]) -> set[frozenset[int | None]]:
    return {frozenset(one.players) for one in games}
