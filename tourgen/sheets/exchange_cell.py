"""Other values in some cells of a workbook; every other part of the file is copied byte for byte.

openpyxl would drop furigana, drawings and what it doesn't know when it saves, so it only reads the result back. In the
one part that holds the worksheet only the elements of these cells are changed.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

from tourgen.sheets.guard import Refused, open_package, part_name
from tourgen.sheets.text import cell_name, column_number, shown
from tourgen.sheets.workbook import Workbook

CellValue = str | int | None
_CELL = re.compile(r"([A-Z]{1,3})([1-9]\d{0,6})")
_TAG = re.compile(rb"<(?:[^>\"']|\"[^\"]*\"|'[^']*')*>")
_DIMENSION = re.compile(rb"(<(?:\w+:)?dimension ref=[\"'])([A-Z]+\d+)(?::([A-Z]+\d+))?([\"'])")


class CannotExchange(Exception):
    """The file is no workbook in which these cells can be exchanged; why, for a person who looks into it."""


def exchange_cells(data: bytes, sheet: str, values: Mapping[str, CellValue]) -> bytes:
    """The workbook with these values (by cell, such as F7) on one worksheet; read back, before anybody gets it."""
    try:
        package = open_package(data)
        part = Workbook(package, sheet).part_of(sheet)
    except Refused as refused:
        raise CannotExchange(refused.code) from None
    made = _exchange_part(data, part, _exchange_in_xml(package.parts[part], values))
    if wrong := _read_back(made, sheet, values):
        raise CannotExchange(wrong)
    return made


def _read_back(data: bytes, sheet: str, values: Mapping[str, CellValue]) -> str:
    """The cells in which openpyxl finds something else."""
    from openpyxl import load_workbook

    book = load_workbook(io.BytesIO(data), read_only=True)
    try:
        found = {
            cell.coordinate: cell.value if isinstance(cell.value, str | int | float) else str(cell.value)
            for row in book[sheet].iter_rows()
            for cell in row
            if cell.value is not None
        }
    finally:
        book.close()
    return ", ".join(cell for cell, value in values.items() if shown(found.get(cell)) != shown(value))


# --- The worksheet


@dataclass
class _Place:
    """Where an element stands in the XML, in bytes; a row's cells by column."""

    start: int
    name: str
    attributes: dict[str, str]
    end: int = 0  # where its end tag begins; an empty element's is where it begins
    after: int = 0
    formula: bool = False
    cells: dict[int, _Place] = field(default_factory=dict)


def _exchange_in_xml(xml: bytes, values: Mapping[str, CellValue]) -> bytes:
    rows, styles, end = _places(xml)
    edits: list[tuple[int, int, bytes]] = []  # from, to, what stands there then
    wanted: dict[int, dict[int, CellValue]] = {}
    for cell, value in values.items():
        match = _CELL.fullmatch(cell)
        if match is None:
            raise CannotExchange(cell)
        wanted.setdefault(int(match[2]), {})[column_number(match[1])] = value
    for number, cells in sorted(wanted.items()):
        row = rows.get(number)
        if row is None:
            below = min((one.start for at, one in rows.items() if at > number), default=end.start)
            edits.append((below, below, _new_row(end.name, number, cells, styles)))
            continue
        if row.start == row.end:
            edits.append((row.start, row.after, _filled_row(row, number, cells, styles)))
            continue
        for column, value in sorted(cells.items()):
            place = row.cells.get(column)
            if place is not None and place.formula:
                raise CannotExchange(f"formula in row {number}")
            if place is not None:
                edits.append((place.start, place.after, _element(place.name, place.attributes, value)))
            elif value not in (None, ""):
                at = min((one.start for other, one in row.cells.items() if other > column), default=row.end)
                edits.append((at, at, _new_cell(row, number, column, value, styles)))
    edits.sort(key=lambda one: one[:2])
    for begin, after, text in reversed(edits):  # of those for one place, the last goes in first
        xml = xml[:begin] + text + xml[after:]
    return _DIMENSION.sub(lambda found: _reaching(found, wanted), xml, count=1)


def _new_row(
    sheet_data: str, number: int, cells: Mapping[int, CellValue], styles: Mapping[int, str]
) -> bytes:
    """A row that the worksheet lacks, dressed as its columns are."""
    name = sheet_data.removesuffix("sheetData") + "row"
    return _filled_row(_Place(0, name, {"r": str(number)}), number, cells, styles)


def _filled_row(row: _Place, number: int, cells: Mapping[int, CellValue], styles: Mapping[int, str]) -> bytes:
    """A row that is there without a cell, or not at all, with these cells."""
    inside = b"".join(
        _new_cell(row, number, column, value, styles) for column, value in sorted(cells.items())
    )
    head = row.name + "".join(f" {key}={quoteattr(one)}" for key, one in row.attributes.items())
    return f"<{head}>".encode() + inside + f"</{row.name}>".encode()


def _new_cell(row: _Place, number: int, column: int, value: CellValue, styles: Mapping[int, str]) -> bytes:
    attributes = {"r": cell_name(number - 1, column - 1)}
    if style := row.attributes.get("s") or styles.get(column):
        attributes["s"] = style
    return _element(f"{row.name.removesuffix('row')}c", attributes, value)


def _reaching(found: re.Match[bytes], wanted: Mapping[int, Mapping[int, CellValue]]) -> bytes:
    """The worksheet's own note of how far it reaches, with these cells; some programs read no further."""
    last = _CELL.fullmatch(found[3].decode())
    column, row = (column_number(last[1]), int(last[2])) if last else (1, 1)
    row = max([row, *wanted])
    column = max([column, *(one for cells in wanted.values() for one in cells)])
    return found[1] + found[2] + b":" + cell_name(row - 1, column - 1).encode() + found[4]


def _element(name: str, attributes: Mapping[str, str], value: CellValue) -> bytes:
    """A cell with its style and its new value; a text stands in the cell itself, so that no other part changes."""
    prefix = name.removesuffix("c")
    kept = {key: one for key, one in attributes.items() if key not in ("t", "cm", "vm")}
    if isinstance(value, str) and value:
        kept["t"] = "inlineStr"
        body = f'<{prefix}is><{prefix}t xml:space="preserve">{escape(value)}</{prefix}t></{prefix}is>'
    else:
        body = f"<{prefix}v>{value}</{prefix}v>" if isinstance(value, int) else ""
    head = name + "".join(f" {key}={quoteattr(one)}" for key, one in kept.items())
    return (f"<{head}>{body}</{name}>" if body else f"<{head}/>").encode()


def _places(xml: bytes) -> tuple[dict[int, _Place], dict[int, str], _Place]:
    """The rows, their cells and where they stand, the styles of columns, and where the last row ends.

    One that doesn't say its number follows the one before.
    """
    parser = expat.ParserCreate()
    rows: dict[int, _Place] = {}
    styles: dict[int, str] = {}
    state: dict[str, _Place | None] = {"row": None, "c": None}  # the one that is being read
    numbers = {"row": 0, "c": 0}
    ends: list[_Place] = []

    def start(name: str, attributes: dict[str, str]) -> None:
        local = name.rpartition(":")[2]
        if local == "f" and state["c"]:
            state["c"].formula = True
        if local == "col" and "style" in attributes:
            span = range(int(attributes["min"]), int(attributes["max"]) + 1)
            styles.update(dict.fromkeys(span, attributes["style"]))
        if local not in state:
            return
        place = state[local] = _Place(parser.CurrentByteIndex, name, attributes)
        if local == "row":
            numbers["row"] = int(attributes.get("r", numbers["row"] + 1))
            numbers["c"] = 0
            rows[numbers["row"]] = place
        elif local == "c" and state["row"]:
            match = _CELL.fullmatch(attributes.get("r", ""))
            numbers["c"] = column_number(match[1]) if match else numbers["c"] + 1
            state["row"].cells[numbers["c"]] = place

    def end(name: str) -> None:
        local = name.rpartition(":")[2]
        if local == "sheetData":
            ends.append(_Place(parser.CurrentByteIndex, name, {}))
        place = state.get(local)
        if place is None:
            return
        tag = _TAG.match(xml, place.start)
        assert tag
        if tag[0].endswith(b"/>"):
            place.end, place.after = place.start, tag.end()
        else:
            place.end = parser.CurrentByteIndex
            place.after = xml.index(b">", place.end) + 1
        state[local] = None

    parser.StartElementHandler, parser.EndElementHandler = start, end
    try:
        parser.Parse(xml, True)
    except (expat.ExpatError, ValueError, KeyError):
        raise CannotExchange("xml") from None
    if not ends:
        raise CannotExchange("xml")
    return rows, styles, ends[0]


# --- The archive


def _exchange_part(data: bytes, name: str, part: bytes) -> bytes:
    """The archive with other contents of one part; all others are copied, in their order, with their dates."""
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(stream, "w") as new:
        for info in old.infolist():
            new.writestr(info, part if part_name(info) == name else old.read(info))
    return stream.getvalue()
