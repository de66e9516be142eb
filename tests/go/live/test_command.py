"""`tourgen go live` as the organiser meets it: which tables it opens, what it says, and every text of the pages."""

import importlib.util
import json
import os
import re
import socket
import subprocess
import sys
import tomllib
from decimal import Decimal
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from tests.cli.desk import DRAWS, new_event, run
from tests.go.live.hall import Person, hall, seats
from tourgen.go.board import Refusal
from tourgen.go.live.command import COMMANDS
from tourgen.go.live.pages import LANGUAGES, guessed_address, known_host, texts
from tourgen.go.live.seats import Wish, plain_seats, seats_of_event
from tourgen.go.live.server import LiveServer
from tourgen.go.procedure import Phase
from tourgen.problems import catalogue
from tourgen.resources import templates_dir

ROOT = Path(__file__).parent.parent.parent.parent
LIVE = ("go", "live", "demo", "--lang", "en", "--port", "0")


@pytest.fixture
def event(tmp_path: Path) -> Path:
    return new_event(tmp_path, "go-swiss", 9)


@pytest.fixture
def unpaired(tmp_path: Path) -> Path:
    """An event that waits for its draws."""
    found = new_event(tmp_path, "go-swiss", 9)
    settings = found / "event.toml"
    settings.write_text(settings.read_text(encoding="utf-8").replace(DRAWS, ""), encoding="utf-8")
    return found


@pytest.fixture
def no_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """A command that should have refused fails its test instead of serving for ever."""

    async def start(*_: object) -> int:
        raise AssertionError("it is serving")

    monkeypatch.setattr(LiveServer, "start", start)


# --- Which tables


def test_the_tables_of_the_round_with_their_players(tmp_path: Path, event: Path) -> None:
    run(tmp_path, "build")
    found, problems = seats_of_event(event, "events/demo", Wish())
    assert not problems and [seat.name.stem for seat in found] == ["r1-t01", "r1-t02", "r1-t03", "r1-t04"]
    assert all(seat.black and seat.white and seat.black != seat.white for seat in found), (
        "the bye has no table"
    )
    assert {seat.komi for seat in found} == {Decimal("6.5")}
    found, _ = seats_of_event(event, "events/demo", Wish(komi=Decimal(0), size=(9, 9)))
    assert {(seat.komi, seat.size) for seat in found} == {(Decimal(0), (9, 9))}
    assert seats_of_event(event, "events/demo", Wish(round=2))[1][0].code == "live-no-tables"
    (problem,) = seats_of_event(event, "events/demo", Wish(division="women"))[1]
    assert (
        problem.code == "live-no-division" and "open" in problem.text("en") and "open" in problem.text("ja")
    )


def test_the_division_s_own_komi(tmp_path: Path, event: Path) -> None:
    settings = event / "event.toml"
    settings.write_text(
        settings.read_text(encoding="utf-8").replace("# komi = 6.5", "komi = 7.5"), encoding="utf-8"
    )
    run(tmp_path, "build")
    assert {seat.komi for seat in seats_of_event(event, "events/demo", Wish())[0]} == {Decimal("7.5")}


def test_only_where_go_is_played(tmp_path: Path) -> None:
    event = new_event(tmp_path, "othello-free", 9)
    run(tmp_path, "build")
    (problem,) = seats_of_event(event, "events/demo", Wish())[1]
    assert problem.code == "live-no-go" and "--tables" in problem.text("ja")
    (problem,) = seats_of_event(event, "events/demo", Wish(division="open"))[1]
    assert problem.code == "live-no-go"


def test_tables_without_names() -> None:
    found = plain_seats(Wish(round=3, tables=2, komi=Decimal("7.5")))
    assert [(seat.name.stem, seat.black, seat.komi) for seat in found] == [
        ("r3-t01", "", Decimal("7.5")),
        ("r3-t02", "", Decimal("7.5")),
    ]


def test_the_site_knows_nothing_of_the_secrets(tmp_path: Path, event: Path) -> None:
    run(tmp_path, "build")
    with hall(event, seats_of_event(event, "events/demo", Wish())[0]):
        pass
    run(tmp_path, "build")
    secrets = json.loads((event / "games/live/secrets.json").read_bytes()).values()
    for path in (tmp_path / "site").rglob("*"):
        if path.is_file():
            assert not any(secret.encode() in path.read_bytes() for secret in secrets)
            assert "live" not in path.name


# --- What it says


@pytest.mark.usefixtures("no_server")
def test_an_event_with_mistakes_opens_no_table(tmp_path: Path, event: Path) -> None:
    (event / "rounds").mkdir()
    (event / "rounds/open-r1.xlsx").write_bytes(b"nonsense")
    result = run(tmp_path, *LIVE, code=1)
    assert "open-r1.xlsx" in result.stderr
    assert not (event / "games").exists()


@pytest.mark.usefixtures("no_server", "unpaired")
def test_no_table_to_open(tmp_path: Path) -> None:
    assert "There is no table to open" in run(tmp_path, *LIVE, code=1).stderr
    assert 'There is no division "x"' in run(tmp_path, *LIVE, "--division", "x", code=1).stderr


@pytest.mark.usefixtures("no_server")
def test_the_extra_is_missing(tmp_path: Path, event: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "segno" else real(name))
    result = run(tmp_path, *LIVE, "--tables", "1", code=1)
    assert "tourgen[go]" in result.stderr and "segno is missing" in result.stderr
    assert not (event / "games").exists()


def test_a_port_in_use(tmp_path: Path, event: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        command = [sys.executable, "-m", "tourgen", *LIVE[:-1], port, "--host", "127.0.0.1", "--tables", "1"]
        environment = {
            **os.environ,
            "PYTHONPATH": str(ROOT),
        }  # a process, for Playwright keeps this one's loop
        result = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert result.returncode == 1
    assert f"Port {port} can't be opened" in result.stderr


@pytest.mark.usefixtures("no_server")
def test_a_damaged_log(tmp_path: Path, event: Path) -> None:
    (event / "games/live").mkdir(parents=True)
    (event / "games/live/r1-t01.jsonl").write_bytes(b"{}\n")
    result = run(tmp_path, *LIVE, "--tables", "1", code=1)
    assert "events/demo/games/live/r1-t01.jsonl" in result.stderr and "line 1" in result.stderr


@pytest.mark.usefixtures("no_server")
@pytest.mark.parametrize(
    "line", [b'{"seq":1,"t":0,"who":"server","do":"komi","komi":"x","then":"SETUP"}\n', b"[" * 99_999 + b"\n"]
)
def test_a_log_damaged_in_odd_ways(tmp_path: Path, event: Path, line: bytes) -> None:
    (event / "games/live").mkdir(parents=True)
    (event / "games/live/r1-t01.jsonl").write_bytes(line)
    assert "rename it to keep it" in run(tmp_path, *LIVE, "--tables", "1", code=1).stderr


@pytest.mark.usefixtures("no_server")
@pytest.mark.parametrize(
    "damage", [b"", b"{", b"\xff\xfe", b"[]", b"null", b'{"referee": 5}', b'{"referee": ""}', b"[" * 99_999]
)
def test_damaged_secrets(tmp_path: Path, event: Path, damage: bytes) -> None:
    """They are not made anew without a word: codes that hang in the hall would be void."""
    secrets = event / "games/live/secrets.json"
    secrets.parent.mkdir(parents=True)
    secrets.write_bytes(damage)
    for language, words in (("en", "rename this file and run again"), ("ja", "名前を変えて")):
        result = run(tmp_path, *LIVE, "--tables", "1", "--lang", language, code=1)
        assert "events/demo/games/live/secrets.json" in result.stderr and words in result.stderr
    assert secrets.read_bytes() == damage


@pytest.mark.usefixtures("no_server")
@pytest.mark.parametrize("name", ["r1-t01.sgf", "live/secrets.json", "live/clock", "live/r1-t01.jsonl"])
def test_a_folder_in_the_place_of_a_file(tmp_path: Path, event: Path, name: str) -> None:
    (event / "games" / name).mkdir(parents=True)
    result = run(tmp_path, *LIVE, "--tables", "1", code=1)
    assert f"games/{name}" in result.stderr and "Move or rename it" in result.stderr


@pytest.mark.usefixtures("no_server")
@pytest.mark.parametrize(
    ("option", "value"), [("--komi", "six"), ("--size", "26"), ("--size", "9x"), ("--size", "0")]
)
def test_wrong_usage(tmp_path: Path, event: Path, option: str, value: str) -> None:
    run(tmp_path, *LIVE, "--tables", "1", option, value, code=2)


def test_every_message_is_said_in_this_folder() -> None:
    codes = tomllib.loads(files("tourgen").joinpath("messages", "go_live.toml").read_text(encoding="utf-8"))
    sources = [*Path(str(files("tourgen").joinpath("go", "live"))).glob("*.py")]
    sources.append(Path(str(files("tourgen").joinpath("cli", "go_live.py"))))
    code = "".join(path.read_text(encoding="utf-8") for path in sources)
    for name in codes:
        assert f'"{name}"' in code
        assert set(catalogue()[name]) == {"ja", "en"}


# --- The texts of the pages

SCRIPTS = "".join(path.read_text(encoding="utf-8") for path in sorted((templates_dir() / "live").glob("*.*")))


def sources_of_refusals() -> set[str]:
    folder = Path(str(files("tourgen").joinpath("go")))
    code = "".join(
        path.read_text(encoding="utf-8") for path in [*folder.glob("*.py"), *folder.glob("live/*.py")]
    )
    return set(re.findall(r'Refused\("([a-z-]+)"', code)) | {refusal.value for refusal in Refusal}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_scene_and_refusal_has_its_words(language: str) -> None:
    known = texts(language)
    for phase in ["SETUP", *(phase.value for phase in Phase)]:
        for kind in ("title", "blue", "red"):
            assert known[f"{kind}.{phase}"]
    for code in {*sources_of_refusals(), "over", "not-now"}:
        assert known[f"refused.{code}"]
    for command in [*COMMANDS, "timeout"]:
        assert known[f"last.{command}"]


def test_every_text_is_used_and_every_use_has_a_text() -> None:
    known = set(texts("ja"))
    assert known == set(texts("en"))
    used = set(re.findall(r'data-t(?:-label)?="([a-z_.]+)"', SCRIPTS))
    used |= set(re.findall(r'\bt\("([a-zA-Z_.-]+)"', SCRIPTS))
    used |= {key for pair in re.findall(r'\? "([a-z]+\.\w+)" : "([a-z]+\.\w+)"', SCRIPTS) for key in pair}
    assert used <= known, used - known
    made = re.findall(r"`([a-z]+)\.(?:([a-z_]+)_)?\$\{", SCRIPTS)  # t(`title.${…}`)
    for key in known - used:
        assert any(key.startswith(f"{section}.{rest}") for section, rest in made) or key in SCRIPTS, key


def test_placeholders_agree() -> None:
    for key, words in texts("ja").items():
        assert set(re.findall(r"\{\w+\}", words)) == set(re.findall(r"\{\w+\}", texts("en")[key])), key


# --- Addresses


def test_an_address_is_found() -> None:
    assert re.fullmatch(r"http://[\d.]+:8004", guessed_address(8004))


def test_a_proxy_s_name_is_believed_when_it_was_given() -> None:
    assert not known_host("go.example.org", "")
    assert known_host("go.example.org", "https://go.example.org")
    assert not known_host("evil.example.org", "https://go.example.org")
    assert not known_host(None, "")
    assert not known_host("127.0.0.1:99999", "")


def test_names_go_into_the_page_as_text(tmp_path: Path) -> None:
    (seat,) = seats()
    hostile: Any = "<script>alert(1)</script>"
    with hall(tmp_path, [type(seat)(seat.name, hostile, "]", seat.komi, seat.size)]) as running:
        assert Person(running, None).view["names"] == [hostile, "]"]
        Person(running, "referee").do("rule", ruling="b", note="]")
