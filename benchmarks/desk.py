"""How soon an entry is on every screen: `python -m benchmarks.desk [--tables 50] [--helpers 4] [--seconds 30]`.

`tourgen serve` runs as a process of its own, with every player's phone and several helpers connected. The helpers type
a result each second; an entry is on every screen when all helpers and both players of the table have it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from tests.serving.hall import paired, tables_of
from tourgen.live.keys import read_keys
from tourgen.live.tables import GameId

ROOT = Path(__file__).parent.parent
WANTED = 1.0  # seconds


class Screen:
    """One open page and when it saw which result."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.seen: dict[tuple[str, ...], float] = {}  # game and discs → when

    async def listen(self) -> None:
        """Notes every result when it is shown for the first time."""
        async for data in self.socket:
            state = json.loads(data)
            if state["type"] == "desk":
                for table in state["divisions"][0]["tables"]:
                    self.note(table["game"], table["discs"])
            elif state["type"] == "player" and state.get("discs"):
                self.note(["mine"], state["discs"])

    def note(self, game: list[Any], discs: list[int] | None) -> None:
        if discs:
            self.seen.setdefault((str(game), str(discs)), perf_counter())


async def opened(port: str, key: str) -> Screen:
    """A page with its line."""
    socket = await connect(f"ws://127.0.0.1:{port}/_/line", origin=f"http://127.0.0.1:{port}", proxy=None)  # type: ignore[arg-type]
    await socket.send(json.dumps({"key": key}))
    return Screen(socket)


async def measure(folder: Path, helpers: int, seconds: int) -> list[float]:
    """How long each entry took to be everywhere."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-u", "-m", "tourgen", "serve", "--port", "18300"),
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout
    found = None
    while found is None:
        found = re.search(r":(\d+)/_/desk#(\S+)", (await process.stdout.readline()).decode())
    drain = asyncio.create_task(process.stdout.read())
    event = folder / "events/demo"
    games = list(tables_of(event))
    desks = [await opened(found[1], found[2]) for _ in range(helpers)]
    phones = {
        owner: await opened(found[1], key)
        for owner, key in read_keys(event / "desk/keys.json").items()
        if owner != "desk"
    }
    listening = [asyncio.create_task(one.listen()) for one in (*desks, *phones.values())]
    times: list[float] = []
    rng, typed = random.Random(1), set[tuple[int, int]]()
    for turn in range(seconds):
        for helper in desks:
            table, discs = rng.randrange(len(games) - 1), rng.randint(33, 64)
            if (table, discs) not in typed:
                typed.add((table, discs))
                begun = perf_counter()
                await helper.socket.send(
                    json.dumps(
                        {"do": "enter", "number": turn, "text": f"{table + 1} {discs}", "division": "open"}
                    )
                )
                times.append(await everywhere(games[table], discs, desks, phones) - begun)
        await asyncio.sleep(max(0.0, 1 - sum(times[-helpers:])))
    for task in listening:
        task.cancel()
    process.terminate()
    await process.wait()
    await drain
    return times


async def everywhere(game: GameId, discs: int, desks: list[Screen], phones: dict[str, Screen]) -> float:
    """When the last of them saw it."""
    shown = str([discs, 64 - discs])
    wanted = [(one, (str(list(game)), shown)) for one in desks]
    wanted += [(phones[f"open {no}"], ("['mine']", shown)) for no in (game.first, game.second)]
    while not all(key in screen.seen for screen, key in wanted):
        await asyncio.sleep(0.005)
    return max(screen.seen[key] for screen, key in wanted)


def main() -> None:
    """Prints the result; exit 1 where an entry took longer than a second."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--helpers", type=int, default=4)
    parser.add_argument("--seconds", type=int, default=30)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        paired(Path(home), "othello-swiss", 2 * options.tables)
        times = sorted(asyncio.run(measure(Path(home), options.helpers, options.seconds)))
    middle, last = times[len(times) // 2], times[-1]
    print(
        f"{options.tables} tables, {2 * options.tables} phones, {options.helpers} helpers, {len(times)} entries:"
    )
    print(f"on every screen after {middle * 1000:.0f} ms (half of them), {last * 1000:.0f} ms (the slowest)")
    sys.exit(last > WANTED)


if __name__ == "__main__":
    main()
