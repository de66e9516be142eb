"""Files that nobody should have sent: answered in words, without a write, in little memory, without a hang.

Each test reads them in a process of its own, which forbids writing, connections and child processes. The long
campaign is python -m tests.hostile.campaign --full (make hostile).
"""

import contextlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tests.cli.desk import new_event
from tests.files import tree
from tests.hostile.attacks import ATTACKS, SHEET, planted
from tests.hostile.campaign import MOST_MIB, SHORT, campaign
from tests.hostile.endless import ENDLESS
from tests.hostile.worker import small_event
from tests.once import once, shared
from tourgen.build import check_events
from tourgen.cli import app
from tourgen.go.live.records import CannotOpen, open_tables
from tourgen.go.live.seats import Seat
from tourgen.go.record import RecordName
from tourgen.messages.problems import Problem
from tourgen.sheets import read_round
from tourgen.sheets.workbook import Workbook, open_workbook
from tourgen.storage import limits as limits_module
from tourgen.storage.limits import VARIABLE, Limits, limits
from tourgen.storage.toml_text import read_toml
from tourgen.web.markdown_pages import TooTangled, to_html


def in_a_process(name: str, place: Path) -> dict[str, dict[str, Any]]:
    """What a process of its own says of each file, by name; it ends at the first that hangs."""

    def ask(folder: Path) -> None:
        command = [sys.executable, "-m", f"tests.hostile.{name}"]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        assert run.returncode == 0 and not run.stderr, (
            f"{run.returncode}\n{run.stdout[-300:]}\n{run.stderr[-3000:]}"
        )
        (folder / "said").write_text(run.stdout, encoding="utf-8")

    said = (once(name, place / f"{name}-said", ask) / "said").read_text(encoding="utf-8")
    return {one["name"]: one for one in map(json.loads, said.splitlines())}


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    return in_a_process("attacks", shared(tmp_path_factory))


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    return in_a_process("endless", shared(tmp_path_factory))


@pytest.mark.parametrize("name", ENDLESS)
def test_what_would_keep_its_reader_busy(read: dict[str, dict[str, Any]], name: str) -> None:
    assert read[name]["found"] == ENDLESS[name][1]
    assert read[name]["MiB"] < MOST_MIB


@pytest.mark.parametrize("name", ATTACKS)
def test_a_workbook_made_to_hurt(attacked: dict[str, dict[str, Any]], name: str) -> None:
    expected = ATTACKS[name][1]
    assert attacked[name]["codes"] == ([expected] if expected else [])
    assert attacked[name]["MiB"] < MOST_MIB


@pytest.mark.parametrize("kind", SHORT)
def test_mutated_files(kind: str) -> None:
    report = campaign(kind, SHORT[kind])
    assert not report.failures, report
    assert report.memory < MOST_MIB
    assert report.count["harmless"] and report.count["refused"] and report.count["built"], report
    if kind == "workbook":  # the half that is damaged inside gets past the guard
        assert report.count["reached the parser"] > SHORT[kind] // 3, report


def test_the_campaign_is_awake(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader that writes a file, or raises, ends the process and is reported with its number."""
    for fault in ("open('x', 'w')", "1 / 0", "import socket; socket.create_connection(('127.0.0.1', 9))"):
        monkeypatch.setenv("TOURGEN_TEST_FAULT", fault)
        report = campaign("sgf", 1)
        assert len(report.failures) == 1 and "sgf 1 1: ended with" in report.failures[0], (fault, report)


def test_columns_that_hide_nowhere() -> None:
    spans = (b'min="x" max="y"', b'min="1" max="%s"' % (b"9" * 5_000), b'min="2" max="3"')
    columns = b"<cols>%s</cols>" % b"".join(b'<col %s hidden="1"/>' % span for span in spans)
    book = open_workbook(planted(SHEET, b"<sheetData>", columns), "x.xlsx")
    assert isinstance(book, Workbook) and book.hidden_columns("結果") == {1, 2}


# --- Texts: what their readers would take minutes for, or give up on


@pytest.mark.parametrize(
    "text", ["a." * 120_000 + "a = 1", f"[{'a.' * 120_000}a]", "x = {" + "a . " * 60_000]
)
def test_a_key_without_end(text: str) -> None:
    found = read_toml(text, "event.toml")
    assert isinstance(found, Problem) and found.code == "toml-too-deep"


def test_a_sentence_may_have_dots() -> None:
    assert read_toml(f'venue = "{"." * 900}"', "event.toml") == {"venue": "." * 900}


TANGLED = ("[", "![", "[a](", "[a][", "<a ", "<p \n\n", "<![CDATA[")


@pytest.mark.parametrize("text", [*(part * (200_000 // len(part)) for part in TANGLED), "1. " * 600])
def test_a_page_without_end(text: str) -> None:
    with pytest.raises(TooTangled):
        to_html(text)


def test_a_long_page_is_no_tangled_one(tmp_path: Path) -> None:
    """A hundred links and tags, and a heading with two thousand spaces inside."""
    text = f"# a{' ' * 2000}b ##\n\n" + "[x](https://example.invalid) 5 < 6 <b>x</b> [ ] \n\n" * 100
    assert to_html(text).count("<a ") == 100
    event = new_event(tmp_path, "go-swiss", 2)
    (event / "pages" / "long.md").write_text(text, encoding="utf-8")
    (outcome, *_) = check_events([(event, "demo")])
    assert outcome.loaded is not None
    assert [one.title for one in outcome.loaded.pages if one.slug == "long"] == [f"a{' ' * 2000}b"]


# --- Limits


def raised(monkeypatch: pytest.MonkeyPatch, text: str) -> Limits:
    monkeypatch.setenv(VARIABLE, text)
    limits.cache_clear()
    monkeypatch.setattr(limits_module, "limits", limits)
    return limits()


@pytest.fixture(autouse=True)
def as_before() -> Any:
    yield
    limits.cache_clear()


def test_limits_are_raised_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    far = ATTACKS["values far apart"][0]()
    assert [one.code for one in read_round(far, "x.xlsx")[1]] == ["workbook-too-large"]
    assert raised(monkeypatch, "cells=5000000, rows=30000").rows == 30_000
    assert read_round(far, "x.xlsx")[1] == []


@pytest.mark.parametrize("text", ["rows=0", "rows", "rows=-1", "lines=5", "rows=1e9", "rows = 5"])
def test_what_is_no_limit_is_wrong_usage(tmp_path: Path, text: str) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "tourgen", "check", "nowhere"],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env=os.environ | {VARIABLE: text, "PYTHONUTF8": "1", "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    assert run.returncode == 2 and "TOURGEN_LIMITS" in run.stderr and "unpacked_mib" in run.stderr, run


def test_every_limit_is_documented() -> None:
    text = (Path(__file__).parents[2] / "docs" / "trust.md").read_text(encoding="utf-8")
    for name, value in vars(Limits()).items():
        assert f"| `{name}` | {value:,} |" in text, name


# --- Links and other files that are none


@pytest.mark.parametrize("name", ["roster.xlsx", "rounds", "pages", "games", "event.toml", "people"])
def test_links_that_lead_outside_are_not_followed(tmp_path: Path, name: str) -> None:
    from tourgen.event.people import read_people

    event = small_event(tmp_path, records=True)
    away = tmp_path / "away"
    away.mkdir()
    if name == "people":
        (away / "x.toml").write_text("[[person]]\nid = 'x'\nentries = ['a/b/1']\n")
        (tmp_path / "events" / "people.toml").symlink_to(away / "x.toml")
        problems: list[Problem] = read_people(tmp_path / "events" / "people.toml", "people.toml")[1]
    else:
        (event / name).rename(away / name)
        (event / name).symlink_to(away / name)
        before = sorted(away.rglob("*"))
        (outcome, *_) = check_events([(event, "demo")])
        problems = list(outcome.problems)
        assert sorted(away.rglob("*")) == before
    assert "file-outside" in {one.code for one in problems}, problems
    assert all(one.text("ja") and one.text("en") for one in problems)


@pytest.mark.parametrize(
    "name", ["games", "games/live", "games/old", "games/live/r1-t01.jsonl", "games/r1-t01.sgf"]
)
def test_the_go_table_writes_nothing_outside(tmp_path: Path, name: str) -> None:
    event = new_event(tmp_path, "go-swiss", 4)
    away = tmp_path / "away"
    away.mkdir()
    (event / name).parent.mkdir(parents=True, exist_ok=True)
    if "." in name:
        (away / "mine").write_text("typed")
    (event / name).symlink_to(away / "mine" if "." in name else away)
    before = sorted(event.rglob("*"))
    with pytest.raises(CannotOpen) as refused:
        open_tables(event, [Seat(RecordName(1, 1))], "demo")
    assert [one.code for one in refused.value.problems] == ["file-outside"]
    assert refused.value.problems[0].where.file == f"demo/{name}"
    assert sorted(event.rglob("*")) == before
    with contextlib.chdir(tmp_path):
        result = CliRunner().invoke(app, ["go", "live", "demo", "--tables", "1", "--round", "1"])
    assert result.exit_code == 1 and "file-outside" in result.stderr
    assert tree(away) == ({"mine": b"typed"} if "." in name else {})


@pytest.mark.parametrize("name", ["roster.xlsx", "event.toml", "people.toml"])
def test_links_that_lead_round_in_a_circle(tmp_path: Path, name: str) -> None:
    event = new_event(tmp_path, "go-swiss", 2)
    link = event.parent / name if name == "people.toml" else event / name
    link.unlink(missing_ok=True)
    link.symlink_to(name)
    problems = [problem for outcome in check_events([(event, "demo")]) for problem in outcome.problems]
    assert [one.code for one in problems] == ["file-outside"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_keeps_nobody_waiting(tmp_path: Path) -> None:
    from tourgen.event.read_files import read_text

    os.mkfifo(tmp_path / "event.toml")
    found = read_text(tmp_path / "event.toml", "event.toml", tmp_path)
    assert isinstance(found, Problem) and found.code == "file-not-read"
