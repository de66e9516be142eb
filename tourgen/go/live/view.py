"""What every screen shows of a table: one and the same for players, spectators and the referee.

`stones` are rows of `.`, `b`, `w`; `marks` are rows of `.` and
    s inserted stone (□ ■) · x dead (×) · t seki (△ ▲) · b w territory · d open dame · l the last move
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from tourgen.go.board import Board, Colour, Point
from tourgen.go.count import Count, Doubt, count, number
from tourgen.go.live.game import Game
from tourgen.go.live.log import phase
from tourgen.go.procedure import TABLE, Phase, State, allowed
from tourgen.go.proposal import Proposal, Stop, replay
from tourgen.problems import message

DRAFTING = (Phase.JOINT, Phase.WHITE_OWN, Phase.BLACK_OWN, Phase.AMEND)
COUNTED_DRAFT = (Phase.JOINT_RESULT, Phase.OWN_RESULT, Phase.AMEND_RESULT, Phase.AMEND_REVIEW)
# The letters of a count (tourgen.go.count) as marks; a dead stone that was taken leaves territory.
MARKS = str.maketrans("XOTUBWxo,;.kK", "..ttbwwb..dxx")
SETUP_ACTIONS = ("put", "prisoners", "size", "load")
REFEREE_ACTIONS = ("start", "komi", "override", "cap", "rule")


def view(game: Game, now: int) -> dict[str, Any]:
    """The common part; what one role may do is added by `role_view`."""
    state, shown = game.state, proposal_shown(game)
    counted = counted_for(game)
    return {
        "seq": game.seq,
        "scene": game.scene,
        "phase": phase(game),
        "left": _left(state, now),
        "limit": TABLE[state.phase].limit if state and state.phase in TABLE else None,
        "lead": _letter(state.lead if state else None),
        "turn": _letter(state.turn if state else None),
        "passes": state.passes if state else 0,
        "counted": _letters(state.counted if state else ()),
        "ready": _letters(game.position.ready),
        "closed": state.closed if state else False,
        "resumptions": state.resumptions if state else 0,
        "cap": state.most_resumptions if state else None,
        **_board(game, shown, counted),
        "komi": number(game.stop.komi),
        "inserts": len(game.draft.inserts),
        "dead": len(game.draft.dead),
        "score": _score(counted) if counted else None,
        "warnings": [_warning(one) for one in counted.warnings] if counted else [],
        "record": bool(game.position.played.moves),
        "basis": state.basis.value if state and state.basis else None,
        "ruling": game.ruling,
        "note": game.note,
        "last": _last(game),
    }


def role_view(game: Game, role: str | None) -> dict[str, Any]:
    """Who is looking, and the buttons and clicks that this role has now."""
    return {"you": role, "allowed": sorted(_allowed(game, role))}


def summary(game: Game, now: int) -> dict[str, Any]:
    """How a table stands, in a line."""
    state = game.state
    counted = counted_for(game) if game.over else None
    return {
        "phase": phase(game),
        "left": _left(state, now),
        "lead": _letter(state.lead if state else None),
        "turn": _letter(state.turn if state else None),
        "ruling": game.ruling,
        "result": counted.result if counted else None,
    }


def proposal_shown(game: Game) -> Proposal | None:
    """The proposal on the board, if one is."""
    if game.state is None or game.ruling is not None:
        return None
    match game.state.phase:
        case one if one in DRAFTING or one in COUNTED_DRAFT:
            return game.draft
        case Phase.REVIEW:
            return game.first
        case Phase.DECIDED:
            return game.draft
    return None


def counted_for(game: Game) -> Count | None:
    """計算: the count on the screen, if one is."""
    shown = proposal_shown(game)
    if shown is None or game.state is None or game.state.phase in DRAFTING:
        return None
    return _count(game.stop, shown)


@lru_cache(maxsize=256)
def _count(stop: Stop, proposal: Proposal) -> Count:
    return count(stop, proposal)


def _allowed(game: Game, role: str | None) -> list[str]:
    if role is None:
        return []
    if role == "referee":
        return [*REFEREE_ACTIONS, *(SETUP_ACTIONS if game.state is None else ())]
    if game.state is None:
        return [*SETUP_ACTIONS, "ready"]
    return [action.value for action in allowed(game.state, Colour(role))]


def _board(game: Game, shown: Proposal | None, counted: Count | None) -> dict[str, Any]:
    black, white = game.stop.prisoners
    board, marks = game.stop.board, _no_marks(game.stop.board)
    if counted:
        board, marks = counted.final, [row.translate(MARKS) for row in counted.rows]
        black, white = counted.black.prisoners, counted.white.prisoners
    elif shown is not None:
        position = replay(game.stop, shown.inserts)
        board, marks = position.board, _drawn(position.board, position.inserted, shown.dead)
        black += position.prisoners(Colour.BLACK)
        white += position.prisoners(Colour.WHITE)
    elif game.moves and game.moves[-1][1] is not None:
        marks = _with(marks, {game.moves[-1][1]: "l"})
    return {"stones": list(board.rows), "marks": marks, "prisoners": [black, white]}


def _no_marks(board: Board) -> list[str]:
    return ["." * board.width] * board.height


def _drawn(board: Board, inserted: frozenset[Point], dead: frozenset[Point]) -> list[str]:
    marked = {point: "x" for point in dead if board.at(point) is not None} | dict.fromkeys(inserted, "s")
    return _with(_no_marks(board), marked)


def _with(rows: list[str], marked: Mapping[Point, str]) -> list[str]:
    lines = [list(row) for row in rows]
    for point, letter in marked.items():
        lines[point.y][point.x] = letter
    return ["".join(line) for line in lines]


def _left(state: State | None, now: int) -> int | None:
    return None if state is None or state.deadline is None else max(0, state.deadline - now)


def _score(found: Count) -> dict[str, Any]:
    sides = {"b": found.black, "w": found.white}
    return {
        "result": found.result,
        **{
            letter: {
                "territory": side.territory,
                "prisoners": side.prisoners,
                "komi": number(side.komi),
                "total": number(side.total),
            }
            for letter, side in sides.items()
        },
    }


def _warning(doubt: Doubt) -> dict[str, Any]:
    black, white = doubt.stake
    params = {"point": f"{doubt.point.x + 1}-{doubt.point.y + 1}", "black": black, "white": white}
    words = {language: message(doubt.code, language, **params) for language in ("ja", "en")}
    return {"code": doubt.code, "x": doubt.point.x, "y": doubt.point.y, **words}


def _last(game: Game) -> dict[str, Any] | None:
    """What happened last, for the line under the message; a record's text stays out of it."""
    if game.last is None:
        return None
    args = {key: value for key, value in game.last.args.items() if key not in ("sgf", "note")}
    return {"who": game.last.who, "do": game.last.do, **args}


def _letter(colour: Colour | None) -> str | None:
    return colour.value if colour else None


def _letters(colours: Any) -> list[str]:
    return sorted(colour.value for colour in colours)
