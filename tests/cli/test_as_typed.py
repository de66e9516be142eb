"""Words are taken as they were typed, numbers are checked, and only these cost Typer's own reading."""

import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tourgen.cli import app

ROOT = Path(__file__).parent.parent.parent
SCRIPT = """
import sys
from tourgen.cli import app
try:
    app(sys.argv[1:])
except SystemExit as end:
    assert not end.code
print("pydantic" in sys.modules)
"""


@pytest.mark.parametrize(
    ("arguments", "needed"),
    [
        (["check", "events/all-japan-46", "--lang", "en"], "False"),
        (["formats"], "False"),
        (["simulate", "--format", "othello-2-league", "--players", "8", "--runs", "1"], "True"),
    ],
)
def test_only_numbers_need_pydantic(arguments: list[str], needed: str) -> None:
    command = [sys.executable, "-c", SCRIPT, *arguments]
    run = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    assert run.stdout.splitlines()[-1] == needed


@pytest.mark.parametrize("number", ["x", "1.5", "0"])
def test_a_number_that_is_none_is_refused(number: str) -> None:
    run = CliRunner().invoke(
        app, ["simulate", "--format", "othello-2-league", "--players", "8", "--runs", number]
    )
    assert run.exit_code == 2 and "--runs" in run.output


def test_typer_describes_only_the_command_that_was_asked_for() -> None:
    def names() -> list[str | None]:
        return [one.name for one in (*app.registered_commands, *app.registered_groups)]

    everything = names()
    with app.described(["build"]):
        assert names() == ["build"]
    for words in ([], ["--help"], ["go"], ["biuld"]):
        with app.described(words):
            assert names() == everything
    assert names() == everything
