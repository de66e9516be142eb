"""決勝トーナメント, 優勝決定戦: who has a place in it, and where in the bracket."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest

from tourgen.dataclass import replace
from tourgen.verify.facts import Facts, Match
from tourgen.verify.knockout import Bracket, Slot


class SeededBracket(Bracket):
    """A bracket seeded by preliminary rank; before the last four its matches are numbered from the top."""

    drawn = 0  # how many had a place when it began

    def group_of(self, label: str, turn: int) -> str | None:
        return str(turn) if label == self.early else None

    def enter(self, slots: Iterable[Slot]) -> None:
        super().enter(slots)
        self.drawn = len(self.entrants)
        # 「全勝者が複数いた場合には」: alone there is nothing to play for.
        self.place = dict.fromkeys(self.entrants, 1) if self.drawn == 1 else {}

    def play(self, number: int, facts: Facts, games: Sequence[Match]) -> None:
        """A round with other pairs, made by hand or before a correction, stands: its games are the bracket's places."""
        tree = [game for game in games if game.stage != "third"]
        drawn = {frozenset(pair) for pair in zip(self.slots[::2], self.slots[1::2], strict=False)}
        if not all(frozenset((game.first, game.second)) in drawn for game in tree):
            self._seat_as_played(number, tree)
        super().play(number, facts, games)

    def _seat_as_played(self, number: int, tree: Sequence[Match]) -> None:
        played: list[Slot] = [no for game in tree for no in (game.first, game.second)]
        size = len(self.slots)
        if number == self.stage.rounds[0]:
            size = {"final": 2, "semi": 4}.get(tree[0].stage, max(8, _power_of_two(len(played))))
            self.stage = replace(self.stage, rounds=(number, number - 1 + round_count(size)))
            self.enter((played + [None] * size)[:size])
            return
        played += [no for no in self.slots if no is not None and no not in played]
        self.slots = (played + [None] * size)[:size]


class TeamBracket(SeededBracket):
    """優勝決定戦: teams call it a playoff."""

    early = "playoff"


def in_turn(blocks: Sequence[Sequence[int]]) -> list[int]:
    """A1, B1, A2, B2, …: rank by rank, the first block ahead."""
    return [no for rank in zip_longest(*blocks) for no in rank if no is not None]


def bracket_order(size: int) -> list[int]:
    """Seeds in bracket order, for a power of two: 1 4 2 3, then 1 8 4 5 2 7 3 6."""
    order = [1]
    while len(order) < size:
        total = 2 * len(order) + 1
        order = [seed for one in order for seed in (one, total - one)]
    return order


def slots(seeds: Sequence[int]) -> list[Slot]:
    """Everybody at their place; a missing seed leaves it empty, so that the best wait."""
    size = _power_of_two(len(seeds))
    return [seeds[seed - 1] if seed <= len(seeds) else None for seed in bracket_order(size)]


def _power_of_two(count: int) -> int:
    """The next one, 1 for nobody."""
    return 1 << round_count(count)


def round_count(entrants: int) -> int:
    """One alone needs no match."""
    return max(0, entrants - 1).bit_length()


def deal(
    lots: Mapping[int, int], first_round: Mapping[int, int], letters: Sequence[str]
) -> dict[str, list[int]]:
    """「全参加者を 2 つのブロックに分け」: A, B, A, B by lot.

    Late entrants come after them in the order of their round and lot, each into the smallest block.
    """
    blocks: dict[str, list[int]] = {letter: [] for letter in letters}
    starting = sorted((no for no in lots if first_round[no] <= 1), key=lambda no: lots[no])
    for turn, no in enumerate(starting):
        blocks[letters[turn % len(letters)]].append(no)
    late = sorted((no for no in lots if first_round[no] > 1), key=lambda no: (first_round[no], lots[no]))
    for no in late:
        smallest = min(letters, key=lambda letter: len(blocks[letter]))  # of equals the first
        blocks[smallest].append(no)
    return blocks
