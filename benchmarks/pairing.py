"""How long pairing takes, as ratios measured in one run: `python -m benchmarks.pairing`.

The yardstick is one solve of the cost digits alone by rustworkx, its graph built beforehand, for the same pool.
"""

import random
from itertools import combinations
from time import perf_counter

import rustworkx

from tourgen.rules.pairing import PairingRule, Pool, pair

RULES = {
    "001, 003": PairingRule("lowest-possible", "inside-optimum"),
    "000 free": PairingRule("lowest-possible", "fewest-wins-top-ranked"),
    "highest": PairingRule("highest-possible", "inside-optimum"),
}
ROUNDS = (4, 7, 10)
REPEATS = 5


def played(players: int, rounds: int) -> Pool:
    """The pool after so many rounds of a random tournament."""
    rnd = random.Random(f"{players} players")
    wins = dict.fromkeys(range(1, players + 1), 0)
    met: dict[int, set[int]] = {player: set() for player in wins}
    had_bye: set[int] = set()
    lots = rnd.sample(sorted(wins), players)
    for turn in range(rounds + 1):
        order = tuple(sorted(lots, key=lambda player: -wins[player]))
        past = {player: frozenset(opponents) for player, opponents in met.items()}
        pool = Pool(order, dict(wins), past, frozenset(had_bye))
        if turn == rounds:
            break
        for player, opponent in pair(pool, RULES["001, 003"]).pairs:
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
    edges = []
    for (i, one), (j, other) in combinations(enumerate(players), 2):
        gap = abs(pool.wins[one] - pool.wins[other])
        cost = (base ** (gap - 1) if gap else 0) + (base**widest if other in pool.met[one] else 0)
        edges.append((i, j, base ** (widest + 2) - cost))
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(players)
    graph.add_edges_from(edges)
    start = perf_counter()
    matching = rustworkx.max_weight_matching(graph, max_cardinality=False, weight_fn=int)
    seconds = perf_counter() - start
    assert 2 * len(matching) == len(players)
    return seconds


def time_of_pairing(pool: Pool, rule: PairingRule) -> float:
    """The shortest of some runs, in seconds."""
    times = []
    for _ in range(REPEATS):
        start = perf_counter()
        pair(pool, rule)
        times.append(perf_counter() - start)
    return min(times)


def main() -> None:
    """Print the ratios."""
    for rounds in ROUNDS:
        small, large = played(1000, rounds - 1), played(10_000, rounds - 1)
        yardstick = one_solve(small)
        print(f"round {rounds}: one matching of 1,000 players {yardstick:.3f} s")
        for name, rule in RULES.items():
            thousand, ten_thousand = time_of_pairing(small, rule), time_of_pairing(large, rule)
            print(
                f"  {name:9} 1,000 players {thousand:.4f} s, {thousand / yardstick:.3f} of one matching;"
                f" 10,000 players {ten_thousand:.4f} s, {ten_thousand / thousand:.1f} times 1,000 players"
            )


if __name__ == "__main__":
    main()
