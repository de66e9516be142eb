"""`kill -9` at a random moment."""

import os
import random
import signal
import time

from tests.crash.injector import Ended
from tests.crash.scenes import Scene, quick

KILLED = Ended(True, None, 0, ["kill -9"])


def kill_at_random(scene: Scene, count: int, rng: random.Random) -> int:
    """So many kills, spread over the time that the command takes; how many were judged."""
    begun = time.monotonic()
    _run(scene, None)
    took = time.monotonic() - begun
    for number in range(1, count + 1):
        _run(scene, rng.random() * took)
        try:
            scene.judge(KILLED)
            scene.judge_next()
        except AssertionError as error:
            raise AssertionError(f"{scene.name}, kill {number}: {error}") from error
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
