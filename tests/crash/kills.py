"""`kill -9` at a random moment: of a process split off this one, and of real programs with their helpers."""

import os
import random
import signal
import subprocess
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

from tests.crash.injector import Ended
from tests.crash.scenes import RealBuild, Scene, quick, tree

KILLED = Ended(True, None, 0, ["kill -9"])
WRITING = 0.1  # seconds that the writing of the pages takes, about
PATIENCE = 60  # seconds in which an orphan must have ended


def kill_at_random(scene: Scene, count: int, rng: random.Random) -> int:
    """So many kills, spread over the time that the command takes; how many were judged."""
    begun = time.monotonic()
    _run(scene, None)
    took = time.monotonic() - begun
    for number in range(1, count + 1):
        _run(scene, rng.random() * took)
        _judge(scene, KILLED, number)
    return count


def _run(scene: Scene, wait: float | None) -> None:
    scene.reset()
    child = os.fork()
    if child == 0:
        try:
            with quick():
                scene.act()
        finally:
            os._exit(0)
    if wait is not None:
        time.sleep(wait)
        os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def _judge(scene: Scene, ended: Ended, number: int) -> None:
    try:
        scene.judge(ended)
        scene.judge_next()
    except AssertionError as error:
        raise AssertionError(f"{scene.name}, kill {number}: {error}") from error


# --- Real programs


def kill_builds(scene: RealBuild, count: int, rng: random.Random) -> Counter[str]:
    """So many programs killed at any time, and every second while it writes; what they were at, and what they left."""
    begun, seen = time.monotonic(), Counter[str]()
    scene.reset()
    scene.act()
    took = time.monotonic() - begun
    while seen["killed"] < count:
        scene.reset()
        program = scene.begin("build")
        if seen["killed"] % 2:
            _until_writing(scene, program)
            time.sleep(rng.random() * WRITING)
        else:
            time.sleep(rng.random() * took)
        helpers = _children(program.pid)
        running = program.poll() is None
        program.kill()
        program.communicate()
        seen["killed"] += running
        seen["with a helper"] += bool(helpers)
        seen["with files half-way"] += any(".tourgen-lock" not in one for one in _unfinished(scene))
        _judge(scene, KILLED, seen["killed"])  # while the orphan may still be at work
        assert _ended(helpers), f"a helper goes on without its build: {helpers}"
    return seen


def kill_helpers(scene: RealBuild, count: int) -> int:
    """So many helpers killed: the build does their work itself, and nobody sees a difference."""
    for number in range(1, count + 1):
        scene.reset()
        program = scene.begin("build")
        os.kill(_first_helper(program), signal.SIGKILL)
        said, _ = program.communicate()
        assert program.returncode == 0, said
        _judge(scene, Ended(False, [0, said], 0, ["kill -9 of the helper"]), number)
    return count


def _until_writing(scene: RealBuild, program: subprocess.Popen[str]) -> None:
    while program.poll() is None and not list((scene.work / "site").glob(".tourgen-part-*")):
        time.sleep(0.001)


def _unfinished(scene: RealBuild) -> list[str]:
    return [name for name in tree(scene.work, litter=True) if scene.ours(name)]


def _first_helper(program: subprocess.Popen[str]) -> int:
    while program.poll() is None:
        for helper in _children(program.pid):
            return helper
    raise AssertionError("it had no helper")


def _children(process: int) -> list[int]:
    with suppress(OSError):  # it has ended
        return [int(one) for one in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    return []


def _ended(processes: list[int]) -> bool:
    deadline = time.monotonic() + PATIENCE
    while any(map(_alive, processes)):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def _alive(process: int) -> bool:
    """A process that has ended may still be listed, until its parent asks for it (Z)."""
    with suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False
