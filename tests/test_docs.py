"""What the documents say is so: links, columns, the schema of results.json. Formats: tests/docs/test_formats.py."""

import dataclasses
import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.cli.desk import field, new_event, results, roster, run
from tests.random.troubles import Chances, RandomTournament
from tourgen.engine.model import Handicap
from tourgen.event.load_event import load_event
from tourgen.formats import shipped_formats
from tourgen.result_marks import RESULT_MARKS
from tourgen.results import document
from tourgen.sheets.columns import GAMES, ROSTER, ROUND, roster_columns, round_columns
from tourgen.simulate.simulation_runner import Simulation

ROOT = Path(__file__).parent.parent
PICTURE = re.compile(r"!\[.*?\]\(.*?\)")  # made by the build

# --- Links


@pytest.mark.parametrize(
    "page", [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))], ids=lambda page: page.name
)
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", PICTURE.sub("", text)):
        assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_the_readme_leads_to_the_documents() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "(docs/index.md)" in readme and "(docs/index.ja.md)" in readme


# --- docs/sheets.md


@pytest.mark.parametrize("file", ["sheets.md", "sheets.ja.md"])
def test_every_column_and_mark_is_explained(file: str) -> None:
    text = (ROOT / "docs" / file).read_text(encoding="utf-8")
    boards = (("主将", "Board 1"),)
    for column in (*ROSTER, *ROUND, *GAMES[:2], *roster_columns(boards)[:6], *round_columns(boards)):
        for name in (column.ja[0], column.en[0]):
            assert name in text, f"{name} is not in docs/{file}"
    for mark in RESULT_MARKS.values():
        assert mark.spellings[0] in text, f"{mark.spellings[0]} is not in docs/{file}"


# --- docs/results.schema.json

SCHEMA = json.loads((ROOT / "docs/results.schema.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def part(*path: str) -> dict[str, Any]:
    """One object of the schema."""
    found = SCHEMA
    for name in path:
        found = found[name]
    return found


DESCRIBED = {
    document.Results: SCHEMA,
    document.Named: part("properties", "event"),
    document.DivisionEntry: part("properties", "division"),
    document.LotteryEntry: part("properties", "lottery"),
    document.Elsewhere: part("$defs", "elsewhere"),
    document.PlayerEntry: part("$defs", "player"),
    document.Confirmed: part("properties", "confirmed", "items"),
    document.StageEntry: part("$defs", "stage"),
    document.GameEntry: part("$defs", "game"),
    document.RoundEntry: part("$defs", "round"),
    document.RowEntry: part("$defs", "row"),
    document.StandingEntry: part("properties", "standings", "items"),
    document.FinalEntry: part("properties", "final", "items"),
    document.TitleEntry: part("properties", "titles", "items"),
    document.AwardEntry: part("properties", "awards", "items"),
    document.QualifiedEntry: part("properties", "qualified", "items"),
    document.Live: part("properties", "live"),
    document.State: part("properties", "state"),
    Handicap: part("$defs", "handicap"),
}


def test_every_value_of_the_document_is_described() -> None:
    values = {one for one in vars(document).values() if dataclasses.is_dataclass(one)}
    made_there = {one for one in values if one.__module__ == document.__name__}
    assert made_there <= set(DESCRIBED)


@pytest.mark.parametrize("value", DESCRIBED, ids=lambda one: one.__name__)
def test_the_schema_has_the_keys_of_the_document(value: Any) -> None:
    named = {one.metadata.get("key", one.name): one for one in dataclasses.fields(value)}
    keys = {key: one for key, one in named.items() if key is not None}  # some are for the pages alone
    described = DESCRIBED[value]
    also = {"simulation"} if value is document.Results else set()  # in lines of `tourgen simulate`
    assert set(described["properties"]) - also == set(keys)
    assert described["required"] == [key for key, one in keys.items() if one.default is not ...]


@pytest.mark.parametrize("format_id", shipped_formats())
def test_simulated_documents_fit_the_schema(format_id: str) -> None:
    players = 15 if format_id == "round-robin" else 21
    plan = Simulation.of(format_id, players, None, 5, 6, Chances(0.1, 0.05, 0.2))
    for lines, _ in plan.play(False, cores=1):
        for line in lines:
            VALIDATOR.validate(json.loads(line))


def test_every_end_of_a_go_game_fits_the_schema() -> None:
    chances = Chances(jigo=0.2, pending=0.2, no_result=0.2, ruling=0.5)
    plan = dataclasses.replace(Simulation.of("go-swiss", 16, None, 5, 6, chances), kind=RandomTournament)
    found = [json.loads(line) for lines, _ in plan.play(False, cores=1) for line in lines]
    games = [game for one in found for entry in one["rounds"] for game in entry["games"]]
    assert {"draw", "pending", "no-result"} <= {game["kind"] for game in games}
    assert any(game.get("ruling") for game in games)
    for one in found:
        VALIDATOR.validate(one)


@pytest.mark.parametrize("event", sorted(path.parent.name for path in ROOT.glob("events/*/event.toml")))
def test_the_examples_fit_the_schema(event: str) -> None:
    report, problems, _ = load_event(ROOT / "events" / event, event)
    assert report is not None, problems
    for division in report.divisions:
        VALIDATOR.validate(json.loads(json.dumps(division.document)))


def test_documents_of_every_moment_fit_the_schema(tmp_path: Path) -> None:
    event = new_event(tmp_path, "othello-free", 9)
    settings = event / "event.toml"
    players = field("othello-free", 9)
    roster(event, [dataclasses.replace(player, desk_number=None) for player in players])
    run(tmp_path, "build")
    VALIDATOR.validate(results(tmp_path))
    roster(event, players)
    run(tmp_path, "build")
    found = results(tmp_path)
    VALIDATOR.validate(found)
    games = [game for game in found["rounds"][0]["games"] if game["kind"] == "played"]
    assert games and all(game["winner"] is None for game in games), (
        "not entered yet: played, without a winner"
    )
    assert settings.exists()


def test_the_schema_refuses(tmp_path: Path) -> None:
    ((line,), _), *_ = Simulation.of("othello-free", 8, None, 1, 1, Chances()).play(False)
    found = json.loads(line)
    for spoil in (
        lambda d: d.pop("state"),
        lambda d: d["players"][0].update(sex="X"),
        lambda d: d["rounds"][0]["games"][0].update(kind="won"),
        lambda d: d["rounds"][0]["games"][0].update(players=[1]),
        lambda d: d["standings"][0]["rows"][0]["keys"].append(0.5),
        lambda d: d["stages"][0].update(kind="league"),
        lambda d: d["final"][0].pop("keys"),
        lambda d: d.pop("live"),
        lambda d: d.update(extra=1),
    ):
        spoiled = json.loads(json.dumps(found))
        spoil(spoiled)
        with pytest.raises(jsonschema.ValidationError):
            VALIDATOR.validate(spoiled)
