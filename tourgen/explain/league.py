"""A preliminary league round by round: how many are unbeaten, who moved, who qualified (section 2)."""

from __future__ import annotations

from typing import Literal

from tourgen.dataclass import dataclass
from tourgen.explain.words import Reason, names, people, player, quote, say
from tourgen.rules import leagues
from tourgen.rules.situation import Situation
from tourgen.tournament import Tournament

StepKind = Literal[
    "together",  # the number of unbeaten is no power of two: the league is paired as one
    "split",  # it is: everybody with a loss moves to the ranking league
    "qualified",  # one is left
    "confirmed",  # the organiser confirmed or named the one
    "asked",  # the organiser must confirm a proposal
    "closed",  # nobody is left who could qualify
]


@dataclass(frozen=True, slots=True)
class LeagueStep:
    """What one round did to a league."""

    after: int
    kind: StepKind
    members: tuple[int, ...]  # in the league before, in provisional order after this round
    unbeaten: tuple[int, ...]
    moved: tuple[int, ...]  # to the ranking league
    player: int | None  # who qualified, or is proposed
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class LeagueWhy:
    """A league from its dealing to its end."""

    league: str
    dealt: tuple[int, ...]  # by ascending lottery number
    steps: tuple[LeagueStep, ...]
    qualifier: int | None
    reasons: tuple[Reason, ...]


def league_why(tournament: Tournament, league: str) -> LeagueWhy:
    """How one preliminary league went."""
    first = tournament.situations[0]
    stage = first.declared.leagues
    dealt = tuple(sorted(first.members(stage.id, league), key=first.record.numbers.__getitem__))
    steps = [
        step
        for before, after in zip(tournament.situations, tournament.situations[1:], strict=False)
        if (step := _step(tournament, league, before, after)) is not None
    ]
    last = tournament.situations[-1]
    reason = Reason(
        say("why-league-dealt", league=league, people=people(len(dealt))), quote(first.declared, "deal")
    )
    return LeagueWhy(league, dealt, tuple(steps), last.qualified.get(league), (reason,))


def _step(tournament: Tournament, league: str, before: Situation, after: Situation) -> LeagueStep | None:
    stage = after.declared.leagues
    members = after.in_order(before.members(stage.id, league))
    if not members or after.after > stage.rounds[1]:
        return None
    unbeaten = tuple(leagues.unbeaten_of(after, members))
    moved = tuple(no for no in members if after.seats[no].stage == stage.beaten_to)
    kind, who = _outcome(league, after, moved, len(moved) == len(members))
    text = say(
        f"why-league-{kind}",
        after=after.after,
        league=league,
        unbeaten=people(len(unbeaten)),
        n=len(moved),
        names=names(tournament, unbeaten),
        player="" if who is None else player(tournament, who),
    )
    key = "qualify" if kind in ("split", "qualified") else "no-quote"
    return LeagueStep(
        after.after, kind, members, unbeaten, moved, who, (Reason(text, quote(after.declared, key)),)
    )


def _outcome(
    league: str, after: Situation, moved: tuple[int, ...], all_moved: bool
) -> tuple[StepKind, int | None]:
    through = next(
        (one for one in after.qualifiers if one.league == league and one.after == after.after), None
    )
    if through is not None:
        return ("confirmed" if through.confirmed else "qualified"), through.no
    asked = next((one for one in after.awaiting if one.league == league and one.after == after.after), None)
    if asked is not None:
        return "asked", asked.proposed
    if all_moved:
        return "closed", None
    return ("split" if moved else "together"), None
