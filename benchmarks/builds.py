"""`make bench`: what a build costs, beside pelican and mkdocs, and how it grows with the field.

Pelican and MkDocs get the pages of the same event as their contents and put them into their own theme; tourgen reads
the sheets, pairs, ranks, explains and fills in its templates. The first table is only told. The second is a bar: 1,000
players take at most LARGEST_RATIO times as long as 100, or the exit code is 1.
"""

import re
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

from benchmarks.measured import HEAD, ROOT, TOURGEN, measured

LARGEST_RATIO = 12
OTHERS = ("pelican", "mkdocs")


def main() -> int:
    """Both tables."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        subprocess.run([sys.executable, "-m", "benchmarks.events", scratch], cwd=ROOT, check=True)
        beside_others(folder)
        ratio = growth(folder)
    print(f"\n1,000 players take {ratio:.1f} times as long as 100; at most {LARGEST_RATIO} are wanted.")
    return int(ratio > LARGEST_RATIO)


def beside_others(folder: Path) -> None:
    """64 players in seven rounds, every page in both languages."""
    build = (*TOURGEN, "build", folder / "seven-64", "--site", folder / "site")
    subprocess.run(build, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    programs, pages = install_others(folder), contents(folder)
    found = measured(
        {
            "tourgen build, 64 players": build,
            "pelican": (programs / "pelican", folder / "pelican", "-o", folder / "out-pelican", "-q"),
            "mkdocs": (
                programs / "mkdocs",
                "build",
                "-q",
                "-f",
                folder / "mkdocs.yml",
                "-d",
                folder / "out-mkdocs",
            ),
        }
    )
    print(f"\n{pages} pages of an event of 64 players and seven rounds\n{HEAD}")
    for name, one in found.items():
        print(one.line(name, found["tourgen build, 64 players"]), flush=True)


def install_others(folder: Path) -> Path:
    """The programs of an environment of their own, with the newest versions of both."""
    home = folder / "environment"
    venv.create(home, with_pip=True)
    subprocess.run([home / "bin" / "python", "-m", "pip", "install", "-qq", *OTHERS], check=True)
    return home / "bin"


def contents(folder: Path) -> int:
    """The main part of every page, as a page of Pelican (HTML) and of MkDocs (Markdown that holds HTML)."""
    pages = sorted((folder / "site").rglob("*.html"))
    for kind in ("pelican/pages", "docs"):
        (folder / kind).mkdir(parents=True)
    (folder / "mkdocs.yml").write_text("site_name: bench\nuse_directory_urls: false\n", encoding="utf-8")
    for number, page in enumerate(pages):
        text = page.read_text(encoding="utf-8")
        title = re.findall(r"<title>(.*?)</title>", text, re.DOTALL)[0]
        main = re.findall(r"<main\b.*?>(.*)</main>", text, re.DOTALL)[0]
        html = f"<html><head><title>{number} {title}</title></head><body>{main}</body></html>"
        (folder / "pelican/pages" / f"{number}.html").write_text(html, encoding="utf-8")
        (folder / "docs" / f"{number}.md").write_text(f"# {title}\n\n<div>{main}</div>\n", encoding="utf-8")
    return len(pages)


def growth(folder: Path) -> float:
    """1,000 players beside 100, ten rounds each: how many times as long the larger build takes."""
    small, large = (f"tourgen build, {players:,} players, ten rounds" for players in (100, 1000))
    found = measured(
        {
            small: (*TOURGEN, "build", folder / "ten-100", "--site", folder / "site-100"),
            large: (*TOURGEN, "build", folder / "ten-1000", "--site", folder / "site-1000"),
        },
        repeats=2,
    )
    print(f"\n{HEAD}")
    for name, one in found.items():
        print(one.line(name, found[small]), flush=True)
    return found[large].seconds / found[small].seconds


if __name__ == "__main__":
    sys.exit(main())
