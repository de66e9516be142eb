"""Random pools: arbitrary ones, played-out tournaments, and ones made to be awkward for the score levels."""

from collections.abc import Iterable
from itertools import combinations
from random import Random

from tourgen.rules.pairing import PairingRule, Pool, pair


def pool_of(order: list[int], wins: list[int], games: Iterable[tuple[int, int]], byes: Iterable[int]) -> Pool:
    """A pool whose players remember these games."""
    met: dict[int, set[int]] = {player: set() for player in order}
    for one, other in games:
        met[one].add(other)
        met[other].add(one)
    past = {player: frozenset(opponents) for player, opponents in met.items()}
    return Pool(tuple(order), dict(zip(order, wins, strict=True)), past, frozenset(byes))


def any_pool(rnd: Random, players: int) -> Pool:
    """Anything at all: wins, games and byes that no tournament need have led to."""
    order = rnd.sample(range(1, 100), players)
    most = rnd.choice((0, 1, 2, 3, 5, 9, 30))
    wins = [rnd.randint(0, most) for _ in order]
    if rnd.random() < 0.9:  # otherwise rank doesn't follow wins
        wins.sort(reverse=True)
    density = rnd.choice((0, 0.1, 0.3, 0.5, 0.7, 0.9, 1))
    games = [game for game in combinations(order, 2) if rnd.random() < density]
    share = rnd.choice((0, 0.2, 0.5, 0.9, 1))
    return pool_of(order, wins, games, [player for player in order if rnd.random() < share])


def played_pool(rnd: Random, players: int, rounds: int, rule: PairingRule) -> Pool:
    """The pool after so many rounds of a tournament in which some are stronger than others."""
    strength = [rnd.random() for _ in range(players)]
    wins = [0] * players
    games: list[tuple[int, int]] = []
    byes: list[int] = []
    for played in range(rounds + 1):
        order = sorted(rnd.sample(range(players), players), key=wins.__getitem__, reverse=True)
        pool = pool_of(order, [wins[player] for player in order], games, byes)
        if played == rounds:
            break
        for player, opponent in pair(pool, rule).pairs:
            if opponent is None:
                byes.append(player)
                wins[player] += 1
            else:
                games.append((player, opponent))
                stronger, weaker = sorted((player, opponent), key=strength.__getitem__, reverse=True)
                wins[stronger if rnd.random() < 0.7 else weaker] += 1
    return pool


def awkward_pool(rnd: Random, most: int) -> Pool:
    """Large and small levels in a row, wide gaps, neighbours who have met, small levels in which all have met."""
    sizes = [1]
    while sum(sizes) < most and len(sizes) < 9:
        sizes.append(rnd.choice((rnd.randint(1, 4), rnd.randint(1, 12), rnd.randint(6, 40))))
    while sum(sizes) > most:
        sizes.pop(rnd.randrange(len(sizes)))
    starts = [sum(sizes[:at]) for at in range(len(sizes))]
    level_wins = sorted(rnd.sample(range(rnd.choice((10, 25))), len(sizes)), reverse=True)
    wins = [wins for wins, size in zip(level_wins, sizes, strict=True) for _ in range(size)]
    players = len(wins)
    games = set()
    for player in range(players * rnd.randint(0, 3)):
        one = player % players
        other = one + rnd.choice((1, -1)) * rnd.randint(1, rnd.choice((3, 8, players)))
        if 0 <= other < players and rnd.random() < 0.6:
            games.add((one, other))
    for start, size in zip(starts, sizes, strict=True):
        if size <= 4 and rnd.random() < 0.4:
            games.update(combinations(range(start, min(players, start + size + rnd.randint(0, 2))), 2))
    share = rnd.choice((0, 0.05, 0.05, 0.5))
    byes = {player for player in range(players) if rnd.random() < share}
    if rnd.random() < 0.3:
        byes.update(range(max(0, players - rnd.randint(1, 8)), players))
    return pool_of(list(range(players)), wins, games, byes)
