"""A division's results as tables to download (CSV, XLSX) and as a few numbers.

Everything comes from the results document, so nothing of the roster is published that is not named there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from tourgen.labels import STAGE_NAMES, group_name
from tourgen.sheets.export import Table, csv_bytes, xlsx_bytes
from tourgen.sheets.plain_book import Cell

__all__ = [
    "Table",
    "cross_table",
    "csv_bytes",
    "final_table",
    "pairings_table",
    "rated_games_table",
    "standings_table",
    "statistics",
    "table",
    "xlsx_bytes",
]

Document = Mapping[str, Any]  # results.json
Row = dict[str, Cell]  # by column key

# Every column that is ever published: key → header in Japanese and English.
HEADERS: dict[str, tuple[str, str]] = {
    "rank": ("順位", "Rank"),
    "round": ("回戦", "Round"),
    "table": ("卓", "Table"),
    "group": ("組", "Group"),
    "no": ("名簿番号", "No"),
    "name": ("氏名", "Name"),
    "club": ("所属", "Club"),
    "grade": ("段級位", "Grade"),
    "wins": ("勝", "Wins"),
    "losses": ("敗", "Losses"),
    "no1": ("番号1", "No1"),
    "name1": ("選手1", "Player1"),
    "result1": ("結果1", "Result1"),
    "result2": ("結果2", "Result2"),
    "name2": ("選手2", "Player2"),
    "no2": ("番号2", "No2"),
    "team1": ("チーム1", "Team1"),
    "team2": ("チーム2", "Team2"),
    "discs1": ("石数1", "Discs1"),
    "discs2": ("石数2", "Discs2"),
    "division": ("部門", "Division"),
    "title": ("称号", "Title"),
    "award": ("認定段級位", "Grade awarded"),
    "prizes": ("賞", "Prizes"),
    "charged": ("認定料", "Charge"),
    "reason": ("理由", "Reason"),
    "qualified": ("出場権", "Qualified for"),
    "note": ("認定なしの理由", "Why no grade"),
    "replacement": ("補充元", "Replacement from"),
    "winner_no": ("勝者番号", "Winner no"),
    "winner": ("勝者", "Winner"),
    "winner_grade": ("勝者段級位", "Winner grade"),
    "loser_no": ("敗者番号", "Loser no"),
    "loser": ("敗者", "Loser"),
    "loser_grade": ("敗者段級位", "Loser grade"),
    "winner_discs": ("勝者石数", "Winner discs"),
    "loser_discs": ("敗者石数", "Loser discs"),
}
_WORDS = {
    "win": ("○", "○"),
    "loss": ("●", "●"),
    "bye": ("不戦勝", "bye"),
    "walkover": ("不戦勝", "walkover"),
    "forfeit": ("不戦敗", "forfeit"),
    "double-loss": ("両負", "double loss"),
    "pending": ("預", "pending"),
    "no-result": ("無", "no result"),
    "draw": ("△", "△"),
}


def standings_table(
    document: Document, after: int, language: str = "ja", criteria: Sequence[str] = ()
) -> Table:
    """The order after a round; `criteria` names the keys (criterion 1, 2 … where it does not)."""
    entry = next((one for one in document["standings"] if one["after"] == after), None)
    lines = entry["rows"] if entry else []
    people = _people(document)
    rows: list[Row] = []
    for line in lines:
        row: Row = {"rank": line["rank"], **_person(people, line["no"])}
        row |= {"group": line["group"], "wins": line["wins"], "losses": line["losses"]}
        rows.append(row | {f"key{place}": key for place, key in enumerate(line["keys"])})
    word = _word(("基準", "Criterion "), language)
    keys = range(max((len(line["keys"]) for line in lines), default=0))
    names = {
        f"key{place}": (criteria[place] if place < len(criteria) else f"{word}{place + 1}") for place in keys
    }
    columns = ("rank", "no", "name", "club", "grade", "group", "wins", "losses")
    return _table(rows, _headers(columns, language) | names)


def final_table(document: Document, language: str = "ja") -> Table:
    """The final ranks, once the division is finished."""
    people = _people(document)
    rows: list[Row] = [
        {"rank": entry["rank"], **_person(people, entry["no"])} for entry in document["final"] or ()
    ]
    return _table(rows, _headers(("rank", "no", "name", "club", "grade"), language))


def pairings_table(document: Document, round: int, language: str = "ja", boards: Sequence[str] = ()) -> Table:
    """The games of a round with what is known of their results; of teams, the first team's at each of the boards."""
    people = _people(document)
    rows: list[Row] = []
    for _, game in _games(document, round):
        first, second = game["players"]
        marks = _marks(game, language)
        discs = game["discs"] or (None, None)
        row: Row = {"table": game["table"], "group": _group(game, language)}
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


def cross_table(document: Document, language: str = "ja") -> Table:
    """星取表: one row per player, one column per round: ○12 won against number 12, ●5 lost to number 5."""
    people = _people(document)
    cells: dict[int, Row] = {}
    rounds: dict[str, str] = {}
    for number, game in _games(document):
        rounds[f"r{number}"] = f"{number}回戦" if language == "ja" else f"Round {number}"
        first, second = game["players"]
        for me, other, mark in zip((first, second), (second, first), _marks(game, language), strict=True):
            if me is not None:
                cells.setdefault(me, {})[f"r{number}"] = f"{mark}{other or ''}"
    last = document["standings"][-1]["rows"] if document["standings"] else []
    places = {line["no"]: line["rank"] for line in last}
    places |= {line["no"]: line["rank"] for line in document["final"] or ()}
    order = sorted(cells.keys() | places.keys(), key=lambda no: (places.get(no, len(people) + 1), no))
    scores = {line["no"]: {"wins": line["wins"], "losses": line["losses"]} for line in last}
    rows: list[Row] = [
        {"rank": places.get(no), **_person(people, no), **cells.get(no, {}), **scores.get(no, {})}
        for no in order
    ]
    ends = _headers(("rank", "no", "name", "club"), language), _headers(("wins", "losses"), language)
    return _table(rows, ends[0] | rounds | ends[1])


def rated_games_table(document: Document, language: str = "ja") -> Table:
    """The games that the federation rates: played, decided, not excepted."""
    people = _people(document)
    rows: list[Row] = []
    for number, game in _games(document):
        if not (game["rated"] and game["kind"] == "played" and game["winner"] in game["players"]):
            continue
        sides = sorted(
            zip(game["players"], game["discs"] or (None, None), strict=True),
            key=lambda side: side[0] != game["winner"],
        )
        row: Row = {"round": number, "table": game["table"]}
        for role, (no, discs) in zip(("winner", "loser"), sides, strict=True):
            row |= {
                f"{role}_no": no,
                role: _name(people, no),
                f"{role}_grade": people[no]["grade"],
                f"{role}_discs": discs,
            }
        rows.append(row)
    columns = ("round", "table", "winner_no", "winner", "winner_grade", "loser_no", "loser", "loser_grade")
    return _table(rows, _headers((*columns, "winner_discs", "loser_discs"), language))


def statistics(document: Document) -> dict[str, Any]:
    """A few numbers of the division, as plain values: by round and in all, and how the seeds did."""
    people = _people(document)
    seeds = {no for no, person in people.items() if person["seed"]}
    games = list(_games(document))
    present = [person for person in people.values() if not person["absent"] and not person["moved_to"]]
    mixed = [
        game for _, game in games if _kind(game) == "played" and len(seeds.intersection(game["players"])) == 1
    ]
    return {
        "players": len(present),
        "absent": sum(bool(person["absent"]) for person in people.values()),
        "withdrawn": sum(person["withdrawn_after"] is not None for person in present),
        "clubs": len({person["club"] for person in present if person["club"]}),
        "women": sum(person["sex"] == "F" for person in present),
        "total": _counts(game for _, game in games),
        "rounds": [
            {"round": number, **_counts(game for _, game in part)}
            for number, part in groupby(games, key=lambda one: one[0])
        ],
        "seeds": {"games": len(mixed), "wins": sum(game["winner"] in seeds for game in mixed)},
    }


def _counts(games: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Games by kind and the differences in discs of those that were counted."""
    kinds: Counter[str] = Counter()
    differences = []
    for game in games:
        kinds[_kind(game)] += 1
        if _kind(game) == "played" and game["discs"]:
            differences.append(abs(game["discs"][0] - game["discs"][1]))
    return {
        "games": kinds["played"],
        "open": kinds["open"],
        "byes": kinds["bye"],
        "forfeits": kinds["forfeit"],
        "double_losses": kinds["double-loss"],
        "pending": kinds["pending"],
        "draws": kinds["draw"],
        "closest": min(differences, default=None),
        "widest": max(differences, default=None),
        "average_difference": round(sum(differences) / len(differences), 1) if differences else None,
        "draw_wins": differences.count(0),
    }


def _kind(game: Mapping[str, Any]) -> str:
    """The kind of a game; one that has no result yet is open."""
    kind: str = game["kind"]
    return "open" if kind == "played" and game["winner"] is None else kind


# --- Parts of a row


def table(rows: list[Row], keys: Sequence[str], language: str) -> Table:
    """Rows by key → a table with the headers of one language."""
    return _table(rows, _headers(keys, language))


def _table(rows: list[Row], headers: Mapping[str, str]) -> Table:
    """Rows by key → a table."""
    return Table(list(headers.values()), [[row.get(key) for key in headers] for row in rows])


def _headers(keys: Sequence[str], language: str) -> dict[str, str]:
    return {key: _word(HEADERS[key], language) for key in keys}


def _word(pair: tuple[str, str], language: str) -> str:
    return pair[language != "ja"]


def _people(document: Document) -> dict[int, Mapping[str, Any]]:
    return {player["no"]: player for player in document["players"]}


def _person(people: Mapping[int, Mapping[str, Any]], no: int) -> Row:
    """What is published of a player, wherever one is named in full."""
    return {key: people[no][key] for key in ("no", "name", "club", "grade")}


def _name(people: Mapping[int, Mapping[str, Any]], no: int | None) -> str | None:
    return None if no is None else people[no]["name"]


def _games(document: Document, round: int | None = None) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """(round, game), of one round or of all."""
    for entry in document["rounds"]:
        if round in (None, entry["round"]):
            for game in entry["games"]:
                yield entry["round"], game


def _group(game: Mapping[str, Any], language: str) -> str:
    stage, group = game["stage"], game["group"]
    return group_name(stage, group, language) if group is not None or stage in STAGE_NAMES else stage


def _at_boards(game: Mapping[str, Any], language: str) -> Row:
    """The first team's result at each board; of a match that was not played, the match's own."""
    played = game["kind"] == "played"
    words = [_word(_WORDS["win" if won else "loss"], language) for won in game.get("boards") or ()]
    return {f"board{at}": word if played else _marks(game, language)[0] for at, word in enumerate(words)}


def _marks(game: Mapping[str, Any], language: str) -> tuple[str | None, str | None]:
    """What each side's cell says: ○ and ●, or the word for a game that was not played out."""
    first, second = game["players"]
    if game["kind"] == "bye":
        return _word(_WORDS["bye"], language), None
    if game["winner"] is None:
        word = _word(_WORDS[game["kind"]], language) if game["kind"] in _WORDS else None
        return word, word
    won, lost = ("walkover", "forfeit") if game["kind"] == "forfeit" else ("win", "loss")
    marks = {first: _word(_WORDS[lost], language), second: _word(_WORDS[lost], language)}
    marks[game["winner"]] = _word(_WORDS[won], language)
    return marks[first], marks[second]
