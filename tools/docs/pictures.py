"""Pictures of pages and sheets, taken by the Chromium of this machine; none where there is none."""

from __future__ import annotations

import struct
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

import openpyxl
from openpyxl.utils import column_index_from_string, get_column_letter

from tools.docs.markup import Picture
from tourgen.web.paper.browser import find_browser

if TYPE_CHECKING:
    from openpyxl.cell import Cell, MergedCell
    from openpyxl.worksheet.worksheet import Worksheet
    from playwright.sync_api import Browser, Page

# Width, height and how many dots of the picture make one of the page.
SIZES = {
    "phone": (360, 640, 2.0),
    "desktop": (1080, 640, 1.5),
    "sheet": (1200, 100, 1.5),
    "paper": (900, 1200, 0.75),
}
FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SHEET_STYLE = """
body { margin: 0; font: 13px/1.6 "Noto Sans CJK JP", "Yu Gothic", sans-serif; color: #111; background: #fff }
table { border-collapse: collapse; table-layout: fixed; width: 0 }
td, th { height: 22px; padding: 0 5px; border: 1px solid #d4d4d4; white-space: nowrap }
th { background: #eee; color: #555; font-weight: 400; text-align: center }
"""


class Camera:
    """Takes one picture after the other; every page is opened from the disk or shown as it is written."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser

    def take(self, kind: str, path: Path, me: str = "") -> Picture | None:
        """`me`: who says "this is me" on the page first. None, and a line that says why, where it fails."""
        from playwright.sync_api import Error

        width, height, scale = SIZES[kind]
        context = self.browser.new_context(
            locale="ja-JP",
            timezone_id="Asia/Tokyo",
            viewport={"width": width, "height": height},
            device_scale_factor=scale,
            reduced_motion="reduce",
        )
        try:
            data = _taken(context.new_page(), kind, path, me)
        except Error as error:
            print(f"No picture of {path.name}: {error}", file=sys.stderr)
            return None
        finally:
            context.close()
        across, down = struct.unpack(">II", data[16:24])  # of the PNG
        return Picture(data, round(across / scale), round(down / scale), kind)


def _taken(page: Page, kind: str, path: Path, me: str) -> bytes:
    if kind == "sheet":
        page.set_content(sheet_html(path))
        return page.locator("table").screenshot()
    page.goto(path.resolve().as_uri())
    if me:
        _this_is_me(page, me)
    return page.locator(".leaf").first.screenshot() if kind == "paper" else page.screenshot()


def _this_is_me(page: Page, name: str) -> None:
    page.fill("#q", name)
    page.locator("#hits button").first.click()
    page.evaluate("scrollTo(0, 0)")


@contextmanager
def camera() -> Iterator[Camera | None]:
    """None, and a line that says why, where pictures can't be taken."""
    from playwright.sync_api import Error, sync_playwright

    found = find_browser()
    if found is None:
        print("No Chromium here: the documents are made without pictures.", file=sys.stderr)
        yield None
        return
    with sync_playwright() as driver:
        try:
            browser = driver.chromium.launch(executable_path=found, chromium_sandbox=False, args=FLAGS)
        except Error as error:
            print(
                f"{found} doesn't start: the documents are made without pictures.\n{error}", file=sys.stderr
            )
            yield None
            return
        yield Camera(browser)
        browser.close()


def sheet_html(path: Path) -> str:
    """A workbook's first sheet as a spreadsheet shows it: letters, numbers, widths, colours, what is in the cells."""
    page: Worksheet = openpyxl.load_workbook(path).worksheets[0]
    letters = [get_column_letter(column) for column in range(1, page.max_column + 1)]
    widths = "".join(f'<col style="width: {_width(page, letter)}px">' for letter in letters)
    head = "".join(f"<th>{letter}</th>" for letter in letters)
    waiting = _waiting(page)
    rows = (
        f"<tr><th>{row[0].row}</th>{''.join(_cell(cell, waiting.get(cell.coordinate, '')) for cell in row)}</tr>"
        for row in page.iter_rows()
    )
    table = f'<table><col style="width: 32px">{widths}<tr><th></th>{head}</tr>{"".join(rows)}</table>'
    return f"<!doctype html><style>{SHEET_STYLE}</style>{table}"


def _width(page: Worksheet, letter: str) -> int:
    """Columns of one width stand in the file as one group, under the first one's letter."""
    number = column_index_from_string(letter)
    for group in page.column_dimensions.values():
        if group.min and group.max and group.min <= number <= group.max:
            return round(group.width * 7 + 5)
    return 64


def _waiting(page: Worksheet) -> dict[str, str]:
    """Cell → colour, where the sheet shows that something is still to be typed."""
    return {
        cell.coordinate: rule.dxf.fill.bgColor.rgb
        for area in page.conditional_formatting
        for rule in area.rules
        if rule.dxf and '=""' in rule.formula[0]
        for span in area.cells.ranges
        for row in page[span.coord]
        for cell in row
        if cell.value is None
    }


def _cell(cell: Cell | MergedCell, waiting: str) -> str:
    value = cell.value
    shown = "" if value is None or str(value).startswith("=") else escape(str(value))
    colour = waiting or (cell.fill.start_color.rgb if cell.fill.fill_type == "solid" else "")
    styles = [f"background: #{colour[2:]}"] if isinstance(colour, str) and colour else []
    if cell.font.color and isinstance(cell.font.color.rgb, str):
        styles.append(f"color: #{cell.font.color.rgb[2:]}")
    if cell.font.bold:
        styles.append("font-weight: 700")
    if cell.alignment.horizontal:
        styles.append(f"text-align: {cell.alignment.horizontal}")
    return f'<td style="{"; ".join(styles)}">{shown}</td>'
