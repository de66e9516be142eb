"""A division played through: roster and sheets in, every round's situation and the next round out.

Nothing is stored between runs: each build folds the whole division again from what people typed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import cached_property

from tourgen.dataclass import dataclass, replace
from tourgen.event import Division
from tourgen.formats.declaration import Leagues, MainBracket, SeededKnockout, Swiss
from tourgen.formats.fitting import fitted
from tourgen.labels import plain
from tourgen.model import BarredPair, Game, Player, ResultSheet, Round, Source
from tourgen.officiate import disqualified, page_of, play_round
from tourgen.problems import Notice, Problem
from tourgen.rules import leagues
from tourgen.rules.lottery import Doubt, Draw, check_desk_numbers, draw_numbers
from tourgen.rules.progress import advance, finished, plan, start
from tourgen.rules.record import Entrant
from tourgen.rules.rulings import before_rulings
from tourgen.rules.situation import Situation
from tourgen.sheet_checks import check_sheet
from tourgen.verdicts import marks_of

NO_DRAW = Draw(None, {}, {})


@dataclass(frozen=True)
class Tournament:
    """A division as it stands. `situations[r]` is after round r; the last entry of `rounds` may be unplayed."""

    division: Division
    players: Mapping[int, Player]  # the whole roster, withdrawals by 失格 included
    draw: Draw
    situations: tuple[Situation, ...] = ()  # empty until the lottery is known
    rounds: tuple[Round, ...] = ()
    planned: Mapping[int, tuple[Game, ...]] | None = None  # what the rules pair, by round
    new_rounds: tuple[Round, ...] = ()  # paired now, their sheets are still to be written
    paired_from: Mapping[int, Situation] = field(default_factory=dict)  # rounds paired before a ruling
    notices: tuple[Notice, ...] = ()

    @property
    def now(self) -> Situation | None:
        """The situation after the last completed round."""
        return self.situations[-1] if self.situations else None

    @property
    def barred(self) -> list[tuple[int, int, bool]]:
        """組合せ禁止: two roster numbers, and whether they must not meet."""
        pairs = self.situations[0].barred if self.situations else ()
        return [(*one.players, one.forbidden) for one in pairs]

    def before(self, round_no: int) -> Situation:
        """The situation from which a round was paired: without what the committee ruled only afterwards."""
        return self.paired_from.get(round_no, self.situations[round_no - 1])

    @property
    def completed(self) -> int:
        """The number of completed rounds."""
        return self.now.after if self.now else 0

    @cached_property
    def finished(self) -> bool:
        """Whether everything is played and decided."""
        return self.now is not None and not self.now.awaiting and finished(self.now)

    @property
    def next_round(self) -> int | None:
        """The round to be paired or played next; None when nothing is left."""
        last = self.division.declared.rounds
        return self.completed + 1 if self.completed < last else None


def play(
    division: Division,
    roster: Sequence[Player],
    sheets: Mapping[int, ResultSheet],
    roster_file: str,
    until: int | None = None,
    hold: Notice | None = None,
    barred: Sequence[BarredPair] = (),
    old: tuple[int, ResultSheet] | None = None,
) -> tuple[Tournament | None, list[Problem]]:
    """The whole division, or everything that is wrong with its roster and sheets.

    From round `until` on, where a sheet could not be read, rounds are only checked by themselves.
    `hold`: why its first round can't be made yet, whatever its own numbers.
    `old`: the round that is to be re-made, and its sheet.
    """
    players = {player.no: player for player in with_disqualified(roster, sheets)}
    division = fit(division, players.values())
    doubts = check_desk_numbers(division.declared.lottery, players.values(), division.draws)
    problems = _checked_apart(division, players, sheets, doubts)
    for number, sheet in sorted(sheets.items()):
        problems += check_sheet(
            sheet, number, players, known=marks_of(division.declared), filled=_filled(division)
        )
    problems += _added(division, players, sheets.get(1))
    problems = _once(problems)
    gaps = _gaps(division, sheets, until, roster_file)
    if problems or (gaps and until is not None):
        return None, problems + gaps
    waiting = _waiting(division, players, doubts)
    if waiting and sheets:
        where = Source(division.source.file, None, f"{division.source.cell}.draws")
        return None, [Problem("draws-missing", where)]
    if hold is not None and not sheets:
        waiting = (*waiting, hold)
    sheets = {number: sheet for number, sheet in sheets.items() if until is None or number < until}
    if waiting:
        return Tournament(division, players, NO_DRAW, notices=waiting), []
    draw = draw_numbers(division.declared.lottery, division.draws, players.values())
    problems = _bracket_field(division, players, draw, roster_file)
    if problems:
        return None, problems
    drawn = dict([old]) if old is not None and old[0] > division.declared.counted_rounds else {}
    return _Fold(division, players, draw, sheets, roster_file, barred, drawn).run()


def fit(division: Division, players: Iterable[Player]) -> Division:
    """The division with its format as so many entrants play it."""
    return replace(division, declared=fitted(division.declared, sum(player.here for player in players)))


def _filled(division: Division) -> str:
    """The division's name where absentees are replaced, so that its largest numbers are no roster's."""
    return division.name if isinstance(division.declared.first_stage, MainBracket) else ""


def check_apart(
    division: Division, roster: Sequence[Player], sheets: Mapping[int, ResultSheet]
) -> list[Problem]:
    """What is wrong with roster and sheets, each by itself, where the division can't be played through."""
    players = {player.no: player for player in roster}
    division = fit(division, roster)
    found = check_desk_numbers(division.declared.lottery, players.values(), division.draws)
    doubts = [one for one in found if not one.waiting]
    problems = _checked_apart(division, players, sheets, doubts)
    for number, sheet in sorted(sheets.items()):
        problems += check_sheet(sheet, number, players, False, marks_of(division.declared))
    return problems


def _gaps(
    division: Division, sheets: Mapping[int, ResultSheet], until: int | None, roster_file: str
) -> list[Problem]:
    """Every round without a sheet before one that has one, up to the first that could not be read."""
    numbered = [*sheets, *([until] if until is not None else [])]
    known = [
        number for number in numbered if number <= division.declared.rounds
    ]  # one beyond has a wrong name
    last = max(known, default=0) if until is None else min(until, max(known, default=0))
    return [
        _missing(division, roster_file, number, min(one for one in known if one > number))
        for number in range(1, last)
        if number not in sheets
    ]


def _missing(division: Division, roster_file: str, number: int, later: int) -> Problem:
    folder = roster_file.rpartition("/")[0]
    where = Source(f"{folder}/rounds/{division.id}-r{number}.xlsx")
    return Problem("sheet-missing-round", where, str(number), {"later": later})


def _checked_apart(
    division: Division,
    players: Mapping[int, Player],
    sheets: Mapping[int, ResultSheet],
    doubts: Sequence[Doubt],
) -> list[Problem]:
    """The roster by itself, and rounds beyond the last."""
    problems = _roster_problems(division, players) + _round_numbers(division, sheets)
    # Before round 1 a number not drawn yet is only waited for; once there are sheets it is an error.
    return problems + [_doubt(doubt, players) for doubt in doubts if sheets or not doubt.waiting]


def with_disqualified(roster: Sequence[Player], sheets: Mapping[int, ResultSheet]) -> list[Player]:
    """失格 puts a player out of the event from then on."""
    out: dict[int, tuple[int, Source]] = {}
    for number, sheet in sorted(sheets.items(), reverse=True):
        out.update({no: (number, cell) for no, cell in disqualified(sheet)})
    return [_put_out(player, *out[player.no]) if player.no in out else player for player in roster]


def _put_out(player: Player, number: int, cell: Source) -> Player:
    """失格 in this round; who had left before stays as the roster says."""
    if player.withdrawn_after is not None and player.withdrawn_after <= number:
        return player
    return replace(player, withdrawn_after=number, disqualified=cell)


def entrants_of(
    players: Mapping[int, Player], draw: Draw, sheets: Mapping[int, ResultSheet]
) -> dict[int, Entrant]:
    """The present players, with the last round each is paired for (decision D6)."""
    listed: dict[int, int] = {}
    for number, sheet in sorted(sheets.items()):
        for row in sheet.rows:
            if row.numbers[1] is not None:
                listed.update({no: number for no in row.numbers if no is not None})
    return {
        no: Entrant(
            no,
            draw.numbers[no],
            player.sex,
            player.withdrawn_after,
            _paired_until(player, listed),
            player.from_round,
            plain(player.club),
        )
        for no, player in players.items()
        if player.here
    }


def _paired_until(player: Player, listed: Mapping[int, int]) -> int | None:
    if player.withdrawn_after is None:
        return None
    return max(player.withdrawn_after, listed.get(player.no, 0))


class _Fold:
    """Plays the sheets one after another against what the rules plan."""

    def __init__(
        self,
        division: Division,
        players: Mapping[int, Player],
        draw: Draw,
        sheets: Mapping[int, ResultSheet],
        roster_file: str,
        barred: Sequence[BarredPair] = (),
        drawn: Mapping[int, ResultSheet] | None = None,
    ) -> None:
        self.division, self.players, self.draw, self.sheets = division, players, draw, sheets
        self.barred = barred
        self.drawn = drawn or {}  # a knockout re-made: who stands in it is drawn already (decision H29)
        self.roster_file = roster_file
        self.notices: list[Notice] = []
        self.rounds: list[Round] = []
        self.new_rounds: list[Round] = []
        self.planned: dict[int, tuple[Game, ...]] = {}
        self.paired_from: dict[int, Situation] = {}
        self.first: Situation | None = None

    def run(self) -> tuple[Tournament | None, list[Problem]]:
        entrants = entrants_of(self.players, self.draw, {**self.sheets, **self.drawn})
        stage = self.division.declared.first_stage
        if isinstance(stage, Leagues):
            problems = self.dealing_problems(stage, entrants)
            if problems:
                return None, problems
        self.first = start(self.division.declared, entrants, self.division.qualified, self.barred)
        situations = [self.first]
        problems = self.play_sheets(situations) or self.beyond(situations[-1])
        if problems:
            return None, problems
        # How long a seeded knockout is, the preliminaries decide.
        self.division = replace(self.division, declared=situations[-1].declared)
        problems = self.confirmation_problems(situations[-1])
        return (None, problems) if problems else (self.tournament(situations), [])

    def dealing_problems(self, stage: Leagues, entrants: Mapping[int, Entrant]) -> list[Problem]:
        """A field that can't be dealt into leagues, or a player named for a league of others."""
        dealt = leagues.deal(stage, {no: one.number for no, one in entrants.items()})
        if leagues.can_be_dealt(stage, dealt):
            return self.named_elsewhere(dealt)
        sizes = ", ".join(f"{name} {len(members)}" for name, members in dealt.items())
        most = 2 ** (stage.rounds[1] - stage.rounds[0] + 1)
        params: dict[str, object] = {"sizes": sizes, "most": most, "division": self.division.name}
        page = next((player.source.sheet for player in self.players.values()), None)
        return [Problem("field-size", Source(self.roster_file, page), str(len(entrants)), params)]

    def play_sheets(self, situations: list[Situation]) -> list[Problem]:
        """Advances as far as completed rounds go; the first round that can't be judged ends it."""
        while (number := situations[-1].after + 1) <= self.last_round(situations[-1]):
            situation, sheet = situations[-1], self.sheets.get(number)
            if situation.awaiting:
                return self.unconfirmed(situation, sheet) or self.missing(number)
            self.planned[number] = plan(situation)
            if not self.planned[number]:
                # Nothing is left to play in this round: it is complete without a sheet (decision F3).
                if sheet is not None and not self.stands(number):
                    return [Problem("sheet-unexpected", page_of(sheet), str(number))]
                played: Round | None = Round(number, ())
                if sheet is not None:
                    played, problems = self.played(sheet, number, situation)
                    if problems:
                        return problems
            elif sheet is None:
                problems = self.missing(number)
                # Nothing to play before a correction, and nothing but byes since: there was no sheet to be lost.
                if problems and not all(game.entered for game in self.planned[number]):
                    return problems
                # All byes and walkovers: complete as it is made, so that the next build gives the same.
                played = Round(number, self.planned[number])
                self.new_rounds.append(played)
            else:
                played, problems = self.played(sheet, number, situation)
                if problems:
                    return problems
            assert played is not None
            self.rounds.append(played)
            if not played.completed:
                return self.blank_behind(played)
            situations.append(advance(situation, played))
        return []

    def last_round(self, situation: Situation) -> int:
        """The last round there is, or that was played before a correction took its reason away."""
        if self.division.declared.swiss is None:
            return situation.declared.rounds
        stood = [number for number in self.sheets if self.stands(number)]
        return max([situation.declared.rounds, *stood])

    def stands(self, number: int) -> bool:
        """Whether a round is behind us that nobody would be in by the results as they are now (decision X1)."""
        sheet = self.sheets[number]
        return sheet.as_made and (not _empty(sheet) or max(self.sheets) > number)

    def beyond(self, situation: Situation) -> list[Problem]:
        """Sheets of rounds that the field turned out not to need."""
        last = situation.declared.rounds
        return [
            Problem("sheet-unexpected", page_of(sheet), str(number))
            for number, sheet in sorted(self.sheets.items())
            if number > max(last, situation.after) and situation.after >= last
        ]

    def played(
        self, sheet: ResultSheet, number: int, situation: Situation
    ) -> tuple[Round | None, list[Problem]]:
        played, problems = self.judged(sheet, number, situation)
        if played is None or played.by_hand:
            played, problems = self.before_ruling(sheet, number) or (played, problems)
        if played is not None and played.by_hand:
            # Round 1 depends on no result: as it was made and different means that the draw has changed since.
            redrawn = "round-redrawn" if number == 1 and sheet.as_made else "round-differs"
            code = "round-differs-empty" if _empty(sheet) else redrawn
            event = sheet.file.rpartition("/rounds/")[0]
            games = _differing(played.games, self.planned[number])
            params = {"round": number, "division": self.division.id, "event": event, "games": games}
            self.notices.append(Notice(code, Source(sheet.file), params))
            self.notices += self.left_out(played, sheet)
        return played, problems

    def judged(
        self, sheet: ResultSheet, number: int, situation: Situation
    ) -> tuple[Round | None, list[Problem]]:
        return play_round(
            sheet,
            self.planned[number],
            number,
            self.players,
            situation.entrants,
            self.division.declared,
            situation.qualified.values(),
        )

    def before_ruling(self, sheet: ResultSheet, number: int) -> tuple[Round, list[Problem]] | None:
        """The round if it is paired as it had to be before the committee ruled on an earlier game (section 9)."""
        assert self.first is not None
        now = self.planned[number]
        for situation in before_rulings(self.first, self.rounds):
            self.planned[number] = plan(situation)
            played, _ = self.judged(sheet, number, situation)
            if played is not None and not played.by_hand:
                self.paired_from[number] = situation
                return played, []
        self.planned[number] = now
        return None

    def left_out(self, played: Round, sheet: ResultSheet) -> list[Notice]:
        """Who would have had a game by the results as they are now, but stands in no row of the sheet."""
        listed = {no for game in played.games for no in game.players}
        due = {no for game in self.planned[played.number] for no in game.players if no is not None}
        return [
            Notice(
                "round-left-out",
                Source(sheet.file),
                {"round": played.number, "no": no, "name": self.players[no].name},
            )
            for no in sorted(due - listed)
        ]

    def missing(self, number: int) -> list[Problem]:
        """No sheet although a later round's is there: it was deleted or renamed."""
        later = min((one for one in self.sheets if one > number), default=None)
        return [] if later is None else [_missing(self.division, self.roster_file, number, later)]

    def blank_behind(self, incomplete: Round) -> list[Problem]:
        """A blank result although a later round's sheet is there: it was cleared or forgotten."""
        later = [number for number in self.sheets if number > incomplete.number]
        if not later:
            return []
        sheet = self.sheets[incomplete.number]
        missing = {game.players for game in incomplete.games if not game.entered}
        return [
            Problem(
                "result-missing", row.blank_cell, params={"round": incomplete.number, "later": min(later)}
            )
            for row in sheet.rows
            if row.numbers in missing
        ]

    def unconfirmed(self, situation: Situation, sheet: ResultSheet | None) -> list[Problem]:
        """A confirmation is missing: no further round is made; a sheet that is there already can't be judged."""
        problems = []
        for one in situation.awaiting:
            params = {
                "league": one.league,
                "no": one.proposed,
                "name": self.players[one.proposed].name,
                "after": one.after,
                "division": self.division.name,
            }
            if sheet is not None:
                problems.append(Problem("qualified-missing", self.division.source, params=params))
            else:
                self.notices.append(Notice("qualified-confirm", self.division.source, params))
        return problems

    def named_elsewhere(self, dealt: Mapping[str, Sequence[int]]) -> list[Problem]:
        """Who is named in `qualified` must have been dealt into that league."""
        return [
            self.named("qualified-other-league", league, members=", ".join(map(str, sorted(dealt[league]))))
            for league, no in self.division.qualified.items()
            if no not in dealt[league]
        ]

    def confirmation_problems(self, situation: Situation) -> list[Problem]:
        """Who is named in `qualified` must still have been there; a league that asks nobody needs no name."""
        problems = []
        for league, no in self.division.qualified.items():
            used = next((one for one in situation.qualifiers if one.league == league and one.confirmed), None)
            if used and not situation.entrants[no].in_pool(used.after + 1):
                problems.append(self.named("qualified-withdrawn", league))
            elif used is None and any(one.league == league for one in situation.qualifiers):
                problem = self.named("qualified-not-asked", league)
                self.notices.append(Notice(problem.code, problem.where, problem.params))
        return problems

    def named(self, code: str, league: str, **more: object) -> Problem:
        """A problem with the player named in `qualified` for this league."""
        no = self.division.qualified[league]
        player = self.players.get(no)
        where = Source(self.division.source.file, None, f"{self.division.source.cell}.qualified")
        params = {"league": league, "name": player.name if player else "", **more}
        return Problem(code, where, str(no), params)

    def tournament(self, situations: list[Situation]) -> Tournament:
        now = situations[-1]
        for one in self.rounds:
            if not one.by_hand and (one in self.new_rounds or one.number > now.after):
                before = self.paired_from.get(one.number, situations[one.number - 1])
                self.notices += _pool_notices(before, one.games, self.players, self.division.name)
        return Tournament(
            self.division,
            self.players,
            self.draw,
            tuple(situations),
            tuple(self.rounds),
            self.planned,
            tuple(self.new_rounds),
            self.paired_from,
            (*self.notices, *self.undecided()),
        )

    def undecided(self) -> Iterator[Notice]:
        """What waits for the committee, and what it found that no page says."""
        for one in self.rounds:
            for game in one.games:
                params = {"division": self.division.name, "round": one.number, "table": game.table or "-"}
                where = Source(self.sheets[one.number].file) if one.number in self.sheets else Source("")
                if game.kind == "pending":
                    yield Notice("game-pending", where, params)
                if game.misuse:
                    yield Notice("ruling-misuse", where, params)


def _pool_notices(
    situation: Situation, planned: Sequence[Game], players: Mapping[int, Player], division: str
) -> list[Notice]:
    """What the next round could not avoid: rematches and second byes (section 10)."""
    notices, record = [], situation.record
    through = situation.qualified.values()
    for game in planned:
        first, second = game.players
        if game.stage not in ("league", "ranking", "swiss"):
            continue
        params: dict[str, object] = {
            "division": division,
            "round": situation.after + 1,
            "first": players[first].name,
        }
        if second is None:
            alone = sum((one.stage, one.group) == (game.stage, game.group) for one in planned) == 1
            if record.had_bye(first) and first not in through:
                notices.append(Notice("bye-second", params=params))
            elif alone and first not in through:
                notices.append(Notice("bye-alone", params=params))
        elif second in record.met(first):
            notices.append(Notice("rematch", params={**params, "second": players[second].name}))
    return notices


def _differing(games: Sequence[Game], planned: Sequence[Game]) -> dict[str, str]:
    """Which games of a sheet the rules would not pair: by table, else by the players' numbers."""
    right = {(game.stage, game.group, frozenset(game.players)) for game in planned}
    other = [game for game in games if (game.stage, game.group, frozenset(game.players)) not in right]
    tables = ", ".join(str(game.table) for game in other if game.table is not None)
    numbers = ", ".join(
        "-".join(str(no) for no in game.players if no is not None) for game in other if game.table is None
    )
    japanese = [f"卓 {tables}"] * bool(tables) + [f"番号 {numbers}"] * bool(numbers)
    english = [f"table {tables}"] * bool(tables) + [f"numbers {numbers}"] * bool(numbers)
    return {"ja": "、".join(japanese) or "対局の数", "en": "; ".join(english) or "the number of games"}


def _roster_problems(division: Division, players: Mapping[int, Player]) -> list[Problem]:
    last = _last_possible(division, len(players))
    problems = []
    for player in players.values():
        after = player.withdrawn_after
        if after is not None and after > last and player.moved_to is None:
            problems.append(Problem("withdrawn-range", player.at("withdrawn"), str(after), {"last": last}))
        if after is not None and player.absent:
            problems.append(
                Problem("withdrawn-absent", player.at("withdrawn"), str(after), {"name": player.name})
            )
        if player.from_round != 1:
            problems += _late(division, player)
            if after is not None and after < player.from_round:
                params = {"name": player.name, "first": player.from_round}
                problems.append(Problem("withdrawn-before", player.at("withdrawn"), str(after), params))
    return problems


def _last_possible(division: Division, entrants: int) -> int:
    """The last round there may be: how many unbeaten teams there are for a playoff shows later."""
    declared = division.declared
    if any(isinstance(stage, SeededKnockout) and not stage.cut for stage in declared.stage):
        return declared.counted_rounds + max(1, entrants).bit_length()
    return declared.rounds


def _late(division: Division, player: Player) -> list[Problem]:
    """参加: the first round of a late entrant, in Swiss only."""
    stage = division.declared.first_stage
    if not isinstance(stage, Swiss):
        return [Problem("from-not-swiss", player.at("from"), str(player.from_round))]
    if player.from_round <= stage.rounds[1]:
        return []
    last = {"last": stage.rounds[1]}
    return [Problem("from-range", player.at("from"), str(player.from_round), last)]


def _empty(sheet: ResultSheet) -> bool:
    """Whether nobody has entered a result."""
    return all(row.untouched or row.numbers[1] is None for row in sheet.rows)


REPEATED = ("player-absent", "player-moved", "replacement-gone")


def _once(problems: list[Problem]) -> list[Problem]:
    """One mark in the roster makes a player a stranger in every sheet: that is one mistake, not one per round."""
    said: set[tuple[str, str]] = set()
    kept = []
    for problem in problems:
        what = (problem.code, problem.found)
        if problem.code not in REPEATED or what not in said:
            kept.append(problem)
        said.add(what)
    return kept


_LATE = {
    "ja": "途中からの参加なら、参加の欄に最初に対局する回戦を入力してください。そうでなければ、",
    "en": "If the player enters late, type their first round into From. If not: ",
}


def _added(division: Division, players: Mapping[int, Player], first: ResultSheet | None) -> list[Problem]:
    """Everybody who is there is dealt before round 1; who is added later would change the whole lottery."""
    if first is None or not first.as_made or _empty(first):
        return []  # an unplayed round can be re-made, and the notice of it says so
    dealt = {no for row in first.rows for no in row.numbers}
    late = _LATE if division.declared.swiss is not None else ""
    return [
        Problem(
            "replacement-late" if player.replacement_from else "player-added",
            player.at("name"),
            str(no),
            {"name": player.name, "division": division.name, "late": late},
        )
        for no, player in players.items()
        if no not in dealt and player.here and player.withdrawn_after != 0 and player.from_round == 1
    ]


def _bracket_field(
    division: Division, players: Mapping[int, Player], draw: Draw, roster_file: str
) -> list[Problem]:
    """A bracket needs two players, and a number for each."""
    stage = division.declared.first_stage
    present = [player.no for player in players.values() if player.here]
    if division.declared.swiss is not None:
        return _swiss_field(division, players, len(present), roster_file)
    if not isinstance(stage, MainBracket) or (
        len(present) >= 2 and all(no in draw.numbers for no in present)
    ):
        return []
    count = (
        sum(not player.replacement_from for player in players.values()) if len(present) >= 2 else len(present)
    )
    page = next((player.source.sheet for player in players.values()), None)
    params: dict[str, object] = {"most": stage.size, "division": division.name}
    return [Problem("field-bracket", Source(roster_file, page), str(count), params)]


def _swiss_field(
    division: Division, players: Mapping[int, Player], present: int, roster_file: str
) -> list[Problem]:
    """Two in every block, so that somebody can play."""
    swiss = division.declared.swiss
    assert swiss is not None
    least = 2 * len(swiss.blocks)
    if present >= least and swiss.entrants[0] <= present <= swiss.entrants[1]:
        return []
    page = next((player.source.sheet for player in players.values()), None)
    params: dict[str, object] = {"least": least, "division": division.name}
    return [Problem("field-swiss", Source(roster_file, page), str(present), params)]


def _round_numbers(division: Division, sheets: Mapping[int, ResultSheet]) -> list[Problem]:
    """No sheet beyond the last round (a gap is found by the fold, which knows the rounds without a game)."""
    if division.declared.swiss is not None:
        return []  # how long a playoff is, the preliminaries decide
    last = division.declared.rounds
    return [
        Problem("round-range", Source(sheets[n].file), str(n), {"last": last})
        for n in sheets
        if not 1 <= n <= last
    ]


def _held_by(name: str, cell: str | None) -> dict[str, str]:
    """Who has a seed's place without being one."""
    return {
        "ja": f"(シードではない {name} の番号が {cell} にあります)",
        "en": f" ({name}, no seed, has one in {cell})",
    }


def _doubt(doubt: Doubt, players: Mapping[int, Player]) -> Problem:
    player = players[doubt.no]
    other = players[doubt.other].at("lottery").cell if doubt.other else ""
    places = ", ".join(map(str, doubt.places))
    params = {
        "name": player.name,
        "low": doubt.low,
        "high": doubt.high,
        "other": other,
        "places": places,
        "taken": _held_by(players[doubt.other].name, other) if doubt.other else "",
    }
    return Problem(doubt.code, player.at("lottery"), doubt.found, params)


def _waiting(
    division: Division, players: Mapping[int, Player], doubts: Sequence[Doubt]
) -> tuple[Notice, ...]:
    """Why no round can be made yet: draws or desk numbers are not known (decision L5)."""
    notices = []
    if division.declared.lottery.method == "linear-congruence" and not division.draws:
        notices.append(Notice("draws-waiting", division.source, {"division": division.name}))
    missing = [doubt.no for doubt in doubts if doubt.waiting]
    if missing:
        params = {
            "division": division.name,
            "count": len(missing),
            "numbers": ", ".join(map(str, missing[:10])),
        }
        notices.append(Notice("lottery-waiting", players[missing[0]].at("lottery"), params))
    return tuple(notices)
