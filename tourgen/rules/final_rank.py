"""最終順位: the knockout's places, then the listed criteria as of the last league or ranking round (section 5)."""

from __future__ import annotations

from tourgen.formats.declaration import Knockout, TitleMatch
from tourgen.rules.brackets import bracket_of
from tourgen.rules.order import ranked
from tourgen.rules.situation import Situation
from tourgen.rules.title_match import TitleHolder
from tourgen.rules.title_match import holders as title_match_holders


def final_ranks(situation: Situation) -> list[tuple[int, int]]:
    """(rank, player) from first to last; equal ranks are listed in provisional order."""
    declared = situation.declared
    knockout = declared.stage_of(declared.final.first)
    assert isinstance(knockout, Knockout)
    places = bracket_of(knockout, situation).places()
    # A place that nobody reached stays vacant: the others come after all of the knockout's places (F1).
    ahead = sum(bool(entrant) for entrant in knockout.entrants)
    others = situation.in_order(no for no in situation.entrants if no not in places)
    rows = ranked(others, situation.record, declared.final.criteria)
    ranks = {**places, **{row.no: row.rank + ahead for row in rows}}
    return [(ranks[no], no) for no in sorted(situation.in_order(ranks), key=ranks.__getitem__)]


def title_holders(situation: Situation) -> list[TitleHolder]:
    """優勝, 準優勝 by place, then the titles with a match of their own."""
    ranks = final_ranks(situation)
    declared = situation.declared
    holders = [TitleHolder(one.title, no) for one in declared.place_title for rank, no in ranks if rank == one.place]
    for stage in declared.stage:
        if isinstance(stage, TitleMatch):
            holders += title_match_holders(stage, situation)
    return holders
