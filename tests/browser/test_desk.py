"""The desk in real Chromium: two whole days, what a person decides, phones; nothing that axe finds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.audit.looking import RULES, RUN_AXE, WIDTH
from tests.audit.tools import AXE
from tests.browser.days import PHONE, Hall, play_day, send, serving, until
from tests.cli.desk import correct, new_event, results
from tests.serving.hall import tables_of, winners
from tourgen.live.keys import read_keys

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("number", [2, 3], ids=["keyboard alone", "phones, two helpers, Excel, a kill"])
def test_a_day(number: int, tmp_path: Path, chromium: Browser) -> None:
    play_day(number, tmp_path, chromium)


@pytest.fixture
def hall(tmp_path: Path, chromium: Browser) -> Iterator[Hall]:
    new_event(tmp_path, "othello-2-league", 8)
    with serving(tmp_path, chromium) as found:
        yield found


def eventually(event: Path, wanted: list[int | None]) -> None:
    until(lambda: winners(event) == wanted, lambda: winners(event))


def examine(page: Page) -> None:
    """axe in both colours; nothing wider than the screen."""
    assert page.evaluate(WIDTH) <= (page.viewport_size or {"width": 0})["width"]
    if not AXE.exists():
        return
    for colours in ("light", "dark"):
        page.emulate_media(color_scheme=colours)  # type: ignore[arg-type]
        page.evaluate(AXE.read_text(encoding="utf-8"))
        assert not page.evaluate(RUN_AXE, RULES)


def test_a_round_by_keyboard_alone(hall: Hall, tmp_path: Path) -> None:
    page = hall.helper()
    keys = page.keyboard
    keys.type("９ ○")
    page.locator("#out", has_text="9卓はありません").wait_for()
    keys.press("Enter")
    expect(page.locator("#hist li")).to_have_count(0)
    page.wait_for_timeout(300)
    expect(page.locator("#out")).to_have_text("9卓はありません。")
    keys.press("Control+a")
    keys.type("２　３４")
    page.locator("#out", has_text="34–30").wait_for()
    keys.press("Enter")
    page.locator("#grid [data-table='2'][data-kind=played]").wait_for()
    expect(page.locator("#c")).to_have_value("")
    keys.press("ArrowDown")
    expect(page.locator("#c")).to_have_value("1 ")
    keys.type("?")
    keys.press("Enter")
    expect(page.locator("#c"), "what was refused can be corrected").to_have_value("1 ?")
    page.locator("#out", has_text="読めません").wait_for()
    keys.press("Backspace")
    keys.type("x")
    keys.press("Enter")
    page.locator("#grid [data-table='1'][data-kind=played]").wait_for()
    keys.press("Control+z")
    page.locator("#grid [data-table='1'][data-kind='']").wait_for()
    eventually(hall.event, [None, 0, None, None])
    expect(page.locator("#miss button")).to_have_text(["1", "3", "4"])
    examine(page)
    for line in ("1 ○", "3 不2", "4 ×"):
        page.locator("#c").evaluate("(line) => line.blur()")  # what is typed goes there all the same
        keys.type(line)
        keys.press("Enter")
        page.locator(f"#grid [data-table='{line[0]}']:not([data-kind=''])").wait_for()
    page.locator("#done").wait_for()
    eventually(hall.event, [0, 0, 1, 1])
    page.locator("#pairs li").first.wait_for()
    examine(page)
    assert not (hall.event / "rounds/open-r2.xlsx").exists(), "it waits for the button"
    keys.press("Enter")
    page.locator("h1", has_text="2回戦").wait_for()
    assert (hall.event / "rounds/open-r2.xlsx").exists()
    expect(page.locator("#hist")).to_contain_text("取り消し: 1回戦")
    until(lambda: results(tmp_path)["state"]["completed"] == 1)
    keys.press("F2")
    page.locator("#change").wait_for()
    keys.press("Enter")  # goes on to the first field; it would open the list
    keys.type("1")
    keys.press("Enter")
    page.locator("#change-go", has_text="このとおりにする").wait_for()
    expect(page.locator("#preview")).to_contain_text("棄権")
    examine(page)
    keys.press("Enter")
    page.locator("#hist li", has_text="棄権").wait_for()
    page.locator("#lang").click()
    page.locator("h1", has_text="Round 2").wait_for()


def test_two_helpers_and_somebody_with_excel(hall: Hall) -> None:
    one, other = hall.helper(), hall.helper()
    one.keyboard.type("1 ○")
    one.keyboard.press("Enter")
    other.locator("#grid [data-table='1'][data-kind=played]").wait_for()
    undo = other.locator("#hist li", has_text="の勝ち").get_by_role("button")
    undo.hover()
    other.mouse.down()
    one.keyboard.type("2 ○")
    one.keyboard.press("Enter")
    one.locator("#grid [data-table='2'][data-kind=played]").wait_for()
    one.keyboard.press("Control+z")
    one.locator("#grid [data-table='2'][data-kind='']").wait_for()
    other.mouse.up()  # somebody else's entry while the button was down
    one.locator("#grid [data-table='1'][data-kind='']").wait_for()
    eventually(hall.event, [None] * 4)

    lock, sheet = hall.event / "rounds/~$open-r1.xlsx", hall.event / "rounds/open-r1.xlsx"
    lock.write_bytes(b"")
    one.keyboard.type("2 ○")
    one.keyboard.press("Enter")
    other.locator("#grid [data-table='2'][data-state=waiting]").wait_for()
    other.locator("#said", has_text="LibreOffice で開いています").wait_for()
    correct(sheet, 1, ("×", None))
    lock.unlink()
    other.locator("#grid [data-table='2'][data-state=conflict]").wait_for()
    examine(other)
    other.get_by_role("button", name="画面を採る").click()
    one.locator("#grid [data-table='2'][data-state=conflict]").wait_for(state="detached")
    eventually(hall.event, [None, 0, None, None])
    correct(sheet, 2, ("〇〇", None))
    one.locator("#alerts", has_text="open-r1.xlsx").wait_for()
    one.locator("#grid [data-table='3'][data-state=wrong]").wait_for()
    small = hall.open(hall.desk, **PHONE)
    small.locator("#grid [data-table='3'][data-state=wrong]").wait_for()
    examine(small)


def test_two_phones(hall: Hall) -> None:
    desk = hall.helper()
    assert len(read_keys(hall.event / "desk/keys.json")) == 9
    first, second = numbers(hall.event)
    mine, theirs = hall.phone(first), hall.phone(second)
    expect(mine.locator("#table")).to_contain_text("1")
    examine(mine)
    send(mine, 0)
    mine.locator("#lede", has_text="待っています").wait_for()
    examine(mine)
    send(theirs, 0)
    for phone in (mine, theirs):
        phone.locator("#call").wait_for()
    desk.locator("#grid [data-table='1'][data-state=differ]").wait_for()
    examine(theirs)
    examine(desk)
    theirs.locator("#again").click()
    theirs.locator("#x").fill("40")
    send(theirs, 0)
    expect(desk.locator("#alert-list")).to_contain_text("自分の勝ち 40–24")
    theirs.locator("#again").click()
    theirs.locator("#x").fill("24")
    send(theirs, 1)
    for phone in (mine, theirs):
        phone.locator("#lede", has_text="決まりました").wait_for()
    desk.locator("#grid [data-table='1'][data-kind=played]", has_text="携帯").wait_for()
    eventually(hall.event, [0, None, None, None])
    for line in ("2 ○", "3 ○", "4 ○"):
        desk.keyboard.type(line)
        desk.keyboard.press("Enter")
        desk.locator(f"#grid [data-table='{line[0]}'][data-kind=played]").wait_for(state="attached")
    desk.locator("#done").wait_for()
    desk.keyboard.press("Enter")
    theirs.locator("#round", has_text="2回戦").wait_for()
    expect(theirs.locator("#x"), "not what was sent in round 1").to_have_value("")
    desk.once("dialog", lambda sure: sure.accept())
    desk.locator("#join").click()
    desk.locator("#codes figure", has_text=mine.locator("#me").inner_text()).get_by_role("button").click()
    for old in (mine, hall.open(f"{hall.address}/_/r#{'x' * 24}", **PHONE)):
        old.locator("#banner", has_text="使えません").wait_for()
        expect(old.locator("#enter")).to_be_hidden()


def test_an_english_event_has_an_english_desk(tmp_path: Path, chromium: Browser) -> None:
    """Unless somebody chose the other language on this device."""
    settings = new_event(tmp_path, "othello-2-league", 8) / "event.toml"
    text = settings.read_text(encoding="utf-8")
    settings.write_text(text.replace('language = "ja"', 'language = "en"'), encoding="utf-8")
    with serving(tmp_path, chromium) as hall:
        page = hall.helper()
        page.locator("h1", has_text="Round 1").wait_for()
        expect(page.locator(".keys"), "an English keyboard types it").to_contain_text("12 f1")
        page.locator("#lang").click()
        page.locator("h1", has_text="1回戦").wait_for()
        page.reload()
        page.locator("h1", has_text="1回戦").wait_for()


def numbers(event: Path) -> tuple[int, int]:
    """The players of table 1."""
    game = next(iter(tables_of(event)))
    return game.first, game.second


def test_a_dead_line_is_noticed(hall: Hall) -> None:
    """A laptop that changed networks: what is typed meanwhile is not lost, and the line comes back by itself."""
    page = hall.browser.new_context(locale="ja-JP").new_page()
    lines: list[WebSocketRoute] = []

    def deaf(line: WebSocketRoute) -> None:
        lines.append(line)
        if len(lines) == 1:
            server = line.connect_to_server()
            server.on_message(lambda message: line.send(message) if '"desk"' in str(message) else None)
            line.on_message(lambda message: server.send(message) if '"key"' in str(message) else None)
        else:
            line.connect_to_server()

    page.route_web_socket("**/_/line", deaf)
    page.clock.install()
    page.goto(hall.desk)
    page.locator("#grid li").first.wait_for()
    page.keyboard.type("2 1")
    page.keyboard.press("Enter")
    expect(page.locator("#c")).to_have_value("")
    page.clock.run_for(20_000)
    expect(page.locator("#c")).to_have_value("2 1")
    page.clock.run_for(2_000)
    until(lambda: len(lines) > 1 or bool(page.clock.run_for(500)))
    expect(page.locator("#banner")).to_be_hidden()
    page.keyboard.press("Enter")
    page.locator("#grid [data-table='2'][data-kind=played]").wait_for()
