"""SGF files: encodings, escapes, round trips, limits; whatever stands in a file, the answer is words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tourgen.go.board import Point
from tourgen.go.game import IllegalRecord, read_game
from tourgen.go.sgf import point_list, read_points, read_sgf, write_sgf
from tourgen.go.sgf_text import SgfProblem
from tourgen.storage.limits import Limits

NAMES = "青木 一郎〜①"


def problem(data: bytes) -> str:
    with pytest.raises(SgfProblem) as found:
        read_game(data)
    return found.value.code


# --- Encodings


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "euc_jp", "cp932"])
def test_japanese_without_ca(encoding: str) -> None:
    name = "青木 一郎"
    assert read_sgf(f"(;GM[1]PB[{name}]PW[石川 表])".encode(encoding)).root.get("PB") == name


@pytest.mark.parametrize(
    ("charset", "encoding"),
    [
        ("UTF-8", "utf-8"),
        ("Shift_JIS", "cp932"),
        ("x-sjis", "cp932"),
        ("EUC-JP", "euc_jp"),
        ("gb2312", "gb18030"),
    ],
)
def test_japanese_with_ca(charset: str, encoding: str) -> None:
    name = "青木 一郎" if encoding != "cp932" else "青木 ①表"
    data = f"(;GM[1]CA[{charset}]PB[{name}])".encode(encoding)
    if charset == "x-sjis":
        assert problem(data) == "sgf-encoding"
    else:
        assert read_sgf(data).root.get("PB") == name


def test_ca_is_taken_at_its_word() -> None:
    assert problem("(;CA[UTF-8]PB[青木])".encode("cp932")) == "sgf-encoding"
    assert read_sgf("(;CA[ISO-8859-1]PB[é])".encode("latin-1")).root.get("PB") == "é"
    for name in ("klingon", "rot13", "zlib", "punycode", "unicode_escape", "utf-7"):
        assert problem(f"(;CA[{name}]SZ[9])".encode()) == "sgf-encoding"


def test_bytes_that_fit_nowhere() -> None:
    assert problem(b"(;PB[\xff\xfe\x80])") == "sgf-encoding"
    assert problem("(;PB[a])".encode("utf-16")) in ("sgf-encoding", "sgf-none")


def test_a_second_byte_that_looks_like_a_bracket_or_backslash() -> None:
    text = "表ソ能構十予"  # in cp932 each ends in a backslash byte
    assert read_sgf(f"(;PB[{text}]PW[ー]C[x])".encode("cp932")).root.get("PB") == text


# --- Texts and trees


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (r"a\]b", "a]b"),
        (r"a\\b", "a\\b"),
        (r"a\][b", "a][b"),
        (r"a\] [b\]", "a] [b]"),
        ("a\\\nb", "ab"),
        ("a\r\nb\rc", "a\nb\nc"),
        (r"\:\a", ":a"),
        ("(;B[aa", "(;B[aa"),
        ("", ""),
    ],
)
def test_escapes(written: str, meant: str) -> None:
    assert read_sgf(f"(;C[{written}]KM[1];B[aa])".encode()).root.properties == {"C": (meant,), "KM": ("1",)}


TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\r\ufdd0\ufdd1\ufeff"), max_size=30)
NODES = st.lists(
    st.dictionaries(
        st.from_regex("[A-Z]{1,4}", fullmatch=True),
        st.lists(TEXT, min_size=1, max_size=3),
        min_size=1,
        max_size=4,
    ),
    min_size=1,
    max_size=6,
)


@given(NODES)
def test_what_is_written_is_read_back(nodes: list[dict[str, list[str]]]) -> None:
    for node in nodes:
        node.pop("CA", None)
        node.setdefault("C", ["x"])
    read = read_sgf(write_sgf(nodes)).nodes
    assert [dict(node.properties) for node in read] == [
        {**{name: tuple(values) for name, values in node.items()}, **({} if at else {"CA": ("UTF-8",)})}
        for at, node in enumerate(nodes)
    ]


def test_variations_and_further_games_are_left_out_politely() -> None:
    sgf = read_sgf(b"(;SZ[9];B[aa](;W[bb](;B[cc])(;B[dd]))(;W[ee];B[ff]))(;SZ[13])")
    assert [node.get("B") or node.get("W") for node in sgf.nodes] == ["", "aa", "bb", "cc"]
    assert sgf.variations and sgf.further_games
    game = read_game(b"junk before (;SZ[9]KM[0];B[aa](;W[bb])(;W[cc])) and after")
    assert game.oddities == ("variations-ignored",) and len(game.played.moves) == 2
    assert not read_sgf(b"(;SZ[9](;B[aa](;W[bb])))").variations


def test_points() -> None:
    assert read_points(["aa", "bc:ce", ""]) == [
        Point(0, 0),
        *(Point(x, y) for y in (2, 3, 4) for x in (1, 2)),
    ]
    assert point_list([Point(1, 1), Point(0, 1), Point(24, 0)]) == ("ya", "ab", "bb")
    for value in ("a", "abc", "1a", "あ", "aa:b", "aa:zz", "a:a"):
        with pytest.raises(SgfProblem):
            read_points([value])


# --- Broken, deep, huge


@pytest.mark.parametrize(
    "text",
    [
        *("hello", "()", "(", "(;", "(;B", "(;B)", "(;B[aa", "(;B[aa]", "(;B[aa)", "(;B[a\\]", "(;;(;)"),
        *("(;]", "(;B[]W", "(;1)", "(;(;)B[aa])", "(;(;);)", ""),
    ],
)
def test_broken(text: str) -> None:
    assert problem(text.encode()) in ("sgf-none", "sgf-broken")


def test_a_broken_file_is_told_with_its_line() -> None:
    with pytest.raises(SgfProblem) as found:
        read_sgf(b"(;SZ[9]\n;B[aa]\n;W[bb]\n;B?)")
    assert found.value.params == {"line": 4, "near": "?)"} or found.value.params["line"] == 4


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"(;" * (Limits.sgf_depth + 1), "sgf-too-deep"),
        (b"(;" * 400_000, "sgf-too-deep"),
        (b"(" + b";" * (Limits.sgf_nodes + 1) + b")", "sgf-too-many"),
        (b"(;C[" + b"x" * Limits.sgf_kib * 1024 + b"])", "sgf-too-large"),
        (b"(;" + b"A[]" * 330_000 + b")", "sgf-too-large"),
        (b"(;C[" + b"\\" * 900_000, "sgf-broken"),
        (b"(;" + b"[" * 900_000, "sgf-broken"),
        (b"(;AB" + b"[aa]" * 240_000 + b"MA[" + b"a" * 1000 + b"])", "sgf-too-large"),
        (b"(;SZ[19]AB" + b"[aa:ss]" * 140_000 + b")", "sgf-too-large"),
        (b"(;SZ[19]AB" + b"[aa:ss]" * 15_000 + b")", "sgf-points"),
        (b"(;SZ[19];B[];MA" + b"[aa:ss]" * 15_000 + b")", "sgf-points"),
        (b"(;C[" + b"x" * 900_000 + b"]SZ[0])", "sgf-size"),
        (b"(;SZ[" + b"9" * 5000 + b"])", "sgf-size"),
        (b"(;KM[" + b"9" * 5000 + b"])", "sgf-komi"),
        (b"(;KM[1e999999])", "sgf-komi"),
        (b"(;KM[nan])", "sgf-komi"),
        (b"(;KM[375])", "sgf-komi"),
        (b"(;GM[3])", "sgf-not-go"),
        (b"(;TGPC[x])", "sgf-prisoners"),
        (b"(;B[aa][bb])", "sgf-two-moves"),
        (b"(;B[aa]W[bb])", "sgf-two-moves"),
    ],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_every_limit_is_told(data: bytes, code: str) -> None:
    assert problem(data) == code


def test_deep_but_allowed() -> None:
    data = b"(;SZ[9]KM[0]" + b"(;B[]" * (Limits.sgf_depth - 1) + b")" * Limits.sgf_depth
    assert len(read_game(data).played.moves) == Limits.sgf_depth - 1


def test_a_file_that_only_the_parser_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    for error in (RecursionError(), MemoryError(), IndexError("x")):
        monkeypatch.setattr("tourgen.go.sgf.GoGame", lambda text, error=error: (_ for _ in ()).throw(error))
        assert problem(b"(;SZ[9])") == "sgf-broken"


# --- What a record says


def test_board_sizes_komi_and_set_up() -> None:
    game = read_game(b"(;SZ[7:5]KM[6,5]AB[aa][cc:dd]AW[ge];AE[dd])")
    assert (game.stop.board.width, game.stop.board.height, str(game.stop.komi)) == (7, 5, "6.5")
    assert game.stop.board.rows == ("b......", ".......", "..bb...", "..b....", "......w")
    assert not game.oddities
    assert read_game(b"(;GM[1])").stop.board.width == 19
    assert read_game(b"(;SZ[25])").stop.board.height == 25


@pytest.mark.parametrize(
    ("text", "code", "number"),
    [
        ("(;SZ[5]AB[ff])", "off-board", 0),
        ("(;SZ[5]AB[aa]AW[aa])", "occupied", 0),
        ("(;SZ[5];B[aa];W[aa])", "occupied", 2),
        ("(;SZ[5];B[ee];W[fa])", "off-board", 2),
        ("(;SZ[5];B[AA])", "off-board", 1),
        ("(;SZ[5]AB[ab][ba];W[aa])", "suicide", 1),
        ("(;SZ[5:4]AB[ba][ab][bc]AW[ca][bb][db][cc];B[cb];W[bb])", "ko", 2),
    ],
)
def test_illegal_records(text: str, code: str, number: int) -> None:
    with pytest.raises(IllegalRecord) as found:
        _ = read_game(text.encode()).stop
    assert (found.value.code.value, found.value.number) == (code, number)


def test_a_pass_lifts_a_ko() -> None:
    game = read_game(b"(;SZ[5:4]AB[ba][ab][bc]AW[ca][bb][db][cc];B[cb];W[];B[];W[bb])")
    assert game.proposal.inserts, "two passes: the rest is inserted"
    game = read_game(
        b"(;SZ[5:4]AB[ba][ab][bc]AW[ca][bb][db][cc];B[cb];W[tt];B[ee]".replace(b"ee", b"ed") + b";W[bb])"
    )
    assert game.stop.prisoners == (1, 1)


def test_the_stop_is_the_last_pair_of_passes() -> None:
    game = read_game(b"(;SZ[5]KM[0];B[aa];W[];B[];W[bb];B[];W[];B[cc]SQ[cc];W[dd];MA[aa])")
    assert len(game.played.moves) == 6
    assert [point for _, point in game.proposal.inserts] == [(2, 2), (3, 3)]
    assert game.proposal.dead == {Point(0, 0)}


def test_without_two_passes_marked_moves_at_the_end_are_inserted() -> None:
    game = read_game(b"(;SZ[5]AB[aa];B[bb];W[cc];B[dd]SQ[dd];W[ee]SQ[ee];C[end]MA[aa]TB[]TW[ba])")
    assert len(game.played.moves) == 2 and len(game.proposal.inserts) == 2
    assert game.proposal.dead == {Point(0, 0)} and game.territory == (frozenset(), {Point(1, 0)})


def test_a_position_alone_with_its_marks() -> None:
    game = read_game(b"(;SZ[5]AB[aa]AW[bb]MA[aa])")
    assert game.proposal.dead == {Point(0, 0)} and not game.played.moves


def test_stones_set_up_in_the_middle_of_a_game() -> None:
    game = read_game(b"(;SZ[5]KM[0]AB[ba]AW[aa];B[ab];AE[ba]AW[cc];W[];B[])")
    assert game.stop.prisoners == (1, 0) and "late-setup" in game.oddities
    assert game.stop.board.rows[0] == "....." and game.stop.board.rows[2] == "..w.."


def test_oddities() -> None:
    assert read_game(b"(;SZ[9]HA[3]AB[cc])").oddities == ("komi-missing", "handicap-not-placed")
    assert read_game(b"(;SZ[9]HA[2]AB[cc][dd]KM[0])").oddities == ()
