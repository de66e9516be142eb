"""The colours that a round's sheet takes by itself while it is filled in."""

from __future__ import annotations

from tourgen.result_marks import RESULT_MARKS, written
from tourgen.sheets.columns import Column
from tourgen.sheets.paper import CONFLICT, TINT, WAITING, Book, Worksheet
from tourgen.sheets.text import column_letters

_BLACK, _WHITE = written("black-wins"), written("white-wins")  # in either cell
Area = tuple[int, int, int, int]
Rule = tuple[Area, str, dict[str, object]]  # where, the formula, and what it looks like


def _spellings(winner: str) -> str:
    """Every way to type that the player of this cell ("own") or the other one has won, as a formula looks them up."""
    texts = [text for one in RESULT_MARKS.values() if one.winner == winner for text in one.spellings]
    return "|".join(["", *dict.fromkeys(form for text in texts for form in (text, text.upper())), ""])


_WON, _LOST = _spellings("own"), _spellings("other")
# Everything that the build can read, as it is after LOWER.
_READ = "|".join(
    ["", *(text for one in RESULT_MARKS.values() for text in one.spellings), *"ｏｘｗｌ１０", ""]
)


def result_keys(columns: tuple[Column, ...]) -> tuple[str, ...]:
    """The columns that results go into, side by side."""
    boards = tuple(column.key for column in columns if column.key.startswith("board"))
    games = tuple(column.key for column in columns if column.key.startswith("game"))
    return boards or ("result1", "result2", *games)


def add_colours(
    book: Book, page: Worksheet, columns: tuple[Column, ...], first: int, last: int, by_discs: bool = False
) -> None:
    """Not yet entered: yellow. Contradictory: red. Entered: a calm green, the winner bold."""
    games = _Games(columns, first, last)
    for area, formula, properties in games.of_teams() if games.of_boards else games.of_players(by_discs):
        rule = {"type": "formula", "criteria": f"={formula}", "format": book.colours(**properties)}
        page.conditional_format(*area, rule)


class _Games:
    """The games of a sheet, row by row; a rule is written for the first of them, and holds for all."""

    def __init__(self, columns: tuple[Column, ...], first: int, last: int) -> None:
        self.first, self.last = first, last
        self.places = {column.key: place for place, column in enumerate(columns)}
        self.keys = result_keys(columns)
        self.of_boards = self.keys[0] != "result1"
        self.results = self.between(self.keys[0], self.keys[-1])
        self.whole = (first, 0, last, len(columns) - 1)
        # Without $: each result for itself.
        self.own = self.at(self.keys[0]).removeprefix("$")
        self.game = f'{self.at("no1")}<>"",{self.at("no2")}<>""'
        self.unread: Rule = (
            self.results,
            f'AND({self.own}<>"",ISERROR(FIND("|"&LOWER(SUBSTITUTE({self.own}," ",""))&"|","{_READ}")))',
            {"bg_color": CONFLICT},
        )

    def at(self, key: str) -> str:
        """The cell of a column, whichever cell is looked at."""
        return f"${column_letters(self.places[key])}{self.first + 1}"

    def between(self, left: str, right: str) -> Area:
        return self.first, self.places[left], self.last, self.places[right]

    def of_players(self, by_discs: bool) -> list[Rule]:
        one, two = self.at("result1"), self.at("result2")
        won1, won2 = _wins(one, two, _BLACK), _wins(two, one, _WHITE)
        others = [self.at(key) for key in (*self.keys[2:], *(("discs1", "discs2") if by_discs else ()))]
        blank = ",".join(f'{cell}=""' for cell in (one, two, *others))
        entered = f'{"&".join((one, two, *others))}<>""'
        return [
            (self.results, f"AND({won1},{won2})", {"bg_color": CONFLICT}),
            self.unread,
            (self.results, f"AND({self.game},{blank})", {"bg_color": WAITING}),
            *self.sides(f"AND({self.game},{won1})", f"AND({self.game},{won2})"),
            (self.whole, f"AND({self.game},{entered})", {"bg_color": TINT}),
        ]

    def of_teams(self) -> list[Rule]:
        boards = f"{self.at(self.keys[0])}:{self.at(self.keys[-1])}"
        entered = f"{self.game},COUNTBLANK({boards})=0"
        ahead, behind = (
            f'2*SUMPRODUCT(--ISNUMBER(FIND("|"&{boards}&"|","{spellings}")))>{len(self.keys)}'
            for spellings in (_WON, _LOST)
        )
        return [
            (self.results, f'AND({self.game},{self.own}="")', {"bg_color": WAITING}),
            self.unread,
            *self.sides(f"AND({entered},{ahead})", f"AND({entered},{behind})"),
            (self.whole, f"AND({entered})", {"bg_color": TINT}),
        ]

    def sides(self, won1: str, won2: str) -> list[Rule]:
        """The winner's number and name."""
        look: dict[str, object] = {"bold": True, "bg_color": TINT}
        return [(self.between("no1", "name1"), won1, look), (self.between("name2", "no2"), won2, look)]


def _wins(mine: str, other: str, either: str) -> str:
    """A formula: this cell says won, or the other says lost, or one of them names the colour."""
    return (
        f'OR({mine}="{either}",{other}="{either}",AND({mine}<>"",ISNUMBER(FIND("|"&{mine}&"|","{_WON}"))),'
        f'AND({other}<>"",ISNUMBER(FIND("|"&{other}&"|","{_LOST}"))))'
    )
