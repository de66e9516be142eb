"""`tourgen serve`: a saved sheet is built, open pages hear of it, and no state of a sheet stops it."""

import json
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import chdir, contextmanager
from pathlib import Path
from queue import Queue
from typing import TYPE_CHECKING, Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from tests.cli.desk import new_event, type_results
from tourgen.cli.venue import _Builder
from tourgen.serving.state import Live
from tourgen.serving.watch import Watch, rebuild_on_change

if TYPE_CHECKING:
    from playwright.sync_api import Page

PATIENCE = 60  # seconds that a busy machine may take


class Served:
    """A running server, and what it tells an open page."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.lines: list[str] = []
        self.url = self._url()
        self.states: Queue[dict[str, Any]] = Queue()
        threading.Thread(target=self._listen, daemon=True).start()
        threading.Thread(target=self._read, daemon=True).start()

    def _url(self) -> str:
        assert self.process.stdout
        for line in self.process.stdout:
            self.lines.append(line)
            if found := re.search(r"http://localhost:[0-9]+/", line):
                return found[0]
        raise AssertionError("".join(self.lines))

    def _read(self) -> None:
        assert self.process.stdout
        self.lines += self.process.stdout

    def _listen(self) -> None:
        with urlopen(f"{self.url}.tourgen/events") as stream:
            for line in stream:
                if line.startswith(b"data: "):
                    self.states.put(json.loads(line[6:]))

    def get(self, path: str, **headers: str) -> str:
        with urlopen(Request(self.url + path, headers=headers), timeout=PATIENCE) as answer:
            assert answer.headers["Cache-Control"] == "no-store"
            return str(answer.read().decode())

    def state(self) -> dict[str, Any]:
        """What the page is told next."""
        return self.states.get(timeout=PATIENCE)


@contextmanager
def serving(folder: Path) -> Iterator[Served]:
    command = [sys.executable, "-u", "-m", "tourgen", "serve", "--port", "18000"]
    process = subprocess.Popen(
        command,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        # A job in the background of a shell is started deaf to Ctrl-C, and its children with it.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    try:
        yield Served(process)
    finally:
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 0


@pytest.fixture
def event(tmp_path: Path) -> Path:
    return new_event(tmp_path, "othello-2-league", 8)


def test_a_day_with_serve(event: Path, tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        assert served.state() == {"site": 1, "problems": []}
        page = served.get("demo/open/index.html")
        assert '<script src="/.tourgen/serve.js" defer></script></head>' in page
        assert "EventSource" in served.get(".tourgen/serve.js")
        type_results(event / "rounds/open-r1.xlsx")
        while (state := served.state())["site"] == 1:
            pass
        assert "2回戦" in served.get("demo/open/index.html")
        assert (event / "rounds/open-r2.xlsx").exists()

        whole = (event / "rounds/open-r2.xlsx").read_bytes()
        for broken in (b"", whole[:1000], b"no workbook"):
            (event / "rounds/open-r2.xlsx").write_bytes(broken)
            while not (state := served.state())["problems"]:
                pass
            assert "open-r2.xlsx" in state["problems"][0]
            assert "2回戦" in served.get("demo/open/index.html"), "the site stays as it was"
        (event / "rounds/open-r2.xlsx").write_bytes(whole)
        while served.state()["problems"]:
            pass
        assert "Traceback" not in "".join(served.lines)


@pytest.mark.browser
def test_an_open_page_stays_alive_after_a_reload(event: Path, tmp_path: Path, page: "Page") -> None:
    """The service worker is in control by then; it leaves the line to the server alone."""
    page.set_default_timeout(PATIENCE * 1000)
    sheet = event / "rounds/open-r1.xlsx"
    with serving(tmp_path) as served:
        page.goto(f"{served.url}demo/open/index.html")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.reload()
        assert page.evaluate("navigator.serviceWorker.controller !== null")
        whole = sheet.read_bytes()
        sheet.write_bytes(b"no workbook")
        page.locator(".serve-problems", has_text="open-r1.xlsx").wait_for()
        sheet.write_bytes(whole)
        page.locator(".serve-problems").wait_for(state="detached")
        type_results(sheet)
        page.locator("h1", has_text="2回戦").wait_for()


def test_a_folder_that_goes_and_comes_back(event: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Said in the terminal and on the page; each build has its time, and what was said is not said again."""
    live, root = Live(), event.parent.parent
    builder = _Builder([], root / "site", None, live)
    note = event / "roster (1).xlsx"
    note.write_bytes(b"a conflict copy, which is a notice")

    def built() -> tuple[str, list[str]]:
        with chdir(root):
            builder.build()
        out, problems = capsys.readouterr(), json.loads(live.wait(-1, 0)[1])["problems"]
        assert re.match(r"── \d\d:\d\d:\d\d\n", out.out)
        return out.out + out.err, problems

    assert "roster (1).xlsx" in built()[0]
    assert "roster (1).xlsx" not in built()[0]
    event.rename(event.with_name("other"))
    said, problems = built()
    assert "events/demo: 大会のフォルダがなくなりました" in said
    assert [one for one in problems if "events/demo: 大会のフォルダがなくなりました" in one]
    (event.parent / "other").rename(event)
    note.unlink()
    said, problems = built()
    assert not problems
    assert "解消    events/demo/roster (1).xlsx" in said


def test_an_event_named_on_the_command_line_that_goes(event: Path, tmp_path: Path) -> None:
    live = Live()
    builder = _Builder(["demo"], tmp_path / "site", "en", live)
    with chdir(tmp_path):
        builder._find()
        event.rename(tmp_path / "elsewhere")
        builder.build()
    (problem,) = json.loads(live.wait(-1, 0)[1])["problems"]
    assert "The event's folder is gone" in problem


def test_nothing_but_the_site_is_served(event: Path, tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        for path in (
            "../events/demo/roster.xlsx",
            "%2e%2e/events/demo/roster.xlsx",
            ".tourgen/../x",
            ".tourgen-lock",
        ):
            with pytest.raises(HTTPError, match="404"):
                served.get(path)
        with pytest.raises(HTTPError, match="403"):  # another site's page, through the organiser's browser
            served.get("demo/index.html", Host="evil.example")


def test_files_that_come_and_go_are_no_change(tmp_path: Path) -> None:
    watch = Watch(lambda: [tmp_path])
    for name in ("~$open-r1.xlsx", ".tourgen-tmp", ".~lock.open-r1.xlsx#", "A1B2.tmp"):
        (tmp_path / name).write_bytes(b"x")
    assert not watch.changed()
    (tmp_path / "open-r1.xlsx").write_bytes(b"x")
    assert watch.changed() and not watch.changed()
    (tmp_path / "open-r1.xlsx").unlink()
    assert watch.changed()


def test_a_folder_that_is_gone_is_only_a_change(tmp_path: Path) -> None:
    folder = tmp_path / "events"
    folder.mkdir()
    (folder / "event.toml").write_text("")
    watch = Watch(lambda: [folder])
    (folder / "event.toml").unlink()
    folder.rmdir()
    assert watch.changed()


def test_one_build_after_several_steps_of_saving(tmp_path: Path) -> None:
    over, built = threading.Event(), threading.Event()
    sheet = tmp_path / "open-r1.xlsx"
    seen: list[bytes] = []

    def build() -> None:
        seen.append(sheet.read_bytes())
        built.set()

    watch = Watch(lambda: [tmp_path])
    thread = threading.Thread(target=rebuild_on_change, args=(watch, build, over, 0.01, 0.5))
    thread.start()
    for part in (b"a", b"ab", b"abc"):
        temporary = tmp_path / "~$part"
        temporary.write_bytes(part)
        temporary.replace(sheet)
    assert built.wait(PATIENCE)
    over.set()
    thread.join()
    assert seen == [b"abc"]


@pytest.mark.parametrize("back", [True, False], ids=["saved", "deleted"])
def test_a_sheet_that_is_away_is_waited_for(tmp_path: Path, back: bool) -> None:
    """The step of saving in which there is no sheet is no moment to make one; who deleted it waits a little."""
    over, built = threading.Event(), threading.Event()
    sheet, page = tmp_path / "open-r1.xlsx", tmp_path / "rules.md"
    sheet.write_bytes(b"typed")
    page.write_bytes(b"")
    seen: list[bool] = []

    def build() -> None:
        seen.append(sheet.exists())
        built.set()

    watch = Watch(lambda: [tmp_path])
    patience = PATIENCE if back else 0.5
    arguments = (watch, build, over, 0.01, 0.05, patience)
    thread = threading.Thread(target=rebuild_on_change, args=arguments, daemon=True)
    thread.start()
    sheet.rename(tmp_path / "A1B2.tmp")
    assert not built.wait(0.3)
    if back:
        page.write_bytes(b"another file is saved meanwhile")
        assert not built.wait(0.3)
        (tmp_path / "A1B2.tmp").rename(sheet)
    assert built.wait(PATIENCE)
    over.set()
    thread.join()
    assert seen == [back]
