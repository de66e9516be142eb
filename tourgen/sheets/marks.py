"""Marks in cells: the result of a game, and the mark that says yes."""

from __future__ import annotations

from typing import Literal

from tourgen.model import Mark
from tourgen.result_marks import RESULT_MARKS
from tourgen.sheets.text import Value, fold, is_blank

_YES = "○ 〇 ◯ ⭕ ● ◎ o ✓ ✔ ☑ レ 1 欠 欠席 有 あり はい yes y true absent"
_NO = "なし 無 無し 0 いいえ no n false ☐ 出 出席 参加 present"

_MARK_OF: dict[str, Mark] = {fold(text): mark for mark, one in RESULT_MARKS.items() for text in one.spellings}
_ANSWER_OF = {fold(text): True for text in _YES.split()} | {fold(text): False for text in _NO.split()}


def result_mark(value: Value) -> Mark | Literal["unknown"] | None:
    """The mark in a result cell; None where nothing stands there."""
    text = fold(value)
    return _MARK_OF.get(text, "unknown") if text else None


def yes(value: Value) -> bool | None:
    """Whether a mark says yes; None where that is doubtful: × may mean an absence, or that there is none."""
    return False if is_blank(value) else _ANSWER_OF.get(fold(value))


def denied(value: Value) -> bool:
    """Blank, or a word that says no."""
    return yes(value) is False
