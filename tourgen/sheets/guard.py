"""What is checked before anything else opens a workbook: it may come from anywhere.

A few kilobytes can inflate to gigabytes; one value in XFD1048576 makes the reading library ask for 550 GB.
So the archive is opened here within limits, and only the XML parts that were checked are packed anew for the
library: it never sees a byte that was not looked at (a size that lies, a part that stands twice).
"""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from xml.parsers import expat

from tourgen.messages.problems import in_both
from tourgen.storage.limits import limits

MIB = 2**20
RATIO_COUNTS_FROM = MIB  # smaller parts can't hurt, however well they pack
_DEEPEST = 100  # elements within elements; worksheets have six
_LONGEST_TEXT = 200_000  # bytes between two tags: Excel puts no more than 32,767 characters into a cell
_LONGEST_TAG = 65_536
_SMALL = MIB  # parts that are kept whole as a tree of elements, which takes fifty times their size

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"  # the container of .xls and of workbooks with a password
_XML_NAMES = (".xml", ".rels")
_LARGE = (
    "content.xml",
    "xl/worksheets/",
    "xl/sharedstrings.xml",
    "xl/styles.xml",
    "xl/theme/",
    "xl/drawings/",
    "xl/comments",
)
_NESTED = (".zip", ".xlsx", ".xlsm", ".docx", ".jar", ".7z", ".rar", ".gz")
_COUNT = re.compile(rb"""ount\s*=\s*["'](?!\d{1,6}["'])""")  # count, uniqueCount with anything but a number
# From a tag on: a > may also stand in a text, and looking on from each of a hundred thousand would never end.
_TOO_LONG = re.compile(rb"<[^<>]*>[^<]{%d}|<[^<>]{%d}" % (_LONGEST_TEXT, _LONGEST_TAG))
_ENCODING = re.compile(rb"""<\?xml[^>]*\bencoding\s*=\s*["']([^"']*)["']""")


class Refused(Exception):
    """This workbook can't be read; the code and its words (ja, en)."""

    def __init__(self, code: str, cell: str | None = None, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.cell = cell
        self.params = params


@dataclass(frozen=True, slots=True)
class Package:
    """The checked XML parts of a workbook by name, and the same packed for the reading library."""

    parts: Mapping[str, bytes] = field(repr=False)

    def packed(self, without: Collection[str] = ()) -> io.BytesIO:
        """A fresh archive of the checked parts but for some (stored: packing it would only cost time).

        The styles stay behind: a number is a number even in a column that is formatted as dates, and
        the library can't take every number as a date.
        """
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as archive:
            for name, data in self.parts.items():
                if name.lower() == "xl/styles.xml" or name in without:
                    continue
                archive.writestr(zipfile.ZipInfo(name), data)
        stream.seek(0)
        return stream


def open_package(data: bytes) -> Package:
    """The parts of an .xlsx file, or Refused: no such file, damaged, with a password, or too large."""
    package = open_archive(data)
    if "xl/workbook.xml" not in {name.lower() for name in package.parts}:
        raise unreadable("not-excel")
    return package


def open_archive(data: bytes) -> Package:
    """The XML parts of an archive, whichever program made it."""
    _check_kind(data)
    if len(data) > limits().file_mib * MIB:
        raise too_large(mib(len(data)), f"{limits().file_mib} MiB", "file_mib")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            _check_index(archive.infolist())
            parts = {
                part_name(info): _inflate(archive, info)
                for info in archive.infolist()
                if info.filename.lower().endswith(_XML_NAMES)
            }
    except Refused:
        raise
    except Exception:  # what is wrong with an archive comes out as whatever its reader stumbles over
        raise damaged() from None
    for name, part in parts.items():
        _check_xml(name, part)
    return Package(parts)


def mentions(data: bytes, text: str) -> bool:
    """Whether a text stands anywhere in a workbook; much faster than reading its tables."""
    try:
        return any(text.encode() in part for part in open_archive(data).parts.values())
    except Refused:
        return False


def unreadable(why: str) -> Refused:
    """The file is no workbook that can be read; `why` is the end of a code in messages/parts.toml."""
    return Refused("file-unreadable", reason=in_both(f"unreadable-{why}"))


def damaged() -> Refused:
    """The file can't be read, and nobody can say why."""
    return unreadable("damaged")


def too_large(found: object, limit: object, name: str) -> Refused:
    """The workbook is larger than any roster or round can be; `name` is the limit's."""
    return Refused("workbook-too-large", size=found, limit=limit, name=name)


def mib(size: int) -> str:
    """A size in whole MiB, rounded up, so that a size above the limit is never shown as the limit."""
    return f"{-(-size // MIB)} MiB"


def _check_kind(data: bytes) -> None:
    """The first bytes tell what a file is, whatever it is called."""
    if not data:
        raise unreadable("empty")
    if data.startswith(_OLE):
        if "EncryptedPackage".encode("utf-16-le") in data:
            raise unreadable("password")
        raise unreadable("xls")
    if not data.startswith(b"PK"):
        raise unreadable("not-excel")


def part_name(info: zipfile.ZipInfo) -> str:
    """A part as its workbook calls it."""
    return info.filename.replace("\\", "/").lstrip("/")


def _inflate(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    """One part. Asking for a size keeps a part that lies about its own from inflating any further."""
    with archive.open(info) as stream:
        return stream.read(info.file_size + 1)


def _check_index(infos: list[zipfile.ZipInfo]) -> None:
    """The archive's index, before any part of it is inflated."""
    if len(infos) > limits().parts:
        raise too_large(f"{len(infos)} parts", f"{limits().parts} parts", "parts")
    names = [part_name(info).lower() for info in infos]
    if len(set(names)) < len(names) or any(posixpath.normpath(name) != name.rstrip("/") for name in names):
        raise damaged()  # two readers might each find another part under one name
    inflated = sum(info.file_size for info in infos)
    if inflated > limits().unpacked_mib * MIB:
        raise too_large(mib(inflated), f"{limits().unpacked_mib} MiB", "unpacked_mib")
    for info in infos:
        if info.flag_bits & 0x1:
            raise unreadable("password")
        if info.filename.lower().endswith(_NESTED):
            raise unreadable("archive")
        ratio = info.file_size // max(info.compress_size, 1)
        if info.file_size > RATIO_COUNTS_FROM and ratio > limits().ratio:
            raise too_large(f"{mib(info.file_size)} (1:{ratio})", f"1:{limits().ratio}", "ratio")


def _check_xml(name: str, part: bytes) -> None:
    """Plain UTF-8 without a DTD: spreadsheets never have one, attacks with entities always do."""
    if len(part) > _SMALL and not name.lower().startswith(_LARGE):
        raise too_large(f"{name} {mib(len(part))}", mib(_SMALL), "")
    declared = _ENCODING.match(part[:200].removeprefix(b"\xef\xbb\xbf"))
    if b"\x00" in part[:4] or (declared and declared[1].lower() not in (b"utf-8", b"us-ascii", b"ascii")):
        raise unreadable("not-utf-8")
    if b"<!DOCTYPE" in part or b"<!ENTITY" in part:
        raise unreadable("dtd")
    if len(part) > _SMALL and _TOO_LONG.search(part):
        raise damaged()
    if len(part) > _SMALL or _COUNT.search(part):
        _check_elements(part)


def _check_elements(part: bytes) -> None:
    """No element is so deep, and none says it has so many items, that the library would ask for all memory.

    It takes many times the size of a deep tree, and reserves memory for as many texts as a part says it has, whether
    they are there or not.
    """
    depth = 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > _DEEPEST or (attributes and not _countable(attributes)):
            raise ValueError(tag)

    def end(tag: str) -> None:
        nonlocal depth
        depth -= 1

    parser = expat.ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler = start, end
    try:
        parser.Parse(part, True)
    except (expat.ExpatError, ValueError):
        raise damaged() from None


def _countable(attributes: Mapping[str, str]) -> bool:
    counts = [attributes[name] for name in ("count", "uniqueCount") if name in attributes]
    return all(one.isdecimal() and len(one) <= 6 for one in counts)
