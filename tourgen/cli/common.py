"""What the commands share: arguments, printing, exit codes (0 done, 1 errors in the input, 2 wrong usage)."""

from __future__ import annotations

import json
import re
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, NoReturn, TypeVar
from urllib.parse import urlsplit

import typer

from tourgen.build import find_events
from tourgen.event.load_event import LoadedDivision, LoadedEvent, load_event
from tourgen.event.settings import division_named
from tourgen.messages.problems import Notice, Problem, brief, message
from tourgen.storage.errors import DiskProblem

T = TypeVar("T")


def _check_language(lang: str | None) -> str | None:
    if lang not in (None, "ja", "en"):
        raise typer.BadParameter(f"{lang!r} は使えません / is not one of: ja, en", param_hint="--lang")
    return lang


EventArgument = Annotated[
    str,
    typer.Argument(
        metavar="EVENT",
        help="大会のフォルダ、または events の中の名前 / the event's folder, or its name under ./events",
    ),
]
DivisionArgument = Annotated[
    str, typer.Argument(metavar="DIVISION", help="部門の id か名前 / the division's id or name")
]
LangOption = Annotated[
    str | None,
    typer.Option(
        "--lang",
        metavar="ja|en",
        callback=_check_language,
        help="メッセージの言語 / language of the messages",
    ),
]
EventsArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="EVENT",
        help="大会のフォルダか events の中の名前(なければ全部) / folders or names under ./events (none: all)",
        show_default=False,
    ),
]
SiteOption = Annotated[
    Path | None,
    typer.Option(
        "--site",
        metavar="DIR",
        help="サイトを書き出すフォルダ / where the site is written",
        show_default="site",
    ),
]
BaseUrlOption = Annotated[
    str, typer.Option("--base-url", metavar="U", help="公開先の URL / where the site is published")
]
WithoutMissingOption = Annotated[
    bool,
    typer.Option(
        "--without-missing",
        help="サイトにだけ残っている結果を捨てて進む / give up results that only the site still has",
    ),
]
HostOption = Annotated[str, typer.Option("--host", metavar="H", help="待ち受けるアドレス / where to listen")]
AddressOption = Annotated[
    str | None,
    typer.Option(
        "--address", metavar="URL", help="スマホから見えるこの機械のアドレス / how phones reach this machine"
    ),
]
JsonOption = Annotated[
    bool, typer.Option("--json", help="プログラム向けに JSON で出す / print JSON for programs")
]

_STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
SHOWN_AFTER = 1.0  # seconds: what is over sooner needs no progress display
TICK = 0.5  # seconds between two looks at the clock


def base_url_option(base_url: str, lang: str | None) -> None:
    """An address that links, feeds and QR codes can begin with, or none at all; exit 1 before anything is read."""
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


def fail(problems: Iterable[Problem], language: str) -> NoReturn:
    """The same, and exit 1."""
    complain(problems, language)
    raise typer.Exit(1)


@contextmanager
def disk_problems_told(language: str | None) -> Iterator[None]:
    """What the disk refuses inside ends the command with exit 1."""
    try:
        yield
    except DiskProblem as error:
        fail([error.problem], language or "ja")


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


def named_events(names: list[str] | None) -> list[str]:
    """Those that were named; inside an event's folder that event. None means every folder under ./events."""
    return names or [str(Path("..", Path.cwd().name))] * _inside_an_event()


def site_folder(site: Path | None) -> Path:
    """Where the site is: as it was said, else ./site; in an event's folder beside `events` or the folder."""
    if site is not None or not _inside_an_event():
        return site or Path("site")
    return site_beside(Path("..", Path.cwd().name), Path.cwd().parent.name)


def site_beside(folder: Path, home: str = "") -> Path:
    """The site of an event in a folder of any place; `home` is the name of the folder that it lies in."""
    return folder.parent / ("../site" if (home or folder.parent.name) == "events" else "site")


def _inside_an_event() -> bool:
    return Path("event.toml").is_file()


def one_event(name: str, lang: str | None) -> tuple[Path, str]:
    """(folder, how messages name it) of the one event a command was given; exits where there is none."""
    found, problems = find_events([name])
    if problems:
        fail(problems, lang or "ja")
    return found[0]


def loaded_event(event: str, lang: str | None) -> tuple[LoadedEvent, str]:
    """The event and the language to speak of it; exits with its problems where it has any."""
    folder, shown = one_event(event, lang)
    loaded, problems, language = load_event(folder, shown)
    if loaded is None:
        fail(problems, lang or language)
    return loaded, lang or language


def one_division(loaded: LoadedEvent, division: str, shown: str, language: str) -> LoadedDivision:
    """The division a command was given by its id or name; exits where there is none."""
    found = division_named(loaded.event, division, shown)
    if isinstance(found, Problem):
        fail([found], language)
    return next(one for one in loaded.divisions if one.division.id == found)


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
        ticking = threading.Thread(target=self._tick, daemon=True)
        self._thread = ticking if sys.stderr and sys.stderr.isatty() else None  # a closed one is None

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
