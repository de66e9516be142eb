"""終局処理の流れ (seed 004, 四): a table, and a small machine that does what the table says.

Time is data: milliseconds since a zero that the caller chooses. A State is a value; nothing here knows a board.
What the actions do to stones and proposals is the table's business (`tourgen.go.live.game`).

    act(state, who, action, now)   what a player does → the state after it, or why it is refused
    tick(state, now)               what the clock has done by now
    allowed(state, who)            the buttons and board clicks that this player has
    override, rule, cap            what a referee may do, in any state
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from tourgen.go.board import Colour

MINUTE = 60_000


class Phase(StrEnum):
    """The scenes of the procedure, in the order of the page; the last four are outcomes."""

    JOINT = "JOINT"  # 1 共同終局案作成
    JOINT_RESULT = "JOINT_RESULT"  # 1C
    WHITE_OWN = "WHITE_OWN"  # 2 白方独自終局案作成
    BLACK_OWN = "BLACK_OWN"  # 3 黒方独自終局案作成
    OWN_RESULT = "OWN_RESULT"  # 2B, 3B
    REVIEW = "REVIEW"  # 1D, 4 認否
    AMEND = "AMEND"  # 5 修正案の作成
    AMEND_RESULT = "AMEND_RESULT"  # 5
    AMEND_REVIEW = "AMEND_REVIEW"  # 6 修正案の認否
    RESUME_REQUEST = "RESUME_REQUEST"  # 7 対局再開の要請
    NOTICE = "NOTICE"  # 8 対局の再開
    PLAY = "PLAY"
    DECIDED = "DECIDED"  # 4 勝敗の決定
    BOTH_LOSE = "BOTH_LOSE"  # 9 両負け
    PENDING = "PENDING"  # 10 勝敗預かり
    NO_RESULT = "NO_RESULT"  # 11 無勝負


OUTCOMES = (Phase.DECIDED, Phase.BOTH_LOSE, Phase.PENDING, Phase.NO_RESULT)


class Action(StrEnum):
    """Every button, and every kind of click on the board."""

    COUNT = "count"  # 計算; in a joint proposal a second press takes it back
    APPROVE = "approve"  # 承認
    DENY = "deny"  # 否認
    CORRECT = "correct"  # 訂正
    CANCEL = "cancel"  # 取消
    RESUME = "resume"  # 再開
    ACKNOWLEDGE = "acknowledge"  # 了解
    DELETE = "delete"  # 1, 5 or all inserted stones, from the last one back
    CLEAR = "clear"  # all × at once
    INSERT_OWN = "insert-own"  # left click: one's own stone
    MARK_OTHER = "mark-other"  # left click: × on the opponent's stones
    INSERT_OTHER = "insert-other"  # right click: a stone for the opponent
    MARK_OWN = "mark-own"  # right click: × on one's own stones
    MOVE = "move"
    PASS = "pass"


class Who(StrEnum):
    """Whose turn a scene is; `lead` is whose proposal or request it is about (P of the page)."""

    BOTH = "both"
    LEAD = "lead"
    OTHER = "other"


class Basis(StrEnum):
    """Which proposal decided the game, or that a referee did."""

    FIRST = "first"
    AMENDED = "amended"
    RULING = "ruling"


@dataclass(frozen=True, slots=True)
class Fork:
    """One of two ways on."""

    test: Callable[[State], bool]
    yes: Way
    no: Way


Way = Phase | Fork

OWN_TASK = frozenset({Action.INSERT_OWN, Action.MARK_OTHER, Action.DELETE, Action.CLEAR})
BOTH_TASKS = OWN_TASK | {Action.INSERT_OTHER, Action.MARK_OWN}


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the page: who, limit, next, when time runs out, may do.

    Rows of the same `clock` share it: an action that leads from one to another leaves it running.
    """

    who: Who
    limit: int
    clock: str
    ways: Mapping[Action, Way]
    timeout: Way
    edits: frozenset[Action] = frozenset()
    basis: Basis | None = None  # of the decision that the clock, or an approval, brings


def _closed(state: State) -> bool:
    return state.closed


def _white_leads(state: State) -> bool:
    return state.lead is Colour.WHITE


_A, _P = Action, Phase
NOBODY_PROPOSED = Fork(_closed, _P.NO_RESULT, _P.RESUME_REQUEST)  # 7A, 11A
DISAGREED = Fork(_closed, _P.PENDING, _P.RESUME_REQUEST)  # 7B, 10A
_JOINT = {_A.COUNT: _P.JOINT_RESULT, _A.RESUME: _P.NOTICE}
_OWN = {_A.COUNT: _P.OWN_RESULT, _A.RESUME: _P.NOTICE}
_OWN_RESULT: dict[Action, Way] = {
    _A.APPROVE: _P.REVIEW,
    _A.CORRECT: Fork(_white_leads, _P.WHITE_OWN, _P.BLACK_OWN),
}
_OWN_OVER = Fork(_white_leads, _P.BLACK_OWN, NOBODY_PROPOSED)
_REVIEW = {_A.APPROVE: _P.DECIDED, _A.DENY: _P.AMEND}
_AMEND = {_A.COUNT: _P.AMEND_RESULT, _A.RESUME: _P.NOTICE}
_AMEND_RESULT = {_A.APPROVE: _P.AMEND_REVIEW, _A.CORRECT: _P.AMEND, _A.CANCEL: _P.REVIEW}
_AMEND_REVIEW: dict[Action, Way] = {_A.APPROVE: _P.DECIDED, _A.DENY: DISAGREED}
_BOTH, _LEAD, _OTHER, _FIRST, _2 = Who.BOTH, Who.LEAD, Who.OTHER, Basis.FIRST, 2 * MINUTE

# PLAY has no clock and alternates; it stands apart: see _play.
TABLE: Mapping[Phase, Row] = {
    _P.JOINT: Row(_BOTH, _2, "joint", _JOINT, _P.WHITE_OWN, OWN_TASK),
    _P.JOINT_RESULT: Row(_BOTH, _2, "joint", {_A.APPROVE: _P.REVIEW, _A.CORRECT: _P.JOINT}, _P.WHITE_OWN),
    _P.WHITE_OWN: Row(_LEAD, _2, "own", _OWN, _P.BLACK_OWN, BOTH_TASKS),
    _P.BLACK_OWN: Row(_LEAD, _2, "own", _OWN, NOBODY_PROPOSED, BOTH_TASKS),
    _P.OWN_RESULT: Row(_LEAD, _2, "own", _OWN_RESULT, _OWN_OVER),
    _P.REVIEW: Row(_OTHER, _2, "review", _REVIEW, _P.DECIDED, basis=_FIRST),
    _P.AMEND: Row(_OTHER, _2, "review", _AMEND, _P.DECIDED, BOTH_TASKS, _FIRST),
    _P.AMEND_RESULT: Row(_OTHER, _2, "review", _AMEND_RESULT, _P.DECIDED, basis=_FIRST),
    _P.AMEND_REVIEW: Row(_LEAD, MINUTE, "amend-review", _AMEND_REVIEW, DISAGREED, basis=Basis.AMENDED),
    _P.RESUME_REQUEST: Row(_BOTH, 3 * MINUTE, "request", {_A.RESUME: _P.NOTICE}, _P.BOTH_LOSE),
    _P.NOTICE: Row(_OTHER, MINUTE // 4, "notice", {_A.ACKNOWLEDGE: _P.PLAY}, _P.PLAY),
}


@dataclass(frozen=True, slots=True)
class State:
    """Where the procedure stands. `lead`: P, the author of an own proposal, or who asked to resume."""

    phase: Phase = Phase.JOINT
    deadline: int | None = None
    lead: Colour | None = None
    counted: frozenset[Colour] = field(default_factory=frozenset)  # who has pressed 計算 in JOINT
    turn: Colour | None = None
    passes: int = 0
    unmoved: bool = False  # R: play was resumed and no move has been made since
    resumptions: int = 0
    most_resumptions: int | None = None
    basis: Basis | None = None

    @property
    def over(self) -> bool:
        """Whether an outcome is reached."""
        return self.phase in OUTCOMES

    @property
    def closed(self) -> bool:
        """Whether 再開 is hidden: R, or the referee's cap is reached."""
        capped = self.most_resumptions is not None and self.resumptions >= self.most_resumptions
        return self.unmoved or capped


@dataclass(frozen=True, slots=True)
class Refused:
    """An action that was refused: a code of messages/go_live.toml without its "live-"."""

    code: str


def begin(now: int) -> State:
    """対局停止: play has stopped, the joint proposal begins."""
    return _enter(State(), Phase.JOINT, now)


def actors(state: State) -> tuple[Colour, ...]:
    """The players who have something to do."""
    who = TABLE[state.phase].who if state.phase in TABLE else None
    if who == Who.BOTH:
        return tuple(Colour)
    one = {Who.LEAD: state.lead, Who.OTHER: state.lead and state.lead.opponent, None: state.turn}[who]
    return (one,) if one else ()


def allowed(state: State, who: Colour | None) -> frozenset[Action]:
    """The buttons and clicks of this player, exactly those of the state; none for anybody else."""
    if who not in actors(state):
        return frozenset()
    if state.phase == Phase.PLAY:
        return frozenset({Action.MOVE, Action.PASS})
    row = TABLE[state.phase]
    buttons = row.edits | set(row.ways)
    if state.closed and state.phase != Phase.RESUME_REQUEST:  # only reached while play may be resumed
        buttons -= {Action.RESUME}
    return buttons - row.edits if who in state.counted else buttons


def act(state: State, who: Colour | None, action: Action, now: int) -> State | Refused:
    """One action of a player at a time; what the clock did before it comes first."""
    state = tick(state, now)
    if who is None or action not in allowed(state, who):
        return Refused("over" if state.over else "not-now")
    if state.phase == Phase.PLAY:
        return _play(state, who, action, now)
    row = TABLE[state.phase]
    if action in row.edits:
        return state
    if state.phase == Phase.JOINT and action == Action.COUNT:
        counted = state.counted ^ {who}
        if len(counted) < len(Colour):
            return replace(state, counted=counted)
    return _go(state, row.ways[action], now, who, new_clock=False)


def tick(state: State, now: int) -> State:
    """The state after every timeout that is due, each at its own moment."""
    while state.deadline is not None and now >= state.deadline:
        state = timeout(state)
    return state


def timeout(state: State) -> State:
    """What happens when the time of this state runs out.

    「制限時間が超過すると、当初終局案による勝敗決定になる」; 「制限時間 15 秒が経過すると…対局が再開される」 (15秒).
    """
    assert state.deadline is not None
    return _go(state, TABLE[state.phase].timeout, state.deadline, None, new_clock=True)


# --- The referee: any state may be overridden, and whoever keeps the log writes it down


def override(state: State, phase: Phase, lead: Colour, now: int) -> State:
    """Puts the table into any state with its full time.

    `lead` is whom it is about: P of a review, the author of an own result, who asked to resume; whose turn in PLAY.
    """
    state = replace(tick(state, now), deadline=None)
    if phase == Phase.PLAY:
        return replace(_enter(state, phase, now), turn=lead)
    basis = Basis.RULING if phase in OUTCOMES else None
    return replace(_enter(replace(state, lead=lead), phase, now), basis=basis)


def rule(state: State, outcome: Phase, now: int) -> State:
    """The referee decides the game."""
    assert outcome in OUTCOMES
    return override(state, outcome, state.lead or Colour.BLACK, now)


def cap(state: State, most: int | None) -> State:
    """How often play may be resumed at most; None: as often as the page allows."""
    return replace(state, most_resumptions=most)


# --- Transitions

_AUTHORS = {Phase.WHITE_OWN: Colour.WHITE, Phase.BLACK_OWN: Colour.BLACK, Phase.JOINT: None}


def _go(state: State, way: Way, now: int, me: Colour | None, new_clock: bool) -> State:
    """Follows a way; `me` is whose action it was, None for the clock's."""
    while isinstance(way, Fork):
        way = way.yes if way.test(state) else way.no
    before = state.phase
    if way in OUTCOMES:
        basis = TABLE[before].basis if way == Phase.DECIDED else None
        return replace(_enter(state, way, now), basis=basis)
    takes_lead = (before, way) == (Phase.JOINT_RESULT, Phase.REVIEW) or way == Phase.NOTICE
    if takes_lead and me:
        state = replace(state, lead=me)
    if way == Phase.PLAY:
        return _resume(state, now)
    shared = not new_clock and TABLE[before].clock == TABLE[way].clock
    return _enter(state, way, now, keep_clock=shared)


def _enter(state: State, phase: Phase, now: int, keep_clock: bool = False) -> State:
    limit = TABLE[phase].limit if phase in TABLE else None
    ends = state.deadline if keep_clock else None if limit is None else now + limit
    return replace(
        state,
        phase=phase,
        deadline=ends,
        lead=_AUTHORS.get(phase, state.lead),
        counted=frozenset(),
        turn=None,
        passes=0,
        basis=None,
    )


def _resume(state: State, now: int) -> State:
    """8B: the game goes on; whose opponent asked for it moves first (日本囲碁規約 9-3)."""
    assert state.lead is not None
    resumed = replace(state, unmoved=True, resumptions=state.resumptions + 1)
    return replace(_enter(resumed, Phase.PLAY, now), turn=state.lead.opponent)


def _play(state: State, me: Colour, action: Action, now: int) -> State:
    """A move or a pass; a pass is no move for R, and two in a row stop the game again."""
    if action == Action.MOVE:
        return replace(state, turn=me.opponent, passes=0, unmoved=False)
    if state.passes == 1:
        return _enter(state, Phase.JOINT, now)
    return replace(state, turn=me.opponent, passes=1)
