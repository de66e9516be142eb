"""A bracket: trees of places; who meets whom, which place goes on, and the places that this decides.

Seats are fixed when a tree is entered. All else is worked out anew from the rounds played so far, for a result may be
corrected after the next round was made.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import replace
from typing import TYPE_CHECKING

from tourgen.formats.models import Bracket, Flow
from tourgen.verify.bracket_places import Given, decided_places
from tourgen.verify.deviation import Pair
from tourgen.verify.facts import Game
from tourgen.verify.seats import in_order, seated
from tourgen.verify.stage import Seat, Section, Stage
from tourgen.verify.tree import (
    FIFTH,
    LAST,
    NOBODY,
    PAIR,
    QUARTERS,
    THIRD,
    Beside,
    Level,
    Match,
    Sides,
    each_once,
    holders,
    pairs_of,
    result_of,
    rounds_of,
)

if TYPE_CHECKING:
    from tourgen.verify.course import Course


class BracketStage(Stage):
    """Trees that are fixed when they are entered."""

    declared: Bracket

    def __init__(self, course: Course, declared: Bracket) -> None:
        super().__init__(course, declared)
        self.seats: list[Seat] = []  # of its one tree
        self.drawn: list[Seat] = []  # the same before its first round was played, perhaps otherwise by hand
        self.entrants: list[Seat] = []
        # As far as they are known; the groups of a repechage have names, and each of its positions is a tree.
        self.trees: dict[str | None, list[Level]] = {}
        self.positions = declared.entered_from[0].at if declared.entered_from else ()
        self.beside: list[Beside] = []

    # --- What it is

    @property
    def numbered(self) -> bool:
        """Whether places go on, and not only players: in a tree of numbers, and in trees that come from trees.

        Who is not there leaves an empty place, and the number goes on.
        """
        from_trees = any(isinstance(one, BracketStage) for one in self.course.sources(self))
        return self.declared.seats == "by-number" or from_trees

    @property
    def titled(self) -> bool:
        """Whether its last four are called semi, third and final."""
        return self.course.titled_tree == self.id

    @property
    def members(self) -> Set[int]:
        return {no for levels in self.trees.values() for match in levels[0] for no in match.players}

    @property
    def levels(self) -> list[Level]:
        """Of its one tree."""
        return self.trees.get(None, [])

    # --- Who enters

    def enter(self) -> None:
        if self.positions:
            return
        self._take_seats()
        self.drawn = self.seats
        if self.last is None and self.first is not None:
            seats = self._first_as_played() or self.seats
            entered = any(place.no is not None for place in seats)
            self.last = self.first - 1 + (rounds_of(seats) if entered else 0)
        self.derive()

    def _take_seats(self) -> None:
        course = self.course
        if self.declared.played_if:
            self.entrants = self._title_pair()
        elif self.declared.entered_from:
            self.entrants = course.entrants(self)
        else:
            there = sorted(course.numbers.items(), key=lambda one: one[1])
            by_number = self.declared.seats == "by-number"
            self.entrants = [
                Seat(no, None, 0, number) for no, number in there if by_number or not course.facts.gone(no, 1)
            ]
        self.seats = self._numbered(seated(self, self.entrants), LAST)

    def _numbered(self, seats: Sequence[Seat], empty: int) -> list[Seat]:
        """Empty places have numbers from here on."""
        numbers = self.course.numbers
        return [
            replace(one, number=one.number or numbers.get(one.no or 0, empty + at))
            for at, one in enumerate(seats)
        ]

    def _title_pair(self) -> list[Seat]:
        """The two best of all; no match if a place sets them apart, or one is still in a bracket that gives places."""
        flow, course, number = self.declared.entered_from[0], self.course, self.first or 1
        inside, outside = course.best_overall(flow.sex, self.id)
        there = [no for no in inside or outside if course.facts.in_match(no, self.id, number)]
        two = inside[:PAIR] if inside and there else there[:PAIR]
        if inside:
            places = course.places_held
            held = [places.get(no) for no in inside]
            # If more than these two hold the place, a match between two would not decide it.
            if held[0] is None or held.count(held[0]) != PAIR:
                return []
        return [] if len(two) < PAIR or course.busy(number, self) & {*two} else [Seat(no) for no in two]

    def _first_as_played(self) -> list[Seat]:
        """A first round with other pairs than drawn, made by hand or before a correction: its games are the tree.

        So does a match stand whose reason a later correction took away. Empty where the round is as it was drawn.
        """
        sheet = self.course.facts.sheets.get(self.first or 0)
        if sheet is None or not sheet.by_hand or self.numbered or self.declared.played_if:
            return []
        games = [game for game in sheet.games if self._in_tree(game)]
        drawn = [holders(pair) for pair in pairs_of(self.seats)]
        if all(set(game.pair) in drawn for game in games):
            return []
        final = [game for game in games if game.stage == "final"]
        sides = [no for game in final[:1] or games for no in game.pair]
        size = {"final": 2, "semi": 4}.get(games[0].stage, 8 if self.titled else 2)
        if isinstance(self.declared.rounds, tuple):
            size = len(self.seats) or 2**self.declared.length  # by a correction nobody enters
            sides += [place.no for place in self.seats if place.no is not None and place.no not in sides]
        size = max(size, self.declared.size or 0)
        while size < len(final[:1] or games) * PAIR:
            size *= 2
        return self._own_places(sides, size)

    def _own_places(self, sides: Sequence[int | None], size: int) -> list[Seat]:
        return [self._own_place(no) for no in [*sides, *[None] * size][:size]]

    def _own_place(self, no: int | None) -> Seat:
        return NOBODY if no is None else Seat(no, number=self.course.numbers[no])

    def _in_tree(self, game: Game) -> bool:
        """Whether a game is one of the tree, and of none beside it."""
        return self.course.owner_of(game.stage) == self.id and not self._is_beside(game)

    def _is_beside(self, game: Game) -> bool:
        return (game.stage, game.group) in (self._label_beside(THIRD), self._label_beside(FIFTH))

    # --- Level by level

    def take_in(self, number: int) -> None:
        """The first round as it was played is the tree; all else is looked at anew."""
        if number == self.first and (as_played := self._first_as_played()):
            self.seats = as_played
        self.derive()

    def derive(self) -> None:
        """Every tree from the rounds played so far."""
        known = all(source.known for source in self.course.sources(self))
        if self.numbered and self.declared.entered_from and not self.positions and known:
            self._take_seats()
        taken: list[tuple[int, Game]] = []
        begun = self.first is not None and self.last is not None and self.first <= self.last
        planted = self._planted() if begun else ()
        grown = ((name, self._levels(seats, first, taken)) for name, first, seats in planted)
        self.trees = {name: levels for name, levels in grown if levels}
        self.beside = sorted(self._matches_beside(), key=lambda one: one.group)  # the third place first

    def _planted(self) -> Iterator[tuple[str | None, int, list[Seat]]]:
        """Every tree with its first round and its places."""
        if not self.positions and len(self.seats) >= PAIR:
            yield None, self.first or 1, self.seats
        for turn, position in enumerate(self.positions, 1):
            source = self.course.stages[self.declared.sources[0]]
            assert isinstance(source, BracketStage)
            if places := source.beaten_at(position):
                number = int(position[len(position.rstrip("0123456789")) :])
                in_turn = sorted(places, key=lambda place: place.number)
                yield str(turn), number + 1, self._numbered(in_order(in_turn), 2 * LAST)

    def _levels(self, seats: Sequence[Seat], first: int, taken: list[tuple[int, Game]]) -> list[Level]:
        levels: list[Level] = []
        places = list(seats)
        for number in range(first, min(self.last or 0, first + rounds_of(seats) - 1) + 1):
            pairs = pairs_of(places)
            if number > self.course.completed:
                return [*levels, [Match(number, pair) for pair in pairs]]
            games = [game for game in self.games(number) if self._in_tree(game)]
            levels.append(
                self._by_place(pairs, number, games, taken)
                if self.numbered
                else self._by_player(pairs, number, games)
            )
            places = [match.winner or NOBODY for match in levels[-1]]
        return levels

    def _by_player(self, pairs: list[Sides], number: int, games: Sequence[Game]) -> Level:
        """As planned; games that differ from the plan are, in listed order, the tree from then on."""
        held = [holders(pair) for pair in pairs]
        if not all(set(game.pair) in held for game in games):
            sides = [no for game in games for no in game.pair]
            sides += [place.no for pair in pairs for place in pair if place.no and place.no not in sides]
            pairs = pairs_of(self._own_places(sides, 2 * len(pairs)))
        return [
            result_of(number, pair, [game for game in games if set(game.pair) == holders(pair)])
            for pair in pairs
        ]

    def _by_place(
        self, pairs: list[Sides], number: int, games: Sequence[Game], taken: list[tuple[int, Game]]
    ) -> Level:
        """Each match takes the game of its upper place's player, else of its lower's, that none before it has taken.

        A final, and the like, is whatever was played there. Games of two rounds may be alike in everything.
        """
        level: Level = []
        alone = len(self.seats) == PAIR and not self.positions
        for pair in pairs:
            free = [game for game in games if (number, game) not in taken]
            mine = [game for place in pair for game in free if place.no in game.players]
            mine += free if alone else []
            taken += [(number, game) for game in mine[:1]]
            level.append(self._place_result(number, pair, mine[0] if mine else None))
        return [self._as_played_on(match) for match in each_once(level)]

    def _place_result(self, number: int, pair: Sides, game: Game | None) -> Match:
        entrants = self.course.facts.entrants
        if game is None:
            here = [
                place for place in pair if place.no is not None and not entrants[place.no].withdrawn(number)
            ]
            if len(here) == 1:
                return Match(number, pair, True, here[0], pair[here[0] == pair[0]], won=True)
        sides = [self._own_place(no) for no in game.players] if game is not None else list(pair)
        winner = self._own_place(game.winner) if game is not None and game.winner is not None else None
        gone_on = winner or min(sides, key=lambda place: place.number)
        others = [place for place in (*sides, *(pair if winner else ())) if place != gone_on]
        return Match(number, pair, True, gone_on, others[0] if others else pair[1], won=winner is not None)

    def _as_played_on(self, match: Match) -> Match:
        """A result corrected after the next round was made: whoever played on as the winner has gone on."""
        winner, loser = match.winner, match.loser
        if winner is None or loser is None or winner.no is None or loser.no is None:
            return match
        on, out = (self._played_next(no, match.round) for no in (winner.no, loser.no))
        this_way, other_way = on[0] or out[1], out[0] or on[1]
        return replace(match, winner=loser, loser=winner) if other_way and not this_way else match

    def _played_next(self, no: int, number: int) -> tuple[bool, bool]:
        """Whether somebody played next where the winners of a round go, and whether where its losers go.

        The matches beside a tree are for its losers.
        """

        def played(stage: Stage, at: int) -> list[Game]:
            return [game for game in stage.games(at) if no in game.players]

        def received(who: str) -> bool:
            takers = self.course.takers(self.id, who)
            return any(one.first is not None and played(one, max(one.first, number + 1)) for one in takers)

        if number >= (self.last or 0):
            return received("winners"), received("losers")
        beside = [self._is_beside(game) for game in played(self, number + 1)]
        return not all(beside), any(beside) or received("losers")

    # --- Beside the tree

    def _matches_beside(self) -> Iterator[Beside]:
        """The losers of the semi-finals for the third place, those before them for the fifth."""
        for level, after in zip(self.levels, self.levels[1:], strict=False):
            sides = [match.beaten[0] if len(match.beaten) == 1 else NOBODY for match in level]
            if len(level) == PAIR and self.declared.third == "played":
                yield self._beside(THIRD, after[0].round, sides, 3, 4)
            if len(level) == QUARTERS and self.declared.fifth == "played":
                two = [
                    self._beside(FIFTH, after[0].round, sides[at : at + 2], None, 7)
                    for at in (0, QUARTERS // 2)
                ]
                yield from two
                if len(self.levels[-1]) == 1 and all(one.match.played for one in two):
                    winners = [one.match.winner or NOBODY for one in two]
                    yield self._beside(FIFTH, after[0].round + 1, winners, 5, 6)

    def _beside(self, group: str, number: int, sides: Sequence[Seat], best: int | None, worst: int) -> Beside:
        pair = (sides[0], sides[1])
        if number > self.course.completed:
            return Beside(group, Match(number, pair), best, worst)
        label = self._label_beside(group)
        games = [game for game in self.course.played[number].games if (game.stage, game.group) == label]
        mine = [game for game in games if holders(pair) & set(game.players)]
        mine += games if group == THIRD else []
        if not mine:
            return Beside(group, Match(number, pair, played=True), best, worst)
        first, second = (self._own_place(no) for no in (mine[0].first, mine[0].second))
        return Beside(group, result_of(number, (first, second), mine[:1]), best, worst)

    # --- What is to be played

    def sections(self, number: int) -> list[Section]:
        if not self.plays(number):
            return []
        found: dict[tuple[str, str | None], list[Pair]] = {}
        due = [
            (self._label(name, turn, len(level)), match)
            for name, levels in self.trees.items()
            for level in levels
            for turn, match in enumerate(level)
        ]
        due += [(self._label_beside(one.group), one.match) for one in self.beside]
        for label, match in due:
            if match.round == number and (pair := self._pair(match)) is not None:
                found.setdefault(label, []).append(pair)
        rule = f"{self.id} ({self.declared.name})"
        return [Section(*label, tuple(pairs), rule=rule) for label, pairs in found.items()]

    def _label(self, tree: str | None, turn: int, matches: int) -> tuple[str, str | None]:
        if self.titled and matches <= PAIR:
            return ("final" if matches == 1 else "semi"), None
        if named := tree or self._block(turn, matches):
            return self.id, named
        # A tree's matches are numbered from the top; the last, and those of a stage of one round, have no number.
        one_round = isinstance(self.declared.rounds, tuple) and self.first == self.last
        return self.id, None if matches == 1 or one_round else str(turn + 1)

    def _label_beside(self, group: str) -> tuple[str, str | None]:
        return ("third", None) if self.titled and group == THIRD else (self.id, group)

    def _block(self, turn: int, matches: int) -> str | None:
        """The block of a match; a match between two blocks has none."""
        blocks = self.declared.blocks
        return blocks[turn * len(blocks) // matches] if 0 < len(blocks) <= matches else None

    def _pair(self, match: Match) -> Pair | None:
        """Who meets an empty place has a bye; where places go on who has withdrawn leaves one, else forfeits."""
        facts, there = self.course.facts, match.players
        if self.numbered:
            there = [no for no in there if not facts.gone(no, match.round)]
        elif len(there) == 1 and facts.entrants[there[0]].withdrawn(match.round):
            return None
        return (there[0], there[1] if len(there) == PAIR else None) if there else None

    # --- Places

    def decided_places(self) -> Given:
        return decided_places(self)

    @property
    def size(self) -> int:
        """How many ranks are played for in its tree."""
        entered = sum(place.no is not None for place in self.seats)
        if entered and isinstance(self.declared.seats, tuple):
            return sum(bool(name) for name in self.declared.seats)
        return entered

    # --- What others ask

    def beaten_at(self, position: str) -> list[Seat]:
        """「敗退した位置」: "A3" are the places that lost in round 3 of block A."""
        return [
            match.loser
            for level in self.levels
            for turn, match in enumerate(level)
            if match.loser is not None and f"{self._block(turn, len(level)) or ''}{match.round}" == position
        ]

    def alive(self) -> set[int]:
        """Who is still in it: in a match to be played, come through, or on a place that its last match has given.

        Whoever has come through is found in the next stage once that is played.
        """
        takers = self.course.takers(self.id, "winners")
        played_on = any(one.first is not None and one.first <= self.course.completed for one in takers)
        listed = self.declared.loser_places is not None
        found: set[int] = set()
        for level in (levels[-1] for levels in self.trees.values()):
            last = len(level) == 1 and self in self.course.finals
            for match in level:
                if not match.played or listed or last:
                    found.update(match.players)
                elif match.winner is not None and match.winner.no is not None and not played_on:
                    found.add(match.winner.no)
        return found.union(*(one.match.players for one in self.beside))

    @property
    def _ended(self) -> bool:
        """Whether each of its trees is at its end."""
        ends = [levels[-1] for levels in self.trees.values()]
        finished = [len(end) == 1 or end[0].round == self.last for end in ends if end[0].played]
        return len(finished) >= max(1, len(self.positions), len(ends)) and all(finished)

    @property
    def known(self) -> bool:
        return self._ended or super().known

    def select(self, flow: Flow, begin: int) -> list[Seat]:
        if flow.who == "winners" and len(self.seats) == 1:
            return [replace(place, group="1", rank=1) for place in self.seats]  # won without a match
        if not self._ended:
            return []
        if flow.who == "winners":
            last = [(name, match.winner) for name, levels in self.trees.items() for match in levels[-1]]
            found = [(name or str(at), winner) for at, (name, winner) in enumerate(last, 1)]
            return [replace(one, group=name, rank=1) for name, one in found if one is not None]
        places: list[Seat] = []
        matches = [match for levels in self.trees.values() for level in levels for match in level]
        for match in sorted(matches, key=lambda match: match.round, reverse=True):
            places += [match.loser] if self.numbered and match.loser else match.beaten
        return [
            replace(place, group=None, rank=1)
            for place in dict.fromkeys(places)
            if self.numbered or place.no is not None
        ]

    def beaten_for_good(self) -> list[Seat]:
        """Whoever has stood in it, or in a tree before it, and is left in no bracket: they go on to a pool at once."""
        course, trees = self.course, [self, *self.course.trees_before(self)]
        through = (one for tree in trees for one in course.takers(tree.id, "winners"))
        left = course.in_brackets().union(
            *(one.members for one in through if not isinstance(one, BracketStage))
        )
        came = {no for tree in trees for no in tree.members}
        return [Seat(no) for no in course.numbers if no in came and no not in left]

    def group_of(self, no: int) -> str | None:
        """The block of a match that is still to be played."""
        for level in (levels[-1] for levels in self.trees.values()):
            for turn, match in enumerate(level):
                if not match.played and no in match.players:
                    return self._block(turn, len(level))
        return None

    def dealt_group(self, no: int) -> str | None:
        """Block A is the first half of the places, B the second; a number outside is in neither."""
        pairs = pairs_of(self.drawn)
        return next(
            (self._block(at, len(pairs)) for at, pair in enumerate(pairs) if no in holders(pair)), None
        )

    @property
    def labels(self) -> dict[str, tuple[str | None, ...] | None]:
        groups: tuple[str | None, ...] | None = (*self.declared.blocks, None, THIRD, FIFTH)
        if self.positions:
            groups = tuple(str(turn + 1) for turn in range(len(self.positions)))
        one_round = self.first is not None and self.first == self.last
        if not one_round and not self.declared.blocks and not self.positions:
            groups = None  # also of one whose rounds a correction has taken back
        if self.titled:
            return {self.id: None, "semi": (None,), "third": (None,), "final": (None,)}
        return {self.id: groups}
