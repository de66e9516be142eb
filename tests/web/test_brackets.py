"""Brackets, journeys, bracket numbers and award lists of the new Othello system, read off the view data."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace

import pytest

from tests.random.troubles import Chances
from tests.web.built import Files, Pages
from tests.web.sample import division
from tests.web.states import replacements
from tourgen.event.load_event import LoadedDivision
from tourgen.formats import read_format, shipped_text
from tourgen.model import Player
from tourgen.simulate.invented import invented_field
from tourgen.web.awards import award_list
from tourgen.web.bracket.lists import match_lists
from tourgen.web.bracket.poster import Brackets, brackets, drawing
from tourgen.web.bracket.shapes import Drawing, short_names
from tourgen.web.bracket.trees import Slot, Tree
from tourgen.web.bracket.way import way_of
from tourgen.web.division_view import DivisionView
from tourgen.web.lottery import bracket_numbers
from tourgen.web.standings import by_wins, table

QUIET = Chances()
OPEN, LADIES = "othello-new-64", "othello-new-32"


def field_without(places: set[int], format_id: str = OPEN) -> dict[int, Player]:
    """A field in which nobody stands on these bracket numbers."""
    declared, problems = read_format(shipped_text(format_id), format_id)
    assert declared is not None, problems
    assert declared.lottery.numbers is not None
    count = declared.lottery.numbers[1]
    people = invented_field(declared, count, random.Random(5), 0.0)
    plain = {no: replace(p, seed="", desk_number=no) for no, p in people.items()}
    return {no: player for no, player in plain.items() if no not in places}


def grown(facts: DivisionView) -> Brackets:
    """The brackets of a division in which everybody starts in one."""
    found = brackets(facts)
    assert found is not None
    return found


def drawn_of(facts: DivisionView) -> Drawing:
    return drawing(facts, grown(facts))


def groups_of(found: Brackets) -> list[Tree]:
    """The groups of those who were beaten, by number."""
    trees = [tree for pair in found.pairs for tree in (pair.left, pair.right) if tree is not None]
    return sorted(trees, key=lambda tree: int(tree.group or 0))


def gappy(places: set[int], rounds: int = 7) -> LoadedDivision:
    return division(OPEN, 64, rounds, None, entries=field_without(places), chances=QUIET)


@pytest.mark.parametrize(("format_id", "size", "depth"), [(OPEN, 64, 6), (LADIES, 32, 5)])
@pytest.mark.parametrize("rounds", [0, 2, 5, 7])
def test_the_tree_has_its_whole_shape_from_the_first_round_on(
    format_id: str, size: int, depth: int, rounds: int
) -> None:
    found = grown(DivisionView(division(format_id, size, rounds, 0.5, chances=QUIET)))
    assert [len(level) for level in found.main] == [size >> at for at in range(1, depth + 1)]
    assert found.main[-1][0].label == "final"
    assert (found.third is not None) == (format_id == OPEN)
    sizes = [len(group.slots) for group in groups_of(found)]
    assert sizes == ([2, 2, 4, 4, 8, 8, 16, 16] if format_id == OPEN else [2, 4, 8, 16])
    assert len(found.pairs) == len(sizes) // 2
    assert all(pair.match is not None and pair.right is not None for pair in found.pairs)


def test_a_full_field_leaves_no_place_empty_and_everybody_wins_as_often_as_the_results_say() -> None:
    facts = DivisionView(division(OPEN, 64, 7, None, entries=field_without(set()), chances=QUIET))
    found = grown(facts)
    nodes = [node for level in found.main for node in level]
    nodes += [node for group in groups_of(found) for level in group.levels for node in level]
    assert all(slot.person for node in nodes for slot in node.sides)
    assert all(node.won and not node.walkover for node in nodes)
    assert facts.now is not None
    assert sorted(facts.now.decided.held.values()) == list(range(1, 13))
    champion = next(entry.no for entry in facts.results.titles if entry.title == "優勝")
    assert found.main[-1][0].winner.person is facts.people[champion]


def test_who_meets_an_empty_place_walks_over_and_two_of_them_stay_empty() -> None:
    found = grown(DivisionView(gappy({2, 5, 6})))
    first = found.main[0]
    assert first[0].walkover
    assert first[0].wins(first[0].sides[0])
    assert first[0].sides[1] == Slot(2)
    assert not first[2].won  # 5 and 6: nobody
    assert first[2].winner == Slot(5)
    assert found.main[1][1].sides[0] == Slot(5)
    assert found.main[1][1].walkover


def test_empty_places_are_faint_and_named_so() -> None:
    drawn = drawn_of(DivisionView(gappy({2, 5, 6})))
    for place in (2, 5, 6):
        journey = drawn.journeys[place]
        assert journey.person is None
        assert not journey.lines
        assert journey.names[0][1].key == "bracket.empty"
    assert any(text.key == "bracket.walkover" for text in drawn.journeys[1].labels)


def test_a_journey_goes_on_into_the_repechage() -> None:
    facts = DivisionView(division(OPEN, 64, 7, None, entries=field_without(set()), chances=QUIET))
    drawn, found = drawn_of(facts), grown(facts)
    loser = next(slot for slot in found.main[0][0].sides if not found.main[0][0].wins(slot))
    assert loser.place is not None
    journey = drawn.journeys[loser.place]
    assert len(journey.names) == 2
    played = sum(
        game.stage in ("main", "repechage", "placing") for _, game in facts.played(journey.person.no)
    )  # type: ignore[union-attr]
    assert len(journey.lines) == played


def test_the_drawing_is_the_same_every_time_and_stays_inside_its_sheets() -> None:
    facts = DivisionView(division(OPEN, 61, 4, 0.5))
    one, again = drawn_of(facts), drawn_of(facts)
    assert one == again
    texts = [*one.texts, *(text for journey in one.journeys.values() for text in journey.labels)]
    assert all(0 <= text.x <= 1200 and 0 <= text.y <= one.height for text in texts)


def test_a_round_in_play_shows_results_and_tables() -> None:
    facts = DivisionView(division(OPEN, 64, 1, 0.5, chances=QUIET))
    level = grown(facts).main[1]
    assert any(node.won for node in level)
    assert any(node.table for node in level)
    assert not any(node.won and node.table for node in level)


def test_short_names() -> None:
    facts = DivisionView(division(OPEN, 64, 0, None, chances=QUIET))
    people = facts.present[:5]
    names = ["雛形 例", "雛形 花", "単独", "John Smith", "見本 一"]
    named = [replace(person, name=name) for person, name in zip(people, names, strict=True)]
    assert list(short_names(named).values()) == ["雛形(例)", "雛形(花)", "単独", "Smith", "見本"]


def test_lists_hold_every_game_of_the_brackets() -> None:
    facts = DivisionView(division(OPEN, 61, 7, None))
    lists = match_lists(facts, grown(facts))
    parts = [lists["finals"], *(bands for _, bands in (*lists["main"], *lists["others"]))]
    parts += [one["bands"] for _, groups in lists["groups"] for one in groups]
    bands = [band for part in parts for _, band in part]
    listed = sum(len(band.matches) for band in bands)
    games = [game for entry in facts.rounds for game in entry.games]
    assert listed == sum(game.stage != "ranking" for game in games)


@pytest.mark.parametrize("format_id", [OPEN, LADIES])
@pytest.mark.parametrize("rounds", [0, 3, 5, 7])
def test_everybody_has_a_way(format_id: str, rounds: int) -> None:
    facts = DivisionView(division(format_id, 32 if format_id == LADIES else 64, rounds, None))
    for person in facts.present:
        way = way_of(facts, person)
        assert way is not None
        marks = "".join(leg.marks for leg in way["legs"])
        assert len(marks) == len(list(facts.played(person.no)))
        stages = [(leg.stage, leg.group) for leg in way["legs"]]
        assert len(stages) == len(set(stages))
        assert (way["place"] is not None) >= facts.finished


def test_places_decided_by_a_match_stand_under_their_own_heading() -> None:
    facts = DivisionView(division(OPEN, 64, 7, None, chances=QUIET))
    groups = list(by_wins(facts, table(facts, facts.standings[-1]).lines))
    assert groups[0][0] is None
    assert len(groups[0][1]) == 12
    assert all(wins is not None for wins, _ in groups[1:])


def test_replacements_name_where_they_came_from(sites: dict[str, Files]) -> None:
    report = replacements()
    open_, women, free = (DivisionView(one, report.divisions) for one in report.divisions)
    came = [p for p in (*open_.present, *women.present) if p.came_from]
    assert {(p.came_from.division, p.came_from.name) for p in came if p.came_from} == {
        ("free", "フリークラス")
    }
    moved = [p for p in free.people.values() if p.moved_to]
    assert sorted(p.name for p in moved) == sorted(p.name for p in came)
    numbers = {one["number"]: one for one in bracket_numbers(open_)}
    filled = [one for one in numbers.values() if one["how"] == "replacement"]
    assert {one["person"] for one in filled} == {p for p in came if p in open_.present}
    assert any(one["absent"] for one in filled)
    pages = sites["replacements"]
    for p in came:
        folder = "open" if p in open_.present else "women"
        for page in ("players", "lottery", "awards", "standings", p.href.removesuffix(".html")):
            assert "補充" in pages[f"{folder}/{page}.html"].decode(), (folder, page)
    assert "無差別の部へ補充" in pages["free/players.html"].decode()
    assert "無差別の部へ補充" in pages["free/lottery.html"].decode()


def test_awards_are_listed_as_they_are_read_out() -> None:
    report = replacements()
    for one in report.divisions:
        facts = DivisionView(one, report.divisions)
        shown = award_list(facts)
        people = [entry for group in shown.groups for entry in group.people]
        assert people[0].line.rank == 1
        given = {entry.person.no: entry.line.award for entry in people if entry.line.award}
        assert {no: award.award for no, award in given.items()} == {
            entry.no: entry.award for entry in facts.results.awards
        }
        qualified = {entry.person.no for entry in people if entry.qualified}
        assert qualified == {entry.no for entry in facts.results.qualified}
        assert len(people) + shown.others == len(facts.results.final or ())
        held = [entry for entry in people if entry.line.why_not == "held"]
        assert all(entry.person.grade for entry in held)


def test_award_tables_of_the_event(sites: dict[str, Files]) -> None:
    files = sites["replacements"]
    rows = files["awards.csv"].decode("utf-8-sig").splitlines()
    assert rows[0].startswith("部門,順位,勝,称号,名簿番号,氏名,所属,段級位,認定段級位,賞,認定料,理由,出場権")
    assert rows[1].startswith("無差別の部,1,")
    assert {row.split(",")[0] for row in rows[1:]} == {"無差別の部", "女子の部", "フリークラス"}
    for name in ("awards.xlsx", "open/awards.xlsx", "women/awards.csv"):
        assert files[name]


def test_who_has_qualified_is_not_shown_with_assumed_wins(pages: Pages) -> None:
    """The third-place match of the leagues' knockout: both lost a semi-final and count as unbeaten."""
    page = pages["replacements/free/r6.html"]
    assert page.count("<small>勝ち抜け</small>") == 2, "the finalists, as the opponent sees it"
    assert page.count("<small></small>") >= 2, "who lost a semi-final is neither unbeaten nor through"


def test_bracket_numbers_from_draws_can_be_computed_again(pages: Pages) -> None:
    page = pages["drawn-numbers/women/lottery.html"]
    data = json.loads(re.search(r'id="lottery">(.*?)</script>', page, re.S)[1])  # type: ignore[index]
    assert data["places"] == [1, 32] and [row[0] for row in data["rows"]] == list(range(1, 31))
    assert {row[2] for row in data["rows"] if row[3]} >= {32, 16, 8}, "seeds keep their places"
    other = pages["drawn-numbers/open/lottery.html"]
    rows = json.loads(re.search(r'id="lottery">(.*?)</script>', other, re.S)[1])["rows"]  # type: ignore[index]
    assert [row[0] for row in rows] == list(range(1, 25)), "who left counts in the roster's order"
    assert 'data-no="6"' not in other
