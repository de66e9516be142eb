"""A server that is killed again and again while two play: no acknowledged action is ever lost."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from tests.cli.desk import run
from tests.go.live.hall import PATIENCE, plug
from tests.series import FULL
from tests.served import free_port

ROOT = Path(__file__).parent.parent.parent.parent
KILLS = 50 if FULL else 2  # all of them by `make crash`
STOPS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP] if FULL else [signal.SIGHUP]


def _hearing() -> None:
    """A job in the background of a shell, or under nohup, is started deaf to some signals, and its children with it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


class Served:
    """`tourgen go live` as a process of its own."""

    def __init__(self, folder: Path, port: int, *before: str) -> None:
        command = [sys.executable, "-m", "tourgen", "go", "live", "hall", "--tables", "2", "--size", "9"]
        self.process = subprocess.Popen(
            [*before, *command, "--host", "127.0.0.1", "--port", str(port), "--lang", "en"],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            preexec_fn=_hearing,
        )
        assert self.process.stdout is not None
        self.said = ""
        while "For spectators" not in self.said:
            line = self.process.stdout.readline()
            assert line, self.said
            self.said += line

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)


def sit_down(port: int, secret: str) -> tuple[ClientConnection, dict[str, Any]]:
    chair = plug(port)
    chair.send(json.dumps({"event": "hall", "table": "r1-t01", "key": secret, "device": ""}))
    return chair, hear(chair, "view")


def hear(chair: ClientConnection, kind: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(chair.recv(PATIENCE))
        if message["type"] == kind:
            return message


def ask(chair: ClientConnection, do: str, **args: object) -> int | None:
    """The number of the action, None if it was refused."""
    chair.send(json.dumps({"do": do, "number": 0, "scene": None, **args}))
    return hear(chair, "answer").get("seq")


def choose(view: dict[str, Any], rng: random.Random) -> tuple[int, int]:
    empty = [(x, y) for y, row in enumerate(view["stones"]) for x, stone in enumerate(row) if stone == "."]
    return rng.choice(empty)


def test_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    run(tmp_path, "new", "events/hall", "--format", "othello-free", "--players", "8")
    rng, port = random.Random(5), free_port()
    served = Served(tmp_path, port)
    keys = json.loads((tmp_path / "events/hall/desk/keys.json").read_bytes())
    acknowledged: dict[int, tuple[str, int, int]] = {}
    referee, view = sit_down(port, keys["desk"])
    ask(referee, "start")
    ask(referee, "override", phase="PLAY", lead="b")
    in_flight = 0
    for _ in range(KILLS):
        players = {letter: sit_down(port, keys[f"r1-t01 {letter}"])[0] for letter in ("b", "w")}
        watcher = plug(port)
        watcher.send(json.dumps({"event": "hall", "table": "r1-t01", "key": None, "device": ""}))
        view = hear(watcher, "view")
        assert view["phase"] == "PLAY"
        assert view["seq"] in (max(acknowledged, default=view["seq"]), max(acknowledged, default=0) + 1)
        for _ in range(rng.randint(2, 8)):
            turn, (x, y) = view["turn"], choose(view, rng)
            seq = ask(players[turn], "move", x=x, y=y)
            if seq is not None:
                acknowledged[seq] = (turn, x, y)
                while view["seq"] < seq:
                    view = hear(watcher, "view")
        x, y = choose(view, rng)
        players[view["turn"]].send(json.dumps({"do": "move", "number": 1, "scene": None, "x": x, "y": y}))
        time.sleep(rng.choice((0, 0, 0.001, 0.003, 0.01)))
        served.kill()
        try:
            while True:
                message = json.loads(players[view["turn"]].recv(PATIENCE))
                if message["type"] == "answer" and "seq" in message:
                    acknowledged[message["seq"]] = (view["turn"], x, y)
                    in_flight += 1
        except ConnectionClosed:
            pass
        served = Served(tmp_path, port)
    served.kill()
    lines = (tmp_path / "events/hall/games/live/r1-t01.jsonl").read_text(encoding="utf-8").splitlines()
    log = [json.loads(line) for line in lines]
    assert [event["seq"] for event in log] == list(range(1, len(log) + 1))
    assert all(one["t"] <= other["t"] for one, other in pairwise(log))
    by_seq = {event["seq"]: event for event in log}
    for seq, (turn, x, y) in acknowledged.items():
        event = by_seq[seq]
        assert (event["who"], event["do"], event["x"], event["y"]) == (turn, "move", x, y)
    assert len(acknowledged) >= KILLS


@pytest.mark.parametrize("how", STOPS)
def test_what_was_ruled_just_before_the_end_has_its_record(tmp_path: Path, how: signal.Signals) -> None:
    run(tmp_path, "new", "events/hall", "--format", "othello-free", "--players", "8")
    port = free_port()
    served = Served(tmp_path, port)
    keys = json.loads((tmp_path / "events/hall/desk/keys.json").read_bytes())
    referee, _ = sit_down(port, keys["desk"])
    ask(referee, "rule", ruling="w", note="")
    served.process.send_signal(how)
    output, _ = served.process.communicate(timeout=PATIENCE)
    assert served.process.returncode == 0 and "Stopped." in output, output
    assert b"RE[W+]" in (tmp_path / "events/hall/games/r1-t01.sgf").read_bytes()


def test_nohup_keeps_it_open_when_the_terminal_is_closed(tmp_path: Path) -> None:
    run(tmp_path, "new", "events/hall", "--format", "othello-free", "--players", "8")
    port = free_port()
    served = Served(tmp_path, port, "nohup")
    try:
        served.process.send_signal(signal.SIGHUP)
        keys = json.loads((tmp_path / "events/hall/desk/keys.json").read_bytes())
        time.sleep(0.5)  # stopping begins at once
        referee, _ = sit_down(port, keys["desk"])
        referee.close()
    finally:
        served.kill()


def test_a_record_that_stays_owed_is_said_at_the_end(tmp_path: Path) -> None:
    run(tmp_path, "new", "events/hall", "--format", "othello-free", "--players", "8")
    port = free_port()
    served = Served(tmp_path, port)
    record = tmp_path / "events/hall/games/r1-t01.sgf"
    record.mkdir()
    keys = json.loads((tmp_path / "events/hall/desk/keys.json").read_bytes())
    referee, _ = sit_down(port, keys["desk"])
    ask(referee, "rule", ruling="w", note="")
    served.process.send_signal(signal.SIGTERM)
    output, _ = served.process.communicate(timeout=PATIENCE)
    assert "games/r1-t01.sgf: Something with this name is already there" in output
    assert "Some records are not written yet (r1-t01). The next start writes them." in output
    record.rmdir()
    again = Served(tmp_path, port)
    again.process.send_signal(signal.SIGTERM)
    again.process.communicate(timeout=PATIENCE)
    assert b"RE[W+]" in record.read_bytes()
