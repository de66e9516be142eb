"""The brackets as lists, for phones and for ears: round by round, group by group, and the places decided."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tourgen.formats.models import Bracket
from tourgen.web.bracket_poster import Brackets
from tourgen.web.division_view import Facts, Person
from tourgen.web.pairings import Band, Side, match
from tourgen.web.stages import LAST_FOUR


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
class Section:
    """A stage under its heading: as chapters to open, or as one list."""

    stage: str
    chapters: tuple[Chapter, ...] = ()
    bands: tuple[tuple[int, Band], ...] = ()


@dataclass(frozen=True, slots=True)
class Lists:
    """The whole division as lists."""

    places: tuple[tuple[int, Person], ...]
    finals: tuple[tuple[int, Band], ...]  # latest first
    others: tuple[Section, ...]  # matches that go on from those: one list each
    main: Section
    groups: tuple[Section, ...]  # of those who were beaten


def match_lists(facts: Facts, found: Brackets) -> Lists:
    """Every game of the brackets."""
    first = facts.stages.first
    held = facts.now.decided.held if facts.now else {}
    places = tuple((place, facts.people[no]) for no, place in sorted(held.items(), key=lambda item: item[1]))
    later = [one for one in facts.stages.brackets if one.entered_from]
    groups = [one for one in later if one.entered_from[0].at]
    others = [one for one in later if one.id not in found.finals and one not in groups]
    titled = LAST_FOUR if facts.declared.titled_tree == first.id else ()
    numbers = sorted(facts.games)
    return Lists(
        places,
        _bands(facts, reversed(numbers), [*_by_rank(facts, found.finals), *titled]),
        tuple(Section(one.id, bands=bands) for one in others if (bands := _bands(facts, numbers, (one.id,)))),
        Section(first.id, _rounds(facts, first.id)),
        tuple(_groups(facts, one) for one in groups),
    )


def _by_rank(facts: Facts, stages: Iterable[str]) -> list[str]:
    """Stages by the best place that they give, those that give none last."""
    final = facts.declared.final.first
    return sorted(stages, key=lambda one: final.index(one) if one in final else len(final))


def _rounds(facts: Facts, stage: str) -> tuple[Chapter, ...]:
    return tuple(
        Chapter(f"m{number}", number, bands, open=number == facts.current)
        for number in sorted(facts.games)
        if (bands := _bands(facts, [number], (stage,)))
    )


def _groups(facts: Facts, stage: Bracket) -> Section:
    chapters = (_group(facts, stage, name) for name in facts.stages.groups(stage))
    return Section(stage.id, tuple(one for one in chapters if one.bands))


def _group(facts: Facts, stage: Bracket, name: str) -> Chapter:
    bands = tuple(
        (at, band) for at, band in _bands(facts, sorted(facts.games), (stage.id,)) if band.group == name
    )
    winner = None
    span = facts.stages.spans[stage.id]
    if bands and span is not None and bands[-1][0] == span[1]:
        winner = next((side.person for side in _sides(bands[-1][1]) if side.won), None)
    return Chapter(f"g{name}", int(name), bands, facts.stages.lost_at(stage, name), winner)


def _sides(band: Band) -> list[Side]:
    return [side for one in band.matches for side in (one.first, one.second) if side is not None]


def _bands(facts: Facts, rounds: Iterable[int], stages: Iterable[str]) -> tuple[tuple[int, Band], ...]:
    """(round, games) for each of these rounds, stages and groups."""
    found: dict[tuple[int, str, str | None], Band] = {}
    listed = list(stages)
    for number in rounds:
        games = facts.round(number).games
        for stage in listed:
            for game in (one for one in games if one.stage == stage):
                group = facts.stages.named_group(stage, game.group)
                shown = facts.stages.shown(stage, number)
                band = found.setdefault((number, stage, group), Band(shown, group))
                band.matches.append(match(facts, number, game))
    return tuple((key[0], band) for key, band in found.items())
