"""The pages as text: html-validate finds nothing, and every link of the whole site leads somewhere."""

from __future__ import annotations

import json
import posixpath
import re
import subprocess
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlsplit

import pytest

from tests.audit.kinds import Page
from tests.audit.tools import HTML_VALIDATE, MISSING, TOOLS, node


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


def links(html: str) -> set[str]:
    return set(re.findall(r'\s(?:href|src|action)="([^"]*)"', html))


def test_every_link_leads_somewhere(folder: Path) -> None:
    site = folder / "site"
    pages = {path.relative_to(site).as_posix(): path.read_text("utf-8") for path in site.rglob("*.html")}
    files = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    ids = {path: set(re.findall(r'\sid="([^"]+)"', html)) for path, html in pages.items()}
    dead = []
    for path, html in pages.items():
        for link in links(html):
            if urlsplit(link).scheme:
                continue
            target, fragment = urldefrag(unquote(link))
            found = posixpath.normpath(posixpath.join(posixpath.dirname(path), target)) if target else path
            if found not in files or (fragment and found in ids and fragment not in ids[found]):
                dead.append(f"{path}: {link}")
    assert not dead, "\n".join(dead[:50])
