"""The groups of a pool: their players, the unbeaten ones, those who left and for what."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Any

from tourgen.engine.situation import Departure
from tourgen.engine.stages.pool import GroupedStage
from tourgen.explain.leaving import Step, steps_of
from tourgen.formats.models import Pool
from tourgen.web.division_view import DivisionView, Person
from tourgen.web.pairings import Match, match
from tourgen.web.stages import AnyStage


@dataclass(frozen=True, slots=True)
class Member:
    """One player dealt into a group that players leave, at the moment."""

    person: Person
    marks: str
    state: str  # unbeaten, in, beaten, passed, out, qualified, withdrawn
    since: int  # round after which the player moved on
    losses: int


@dataclass(frozen=True, slots=True)
class League:
    """One group from its dealing to its end."""

    name: str
    members: tuple[Member, ...]
    steps: tuple[Step, ...] | None  # None where nobody qualifies as the only unbeaten player
    games: list[Match]  # of the current round, with somebody who came into it unbeaten

    def those(self, *states: str) -> list[Member]:
        """The members in any of these states."""
        return [one for one in self.members if one.state in states]

    @property
    def by_losses(self) -> list[tuple[int, list[Member]]]:
        """Those who have lost, fewest losses first."""
        rest = sorted((one for one in self.members if one.losses), key=lambda one: one.losses)
        return [(losses, list(members)) for losses, members in groupby(rest, key=lambda one: one.losses)]


def leagues(view: DivisionView) -> list[League]:
    """The groups of the pool that players leave, in their order; none where there is no such pool."""
    stage = view.stages.leagues
    return [_league(view, stage, name) for name in view.stages.groups(stage)] if stage else []


def _league(view: DivisionView, stage: Pool, name: str) -> League:
    alone = "sole-unbeaten" in stage.leave
    steps = steps_of(view.tournament, view.now.stages[stage.id], name) if view.now and alone else None
    dealt = [person for person in view.present if person.league == name and view.now is not None]
    gone = {one.no: one for one in (view.now.departures if view.now else ()) if one.stage == stage.id}
    dealt.sort(key=lambda person: person.lottery or 0)
    members = tuple(_member(view, person, gone.get(person.no)) for person in dealt)
    return League(name, members, steps, unbeaten_games(view, name))


def unbeaten_games(view: DivisionView, group: str | None = None) -> list[Match]:
    """The games of the current round with somebody who came into it unbeaten, of one group or of all."""
    if view.current < 2 or view.finished:
        return []
    before = view.current - 1
    return [
        match(view, view.current, game)
        for game in view.round(view.current).games
        if game.table is not None
        and view.counts(game)
        and group in (None, game.group)
        and any(no is not None and not view.score(no, before).lost for no in game.players)
    ]


def _member(view: DivisionView, person: Person, gone: Departure | None) -> Member:
    row = view.moment.by_no.get(person.no) if view.moment else None
    state = "in"
    if gone is not None and gone.left_as == "sole-unbeaten":
        state = "qualified"
    elif person.withdrawn_after is not None and person.withdrawn_after < max(view.current, 1):
        state = "withdrawn"
    elif gone is not None:
        state = gone.left_as
    elif row is not None and row.losses == 0:
        state = "unbeaten"
    return Member(person, view.record(person.no), state, gone.after if gone else 0, row.losses if row else 0)


def groups(view: DivisionView, stage: AnyStage) -> list[tuple[str, list[dict[str, Any]]]]:
    """Every group of a pool: of a first stage in the order of its lots, late entrants last, as they were dealt."""
    rank = ranks(view, stage)
    entered = view.now.entered.get(stage.id, {}) if view.now else {}
    here = [view.people[no] for no in entered]
    if not stage.entered_from:
        here.sort(key=lambda one: (one.from_round, one.lottery or 0))
    return [
        (
            name,
            [
                {
                    "person": one,
                    "marks": view.record(one.no),
                    "rank": rank.get(one.no, 0),  # in the group, 0 before the first round is over
                }
                for one in here
                if entered[one.no] == name
            ],
        )
        for name in view.stages.groups(stage)
    ]


def ranks(view: DivisionView, stage: AnyStage) -> dict[int, int]:
    """Player → rank in the group at the moment, once a result of the stage is there."""
    first = view.stages.spans[stage.id]
    now = view.shown.situations[-1] if view.shown.situations else None
    if now is None or first is None or now.after < first[0]:
        return {}
    engine = now.stages[stage.id]
    found = engine.all_ranked(now) if isinstance(engine, GroupedStage) else []
    return {no: rank for ranked in found for no, rank in ranked.items()}
