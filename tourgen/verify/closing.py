"""What there is only at the end: final rank, titles, awards and qualification, derived from the course."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from tourgen.formats.models import Award, PlaceTitle, Qualification
from tourgen.verify.bracket import BracketStage
from tourgen.verify.course import Course
from tourgen.verify.criteria import Values
from tourgen.verify.facts import Game, grade_level

TitleHolder = tuple[str, int, bool]  # title, roster number, left to the referee
Granted = dict[tuple[int, str | None], Award | Qualification]  # by roster number and the event it leads to
Line = TypeVar("Line", Award, Qualification)
SECOND = 2


def decided(course: Course) -> tuple[dict[int, int], set[int]]:
    """The ranks that the stages of `[final] first` give, and all that they give away, vacant ones included."""
    given: set[int] = set()
    for stage in course.finals:
        spans = [(1, stage.size if isinstance(stage, BracketStage) or stage.span else 0)]
        if isinstance(stage, BracketStage) and stage.declared.winner_places is not None:
            spans = [stage.declared.winner_places, stage.declared.loser_places or (1, 0)]
        given.update(place for low, high in spans for place in range(low, high + 1))
    return course.places_held, given


def final_values(course: Course, others: Sequence[int]) -> Mapping[int, Values]:
    """The criteria of those whose place no match decides, compared with each other; groups are merged by their keys."""
    order = course.declared.order
    criteria = order.criteria if course.declared.final.criteria is None else course.declared.final.criteria
    if order.by_group:
        keys = course.table(course.completed).keys
        return {no: tuple(row[order.criteria.index(one)] for one in criteria) for no, row in keys.items()}
    return replace(course.ground(), groups=[others]).values(criteria)


def final_ranks(course: Course) -> dict[int, int]:
    """「決勝の勝者を1位、敗者を2位とします」; who is equal in every criterion shares a rank: 1, 2, 2, 4."""
    ranks, given = decided(course)
    others = [no for no in course.table(course.completed).order if no not in ranks]
    values = final_values(course, others)
    # Everybody else takes the places that no match gives away.
    free = [place for place in range(1, len(course.numbers) + len(given) + 1) if place not in given]
    for no in others:
        ranks[no] = free[sum(values[other] > values[no] for other in others)]
    return ranks


def titles(course: Course, ranks: Mapping[int, int]) -> list[TitleHolder]:
    """優勝, 準優勝, and those of one sex or with a match of their own, for whoever took part."""
    found: list[TitleHolder] = []
    for line in course.declared.place_title:
        found += _contested(course, line, ranks) if line.sex or line.match else _plain(course, line, ranks)
    return [one for one in found if course.facts.entrants[one[1]].withdrawn_after != 0]


def _plain(course: Course, line: PlaceTitle, ranks: Mapping[int, int]) -> list[TitleHolder]:
    """Who has the rank; if both finalists are gone and nobody won, the order decides, and the referee."""
    held = decided(course)[0]
    seconds = [no for no in course.table(course.completed).order if held.get(no) == SECOND]
    if 1 not in ranks.values() and len(seconds) == SECOND and line.place <= SECOND:
        return [(line.title, seconds[line.place - 1], True)]
    return [(line.title, no, False) for no, rank in ranks.items() if rank == line.place]


def _contested(course: Course, line: PlaceTitle, ranks: Mapping[int, int]) -> list[TitleHolder]:
    """The match decides if it was won; else the places held, then the order, among that sex."""
    game = _game_of(course, line.match)
    if game is not None and game.winner is not None and game.second is not None:
        loser = game.second if game.winner == game.first else game.first
        holders = [(game.winner, False), (loser, False)]
    else:
        holders = _by_placing(course, line, game)
        if not line.match:
            holders.sort(key=lambda one: ranks[one[0]])
    return [(line.title, no, referee) for no, referee in holders[line.place - 1 : line.place]]


def _game_of(course: Course, match: str | None) -> Game | None:
    games = (
        game for sheet in course.played.values() for game in sheet.games if match and game.stage == match
    )
    return next(games, None)


def _by_placing(course: Course, line: PlaceTitle, game: Game | None) -> list[tuple[int, bool]]:
    """「女子最上位者から女子優勝・女子準優勝とします」; where only the order separates two, the referee decides."""
    inside, outside = course.best_overall(line.sex, line.match or "")
    last = len(course.numbers) + 1  # who has no place by a correction comes after those who have one
    places = course.places_held
    inside.sort(key=lambda no: places.get(no, last))
    if game is not None and game.second is not None:
        inside = [no for no in [*inside, *outside] if no in game.players]
        outside = []
    elif not inside and line.match:
        stage = course.stages[line.match]
        outside = [no for no in outside if course.facts.in_match(no, line.match, stage.first or 1)][:1]
    ordered = [*inside, *outside]
    # A tree that was not played has kept nobody waiting.
    first = min((stage.span[0] for stage in course.finals if stage.span), default=1)
    found = []
    for no in ordered:
        held = places.get(no)
        tied = held is not None and sum(places.get(other) == held for other in ordered) > 1
        both = game is not None and game.second is not None
        found.append((no, tied or both or course.facts.entrants[no].withdrawn(first)))
    return found


def awards(course: Course, ranks: Mapping[int, int]) -> Granted:
    """段位認定: the first line that fits, unless the grade held is equal or higher."""
    granted: Granted = {}
    for no, line in _fitting(course, ranks, course.declared.award):
        held, level = course.facts.entrants[no].grade, grade_level(line.award)
        # An award that is no grade (敢闘賞) can't be held already.
        if level is None or held is None or level > held:
            granted[no, None] = line
    return granted


def qualifications(course: Course, ranks: Mapping[int, int]) -> Granted:
    """王座戦出場: for each event it leads to, the first line that fits."""
    declared = course.declared.qualification
    return {
        (no, target): line
        for target in dict.fromkeys(line.target for line in declared)
        for no, line in _fitting(course, ranks, [line for line in declared if line.target == target])
    }


def _fitting(course: Course, ranks: Mapping[int, int], lines: Sequence[Line]) -> Iterator[tuple[int, Line]]:
    """The first line that fits everybody: a place, or at least so many wins; walkovers and assumed wins count."""
    view = course.table(course.completed).view
    for no in course.numbers:
        entrant, wins = course.facts.entrants[no], view.count(no, "win")
        for line in (
            lines if entrant.withdrawn_after != 0 else ()
        ):  # who withdrew before round 1 was not there
            low, high = line.places or (1, 0)
            # 「フリークラスから補充された選手を除く」
            barred = entrant.taken_in and isinstance(line, Award) and not line.replacements
            if not barred and (low <= ranks[no] <= high or (line.wins is not None and wins >= line.wins)):
                yield no, line
                break
