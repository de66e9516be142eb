"""What a workflow answers with: problems beside the files they are in, and a summary a person can read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tourgen.build import EventOutcome
from tourgen.messages.problems import Problem, message
from tourgen.model import Source


@dataclass(frozen=True, slots=True)
class Answer:
    """Lines for the log (GitHub shows them at the files) and Markdown for the page of the run."""

    log: tuple[str, ...]
    summary: str


def answer(outcomes: Sequence[EventOutcome], problems: Sequence[Problem], base_url: str) -> Answer:
    """Everything the person who committed a sheet should see."""
    said = [(problem, "ja") for problem in problems]
    for one in outcomes:
        said += [(problem, one.language) for problem in one.problems]
        if any(problem.code.startswith("results-missing") for problem in one.problems):
            said.append((Problem("publish-missing", Source("")), one.language))
    log = tuple(_annotation(problem, language) for problem, language in said)
    lines = [_problem(problem, language) for problem, language in said]
    for one in outcomes:
        if not one.problems:
            lines += _built(one, base_url)
    return Answer(log, "\n".join(lines) + "\n")


def _annotation(problem: Problem, language: str) -> str:
    text = _escaped(problem.text(language))
    return (
        f"::error file={_escaped_property(problem.where.file)}::{text}"
        if problem.where.file
        else f"::error::{text}"
    )


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escaped_property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")


def _problem(problem: Problem, language: str) -> str:
    return f"- ❌ {_markdown(problem.text(language))}"


def _built(one: EventOutcome, base_url: str) -> list[str]:
    if one.loaded is None:  # the site as a whole
        return [f"- {_markdown(notice.text(one.language))}" for notice in one.notices]
    event, root = one.loaded.event, base_url.rstrip("/")
    lines = [
        message("publish-built", one.language, event=_markdown(event.name), url=f"{root}/{event.id}/"),
        "",
    ]
    lines += [f"- {_markdown(change.text(one.language))}" for change in (*one.notices, *one.changes)]
    for sheet in one.sheets:
        division, _, name = sheet.rpartition("/")[2].rpartition("-r")
        number = name.removesuffix(".xlsx")
        url = f"{root}/{event.id}/{division}/{division}-r{number}.xlsx"
        lines.append(message("publish-sheet", one.language, name=sheet, url=url))
    return lines


def _markdown(text: str) -> str:
    """Typed text as text: no links, no pictures, no tags."""
    for mark in "\\`*_[]<>!#|":
        text = text.replace(mark, f"\\{mark}")
    return text.replace("\n", " ")
