"""games/: game records of Go, matched to the tables of the rounds (docs/sheets.md).

The sheets are the truth: a record never changes a result. It may say what to type, and a sheet that says otherwise is
an error, for one of the two is wrong.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path

from tourgen.event import Division, Event
from tourgen.go.board import Colour
from tourgen.go.count import Count, number
from tourgen.go.record import BOTH_LOSE, NO_RESULT, PENDING, RecordName, Triple, read_name, read_triple
from tourgen.go.score import Scored, score
from tourgen.go.sgf import SgfProblem
from tourgen.intake import away, not_downloaded, read_record
from tourgen.labels import plain
from tourgen.model import Mark, Player, ResultRow, ResultSheet, Source
from tourgen.officiate import RULING
from tourgen.problems import Notice, Problem, brief
from tourgen.verdicts import Verdict, judge, marked, marks_of, shown

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
Sheets = Mapping[str, Mapping[int, ResultSheet]]
Rosters = Mapping[str, Sequence[Player]]


@dataclass(frozen=True)
class TableRecord:
    """The record of one table: the game, the proposals with their counts, and the files to hand on."""

    name: RecordName
    triple: Triple
    counts: Mapping[Colour, Count]
    files: Mapping[str, bytes]

    @property
    def agreed(self) -> Count | None:
        """The count that the result names, where one of the proposals gives it."""
        return next((one for one in self.counts.values() if one.result == self.triple.result), None)


@dataclass
class Records:
    """What games/ holds, by division: records by table, and what the organiser should know of them."""

    tables: dict[str, dict[Table, TableRecord]] = field(default_factory=dict)
    notices: dict[str, list[Notice]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


@dataclass
class _Files:
    """The files of one table as they lie there: by part (None: the official record), with their own names."""

    name: RecordName
    parts: dict[Colour | None, tuple[str, bytes]] = field(default_factory=dict)
    unread: bool = False  # one of them could not be read: what the others mean is not guessed at


def read_records(event: Event, sheets: Sheets, rosters: Rosters) -> Records:
    """Every record of the event's divisions of Go; without such a division games/ is not looked at."""
    found = Records()
    divisions = {one.id: one for one in event.divisions if one.declared.game == "go"}
    folder = event.folder / "games"
    if not divisions or not folder.is_dir():
        return found
    found.problems += not_downloaded(folder, f"{event.shown}/games", ".sgf")
    for table in _by_table(folder, f"{event.shown}/games", tuple(divisions), found.problems):
        division = divisions[str(table.name.division)]
        record = _read(table, found.problems)
        if record is None:
            continue
        file = table.parts[None][0]
        sheet = sheets.get(division.id, {}).get(record.name.round)
        if sheet is None and _told(event.folder / "rounds", f"{division.id}-r{record.name.round}.xlsx"):
            continue
        row = _row(sheet, record.name.table)
        if row is None:
            params = {"round": record.name.round, "table": record.name.table, "division": division.name}
            found.problems.append(Problem("record-no-table", Source(file), record.name.stem, params))
            continue
        found.tables.setdefault(division.id, {})[record.name.round, record.name.table] = record
        players = {player.no: player for player in rosters.get(division.id, ())}
        found.problems += _contradiction(division, row, record, file)
        notices = found.notices.setdefault(division.id, [])
        notices += _notices(division, row, record, file, players)
    return found


def _told(rounds: Path, name: str) -> bool:
    """Whether a sheet that was not read is there, or only away: that is reported already."""
    names = [path.name for path in rounds.iterdir()] if rounds.is_dir() else []
    return name in names or away(name, names, "") is not None


def _by_table(
    folder: Path, shown_folder: str, divisions: tuple[str, ...], problems: list[Problem]
) -> list[_Files]:
    """The files table by table; a record that belongs nowhere is never passed over."""
    tables: dict[tuple[str, Table], _Files] = {}
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
        name = RecordName(name.round, name.table, division)
        table = tables.setdefault((division, (name.round, name.table)), _Files(name))
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


def _row(sheet: ResultSheet | None, table: int) -> ResultRow | None:
    """The row of a table at which two sit."""
    rows = sheet.rows if sheet else ()
    return next((row for row in rows if row.table == table and row.numbers[1] is not None), None)


def result_mark(result: str) -> Mark | None:
    """What to type for a record's result; None where it names none that is known."""
    said = unicodedata.normalize("NFKC", result[:_LONGEST_RESULT]).strip().upper()
    return next((mark for pattern, mark in _RESULTS if re.fullmatch(pattern, said)), None)


def _verdict(division: Division, row: ResultRow) -> Verdict | Problem | None:
    return judge(row, marks_of(division.declared))


def _contradiction(division: Division, row: ResultRow, record: TableRecord, file: str) -> Iterator[Problem]:
    """A sheet that says otherwise than the record."""
    verdict, wanted = _verdict(division, row), result_mark(record.triple.result)
    if verdict is None or isinstance(verdict, Problem) or wanted is None or _agrees(verdict, wanted):
        return
    pending = wanted == "pending" and verdict.kind != "pending"
    if pending and RULING in plain(row.note):
        return  # the committee has decided it since
    params = {
        "file": file.rpartition("/")[2],
        "record": brief(record.triple.result),
        "mark": shown(wanted, "go"),
    }
    found = " ".join(shown(mark, "go") for mark in row.marks if mark)
    yield Problem("record-pending" if pending else "record-contradicts", marked(row), found, params)


def _agrees(verdict: Verdict, wanted: Mark) -> bool:
    if wanted in ("black-wins", "white-wins"):
        return verdict.winner == (0 if wanted == "black-wins" else 1)
    return verdict.kind == wanted


def _notices(
    division: Division, row: ResultRow, record: TableRecord, file: str, players: Mapping[int, Player]
) -> Iterator[Notice]:
    """What is odd about a record, and what it would have typed into a blank cell."""
    wanted = result_mark(record.triple.result)
    if wanted is not None and _verdict(division, row) is None:
        params = {
            "file": file.rpartition("/")[2],
            "record": record.triple.result,
            "mark": shown(wanted, "go"),
        }
        yield Notice("record-waiting", row.blank_cell, params)
    where, info = Source(file), record.triple.played.info
    names = [players[no].name if no in players else "" for no in row.numbers if no is not None]
    written = [" ".join(info.get(key, ())) for key in ("PB", "PW")]
    if any(not _same_name(one, other) for one, other in zip(written, names, strict=True)):
        params = dict(zip(("black", "white", "first", "second"), (*written, *names), strict=True))
        yield Notice("record-names", where, params)
    komi = Decimal(str(division.declared.komi))
    if record.triple.played.komi != komi:
        said = {"found": number(record.triple.played.komi), "komi": number(komi)}
        yield Notice("record-komi", where, said)
    if record.counts and record.agreed is None and _COUNTED.fullmatch(record.triple.result):
        counted = ", ".join(dict.fromkeys(one.result for one in record.counts.values()))
        yield Notice("record-count", where, {"record": record.triple.result, "counted": counted})


def _same_name(written: str, name: str) -> bool:
    """Records often add a grade or leave out a given name."""
    one, other = plain(written), plain(name)
    return not one or not other or one in other or other in one
