"""What is checked before anything else opens a workbook: it may come from anywhere.

A few kilobytes can inflate to gigabytes; one value in XFD1048576 makes the reading library ask for 550 GB.
So the archive is opened here within limits, and only the XML parts that were checked are packed anew for the
library: it never sees a byte that was not looked at (a size that lies, a part that stands twice).
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from xml.parsers import expat

# The limits, all in one place. The largest real event known (1,000 players) needs about a hundredth of each.
MAX_FILE_BYTES = 32 * 2**20
MAX_INFLATED_BYTES = 64 * 2**20
MAX_RATIO = 200  # blank, formatted cells pack well: real workbooks reach about 40
RATIO_COUNTS_FROM = 2**20  # smaller parts can't hurt, however well they pack
MAX_PARTS = 1_000
MAX_ROWS = 20_000
MAX_COLUMNS = 200

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"  # the container of .xls and of workbooks with a password
_XML_NAMES = (".xml", ".rels")
_NESTED = (".zip", ".xlsx", ".xlsm", ".docx", ".jar", ".7z", ".rar", ".gz")
_COUNT = re.compile(rb"""ount\s*=\s*["'](?!\d{1,6}["'])""")  # count, uniqueCount with anything but a number
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

    def packed(self) -> io.BytesIO:
        """A fresh archive of the checked parts (stored: packing it would only cost time).

        The styles stay behind: a number is a number even in a column that is formatted as dates, and
        the library can't take every number as a date.
        """
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as archive:
            for name, data in self.parts.items():
                if name.lower() == "xl/styles.xml":
                    continue
                archive.writestr(zipfile.ZipInfo(name), data)
        stream.seek(0)
        return stream


def open_package(data: bytes) -> Package:
    """The parts of an .xlsx file, or Refused: no such file, damaged, with a password, or too large."""
    _check_kind(data)
    if len(data) > MAX_FILE_BYTES:
        raise too_large(f"{len(data) // 2**20} MiB", f"{MAX_FILE_BYTES // 2**20} MiB")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            _check_index(archive.infolist())
            parts = {
                info.filename.replace("\\", "/").lstrip("/"): _inflate(archive, info)
                for info in archive.infolist()
                if info.filename.lower().endswith(_XML_NAMES)
            }
    except (zipfile.BadZipFile, zlib.error, OSError, EOFError, NotImplementedError, RuntimeError, ValueError):
        raise damaged() from None
    for part in parts.values():
        _check_xml(part)
    if "xl/workbook.xml" not in {name.lower() for name in parts}:
        raise unreadable("Excel のブックではありません", "this is not an Excel workbook")
    return Package(parts)


def unreadable(ja: str, en: str) -> Refused:
    """The file is no workbook that can be read, with the reason."""
    return Refused("file-unreadable", reason={"ja": ja, "en": en})


def damaged() -> Refused:
    """The file can't be read, and nobody can say why."""
    return unreadable("ファイルが壊れています", "the file is damaged")


def too_large(found: str, limit: str) -> Refused:
    """The workbook is larger than any roster or round can be."""
    return Refused("workbook-too-large", size=found, limit=limit)


def _check_kind(data: bytes) -> None:
    """The first bytes tell what a file is, whatever it is called."""
    if not data:
        raise unreadable("ファイルが空です", "the file is empty")
    if data.startswith(_OLE):
        if "EncryptedPackage".encode("utf-16-le") in data:
            raise unreadable("パスワードが付いています", "it is protected by a password")
        raise unreadable("古い .xls 形式です", "it is in the old .xls form")
    if not data.startswith(b"PK"):
        raise unreadable("Excel のブックではありません", "this is not an Excel workbook")


def _inflate(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    """One part. Asking for a size keeps a part that lies about its own from inflating any further."""
    with archive.open(info) as stream:
        return stream.read(info.file_size + 1)


def _check_index(infos: list[zipfile.ZipInfo]) -> None:
    """The archive's index, before any part of it is inflated."""
    if len(infos) > MAX_PARTS:
        raise too_large(f"{len(infos)} parts", f"{MAX_PARTS} parts")
    if len({info.filename.lower() for info in infos}) < len(infos):
        raise damaged()
    inflated = sum(info.file_size for info in infos)
    if inflated > MAX_INFLATED_BYTES:
        raise too_large(f"{inflated // 2**20} MiB", f"{MAX_INFLATED_BYTES // 2**20} MiB")
    for info in infos:
        if info.flag_bits & 0x1:
            raise unreadable("パスワードが付いています", "it is protected by a password")
        if info.filename.lower().endswith(_NESTED):
            raise unreadable("別の圧縮ファイルが入っています", "another archive is packed inside it")
        ratio = info.file_size // max(info.compress_size, 1)
        if info.file_size > RATIO_COUNTS_FROM and ratio > MAX_RATIO:
            raise too_large(f"{info.file_size // 2**20} MiB (1:{ratio})", f"1:{MAX_RATIO}")


def _check_xml(part: bytes) -> None:
    """Plain UTF-8 without a DTD: spreadsheets never have one, attacks with entities always do."""
    declared = _ENCODING.match(part[:200].removeprefix(b"\xef\xbb\xbf"))
    if b"\x00" in part[:4] or (declared and declared[1].lower() not in (b"utf-8", b"us-ascii", b"ascii")):
        raise unreadable("文字コードが UTF-8 ではありません", "its text is not encoded as UTF-8")
    if b"<!DOCTYPE" in part or b"<!ENTITY" in part:
        raise unreadable(
            "許されない宣言 (DTD) が入っています", "it holds a declaration (DTD) that is not allowed"
        )
    if _COUNT.search(part):
        _check_counts(part)


def _check_counts(part: bytes) -> None:
    """The library reserves memory for as many strings as a part says it has, whether they are there or not."""

    def start(tag: str, attributes: dict[str, str]) -> None:
        for name in ("count", "uniqueCount"):
            said = attributes.get(name, "0")
            if not said.isdecimal() or len(said) > 6:
                raise ValueError(said)

    parser = expat.ParserCreate()
    parser.StartElementHandler = start
    try:
        parser.Parse(part, True)
    except (expat.ExpatError, ValueError):
        raise damaged() from None
