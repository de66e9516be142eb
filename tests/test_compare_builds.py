"""The comparison of two builds finds a planted difference of each kind, and none where there is none."""

import json
import shutil
from pathlib import Path

import openpyxl
import pytest
from openpyxl.worksheet.datavalidation import DataValidation

from tools.compare_builds import differences

PAGE = '<html data-build="{}">\n<p>1位 見本一</p>\n'


def build(folder: Path, build_id: str, time: str) -> Path:
    """A small site with one file of each kind."""
    folder.mkdir()
    folder.joinpath("build.json").write_text(json.dumps({"built": time, "build": build_id}), encoding="utf-8")
    folder.joinpath("index.html").write_text(PAGE.format(build_id), encoding="utf-8")
    folder.joinpath("results.json").write_text('{"rank": 1}\n', encoding="utf-8")
    folder.joinpath("ranks.csv").write_bytes("順位,氏名\n1,見本一\n".encode())
    sheet(folder / "r1.xlsx")
    return folder


def sheet(path: Path, mark: str = "○", marks: str = '"○,×"', locked: bool = False) -> None:
    """A protected result sheet."""
    book = openpyxl.Workbook()
    page = book.active
    page.append(["見本一", mark])
    page["B1"].protection = openpyxl.styles.Protection(locked=locked)
    page.protection.sheet = True
    rule = DataValidation(type="list", formula1=marks)
    rule.add("B1")
    page.add_data_validation(rule)
    book.save(path)


@pytest.fixture
def two(tmp_path: Path) -> tuple[Path, Path]:
    """The same files by two builds: their ids and times differ, and how the tables are written."""
    kept = build(tmp_path / "kept", "0123456789abcdef", "2027-01-01T10:00:00+09:00")
    now = build(tmp_path / "now", "fedcba9876543210", "2027-01-02T11:00:00+09:00")
    now.joinpath("ranks.csv").write_bytes('"順位","氏名"\r\n"1","見本一"\r\n'.encode())
    book = openpyxl.load_workbook(now / "r1.xlsx")
    book.active.column_dimensions["A"].width = 30
    book.save(now / "r1.xlsx")
    assert kept.joinpath("r1.xlsx").read_bytes() != now.joinpath("r1.xlsx").read_bytes()
    return kept, now


def test_an_equal_pair_passes(two: tuple[Path, Path]) -> None:
    assert differences(*two) == {}


def test_a_changed_text_is_found_with_its_line(two: tuple[Path, Path]) -> None:
    page = two[1] / "index.html"
    page.write_text(page.read_text(encoding="utf-8").replace("1位", "2位"), encoding="utf-8")
    (two[1] / "results.json").write_text('{"rank": 1}', encoding="utf-8")  # the end of the line is gone
    found = differences(*two)
    assert list(found) == ["index.html", "results.json"]
    assert found["index.html"].splitlines() == [
        "line 2",
        r"  before '<p>1位 見本一</p>\n'",
        r"  now    '<p>2位 見本一</p>\n'",
    ]


def test_the_place_in_a_long_line_is_shown(two: tuple[Path, Path]) -> None:
    for folder, end in zip(two, ("old", "new"), strict=True):
        (folder / "find.json").write_text("x" * 5000 + end, encoding="utf-8")
    place, before, now = differences(*two)["find.json"].splitlines()
    assert place == "line 1" and before.endswith("xxold'") and now.endswith("xxnew'") and len(now) < 100


def test_a_changed_cell_of_a_csv_file_is_found(two: tuple[Path, Path]) -> None:
    (two[1] / "ranks.csv").write_text("順位,氏名\n1,見本二\n", encoding="utf-8")
    assert differences(*two)["ranks.csv"].startswith("row 2, column 2\n")


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"mark": "×"}, "Sheet!B1"),
        ({"locked": True}, "Sheet!B1"),
        ({"marks": '"○,×,両負"'}, "Sheet, data validations"),
    ],
)
def test_a_changed_workbook_is_found(two: tuple[Path, Path], change: dict[str, str], place: str) -> None:
    sheet(two[1] / "r1.xlsx", **change)  # type: ignore[arg-type]
    assert differences(*two)["r1.xlsx"].startswith(f"{place}\n")


def test_an_id_of_another_build_in_a_page_is_found(two: tuple[Path, Path]) -> None:
    (two[1] / "index.html").write_text(PAGE.format("0" * 16), encoding="utf-8")
    assert differences(*two)["index.html"].startswith("line 1\n")


def test_a_record_of_the_build_without_its_time_is_found(two: tuple[Path, Path]) -> None:
    (two[1] / "build.json").write_text('{"build": "fedcba9876543210"}', encoding="utf-8")
    assert list(differences(*two)) == ["build.json"]


def test_files_that_only_one_has_are_found(two: tuple[Path, Path]) -> None:
    (two[0] / "ranks.csv").unlink()
    shutil.move(two[1] / "index.html", two[1] / "home.html")
    assert differences(*two) == {
        "home.html": "was not there before",
        "index.html": "is missing now",
        "ranks.csv": "was not there before",
    }
