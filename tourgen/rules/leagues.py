"""予選リーグ: dealing, evening up, the first round, and who leaves after each round (section 2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field

from tourgen.dataclass import dataclass, replace
from tourgen.formats.declaration import Leagues
from tourgen.model import Game
from tourgen.rules.situation import Confirmation, Qualifier, Seat, Situation, paired_pool, pool_game


def deal(stage: Leagues, numbers: Mapping[int, int]) -> dict[str, list[int]]:
    """リーグ分け: 「抽選番号の若い選手から順に、A, B, …へと割り当て」, unused numbers skipped, then evened up."""
    ascending = sorted(numbers, key=numbers.__getitem__)
    count = len(stage.leagues)
    leagues = {name: ascending[index::count] for index, name in enumerate(stage.leagues)}
    for move in stage.even_up:
        source, target = move.split(">")
        # 「人数が奇数となるリーグが1つ以下となるように」: only when both are odd does a player move.
        if len(leagues[source]) % 2 and len(leagues[target]) % 2:
            leagues[target] = sorted([*leagues[target], leagues[source].pop()], key=numbers.__getitem__)
    return leagues


def can_be_dealt(stage: Leagues, leagues: Mapping[str, Sequence[int]]) -> bool:
    """No league empty, none too large to produce a sole unbeaten player in the preliminary rounds."""
    most = 2 ** (stage.rounds[1] - stage.rounds[0] + 1)
    return all(1 <= len(members) <= most for members in leagues.values())


def first_round(members: Sequence[int]) -> list[tuple[int, int | None]]:
    """1回戦: 「奇数の場合、抽選番号が最も大きい選手を不戦勝」, the halves meet smallest with smallest.

    `members` by ascending lottery number.
    """
    even = list(members[: len(members) // 2 * 2])
    half = len(even) // 2
    pairs: list[tuple[int, int | None]] = list(zip(even[:half], even[half:], strict=True))
    return [*pairs, (members[-1], None)] if len(members) % 2 else pairs


def games(stage: Leagues, situation: Situation) -> list[Game]:
    """The next round of every league, with the byes of who has qualified already."""
    planned: list[Game] = []
    for league in stage.leagues:
        if situation.after == 0:
            # 不戦敗 or not, whoever was dealt is paired in round 1 (decision D6).
            numbers = situation.record.numbers
            members = sorted(situation.members(stage.id, league), key=numbers.__getitem__)
            planned += [pool_game("league", league, pair) for pair in first_round(members)]
        else:
            planned += paired_pool(situation, stage, "league", league)
    return planned + _qualified_byes(stage, situation)


def _qualified_byes(stage: Leagues, situation: Situation) -> list[Game]:
    """「全勝が1名となった予選リーグの全勝選手を不戦勝とします(2回目の不戦勝となる場合もあります)」."""
    if stage.qualified_rest == "none":
        return []
    return [
        pool_game("league", league, (no, None))
        for league, no in sorted(situation.qualified.items())
        if situation.entrants[no].in_pool(situation.after + 1)
    ]


@dataclass(frozen=True, slots=True)
class Leaving:
    """What happens in one league after a round."""

    moves: Mapping[int, Seat] = field(default_factory=dict)
    qualifier: Qualifier | None = None
    question: Confirmation | None = None


def leave(stage: Leagues, situation: Situation) -> Situation:
    """After a round: who moves to the ranking league, who has qualified, what must be confirmed."""
    if situation.after > stage.rounds[1]:
        return situation
    leaving = [_leaving(stage, league, situation) for league in stage.leagues]
    seats = dict(situation.seats)
    for one in leaving:
        seats.update(one.moves)
    return replace(
        situation,
        seats=seats,
        qualifiers=(*situation.qualifiers, *(one.qualifier for one in leaving if one.qualifier)),
        awaiting=(*situation.awaiting, *(one.question for one in leaving if one.question)),
    )


def unbeaten_of(situation: Situation, members: Sequence[int]) -> list[int]:
    """U: 全勝者, the unbeaten of these players who have not withdrawn (decision D1)."""
    return [no for no in _staying(situation, members) if situation.record.unbeaten(no)]


def _staying(situation: Situation, members: Sequence[int]) -> list[int]:
    return [no for no in members if situation.entrants[no].in_pool(situation.after + 1)]


def _leaving(stage: Leagues, league: str, situation: Situation) -> Leaving:
    members = situation.members(stage.id, league)
    staying = _staying(situation, members)
    unbeaten = unbeaten_of(situation, members)
    if not members:
        return Leaving()
    if len(unbeaten) == 1:
        return _closed(stage, members, Qualifier(league, unbeaten[0], situation.after))
    if not unbeaten or situation.after == stage.rounds[1]:
        return _confirmed_or_asked(stage, league, situation, members, staying)
    if len(unbeaten) & (len(unbeaten) - 1) == 0:
        # 「全勝者の人数が 1, 2, 4, 8, 16, …のいずれかになった場合は、1敗以下の選手は順位決定リーグに移動」
        beaten = [no for no in members if not situation.record.unbeaten(no)]
        return Leaving(dict.fromkeys(beaten, Seat(stage.beaten_to)))
    return Leaving()


def _confirmed_or_asked(
    stage: Leagues, league: str, situation: Situation, members: Sequence[int], staying: Sequence[int]
) -> Leaving:
    """No sole unbeaten player: the organiser confirms a proposal (decisions D2-D4)."""
    chosen = situation.confirmations.get(league)
    if chosen is not None:
        return _closed(stage, members, Qualifier(league, chosen, situation.after, confirmed=True))
    closed = _closed(stage, members, None)
    if not staying:
        return closed
    return Leaving(closed.moves, question=Confirmation(league, staying[0], situation.after))


def _closed(stage: Leagues, members: Sequence[int], qualifier: Qualifier | None) -> Leaving:
    """Everybody leaves the league: the qualifier for the knockout, the others for the ranking league."""
    moves = dict.fromkeys(members, Seat(stage.beaten_to))
    if qualifier is not None:
        moves[qualifier.no] = Seat(stage.sole_unbeaten_to, qualifier.league)
    return Leaving(moves, qualifier)
