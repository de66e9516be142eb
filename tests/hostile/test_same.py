"""Same in, same out: one hash for the site and one for each sheet, whatever the circumstances."""

import io
import os
import subprocess
import sys
import zipfile
from pathlib import Path

from tests.hostile.same import differing
from tourgen.web.stamp import stamped

SHUFFLED = """
import os, random, sys
from pathlib import Path
from tests.hostile.same import shuffle_listings
shuffle_listings(random.Random(1))
print([path.name for path in Path(sys.argv[1]).iterdir()])
print([path.name for path in Path(sys.argv[1]).glob("*")])
print([name for name in os.listdir(sys.argv[1])])
"""


def test_builds_under_all_circumstances() -> None:
    found = differing(3)
    assert set(found) == {"site", "events/demo/rounds/open-r2.xlsx", "events/second/rounds/open-r2.xlsx"}
    assert {what: len(several) for what, several in found.items()} == dict.fromkeys(found, 1)


def test_another_zlib_makes_the_same_build() -> None:
    def build(packing: int) -> bytes:
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w", packing) as archive:
            archive.writestr(zipfile.ZipInfo("xl/workbook.xml"), b"<x/>" * 100)
        return stamped({"open/final.xlsx": stream.getvalue(), "index.html": b"x"})["build.json"]

    assert (
        build(zipfile.ZIP_STORED)
        == build(zipfile.ZIP_DEFLATED)
        != stamped({"index.html": b"x"})["build.json"]
    )


def test_the_listings_are_really_shuffled(tmp_path: Path) -> None:
    """Otherwise the test above would prove less than it says."""
    names = [f"{number:02}" for number in range(30)]
    for name in names:
        (tmp_path / name).touch()
    run = subprocess.run(
        [sys.executable, "-c", SHUFFLED, str(tmp_path)],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
    )
    lines = [eval(line) for line in run.stdout.splitlines()]
    assert len(lines) == 3 and len({tuple(line) for line in lines}) == 3
    assert all(sorted(line) == names and line != names for line in lines)
