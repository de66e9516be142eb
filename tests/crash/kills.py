"""`kill -9` at a random moment: of a process split off this one, and of real programs."""

import os
import random
import signal
import subprocess
import time
from collections import Counter

from tests.crash.injector import Ended
from tests.crash.scenes import RealBuild, Scene, quick
from tests.files import tree

KILLED = Ended(True, None, 0, ["kill -9"])
WRITING = 0.1  # seconds that the writing of the pages takes, about


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
        running = program.poll() is None
        program.kill()
        program.communicate()
        seen["killed"] += running
        seen["with files half-way"] += bool(_unfinished(scene))
        _judge(scene, KILLED, seen["killed"])
    return seen


def _until_writing(scene: RealBuild, program: subprocess.Popen[str]) -> None:
    while program.poll() is None and not list((scene.work / "site").glob(".tourgen-new-*")):
        time.sleep(0.001)


def _unfinished(scene: RealBuild) -> list[str]:
    return [name for name in tree(scene.work) if scene.ours(name)]
