"""The roster's day at the desk: who is absent, late, leaves or rests, two seats swapped, a result or a name corrected.

Each is a change of some cells in one workbook. What it will change for the players is said before it is done, by
playing the event through with it in a copy; then it is kept in entries.jsonl and written like every entry.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tourgen.engine.colours import handicaps
from tourgen.engine.lottery import Draw
from tourgen.event.entrants import entrant
from tourgen.event.load_event import load_event
from tourgen.event.pair_again import pair_again
from tourgen.event.read_files import open_elsewhere
from tourgen.event.read_sheets import roster_name
from tourgen.event.round_files import round_file
from tourgen.event.round_sheet import handicap_cells
from tourgen.event.settings import Division, Event
from tourgen.formats.labels import board_names
from tourgen.live.entries import Change
from tourgen.live.tables import DivisionTables, EventTables, read_division
from tourgen.live.typed_line import read_line
from tourgen.live.write_entries import CHANGED, GONE, OPEN, REFUSED, read_book, reason_of
from tourgen.messages.problems import Notice, Problem
from tourgen.model import Player
from tourgen.results.changes import changes
from tourgen.sheets.columns import ROSTER as COLUMNS
from tourgen.sheets.columns import column
from tourgen.sheets.edit_rows import Players, RowEdit, Rows, roster_rows, round_rows
from tourgen.sheets.exchange_cell import CannotExchange, CellValue
from tourgen.storage.errors import DiskProblem
from tourgen.storage.reading import folders_in, names_in, read
from tourgen.storage.tree import scratch
from tourgen.storage.typed_files import write_over

ROSTER = "roster.xlsx"
ABSENT = "○"
READ_BY_A_BUILD = (".toml", ".xlsx", ".ods", ".csv", ".md", ".sgf")


class Refused(Exception):
    """A request that can't be carried out: the key of a text, and the value of {found} in it."""


# --- What is asked for


def asked_change(tables: EventTables, asked: Mapping[str, Any], touched: Collection[str] = ()) -> Change:
    """The change that a helper asks for, with the present values of its cells. Raises Refused.

    `touched`: divisions in whose sheets results wait to be written.
    """
    event = tables.event
    division = event.division(asked["division"]) if event else None
    if event is None or division is None:
        raise Refused("changed")
    asking = _Asking(tables, event, division, asked, division.id in touched)
    match asked["kind"]:
        case "absent" | "present" | "withdrawn" | "rests" | "from" | "name":
            return asking.of_player()
        case "added":
            return asking.added()
        case "swap" | "colours":
            return asking.swapped()
        case "result":
            return asking.corrected()
    raise Refused("changed")


class TypeIt(Exception):
    """A roster that is no .xlsx is the organiser's to change: which file, whose row, and what to type where.

    `pair`: the round that is to be paired again then, if any.
    """

    def __init__(self, file: str, no: int, cells: Mapping[str, CellValue], pair: int) -> None:
        super().__init__(file)
        self.file, self.no, self.pair = file, no, pair
        self.cells = [(column(COLUMNS, key), value) for key, value in cells.items()]


@dataclass(frozen=True)
class _Asking:
    tables: EventTables
    event: Event
    division: Division
    asked: Mapping[str, Any]
    touched: bool

    def change(self, file: str, edits: Sequence[RowEdit], pair: int = 0, **said: object) -> Change:
        return Change(self.asked["kind"], self.division.id, file, tuple(edits), said, pair)

    @property
    def latest(self) -> DivisionTables:
        """The round that is being played."""
        return next(one for one in self.tables.divisions if one.division.id == self.division.id)

    def paired_again(self) -> int:
        """The round into or out of which this brings somebody, as long as nothing is entered in it; else 0."""
        now = self.latest.round
        match self.asked["kind"]:
            case "absent" | "present":
                concerned = True
            case "from":
                concerned = self.number() > now
            case "added":
                concerned = self.number() <= now
            case "rests":
                concerned = self.number() == now
            case _:
                concerned = False
        return now if concerned and self.latest.untouched and not self.touched else 0

    def player(self, key: str = "no") -> Player:
        no = self.number(key, "who")
        found = [one for one in self.tables.roster.get(self.division.id, ()) if one.no == no]
        if not found:
            raise Refused("who")
        return found[0]

    def number(self, key: str = "round", question: str = "which-round") -> int:
        try:
            return int(self.asked[key])
        except (TypeError, ValueError):
            raise Refused(question) from None

    def text(self, key: str) -> str:
        return str(self.asked.get(key) or "").strip()[:200]

    def rows(self, file: str) -> Rows:
        rows = rows_of(self.event, self.division, file)
        if isinstance(rows, str):
            raise Refused(f"sheet-{rows}")
        return rows

    def of_player(self) -> Change:
        """One or two cells in the row of a player."""
        player, kind = self.player(), self.asked["kind"]
        values: dict[str, CellValue]
        said: dict[str, object] = {"no": player.no, "name": player.name}
        if kind == "name":
            name = self.text("name")
            if not name:
                raise Refused("name")
            values = {"name": name, "kana": self.text("kana")} if self.text("kana") else {"name": name}
            said["to"] = name
        elif kind in ("absent", "present"):
            values = {"absent": ABSENT if kind == "absent" else None}
        else:
            said["round"] = number = self.number()
            said["next"] = number + 1
            rests = sorted({*player.rests, number})
            values = {kind: ", ".join(map(str, rests)) if kind == "rests" else number}
            if kind == "from" and player.absent:
                values["absent"] = None  # who was marked absent in the morning has come
        self.in_xlsx(player.no, values)
        before = self.rows(ROSTER).stands((player.no,), list(values))
        if before is None:
            raise Refused("changed")
        edit = RowEdit((player.no,), values, before)
        return self.change(ROSTER, [edit], self.paired_again(), **said)

    def added(self) -> Change:
        """A late entrant, in the next free row."""
        name, number = self.text("name"), self.number()
        if not name:
            raise Refused("name")
        values: dict[str, CellValue] = {"name": name}
        values |= {key: self.text(key) for key in ("kana", "club", "grade", "sex") if self.text(key)}
        values |= {"from": number} if number > 1 else {}
        last = max((one.no for one in self.tables.roster.get(self.division.id, ())), default=0)
        self.in_xlsx(last + 1, {"no": last + 1, **values})
        no = self.rows(ROSTER).free_number()
        before: dict[str, CellValue] = dict.fromkeys(values)
        edit = RowEdit((no,), {"no": no, **values}, before)
        return self.change(ROSTER, [edit], self.paired_again(), no=no, name=name, round=number)

    def in_xlsx(self, no: int, values: Mapping[str, CellValue]) -> None:
        """Raises TypeIt where the roster is another kind of file."""
        if (file := roster_name(self.event.folder)) == ROSTER:
            return
        sheets = {one.source.sheet for one in self.tables.roster.get(self.division.id, ())}
        if len(self.event.divisions) > 1 and sheets:
            file = f"{file} › {sheets.pop()}"
        raise TypeIt(file, no, values, self.paired_again())

    def swapped(self) -> Change:
        """Two players of the round that is being played exchange their seats: at one table, their colours.

        The edit names the cells of the results too, so that it is refused, as its undoing is, once one is typed there.
        """
        one, other = self.player(), self.player("other")
        if one.no == other.no:
            raise Refused("who")
        file = round_file(self.division.id, self.latest.round)
        rows = self.rows(file)
        seats = [rows.seat(player.no) for player in (one, other)]
        if None in seats:
            raise Refused("not-paired")
        (first, side), (second, across) = ((seat[0], seat[1]) for seat in seats if seat)
        edits: dict[Players, RowEdit] = {}
        for players in (first, second):
            table = next((one for one in self.latest.tables if one.game[2:] == players), None)
            if table is not None and table.outcome({}):
                raise Refused("swap-entered")
            blank = table.blank if table else {}
            edits[players] = RowEdit(players, blank, blank)
        keys = ("no", "name", "record", "lineup")
        ours, theirs = rows.seated(first, side, keys), rows.seated(second, across, keys)
        for players, place, new, old in ((first, side, theirs, ours), (second, across, ours, theirs)):
            known = edits[players]
            values = {f"{key}{place}": value for key, value in new.items()}
            before = {f"{key}{place}": value for key, value in old.items()}
            edits[players] = RowEdit(players, {**known.values, **values}, {**known.before, **before})
        changed = [self.with_handicap(edit, rows) for edit in edits.values()]
        return self.change(file, changed, name=one.name, other=other.name, round=self.latest.round)

    def with_handicap(self, edit: RowEdit, rows: Rows) -> RowEdit:
        """手合 and コミ of the two who sit there then, where the format has a handicap."""
        rule = self.division.declared.handicap
        keys = [key for key in ("handicap", "komi") if rule and key in rows.table.columns]
        if rule is None or not keys:
            return edit
        numbers = [edit.values.get(f"no{side}", edit.players[side - 1]) for side in (1, 2)]
        roster = {one.no: one for one in self.tables.roster[self.division.id]}
        pair = [roster[no] for no in numbers if isinstance(no, int)]
        drawn = Draw(None, {}, dict.fromkeys(roster, 0))  # grades decide, no lot
        given = handicaps(rule, *(entrant(one, drawn) for one in pair)) if len(pair) == 2 else ()
        names = [one.name for one in pair]
        cells = handicap_cells(given, names, board_names(self.division.declared), self.event.language)
        before = rows.stands(edit.players, keys) or {}
        values = {**edit.values, **{key: cells[key] or None for key in keys}}
        return RowEdit(edit.players, values, {**edit.before, **before})

    def corrected(self) -> Change:
        """A result of an earlier round: `12 ○`."""
        number = self.number()
        file = round_file(self.division.id, number)
        found = read_division(self.event, self.division, number)
        typed = read_line(self.text("text"), found.tables)
        if typed.table is None or typed.outcome is None:
            raise Refused(typed.problem or "not-whole", typed.found)
        players = typed.table.game[2:]
        before = self.rows(file).stands(players, list(typed.values))
        if before is None:
            raise Refused("changed")
        return self.change(
            file,
            [RowEdit(players, typed.values, before)],
            round=number,
            table=typed.table.number,
        )


def can_undo(change: Change, tables: EventTables) -> bool:
    """Whether it can be taken back: of two who changed places only while their games are played and have no result."""
    if change.kind not in ("swap", "colours"):
        return True
    number = change.said["round"]
    games = {
        table.game[2:]: table
        for table in tables.games.values()
        if table.game[:2] == (change.division, number)
    }
    pairs = [edit.players for edit in change.undone().edits if None not in edit.players]
    return all(pair in games and not games[pair].outcome({}) for pair in pairs)


# --- The workbook


def rows_of(event: Event, division: Division, file: str) -> Rows | str:
    """The table in which a change is made, or why it can't be: open, gone, refused."""
    data = read_book(event, file)
    if isinstance(data, str):
        return data
    shown, boards = f"{event.shown}/{file}", board_names(division.declared)
    rows = (
        roster_rows(data, shown, event.named, division.id, boards, event.language)
        if file == ROSTER
        else round_rows(data, shown, boards, event.language)
    )
    return REFUSED if isinstance(rows, Problem) else rows


def write_change(event: Event, change: Change) -> str:
    """Makes a change; returns why it has to wait, or nothing. Raises Differs where its cells were changed since.

    Whatever stops it between the workbook and the pairing, it is done again from the beginning.
    """
    path = event.folder / change.file
    division = event.division(change.division)
    if open_elsewhere(path):
        return OPEN
    rows = rows_of(event, division, change.file) if division else GONE
    if isinstance(rows, str):
        return rows
    try:
        data = rows.edited(change.edits)
        if data != rows.data and not write_over(path, data, rows.data):
            return CHANGED
        if not change.pair:
            return ""
        made = pair_again(event.folder, event.shown, change.division, change.pair)
        # Whatever else speaks against it is said by the build.
        return OPEN if any(one.code in ("pair-open", "file-in-use") for one in made.problems) else ""
    except (DiskProblem, CannotExchange) as trouble:
        return reason_of(trouble)


# --- What it will change


@dataclass(frozen=True)
class Preview:
    """Changes on the pages, notices for the organiser, and the problems for which it would be refused."""

    changes: tuple[Notice, ...] = ()
    notices: tuple[Notice, ...] = ()
    problems: tuple[Problem, ...] = ()


def preview(folder: Path, shown: str, event: Event, change: Change, held: Collection[str]) -> Preview:
    """The event played through with the change, in a copy, beside the event as it is. Raises Differs."""
    division = event.division(change.division)
    rows = rows_of(event, division, change.file) if division else GONE
    if isinstance(rows, str):
        raise Refused(f"sheet-{rows}")
    remade = (change.division, change.pair) if change.pair else None
    before, standing, _ = load_event(folder, shown, held=held)
    files = {**_files(folder), change.file: rows.edited(change.edits)}
    copied = {f"{event.id}/{name}": data for name, data in files.items()}
    with scratch(folder / "desk", copied) as place:
        after, problems, _ = load_event(place / event.id, shown, remade, held, folder)
    if after is None or before is None:
        return Preview(problems=tuple(one for one in problems if one not in standing))
    was, now = (
        {
            one.division.id: one.document
            for one in report.divisions
            if one.division.id == change.division or not remade
        }
        for report in (before, after)
    )
    known = set(map(str, before.notices))
    return Preview(changes(was, now), tuple(one for one in after.notices if str(one) not in known))


def _files(folder: Path) -> dict[str, bytes]:
    """The files of an event's folder that a build reads."""
    found = {name: read(folder / name) for name in names_in(folder) if name.endswith(READ_BY_A_BUILD)}
    for inner in folders_in(folder):
        if inner.name not in ("desk", "old"):
            found |= {f"{inner.name}/{name}": data for name, data in _files(inner).items()}
    return found
