"""`tourgen` alone: the start page, on which an event is made from a form's list and opened."""

import base64
import http.client
import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.test_desk import examine
from tests.cli.desk import fill_in_draws
from tourgen.live.server import LOOPBACK, listen
from tourgen.storage.lock import lock

if TYPE_CHECKING:
    from playwright.sync_api import Page

LONG = 120_000  # milliseconds on a busy machine
FORM = "タイムスタンプ,お名前,所属クラブ,性別\n" + "".join(
    f"2027/03/01,例示 選手{no},見本会,{'女性' if no % 2 else '男性'}\n" for no in range(1, 25)
)


@dataclass
class Started:
    """A running start page."""

    url: str
    process: subprocess.Popen[str]

    def ask(self, what: str, key: str = "", headers: dict[str, str] | None = None, **values: object) -> Any:
        page, own = self.url.split("#")
        said = {"key": key or own, "lang": "ja", "do": what, **values}
        origin = page.removesuffix("/_/start")
        request = urllib.request.Request(
            f"{page}/do", json.dumps(said).encode(), headers or {"Origin": origin}, method="POST"
        )
        with urllib.request.urlopen(request, timeout=LONG / 1000) as answer:
            return json.load(answer)


@pytest.fixture
def started(tmp_path: Path) -> Iterator[Started]:
    (tmp_path / "events").mkdir()
    (tmp_path / "entries.csv").write_bytes(FORM.encode("cp932"))
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "tourgen"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        env={**os.environ, "BROWSER": "true", "PYTHONUTF8": "1"},
    )
    assert process.stdout is not None
    found = re.search(r"http://127\.0\.0\.1:\d+/_/start#\S+", process.stdout.readline())
    assert found
    yield Started(found[0], process)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=LONG / 1000)


def test_an_event_is_made(started: Started, tmp_path: Path) -> None:
    begun = started.ask("begin")
    assert {one["id"] for one in begun["formats"]} >= {"othello-swiss"} and begun["texts"]["make"] == "作る"
    listed = started.ask("list", folder=begun["home"])
    assert [one["name"] for one in listed["folders"]] == ["events"]
    told = started.ask("forecast", format="othello-4-league", players=37)["lines"]
    assert any("4〜6 回戦に 4 名" in line for line in told)
    wanted = {
        "folder": str(tmp_path / "events"),
        "id": "spring",
        "name": "春の大会",
        "format": "othello-swiss",
    }
    form = base64.b64encode(FORM.encode("cp932")).decode()
    told = started.ask("forecast", format="othello-swiss", players=0, entries=form, file="申込.csv")["lines"]
    assert "申込 24 件" in told[0] and "24 名なら 5 回戦" in told[1]
    made = started.ask("new", **wanted, players=0, entries=form, file="申込.csv")
    assert any("24 名なら 5 回戦" in line for line in made["forecast"])
    assert 'name = "春の大会"' in (tmp_path / "events/spring/event.toml").read_text(encoding="utf-8")
    assert "もう何か" in started.ask("new", **wanted, players=8)["refused"]
    assert "フォルダの名前" in started.ask("new", **wanted | {"id": "../x"}, players=8)["refused"]
    assert "できません" in started.ask("new", **wanted | {"id": "small"}, players=1)["refused"]
    parents = base64.b64encode("保護者の氏名,選手の氏名\n例示 親,例示 子\n".encode()).decode()
    unsure = started.ask("new", **wanted | {"id": "u"}, players=0, entries=parents, file="a.csv")["unsure"]
    assert unsure[0]["label"] == "氏名" and unsure[0]["titles"] == ["保護者の氏名", "選手の氏名"]
    assert not (tmp_path / "events/u").exists()
    assert [one["event"] for one in started.ask("list", folder=str(tmp_path / "events"))["folders"]] == [True]
    assert "(event-missing)" in started.ask("open", folder=str(tmp_path))["refused"]


def test_nobody_takes_the_port_while_the_event_s_server_starts(started: Started, tmp_path: Path) -> None:
    wanted = {"folder": str(tmp_path / "events"), "id": "spring", "name": "", "format": "round-robin"}
    made = started.ask("new", **wanted, players=4)
    fill_in_draws(Path(made["event"]))
    address = started.url.split("/_/")[0]
    desk = started.ask("open", folder=made["event"])["desk"].partition("#")[0]
    for _ in range(LONG // 100):
        with pytest.raises(OSError):
            listen(LOOPBACK, int(address.rpartition(":")[2])).close()
        with suppress(urllib.error.HTTPError, ConnectionError, http.client.HTTPException):
            assert urllib.request.urlopen(f"{address}{desk}", timeout=LONG / 1000).status == 200
            return
        time.sleep(0.1)
    raise AssertionError("it never began")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere 127.0.0.2 is nobody's address")
@pytest.mark.parametrize("everywhere", [False, True])
def test_other_devices_reach_the_desk_only_where_that_was_asked_for(
    started: Started, tmp_path: Path, everywhere: bool
) -> None:
    wanted = {"folder": str(tmp_path / "events"), "id": "spring", "name": "", "format": "round-robin"}
    made = started.ask("new", **wanted, players=4)
    address = started.url.split("/_/")[0]
    with lock(Path(made["event"])):  # its desk is open in another window
        assert "別の tourgen" in started.ask("open", folder=made["event"])["refused"]
    desk = started.ask("open", folder=made["event"], everywhere=everywhere)["desk"].partition("#")[0]
    assert answered(f"{address}{desk}") == 200
    elsewhere = f"{address.replace('127.0.0.1', '127.0.0.2')}{desk}"
    if everywhere:
        assert answered(elsewhere) == 200
    else:
        with pytest.raises(urllib.error.URLError):
            urllib.request.urlopen(elsewhere, timeout=LONG / 1000)


def answered(url: str) -> int:
    """What the event's server answers, as soon as it is there."""
    for _ in range(LONG // 100):
        with suppress(
            urllib.error.HTTPError, urllib.error.URLError, ConnectionError, http.client.HTTPException
        ):
            return int(urllib.request.urlopen(url, timeout=LONG / 1000).status)
        time.sleep(0.1)
    raise AssertionError("it never began")


def test_nobody_else_is_answered(started: Started) -> None:
    origin = started.url.split("/_/")[0]
    refused = (
        ("another", {"Origin": origin}, 403),
        ("", {"Origin": "http://example.org"}, 403),
        ("", {"Content-Type": "text/plain"}, 403),
        ("", {"Origin": origin, "Host": "example.org"}, 421),
    )
    for key, headers, code in refused:
        with pytest.raises(urllib.error.HTTPError) as answer:
            started.ask("begin", key, headers)
        assert answer.value.code == code


@pytest.mark.browser
def test_the_start_page_has_no_violations(started: Started, page: "Page") -> None:
    """With the folder of an event in it, a forecast and a message; on a phone and a laptop, in both colours."""
    page.set_default_timeout(LONG)
    page.goto(started.url)
    page.get_by_role("button", name="events", exact=True).click()
    page.locator("#where", has_text="events").wait_for()
    page.locator("#formats label", has_text="shogi-team").filter(has_text="2〜300 チーム").wait_for()
    page.locator("#formats label", has_text="shogi-girls").filter(has_text="2〜300 名").wait_for()
    page.fill("#name", "春の大会")
    page.fill("#id", "spring")
    page.fill("#players", "３７")
    page.get_by_role("button", name="作る", exact=True).click()
    page.locator("#banner", has_text="37 名なら").wait_for()
    page.get_by_role("button", name="本部を開く").wait_for()
    for width, height in ((360, 740), (1366, 768)):
        page.set_viewport_size({"width": width, "height": height})
        examine(page)
