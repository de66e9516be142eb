"""The colours that a round's sheet takes by itself while it is filled in."""

from __future__ import annotations

from tourgen.result_marks import RESULT_MARKS, written
from tourgen.sheets.columns import Column
from tourgen.sheets.paper import CONFLICT, TINT, WAITING, Book, Worksheet
from tourgen.sheets.text import column_letters

_BLACK, _WHITE = written("black-wins"), written("white-wins")  # in either cell
Area = tuple[int, int, int, int]


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
    if result_keys(columns)[0] == "result1":
        rules = _of_players(columns, first, last, by_discs)
    else:
        rules = _of_teams(columns, first, last)
    for area, formula, properties in rules:
        rule = {"type": "formula", "criteria": f"={formula}", "format": book.colours(**properties)}
        page.conditional_format(*area, rule)


def _of_players(
    columns: tuple[Column, ...], first: int, last: int, by_discs: bool
) -> list[tuple[Area, str, dict[str, object]]]:
    at = {key: f"${letters}{first + 1}" for key, letters in _letters(columns).items()}
    one, two = at["result1"], at["result2"]
    game = _game(at)
    won1, won2 = _wins(one, two, _BLACK), _wins(two, one, _WHITE)
    results = _between(columns, "result1", result_keys(columns)[-1], first, last)
    others = [at[key] for key in (*result_keys(columns)[2:], *(("discs1", "discs2") if by_discs else ()))]
    blank = ",".join(f'{cell}=""' for cell in (one, two, *others))
    return [
        (results, f"AND({won1},{won2})", {"bg_color": CONFLICT}),
        (results, _unread(columns, first), {"bg_color": CONFLICT}),
        (results, f"AND({game},{blank})", {"bg_color": WAITING}),
        *_sides(columns, first, last, f"AND({game},{won1})", f"AND({game},{won2})"),
        (
            _whole(columns, first, last),
            f'AND({game},{"&".join((one, two, *others))}<>"")',
            {"bg_color": TINT},
        ),
    ]


def _of_teams(
    columns: tuple[Column, ...], first: int, last: int
) -> list[tuple[Area, str, dict[str, object]]]:
    letters = _letters(columns)
    at = {key: f"${letters[key]}{first + 1}" for key in letters}
    keys = result_keys(columns)
    boards = f"{at[keys[0]]}:{at[keys[-1]]}"
    entered = f"{_game(at)},COUNTBLANK({boards})=0"
    ahead = f'2*SUMPRODUCT(--ISNUMBER(FIND("|"&{boards}&"|","{_WON}")))>{len(keys)}'
    behind = f'2*SUMPRODUCT(--ISNUMBER(FIND("|"&{boards}&"|","{_LOST}")))>{len(keys)}'
    own = f"{letters[keys[0]]}{first + 1}"  # without $: each board for itself
    return [
        (
            _between(columns, keys[0], keys[-1], first, last),
            f'AND({_game(at)},{own}="")',
            {"bg_color": WAITING},
        ),
        (_between(columns, keys[0], keys[-1], first, last), _unread(columns, first), {"bg_color": CONFLICT}),
        *_sides(columns, first, last, f"AND({entered},{ahead})", f"AND({entered},{behind})"),
        (_whole(columns, first, last), f"AND({entered})", {"bg_color": TINT}),
    ]


def _unread(columns: tuple[Column, ...], first: int) -> str:
    """A formula: something stands in this cell that is no result."""
    own = f"{_letters(columns)[result_keys(columns)[0]]}{first + 1}"  # without $: each cell for itself
    return f'AND({own}<>"",ISERROR(FIND("|"&LOWER(SUBSTITUTE({own}," ",""))&"|","{_READ}")))'


def _sides(
    columns: tuple[Column, ...], first: int, last: int, won1: str, won2: str
) -> list[tuple[Area, str, dict[str, object]]]:
    """The winner's number and name."""
    look: dict[str, object] = {"bold": True, "bg_color": TINT}
    return [
        (_between(columns, "no1", "name1", first, last), won1, look),
        (_between(columns, "name2", "no2", first, last), won2, look),
    ]


def _game(at: dict[str, str]) -> str:
    return f'{at["no1"]}<>"",{at["no2"]}<>""'


def _wins(mine: str, other: str, either: str) -> str:
    """A formula: this cell says won, or the other says lost, or one of them names the colour."""
    return (
        f'OR({mine}="{either}",{other}="{either}",AND({mine}<>"",ISNUMBER(FIND("|"&{mine}&"|","{_WON}"))),'
        f'AND({other}<>"",ISNUMBER(FIND("|"&{other}&"|","{_LOST}"))))'
    )


def _between(columns: tuple[Column, ...], left: str, right: str, first: int, last: int) -> Area:
    places = {column.key: place for place, column in enumerate(columns)}
    return first, places[left], last, places[right]


def _whole(columns: tuple[Column, ...], first: int, last: int) -> Area:
    return first, 0, last, len(columns) - 1


def _letters(columns: tuple[Column, ...]) -> dict[str, str]:
    return {column.key: column_letters(place) for place, column in enumerate(columns)}
