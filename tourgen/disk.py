"""The only place that writes.

A folder of pages is staged beside its target and swapped in whole; a single file appears complete or not at
all. Whatever stops the program (an error, Ctrl-C, a kill, a power cut), the next run finds either the old or
the new, never a mixture, and clears away what was left lying. Unfinished work lies in the folder that is
being written, under names that tell its state:

    .tourgen-part-NAME   a tree that is being staged; incomplete, worthless
    .tourgen-new-NAME    the same, complete and flushed: it got this name by one rename
    .tourgen-old-NAME    the tree that was NAME before; complete
    .tourgen-gone-NAME   a tree that is being removed; NAME~2 … where one that can't be removed has the name
    .tourgen-tmp         a single file that is being written; where there are several, -tmp1 …
    .tourgen-lock        held by the one process that may write here

Between the two renames of a swap (NAME → old, new → NAME) there is for an instant no NAME. A process killed
exactly there leaves a site without that folder; whoever next takes the lock puts the old one back.

Every single change to the disk passes through `_do`, so that a test can stop the program at each of them; only what
`keep` writes does not, for nobody misses it.
"""

import errno
import os
import re
import stat
import sys
import threading
import time
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from io import FileIO
from pathlib import Path
from typing import BinaryIO, TypeVar

from tourgen.model import Source
from tourgen.problems import Problem

T = TypeVar("T")

_PREFIX = ".tourgen-"
_TEMPORARY = f"{_PREFIX}tmp"
_MARK = f"{_PREFIX}lock"
_SHORT_WAIT = 5.0  # seconds that the writing of one file or tree waits for another process
_LONG_WAIT = 20.0  # seconds that a whole build, or `pair`, waits for another of the same event
_MANY = 32  # files from which on a second thread is worth its while
_TRIES = 3  # of putting an organiser's file back
_STALE = 60.0  # seconds after which nobody is still writing a file that is kept
_RETRIES = (0.05, 0.1, 0.2, 0.4, 0.8)  # pauses while Windows says that somebody has the file open
_SHARING_ERRORS = (5, 32, 33)  # Windows: access denied, sharing violation, lock violation
_READ_ONLY_FILES_STAY = sys.platform == "win32"  # elsewhere only the folder's permissions count
_DEVICES = {"CON", "PRN", "AUX", "NUL", *(f"{port}{n}" for port in ("COM", "LPT") for n in range(1, 10))}

_REASONS = {
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EROFS: "read-only",
    errno.EACCES: "permission",
    errno.EPERM: "permission",
    errno.EBUSY: "in-use",
    errno.ETXTBSY: "in-use",
    errno.ENOENT: "missing",
    errno.EEXIST: "exists",
    errno.EISDIR: "exists",
    errno.ENOTEMPTY: "exists",
    errno.ENOTDIR: "not-a-folder",
    errno.ENAMETOOLONG: "name-too-long",
}


class DiskProblem(Exception):
    """Something could not be written; nothing was changed, or what was changed is put right by the next run.

    `reason` is the part after "disk-" of a code in messages/disk.toml; `operation` is what was being done.
    """

    def __init__(self, path: Path, operation: str, reason: str, detail: str = "") -> None:
        super().__init__(f"{path}: {operation}: {reason} {detail}".rstrip())
        self.path = path
        self.operation = operation
        self.reason = reason
        self.detail = detail

    @property
    def problem(self) -> Problem:
        """The same in the organiser's words."""
        return Problem(f"disk-{self.reason}", Source(str(_shown(self.path))), params={"detail": self.detail})


def _shown(path: Path) -> Path:
    """Nobody knows the names of unfinished work: the folder in which it lies is what an organiser can look at."""
    hidden = next(
        (place for place in (*reversed(path.parents), path) if place.name.startswith(_PREFIX)), None
    )
    return path if hidden is None else hidden.parent


class Busy(DiskProblem):
    """Another tourgen is writing into this folder."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, "lock", "busy")


# --- What the rest of tourgen calls


def replace_tree(target: Path, files: Mapping[str, bytes]) -> None:
    """Makes `target` a folder of exactly these files (relative paths with /), or changes nothing."""
    _check_names(target, files)
    with lock(target.parent, _SHORT_WAIT):
        _check_replaceable(target)
        part, new, old = (_beside(target, state) for state in ("part", "new", "old"))
        try:
            _stage(part, files)
            _rename(part, new)
            _flush_folder(target.parent)
            if os.path.lexists(target):
                _rename(target, old)
            _rename(new, target)
            _flush_folder(target.parent)
        except BaseException:
            with suppress(DiskProblem):
                _tidy(target.parent)
            raise
        with suppress(DiskProblem):  # the new tree is in place; what resists now is removed next time
            _tidy(target.parent)


def renew_tree(target: Path, files: Mapping[str, bytes], always: str = "") -> None:
    """The same; but a folder that holds exactly these files already is left, and `always` alone is written in it."""
    with lock(target.parent, _SHORT_WAIT):
        if _holds_all(target, files, always):
            with suppress(
                DiskProblem
            ):  # into a folder that is protected nothing is written, but it can be swapped
                if always:
                    write_replace(target / always, files[always])
                return
        replace_tree(target, files)


def resisting(folder: Path) -> list[Path]:
    """Old trees in this folder that could not be removed; the next run tries again."""
    return [folder / name for name in _names(folder) if name.startswith(f"{_PREFIX}gone-")]


def folders(home: Path) -> list[Path]:
    """The folders in one that is written to, in order; unfinished work is none of them."""
    if not _is_folder(home):
        return []
    inside = [home / name for name in _names(home) if not name.startswith(_PREFIX)]
    return [path for path in inside if _is_folder(path)]


def one_name(name: str) -> str:
    """The same for two names that are one on Windows or macOS."""
    return unicodedata.normalize("NFC", name).casefold()


def there(path: Path) -> bool:
    """Whether there is such a file; a folder that keeps it to itself is a DiskProblem, not a no."""
    return _do("read", path, path.is_file)


def one_below(home: Path, name: str) -> list[Path]:
    """The files of this name in the folders of a folder."""
    return [folder / name for folder in folders(home) if there(folder / name)]


def pages_below(home: Path) -> list[Path]:
    """Every .html in a folder and in those in it, in order."""
    own = [home / name for name in _names(home) if name.endswith(".html")] if _is_folder(home) else []
    deeper = [
        folder for folder in folders(home) if not folder.is_symlink()
    ]  # a link may lead round in a circle
    return sorted([*own, *(page for folder in deeper for page in pages_below(folder))])


def read_own(path: Path) -> bytes | None:
    """A file of tourgen's own that may be written to meanwhile; None if it is not there (any more)."""
    try:
        return read(path, -1)
    except DiskProblem as problem:
        if problem.reason == "missing":
            return None
        raise


def write_new(path: Path, data: bytes) -> bool:
    """Creates the file, complete; False, and nothing is touched, if there is one already."""
    if os.path.lexists(path):
        return False
    with lock(path.parent, _SHORT_WAIT), _temporary(path, data) as temporary:
        return _give_new_name(temporary, path)


def write_replace(path: Path, data: bytes) -> None:
    """Writes a file that is tourgen's own (an index page, build.json) in place of the one before, if it is another."""
    write_each(path.parent, {path.name: data})


def write_each(home: Path, files: Mapping[str, bytes]) -> None:
    """The same for some files (relative paths with /), folder by folder; no link may lead out of `home`."""
    by_folder: dict[Path, dict[str, bytes]] = {}
    for name, data in files.items():
        path = inside(home, name)
        by_folder.setdefault(path.parent, {})[path.name] = data
    for folder, those in by_folder.items():
        with lock(folder, _SHORT_WAIT):
            # style and scripts seldom change, and each flush waits for the device
            new = {name: data for name, data in those.items() if not _holds(folder / name, data)}
            with _temporaries(folder, list(new.values())) as written:
                for temporary, name in zip(written, new, strict=True):
                    _do("replace", folder / name, partial(temporary.replace, folder / name))


def remove_others(home: Path, files: Collection[str], own: re.Pattern[str]) -> None:
    """Removes from a folder what tourgen wrote there once (`own` names it) and has no more among its files."""
    found = [name for name in _names(home) if own.fullmatch(name)] if _is_folder(home) else []
    left = [name for name in found if name not in files and not _is_folder(home / name)]
    if left:
        with lock(home, _SHORT_WAIT):
            for name in left:
                _remove(home / name)


def inside(home: Path, name: str) -> Path:
    """`home/name`, unless a link on the way to it leads out of `home`."""
    folder = (home / name).parent
    if not folder.resolve().is_relative_to(home.resolve()):
        raise DiskProblem(folder, "check", "link")
    return home / name


def write_private(path: Path, data: bytes) -> None:
    """The same for a file that only its owner may read; Windows keeps it as private as the folder is."""
    with lock(path.parent, _SHORT_WAIT), _temporary(path, data, private=True) as temporary:
        _do("replace", path, lambda: temporary.replace(path))


@contextmanager
def scratch(parent: Path, files: Mapping[str, bytes]) -> Iterator[Path]:
    """A folder with these files, in which another program may leave its own; all of it is gone afterwards.

    It lies beside the result, where a browser in a sandbox of its own (a snap) may read and write as well.
    """
    with lock(parent, _SHORT_WAIT):
        place = _beside(parent / "scratch", "part").resolve()
        try:
            _stage(place, files)
            yield place
        finally:
            with suppress(DiskProblem):  # a browser that is still closing; the next run clears it up
                _remove(place)


def read(path: Path, most: int) -> bytes:
    """The first `most` bytes of a plain file (-1: all), after a little patience with whoever has it open."""

    def whole() -> bytes:
        if not stat.S_ISREG(path.stat().st_mode):  # a folder; a pipe would keep us waiting for ever
            raise OSError(errno.EISDIR, os.strerror(errno.EISDIR))
        with path.open("rb") as file:
            return file.read(most)

    return _do("read", path, whole)


def set_aside(path: Path, folder: Path) -> Path:
    """Moves an organiser's file to `folder/<stem>-K<suffix>`, K one more than the last; returns its place."""
    with lock(folder, _SHORT_WAIT):
        place = _place_aside(path, folder)
        _move_aside(path, place)
    return place


def exchange(path: Path, data: bytes, seen: bytes, folder: Path) -> Path | None:
    """Puts a new file in the place of an organiser's, which is set aside as above; returns where that is kept.

    None if the organiser's is not what was seen, for somebody has saved it since: what they saved stands where they
    saved it. The new file is complete before the old one is touched; whatever fails then, the old one is moved back.
    """
    with lock(path.parent, _SHORT_WAIT), lock(folder, _SHORT_WAIT):
        place = _place_aside(path, folder)
        given: os.stat_result | None = None
        try:
            with _temporary(path, data) as temporary:
                written = temporary.stat()
                _move_aside(path, place)
                if _do("read", place, place.read_bytes) == seen and _give_new_name(temporary, path):
                    given = written
                    return place
                _put_back(place, path)
        except BaseException:
            _take_back(path, data, given, place)
            raise
    return None


@contextmanager
def line_writer(path: Path) -> Iterator[Callable[[bytes], None]]:
    """A file that grows while a long run goes on (simulate --jsonl); what was in it before is gone."""
    _make_folders(path.parent)
    with _do("write", path, lambda: path.open("wb")) as file:

        def write(line: bytes) -> None:
            _do("write", path, lambda: file.write(line))

        yield write
        _do("write", path, file.flush)


def append(path: Path, data: bytes) -> None:
    """Adds to a file that another program reads (the summary of a workflow's run)."""
    with _do("write", path, lambda: path.open("ab")) as file:
        _do("write", path, lambda: file.write(data))


def keep(path: Path, data: bytes) -> None:
    """A file of tourgen's own that saves time and that nobody misses; where it can't be written there is none."""
    part = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(data)
        part.replace(path)
        _clear_parts(path)
    except OSError:
        with suppress(OSError):
            part.unlink()


def _clear_parts(path: Path) -> None:
    """What others were killed at; one that is just being written is a minute old at most."""
    for left in path.parent.iterdir():
        if left.stem == path.name and left.suffix[1:].isdecimal():
            with suppress(OSError):  # its writer was faster
                if time.time() - left.stat().st_mtime > _STALE:
                    left.unlink()


class Journal:
    """A log that grows line by line: what `append` has returned from is on the medium, whatever happens then.

    A line that a killed or failed writing left without its end was never acknowledged; opening cuts it off. While the
    disk refuses even that, nothing is written: a line behind half a line could never be read again.
    """

    def __init__(self, path: Path) -> None:
        _make_folders(path.parent)
        self.path = path
        self._file = _do("write", path, lambda: path.open("ab+", buffering=0))
        _flush_folder(path.parent)
        self._file.seek(0)
        self.lines = _do("read", path, self._file.read).splitlines(keepends=True)  # what was there
        if self.lines and not self.lines[-1].endswith(b"\n"):
            self.lines.pop()
        self._size = sum(map(len, self.lines))
        self._torn = True  # whether something may lie behind what was acknowledged
        self._cut()

    def append(self, lines: bytes) -> None:
        """Whole lines, or nothing of them."""
        try:
            _do("write", self.path, lambda: self._write(lines))
            _do("flush", self.path, lambda: os.fsync(self._file.fileno()))
        except DiskProblem:
            with suppress(DiskProblem):  # else before the next line, or that is refused as well
                self._cut()
            raise
        self._size += len(lines)
        self._torn = False

    def close(self) -> None:
        """Nothing more will be written."""
        with suppress(DiskProblem):
            self._cut()
        self._file.close()

    def _write(self, lines: bytes) -> None:
        """All of it, behind what was acknowledged: an attempt before this one may have left a piece."""
        if self._torn:
            self._file.truncate(self._size)
        self._torn = True
        _write_out(self._file, lines)

    def _cut(self) -> None:
        if self._torn:
            _do("write", self.path, lambda: self._file.truncate(self._size))
            self._torn = False


class Mark:
    """A number that is overwritten many times a second; after a power cut it may be an older one."""

    def __init__(self, path: Path) -> None:
        _make_folders(path.parent)
        self.path = path
        if not _do("read", path, path.exists):
            _write(path, b"")
        self._file = _do("write", path, lambda: path.open("rb+", buffering=0))
        found = _do("read", path, self._file.read).strip()
        self.value = int(found) if found.isdigit() and len(found) <= 16 else 0  # what was there

    def set(self, value: int) -> None:
        """Written in one piece; a kill leaves the old or the new."""
        _do("write", self.path, lambda: self._overwrite(b"%016d\n" % value))

    def close(self) -> None:
        """Nothing more will be written."""
        self._file.close()

    def _overwrite(self, data: bytes) -> None:
        self._file.seek(0)
        self._file.write(data)


@contextmanager
def lock(folder: Path, wait: float = 0.0) -> Iterator[None]:
    """Keeps every other process out of this folder, and puts right what a killed one left in it.

    Raises Busy when another one still holds it after `wait` seconds. Whoever has it may take it again, as
    replace_tree does. The system gives it back when its holder dies. Where the file system has no locks,
    nobody is kept out.
    """
    _make_folders(folder)
    key = folder.resolve()
    deadline = time.monotonic() + wait
    while not _enter(key):
        if time.monotonic() >= deadline:
            raise Busy(folder)
        time.sleep(0.05)
    try:
        _tidy(folder)
        yield
    finally:
        _leave(key)


@contextmanager
def hold(folder: Path) -> Iterator[None]:
    """The same for a folder that is read in order to write what follows from it, so that it does follow.

    Waits for others, who do the same. One that can't be written is only read: nobody writes into it anyway.
    """
    with ExitStack() as held:
        try:
            if _is_folder(folder):
                held.enter_context(lock(folder, _LONG_WAIT))
        except DiskProblem as problem:
            if problem.reason not in ("permission", "read-only", "full"):
                raise
        yield


def recover(parent: Path) -> None:
    """Puts right what a killed run left in this folder, and touches nothing where none did.

    Taking the lock does the same; a command calls this first for the folders that it may only read.
    """
    if _is_folder(parent) and any(name.startswith(_PREFIX) for name in _names(parent)):
        with lock(parent):
            pass


# --- Checks before the first write


def _check_names(target: Path, files: Mapping[str, bytes]) -> None:
    seen: set[str] = set()
    folders: set[str] = set()
    for name in files:
        key = one_name(name)
        if _unsafe(name) or key in seen:
            raise DiskProblem(target, "check", "unsafe-path", name)
        seen.add(key)
        parts = key.split("/")
        folders.update("/".join(parts[:depth]) for depth in range(1, len(parts)))
    for both in sorted(seen & folders):
        raise DiskProblem(target, "check", "unsafe-path", both)
    if _unsafe(target.name):
        raise DiskProblem(target, "check", "unsafe-path", target.name)


def _unsafe(name: str) -> bool:
    """Absolute, climbing out, empty, or not the name of a plain file on every system."""
    if any(letter in '\\:<>"|?*' or unicodedata.category(letter) in ("Cc", "Cs") for letter in name):
        return True
    return any(
        part.rstrip(". ") != part or not part or part.split(".")[0].upper() in _DEVICES
        for part in name.split("/")
    )


def _check_replaceable(target: Path) -> None:
    """A file, or a folder in which people type, is never taken for an old site."""
    if not os.path.lexists(target):
        return
    if not _is_folder(target):
        raise DiskProblem(target, "check", "not-a-folder")
    if {"event.toml", ".git"} & set(_names(target)):
        raise DiskProblem(target, "check", "event-folder")


# --- Trees


def _beside(target: Path, state: str) -> Path:
    return target.with_name(f"{_PREFIX}{state}-{target.name}")


def _stage(part: Path, files: Mapping[str, bytes]) -> None:
    made = [part, *(part / folder for folder in _folders_of(files))]
    for folder in made:
        _make_folder(folder)
    pages = [(part / name, data) for name, data in sorted(files.items())]
    _by_two(lambda page: _write(*page), pages)
    made += [page for page, _ in pages]
    _do("flush", part, lambda: _flush_all(made))


def _folders_of(files: Mapping[str, bytes]) -> list[Path]:
    """The folders in which these files lie, each before those in it."""
    holders = {Path(name.rpartition("/")[0]) for name in files}
    return sorted({parent for holder in holders for parent in (holder, *holder.parents) if parent.parts})


def _tidy(folder: Path) -> None:
    """Decides by name and by what exists; see the top of this file."""
    left: dict[str, list[Path]] = {"part": [], "gone": [], "old": [], "new": []}
    for entry in _names(folder):
        state, _, name = entry.removeprefix(_PREFIX).partition("-")
        if entry.startswith(_TEMPORARY):
            _remove(folder / entry)
        elif entry.startswith(_PREFIX) and name and state in left:
            left[state].append(folder / name)
    for state in ("old", "new"):  # a build that was killed in the swap has not happened: old before new
        for target in left[state]:
            if not os.path.lexists(target):
                _rename(_beside(target, state), target)
            else:
                _discard(target, state)
    for target in left["part"]:  # only now: what can't be cleared away keeps nobody's pages from coming back
        _discard(target, "part")
    for target in left["gone"]:
        with suppress(DiskProblem):  # nobody needs the name: what resists is no reason to write nothing
            _remove(_beside(target, "gone"))


def _discard(target: Path, state: str) -> None:
    """Frees the name of a tree that nobody needs, then removes it; what resists is tried again by the next run."""
    names = (f"{target.name}{number}" for number in ("", *(f"~{n}" for n in range(2, 100))))
    free = (gone for name in names if not os.path.lexists(gone := _beside(target.with_name(name), "gone")))
    gone = next(free, _beside(target, "gone"))
    _rename(_beside(target, state), gone)
    with suppress(DiskProblem):
        _remove(gone)


def _remove(path: Path) -> None:
    """With everything in it, protected as it may be: somebody's `chmod -w`, the read-only mark of Windows."""
    if _is_folder(path) and not path.is_symlink():
        _remove_folder(path)
    else:
        _remove_file(path)


def _remove_folder(path: Path) -> None:
    folders, files = _everything_in(path, _unprotect)
    _by_two(_remove_file, files)
    for folder in reversed(folders):
        _do("remove", folder, folder.rmdir)


def _everything_in(path: Path, first: Callable[[Path], None] | None = None) -> tuple[list[Path], list[Path]]:
    """Its folders, itself first, each before what is in it; and its files.

    `first` is done to each folder before it is read. Its listing says which entries are folders, without a look.
    """
    folders, files = [path], list[Path]()
    for folder in folders:
        if first is not None:
            first(folder)
        for entry in _do("read", folder, partial(_entries, folder)):
            (folders if entry.is_dir(follow_symlinks=False) else files).append(Path(entry.path))
    return folders, files


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    return sorted(os.scandir(folder), key=lambda one: one.name)


def _remove_file(path: Path) -> None:
    if _READ_ONLY_FILES_STAY and not path.is_symlink():
        _unprotect(path)
    _do("remove", path, path.unlink)


def _unprotect(path: Path) -> None:
    with suppress(DiskProblem):  # somebody else's: then removing it says so
        mode = stat.S_IMODE(_do("read", path, path.stat).st_mode)
        if mode & stat.S_IRWXU != stat.S_IRWXU:
            _do("change", path, lambda: path.chmod(mode | stat.S_IRWXU))


# --- Single files


@contextmanager
def _temporary(path: Path, data: bytes, private: bool = False) -> Iterator[Path]:
    """The data, flushed, under a name beside `path`; whatever the caller leaves of it is removed."""
    with _temporaries(path.parent, [data], private) as (temporary,):
        yield temporary


@contextmanager
def _temporaries(folder: Path, several: Sequence[bytes], private: bool = False) -> Iterator[list[Path]]:
    """The same for several files of one folder, which are flushed together."""
    written = [folder / f"{_TEMPORARY}{place or ''}" for place in range(len(several))]
    try:
        for temporary, data in zip(written, several, strict=True):
            if private:
                _do("create", temporary, partial(temporary.touch, mode=0o600))
            _write(temporary, data)
        if written:
            _do("flush", written[0], lambda: _flush_all(written))
        yield written
        if written:
            _flush_folder(folder)
    finally:
        for left in filter(os.path.lexists, written):
            with suppress(DiskProblem):
                _remove(left)


def _holds(path: Path, data: bytes) -> bool:
    """Whether the file is there already, as it should be."""
    try:
        # a plain file only: a link may lead anywhere, a pipe would keep us waiting for ever
        return stat.S_ISREG(path.lstat().st_mode) and path.read_bytes() == data
    except OSError:  # none, or one that can't be read: then it is written
        return False


def _untouched(path: Path, given: os.stat_result | None) -> bool:
    """Whether this is still the file that it was, for who can't read it."""
    with suppress(OSError):
        now = path.stat()
        return given is not None and _identity(now) == _identity(given)
    return False


def _identity(found: os.stat_result) -> tuple[int, ...]:
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


def _holds_all(target: Path, files: Mapping[str, bytes], always: str) -> bool:
    """Whether the folder has these files, as they should be but for what stands in `always`, and nothing else."""
    try:
        if not _is_folder(target) or target.is_symlink():
            return False
        folders, there = _everything_in(target)
        modes = {path: _do("read", path, path.lstat).st_mode & 0o777 for path in (*folders, *there)}
    except DiskProblem:  # then replacing it says why
        return False
    allowed = ~_umask()
    wanted = {target: 0o777 & allowed}
    wanted |= {target / folder: 0o777 & allowed for folder in _folders_of(files)}
    wanted |= {target / name: 0o666 & allowed for name in files}
    return modes == wanted and all(
        _holds(target / name, data) for name, data in files.items() if name != always
    )


def _umask() -> int:
    """What nobody is allowed to do with a new file; the system tells it only to who sets it."""
    found = os.umask(0o077)
    os.umask(found)
    return found


def _give_new_name(temporary: Path, path: Path) -> bool:
    """False, and nothing is touched, if there is something of this name."""
    try:
        _do("create", path, lambda: path.hardlink_to(temporary))
    except DiskProblem:
        if os.path.lexists(path):
            return False
        _rename(
            temporary, path
        )  # a file system without links, such as a USB stick's, or without room for one
    return True


def _place_aside(path: Path, folder: Path) -> Path:
    """`folder/<stem>-K<suffix>`, K one more than the last."""
    pattern = re.compile(f"{re.escape(path.stem)}-([0-9]+){re.escape(path.suffix)}", re.IGNORECASE)
    kept = [int(match[1]) for name in _names(folder) if (match := pattern.fullmatch(name))]
    return folder / f"{path.stem}-{max(kept, default=0) + 1}{path.suffix}"


def _move_aside(path: Path, place: Path) -> None:
    """On the medium before anything else gets the name."""
    _rename(path, place)
    _flush_folder(place.parent)
    _flush_folder(path.parent)


def _take_back(path: Path, data: bytes, given: os.stat_result | None, place: Path) -> None:
    """The organiser's file is where it was; tried again, for a moment's error must not leave it elsewhere."""
    for _ in range(_TRIES):
        with suppress(DiskProblem):
            if os.path.lexists(place) and (_holds(path, data) or _untouched(path, given)):
                _remove(path)  # the new file has its name, and is perhaps not on the medium
            _put_back(place, path)
            return


def _put_back(place: Path, path: Path) -> None:
    """What was moved aside, if it was, unless something new stands where it came from."""
    if os.path.lexists(place) and (
        _give_new_name(place, path) or _untouched(path, _do("read", place, place.lstat))
    ):
        if os.path.lexists(place):
            _remove(place)
        _flush_folder(path.parent)


# --- The lock

_guard = threading.Lock()
_held: dict[Path, tuple[int, int, BinaryIO | None]] = {}  # folder → thread, depth, the open mark


def _hold_nothing() -> None:
    """A process that was split off holds none of its parent's locks: they end with the parent."""
    for _, _, mark in _held.values():
        if mark is not None:
            mark.close()
    _held.clear()


if sys.platform != "win32":
    os.register_at_fork(after_in_child=_hold_nothing)


def _enter(folder: Path) -> bool:
    me = threading.get_ident()
    with _guard:
        if folder in _held:
            thread, depth, mark = _held[folder]
            if thread == me:
                _held[folder] = (me, depth + 1, mark)
            return thread == me
        taken, mark = _take_mark(folder / _MARK)
        if taken:
            _held[folder] = (me, 1, mark)
        return taken


def _leave(folder: Path) -> None:
    with _guard:
        thread, depth, mark = _held.pop(folder)
        if depth > 1:
            _held[folder] = (thread, depth - 1, mark)
        elif mark is not None:
            _release_mark(folder / _MARK, mark)


def _take_mark(path: Path) -> tuple[bool, BinaryIO | None]:
    while True:
        mark = _do("lock", path, lambda: path.open("ab"))
        try:
            _lock_file(mark)
            if os.path.samestat(os.fstat(mark.fileno()), path.stat()):
                return True, mark
        except FileNotFoundError:
            pass  # its holder removed it between our opening and our locking it: take the next one
        except OSError as error:
            if error.errno in (errno.EAGAIN, errno.EACCES, errno.EDEADLK):
                mark.close()
                return False, None
            _release_mark(path, mark)  # a file system without locks
            return True, None
        mark.close()


def _release_mark(path: Path, mark: BinaryIO) -> None:
    """Windows can't remove an open file; elsewhere it must go before another process can have locked it."""
    try:
        if sys.platform == "win32":
            mark.close()
        with suppress(DiskProblem):
            _do("unlock", path, lambda: path.unlink(missing_ok=True))
    finally:
        mark.close()


if sys.platform == "win32":
    import msvcrt

    def _lock_file(mark: BinaryIO) -> None:
        msvcrt.locking(mark.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock_file(mark: BinaryIO) -> None:
        fcntl.flock(mark.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)


# --- Single operations


def _do(operation: str, path: Path, action: Callable[[], T]) -> T:
    """One operation on the disk; a refusal becomes a DiskProblem, on Windows after a little patience."""
    for pause in (*_RETRIES, None):
        try:
            return action()
        except OSError as error:
            sharing = getattr(error, "winerror", None) in _SHARING_ERRORS
            if sharing and pause is not None:
                time.sleep(pause)
                continue
            reason = "in-use" if sharing else _REASONS.get(error.errno or 0, "failed")
            raise DiskProblem(path, operation, reason, error.strerror or str(error)) from error
    raise AssertionError("unreachable")


def _make_folders(folder: Path) -> None:
    for missing in reversed([path for path in (folder, *folder.parents) if not _is_folder(path)]):
        try:
            _make_folder(missing)
        except DiskProblem as problem:
            if problem.reason != "exists":
                raise
            if not _is_folder(missing):  # it is one when another process was faster
                raise DiskProblem(missing, "create", "not-a-folder") from problem


def _is_folder(path: Path) -> bool:
    return _do("read", path, path.is_dir)


def _names(folder: Path) -> list[str]:
    return sorted(entry.name for entry in _do("read", folder, lambda: list(folder.iterdir())))


def _make_folder(path: Path) -> None:
    _do("create", path, path.mkdir)


def _write(path: Path, data: bytes) -> None:
    _do("write", path, lambda: _write_whole(path, data))


def _write_whole(path: Path, data: bytes) -> None:
    with path.open("wb", buffering=0) as file:
        _write_out(file, data)


def _write_out(file: FileIO, data: bytes) -> None:
    """All of it: the system may take it in pieces."""
    rest = memoryview(data)
    while rest:
        rest = rest[file.write(rest) or 0 :]


def _by_two(action: Callable[[T], None], items: Sequence[T]) -> None:
    """Each of them, the second half in a thread of its own: a disk makes, or removes, several files at once.

    What fails in either half, or Ctrl-C, stops both, and is raised when nothing is being done any more.
    """
    failed: list[BaseException] = []

    def each(some: Sequence[T]) -> None:
        try:
            for item in some:
                if failed:
                    return
                action(item)
        except BaseException as error:
            failed.append(error)

    middle = len(items) // 2 if len(items) >= _MANY else len(items)
    other = threading.Thread(target=each, args=(items[middle:],))
    try:
        if middle < len(items):
            _start(other)
        each(items[:middle])
        while other.is_alive():
            other.join()
    except BaseException as error:
        failed.append(error)
        while other.is_alive():  # one that is not alive yet finds that it has nothing to do
            with suppress(KeyboardInterrupt):
                other.join()
    if failed:
        raise next((one for one in failed if not isinstance(one, Exception)), failed[0])


def _start(thread: threading.Thread) -> None:
    """Its work is done here where the system has no thread to give."""
    try:
        thread.start()
    except RuntimeError:
        thread.run()


def _rename(path: Path, to: Path) -> None:
    _do("rename", path, lambda: path.rename(to))


def _flush_folder(folder: Path) -> None:
    _do("flush", folder, lambda: _flush_all([folder]))


def _flush_all(paths: list[Path]) -> None:
    """Waits until all of it is on the medium: at once where the system can, since each file waits for the device."""
    if len(paths) == 1:
        _flush_one(paths[0])
        return
    whole = _whole_file_system()
    if whole is not None and _with_descriptor(paths[0], whole):
        return
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(max_workers=min(8, len(paths))) as pool:
        list(pool.map(_flush_one, paths))


def _flush_one(path: Path) -> None:
    is_folder = stat.S_ISDIR(path.stat().st_mode)
    if is_folder and sys.platform == "win32":
        return  # Windows has no such thing
    _with_descriptor(path, os.fsync)


def _with_descriptor(path: Path, flush: Callable[[int], None]) -> bool:
    """False where the system or the file system has no such thing."""
    descriptor = os.open(path, os.O_RDONLY if sys.platform != "win32" else os.O_RDWR)
    try:
        flush(descriptor)
    except OSError as error:
        if error.errno in (errno.EINVAL, errno.ENOTSUP, errno.ENOSYS):
            return False
        raise
    finally:
        os.close(descriptor)
    return True


def _whole_file_system() -> Callable[[int], None] | None:
    """syncfs of Linux, which Python doesn't offer: everything that was written, in the time of one file or two.

    Before version 5.8 it keeps an error of the device to itself.
    """
    if sys.platform != "linux":
        return None
    version = re.match(r"(\d+)\.(\d+)", os.uname().release)
    if version is None or (int(version[1]), int(version[2])) < (5, 8):
        return None
    import ctypes

    system = ctypes.CDLL(None, use_errno=True)

    def flush(descriptor: int) -> None:
        if system.syncfs(descriptor):
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))

    return flush if hasattr(system, "syncfs") else None
