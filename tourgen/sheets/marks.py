"""Marks that people type: results of games, and the mark that says yes."""

from __future__ import annotations

from typing import Literal

from tourgen.model import Mark
from tourgen.sheets.text import Value, fold, is_blank

# The first spelling is the one that is written. All are compared after folding (full-width, case, spaces).
RESULTS: dict[Mark, tuple[str, ...]] = {
    "win": ("○", "〇", "◯", "⭕", "o", "w", "勝", "勝ち", "1"),
    # ● is the loss of the star tables (星取表), as on the site's pages.
    "loss": ("×", "x", "✕", "✖", "❌", "╳", "⨯", "●", "l", "負", "負け", "0"),
    "walkover": ("不戦勝", "不戦勝ち"),
    "forfeit": ("不戦敗", "不戦負", "不戦負け"),
    "foul": ("反則", "反則負", "反則負け"),
    "disqualified": ("失格",),
    "double-loss": ("両負", "両負け", "両者負", "両者負け"),
    "pending": ("預", "預り", "預かり"),
    "no-result": ("無", "無勝負"),
    "draw": ("持碁", "△"),
    "black-wins": ("黒勝", "黒勝ち"),
    "white-wins": ("白勝", "白勝ち"),
}

_YES = (
    "○",
    "〇",
    "◯",
    "⭕",
    "●",
    "◎",
    "o",
    "✓",
    "✔",
    "☑",
    "レ",
    "1",
    "欠",
    "欠席",
    "有",
    "あり",
    "はい",
    "yes",
    "y",
    "true",
    "absent",
)
_NO = ("なし", "無", "無し", "0", "いいえ", "no", "n", "false", "☐", "出", "出席", "参加", "present")

_RESULT_OF: dict[str, Mark] = {fold(text): mark for mark, texts in RESULTS.items() for text in texts}
_ANSWER_OF = {fold(text): True for text in _YES} | {fold(text): False for text in _NO}


def result_mark(value: Value) -> Mark | Literal["unknown"] | None:
    """The mark in a result cell; None where nothing stands there."""
    text = fold(value)
    return _RESULT_OF.get(text, "unknown") if text else None


def written(mark: Mark | None) -> str:
    """How a mark is written into a sheet."""
    return RESULTS[mark][0] if mark else ""


def yes(value: Value) -> bool | None:
    """Whether a mark says yes. None is in doubt: × may be an absence, or the denial of one."""
    return False if is_blank(value) else _ANSWER_OF.get(fold(value))


def denied(value: Value) -> bool:
    """Blank, or a word that says no."""
    return yes(value) is False
