"""The columns of rosters and result sheets: their names in both languages, and every spelling understood.

The first Japanese and the first English name are the ones that are written.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, lru_cache

from tourgen.messages.problems import Problem
from tourgen.model import Cells
from tourgen.sheets.text import Value, cell_name, fold, is_blank
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


def _column(key: str, ja: str, en: str) -> Column:
    return Column(key, tuple(ja.split("|")), tuple(en.split("|")))


ROSTER = (
    _column("no", "名簿番号|番号|選手番号", "No|Number|Roster number"),
    _column("name", "氏名|名前|選手名|選手|お名前", "Name|Player|Full name"),
    _column(
        "kana",
        "ふりがな|フリガナ|ふり仮名|よみがな|読みがな|読み仮名|よみ|読み|かな|カナ|氏名ふりがな",
        "Kana|Furigana|Reading",
    ),
    _column("club", "所属|所属名|支部|クラブ|学校|学校名|高校", "Club|Affiliation|School"),
    _column("grade", "段級位|段級|段位|級位|段位級位", "Grade|Dan"),
    _column("sex", "性別|男女", "Sex|Gender"),
    _column("seed", "シード|シード選手", "Seed|Seeded"),
    _column("lottery", "抽選番号|抽選|抽せん番号|抽籤番号|くじ番号", "Lottery|Lottery number|Lot"),
    _column("absent", "欠席|欠|欠席者|欠席選手|欠場|不参加|お休み|けっせき", "Absent|Absence|Absentee"),
    _column("from", "参加|途中参加|参加回戦", "From|From round"),
    _column(
        "withdrawn",
        "棄権|途中棄権|棄権者|途中帰宅|途中退場|途中退出|退場|早退|リタイア|リタイヤ",
        "Withdrawn|Withdrew|Withdrawn after|Retired",
    ),
    _column("rests", "休み|休む回戦|休みの回戦", "Rest|Rests|Rounds off"),
    _column("group", "組|リーグ|ブロック", "Group|League|Block"),
    _column("rating", "レート|レーティング|R点", "Rating|Elo"),
    _column("romaji", "英字|ローマ字|英語名", "Romaji|Latin|Name in Latin letters"),
    _column("private", "非公開|名前非公開|匿名", "Private|Anonymous"),
    _column("standby", "補充希望|補充", "Standby|Would fill"),
    _column("note", "備考|メモ|連絡事項", "Note|Notes|Remarks"),
)
# Columns that stand in a new roster only where the format looks at them; everywhere they are read.
WHERE_NEEDED = ("rests", "group", "rating", "romaji", "private")

ROUND = (
    _column("table", "卓|卓番|卓番号|テーブル|台", "Table|Table number"),
    _column("group", "組|リーグ|ブロック", "Group|League|Block"),
    _column("no1", "番号1|名簿番号1|選手番号1", "No1|Number1"),
    _column("name1", "選手1|氏名1|名前1|選手名1", "Player1|Name1"),
    _column("record1", "戦績1|成績1", "Record1|Score1"),
    _column("result1", "結果1|勝敗1", "Result1"),
    _column("result2", "結果2|勝敗2", "Result2"),
    _column("record2", "戦績2|成績2", "Record2|Score2"),
    _column("name2", "選手2|氏名2|名前2|選手名2", "Player2|Name2"),
    _column("no2", "番号2|名簿番号2|選手番号2", "No2|Number2"),
    _column("discs1", "石数1|石1", "Discs1|Disks1|Stones1"),
    _column("discs2", "石数2|石2", "Discs2|Disks2|Stones2"),
    _column("black", "黒|黒番|先番", "Black"),
    _column("handicap", "手合|手合い|手合割|手合割り", "Handicap"),
    _column("komi", "コミ|込み", "Komi"),
    _column("note", "備考|メモ|連絡事項", "Note|Notes|Remarks"),
)
MOST_GAMES = 9  # of a match
GAMES = tuple(_column(f"game{n}", f"第{n}局|{n}局目|{n}局", f"Game{n}") for n in range(1, MOST_GAMES + 1))

BARRED = (
    _column("no1", "番号1|名簿番号1|番号A", "No1|Number1"),
    _column("no2", "番号2|名簿番号2|番号B", "No2|Number2"),
    _column("strength", "強さ|種類|区分", "Strength|Kind"),
    _column("division", "部門|部門名", "Division"),
    _column("note", "備考|メモ|理由", "Note|Notes|Reason"),
)

Boards = tuple[tuple[str, str], ...]  # the names of a team's boards in Japanese and English
MOST_RESERVES = 9  # columns: 補欠, 補欠2 …


def roster_columns(boards: Boards) -> tuple[Column, ...]:
    """The columns of a roster of players, or of teams: there key "name" is the team, "club" its school."""
    if not boards:
        return ROSTER
    head = (
        _column("no", "番号|名簿番号|チーム番号", "No|Number|Team number"),
        _column("name", "チーム|チーム名", "Team|Team name"),
        _column("club", "学校|学校名|所属|高校", "School|Club"),
    )
    reserves = (
        _column("reserve1", "補欠|補欠1|控え|控え1|補欠選手", "Reserve|Reserve1|Reserves"),
        *(_column(f"reserve{n}", f"補欠{n}|控え{n}", f"Reserve{n}") for n in range(2, MOST_RESERVES + 1)),
    )
    keys = (
        "seed",
        "lottery",
        "absent",
        "from",
        "withdrawn",
        "rests",
        "group",
        "rating",
        "romaji",
        "private",
        "kana",
        "note",
    )
    rest = tuple(column(ROSTER, key) for key in keys)
    seats = zip(board_columns(boards), grade_columns(boards), strict=True)
    return (*head, *(one for seat in seats for one in seat), *reserves, *rest)


def grade_columns(boards: Boards) -> tuple[Column, ...]:
    """段級位 of who sits at each board."""
    return tuple(
        Column(f"grade{n}", (f"{ja}段級位", f"{ja}段位"), (f"{en} grade", f"Board{n} grade", f"Grade{n}"))
        for n, (ja, en) in enumerate(boards, start=1)
    )


def written_roster(boards: Boards, needed: Collection[str]) -> tuple[Column, ...]:
    """The columns that stand in a roster made by tourgen; `needed`: those that the format looks at."""
    unwritten = {*WHERE_NEEDED, *(f"reserve{n}" for n in range(2, MOST_RESERVES + 1))}
    if boards:
        unwritten |= {"kana", "seed", "lottery", *(one.key for one in grade_columns(boards))}
    return tuple(one for one in roster_columns(boards) if one.key not in unwritten - set(needed))


def written_round(boards: Boards, needed: Collection[str], games: int) -> tuple[Column, ...]:
    """The columns of a sheet made by tourgen; `games` are those of its longest match, where there are several."""
    optional = {"discs1", "discs2", "black", "handicap", "komi"} - set(needed)
    return tuple(one for one in round_columns(boards, games if games > 1 else 0) if one.key not in optional)


def round_columns(boards: Boards, games: int = MOST_GAMES) -> tuple[Column, ...]:
    """The columns of a round of players, or of teams: the boards between the two, and the line-up beside each."""
    if not boards:
        at = [one.key for one in ROUND].index("record2")
        return (*ROUND[:at], *GAMES[:games], *ROUND[at:])
    given = {one.key: one for one in ROUND}
    return (
        *(given[key] for key in ("table", "group", "no1")),
        _team_name(1),
        _column("lineup1", "メンバー1|出場1", "Lineup1"),
        given["record1"],
        *board_columns(boards),
        given["record2"],
        _column("lineup2", "メンバー2|出場2", "Lineup2"),
        _team_name(2),
        given["no2"],
        _column("sub1", "交代1|交替1|補欠出場1", "Sub1|Substitute1|Substitutes1"),
        _column("sub2", "交代2|交替2|補欠出場2", "Sub2|Substitute2|Substitutes2"),
        *(given[key] for key in ("handicap", "komi", "note")),
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

    def cells(self, row: int) -> Cells:
        """The cells of one row, as the model keeps them."""
        return tuple((key, cell_name(row, place)) for key, place in self.columns.items())


def column(columns: tuple[Column, ...], key: str) -> Column:
    """One column by its key."""
    return next(column for column in columns if column.key == key)


def find_table(
    sheet: Sheet, columns: tuple[Column, ...], required: tuple[tuple[str, ...], ...]
) -> tuple[Table | None, list[Problem]]:
    """The header row is the one with most known headers. One of each tuple in `required` must be in it."""
    candidates: list[list[str | None]] = []
    counts: list[int] = []
    for row in sheet.rows[:_HEADER_WITHIN]:
        candidates.append([key_of(columns, value) for value in row])
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
    return Table(header, places), problems


def misspelt(
    sheet: Sheet,
    table: Table,
    columns: tuple[Column, ...],
    keys: tuple[str, ...],
    belongs: Callable[[Value], bool],
) -> list[Problem]:
    """Unknown headers that are nearly those of `keys`, with something below that `belongs` there.

    Without a message such a column would be ignored, as every unknown column is.
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
    """The headers that are missing, at the header row where one was found."""
    names = {}
    for language, begin, either, end, joiner in (
        ("ja", "「", "」か「", "」", "、"),
        ("en", "“", "” or “", "”", ", "),
    ):
        headers = ([column(columns, key).header(language) for key in choice] for choice in choices)
        names[language] = joiner.join(f"{begin}{either.join(one)}{end}" for one in headers)
    where = sheet.at(0) if header is None else sheet.at(header, 0)
    return Problem("header-missing", where, params={"missing": names})


def key_of(columns: tuple[Column, ...], header: Value) -> str | None:
    """The column that this header means."""
    known = _spellings(columns)
    return known.get(_spelling(header)) or known.get(_bare(header))


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
