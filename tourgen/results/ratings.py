"""Ratings over all rated games of a site: Elo, game by game, in the order in which they were played.

Somebody without a rated game has the rating `start`. The winner of a game gains k × (1 − e) points and the loser loses
as many, where e = 1 / (1 + 10^((loser − winner) / 400)) is what was expected of the winner. Nothing is rounded on the
way; the same games give the same ratings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tourgen.event.people import Entry

if TYPE_CHECKING:
    from pandas import DataFrame

COLUMNS = ("date", "event", "division", "round", "table", "winner_id", "winner", "loser_id", "loser")
RATED = (*COLUMNS, "winner_before", "winner_after", "loser_before", "loser_after")


def rated_games(
    documents: Sequence[Mapping[str, Any]], dates: Mapping[str, str], whose: Mapping[Entry, str]
) -> DataFrame:
    """Every rated game between people, as their rated-games.csv list them, over all events by date, round and table.

    `whose`: entry → the person's id; teams are no persons.
    """
    import pandas as pd

    rows = []
    for document in documents:
        event, division = document["event"]["id"], document["division"]["id"]
        names = {one["no"]: one["name"] for one in document["players"]}
        for entry in document["rounds"]:
            for game in entry["games"]:
                winner = game["winner"]
                loser = next((no for no in game["players"] if no != winner), None)
                ids = [whose.get((event, division, no)) for no in (winner, loser) if no is not None]
                decided = game.get("rated") and game["kind"] == "played" and winner is not None
                if not decided or len(ids) < 2 or None in ids or "boards" in game:
                    continue
                place = (dates.get(event) or "", event, division, entry["round"], game["table"] or 0)
                rows.append((*place, ids[0], names[winner], ids[1], names[loser]))
    return pd.DataFrame(rows, columns=list(COLUMNS)).sort_values(list(COLUMNS[:5]), ignore_index=True)


def rate(games: DataFrame, start: int, k: int) -> DataFrame:
    """The same games with both ratings before and after."""
    import pandas as pd

    now: dict[str, float] = {}
    steps = []
    for winner, loser in zip(games["winner_id"], games["loser_id"], strict=True):
        before = now.get(winner, float(start)), now.get(loser, float(start))
        gain = k * (1 - 1 / (1 + 10 ** ((before[1] - before[0]) / 400)))
        now[winner], now[loser] = before[0] + gain, before[1] - gain
        steps.append((before[0], now[winner], before[1], now[loser]))
    return games.join(pd.DataFrame(steps, columns=list(RATED[9:]), index=games.index, dtype=float))


def table(rated: DataFrame) -> DataFrame:
    """Everybody with a rated game: id, name, rating, games, wins; the highest rating first."""
    import pandas as pd

    sides = [
        rated[["date", f"{side}_id", side, f"{side}_after"]]
        .set_axis(["date", "id", "name", "rating"], axis=1)
        .assign(won=side == "winner", place=rated.index)
        for side in ("winner", "loser")
    ]
    each = pd.concat(sides).sort_values("place", kind="stable").groupby("id", sort=True)
    found = each.agg(
        name=("name", "last"), rating=("rating", "last"), games=("won", "size"), wins=("won", "sum")
    )
    return found.sort_values("rating", ascending=False, kind="stable").reset_index()


def history(rated: DataFrame, person: str) -> list[tuple[str, float]]:
    """(event, rating after it), event by event."""
    own = rated[(rated["winner_id"] == person) | (rated["loser_id"] == person)]
    after = own["winner_after"].where(own["winner_id"] == person, own["loser_after"])
    return [
        (str(event), float(rating))
        for event, rating in after.groupby(own["event"], sort=False).last().items()
    ]
