"""What a build changes for the players, compared with what the site holds now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tourgen.problems import Notice

Document = Mapping[str, Any]
MOST_NAMED = 8  # corrections named one by one; above that they are counted


def changes(before: Mapping[str, Document], now: Mapping[str, Document]) -> tuple[Notice, ...]:
    """Division by division; `before` lacks those that were never published."""
    found: list[Notice] = []
    for division, document in now.items():
        if division not in before:
            found.append(Notice("change-first", params=_named(document)))
        else:
            found += _division(before[division], document)
    for division, document in before.items():
        if division not in now:
            found.append(Notice("change-gone", params=_named(document)))
    return tuple(found)


def _named(document: Document, **more: object) -> dict[str, object]:
    return {"division": document["division"]["name"], **more}


def _division(before: Document, now: Document) -> Iterator[Notice]:
    yield from _players(before, now)
    old = {one["round"]: one for one in before["rounds"]}
    for one in now["rounds"]:
        if one["round"] in old:
            yield from _round(old[one["round"]], one, now)
        else:
            yield Notice("change-round", params=_named(now, round=one["round"]))
    for number in sorted(set(old) - {one["round"] for one in now["rounds"]}):
        yield Notice("change-round-gone", params=_named(now, round=number))
    if now["state"]["finished"] and not before["state"]["finished"]:
        yield Notice("change-finished", params=_named(now))


def _players(before: Document, now: Document) -> Iterator[Notice]:
    """Who came, and who left."""
    old = {one["no"]: _standing(one) for one in before["players"]}
    for one in now["players"]:
        state = _standing(one)
        if old.get(one["no"], "") != state:
            code = f"change-player-{state}"
            yield Notice(
                code, params=_named(now, no=one["no"], name=one["name"], after=one["withdrawn_after"])
            )


def _standing(player: Mapping[str, Any]) -> str:
    if player["absent"] or player["moved_to"]:
        return "away"
    return "here" if player["withdrawn_after"] is None else "withdrawn"


def _round(before: Mapping[str, Any], now: Mapping[str, Any], document: Document) -> Iterator[Notice]:
    old = {frozenset(game["players"]): game for game in before["games"]}
    number = now["round"]
    paired = [game for game in now["games"] if frozenset(game["players"]) not in old]
    if paired or len(old) != len(now["games"]):
        yield Notice("change-paired", params=_named(document, round=number, count=len(paired)))
    same = [(old[key], game) for game in now["games"] if (key := frozenset(game["players"])) in old]
    entered = [game for was, game in same if not _entered(was) and _entered(game)]
    if entered:
        yield Notice("change-entered", params=_named(document, round=number, count=len(entered)))
    corrected = [
        (was, game)
        for was, game in same
        if _entered(was) and (was["kind"], was["winner"]) != (game["kind"], game["winner"])
    ]
    yield from _corrected(corrected, document, number)


def _entered(game: Mapping[str, Any]) -> bool:
    return game["kind"] != "played" or game["winner"] is not None


def _corrected(
    pairs: Sequence[tuple[Mapping[str, Any], Mapping[str, Any]]], document: Document, number: int
) -> Iterator[Notice]:
    names = {one["no"]: one["name"] for one in document["players"]}
    if len(pairs) > MOST_NAMED:
        yield Notice("change-corrected-many", params=_named(document, round=number, count=len(pairs)))
        return
    for was, game in pairs:
        first, second = (names.get(no, "") for no in game["players"])
        params = _named(document, round=number, table=game["table"] or "-", first=first, second=second)
        yield Notice(
            "change-corrected", params={**params, "was": _said(was, names), "now": _said(game, names)}
        )


def _said(game: Mapping[str, Any], names: Mapping[int, str]) -> dict[str, str]:
    """Who won, or what else became of the game."""
    if game["winner"] is not None:
        name = names.get(game["winner"], "")
        return {"ja": f"{name}の勝ち", "en": f"{name} won"}
    kinds = {
        "double-loss": ("両負け", "both lost"),
        "pending": ("預かり", "pending"),
        "no-result": ("無勝負", "no result"),
        "draw": ("持碁", "jigo"),
    }
    japanese, english = kinds.get(game["kind"], ("未入力", "not entered"))
    return {"ja": japanese, "en": english}
