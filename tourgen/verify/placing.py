"""準決勝の後の決勝, 3位決定戦, and 入賞決定戦: who plays them and the places they decide."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from tourgen.formats.declaration import BracketFinals, Placing
from tourgen.verify.trees import Decision, Meeting, Places

Draw = tuple[tuple[int, int], ...]  # pairs of group numbers, the smaller first


def placing_draw(
    stage: Placing, winners: Mapping[int, int], places: Places, met: AbstractSet[frozenset[int]]
) -> Draw:
    """「グループ1の1位とグループ2の1位の対戦、グループ3の1位とグループ4の1位の対戦、、、」.

    `winners`: the place that won each group. 「再戦はできるだけ回避した組み合わせとします」: fewest rematches, then the
    pairs as listed, then in lexicographic order.
    """
    listed: Draw = tuple((min(pair), max(pair)) for pair in stage.pairs)
    if not stage.avoid_rematch:
        return listed

    def rematches(draw: Draw) -> int:
        games = places.pairs([Meeting(winners[a], winners[b]) for a, b in draw], stage.round)
        return sum(frozenset(game) in met for game in games if game[1] is not None)

    groups = sorted(group for pair in listed for group in pair)
    return min(all_draws(groups), key=lambda draw: (rematches(draw), draw != tuple(sorted(listed)), draw))


def all_draws(groups: Sequence[int]) -> Iterator[Draw]:
    """Every way to pair them off, in lexicographic order: 12 34, 13 24, 14 23."""
    if not groups:
        yield ()
        return
    first, *others = groups
    for other in others:
        rest = [group for group in others if group != other]
        for draw in all_draws(rest):
            yield ((first, other), *draw)


def placed(decision: Decision, places: Places, winner_place: int, loser_place: int) -> dict[int, int]:
    """Who is in a match that nobody won takes the loser's place, and the winner's stays vacant."""
    ranks: dict[int, int] = {}
    for place, rank in ((decision.winner, winner_place), (decision.loser, loser_place)):
        no = places.holder(place)
        if no is not None:
            ranks.setdefault(no, rank if decision.won else loser_place)
    return ranks


def placing_places(
    stage: Placing, group_of: Mapping[int, int], decisions: Sequence[Decision], places: Places
) -> dict[int, int]:
    """「入賞決定戦の勝者を4~7位、敗者を9~12位とします」: each in the order of their own group numbers."""
    best = sorted(decisions, key=lambda decision: group_of[decision.winner])
    rest = sorted(decisions, key=lambda decision: group_of[decision.loser])
    ranks: dict[int, int] = {}
    for decision in decisions:
        first = stage.winner_places[0] + best.index(decision)
        second = stage.loser_places[0] + rest.index(decision)
        ranks = placed(decision, places, first, second) | ranks  # who is in two of them: the first counts
    return ranks


def highest_place(*stages: BracketFinals | Placing) -> int:
    """The last place that these stages decide; everybody else is ranked after it, vacant places or not."""
    ends = [2]
    for stage in stages:
        if isinstance(stage, Placing):
            ends += [stage.winner_places[1], stage.loser_places[1]]
        elif stage.third_round:
            ends.append(stage.third_places[1])
    return max(ends)
