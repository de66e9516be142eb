"""Workbooks from a description that everybody can read: see README.md in this folder."""

import datetime
import io
import re
import zipfile
from collections.abc import Mapping
from typing import Any

import xlsxwriter
from xlsxwriter.utility import xl_cell_to_rowcol

from tourgen.sheets.pairs_fingerprint import PROPERTY, pairs_mark
from tourgen.storage.limits import Limits

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def workbook(sheets: list[Mapping[str, Any]], as_made: bool = False, made_from: str = "") -> bytes:
    """An .xlsx file with these worksheets; `as_made`: with the mark of a sheet that tourgen paired so.

    `made_from`: with the mark of one that it paired as these rows are.
    """
    stream = io.BytesIO()
    book = xlsxwriter.Workbook(stream, {"in_memory": True, "strings_to_formulas": False})
    book.set_properties({"created": datetime.datetime(2000, 1, 1)})
    readings: dict[str, str] = {}
    shown = [sheet["name"] for sheet in sheets if not sheet.get("hidden")]
    for sheet in sheets:
        page = book.add_worksheet(sheet["name"])
        if sheet["name"] in shown[:1]:
            page.activate()
        for row, line in enumerate(sheet.get("rows", "").removeprefix("\n").rstrip("\n").split("\n")):
            for column, text in enumerate(line.split("|")):
                _write(page, row, column, text.strip())
        for cell, text in sheet.get("far", {}).items():
            _write(page, *xl_cell_to_rowcol(cell), str(text))
        for cell, date in sheet.get("dates", {}).items():
            page.write_datetime(cell, date, book.add_format({"num_format": "m-d"}))
        for cell, text in sheet.get("struck", {}).items():
            page.write(cell, text, book.add_format({"font_strikeout": True}))
        for cell, text in sheet.get("struck_part", {}).items():
            gone, _, left = text.partition("|")
            page.write_rich_string(cell, book.add_format({"font_strikeout": True}), gone, left)
        for row in sheet.get("hidden_rows", ()):
            page.set_row(row - 1, None, None, {"hidden": True})
        for area in sheet.get("merged", ()):
            _merge(page, area, sheet["rows"])
        if sheet.get("hidden"):
            page.hide()
        readings |= _texts(sheet)
    if as_made or made_from:
        book.set_custom_property(PROPERTY, pairs_mark(_pairs(made_from or sheets[0]["rows"])))
    book.close()
    return _with_furigana(stream.getvalue(), readings) if readings else stream.getvalue()


def _pairs(rows: str) -> list[tuple[int | None, int | None]]:
    header, *lines = ([cell.strip() for cell in line.split("|")] for line in rows.strip().split("\n"))
    places = header.index("番号1"), header.index("番号2")
    cells = [[line[place] if place < len(line) else "" for place in places] for line in lines]
    return [(int(first), int(second) if second else None) for first, second in cells]


def _write(page: Any, row: int, column: int, text: str) -> None:
    if text.startswith("'"):
        page.write_string(row, column, text[1:])
    elif text.startswith("=") and len(text) > 1:
        formula, _, value = text.partition("→")
        page.write_formula(row, column, formula.strip(), None, value.strip())
    elif re.fullmatch(r"#(N/A|REF!|VALUE!|NAME\?|DIV/0!|NUM!|NULL!)", text):
        page.write_formula(row, column, "=NA()", None, text)
    elif re.fullmatch(r"-?\d+(\.\d+)?", text):
        page.write_number(row, column, float(text))
    elif text:
        page.write_string(row, column, text)


def _merge(page: Any, area: str, rows: str) -> None:
    """Merging writes blanks: write the first cell's text again."""
    row, column = xl_cell_to_rowcol(area.partition(":")[0])
    page.merge_range(area, "")
    _write(page, row, column, rows.removeprefix("\n").split("\n")[row].split("|")[column].strip())


def _texts(sheet: Mapping[str, Any]) -> dict[str, str]:
    """Text → its furigana, for the cells that have some."""
    lines = sheet.get("rows", "").removeprefix("\n").split("\n")
    places = {xl_cell_to_rowcol(cell): reading for cell, reading in sheet.get("furigana", {}).items()}
    return {lines[row].split("|")[column].strip(): reading for (row, column), reading in places.items()}


def _with_furigana(data: bytes, readings: dict[str, str]) -> bytes:
    """The same file with phonetic runs in its shared strings, as Excel keeps what was typed in kana."""

    def change(name: str, part: bytes) -> bytes:
        if name != "xl/sharedStrings.xml":
            return part
        text = part.decode()
        for word, reading in readings.items():
            runs = "".join(_run(word, *part.split("=")) for part in reading.split())
            text = text.replace(f"<t>{word}</t></si>", f"<t>{word}</t>{runs}<phoneticPr/></si>")
        return text.encode()

    return repacked(data, change)


def _run(word: str, base: str, kana: str) -> str:
    """One phonetic run; its place is counted in UTF-16 units."""
    start = len(word.partition(base)[0].encode("utf-16-le")) // 2
    end = start + len(base.encode("utf-16-le")) // 2
    return f'<rPh sb="{start}" eb="{end}"><t>{kana}</t></rPh>'


def repacked(data: bytes, change: Any) -> bytes:
    """The same archive with each part passed through change(name, part)."""
    stream = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as old,
        zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for info in old.infolist():
            new.writestr(info.filename, change(info.filename, old.read(info)))
    return stream.getvalue()


def raw(kind: str) -> bytes:
    """A file that is no workbook that can be read."""
    plain = workbook([{"name": "結果", "rows": "番号1 | 結果1 | 番号2"}])
    return {
        "empty": lambda: b"",
        "text": lambda: "番号1,結果1,番号2\r\n1,○,2\r\n".encode(),
        "xls": lambda: OLE + bytes(504),
        "password": lambda: OLE + bytes(504) + "EncryptedPackage".encode("utf-16-le"),
        "cut": lambda: plain[: len(plain) // 2],
        "bomb": lambda: repacked(plain, _swollen),
        "dtd": lambda: repacked(plain, _declared),
        "long": lambda: b"#" * (Limits.text_kib * 1024 + 1),
    }[kind]()


def _swollen(name: str, part: bytes) -> bytes:
    return part + b" " * ((Limits.unpacked_mib + 1) * 2**20) if name == "xl/worksheets/sheet1.xml" else part


def _declared(name: str, part: bytes) -> bytes:
    entity = b'?>\n<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">]>'
    return part.replace(b"?>", entity, 1) if name == "xl/sharedStrings.xml" else part
