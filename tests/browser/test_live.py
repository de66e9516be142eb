"""A game ended in real Chromium: Black on a phone, White at a laptop, a spectator; every outcome of the procedure.

Time is moved by the tests, so the clocks are as short as they want. After every step all three screens must
show the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, WebSocketRoute, expect

from tests.browser.test_desk import examine
from tests.go.live.hall import PATIENCE, PICTURE, Hall, Person, hall, seats
from tests.served import free_port
from tourgen.go.live.game import COMMITTEE
from tourgen.go.record import read_triple

pytestmark = pytest.mark.browser

MINUTE = 60_000
DEAD = 750  # milliseconds after a change of scene, by the page's clock, and a little more
SHOWN = """() => ({
  seq: document.body.dataset.seq, phase: document.body.dataset.phase, left: document.body.dataset.left,
  stones: document.body.dataset.stones, marks: document.body.dataset.marks,
  drawn: [...document.querySelectorAll("#layer > *")].map((one) => one.getAttribute("class")).join(" "),
  title: document.getElementById("title").textContent, blue: document.getElementById("blue").textContent,
  red: document.getElementById("red").textContent, verdict: document.getElementById("verdict").textContent,
  prisoners: [...document.querySelectorAll(".taken b")].map((one) => one.textContent).join(),
  gaps: document.body.dataset.gaps || "",
})"""
PLACE = """([x, y]) => {
  const place = new DOMPoint(x, y).matrixTransform(document.getElementById("board").getScreenCTM());
  return [place.x, place.y];
}"""
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2
}  # fmt: skip
LAPTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}


class Screen:
    """One person's browser."""

    def __init__(self, context: BrowserContext, address: str, touch: bool) -> None:
        self.page: Page = context.new_page()
        self.touch = touch
        self.complaints: list[str] = []
        self.page.on("console", self._note)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.set_default_timeout(PATIENCE * 1000)
        self.page.clock.install()
        self.page.goto(address)
        self.page.wait_for_selector("body[data-seq]")

    def _note(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def press(self, name: str) -> None:
        """Until the table has heard of it; where the page asks once more, the answer is yes."""
        seq, asks = self.seq, self.page.locator("#dialog[data-kind=sure][open]")
        self.tap(name)
        self.until(lambda shown: int(shown["seq"]) > seq or asks.count() > 0)
        if self.seq == seq:
            self.tap("yes")
            self.until_seq(seq + 1)

    def tap(self, name: str) -> None:
        """One button, once. Those that are dead after a change of scene come to life sooner than they would."""
        button = self.page.locator(f"button[data-do={name}]:visible")
        self.page.clock.fast_forward(DEAD)
        button.tap() if self.touch else button.click()

    def point(self, x: int, y: int, right: bool = False) -> None:
        """A click on the board; on a phone, where there is no right button, the switch is used."""
        self.page.locator("#board").scroll_into_view_if_needed()
        if self.touch and right:
            self.page.locator("#switch button").nth(1).tap()
        across, down = self.page.evaluate(PLACE, [x, y])
        if self.touch:
            self.page.touchscreen.tap(across, down)
        else:
            self.page.mouse.click(across, down, button="right" if right else "left")
        if self.touch and right:
            self.page.locator("#switch button").first.tap()

    @property
    def you(self) -> str | None:
        return self.page.locator("body").get_attribute("data-you")

    @property
    def seq(self) -> int:
        return int(self.page.locator("body").get_attribute("data-seq") or 0)

    @property
    def shown(self) -> dict[str, str]:
        found: dict[str, str] = self.page.evaluate(SHOWN)
        return found

    def until(self, check: Callable[[dict[str, str]], bool]) -> None:
        """Waits for what is shown; the page's own policy forbids Playwright to evaluate strings in it."""
        for _ in range(int(PATIENCE * 40)):
            if check(self.shown):
                return
            self.page.wait_for_timeout(25)
        raise AssertionError(self.shown)

    def until_stones(self, stones: str) -> None:
        self.until(lambda shown: stones in shown["stones"])

    def until_seq(self, seq: int) -> None:
        self.until(lambda shown: int(shown["seq"]) >= seq)

    def buttons(self) -> set[str]:
        found = self.page.locator("button[data-do]:visible").evaluate_all(
            "(all) => all.map((one) => one.dataset.do)"
        )
        return set(found)


class Game:
    """Three screens around one table."""

    def __init__(self, chromium: Browser, running: Hall, touch_only: bool = False) -> None:
        self.hall = running
        kinds = (PHONE, PHONE if touch_only else LAPTOP, PHONE)
        self.contexts = [chromium.new_context(locale="ja-JP", **kind) for kind in kinds]
        self.black = Screen(self.contexts[0], running.link("b"), touch=True)
        self.white = Screen(self.contexts[1], running.link("w"), touch=touch_only)
        self.watcher = Screen(self.contexts[2], running.link(None), touch=True)
        self.screens = (self.black, self.white, self.watcher)
        self.steps = 0

    def close(self) -> None:
        for screen in self.screens:
            assert screen.complaints == []
            assert screen.shown["gaps"] == ""
        for context in self.contexts:
            context.close()

    def alike(self, seq: int, phase: str | None = None) -> None:
        """Waits for the action's number on every screen, then compares them."""
        for screen in self.screens:
            screen.until_seq(seq)
        first, *others = (screen.shown for screen in self.screens)
        assert all(other == first for other in others)
        assert phase is None or first["phase"] == phase
        assert self.watcher.buttons() == set()
        self.steps += 1

    def press(self, screen: Screen, name: str, phase: str | None = None) -> None:
        seq = screen.seq
        screen.press(name)
        self.alike(seq + 1, phase)

    def point(self, screen: Screen, x: int, y: int, right: bool = False) -> None:
        seq = screen.seq
        screen.point(x, y, right)
        self.alike(seq + 1)

    def wait(self, milliseconds: int, phase: str) -> None:
        seq = self.watcher.seq
        self.hall.clock.advance(milliseconds)
        self.alike(seq + 1, phase)

    # --- What several games have in common

    def begin(self) -> None:
        self.press(self.black, "ready", "SETUP")
        self.press(self.white, "ready", "JOINT")

    def propose(self) -> None:
        self.point(self.black, 1, 1)  # × on White's stone
        self.point(self.black, 3, 0)
        self.point(self.white, 3, 1)

    def count(self) -> None:
        self.press(self.black, "count", "JOINT")
        self.press(self.white, "count", "JOINT_RESULT")

    def resume_without_a_move(self) -> None:
        self.press(self.black, "resume", "NOTICE")
        self.press(self.white, "acknowledge", "PLAY")
        self.press(self.white, "pass", "PLAY")
        self.press(self.black, "pass", "JOINT")


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Hall]:
    games = tmp_path / "games"
    games.mkdir()
    (games / "r1-t01.sgf").write_bytes(position(PICTURE))
    with hall(tmp_path, seats(2)) as found:
        yield found


def position(rows: tuple[str, ...]) -> bytes:
    points = {
        stone: "".join(
            f"[{chr(97 + x)}{chr(97 + y)}]"
            for y, row in enumerate(rows)
            for x, one in enumerate(row)
            if one == stone
        )
        for stone in "bw"
    }
    return f"(;GM[1]SZ[{len(rows[0])}:{len(rows)}]KM[0]AB{points['b']}AW{points['w']})".encode()


@pytest.fixture
def game(chromium: Browser, running: Hall) -> Iterator[Game]:
    found = Game(chromium, running)
    yield found
    found.close()


def recorded(game: Game) -> str:
    """The result in the record, as soon as it is there."""
    name = game.hall.tables.tables["r1-t01"].seat.name
    folder = game.hall.folder / "games"
    for _ in range(PATIENCE * 50):
        files = {path.name: path.read_bytes() for path in folder.glob("r1-t01*.sgf")}
        if name.file() in files and (folder / "old").exists():
            return read_triple(files, name).result
        game.watcher.page.wait_for_timeout(20)
    raise AssertionError(sorted(files))


# --- The outcomes


def test_decided_at_first(game: Game) -> None:
    game.begin()
    always = {"call", "sound"}
    drafting = {"resume", "count", "delete-1", "delete-5", "delete-all", "clear", "help"}
    assert game.black.buttons() == drafting | always
    game.propose()
    assert "■" not in game.watcher.shown["title"]
    seq = game.white.seq
    game.white.page.locator("button[data-do=count]:enabled").hover()
    game.white.page.mouse.down()
    game.black.point(0, 0)
    game.watcher.until_seq(seq + 1)
    game.white.page.mouse.up()  # a stone of Black's while the button was down: the click counts all the same
    game.alike(seq + 2, "JOINT")
    assert game.hall.log()[-1]["do"] == "count"
    game.press(game.white, "count", "JOINT")  # taken back
    game.press(game.black, "delete-1", "JOINT")
    game.count()
    assert game.black.buttons() == game.white.buttons() == {"approve", "correct"} | always
    assert game.watcher.shown["verdict"].startswith("白番の 2 目勝ち")
    game.press(game.white, "approve", "REVIEW")
    assert (game.black.buttons(), game.white.buttons()) == ({"approve", "deny"} | always, always)
    game.press(game.black, "approve", "DECIDED")
    assert game.watcher.shown["title"] == "白番の 2 目勝ち"
    assert recorded(game) == "W+2"
    with game.watcher.page.expect_download() as sgf:
        game.watcher.page.locator("#foot a").tap()
    assert b"RE[W+2]" in Path(sgf.value.path()).read_bytes()


def test_decided_amended(game: Game) -> None:
    game.begin()
    game.propose()
    game.wait(2 * MINUTE, "WHITE_OWN")
    game.press(game.white, "count", "OWN_RESULT")
    assert game.black.buttons() == {"call", "sound"}
    game.press(game.white, "approve", "REVIEW")
    game.press(game.black, "deny", "AMEND")
    game.press(game.black, "clear", "AMEND")
    game.press(game.black, "count", "AMEND_RESULT")
    assert game.black.buttons() == {"approve", "correct", "cancel", "call", "sound"}
    game.press(game.black, "cancel", "REVIEW")
    game.press(game.black, "deny", "AMEND")
    game.press(game.black, "delete-1", "AMEND")
    game.point(game.black, 3, 1, right=True)  # the switch: a stone for White
    game.press(game.black, "clear", "AMEND")
    game.press(game.black, "count", "AMEND_RESULT")
    game.press(game.black, "correct", "AMEND")
    game.press(game.black, "count", "AMEND_RESULT")
    game.press(game.black, "approve", "AMEND_REVIEW")
    game.press(game.white, "approve", "DECIDED")
    assert recorded(game) == "W+10"


def test_both_lose(game: Game) -> None:
    """The time runs out in every scene, in sight of a count as well."""
    game.begin()
    game.point(game.black, 1, 1)
    game.count()
    shown = game.watcher.shown
    assert "x" in shown["marks"] and shown["marks"].count("t") > 10, "a dead stone in a seki stays, with ×"
    assert shown["verdict"].startswith("持碁") and shown["prisoners"] == "0,0"
    game.wait(2 * MINUTE, "WHITE_OWN")
    game.point(game.white, 3, 1)
    game.point(game.white, 1, 1, right=True)  # × on one's own stone is taken away again
    game.point(game.white, 3, 0, right=True)  # a stone for Black
    game.press(game.white, "count", "OWN_RESULT")
    game.press(game.white, "correct", "WHITE_OWN")
    game.press(game.white, "count", "OWN_RESULT")
    game.wait(2 * MINUTE, "BLACK_OWN")
    game.point(game.black, 1, 1)
    game.press(game.black, "count", "OWN_RESULT")
    game.wait(2 * MINUTE, "RESUME_REQUEST")
    assert game.black.buttons() == game.white.buttons() == {"resume", "call", "sound"}
    game.wait(3 * MINUTE, "BOTH_LOSE")
    assert recorded(game) == "both-lose"


def test_pending(game: Game) -> None:
    game.begin()
    game.resume_without_a_move()
    assert "resume" not in game.black.buttons() | game.white.buttons()
    game.propose()
    game.wait(2 * MINUTE, "WHITE_OWN")
    game.wait(2 * MINUTE, "BLACK_OWN")
    game.press(game.black, "count", "OWN_RESULT")
    game.press(game.black, "approve", "REVIEW")
    game.press(game.white, "deny", "AMEND")
    game.press(game.white, "delete-1", "AMEND")
    game.press(game.white, "count", "AMEND_RESULT")
    game.press(game.white, "approve", "AMEND_REVIEW")
    assert "勝敗預かり" in game.watcher.shown["red"]
    game.press(game.black, "deny", "PENDING")
    assert recorded(game) == "?"
    page = game.contexts[1].new_page()
    page.goto(game.hall.halls.link(game.hall.tables, "committee", COMMITTEE))
    page.locator(".case figure").nth(2).wait_for()
    assert page.locator(".case .differs").count() > 0, "what differs is ringed"
    examine(page)
    page.locator("input[name=ruling][value=w]").check()
    page.locator(".case form > label input").fill("黒の手抜き")
    page.locator("input[name=misuse][value=b]").check()
    page.locator("button[data-do=judge]").click()
    page.locator(".case .alarm", has_text="白勝 黒の手抜き 意図的な誤操作: 青木 1").wait_for()
    game.watcher.until(lambda shown: "黒の手抜き" in shown["blue"] and "故意" not in shown["blue"])


def test_no_result(game: Game) -> None:
    game.begin()
    game.resume_without_a_move()
    game.wait(2 * MINUTE, "WHITE_OWN")
    game.wait(2 * MINUTE, "BLACK_OWN")
    assert "無勝負" in game.watcher.shown["red"]
    game.wait(2 * MINUTE, "NO_RESULT")
    assert recorded(game) == "Void"


def test_resumed(game: Game) -> None:
    game.begin()
    game.propose()
    game.black.tap("sound")
    expect(game.black.page.locator("[data-do=sound][aria-pressed=true]")).to_be_visible()
    game.black.page.evaluate("() => { navigator.vibrate = () => { document.body.dataset.shaken = '1'; }; }")
    game.press(game.white, "resume", "NOTICE")
    assert (
        game.black.page.locator("dialog").is_visible() and not game.white.page.locator("dialog").is_visible()
    )
    game.wait(15_000, "PLAY")
    assert not game.black.page.locator("dialog").is_visible()
    seq = game.black.seq
    game.black.point(3, 0)
    game.black.page.locator("button[data-do=play-here]").tap()  # a move can't be taken back: it is asked for
    game.alike(seq + 1)
    assert game.black.page.locator("body[data-shaken]").count() == 0
    game.point(game.white, 3, 1)
    assert game.black.page.locator("body[data-shaken]").count() == 1, "one's turn again"
    game.press(game.black, "pass", "PLAY")
    game.press(game.white, "pass", "JOINT")
    game.point(game.black, 1, 1)
    game.count()
    assert game.watcher.shown["verdict"].startswith("白番の 2 目勝ち")
    game.press(game.black, "approve", "REVIEW")
    game.wait(2 * MINUTE, "DECIDED")
    assert recorded(game) == "W+2"


def test_the_clocks_of_an_amendment_with_fingers_alone(chromium: Browser, running: Hall) -> None:
    """Two phones. A referee puts the scene back each time, so that one game shows how every clock of it ends."""
    game, referee = Game(chromium, running, touch_only=True), Person(running, "referee")
    game.begin()

    def put_back(phase: str) -> None:
        seq = referee.do("override", phase=phase, lead="b")
        assert isinstance(seq, int)
        game.alike(seq, phase)

    for phase, who in (("WHITE_OWN", game.white), ("BLACK_OWN", game.black), ("AMEND", game.white)):
        put_back(phase)
        game.press(who, "resume", "NOTICE")
    put_back("BLACK_OWN")
    game.wait(2 * MINUTE, "RESUME_REQUEST")
    put_back("JOINT")
    game.propose()
    game.count()
    game.press(game.black, "approve", "REVIEW")
    game.press(game.white, "deny", "AMEND")
    game.point(game.white, 0, 0, right=True)  # a stone for Black
    game.wait(2 * MINUTE, "DECIDED")
    assert game.watcher.shown["title"] == "白番の 2 目勝ち", "the first proposal"

    def amended() -> None:
        put_back("AMEND")
        game.point(game.white, 1, 1, right=True)  # × on White's own stone
        game.press(game.white, "count", "AMEND_RESULT")
        referee.catch_up(game.watcher.seq)

    amended()
    game.wait(2 * MINUTE, "DECIDED")
    referee.catch_up(game.watcher.seq)
    amended()
    game.press(game.white, "approve", "AMEND_REVIEW")
    game.wait(MINUTE, "RESUME_REQUEST")
    referee.catch_up(game.watcher.seq)
    amended()
    game.press(game.white, "approve", "AMEND_REVIEW")
    game.press(game.black, "deny", "RESUME_REQUEST")
    game.press(game.white, "resume", "NOTICE")
    game.wait(15_000, "PLAY")
    game.press(game.black, "pass", "PLAY")
    game.press(game.white, "pass", "JOINT")
    game.propose()
    referee.catch_up(game.watcher.seq)
    amended()
    game.press(game.white, "approve", "AMEND_REVIEW")
    game.wait(MINUTE, "PENDING")
    game.close()


# --- What a finger does by accident


def double_tap(screen: Screen, name: str, seen: Callable[[], bool]) -> None:
    """Twice at the same place; the second 160 ms, by the page's clock, after the first was `seen` to do something."""
    screen.page.clock.pause_at(screen.page.evaluate("() => Date.now() / 1000 + 3"))
    box = screen.page.locator(f"button[data-do={name}]:enabled").bounding_box()
    assert box is not None
    for _ in range(2):
        screen.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        while not seen():
            screen.page.clock.run_for(10)
        screen.page.clock.run_for(150)
    screen.page.clock.resume()


def test_a_double_tap_approves_nothing(game: Game) -> None:
    """計算 of the second player shows the count: the second tap would have approved what nobody had seen."""
    game.begin()
    game.press(game.white, "count", "JOINT")
    seq = game.black.seq
    double_tap(game.black, "count", lambda: game.black.shown["phase"] == "JOINT_RESULT")
    game.alike(seq + 1, "JOINT_RESULT")
    assert [event["do"] for event in game.hall.log()][-2:] == ["count", "count"]
    first = game.black.page.locator("#buttons button").first
    assert first.get_attribute("data-do") == "approve", "never where 計算 was"
    dialog = game.black.page.locator("#dialog")
    double_tap(game.black, "approve", dialog.is_visible)
    expect(dialog.locator("#dialog-red"), "points are at stake: it asks").to_be_visible()
    game.black.tap("no")  # the answer was dead at first
    game.press(game.black, "correct", "JOINT")


def test_a_double_tap_resumes_nothing(game: Game) -> None:
    game.begin()
    dialog = game.black.page.locator("#dialog")
    double_tap(game.black, "resume", dialog.is_visible)
    expect(dialog).to_be_visible()
    game.black.tap("no")
    game.press(game.black, "count", "JOINT")


IN_SIGHT = """(button) => {
  const box = button.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const inside = box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth;
  return inside && button.contains(document.elementFromPoint(x, y));
}"""


def in_sight(screen: Screen, parts: str) -> None:
    """On phones of several sizes, upright and on their side."""
    for width, height in ((390, 664), (360, 640), (844, 390)):
        screen.page.set_viewport_size({"width": width, "height": height})
        for part in screen.page.locator(
            f"{parts}, #call button, #buttons button, #doubts li:first-child button"
        ).all():
            assert part.evaluate(IN_SIGHT), (width, part.evaluate("(one) => one.outerHTML"))
        board = screen.page.locator("#board").bounding_box()
        assert board and board["y"] >= 0 and board["y"] + board["height"] <= height + 1


def test_everything_is_on_one_screen(chromium: Browser, running: Hall) -> None:
    """The delete tools and the switch of the colours lay under the bar, warnings and score below the fold."""
    game = Game(chromium, running, touch_only=True)
    game.begin()
    game.wait(2 * MINUTE, "WHITE_OWN")
    game.white.page.locator("#doubts li").first.wait_for()
    in_sight(game.white, "#switch button, #tools button, #clock")
    game.press(game.white, "count", "OWN_RESULT")
    in_sight(game.white, "#verdict, #clock")
    game.close()


def test_a_finger_that_moves_puts_no_stone(game: Game) -> None:
    game.begin()
    seq = game.black.seq
    x, y = game.black.page.evaluate(PLACE, [0, 0])
    touch = game.contexts[0].new_cdp_session(game.black.page)
    for kind, points in (
        ("touchStart", [{"x": x, "y": y}]),
        ("touchMove", [{"x": x + 30, "y": y + 30}]),
        ("touchEnd", []),
    ):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    game.point(game.black, 3, 0)
    (tapped,) = [event for event in game.hall.log() if event["seq"] > seq]
    assert (tapped["x"], tapped["y"]) == (3, 0), "the tap alone"


def test_a_record_s_komi_is_asked_for_in_red(game: Game) -> None:
    page = Screen(game.contexts[0], game.hall.link("b", "r1-t02"), touch=True)
    other = Screen(game.contexts[1], game.hall.link("w", "r1-t02"), touch=False)
    record = position(PICTURE).replace(b"KM[0]", b"KM[-20]")
    file = {"name": "game.sgf", "mimeType": "application/x-go-sgf", "buffer": record + b" " * 100_000}
    page.page.set_input_files("#setup input[type=file]", file)  # type: ignore[arg-type]
    page.until_stones("..b.w")
    assert "コミ 0" in page.page.locator("#foot").inner_text()
    assert "-20" in page.page.locator("#setup .red").inner_text()
    page.tap("ready")
    expect(page.page.locator("#dialog-red"), "nobody starts without having read it").to_contain_text("-20")
    page.tap("no")
    page.tap("record-komi")
    other.page.locator("#setup .red", has_text="希望: 黒番").wait_for()
    assert "コミ 0" in other.page.locator("#foot").inner_text()
    other.tap("record-komi")
    page.page.locator("#foot", has_text="コミ -20").wait_for()


def test_an_empty_board_is_not_started_unasked(game: Game) -> None:
    page = Screen(game.contexts[0], game.hall.link("b", "r1-t02"), touch=True)
    page.tap("ready")
    expect(page.page.locator("#dialog-red")).to_contain_text("石がありません")
    page.tap("no")


def test_candidates_are_shown_and_taken_by_tapping(game: Game) -> None:
    game.begin()
    game.black.tap("help")
    game.black.page.locator("#above path.candidate").wait_for(state="attached")
    expect(game.black.page.locator("#above circle.candidate")).to_have_count(2)
    assert "x" not in game.black.shown["marks"], "nothing is done by itself"
    game.point(game.black, 1, 1)
    assert "x" in game.watcher.shown["marks"]


def test_the_tapped_point_stays_in_sight_while_playing_on(game: Game) -> None:
    game.begin()
    game.press(game.white, "resume", "NOTICE")
    game.press(game.black, "acknowledge", "PLAY")
    assert "黒番の手番" in game.watcher.shown["title"]
    game.black.point(3, 0)
    expect(game.black.page.locator("#above circle.pending")).to_have_count(1)
    game.press(game.black, "resign", "DECIDED")
    assert game.watcher.shown["title"] == "白番の中押し勝ち"
    assert recorded(game) == "W+R"


# --- Around it


def test_clicks_that_can_t_be_are_answered(game: Game) -> None:
    game.begin()
    before = game.watcher.shown
    game.white.point(3, 1, right=True)
    expect(game.white.page.locator("#toast")).to_have_text("いまはその操作はできません。")
    game.white.point(1, 1)
    expect(game.white.page.locator("#toast")).to_have_text("その石には付けられません。")
    game.watcher.point(0, 0)
    expect(game.watcher.page.locator("#toast")).to_be_empty()
    assert game.watcher.shown == before


def test_a_position_is_entered_on_the_page(game: Game) -> None:
    page = Screen(game.contexts[1], game.hall.link("w", "r1-t02"), touch=False)
    page.point(2, 2)
    page.until_stones("b")
    page.point(3, 2, right=True)
    page.until_stones("w")
    assert page.shown["stones"].split("/")[2] == "..bw..."
    page.page.locator("#setup .step").nth(1).click()
    page.page.locator("#setup .count b", has_text="1").first.wait_for()
    file = {"name": "game.sgf", "mimeType": "application/x-go-sgf", "buffer": position(PICTURE[::-1])}
    page.page.set_input_files("#setup input[type=file]", file)  # type: ignore[arg-type]
    page.until_stones(".bbw")
    page.page.locator("#board").focus()
    page.page.keyboard.press("ArrowLeft")
    seq = page.seq
    page.page.keyboard.press("Enter")
    page.until_seq(seq + 1)
    assert page.complaints == []


def test_a_restarted_server_is_found_again(chromium: Browser, tmp_path: Path) -> None:
    port = free_port()
    first = Hall(tmp_path, seats(), port)
    context = chromium.new_context(locale="ja-JP", **PHONE)
    screen = Screen(context, first.link("b"), touch=True)
    screen.point(2, 2)
    screen.until_stones("b")
    before = screen.shown
    first.close()
    screen.page.locator("#banner", has_text="接続が切れました").wait_for()
    with hall(tmp_path, port=port):
        screen.page.locator("#banner").wait_for(state="hidden")
        assert screen.shown == before
        screen.point(3, 2)
        screen.until_stones("bb")
    context.close()


def test_a_dead_line_is_noticed(chromium: Browser, running: Hall) -> None:
    """A phone that changed networks still thinks that it is connected."""
    context = chromium.new_context(locale="ja-JP", **PHONE)
    lines: list[WebSocketRoute] = []

    def deaf(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        lines.append(line)
        if len(lines) == 1:
            server.on_message(lambda message: line.send(message) if '"pulse"' not in str(message) else None)

    context.route_web_socket("**/_/go/line", deaf)
    page = context.new_page()
    page.clock.install()
    page.goto(running.link("b"))
    page.wait_for_selector("body[data-seq]")
    page.clock.run_for(20_000)
    for _ in range(PATIENCE * 40):
        if len(lines) > 1:
            break
        page.clock.run_for(500)
        page.wait_for_timeout(25)
    assert len(lines) > 1
    page.locator("#banner").wait_for(state="hidden")
    context.close()


def test_the_referee_sees_and_rules(game: Game) -> None:
    game.begin()
    referee = Screen(game.contexts[1], game.hall.link("referee"), touch=False)
    referee.page.select_option("#scene-to", "BLACK_OWN")
    seq = game.watcher.seq
    referee.press("override")
    game.alike(seq + 1, "BLACK_OWN")
    referee.page.fill("#cap", "0")
    referee.press("cap")
    game.alike(seq + 2, "BLACK_OWN")
    assert "resume" not in game.black.buttons()
    examine(referee.page)
    referee.page.select_option("#ruling", "w")
    referee.page.fill("#note", "黒番の遅刻")
    referee.press("rule")
    game.alike(seq + 3, "DECIDED")
    assert game.watcher.shown["title"] == "白番の勝ち" and "黒番の遅刻" in game.watcher.shown["blue"]
    assert recorded(game) == "W+"
    assert referee.complaints == []


def test_who_is_black_is_decided_at_the_table(chromium: Browser, tmp_path: Path) -> None:
    """ニギリ: either player before the start, the referee later."""
    with hall(tmp_path, [replace(seats()[0], nigiri=True)]) as running:
        game = Game(chromium, running)
        first, second = game.black, game.white
        game.press(first, "ready", "SETUP")
        game.press(second, "swap", "SETUP")
        for screen in game.screens:
            expect(screen.page.locator("#seat-b .name")).to_have_text("石川 1")
        assert (first.you, second.you) == ("w", "b")
        assert "ready" in first.buttons(), "both are asked anew"
        game.press(first, "ready", "SETUP")
        game.press(second, "ready", "JOINT")
        assert "swap" not in first.buttons() | second.buttons()
        referee = Screen(game.contexts[1], running.link("referee"), touch=False)
        referee.press("swap")
        game.alike(referee.seq, "JOINT")
        assert (first.you, second.you) == ("b", "w")
        game.close()


def test_the_desk_and_the_list(game: Game) -> None:
    page = game.contexts[1].new_page()
    page.goto(game.hall.referees)
    expect(page.locator(".card img")).to_have_count(6)
    page.locator(".card img").first.evaluate("(one) => one.decode()")
    game.press(game.black, "call")
    page.locator("#alarm p", has_text="黒番").wait_for()
    examine(page)
    page.goto(game.hall.lobby)
    stones = sum(one in "bw" for row in PICTURE for one in row)
    expect(page.locator(".tables li").first.locator(".mini circle")).to_have_count(stones)
    page.locator(".tables a").first.click()
    page.wait_for_selector("body[data-seq]")
    assert page.locator("body").get_attribute("data-you") == "watching"
    assert game.hall.secret("b") not in page.content()


def test_a_wrong_link_says_so(chromium: Browser, running: Hall) -> None:
    context = chromium.new_context(locale="ja-JP")
    page = context.new_page()
    page.goto(f"{running.link(None)}#{'x' * 24}")
    page.locator("#banner", has_text="このリンクは使えません").wait_for()
    page.locator("#banner a").click()
    page.wait_for_selector("body[data-you=watching]")
    context.close()


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_nothing_scrolls_sideways(chromium: Browser, running: Hall, width: int) -> None:
    context = chromium.new_context(locale="ja-JP", viewport={"width": width, "height": 800})
    page = context.new_page()
    desk = running.referees
    for address in (running.lobby, desk, running.link("b"), running.link("referee"), running.link(None)):
        page.goto("about:blank")
        page.goto(address)
        page.locator(".tables a, .card, body[data-seq] #number").first.wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= width, address
        assert page.evaluate("getComputedStyle(document.body, '::before').content") == "none", "no stray dot"
    page.click("#lang")
    page.locator("html[lang=en]").wait_for()
    page.wait_for_selector("body[data-seq]")
    assert page.locator("#title").inner_text() == "Setting up the position"
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    context.close()
