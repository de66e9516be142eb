"""Every message of the format language has a declaration that causes it."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest

from tests.engine.builders import best, numbered_tree, stage
from tests.engine.test_language import problems, swiss

# What a build says of a field: tests/engine/test_notes.py, and of the women's title test_title_match.py.
OF_NOTES = {"round-robin-fits", "bar-nobody", "bar-everybody", "cut-by-lot"}
OF_NOTES |= {"title-match-decided", "title-match-few"}
GRADES = '{ floor = "15k", bar = "4d" }'
BEST, FOUR = best(2, "swiss"), best(4, "swiss")


def second(
    more: str = "", flow: str = BEST, kind: str = "bracket", first: str = 'groups = ["A"]', **lines: str
) -> str:
    """A Swiss and a stage that comes from it."""
    stages = f"{first}\n{stage('second', kind, flow, more)}"
    return swiss(stage=stages, **lines) + '[final]\nfirst = ["second"]\n'


def main(more: str, rounds: str = "rounds = [1, 2]") -> str:
    """A main bracket and what follows it."""
    return numbered_tree(8, f'blocks = ["A", "B"]\n{rounds}', more)


def after_main(flow: str, more: str = "", kind: str = "bracket") -> str:
    return stage("next", kind, flow, more)


TWO_WINS = 'leave = ["wins-2", "losses-2"]'
CASES = {
    "format-old": swiss().replace('"pool"', '"swiss"'),
    "word-twice": swiss(stage='avoid = ["rematch", "rematch"]'),
    "stage-later": second(flow='{ stage = "second", who = "best", count = 2 }'),
    "stage-first": swiss(stage='from = { who = "best-overall", count = 2 }'),
    "stage-reserved": swiss().replace('id = "swiss"', 'id = "final"'),
    "stage-counts-nowhere": second().replace('first = ["second"]', "first = []"),
    "entrants-first": second("entrants = [2, 6]"),
    "flow-who": second(flow='{ stage = "swiss", who = "winners" }'),
    "flow-nobody-leaves": second(flow='{ stage = "swiss", who = "passed" }'),
    "flow-overall": second(flow='{ who = "best-overall" }'),
    "flow-at": second(flow='{ stage = "swiss", who = "best", count = 2, at = ["A1"] }'),
    "flow-at-alone": main(
        after_main(
            '[{ stage = "main", who = "losers", at = ["A1"] }, { stage = "main", who = "winners" }]',
            "rounds = [2, 3]",
        )
    ),
    "flow-twice": second(flow=f"[{BEST}, {BEST}]"),
    "avoid-seats": second('avoid = ["same-school"]\nseats = "in-order"'),
    "by-group-places": swiss().replace("[order]", "[order]\nby_group = true\ndecided_places = true"),
    "flow-nobody": second(
        flow='{ stage = "swiss", who = "places", places = [6, 7] }', first="group_sizes = [4, 3]"
    ),
    "flow-losers-winners": main(
        after_main(
            '[{ stage = "main", who = "losers" }, { stage = "main", who = "winners" }]', "rounds = 3", "pool"
        )
    ),
    "flow-sex": main(after_main('{ stage = "main", who = "losers", sex = "F" }', "rounds = [2, 3]", "pool")),
    "flow-losers-groups": main(
        after_main('{ stage = "main", who = "losers" }', 'rounds = [2, 3]\ngroups = ["A", "B"]', "pool")
    ),
    "bracket-order": second('order = ["wins"]'),
    "places-unknown": second(
        "rounds = 6\nwinner_places = 1\nloser_places = 2", flow='{ stage = "swiss", who = "unbeaten" }'
    ),
    "places-count": second("rounds = 6\nwinner_places = [1, 2]\nloser_places = [3, 4]"),
    "final-first-alone": second().replace('first = ["second"]', 'first = ["second", "swiss"]'),
    "final-first-trees": main(
        after_main('{ stage = "main", who = "losers", at = ["A2", "A1"] }', "rounds = [2, 3]")
    ).replace('first = ["main"]', 'first = ["next"]'),
    "places-unused": second("rounds = 6\nwinner_places = 1\nloser_places = 2").replace(
        'first = ["second"]', "first = []"
    ),
    "title-match": second(flow=FOUR) + '[[place_title]]\ntitle = "優勝"\nplace = 1\nmatch = "second"\n',
    "stage-never": swiss(stage="group_sizes = [4, 5]\nentrants = [2, 3]"),
    "schedule-pairs": second('schedule = [["1-2", "3-4"], ["1-3", "2-4"]]', kind="round-robin"),
    "schedule-size": second(
        'schedule = [["1-2"], ["1-3"], ["2-3"]]',
        kind="round-robin",
        flow=FOUR,
    ),
    "rounds-few": second("rounds = [6, 7]", kind="round-robin", flow=FOUR),
    "criterion-too-late": swiss(criteria='["wins", "rank-after-5"]'),
    "flow-position": main(after_main('{ stage = "main", who = "losers", at = ["C9"] }', "rounds = [2, 3]")),
    "flow-one-winner": main(after_main('{ stage = "main", who = "winners" }'), ""),
    "rounds-with-final": swiss(rounds="5").replace("rounds = [1, 5]", 'rounds = "with-final"'),
    "rounds-unknown": second(
        "rounds = [4, 5]", first=TWO_WINS, flow='{ stage = "swiss", who = "passed" }'
    ).replace("rounds = [1, 5]", ""),
    "rounds-at-short": main(
        after_main('{ stage = "main", who = "losers", at = ["A2", "A1"] }', "rounds = [2, 2]")
    ),
    "rounds-short": second("rounds = 6", flow=FOUR),
    "rounds-many": swiss(rounds="30"),
    "groups-names": swiss(stage='groups = ["A", "A"]'),
    "groups-both": swiss(stage='groups = ["A"]\ngroup_sizes = [4]'),
    "deal-odd-even": swiss(stage='groups = ["A"]\ndeal = "odd-even"'),
    "deal-typed": swiss(stage='groups = ["A", "B"]\ndeal = "typed"\neven_up = ["B>A"]'),
    "pool-even-up": swiss(stage='groups = ["A", "B"]\neven_up = ["C>A"]'),
    "school-unused": swiss(stage='school = "strict"'),
    "avoid-same-group": swiss(stage='avoid = ["same-group"]'),
    "leave-alone": swiss(stage='leave = ["beaten-at-1-2-4-8"]'),
    "leave-sole-unbeaten": swiss(stage='leave = ["sole-unbeaten"]', score="draw = 0.5"),
    "qualified-rest-plays": second(
        TWO_WINS,
        flow='{ stage = "swiss", who = "sole-unbeaten" }',
        kind="pool",
        first='leave = ["sole-unbeaten"]\nqualified_rest = "win"',
    ),
    "seats-across": main("", "").replace('"by-number"', '"across"'),
    "seats-list": second('seats = ["1", "2"]', first=""),
    "seats-number": second('seats = ["A1", "A2", ""]'),
    "seats-unknown": second('seats = ["A1", "Z9"]'),
    "seats-forgotten": second('seats = ["A1", ""]'),
    "places-one-round": second("rounds = [6, 7]\nwinner_places = 1\nloser_places = 2"),
    "third-of-match": second('rounds = 6\nwinner_places = 1\nloser_places = 2\nthird = "played"'),
    "played-if-missing": second()
    + stage("title", "bracket", '{ who = "best-overall", sex = "F", count = 2 }', "rounds = 6")
    + '[[place_title]]\ntitle = "女子優勝"\nplace = 1\nsex = "F"\nmatch = "title"\n',
    "starting-points-order": swiss(score=f"starting_points = {GRADES}", criteria='["points"]').replace(
        "4d", "15k"
    ),
    "starting-points-unused": swiss(score=f"starting_points = {GRADES}"),
    "handicap-game": swiss() + '[handicap]\nby = "grade"\n',
    "best-of-teams": swiss(head='boards = ["主将", "副将", "三将"]', stage="best_of = 3"),
    "school-missing": swiss(stage='avoid = ["same-school-strict"]'),
    "phantom-unused": swiss(stage='bye = "last-ranked"\nphantom = -1'),
    "round-robin-open": second("rounds = [6, 9]", '{ stage = "swiss", who = "unbeaten" }', "round-robin"),
    "table-brackets": swiss().replace("[[stage]]", "[stage]"),
    "key-elsewhere": second('pair_by = ["wins"]'),
    "from-missing": second().replace(f"from = {BEST}", ""),
    "flow-key-unused": second(flow='{ stage = "swiss", who = "best", count = 4, places = [1, 4] }'),
    "played-if": second('played_if = "undecided"'),
    "schedule-row": second('schedule = [["1-2", "2-3"]]', kind="round-robin"),
    "round-robin-many": swiss(stage="entrants = [2, 30]").replace('"pool"', '"round-robin"'),
    "counted-nothing": swiss().replace("[order]", "[order]\ncounted = []"),
    "by-group": main("").replace("[order]", "[order]\nby_group = true"),
    "criterion-merged": swiss().replace(
        "[order]", '[final]\ncriteria = ["points"]\n[order]\nby_group = true'
    ),
    "criterion-sum": swiss(criteria='[{ sum = ["wins"], times = [1, 2] }]'),
    "criterion-discs": swiss(criteria='["disc-total"]').replace('"othello"', '"shogi"'),
    "criterion-boards": swiss(criteria='["board-wins"]'),
    "criterion-starting-points": swiss(criteria='["starting-points"]'),
    "criterion-round-weights": swiss(criteria='["round-weights"]'),
    "criterion-unknown-here": swiss(stage='groups = ["A", "B"]\ndeal_by = ["wins"]'),
}


# Those whose words stand with the messages about settings.
OTHER_CASES = {
    "stage-twice": second().replace('id = "second"', 'id = "swiss"'),
    "stage-entrants": swiss(stage="entrants = [2, 9]").replace(
        "[order]", '[[stage]]\nid = "few"\nkind = "round-robin"\nname = "少人数"\nentrants = [2, 6]\n[order]'
    ),
    "boards-odd": swiss(head='boards = ["主将", "副将"]'),
    "award-line": swiss() + '[[award]]\naward = "初段"\nreason = "優勝"\n',
    "bracket-size": main("").replace("size = 8", "size = 6"),
    "places-once": second("rounds = 6\nwinner_places = 1\nloser_places = 1"),
    "stage-unknown": swiss().replace("[order]", '[order]\ncounted = ["swis"]'),
    "rounds-start": second("rounds = [3, 3]"),
    "format-count": swiss(head='[lottery]\ndraw_names = ["A"]'),
}
CASES_OF_BOTH = CASES | OTHER_CASES


@pytest.mark.parametrize("code", CASES_OF_BOTH)
def test_what_causes_a_message(code: str) -> None:
    assert code in [one.code for one in problems(CASES_OF_BOTH[code])]


def test_every_message_has_its_case() -> None:
    text = files("tourgen").joinpath("messages", "engine.toml").read_text(encoding="utf-8")
    assert set(tomllib.loads(text)) == {*CASES, *OF_NOTES}


@pytest.mark.parametrize(
    ("lines", "code", "key"),
    [
        ("", "format-key-missing", "rounds"),
        ("rounds = [3, 4]", "rounds-start", "rounds"),
        ('rounds = [2, 4]\nseats = "drawn"', "flow-at-alone", "from.at"),
    ],
)
def test_trees_of_the_beaten_begin_in_the_round_after_by_number(lines: str, code: str, key: str) -> None:
    text = main(after_main('{ stage = "main", who = "losers", at = ["A2", "A1"] }', lines))
    assert (code, f"stage[2].{key}") in [(one.code, one.key) for one in problems(text)]


@pytest.mark.parametrize(("at", "codes"), [('["A2"]', []), ('["A1", "A2"]', ["flow-twice"])])
def test_the_beaten_of_one_place_go_to_one_stage(at: str, codes: list[str]) -> None:
    flows = [f'{{ stage = "main", who = "losers", at = {one} }}' for one in ('["A1", "B1"]', at)]
    text = main(
        after_main(flows[0], "rounds = 2") + after_main(flows[1], "rounds = 3").replace("next", "then")
    )
    found = [one.code for one in problems(text)]
    assert [code for code in found if code.startswith("flow")] == codes


@pytest.mark.parametrize("stage", ["swiss", "second", "nowhere"])
def test_a_first_stage_comes_from_nowhere(stage: str) -> None:
    found = problems(second(first=f'groups = ["A"]\nfrom = {{ stage = "{stage}", who = "best", count = 2 }}'))
    assert [one.code for one in found] == ["stage-later"]
    assert found[0].at("my.toml").text("en")
