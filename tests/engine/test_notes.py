"""What organisers are told about a round or a field, by hand; and the schema for editors."""

from tests.engine.builders import best, declared, entrants, follow, grouped, knockout, play, swiss
from tourgen.engine import progress
from tourgen.engine.notices import cut_notes, field_notes, needs_discs, needs_grades, round_notes
from tourgen.formats import shipped_text
from tourgen.formats.schema import json_schema


def test_rematches_second_byes_and_pools_of_one() -> None:
    now = play(swiss(), entrants(3), ("1>2, 3", "1>3, 2", "2>3, 1"))
    found = [(one.code, one.players) for one in round_notes(now, progress.plan(now))]
    assert ("bye-second", (3,)) in found and ("rematch", (1, 2)) in found
    gone = {2: 1}
    alone = play(swiss(), entrants(2, withdrawn_after=gone, paired_until=gone), ("1>2",))
    assert [one.code for one in round_notes(alone, progress.plan(alone))] == ["bye-alone"]
    for count, expected in ((1, ["bye-alone"]), (2, [])):
        dealt = play(swiss(stage='first_round = "halves-by-number"'), entrants(count), ())
        assert [one.code for one in round_notes(dealt, progress.plan(dealt))] == expected


def test_a_field_so_small_that_everybody_meets_everybody() -> None:
    assert [one.code for one in field_notes(play(swiss(rounds=5), entrants(6), ()))] == ["round-robin-fits"]
    assert [one.code for one in field_notes(play(swiss(rounds=5), entrants(7), ()))] == []


def test_a_bar_with_nobody_or_everybody_above_it() -> None:
    form = declared(shipped_text("go-mcmahon"))
    low, high = (dict.fromkeys(range(1, 9), grade) for grade in (2, 5))
    assert [one.code for one in field_notes(play(form, entrants(8, grade=low), ()))] == ["bar-nobody"]
    assert [one.code for one in field_notes(play(form, entrants(8, grade=high), ()))] == ["bar-everybody"]


def test_a_lot_that_decides_at_a_cut() -> None:
    text = grouped("", knockout(best(2)), '["knockout"]', kind="pool", rounds="rounds = [1, 1]")
    now = follow(progress.start(declared(text), entrants(6)))
    assert [(one.code, one.players) for one in cut_notes(now)] == [("cut-by-lot", (3, 5))]


def test_what_a_format_needs_of_the_sheets() -> None:
    assert needs_discs(declared(shipped_text("othello-swiss"))) and needs_grades(
        declared(shipped_text("go-mcmahon"))
    )
    assert not needs_discs(declared(shipped_text("othello-4-league")))
    assert needs_discs(swiss(stage='pair_by = ["wins", "disc-difference"]')), "named in a stage alone"


def test_the_schema_for_editors_knows_settings_everywhere() -> None:
    schema = json_schema()
    assert "settings" in schema["properties"] and "id" not in schema["properties"]
    pool = schema["$defs"]["Pool"]["properties"]
    assert {"$ref", "anyOf"} & set(pool["rounds"]) and "pair_by" in pool and "from" in pool
