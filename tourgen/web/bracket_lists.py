"""The brackets as lists, for phones and for ears: round by round, group by group, and the places decided."""

from __future__ import annotations

from collections.abc import Iterable

from tourgen.dataclass import dataclass
from tourgen.formats.declaration import MainBracket, Repechage
from tourgen.rules.places import decided_places
from tourgen.web.facts import Facts, Person
from tourgen.web.pairings import Band, Side, lost_at, match


@dataclass(frozen=True, slots=True)
class Chapter:
    """What opens under one heading: a round of the main bracket, a repechage group."""

    anchor: str
    number: int
    bands: tuple[tuple[int, Band], ...]  # (round, games)
    lost: tuple[str, int] | None = None
    winner: Person | None = None
    open: bool = False


@dataclass(frozen=True, slots=True)
class Lists:
    """The whole division as lists."""

    main: tuple[Chapter, ...]
    finals: tuple[tuple[int, Band], ...]  # latest first
    groups: tuple[Chapter, ...]
    placing: tuple[tuple[int, Band], ...]
    places: tuple[tuple[int, Person], ...]


def match_lists(facts: Facts) -> Lists:
    """Every game of the brackets."""
    main = next(one for one in facts.declared.stage if isinstance(one, MainBracket))
    repechage = next(one for one in facts.declared.stage if isinstance(one, Repechage))
    rounds = range(main.rounds[0], main.rounds[1] + 1)
    chapters = tuple(
        Chapter(f"m{number}", number, bands, open=number == facts.current)
        for number in rounds
        if (bands := _bands(facts, [number], ("main",)))
    )
    finals = _bands(facts, sorted(facts.games, reverse=True), ("final", "third", "semi"))
    groups = tuple(_group(facts, number) for number in range(1, len(repechage.groups) + 1))
    now = facts.report.tournament.now
    held = decided_places(now).held if now else {}
    places = tuple((place, facts.people[no]) for no, place in sorted(held.items(), key=lambda item: item[1]))
    return Lists(
        chapters,
        finals,
        tuple(group for group in groups if group.bands),
        _bands(facts, sorted(facts.games), ("placing",)),
        places,
    )


def _group(facts: Facts, number: int) -> Chapter:
    bands = tuple(
        (at, band)
        for at, band in _bands(facts, sorted(facts.games), ("repechage",))
        if band.group == str(number)
    )
    last = next((stage for stage in facts.declared.stage if isinstance(stage, Repechage)), None)
    winner = None
    if bands and last is not None and bands[-1][0] == last.rounds[1]:
        winner = next((side.person for side in _sides(bands[-1][1]) if side.won), None)
    return Chapter(f"g{number}", number, bands, lost_at(facts, str(number)), winner)


def _sides(band: Band) -> list[Side]:
    return [side for one in band.matches for side in (one.first, one.second) if side is not None]


def _bands(facts: Facts, rounds: Iterable[int], stages: tuple[str, ...]) -> tuple[tuple[int, Band], ...]:
    """(round, games) for each of these rounds, stages and groups."""
    found: dict[tuple[int, str, str | None], Band] = {}
    for number in rounds:
        games = facts.round(number)["games"] if number in facts.games else ()
        for stage in stages:
            for game in (one for one in games if one["stage"] == stage):
                group = facts.named_group(stage, game["group"])
                band = found.setdefault((number, stage, group), Band(stage, group))
                band.matches.append(match(facts, number, game))
    return tuple((key[0], band) for key, band in found.items())
