"""Results that only the site still has: the build stops, `restore` makes the sheets again, or they are given up."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import openpyxl
import pytest

from tests.cli.desk import correct, new_event, run, type_results
from tests.few_pages import without_pages

SIMULATED = (
    ("othello-2-league", "12"),
    ("othello-4-league", "24"),
    ("othello-new-64", "40"),
    ("othello-new-32", "20"),
    ("othello-free", "16"),
    ("shogi-championship", "20"),
    ("shogi-encouragement", "9"),
    ("shogi-girls", "7"),
    ("shogi-team", "9"),
    ("go-swiss", "13"),
)


@pytest.fixture(scope="module", autouse=True)
def only_documents() -> Iterator[None]:
    """Nothing here looks at a page."""
    with without_pages():
        yield


def documents(home: Path) -> dict[str, bytes]:
    return {path.as_posix(): path.read_bytes() for path in sorted((home / "site").glob("*/*/results.json"))}


def everything(home: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in sorted(home.rglob("*")) if path.is_file()}


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """events/demo with two rounds played, the third half played; its site."""
    folder = tmp_path_factory.mktemp("restore")
    event = new_event(folder, "othello-2-league", 12)
    for number in (1, 2):
        run(folder, "build")
        type_results(event / "rounds" / f"open-r{number}.xlsx")
    run(folder, "build")
    type_results(event / "rounds/open-r3.xlsx", only=3)
    run(folder, "build")
    return folder


@pytest.fixture
def home(season: Path, tmp_path: Path) -> Path:
    shutil.copytree(season, tmp_path / "home")
    return tmp_path / "home"


def stops(home: Path, *names: str) -> None:
    """The build names both ways on and writes nothing."""
    before = everything(home)
    said = run(home, "build", code=1).stderr
    assert "tourgen restore events/demo" in said
    assert "tourgen build events/demo --without-missing" in said
    for name in names:
        assert name in said
    assert everything(home) == before


def clear(sheet: Path) -> None:
    """Clears every result of a sheet."""
    book = openpyxl.load_workbook(sheet)
    for row in book.worksheets[0].iter_rows():
        for cell in row:
            if cell.value in ("○", "×", "不戦勝", "不戦敗"):
                cell.value = None
    book.save(sheet)


def remove_newest(home: Path) -> None:
    (home / "events/demo/rounds/open-r3.xlsx").unlink()


def remove_two(home: Path) -> None:
    for number in (2, 3):
        (home / f"events/demo/rounds/open-r{number}.xlsx").unlink()


def remove_all(home: Path) -> None:
    shutil.rmtree(home / "events/demo/rounds")


def clear_newest(home: Path) -> None:
    clear(home / "events/demo/rounds/open-r3.xlsx")


@pytest.mark.parametrize("lose", [remove_newest, remove_two, remove_all, clear_newest])
def test_lost_and_restored(home: Path, lose: Callable[[Path], None]) -> None:
    before = documents(home)
    lose(home)
    stops(home, "open-r3.xlsx")
    said = run(home, "restore", "demo").stdout
    assert "events/demo/rounds/open-r3.xlsx" in said and "備考" in said
    run(home, "build")
    assert documents(home) == before


@pytest.mark.parametrize("lose", [remove_newest, remove_two, remove_all, clear_newest])
def test_going_on_without_them(home: Path, lose: Callable[[Path], None]) -> None:
    before = documents(home)
    lose(home)
    run(home, "build", "--without-missing")
    assert documents(home) != before
    run(home, "build")  # the site shows nothing any more that the sheets don't have


def test_a_gap_in_the_middle(home: Path) -> None:
    before = documents(home)
    (home / "events/demo/rounds/open-r2.xlsx").unlink()
    said = run(home, "build", code=1).stderr
    assert "tourgen restore events/demo" in said and "--without-missing" not in said
    assert documents(home) == before
    run(home, "restore", "demo")
    run(home, "build")
    assert documents(home) == before


def test_an_earlier_sheet_that_lost_every_result(home: Path) -> None:
    before = documents(home)
    clear(home / "events/demo/rounds/open-r1.xlsx")
    assert "tourgen restore events/demo" in run(home, "build", code=1).stderr
    said = run(home, "restore", "demo").stdout
    assert "rounds/old/open-r1-1.xlsx" in said  # what stood there is kept
    run(home, "build")
    assert documents(home) == before


def test_a_single_result_that_was_cleared_is_a_notice(home: Path) -> None:
    correct(home / "events/demo/rounds/open-r3.xlsx", 0, (None, None))
    assert "→" in run(home, "build").stdout


def test_the_only_result_of_a_round_may_be_cleared(home: Path) -> None:
    clear_newest(home)
    run(home, "build", "--without-missing")
    type_results(home / "events/demo/rounds/open-r3.xlsx", only=1)
    run(home, "build")
    clear_newest(home)
    run(home, "build")


def test_a_sheet_without_published_results_is_made_anew(home: Path) -> None:
    clear_newest(home)
    run(home, "build", "--without-missing")
    (home / "events/demo/rounds/open-r3.xlsx").unlink()
    run(home, "build")
    assert (home / "events/demo/rounds/open-r3.xlsx").exists()


def test_another_site_is_named(home: Path) -> None:
    (home / "site").rename(home / "web")
    remove_newest(home)
    said = run(home, "build", "--site", "web", code=1).stderr
    assert "tourgen restore events/demo --site web" in said
    assert "tourgen build events/demo --site web --without-missing" in said
    assert "(restore-nothing)" in run(home, "restore", "demo", code=1).stderr
    said = run(home, "restore", "demo", "--site", "web").stdout
    assert "tourgen build demo --site web " in said
    run(home, "build", "demo", "--site", "web")


def test_a_sheet_that_holds_anything_is_never_changed(home: Path) -> None:
    sheet = home / "events/demo/rounds/open-r3.xlsx"
    clear(sheet)
    type_results(sheet, lambda one, two: "×", only=1)
    before = everything(home)
    assert "作り直すシートはありません" in run(home, "restore", "demo").stdout
    assert everything(home) == before


def test_other_events_are_built(home: Path) -> None:
    new_event(home, "othello-free", 8, name="good")
    remove_newest(home)
    result = run(home, "build", code=1)
    assert "(results-missing)" in result.stderr and "site/good/index.html" in result.stdout
    assert not (home / "events/demo/rounds/open-r3.xlsx").exists()


def test_a_sheet_that_is_only_away_is_not_restored(home: Path) -> None:
    remove_newest(home)
    (home / "events/demo/rounds/.open-r3.xlsx.icloud").touch()
    before = everything(home)
    assert "(file-not-downloaded)" in run(home, "restore", "demo", code=1).stderr
    assert everything(home) == before


def test_a_document_that_was_edited_by_hand(home: Path) -> None:
    remove_newest(home)
    document = home / "site/demo/open/results.json"
    document.write_bytes(document.read_bytes().replace(b'"stage":"league"', b'"stage":7'))
    before = everything(home)
    assert "(restore-unreadable)" in run(home, "restore", "demo", code=1).stderr
    assert everything(home) == before


@pytest.mark.parametrize(("format_id", "players"), SIMULATED, ids=[one for one, _ in SIMULATED])
def test_a_restored_event_builds_to_the_same_results(tmp_path: Path, format_id: str, players: str) -> None:
    options = ("--absent", "0.1", "--withdraw", "0.05", "--forfeit", "0.15", "--seed", "7")
    run(tmp_path, "simulate", "--format", format_id, "--players", players, *options, "--save", "events/demo")
    run(tmp_path, "build")
    before = documents(tmp_path)
    for left_over in (0, 2):  # nothing, then the sheets of the first two rounds
        for sheet in (tmp_path / "events/demo/rounds").glob("*.xlsx"):
            if int(sheet.stem.rpartition("-r")[2]) > left_over:
                sheet.unlink()
        run(tmp_path, "restore", "demo")
        run(tmp_path, "build")
        assert documents(tmp_path) == before


def marks(sheet: Path, *typed: tuple[str | None, str | None], note: str = "") -> None:
    for game, pair in enumerate(typed):
        correct(sheet, game, pair)
    if note:
        book = openpyxl.load_workbook(sheet)
        page = book.worksheets[0]
        header = next(cell for row in page.iter_rows() for cell in row if cell.value == "備考")
        page.cell(header.row + 1, header.column).value = note
        book.save(sheet)


def exchange_pairs(sheet: Path) -> None:
    """Re-pairs the first two games by hand."""
    book = openpyxl.load_workbook(sheet)
    page = book.worksheets[0]
    columns = {}
    for row in page.iter_rows():
        for cell in row:
            if cell.value in ("番号2", "選手2"):
                columns[cell.value] = cell
    for cell in columns.values():
        one, two = page.cell(cell.row + 1, cell.column), page.cell(cell.row + 2, cell.column)
        one.value, two.value = two.value, one.value
    book.save(sheet)


@pytest.mark.parametrize(
    ("format_id", "typed", "note"),
    [
        ("othello-2-league", (("○", "反則"), ("失格", "○"), ("両負", None)), ""),
        ("othello-2-league", (("○", None),), "双方時間切れ 会場の時計"),
        ("shogi-encouragement", (("失格", None), ("不戦敗", "不戦敗"), ("○", "反則")), ""),
        ("go-swiss", (("預", "預"), ("無", None), ("持碁", None), ("白勝", None)), ""),
        ("go-swiss", (("黒勝", None), ("不戦勝", None)), "裁定 故意"),
    ],
)
def test_every_way_a_game_can_end(
    tmp_path: Path, format_id: str, typed: tuple[tuple[str | None, str | None], ...], note: str
) -> None:
    event = new_event(tmp_path, format_id, 12)
    run(tmp_path, "build")
    first, second = (event / f"rounds/open-r{number}.xlsx" for number in (1, 2))
    marks(first, *typed, note=note)
    type_results(first)
    run(tmp_path, "build")
    exchange_pairs(second)
    type_results(second)
    run(tmp_path, "build")
    before = documents(tmp_path)
    assert b'"by_hand":true' in b"".join(before.values())
    shutil.rmtree(event / "rounds")
    run(tmp_path, "restore", "demo")
    run(tmp_path, "build")
    assert documents(tmp_path) == before


def test_discs_are_restored(home: Path) -> None:
    sheet = home / "events/demo/rounds/open-r3.xlsx"
    book = openpyxl.load_workbook(sheet)
    page = book.worksheets[0]
    header = {
        cell.value: cell
        for row in page.iter_rows()
        for cell in row
        if cell.value in ("石数1", "石数2", "結果1")
    }
    won = page.cell(header["結果1"].row + 1, header["結果1"].column).value == "○"
    for key, discs in zip(("石数1", "石数2"), (40, 24) if won else (24, 40), strict=True):
        page.cell(header[key].row + 1, header[key].column).value = discs
    book.save(sheet)
    run(home, "build")
    before = documents(home)
    assert b'"discs":[' in b"".join(before.values())
    remove_all(home)
    run(home, "restore", "demo")
    run(home, "build")
    assert documents(home) == before
