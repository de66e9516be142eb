"""The columns of rosters and result sheets: their names in both languages, and every spelling understood.

The first Japanese and the first English name are the ones that are written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import cache, lru_cache

from tourgen.dataclass import dataclass
from tourgen.problems import Problem
from tourgen.sheets.text import Value, cell_name, column_letters, fold, is_blank
from tourgen.sheets.workbook import Sheet


@dataclass(frozen=True, slots=True)
class Column:
    """One column by its key."""

    key: str
    ja: tuple[str, ...]
    en: tuple[str, ...]

    def header(self, language: str) -> str:
        """The name that stands in a sheet made by tourgen."""
        return (self.en if language == "en" else self.ja)[0]


ROSTER = (
    Column("no", ("名簿番号", "番号", "選手番号"), ("No", "Number", "Roster number")),
    Column("name", ("氏名", "名前", "選手名", "選手", "お名前"), ("Name", "Player", "Full name")),
    Column(
        "kana",
        (
            "ふりがな",
            "フリガナ",
            "ふり仮名",
            "よみがな",
            "読みがな",
            "読み仮名",
            "よみ",
            "読み",
            "かな",
            "カナ",
            "氏名ふりがな",
        ),
        ("Kana", "Furigana", "Reading"),
    ),
    Column(
        "club",
        ("所属", "所属名", "支部", "クラブ", "学校", "学校名", "高校"),
        ("Club", "Affiliation", "School"),
    ),
    Column("grade", ("段級位", "段級", "段位", "級位", "段位級位"), ("Grade", "Dan")),
    Column("sex", ("性別", "男女"), ("Sex", "Gender")),
    Column("seed", ("シード", "シード選手"), ("Seed", "Seeded")),
    Column(
        "lottery",
        ("抽選番号", "抽選", "抽せん番号", "抽籤番号", "くじ番号"),
        ("Lottery", "Lottery number", "Lot"),
    ),
    Column(
        "absent",
        ("欠席", "欠", "欠席者", "欠席選手", "欠場", "不参加", "お休み", "休み", "けっせき"),
        ("Absent", "Absence", "Absentee"),
    ),
    Column("from", ("参加", "途中参加", "参加回戦"), ("From", "From round")),
    Column(
        "withdrawn",
        (
            "棄権",
            "途中棄権",
            "棄権者",
            "途中帰宅",
            "途中退場",
            "途中退出",
            "退場",
            "早退",
            "リタイア",
            "リタイヤ",
        ),
        ("Withdrawn", "Withdrew", "Withdrawn after", "Retired"),
    ),
    Column("standby", ("補充希望", "補充"), ("Standby", "Would fill")),
    Column("note", ("備考", "メモ", "連絡事項"), ("Note", "Notes", "Remarks")),
)

ROUND = (
    Column("table", ("卓", "卓番", "卓番号", "テーブル", "台"), ("Table", "Table number")),
    Column("group", ("組", "リーグ", "ブロック"), ("Group", "League", "Block")),
    Column("no1", ("番号1", "名簿番号1", "選手番号1"), ("No1", "Number1")),
    Column("name1", ("選手1", "氏名1", "名前1", "選手名1"), ("Player1", "Name1")),
    Column("record1", ("戦績1", "成績1"), ("Record1", "Score1")),
    Column("result1", ("結果1", "勝敗1"), ("Result1",)),
    Column("result2", ("結果2", "勝敗2"), ("Result2",)),
    Column("record2", ("戦績2", "成績2"), ("Record2", "Score2")),
    Column("name2", ("選手2", "氏名2", "名前2", "選手名2"), ("Player2", "Name2")),
    Column("no2", ("番号2", "名簿番号2", "選手番号2"), ("No2", "Number2")),
    Column("discs1", ("石数1", "石1"), ("Discs1", "Disks1", "Stones1")),
    Column("discs2", ("石数2", "石2"), ("Discs2", "Disks2", "Stones2")),
    Column("note", ("備考", "メモ", "連絡事項"), ("Note", "Notes", "Remarks")),
)

BARRED = (
    Column("no1", ("番号1", "名簿番号1", "番号A"), ("No1", "Number1")),
    Column("no2", ("番号2", "名簿番号2", "番号B"), ("No2", "Number2")),
    Column("strength", ("強さ", "種類", "区分"), ("Strength", "Kind")),
    Column("division", ("部門", "部門名"), ("Division",)),
    Column("note", ("備考", "メモ", "理由"), ("Note", "Notes", "Reason")),
)

Boards = tuple[
    tuple[str, str], ...
]  # the names of a team's boards in Japanese and English, first board first
MOST_RESERVES = 9  # columns: 補欠, 補欠2 …


def team_roster(boards: Boards) -> tuple[Column, ...]:
    """The columns of a roster of teams; key "name" is the team, "club" its school."""
    head = (
        Column("no", ("番号", "名簿番号", "チーム番号"), ("No", "Number", "Team number")),
        Column("name", ("チーム", "チーム名"), ("Team", "Team name")),
        Column("club", ("学校", "学校名", "所属", "高校"), ("School", "Club")),
    )
    reserves = (
        Column(
            "reserve1", ("補欠", "補欠1", "控え", "控え1", "補欠選手"), ("Reserve", "Reserve1", "Reserves")
        ),
        *(
            Column(f"reserve{n}", (f"補欠{n}", f"控え{n}"), (f"Reserve{n}",))
            for n in range(2, MOST_RESERVES + 1)
        ),
    )
    rest = tuple(column(ROSTER, key) for key in ("absent", "from", "withdrawn", "kana", "note"))
    return (*head, *board_columns(boards), *reserves, *rest)


def written_team_roster(boards: Boards) -> tuple[Column, ...]:
    """Those of them that stand in a sheet made by tourgen."""
    unwritten = {"kana", *(f"reserve{n}" for n in range(2, MOST_RESERVES + 1))}
    return tuple(one for one in team_roster(boards) if one.key not in unwritten)


def team_round(boards: Boards) -> tuple[Column, ...]:
    """The columns of a round of teams: one per board between the two, who sits there beside each."""
    given = {one.key: one for one in ROUND}
    return (
        *(given[key] for key in ("table", "group", "no1")),
        _team_name(1),
        Column("lineup1", ("メンバー1", "出場1"), ("Lineup1",)),
        given["record1"],
        *board_columns(boards),
        given["record2"],
        Column("lineup2", ("メンバー2", "出場2"), ("Lineup2",)),
        _team_name(2),
        given["no2"],
        Column("sub1", ("交代1", "交替1", "補欠出場1"), ("Sub1", "Substitute1", "Substitutes1")),
        Column("sub2", ("交代2", "交替2", "補欠出場2"), ("Sub2", "Substitute2", "Substitutes2")),
        given["note"],
    )


def _team_name(side: int) -> Column:
    players = column(ROUND, f"name{side}")
    return Column(
        players.key, (f"チーム{side}", f"チーム名{side}", *players.ja), (f"Team{side}", *players.en)
    )


def board_columns(boards: Boards) -> tuple[Column, ...]:
    """One column per board, by its name or its number."""
    return tuple(Column(f"board{n}", (ja,), (en, f"Board{n}")) for n, (ja, en) in enumerate(boards, start=1))


# A title, a date and some advice may stand above the table, not more.
_HEADER_WITHIN = 50
_NEARLY = 0.65  # 結果 and 結果３ are nearly 結果1, 備考 and 戦績1 are not
_PUNCTUATION = str.maketrans("", "", ".:_・*※#")


@dataclass(frozen=True, slots=True)
class Table:
    """Where a sheet's table is: its header row, and the column of each key that was found."""

    header: int
    columns: Mapping[str, int]
    letters: tuple[tuple[str, str], ...] = ()  # the same by letters

    def cells(self, row: int) -> tuple[tuple[str, str], ...]:
        """(key, cell) of one row, as the model keeps them."""
        number = row + 1
        return tuple((key, f"{letters}{number}") for key, letters in self.letters)


def column(columns: tuple[Column, ...], key: str) -> Column:
    """One column by its key."""
    return next(column for column in columns if column.key == key)


def find_table(
    sheet: Sheet, columns: tuple[Column, ...], required: tuple[tuple[str, ...], ...]
) -> tuple[Table | None, list[Problem]]:
    """The header row is the one with most known headers. One of each tuple in `required` must be in it."""
    known = _spellings(columns)
    candidates: list[list[str | None]] = []
    counts: list[int] = []
    for row in sheet.rows[:_HEADER_WITHIN]:
        candidates.append([known.get(_spelling(value)) or known.get(_bare(value)) for value in row])
        counts.append(len(set(candidates[-1]) - {None}))
        if counts[-1] == len(columns):
            break  # no row below it can have more
    best = max(counts, default=0)
    if best < 2:
        return None, [_missing(sheet, None, columns, required)]
    header = counts.index(best)
    return _table(sheet, header, candidates[header], columns, required)


def _table(
    sheet: Sheet,
    header: int,
    keys: list[str | None],
    columns: tuple[Column, ...],
    required: tuple[tuple[str, ...], ...],
) -> tuple[Table | None, list[Problem]]:
    problems: list[Problem] = []
    places: dict[str, int] = {}
    for place, key in enumerate(keys):
        if key is None:
            continue
        if key in places:
            first = cell_name(header, places[key])
            found = str(sheet.value(header, place))
            problems.append(Problem("header-twice", sheet.at(header, place), found, {"first": first}))
        else:
            places[key] = place
    absent = tuple(choice for choice in required if not any(key in places for key in choice))
    if absent:
        problems.append(_missing(sheet, header, columns, absent))
        return None, problems
    letters = tuple((key, column_letters(place)) for key, place in places.items())
    return Table(header, places, letters), problems


def misspelt(
    sheet: Sheet,
    table: Table,
    columns: tuple[Column, ...],
    keys: tuple[str, ...],
    belongs: Callable[[Value], bool],
) -> list[Problem]:
    """Unknown headers that are nearly those of `keys`, with something below that `belongs` there.

    It would be passed over in silence, as other people's columns are.
    """
    known, taken = _spellings(columns), set(table.columns.values())
    problems = []
    for key in (key for key in keys if key not in table.columns):
        near = [spelling for spelling, meant in known.items() if meant == key]
        for place, value in enumerate(sheet.rows[table.header]):
            said = _bare(value)
            if place in taken or not said or not get_close_matches(said, near, n=1, cutoff=_NEARLY):
                continue
            if any(belongs(sheet.value(row, place)) for row in range(table.header + 1, len(sheet.rows))):
                names = {language: column(columns, key).header(language) for language in ("ja", "en")}
                found = str(sheet.value(table.header, place))
                problems.append(
                    Problem("header-misspelt", sheet.at(table.header, place), found, {"meant": names})
                )
                taken.add(place)
                break
    return problems


def unread(sheet: Sheet, table: Table, also: tuple[str, ...] = ()) -> list[tuple[int, int]]:
    """(column, how many cells are filled below the header) of the columns that nothing is read from, and `also`."""
    known = {place for key, place in table.columns.items() if key not in also}
    below = sheet.rows[table.header + 1 :]
    width = max(map(len, below), default=0)
    counts = [
        (place, sum(place < len(row) and not is_blank(row[place]) for row in below))
        for place in range(width)
        if place not in known
    ]
    return [(place, filled) for place, filled in counts if filled]


def _missing(
    sheet: Sheet, header: int | None, columns: tuple[Column, ...], choices: tuple[tuple[str, ...], ...]
) -> Problem:
    """Which headers to type, and where the header row was found, if it was."""
    names = {
        language: joiner.join(
            f"「{either.join(column(columns, key).header(language) for key in choice)}」"
            if language == "ja"
            else f"“{either.join(column(columns, key).header(language) for key in choice)}”"
            for choice in choices
        )
        for language, joiner, either in (("ja", "、", "」か「"), ("en", ", ", "” or “"))
    }
    where = sheet.at(0) if header is None else sheet.at(header, 0)
    return Problem("header-missing", where, params={"missing": names})


@cache
def _spellings(columns: tuple[Column, ...]) -> dict[str, str]:
    return {_spelling(name): column.key for column in columns for name in (*column.ja, *column.en)}


@lru_cache(maxsize=10_000, typed=True)  # a number is not a truth value
def _spelling(value: Value) -> str:
    """`No.` and `№` are `no`, `番号 １` is `番号1`."""
    return fold(value).translate(_PUNCTUATION)


def _bare(value: Value) -> str:
    """`性別(男/女)` is `性別`."""
    said = _spelling(value)
    return said.partition("(")[0] if said.endswith(")") else said
