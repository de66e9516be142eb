"""Why this opponent: one table says how each kind of reason is put into words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal

from tourgen.engine.model import Game
from tourgen.engine.reasons import Dealt, Paired, QualifiedRest, Scheduled, TitleMatch, TreeMatch
from tourgen.engine.reasons import Reason as Cause
from tourgen.engine.situation import Situation
from tourgen.event.tournament import Tournament
from tourgen.explain.bracket import match_reasons
from tourgen.explain.pool import Asked, PoolWhy, first_reasons, pair_reasons, pool_why
from tourgen.explain.rests import left_words, qualified_reason, rest_why
from tourgen.explain.round_robin import schedule_reasons
from tourgen.explain.title_match import title_reasons
from tourgen.explain.words import Reason, player, say

PairingKind = Literal[
    "first-round",
    "pool",
    "round-robin",
    "bracket",
    "title-match",
    "rest",  # no game now, but a match later
    "qualified-bye",  # a bye in what is left of the preliminary rounds
    "qualified-rest",  # no game, taken as won
    "withdrawn",
    "late",  # not there yet
    "resting",  # 休み
    "none",  # nothing left to play in this round
]


@dataclass(frozen=True, slots=True)
class PairingWhy:
    """Why a player meets whom they meet in a round; `rules_opponent` differs from `opponent` only by hand."""

    round: int
    no: int
    kind: PairingKind = "none"
    stage: str | None = None
    group: str | None = None
    opponent: int | None = None
    rules_opponent: int | None = None
    by_hand: bool = False
    reasons: tuple[Reason, ...] = ()
    pool: PoolWhy | None = None


TABLE: dict[type[Cause], tuple[PairingKind, Callable[[Asked, Any], tuple[Reason, ...]]]] = {
    Paired: ("pool", pair_reasons),
    Dealt: ("first-round", first_reasons),
    QualifiedRest: ("qualified-bye", lambda one, _: (qualified_reason(one.now, one.no, "bye"),)),
    TreeMatch: ("bracket", lambda one, why: match_reasons(one.tournament, one.now, one.game, why)),
    Scheduled: (
        "round-robin",
        lambda one, _: schedule_reasons(one.tournament, one.now, one.game.stage, one.no),
    ),
    TitleMatch: ("title-match", lambda one, _: title_reasons(one.tournament, one.game.stage)),
}


def pairing_why(
    tournament: Tournament, round_no: int, no: int, *, alternatives: bool = True, organiser: bool = False
) -> PairingWhy:
    """Why this player meets this opponent in this round.

    `alternatives=False` leaves out why nobody else was possible (where nothing simpler shows it, a matching for each).
    `organiser=True` names barred pairs (組合せ禁止), which must never be published.
    """
    now = tournament.before(round_no)
    games = (tournament.planned or {}).get(round_no, ())
    planned = next((game for game in games if no in game.players), None)
    # A bye that falls to somebody who has withdrawn is no game; the others of the pool tell how it was paired.
    told = planned or next(
        (one for one in games if isinstance(one.reason, Paired) and no in one.reason.pool.order), None
    )
    if told is None or told.reason is None:
        rest, reasons = rest_why(tournament, now, no)
        why = PairingWhy(round_no, no, rest, reasons=reasons)
    else:
        kind, words = TABLE[type(told.reason)]
        reasons = words(Asked(tournament, now, told, no, alternatives, organiser), told.reason)
        opponent = planned.opponent(no) if planned is not None else None
        pool = (
            pool_why(now, told, told.reason, organiser=organiser) if isinstance(told.reason, Paired) else None
        )
        why = PairingWhy(
            round_no, no, kind, told.stage, told.group, None, opponent, reasons=reasons, pool=pool
        )
    extra = _forfeits(tournament, now, why)
    if round_no in tournament.paired_from:
        extra.append(Reason(say("why-before-ruling")))
    return _as_played(tournament, replace(why, reasons=(*why.reasons, *extra)), planned)


def _forfeits(tournament: Tournament, now: Situation, why: PairingWhy) -> list[Reason]:
    """Paired with somebody who has left: the sheet was made before, or the rounds were fixed from the beginning.

    Where places of a tree go on, and not only players, the reasons of the match say who is missing.
    """
    there = [why.no] if why.kind != "withdrawn" else []
    stage = now.stages[now.format.stage_of_label(why.stage) or why.stage] if why.stage else None
    if why.rules_opponent is not None and not (stage and stage.moves_places):
        there.append(why.rules_opponent)
    return [
        Reason(say("why-forfeit", name=player(tournament, no), left=left_words(tournament, now, no)))
        for no in there
        if now.entrants[no].withdrawn(why.round)
    ]


def _as_played(tournament: Tournament, why: PairingWhy, planned: Game | None) -> PairingWhy:
    """A round paired by hand, or made before an earlier result was corrected, is used as it stands."""
    listed = tournament.rounds[why.round - 1] if why.round <= len(tournament.rounds) else None
    game = listed.game_of(why.no) if listed is not None and listed.by_hand else None
    if game is None or (
        planned is not None and set(game.players) == set(planned.players) and game.stage == planned.stage
    ):
        return replace(why, opponent=why.rules_opponent)
    opponent = game.opponent(why.no)
    text = say(
        "why-by-hand",
        name=player(tournament, why.no),
        opponent=player(tournament, opponent),
        rules=player(tournament, why.rules_opponent),
    )
    reasons = (Reason(text), *why.reasons)
    return replace(why, stage=game.stage, group=game.group, opponent=opponent, by_hand=True, reasons=reasons)
