"""A round's games as the pages list them: by table in bands, and by name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from tourgen.formats.declaration import MainBracket, Repechage
from tourgen.web.facts import Facts, GameData, Person, entered, mark, opponent
from tourgen.web.kana import LATIN, rows, sort_key

Item = TypeVar("Item")
_STAGES = ("final", "third", "semi", "placing", "knockout", "womens-final", "main", "repechage", "league", "ranking",
           "qualified")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Side:
    """One player of a game, with the record before the round."""

    person: Person
    score: tuple[int, int]
    mark: str
    won: bool
    discs: int | None


@dataclass(frozen=True, slots=True)
class Match:
    """One line of the list by table; `second` is None for a bye, `kind` says which."""

    table: int | None
    first: Side
    second: Side | None
    kind: str  # played, forfeit …, bye, qualified
    gap: int
    entered: bool
    number: int
    since: int = 0  # the round that settled it, where the player has qualified


@dataclass(slots=True)
class Band:
    """The games of one stage or league under one heading."""

    stage: str
    group: str | None
    matches: list[Match] = field(default_factory=list)
    note: tuple[str, dict[str, Any]] | None = None


@dataclass(frozen=True, slots=True)
class NameRow:
    """One line of the list by name."""

    person: Person
    table: int | None
    other: Person | None
    score: tuple[int, int]
    situation: str


def match(facts: Facts, number: int, game: GameData) -> Match:
    """One game with both records as they were before the round."""
    first, second = game["players"]
    discs = game["discs"] or (None, None)
    sides = [
        Side(facts.people[no], facts.score(no, number - 1), mark(game, no), game["winner"] == no, discs[at])
        for at, no in enumerate((first, second))
        if no is not None
    ]
    other = sides[1] if len(sides) > 1 else None
    counted = other is not None and game["stage"] in ("league", "ranking")
    gap = abs(sides[0].score[0] - sides[1].score[0]) if counted and number > 1 else 0
    kind, since = game["kind"], facts.qualified_after.get(first, number)
    if other is None:  # whatever else it may be called, nobody sits opposite
        kind = "qualified" if since < number else "bye"
    return Match(game["table"], sides[0], other, kind, gap, entered(game), number, since)


def bands(facts: Facts, number: int) -> list[Band]:
    """The round by table: finals first, then league by league, then the ranking league, as the tables are numbered."""
    found: dict[tuple[str, str | None], Band] = {}
    for game in facts.round(number)["games"]:
        one = match(facts, number, game)
        key = (
            ("qualified", None)
            if one.kind == "qualified"
            else (game["stage"], facts.named_group(game["stage"], game["group"]))
        )
        found.setdefault(key, Band(*key)).matches.append(one)
    if facts.in_leagues and number <= facts.declared.leagues.rounds[1]:
        _add_resting(facts, number, found)
    for band in found.values():
        band.note = _note(facts, number, band)
    return sorted(found.values(), key=lambda band: _place(facts, band))


def _add_resting(facts: Facts, number: int, found: dict[tuple[str, str | None], Band]) -> None:
    """Who has qualified stands in the list all the same, though the format gives no bye for it."""
    for no, after in facts.qualified.values():
        if after < number and no not in facts.games[number]:
            side = Side(facts.people[no], facts.score(no, number - 1), "", False, None)
            band = found.setdefault(("qualified", None), Band("qualified", None))
            band.matches.append(Match(None, side, None, "qualified", 0, True, number, after))


def _place(facts: Facts, band: Band) -> tuple[int, int]:
    inner = groups_in_order(facts).index((band.stage, band.group)) if band.group is not None else 0
    return (_STAGES.index(band.stage) if band.stage in _STAGES else len(_STAGES), inner)


def groups_in_order(facts: Facts) -> list[tuple[str, str]]:
    """(stage, group) of leagues, blocks and repechage groups as the format lists them."""
    found = [("league", league) for league in facts.declared.league_names]
    for stage in facts.declared.stage:
        if isinstance(stage, MainBracket):
            found += [("main", block) for block in stage.blocks]
        elif isinstance(stage, Repechage):
            found += [("repechage", str(number)) for number in range(1, len(stage.groups) + 1)]
    return found


def _note(facts: Facts, number: int, band: Band) -> tuple[str, dict[str, Any]] | None:
    people = [side for m in band.matches for side in (m.first, m.second) if side is not None]
    if band.stage == "ranking":
        return ("band.ranking", {"people_n": len(people)})
    if band.stage == "repechage" and band.group is not None:
        return ("band.repechage", {"lost": lost_at(facts, band.group), "people_n": len(people)})
    if band.stage == "main":
        return ("band.people", {"people_n": len(people)})
    if band.stage != "league":
        return None
    unbeaten = number > 1 and all(side.score[1] == 0 for side in people)
    if unbeaten and len(people) == 2:
        return ("band.decider", {})
    return ("band.unbeaten" if unbeaten else "band.people", {"people_n": len(people)})


def lost_at(facts: Facts, group: str) -> tuple[str, int]:
    """Where the players of a repechage group lost: (block, round); no block where there is only one."""
    stage = next(one for one in facts.declared.stage if isinstance(one, Repechage))
    main = facts.declared.stage_of(stage.main)
    position = stage.groups[int(group) - 1]
    several = isinstance(main, MainBracket) and len(main.blocks) > 1
    return (position[:-1] if several else "", int(position[-1]))


def by_name(facts: Facts, number: int) -> list[tuple[str, str, str, list[NameRow]]]:
    """(id, kana, latin, rows) per row of the fifty sounds; whoever has no game is told why."""
    lines = [(p.kana, _name_row(facts, number, p)) for p in facts.present]
    return _with_labels(lines)


def kana_groups(people: Iterable[Person]) -> list[tuple[str, str, str, list[Person]]]:
    """Everybody in the order of the fifty sounds, under the rows."""
    return _with_labels([(p.kana, p) for p in sorted(people, key=lambda p: sort_key(p.kana, p.name, p.no))])


def _with_labels(lines: list[tuple[str, Item]]) -> list[tuple[str, str, str, list[Item]]]:
    return [
        (f"k{at if at is not None else 'x'}", kana, "" if at is None else LATIN[at], members)
        for at, kana, members in rows(lines)
    ]


def _name_row(facts: Facts, number: int, person: Person) -> NameRow:
    game = facts.games[number].get(person.no)
    if game is None:
        gone = person.withdrawn_after is not None and person.withdrawn_after < number
        out = facts.qualified_after.get(person.no, number) < number
        return NameRow(person, None, None, (0, 0), "withdrawn" if gone else "qualified" if out else "rest")
    other = opponent(game, person.no)
    if other is None:
        out = facts.qualified_after.get(person.no, number) < number
        return NameRow(person, None, None, (0, 0), "qualified" if out else "bye")
    return NameRow(person, game["table"], facts.people[other], facts.score(other, number - 1), "game")
