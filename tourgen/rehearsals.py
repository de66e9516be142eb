"""Many random tournaments in run order on all cores, for `tourgen simulate`; the last one saved as an event folder."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from tourgen import disk
from tourgen.dataclass import dataclass, replace
from tourgen.event import Division, Event
from tourgen.event_files import event_files
from tourgen.formats import read_format, shipped_formats, shipped_text
from tourgen.model import BarredPair, Player, Source
from tourgen.problems import Problem, closest
from tourgen.results import document
from tourgen.rules.lottery import draw_numbers, draws_at_desk
from tourgen.rules.replacements import Field, with_replacements
from tourgen.simulate import (
    Chances,
    FieldError,
    Rehearsal,
    generator,
    playable,
    random_draws,
    random_field,
    sizes,
    with_absences,
    with_desk_numbers,
)

if TYPE_CHECKING:
    from tourgen.tournament import Tournament
    from tourgen.verify import Deviation


class SourceProblem(Exception):
    """The format or event to rehearse with can't be used."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__(problems)
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Part:
    """One division to rehearse: its roster, or only how many players it has."""

    division: Division
    count: int
    roster: tuple[Player, ...] = ()
    barred: tuple[BarredPair, ...] = ()  # 組合せ禁止


@dataclass(frozen=True, slots=True)
class Rehearsals:
    """What is played, how often, and what goes wrong."""

    event: Event
    parts: tuple[Part, ...]
    seed: int
    runs: int
    chances: Chances

    @staticmethod
    def of(
        format_id: str | None,
        players: int | None,
        event: Path | None,
        seed: int,
        runs: int,
        chances: Chances,
        shown: str = "",
    ) -> Rehearsals:
        """From a format and a number of players, or from an event's rosters (`shown`: how messages name it)."""
        if event is not None:
            about, parts = _event_parts(event, shown or event.as_posix())
        else:
            assert format_id is not None and players is not None
            part = _format_part(format_id, players)
            about, parts = _invented_event((part.division,)), (part,)
        return Rehearsals(about, parts, seed, runs, chances)

    @property
    def players(self) -> int:
        """Roster entries, absentees included."""
        return sum(part.count for part in self.parts)

    def run(self, number: int) -> list[Tournament]:
        """Run `number` of every division; it depends only on the seed, the number and the options."""
        rng = generator(self.seed, number)
        divisions = [self._with_draws(part, rng) for part in self.parts]
        rosters = [self._roster(part, rng) for part in self.parts]
        fields = [
            Field(
                one.id,
                one.declared,
                players,
                draw_numbers(one.declared.lottery, one.draws, players.values()).numbers,
            )
            for one, players in zip(divisions, rosters, strict=True)
        ]
        moved = with_replacements(fields)
        barred = {part.division.id: part.barred for part in self.parts}
        return [
            Rehearsal(one, moved[one.id], rng, self.chances, barred=barred[one.id]).run() for one in divisions
        ]

    def _with_draws(self, part: Part, rng: random.Random) -> Division:
        draws = part.division.draws or random_draws(part.division.declared, rng)
        return replace(part.division, draws=draws)

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
        from multiprocessing import Pool

        with Pool(count) as pool:
            yield from pool.imap(_played, jobs, chunksize=max(1, min(16, self.runs // (count * 4))))

    def output(self, jsonl: Path | None) -> AbstractContextManager[Callable[[bytes], object]]:
        """Where the lines go."""
        return disk.line_writer(jsonl) if jsonl else nullcontext(lambda line: None)

    def save(self, folder: Path) -> None:
        """The last run as an event folder with its sheets; an existing folder is never touched."""
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise disk.DiskProblem(folder, "save", "exists")
        for name, data in event_files(self.event, self.run(self.runs)).items():
            disk.write_new(folder / name, data)


def _played(job: tuple[Rehearsals, int, bool]) -> tuple[list[bytes], list[Deviation]]:
    plan, number, verify = job
    lines, deviations = [], []
    for tournament in plan.run(number):
        one = document(tournament, plan.event.id, plan.event.name)
        if verify:
            from tourgen.verify import verify as derive_again

            declared, barred = tournament.division.declared, tournament.barred
            deviations += derive_again(one, declared, paired_ahead=False, barred=barred)
        one["simulation"] = {"seed": plan.seed, "run": number}
        lines.append((json.dumps(one, ensure_ascii=False, separators=(",", ":")) + "\n").encode())
    return lines, deviations


def _format_part(format_id: str, players: int) -> Part:
    if format_id not in shipped_formats():
        params = {"suggestion": closest(format_id, shipped_formats())}
        raise SourceProblem([Problem("format-unknown", Source("--format"), format_id, params)])
    declared, problems = read_format(shipped_text(format_id), format_id, format_id)
    assert declared is not None, problems
    if not playable(declared, players):
        accepted = sizes(declared)
        raise FieldError(players, accepted[0], accepted[-1])
    division = Division("open", declared.title, declared, draw_names=declared.lottery.draw_names)
    return Part(division, players)


def _event_parts(folder: Path, shown: str) -> tuple[Event, tuple[Part, ...]]:
    from tourgen.report import barred_pairs, read_rosters
    from tourgen.tournament import check_apart

    event, rosters, problems = read_rosters(folder, shown)
    if event is None or problems:
        raise SourceProblem(problems)
    # Numbers that can't be right would be wrong on the day as well; those still missing are drawn here.
    wrong = [one for division in event.divisions for one in check_apart(division, rosters[division.id], {})]
    barred, misnamed = barred_pairs(event, rosters)
    if wrong or misnamed:
        raise SourceProblem([*wrong, *misnamed])
    parts = tuple(
        Part(one, len(rosters[one.id]), rosters[one.id], barred.get(one.id, ())) for one in event.divisions
    )
    for part in parts:
        present = sum(not player.absent for player in part.roster)
        if not playable(part.division.declared, present):
            accepted = sizes(part.division.declared)
            raise FieldError(present, accepted[0], accepted[-1])
    return event, parts


def _invented_event(divisions: tuple[Division, ...]) -> Event:
    return Event(
        "simulation",
        "シミュレーション(架空)",
        "Simulation (invented)",
        None,
        "",
        "",
        "ja",
        divisions,
        Path(),
        "",
    )
