"""Writes the example events under events/ anew: invented players and results, the same every time.

    python tools/make_events.py

An event folder that exists is replaced, so run it only on a clean checkout and look at the difference.
"""

from __future__ import annotations

import datetime
import random
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from tourgen.engine.model import Game, Substitute
from tourgen.event.settings import Division, Event
from tourgen.event.tournament import Tournament
from tourgen.formats import shipped_format
from tourgen.model import Player
from tourgen.simulate.demo import club_swiss, until
from tourgen.simulate.event_files import event_files
from tourgen.simulate.invented import invented_field, invented_teams
from tourgen.simulate.random_tournament import Chances, Rehearsal, random_draws
from tourgen.simulate.simulation_runner import Part, Rehearsals
from tourgen.storage.typed_files import write_new

EVENTS = Path(__file__).parent.parent / "events"
PAGES = Path(__file__).parent / "pages"
NO_MORE: Mapping[str, bytes] = MappingProxyType({})
SHOGI_TIMES = ("10:00", "10:50", "11:40", "13:20", "14:10", "15:00", "15:50")
# 見本第一高校, 架空学園高校, …
SCHOOLS = tuple(
    f"{name}{kind}高校"
    for kind in ("第一", "学園", "東", "西")
    for name in ("見本", "架空", "仮名", "例示", "雛形", "空想", "試作", "凡例", "余白", "類例")
)
TIMES = ("11:00", "11:55", "13:20", "14:15", "15:10", "16:05", "17:00", "17:50")


def played(format_id: str, name: str, name_en: str, players: int, seed: str, chances: Chances) -> Tournament:
    """One division of an example, played to its end."""
    declared, rng = shipped_format(format_id), random.Random(seed)
    draws, times = random_draws(declared, rng), TIMES[: declared.rounds]
    division = Division("open", name, declared, name_en, draws, declared.lottery.draw_names, times=times)
    field = invented_field(declared, players, rng, absent=0.03)
    return Rehearsal(division, field, rng, chances).run()


def write(
    event: Event, tournaments: list[Tournament], pages: tuple[str, ...], more: Mapping[str, bytes] = NO_MORE
) -> None:
    """One event folder; `more`: further files in it."""
    folder = EVENTS / event.id
    if folder.exists():
        shutil.rmtree(folder)
    texts = {page: (PAGES / event.id / f"{page}.md").read_text(encoding="utf-8") for page in pages}
    for name, data in {**event_files(event, tournaments, texts), **more}.items():
        write_new(folder / name, data)


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
        "all-japan-51", "第51回全日本オセロ選手権(見本・選手と結果は架空)",
        "51st All Japan Othello Championship (sample; players and results invented)",
        datetime.date(2026, 7, 19), "見本市産業会館", "Sample City Hall",
    )  # fmt: skip
    write(event, [until(tournament, 4, 24)], ("rules", "timetable"))


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
        final = any(
            game.stage == "womens-final" and game.kind == "played" for game in tournament.rounds[-1].games
        )
        in_knockout = [no for no in tournament.now.in_finals if tournament.players[no].sex == "F"]
        if final and not in_knockout:
            break
    event = Event(
        "all-japan-4-league", "全日本オセロ選手権 4リーグ方式(見本・選手と結果は架空)",
        "All Japan Othello Championship, four leagues (sample; players and results invented)",
        datetime.date(2026, 8, 23), "架空市民会館", "Imaginary Civic Hall",
    )  # fmt: skip
    write(event, [tournament], ("rules", "timetable"))


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
        declared = shipped_format(format_id)
        field = invented_field(declared, players, rng, absent=0.04, taken=names)
        if division_id == "free":
            field = {no: replace(player, standby=_standby(player, rng)) for no, player in field.items()}
        division = Division(division_id, name, declared, name_en, times=TIMES[: declared.rounds])
        parts.append(Part(division, players, tuple(field.values())))
    event = Event(
        "all-japan-46", "第46回全日本オセロ選手権大会(見本・選手と結果は架空)",
        "46th All Japan Othello Championship (sample; players and results invented)",
        datetime.date(2026, 7, 15), "見本県産業センター 国際会議室", "Sample Prefecture Industry Centre",
    )  # fmt: skip
    rehearsals = Rehearsals(event, tuple(parts), 46, 1, Chances(withdraw=0.002, forfeit=0.005))
    runs = [replace(run, division=replace(run.division, draws=())) for run in rehearsals.run(1)]
    write(event, runs, ("rules", "timetable"))


def _standby(player: Player, rng: random.Random) -> tuple[str, ...]:
    """補充希望: some of the free class would play in the open or the women's division."""
    wanted = [("open", 0.12), ("women", 0.3 if player.sex == "F" else 0.0)]
    return tuple(division for division, chance in wanted if rng.random() < chance and not player.absent)


def tokyo_hs_shogi_spring() -> None:
    """Championship, encouragement, girls and teams, finished; whatever an organiser may meet on the day."""
    names: set[str] = set()
    day = Chances(withdraw=0.006, forfeit=0.012, late=0.03, barred=0.03)
    divisions = [
        _shogi("championship", "選手権戦", "Championship", 120, names, day, _has_a_bad_day),
        _shogi("encouragement", "奨励の部", "Encouragement section", 60, names, day, _has_latecomers),
        _shogi("girls", "女子選手権戦", "Girls' championship", 14, names, Chances(forfeit=0.02), _plain),
        _shogi("team", "団体戦", "Teams", 45, names, replace(day, late=0, barred=0), _three_unbeaten),
    ]
    event = Event(
        "tokyo-hs-shogi-spring", "東京都高等学校将棋 春大会(見本・学校と選手と結果は架空)",
        "Tokyo high school shogi, spring tournament (sample; schools, players and results invented)",
        datetime.date(2026, 4, 29), "架空区立見本会館", "Imaginary Ward Hall",
    )  # fmt: skip
    write(event, divisions, ("rules", "rules-en", "timetable"))


def _shogi(
    kind: str,
    name: str,
    name_en: str,
    count: int,
    taken: set[str],
    chances: Chances,
    wanted: Callable[[Tournament], bool],
) -> Tournament:
    """The first of a row of rehearsals that has what the example is to show."""
    declared, rng = shipped_format(f"shogi-{kind}"), random.Random(f"example shogi {kind}")
    invented = invented_teams if declared.boards else invented_field
    entries = invented(declared, count, rng, absent=0.03, taken=taken)
    entries = _school_teams(entries) if declared.boards else _pupils(entries, kind, rng)
    division = Division(kind, name, declared, name_en, random_draws(declared, rng))
    for attempt in range(10_000):
        chance = random.Random(f"example shogi {kind} {attempt}")
        tournament = Rehearsal(division, dict(entries), chance, chances).run()
        if wanted(tournament):
            break
    times = SHOGI_TIMES[: tournament.last_round]
    tournament = replace(tournament, division=replace(tournament.division, times=times))
    return _with_substitutes(tournament) if declared.boards else _with_notes(tournament)


def _pupils(players: dict[int, Player], kind: str, rng: random.Random) -> dict[int, Player]:
    """A few schools send many; one player need not have come."""
    weights = [1 / (place + 4) for place in range(len(SCHOOLS))]
    pupils = {
        no: replace(player, club=rng.choices(SCHOOLS, weights)[0], seed="") for no, player in players.items()
    }
    if kind == "championship":
        exempt = next(no for no, player in pupils.items() if not player.absent)
        pupils[exempt] = replace(pupils[exempt], exempt=True)
    return pupils


def _school_teams(teams: dict[int, Player]) -> dict[int, Player]:
    """Five schools with three teams, ten with two, the others with one."""
    seats = [
        (school, letter)
        for place, school in enumerate(SCHOOLS)
        for letter in "ABC"[: 3 if place < 5 else 2 if place < 15 else 1]
    ]
    return {
        no: replace(team, name=f"{school} {letter}", club=school, team=letter)
        for (no, team), (school, letter) in zip(teams.items(), seats, strict=False)
    }


def _losers(tournament: Tournament) -> Iterator[tuple[int, Game, int]]:
    """(round, game, who lost it) of every played game of the preliminaries."""
    assert tournament.now is not None
    for one in tournament.rounds[: tournament.now.latest]:
        for game in one.games:
            if game.kind == "played" and game.winner is not None and game.players[1] is not None:
                yield one.number, game, sum(no for no in game.players if no is not None) - game.winner


def _out(tournament: Tournament) -> list[tuple[int, Game, int]]:
    """Who lost a game and played no more: that may have been 失格."""
    return [one for one in _losers(tournament) if tournament.players[one[2]].withdrawn_after == one[0]]


def _has_a_bad_day(tournament: Tournament) -> bool:
    forfeits = sum(game.kind == "forfeit" for one in tournament.rounds for game in one.games)
    return bool(_out(tournament)) and forfeits >= 2 and _has_latecomers(tournament)


def _has_latecomers(tournament: Tournament) -> bool:
    late = sum(player.from_round > 1 for player in tournament.players.values())
    return late >= 1 and len(tournament.situations[0].barred) >= 2


def _plain(tournament: Tournament) -> bool:
    return all(game.kind != "double-loss" for one in tournament.rounds for game in one.games)


def _three_unbeaten(tournament: Tournament) -> bool:
    """Three unbeaten teams: the best of them waits."""
    drawn = tournament.situations[-1].drawn.values()
    return any(sum(no is not None for no in seats) == 3 for seats in drawn)


def _with_notes(tournament: Tournament) -> Tournament:
    """反則 and 千日手 in some games, 失格 where somebody lost and played no more (then 棄権 need not be typed)."""
    lost = [(number, game) for number, game, loser in _losers(tournament) if number in (2, 3)]
    notes = {
        (number, game.players): note
        for (number, game), note in zip(lost[3::9], ("反則", "千日手"), strict=False)
    }
    players = dict(tournament.players)
    for number, game, loser in _out(tournament)[:1]:
        notes[number, game.players] = "失格"
        players[loser] = replace(players[loser], withdrawn_after=None)
    rounds = tuple(
        replace(
            one,
            games=tuple(
                replace(game, note=notes.get((one.number, game.players), game.note)) for game in one.games
            ),
        )
        for one in tournament.rounds
    )
    return replace(tournament, players=players, rounds=rounds)


def _with_substitutes(tournament: Tournament) -> Tournament:
    """A reserve sits for a registered player who is missing, in some matches of rounds 2 and 3."""
    rounds = list(tournament.rounds)
    for number in (2, 3):
        games, done = list(rounds[number - 1].games), 0
        for at, game in enumerate(games):
            team = tournament.players[game.players[0]]
            if done < 3 and game.kind == "played" and game.players[1] is not None and team.reserves:
                sub = Substitute(0, (at + number) % len(team.members), team.reserves[0])
                games[at] = replace(game, substitutes=(sub,))
                done += 1
        rounds[number - 1] = replace(rounds[number - 1], games=tuple(games))
    return replace(tournament, rounds=tuple(rounds))


def go_demo() -> None:
    """Go, Swiss: finished but for one pending game, two games with their records."""
    import sys

    sys.path.insert(0, str(Path(__file__).parent))  # the tool is run as a script and imported as a module
    import go_event

    event, tournament, records = go_event.go_demo()
    write(event, [tournament], ("rules", "timetable"), records)


def club_day() -> None:
    """An everyday club Swiss, 24 players, round 3 being entered."""
    event = Event(
        "club-swiss", "オセロ例会(見本・選手と結果は架空)",
        "Othello club day (sample; players and results invented)",
        datetime.date(2026, 9, 13), "見本公民館", "Sample Community Centre",
    )  # fmt: skip
    tournament = club_swiss("example club", set())
    tournament = replace(tournament, division=replace(tournament.division, id="open"))
    write(event, [tournament], ("rules", "timetable"))


if __name__ == "__main__":
    club_day()
    go_demo()
    tokyo_hs_shogi_spring()
    all_japan_46()
    all_japan_51()
    all_japan_4_league()
