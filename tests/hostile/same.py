"""The same input built under other circumstances, and the hashes met:

    python -m tests.hostile.same [--builds N] [--python P …] [--kept FILE]

Each build is a process of its own with another hash seed, locale, time zone, working folder, umask and order in which
the system lists files. There must be one hash of the site (build.json aside) and one of each sheet that was made.
"""

import argparse
import contextlib
import hashlib
import json
import locale
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from tests.cli.desk import new_event, run, type_results
from tests.hostile.worker import small_event
from tests.series import Kept
from tourgen.web.stamp import contents

ROOT = Path(__file__).parents[2]
LOCALES = (
    *("C", "C.UTF-8", "POSIX", "ja_JP.UTF-8", "ja_JP.eucJP", "en_US.UTF-8", "tr_TR.UTF-8", "de_DE.UTF-8"),
    "",
)
ZONES = ("UTC", "Asia/Tokyo", "America/St_Johns", "Pacific/Kiritimati", "Pacific/Niue", "XYZ-14:30", "")


def prepare(folder: Path) -> Path:
    """Two events in which round 1 is typed: of Go with records, and of Othello with a person named in people.toml.

    And two that are finished, of teams and of brackets: only those have champions, and a feed that names them.
    """
    small_event(folder, records=True)
    (folder / "events" / "demo" / "rounds" / "open-r2.xlsx").unlink()
    second = new_event(folder, "othello-2-league", 12, name="second")
    run(folder, "build", "second")
    type_results(second / "rounds" / "open-r1.xlsx")
    for name, format_id, count in (("teams", "shogi-team", 4), ("brackets", "othello-new-32", 6)):
        about = ["--format", format_id, "--players", str(count), "--runs", "1", "--seed", "3"]
        run(folder, "simulate", *about, "--save", f"events/{name}")
    people = "[[person]]\nid = 'somebody'\nentries = ['demo/open/1', 'second/open/2']\n"
    (folder / "events" / "people.toml").write_text(people, encoding="utf-8")
    shutil.rmtree(folder / "site")
    return folder


def one_build(source: Path, number: int, python: str = sys.executable) -> dict[str, str]:
    """Hashes of what a build of a copy of `source` wrote; everything about the build is drawn by its number."""
    draw = random.Random(f"same {number}")
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG", "TZ"))
    }
    environment |= {
        "PYTHONHASHSEED": str(draw.randrange(2**32)),
        "LC_ALL": draw.choice(LOCALES),
        "TZ": draw.choice(ZONES),
        "PYTHONUTF8": draw.choice("01"),
        "PYTHONCOERCECLOCALE": draw.choice("01"),
        "PYTHONPATH": str(ROOT),
    }
    with tempfile.TemporaryDirectory() as name:
        home = Path(name) / draw.choice(("x", "大会 folder", "a/b/c"))
        copied = list(source.rglob("*"))
        draw.shuffle(copied)  # made in another order, they also lie in another order
        for path in copied:
            place = home / path.relative_to(source)
            (place if path.is_dir() else place.parent).mkdir(parents=True, exist_ok=True)
            if path.is_file():
                place.write_bytes(path.read_bytes())
        command = [python, "-m", "tests.hostile.same", "--child", str(number), str(home)]
        done = subprocess.run(command, env=environment, capture_output=True, check=False)
        assert done.returncode == 0, done.stderr.decode(errors="replace")[-2000:]
        return hashes(home, source)


def child(number: int, home: Path) -> None:
    """Builds with another order of files, from another folder."""
    from tourgen.cli import app

    draw = random.Random(f"child {number}")
    with contextlib.suppress(locale.Error):  # not installed here: the variables alone then
        locale.setlocale(locale.LC_ALL, "")
    shuffle_listings(draw)
    os.umask(draw.choice((0o022, 0o077, 0o002)))
    events = [one for one in sorted((home / "events").iterdir()) if one.is_dir()]
    if draw.random() < 0.5:
        os.chdir(home)
        app(["build"])
    else:
        draw.shuffle(events)
        os.chdir(draw.choice((home.parent, Path("/"))))
        app(["build", *map(str, events), "--site", str(home / "site")])


def shuffle_listings(draw: random.Random) -> None:
    """The system may list files in any order."""
    listdir, scandir = os.listdir, os.scandir

    class Shuffled:
        def __init__(self, *args: Any) -> None:
            with scandir(*args) as found:
                entries = list(found)
            draw.shuffle(entries)
            self.entries: Iterator[os.DirEntry[str]] = iter(entries)

        def __enter__(self) -> Iterator[os.DirEntry[str]]:
            return self.entries

        def __exit__(self, *_: object) -> None:
            pass

        def __iter__(self) -> Iterator[os.DirEntry[str]]:
            return self.entries

        def __next__(self) -> os.DirEntry[str]:
            return next(self.entries)

        def close(self) -> None:
            pass

    def listed(*args: Any) -> list[str]:
        names: list[str] = listdir(*args)
        draw.shuffle(names)
        return names

    os.listdir, os.scandir = listed, Shuffled  # type: ignore[assignment]


def hashes(home: Path, source: Path) -> dict[str, str]:
    """One for the site, one for each sheet that was made."""
    site = hashlib.sha256()
    for path in sorted((home / "site").rglob("*")):
        if path.is_file() and path.name != "build.json":
            site.update(_unpacked(path.relative_to(home).as_posix(), path))
    found = {"site": site.hexdigest()}
    for sheet in sorted((home / "events").glob("*/rounds/*.xlsx")):
        name = sheet.relative_to(home).as_posix()
        if not (source / name).exists():
            found[name] = hashlib.sha256(_unpacked(name, sheet)).hexdigest()
    return found


def _unpacked(name: str, path: Path) -> bytes:
    """A file's name and what it holds; of a workbook that of its parts, however they are packed."""
    parts = contents(name, path.read_bytes())
    return b"".join(f"{part}\0".encode() + hashlib.sha256(data).digest() for part, data in parts)


def differing(
    builds: int, pythons: Sequence[str] = (sys.executable,), kept: Path | None = None
) -> dict[str, set[str]]:
    """By what was hashed, all the hashes that so many builds gave, with each Python in turn."""
    found: dict[str, set[str]] = {}
    noted = Kept(kept, Path(__file__).parent)
    with tempfile.TemporaryDirectory() as name:
        source = prepare(Path(name))
        for number in range(builds):
            python = pythons[number % len(pythons)]
            hashed = noted.ask(f"{number} {python}", partial(one_build, source, number, python))
            for what, one in hashed.items():
                found.setdefault(what, set()).add(one)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--builds", type=int, default=100)
    parser.add_argument("--python", nargs="+", default=[sys.executable], help="others with the same packages")
    parser.add_argument("--kept", type=Path, help="where to note what was built, to go on from there")
    parser.add_argument("--child", nargs=2, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.child:
        child(int(given.child[0]), Path(given.child[1]))
        return
    found = differing(given.builds, given.python, given.kept)
    print(json.dumps({what: len(several) for what, several in found.items()}), f"after {given.builds} builds")
    sys.exit(any(len(several) > 1 for several in found.values()))


if __name__ == "__main__":
    main()
