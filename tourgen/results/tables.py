"""A division's results as tables to download (CSV, XLSX).

Everything comes from the results document, so nothing of the roster is published that is not named there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from tourgen.explain.rank import shown
from tourgen.explain.terms import criterion_label
from tourgen.formats.labels import group_name, lone_group
from tourgen.formats.models import Format, Number
from tourgen.messages.fill import fill
from tourgen.resources import shipped_table
from tourgen.results.document import GameEntry, PlayerEntry, Results

if TYPE_CHECKING:
    from pandas import DataFrame

Row = dict[str, str | Number | None]  # by column key


def ranks_table(results: Results, declared: Format, after: int | None, language: str = "ja") -> DataFrame:
    """The order after a round; after None the final ranks with the scores and criteria of the preliminaries.

    The values of criteria are as people read them: half points are halves, a lot is no negative number.
    """
    standing = next((one.rows for one in results.standings if one.after == after), ())
    people, order = _people(results), declared.order.criteria
    rows: list[Row] = []
    for line in standing if after is not None else results.final or ():
        row: Row = {"rank": line.rank, **_person(people, line.no), "wins": line.wins, "losses": line.losses}
        row["group"] = getattr(line, "group", None)  # final ranks are of all groups together
        keys = zip(order, line.keys, strict=True)
        rows.append(row | {f"key{at}": shown(declared, name, key) for at, (name, key) in enumerate(keys)})
    group = () if after is None else ("group",)
    criteria = {f"key{at}": criterion_label(name)[language] for at, name in enumerate(order)}
    headers = _headers(("rank", "no", "name", "club", "grade", *group, "wins", "losses"), language)
    return _table(rows, headers | criteria)


def pairings_table(
    results: Results, round: int, declared: Format, language: str = "ja", boards: Sequence[str] = ()
) -> DataFrame:
    """The games of a round with what is known of their results; of teams, the first team's at each of the boards."""
    people = _people(results)
    rows: list[Row] = []
    for _, game in _games(results, round):
        first, second = game.players
        marks = _marks(game, language)
        discs = game.discs or (None, None)
        row: Row = {"table": game.table, "group": _group(declared, game, language)}
        row |= {"no1": first, "name1": _name(people, first), "result1": marks[0], "discs1": discs[0]}
        row |= {"no2": second, "name2": _name(people, second), "result2": marks[1], "discs2": discs[1]}
        rows.append(row | _at_boards(game, language))
    if boards:
        ends = ("table", "group", "no1", "team1"), ("team2", "no2", "result1", "result2")
        rows = [row | {"team1": row["name1"], "team2": row["name2"]} for row in rows]
        named = {f"board{place}": name for place, name in enumerate(boards)}
        return _table(rows, _headers(ends[0], language) | named | _headers(ends[1], language))
    columns = ("table", "group", "no1", "name1", "result1", "result2", "name2", "no2", "discs1", "discs2")
    return _table(rows, _headers(columns, language))


def cross_table(results: Results, language: str = "ja") -> DataFrame:
    """星取表: one row per player, one column per round: ○12 won against number 12, ●5 lost to number 5."""
    people = _people(results)
    cells: dict[int, Row] = {}
    rounds: dict[str, str] = {}
    for number, game in _games(results):
        rounds[f"r{number}"] = word("columns", "round_number", language, n=number)
        first, second = game.players
        for me, other, mark in zip((first, second), (second, first), _marks(game, language), strict=True):
            if me is not None:
                cells.setdefault(me, {})[f"r{number}"] = f"{mark}{other or ''}"
    last = results.standings[-1].rows if results.standings else ()
    places = {line.no: line.rank for line in last}
    places |= {line.no: line.rank for line in results.final or ()}
    order = sorted(cells.keys() | places.keys(), key=lambda no: (places.get(no, len(people) + 1), no))
    scores = {line.no: {"wins": line.wins, "losses": line.losses} for line in last}
    rows: list[Row] = [
        {"rank": places.get(no), **_person(people, no), **cells.get(no, {}), **scores.get(no, {})}
        for no in order
    ]
    ends = _headers(("rank", "no", "name", "club"), language), _headers(("wins", "losses"), language)
    return _table(rows, ends[0] | rounds | ends[1])


def rated_games_table(results: Results, language: str = "ja") -> DataFrame:
    """The games that the federation rates: played, decided, not excepted."""
    people = _people(results)
    rows: list[Row] = []
    for number, game in _games(results):
        if not (game.rated and game.kind == "played" and game.winner in game.players):
            continue
        sides = zip(game.players, game.discs or (None, None), strict=True)
        ordered = sorted(sides, key=lambda side: side[0] != game.winner)
        row: Row = {"round": number, "table": game.table}
        for role, (no, discs) in zip(("winner", "loser"), ordered, strict=True):
            row |= {f"{role}_no": no, role: _name(people, no), f"{role}_discs": discs}
            row |= {f"{role}_grade": people[no].grade if no is not None else None}
        rows.append(row)
    columns = ("round", "table", "winner_no", "winner", "winner_grade", "loser_no", "loser", "loser_grade")
    return _table(rows, _headers((*columns, "winner_discs", "loser_discs"), language))


# --- Parts of a row


def table(rows: list[Row], keys: Sequence[str], language: str) -> DataFrame:
    """Rows by key → a table with the headers of one language."""
    return _table(rows, _headers(keys, language))


def _table(rows: list[Row], headers: Mapping[str, str]) -> DataFrame:
    """Rows by key → a table."""
    import pandas as pd

    cells = [[row.get(key) for key in headers] for row in rows]
    # As objects: otherwise a column of numbers with a blank in it would become one of fractions.
    return pd.DataFrame(cells, columns=list(headers.values()), dtype=object)


def _headers(keys: Sequence[str], language: str) -> dict[str, str]:
    return {key: word("columns", key, language) for key in keys}


def _people(results: Results) -> dict[int, PlayerEntry]:
    return {player.no: player for player in results.players}


def _person(people: Mapping[int, PlayerEntry], no: int) -> Row:
    """What is published of a player, wherever one is named in full."""
    one = people[no]
    return {"no": one.no, "name": one.name, "club": one.club, "grade": one.grade}


def _name(people: Mapping[int, PlayerEntry], no: int | None) -> str | None:
    return None if no is None else people[no].name


def _games(results: Results, round: int | None = None) -> Iterator[tuple[int, GameEntry]]:
    """(round, game), of one round or of all."""
    for entry in results.rounds:
        if round in (None, entry.round):
            for game in entry.games:
                yield entry.round, game


def _group(declared: Format, game: GameEntry, language: str) -> str:
    """What a game's group is called; the letter of an only group is enough."""
    stage = next((one for one in declared.stage if one.id == game.stage), None)
    if stage is not None and game.group is not None and lone_group(stage) == game.group:
        return game.group
    return group_name(declared, game.stage, game.group, language)


def _at_boards(game: GameEntry, language: str) -> Row:
    """The first team's result at each board; of a match that was not played, the match's own."""
    boards = game.boards if isinstance(game.boards, tuple) else ()
    marks = [word("marks", "win" if won else "loss", language) for won in boards]
    played = game.kind in ("played", "draw")
    return {f"board{at}": mark if played else _marks(game, language)[0] for at, mark in enumerate(marks)}


def _marks(game: GameEntry, language: str) -> tuple[str | None, str | None]:
    """What each side's cell says: ○ and ●, or the word for a game that was not played out."""
    first, second = game.players
    if game.kind == "bye":
        return word("marks", "bye", language), None
    if game.winner is None:
        both = word("marks", game.kind, language) if game.kind in words()["marks"] else None
        return both, both
    won, lost = ("walkover", "forfeit") if game.kind == "forfeit" else ("win", "loss")
    marks = {no: word("marks", won if no == game.winner else lost, language) for no in game.players}
    return marks[first], marks[second]


# --- Words


@cache
def words() -> dict[str, Any]:
    """All of words.toml."""
    return shipped_table("results/words.toml")


def word(section: str, key: str, language: str, **values: int) -> str:
    """One of them, with its values filled in."""
    return fill(words()[section][key][language], language, values)
