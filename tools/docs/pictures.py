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

from tools.docs.markup import Picture
from tourgen.browser import find_browser

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet
    from playwright.sync_api import Browser, Page

# Width, height and how many dots of the picture make one of the page.
SIZES = {"phone": (360, 640, 2.0), "desktop": (1080, 640, 1.5), "sheet": (900, 100, 1.5), "paper": (820, 560, 1.0)}
FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SHEET_STYLE = """
body { margin: 0; font: 13px/1.5 "Noto Sans CJK JP", "Yu Gothic", sans-serif; color: #111; background: #fff }
table { border-collapse: collapse } td, th { padding: 1px 6px; border: 1px solid #d0d0d0; white-space: nowrap }
th { background: #eee; color: #555; font-weight: 400; text-align: center }
"""


class Camera:
    """Takes one picture after the other; every page is opened from the disk or shown as it is written."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser

    def take(self, kind: str, path: Path, me: str = "") -> Picture:
        """`me`: who says "this is me" on the page first."""
        width, height, scale = SIZES[kind]
        context = self.browser.new_context(
            locale="ja-JP",
            timezone_id="Asia/Tokyo",
            viewport={"width": width, "height": height},
            device_scale_factor=scale,
            reduced_motion="reduce",
        )
        page = context.new_page()
        if kind == "sheet":
            page.set_content(sheet_html(path))
            data = page.locator("table").screenshot()
        else:
            page.goto(path.resolve().as_uri())
            if me:
                _this_is_me(page, me)
            data = page.screenshot()
        context.close()
        across, down = struct.unpack(">II", data[16:24])  # of the PNG
        return Picture(data, round(across / scale), round(down / scale), kind)


def _this_is_me(page: Page, name: str) -> None:
    page.fill("#q", name)
    page.locator("#hits button").first.click()
    page.evaluate("scrollTo(0, 0)")


@contextmanager
def camera() -> Iterator[Camera | None]:
    """None, and a line that says why, where pictures can't be taken."""
    found = find_browser()
    if found is None:
        print("No Chromium here: the documents are made without pictures.", file=sys.stderr)
        yield None
        return
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=str(found), chromium_sandbox=False, args=FLAGS)
        yield Camera(browser)
        browser.close()


def sheet_html(path: Path) -> str:
    """A workbook's first sheet as a spreadsheet shows it: letters, numbers, colours and what stands in the cells."""
    page: Worksheet = openpyxl.load_workbook(path).worksheets[0]
    columns = [column for column in range(1, page.max_column + 1) if _used(page, column)]
    letters = [openpyxl.utils.get_column_letter(column) for column in columns]
    head = "".join(f"<th>{letter}</th>" for letter in letters)
    rows = (
        f"<tr><th>{row}</th>{''.join(_cell(page, row, column) for column in columns)}</tr>"
        for row in range(1, page.max_row + 1)
    )
    return f"<!doctype html><style>{SHEET_STYLE}</style><table><tr><th></th>{head}</tr>{''.join(rows)}</table>"


def _used(page: Worksheet, column: int) -> bool:
    letter = openpyxl.utils.get_column_letter(column)
    return not page.column_dimensions[letter].hidden


def _cell(page: Worksheet, row: int, column: int) -> str:
    cell = page.cell(row, column)
    value = cell.value
    shown = "" if value is None or str(value).startswith("=") else escape(str(value))
    colour = cell.fill.start_color.rgb if cell.fill.fill_type == "solid" else None
    styles = [f"background:#{colour[2:]}"] if isinstance(colour, str) else []
    if cell.font.bold:
        styles.append("font-weight:700")
    return f'<td style="{";".join(styles)}">{shown}</td>'
