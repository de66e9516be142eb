"""終局処理の流れ (seed 004, 四): a table, and a small machine that does what the table says.

Time is data: milliseconds since a zero that the caller chooses. A State is a value; nothing here knows a board.
What the actions do to stones and proposals is the table's business (`tourgen.go.live.game`).

    act(state, who, action, now)   what a player does → the state after it, or why it is refused
    tick(state, now)               what the clock has done by now
    deadline(state)                when it will do something next
    allowed(state, who)            the buttons and board clicks that this player has
    override, rule, cap            what a referee may do, in any state
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from enum import StrEnum
from types import MappingProxyType

from tourgen.dataclass import dataclass
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
    TURN = "turn"


class Condition(StrEnum):
    """What a transition may depend on."""

    CLOSED = "closed"  # R, or the referee's cap: play can't be resumed
    WHITE_LEADS = "white leads"


class Basis(StrEnum):
    """Which proposal decided the game, or that a referee did."""

    FIRST = "first"
    AMENDED = "amended"
    RULING = "ruling"


@dataclass(frozen=True, slots=True)
class Fork:
    """One of two ways on."""

    test: Condition
    yes: Way
    no: Way


Way = Phase | Fork

OWN_TASK = frozenset({Action.INSERT_OWN, Action.MARK_OTHER, Action.DELETE, Action.CLEAR})
BOTH_TASKS = OWN_TASK | {Action.INSERT_OTHER, Action.MARK_OWN}


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the page: limit, who, may do, next, when time runs out.

    Rows of the same `clock` share it: an action that leads from one to another leaves it running.
    """

    who: Who
    limit: int
    clock: str
    ways: Mapping[Action, Way]
    timeout: Way
    edits: frozenset[Action] = frozenset()
    basis: Basis | None = None  # of the decision that the clock, or an approval, brings


NOBODY_PROPOSED = Fork(Condition.CLOSED, Phase.NO_RESULT, Phase.RESUME_REQUEST)  # 7A, 11A
DISAGREED = Fork(Condition.CLOSED, Phase.PENDING, Phase.RESUME_REQUEST)  # 7B, 10A

TABLE: Mapping[Phase, Row] = MappingProxyType(
    {
        Phase.JOINT: Row(
            Who.BOTH,
            2 * MINUTE,
            "joint",
            {Action.COUNT: Phase.JOINT_RESULT, Action.RESUME: Phase.NOTICE},
            timeout=Phase.WHITE_OWN,
            edits=OWN_TASK,
        ),
        Phase.JOINT_RESULT: Row(
            Who.BOTH,
            2 * MINUTE,
            "joint",
            {Action.APPROVE: Phase.REVIEW, Action.CORRECT: Phase.JOINT},
            timeout=Phase.WHITE_OWN,
        ),
        Phase.WHITE_OWN: Row(
            Who.LEAD,
            2 * MINUTE,
            "own",
            {Action.COUNT: Phase.OWN_RESULT, Action.RESUME: Phase.NOTICE},
            timeout=Phase.BLACK_OWN,
            edits=BOTH_TASKS,
        ),
        Phase.BLACK_OWN: Row(
            Who.LEAD,
            2 * MINUTE,
            "own",
            {Action.COUNT: Phase.OWN_RESULT, Action.RESUME: Phase.NOTICE},
            timeout=NOBODY_PROPOSED,
            edits=BOTH_TASKS,
        ),
        Phase.OWN_RESULT: Row(
            Who.LEAD,
            2 * MINUTE,
            "own",
            {
                Action.APPROVE: Phase.REVIEW,
                Action.CORRECT: Fork(Condition.WHITE_LEADS, Phase.WHITE_OWN, Phase.BLACK_OWN),
            },
            timeout=Fork(Condition.WHITE_LEADS, Phase.BLACK_OWN, NOBODY_PROPOSED),
        ),
        Phase.REVIEW: Row(
            Who.OTHER,
            2 * MINUTE,
            "review",
            {Action.APPROVE: Phase.DECIDED, Action.DENY: Phase.AMEND},
            timeout=Phase.DECIDED,
            basis=Basis.FIRST,
        ),
        Phase.AMEND: Row(
            Who.OTHER,
            2 * MINUTE,
            "review",
            {Action.COUNT: Phase.AMEND_RESULT, Action.RESUME: Phase.NOTICE},
            timeout=Phase.DECIDED,
            edits=BOTH_TASKS,
            basis=Basis.FIRST,
        ),
        Phase.AMEND_RESULT: Row(
            Who.OTHER,
            2 * MINUTE,
            "review",
            {
                Action.APPROVE: Phase.AMEND_REVIEW,
                Action.CORRECT: Phase.AMEND,
                Action.CANCEL: Phase.REVIEW,
            },
            timeout=Phase.DECIDED,
            basis=Basis.FIRST,
        ),
        Phase.AMEND_REVIEW: Row(
            Who.LEAD,
            1 * MINUTE,
            "amend-review",
            {Action.APPROVE: Phase.DECIDED, Action.DENY: DISAGREED},
            timeout=DISAGREED,
            basis=Basis.AMENDED,
        ),
        Phase.RESUME_REQUEST: Row(
            Who.BOTH,
            3 * MINUTE,
            "request",
            {Action.RESUME: Phase.NOTICE},
            timeout=Phase.BOTH_LOSE,
        ),
        Phase.NOTICE: Row(
            Who.OTHER,
            MINUTE // 4,
            "notice",
            {Action.ACKNOWLEDGE: Phase.PLAY},
            timeout=Phase.PLAY,
        ),
    }
)
# PLAY has no clock and alternates; it stands apart: see _play.


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
    """Why nothing happened; a code of messages/go_live.toml without its "live-"."""

    code: str


def begin(now: int) -> State:
    """対局停止: play has stopped, the joint proposal begins."""
    return _enter(State(), Phase.JOINT, now)


def deadline(state: State) -> int | None:
    """When the clock will do something next; None in PLAY and when all is over."""
    return state.deadline


def actors(state: State) -> tuple[Colour, ...]:
    """Who has something to do."""
    if state.over:
        return ()
    who = Who.TURN if state.phase == Phase.PLAY else TABLE[state.phase].who
    match who:
        case Who.BOTH:
            return tuple(Colour)
        case Who.TURN:
            return (state.turn,) if state.turn else ()
        case Who.LEAD:
            return (state.lead,) if state.lead else ()
        case Who.OTHER:
            return (state.lead.opponent,) if state.lead else ()


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
    """What happens when the time of this state runs out."""
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
        yes = state.closed if way.test == Condition.CLOSED else state.lead is Colour.WHITE
        way = way.yes if yes else way.no
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
