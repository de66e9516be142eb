"""`tourgen go score` as its users meet it."""

import json
import re
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from tests.go.test_record import NAME, RIGHT, SEED
from tests.go.test_vectors import VECTORS
from tourgen.cli import app
from tourgen.go.board import Board, Colour, Point
from tourgen.go.game import Played
from tourgen.go.proposal import Proposal
from tourgen.go.record import Triple, write_triple


def go(*arguments: str | Path, code: int = 0) -> Result:
    result = CliRunner().invoke(app, ["go", "score", *map(str, arguments)])
    assert result.exit_code == code, result.output
    return result


@pytest.fixture
def games(tmp_path: Path) -> Path:
    for name, data in write_triple(Triple(Played(SEED), RIGHT, Proposal(), "?"), NAME).items():
        (tmp_path / name).write_bytes(data)
    return tmp_path


def record(vector: dict[str, Any]) -> str:
    """A vector as the SGF of a proposal, written here without tourgen's writer."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    board = vector["board"]
    text = f"(;GM[1]FF[4]SZ[{len(board[0])}:{len(board)}]KM[{vector['komi']}]"
    text += "TGPC[{}:{}]".format(*vector["captures"])
    for colour, name in (("b", "AB"), ("w", "AW")):
        points = [
            f"[{letters[x]}{letters[y]}]"
            for y, row in enumerate(board)
            for x, one in enumerate(row)
            if one == colour
        ]
        text += name + "".join(points) if points else ""
    text += ";B[];W[]"
    for colour, x, y in vector["inserts"]:
        text += f";{colour.upper()}[{letters[x]}{letters[y]}]SQ[{letters[x]}{letters[y]}]"
    marks = "".join(f"[{letters[x]}{letters[y]}]" for x, y in vector["dead"])
    return f"{text};{'MA' + marks if marks else ''}C[終局案])"


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_every_vector_as_a_file(vector: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "r1-t01.black.sgf"
    path.write_text(record(vector), encoding="utf-8")
    expect = vector["expect"]
    (found,) = json.loads(go("--json", path, code="error" in expect).stdout)
    if "error" in expect:
        assert found["error"]["code"] == expect["error"] and set(found) == {"file", "error"}
        return
    assert set(found) == {"file", "result", "black", "white", "seki", "dame", "warnings"}
    assert found["result"] == expect["re"]
    assert (found["black"]["territory"], found["black"]["prisoners"]) == (expect["bt"], expect["bp"])
    assert (found["white"]["territory"], found["white"]["prisoners"]) == (expect["wt"], expect["wp"])
    assert found["white"]["total"] == expect["wt"] + expect["wp"] + vector["komi"]
    letters = "".join(expect["rows"])
    assert len(found["dame"]) == letters.count(".")
    assert len(found["seki"]) == letters.count("T") + letters.count("U")
    assert set(expect["warn"]) <= {warning["code"] for warning in found["warnings"]}
    assert all(set(warning) == {"code", "point"} for warning in found["warnings"])


def test_text(games: Path) -> None:
    text = go(games / "r3-t05.black.sgf", games / "r3-t05.white.sgf").stdout
    for line in (
        " 1 ◆◆●●○◇◇",
        "黒: 地 7 + ハマ 1 = 8",
        "結果: W+2 (白 2 目勝ち)",
        "セキ: なし",
        "結果: 0 (持碁)",
    ):
        assert line in text
    assert "4-1 の駄目が空いています" in text and "黒 1 目・白 10 目" in text
    english = go(games / "r3-t05.white.sgf", "--lang", "en").stdout
    assert "Result: 0 (jigo)" in english and "The stones at 2-2 carry no × but look dead." in english


def test_komi_is_shown(tmp_path: Path) -> None:
    (tmp_path / "x.sgf").write_text("(;SZ[3]KM[6.5]AB[bb];B[];W[])", encoding="utf-8")
    assert (
        "White: territory 0 + prisoners 0 + komi 6.5 = 6.5" in go(tmp_path / "x.sgf", "--lang", "en").stdout
    )
    (found,) = json.loads(go(tmp_path / "x.sgf", "--json").stdout)
    assert found["white"]["total"] == 6.5 and found["black"]["total"] == 8 and found["result"] == "B+1.5"


def test_letters_where_the_console_has_nothing_else(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tourgen.cli.go_score._letters_only", lambda: True)
    assert " 2 BoXOOWW" in go(games / "r3-t05.black.sgf").stdout


def test_one_bad_file_hides_no_other(games: Path) -> None:
    (games / "bad.sgf").write_text("(;SZ[9];B[aa];W[aa])", encoding="utf-8")
    result = go(games / "bad.sgf", games / "r3-t05.black.sgf", games / "none.sgf", "--lang", "en", code=1)
    assert "Result: W+2" in result.stdout
    assert "bad.sgf: Move 2 at 1-1: there is a stone already. (occupied)" in result.stderr
    assert "none.sgf: The file can't be read" in result.stderr
    data = json.loads(go(games / "bad.sgf", games / "r3-t05.black.sgf", "--json", code=1).stdout)
    assert data[0]["error"] == {"code": "occupied", "message": "2 手目 1-1: すでに石があります。"}
    assert data[1]["result"] == "W+2"


def test_where_a_refused_stone_stands(tmp_path: Path) -> None:
    path = tmp_path / "x.sgf"
    for text, words in (
        ("(;SZ[5]AB[zz])", "Set-up at 26-26: off the board."),
        ("(;SZ[5];B[];W[];B[aa]SQ[aa];W[aa]SQ[aa])", "Inserted stone 2 at 1-1: there is a stone already."),
    ):
        path.write_text(text, encoding="utf-8")
        assert words in go(path, "--lang", "en", code=1).stderr


def test_svg(games: Path) -> None:
    result = go(games / "r3-t05.white.sgf", "--svg", games / "board.svg")
    assert "board.svg" in result.stdout
    assert (games / "board.svg").read_text(encoding="utf-8").startswith("<svg xmlns=")
    assert "<title" in (games / "board.svg").read_text(encoding="utf-8")
    json.loads(go(games / "r3-t05.white.sgf", "--json", "--svg", games / "again.svg").stdout)
    go(games / "r3-t05.white.sgf", games / "r3-t05.black.sgf", "--svg", games / "two.svg", code=2)
    go(games / "r3-t05.white.sgf", "--svg", games / "r3-t05.sgf" / "x.svg", code=1)
    (games / "bad.sgf").write_text("(;SZ[0])", encoding="utf-8")
    go(games / "bad.sgf", "--svg", games / "bad.svg", code=1)
    assert not (games / "two.svg").exists() and not (games / "bad.svg").exists()


def test_a_record_that_contradicts_its_count(tmp_path: Path) -> None:
    path = tmp_path / "x.sgf"
    for result, differs in (
        ("B+8", False),
        ("B+8.0", False),
        ("B+7", True),
        ("0", True),
        ("B+R", False),
        ("?", False),
    ):
        path.write_text(f"(;SZ[3]KM[0]RE[{result}]AB[bb];B[];W[])", encoding="utf-8")
        (found,) = json.loads(go(path, "--json").stdout)
        assert ("result-differs" in [one["code"] for one in found["warnings"]]) is differs, result
    path.write_text("(;SZ[3]KM[0]AB[bb];B[];W[];TB[aa]TW[])", encoding="utf-8")
    (found,) = json.loads(go(path, "--json").stdout)
    assert found["warnings"] == [{"code": "territory-differs", "point": None}]
    assert "TB・TW" in go(path).stdout


def test_every_message_is_there_in_both_languages_with_the_same_values() -> None:
    text = files("tourgen").joinpath("messages", "go.toml").read_text(encoding="utf-8")
    for code, words in tomllib.loads(text).items():
        assert set(words) == {"ja", "en"}, code
        ja, en = (sorted(set(re.findall(r"\{([a-z]+)[:}]", words[language]))) for language in ("ja", "en"))
        assert ja == en, code


def test_every_code_of_the_page_is_a_message_and_every_warning_is_on_the_page() -> None:
    page = (Path(__file__).parent.parent.parent / "docs/commands/go.md").read_text(encoding="utf-8")
    table = page[page.index("| code | says |") : page.index("## tourgen go live")]
    listed = {
        code
        for row in re.findall(r"^\| (`.*?`) \|", table, re.MULTILINE)
        for code in re.findall("`(.*?)`", row)
    }
    text = files("tourgen").joinpath("messages", "go.toml").read_text(encoding="utf-8")
    warnings = text[
        text.index("# --- What to look at again") : text.index("# --- What `tourgen go score` says")
    ]
    assert listed == set(tomllib.loads(warnings))


@pytest.mark.parametrize("size", [(1, 1), (1, 25), (25, 1), (25, 25), (2, 3)])
def test_any_size(size: tuple[int, int], tmp_path: Path) -> None:
    board = Board.empty(*size).with_stones({Point(0, 0): Colour.BLACK})
    (data,) = write_triple(Triple(Played(board)), NAME).values()
    (tmp_path / "x.sgf").write_bytes(data)
    (found,) = json.loads(go(tmp_path / "x.sgf", "--json", "--svg", tmp_path / "x.svg").stdout)
    assert found["black"]["territory"] == size[0] * size[1] - 1
    assert f"{size[1]:2} " in go(tmp_path / "x.sgf").stdout
