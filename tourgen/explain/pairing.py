"""Why this opponent: the pool and its optimum, the order in which pairs were fixed, why nobody lower (section 4)."""

from __future__ import annotations

from typing import Literal

from tourgen.dataclass import dataclass, replace
from tourgen.explain.alternatives import Alternative
from tourgen.explain.brackets import Position, finals_why, main_why, position_of, repechage_why
from tourgen.explain.circle import CircleWhy, circle_why
from tourgen.explain.first_round import FirstRound, first_reasons, first_round
from tourgen.explain.knockouts import out_why, seeded_match_why
from tourgen.explain.leaving import left_words, withdrawn_reasons
from tourgen.explain.matches import MatchWhy, TitleCase, knockout_why, title_case
from tourgen.explain.placing import PlacingWhy, placing_why
from tourgen.explain.pools import PoolWhy, pair_why, pool_why
from tourgen.explain.rests import rest_why
from tourgen.explain.swiss_pairs import swiss_pair_why
from tourgen.explain.words import Reason, left, player, quote, say
from tourgen.formats.declaration import Leagues, Pool, RoundRobin, Swiss
from tourgen.memo import Memo
from tourgen.model import Game, Round
from tourgen.rules.brackets import LABELS
from tourgen.rules.situation import Situation
from tourgen.rules.steps import Step
from tourgen.tournament import Tournament

PairingKind = Literal[
    "first-round",
    "pool",
    "round-robin",
    "knockout",
    "title-match",
    "main",  # 全勝トーナメント
    "repechage",
    "placing",
    "rest",  # no game now, but a final or placing match later
    "qualified-bye",  # a bye in what is left of the preliminary rounds
    "qualified-rest",  # no game, taken as won
    "withdrawn",
    "late",  # not there yet
    "none",  # nothing left to play in this round
]


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
    position: Position | None = None
    placing: PlacingWhy | None = None
    circle: CircleWhy | None = None


_planned: Memo[Tournament, dict[int, Round]] = Memo(
    lambda one: {number: Round(number, games) for number, games in (one.planned or {}).items()}
)


def pairing_why(
    tournament: Tournament,
    round_no: int,
    no: int,
    *,
    alternatives: bool = True,
    exact: bool = False,
    organiser: bool = False,
) -> PairingWhy:
    """Why this player meets this opponent in this round.

    `alternatives=False` leaves out why nobody lower was possible; `exact=False` computes the cost of an impossible
    pair only where nothing simpler shows that it is impossible (a matching, some milliseconds, for each).
    `organiser=True` names barred pairs (組合せ禁止), which must never be published.
    """
    situation = tournament.before(round_no)
    planned = _planned(tournament)[round_no].game_of(no) if tournament.planned else None
    why = _by_the_rules(tournament, situation, round_no, no, planned)
    if why.kind == "pool":
        why = _in_pool(tournament, situation, why, alternatives, exact, organiser)
    gone = [no] if why.kind != "withdrawn" else []
    if situation.declared.swiss is not None and why.rules_opponent is not None:
        gone.append(why.rules_opponent)
    for one in gone:
        if situation.entrants[one].withdrawn(round_no):
            # Paired all the same: the sheet was made before (D6), or the rounds were fixed from the beginning.
            said = left_words(tournament, situation, one)
            forfeit = say("why-forfeit", name=player(tournament, one), left=said)
            why = replace(why, reasons=(*why.reasons, Reason(forfeit)))
    if round_no in tournament.paired_from:
        why = replace(why, reasons=(*why.reasons, Reason(say("why-before-ruling"))))
    return _as_played(tournament, why, planned)


def _by_the_rules(
    tournament: Tournament, situation: Situation, round_no: int, no: int, planned: Game | None
) -> PairingWhy:
    stage_id = situation.seats[no].stage
    stage = situation.declared.stage_of(stage_id)
    if planned is None:
        why = PairingWhy(round_no, no, "none", None, None, None, None, False)
    else:
        opponent = planned.opponent(no)
        why = PairingWhy(round_no, no, "none", planned.stage, planned.group, None, opponent, False)
    if situation.declared.swiss is not None:
        return _of_swiss(tournament, situation, why, planned)
    if planned is None and not situation.entrants[no].in_pool(round_no):
        return replace(why, kind="withdrawn", reasons=_assumed(situation, no, "withdrawn"))
    if planned is not None and situation.declared.league_names and planned.stage not in ("league", "ranking"):
        return _final(tournament, situation, why)
    if isinstance(stage, Leagues | Pool) and stage.rounds[0] <= round_no <= stage.rounds[1]:
        group = situation.seats[no].group
        if group is not None and situation.after == 0:
            return _first_round(tournament, situation, group, why)
        return replace(why, kind="pool", group=group)
    if not situation.declared.league_names:
        return _in_bracket(tournament, situation, why, planned)
    if round_no <= situation.declared.leagues.rounds[1] and no in situation.qualified.values():
        if situation.entrants[no].withdrawn(round_no):
            return replace(why, kind="withdrawn", reasons=_assumed(situation, no, "withdrawn"))
        kind: PairingKind = "qualified-rest" if planned is None else "qualified-bye"
        return replace(why, kind=kind, reasons=_assumed(situation, no, kind))
    return replace(why, reasons=(Reason(say("why-no-game", round=round_no)),))


def _of_swiss(
    tournament: Tournament, situation: Situation, why: PairingWhy, planned: Game | None
) -> PairingWhy:
    """Section 8: Swiss rounds or a round robin, then perhaps a knockout."""
    no, swiss, entrant = why.no, situation.declared.swiss, situation.entrants[why.no]
    assert swiss is not None
    if planned is not None and planned.stage in LABELS:
        match, reasons = seeded_match_why(tournament, situation, why.round, no)
        return replace(why, kind="knockout", match=match, reasons=reasons)
    if why.round < entrant.from_round:
        late = say("why-late", from_round=entrant.from_round)
        return replace(why, kind="late", reasons=(Reason(late),))
    if isinstance(swiss, RoundRobin) and planned is not None:
        circle, reasons = circle_why(tournament, situation, no)
        return replace(why, kind="round-robin", circle=circle, reasons=reasons)
    if not entrant.in_pool(why.round):
        return replace(why, kind="withdrawn", reasons=withdrawn_reasons(tournament, situation, no))
    if isinstance(swiss, Swiss) and why.round <= swiss.rounds[1]:
        return replace(why, kind="pool", group=situation.seats[no].group)
    return replace(why, reasons=out_why(tournament, situation, why.round, no))


def _assumed(situation: Situation, no: int, kind: str) -> tuple[Reason, ...]:
    """Rounds without an opponent: qualified, or withdrawn."""
    declared = situation.declared
    if kind == "withdrawn":
        code = "why-withdrawn" if declared.league_names else "why-withdrawn-uncounted"
        gone = left(situation.entrants[no].withdrawn_after)
        return (Reason(say(code, left=gone), quote(declared, "assumed-losses")),)
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


def _in_bracket(
    tournament: Tournament, situation: Situation, why: PairingWhy, planned: Game | None
) -> PairingWhy:
    """A game of the new Othello system outside the ranking league, or none."""
    no = why.no
    if planned is None:
        if situation.entrants[no].withdrawn(why.round):
            return replace(why, kind="withdrawn", reasons=_assumed(situation, no, "withdrawn"))
        rests, reasons = rest_why(situation, why.round, no)
        return replace(why, kind="rest" if rests else "none", reasons=reasons)
    match planned.stage, planned.group:
        case "main", _:
            found, reasons = main_why(tournament, situation, no)
            return replace(why, kind="main", match=found, reasons=reasons)
        case "repechage", str(group):
            found, reasons = repechage_why(tournament, situation, group, no)
            position = position_of(situation, group)
            return replace(why, kind="repechage", match=found, position=position, reasons=reasons)
        case "placing", _:
            placing, (found, reasons) = placing_why(tournament, situation, no)
            return replace(why, kind="placing", match=found, placing=placing, reasons=reasons)
        case label, _:
            found, reasons = finals_why(tournament, situation, label, no)
            return replace(why, kind="knockout", match=found, reasons=reasons)


def _in_pool(
    tournament: Tournament,
    situation: Situation,
    why: PairingWhy,
    alternatives: bool,
    exact: bool,
    organiser: bool,
) -> PairingWhy:
    stage, asked = situation.declared.stage_of(situation.seats[why.no].stage), (why.group, why.no)
    if isinstance(stage, Swiss):
        pair = swiss_pair_why(
            tournament, situation, stage, *asked, alternatives=alternatives, exact=exact, organiser=organiser
        )
    else:
        assert isinstance(stage, Leagues | Pool)
        pair = pair_why(tournament, situation, stage, *asked, alternatives=alternatives, exact=exact)
    first, second = pair.pair
    pool = pool_why(situation, stage, why.group, organiser=organiser)
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
    reasons = first_reasons(tournament, situation, first, why.no)
    return replace(why, kind="first-round", stage="league", group=group, first=first, reasons=reasons)


def _as_played(tournament: Tournament, why: PairingWhy, planned: Game | None) -> PairingWhy:
    """A round paired by hand, or made before an earlier result was corrected, is used as it stands (X1, X2)."""
    listed = tournament.rounds[why.round - 1] if why.round <= len(tournament.rounds) else None
    game = listed.game_of(why.no) if listed else planned
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
