"""The roster's day at the desk: every change is said before it is done, goes into its cells alone, and comes back."""

import io
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from tests.cli.desk import type_results
from tests.serving.hall import complete, desk_of, pair, paired, tables_of, winners
from tests.sheets.test_exchange_cell import parts
from tourgen.event.load_event import load_event
from tourgen.event.read_sheets import read_event_and_roster
from tourgen.event.round_sheet import round_bytes
from tourgen.live import changes as changes_module
from tourgen.live import desk as desk_module
from tourgen.live.changes import Preview, Refused, TypeIt
from tourgen.live.desk import Desk
from tourgen.model import Player
from tourgen.sheets.columns import ROSTER
from tourgen.sheets.edit_rows import RowEdit, roster_rows
from tourgen.storage.journal import Journal


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Swiss after round 1, with round 2 paired."""
    event = paired(tmp_path_factory.mktemp("made"), "go-swiss", 8)
    type_results(event / "rounds/open-r1.xlsx")
    pair(event)
    return event


def player(event: Path, no: int) -> Player:
    _, roster = read_event_and_roster(event, "events/demo")
    return next(one for one in roster.players["open"] if one.no == no)


def asking(kind: str, **values: Any) -> dict[str, Any]:
    return {"kind": kind, "division": "open", **values}


def done(event: Path, kind: str, **values: Any) -> tuple[Desk, Preview]:
    """The change as a helper makes it: looked at, then done."""

    async def go() -> tuple[Desk, Preview]:
        desk = desk_of(event)
        before = {path: path.read_bytes() for path in event.rglob("*.xlsx")}
        _, found = await desk.preview(asking(kind, **values))
        assert {path: path.read_bytes() for path in event.rglob("*.xlsx")} == before, (
            "looking changes nothing"
        )
        assert not list((event / "desk").glob(".tourgen-*"))
        await desk.change(asking(kind, **values))
        await desk.write()
        assert not desk.entries.waiting_changes() and not desk.written.waiting
        return desk, found

    return complete(go())


def undo(desk: Desk) -> None:
    async def go() -> None:
        await desk.undo(None)
        await desk.write()

    complete(go())


CHANGES: list[tuple[str, dict[str, Any], Callable[[Player], bool]]] = [
    ("withdrawn", {"no": 3, "round": "1"}, lambda one: one.withdrawn_after == 1),
    ("rests", {"no": 3, "round": "３"}, lambda one: one.rests == (3,)),
    ("name", {"no": 3, "name": "見本 新一", "kana": "みほん しんいち"}, lambda one: one.name == "見本 新一"),
]


@pytest.mark.parametrize(("kind", "values", "true"), CHANGES, ids=[one[0] for one in CHANGES])
def test_a_change_and_back(
    event: Path, kind: str, values: dict[str, Any], true: Callable[[Player], bool]
) -> None:
    roster = event / "roster.xlsx"
    before, was = roster.read_bytes(), player(event, 3)
    desk, found = done(event, kind, **values)
    assert not found.problems and bool(found.changes) == (kind != "rests"), (
        "a later round changes nothing yet"
    )
    assert true(player(event, 3))
    old, new = parts(before), parts(roster.read_bytes())
    assert [name for name in old if old[name] != new[name]] == ["xl/worksheets/sheet1.xml"]
    assert load_event(event, "events/demo")[0]
    undo(desk)
    assert player(event, 3) == was


def test_absent_and_here_after_all(event: Path) -> None:
    (event / "rounds/open-r2.xlsx").unlink()
    (event / "rounds/open-r1.xlsx").unlink()
    _, found = done(event, "absent", no=3)
    assert not found.problems and player(event, 3).absent
    done(event, "present", no=3)
    assert not player(event, 3).absent


@pytest.mark.parametrize(
    ("kind", "values"),
    [("absent", {"no": 3}), ("added", {"name": "見本 新", "round": "1"}), ("from", {"no": 3, "round": "2"})],
)
def test_a_round_without_a_result_is_paired_again_with_who_is_there(
    tmp_path: Path, kind: str, values: dict[str, Any]
) -> None:
    event = paired(tmp_path, "go-swiss", 8)
    before = set(seated(event))
    assert desk_of(event).tables.divisions[0].untouched
    desk, found = done(event, kind, **values)
    assert not found.problems and any("組み合わせ" in one.text() for one in found.changes)
    assert set(seated(event)) == (before | {9} if kind == "added" else before - {3})
    assert load_event(event, "events/demo")[0]
    undo(desk)
    assert set(seated(event)) == before and load_event(event, "events/demo")[0]
    desk = desk_of(event)
    complete(desk.change(asking(kind, **values)))
    complete(desk.write())
    complete(desk.enter("1 ○", "open"))
    with pytest.raises(Refused, match="paired-again"):
        complete(desk.undo(2 + 1))


def test_a_pairing_that_was_stopped_is_made_by_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = paired(tmp_path, "go-swiss", 8)

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(changes_module, "pair_again", killed)
        desk = desk_of(event)
        complete(desk.change(asking("absent", no=3)))
        with pytest.raises(KeyboardInterrupt):
            complete(desk.write())
    assert player(event, 3).absent and 3 in seated(event)
    complete(desk_of(event).write())
    assert 3 not in seated(event) and not desk_of(event).entries.waiting_changes()


def test_a_correction_of_a_change_that_was_stopped_is_made_by_the_next_start(
    event: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is known to be in the roster before the next one goes over it."""
    desk, open_mark = desk_of(event), event / "~$roster.xlsx"
    open_mark.write_bytes(b"")
    complete(desk.change(asking("name", no=3, name="見本 新一")))
    complete(desk.undo(None))
    complete(desk.change(asking("name", no=3, name="見本 新二")))
    open_mark.unlink()
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(Desk, "_append", killed)
        complete(desk.write())
    again = desk_of(event)
    for _ in range(3):
        complete(again.write())
    assert player(event, 3).name == "見本 新二" and not again.entries.waiting_changes()


async def killed(*_: object) -> None:
    raise KeyboardInterrupt


def test_somebody_absent_whose_round_has_results_is_a_problem_that_says_what_to_do(event: Path) -> None:
    desk = desk_of(event)
    complete(desk.enter("1 ○", "open"))
    _, found = complete(desk.preview(asking("absent", no=3)))
    assert [one.code for one in found.problems][:1] == ["player-absent"]


def seated(event: Path) -> list[int | None]:
    """Everybody in the latest sheet, whoever has no opponent included."""
    sheet = max((event / "rounds").glob("open-r*.xlsx"))
    rows = list(openpyxl.load_workbook(sheet).worksheets[0].values)
    header = next(row for row in rows if "番号1" in row)
    places = [header.index(title) for title in ("番号1", "番号2")]
    found = [row[place] for row in rows[rows.index(header) + 1 :] for place in places]
    return [int(no) for no in found if isinstance(no, int | float)]


def test_the_game_of_who_has_left_is_decided_and_the_round_goes_on(event: Path) -> None:
    """As a build counts it: nobody has to enter it."""
    first, *others = tables_of(event)
    desk, _ = done(event, "withdrawn", no=first.first, round="1")
    for game in others:
        complete(desk.enter(f"{desk.tables.games[game].number} ○", "open"))
    complete(desk.write())
    assert desk.held(desk.tables) == {"open"}
    view = desk_module.DeskView(desk.tables, desk.entries, desk.written, desk.said)
    shown = json.loads(desk_module.desk_state(view, set(), {}))["divisions"][0]["tables"][0]
    assert (shown["kind"], shown["winner"], shown["origin"]) == ("forfeit", 1, "withdrawn")
    assert json.loads(desk_module.player_state(view, f"open {first.second}"))["status"] == "agreed"
    complete(desk.enter("1 両負", "open"))
    complete(desk.write())
    assert winners(event)[0] is None and desk.held(desk.tables) == {"open"}, "what is entered counts"


def test_a_late_entrant(event: Path) -> None:
    (event / "rounds/open-r2.xlsx").unlink()
    desk, found = done(event, "added", name="見本 遅太郎", club="仮名会", round="2")
    assert any("遅太郎" in one.text() for one in found.changes)
    new = player(event, 9)
    assert (new.name, new.club, new.from_round) == ("見本 遅太郎", "仮名会", 2)
    pair(event)
    assert 9 in {no for game in tables_of(event) for no in game[2:]}
    (event / "rounds/open-r2.xlsx").unlink()
    undo(desk)
    assert load_event(event, "events/demo")[0]
    with pytest.raises(StopIteration):
        player(event, 9)


def test_who_was_marked_absent_comes_late(tmp_path: Path) -> None:
    event = paired(tmp_path, "go-swiss", 8)
    done(event, "absent", no=3)
    complete(desk_of(event).enter("1 ○", "open"))
    desk, found = done(event, "from", no=3, round="2")
    assert any("出場します" in one.text() for one in found.changes)
    assert not player(event, 3).absent and player(event, 3).from_round == 2
    undo(desk)
    assert player(event, 3).absent


def test_what_the_format_does_not_allow_is_said(tmp_path: Path) -> None:
    event = paired(tmp_path, "othello-2-league", 8)

    async def look() -> Preview:
        return (await desk_of(event).preview(asking("added", name="見本 遅太郎", round="2")))[1]

    assert complete(look()).problems


def test_two_seats_swapped(event: Path) -> None:
    one, other = list(tables_of(event))[:2]
    before = tables_of(event)
    desk, found = done(event, "swap", no=one.first, other=other.second)
    assert found.notices, "the organiser is told that it was made by hand"
    assert [game[2:] for game in list(tables_of(event))[:2]] == [
        (other.second, one.second),
        (other.first, one.first),
    ]
    names = [table.row.names for table in tables_of(event).values()][:2]
    assert names[0][0] == before[other].row.names[1] and names[1][1] == before[one].row.names[0]
    undo(desk)
    assert list(tables_of(event)) == list(before)


def test_a_name_is_corrected_after_two_were_swapped(event: Path) -> None:
    """The sheet has the spelling of before, in a row whose numbers are no longer those it was made with."""
    one, other = list(tables_of(event))[:2]
    done(event, "swap", no=one.first, other=other.second)
    _, found = done(event, "name", no=one.first, name="見本 直し")
    assert not found.problems and player(event, one.first).name == "見本 直し"
    report, problems, _ = load_event(event, "events/demo")
    assert report, problems
    assert [one.code for one in report.notices if "見本 直し" in one.text()] == ["name-differs"]


def test_the_desk_knows_names_as_the_roster_has_them(event: Path) -> None:
    """A name corrected since; numbers exchanged in the sheet, whose names count no more."""
    one, other = list(tables_of(event).values())[:2]
    sheet = event / "rounds/open-r2.xlsx"
    book = openpyxl.load_workbook(sheet)
    for table, no in ((one, other.game.second), (other, one.game.second)):
        book.worksheets[0][table.row.at("no2").cell or ""].value = no
    book.save(sheet)
    done(event, "name", no=one.game.first, name="見本 新一")
    names = [table.row.names for table in tables_of(event).values()][:2]
    assert names == [("見本 新一", other.row.names[1]), (other.row.names[0], one.row.names[1])]


def test_teams_swapped_play_with_the_handicap_of_their_new_opponents(tmp_path: Path) -> None:
    event = paired(tmp_path, "go-team-handicap", 6)
    made = given(event)
    one, other = list(tables_of(event))[:2]
    done(event, "swap", no=one.second, other=other.second)
    swapped = given(event)
    assert swapped != made
    sheet = event / "rounds/open-r1.xlsx"
    by_rule, _, _ = load_event(event, "demo")
    assert by_rule
    again = round_bytes(
        by_rule.divisions[0].tournament, by_rule.divisions[0].tournament.rounds[0], by_rule.event
    )
    sheet.write_bytes(again)
    assert given(event) == swapped, "as a build would have written them"


def given(event: Path) -> list[tuple[object, object]]:
    """手合 and コミ, row by row."""
    rows = list(openpyxl.load_workbook(event / "rounds/open-r1.xlsx").worksheets[0].values)
    header = next(row for row in rows if "手合" in row)
    places = [header.index(title) for title in ("手合", "コミ")]
    return [(row[places[0]], row[places[1]]) for row in rows[rows.index(header) + 1 :]]


def test_a_table_with_a_result_is_not_swapped(event: Path) -> None:
    one, other = list(tables_of(event))[:2]
    desk = desk_of(event)
    complete(desk.enter("1 ○", "open"))
    complete(desk.write())
    with pytest.raises(Refused, match="swap-entered"):
        complete(desk.preview(asking("swap", no=one.first, other=other.second)))


def test_nobody_is_swapped_beside_a_result_that_comes_first(event: Path) -> None:
    one, other = list(tables_of(event))[:2]
    desk = desk_of(event)
    complete(desk.change(asking("swap", no=one.first, other=other.second)))
    type_results(event / "rounds/open-r2.xlsx", lambda *_: "○", only=1)
    complete(desk.write())
    assert desk.written.differing and list(tables_of(event))[:2] == [one, other]


def test_an_earlier_result_corrected(event: Path) -> None:
    old = event / "rounds/open-r1.xlsx"
    before, won = values_in(old), _won_first(event)
    desk, found = done(event, "result", round="1", text="1 ×" if won else "1 ○")
    assert any("卓1" in one.text() for one in found.changes)
    assert _won_first(event) != won
    undo(desk)
    assert values_in(old) == before


def values_in(path: Path) -> list[list[Any]]:
    return [[cell.value for cell in row] for row in openpyxl.load_workbook(path).worksheets[0]]


def _won_first(event: Path) -> bool:
    report, _, _ = load_event(event, "events/demo")
    assert report
    game = report.divisions[0].tournament.rounds[0].games[0]
    return game.winner == game.players[0]


def test_a_roster_open_in_excel_is_waited_for_and_a_changed_cell_is_a_persons_to_decide(event: Path) -> None:
    roster, lock = event / "roster.xlsx", event / "~$roster.xlsx"

    async def ask() -> Desk:
        desk = desk_of(event)
        await desk.change(asking("withdrawn", no=3, round="1"))
        lock.write_bytes(b"")
        await desk.write()
        return desk

    desk = complete(ask())
    assert desk.written.waiting == {"roster.xlsx": "open"} and player(event, 3).withdrawn_after is None
    book = openpyxl.load_workbook(roster)
    book.worksheets[0][player(event, 3).at("withdrawn").cell or ""] = 2
    book.save(roster)
    lock.unlink()
    again = desk_of(event)
    complete(again.write())
    assert again.written.differing == [1] and player(event, 3).withdrawn_after == 2
    complete(again.give_up(1))
    assert not again.entries.waiting_changes()


def test_a_round_without_a_result_is_paired_again(event: Path) -> None:
    done(event, "withdrawn", no=3, round="1")
    desk = desk_of(event)
    assert not complete(desk.pair_again("open"))
    assert 3 not in {no for game in desk.tables.games for no in game[2:]}
    assert (event / "rounds/old/open-r2-1.xlsx").exists()
    complete(desk.enter("1 ○", "open"))
    with pytest.raises(Refused, match="changed"):
        complete(desk.pair_again("open"))


def test_a_roster_of_another_kind_is_the_organisers(event: Path) -> None:
    desk = desk_of(event)
    (event / "roster.xlsx").rename(event / "roster.csv")
    with pytest.raises(TypeIt) as said:
        complete(desk.change(asking("withdrawn", no=3, round="1")))
    assert (said.value.file, said.value.no) == ("roster.csv", 3)
    assert [(column.header("ja"), value) for column, value in said.value.cells] == [("棄権", 1)]
    with pytest.raises(TypeIt) as said:
        complete(desk.change(asking("added", name="見本 新", round="3")))
    cells = [(column.header("ja"), value) for column, value in said.value.cells]
    assert cells == [("名簿番号", 9), ("氏名", "見本 新"), ("参加", 3)]
    with (event / "event.toml").open("a", encoding="utf-8") as settings:
        settings.write('\n[[division]]\nid = "b"\nname = "B"\nformat = "go-swiss"\n')
    roster = event / "roster.csv"
    book = openpyxl.load_workbook(io.BytesIO(roster.read_bytes()))
    book.create_sheet("B")
    book.save(event / "roster.xlsx")
    roster.unlink()
    desk = desk_of(event)
    (event / "roster.xlsx").rename(event / "roster.ods")
    with pytest.raises(TypeIt) as said:
        complete(desk.change(asking("withdrawn", no=3, round="1")))
    assert said.value.file == f"roster.ods › {book.sheetnames[0]}", "which worksheet, where there are several"


@pytest.mark.parametrize("number", [4, 5])
def test_a_roster_saved_by_libreoffice(number: int) -> None:
    """A new column, a new row, a name: the rest of the file as it was."""
    path = Path(__file__).parent.parent / "fixtures/libreoffice/roster.xlsx"
    data = path.read_bytes()
    name = openpyxl.load_workbook(path).sheetnames[0]
    rows = roster_rows(data, "roster.xlsx", [("open", name)], "open", (), "ja")
    assert not hasattr(rows, "code")
    values = {"rests": "2, 3"} if number == 4 else {"no": number, "name": "見本 新"}
    after = rows.edited([RowEdit((number,), values, {})])  # type: ignore[union-attr]
    changed = [part for part in parts(data) if parts(data)[part] != parts(after)[part]]
    assert len(changed) == 1 and changed[0].startswith("xl/worksheets/")
    again = roster_rows(after, "roster.xlsx", [("open", name)], "open", (), "ja")
    assert again.stands((number,), list(values)) == values  # type: ignore[union-attr]
    assert {column.key for column in ROSTER} >= set(values)


def test_a_complete_round_is_published_and_its_draft_shown(tmp_path: Path) -> None:
    event = paired(tmp_path)
    desk = desk_of(event)
    for line in ("1 ○", "2 ○", "3 ×", "4 ×"):
        complete(desk.enter(line, "open"))
        complete(desk.write())
    assert "open" in desk.refresh() and winners(event) == [0, 0, 1, 1]
    complete(desk._draw())
    draft = desk.drafts["open"]
    assert draft["round"] == 2 and draft["games"] + len(draft["byes"]) == len(draft["pairs"])
    assert draft["rematches"] == 0 and draft["equal"] + draft["gaps"] == draft["games"]
    report, _, _ = load_event(event, "events/demo", held=desk.refresh())
    assert report and not report.divisions[0].tournament.new_rounds
    assert report.divisions[0].tournament.completed == 1, "the results are published all the same"


# --- Kills


@pytest.mark.parametrize("step", ["append", "write_over"])
@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_a_change_that_was_acknowledged_is_made_whatever_is_killed(
    event: Path, monkeypatch: pytest.MonkeyPatch, step: str, after: bool
) -> None:
    home = Journal if step == "append" else changes_module
    real, acknowledged = getattr(home, step), False

    def killed(*args: Any) -> Any:
        if after:
            real(*args)
        raise KeyboardInterrupt

    async def ask() -> None:
        nonlocal acknowledged
        desk = desk_of(event)
        await desk.change(asking("withdrawn", no=3, round="1"))
        acknowledged = True
        await desk.write()

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(home, step, killed)
        complete(ask())
    complete(desk_of(event).write())
    assert not acknowledged or player(event, 3).withdrawn_after == 1
    assert not desk_of(event).entries.waiting_changes()


def test_a_finding_of_misuse_elsewhere_is_said_before_a_player_is_entered(event: Path) -> None:
    other = Path(shutil.copytree(event, event.parent / "other")) / "rounds/open-r1.xlsx"
    book = openpyxl.load_workbook(other)
    page = book.worksheets[0]
    note = next(cell for row in page.iter_rows() for cell in row if cell.value == "備考")
    page.cell(note.row + 1, note.column, "裁定 故意(見本 新一 2099-01-01)")
    book.save(other)
    _, found = done(event, "name", no=3, name="見本 新一", kana="")
    assert "misuse-found" in [one.code for one in found.notices]
