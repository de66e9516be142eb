"""The example event of Go: its players, its day and its records, all invented."""

from __future__ import annotations

import datetime
import random
from dataclasses import replace
from typing import ClassVar

import go_games

from tourgen.engine.model import Game, Kind
from tourgen.event.settings import Division, Event
from tourgen.event.tournament import Tournament
from tourgen.formats import shipped_format
from tourgen.go.record import RecordName
from tourgen.simulate.invented import invented_field
from tourgen.simulate.random_tournament import Rehearsal, random_draws

GO_TIMES = ("10:00", "11:30", "13:30", "15:00")


class GoDay(Rehearsal):
    """A day with one end of each kind: a table of a round, and how its game ended (a winner's side, or the kind)."""

    ENDS: ClassVar[dict[tuple[int, int], int | Kind]] = {
        (1, 1): 1,
        (1, 4): "draw",
        (2, 5): "double-loss",
        (2, 7): "no-result",
        (3, 2): "pending",
    }

    def _result(self, game: Game) -> Game:
        end = self.ENDS.get((self.situations[-1].after + 1, game.table or 0))
        if end is None:
            return super()._result(game)
        if isinstance(end, int):
            return replace(game, winner=game.players[end])
        return replace(game, kind=end, rated=end == "draw")


def go_demo() -> tuple[Event, Tournament, dict[str, bytes]]:
    """Swiss of four rounds, 16 entries, finished but for one pending game; two games with their records."""
    settings = {"komi": 6}
    declared = shipped_format("go-swiss", settings)
    rng = random.Random("example go")
    draws = random_draws(declared, rng)
    division = Division(
        "open", "一般の部", declared, "Open division", draws, times=GO_TIMES, settings=settings
    )
    field = invented_field(declared, 16, rng, absent=0.0)
    field = {no: replace(one, club=one.club.replace("オセロ", "囲碁")) for no, one in field.items()}
    tournament = GoDay(division, field, rng).run()
    records: dict[str, bytes] = {}
    for number, table, composed in ((1, 1, go_games.decided), (3, 2, go_games.undecided)):
        game = next(one for one in tournament.rounds[number - 1].games if one.table == table)
        names = [tournament.players[no].name for no in game.players if no is not None]
        records |= composed(RecordName(number, table), settings["komi"], *names)
    event = Event(
        "go-demo", "囲碁大会(見本・選手と結果は架空)", "Go tournament (sample; players and results invented)",
        datetime.date(2026, 9, 6), "見本市民会館", "Sample Civic Hall",
    )  # fmt: skip
    return event, tournament, {f"games/{name}": data for name, data in records.items()}
