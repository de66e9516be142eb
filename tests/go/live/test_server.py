"""The server and its protocol: real connections to a real server in this process, time moved by the test."""

import errno
import http.client
import json
import os
import stat
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.go.live.hall import PATIENCE, Hall, Person, hall, hello, plug, put_up, seats
from tourgen.go.live import clerk
from tourgen.go.live.game import COMMITTEE
from tourgen.go.live.records import CannotOpen, open_tables, settle
from tourgen.go.record import read_triple
from tourgen.go.sgf import read_sgf
from tourgen.live.screen import MALFORMED, STRANGER
from tourgen.storage import journal as storage_journal
from tourgen.storage.errors import DiskProblem
from tourgen.storage.journal import Journal, NumberFile

MINUTE = 60_000
COMMON = ("seq", "scene", "phase", "stones", "marks", "score", "prisoners", "left", "lead", "turn", "counted")


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Hall]:
    with hall(tmp_path, seats(2)) as found:
        yield found


class Room:
    """Two players, a spectator and a referee, who all see the same after every step."""

    def __init__(self, running: Hall) -> None:
        self.hall = running
        self.black, self.white, self.watcher, self.referee = (
            Person(running, role) for role in ("b", "w", None, "referee")
        )
        self.people = (self.black, self.white, self.watcher, self.referee)

    def do(self, person: Person, action: str, **args: object) -> None:
        seq = person.do(action, **args)
        assert isinstance(seq, int), seq
        self.alike(seq)

    def alike(self, seq: int) -> None:
        first, *others = ({key: one.catch_up(seq)[key] for key in COMMON} for one in self.people)
        assert all(other == first for other in others)

    def wait(self, milliseconds: int, phase: str) -> None:
        self.hall.clock.advance(milliseconds)
        for one in self.people:
            one.until(phase)
        self.alike(self.black.view["seq"])

    def begin(self) -> None:
        put_up(self.black)
        self.do(self.black, "ready")
        self.do(self.white, "ready")

    def propose(self) -> None:
        self.do(self.black, "mark", x=1, y=1, task="own")
        self.do(self.black, "insert", x=3, y=0, task="own")
        self.do(self.white, "insert", x=3, y=1, task="own")

    def count(self) -> None:
        self.do(self.black, "count")
        self.do(self.white, "count")

    def resume_without_a_move(self) -> None:
        self.do(self.black, "resume")
        self.do(self.white, "acknowledge")
        self.do(self.white, "pass")
        self.do(self.black, "pass")

    @property
    def phase(self) -> str:
        return str(self.watcher.view["phase"])


@pytest.fixture
def room(running: Hall) -> Room:
    return Room(running)


def eventually(true: Callable[[], bool]) -> None:
    """Waits for it."""
    for _ in range(int(PATIENCE / 0.02)):
        if true():
            return
        time.sleep(0.02)
    raise AssertionError("it never was")


def records(folder: Path, count: int) -> dict[str, bytes]:
    """The files in games/ as soon as there are so many."""
    found: dict[str, bytes] = {}
    for _ in range(int(PATIENCE / 0.02)):
        with suppress(FileNotFoundError):  # it was just being removed
            found = {path.name: path.read_bytes() for path in (folder / "games").glob("*.sgf")}
            if len(found) == count:
                return found
        time.sleep(0.02)
    raise AssertionError(sorted(found))


# --- Every outcome, over real connections


def test_decided_at_first(room: Room) -> None:
    room.begin()
    room.propose()
    room.count()
    assert room.watcher.view["score"]["result"] == "W+2"
    room.do(room.white, "approve")
    room.do(room.black, "approve")
    assert (room.phase, room.watcher.view["basis"]) == ("DECIDED", "first")
    triple = read_triple(records(room.hall.folder, 3), room.hall.tables.tables["r1-t01"].seat.name)
    assert triple.result == "W+2" and triple.black == triple.white
    assert triple.played.info["PB"] == ("青木 1",)


def test_decided_amended(room: Room) -> None:
    room.begin()
    room.propose()
    room.count()
    room.do(room.white, "approve")
    room.do(room.black, "deny")
    room.do(room.black, "clear")
    room.do(room.black, "count")
    room.do(room.black, "approve")
    room.do(room.white, "approve")
    assert (room.phase, room.watcher.view["basis"]) == ("DECIDED", "amended")
    triple = read_triple(records(room.hall.folder, 3), room.hall.tables.tables["r1-t01"].seat.name)
    assert triple.result == "W+10" and triple.black != triple.white


def test_both_lose(room: Room) -> None:
    room.begin()
    for phase, time_ in (("WHITE_OWN", 2), ("BLACK_OWN", 2), ("RESUME_REQUEST", 2), ("BOTH_LOSE", 3)):
        room.wait(time_ * MINUTE, phase)
    (official,) = records(room.hall.folder, 1).values()
    assert "both-lose" in official.decode() and "RE" not in read_sgf(official).root


def test_pending(room: Room) -> None:
    room.begin()
    room.resume_without_a_move()
    assert "resume" not in room.black.view["allowed"]
    room.propose()
    room.count()
    room.do(room.black, "approve")
    room.do(room.white, "deny")
    room.do(room.white, "delete", n="1")
    room.do(room.white, "count")
    room.do(room.white, "approve")
    room.do(room.black, "deny")
    assert room.phase == "PENDING"
    found = records(room.hall.folder, 3)
    assert read_sgf(found["r1-t01.sgf"]).root.get("RE") == "?"
    assert found["r1-t01.black.sgf"] != found["r1-t01.white.sgf"]


def test_no_result(room: Room) -> None:
    room.begin()
    room.resume_without_a_move()
    for phase in ("WHITE_OWN", "BLACK_OWN", "NO_RESULT"):
        room.wait(2 * MINUTE, phase)
    (official,) = records(room.hall.folder, 1).values()
    assert read_sgf(official).root.get("RE") == "Void"


def test_resumed(room: Room) -> None:
    room.begin()
    room.propose()
    room.do(room.white, "resume")
    room.wait(15_000, "PLAY")
    room.do(room.black, "move", x=3, y=0)
    room.do(room.white, "move", x=3, y=1)
    room.do(room.black, "pass")
    room.do(room.white, "pass")
    assert room.phase == "JOINT"
    room.do(room.black, "mark", x=1, y=1, task="own")
    room.count()
    assert room.watcher.view["score"]["result"] == "W+2"


def test_the_position_at_a_table_comes_from_its_record(tmp_path: Path) -> None:
    games = tmp_path / "games"
    games.mkdir()
    record = b"(;GM[1]SZ[7:5]KM[5.5]PB[X]AB[ca][cb];W[ea];B[];W[])"
    (games / "r1-t01.sgf").write_bytes(record)
    with hall(tmp_path) as running:
        black, white = Person(running, "b"), Person(running, "w")
        assert black.view["stones"][0] == "..b.w.."
        assert (black.view["komi"], black.view["record_komi"]) == ("0", "5.5"), (
            "the event's, until both want it"
        )
        black.do("ready")
        white.catch_up(black.view["seq"])
        white.do("ready")
        referee = Person(running, "referee")
        referee.do("rule", ruling="w", note="")
        eventually(lambda: (games / "old/r1-t01-1.sgf").exists() and (games / "r1-t01.sgf").exists())
        assert (games / "old" / "r1-t01-1.sgf").read_bytes() == record, "the organiser's file is kept"
        assert read_sgf((games / "r1-t01.sgf").read_bytes()).root.get("RE") == "W+"


def test_a_reopened_table_has_no_record_until_it_ends_again(room: Room) -> None:
    room.begin()
    room.do(room.referee, "rule", ruling="b", note="")
    records(room.hall.folder, 1)
    room.do(room.referee, "override", phase="JOINT", lead="b")
    assert records(room.hall.folder, 0) == {}
    room.do(room.referee, "rule", ruling="w", note="")
    assert b"W+" in records(room.hall.folder, 1)["r1-t01.sgf"]


# --- Who may do what


def test_without_a_secret_nobody_acts(room: Room) -> None:
    room.begin()
    for action in ("count", "resume", "clear", "ready", "start"):
        assert room.watcher.do(action) == "spectator"
    assert room.watcher.do("rule", ruling="b", note="") == "spectator"
    assert room.watcher.view["allowed"] == []
    assert room.phase == "JOINT"


def stranger(running: Hall, table: str | None, secret: str | None) -> int:
    """The code with which the server closes such a connection."""
    socket = plug(running.port)
    socket.send(json.dumps(hello(running, table, secret)))
    with pytest.raises(ConnectionClosed) as closed:
        socket.recv(PATIENCE)
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


def test_a_secret_opens_one_seat_of_one_table(running: Hall) -> None:
    mine = running.secret("b", "r1-t01")
    assert stranger(running, "r1-t02", mine) == STRANGER
    assert stranger(running, "r1-t01", "") == STRANGER
    assert stranger(running, "r1-t01", mine[:-1]) == STRANGER
    assert stranger(running, "r1-t01", "é" * 24) == STRANGER
    assert stranger(running, None, mine[:-1]) == STRANGER
    assert stranger(running, None, None) == STRANGER


def test_players_act_for_themselves_only(room: Room) -> None:
    room.begin()
    assert room.black.do("insert", x=0, y=0, task="other") == "not-now"
    assert room.black.do("override", phase="PLAY", lead="b") == "referee-only"
    room.wait(2 * MINUTE, "WHITE_OWN")
    for action in ("count", "resume", "clear"):
        assert room.black.do(action) == "not-now"


def test_a_button_of_an_older_scene_does_nothing(room: Room) -> None:
    room.begin()
    room.count()
    scene = room.black.view["scene"]
    room.do(room.white, "correct")
    room.black.say({"do": "approve", "number": 999, "scene": scene})
    while (answer := room.black.hear())["type"] != "answer":
        pass
    assert answer == {"type": "answer", "number": 999, "refused": "changed"}
    assert room.phase == "JOINT"


def test_the_desk_has_every_link(running: Hall) -> None:
    socket = plug(running.port)
    socket.send(json.dumps(hello(running, None, running.secret("referee"))))
    tables = json.loads(socket.recv(PATIENCE))["tables"]
    assert [table["number"] for table in tables] == ["1", "2"]
    socket.send(json.dumps({"ask": "links"}))
    while "links" not in (message := json.loads(socket.recv(PATIENCE))):
        pass
    links = message["links"]
    assert set(links) == {"r1-t01", "r1-t02", "committee"}
    assert links.pop("committee")["href"].endswith(f"/committee#{running.desk.keys[COMMITTEE]}")
    for table, own in links.items():
        for name, role in {"referee": "referee", "watch": None}.items():
            assert own[name]["href"] == running.link(role, table)
        for name, role in {"1": "b", "2": "w"}.items():
            assert own[name]["href"].endswith(f"/me#{running.secret(role, table)}")
        assert own["1"]["qr"].startswith("data:image/svg+xml")


def test_one_code_opens_the_player_s_table_wherever_that_is(running: Hall) -> None:
    socket = plug(running.port)
    socket.send(json.dumps(hello(running, None, running.secret("w", "r1-t02"))))
    view = json.loads(socket.recv(PATIENCE))
    assert (view["table"], view["you"]) == ("r1-t02", "w")


# --- Secrets


def pages(running: Hall) -> list[str]:
    here = f"/_/go/{running.folder.name}/"
    own = [f"{here}{page}" for page in ("", "referee", "me", "t/r1-t01", "tables.json")]
    return [*own, "/_/go/texts.ja.json", "/_/go/texts.en.json", "/_/static/board.js", "/_/static/style.css"]


def fetch(running: Hall, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=PATIENCE)
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    found = answer.status, {key.lower(): value for key, value in answer.getheaders()}, answer.read()
    connection.close()
    return found


def test_secrets_are_nowhere_but_in_their_file(room: Room) -> None:
    room.begin()
    room.count()
    room.do(room.white, "approve")
    room.do(room.black, "approve")
    records(room.hall.folder, 3)
    private = room.hall.folder / "desk/keys.json"
    secrets = list(json.loads(private.read_bytes()).values())
    assert len(secrets) == len(set(secrets)) == 6 and all(len(secret) >= 24 for secret in secrets)
    public = b"".join(fetch(room.hall, page)[2] for page in pages(room.hall))
    public += json.dumps([person.views for person in room.people]).encode()
    for path in room.hall.folder.rglob("*"):
        if path.is_file() and path != private:
            public += path.read_bytes()
    for secret in secrets:
        assert secret.encode() not in public
    if os.name == "posix":
        assert stat.S_IMODE(private.stat().st_mode) == 0o600


def test_secrets_stay_the_same_and_new_tables_get_new_ones(tmp_path: Path) -> None:
    with hall(tmp_path, seats(1)) as running:
        before = running.link("b"), running.secret("referee")
    with hall(tmp_path, seats(3)) as running:
        assert (running.link("b").partition("#")[2], running.secret("referee")) == (
            before[0].partition("#")[2],
            before[1],
        )
        assert running.secret("b", "r1-t03") != running.secret("w", "r1-t03")


# --- Pages


def test_every_page_is_guarded(running: Hall) -> None:
    for page in pages(running):
        status, headers, body = fetch(running, page)
        assert status == 200 and body
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy
        assert headers["referrer-policy"] == "no-referrer" and headers["cache-control"] == "no-store"
        assert headers["x-content-type-options"] == "nosniff"
        for code in (b"<script>", b" style=", b" onclick=", b"javascript:"):
            assert code not in body or page.endswith((".js", ".css"))


@pytest.mark.parametrize(
    "path",
    ["/_/go/HERE/t/r9-t09", "/_/go/HERE/t/", "/_/go/elsewhere/", "/_/static/../keys.json", "/desk/keys.json"],
)
def test_nothing_else_is_there(running: Hall, path: str) -> None:
    assert fetch(running, path.replace("HERE", running.folder.name))[0] == 404


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "a b", "127.0.0.1:x", "x@127.0.0.1"]
)
def test_other_names_of_this_machine_are_not_believed(running: Hall, host: str) -> None:
    assert fetch(running, pages(running)[0], Host=host)[0] == 421


@pytest.mark.parametrize("host", ["127.0.0.1:1", "localhost:8004", "192.168.1.5:8004", "[::1]:8004"])
def test_numbers_are(running: Hall, host: str) -> None:
    status, headers, _ = fetch(running, pages(running)[0], Host=host)
    assert status == 200 and f"ws://{host}" in headers["content-security-policy"]


@pytest.mark.parametrize("origin", [None, "http://evil.example", "http://127.0.0.1:1", "null", "file://"])
def test_only_our_own_pages_connect(running: Hall, origin: str | None) -> None:
    with pytest.raises(InvalidStatus) as refused:
        plug(running.port, origin)
    assert refused.value.response.status_code == 403


# --- Rubbish

COMMAND: dict[str, Any] = {"do": "count", "number": 1, "scene": 0}
BAD = [
    "",
    "nonsense",
    "[" * 30_000,
    "[]",
    "1",
    '{"do": "count"}',
    b"\x00\x01",
    json.dumps({**COMMAND, "more": 1}),
    json.dumps({**COMMAND, "do": "fly"}),
    json.dumps({**COMMAND, "do": ["count"]}),
    json.dumps({**COMMAND, "number": -1}),
    json.dumps({**COMMAND, "number": True}),
    json.dumps({**COMMAND, "scene": "0"}),
    json.dumps({**COMMAND, "do": "insert", "x": 0, "y": 25, "task": "own"}),
    json.dumps({**COMMAND, "do": "insert", "x": 0.5, "y": 0, "task": "own"}),
    json.dumps({**COMMAND, "do": "insert", "x": 0, "y": 0, "task": "both"}),
    json.dumps({**COMMAND, "do": "delete", "n": 1}),
    json.dumps({**COMMAND, "do": "timeout"}),
    json.dumps({**COMMAND, "do": "komi", "komi": "1e9"}),
    json.dumps({**COMMAND, "do": "override", "phase": "DECIDED", "lead": "b"}),
    json.dumps({**COMMAND, "do": "load", "sgf": "x" * 1_400_001}),
    '{"do": "count", "number": NaN, "scene": 0}',
    json.dumps({**COMMAND, "do": "load", "sgf": "\ud800"}),  # half a character
    "x" * 1_600_000,
    b"x" * 1_600_000,
]


@pytest.mark.parametrize("bad", BAD, ids=range(len(BAD)))
def test_rubbish_ends_that_connection_and_no_other(room: Room, bad: str | bytes) -> None:
    with pytest.raises(ConnectionClosed) as closed:
        room.black.say(bad)
        while True:
            room.black.hear()
    assert closed.value.rcvd is None or closed.value.rcvd.code in (MALFORMED, 1009)
    seq = room.white.do("put", x=0, y=0, stone="w")
    assert room.watcher.catch_up(int(seq))["stones"][0][0] == "w"
    again = Person(room.hall, "b")
    assert again.view["seq"] == seq


HELLOS: list[Any] = [
    "",
    {"event": "elsewhere", "table": "r1-t01", "key": None, "device": ""},
    {"event": "HERE", "table": "r1-t01"},
    {"event": "HERE", "table": "../x", "key": None, "device": ""},
    {"event": "HERE", "table": "r9-t09", "key": None, "device": ""},
    {"event": "HERE", "table": "r1-t01", "key": 5, "device": ""},
    {"event": "HERE", "table": "r1-t01", "key": "x" * 101, "device": ""},
    COMMAND,
]


@pytest.mark.parametrize("said", HELLOS, ids=range(len(HELLOS)))
def test_who_does_not_introduce_themselves_is_not_let_in(running: Hall, said: Any) -> None:
    socket = plug(running.port)
    socket.send(json.dumps(said).replace("HERE", running.folder.name) if said else "")
    with pytest.raises(ConnectionClosed) as closed:
        socket.recv(PATIENCE)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == MALFORMED


# --- Sequence, log, restart


def test_every_screen_sees_every_action_once_and_in_order(room: Room) -> None:
    """Both players click at the same time; nothing is lost, doubled or swapped on any screen."""
    room.begin()
    answers: dict[str, list[int | str]] = {}

    def click(name: str, person: Person, points: list[tuple[int, int]]) -> None:
        answers[name] = []
        for x, y in points:
            answers[name].append(person.do("insert", x=x, y=y, task="own"))
            answers[name].append(person.do("delete", n="1"))

    empty = [(0, 0), (1, 0), (0, 1), (5, 0), (6, 0), (5, 1), (6, 1), (6, 2)] * 5
    threads = [
        threading.Thread(target=click, args=("b", room.black, empty)),
        threading.Thread(target=click, args=("w", room.white, empty[::-1])),
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    accepted = sorted(one for own in answers.values() for one in own if isinstance(one, int))
    start = accepted[0]
    assert accepted == list(range(start, start + len(accepted))), "an acknowledged action has its own number"
    for person in room.people:
        person.catch_up(accepted[-1])
    pictures = [
        [(one["seq"], one["stones"]) for one in person.views if one["seq"] >= start] for person in room.people
    ]
    assert all(picture == pictures[0] for picture in pictures)
    log = [event for event in room.hall.log() if event["seq"] >= start]
    assert {event["device"] for event in log} == {"d1"}
    assert [event["seq"] for event in log] == accepted


def test_every_line_is_heard_of_from_time_to_time(room: Room) -> None:
    room.begin()
    room.hall.clock.advance(7000)
    while (message := room.watcher.hear())["type"] != "pulse" or message["left"] == 2 * MINUTE:
        pass
    assert message == {"type": "pulse", "seq": room.watcher.view["seq"], "left": 2 * MINUTE - 7000}


def test_who_comes_later_sees_the_present_state(room: Room) -> None:
    room.begin()
    room.propose()
    late = Person(room.hall, None)
    assert {key: late.view[key] for key in COMMON} == {key: room.watcher.view[key] for key in COMMON}


def test_a_restarted_server_is_where_it_was(tmp_path: Path) -> None:
    with hall(tmp_path) as running:
        room = Room(running)
        room.begin()
        running.clock.advance(30_000)
        room.propose()
        before = Person(running, None).view
        assert before["left"] == 90_000
    with hall(tmp_path) as running:
        again = Person(running, None)
        assert again.view == before, "board, clock, everything: time stood still meanwhile"
        room = Room(running)
        room.count()
        room.wait(90_000, "WHITE_OWN")


def test_timeouts_are_logged_at_their_own_moment(room: Room) -> None:
    room.begin()
    began = room.hall.clock.now()
    room.hall.clock.advance(20 * MINUTE)
    room.watcher.until("BOTH_LOSE")
    late = [event for event in room.hall.log() if event["do"] == "timeout"]
    assert [event["t"] - began for event in late] == [2 * MINUTE, 4 * MINUTE, 6 * MINUTE, 9 * MINUTE]
    assert [event["then"] for event in late] == ["WHITE_OWN", "BLACK_OWN", "RESUME_REQUEST", "BOTH_LOSE"]


def test_records_that_a_killed_server_owed_are_written_at_the_next_start(tmp_path: Path) -> None:
    with hall(tmp_path) as running:
        room = Room(running)
        room.begin()
        room.do(room.referee, "rule", ruling="draw", note="")
        found = records(tmp_path, 1)
    for path in (tmp_path / "games").glob("*.sgf"):
        path.unlink()
    with hall(tmp_path):
        assert records(tmp_path, 1) == found


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clerk, "TRIED_AGAIN", 0.05)


class Refusing:
    """Every opening of that file fails, as it does on Windows while a viewer shows it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
        self.on, opened = True, Path.open

        def refusing(file: Path, *args: Any, **options: Any) -> Any:
            if file == path and self.on:
                raise OSError(errno.EIO, os.strerror(errno.EIO), str(file))
            return opened(file, *args, **options)

        monkeypatch.setattr(Path, "open", refusing)


@pytest.mark.usefixtures("impatient")
def test_a_record_that_can_t_be_read_stops_no_other_and_is_written_later(
    room: Room, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of a reopened table: until it can be, its file says the wrong winner."""
    room.do(room.referee, "rule", ruling="b", note="")
    assert b"B+" in records(room.hall.folder, 1)["r1-t01.sgf"]
    failing = Refusing(monkeypatch, room.hall.folder / "games" / "r1-t01.sgf")
    room.do(room.referee, "override", phase="JOINT", lead="b")
    room.do(room.referee, "rule", ruling="w", note="")
    Person(room.hall, "referee", "r1-t02").do("rule", ruling="draw", note="")
    other = room.hall.folder / "games" / "r1-t02.sgf"
    eventually(other.exists)
    failing.on = False
    eventually(lambda: not room.hall.tables.clerk.owed)
    assert b"W+" in records(room.hall.folder, 2)["r1-t01.sgf"]
    said = capsys.readouterr().err
    assert said.count("r1-t01.sgf") == 2 and "Input/output error" in said, "once in each language"


@pytest.mark.usefixtures("impatient")
def test_a_record_that_can_t_be_written_is_tried_again(
    room: Room, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    refusals = [DiskProblem(Path("x"), "full"), OSError("odd"), ValueError()]

    def refusing(folder: Path, table: Any) -> None:
        if refusals:
            raise refusals.pop(0)
        settle(folder, table)

    monkeypatch.setattr(clerk, "settle", refusing)
    room.do(room.referee, "rule", ruling="b", note="")
    assert b"B+" in records(room.hall.folder, 1)["r1-t01.sgf"]
    said = capsys.readouterr().err
    assert "The disk is full" in said and "odd" in said and "ValueError" in said


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("kind", ["folder", "link"])
def test_something_else_in_the_place_of_a_record(
    room: Room, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    place = room.hall.folder / "games" / "r1-t01.sgf"
    place.mkdir() if kind == "folder" else place.symlink_to("nowhere")
    room.do(room.referee, "rule", ruling="b", note="")
    said: list[str] = []

    def told() -> bool:
        said.append(capsys.readouterr().err)
        return "r1-t01.sgf" in "".join(said) and "Move or rename it" in "".join(said)

    eventually(told)
    place.rename(place.with_name("mine"))
    eventually(place.exists)


def test_records_that_are_due_are_written_before_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = threading.Event()

    def refusing(folder: Path, table: Any) -> None:
        refused.set()
        raise DiskProblem(folder, "full")

    with hall(tmp_path) as running:
        monkeypatch.setattr(clerk, "settle", refusing)
        Person(running, "referee").do("rule", ruling="b", note="")
        refused.wait(PATIENCE)
        monkeypatch.setattr(clerk, "settle", settle)
    assert (tmp_path / "games" / "r1-t01.sgf").exists(), "long before it would have been tried again"


def test_an_outcome_that_is_being_logged_at_the_end_has_its_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, append = threading.Event(), Journal.append

    def slow(self: Journal, lines: bytes) -> None:
        begun.set()
        time.sleep(0.5)
        append(self, lines)

    with hall(tmp_path) as running:
        Room(running).begin()
        monkeypatch.setattr(Journal, "append", slow)
        running.clock.advance(20 * MINUTE)
        assert begun.wait(PATIENCE)
    assert running.log()[-1]["then"] == "BOTH_LOSE"
    assert (tmp_path / "games" / "r1-t01.sgf").exists()


def test_a_table_reopened_just_before_a_kill_keeps_no_record(tmp_path: Path) -> None:
    with hall(tmp_path) as running:
        referee = Person(running, "referee")
        referee.do("rule", ruling="b", note="")
        record = records(tmp_path, 1)
        referee.do("override", phase="JOINT", lead="b")
        records(tmp_path, 0)
    (tmp_path / "games" / "r1-t01.sgf").write_bytes(record["r1-t01.sgf"])  # as if it was killed before that
    with hall(tmp_path):
        records(tmp_path, 0)


def test_a_disk_that_stays_full_is_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    """The time is noted four times a second."""
    troubles, full = clerk.Troubles(), DiskProblem(Path("clock"), "full")
    for _ in range(3):
        troubles.tell("clock", full)
    assert len(capsys.readouterr().err.splitlines()) == 2
    troubles.tell("clock", None)
    troubles.tell("clock", full)
    assert len(capsys.readouterr().err.splitlines()) == 2


def test_what_can_t_be_written_is_not_done(
    room: Room, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    room.begin()

    def full(self: Journal, lines: bytes) -> None:
        raise DiskProblem(self.path, "full")

    with monkeypatch.context() as patched:
        patched.setattr(Journal, "append", full)
        assert room.black.do("count") == "not-written"
        assert room.black.do("count") == "not-written"
    assert len(capsys.readouterr().err.splitlines()) == 2, "the organiser learns why, once in each language"
    room.do(room.black, "insert", x=3, y=0, task="own")
    assert room.watcher.view["counted"] == []


def test_what_is_shown_is_logged_before(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the disk is slow nobody sees anything."""
    room.begin()
    gate, append = threading.Event(), Journal.append

    def slow(self: Journal, lines: bytes) -> None:
        gate.wait(PATIENCE)
        append(self, lines)

    monkeypatch.setattr(Journal, "append", slow)
    seq = room.black.view["seq"]
    room.black.say({"do": "count", "number": 1, "scene": room.black.view["scene"]})
    late = Person(room.hall, None)
    assert late.view["seq"] == seq and late.view["counted"] == []
    gate.set()
    assert late.catch_up(seq + 1)["counted"] == ["b"]
    assert room.hall.log()[-1]["seq"] == seq + 1


def test_a_damaged_log_is_named(tmp_path: Path) -> None:
    with hall(tmp_path) as running:
        Room(running).begin()
    path = tmp_path / "games/live/r1-t01.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"put"', b'"pet"', 1))
    with pytest.raises(CannotOpen) as refused:
        open_tables(tmp_path, seats(), "demo")
    (problem,) = refused.value.problems
    assert problem.code == "live-log-damaged"
    assert (
        problem.where.file.endswith("games/live/r1-t01.jsonl") and problem.text("en") and problem.text("ja")
    )


# --- The journal


def test_a_torn_line_was_never_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    journal = Journal(path)
    journal.append(b"one\ntwo\n")
    journal.close()
    path.write_bytes(path.read_bytes() + b"thr")
    again = Journal(path)
    assert again.lines == [b"one\n", b"two\n"]
    again.append(b"three\n")
    again.close()
    assert path.read_bytes() == b"one\ntwo\nthree\n"


@pytest.mark.parametrize("fails", ["write", "flush"])
def test_a_failed_append_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: str) -> None:
    journal = Journal(tmp_path / "log.jsonl")
    journal.append(b"one\n")
    write = journal._write

    def refuse(given: Any) -> None:
        if fails == "write":
            write(given)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        if fails == "write":
            patch.setattr(journal, "_write", refuse)
        else:
            patch.setattr(storage_journal, "flush", refuse)
        with pytest.raises(DiskProblem, match="full"):
            journal.append(b"two\n")
    journal.append(b"three\n")
    journal.close()
    assert (tmp_path / "log.jsonl").read_bytes() == b"one\nthree\n"


def refuse_cuts(monkeypatch: pytest.MonkeyPatch, journal: Journal) -> list[int]:
    """Half of every line arrives, and it can't be cut off, until the list is emptied; how often it was tried."""
    file, tried = journal._file, [0]

    class Refusing:
        def write(self, data: bytes) -> int:
            if tried:
                file.write(bytes(data)[: len(data) // 2])
                raise OSError(errno.EIO, os.strerror(errno.EIO))
            return file.write(data)

        def truncate(self, size: int) -> int:
            if tried:
                tried[0] += 1
                raise OSError(errno.EIO, os.strerror(errno.EIO))
            return file.truncate(size)

        def __getattr__(self, name: str) -> Any:
            return getattr(file, name)

    monkeypatch.setattr(journal, "_file", Refusing())
    return tried


def test_no_line_is_glued_to_half_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk refuses a line and then to cut its half off: what is acknowledged afterwards can be read back."""
    path = tmp_path / "log.jsonl"
    journal = Journal(path)
    journal.append(b"one\n")
    failing = refuse_cuts(monkeypatch, journal)
    for count in (1, 2):
        with pytest.raises(DiskProblem):
            journal.append(b"two\n")
        assert path.read_bytes() == b"one\ntw" and failing[0] >= count
    failing.clear()
    journal.append(b"three\n")
    journal.append(b"four\n")
    journal.close()
    assert path.read_bytes() == b"one\nthree\nfour\n"


def test_a_line_that_could_not_be_cut_off_is_so_at_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = Journal(tmp_path / "log.jsonl")
    failing = refuse_cuts(monkeypatch, journal)
    with pytest.raises(DiskProblem):
        journal.append(b"one\ntwo\n")
    failing.clear()
    journal.close()
    assert (tmp_path / "log.jsonl").read_bytes() == b""


def test_a_line_is_on_the_medium_before_it_is_acknowledged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = Journal(tmp_path / "log.jsonl")
    flushed: list[bytes] = []
    monkeypatch.setattr(os, "fsync", lambda descriptor: flushed.append(os.pread(descriptor, 100, 0)))
    journal.append(b"one\n")
    journal.append(b"two\n")
    journal.close()
    assert flushed == [b"one\n", b"one\ntwo\n"]


def test_a_mark_keeps_the_last_number(tmp_path: Path) -> None:
    mark = NumberFile(tmp_path / "clock")
    assert mark.value == 0
    mark.set(123456)
    mark.set(99)
    mark.close()
    assert NumberFile(tmp_path / "clock").value == 99
    (tmp_path / "clock").write_bytes(b"rubbish")
    assert NumberFile(tmp_path / "clock").value == 0
