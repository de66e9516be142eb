"""Brackets as trees: who stands where, as far as it is known.

The engine says which places meet and who goes on; what is still to come is filled up with unknown places, so that a
drawing has its whole shape from the first round on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tourgen.engine.model import Game
from tourgen.engine.stages import base
from tourgen.engine.stages.base import EMPTY
from tourgen.engine.stages.bracket.extra import extra_matches
from tourgen.engine.stages.bracket.tree import Match
from tourgen.formats.fitting import tree_rounds
from tourgen.formats.models import Bracket
from tourgen.web.division_view import DivisionView, Person
from tourgen.web.stages import ROUNDS_LEFT


@dataclass(frozen=True, slots=True)
class Slot:
    """A place of the tree: its number once it is known, and who stands there (nobody on an empty one)."""

    place: int | None
    person: Person | None = None


UNKNOWN = Slot(None)


@dataclass(frozen=True, slots=True)
class Node:
    """A match of the tree. `won` is false where nobody was there to win; `label` says what its round is called."""

    round: int
    label: str  # as a stage is shown, "" where the round has only a number
    sides: tuple[Slot, Slot]
    winner: Slot = UNKNOWN
    won: bool = False
    walkover: bool = False
    table: int | None = None  # where it is being played now
    game: Game | None = None

    def wins(self, slot: Slot) -> bool:
        """Whether this side won."""
        return self.won and slot.place is not None and slot.place == self.winner.place


Level = tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Tree:
    """One tree of a bracket; `lost` where it is of those beaten at one position (block, round)."""

    stage: Bracket
    group: str | None
    levels: tuple[Level, ...]
    lost: tuple[str, int] | None = None

    @property
    def slots(self) -> tuple[Slot, ...]:
        """Its first places, from top to bottom."""
        return tuple(slot for node in self.levels[0] for slot in node.sides)


def trees(view: DivisionView, stage: Bracket) -> list[Tree]:
    """The trees of a bracket, those still empty included; none where nobody knows how large they will be."""
    groups = view.stages.groups(stage) if stage.entered_from and stage.entered_from[0].at else (None,)
    found = [_tree(view, stage, group) for group in groups]
    return [tree for tree in found if tree is not None]


def _tree(view: DivisionView, stage: Bracket, group: str | None) -> Tree | None:
    span = view.stages.spans[stage.id]
    engine = view.stages.tree_stage(stage)
    known = engine.trees(view.now).get(group, []) if engine is not None and view.now is not None else []
    if span is None:
        return None
    lost = view.stages.lost_at(stage, group) if group is not None else None
    first, last = (lost[1] + 1 if lost else span[0]), span[1]
    size = 2 * len(known[0]) if known else _size(view, stage, first, last)
    if size < 2:
        return None
    rounds = range(first, min(last, first + tree_rounds(size) - 1) + 1)
    grower = _Grower(view, stage, group)
    return Tree(stage, group, grower.levels(size, list(rounds), known), lost) if rounds else None


def _size(view: DivisionView, stage: Bracket, first: int, last: int) -> int:
    """How many places a tree will have: one for each match of the trees before it, where it comes from such."""
    if isinstance(stage.seats, tuple):
        return len(stage.seats)
    sources = [flow.stage for flow in stage.entered_from if not flow.at]
    known = {one.id: one for one in view.stages.brackets}
    before = [tree for one in sources if one in known for tree in trees(view, known[one])]
    matches = sum(len(tree.levels[-1]) for tree in before)
    return stage.size or (1 << (matches - 1).bit_length() if matches else int(2 ** (last - first + 1)))


def beside(view: DivisionView, stage: Bracket) -> list[tuple[str, Node]]:
    """(third or fifth, match) of the matches beside its tree, as far as they are known."""
    engine = view.stages.tree_stage(stage)
    if engine is None or view.now is None:
        return []
    levels = engine.trees(view.now).get(None, [])
    grower = _Grower(view, stage, None)
    return [(name, grower.node(match, name)) for name, match in extra_matches(stage, levels, view.now)]


class _Grower:
    """Fills a tree of the engine with people and games, and what is not known yet with unknown places."""

    def __init__(self, view: DivisionView, stage: Bracket, group: str | None) -> None:
        self.view, self.stage, self.group = view, stage, group
        engine = view.stages.tree_stage(stage)
        self.moves_places = engine is not None and engine.moves_places

    def levels(self, size: int, rounds: Sequence[int], known: Sequence[Sequence[Match]]) -> tuple[Level, ...]:
        """One level per round; the winners of one are the sides of the next."""
        found: list[Level] = []
        sides = self._through() or [UNKNOWN] * size
        for at, number in enumerate(rounds):
            pairs = list(zip(sides[::2], sides[1::2], strict=True))
            label = self.label(len(pairs), number)
            if at < len(known):
                level = tuple(self.node(match, label) for match in self._as_made(known[at], number))
            else:
                level = tuple(Node(number, label, pair) for pair in pairs)
            found.append(level)
            sides = [node.winner for node in level]
        return tuple(found)

    def _through(self) -> list[Slot]:
        """The places of a listed tree before it is drawn, with those who have come through already."""
        listed, now = self.stage.seats, self.view.now
        if not isinstance(listed, tuple) or now is None:
            return []
        sources = [flow.stage for flow in self.stage.entered_from if flow.who == "sole-unbeaten"]
        came = {
            one.group: one.no
            for one in now.departures
            if one.stage in sources and one.left_as == "sole-unbeaten"
        }
        return [self._slot(self._engine_slot(came[name]), 0) if name in came else UNKNOWN for name in listed]

    def label(self, matches: int, number: int) -> str:
        """What a round of the tree is called: of the titled tree the last eight, of a stage of one round its name."""
        span = self.view.stages.spans[self.stage.id]
        if self.stage.id == self.view.declared.titled_tree and self.group is None:
            left = tree_rounds(matches)
            return ROUNDS_LEFT.get(left, "")
        return self.stage.id if span is not None and span[0] == span[1] else ""

    def _as_made(self, level: Sequence[Match], number: int) -> Sequence[Match]:
        """A round that is being played and that the organisers made by hand, where players and not places go on."""
        games = self._games(number)
        if level[0].decided or self.moves_places or not games:
            return level
        pairs = [{side.no for side in match.sides} for match in level]
        if all(set(game.players) in pairs for game in games):
            return level
        players = [no for game in games for no in game.players]
        slots = [*map(self._engine_slot, players), *[base.Slot(EMPTY, None)] * 2 * len(level)][
            : 2 * len(level)
        ]
        return [Match(number, pair) for pair in zip(slots[::2], slots[1::2], strict=True)]

    def _engine_slot(self, no: int | None) -> base.Slot:
        number = self.view.people[no].lottery if no is not None else None
        return base.Slot(EMPTY if number is None else number, no)

    def node(self, match: Match, label: str) -> Node:
        """A match with its people, its game, and its result where that is entered already."""
        first, second = (self._slot(side, match.round) for side in match.sides)
        game = self._game(match, label)
        side, won = match.winner, match.won and match.winner is not None
        if side is None and game is not None and game.winner is not None:
            # Entered already, while the round is still being played.
            side, won = self._engine_slot(game.winner), True
        walkover = won and game is not None and game.kind in ("bye", "forfeit")
        table = game.table if game is not None and not game.entered else None
        winner = UNKNOWN if side is None else self._slot(side, match.round + 1)
        return Node(match.round, label, (first, second), winner, won, walkover, table, game)

    def _slot(self, side: base.Slot, round_no: int) -> Slot:
        """A place with whoever is there to play on it."""
        assert self.view.now is not None
        if side.no is None:
            return Slot(side.number) if side.number < EMPTY else Slot(-1)
        here = not self.moves_places or self.view.now.entrants[side.no].in_pool(round_no)
        return Slot(side.number, self.view.people[side.no] if here else None)

    def _games(self, number: int) -> list[Game]:
        """The stage's games of a round in its trees."""
        games = self.view.round(number).games if number in self.view.games else ()
        return [one for one in games if self.view.declared.stage_of_label(one.stage) == self.stage.id]

    def _game(self, match: Match, label: str) -> Game | None:
        games = {no: game for game in self._games(match.round) for no in game.players if no is not None}
        return next((games[no] for no in match.players if no in games), None)
