"""Real files, damaged at random: workbooks as bytes or inside their XML, game records, settings.

Everything is drawn from the given Random, so that a number names a file for good.
"""

import io
import re
import zipfile
from collections.abc import Callable
from random import Random

Parts = dict[str, bytes]

# --- Any bytes

RUBBISH = (
    *(b"\x00", b"\xff", b"\xff\xfe", b"\r", b"\n", b"'", b'"', b"\\", b"\xe3\x81", b"\xef\xbb\xbf"),
    b"PK\x05\x06",
)


def bytes_changed(data: bytes, draw: Random) -> bytes:
    """A few bytes flipped, cut out, doubled, moved, zeroed or put in; or the end cut off."""
    for _ in range(draw.randint(1, 4)):
        data = draw.choice(BYTE_CHANGES)(data, draw) or b"\x00"
    return data


def _flip(data: bytes, draw: Random) -> bytes:
    at = draw.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << draw.randrange(8)]) + data[at + 1 :]


def _cut(data: bytes, draw: Random) -> bytes:
    at = draw.randrange(len(data))
    return data[:at] + data[at + draw.choice((1, 2, 8, 40, 400)) :]


def _end(data: bytes, draw: Random) -> bytes:
    return data[: draw.randrange(len(data))]


def _double(data: bytes, draw: Random) -> bytes:
    at = draw.randrange(len(data))
    piece = data[at : at + draw.choice((1, 4, 30, 300))]
    return data[:at] + piece * draw.choice((2, 3, 50)) + data[at:]


def _move(data: bytes, draw: Random) -> bytes:
    at, to = draw.randrange(len(data)), draw.randrange(len(data))
    length = draw.choice((1, 8, 60))
    piece, rest = data[at : at + length], data[:at] + data[at + length :]
    return rest[:to] + piece + rest[to:]


def _zero(data: bytes, draw: Random) -> bytes:
    at = draw.randrange(len(data))
    length = min(draw.choice((1, 4, 30)), len(data) - at)
    return data[:at] + bytes(length) + data[at + length :]


def _put_in(data: bytes, draw: Random) -> bytes:
    at = draw.randrange(len(data))
    return data[:at] + draw.choice(RUBBISH) + data[at:]


def _number(data: bytes, draw: Random) -> bytes:
    """Sizes and offsets of an archive are such numbers."""
    at = draw.randrange(len(data))
    value = draw.choice((0, 1, 0x7FFFFFFF, 0xFFFFFFFF, 0x80000000, len(data)))
    return data[:at] + value.to_bytes(4, "little") + data[at + 4 :]


BYTE_CHANGES: tuple[Callable[[bytes, Random], bytes], ...] = (
    *(_flip, _flip, _cut, _end, _double, _move, _zero, _put_in, _number),
)

# --- Inside a workbook

NUMBERS = (
    *(*b"0 -1 1e999 NaN 4294967296".split(), b"9" * 400, b"0x10", b"1.5", b"", b"\xef\xbc\x93"),
    b"1048577",
)
TEXTS = (
    "",
    "=1+1",
    "○",
    "x" * 40_000,
    "\u202e逆",
    "e\u0301" * 50,
    "</v>",
    "&#0;",
    "&unknown;",
    "&#x1F600;",
    "\ud7ff",
)
CELLS = (*b"XFD1048576 A1048577 ZZZ1 A0 1A".split(), b"", *b"a1 $A$1 A1:B2 A-1 GR20000 B2".split())
KINDS = (*b"s str n b e d inlineStr zz".split(), b"")
DECLARED = (
    b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>',
    b'<!DOCTYPE x SYSTEM "http://attacker.invalid/x.dtd">',
    b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>',
)
TARGETS = (
    *(b"../../../../etc/passwd", b"/etc/passwd", b"http://attacker.invalid/x", b"file:///etc/passwd", b""),
    *(b"worksheets/sheet9.xml", b"sharedStrings.xml", b"workbook.xml", b"..\\..\\x", b"worksheets/"),
)


def workbook_changed(data: bytes, draw: Random) -> bytes:
    """Damaged inside, and packed again as a valid archive."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    for _ in range(draw.randint(1, 3)):
        if parts:
            draw.choice(PART_CHANGES)(parts, draw)
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", draw.choice((zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED))) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return stream.getvalue()


def _some(parts: Parts, draw: Random, ending: str = "") -> str:
    """A part, mostly one of those that are read."""
    read = [name for name in parts if re.search(r"worksheets/sheet|sharedStrings|workbook\.xml", name)]
    names = [name for name in (read if draw.random() < 0.8 else list(parts)) if name.endswith(ending)]
    return draw.choice(names or list(parts))


def _in_place(
    pattern: bytes, choices: tuple[bytes, ...], ending: str = ""
) -> Callable[[Parts, Random], None]:
    """One (or all) of the places that fit the pattern's group is filled with something else."""
    found = re.compile(pattern)

    def change(parts: Parts, draw: Random) -> None:
        name = _some(parts, draw, ending)
        places = [match.span(1) for match in found.finditer(parts[name])]
        if places:
            for start, end in reversed(places if draw.random() < 0.1 else [draw.choice(places)]):
                parts[name] = parts[name][:start] + draw.choice(choices) + parts[name][end:]

    return change


def _damage(parts: Parts, draw: Random) -> None:
    name = _some(parts, draw)
    parts[name] = bytes_changed(parts[name] or b" ", draw)


def _tags(parts: Parts, draw: Random) -> None:
    """An element's tag dropped, doubled, or swapped with another's."""
    name = _some(parts, draw)
    tags = [match.span() for match in re.finditer(rb"<[^<>]*>", parts[name])]
    if len(tags) < 3:
        return
    (a, b), (c, d) = sorted(draw.sample(tags, 2))
    part = parts[name]
    parts[name] = draw.choice(
        (
            part[:a] + part[b:],
            part[:b] + part[a:],
            part[:a] + part[c:d] + part[b:c] + part[a:b] + part[d:],
            part[:a] + part[d:],
        )
    )


def _nest(parts: Parts, draw: Random) -> None:
    name, depth = _some(parts, draw), draw.choice((3, 300, 30_000))
    tag = draw.choice((b"a", b"c", b"row", b"si", b"is", b"r", b"t", b"x:v"))
    at = parts[name].rfind(b"</")
    nested = b"<" + tag + b">"
    closed = b"</" + tag + b">" if draw.random() < 0.8 else b""
    parts[name] = parts[name][:at] + nested * depth + closed * depth + parts[name][at:]


def _declare(parts: Parts, draw: Random) -> None:
    name = _some(parts, draw)
    parts[name] = parts[name].replace(b"?>", b"?>" + draw.choice(DECLARED), 1).replace(b"<t>", b"<t>&b;", 1)


def _encode(parts: Parts, draw: Random) -> None:
    name = _some(parts, draw)
    code = draw.choice(("utf-16", "shift_jis", "utf-7", "ebcdic-cp-us", "utf-8-sig"))
    text = parts[name].decode("utf-8", "replace").replace("UTF-8", code)
    parts[name] = (
        text.encode(code, "replace") if code in ("utf-16", "shift_jis", "utf-8-sig") else text.encode()
    )


def _lose(parts: Parts, draw: Random) -> None:
    del parts[draw.choice(list(parts))]


def _rename(parts: Parts, draw: Random) -> None:
    name = draw.choice(list(parts))
    other = draw.choice(
        (name.upper(), "../" + name, "/" + name, name + "\\", name.replace("/", "\\"), "xl/x.xml", "x" * 300)
    )
    parts[other] = parts.pop(name)


def _swap(parts: Parts, draw: Random) -> None:
    one, other = draw.choice(list(parts)), draw.choice(list(parts))
    parts[one], parts[other] = parts[other], parts[one]


def _empty(parts: Parts, draw: Random) -> None:
    parts[_some(parts, draw)] = draw.choice(
        (b"", b"<a/>", b"\xef\xbb\xbf", b"<?xml version='1.0'?>", b"\x00" * 100)
    )


def _text(parts: Parts, draw: Random) -> None:
    """Another text in a string or a cell; some are no XML any more."""
    name = _some(parts, draw)
    places = [match.span(1) for match in re.finditer(rb"<(?:t|v)(?: [^>]*)?>([^<]*)<", parts[name])]
    if places:
        start, end = draw.choice(places)
        parts[name] = parts[name][:start] + draw.choice(TEXTS).encode() + parts[name][end:]


def _inline(parts: Parts, draw: Random) -> None:
    """A cell as text of its own, as a formula with or without a value, or blank."""
    name = _some(parts, draw, ".xml")
    cells = list(re.finditer(rb"<c ([^>]*)>.*?</c>", parts[name]))
    if cells:
        cell = draw.choice(cells)
        where = re.sub(rb't="[^"]*"', b"", cell[1])
        put = draw.choice(
            (
                b"<c %s t='inlineStr'><is><t>12</t></is></c>",
                b"<c %s><f>SUM(A1:XFD1048576)</f></c>",
                b"<c %s><f>A1</f><v>3</v></c>",
                b"<c %s t='e'><v>#SPILL!</v></c>",
                b"<c %s t='e'><v>#REF!</v></c>",
                b"<c %s t='b'><v>7</v></c>",
                b"<c %s t='d'><v>2026-13-45</v></c>",
                b"<c %s/>",
            )
        )
        parts[name] = parts[name][: cell.start()] + put % where + parts[name][cell.end() :]


def _merge(parts: Parts, draw: Random) -> None:
    name = _some(parts, draw, ".xml")
    ref = draw.choice((b"A1:XFD1048576", b"B2:B9", b"B2", b"B9:A1", b"", b"A1:A1:A1", b"C3:D4"))
    cells = b'<mergeCells count="1"><mergeCell ref="%s"/></mergeCells>' % ref
    parts[name] = parts[name].replace(b"</sheetData>", b"</sheetData>" + cells, 1)


PART_CHANGES: tuple[Callable[[Parts, Random], None], ...] = (
    *(_damage, _damage, _damage, _tags, _tags, _nest, _declare, _encode, _lose, _rename, _swap, _empty),
    *(_text, _text, _text, _inline, _inline, _inline, _merge),
    _in_place(rb"<v>([^<]*)</v>", NUMBERS),
    _in_place(rb"<v>([^<]*)</v>", NUMBERS),
    _in_place(rb'<c r="([^"]*)"', CELLS),
    _in_place(rb'<row r="([^"]*)"', NUMBERS),
    _in_place(rb' t="([^"]*)"', KINDS),
    _in_place(rb'ount="([^"]*)"', NUMBERS),
    _in_place(rb'<dimension ref="([^"]*)"', CELLS),
    _in_place(rb'Target="([^"]*)"', TARGETS, ".rels"),
    _in_place(rb'Type="([^"]*)"', TARGETS, ".rels"),
    _in_place(rb'<sheet name="([^"]*)"', tuple(text.encode() for text in TEXTS)),
    _in_place(rb'r:id="([^"]*)"', (b"rId1", b"rId2", b"rId99", b"")),
    _in_place(rb'ContentType="([^"]*)"', (b"", b"text/html"), "Types].xml"),
    _in_place(rb'xmlns="([^"]*)"', (b"", b"urn:x", b"http://purl.oclc.org/ooxml/spreadsheetml/main")),
)

# --- Texts


def _snippets(snippets: tuple[bytes, ...]) -> Callable[[bytes, Random], bytes]:
    def change(data: bytes, draw: Random) -> bytes:
        at = draw.randrange(len(data) + 1)
        return data[:at] + draw.choice(snippets) + data[at + draw.choice((0, 0, 1, 5)) :]

    return change


def _lines(data: bytes, draw: Random) -> bytes:
    """A line dropped, doubled or moved."""
    lines = data.splitlines(keepends=True) or [b""]
    line = lines.pop(draw.randrange(len(lines)))
    for _ in range(draw.choice((0, 1, 2))):
        lines.insert(draw.randrange(len(lines) + 1), line)
    return b"".join(lines)


def _values(data: bytes, draw: Random) -> bytes:
    """The value of one key is another one."""
    places = [match.span(1) for match in re.finditer(rb"(?m)=[ \t]*([^\n]*)$", data)]
    if not places:
        return data
    start, end = draw.choice(places)
    return data[:start] + draw.choice(TOML_VALUES) + data[end:]


def _sgf_values(data: bytes, draw: Random) -> bytes:
    places = [match.span(1) for match in re.finditer(rb"\[([^\]]*)\]", data)]
    if not places:
        return data
    start, end = draw.choice(places)
    return data[:start] + draw.choice(SGF_VALUES) + data[end:]


TOML_VALUES = (
    *(b"", *b"1 -1 0 1.5 inf nan true".split(), b'""', b"[]", b"{}", b'"ja"', b"'''", b'"""'),
    *(b"99999999", b"9" * 5000, b"0x" + b"f" * 9000),
    *(*b"2026-02-30 0001-01-01 9999-12-31T23:59:60 07:32:00 1e400".split(), b"[" * 2000, b"{a=" * 500),
    *(b"[" * 30 + b"]" * 30, b'["a", 1]', b"[[1], 2]", b"{a = {b = {c = 1}}}", b'"\\ud800"'),
    *(b'"\\U0010ffff\\u0000"', b'"../../etc"', b'"/etc/passwd"', b'"CON"', b'["1234"]', b"[1, 2]"),
    *(b'["x", "y", "z"]', b'"othello-2-league"', b'"go-swiss"', b'"shogi-team"', b'"my.toml"'),
    *(b'"event.toml"', b"1_0", b"{A = 17}", b"[0, 99]", b'"' + b"x" * 5000 + b'"'),
    *('["主将", "主将"]'.encode(), b"-9223372036854775809", b"[1, 200]", b"1000000"),
)
TOML_SNIPPETS = (
    *(b"[event]\n", b"[[division]]\n", b"[[stage]]\n", b"[settings]\n", b"[a.b.c]\n"),
    *(b"a" + b".a" * 3000 + b" = 1\n", b"= ", b"'", b'"', b"#", b"\\", *b"] [ } {".split(), b"\x00"),
    *(b"\r", b"\xe3\x80\x80", b"\xff", b"\xef\xbb\xbf", b"id = 'x'\n", b"format = 1\n"),
    *(b"rounds = 0\n", b"komi = 'x'\n", b"draws = [1]\n", b"'' = 1\n", b"unknown = 1\n"),
    *(b"kind = 'swiss'\n", b"kind = []\n", b"placing_round = -1\n", b"round_robin_max = 999\n"),
    b"boards = 3\n",
)
SGF_VALUES = (
    b"",
    *b"aa zz tt aaa a aa:ss ss:aa 0 -1 19:0 52 53 999999999 1e9 nan 6.5.5 UTF-8 Shift_JIS".split(),
    *(*b"rot13 zlib idna hex".split(), b"x" * 9000, b"\\", b"\\]", b"[", b"\x00"),
    *(*b"B+R W+0 Void ?".split(), b"\xe9\xbb\x92\xe4\xb8\xad\xe6\x8a\xbc\xe5\x8b\x9d", b"<script>"),
    *(b"\xff\xfe", b"\xef\xbb\xbf"),
)
SGF_SNIPPETS = (
    *(*b"( ) ; [ ]".split(), b"\\", b"(;" * 2000, b";" * 3000),
    *b"(;B[aa])(;B[bb]) ;B[] ;W[] ;B[aa]W[bb] SZ[1] SZ[19:5] SZ[0] HA[9] AB[aa:ss]".split(),
    *b"AW[aa:ss] AE[aa:ss] MA[aa:ss] CA[utf-16] GM[2] FF[9] KM[-0] RE[]".split(),
    *(b"C[" + b"x" * 5000 + b"]", b"A" * 400 + b"[]", b"\x00", b"\xff", b"\r\n"),
)


def toml_changed(data: bytes, draw: Random) -> bytes:
    """A settings file with a few lines, values or bytes changed."""
    changes = (
        _values,
        _values,
        _values,
        _lines,
        _lines,
        _snippets(TOML_SNIPPETS),
        _flip,
        _cut,
        _end,
        _double,
        _put_in,
    )
    for _ in range(draw.randint(1, 4)):
        data = draw.choice(changes)(data or b" ", draw)
    return data


def sgf_changed(data: bytes, draw: Random) -> bytes:
    """A game record with a few values, brackets or bytes changed."""
    changes = (
        _sgf_values,
        _sgf_values,
        _sgf_values,
        _snippets(SGF_SNIPPETS),
        _flip,
        _cut,
        _end,
        _double,
        _move,
    )
    for _ in range(draw.randint(1, 3)):
        data = draw.choice(changes)(data or b" ", draw)
    return data
