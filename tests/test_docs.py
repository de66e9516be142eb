"""What the documents say is so: the format that docs/formats.md makes, and the schema of results.json."""

import dataclasses
import json
import re
import tomllib
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.cli.desk import DRAWS, field, new_event, results, roster, run, type_results
from tests.fixtures.toml_writer import toml
from tourgen.formats import read_format, shipped_formats, shipped_text
from tourgen.formats.declaration import (
    STAGE_KINDS,
    Award,
    Final,
    Format,
    Lottery,
    Order,
    Qualification,
    TimeControl,
    Title,
)
from tourgen.model import GO_MARKS
from tourgen.rehearsals import Rehearsals
from tourgen.report import read_report
from tourgen.sheets.columns import ROSTER, ROUND
from tourgen.sheets.marks import RESULTS
from tourgen.simulate import Chances

ROOT = Path(__file__).parent.parent
PICTURE = re.compile(r"!\[.*?\]\(.*?\)")  # made by the build
FORMATS = (ROOT / "docs/formats.md").read_text(encoding="utf-8")

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


# --- docs/formats.md


def with_changes(table: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """The lines that differ, put over the copied file's: tables by key, stages by id."""
    merged = dict(table)
    for key, value in changes.items():
        if key == "stage":
            by_id = {stage["id"]: stage for stage in table["stage"]}
            by_id |= {stage["id"]: by_id[stage["id"]] | stage for stage in value}
            merged[key] = list(by_id.values())
        else:
            merged[key] = table.get(key, {}) | value if isinstance(value, dict) else value
    return merged


def test_the_documented_change_is_played_to_its_end(tmp_path: Path) -> None:
    (example,) = re.findall(r"^```toml\n# one-day\.toml\n(.*?)^```$", FORMATS, re.MULTILINE | re.DOTALL)
    table = with_changes(tomllib.loads(shipped_text("othello-2-league")), tomllib.loads(example))
    run(tmp_path, "new", "events/spring", "--format", "othello-2-league")
    event = tmp_path / "events/spring"
    (event / "one-day.toml").write_text("\n".join(toml(table)) + "\n", encoding="utf-8")
    text = (event / "event.toml").read_text(encoding="utf-8")
    text = text.replace('format = "othello-2-league"', 'format = "one-day.toml"')
    text = text.replace('# draws = ["____", "____", "____"]', DRAWS)
    (event / "event.toml").write_text(text, encoding="utf-8")
    roster(event, field("othello-2-league", 20))
    for number in range(1, 7):
        run(tmp_path, "build")
        type_results(event / "rounds" / f"open-r{number}.xlsx")
    run(tmp_path, "build")
    document = results(tmp_path, "spring")
    assert document["state"]["finished"] and document["division"]["format"] == "one-day.toml"
    assert {player["league"] for player in document["players"]} == {"A", "B", "C"}
    assert {"二段"} <= {award["award"] for award in document["awards"]} <= {"二段", "初段"}
    assert len(document["standings"][0]["rows"][0]["keys"]) == 5
    run(tmp_path, "verify", "spring")


def test_every_key_of_a_format_is_explained() -> None:
    tables = (Format, Lottery, Order, Final, Title, TimeControl, Award, Qualification, *STAGE_KINDS.values())
    keys = {spec.metadata.get("key", spec.name) for table in tables for spec in dataclasses.fields(table)}
    structure = {
        *("lottery", "stage", "order", "final", "place_title", "time_control", "award", "qualification")
    }
    for key in keys - structure:
        assert f"`{key}`" in FORMATS, f"{key} is not in docs/formats.md"
    for key in structure | {"settings"}:
        assert re.search(rf"\[\[?{key}\]", FORMATS), f"[{key}] is not in docs/formats.md"


def test_every_choice_of_a_format_is_explained() -> None:
    from typing import Literal, get_args, get_origin, get_type_hints

    for table in (Format, Lottery, *STAGE_KINDS.values()):
        for hint in get_type_hints(table).values():
            for choice in get_args(hint) if get_origin(hint) is Literal else ():
                assert f'"{choice}"' in FORMATS, f"{choice} is not in docs/formats.md"


def test_shipped_settings_can_be_overridden() -> None:
    for name in shipped_formats():
        settings = tomllib.loads(shipped_text(name)).get("settings", {})
        declared, problems = read_format(shipped_text(name), name, name, settings)
        assert declared is not None, problems


# --- docs/sheets.md


@pytest.mark.parametrize("file", ["sheets.md", "sheets.ja.md"])
def test_every_column_and_mark_is_explained(file: str) -> None:
    text = (ROOT / "docs" / file).read_text(encoding="utf-8")
    for column in (*ROSTER, *ROUND):
        for name in (column.ja[0], column.en[0]):
            assert name in text, f"{name} is not in docs/{file}"
    for mark in GO_MARKS:
        assert RESULTS[mark][0] in text, f"{RESULTS[mark][0]} is not in docs/{file}"


# --- docs/results.schema.json

SCHEMA = json.loads((ROOT / "docs/results.schema.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("format_id", shipped_formats())
def test_simulated_documents_fit_the_schema(format_id: str) -> None:
    plan = Rehearsals.of(format_id, 21, None, 5, 6, Chances(0.1, 0.05, 0.2))
    for lines, _ in plan.play(False, cores=1):
        for line in lines:
            VALIDATOR.validate(json.loads(line))


def test_every_end_of_a_go_game_fits_the_schema() -> None:
    chances = Chances(jigo=0.2, pending=0.2, no_result=0.2, ruling=0.5)
    plan = Rehearsals.of("go-swiss", 16, None, 5, 6, chances)
    found = [json.loads(line) for lines, _ in plan.play(False, cores=1) for line in lines]
    games = [game for one in found for entry in one["rounds"] for game in entry["games"]]
    assert {"draw", "pending", "no-result"} <= {game["kind"] for game in games}
    assert any(game.get("ruling") for game in games)
    for one in found:
        VALIDATOR.validate(one)


@pytest.mark.parametrize("event", sorted(path.parent.name for path in ROOT.glob("events/*/event.toml")))
def test_the_examples_fit_the_schema(event: str) -> None:
    report, problems, _ = read_report(ROOT / "events" / event, event)
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
    document = results(tmp_path)
    VALIDATOR.validate(document)
    games = [game for game in document["rounds"][0]["games"] if game["kind"] == "played"]
    assert games and all(game["winner"] is None for game in games), (
        "not entered yet: played, without a winner"
    )
    assert settings.exists()


def test_the_schema_refuses(tmp_path: Path) -> None:
    ((line,), _), *_ = Rehearsals.of("othello-free", 8, None, 1, 1, Chances()).play(False)
    document = json.loads(line)
    for spoil in (
        lambda d: d.pop("state"),
        lambda d: d["players"][0].update(sex="X"),
        lambda d: d["rounds"][0]["games"][0].update(kind="won"),
        lambda d: d["rounds"][0]["games"][0].update(players=[1]),
        lambda d: d["standings"][0]["rows"][0]["keys"].append(0.5),
        lambda d: d.update(extra=1),
    ):
        spoiled = json.loads(json.dumps(document))
        spoil(spoiled)
        with pytest.raises(jsonschema.ValidationError):
            VALIDATOR.validate(spoiled)
