"""総当たり戦: whom the schedule gives in which round."""

from __future__ import annotations

from tourgen.engine.situation import Situation
from tourgen.engine.stages.round_robin import RoundRobinStage, circle
from tourgen.event.tournament import Tournament
from tourgen.explain.words import Reason, entries, joined, plain, player, quote, say


def schedule_reasons(tournament: Tournament, now: Situation, stage_id: str, no: int) -> tuple[Reason, ...]:
    """The player's place in the schedule of the next round, and who meets it; nothing once it is over."""
    stage = now.stages[stage_id]
    assert isinstance(stage, RoundRobinStage)
    order = stage.in_places(now, now.entered[stage_id][no])
    rows = stage.rows(len(order))
    at = now.after + 1 - now.spans[stage_id][0]
    if not 0 <= at < len(rows):
        return ()
    in_circle = isinstance(stage.declared.schedule, str)
    once = circle(len(order))
    pairs = [(one + 1, other + 1) for one, other in (once[at % len(once)] if in_circle else rows[at])]
    by_lot = not stage.declared.entered_from and not stage.declared.deal_by
    last = len(order) + len(order) % 2
    code = "why-schedule" if not in_circle else "why-circle" if by_lot else "why-circle-dealt"
    ring = say(code, people=entries(now.format, len(order)), last=last)
    reasons = [Reason(ring, quote(now.format, "by-entrants"), "pool")]
    if len(order) % 2 and in_circle:
        reasons.append(Reason(say("why-circle-empty", last=last), None, "pool"))
    facing = joined([plain(f"{one}–{other}") for one, other in pairs])
    reasons.append(Reason(say("why-circle-pairs", round=now.after + 1, pairs=facing), None, "pool"))
    mine = order.index(no) + 1
    other = next((sum(pair) - mine for pair in pairs if mine in pair), last)
    values = {"mine": mine, "other": other, "name": player(tournament, no)}
    if other > len(order) or not any(mine in pair for pair in pairs):
        return (*reasons, Reason(say("why-circle-rest", **values)))
    return (*reasons, Reason(say("why-circle-pair", **values, opponent=player(tournament, order[other - 1]))))
