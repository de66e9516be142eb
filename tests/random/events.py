"""Whole events of three divisions, with absentees whose places are filled from the free class.

Who fills which place is worked out here once more, from the rosters alone; the rest is judged by `tourgen.verify`.
"""

import random
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from tests.files import put
from tests.random.situations import situations
from tests.random.troubles import Chances, RandomTournament
from tourgen.event.load_event import load_event
from tourgen.event.settings import Division, Event
from tourgen.event.tournament import Tournament
from tourgen.formats import Format, read_format, shipped_text
from tourgen.model import Player
from tourgen.results.document import document
from tourgen.simulate.event_files import event_files
from tourgen.simulate.random_tournament import random_field
from tourgen.simulate.simulation_runner import Part, Simulation
from tourgen.verify import verify

DIVISIONS = (("open", "othello-new-64"), ("women", "othello-new-32"), ("free", "othello-free"))
EVENT_ID, EVENT_NAME = "three", "三部門の大会(架空)"
BAD_DAYS = (
    Chances(absent=0.1, withdraw=0.02, forfeit=0.05, no_show=0.02, leave_after_pairing=0.01, by_hand=0.05),
    Chances(absent=0.3, withdraw=0.05, forfeit=0.1, no_show=0.05, leave_after_pairing=0.03),
    Chances(absent=0.15, withdraw=0.15, forfeit=0.05, leave_after_pairing=0.05, by_hand=0.2),
)
ADJACENT, EITHER = "bracket: two adjacent empty places", "replacement: would fill either division"
STAYED = "bracket: full roster, two adjacent places of absentees stay empty"
DAY = (
    *("day: forfeit", "day: double loss", "day: no-show after the deal", "day: withdrew between rounds"),
    *("day: left after the sheet was made", "tree: bye beside an empty place", "tree: walkover"),
    "tree: nobody there to play",
)
EXPECTED = (
    ADJACENT,
    EITHER,
    STAYED,
    *DAY,
    "replacement: in the open",
    "replacement: in the women's division",
    "replacement: would fill either, taken by the first",
    "replacement: would fill either, taken by the second",
    "replacement: a man who asked for the women's division stays",
    "replacement: more absentees than volunteers",
    "replacement: more volunteers than absentees",
    "replacement: on a seed's place",
    "replacement: withdrew later",
    "replacement: nothing for taking part",
    "replacement: an absent volunteer",
)

Documents = dict[str, dict[str, Any]]


@dataclass(frozen=True)
class EventJob:
    """One event: it depends on nothing else."""

    seed: int
    run: int
    files: bool = False  # also written as a folder with its workbooks and read back

    def __str__(self) -> str:
        return f"event of three divisions, seed {self.seed}, run {self.run}"


@dataclass(frozen=True)
class EventResult:
    """What came of it."""

    job: EventJob
    faults: tuple[str, ...] = ()
    met: Counter[str] = field(default_factory=Counter)


@cache
def declaration(format_id: str) -> Format:
    declared, problems = read_format(shipped_text(format_id), format_id)
    assert declared is not None, problems
    return declared


def judged_by(format_id: str) -> Format:
    """The declaration that a document is judged by, whatever the engine was given."""
    return declaration(format_id)


def rehearsals(job: EventJob) -> Simulation:
    """Three divisions of random size; in the free class many would fill a place elsewhere."""
    rng = random.Random(f"event {job.seed} {job.run}")
    sizes = (rng.choice((64, rng.randint(8, 64))), rng.choice((32, rng.randint(4, 32))), rng.randint(40, 60))
    divisions = tuple(Division(name, declaration(form).title, declaration(form)) for name, form in DIVISIONS)
    rosters = [
        random_field(division.declared, size, rng, 0.0)
        for division, size in zip(divisions, sizes, strict=True)
    ]
    rosters[2] = {no: replace(player, standby=_wishes(rng)) for no, player in rosters[2].items()}
    parts = tuple(
        # Numbers are drawn anew: who is absent hasn't drawn one.
        Part(division, size, tuple(replace(player, desk_number=None) for player in roster.values()))
        for division, size, roster in zip(divisions, sizes, rosters, strict=True)
    )
    event = Event(EVENT_ID, EVENT_NAME, "", None, "", "", "ja", divisions, Path(), "")
    return Simulation(event, parts, job.seed, job.run, BAD_DAYS[job.run % len(BAD_DAYS)], RandomTournament)


def _wishes(rng: random.Random) -> tuple[str, ...]:
    return rng.choice(((), (), (), (), ("open",), ("women",), ("open", "women"), ("women", "open")))


def run_event(job: EventJob) -> EventResult:
    """Plays the event and looks for everything that is wrong with it."""
    try:
        plan = rehearsals(job)
        tournaments = {one.division.id: one for one in plan.run(job.run)}
        documents = {name: document(one, EVENT_ID, EVENT_NAME) for name, one in tournaments.items()}
        faults = [
            f"{name}: {deviation.text('en')}"
            for name, one in tournaments.items()
            for deviation in verify(documents[name], judged_by(one.division.declared.id))
        ]
        faults += _wrong_moves(tournaments, documents)
        faults += _from_disk(plan.event, tournaments, documents) if job.files else []
        return EventResult(job, tuple(faults), Counter(_situations(tournaments, documents)))
    except Exception as error:  # a crash is a failure like any other, and must replay
        return EventResult(job, (f"{type(error).__name__}: {error}",))


def _moves(tournaments: Mapping[str, Tournament]) -> dict[tuple[str, int], tuple[str, int]]:
    """(place's division, bracket number) → who fills it, by the rules' text.

    「欠席者が出た場合は、無差別の部出場を希望するフリークラス出場選手の抽選番号が若い選手から順に補充します」, then the
    women's division from free-class women.
    """
    free = tournaments["free"]
    asked = sorted(free.draw.numbers, key=free.draw.numbers.__getitem__)  # 抽選番号が若い選手から順に
    moves: dict[tuple[str, int], tuple[str, int]] = {}
    for name in ("open", "women"):
        roster = [p for p in tournaments[name].players.values() if p.replacement_from is None]
        held = {
            p.no: tournaments[name].draw.numbers[p.no]
            for p in roster
            if p.no in tournaments[name].draw.numbers
        }
        places = sorted(held[p.no] for p in roster if p.absent)  # everybody has a number: draws were made
        left = [no for no in asked if ("free", no) not in moves.values() and _would(free.players[no], name)]
        moves.update({(name, place): ("free", no) for place, no in zip(places, left, strict=False)})
    return moves


def _would(player: Player, name: str) -> bool:
    return name in player.standby and not player.absent and (name == "open" or player.sex == "F")


def _wrong_moves(tournaments: Mapping[str, Tournament], documents: Documents) -> Iterator[str]:
    expected = _moves(tournaments)
    found = {
        (name, row["lottery"]): (row["replacement_from"]["division"], row["replacement_from"]["no"])
        for name, one in documents.items()
        for row in one["players"]
        if row["replacement_from"]
    }
    if found != expected:
        yield f"replacements {sorted(found.items() ^ expected.items())}"
    went = {("free", row["no"]): row["moved_to"] for row in documents["free"]["players"] if row["moved_to"]}
    if set(went) != set(expected.values()):
        yield "who is marked as moved is not who fills a place"
    playing = {no for one in documents["free"]["rounds"] for game in one["games"] for no in game["players"]}
    if playing & {no for _, no in went}:
        yield "a player who left the free class plays in it"
    dealt = {row["no"] for row in documents["free"]["players"] if row["league"]}
    if dealt & {no for _, no in went}:
        yield "a player who left the free class was dealt into a league"
    for name in ("open", "women"):
        rows = documents[name]["players"]
        new = [row for row in rows if row["replacement_from"]]
        first = max((row["no"] for row in rows if not row["replacement_from"]), default=0) + 1
        if sorted(row["no"] for row in new) != list(range(first, first + len(new))):
            yield f"{name}: replacements are not numbered from {first} on"


def _from_disk(event: Event, tournaments: Mapping[str, Tournament], documents: Documents) -> Iterator[str]:
    """Settings, rosters and sheets as workbooks, read back: the same documents."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / EVENT_ID
        put(folder, event_files(event, list(tournaments.values())))
        report, problems, _ = load_event(folder, EVENT_ID)
    if report is None:
        yield from (f"read back: {problem.text('en')}" for problem in problems)
        return
    for division in report.divisions:
        name = division.document["division"]["id"]
        for key, value in documents[name].items():
            if division.document[key] != value:
                yield f"read back: {name}: {key} differs"


def _situations(tournaments: Mapping[str, Tournament], documents: Documents) -> Iterator[str]:
    for name in ("open", "women"):
        yield from set(situations(tournaments[name])).intersection(DAY)
        if _empty_side_by_side(tournaments[name]):
            yield ADJACENT
            if _absent_side_by_side(tournaments[name]):
                yield STAYED
        yield from _taken_in(name, tournaments[name], documents[name])
    volunteers = [player for player in tournaments["free"].players.values() if player.standby]
    filled = {player.moved_to[0] for player in volunteers if player.moved_to}
    for player in volunteers:
        either = _would(player, "open") and _would(player, "women")
        if either:
            yield EITHER
        if either and player.moved_to and filled == {"open", "women"}:
            turn = "first" if player.moved_to[0] == "open" else "second"
            yield f"replacement: would fill either, taken by the {turn}"
        if player.sex == "M" and player.standby == ("women",) and "women" in filled:
            yield "replacement: a man who asked for the women's division stays"
        if player.absent:
            yield "replacement: an absent volunteer"


def _empty_side_by_side(one: Tournament) -> bool:
    """Whether nobody stands on two places that would meet in round 1."""
    assert one.now is not None and one.division.declared.lottery.numbers is not None
    low, high = one.division.declared.lottery.numbers
    return any(not {place, place + 1} & one.now.holders.keys() for place in range(low, high, 2))


def _absent_side_by_side(one: Tournament) -> bool:
    """Whether two absentees of a full roster leave a first-round pair of places to nobody."""
    held = {one.draw.numbers[no] for no, player in one.players.items() if player.here}
    size = one.division.declared.lottery.numbers
    invited = sum(player.replacement_from is None for player in one.players.values())
    assert size is not None
    return invited == size[1] and any({n, n + 1}.isdisjoint(held) for n in range(1, size[1], 2))


def _taken_in(name: str, one: Tournament, results: dict[str, Any]) -> Iterator[str]:
    came = [player for player in one.players.values() if player.replacement_from]
    absent = [player for player in one.players.values() if player.absent]
    awarded = {line["no"] for line in results["awards"]}
    if len(came) < len(absent):
        yield "replacement: more absentees than volunteers"
    elif came:
        yield "replacement: more volunteers than absentees"
    for player in came:
        yield "replacement: in the open" if name == "open" else "replacement: in the women's division"
        if one.draw.numbers[player.no] in one.division.declared.lottery.seed_places:
            yield "replacement: on a seed's place"
        if player.withdrawn_after is not None:
            yield "replacement: withdrew later"
        wins = one.situations[-1].record.wins(player.no)
        if name == "open" and player.no not in awarded and wins < 2 and not player.grade:
            yield "replacement: nothing for taking part"


def event_jobs(count: int, seed: int, files_every: int) -> list[EventJob]:
    return [EventJob(seed, run, run % files_every == 0) for run in range(1, count + 1)]


@dataclass
class EventSummary:
    """What a campaign of events found; `least`: in how many events the rare things must occur."""

    results: list[EventResult]
    least: int

    @property
    def events_with(self) -> Counter[str]:
        """In how many events each situation occurred."""
        return Counter(name for result in self.results for name in result.met)

    @property
    def lacking(self) -> list[str]:
        """What should have occurred, or should have occurred more often; nothing of a few events."""
        rare = dict.fromkeys((ADJACENT, EITHER, STAYED), self.least)
        return [name for name in EXPECTED if self.least and self.events_with[name] < rare.get(name, 1)]

    @property
    def failed(self) -> list[EventResult]:
        return [result for result in self.results if result.faults]

    def text(self) -> str:
        files = sum(result.job.files for result in self.results)
        lines = [
            f"events: {len(self.results)} of three divisions, {3 * len(self.results)} tournaments,"
            f" {files} events read back from workbooks"
        ]
        lines += [f"  {self.events_with[name]:>8}  {name}" for name in EXPECTED]
        lines += [f"  TOO FEW: {name}" for name in self.lacking]
        for result in self.failed[:20]:
            lines += [f"  FAILED: {result.job}", *(f"    {fault}" for fault in result.faults[:5])]
        return "\n".join(lines)
