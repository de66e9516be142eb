"""tourgen replaces and removes only what it wrote itself; anything else in the way is told before the first write."""

import json
import shutil
from pathlib import Path

import pytest

from tests.cli.desk import run
from tourgen.formats import shipped_text
from tourgen.storage.own_files import FILE_LIST


def everything(folder: Path) -> dict[str, bytes | None]:
    """Every file with its bytes, every folder and link by its name."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() if path.is_file() else None
        for path in sorted(folder.rglob("*"))
    }


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """events/ev, three rounds with results, and its site."""
    folder = tmp_path_factory.mktemp("own")
    run(folder, "simulate", "--format", "go-swiss", "--players", "6", "--save", "events/ev")
    run(folder, "build")
    return folder


@pytest.fixture
def home(played: Path, tmp_path: Path) -> Path:
    shutil.copytree(played, tmp_path / "home")
    return tmp_path / "home"


def put(folder: Path, *names: str) -> None:
    """Files of somebody's own; a name that ends in / is an empty folder."""
    for name in names:
        path = folder / name
        (path if name.endswith("/") else path.parent).mkdir(parents=True, exist_ok=True)
        if not name.endswith("/"):
            path.write_text(f"somebody's {name}", encoding="utf-8")


def refused(home: Path, *command: str, names: tuple[str, ...], code: str) -> None:
    before = everything(home)
    said = run(home, *command, code=1).stderr
    assert code in said
    for name in names:
        assert name in said
    assert everything(home) == before


def test_a_desk_full_of_other_things(home: Path) -> None:
    put(home / "Desk", "ev/photos/one.jpg", "people/addresses.txt", "index.html", "letter.txt")
    before = everything(home)
    said = run(home, "build", "ev", "--site", "Desk", code=1).stderr
    for place, name in (("Desk/ev", "photos"), ("Desk/people", "addresses.txt"), ("Desk/index.html", "")):
        assert any(line.startswith(f"{place}: ") and name in line for line in said.splitlines())
    assert "letter.txt" not in said  # in nobody's way
    assert everything(home) == before


@pytest.mark.parametrize(
    "name",
    [
        "index.html", "en/index.html", "feed.xml", "year-2027.html", "undated.html", "sitemap.xml", "static/style.css",
        "Index.html", "people/", "people/me.html", "en/people/me.html", "people", "static", "en", "PEOPLE/x",
        "feed.xml/x",
    ],
)  # fmt: skip
def test_in_the_way_of_the_pages_that_span_events(home: Path, name: str) -> None:
    put(home / "other", name)
    if name == "people/":  # an empty folder is in nobody's way
        run(home, "build", "--site", "other")
        return
    refused(home, "build", "--site", "other", names=(f"other/{name.split('/')[0]}",), code="(disk-")
    assert not (home / "other/ev").exists()


@pytest.mark.parametrize(
    "name", ["photos/", "photos/a.jpg", "build.json", "event.json", "index.html", "event.toml"]
)
def test_in_the_way_of_an_event(home: Path, name: str) -> None:
    put(home / "other/ev", name)
    refused(home, "build", "--site", "other", names=("other/ev: ", name.split("/")[0]), code="(disk-foreign)")


@pytest.mark.parametrize("name", ["photo.jpg", "open/photo.jpg", "photos/", "static/mine.css"])
def test_a_file_that_somebody_put_among_the_pages(home: Path, name: str) -> None:
    put(home / "site/ev", name)
    refused(home, "build", names=("site/ev", name.rstrip("/")), code="(disk-foreign)")


def test_what_lies_beside_stays(home: Path) -> None:
    beside = (
        "CNAME",
        ".nojekyll",
        "photos/a.jpg",
        "static/mine.css",
        "en/notes.txt",
        "year-book.html",
        ".git/HEAD",
    )
    put(home / "site", *beside)
    (home / "site/ev/open/index.html").unlink()
    run(home, "build")
    for name in beside:
        assert (home / "site" / name).read_text(encoding="utf-8") == f"somebody's {name}"


def test_what_systems_leave_is_ignored(home: Path) -> None:
    (home / "events/ev/pages").mkdir()
    (home / "events/ev/pages/new.md").write_text("# new\n", encoding="utf-8")
    for folder in ("site", "site/ev", "site/ev/open", "site/people", "print/ev"):
        put(home / folder, ".DS_Store", "Thumbs.db", "desktop.ini", "._index.html")
    run(home, "build")
    assert list((home / "site/ev").rglob("new.html"))
    assert (home / "site/Thumbs.db").exists()
    run(home, "print", "ev")


def test_links_are_somebodys(home: Path) -> None:
    elsewhere = home / "elsewhere"
    put(elsewhere, "a.txt")
    shutil.move(home / "site/ev", home / "moved")
    (home / "site/ev").symlink_to(home / "moved", target_is_directory=True)
    refused(home, "build", names=("site/ev",), code="(disk-link)")
    (home / "site/ev").unlink()
    shutil.move(home / "moved", home / "site/ev")
    (home / "site/index.html").unlink()
    (home / "site/index.html").symlink_to(elsewhere / "a.txt")
    refused(home, "build", names=("site/index.html",), code="(disk-foreign-file)")


def test_a_name_that_is_the_same_on_windows(home: Path) -> None:
    shutil.copytree(home / "events/ev", home / "more/EV")
    (home / "site/ev").rename(home / "site/EV")
    refused(home, "build", "ev", names=("site/EV", "「ev」"), code="(disk-foreign-case)")


def test_pages_without_their_list_are_somebodys(home: Path) -> None:
    for left in home.rglob(FILE_LIST):
        left.unlink()
    refused(home, "build", names=("site/people", "site/index.html", "site/ev"), code="(disk-foreign")


def test_pages_of_another_year_go_and_come_back(home: Path) -> None:
    settings = home / "events/ev/event.toml"
    without = settings.read_text(encoding="utf-8")
    for line, page in (
        ("date = 2031-05-01\n", "year-2031.html"),
        ("date = 2032-05-01\n", "year-2032.html"),
        ("", "undated.html"),
    ):
        settings.write_text(without.replace("[event]\n", f"[event]\n{line}"), encoding="utf-8")
        run(home, "build")
        assert [path.name for path in (home / "site").glob("[yu]*.html")] == [page]


def test_places_where_no_site_belongs(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    for site, code in (
        ("events", "among-events"),
        ("events/site", "among-events"),
        ("events/ev", "among-events"),
        ("events/ev/site", "among-events"),
        (str(home), "home"),
        (".", "home"),
        ("/", "root"),
    ):
        refused(home, "build", "--site", site, names=(f"{site}: ",), code=f"(disk-{code})")


def test_a_demo_among_events(home: Path) -> None:
    refused(home, "demo", "events/more", names=("events/more/site",), code="(disk-among-events)")


def test_an_event_beside_others_is_not_taken_for_pages(home: Path) -> None:
    """A folder of events that is called otherwise: only the event itself is in the way."""
    (home / "events").rename(home / "cups")
    refused(
        home, "build", "cups/ev", "--site", "cups", names=("cups/ev", "event.toml"), code="(disk-foreign)"
    )


# --- The other commands that write


def test_simulate_writes_over_no_file_of_somebody_elses(home: Path) -> None:
    sheet = "events/ev/rounds/open-r2.xlsx"
    command = ("simulate", "--format", "go-swiss", "--players", "6", "--jsonl")
    refused(home, *command, sheet, names=(sheet,), code="")
    put(home, "list.jsonl", "empty/")
    (home / "own.jsonl").write_text(json.dumps({"schema": "tourgen.results/1"}) + "\n", encoding="utf-8")
    for name in ("list.jsonl", "own.jsonl", "empty"):
        refused(home, *command, name, names=(name,), code="")
    run(home, *command, "new.jsonl")
    first = (home / "new.jsonl").read_bytes()
    run(home, *command, "new.jsonl")  # its own
    assert (home / "new.jsonl").read_bytes() == first
    run(home, *command, "/dev/null")


@pytest.mark.parametrize(
    "command",
    [
        ("simulate", "--format", "go-swiss", "--players", "6", "--save"),
        ("new", "--format", "go-swiss", "--players", "6"),
        ("demo",),
    ],
    ids=lambda command: command[0],
)
def test_a_folder_that_is_taken(home: Path, command: tuple[str, ...]) -> None:
    put(home, "full/letter.txt", "file")
    for name in ("full", "file", "events/ev"):
        refused(home, *command, name, names=(name,), code="")


def test_a_folder_with_nothing_but_a_systems_file_is_empty(home: Path) -> None:
    put(home, "fresh/.DS_Store")
    run(home, "new", "fresh", "--format", "go-swiss", "--players", "6")
    assert (home / "fresh/event.toml").exists()


def test_print_replaces_only_its_own_papers(home: Path) -> None:
    put(home, "print/ev/map.pdf")
    refused(home, "print", "ev", names=("print/ev", "map.pdf"), code="(disk-foreign)")
    (home / "print/ev/map.pdf").unlink()
    run(home, "print", "ev")
    run(home, "print", "ev")
    put(home, "print/ev/map.pdf")
    refused(home, "print", "ev", names=("print/ev", "map.pdf"), code="(disk-foreign)")


def test_a_format_is_saved_as_a_new_file(home: Path) -> None:
    run(home, "formats", "othello-free", "--save", "mine.toml")
    assert (home / "mine.toml").read_bytes().decode() == shipped_text("othello-free")
    assert "このまま使えます" in run(home, "formats", "mine.toml").stdout
    refused(home, "formats", "othello-free", "--save", "mine.toml", names=("mine.toml",), code="")
    refused(home, "formats", "go-swiss", "--save", "events/ev/event.toml", names=("event.toml",), code="")
    run(home, "formats", "--save", "other.toml", code=2)
    assert not (home / "other.toml").exists()
