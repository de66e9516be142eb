"""`tourgen build`, `check` and `pair`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tourgen.cli.common import (
    EventArgument,
    JsonOption,
    LangOption,
    as_data,
    base_url_option,
    complain,
    echo,
    language_option,
    one_event,
    print_json,
    say,
    with_progress,
)

if TYPE_CHECKING:
    from collections.abc import Collection

    from tourgen.build import Outcome
    from tourgen.problems import Problem
    from tourgen.report import DivisionReport

EventsArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="EVENT",
        help="大会のフォルダか events の中の名前(なければ全部) / folders or names under ./events (none: all)",
        show_default=False,
    ),
]
SiteOption = Annotated[
    Path, typer.Option("--site", metavar="DIR", help="サイトを書き出すフォルダ / where the site is written")
]
BaseUrlOption = Annotated[
    str, typer.Option("--base-url", metavar="U", help="公開先の URL / where the site is published")
]


def build(
    names: EventsArgument = None,
    site: SiteOption = Path("site"),
    base_url: BaseUrlOption = "",
    json_wanted: JsonOption = False,
    lang: LangOption = None,
) -> None:
    """名簿と結果シートを読み、確かめ、サイトと次の回戦のシートを書き出します。

    Reads and checks everything, writes the site and every next round's sheet that can be made.
    """
    import datetime

    from tourgen.build import build_events, find_events
    from tourgen.disk import DiskProblem

    language_option(lang)
    base_url_option(base_url, lang)
    events, problems = find_events(names or [])
    told = []
    try:
        steps = build_events(events, site, base_url, datetime.datetime.now, everything=not names)
        for outcome in with_progress(steps, len(events), "tourgen build"):
            told.append(_told(outcome, site, json_wanted, lang))
    except DiskProblem as error:
        problems.append(error.problem)
    _finish(problems, told, json_wanted, lang)


def check(names: EventsArgument = None, json_wanted: JsonOption = False, lang: LangOption = None) -> None:
    """build と同じように読んで確かめますが、何も書きません。

    The same as build, without writing anything.
    """
    from tourgen.build import check_events, find_events

    language_option(lang)
    events, problems = find_events(names or [])
    told = []
    for outcome in with_progress(check_events(events), len(events), "tourgen check"):
        told.append(_told(outcome, None, json_wanted, lang))
    _finish(problems, told, json_wanted, lang)


def _told(outcome: Outcome, site: Path | None, json_wanted: bool, lang: str | None) -> dict[str, Any]:
    """Says what became of an event, and keeps no more than that: the reports of a thousand are a gigabyte."""
    if not json_wanted:
        print_outcome(outcome, lang, site)
    return _data(outcome, lang)


def _finish(problems: list[Problem], told: list[dict[str, Any]], json_wanted: bool, lang: str | None) -> None:
    """What is said at the end, and the exit code."""
    if json_wanted:
        found = [as_data(problem, lang or "ja") for problem in problems]
        print_json({"problems": found, "events": told})
    else:
        complain(problems, lang or "ja")
    if problems or any(one["problems"] for one in told):
        raise typer.Exit(1)


def pair(
    event: EventArgument,
    division: Annotated[
        str, typer.Argument(metavar="DIVISION", help="部門の id か名前 / the division's id or name")
    ],
    round_no: Annotated[int, typer.Argument(metavar="ROUND", min=1, help="回戦 / the round")],
    lang: LangOption = None,
) -> None:
    """結果がまだ入っていない回戦を、いまの結果から組み直します。古いシートは rounds/old/ に残ります。

    Re-makes one unplayed round from the results as they are now; the old sheet is kept in rounds/old/.
    """
    from tourgen.disk import DiskProblem
    from tourgen.repair import pair_again

    language_option(lang)
    folder, shown = one_event(event, lang)
    try:
        done = pair_again(folder, shown, division, round_no)
    except DiskProblem as error:
        complain([error.problem], lang or "ja")
        raise typer.Exit(1) from error
    language = lang or done.language
    complain(done.problems, language)
    if done.problems:
        raise typer.Exit(1)
    if done.kept:
        say("said-kept", language, path=done.kept)
    say("said-sheet", language, path=done.sheet)
    say("said-pair-build", language, event=event)


def print_outcome(outcome: Outcome, lang: str | None, site: Path | None, known: Collection[str] = ()) -> None:
    """What became of one event, in the terminal; without a site nothing was to be written.

    `known`: notices that were said before and need no second time.
    """
    language = lang or outcome.language
    if outcome.problems:
        complain(outcome.problems, language)
        unwritten = site is not None and not any(p.code.startswith("disk-") for p in outcome.problems)
        code = "said-problems" if unwritten else "said-problems-check"
        echo(_line(code, language, event=outcome.event, count=len(outcome.problems)), err=True)
        return
    for text in notice_texts(outcome, lang):
        if text not in known:
            say("said-notice", language, text=text)
    if outcome.report is None:  # the site as a whole, of which there are only notices
        return
    for one in outcome.report.divisions:
        _print_division(one, language)
    for change in outcome.changes:
        say("said-change", language, text=change.text(language))
    if site is None:
        say("said-fine", language, event=outcome.event)
        return
    for sheet in outcome.sheets:
        say("said-sheet", language, path=sheet)
    say(
        "said-built",
        language,
        event=outcome.event,
        path=(site / outcome.report.event.id).as_posix(),
        count=outcome.pages,
    )


def notice_texts(outcome: Outcome, lang: str | None) -> list[str]:
    """The notices of an event as they are said."""
    return [notice.text(lang or outcome.language) for notice in outcome.notices]


def _print_division(one: DivisionReport, language: str) -> None:
    """How far the division is, and what it waits for."""
    tournament = one.tournament
    unplayed = tournament.rounds[-1] if len(tournament.rounds) > tournament.completed else None
    if tournament.finished:
        code = "said-finished"
    elif unplayed is not None:
        code = "said-playing"
    else:
        code = "said-division" if tournament.completed else "said-waiting"
    say(
        code,
        language,
        division=one.division.name,
        completed=tournament.completed,
        last=one.tournament.division.declared.rounds,  # as so many entrants play it
        round=unplayed.number if unplayed else None,
        left=sum(not game.entered for game in unplayed.games) if unplayed else 0,
    )


def _line(code: str, language: str, **params: object) -> str:
    from tourgen.problems import message

    return message(code, language, **params)


def _data(outcome: Outcome, lang: str | None) -> dict[str, Any]:
    language = lang or outcome.language
    return {
        "event": outcome.event,
        "problems": [as_data(problem, language) for problem in outcome.problems],
        "notices": [as_data(notice, language) for notice in outcome.notices],
        "divisions": [one.document["state"] | {"id": one.division.id} for one in outcome.report.divisions]
        if outcome.report
        else [],
        "sheets": list(outcome.sheets),
        "changes": [as_data(change, language) for change in outcome.changes],
    }
