"""What a division's document says, indexed for the pages. Nothing here depends on a language.

Everything is read off results.json, so a page can be made from it alone; kana comes from the roster, and what the
sheets say of a game beyond its result (反則, who sat in for whom) from the rounds played.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from tourgen.dataclass import dataclass
from tourgen.formats.declaration import Knockout, MainBracket, RoundRobin, SeededKnockout, Swiss
from tourgen.labels import board_names
from tourgen.model import Game
from tourgen.people import person_id
from tourgen.web.kana import sort_key
from tourgen.web.texts import LANGUAGES

if TYPE_CHECKING:
    from tourgen.report import DivisionReport
    from tourgen.web.paper.papers import Paper

GameData = Mapping[str, Any]
Score = tuple[int, int, int]  # won, lost, drawn


@dataclass(frozen=True, slots=True)
class File:
    """Something to download: its name in the division's folder, what it holds (a key of the texts), its kind."""

    name: str
    what: str
    kind: str
    round: int = 0


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A player's place in another division, from where or to where they moved (補充)."""

    division: str
    no: int
    name: str
    name_en: str
    href: str  # of the player's page there, below the event's folder


@dataclass(frozen=True, slots=True)
class Person:
    """A player as the pages name them."""

    no: int
    name: str
    kana: str
    club: str
    grade: str
    sex: str | None
    seed: str
    absent: bool
    lottery: int | None
    preliminary: int | None
    league: str | None
    withdrawn_after: int | None
    href: str
    came_from: Elsewhere | None = None
    moved_to: Elsewhere | None = None
    from_round: int = 1
    exempt: bool = False
    members: tuple[str, ...] = ()  # of a team, first board first; "" where nobody sits
    reserves: tuple[str, ...] = ()

    @property
    def here(self) -> bool:
        """Whether the player takes part in this division."""
        return not (self.absent or self.moved)

    @property
    def lapsed(self) -> bool:
        """Whether an exempt player has entered all the same (附則 12)."""
        return self.exempt and self.here and self.withdrawn_after != 0

    @property
    def across(self) -> str:
        """The address of the person's page across events."""
        return person_id(self.name, self.club)

    @property
    def moved(self) -> bool:
        """Whether the player fills a place in another division."""
        return self.moved_to is not None


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a standing."""

    rank: int
    no: int
    group: str | None
    wins: int
    losses: int
    keys: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """The order after one round."""

    after: int
    rows: tuple[Row, ...]
    by_no: Mapping[int, Row]


def entered(game: GameData) -> bool:
    """Whether a result stands for this game."""
    return game["kind"] != "played" or game["winner"] is not None


def opponent(game: GameData, no: int) -> int | None:
    """The other side, None for a bye."""
    first, second = game["players"]
    other: int | None = second if no == first else first
    return other


def mark(game: GameData, no: int) -> str:
    """One player's side of a game as a mark: W L w l d p n D, or "." where nothing is entered."""
    kind, winner = game["kind"], game["winner"]
    if kind in ("bye", "forfeit"):
        return "w" if winner == no else "l"
    special = {"double-loss": "d", "pending": "p", "no-result": "n", "draw": "D"}
    if kind in special:
        return special[kind]
    if winner is None:
        return "."
    return "W" if winner == no else "L"


class Facts:
    """One division's report, indexed."""

    def __init__(self, report: DivisionReport, event: Sequence[DivisionReport] = ()) -> None:
        self.report = report
        self.divisions = {one.division.id: one.division for one in event}  # of the whole event
        self.division = report.division
        self.declared = report.tournament.division.declared  # as so many entrants play it
        self.document: Mapping[str, Any] = report.document
        self.id: str = report.division.id
        self.folder = quote(self.id) + "/"
        self.rounds: list[Mapping[str, Any]] = list(self.document["rounds"])
        self.finished: bool = self.document["state"]["finished"]
        self.files: Sequence[File] = ()
        self.papers: Sequence[Paper] = ()
        self.figures: Mapping[str, Any] = {}
        self.people = {data["no"]: self._person(data) for data in self.document["players"]}
        self.standings = [_standing(entry) for entry in self.document["standings"]]
        self.games: dict[int, dict[int, GameData]] = {
            entry["round"]: {no: game for game in entry["games"] for no in game["players"] if no is not None}
            for entry in self.rounds
        }
        self._sheets: dict[tuple[int, int], Game] = {
            (one.number, game.players[0]): game for one in report.tournament.rounds for game in one.games
        }

    def _person(self, data: Mapping[str, Any]) -> Person:
        typed = self.report.players.get(data["no"])
        return Person(
            no=data["no"],
            name=data["name"],
            kana=typed.kana if typed else "",
            club=data["club"] or "",
            grade=data["grade"] or "",
            sex=data["sex"],
            seed=(typed.seed if typed else "") if data["seed"] else "",
            absent=data["absent"],
            lottery=data["lottery"],
            preliminary=data["preliminary"],
            league=data["league"],
            withdrawn_after=data["withdrawn_after"],
            href=f"p{data['no']}.html",
            came_from=self._elsewhere(data["replacement_from"], own_page=False),
            moved_to=self._elsewhere(data["moved_to"], own_page=True),
            from_round=data["from_round"],
            exempt=bool(typed and typed.exempt),
            members=tuple(data.get("members", ())),
            reserves=tuple(data.get("reserves", ())),
        )

    def _elsewhere(self, place: Mapping[str, Any] | None, own_page: bool) -> Elsewhere | None:
        """Who moved has a page where they play; the division they came from lists them among its players."""
        if place is None:
            return None
        division, no = place["division"], place["no"]
        known = self.divisions.get(division)
        page = f"p{no}.html" if own_page else "players.html#moved"
        name = known.name if known else division
        return Elsewhere(division, no, name, known.name_en if known else "", f"{quote(division)}/{page}")

    def counts(self, game: GameData) -> bool:
        """Whether a game makes the provisional rank (finals don't where there are leagues)."""
        return self.declared.counts(game["stage"])

    def named_group(self, stage: str, group: str | None) -> str | None:
        """The group as people say it: an only block has no name, and matches of a knockout have only numbers."""
        if stage in ("knockout", "playoff"):
            return None
        first = self.declared.first_stage
        single = isinstance(first, MainBracket | Swiss | RoundRobin) and len(first.blocks) == 1
        return None if single and stage in ("main", "swiss", "round-robin") else group

    def shown_stage(self, stage: str, number: int) -> str:
        """The stage as people say it: of a knockout before the last four, the last eight have a name."""
        if stage not in ("knockout", "playoff"):
            return stage
        last = max(one.rounds[1] for one in self.declared.stage if isinstance(one, Knockout | SeededKnockout))
        return "quarter" if last - number == 2 else stage

    @cached_property
    def stage_names(self) -> dict[str, dict[str, str]]:
        """The preliminaries by the name their format gives them; other stages have the same name everywhere."""
        first = self.declared.swiss
        return {first.kind: {"ja": first.name, "en": first.name_en}} if first else {}

    @cached_property
    def in_leagues(self) -> bool:
        """Whether the format has preliminary leagues (else a main bracket, or Swiss rounds)."""
        return bool(self.declared.league_names)

    @cached_property
    def in_brackets(self) -> bool:
        """Whether the format is played in a main bracket with a repechage."""
        return isinstance(self.declared.first_stage, MainBracket)

    @cached_property
    def in_points(self) -> bool:
        """Whether wins are counted in points, a draw as half of one."""
        return self.declared.in_points

    @cached_property
    def in_colours(self) -> bool:
        """Whether the first of a pair is Black and the second White."""
        return self.declared.game == "go"

    def colour(self, game: GameData | None, no: int) -> str:
        """black or white, "" where nobody sits opposite and in games without colours."""
        if not self.in_colours or game is None or opponent(game, no) is None:
            return ""
        return "black" if game["players"][0] == no else "white"

    @cached_property
    def pending(self) -> list[tuple[int, GameData]]:
        """(round, game) of every game that waits for a ruling."""
        return [(e["round"], game) for e in self.rounds for game in e["games"] if game["kind"] == "pending"]

    def game_page(self, number: int, game: GameData) -> str:
        """The page of a game that has a record or waits for a ruling; "" where there is none."""
        table = game["table"]
        if (number, table) not in self.report.records and game["kind"] != "pending":
            return ""
        return f"r{number}-t{table:02}.html" if table is not None else f"r{number}-p{game['players'][0]}.html"

    @property
    def in_teams(self) -> bool:
        """Whether teams enter."""
        return bool(self.declared.boards)

    @cached_property
    def boards(self) -> tuple[dict[str, str], ...]:
        """The names of the boards at which a team sits."""
        return tuple({"ja": ja, "en": en} for ja, en in board_names(self.declared))

    @cached_property
    def manners(self) -> tuple[str, ...]:
        """What distinguishes texts of this division: the ending of their keys, the most special first."""
        if self.in_brackets:
            return ("bracket",)
        if self.declared.swiss is None:
            return ()
        robin = ("robin",) if isinstance(self.declared.swiss, RoundRobin) else ()
        go = ("go",) if self.in_colours else ()
        return (*go, *(("team",) if self.in_teams else ()), *robin, "swiss")

    @cached_property
    def blocks(self) -> tuple[str, ...]:
        """The blocks of the preliminaries, where there are several."""
        first = self.declared.swiss
        return first.blocks if first is not None and len(first.blocks) > 1 else ()

    @cached_property
    def knockout(self) -> SeededKnockout | None:
        """The knockout that is seeded from the preliminaries."""
        return next((one for one in self.declared.stage if isinstance(one, SeededKnockout)), None)

    @cached_property
    def stage_pages(self) -> list[tuple[str, str]]:
        """Pages beside the tabs that show how the division is played: (address, key of its name)."""
        if self.in_brackets:
            return [("cross", "cross.title"), ("course", "course.title")]
        found = [("leagues", "page.leagues"), ("bracket", "page.bracket")] if self.in_leagues else []
        if self.blocks:
            found.append(("blocks", "page.blocks"))
        if self.knockout is not None:
            found.append(("bracket", "page.playoff" if self.in_teams else "page.bracket"))
        if self.in_teams:
            found.append(("boards", "page.boards"))
        return [*found, ("course", "course.title")]

    @cached_property
    def cut_now(self) -> bool:
        """Whether the round being played decides who goes on to the knockout."""
        return self.knockout is not None and self.current == self.declared.counted_rounds

    def clock(self, stage: str = "") -> dict[str, str]:
        """持ち時間 of a stage's games, without the word itself: it stands beside it."""
        said = {language: self.declared.time_of(stage, language) for language in LANGUAGES}
        return said | {"ja": said["ja"].removeprefix("持ち時間").strip()}

    def sheet(self, number: int, game: GameData) -> Game | None:
        """A game with what its sheet says beyond the result."""
        return self._sheets.get((number, game["players"][0]))

    def beside(self, standing: Standing, row: Row) -> int:
        """How many a row is ranked with: those of its block, where there are several."""
        return sum(map(len, self._ranks[standing.after, self._block(row)].values()))

    def level_ranks(self, standing: Standing, row: Row) -> tuple[int, int]:
        """The best and the worst rank, of those that a row is ranked with, of whoever has as many wins."""
        ranks = self._ranks[standing.after, self._block(row)][row.wins]
        return ranks[0], ranks[-1]

    @cached_property
    def _ranks(self) -> dict[tuple[int, str | None], dict[int, list[int]]]:
        """Round and block → wins → ranks, best first as in every standing."""
        found: dict[tuple[int, str | None], dict[int, list[int]]] = {}
        for standing in self.standings:
            for row in standing.rows:
                by_wins = found.setdefault((standing.after, self._block(row)), {})
                by_wins.setdefault(row.wins, []).append(row.rank)
        return found

    def _block(self, row: Row) -> str | None:
        return row.group if self.blocks else None

    @cached_property
    def present(self) -> list[Person]:
        """Who takes part, in the order of the fifty sounds."""
        return sorted(
            (p for p in self.people.values() if p.here), key=lambda p: sort_key(p.kana, p.name, p.no)
        )

    @cached_property
    def current(self) -> int:
        """The latest round that is paired, 0 before the first."""
        return self.rounds[-1]["round"] if self.rounds else 0

    @cached_property
    def status(self) -> str:
        """roster, drawn, paired, playing, waiting (for a confirmation), pending (for a ruling) or finished."""
        if self.finished:
            return "finished"
        if not self.rounds:
            return "drawn" if any(p.lottery is not None for p in self.people.values()) else "roster"
        games = [game for game in self.rounds[-1]["games"] if game["table"] is not None]
        done = sum(entered(game) for game in games)
        if done == len(games):
            return "pending" if self.pending else "waiting"
        return "playing" if done else "paired"

    def progress(self, number: int) -> tuple[int, int]:
        """How many of a round's games at a table are entered, and how many there are."""
        games = [game for game in self.round(number)["games"] if game["table"] is not None]
        return sum(entered(game) for game in games), len(games)

    def round(self, number: int) -> Mapping[str, Any]:
        """The round of this number."""
        return next(entry for entry in self.rounds if entry["round"] == number)

    def time(self, number: int) -> str:
        """When a round starts, "" where the event doesn't say."""
        times = self.division.times
        return times[number - 1] if 0 < number <= len(times) else ""

    def standing(self, after: int) -> Standing | None:
        """The latest standing up to this round (finals make no new one)."""
        found = [standing for standing in self.standings if standing.after <= after]
        return found[-1] if found else None

    @cached_property
    def latest(self) -> Standing | None:
        """The latest standing of all."""
        return self.standings[-1] if self.standings else None

    def score(self, no: int, after: int) -> Score:
        """Wins, losses and draws after a round, as the standing counts them."""
        standing = self.standing(after)
        row = standing.by_no.get(no) if standing else None
        return (row.wins, row.losses, self.drawn(row)) if row else (0, 0, 0)

    def drawn(self, row: Row) -> int:
        """持碁: what the points have beside the wins."""
        return row.keys[0] - 2 * row.wins if self.in_points else 0

    def level(self, row: Row) -> int:
        """What the order goes by first: wins, or points."""
        return row.keys[0] if self.in_points else row.wins

    def live_score(self, no: int) -> Score:
        """The score now: the latest standing and what is already entered of the round after it."""
        wins, losses, draws = self.score(no, self.current)
        after = self.latest.after if self.latest else 0
        game = self.games.get(after + 1, {}).get(no)
        if game is None or not self.counts(game):
            return wins, losses, draws
        how = mark(game, no)
        return wins + (how in "Ww"), losses + (how in "Lld"), draws + (how == "D")

    @cached_property
    def qualified(self) -> dict[str, tuple[int, int]]:
        """League → (who qualified from it, after which round)."""
        found: dict[str, tuple[int, int]] = {}
        for standing in self.standings:
            for league in self.declared.league_names:
                still = [row.no for row in standing.rows if row.group == league]
                if len(still) == 1 and league not in found:
                    found[league] = (still[0], standing.after)
        for entry in self.document["confirmed"]:
            found[entry["group"]] = (entry["no"], entry["after"])
        return found

    @cached_property
    def qualified_after(self) -> dict[int, int]:
        """Player → round after which they had qualified."""
        return dict(self.qualified.values())

    def marks(self, no: int, upto: int, counted: bool = False) -> str:
        """The record as one mark per round up to `upto`; `counted` leaves the finals out."""
        found = []
        person = self.people[no]
        for number in range(1, upto + 1):
            game = self.games.get(number, {}).get(no)
            if game is not None and not (counted and not self.counts(game)):
                found.append(mark(game, no))
            elif number > self.declared.counted_rounds:
                continue
            elif person.withdrawn_after is not None and number > person.withdrawn_after:
                found.append("x" if self.in_leagues else ".")  # without leagues nothing is assumed (N3)
            elif self.qualified_after.get(no, number) < number:
                found.append("q" if counted or game is None else mark(game, no))
            else:
                found.append(".")
        return "".join(found)

    def played(self, no: int, upto: int | None = None) -> Iterator[tuple[int, GameData]]:
        """(round, game) of a player, in order."""
        for number in sorted(self.games):
            if (upto is None or number <= upto) and no in self.games[number]:
                yield number, self.games[number][no]

    def situation(self, no: int) -> str:
        """Where a player stands in the current round: game, bye, qualified, withdrawn, absent, moved, rest, none."""
        person = self.people[no]
        if person.moved or person.absent:
            return "moved" if person.moved else "absent"
        if not self.rounds:
            return "none"
        game = self.games[self.current].get(no)
        if self.qualified_after.get(no, self.current) < self.current and (
            game is None or game["kind"] == "bye"
        ):
            return "qualified"
        if game is not None:
            return self.bye(self.current, game) if game["kind"] == "bye" else "game"
        return self.without_game(person, self.current)

    def bye(self, number: int, game: GameData) -> str:
        """What it means that nobody sits opposite: in a knockout's first round the best wait."""
        first = self.knockout is not None and not self.counts(game) and number == self.knockout.rounds[0]
        return "waits" if first else "bye"

    def without_game(self, person: Person, number: int) -> str:
        """Why somebody has no game in a round: withdrawn, late (not there yet), over (not in the knockout), rest."""
        if person.withdrawn_after is not None and person.withdrawn_after < number:
            return "withdrawn"
        if person.from_round > number:
            return "late"
        over = self.declared.swiss is not None and number > self.declared.counted_rounds
        return "over" if over else "rest"


def _standing(entry: Mapping[str, Any]) -> Standing:
    rows = tuple(
        Row(row["rank"], row["no"], row["group"], row["wins"], row["losses"], tuple(row["keys"]))
        for row in entry["rows"]
    )
    return Standing(entry["after"], rows, {row.no: row for row in rows})
