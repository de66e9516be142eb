"""The one line of input at the desk: `12 ○`, `12 2`, `12 34`, `12 不1`, `12 ○ 双方時間切れ`; widths are forgiven."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field

from tourgen.event.result_meaning import Outcome
from tourgen.live.tables import Table
from tourgen.model import Mark
from tourgen.result_marks import BOARD_DISCS, RESULT_MARKS, written
from tourgen.sheets.exchange_cell import CellValue
from tourgen.sheets.marks import result_mark

_LINE = re.compile(r"\s*(\d{1,4})\s*卓?[\s:]*(.*?)\s*")
# A Japanese keyboard writes ー for the hyphen.
_DISCS = re.compile(r"(\d{1,2})(?:\s*[-–−ー:対]\s*(\d{1,2}))?(?=\s|$)")
_WALKOVER = re.compile(r"(?:不|f)\s*([12○〇◯×])")
_SIDED = re.compile(r"(\D+?)\s*([12])")
_WINS: dict[str, Mark] = {"1": "win", "2": "loss"}


@dataclass(frozen=True)
class Typed:
    """What a line says: the table, and as soon as the line is whole, what goes into its cells; or what is wrong."""

    table: Table | None = None
    values: dict[str, CellValue] = field(default_factory=dict)
    outcome: Outcome | None = None
    problem: str = ""  # the key of a text
    found: str = ""


def read_line(text: str, tables: Iterable[Table]) -> Typed:
    """The line, for the tables of one division."""
    match = _LINE.fullmatch(unicodedata.normalize("NFKC", text))
    if match is None:
        return Typed(problem="table-first" if text.strip() else "")
    number, rest = int(match[1]), match[2]
    table = next((one for one in tables if one.number == number), None)
    if table is None:
        return Typed(problem="no-table", found=str(number))
    if not rest:
        return Typed(table)
    values = _several(rest, table) if table.boards or _by_game(rest, table) else _game(rest, table)
    if isinstance(values, str):
        return Typed(table, problem=values, found=rest)
    if not values.keys() <= table.stands.keys():
        return Typed(table, problem="not-read", found=rest)
    outcome = table.judged(values)
    if not isinstance(outcome, Outcome):
        return Typed(table, problem="not-here", found=rest)
    if table.lacks_discs(values, outcome):
        return Typed(table, problem="needs-discs", found=rest)
    return Typed(table, values, outcome)


def _game(rest: str, table: Table) -> dict[str, CellValue] | str:
    """The values of all cells of a game: none that stood there before is kept."""
    cells = table.blank
    counted = _DISCS.match(rest) if table.counts_discs else None
    if counted and (counted[2] or counted[1] not in ("0", "1", "2")):
        return _counted(cells, counted, None, rest[counted.end() :].strip(), table)
    word, _, more = rest.partition(" ")
    found = _mark(word) or _mark(word := rest)
    if found is None:
        return "not-read"
    more = "" if word == rest else more.strip()
    mark, side = found
    cells[f"result{side + 1}"] = written(mark)
    counted = _DISCS.match(more) if table.counts_discs else None
    if counted:
        return _counted(cells, counted, mark, more[counted.end() :].strip(), table)
    return cells | _note(more, table)


def _counted(
    cells: dict[str, CellValue], counted: re.Match[str], mark: Mark | None, note: str, table: Table
) -> dict[str, CellValue] | str:
    """The first player's discs, or both; they decide by themselves unless they are equal."""
    first = int(counted[1])
    second = int(counted[2]) if counted[2] else BOARD_DISCS - first
    if first > BOARD_DISCS or second > BOARD_DISCS or first + second > BOARD_DISCS:
        return "too-many-discs"
    if mark is None:
        if note and (said := _mark(note.partition(" ")[0])):
            mark, note = said[0], note.partition(" ")[2].strip()
        elif first == second:
            return "equal-discs"
        else:
            mark = "win" if first > second else "loss"
        cells["result1"] = written(mark)
    winner = RESULT_MARKS[mark].winner
    if (winner == "own" and first < second) or (winner == "other" and first > second):
        return "discs-contradict"
    return cells | {"discs1": first, "discs2": second} | _note(note, table)


def _by_game(rest: str, table: Table) -> bool:
    """Whether a match is typed game by game: ○×○."""
    marks = [_mark(word) for word in "".join(rest.split())]
    return table.games > 0 and len(marks) > 1 and all(marks)


def _several(rest: str, table: Table) -> dict[str, CellValue] | str:
    """One mark for each board, or one for all where nobody came; of a match's games as many as were played."""
    marks: list[Mark] = []
    if walkover := _WALKOVER.fullmatch(rest):
        marks = [_walkover(walkover[1])] * table.boards
    else:
        words = rest.split()
        for word in words if len(words) == table.boards else "".join(words):
            found = _mark(word)
            if found is None or found[1]:
                return "not-read"
            marks.append(found[0])
    if table.boards and len(marks) != table.boards:
        return "boards"
    name = "board" if table.boards else "game"
    cells = table.blank
    return cells | {f"{name}{n}": written(mark) for n, mark in enumerate(marks, 1)}


def _mark(word: str) -> tuple[Mark, int] | None:
    """The mark and in whose cell it stands: 反則2 is the second player's."""
    if word in _WINS:
        return _WINS[word], 0
    if walkover := _WALKOVER.fullmatch(word):
        return _walkover(walkover[1]), 0
    sided = _SIDED.fullmatch(word)
    found = result_mark(sided[1] if sided else word)
    return None if found is None or found == "unknown" else (found, int(sided[2]) - 1 if sided else 0)


def _walkover(who: str) -> Mark:
    return "forfeit" if who in "2×" else "walkover"


def _note(text: str, table: Table) -> dict[str, CellValue]:
    return {"note": text} if text and "note" in table.stands else {}
