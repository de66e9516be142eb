"""From the table to the round's sheet: outcomes, rulings, the committee, new rounds."""

import asyncio
import json
import time
from collections.abc import Callable, Coroutine
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from tests.cli.desk import field, new_event, roster, type_results
from tests.go.live.hall import PATIENCE, Hall, Person, event_hall, hello, plug
from tests.serving.hall import pair, paired, tables_of
from tourgen.event.load_event import load_event
from tourgen.formats import shipped_text
from tourgen.go.live.game import COMMITTEE
from tourgen.live.changes import Refused as NotDone
from tourgen.live.tables import Table
from tourgen.storage.reading import read_if_there
from tourgen.verify import verify
from tourgen.web import render_event


def eventually(true: Callable[[], object]) -> None:
    for _ in range(int(PATIENCE / 0.02)):
        if true():
            return
        time.sleep(0.02)
    raise AssertionError("it never was")


def row(event: Path, number: int = 1) -> Table:
    """The row of a table, as the sheet has it."""
    return next(one for one in tables_of(event).values() if one.number == number)


@pytest.fixture
def event(tmp_path: Path) -> Path:
    return paired(tmp_path, "go-swiss", 4)


def test_an_outcome_goes_into_the_sheet_and_is_taken_back_when_the_table_is_reopened(event: Path) -> None:
    with event_hall(event) as running:
        referee = Person(running, "referee")
        referee.do("rule", ruling="w", note="時計の故障")
        eventually(lambda: row(event).stands["result1"] == "×")
        assert row(event).stands["note"] == "時計の故障"
        assert [one.origin for one in running.desk.entries.results()] == ["go"]
        referee.do("rule", ruling="draw", note="")
        eventually(lambda: row(event).stands["result1"] == "持碁")
        referee.do("override", phase="JOINT", lead="b")
        eventually(lambda: row(event).stands["result1"] is None)
        assert row(event, 2).stands["result1"] is None
    with event_hall(event) as running:
        Person(running, "referee").do("rule", ruling="both-lose", note="")
        eventually(lambda: row(event).stands["result1"] == "両負")
        before = len(running.desk.entries.results())
    with event_hall(event) as running:
        eventually(lambda: not running.tables.clerk.owed)
        assert len(running.desk.entries.results()) == before, "nothing is entered twice"


def test_what_somebody_typed_is_not_overwritten(event: Path) -> None:
    with event_hall(event) as running:
        type_results(event / "rounds/open-r1.xlsx", lambda *_: "○", only=1)
        running.desk.refresh()
        Person(running, "referee").do("rule", ruling="w", note="")
        eventually(lambda: running.desk.written.conflicts)
        assert row(event).stands["result1"] == "○"


def test_where_event_toml_asks_the_referee_an_outcome_waits_for_a_confirmation(event: Path) -> None:
    settings = event / "event.toml"
    text = settings.read_text(encoding="utf-8")
    settings.write_text(text.replace("[event]", '[event]\nreport = "referee"', 1), encoding="utf-8")
    with event_hall(event) as running:
        black, referee = Person(running, "b"), Person(running, "referee")
        referee.do("start")
        referee.do("override", phase="PLAY", lead="b")
        black.until("PLAY")
        black.do("resign")
        assert referee.until("DECIDED")["waits_for"] == "confirm"
        assert not running.desk.entries.results()
        eventually((event / "games/r1-t01.sgf").exists)
        assert_finished_in_public(event)
        referee.do("confirm")
        eventually(lambda: row(event).stands["result1"] == "×")


def assert_finished_in_public(event: Path) -> None:
    """Before its outcome is in the sheet a table that has ended has its record on the site, and is not 対局中."""
    report, problems, _ = load_event(event, "demo")
    assert report, problems
    pages = {name: data.decode() for name, data in render_event(report).items() if name.endswith(".html")}
    assert "r1-t01.html" in pages["open/index.html"] and "r1-t02.html" not in pages["open/index.html"]
    assert not [name for name in ("open/r1-t01.html", "open/index.html") if "対局中" in pages[name]]


def test_nigiri_is_recorded_in_the_column_of_black(tmp_path: Path) -> None:
    event = paired(tmp_path, "go-swiss", 4)
    (event / "rounds/open-r1.xlsx").unlink()
    text = shipped_text("go-swiss").replace('game = "go"', 'game = "go"\ncolours = "nigiri"')
    (event / "own.toml").write_text(text, encoding="utf-8")
    settings = event / "event.toml"
    text = settings.read_text(encoding="utf-8")
    settings.write_text(text.replace('format = "go-swiss"', 'format = "own.toml"'), encoding="utf-8")
    pair(event)
    with event_hall(event) as running:
        names = running.tables.tables["r1-t01"].seat.names
        first, referee = Person(running, "b"), Person(running, "referee")
        first.do("swap")
        assert (first.view["you"], first.view["names"]) == ("w", [names[1], names[0]])
        referee.do("rule", ruling="b", note="")
        eventually(lambda: row(event).stands["result1"] == "×")
        assert row(event).stands["black"] == 2
        outcome = row(event).outcome({})
        assert outcome is not None and outcome.winner == 1
    fine(event)


def test_a_referee_swaps_the_colours_that_the_pairing_gave(event: Path) -> None:
    """The two change places in their row of the sheet, as the desk writes it; the table goes on where it was."""
    sheet, numbers, names = event / "rounds/open-r1.xlsx", row(event).row.numbers, row(event).row.names
    with event_hall(event) as running:
        first, referee = Person(running, "b"), Person(running, "referee")
        put = referee.do("put", x=0, y=0, stone="b")
        assert isinstance(put, int) and first.catch_up(put)
        assert first.do("swap") == "colours-fixed"
        lock = sheet.with_name(f"~${sheet.name}")
        lock.write_bytes(b"")
        assert referee.do("swap") == "swap-open"
        lock.unlink()

        def swapped_to(wanted: tuple[int | None, ...], you: str) -> None:
            eventually(lambda: row(event).row.numbers == wanted)
            while first.view["you"] != you:
                first.next_view()
            shown = [names[numbers.index(no)] for no in wanted]
            assert first.view["names"] == shown == list(row(event).row.names)
            assert first.view["stones"][0][0] == "b"
            referee.catch_up(first.view["seq"])

        assert isinstance(referee.do("swap"), int)
        swapped_to(numbers[::-1], "w")
        assert [(one["who"], one.get("device")) for one in running.log() if one["do"] == "swap"] == [
            ("referee", "d1"), ("referee", "d1"), ("server", None)
        ]  # fmt: skip
        (change,) = running.desk.entries.changes()
        assert (change.origin, change.change.kind) == ("go", "colours")
        at_the_desk(running, running.desk.undo(None))
        swapped_to(numbers, "b")
        referee.do("swap")
        swapped_to(numbers[::-1], "w")
    with event_hall(event) as running:
        first, referee = Person(running, "b"), Person(running, "referee")
        assert (first.view["you"], first.view["stones"][0][0]) == ("w", "b")
        referee.do("rule", ruling="b", note="")
        eventually(lambda: row(event).stands["result1"] == "○")
        assert referee.do("swap") == "over"
        swap = running.desk.entries.everything()[-2]
        with pytest.raises(NotDone, match="nothing-to-undo"):
            at_the_desk(running, running.desk.undo(swap.id))
    fine(event)
    report, problems, _ = load_event(event, "demo")
    assert report, problems
    (division,) = report.divisions
    (played,) = division.document["rounds"]
    game = next(one for one in played["games"] if one["table"] == 1)
    assert not played["by_hand"], "the same two play each other"
    assert (game["players"], game["black"], game["winner"]) == ([numbers[1], numbers[0]], 0, numbers[1])
    assert not verify(division.document, division.declared, seating=False, hand_made=True)


def at_the_desk(running: Hall, work: Coroutine[Any, Any, None]) -> None:
    """In the server's own loop."""
    assert running.desk.loop
    asyncio.run_coroutine_threadsafe(work, running.desk.loop).result(PATIENCE)


def fine(event: Path) -> None:
    """A build finds sheets and records in agreement."""
    report, problems, _ = load_event(event, "demo")
    assert report, problems
    notices = [one.code for one in report.notices]
    assert not [code for code in notices if code.startswith("record-")], notices


def test_a_handicap_by_grade_is_on_the_table_from_the_start(tmp_path: Path) -> None:
    """Two stones, komi 0.5, and the weaker player is Black, though the second in the sheet."""
    event = new_event(tmp_path, "go-swiss", 2)
    text = shipped_text("go-swiss") + '\n[handicap]\nby = "grade"\nmost = 9\nkomi = 6.5\n'
    (event / "own.toml").write_text(text, encoding="utf-8")
    settings = event / "event.toml"
    text = settings.read_text(encoding="utf-8")
    settings.write_text(text.replace('format = "go-swiss"', 'format = "own.toml"'), encoding="utf-8")
    players = [replace(one, grade="初段") for one in field("go-swiss", 2)]
    roster(event, players)
    pair(event)
    first, _ = row(event).row.numbers
    roster(event, [replace(one, grade="三段") if one.no == first else one for one in players])
    with event_hall(event) as running:
        black, white = Person(running, "w"), Person(running, "b")
        assert (black.view["you"], black.view["komi"], black.view["handicap"]) == ("b", "0.5", 2)
        assert [
            (x, y) for y, line in enumerate(black.view["stones"]) for x, one in enumerate(line) if one != "."
        ] == [
            (15, 3),
            (3, 15),
        ]
        assert black.do("swap") == "colours-handicap"
        referee = Person(running, "referee")
        assert "swap" in referee.view["allowed"] and referee.do("swap") == "colours-handicap", (
            "with its reason"
        )
        black.do("size", width=9, height=9)
        assert sum(line.count("b") for line in black.view["stones"]) == 2
        white.catch_up(black.view["seq"])
        for one in (black, white):
            assert isinstance(one.do("ready"), int)
        for one in (black, white):
            one.until("JOINT")
            one.do("count")
        black.until("JOINT_RESULT")
        black.do("approve")
        white.until("REVIEW")
        white.do("approve")
        assert white.until("DECIDED")["score"]["result"] == "B+78.5"
        eventually(lambda: row(event).stands["result1"] == "×")
        record = (event / "games/r1-t01.sgf").read_text(encoding="utf-8")
        assert all(part in record for part in ("HA[2]", "KM[0.5]", "RE[B+78.5]"))
    fine(event)
    assert "コミ0.5目" in public_page(event)


def test_boards_of_a_team_match_are_tables_and_their_outcomes_its_cells(tmp_path: Path) -> None:
    event = new_event(tmp_path, "go-team-handicap", 4)
    teams = [replace(one, board_grades=("三段", "初段", "2級")) for one in field("go-team-handicap", 4)]
    teams[0] = replace(teams[0], members=("", *teams[0].members[1:]))
    roster(event, teams, format_id="go-team-handicap")
    pair(event)
    first = {game.first for game in tables_of(event)}
    teams = [replace(one, board_grades=("初段", "三段", "2級")) if one.no in first else one for one in teams]
    roster(event, teams, format_id="go-team-handicap")
    with event_hall(event) as running:
        tables = running.tables.tables
        assert len(tables) == 5, "nobody sits at one of the six boards"
        number = next(one.number for one in tables_of(event).values() if 1 not in one.game[2:])
        boards = [tables[f"r1-t{number:02}-b{board}"] for board in (1, 2, 3)]
        members = {team.no: team.members for team in teams}
        game = boards[0].seat.game
        assert game and boards[2].seat.names == (members[game.first][2], members[game.second][2])
        said = [Person(running, "referee", one.id) for one in boards]
        assert [one.view["handicap"] for one in said] == [2, 2, 0]
        assert [one.game.black_seat for one in boards] == [0, 1, 0]
        assert said[0].view["number"] == f"{number}-1"
        said[0].do("rule", ruling="draw", note="")
        assert said[0].view["waits_for"] == "rule"
        said[1].do("rule", ruling="b", note="")
        eventually(lambda: row(event, number).stands["board2"] == "×")
        assert row(event, number).stands["board1"] is None
        said[0].do("rule", ruling="w", note="")
        said[2].do("swap")
        said[2].do("rule", ruling="b", note="")
        eventually(lambda: row(event, number).outcome({}) is not None)
        assert [row(event, number).stands[f"board{board}"] for board in (1, 2, 3)] == ["×"] * 3
        said[1].do("override", phase="JOINT", lead="b")
        eventually(lambda: row(event, number).stands["board2"] is None)
        assert row(event, number).stands["board3"] == "×", "the other boards stay"
        said[1].do("rule", ruling="b", note="")
        eventually(lambda: row(event, number).stands["board2"] == "×")
    fine(event)
    record = event / f"games/r1-t{number:02}-b3.sgf"
    record.write_text(record.read_text(encoding="utf-8").replace("RE[B+]", "RE[W+]"), encoding="utf-8")
    _, problems, _ = load_event(event, "demo")
    assert [one.code for one in problems] == ["record-contradicts"]


def test_the_committee_judges_with_both_proposals_before_it(event: Path) -> None:
    with event_hall(event) as running:
        names = running.tables.tables["r1-t01"].seat.names
        black, white, referee = (Person(running, role) for role in ("b", "w", "referee"))
        for x, stone in enumerate("bbww"):
            referee.do("put", x=x, y=0, stone=stone)
        referee.do("start")
        black.until("JOINT")
        white.until("JOINT")
        black.do("count")
        white.do("count")
        black.until("JOINT_RESULT")
        black.do("approve")
        referee.do("override", phase="AMEND", lead="b")
        white.until("AMEND")
        white.do("mark", x=0, y=0, task="own")
        white.do("count")
        white.do("approve")
        referee.do("rule", ruling="pending", note="")
        eventually(lambda: row(event).stands["result1"] == "預")
        watching = plug(running.port)
        watching.send(json.dumps(hello(running, "r1-t01", running.desk.keys[COMMITTEE])))
        assert json.loads(watching.recv(PATIENCE))["you"] is None
        page = plug(running.port)
        page.send(json.dumps(hello(running, None, running.desk.keys[COMMITTEE])))
        (case,) = cases(page)
        assert set(case["proposals"]) == {"b", "w"} and case["differs"]
        verdict = {"ruling": "w", "note": "黒の死に石", "misuse": "b"}
        page.send(json.dumps({"do": "judge", "number": 1, "scene": None, "table": "r1-t01", **verdict}))
        eventually(lambda: row(event).stands["result1"] == "×")
        today = date.today()
        note = f"裁定 故意({names[0]} {today}〜{today + timedelta(days=7)}) 黒の死に石"
        assert row(event).stands["note"] == note
        assert (running.log()[-1]["do"], running.log()[-1]["device"]) == ("judge", "d1")
        record = event / "games/r1-t01.sgf"  # gone for a moment, while the one before is set aside
        eventually(lambda: "黒の死に石".encode() in (read_if_there(record) or b""))
        assert "misuse" not in json.dumps(referee.views), "for the organiser alone"
    page = public_page(event)
    assert "黒の死に石" in page and "故意" not in page


def public_page(event: Path) -> str:
    """Of the first table."""
    report, problems, _ = load_event(event, "demo")
    assert report, problems
    return render_event(report)["open/r1-t01.html"].decode()


def cases(page: Any) -> list[Any]:
    while (message := json.loads(page.recv(PATIENCE)))["type"] != "cases":
        pass
    found: list[Any] = message["cases"]
    return found


def test_a_new_round_opens_by_itself_and_the_same_code_leads_there(event: Path) -> None:
    with event_hall(event) as running:
        seat = running.tables.tables["r1-t01"].seat
        phone = plug(running.port)
        phone.send(json.dumps(hello(running, None, running.desk.keys[seat.owners[0]])))
        for table in ("r1-t01", "r1-t02"):
            Person(running, "referee", table).do("rule", ruling="b", note="")
        eventually(lambda: all(one.outcome({}) for one in tables_of(event).values()))
        pair(event)
        running.desk.refresh()
        while json.loads(phone.recv(PATIENCE))["type"] != "moved":
            pass
        eventually(lambda: "r2-t01" in running.tables.tables)
        again = plug(running.port)
        again.send(json.dumps(hello(running, None, running.desk.keys[seat.owners[0]])))
        assert json.loads(again.recv(PATIENCE))["table"].startswith("r2-")


def test_a_table_whose_round_is_paired_anew_begins_anew(event: Path) -> None:
    with event_hall(event) as running:
        Person(running, "referee").do("put", x=0, y=0, stone="b")
    swap_seconds(event / "rounds/open-r1.xlsx")
    with event_hall(event) as running:
        assert set("".join(Person(running, None).view["stones"])) == {"."}
        assert (event / "games/old/r1-t01-1.jsonl").exists()


def swap_seconds(path: Path) -> None:
    """The second players of tables 1 and 2 change places."""
    book = load_workbook(path)
    sheet = book.worksheets[0]
    head = next(cells for cells in sheet.iter_rows() if any(cell.value == "番号2" for cell in cells))
    column = next(cell.column for cell in head if cell.value == "番号2")
    one, other = sheet.cell(head[0].row + 1, column), sheet.cell(head[0].row + 2, column)
    one.value, other.value = other.value, one.value
    book.save(path)
