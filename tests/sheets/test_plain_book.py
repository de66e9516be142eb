"""Workbooks of plain tables: every program reads out of them what was put in, and nothing that runs."""

import io
import zipfile
from xml.etree import ElementTree

import pytest
from openpyxl import load_workbook
from python_calamine import CalamineWorkbook

from tourgen.sheets.plain_book import PlainSheet, plain_book

ODD = [
    "=1+1",
    "{=A1}",
    "@x",
    "a & <b> \"c\" 'd'",
    " edges ",
    "two\nlines",
    "_x0041_",
    "𠮷田 髙",
    "0012",
    "1e5",
    "]]>",
]
TABLE = PlainSheet(
    "順位", [["No", "氏名", "勝数"], [1, "青木", 3], [2, None, ""], [-3, "青木", 10**15]], [6, 20, 6]
)


def test_what_was_put_in_is_read_out() -> None:
    data = plain_book([TABLE, PlainSheet("second", [["x"], *([one] for one in ODD)], [40])])
    book = load_workbook(io.BytesIO(data))
    assert book.sheetnames == ["順位", "second"]
    rows = [list(row) for row in book["順位"].iter_rows(values_only=True)]
    assert rows == [["No", "氏名", "勝数"], [1, "青木", 3], [2, None, None], [-3, "青木", 10**15]]
    second = [cell for (cell,) in book["second"].iter_rows()][1:]
    assert [cell.data_type for cell in second] == ["s"] * len(ODD)
    assert [cell.value for cell in second] == ODD
    other = CalamineWorkbook.from_filelike(io.BytesIO(data)).get_sheet_by_name("second").to_python()
    assert [row[0] for row in other][1:] == ODD


def test_the_header_stays_and_the_columns_are_wide_enough() -> None:
    page = load_workbook(io.BytesIO(plain_book([TABLE])))["順位"]
    assert page.freeze_panes == "A2"
    assert [round(page.column_dimensions[one].width, 2) for one in "ABC"] == [6.71, 20.71, 6.71]


@pytest.mark.parametrize("text", ["a\x00b", "a\x0bb", "a\rb", "\ufffe", "\uffff"])
def test_what_xml_has_no_place_for_is_escaped(text: str) -> None:
    data = plain_book([PlainSheet(f"n{text}", [[text]], [6])])
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for name in archive.namelist():
            ElementTree.fromstring(archive.read(name))
    read = CalamineWorkbook.from_filelike(io.BytesIO(data)).get_sheet_by_index(0).to_python()
    assert read in ([[text]], [[f"_x{ord(text[0]):04X}_"]])  # this reader knows control characters only


def test_many_columns() -> None:
    """A to Z, AA to AZ, BA."""
    data = plain_book([PlainSheet("x", [list(range(53))], [6] * 53)])
    page = load_workbook(io.BytesIO(data)).active
    assert (page["Z1"].value, page["AA1"].value, page["AZ1"].value, page["BA1"].value) == (25, 26, 51, 52)


def test_a_text_stands_once_however_many_cells_show_it() -> None:
    data = plain_book([PlainSheet("x", [["same"]] * 5, [6]), PlainSheet("y", [["same"]], [6])])
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        texts = archive.read("xl/sharedStrings.xml").decode()
    assert texts.count("same") == 1 and 'count="6" uniqueCount="1"' in texts


def test_nothing_says_when_or_where_it_was_made() -> None:
    with zipfile.ZipFile(io.BytesIO(plain_book([TABLE]))) as archive:
        assert {(one.date_time, one.create_system) for one in archive.infolist()} == {
            ((1980, 1, 1, 0, 0, 0), 0)
        }
