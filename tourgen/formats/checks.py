"""What a declaration must fulfil as a whole, beyond the type of each key: whatever passes can be played."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from itertools import pairwise

from tourgen.formats.doubt import FormatProblem, criteria_doubts, doubt
from tourgen.formats.fitting import admits, fitted
from tourgen.formats.labels import grade_value
from tourgen.formats.models import Bracket, Flow, Format, Grouped, Lottery, Pool, words_in
from tourgen.formats.stage_checks import entrants_of, stage_doubts
from tourgen.formats.words import LEAVES_AS

MOST_BOARDS = 9
MOST_DRAWS = 10
MOST_NUMBERS = 9_999
FIELDS = range(1, 129)  # the numbers of entrants of which a first stage must take one
RESERVED = ("semi", "third", "final")


def doubts(declared: Format) -> list[FormatProblem]:
    """Everything that is wrong with the declaration as a whole."""
    found = [*_ids(declared), *_later(declared)]
    of_no_stage = [*_order(declared), *_starting_points(declared), *_lottery(declared)]
    if found:
        return found + of_no_stage
    for at, stage in enumerate(declared.stage, 1):
        found += stage_doubts(declared, stage, f"stage[{at}]")
    if not declared.first_stages:
        return [*found, doubt("stage", "stage-first"), *of_no_stage]
    found += [*_first_stages(declared), *_each_once(declared), *_final(declared), *of_no_stage]
    # A stage whose name was mistyped elsewhere is told there.
    ids = [stage.id for stage in declared.stage]
    mistyped = [
        near for one in found if one.code == "stage-unknown" for near in get_close_matches(one.found, ids)
    ]
    found += [one for one in _used(declared) if one.found not in mistyped]
    return found or [*_played(declared)]


def _ids(declared: Format) -> Iterator[FormatProblem]:
    ids = [stage.id for stage in declared.stage]
    for at, name in enumerate(ids):
        if not name or name in ids[:at]:
            yield doubt(f"stage[{at + 1}].id", "stage-twice", name)
        if name in ("", *RESERVED) and not isinstance(declared.stage[at], Bracket):
            yield doubt(f"stage[{at + 1}].id", "stage-reserved", name)


def _later(declared: Format) -> Iterator[FormatProblem]:
    """A stage is declared after the stages it comes from: so no circle can be written."""
    ids = [stage.id for stage in declared.stage]
    for at, stage in enumerate(declared.stage):
        for flow in stage.entered_from:
            if flow.who != "best-overall" and flow.stage not in ids[:at] and (flow.stage in ids or not at):
                yield doubt(f"stage[{at + 1}].from.stage", "stage-later", flow.stage or "")


def _first_stages(declared: Format) -> Iterator[FormatProblem]:
    for one, other in pairwise(declared.first_stages):
        key = f"stage[{declared.stage.index(other) + 1}]"
        if one.entrants is None and other.entrants is None:
            yield doubt(f"{key}.from", "from-missing", other.id, {"other": one.id})
        elif one.entrants is None or (other.entrants and other.entrants[1] <= one.entrants[1]):
            name, found = ("entrants", str(list(other.entrants))) if other.entrants else ("id", other.id)
            yield doubt(f"{key}.{name}", "stage-entrants", found, {"other": one.id})
    for at, stage in enumerate(declared.stage, 1):
        if stage.entrants and stage.entered_from:
            yield doubt(f"stage[{at}].entrants", "entrants-first", str(list(stage.entrants)))


def _each_once(declared: Format) -> Iterator[FormatProblem]:
    """Nobody is sent into two stages: two flows out of one stage take different players."""
    flows = [(stage, flow) for stage, flow in declared.flows if flow.stage is not None]
    for at, (stage, flow) in enumerate(flows):
        if any(flow.stage == one.stage and _same_players(flow, one) for _, one in flows[:at]):
            key = f"stage[{declared.stage.index(stage) + 1}].from"
            yield doubt(key, "flow-twice", flow.who, {"stage": flow.stage or ""})


def _same_players(one: Flow, other: Flow) -> bool:
    """Whether two flows out of a stage may name the same player; `next-best` and `rest` look at what others leave."""
    if one.sex is not None and other.sex is not None and one.sex != other.sex:
        return False
    meet = one.ranks[0] <= other.ranks[1] and other.ranks[0] <= one.ranks[1]
    if one.who == other.who:
        apart = one.at and other.at and not set(one.at) & set(other.at)
        return meet and not apart
    both, by_rank = {one.who, other.who}, {"best", "places", "unbeaten"}
    if both <= by_rank:
        return "unbeaten" in both or meet
    return bool(both & by_rank and both & LEAVES_AS.keys())


def _order(declared: Format) -> Iterator[FormatProblem]:
    order = declared.order
    if not order.criteria:
        yield doubt("order.criteria", "format-value", "[]", {"expected": '["wins", …]'})
    yield from criteria_doubts(declared, order.criteria, "order.criteria")
    yield from criteria_doubts(declared, declared.final.criteria or (), "final.criteria")
    ids = tuple(stage.id for stage in declared.stage)
    for name in order.counted if isinstance(order.counted, tuple) else ():
        if name not in ids:
            yield doubt("order.counted", "stage-unknown", name, known=ids)
    if not declared.counted:
        yield doubt("order.counted", "counted-nothing")
    if order.by_group and order.decided_places:
        yield doubt("order.decided_places", "by-group-places")
    if order.by_group:
        if not all(isinstance(stage, Grouped) for stage in declared.first_stages):
            yield doubt("order.by_group", "by-group")
        for name in words_in(declared.final_criteria):
            if name not in words_in(order.criteria):
                # The final rank merges the groups by the values that the standings have.
                yield doubt("final.criteria", "criterion-merged", name, known=tuple(words_in(order.criteria)))


def _starting_points(declared: Format) -> Iterator[FormatProblem]:
    """McMahon: two grades, the bar above the floor, and a criterion that counts the points."""
    points, key = declared.score.starting_points, "score.starting_points"
    if points is None:
        return
    grades = {"floor": points.floor, "bar": points.bar}
    levels = {name: grade_value(grade) for name, grade in grades.items()}
    for name, grade in grades.items():
        if levels[name] is None:
            yield doubt(f"{key}.{name}", "format-value", grade, {"expected": '"10級", "四段", "15k", "4d"'})
    if None not in levels.values() and (levels["floor"] or 0) >= (levels["bar"] or 0):
        yield doubt(key, "starting-points-order", points.bar, {"floor": points.floor})
    lists = [declared.order.criteria, *(one.pair_by for one in declared.stage if isinstance(one, Pool))]
    if not any("points" in name for names in lists for name in words_in(names)):
        yield doubt(key, "starting-points-unused")


def _final(declared: Format) -> Iterator[FormatProblem]:
    ids = tuple(stage.id for stage in declared.stage)
    for name in declared.final.first:
        if name not in ids:
            yield doubt("final.first", "stage-unknown", name, known=ids)
    for at, title in enumerate(declared.place_title, 1):
        if title.match is not None and title.match not in ids:
            yield doubt(f"place_title[{at}].match", "stage-unknown", title.match, known=ids)
        elif title.match is not None:
            stage = declared.stage_of(title.match)
            if not isinstance(stage, Bracket) or entrants_of(declared, stage) != 2:
                yield doubt(f"place_title[{at}].match", "title-match", title.match)
    labels = (*ids, *(RESERVED if declared.final.first and not set(declared.final.first) - set(ids) else ()))
    for at, control in enumerate(declared.time_control, 1):
        for name in control.games:
            if name not in labels:
                yield doubt(f"time_control[{at}].games", "stage-unknown", name, known=labels)
    count = len(declared.boards)
    if count and (count % 2 == 0 or count > MOST_BOARDS or len(set(declared.boards)) != count):
        yield doubt("boards", "boards-odd", ", ".join(declared.boards), {"most": MOST_BOARDS})
    if declared.handicap is not None and declared.game != "go":
        yield doubt("handicap.by", "handicap-game", declared.game)
    if not any(name not in ids for name in declared.final.first):
        yield from _places(declared)


def _places(declared: Format) -> Iterator[FormatProblem]:
    """Matches that give places give each of them once; a stage that gives them from 1 on stands alone."""
    given: list[int] = []
    for name in declared.final.first:
        stage = declared.stage_of(name)
        spans = (stage.winner_places, stage.loser_places) if isinstance(stage, Bracket) else (None, None)
        if any(flow.at for flow in stage.entered_from):
            yield doubt("final.first", "final-first-trees", name)
        elif len(declared.final.first) > 1 and spans[0] is None:
            yield doubt("final.first", "final-first-alone", name)
        given += [place for span in spans if span and all(spans) for place in range(span[0], span[1] + 1)]
    twice = sorted({place for place in given if given.count(place) > 1})
    if twice:
        yield doubt("final.first", "places-once", ", ".join(map(str, twice)))


def _lottery(declared: Format) -> Iterator[FormatProblem]:
    lottery = declared.lottery
    if lottery.method != "linear-congruence" and lottery.numbers is None:
        yield doubt("lottery.numbers", "format-key-missing", "numbers")
    spans = {f"seed_numbers.{sex}": span for sex, span in lottery.seed_numbers.items()}
    for key, span in {"numbers": lottery.numbers or (1, 1), **spans}.items():
        if span[0] > span[1] or span[1] > MOST_NUMBERS:
            expected = {"expected": f"[1, 64] (~{MOST_NUMBERS})"}
            yield doubt(f"lottery.{key}", "format-value", str(list(span)), expected)
    for place in lottery.seed_places:
        low, high = lottery.numbers or (1, 0)
        if not low <= place <= high or lottery.seed_places.count(place) > 1:
            yield doubt("lottery.seed_places", "format-value", str(place), {"expected": f"{low}-{high}"})
    if lottery.draws > MOST_DRAWS:
        yield doubt("lottery.draws", "format-value", str(lottery.draws), {"expected": "3"})
    if lottery.draw_names and len(lottery.draw_names) != lottery.draws:
        count = {"expected": lottery.draws}
        yield doubt("lottery.draw_names", "format-count", str(len(lottery.draw_names)), count)
    if lottery.seeds != "none":
        yield from _seed_numbers(lottery)


def _seed_numbers(lottery: Lottery) -> Iterator[FormatProblem]:
    """Seeds that draw a number need numbers of their own to draw."""
    if not lottery.seed_numbers:
        yield doubt("lottery.seed_numbers", "format-key-missing", "seed_numbers")
        return
    for sex, count in lottery.seed_count.items():
        low, high = lottery.seed_numbers.get(sex, (1, 0))
        if count > high - low + 1:
            expected = {"expected": f"0-{high - low + 1}"}
            yield doubt(f"lottery.seed_count.{sex}", "format-count", str(count), expected)
    spans = sorted(lottery.seed_numbers.values())
    reached = lottery.seeds == "replace" and spans[-1][1] >= lottery.first_number
    if reached or any(one[1] >= other[0] for one, other in pairwise(spans)):
        shown = ", ".join(f"{sex} {low}-{high}" for sex, (low, high) in lottery.seed_numbers.items())
        yield doubt("lottery.seed_numbers", "seed-numbers-overlap", shown)


def _used(declared: Format) -> Iterator[FormatProblem]:
    """A stage must lead somewhere: its games count, it gives places or a title, or another stage takes from it."""
    sources = {flow.stage for _, flow in declared.flows}
    titles = {title.match for title in declared.place_title}
    for at, stage in enumerate(declared.stage, 1):
        if stage.id not in {*declared.counted, *declared.final.first, *sources, *titles}:
            yield doubt(f"stage[{at}].id", "stage-counts-nowhere", stage.id)


def _played(declared: Format) -> Iterator[FormatProblem]:
    """Of several first stages each is played with some number of entrants."""
    played = {fitted(declared, count).first_stage.id for count in FIELDS if admits(declared, count)}
    for at, stage in enumerate(declared.stage, 1):
        if not stage.entered_from and stage.id not in played:
            yield doubt(f"stage[{at}].id", "stage-never", stage.id)
