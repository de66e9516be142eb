"""Workbooks of plain tables, written part by part: numbers and texts, a frozen header, widths, and nothing else.

The library that makes the organisers' sheets takes as long to import as these to write, and every build writes some.
So little of the format (ECMA-376) is needed here that it fits on a page.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Mapping, Sequence
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from tourgen.dataclass import dataclass
from tourgen.sheets.text import column_letters

Cell = str | int | None

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_STYLES = (
    f'<styleSheet xmlns="{_MAIN}">'
    '<fonts count="1"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>'
    '<fills count="2"><fill><patternFill patternType="none"/></fill>'
    '<fill><patternFill patternType="gray125"/></fill></fills>'
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>'
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
    '<cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs>'
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
)
_FROZEN = (
    '<sheetViews><sheetView workbookViewId="0">'
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/>'
    "</sheetView></sheetViews>"
)
# What XML has no place for, and what would be read as the escape of it.
_UNWRITABLE = re.compile(r"[\x00-\x08\x0b-\x1f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)")
_MARGIN = 182 / 256  # of a column: 5 of the 7 pixels of a digit, as Excel rounds it


@dataclass(frozen=True, slots=True)
class PlainSheet:
    """One worksheet; the first row is its header. Widths are in digits, one for each column."""

    name: str
    rows: Sequence[Sequence[Cell]]
    widths: Sequence[int]


def plain_book(sheets: Sequence[PlainSheet]) -> bytes:
    """The workbook's bytes. Text stays text, whatever it begins with. Same input, same bytes."""
    texts = _Texts()
    worksheets = {
        f"xl/worksheets/sheet{number}.xml": _worksheet(sheet, texts) for number, sheet in enumerate(sheets, 1)
    }
    parts = {
        "[Content_Types].xml": _content_types(worksheets),
        "_rels/.rels": _relations([("officeDocument", "xl/workbook.xml")]),
        "xl/workbook.xml": _workbook(sheets),
        "xl/_rels/workbook.xml.rels": _relations(
            [
                *(("worksheet", name.removeprefix("xl/")) for name in worksheets),
                ("styles", "styles.xml"),
                ("sharedStrings", "sharedStrings.xml"),
            ]
        ),
        **worksheets,
        "xl/styles.xml": _STYLES,
        "xl/sharedStrings.xml": texts.part(),
    }
    return _packed(parts)


class _Texts:
    """The texts of all cells: each stands once in the file, and cells name it by its number."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._cells = 0

    def number(self, text: str) -> int:
        self._cells += 1
        return self._numbers.setdefault(text, len(self._numbers))

    def part(self) -> str:
        items = "".join(map(_item, self._numbers))
        counts = f'count="{self._cells}" uniqueCount="{len(self._numbers)}"'
        return f'<sst xmlns="{_MAIN}" {counts}>{items}</sst>'


def _item(text: str) -> str:
    kept = ' xml:space="preserve"' if text != text.strip() or "\n" in text else ""
    written = _UNWRITABLE.sub(lambda found: f"_x{ord(found[0]):04X}_", text)
    return f"<si><t{kept}>{escape(written)}</t></si>"


def _worksheet(sheet: PlainSheet, texts: _Texts) -> str:
    columns = [column_letters(place) for place in range(len(sheet.widths))]
    cols = "".join(
        f'<col min="{place}" max="{place}" width="{width + _MARGIN}" customWidth="1"/>'
        for place, width in enumerate(sheet.widths, 1)
    )
    rows = "".join(
        f'<row r="{number}">{"".join(_cells(columns, number, row, texts))}</row>'
        for number, row in enumerate(sheet.rows, 1)
    )
    return f'<worksheet xmlns="{_MAIN}">{_FROZEN}<cols>{cols}</cols><sheetData>{rows}</sheetData></worksheet>'


def _cells(columns: Sequence[str], number: int, row: Sequence[Cell], texts: _Texts) -> Iterable[str]:
    for column, cell in zip(columns, row, strict=True):
        if isinstance(cell, int):
            yield f'<c r="{column}{number}"><v>{int(cell)}</v></c>'
        elif cell:
            yield f'<c r="{column}{number}" t="s"><v>{texts.number(cell)}</v></c>'


def _workbook(sheets: Sequence[PlainSheet]) -> str:
    named = "".join(
        f'<sheet name="{_attribute(sheet.name)}" sheetId="{number}" r:id="rId{number}"/>'
        for number, sheet in enumerate(sheets, 1)
    )
    return f'<workbook xmlns="{_MAIN}" xmlns:r="{_RELATIONS}"><sheets>{named}</sheets></workbook>'


def _attribute(text: str) -> str:
    return escape(_UNWRITABLE.sub(" ", text), {'"': "&quot;", "\t": " ", "\n": " "})


def _relations(targets: Sequence[tuple[str, str]]) -> str:
    listed = "".join(
        f'<Relationship Id="rId{number}" Type="{_RELATIONS}/{kind}" Target="{target}"/>'
        for number, (kind, target) in enumerate(targets, 1)
    )
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{listed}</Relationships>'


def _content_types(worksheets: Iterable[str]) -> str:
    kinds = {
        "xl/workbook.xml": "sheet.main",
        "xl/styles.xml": "styles",
        "xl/sharedStrings.xml": "sharedStrings",
    }
    kinds |= dict.fromkeys(worksheets, "worksheet")
    listed = "".join(
        f'<Override PartName="/{name}" ContentType="{_TYPE}.{kind}+xml"/>' for name, kind in kinds.items()
    )
    return (
        f'<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Default Extension="xml" ContentType="application/xml"/>{listed}</Types>'
    )


def _packed(parts: Mapping[str, str]) -> bytes:
    stream = io.BytesIO()
    with ZipFile(stream, "w", ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            info = ZipInfo(name)  # of 1980: not the time of the build
            info.create_system = 0  # nor the system on which it ran
            info.compress_type = ZIP_DEFLATED
            archive.writestr(info, _HEAD + text)
    return stream.getvalue()
