"""The format that somebody names on the command line: the id of a shipped one, or the path of a format file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tourgen.event.read_files import read_text
from tourgen.formats import Format, read_format, shipped_format, shipped_formats, shipped_text
from tourgen.messages.problems import Problem, closest
from tourgen.model import Source


@dataclass(frozen=True, slots=True)
class ChosenFormat:
    """A format with its text; `own` where it is a file and no shipped format."""

    declared: Format
    text: str
    own: bool = False


def chosen_format(wanted: str) -> ChosenFormat | list[Problem]:
    """The format, or everything that is wrong with it."""
    if wanted in shipped_formats():
        return ChosenFormat(shipped_format(wanted), shipped_text(wanted))
    path = Path(wanted)
    if path.suffix != ".toml" and not path.is_file():
        suggestion = {"suggestion": closest(wanted, shipped_formats())}
        return [Problem("format-unknown", Source("--format"), wanted, suggestion)]
    text = read_text(path, path.as_posix(), path.parent)
    if isinstance(text, Problem):
        return [text]
    declared, found = read_format(text, path.name)
    if declared is None:
        return [one.at(path.as_posix()) for one in found]
    return ChosenFormat(declared, text, own=True)
