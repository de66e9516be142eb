"""What people type, folded: spaces, widths, forms of numbers, spellings of marks."""

import pytest

from tourgen.result_marks import RESULT_MARKS, written
from tourgen.sheets.marks import denied, result_mark, yes
from tourgen.sheets.text import (
    Value,
    cell_name,
    fold,
    is_blank,
    round_number,
    shown,
    whole_number,
)


@pytest.mark.parametrize(
    ("value", "number"),
    [
        (3, 3),
        (3.0, 3),
        ("3", 3),
        ("３", 3),
        (" 3　", 3),
        ("3.0", 3),
        ("003", 3),
        (0, 0),
        (-1, None),
        (2.5, None),
        ("三", None),
        ("3番", None),
        ("", None),
        (None, None),
        (True, None),
        (1e300, None),
        (float("nan"), None),
        ("9" * 30, None),
    ],
)
def test_whole_number(value: Value, number: int | None) -> None:
    assert whole_number(value) == number


@pytest.mark.parametrize(
    ("value", "number"),
    [(3, 3), ("3回戦", 3), ("第３回戦から", 3), ("R3", 3), ("3回戦まで", 3), ("○", None), ("午後", None)],
)
def test_round_number(value: Value, number: int | None) -> None:
    assert round_number(value) == number


def test_names_keep_their_characters() -> None:
    assert shown("　髙橋　邉子 ") == "髙橋　邉子"
    assert shown("山田\n太郎") == "山田 太郎"
    assert shown("\u200b山田\ufeff") == "山田"


def test_names_are_compared_without_spaces_and_widths() -> None:
    assert fold("山田　太郎") == fold(" 山田 太郎") == fold("山田太郎")
    assert fold("Ｏｐｅｎ") == fold("open")
    assert fold("髙橋") != fold("高橋")


@pytest.mark.parametrize("value", ["", "  ", "　", "-", "－", "—", "ー", None, "\u200b"])
def test_blank(value: Value) -> None:
    assert is_blank(value)


@pytest.mark.parametrize("value", ["0", 0, 0.0, "x", "- 3", False])
def test_not_blank(value: Value) -> None:
    assert not is_blank(value)


def test_cells_are_named_as_in_excel() -> None:
    assert [cell_name(row, column) for row, column in ((0, 0), (6, 5), (0, 26), (1048575, 16383))] == [
        "A1",
        "F7",
        "AA1",
        "XFD1048576",
    ]


# --- Marks


@pytest.mark.parametrize(
    ("mark", "spellings"),
    [
        (
            "win",
            [
                *("○", "〇", "◯", "o", "O", "Ｏ", "ｏ", "W", "w", "Ｗ", "勝", "勝ち", 1, 1.0, "1", "１"),
                *(" ○ ", "⭕\ufe0f"),
            ],
        ),
        ("loss", ["×", "x", "X", "ｘ", "✕", "✖", "L", "l", "負", "負け", 0, 0.0, "0", "０", "●", "　×"]),
        ("walkover", ["不戦勝", "不 戦 勝", "不戦勝ち"]),
        ("forfeit", ["不戦敗", "不戦　敗"]),
        ("foul", ["反則", "反則負け"]),
        ("disqualified", ["失格"]),
        ("double-loss", ["両負", "両負け", "両者負け", "両者 負け"]),
        ("pending", ["預", "預かり", "預り"]),
        ("no-result", ["無", "無勝負"]),
        ("draw", ["持碁", "△"]),
        ("black-wins", ["黒勝", "黒勝ち"]),
        ("white-wins", ["白勝", "白 勝"]),
    ],
)
def test_result_marks(mark: str, spellings: list[Value]) -> None:
    assert {result_mark(spelling) for spelling in spellings} == {mark}


@pytest.mark.parametrize("value", ["", "  ", "　", None])
def test_nothing_is_no_result_yet(value: Value) -> None:
    assert result_mark(value) is None


@pytest.mark.parametrize(
    "value", ["白負", "-", "?", "○×", "2", 2, "勝負", "draw", True, 0.5, "◎", "引き分け"]
)
def test_anything_else_is_no_result(value: Value) -> None:
    assert result_mark(value) == "unknown"


def test_what_is_written_is_read_again() -> None:
    assert all(result_mark(written(mark)) == mark for mark in RESULT_MARKS)
    assert written(None) == ""


@pytest.mark.parametrize("value", ["○", "〇", "✓", "欠", "欠席", 1, "はい", "YES", True, "●"])
def test_yes(value: Value) -> None:
    assert yes(value) is True


@pytest.mark.parametrize("value", ["", None, "-", "なし", "出席", "no", "NO", 0, "いいえ", False])
def test_no(value: Value) -> None:
    assert yes(value) is False
    assert denied(value)


@pytest.mark.parametrize("value", ["×", "x", "?", "未定", "遅刻", "△", 2])
def test_doubtful(value: Value) -> None:
    assert yes(value) is None


def test_joiners_belong_to_a_name_and_make_no_other() -> None:
    """ZWNJ and ZWJ form letters (Persian, Sinhala): they are shown, and two spellings with and without are one name."""
    typed = "\u200dعلی\u200cرضا ශ්\u200dරී\u200b"
    assert shown(typed) == "علی\u200cرضا ශ්\u200dරී"
    assert fold(typed) == fold("علیرضا ශ්රී")
