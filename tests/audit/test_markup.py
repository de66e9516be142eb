"""The pages as text: html-validate finds nothing, and every link of the whole site leads somewhere."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.audit.kinds import Page
from tests.audit.tools import HTML_VALIDATE, MISSING, TOOLS, node
from tests.web.built import Files, dead_links


def validate(files: list[Path], out: Path) -> list[str]:
    """What html-validate says, one line each; through a file, for it drops what a pipe has not yet taken at its end."""
    if not HTML_VALIDATE.exists():
        pytest.skip(MISSING)
    report = out / "report.json"
    config = TOOLS / ".htmlvalidate.json"
    command = [node(), HTML_VALIDATE, "--config", config, "--formatter", f"json={report}", *files]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode in (0, 1), run.stderr
    return [
        f"{one['filePath']}:{message['line']}: {message['message']} ({message['ruleId']})"
        for one in json.loads(report.read_text(encoding="utf-8"))
        for message in one["messages"]
    ]


def test_html_validate_finds_nothing(
    folder: Path, kinds: list[Page], every_page: list[Page], tmp_path: Path
) -> None:
    wanted = {page.address for page in kinds}
    found = validate([folder / page.path for page in every_page if page.address in wanted], tmp_path)
    assert not found, "\n".join(found)


def test_html_validate_is_awake(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<!doctype html><html lang=ja><title>x</title><p><div></p>", encoding="utf-8")
    assert validate([page], tmp_path)


def test_every_link_leads_somewhere(folder: Path) -> None:
    dead = dead_links(Files(folder / "site"))
    assert not dead, "\n".join(dead[:50])
