"""What goes beyond the pages: the timetable, what others show of a link, what a phone installs, feed and calendar."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.web.sample import division, event
from tourgen.event.entry_order import entry_order
from tourgen.event.settings import Appointment
from tourgen.web import render_event
from tourgen.web.division_view import DivisionView
from tourgen.web.home import board

LUNCH = Appointment("12:35", "13:20", "昼休み", "Lunch")
CLOSING = Appointment("18:00", "", "表彰式、閉会; 記念撮影", "")


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    report = event(division(players=24, rounds=3, share=0.5))
    told = replace(report.event, timetable=(LUNCH, CLOSING), site_url="https://example.org/othello")
    return render_event(replace(report, event=told))


def test_the_day_has_rounds_lunch_and_ceremonies_in_the_order_of_the_clock(files: dict[str, bytes]) -> None:
    for page in ("index.html", "print-timetable.html"):
        day = files[page].decode().partition('<ol class="day ends">')[2].partition("</ol>")[0]
        times = re.findall(r"<span>(\d+:\d\d)", day)
        assert times == sorted(times) and times[:4] == ["11:00", "11:55", "12:35", "13:20"]
        assert "12:35–13:20</span><span>昼休み" in day
    assert "Lunch" in files["en/index.html"].decode()
    hall = files["hall.html"].decode()
    assert "表彰式" in hall and "昼休み" not in hall, "the hall shows what is still to come"


def test_the_calendar_can_be_read(files: dict[str, bytes]) -> None:
    lines = files["timetable.ics"].decode().split("\r\n")
    assert all(len(line.encode()) <= 75 for line in lines)
    whole = "\r\n".join(lines).replace("\r\n ", "")
    entries = [dict(re.findall(r"^([A-Z]+):(.*)$", one, re.M)) for one in whole.split("BEGIN:VEVENT\r\n")[1:]]
    lunch = next(one for one in entries if one["SUMMARY"].startswith("昼休み"))
    assert (lunch["DTSTART"].strip(), lunch["DTEND"].strip()) == ("20260712T123500", "20260712T132000")
    assert entries[-1]["SUMMARY"].startswith("表彰式、閉会\\; 記念撮影")
    assert len({one["UID"] for one in entries}) == len(entries) == 10


def test_what_is_shared_says_the_own_score_and_shows_the_game(files: dict[str, bytes]) -> None:
    results = json.loads(files["open/results.json"])
    row = results["live"]["rows"][0]
    page = files[f"open/p{row['no']}.html"].decode()
    shown = re.findall(r'property="og:description" content="([^"]*)"', page)
    assert shown[0].startswith(f"{row['wins']}勝 {row['rank']}位"), shown
    assert re.findall(r'og:image" content="([^"]*)"', page) == [
        "https://example.org/othello/sample/static/share-othello.png"
    ]
    assert files["static/share-othello.png"].startswith(b"\x89PNG")
    assert 'id="qr"' in files["open/print-r4-tables.html"].decode(), "the address is known from event.toml"


def test_a_phone_can_install_the_event(files: dict[str, bytes]) -> None:
    manifest = json.loads(files["manifest.webmanifest"])
    assert manifest["icons"][0]["src"] in files and manifest["start_url"] in files
    assert 'rel="manifest" href="manifest.webmanifest"' in files["index.html"].decode()


def test_the_latest_results_are_those_entered_last(tmp_path: Path) -> None:
    facts = DivisionView(division(players=40, rounds=2, share=0.8))
    games = [game for game in facts.round(facts.current).games if game.entered and game.table is not None]
    assert [one.table for one in board(facts)["latest"]] == [game.table for game in games[:8]], "by table"
    lines = [
        {"id": at, "division": "open", "round": facts.current, "players": list(game.players), "values": {}}
        for at, game in enumerate((games[2], games[0], games[1], games[0]))
    ]
    (tmp_path / "rounds").mkdir()
    text = "\n".join([*map(json.dumps, lines), '{"at": "x", "in_sheet": [1]}', '{"id": 9, "div'])
    (tmp_path / "rounds/entries.jsonl").write_text(text, encoding="utf-8")
    facts = DivisionView(replace(facts.loaded, entered=entry_order(tmp_path)))
    assert [one.table for one in board(facts)["latest"]][:4] == [games[at].table for at in (0, 1, 2, 3)]
