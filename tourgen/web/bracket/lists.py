"""The brackets as lists, for phones and for ears: round by round, group by group, and the places decided."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from tourgen.formats.models import Bracket
from tourgen.web.bracket.poster import Brackets
from tourgen.web.division_view import DivisionView
from tourgen.web.pairings import Band, Side, match
from tourgen.web.stages import LAST_FOUR

Bands = tuple[tuple[int, Band], ...]  # (round, games)


def match_lists(view: DivisionView, found: Brackets) -> dict[str, Any]:
    """Every game of the brackets: finals, stages as one list each, and chapters to open (a round, a group)."""
    first = view.stages.first
    held = view.now.decided.held if view.now else {}
    places = tuple((place, view.people[no]) for no, place in sorted(held.items(), key=lambda item: item[1]))
    later = [one for one in view.stages.brackets if one.entered_from]
    groups = [one for one in later if one.entered_from[0].at]
    others = [one for one in later if one.id not in found.finals and one not in groups]
    titled = LAST_FOUR if view.declared.titled_tree == first.id else ()
    numbers = sorted(view.games)
    return {
        "places": places,
        "finals": _bands(view, reversed(numbers), [*_by_rank(view, found.finals), *titled]),  # latest first
        # matches that go on from those
        "others": [(one.id, bands) for one in others if (bands := _bands(view, numbers, (one.id,)))],
        "main": [(number, bands) for number in numbers if (bands := _bands(view, [number], (first.id,)))],
        "groups": [(one.id, list(_groups(view, one))) for one in groups],  # of those who were beaten
    }


def final_matches(view: DivisionView) -> Bands:
    """Every game of every bracket, the latest round first."""
    stages = view.stages
    labels = {game.stage for one in view.rounds for game in one.games}
    own = [label for label in labels if stages.of(label) in stages.brackets]
    return _bands(
        view, sorted(view.games, reverse=True), sorted(own, key=lambda one: stages.order_of(one, None))
    )


def finals_now(view: DivisionView) -> list[Band]:
    """What is played in the current round beside the games that count for the preliminary ranks."""
    if view.finished or not view.current:
        return []
    games = view.round(view.current).games
    own = {game.stage for game in games if game.table is not None and not view.counts(game)}
    order = sorted(own, key=lambda one: view.stages.order_of(one, None))
    return [band for _, band in _bands(view, [view.current], order)]


def _by_rank(view: DivisionView, stages: Iterable[str]) -> list[str]:
    """Stages by the best place that they give, those that give none last."""
    final = view.declared.final.first
    return sorted(stages, key=lambda one: final.index(one) if one in final else len(final))


def _groups(view: DivisionView, stage: Bracket) -> Iterator[dict[str, Any]]:
    played = _bands(view, sorted(view.games), (stage.id,))
    span = view.stages.spans[stage.id]
    for name in view.stages.groups(stage):
        bands = [(number, band) for number, band in played if band.group == name]
        if not bands:
            continue
        over = span is not None and bands[-1][0] == span[1]
        winner = next((side.person for side in _sides(bands[-1][1]) if over and side.won), None)
        yield {"name": name, "bands": bands, "lost": view.stages.lost_at(stage, name), "winner": winner}


def _sides(band: Band) -> list[Side]:
    return [side for one in band.matches for side in (one.first, one.second) if side is not None]


def _bands(view: DivisionView, rounds: Iterable[int], stages: Iterable[str]) -> Bands:
    """(round, games) for each of these rounds, stages and groups."""
    found: dict[tuple[int, str, str | None], Band] = {}
    listed = list(stages)
    for number in rounds:
        games = view.round(number).games
        for stage in listed:
            for game in (one for one in games if one.stage == stage):
                group = view.stages.named_group(stage, game.group)
                shown = view.stages.shown(stage, number)
                band = found.setdefault((number, stage, group), Band(shown, group))
                band.matches.append(match(view, number, game))
    return tuple((key[0], band) for key, band in found.items())
