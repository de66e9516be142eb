"""Random tournaments as organisers meet them: built after every round, and with a result corrected later."""

import random
from dataclasses import replace

import pytest

from tests.random.campaign import DAYS, Job, declaration, played
from tests.random.sheets import typed_sheets
from tourgen.formats import shipped_formats
from tourgen.model import Player, ResultSheet, Round
from tourgen.results import document
from tourgen.simulate import sizes
from tourgen.tournament import Tournament, play
from tourgen.verify import verify

SIZES = (7, 9, 12, 16, 24, 33)
OTHER_WAY = {"win": "loss", "loss": "win"}


def jobs(format_id: str, count: int) -> list[Job]:
    most = sizes(declaration(format_id))[-1]
    return [
        Job(format_id, min(most, SIZES[run % len(SIZES)]), seed=3, run=run, chances=DAYS[run % len(DAYS)])
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


@pytest.mark.parametrize("format_id", shipped_formats())
def test_every_round_is_made_on_the_day_as_it_is_judged_at_the_end(format_id: str) -> None:
    for job in jobs(format_id, 18):
        tournament = played(job)
        sheets = typed_sheets(tournament, random.Random(str(job)))
        for after, right in enumerate(tournament.rounds):
            done = {number: sheet for number, sheet in sheets.items() if number <= after}
            then, problems = play(tournament.division, known_then(tournament, after), done, "roster.xlsx")
            assert then is not None, (str(job), after, [problem.text("en") for problem in problems])
            made = next((one for one in then.new_rounds if one.number == after + 1), Round(after + 1, ()))
            assert right.by_hand or pairs(made) == pairs(right), (str(job), after + 1)


def corrected(sheets: dict[int, ResultSheet], rng: random.Random) -> dict[int, ResultSheet]:
    """One result typed the wrong way round, found out after some more rounds were paired and played."""
    rows = [
        (number, index)
        for number, sheet in sheets.items()
        for index, row in enumerate(sheet.rows)
        if row.numbers[1] is not None and set(row.marks) & set(OTHER_WAY)
    ]
    if not rows:
        return sheets
    number, index = rng.choice(rows)
    typed = list(sheets[number].rows)
    marks = tuple(OTHER_WAY.get(str(mark), mark) for mark in typed[index].marks)
    typed[index] = replace(typed[index], marks=marks, discs=(None, None))
    found_out = number + rng.choice((0, 1, 2, 8))
    return {
        n: replace(sheet, rows=tuple(typed) if n == number else sheet.rows, as_made=True)
        for n, sheet in sheets.items()
        if n <= found_out
    }


@pytest.mark.parametrize("format_id", shipped_formats())
def test_a_correction_is_taken_in(format_id: str) -> None:
    """細則 17: standings follow, played rounds stay, and the second derivation agrees."""
    for job in jobs(format_id, 90):
        tournament, rng = played(job), random.Random(f"correction {job}")
        sheets = corrected(typed_sheets(tournament, rng), rng)
        roster = [player for _, player in sorted(tournament.players.items())]
        again, problems = play(tournament.division, roster, sheets, "roster.xlsx")
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
            found = verify(document(again, "event", "大会"), again.division.declared, seating=False)
            assert not found, (str(job), [deviation.text("en") for deviation in found])
