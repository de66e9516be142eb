"""Why this opponent: the pool and its optimum, the order in which pairs were fixed, why nobody lower (section 4)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from tourgen.explain.alternatives import Alternative
from tourgen.explain.matches import MatchWhy, TitleCase, knockout_why, title_case
from tourgen.explain.pools import PoolWhy, pair_why, pool_why
from tourgen.explain.words import Reason, people, player, quote, say
from tourgen.formats.declaration import Leagues, Pool
from tourgen.model import Game
from tourgen.rules import leagues
from tourgen.rules.situation import Situation
from tourgen.rules.steps import Step
from tourgen.tournament import Tournament

PairingKind = Literal[
    "first-round",
    "pool",
    "knockout",
    "title-match",
    "qualified-bye",  # a bye in what is left of the preliminary rounds
    "qualified-rest",  # no game, taken as won
    "withdrawn",
    "none",  # nothing left to play in this round
]


@dataclass(frozen=True, slots=True)
class FirstRound:
    """1回戦: the halves of a league by lottery number, and who has the bye."""

    group: str
    low: tuple[int, ...]
    high: tuple[int, ...]
    bye: int | None


@dataclass(frozen=True, slots=True)
class PairingWhy:
    """Why a player meets whom they meet in a round; `rules_opponent` differs from `opponent` only by hand."""

    round: int
    no: int
    kind: PairingKind
    stage: str | None
    group: str | None
    opponent: int | None
    rules_opponent: int | None
    by_hand: bool
    reasons: tuple[Reason, ...] = ()
    first: FirstRound | None = None
    pool: PoolWhy | None = None
    step: Step | None = None
    alternatives: tuple[Alternative, ...] | None = None
    match: MatchWhy | None = None
    title: TitleCase | None = None


def pairing_why(
    tournament: Tournament, round_no: int, no: int, *, alternatives: bool = True, exact: bool = False
) -> PairingWhy:
    """Why this player meets this opponent in this round.

    `alternatives=False` leaves out why nobody lower was possible; `exact=False` computes the cost of an impossible
    pair only where nothing simpler shows that it is impossible (a matching, some milliseconds, for each).
    """
    situation = tournament.situations[round_no - 1]
    planned = game_of(tournament.planned[round_no] if tournament.planned else (), no)
    why = _by_the_rules(tournament, situation, round_no, no, planned)
    if why.kind == "pool":
        why = _in_pool(tournament, situation, why, alternatives, exact)
    if why.kind != "withdrawn" and situation.entrants[no].withdrawn(round_no):
        # Paired all the same, because the sheet was made before (D6).
        after = situation.entrants[no].withdrawn_after
        why = replace(why, reasons=(*why.reasons, Reason(say("why-forfeit", after=after))))
    return _as_played(tournament, why, planned)


def game_of(games: tuple[Game, ...], no: int) -> Game | None:
    """The player's game in a round."""
    return next((game for game in games if no in game.players), None)


def _by_the_rules(
    tournament: Tournament, situation: Situation, round_no: int, no: int, planned: Game | None
) -> PairingWhy:
    stage_id = situation.seats[no].stage
    stage = situation.declared.stage_of(stage_id)
    why = PairingWhy(round_no, no, "none", None, None, None, None, False)
    if planned is not None:
        opponent = planned.opponent(no)
        why = replace(why, stage=planned.stage, group=planned.group, rules_opponent=opponent)
    if not situation.entrants[no].in_pool(round_no):
        return replace(why, kind="withdrawn", reasons=_assumed(situation, no, "withdrawn"))
    if planned is not None and planned.stage not in ("league", "ranking"):
        return _final(tournament, situation, why)
    if isinstance(stage, Leagues | Pool) and stage.rounds[0] <= round_no <= stage.rounds[1]:
        group = situation.seats[no].group
        if group is not None and situation.after == 0:
            return _first_round(tournament, situation, group, why)
        return replace(why, kind="pool", group=group)
    if round_no <= situation.declared.leagues.rounds[1] and no in situation.qualified.values():
        if situation.entrants[no].withdrawn(round_no):
            return replace(why, kind="withdrawn", reasons=_assumed(situation, no, "withdrawn"))
        kind: PairingKind = "qualified-rest" if planned is None else "qualified-bye"
        return replace(why, kind=kind, reasons=_assumed(situation, no, kind))
    return replace(why, reasons=(Reason(say("why-no-game", round=round_no)),))


def _assumed(situation: Situation, no: int, kind: str) -> tuple[Reason, ...]:
    """Rounds without an opponent: qualified, or withdrawn."""
    declared = situation.declared
    if kind == "withdrawn":
        after = situation.entrants[no].withdrawn_after
        return (Reason(say("why-withdrawn", after=after), quote(declared, "assumed-losses")),)
    through = next(one for one in situation.qualifiers if one.no == no)
    key = "assumed-wins" if kind == "qualified-rest" else "qualified-bye"
    return (Reason(say(f"why-{kind}", league=through.league, after=through.after), quote(declared, key)),)


def _final(tournament: Tournament, situation: Situation, why: PairingWhy) -> PairingWhy:
    """A game of the knockout, or the women's final."""
    match, reasons = knockout_why(tournament, situation, why.round, why.no)
    if match is not None:
        return replace(why, kind="knockout", match=match, reasons=reasons)
    title, reasons = title_case(tournament, situation)
    return replace(why, kind="title-match", title=title, reasons=reasons)


def _in_pool(
    tournament: Tournament, situation: Situation, why: PairingWhy, alternatives: bool, exact: bool
) -> PairingWhy:
    stage = situation.declared.stage_of(situation.seats[why.no].stage)
    assert isinstance(stage, Leagues | Pool)
    pair = pair_why(tournament, situation, stage, why.group, why.no, alternatives=alternatives, exact=exact)
    first, second = pair.step.pair
    pool = pool_why(situation, stage, why.group)
    return replace(
        why,
        stage=pool.stage,
        rules_opponent=second if first == why.no else first,
        reasons=pair.reasons,
        pool=pool,
        step=pair.step,
        alternatives=pair.alternatives,
    )


def _first_round(tournament: Tournament, situation: Situation, group: str, why: PairingWhy) -> PairingWhy:
    first = first_round(situation, situation.declared.leagues, group)
    reasons = _first_reasons(tournament, situation, first, why.no)
    return replace(why, kind="first-round", stage="league", group=group, first=first, reasons=reasons)


def first_round(situation: Situation, stage: Leagues, group: str) -> FirstRound:
    """The halves of a league in round 1."""
    numbers = situation.record.numbers
    members = sorted(situation.members(stage.id, group), key=numbers.__getitem__)
    pairs = leagues.first_round(members)
    games = [(low, high) for low, high in pairs if high is not None]
    bye = next((low for low, high in pairs if high is None), None)
    return FirstRound(group, tuple(low for low, _ in games), tuple(high for _, high in games), bye)


def _first_reasons(
    tournament: Tournament, situation: Situation, first: FirstRound, no: int
) -> tuple[Reason, ...]:
    """1回戦 1-3."""
    declared, numbers = situation.declared, situation.record.numbers
    count = len(first.low) + len(first.high) + (first.bye is not None)
    reasons = []
    if first.bye is not None:
        text = say(
            "why-first-bye",
            league=first.group,
            people=people(count),
            number=numbers[first.bye],
            name=player(tournament, first.bye),
        )
        about: Literal["pool", "pair"] = "pair" if no == first.bye else "pool"
        reasons.append(Reason(text, quote(declared, "first-bye"), about))
    if no == first.bye:
        return tuple(reasons)
    spans = [
        say("why-span", first=numbers[half[0]], last=numbers[half[-1]]) for half in (first.low, first.high)
    ]
    halves = say(
        "why-first-halves", people=people(2 * len(first.low)), n=len(first.low), low=spans[0], high=spans[1]
    )
    at = (first.low if no in first.low else first.high).index(no)
    pair = say(
        "why-first-pair",
        n=len(first.low) - at,
        low=player(tournament, first.low[at]),
        low_no=numbers[first.low[at]],
        high=player(tournament, first.high[at]),
        high_no=numbers[first.high[at]],
    )
    reasons.append(Reason(halves, quote(declared, "first-halves"), "pool"))
    return (*reasons, Reason(pair, quote(declared, "first-pairs")))


def _as_played(tournament: Tournament, why: PairingWhy, planned: Game | None) -> PairingWhy:
    """A round paired by hand, or made before an earlier result was corrected, is used as it stands (X1, X2)."""
    listed = tournament.rounds[why.round - 1] if why.round <= len(tournament.rounds) else None
    game = game_of(listed.games, why.no) if listed else planned
    if listed is None or not listed.by_hand or game is None or _same(game, planned):
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


def _same(game: Game, planned: Game | None) -> bool:
    return planned is not None and set(game.players) == set(planned.players) and game.stage == planned.stage
