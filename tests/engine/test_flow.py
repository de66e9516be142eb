"""The flow of a format: boxes on a line of rounds, arrows, and both as text and as a drawing."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from tests.engine.builders import declared, stage
from tests.engine.test_language import shipped, swiss
from tools.docs.flow_svg import flow_svg
from tourgen.formats import shipped_formats
from tourgen.formats.flow import chart_of
from tourgen.formats.flow_text import flow_text, sizes_of


def test_boxes_stand_in_their_rounds() -> None:
    chart = chart_of(shipped("othello-free"))
    assert [(box.stage.id, box.first, box.last) for box in chart.boxes] == [
        ("league", 0, 3),
        ("ranking", 1, 5),
        ("knockout", 4, 5),
    ]
    assert [(arrow.source, arrow.target, arrow.flow.who) for arrow in chart.arrows] == [
        (0, 1, "beaten"),
        (0, 2, "sole-unbeaten"),
    ]
    assert chart.columns == 6


def test_a_stage_without_rounds_follows_its_source_and_one_with_the_final_ends_with_it() -> None:
    chart = chart_of(shipped("othello-world", rounds=3))
    assert [(box.first, box.last, box.rounds) for box in chart.boxes] == [
        (0, 2, (1, 3)),
        (3, 4, None),
        (4, 4, None),
    ]
    assert chart.arrows[1].source is None


def test_the_flow_as_text() -> None:
    assert [*flow_text(shipped("othello-free"), "en")] == [
        "                     1  2  3  4  5  6",
        "Preliminary league  == == == ==        paired every round · groups A, B, C, D · rounds 1–4",
        "                                       ← everybody",
        "Ranking league         == == == == ==  paired every round · rounds 2–6",
        "                                       ← Preliminary league: the beaten",
        "Final knockout                  == ==  bracket · rounds 5–6",
        "                                       ← Preliminary league: the only unbeaten of each group",
        "",
        "Final rank: the places of Final knockout, then wins",
        "Entrants: 7–64",
    ]
    assert "← 2〜6 人のとき全員" in [*flow_text(shipped("shogi-girls"), "ja")][2]
    assert sizes_of(shipped("go-swiss"), "ja") == "2 以上"


def test_one_number_is_no_span() -> None:
    third = '{ stage = "swiss", who = "places", places = [3, 3] }'
    text = swiss(stage="entrants = [8, 8]\n" + stage("more", "pool", third, "rounds = 6"))
    said = [
        line.split("← ")[1] for line in flow_text(declared(f'{text}counted = "all"\n'), "ja") if "←" in line
    ]
    assert said == ["8 人のとき全員", "スイス式: 各組の 3 位"]


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("format_id", shipped_formats())
def test_the_flow_as_a_drawing(format_id: str, language: str) -> None:
    declared = shipped(format_id)
    drawing = ElementTree.fromstring(flow_svg(declared, language))
    width = float(drawing.attrib["width"])
    boxes = [one for one in drawing if one.tag.endswith("rect")]
    assert len(boxes) == len(declared.stage)
    lefts = [float(box.attrib["x"]) for box in boxes]
    assert all(left + float(box.attrib["width"]) <= width for left, box in zip(lefts, boxes, strict=True))
    ends = [float(one.attrib["d"].split("H")[1]) for one in drawing if "H" in one.attrib.get("d", "")]
    flows = [
        (flow, left) for stage, left in zip(declared.stage, lefts, strict=True) for flow in stage.entered_from
    ]
    assert ends == [left - 2 for flow, left in flows if flow.stage is not None]
    names = [stage.name if language == "ja" else stage.name_en for stage in declared.stage]
    text = "".join(drawing.itertext())
    assert all(name in text for name in names) and not re.search(r"[{}]", text)
