"""What stands in 組, written and read."""

import pytest

from tests.engine import builders
from tests.engine.builders import best, grouped, knockout
from tests.rules.builders import declared
from tourgen.formats import shipped_text
from tourgen.formats.labels import group_examples, plain, read_group, sheet_group

CHAMPIONSHIP = declared("shogi-championship")
ENCOURAGEMENT = declared("shogi-encouragement")
TEAMS = declared("shogi-team")
TREE = knockout(best(4), 'third = "played"\nfifth = "played"')
BRACES = builders.declared(shipped_text("go-swiss").replace('name = "スイス式"', 'name = "例 {} {x}"'))
COUNTED = builders.declared(
    shipped_text("knockout").replace(
        'name = "トーナメント"', 'name = "トーナメント"\nshort = "第{}戦"\nshort_en = "{x}{} a"', 1
    )
)
NAMED = builders.declared(shipped_text("knockout").replace('name = "トーナメント"', 'name = "例 {} {x}"', 1))
BESIDE = builders.declared(
    grouped('groups = ["A", "B"]', TREE).replace("by_group = true", 'by_group = true\ncounted = "all"')
)


@pytest.mark.parametrize(
    ("form", "stage", "group", "ja", "en"),
    [
        (CHAMPIONSHIP, "swiss", "A", "予選", "Preliminaries"),
        (ENCOURAGEMENT, "swiss", "B", "B", "B"),
        (ENCOURAGEMENT, "knockout", "3", "決勝トーナメント3", "Knockout 3"),
        (ENCOURAGEMENT, "semi", None, "準決勝", "Semi-final"),
        (CHAMPIONSHIP, "final", None, "決勝", "Final"),
        (CHAMPIONSHIP, "third", None, "3位決定戦", "Third place"),
        (TEAMS, "swiss", "A", "スイス式", "Swiss"),
        (COUNTED, "knockout", "12", "第12戦", "{x}12 a"),
        (NAMED, "knockout", "12", "例 {} {x}12", "Knockout 12"),
        (BRACES, "swiss", "A", "例 {} {x}", "Swiss"),
        (TEAMS, "playoff", "12", "優勝決定戦12", "Playoff 12"),
        (declared("knockout"), "knockout", "100", "トーナメント100", "Knockout 100"),
        (BESIDE, "knockout", "5-8", "二次5-8", "二次 5-8"),
        (BESIDE, "knockout", "3-4", "二次3-4", "二次 3-4"),
    ],
)
def test_written_and_read(form, stage, group, ja, en):
    for language, text in (("ja", ja), ("en", en)):
        assert sheet_group(form, stage, group, language) == text
        assert read_group(text, form) == (stage, group)


@pytest.mark.parametrize(
    ("form", "text", "expected"),
    [
        (CHAMPIONSHIP, "A", ("swiss", "A")),
        (CHAMPIONSHIP, "スイス式", ("swiss", "A")),
        (CHAMPIONSHIP, "Ａブロック", ("swiss", "A")),
        (CHAMPIONSHIP, "B", None),
        (ENCOURAGEMENT, "予選", ("swiss", None)),
        (ENCOURAGEMENT, "予選B", ("swiss", "B")),
        (ENCOURAGEMENT, "block b", ("swiss", "B")),
        (ENCOURAGEMENT, "準々決勝", ("knockout", None)),
        (ENCOURAGEMENT, "準々決勝 ２", ("knockout", "2")),
        (TEAMS, "プレーオフ1", ("playoff", "1")),
        (TEAMS, "決勝9", None),
    ],
)
def test_other_spellings(form, text, expected):
    assert read_group(text, form) == expected


def test_what_can_be_typed_instead() -> None:
    assert group_examples(declared("knockout"))["en"] == "Knockout, Semi-final, Third place, Final"
    assert group_examples(ENCOURAGEMENT)["ja"] == "A、B、決勝トーナメント、準決勝、決勝"


def test_what_nobody_sees_makes_no_other_name() -> None:
    """A stage called so in a format file stands in 組 of the sheets, whose cells are read without it."""
    assert plain("予\u200b選 \ufeffA\x01\x7f\n") == plain("予選 a") == "予選a"
