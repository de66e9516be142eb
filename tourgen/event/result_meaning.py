"""What the marks of a row mean: a game by its two cells, a team match by its boards.

Every row is judged here once, right after its sheet is read; the checks, the rounds and the game records use the
outcome that is kept with the sheet.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, fields, replace

from tourgen.engine.model import Kind
from tourgen.engine.notices import needs_discs
from tourgen.formats import Format
from tourgen.formats.labels import read_group
from tourgen.messages.problems import Problem
from tourgen.model import Mark, ResultRow, ResultSheet, Source
from tourgen.result_marks import (
    BOARD_DISCS,
    DISQUALIFIED,
    EVERY_MARK,
    FOUL,
    NOBODY_WINS,
    PLAIN_MARKS,
    RESULT_MARKS,
    board_winner,
    marks_of,
    written,
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the game of a row ended."""

    kind: Kind
    winner: int | None = None  # 0 or 1: the side
    note: str = ""
    boards: tuple[int, ...] | None = None  # teams: 1 where the first team's player won
    games: tuple[int, ...] = ()  # best of n: 1 where the first player won


Judged = Outcome | list[Problem] | None
"""The outcome, or the problems of the marks; None where nothing is entered yet."""


@dataclass(frozen=True, slots=True)
class JudgedSheet(ResultSheet):
    """A round's sheet with what the marks of each row mean."""

    judged: tuple[Judged, ...] = ()

    @property
    def judged_rows(self) -> Iterator[tuple[ResultRow, Judged]]:
        """Every row with its outcome."""
        return zip(self.rows, self.judged, strict=True)


def judge_sheet(sheet: ResultSheet, declared: Format | None) -> JudgedSheet:
    """The sheet, judged row by row; without a format every mark is known."""
    found = [judge_row(row, declared) for row in sheet.rows]
    kept = {one.name: getattr(sheet, one.name) for one in fields(sheet)}
    rows, judged = tuple(row for row, _ in found), tuple(judged for _, judged in found)
    return JudgedSheet(**{**kept, "rows": rows, "judged": judged})


def judge_row(row: ResultRow, declared: Format | None) -> tuple[ResultRow, Judged]:
    """One row with both its counts, and what it means."""
    known = marks_of(declared) if declared else EVERY_MARK
    counted = _with_both_counts(row)
    return counted, judge(counted, known, _best_of(row, declared))


def _with_both_counts(row: ResultRow) -> ResultRow:
    """One count is enough: the winner has the empty squares too, so that both make 64."""
    first, second = row.discs
    if first is not None and second is None:
        return replace(row, discs=(first, BOARD_DISCS - first))
    if second is not None and first is None:
        return replace(row, discs=(BOARD_DISCS - second, second))
    return row


def _best_of(row: ResultRow, declared: Format | None) -> int:
    """How many games the match of a row has: as its 組 says, else as many as the longest there is."""
    if declared is None or not row.games:
        return len(row.games)
    typed = read_group(row.group, declared) if row.group else None
    return declared.best_of(typed[0]) if typed else max(stage.best_of for stage in declared.stage)


def judge(row: ResultRow, known: Collection[Mark] = PLAIN_MARKS, best_of: int = 1) -> Judged:
    """What the marks of a row mean where the format knows these."""
    unknown = _not_in_format(row, known)
    if unknown:
        return unknown
    if row.numbers[1] is None:
        return _judge_bye(row)
    if row.boards:
        return _judge_match(row)
    outcomes = [
        _outcome(mark, side, row.black or 0) for side, mark in enumerate(row.marks) if mark is not None
    ]
    if len(outcomes) == 2:
        agreed = _agreed(*outcomes)
        if agreed is None:
            return [_contradiction(row)]
        outcomes = [agreed]
    if any(row.games):
        return _judge_games(row, outcomes[0] if outcomes else None, best_of)
    return outcomes[0] if outcomes else _by_discs(row, known)


def _by_discs(row: ResultRow, known: Collection[Mark]) -> Outcome | None:
    """Disc counts alone decide; as many for both is a draw where there are draws, else a winner must be marked."""
    first, second = row.discs
    if first is None or second is None:
        return None
    if first == second:
        return Outcome("draw") if "draw" in known else None
    return Outcome("played", int(first < second))


def lacks_discs(
    declared: Format, stage: str, outcome: Outcome, discs: tuple[object | None, object | None]
) -> bool:
    """Whether a criterion needs disc counts that are not there; after a foul there are none to count."""
    counts = declared.stage_of_label(stage) in declared.counted
    played = outcome.kind in ("played", "draw") and not outcome.note and not outcome.games
    return needs_discs(declared) and counts and played and None in discs


def _judge_games(row: ResultRow, said: Outcome | None, best_of: int) -> Judged:
    """A match of several games: the majority wins, and what is not needed stays blank."""
    won: list[int] = []
    for place, mark in enumerate(row.games, 1):
        decided = 2 * max(won.count(1), won.count(0)) > best_of
        cell, winner = row.at(f"game{place}"), board_winner(mark)
        if mark is None:
            continue
        if winner is None:
            return [Problem("game-mark", cell, written(mark, ""))]
        if decided or place > best_of:
            return [Problem("game-not-needed", cell, written(mark, ""), {"best_of": best_of})]
        if len(won) < place - 1:
            return [Problem("game-skipped", row.at(f"game{len(won) + 1}"), params={"game": place})]
        won.append(1 - winner)
    games = tuple(won)
    if 2 * max(won.count(1), won.count(0)) > best_of:
        winner = int(won.count(0) > won.count(1))
        if said is not None and said.winner != winner:
            return [Problem("games-contradict", marked_cell(row), written(row.marks[0] or row.marks[1], ""))]
        return replace(said, games=games) if said else Outcome("played", winner, games=games)
    # Broken off: the marks of the match itself say how it ended.
    return replace(said, games=games) if said else None


def _not_in_format(row: ResultRow, known: Collection[Mark]) -> list[Problem]:
    """Every mark of a row that the format doesn't know; a team's boards end in no draw, whatever the game."""
    if not row.boards and row.numbers[1] is None:
        return []
    fitting = PLAIN_MARKS if row.boards else known
    return [
        Problem("result-not-in-format", row.at(key), written(mark, ""))
        for key, mark in row.mark_cells
        if mark is not None and mark not in fitting
    ]


def _judge_bye(row: ResultRow) -> Judged:
    """A bye can only be won, at every board of a team."""
    own, other = (None, "walkover", "win"), (None, "loss", "forfeit")
    for key, mark in row.mark_cells:
        if mark not in (other if key == "result2" else own) and not key.startswith("game"):
            return [Problem("bye-result", row.at(key), written(mark, ""))]
    return Outcome("bye", 0, boards=(1,) * len(row.boards) if row.boards else None)


def _outcome(mark: Mark, side: int, black: int) -> Outcome:
    """What one mark says in the cell of this side; in Go the first player is Black, unless 黒 says otherwise."""
    meaning = RESULT_MARKS[mark]
    winners = {"own": side, "other": 1 - side, "first": black, "second": 1 - black}
    return Outcome(meaning.kind, winners[meaning.winner] if meaning.winner else None, meaning.note)


def _agreed(first: Outcome, second: Outcome) -> Outcome | None:
    """Two marks must agree; the more telling one (不戦敗, 反則) explains a plain ○ or ×."""
    if first.winner != second.winner:
        both_forfeit = first.kind == second.kind == "forfeit" and (first.winner, second.winner) == (1, 0)
        return Outcome("double-loss") if both_forfeit else None
    if first.kind != second.kind and (first.kind in NOBODY_WINS or second.kind in NOBODY_WINS):
        return None
    if "forfeit" in (first.kind, second.kind):
        return None if first.note or second.note else Outcome("forfeit", first.winner)
    return Outcome(first.kind, first.winner, first.note or second.note)


def _contradiction(row: ResultRow) -> Problem:
    first, second = (written(mark, "") for mark in row.marks)
    cell = row.at("result1").cell
    if first == second in (FOUL, DISQUALIFIED):
        code = "both-fouls" if first == FOUL else "both-disqualified"
        return Problem(code, row.at("result2"), second, {"cell": cell})
    params = {"first": first, "second": second, "cell": cell}
    return Problem("results-contradict", row.at("result2"), params=params)


def _judge_match(row: ResultRow) -> Judged:
    """A team match: the majority of boards wins; as long as one is blank it is not finished."""
    marks = [mark for mark in row.boards if mark is not None]
    if "double-loss" in marks and set(marks) != {"double-loss"}:
        place = row.boards.index("double-loss") + 1
        return [Problem("board-double-loss", row.at(f"board{place}"), written("double-loss"))]
    return _match(marks) if len(marks) == len(row.boards) else None


def _match(marks: Sequence[Mark]) -> Outcome:
    """All boards are entered. A match is forfeited only as a whole; a short-handed team loses its missing board."""
    if set(marks) == {"double-loss"}:
        return Outcome("double-loss")
    boards = tuple(int(board_winner(mark) == 0) for mark in marks)
    winner = 0 if 2 * sum(boards) > len(boards) else 1
    if set(marks) in ({"walkover"}, {"forfeit"}):
        return Outcome("forfeit", winner, boards=boards)
    note = DISQUALIFIED if "disqualified" in marks else FOUL if "foul" in marks else ""
    return Outcome("played", winner, note, boards)


def marked_cell(row: ResultRow, side: int = 0) -> Source:
    """The cell of `side` where something stands in it, else the other one; of a team match its first board."""
    if row.boards:
        return row.at("board1")
    return row.at(f"result{(side if row.marks[side] else 1 - side) + 1}")
