"""Many random tournaments in run order on all cores, for `tourgen simulate`; the last one saved as an event folder."""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path

from tourgen.engine.lottery import draw_numbers, draws_at_desk
from tourgen.engine.model import BarredPair
from tourgen.engine.replacements import Field, with_replacements
from tourgen.event.division_checks import check_apart
from tourgen.event.format_source import chosen_format
from tourgen.event.private_names import published_names
from tourgen.event.read_sheets import read_event_and_roster
from tourgen.event.settings import Division, Event
from tourgen.event.tournament import Tournament
from tourgen.formats import Format, admits
from tourgen.messages.problems import Problem
from tourgen.model import Player
from tourgen.results.document import SCHEMA, document
from tourgen.simulate.event_files import event_files
from tourgen.simulate.random_tournament import (
    Chances,
    FieldError,
    RandomTournament,
    generator,
    random_draws,
    random_field,
    sizes,
    with_absences,
    with_desk_numbers,
)
from tourgen.storage.errors import DiskProblem
from tourgen.storage.own_files import is_vacant
from tourgen.storage.typed_files import line_writer, write_new
from tourgen.verify import Deviation
from tourgen.verify import verify as derive_again


class SourceProblem(Exception):
    """The format or event to simulate can't be used."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__(problems)
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Part:
    """One division to simulate: its roster, or only how many players it has."""

    division: Division
    count: int
    roster: tuple[Player, ...] = ()
    barred: tuple[BarredPair, ...] = ()  # 組合せ禁止


@dataclass(frozen=True, slots=True)
class Simulation:
    """What is played, how often, and what goes wrong."""

    event: Event
    parts: tuple[Part, ...]
    seed: int
    runs: int
    chances: Chances
    kind: type[RandomTournament] = RandomTournament

    @staticmethod
    def of(
        format_id: str | None,
        players: int | None,
        event: Path | None,
        seed: int,
        runs: int,
        chances: Chances,
        shown: str = "",
    ) -> Simulation:
        """From a format and a number of players, or from an event's rosters (`shown`: how messages name it)."""
        if event is not None:
            about, parts = _event_parts(event, shown or event.as_posix())
        else:
            assert format_id is not None and players is not None
            part = _format_part(format_id, players)
            name, name_en = "シミュレーション(架空)", "Simulation (invented)"
            about = Event("simulation", name, name_en)
            parts = (part,)
        return Simulation(about, parts, seed, runs, chances)

    @property
    def players(self) -> int:
        """Roster entries, absentees included."""
        return sum(part.count for part in self.parts)

    def run(self, number: int) -> list[Tournament]:
        """Run `number` of every division; it depends only on the seed, the number and the options."""
        rng = generator(self.seed, number)
        divisions = [
            replace(one.division, draws=one.division.draws or random_draws(one.division.declared, rng))
            for one in self.parts
        ]
        rosters = [self._roster(part, rng) for part in self.parts]
        fields = []
        for one, players in zip(divisions, rosters, strict=True):
            drawn = draw_numbers(one.declared.lottery, one.draws, players.values())
            fields.append(Field(one.id, one.declared, players, drawn.numbers))
        moved = with_replacements(fields)
        return [
            self.kind(one, moved[one.id], rng, self.chances, barred=part.barred).run()
            for one, part in zip(divisions, self.parts, strict=True)
        ]

    def _roster(self, part: Part, rng: random.Random) -> dict[int, Player]:
        declared = part.division.declared
        if not part.roster:
            return random_field(declared, part.count, rng, self.chances.absent)
        fresh = {p.no: replace(p, withdrawn_after=None) for p in part.roster}
        players = with_absences(declared, fresh, rng, self.chances.absent)
        # Numbers that are typed already stay; a roster still without them draws anew.
        if any(draws_at_desk(declared.lottery, p) and p.desk_number is None for p in players.values()):
            players = with_desk_numbers(declared, players, rng)
        return players

    def play(self, verify: bool, cores: int | None = None) -> Iterator[tuple[list[bytes], list[Deviation]]]:
        """(lines, deviations) of every run, in run order whatever the number of cores."""
        jobs = [(self, number, verify) for number in range(1, self.runs + 1)]
        count = min(cores or os.cpu_count() or 1, self.runs)
        if count <= 1 or self.runs < 4:
            yield from map(_played, jobs)
            return
        with ProcessPoolExecutor(
            count,
            multiprocessing.get_context("spawn"),
            initializer=signal.signal,  # Ctrl-C is for this process, which lets the others go
            initargs=(signal.SIGINT, signal.SIG_IGN),
        ) as pool:
            yield from pool.map(_played, jobs, chunksize=max(1, min(16, self.runs // (count * 4))))

    def output(self, jsonl: Path | None) -> AbstractContextManager[Callable[[bytes], object]]:
        """Where the lines go."""
        return line_writer(jsonl) if jsonl else nullcontext(lambda line: None)

    @staticmethod
    def may_write(jsonl: Path) -> bool:
        """Whether lines may go into this file: there is none, it is a device or a pipe, or `simulate` wrote it."""
        if not jsonl.is_file():
            return not jsonl.is_dir()
        try:
            with jsonl.open("rb") as file:
                found = json.loads(file.readline())
        except ValueError:
            return False
        return isinstance(found, dict) and found.get("schema") == SCHEMA and "simulation" in found

    def save(self, folder: Path) -> None:
        """The last run as an event folder with its sheets; an existing folder is never touched."""
        if not is_vacant(folder):
            raise DiskProblem(folder, "exists")
        for name, data in event_files(self.event, self.run(self.runs)).items():
            write_new(folder / name, data)


def _played(job: tuple[Simulation, int, bool]) -> tuple[list[bytes], list[Deviation]]:
    plan, number, verify = job
    lines, deviations = [], []
    for tournament in plan.run(number):
        one = document(tournament, plan.event.id, plan.event.name)
        if verify:
            declared, barred = tournament.division.declared, tournament.barred
            deviations += derive_again(one, declared, paired_ahead=False, barred=barred)
        one["simulation"] = {"seed": plan.seed, "run": number}
        lines.append((json.dumps(one, ensure_ascii=False, separators=(",", ":")) + "\n").encode())
    return lines, deviations


def _format_part(format_id: str, players: int) -> Part:
    chosen = chosen_format(format_id)
    if isinstance(chosen, list):
        raise SourceProblem(chosen)
    declared = chosen.declared
    _check_size(declared, players)
    names, text = declared.lottery.draw_names, chosen.text if chosen.own else ""
    division = Division("open", declared.title, declared, draw_names=names, format_text=text)
    return Part(division, players)


def _event_parts(folder: Path, shown: str) -> tuple[Event, tuple[Part, ...]]:
    event, roster = read_event_and_roster(folder, shown)
    if event is None or roster.problems:
        raise SourceProblem(roster.problems)
    # Numbers that can't be right would be wrong on the day as well; those still missing are drawn here.
    players = published_names(event, roster.players)
    wrong = [one for division in event.divisions for one in check_apart(division, players[division.id], {})]
    if wrong or roster.barred_problems:
        raise SourceProblem([*wrong, *roster.barred_problems])
    parts = tuple(
        Part(one, len(players[one.id]), players[one.id], roster.barred.get(one.id, ()))
        for one in event.divisions
    )
    for part in parts:
        _check_size(part.division.declared, sum(not player.absent for player in part.roster))
    return event, parts


def _check_size(declared: Format, players: int) -> None:
    if not admits(declared, players):
        accepted = sizes(declared)
        raise FieldError(players, accepted[0], accepted[-1])
