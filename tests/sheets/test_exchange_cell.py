"""One cell exchanged: every other part of the file and every other cell is as before, whoever saved the file."""

import io
import zipfile
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook
from openpyxl.utils import get_column_letter

from tests.fixtures.libreoffice.sheets import ROUND, TEAM_ROUND
from tourgen.sheets import read_roster, read_round, write_round
from tourgen.sheets.edit_rows import RowEdit, Rows, roster_rows
from tourgen.sheets.exchange_cell import CannotExchange, CellValue, exchange_cells
from tourgen.storage.typed_files import write_over

FIXTURES = Path(__file__).parent.parent / "fixtures"
BOOKS = {
    "tourgen": write_round(ROUND),
    "tourgen-teams": write_round(TEAM_ROUND),
    "libreoffice": (FIXTURES / "libreoffice/round.xlsx").read_bytes(),
    "as excel": (FIXTURES / "excel/round.xlsx").read_bytes(),
    "excel, furigana": (FIXTURES / "excel/saved/furigana.xlsx").read_bytes(),
    "excel, drawings": (FIXTURES / "excel/saved/drawings.xlsx").read_bytes(),
}


def first_sheet(data: bytes) -> str:
    return str(load_workbook(io.BytesIO(data), read_only=True).sheetnames[0])


def cells(data: bytes) -> dict[tuple[str, str], object]:
    """The value of every cell of every worksheet that has one."""
    book = load_workbook(io.BytesIO(data), read_only=True)
    return {
        (sheet.title, cell.coordinate): cell.value
        for sheet in book.worksheets
        for row in sheet.iter_rows()
        for cell in row
        if cell.value is not None
    }


def styles(data: bytes) -> dict[tuple[str, str | None], str | None]:
    """The style of every cell."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {
            (name, cell.get("r")): cell.get("s")
            for name in archive.namelist()
            if name.startswith("xl/worksheets/sheet")
            for cell in ElementTree.fromstring(archive.read(name)).iter()
            if cell.tag.endswith("}c")
        }


def parts(data: bytes) -> dict[str, tuple[bytes, object, int]]:
    """Every part in its order: its contents, its date and how it is packed."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {
            one.filename: (archive.read(one), one.date_time, one.compress_type) for one in archive.infolist()
        }


def assert_only(before: bytes, after: bytes, values: dict[str, CellValue]) -> None:
    old, new = parts(before), parts(after)
    assert list(old) == list(new), "the same parts in the same order"
    changed = [name for name in old if old[name] != new[name]]
    assert len(changed) <= 1, "none, where a blank cell stays blank"
    assert all(name.startswith("xl/worksheets/") for name in changed)
    sheet = first_sheet(before)
    expected, found = cells(before), cells(after)
    for cell, value in values.items():
        expected.pop((sheet, cell), None)
        assert found.pop((sheet, cell), None) == (None if value == "" else value)
    assert found == expected
    assert styles(before).items() <= styles(after).items()


@pytest.mark.parametrize("book", BOOKS)
@settings(max_examples=5, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(chosen=st.data())
def test_everything_else_is_as_before(book: str, chosen: st.DataObject) -> None:
    data = BOOKS[book]
    page = load_workbook(io.BytesIO(data)).worksheets[0]
    free = [
        f"{get_column_letter(column)}{row}"
        for row in range(1, page.max_row + 1)
        for column in range(1, page.max_column + 1)
        if any(cell.value is not None for cell in page[row])
        and not str(page.cell(row, column).value or "").startswith("=")
    ]
    value = st.one_of(
        st.sampled_from(["○", "×", "不戦勝", "", None]),
        st.integers(0, 64),
        st.text(st.characters(codec="utf-8", categories=["L", "P", "S"]), min_size=1, max_size=9),
    )
    values: dict[str, CellValue] = chosen.draw(
        st.dictionaries(st.sampled_from(free), value, min_size=1, max_size=4)
    )
    values = {cell: value for cell, value in values.items() if not str(value).startswith("=")} or {
        free[0]: "x"
    }
    assert_only(data, exchange_cells(data, first_sheet(data), values), values)


@pytest.mark.parametrize("book", ["tourgen", "as excel"])
def test_a_result_is_read_by_the_project(book: str) -> None:
    data = BOOKS[book]
    sheet, problems = read_round(data, "r.xlsx")
    assert sheet and not problems
    row = sheet.rows[1]
    values: dict[str, CellValue] = {row.at("result1").cell or "": "×"}
    again, problems = read_round(exchange_cells(data, row.source.sheet or "", values), "r.xlsx")
    assert again and not problems
    assert again.rows[1].marks == ("loss", None)
    assert again.as_made == sheet.as_made
    back = exchange_cells(
        exchange_cells(data, row.source.sheet or "", values), row.source.sheet or "", dict.fromkeys(values)
    )
    assert read_round(back, "r.xlsx")[0] == sheet


@pytest.mark.parametrize("book", BOOKS)
def test_a_row_and_a_column_that_were_not_there(book: str) -> None:
    data = BOOKS[book]
    values: dict[str, CellValue] = {"A99": "見本", "Z99": 3, "X6": 1, "Z6": "新しい欄", "A98": "上"}
    made = exchange_cells(data, first_sheet(data), values)
    assert_only(data, made, values)
    places = [cell for name, cell in styles(made) if name.endswith("sheet1.xml") and cell]
    order = [(int(cell.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")), len(cell), cell) for cell in places]
    assert order == sorted(order), "spreadsheet programs want them in order"


ROSTER_DAY: dict[str, tuple[RowEdit, dict[str, object]]] = {
    "absent": (RowEdit((1,), {"absent": "○"}), {"absent": True}),
    "withdrawn": (RowEdit((1,), {"withdrawn": 2}), {"withdrawn_after": 2}),
    "late": (RowEdit((1,), {"from": 2}), {"from_round": 2}),
    "misspelt": (RowEdit((1,), {"name": "青樹 一"}), {"name": "青樹 一"}),
    "new": (RowEdit((99,), {"no": 99, "name": "見本 九"}), {"name": "見本 九"}),
}


ROSTERS = {
    "as excel": ((FIXTURES / "excel/roster.xlsx").read_bytes(), "無差別の部"),
    "excel": (exchange_cells(BOOKS["excel, furigana"], "Sheet1", {"A1": "No"}), "Sheet1"),
    "libreoffice": ((FIXTURES / "libreoffice/roster.xlsx").read_bytes(), "無差別の部"),
}


@pytest.mark.parametrize("change", ROSTER_DAY)
@pytest.mark.parametrize("program", ROSTERS)
def test_the_rosters_day_exchanges_only_its_cells(program: str, change: str) -> None:
    """A roster as Excel and LibreOffice save it, furigana and drawings and all."""
    data, name = ROSTERS[program]
    divisions = [("open", name)]
    rows = roster_rows(data, "roster.xlsx", divisions, "open", (), "ja")
    assert isinstance(rows, Rows)
    edit, expected = ROSTER_DAY[change]
    stood = rows.stands(edit.players, list(edit.values)) or {}
    after = rows.edited([replace(edit, before=stood)])
    old, new = parts(data), parts(after)
    assert list(old) == list(new) and sum(old[name] != new[name] for name in old) == 1
    was, now = cells(data), cells(after)
    changed = [now[cell] for cell in now if now[cell] != was.get(cell)]
    headers = [value for value in changed if value not in edit.values.values()]
    assert was.keys() <= now.keys() and len(headers) == (len(changed) - len(edit.values)) <= 1
    assert styles(data).items() <= styles(after).items()
    before, known, *_ = read_roster(data, "roster.xlsx", divisions)
    read, problems, *_ = read_roster(after, "roster.xlsx", divisions)
    assert problems == known
    found = {one.no: one for one in read["open"]}
    assert {key: getattr(found.pop(edit.players[0] or 0), key) for key in expected} == expected
    assert [found[one.no].name for one in before["open"] if one.no in found] == [
        one.name for one in found.values()
    ]


def test_what_is_not_exchanged() -> None:
    with pytest.raises(CannotExchange):
        exchange_cells(BOOKS["as excel"], "結果", {"M2": "○"})  # a formula, of which another part knows
    with pytest.raises(CannotExchange):
        exchange_cells(BOOKS["as excel"], "nowhere", {"A1": "○"})
    with pytest.raises(CannotExchange):
        exchange_cells(b"no workbook", "結果", {"A1": "○"})


def test_a_file_that_somebody_saved_meanwhile_is_not_exchanged(tmp_path: Path) -> None:
    path = tmp_path / "open-r1.xlsx"
    path.write_bytes(b"saved by Excel")
    path.chmod(0o640)
    assert not write_over(path, b"ours", seen=b"older")
    assert path.read_bytes() == b"saved by Excel"
    assert write_over(path, b"ours", seen=b"saved by Excel")
    assert path.read_bytes() == b"ours" and path.stat().st_mode & 0o777 == 0o640
    assert [one.name for one in tmp_path.iterdir()] == ["open-r1.xlsx"]
