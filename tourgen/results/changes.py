"""What a build changes for the players, compared with what the site holds now."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from tourgen.messages.problems import LANGUAGES, Notice, in_both, listed
from tourgen.result_marks import NOBODY_WINS, RESULT_MARKS
from tourgen.results.document import player_names

Document = Mapping[str, Any]
MOST_NAMED = 8  # of one kind are named one by one; above that they are counted

# What the site shows of a player beside the part they take, and of a game beside its pair and its winner.
SHOWN = ("name", "kana", "club", "sex", "grade", "seed", "from_round", "members", "reserves")
# Kinds of stages in which `tourgen pair` finds everybody another opponent.
PAIRED_AGAIN = {"pool": True, "bracket": False, "round-robin": False}
DRAWN = ("preliminary", "lottery", "league")
DETAILS = ("players", "table", "stage", "group", "discs", "boards", "rated", "ruling", "handicap")
ABOUT = ("name", "name_en", "date", "venue", "venue_en", "language")  # of the event


def event_changes(before: Document, now: Document) -> tuple[Notice, ...]:
    """What event.json says of the event: its names, day and place, its pages, its divisions' names and times."""
    found = [
        Notice(
            "change-about", params={"field": in_both(f"change-about-{key}"), **_was(before[key], now[key])}
        )
        for key in ABOUT
        if before[key] != now[key]
    ]
    return (*found, *_pages(before, now), *_timetable(before, now))


def _was(before: str | None, now: str | None) -> dict[str, object]:
    return {"was": before or "—", "now": now or "—"}


def _pages(before: Document, now: Document) -> Iterator[Notice]:
    """Pages by their addresses; what an older build didn't write down can't be compared."""
    if "pages" not in before:
        return
    old, new = ({page["slug"]: page for page in one["pages"]} for one in (before, now))
    for slug, page in new.items():
        if slug not in old:
            yield Notice("change-page-new", params={"title": page["title"]})
        elif old[slug] != page:
            yield Notice("change-page", params={"title": page["title"]})
    for slug, page in old.items():
        if slug not in new:
            yield Notice("change-page-gone", params={"title": page["title"]})


def _timetable(before: Document, now: Document) -> Iterator[Notice]:
    """Of divisions that were published before: when their rounds start, and what they are called in English."""
    old = {one["id"]: one for one in before["divisions"]}
    for one in now["divisions"]:
        was = old.get(one["id"])
        if was is None:
            continue
        if was["name_en"] != one["name_en"]:
            params = {"division": one["name"], **_was(was["name_en"], one["name_en"])}
            yield Notice("change-named-english", params=params)
        if "times" in was and was["times"] != one["times"]:
            said = _was(", ".join(was["times"]), ", ".join(one["times"]))
            yield Notice("change-times", params={"division": one["name"], **said})


def changes(
    before: Mapping[str, Document],
    now: Mapping[str, Document],
    disqualified: Mapping[str, Collection[int]] = MappingProxyType({}),
) -> tuple[Notice, ...]:
    """Division by division; `before` lacks those that were never published. `disqualified`: who is out by 失格."""
    found: list[Notice] = []
    for division, document in now.items():
        if division not in before:
            found.append(Notice("change-first", params=_named(document)))
        else:
            found += _division(before[division], document, disqualified.get(division, ()))
    for division, document in before.items():
        if division not in now:
            found.append(Notice("change-gone", params=_named(document)))
    return tuple(found)


def _named(document: Document, **more: object) -> dict[str, object]:
    return {"division": document["division"]["name"], **more}


def _division(before: Document, now: Document, disqualified: Collection[int]) -> Iterator[Notice]:
    was, division = before["division"], now["division"]
    if was["name"] != division["name"]:
        yield Notice("change-named", params=_named(now, **_was(was["name"], division["name"])))
    if was["format"] != division["format"]:
        yield Notice("change-format", params=_named(now, **_was(was["format"], division["format"])))
    finished = now["state"]["finished"] and before["state"]["finished"]
    if finished:
        yield from _final(before, now)
    yield from _unbeaten(before, now)
    yield from _players(before, now, disqualified)
    yield from _drawn(before, now)
    old = {one["round"]: one for one in before["rounds"]}
    for one in now["rounds"]:
        if one["round"] in old:
            yield from _round(old[one["round"]], one, now, disqualified)
        else:
            yield Notice("change-round", params=_named(now, round=one["round"]))
    for number in sorted(set(old) - {one["round"] for one in now["rounds"]}):
        yield Notice("change-round-gone", params=_named(now, round=number))
    yield from _standings(before, now)
    yield from _confirmed(before, now)
    if now["state"]["finished"] != before["state"]["finished"]:
        code = "change-finished" if now["state"]["finished"] else "change-unfinished"
        yield Notice(code, params=_named(now))


def _unbeaten(before: Document, now: Document) -> Iterator[Notice]:
    """The main consequence of a correction: a group's only unbeaten player is another one now, or there is none."""
    fresh = {one["after"]: one["rows"] for one in now["standings"]}
    changed = [
        one for one in before["standings"] if one["after"] in fresh and one["rows"] != fresh[one["after"]]
    ]
    if not changed:
        return
    names = player_names(now)
    # A group without another beside it is not called by its name.
    alone = len({row.get("group") for row in changed[-1]["rows"]}) == 1
    old, new = (_without_loss(rows) for rows in (changed[-1]["rows"], fresh[changed[-1]["after"]]))
    for group in dict.fromkeys([*old, *new]):
        was, holders = old.get(group, []), new.get(group, [])
        called = now["division"]["name"] if alone or not group else group
        after = {"after": changed[-1]["after"], "group": called}
        if len(was) == 1 and was != holders:
            said = listed(names.get(no, "") for no in holders) if holders else in_both("change-nobody")
            params = _named(now, **after, name=names.get(was[0], ""), listed=said)
            yield Notice("change-unbeaten-lost", params=params)
        elif len(holders) == 1 and was != holders:
            yield Notice("change-unbeaten", params=_named(now, **after, name=names[holders[0]]))


def _without_loss(rows: Sequence[Mapping[str, Any]]) -> dict[str | None, list[int]]:
    """Group → those who have won every game so far."""
    found: dict[str | None, list[int]] = {}
    for row in rows:
        if row.get("wins") and not row.get("losses", 1):  # an older or edited document may lack them
            found.setdefault(row["group"], []).append(row["no"])
    return found


def _players(before: Document, now: Document, disqualified: Collection[int]) -> Iterator[Notice]:
    """Players who came or left, and players whose row of the roster says something else now."""
    old = {one["no"]: one for one in before["players"]}
    rewritten = []
    for one in now["players"]:
        was = old.pop(one["no"], None)
        state, after = _part(one), one["withdrawn_after"]
        state = "disqualified" if state == "withdrawn" and one["no"] in disqualified else state
        if was is None or (_part(was), was["withdrawn_after"]) != (_part(one), after):
            params = _named(now, no=one["no"], name=one["name"], after=after, next=(after or 0) + 1)
            yield Notice(f"change-player-{state}", params=params)
        fields = [field for field in SHOWN if was is not None and was.get(field) != one.get(field)]
        if fields:
            rewritten.append((one, fields))
    for one in old.values():
        yield Notice("change-player-gone", params=_named(now, no=one["no"], name=one["name"]))
    yield from _rewritten(rewritten, now["division"]["name"])


def reading_changes(before: Document, now: Document) -> tuple[Notice, ...]:
    """Kana, which no results document has: the index of everybody, find.json, before and now."""
    old = {(path, no, name): kana for path, no, name, kana in _readings(before)}
    found: list[Notice] = []
    for division in now["divisions"]:
        rows = [
            ({"no": no, "name": name}, ["kana"])
            for path, no, name, kana in _readings(now)
            if path == division["path"] and old.get((path, no, name), kana) != kana
        ]
        found += _rewritten(rows, division["name"]["ja"])
    return tuple(found)


def _readings(index: Document) -> Iterator[tuple[str, int, str, str]]:
    for at, no, name, kana, *_ in index["players"]:
        yield index["divisions"][at]["path"], no, name, kana


def _rewritten(rows: Sequence[tuple[Mapping[str, Any], list[str]]], division: str) -> Iterator[Notice]:
    if len(rows) > MOST_NAMED:
        yield Notice("change-players-rewritten", params={"division": division, "count": len(rows)})
        return
    for one, fields in rows:
        said = listed(in_both(f"change-field-{field}") for field in fields)
        params = {"division": division, "no": one["no"], "name": one["name"], "fields": said}
        yield Notice("change-player-rewritten", params=params)


def _drawn(before: Document, now: Document) -> Iterator[Notice]:
    """Draws and numbers that were published and are others now, or gone."""
    if before["lottery"]["draws"] and before["lottery"] != now["lottery"]:
        yield Notice("change-draws", params=_named(now))
    fresh = {one["no"]: one for one in now["players"]}
    moved = [
        one
        for one in before["players"]
        if one["lottery"] is not None
        and one["no"] in fresh
        and any(one[key] != fresh[one["no"]][key] for key in DRAWN)
    ]
    if moved:
        yield Notice("change-drawn", params=_named(now, count=len(moved)))


def _part(player: Mapping[str, Any]) -> str:
    if player["absent"] or player["moved_to"]:
        return "away"
    return "here" if player["withdrawn_after"] is None else "withdrawn"


def _round(
    before: Mapping[str, Any], now: Mapping[str, Any], document: Document, disqualified: Collection[int]
) -> Iterator[Notice]:
    old = {frozenset(game["players"]): game for game in before["games"]}
    number = now["round"]
    paired = [game for game in now["games"] if frozenset(game["players"]) not in old]
    if paired or len(old) != len(now["games"]):
        yield Notice("change-paired", params=_named(document, round=number, count=len(paired)))
    same = [(old[key], game) for game in now["games"] if (key := frozenset(game["players"])) in old]
    fresh = [game for was, game in same if not is_entered(was) and is_entered(game)]
    gone = {one["no"] for one in document["players"] if _gone(one, number)}
    walkovers = [game for game in fresh if _by_withdrawal(game, gone)]
    entered = [game for game in fresh if game not in walkovers]
    yield from _walkovers(walkovers, now, document, gone, disqualified)
    if entered:
        yield Notice("change-entered", params=_named(document, round=number, count=len(entered)))
    corrected = [(was, game) for was, game in same if is_entered(was) and _result(was) != _result(game)]
    yield from _corrected(corrected, document, number)
    details = [
        game
        for was, game in same
        if _result(was) == _result(game) and any(was.get(key) != game.get(key) for key in DETAILS)
    ]
    if details:
        yield Notice("change-details", params=_named(document, round=number, count=len(details)))


def _gone(player: Mapping[str, Any], number: int) -> bool:
    return player["withdrawn_after"] is not None and player["withdrawn_after"] < number


def _by_withdrawal(game: Mapping[str, Any], gone: Collection[int]) -> bool:
    """Won because the opponent has left, not by anything that was typed into the sheet."""
    return game["kind"] == "forfeit" and any(no in gone for no in game["players"] if no != game["winner"])


def _walkovers(
    games: Sequence[Mapping[str, Any]],
    played: Mapping[str, Any],
    document: Document,
    gone: Collection[int],
    disqualified: Collection[int],
) -> Iterator[Notice]:
    """Walkovers because a player left, and how to find the opponent a game while nothing is played."""
    names = player_names(document)
    kinds = {
        one["id"]: one["kind"] for one in document["stages"]
    }  # the last four of a tree have names of their own
    untouched = all(
        not is_entered(game) or game["kind"] == "bye" or _by_withdrawal(game, gone)
        for game in played["games"]
    )
    for game in games:
        (loser,) = (no for no in game["players"] if no != game["winner"])
        again = untouched and PAIRED_AGAIN[kinds.get(game["stage"], "bracket")]
        params = _named(document, round=played["round"], table=game["table"] or "-")
        params |= {"name": names[game["winner"]], "left": names[loser]}
        params |= {"event": document["event"]["id"], "id": document["division"]["id"]}
        params["why"] = in_both(
            "change-left-disqualified" if loser in disqualified else "change-left-withdrawn"
        )
        yield Notice("change-walkover-pair" if again else "change-walkover", params=params)


def _result(game: Mapping[str, Any]) -> tuple[str, int | None]:
    return game["kind"], game["winner"]


def is_entered(game: Mapping[str, Any]) -> bool:
    """Whether a result stands for this game; 預 is one."""
    return game["kind"] != "played" or game["winner"] is not None


def _corrected(
    pairs: Sequence[tuple[Mapping[str, Any], Mapping[str, Any]]], document: Document, number: int
) -> Iterator[Notice]:
    names = player_names(document)
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
        code = "change-result-walkover" if game["kind"] == "forfeit" else "change-result-won"
        return in_both(code, name=names.get(game["winner"], ""))
    if game["kind"] in NOBODY_WINS:
        return dict(zip(LANGUAGES, RESULT_MARKS[game["kind"]].name, strict=True))
    return in_both("change-result-none")


def _standings(before: Document, now: Document) -> Iterator[Notice]:
    """Standings that were published and have changed since, or are gone because a result was taken back."""
    fresh = {one["after"]: one["rows"] for one in now["standings"]}
    old = {one["after"]: one["rows"] for one in before["standings"]}
    others = [after for after, rows in old.items() if after in fresh and rows != fresh[after]]
    gone = [after for after in old if after not in fresh]
    for code, rounds in (("change-standings", others), ("change-standings-gone", gone)):
        if rounds:
            yield Notice(code, params=_named(now, rounds=", ".join(map(str, rounds))))


def _confirmed(before: Document, now: Document) -> Iterator[Notice]:
    """Qualifiers whom the organiser has confirmed."""
    names = player_names(now)
    for one in now["confirmed"]:
        if one not in before["confirmed"]:
            params = _named(now, group=one["group"], name=names[one["no"]], after=one["after"])
            yield Notice("change-confirmed", params=params)
    if any(one["group"] not in {new["group"] for new in now["confirmed"]} for one in before["confirmed"]):
        yield Notice("change-unconfirmed", params=_named(now))


def _final(before: Document, now: Document) -> Iterator[Notice]:
    """Final ranks, titles and awards that were published and are others now."""
    names = player_names(before) | player_names(now)
    held = [{one["title"]: names[one["no"]] for one in document["titles"]} for document in (before, now)]
    for title in dict.fromkeys([*held[0], *held[1]]):
        was, holder = (one.get(title, "—") for one in held)
        if was != holder:
            yield Notice("change-title", params=_named(now, title=title, was=was, now=holder))
    if before["final"] != now["final"]:
        yield Notice("change-final", params=_named(now))
    if any(before[key] != now[key] for key in ("awards", "qualified")):
        yield Notice("change-awards", params=_named(now))
