"""What the commands share: arguments, printing, exit codes (0 done, 1 errors in the input, 2 wrong usage)."""

from __future__ import annotations

import json
import re
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, TypeVar

import typer

from tourgen.problems import Notice, Problem, brief, message
from tourgen.side_by_side import QUIET_THREAD

if TYPE_CHECKING:
    from tourgen.report import DivisionReport, EventReport

T = TypeVar("T")

EventArgument = Annotated[
    str,
    typer.Argument(
        metavar="EVENT",
        help="大会のフォルダ、または events の中の名前 / the event's folder, or its name under ./events",
    ),
]
LangOption = Annotated[
    str | None, typer.Option("--lang", metavar="ja|en", help="メッセージの言語 / language of the messages")
]
JsonOption = Annotated[
    bool, typer.Option("--json", help="プログラム向けに JSON で出す / print JSON for programs")
]

_STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
SHOWN_AFTER = 1.0  # seconds: what is over sooner needs no progress display
TICK = 0.5  # seconds between two looks at the clock


def language_option(lang: str | None) -> str | None:
    """The checked value of --lang."""
    if lang not in (None, "ja", "en"):
        raise typer.BadParameter(f"{lang!r} は使えません / is not one of: ja, en", param_hint="--lang")
    return lang


def base_url_option(base_url: str, lang: str | None) -> None:
    """An address that links, feeds and QR codes can begin with, or none at all; exit 1 before anything is read."""
    from urllib.parse import urlsplit

    try:
        parts = urlsplit(base_url)
        usable = (
            parts.scheme in ("http", "https") and bool(parts.hostname) and not (parts.query or parts.fragment)
        )
    except ValueError:
        usable = False
    if base_url and (not usable or any(letter.isspace() for letter in base_url)):
        refuse("said-base-url", lang or "ja", found=base_url)


def echo(line: str = "", err: bool = False) -> None:
    """A line to the terminal; what would steer it (colours, the cursor, the direction of writing) is shown as �."""
    typer.echo(_STEERING.sub("�", line), err=err)


def say(code: str, language: str, **params: object) -> None:
    """One line of the catalogue to the terminal."""
    echo(message(code, language, **params))


def refuse(code: str, language: str, **params: object) -> NoReturn:
    """Why the command can't do what it was asked, on standard error; exit 1."""
    echo(message(code, language, **params), err=True)
    raise typer.Exit(1)


def complain(problems: Iterable[Problem], language: str) -> None:
    """Problems go to standard error, one line each."""
    for problem in problems:
        echo(problem.text(language), err=True)


def as_data(item: Problem | Notice, language: str) -> dict[str, Any]:
    """A problem or notice as JSON."""
    data: dict[str, Any] = {
        "code": item.code,
        "file": item.where.file or None,
        "sheet": item.where.sheet,
        "cell": item.where.cell,
    }
    if isinstance(item, Problem):
        data["found"] = brief(item.found)
    data["message"] = item.text(language)
    return data


def print_json(value: object) -> None:
    """JSON for programs, readable for people."""
    typer.echo(json.dumps(value, ensure_ascii=False, indent=2))


def one_event(name: str, lang: str | None) -> tuple[Any, str]:
    """(folder, how messages name it) of the one event a command was given; exits where there is none."""
    from tourgen.build import find_events

    found, problems = find_events([name])
    if problems:
        complain(problems, lang or "ja")
        raise typer.Exit(1)
    return found[0]


def one_division(report: EventReport, division: str, shown: str, language: str) -> DivisionReport:
    """The division a command was given by its id or name; exits where there is none."""
    from tourgen.event import division_named

    known = {one.division.id: one for one in report.divisions}
    found = division_named(report.event, division, shown)
    if isinstance(found, Problem):
        complain([found], language)
        raise typer.Exit(1)
    return known[found]


def with_progress(items: Iterable[T], total: int, label: str, talkative: bool = True) -> Iterator[T]:
    """The same items; meanwhile a line on a terminal counts them. `talkative`: something is printed for each."""
    with Progress(label) as progress:
        progress.text = f"{label} 0/{total}"
        for done, item in enumerate(items, 1):
            if talkative:
                progress.clear()
            yield item
            progress.text = f"{label} {done}/{total}"


class Progress:
    """A line on a terminal that says what is going on and for how long, from the second second on."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._width = 0
        self._over = threading.Event()
        self._writing = threading.Lock()
        ticking = threading.Thread(target=self._tick, name=QUIET_THREAD, daemon=True)
        self._thread = ticking if sys.stderr and sys.stderr.isatty() else None  # who closed it has none

    def __enter__(self) -> Progress:
        if self._thread:
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._thread:
            self._over.set()
            self._thread.join()
            self.clear()

    def clear(self) -> None:
        """Makes room for something else on the line."""
        with self._writing:
            if self._width:
                sys.stderr.write("\r" + " " * self._width + "\r")
                sys.stderr.flush()
                self._width = 0

    def _tick(self) -> None:
        begun, pause = time.monotonic(), SHOWN_AFTER
        while not self._over.wait(pause):
            pause = TICK
            with self._writing:
                line = f"{self.text}  {time.monotonic() - begun:.0f} s"
                self._width = max(self._width, len(line))
                sys.stderr.write(f"\r{line}")
                sys.stderr.flush()
