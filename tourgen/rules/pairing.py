"""組み合わせ方法, 2回戦以降 (000 フリークラス, 001, 003): the optimal pairing of one pool."""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from tourgen.rules.descent import bye_holder, optimal_pairs
from tourgen.rules.field import PHANTOM_WINS, Field, symmetric


@dataclass(frozen=True, slots=True)
class Pool:
    """The players of one pool in provisional order, best first, and what the pairing must respect."""

    order: tuple[int, ...]
    """Roster numbers, best first (暫定順位)."""
    wins: Mapping[int, int]
    """Wins of everyone in order."""
    met: Mapping[int, frozenset[int]]
    """Past opponents; it may name players outside the pool and lack players without any."""
    had_bye: frozenset[int]
    """Players who already had a 不戦勝."""


@dataclass(frozen=True, slots=True)
class PairingRule:
    """What the rule sheets decide differently among the optimal pairings."""

    choice: Literal["lowest-possible", "highest-possible"]
    """001, 003 可能な限り下位選手と; the new Othello system and shogi take the highest."""
    bye: Literal["inside-optimum", "fewest-wins-top-ranked"]
    """001, 003: the phantom takes part in the choice as the lowest of all; 000: the bye is fixed first."""


@dataclass(frozen=True, slots=True, order=True)
class Cost:
    """What a pairing asks of the pool, in the order of the rule (001: 2, 3, 4-5); smaller is better."""

    second_byes: int
    """2 不戦勝は各選手最大1回."""
    rematches: int
    """3 再戦は行いません."""
    gaps: tuple[int, ...]
    """4-5 同勝数どうし: pairs with the largest win difference the pool has, then the next, … down to 1."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """The pairs in the order in which they were fixed, the higher-ranked player first; None is the bye."""

    pairs: tuple[tuple[int, int | None], ...]
    cost: Cost


def pair(pool: Pool, rule: PairingRule) -> Pairing:
    """The one optimal pairing the rule leaves."""
    pairs: list[tuple[int, int | None]] = []
    left = pool
    if rule.bye == "fewest-wins-top-ranked" and len(pool.order) % 2:
        holder = pool.order[bye_holder(field_of(pool))]
        pairs.append((holder, None))
        left = without(pool, {holder})
    places = optimal_pairs(field_of(left), lowest=rule.choice == "lowest-possible")
    pairs += [(left.order[high], player_at(left, low)) for high, low in places]
    return Pairing(tuple(pairs), cost_of(pool, pairs))


def cost_of(pool: Pool, pairs: Iterable[tuple[int, int | None]]) -> Cost:
    """The cost of these pairs in this pool."""
    wins = [pool.wins[player] for player in pool.order] + [PHANTOM_WINS] * (len(pool.order) % 2)
    widest = max(wins, default=0) - min(wins, default=0)
    second_byes = rematches = 0
    gaps = [0] * widest
    for player, opponent in pairs:
        if opponent is None:
            second_byes += player in pool.had_bye
        else:
            rematches += have_met(pool, player, opponent)
        gap = abs(pool.wins[player] - (PHANTOM_WINS if opponent is None else pool.wins[opponent]))
        if gap:
            gaps[widest - gap] += 1
    return Cost(second_byes, rematches, tuple(gaps))


def best_cost(pool: Pool, forced: Sequence[tuple[int, int | None]] = ()) -> Cost | None:
    """The least cost of a pairing with these pairs; None if there is no such pairing."""
    named = [player for players in forced for player in players]
    others = without(pool, set(named))
    byes = named.count(None)
    if len(set(named)) < len(named) or len(others.order) + len(named) - byes < len(pool.order):
        return None  # somebody twice
    if byes > len(pool.order) % 2:
        return None  # nobody is left over
    return cost_of(pool, (*forced, *pair(others, PairingRule("lowest-possible", "inside-optimum")).pairs))


def have_met(pool: Pool, player: int, opponent: int) -> bool:
    """Whether either remembers a game against the other."""
    return opponent in pool.met.get(player, ()) or player in pool.met.get(opponent, ())


def field_of(pool: Pool) -> Field:
    """The pool as a field: 対戦相手が未確定の選手数が奇数の場合は…仮の選手(暫定成績を-1勝)を1人加えて."""
    place_of = {player: place for place, player in enumerate(pool.order)}
    wins = [pool.wins[player] for player in pool.order]
    phantom = len(wins)
    byes: list[tuple[int, int]] = []
    if phantom % 2:
        wins.append(PHANTOM_WINS)
        byes = [(place, phantom) for player, place in place_of.items() if player in pool.had_bye]
        if len(byes) == phantom:
            byes = []  # one second bye whoever has it: nothing to choose by
    games = [
        (place, place_of[opponent])
        for player, place in place_of.items()
        for opponent in pool.met.get(player, ())
        if opponent in place_of
    ]
    return Field(tuple(wins), (symmetric(byes), symmetric(games)))


def player_at(pool: Pool, place: int) -> int | None:
    """The roster number at this place; None is the phantom."""
    return pool.order[place] if place < len(pool.order) else None


def without(pool: Pool, players: Container[int | None]) -> Pool:
    """The pool when these players are already paired."""
    return replace(pool, order=tuple(player for player in pool.order if player not in players))
