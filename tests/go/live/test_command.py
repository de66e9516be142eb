"""`tourgen go live` as the organiser meets it: which tables it opens, what it says, and every text of the pages."""

import json
import re
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
from tourgen.go.live.hall_pages import texts
from tourgen.go.live.seats import Wish, cannot_open
from tourgen.go.live.seats import seats as seats_of
from tourgen.go.procedure import Phase
from tourgen.live import server
from tourgen.live.server import guessed_address, known_host
from tourgen.live.tables import EventTables, read_tables
from tourgen.messages.problems import LANGUAGES, catalogue
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

    def run(*_: object) -> None:
        raise AssertionError("it is serving")

    monkeypatch.setattr(server, "run", run)


# --- Which tables


def tables(event: Path) -> EventTables:
    return read_tables(event, "events/demo")


def test_the_tables_of_the_round_with_their_players(tmp_path: Path, event: Path) -> None:
    run(tmp_path, "build")
    found = seats_of(tables(event), Wish())
    assert [seat.name.stem for seat in found] == ["r1-t01", "r1-t02", "r1-t03", "r1-t04"]
    assert all(all(seat.names) and seat.names[0] != seat.names[1] for seat in found), "the bye has no table"
    assert {seat.komi for seat in found} == {Decimal("6.5")}
    assert len({owner for seat in found for owner in seat.owners}) == 8, "one key for each player"
    found = seats_of(tables(event), Wish(komi=Decimal(0), size=(9, 9)))
    assert {(seat.komi, seat.size) for seat in found} == {(Decimal(0), (9, 9))}
    assert cannot_open(tables(event), Wish(round=2), "demo")[0].code == "live-no-tables"
    (problem,) = cannot_open(tables(event), Wish(division="women"), "demo")
    assert (
        problem.code == "live-no-division" and "open" in problem.text("en") and "open" in problem.text("ja")
    )


def test_the_division_s_own_komi(tmp_path: Path, event: Path) -> None:
    settings = event / "event.toml"
    settings.write_text(
        settings.read_text(encoding="utf-8").replace("# komi = 6.5", "komi = 7.5"), encoding="utf-8"
    )
    run(tmp_path, "build")
    assert {seat.komi for seat in seats_of(tables(event), Wish())} == {Decimal("7.5")}


def test_only_where_go_is_played(tmp_path: Path) -> None:
    event = new_event(tmp_path, "othello-free", 9)
    run(tmp_path, "build")
    assert seats_of(tables(event), Wish()) == []
    (problem,) = cannot_open(tables(event), Wish(division="open"), "demo")
    assert problem.code == "live-no-go" and "--tables" in problem.text("ja")


def test_tables_without_names(tmp_path: Path) -> None:
    found = seats_of(EventTables(None), Wish(round=3, tables=2, komi=Decimal("7.5")))
    assert [(seat.name.stem, seat.names, seat.komi) for seat in found] == [
        ("r3-t01", ("", ""), Decimal("7.5")),
        ("r3-t02", ("", ""), Decimal("7.5")),
    ]


def test_the_site_knows_nothing_of_the_secrets(tmp_path: Path, event: Path) -> None:
    run(tmp_path, "build")
    with hall(event, seats_of(tables(event), Wish())):
        pass
    run(tmp_path, "build")
    secrets = json.loads((event / "desk/keys.json").read_bytes()).values()
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
    assert "open-r1.xlsx" in result.stderr and "There is no table to open" in result.stderr
    assert not (event / "games").exists()


@pytest.mark.usefixtures("no_server", "unpaired")
def test_no_table_to_open(tmp_path: Path) -> None:
    assert "There is no table to open" in run(tmp_path, *LIVE, code=1).stderr
    assert 'There is no division "x"' in run(tmp_path, *LIVE, "--division", "x", code=1).stderr


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
@pytest.mark.parametrize("name", ["r1-t01.sgf", "live/clock", "live/r1-t01.jsonl"])
def test_a_folder_in_the_place_of_a_file(tmp_path: Path, event: Path, name: str) -> None:
    (event / "games" / name).mkdir(parents=True)
    result = run(tmp_path, *LIVE, "--tables", "1", code=1)
    assert f"games/{name}" in result.stderr and "Move or rename it" in result.stderr


@pytest.mark.usefixtures("no_server")
def test_wrong_usage(tmp_path: Path, event: Path) -> None:
    for option, value in (("--komi", "six"), ("--size", "26"), ("--size", "9x"), ("--size", "0")):
        run(tmp_path, *LIVE, "--tables", "1", option, value, code=2)


def test_every_message_is_said_in_this_folder() -> None:
    codes = tomllib.loads(files("tourgen").joinpath("messages", "go_live.toml").read_text(encoding="utf-8"))
    sources = [*Path(str(files("tourgen").joinpath("go", "live"))).glob("*.py")]
    sources.append(Path(str(files("tourgen").joinpath("cli", "serve.py"))))
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
    assert not known_host("", "")
    assert not known_host("127.0.0.1:99999", "")


def test_names_go_into_the_page_as_text(tmp_path: Path) -> None:
    (seat,) = seats()
    hostile: Any = "<script>alert(1)</script>"
    with hall(tmp_path, [type(seat)(seat.name, (hostile, "]"), seat.komi, seat.size)]) as running:
        assert Person(running, None).view["names"] == [hostile, "]"]
        Person(running, "referee").do("rule", ruling="b", note="]")
