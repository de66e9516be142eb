"""Random tournaments as organisers meet them: built after every round, and with a result corrected later."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest

from tests.desk import play_typed
from tests.random.campaign import DAYS, GO_DAYS, SWISS_DAYS, Job, barred_of, declaration, played
from tests.random.sheets import typed_sheets
from tests.series import FORMATS
from tourgen.engine.model import Round
from tourgen.event.tournament import Tournament
from tourgen.model import Player, ResultSheet
from tourgen.results.document import document
from tourgen.simulate.random_tournament import sizes
from tourgen.verify import verify

SIZES = (7, 9, 12, 16, 24, 33)
OTHER_WAY = {"win": "loss", "loss": "win"}


def jobs(format_id: str, count: int) -> list[Job]:
    most = sizes(declaration(format_id))[-1]
    declared = declaration(format_id)
    # A match of teams isn't drawn, nor pending: somebody has won most of the boards.
    days = (
        SWISS_DAYS
        if declared.boards
        else {"othello": DAYS, "shogi": SWISS_DAYS, "go": GO_DAYS}[declared.game]
    )
    return [
        Job(format_id, min(most, SIZES[run % len(SIZES)]), seed=3, run=run, chances=days[run % len(days)])
        for run in range(1, count + 1)
    ]


def pairs(one: Round) -> set[tuple[str, str | None, frozenset[int | None]]]:
    return {(game.stage, game.group, frozenset(game.players)) for game in one.games}


def known_then(tournament: Tournament, after: int) -> list[Player]:
    """The roster after a round: who withdrew later, or left after the next sheet was made, is still there."""
    paired = {
        no
        for one in tournament.rounds[after : after + 1]
        for game in one.games
        for no in game.players
        if game.players[1] is not None
    }

    def gone(player: Player) -> bool:
        last = player.withdrawn_after
        return last is not None and (last < after or (last == after and player.no not in paired))

    players = (player for _, player in sorted(tournament.players.items()))
    return [player if gone(player) else replace(player, withdrawn_after=None) for player in players]


def before_rulings(sheets: dict[int, ResultSheet]) -> Iterator[dict[int, ResultSheet]]:
    """As they are, and with any of the games that the committee ruled on still pending: nothing says when it did."""
    ruled = [
        (number, row.numbers) for number, sheet in sheets.items() for row in sheet.rows if "裁定" in row.note
    ]
    for count in range(len(ruled) + 1):
        for some in combinations(ruled, count):
            yield {
                number: replace(
                    sheet,
                    rows=tuple(
                        replace(row, marks=("pending", None), note="")
                        if (number, row.numbers) in some
                        else row
                        for row in sheet.rows
                    ),
                )
                for number, sheet in sheets.items()
            }


@pytest.mark.parametrize("format_id", FORMATS)
def test_every_round_is_made_on_the_day_as_it_is_judged_at_the_end(format_id: str) -> None:
    for job in jobs(format_id, 3):
        tournament = played(job)
        sheets = typed_sheets(tournament, random.Random(str(job)))
        for after, right in enumerate(tournament.rounds):
            done = {number: sheet for number, sheet in sheets.items() if number <= after}
            roster, barred = known_then(tournament, after), tournament.situations[0].barred
            made = []
            for typed in before_rulings(done):
                then, problems = play_typed(tournament.division, roster, typed, barred=barred)
                assert then is not None, (str(job), after, [problem.text("en") for problem in problems])
                new = next((one for one in then.new_rounds if one.number == after + 1), Round(after + 1, ()))
                made.append(pairs(new))
            assert right.by_hand or pairs(right) in made, (str(job), after + 1)


def corrected(sheets: dict[int, ResultSheet], rng: random.Random) -> dict[int, ResultSheet]:
    """One result typed the wrong way round, found out after some more rounds were paired and played."""
    rows = [
        (number, index)
        for number, sheet in sheets.items()
        for index, row in enumerate(sheet.rows)
        if row.numbers[1] is not None
        and {*row.marks, *row.boards} & set(OTHER_WAY)
        and set(row.marks) <= {None, *OTHER_WAY}
    ]
    if not rows:
        return sheets
    number, index = rng.choice(rows)
    typed = list(sheets[number].rows)
    marks = tuple(OTHER_WAY.get(str(mark), mark) for mark in typed[index].marks)
    boards = tuple(OTHER_WAY.get(str(mark), mark) for mark in typed[index].boards)
    typed[index] = replace(typed[index], marks=marks, boards=boards, discs=typed[index].discs[::-1])
    found_out = number + rng.choice((0, 1, 2, 8))
    return {
        n: replace(sheet, rows=tuple(typed) if n == number else sheet.rows, as_made=True)
        for n, sheet in sheets.items()
        if n <= found_out
    }


@pytest.mark.parametrize("format_id", FORMATS)
def test_a_correction_is_taken_in(format_id: str) -> None:
    """細則 17: standings follow, played rounds stay, and the second derivation agrees."""
    for job in jobs(format_id, 6):
        tournament, rng = played(job), random.Random(f"correction {job}")
        sheets = corrected(typed_sheets(tournament, rng), rng)
        roster = [player for _, player in sorted(tournament.players.items())]
        barred = tournament.situations[0].barred
        again, problems = play_typed(tournament.division, roster, sheets, barred=barred)
        # The corrected result may ask for a confirmation that nobody gave.
        assert {problem.code for problem in problems} <= {"qualified-missing"}, str(job)
        if again is not None:
            played_then = {one.number: one for one in tournament.rounds if one.number in sheets}
            for one in again.rounds[: len(sheets)]:
                assert {game.players for game in one.games} >= {
                    game.players
                    for game in played_then.get(one.number, one).games
                    if game.players[1] is not None
                }, str(job)
            found = verify(
                document(again, "event", "大会"),
                again.division.declared,
                seating=False,
                barred=barred_of(tournament),
            )
            assert not found, (str(job), [deviation.text("en") for deviation in found])
