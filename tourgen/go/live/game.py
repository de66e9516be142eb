"""A table as a value: one logged event after the other, nothing else changes it.

    after(game, event)   the game after an event, or why the event is refused
    due(game, now)       the timeout that must be logged before anything else is

The same function plays live and reads a log back, so a restarted server is where the old one was.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

from tourgen.go import procedure
from tourgen.go.board import Board, Colour, IllegalMove, Point
from tourgen.go.game import Move, Played
from tourgen.go.live import setup
from tourgen.go.live.setup import Position
from tourgen.go.procedure import Action, Phase, Refused, State
from tourgen.go.proposal import (
    Proposal,
    Stop,
    clear_dead,
    delete_inserts,
    insert,
    replay,
    toggle_dead,
)

REFEREE, CLOCK, SERVER, COMMITTEE = "referee", "clock", "server", "committee"
DELETED = {"1": 1, "5": 5, "all": None}
RULED = {
    "b": Phase.DECIDED,
    "w": Phase.DECIDED,
    "draw": Phase.DECIDED,
    "both-lose": Phase.BOTH_LOSE,
    "pending": Phase.PENDING,
    "no-result": Phase.NO_RESULT,
}


@dataclass(frozen=True, slots=True)
class Event:
    """One line of a log: when (milliseconds of running time), who, what."""

    seq: int
    t: int
    who: str  # b, w, referee, clock, server
    do: str
    args: Mapping[str, Any] = field(default_factory=dict)
    device: str = ""  # which of the devices

    @property
    def colour(self) -> Colour | None:
        """Which player it was."""
        return Colour(self.who) if self.who in ("b", "w") else None

    @property
    def point(self) -> Point:
        """Where it happened."""
        return Point(self.args["x"], self.args["y"])


@dataclass(frozen=True)
class Game:
    """Everything that is known of a table."""

    seq: int = 0  # of the last event
    position: Position = field(default_factory=Position)  # where the procedure began
    state: State | None = None  # None: the position is still being put up
    stop: Stop = field(default_factory=lambda: Position().stop)  # with the moves made since
    moves: tuple[Move, ...] = ()  # after play was resumed
    before: Board | None = None  # the board before the last move, for ko
    draft: Proposal = field(default_factory=Proposal)
    first: Proposal | None = None  # 当初終局案
    black: Proposal | None = None  # what each has approved last
    white: Proposal | None = None
    ruling: str | None = None
    note: str = ""
    resigned: bool = False  # 投了: the ruling is the loser's own
    players: str = ""  # which game of the sheets it is
    nigiri: bool = False  # who is Black is decided at the table
    black_seat: int = 0  # which of the two of the sheet's row is Black
    stones: int = 0  # of the handicap; 1 is 定先
    paused: int | None = None  # by the referee: the milliseconds that were left; -1 where no clock ran
    pending: bool = False  # has been 預かり, so that a ruling is the committee's
    misuse: str = ""  # b or w: whose deliberate misuse the committee has found
    judged_on: str = ""  # the date of its verdict
    confirmed: bool = False  # by the referee, where event.toml asks for that
    called: str = ""  # who waits for the referee
    scene: int = 0  # changes when what a button would mean changes
    ended: bool = False  # has had an outcome, though a referee may have reopened it
    last: Event | None = None

    @property
    def over(self) -> bool:
        """Whether the table has an outcome."""
        return self.state is not None and self.state.over

    @property
    def played(self) -> Played:
        """The whole game: up to the first stop, and what was played after it."""
        if not self.moves:
            return self.position.played
        before = self.position.played
        if before.moves:
            before = before.stopped
        return replace(before, moves=(*before.moves, *self.moves))

    def approved(self, colour: Colour) -> Proposal | None:
        """The player's own proposal, if there is one."""
        return self.black if colour is Colour.BLACK else self.white


Step = Callable[[Game, Event], Game | Refused]


def after(game: Game, event: Event) -> Game | Refused:
    """The game after the event; its timeouts must have been logged as events of their own before."""
    if event.seq != game.seq + 1 or (due(game, event.t) is not None and event.do != "timeout"):
        raise ValueError(f"event {event.seq} does not follow {game.seq}")
    found = _step(game, event)
    if isinstance(found, Refused):
        return found
    ended = game.ended or found.over
    pending = found.pending or (found.state is not None and found.state.phase == Phase.PENDING)
    confirmed = found.confirmed and found.over
    found = replace(found, ended=ended, pending=pending, confirmed=confirmed)
    return replace(found, seq=event.seq, last=event, scene=_scene(game, found))


def due(game: Game, now: int) -> Event | None:
    """The next timeout, if its time has come."""
    ends = game.state.deadline if game.state else None
    return Event(game.seq + 1, ends, CLOCK, "timeout") if ends is not None and ends <= now else None


def _scene(before: Game, now: Game) -> int:
    """A new scene with every new phase or position; what was approved jointly stays in sight for the review."""
    was, is_ = (
        (game.state and game.state.phase, game.position.played, game.black_seat) for game in (before, now)
    )
    kept = (was[0], is_[0]) == (Phase.JOINT_RESULT, Phase.REVIEW)
    return before.scene if was == is_ or kept else before.scene + 1


def _step(game: Game, event: Event) -> Game | Refused:
    if event.do == "timeout":
        if event.who != CLOCK or due(game, event.t) is None:
            raise ValueError("a timeout before its time")
        assert game.state is not None
        return _moved_on(game, procedure.timeout(game.state))
    if event.do in _REFEREE:
        trusted = event.who in (REFEREE, SERVER)
        return _REFEREE[event.do](game, event) if trusted else Refused("referee-only")
    if event.do == "judge":
        return _judge(game, event) if event.who == COMMITTEE else Refused("referee-only")
    if event.do in _ANYBODY:
        return _ANYBODY[event.do](game, event)
    if event.do in _SETUP:
        return _SETUP[event.do](game, event) if game.state is None else Refused("begun")
    if game.state is None:
        return Refused("not-begun")
    if event.colour is None:
        return Refused("players-only")
    return _procedure(game, event, event.colour)


# --- The position


def _put(game: Game, event: Event) -> Game | Refused:
    changed = setup.put(game.position, event.point, event.args["stone"])
    return Refused("off-board") if changed is None else _positioned(game, changed)


def _load(game: Game, event: Event) -> Game | Refused:
    found = setup.load(game.position, event.args["sgf"])
    return Refused("not-a-record") if found is None else _positioned(game, found)


def _prisoners(game: Game, event: Event) -> Game:
    return _positioned(game, setup.with_prisoners(game.position, event.args["b"], event.args["w"]))


def _size(game: Game, event: Event) -> Game:
    width, height = event.args["width"], event.args["height"]
    return _positioned(game, setup.resize(game.position, width, height, game.stones))


def _ready(game: Game, event: Event) -> Game | Refused:
    """Both players agree to the position; a second press takes it back."""
    if event.colour is None:
        return Refused("players-only")
    ready = game.position.ready ^ {event.colour}
    changed = replace(game, position=replace(game.position, ready=ready))
    return _begin(changed, event) if len(ready) == len(Colour) else changed


def _record_komi(game: Game, event: Event) -> Game | Refused:
    """The komi of the record instead of the event's, once both players want it; a second press takes it back."""
    position = game.position
    if event.colour is None or position.record_komi is None:
        return Refused("players-only" if event.colour is None else "nothing-there")
    wanted = position.wanted_by ^ {event.colour}
    if len(wanted) < len(Colour):
        return replace(game, position=replace(position, wanted_by=wanted, ready=frozenset()))
    return _positioned(game, setup.with_komi(position, position.record_komi))


def _swap(game: Game, event: Event) -> Game | Refused:
    """The other one is Black: under ニギリ by either player before the start, always by a referee until the end.

    Where the pairing says who is Black, a referee's press only asks both players anew: the two change places in their
    row of the sheet, and then the server says so here.
    """
    trusted = event.who in (REFEREE, SERVER)
    if game.over:
        return Refused("over")
    if game.stones:
        return Refused("colours-handicap")
    if not (game.nigiri or trusted):
        return Refused("colours-fixed")
    if not (game.state is None or trusted):
        return Refused("begun")
    turned = game.nigiri or event.who == SERVER
    position = replace(game.position, ready=frozenset())
    return replace(game, black_seat=game.black_seat ^ turned, position=position)


def _call(game: Game, event: Event) -> Game:
    """A player calls the referee, who answers with the same word."""
    return replace(game, called="" if event.who == REFEREE else event.who)


def _positioned(game: Game, position: Position) -> Game:
    return replace(game, position=position, stop=position.stop)


def _begin(game: Game, event: Event) -> Game:
    return replace(game, state=procedure.begin(event.t), stop=game.position.stop)


_ANYBODY: dict[str, Step] = {"swap": _swap, "call": _call}
_SETUP: dict[str, Step] = {
    "put": _put,
    "load": _load,
    "prisoners": _prisoners,
    "size": _size,
    "record-komi": _record_komi,
    "ready": _ready,
}


# --- The players


def _procedure(game: Game, event: Event, me: Colour) -> Game | Refused:
    assert game.state is not None
    if game.paused is not None:
        return Refused("paused")
    if event.do == "resign":
        return _resign(game, event, me)
    found = procedure.act(game.state, me, _action(event), event.t)
    if isinstance(found, Refused):
        return found
    try:
        changed = _STONES[event.do](game, event, me) if event.do in _STONES else game
    except IllegalMove as refused:
        return Refused(refused.code.value)
    return changed if isinstance(changed, Refused) else _moved_on(changed, found)


def _resign(game: Game, event: Event, me: Colour) -> Game | Refused:
    """投了, while the game is played on."""
    assert game.state is not None
    if game.state.phase != Phase.PLAY:
        return Refused("over" if game.over else "not-now")
    state = replace(procedure.rule(game.state, Phase.DECIDED, event.t), basis=None)
    return replace(game, state=state, ruling=me.opponent.value, resigned=True)


def _action(event: Event) -> Action:
    match event.do, event.args.get("task"):
        case "insert", task:
            return Action.INSERT_OWN if task == "own" else Action.INSERT_OTHER
        case "mark", task:
            return Action.MARK_OTHER if task == "own" else Action.MARK_OWN
    return Action(event.do)


def _insert(game: Game, event: Event, me: Colour) -> Game:
    colour = me if event.args["task"] == "own" else me.opponent
    return replace(game, draft=insert(game.stop, game.draft, colour, event.point))


def _mark(game: Game, event: Event, me: Colour) -> Game | Refused:
    """One's own task is × on the opponent's stones, the opponent's is × on one's own (二1A)."""
    wanted = me.opponent if event.args["task"] == "own" else me
    shown = replay(game.stop, game.draft.inserts)
    if event.point not in shown.board:
        return Refused("off-board")
    if event.point in shown.inserted:
        return Refused("inserted-stone")
    if shown.board.at(event.point) is not wanted:
        return Refused("not-that-stone")
    return replace(game, draft=toggle_dead(game.stop, game.draft, event.point))


def _delete(game: Game, event: Event, me: Colour) -> Game | Refused:
    """「終局処理で挿入した両者の石を最終から順次に削除するツール」: 全削除, 5手削除, 1手削除."""
    if not game.draft.inserts:
        return Refused("nothing-there")
    return replace(game, draft=delete_inserts(game.draft, DELETED[event.args["n"]]))


def _clear(game: Game, event: Event, me: Colour) -> Game | Refused:
    """All ×; in a joint proposal only those that are one's own task, the ones on the opponent's stones."""
    assert game.state is not None
    kept: frozenset[Point] = frozenset()
    if game.state.phase == Phase.JOINT:
        kept = frozenset(point for point in game.draft.dead if game.stop.board.at(point) is me)
    if kept == game.draft.dead:
        return Refused("nothing-there")
    return replace(game, draft=replace(clear_dead(game.draft), dead=kept))


def _move(game: Game, event: Event, me: Colour) -> Game:
    board, captured = game.stop.board.play(me, event.point, forbidden=game.before)
    black, white = game.stop.prisoners
    taken = (black + len(captured), white) if me is Colour.BLACK else (black, white + len(captured))
    stop = replace(game.stop, board=board, prisoners=taken)
    return replace(game, stop=stop, before=game.stop.board, moves=(*game.moves, (me, event.point)))


def _pass(game: Game, event: Event, me: Colour) -> Game:
    return replace(game, before=game.stop.board, moves=(*game.moves, (me, None)))


_STONES: dict[str, Callable[[Game, Event, Colour], Game | Refused]] = {
    "insert": _insert,
    "mark": _mark,
    "delete": _delete,
    "clear": _clear,
    "move": _move,
    "pass": _pass,
}


# --- What a new scene does to the proposals


def _moved_on(game: Game, state: State) -> Game:
    """The game in its next state. An approved joint proposal is both sides'; who does not answer has agreed."""
    assert game.state is not None
    was, game = game.state.phase, replace(game, state=state)
    match was, state.phase:
        case Phase.JOINT_RESULT, Phase.REVIEW:
            return replace(game, first=game.draft, black=game.draft, white=game.draft)
        case Phase.OWN_RESULT, Phase.REVIEW:
            return _approve(replace(game, first=game.draft), state.lead, game.draft)
        case (Phase.REVIEW, Phase.AMEND) | (Phase.AMEND_RESULT, Phase.REVIEW):
            return replace(game, draft=game.first or game.draft)
        case Phase.AMEND_RESULT, Phase.AMEND_REVIEW:
            return _approve(game, state.lead and state.lead.opponent, game.draft)
        case ((Phase.REVIEW | Phase.AMEND | Phase.AMEND_RESULT), Phase.DECIDED):
            agreed = game.first or game.draft
            return _approve(replace(game, draft=agreed), state.lead and state.lead.opponent, agreed)
        case _, Phase.PLAY if was != Phase.PLAY:
            return _cleared(game)
    return game


def _approve(game: Game, who: Colour | None, proposal: Proposal) -> Game:
    return replace(game, black=proposal) if who is Colour.BLACK else replace(game, white=proposal)


def _cleared(game: Game) -> Game:
    """8B: inserted stones are no moves; what was proposed is gone."""
    return replace(game, draft=Proposal(), first=None, black=None, white=None, before=None)


# --- The referee


def _start(game: Game, event: Event) -> Game | Refused:
    return _begin(game, event) if game.state is None else Refused("begun")


def _komi(game: Game, event: Event) -> Game:
    position = setup.with_komi(game.position, Decimal(event.args["komi"]))
    return replace(game, position=position, stop=replace(game.stop, komi=position.stop.komi))


def _override(game: Game, event: Event) -> Game | Refused:
    if game.state is None:
        return Refused("not-begun")
    phase, lead = Phase(event.args["phase"]), Colour(event.args["lead"])
    state = procedure.override(game.state, phase, lead, event.t)
    opened = replace(game, state=state, ruling=None, note="", resigned=False, paused=None)
    if phase == Phase.PLAY:
        return _cleared(opened)
    if phase in (Phase.REVIEW, Phase.AMEND, Phase.AMEND_RESULT, Phase.AMEND_REVIEW):
        first = game.first or game.draft
        return _approve(replace(opened, first=first), lead, game.approved(lead) or first)
    return opened


def _cap(game: Game, event: Event) -> Game | Refused:
    if game.state is None:
        return Refused("not-begun")
    return replace(game, state=procedure.cap(game.state, event.args["most"]))


def _rule(game: Game, event: Event) -> Game:
    ruling: str = event.args["ruling"]
    state = procedure.rule(game.state or procedure.begin(event.t), RULED[ruling], event.t)
    ruled = replace(game, state=state, ruling=ruling, note=event.args["note"])
    return replace(ruled, resigned=False, paused=None)


def _judge(game: Game, event: Event) -> Game | Refused:
    """審査: the committee's verdict on a pending game."""
    if not game.pending:
        return Refused("not-now")
    return replace(_rule(game, event), misuse=event.args["misuse"], judged_on=event.args["date"])


def _confirm(game: Game, event: Event) -> Game | Refused:
    return replace(game, confirmed=True) if game.over else Refused("not-now")


def _seat(game: Game, event: Event) -> Game:
    """Who sits here, and with which handicap: the server says so when it opens the table."""
    black, nigiri, stones = event.args["black"], event.args["nigiri"], event.args.get("stones", 0)
    board = game.stop.board
    placed = _positioned(game, setup.resize(game.position, board.width, board.height, stones))
    return replace(placed, players=event.args["players"], black_seat=black, nigiri=nigiri, stones=stones)


def _pause(game: Game, event: Event) -> Game | Refused:
    """The clock stands, and nobody plays, until the referee says so."""
    if game.state is None or game.over or game.paused is not None:
        return Refused("not-now")
    ends = game.state.deadline
    left = -1 if ends is None else ends - event.t
    return replace(game, paused=left, state=replace(game.state, deadline=None))


def _go_on(game: Game, event: Event) -> Game | Refused:
    if game.state is None or game.paused is None:
        return Refused("not-now")
    ends = None if game.paused < 0 else event.t + game.paused
    return replace(game, paused=None, state=replace(game.state, deadline=ends))


def _reset(game: Game, event: Event) -> Game | Refused:
    """As before the start: the position as it was agreed, nothing proposed."""
    if game.state is None:
        return Refused("not-begun")
    position = replace(game.position, ready=frozenset())
    kept = ("seq", "scene", "ended", "players", "nigiri", "black_seat", "stones")
    return Game(position=position, stop=position.stop, **{name: getattr(game, name) for name in kept})


_REFEREE: dict[str, Step] = {
    "start": _start,
    "komi": _komi,
    "override": _override,
    "cap": _cap,
    "rule": _rule,
    "seat": _seat,
    "pause": _pause,
    "go-on": _go_on,
    "reset": _reset,
    "confirm": _confirm,
}
