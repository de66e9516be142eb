"""What every screen shows of a table: one and the same for players, spectators and the referee.

`stones` are rows of `.`, `b`, `w`; `marks` are rows of `.` and
    s inserted stone (□ ■) · x dead (×) · t seki (△ ▲) · b w territory · d open dame · l the last move
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from tourgen.go.board import Board, Colour, Point, reading_order
from tourgen.go.count import Count, number
from tourgen.go.doubts import Doubt
from tourgen.go.live.game import Game
from tourgen.go.live.log import phase
from tourgen.go.procedure import TABLE, Phase, State, actors, allowed
from tourgen.go.proposal import Proposal, replay
from tourgen.go.score import doubt_text
from tourgen.go.stakes import candidates, counted, weighed
from tourgen.go.svg import differences
from tourgen.messages.problems import LANGUAGES

DRAFTING = (Phase.JOINT, Phase.WHITE_OWN, Phase.BLACK_OWN, Phase.AMEND)
COUNTED_DRAFT = (Phase.JOINT_RESULT, Phase.OWN_RESULT, Phase.AMEND_RESULT, Phase.AMEND_REVIEW, Phase.DECIDED)
# The letters of a count (tourgen.go.count) as marks; a dead stone that was taken leaves territory.
MARKS = str.maketrans("XOTUBWxo,;.kK", "..ttbwwb..dxx")
SETUP_ACTIONS = ("put", "prisoners", "size", "load")
REFEREE_ACTIONS = ("start", "komi", "override", "cap", "rule", "pause", "go-on", "reset", "confirm")


def view(game: Game, now: int) -> dict[str, Any]:
    """The common part; what one role may do is added by `role_view`."""
    state, shown, found = game.state or State(), proposal_shown(game), counted_for(game)
    return {
        **_standing(game, now),
        "seq": game.seq,
        "scene": game.scene,
        "limit": TABLE[state.phase].limit if game.state and state.phase in TABLE else None,
        "passes": state.passes,
        "counted": _letters(state.counted),
        "ready": _letters(game.position.ready),
        "acting": _letters(
            set(actors(state)) - state.counted if game.state else set(Colour) - game.position.ready
        ),
        "over": game.over,
        "closed": state.closed,
        "resumptions": state.resumptions,
        "cap": state.most_resumptions,
        **_board(game, shown, found),
        "komi": number(game.stop.komi),
        "handicap": game.stones,
        "inserts": len(game.draft.inserts),
        "dead": len(game.draft.dead),
        "score": _score(found) if found else None,
        "warnings": _warnings(game, shown) if found and shown else [],
        "record_komi": number(game.position.record_komi) if game.position.record_komi is not None else None,
        "wanted_by": _letters(game.position.wanted_by),
        "record": bool(game.position.played.moves),
        "basis": state.basis,
        "note": game.note,
        "last": _last(game),
    }


def role_view(game: Game, role: str | None) -> dict[str, Any]:
    """Who is looking, and the buttons and clicks that this role has now."""
    return {"you": role, "allowed": sorted(_allowed(game, role))}


def summary(game: Game, now: int) -> dict[str, Any]:
    """How a table stands, in a line."""
    found = counted_for(game) if game.over else None
    return {
        **_standing(game, now),
        "stones": list(game.stop.board.rows),
        "result": found.result if found else None,
    }


def _standing(game: Game, now: int) -> dict[str, Any]:
    state = game.state or State()
    return {
        "phase": phase(game),
        "left": _left(game, now),
        "lead": state.lead and state.lead.value,
        "turn": state.turn and state.turn.value,
        "paused": game.paused is not None,
        "called": game.called,
        "ruling": game.ruling,
        "resigned": game.resigned,
    }


def proposal_shown(game: Game) -> Proposal | None:
    """The proposal on the board, if one is."""
    if game.state is None or game.ruling is not None:
        return None
    if game.state.phase == Phase.REVIEW:
        return game.first
    return game.draft if game.state.phase in (*DRAFTING, *COUNTED_DRAFT) else None


def counted_for(game: Game) -> Count | None:
    """計算: the count on the screen, if one is."""
    shown = proposal_shown(game)
    if shown is None or game.state is None or game.state.phase in DRAFTING:
        return None
    return counted(game.stop, shown)


def hints(game: Game) -> dict[str, Any] | None:
    """候補: what a draft leaves open, with the points at stake; nothing of it is done by itself."""
    if game.state is None or game.state.phase not in DRAFTING:
        return None
    warnings = _warnings(game, game.draft)
    dead, dame = (sorted(points) for points in candidates(game.stop, game.draft))
    return {"type": "hints", "seq": game.seq, "warnings": warnings, "dead": dead, "dame": dame}


def _warnings(game: Game, shown: Proposal) -> list[dict[str, Any]]:
    return [_warning(doubt, points) for doubt, points in weighed(game.stop, shown)]


def _allowed(game: Game, role: str | None) -> list[str]:
    if role is None:
        return []
    if role == "referee":  # where the pairing says who is Black, the answer to a swap says so
        swap = () if game.over else ("swap",)
        return [*REFEREE_ACTIONS, "call", *swap, *(SETUP_ACTIONS if game.state is None else ())]
    if game.state is None:
        swap = ("swap",) if game.nigiri else ()
        komi = ("record-komi",) if game.position.record_komi is not None else ()
        return [*SETUP_ACTIONS, "ready", "call", *swap, *komi]
    if game.paused is not None:
        return ["call"]
    resign = ("resign",) if game.state.phase == Phase.PLAY else ()
    return [*(action.value for action in allowed(game.state, Colour(role))), *resign, "call"]


def _board(game: Game, shown: Proposal | None, found: Count | None) -> dict[str, Any]:
    black, white = game.stop.prisoners
    board, marks = game.stop.board, _no_marks(game.stop.board)
    if found:
        board, marks = found.final, [row.translate(MARKS) for row in found.rows]
        black, white = found.black.prisoners, found.white.prisoners
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


def _left(game: Game, now: int) -> int | None:
    state = game.state
    if game.paused is not None:
        return game.paused if game.paused >= 0 else None
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


def _warning(doubt: Doubt, points: Decimal | None) -> dict[str, Any]:
    words = {language: doubt_text(doubt, language) for language in LANGUAGES}
    worth = None if points is None else number(points)
    return {"code": doubt.code, "x": doubt.point.x, "y": doubt.point.y, "points": worth, **words}


def _last(game: Game) -> dict[str, Any] | None:
    """What happened last, for the line under the message; a record's text stays out of it."""
    if game.last is None:
        return None
    args = {key: value for key, value in game.last.args.items() if key not in ("sgf", "note")}
    return {"who": game.last.who, "do": game.last.do, **args}


def _letters(colours: Any) -> list[str]:
    return sorted(colour.value for colour in colours)


def case(game: Game) -> dict[str, Any]:
    """A pending game for the committee: the record and what each has proposed, side by side."""
    proposals = {"b": game.black, "w": game.white}
    counts = {letter: counted(game.stop, one) for letter, one in proposals.items() if one is not None}
    differs = differences(counts["b"], counts["w"]) if len(counts) == 2 else ()
    return {
        "komi": number(game.stop.komi),
        "prisoners": list(game.stop.prisoners),
        "stones": list(game.stop.board.rows),
        "proposals": {
            letter: {
                **_board(game, proposals[letter], found),
                **_score(found),
                "inserts": [
                    [colour.value, *point] for colour, point in (proposals[letter] or Proposal()).inserts
                ],
            }
            for letter, found in counts.items()
        },
        "differs": sorted(differs, key=reading_order),
        "ruling": game.ruling,
        "note": game.note,
        "misuse": game.misuse,
        "judged_on": game.judged_on,
    }
