"""Worksheets that the fast reader refuses for one cell are read by the slow one."""

import io
import re
import zipfile

import pytest

from tourgen.sheets import RoundRow, RoundSheet, read_round, write_round

ROWS = (
    RoundRow(1, 5, "青木 一郎", 7, "石川 二葉", result1="win"),
    RoundRow(2, 9, "上野 三郎", 11, "江本 四季"),
)


def with_cell(cell: str, xml: str) -> bytes:
    """The sheet of ROWS with one cell's XML replaced or added."""
    original = write_round(RoundSheet("大会", "無差別の部", 3, ROWS))
    changed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(original)) as source, zipfile.ZipFile(changed, "w") as target:
        for name in source.namelist():
            data = source.read(name)
            if name == "xl/worksheets/sheet1.xml":
                data = _put(data.decode(), cell, xml).encode()
            target.writestr(name, data)
    return changed.getvalue()


def _put(sheet: str, cell: str, xml: str) -> str:
    replaced, count = re.subn(rf'<c r="{cell}"[^>]*?(/>|>.*?</c>)', xml, sheet)
    if count:
        return replaced
    row = re.sub(r"\D", "", cell)
    return re.sub(rf'(<row r="{row}".*?)(</row>)', rf"\1{xml}\2", sheet, flags=re.DOTALL)


@pytest.mark.parametrize("error", ["#SPILL!", "#CALC!", "#BUSY!"])
def test_an_error_of_newer_excel_beside_the_table_hurts_nobody(error: str) -> None:
    plain, _ = read_round(write_round(RoundSheet("大会", "無差別の部", 3, ROWS)), "x.xlsx")
    sheet, problems = read_round(with_cell("Z5", f'<c r="Z5" t="e"><v>{error}</v></c>'), "x.xlsx")
    assert problems == []
    assert sheet == plain


def test_inside_the_table_it_is_named_with_its_cell() -> None:
    sheet, problems = read_round(with_cell("F6", '<c r="F6" t="e"><v>#SPILL!</v></c>'), "x.xlsx")
    assert sheet is not None
    assert [(one.code, one.where.cell, one.found) for one in problems] == [("cell-error", "F6", "#SPILL!")]


def test_what_neither_can_read_is_damaged() -> None:
    sheet, problems = read_round(with_cell("Z5", '<c r="Z5" t="s"><v>9999</v></c>'), "x.xlsx")
    assert sheet is None
    assert [one.code for one in problems] == ["file-unreadable"]
