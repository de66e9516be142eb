"""What is wrong with a division's roster and sheets, each by itself, before its rounds are played through."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from tourgen.engine.lottery import Doubt, check_desk_numbers
from tourgen.engine.model import BarredPair
from tourgen.event.entrants import fit
from tourgen.event.result_meaning import JudgedSheet
from tourgen.event.roster_checks import Players, desk_number_problem, roster_problems
from tourgen.event.round_files import round_file
from tourgen.event.settings import Division
from tourgen.event.sheet_checks import check_sheet
from tourgen.formats import most_rounds
from tourgen.messages.problems import Notice, Problem, in_both
from tourgen.model import Player, ResultSheet, Source

_ONCE = ("player-absent", "player-moved", "replacement-gone")

Sheets = Mapping[int, JudgedSheet]


@dataclass(frozen=True, slots=True)
class DivisionInput:
    """Everything that people typed about one division."""

    division: Division
    roster: Sequence[Player]  # after the replacements between divisions
    sheets: Sheets
    barred: Sequence[BarredPair] = ()
    unread_from: int | None = None  # the first round whose sheet can't be read: later ones are only checked
    hold: Notice | None = None  # why the first round can't be made yet, whatever the division's own numbers
    held: bool = False  # the desk has not asked for the next round yet
    remade: tuple[int, JudgedSheet] | None = None  # the round that `pair` makes again, and its old sheet


def check_apart(division: Division, roster: Sequence[Player], sheets: Sheets) -> list[Problem]:
    """What is wrong with roster and sheets where the division can't be played through, since the roster has flaws."""
    players = {player.no: player for player in roster}
    division = fit(division, roster)
    faults = check_desk_numbers(division.declared.lottery, players.values(), division.draws)
    return check_division(division, players, sheets, [one for one in faults if not one.waiting], False)


def check_division(
    division: Division, players: Players, sheets: Sheets, faults: Sequence[Doubt], whole_roster: bool = True
) -> list[Problem]:
    """The roster and every sheet by itself; where the roster is whole, a number that it lacks is an error."""
    problems = [*roster_problems(division, players), *_round_numbers(division, sheets)]
    # Before round 1 a number not drawn yet is only waited for; once there are sheets it is an error.
    problems += [desk_number_problem(one, players) for one in faults if sheets or not one.waiting]
    filled = division.name if whole_roster and division.declared.lottery.method == "bracket" else ""
    for number, sheet in sorted(sheets.items()):
        problems += check_sheet(sheet, number, players, whole_roster, filled)
    return _once(problems) if whole_roster else problems


def _round_numbers(division: Division, sheets: Sheets) -> list[Problem]:
    """No sheet beyond the last round; a missing one is found later, when the rounds without a game are known."""
    last = division.declared.rounds_given
    if last is None:
        return []  # how long a playoff is, the preliminaries decide
    return [
        Problem("round-range", Source(sheet.file), str(number), {"last": last})
        for number, sheet in sheets.items()
        if not 1 <= number <= last
    ]


def added_late(
    division: Division, players: Players, first: ResultSheet, due: Collection[int]
) -> list[Problem]:
    """Players who were added after the lottery, which they would change as a whole: everybody is dealt before round 1.

    `due`: who has a game in round 1 by the roster as it is now.
    """
    if not first.as_made or no_results(first):
        return []  # an unplayed round can be re-made, and the notice of it says so
    dealt = {no for row in first.rows for no in row.numbers}
    late = in_both("player-added-late") if division.declared.open_rounds is not None else ""
    return [
        Problem(
            "replacement-late" if player.replacement_from else "player-added",
            player.at("name"),
            str(no),
            {"name": player.name, "division": division.name, "late": late},
        )
        for no, player in players.items()
        if no in due and no not in dealt and player.withdrawn_after != 0
    ]


def no_results(sheet: ResultSheet) -> bool:
    """Whether nobody has entered a result."""
    return all(row.untouched or row.numbers[1] is None for row in sheet.rows)


def _once(problems: list[Problem]) -> list[Problem]:
    """One mark in the roster makes a player a stranger in every sheet: that is one mistake, not one per round."""
    said: set[tuple[str, str]] = set()
    kept = []
    for problem in problems:
        what = (problem.code, problem.found)
        if problem.code not in _ONCE or what not in said:
            kept.append(problem)
        said.add(what)
    return kept


def missing_sheets(
    division: Division, players: Players, sheets: Sheets, unread_from: int | None
) -> list[Problem]:
    """Every round without a sheet before one that has one, up to the first that could not be read."""
    numbered = [*sheets, *([unread_from] if unread_from is not None else [])]
    most = most_rounds(division.declared, len(players))
    known = [one for one in numbered if one <= most]  # one beyond has a wrong name
    last = max(known, default=0) if unread_from is None else min(unread_from, max(known, default=0))
    return [
        missing_sheet(division, number, min(one for one in known if one > number))
        for number in range(1, last)
        if number not in sheets
    ]


def missing_sheet(division: Division, number: int, later: int) -> Problem:
    """A round has no sheet although a later one has."""
    where = Source(f"{division.event_folder}/{round_file(division.id, number)}")
    return Problem("sheet-missing-round", where, str(number), {"later": later})
