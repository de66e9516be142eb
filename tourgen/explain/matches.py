"""Finals: which places of the knockout meet, and which row of the table decides the women's title (section 5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from tourgen.dataclass import dataclass
from tourgen.explain.words import Reason, Words, in_sentence, names, player, quote, say, stage_words
from tourgen.formats.declaration import Knockout, TitleMatch
from tourgen.rules.brackets import Bracket, Match, bracket_of
from tourgen.rules.situation import Situation
from tourgen.rules.title_match import contest
from tourgen.tournament import Tournament


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a match: who stands there (None: nobody), and how they came there."""

    no: int | None
    origin: Words
    place: int | None = None  # the bracket number, in a tree over bracket numbers


@dataclass(frozen=True, slots=True)
class MatchWhy:
    """One match of a knockout."""

    label: str
    sides: tuple[Side, Side]


Row = Literal["none-inside", "one-inside", "two-third", "by-placing", "alone", "nobody"]


@dataclass(frozen=True, slots=True)
class TitleCase:
    """女子: which row of the table applies, the women of the final four, and who plays the women's final."""

    row: Row
    in_knockout: tuple[int, ...]
    players: tuple[int, int] | None


def knockout_why(
    tournament: Tournament, situation: Situation, round_no: int, no: int
) -> tuple[MatchWhy | None, tuple[Reason, ...]]:
    """The player's match of the knockout in this round, and why these places meet."""
    for stage in situation.declared.stage:
        if isinstance(stage, Knockout) and stage.rounds[0] <= round_no <= stage.rounds[1]:
            bracket = bracket_of(stage, situation)
            match = next((m for m in bracket.matches if m.round == round_no and no in m.players), None)
            if match is not None:
                origins = [
                    say("why-winner-of-league", league=name) if name else say("why-empty")
                    for name in stage.entrants
                ]
                why = MatchWhy(match.label, match_sides(bracket, match, origins))
                return why, match_reasons(tournament, situation, why)
    return None, ()


def match_sides(bracket: Bracket, match: Match, entered: Sequence[Words]) -> tuple[Side, Side]:
    """Both sides, with how they came there; `entered` says it for the places of the first round."""
    if match is bracket.third:
        before = [
            say("why-loser-of", stage=in_sentence(stage_words(one.label))) for one in bracket.levels[-2]
        ]
        return Side(match.sides[0], before[0]), Side(match.sides[1], before[1])
    level = next(level for level in bracket.levels if match in level)
    at = 2 * level.index(match)
    if level is bracket.levels[0]:
        origins = list(entered)
    else:
        origins = [_won(one) for one in bracket.levels[bracket.levels.index(level) - 1]]
    return Side(match.sides[0], origins[at]), Side(match.sides[1], origins[at + 1])


def _won(match: Match) -> Words:
    if match.group is None:
        return say("why-winner-of", stage=in_sentence(stage_words(match.label)))
    return say("why-winner-of-match", match=in_sentence(stage_words(match.label, match.group)))


def match_reasons(tournament: Tournament, situation: Situation, why: MatchWhy) -> tuple[Reason, ...]:
    """Which places meet, and who stands there."""
    one, other = why.sides
    text = say(
        "why-match",
        stage=stage_words(why.label),
        one=one.origin,
        other=other.origin,
        one_name=_who(tournament, one.no),
        other_name=_who(tournament, other.no),
    )
    return (Reason(text, quote(situation.declared, "finals")),)


def _who(tournament: Tournament, no: int | None) -> Words:
    return say("why-nobody") if no is None else player(tournament, no)


def title_stage(situation: Situation) -> TitleMatch | None:
    """The stage of a title with a match of its own, where the format has one."""
    return next((stage for stage in situation.declared.stage if isinstance(stage, TitleMatch)), None)


def title_case(tournament: Tournament, situation: Situation) -> tuple[TitleCase | None, tuple[Reason, ...]]:
    """概要 5: which row of the table of the women's title applies."""
    stage = title_stage(situation)
    if stage is None:
        return None, ()
    case = contest(stage, situation)
    there = [no for no in case.others if situation.entrants[no].in_pool(stage.rounds[0])]
    row = _row(case.in_knockout, case.others if case.in_knockout else there, case.players)
    who = case.in_knockout if case.in_knockout else case.players or there[:1]
    text = say(
        f"why-title-{row}",
        names=names(tournament, who),
        n=len(case.in_knockout),
        round=situation.declared.counted_rounds,
    )
    return TitleCase(row, case.in_knockout, case.players), (
        Reason(text, quote(situation.declared, "womens-final")),
    )


def _row(inside: Sequence[int], outside: Sequence[int], players: tuple[int, int] | None) -> Row:
    if not inside and not outside:
        return "nobody"
    if not inside:
        return "none-inside" if players else "alone"
    if len(inside) == 1:
        return "one-inside" if outside else "alone"
    return "two-third" if players else "by-placing"
