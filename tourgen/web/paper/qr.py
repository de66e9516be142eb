"""A page's published address as a QR code."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby


@dataclass(frozen=True, slots=True)
class Code:
    """A QR code as one path over `size` by `size` squares, without the quiet zone (the paper around it is white)."""

    address: str
    size: int
    path: str


@lru_cache(maxsize=256)
def qr_code(address: str) -> Code | None:
    """The code of an address, None where there is none."""
    if not address:
        return None
    import segno  # here, because most calls of the program print nothing

    rows = segno.make_qr(address, error="m").matrix
    return Code(address, len(rows), "".join(_line(y, row) for y, row in enumerate(rows)))


def _line(y: int, row: bytearray) -> str:
    found, x = [], 0
    for dark, run in groupby(row):
        length = len(list(run))
        if dark:
            found.append(f"M{x} {y}h{length}v1h-{length}z")
        x += length
    return "".join(found)
