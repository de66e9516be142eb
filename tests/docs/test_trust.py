"""docs/trust.md: every promise names a test that is there, every series a command that can be run."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PAGES = ("trust.md", "trust.ja.md")


def page(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def named(text: str) -> list[str]:
    return re.findall(r"`(tests/[^`*]+)`", text)


@pytest.mark.parametrize("name", PAGES)
def test_what_is_named_is_there(name: str) -> None:
    text = page(name)
    assert [path for path in named(text) if not (ROOT / path).exists()] == []
    modules = re.findall(r"python -m (tests[.\w]+)", text)
    files = [ROOT / module.replace(".", "/") for module in modules]
    assert [one for one in files if not one.with_suffix(".py").exists() and not one.is_dir()] == []
    targets = re.findall(r"`make (\w+)`", text)
    rules = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert [one for one in targets if not re.search(rf"(?m)^{one}:", rules)] == []


@pytest.mark.parametrize("name", PAGES)
def test_every_promise_names_its_test(name: str) -> None:
    tables = re.findall(r"(?m)^\| (?:promise|約束) \|.*\n\|[-|]+\n((?:\|.*\n)+)", page(name))
    rows = [row.strip("|\n ").split(" | ") for table in tables for row in table.splitlines()]
    assert len(rows) > 15
    assert [cells[0] for cells in rows if not named(cells[1])] == []
