"""Tables to download: CSV that Excel opens, and workbooks."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tourgen.sheets.paper import CREATED, TEXT_STAYS_TEXT
from tourgen.sheets.text import width

if TYPE_CHECKING:
    from pandas import DataFrame

# Spreadsheets take a text that begins so for a formula; in Japan also the full-width forms.
_RISKY = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
_NOT_IN_A_NAME = re.compile(r"[\[\]:*?/\\'\x00-\x1f\ufffe\uffff]")
_LONGEST_NAME = 31


def csv_bytes(table: DataFrame) -> bytes:
    """CSV that Excel opens by a double click: UTF-8 with its mark, CRLF, and no cell that runs as a formula."""
    import pandas as pd

    rows = [[_defused(cell) for cell in row] for row in table.itertuples(index=False, name=None)]
    harmless = pd.DataFrame(rows, columns=[_defused(header) for header in table.columns], dtype=object)
    return harmless.to_csv(index=False, lineterminator="\r\n").encode("utf-8-sig")


def xlsx_bytes(tables: Mapping[str, DataFrame]) -> bytes:
    """One worksheet per table under a frozen header, text as text. Same input, same bytes."""
    import pandas as pd

    stream = io.BytesIO()
    with pd.ExcelWriter(stream, engine="xlsxwriter", engine_kwargs={"options": TEXT_STAYS_TEXT}) as writer:
        writer.book.set_properties({"created": CREATED})
        for name, table in tables.items():
            sheet = _sheet_name(name)
            table.to_excel(writer, sheet_name=sheet, index=False, freeze_panes=(1, 0))
            for place, header in enumerate(table.columns):
                widest = max(
                    width("" if one is None else str(one)) for one in (header, *table.iloc[:, place])
                )
                writer.sheets[sheet].set_column(place, place, min(max(widest + 2, 6), 40))
    return stream.getvalue()


def _sheet_name(name: str) -> str:
    """The part of the name that a worksheet can have; Excel counts 𠮷 as two letters."""
    units = _NOT_IN_A_NAME.sub(" ", name).encode("utf-16-le")[: 2 * _LONGEST_NAME]
    return units.decode("utf-16-le", errors="ignore")


def _defused(cell: Any) -> Any:
    """A text that would be a formula gets an apostrophe in front; numbers are left alone."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_RISKY) else cell
