"""The pages that span events are made from what the site holds."""

import re
import shutil
from pathlib import Path

from tests.cli.desk import run
from tests.files import timeless, whole_tree
from tourgen.web.site_index import write_index


def test_they_are_what_the_site_gives(tmp_path: Path) -> None:
    """One event after the other into one site, then both at once; the first build of each, and one more."""
    for name in ("all-japan-51", "go-demo"):
        shutil.copytree(Path("events") / name, tmp_path / "events" / name)
    for events in (["go-demo"], ["all-japan-51"], ["go-demo"], []):
        assert run(tmp_path, "build", *events).exit_code == 0
        made = whole_tree(tmp_path / "site")
        assert write_index(tmp_path / "site") == []
        assert whole_tree(tmp_path / "site") == made
    assert "index.html" in made and any(name.startswith("people/") for name in made)


def test_lists_that_nobody_needs_any_more_are_removed(tmp_path: Path) -> None:
    """The date comes late and is changed; the address is given and taken back. What people put there stays."""
    shutil.copytree("events/go-demo", tmp_path / "events/demo")
    settings = tmp_path / "events/demo/event.toml"
    dated = settings.read_text(encoding="utf-8")
    (date,) = re.findall(r"(?m)^date = .*$", dated)
    texts = [dated.replace(date, "") + "\n", dated, dated.replace(date, "date = 2031-01-10")]
    for text, more in zip(texts, ([], ["--base-url", "https://example.org"], []), strict=True):
        settings.write_text(text, encoding="utf-8")
        run(tmp_path, "build", *more)
        run(tmp_path, "build", "--site", "fresh", *more)
        assert timeless(whole_tree(tmp_path / "site")) == timeless(whole_tree(tmp_path / "fresh"))
        shutil.rmtree(tmp_path / "fresh")
    assert (tmp_path / "site/year-2031.html").exists()
    mine = tmp_path / "site/year-of-the-dragon.html"
    mine.write_text("mine")
    run(tmp_path, "build")
    assert mine.read_text() == "mine"


def test_an_event_whose_folder_is_gone_is_named(tmp_path: Path) -> None:
    """A rehearsal with invented champions must not stay without a word; who builds one event asked for that."""
    for name in ("demo", "rehearsal"):
        shutil.copytree("events/go-demo", tmp_path / "events" / name)
    assert "もうありません" not in run(tmp_path, "build").stdout
    shutil.rmtree(tmp_path / "events/rehearsal")
    shutil.copytree(tmp_path / "site/demo", tmp_path / "site/demo (1)")
    assert "もうありません" not in run(tmp_path, "build", "demo").stdout
    said = run(tmp_path, "build").stdout
    assert said.count("もうありません") == 1 and "site/rehearsal を消して" in said
    assert (tmp_path / "site/rehearsal/index.html").exists()
    shutil.rmtree(tmp_path / "site/rehearsal")
    assert "もうありません" not in run(tmp_path, "build").stdout
