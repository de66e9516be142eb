"""決勝トーナメント: who meets whom, who goes on, and the places this decides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field
from typing import ClassVar

from tourgen.dataclass import dataclass
from tourgen.formats.declaration import Knockout, SeededKnockout
from tourgen.verify.facts import Facts, Match

Slot = int | None  # an empty place is None


@dataclass(frozen=True, slots=True)
class Fixture:
    """A match of the bracket, the upper place first. With one empty place it is a bye."""

    stage: str
    upper: Slot
    lower: Slot
    group: str | None = None

    @property
    def entrants(self) -> tuple[int, ...]:
        return tuple(no for no in (self.upper, self.lower) if no is not None)


@dataclass
class Bracket:
    """The bracket as it stands before the next of its rounds."""

    stage: Knockout | SeededKnockout
    slots: list[Slot] = field(default_factory=list)
    beaten: list[tuple[int, ...]] = field(default_factory=list)  # by semi-final: who plays for third place
    place: dict[int, int] = field(default_factory=dict)
    entrants: set[int] = field(default_factory=set)  # who has stood in it, by hand or by the rules
    early: ClassVar[str] = "knockout"  # what the games before the last four are called

    def group_of(self, label: str, turn: int) -> str | None:
        """The group of a match, by its number from the top of the bracket."""
        return None

    def enter(self, slots: Iterable[Slot]) -> None:
        """The places in bracket order; the stage says in which round this begins."""
        self.slots = list(slots)
        self.entrants = {no for no in self.slots if no is not None}

    def fixtures(self, number: int, facts: Facts) -> list[Fixture]:
        """The next round's matches: final, third-place match, or the others from the top of the bracket."""
        matches = list(zip(self.slots[::2], self.slots[1::2], strict=True))
        label = {1: "final", 2: "semi"}.get(len(matches), self.early)
        fixtures = [
            Fixture(label, upper, lower, self.group_of(label, turn))
            for turn, (upper, lower) in enumerate(matches, 1)
        ]
        if label == "final" and self.stage.third == "played" and self.beaten:
            # Two who both left a semi-final to nobody can't play: that side stays empty.
            upper, lower = (group[0] if len(group) == 1 else None for group in self.beaten)
            fixtures.append(Fixture("third", upper, lower))
        # Beside an empty place somebody who has withdrawn has no game.
        return [f for f in fixtures if len(f.entrants) == 2 or _there(f.entrants, number, facts)]

    def play(self, number: int, facts: Facts, games: Sequence[Match]) -> None:
        """Takes over what was played in this round."""
        matches = [
            Fixture("", upper, lower) for upper, lower in zip(self.slots[::2], self.slots[1::2], strict=True)
        ]
        ours = [game for game in games if game.stage not in ("third", "womens-final")]
        by_players = {frozenset(game.players): game for game in ours}
        # A match re-made by hand stands in for one that the bracket would have.
        expected = {frozenset(match.entrants) for match in matches}
        by_hand = [game for game in ours if frozenset(game.players) not in expected]
        if number == self.stage.rounds[0]:
            self.entrants = set()
        self.slots, beaten = [], []
        for match in matches:
            game = by_players.get(frozenset(match.entrants))
            if game is None and match.entrants and by_hand:
                game = by_hand.pop(0)
            entrants = game.players if game else match.entrants
            winner = _winner(game, entrants, number, facts)
            self.entrants.update(entrants)
            self.slots.append(winner)
            beaten.append(tuple(no for no in entrants if no != winner))
        if len(matches) == 1:
            self.place |= dict.fromkeys((no for no in self.slots if no is not None), 1)
        if len(matches) == 2 and self.stage.third == "played":
            self.beaten = beaten
        else:
            # Beaten in the final: 2nd; 「準決勝の敗者2名を3位とします」: 3rd; before that 5th, 9th.
            self.place |= {no: len(matches) + 1 for group in beaten for no in group}
        if len(matches) == 1 and self.stage.third == "played":
            self._third_place(number, facts, games)

    def _third_place(self, number: int, facts: Facts, games: Sequence[Match]) -> None:
        sides = tuple(no for group in self.beaten for no in group)
        game = next((game for game in games if game.stage == "third"), None)
        entrants = game.players if game else sides
        winner = _winner(game, entrants, number, facts)
        # 「3位決定戦」: the winner 3rd, whoever lost or wasn't there 4th. A final made by hand goes before.
        for no in dict.fromkeys((*entrants, *sides)):
            self.place.setdefault(no, 3 if no == winner else 4)


def _winner(game: Match | None, entrants: Sequence[int], number: int, facts: Facts) -> Slot:
    """A match with nobody present is not won by anybody."""
    if game is not None:
        return game.winner if game.winner in entrants else None
    there = _there(entrants, number, facts)
    return there[0] if len(there) == 1 else None


def _there(entrants: Sequence[int], number: int, facts: Facts) -> list[int]:
    return [no for no in entrants if no in facts.entrants and not facts.entrants[no].withdrawn(number)]
