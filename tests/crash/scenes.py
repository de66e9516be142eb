"""Commands that write, what they begin with, and what must be true whatever happened to them.

Each scene prepares a folder, acts in it, and judges it after the next run.
"""

import asyncio
import contextlib
import io
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from pathlib import Path
from typing import Any
from unittest.mock import patch

import openpyxl
from typer.testing import CliRunner

from tests.cli.desk import correct, new_event, pairs, type_results
from tests.crash.injector import CLEARS, Ended, Stop, run_with
from tests.few_pages import few_pages
from tests.files import timeless, tree, whole_tree
from tests.go.live.hall import ManualClock, seats
from tests.serving.hall import desk_of, paired
from tourgen.cli import app
from tourgen.go.live import clerk, hall
from tourgen.go.live.command import Command
from tourgen.go.live.hall import Hall
from tourgen.go.live.table import Table
from tourgen.live.changes import Refused
from tourgen.live.desk import Desk
from tourgen.live.entries import Entries
from tourgen.publish.prepare import prepare_repository
from tourgen.storage.errors import DiskProblem

ROOT = Path(__file__).parent.parent.parent
Files = dict[str, bytes]


class Scene:
    """Something that writes below `work`, begun from a copy of `start`."""

    name = ""
    site_matters = False

    def __init__(self, home: Path) -> None:
        self.home = home
        self.start, self.work = home / "start", home / "work"
        self.start.mkdir(parents=True)
        with quick():
            self.prepare()

    def prepare(self) -> None:
        raise NotImplementedError

    def act(self) -> Any:
        """[exit code, everything it said]."""
        raise NotImplementedError

    def next_run(self) -> None:
        """What people do next."""
        code, said = self.act()
        assert code == 0, said

    @cached_property
    def right(self) -> Files:
        """The folder after a run that nothing happened to."""
        self.reset()
        with quick():
            self.next_run()
        return whole_tree(self.work)

    @cached_property
    def before(self) -> Files:
        return whole_tree(self.start)

    def reset(self) -> None:
        shutil.rmtree(self.work, ignore_errors=True)
        shutil.copytree(self.start, self.work)
        self.notes.unlink(missing_ok=True)

    @property
    def notes(self) -> Path:
        """What was acknowledged, outside the folder."""
        return self.home / "acknowledged"

    def note(self, text: str) -> None:
        descriptor = os.open(self.notes, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        os.write(descriptor, text.encode())
        os.close(descriptor)

    def noted(self) -> set[int]:
        return set(map(int, self.notes.read_text().split())) if self.notes.exists() else set()

    def hit(self, stop: Stop) -> Ended:
        """From the beginning, with this happening."""
        assert self.right is not None  # worked out in the same folder, so before it
        self.reset()
        with quick():
            return run_with(self.act, self.work, stop)

    def judge(self, ended: Ended) -> None:
        """Right after it: what people typed is there, the site is one whole, an error was said."""
        found = tree(self.work)
        for name, data in self.typed().items():
            assert data in [found.get(name), *_kept(found, name)], f"{name} is lost"
        for name in found.keys() - self.before.keys():
            if not self.ours(name):
                assert found[name] == self.right.get(name), f"{name} is half-written"
        if self.site_matters and not ended.killed:
            assert self.site(found) in (self.site(self.before), self.site(self.right)), "the site is torn"
        if not ended.killed:
            self.judge_answer(ended, found)

    def judge_answer(self, ended: Ended, found: Files) -> None:
        """A program that lives on has said what happened, and left nothing lying that it could clear away."""
        code, said = ended.answer
        assert "Traceback" not in said and "TOURGEN_DEBUG" not in said, said
        assert code == 0 or said.strip(), "no message"
        if code == 0:
            assert self.complete(found), "it failed and said nothing"
        left = [name for name in found if self.ours(name)]
        cleared = any(map(self.clearing, ended.hit)) or any(map(self.clearing_up, ended.hit[1:]))
        assert not left or cleared, left

    def complete(self, found: Files) -> bool:
        """Whether everything was done."""
        return timeless(found).items() >= timeless(self.right).items()

    def typed(self) -> Files:
        """What people typed."""
        return {name: data for name, data in self.before.items() if "events/" in name}

    def site(self, files: Files) -> Files:
        """The event's pages, without the time."""
        return {name: data for name, data in timeless(files).items() if name.startswith("site/demo/")}

    @staticmethod
    def clearing(hit: str) -> bool:
        """Whether it was the clearing itself that failed: what then lies there is left for the next run.

        Whoever removes a folder opens those in it by their names alone.
        """
        kind, _, path = hit.partition(" ")
        return (
            hit.startswith(CLEARS)
            or (kind == "read" and not path.startswith(("site", "events")))
            or "/.tourgen-gone-" in hit
            or (hit.startswith("os.rename") and "/.tourgen-old-" in hit)
        )

    @staticmethod
    def clearing_up(hit: str) -> bool:
        """The same of what comes after a first failure: any renaming of unfinished work is then part of it."""
        return (
            hit.startswith(CLEARS)
            or "/.tourgen-gone-" in hit
            or (hit.startswith("os.rename") and "/.tourgen-" in hit)
        )

    @staticmethod
    def ours(name: str) -> bool:
        """Unfinished work that the next run clears away."""
        return ".tourgen-" in name

    def judge_next(self) -> None:
        """After the next run everything is as if nothing had happened."""
        with quick():
            self.next_run()
        assert timeless(whole_tree(self.work)) == timeless(self.right)


class Build(Scene):
    """`tourgen build` after round 1 was entered: a sheet, the site of the event and the pages of all events."""

    name = "build"
    site_matters = True

    def prepare(self) -> None:
        event = new_event(self.start, "othello-2-league", 6)
        self.say("build", folder=self.start)
        type_results(event / "rounds" / "open-r1.xlsx")

    def act(self) -> Any:
        return self.say("build")

    def judge(self, ended: Ended) -> None:
        """Also: a build that says it is done has said what it changed."""
        super().judge(ended)
        if not ended.killed and ended.answer[0] == 0:
            assert _since(ended.answer[1]) == self.changed, "what changed is not told"

    @cached_property
    def changed(self) -> list[str]:
        """What a run that nothing happened to says of it."""
        self.reset_beside()
        with quick():
            code, said = self.say("build", folder=self.beside)
        assert code == 0 and _since(said), said
        return _since(said)

    @property
    def beside(self) -> Path:
        return self.home / "beside"

    def reset_beside(self) -> None:
        """A place of its own: what is being judged stays."""
        shutil.rmtree(self.beside, ignore_errors=True)
        shutil.copytree(self.start, self.beside)

    def say(self, *words: str, folder: Path | None = None) -> Any:
        """`tourgen …` with few pages: how they are written doesn't depend on how many there are."""
        with contextlib.chdir(folder or self.work), few_pages():
            result = CliRunner().invoke(app, list(words))
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            return [1, f"TOURGEN_DEBUG {result.exception!r} {result.output}"]
        return [result.exit_code, result.output]


class RealBuild(Build):
    """The same as a program of its own: real pages, flushed."""

    name = "build as a program"

    def say(self, *words: str, folder: Path | None = None) -> Any:
        program = self.begin(*words, folder=folder)
        said, _ = program.communicate()
        return [program.returncode, said]

    def begin(self, *words: str, folder: Path | None = None) -> subprocess.Popen[str]:
        """`tourgen …`, running."""
        return subprocess.Popen(
            [sys.executable, "-m", "tourgen", *words],
            cwd=folder or self.work,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )


class Pair(Build):
    """`tourgen pair` of a round that a correction has made stale."""

    name = "pair"

    def prepare(self) -> None:
        super().prepare()
        self.say("build", folder=self.start)
        rounds = self.start / "events/demo/rounds"
        made = pairs(rounds / "open-r2.xlsx")
        for game in range(3):
            correct(rounds / "open-r1.xlsx", game, ("○" if game == 1 else "×", None))
        self.say("build", folder=self.start)
        shutil.copytree(self.start, self.work)
        self.say("pair", "demo", "open", "2")
        assert pairs(self.work / "events/demo/rounds/open-r2.xlsx") != made

    def act(self) -> Any:
        return self.say("pair", "demo", "open", "2")

    def judge(self, ended: Ended) -> None:
        """What is refused has not happened: the old sheet stands where it stood, and nowhere else."""
        Scene.judge(self, ended)  # it says nothing of the site
        if not ended.killed and ended.answer[0] != 0:
            found, name = tree(self.work), "events/demo/rounds/open-r2.xlsx"
            assert found.get(name) == self.before[name] and not _kept(found, name), "the sheet was moved"

    def next_run(self) -> None:
        """A build; the old sheet or the new one stands, and the other is kept or can be made."""
        code, said = self.say("build")
        assert code == 0, said

    def judge_next(self) -> None:
        old = self.before["events/demo/rounds/open-r2.xlsx"]
        with quick():
            self.next_run()
            found = whole_tree(self.work)
            sheet = found["events/demo/rounds/open-r2.xlsx"]
            kept = _kept(found, "events/demo/rounds/open-r2.xlsx")
            assert (sheet == old and not kept) or kept == [old]
            assert self.say("pair", "demo", "open", "2")[0] == 0
        made = whole_tree(self.work)["events/demo/rounds/open-r2.xlsx"]
        assert made == self.remade

    @cached_property
    def remade(self) -> bytes:
        self.reset()
        with quick():
            self.act()
        return whole_tree(self.work)["events/demo/rounds/open-r2.xlsx"]

    @cached_property
    def right(self) -> Files:
        self.reset()
        with quick():
            code, said = self.act()
        assert code == 0, said
        return whole_tree(self.work)


class GoTable(Scene):
    """The server of a Go table: a record lies ready, the table ends, is reopened, and ends otherwise.

    The clock is noted and the records are written after every action, as fast as the test can; people press again what
    was not written.
    """

    name = "go table"
    READY = b"(;GM[1]SZ[7:5]KM[5.5]AB[ca][cb];W[ea];B[];W[])"
    OPENED = 4  # actions of the server itself: who sits there, komi, size and the record
    COMMANDS: tuple[tuple[str, str, dict[str, object]], ...] = (
        ("referee", "start", {}),
        ("b", "count", {}),
        ("w", "count", {}),
        ("w", "approve", {}),
        ("b", "approve", {}),
        ("referee", "override", {"phase": "JOINT", "lead": "b"}),
        ("referee", "rule", {"ruling": "w", "note": ""}),
    )
    LOG, CLOCK = (f"events/demo/games/live/{name}" for name in ("r1-t01.jsonl", "clock"))
    SECRETS = "events/demo/desk/keys.json"

    def prepare(self) -> None:
        games = self.start / "events" / "demo" / "games"
        games.mkdir(parents=True)
        (games / "r1-t01.sgf").write_bytes(self.READY)

    def act(self) -> Any:
        """Goes on where the log ends; every acknowledged action is noted outside the folder."""
        said = io.StringIO()
        with (
            contextlib.redirect_stderr(said),
            ThreadPoolExecutor(1) as thread,
        ):  # Playwright keeps this one's loop
            try:
                code = thread.submit(lambda: asyncio.run(self._serve())).result()
            except DiskProblem as problem:
                return [1, problem.problem.text("en")]
        return [code, said.getvalue()]

    async def _serve(self) -> int:
        desk = Desk(self.work / "events" / "demo", "demo", lambda: None)
        tables = Hall(desk, lambda _: seats(), ManualClock)
        with patch.object(hall, "LOOK_EVERY", 3600), patch.object(clerk, "TRIED_AGAIN", 0.01):
            async with tables.open():
                done = await self._play(tables)
        return 0 if done and not tables.clerk.owed else 1

    async def _play(self, server: Hall) -> bool:
        clock = server.clock
        assert isinstance(clock, ManualClock)
        (table,) = server.tables.values()
        for number, (who, do, args) in enumerate(self.COMMANDS, self.OPENED + 1):
            await self._until_written(server)
            clock.advance(300)
            server.look(clock.now())
            if number > table.game.seq and not await self._press(table, who, Command(do, 0, None, args)):
                return False
        await self._until_written(server)
        return True

    async def _press(self, table: Table, who: str, command: Command) -> bool:
        """Up to three times; whether it was acknowledged."""
        for _ in range(3):
            answer = await table.submit(who, command)
            if isinstance(answer, int):
                self.note(f"{answer}\n")
                return True
            assert answer.code == "not-written", (command, answer)
        return False

    @staticmethod
    async def _until_written(server: Hall) -> None:
        """Not for ever: the disk may be full."""
        for _ in range(100):
            if not server.clerk.owed:
                return
            await asyncio.sleep(0.002)

    def judge(self, ended: Ended) -> None:
        found = tree(self.work)
        lines = found.get(self.LOG, b"").splitlines(keepends=True)
        logged = [json.loads(one)["seq"] for one in lines if one.endswith(b"\n")]
        assert self.noted() <= set(logged), "an acknowledged action is lost"
        assert logged == list(range(1, len(logged) + 1))
        complete = {data for name, data in self.right.items() if name.endswith(".sgf")}
        for name, data in found.items():
            if name.endswith(".sgf") and not self.ours(name):
                assert data in complete, f"{name} is half-written"
        assert self.READY in found.values(), "the organiser's record is lost"
        if not ended.killed:
            self.judge_answer(ended, found)

    def complete(self, found: Files) -> bool:
        lasting = self.lasting({name: data for name, data in found.items() if not self.ours(name)})
        return lasting == self.lasting(self.right)

    def judge_next(self) -> None:
        with quick():
            self.next_run()
        assert self.lasting(whole_tree(self.work)) == self.lasting(self.right)

    def lasting(self, files: Files) -> dict[str, Any]:
        """Without times, and with whom there is a secret for instead of the secrets."""
        lines = [json.loads(one) for one in files[self.LOG].splitlines()]
        times = [one["t"] for one in lines] + [int(files[self.CLOCK])]
        assert times == sorted(times), "the clock went back"
        log = [{key: value for key, value in one.items() if key not in ("at", "t")} for one in lines]
        keys = sorted(json.loads(files[self.SECRETS]))
        return {**files, self.LOG: log, self.SECRETS: keys, self.CLOCK: None}


ABSENT = 3


class DeskDay(Build):
    """The desk: somebody doesn't come and the round is paired again, results, one taken back, a name corrected.

    Each action is in its workbook before the next one. People do again what was refused; where the program was killed,
    the next start goes on from entries.jsonl, and the build that comes with it clears up.
    """

    name = "desk"
    ACTIONS: tuple[dict[str, Any], ...] = (
        {"kind": "absent", "division": "open", "no": ABSENT},
        {"line": "1 ○"},
        {"line": "2 ×"},
        {},  # takes it back
        {"line": "2 ○"},
        {"kind": "name", "division": "open", "no": 5, "name": "見本 新一", "kana": "みほん しんいち"},
    )
    ENTRIES, SECRETS = "events/demo/rounds/entries.jsonl", "events/demo/desk/keys.json"

    def prepare(self) -> None:
        paired(self.start, "go-swiss", 8)
        self.stations = self.look_through()

    def act(self) -> Any:
        """Goes on where entries.jsonl ends."""
        with ThreadPoolExecutor(1) as thread:
            try:
                desk, said = thread.submit(lambda: asyncio.run(self._sit())).result()
            except DiskProblem as problem:
                return [1, problem.problem.text("en")]
        desk.entries.close()
        done = len(desk.entries.everything()) >= len(self.ACTIONS) and not _waiting(desk)
        return [0 if done else 1, said or str(desk.written.waiting)]

    def next_run(self) -> None:
        for code, said in (self.act(), self.say("build")):
            assert code == 0, said

    async def _sit(self) -> tuple[Desk, str]:
        desk, said = desk_of(self.work / "events/demo"), ""
        await self._until_written(desk)
        for action in self.ACTIONS[len(desk.entries.everything()) :]:
            for _ in range(3):
                try:
                    if desk.entries.everything() and any(ABSENT in game[2:] for game in desk.tables.games):
                        await desk.pair_again("open")  # the sheets could not be read: the build asks for this
                    await self._do(desk, action)
                    break
                except DiskProblem as problem:
                    said = problem.problem.text("en")
                except Refused as refused:  # what it needs could not be read
                    said = f"refused: {refused}"
                desk.refresh()
            else:
                return desk, said
            self.note(f"{max(one.id for one in desk.entries.everything())}\n")
            await self._until_written(desk)
        return desk, ""

    async def _do(self, desk: Desk, action: dict[str, Any]) -> None:
        if "line" in action:
            await desk.enter(action["line"], "open")
        elif action:
            await desk.change(action)
        else:
            await desk.undo(None)

    @staticmethod
    async def _until_written(desk: Desk) -> None:
        """Not for ever: the disk may be full."""
        for _ in range(5):
            if not _waiting(desk):
                return
            with contextlib.suppress(DiskProblem):
                await desk.write()

    def judge(self, ended: Ended) -> None:
        found = tree(self.work)
        logged = Entries.open(self.work / self.ENTRIES).everything()
        assert self.noted() <= {one.id for one in logged}, "an acknowledged entry is lost"
        for name, data in found.items():
            if name.endswith(".xlsx") and not self.ours(name):
                assert _cells(data) in self.stations[_kind(name)], f"{name} is half-written"
        if not ended.killed:
            self.judge_answer(ended, found)

    def look_through(self) -> dict[str, list[Any]]:
        """Everything that stands in the roster and in the sheet at any time of the day."""
        found: dict[str, list[Any]] = {"roster": [], "open": []}
        until_written = self._until_written

        def look() -> None:
            for name in ("roster.xlsx", "rounds/open-r1.xlsx"):
                found[_kind(name)].append(_cells((self.work / "events/demo" / name).read_bytes()))

        async def written(desk: Desk) -> None:
            await until_written(desk)
            look()

        self.reset()
        look()
        with patch.object(DeskDay, "_until_written", staticmethod(written)):
            code, said = self.act()
        assert code == 0, said
        return found

    def complete(self, found: Files) -> bool:
        return self.lasting(
            {name: data for name, data in found.items() if not self.ours(name)}
        ) == self.lasting(self.right)

    def judge_next(self) -> None:
        with quick():
            self.next_run()
        assert self.lasting(whole_tree(self.work)) == self.lasting(self.right)

    def lasting(self, files: Files) -> dict[str, Any]:
        """What the cells say, and the entries without their times.

        A pairing that was made and not noted is made again: then one more copy is kept.
        """
        cells = {name: _cells(data) for name, data in files.items() if name.endswith(".xlsx")}
        keys = "desk" in json.loads(files[self.SECRETS])
        lines = [json.loads(line) for line in files[self.ENTRIES].splitlines()]
        made = [(one["id"], one.get("values") or one["change"]["kind"]) for one in lines if "id" in one]
        files = {name: data for name, data in files.items() if name.startswith("events/")}
        again = [name for name in files if "/old/" in name and not name.endswith("-1.xlsx")]
        found = {**files, **cells, self.SECRETS: keys, self.ENTRIES: made}
        return {name: one for name, one in found.items() if name not in again}


def _waiting(desk: Desk) -> bool:
    return bool(desk.entries.owed() or desk.entries.waiting_changes())


def _kind(name: str) -> str:
    """A roster or a sheet of the division, kept ones too."""
    return Path(name).stem.partition("-")[0]


def _cells(data: bytes) -> list[Any]:
    """What stands in a workbook, however it is packed."""
    book = openpyxl.load_workbook(io.BytesIO(data))
    return [list(page.values) for page in book.worksheets]


class Publish(Scene):
    """`tourgen publish --init` in a repository."""

    name = "publish"

    def prepare(self) -> None:
        (self.start / "notes.txt").write_text("mine", encoding="utf-8")

    def act(self) -> Any:
        try:
            prepare_repository(self.work)
        except DiskProblem as problem:
            return [1, problem.problem.text("en")]
        return [0, ""]


class Restore(Build):
    """`tourgen restore` of two sheets that are gone."""

    name = "restore"

    def prepare(self) -> None:
        super().prepare()
        self.say("build", folder=self.start)
        for number in (1, 2):
            (self.start / f"events/demo/rounds/open-r{number}.xlsx").unlink()

    def act(self) -> Any:
        return self.say("restore", "demo")

    def judge(self, ended: Ended) -> None:
        Scene.judge(self, ended)  # it changes nothing of the site, and so tells no change


SCENES: tuple[type[Scene], ...] = (Build, Pair, GoTable, DeskDay, Publish)
SERIES = (*SCENES, Restore)


def _kept(files: Files, name: str) -> list[bytes]:
    """The copies of a sheet in rounds/old/."""
    stem = Path(name).stem
    return [data for one, data in files.items() if "/old/" in one and Path(one).name.startswith(f"{stem}-")]


def _since(said: str) -> list[str]:
    return [line for line in said.splitlines() if line.startswith("前回から")]


@contextlib.contextmanager
def quick() -> Iterator[None]:
    """A killed process loses nothing that it wrote; waiting for the medium would only take time."""
    with patch.object(os, "fsync", lambda descriptor: None):
        yield
