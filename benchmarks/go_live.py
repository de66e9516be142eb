"""How soon a click is on every screen: `python -m benchmarks.go_live [--tables 100] [--seconds 60]`.

`tourgen go live` runs as a process of its own; two players and four spectators sit at each table, everybody clicks
once a second. A click is on every screen when all six have got the state after it. Afterwards everything is compared
with the logs: no acknowledged action may be lost, doubled or in another order on any screen.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import os
import random
import resource
import socket
import sys
import tempfile
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from time import perf_counter
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from tourgen.go.live.hall_pages import GO
from tourgen.go.live.setup import encode

ROOT = Path(__file__).parent.parent
WATCHERS = 4
SIZE = 19
WANTED = 0.5  # seconds, 99th percentile

Action = tuple[str, str, Any, Any]  # who, what, where


@dataclass
class Screen:
    """One connection and everything that it was shown."""

    table: Table
    role: str | None
    socket: ClientConnection
    seen: list[tuple[int, str]] = field(default_factory=list)  # number, a digest of the picture
    refused: int = 0

    async def listen(self) -> None:
        """Notes when each state arrives."""
        async for data in self.socket:
            message = json.loads(data)
            if message["type"] == "view":
                self.table.latest = message
                self.seen.append((message["seq"], _picture(message)))
                self.table.arrived.setdefault(message["seq"], []).append(perf_counter())
            elif message["type"] == "answer":
                self.answered(message)

    def answered(self, message: dict[str, Any]) -> None:
        """Who acted with which number."""
        begun, action = self.table.sent.pop((id(self), message["number"]))
        if "seq" in message:
            self.table.acknowledged[message["seq"]] = (begun, action)
        else:
            self.refused += 1

    async def click(self, number: int, do: str, **args: Any) -> None:
        """Sends a command and remembers when."""
        action = (self.role or "watching", do, args.get("x"), args.get("y"))
        self.table.sent[id(self), number] = (perf_counter(), action)
        await self.socket.send(json.dumps({"do": do, "number": number, "scene": None, **args}))


@dataclass
class Table:
    """What is known of one table."""

    id: str
    screens: list[Screen] = field(default_factory=list)
    latest: dict[str, Any] = field(default_factory=dict)
    arrived: dict[int, list[float]] = field(default_factory=dict)
    sent: dict[tuple[int, int], tuple[float, Action]] = field(default_factory=dict)
    acknowledged: dict[int, tuple[float, Action]] = field(default_factory=dict)

    def delays(self) -> list[float]:
        """From each acknowledged click to the last screen that showed it."""
        everybody = len(self.screens)
        return [
            max(self.arrived[seq][:everybody]) - begun
            for seq, (begun, _) in self.acknowledged.items()
            if len(self.arrived.get(seq, ())) == everybody
        ]

    def faults(self, log: list[dict[str, Any]]) -> list[str]:
        """Whatever was lost, doubled or swapped."""
        found = [f"{self.id}: unanswered {key}" for key in self.sent]
        if [event["seq"] for event in log] != list(range(1, len(log) + 1)):
            found.append(f"{self.id}: the log has gaps")
        by_seq = {event["seq"]: event for event in log}
        for seq, (_, action) in self.acknowledged.items():
            event = by_seq.get(seq, {})
            if (event.get("who"), event.get("do"), event.get("x"), event.get("y")) != action:
                found.append(f"{self.id}: {seq} was {action}, the log has {event}")
        pictures: dict[int, str] = {}
        for screen in self.screens:
            numbers = [seq for seq, _ in screen.seen]
            if any(later != earlier + 1 for earlier, later in pairwise(numbers)) or numbers[-1] != len(log):
                found.append(f"{self.id}: a screen missed something")
            if any(pictures.setdefault(seq, picture) != picture for seq, picture in screen.seen):
                found.append(f"{self.id}: two screens differ")
        return found


def _picture(message: dict[str, Any]) -> str:
    shown = [message[key] for key in ("phase", "stones", "marks", "counted", "prisoners")]
    return hashlib.sha1(json.dumps(shown).encode()).hexdigest()


def position(rng: random.Random) -> str:
    """A board half full of stones."""
    points = [f"{chr(97 + x)}{chr(97 + y)}" for x in range(SIZE) for y in range(SIZE)]
    stones = rng.sample(points, len(points) // 2)
    black, white = stones[::2], stones[1::2]
    return encode(f"(;GM[1]SZ[{SIZE}]AB[{']['.join(black)}]AW[{']['.join(white)}])".encode())


async def sit_down(port: int, table: Table, role: str | None, secret: str | None) -> Screen:
    """One more screen at the table."""
    origin = {"Origin": f"http://127.0.0.1:{port}"}
    connection = await connect(
        f"ws://127.0.0.1:{port}{GO}line",
        additional_headers=origin,
        compression=None,
        proxy=None,
        max_queue=None,
    )
    await connection.send(json.dumps({"event": "hall", "table": table.id, "key": secret, "device": ""}))
    return Screen(table, role, connection)


def chosen(screen: Screen, rng: random.Random) -> tuple[str, dict[str, Any]]:
    """What a player does next: mostly × on and off, now and then a stone, or the last five away again."""
    view = screen.table.latest
    enemy = "w" if screen.role == "b" else "b"
    if rng.random() < 0.1 and view["inserts"]:
        return "delete", {"n": "5"}
    want = "." if rng.random() < 0.3 else enemy
    rows = view["stones"]
    places = [
        (x, y) for y in range(SIZE) for x in range(SIZE) if rows[y][x] == want and view["marks"][y][x] != "s"
    ]
    x, y = rng.choice(places)
    return ("insert" if want == "." else "mark"), {"x": x, "y": y, "task": "own"}


async def behave(screen: Screen, seconds: int, rng: random.Random) -> None:
    """Clicks once a second, from a moment of its own."""
    start = asyncio.get_running_loop().time() + rng.random()
    for number in range(seconds):
        await asyncio.sleep(start + number - asyncio.get_running_loop().time())
        if screen.role is None:
            await screen.click(number, "count")
        else:
            do, args = chosen(screen, rng)
            await screen.click(number, do, **args)


async def load(port: int, keys: dict[str, str], tables: list[Table], seconds: int) -> None:
    """Seats everybody, starts every table, and lets them click."""
    rng = random.Random(1)
    for table in tables:
        referee = await sit_down(port, table, "referee", keys["desk"])
        listening = asyncio.ensure_future(referee.listen())
        await referee.click(0, "load", sgf=position(rng))
        await referee.click(1, "start")
        while table.sent:
            await asyncio.sleep(0.01)
        await referee.socket.close()
        await listening
        table.arrived.clear()
        table.acknowledged.clear()
    for table in tables:
        roles: list[str | None] = ["b", "w", *[None] * WATCHERS]
        for role in roles:
            secret = keys[f"{table.id} {role}"] if role else None
            table.screens.append(await sit_down(port, table, role, secret))
    screens = [screen for table in tables for screen in table.screens]
    listening_to = [asyncio.ensure_future(screen.listen()) for screen in screens]
    await asyncio.sleep(1)
    await asyncio.gather(*(behave(screen, seconds, random.Random(n)) for n, screen in enumerate(screens)))
    for _ in range(300):
        if not any(table.sent for table in tables):
            break
        await asyncio.sleep(0.1)
    await asyncio.sleep(1)
    await asyncio.gather(*(screen.socket.close() for screen in screens))
    await asyncio.gather(*listening_to)


async def run(folder: Path, tables: int, seconds: int) -> list[Table]:
    """The server as a process, and the people."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    arguments = ["go", "live", "hall", "--tables", str(tables), "--port", str(port), "--host", "127.0.0.1"]
    server = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tourgen",
        *arguments,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"},
        stdout=asyncio.subprocess.PIPE,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (1024, 1024)),
    )
    assert server.stdout is not None
    while GO not in (await server.stdout.readline()).decode():
        pass
    keys = json.loads((folder / "events/hall/desk/keys.json").read_bytes())
    found = [Table(f"r1-t{number:02}") for number in range(1, tables + 1)]
    try:
        await load(port, keys, found, seconds)
    finally:
        server.terminate()
        await server.wait()
    return found


def main() -> None:
    """Prints the figures; exit 1 if an action was lost or reordered."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--tables", type=int, default=100)
    options.add_argument("--seconds", type=int, default=60)
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "events/hall").mkdir(parents=True)
        settings = (
            '[event]\nname = "Hall"\n[[division]]\nid = "open"\nname = "Open"\nformat = "othello-free"\n'
        )
        (folder / "events/hall/event.toml").write_text(settings, encoding="utf-8")
        tables = asyncio.run(run(folder, given.tables, given.seconds))
        faults: list[str] = []
        for table in tables:
            lines = (
                (folder / f"events/hall/games/live/{table.id}.jsonl").read_text(encoding="utf-8").splitlines()
            )
            faults += table.faults([json.loads(line) for line in lines])
    delays = sorted(delay for table in tables for delay in table.delays())
    acknowledged = sum(len(table.acknowledged) for table in tables)
    refused = sum(screen.refused for table in tables for screen in table.screens)
    print(
        f"{len(tables)} tables, {2 * len(tables)} players, {WATCHERS * len(tables)} spectators, {given.seconds} s"
    )
    print(f"{acknowledged} actions acknowledged, {refused} clicks refused (spectators' all of them)")
    for share in (0.5, 0.99, 1.0):
        at = delays[min(len(delays) - 1, int(share * len(delays)))]
        print(f"{1000 * at:7.0f} ms  {share:4.0%} of the clicks were on every screen")
    print(f"{resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime:7.1f} s   of processor used by the server")
    print(f"{os.getloadavg()[0]:7.1f}     processes waiting for {os.cpu_count()} cores (load average)")
    late = delays[int(0.99 * len(delays))] > WANTED
    print("\n".join(faults) or "no action lost, doubled or reordered")
    print(f"99th percentile {'above' if late else 'within'} half a second")
    raise SystemExit(1 if faults or len(delays) != acknowledged else 0)


if __name__ == "__main__":
    main()
