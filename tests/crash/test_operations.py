"""Every command that writes, stopped or refused at operations on its files.

Every seventh kill is made in every run of the tests, and of the errors every seventeenth. `python -m tests.crash`
(make crash) makes all of them, and random kills.
"""

import random
from pathlib import Path

import pytest

from tests.crash.injector import Stop
from tests.crash.kills import kill_at_random, kill_builds
from tests.crash.scenes import SCENES, Build, DeskDay, GoTable, Pair, RealBuild, Scene

ERRORS = ("EIO", "EIO twice", "ENOSPC")
KILLS, REFUSALS = 7, 17  # every so many operations
AGAIN = (2, 3, 5)  # operations later: the clearing up is a listing, a renaming, then removing
FEWEST = {
    "build": 30,
    "pair": 8,
    "go table": 70,
    "desk": 20,
    "publish": 15,
}  # changes of files that each makes


@pytest.fixture(scope="module", params=SCENES, ids=lambda scene: scene.name)
def scene(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Scene:
    made: Scene = request.param(tmp_path_factory.mktemp("scene"))
    return made


def stopped_everywhere(scene: Scene, what: str, step: int = 1, again: int = 0, first: int = 1) -> int:
    """At every operation, or every `step`-th; at least how many there were."""
    at = first
    while True:
        ended = scene.hit(Stop(at, what, again))
        if not ended.hit:
            return at
        try:
            scene.judge(ended)
            scene.judge_next()
        except AssertionError as error:
            hit = ", ".join(ended.hit)
            raise AssertionError(f"{scene.name}, {what} at operation {at} ({hit}): {error}") from error
        at += step


def test_killed_at_any_change(scene: Scene) -> None:
    assert stopped_everywhere(scene, "kill", KILLS) >= FEWEST[scene.name]


def test_killed_in_the_middle_of_any_write(scene: Scene) -> None:
    assert stopped_everywhere(scene, "half", KILLS) >= 2


@pytest.mark.parametrize("what", ERRORS)
def test_the_disk_refuses_any_operation(scene: Scene, what: str) -> None:
    assert stopped_everywhere(scene, what, REFUSALS) >= 5


@pytest.mark.parametrize("again", AGAIN)
def test_the_disk_refuses_twice(tmp_path: Path, again: int) -> None:
    """An operation, and one of those by which the build clears up after it: still a message, and the next run mends."""
    assert stopped_everywhere(Build(tmp_path), "EIO", 2 * REFUSALS, again, first=again) >= 20


@pytest.mark.parametrize("kind", [Build, Pair, GoTable, DeskDay])
def test_killed_at_random(kind: type[Scene], tmp_path: Path) -> None:
    scene = kind(tmp_path)
    assert kill_at_random(scene, 2, random.Random(9)) == 2


def test_real_programs_killed(tmp_path: Path) -> None:
    scene = RealBuild(tmp_path)
    assert kill_builds(scene, 2, random.Random(9))["killed"] == 2
