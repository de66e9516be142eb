"""Commands that write, what they begin with, and what must be true whatever happened to them.

Each scene prepares a folder, acts in it, and judges it after the next run.
"""

import contextlib
import json
import os
import shutil
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any
from unittest.mock import patch

from typer.testing import CliRunner

from tests.cli.desk import correct, new_event, pairs, type_results
from tests.crash.injector import CLEARS, Ended, Stop, run_with
from tests.go.live.hall import seats
from tourgen import disk, web
from tourgen.cli import app
from tourgen.go.live.desk import Desk
from tourgen.go.live.game import Event, after
from tourgen.go.live.log import line
from tourgen.go.live.table import Table
from tourgen.go.procedure import Refused
from tourgen.publishing.prepare import prepare_repository
from tourgen.results import to_bytes
from tourgen.web.event import event_json
from tourgen.web.find import dumps
from tourgen.web.stamp import stamped

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
        return tree(self.work)

    @cached_property
    def before(self) -> Files:
        return tree(self.start)

    def reset(self) -> None:
        shutil.rmtree(self.work, ignore_errors=True)
        shutil.copytree(self.start, self.work)

    def hit(self, stop: Stop) -> Ended:
        """From the beginning, with this happening."""
        self.reset()
        with quick():
            return run_with(self.act, self.work, stop)

    def judge(self, ended: Ended) -> None:
        """Right after it: what people typed is there, the site is one whole, an error was said."""
        found = tree(self.work, litter=True)
        for name, data in self.typed().items():
            assert data in [found.get(name), *_kept(found, name)], f"{name} is lost"
        for name in found.keys() - self.before.keys():
            if not self.ours(name):
                assert found[name] == self.right.get(name), f"{name} is half-written"
        if self.site_matters and not ended.killed:
            assert self.site(found) in (self.site(self.before), self.site(self.right)), "the site is torn"
        if not ended.killed:
            code, said = ended.answer
            assert "Traceback" not in said and "TOURGEN_DEBUG" not in said, said
            assert code == 0 or said.strip(), "no message"
            if code == 0:
                assert timeless(found).items() >= timeless(self.right).items(), "it failed and said nothing"
            left = [name for name in found if self.ours(name)]
            assert not left or self.clearing(ended.hit) or any(map(self.clearing_up, ended.hits[1:])), left

    def typed(self) -> Files:
        """What people typed."""
        return {name: data for name, data in self.before.items() if "events/" in name}

    def site(self, files: Files) -> Files:
        """The event's pages, without the time."""
        return {name: data for name, data in timeless(files).items() if name.startswith("site/demo/")}

    @staticmethod
    def clearing(hit: str) -> bool:
        """Whether it was the clearing itself that failed: what then lies there is left for the next run."""
        return hit.startswith(CLEARS) or (hit.startswith("os.rename") and "/.tourgen-old-" in hit)

    @staticmethod
    def clearing_up(hit: str) -> bool:
        """The same of what comes after a first failure: any renaming of unfinished work is then part of it."""
        return hit.startswith(CLEARS) or (hit.startswith("os.rename") and "/.tourgen-" in hit)

    @staticmethod
    def ours(name: str) -> bool:
        """Unfinished work that the next run clears away."""
        return ".tourgen-" in name

    def judge_next(self) -> None:
        """After the next run everything is as if nothing had happened."""
        with quick():
            self.next_run()
        assert timeless(tree(self.work)) == timeless(self.right)


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
        Scene.judge(self, ended)  # it says nothing of the site

    def next_run(self) -> None:
        """A build; the old sheet or the new one stands, and the other is kept or can be made."""
        code, said = self.say("build")
        assert code == 0, said

    def judge_next(self) -> None:
        old = self.before["events/demo/rounds/open-r2.xlsx"]
        with quick():
            self.next_run()
            found = tree(self.work)
            sheet = found["events/demo/rounds/open-r2.xlsx"]
            kept = _kept(found, "events/demo/rounds/open-r2.xlsx")
            assert (sheet == old and not kept) or kept == [old]
            assert self.say("pair", "demo", "open", "2")[0] == 0
        made = tree(self.work)["events/demo/rounds/open-r2.xlsx"]
        assert made == self.remade

    @cached_property
    def remade(self) -> bytes:
        self.reset()
        with quick():
            self.act()
        return tree(self.work)["events/demo/rounds/open-r2.xlsx"]

    @cached_property
    def right(self) -> Files:
        self.reset()
        with quick():
            code, said = self.act()
        assert code == 0, said
        return tree(self.work)


class GoTable(Scene):
    """The server of a Go table: opened, played at until it has an outcome, its records written."""

    name = "go table"
    OPENED = 2  # actions of the server itself: komi and size
    COMMANDS: tuple[tuple[str, str, dict[str, object]], ...] = (
        ("referee", "start", {}),
        ("referee", "override", {"phase": "PLAY", "lead": "b"}),
        ("b", "move", {"x": 2, "y": 2}),
        ("w", "move", {"x": 3, "y": 3}),
        ("referee", "rule", {"ruling": "b", "note": ""}),
    )

    def prepare(self) -> None:
        (self.start / "events" / "demo" / "games").mkdir(parents=True)

    def act(self) -> Any:
        """Goes on where the log ends; every acknowledged action is noted outside the folder."""
        try:
            desk = Desk.open(self.work / "events" / "demo", seats())
            (table,) = desk.tables.values()
            self._play(table)
            desk.settle(table)
            desk.close()
        except disk.DiskProblem as problem:
            return [1, problem.problem.text("en")]
        return [0, ""]

    def _play(self, table: Table) -> None:
        for number, (who, do, args) in enumerate(self.COMMANDS, self.OPENED + 1):
            if number <= table.game.seq:
                continue
            event = Event(number, 1000 * number, who, do, args)
            found = after(table.game, event)
            assert not isinstance(found, Refused), (do, found)
            table.journal.append(line(event, found))
            table.game = found
            self.note(f"{number}\n")

    @property
    def notes(self) -> Path:
        return self.home / "acknowledged"

    def note(self, text: str) -> None:
        descriptor = os.open(self.notes, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        os.write(descriptor, text.encode())
        os.close(descriptor)

    def reset(self) -> None:
        super().reset()
        self.notes.unlink(missing_ok=True)

    def judge(self, ended: Ended) -> None:
        if not ended.killed:
            code, said = ended.answer
            assert code == 0 or "disk-" in said, said
        log = self.work / "events/demo/games/live/r1-t01.jsonl"
        data = log.read_bytes() if log.exists() else b""
        logged = [json.loads(one)["seq"] for one in data.splitlines(keepends=True) if one.endswith(b"\n")]
        told = [int(one) for one in self.notes.read_text().split()] if self.notes.exists() else []
        assert set(told) <= set(logged), "an acknowledged action is lost"
        assert logged == list(range(1, len(logged) + 1))
        for name, data in tree(self.work, litter=True).items():
            if name.endswith(".sgf") and not self.ours(name):
                assert data == self.right[name], f"{name} is half-written"

    def judge_next(self) -> None:
        with quick():
            self.next_run()
        found = tree(self.work)
        assert self.lasting(found) == self.lasting(self.right)

    @staticmethod
    def lasting(files: Files) -> dict[str, Any]:
        """Without the time of day in the log, and with whom there is a secret for instead of the secrets."""
        live = "events/demo/games/live"
        lines = [json.loads(one) for one in files[f"{live}/r1-t01.jsonl"].splitlines()]
        log = [{key: value for key, value in one.items() if key != "at"} for one in lines]
        keys = sorted(json.loads(files[f"{live}/secrets.json"]))
        return {**files, f"{live}/r1-t01.jsonl": log, f"{live}/secrets.json": keys}


class Publish(Scene):
    """`tourgen publish --init` in a repository."""

    name = "publish"

    def prepare(self) -> None:
        (self.start / "notes.txt").write_text("mine", encoding="utf-8")

    def act(self) -> Any:
        try:
            prepare_repository(self.work)
        except disk.DiskProblem as problem:
            return [1, problem.problem.text("en")]
        return [0, ""]


SCENES: tuple[type[Scene], ...] = (Build, Pair, GoTable, Publish)


def _kept(files: Files, name: str) -> list[bytes]:
    """The copies of a sheet in rounds/old/."""
    stem = Path(name).stem
    return [data for one, data in files.items() if "/old/" in one and Path(one).name.startswith(f"{stem}-")]


def _since(said: str) -> list[str]:
    return [line for line in said.splitlines() if line.startswith("前回から")]


def timeless(files: Files) -> Files:
    """Without the one file that knows the time."""
    return {name: data for name, data in files.items() if not name.endswith("build.json")}


def tree(folder: Path, litter: bool = False) -> Files:
    """Every file with its bytes; unfinished work must not be among them."""
    found = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    assert litter or not [name for name in found if ".tourgen-" in name], list(found)
    return {name: path.read_bytes() for name, path in found.items()}


@contextlib.contextmanager
def quick() -> Iterator[None]:
    """A killed process loses nothing that it wrote; waiting for the medium would only take time."""
    with (
        patch.object(os, "fsync", lambda descriptor: None),
        patch.object(disk, "_whole_file_system", lambda: lambda descriptor: None),
    ):
        yield


@contextlib.contextmanager
def few_pages() -> Iterator[None]:
    """Some pages in folders, and the pages of all events; everything else is the build's own."""

    def render_event(report: Any, base_url: str) -> Files:
        pages = {f"{one.division.id}/results.json": to_bytes(one.document) for one in report.divisions}
        about = dumps(event_json(report)).encode()
        return stamped({**pages, "index.html": str(pages).encode(), "event.json": about})

    def render_index(archive: Any) -> Files:
        said = str(archive.documents).encode()
        return {"index.html": said, "people/index.html": said, "en/people/index.html": said}

    with patch.object(web, "render_event", render_event), patch.object(web, "render_index", render_index):
        yield
