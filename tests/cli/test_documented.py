"""Every command and option has its place in docs/commands, and the examples there are what really happens."""

import re
import shutil
from pathlib import Path
from typing import Any

import pytest
import typer

from tests.cli.desk import new_event, run, type_results
from tourgen.cli import app

DOCS = Path(__file__).parent.parent.parent / "docs"
COMMANDS = typer.main.get_command(app).commands  # type: ignore[attr-defined]
STONES = "AB[ca][cb][cc][dc][ad][bd][cd][be][ce]AW[ea][bb][eb][ec][fc][dd][ed][de]"
RECORDS = {  # what the examples of `tourgen go` count: two proposals for one game
    "games/r3-t05.black.sgf": ";B[da]SQ[da];W[db]SQ[db];MA[bb]",
    "games/r3-t05.white.sgf": "",
}
# A server doesn't end by itself, and a repository is needed: tests/serving and tests/publishing run these.
ELSEWHERE = ("serve", "publish")
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def parameters(command: Any) -> list[Any]:
    """Of the command and of its sub-commands, which share its page."""
    below = getattr(command, "commands", {}).values()
    return [*command.params, *(parameter for sub in below for parameter in sub.params)]


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_the_japanese_page_begins_with_the_commands_own_summary(name: str) -> None:
    page = (DOCS / "commands" / f"{name}.ja.md").read_text(encoding="utf-8")
    assert page.startswith(f"# tourgen {name}\n\n{COMMANDS[name].help.splitlines()[0]}\n")
    for sub, command in getattr(COMMANDS[name], "commands", {}).items():
        assert f"## tourgen {name} {sub}\n\n{command.help.splitlines()[0]}\n" in page


@pytest.mark.parametrize("ending", ["md", "ja.md"])
@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_option_is_documented(name: str, ending: str) -> None:
    page = (DOCS / "commands" / f"{name}.{ending}").read_text(encoding="utf-8")
    assert page.startswith(f"# tourgen {name}\n")
    for sub in getattr(COMMANDS[name], "commands", {}):
        assert f"## tourgen {name} {sub}\n" in page
    for parameter in parameters(COMMANDS[name]):
        if parameter.param_type_name == "argument":
            shown = (parameter.metavar or parameter.name).strip("[].…")
            assert f"`{shown}`" in page.replace("\\|", "|")  # as a cell of a table writes it
        else:
            for option in parameter.opts:
                assert re.search(rf"`{option}[ `]", page), f"{option} is not in {name}.{ending}"
    for option in re.findall(r"^\| `(--[a-z-]+)", page, re.MULTILINE):
        assert any(option in parameter.opts for parameter in parameters(COMMANDS[name])), (
            f"there is no {option}"
        )


def test_every_page_is_a_command() -> None:
    named = {path.name for path in (DOCS / "commands").glob("*.md")}
    assert named == {f"{name}.{ending}" for name in COMMANDS for ending in ("md", "ja.md")}


@pytest.fixture(scope="module")
def spring(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the examples start from: events/spring after two rounds."""
    folder = tmp_path_factory.mktemp("docs")
    event = new_event(folder, "othello-2-league", 12, name="spring")
    for number in (1, 2):
        run(folder, "build")
        type_results(event / "rounds" / f"open-r{number}.xlsx")
    run(folder, "build")
    (folder / "games").mkdir()
    for path, proposal in RECORDS.items():
        text = f"(;SZ[7:5]KM[0]{STONES};B[];W[]{proposal})"
        (folder / path).write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize("page", sorted((DOCS / "commands").glob("*.md")), ids=lambda page: page.name)
def test_the_examples_are_true(page: Path, spring: Path, tmp_path: Path) -> None:
    blocks = BLOCK.findall(page.read_text(encoding="utf-8"))
    assert blocks, "a page has an example"
    if page.name.partition(".")[0] in ELSEWHERE:
        return
    for number, block in enumerate(blocks):
        folder = tmp_path / str(number)
        shutil.copytree(spring, folder)
        for command, expected in re.findall(r"^\$ tourgen (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
            code = re.search(r"\[exit (\d)\]\n$", expected)
            result = run(folder, *command.split(), code=int(code[1]) if code else 0)
            wanted = expected[: code.start()] if code else expected
            pattern = ".*".join(re.escape(part) for part in wanted.split("…"))
            assert re.fullmatch(pattern, result.output, re.DOTALL), f"$ tourgen {command}\n{result.output}"
