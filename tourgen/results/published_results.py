"""Results that the site shows and the event's sheets no longer have.

A sheet that is away (a cloud folder that was not synchronised, another laptop, a file moved by mistake) is no reason to
publish blanks: the build stops until the sheets are back, made again by `tourgen restore`, or given up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from tourgen.event.load_event import LoadedDivision, LoadedEvent
from tourgen.event.round_files import round_file
from tourgen.messages.problems import Problem
from tourgen.model import Source
from tourgen.results.changes import is_entered
from tourgen.results.published import Published, read_published, same_id

Document = Mapping[str, Any]


def published_divisions(site: Path, event_id: str) -> tuple[dict[str, Document], Published]:
    """The results documents of an event in the site, by division; and everything else that was read there."""
    published = read_published(site / event_id)
    own = {
        division: document
        for division, document in published.divisions.items()
        if same_id(document["event"]["id"], event_id)
    }
    return own, published


def with_site(event: str, site: Path) -> str:
    """What follows the name of a command that works on this event and this site."""
    return event if site == Path("site") else f"{event} --site {site.as_posix()}"


def missing_results(
    folder: Path, shown: str, site: Path, loaded: LoadedEvent | None, problems: Sequence[Problem]
) -> list[Problem]:
    """Rounds with published results whose sheet is missing, or has lost every result.

    `loaded` is the event as it was read, None where it has `problems`.
    """
    command = with_site(shown, site)
    divisions = {one.division.id: one for one in loaded.divisions} if loaded else {}
    found: list[Problem] = []
    for division, document in published_divisions(site, folder.resolve().name)[0].items():
        if loaded is not None and division not in divisions:
            continue  # the event has no such division any more
        files = {one["round"]: round_file(division, one["round"]) for one in document["rounds"]}
        typed = {one["round"]: len(typed_results(one, document)) for one in document["rounds"]}
        there = {number for number in range(1, 100) if (folder / round_file(division, number)).exists()}
        missing = [number for number, count in typed.items() if count and number not in there]
        cleared = [number for number, count in typed.items() if count > 1 and number in there]
        if loaded is not None:
            cleared = [number for number in cleared if _is_cleared(divisions[division], number)]
        else:
            blank = Counter(one.where.file for one in problems if one.code == "result-missing")
            cleared = [number for number in cleared if blank[f"{shown}/{files[number]}"] >= typed[number]]
        if missing or cleared:
            # Rounds can be left out at the end, not between others.
            between = max(there, default=0) > max([*missing, *cleared])
            code = "results-missing-between" if between else "results-missing"
            params = {
                "division": document["division"]["name"],
                "files": ", ".join(files[number] for number in sorted([*missing, *cleared])),
                "event": command,
            }
            found.append(Problem(code, Source(shown), params=params))
    return found


def _is_cleared(loaded: LoadedDivision, number: int) -> bool:
    now = [one for one in loaded.document["rounds"] if one["round"] == number]
    return any(not typed_results(one, loaded.document) for one in now)


def typed_results(played: Mapping[str, Any], document: Document) -> list[Mapping[str, Any]]:
    """The games of a round whose results somebody typed: byes and the forfeits of those who had left are filled in."""
    number = played["round"]
    gone = {
        one["no"]
        for one in document["players"]
        if one["withdrawn_after"] is not None and one["withdrawn_after"] < number
    }
    return [game for game in played["games"] if is_entered(game) and not _filled_in(game, gone)]


def _filled_in(game: Mapping[str, Any], gone: Collection[int]) -> bool:
    return game["kind"] == "bye" or (
        game["kind"] in ("forfeit", "double-loss") and any(no in gone for no in game["players"])
    )
