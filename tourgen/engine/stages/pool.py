"""pool: groups whose players are paired afresh every round; who leaves them, and as what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from tourgen.engine import pairing
from tourgen.engine.criteria import keys_of
from tourgen.engine.model import Game
from tourgen.engine.reasons import Dealt, Paired, QualifiedRest
from tourgen.engine.situation import Departure, LeftAs, Places, Question, Situation
from tourgen.engine.stages.avoiding import classes
from tourgen.engine.stages.base import Pick, Stage, game, picks_of, slot_of
from tourgen.engine.stages.dealing import Dealing, by_keys, deal
from tourgen.formats.models import Flow, Format, Pool, RoundRobin
from tourgen.formats.words import LEAVES_AS, leave_parts


class GroupedStage(Stage):
    """What pools and round robins share: entrants are dealt into groups, and the stage's own rank gives places."""

    declared: Pool | RoundRobin

    def group_names(self, now: Situation) -> tuple[str | None, ...]:
        """Its groups, in order."""
        if self.declared.group_sizes:
            dealt = set(now.entered.get(self.id, {}).values()) - {None}
            return tuple(str(number) for number in range(1, len(dealt) + 1))
        return self.declared.groups or ((None,) if self.declared.entered_from else ("A",))

    def dealing(self, now: Situation) -> dict[int, Dealing]:
        """How everybody came into the groups of a first stage."""
        return deal(self.declared, now, list(now.entrants))

    def dealt_groups(self, now: Situation, players: Sequence[int]) -> dict[int, str | None]:
        """Player → group, for those who are dealt together."""
        return {no: one.group for no, one in deal(self.declared, now, players).items()}

    def group_of(self, now: Situation, no: int) -> str | None:
        """The group of a player, unless they have left it beaten or out; of everybody if the order is by group."""
        left = {one.no for one in now.left_as(self.id, "beaten", "out")}
        return None if no in left and not self.format.order.by_group else now.entered[self.id].get(no)

    def places(self, now: Situation) -> Places:
        """Once it is over, its own rank; of several groups the best of each, then the second …, with equal places."""
        if not self.over(now) or now.rounds_of(self.id) is None:
            return Places()
        rank_of = {no: rank for ranks in self.all_ranked(now) for no, rank in ranks.items()}
        everybody = sorted(rank_of.values())
        held = {no: everybody.index(rank) + 1 for no, rank in rank_of.items()}
        return Places(held, frozenset(range(1, len(held) + 1)))

    def reserved(self, now: Situation) -> frozenset[int]:
        """As many places as it has players, if it is played."""
        played = now.entered.get(self.id, {}) if now.rounds_of(self.id) else ()
        return frozenset(range(1, len(played) + 1))

    def contenders(self, now: Situation) -> frozenset[int]:
        """Everybody who sits in it while it lasts."""
        sitting = (no for no, seat in now.seats.items() if seat.stage == self.id)
        return frozenset(() if self.over(now) else sitting)


class PoolStage(GroupedStage):
    """A pool of the division."""

    declared: Pool
    can_be_missed = True

    def __init__(self, declared: Pool, format: Format) -> None:
        super().__init__(declared, format)
        self.left_by = declared.leave

    # --- Entering

    def admit(self, now: Situation) -> Situation:
        """Everybody before round 1; later whoever its flows name, at once or when their stage is over.

        Nobody enters before its first round comes: those who have come by then are dealt together.
        """
        if self.over(now) or (self.first(now) or 0) > now.after + 1:
            return now
        at_once = all(flow.who in (*LEAVES_AS, "losers") for flow in self.declared.entered_from)
        if self.id not in now.spans and not at_once and not self.sources_over(now):
            return now  # it begins in the round after the last of the stages it comes from
        if any(flow.who == "losers" for flow in self.declared.entered_from):
            now = self._beaten_in_trees(now)
        here = now.entered.get(self.id, {})
        new = [no for no in dict.fromkeys(self._coming(now)) if no not in here]
        now = now.entering(self.id, self._joining(here, new) if here else self.dealt_groups(now, new))
        if self.id not in now.spans and (now.entered.get(self.id) or self.sources_over(now)):
            # No rounds are given: it lasts from now on for as long as somebody is left in it.
            now = now.lasting(self.id, now.after + 1, None if now.entered.get(self.id) else now.after)
        return now

    def _joining(self, here: Mapping[int, str | None], new: Sequence[int]) -> dict[int, str | None]:
        """Who comes while it is played: each into the smallest group so far, the first of equal ones."""
        sizes = Counter(here.values())
        names: Sequence[str | None] = self.declared.groups or sorted(sizes, key=lambda name: name or "")
        found: dict[int, str | None] = {}
        for no in new:
            found[no] = min(names, key=lambda name: sizes[name])
            sizes[found[no]] += 1
        return found

    def _coming(self, now: Situation) -> Iterator[int]:
        """Who enters after the latest round; those who are beaten in trees apart."""
        if not self.declared.entered_from and not now.after:
            yield from now.entrants
        # By rank they are taken when its rounds come, and not again when somebody has left since.
        begins = self.first(now) in (None, now.after + 1)
        for flow in self.declared.entered_from:
            known = begins and (flow.stage is None or now.stages[flow.stage].over(now))
            if flow.who != "losers" and (known or flow.who in LEAVES_AS):
                here = [pick.slot.no for pick in picks_of(flow, now) or ()]
                yield from (no for no in here if no is not None and self.may_take(no, now))

    def _beaten_in_trees(self, now: Situation) -> Situation:
        """「敗者復活トーナメントで敗退した選手は順位決定リーグにまわります」.

        They are whoever was in these trees, or in those before, and is left in none. Trees are looked at anew every
        round, for a result may be corrected and a round made by hand.
        """
        trees: dict[str, frozenset[int]] = {}  # who came into each
        todo = [flow.stage for flow in self.declared.entered_from if flow.who == "losers"]
        while todo:
            stage = now.stages[todo.pop() or ""]
            if stage.is_tree:
                trees[stage.id] = stage.field(now)
                todo += stage.declared.sources
        came = frozenset().union(*trees.values())
        others = [stage for stage in now.stages.values() if stage.id != self.id]
        # Who came through into a stage that is no tree is not beaten, though it may be over.
        through = {
            no
            for stage, flow in self.format.flows
            if flow.who == "winners" and flow.stage in trees and not now.stages[stage.id].is_tree
            for no in now.entered.get(stage.id, {})
        }
        left = {one.no for one in now.departures if one.stage == self.id}
        elsewhere = frozenset().union(*(stage.contenders(now) for stage in others)) - left
        came -= through  # from there they may have come by rank
        stays = {no: seat for no, seat in now.seats.items() if seat.stage != self.id or no not in came}
        # Who played on in a tree, though a correction has them beaten, has not entered.
        here = {no: group for no, group in now.entered.get(self.id, {}).items() if no not in came & elsewhere}
        beaten = {no: None for no in now.entrants if no in came - left - elsewhere and now.is_here(no)}
        now = replace(now, seats=stays, entered={**now.entered, self.id: here})
        return now.entering(self.id, beaten)

    # --- Pairing

    def games(self, now: Situation) -> list[Game]:
        """The next round of every group, with the byes of who has qualified already."""
        first = now.after + 1 == self.first(now) and self.declared.first_round != "as-later"
        paired = self._dealt if first else self._paired
        planned = [one for group in self.group_names(now) for one in paired(now, group)]
        return planned + self._qualified_byes(now)

    def _dealt(self, now: Situation, group: str | None) -> list[Game]:
        """1回戦 by number; whoever was dealt to start is paired in round 1, 不戦敗 or not."""
        number, rule = now.after + 1, self.declared.first_round
        members = [now.entrants[no] for no in now.members(self.id, group)]
        here = [one for one in members if one.due(number) and (number == 1 or one.still_here(number))]
        ordered = [one.no for one in sorted(here, key=lambda one: one.number)]
        pairs = halves_by_number(ordered) if rule == "halves-by-number" else neighbours_by_number(ordered)
        return [game(self.id, group, pair, Dealt(rule, tuple(ordered))) for pair in pairs]

    def _paired(self, now: Situation, group: str | None) -> list[Game]:
        """From the second round on: the optimum of the pool."""
        pool = self.pool(now, group)
        reason = Paired(pool, pairing.pair(pool))
        pairs = [[no for no in pair if no is not None] for pair in reason.pairing.pairs]
        return [game(self.id, group, pair, reason) for pair in pairs]

    def pool(self, now: Situation, group: str | None) -> pairing.Pool:
        """One group as the pairing rule sees it: in order, with the score whose differences are the gaps."""
        declared, record = self.declared, self.record(now)
        members = [no for no in now.members(self.id, group) if now.in_next(no)]
        score = {no: record.score(no) for no in members}
        if declared.pair_by:
            keys = keys_of(members, now.standing(record), declared.pair_by)
            members = by_keys(keys, now)
            score = {no: keys[no][0] for no in members}
        in_wins = not declared.pair_by or declared.pair_by[0] in ("wins", "points")
        phantom = declared.phantom * (record.unit if in_wins else 1)
        avoid = classes(declared, now, members)
        return pairing.Pool(tuple(members), score, avoid, declared.opponent, declared.bye, phantom)

    def _qualified_byes(self, now: Situation) -> list[Game]:
        """「全勝が1名となった予選リーグの全勝選手を不戦勝とします(2回目の不戦勝となる場合もあります)」."""
        if self.declared.qualified_rest != "bye":
            return []
        return [
            game(self.id, one.group, (one.no,), QualifiedRest(one.after))
            for one in sorted(now.left_as(self.id, "sole-unbeaten"), key=lambda one: one.group or "")
            if now.in_next(one.no)
        ]

    # --- Leaving

    def leave(self, now: Situation) -> Situation:
        """After a round: who has qualified, is beaten, has passed or is out, and what the organiser must confirm."""
        if not self.declared.leave or not now.plays(self.id, now.after):
            return now
        leaving: list[Departure] = []
        questions: list[Question] = []
        for group in self.group_names(now):
            members = now.members(self.id, group)
            if "sole-unbeaten" not in self.declared.leave:
                leaving += self._counted_out(now, group, members)
            elif members:
                leaving += self._by_unbeaten(now, group, members, questions)
        gone = {one.no for one in leaving}
        kept = [one for one in now.departures if one.stage != self.id or one.no not in gone]
        now = replace(
            now,
            departures=(*kept, *leaving),
            questions=(*now.questions, *questions),
            seats={no: seat for no, seat in now.seats.items() if no not in gone or seat.stage != self.id},
        )
        if self.declared.span is None and not self._anybody(now):
            now = now.lasting(self.id, self.first(now) or 1, now.after)
        return now

    def _anybody(self, now: Situation) -> bool:
        """Whether somebody is left to be paired in a pool whose end the results decide."""
        here = [no for no, seat in now.seats.items() if seat.stage == self.id]
        return not self.sources_over(now) or any(map(now.is_here, here))  # somebody may still come

    def _by_unbeaten(
        self, now: Situation, group: str | None, members: Sequence[int], questions: list[Question]
    ) -> list[Departure]:
        """「全勝者の人数が 1, 2, 4, 8, 16, …のいずれかになった場合は、1敗以下の選手は順位決定リーグに移動します」.

        U is the number of unbeaten, not withdrawn players still in the group. With one, that player has qualified.
        With none, or several after the last round, the organiser confirms a proposal.
        """
        here = [no for no in members if now.in_next(no)]
        unbeaten = [no for no in here if now.record.unbeaten(no)]
        alone = len(unbeaten) == 1
        if unbeaten and not alone and now.after != now.spans[self.id][1]:
            leaves = "beaten-at-1-2-4-8" in self.declared.leave and len(unbeaten).bit_count() == 1
            beaten = [no for no in members if leaves and not now.record.unbeaten(no)]
            return self._gone(now, group, beaten, "beaten")
        first = unbeaten[0] if alone else now.confirmations.get(group or "")
        if first is None and here:
            questions.append(Question(self.id, group or "", here[0], now.after))
        # Everybody leaves the group: the one who has qualified, and all others as beaten.
        gone = self._gone(now, group, [no for no in members if no != first], "beaten")
        if first is not None:
            gone.append(Departure(first, self.id, group, "sole-unbeaten", now.after, confirmed=not alone))
        return gone

    def _counted_out(self, now: Situation, group: str | None, members: Sequence[int]) -> list[Departure]:
        """「2勝で通過、2敗で失格」; in the last of given rounds everybody left is out."""
        record = self.own_record(now)
        last = now.spans[self.id][1] == now.after
        if last:
            # Also those who have played elsewhere since, before a correction said that they had not left.
            left = {one.no for one in now.departures if one.stage == self.id}
            entered = now.entered.get(self.id, {}).items()
            members = now.in_order(no for no, mine in entered if mine == group and no not in left)
        limits = dict(parts for word in self.declared.leave if (parts := leave_parts(word)))
        passed = [no for no in members if "wins" in limits and record.wins(no) >= limits["wins"]]
        lost = [no for no in members if "losses" in limits and record.losses(no) >= limits["losses"]]
        out = [no for no in members if no not in passed and (last or no in lost)]
        return [*self._gone(now, group, passed, "passed"), *self._gone(now, group, out, "out")]

    def _gone(
        self, now: Situation, group: str | None, players: Sequence[int], left_as: LeftAs
    ) -> list[Departure]:
        return [Departure(no, self.id, group, left_as, now.after) for no in players]

    # --- Handing on

    def select(self, flow: Flow, now: Situation) -> list[Pick] | None:
        """Who left by `leave`, at once; or by rank, once the pool is over."""
        if flow.who not in LEAVES_AS:
            return self.select_by_rank(flow, now)
        picks: list[Pick] = []
        ranks: Counter[str | None] = Counter()  # in a group the first to leave it is its first
        for one in now.left_as(self.id, flow.who):
            # Not passing over the sole unbeaten: one who has left since keeps the place, and the opponent walks over.
            if flow.who == "sole-unbeaten" or now.is_here(one.no):
                ranks[one.group] += 1
                picks.append(Pick(slot_of(now, one.no), one.group or "", ranks[one.group], one.group))
        return picks


def halves_by_number(members: Sequence[int]) -> list[tuple[int, ...]]:
    """1回戦: 「奇数の場合、抽選番号が最も大きい選手を不戦勝」, the halves meet smallest with smallest.

    `members` by ascending lottery number.
    """
    half = len(members) // 2
    pairs: list[tuple[int, ...]] = list(zip(members[:half], members[half : 2 * half], strict=True))
    return [*pairs, (members[-1],)] if len(members) % 2 else pairs


def neighbours_by_number(members: Sequence[int]) -> list[tuple[int, ...]]:
    """1-2, 3-4, …; if odd the largest number has the bye."""
    return [tuple(members[at : at + 2]) for at in range(0, len(members), 2)]
