"""How the sheets look on screen and on paper: colours, cell styles, A4 set-up, the guide beside a table."""

from __future__ import annotations

import datetime
import io
from collections.abc import Sequence
from typing import Any

from xlsxwriter import Workbook  # type: ignore[import-untyped]

from tourgen.sheets.text import width
from tourgen.sheets.words import words

GREEN = "#1B6642"  # the Othello board, as on the site
TINT = "#E6F0E8"
LINE = "#B9C2BC"
SOFT = "#56615B"
WAITING = "#FFF6D6"
CONFLICT = "#F8D0C8"
IDLE = "#EFEFEC"

_FONTS = {"ja": "Yu Gothic", "en": "Calibri"}
# Same input, same bytes: the library would write the current time.
CREATED = datetime.datetime(2000, 1, 1)
# Whatever a text begins with: no formula and no link comes out of a name.
TEXT_STAYS_TEXT = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}

Format = Any  # the writing library has no types
Worksheet = Any


class Book:
    """A workbook being written, with cell styles made once and found again by their properties."""

    def __init__(self, language: str) -> None:
        self.language = "en" if language == "en" else "ja"
        self._stream = io.BytesIO()
        self._book = Workbook(self._stream, TEXT_STAYS_TEXT)
        self._book.set_properties({"created": CREATED})
        self._styles: dict[tuple[tuple[str, object], ...], Format] = {}

    def add(self, name: str) -> Worksheet:
        """A new worksheet."""
        return self._book.add_worksheet(name)

    def style(self, **properties: object) -> Format:
        """A cell style."""
        whole = {"font_name": _FONTS[self.language], "valign": "vcenter", **properties}
        key = tuple(sorted(whole.items()))
        if key not in self._styles:
            self._styles[key] = self._book.add_format(whole)
        return self._styles[key]

    def colours(self, **properties: object) -> Format:
        """The look of a conditional format, which changes only these properties."""
        return self._book.add_format(properties)

    def remember(self, name: str, text: str) -> None:
        """A custom property of the file: people don't see it, programs keep it."""
        self._book.set_custom_property(name, text, "text")

    def finish(self) -> bytes:
        """The file's bytes."""
        self._book.close()
        return self._stream.getvalue()


def put(sheet: Worksheet, row: int, column: int, value: str | int | None, style: Format) -> None:
    """One cell: numbers as numbers, text as text (never as a formula), nothing as a styled blank."""
    if value is None or value == "":
        sheet.write_blank(row, column, None, style)
    elif isinstance(value, int):
        sheet.write_number(row, column, value, style)
    else:
        sheet.write_string(row, column, value, style)


def page_setup(sheet: Worksheet, header: Sequence[str], header_row: int, columns: int, rows: int) -> None:
    """A4 upright, one page wide, the header row on every page, title and page number in the margins."""
    sheet.set_paper(9)
    sheet.set_portrait()
    sheet.set_margins(left=0.5, right=0.5, top=0.75, bottom=0.7)
    sheet.fit_to_pages(1, 0)
    sheet.center_horizontally()
    sheet.repeat_rows(header_row)
    sheet.print_area(0, 0, header_row + rows, columns - 1)
    left, middle, right = (_margin_text(text) for text in header)
    sheet.set_header(f"&L{left}&C{middle}&R{right}")
    sheet.set_footer("&C&P / &N")
    sheet.freeze_panes(header_row + 1, 0)
    sheet.hide_gridlines(2)


def _margin_text(text: str) -> str:
    """& starts a code there; a long text is cut, for the whole may have 255 characters only."""
    return text[:40].replace("&", "&&")


def add_guide(book: Book, name: str, title: str, lines: Sequence[tuple[str, str]]) -> None:
    """A worksheet that explains: what, and what it means."""
    sheet = book.add(name)
    sheet.set_column(0, 0, 18)
    sheet.set_column(1, 1, 84)
    sheet.set_row(0, 30)
    put(sheet, 0, 0, title, book.style(bold=True, font_size=16, font_color=GREEN))
    term = book.style(bold=True, font_size=11, valign="top", bottom=1, bottom_color=LINE)
    text = book.style(font_size=11, valign="top", text_wrap=True, bottom=1, bottom_color=LINE)
    for row, (what, meaning) in enumerate(lines, start=2):
        sheet.set_row(row, 20 * (1 + width(meaning) // 80))
        put(sheet, row, 0, what, term)
        put(sheet, row, 1, meaning, text)
    sheet.set_paper(9)
    sheet.fit_to_pages(1, 0)
    sheet.hide_gridlines(2)


def choice(items: Sequence[str], cell: str, language: str) -> dict[str, object]:
    """A dropdown with its prompt and its warning."""
    return {"validate": "list", "source": list(items), **_speech(cell, language)}


def whole_number(lowest: int, highest: int, cell: str, language: str) -> dict[str, object]:
    """A number within bounds, with its prompt and its warning."""
    bounds = {"validate": "integer", "criteria": "between", "minimum": lowest, "maximum": highest}
    return {**bounds, **_speech(cell, language)}


def _speech(cell: str, language: str) -> dict[str, str]:
    """Excel only warns and lets the value pass: the build reads more than Excel can check, and says what it can't."""
    said = words()["cells"][cell][language]
    return {
        "input_title": said.get("prompt_title", ""),
        "input_message": said.get("prompt", ""),
        "error_type": "warning",
        "error_title": said["error_title"],
        "error_message": said["error"],
    }
