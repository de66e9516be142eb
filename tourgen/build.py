"""Building: read and check everything, then write the site and every next round's sheet that can be made."""

from __future__ import annotations

import datetime
import json
import os
import unicodedata
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tourgen.event.load_event import LoadedEvent, language_of, load_event
from tourgen.event.people import PEOPLE_FILE, Named, read_people
from tourgen.event.read_files import unreadable
from tourgen.event.round_files import round_file
from tourgen.event.round_sheet import round_bytes
from tourgen.event.site_settings import SITE_FILE, SiteSettings, read_site
from tourgen.messages.problems import Notice, Problem, Unshowable, closest
from tourgen.model import Source
from tourgen.results.changes import changes, event_changes, reading_changes
from tourgen.results.published import BUILD_FILE, EVENT_FILE, INDEX_FILE, Published, read_published
from tourgen.results.published_results import missing_results
from tourgen.storage.errors import DiskProblem
from tourgen.storage.lock import hold, lock
from tourgen.storage.own_files import same_name
from tourgen.storage.site_place import place_problems
from tourgen.storage.tree import check_replaceable, replace_tree
from tourgen.storage.typed_files import write_new
from tourgen.storage.unfinished import clear_up
from tourgen.web import render_event
from tourgen.web.site_index import events_without_folder, in_the_way, write_index

TRIES = 3  # of reading an event into which somebody puts sheets meanwhile


@dataclass(frozen=True, slots=True)
class EventOutcome:
    """What became of one event: its problems, or what was (or would be) written."""

    event: str
    language: str
    problems: tuple[Problem, ...] = ()
    notices: tuple[Notice, ...] = ()
    loaded: LoadedEvent | None = None
    sheets: tuple[str, ...] = ()  # next rounds' sheets, as messages name them
    pages: int = 0
    changes: tuple[Notice, ...] = ()  # since the build that the site held


def find_events(names: Sequence[str]) -> tuple[list[tuple[Path, str]], list[Problem]]:
    """(folder, how messages name it): a path, else a name under ./events; none means every folder there."""
    root = Path("events")
    try:
        entries = list(os.scandir(root)) if root.is_dir() else []
    except OSError as error:
        return [], [unreadable(str(root), error)]
    known = sorted(entry.name for entry in entries if _is_folder(entry) and entry.name[0] not in "._")
    problems: list[Problem] = []
    if not names:
        everything = [(root / name, f"events/{name}") for name in known]
        problems += [] if known else [Problem("events-none", Source(""))]
        return _each_once(everything, problems), problems
    found: list[tuple[Path, str]] = []
    # A Mac writes が in two letters; a number may be typed in full width.
    spelt = {unicodedata.normalize("NFKC", name): name for name in known}
    for name in dict.fromkeys(names):
        path = Path(name)
        try:
            there = path.is_dir()
        except OSError as error:
            problems.append(unreadable(name, error))
            continue
        if there:
            found.append((path, path.as_posix()))
        elif same := spelt.get(unicodedata.normalize("NFKC", name)):
            found.append((root / same, f"events/{same}"))
        else:
            params = {"suggestion": closest(name, tuple(known)) if known else "tourgen new"}
            problems.append(Problem("event-unknown", Source(""), name, params))
    return _each_once(found, problems), problems


def _is_folder(entry: os.DirEntry[str]) -> bool:
    """One that can't be looked at may be one: whoever reads it says why it can't."""
    try:
        return entry.is_dir()
    except OSError:
        return True


def _each_once(found: list[tuple[Path, str]], problems: list[Problem]) -> list[tuple[Path, str]]:
    """Each event once; two folders of one name would overwrite each other in the site."""
    kept: dict[str, tuple[Path, str]] = {}
    for path, shown in found:
        home = path.resolve()
        other = kept.setdefault(same_name(home.name), (path, shown))
        if other[0].resolve() != home:
            problems.append(Problem("event-twice", Source(shown), home.name))
    return list(kept.values())


def check_events(events: Sequence[tuple[Path, str]]) -> Iterator[EventOutcome]:
    """Every event read and checked, nothing written."""
    for folder, shown in events:
        loaded, problems, language = load_event(folder, shown)
        if loaded is None:
            yield EventOutcome(shown, language, tuple(problems))
        else:
            sheets = tuple(f"{shown}/{name}" for name in _sheets(loaded))
            yield EventOutcome(shown, language, (), loaded.notices, loaded, sheets)
    *_, problems = _shared_settings(events)
    if problems:
        yield EventOutcome(problems[0].where.file, "ja", tuple(problems))


def build_events(
    events: Sequence[tuple[Path, str]],
    site: Path,
    base_url: str,
    now: Callable[[], datetime.datetime] = datetime.datetime.now,
    everything: bool = False,
    without_missing: bool = False,
    held: Mapping[str, Container[str]] = {},
) -> Iterator[EventOutcome]:
    """Builds every event that has no problem; the others are only reported.

    `everything`: these are all that there are, so that what else the site holds has no folder any more.
    `without_missing`: results that only the site still has are given up.
    `held`: divisions, by event, whose next round the desk has not asked for yet.
    """
    if not events:
        return  # nothing was found: nothing is written either
    if problems := place_problems(site):
        yield _refused(site, events, problems)
        return
    languages = set()
    built = False
    with lock(site):
        if problems := _in_the_way(site, events):
            yield _refused(site, events, problems)
            return
        named, settings, problems = _shared_settings(events)
        base_url = base_url or settings.url
        for folder, shown in events:
            outcome = _build_one(folder, shown, site, base_url, now, without_missing, held.get(shown, ()))
            languages.add(outcome.language)
            built |= not outcome.problems
            yield outcome
        if problems:
            yield EventOutcome(problems[0].where.file, "ja", tuple(problems))
        if not built:
            return  # the site is as it was
        notices = write_index(site, base_url, named, settings)
        if everything:
            told = {one.where.file for one in notices}
            gone = events_without_folder(site, [folder for folder, _ in events])
            notices += [one for one in gone if one.where.file not in told]
        if notices:  # of the site as a whole: no event's own, and nothing that stops one
            yield EventOutcome(site.as_posix(), "en" if languages == {"en"} else "ja", notices=tuple(notices))


def _refused(site: Path, events: Sequence[tuple[Path, str]], problems: list[Problem]) -> EventOutcome:
    """Problems for which no event is built."""
    languages = {language_of(folder) for folder, _ in events}
    return EventOutcome(site.as_posix(), "en" if languages == {"en"} else "ja", tuple(problems))


def _in_the_way(site: Path, events: Sequence[tuple[Path, str]]) -> list[Problem]:
    """Where something lies in the way of the pages that span events, everything that is in the way of this build."""
    try:
        problems = in_the_way(site)
    except OSError as error:
        return [unreadable(site.as_posix(), error)]
    for folder, _ in events if problems else ():
        try:
            check_replaceable(site / folder.resolve().name)
        except DiskProblem as error:
            problems.append(error.problem)
    return problems


def _shared_settings(events: Sequence[tuple[Path, str]]) -> tuple[list[Named], SiteSettings, list[Problem]]:
    """people.toml and site.toml beside the events' folders."""
    folders = dict.fromkeys((folder.parent, shown.rpartition("/")[0]) for folder, shown in events)
    named: list[Named] = []
    settings = SiteSettings()
    problems: list[Problem] = []
    for folder, shown in folders:
        found, wrong = read_people(folder / PEOPLE_FILE, f"{shown}/{PEOPLE_FILE}".lstrip("/"))
        own, unusable = read_site(folder / SITE_FILE, f"{shown}/{SITE_FILE}".lstrip("/"))
        named += found
        settings = own if own != SiteSettings() else settings
        problems += [*wrong, *unusable]
    return named, settings, problems


def _build_one(
    folder: Path,
    shown: str,
    site: Path,
    base_url: str,
    now: Callable[[], datetime.datetime],
    without_missing: bool,
    held: Container[str],
) -> EventOutcome:
    """One event; what can't be written of it keeps no other event from being built."""
    language, loaded = "ja", None
    made: list[str] = []
    try:
        with hold(folder):
            for written in (folder, folder / "rounds", folder / "rounds" / "old"):
                clear_up(written)
            for _ in range(TRIES):
                loaded, problems, language = load_event(folder, shown, held=held)
                if not without_missing:
                    problems += missing_results(folder, shown, site, loaded, problems)
                if loaded is None or problems:
                    return EventOutcome(shown, language, tuple(problems), sheets=tuple(made))
                check_replaceable(site / loaded.event.id)
                # Everything is rendered in memory before the first write.
                files, sheets = render_event(loaded, base_url), _sheets(loaded)
                taken = _write_sheets(folder, sheets, shown, made)
                if taken is None:
                    return _publish(loaded, files, site, shown, now(), made)
            assert taken is not None
            raise DiskProblem(taken, "exists")
    except DiskProblem as error:
        return EventOutcome(shown, language, (error.problem,))
    except Unshowable as wrong:
        pages = loaded.pages if loaded else ()
        texts = {f"{shown}/pages/{page.slug}.md": page.markdown for page in pages}
        return EventOutcome(shown, language, (wrong.problem(shown, texts),))


def _sheets(loaded: LoadedEvent) -> dict[str, bytes]:
    """The next round's sheet of every division that can go on, where none exists."""
    return {
        round_file(one.division.id, new.number): round_bytes(one.tournament, new, loaded.event)
        for one in loaded.divisions
        for new in one.tournament.new_rounds
    }


def _write_sheets(folder: Path, sheets: Mapping[str, bytes], shown: str, made: list[str]) -> Path | None:
    """The next rounds' sheets, added to `made`; the first that appeared since the event was read, which is kept.

    What was prepared then shows pairings that stand on no sheet: it must not be published.
    """
    for name, data in sheets.items():
        if not write_new(folder / name, data):
            return folder / name
        made.append(f"{shown}/{name}")
    return None


def _publish(
    loaded: LoadedEvent,
    files: Mapping[str, bytes],
    site: Path,
    shown: str,
    now: datetime.datetime,
    made: Sequence[str],
) -> EventOutcome:
    """The site, swapped in whole, once every pairing that it shows stands on a sheet."""
    place = site / loaded.event.id
    before = read_published(place)
    replace_tree(place, {**files, BUILD_FILE: build_record(files, now)}, always=BUILD_FILE)
    # These files have been replaced by now; only the comparison with them is lost.
    unknown = [Notice("change-unknown", one.where, one.params) for one in before.unreadable]
    notices, changed = (*loaded.notices, *unknown), _changes(before, loaded, files)
    return EventOutcome(shown, loaded.event.language, (), notices, loaded, tuple(made), len(files), changed)


def _changes(before: Published, loaded: LoadedEvent, files: Mapping[str, bytes]) -> tuple[Notice, ...]:
    """What the players see that they didn't see before; nothing is said of what could not be read back."""
    documents = {
        one.division.id: one.document for one in loaded.divisions if one.division.id not in before.unread
    }
    out = {
        one.division.id: [no for no, player in one.players.items() if player.disqualified]
        for one in loaded.divisions
    }
    about, index = json.loads(files[EVENT_FILE]), json.loads(files[INDEX_FILE])
    return (
        *(event_changes(before.event, about) if before.event else ()),
        *(changes(before.divisions, documents, out) if before.divisions else ()),
        *(reading_changes(before.index, index) if before.index else ()),
    )


def build_record(files: Mapping[str, bytes], now: datetime.datetime) -> bytes:
    """build.json, the only file that knows the time, with the build's id, which every page has too."""
    record = {"built": now.astimezone().isoformat(timespec="seconds"), **json.loads(files[BUILD_FILE])}
    return (json.dumps(record) + "\n").encode()
