"""Random pools with random rules: arbitrary ones, played-out tournaments, and ones made awkward for score levels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from random import Random
from typing import get_args

from tourgen.engine.pairing import Avoided, Bye, Opponent, Pool, ScoreGap, pair

Levels = dict[int, dict[int | None, int]]

LEAGUE = ("second-bye", "rematch", "score-gap")
SWISS = (
    "second-bye",
    "forbidden",
    "rematch",
    "same-school-strict",
    "score-gap",
    "same-school-soft",
    "discouraged",
)
WORDS = (*SWISS, "same-school", "same-group", "colour", "fewest-byes", "fewest-meetings")
OPPONENTS: tuple[Opponent, ...] = get_args(Opponent)
BYES: tuple[Bye, ...] = get_args(Bye)


@dataclass
class Position:
    """The players of a pool, best first, and what is known of them."""

    order: list[int]
    score: dict[int, int]
    games: list[tuple[int, int]] = field(default_factory=list)
    """Every game played, the Black player first; two may have met several times."""
    byes: list[int] = field(default_factory=list)
    school: dict[int, int] = field(default_factory=dict)
    group: dict[int, int] = field(default_factory=dict)
    forbidden: list[tuple[int, int]] = field(default_factory=list)
    discouraged: list[tuple[int, int]] = field(default_factory=list)

    def pool(
        self,
        avoid: Iterable[str],
        opponent: Opponent = "highest-possible",
        bye: Bye = "phantom",
        phantom: int = -1,
    ) -> Pool:
        """The pool with this rule."""
        classes = tuple(ScoreGap() if word == "score-gap" else self.avoided(word) for word in avoid)
        return Pool(tuple(self.order), self.score, classes, opponent, bye, phantom)

    def avoided(self, word: str) -> Avoided:
        """One word of `avoid`."""
        match word:
            case "second-bye":
                return Avoided(word, {player: {None: 1} for player in self.byes})
            case "fewest-byes":
                return Avoided(word, {player: {None: times} for player, times in Counter(self.byes).items()})
            case "rematch":
                return Avoided(word, symmetric(Counter(set(self.games))))
            case "fewest-meetings":
                return Avoided(word, symmetric(Counter((min(two), max(two)) for two in self.games)))
            case "forbidden":
                return Avoided(word, symmetric(Counter(set(self.forbidden))))
            case "discouraged":
                return Avoided(word, symmetric(Counter(set(self.discouraged))))
            case "same-group":
                return Avoided(word, together(self.group))
            case "colour":
                blacks = Counter(black for black, _ in self.games)
                blacks.subtract(white for _, white in self.games)
                pairs = combinations(self.order, 2)
                return Avoided(
                    word, symmetric({(a, b): 1 for a, b in pairs if abs(blacks[a] + blacks[b]) > 2})
                )
            case _:
                return Avoided(word, together(self.school))


def symmetric(pairs: Mapping[tuple[int, int], int]) -> Levels:
    """The levels of these pairs, from both sides."""
    found: Levels = {}
    for (one, other), level in pairs.items():
        found.setdefault(one, {})[other] = level
        found.setdefault(other, {})[one] = level
    return found


def together(of: Mapping[int, int]) -> Levels:
    """The pairs inside a school or group."""
    members: dict[int, list[int]] = {}
    for player, number in of.items():
        members.setdefault(number, []).append(player)
    return {
        player: {other: 1 for other in members[number] if other != player} for player, number in of.items()
    }


def any_rule(rnd: Random, position: Position) -> Pool:
    """Any classes in any order, any opponent and bye."""
    words = rnd.sample(WORDS, rnd.choice((0, 1, 2, 3, 3, 4, 5, 6, len(WORDS))))
    avoid = rnd.choice((words, words, words, LEAGUE, SWISS))
    return position.pool(avoid, rnd.choice(OPPONENTS), rnd.choice(BYES), rnd.choice((-1, -1, -2, 0)))


def fast_rule(rnd: Random, position: Position) -> Pool:
    """The order of a league or of a Swiss, the opponent of one or the other, any bye."""
    return position.pool(
        rnd.choice((LEAGUE, SWISS)), rnd.choice(("lowest-possible", "highest-possible")), rnd.choice(BYES)
    )


def any_position(rnd: Random, players: int) -> Position:
    """Anything at all: scores, games and byes that no tournament need have led to."""
    order = rnd.sample(range(1, 100 + players), players)
    most = rnd.choice((0, 1, 2, 3, 5, 9, 30))
    scores = [rnd.randint(rnd.choice((0, 0, -2)), most) for _ in order]
    if rnd.random() < 0.9:  # otherwise the order doesn't follow the score
        scores.sort(reverse=True)
    density = rnd.choice((0, 0.1, 0.3, 0.5, 0.7, 0.9, 1))
    games = [rnd.sample(two, 2) for two in combinations(order, 2) if rnd.random() < density]
    games += rnd.choices(games, k=rnd.randint(0, 2 * players)) if games else []
    share = rnd.choice((0, 0.2, 0.5, 0.9, 1))
    byes = [player for player in order if rnd.random() < share]
    byes += rnd.choices(byes, k=rnd.randint(0, players)) if byes else []
    return with_classes(
        rnd,
        Position(order, dict(zip(order, scores, strict=True)), [(a, b) for a, b in games], byes),
        rnd.choice((1, 2, 3, 5)),
        rnd.choice((0, 0.1, 0.5, 0.8, 0.95)),
        rnd.choice((0, 0.1, 0.5)),
    )


def with_classes(
    rnd: Random, position: Position, schools: int, forbidden: float, discouraged: float
) -> Position:
    """The position with schools, groups, and these shares of all its pairs forbidden and discouraged."""
    pairs = list(combinations(position.order, 2))
    return replace(
        position,
        school=random_schools(rnd, position.order, schools),
        group={player: rnd.randint(1, 4) for player in position.order},
        forbidden=[two for two in pairs if rnd.random() < forbidden],
        discouraged=[two for two in pairs if rnd.random() < discouraged],
    )


def random_schools(rnd: Random, players: Sequence[int], schools: int) -> dict[int, int]:
    """So many schools, the first ones larger; a few players have none."""
    weights = [1 / (number + 2) for number in range(schools)]
    drawn = rnd.choices(range(schools), weights, k=len(players))
    return {player: school for player, school in zip(players, drawn, strict=True) if rnd.random() < 0.95}


def played_position(
    rnd: Random, players: int, rounds: int, avoid: Sequence[str], opponent: Opponent, bye: Bye
) -> Position:
    """The position after so many rounds: some are stronger, some enter late, some have left meanwhile."""
    everybody = range(players)
    strength = [rnd.random() for _ in everybody]
    enters = [rnd.randint(1, rounds) if rounds and rnd.random() < 0.08 else 0 for _ in everybody]
    leaves = [rnd.randint(1, rounds) if rounds and rnd.random() < 0.08 else rounds for _ in everybody]
    named = [rnd.sample(everybody, 2) for _ in range(players // 6)]
    now = Position(
        [],
        dict.fromkeys(everybody, 0),
        school=random_schools(rnd, everybody, max(2, players // 5)),
        group={player: rnd.randint(1, 4) for player in everybody},
        forbidden=[(one, other) for one, other in named[::2]],
        discouraged=[(one, other) for one, other in named[1::2]],
    )
    for played in range(rounds + 1):
        present = [player for player in everybody if enters[player] <= played <= leaves[player]]
        now.order = sorted(present, key=lambda player: (-now.score[player], player))
        if played == rounds:
            break
        for player, other in pair(now.pool(avoid, opponent, bye)).pairs:
            if other is None:
                now.byes.append(player)
                now.score[player] += 1
            else:
                now.games.append((player, other) if rnd.random() < 0.5 else (other, player))
                stronger, weaker = sorted((player, other), key=strength.__getitem__, reverse=True)
                now.score[stronger if rnd.random() < 0.7 else weaker] += 1
    return now


def any_played_position(rnd: Random, players: int, rounds: int) -> Position:
    """The same by one of the orders of the shipped formats."""
    opponent = rnd.choice(("lowest-possible", "highest-possible"))
    return played_position(rnd, players, rounds, rnd.choice((LEAGUE, SWISS)), opponent, rnd.choice(BYES))


def awkward_position(rnd: Random, most: int) -> Position:
    """Large and small levels in a row, wide gaps, neighbours who have met, small levels in which all have met."""
    sizes = [1]
    while sum(sizes) < most and len(sizes) < 9:
        sizes.append(rnd.choice((rnd.randint(1, 4), rnd.randint(1, 12), rnd.randint(6, 40))))
    while sum(sizes) > most:
        sizes.pop(rnd.randrange(len(sizes)))
    starts = [sum(sizes[:at]) for at in range(len(sizes))]
    of_level = sorted(rnd.sample(range(rnd.choice((10, 25))), len(sizes)), reverse=True)
    scores = [score for score, size in zip(of_level, sizes, strict=True) for _ in range(size)]
    players = len(scores)
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
    return with_classes(
        rnd,
        Position(list(range(players)), dict(enumerate(scores)), sorted(games), sorted(byes)),
        max(2, players // rnd.choice((2, 3, 5, 10))),
        rnd.choice((0, 0.01, 0.05)),
        rnd.choice((0, 0.01, 0.05)),
    )
