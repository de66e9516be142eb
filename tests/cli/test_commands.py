"""`new`, `explain`, `verify`, `formats`, `demo`, wrong usage, and what happens when nobody foresaw it."""

import json
import subprocess
import sys
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

from tests.cli.desk import new_event, results, roster, run, snapshot, type_results
from tourgen.cli import app
from tourgen.formats import shipped_formats, shipped_text
from tourgen.new import PAGES
from tourgen.problems import catalogue
from tourgen.web.markdown_pages import to_html

# --- new


def test_new_says_what_comes_next(tmp_path: Path) -> None:
    said = run(tmp_path, "new", "events/spring", "--format", "othello-free", "--players", "8").stdout
    assert said.splitlines()[0] == "大会フォルダを作りました: events/spring"
    assert "`tourgen build events/spring`" in said
    assert sorted(snapshot(tmp_path)) == [
        "events/spring/event.toml",
        "events/spring/pages/timetable.md",
        "events/spring/roster.xlsx",
    ]
    assert "(roster-empty)" in run(tmp_path, "check", code=1).stderr


def test_new_in_english(tmp_path: Path) -> None:
    said = run(tmp_path, "new", "spring", "--format", "othello-free", "--lang", "en").stdout
    assert "The event folder is ready: spring" in said
    text = (tmp_path / "spring/event.toml").read_text(encoding="utf-8")
    settings = tomllib.loads(text)
    assert settings["event"]["language"] == "en" and settings["division"][0]["name"] == "Open"
    assert 'format = "othello-free"  # Four preliminary leagues' in text
    assert "There is no player here" in run(tmp_path, "check", "spring", code=1).stderr


@pytest.mark.parametrize("language", ["ja", "en"])
def test_new_publishes_no_advice_for_the_organiser(language: str) -> None:
    assert "pages/timetable.md" in PAGES[language]
    body = to_html(PAGES[language])
    assert "11:00" in body and "timetable" not in body and "<!--" not in body and "Markdown" not in body


def test_blanks_for_the_draws_are_no_draws(tmp_path: Path) -> None:
    """Only the # removed, nothing written: nobody's number may come out of that."""
    run(tmp_path, "new", "events/spring", "--format", "othello-2-league")
    settings = tmp_path / "events/spring/event.toml"
    settings.write_text(
        settings.read_text(encoding="utf-8").replace("# draws = ", "draws = "), encoding="utf-8"
    )
    assert run(tmp_path, "check", code=1).stderr.count("(draw-digits)") == 3


def test_new_never_touches_what_is_there(tmp_path: Path) -> None:
    event = new_event(tmp_path, "othello-free", 8)
    before = snapshot(tmp_path)
    error = run(tmp_path, "new", "events/demo", "--format", "othello-free", code=1).stderr
    assert "もう何かあります" in error and snapshot(tmp_path) == before
    file = event / "roster.xlsx"
    assert "もう何かあります" in run(tmp_path, "new", str(file), "--format", "othello-free", code=1).stderr
    assert snapshot(tmp_path) == before


def test_new_refuses(tmp_path: Path) -> None:
    error = run(tmp_path, "new", "x", "--format", "othello-4", code=1).stderr
    assert "もしかして: othello-4-league" in error
    error = run(tmp_path, "new", "x", "--format", "othello-free", "--players", "65", code=1).stderr
    assert "65 名ではできません" in error and "〜64 名" in error
    assert "--format" in run(tmp_path, "new", "x", code=2).stderr
    assert "DIR" in run(tmp_path, "new", code=2).stderr
    assert list(tmp_path.iterdir()) == []


def test_new_asks_in_a_terminal(tmp_path: Path) -> None:
    """Folder, format (the proposed one), and how many players, after an answer that is no number."""
    import os
    import pty

    master, slave = pty.openpty()
    os.write(master, "events/秋\n\nmany\n12\n".encode())
    command = [sys.executable, "-m", "tourgen", "new"]
    run_ = subprocess.run(command, cwd=tmp_path, stdin=slave, capture_output=True, text=True, timeout=60)
    assert run_.returncode == 0, run_.stderr
    assert "大会方式 / format" in run_.stdout + run_.stderr and "othello-free" in run_.stdout
    assert (tmp_path / "events/秋/roster.xlsx").exists()
    os.close(master)
    os.close(slave)


def test_names_that_need_quoting(tmp_path: Path) -> None:
    run(tmp_path, "new", 'events/春の"大会"', "--format", "othello-free")
    event = tmp_path / 'events/春の"大会"'
    assert tomllib.loads((event / "event.toml").read_text(encoding="utf-8"))["event"]["name"] == '春の"大会"'


# --- explain, verify


def test_explain(played: Path) -> None:
    for arguments in ((), ("--round", "2"), ("--player", "3"), ("--round", "3", "--player", "3")):
        for language in ("ja", "en"):
            said = run(played, "explain", "demo", "open", *arguments, "--lang", language).stdout
            assert said.strip()
        assert json.loads(run(played, "explain", "demo", "open", *arguments, "--json").stdout)


def test_explain_refuses(played: Path) -> None:
    assert "99 番の選手はいません" in run(played, "explain", "demo", "open", "--player", "99", code=1).stderr
    assert "いま 3 回戦まで" in run(played, "explain", "demo", "open", "--round", "4", code=1).stderr
    error = run(played, "explain", "demo", "open", "--round", "0", "--lang", "en", code=1).stderr
    assert "There is no round 0 yet" in error
    assert "(division-unknown)" in run(played, "explain", "demo", "women", code=1).stderr
    assert "Missing argument" in run(played, "explain", code=2).stderr


def test_a_division_by_its_name(played: Path) -> None:
    settings = played / "events/demo/event.toml"
    text = settings.read_text(encoding="utf-8")
    settings.write_text(
        text.replace('id = "open"', 'id = "open"\nname_en = "Open Class"', 1), encoding="utf-8"
    )
    name = tomllib.loads(text)["division"][0]["name"]
    for typed in (f" {name} ", "open class", "ＯＰＥＮ"):
        assert run(played, "explain", "demo", typed, "--player", "1").stdout
        assert "open-r3.xlsx" in run(played, "pair", "demo", typed, "3").stdout
    assert "open" in run(played, "print", "demo", "シニアの部", code=1).stderr


def test_verify(played: Path) -> None:
    assert "open: 2 回戦までを別の計算で確かめました。" in run(played, "verify", "demo").stdout
    assert json.loads(run(played, "verify", "demo", "--json").stdout) == []
    (played / "events/demo/event.toml").write_text("[event]\n", encoding="utf-8")
    assert "(event-key-missing)" in run(played, "verify", "demo", code=1).stderr
    run(played, "verify", code=2)


# --- formats


def test_formats(tmp_path: Path) -> None:
    said = run(tmp_path, "formats").stdout
    assert all(name in said for name in shipped_formats())
    assert "Four-league system" in run(tmp_path, "formats", "--lang", "en").stdout
    assert run(tmp_path, "formats", "othello-free").stdout == shipped_text("othello-free")
    (one,) = json.loads(run(tmp_path, "formats", "othello-free", "--json").stdout)
    assert one["id"] == "othello-free"
    assert len(json.loads(run(tmp_path, "formats", "--json").stdout)) == len(shipped_formats())
    assert "もしかして: othello-free" in run(tmp_path, "formats", "othello-fee", code=1).stderr


# --- demo


def test_demo(tmp_path: Path) -> None:
    said = run(tmp_path, "demo", "show").stdout
    assert "show/site/index.html" in said and (tmp_path / "show/site/index.html").exists()
    assert run(tmp_path / "show", "check").stdout.count("最終順位が決まりました") == len(shipped_formats())
    before = snapshot(tmp_path / "show/events")
    assert "もう何かあります" in run(tmp_path, "demo", "show", code=1).stderr
    run(tmp_path / "show", "build")
    assert snapshot(tmp_path / "show/events") == before
    run(tmp_path / "show", "verify", "demo")


# --- Usage, and the last resort


@pytest.mark.parametrize(
    "arguments",
    [["--nonsense"], ["bild"], ["build", "--sites", "x"], ["check", "--lang", "fr"], ["pair", "a", "b", "c"]],
)
def test_wrong_usage(tmp_path: Path, arguments: list[str]) -> None:
    assert "Error" in run(tmp_path, *arguments, code=2).stderr


def test_help(tmp_path: Path) -> None:
    assert "tourgen" in run(tmp_path, "--version").stdout
    for command in ("new", "build", "check", "pair", "explain", "verify", "formats", "simulate", "demo"):
        assert command in run(tmp_path, "--help").stdout
        assert "--lang" in run(tmp_path, command, "--help").stdout


def program(folder: Path, script: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """tourgen in a process of its own, after something in it was spoiled."""
    code = f"import tourgen.report\n{script}\nfrom tourgen.cli import app\napp(['check', 'demo'])"
    return subprocess.run(
        [sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, env=environment, check=False
    )


SPOILED = "def bad(*args, **kwargs): raise ZeroDivisionError('by nought')\ntourgen.report.read_event = bad"


def test_no_traceback_whatever_happens(played: Path) -> None:
    run_ = program(played, SPOILED, PYTHONUTF8="1")
    assert run_.returncode == 1 and run_.stdout == ""
    ja, en = run_.stderr.splitlines()
    assert ja.startswith(
        "予期しない誤りで止まりました(ZeroDivisionError: by nought)。入力されたシートは何も変えていません。"
    )
    assert en.startswith("An unexpected error stopped this (ZeroDivisionError: by nought).")
    assert "TOURGEN_DEBUG=1" in ja and "TOURGEN_DEBUG=1" in en
    debugged = program(played, SPOILED, PYTHONUTF8="1", TOURGEN_DEBUG="1")
    assert debugged.returncode == 1 and "Traceback" in debugged.stderr


def test_a_console_without_japanese(played: Path) -> None:
    run_ = program(played, "", PYTHONIOENCODING="latin-1")
    assert run_.returncode == 0 and "?" in run_.stdout


def test_the_application_is_a_program() -> None:
    with pytest.raises(SystemExit) as end:
        app(["--version"])
    assert end.value.code == 0


def test_running_out_of_players(tmp_path: Path) -> None:
    """Everybody but two leaves: the rounds go on as long as there is something to play, and end."""
    import dataclasses

    from tests.cli.desk import field

    event = new_event(tmp_path, "othello-2-league", 6)
    players = field("othello-2-league", 6)
    run(tmp_path, "build")
    type_results(event / "rounds/open-r1.xlsx")
    gone = [dataclasses.replace(player, withdrawn_after=1) if player.no > 2 else player for player in players]
    roster(event, gone)
    for _ in range(12):
        said = run(tmp_path, "build").stdout
        new = [line.split(": ")[1] for line in said.splitlines() if "次の結果シート" in line]
        for sheet in new:
            type_results(tmp_path / sheet)
        if not new:
            break
    assert results(tmp_path)["state"]["finished"] or "qualified" in said


def test_every_line_that_commands_say_is_in_both_languages() -> None:
    text = files("tourgen").joinpath("messages", "said.toml").read_text(encoding="utf-8")
    for code in tomllib.loads(text):
        assert set(catalogue()[code]) == {"ja", "en"}
