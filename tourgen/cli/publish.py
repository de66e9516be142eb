"""`tourgen publish`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated
from urllib.parse import quote

import typer

from tourgen.build import build_events, find_events
from tourgen.cli.common import (
    BaseUrlOption,
    LangOption,
    SiteOption,
    WithoutMissingOption,
    base_url_option,
    complain,
    disk_problems_told,
    echo,
    refuse,
    say,
    site_folder,
)
from tourgen.cli.outcomes import print_outcome
from tourgen.event.read_settings import read_event
from tourgen.event.read_sheets import roster_name
from tourgen.messages.problems import Problem
from tourgen.publish.fetch import fetch_published
from tourgen.publish.github import answer
from tourgen.publish.prepare import prepare_repository
from tourgen.publish.private import exposed, exposed_elsewhere, stripped_roster
from tourgen.storage.errors import DiskProblem
from tourgen.storage.site_place import place_problems
from tourgen.storage.typed_files import append, write_new


def publish(
    init: Annotated[
        bool, typer.Option("--init", help="ここのリポジトリを準備する / prepare the repository here")
    ] = False,
    site: SiteOption = None,
    base_url: BaseUrlOption = "",
    without_missing: WithoutMissingOption = False,
    lang: LangOption = None,
) -> None:
    """GitHub Pages で公開します。--init は一度だけ、その後はコミットのたびに GitHub が自分で実行します。

    Publishes on GitHub Pages: --init once; from then on GitHub runs it by itself after every commit.
    """
    base_url_option(base_url, lang)
    if init:
        _prepare(lang or "ja")
    else:
        _publish(site_folder(site), base_url, without_missing, lang)


def _prepare(language: str) -> None:
    if not Path(".git").exists():
        refuse("publish-no-repository", language)
    with disk_problems_told(language):
        done = prepare_repository(Path())
        for name in done.written:
            say("publish-written", language, path=name)
        for name in done.added_to:
            say("publish-added", language, path=name)
        for name in done.kept:
            say("publish-kept", language, path=name)
            if not done.listens:
                say("publish-branch", language, path=name, branch=done.branch)
        for name, place in done.set_aside:
            say("publish-set-aside", language, path=name, old=place)
        _warn(language)
    say("publish-next", language, branch=done.branch)


def _warn(language: str) -> None:
    """What a public repository would show that the site doesn't, and a roster without that."""
    events = find_events([])[0]
    for one in exposed_elsewhere(Path(), [shown for _, shown in events]):
        say(f"publish-{one.kind}", language, file=one.file)
    for folder, shown in events:
        event, problems = read_event(folder, shown)
        complain(problems, language)
        found = exposed(event) if event else []
        for one in found:
            where = {"file": one.file, "sheet": one.sheet, "cell": one.cell, "header": one.header}
            say(f"publish-{one.kind}", language, **where, count=one.filled)
        roster = f"{shown}/{roster_name(folder)}"
        kept = ("barred", "history")  # a stripped roster changes nothing about them
        if event and any(one.file == roster and one.kind not in kept for one in found):
            path, data = stripped_roster(event)
            fresh = write_new(path, data) or path.read_bytes() == data
            code = "publish-stripped" if fresh else "publish-stripped-kept"
            say(code, language, path=path.as_posix(), roster=roster)


def _publish(site: Path, base_url: str, without_missing: bool, lang: str | None) -> None:
    """A build that answers where the person who committed looks."""
    events, problems = find_events([])
    outcomes = []
    try:
        if base_url and not without_missing and not place_problems(site):
            problems += _fetch([folder for folder, _ in events], site, base_url)
        steps = build_events(
            [] if problems else events,
            site,
            base_url,
            everything=True,
            without_missing=without_missing,
        )
        for outcome in steps:
            outcomes.append(outcome)
            print_outcome(outcome, lang, site)
    except DiskProblem as error:
        problems.append(error.problem)
    complain(problems, lang or "ja")
    if os.environ.get("GITHUB_ACTIONS"):
        said = answer(outcomes, problems, base_url)
        for line in said.log:
            echo(line)
        summary = os.environ.get("GITHUB_STEP_SUMMARY")
        if summary:
            append(Path(summary), said.summary.encode())
    if problems or any(outcome.problems for outcome in outcomes):
        raise typer.Exit(1)


def _fetch(folders: list[Path], site: Path, base_url: str) -> list[Problem]:
    """Fetches what is published of the events that the site lacks; returns the problems where that failed."""
    missing = [site / folder.resolve().name for folder in folders]
    found = [
        fetch_published(one, f"{base_url.rstrip('/')}/{quote(one.name)}")
        for one in missing
        if not one.exists()
    ]
    return [problem for problem in found if problem]
