"""Matches of a seeded knockout or playoff, and the places they give (section 8)."""

from __future__ import annotations

from typing import Literal

from tourgen.explain.matches import MatchWhy, match_reasons, match_sides
from tourgen.explain.seeding import not_in_words, origin_words, seeded_stage, seeding_why
from tourgen.explain.words import (
    Reason,
    entries,
    in_sentence,
    names,
    place,
    player,
    preliminaries_words,
    quote,
    say,
    stage_words,
    wins,
)
from tourgen.formats.declaration import RoundRobin
from tourgen.model import Game
from tourgen.rules.brackets import Bracket, Match, bracket_of
from tourgen.rules.places import deciding_game
from tourgen.rules.situation import Situation
from tourgen.tournament import Tournament

How = Literal["won-against", "won-forfeit", "won-bye", "lost-against", "lost-forfeit", "lost-both"]


def seeded_match_why(
    tournament: Tournament, situation: Situation, round_no: int, no: int
) -> tuple[MatchWhy | None, tuple[Reason, ...]]:
    """The player's match in the next round, how both came there, and why nobody is on the other side."""
    stage = seeded_stage(situation)
    bracket = bracket_of(stage, situation) if stage is not None else Bracket((), None, False)
    match = next((one for one in bracket.matches if one.round == round_no and no in one.players), None)
    if match is None:
        return None, ()
    first = match in bracket.levels[0]
    sides = [side for one in bracket.levels[0] for side in one.sides] if first else []
    origins = [origin_words(tournament, situation, side) for side in sides]
    why = MatchWhy(match.label, match_sides(bracket, match, origins))
    reasons = [*match_reasons(tournament, situation, why)]
    seeding = seeding_why(tournament) if first else None
    if seeding is not None:
        entered = [one for side in match.players if (one := seeding.seed_of(side))]
        reasons += [reason for one in entered for reason in one.reasons]
        reasons += [Reason(reason.text, reason.quote, "pool") for reason in seeding.reasons]
    return why, (*reasons, *_alone(tournament, bracket, match))


def _alone(tournament: Tournament, bracket: Bracket, match: Match) -> tuple[Reason, ...]:
    """Beside an empty place: of the first round, or because nobody came out of the match before."""
    if len(match.players) == 2:
        return ()
    code = "why-knockout-waits" if match in bracket.levels[0] else "why-walkover-match"
    return (Reason(say(code, name=player(tournament, match.players[0]))),)


def out_why(tournament: Tournament, situation: Situation, round_no: int, no: int) -> tuple[Reason, ...]:
    """Why there is no game in a round of the knockout."""
    seeding = seeding_why(tournament)
    if seeding is None:
        return (Reason(say("why-no-game", round=round_no)),)
    game = deciding_game(situation, no)
    if game is not None and game.winner != no:
        return (_beaten(tournament, situation, game, no),)
    if seeding.seed_of(no) is None:
        return (Reason(not_in_words(tournament, seeding, no)),)
    return (Reason(say("why-no-game", round=round_no)),)


def _beaten(tournament: Tournament, situation: Situation, game: Game, no: int) -> Reason:
    stage = in_sentence(stage_words(game.stage, game.group))
    if game.winner is None:
        return Reason(say("why-out-nobody", stage=stage))
    return Reason(say("why-out-beaten", stage=stage, name=player(tournament, game.winner)))


# --- Places


def seeded_place_reasons(
    tournament: Tournament, situation: Situation, no: int, rank: int
) -> tuple[Reason, ...]:
    """The last match of the knockout that the player was in, and with whom the place is shared."""
    game = deciding_game(situation, no)
    if game is None:
        seeding = seeding_why(tournament)
        title = in_sentence(seeding.title) if seeding else say("why-nobody")
        return (
            Reason(
                say("why-final-sole", place=place(rank), stage=title), quote(situation.declared, "playoff")
            ),
        )
    stage = in_sentence(stage_words(game.stage, game.group))
    reasons = [
        Reason(
            say(
                f"why-final-{_how(game, no)}",
                stage=stage,
                place=place(rank),
                name=player(tournament, game.opponent(no)),
            )
        )
    ]
    shared = [other for other, given in _places(situation).items() if given == rank and other != no]
    if shared:
        reasons.append(
            Reason(say("why-final-shared-stage", names=names(tournament, shared), place=place(rank)))
        )
    return tuple(reasons)


def _how(game: Game, no: int) -> How:
    """How the match ended for the player."""
    if game.winner == no:
        return (
            "won-bye"
            if game.opponent(no) is None
            else "won-forfeit"
            if game.kind == "forfeit"
            else "won-against"
        )
    if game.winner is None:
        return "lost-both"
    return "lost-forfeit" if game.kind == "forfeit" else "lost-against"


def _places(situation: Situation) -> dict[int, int]:
    stage = seeded_stage(situation)
    return bracket_of(stage, situation).places() if stage is not None else {}


def preliminary_rank_reasons(tournament: Tournament, situation: Situation, no: int) -> list[Reason]:
    """「then everybody else by the preliminary rank」: the wins and rank there, and who comes before."""
    declared, row = situation.declared, situation.rows[situation.position[no]]
    where = preliminaries_words(declared, situation.seats[no].group)
    counted = wins(situation.record.wins(no))
    if isinstance(declared.swiss, RoundRobin):
        return [Reason(say("why-final-round-robin", where=where, wins=counted))]
    reasons = [Reason(say("why-final-swiss", where=where, wins=counted, place=place(row.rank)))]
    seeding = seeding_why(tournament)
    if seeding is not None and len(seeding.entrants) > 1:
        blocks = declared.swiss is not None and len(declared.swiss.blocks) > 1
        people = entries(declared, len(seeding.entrants))
        code = "why-final-rest-blocks" if blocks else "why-final-rest"
        reasons.append(Reason(say(code, people=people, stage=in_sentence(seeding.title))))
    return reasons
