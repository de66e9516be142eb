"""最終順位 and titles: the places that matches decided, then the listed criteria."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tourgen.engine.criteria import Row, ranked, ranked_by_keys
from tourgen.engine.model import Game
from tourgen.engine.situation import Situation
from tourgen.formats.models import PlaceTitle


@dataclass(frozen=True, slots=True)
class TitleHolder:
    """A title and who holds it; `referee` where the rules leave it to the referee."""

    title: str
    no: int
    referee: bool = False


def rows_after_places(now: Situation) -> list[Row]:
    """Everybody whose place no match decided, by the criteria of the final rank.

    They take the places that no match gives away, in order; a place that nobody reached stays vacant.
    """
    held = now.decided.held
    others = now.in_order(no for no in now.entrants if no not in held)
    criteria = now.format.final_criteria
    if now.format.order.by_group:
        # Groups are merged by the keys they have in their group.
        chosen = [now.format.order.criteria.index(name) for name in criteria]
        keys = {row.no: tuple(row.keys[at] for at in chosen) for row in now.rows}
        rows = ranked_by_keys({no: keys[no] for no in others})
    else:
        rows = ranked(others, now.standing(), criteria)
    reserved = frozenset().union(*(now.stages[name].reserved(now) for name in now.format.final.first))
    free = [place for place in range(1, len(now.entrants) + len(reserved) + 1) if place not in reserved]
    return [Row(free[row.rank - 1], row.no, row.keys) for row in rows]


def final_ranks(now: Situation) -> list[tuple[int, int]]:
    """(rank, player) from first to last; equal ranks are listed in provisional order."""
    ranks = {**now.decided.held, **{row.no: row.rank for row in rows_after_places(now)}}
    return [(ranks[no], no) for no in sorted(now.in_order(ranks), key=ranks.__getitem__)]


def title_holders(now: Situation) -> list[TitleHolder]:
    """優勝, 準優勝 by place; those with a sex or a match of their own by these; none for somebody who never came."""
    found: list[TitleHolder] = []
    for title in now.format.place_title:
        by_rank = title.sex is None and title.match is None
        found += _by_rank(title, now) if by_rank else _by_match(title, now)
    return [one for one in found if now.entrants[one.no].withdrawn_after != 0]


def _by_rank(title: PlaceTitle, now: Situation) -> list[TitleHolder]:
    """Whoever has the place.

    Where both finalists are gone nobody has won: the two are put in the order, and the referee decides.
    """
    ranks = final_ranks(now)
    finalists = [no for rank, no in ranks if rank == 2 and no in now.decided.held]
    if len(finalists) == 2 and ranks[0][0] == 2 and title.place <= 2:
        return [TitleHolder(title.title, finalists[title.place - 1], referee=True)]
    return [TitleHolder(title.title, no) for rank, no in ranks if rank == title.place]


def _by_match(title: PlaceTitle, now: Situation) -> list[TitleHolder]:
    """The match decides if it was won; else the places held, then the order, among that sex."""
    games = [one for played in now.rounds for one in played.games if one.stage == title.match]
    winner = games[0].winner if games else None
    if winner is not None:
        finalists = (winner, games[0].opponent(winner))
        return [
            TitleHolder(title.title, no) for no in finalists[title.place - 1 : title.place] if no is not None
        ]
    order, tied = _contest(title, now, games)
    return [
        TitleHolder(title.title, no, referee=no in tied or _had_left(now, no))
        for no in order[title.place - 1 : title.place]
    ]


def _contest(title: PlaceTitle, now: Situation, games: Sequence[Game]) -> tuple[list[int], set[int]]:
    """Who is first, second … for a title without a winner of its match; whom only the order sets apart."""
    pool = [no for no in now.overall if title.sex is None or now.entrants[no].sex == title.sex]
    held = now.decided.held
    if title.match is None:
        ranks = {no: rank for rank, no in final_ranks(now)}
        shared = [held.get(no) for no in pool]
        return sorted(pool, key=ranks.__getitem__), {
            no for no in pool if no in held and shared.count(held[no]) > 1
        }
    if games:
        pool = [no for no in pool if no in games[0].players]
    places = {no: held.get(no, len(now.entrants) + 1) for no in pool}
    inside = sorted((no for no in pool if no in held or no in now.in_finals), key=places.__getitem__)
    others = [no for no in pool if no not in inside]
    if not inside and not games:
        # Nobody is in the finals and no match was played: whoever is left alone has it without a game.
        first = now.spans.get(title.match, (now.after + 1, None))[0]
        others = [no for no in others if not now.entrants[no].withdrawn(first)][:1]
    order = [*inside, *others]
    alike = [places[no] for no in order if no in held or games]
    return order, {no for no in order if alike.count(places[no]) > 1}


def _had_left(now: Situation, no: int) -> bool:
    """Whether somebody had left before the tree that gives the places began."""
    played = [rounds for name in now.format.final.first if (rounds := now.rounds_of(name))]
    return bool(played) and now.entrants[no].withdrawn(min(played)[0])
