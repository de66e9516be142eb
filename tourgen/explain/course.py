"""A division at a glance: how everybody starts, how pools that are left and trees over numbers went."""

from __future__ import annotations

from collections.abc import Iterator

from tourgen.engine.reasons import TreeMatch
from tourgen.engine.situation import Situation
from tourgen.engine.stages.base import Stage
from tourgen.engine.stages.bracket import BracketStage
from tourgen.engine.stages.bracket.tree import Level
from tourgen.event.tournament import Tournament
from tourgen.explain.bracket import came_words, group_words, match_reasons, on_place, origin_words
from tourgen.explain.leaving import steps_of
from tourgen.explain.terms import criterion_label
from tourgen.explain.words import (
    Reason,
    Told,
    Words,
    capital,
    entries,
    joined,
    names,
    quote,
    say,
    stage_words,
)
from tourgen.formats.models import MOST_ENTRANTS, Grouped


def grouped_course(tournament: Tournament, stage: Stage) -> Iterator[Told]:
    """Of a pool that is left by results every group; of a first stage how everybody starts."""
    now = tournament.situations[-1]
    if stage.left_by:
        for group in stage.group_names(now):
            where = stage_words(now.format, stage.id, group)
            size = sum(mine == group for mine in now.entered.get(stage.id, {}).values())
            text = say("why-block-size", where=where, people=entries(now.format, size))
            steps = [step.reason for step in steps_of(tournament, stage, group)]
            yield Told(where, (Reason(text, quote(now.format, "deal")), *steps))
    elif not stage.declared.entered_from:
        yield preliminaries(tournament)


def preliminaries(tournament: Tournament) -> Told:
    """Which stage everybody starts in and why, and its groups."""
    first = tournament.situations[0]
    declared, stage = first.format, first.format.first_stage
    begun, last = tournament.situations[-1].spans.get(stage.id, (1, 1))
    least, most = stage.entrants or (2, MOST_ENTRANTS)
    chosen = "" if stage.entrants is None else "-most" if most < MOST_ENTRANTS else f"-least-{stage.kind}"
    text = say(
        f"why-entrants{chosen}",
        people=entries(declared, len(first.entrants)),
        stage=stage_words(declared, stage.id),
        least=entries(declared, least),
        most=entries(declared, most),
        rounds=(last or tournament.completed) - begun + 1,
    )
    reasons = [Reason(text, quote(declared, "by-entrants") if chosen else None)]
    groups = first.stages[stage.id].group_names(first)
    if len(groups) > 1 and isinstance(stage, Grouped):
        rule = quote(declared, f"blocks of {len(groups)}")
        reasons.append(Reason(_dealing(stage, [group or "" for group in groups]), rule))
    for group in groups:
        reasons += _group(tournament, first, group, alone=len(groups) == 1)
    return Told(stage_words(declared, stage.id), tuple(reasons))


def _dealing(stage: Grouped, groups: list[str]) -> Words:
    if stage.deal == "in-turn" and not stage.deal_by and stage.groups:
        return say("why-blocks-dealt", blocks=", ".join([*groups, groups[0], "…"]))
    return say(f"why-dealt-{stage.deal}", by=by_words(stage))


def by_words(stage: Grouped) -> Words:
    """抽選番号の小さい順に, or by the criteria by which groups are dealt."""
    if not stage.deal_by:
        return say("why-by-lot")
    return say("why-by-criteria", criteria=joined([criterion_label(word) for word in stage.deal_by]))


def _group(tournament: Tournament, first: Situation, group: str | None, *, alone: bool) -> Iterator[Reason]:
    """How many were dealt into a group, and who joined it late."""
    entrants = first.entrants
    members = first.dealt_into(group)
    late = [no for no in members if entrants[no].from_round > 1]
    where = stage_words(first.format, first.format.first_stage.id, group)
    if late or not alone:
        yield Reason(say("why-block-size", where=where, people=entries(first.format, len(members))))
    for no in sorted(late, key=lambda no: (entrants[no].from_round, entrants[no].number)):
        name, round_no = names(tournament, [no]), entrants[no].from_round
        yield Reason(say("why-block-late", names=name, where=where, round=round_no))


# --- Trees over numbers


def bracket_course(tournament: Tournament, stage: BracketStage) -> Iterator[Told]:
    """How a tree over numbers, the groups of the beaten and the matches of their winners went."""
    now = tournament.situations[-1]
    reasons: list[Reason] = []
    if stage.declared.seats == "by-number":
        levels = stage.trees(now).get(None, [])
        reasons = [_unbeaten(tournament, stage, one) for one in levels if one[0].round <= now.after]
    elif stage.positions:
        for group, tree in stage.trees(now).items():
            reasons += _beaten_group(tournament, now, stage, group or "", tree)
    elif isinstance(stage.declared.seats, tuple) and stage.moves_places:
        reasons = _placing(tournament, stage)
    if reasons:
        yield Told(stage_words(now.format, stage.id), tuple(reasons))


def _unbeaten(tournament: Tournament, stage: BracketStage, level: Level) -> Reason:
    """Who is unbeaten after a round, and still there; the situation of that round knows who had left by then."""
    after = level[0].round
    then = tournament.situations[after]
    winners = [match.winner.no for match in level if match.winner is not None]
    here = [no for no in winners if no is not None and then.there(no, after + 1)]
    people = entries(then.format, len(here))
    text = say("why-unbeaten-after", after=after, people=people, names=names(tournament, here))
    return Reason(text, quote(then.format, stage.id))


def _beaten_group(
    tournament: Tournament, now: Situation, stage: BracketStage, group: str, levels: list[Level]
) -> list[Reason]:
    """Where its players lost, and who won it."""
    count = sum(slot.no is not None for match in levels[0] for slot in match.sides)
    text = group_words("why-group-lost", now, stage, group, people=entries(now.format, count))
    reasons = [Reason(text, quote(now.format, stage.id))]
    final = levels[-1][0]
    if final.round != now.spans[stage.id][1] or not final.decided or final.winner is None:
        return reasons
    if not final.won:
        return [*reasons, Reason(say("why-group-nobody"))]
    came = came_words(tournament, now, final.winner.no, final.round)
    name = on_place(tournament, now, final.winner.number, final.winner.no, final.round, came)
    return [*reasons, Reason(say("why-group-won", name=name))]


def _placing(tournament: Tournament, stage: BracketStage) -> list[Reason]:
    """The matches of the groups' winners as the rules pair them, walkovers and empty ones too."""
    first = tournament.situations[-1].spans.get(stage.id, (0, 0))[0]
    if not first or len(tournament.situations) < first:
        return []
    now = tournament.situations[first - 1]
    games = {game.reason.match: game for game in stage.games(now) if isinstance(game.reason, TreeMatch)}
    shared: list[Reason] = []
    reasons: list[Reason] = []
    for number, sides in enumerate(stage.first_sides(now), 1):
        if number in games:
            cause = games[number].reason
            assert isinstance(cause, TreeMatch)
            found = match_reasons(tournament, now, games[number], cause)
            shared = [one for one in found if one.about == "pool"]
            reasons += [one for one in found if one.about == "pair"]
        else:
            one, other = (origin_words(now, side) for side in sides)
            reasons.append(Reason(say("why-placing-empty", one=capital(one), other=other)))
    return [*shared, *reasons]
