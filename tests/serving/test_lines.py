"""The lines of desk and phones over real connections: whose key opens what, rubbish, and a server that is killed."""

import http.client
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.series import FULL
from tests.served import free_port
from tests.serving.hall import PATIENCE, Line, complete, desk_of, desk_served, paired, tables_of, winners
from tourgen.live.desk_pages import Desks
from tourgen.live.keys import read_keys
from tourgen.live.screen import MALFORMED, STRANGER

Served = tuple[Desks, int]
KILLS = 6 if FULL else 1


@pytest.fixture
def served(event: Path) -> Iterator[Served]:
    with desk_served(event) as found:
        yield found


def key(served: Served, owner: str = "desk") -> str:
    return served[0].desks[0].keys[owner]


def test_what_one_enters_everybody_sees(served: Served, event: Path) -> None:
    one, other = Line(served[1], key(served)), Line(served[1], key(served))
    game = next(iter(tables_of(event)))
    phone = Line(served[1], key(served, f"open {game.first}"))
    assert phone.until(lambda state: True)["status"] == "enter"
    assert one.ask("read", text="1 34", division="open")["read"]["discs"] == [34, 30]
    assert one.ask("enter", text="1 34", division="open")["id"] == 1
    assert other.until(lambda state: state["divisions"][0]["tables"][0]["winner"] == 0)
    assert phone.until(lambda state: state["status"] == "agreed")["winner"] == 0
    one.until(lambda state: state["divisions"][0]["tables"][0]["state"] == "")
    assert winners(event)[0] == 0
    assert one.ask("enter", text="1 ?", division="open")["refused"] == "not-read"
    assert other.ask("undo", id=None) == {"type": "answer", "number": 1}
    links = one.ask("links")["links"]
    assert links[0]["owner"] == "desk" and len(links) == 9


def test_a_key_opens_what_is_its_own(served: Served, event: Path) -> None:
    game = next(iter(tables_of(event)))
    mine = f"open {game.first}"
    for wrong in ("", "x" * 24, key(served)[:-1], "é"):
        assert Line(served[1], wrong).code() == STRANGER
    phone = Line(served[1], key(served, mine))
    phone.until(lambda state: True)
    assert not any(one in json.dumps(phone.state) for one in served[0].desks[0].keys.values())
    phone.socket.send(json.dumps({"do": "enter", "number": 1, "text": "1 ○", "division": "open"}))
    assert phone.code() == MALFORMED, "a player enters nothing"
    assert not served[0].desks[0].entries.asked
    phone, old = Line(served[1], key(served, mine)), key(served, mine)
    phone.until(lambda state: True)
    Line(served[1], key(served)).ask("renew", owner=mine)
    assert Line(served[1], old).code() == STRANGER
    phone.socket.send(json.dumps({"do": "report", "number": 1, "round": 1, "winner": 0, "discs": None}))
    assert phone.code() == STRANGER


REPORT = {"do": "report", "number": 1, "round": 1, "winner": 0, "discs": None}


WRONG = [{**REPORT, **one} for one in ({"winner": 2}, {"discs": 5}, {"discs": [1]})]
BAD = ["", "nonsense", "[]", "[" * 30_000, '{"do": "report"}', *WRONG]


@pytest.mark.parametrize("bad", BAD, ids=range(len(BAD)))
def test_rubbish_ends_that_line(served: Served, event: Path, bad: Any) -> None:
    game = next(iter(tables_of(event)))
    phone = Line(served[1], key(served, f"open {game.first}"))
    phone.socket.send(bad if isinstance(bad, str) else json.dumps(bad))
    assert phone.code() == MALFORMED
    line = Line(served[1], key(served))
    assert line.ask("read", text="1", division="open")["read"]["n"] == 1


def test_a_page_that_goes_before_it_says_anything_is_no_fault(
    served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    """Somebody who opens a page and leaves it at once: the server has nobody to answer."""
    for _ in range(5):
        Line(served[1], key(served), silent=True).socket.socket.close()
    for _ in range(5):
        Line(served[1], key(served), silent=True).socket.close()
    Line(served[1], key(served)).until(lambda state: True)
    assert "Traceback" not in caplog.text, caplog.text


def test_discs_that_contradict_are_refused(served: Served, event: Path) -> None:
    game = next(iter(tables_of(event)))
    phone = Line(served[1], key(served, f"open {game.first}"))
    assert phone.ask("report", round=1, winner=0, discs=[30, 34])["refused"] == "discs-contradict"
    assert phone.ask("report", round=1, winner=0, discs=[60, 34])["refused"] == "too-many-discs"
    assert phone.ask("report", round=2, winner=0, discs=None)["refused"] == "changed"


def test_another_page_opens_no_line(served: Served) -> None:
    with pytest.raises(InvalidStatus):
        Line(served[1], key(served), "http://evil.example")


def test_the_pages_are_the_same_for_everybody(served: Served) -> None:
    for path in ("/_/desk", "/_/r", "/_/texts.ja.json", "/_/texts.en.json"):
        connection = http.client.HTTPConnection("127.0.0.1", served[1], timeout=PATIENCE)
        connection.request("GET", path)
        answer = connection.getresponse()
        body = answer.read().decode()
        assert answer.status == 200 and "default-src 'none'" in (
            answer.getheader("Content-Security-Policy") or ""
        )
        assert not any(one in body for one in served[0].desks[0].keys.values())
    texts = [json.loads(body)] if path.endswith("json") else []
    assert texts


def test_every_text_that_the_pages_use_is_there() -> None:
    from tourgen.live import write_entries
    from tourgen.resources import shipped_table, templates_dir

    texts = shipped_table("live/texts.toml")
    folder = templates_dir() / "desk"
    code = "".join(path.read_text("utf-8") for path in folder.iterdir() if path.suffix in (".js", ".html"))
    used = set(re.findall(r"""(?<![\w.])t\("([\w-]+)"|data-t="([\w-]+)\"""", code))
    missing = {name for pair in used for name in pair if name and name not in texts}
    assert not missing
    room = Path(write_entries.__file__).parent
    python = "".join(path.read_text("utf-8") for path in room.glob("*.py"))
    refused = re.findall(r'Refused\("([\w-]+)"\)|problem="([\w-]+)"', python)
    refused += re.findall(r'return "([\w-]+)"()$', (room / "typed_line.py").read_text("utf-8"), re.MULTILINE)
    assert {f"refused-{''.join(names)}" for names in refused} <= texts.keys()
    for one in texts.values():
        assert set(one) == {"ja", "en"}


# --- Killed while helpers type


class Process:
    """`tourgen serve` as a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-u", "-m", "tourgen", "serve", "--port", str(free_port())],
            cwd=folder,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
        )
        assert self.process.stdout
        for line in self.process.stdout:
            if found := re.search(r":(\d+)/_/desk#(\S+)", line):
                self.port, self.key = int(found[1]), found[2]
                return
        raise AssertionError("it never began")

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate(timeout=PATIENCE)


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    event = paired(tmp_path)
    rng, typed = random.Random(7), dict[int, int]()
    count = len(tables_of(event))
    for _ in range(KILLS):
        served = Process(tmp_path)
        line = Line(served.port, served.key)
        for _ in range(rng.randint(1, 5)):
            table, winner = rng.randint(1, count - 1), rng.randint(1, 2)
            if "id" in line.ask("enter", text=f"{table} {winner}", division="open"):
                typed[table] = winner - 1
        time.sleep(rng.choice((0, 0.01, 0.05, 0.2, 0.5)))
        served.kill()
        with pytest.raises(ConnectionClosed):
            while True:
                line.hear()
    complete(desk_of(event).write())  # as the next start does
    assert read_keys(event / "desk/keys.json")
    for table, winner in typed.items():
        assert winners(event)[table - 1] == winner
