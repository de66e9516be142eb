"""What changed between two published sites of an event, found section by section without tourgen's own comparison.

`needed` is what a build must say; `said` is what it said, in the same words: (division, what, round). Where the line
itself must name the rounds, or the old value and the new one, they are read out of the line.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tourgen.messages.problems import Notice

Document = Mapping[str, Any]
Said = set[tuple[str, str, int | str | None]]
Readings = Mapping[tuple[str, int, str], str]  # division, number, name → kana

CODES = {
    "change-first": "division",
    "change-gone": "division",
    "change-named": "named",
    "change-named-english": "named in English",
    "change-format": "format",
    "change-times": "times",
    "change-about": "about",
    "change-page-new": "page new",
    "change-page": "page rewritten",
    "change-page-gone": "page gone",
    "change-player-here": "players",
    "change-player-away": "players",
    "change-player-withdrawn": "players",
    "change-player-disqualified": "players",
    "change-player-gone": "players",
    "change-player-rewritten": "players",
    "change-players-rewritten": "players",
    "change-draws": "drawn",
    "change-drawn": "drawn",
    "change-round": "pairs",
    "change-round-gone": "pairs",
    "change-paired": "pairs",
    "change-entered": "results",
    "change-walkover": "results",
    "change-walkover-pair": "results",
    "change-corrected": "results",
    "change-corrected-many": "results",
    "change-details": "results",
    "change-standings": "standings",
    "change-standings-gone": "standings gone",
    "change-confirmed": "confirmed",
    "change-unconfirmed": "confirmed",
    "change-finished": "final",
    "change-unfinished": "final",
    "change-final": "final",
    "change-title": "final",
    "change-awards": "final",
}
DRAWN = ("preliminary", "lottery", "league")
FINAL = ("final", "titles", "awards", "qualified")
# Every section of the document has a part below; `schema` never changes, `criteria` and `stages` follow from format and
# field, `live` and `state` from the rounds.
FOLLOWING = {"schema", "criteria", "stages", "live", "state"}
SECTIONS = FOLLOWING | {"event", "division", "lottery", "players", "confirmed", "rounds", "standings"}

ABOUT = ("name", "name_en", "date", "venue", "venue_en", "language")


def said(notices: Sequence[Notice]) -> Said:
    """What a build reported; the line about who is unbeaten only says first what the standings say, too."""
    return {
        (str(one.params.get("division", "")), CODES[one.code], detail)
        for one in notices
        if not one.code.startswith("change-unbeaten")
        for detail in _told(one)
    }


def _told(notice: Notice) -> Sequence[int | str | None]:
    """Which round or rounds, or what else the line names."""
    line, what = notice.text("ja"), CODES[notice.code]
    if what in ("standings", "standings gone"):
        (rounds,) = re.findall(r"\(([0-9, ]+) 回戦後\)", line)
        return [int(number) for number in rounds.split(", ")]
    if what in ("about", "named", "named in English", "format", "times"):
        was, now = line.split(" → ")
        return [f"{was.rpartition(': ')[2]} → {now}"]
    if what.startswith("page "):
        return re.findall("「(.*)」", line)
    number = notice.params.get("round")
    return [number if isinstance(number, int) else None]


def needed_of_event(before: Document, now: Document) -> Said:
    """What it had to report of the event itself; `before` is empty at the first build."""
    if not before:
        return set()
    assert set(now) == {"id", "divisions", "pages", *ABOUT}, "something new: who says that it changed?"
    found: Said = {("", "about", _arrow(before[key], now[key])) for key in ABOUT if before[key] != now[key]}
    pages = [{page.pop("slug"): page for page in map(dict, part["pages"])} for part in (before, now)]
    for slug in pages[0].keys() | pages[1].keys():
        was, page = (part.get(slug) for part in pages)
        what = "page new" if was is None else "page gone" if page is None else "page rewritten"
        if was != page:
            found.add(("", what, (page or was or {})["title"]))
    for one in now["divisions"]:
        for old in (old for old in before["divisions"] if old["id"] == one["id"]):
            if old["times"] != one["times"]:
                found.add((one["name"], "times", _arrow(", ".join(old["times"]), ", ".join(one["times"]))))
            if old["name_en"] != one["name_en"]:
                found.add((one["name"], "named in English", _arrow(old["name_en"], one["name_en"])))
    return found


def needed_of_readings(before: Readings, now: Readings, names: Mapping[str, str]) -> Said:
    """Whose kana are others now, in divisions of these names."""
    changed = (who for who in before.keys() & now.keys() if before[who] != now[who])
    return {(names[division], "players", None) for division, _, _ in changed}


def _arrow(was: str | None, now: str | None) -> str:
    return f"{was or '—'} → {now or '—'}"


def needed(before: Mapping[str, Document], now: Mapping[str, Document]) -> Said:
    """What it had to report."""
    found: Said = set()
    for division in before.keys() | now.keys():
        name = (now.get(division) or before[division])["division"]["name"]
        if division not in before or division not in now:
            found.add((name, "division", None))
        else:
            found |= {(name, *one) for one in _division(before[division], now[division])}
    return found


def _division(before: Document, now: Document) -> Iterator[tuple[str, int | str | None]]:
    assert set(now) == SECTIONS | set(FINAL), "a new section of the document: who says that it changed?"
    assert set(now["division"]) == {"id", "name", "format"}
    for key, what in (("name", "named"), ("format", "format")):
        if before["division"][key] != now["division"][key]:
            yield what, _arrow(before["division"][key], now["division"][key])
    if [_person(one) for one in before["players"]] != [_person(one) for one in now["players"]]:
        yield "players", None
    if _numbers_changed(before, now):
        yield "drawn", None
    rounds = [{one["round"]: one["games"] for one in document["rounds"]} for document in (before, now)]
    for number in sorted(rounds[0].keys() | rounds[1].keys()):
        yield from ((what, number) for what in _games(rounds[0].get(number), rounds[1].get(number)))
    standings = [{one["after"]: one["rows"] for one in document["standings"]} for document in (before, now)]
    for after, rows in standings[0].items():
        if after not in standings[1]:
            yield "standings gone", after
        elif rows != standings[1][after]:
            yield "standings", after
    if before["confirmed"] != now["confirmed"]:
        yield "confirmed", None
    if any(before[key] != now[key] for key in FINAL) or _finished(before) != _finished(now):
        yield "final", None


def _finished(document: Document) -> bool:
    finished: bool = document["state"]["finished"]
    return finished


def _person(player: Mapping[str, Any]) -> dict[str, Any]:
    kept = {key: value for key, value in player.items() if key not in (*DRAWN, "moved_to")}
    return kept | {"there": player["moved_to"] is None and not player["absent"]}


def _numbers_changed(before: Document, now: Document) -> bool:
    if before["lottery"]["draws"] and before["lottery"] != now["lottery"]:
        return True
    drawn = [{one["no"]: [one[key] for key in DRAWN] for one in part["players"]} for part in (before, now)]
    return any(
        numbers != drawn[1][no]
        for no, numbers in drawn[0].items()
        if no in drawn[1] and numbers[1] is not None
    )


def _games(before: Sequence[Any] | None, now: Sequence[Any] | None) -> Iterator[str]:
    if before is None or now is None:
        yield "pairs"
        return
    old, new = ({frozenset(game["players"]): game for game in games} for games in (before, now))
    if old.keys() != new.keys():
        yield "pairs"
    if any(old[pair] != new[pair] for pair in old.keys() & new.keys()):
        yield "results"
