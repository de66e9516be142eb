"""Events for the page tests: invented players, games by chance, stopped wherever a page should be looked at."""

from __future__ import annotations

import datetime
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from tests.random.troubles import Chances, RandomTournament
from tourgen.engine.lottery import draw_numbers
from tourgen.engine.model import Game, Round
from tourgen.engine.replacements import Field, with_replacements
from tourgen.engine.situation import Situation
from tourgen.event.folder_files import Page
from tourgen.event.load_event import LoadedDivision, LoadedEvent
from tourgen.event.settings import Division, Event
from tourgen.event.tournament import NO_DRAW, Tournament
from tourgen.formats import read_format, shipped_text
from tourgen.messages.problems import Notice
from tourgen.model import Player
from tourgen.results.document import results_of
from tourgen.simulate.invented import invented_field

TIMES = ("11:00", "11:55", "13:20", "14:15", "15:10", "16:05", "17:00", "17:50")
RULES = Page(
    "rules", "大会方式", "# 大会方式\n\n持ち時間 各20分\n\n| | 無差別 |\n|--|--|\n| 10:00 | 受付 |\n"
)
EVERYTHING = Chances(withdraw=0.01, forfeit=0.03, by_hand=0.1)


class AskedError(Exception):
    """The rehearsal has come to a question for the organiser."""


class Asking(RandomTournament):
    """A rehearsal that stops where the rules leave something to the organiser."""

    def _confirm(self, situation: Situation) -> Situation:
        if situation.questions:
            self.situations.append(situation)
            raise AskedError
        return situation


def division(
    format_id: str = "othello-4-league",
    players: int = 40,
    rounds: int = 3,
    share: float | None = 0.5,
    *,
    division_id: str = "open",
    name: str = "無差別の部",
    name_en: str = "Open division",
    seed: int = 1,
    drawn: bool = True,
    chances: Chances = EVERYTHING,
    entries: dict[int, Player] | None = None,
) -> LoadedDivision:
    """`rounds` rounds played, the next one paired and `share` of its games entered (None: not paired yet)."""
    declared, problems = read_format(shipped_text(format_id), format_id)
    assert declared is not None, problems
    rng = random.Random(seed)
    draws = ("1234", "5678", "9012")[: declared.lottery.draws]
    one = Division(division_id, name, declared, name_en, draws, declared.lottery.draw_names, times=TIMES,
                   draw_times=("8:55", "8:57", "8:59"))  # fmt: skip
    people = entries or invented_field(declared, players, rng, 0.02)
    if not drawn:
        waiting = Notice("draws-waiting", params={"division": name})
        blank = {no: replace(player, desk_number=None) for no, player in people.items()}
        return report(Tournament(replace(one, draws=()), blank, NO_DRAW, notices=(waiting,)))
    return report(stopped(RandomTournament(one, people, rng, chances).run(), rounds, share, rng))


def filled_from_draws() -> tuple[LoadedDivision, LoadedDivision]:
    """Bracket numbers from the draws (a few typed); an absentee's place is filled from leagues with draws as well."""
    rng, draws = random.Random(7), ("1234", "5678", "9012")
    fields = []
    for name, format_id, count in (("women", "othello-new-32", 30), ("open", "othello-4-league", 24)):
        declared, _ = read_format(shipped_text(format_id), format_id)
        assert declared is not None
        people = invented_field(declared, count, rng)
        if name == "women":
            people = {
                no: replace(p, desk_number=p.desk_number if no % 9 == 4 else None) for no, p in people.items()
            }
            people[11] = replace(people[11], absent=True, desk_number=None, seed="")
        else:
            people[6] = replace(people[6], sex="F", seed="", desk_number=None, standby=("women",))
        numbers = draw_numbers(declared.lottery, draws, people.values()).numbers
        fields.append(Field(name, declared, people, numbers))
    moved = with_replacements(fields)
    women = {"division_id": "women", "name": "女子の部", "name_en": "Women's division"}
    return (
        division("othello-new-32", rounds=1, entries=moved["women"], **women),
        division(rounds=1, entries=moved["open"]),
    )


def asking(format_id: str = "othello-4-league", players: int = 24) -> LoadedDivision:
    """A division that waits for the organiser to confirm who has qualified."""
    declared, _ = read_format(shipped_text(format_id), format_id)
    assert declared is not None
    for seed in range(500):
        rng = random.Random(seed)
        one = Division("open", "無差別の部", declared, "Open division", ("1", "2", "3"), times=TIMES)
        rehearsal = Asking(one, invented_field(declared, players, rng), rng, Chances(withdraw=0.08))
        try:
            rehearsal.run()
        except AskedError:
            now = rehearsal.situations[-1]
            asked = now.questions[0]
            params = {"division": one.name, "league": asked.group, "after": now.after, "no": 1, "name": "x"}
            gone = {no: e.withdrawn_after for no, e in now.entrants.items()}
            people = {no: replace(p, withdrawn_after=gone.get(no)) for no, p in rehearsal.players.items()}
            draw = stopped(
                RandomTournament(one, rehearsal.players, random.Random(0)).run(), 0, None, rng
            ).draw
            return report(
                Tournament(one, people, draw, tuple(rehearsal.situations), tuple(rehearsal.rounds),
                           rehearsal.planned, notices=(Notice("qualified-confirm", params=params),))
            )  # fmt: skip
    raise AssertionError("no rehearsal came to a question")


def report(tournament: Tournament) -> LoadedDivision:
    """The division's report."""
    results = results_of(tournament, "sample", "第12回 見本オセロ選手権大会")
    return LoadedDivision(tournament.division, tournament, results)


def stopped(whole: Tournament, rounds: int, share: float | None, rng: random.Random) -> Tournament:
    """A finished tournament as it stood earlier."""
    if rounds >= len(whole.rounds):
        return whole
    begun = () if share is None else (_begun(whole.rounds[rounds], share, rng),)
    people = {
        no: replace(player, withdrawn_after=None) if (player.withdrawn_after or 0) > rounds else player
        for no, player in whole.players.items()
    }
    return replace(
        whole,
        players=people,
        situations=whole.situations[: rounds + 1],
        rounds=(*whole.rounds[:rounds], *begun),
    )


def _begun(played: Round, share: float, rng: random.Random) -> Round:
    games = [
        game if game.players[1] is None or rng.random() < share else _blank(game) for game in played.games
    ]
    if share and all(game.entered for game in games):
        games[0] = _blank(games[0])
    return replace(played, games=tuple(games))


def _blank(game: Game) -> Game:
    return replace(game, kind="played", winner=None, discs=None, rated=True)


def event(
    *divisions: LoadedDivision, language: str = "ja", pages: Sequence[Page] = (), event_id: str = "sample"
) -> LoadedEvent:
    """An event of these divisions."""
    return LoadedEvent(
        Event(
            id=event_id,
            name="第12回 見本オセロ選手権大会",
            name_en="12th Sample Othello Championship",
            date=datetime.date(2026, 7, 12),
            venue="見本市産業会館",
            venue_en="Sample City Hall",
            language=language,
            divisions=tuple(one.division for one in divisions),
            folder=Path("nowhere"),
            shown=f"events/{event_id}",
        ),
        divisions,
        tuple(pages),
    )
