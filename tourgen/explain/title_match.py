"""A title with a match of its own: which row of the table applies (女子決勝)."""

from __future__ import annotations

from tourgen.engine.stages.base import candidates
from tourgen.event.tournament import Tournament
from tourgen.explain.words import Reason, in_sentence, names, quote, say, stage_words


def title_reasons(tournament: Tournament, stage_id: str) -> tuple[Reason, ...]:
    """「決勝トーナメントに女子選手が入っていない場合と…2名共に3位の場合、8回戦に女子決勝を行い」."""
    now = tournament.situations[-1]
    declared = now.format
    first = now.spans.get(stage_id, (now.after + 1, None))[0]
    before = tournament.before(first) if first <= len(tournament.situations) else now
    flow = declared.stage_of(stage_id).entered_from[0]
    found = candidates(flow, before)
    inside = [no for no, held in found if held is not None]
    outside = [no for no, held in found if held is None]
    games = [game for game in (tournament.planned or {}).get(first, ()) if game.stage == stage_id]
    players = [no for no in games[0].players if no is not None] if games else []
    if not found:
        row = "nobody"
    elif len(inside) > 1:
        row = "two-third" if players else "by-placing"
    elif inside:
        row = "one-inside" if outside else "alone"
    else:
        row = "none-inside" if len(players) > 1 else "alone"
    tree = declared.final.first[0] if declared.final.first else declared.first_stage.id
    text = say(
        f"why-title-{row}" if flow.sex == "F" else f"why-title-any-{'match' if players else 'none'}",
        names=names(tournament, inside or players or outside[:1]),
        round=before.latest,
        tree=in_sentence(stage_words(declared, tree)),
        match=in_sentence(stage_words(declared, stage_id)),
    )
    return (Reason(text, quote(declared, stage_id)),)
