"""敗者復活トーナメント and 入賞決定戦 of the new Othello system (section 6)."""

from __future__ import annotations

from collections.abc import Iterator

from tourgen.dataclass import dataclass, replace
from tourgen.formats.declaration import MainBracket, Placing, Repechage
from tourgen.model import Game
from tourgen.rules.main_bracket import in_line, lost_at
from tourgen.rules.situation import Seat, Situation
from tourgen.rules.trees import Onward, Places, TreeMatch, decided, holder, match_games, tree


def groups(stage: Repechage, situation: Situation) -> dict[str, list[list[TreeMatch]]]:
    """Group number → its tree, for every group whose players are known."""
    main = situation.declared.stage_of(stage.main)
    assert isinstance(main, MainBracket)
    lost = lost_at(main, situation)
    placing = situation.declared.stage_of(stage.winners_to)

    def onward(round_no: int) -> Onward:
        last = round_no == stage.rounds[1]
        going_on = ("placing", placing.rounds[0]) if last else ("repechage", round_no + 1)
        return Onward(going_on, ("ranking", round_no + 1))

    taken: set[int] = set()
    known: dict[str, list[list[TreeMatch]]] = {}
    for number, position in enumerate(stage.groups, 1):
        lost_in = int(position[-1])
        if position in lost and lost_in <= situation.after:
            rounds = range(lost_in + 1, stage.rounds[1] + 1)
            known[str(number)] = tree(lost[position], rounds, "repechage", situation, onward, taken)
    return known


def games(stage: Repechage, situation: Situation) -> list[Game]:
    """The next round of every group."""
    return [
        game
        for group, levels in groups(stage, situation).items()
        for match in levels[-1]
        if match.round == situation.after + 1
        for game in match_games(match, "repechage", group, situation)
    ]


def leave(stage: Repechage, situation: Situation) -> Situation:
    """「敗退した時点で敗者復活トーナメントにまわります」「敗退した選手は順位決定リーグにまわります」.

    「各グループで1位の選手は入賞決定戦に進みます」: from where everybody is in the brackets.
    """
    main = situation.declared.stage_of(stage.main)
    assert isinstance(main, MainBracket)
    left = _still_in(stage, situation)
    line = in_line(main, situation)
    # Put into a match of another bracket by hand, somebody may be left in none, or in two: the first counts (N14).
    seats = {
        no: situation.seats[no] if entrant.number in line else left.get(entrant.number, Seat(stage.beaten_to))
        for no, entrant in situation.entrants.items()
    }
    return replace(situation, seats=seats)


def _still_in(stage: Repechage, situation: Situation) -> dict[int, Seat]:
    """Place → where it is: in a match of a group that is to be played, or through to the placing matches."""
    left: dict[int, Seat] = {}
    for group, levels in groups(stage, situation).items():
        for match in levels[-1]:
            if match.winner is None:
                left |= {place: Seat(stage.id, group) for place in match.places if place not in left}
            elif match.round == stage.rounds[1]:
                left.setdefault(match.winner, Seat(stage.winners_to, group))
    return left


def group_winners(stage: Repechage, situation: Situation) -> dict[int, int]:
    """Group number → the place that won it."""
    winners = {}
    for group, levels in groups(stage, situation).items():
        final = levels[-1][0]
        if final.round == stage.rounds[1] and final.winner is not None:
            winners[int(group)] = final.winner
    return winners


@dataclass(frozen=True, slots=True)
class PlacingWay:
    """One way to pair the groups' winners, and which of its pairs would be rematches."""

    pairs: tuple[tuple[int, int], ...]
    rematches: tuple[tuple[int, int], ...]


def placing_pairs(stage: Placing, situation: Situation) -> list[tuple[int, int]]:
    """Which group winners meet (groups): as listed, or with 「再戦はできるだけ回避した組み合わせ」."""
    if not stage.avoid_rematch:
        return list(stage.pairs)
    # min keeps the first of equals.
    return list(min(placing_ways(stage, situation), key=lambda way: len(way.rematches)).pairs)


def placing_ways(stage: Placing, situation: Situation) -> list[PlacingWay]:
    """Every way in the order {12, 34}, {13, 24}, {14, 23}, with its rematches."""
    repechage = situation.declared.stage_of(stage.repechage)
    assert isinstance(repechage, Repechage)
    winners = group_winners(repechage, situation)
    numbers = sorted(number for pair in stage.pairs for number in pair)
    return [
        PlacingWay(
            tuple(pairs), tuple(pair for pair in pairs if _rematch(pair, winners, situation, stage.round))
        )
        for pairs in _ways(numbers)
    ]


def _ways(numbers: list[int]) -> Iterator[list[tuple[int, int]]]:
    if not numbers:
        yield []
        return
    first, rest = numbers[0], numbers[1:]
    for index, second in enumerate(rest):
        for others in _ways(rest[:index] + rest[index + 1 :]):
            yield [(first, second), *others]


def _rematch(pair: tuple[int, int], winners: dict[int, int], situation: Situation, round_no: int) -> bool:
    one, other = (holder(situation, winners[number]) for number in pair)
    if one is None or other is None:
        return False
    if not all(situation.entrants[no].in_pool(round_no) for no in (one, other)):
        return False  # a match against an empty place is no rematch
    return any(
        line.met and line.opponent == other for line in situation.record.lines[one] if line.round < round_no
    )


def placing_matches(stage: Placing, situation: Situation) -> list[tuple[tuple[int, int], TreeMatch]]:
    """(groups, match) of every placing match, once the groups are decided."""
    repechage = situation.declared.stage_of(stage.repechage)
    assert isinstance(repechage, Repechage)
    winners = group_winners(repechage, situation)
    if len(winners) < len(repechage.groups):
        return []
    pairs = placing_pairs(stage, situation)
    places = [winners[number] for pair in pairs for number in pair]
    return list(zip(pairs, tree(places, [stage.round], "placing", situation)[0], strict=True))


def placing_games(stage: Placing, situation: Situation) -> list[Game]:
    """The placing matches, if they are due next."""
    if situation.after + 1 != stage.round:
        return []
    return [
        game
        for _, match in placing_matches(stage, situation)
        for game in match_games(match, "placing", None, situation)
    ]


def placing_places(stage: Placing, situation: Situation) -> Places:
    """Winners first, each side in the order of their own group numbers."""
    repechage = situation.declared.stage_of(stage.repechage)
    assert isinstance(repechage, Repechage)
    own: dict[int, int] = {}
    for group, place in sorted(group_winners(repechage, situation).items()):
        own.setdefault(place, group)
    known = [
        (groups, match) for groups, match in placing_matches(stage, situation) if match.winner is not None
    ]

    def in_order(side: str) -> list[TreeMatch]:
        def group(one: tuple[tuple[int, int], TreeMatch]) -> int:
            place = getattr(one[1], side)
            return own.get(place) or _stands_for(*one, place)

        return [match for _, match in sorted(known, key=group)]

    winners, losers = in_order("winner"), in_order("loser")
    return decided(
        (match, stage.winner_places[0] + winners.index(match), stage.loser_places[0] + losers.index(match))
        for _, match in known
    )


def _stands_for(groups: tuple[int, int], match: TreeMatch, place: int) -> int:
    """Who was put into a placing match without having won a group stands for the group that is missing in it."""
    other = match.loser if place == match.winner else match.winner
    return groups[1] if other == match.places[0] else groups[0]
