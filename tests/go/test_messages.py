"""Every error and every warning of a record: an SGF that causes it, and its words in both languages."""

import tomllib
from importlib.resources import files

import pytest

from tourgen.go.score import Scored, score, warnings
from tourgen.storage.limits import Limits

SEED = "SZ[7:5]KM[0]AB[ca][cb][cc][dc][ad][bd][cd][be][ce]AW[ea][bb][eb][ec][fc][dd][ed][de];B[];W[]"
KO = "SZ[5:4]KM[0]AB[ba][ab][bc]AW[ca][bb][db][cc]"
ERRORS = {
    "sgf-none": "hello",
    "sgf-encoding": "(;CA[klingon])",
    "sgf-broken": "(;B[aa",
    "sgf-too-large": "(;C[" + "x" * Limits.sgf_kib * 1024 + "])",
    "sgf-too-deep": "(;" * (Limits.sgf_depth + 1),
    "sgf-too-many": "(" + ";" * (Limits.sgf_nodes + 1) + ")",
    "sgf-not-go": "(;GM[3])",
    "sgf-size": "(;SZ[26])",
    "sgf-komi": "(;KM[six])",
    "sgf-prisoners": "(;TGPC[two])",
    "sgf-point": "(;SZ[9];B[a])",
    "sgf-points": "(;SZ[19]AB[aa:ss][aa:ss])",
    "sgf-two-moves": "(;SZ[9];B[aa]W[bb])",
    "off-board": "(;SZ[9];B[jj])",
    "occupied": "(;SZ[9];B[aa];W[aa])",
    "suicide": "(;SZ[9]AB[ab][ba];W[aa])",
    "ko": f"(;{KO};B[cb];W[bb])",
}
WARNINGS = {
    "open-dame": f"(;{SEED})",
    "suspected-dead": f"(;{SEED})",
    "live-in-atari": "(;SZ[4]KM[0]AB[ba][ab][bb]AW[ca][cb][cc][bc][ac];B[];W[])",
    "no-liberties": "(;SZ[1]KM[0]AB[aa])",
    "capture-by-insert": f"(;{KO};B[];W[];B[cb]SQ[cb])",
    "dead-mark-captured": f"(;{KO};B[];W[];B[cb]SQ[cb];MA[bb])",
    "dead-mark-empty": f"(;{SEED};MA[aa])",
    "dead-mark-inserted": f"(;{SEED};B[aa]SQ[aa];MA[aa])",
    "dead-mark-off-board": f"(;{SEED};MA[yy])",
    "insert-joins-dead": f"(;{SEED};W[ab]SQ[ab];MA[bb])",
    "partly-dead": f"(;{SEED};MA[ca])",
    "dead-in-own-eye": "(;SZ[3]KM[0]AB[aa][ba][ca][cc];B[];W[];MA[cc])",
    "dead-in-seki": f"(;{SEED};MA[bb])",
    "dead-in-dame": "(;SZ[5:1]KM[0]AB[ca]MA[ca])",
    "variations-ignored": "(;SZ[5]KM[0](;B[aa])(;B[bb]))",
    "further-games-ignored": "(;SZ[5]KM[0])(;SZ[5])",
    "late-setup": "(;SZ[5]KM[0];B[aa];AW[bb])",
    "komi-missing": "(;SZ[5])",
    "handicap-not-placed": "(;SZ[5]KM[0]HA[2])",
    "territory-differs": "(;SZ[3]KM[0]AB[bb];B[];W[];TW[aa])",
    "result-differs": "(;SZ[3]KM[0]RE[W+1]AB[bb];B[];W[])",
}
# Only a triple can cause it (test_record.py); codes with go- are parts of other sentences or of the display.
NO_CASE = {"record-differs"}


def codes() -> set[str]:
    text = files("tourgen").joinpath("messages", "go.toml").read_text(encoding="utf-8")
    return {code for code in tomllib.loads(text) if not code.startswith("go-")} - NO_CASE


def test_every_code_has_a_case() -> None:
    assert codes() == {*ERRORS, *WARNINGS}


@pytest.mark.parametrize("code", ERRORS)
def test_error(code: str) -> None:
    found = score(ERRORS[code].encode(), "games/r1-t01.sgf")
    assert not isinstance(found, Scored) and found.code == code
    for language in ("ja", "en"):
        text = found.text(language)
        assert text.startswith("games/r1-t01.sgf: ") and text.endswith(f"({code})") and "{" not in text


@pytest.mark.parametrize("code", WARNINGS)
def test_warning(code: str) -> None:
    found = score(WARNINGS[code].encode(), "games/r1-t01.sgf")
    assert isinstance(found, Scored), found
    assert code in {*(doubt.code for doubt in found.counted.warnings), *found.remarks}
    for language in ("ja", "en"):
        assert all(text and "{" not in text for text in warnings(found, language))


@pytest.mark.parametrize("name", ["KM", "SZ", "GM", "TGPC", "HA", "RE", "AB", "B"])
def test_a_value_of_a_million_letters_is_told_in_a_line(name: str) -> None:
    """And a number of so many digits is no error of another kind."""
    said = "B+" if name == "RE" else ""
    found = score(f"(;{name}[{said}{'9' * 900_000}])".encode(), "x.sgf")
    if isinstance(found, Scored):
        assert name in ("HA", "RE")
        lines = list(warnings(found, "ja"))
    else:
        lines = [found.text("ja"), found.found]
    assert all(len(line) < 500 for line in lines)
