"""`new`, the roster, `build` round after round to the end, for every shipped format."""

import random
from pathlib import Path

import pytest

from tests.cli.desk import (
    correct,
    field,
    new_event,
    results,
    roster,
    run,
    snapshot,
    type_results,
)
from tests.few_pages import without_pages
from tourgen.event.format_source import ChosenFormat, chosen_format
from tourgen.event.new_event import NewEvent
from tourgen.event.new_event import new_event as create
from tourgen.event.read_settings import read_event
from tourgen.formats import shipped_formats

# Players and rounds of the formats for which a mark is a result; tests/test_everyday.py plays the others.
FIELDS = {
    "othello-2-league": (9, 7),
    "othello-4-league": (14, 8),
    "othello-free": (11, 6),
    "othello-new-32": (17, 6),
    "othello-new-64": (33, 7),
    "shogi-championship": (13, 6),
    "shogi-encouragement": (21, 7),
    "shogi-girls": (5, 5),  # a round robin
    "shogi-team": (17, 5),  # with a playoff
    "go-swiss": (10, 4),
}


@pytest.mark.parametrize("format_id", FIELDS)
def test_an_event_from_the_empty_folder_to_the_last_round(format_id: str, tmp_path: Path) -> None:
    players, rounds = FIELDS[format_id]
    event = new_event(tmp_path, format_id, players)
    for number in range(1, rounds + 1):
        with without_pages():
            said = run(tmp_path, "build").stdout
        sheet = event / "rounds" / f"open-r{number}.xlsx"
        assert f"次の結果シートを作りました: events/demo/rounds/open-r{number}.xlsx" in said
        before = snapshot(event)
        assert results(tmp_path)["state"] == {"completed": number - 1, "next": number, "finished": False}
        type_results(sheet)
        assert {name for name, file in snapshot(event).items() if before[name] != file} == {
            f"rounds/open-r{number}.xlsx"
        }
    before = snapshot(event)
    assert f"全 {rounds} 回戦が終わり、最終順位が決まりました" in run(tmp_path, "build").stdout
    assert snapshot(event) == before, "a build never touches what people typed"
    document = results(tmp_path)
    assert document["state"] == {"completed": rounds, "next": None, "finished": True}
    assert [entry["rank"] for entry in document["final"]][:2] == [1, 2]
    assert not any(one["by_hand"] for one in document["rounds"])
    assert run(tmp_path, "verify", "demo").exit_code == 0
    pages = {file.relative_to(tmp_path / "site/demo").as_posix() for file in tmp_path.glob("site/demo/**/*")}
    assert {"index.html", "build.json", "open/results.json"} <= pages


def test_an_event_in_english(tmp_path: Path) -> None:
    run(tmp_path, "new", "events/demo", "--format", "othello-free", "--players", "9", "--lang", "en")
    event = tmp_path / "events/demo"
    roster(event, field("othello-free", 9), "en")
    assert "The next round's sheet: events/demo/rounds/open-r1.xlsx" in run(tmp_path, "build").stdout
    type_results(event / "rounds/open-r1.xlsx")
    assert "Open: round 2 of 6" in run(tmp_path, "build").stdout
    correct(event / "rounds/open-r1.xlsx", 0, ("○", "○"))
    error = run(tmp_path, "check", code=1).stderr
    assert "contradict each other" in error and "1 problem to correct" in error


def test_without_draws_the_roster_is_published(tmp_path: Path) -> None:
    event = new_event(tmp_path, "othello-4-league", 14)
    settings = event / "event.toml"
    settings.write_text(
        settings.read_text(encoding="utf-8").replace("\ndraws =", "\n# draws ="), encoding="utf-8"
    )
    said = run(tmp_path, "build").stdout
    assert "お知らせ" in said and "抽せん結果がまだない" in said and "draws の行" in said
    assert "オープンの部: まだ組み合わせはありません(全 8 回戦)。" in said
    assert results(tmp_path)["rounds"] == []
    assert not (event / "rounds").exists()


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("format_id", shipped_formats())
def test_the_settings_of_a_new_event_can_be_written_out(
    format_id: str, language: str, tmp_path: Path
) -> None:
    event = tmp_path / "demo"
    chosen = chosen_format(format_id)
    assert isinstance(chosen, ChosenFormat)
    create(NewEvent(event, chosen, 6, language), random.Random(1))
    text = (event / "event.toml").read_text(encoding="utf-8")
    explained, _, settings = text.partition("change them by name:\n")
    (event / "event.toml").write_text(explained + settings.replace("# ", ""), encoding="utf-8")
    _, problems = read_event(event, "demo")
    assert not problems, [problem.text("en") for problem in problems]
