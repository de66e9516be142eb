"""Lists of entries as forms and federations give them out, and rosters that are no Excel workbooks."""

import csv
import io
import zipfile

import pytest

from tourgen.messages.problems import Problem
from tourgen.sheets import Entries, read_entries, read_roster, write_roster
from tourgen.sheets.csv_and_ods import open_table
from tourgen.sheets.write_roster import RosterSheet
from tourgen.storage.limits import limits

FORM = [
    [
        "タイムスタンプ",
        "メールアドレス",
        "お名前（漢字）",
        "お名前（ふりがな）",
        "所属クラブ",
        "性別",
        "参加",
    ],
    ["2027/03/01", "a@example.com", "例示 一", "れいじ はじめ", "見本会", "回答しない", "○"],
    ["2027/03/02", "b@example.com", "髙見本 花子", "たかみほん はなこ", "", "女性", "○"],
]
DIVISIONS = [("open", "無差別の部")]


def table(rows: list[list[str]], encoding: str = "utf-8-sig", delimiter: str = ",") -> bytes:
    stream = io.StringIO()
    csv.writer(stream, delimiter=delimiter).writerows(rows)
    return stream.getvalue().encode(encoding)


def entries(data: bytes, file: str = "entries.csv", boards: tuple[tuple[str, str], ...] = ()) -> Entries:
    found = read_entries(data, file, boards)
    assert isinstance(found, Entries), found
    return found


def ods(content: str) -> bytes:
    """As LibreOffice writes it, but for what nobody reads."""
    spaces = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for name in ("table", "text", "office")
    )
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr(
            "content.xml", f"<office:document-content {spaces}>{content}</office:document-content>"
        )
    return stream.getvalue()


def cell(text: str, repeated: int = 1) -> str:
    times = f' table:number-columns-repeated="{repeated}"' if repeated > 1 else ""
    value = f' office:value-type="float" office:value="{text}"' if text.isdigit() else ""
    return f"<table:table-cell{times}{value}>{f'<text:p>{text}</text:p>' if text else ''}</table:table-cell>"


def row(*texts: str, repeated: int = 1) -> str:
    times = f' table:number-rows-repeated="{repeated}"' if repeated > 1 else ""
    return f"<table:table-row{times}>{''.join(map(cell, texts))}</table:table-row>"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-8", "cp932"])
@pytest.mark.parametrize("delimiter", [",", "\t", ";"])
def test_a_form(encoding: str, delimiter: str) -> None:
    found = entries(table(FORM, encoding, delimiter))
    players, problems, notices = found.players(DIVISIONS)
    assert not problems and not found.unsure
    assert [(one.no, one.name, one.kana, one.club, one.sex) for one in players] == [
        (1, "例示 一", "れいじ はじめ", "見本会", None),
        (2, "髙見本 花子", "たかみほん はなこ", "", "F"),
    ]
    assert [notice.params["columns"]["ja"] for notice in notices] == [  # type: ignore[index]
        "「タイムスタンプ」(A1)、「メールアドレス」(B1)、「参加」(G1)"
    ]


def test_a_federation_has_a_title_and_names_in_two_columns() -> None:
    rows = [
        ["見本連盟 申込一覧"],
        [],
        ["会員番号", "姓", "名", "セイ", "メイ", "段位"],
        ["17", "例示", "一", "レイジ", "ハジメ", "三段"],
        [],
        ["9", "見本", "花子", "ミホン", "ハナコ", ""],
    ]
    players, problems, _ = entries(table(rows, "cp932")).players(DIVISIONS)
    assert not problems
    assert [(one.no, one.name, one.kana, one.grade) for one in players] == [
        (1, "例示 一", "レイジ ハジメ", "三段"),
        (2, "見本 花子", "ミホン ハナコ", ""),
    ]


def test_somebody_says_which_column_it_is() -> None:
    rows = [["申込者の氏名", "出場者の氏名"], ["例示 親", "例示 子"]]
    found = entries(table(rows))
    assert found.unsure == {"name": (0, 1)}
    assert "--column 氏名=" in found.problem("name").text("ja")
    assert [one.name for one in found.choose("name", found.place("出場者の氏名")).players(DIVISIONS)[0]] == [
        "例示 子"
    ]
    assert found.place("b") == 1 and found.place("無い見出し") is None


def test_mistakes_are_named_by_their_cells_in_the_file() -> None:
    rows = [*FORM, ["2027/03/03", "c@example.com", "", "よみ だけ", "", "不明", ""]]
    _, problems, _ = entries(table(rows)).players(DIVISIONS)
    assert [(one.code, one.where.cell) for one in problems] == [("name-missing", "C4"), ("sex-unknown", "F4")]


def test_teams() -> None:
    rows = [["学校名", "チーム", "主将", "副将", "三将"], ["例示高校", "A", "例示 一", "例示 二", "例示 三"]]
    boards = (("主将", "Board1"), ("副将", "Board2"), ("三将", "Board3"))
    players, problems, _ = entries(table(rows), boards=boards).players(DIVISIONS)
    assert not problems and players[0].members == ("例示 一", "例示 二", "例示 三")


def test_entries_in_excel() -> None:
    roster = read_roster(ods(ROSTER_ODS), "roster.ods", DIVISIONS).players["open"]
    data = write_roster([RosterSheet("open", "無差別の部", roster)])
    players, problems, _ = entries(data, "entries.xlsx").players(DIVISIONS)
    assert not problems and [one.name for one in players] == ["例示 一", "見本  花子"]


ROSTER_ODS = (
    '<table:table table:name="無差別の部">'
    + row("", "", repeated=2)
    + row("名簿番号", "氏名", "性別")
    + row("7", "例示 一", "男")
    + row("8", "見本<text:s text:c='1'/> <text:ruby><text:ruby-base>花子</text:ruby-base>"
          "<text:ruby-text>はなこ</text:ruby-text></text:ruby>", "女")
    + row("", repeated=1_048_570)
    + "</table:table>"
)  # fmt: skip


def test_a_roster_of_libreoffice() -> None:
    roster = read_roster(ods(ROSTER_ODS), "roster.ods", DIVISIONS)
    assert not roster.problems
    assert [(one.no, one.name, one.sex) for one in roster.players["open"]] == [
        (7, "例示 一", "M"),
        (8, "見本  花子", "F"),
    ]
    assert [one.source.cell for one in roster.players["open"]] == ["B4", "B5"]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "cp932"])
def test_a_roster_in_csv(encoding: str) -> None:
    rows = [["名簿番号", "氏名", "欠席"], ["1", "例示 一", ""], ["２", "見本 花子", "○"]]
    roster = read_roster(table(rows, encoding), "events/demo/roster.csv", DIVISIONS)
    assert not roster.problems
    assert [(one.no, one.name, one.absent) for one in roster.players["open"]] == [
        (1, "例示 一", False),
        (2, "見本 花子", True),
    ]


@pytest.mark.parametrize(
    ("file", "data"),
    [
        ("a.csv", b"\x81\xff\xfe\x00"),
        ("a.csv", b""),
        ("a.csv", ("," * (limits().columns + 1)).encode()),
        ("a.csv", b"a\n" * (limits().rows + 1)),
        ("a.ods", b"PK\x03\x04"),
        ("a.ods", ods("<table:table>" + row("x", repeated=1_000_000) + "</table:table>")),
        ("a.ods", ods(f"<table:table><table:table-row>{cell('x', 16_000)}</table:table-row></table:table>")),
        ("a.ods", b"no archive"),
    ],
    ids=["encoding", "empty", "wide", "long", "cut", "rows", "columns", "no archive"],
)  # fmt: skip
def test_what_is_refused(file: str, data: bytes) -> None:
    assert isinstance(open_table(data, file), Problem)
