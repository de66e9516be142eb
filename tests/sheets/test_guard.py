"""Files that nobody should have sent: refused in words, quickly, and in little memory."""

import io
import struct
import zipfile
import zlib

import pytest

from tests.errors.workbooks import repacked, workbook
from tourgen.sheets import read_roster, read_round
from tourgen.sheets.scan import Scan, scan
from tourgen.storage.limits import limits

ROWS = "番号1 | 結果1 | 番号2\n1 | ○ | 2"
BOOK = workbook([{"name": "結果", "rows": ROWS}])
SHEET = "xl/worksheets/sheet1.xml"
STRINGS = "xl/sharedStrings.xml"


def codes(data: bytes) -> list[str]:
    _, of_round = read_round(data, "x.xlsx")
    _, of_roster, *_ = read_roster(data, "x.xlsx", [("open", "無差別の部")])
    assert {problem.code for problem in of_round} <= {problem.code for problem in of_roster}
    return [problem.code for problem in of_round]


def changed(part: str, old: bytes, new: bytes) -> bytes:
    def change(name: str, data: bytes) -> bytes:
        assert name != part or old in data
        return data.replace(old, new) if name == part else data

    return repacked(BOOK, change)


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


@pytest.mark.parametrize("size", [0, 1, 4, 100, 1000, len(BOOK) - 1])
def test_cut_files(size: int) -> None:
    assert codes(BOOK[:size]) == ["file-unreadable"]


# --- The pass over a worksheet's XML


@pytest.mark.parametrize(
    ("cell", "found"),
    [
        ('<c r="A2" s="1" t="e"><v>#REF!</v></c>', Scan(errors={(1, 0): "#REF!"})),
        ("<c r='A2' t='e'><v>#N/A</v></c>", Scan(errors={(1, 0): "#N/A"})),
        ('<c r="A2"><f>B1</f></c>', Scan(unvalued={(1, 0)})),
        ('<c r="A2"><x:f>B1</x:f></c>', Scan(unvalued={(1, 0)})),
        ('<c r="A2"><f>1</f><v>2</v><v></v></c>', Scan(unvalued={(1, 0)})),
        ('<c r="A2"><f>1</f><v>&#32;</v></c>', Scan(unvalued={(1, 0)})),
        ('<c r="A2"><f>1</f></c><!--</f><v>1-->', Scan(unvalued={(1, 0)})),
        ('<c r="A2"><f>1</f><v>2</v></c>', Scan()),
        ('<c r="A2" t="str"><f>1</f><v></v></c>', Scan()),
        ('<c r="A2" t="s"><v>0</v></c>', Scan()),
        ('<c r="A2" t="inlineStr" ph="1"><is><t>x</t></is></c>', Scan()),
    ],
)
def test_what_stands_in_the_xml_and_not_in_the_values(cell: str, found: Scan) -> None:
    assert scan(f'<x xmlns:x="x"><c r="A1"><v>1</v></c>{cell}</x>'.encode()) == found


def test_a_roster_of_fifty_divisions_is_not_too_large() -> None:
    """The limit on cells is one for all worksheets together; small ones count with their own cells only."""
    ids = [f"d{n}" for n in range(50)]
    book = workbook([{"name": one, "rows": "名簿番号 | 氏名\n1 | 青木 一郎"} for one in ids])
    players, problems, *_ = read_roster(book, "roster.xlsx", [(one, one) for one in ids])
    assert not problems and len(players) == 50
