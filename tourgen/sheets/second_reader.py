"""A second reader (openpyxl) for worksheets that the first can't read.

The fast reader refuses a whole sheet for one cell it doesn't know, such as the error #SPILL! of newer Excel versions,
wherever it stands. The slow one reads such a sheet, so that only a cell that matters becomes a problem.
"""

from __future__ import annotations

from typing import cast

from tourgen.sheets.guard import Package, damaged
from tourgen.sheets.scan import Scan
from tourgen.sheets.text import Value
from tourgen.storage.limits import limits


def read_again(package: Package, name: str, found: Scan) -> list[list[Value]]:
    """The values of one worksheet from its first row and column on; Refused if it can't be read either."""
    import openpyxl

    try:
        book = openpyxl.load_workbook(package.packed(), read_only=True, data_only=True, keep_links=False)
        sheet = book[name]
        most = limits()
        sheet.reset_dimensions()  # what a file says of its own size is not believed
        rows = [
            list(cast(tuple[Value, ...], row)) for row in sheet.iter_rows(max_row=most.rows, values_only=True)
        ]
    except Exception:  # the library raises whatever its parsers raise
        raise damaged() from None
    for row, column in found.errors:
        if row < len(rows) and column < len(rows[row]):
            rows[row][column] = None  # an error shows nothing; the scan knows where it stands
    return rows
