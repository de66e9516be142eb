"""`simulate`: the same runs whatever the machine, and a saved run that builds to the same document."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.cli.desk import field, new_event, results, roster, run
from tests.engine.builders import best, grouped, numbered_tree, stage
from tests.series import FORMATS
from tourgen.formats import shipped_text
from tourgen.simulate.random_tournament import Chances
from tourgen.simulate.simulation_runner import Simulation

CHANCES = ("--absent", "0.1", "--withdraw", "0.02", "--forfeit", "0.1")


def lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_the_number_of_cores_changes_nothing() -> None:
    plan = Simulation.of("othello-4-league", 20, None, 7, 8, Chances(0.1, 0.02, 0.1))
    assert list(plan.play(False, cores=1)) == list(plan.play(False, cores=2))


def test_lines_stand_in_run_order_and_carry_their_run(tmp_path: Path) -> None:
    arguments = (
        "simulate",
        "--format",
        "othello-free",
        "--players",
        "12",
        "--runs",
        "5",
        "--seed",
        "3",
        *CHANCES,
    )
    assert "5 回の大会を終えました(種 3、12 名)" in run(tmp_path, *arguments, "--jsonl", "a.jsonl").stdout
    run(tmp_path, *arguments, "--jsonl", "b.jsonl", "--lang", "en")
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()
    found = lines(tmp_path / "a.jsonl")
    assert [one["simulation"] for one in found] == [{"seed": 3, "run": k} for k in range(1, 6)]
    shorter = (*arguments[:5], "--runs", "2", "--seed", "3", *CHANCES)
    run(tmp_path, *shorter, "--jsonl", "c.jsonl")
    assert lines(tmp_path / "c.jsonl") == found[:2]


@pytest.mark.parametrize("format_id", FORMATS)
def test_a_saved_run_builds_to_the_simulated_document(format_id: str, tmp_path: Path) -> None:
    arguments = ("--format", format_id, "--players", "17", "--runs", "3", "--seed", "11", *CHANCES)
    said = run(
        tmp_path, "simulate", *arguments, "--jsonl", "runs.jsonl", "--save", "events/saved", "--verify"
    )
    assert "大会フォルダとして残しました: events/saved" in said.stdout
    assert "検証: 3 回とも、別の計算と同じ結果でした。" in said.stdout
    run(tmp_path, "build")
    simulated = lines(tmp_path / "runs.jsonl")[-1]
    simulated.pop("simulation")
    built = results(tmp_path, "saved")
    for one in (simulated, built):
        one.pop("event")  # the folder gives the event its id
    assert built == simulated


def test_an_event_is_rehearsed_with_its_own_roster(tmp_path: Path) -> None:
    new_event(tmp_path, "othello-4-league", 14)
    run(tmp_path, "simulate", "--event", "events/demo", "--runs", "2", "--jsonl", "runs.jsonl")
    first, second = lines(tmp_path / "runs.jsonl")
    assert first["players"][0]["name"] == second["players"][0]["name"]  # type: ignore[index]
    assert first["event"]["id"] == "demo" and first["rounds"] != second["rounds"]  # type: ignore[index]
    assert not (tmp_path / "events/demo/rounds").exists()
    assert "(event-unknown)" in run(tmp_path, "simulate", "--event", "events/nowhere", code=1).stderr


def test_an_event_may_be_named_and_its_numbers_must_be_right(tmp_path: Path) -> None:
    event = new_event(tmp_path, "othello-new-32", 12)
    run(tmp_path, "simulate", "--event", "demo", "--verify")
    players = field("othello-new-32", 12)
    others = [replace(player, desk_number=5) if player.no in (7, 8) else player for player in players]
    roster(event, others)
    said = run(tmp_path, "simulate", "--event", "demo", code=1).stderr
    assert "(lottery-twice)" in said and "events/demo/roster.xlsx" in said


def test_a_day_to_which_nobody_comes_is_refused(tmp_path: Path) -> None:
    said = run(tmp_path, "simulate", "--format", "othello-new-32", "--players", "8", "--absent", "1", code=1)
    assert "--absent 1" in said.stderr


def test_a_shogi_event_is_rehearsed_with_its_barred_pairs(tmp_path: Path) -> None:
    example = Path(__file__).parents[2] / "events/tokyo-hs-shogi-spring"
    plan = Simulation.of(None, None, example, 1, 1, Chances())
    by_name = {one.division.id: one for one in plan.run(1)}
    assert len(by_name["championship"].barred) >= 2
    assert [deviations for _, deviations in plan.play(verify=True)] == [[]]
    plan.save(tmp_path / "events/saved")
    run(tmp_path, "check", "saved")
    run(tmp_path, "verify", "saved")


def test_refused(tmp_path: Path) -> None:
    simulate = ("simulate", "--format", "othello-free", "--players")
    assert "3 名ではできません" in run(tmp_path, *simulate, "3", code=1).stderr
    assert "it takes" in run(tmp_path, *simulate, "65", "--lang", "en", code=1).stderr
    assert "(format-unknown)" in run(tmp_path, "simulate", "--format", "x", "--players", "9", code=1).stderr
    for usage in ((), ("--format", "othello-free"), ("--format", "othello-free", "--event", "x")):
        run(tmp_path, "simulate", *usage, code=2)
    run(tmp_path, *simulate, "12", "--absent", "2", code=2)
    run(tmp_path, *simulate, "12", "--runs", "0", code=2)
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken/file").touch()
    assert "もう何かあります" in run(tmp_path, *simulate, "12", "--save", "taken", code=1).stderr


def test_a_saved_rehearsal_keeps_the_event_s_own_format_and_settings(tmp_path: Path) -> None:
    event = new_event(tmp_path, "othello-2-league", 12, name="spring")
    changed = shipped_text("othello-2-league").replace("rounds = [7, 7]", "rounds = [7, 8]")
    changed = changed.replace('seats = ["A", "B"]', 'seats = ["A", "", "B", ""]')
    (event / "formats").mkdir()
    (event / "formats" / "mine.toml").write_text(changed, encoding="utf-8")
    settings = (event / "event.toml").read_text(encoding="utf-8")
    named = 'format = "formats/mine.toml"\nwomen_seed_numbers = [4, 12]'
    settings = settings.replace('format = "othello-2-league"', named)
    (event / "event.toml").write_text(settings, encoding="utf-8")
    run(tmp_path, "simulate", "--event", "events/spring", "--jsonl", "run.jsonl", "--save", "events/saved")
    run(tmp_path, "build", "saved")
    (simulated,) = lines(tmp_path / "run.jsonl")
    assert results(tmp_path, "saved")["rounds"] == simulated["rounds"]
    assert "women_seed_numbers = [4, 12]" in (tmp_path / "events/saved/event.toml").read_text(
        encoding="utf-8"
    )


OWN_FORMATS = {
    "teams of Othello, whose numbers are drawn at the desk": numbered_tree(8, "rounds = [1, 3]").replace(
        'game = "shogi"', 'game = "othello"\nboards = ["主将", "副将", "三将"]\nboards_en = ["1", "2", "3"]'
    ),
    "groups that the roster says": grouped('groups = ["A", "B"]\ndeal = "typed"', by_group="false"),
    "a stage called like a group of another": grouped(
        "group_sizes = [4]", stage("last", "round-robin", best(1), 'short = "2"\nshort_en = "2"'), '["last"]'
    ),
}


@pytest.mark.parametrize("text", OWN_FORMATS.values(), ids=OWN_FORMATS)
def test_a_saved_run_of_a_format_of_one_s_own_builds_to_the_simulated_document(
    text: str, tmp_path: Path
) -> None:
    (tmp_path / "my.toml").write_text(text, encoding="utf-8")
    arguments = ("--format", "my.toml", "--players", "8", "--runs", "1", "--seed", "5", "--forfeit", "0.1")
    run(tmp_path, "simulate", *arguments, "--jsonl", "runs.jsonl", "--save", "events/saved", "--verify")
    run(tmp_path, "build")
    simulated = lines(tmp_path / "runs.jsonl")[-1]
    assert results(tmp_path, "saved")["rounds"] == simulated["rounds"]
    run(tmp_path, "verify", "saved")
