"""Tables to download: only what is published, safe to open, the same bytes every time."""

import csv
import io
import json
from types import SimpleNamespace
from typing import Any

import pytest
from openpyxl import load_workbook
from python_calamine import CalamineWorkbook

from tourgen.explain.terms import criterion_label
from tourgen.formats import read_format, shipped_text
from tourgen.formats.models import Award, Qualification
from tourgen.results.award_list import AwardLine
from tourgen.results.award_tables import AwardSection, awards_table
from tourgen.results.statistics import statistics
from tourgen.results.tables import (
    cross_table,
    pairings_table,
    ranks_table,
    rated_games_table,
    words,
)
from tourgen.sheets.export import csv_bytes, xlsx_bytes


def player(no: int, name: str, **more: Any) -> dict[str, Any]:
    person = {
        "no": no,
        "name": name,
        "club": "北町",
        "sex": "M",
        "grade": "三段",
        "seed": False,
        "absent": False,
    }
    person |= {"from_round": 1, "preliminary": 1, "lottery": no, "league": "A", "withdrawn_after": None}
    return person | {"replacement_from": None, "moved_to": None} | more


def game(
    table: int | None, first: int, second: int | None, winner: int | None = None, **more: Any
) -> dict[str, Any]:
    known = {"table": table, "stage": "league", "group": "A", "players": [first, second], "kind": "played"}
    return known | {"winner": winner, "discs": None, "rated": True} | more


def row(rank: int, no: int, wins: int, losses: int) -> dict[str, Any]:
    return {"rank": rank, "no": no, "group": "A", "wins": wins, "losses": losses, "keys": [wins, -no]}


DOCUMENT: dict[str, Any] = {
    "schema": "tourgen.results/1",
    "event": {"id": "demo", "name": "サンプル"},
    "division": {"id": "open", "name": "無差別の部", "format": "othello-4-league"},
    "players": [
        player(1, "青木 一郎", seed=True, club="=1+1"),
        player(2, "石川 二葉", sex="F", grade=""),
        player(3, "上田 三郎", withdrawn_after=1, club=""),
        player(4, "江口 四季", absent=True),
        player(5, "髙橋 五月"),
    ],
    "rounds": [
        {
            "round": 1,
            "by_hand": False,
            "games": [
                game(1, 1, 2, 1, discs=[40, 24]),
                game(2, 3, 5, 5, discs=[32, 32]),
            ],
        },
        {
            "round": 2,
            "by_hand": False,
            "games": [
                game(1, 2, 1, 1, stage="final", group=None, discs=[10, 54]),
                game(2, 3, 5, 5, kind="forfeit", rated=False),
                game(None, 5, None, 5, kind="bye", rated=False),
                game(3, 2, 5),
            ],
        },
    ],
    "standings": [{"after": 1, "rows": [row(1, 1, 1, 0), row(2, 5, 1, 0), row(3, 2, 0, 1), row(4, 3, 0, 1)]}],
    "final": None,
    "titles": [{"title": "優勝", "no": 1}],
    "awards": [{"no": 1, "award": "七段", "reason": "優勝", "charged": True}],
    "qualified": [{"no": 5, "for": "王座戦", "reason": "3勝以上"}],
    "state": {"completed": 1, "next": 2, "finished": False},
}


def values(known: Any) -> Any:
    """A document as the tables read it: by attributes, with `...` for what a game doesn't have."""
    if isinstance(known, dict):
        named = {"target" if key == "for" else key: values(inner) for key, inner in known.items()}
        return (
            SimpleNamespace(
                **({"boards": ..., "games": ..., "black": ...} if "winner" in known else {}),
                **{key: inner for key, inner in named.items() if key != "boards"},
            )
            if "boards" not in known
            else SimpleNamespace(**({"games": ..., "black": ...} | named))
        )
    return tuple(map(values, known)) if isinstance(known, list) else known


FORMAT = read_format(shipped_text("othello-4-league"), "othello-4-league")[0]
TWO_CRITERIA = read_format(shipped_text("othello-new-64"), "othello-new-64")[0]


def lines(data: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))


def test_pairings_of_teams_have_a_column_for_every_board() -> None:
    games = [
        game(1, 1, 2, 1, boards=[1, 0, 1]),
        game(2, 3, 5, 5, kind="forfeit", boards=[0, 0, 0]),
        game(None, 5, None, 5, kind="bye", boards=[1, 1, 1]),
        game(3, 2, 3),
    ]
    document = DOCUMENT | {"rounds": [{"round": 1, "by_hand": False, "games": games}]}
    header, *found = lines(
        csv_bytes(pairings_table(values(document), 1, FORMAT, boards=("主将", "副将", "三将")))
    )
    assert header == [
        *("卓", "組", "番号1", "チーム1", "主将", "副将", "三将", "チーム2", "番号2", "結果1", "結果2")
    ]
    marks = [[*row[4:7], row[9]] for row in found]
    assert marks == [["○", "●", "○", "○"], ["不戦敗"] * 4, ["不戦勝"] * 4, [""] * 4]
    assert [row[3] for row in found] == ["青木 一郎", "上田 三郎", "髙橋 五月", "石川 二葉"]


def test_standings() -> None:
    table = lines(csv_bytes(ranks_table(values(DOCUMENT), TWO_CRITERIA, 1)))
    assert table[0] == [
        "順位",
        "名簿番号",
        "氏名",
        "所属",
        "段級位",
        "組",
        "勝",
        "敗",
        "勝数",
        "前試合直前の順位",
    ]
    assert table[1] == ["1", "1", "青木 一郎", "'=1+1", "三段", "A", "1", "0", "1", "1"]
    assert len(table) == 5
    assert ranks_table(values(DOCUMENT), TWO_CRITERIA, 7).empty


def test_pairings() -> None:
    table = lines(csv_bytes(pairings_table(values(DOCUMENT), 2, FORMAT)))
    assert table == [
        ["卓", "組", "番号1", "選手1", "結果1", "結果2", "選手2", "番号2", "石数1", "石数2"],
        ["1", "決勝", "2", "石川 二葉", "●", "○", "青木 一郎", "1", "10", "54"],
        ["2", "A", "3", "上田 三郎", "不戦敗", "不戦勝", "髙橋 五月", "5", "", ""],
        ["", "A", "5", "髙橋 五月", "不戦勝", "", "", "", "", ""],
        ["3", "A", "2", "石川 二葉", "", "", "髙橋 五月", "5", "", ""],
    ]


def test_cross_table() -> None:
    table = lines(csv_bytes(cross_table(values(DOCUMENT), "en")))
    assert table[0] == ["Rank", "No", "Name", "Club", "Round 1", "Round 2", "Wins", "Losses"]
    assert table[1][4:] == ["○2", "○2", "1", "0"]
    assert [line[1] for line in table[1:]] == ["1", "5", "2", "3"]
    assert table[4][4:6] == ["●5", "forfeit5"]


CHAMPION = Award.model_validate(
    {"award": "七段", "reason": "優勝", "reason_en": "1st place", "places": (1, 1), "charged": False}
    | {"prizes": ("会長賞", "副賞")}
)
FIRST_DAN = Award.model_validate({"award": "初段", "reason": "出場", "reason_en": "took part", "wins": 0})
OZA = Qualification.model_validate(
    {"for": "王座戦", "reason": "3勝以上", "reason_en": "3 wins or more", "wins": 3}
)
LINES = [
    AwardLine(1, 1, 6, CHAMPION, "", (OZA,), ("優勝",)),
    AwardLine(2, 5, 4, FIRST_DAN, "held", (OZA,), ()),
    AwardLine(3, 2, 0, None, "", (), ()),
]


def award_list(document: dict[str, Any]) -> list[AwardSection]:
    lines = LINES if document["awards"] else []
    return [AwardSection("無差別の部", values(document), lines, {"free": "フリークラス"})]


def test_awards() -> None:
    table = lines(csv_bytes(awards_table(award_list(DOCUMENT), with_division=True)))
    assert [line[:4] + line[5:6] + line[8:] for line in table[1:]] == [
        [
            *("無差別の部", "1", "6", "優勝", "青木 一郎", "七段", "会長賞・副賞", "無料", "優勝", "王座戦"),
            *("", ""),
        ],
        [
            *("無差別の部", "2", "4", "", "髙橋 五月", "", "", "", "出場", "王座戦"),
            *("同等以上の段級位を取得済み", ""),
        ],
    ]
    english = lines(csv_bytes(awards_table(award_list(DOCUMENT), "en")))
    assert english[1][9:11] == ["free of charge", "1st place"]


def test_rated_games_are_those_played_and_decided() -> None:
    table = lines(csv_bytes(rated_games_table(values(DOCUMENT))))
    assert [line[:3] + line[5:6] + line[8:] for line in table[1:]] == [
        ["1", "1", "1", "2", "40", "24"],
        ["1", "2", "5", "3", "32", "32"],
        ["2", "1", "1", "2", "54", "10"],
    ]


def test_csv_opens_in_excel() -> None:
    data = csv_bytes(pairings_table(values(DOCUMENT), 1, FORMAT))
    assert data.startswith(b"\xef\xbb\xbf")
    assert data.count(b"\r\n") == data.count(b"\n") == 3


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@A1", "\t=1", "\r=1", "＝1", '=HYPERLINK("x")'])
def test_names_are_no_formulas(name: str) -> None:
    document = json.loads(json.dumps(DOCUMENT))
    document["players"][0]["name"] = name
    table = ranks_table(values(document), TWO_CRITERIA, 1)
    assert lines(csv_bytes(table))[1][2] == f"'{name}"
    page = load_workbook(io.BytesIO(xlsx_bytes({"順位": table})))["順位"]
    assert page["C2"].data_type in ("s", "inlineStr")
    assert page["C2"].value.replace("_x000D_", "\r") == name


ODD = [
    *("=1+1", "{=A1}", "@x", "https://example.org/", "a & <b> \"c\" 'd'", " edges ", "two\nlines"),
    *("_x0041_", "a\x00b\x0bc", "𠮷田 髙", "0012", "1e5", "nan", "]]>"),
]


def test_what_was_put_in_is_read_out() -> None:
    """Texts stay texts and numbers stay whole numbers, also in a column with blanks."""
    document = json.loads(json.dumps(DOCUMENT))
    document["players"] = [player(no, name) for no, name in enumerate(ODD, 1)]
    document["rounds"][0]["games"] = [game(None, no, None) for no in range(1, len(ODD) + 1)]
    table = pairings_table(values(document), 1, FORMAT)
    data = xlsx_bytes({"組合せ": table})
    rows = CalamineWorkbook.from_filelike(io.BytesIO(data)).get_sheet_by_name("組合せ").to_python()
    assert [row[3] for row in rows[1:]] == ODD
    cells = [row[3] for row in load_workbook(io.BytesIO(data))["組合せ"].iter_rows(min_row=2)]
    assert [cell.data_type for cell in cells] == ["s"] * len(ODD)
    defused = [f"'{name}" if name.startswith(("=", "@")) else name for name in ODD]
    assert [row[3] for row in lines(csv_bytes(table))[1:]] == defused
    page = load_workbook(io.BytesIO(xlsx_bytes({"x": pairings_table(values(DOCUMENT), 2, FORMAT)})))["x"]
    assert [[cell.value for cell in page[row]][7:] for row in (2, 3, 4)] == [
        [1, 10, 54],
        [5, None, None],
        [None, None, None],
    ]


def test_workbook() -> None:
    book = load_workbook(
        io.BytesIO(
            xlsx_bytes(
                {
                    "a/b": ranks_table(values(DOCUMENT), TWO_CRITERIA, 1),
                    "x" * 40: awards_table(award_list(DOCUMENT)),
                }
            )
        )
    )
    assert book.sheetnames == ["a b", "x" * 31]
    assert book["a b"].freeze_panes == "A2"
    widths = [round(book["a b"].column_dimensions[one].width, 2) for one in "ABC"]
    assert widths == [6.71, 10.71, 11.71], "as wide as 順位 at the least, 名簿番号 and 青木 一郎"
    odd = load_workbook(
        io.BytesIO(xlsx_bytes({"a" + "𠮷" * 40: ranks_table(values(DOCUMENT), TWO_CRITERIA, 1)}))
    )
    assert odd.sheetnames == ["a" + "𠮷" * 15], "31 letters as Excel counts them"
    assert [cell.value for cell in book["a b"][2]][:3] == [1, 1, "青木 一郎"]


def test_only_named_columns_are_published() -> None:
    document = json.loads(json.dumps(DOCUMENT))
    for person in document["players"]:
        person["note"] = person["phone"] = "secret"
    tables = [
        ranks_table(values(document), TWO_CRITERIA, 1),
        pairings_table(values(document), 1, FORMAT),
        cross_table(values(document)),
    ]
    tables += [awards_table(award_list(document)), rated_games_table(values(document))]
    assert all(b"secret" not in csv_bytes(table) for table in tables)
    known = {header["ja"] for header in words()["columns"].values()}
    known |= {criterion_label(name)["ja"] for name in TWO_CRITERIA.order.criteria}
    assert all(
        str(header) in known or str(header).endswith("回戦") for table in tables for header in table.columns
    )


def test_statistics() -> None:
    found = statistics(values(DOCUMENT))
    assert (found["players"], found["absent"], found["withdrawn"], found["women"]) == (4, 1, 1, 1)
    assert found["clubs"] == 2
    assert found["total"] == {
        "games": 3,
        "open": 1,
        "byes": 1,
        "forfeits": 1,
        "double_losses": 0,
        "pending": 0,
        "draws": 0,
        "closest": 0,
        "widest": 44,
        "average_difference": 20.0,
        "draw_wins": 1,
    }
    assert [(entry["round"], entry["games"]) for entry in found["rounds"]] == [(1, 2), (2, 1)]
    assert found["seeds"] == {"games": 2, "wins": 2}
    assert json.loads(json.dumps(found)) == found


def test_before_the_first_round() -> None:
    document = DOCUMENT | {"rounds": [], "standings": [], "titles": [], "awards": [], "qualified": []}
    tables = [
        ranks_table(values(document), TWO_CRITERIA, 1),
        pairings_table(values(document), 1, FORMAT),
        cross_table(values(document)),
    ]
    tables += [awards_table(award_list(document)), rated_games_table(values(document))]
    assert all(table.empty and csv_bytes(table).endswith(b"\r\n") for table in tables)
    assert xlsx_bytes({"x": tables[0]})
    assert statistics(values(document))["total"]["games"] == 0
