"""A game ended in real Chromium: Black on a phone, White at a laptop, a spectator; every outcome of the procedure.

Time is moved by the tests, so the clocks are as short as they want. After every step all three screens must
show the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.go.live.hall import PATIENCE, PICTURE, Hall, hall, seats
from tourgen.go.record import read_triple

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, WebSocketRoute

pytestmark = pytest.mark.browser

MINUTE = 60_000
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
        self.page.goto(address)
        self.page.wait_for_selector("body[data-seq]")

    def _note(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def press(self, name: str) -> None:
        button = self.page.locator(f"button[data-do={name}]:visible")
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

    def __init__(self, chromium: Browser, running: Hall) -> None:
        self.hall = running
        self.contexts = [chromium.new_context(locale="ja-JP", **kind) for kind in (PHONE, LAPTOP, PHONE)]
        self.black = Screen(self.contexts[0], running.link("b"), touch=True)
        self.white = Screen(self.contexts[1], running.link("w"), touch=False)
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
    name = game.hall.desk.tables["r1-t01"].name
    folder = game.hall.folder / "games"
    for _ in range(1000):
        files = {path.name: path.read_bytes() for path in folder.glob("r1-t01*.sgf")}
        if name.file() in files and (folder / "old").exists():
            return read_triple(files, name).result
        game.watcher.page.wait_for_timeout(20)
    raise AssertionError(sorted(files))


# --- The outcomes


def test_decided_at_first(game: Game) -> None:
    game.begin()
    assert game.black.buttons() == {"resume", "count", "delete-1", "delete-5", "delete-all", "clear"}
    game.propose()
    assert "■" not in game.watcher.shown["title"]
    game.count()
    assert game.black.buttons() == game.white.buttons() == {"approve", "correct"}
    assert game.watcher.shown["verdict"].startswith("白番の 2 目勝ち")
    game.press(game.white, "approve", "REVIEW")
    assert (game.black.buttons(), game.white.buttons()) == ({"approve", "deny"}, set())
    game.press(game.black, "approve", "DECIDED")
    assert game.watcher.shown["title"] == "白番の 2 目勝ち"
    assert recorded(game) == "W+2"


def test_decided_amended(game: Game) -> None:
    game.begin()
    game.propose()
    game.count()
    game.press(game.white, "approve", "REVIEW")
    game.press(game.black, "deny", "AMEND")
    game.press(game.black, "clear", "AMEND")
    game.press(game.black, "count", "AMEND_RESULT")
    assert game.black.buttons() == {"approve", "correct", "cancel"}
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
    game.begin()
    game.wait(2 * MINUTE, "WHITE_OWN")
    game.point(game.white, 3, 1)
    game.point(game.white, 1, 1, right=True)  # × on one's own stone
    game.point(game.white, 3, 0, right=True)  # a stone for Black
    game.wait(2 * MINUTE, "BLACK_OWN")
    game.point(game.black, 1, 1)
    game.wait(2 * MINUTE, "RESUME_REQUEST")
    assert game.black.buttons() == game.white.buttons() == {"resume"}
    game.wait(3 * MINUTE, "BOTH_LOSE")
    assert recorded(game) == "both-lose"


def test_pending(game: Game) -> None:
    game.begin()
    game.resume_without_a_move()
    assert "resume" not in game.black.buttons() | game.white.buttons()
    game.propose()
    game.count()
    game.press(game.black, "approve", "REVIEW")
    game.press(game.white, "deny", "AMEND")
    game.press(game.white, "delete-1", "AMEND")
    game.press(game.white, "count", "AMEND_RESULT")
    game.press(game.white, "approve", "AMEND_REVIEW")
    assert "勝敗預かり" in game.watcher.shown["red"]
    game.press(game.black, "deny", "PENDING")
    assert recorded(game) == "?"


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
    game.point(game.white, 3, 1)
    game.press(game.black, "pass", "PLAY")
    game.press(game.white, "pass", "JOINT")
    game.point(game.black, 1, 1)
    game.count()
    assert game.watcher.shown["verdict"].startswith("白番の 2 目勝ち")
    game.press(game.black, "approve", "REVIEW")
    game.wait(2 * MINUTE, "DECIDED")
    assert recorded(game) == "W+2"


# --- Around it


def test_clicks_that_can_t_be_are_answered(game: Game) -> None:
    game.begin()
    before = game.watcher.shown
    game.white.point(3, 1, right=True)
    assert game.white.page.locator("#toast").inner_text() == "いまはその操作はできません。"
    game.white.point(1, 1)
    game.white.page.locator("#toast", has_text="その石には付けられません。").wait_for()
    game.watcher.point(0, 0)
    assert game.watcher.page.locator("#toast").inner_text() == ""
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
    first = Hall(tmp_path, seats())
    port = first.port
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

    context.route_web_socket("**/ws", deaf)
    page = context.new_page()
    page.clock.install()
    page.goto(running.link("b"))
    page.wait_for_selector("body[data-seq]")
    page.clock.run_for(20_000)
    for _ in range(400):
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
    referee.press("yes")
    game.alike(seq + 1, "BLACK_OWN")
    referee.page.fill("#cap", "0")
    referee.press("cap")
    game.alike(seq + 2, "BLACK_OWN")
    assert "resume" not in game.black.buttons()
    referee.page.select_option("#ruling", "w")
    referee.page.fill("#note", "黒番の遅刻")
    referee.press("rule")
    referee.press("yes")
    game.alike(seq + 3, "DECIDED")
    assert game.watcher.shown["title"] == "白番の勝ち" and "黒番の遅刻" in game.watcher.shown["blue"]
    assert recorded(game) == "W+"
    assert referee.complaints == []


def test_the_desk_and_the_list(game: Game) -> None:
    page = game.contexts[1].new_page()
    page.goto(game.hall.desk.link(game.hall.address, None, "referee"))
    page.locator(".card").nth(1).wait_for()
    assert page.locator(".card img").count() == 6
    assert page.locator(".card img").first.evaluate("(one) => one.naturalWidth") > 0
    page.goto(game.hall.address)
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
    desk = running.desk.link(running.address, None, "referee")
    for address in (running.address, desk, running.link("b"), running.link("referee"), running.link(None)):
        page.goto("about:blank")
        page.goto(address)
        page.locator(".tables a, .card, body[data-seq] #number").first.wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= width, address
    page.click("#lang")
    page.locator("html[lang=en]").wait_for()
    page.wait_for_selector("body[data-seq]")
    assert page.locator("#title").inner_text() == "Setting up the position"
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    context.close()
