"""How the commands that read whole events tell what became of each."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

import typer

from tourgen.build import EventOutcome
from tourgen.cli.common import as_data, complain, echo, print_json, say
from tourgen.event.load_event import LoadedDivision
from tourgen.event.people import PEOPLE_FILE
from tourgen.event.site_settings import SITE_FILE
from tourgen.messages.problems import Problem, message
from tourgen.simulate.forecast import forecast


def tell(outcome: EventOutcome, site: Path | None, json_wanted: bool, lang: str | None) -> dict[str, Any]:
    """Prints what became of an event and returns it as JSON, so that the event itself, a megabyte, need not be kept."""
    if not json_wanted:
        print_outcome(outcome, lang, site)
    return _data(outcome, lang)


def finish(problems: list[Problem], told: list[dict[str, Any]], json_wanted: bool, lang: str | None) -> None:
    """Prints what concerns no single event, or all the JSON; exits with 1 where there is any problem."""
    if json_wanted:
        found = [as_data(problem, lang or "ja") for problem in problems]
        print_json({"problems": found, "events": told})
    else:
        complain(problems, lang or "ja")
    if problems or any(one["problems"] for one in told):
        raise typer.Exit(1)


def print_outcome(
    outcome: EventOutcome, lang: str | None, site: Path | None, known: Collection[str] = ()
) -> None:
    """What became of one event, in the terminal; without a site nothing was to be written.

    `known`: notices that were said before and need no second time.
    """
    language = lang or outcome.language
    if outcome.problems:
        complain(outcome.problems, language)
        shared = outcome.event.endswith((PEOPLE_FILE, SITE_FILE))  # they keep no event from being written
        failed = any(problem.code.startswith("disk-") for problem in outcome.problems)
        unwritten = site is not None and not failed and not shared
        code = "said-problems" if unwritten else "said-problems-check"
        echo(message(code, language, event=outcome.event, count=len(outcome.problems)), err=True)
        return
    for text in notice_texts(outcome, lang):
        if text not in known:
            say("said-notice", language, text=text)
    if outcome.loaded is None:  # the site as a whole, of which there are only notices
        return
    for one in outcome.loaded.divisions:
        _print_division(one, language)
        _print_forecast(one, language)
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
        path=(site / outcome.loaded.event.id).as_posix(),
        count=outcome.pages,
    )


def notice_texts(outcome: EventOutcome, lang: str | None) -> list[str]:
    """The notices of an event as they are said."""
    return [notice.text(lang or outcome.language) for notice in outcome.notices]


def _print_division(one: LoadedDivision, language: str) -> None:
    """How far the division is, and what it waits for."""
    tournament = one.tournament
    unplayed = tournament.rounds[-1] if len(tournament.rounds) > tournament.completed else None
    waiting = [game for game in unplayed.games if not game.entered] if unplayed else []
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
        last=tournament.last_round,
        round=unplayed.number if unplayed else None,
        left=len(waiting),
        tables=_in_short(sorted(game.table for game in waiting if game.table is not None)),
    )


def _print_forecast(one: LoadedDivision, language: str) -> None:
    """How the day will be, when its first round is made."""
    if any(new.number == 1 for new in one.tournament.new_rounds):
        here = sum(player.here for player in one.players.values())
        told = forecast(one.declared, here)
        for line in told.lines(language) if told else ():
            echo(f"{one.division.name}: {line}")


def _in_short(numbers: list[int]) -> str:
    """`1-3, 7`."""
    spells: list[list[int]] = []
    for number in numbers:
        if spells and spells[-1][-1] == number - 1:
            spells[-1].append(number)
        else:
            spells.append([number])
    return ", ".join(f"{one[0]}-{one[-1]}" if len(one) > 1 else str(one[0]) for one in spells)


def _data(outcome: EventOutcome, lang: str | None) -> dict[str, Any]:
    language = lang or outcome.language
    return {
        "event": outcome.event,
        "problems": [as_data(problem, language) for problem in outcome.problems],
        "notices": [as_data(notice, language) for notice in outcome.notices],
        "divisions": [one.document["state"] | {"id": one.division.id} for one in outcome.loaded.divisions]
        if outcome.loaded
        else [],
        "sheets": list(outcome.sheets),
        "changes": [as_data(change, language) for change in outcome.changes],
    }
