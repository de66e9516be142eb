"""女子決勝 and the women's title in all its cases (section 5, 概要 5)."""

from __future__ import annotations

from collections.abc import Sequence

from tourgen.dataclass import dataclass
from tourgen.formats.declaration import Knockout, TitleMatch
from tourgen.model import Game
from tourgen.rules.brackets import bracket_of
from tourgen.rules.situation import Situation, settle_withdrawals

LABEL = "womens-final"


@dataclass(frozen=True, slots=True)
class TitleHolder:
    """A title and who holds it; `referee` where the rules leave it to the referee."""

    title: str
    no: int
    referee: bool = False


@dataclass(frozen=True, slots=True)
class Contest:
    """Which row of the table applies: how many of the final four are women, and who would play for the title."""

    in_knockout: tuple[int, ...]  # women of the final four, in provisional order
    others: tuple[int, ...]  # all other women, in provisional order
    players: tuple[int, int] | None  # the women's final, where there is one


def contest(stage: TitleMatch, situation: Situation) -> Contest:
    """「決勝トーナメントに女子選手が入っていない場合と…2名共に3位の場合、8回戦に女子決勝を行い」."""
    knockout = situation.declared.stage_of(stage.knockout)
    assert isinstance(knockout, Knockout)
    bracket = bracket_of(knockout, situation)
    in_bracket = {no for match in bracket.levels[0] for no in match.players}
    women = situation.in_order(no for no, one in situation.entrants.items() if one.sex == stage.sex)
    inside = tuple(no for no in women if no in in_bracket)
    outside = tuple(no for no in women if no not in in_bracket)
    third = {no for no, place in bracket.places().items() if place == 3 and bracket.shared_third}
    return Contest(inside, outside, _players(stage, situation, inside, outside, third))


def _players(
    stage: TitleMatch, situation: Situation, inside: Sequence[int], outside: Sequence[int], third: set[int]
) -> tuple[int, int] | None:
    there = [no for no in (*inside, *outside) if situation.entrants[no].in_pool(stage.rounds[0])]
    if not inside:
        return (there[0], there[1]) if len(there) >= 2 else None
    both_third = len(inside) == 2 and third >= set(inside)
    return (inside[0], inside[1]) if both_third and set(inside) & set(there) else None


def games(stage: TitleMatch, situation: Situation) -> list[Game]:
    """The women's final, if it is due next and the rules want one."""
    if situation.after + 1 != stage.rounds[0]:
        return []
    players = contest(stage, situation).players
    if players is None:
        return []
    return [settle_withdrawals(Game(None, LABEL, None, players), situation.entrants, stage.rounds[0])]


def holders(stage: TitleMatch, situation: Situation) -> list[TitleHolder]:
    """女子優勝 and 女子準優勝 once everything is played."""
    champion, runner_up = stage.titles
    played = [game for game in situation.rounds[stage.rounds[0] - 1].games if game.stage == LABEL]
    if played and played[0].winner is not None:
        game = played[0]
        holders = [TitleHolder(champion, game.winner)] if game.winner is not None else []
        loser = game.opponent(holders[0].no)
        return holders + ([TitleHolder(runner_up, loser)] if loser is not None else [])
    case = contest(stage, situation)
    if played:
        return _by_placing(stage, situation, [no for no in played[0].players if no is not None])
    if len(case.in_knockout) >= 2:
        return _by_placing(stage, situation, case.in_knockout)
    if len(case.in_knockout) == 1:
        second = [TitleHolder(runner_up, case.others[0])] if case.others else []
        return [TitleHolder(champion, case.in_knockout[0]), *second]
    left = [no for no in case.others if situation.entrants[no].in_pool(stage.rounds[0])]
    return [TitleHolder(champion, left[0])] if left else []


def _by_placing(stage: TitleMatch, situation: Situation, women: Sequence[int]) -> list[TitleHolder]:
    """By placing; ties in place in provisional order, flagged for the referee (decision W4)."""
    knockout = situation.declared.stage_of(stage.knockout)
    assert isinstance(knockout, Knockout)
    places = bracket_of(knockout, situation).places()
    unplaced = len(situation.entrants) + 1
    ordered = sorted(situation.in_order(women), key=lambda no: places.get(no, unplaced))
    keys = [places.get(no, unplaced) for no in ordered]
    return [
        TitleHolder(title, no, referee=keys.count(key) > 1)
        for title, no, key in zip(stage.titles, ordered, keys, strict=False)
    ]
