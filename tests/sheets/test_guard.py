"""Files that nobody should have sent: refused in words, quickly, and in little memory."""

import io
import random
import struct
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.errors.workbooks import repacked, workbook
from tourgen.limits import limits
from tourgen.sheets import read_roster, read_round
from tourgen.sheets.scan import Scan, _Scanner, plain_cells, scan

ROWS = "番号1 | 結果1 | 番号2\n1 | ○ | 2"
BOOK = workbook([{"name": "結果", "rows": ROWS}])
SHEET = "xl/worksheets/sheet1.xml"
STRINGS = "xl/sharedStrings.xml"


def codes(data: bytes) -> list[str]:
    _, of_round = read_round(data, "x.xlsx")
    _, of_roster = read_roster(data, "x.xlsx", [("open", "無差別の部")])
    assert {problem.code for problem in of_round} <= {problem.code for problem in of_roster}
    return [problem.code for problem in of_round]


def changed(part: str, old: bytes, new: bytes) -> bytes:
    def change(name: str, data: bytes) -> bytes:
        assert name != part or old in data
        return data.replace(old, new) if name == part else data

    return repacked(BOOK, change)


def test_a_plain_workbook_passes() -> None:
    assert read_round(BOOK, "x.xlsx")[1] == []


def test_bombs() -> None:
    spaces = changed(SHEET, b"</worksheet>", b" " * (limits().unpacked_mib * 2**20 + 1) + b"</worksheet>")
    assert len(spaces) < 2**20
    assert codes(spaces) == ["workbook-too-large"]
    dense = changed(SHEET, b"</worksheet>", b" " * (8 * 2**20) + b"</worksheet>")
    assert codes(dense) == ["workbook-too-large"]  # small enough, but no sheet packs a thousand to one


def test_a_part_that_lies_about_its_size() -> None:
    """The index says 100 bytes; 200 MB are packed there. No more than 100 are ever inflated."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        with zipfile.ZipFile(io.BytesIO(BOOK)) as plain:
            for name in plain.namelist():
                archive.writestr(name, plain.read(name) if name != SHEET else b"")
        packed = zlib.compressobj(9, wbits=-15)
        body = b"".join(packed.compress(bytes(2**20)) for _ in range(200)) + packed.flush()
        archive.writestr(zipfile.ZipInfo("xl/worksheets/sheet2.xml"), body)
        info = archive.infolist()[-1]
        info.compress_type, info.file_size = zipfile.ZIP_DEFLATED, 100
    data = bytearray(stream.getvalue())
    data[info.header_offset + 8 : info.header_offset + 10] = struct.pack("<H", zipfile.ZIP_DEFLATED)
    assert codes(bytes(data)) == ["file-unreadable"]


def test_values_far_away() -> None:
    for cell in ("XFD1048576", "A20001", "GS1"):
        data = workbook([{"name": "結果", "rows": ROWS, "far": {cell: "x"}}])
        _, problems = read_round(data, "x.xlsx")
        assert [(problem.code, problem.where.cell) for problem in problems] == [("cell-too-far", cell)]
    assert not read_round(workbook([{"name": "結果", "rows": ROWS, "far": {"T20000": "x"}}]), "x.xlsx")[1]


def test_values_that_are_far_apart() -> None:
    """Each is near enough, but the reading library asks for memory for every cell between them."""
    assert codes(workbook([{"name": "結果", "rows": ROWS, "far": {"GR20000": "x"}}])) == [
        "workbook-too-large"
    ]
    assert codes(workbook([{"name": "結果", "rows": ROWS, "far": {"GR1": "x", "A20000": "x"}}])) == [
        "workbook-too-large"
    ]


@pytest.mark.parametrize(
    "cell",
    [
        b"<c r='XFD1048576'><v>1</v></c>",
        b'<c s="0" r="XFD1048576"><v>1</v></c>',
        b'<c x=">" r="XFD1048576"><v>1</v></c>',
        b'<c r="XFD1048576"><f>1</f></c>',
        b'<c r="XFD1048576" t="inlineStr"><is><t>x</t></is></c>',
        b'<c r="xfd1048576"><v>1</v></c>',
        b'<x:c xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main" r="XFD1048576"><v>1</v></x:c>',
    ],
)
def test_values_far_away_in_other_spellings(cell: bytes) -> None:
    data = changed(SHEET, b"</row></sheetData>", b"</row><row>" + cell + b"</row></sheetData>")
    assert codes(data) == ["cell-too-far"]


def test_cells_that_do_not_say_where_they_are() -> None:
    wide = b"<row>" + b"<c><v>1</v></c>" * 201 + b"</row>"
    assert codes(changed(SHEET, b"</sheetData>", wide + b"</sheetData>")) == ["cell-too-far"]
    deep = b"<row><c><v>1</v></c></row>" * 20_001
    assert codes(changed(SHEET, b"</sheetData>", deep + b"</sheetData>")) == ["cell-too-far"]
    far = b'<row r="1048576"><c><v>1</v></c></row>'
    assert codes(changed(SHEET, b"</sheetData>", far + b"</sheetData>")) == ["cell-too-far"]


def test_blank_cells_may_be_formatted_as_far_as_one_likes() -> None:
    blank = b'<row r="1048576" ht="12.8"><c r="XFD1048576" s="0"/></row></sheetData>'
    wide = changed(SHEET, b"</sheetData>", blank)
    assert codes(repacked(wide, lambda name, part: part.replace(b"A1:C2", b"A1:XFD1048576"))) == []


def test_declarations_and_encodings() -> None:
    entity = b'?>\n<!DOCTYPE sst [<!ENTITY a "aaa">]>'
    assert codes(changed(STRINGS, b"?>", entity)) == ["file-unreadable"]
    assert codes(changed(SHEET, b"?>", entity)) == ["file-unreadable"]

    def utf16(name: str, part: bytes) -> bytes:
        return part.decode().replace("UTF-8", "UTF-16").encode("utf-16") if name == SHEET else part

    assert codes(repacked(BOOK, utf16)) == ["file-unreadable"]
    assert codes(changed(SHEET, b'encoding="UTF-8"', b'encoding="UTF-7"')) == ["file-unreadable"]


@pytest.mark.parametrize("count", [b"4294967295", b"18446744073709551615", b"&#52;294967295", b"9" * 5000])
def test_counts_that_reserve_all_memory(count: bytes) -> None:
    assert codes(changed(STRINGS, b'uniqueCount="', b'uniqueCount="' + count + b'" x="')) == [
        "file-unreadable"
    ]


def test_text_about_counts_is_just_text() -> None:
    data = workbook([{"name": "結果", "rows": '番号1 | 結果1 | 番号2 | 備考\n1 | ○ | 2 | amount="99999999"'}])
    assert codes(data) == []


def test_odd_archives() -> None:
    many = io.BytesIO(BOOK)
    with zipfile.ZipFile(many, "a") as archive:
        for number in range(limits().parts):
            archive.writestr(f"xl/media/{number}.png", b"")
    assert codes(many.getvalue()) == ["workbook-too-large"]
    nested = io.BytesIO(BOOK)
    with zipfile.ZipFile(nested, "a") as archive:
        archive.writestr("xl/embeddings/inner.zip", BOOK)
    assert codes(nested.getvalue()) == ["file-unreadable"]
    twice = io.BytesIO(BOOK)
    with zipfile.ZipFile(twice, "a") as archive:
        archive.writestr("XL/worksheets/Sheet1.xml", b"<worksheet/>")
    assert codes(twice.getvalue()) == ["file-unreadable"]
    other = io.BytesIO()
    with zipfile.ZipFile(other, "w") as archive:
        archive.writestr("word/document.xml", b"<document/>")
    assert codes(other.getvalue()) == ["file-unreadable"]


def test_numbers_that_are_no_dates() -> None:
    def dated(name: str, part: bytes) -> bytes:
        if name == "xl/styles.xml":
            return part.replace(b'<xf numFmtId="0" ', b'<xf numFmtId="46" ')
        return part.replace(b'"A2"><v>1</v>', b'"A2"><v>-1e300</v>') if name == SHEET else part

    _, problems = read_round(repacked(BOOK, dated), "x.xlsx")
    assert [(problem.code, problem.found) for problem in problems] == [("number-unreadable", "-1e+300")]


# --- Damage at random


def damaged(data: bytes, draw: Callable[[int], int]) -> bytes:
    """A workbook with a few bytes of one part changed; draw(n) gives a number below n."""
    pieces = (
        b'"',
        b"<",
        b">",
        b"/>",
        b"<v>",
        b"</c>",
        b't="e"',
        b't="s"',
        b"-1",
        b"4294967296",
        b"",
        b"\xff",
        b"<f>",
    )
    victims = (SHEET, STRINGS, "xl/workbook.xml", "xl/_rels/workbook.xml.rels")
    victim = victims[draw(len(victims))]

    def change(name: str, part: bytes) -> bytes:
        if name != victim:
            return part
        for _ in range(1 + draw(3)):
            start = draw(len(part) + 1)
            part = part[:start] + pieces[draw(len(pieces))] + part[start + draw(12) :]
        return part

    return repacked(data, change)


@pytest.mark.parametrize("seed", range(60))
def test_damage_is_reported_and_never_raised(seed: int) -> None:
    source = random.Random(seed)
    data = damaged(BOOK, source.randrange)
    for _, problems in (read_round(data, "x.xlsx"), read_roster(data, "x.xlsx", [("open", "無差別の部")])):
        for problem in problems:
            assert problem.text("ja") and problem.text("en")


@pytest.mark.parametrize("size", [0, 1, 4, 100, 1000, len(BOOK) - 1])
def test_cut_files(size: int) -> None:
    assert codes(BOOK[:size]) == ["file-unreadable"]


# --- The quick look


PIECES = (
    b"<f>",
    b"<c>",
    b't="e"',
    b"9",
    b" ",
    b"<c\n/>",
    b' r="Z99"',
    b"x:",
    b"<x:c/>",
    b"<c r='B9'><v>1</v></c>",
)


@pytest.mark.parametrize("seed", range(120))
def test_the_quick_look_overlooks_nothing(seed: int) -> None:
    source = random.Random(seed)
    rows = "\n".join(
        "1 | =A1 → 5 | x | #N/A | =B2" if source.randrange(9) == 0 else "1 | 2 | x" for _ in range(5)
    )
    with zipfile.ZipFile(io.BytesIO(workbook([{"name": "x", "rows": rows}]))) as archive:
        part = archive.read(SHEET)
    if source.randrange(2):
        start = source.randrange(len(part))
        part = part[:start] + source.choice(PIECES) + part[start:]
    scanner = _Scanner(wants_strings=False)
    try:
        scanner.parser.Parse(part, True)
    except Exception:
        return  # broken: the reading library says so
    if plain_cells(part) is not None:
        assert scan(part) == scanner.found == Scan()


@pytest.mark.parametrize(
    "cell",
    [
        "<x:c r='ZZZ9'><v>1</v></x:c>",
        '<c\nr="ZZZ9"><v>1</v></c>',
        '<c r="A1" r="ZZZ9"><v>1</v></c>',
        '<c r="A1" s="1" t="e"><v>#N/A</v></c>',
        "<c r='A1' t='e'><v>#N/A</v></c>",
        '<c r="A1"><f>B1</f></c>',
        '<c r="A1"><x:f>B1</x:f></c>',
        '<c r="ZZZ9"><v>1</v></c>',
        "<c><v>1</v></c>",
        '<:c r="ZZZ9"><v>1</v></:c>',
        '<a/b:c r="ZZZ9"><v>1</v></a/b:c>',
        '<a">":c r="ZZZ9"><v>1</v></a">":c>',
        '<c r="A2"><:f>1</:f></c>',
        '<c r="A2"><f>1</f><v>2</v><v></v></c>',
        '<c r="A2"><f>1</f><v>&#32;</v></c>',
        '<c r="A2"><f>1</f></c><!--</f><v>1-->',
    ],
)
def test_a_closer_look_where_one_is_needed(cell: str) -> None:
    assert plain_cells(f'<sheetData><c r="A1"><v>1</v></c>{cell}</sheetData>'.encode()) is None


def test_a_quick_look_is_enough_for_the_sheets_that_people_have() -> None:
    """Ours; cells as Excel writes them where furigana is shown; texts within the cells."""
    for path in Path("events").glob("*/rounds/*.xlsx"):
        with zipfile.ZipFile(path) as archive:
            assert plain_cells(archive.read(SHEET)), path
    cells = '<c r="A1" s="4" t="s" ph="1"><v>0</v></c><c r="B1" s="2"/><c r="C2" t="inlineStr"><is><t>x</t></is></c>'
    assert plain_cells(cells.encode()) == 6


def test_a_roster_of_fifty_divisions_is_not_too_large() -> None:
    """A quick look at a small sheet counts its own cells, not as many as such a sheet might have."""
    ids = [f"d{n}" for n in range(50)]
    book = workbook([{"name": one, "rows": "名簿番号 | 氏名\n1 | 青木 一郎"} for one in ids])
    players, problems = read_roster(book, "roster.xlsx", [(one, one) for one in ids])
    assert not problems and len(players) == 50
