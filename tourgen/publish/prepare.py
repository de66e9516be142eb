"""`tourgen publish --init`: everything a repository needs to check and publish its events by itself."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from tourgen.event.read_sheets import PUBLIC_ROSTER, ROSTER_FILES
from tourgen.publish.wheel import wheel_bytes, wheel_name
from tourgen.resources import locked_requirements, templates_dir
from tourgen.storage.typed_files import set_aside, write_replace
from tourgen.storage.unfinished import clear_up

WORKFLOW = ".github/workflows/tourgen.yml"
PINS = ".tourgen/requirements.txt"
IGNORED = ".gitignore"
OLD = ".tourgen/old"  # the workflow installs what stands beside it, not in it
DEFAULT_BRANCH = "main"
_BRANCHES = b"branches: [main]"  # as it stands in the template
_HEADS = "refs/heads/"
# What of an event's folder belongs into a repository; everything else that may lie there stays at home.
_KNOWN = (
    "*.toml",
    "*/*.toml",
    *ROSTER_FILES,
    "rounds/*-r[1-9].xlsx",
    "rounds/*-r[1-9][0-9].xlsx",
    "pages/*.md",
    "games/*.sgf",
)
_TEMPLATES = "templates/"
_TABLES = ("*.xls*", "*.ods", "*.csv", "*.numbers")  # wherever they lie, but for roster and rounds
# tourgen's own, and nobody else's
_OWN = ("desk/", "rounds/old/", "rounds/entries.jsonl", "games/old/", "games/live/", PUBLIC_ROSTER)
_LINES = (
    "# The site is published, not kept; of an event, and of tables, only what tourgen reads is.",
    *("/site/", "~$*", ".tourgen-*", *_TABLES),
    *("/events/*", "!/events/*/", "!/events/*.toml", "/events/*/*", "!/events/*/*/", "/events/*/*/*"),
    *(f"!/events/*/{name}" for name in (*_KNOWN, f"{_TEMPLATES}**")),
    *(f"/events/*/{_TEMPLATES}**/{name}" for name in _TABLES),
    *("entries.jsonl", "desk/"),
)
_IGNORED = "".join(f"{line}\n" for line in _LINES).encode()


def is_known(name: str) -> bool:
    """Whether a file of an event's folder is one that tourgen reads or keeps there itself."""
    path = PurePosixPath(name)
    template = name.startswith(_TEMPLATES) and not any(map(path.match, _TABLES))
    own = template or name.startswith(_OWN) or path.name.startswith((".", "~$"))
    return own or any(PurePosixPath(f"/{name}").match(f"/{pattern}") for pattern in _KNOWN)


@dataclass(frozen=True, slots=True)
class Prepared:
    """The files written, and what became of those that were there already: nothing of them is lost."""

    branch: str  # a push to it is published
    listens: bool  # … unless a workflow that was kept says otherwise
    written: tuple[str, ...]
    kept: tuple[str, ...]  # changed by somebody, and left as they are
    added_to: tuple[str, ...]  # somebody's own, with some lines more
    set_aside: tuple[tuple[str, str], ...]  # others than those of this version: (name, where it is now)


def prepare_repository(folder: Path) -> Prepared:
    """Writes what is missing. A changed workflow is kept, .gitignore only grows, the rest is moved out of the way."""
    for name in (WORKFLOW, PINS, IGNORED):
        clear_up((folder / name).parent)
    branch = published_branch(folder)
    workflow, (ignored, added) = _workflow(branch), _ignored(folder / IGNORED)
    kept = _differs(folder / WORKFLOW, workflow)
    own = {PINS: locked_requirements().encode(), f".tourgen/{wheel_name()}": wheel_bytes()}
    moved = _set_aside(folder, own)
    written = []
    for name, data in {**({} if kept else {WORKFLOW: workflow}), **own, IGNORED: ignored}.items():
        if not _holds(folder / name, data):
            write_replace(folder / name, data)
            written.append(name)
    return Prepared(
        branch,
        not kept or _branches(branch) in (folder / WORKFLOW).read_bytes(),
        tuple(name for name in written if name != IGNORED or not added),
        (WORKFLOW,) if kept else (),
        (IGNORED,) if added else (),
        tuple(moved),
    )


def published_branch(folder: Path) -> str:
    """The branch that is checked out, else the remote's default; read from Git's own files, as Git may not be there."""
    home = folder / ".git"
    if home.is_file():  # a worktree of another clone
        home = folder / home.read_text(encoding="utf-8").removeprefix("gitdir:").strip()
    head = _reference(home / "HEAD")
    if head.startswith(_HEADS):
        return head.removeprefix(_HEADS)
    remote = _reference(home / "refs/remotes/origin/HEAD")
    return remote.removeprefix("refs/remotes/origin/") or DEFAULT_BRANCH


def _reference(path: Path) -> str:
    """What a symbolic reference names; nothing where there is none."""
    text = path.read_text(encoding="utf-8").strip() if path.is_file() else ""
    return text.removeprefix("ref:").strip() if text.startswith("ref:") else ""


def _workflow(branch: str) -> bytes:
    """The workflow for pushes to one branch; names are patterns there, so what is special in one is escaped."""
    template = (templates_dir() / "publishing" / "tourgen.yml").read_bytes()
    assert _BRANCHES in template
    return template.replace(_BRANCHES, _branches(branch), 1)


def _branches(branch: str) -> bytes:
    if branch == DEFAULT_BRANCH:
        return _BRANCHES
    pattern = "".join(f"\\{letter}" if letter in "!+" else letter for letter in branch)
    return f"branches: [{json.dumps(pattern, ensure_ascii=False)}]".encode()


def _set_aside(folder: Path, own: dict[str, bytes]) -> list[tuple[str, str]]:
    """Pins and wheels of another version, or changed by somebody: of two wheels pip would install neither."""
    wheels = sorted(path.relative_to(folder).as_posix() for path in folder.glob(".tourgen/tourgen-*.whl"))
    moved = []
    for name in dict.fromkeys((PINS, *wheels)):
        if _differs(folder / name, own.get(name)):
            place = set_aside(folder / name, folder / OLD)
            moved.append((name, place.relative_to(folder).as_posix()))
    return moved


def _ignored(path: Path) -> tuple[bytes, bool]:
    """.gitignore with the lines that it lacks, and whether it was somebody's own before."""
    there = path.read_bytes() if path.is_file() else b""
    lines = {line.strip() for line in there.splitlines()}
    if lines.issuperset(line for line in _IGNORED.splitlines() if not line.startswith(b"#")):
        return there, False
    gap = b"" if not there or there.endswith(b"\n") else b"\n"
    return there + gap + _IGNORED, bool(there)  # all of them, as a later line overrules an earlier one


def _holds(path: Path, data: bytes) -> bool:
    return path.is_file() and path.read_bytes() == data


def _differs(path: Path, data: bytes | None) -> bool:
    """Whether something else than this stands there."""
    return path.is_file() and path.read_bytes() != data
