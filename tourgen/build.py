"""Building: read and check everything, then write the site and every next round's sheet that can be made."""

from __future__ import annotations

import datetime
import json
import os
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import partial
from pathlib import Path

from tourgen import disk
from tourgen.changes import changes, event_changes, reading_changes
from tourgen.dataclass import dataclass
from tourgen.model import Source
from tourgen.page_maker import event_files, page_maker
from tourgen.people import PEOPLE_FILE, Named, read_people
from tourgen.problems import Notice, Problem, Unshowable, closest
from tourgen.published import BUILD_FILE, EVENT_FILE, INDEX_FILE, Published, read_published
from tourgen.report import EventReport, read_report, unread
from tourgen.round_sheet import round_bytes, round_file
from tourgen.side_by_side import let_go
from tourgen.spanning import Spanning

TRIES = 3  # of reading an event into which somebody puts sheets meanwhile


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one event: its problems, or what was (or would be) written."""

    event: str
    language: str
    problems: tuple[Problem, ...] = ()
    notices: tuple[Notice, ...] = ()
    report: EventReport | None = None
    sheets: tuple[str, ...] = ()  # next rounds' sheets, as messages name them
    pages: int = 0
    changes: tuple[Notice, ...] = ()  # since the build that the site held


@dataclass
class Work:
    """Everything of one event, checked and rendered in memory before the first write."""

    report: EventReport
    files: dict[str, bytes] = field(default_factory=dict)
    sheets: dict[str, bytes] = field(default_factory=dict)


def find_events(names: Sequence[str]) -> tuple[list[tuple[Path, str]], list[Problem]]:
    """(folder, how messages name it): a path, else a name under ./events; none means every folder there."""
    root = Path("events")
    try:
        entries = list(os.scandir(root)) if root.is_dir() else []
    except OSError as error:
        return [], [unread(str(root), error)]
    known = sorted(entry.name for entry in entries if _is_folder(entry) and entry.name[0] not in "._")
    problems: list[Problem] = []
    if not names:
        everything = [(root / name, f"events/{name}") for name in known]
        problems += [] if known else [Problem("events-none", Source(""))]
        return _apart(everything, problems), problems
    found: list[tuple[Path, str]] = []
    spelt = {unicodedata.normalize("NFC", name): name for name in known}  # a Mac writes が in two letters
    for name in dict.fromkeys(names):
        path = Path(name)
        try:
            there = path.is_dir()
        except OSError as error:
            problems.append(unread(name, error))
            continue
        if there:
            found.append((path, path.as_posix()))
        elif same := spelt.get(unicodedata.normalize("NFC", name)):
            found.append((root / same, f"events/{same}"))
        else:
            params = {"suggestion": closest(name, tuple(known)) if known else "tourgen new"}
            problems.append(Problem("event-unknown", Source(""), name, params))
    return _apart(found, problems), problems


def _is_folder(entry: os.DirEntry[str]) -> bool:
    """One that can't be looked at may be one: whoever reads it says why it can't."""
    try:
        return entry.is_dir()
    except OSError:
        return True


def _apart(found: list[tuple[Path, str]], problems: list[Problem]) -> list[tuple[Path, str]]:
    """Each event once; two folders of one name would overwrite each other in the site."""
    kept: dict[str, tuple[Path, str]] = {}
    for path, shown in found:
        home = path.resolve()
        other = kept.setdefault(disk.one_name(home.name), (path, shown))
        if other[0].resolve() != home:
            problems.append(Problem("event-twice", Source(shown), home.name))
    return list(kept.values())


def check_events(events: Sequence[tuple[Path, str]]) -> Iterator[Outcome]:
    """Every event read and checked, nothing written."""
    for folder, shown in events:
        report, problems, language = read_report(folder, shown)
        if report is None:
            yield Outcome(shown, language, tuple(problems))
        else:
            sheets = tuple(f"{shown}/{name}" for name in _sheets(report))
            yield Outcome(shown, language, (), report.notices, report, sheets)
    _, problems = _people(events)
    if problems:
        yield Outcome(problems[0].where.file, "ja", tuple(problems))


def build_events(
    events: Sequence[tuple[Path, str]],
    site: Path,
    base_url: str,
    now: Callable[[], datetime.datetime],
    everything: bool = False,
) -> Iterator[Outcome]:
    """Builds every event that has no problem; the others are only reported.

    `everything`: these are all that there are, so that what else the site holds has no folder any more.
    """
    if not events:
        return  # nothing was found: nothing is written either
    languages = set()
    with disk.lock(site), page_maker():
        named, problems = _people(events)
        spanning = Spanning(site, base_url, named)
        for folder, shown in events:
            last = (folder, shown) == events[-1]
            outcome = _build_one(folder, shown, site, base_url, now, spanning if last else None)
            languages.add(outcome.language)
            yield outcome
        let_go()
        if problems:
            yield Outcome(problems[0].where.file, "ja", tuple(problems))
        notices = spanning.write()
        if everything:
            told = {one.where.file for one in notices}
            gone = spanning.without_event([folder for folder, _ in events])
            notices += [one for one in gone if one.where.file not in told]
        if notices:  # of the site as a whole: no event's own, and nothing that stops one
            yield Outcome(site.as_posix(), "en" if languages == {"en"} else "ja", notices=tuple(notices))


def _people(events: Sequence[tuple[Path, str]]) -> tuple[list[Named], list[Problem]]:
    """people.toml beside the events' folders."""
    folders = dict.fromkeys((folder.parent, shown.rpartition("/")[0]) for folder, shown in events)
    named: list[Named] = []
    problems: list[Problem] = []
    for folder, shown in folders:
        found, wrong = read_people(folder / PEOPLE_FILE, f"{shown}/{PEOPLE_FILE}".lstrip("/"))
        named += found
        problems += wrong
    return named, problems


def _build_one(
    folder: Path,
    shown: str,
    site: Path,
    base_url: str,
    now: Callable[[], datetime.datetime],
    spanning: Spanning | None,
) -> Outcome:
    """One event; what can't be written of it keeps no other event from being built.

    With the last one the pages that span events are made, while it is written.
    """
    language, report = "ja", None
    made: list[str] = []
    try:
        with disk.hold(folder):
            for written in (folder / "rounds", folder / "rounds" / "old"):
                disk.recover(written)
            for _ in range(TRIES):
                report, problems, language = read_report(folder, shown)
                if report is None:
                    return Outcome(shown, language, tuple(problems), sheets=tuple(made))
                work = prepare(report, base_url)
                taken = write_sheets(work, shown, made)
                if taken is None:
                    publishing = partial(publish, work, site, shown, now(), made)
                    return spanning.beside(publishing, work.files) if spanning else publishing()
            assert taken is not None
            raise disk.DiskProblem(taken, "create", "exists")
    except disk.DiskProblem as error:
        return Outcome(shown, language, (error.problem,))
    except Unshowable as wrong:
        pages = report.pages if report else ()
        texts = {f"{shown}/pages/{page.slug}.md": page.markdown for page in pages}
        return Outcome(shown, language, (wrong.problem(shown, texts),))


def prepare(report: EventReport, base_url: str) -> Work:
    """The whole site of the event and its next sheets, in memory."""
    files = event_files(report, base_url)
    sheets = _sheets(report)  # while a helper makes the pages
    return Work(report, files(), sheets)


def _sheets(report: EventReport) -> dict[str, bytes]:
    """The next round's sheet of every division that can go on, where none exists."""
    return {
        round_file(one.division.id, new.number): round_bytes(one.tournament, new, report.event)
        for one in report.divisions
        for new in one.tournament.new_rounds
    }


def write_sheets(work: Work, shown: str, made: list[str]) -> Path | None:
    """The next rounds' sheets, added to `made`; the first that appeared since the event was read, which is kept.

    What was prepared then shows pairings that stand on no sheet: it must not be published.
    """
    for name, data in work.sheets.items():
        path = work.report.event.folder / name
        if not disk.write_new(path, data):
            return path
        made.append(f"{shown}/{name}")
    return None


def publish(work: Work, site: Path, shown: str, now: datetime.datetime, made: Sequence[str]) -> Outcome:
    """The site, swapped in whole, once every pairing that it shows stands on a sheet."""
    event = work.report.event
    before = read_published(site / event.id)
    files = {**work.files, BUILD_FILE: build_record(work.files, now)}
    disk.renew_tree(site / event.id, files, always=BUILD_FILE)
    return Outcome(
        shown,
        event.language,
        (),
        (*work.report.notices, *_incomparable(before)),
        work.report,
        tuple(made),
        len(work.files),
        _changes(before, work),
    )


def _changes(before: Published, work: Work) -> tuple[Notice, ...]:
    """What the players see that they didn't see before; nothing is said of what could not be read back."""
    documents = {
        one.division.id: one.document for one in work.report.divisions if one.division.id not in before.unread
    }
    about, index = json.loads(work.files[EVENT_FILE]), json.loads(work.files[INDEX_FILE])
    return (
        *(event_changes(before.event, about) if before.event else ()),
        *(changes(before.divisions, documents) if before.divisions else ()),
        *(reading_changes(before.index, index) if before.index else ()),
    )


def _incomparable(before: Published) -> tuple[Notice, ...]:
    """The same files as of the site as a whole, but by now they are replaced: all they cost is the comparison."""
    return tuple(Notice("change-unknown", one.where, one.params) for one in before.unreadable)


def build_record(files: Mapping[str, bytes], now: datetime.datetime) -> bytes:
    """build.json, the only file that knows the time, with the build's id, which every page has too."""
    record = {"built": now.astimezone().isoformat(timespec="seconds"), **json.loads(files[BUILD_FILE])}
    return (json.dumps(record) + "\n").encode()
