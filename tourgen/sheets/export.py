"""Tables to download: CSV that Excel opens, and workbooks, from pandas frames."""

from __future__ import annotations

import datetime
import io
import re
import unicodedata
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

# Spreadsheets take a text that begins so for a formula; in Japan also the full-width forms.
_RISKY = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
_NOT_IN_A_NAME = re.compile(r"[\[\]:*?/\\']")
_LONGEST_NAME = 31
_CREATED = datetime.datetime(2000, 1, 1)


def csv_bytes(frame: pd.DataFrame) -> bytes:
    """CSV that Excel opens by a double click: UTF-8 with its mark, CRLF, and no cell that runs as a formula."""
    import pandas as pd

    cells = [[_defused(cell) for cell in row] for row in frame.itertuples(index=False)]
    # of objects: otherwise whole numbers beside a blank would become 1.0
    safe = pd.DataFrame(cells, columns=[_defused(header) for header in frame.columns], dtype=object)
    return safe.to_csv(index=False, lineterminator="\r\n").encode("utf-8-sig")


def xlsx_bytes(frames: Mapping[str, pd.DataFrame]) -> bytes:
    """One worksheet per table, text as text. Same input, same bytes."""
    import pandas as pd

    stream = io.BytesIO()
    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    with pd.ExcelWriter(stream, engine="xlsxwriter", engine_kwargs={"options": options}) as writer:
        book: Any = writer.book
        book.set_properties({"created": _CREATED})  # the library would write the current time
        for name, frame in frames.items():
            title = _NOT_IN_A_NAME.sub(" ", name)[:_LONGEST_NAME]
            frame.to_excel(writer, sheet_name=title, index=False)
            page: Any = writer.sheets[title]
            page.freeze_panes(1, 0)
            for place, header in enumerate(frame.columns):
                widest = max(_width(cell) for cell in (header, *frame.iloc[:, place]))
                page.set_column(place, place, min(max(widest + 2, 6), 40))
    return stream.getvalue()


def _defused(cell: Any) -> Any:
    """A text that would be a formula gets an apostrophe in front; numbers are left alone."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_RISKY) else cell


def _width(cell: object) -> int:
    """In narrow characters; a Japanese one takes two."""
    text = "" if cell is None else str(cell)
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)
