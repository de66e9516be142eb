"""Ratings over all rated games of a site: Elo, game by game, in the order in which they were played.

Othello, shogi and Go are rated apart: who plays two of them has two ratings. Somebody without a rated game of the kind
has the rating `start`. The winner of a game gains k × (1 − e) points and the loser loses as many, where
e = 1 / (1 + 10^((loser − winner) / 400)) is what was expected of the winner. Nothing is rounded on the way; the same
games give the same ratings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tourgen.event.people import Entry
from tourgen.results.published import GAMES, game_of

if TYPE_CHECKING:
    from pandas import DataFrame

WHERE = ("date", "event", "division", "round", "table")
COLUMNS = (*WHERE, "game", "winner_id", "winner", "loser_id", "loser")
RATED = (*COLUMNS, "winner_before", "winner_after", "loser_before", "loser_after")


def rated_games(
    documents: Sequence[Mapping[str, Any]],
    events: Mapping[str, Mapping[str, Any]],
    whose: Mapping[Entry, str],
) -> DataFrame:
    """Every rated game between people, as their rated-games.csv list them, over all events by date, round and table.

    `events`: each one's event.json; `whose`: entry → the person's id; teams are no persons.
    """
    import pandas as pd

    rows = []
    for document in documents:
        event, division = document["event"]["id"], document["division"]["id"]
        date, played = events[event]["date"] or "", game_of(events[event], division)
        names = {one["no"]: one["name"] for one in document["players"]}
        for entry in document["rounds"]:
            for game in entry["games"]:
                winner = game["winner"]
                loser = next((no for no in game["players"] if no != winner), None)
                ids = [whose.get((event, division, no)) for no in (winner, loser) if no is not None]
                decided = game.get("rated") and game["kind"] == "played" and winner is not None
                if not decided or len(ids) < 2 or None in ids or "boards" in game:
                    continue
                place = (date, event, division, entry["round"], game["table"] or 0)
                rows.append((*place, played, ids[0], names[winner], ids[1], names[loser]))
    return pd.DataFrame(rows, columns=list(COLUMNS)).sort_values(list(WHERE), ignore_index=True)


def rate(games: DataFrame, start: int, k: int) -> DataFrame:
    """The same games with both ratings before and after."""
    import pandas as pd

    now: dict[tuple[str, str], float] = {}  # by game and person
    steps = []
    for game, *sides in games[["game", "winner_id", "loser_id"]].itertuples(index=False):
        winner, loser = ((game, person) for person in sides)
        before = now.get(winner, float(start)), now.get(loser, float(start))
        gain = k * (1 - 1 / (1 + 10 ** ((before[1] - before[0]) / 400)))
        now[winner], now[loser] = before[0] + gain, before[1] - gain
        steps.append((before[0], now[winner], before[1], now[loser]))
    return games.join(
        pd.DataFrame(steps, columns=list(RATED[len(COLUMNS) :]), index=games.index, dtype=float)
    )


def table(rated: DataFrame) -> DataFrame:
    """Game by game everybody with a rated one: place, id, name, rating, games, wins; the highest rating first."""
    import pandas as pd

    sides = [
        rated[["game", f"{side}_id", side, f"{side}_after"]]
        .set_axis(["game", "id", "name", "rating"], axis=1)
        .assign(won=side == "winner", place=rated.index)
        for side in ("winner", "loser")
    ]
    each = pd.concat(sides).sort_values("place", kind="stable").groupby(["game", "id"], sort=True)
    found = each.agg(
        name=("name", "last"), rating=("rating", "last"), games=("won", "size"), wins=("won", "sum")
    )
    found = found.reset_index()
    found["game"] = pd.Categorical(found["game"], GAMES, ordered=True)
    found = found.sort_values(["game", "rating"], ascending=[True, False], ignore_index=True)
    found.insert(1, "place", found.groupby("game", observed=True).cumcount() + 1)
    return found


def history(rated: DataFrame, person: str) -> list[tuple[str, str, float]]:
    """(game, event, rating after it), event by event."""
    own = rated[(rated["winner_id"] == person) | (rated["loser_id"] == person)]
    after = own["winner_after"].where(own["winner_id"] == person, own["loser_after"])
    last = own.assign(after=after).groupby(["game", "event"], sort=False, as_index=False)["after"].last()
    return [(game, event, float(rating)) for game, event, rating in last.itertuples(index=False)]
