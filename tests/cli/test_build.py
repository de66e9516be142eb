"""`build` and `check`: what is written, what is left alone, what is said."""

import gc
import json
import shutil
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from tests.cli.desk import correct, new_event, pairs, results, run, snapshot, type_results
from tests.files import timeless, whole_tree
from tourgen import build
from tourgen.event.division_settings import RESERVED_IDS
from tourgen.event.load_event import LoadedEvent, load_event
from tourgen.storage.errors import DiskProblem


def test_a_sheet_that_exists_is_never_touched(played: Path) -> None:
    before = snapshot(played / "events")
    run(played, "build")
    assert snapshot(played / "events") == before


def test_a_sheet_that_appears_meanwhile_is_kept_and_published(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the site shows stands on the sheet, whoever made that."""
    sheet = played / "events/demo/rounds/open-r3.xlsx"
    by_hand(sheet)
    theirs, real, calls = sheet.read_bytes(), build.render_event, []
    sheet.unlink()

    def slow(*given: Any) -> dict[str, bytes]:
        found = real(*given)
        if not calls:
            sheet.write_bytes(theirs)
        calls.append(1)
        return found

    monkeypatch.setattr(build, "render_event", slow)
    assert "open-r3.xlsx を" not in run(played, "build").stdout
    assert sheet.read_bytes() == theirs
    assert [tuple(game["players"]) for game in results(played)["rounds"][2]["games"]] == pairs(sheet)


def by_hand(sheet: Path) -> None:
    """The first two games exchange their second players, names included."""
    book = openpyxl.load_workbook(sheet)
    page = book.worksheets[0]
    header = next(row for row in page.iter_rows() if "番号2" in [cell.value for cell in row])
    for cell in header:
        if cell.value in ("番号2", "選手2"):
            one, other = (page.cell(cell.row + down, cell.column) for down in (1, 2))
            one.value, other.value = other.value, one.value
    book.save(sheet)


def test_a_folder_that_has_the_name_of_the_next_sheet(played: Path) -> None:
    """No sheet, no pairing: nothing is published that stands nowhere."""
    sheet = played / "events/demo/rounds/open-r3.xlsx"
    sheet.unlink()
    sheet.mkdir()
    before = snapshot(played / "site/demo")
    error = run(played, "build", code=1).stderr
    assert "events/demo/rounds/open-r3.xlsx: 同じ名前のものがすでにあります。" in error
    assert snapshot(played / "site/demo") == before


def test_a_sheet_typed_into_while_incomplete_is_not_touched(played: Path) -> None:
    type_results(played / "events/demo/rounds/open-r3.xlsx", only=2)
    before = snapshot(played / "events")
    run(played, "build")
    assert snapshot(played / "events") == before
    games = results(played)["rounds"][2]["games"]
    assert sum(game["winner"] is None and game["kind"] == "played" for game in games) == 4


def test_check_writes_nothing(played: Path) -> None:
    type_results(played / "events/demo/rounds/open-r3.xlsx")
    before = snapshot(played)
    said = run(played, "check").stdout
    assert "オープンの部: 4 回戦(全 7 回戦)、結果待ち 5 局(卓 " in said and "問題ありません" in said
    assert snapshot(played) == before


def test_one_broken_event_and_one_good(played: Path) -> None:
    good = new_event(played, "othello-free", 8, name="good")
    broken = played / "events/demo"
    correct(broken / "rounds/open-r2.xlsx", 0, ("○", "○"))
    old = snapshot(broken), snapshot(played / "site/demo")
    result = run(played, "build", code=1)
    assert (snapshot(broken), snapshot(played / "site/demo")) == old
    assert "events/demo/rounds/open-r2.xlsx › 結果!" in result.stderr
    assert "events/demo: 直すところが 1 か所あります。この大会は何も書き出していません。" in result.stderr
    assert "events/good: サイトを書き出しました → site/good/index.html" in result.stdout
    assert (good / "rounds/open-r1.xlsx").exists() and (played / "site/good/index.html").exists()


@pytest.mark.parametrize("command", ["build", "check"])
def test_many_events_take_the_memory_of_one(
    command: str, played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("second", "third", "fourth"):
        shutil.copytree(played / "events/demo", played / "events" / name)
    alive: list[int] = []

    def counted(folder: Path, shown: str, **more: Any) -> object:
        gc.collect()
        alive.append(sum(isinstance(one, LoadedEvent) for one in gc.get_objects()))
        return load_event(folder, shown, **more)

    monkeypatch.setattr(build, "load_event", counted)
    run(played, command)
    assert len(alive) == 4 and max(alive) <= alive[0] + 1, "the last one's may still be there"


def test_all_problems_at_once(played: Path) -> None:
    event = played / "events/demo"
    correct(event / "rounds/open-r1.xlsx", 0, ("白負", None))
    correct(event / "rounds/open-r3.xlsx", 0, ("ok", None))
    (event / "pages/お知らせ.md").write_text("# お知らせ\n", encoding="utf-8")
    (event / "rounds/open-r2 (1).xlsx").write_bytes((event / "rounds/open-r2.xlsx").read_bytes())
    error = run(played, "check", code=1).stderr
    for code in ("result-unknown", "round-file-copy", "page-name"):
        assert f"({code})" in error
    assert error.count("(result-unknown)") == 2


def test_json(played: Path) -> None:
    said = json.loads(run(played, "build", "--json").stdout)
    (event,) = said["events"]
    assert said["problems"] == [] and event["event"] == "events/demo"
    assert event["divisions"] == [{"id": "open", "completed": 2, "next": 3, "finished": False}]
    correct(played / "events/demo/rounds/open-r2.xlsx", 0, ("○", "○"))
    said = json.loads(run(played, "check", "--json", "--lang", "en", code=1).stdout)
    (problem,) = said["events"][0]["problems"]
    assert problem["code"] == "results-contradict" and problem["sheet"] == "結果"
    assert problem["file"] == "events/demo/rounds/open-r2.xlsx" and "contradict" in problem["message"]
    said = json.loads(run(played, "check", "nowhere", "--json", code=1).stdout)
    assert [one["code"] for one in said["problems"]] == ["event-unknown"]


def test_languages(played: Path) -> None:
    assert "round 3 of 7, 6 results to come" in run(played, "check", "--lang", "en").stdout
    settings = played / "events/demo/event.toml"
    text = settings.read_text(encoding="utf-8").replace('language = "ja"', 'language = "en"')
    settings.write_text(text, encoding="utf-8")
    assert "round 3 of 7, 6 results to come" in run(played, "check").stdout
    assert "3 回戦(全 7 回戦)、結果待ち 6 局" in run(played, "check", "--lang", "ja").stdout
    settings.write_text(text.replace("[[division]]", "[[divison]]"), encoding="utf-8")
    assert "Did you mean: division" in run(played, "check", code=1).stderr


def test_events_are_found(played: Path) -> None:
    for name in ("demo", "events/demo", str(played / "events/demo")):
        assert run(played, "check", name).exit_code == 0
    assert run(played / "events/demo", "check", ".").exit_code == 0
    assert "もしかして: demo" in run(played, "build", "dem0", code=1).stderr
    (played / "empty").mkdir()
    assert "events-none" in run(played / "empty", "build", code=1).stderr
    assert "events-none" in run(played / "empty", "check", code=1).stderr


def test_an_event_named_twice_is_built_once(played: Path) -> None:
    assert run(played, "check", "demo", "events/demo", "demo").stdout.count("問題ありません") == 1


def test_what_a_killed_build_left_is_cleared_away(played: Path) -> None:
    left = played / "events/demo/rounds/.tourgen-tmp"
    left.write_bytes(b"half a sheet")
    run(played, "build")
    assert not left.exists()


def test_an_event_that_cannot_be_written_keeps_no_other_from_being_built(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new_event(played, "othello-free", 8, name="good")
    (played / "site/demo/index.html").unlink()  # else there is nothing to write
    whole = build.replace_tree

    def full(target: Path, files: dict[str, bytes], always: str = "") -> None:
        if target.name == "demo":
            raise DiskProblem(target, "full")
        whole(target, files, always)

    monkeypatch.setattr(build, "replace_tree", full)
    result = run(played, "build", code=1)
    assert "(disk-full)" in result.stderr and "site/good/index.html" in result.stdout


def test_the_site_is_not_written_over_an_event(played: Path) -> None:
    before = snapshot(played / "events/demo")
    assert "disk-among-events" in run(played, "build", "--site", "events", code=1).stderr
    assert snapshot(played / "events/demo") == before


def test_no_division_takes_a_folder_of_the_site(played: Path) -> None:
    folders = {path.name for path in (played / "site/demo").iterdir() if path.is_dir()}
    assert folders - {"open"} <= RESERVED_IDS


def test_the_base_url_is_taken(played: Path) -> None:
    run(played, "build", "--base-url", "https://example.org/othello/")


@pytest.mark.parametrize(
    "address", ["foo", "example.org/x", "//example.org", "https://", "ftp://example.org", "https://a b/"]
)
def test_a_base_url_that_no_link_can_begin_with(tmp_path: Path, address: str) -> None:
    for command in (("build",), ("publish",), ("print", "demo")):
        said = run(tmp_path, *command, "--base-url", address, code=1).stderr
        assert f"「{address}」" in said and "https://" in said
    assert list(tmp_path.iterdir()) == []


def test_marks_of_open_workbooks_are_ignored(played: Path) -> None:
    rounds = played / "events/demo/rounds"
    (rounds / "~$open-r3.xlsx").write_bytes(b"x")
    (rounds / ".~lock.open-r3.xlsx#").write_bytes(b"x")
    (rounds / "old").mkdir(exist_ok=True)
    (rounds / "old/open-r3-1.xlsx").write_bytes(b"x")
    (rounds / "memo.txt").write_bytes(b"x")
    (played / "events/demo/~$roster.xlsx").write_bytes(b"x")
    assert run(played, "check").exit_code == 0


def test_columns_that_are_not_read_are_named_until_a_round_is_played(played: Path) -> None:
    event = played / "events/demo"
    book = openpyxl.load_workbook(event / "roster.xlsx")
    book.worksheets[0]["Y4"] = "遅れるかも"
    book.save(event / "roster.xlsx")
    assert "読まない列" not in run(played, "check", "demo").output
    for sheet in (event / "rounds").glob("*.xlsx"):
        sheet.unlink()
    assert "読まない列: Y。" in run(played, "check", "demo").output


def test_windows_line_endings_and_a_byte_order_mark(played: Path) -> None:
    settings = played / "events/demo/event.toml"
    text = settings.read_text(encoding="utf-8")
    settings.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    page = played / "events/demo/pages/timetable.md"
    page.write_bytes(b"\xef\xbb\xbf" + page.read_text(encoding="utf-8").replace("\n", "\r\n").encode())
    assert run(played, "build").exit_code == 0


def test_a_name_corrected_in_the_roster_is_no_error(played: Path) -> None:
    import openpyxl

    path = played / "events/demo/roster.xlsx"
    book = openpyxl.load_workbook(path)
    page = book.worksheets[0]
    row = next(row for row in range(1, 20) if page.cell(row, 1).value == 1)
    page.cell(row, 2).value = "改名 済"
    book.save(path)
    run(played, "build")
    assert results(played)["players"][0]["name"] == "改名 済"
    # Two names exchanged is another matter: results would change hands.
    page.cell(row, 2).value, page.cell(row + 1, 2).value = (
        page.cell(row + 1, 2).value,
        page.cell(row, 2).value,
    )
    book.save(path)
    assert "name-mismatch" in run(played, "build", code=1).stderr


def test_a_folder_name_that_no_site_can_have(played: Path) -> None:
    (played / "events/demo").rename(played / "events/a:b")
    assert "disk-unsafe-path" in run(played, "build", code=1).stderr


# --- Pages that are the same


def test_pages_that_are_the_same_are_left(played: Path) -> None:
    """A build of all events after one of them changed writes that one."""
    run(played, "build")
    home, record = played / "site/demo/index.html", played / "site/demo/build.json"
    before = home.stat().st_ino, json.loads(record.read_bytes())["build"]
    run(played, "build")
    assert (home.stat().st_ino, json.loads(record.read_bytes())["build"]) == before


@pytest.mark.parametrize("name", ["index.html", "open/results.json", "static/style.css"])
def test_a_page_that_somebody_changed_is_put_right(played: Path, name: str) -> None:
    run(played, "build")
    before = timeless(whole_tree(played / "site"))
    (played / "site/demo" / name).write_text("mine")
    run(played, "build")
    assert timeless(whole_tree(played / "site")) == before
