"""The pairing rule: the best pairings in the classes of `avoid`, then the bye, then the choice from the top down."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from tourgen.engine.pairing import fast
from tourgen.engine.pairing.field import Class, Classes, Field, Place, PlacePair
from tourgen.engine.pairing.optimum import Wish, optimal_pairs, optimal_parts
from tourgen.engine.pairing.pool import Avoided, Count, Pair, Pairing, Pool, ScoreGap


def pair(pool: Pool) -> Pairing:
    """The one pairing that the rule leaves.

    Where `bye` names its holder, it is fixed first: 「勝数の最も少ない選手の中で最上位の選手を不戦勝とします」 (000).
    「対戦相手が未確定の暫定最上位選手を、可能な限り下位選手と組み合わせます」 (001, 003), or as `opponent` says.
    """
    pairs: list[Pair] = []
    rest = pool
    if len(pool.order) % 2 and pool.bye != "phantom":
        holder = bye_holder(pool)
        pairs.append((holder, None))
        rest = without(pool, [holder])
    pairs += pairs_from_the_top(rest)
    return Pairing(tuple(pairs), counts_of(pool, pairs))


def least_counts(pool: Pool, forced: Sequence[Pair] = ()) -> tuple[Count, ...] | None:
    """The counts of the best pairing that contains the forced pairs; None if no pairing contains them."""
    named = [player for two in forced for player in two]
    others = without(pool, named)
    byes = named.count(None)
    if len(others.order) + len(named) - byes != len(pool.order) or byes > len(pool.order) % 2:
        return None
    field = field_of(others)
    if field.falls_by_score:
        places = fast.optimal_pairs(field, lowest=False)
    else:
        places = [two for part in optimal_parts(field) for two in part.pairs]
    return counts_of(pool, (*forced, *players_at(others, places)))


def counts_of(pool: Pool, pairs: Iterable[Pair]) -> tuple[Count, ...]:
    """How many of these pairs each class has, by level."""
    found: list[Counter[int]] = [Counter() for _ in pool.avoid]
    for two in pairs:
        for avoided, count in zip(pool.avoid, found, strict=True):
            count[level_of(pool, avoided, *two)] += 1
    return tuple(Count(tuple((n, c[n]) for n in sorted(c, reverse=True) if n)) for c in found)


def level_of(pool: Pool, avoided: Avoided | ScoreGap, player: int, opponent: int | None) -> int:
    """The level of this pair in one class; 0 is none."""
    if isinstance(avoided, ScoreGap):
        return abs(pool.score[player] - (pool.phantom if opponent is None else pool.score[opponent]))
    return avoided.levels.get(player, {}).get(opponent, 0)


def field_of(pool: Pool) -> Field:
    """The pool by places: 「対戦相手を不戦勝とする仮の選手(暫定成績を-1勝)を1人加えて」 if their number is odd."""
    place_of: dict[int | None, Place] = {player: place for place, player in enumerate(pool.order)}
    if len(pool.order) % 2:
        place_of[None] = len(pool.order)
    score, gap_at = (0,) * len(place_of), len(pool.avoid)
    named: list[dict[Place, Classes]] = [{} for _ in place_of]
    for at, avoided in enumerate(pool.avoid):
        if isinstance(avoided, ScoreGap):
            score = tuple(pool.phantom if player is None else pool.score[player] for player in place_of)
            gap_at = at
            continue
        for place, player in enumerate(pool.order):
            for opponent, level in avoided.levels.get(player, {}).items():
                if opponent in place_of:
                    other = place_of[opponent]
                    named[place][other] = (*named[place].get(other, ()), Class(at, -level))
                    if opponent is None:
                        named[other][place] = named[place][other]
    return Field(score, named, gap_at)


def bye_holder(pool: Pool) -> int:
    """Who has the bye of an odd pool: of all who have it in some optimal pairing the one that `bye` names."""
    field = field_of(pool)
    phantom = len(pool.order)
    if field.falls_by_score and field.score[phantom] < field.score[phantom - 1]:
        return pool.order[fast.bye_holder(field, last=pool.bye != "fewest-wins-top-ranked")]
    ((_, holder),) = optimal_pairs(field, (phantom,), wish_for_the_bye(pool))
    return pool.order[holder]


def wish_for_the_bye(pool: Pool) -> Wish:
    """What `bye` means, as the phantom's wish: the fewest wins unless only the rank counts, then the rank."""
    by_score = pool.bye != "last-ranked"
    top_first = pool.bye == "fewest-wins-top-ranked"
    return lambda _, place: (by_score * pool.score[pool.order[place]], place if top_first else -place)


def pairs_from_the_top(pool: Pool) -> list[Pair]:
    """The pairs in the order in which they are fixed: the highest player left takes the most wanted opponent."""
    field = field_of(pool)
    if field.falls_by_score and pool.opponent != "half-way":
        places = fast.optimal_pairs(field, lowest=pool.opponent == "lowest-possible")
    else:
        places = optimal_pairs(field, range(len(field)), wish_for_an_opponent(pool))
    return players_at(pool, places)


def wish_for_an_opponent(pool: Pool) -> Wish:
    """What `opponent` means."""
    if pool.opponent == "lowest-possible":
        return lambda _, other: (-other,)
    if pool.opponent == "highest-possible":
        return lambda _, other: (other,)
    size_of = Counter(pool.score[player] for player in pool.order)

    def half_way(chooser: Place, other: Place) -> tuple[int, int]:
        """The one half a score group below, else the nearest, the lower first; the phantom last."""
        wanted = chooser + size_of[pool.score[pool.order[chooser]]] // 2
        return (abs(other - wanted) if other < len(pool.order) else 2 * len(pool.order), -other)

    return half_way


def players_at(pool: Pool, places: Iterable[PlacePair]) -> list[Pair]:
    """The players at these places; the place after the last is the phantom's."""
    return [(pool.order[high], pool.order[low] if low < len(pool.order) else None) for high, low in places]


def without(pool: Pool, players: Sequence[int | None]) -> Pool:
    """The pool without these players."""
    gone = set(players)
    return replace(pool, order=tuple(player for player in pool.order if player not in gone))
