"""The new Othello system at a glance: the unbeaten round by round, groups with their winners, placing pairs."""

from __future__ import annotations

from tourgen.dataclass import dataclass
from tourgen.explain.brackets import Position, lost_at_words, main_of, position_of, repechage_of
from tourgen.explain.placing import placing_of, placing_why
from tourgen.explain.trees import on_place, won_words
from tourgen.explain.words import Reason, names, people, quote, say
from tourgen.rules import main_bracket, repechage
from tourgen.rules.situation import Situation
from tourgen.rules.trees import TreeMatch, holder, present
from tourgen.tournament import Tournament


@dataclass(frozen=True, slots=True)
class UnbeatenStep:
    """Who is unbeaten in the main bracket after a round, and still there."""

    after: int
    unbeaten: tuple[int, ...]
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class GroupWhy:
    """A repechage group: where its players lost, their bracket numbers, and who won it (None: nobody, or not yet)."""

    position: Position
    places: tuple[int, ...]
    winner: int | None
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class PlacingPair:
    """One placing match: groups, and the winners that meet."""

    groups: tuple[int, int]
    players: tuple[int | None, int | None]
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class BracketWhy:
    """A division of the new Othello system as far as it is played."""

    unbeaten: tuple[UnbeatenStep, ...]
    groups: tuple[GroupWhy, ...]
    placing: tuple[PlacingPair, ...]
    reasons: tuple[Reason, ...]  # why the placing matches are paired so, where rematches are avoided


def bracket_why(tournament: Tournament) -> BracketWhy:
    """How main bracket, repechage and placing matches went."""
    now = tournament.situations[-1]
    main = main_of(now)
    levels = [level for level in main_bracket.levels(main, now) if level[0].round <= now.after]
    steps = tuple(_unbeaten(tournament, now, level) for level in levels)
    trees = repechage.groups(repechage_of(now), now)
    groups = tuple(_group(tournament, now, group, tree) for group, tree in trees.items())
    return BracketWhy(steps, groups, *_placing(tournament))


def _unbeaten(tournament: Tournament, now: Situation, level: list[TreeMatch]) -> UnbeatenStep:
    after = level[0].round
    # The situation of that round knows who had withdrawn by then.
    then = tournament.situations[after]
    there = [
        no
        for match in level
        if match.winner is not None
        and present(then, match.winner, after + 1)
        and (no := holder(then, match.winner)) is not None
    ]
    text = say("why-unbeaten-after", after=after, people=people(len(there)), names=names(tournament, there))
    return UnbeatenStep(after, tuple(there), (Reason(text, quote(now.declared, "main")),))


def _group(tournament: Tournament, now: Situation, group: str, tree: list[list[TreeMatch]]) -> GroupWhy:
    position = position_of(now, group)
    places = tuple(place for match in tree[0] for place in match.places)
    final = tree[-1][0]
    over = final.round == repechage_of(now).rounds[1] and final.winner is not None
    winner = holder(now, final.winner) if over and final.winner is not None and final.won else None
    text = say(
        "why-group-lost",
        group=group,
        position=position.name,
        lost=lost_at_words(position),
        people=people(sum(holder(now, place) is not None for place in places)),
    )
    return GroupWhy(
        position,
        places,
        winner,
        (Reason(text, quote(now.declared, "repechage")), *_won(tournament, now, final, over)),
    )


def _won(tournament: Tournament, now: Situation, final: TreeMatch, over: bool) -> tuple[Reason, ...]:
    if not over or final.winner is None:
        return ()
    if not final.won:
        return (Reason(say("why-group-nobody")),)
    came = won_words(tournament, now, [final], final.winner)
    return (Reason(say("why-group-won", name=on_place(tournament, now, final.winner, final.round, came))),)


def _placing(tournament: Tournament) -> tuple[tuple[PlacingPair, ...], tuple[Reason, ...]]:
    stage = placing_of(tournament.situations[-1])
    if len(tournament.situations) < stage.round:
        return (), ()
    before = tournament.situations[stage.round - 1]
    shared: tuple[Reason, ...] = ()
    pairs = []
    for groups, match in repechage.placing_matches(stage, before):
        players = (holder(before, match.places[0]), holder(before, match.places[1]))
        there = next((no for no in players if no is not None), None)
        reasons: tuple[Reason, ...] = (Reason(say("why-placing-empty", one=groups[0], other=groups[1])),)
        if there is not None:
            _, (_, found) = placing_why(tournament, before, there)
            reasons = tuple(one for one in found if one.about == "pair")
            shared = tuple(one for one in found if one.about == "pool")
        pairs.append(PlacingPair(groups, players, reasons))
    return tuple(pairs), shared
