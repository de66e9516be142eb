"""Writes the example events under events/ anew: invented players and results, the same every time.

    python tools/make_events.py

An event folder that exists is replaced, so run it only on a clean checkout and look at the difference.
"""

from __future__ import annotations

import datetime
import random
import shutil
from dataclasses import replace
from pathlib import Path

from tourgen import disk
from tourgen.event import Division, Event
from tourgen.event_files import event_files
from tourgen.formats import read_format, shipped_text
from tourgen.invented import invented_field
from tourgen.model import Player
from tourgen.rehearsals import Part, Rehearsals
from tourgen.rules.title_match import contest
from tourgen.simulate import Chances, Rehearsal
from tourgen.tournament import Tournament

EVENTS = Path(__file__).parent.parent / "events"
PAGES = Path(__file__).parent / "pages"
TIMES = ("11:00", "11:55", "13:20", "14:15", "15:10", "16:05", "17:00", "17:50")


def played(format_id: str, name: str, name_en: str, players: int, seed: str, chances: Chances) -> Tournament:
    """One division of an example, played to its end."""
    declared, problems = read_format(shipped_text(format_id), format_id, format_id)
    assert declared is not None, problems
    rng = random.Random(seed)
    division = Division(
        "open",
        name,
        declared,
        name_en,
        tuple(f"{rng.randrange(10_000):04d}" for _ in range(declared.lottery.draws)),
        declared.lottery.draw_names,
        times=TIMES[: declared.rounds],
    )
    field = invented_field(declared, players, rng, absent=0.03)
    return Rehearsal(division, field, rng, chances).run()


def until(tournament: Tournament, number: int, entered: int) -> Tournament:
    """The tournament while round `number` is being entered: only the first games have a result."""
    current = tournament.rounds[number - 1]
    to_play = [game for game in current.games if game.kind == "played"]
    blank = to_play[entered:]
    games = tuple(replace(game, winner=None, discs=None) if game in blank else game for game in current.games)
    players = {
        no: replace(p, withdrawn_after=None) if (p.withdrawn_after or 0) >= number else p
        for no, p in tournament.players.items()
    }
    rounds = (*tournament.rounds[: number - 1], replace(current, games=games))
    return replace(tournament, players=players, situations=tournament.situations[:number], rounds=rounds)


def write(event_id: str, event: Event, tournaments: list[Tournament], pages: tuple[str, ...]) -> None:
    """One event folder."""
    folder = EVENTS / event_id
    if folder.exists():
        shutil.rmtree(folder)
    texts = {page: (PAGES / event_id / f"{page}.md").read_text(encoding="utf-8") for page in pages}
    event = replace(event, divisions=tuple(tournament.division for tournament in tournaments))
    for name, data in event_files(event, tournaments, texts).items():
        disk.write_new(folder / name, data)


def all_japan_51() -> None:
    """Two leagues, 92 entries, round 4 being entered."""
    tournament = played(
        "othello-2-league",
        "無差別の部",
        "Open division",
        92,
        "example 51",
        Chances(withdraw=0.004, forfeit=0.01),
    )
    event = Event(
        "all-japan-51",
        "第51回全日本オセロ選手権(見本・選手と結果は架空)",
        "51st All Japan Othello Championship (sample; players and results invented)",
        datetime.date(2026, 7, 19),
        "見本市産業会館",
        "Sample City Hall",
        "ja",
        (),
        Path(),
        "",
    )
    write("all-japan-51", event, [until(tournament, 4, 24)], ("rules", "timetable"))


def all_japan_4_league() -> None:
    """Four leagues, 74 entries, finished, with a women's final."""
    for attempt in range(1000):
        tournament = played(
            "othello-4-league",
            "無差別の部",
            "Open division",
            74,
            f"example 4 {attempt}",
            Chances(withdraw=0.003, forfeit=0.01),
        )
        stage = tournament.division.declared.stage_of("womens-final")
        final = any(
            game.stage == "womens-final" and game.kind == "played" for game in tournament.rounds[-1].games
        )
        if final and not contest(stage, tournament.situations[-1]).in_knockout:
            break
    event = Event(
        "all-japan-4-league",
        "全日本オセロ選手権 4リーグ方式(見本・選手と結果は架空)",
        "All Japan Othello Championship, four leagues (sample; players and results invented)",
        datetime.date(2026, 8, 23),
        "架空市民会館",
        "Imaginary Civic Hall",
        "ja",
        (),
        Path(),
        "",
    )
    write("all-japan-4-league", event, [tournament], ("rules", "timetable"))


def all_japan_46() -> None:
    """Open 64, women 32 and the free class, finished; absentees replaced from the free class."""
    rng = random.Random("example 46")
    names: set[str] = set()
    parts = []
    for division_id, name, name_en, format_id, players in (
        ("open", "無差別の部", "Open division", "othello-new-64", 64),
        ("women", "女子の部", "Women's division", "othello-new-32", 32),
        ("free", "フリークラス", "Free class", "othello-free", 58),
    ):
        declared, problems = read_format(shipped_text(format_id), format_id, format_id)
        assert declared is not None, problems
        field = invented_field(declared, players, rng, absent=0.04, taken=names)
        if division_id == "free":
            field = {no: replace(player, standby=_standby(player, rng)) for no, player in field.items()}
        division = Division(division_id, name, declared, name_en, times=TIMES[: declared.rounds])
        parts.append(Part(division, players, tuple(field.values())))
    event = Event(
        "all-japan-46",
        "第46回全日本オセロ選手権大会(見本・選手と結果は架空)",
        "46th All Japan Othello Championship (sample; players and results invented)",
        datetime.date(2026, 7, 15),
        "見本県産業センター 国際会議室",
        "Sample Prefecture Industry Centre",
        "ja",
        tuple(part.division for part in parts),
        Path(),
        "",
    )
    rehearsals = Rehearsals(event, tuple(parts), 46, 1, Chances(withdraw=0.002, forfeit=0.005))
    runs = [replace(run, division=replace(run.division, draws=())) for run in rehearsals.run(1)]
    write("all-japan-46", event, runs, ("rules", "timetable"))


def _standby(player: Player, rng: random.Random) -> tuple[str, ...]:
    """補充希望: some of the free class would play in the open or the women's division."""
    wanted = [("open", 0.12), ("women", 0.3 if player.sex == "F" else 0.0)]
    return tuple(division for division, chance in wanted if rng.random() < chance and not player.absent)


if __name__ == "__main__":
    all_japan_46()
    all_japan_51()
    all_japan_4_league()
