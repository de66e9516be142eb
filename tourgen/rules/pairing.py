"""組み合わせ方法, 2回戦以降 (000 フリークラス, 001, 003): the optimal pairing of one pool."""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from tourgen.rules.descent import bye_holder, optimal_pairs
from tourgen.rules.field import PHANTOM_WINS, Adjacency, Field


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
    if len(others.order) + len(named) - byes != len(pool.order):
        return None  # somebody twice, or somebody who isn't in the pool
    if byes > len(pool.order) % 2:
        return None  # nobody is left over for the bye
    return cost_of(pool, (*forced, *pair(others, PairingRule("lowest-possible", "inside-optimum")).pairs))


def have_met(pool: Pool, player: int, opponent: int) -> bool:
    """Whether either remembers a game against the other."""
    return opponent in pool.met.get(player, ()) or player in pool.met.get(opponent, ())


def field_of(pool: Pool) -> Field:
    """The pool as a field: 対戦相手が未確定の選手数が奇数の場合は…仮の選手(暫定成績を-1勝)を1人加えて."""
    wins = tuple(pool.wins[player] for player in pool.order)
    if len(wins) % 2:
        return Field((*wins, PHANTOM_WINS), (second_byes(pool), rematches(pool)))
    return Field(wins, (rematches(pool),))


def second_byes(pool: Pool) -> Adjacency:
    """2 不戦勝は各選手最大1回: whoever had a bye avoids the phantom, unless that is everybody."""
    phantom = len(pool.order)
    holders = {place for place, player in enumerate(pool.order) if player in pool.had_bye}
    if len(holders) in (0, phantom):
        return {}  # whoever has the bye, it costs the same: nothing to choose by
    return {phantom: holders} | {place: {phantom} for place in holders}


def rematches(pool: Pool) -> Adjacency:
    """3 同一選手との再戦は行いません: who has met whom in the pool, as either remembers it."""
    place_of = {player: place for place, player in enumerate(pool.order)}
    found = {
        place: {place_of[opponent] for opponent in pool.met.get(player, ()) if opponent in place_of}
        for player, place in place_of.items()
    }
    for place, others in found.items():
        for other in others:
            found[other].add(place)
    return found


def player_at(pool: Pool, place: int) -> int | None:
    """The roster number at this place; None is the phantom."""
    return pool.order[place] if place < len(pool.order) else None


def without(pool: Pool, players: Container[int | None]) -> Pool:
    """The pool when these players are already paired."""
    return replace(pool, order=tuple(player for player in pool.order if player not in players))
