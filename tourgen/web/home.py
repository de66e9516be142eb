"""The event's home, a scoreboard: each division's round as it stands, and the day's plan."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tourgen.engine.model import Game
from tourgen.event.settings import Appointment
from tourgen.results.statistics import Surprise, surprises
from tourgen.web.awards import award_list
from tourgen.web.bracket.lists import finals_now
from tourgen.web.bracket.small import Tree, tree
from tourgen.web.division_view import DivisionView, Person
from tourgen.web.pairings import Match, match
from tourgen.web.pool import leagues, unbeaten_games
from tourgen.web.stages import LAST_FOUR
from tourgen.web.standings import Line, by_block, table

TOP = 8  # rows of the ranks, and games in a list
UPSETS = 4
LAST = 2  # rounds of the bracket: the last four


def board(view: DivisionView) -> dict[str, Any]:
    """A division as the home shows it."""
    games = view.round(view.current).games if view.current else ()
    at_tables = [] if view.finished else [game for game in games if game.table is not None]
    following = view.current + 1
    more = view.current and following <= view.stages.last_round and not view.finished
    entered = sorted((game for game in at_tables if game.entered), key=lambda game: _entered(view, game))
    return {
        "division": view,
        "tables": [(game.table or 0, game.entered) for game in at_tables],
        "following": following if more else 0,  # the next round
        "finals": finals_now(view),  # while the round is not over for good
        "unbeaten": list(_unbeaten(view)),  # league by league; "" where there are none
        "top": list(_top(view)),  # block by block
        "latest": [match(view, view.current, game) for game in entered[:TOP]],
        "upsets": _upsets(view),  # of the latest round with results: winner and loser
        "path": list(_path(view)),  # of the champion, game by game
        "bracket": _bracket(view),  # its last rounds, once the division is finished
        "awards": [group for group in award_list(view).groups if group.award],
    }


def _entered(view: DivisionView, game: Game) -> tuple[int, int]:
    """The latest first, as far as it was entered at the desk or from a phone; then by table."""
    players = frozenset(no for no in game.players if no is not None)
    return -view.loaded.entered.get((view.id, view.current, players), -1), game.table or 0


def _unbeaten(view: DivisionView) -> Iterator[tuple[str, list[Match]]]:
    groups = [(league.name, league.games) for league in leagues(view)]
    for name, games in groups or [("", unbeaten_games(view))]:
        if games:
            yield name, games[:TOP]


def _top(view: DivisionView) -> Iterator[tuple[str, list[Line]]]:
    if view.ranking is None:
        return
    blocks = () if view.finished else view.stages.blocks
    for name, lines in by_block(blocks, table(view, view.ranking).lines):
        yield name, lines[: TOP // max(1, len(blocks)) if blocks else TOP]


def _upsets(view: DivisionView) -> list[tuple[Person, Person, Surprise]]:
    latest = max((one.number for one in view.rounds if any(game.winner for game in one.games)), default=0)
    found = [one for one in surprises(view.results) if one.round == latest][:UPSETS]
    return [(view.people[one.winner], view.people[one.loser], one) for one in found]


@dataclass(frozen=True, slots=True)
class Step:
    """A game of the champion."""

    round: int
    stage: str  # where it has a name of its own: a final, a semi-final
    mark: str
    other: Person
    discs: tuple[int, int] | None  # the champion's first


def _path(view: DivisionView) -> Iterator[Step]:
    if not view.finished or not view.results.titles:
        return
    champion = view.results.titles[0].no
    for number, game in view.played(champion):
        other = game.opponent(champion)
        if other is not None:
            stage = view.stages.shown(game.stage, number)
            named = not view.counts(game) or stage in LAST_FOUR or stage not in view.stages.all
            discs = game.discs if game.discs is None or game.players[0] == champion else game.discs[::-1]
            yield Step(number, stage if named else "", view.mark(game, champion), view.people[other], discs)


def _bracket(view: DivisionView) -> Tree | None:
    stages = view.stages
    if not view.finished or not stages.brackets:
        return None
    return tree(view, stages.finals or stages.brackets[0], LAST)


@dataclass(frozen=True, slots=True)
class Slot:
    """One line of the day's plan: a round at a time, in one or several divisions; or what is between the rounds."""

    time: str
    round: int  # 0 where it is none
    divisions: tuple[DivisionView, ...]
    finals: tuple[tuple[DivisionView, tuple[str, ...]], ...]  # stages of the knockout played in it
    state: str  # done, now, next
    between: Appointment | None = None


def headline(divisions: Sequence[DivisionView]) -> tuple[int, str]:
    """(round, status) of what is being played; round 0 where nothing is, or where the divisions are in several."""
    running = [view for view in divisions if view.current and not view.finished]
    kinds = {view.status for view in running or divisions}
    order = (*(kinds if len(kinds) == 1 else ()), "playing", "paired", "waiting", "pending")
    status = next((kind for kind in order if kind in kinds), "mixed")
    rounds = {view.current for view in running}
    return rounds.pop() if len(rounds) == 1 else 0, status


def plan(divisions: Sequence[DivisionView], appointments: Sequence[Appointment] = ()) -> list[Slot]:
    """The day's plan over all divisions, by the clock: rounds, and what the event's timetable has beside them."""
    found: dict[tuple[str, int], list[DivisionView]] = {}
    for view in divisions:
        for number in range(1, view.stages.last_round + 1):
            if view.time(number):
                found.setdefault((view.time(number), number), []).append(view)
    rounds = [_slot(time, number, members) for (time, number), members in found.items()]
    done = max((slot.time.zfill(5) for slot in rounds if slot.state != "next"), default="")
    over = all(view.finished for view in divisions)
    between = [
        Slot(one.time, 0, (), (), "done" if over or one.time.zfill(5) < done else "next", one)
        for one in appointments
    ]
    return sorted([*rounds, *between], key=lambda slot: (slot.time.zfill(5), slot.round))


def _slot(time: str, number: int, divisions: list[DivisionView]) -> Slot:
    done = all(number <= view.results.state.completed for view in divisions)
    now = any(number == view.current and not view.finished for view in divisions)
    finals = [(view, tuple(view.stages.in_round(number))) for view in divisions]
    state = "done" if done else "now" if now else "next"
    return Slot(time, number, tuple(divisions), tuple(one for one in finals if one[1]), state)
