"""How long pairing takes, as ratios measured in one run: `python -m benchmarks.pairing`.

Times are of the processor. The yardstick is one solve of the cost digits alone by rustworkx, its graph built
beforehand, for the same pool.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import combinations
from time import process_time
from typing import NamedTuple

import rustworkx

from tourgen.engine.pairing import Avoided, Bye, Opponent, Pool, ScoreGap, pair

Levels = dict[int, dict[int | None, int]]


class Rule(NamedTuple):
    """How a pool is paired."""

    avoid: tuple[str, ...]
    opponent: Opponent = "highest-possible"
    bye: Bye = "phantom"


LEAGUE = ("second-bye", "rematch", "score-gap")
RULES = {
    "001, 003": Rule(LEAGUE, "lowest-possible"),
    "000 free": Rule(LEAGUE, "lowest-possible", "fewest-wins-top-ranked"),
    "highest": Rule(LEAGUE),
}
STRICT = Rule(("second-bye", "forbidden", "rematch", "same-school", "score-gap", "discouraged"))
SOFT = Rule(("second-bye", "forbidden", "rematch", "score-gap", "same-school", "discouraged"))
OTHERS = {
    "world": Rule(
        ("second-bye", "rematch", "score-gap", "same-school", "colour"), bye="fewest-wins-last-ranked"
    ),
    "McMahon": Rule(
        ("second-bye", "rematch", "score-gap", "same-school"), "half-way", "fewest-wins-last-ranked"
    ),
    "club": Rule(("fewest-byes", "fewest-meetings", "score-gap"), bye="fewest-wins-last-ranked"),
    "two wins": Rule(("second-bye", "score-gap", "rematch"), bye="fewest-wins-last-ranked"),
    "any": Rule(("same-school", "colour", "rematch", "score-gap"), "half-way", "last-ranked"),
}
ROUNDS = (4, 7, 10)
SWISS_ROUNDS = (1, 2, 3, 4)
SCHOOLS = 200
REPEATS = 5


def schools(players: int) -> dict[int, int]:
    """Everybody's school; a few schools are large, most are small."""
    rnd = random.Random(f"{players} players of {SCHOOLS} schools")
    weights = [1 / (number + 5) for number in range(SCHOOLS)]
    return dict(enumerate(rnd.choices(range(SCHOOLS), weights, k=players), 1))


class Tournament:
    """A random tournament, as far as pairing needs it."""

    def __init__(self, players: int) -> None:
        self.rnd = random.Random(f"{players} players")
        self.score = dict.fromkeys(range(1, players + 1), 0)
        self.blacks: Counter[int] = Counter()
        self.met: Levels = {player: {} for player in self.score}
        self.byes: Levels = {}
        self.school = schools(players)
        self.lots = self.rnd.sample(sorted(self.score), players)

    def pool(self, rule: Rule) -> Pool:
        """The pool before the next round."""
        order = tuple(sorted(self.lots, key=lambda player: -self.score[player]))
        levels: dict[str, Callable[[], Levels]] = {
            "second-bye": lambda: self.byes,
            "fewest-byes": lambda: self.byes,
            "rematch": lambda: self.met,
            "fewest-meetings": lambda: self.met,
            "same-school": lambda: pairs_of(
                two for mates in members(self.school) for two in combinations(mates, 2)
            ),
            "colour": lambda: pairs_of(
                two for two in combinations(order, 2) if abs(self.blacks[two[0]] + self.blacks[two[1]]) > 2
            ),
            "forbidden": dict,
            "discouraged": dict,
        }
        avoid = tuple(
            ScoreGap() if word == "score-gap" else Avoided(word, levels[word]()) for word in rule.avoid
        )
        return Pool(order, dict(self.score), avoid, rule.opponent, rule.bye)

    def play(self, rule: Rule) -> None:
        """Pair and play a round."""
        for player, opponent in pair(self.pool(rule)).pairs:
            if opponent is None:
                self.byes[player] = {None: 1}
                self.score[player] += 1
            else:
                self.met[player][opponent] = self.met[opponent][player] = 1
                black, white = self.rnd.sample((player, opponent), 2)
                self.blacks[black] += 1
                self.blacks[white] -= 1
                self.score[self.rnd.choice((player, opponent))] += 1


def members(school: dict[int, int]) -> Iterable[list[int]]:
    """The players of each school."""
    found: dict[int, list[int]] = {}
    for player, number in school.items():
        found.setdefault(number, []).append(player)
    return found.values()


def pairs_of(pairs: Iterable[tuple[int, int]]) -> Levels:
    """These pairs as a class of one level."""
    found: Levels = {}
    for one, other in pairs:
        found.setdefault(one, {})[other] = 1
        found.setdefault(other, {})[one] = 1
    return found


def played(players: int, rounds: int, rule: Rule) -> Pool:
    """The pool after so many rounds of a random tournament."""
    tournament = Tournament(players)
    for _ in range(rounds):
        tournament.play(rule)
    return tournament.pool(rule)


def one_solve(pool: Pool) -> float:
    """Seconds for one matching of the pool's cost digits, its graph built beforehand."""
    players, base = pool.order, len(pool.order) // 2 + 1  # an even number, so nobody has a bye
    widest = max(pool.score.values()) - min(pool.score.values())
    prices: list[Callable[[int, int], int]] = []
    unit = 1
    for avoided in reversed(pool.avoid):
        if isinstance(avoided, ScoreGap):
            price = [0, *(unit * base**gap for gap in range(widest))]
            prices.append(lambda one, other, price=price: price[abs(pool.score[one] - pool.score[other])])
            unit *= base**widest
        elif any(other is not None for others in avoided.levels.values() for other in others):
            levels = avoided.levels
            prices.append(
                lambda one, other, unit=unit, levels=levels: unit * levels.get(one, {}).get(other, 0)
            )
            unit *= base
    edges = [
        (i, j, base * unit - sum(price(one, other) for price in prices))
        for (i, one), (j, other) in combinations(enumerate(players), 2)
    ]
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(players)
    graph.add_edges_from(edges)
    start = process_time()
    matching = rustworkx.max_weight_matching(graph, max_cardinality=False, weight_fn=int)
    seconds = process_time() - start
    assert 2 * len(matching) == len(players)
    return seconds


def time_of_pairing(pool: Pool) -> float:
    """The shortest of some runs, in seconds."""
    times = []
    for _ in range(REPEATS):
        start = process_time()
        pair(pool)
        times.append(process_time() - start)
    return min(times)


def main() -> None:
    """Print the ratios."""
    leagues()
    swiss("strict", STRICT)
    swiss("soft", SOFT)
    others()


def leagues() -> None:
    """Section 4: as many players as ever come, and ten times as many."""
    for rounds in ROUNDS:
        yardstick = one_solve(played(1000, rounds - 1, RULES["001, 003"]))
        print(f"round {rounds}: one matching of 1,000 players {yardstick:.3f} s")
        for name, rule in RULES.items():
            thousand, ten_thousand = (time_of_pairing(played(n, rounds - 1, rule)) for n in (1000, 10_000))
            print(
                f"  {name:9} 1,000 players {thousand:.4f} s, {thousand / yardstick:.3f} of one matching;"
                f" 10,000 players {ten_thousand:.4f} s, {ten_thousand / thousand:.1f} times 1,000 players"
            )


def swiss(name: str, rule: Rule) -> None:
    """Section 8, with schools; and with one player less, so that somebody has a bye."""
    largest = max(Counter(schools(1000).values()).values())
    print(f"Swiss, {name}: {SCHOOLS} schools, the largest has {largest} of 1,000 players")
    for rounds in SWISS_ROUNDS:
        even, odd = (played(players, rounds - 1, rule) for players in (1000, 999))
        yardstick, seconds, with_bye = one_solve(even), time_of_pairing(even), time_of_pairing(odd)
        print(
            f"  round {rounds}: one matching {yardstick:.3f} s; 1,000 players {seconds:.4f} s,"
            f" {seconds / yardstick:.3f} of one matching; 999 players {with_bye:.4f} s"
        )


def others() -> None:
    """Other orders of `avoid` and the choice half-way, which go the plain way."""
    for rounds in ROUNDS:
        for name, rule in OTHERS.items():
            even, odd = (played(players, rounds - 1, rule) for players in (300, 299))
            yardstick, seconds, with_bye = one_solve(even), time_of_pairing(even), time_of_pairing(odd)
            print(
                f"round {rounds}, {name:8} one matching of 300 players {yardstick:.3f} s; pairing {seconds:.3f} s,"
                f" {seconds / yardstick:.1f} times as long; 299 players {with_bye:.3f} s"
            )


if __name__ == "__main__":
    main()
