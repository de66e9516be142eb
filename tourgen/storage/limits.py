"""Every limit that files from outside are held to, in one place (docs/trust.md has the table).

They protect the machine from the files, so no file can raise them. Whoever runs the program can, in the environment:

    TOURGEN_LIMITS="rows=50000 unpacked_mib=128"

The largest event measured (10,000 players) needs about a quarter of each.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, fields, replace
from functools import cache

VARIABLE = "TOURGEN_LIMITS"
_ONE = re.compile(r"([a-z_]+)=([1-9][0-9]{0,9})")
_BETWEEN = re.compile(r"[\s,;]+")


class LimitsWrong(Exception):
    """TOURGEN_LIMITS holds a word that is no limit; `known` lists those that are."""

    def __init__(self, word: str) -> None:
        super().__init__(word)
        self.word = word
        self.known = ", ".join(one.name for one in fields(Limits))


@dataclass(frozen=True)
class Limits:
    """How much is read of what people put into an event's folder."""

    file_mib: int = 16  # a workbook as it lies there
    unpacked_mib: int = 32  # all parts of a workbook, unpacked
    ratio: int = 200  # by how much a part of more than 1 MiB may have been packed: real ones reach about 40
    parts: int = 1_000  # of a workbook
    rows: int = 20_000  # of a worksheet
    columns: int = 200
    cells: int = 400_000  # of the rectangles that hold every value, all worksheets together; also texts
    letters: int = 1_000  # in a cell that is read, in a text of event.toml
    text_kib: int = 256  # event.toml, people.toml, a format, a page, a template
    depth: int = 20  # tables within tables of a TOML file
    divisions: int = 50  # of an event
    sgf_kib: int = 1_000  # a long commented game has a tenth of that
    sgf_nodes: int = 50_000
    sgf_depth: int = 1_000  # variations within variations


@cache
def limits() -> Limits:
    """The limits of this run; LimitsWrong where the environment asks for something that is none."""
    known = {one.name for one in fields(Limits)}
    raised: dict[str, int] = {}
    for word in filter(None, _BETWEEN.split(os.environ.get(VARIABLE, ""))):
        one = _ONE.fullmatch(word)
        if one is None or one[1] not in known:
            raise LimitsWrong(word)
        raised[one[1]] = int(one[2])
    return replace(Limits(), **raised)
