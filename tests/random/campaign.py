"""Random tournaments by the thousand, every one derived a second time by `tourgen.verify`.

    python -m tests.random.campaign [--runs N] [--full] [--format F | --events] [--seed S] [--kept FILE]

After the formats come whole events of three divisions with replacements (tests/random/events.py) and full fields of
64 and 32 (tests/random/full_field.py). Prints how often each situation of the rules occurred. It fails if anything
deviates, if reading a tournament back from its sheets gives another one, or, in a long campaign, if a situation never
occurred. A run that fails is kept under tests/random/fixtures/ and repeated by tests/random/test_campaign.py from then
on. With `--kept` every tournament that was played is noted in a file, and not played again by the next run, while
program and campaign stay.
"""

import argparse
import itertools
import json
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from multiprocessing import Pool
from pathlib import Path
from typing import Any

from tests.desk import play_typed
from tests.files import put
from tests.random.events import EventJob, EventResult, EventSummary, event_jobs, run_event
from tests.random.full_field import full_field_faults, full_womens_faults
from tests.random.sheets import typed_roster, typed_sheets
from tests.random.situations import expected, situations
from tests.random.teams import ShortTeams, short_teams
from tests.random.troubles import Chances, RandomTournament
from tests.series import code_of
from tourgen.engine.model import Game
from tourgen.event.line_ups import line_up_problems
from tourgen.event.load_event import load_event
from tourgen.event.settings import Division, Event
from tourgen.event.tournament import Tournament
from tourgen.formats import Format, admits, read_format, shipped_formats, shipped_text
from tourgen.model import Player
from tourgen.result_marks import marks_of
from tourgen.results.document import document
from tourgen.simulate.event_files import event_files
from tourgen.simulate.random_tournament import generator, random_draws, random_field, sizes
from tourgen.verify import verify

FIXTURES = Path(__file__).parent / "fixtures"
EVENT_FIXTURES = FIXTURES / "events"
EVENT_ID, EVENT_NAME = "campaign", "無作為の大会(架空)"
SHORT_RUNS, FULL_RUNS = 8, 1200  # per format
SHORT_SIZES, LARGEST_SHORT = 3, 70  # of a short campaign: few sizes besides small ones, and none above
# Events of three divisions, and in how many of them the rare things must occur; full fields of 64.
SHORT_EVENTS, FULL_EVENTS = (3, 0), (1200, 200)
SHORT_FIELDS, FULL_FIELDS = 2, 1000
FULL_FIELD_SEED = 64
EIGHTS = 80  # of a long campaign: brackets with eight players: their group winners have often met
KNOCKOUT = ("semi", "third", "knockout", "playoff")
GRADES = ("", "", "", "5級", "1級", "初段", "二段", "三段", "四段", "七段")

# What a day can be like.
CALM = Chances()
ORDINARY = Chances(
    absent=0.05, withdraw=0.01, forfeit=0.02, no_show=0.01, leave_after_pairing=0.01, by_hand=0.05
)
UNRULY = Chances(absent=0.1, withdraw=0.05, forfeit=0.1, no_show=0.05, leave_after_pairing=0.04, by_hand=0.2)
DESERTED = Chances(absent=0.2, withdraw=0.25, forfeit=0.05, no_show=0.1, leave_after_pairing=0.1, by_hand=0.1)
QUARRELS = Chances(forfeit=0.6, leave_after_pairing=0.03)
LATE_LOSSES = Chances(withdraw=0.06, leave_after_pairing=0.06)
FAVOURITES = Chances(by_hand=1.0)
DAYS = (CALM, ORDINARY, UNRULY, DESERTED, QUARRELS, LATE_LOSSES)
# What Swiss knows besides: late entrants, and pairs that must not or had better not meet.
SWISS_DAYS = (
    *(replace(day, late=0.03, barred=0.1) for day in (CALM, ORDINARY)),
    *(replace(day, late=0.1, barred=0.3) for day in (UNRULY, QUARRELS, LATE_LOSSES)),
    replace(DESERTED, late=0.2, barred=1.0),
)
LEAVING = Chances(withdraw=0.35, leave_after_pairing=0.2)
# Go ends in more ways; a tenth of the games so that rulings meet rounds that are paired already.
GO = {"jigo": 0.06, "pending": 0.06, "no_result": 0.03, "ruling": 0.4}
GO_DAYS = (*(replace(day, **GO) for day in SWISS_DAYS), Chances(jigo=0.2), Chances(pending=0.1, ruling=0.3))
FEWEST_SWISS, USUAL_SWISS = 8, 45  # most fields are small: there rare things happen

# Settings that an event may override, by name; a job names the set it plays with.
VARIANTS: dict[str, dict[str, Any]] = {
    "third": {"third": "played"},
    "long": {"rounds": 6, "cut": 8, "school": ["off"]},
    "three blocks": {"blocks": ["A", "B", "C"], "rounds": 3, "cut": 2, "school": ["soft"], "third": "played"},
    "all meet all": {"round_robin_max": 12},
    "Swiss of few": {"round_robin_max": 3},
    "five boards": {
        "boards": ["先鋒", "次鋒", "中堅", "副将", "大将"],
        "boards_en": ["Board 1", "Board 2", "Board 3", "Board 4", "Board 5"],
        "rounds": 3,
    },
    "six rounds": {"rounds": 6, "komi": 7.5},
    "two blocks": {"rounds": 3, "blocks": ["A", "B"], "school": ["strict", "soft"]},
    "two rounds": {"rounds": 2, "blocks": ["A", "B"]},  # of many teams more than eight are unbeaten
    "women first": {"men_seed_numbers": [3, 5], "women_seed_numbers": [1, 2]},
    "numbers to spare": {"men_seed_numbers": [2, 6], "women_seed_numbers": [8, 10]},
    "high seeds": {"men_seed_numbers": [31, 40], "women_seed_numbers": [11, 19]},
    "99 numbers": {"lottery_numbers": [1, 99]},
    "numbers from 101": {"lottery_numbers": [101, 164]},
    "20 numbers": {"lottery_numbers": [1, 20]},
    "late placing": {"placing_round": 7},
}
VARIANTS_OF = {
    "shogi-championship": ("third", "long"),
    "shogi-encouragement": ("third", "three blocks"),
    "shogi-girls": ("third", "all meet all", "Swiss of few", "Swiss of few"),
    "shogi-team": ("five boards", "two rounds"),
    "go-swiss": ("six rounds", "two blocks"),
    "othello-2-league": ("women first", "numbers to spare", "high seeds"),
    "othello-4-league": ("women first", "numbers to spare"),
    "othello-free": ("99 numbers", "numbers from 101", "20 numbers"),
    "othello-new-32": ("late placing",),
}


@dataclass(frozen=True)
class Job:
    """One tournament: it depends on nothing else, so what is printed of a failure replays it."""

    format: str
    size: int
    seed: int
    run: int
    chances: Chances
    replay: str = ""  # "sheets": also read back from rows in memory; "files": from workbooks on disk
    favourites: bool = False  # the organiser keeps the unbeaten apart, and they mostly win
    placing_round: int = 0  # another round for the placing matches than the format's own
    variant: str = ""  # a set of VARIANTS
    short: float = 0.0  # share of the teams with an empty seat; as many have reserves, and some are sent out

    def __str__(self) -> str:
        chances = ", ".join(f"{name}={value}" for name, value in asdict(self.chances).items() if value)
        about = f"{self.format}, {self.size} players, seed {self.seed}, run {self.run}"
        about += f", placing round {self.placing_round}" if self.placing_round else ""
        about += f", {self.variant}" if self.variant else ""
        about += f", short teams {self.short}" if self.short else ""
        return f"{about}, chances: {chances or 'none'}{', favourites' if self.favourites else ''}"

    @property
    def fixture(self) -> Path:
        """Where this job is kept when it has failed."""
        return FIXTURES / f"{self.format}-{self.size}-{self.seed}-{self.run}.json"


@dataclass(frozen=True)
class Result:
    """What came of a job."""

    job: Job
    faults: tuple[str, ...] = ()
    met: Counter[str] = field(default_factory=Counter)


def kept_job(path: Path) -> Job:
    """The job of a fixture."""
    kept = json.loads(path.read_text(encoding="utf-8"))
    kept.pop("faults", None)
    return Job(**{**kept, "chances": Chances(**kept["chances"])})


def keep(result: Result) -> Path:
    """A failing job as a fixture."""
    path = result.job.fixture
    kept = asdict(result.job) | {"faults": list(result.faults)[:10]}
    path.write_text(json.dumps(kept, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return path


def keep_event(result: EventResult) -> Path:
    """A failing event as a fixture."""
    job = result.job
    path = EVENT_FIXTURES / f"{job.seed}-{job.run}.json"
    path.parent.mkdir(exist_ok=True)
    kept = asdict(job) | {"faults": list(result.faults)[:10]}
    path.write_text(json.dumps(kept, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return path


def kept_event(path: Path) -> EventJob:
    """The event of a fixture."""
    kept = json.loads(path.read_text(encoding="utf-8"))
    return EventJob(kept["seed"], kept["run"], kept["files"])


@cache
def declaration(format_id: str, placing_round: int = 0, variant: str = "") -> Format:
    """A shipped format, with the settings that an event may override."""
    settings = {"placing_round": placing_round} if placing_round else VARIANTS.get(variant, {})
    declared, problems = read_format(shipped_text(format_id), format_id, settings)
    assert declared is not None, problems
    return declared


def of_swiss(declared: Format) -> bool:
    """Whether it has neither leagues nor a published bracket: late entrants and barred pairs may occur."""
    return not declared.asked_groups and declared.lottery.method != "bracket"


def played(job: Job, declared: Format | None = None) -> Tournament:
    """The tournament of a job, with invented grades."""
    declared = declared or declaration(job.format, job.placing_round, job.variant)
    rng = generator(job.seed, job.run)
    draws = random_draws(declared, rng)
    players = random_field(declared, job.size, rng, job.chances.absent)
    if declared.lottery.method == "bracket":
        players = _numbered_otherwise(players, declared, random.Random(f"numbers {job.seed} {job.run}"))
    players = _graded(players, random.Random(f"grades {job.seed} {job.run}"))
    lots = random.Random(f"teams {job.seed} {job.run}")
    if job.short:
        players = short_teams(players, job.short, lots)
    division = Division(
        "open",
        declared.title,
        declared,
        draws=draws,
        draw_names=declared.lottery.draw_names,
        settings=VARIANTS.get(job.variant, {}),
    )
    kind = Favourites if job.favourites else Section8 if of_swiss(declared) else RandomTournament
    if not job.short:
        return kind(division, players, rng, job.chances).run()
    day = Teams(division, players, rng, job.chances)
    day.lots = lots
    if job.replay == "files":
        day.sending_out = 0.0  # a workbook that is written whole doesn't say who it was
    return day.run()


class Favourites(RandomTournament):
    """A day on which several players of a league stay unbeaten to the end, which the rules' own pairs can't give."""

    def _exchange(self, games: list[Game]) -> bool:
        unbeaten = self.situations[-1].record.unbeaten
        changed = False
        for one, other in itertools.combinations(range(len(games)), 2):
            first, second = games[one], games[other]
            in_league = first.group is not None and first.group == second.group
            pairs = [[no is not None and unbeaten(no) for no in game.players] for game in (first, second)]
            if (
                in_league
                and "bye" not in (first.kind, second.kind)
                and pairs == [[True, True], [False, False]]
            ):
                games[one] = replace(first, players=(first.players[0], second.players[1]))
                games[other] = replace(second, players=(second.players[0], first.players[1]))
                changed = True
        return changed

    def _result(self, game: Game) -> Game:
        unbeaten = self.situations[-1].record.unbeaten
        favourites = [no for no in game.players if no is not None and unbeaten(no)]
        if not game.entered and len(favourites) == 1 and self.rng.random() < 0.9:
            return replace(game, winner=favourites[0])
        return super()._result(game)


class Section8(RandomTournament):
    """A day on which the organiser changes the knockout by hand as well."""

    def _exchange(self, games: list[Game]) -> bool:
        played = [at for at, game in enumerate(games) if game.stage in KNOCKOUT and game.kind == "played"]
        if len(played) < 2 or any(games[at].stage == "third" for at in played):
            return super()._exchange(games)
        one, other = (games[at] for at in played[:2])
        games[played[0]] = replace(one, players=(one.players[0], other.players[1]))
        games[played[1]] = replace(other, players=(other.players[0], one.players[1]))
        return True


class Teams(ShortTeams, Section8):
    """Such a day of teams that are short of players."""


def _numbered_otherwise(
    players: dict[int, Player], declared: Format, rng: random.Random
) -> dict[int, Player]:
    """All numbers drawn at the desk, or only some of them, or none; seeds' places typed in another order."""
    seeds = [no for no, player in players.items() if player.seed and not player.absent]
    place = declared.lottery.seed_places[-1]
    if seeds and rng.random() < 0.2 and all(player.desk_number != place for player in players.values()):
        # One seed fewer: the place is drawn by somebody else.
        players = {**players, seeds[-1]: replace(players[seeds[-1]], seed="", desk_number=place)}
    share = rng.choice((1.0, 1.0, 0.5, 0.0))
    changed = {
        no: player if rng.random() < share else replace(player, desk_number=None)
        for no, player in players.items()
    }
    places = iter(rng.sample(declared.lottery.seed_places, len(declared.lottery.seed_places)))
    free = {player.desk_number for player in changed.values() if not player.seed}
    if free.isdisjoint(declared.lottery.seed_places) and rng.random() < 0.3:
        changed |= {no: replace(p, desk_number=next(places)) for no, p in changed.items() if p.seed}
    return changed


def _graded(players: dict[int, Player], rng: random.Random) -> dict[int, Player]:
    return {
        no: player if player.members or player.grade else replace(player, grade=rng.choice(GRADES))
        for no, player in players.items()
    }


def run(job: Job) -> Result:
    """Plays a job and looks for everything that is wrong with it."""
    try:
        tournament = played(job)
        one = document(tournament, EVENT_ID, EVENT_NAME)
        declared, barred = tournament.division.declared, barred_of(tournament)
        faults = [deviation.text("en") for deviation in verify(one, declared, barred=barred)]
        faults += _read_back(job, tournament, one)
        return Result(job, tuple(faults), situations(tournament))
    except Exception as error:  # a crash is a failure like any other, and must replay
        return Result(job, (f"{type(error).__name__}: {error}",))


def barred_of(tournament: Tournament) -> list[tuple[int, int, bool]]:
    """組合せ禁止 as the second derivation wants it."""
    return [(*one.players, one.forbidden) for one in tournament.situations[0].barred]


def _read_back(job: Job, tournament: Tournament, one: dict[str, Any]) -> list[str]:
    """The tournament from its sheets alone: nothing may depend on how it came about."""
    if job.replay == "sheets":
        rng = random.Random(f"sheets {job.seed} {job.run}")
        sheets = typed_sheets(tournament, rng)
        again, problems = play_typed(
            replace(tournament.division, declared=declaration(job.format, job.placing_round, job.variant)),
            typed_roster(tournament, sheets),
            sheets,
            barred=tournament.situations[0].barred,
        )
        problems += line_up_problems(sheets, list(tournament.players.values()))
        found = document(again, EVENT_ID, EVENT_NAME) if again else None
    elif job.replay == "files":
        found, problems = _from_disk(tournament)
    else:
        return []
    if problems or found is None:
        return [f"read back: {problem.text('en')}" for problem in problems]
    return [f"read back: {difference}" for difference in _differences(one, found, "")]


def _from_disk(tournament: Tournament) -> tuple[dict[str, Any] | None, list[Any]]:
    event = Event(EVENT_ID, EVENT_NAME, "", None, "", "", "ja", (tournament.division,), Path(), "")
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / EVENT_ID
        put(folder, event_files(event, [tournament]))
        report, problems, _ = load_event(folder, EVENT_ID)
    return (report.divisions[0].document if report else None), problems


def _differences(one: Any, other: Any, where: str) -> Iterator[str]:
    """Where two documents differ, the first difference of each list only."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in one.keys() | other.keys():
            yield from _differences(one.get(key), other.get(key), f"{where}.{key}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for index, (left, right) in enumerate(zip(one, other, strict=True)):
            if left != right:
                yield from _differences(left, right, f"{where}[{index}]")
                return
    elif one != other:
        yield f"{where}: {one} became {other}"


def jobs(format_id: str, runs: int, seed: int) -> list[Job]:
    """`runs` jobs: every size the format accepts as evenly as they go, then small fields, where rare things happen."""
    if of_swiss(declaration(format_id)):
        return _swiss_jobs(format_id, runs, seed)
    accepted = sizes(declaration(format_id))
    evenly = _evenly(accepted, runs)
    small = accepted[:14]
    planned = []
    for number in range(1, runs + 1):
        rng = random.Random(f"campaign {seed} {number}")
        size = (
            evenly[number - 1]
            if number <= len(evenly)
            else rng.choice(small if number % 4 else accepted[:60])
        )
        replay = "files" if number % 97 == 0 else "sheets" if number % 3 == 0 else ""
        job = Job(format_id, size, seed, number, rng.choice(DAYS), replay)
        planned.append(_varied(job) if number % 5 == 0 else job)
    leagues = len(declaration(format_id).asked_groups)
    if not leagues:
        calm = EIGHTS if runs >= FULL_RUNS else 1
        eights = [Job(format_id, 8, seed, runs + number, CALM) for number in range(1, calm + 1)]
        return [_of_a_bracket(job, accepted[-1]) for job in planned] + eights
    return planned + [
        Job(format_id, size * leagues, seed, runs + number, FAVOURITES, "sheets", favourites=True)
        for number, size in enumerate((6, 7, 6, 10, 12) * (runs // 200) or (6, 7), 1)
    ]


def _varied(job: Job) -> Job:
    """With other settings than the shipped ones, where the field fits."""
    variant = random.Random(f"variant {job.seed} {job.run}").choice(VARIANTS_OF.get(job.format, ("",)))
    fits = admits(declaration(job.format, variant=variant), job.size)
    return replace(job, variant=variant) if fits else job


def _evenly(accepted: list[int], runs: int) -> list[int]:
    """Sizes from the smallest to the largest: all of them in a long campaign; in a short one few, and none large."""
    if runs >= FULL_RUNS:
        return accepted
    fitting = [size for size in accepted if size <= LARGEST_SHORT]
    return [fitting[at * (len(fitting) - 1) // (SHORT_SIZES - 1)] for at in range(SHORT_SIZES)]


def _swiss_jobs(format_id: str, runs: int, seed: int) -> list[Job]:
    """Some over all sizes, the others small or usual; every third with other settings than the shipped ones."""
    accepted = sizes(declaration(format_id))
    evenly = _evenly(accepted, runs)
    planned = []
    for number in range(1, runs + 1):
        rng = random.Random(f"campaign {seed} {number}")
        small = accepted[: rng.choice((FEWEST_SWISS, FEWEST_SWISS, USUAL_SWISS))]
        variant = rng.choice(VARIANTS_OF.get(format_id, ("",))) if number % 3 == 0 else ""
        fitting = [size for size in small if admits(declaration(format_id, variant=variant), size)]
        size = evenly[number - 1] if number <= len(evenly) else rng.choice(fitting or [accepted[2]])
        if not admits(declaration(format_id, variant=variant), size):
            variant = ""
        replay = "files" if number % 97 == 0 else "sheets" if number % 2 == 0 else ""
        pools = "draw" in marks_of(declaration(format_id)) and declaration(format_id).game == "go"
        days = GO_DAYS if pools and not declaration(format_id).boards else SWISS_DAYS
        day = rng.choice(days)
        # A committee rules on a few games a day, however many are played.
        day = replace(day, pending=min(day.pending, 1 / size))
        short = 0.4 if replay == "files" else (0.0, 0.2, 0.5)[number // 2 % 3]
        teams = bool(declaration(format_id).boards)
        planned.append(
            Job(format_id, size, seed, number, day, replay, variant=variant, short=short if teams else 0.0)
        )
    if runs < FULL_RUNS:
        return planned
    if format_id == "shogi-girls":
        # Three tied of whom one beat the others: only where all meet all is that not very rare.
        planned += [
            Job(format_id, 9, seed, runs + number, CALM, variant="all meet all") for number in range(1, 101)
        ]
        # Few in a Swiss field, many of them barred or leaving: what can't be avoided there.
        planned += [
            Job(format_id, 4 + number % 5, seed, runs + 100 + number, SWISS_DAYS[-1], variant="Swiss of few")
            for number in range(1, 101)
        ]
    if format_id == "shogi-team":  # a calm day of 128: eight are unbeaten after four rounds
        planned.append(Job(format_id, 128, seed, runs + 1, CALM))
        # Few, short and leaving: at last nobody is there to play.
        planned += [
            Job(
                format_id,
                9 + number % 9,
                seed,
                runs + 1 + number,
                LEAVING,
                "sheets",
                False,
                0,
                "two rounds",
                0.3,
            )
            for number in range(1, 41)
        ]
    return planned


def _of_a_bracket(job: Job, most: int) -> Job:
    """Brackets more often full, more often paired by hand, and with the placing matches in either round."""
    rng = random.Random(f"bracket {job.seed} {job.run}")
    size = rng.choice((most, most // 2)) if job.run > most and job.run % 5 == 0 else job.size
    chances = replace(job.chances, by_hand=0.5) if job.run % 7 == 0 else job.chances
    other = 6 if job.format == "othello-new-64" and job.run % 4 == 0 and job.replay != "files" else 0
    return replace(job, size=size, chances=chances, placing_round=other)


def campaign(planned: list[Job], kept: Path | None = None, cores: int | None = None) -> Iterator[Result]:
    """Every job, the largest first; those noted in the file as they came out then."""
    noted, code = {}, code_of(Path(__file__).parent)
    if kept is not None and kept.exists():
        lines = (json.loads(line) for line in kept.read_text(encoding="utf-8").splitlines())
        noted = {line["job"]: line["met"] for line in lines if line.get("code") == code}
    for job in planned:
        if str(job) in noted:
            yield Result(job, (), Counter(noted[str(job)]))
    left = sorted((job for job in planned if str(job) not in noted), key=lambda job: -job.size)
    with Pool(cores) as pool:
        for result in pool.imap_unordered(run, left, chunksize=4):
            if kept is not None and not result.faults:
                with kept.open("a", encoding="utf-8") as file:
                    print(json.dumps({"code": code, "job": str(result.job), "met": result.met}), file=file)
            yield result


@dataclass
class Summary:
    """What a campaign of one format found."""

    format: str
    results: list[Result]

    @property
    def failed(self) -> list[Result]:
        """The jobs with something wrong, the smallest field first."""
        return sorted(
            (r for r in self.results if r.faults), key=lambda result: (result.job.size, result.job.run)
        )

    @property
    def met(self) -> Counter[str]:
        """How often each situation occurred."""
        total: Counter[str] = Counter()
        for result in self.results:
            total.update(result.met)
        return total

    @property
    def never(self) -> list[str]:
        """Situations that a long campaign must meet and this one didn't."""
        met, due = self.met, expected(declaration(self.format)) if len(self.results) >= FULL_RUNS else []
        return [name for name in due if not met[name]]

    def text(self) -> str:
        """The whole report of one format."""
        met, by_size = self.met, Counter(result.job.size for result in self.results)
        back = Counter(result.job.replay for result in self.results)
        lines = [
            f"{self.format}: {len(self.results)} tournaments,"
            f" {len(by_size)} sizes from {min(by_size)} to {max(by_size)},"
            f" {back['sheets']} read back from rows, {back['files']} from workbooks"
        ]
        lines += [f"  {count:>8}  {name}" for name, count in sorted(met.items())]
        lines += [f"  NEVER: {name}" for name in self.never]
        for result in self.failed[:20]:
            lines += [f"  FAILED: {result.job}", *(f"    {fault}" for fault in result.faults[:5])]
        if self.failed:
            lines.append(f"  {len(self.failed)} failed")
        return "\n".join(lines)


def main(arguments: list[str] | None = None) -> int:
    """Runs the campaign that the command line asks for; 1 if anything is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.random.campaign", description=__doc__)
    parser.add_argument("--runs", type=int, help="tournaments per format")
    parser.add_argument(
        "--full", action="store_true", help="every accepted size, 1,200 tournaments per format"
    )
    parser.add_argument("--format", choices=shipped_formats(), help="only this format")
    parser.add_argument("--events", action="store_true", help="only the whole events of three divisions")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kept", type=Path, help="where to note what was played, to go on from there")
    parser.add_argument("--cores", type=int, help="processes at once; all there are")
    options = parser.parse_args(arguments)
    good = True
    formats = [] if options.events else [options.format] if options.format else shipped_formats()
    for format_id in formats:
        begun = time.monotonic()
        runs = options.runs or (FULL_RUNS if options.full else SHORT_RUNS)
        planned = jobs(format_id, runs, options.seed)
        summary = Summary(format_id, list(campaign(planned, options.kept, options.cores)))
        print(summary.text())
        print(f"  {time.monotonic() - begun:.0f} s")
        for result in summary.failed[:3]:
            print(f"  kept as {keep(result).relative_to(FIXTURES.parents[2])}")
        good = good and not summary.failed and not summary.never
    if options.format is None or options.events:
        good = _events(options.full, options.seed) and good
    if options.format in (None, "othello-new-64") and not options.events:
        good = _full_fields(options.full, 64, full_field) and good
    if options.format in (None, "othello-new-32") and not options.events:
        good = _full_fields(options.full, 32, full_womens_field) and good
    return 0 if good else 1


def _events(full: bool, seed: int) -> bool:
    count, least = FULL_EVENTS if full else SHORT_EVENTS
    with Pool() as pool:
        found = list(pool.imap_unordered(run_event, event_jobs(count, seed, files_every=10), chunksize=2))
    summary = EventSummary(found, least)
    print(summary.text())
    for result in summary.failed[:3]:
        print(f"  kept as {keep_event(result).relative_to(FIXTURES.parents[2])}")
    return not summary.failed and not summary.lacking


def full_field(number: int) -> list[str]:
    """What is wrong with one full field of 64; every fourth has its placing matches in round 6."""
    placing_round = 6 if number % 4 == 0 else 0
    job = Job("othello-new-64", 64, FULL_FIELD_SEED, number, CALM, placing_round=placing_round)
    return _field_faults(job, full_field_faults)


def full_womens_field(number: int) -> list[str]:
    """What is wrong with one full field of 32."""
    return _field_faults(Job("othello-new-32", 32, FULL_FIELD_SEED, number, CALM), full_womens_faults)


def _field_faults(job: Job, implied: Callable[[dict[str, Any]], list[str]]) -> list[str]:
    tournament = played(job)
    one = document(tournament, EVENT_ID, EVENT_NAME)
    faults = [deviation.text("en") for deviation in verify(one, tournament.division.declared)]
    return [*faults, *implied({**one, "awards": ungraded_awards(tournament)})]


def ungraded_awards(tournament: Tournament) -> list[dict[str, Any]]:
    """The awards as if nobody held a grade yet."""
    players = {no: replace(player, grade="") for no, player in tournament.players.items()}
    awards: list[dict[str, Any]] = document(replace(tournament, players=players), "", "")["awards"]
    return awards


def _full_fields(full: bool, size: int, judge: Callable[[int], list[str]]) -> bool:
    count = FULL_FIELDS if full else SHORT_FIELDS
    with Pool() as pool:
        found = pool.map(judge, range(1, count + 1), chunksize=4)
    wrong = [(number, faults) for number, faults in enumerate(found, 1) if faults]
    print(f"full fields of {size}: {count}, {len(wrong)} wrong")
    for number, faults in wrong[:5]:
        print(f"  FAILED: run {number}", *faults[:5], sep="\n    ")
    return not wrong


if __name__ == "__main__":
    sys.exit(main())
