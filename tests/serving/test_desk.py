"""The desk without its page: what is typed, kept, written into the sheet, taken back, and decided by a person."""

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.cli.desk import correct, declared, new_event, results, run, type_results
from tests.serving.hall import complete, desk_of, pair, paired, tables_of, winners
from tests.sheets.test_exchange_cell import parts
from tourgen.live import desk as desk_module
from tourgen.live import write_entries
from tourgen.live.changes import Refused
from tourgen.live.desk import Desk
from tourgen.live.entries import Entries
from tourgen.live.tables import EventTables, GameId, Table, read_tables
from tourgen.live.typed_line import read_line
from tourgen.storage.journal import Journal
from tourgen.verify import verify


def sheet_of(event: Path) -> Path:
    return event / "rounds/open-r1.xlsx"


def entered(event: Path, *lines: str) -> Desk:
    """A desk at which these lines were entered, and written as far as that is possible."""

    async def enter() -> Desk:
        desk = desk_of(event)
        for line in lines:
            await desk.enter(line, "open")
            await desk.write()
        return desk

    return complete(enter())


# --- The line

LINES = [
    ("1 ○", {"result1": "○"}, 0),
    ("１　○", {"result1": "○"}, 0),
    ("1卓 ×", {"result1": "×"}, 1),
    ("1x", {"result1": "×"}, 1),
    ("1 1", {"result1": "○"}, 0),
    ("1 2", {"result1": "×"}, 1),
    ("1 34", {"result1": "○", "discs1": 34, "discs2": 30}, 0),
    ("1 30", {"result1": "×", "discs1": 30, "discs2": 34}, 1),
    ("1 40-24", {"result1": "○", "discs1": 40, "discs2": 24}, 0),
    ("１　４０ー２４", {"result1": "○", "discs1": 40, "discs2": 24}, 0),
    ("1 2-62", {"result1": "×", "discs1": 2, "discs2": 62}, 1),
    ("1 2 32", {"result1": "×", "discs1": 32, "discs2": 32}, 1),
    ("1 ○ 34 双方時間切れ", {"result1": "○", "discs1": 34, "discs2": 30, "note": "双方時間切れ"}, 0),
    ("1 ○ 双方時間切れ", {"result1": "○", "note": "双方時間切れ"}, 0),
    ("1 不1", {"result1": "不戦勝"}, 0),
    ("1 不2", {"result1": "不戦敗"}, 1),
    ("1 不戦勝", {"result1": "不戦勝"}, 0),
    ("1 反則", {"result1": "反則"}, 1),
    ("1 反則2", {"result2": "反則"}, 0),
    ("1 両負", {"result1": "両負"}, None),
]


@pytest.fixture(scope="module")
def tables(made: Path) -> list[Table]:
    return list(tables_of(made).values())


@pytest.mark.parametrize(("text", "values", "winner"), LINES, ids=[one[0] for one in LINES])
def test_a_line(tables: list[Table], text: str, values: dict[str, Any], winner: int | None) -> None:
    typed = read_line(text, tables)
    assert typed.table and typed.table.number == 1
    assert {key: value for key, value in typed.values.items() if value is not None} == values
    assert typed.outcome and typed.outcome.winner == winner
    assert {"result1", "result2", "discs1", "discs2"} <= typed.values.keys(), (
        "what stood there before is over"
    )


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", ""),
        ("x", "table-first"),
        ("99 ○", "no-table"),
        ("1 ?", "not-read"),
        ("1 32", "equal-discs"),
        ("1 65", "too-many-discs"),
        ("1 40-40", "too-many-discs"),
        ("1 ○ 20", "discs-contradict"),
        ("1 預", "not-here"),
    ],
)
def test_a_line_that_says_nothing(tables: list[Table], text: str, problem: str) -> None:
    typed = read_line(text, tables)
    assert typed.problem == problem and not typed.outcome


def test_where_discs_decide_ranks_a_game_that_counts_needs_them(tmp_path: Path) -> None:
    """As a build asks for them: not after a foul, and not in a knockout behind the rounds that count."""
    table = next(iter(tables_of(paired(tmp_path, "othello-world", 8)).values()))
    assert read_line("1 ○", [table]).problem == "needs-discs"
    for text in ("1 反則1", "1 失格2", "1 不1", "1 両負", "1 34"):
        assert read_line(text, [table]).outcome, text
    semifinal = replace(table, row=replace(table.row, group="準決勝"))
    assert read_line("1 ○", [semifinal]).outcome


def test_boards_of_a_team(tmp_path: Path) -> None:
    found = list(tables_of(paired(tmp_path, "shogi-team", 8)).values())
    typed = read_line("1 ○×○", found)
    assert typed.values == {"board1": "○", "board2": "×", "board3": "○", **_other(typed.table)}
    assert read_line("1 不2", found).outcome
    assert read_line("1 ○×", found).problem == "boards"
    typed = read_line("1 不戦敗 ○ 反則", found)
    assert [typed.values[f"board{n}"] for n in (1, 2, 3)] == ["不戦敗", "○", "反則"]
    assert read_line("1 ○ ○ 反則2", found).problem == "not-read"


def _other(table: Table | None) -> dict[str, None]:
    assert table
    return {key: None for key in table.stands if not key.startswith("board") and key != "note"}


# --- Into the sheet


def test_an_entry_is_kept_then_written_into_its_cell(event: Path) -> None:
    before = parts(sheet_of(event).read_bytes())
    desk = entered(event, "2 ○", "3 34")
    assert winners(event) == [None, 0, 0, None]
    assert [one.state for one in desk.entries.results()] == ["in-sheet", "in-sheet"]
    after = parts(sheet_of(event).read_bytes())
    assert len([name for name in before if before[name] != after[name]]) == 1
    lines = [json.loads(line) for line in (event / "rounds/entries.jsonl").read_text("utf-8").splitlines()]
    assert (lines[0]["table"], lines[0]["origin"], lines[0]["values"]["result1"]) == (2, "desk", "○")
    assert lines[0]["at"] and lines[1] == {"in_sheet": [1]}


@pytest.mark.parametrize("mark", ["~$open-r1.xlsx", ".~lock.open-r1.xlsx#"])
def test_a_sheet_that_is_open_elsewhere_is_waited_for(event: Path, mark: str) -> None:
    before = sheet_of(event).read_bytes()
    (event / "rounds" / mark).write_bytes(b"")
    desk = entered(event, "1 ○", "1 ×")
    assert desk.written.waiting == {"open-r1.xlsx": "open"} and sheet_of(event).read_bytes() == before
    (event / "rounds" / mark).unlink()
    complete(desk.write())
    assert winners(event)[0] == 1 and not desk.entries.owed()


def test_a_sheet_saved_in_the_same_moment_is_not_overwritten(
    event: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    exchange = write_entries.exchange_cells

    def slow(data: bytes, sheet: str, values: Any) -> bytes:
        monkeypatch.setattr(write_entries, "exchange_cells", exchange)
        correct(sheet_of(event), 3, ("×", None))
        return exchange(data, sheet, values)

    monkeypatch.setattr(write_entries, "exchange_cells", slow)
    desk = entered(event, "1 ○")
    assert desk.written.waiting == {"open-r1.xlsx": "changed"} and winners(event) == [None, None, None, 1]
    complete(desk.write())
    assert winners(event) == [0, None, None, 1]


def test_two_different_values_are_decided_by_a_person(event: Path) -> None:
    for take, winner in (("sheet", 1), ("entry", 0)):
        correct(sheet_of(event), 0, (None, None))
        (event / "rounds/~$open-r1.xlsx").write_bytes(b"")
        desk = entered(event, "1 ○")
        correct(sheet_of(event), 0, ("×", None))
        (event / "rounds/~$open-r1.xlsx").unlink()
        complete(desk.write())
        (game,) = desk.written.conflicts
        assert winners(event)[0] == 1, "nothing is overwritten silently"
        shown = json.loads(desk_module.desk_state(view(desk), set(), {}))
        (alert,) = [one for one in shown["alerts"] if one["type"] == "conflict"]
        assert (alert["ours"]["winner"], alert["theirs"]["winner"]) == (0, 1)
        complete(desk.decide(game, take))
        complete(desk.write())
        assert winners(event)[0] == winner and not desk.entries.owed() and not desk.written.conflicts
        desk.entries.close()


def test_a_result_that_is_gone_from_its_sheet_is_decided_by_a_person(event: Path) -> None:
    """Somebody saved a copy that was opened before it was entered."""
    for take, winner in (("entry", 0), ("sheet", None)):
        before = sheet_of(event).read_bytes()
        desk = entered(event, "1 ○")
        assert not alerts(desk)
        desk.entries.close()
        correct(sheet_of(event), 0, (None, None))
        desk = desk_of(event)
        (alert,) = alerts(desk)
        assert (alert["ours"]["winner"], alert["theirs"]["kind"]) == (0, None)
        complete(desk.decide(GameId(*alert["game"]), take))
        complete(desk.write())
        assert winners(event)[0] == winner and not alerts(desk) and not desk.entries.owed()
        desk.entries.close()
        sheet_of(event).write_bytes(before)
        (event / "rounds/entries.jsonl").unlink()


def test_entries_of_an_earlier_round_are_told(event: Path) -> None:
    game = next(iter(tables_of(event)))
    entered(event, "1 ○", "2 ○", "3 ○", "4 ○").entries.close()
    pair(event)
    desk = desk_of(event)
    told = json.loads(desk_module.desk_state(view(desk), set(), {}))["history"][-1]
    roster = {one.no: one.name for one in desk.tables.roster["open"]}
    assert told["names"] == [roster[game.first], roster[game.second]]
    assert (told["division"], told["round"], told["n"], told["typed"]) == ("open", 1, 1, "○")


def alerts(desk: Desk) -> list[Any]:
    shown = json.loads(desk_module.desk_state(view(desk), set(), {}))
    return [one for one in shown["alerts"] if one["type"] == "conflict"]


def test_a_decision_that_is_killed_half_way_is_asked_for_again(
    event: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (event / "rounds/~$open-r1.xlsx").write_bytes(b"")
    desk = entered(event, "1 ○")
    correct(sheet_of(event), 0, ("×", None))
    (event / "rounds/~$open-r1.xlsx").unlink()
    complete(desk.write())
    (game,) = desk.written.conflicts
    with monkeypatch.context() as patch, pytest.raises(Killed):
        patch.setattr(Journal, "append", _killing(Journal.append, 2, False))
        complete(desk.decide(game, "entry"))
    again = desk_of(event)
    complete(again.write())
    assert list(again.written.conflicts) == [game] and winners(event)[0] == 1
    complete(again.decide(game, "entry"))
    complete(again.write())
    assert winners(event)[0] == 0 and not again.entries.owed()


def view(desk: Desk) -> desk_module.DeskView:
    return desk_module.DeskView(desk.tables, desk.entries, desk.written, desk.said)


def test_a_cell_that_cannot_be_read_is_not_overwritten_silently(event: Path) -> None:
    correct(sheet_of(event), 0, ("〇〇", None))
    desk = entered(event, "1 ○")
    assert winners(event)[0] == 0, "whoever types it has seen what stands there"
    desk = entered(event, "2 ○")
    shown = json.loads(desk_module.desk_state(view(desk), set(), {}))
    assert [one["state"] for one in shown["divisions"][0]["tables"]] == ["", "", "", ""]


def test_undo_brings_back_what_stood_there(event: Path) -> None:
    desk = entered(event, "1 ○", "1 34", "2 ×")

    async def undo(number: int | None = None) -> None:
        await desk.undo(number)
        await desk.write()

    complete(undo())
    assert winners(event)[:2] == [0, None]
    with pytest.raises(Refused, match="entered-again"):
        complete(undo(1))
    complete(undo(2))
    table = next(iter(tables_of(event).values()))
    assert table.stands == {"result1": "○", "result2": None, "discs1": None, "discs2": None, "note": None}
    complete(undo())
    assert winners(event) == [None] * 4
    with pytest.raises(Refused, match="nothing-to-undo"):
        complete(undo())


def test_what_a_person_changed_in_excel_wins(event: Path) -> None:
    desk = entered(event, "1 ○")
    correct(sheet_of(event), 0, ("×", None))
    desk = desk_of(event)
    complete(desk.write())
    assert winners(event)[0] == 1 and not desk.written.conflicts, "the entry is not written again"


def test_another_laptop_takes_over(event: Path, tmp_path: Path) -> None:
    (event / "rounds/~$open-r1.xlsx").write_bytes(b"")
    entered(event, "1 ○", "2 ×")
    other = Path(shutil.copytree(event, tmp_path / "other"))
    (other / "rounds/~$open-r1.xlsx").unlink()
    complete(desk_of(other).write())
    assert winners(other)[:2] == [0, 1]


def test_a_line_of_a_later_version_is_kept(event: Path) -> None:
    entered(event, "1 ○").entries.close()
    path = event / "rounds/entries.jsonl"
    path.write_bytes(path.read_bytes() + b'{"at": "later", "something": "new"}\n{"half')
    found = Entries.open(path)
    assert found.unread == 1 and len(found.asked) == 1
    entered(event, "2 ○")
    assert b'"something": "new"' in path.read_bytes() and b'{"half' not in path.read_bytes()


# --- Kills


class Killed(BaseException):
    """As far as the program knows, the end."""


STEPS: list[tuple[Any, str]] = [
    (Journal, "append"),
    (write_entries, "read_workbook"),
    (write_entries, "exchange_cells"),
    (write_entries, "write_over"),
    (desk_module, "write_entries"),
]


@pytest.mark.parametrize("place", range(len(STEPS)), ids=[name for _, name in STEPS])
@pytest.mark.parametrize("done", [False, True], ids=["before", "after"])
def test_nothing_typed_is_lost_at_any_kill(
    event: Path, monkeypatch: pytest.MonkeyPatch, place: int, done: bool
) -> None:
    """Killed before or after every step, at its first and second time: what was acknowledged is in the sheet then."""
    home, name = STEPS[place]
    for times in (1, 2, 3):
        correct(sheet_of(event), 0, (None, None))
        correct(sheet_of(event), 1, (None, None))
        (event / "rounds/entries.jsonl").unlink(missing_ok=True)
        acknowledged: list[str] = []
        with monkeypatch.context() as patch:
            patch.setattr(home, name, _killing(getattr(home, name), times, done))
            with pytest.raises((Killed, AssertionError)):
                complete(_day(desk_of(event), acknowledged))
                raise AssertionError("it went through")
        desk = desk_of(event)
        complete(desk.write())
        assert not desk.entries.owed()
        for line in acknowledged:
            assert winners(event)[int(line[0]) - 1] == 0
        desk.entries.close()


async def _day(desk: Desk, acknowledged: list[str]) -> None:
    for line in ("1 ○", "2 ○"):
        await desk.enter(line, "open")
        acknowledged.append(line)
        await desk.write()


def test_what_was_corrected_while_it_was_being_written_is_no_conflict_after_a_kill(
    event: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sheet has what was typed first, and nothing says that it got there."""
    desk = desk_of(event)
    complete(desk.enter("1 ○", "open"))
    with monkeypatch.context() as patch, pytest.raises(Killed):
        patch.setattr(desk_module, "write_entries", _killing(write_entries.write_entries, 1, True))
        complete(desk.write())
    complete(desk.undo(None))
    complete(desk.enter("1 ×", "open"))
    again = desk_of(event)
    complete(again.write())
    assert winners(event)[0] == 1 and not again.written.conflicts and not again.entries.owed()


def _killing(step: Callable[..., Any], times: int, done: bool) -> Callable[..., Any]:
    calls = 0

    def killing(*args: Any, **options: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == times and not done:
            raise Killed
        found = step(*args, **options)
        if calls == times:
            raise Killed
        return found

    return killing


def test_what_was_entered_stands_there_at_every_moment(event: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also while it is in its sheet and the sheets are being read again: else an undo would be refused just then."""
    for other in range(1, len(desk_of(event).tables.games)):
        correct(event / "rounds/open-r1.xlsx", other, ("○", None))
    desk = desk_of(event)
    game = next(iter(desk.tables.games))
    stood: list[object] = []

    def read(folder: Path, shown: str) -> EventTables:
        stood.append(desk.present(desk.tables.games[game])["result1"])
        found = read_tables(folder, shown)
        assert not desk.held(found), "no button while an entry is on its way"
        return found

    monkeypatch.setattr(desk_module, "read_tables", read)
    complete(desk.enter("1 ○", "open"))
    complete(desk.write())
    assert stood == ["○"] and not desk.entries.owed()
    assert desk.present(desk.tables.games[game])["result1"] == "○"


# --- The button, keys, reports


def test_a_round_entered_here_waits_for_the_button(event: Path) -> None:
    desk = desk_of(event)
    kept_back = desk.refresh()
    assert "open" not in kept_back
    complete(desk.enter("1 ○", "open"))
    assert "open" in kept_back, (
        "what is entered while a build reads the sheets waits too, were it the last table"
    )
    desk = entered(event, "2 ○", "3 ○")
    assert not desk.held(desk.tables)
    with pytest.raises(Refused):
        desk.release("open")
    desk = entered(event, "4 ×")
    assert "open" in desk.refresh() and desk.held(desk.tables) == {"open"}, "the build waits"
    asked: list[bool] = []
    desk.build = lambda: asked.append(True)
    desk.release("open")
    assert asked and "open" not in desk.refresh()
    pair(event)
    desk = desk_of(event)
    assert {game.round for game in desk.tables.games} == {2} and "open" not in desk.refresh()


def test_who_fills_in_sheets_by_hand_needs_no_button(event: Path) -> None:
    for game in range(4):
        correct(sheet_of(event), game, ("○", None))
    assert "open" not in desk_of(event).refresh()


def test_keys_stay_and_can_be_renewed(event: Path) -> None:
    desk = desk_of(event)
    assert len(desk.keys) == 9 and desk.owner(desk.keys["open 3"]) == "open 3"
    assert desk.owner("") is None and desk.owner("é") is None
    old = dict(desk.keys)
    desk.renew("open 3")
    again = desk_of(event)
    assert {owner for owner in old if again.keys[owner] != old[owner]} == {"open 3"}
    assert again.owner(old["open 3"]) is None
    assert (event / "desk/keys.json").stat().st_mode & 0o077 == 0
    assert (event / "desk/.gitignore").read_text("utf-8").endswith("*\n")
    with pytest.raises(Refused):
        desk.renew("desk")


def say(desk: Desk, no: int, winner: int, discs: tuple[int, int] | None = None) -> None:
    complete(desk.report(f"open {no}", 1, winner, discs))


def test_two_reports_that_agree_count(event: Path) -> None:
    desk = desk_of(event)
    game = next(iter(desk.tables.games))
    say(desk, game.first, 0)
    assert winners(event)[0] is None
    say(desk, game.second, 0, (40, 24))
    complete(desk.write())
    table = next(iter(tables_of(event).values()))
    assert (table.stands["result1"], table.stands["discs1"]) == ("○", 40)
    with pytest.raises(Refused, match="entered"):
        say(desk, game.first, 1)
    assert [one.origin for one in desk.entries.results()] == ["phone"]


def test_two_reports_that_differ_are_shown_at_the_desk(event: Path) -> None:
    desk = desk_of(event)
    game = next(iter(desk.tables.games))
    say(desk, game.first, 0)
    say(desk, game.second, 1)
    shown = json.loads(desk_module.desk_state(view(desk), set(), {}))
    assert shown["divisions"][0]["tables"][0]["state"] == "differ"
    assert [one["type"] for one in shown["alerts"]] == ["differ"]
    assert json.loads(desk_module.player_state(view(desk), f"open {game.first}"))["status"] == "differ"
    say(desk, game.second, 0)
    complete(desk.write())
    assert winners(event)[0] == 0


def test_a_referee_confirms(event: Path) -> None:
    settings = event / "event.toml"
    settings.write_text(
        settings.read_text("utf-8").replace("[event]", '[event]\nreport = "referee"', 1), "utf-8"
    )
    desk = desk_of(event)
    game = next(iter(desk.tables.games))
    say(desk, game.first, 1)
    say(desk, game.second, 1)
    complete(desk.write())
    assert winners(event)[0] is None
    assert json.loads(desk_module.player_state(view(desk), f"open {game.first}"))["status"] == "referee"
    complete(desk.confirm(game))
    complete(desk.write())
    assert winners(event)[0] == 1


def test_a_key_opens_only_its_own_game(event: Path) -> None:
    desk = desk_of(event)
    first, second, *_ = desk.tables.games
    state = json.loads(desk_module.player_state(view(desk), f"open {first.first}"))
    assert state["status"] == "enter" and state["me"] == 0
    say(desk, first.first, 0)
    assert {game for game, _ in desk.entries.reports} == {first}
    with pytest.raises(Refused):
        complete(desk.report(f"open {second.first}", 2, 0, None))
    complete(desk.enter("2 ○", "open"))
    with pytest.raises(Refused, match="entered"):
        say(desk, second.first, 1)


def test_tables_run_on_over_divisions(tmp_path: Path) -> None:
    event = new_event(tmp_path, "othello-2-league", 8)
    settings = event / "event.toml"
    text = settings.read_text("utf-8")
    settings.write_text(text.replace('id = "open"', 'id = "open"\nfirst_table = 51'), "utf-8")
    pair(event)
    assert [one.number for one in tables_of(event).values()] == [51, 52, 53, 54]
    assert desk_of(event).read("51 ○", "").outcome and desk_of(event).read("1 ○", "").problem == "no-table"
    type_results(event / "rounds/open-r1.xlsx")
    run(tmp_path, "build")
    run(tmp_path, "verify", "demo")
    document = results(tmp_path)
    assert document["division"]["first_table"] == 51
    document["division"].pop("first_table")
    assert any(one.code == "table" for one in verify(document, declared("othello-2-league")))
    settings.write_text(text.replace('id = "open"', 'id = "open"\nfirst_table = 0'), "utf-8")
    assert "first_table" in run(tmp_path, "check", code=1).stderr
