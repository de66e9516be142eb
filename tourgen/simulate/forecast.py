"""What a format will be like for so many players: it is played a few times by chance, and what came of it is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from tourgen.event.settings import Division
from tourgen.event.tournament import Tournament
from tourgen.formats import Format, admits
from tourgen.formats.fitting import even_field
from tourgen.formats.flow_text import span_text
from tourgen.messages.problems import in_both, message
from tourgen.simulate.random_tournament import RandomTournament, generator, random_draws, random_field, sizes

RUNS = 2
MOST = 300  # players: a larger field would keep the organiser waiting
USUAL = (8, 16, 37)  # players
_SEED = 1

Spell = tuple[int, int, int]  # first round, last round, how many players


@dataclass(frozen=True, slots=True)
class Forecast:
    """How a day is going to be, as far as the field tells."""

    players: int
    teams: bool
    rounds: int
    games: tuple[int, int]  # the fewest and the most that somebody plays
    usual: int  # what most of them play
    byes: tuple[Spell, ...]  # 不戦勝
    waiting: tuple[Spell, ...]  # through to a later stage, and without a game until then
    over: tuple[Spell, ...]  # without a further game
    smallest: int
    largest: int
    without_byes: tuple[int, ...]  # the nearest numbers of players that come out even

    def lines(self, language: str) -> list[str]:
        """As it is told in the terminal and on the start page."""
        return [message("forecast-line", language, text=text) for text in self.sentences(language)]

    def sentences(self, language: str) -> list[str]:
        """What is told: rounds and games first, the sizes that suit the format last."""
        unit = in_both("count-teams" if self.teams else "count-players")
        low, high = self.games
        games = span_text(low, high, language)
        words = {"players": self.players, "unit": unit, "rounds": self.rounds, "games": games}
        code = "forecast-games-all" if low == high else "forecast-games"
        told = [message(code, language, **words, usual=self.usual)]
        for code, spells in (("byes", self.byes), ("waiting", self.waiting), ("over", self.over)):
            if spells:
                said = _spells(spells, language, unit[language])
                told.append(message(f"forecast-{code}", language, spells=said))
        near = ("、" if language == "ja" else ", ").join(map(str, self.without_byes))
        numbers = span_text(self.smallest, self.largest, language)
        code = "forecast-sizes" if near else "forecast-sizes-any"
        return [*told, message(code, language, numbers=numbers, unit=unit, near=near)]


def forecast(declared: Format, count: int) -> Forecast | None:
    """For so many players; None where the format can't take them, or they are too many to simulate."""
    if count > MOST or not admits(declared, count):
        return None
    played = [_simulated(declared, count, run) for run in range(1, RUNS + 1)]
    games = [_games_of(one) for one in played]
    # Of each kind the most that any of the runs had.
    most = [
        tuple(map(max, zip(*of_round, strict=True)))
        for of_round in zip_longest(*map(_spell_counts, played), fillvalue=(0, 0, 0))
    ]
    byes, waiting, over = map(_in_a_row, zip(*most, strict=True))
    known = sizes(declared)
    even = [size for size in known if even_field(declared, size)]
    near = sorted(even, key=lambda size: (abs(size - count), size))[:3]
    return Forecast(
        players=count,
        teams=bool(declared.boards),
        rounds=len(most),
        games=(min(map(min, games)), max(map(max, games))),
        usual=Counter(one for run in games for one in run).most_common(1)[0][0],
        byes=byes,
        waiting=waiting,
        over=over,
        smallest=known[0],
        largest=known[-1],
        without_byes=tuple(sorted(near)),
    )


def examples(declared: Format) -> list[Forecast]:
    """For a few usual numbers of players that the format takes."""
    return [told for told in (forecast(declared, count) for count in USUAL) if told]


def _simulated(declared: Format, count: int, run: int) -> Tournament:
    rng = generator(_SEED, run)
    division = Division("open", "", declared, draws=random_draws(declared, rng))
    return RandomTournament(division, random_field(declared, count, rng, 0), rng).run()


def _games_of(tournament: Tournament) -> list[int]:
    """How many games each player plays."""
    counts = Counter(no for played in _playing(tournament) for no in played)
    return [counts[no] for no in tournament.players]


def _playing(tournament: Tournament) -> list[set[int]]:
    """Who sits at a table, round by round."""
    return [
        {no for game in one.games if game.kind != "bye" for no in game.players if no is not None}
        for one in tournament.rounds
    ]


def _spell_counts(tournament: Tournament) -> Iterator[tuple[int, int, int]]:
    """Round by round how many have a bye, wait for a later one, and have played all their games."""
    playing = _playing(tournament)
    for index, here in enumerate(playing):
        byes, later = _byes(tournament, index), set().union(*playing[index + 1 :])
        yield len(byes), len(later - here - byes), len(tournament.players.keys() - byes - here - later)


def _byes(tournament: Tournament, index: int) -> set[int]:
    """Who has a bye; a player who is through has none, although one is written down for the stage that was left."""
    situation = tournament.situations[index]
    left = {(one.no, one.stage) for one in situation.departures}
    byes = [game for game in tournament.rounds[index].games if game.kind == "bye"]
    stage_of = situation.format.stage_of_label
    return {game.players[0] for game in byes if (game.players[0], stage_of(game.stage)) not in left}


def _in_a_row(counts: Iterable[int]) -> tuple[Spell, ...]:
    """Consecutive rounds with the same count, joined to one spell."""
    spells: list[Spell] = []
    for number, count in enumerate(counts, 1):
        first = spells.pop()[0] if spells and spells[-1][2] == count else number
        spells.append((first, number, count))
    return tuple(one for one in spells if one[2])


def _spells(spells: Sequence[Spell], language: str, unit: str) -> str:
    if language == "ja":
        rounds = [f"{first}〜{last}" if last > first else str(first) for first, last, _ in spells]
        return "、".join(f"{span} 回戦に {one[2]} {unit}" for span, one in zip(rounds, spells, strict=True))
    rounds = [f"rounds {first} to {last}" if last > first else f"round {first}" for first, last, _ in spells]
    return ", ".join(f"{one[2]} in {span}" for span, one in zip(rounds, spells, strict=True))
