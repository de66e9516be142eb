"""最終順位: the knockout's places, then the listed criteria as of the last league or ranking round (section 5)."""

from __future__ import annotations

from collections.abc import Iterable

from tourgen.formats.declaration import TitleMatch
from tourgen.rules.order import Row, in_keys_order, ranked
from tourgen.rules.places import decided_places, places_count
from tourgen.rules.situation import Situation
from tourgen.rules.title_match import TitleHolder
from tourgen.rules.title_match import holders as title_match_holders


def rows_after_knockout(situation: Situation) -> list[Row]:
    """Everybody whose place no match decided, by the criteria of the final rank."""
    declared = situation.declared
    places = decided_places(situation).held
    # A place that nobody reached stays vacant: the others come after all of them (F1).
    ahead = sum(places_count(declared.stage_of(name), situation) for name in declared.final.first)
    others = situation.in_order(no for no in situation.entrants if no not in places)
    rows = (
        ranked(others, situation.record, declared.final.criteria)
        if declared.swiss is None
        else _merged(situation, others)
    )
    return [Row(row.rank + ahead, row.no, row.keys) for row in rows]


def _merged(situation: Situation, players: Iterable[int]) -> tuple[Row, ...]:
    """Section 8: then the preliminary rank, blocks merged by the keys it was made of."""
    declared = situation.declared
    chosen = [declared.order.criteria.index(name) for name in declared.final.criteria]
    keys = {row.no: tuple(row.keys[at] for at in chosen) for row in situation.rows}
    return in_keys_order({no: keys[no] for no in players})


def final_ranks(situation: Situation) -> list[tuple[int, int]]:
    """(rank, player) from first to last; equal ranks are listed in provisional order."""
    ranks = {**decided_places(situation).held, **{row.no: row.rank for row in rows_after_knockout(situation)}}
    return [(ranks[no], no) for no in sorted(situation.in_order(ranks), key=ranks.__getitem__)]


def title_holders(situation: Situation) -> list[TitleHolder]:
    """優勝, 準優勝 by place, then the titles with a match of their own; none for who never came (decision A3)."""
    ranks = final_ranks(situation)
    declared = situation.declared
    holders = [
        TitleHolder(one.title, no) for one in declared.place_title for rank, no in ranks if rank == one.place
    ]
    for stage in declared.stage:
        if isinstance(stage, TitleMatch):
            holders += title_match_holders(stage, situation)
    return [one for one in holders if situation.entrants[one.no].withdrawn_after != 0]
