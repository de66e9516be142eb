"""`make audit`: Lighthouse on every kind of page, and on events of a thousand players; the table goes into the docs.

python -m tests.audit.lighthouse [--runs N] [--only PATTERN] [--print]

Pages that are done are kept in tests/audit/kept.jsonl: a later run of the same program goes on with the others.
With --only, events of a thousand players are built only where the pattern names them (large).
"""

from __future__ import annotations

import argparse
import json
import re
import socket
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.audit.kinds import EVENTS, ROOT, Page, build, event_pages
from tests.audit.tools import LIGHTHOUSE, TOOLS, node
from tests.conftest import CHROMIUM_FLAGS, find_chromium
from tests.series import Kept
from tests.served import Packing, served
from tests.web.sample import division, event
from tests.web.shogi import shogi

DOCUMENT = ROOT / "docs" / "lighthouse.md"
KEPT = Path(__file__).with_name("kept.jsonl")
CATEGORIES = {
    "performance": "performance",
    "accessibility": "accessibility",
    "best-practices": "best practices",
    "seo": "SEO",
}
PERFECT, FAST, LARGE_FAST = 100, 95, 90
LARGE = "large"
HEAD = f"""# Lighthouse

Written by `make audit` with Lighthouse {{version}}: the heaviest page of every kind in the example events, as on a
phone, packed as a host packs it; {{runs}}. Accessibility, best practices and SEO must be {PERFECT},
performance {FAST} or more, and {LARGE_FAST} or more for events of 1,000 players.

"""


@dataclass
class Row:
    """One page and what Lighthouse gave it, run by run."""

    page: Page
    runs: dict[str, list[int]] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)

    def score(self, category: str) -> int:
        return int(statistics.median(self.runs[category]))

    def short(self) -> list[str]:
        """The categories that are below what they must be."""
        fast = LARGE_FAST if self.page.group == LARGE else FAST
        return [
            f"{CATEGORIES[one]} {self.score(one)}"
            for one in CATEGORIES
            if self.score(one) < (fast if one == "performance" else PERFECT)
        ]


def heaviest(folder: Path, pages: Iterable[Page]) -> list[Page]:
    """One page of each kind: of the example events where they have it. A paper for the printer is no page of a site."""
    found: dict[object, Page] = {}
    for page in pages:
        if page.group == "papers" or page.language != "ja":
            continue
        known = found.get(page.kind)
        if known is None or (_rank(page), _size(folder, page)) > (_rank(known), _size(folder, known)):
            found[page.kind] = page
    return sorted(found.values(), key=lambda page: page.templates)


def _rank(page: Page) -> int:
    return int(page.group in (*EVENTS, "archive"))


def _size(folder: Path, page: Page) -> int:
    return (folder / page.path).stat().st_size


def large(folder: Path) -> list[Page]:
    """A thousand players in the middle of their event, in leagues and in Swiss rounds: the largest page of each
    template.
    """
    fields = {
        "leagues": division("othello-4-league", 1000, 4, 0.5),
        "swiss": shogi("shogi-championship", 1000, 3, 0.5),
    }
    found: dict[tuple[str, str], Page] = {}
    for name, players in fields.items():
        report = event(players, event_id=f"{LARGE}-{name}")
        for page in event_pages(folder, f"{LARGE}/{name}", LARGE, report, ""):
            known = found.get((name, page.templates[0]))
            if page.language == "ja" and (known is None or _size(folder, page) > _size(folder, known)):
                found[name, page.templates[0]] = page
    return list(found.values())


def measure(rows: list[Row], host: str, runs: int) -> Iterator[Row]:
    """Each row once all its runs are in, those known from a run before at once."""
    kept = Kept(KEPT, Path(__file__).parent)
    steps = {row.page.path: f"{row.page.path} {runs}" for row in rows}
    found = _measured([row.page for row in rows if steps[row.page.path] not in kept.found], host, runs)
    for row in rows:
        row.runs, row.failed = kept.ask(steps[row.page.path], lambda: next(found))
        yield row


def _measured(pages: list[Page], host: str, runs: int) -> Iterator[tuple[dict[str, list[int]], list[str]]]:
    """The scores of each page, run by run, and what failed in it."""
    chromium = find_chromium()
    assert chromium is not None, "Lighthouse needs Chromium: run `make browser`"
    flags = ["--headless=new", "--no-sandbox", *CHROMIUM_FLAGS]
    process = subprocess.Popen(
        [node(), TOOLS / "lighthouse.mjs", chromium, str(runs), *flags],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write("".join(f"{host}{page.path}\n" for page in pages))
    process.stdin.close()
    for page in pages:
        scores: dict[str, list[int]] = defaultdict(list)
        failed: dict[str, None] = {}
        for _ in range(runs):
            said = json.loads(process.stdout.readline() or '{"error": "Lighthouse stopped"}')
            assert not said["error"], f"{page.path}: {said['error']}"
            for category, score in said["scores"].items():
                scores[category].append(round(100 * score))
            failed |= dict.fromkeys(said["failed"])
        yield scores, list(failed)


def table(rows: Iterable[Row]) -> str:
    lines = [
        f"| page | template | {' | '.join(CATEGORIES.values())} |",
        "|---|---|" + "--:|" * len(CATEGORIES),
    ]
    for row in rows:
        scores = " | ".join(str(row.score(one)) for one in CATEGORIES)
        own = next(
            (name for name in row.page.templates if name.startswith("paper/") and "page" not in name), ""
        )
        path = row.page.path.removeprefix("site/")
        lines.append(f"| `{path}` | `{own or row.page.templates[0]}` | {scores} |")
    return "\n".join(lines) + "\n"


def document(rows: list[Row], runs: int) -> str:
    version = json.loads(LIGHTHOUSE.read_text(encoding="utf-8"))["version"]
    head = HEAD.format(version=version, runs=f"the median of {runs} runs" if runs > 1 else "one run")
    every = table(row for row in rows if row.page.group != LARGE)
    thousand = table(row for row in rows if row.page.group == LARGE)
    return f"{head}{every}\n## Events of 1,000 players\n\n{thousand}"


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--runs", type=int, default=3)
    options.add_argument("--only", default="", help="only pages whose address or template fits this pattern")
    options.add_argument("--print", action="store_true", help="leave docs/lighthouse.md as it is")
    chosen = options.parse_args()
    port = free_port()
    with tempfile.TemporaryDirectory() as scratch, served(Path(scratch), Packing, port) as host:
        folder = Path(scratch)
        pages = heaviest(folder, build(folder, host))
        if not chosen.only or LARGE in chosen.only:
            pages += large(folder)
        rows = [Row(page) for page in pages if re.search(chosen.only, f"{page.path} {page.templates[0]}")]
        for row in measure(rows, host, chosen.runs):
            verdict = f"  ← {', '.join(row.short())}: {', '.join(row.failed)}" if row.short() else ""
            print(*(f"{row.score(one):3}" for one in CATEGORIES), row.page.path + verdict, flush=True)
    if not chosen.only and not chosen.print:
        DOCUMENT.write_text(document(rows, chosen.runs), encoding="utf-8")
    short = [row for row in rows if row.short()]
    print(f"{len(rows) - len(short)} passed, {len(short)} failed")
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
