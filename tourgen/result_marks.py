"""The one table of result marks: what people type for a result, what it means, where it is allowed.

Reading and writing sheets, messages, downloads and pages take their marks from here. `verify` has none of it: it
starts from results.json, where a result is a kind and a winner.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tourgen.engine.model import Kind
from tourgen.formats import Format
from tourgen.model import Mark

FOUL, DISQUALIFIED = "反則", "失格"
BOARD_DISCS = 64  # of Othello

Winner = Literal["own", "other", "first", "second"]  # "own": the player in whose cell it stands


@dataclass(frozen=True, slots=True)
class ResultMark:
    """One mark. The first spelling is the one that is written into sheets, messages and tables."""

    spellings: tuple[str, ...]  # compared without regard to width, case and spaces
    name: tuple[str, str]  # in a sentence or an English table
    kind: Kind
    winner: Winner | None = None
    note: str = ""  # how a played game was lost
    allowed: Literal["everywhere", "go", "with draws"] = "everywhere"


RESULT_MARKS: dict[Mark, ResultMark] = {
    "black-wins": ResultMark(("黒勝", "黒勝ち"), ("黒勝ち", "Black won"), "played", "first", allowed="go"),
    "white-wins": ResultMark(("白勝", "白勝ち"), ("白勝ち", "White won"), "played", "second", allowed="go"),
    "draw": ResultMark(("持碁", "△"), ("持碁", "jigo"), "draw", allowed="with draws"),
    "win": ResultMark(
        ("○", "〇", "◯", "⭕", "o", "w", "勝", "勝ち", "1"), ("勝ち", "won"), "played", "own"
    ),
    "loss": ResultMark(
        # ● is the loss of the star tables (星取表), as in the downloads and on the pages.
        ("×", "x", "✕", "✖", "❌", "╳", "⨯", "●", "l", "負", "負け", "0"), ("負け", "lost"), "played", "other"
    ),
    "walkover": ResultMark(("不戦勝", "不戦勝ち"), ("不戦勝", "walkover"), "forfeit", "own"),
    "forfeit": ResultMark(("不戦敗", "不戦負", "不戦負け"), ("不戦敗", "forfeit"), "forfeit", "other"),
    "foul": ResultMark((FOUL, "反則負", "反則負け"), ("反則負け", "foul"), "played", "other", FOUL),
    "disqualified": ResultMark((DISQUALIFIED,), ("失格", "disqualified"), "played", "other", DISQUALIFIED),
    "double-loss": ResultMark(("両負", "両負け", "両者負", "両者負け"), ("両負け", "double loss"), "double-loss"),
    "pending": ResultMark(("預", "預り", "預かり"), ("預かり", "pending"), "pending", allowed="go"),
    "no-result": ResultMark(("無", "無勝負"), ("無勝負", "no result"), "no-result", allowed="go"),
}  # fmt: skip
EVERY_MARK = tuple(RESULT_MARKS)
PLAIN_MARKS = tuple(mark for mark, one in RESULT_MARKS.items() if one.allowed == "everywhere")
NOBODY_WINS = tuple(one.kind for one in RESULT_MARKS.values() if one.winner is None)


def marks_of(declared: Format) -> tuple[Mark, ...]:
    """The marks that a game of this format can end with: 持碁 or △ only where games may be drawn.

    黒勝 and 白勝 mean the first or the second player, so not where a handicap says who is Black.
    """
    known = EVERY_MARK if declared.game == "go" else ("draw", *PLAIN_MARKS)
    without = () if declared.handicap is None else ("black-wins", "white-wins")
    found = tuple(mark for mark in known if mark not in without)
    return tuple(mark for mark in found if mark != "draw" or declared.score.may_be_drawn)


def written(mark: Mark | None, game: str = "go") -> str:
    """A mark as it is written; a draw is 持碁 in Go, and △ in other games."""
    if mark is None:
        return ""
    return RESULT_MARKS[mark].spellings[mark == "draw" and game != "go"]


def board_winner(mark: Mark | None) -> int | None:
    """Which team won a board, 0 or 1, by the mark of the first team's player; None where neither did."""
    winner = RESULT_MARKS[mark].winner if mark else None
    return None if winner is None else int(winner != "own")
