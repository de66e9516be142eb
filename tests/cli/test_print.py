"""`tourgen print`: what is asked for, into its own folder, with a browser and without."""

from pathlib import Path

import pytest

from tests.cli.desk import new_event, run
from tourgen.storage.own_files import FILE_LIST
from tourgen.web.paper import browser, printing


def files(folder: Path) -> list[str]:
    names = {path.name for path in (folder / "print" / "demo").iterdir()}
    return sorted(names - {FILE_LIST})


def test_without_a_browser_there_is_html(played: Path) -> None:
    said = run(played, "print", "demo", "open", "3", "--base-url", "https://example.org").stdout
    assert files(played) == ["open-r3-cards.html", "open-r3-names.html", "open-r3-tables.html"]
    assert "Chromium" in said
    assert "QR" not in said


def test_without_an_address_it_says_so(played: Path) -> None:
    assert "--base-url" in run(played, "print", "demo").stdout
    assert "open-r2-standings.html" in files(played)


def test_the_folder_holds_what_was_asked_for_last(played: Path) -> None:
    run(played, "print", "demo")
    run(played, "print", "demo", "open", "1")
    assert files(played) == [f"open-r1-{kind}.html" for kind in ("cards", "names", "standings", "tables")]
    assert [path.name for path in (played / "print").iterdir()] == ["demo"], "nothing else is left behind"


def test_the_language_is_that_of_the_sheets(played: Path) -> None:
    said = run(played, "print", "demo", "ＯＰＥＮ", "3", "--lang", "en").stdout
    assert "Match cards: 2 sheets" in said
    page = (played / "print" / "demo" / "open-r3-cards.html").read_text(encoding="utf-8")
    assert '<html lang="en" class="othello">' in page


def test_what_is_not_there(played: Path) -> None:
    assert "division-unknown" in run(played, "print", "demo", "opne", code=1).stderr
    assert "いま 3 回戦まで" in run(played, "print", "demo", "open", "9", code=1).stderr
    assert "event-unknown" in run(played, "print", "dmeo", code=1).stderr
    run(played, "print", "demo", "open", "0", code=2)
    assert not (played / "print").exists()


def test_before_the_first_round_there_are_name_tags(tmp_path: Path) -> None:
    event = new_event(tmp_path, "othello-2-league", 12)
    settings = event / "event.toml"
    text = settings.read_text(encoding="utf-8").replace("\ndraws =", "\n# draws =")
    settings.write_text(text, encoding="utf-8")
    assert "名札: 2枚" in run(tmp_path, "print", "demo").stdout
    assert (tmp_path / "print/demo/open-tags.html").exists()


def test_a_browser_that_fails_is_named(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = played / "chromium"
    program.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setattr(printing, "find_browser", lambda: program)
    said = run(played, "print", "demo", "open", "3").stdout
    assert said.count("print/demo/open-r3-") == 3
    assert files(played) == ["open-r3-cards.html", "open-r3-names.html", "open-r3-tables.html"]


@pytest.mark.browser
def test_with_a_browser_there_is_pdf(
    played: Path, monkeypatch: pytest.MonkeyPatch, chromium_path: Path
) -> None:
    monkeypatch.setattr(printing, "find_browser", lambda: chromium_path)
    said = run(played, "print", "demo", "open", "3").stdout
    assert "PDF と" in said
    for kind in ("cards", "names", "tables"):
        assert (played / "print" / "demo" / f"open-r3-{kind}.pdf").read_bytes().startswith(b"%PDF")
    assert [path.name for path in (played / "print").iterdir()] == ["demo"]


def test_a_browser_is_looked_for_where_it_may_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()  # the real places
    edge = tmp_path / "Programs" / browser.WINDOWS[1]
    edge.parent.mkdir(parents=True)
    edge.touch()
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PROGRAMFILES", str(tmp_path / "Programs"))
    assert browser.find_browser() == edge
    chrome = tmp_path / "google-chrome"
    chrome.touch()
    assert browser.find_browser() == chrome
