"""Section 8, criteria: every case of docs/criteria-by-hand.md, where a second person can follow it with a pencil."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

import pytest

from tests.rules.builders import declared, entrants, game
from tourgen.engine.criteria import Standing, criterion, ranked
from tourgen.engine.model import Entrant, Game
from tourgen.engine.progress import with_boards
from tourgen.engine.record import Line, Outcome, Record, game_lines

PAGE = (Path(__file__).parents[2] / "docs/criteria-by-hand.md").read_text(encoding="utf-8")
PLAYERS = declared("shogi-championship").order.criteria
TEAMS = declared("shogi-team").order.criteria
BOARDS = 3


@dataclass(frozen=True)
class Case:
    """One section of the page."""

    title: str
    rounds: tuple[str, ...]
    rows: tuple[tuple[int, ...], ...]  # player, every criterion, the lot, in the order of rank
    decides: tuple[tuple[str, int, int], ...]  # criterion, who is ahead, who is behind
    teams: bool

    @property
    def criteria(self) -> tuple[str, ...]:
        return TEAMS if self.teams else PLAYERS

    def record(self) -> Record:
        lots = self.lots
        there = {no: replace(one, number=lots[no]) for no, one in entrants(lots).items()}
        rounds = [[played(word, self.teams) for word in text.split()] for text in self.rounds]
        return counted(there, rounds)

    @property
    def lots(self) -> dict[int, int]:
        return {row[0]: row[-1] for row in self.rows}


def counted(there: Mapping[int, Entrant], rounds: Sequence[Sequence[Game]]) -> Record:
    """What these rounds of a Swiss give."""
    lines: dict[int, tuple[Line, ...]] = dict.fromkeys(there, ())
    for number, games in enumerate(rounds, 1):
        for one in games:
            for no, line in game_lines(one, number, "swiss"):
                lines[no] = (*lines[no], line)
    return Record(declared("shogi-championship").score, there, lines, tuple(range(1, len(rounds) + 1)))


def played(text: str, teams: bool) -> Game:
    """A game of the page; `1>2(2-1)` says how many boards each team won."""
    plain, _, score = text.partition("(")
    one = with_boards(game(plain, "swiss"), BOARDS if teams else 0)
    if not score:
        return one
    won = int(score[0])
    return replace(one, boards=(1,) * won + (0,) * (BOARDS - won))


def cases() -> list[Case]:
    players, teams = PAGE.split("\n## Teams\n")
    found = []
    for part, of_teams in ((players, False), (teams, True)):
        for section in part.split("\n### ")[1:]:
            rows = re.findall(r"^\| (\d+) \| [^|]* \|([\d |]+)\|$", section, re.MULTILINE)
            decides = re.findall(r"`([a-z-]+)` puts (\d+) before (\d+)", section)
            found.append(
                Case(
                    section.partition("\n")[0],
                    tuple(re.findall(r"^round \d: (.+)$", section, re.MULTILINE)),
                    tuple((int(no), *map(int, keys.split("|"))) for no, keys in rows),
                    tuple((name, int(ahead), int(behind)) for name, ahead, behind in decides),
                    of_teams,
                )
            )
    return found


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.title)
def test_as_worked_out_by_hand(case: Case) -> None:
    rows = ranked([row[0] for row in case.rows], Standing(case.record()), case.criteria)
    assert [(row.no, *row.keys[:-1], -row.keys[-1]) for row in rows] == list(case.rows)
    assert case.decides
    for name, ahead, behind in case.decides:
        (pair,) = [two for two in pairwise(rows) if (two[0].no, two[1].no) == (ahead, behind)]
        first = next(at for at, (a, b) in enumerate(zip(pair[0].keys, pair[1].keys, strict=True)) if a != b)
        assert case.criteria[first] == name


@pytest.mark.parametrize(("criteria", "teams"), [(PLAYERS, False), (TEAMS, True)])
def test_every_criterion_decides_a_case(criteria: tuple[str, ...], teams: bool) -> None:
    decided = {name for case in cases() if case.teams == teams for name, *_ in case.decides}
    first_four = {name for case in cases() for name, *_ in case.decides} & set(PLAYERS[:4])
    assert decided | first_four == set(criteria) | first_four >= set(PLAYERS[:4])


def test_the_page_says_how_many_games_an_opponent_won() -> None:
    """The numbers in brackets, from which a reader adds the sums up."""
    for section, case in zip(PAGE.split("\n### ")[1:], cases(), strict=True):
        wins = {row[0]: row[1] for row in case.rows}
        for opponent, shown in re.findall(r"(?:beat|to) (\d+) \((\d+)\)", section):
            assert wins[int(opponent)] == int(shown), case.title


def test_cumulative_score() -> None:
    """○○○× = 1+2+3+3 = 9."""
    outcomes: tuple[Outcome, ...] = ("win", "win", "win", "loss")
    lines = {1: tuple(Line(number, "swiss", one) for number, one in enumerate(outcomes, 1))}
    one = Record(declared("shogi-team").score, entrants([1]), lines, (1, 2, 3, 4))
    assert criterion("cumulative-wins")(1, Standing(one), ()).value == 9


def test_who_beat_and_lost_to_the_same_player_has_not_decided_it() -> None:
    """A rematch with another result: neither is ahead by the direct encounter."""
    one = counted(entrants([1, 2]), [[game("1>2")], [game("2>1")]])
    assert [row.keys[4] for row in ranked([1, 2], Standing(one), PLAYERS)] == [0, 0]
    assert not one.has_beaten(1, 2) and not one.has_beaten(2, 1)
