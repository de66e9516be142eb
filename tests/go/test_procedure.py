"""終局処理の流れ: the table typed from the page once more, and every state there is looked at."""

from collections import deque
from dataclasses import replace

import pytest

from tourgen.go.board import Colour
from tourgen.go.procedure import (
    OUTCOMES,
    Action,
    Basis,
    Phase,
    Refused,
    State,
    act,
    actors,
    allowed,
    begin,
    cap,
    override,
    rule,
    tick,
    timeout,
)

B, W = Colour.BLACK, Colour.WHITE

# --- The page, typed from it. Whom a state is about is P; Q is the opponent. `R|x:y` is x with R, y without.
# state | time | who | may do | next | when time runs out

PAGE = """
JOINT          | 2:00        | both | own stones, enemy ×, delete, clear | 計算 JOINT_RESULT; 再開 NOTICE            | WHITE_OWN
JOINT_RESULT   | JOINT       | both |                                    | 承認 REVIEW; 訂正 JOINT                   | WHITE_OWN
WHITE_OWN      | 2:00        | P    | both colours                       | 計算 OWN_RESULT; 再開 NOTICE              | BLACK_OWN
BLACK_OWN      | 2:00        | P    | both colours                       | 計算 OWN_RESULT; 再開 NOTICE              | R|NO_RESULT:RESUME_REQUEST
OWN_RESULT     | P_OWN       | P    |                                    | 承認 REVIEW; 訂正 P_OWN                   | as P_OWN
REVIEW         | 2:00        | Q    |                                    | 承認 DECIDED first; 否認 AMEND            | DECIDED first
AMEND          | REVIEW      | Q    | both colours                       | 計算 AMEND_RESULT; 再開 NOTICE            | DECIDED first
AMEND_RESULT   | REVIEW      | Q    |                                    | 承認 AMEND_REVIEW; 訂正 AMEND; 取消 REVIEW | DECIDED first
AMEND_REVIEW   | 1:00        | P    |                                    | 承認 DECIDED amended; 否認 R|PENDING:RESUME_REQUEST | R|PENDING:RESUME_REQUEST
RESUME_REQUEST | 3:00        | both |                                    | 再開 NOTICE                               | BOTH_LOSE
NOTICE         | 0:15        | Q    |                                    | 了解 PLAY                                 | PLAY
"""  # fmt: skip  # noqa: E501

BUTTONS = {
    "計算": Action.COUNT,
    "承認": Action.APPROVE,
    "否認": Action.DENY,
    "訂正": Action.CORRECT,
    "取消": Action.CANCEL,
    "再開": Action.RESUME,
    "了解": Action.ACKNOWLEDGE,
}
OWN_TASK = {Action.INSERT_OWN, Action.MARK_OTHER, Action.DELETE, Action.CLEAR}
EDITS = {
    "": set(),
    "own stones, enemy ×, delete, clear": OWN_TASK,
    "both colours": OWN_TASK | {Action.INSERT_OTHER, Action.MARK_OWN},
}
ROWS = {row.split("|")[0].strip(): [cell.strip() for cell in _cells] for row in PAGE.strip().splitlines()
        if (_cells := row.replace("R|", "R/").split("|"))}  # fmt: skip


def own(lead: Colour) -> str:
    return "WHITE_OWN" if lead is W else "BLACK_OWN"


def row(phase: str, lead: Colour) -> list[str]:
    return [cell.replace("P_OWN", own(lead)) for cell in ROWS[phase]]


def limit(phase: str, lead: Colour) -> int:
    """Milliseconds on a fresh clock."""
    time = row(phase, lead)[1]
    if ":" not in time:
        return limit(time, lead)
    minutes, seconds = time.split(":")
    return 1000 * (60 * int(minutes) + int(seconds))


def ways(phase: str, lead: Colour) -> dict[Action, str]:
    found = (way.split(" ", 1) for way in row(phase, lead)[4].split("; "))
    return {BUTTONS[button]: where for button, where in found}


def runs_out(phase: str, lead: Colour) -> str:
    where = row(phase, lead)[5]
    return runs_out(where.removeprefix("as "), lead) if where.startswith("as ") else where


def arrives(way: str, closed: bool) -> tuple[Phase, Basis | None]:
    """Where a way of the page leads: phase and which proposal decides."""
    if way.startswith("R/"):
        with_r, without = way.removeprefix("R/").split(":")
        way = with_r if closed else without
    phase, _, basis = way.partition(" ")
    return Phase(phase), Basis(basis) if basis else None


def whose(phase: str, lead: Colour) -> set[Colour]:
    return {"both": {B, W}, "P": {lead}, "Q": {lead.opponent}}[row(phase, lead)[2]]


def state_of(phase: str, lead: Colour, closed: bool, now: int = 0) -> State:
    return override(State(unmoved=closed), Phase(phase), lead, now)


CASES = [
    (phase, lead, closed)
    for phase in ROWS
    for lead in (B, W)
    for closed in (False, True)
    if (phase, lead) not in {("WHITE_OWN", B), ("BLACK_OWN", W)}
]


# --- Row by row


@pytest.mark.parametrize(("phase", "lead", "closed"), CASES)
def test_each_row_has_its_buttons_and_nobody_else_any(phase: str, lead: Colour, closed: bool) -> None:
    state = state_of(phase, lead, closed)
    wanted = EDITS[row(phase, lead)[3]] | set(ways(phase, lead))
    if closed and phase != "RESUME_REQUEST":
        wanted -= {Action.RESUME}
    for colour in (B, W):
        assert allowed(state, colour) == (wanted if colour in whose(phase, lead) else set())
    assert allowed(state, None) == set()


@pytest.mark.parametrize(("phase", "lead", "closed"), CASES)
def test_each_row_leads_where_the_page_says(phase: str, lead: Colour, closed: bool) -> None:
    for colour in whose(phase, lead):
        for action, way in ways(phase, lead).items():
            state = state_of(phase, lead, closed)
            if action is Action.RESUME and action not in allowed(state, colour):
                continue
            if (phase, action) == ("JOINT", Action.COUNT):
                state = done(act(state, colour.opponent, action, 1000))
                assert state.phase is Phase.JOINT, "the first 計算 waits for the other"
            after = done(act(state, colour, action, 1000))
            assert (after.phase, after.basis) == arrives(way, closed)


@pytest.mark.parametrize(("phase", "lead", "closed"), CASES)
def test_each_clock_is_the_page_s(phase: str, lead: Colour, closed: bool) -> None:
    state = state_of(phase, lead, closed, now=5000)
    end = 5000 + limit(phase, lead)
    assert state.deadline == end
    assert tick(state, end - 1) == state
    after = tick(state, end)
    assert (after.phase, after.basis) == arrives(runs_out(phase, lead), closed)
    if after.phase in ROWS:
        assert after.deadline == end + limit(after.phase, lead), (
            "a new clock from the moment of the old one's end"
        )


def clock(phase: str, lead: Colour) -> str:
    """Which state's time this state uses."""
    time = row(phase, lead)[1]
    return phase if ":" in time else time


@pytest.mark.parametrize(("phase", "lead", "closed"), CASES)
def test_shared_clocks_run_on_and_others_start_anew(phase: str, lead: Colour, closed: bool) -> None:
    for action in ways(phase, lead):
        for colour in whose(phase, lead):
            state = state_of(phase, lead, closed)
            if (phase, action) == ("JOINT", Action.COUNT):
                state = done(act(state, colour.opponent, action, 1000))
            after = act(state, colour, action, 7000)
            if isinstance(after, Refused) or after.phase not in ROWS:
                continue
            if clock(after.phase, lead) == clock(phase, lead):
                assert after.deadline == state.deadline
            else:
                assert after.deadline == 7000 + limit(after.phase, lead)


def done(result: State | Refused) -> State:
    assert isinstance(result, State), result
    return result


# --- The words below the table


def test_nobody_acting_at_all() -> None:
    minute = 60_000
    start = begin(0)
    assert tick(start, 9 * minute - 1).phase is Phase.RESUME_REQUEST
    assert tick(start, 9 * minute).phase is Phase.BOTH_LOSE
    with_r = replace(start, unmoved=True)
    assert tick(with_r, 6 * minute - 1).phase is Phase.BLACK_OWN
    assert tick(with_r, 6 * minute).phase is Phase.NO_RESULT


def test_who_approves_first_is_p() -> None:
    for first in (B, W):
        state = state_of("JOINT_RESULT", first, False)
        assert done(act(state, first, Action.APPROVE, 1)).lead is first
        again = done(act(done(act(state, first, Action.APPROVE, 1)), first.opponent, Action.APPROVE, 1))
        assert (again.phase, again.basis) == (Phase.DECIDED, Basis.FIRST), (
            "server order: the second one agrees"
        )


def test_the_opponent_of_who_asked_moves_first() -> None:
    for phase, lead, closed in CASES:
        for colour in whose(phase, lead):
            notice = act(state_of(phase, lead, closed), colour, Action.RESUME, 1)
            if isinstance(notice, State):
                assert done(act(notice, colour.opponent, Action.ACKNOWLEDGE, 2)).turn is colour.opponent
                assert isinstance(act(notice, colour, Action.ACKNOWLEDGE, 2), Refused)
                assert tick(notice, 1 + 15_000).turn is colour.opponent


def resumed() -> State:
    notice = done(act(begin(0), B, Action.RESUME, 0))
    return done(act(notice, W, Action.ACKNOWLEDGE, 0))


def test_r_is_a_resumption_without_a_move() -> None:
    passed = done(act(done(act(resumed(), W, Action.PASS, 1)), B, Action.PASS, 2))
    assert (passed.phase, passed.closed) == (Phase.JOINT, True)
    assert passed.deadline == 2 + 120_000
    moved = done(act(resumed(), W, Action.MOVE, 1))
    stopped = done(act(done(act(moved, B, Action.PASS, 2)), W, Action.PASS, 3))
    assert (stopped.phase, stopped.closed) == (Phase.JOINT, False)
    between = done(act(done(act(resumed(), W, Action.PASS, 1)), B, Action.MOVE, 2))
    assert done(act(between, W, Action.PASS, 3)).phase is Phase.PLAY, "two passes in a row, not two passes"


def test_count_can_be_taken_back() -> None:
    state = done(act(begin(0), B, Action.COUNT, 1))
    assert state.counted == {B}
    assert allowed(state, B) == {Action.COUNT, Action.RESUME}, "who has finished does not go on working"
    assert Action.INSERT_OWN in allowed(state, W)
    assert done(act(state, B, Action.COUNT, 2)) == begin(0)


def test_both_count_anew_after_a_correction() -> None:
    result = done(act(done(act(begin(0), B, Action.COUNT, 1)), W, Action.COUNT, 1))
    for colour in (B, W):
        assert done(act(result, colour, Action.CORRECT, 2)) == begin(0)


def test_an_action_comes_after_the_clock() -> None:
    late = act(begin(0), B, Action.COUNT, 120_000)
    assert late == Refused("not-now"), "it is White's own proposal by then"
    review = state_of("REVIEW", B, False)
    assert act(review, W, Action.DENY, 120_000) == Refused("over")


# --- The referee


def test_a_referee_can_put_any_state() -> None:
    for phase in Phase:
        for lead in (B, W):
            for before in ("JOINT", "REVIEW", "NOTICE"):
                state = override(state_of(before, W, False), phase, lead, 1000)
                assert state.phase is phase
                if phase in ROWS:
                    assert state.deadline == 1000 + limit(phase, state.lead or lead)
                    assert actors(state)
                if phase is Phase.PLAY:
                    assert state.turn is lead and state.deadline is None
    ended = rule(begin(0), Phase.NO_RESULT, 1)
    assert override(ended, Phase.JOINT, B, 5) == begin(5), "even an ended table"


def test_a_ruling_is_one() -> None:
    for outcome in OUTCOMES:
        state = rule(begin(0), outcome, 10)
        assert (state.phase, state.basis, state.over) == (outcome, Basis.RULING, True)


def test_the_cap_closes_resumption() -> None:
    capped = cap(begin(0), 0)
    assert Action.RESUME not in allowed(capped, B)
    assert tick(capped, 6 * 60_000).phase is Phase.NO_RESULT
    once = cap(begin(0), 1)
    assert Action.RESUME in allowed(once, B)
    moved = done(act(cap(resumed(), 1), W, Action.MOVE, 1))
    stopped = done(act(done(act(moved, B, Action.PASS, 2)), W, Action.PASS, 3))
    assert Action.RESUME not in allowed(stopped, B)
    assert Action.RESUME in allowed(cap(stopped, None), B)
    asked = cap(state_of("RESUME_REQUEST", B, False), 0)
    assert Action.RESUME in allowed(asked, B), "a request that has been put is not withdrawn"


# --- Every state there is


def explore(start: State) -> dict[State, set[State]]:
    """Every state that can be reached → its successors; a fresh clock is as good as another."""

    def settled(state: State, now: int) -> State:
        left = None if state.deadline is None else state.deadline - now
        count = state.resumptions if state.most_resumptions is not None else 0
        return replace(state, deadline=left, resumptions=count)

    found: dict[State, set[State]] = {}
    waiting = deque([settled(start, 0)])
    while waiting:
        state = waiting.popleft()
        if state in found:
            continue
        found[state] = set()
        for who in (B, W, None):
            for action in Action:
                after = act(state, who, action, 0)
                assert isinstance(after, State) == (action in allowed(state, who))
                if isinstance(after, State):
                    found[state].add(settled(after, 0))
        if state.deadline is not None:
            found[state].add(settled(timeout(state), state.deadline))
        waiting.extend(found[state])
    return found


@pytest.fixture(scope="module", params=[None, 0, 1, 2])
def graph(request: pytest.FixtureRequest) -> dict[State, set[State]]:
    return explore(cap(begin(0), request.param))


def test_every_state_but_play_has_a_timeout(graph: dict[State, set[State]]) -> None:
    for state in graph:
        assert (state.deadline is None) == (state.over or state.phase is Phase.PLAY), state


def test_no_state_is_stuck(graph: dict[State, set[State]]) -> None:
    """From everywhere an end can be reached, and the clock alone brings one wherever nobody is playing."""
    for state in graph:
        reached, waiting = {state}, [state]
        while waiting:
            new = graph[waiting.pop()] - reached
            reached |= new
            waiting += new
        assert any(one.over for one in reached), state
        late = tick(state, 60 * 60_000)
        assert late.over or late.phase is Phase.PLAY
        assert actors(state) or state.over


def test_nobody_acts_out_of_turn(graph: dict[State, set[State]]) -> None:
    for state in graph:
        for who in (B, W, None):
            if who not in actors(state):
                assert all(isinstance(act(state, who, action, 0), Refused) for action in Action), state
        if state.phase is not Phase.PLAY and not state.over:
            lead = state.lead or B
            assert set(actors(state)) == whose(state.phase, lead)


def test_the_outcomes_are_those_listed(graph: dict[State, set[State]]) -> None:
    ends = {(state.phase, state.basis) for state in graph if state.over}
    agreed = {(Phase.DECIDED, Basis.FIRST), (Phase.DECIDED, Basis.AMENDED)}
    apart = {(Phase.PENDING, None), (Phase.NO_RESULT, None)}
    if any(state.phase is Phase.RESUME_REQUEST for state in graph):
        apart |= {(Phase.BOTH_LOSE, None)}
    assert ends == agreed | apart
    for state in graph:
        assert not (state.over and graph[state]), "an outcome is final"


def test_all_the_page_is_reached() -> None:
    assert {state.phase for state in explore(begin(0))} == set(Phase)


def test_pending_and_no_result_need_r(graph: dict[State, set[State]]) -> None:
    """10A, 11A: only when play can't be resumed; and then nobody loses for not resuming."""
    for state in graph:
        if state.phase in (Phase.PENDING, Phase.NO_RESULT):
            assert state.closed
        if state.phase in (Phase.RESUME_REQUEST, Phase.BOTH_LOSE):
            assert not state.closed
