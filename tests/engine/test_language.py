"""The format language: every shipped file is read, and whatever is wrong is answered at once with what was meant."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from tests.engine.builders import SWISS, best, declared, stage
from tests.engine.declarations import checked, declaration, every_word, words_used
from tests.engine.declarations import run as random_declaration
from tests.engine.random_play import CALM, DESERTED, UNRULY, admitted, play
from tourgen.formats import FormatProblem, admits, fitted, read_format, shipped_formats, shipped_text
from tourgen.formats.models import Bracket, Format, Pool
from tourgen.messages.problems import message

NEW = (
    *("othello-swiss", "othello-world", "shogi-two-wins", "knockout", "round-robin", "groups-knockout"),
    *("go-mcmahon", "go-team-handicap"),
)


def shipped(format_id: str, **settings: object) -> Format:
    return declared(shipped_text(format_id), **settings)


def problems(text: str, **settings: object) -> list[FormatProblem]:
    """Every problem of a text; each must have its words in both languages."""
    found, wrong = read_format(text, "test", settings)
    assert found is None
    for one in wrong:
        for language in ("ja", "en"):
            words = message(one.code, language, found=one.found, **one.params)
            assert not re.search(r"\{[a-z_]+\}", words), one
    return wrong


def swiss(**lines: str) -> str:
    return SWISS.format(
        **{"game": "shogi", "head": "", "score": "", "stage": "", "criteria": '["wins"]', "rounds": 5} | lines
    )


def test_there_are_eighteen_formats() -> None:
    assert len(shipped_formats()) == 18
    assert all(shipped(one) for one in shipped_formats())


@pytest.mark.parametrize("format_id", NEW)
def test_the_everyday_formats_run_to_their_end(format_id: str) -> None:
    form = shipped(format_id)
    sizes = admitted(form, 20)
    assert sizes
    for count in sizes[:6] + sizes[6::5]:
        for seed, day in enumerate((CALM, UNRULY, DESERTED)):
            play(form, count, day, seed)


@pytest.mark.parametrize(
    "settings", [{"ties": "brightwell-6"}, {"ties": "opponents-wins", "draw_games": True}]
)
def test_the_settings_of_a_club_swiss(settings: dict[str, object]) -> None:
    form = shipped("othello-swiss", **settings)
    assert form.order.criteria == ("wins", settings["ties"])
    assert form.score.unit == (2 if settings.get("draw_games") else 1)
    play(form, 9, UNRULY, 1)


def test_random_declarations_that_pass_can_be_played() -> None:
    found = [random_declaration(seed=7, number=number) for number in range(1, 111)]
    assert sum(sound for _, _, sound in found) > 15
    assert [fault for _, fault, _ in found if fault] == []


def test_every_word_of_the_language_occurs_in_random_declarations() -> None:
    missing = every_word()
    for number in range(1, 2000):
        table = declaration(random.Random(f"words {number}"))
        if missing & set(words_used(table)) and checked(table):
            missing -= set(words_used(table))
    assert missing == set()


@pytest.mark.parametrize(
    ("text", "code", "key", "suggestion"),
    [
        (swiss(stage='avoid = ["rematches"]'), "format-choice", "stage[1].avoid[1]", "rematch"),
        (swiss(stage='opponent = "highest"'), "format-choice", "stage[1].opponent", "highest-possible"),
        (swiss(stage="kid = 1"), "format-key-unknown", "stage[1].kid", "id"),
        (
            swiss(criteria='["wins", "disc-diference"]'),
            "criterion-unknown",
            "order.criteria",
            "disc-difference",
        ),
        (swiss(criteria='["wins", "wins"]'), "criterion-twice", "order.criteria", ""),
        (swiss(head='titel = "x"'), "format-key-unknown", "titel", "title"),
        (swiss(score="wins = 1"), "format-key-unknown", "score.wins", "win"),
        (swiss(stage='leave = ["wins-two"]'), "format-choice", "stage[1].leave", "wins-2"),
        (swiss(stage='even_up = ["B>A"]'), "pool-even-up", "stage[1].even_up", ""),
        (swiss(rounds="0"), "format-value", "stage[1].rounds[2]", ""),
        (swiss(rounds='"$round"'), "setting-unknown", "stage[1].rounds[2]", ""),
        (swiss().replace('kind = "pool"', 'kind = "league"'), "format-choice", "stage[1].kind", "pool"),
        (swiss().replace('kind = "pool"', 'kind = "leagues"'), "format-old", "stage[1].kind", ""),
        (swiss(stage='bye = "inside-optimum"'), "format-old", "stage[1].bye", ""),
        (swiss(stage='beaten_to = "ranking"'), "format-old", "stage[1].beaten_to", ""),
        (swiss().replace('name = "スイス式"\n', ""), "format-key-missing", "stage[1].name", ""),
        (swiss(criteria='["SODOS"]'), "criterion-unknown", "order.criteria", "beaten-wins"),
        (swiss(criteria='["match-points"]'), "criterion-unknown", "order.criteria", "points"),
        (swiss(criteria='["直接対決"]'), "criterion-unknown", "order.criteria", "direct-encounter"),
        (swiss(criteria='["brightwell"]'), "criterion-unknown", "order.criteria", "brightwell-6"),
        (swiss(head="rounds = 5"), "key-elsewhere", "rounds", ""),
        ("title = ", "toml-broken", "", ""),
    ],
)
def test_what_is_wrong_is_said_with_what_was_meant(text: str, code: str, key: str, suggestion: str) -> None:
    found = problems(text)
    assert (code, key) in [(one.code, one.key) for one in found], found
    if suggestion:
        assert suggestion in str([one.params.get("suggestion", "") for one in found])


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (swiss(stage="best_of = 2"), ["1 / 3 / 5 / 7 / 9"]),
        (swiss(score='draw = "half"'), ["0.5"]),
        (swiss().replace("rounds = [1, 5]", "rounds = [0, 5]"), ["1, 2, 3 …"]),
        (swiss().replace("rounds = [1, 5]", 'rounds = "5"'), ['[1, 5], 6, "with-final"']),
        (swiss().replace("rounds = [1, 5]", "rounds = 5"), ["[1, 5]"]),
        (swiss(criteria='"wins"'), ['["wins", "opponents-wins"]']),
        (swiss(criteria='[{ sum = ["wins"] }]'), ["times = [1, 6]"]),
        (swiss().replace("rounds = [1, 5]", ""), ["rounds = [1, 5]"]),
        (swiss(stage='leave = ["2-wins"]').replace("rounds = [1, 5]", ""), [None]),
    ],
)
def test_one_mistake_is_told_once_with_what_to_write(text: str, wanted: list[str | None]) -> None:
    assert [one.params.get("expected", one.params.get("example")) for one in problems(text)] == wanted


def test_everything_is_said_at_once() -> None:
    text = swiss(stage='opponent = "x"\navoid = ["y"]\nfoo = 1', head="bar = 2")
    keys = {one.key for one in problems(text)}
    assert keys == {"stage[1].opponent", "stage[1].avoid[1]", "stage[1].foo", "bar"}


@pytest.mark.parametrize(
    ("line", "instead", "wanted"),
    [
        ('title = "例会"', "", ("format-key-missing", "title")),
        ('game = "shogi"', 'game = "chess"', ("format-choice", "game")),
        ('name = "決勝"', "", ("format-key-missing", "stage[2].name")),
        ('id = "last"', "", ("format-key-missing", "stage[2].id")),
        ('kind = "bracket"', 'kind = "tree"', ("format-choice", "stage[2].kind")),
        ('who = "best"', 'who = "top"', ("format-choice", "stage[2].from.who")),
    ],
)
def test_a_key_that_must_be_there_hides_nothing_else(
    line: str, instead: str, wanted: tuple[str, str]
) -> None:
    """Of the rest everything is told at once all the same, and nothing that follows from it."""
    text = """
title = "例会"
game = "shogi"
[[stage]]
id = "swiss"
kind = "pool"
name = "予選"
rounds = [1, 4]
[[stage]]
id = "last"
kind = "bracket"
name = "決勝"
third = "played"
from = { stage = "swiss", who = "best", count = 4 }
[order]
criteria = ["wins", "elo"]
[final]
first = ["last"]
"""
    unknown = ("criterion-unknown", "order.criteria")
    assert [(one.code, one.key) for one in problems(text)] == [unknown]
    told = {(one.code, one.key) for one in problems(text.replace(line, instead))}
    assert told == {wanted, unknown}


def test_stages_in_a_circle_hide_no_unknown_criterion() -> None:
    again = stage("swiss", "bracket", best(2, "swiss"))
    circle = stage("last", "bracket", '{ stage = "last", who = "winners" }')
    for stages, code in ((again, "stage-twice"), (circle, "stage-later")):
        found = [one.code for one in problems(swiss(stage=stages, criteria='["elo"]'))]
        assert found == [code, "criterion-unknown"]


def test_a_file_with_a_mistake_in_every_stage() -> None:
    """Words, flows, rounds, criteria and a stage that leads nowhere, though another stage's name is mistyped."""
    passed, mistyped = '{ stage = "swiss", who = "passed" }', '{ stage = "siwss", who = "rest" }'
    stages = stage("nobody", "pool", passed, "rounds = [4, 5]")
    stages += stage("unused", "bracket", best(4, "swiss"), "rounds = [2, 4]")
    stages += stage("second", "round-robin", mistyped, 'rounds = [4, 5]\ndeal_by = ["rating", "elo"]')
    text = swiss(stage=f'opponent = "highest"\n{stages}', criteria='["wins", "board-wins"]')
    assert {(one.key, one.code) for one in problems(text)} == {
        ("stage[1].opponent", "format-choice"),
        ("stage[2].from.who", "flow-nobody-leaves"),
        ("stage[3].from", "flow-twice"),
        ("stage[3].rounds", "rounds-start"),
        ("stage[3].id", "stage-counts-nowhere"),
        ("stage[4].from.stage", "stage-unknown"),
        ("stage[4].rounds", "round-robin-open"),
        ("stage[4].deal_by", "criterion-unknown"),
        ("order.criteria", "criterion-boards"),
    }


def test_a_field_is_not_taken_whose_final_its_rounds_do_not_reach() -> None:
    """Two of each group of four: with 17 there are five groups, and ten do not come to a final in three rounds."""
    first = stage("first", "bracket", best(2, "swiss"), "rounds = 6")
    last = stage("last", "bracket", '{ stage = "first", who = "winners" }', "rounds = [7, 8]\nbest_of = 3")
    text = swiss(stage=f"group_sizes = [4]\n{first}{last}") + '[final]\nfirst = ["last"]\n'
    found = declared(text)
    assert [count for count in range(4, 40) if admits(found, count)] == [4, 8, 12, 16]


def test_only_groups_can_cross() -> None:
    """Who comes from a tree, or is among the best of all, is of no group whose neighbour they could meet.

    Nor are two groups of different stages neighbours, or their players group mates.
    """
    tree = stage("tree", "bracket", best(2, "swiss"))
    for flow in (
        '[{ stage = "tree", who = "winners" }, { stage = "swiss", who = "rest" }]',
        '{ who = "best-overall", count = 4 }',
    ):
        text = swiss(stage=tree + stage("last", "bracket", flow, 'rounds = 9\nseats = "across"'))
        assert "seats-across" in [one.code for one in problems(text)]
    pool = stage("pool", "pool", best(4, "swiss"), 'groups = ["A", "B"]\nrounds = 10')
    both = f'[{best(1, "pool")}, {{ stage = "swiss", who = "rest" }}]'
    for seats in ('seats = "across"', 'seats = "seeded"\navoid = ["same-group"]'):
        of_two, of_one = (
            [one.code for one in problems(swiss(stage=pool + stage("last", "bracket", flow, seats)))]
            for flow in (both, best(1, "pool"))
        )
        assert "seats-across" in of_two and "seats-across" not in of_one


def test_the_best_of_all_are_not_taken_while_a_pool_lasts() -> None:
    """Whoever still plays in a pool could not be among them (decision E47)."""
    found = {}
    for number in (9, 10):
        flow = '{ who = "best-overall", count = 2 }'
        text = swiss(stage=stage("last", "bracket", flow, f"rounds = {number}"), rounds=9)
        found[number] = "rounds-start" in [one.code for one in problems(text)]
    assert found == {9: True, 10: False}


def test_a_wrong_setting_is_told_at_its_own_name() -> None:
    found = problems(shipped_text("shogi-championship"), rounds="four", cuts=3)
    assert {(one.code, one.key) for one in found} == {
        ("setting-unknown", "cuts"),
        ("setting-value", "rounds"),
    }


def test_every_problem_stands_at_its_line() -> None:
    text = swiss(stage='opponent = "x"\navoid = [\n  "second-bye",\n  "y",\n]', criteria='["wins", "z"]')
    lines = {one.line for one in problems(text)}
    assert lines == {1 + text[: text.index(wrong)].count("\n") for wrong in ('"x"', '"y"', '"z"')}


OLD = Path(__file__).parents[1] / "fixtures" / "old_formats"


@pytest.mark.parametrize("file", sorted(OLD.glob("*.toml")), ids=lambda file: file.stem)
def test_a_file_of_the_older_language_is_answered_line_by_line(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    found = problems(text)
    assert {one.code for one in found} == {"format-old"}
    known = {name for model in (Pool, Bracket) for name in (*model.model_fields, "from")}
    for number, line in enumerate(text[: text.index("\n[order]")].split("\n"), 1):
        key = line.partition(" =")[0]
        of_stage = number > text[: text.index("[[stage]]")].count("\n") and key.isidentifier()
        if of_stage and (key not in known or '"inside-optimum"' in line):
            assert number in [one.line for one in found], line


def test_what_is_wrong_beside_a_wrong_word_is_said_as_well() -> None:
    text = swiss(stage='opponent = "x"', criteria='["wins", "points", "points"]')
    assert {one.code for one in problems(text)} == {"format-choice", "criterion-twice"}


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ('seeds = "replace"', "format-key-missing"),
        (
            'seeds = "replace"\nseed_numbers = { M = [1, 4], F = [4, 6] }\nfirst_number = 11',
            "seed-numbers-overlap",
        ),
        ('seeds = "replace"\nseed_numbers = { M = [1, 4] }\nfirst_number = 3', "seed-numbers-overlap"),
        ('draw_names = ["A"]', "format-count"),
        ('method = "desk"', "format-key-missing"),
        ("draws = 11", "format-value"),
    ],
)
def test_a_lottery_that_can_not_be_drawn(lines: str, code: str) -> None:
    assert code in [one.code for one in problems(swiss(head=f"[lottery]\n{lines}"))]


@pytest.mark.parametrize(
    ("kind", "flow", "more", "code"),
    [
        ("bracket", '{ stage = "swis", who = "best", count = 2 }', "", "stage-unknown"),
        ("bracket", '{ stage = "swiss", who = "best" }', "", "format-key-missing"),
        ("bracket", '{ stage = "swiss", who = "winners" }', "", "flow-who"),
        ("bracket", '{ stage = "swiss", who = "passed" }', "", "flow-nobody-leaves"),
        ("bracket", '{ stage = "swiss", who = "best", count = 2 }', "rounds = [3, 3]", "rounds-start"),
        ("bracket", '{ stage = "swiss", who = "best", count = 2 }', "", "stage-counts-nowhere"),
        ("bracket", '{ stage = "swiss", who = "best", count = 4 }', "rounds = 6", "rounds-short"),
        (
            "bracket",
            '{ stage = "swiss", who = "best", count = 4 }',
            'seats = ["A1", "A2"]',
            "seats-forgotten",
        ),
        (
            "bracket",
            '{ stage = "swiss", who = "best", count = 2 }',
            "winner_places = 1",
            "format-key-missing",
        ),
        ("pool", '{ stage = "swiss", who = "rest" }', "", "format-key-missing"),
        ("round-robin", '{ who = "best-overall" }', "", "flow-overall"),
    ],
)
def test_flows_that_can_not_be(kind: str, flow: str, more: str, code: str) -> None:
    text = swiss(stage='groups = ["A"]\n' + stage("second", kind, flow, more))
    assert code in [one.code for one in problems(text)]


def test_of_several_first_stages_the_one_that_takes_the_number_is_played() -> None:
    form = shipped("shogi-girls")
    assert [stage.id for stage in fitted(form, 6).stage] == ["round-robin"]
    assert [stage.id for stage in fitted(form, 7).stage] == ["swiss", "knockout"]
    assert fitted(form, 6).final.first == ()


@pytest.mark.parametrize(
    ("format_id", "sizes"),
    [
        (
            "othello-4-league",
            [7, 8, 9],
        ),  # with five or six a league would be empty after evening up, or nearly so
        ("othello-new-64", [2, 3, 4]),
        ("shogi-encouragement", [4, 5, 6]),
        ("shogi-two-wins", [3, 4, 5]),
        ("othello-swiss", [2, 3, 4]),
    ],
)
def test_how_many_a_format_takes(format_id: str, sizes: list[int]) -> None:
    assert admitted(shipped(format_id))[:3] == sizes
    assert not admits(shipped("othello-new-64"), 65)


def test_a_stage_that_comes_from_itself_is_told_and_not_followed_for_ever() -> None:
    text = shipped_text("shogi-championship").replace(
        'from = { stage = "swiss"', 'from = { stage = "knockout"'
    )
    text = text.replace('who = "best", count = "$cut"', 'who = "winners"')
    assert ("stage-later", "stage[2].from.stage") in {(one.code, one.key) for one in problems(text)}


@pytest.mark.parametrize("kind", ["3", "true", '["pool"]', "{ pool = 1 }"])
def test_a_kind_that_is_no_word_is_answered_with_the_kinds(kind: str) -> None:
    found = problems(swiss().replace('kind = "pool"', f"kind = {kind}"))
    assert [(one.code, one.key) for one in found] == [("format-choice", "stage[1].kind")]


def test_what_stands_for_a_flow_is_told_in_the_language_of_the_file() -> None:
    (told,) = problems(swiss(stage='from = "everybody"'))
    assert told.params["expected"] == '{ stage = "…", who = "best", count = 4 }'
