"""The course of the 新オセロ方式: main bracket, repechage, ranking league, finals and placing matches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, islice
from typing import Any

from tourgen.dataclass import dataclass
from tourgen.formats.declaration import BracketFinals, Format, MainBracket, Placing, Repechage
from tourgen.formats.declaration import Pool as PoolStage
from tourgen.verify.bracket_numbers import check_replacements
from tourgen.verify.course import Course, Section, within
from tourgen.verify.deviation import NOTHING, Deviation, Pair, shown
from tourgen.verify.facts import Facts, Match, Sheet
from tourgen.verify.lottery import Lots
from tourgen.verify.placing import Draw, highest_place, placed, placing_draw, placing_places
from tourgen.verify.pool import Pool
from tourgen.verify.record import AllGames, Table
from tourgen.verify.trees import Contest, Decision, Meeting, Places, neighbours, nobody_twice

SMALLEST_FIELD = 2

Appearances = tuple[tuple[str, int], ...]  # stage and round


@dataclass(frozen=True, slots=True)
class Pending:
    """A decided meeting, by place, and where its winner and its loser play next.

    `group`: that of the repechage to which it belongs, or into which its loser comes; 0 for none.
    """

    stage: str
    group: int
    winner: int
    loser: int
    winner_next: Appearances
    loser_next: Appearances


def _left(pairs: Sequence[Pair], busy: set[int]) -> tuple[Pair, ...]:
    """Rounds made by hand may put somebody into two matches: the first counts, elsewhere the place is empty."""
    found: list[Pair] = []
    for first, second in pairs:
        free = [no for no in (first, second) if no is not None and no not in busy]
        busy.update(free)
        if len(free) == 2 and first != second:
            found.append((first, second))
        elif free:
            found.append((free[0], None))
    return tuple(found)


class BracketCourse(Course):
    """Which places are still in the main bracket and in the repechage groups, and who is in the ranking league."""

    def __init__(self, facts: Facts, declared: Format, lots: Lots) -> None:
        super().__init__(facts, declared, lots)
        main = declared.first_stage
        assert isinstance(main, MainBracket)
        repechage, finals = declared.stage_of(main.repechage), declared.stage_of(main.finals)
        assert isinstance(repechage, Repechage) and isinstance(finals, BracketFinals)
        placing, ranking = declared.stage_of(repechage.winners_to), declared.stage_of(repechage.beaten_to)
        assert isinstance(placing, Placing) and isinstance(ranking, PoolStage)
        self.main, self.repechage, self.finals, self.placing, self.ranking = (
            main, repechage, finals, placing, ranking,
        )  # fmt: skip
        self.places = Places(facts, self.numbers)
        self.record = AllGames(lots.numbers, {no: [] for no in self.numbers})
        self.line = list(range(1, main.size + 1))  # places still in the main bracket, later in its finals
        self.third: list[int] = []  # the places beaten in the semi-finals
        self.groups_left: dict[int, list[int]] = {}  # repechage group: the places still in it
        self.by_stage: dict[str, dict[int, int]] = {finals.id: {}, placing.id: {}}  # places played for
        self.unplayed: set[int] = set()  # repechage groups that have not played yet
        self.draw: Draw = ()  # the groups whose winners meet
        self.given: set[int] = set()  # by the matches decided so far, vacant places included
        self.pending: list[Pending] = []  # decisions that the rounds they lead to have not confirmed yet
        self.orders: dict[int, Table] = {}  # after every round, the last final included
        ascending = sorted(self.numbers, key=lambda no: self.numbers[no])
        blocks = {no: self._block(self.numbers[no]) for no in ascending}
        self.dealt = {block: [no for no in ascending if blocks[no] == block] for block in main.blocks}
        groups = tuple(str(number + 1) for number in range(len(repechage.groups)))
        plain = ("final", "third", "semi", "placing", "ranking")
        self.labels = {"main": main.blocks, "repechage": groups, **dict.fromkeys(plain, (None,))}

    def _block(self, place: int) -> str | None:
        """Block A is the first half of the bracket numbers, B the second; a number outside is in neither."""
        inside = 1 <= place <= self.main.size
        return self.main.blocks[(place - 1) * len(self.main.blocks) // self.main.size] if inside else None

    @property
    def decided(self) -> Mapping[int, int]:
        return self._places_of(self.declared.final.first)

    @property
    def decided_places(self) -> int:
        stages = (self.finals, self.placing)
        return highest_place(*(stage for stage in stages if stage.id in self.declared.final.first))

    @property
    def last_table(self) -> Table:
        """Wins are those of all games, so the last final counts too."""
        return self.orders[self.declared.rounds]

    def may_wait(self) -> bool:
        """While a volunteer of another division has no number yet, absentees' places wait for them."""
        out = sum(entrant.out for entrant in self.facts.entrants.values())
        return out > sum(entrant.taken_in for entrant in self.facts.entrants.values())

    # --- What is to be played

    def sections(self, number: int) -> list[Section]:
        """In the order of the tables: finals, main bracket, placing, repechage, ranking league."""
        busy: set[int] = set()
        sections = [
            Section(contest.stage, contest.group, _left(self.places.pairs(contest.meetings, number), busy))
            for contest in self._contests(number)
        ]
        there = {no for no in self._nowhere_else() if not self.facts.gone(no, number)}
        if there and within(number, self.ranking.rounds):
            table = self.orders[number - 1]
            order = tuple(no for no in table.order if no in there)
            record, stage = self.record, self.ranking
            pool = Pool(order, table.wins, record.had_bye, record.met, stage.bye, stage.opponent)
            sections.append(Section("ranking", None, pool=pool))
        return [section for section in sections if section.members]

    def _nowhere_else(self) -> set[int]:
        """「敗者復活トーナメントで敗退した選手は順位決定リーグにまわります」: whoever is in no bracket any more."""
        left = {*self.line, *self.third, *(place for places in self.groups_left.values() for place in places)}
        return {no for no, place in self.numbers.items() if place not in left}

    def _contests(self, number: int) -> Iterator[Contest]:
        if number == self.finals.final_round:
            yield Contest("final", None, neighbours(self.line))
        if number == self.finals.third_round:
            yield Contest("third", None, neighbours(self.third))
        if number == self.finals.semi_round:
            yield Contest("semi", None, neighbours(self.line))
        if within(number, self.main.rounds):
            yield from self._main_contests()
        if number == self.placing.round:
            yield Contest("placing", None, self._placing_matches())
        if within(number, self.repechage.rounds):
            for group, places in sorted(self.groups_left.items()):
                yield Contest("repechage", str(group), neighbours(places))

    def _main_contests(self) -> Iterator[Contest]:
        """Block by block, as the meetings stand in the bracket."""
        meetings, blocks = neighbours(self.line), self.main.blocks
        for turn, block in enumerate(blocks):
            inside = [m for i, m in enumerate(meetings) if i * len(blocks) // len(meetings) == turn]
            yield Contest("main", block, tuple(inside))

    def _placing_matches(self) -> tuple[Meeting, ...]:
        """「敗者復活トーナメントの各グループで1位の選手は入賞決定戦に進みます」."""
        winners = {group: places[0] for group, places in self.groups_left.items()}
        self.draw = placing_draw(self.placing, winners, self.places, self.record.met)
        return tuple(Meeting(winners[one], winners[other]) for one, other in self.draw)

    # --- What was played

    def take_in(self, sheet: Sheet) -> None:
        """One completed round; the stages of its games are those of the sections."""
        number = sheet.number
        self._as_played_since(sheet)
        contests = list(self._contests(number))
        self.record.add_round(self.facts, sheet, {})
        going_on: list[int] = []
        unused = {
            contest.stage: [game for game in sheet.games if game.stage == contest.stage]
            for contest in contests
        }
        for contest, decisions in self._decided(contests, number, unused):
            going_on += self._follow(contest, number, decisions)
        if going_on:
            self.line = going_on
        self._rank(number)
        contests = list(self._main_contests()) if number < self.main.rounds[1] else []
        block = {
            place: contest.group
            for contest in contests
            for meeting in contest.meetings
            for place in (meeting.upper, meeting.lower)
        }
        self.groups[number] = {no: block.get(place) for no, place in self.numbers.items()}
        self.played[number] = sheet
        self.completed = number

    def _as_played_since(self, sheet: Sheet) -> None:
        """細則 17: a result corrected after the next round was made changes no round that was played.

        Whoever plays on as if the game had ended the other way has the other's place from then on.
        """
        at = {(game.stage, no) for game in sheet.games for no in game.players if no is not None}
        for one in list(self.pending):
            winner, loser = (self.places.holder(place) for place in (one.winner, one.loser))
            due = [stage for stage, number in one.winner_next if number == sheet.number]
            below = [stage for stage, number in one.loser_next if number == sheet.number]
            if winner is None or loser is None:
                continue  # nobody played against anybody: there was no result to correct
            otherwise = {(stage, loser) for stage in due} | {(stage, winner) for stage in below}
            as_it_says = {(stage, winner) for stage in due} | {(stage, loser) for stage in below}
            if otherwise & at and not as_it_says & at:
                self._exchange(one)
                if one.stage == "semi":
                    self._exchange_third(winner, loser)
                self.pending.remove(one)

    def _exchange(self, one: Pending) -> None:
        swap = {one.winner: one.loser, one.loser: one.winner}
        if one.stage != "repechage":
            self.line = [swap.get(place, place) for place in self.line]
            self.third = [swap.get(place, place) for place in self.third]
        if one.group in self.groups_left:
            left = [swap.get(place, place) for place in self.groups_left[one.group]]
            self.groups_left[one.group] = sorted(left) if one.group in self.unplayed else left

    def _exchange_third(self, one: int, other: int) -> None:
        """A third-place match comes before the final that shows who went on: its places are exchanged as well."""
        swap = {one: other, other: one}
        held = self.by_stage[self.finals.id]
        self.by_stage[self.finals.id] = {swap.get(no, no): place for no, place in held.items()}

    def _decided(
        self, contests: Sequence[Contest], number: int, unused: Mapping[str, list[Match]]
    ) -> Iterator[tuple[Contest, list[Decision]]]:
        """The blocks of the main bracket are one, each group of the repechage is one: nobody comes out of it twice."""
        for stage, together in groupby(
            contests, key=lambda one: (one.stage, one.stage == "repechage" and one.group)
        ):
            own = list(together)
            sole = stage[0] in ("final", "third")
            meetings = [meeting for contest in own for meeting in contest.meetings]
            left = iter(
                nobody_twice(
                    meetings, [self.places.decide(one, number, unused[stage[0]], sole) for one in meetings]
                )
            )
            for contest in own:
                yield contest, list(islice(left, len(contest.meetings)))

    def _follow(self, contest: Contest, number: int, decisions: Sequence[Decision]) -> list[int]:
        """Everybody to where they belong after this round; returns who goes on in the main bracket or its finals."""
        winners, losers = [one.winner for one in decisions], [one.loser for one in decisions]
        going_on, below = self._onward(contest.stage, number)
        group = self._group_of(contest, number)
        self.pending += [
            Pending(contest.stage, group, one.winner, one.loser, going_on, below) for one in decisions
        ]
        match contest.stage:
            case "main":
                # 「それ以外の選手は敗退した時点で敗者復活トーナメントにまわります」
                if group:
                    self.groups_left[group] = sorted(losers)
                    self.unplayed.add(group)
                return winners
            case "semi":
                self.third = losers
                return winners
            case "repechage":
                self.unplayed.discard(group)
                if winners:
                    self.groups_left[group] = winners
            case "placing":
                self.by_stage[self.placing.id] = self._placing_places(contest.meetings, decisions)
                for first, last in (self.placing.winner_places, self.placing.loser_places):
                    self.given |= set(range(first, last + 1))
            case stage:
                best, worst = self.finals.third_places if stage == "third" else (1, 2)
                self.given |= {best, worst}
                for decision in decisions:
                    self.by_stage[self.finals.id] |= placed(decision, self.places, best, worst)
        return []

    def _group_of(self, contest: Contest, number: int) -> int:
        if contest.stage == "repechage":
            return int(contest.group or 0)
        position = f"{contest.group}{number - self.main.rounds[0] + 1}"
        main = contest.stage == "main" and position in self.repechage.groups
        return int(self.repechage.group_of(position)) if main else 0

    def _onward(self, stage: str, number: int) -> tuple[Appearances, Appearances]:
        """The stage and round in which winners and losers of this round play next."""
        finals = self.finals
        match stage:
            case "main" if number < self.main.rounds[1]:
                return (("main", number + 1),), (("repechage", number + 1),)
            case "main":
                first = ("semi", finals.semi_round) if finals.semi_round else ("final", finals.final_round)
                return (first,), (("repechage", number + 1),)
            case "repechage":
                last = number == self.repechage.rounds[1]
                on = ("placing", self.placing.round) if last else ("repechage", number + 1)
                return (on,), (("ranking", number + 1),)
            case "semi":
                return (("final", finals.final_round),), (("third", finals.third_round),)
        return (), ()

    def _placing_places(self, meetings: Sequence[Meeting], decisions: Sequence[Decision]) -> dict[int, int]:
        group_of = {places[0]: group for group, places in sorted(self.groups_left.items(), reverse=True)}
        for (upper, lower), meeting, one in zip(self.draw, meetings, decisions, strict=True):
            # Somebody put there by hand stands in for the group whose winner is not in the match.
            for stranger, other in ((one.winner, one.loser), (one.loser, one.winner)):
                group_of.setdefault(stranger, lower if other == meeting.upper else upper)
        return placing_places(self.placing, group_of, decisions, self.places)

    def _places_of(self, stages: Iterable[str]) -> dict[int, int]:
        """Whoever was put into matches of two of them has the place of the first."""
        found: dict[int, int] = {}
        for stage in stages:
            found = self.by_stage[stage] | found
        return found

    def _rank(self, number: int) -> None:
        """「順位は勝数が多い方が上位、同勝数の場合は前試合直前の順位が上位の方が上位となります」."""
        order = self.declared.order
        before = self.orders[number - 1].ranks if number - 1 in self.orders else None
        fixed: dict[int, int] = {}
        if order.decided_places:
            fixed = self._places_of(self.by_stage)
        given = self.given if order.decided_places else set()
        table = Table(self.record, number, order.criteria, before, fixed, frozenset(given))
        self.orders[number] = table
        if number <= self.declared.counted_rounds:
            self.tables[number] = table

    # --- What only this kind of format has

    def check_own(self, document: Mapping[str, Any]) -> Iterator[Deviation]:
        present = len(self.facts.present)
        if not SMALLEST_FIELD <= present <= self.main.size:
            yield Deviation("field", None, None, f"{SMALLEST_FIELD}-{self.main.size}", shown(present))
        for row in document.get("confirmed") or ():
            yield Deviation("confirmed", row["after"], row["no"], NOTHING, f"{row['group']} {row['after']}")
        yield from check_replacements(self.facts, self.declared)
