"""The numbers of a division: its games by round, discs, seeds, grades, clubs, and who beat somebody far above."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from tourgen.formats.labels import grade_value
from tourgen.results.document import Results

if TYPE_CHECKING:
    from pandas import DataFrame, Series

KINDS = {"games": "played", "open": "open", "byes": "bye", "forfeits": "forfeit", "pending": "pending",
         "double_losses": "double-loss", "draws": "draw"}  # fmt: skip
BINS = (*range(0, 64, 8), 65)  # differences in discs, eight by eight; the last with 64
FAR = 4  # a surprise is a win against somebody more than a fourth of the field above


class Surprise(NamedTuple):
    """A win against somebody who was ranked far above before the round."""

    round: int
    table: int | None
    winner: int
    loser: int
    winner_rank: int
    loser_rank: int


def statistics(results: Results) -> dict[str, Any]:
    """A few numbers of the division, as plain values."""
    people, games = _people(results), _games(results)
    here = people[~people.absent & ~people.moved]
    played = games[games.kind == "played"]
    seeds = set(people.index[people.seed])
    mixed = played[played.winner.isin(seeds) != played.loser.isin(seeds)]
    return {
        "players": len(here),
        "absent": int(people.absent.sum()),
        "withdrawn": int(here.withdrawn.sum()),
        "clubs": here.club[here.club != ""].nunique(),
        "women": int((here.sex == "F").sum()),
        "total": _counts(games),
        "rounds": [
            {"round": one.round, **_counts(games[games["round"] == one.round])} for one in results.rounds
        ],
        "seeds": {"games": len(mixed), "wins": int(mixed.winner.isin(seeds).sum())},
        "by_seed": _scores(here[here.seed], played, "no"),
        "by_grade": sorted(_scores(here[here.grade != ""], played, "grade"), key=_grade, reverse=True),
        "by_club": [one for one in _scores(here[here.club != ""], played, "club") if one["players"] > 1],
        "margins": [
            {"from": low, "to": high - 1, "games": int(played.margin.between(low, high - 1).sum())}
            for low, high in pairwise(BINS)
        ],
    }


def surprises(results: Results) -> list[Surprise]:
    """The largest first; ranks are those before the round, within a block where each has its own."""
    found = []
    for entry in results.rounds:
        before = [one.rows for one in results.standings if one.after < entry.round]
        rows = {row.no: row for row in before[-1]} if before else {}
        blocks = sum(row.rank == 1 for row in rows.values()) > 1
        for game in entry.games:
            winner, loser = game.winner, next((no for no in game.players if no != game.winner), None)
            if game.kind != "played" or winner not in rows or loser not in rows:
                continue
            mine, theirs = rows[winner], rows[loser]
            if mine.rank - theirs.rank > len(rows) // FAR and not (blocks and mine.group != theirs.group):
                found.append(Surprise(entry.round, game.table, winner, loser, mine.rank, theirs.rank))
    return sorted(found, key=lambda one: (one.loser_rank - one.winner_rank, one.round, one.winner))


def _people(results: Results) -> DataFrame:
    import pandas as pd

    rows = [
        (one.no, one.club or "", one.grade or "", one.sex, one.seed, one.absent, one.moved_to is not None,
         one.withdrawn_after is not None)
        for one in results.players
    ]  # fmt: skip
    columns = ["no", "club", "grade", "sex", "seed", "absent", "moved", "withdrawn"]
    flags = dict.fromkeys(("seed", "absent", "moved", "withdrawn"), bool)
    return pd.DataFrame(rows, columns=columns).astype(flags).set_index("no", drop=False).rename_axis(None)


def _games(results: Results) -> DataFrame:
    """One row per game; a game without a result is of the kind open, and only a game that was won has a loser."""
    import pandas as pd

    rows = []
    for entry in results.rounds:
        for game in entry.games:
            kind = "open" if game.kind == "played" and game.winner is None else game.kind
            loser = (
                next((no for no in game.players if no != game.winner), None)
                if game.winner is not None
                else None
            )
            margin = abs(game.discs[0] - game.discs[1]) if game.discs and kind == "played" else None
            rows.append((entry.round, game.table, kind, game.winner, loser, margin))
    columns = ["round", "table", "kind", "winner", "loser", "margin"]
    return pd.DataFrame(rows, columns=columns, dtype=object).astype({"margin": float})


def _grade(one: dict[str, Any]) -> int:
    """The highest grade first, what can't be read last."""
    value = grade_value(one["grade"])
    return -99 if value is None else value


def _counts(games: DataFrame) -> dict[str, Any]:
    """Games by kind and the differences in discs of those that were counted."""
    margins: Series[float] = games.margin.dropna()
    return {
        **{name: int((games.kind == kind).sum()) for name, kind in KINDS.items()},
        "closest": int(margins.min()) if len(margins) else None,
        "widest": int(margins.max()) if len(margins) else None,
        "average_difference": round(float(margins.mean()), 1) if len(margins) else None,
        "draw_wins": int((margins == 0).sum()),
    }


def _scores(people: DataFrame, played: DataFrame, by: str) -> list[dict[str, Any]]:
    """Games won and lost at the board by everybody who shares a grade, a club …, most players first."""
    won, lost = (
        people.no.map(played[side].value_counts()).fillna(0).astype(int) for side in ("winner", "loser")
    )
    table = people.assign(won=won, lost=lost).groupby(by, sort=True)
    found = table.agg(players=("no", "size"), wins=("won", "sum"), losses=("lost", "sum"))
    return [
        {by: name, "players": int(row.players), "wins": int(row.wins), "losses": int(row.losses)}
        for name, row in found.sort_values("players", ascending=False, kind="stable").iterrows()
    ]
