"""How a table has ended: as its record says it, and as it is typed into the round's sheet."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from tourgen.event.findings import finding_note
from tourgen.event.judge_round import RULING
from tourgen.go.live.game import Game
from tourgen.go.live.seats import Seat
from tourgen.go.live.view import counted_for
from tourgen.go.procedure import Phase
from tourgen.go.record import BOTH_LOSE, JIGO, NO_RESULT, PENDING, Triple
from tourgen.live.tables import Table
from tourgen.model import Mark
from tourgen.result_marks import written
from tourgen.sheets.exchange_cell import CellValue

RULED = {"b": "B+", "w": "W+", "draw": JIGO}
ENDED = {Phase.BOTH_LOSE: BOTH_LOSE, Phase.PENDING: PENDING, Phase.NO_RESULT: NO_RESULT}
MARKS: dict[Phase, Mark] = {
    Phase.BOTH_LOSE: "double-loss",
    Phase.PENDING: "pending",
    Phase.NO_RESULT: "no-result",
}


def triple(game: Game, names: tuple[str, str]) -> Triple:
    """The records of an ended table; `names` are Black's and White's."""
    info = dict(game.played.info)
    for key, name in zip(("PB", "PW"), names, strict=True):
        if name:
            info[key] = (name,)
    if game.stones > 1:
        info["HA"] = (str(game.stones),)
    info.pop("RE", None)
    if game.note:
        info["GC"] = (game.note,)
    played = replace(game.played, info=info, komi=game.stop.komi)
    return Triple(played, game.black, game.white, result(game))


def named(seat: Seat, game: Game) -> tuple[str, str]:
    """Black's name and White's."""
    first, second = seat.names
    return (second, first) if game.black_seat else (first, second)


def mark_of(game: Game, black: int) -> Mark:
    """The outcome as the mark of the first in a row whose Black is `black`."""
    assert game.state is not None and game.over
    if game.state.phase in MARKS:
        return MARKS[game.state.phase]
    won = result(game)
    if won[0] in "BW":
        return "win" if (won[0] == "B") == (black == 0) else "loss"
    return "draw"


def cells(game: Game, seat: Seat, row: Table) -> dict[str, CellValue]:
    """The outcome as it is typed into the round's sheet; of a team match its own board alone.

    The row may name the two in the other order than the table.
    """
    black = game.black_seat if row.game == seat.game else 1 - game.black_seat
    mark = written(mark_of(game, black))
    board = seat.name.board
    found: dict[str, CellValue] = {f"board{board}": mark} if board else row.blank | {"result1": mark}
    if "black" in row.stands:
        found["black"] = black + 1
    if note := _note(game, named(seat, game)):
        found["note"] = note
    return found


def _note(game: Game, names: tuple[str, str]) -> str:
    """備考: the ruling's reason; 裁定 where the committee ruled, with its finding of deliberate misuse, if any."""
    said = [RULING] if game.pending and game.ruling not in (None, "pending") else []
    if game.misuse:
        said.append(finding_note(names["bw".index(game.misuse)], date.fromisoformat(game.judged_on)))
    return " ".join([*said, game.note] if game.note else said)


def result(game: Game) -> str:
    """As the record says it: B+3.5, W+, 0, both-lose, ?, Void."""
    assert game.state is not None and game.over
    if game.ruling in RULED:
        return f"{RULED[game.ruling]}{'R' if game.resigned else ''}"
    if game.state.phase in ENDED:
        return ENDED[game.state.phase]
    counted = counted_for(game)
    assert counted is not None
    return counted.result
