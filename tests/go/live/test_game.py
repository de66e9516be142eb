"""A table as a value: what each action does to stones and proposals, and that a log gives the same back."""

import random
from decimal import Decimal
from typing import Any

import pytest

from tests.go.live.hall import PICTURE
from tests.series import batches
from tourgen.go.board import Colour, Point
from tourgen.go.live.command import COMMANDS
from tourgen.go.live.game import RULED, Event, Game, after, due
from tourgen.go.live.log import Damaged, line, replayed
from tourgen.go.live.outcome import result, triple
from tourgen.go.live.setup import encode
from tourgen.go.live.view import view
from tourgen.go.procedure import Phase, Refused
from tourgen.go.record import RecordName, read_triple, write_triple

B, W = Colour.BLACK, Colour.WHITE


class Desk:
    """Plays events and keeps their lines."""

    def __init__(self, rows: tuple[str, ...] = PICTURE) -> None:
        self.game = Game()
        self.lines: list[bytes] = []
        self.now = 1000
        self.do("referee", "komi", komi="0")
        self.do("b", "size", width=len(rows[0]), height=len(rows))
        for y, row in enumerate(rows):
            for x, stone in enumerate(row):
                if stone != ".":
                    self.do("b", "put", x=x, y=y, stone=stone)

    def try_(self, who: str, do: str, **args: Any) -> Refused | None:
        while (timeout := due(self.game, self.now)) is not None:
            self._take(timeout)
        return self._take(Event(self.game.seq + 1, self.now, who, do, args))

    def _take(self, event: Event) -> Refused | None:
        found = after(self.game, event)
        if isinstance(found, Refused):
            return found
        self.game = found
        self.lines.append(line(event, found))
        return None

    def do(self, who: str, do: str, **args: Any) -> "Desk":
        assert self.try_(who, do, **args) is None
        return self

    def refused(self, who: str, do: str, **args: Any) -> str:
        before = self.game
        found = self.try_(who, do, **args)
        assert found is not None and self.game == before
        return found.code

    def wait(self, milliseconds: int) -> "Desk":
        self.now += milliseconds
        while (timeout := due(self.game, self.now)) is not None:
            self._take(timeout)
        return self

    @property
    def phase(self) -> str:
        return view(self.game, self.now)["phase"]

    def begun(self) -> "Desk":
        return self.do("b", "ready").do("w", "ready")

    def proposed(self) -> "Desk":
        """The right stones of the seed's picture."""
        self.do("b", "mark", x=1, y=1, task="own")
        self.do("b", "insert", x=3, y=0, task="own")
        return self.do("w", "insert", x=3, y=1, task="own")

    def counted(self) -> "Desk":
        return self.do("b", "count").do("w", "count")


# --- The position


def test_both_agree_to_the_position() -> None:
    desk = Desk()
    desk.do("b", "ready")
    assert desk.phase == "SETUP"
    desk.do("w", "put", x=6, y=4, stone="w")
    assert desk.game.position.ready == frozenset(), "another position is another question"
    desk.do("w", "ready").do("w", "ready")
    assert desk.game.position.ready == frozenset(), "it can be taken back"
    assert desk.begun().phase == "JOINT"
    assert desk.refused("b", "put", x=0, y=0, stone="b") == "begun"


def test_a_position_can_be_typed_in_whole() -> None:
    desk = Desk()
    assert desk.refused("b", "put", x=7, y=0, stone="b") == "off-board"
    desk.do("b", "put", x=2, y=0, stone=".").do("w", "prisoners", b=3, w=4)
    assert desk.game.stop.board.at(Point(2, 0)) is None
    assert desk.game.stop.prisoners == (3, 4)
    assert desk.refused("w", "komi", komi="7.5") == "referee-only"
    desk.do("referee", "komi", komi="7.5")
    assert desk.game.stop.komi == Decimal("7.5")
    desk.do("referee", "start")
    assert desk.phase == "JOINT"


def test_a_position_comes_from_a_record() -> None:
    desk = Desk()
    record = "(;GM[1]SZ[5]PB[あ];B[aa];W[ba];B[cc];W[ab];B[];W[])".encode("euc_jp")
    desk.do("w", "load", sgf=encode(record))
    assert desk.game.stop.board.rows == (".w...", "w....", "..b..", ".....", ".....")
    assert desk.game.stop.prisoners == (0, 1)
    assert desk.game.stop.komi == 0, "a record without komi takes the event's"
    assert desk.refused("w", "load", sgf=encode(b"(;B[zz")) == "not-a-record"
    assert desk.refused("w", "load", sgf="%%%") == "not-a-record"
    assert desk.refused("w", "load", sgf=encode(b"(;SZ[5];B[aa];W[aa])")) == "not-a-record"
    desk.begun()
    assert desk.game.played.info["PB"] == ("あ",)


# --- The drafts


def test_the_seed_s_picture() -> None:
    desk = Desk().begun().proposed().counted()
    shown = view(desk.game, desk.now)
    assert shown["score"]["result"] == "W+2"
    assert (shown["score"]["b"]["territory"], shown["score"]["b"]["prisoners"]) == (7, 1)
    assert desk.game.stop.board.rows == PICTURE


def test_in_a_joint_proposal_everybody_does_their_own_task() -> None:
    desk = Desk().begun()
    assert desk.refused("b", "insert", x=3, y=0, task="other") == "not-now"
    assert desk.refused("w", "mark", x=1, y=1, task="own") == "not-that-stone", "× on the opponent's stones"
    assert desk.refused("w", "mark", x=1, y=1, task="other") == "not-now"
    assert desk.refused("b", "mark", x=3, y=0, task="own") == "not-that-stone"
    assert desk.refused("b", "mark", x=9, y=0, task="own") == "off-board"
    desk.proposed()
    assert desk.refused("b", "mark", x=3, y=1, task="own") == "inserted-stone"
    assert desk.refused("b", "insert", x=3, y=1, task="own") == "occupied"


def test_either_deletes_from_the_last_stone_back() -> None:
    desk = Desk().begun().proposed().do("b", "delete", n="1")
    assert desk.game.draft.inserts == ((B, Point(3, 0)),), "White's stone was the last"
    desk.do("w", "delete", n="5")
    assert desk.game.draft.inserts == ()
    assert desk.refused("w", "delete", n="all") == "nothing-there"


def test_a_joint_clear_takes_only_one_s_own_marks() -> None:
    desk = Desk().begun().do("b", "mark", x=1, y=1, task="own").do("w", "mark", x=2, y=0, task="own")
    desk.do("b", "clear")
    assert Point(1, 1) not in desk.game.draft.dead and Point(2, 0) in desk.game.draft.dead
    assert desk.refused("b", "clear") == "nothing-there"
    desk.do("w", "clear")
    assert desk.game.draft.dead == frozenset()


def test_own_proposals_go_on_from_the_draft() -> None:
    desk = Desk().begun().proposed()
    draft = desk.game.draft
    desk.wait(120_000)
    assert (desk.phase, desk.game.draft) == ("WHITE_OWN", draft)
    assert desk.refused("b", "insert", x=0, y=0, task="own") == "not-now"
    desk.do("w", "clear").do("w", "mark", x=1, y=1, task="other").do("w", "count").do("w", "approve")
    assert desk.phase == "REVIEW"
    assert desk.game.white == desk.game.first == draft and desk.game.black is None


def test_an_amendment_starts_from_the_first_proposal_and_can_be_dropped() -> None:
    desk = Desk().begun().proposed().counted().do("w", "approve")
    first = desk.game.first
    assert desk.game.black == desk.game.white == first
    desk.do("b", "deny").do("b", "clear").do("b", "delete", n="all").do("b", "count")
    assert view(desk.game, desk.now)["score"]["result"] == "0"
    desk.do("b", "cancel")
    assert (desk.phase, desk.game.draft) == ("REVIEW", first)
    desk.do("b", "deny").do("b", "delete", n="1").do("b", "count").do("b", "approve").do("w", "approve")
    assert desk.phase == "DECIDED"
    assert desk.game.white == first and desk.game.black == desk.game.draft != first
    assert result(desk.game) == view(desk.game, desk.now)["score"]["result"]


def test_time_decides_by_the_first_proposal() -> None:
    desk = Desk().begun().proposed().counted().do("w", "approve").do("b", "deny").do("b", "delete", n="all")
    desk.wait(120_000)
    assert (desk.phase, result(desk.game)) == ("DECIDED", "W+2")
    assert desk.game.black == desk.game.white == desk.game.first


# --- Play goes on


def resumed() -> Desk:
    desk = Desk((".....", ".....", "....."))
    return desk.begun().do("b", "insert", x=0, y=0, task="own").do("b", "resume").do("w", "acknowledge")


def test_inserted_stones_are_no_moves() -> None:
    desk = resumed()
    assert view(desk.game, desk.now)["stones"] == [".....", ".....", "....."]
    assert desk.game.draft.inserts == ()
    assert desk.refused("b", "move", x=0, y=0) == "not-now", "the opponent of who asked moves first"


def test_moves_capture_and_obey_ko() -> None:
    desk = Desk((".bw..", "b.bw.", ".bw.."))
    desk.begun().do("b", "resume").do("w", "acknowledge").do("w", "move", x=1, y=1)
    assert desk.game.stop.prisoners == (0, 1)
    assert desk.refused("b", "move", x=2, y=1) == "ko"
    desk.do("b", "move", x=4, y=0).do("w", "move", x=4, y=2).do("b", "move", x=2, y=1)
    assert desk.game.stop.prisoners == (1, 1)
    assert desk.refused("w", "move", x=2, y=1) == "occupied"
    desk.do("w", "pass").do("b", "pass")
    assert desk.phase == "JOINT"
    assert desk.game.played.stop.board == desk.game.stop.board


def test_a_ko_may_be_retaken_after_a_pass() -> None:
    desk = Desk((".bw..", "b.bw.", ".bw.."))
    desk.begun().do("b", "resume").do("w", "acknowledge").do("w", "move", x=1, y=1)
    desk.do("b", "pass").do("w", "move", x=4, y=2).do("b", "move", x=2, y=1)
    assert desk.game.stop.prisoners == (1, 1)


def test_a_record_begins_with_its_first_move() -> None:
    desk = resumed().do("w", "move", x=1, y=1).do("b", "pass").do("w", "pass")
    assert desk.game.played.moves[0] == (W, Point(1, 1)), "not with the passes of a stop that nobody played"


def test_who_plays_on_may_resign() -> None:
    desk = resumed()
    assert Desk().begun().refused("b", "resign") == "not-now"
    desk.do("b", "resign")
    assert result(desk.game) == "W+R" and desk.phase == "DECIDED"
    assert desk.refused("w", "resign") == "over"


def test_a_record_changes_the_komi_only_if_both_want_it() -> None:
    desk = Desk().do("b", "load", sgf=encode(b"(;SZ[5]KM[-20];B[aa];W[bb])"))
    assert desk.game.stop.komi == 0 and view(desk.game, 0)["record_komi"] == "-20"
    desk.do("b", "ready").do("b", "record-komi")
    assert desk.game.stop.komi == 0 and desk.game.position.ready == frozenset()
    desk.do("b", "record-komi").do("w", "record-komi")
    assert desk.game.stop.komi == 0, "it can be taken back"
    desk.do("b", "record-komi")
    assert desk.game.stop.komi == -20 and desk.refused("b", "record-komi") == "nothing-there"


def test_colours_are_swapped_where_they_are_decided_at_the_table() -> None:
    desk = Desk()
    assert desk.refused("b", "swap") == "colours-fixed"
    desk.do("server", "seat", players="", black=0, nigiri=True).do("w", "ready").do("b", "swap")
    assert (desk.game.black_seat, desk.game.position.ready) == (1, frozenset()), "both are asked anew"
    desk.begun()
    assert desk.refused("b", "swap") == "begun"
    assert desk.do("referee", "swap").game.black_seat == 0


def test_where_the_pairing_says_who_is_black_a_swap_follows_the_sheet() -> None:
    desk = Desk().do("w", "ready").do("referee", "swap")
    assert (desk.game.black_seat, desk.game.position.ready) == (0, frozenset()), "both are asked anew"
    assert desk.do("server", "swap").game.black_seat == 1
    desk.do("server", "seat", players="", black=0, nigiri=False, stones=2)
    assert {desk.refused(who, "swap") for who in ("b", "referee", "server")} == {"colours-handicap"}


# --- The referee


def test_a_pause_stops_the_clock_and_the_players() -> None:
    desk = Desk().begun().wait(30_000).do("referee", "pause")
    assert view(desk.game, desk.now)["left"] == 90_000
    desk.wait(10 * 60_000)
    assert desk.phase == "JOINT" and desk.refused("b", "count") == "paused"
    assert desk.refused("b", "go-on") == "referee-only"
    desk.do("referee", "go-on")
    assert view(desk.game, desk.now)["left"] == 90_000
    assert desk.wait(90_000).phase == "WHITE_OWN"


def test_a_reset_table_is_as_before_the_start() -> None:
    desk = Desk().begun().proposed().counted().do("referee", "reset")
    assert desk.phase == "SETUP" and desk.game.draft.inserts == ()
    assert desk.game.stop.board.rows == PICTURE
    assert desk.begun().phase == "JOINT"


def test_a_player_calls_the_referee() -> None:
    desk = Desk().begun().do("w", "call")
    assert desk.game.called == "w"
    assert desk.do("referee", "call").game.called == ""


def test_a_referee_may_put_any_scene() -> None:
    for phase in Phase:
        if phase in (Phase.DECIDED, Phase.BOTH_LOSE, Phase.PENDING, Phase.NO_RESULT):
            continue
        for lead in ("b", "w"):
            desk = Desk().begun().proposed().do("referee", "override", phase=phase.value, lead=lead)
            assert desk.phase == phase.value
            assert view(desk.game, desk.now)["stones"]
            desk.wait(60 * 60_000)
            assert desk.game.over or desk.phase == "PLAY"
            if desk.game.over:
                assert write_triple(triple(desk.game, ("", "")), RecordName(1, 1))


@pytest.mark.parametrize("ruling", RULED)
def test_a_ruling_ends_it_and_can_be_taken_back(ruling: str) -> None:
    desk = Desk().begun().proposed().do("referee", "rule", ruling=ruling, note="手順の誤り")
    assert desk.game.over
    wanted = {
        "b": "B+",
        "w": "W+",
        "draw": "0",
        "both-lose": "both-lose",
        "pending": "?",
        "no-result": "Void",
    }
    assert result(desk.game) == wanted[ruling]
    assert view(desk.game, desk.now)["note"] == "手順の誤り"
    assert desk.refused("b", "count") == "over"
    desk.do("referee", "override", phase="JOINT", lead="b")
    assert desk.game.ruling is None and desk.phase == "JOINT"


def test_a_referee_caps_the_resumptions() -> None:
    desk = Desk().begun().do("referee", "cap", most=0)
    assert desk.refused("b", "resume") == "not-now"
    desk.do("referee", "cap", most=None).do("b", "resume")
    assert desk.phase == "NOTICE"


def test_players_are_no_referees() -> None:
    desk = Desk().begun()
    for who in ("b", "w"):
        assert desk.refused(who, "override", phase="PLAY", lead="b") == "referee-only"
        assert desk.refused(who, "rule", ruling="b", note="") == "referee-only"
        assert desk.refused(who, "cap", most=0) == "referee-only"
    assert desk.refused("referee", "count") == "players-only"


# --- The scene: nobody presses a button that means something else by the time it arrives


def test_every_new_question_is_a_new_scene() -> None:
    desk = Desk()
    seen = [desk.game.scene]
    for who, do in (("b", "ready"), ("w", "ready"), ("b", "count"), ("w", "count"), ("b", "correct")):
        desk.do(who, do)
        seen.append(desk.game.scene)
    assert [now - seen[0] for now in seen] == [0, 0, 1, 1, 2, 3]
    desk.counted().do("b", "approve")
    assert desk.game.scene == seen[-1] + 1, "a second approval of the same count is the answer to the first"


# --- The log

SAMPLES: dict[str, list[dict[str, Any]]] = {
    "put": [{"x": x, "y": y, "stone": s} for x in range(3) for y in range(3) for s in "bw."],
    "prisoners": [{"b": 1, "w": 2}],
    "size": [{"width": 4, "height": 3}],
    "load": [{"sgf": encode(b"(;SZ[4];B[aa];W[bb])")}],
    "insert": [
        {"x": x, "y": y, "task": task} for x in range(4) for y in range(3) for task in ("own", "other")
    ],
    "mark": [{"x": x, "y": y, "task": task} for x in range(4) for y in range(3) for task in ("own", "other")],
    "delete": [{"n": n} for n in ("1", "5", "all")],
    "move": [{"x": x, "y": y} for x in range(4) for y in range(3)],
    "komi": [{"komi": "6.5"}],
    "override": [{"phase": p.value, "lead": "w"} for p in list(Phase)[:12]],
    "cap": [{"most": None}, {"most": 1}],
    "rule": [{"ruling": ruling, "note": ""} for ruling in RULED],
}
RARE = {"override", "rule", "size", "load", "start", "prisoners", "reset", "pause", "resign", "swap"}


@pytest.mark.parametrize("seed", batches(6, 25))
def test_a_log_gives_the_game_back(seed: int) -> None:
    """Whatever people click, in whatever order: the log leads to the same table, and the record can be written."""
    rng = random.Random(seed)
    desk = Desk((".b.w", "b.ww", ".bw."))
    commands = [name for name in COMMANDS for _ in range(1 if name in RARE else 12)]
    ended = 0
    for _ in range(400):
        do = rng.choice(commands)
        who = rng.choice(("b", "w", "b", "w", "referee")) if do in RARE else rng.choice(("b", "w"))
        desk.try_(who, do, **rng.choice(SAMPLES.get(do, [{}])))
        if rng.random() < 0.03:
            desk.wait(rng.choice((1000, 15_000, 60_000, 200_000)))
        if desk.game.over:
            ended += 1
            files = write_triple(triple(desk.game, ("黒", "白")), RecordName(1, 1))
            again = read_triple(files, RecordName(1, 1))
            assert again.result == result(desk.game)
            assert again.played.stop.board == desk.game.stop.board
    assert replayed(desk.lines) == desk.game
    for cut in range(0, len(desk.lines), 17):
        assert replayed(desk.lines[:cut]).seq == cut


def test_a_log_that_was_changed_is_not_followed() -> None:
    lines = Desk().begun().proposed().counted().lines
    number = len(lines) - 1
    for spoiled in (
        [*lines[:3], *lines[4:]],
        [*lines[:number], lines[number].replace(b"JOINT_RESULT", b"REVIEW")],
        [*lines[:number], b"{}\n"],
        [*lines[:number], b"[1]\n"],
        [*lines[:number], b"nonsense\n"],
        [*lines[:number], lines[number].replace(b'"count"', b'"approve"')],
        [*lines[:number], lines[number].replace(b'"count"', b'"insert"')],
    ):
        with pytest.raises(Damaged):
            replayed(spoiled)
