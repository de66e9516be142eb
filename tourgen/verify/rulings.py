"""裁定: a round may have been paired before the committee decided a game of an earlier one; it stays as it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, islice

from tourgen.dataclass import replace
from tourgen.formats.declaration import Format
from tourgen.verify.course import Course, Section, relabelled
from tourgen.verify.facts import Facts, Match
from tourgen.verify.lottery import Lots
from tourgen.verify.rounds import BEST, fit

MOST = 32  # combinations of rulings that came later

Ruled = tuple[int, int]  # a round, and the first player of a game in it
Maker = Callable[[Facts, Format, Lots], Course]


def as_paired(course: Course, number: int, make: Maker) -> list[Section]:
    """What was to be played in a round: with all rulings, or with some games still pending where that fits better."""
    sections = course.sections(number)
    sheet = course.facts.sheets.get(number)
    ruled = [
        (at, game.first)
        for at, one in course.facts.sheets.items()
        for game in one.games
        if game.ruling and at < number
    ]
    if sheet is None or not ruled:
        return sections
    best = fit(course.facts, sheet, sections)
    choices = (some for count in range(len(ruled), 0, -1) for some in combinations(ruled, count))
    for still_open in islice(choices, MOST):
        if best == BEST:
            break
        then = _before(course, number, still_open, make)
        better = fit(course.facts, sheet, then)
        if better > best:
            sections, best = then, better
    return sections


def _before(course: Course, number: int, still_open: Sequence[Ruled], make: Maker) -> list[Section]:
    """The next round after the rounds before `number`, with these games pending again."""
    sheets = dict(course.facts.sheets)
    for at in range(1, number):
        games = tuple(_pending(game) if (at, game.first) in still_open else game for game in sheets[at].games)
        sheets[at] = replace(sheets[at], games=games)
    then = make(replace(course.facts, sheets=sheets), course.declared, course.lots)
    for at in range(1, number):
        then.take_in(relabelled(sheets[at], then.sections(at)))
    return then.sections(number)


def _pending(game: Match) -> Match:
    return replace(game, kind="pending", winner=None, ruling=False)
