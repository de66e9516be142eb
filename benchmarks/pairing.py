"""How long pairing takes, as ratios measured in one run: `python -m benchmarks.pairing`.

Times are of the processor. The yardstick is one solve of the cost digits alone by rustworkx, its graph built
beforehand, for the same pool.
"""

import random
from collections import Counter
from itertools import combinations
from time import process_time
from typing import Literal

import rustworkx

from tourgen.rules.pairing import SWISS, PairingRule, Pool, pair, same_school

RULES = {
    "001, 003": PairingRule("lowest-possible", "inside-optimum"),
    "000 free": PairingRule("lowest-possible", "fewest-wins-top-ranked"),
    "highest": PairingRule("highest-possible", "inside-optimum"),
}
ROUNDS = (4, 7, 10)
SWISS_ROUNDS = (1, 2, 3, 4)
SCHOOLS = 200
REPEATS = 5


def schools(players: int) -> dict[int, str]:
    """Everybody's school; a few schools are large, most are small."""
    rnd = random.Random(f"{players} players of {SCHOOLS} schools")
    weights = [1 / (number + 5) for number in range(SCHOOLS)]
    drawn = rnd.choices(range(SCHOOLS), weights, k=players)
    return {player: f"school {number}" for player, number in enumerate(drawn, 1)}


def played(
    players: int, rounds: int, rule: PairingRule, school: Literal["strict", "soft"] | None = None
) -> Pool:
    """The pool after so many rounds of a random tournament."""
    rnd = random.Random(f"{players} players")
    school_of = schools(players) if school else {}
    wins = dict.fromkeys(range(1, players + 1), 0)
    met: dict[int, set[int]] = {player: set() for player in wins}
    had_bye: set[int] = set()
    lots = rnd.sample(sorted(wins), players)
    for turn in range(rounds + 1):
        order = tuple(sorted(lots, key=lambda player: -wins[player]))
        past = {player: frozenset(opponents) for player, opponents in met.items()}
        pool = Pool(order, dict(wins), past, frozenset(had_bye), school_of=school_of, school=school)
        if turn == rounds:
            break
        for player, opponent in pair(pool, rule).pairs:
            if opponent is None:
                had_bye.add(player)
            else:
                met[player].add(opponent)
                met[opponent].add(player)
            wins[player if opponent is None else rnd.choice((player, opponent))] += 1
    return pool


def one_solve(pool: Pool) -> float:
    """Seconds for one matching of the pool's cost digits, its graph built beforehand."""
    players = pool.order  # an even number, so nobody has a bye
    base = len(players) // 2 + 1
    widest = max(pool.wins.values()) - min(pool.wins.values())
    soft, strict = pool.school == "soft", pool.school == "strict"
    price = {gap: base ** (gap - 1 + soft) if gap else 0 for gap in range(widest + 1)}
    of_school = base ** (widest if strict else 0)
    of_rematch = base ** (widest + soft + strict)
    edges = []
    for (i, one), (j, other) in combinations(enumerate(players), 2):
        cost = price[abs(pool.wins[one] - pool.wins[other])]
        cost += of_rematch if other in pool.met[one] else 0
        cost += of_school if pool.school and same_school(pool, one, other) else 0
        edges.append((i, j, base**2 * of_rematch - cost))
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(players)
    graph.add_edges_from(edges)
    start = process_time()
    matching = rustworkx.max_weight_matching(graph, max_cardinality=False, weight_fn=int)
    seconds = process_time() - start
    assert 2 * len(matching) == len(players)
    return seconds


def time_of_pairing(pool: Pool, rule: PairingRule) -> float:
    """The shortest of some runs, in seconds."""
    times = []
    for _ in range(REPEATS):
        start = process_time()
        pair(pool, rule)
        times.append(process_time() - start)
    return min(times)


def main() -> None:
    """Print the ratios."""
    leagues()
    swiss("strict")
    swiss("soft")


def leagues() -> None:
    """Section 4."""
    for rounds in ROUNDS:
        small, large = (played(players, rounds - 1, RULES["001, 003"]) for players in (1000, 10_000))
        yardstick = one_solve(small)
        print(f"round {rounds}: one matching of 1,000 players {yardstick:.3f} s")
        for name, rule in RULES.items():
            thousand, ten_thousand = time_of_pairing(small, rule), time_of_pairing(large, rule)
            print(
                f"  {name:9} 1,000 players {thousand:.4f} s, {thousand / yardstick:.3f} of one matching;"
                f" 10,000 players {ten_thousand:.4f} s, {ten_thousand / thousand:.1f} times 1,000 players"
            )


def swiss(school: Literal["strict", "soft"]) -> None:
    """Section 8, with schools; and with one player less, so that somebody has a bye."""
    largest = max(Counter(schools(1000).values()).values())
    print(f"Swiss, {school}: {SCHOOLS} schools, the largest has {largest} of 1,000 players")
    for rounds in SWISS_ROUNDS:
        even, odd = (played(players, rounds - 1, SWISS, school) for players in (1000, 999))
        yardstick, seconds, with_bye = (
            one_solve(even),
            time_of_pairing(even, SWISS),
            time_of_pairing(odd, SWISS),
        )
        print(
            f"  round {rounds}: one matching {yardstick:.3f} s; 1,000 players {seconds:.4f} s,"
            f" {seconds / yardstick:.3f} of one matching; 999 players {with_bye:.4f} s"
        )


if __name__ == "__main__":
    main()
