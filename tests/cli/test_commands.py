"""`new`, `explain`, `verify`, `formats`, `demo`, wrong usage, and what happens when nobody foresaw it."""

import io
import json
import subprocess
import sys
import tomllib
from contextlib import suppress
from importlib.resources import files
from pathlib import Path

import pytest

from tests.cli.desk import new_event, results, roster, run, snapshot, type_results
from tourgen.cli import app
from tourgen.cli.error_handler import run as program_of
from tourgen.event.new_event import timetable
from tourgen.formats import shipped_formats, shipped_text
from tourgen.messages.problems import catalogue
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
    assert "pages/timetable.md" in timetable(language)
    body = to_html(timetable(language))
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
    """Folder, name, format and how many players; a number that is none of those is asked for again."""
    import os
    import pty

    master, slave = pty.openpty()
    os.write(master, "events/秋\n秋の大会\n99\n\nmany\n301\n１２\n".encode())
    command = [sys.executable, "-m", "tourgen", "new"]
    run_ = subprocess.run(command, cwd=tmp_path, stdin=slave, capture_output=True, text=True, timeout=300)
    assert run_.returncode == 0, run_.stderr
    assert "大会方式の番号か名前" in run_.stdout + run_.stderr and "othello-free" in run_.stdout
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
    said = run(tmp_path, "formats", "othello-free").stdout
    assert said.startswith(shipped_text("othello-free")) and "← 予選リーグ: 敗れた人" in said
    assert tomllib.loads(said) == tomllib.loads(shipped_text("othello-free"))
    assert "# 見込み  37 名なら 6 回戦" in said and "# 見込み  8 名なら" in said
    (one,) = json.loads(run(tmp_path, "formats", "othello-free", "--json").stdout)
    assert one["id"] == "othello-free"
    assert len(json.loads(run(tmp_path, "formats", "--json").stdout)) == len(shipped_formats())
    assert "もしかして: othello-free" in run(tmp_path, "formats", "othello-fee", code=1).stderr


def test_a_format_file_of_ones_own(tmp_path: Path) -> None:
    own = tmp_path / "my.toml"
    own.write_text(shipped_text("shogi-girls"), encoding="utf-8")
    assert "== == == ==        毎回組み合わせ · 1〜4 回戦" in run(tmp_path, "formats", "my.toml").stdout
    own.write_text(
        shipped_text("shogi-girls").replace("opponent", "oponent").replace('"swiss", who', '"swis", who')
    )
    said = run(tmp_path, "formats", "my.toml", "--lang", "en", code=1).stderr
    line = own.read_text(encoding="utf-8").split("oponent =")[0].count("\n") + 1
    assert f"my.toml:{line} › stage[2].oponent: There is no key “oponent”. Did you mean: opponent" in said
    assert "There is no stage “swis”" in said


# --- demo


def test_demo(tmp_path: Path) -> None:
    said = run(tmp_path, "demo", "show").stdout
    assert "show/site/index.html" in said and (tmp_path / "show/site/index.html").exists()
    checked = run(tmp_path / "show", "check").stdout
    assert "例会の部: 3 回戦(全 5 回戦)、結果待ち 5 局" in checked
    assert "トーナメントの部: 全 4 回戦が終わり、最終順位が決まりました" in checked
    before = snapshot(tmp_path / "show/events")
    assert "もう何かあります" in run(tmp_path, "demo", "show", code=1).stderr
    run(tmp_path / "show", "build")
    assert snapshot(tmp_path / "show/events") == before
    run(tmp_path / "show", "verify", "demo")


# --- Usage, and the last resort


@pytest.mark.parametrize(
    "arguments",
    [
        ["--nonsense"],
        ["bild"],
        ["build", "--sites", "x"],
        ["check", "--lang", "fr"],
        ["pair", "a", "b", "c"],
        *(
            ["simulate", "--format", "othello-2-league", "--players", "8", "--runs", wrong]
            for wrong in ("x", "1.5", "0")
        ),
    ],
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
    code = f"import sys, tourgen.event.load_event\n{script}\nfrom tourgen.__main__ import main\nmain()"
    command = [sys.executable, "-c", code, "check", "demo"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, env=environment, check=False)


SPOILED = "def bad(*args, **kwargs): raise ZeroDivisionError('by nought')\ntourgen.event.load_event.read_event = bad"


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


def typed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str
) -> tuple[int, str]:
    """The exit code of the program, and what it says on standard error."""
    monkeypatch.setattr(sys, "argv", ["tourgen", *words])
    with pytest.raises(SystemExit) as over:
        program_of(app)
    assert isinstance(over.value.code, int)
    return over.value.code, capsys.readouterr().err


def test_wrong_usage_is_told_in_japanese_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, said = typed(monkeypatch, capsys, "explain", "demo", "--rond", "１")
    assert code == 2 and "--rond" in said
    assert "コマンドの書き方が違います: tourgen explain demo --rond 1" in said


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device")
def test_output_without_space(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    with Path("/dev/full").open("w", buffering=1, encoding="utf-8") as full:
        monkeypatch.setattr(sys, "stdout", full)
        code, said = typed(monkeypatch, capsys, "formats")
        monkeypatch.undo()
        with suppress(OSError):
            full.close()
    assert code == 1 and "書き出す先がいっぱいです" in said and "予期しない" not in said


def test_a_console_of_japanese_windows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """cp932 has no ›: something that looks like it stands there."""
    wrong = tmp_path / "my.toml"
    wrong.write_text(shipped_text("go-mcmahon").replace("komi = 6.5", "komi = nan"), encoding="utf-8")
    console = io.TextIOWrapper(io.BytesIO(), encoding="cp932", write_through=True)
    monkeypatch.setattr(sys, "stderr", console)
    assert typed(monkeypatch, capsys, "formats", str(wrong))[0] == 1
    assert "my.toml:5 > komi" in console.buffer.getvalue().decode("cp932")  # type: ignore[attr-defined]


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
