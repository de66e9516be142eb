"""The optimal pairing of one pool: 組み合わせ方法, 2回戦以降 (000 フリークラス, 001, 003); section 8, Swiss pairing."""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import field
from typing import Literal

from tourgen.dataclass import dataclass, replace
from tourgen.rules.descent import bye_holder, optimal_pairs
from tourgen.rules.field import PHANTOM_WINS, Adjacency, Field, Place


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
    forbidden: Mapping[int, frozenset[int]] = field(default_factory=dict)
    """Section 8, forbidden pairs: whom a player must not meet; like met, one side is enough."""
    discouraged: Mapping[int, frozenset[int]] = field(default_factory=dict)
    """Section 8, discouraged pairs: whom a player had better not meet."""
    school_of: Mapping[int, str] = field(default_factory=dict)
    """The schools; who has none is missing."""
    school: Literal["strict", "soft"] | None = None
    """Section 8: whether pairs inside a school count before the score gaps, after them, or not at all."""
    phantom: int = PHANTOM_WINS
    """What the phantom of an odd pool counts as: -1 wins, in points -2."""
    in_points: bool = False
    """Section 9: whether `wins` are points, two for a win."""


@dataclass(frozen=True, slots=True)
class PairingRule:
    """What the rule sheets decide differently among the optimal pairings."""

    choice: Literal["lowest-possible", "highest-possible"]
    """001, 003 可能な限り下位選手と; the new Othello system and shogi take the highest."""
    bye: Literal["inside-optimum", "fewest-wins-top-ranked"]
    """001, 003: the phantom takes part in the choice as the lowest of all; 000: the bye is fixed first."""


SWISS = PairingRule("highest-possible", "inside-optimum")
"""Section 8: then from the top the highest opponent possible; a phantom as in section 4 if odd."""


@dataclass(frozen=True, slots=True, order=True)
class Cost:
    """What a pairing asks of the pool, in the order of the rule (001: 2, 3, 4-5); smaller is better.

    Section 8: minimise second byes, forbidden pairs, rematches, pairs inside a school where `school` is "strict",
    score gaps from the largest down, pairs inside a school where it is "soft", discouraged pairs.
    """

    second_byes: int
    """2 不戦勝は各選手最大1回."""
    forbidden: int = field(default=0, kw_only=True)
    """Section 8: forbidden pairs."""
    rematches: int
    """3 再戦は行いません."""
    strict_school: int = field(default=0, kw_only=True)
    """Section 8: pairs inside a school where `school` is "strict"."""
    gaps: tuple[int, ...]
    """4-5 同勝数どうし: pairs with the largest win difference the pool has, then the next, … down to 1."""
    soft_school: int = field(default=0, kw_only=True)
    """Section 8: pairs inside a school where `school` is "soft"."""
    discouraged: int = field(default=0, kw_only=True)
    """Section 8: discouraged pairs."""
    in_points: bool = field(default=False, kw_only=True, compare=False)
    """Section 9: whether the gaps are differences of points."""


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
    wins = [pool.wins[player] for player in pool.order] + [pool.phantom] * (len(pool.order) % 2)
    widest = max(wins, default=0) - min(wins, default=0)
    second_byes = forbidden = rematches = inside = discouraged = 0
    gaps = [0] * widest
    for player, opponent in pairs:
        if opponent is None:
            second_byes += player in pool.had_bye
        else:
            forbidden += joined(pool.forbidden, player, opponent)
            rematches += have_met(pool, player, opponent)
            inside += same_school(pool, player, opponent)
            discouraged += joined(pool.discouraged, player, opponent)
        gap = abs(pool.wins[player] - (pool.phantom if opponent is None else pool.wins[opponent]))
        if gap:
            gaps[widest - gap] += 1
    return Cost(
        second_byes,
        rematches,
        tuple(gaps),
        forbidden=forbidden,
        strict_school=inside if pool.school == "strict" else 0,
        soft_school=inside if pool.school == "soft" else 0,
        discouraged=discouraged,
        in_points=pool.in_points,
    )


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
    return joined(pool.met, player, opponent)


def joined(pairs: Mapping[int, frozenset[int]], player: int, opponent: int) -> bool:
    """Whether either is named with the other."""
    return opponent in pairs.get(player, ()) or player in pairs.get(opponent, ())


def same_school(pool: Pool, player: int, opponent: int) -> bool:
    """Whether the two are of one school."""
    school = pool.school_of.get(player)
    return school is not None and school == pool.school_of.get(opponent)


def field_of(pool: Pool) -> Field:
    """The pool as a field: 対戦相手が未確定の選手数が奇数の場合は…仮の選手(暫定成績を-1勝)を1人加えて.

    The classes of section 8 in its order, those before the score gaps and those after them.
    """
    wins = tuple(pool.wins[player] for player in pool.order)
    avoided = [places_joined(pool, pool.forbidden), places_joined(pool, pool.met)]
    unwelcome = [places_joined(pool, pool.discouraged)]
    if pool.school == "strict":
        avoided.append(schools(pool))
    elif pool.school == "soft":
        unwelcome.insert(0, schools(pool))
    if len(wins) % 2:
        wins = (*wins, pool.phantom)
        avoided.insert(0, second_byes(pool))
    return Field(wins, tuple(filter(None, avoided)), tuple(filter(None, unwelcome)))


def second_byes(pool: Pool) -> Adjacency:
    """2 不戦勝は各選手最大1回: whoever had a bye avoids the phantom, unless that is everybody."""
    phantom = len(pool.order)
    holders = {place for place, player in enumerate(pool.order) if player in pool.had_bye}
    if len(holders) in (0, phantom):
        return {}  # whoever has the bye, it costs the same: nothing to choose by
    return {phantom: holders} | {place: {phantom} for place in holders}


def places_joined(pool: Pool, pairs: Mapping[int, frozenset[int]]) -> Adjacency:
    """The pairs inside the pool, by place: 3 同一選手との再戦は行いません, as either remembers it; forbidden pairs."""
    if not pairs:
        return {}
    place_of = {player: place for place, player in enumerate(pool.order)}
    found: dict[Place, set[Place]] = {}
    for player, place in place_of.items():
        for other in pairs.get(player, ()):
            if other in place_of and other != player:
                found.setdefault(place, set()).add(place_of[other])
                found.setdefault(place_of[other], set()).add(place)
    return found


def schools(pool: Pool) -> Adjacency:
    """Section 8, pairs inside a school: who is of the same school as somebody else, unless all are of one."""
    members: dict[str, set[Place]] = {}
    for place, player in enumerate(pool.order):
        if player in pool.school_of:
            members.setdefault(pool.school_of[player], set()).add(place)
    if any(len(places) == len(pool.order) for places in members.values()):
        return {}  # whoever is paired, it costs the same: nothing to choose by
    return {place: places - {place} for places in members.values() for place in places if len(places) > 1}


def player_at(pool: Pool, place: int) -> int | None:
    """The roster number at this place; None is the phantom."""
    return pool.order[place] if place < len(pool.order) else None


def without(pool: Pool, players: Container[int | None]) -> Pool:
    """The pool when these players are already paired."""
    return replace(pool, order=tuple(player for player in pool.order if player not in players))
