"""`tourgen go score`: records counted, as data and as text for the terminal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from tourgen.go.board import Colour
from tourgen.go.count import Count, Side, count, number
from tourgen.go.doubts import Doubt
from tourgen.go.game import Game, IllegalRecord, read_game
from tourgen.go.proposal import Illegal
from tourgen.go.sgf_text import SgfProblem
from tourgen.go.svg import listed, spoken
from tourgen.messages.problems import LANGUAGES, Language, Problem, brief, message
from tourgen.model import Source

_DRAWN = {"X": "●", "O": "○", "T": "▲", "U": "△", "B": "◆", "W": "◇", "x": "◇", "o": "◆"}
_DRAWN |= {",": "※", ";": "※", ".": "·", "k": "×", "K": "×"}
# Column numbers as one character each, of the same doubtful width as the stones: both stay in line.
_COLUMNS = "".join(chr(0x2460 + n) for n in range(20)) + "".join(chr(0x3251 + n) for n in range(5))
_COUNTED_RESULT = re.compile(r"[BW]\+\d{1,4}(\.\d{1,4})?|0")
_DRAW = ("0", "Draw", "draw")


@dataclass(frozen=True)
class Scored:
    """A record and its count."""

    file: str
    game: Game
    counted: Count

    @property
    def remarks(self) -> tuple[str, ...]:
        """Codes of what concerns the whole record."""
        return (*self.game.oddities, *self._contradictions)

    @property
    def _contradictions(self) -> Iterator[str]:
        written = self.game.territory
        counted = tuple(frozenset(self.counted.territory(colour)) for colour in Colour)
        if written is not None and written != counted:
            yield "territory-differs"
        result = "0" if self.game.result in _DRAW else self.game.result
        if _COUNTED_RESULT.fullmatch(result) and _plain(result) != self.counted.result:
            yield "result-differs"


def _plain(result: str) -> str:
    """B+3.50 as B+3.5."""
    side, plus, points = result.rpartition("+")
    return f"{side}{plus}{number(Decimal(points))}" if plus else result


def score(data: bytes, file: str) -> Scored | Problem:
    """Counts a record; whatever is wrong with it is a Problem, never an exception."""
    try:
        game = read_game(data)
        return Scored(file, game, count(game.stop, game.proposal))
    except SgfProblem as broken:
        return Problem(broken.code, Source(file), str(broken.params.get("found", "")), _params(broken))
    except IllegalRecord as illegal:
        kind = "move" if illegal.number else "setup"
        return _refused(illegal.code.value, file, kind, illegal.number, spoken(illegal.point))
    except Illegal as illegal:
        return _refused(illegal.code.value, file, "insert", illegal.index + 1, spoken(illegal.point))


def _params(broken: SgfProblem) -> dict[str, object]:
    return {name: value for name, value in broken.params.items() if name != "found"}


def _refused(code: str, file: str, kind: str, number: int, point: str) -> Problem:
    where = {
        language: message(f"go-where-{kind}", language, number=number, point=point) for language in LANGUAGES
    }
    return Problem(code, Source(file), point, {"where": where})


# --- As data


def as_data(item: Scored | Problem, language: Language) -> dict[str, Any]:
    """One entry of the JSON array."""
    if isinstance(item, Problem):
        text = message(item.code, language, found=item.found, **item.params)
        return {"file": item.where.file, "error": {"code": item.code, "message": text}}
    counted = item.counted
    return {
        "file": item.file,
        "result": counted.result,
        "black": _side_data(counted.black),
        "white": _side_data(counted.white),
        "seki": [point.sgf for point in counted.seki_stones],
        "dame": [point.sgf for point in counted.dame_points],
        "warnings": [
            *({"code": doubt.code, "point": _sgf(doubt)} for doubt in counted.warnings),
            *({"code": code, "point": None} for code in item.remarks),
        ],
    }


def _side_data(side: Side) -> dict[str, Any]:
    return {"territory": side.territory, "prisoners": side.prisoners, "total": _number(side.total)}


def _number(value: Decimal) -> int | float:
    return int(value) if value == value.to_integral_value() else float(value)


def _sgf(doubt: Doubt) -> str | None:
    """Off the board a point may have no name."""
    return None if doubt.code == "dead-mark-off-board" else doubt.point.sgf


# --- As text


def as_text(item: Scored, language: Language, plain: bool = False) -> list[str]:
    """The board, the score and what to look at again. `plain`: for consoles that have only letters."""
    counted = item.counted
    return [
        item.file,
        *board_text(counted, plain),
        message("go-legend-letters" if plain else "go-legend", language),
        _side_text("black", counted.black, language),
        _side_text("white", counted.white, language),
        message("go-seki", language, points=_chains(counted, language)),
        message("go-dame", language, points=listed(counted.dame_points, language)),
        _result_text(counted, language),
        *(message("go-warning", language, text=text) for text in warnings(item, language)),
    ]


def board_text(counted: Count, plain: bool = False) -> Iterator[str]:
    """The board after 計算, columns and rows numbered from the upper left corner."""
    if plain:
        yield from (f"{y:2} {row}" for y, row in enumerate(counted.rows, 1))
        return
    yield "   " + _COLUMNS[: len(counted.rows[0])]
    for y, row in enumerate(counted.rows, 1):
        yield f"{y:2} " + "".join(_DRAWN[letter] for letter in row)


def warnings(item: Scored, language: Language) -> Iterator[str]:
    """Each warning as a sentence."""
    for doubt in item.counted.warnings:
        yield doubt_text(doubt, language)
    for code in item.remarks:
        yield message(code, language, found=brief(item.game.result), counted=item.counted.result)


def doubt_text(doubt: Doubt, language: Language) -> str:
    """One warning of a count as a sentence."""
    black, white = doubt.stake
    return message(doubt.code, language, point=spoken(doubt.point), black=black, white=white)


def _side_text(name: str, side: Side, language: Language) -> str:
    return message(
        "go-side-komi" if side.komi else "go-side",
        language,
        side=message(f"go-{name}", language),
        territory=side.territory,
        prisoners=side.prisoners,
        komi=number(side.komi),
        total=number(side.total),
    )


def _chains(counted: Count, language: Language) -> str:
    """Seki chains by their first stones."""
    return listed((chain.first for chain in counted.seki), language)


def _result_text(counted: Count, language: Language) -> str:
    if counted.winner is None:
        return message("go-jigo", language)
    side = message("go-black" if counted.winner is Colour.BLACK else "go-white", language)
    margin = number(abs(counted.margin))
    return message("go-won", language, result=counted.result, side=side, margin=margin)


def failed(items: Iterable[Scored | Problem]) -> bool:
    return any(isinstance(item, Problem) for item in items)
