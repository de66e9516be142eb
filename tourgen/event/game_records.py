"""games/: game records of Go, matched to the tables of the rounds (docs/sheets.md).

The sheets are the truth: a record never changes a result. It may say what to type, and a sheet that says otherwise is
an error, for one of the two is wrong.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path

from tourgen.event.judge_round import RULING
from tourgen.event.private_names import private_words
from tourgen.event.read_files import away, not_downloaded, read_record
from tourgen.event.result_meaning import Judged, JudgedSheet, Outcome, marked_cell
from tourgen.event.round_files import round_name
from tourgen.event.settings import Event
from tourgen.event.sides import Sides, sides_of
from tourgen.formats.labels import plain
from tourgen.go.board import Colour
from tourgen.go.count import Count, number
from tourgen.go.record import BOTH_LOSE, NO_RESULT, PENDING, RecordName, Triple, read_name, read_triple
from tourgen.go.score import Scored, score
from tourgen.go.sgf_text import SgfProblem, decode
from tourgen.messages.problems import Notice, Problem, brief
from tourgen.model import Mark, Player, ResultRow, Source
from tourgen.result_marks import board_winner, written

_RESULTS: tuple[tuple[str, Mark], ...] = (
    (r"B\+.*|黒.*勝.*", "black-wins"),
    (r"W\+.*|白.*勝.*", "white-wins"),
    (r"0|DRAW|JIGO|持碁", "draw"),
    (re.escape(PENDING), "pending"),
    (NO_RESULT.upper(), "no-result"),
    (BOTH_LOSE.upper(), "double-loss"),
)
_LONGEST_RESULT = 100  # of a record's RE; a file may hold a million letters there
_COUNTED = re.compile(r"[BW]\+\d+(\.\d+)?|0")

Table = tuple[int, int]  # round and table
Place = tuple[str, int, int, int]  # division, round, table, board
Sheets = Mapping[str, Mapping[int, JudgedSheet]]
Rosters = Mapping[str, Sequence[Player]]


@dataclass(frozen=True)
class TableRecord:
    """The record of one table: the game, the proposals with their counts, and the files to hand on."""

    name: RecordName
    triple: Triple
    counts: Mapping[Colour, Count]
    files: Mapping[str, bytes]
    black: int = 0  # which of the two of the sheet's row

    @property
    def agreed(self) -> Count | None:
        """The count that the result names, where one of the proposals gives it."""
        return next((one for one in self.counts.values() if one.result == self.triple.result), None)


@dataclass
class Records:
    """The records in games/ by division and table, with their notices and problems."""

    tables: dict[str, dict[Table, TableRecord]] = field(default_factory=dict)
    notices: dict[str, list[Notice]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


@dataclass
class _Files:
    """The files of one table as they lie there: by part (None: the official record), with their own names."""

    name: RecordName
    parts: dict[Colour | None, tuple[str, bytes]] = field(default_factory=dict)
    unread: bool = False  # one of them could not be read, so the others are not interpreted either


def read_records(event: Event, sheets: Sheets, rosters: Rosters) -> Records:
    """Every record of the event's divisions of Go; without such a division games/ is not looked at."""
    found = Records()
    divisions = {one.id: one for one in event.divisions if one.declared.game == "go"}
    folder = event.folder / "games"
    if not divisions or not folder.is_dir():
        return found
    found.problems += not_downloaded(folder, f"{event.shown}/games", ".sgf")
    words = private_words(event, chain.from_iterable(rosters.values()))
    for table in _by_table(folder, f"{event.shown}/games", tuple(divisions), found.problems):
        division = divisions[str(table.name.division)]
        record = _read(table, found.problems)
        if record is None:
            continue
        file = table.parts[None][0]
        sheet = sheets.get(division.id, {}).get(record.name.round)
        if sheet is None and _reported(event.folder / "rounds", round_name(division.id, record.name.round)):
            continue
        found_row = _row(sheet, record.name)
        if found_row is None:
            params = {"round": record.name.round, "table": record.name.table, "division": division.name}
            found.problems.append(Problem("record-no-table", Source(file), record.name.stem, params))
            continue
        players = {player.no: player for player in rosters.get(division.id, ())}
        row, judged = found_row
        private = any(no in players and players[no].private for no in row.numbers)
        if private or any(_names_somebody(data, words) for data in record.files.values()):
            record = replace(record, files={})  # a record names its players, in its comments too
        sides = _with_black(sides_of(division, row, players, record.name.board), record)
        if not record.name.board:  # boards of teams have no pages
            place = (record.name.round, record.name.table)
            found.tables.setdefault(division.id, {})[place] = replace(record, black=sides.black or 0)
        found.problems += _contradiction(row, judged, record, file, sides)
        notices = found.notices.setdefault(division.id, [])
        if judged is None:
            notices += _waiting(row, record, file, sides)
        notices += _notices(record, file, replace(sides, names=("", "")) if private else sides, words)
    return found


def _with_black(sides: Sides, record: TableRecord) -> Sides:
    """Where colours were decided at the table and nothing is typed, the record's names tell who was Black."""
    first, second = (plain(name) for name in sides.names)
    said = plain(" ".join(record.triple.played.info.get("PB", ())))
    told = int(bool(said) and said == second != first)
    return sides if sides.black is not None else replace(sides, black=told)


def _reported(rounds: Path, name: str) -> bool:
    """Whether a sheet that was not read is there, or being saved or synchronised: that is reported already."""
    names = [path.name for path in rounds.iterdir()] if rounds.is_dir() else []
    return name in names or away(name, names, "") is not None


def _by_table(
    folder: Path, shown_folder: str, divisions: tuple[str, ...], problems: list[Problem]
) -> list[_Files]:
    """The files table by table; a record that fits no table is a problem, never passed over."""
    tables: dict[Place, _Files] = {}
    for path in sorted(folder.iterdir()):
        if path.suffix.lower() != ".sgf" or path.name.startswith(".") or path.is_dir():
            continue
        file = f"{shown_folder}/{path.name}"
        understood = read_name(path.name)
        if understood is None:
            problems.append(Problem("record-name", Source(file), path.name))
            continue
        name, part = understood
        division = name.division or (divisions[0] if len(divisions) == 1 else None)
        if division not in divisions:
            params = {"known": ", ".join(divisions)}
            problems.append(Problem("record-division", Source(file), name.division or path.name, params))
            continue
        name = replace(name, division=division)
        table = tables.setdefault((division, name.round, name.table, name.board), _Files(name))
        if part in table.parts:
            params = {"other": table.parts[part][0].rpartition("/")[2]}
            problems.append(Problem("record-twice", Source(file), path.name, params))
            continue
        data = read_record(path, file, folder.parent)
        if isinstance(data, Problem):
            problems.append(data)
            table.unread = True
        else:
            table.parts[part] = (file, data)
    return [table for table in tables.values() if not table.unread]


def _read(table: _Files, problems: list[Problem]) -> TableRecord | None:
    """The triple, or what is wrong with each of its files."""
    scored = {part: score(data, file) for part, (file, data) in table.parts.items()}
    wrong = [one for one in scored.values() if isinstance(one, Problem)]
    if None not in table.parts and not wrong:
        first = next(iter(table.parts.values()))[0]
        official = re.sub(r"\.(black|white)\.sgf$", ".sgf", first.rpartition("/")[2])
        wrong = [Problem("record-alone", Source(first), params={"official": official})]
    if wrong:
        problems += wrong
        return None
    files = {table.name.file(part): data for part, (_, data) in table.parts.items()}
    try:
        triple = read_triple(files, table.name)
    except SgfProblem as differs:
        params = {"official": table.parts[None][0].rpartition("/")[2]}
        part = next(part for part in table.parts if table.name.file(part) == differs.params.get("found"))
        file = table.parts[part][0]
        problems.append(Problem(differs.code, Source(file), file.rpartition("/")[2], params))
        return None
    counts = {author: one.counted for author in Colour if isinstance(one := scored.get(author), Scored)}
    if triple.black == triple.white and Colour.BLACK in counts:
        counts = {Colour.BLACK: counts[Colour.BLACK], Colour.WHITE: counts[Colour.BLACK]}
    return TableRecord(table.name, triple, counts, files)


def _row(sheet: JudgedSheet | None, name: RecordName) -> tuple[ResultRow, Judged] | None:
    """The row of a table at which two sit, with what its marks mean; of a team match those of the one board."""
    rows = sheet.judged_rows if sheet else ()
    found = [one for one in rows if one[0].table == name.table and one[0].numbers[1] is not None]
    if not found or name.board > len(found[0][0].boards):
        return None
    row, judged = found[0]
    if not name.board:
        return row, judged
    winner = board_winner(row.boards[name.board - 1])
    return row, None if winner is None else Outcome("played", winner)


def result_mark(result: str) -> Mark | None:
    """What to type for a record's result; None where it names none that is known."""
    said = unicodedata.normalize("NFKC", result[:_LONGEST_RESULT]).strip().upper()
    return next((mark for pattern, mark in _RESULTS if re.fullmatch(pattern, said)), None)


def _contradiction(
    row: ResultRow, judged: Judged, record: TableRecord, file: str, sides: Sides
) -> Iterator[Problem]:
    """A sheet that says otherwise than the record."""
    wanted, board = result_mark(record.triple.result), record.name.board
    if not isinstance(judged, Outcome) or wanted is None or _agrees(judged, wanted, sides.black or 0):
        return
    pending = wanted == "pending" and judged.kind != "pending"
    if pending and RULING in plain(row.note):
        return  # the committee has decided it since
    found = " ".join(
        written(mark) for mark in (row.boards[board - 1 : board] if board else row.marks) if mark
    )
    cell = row.at(f"board{board}") if board else marked_cell(row)
    params = _record_params(record, file, wanted, sides)
    yield Problem("record-pending" if pending else "record-contradicts", cell, found, params)


def _agrees(outcome: Outcome, wanted: Mark, black: int) -> bool:
    if wanted in ("black-wins", "white-wins"):
        return outcome.winner == (black if wanted == "black-wins" else 1 - black)
    return outcome.kind == wanted


def _waiting(row: ResultRow, record: TableRecord, file: str, sides: Sides) -> Iterator[Notice]:
    """What the record would have typed into a blank cell."""
    wanted, board = result_mark(record.triple.result), record.name.board
    if wanted is not None:
        cell = row.at(f"board{board}") if board else row.blank_cell
        yield Notice("record-waiting", cell, _record_params(record, file, wanted, sides))


def _record_params(record: TableRecord, file: str, wanted: Mark, sides: Sides) -> dict[str, object]:
    """The marks 黒勝 and 白勝 serve where the first player is Black; elsewhere it is told which player won."""
    if sides.nigiri or sides.stones:
        black = {"black-wins": sides.black, "white-wins": 1 - (sides.black or 0)}.get(wanted)
        wanted = wanted if black is None else "loss" if black else "win"
    result = brief(record.triple.result)
    return {"file": file.rpartition("/")[2], "record": result, "mark": written(wanted)}


def _names_somebody(data: bytes, words: Collection[str]) -> bool:
    """Whether a record names somebody whose name is private; a letter may stand behind a backslash."""
    text = plain(decode(data).replace("\\", "")) if words else ""
    return any(word in text for word in words)


def _notices(record: TableRecord, file: str, sides: Sides, words: Collection[str]) -> Iterator[Notice]:
    """What is odd about a record: other names, another komi, another count. Private names are not told."""
    where, info = Source(file), record.triple.played.info
    names = sides.names[::-1] if sides.black else sides.names
    written = [" ".join(info.get(key, ())) for key in ("PB", "PW")]
    if any(not _same_name(one, other) for one, other in zip(written, names, strict=True)):
        told = ["…" if any(word in plain(name) for word in words) else name for name in (*written, *names)]
        params = dict(zip(("black", "white", "first", "second"), told, strict=True))
        yield Notice("record-names", where, params)
    if record.triple.played.komi != sides.komi:
        said = {"found": number(record.triple.played.komi), "komi": number(sides.komi)}
        yield Notice("record-komi", where, said)
    if record.counts and record.agreed is None and _COUNTED.fullmatch(record.triple.result):
        counted = ", ".join(dict.fromkeys(one.result for one in record.counts.values()))
        yield Notice("record-count", where, {"record": record.triple.result, "counted": counted})


def _same_name(written: str, name: str) -> bool:
    """Records often add a grade or leave out a given name."""
    one, other = plain(written), plain(name)
    return not one or not other or one in other or other in one
