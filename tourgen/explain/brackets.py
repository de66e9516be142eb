"""Why these places meet: main bracket, repechage groups, semi-finals, third place and final (section 6)."""

from __future__ import annotations

from collections.abc import Sequence

from tourgen.dataclass import dataclass
from tourgen.explain.matches import MatchWhy, Side
from tourgen.explain.trees import lost_words, on_place, won_words
from tourgen.explain.words import Reason, Words, in_sentence, joined, plain, quote, say, stage_words
from tourgen.formats.declaration import BracketFinals, MainBracket, Repechage
from tourgen.rules import main_bracket, repechage
from tourgen.rules.situation import Situation
from tourgen.rules.trees import TreeMatch, holder, present
from tourgen.tournament import Tournament

Why = tuple[MatchWhy | None, tuple[Reason, ...]]
NOTHING: Why = (None, ())


@dataclass(frozen=True, slots=True)
class Position:
    """敗退した位置: the group of those who lost in one round of one block ("A3")."""

    group: str
    name: str
    block: str
    lost_in: int
    block_alone: bool  # the main bracket has no other block


def main_of(situation: Situation) -> MainBracket:
    """The main bracket of a format that has one."""
    stage = situation.declared.first_stage
    assert isinstance(stage, MainBracket)
    return stage


def repechage_of(situation: Situation) -> Repechage:
    """Its repechage."""
    stage = situation.declared.stage_of(main_of(situation).repechage)
    assert isinstance(stage, Repechage)
    return stage


def finals_of(situation: Situation) -> BracketFinals:
    """Its finals."""
    stage = situation.declared.stage_of(main_of(situation).finals)
    assert isinstance(stage, BracketFinals)
    return stage


def position_of(situation: Situation, group: str) -> Position:
    """グループ番号 → 全勝トーナメントで敗退した位置."""
    name = repechage_of(situation).groups[int(group) - 1]
    main = main_of(situation)
    block = next(one for one in main.blocks if name.startswith(one))
    return Position(group, name, block, int(name[len(block) :]), len(main.blocks) == 1)


def numbers_of(size: int, at: int) -> Words:
    """番号1〜4: the numbers from which the winner number `at` of a level comes, `size` for each."""
    return say("why-numbers", first=at * size + 1, last=(at + 1) * size)


# --- 全勝トーナメント


def main_why(tournament: Tournament, situation: Situation, no: int) -> Why:
    """The player's match of the main bracket in the next round."""
    place = situation.entrants[no].number
    levels = main_bracket.levels(main_of(situation), situation)
    at, match = _match_of(levels[-1], place)
    if match is None:
        return NOTHING
    before = levels[-2] if len(levels) > 1 else []
    half = 2 ** (len(levels) - 1)
    came = [won_words(tournament, situation, before, one) for one in match.places]
    spans = [numbers_of(half, 2 * at), numbers_of(half, 2 * at + 1)]
    first = say("why-main-first") if not before else say("why-main-later", before=match.round - 1)
    reasons = [Reason(first, quote(situation.declared, "main"), "pool")]
    if before:
        reasons.append(Reason(say("why-main-spans", one=spans[0], other=spans[1])))
    reasons.append(_meet(tournament, situation, match, came))
    origins = spans if before else [say("why-number", place=one) for one in match.places]
    return _match_why("main", situation, match, origins), tuple(reasons)


# --- 敗者復活トーナメント


def repechage_why(tournament: Tournament, situation: Situation, group: str, no: int) -> Why:
    """The player's match of a repechage group in the next round."""
    place = situation.entrants[no].number
    levels = repechage.groups(repechage_of(situation), situation).get(group, [])
    _, match = _match_of(levels[-1], place) if levels else (0, None)
    if match is None:
        return NOTHING
    if len(levels) == 1:
        lost_in = main_bracket.levels(main_of(situation), situation)[match.round - 2]
        came = [lost_words(tournament, situation, lost_in, one) for one in match.places]
    else:
        came = [won_words(tournament, situation, levels[-2], one) for one in match.places]
    reasons = [_group_reason(situation, group, levels), _meet(tournament, situation, match, came)]
    if match.round == repechage_of(situation).rounds[1]:
        first = say("why-group-final", group=group)
        reasons.append(Reason(first, quote(situation.declared, "group-winners"), "pool"))
    origins = [say("why-number", place=one) for one in match.places]
    return _match_why("repechage", situation, match, origins), tuple(reasons)


def _group_reason(situation: Situation, group: str, levels: Sequence[Sequence[TreeMatch]]) -> Reason:
    position = position_of(situation, group)
    if len(levels) > 1:
        return Reason(say("why-group-later", group=group, position=position.name), None, "pool")
    places = [place for match in levels[0] for place in match.places]
    text = say(
        "why-group-first",
        lost=lost_at_words(position),
        group=group,
        position=position.name,
        numbers=joined([plain(place) for place in places], ", "),
    )
    return Reason(text, quote(situation.declared, "repechage"), "pool")


def lost_at_words(position: Position) -> Words:
    """Aブロックで3回戦で敗れた; without a block where there is only one."""
    code = "why-lost-in-round" if position.block_alone else "why-lost-in-block"
    return say(code, block=position.block, round=position.lost_in)


# --- 準決勝, 3位決定戦, 決勝


def finals_why(tournament: Tournament, situation: Situation, label: str, no: int) -> Why:
    """A semi-final, third-place match or final in the next round."""
    place, stage = situation.entrants[no].number, finals_of(situation)
    at, match = _match_of(main_bracket.final_matches(stage, situation).get(label, []), place)
    if match is None:
        return NOTHING
    main = main_of(situation)
    size = 2 ** (main.rounds[1] - main.rounds[0] + 1)
    if label == "semi" or not stage.semi_round:
        origins = [say("why-winner-of-numbers", numbers=numbers_of(size, 2 * at + i)) for i in (0, 1)]
    else:
        code = "why-loser-of" if label == "third" else "why-winner-of"
        origins = [say(code, stage=in_sentence(stage_words("semi")))] * 2
    one, other = (on_place(tournament, situation, place, match.round) for place in match.places)
    text = say(
        "why-match",
        stage=stage_words(label),
        one=origins[0],
        other=origins[1],
        one_name=one,
        other_name=other,
    )
    reasons = (Reason(text, quote(situation.declared, label)), *walkover(situation, match))
    return _match_why(label, situation, match, origins), reasons


# --- What they share


def _match_of(level: Sequence[TreeMatch], place: int) -> tuple[int, TreeMatch | None]:
    return next(((at, one) for at, one in enumerate(level) if place in one.places), (0, None))


def _meet(
    tournament: Tournament, situation: Situation, match: TreeMatch, came: Sequence[Words | None]
) -> Reason:
    """Who meets, and how both came here; beside a place where nobody is, a walkover."""
    there = [present(situation, place, match.round) for place in match.places]
    one, other = (
        on_place(tournament, situation, place, match.round, how)
        for place, how in zip(match.places, came, strict=True)
    )
    if all(there):
        return Reason(say("why-meet", one=one, other=other))
    return Reason(say("why-walkover", one=one if there[0] else other, other=other if there[0] else one))


def walkover(situation: Situation, match: TreeMatch) -> tuple[Reason, ...]:
    """That nobody is on the other place."""
    there = [present(situation, place, match.round) for place in match.places]
    return () if all(there) else (Reason(say("why-walkover-match")),)


def _match_why(label: str, situation: Situation, match: TreeMatch, origins: Sequence[Words]) -> MatchWhy:
    return MatchWhy(label, sides_of(situation, match, origins))


def sides_of(situation: Situation, match: TreeMatch, origins: Sequence[Words]) -> tuple[Side, Side]:
    """Both sides of a match with the bracket numbers that meet."""
    one, other = (
        Side(holder(situation, place) if present(situation, place, match.round) else None, origin, place)
        for place, origin in zip(match.places, origins, strict=True)
    )
    return one, other
