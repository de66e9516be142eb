"""bracket: trees that are fixed when they are entered; knockouts, repechage, placing, third-place and title matches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from tourgen.engine.model import Game
from tourgen.engine.reasons import Side, TreeMatch
from tourgen.engine.situation import Places, Situation
from tourgen.engine.stages.base import (
    EMPTY,
    Pick,
    Slot,
    Stage,
    game,
    ranked_picks,
    selected,
    slot_of,
)
from tourgen.engine.stages.bracket.extra import EXTRA_GROUPS, extra_matches, is_extra
from tourgen.engine.stages.bracket.places import match_places, tree_places
from tourgen.engine.stages.bracket.seats import seats
from tourgen.engine.stages.bracket.title_match import title_match
from tourgen.engine.stages.bracket.tree import Level, Match, TreeRules
from tourgen.formats.fitting import tree_rounds
from tourgen.formats.models import Bracket, Flow, Format

Trees = dict[str | None, list[Level]]
LAST_FOUR = {1: "final", 2: "semi"}


class BracketStage(Stage):
    """A bracket of the division: one tree, or one for each group it is entered from."""

    declared: Bracket
    is_tree = True

    def __init__(self, declared: Bracket, format: Format) -> None:
        super().__init__(declared, format)
        self.only_if_undecided = declared.played_if is not None
        self.seated_by = (declared.seats if isinstance(declared.seats, str) else "listed", declared.avoid)
        from_tree = any(isinstance(format.stage_of(one), Bracket) for one in declared.sources)
        # Empty places move on in trees over numbers, and in those that come from trees.
        self.moves_places = declared.seats == "by-number" or from_tree
        # `at = ["A4", "B4"]`: where the players of each group were beaten.
        self.positions = declared.entered_from[0].at if declared.entered_from else ()
        # Whether its last four are called semi, third and final.
        self.titled = format.titled_tree == declared.id

    # --- Entering

    def admit(self, now: Situation) -> Situation:
        """The players of its trees; a tree that comes from an order is drawn when that order is known."""
        if self.moves_places:
            return self._from_trees(now)
        if self.declared.played_if is not None:
            return now
        now = self._qualified(now)
        if self.id in now.drawn:
            return now
        if now.spans.get(self.id, (now.after + 1, None))[0] != now.after + 1:
            return now  # its round has not come, or is over
        picks: list[Pick] | None = []
        if self.declared.entered_from:
            picks = selected(self, now)
        elif not now.after:
            # Before round 1 everybody who is there, by lottery number; no-shows leave their place.
            there = filter(now.is_here, now.entrants)
            picks = ranked_picks(now, sorted(there, key=lambda no: now.entrants[no].number))
        if picks is None:
            return now
        picks = [pick for pick in picks if pick.slot.no is None or not self.taken(pick.slot.no, now)]
        least = 2**self.declared.length if self.declared.span else 0
        placed = [slot.no for slot in seats(self.declared, now, picks, least)] if picks else []
        return self._drawn(now, now.after, placed)

    def _qualified(self, now: Situation) -> Situation:
        """「唯一の全勝者となった選手が勝ち抜けとなり、決勝トーナメントに移動します」: at once, into no other stage."""
        for flow in self.declared.entered_from:
            if flow.who == "sole-unbeaten" and flow.stage is not None:
                new = {pick.slot.no: pick.group for pick in now.stages[flow.stage].select(flow, now) or ()}
                here = now.entered.get(self.id, {})
                coming = {no: group for no, group in new.items() if no is not None and no not in here}
                now = now.entering(self.id, coming)
        return now

    def _drawn(self, now: Situation, after: int, placed: list[int | None]) -> Situation:
        """The situation with these places, and the bracket as long as they make it."""
        now = replace(now, drawn={**now.drawn, self.id: tuple(placed)})
        new = [no for no in placed if no is not None and no not in now.entered.get(self.id, {})]
        now = now.entering(self.id, dict.fromkeys(new))
        last = after + tree_rounds(len(placed))
        return now if self.declared.span else now.lasting(self.id, after + 1, last)

    def as_played(self, now: Situation) -> Situation:
        """A first round whose pairs are others than drawn, made by hand or before a correction, stands as played."""
        first = self.first(now)
        if self.id not in now.drawn or first is None or now.after != first:
            return now
        drawn, games = now.drawn[self.id], self._tree_games(now, first)
        pairs = [{upper, lower} for upper, lower in zip(drawn[::2], drawn[1::2], strict=False)]
        if all(set(one.players) in pairs for one in games):
            return now
        final = [one for one in games if one.stage == "final"]
        sides = [no for one in (final[:1] or games) for no in one.players]
        size, rest = {"final": 2, "semi": 4}.get(games[0].stage, 8 if self.titled else 2), list[int]()
        if self.declared.span is not None:
            size = len(drawn) or 2**self.declared.length  # by a correction nobody enters
            rest = [no for no in drawn if no is not None and no not in sides]
        size = max(size, self.declared.size or 0)
        while size < len(sides):
            size *= 2
        return self._drawn(now, first - 1, [*sides, *rest, *[None] * size][:size])

    def _from_trees(self, now: Situation) -> Situation:
        """Places of other trees are looked at anew every round; here only rounds are fixed, where none are given."""
        if self.id in now.spans:
            return now
        sides = self.sides(now)
        if not sides or not self.sources_over(now):
            return now
        rounds = tree_rounds(len(sides)) if any(slot.no is not None for slot in sides) else 0
        return now.lasting(self.id, now.after + 1, now.after + rounds)

    # --- Its trees

    def sides(self, now: Situation) -> list[Slot] | None:
        """The places of its one tree from top to bottom; None as long as they are not known."""
        if self.declared.seats == "by-number":
            return [Slot(at, now.holders.get(at)) for at in range(1, (self.declared.size or 0) + 1)]
        if not self.moves_places:
            if self.id not in now.drawn:
                return None
            places = enumerate(now.drawn[self.id])
            return [Slot(EMPTY + at, None) if no is None else slot_of(now, no) for at, no in places]
        picks = selected(self, now)
        return seats(self.declared, self.before_first(now), picks, 2) if picks else None

    def trees(self, now: Situation) -> Trees:
        """Group → the levels of its tree, for every tree whose players are known."""
        if self.id not in now.trees:
            now.trees[self.id] = self._trees(now)
        found: Trees = now.trees[self.id]
        return found

    def _trees(self, now: Situation) -> Trees:
        if self.id not in now.spans:
            return {}
        first, last = now.spans[self.id]
        assert last is not None
        played_on = partial(self._played_next, now) if self.moves_places else None
        rules = TreeRules(now, partial(self._tree_games, now), played_on)
        if self.positions:
            trees: Trees = {}
            # 「敗退した位置」 says which group; each begins in the round after, with its places by number.
            source = now.stages[self.declared.sources[0]]
            assert isinstance(source, BracketStage)
            lost = source.lost_at(now)
            for number, position in enumerate(self.positions, 1):
                begun = int(position.removeprefix(source.block_in(position))) + 1
                if position in lost and begun <= now.after + 1:
                    sides = seats(self.declared, now, [Pick(slot) for slot in lost[position]], 2)
                    trees[str(number)] = rules.levels(sides, _rounds(begun, last, len(sides)))
            return trees
        sides = self.sides(now) or []
        if len(sides) < 2 or last < first:
            return {}
        rules.single = len(sides) == 2
        return {None: rules.levels(sides, _rounds(first, last, len(sides)))}

    def block_in(self, position: str) -> str:
        """The block that a position names."""
        return next((block for block in self.declared.blocks if position.startswith(block)), "")

    def lost_at(self, now: Situation) -> dict[str, list[Slot]]:
        """敗退した位置: "A3" → the places that lost in round 3 of block A, ascending."""
        lost: dict[str, list[Slot]] = {}
        for levels in self.trees(now).values():
            for level in levels:
                for at, match in enumerate(level, 1):
                    if match.decided and match.loser is not None:
                        position = f"{self._block(level, at) or ''}{match.round}"
                        lost.setdefault(position, []).append(match.loser)
        return {position: sorted(slots, key=lambda one: one.number) for position, slots in lost.items()}

    def _block(self, level: Level, at: int) -> str | None:
        """The block of the match number `at` of a level: the slot's, whoever was paired into it by hand.

        A match between two blocks is in none.
        """
        blocks = self.declared.blocks if len(self.declared.blocks) <= len(level) else ()
        return blocks[(at - 1) * len(blocks) // len(level)] if blocks else None

    def _tree_games(self, now: Situation, round_no: int) -> list[Game]:
        """The stage's games of a round, without the matches beside the tree."""
        return [
            one
            for one in now.rounds[round_no - 1].games
            if self.format.stage_of_label(one.stage) == self.id and not is_extra(self.declared, one)
        ]

    def _played_next(self, now: Situation, no: int, round_no: int, who: str) -> bool:
        """Whether a player played next where the winners, or the losers, of a round of this stage go.

        In the stage itself winners go on in the tree, and losers to the matches beside it.
        """
        going = [(name, max(first, round_no + 1)) for name, first in self._receivers(now, who)]
        elsewhere = any(now.stages_played.get((number, no)) == stage for stage, number in going)
        if round_no >= (now.spans[self.id][1] or 0):
            return elsewhere
        here = now.stages_played.get((round_no + 1, no)) == self.id
        in_tree = here and any(no in one.players for one in self._tree_games(now, round_no + 1))
        return in_tree if who == "winners" else elsewhere or (here and not in_tree)

    def _receivers(self, now: Situation, who: str) -> list[tuple[str, int]]:
        """The stages in which its winners, or its losers, play on, and their first rounds."""
        return [
            (stage.id, now.spans[stage.id][0])
            for stage, flow in self.format.flows
            if flow.stage == self.id and flow.who == who and stage.id in now.spans
        ]

    # --- Its games

    def games(self, now: Situation) -> list[Game]:
        """The matches of the next round: the final first, then those beside the tree."""
        if self.declared.played_if is not None:
            return title_match(self.declared, now)
        number = now.after + 1
        planned: list[Game] = []
        for group, levels in self.trees(now).items():
            for depth, level in enumerate(levels, 1):
                for at, match in enumerate(level, 1):
                    if match.round == number:
                        reason = TreeMatch(depth, at, self._sides_of(now, group, levels, depth, at))
                        planned += self._match_games(now, match, *self.called(group, level, at), reason)
        tree = self._only_tree(now)
        beside = [one for one in extra_matches(self.declared, tree, now) if one[1].round == number]
        for name, match in beside:
            at = [one for one in beside if one[0] == name].index((name, match)) + 1
            own = self.titled and name == "third" != self.id
            label, named = (name, None) if own else (self.id, EXTRA_GROUPS[name])
            reason = TreeMatch(0, at, self._extra_sides(tree, name, match, at), name)
            planned += self._match_games(now, match, label, named, reason)
        return planned

    def first_sides(self, now: Situation) -> list[tuple[Side, Side]]:
        """The sides of every match of its first round, from the top, those with nobody there included."""
        levels = self._only_tree(now)
        return [
            self._sides_of(now, None, levels, 1, at)
            for level in levels[:1]
            for at in range(1, len(level) + 1)
        ]

    def _sides_of(
        self, now: Situation, group: str | None, levels: Sequence[Level], depth: int, at: int
    ) -> tuple[Side, Side]:
        """How the sides of the match number `at` of a level came there: by a match before, or as they entered."""
        match = levels[depth - 1][at - 1]
        if depth > 1:
            return self._after_matches(match, "won", group, levels[depth - 2], at)
        upper, lower = (self._entered_side(now, group, slot) for slot in match.sides)
        return upper, lower

    def _extra_sides(self, levels: Sequence[Level], name: str, match: Match, at: int) -> tuple[Side, Side]:
        """The sides of a match beside the tree: the losers of the semi-finals, or of the round before them."""
        before = next(level for level in levels if len(level) == (2 if name == "third" else 4))
        if match.round == before[0].round + 1:
            return self._after_matches(match, "lost", None, before, at)
        upper, lower = (
            Side(slot.number, slot.no, "won", self.id, EXTRA_GROUPS[name]) for slot in match.sides
        )
        return upper, lower

    def _after_matches(
        self, match: Match, came: str, group: str | None, before: Level, at: int
    ) -> tuple[Side, Side]:
        """The sides of a match that come from the two before it."""
        upper, lower = (
            Side(slot.number, slot.no, came, *self.called(group, before, number))
            for number, slot in enumerate(match.sides, 2 * at - 1)
        )
        return upper, lower

    def _entered_side(self, now: Situation, group: str | None, slot: Slot) -> Side:
        """A side of a first round: how a place came into the tree."""
        if self.positions and group is not None:
            position = self.positions[int(group) - 1]
            return Side(slot.number, slot.no, "losers", self.declared.sources[0], None, position)
        for pick in selected(self, now) or ():
            if pick.slot == slot and pick.flow is not None:
                source = pick.flow.stage or ""
                return Side(slot.number, slot.no, pick.flow.who, source, pick.group, pick.name, pick.tier)
        return Side(slot.number, slot.no, "entered")

    def called(self, group: str | None, level: Level, at: int) -> tuple[str, str | None]:
        """Label and group of the match number `at` of a level in results.json.

        The last four have names; elsewhere a match that is in no group or block has its number.
        """
        if self.titled and len(level) in LAST_FOUR:
            return LAST_FOUR[len(level)], None
        group = group or self._block(level, at)
        lone = len(level) == 1 or self.declared.length == 1
        return self.id, group if group is not None or lone else str(at)

    def _match_games(
        self, now: Situation, match: Match, label: str, group: str | None, reason: TreeMatch
    ) -> list[Game]:
        """A match as a game: a walkover beside a place where nobody is, nothing where nobody is on either.

        Where places move, whoever has left is an empty place. Elsewhere the match stays listed and is forfeited.
        """
        players = match.players
        if self.moves_places:
            players = tuple(no for no in players if now.entrants[no].still_here(match.round))
        elif len(players) == 1 and now.entrants[players[0]].withdrawn(match.round):
            players = ()
        return [game(label, group, players, reason)] if players else []

    # --- Handing on

    def select(self, flow: Flow, now: Situation) -> list[Pick] | None:
        """Its winners, or everybody beaten in it, the latest first, once all of them are known."""
        trees, drawn = self.trees(now), now.drawn.get(self.id, ())
        if len(drawn) == 1 and flow.who == "winners":
            return [Pick(slot_of(now, drawn[0]), "1", 1)]  # who is alone in a tree has won it
        if not trees or len(trees) < len(self.positions):
            return [] if self.over(now) else None  # nobody entered it
        picks: list[tuple[int, Pick]] = []  # with the round of the match
        for group, (*before, last) in trees.items():
            # A tree may end before one is left, in the last of its given rounds.
            ended = len(last) == 1 or last[0].round == now.spans[self.id][1]
            if not ended or not all(match.decided for match in last):
                return None
            winners = [match.winner for match in last if match.winner is not None]
            slots = winners if flow.who == "winners" else self._losers(now, last)
            named = enumerate(slots, 1)
            picks += [(last[0].round, Pick(slot, group or str(at), 1, group)) for at, slot in named]
            if flow.who == "losers":
                picks += [
                    (level[0].round, Pick(slot)) for level in before for slot in self._losers(now, level)
                ]
        if flow.who == "losers":
            picks.sort(key=lambda one: one[0], reverse=True)  # of one round tree by tree
        return [pick for _, pick in picks]

    def _losers(self, now: Situation, level: Level) -> list[Slot]:
        """The places that lost in a level, where places move; else everybody beaten."""
        if self.moves_places:
            return [match.loser for match in level if match.loser is not None]
        return [slot_of(now, no) for match in level for no in match.beaten]

    def field(self, now: Situation) -> frozenset[int]:
        """Everybody in the first round of its trees, as it was played."""
        first = [match for levels in self.trees(now).values() for match in levels[0]]
        return frozenset(no for match in first for no in match.players)

    def waiting(self, now: Situation, no: int) -> tuple[str, int, Side] | None:
        """A match of a tree that does not begin, or go on, with the next round."""
        for group, level, at, match in self._latest(now):
            if not match.decided and match.round > now.after + 1 and no in match.players:
                slot = next(slot for slot in match.sides if slot.no == no)
                return self.called(None, level, at)[0], match.round, self._entered_side(now, group, slot)
        return None

    def group_of(self, now: Situation, no: int) -> str | None:
        """The block of a player who has a match of the tree to play."""
        mine = [one for one in self._latest(now) if not one[3].decided and no in one[3].players]
        return next((self._block(level, at) for _, level, at, _ in mine), None)

    def _latest(self, now: Situation) -> Iterator[tuple[str | None, Level, int, Match]]:
        """The matches of the last level of each tree, with its group, and their numbers."""
        for group, levels in self.trees(now).items():
            for at, match in enumerate(levels[-1], 1):
                yield group, levels[-1], at, match

    def contenders(self, now: Situation) -> frozenset[int]:
        """Who is in a match to be played, has come through, or holds a place by its last match.

        Whoever has come through is found in the next stage once that is played, whoever played there by hand.
        """
        played_on = any(first <= now.after for _, first in self._receivers(now, "winners"))
        gives_places = self.declared.loser_places is not None or self.id in self.format.final.first
        found: set[int] = set()
        for _, level, _, match in self._latest(now):
            holds = gives_places and (len(level) == 1 or self.declared.loser_places)
            going = [None if played_on else match.winner]
            slots = match.sides if holds or not match.decided else going
            found |= {slot.no for slot in slots if slot is not None and slot.no is not None}
        beside = extra_matches(self.declared, self._only_tree(now), now)
        return frozenset(found.union(*(match.players for _, match in beside)))

    # --- Places

    def _only_tree(self, now: Situation) -> list[Level]:
        return self.trees(now).get(None, [])

    def places(self, now: Situation) -> Places:
        """What its decided matches give."""
        if self.declared.winner_places is not None and self.declared.loser_places is not None:
            levels = self._only_tree(now)
            # The best of all come from no group: they stand in the order of their seats.
            overall = any(flow.who == "best-overall" for flow in self.declared.entered_from)
            slots = self.sides(now) or [] if overall else [pick.slot for pick in selected(self, now) or ()]
            best, worst = self.declared.winner_places[0], self.declared.loser_places[0]
            return match_places(levels[0] if levels else [], slots, best, worst)
        drawn = now.drawn.get(self.id, ())
        alone = {no: 1 for no in drawn if no is not None} if len(drawn) == 1 else None
        decided = alone or tree_places(self.declared, self._only_tree(now), now)
        # The loser of the semi-finals of three is third, also where no match for the third place is won.
        held = {no: min(place, len(self.reserved(now))) for no, place in decided.items()}
        return Places(held, frozenset(held.values()))

    def reserved(self, now: Situation) -> frozenset[int]:
        """Every place it gives away, reached or not: nobody moves up into a vacant one.

        These are the places listed, or as many as it has entrants; a tree that nobody entered gives none.
        """
        declared = self.declared
        if declared.winner_places is not None and declared.loser_places is not None:
            spans = (declared.winner_places, declared.loser_places)
            return frozenset(place for low, high in spans for place in range(low, high + 1))
        count = sum(slot.no is not None for slot in self.sides(now) or ())
        if count and isinstance(declared.seats, tuple):
            count = sum(map(bool, declared.seats))
        return frozenset(range(1, count + 1))


def _rounds(first: int, last: int, size: int) -> range:
    """The rounds of a tree of this size, as far as the stage's last."""
    return range(first, min(last, first + tree_rounds(size) - 1) + 1)
