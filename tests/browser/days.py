"""A person's whole day, in a real browser: `python -m tests.browser.days [--days 200] [--kept FILE]`.

It begins at the start page, where the event is made from a form's list, and ends with the award list. Even days are
played with the keyboard alone; odd ones with phones, two helpers, sheets saved by another program while entries wait
for them (by openpyxl, and by LibreOffice where it is installed), and a server that is killed and started again.
Whatever is left to chance follows from the day's number. At the end every result stands in its sheet as it was
entered, and `verify` finds nothing.

Days that are done are kept in a file; the command goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import openpyxl
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.cli.desk import field, fill_in_draws, results, run
from tests.served import free_port
from tests.serving.hall import tables_of
from tourgen.event.load_event import load_event
from tourgen.live.entries import Entries
from tourgen.live.keys import read_keys
from tourgen.live.tables import Table
from tourgen.model import Player

PATIENCE = 120  # seconds that a busy machine may take
LAPTOP: dict[str, Any] = {"viewport": {"width": 1366, "height": 768}, "locale": "ja-JP"}
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "locale": "ja-JP"}
FORMATS = (
    ("round-robin", 4),
    ("knockout", 8),
    ("round-robin", 5),
    ("shogi-two-wins", 8),
    ("othello-2-league", 6),
)


class Hall:
    """The server as a process of its own, and the browsers that look at it."""

    def __init__(self, folder: Path, browser: Browser) -> None:
        self.folder, self.browser = folder, browser
        self.event = folder / "events/demo"
        self.complaints: list[str] = []
        self.said = ""

    def start(self, *command: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-u", "-m", "tourgen", *command],
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            env={**os.environ, "BROWSER": "true"},
        )

    def heard(self, page: str) -> str:
        """The address of a page, as soon as the server says it."""
        assert self.process.stdout
        for line in self.process.stdout:
            self.said += line
            if found := re.search(rf"(http://\S+:(\d+))/_/{page}#\S+", line):
                self.address, self.port = found[1], found[2]
                return found[0]
        raise AssertionError(self.said)

    def serve(self, port: str = "") -> None:
        """`tourgen serve`, at any free port."""
        self.start("serve", "--port", port or str(free_port()))
        self.desk = self.heard("desk")

    def begin(self, format_id: str, players: Sequence[Player]) -> None:
        """`tourgen` alone: an event is made on the start page from a form's list, by keyboard, and opened."""
        (self.folder / "events").mkdir()
        form = self.folder / "form.csv"
        rows = [f"2027/03/01 9:00,{one.name},{one.kana},{one.club},{one.sex or ''}\n" for one in players]
        form.write_bytes(("タイムスタンプ,お名前,ふりがな,所属,性別\n" + "".join(rows)).encode("cp932"))
        self.start()
        page = self.open(self.heard("start"), **LAPTOP)
        page.get_by_role("button", name="events", exact=True).press("Enter")
        page.locator("#where", has_text="events").wait_for()
        page.locator("#name").press_sequentially("春の大会")
        page.locator("#id").press_sequentially("demo")
        page.set_input_files("#entries", form)
        page.locator(f"[name=format][value={format_id}]").press("Space")
        page.locator("#id").press("Enter")
        page.locator("#banner.good", has_text="作りました").wait_for()
        fill_in_draws(self.event)
        page.get_by_role("button", name="本部を開く").press("Enter")
        page.wait_for_url("**/_/desk#*")
        page.context.close()
        self.heard("desk")
        # The start page takes the first free port from 8000 on, and so does whatever else is tested here: once killed,
        # the server would not get it back.
        self.process.terminate()
        self.said += self.process.communicate(timeout=PATIENCE)[0]
        self.serve()

    def kill(self) -> None:
        """As if somebody pulled the plug; the pages wait until it is there again."""
        self.process.kill()
        self.process.communicate()
        for page in [page for context in self.browser.contexts for page in context.pages]:
            page.locator("#banner").wait_for()
        self.serve(self.port)

    def open(self, address: str, **options: Any) -> Page:
        page = self.browser.new_context(**options).new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._heard)
        page.goto(address)
        return page

    def _heard(self, message: Any) -> None:
        down = (
            "WebSocket" in message.text or "ERR_CONNECTION_REFUSED" in message.text
        )  # asked again and again
        if message.type == "error" and not down:
            self.complaints.append(message.text)

    def helper(self) -> Page:
        page = self.open(self.desk, **LAPTOP)
        page.locator("#grid li").first.wait_for(state="attached")
        return page

    def phone(self, no: int) -> Page:
        key = read_keys(self.event / "desk/keys.json")[f"open {no}"]
        return self.open(f"{self.address}/_/r#{key}", **PHONE)


@contextmanager
def serving(
    folder: Path, browser: Browser, format_id: str = "", players: Sequence[Player] = ()
) -> Iterator[Hall]:
    """The event that is there, or, where a format is named, one that is made on the start page."""
    hall = Hall(folder, browser)
    try:
        hall.begin(format_id, players) if format_id else hall.serve()
        yield hall
        for context in browser.contexts:
            context.close()
    finally:
        hall.process.terminate()
        output, _ = hall.process.communicate(timeout=PATIENCE)
    assert hall.process.returncode == 0 and "Traceback" not in hall.said + output, output
    keys = read_keys(hall.event / "desk/keys.json")
    assert not any(key in output for key in keys.values()), "no key is in what is said later"
    assert not hall.complaints, hall.complaints


def until(true: Callable[[], bool], what: Callable[[], object] = lambda: "") -> None:
    """Waits for a condition, generously."""
    begun = time.monotonic()
    while not true():
        assert time.monotonic() < begun + PATIENCE, what()
        time.sleep(0.05)


class Day:
    """One day from the first pairing to the award list."""

    def __init__(self, number: int, hall: Hall) -> None:
        self.random, self.hall = random.Random(number), hall
        self.alone = number % 2 == 0
        self.helpers = [hall.helper() for _ in range(1 if self.alone else 2)]
        self.phones: dict[int, Page] = {}
        self.entered: dict[tuple[int, frozenset[int]], int] = {}  # (round, players) → who won

    def play(self) -> None:
        number = 1
        while True:
            self.round(number)
            page = self.helpers[0]
            ready(page)
            page.locator("#done").wait_for()
            over = page.locator("#build").inner_text().startswith("終了")
            page.keyboard.press("Enter")
            if over:
                until(self.finished)
                return
            number += 1
            page.locator("h1", has_text=f"{number}回戦").wait_for()

    def finished(self) -> bool:
        """As the site says; for a moment there is none, while a build exchanges the event's folder."""
        with suppress(FileNotFoundError):
            return bool(results(self.hall.folder)["state"]["finished"])
        return False

    def round(self, number: int) -> None:
        """Every table, in any order and by any way; then nothing waits any more."""
        tables = [one for one in tables_of(self.hall.event).values() if one.outcome({}) is None]
        self.random.shuffle(tables)
        killed = self.random.randrange(len(tables)) if number == 1 and not self.alone else None
        for at, table in enumerate(tables):
            # Where nothing at all was entered at the desk, the next round is made without its button.
            ways = [self.typed] if self.alone or at == 0 else [self.typed, self.by_phones, self.in_excel]
            winner = self.random.randrange(2)
            self.random.choice(ways)(table, winner)
            players = table.game[2:]
            self.entered[number, frozenset(players)] = players[winner]
            if at == killed:
                self.hall.kill()
        for page in self.helpers:
            for table in tables:
                page.locator(f"#grid [data-table='{table.number}']:not([data-kind=''])").wait_for(
                    state="attached"
                )

    def typed(self, table: Table, winner: int) -> None:
        """By the keyboard alone; sometimes wrong at first, and taken back."""
        page = self.random.choice(self.helpers)
        ready(page)
        row = page.locator(f"#grid [data-table='{table.number}']")
        if self.random.random() < 0.3:
            page.keyboard.type(f"{table.number} {2 - winner}")
            page.keyboard.press("Enter")
            page.locator(f"#grid [data-table='{table.number}']:not([data-kind=''])").wait_for(
                state="attached"
            )
            page.keyboard.press("Control+z")
            page.locator(f"#grid [data-table='{table.number}'][data-kind='']").wait_for()
        page.keyboard.type(
            self.random.choice([f"{table.number} {winner + 1}", f"{table.number}　{'○×'[winner]}"])
        )
        page.locator("#out", has_text=table.row.names[winner]).wait_for()
        page.keyboard.press("Enter")
        page.locator(f"#grid [data-table='{table.number}']:not([data-kind=''])").wait_for(state="attached")
        expect(row.locator("span.won")).to_have_text(table.row.names[winner])

    def by_phones(self, table: Table, winner: int) -> None:
        """Both players say the same, one of them after a slip."""
        pages = [self.phones.get(no) or self.hall.phone(no) for no in table.game[2:]]
        for no, page in zip(table.game[2:], pages, strict=True):
            self.phones[no] = page
            page.locator("#banner").wait_for(state="hidden")
            page.locator("#table", has_text=str(table.number)).wait_for()
        send(pages[0], winner)
        if self.random.random() < 0.3:
            send(pages[1], winner)  # who stands first there is the other one: they contradict each other
            pages[1].locator("#call").wait_for()
            pages[1].locator("#again").click()
        send(pages[1], 1 - winner)
        pages[1].locator("#lede", has_text="決まりました").wait_for()

    def in_excel(self, table: Table, winner: int) -> None:
        """Another program has the sheet open, and saves it: with the result, or with something else while the result
        that is typed at the desk waits, or with the other result, so that a person decides.
        """
        page = self.helpers[0]
        ready(page)
        until(lambda: not self.waiting())
        sheet = self.hall.event / f"rounds/open-r{table.game.round}.xlsx"
        lock = sheet.with_name(f"~${sheet.name}")
        lock.write_bytes(b"")
        here, there = self.random.choice([(False, "○×"[winner]), (True, ""), (True, "×○"[winner])])
        place = f"#grid [data-table='{table.number}']"
        if here:
            page.keyboard.type(f"{table.number} {winner + 1}")
            page.keyboard.press("Enter")
            page.locator(f"{place}[data-state=waiting]").wait_for()
        book = openpyxl.load_workbook(sheet)
        # By its cell: byes may stand above the games, and no table is theirs.
        key, value = ("result1", there) if there else ("note", "時計 7")
        book.worksheets[0][table.row.at(key).cell or ""].value = value
        book.save(sheet)
        if self.random.random() < 0.5:
            save_with_libreoffice(sheet)
        lock.unlink()
        if here and there:
            page.locator(f"{place}[data-state=conflict]").wait_for()
            page.get_by_role("button", name="画面を採る").click()
        until(lambda: not self.waiting())
        expect(page.locator(f"{place} span.won")).to_have_text(table.row.names[winner])
        cell = openpyxl.load_workbook(sheet).worksheets[0][table.row.at("note").cell or ""]
        assert there or cell.value == value, "what the other program saved is still there"

    def waiting(self) -> bool:
        return bool(Entries.open(self.hall.event / "rounds/entries.jsonl").owed())


def save_with_libreoffice(sheet: Path) -> None:
    """As somebody who opens a sheet in LibreOffice and saves it, where LibreOffice is installed."""
    if not (office := shutil.which("soffice")):
        return
    with tempfile.TemporaryDirectory() as folder:
        own = f"-env:UserInstallation={Path(folder, 'office').as_uri()}"
        command = [office, own, "--headless", "--convert-to", "xlsx", "--outdir", folder, str(sheet)]
        subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE)
        sheet.write_bytes(Path(folder, sheet.name).read_bytes())


def ready(desk: Page) -> None:
    """There is a line to the server: without one Enter does nothing, and what is shown is what was true before.

    What was entered when the server was killed stands in the line again if its answer was lost.
    """
    desk.locator("#banner").wait_for(state="hidden")
    desk.locator("#c").fill("")


def send(phone: Page, winner: int) -> None:
    """`winner` 0 is the owner of the phone, who stands first."""
    phone.locator("#flip label").nth(winner).click()
    phone.locator("#form .go").click()
    phone.locator("#shown").wait_for()


def play_day(number: int, folder: Path, browser: Browser) -> None:
    """One day, and what must be true of it afterwards."""
    format_id, players = random.Random(number).choice(FORMATS)
    with serving(folder, browser, format_id, field(format_id, players, str(number))) as hall:
        day = Day(number, hall)
        day.play()
    event = folder / "events/demo"
    report, problems, _ = load_event(event, "events/demo")
    assert report, problems
    won = {
        (one.number, frozenset(game.players)): game.winner
        for one in report.divisions[0].tournament.rounds
        for game in one.games
        if None not in game.players
    }
    assert day.entered.items() <= won.items(), "every entry is in the sheets"
    assert not Entries.open(event / "rounds/entries.jsonl").owed()
    run(folder, "verify", "demo")
    assert (folder / "site/demo/open/awards.html").exists()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--days", type=int, default=200)
    parser.add_argument("--kept", type=Path, default=Path("tests/browser/kept.txt"))
    asked = parser.parse_args()
    from tests.conftest import CHROMIUM_FLAGS, find_chromium

    done = set(asked.kept.read_text().split()) if asked.kept.exists() else set()
    expect.set_options(timeout=PATIENCE * 1000)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=CHROMIUM_FLAGS)
        for number in range(asked.days):
            if str(number) in done:
                continue
            with tempfile.TemporaryDirectory() as folder:
                play_day(number, Path(folder), browser)
            with asked.kept.open("a") as kept:
                kept.write(f"{number}\n")
            print(f"day {number}: every entry is in the sheets", flush=True)


if __name__ == "__main__":
    main()
