"""全勝トーナメント, finals, 敗者復活トーナメント and 入賞決定戦 as trees: who stands where, as far as it is known.

The rules say which places meet and who goes on; what is still to come is filled up with unknown places, so that a
drawing has its whole shape from the first round on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tourgen.dataclass import dataclass
from tourgen.formats.declaration import BracketFinals, MainBracket, Placing, Repechage
from tourgen.rules import main_bracket, repechage
from tourgen.rules.places import decided_places
from tourgen.rules.situation import Situation
from tourgen.rules.trees import TreeMatch, present
from tourgen.web.facts import Facts, GameData, Person, entered
from tourgen.web.pairings import lost_at


@dataclass(frozen=True, slots=True)
class Slot:
    """A place of the tree: a bracket number once it is known, and who stands there (nobody on an empty one)."""

    place: int | None
    person: Person | None = None

    @property
    def empty(self) -> bool:
        """Known, and nobody is there to play."""
        return self.place is not None and self.person is None


@dataclass(frozen=True, slots=True)
class Node:
    """A match of the tree. `winner` is a bracket number; `won` is false where nobody was there to win."""

    round: int
    stage: str
    sides: tuple[Slot, Slot]
    winner: Slot = Slot(None)
    won: bool = False
    walkover: bool = False
    table: int | None = None  # where it is being played now

    def wins(self, slot: Slot) -> bool:
        """Whether this side won."""
        return self.won and slot.place is not None and slot.place == self.winner.place


Level = tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """A repechage group: its number, where its players lost (block, round), its tree."""

    number: int
    lost: tuple[str, int]
    levels: tuple[Level, ...]

    @property
    def slots(self) -> tuple[Slot, ...]:
        """Who began in it."""
        return tuple(slot for node in self.levels[0] for slot in node.sides)


@dataclass(frozen=True, slots=True)
class Brackets:
    """Everything of one division; `main` ends with the final."""

    size: int
    main: tuple[Level, ...]
    third: Node | None
    groups: tuple[Group, ...]
    placing: tuple[tuple[tuple[int, int], Node], ...]
    places: Mapping[int, int]  # player → place decided by a match
    absent: Mapping[int, Person]  # bracket number → who should have stood there

    @property
    def slots(self) -> tuple[Slot, ...]:
        """Bracket numbers 1, 2, 3 …"""
        return tuple(slot for node in self.main[0] for slot in node.sides)


def brackets(facts: Facts) -> Brackets:
    """The trees of a division without leagues."""
    return _Grower(facts).all()


class _Grower:
    """Fills the trees of the rules with people, and what the rules don't know yet with unknown places."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.now: Situation | None = facts.report.tournament.now
        stages = facts.declared.stage
        self.first = next(one for one in stages if isinstance(one, MainBracket))
        self.finals = next(one for one in stages if isinstance(one, BracketFinals))
        self.repechage = next(one for one in stages if isinstance(one, Repechage))
        self.placing = next(one for one in stages if isinstance(one, Placing))

    def all(self) -> Brackets:
        main, third = self._main()
        groups = tuple(self._group(number, main) for number in range(1, len(self.repechage.groups) + 1))
        here = {p.lottery for p in self.facts.present}
        absent = {
            p.lottery: p
            for p in self.facts.people.values()
            if p.absent and p.lottery is not None and p.lottery not in here
        }
        places = decided_places(self.now).held if self.now else {}
        return Brackets(self.first.size, main, third, groups, self._placing(groups), places, absent)

    def _main(self) -> tuple[tuple[Level, ...], Node | None]:
        known = main_bracket.levels(self.first, self.now) if self.now else []
        finals = main_bracket.final_matches(self.finals, self.now) if self.now else {}
        rounds = [(number, "main") for number in range(self.first.rounds[0], self.first.rounds[1] + 1)]
        if self.finals.semi_round:
            rounds.append((self.finals.semi_round, "semi"))
        rounds.append((self.finals.final_round, "final"))
        matches = [*known, *(finals[name] for name in ("semi", "final") if name in finals)]
        levels = self._grow(
            [self._slot(place, 1) for place in range(1, self.first.size + 1)], rounds, matches
        )
        third = finals.get("third")
        if third:
            return levels, self._node(third[0], "third", None)
        unplayed = Node(self.finals.third_round, "third", (Slot(None), Slot(None)))
        return levels, unplayed if self.finals.third_round else None

    def _group(self, number: int, main: Sequence[Level]) -> Group:
        lost = lost_at(self.facts, str(number))
        known = repechage.groups(self.repechage, self.now).get(str(number), []) if self.now else []
        rounds = [(at, "repechage") for at in range(lost[1] + 1, self.repechage.rounds[1] + 1)]
        return Group(number, lost, self._grow([Slot(None)] * 2 ** len(rounds), rounds, known))

    def _placing(self, groups: Sequence[Group]) -> tuple[tuple[tuple[int, int], Node], ...]:
        known = repechage.placing_matches(self.placing, self.now) if self.now else []
        if known:
            return tuple((pair, self._node(match, "placing", None)) for pair, match in known)
        winners = {group.number: group.levels[-1][0].winner for group in groups}
        return tuple(
            (pair, Node(self.placing.round, "placing", (winners[pair[0]], winners[pair[1]])))
            for pair in self.placing.pairs
        )

    def _grow(
        self,
        slots: Sequence[Slot],
        rounds: Sequence[tuple[int, str]],
        matches: Sequence[Sequence[TreeMatch]],
    ) -> tuple[Level, ...]:
        """One level per round; the winners of one are the sides of the next."""
        levels: list[Level] = []
        sides = list(slots)
        for at, (number, stage) in enumerate(rounds):
            pairs = list(zip(sides[::2], sides[1::2], strict=True))
            if at < len(matches):
                level = tuple(
                    self._node(one, stage, pair) for one, pair in zip(matches[at], pairs, strict=True)
                )
            else:
                level = tuple(Node(number, stage, pair) for pair in pairs)
            levels.append(level)
            sides = [node.winner for node in level]
        return tuple(levels)

    def _node(self, match: TreeMatch, stage: str, pair: tuple[Slot, Slot] | None) -> Node:
        first, second = (self._slot(place, match.round) for place in match.places)
        game = self._game(match, stage)
        place, won = match.winner, match.won and match.winner is not None
        if place is None and game is not None and game["winner"] is not None:
            # Entered already, while the round is still being played.
            place, won = self.facts.people[game["winner"]].lottery, True
        walkover = won and game is not None and game["kind"] in ("bye", "forfeit")
        table = game["table"] if game is not None and not entered(game) else None
        winner = Slot(None) if place is None else self._slot(place, match.round + 1)
        return Node(match.round, stage, (first, second), winner, won, walkover, table)

    def _slot(self, place: int, round_no: int) -> Slot:
        if self.now is None or not present(self.now, place, round_no):
            return Slot(place)
        return Slot(place, self.facts.people[self.now.holders[place]])

    def _game(self, match: TreeMatch, stage: str) -> GameData | None:
        assert self.now is not None
        games = self.facts.games.get(match.round, {})
        players = [self.now.holders[place] for place in match.places if place in self.now.holders]
        found = (games[no] for no in players if no in games)
        return next((game for game in found if game["stage"] == stage), None)
