"""The event's home, a scoreboard: each division's round as it stands, the day's plan, who won."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tourgen.engine.model import Game
from tourgen.event.settings import Appointment
from tourgen.results.award_list import placed
from tourgen.results.statistics import Surprise, surprises
from tourgen.web.awards import award_list
from tourgen.web.bracket_small import Tree, tree
from tourgen.web.division_view import Facts, Person
from tourgen.web.pairings import Match, match
from tourgen.web.pool import leagues, unbeaten_games
from tourgen.web.standings import Line, by_block, table

TOP = 8  # rows of the ranks, and games in a list
UPSETS = 4
LAST = 2  # rounds of the bracket: the last four


def board(facts: Facts) -> dict[str, Any]:
    """A division as the home shows it."""
    games = facts.round(facts.current).games if facts.current else ()
    at_tables = [] if facts.finished else [game for game in games if game.table is not None]
    following = facts.current + 1
    more = facts.current and following <= facts.stages.last_round and not facts.finished
    entered = sorted((game for game in at_tables if game.entered), key=lambda game: _entered(facts, game))
    return {
        "facts": facts,
        "tables": [(game.table or 0, game.entered) for game in at_tables],
        "following": following if more else 0,  # the next round
        "unbeaten": list(_unbeaten(facts)),  # league by league; "" where there are none
        "top": list(_top(facts)),  # block by block
        "latest": [match(facts, facts.current, game) for game in entered[:TOP]],
        "upsets": _upsets(facts),  # of the latest round with results: winner and loser
        "path": list(_path(facts)),  # of the champion: mark and opponent, round by round
        "bracket": _bracket(facts),  # its last rounds, once the division is finished
        "awards": [group for group in award_list(facts).groups if group.award],
    }


def _entered(facts: Facts, game: Game) -> tuple[int, int]:
    """The latest first, as far as it was entered at the desk or from a phone; then by table."""
    players = frozenset(no for no in game.players if no is not None)
    return -facts.report.entered.get((facts.id, facts.current, players), -1), game.table or 0


def _unbeaten(facts: Facts) -> Iterator[tuple[str, list[Match]]]:
    groups = [(league.name, league.games) for league in leagues(facts)]
    for name, games in groups or [("", unbeaten_games(facts))]:
        if games:
            yield name, games[:TOP]


def _top(facts: Facts) -> Iterator[tuple[str, list[Line]]]:
    if facts.ranking is None:
        return
    blocks = () if facts.finished else facts.stages.blocks
    for name, lines in by_block(blocks, table(facts, facts.ranking).lines):
        yield name, lines[: TOP // max(1, len(blocks)) if blocks else TOP]


def _upsets(facts: Facts) -> list[tuple[Person, Person, Surprise]]:
    latest = max((one.number for one in facts.rounds if any(game.winner for game in one.games)), default=0)
    found = [one for one in surprises(facts.results) if one.round == latest][:UPSETS]
    return [(facts.people[one.winner], facts.people[one.loser], one) for one in found]


def _path(facts: Facts) -> Iterator[tuple[str, Person]]:
    champion = facts.results.titles[0].no if facts.finished and facts.results.titles else None
    for _, game in facts.played(champion) if champion is not None else ():
        other = game.opponent(champion or 0)
        if other is not None:
            yield facts.mark(game, champion or 0), facts.people[other]


def _bracket(facts: Facts) -> Tree | None:
    stages = facts.stages
    if not facts.finished or not stages.brackets:
        return None
    return tree(facts, stages.finals or stages.brackets[0], LAST)


@dataclass(frozen=True, slots=True)
class Slot:
    """One line of the day's plan: a round at a time, in one or several divisions; or what is between the rounds."""

    time: str
    round: int  # 0 where it is none
    divisions: tuple[Facts, ...]
    finals: tuple[tuple[Facts, tuple[str, ...]], ...]  # stages of the knockout played in it
    state: str  # done, now, next
    between: Appointment | None = None


def headline(divisions: Sequence[Facts]) -> tuple[int, str]:
    """(round, status) of what is being played; round 0 where nothing is, or where the divisions are in several."""
    running = [facts for facts in divisions if facts.current and not facts.finished]
    kinds = {facts.status for facts in running or divisions}
    order = (*(kinds if len(kinds) == 1 else ()), "playing", "paired", "waiting", "pending")
    status = next((kind for kind in order if kind in kinds), "mixed")
    rounds = {facts.current for facts in running}
    return rounds.pop() if len(rounds) == 1 else 0, status


def plan(divisions: Sequence[Facts], appointments: Sequence[Appointment] = ()) -> list[Slot]:
    """The day's plan over all divisions, by the clock: rounds, and what the event's timetable has beside them."""
    found: dict[tuple[str, int], list[Facts]] = {}
    for facts in divisions:
        for number in range(1, facts.stages.last_round + 1):
            if facts.time(number):
                found.setdefault((facts.time(number), number), []).append(facts)
    rounds = [_slot(time, number, members) for (time, number), members in found.items()]
    done = max((slot.time.zfill(5) for slot in rounds if slot.state != "next"), default="")
    over = all(facts.finished for facts in divisions)
    between = [
        Slot(one.time, 0, (), (), "done" if over or one.time.zfill(5) < done else "next", one)
        for one in appointments
    ]
    return sorted([*rounds, *between], key=lambda slot: (slot.time.zfill(5), slot.round))


def _slot(time: str, number: int, divisions: list[Facts]) -> Slot:
    done = all(number <= facts.results.state.completed for facts in divisions)
    now = any(number == facts.current and not facts.finished for facts in divisions)
    finals = [(facts, tuple(facts.stages.in_round(number))) for facts in divisions]
    state = "done" if done else "now" if now else "next"
    return Slot(time, number, tuple(divisions), tuple(one for one in finals if one[1]), state)


def honours(facts: Facts) -> list[dict[str, Any]]:
    """The titles of a finished division, in the order of the rules."""
    return [
        {"title": one.title, "person": facts.people[one.no], "referee": one.referee is True}
        for one in facts.results.titles
    ]


def places(facts: Facts) -> list[tuple[int, Person]]:
    """The places below the titles that a third-place or placing match decided, or that the semi-finals left."""
    decided = placed(facts.tournament, facts.results)
    return [
        (entry.rank, facts.people[entry.no]) for entry in facts.results.final or () if entry.no in decided
    ]
