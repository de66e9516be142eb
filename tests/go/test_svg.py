"""The drawing of a board: well-formed, without inline styles, and in words too."""

import re
import xml.etree.ElementTree as ET

import pytest

from tests.go.positions import score
from tourgen.go.svg import board_svg, differences, result_picture

SEED = "..b.w.. .wb.w.. ..bbww. bbbww.. .bbw..."
SVG = "{http://www.w3.org/2000/svg}"
PICTURES = {
    "result": result_picture(score(SEED, dead=[(1, 1)], inserts=[("b", 3, 0), ("w", 3, 1)])),
    "seki": result_picture(score(SEED, dead=[(1, 1)])),
    "19x19": result_picture(score(" ".join(["." * 19] * 19))),
}


def classes(text: str, name: str) -> int:
    return len(re.findall(rf'class="{name}[ "]', text))


@pytest.mark.parametrize("name", PICTURES)
@pytest.mark.parametrize("language", ["ja", "en"])
def test_a_file_of_its_own(name: str, language: str) -> None:
    text = board_svg(PICTURES[name], "b", "<青木> & 石川", language, alone=True)
    root = ET.fromstring(text)
    assert root.tag == f"{SVG}svg" and root.get("role") == "img"
    named = (root.get("aria-labelledby") or "").split()
    assert [root.find(f"{SVG}{tag}").get("id") for tag in ("title", "desc")] == named  # type: ignore[union-attr]
    assert root.findtext(f"{SVG}title") == "<青木> & 石川"
    assert "prefers-color-scheme" in text


@pytest.mark.parametrize("name", PICTURES)
def test_inside_a_page_nothing_is_styled_inline(name: str) -> None:
    text = board_svg(PICTURES[name], "b")
    assert "style" not in text and "currentColor" in text and "xmlns" not in text


def test_marks() -> None:
    result = board_svg(PICTURES["result"], "b")
    assert (classes(result, "dead"), classes(result, "stone")) == (0, 18)
    assert classes(result, "territory") == 17
    seki = board_svg(PICTURES["seki"], "b")
    assert (classes(seki, "dead"), classes(seki, "seki"), classes(seki, "dame")) == (1, 16, 2)
    assert classes(board_svg(PICTURES["19x19"], "b"), "star") == 9


def test_differences_between_two_proposals() -> None:
    right, wrong = score(SEED, dead=[(1, 1)], inserts=[("b", 3, 0), ("w", 3, 1)]), score(SEED)
    found = differences(right, wrong)
    assert len(found) == 35 and not differences(right, right)
    text = board_svg(result_picture(wrong, found), "b", language="en")
    assert classes(text, "difference") == 35 and "differ: 1-1 2-1" in text
