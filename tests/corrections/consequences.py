"""What changed between two published results documents, found section by section without tourgen's own comparison.

`needed` is what a build must say; `said` is what it said, in the same words: (division, what, round).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tourgen.problems import Notice

Document = Mapping[str, Any]
Said = set[tuple[str, str, int | None]]

CODES = {
    "change-first": "division",
    "change-gone": "division",
    "change-named": "named",
    "change-player-here": "players",
    "change-player-away": "players",
    "change-player-withdrawn": "players",
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
# Every section of the document has a part below; `schema` never changes, `state` follows from the rounds.
SECTIONS = {"schema", "event", "division", "lottery", "players", "confirmed", "rounds", "standings", "state"}


def said(notices: Sequence[Notice]) -> Said:
    """What a build reported."""
    return {(str(one.params["division"]), CODES[one.code], _round(one)) for one in notices}


def _round(notice: Notice) -> int | None:
    number = notice.params.get("round")
    return number if isinstance(number, int) else None


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


def _division(before: Document, now: Document) -> Iterator[tuple[str, int | None]]:
    assert set(now) == SECTIONS | set(FINAL), "a new section of the document: who says that it changed?"
    if (before["event"], before["division"]) != (now["event"], now["division"]):
        yield "named", None
    if [_person(one) for one in before["players"]] != [_person(one) for one in now["players"]]:
        yield "players", None
    if _numbers_changed(before, now):
        yield "drawn", None
    rounds = [{one["round"]: one["games"] for one in document["rounds"]} for document in (before, now)]
    for number in sorted(rounds[0].keys() | rounds[1].keys()):
        yield from ((what, number) for what in _games(rounds[0].get(number), rounds[1].get(number)))
    standings = [{one["after"]: one["rows"] for one in document["standings"]} for document in (before, now)]
    if any(rows != standings[1][after] for after, rows in standings[0].items() if after in standings[1]):
        yield "standings", None
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
