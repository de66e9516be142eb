"""What happens to files in the site between two builds keeps no event, and no list of events, from being built."""

import copy
import errno
import json
import os
import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.desk import run
from tests.crash.refusal import Refusal, refusing
from tests.few_pages import without_pages
from tests.series import FULL
from tourgen.results.changes import changes
from tourgen.results.published import published_events, read_published
from tourgen.web import Archive, render_index
from tourgen.web.site_index import write_index

TIMES = 400 if FULL else 60
FILES = ("demo/event.json", "demo/find.json", "demo/open/results.json")


@pytest.fixture
def three(played: Path) -> Path:
    """events a, b and c, built once."""
    for name in ("a", "b", "c"):
        shutil.copytree(played / "events/demo", played / "events" / name)
    shutil.rmtree(played / "events/demo")
    shutil.rmtree(played / "site")
    run(played, "build")
    return played


def rewrite(path: Path, change: Callable[[dict[str, Any]], object]) -> None:
    value = json.loads(path.read_text(encoding="utf-8"))
    change(value)
    path.write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")


def test_a_mangled_document_stops_nothing(three: Path) -> None:
    rewrite(three / "site/a/open/results.json", lambda one: one.pop("state"))
    with without_pages():
        result = run(three, "build")
    assert "お知らせ  site/a/open/results.json: 壊れているか、" in result.stdout
    assert "\n前回から" not in result.stdout, (
        "nothing has changed, and nothing is published for the first time"
    )
    assert all(f"events/{name}: サイトを書き出しました" in result.stdout for name in "abc")


@pytest.mark.parametrize("name", ["event.json", "find.json", "open/results.json"])
@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"schema": "tourgen.results/0"}', "[" * 100_000])
def test_a_mangled_document_of_another_event(played: Path, name: str, text: str) -> None:
    """The pages of all events are made without it, it is named, and building that event mends it."""
    path = played / "site/demo" / name
    before = path.read_bytes()
    path.write_text(text, encoding="utf-8")
    (notice,) = write_index(played / "site")
    assert notice.where.file.endswith(f"site/demo/{name}") and notice.code == "site-unreadable"
    if text == "{":
        (told,) = (one for one in said_of_site(played) if one["code"] == "site-unreadable")
        assert told["file"] == f"site/demo/{name}" and "build" in told["message"]
    path.write_bytes(before)
    assert write_index(played / "site") == []


def said_of_site(folder: Path) -> list[dict[str, Any]]:
    """The notices of the site as a whole, after a build of another event."""
    shutil.copytree(folder / "events/demo", folder / "events/other")
    (*_, site) = json.loads(run(folder, "build", "other", "--json").stdout)["events"]
    assert site["event"] == "site" and not site["problems"]
    notices: list[dict[str, Any]] = site["notices"]
    return notices


def places(value: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in items:
        yield (*place, key)
        yield from places(one, (*place, key))


WRONG: tuple[Any, ...] = (
    None,
    True,
    -1,
    10**30,
    0.5,
    "",
    "x",
    "2026-13-41",
    "\ud800",
    [],
    [[]],
    {},
    [None] * 9,
)


def spoil(value: Any, rng: random.Random) -> Any:
    """One thing is taken away, doubled or something else."""
    value = copy.deepcopy(value)
    *way, last = rng.choice(list(places(value)))
    around = value
    for key in way:
        around = around[key]
    choice = rng.randrange(4)
    if choice == 0:
        del around[last]
    elif choice == 1 and isinstance(around, list):
        around.append(copy.deepcopy(around[last]))
    else:
        around[last] = copy.deepcopy(rng.choice(WRONG))
    return value


@pytest.mark.parametrize("name", FILES)
def test_whatever_was_done_to_a_document(played: Path, name: str) -> None:
    """It is passed over by name, or all that is made from it can be made."""
    site, rng = played / "site", random.Random(name)
    path = site / name
    good, now = json.loads(path.read_text(encoding="utf-8")), read_published(site / "demo").divisions
    met = {True: 0, False: 0}
    for _ in range(TIMES):
        path.write_text(json.dumps(spoil(good, rng)), encoding="utf-8")
        found, notices = published_events(site)
        met[bool(notices)] += 1
        assert all(one.text("ja") and one.text("en") and "site/demo" in one.where.file for one in notices)
        documents = [one for event in found.values() for one in event.divisions.values()]
        changes(read_published(site / "demo").divisions, now)
        if not notices and met[False] % 8 == 1:
            events = {one.event["id"]: one.event for one in found.values() if one.event}
            render_index(Archive(documents, events, found={key: one.index for key, one in found.items()}))
    assert met[True] > TIMES // 8 and met[False] > TIMES // 20, met


def test_a_copy_of_a_folder_is_not_published(played: Path) -> None:
    """A cloud drive's: once in the list and among the people, and named."""
    shutil.copytree(played / "site/demo", played / "site/demo (1)")
    result = run(played, "build")
    assert (
        "お知らせ  site/demo (1): 中身は「demo」のもので、フォルダの名前「demo (1)」と違います"
        in result.stdout
    )
    assert "demo%20" not in (played / "site/index.html").read_text(encoding="utf-8")
    shutil.rmtree(played / "site/demo (1)")
    index = (played / "site/index.html").read_bytes()
    assert "お知らせ  site" not in run(played, "build").stdout
    assert (played / "site/index.html").read_bytes() == index


def test_a_copy_of_a_division(played: Path) -> None:
    """In another event's folder, where no build will replace it; and of the event that is built."""
    shutil.copytree(played / "site/demo/open", played / "site/demo/open (1)")
    people = len(list((played / "site/people").iterdir()))
    (notice,) = write_index(played / "site")
    assert notice.code == "site-copy" and notice.where.file.endswith("site/demo/open (1)")
    assert len(list((played / "site/people").iterdir())) == people
    with without_pages():
        assert "open (1)" in run(played, "build", code=1).stderr, "tourgen did not write it, so it stays"
        shutil.rmtree(played / "site/demo/open (1)")
        assert "前回から" not in run(played, "build").stdout
    shutil.copytree(played / "site/demo", played / "site/other")
    rewrite(played / "site/other/event.json", lambda one: one.update(id="other"))
    (notice,) = write_index(played / "site")
    assert notice.where.file.endswith("site/other/open"), "an event of its own with another one's results"


def test_a_folder_that_may_not_be_read(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`lost+found`, or pages that somebody locked up: named, and everything else is built."""
    real = Path.stat

    def refuse(path: Path, **options: Any) -> os.stat_result:
        if "lost+found" in path.parts[:-1]:
            raise PermissionError(13, os.strerror(13))
        return real(path, **options)

    (played / "site/lost+found").mkdir()
    monkeypatch.setattr(Path, "stat", refuse)
    result = run(played, "build")
    assert "お知らせ  site/lost+found: このフォルダは読めません(Permission denied)。" in result.stdout


def test_old_pages_that_cannot_be_removed(played: Path) -> None:
    def refuse(kind: str, path: Path) -> OSError | None:
        old = (
            ".tourgen-gone-" in str(path) or not path.is_absolute()
        )  # in it, names are relative to the folder
        removing = kind in ("os.remove", "os.rmdir") and old
        return PermissionError(13, os.strerror(13)) if removing else None

    with without_pages(), refusing(refuse):
        for _ in range(2):
            (played / "site/demo/event.json").write_bytes(b"other")
            said = run(played, "build").stdout
            assert "お知らせ  site/.tourgen-gone-" in said and "前のページ" in said
    with without_pages():
        assert "tourgen-gone" not in run(played, "build").stdout
    assert not list((played / "site").glob(".tourgen-*"))


def unreadable(path: Path) -> Refusal:
    """A disk that can't read this file."""

    def fail(kind: str, at: Path) -> OSError | None:
        return OSError(errno.EIO, os.strerror(errno.EIO)) if kind == "read" and at == path.resolve() else None

    return fail


@pytest.mark.parametrize("name", ["event.json", "open/results.json"])
def test_an_error_of_the_disk_is_no_document_that_is_missing(played: Path, name: str) -> None:
    """Without what was published nobody could say what changed: the build fails and says why, the site stays."""
    before = (played / "site/demo/build.json").read_bytes()
    with without_pages(), refusing(unreadable(played / "site/demo" / name)):
        result = run(played, "build", code=1)
    assert f"site/demo/{name}: " in result.stderr and "(disk-failed)" in result.stderr
    assert (played / "site/demo/build.json").read_bytes() == before


def test_an_error_of_the_disk_in_another_event_is_told_of_the_site(played: Path) -> None:
    """The event that was asked for is built, and said to be; only the pages that span events are not."""
    shutil.copytree(played / "site/demo", played / "site/other")

    (played / "site/demo/index.html").unlink()
    with refusing(unreadable(played / "site/other/event.json")):
        result = run(played, "build", code=1)
    assert (played / "site/demo/index.html").exists()
    assert "events/demo: サイトを書き出しました" in result.stdout
    assert "site/other/event.json: " in result.stderr and "(disk-failed)" in result.stderr
