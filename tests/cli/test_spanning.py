"""The pages that span events, made while the last event is written: the same as made afterwards from the site."""

import shutil
from pathlib import Path

import pytest

from tests.cli.desk import run
from tests.corrections.office import tree
from tourgen import side_by_side
from tourgen.spanning import write_index


@pytest.mark.parametrize("split", [True, False])
def test_they_are_what_the_site_gives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, split: bool) -> None:
    """One event after the other into one site, then both at once; the first build of each, and one more."""
    monkeypatch.setattr(side_by_side, "_can_split", lambda: split)
    for name in ("all-japan-51", "go-demo"):
        shutil.copytree(Path("events") / name, tmp_path / "events" / name)
    for events in (["go-demo"], ["all-japan-51"], ["go-demo"], []):
        assert run(tmp_path, "build", *events).exit_code == 0
        made = tree(tmp_path / "site")
        assert write_index(tmp_path / "site") == []
        assert tree(tmp_path / "site") == made
    assert "index.html" in made and any(name.startswith("people/") for name in made)
