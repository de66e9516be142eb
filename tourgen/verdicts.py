"""What the marks of a row mean: one game by its two cells, a team match by its boards."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import get_args

from tourgen.dataclass import dataclass
from tourgen.formats import Format
from tourgen.model import GO_MARKS, OTHELLO_MARKS, Kind, Mark, ResultRow, Source
from tourgen.problems import Problem

FOUL, DISQUALIFIED = "反則", "失格"
EVERY_MARK: tuple[Mark, ...] = get_args(Mark)
NOBODY_WINS: tuple[Kind, ...] = ("double-loss", "pending", "no-result", "draw")


def marks_of(declared: Format) -> tuple[Mark, ...]:
    """The marks that a game of this format can end with."""
    if declared.game != "go":
        return OTHELLO_MARKS
    return tuple(mark for mark in GO_MARKS if mark != "draw" or declared.in_points)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the marks of a row mean."""

    kind: Kind
    winner: int | None = None  # 0 or 1: the side
    note: str = ""
    boards: tuple[int, ...] | None = None  # teams: 1 where the first team's player won


def strange_marks(row: ResultRow, known: Collection[Mark]) -> list[Problem]:
    """Every mark of a row that the format doesn't know, whatever else is wrong with it."""
    cells = [(f"board{place}", mark) for place, mark in enumerate(row.boards, 1)]
    if not row.boards and row.numbers[1] is not None:
        cells = [(f"result{side}", mark) for side, mark in enumerate(row.marks, 1)]
    fitting = OTHELLO_MARKS if row.boards else known
    return [
        Problem("result-not-in-format", row.at(key), shown(mark))
        for key, mark in cells
        if mark is not None and mark not in fitting
    ]


def judge(row: ResultRow, known: Collection[Mark] = OTHELLO_MARKS) -> Verdict | Problem | None:
    """What the marks of a row mean where the format knows these; None if nothing is entered yet."""
    if row.boards:
        return _judge_match(row)
    if row.numbers[1] is None:
        return _judge_bye(row)
    sides = [side for side, mark in enumerate(row.marks) if mark is not None]
    if not sides:
        return None
    strange = strange_marks(row, known)
    if strange:
        return strange[0]
    merged = _merge([_one_mark(mark, side) for side, mark in enumerate(row.marks) if mark is not None])
    if merged is None:
        first, second = map(shown, row.marks)
        if first == second and row.marks[0] in ("foul", "disqualified"):
            code = "both-disqualified" if row.marks[0] == "disqualified" else "both-fouls"
            return Problem(code, row.at("result2"), second, {"cell": row.at("result1").cell})
        params = {"first": first, "second": second, "cell": row.at("result1").cell}
        return Problem("results-contradict", row.at("result2"), params=params)
    return merged


def _judge_bye(row: ResultRow) -> Verdict | Problem:
    for side, right in enumerate(((None, "walkover", "win"), (None, "loss", "forfeit"))):
        if row.marks[side] not in right:
            return Problem("bye-result", row.at(f"result{side + 1}"), shown(row.marks[side]))
    return Verdict("bye", 0)


def _one_mark(mark: Mark, side: int) -> Verdict:
    """Who won, from the point of view of the player in whose cell the mark stands; player 1 is Black."""
    other = 1 - side
    match mark:
        case "win" | "loss":
            return Verdict("played", side if mark == "win" else other)
        case "walkover" | "forfeit":
            return Verdict("forfeit", side if mark == "walkover" else other)
        case "foul":
            return Verdict("played", other, FOUL)
        case "disqualified":
            return Verdict("played", other, DISQUALIFIED)
        case "black-wins" | "white-wins":
            return Verdict("played", 0 if mark == "black-wins" else 1)
        case "double-loss" | "pending" | "no-result" | "draw":
            return Verdict(mark)


def _merge(verdicts: Sequence[Verdict]) -> Verdict | None:
    """Two marks must agree; the more telling one (不戦敗, 反則) explains a plain ○ or ×."""
    if len(verdicts) == 1:
        return verdicts[0]
    first, second = verdicts
    if first.winner != second.winner:
        both_forfeit = first.kind == second.kind == "forfeit" and (first.winner, second.winner) == (1, 0)
        return Verdict("double-loss") if both_forfeit else None
    if first.kind != second.kind and (first.kind in NOBODY_WINS or second.kind in NOBODY_WINS):
        return None
    if "forfeit" in (first.kind, second.kind):
        return None if first.note or second.note else Verdict("forfeit", first.winner)
    return Verdict(first.kind, first.winner, first.note or second.note)


def _judge_match(row: ResultRow) -> Verdict | Problem | None:
    """A team match: the majority of boards wins; as long as one is blank it is not finished."""
    strange = strange_marks(row, OTHELLO_MARKS)
    if strange:
        return strange[0]
    if row.numbers[1] is None:
        return _judge_teams_bye(row)
    marks = [mark for mark in row.boards if mark is not None]
    if "double-loss" in marks and set(marks) != {"double-loss"}:
        place = row.boards.index("double-loss") + 1
        return Problem("board-double-loss", row.at(f"board{place}"), shown("double-loss"))
    return _match(marks) if len(marks) == len(row.boards) else None


def _judge_teams_bye(row: ResultRow) -> Verdict | Problem:
    for place, mark in enumerate(row.boards, 1):
        if mark not in (None, "walkover", "win"):
            return Problem("bye-result", row.at(f"board{place}"), shown(mark))
    return Verdict("bye", 0, boards=(1,) * len(row.boards))


def _match(marks: Sequence[Mark]) -> Verdict:
    """All boards are entered. A match is forfeited only as a whole; a short-handed team loses its missing board."""
    if set(marks) == {"double-loss"}:
        return Verdict("double-loss")
    boards = tuple(int(won(mark)) for mark in marks)
    winner = 0 if 2 * sum(boards) > len(boards) else 1
    if set(marks) in ({"walkover"}, {"forfeit"}):
        return Verdict("forfeit", winner, boards=boards)
    note = DISQUALIFIED if "disqualified" in marks else FOUL if "foul" in marks else ""
    return Verdict("played", winner, note, boards)


def won(mark: Mark) -> bool:
    """Whether the player in whose cell it stands has won."""
    return mark in ("win", "walkover")


_SHOWN: dict[Mark, str] = {
    "win": "○", "loss": "×", "walkover": "不戦勝", "forfeit": "不戦敗", "foul": "反則", "disqualified": "失格",
    "double-loss": "両負", "pending": "預", "no-result": "無", "draw": "△", "black-wins": "黒勝", "white-wins": "白勝",
}  # fmt: skip


def shown(mark: Mark | None, game: str = "") -> str:
    """A mark as people type it; a draw has a name of its own in Go."""
    if mark == "draw" and game == "go":
        return "持碁"
    return _SHOWN[mark] if mark else ""


def marked(row: ResultRow, side: int = 0) -> Source:
    """The cell of `side` where something stands in it, else the other one; of a team match its first board."""
    if row.boards:
        return row.at("board1")
    return row.at(f"result{(side if row.marks[side] else 1 - side) + 1}")
