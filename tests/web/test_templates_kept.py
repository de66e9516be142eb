"""Compiled templates: kept between runs beside the templates, compiled anew when one is edited, never in the way."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tourgen.web import site
from tourgen.web.site import environment


@pytest.fixture
def templates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A project of one template, and a run that begins."""
    folder = tmp_path / "templates"
    folder.mkdir()
    (folder / "home.html").write_text("first", encoding="utf-8")
    monkeypatch.setattr(site, "templates_dir", lambda: folder)
    monkeypatch.setattr(site.sys, "dont_write_bytecode", False)
    monkeypatch.setattr(site.sys, "pycache_prefix", None)
    begin(monkeypatch)
    yield folder
    begin(monkeypatch)


def begin(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a new process."""
    environment.cache_clear()
    site._shipped.cache_clear()
    monkeypatch.setattr(site._Compiled, "loaded", {})


def said(language: str = "ja", overrides: Path | None = None) -> str:
    return environment(language, overrides).get_template("home.html").render()


def kept(folder: Path) -> list[Path]:
    return sorted(folder.glob("__pycache__/home.html.*"))


def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is compiled from now on."""
    found: list[str] = []
    whole = site.Environment._generate

    def generate(self: site.Environment, source: object, name: str, *rest: object, **more: object) -> str:
        found.append(name)
        return whole(self, source, name, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(site.Environment, "_generate", generate)
    return found


def test_the_next_run_compiles_nothing(templates: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert said() == "first"
    assert len(kept(templates)) == 1
    begin(monkeypatch)
    found = compiled(monkeypatch)
    assert said() == said("en") == "first"
    assert found == []


def test_an_edited_template_is_compiled_anew(templates: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said()
    (templates / "home.html").write_text("second", encoding="utf-8")
    begin(monkeypatch)
    assert said() == "second"
    begin(monkeypatch)
    found = compiled(monkeypatch)
    assert said() == "second" and found == []


@pytest.mark.parametrize("rubbish", [b"", b"rubbish", None], ids=["empty", "rubbish", "cut"])
def test_what_was_kept_may_be_damaged(
    templates: Path, monkeypatch: pytest.MonkeyPatch, rubbish: bytes | None
) -> None:
    said()
    (place,) = kept(templates)
    place.write_bytes(place.read_bytes()[:-20] if rubbish is None else rubbish)
    begin(monkeypatch)
    assert said() == "first"


def test_an_events_own_template_is_kept_nowhere(templates: Path, tmp_path: Path) -> None:
    own = tmp_path / "event" / "templates"
    own.mkdir(parents=True)
    (own / "home.html").write_text("own", encoding="utf-8")
    assert said(overrides=own) == "own"
    assert [path.name for path in own.iterdir()] == ["home.html"] and kept(templates) == []


def test_where_nothing_can_be_kept_pages_are_made_all_the_same(templates: Path) -> None:
    (templates / "__pycache__").write_bytes(b"a file where the folder should be")
    assert said() == "first"


def test_nothing_is_kept_where_python_keeps_nothing(templates: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site.sys, "dont_write_bytecode", True)
    assert said() == "first" and kept(templates) == []
