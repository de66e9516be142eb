"""The course of a division: one fold over the three kinds of stages, round after round."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tourgen.formats.models import Bracket, Flow, Format
from tourgen.verify.bracket import BracketStage
from tourgen.verify.criteria import Ground, Values
from tourgen.verify.facts import Facts, Game, Sheet
from tourgen.verify.groups import GroupStage
from tourgen.verify.lottery import Lots
from tourgen.verify.pool import PoolStage
from tourgen.verify.record import Record, Scale, View
from tourgen.verify.round_robin import RoundRobinStage
from tourgen.verify.stage import AT_ONCE, Seat, Section, Stage

KINDS: dict[str, Callable[[Course, Any], Stage]] = {
    "pool": PoolStage,
    "bracket": BracketStage,
    "round-robin": RoundRobinStage,
}
FINALS = ("semi", "third", "final")  # the last four of the tree that gives the first places
LAST_TO_CHOOSE = ("best-overall", "rest")  # each of what those before it leave


@dataclass(frozen=True)
class Table:
    """The order after one round: everybody's keys and rank."""

    order: Sequence[int]
    ranks: Mapping[int, int]
    keys: Mapping[int, Values]
    view: View


class Course:
    """Where everybody stands after the rounds taken in so far."""

    def __init__(self, facts: Facts, declared: Format, lots: Lots) -> None:
        self.facts, self.lots = facts, lots
        self.declared = fitted(declared, len(facts.present))
        self.takes_field = any(
            takes(stage, len(facts.present)) for stage in declared.stage if not stage.entered_from
        )
        complete = lots.complete and self.takes_field and len(facts.present) > 1
        self.numbers = {no: lots.numbers[no] for no in facts.present} if complete else {}
        self.scale = Scale(declared.score)
        self.record = Record(tuple(self.numbers), self.scale, len(declared.boards))
        self.completed = 0
        self.played: dict[int, Sheet] = {}
        self.tables: dict[int, Table] = {}
        self.shown_groups: dict[int, dict[int, str | None]] = {}
        self.stages: dict[str, Stage] = {one.id: KINDS[one.kind](self, one) for one in self.declared.stage}
        self.pools = [stage for stage in self.stages.values() if isinstance(stage, PoolStage)]
        self.brackets = [stage for stage in self.stages.values() if isinstance(stage, BracketStage)]
        self.finals = [self.stages[name] for name in self.declared.final.first]
        self.flows = [(one, flow) for one in self.stages.values() for flow in one.declared.entered_from]
        self._enter()

    # --- What the declaration says

    @property
    def first_stage(self) -> Stage:
        return next(stage for stage in self.stages.values() if not stage.declared.entered_from)

    @property
    def counted(self) -> frozenset[str]:
        """By default every pool and round robin, no bracket."""
        named = self.declared.order.counted
        if named == "all":
            return frozenset(self.stages)
        if named is None:
            return frozenset(one.id for one in self.declared.stage if not isinstance(one, Bracket))
        return frozenset(named) & self.stages.keys()

    @property
    def titled_tree(self) -> str | None:
        """The tree of `[final] first` whose last four are called semi, third and final."""
        trees = (one for one in self.finals if isinstance(one, BracketStage))
        return next((one.id for one in trees if one.declared.winner_places is None), None)

    @property
    def in_table_order(self) -> list[Stage]:
        """The brackets, then pools and round robins, each as declared."""
        return list(dict.fromkeys([*self.brackets, *self.stages.values()]))

    def owner_of(self, label: str) -> str | None:
        """The stage to which a game with this label belongs."""
        titled = self.titled_tree if label in FINALS else None
        return label if label in self.stages else titled

    def counts_in(self, number: int) -> bool:
        """Whether a round is one in which a counted stage plays."""
        return any(self.stages[name].plays(number) for name in self.counted)

    # --- How far it is

    @property
    def waiting(self) -> bool:
        """A group closed without a qualifier, and the organiser hasn't confirmed one yet."""
        return any(name not in stage.qualified for stage in self.pools for name in stage.asked)

    @property
    def over(self) -> bool:
        """Whether every stage is at its end."""
        return not self.waiting and all(stage.over(self.completed) for stage in self.stages.values())

    @property
    def finished(self) -> bool:
        pending = any(game.kind == "pending" for sheet in self.played.values() for game in sheet.games)
        return bool(self.numbers) and self.over and not pending

    # --- Orders

    def ground(
        self, stage: Stage | None = None, after: int | None = None, record: Record | None = None
    ) -> Ground:
        """What values are made of: what is counted, and for a stage its own games, or these only if nothing carries."""
        after = self.completed if after is None else after
        stages = self.counted
        if stage is not None:
            stages = frozenset({stage.id, *(self.counted if stage.declared.carry else ())})
        so_far = range(1, after + 1)
        latest = max(filter(self.counts_in, so_far), default=0)
        ranks = {number: table.ranks for number, table in self.tables.items() if number < after}
        return Ground(
            (record or self.record).view(stages, after),
            self.scale,
            self.facts,
            self.numbers,
            [number for number in so_far if any(self.stages[name].plays(number) for name in stages)],
            ranks,
            ranks[latest - 1] if latest > 1 else {},
            self.lots.of_round(after + 1),
            self._compared(stage),
        )

    def _compared(self, stage: Stage | None) -> list[list[int]]:
        """The groups inside which players are compared."""
        if stage is None and not self.declared.order.by_group:
            return [list(self.numbers)]
        grouped = self.first_stage if stage is None else stage
        return list(grouped.groups.values()) if isinstance(grouped, GroupStage) else [list(self.numbers)]

    def table(self, after: int) -> Table:
        if after not in self.tables:
            self.tables[after] = self.ranking(self.ground(after=after))
        return self.tables[after]

    def ranking(self, ground: Ground) -> Table:
        """The order of everybody: group by group, or with the places that matches have decided."""
        keys = ground.values(self.declared.order.criteria)
        order: list[int] = []
        ranks: dict[int, int] = {}
        for members in ground.groups:
            ordered = sorted(members, key=lambda no: (keys[no], -no), reverse=True)
            ranks |= {no: 1 + sum(keys[other] > keys[no] for other in members) for no in ordered}
            order += ordered
        if self.declared.order.decided_places:
            held = self.places_held
            order = self._with_places(order, held)
            for at, no in enumerate(order):
                above = order[at - 1] if at else 0
                shared = above and keys[above] == keys[no] and not {above, no} & held.keys()
                ranks[no] = ranks[above] if shared else at + 1
        return Table(order, ranks, keys, ground.view)

    def _with_places(self, order: Sequence[int], held: Mapping[int, int]) -> list[int]:
        """Who has a place stands on it; the others fill the places that no match has given away, in order."""
        given = {place for stage in self.finals for place in stage.decided_places()[1]}
        free = (place for place in range(1, 2 * len(order) + len(given) + 2) if place not in given)
        place = {no: held[no] if no in held else next(free) for no in order}
        return sorted(order, key=lambda no: place[no])  # who shares a place stays in order

    @property
    def places_held(self) -> dict[int, int]:
        """The places that matches of `[final] first` have given, those of its first stage above all."""
        given = [stage.decided_places()[0] for stage in reversed(self.finals)]
        return {no: place for places in given for no, place in places.items()}

    def ranked(self, stage: GroupStage, after: int) -> tuple[dict[str, list[int]], Mapping[int, Values]]:
        """A stage's own ranks in its groups, and the keys they are made of."""
        criteria = stage.declared.order or self.declared.order.criteria
        keys = self.ground(stage, after).values(criteria)
        return {name: self.best_first(members, keys) for name, members in stage.groups.items()}, keys

    def best_first(self, players: Iterable[int], values: Mapping[int, Values]) -> list[int]:
        """By their values; of equal ones the smaller number is ahead."""
        return sorted(players, key=lambda no: (values[no], -self.numbers[no]), reverse=True)

    # --- Flows

    def entrants(self, stage: Stage, only: Sequence[str] = ()) -> list[Seat]:
        """Who enters a stage, in the order of its `from`, or of some of its flows."""
        begin = stage.first or self.completed + 1
        found: list[Seat] = []
        for flow in stage.declared.entered_from:
            if only and flow.who not in only:
                continue
            if flow.who == "best-overall":
                busy = self.in_brackets() | self.busy(begin, stage)
                best = (no for some in self.best_overall(flow.sex, stage.id) for no in some)
                there = [no for no in best if no not in busy and not self.facts.gone(no, begin)]
                found += [Seat(no) for no in there[: flow.count]]
            elif flow.stage in self.stages:
                source = self.stages[flow.stage or ""]
                at_once = flow.who == "losers" and isinstance(stage, PoolStage)
                if at_once and isinstance(source, BracketStage):
                    found += source.beaten_for_good()
                else:
                    found += source.select(flow, begin)
        # Nobody is in two stages that are played together: the first of them has taken the player.
        places_move = isinstance(stage, BracketStage) and stage.numbered
        taken = set[int]() if places_move else self.busy(max(begin, self.completed + 1), stage)
        if isinstance(stage, PoolStage):
            taken |= self.in_later_trees(stage)
        entering: list[Seat] = []
        for seat in found:
            # A tree takes empty places too, and whoever leaves one.
            here = seat.no is not None and not self.facts.gone(seat.no, begin)
            if (here or isinstance(stage, BracketStage)) and seat.no not in taken:
                entering.append(seat)
                taken |= set() if seat.no is None else {seat.no}
        return entering

    def takers(self, source: str, who: str) -> list[Stage]:
        """The stages into which some of a stage go on."""
        return [one for one, flow in self.flows if (flow.stage, flow.who) == (source, who)]

    def sources(self, stage: Stage) -> list[Stage]:
        """The stages that the players of one come from."""
        return [self.stages[name] for name in stage.declared.sources if name in self.stages]

    def taken_by_others(self, source: Stage, flow: Flow, begin: int) -> set[int]:
        """Whom the other flows out of a stage take by a round; of `rest` also whoever is among the best of all."""
        later = ("rest",) if flow.who == "rest" else ("rest", "next-best")
        others = [
            (min(stage.first or begin, begin), other)
            for stage, other in self.flows
            if other.stage == source.id and other != flow and other.who not in later
        ]
        seats = (seat for at, other in others for seat in source.select(other, at))
        taken = {seat.no for seat in seats if seat.no is not None}
        if flow.who == "rest":
            overall = (one for one, other in self.flows if other.who == "best-overall")
            taken.update(
                no for one in overall if not getattr(one.declared, "played_if", None) for no in one.members
            )
        return taken

    def group_mates(self, stage: Stage, one: int, other: int) -> bool:
        """Whether two were in one group of a stage from which one comes."""
        grouped = (source for source in self.sources(stage) if source.declared.has_groups)
        mine = ((source.dealt_group(one), source.dealt_group(other)) for source in grouped)
        return any(group is not None and group == theirs for group, theirs in mine)

    def best_overall(self, sex: str | None, title: str) -> tuple[list[int], list[int]]:
        """Those who stand in a bracket that gives places, best first, and the others, best first."""
        played = (stage for stage in self.finals if stage.id != title and stage.span)
        inside = {no for stage in played for no in stage.members}
        order = [no for no in self.table(self.completed).order if sex in (None, self.facts.entrants[no].sex)]
        if self.declared.order.by_group:
            keys = self.table(self.completed).keys
            order.sort(key=lambda no: keys[no], reverse=True)
        held = self.places_held
        inside |= held.keys()  # also who was alone in a tree
        # Still in a bracket: ahead of every place held.
        best = sorted((no for no in order if no in inside), key=lambda no: held.get(no, 0))
        return best, [no for no in order if no not in inside]

    def in_brackets(self) -> set[int]:
        """Whoever is still in some bracket."""
        return {no for stage in self.brackets for no in stage.alive()}

    def busy(self, number: int, but: Stage) -> set[int]:
        """Whoever is in another stage that is played in a round."""
        others = [one for one in self.stages.values() if one is not but and one.entered]
        return set[int]().union(*(one.alive() for one in others if one.plays(number)))

    @property
    def qualified_trees(self) -> set[str]:
        """The trees that take those who qualified."""
        return {one.id for one, flow in self.flows if flow.who == "sole-unbeaten" and one in self.brackets}

    def trees_before(self, stage: Stage) -> list[BracketStage]:
        """The trees that the players of a stage come from, and those before these."""
        trees = [one for one in self.sources(stage) if isinstance(one, BracketStage)]
        return [*trees, *(further for one in trees for further in self.trees_before(one))]

    def in_later_trees(self, pool: PoolStage) -> set[int]:
        """Who has come into a tree that is not before a pool belongs there, whatever a later correction says.

        Into one that began with the pool or after it, or by a game in one of those who qualified.
        """
        trees = [tree for tree in self.brackets if tree not in self.trees_before(pool) and not tree.numbered]
        begin = pool.first or self.completed + 1
        qualified = {tree.id for tree in trees if not tree.over(begin - 1)} & self.qualified_trees
        later = [tree for tree in trees if tree.id not in qualified and (tree.first or 0) >= begin]
        played = (game for sheet in self.played.values() for game in sheet.games)
        found = {no for game in played if self.owner_of(game.stage) in qualified for no in game.players}
        return found.union(*(tree.members for tree in later))

    # --- Round by round

    def sections(self, number: int) -> list[Section]:
        """What is to be played in the next round, in the order of its tables."""
        busy: set[int] = set()
        of = {
            name: [_once(section, busy) for section in stage.sections(number)]
            for name, stage in self.stages.items()
        }
        found = [section for stage in self.in_table_order for section in of[stage.id]]
        return [section for section in found if section.members]

    def take_in(self, sheet: Sheet) -> None:
        """One completed round; the stages of its games are those of the sections."""
        number = sheet.number
        known = tuple(game for game in sheet.games if all(no in self.numbers for no in game.players))
        sheet = replace(sheet, games=known)
        self.write(self.record, sheet)
        self.played[number], self.completed = sheet, number
        for bracket in self.brackets:
            bracket.take_in(number)
        self.table(number)
        for pool in self.pools:
            if pool.plays(number):
                pool.take_in(number)
        self._enter()
        if self.declared.order.decided_places:
            self.tables[number] = self.ranking(self.ground())  # who is alone in a tree has won it
        self.shown_groups[number] = {no: self.first_stage.group_of(no) for no in self.numbers}

    def write(self, record: Record, sheet: Sheet) -> None:
        """What a round was for everybody: the games, then what is assumed for who has none that counts.

        A game that is still being played says nothing, and nothing is assumed beside it.
        """
        number, playing = sheet.number, self.counts_in(sheet.number)
        busy: set[int] = set()
        in_finals: set[int] = set()
        for game in sheet.games:
            owner = self.owner_of(game.stage)
            gone = game.second is None and self.facts.entrants[game.first].withdrawn(number)
            if owner is None or gone:
                continue  # a bye that falls to somebody who has withdrawn is none
            if game.entered:
                record.add_game(number, owner, game)
            if owner in self.counted:
                busy.update(game.players)
            elif owner in self.qualified_trees:
                in_finals.update(game.players)
        for no in self.numbers:
            if no in busy:
                continue
            entrant = self.facts.entrants[no]
            if entrant.withdrawn(number):
                if self.declared.score.withdrawn == "loss" and playing:
                    first = next(name for name in self.stages if name in self.counted)
                    record.assume(no, number, "loss", first)
                continue
            for pool in self.pools:
                self._without_a_game(record, pool, no, number, playing, no in in_finals)

    def _without_a_game(
        self, record: Record, pool: PoolStage, no: int, number: int, playing: bool, in_finals: bool
    ) -> None:
        rest = pool.declared.qualified_rest
        qualified = no in pool.qualified.values()
        if qualified and rest == "bye" and pool.plays(number):
            record.assume(no, number, "bye", pool.id)
        elif (qualified or in_finals) and rest != "nothing" and playing:
            # 「予選リーグを勝ち抜けした選手の残り試合は全勝しているものとして扱います」
            record.assume(no, number, "win", pool.id)
        entrant = self.facts.entrants[no]
        sat_out = number in entrant.rests or number < entrant.from_round
        inside = pool.plays(number) and no in pool.origin and no not in pool.left
        if sat_out and inside and no not in self.in_later_trees(pool):
            record.assume(no, number, "missed", pool.id)

    def _enter(self) -> None:
        """Stages that begin with the next round take in those who enter; who chooses last goes last.

        After that all again: they may come from one that nobody has to play.
        """
        if not self.numbers:
            return
        turns = {
            stage: LAST_TO_CHOOSE.index(flow.who) for stage, flow in self.flows if flow.who in LAST_TO_CHOOSE
        }
        # A match for a title is between two who are left in no other stage.
        turns |= {stage: len(LAST_TO_CHOOSE) for stage in self.brackets if stage.declared.played_if}
        late = sorted(turns, key=lambda stage: turns[stage])
        others = [stage for stage in self.stages.values() if stage not in late]
        for stage in (*others, *late, *others, *late):
            self._when(stage)
            if isinstance(stage, PoolStage) and stage.entered and stage.plays(self.completed + 1):
                stage.receive()
            if not stage.entered and stage.first == self.completed + 1:
                stage.enter()
                stage.entered = True

    def _when(self, stage: Stage) -> None:
        """Left out: it begins in the round after the stages it comes from."""
        if stage.first is not None:
            return
        if stage.declared.rounds == "with-final":
            stage.first = stage.last = self.finals[0].last
            return
        ends = [source.last for source in self.sources(stage)]
        at_once = all(flow.who in AT_ONCE for flow in stage.declared.entered_from)
        if at_once and isinstance(stage, PoolStage) and self.entrants(stage):
            stage.first = self.completed + 1  # when the first of them come
        elif ends and all(end is not None and end <= self.completed for end in ends):
            stage.first = max(end for end in ends if end is not None) + 1


def _once(section: Section, busy: set[int]) -> Section:
    """Rounds made by hand may put somebody into two matches: the first counts, elsewhere the place is empty."""
    pairs = []
    for pair in section.fixed:
        free = [no for no in dict.fromkeys(pair) if no is not None and no not in busy]
        if free:
            pairs.append((free[0], free[1] if len(free) > 1 else None))
        busy.update(no for no in pair if no is not None)
    return replace(section, fixed=tuple(pairs))


def relabelled(sheet: Sheet, sections: Sequence[Section]) -> Sheet:
    """The round with the stages and groups that its games should have; a round made by hand has its own."""
    if sheet.by_hand:
        return sheet
    where = {no: section for section in sections for no in section.members}

    def label(game: Game) -> Game:
        section = where.get(game.first)
        return replace(game, stage=section.stage, group=section.group) if section else game

    return replace(sheet, games=tuple(label(game) for game in sheet.games))


def fitted(declared: Format, count: int) -> Format:
    """「参加人数に応じて」: the first of the first stages that takes so many, with the stages that come from it."""
    firsts = [stage for stage in declared.stage if not stage.entered_from]
    kept = {next((stage for stage in firsts if takes(stage, count)), firsts[0]).id}
    for stage in declared.stage:
        if stage.held and any(flow.stage is None or flow.stage in kept for flow in stage.entered_from):
            kept.add(stage.id)
    first = tuple(name for name in declared.final.first if name in kept)
    # Without a final nothing is played with it, and a title whose match is not played has none.
    stages = [one for one in declared.stage if one.id in kept and (first or one.rounds != "with-final")]
    ids = [one.id for one in stages]
    titles = [
        one if one.match in (None, *ids) else one.model_copy(update={"match": None})
        for one in declared.place_title
    ]
    final = declared.final.model_copy(update={"first": first})
    return declared.model_copy(update={"stage": tuple(stages), "final": final, "place_title": tuple(titles)})


def takes(stage: object, count: int) -> bool:
    low, high = getattr(stage, "entrants", None) or (2, count)
    return bool(low <= count <= high)
