"""Random divisions of any format played by the engine, as the documents a stranger would read."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tests.engine import random_play
from tests.engine.random_play import Day
from tourgen.engine import progress
from tourgen.engine.lottery import Lots, draw_numbers
from tourgen.engine.model import BarredPair, Entrant, Game, Round
from tourgen.engine.situation import Situation
from tourgen.event import settings
from tourgen.event.tournament import Tournament
from tourgen.formats import read_format, shipped_text
from tourgen.formats.models import Format
from tourgen.model import Player
from tourgen.results.document import results_of
from tourgen.verify import Barred, Deviation, verify

MOST_ROUNDS = 60
KANJI = "初二三四五六七八九"


@dataclass(frozen=True)
class Division:
    """A document, with what is in none: 組合せ禁止, and whether somebody left after a round was paired."""

    document: dict[str, Any]
    barred: tuple[Barred, ...]
    paired_ahead: bool

    def deviations(self, declared: Format, *, seating: bool = True) -> list[Deviation]:
        """What the second derivation finds."""
        return verify(
            self.document, declared, paired_ahead=self.paired_ahead, seating=seating, barred=self.barred
        )


def declaration(format_id: str, **settings: Any) -> Format:
    """A shipped format with an event's settings."""
    declared, problems = read_format(shipped_text(format_id), format_id, settings)
    assert declared is not None, problems
    return declared


def grade_text(level: int) -> str:
    """A grade as a roster has it: 初段 is 1, 1級 is 0."""
    return f"{KANJI[level - 1]}段" if level > 0 else f"{1 - level}級"


def play(
    declared: Format,
    count: int,
    day: Day,
    seed: int,
    *,
    rounds: int = MOST_ROUNDS,
    partly: bool = False,
    corrected: bool = False,
) -> Division:
    """A division of so many entrants, played to its end or for some rounds, the last perhaps only in part."""
    rng = random.Random(f"{declared.id} {count} {seed}")
    field = random_play.entrants(declared, count, day, rng)
    desk = declared.lottery.method != "linear-congruence"
    draws = () if desk else tuple(f"{rng.randrange(10_000):04}" for _ in range(declared.lottery.draws))
    players = {no: _player(one, desk, declared) for no, one in field.items()}
    absent = _absent(declared, desk, count, day, rng)
    drawn = draw_numbers(declared.lottery, draws, [*players.values(), *absent])
    lots = Lots(declared.lottery, (*field, *(one.no for one in absent)), drawn.x0 or 0)
    field = {
        no: replace(one, number=drawn.numbers[no], seed=bool(players[no].seed)) for no, one in field.items()
    }
    barred = [
        BarredPair((no, rng.choice([other for other in field if other != no])), rng.random() < 0.5)
        for no in field
        if rng.random() < day.barred
    ]
    now = progress.start(declared, field, {}, barred, lots)
    situations, played = [now], []
    while now.after < now.last_round:
        number = now.after + 1
        games = list(progress.plan(now))
        random_play.check_round(now, games)
        if number > rounds and not all(game.entered for game in games):
            played.append(Round(number, tuple(games)))
            break
        pairs = [game.players for game in games]
        if rng.random() < day.by_hand:
            games = random_play.exchanged(now, games, rng)
        by_hand = [game.players for game in games] != pairs
        last = partly and number == min(rounds, now.last_round)
        games = [
            game if last and rng.random() < 0.4 else random_play.result(now, game, day, rng) for game in games
        ]
        whole = Round(number, tuple(games), by_hand)
        played.append(whole)
        if not whole.completed:
            break
        now = random_play.after_round(now, whole, day, rng)
        situations.append(now)
    if corrected and len(played) > 1:
        situations, played = _corrected(situations, played, rng)
        now = situations[-1]
    if progress.finished(now):
        random_play.check_end(now)
    players = {
        no: replace(players[no], withdrawn_after=one.withdrawn_after) for no, one in now.entrants.items()
    } | {one.no: one for one in absent}
    division = settings.Division("open", "open", declared, draws=draws)
    tournament = Tournament(division, players, drawn, tuple(situations), tuple(played))
    results = results_of(tournament, "demo", "demo")
    ahead = any(
        (one.paired_until or 0) > (one.withdrawn_after or 0)
        for one in now.entrants.values()
        if one.withdrawn_after is not None
    )
    return Division(results.to_json(), tuple((*one.players, one.forbidden) for one in barred), ahead)


def _absent(declared: Format, desk: bool, count: int, day: Day, rng: random.Random) -> list[Player]:
    """Some who are in the roster only; where numbers are drawn at the desk they have drawn none."""
    if desk and declared.lottery.method == "bracket":
        return []
    many = sum(rng.random() < day.absent for _ in range(count))
    if any(getattr(stage, "deal", "") == "odd-even" for stage in declared.first_stages):
        return []  # their numbers could leave a group empty, and such a field is refused (decision D7)
    return [Player(count + at, f"欠席{at}", sex="F", absent=True) for at in range(1, many + 1)]


def _corrected(
    situations: list[Situation], played: list[Round], rng: random.Random
) -> tuple[list[Situation], list[Round]]:
    """Some results turned round after all rounds were played: standings follow, the rounds stand as they were made."""
    now = replace(situations[0], entrants=_as_listed(situations[-1].entrants, played))
    found, rounds = [now], []
    for one in played:
        if now.after >= now.last_round:
            break
        planned = progress.plan(now)
        # A round without a sheet that would have nothing but byes now is made with them.
        games = tuple(_turned(game, rng) for game in one.games) or planned
        games += _byes_of_qualified(now, planned, games)
        rounds.append(Round(one.number, games, _otherwise(planned, games)))
        if not rounds[-1].completed:
            return found, rounds
        now = random_play.confirmed(now, rounds[-1])
        found.append(now)
    while now.after < now.last_round:
        rounds.append(Round(now.after + 1, tuple(progress.plan(now))))
        if not rounds[-1].completed:
            break
        now = progress.advance(now, rounds[-1])
        found.append(now)
    return found, rounds


def _byes_of_qualified(
    now: Situation, planned: tuple[Game, ...], games: tuple[Game, ...]
) -> tuple[Game, ...]:
    """A qualified player's bye that no sheet has is there all the same, as where sheets are read (decision X4)."""
    listed = {no for game in games for no in game.players}
    return tuple(
        game
        for game in planned
        if game.kind == "bye" and game.players[0] in now.qualified and game.players[0] not in listed
    )


def _as_listed(entrants: Mapping[int, Entrant], played: list[Round]) -> dict[int, Entrant]:
    """Who has left was paired for as long as a sheet lists them with an opponent."""
    last = {
        no: one.number
        for one in played
        for game in one.games
        if None not in game.players
        for no in game.players
    }
    return {
        no: one
        if one.withdrawn_after is None
        else replace(one, paired_until=max(one.withdrawn_after, last.get(no, 0)))
        for no, one in entrants.items()
    }


def _otherwise(planned: tuple[Game, ...], games: tuple[Game, ...]) -> bool:
    """Whether a round was paired otherwise than the rules would now."""
    one, other = (
        {frozenset(game.players): (game.stage, game.group) for game in some} for some in (planned, games)
    )
    return one != other


def _turned(game: Game, rng: random.Random) -> Game:
    """The other one has won."""
    first, second = game.players
    if game.kind != "played" or game.winner is None or rng.random() > 0.08:
        return game
    assert second is not None
    return replace(
        game,
        winner=second if game.winner == first else first,
        boards=game.boards and tuple(1 - won for won in game.boards),
        discs=game.discs and game.discs[::-1],
    )


def _player(one: Entrant, desk: bool, declared: Format) -> Player:
    seeds = declared.lottery.seeds == "none" and not desk
    return Player(
        one.no,
        f"選手{one.no}",
        club=one.school,
        grade="" if one.grade is None else grade_text(one.grade),
        sex="F" if one.sex == "F" else "M",
        seed="シード" if one.seed and seeds else "",
        desk_number=one.number if desk else None,
        from_round=one.from_round,
        withdrawn_after=one.withdrawn_after,
        rests=tuple(sorted(one.rests)),
        rating=one.rating,
        group=one.group,
    )
