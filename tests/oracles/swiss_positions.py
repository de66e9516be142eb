"""Random pools of section 8's Swiss pairing: schools, forbidden and discouraged pairs, late entrants, withdrawals."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Literal

from tests.oracles.positions import any_pool, awkward_pool, pool_of
from tourgen.rules.pairing import SWISS, Pool, pair

School = Literal["strict", "soft"] | None


def symmetric(pairs: Iterable[tuple[int, int]]) -> dict[int, frozenset[int]]:
    """Who is in a pair with whom."""
    found: dict[int, set[int]] = {}
    for one, other in pairs:
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return {player: frozenset(others) for player, others in found.items()}


def random_schools(rnd: Random, players: Sequence[int], schools: int) -> dict[int, str]:
    """So many schools, the first ones larger; a few players have none."""
    weights = [1 / (number + 2) for number in range(schools)]
    drawn = rnd.choices([f"school {number}" for number in range(schools)], weights, k=len(players))
    return {player: school for player, school in zip(players, drawn, strict=True) if rnd.random() < 0.95}


def with_classes(rnd: Random, pool: Pool, schools: int, forbidden: float, discouraged: float) -> Pool:
    """The pool with schools, and with these shares of all its pairs forbidden and discouraged."""
    pairs = list(combinations(pool.order, 2))
    return replace(
        pool,
        forbidden=symmetric(two for two in pairs if rnd.random() < forbidden),
        discouraged=symmetric(two for two in pairs if rnd.random() < discouraged),
        school_of=random_schools(rnd, pool.order, schools),
        school=rnd.choice(("strict", "strict", "soft", "soft", None)),
    )


def any_swiss_pool(rnd: Random, players: int) -> Pool:
    """Anything at all; some pairs are named by one of the two only."""
    forbidden, discouraged = rnd.choice((0, 0.1, 0.5, 0.8, 0.95)), rnd.choice((0, 0.1, 0.5))
    return with_classes(rnd, any_pool(rnd, players), rnd.choice((1, 2, 3, 5)), forbidden, discouraged)


def awkward_swiss_pool(rnd: Random, most: int) -> Pool:
    """Large and small levels in a row, wide gaps, and few or many schools."""
    pool = awkward_pool(rnd, most)
    schools = max(2, len(pool.order) // rnd.choice((2, 3, 5, 10)))
    return with_classes(rnd, pool, schools, rnd.choice((0, 0.01, 0.05)), rnd.choice((0, 0.01, 0.05)))


def played_swiss_pool(rnd: Random, players: int, rounds: int, school: School) -> Pool:
    """The pool before the round after these: a fifth as many schools, late entrants, some withdrawn meanwhile."""
    strength = [rnd.random() for _ in range(players)]
    school_of = random_schools(rnd, range(players), max(2, players // 5))
    named = [sorted(rnd.sample(range(players), 2)) for _ in range(players // 6)] if players > 1 else []
    forbidden, discouraged = (symmetric((a, b) for a, b in named[at::2]) for at in (0, 1))
    enters = [rnd.randint(1, rounds) if rounds and rnd.random() < 0.08 else 0 for _ in range(players)]
    leaves = [rnd.randint(1, rounds) if rounds and rnd.random() < 0.08 else rounds for _ in range(players)]
    wins = [0] * players
    games: list[tuple[int, int]] = []
    byes: list[int] = []
    for played in range(rounds + 1):
        present = [player for player in range(players) if enters[player] <= played <= leaves[player]]
        order = sorted(present, key=lambda player: (-wins[player], player))  # the number is the lot
        past = pool_of(list(range(players)), wins, games, byes)
        pool = Pool(
            tuple(order), past.wins, past.met, past.had_bye, forbidden, discouraged, school_of, school
        )
        if played == rounds:
            break
        for player, opponent in pair(pool, SWISS).pairs:
            if opponent is None:
                byes.append(player)
                wins[player] += 1
            else:
                games.append((player, opponent))
                stronger, weaker = sorted((player, opponent), key=strength.__getitem__, reverse=True)
                wins[stronger if rnd.random() < 0.7 else weaker] += 1
    return pool
