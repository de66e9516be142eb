"""A division as the pages see it: its tournament with people, games and standings by number. Nothing here depends on
a language.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote

from tourgen.engine.colours import keeps_colours
from tourgen.engine.model import Game, Round
from tourgen.engine.progress import entered_so_far
from tourgen.event.people import person_id
from tourgen.formats.labels import board_names
from tourgen.messages.problems import LANGUAGES
from tourgen.model import Player
from tourgen.results.award_list import placed
from tourgen.results.document import Results, RowEntry
from tourgen.web import parts
from tourgen.web.kana import romaji, sort_key
from tourgen.web.kinds import kind_of
from tourgen.web.stages import Stages

if TYPE_CHECKING:
    from tourgen.engine.situation import Departure, Situation
    from tourgen.event.load_event import LoadedDivision
    from tourgen.event.tournament import Tournament
    from tourgen.formats.models import Format
    from tourgen.web.paper.papers import Paper


FINAL = 0  # instead of a round: the final ranks


class Score(NamedTuple):
    """Won, lost, drawn; `jigo` where a draw is called 持碁."""

    won: int
    lost: int
    drawn: int = 0
    jigo: bool = False


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Person(Player):
    """A player as the pages name them: the row of the roster, with what the lottery and the deal made of it."""

    lottery: int | None
    preliminary: int | None
    league: str | None
    came_from: Elsewhere | None
    went_to: Elsewhere | None

    @property
    def href(self) -> str:
        """The player's page, in the division's folder."""
        return f"p{self.no}.html"

    @property
    def lapsed(self) -> bool:
        """Whether an exempt player has entered all the same (附則 12)."""
        return self.exempt and self.here and self.withdrawn_after != 0

    @property
    def across(self) -> str:
        """The address of the person's page across events; a private person has none."""
        return "" if self.private else person_id(self.name, self.club)


@dataclass(frozen=True, eq=False)
class Standing:
    """The order after one round."""

    after: int
    rows: tuple[RowEntry, ...]
    counted: tuple[int, int] | None = None  # while it is being played: games at tables entered, and all

    @cached_property
    def by_no(self) -> dict[int, RowEntry]:
        """Player → row."""
        return {row.no: row for row in self.rows}


class DivisionView:
    """One division, indexed."""

    def __init__(self, loaded: LoadedDivision, event: Sequence[LoadedDivision] = ()) -> None:
        self.loaded = loaded
        self.divisions = {one.division.id: one.division for one in event}  # of the whole event
        self.division = loaded.division
        self.tournament = loaded.tournament
        self.now: Situation | None = loaded.tournament.now
        self.results: Results = loaded.results
        self.id: str = loaded.division.id
        self.folder = quote(self.id) + "/"
        self.rounds: list[Round] = list(loaded.tournament.rounds)
        self.finished = loaded.results.state.finished
        self.files: Sequence[File] = ()
        self.papers: Sequence[Paper] = ()
        self.stage_pages: Sequence[tuple[str, Any]] = ()  # pages beside the tabs
        self.people = {no: self._person(player) for no, player in sorted(loaded.players.items())}
        here = sum(person.here for person in self.people.values())
        declared = self.now.format if self.now else loaded.tournament.division.declared
        self.declared: Format = declared  # as so many entrants play it
        self.stages = Stages(declared, self.now, here)
        self.standings = [Standing(entry.after, entry.rows) for entry in self.results.standings]
        self.games: dict[int, dict[int, Game]] = {
            one.number: {no: game for game in one.games for no in game.players if no is not None}
            for one in self.rounds
        }

    def _person(self, player: Player) -> Person:
        draw, first = self.tournament.draw, self.tournament.situations[:1]
        typed = {one.name: getattr(player, one.name) for one in fields(Player)}
        return Person(
            **typed | {"romaji": player.romaji or romaji(player.kana)},
            lottery=draw.numbers.get(player.no),
            preliminary=draw.preliminary.get(player.no),
            league=first[0].dealt_group(player.no) if first and player.no in first[0].entrants else None,
            came_from=self._elsewhere(player.replacement_from, own_page=False),
            went_to=self._elsewhere(player.moved_to, own_page=True),
        )

    def _elsewhere(self, place: tuple[str, int] | None, own_page: bool) -> Elsewhere | None:
        """Who moved has a page where they play; the division they came from lists them among its players."""
        if place is None:
            return None
        division, no = place
        known = self.divisions.get(division)
        page = f"p{no}.html" if own_page else "players.html#moved"
        name = known.name if known else division
        return Elsewhere(division, no, name, known.name_en if known else "", f"{quote(division)}/{page}")

    # --- How it is played

    def counts(self, game: Game) -> bool:
        """Whether a game makes the provisional rank (finals don't where there are leagues)."""
        return self.declared.stage_of_label(game.stage) in self.declared.counted

    @cached_property
    def in_points(self) -> bool:
        """Whether scores are told as points: a draw is half of a win, or there are starting points."""
        return self.declared.score.in_points

    @cached_property
    def in_colours(self) -> bool:
        """Whether pages say who is Black."""
        return self.declared.game == "go" or keeps_colours(self.declared)

    def colour(self, game: Game | None, no: int, board: int | None = None) -> str:
        """black or white, by the handicap too; "" where nobody sits opposite, where it is not known, and of a team."""
        if game is None or game.players[1] is None or (board is None and self.in_teams):
            return ""
        black = game.handicap[board or 0].black if game.handicap else game.black
        return "" if black is None else "black" if game.players[black] == no else "white"

    @property
    def in_teams(self) -> bool:
        """Whether teams enter."""
        return bool(self.declared.boards)

    @cached_property
    def boards(self) -> tuple[dict[str, str], ...]:
        """The names of the boards at which a team sits."""
        return tuple({"ja": ja, "en": en} for ja, en in board_names(self.declared))

    @cached_property
    def wide(self) -> bool:
        """Whether standings show the values of every criterion."""
        return self.stages.preliminaries is not None or self.declared.game != "othello"

    @cached_property
    def timed(self) -> bool:
        """Whether pages say the time of each game; in Othello it is the same for all and known."""
        return self.declared.game != "othello"

    @property
    def cut_now(self) -> bool:
        """Whether the round being played decides who goes on to a bracket."""
        return self.stages.cut_after(self.current)

    def clock(self, stage: str = "") -> dict[str, str]:
        """持ち時間 of a stage's games, without the word itself: it stands beside it."""
        said = {language: self.declared.time_of(stage, language) for language in LANGUAGES}
        return said | {"ja": said["ja"].removeprefix("持ち時間").strip()}

    @property
    def with_clocks(self) -> list[list[str]]:
        """The stages with a 持ち時間 of their own, those together that share one; only what so many entrants play."""
        played = ([one for one in of.games if self.stages.of(one)] for of in self.declared.time_control)
        return [stages for stages in played if stages]

    def time(self, number: int) -> str:
        """When a round starts, "" where the event doesn't say."""
        times = self.division.times
        return times[number - 1] if 0 < number <= len(times) else ""

    # --- How far it is

    @cached_property
    def present(self) -> list[Person]:
        """Who takes part, in the order of the fifty sounds."""
        return sorted(
            (p for p in self.people.values() if p.here), key=lambda p: sort_key(p.kana, p.name, p.no)
        )

    @property
    def large(self) -> bool:
        """Whether so many take part that lists of them are split."""
        return len(self.present) > parts.SPLIT_ABOVE

    @cached_property
    def choice(self) -> dict[str, Any] | None:
        """Of a format whose first stage depends on the number of entrants which it is here; else None."""
        stages = self.division.declared.first_stages
        if len(stages) < 2 or stages[0].entrants is None or not self.present:
            return None
        played = self.stages.all
        return {
            "key": "few" if stages[0].id in played else "many",
            "stages": list(played.values()),  # as it is played
            "others": [one for one in self.division.declared.stage if one.id not in played],
            "count": len(self.present),
            "most": stages[0].entrants[1],  # up to so many are few
        }

    @cached_property
    def current(self) -> int:
        """The latest round that is paired, 0 before the first."""
        return self.rounds[-1].number if self.rounds else 0

    @cached_property
    def status(self) -> str:
        """roster, drawn, paired, playing, waiting (for a confirmation), pending (for a ruling) or finished."""
        if self.finished:
            return "finished"
        if not self.rounds:
            return "drawn" if any(p.lottery is not None for p in self.people.values()) else "roster"
        done, games = self.progress(self.current)
        if done == games:
            return "pending" if self.pending else "waiting"
        return "playing" if done else "paired"

    def progress(self, number: int) -> tuple[int, int]:
        """How many of a round's games at a table are entered, and how many there are."""
        games = [game for game in self.round(number).games if game.table is not None]
        return sum(game.entered for game in games), len(games)

    def round(self, number: int) -> Round:
        """The round of this number."""
        return next(one for one in self.rounds if one.number == number)

    @cached_property
    def pending(self) -> list[tuple[int, Game]]:
        """(round, game) of every game that waits for a ruling."""
        return [(one.number, game) for one in self.rounds for game in one.games if game.kind == "pending"]

    def game_page(self, number: int, game: Game) -> str:
        """The page of a game that has a record or waits for a ruling; "" where there is none."""
        if (number, game.table) not in self.loaded.records and game.kind != "pending":
            return ""
        return (
            f"r{number}-t{game.table:02}.html"
            if game.table is not None
            else f"r{number}-p{game.players[0]}.html"
        )

    # --- Standings

    def standing(self, after: int) -> Standing | None:
        """The latest standing up to this round (finals make no new one)."""
        found = [standing for standing in self.standings if standing.after <= after]
        return found[-1] if found else None

    @cached_property
    def latest(self) -> Standing | None:
        """The latest standing of all."""
        return self.standings[-1] if self.standings else None

    @property
    def rank_picture(self) -> str:
        """The picture of everybody's rank by round; by its round, so that no cache shows an older one."""
        return f"ranks-r{self.latest.after if self.latest else 0}.svg"

    @cached_property
    def shown(self) -> Tournament:
        """The tournament as it is explained: with the round that is being played, as far as it is entered."""
        live, now = self.results.live, self.now
        if live is None or now is None or not self.progress(live.round)[0]:
            return self.tournament
        later = entered_so_far(now, Round(live.round, tuple(self.round(live.round).games)))
        return replace(self.tournament, situations=(*self.tournament.situations, later))

    @cached_property
    def moment(self) -> Standing | None:
        """The order now: with the results that are entered of the round that is being played, else the latest."""
        live = self.results.live
        if self.shown is self.tournament or live is None:
            return self.latest
        return Standing(live.round, live.rows, self.progress(live.round))

    @cached_property
    def ranking(self) -> Standing | None:
        """The ranks as they are now: final, with the scores of the preliminaries, else those of the moment."""
        groups = {row.no: row.group for row in self.latest.rows} if self.latest else {}
        rows = tuple(
            RowEntry(one.rank, one.no, groups.get(one.no), one.wins, one.losses, one.keys, one.draws)
            for one in self.results.final or ()
        )
        return Standing(FINAL, rows) if rows else self.moment

    @cached_property
    def places(self) -> dict[int, int]:
        """Player → final rank, once the division is finished, else the rank of the moment."""
        return {row.no: row.rank for row in self.ranking.rows} if self.ranking else {}

    @cached_property
    def honours(self) -> list[dict[str, Any]]:
        """The titles of a finished division, in the order of the rules."""
        return [
            {"title": one.title, "person": self.people[one.no], "referee": one.referee is True}
            for one in self.results.titles
        ]

    @cached_property
    def placed(self) -> list[tuple[int, Person]]:
        """The places below the titles that a third-place or placing match decided, or that the semi-finals left."""
        decided = placed(self.tournament, self.results)
        return [(one.rank, self.people[one.no]) for one in self.results.final or () if one.no in decided]

    def score(self, no: int, after: int) -> Score:
        """Wins, losses and draws after a round, as the standing counts them."""
        standing = self.standing(after)
        row = standing.by_no.get(no) if standing else None
        return self.score_of(row) if row else self.tally(0, 0, 0)

    def score_of(self, row: RowEntry) -> Score:
        """The score of a row."""
        return self.tally(row.wins, row.losses, row.draws)

    def tally(self, won: int, lost: int, drawn: int) -> Score:
        """A score of this division."""
        return Score(won, lost, drawn, self.declared.game == "go")

    def level(self, row: RowEntry) -> int:
        """What the order goes by first: wins, or points."""
        return row.keys[0] if self.in_points else row.wins

    def live_score(self, no: int) -> Score:
        """The score of the moment; finals don't count where there are preliminaries."""
        row = self.moment.by_no.get(no) if self.moment else None
        return self.score_of(row) if row else self.tally(0, 0, 0)

    def beside(self, standing: Standing, row: RowEntry) -> int:
        """How many a row is ranked with: those of its block, where there are several."""
        return sum(self._block(one) == self._block(row) for one in standing.rows)

    def _block(self, row: RowEntry) -> str | None:
        return row.group if self.stages.blocks else None

    # --- A player's rounds

    def mark(self, game: Game, no: int) -> str:
        """One player's side of a game as a mark: W L w l d p n D (持碁) T (引き分け), "." where nothing is entered."""
        if game.kind in ("bye", "forfeit"):
            return "w" if game.winner == no else "l"
        drawn = "D" if self.declared.game == "go" else "T"
        special = {"double-loss": "d", "pending": "p", "no-result": "n", "draw": drawn}
        if game.kind in special:
            return special[game.kind]
        if game.winner is None:
            return "."
        return "W" if game.winner == no else "L"

    @cached_property
    def left(self) -> dict[int, Departure]:
        """Player → how they left the first stage."""
        departures = self.now.departures if self.now else ()
        return {one.no: one for one in departures if one.stage == self.stages.first.id}

    @cached_property
    def qualified_after(self) -> dict[int, int]:
        """Player → round after which they had qualified as the sole unbeaten one of their group."""
        return {no: one.after for no, one in self.left.items() if one.left_as == "sole-unbeaten"}

    def in_finals(self, no: int, number: int) -> bool:
        """Whether a player had qualified before a round and had not lost in the finals by then."""
        beaten = any(
            before < number and not self.counts(game) and game.winner not in (None, no)
            for before, game in self.played(no)
        )
        return self.qualified_after.get(no, number) < number and not beaten

    def marks(self, no: int, upto: int, counted: bool = False) -> str:
        """The record as one mark per round up to `upto`; `counted` leaves the finals out."""
        found = []
        for number in range(1, upto + 1):
            game = self.games.get(number, {}).get(no)
            if game is not None and not (counted and not self.counts(game)):
                found.append(self.mark(game, no))
            elif number <= self.stages.counted_rounds:
                found.append(self.assumed(no, number) or ".")
        return "".join(found)

    def record(self, no: int) -> str:
        """The marks that the score of the moment counts; of a round without one yet a dot."""
        upto = self.moment.after if self.moment else 0
        return self.marks(no, upto, counted=True).ljust(min(self.current, self.stages.counted_rounds), ".")

    def finals(self, no: int) -> list[tuple[str, str | None, str]]:
        """(stage, group, mark) of every game that does not count for the order of the preliminaries."""
        return [
            (
                self.stages.shown(game.stage, number),
                self.stages.named_group(game.stage, game.group),
                self.mark(game, no),
            )
            for number, game in self.played(no)
            if not self.counts(game)
        ]

    def assumed(self, no: int, number: int) -> str:
        """The mark of a round without a counted game: x lost after a withdrawal, q won after qualifying, r a rest."""
        person = self.people[no]
        if person.withdrawn_after is not None and number > person.withdrawn_after:
            return "x" if self.declared.score.withdrawn == "loss" else ""
        if self.qualified_after.get(no, number) < number:
            return "q" if getattr(self.stages.first, "qualified_rest", "nothing") != "nothing" else ""
        return "r" if number in person.rests else ""

    def played(self, no: int, upto: int | None = None) -> Iterator[tuple[int, Game]]:
        """(round, game) of a player, in order."""
        for number in sorted(self.games):
            if (upto is None or number <= upto) and no in self.games[number]:
                yield number, self.games[number][no]

    def situation(self, no: int) -> str:
        """Where a player stands in the current round: game, bye, or why there is none."""
        person = self.people[no]
        if not person.here:
            return "moved" if person.moved_to else "absent"
        if not self.rounds:
            return "none"
        game = self.games[self.current].get(no)
        if self.in_finals(no, self.current) and (game is None or game.kind == "bye"):
            return "qualified"
        if game is not None:
            return self.bye(self.current, game) if game.kind == "bye" else "game"
        return self.without_game(person, self.current)

    def bye(self, number: int, game: Game) -> str:
        """What it means that nobody sits opposite: in the first round of a tree by rank the best wait."""
        stage = self.stages.of(game.stage)
        if stage is None or not self.stages.enters(stage, "best", "places", "next-best", "unbeaten"):
            return "bye"
        span = self.stages.spans[stage.id]
        return "waits" if stage in self.stages.brackets and span is not None and number == span[0] else "bye"

    def rests(self, person: Person, number: int) -> bool:
        """Whether a player of a round robin has nobody to meet in a round: no game, no win, no bye."""
        gone = person.withdrawn_after is not None and person.withdrawn_after < number
        return not gone and any(
            kind_of(stage).all_meet
            and self.now is not None
            and self.now.plays(stage.id, number)
            and person.no in self.now.entered.get(stage.id, {})
            for stage in self.stages.all.values()
        )

    def without_game(self, person: Person, number: int) -> str:
        """Why somebody has no game in a round.

        withdrawn, late (not there yet), sat-out (休み), passed or out (of a pool, or of the knockout), over (not in
        the finals), rest.
        """
        if person.withdrawn_after is not None and person.withdrawn_after < number:
            return "withdrawn"
        if person.from_round > number:
            return "late"
        if number in person.rests or self.rests(person, number):
            return "sat-out"
        left = self.left.get(person.no)
        if left is not None and left.after < number and left.left_as in ("passed", "out"):
            return left.left_as
        if self.stages.preliminaries is None or number <= self.stages.counted_rounds:
            return "rest"
        in_knockout = any(
            before < number and not self.counts(game) for before, game in self.played(person.no)
        )
        return "out" if in_knockout else "over"
