"""The stand-alone app, as far as it can be checked without making it (`make app` makes and proves it)."""

import json
import re
import tomllib
from importlib.resources import files
from typing import Any

import jsonschema
from ruamel.yaml import YAML

from tools import app
from tourgen.resources import BESIDE

TEXT = (app.ROOT / ".github" / "workflows" / "app.yml").read_text(encoding="utf-8")
WORKFLOW: dict[str, Any] = YAML(typ="safe").load(TEXT)


def test_the_workflow_is_valid() -> None:
    schema = files("check_jsonschema").joinpath("builtin_schemas/vendor/github-workflows.json")
    jsonschema.validate(WORKFLOW, json.loads(schema.read_text(encoding="utf-8")))


def test_only_the_job_that_attaches_may_write() -> None:
    assert WORKFLOW["permissions"] == {}
    assert {name: job["permissions"] for name, job in WORKFLOW["jobs"].items()} == {
        "build": {"contents": "read"},
        "attach": {"actions": "read", "contents": "write"},
    }
    assert not any("uses" in step for step in WORKFLOW["jobs"]["attach"]["steps"])


def test_actions_are_pinned_by_hash() -> None:
    used = re.findall(r"uses: (.*)", TEXT)
    assert used and all(re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", one) for one in used)


def test_the_workflow_runs_the_tool_and_attaches_its_zip() -> None:
    commands = {name: [step.get("run") for step in job["steps"]] for name, job in WORKFLOW["jobs"].items()}
    assert f"python -m {app.__name__}" in commands["build"]
    (kept,) = [
        step["with"]["path"] for step in WORKFLOW["jobs"]["build"]["steps"] if "path" in step.get("with", {})
    ]
    assert app.ROOT / kept == app.DIST / "*.zip"


def test_what_lies_beside_the_package_goes_into_the_wheel_and_so_into_the_app() -> None:
    project = tomllib.loads((app.ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    included = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert included == {name: f"tourgen/_{name}" for name in BESIDE}


def test_pyinstaller_is_exact_and_nothing_that_tourgen_itself_needs() -> None:
    assert re.fullmatch(r"pyinstaller==[\d.]+", app.PYINSTALLER)
    assert "pyinstaller" not in (app.ROOT / "requirements.lock").read_text(encoding="utf-8")
