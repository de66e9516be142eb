"""全勝トーナメント, 準決勝, 3位決定戦, 決勝 of the new Othello system (section 6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from tourgen.dataclass import replace
from tourgen.formats.declaration import BracketFinals, MainBracket
from tourgen.model import Game
from tourgen.rules.situation import Seat, Situation
from tourgen.rules.trees import Onward, Places, TreeMatch, decided, match_games, tree


def levels(stage: MainBracket, situation: Situation) -> list[list[TreeMatch]]:
    """The main bracket round by round, as far as it is known."""
    rounds = range(stage.rounds[0], stage.rounds[1] + 1)
    finals = situation.declared.stage_of(stage.finals)
    assert isinstance(finals, BracketFinals)
    first_final = ("semi", finals.semi_round) if finals.semi_round else ("final", finals.final_round)

    def onward(round_no: int) -> Onward:
        last = round_no == stage.rounds[1]
        return Onward(first_final if last else ("main", round_no + 1), ("repechage", round_no + 1))

    return tree(range(1, stage.size + 1), rounds, "main", situation, onward)


def block_of(stage: MainBracket, place: int) -> str:
    """A~Bブロック: A is the first half of the numbers, B the second."""
    return stage.blocks[(place - 1) * len(stage.blocks) // stage.size]


def in_blocks(stage: MainBracket, level: Sequence[TreeMatch]) -> Iterator[tuple[str, TreeMatch]]:
    """The matches of a level with their blocks: the slot's, whoever was paired into it by hand."""
    for index, match in enumerate(level):
        yield stage.blocks[index * len(stage.blocks) // len(level)], match


def games(stage: MainBracket, situation: Situation) -> list[Game]:
    """The next round of the main bracket."""
    return [
        game
        for block, match in in_blocks(stage, levels(stage, situation)[-1])
        for game in match_games(match, "main", block, situation)
    ]


def lost_at(stage: MainBracket, situation: Situation) -> dict[str, list[int]]:
    """敗退した位置: "A3" → the places that lost in round 3 of block A, ascending."""
    lost: dict[str, list[int]] = {}
    for level in levels(stage, situation):
        for block, match in in_blocks(stage, level):
            if match.loser is not None:
                lost.setdefault(f"{block}{match.round}", []).append(match.loser)
    return {position: sorted(places) for position, places in lost.items()}


def in_line(stage: MainBracket, situation: Situation) -> set[int]:
    """The places still in the main bracket, or in its finals."""
    last = levels(stage, situation)[-1]
    if situation.after < stage.rounds[1]:
        return {place for match in last for place in match.places}
    finals = situation.declared.stage_of(stage.finals)
    assert isinstance(finals, BracketFinals)
    semis = final_matches(finals, situation).get("semi", [])
    decided = [(match.winner, match.loser) for match in semis if match.winner is not None]
    places = chain.from_iterable(decided) if decided else (match.winner for match in last)
    return {place for place in places if place is not None}


def leave(stage: MainBracket, situation: Situation) -> Situation:
    """Who wins stays, and goes to the finals after the last round; where the beaten go, `repechage.leave` says."""
    if situation.after >= stage.rounds[1]:
        line = {place: Seat(stage.finals) for place in in_line(stage, situation)}
    else:
        line = {
            place: Seat(stage.id, block)
            for block, match in in_blocks(stage, levels(stage, situation)[-1])
            for place in match.places
        }
    seats = {no: line.get(one.number, situation.seats[no]) for no, one in situation.entrants.items()}
    return replace(situation, seats=seats)


def final_matches(stage: BracketFinals, situation: Situation) -> dict[str, list[TreeMatch]]:
    """semi, third, final → their matches, as far as they are known."""
    main = situation.declared.stage_of(stage.main)
    assert isinstance(main, MainBracket)
    known = levels(main, situation)
    played = known[-1] if len(known) == main.rounds[1] - main.rounds[0] + 1 else []
    places = [match.winner for match in played if match.winner is not None]
    if not places:
        return {}
    matches: dict[str, list[TreeMatch]] = {}
    if stage.semi_round:
        onward = Onward(("final", stage.final_round), ("third", stage.third_round))
        semis = tree(places, [stage.semi_round], "semi", situation, lambda _: onward)[0]
        matches["semi"] = semis
        places = [match.winner for match in semis if match.winner is not None]
        losers = [match.loser for match in semis if match.loser is not None]
        if stage.third_round and len(losers) == 2:
            matches["third"] = tree(losers, [stage.third_round], "third", situation)[0]
    if len(places) == 2:
        matches["final"] = tree(places, [stage.final_round], "final", situation)[0]
    return matches


def final_games(stage: BracketFinals, situation: Situation) -> list[Game]:
    """Semi-finals, third-place match and final that are due next."""
    return [
        game
        for label, matches in final_matches(stage, situation).items()
        for match in matches
        if match.round == situation.after + 1
        for game in match_games(match, label, None, situation)
    ]


def final_places(stage: BracketFinals, situation: Situation) -> Places:
    """1, 2, and 3 and 8 (open), as far as the matches are decided."""
    matches = final_matches(stage, situation)
    finals = [(match, 1, 2) for match in matches.get("final", [])]
    return decided([*finals, *((match, *stage.third_places) for match in matches.get("third", []))])
