"""The browser that the other tests drive is there, runs scripts and can show Japanese."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.mark.browser
def test_a_page_is_shown(page: "Page", tmp_path: Path) -> None:
    source = tmp_path / "page.html"
    source.write_text(
        "<!doctype html><meta charset=utf-8><title>対戦表</title><p>髙橋 ○ 邉見</p>"
        "<script>document.body.dataset.script = 'ran'</script>",
        encoding="utf-8",
    )
    page.goto(source.as_uri())
    assert page.title() == "対戦表"
    assert page.locator("p").inner_text() == "髙橋 ○ 邉見"
    assert page.locator("body").get_attribute("data-script") == "ran"
