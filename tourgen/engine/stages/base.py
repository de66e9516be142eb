"""What every stage answers, and the flows between stages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tourgen.engine.criteria import Row, ranked, ranked_by_keys
from tourgen.engine.model import Game
from tourgen.engine.reasons import Reason, Side
from tourgen.engine.record import Record
from tourgen.engine.situation import Places, Seat, Situation
from tourgen.formats.models import Flow, Format, OneStage
from tourgen.formats.words import LEAVES_AS

EMPTY = 1_000_000  # the numbers of places that nobody ever had come after all others


@dataclass(frozen=True, slots=True)
class Slot:
    """A place of a tree: a number, and the player on it; nobody on it is an empty place, which moves all the same."""

    number: int
    no: int | None


@dataclass(frozen=True, slots=True)
class Pick:
    """One whom a stage hands on: the slot, what a list of seats calls it, and its rank in its own group."""

    slot: Slot
    name: str = ""
    tier: int = 0
    group: str | None = None
    flow: Flow | None = None  # by which it enters a stage


class Stage:
    """A stage of a division. It holds no state: every answer follows from the situation."""

    is_tree = False  # tables are numbered from the trees on
    all_meet = False  # everybody of a group meets everybody, by a schedule
    can_be_missed = False  # whether a round of it may be sat out: 休み, or before a late entrant's first
    left_by: tuple[str, ...] = ()  # how players leave it by their results
    moves_places = False  # of trees: whether empty places move on as players do
    only_if_undecided = False  # a match for a title that may not be needed
    # Of trees: how seats are given, and what they avoid.
    seated_by: tuple[str, tuple[str, ...]] = ("", ())

    declared: OneStage

    def __init__(self, declared: OneStage, format: Format) -> None:
        self.declared = declared
        self.id = declared.id
        self.format = format

    # --- What each kind answers

    def admit(self, now: Situation) -> Situation:
        """Who enters now: groups or trees are fixed here."""
        raise NotImplementedError

    def games(self, now: Situation) -> list[Game]:
        """The games it wants in the next round, each with its reason."""
        raise NotImplementedError

    def as_played(self, now: Situation) -> Situation:
        """The latest round as it was played, where it differs from what was planned."""
        return now

    def leave(self, now: Situation) -> Situation:
        """Who leaves after the latest round, and as what."""
        return now

    def select(self, flow: Flow, now: Situation) -> list[Pick] | None:
        """What another stage's `from` means, best first; None as long as it is not known."""
        raise NotImplementedError

    def places(self, now: Situation) -> Places:
        """The places its matches, or its own order, have decided."""
        raise NotImplementedError

    def reserved(self, now: Situation) -> frozenset[int]:
        """Every place it gives away, reached or not."""
        raise NotImplementedError

    def contenders(self, now: Situation) -> frozenset[int]:
        """Who is still in it, so that no other stage may take them."""
        return frozenset()

    def field(self, now: Situation) -> frozenset[int]:
        """Everybody who plays, or has played, for its places."""
        return frozenset(now.entered.get(self.id, {}))

    def waiting(self, now: Situation, no: int) -> tuple[str, int, Side] | None:
        """A match after the next round in which a player is already: its label, its round, and how they came to it."""
        return None

    def group_of(self, now: Situation, no: int) -> str | None:
        """The group of a player who is still in it, or has come through from it."""
        return None

    def group_names(self, now: Situation) -> tuple[str | None, ...]:
        """Its groups, in order."""
        return (None,)

    # --- What they share

    def taken(self, no: int, now: Situation) -> bool:
        """Whether somebody is in another stage of the next round, so that this one can't have them."""
        seat = now.seats.get(no, Seat(self.id))
        elsewhere = seat.stage != self.id and now.plays(seat.stage, now.after + 1)
        return elsewhere and no in now.stages[seat.stage].contenders(now)

    def may_take(self, no: int, now: Situation) -> bool:
        """Whether somebody has not left, and is in no other stage of the next round."""
        return now.is_here(no) and not self.taken(no, now)

    def most_wins(self, now: Situation, group: str | None) -> int:
        """The wins of somebody unbeaten: as many as it has rounds, byes included.

        「全勝者が複数いた場合には、改めて決勝戦・準決勝戦等を行う」.
        """
        first, last = now.spans[self.id]
        return (last or first) - first + 1

    def first(self, now: Situation) -> int | None:
        """Its first round, None as long as it is not known."""
        return now.spans.get(self.id, (None, None))[0]

    def before_first(self, now: Situation) -> Situation:
        """The situation from which its first round was planned: what was played since decides no seat."""
        first = self.first(now)
        return now.at(first - 1) if first is not None else now

    def over(self, now: Situation) -> bool:
        """Whether its last round is known and played."""
        last = now.spans.get(self.id, (None, None))[1]
        return last is not None and now.after >= last

    def sources_over(self, now: Situation) -> bool:
        """Whether every stage that its players come from is over."""
        return all(now.stages[source].over(now) for source in self.declared.sources)

    def record(self, now: Situation) -> Record:
        """What its own rank counts: the counted games and its own, or its own only where nothing is carried over."""
        if not self.declared.carry:
            return self.own_record(now)
        return (
            now.record if self.id in self.format.counted else now.record_of(self.format.counted | {self.id})
        )

    def own_record(self, now: Situation) -> Record:
        """Its own games only."""
        return now.record_of(frozenset({self.id}))

    def order(self, now: Situation, players: Iterable[int]) -> tuple[Row, ...]:
        """Its own rank among some of its players."""
        criteria = self.declared.order if self.declared.order is not None else self.format.order.criteria
        # Where two are equal the lot decides.
        by_lot = sorted(players, key=lambda no: now.entrants[no].number)
        return ranked(by_lot, now.standing(self.record(now)), criteria)

    def all_rows(self, now: Situation) -> dict[str | None, tuple[Row, ...]]:
        """Its own rank in each group, whoever has left included."""
        entered = now.entered.get(self.id, {})
        return {
            group: self.order(now, [no for no, mine in entered.items() if mine == group])
            for group in self.group_names(now)
        }

    def all_ranked(self, now: Situation) -> list[dict[int, int]]:
        """Group by group, player → rank, whoever has left included."""
        return [{row.no: row.rank for row in rows} for rows in self.all_rows(now).values()]

    def ranked_groups(self, now: Situation) -> dict[str | None, list[Row]]:
        """Its own rank in each group when it was over, of those who are still there."""
        last = now.spans[self.id][1]
        groups = self.all_rows(now if last is None else now.at(last))
        return {group: [row for row in rows if now.is_here(row.no)] for group, rows in groups.items()}

    def passed_over(self, flow: Flow, now: Situation) -> list[int]:
        """Who would have been among the best, or is unbeaten, but has left; best first."""
        if flow.who not in ("best", "unbeaten"):
            return []
        taken = {pick.slot.no for pick in self.select(flow, now) or ()}
        found: set[int] = set()
        for group, rows in self.all_rows(now).items():
            last = max([flow.count or 1, *(row.rank for row in rows if row.no in taken)])
            would = self._unbeaten(now, group, rows) if flow.who == "unbeaten" else rows
            found |= {row.no for row in would if flow.who == "unbeaten" or row.rank <= last}
        return [row.no for row in now.rows if row.no in found and not now.is_here(row.no)]

    def _unbeaten(self, now: Situation, group: str | None, rows: Iterable[Row]) -> list[Row]:
        # What is assumed for a qualifier's rounds after its last is none of its wins.
        wins = self.own_record(now.at(now.spans[self.id][1] or now.after)).wins
        most = self.most_wins(now, group)
        return [row for row in rows if wins(row.no) == most]

    def select_by_rank(self, flow: Flow, now: Situation) -> list[Pick] | None:
        """`best`, `places`, `next-best`, `unbeaten`, `rest`: known when it is over; who has left is passed over."""
        if not self.over(now):
            return None
        groups = {
            group: [row for row in rows if _of_sex(flow, now, row.no)]
            for group, rows in self.ranked_groups(now).items()
        }
        own = {row.no: (rank, group) for group, rows in groups.items() for rank, row in enumerate(rows, 1)}
        if flow.who in ("best", "places"):
            low, high = flow.ranks
            return [
                Pick(slot_of(now, no), f"{group or ''}{rank if high > low else ''}", rank, group)
                for no, (rank, group) in sorted(own.items(), key=lambda one: one[1][0])
                if low <= rank <= high
            ]
        if flow.who == "unbeaten":
            left = [row for group, rows in groups.items() for row in self._unbeaten(now, group, rows)]
        else:
            taken = self._taken_before(flow, now)
            left = [row for rows in groups.values() for row in rows if row.no not in taken]
        # Of all groups together by the keys they have in their group, then by lot.
        left.sort(key=lambda row: now.entrants[row.no].number)
        merged = [row.no for row in ranked_by_keys({row.no: row.keys for row in left})]
        return [Pick(slot_of(now, no), str(at), *own[no]) for at, no in enumerate(merged[: flow.count], 1)]

    def _taken_before(self, flow: Flow, now: Situation) -> set[int]:
        """Whom other flows from this stage take: `next-best`, and last of all `rest`, look at what those leave.

        Whoever has left since a stage took them leaves no room for the next. Who leaves at once may do so until the
        last round.
        """
        turns = {"next-best": 1, "rest": 2}
        flows = [(one, stage) for stage, one in self.format.flows if one.stage == self.id]
        flows.sort(key=lambda pair: turns.get(pair[0].who, 0))
        overall = [now.stages[stage.id] for stage, one in self.format.flows if one.who == "best-overall"]
        taken = {no for one in overall if flow.who == "rest" for no in one.field(now)}
        for one, stage in flows[: [one for one, _ in flows].index(flow)]:
            first = now.stages[stage.id].first(now) or now.after + 1
            then = now.at(max(first - 1, now.spans[self.id][1] or 0))
            taken |= {pick.slot.no for pick in self.select(one, then) or () if pick.slot.no}
        return taken


def _of_sex(flow: Flow, now: Situation, no: int) -> bool:
    return flow.sex is None or now.entrants[no].sex == flow.sex


def ranked_picks(now: Situation, players: Sequence[int]) -> list[Pick]:
    """Players, best first, each with the own rank as name."""
    return [Pick(slot_of(now, no), str(rank), rank) for rank, no in enumerate(players, 1)]


def slot_of(now: Situation, no: int | None) -> Slot:
    """A player on the place with their number; nobody's number comes after all others."""
    return Slot(EMPTY, None) if no is None else Slot(now.entrants[no].number, no)


def picks_of(flow: Flow, now: Situation) -> list[Pick] | None:
    """Whom a flow names so far; None as long as it is not known."""
    return best_overall(flow, now) if flow.stage is None else now.stages[flow.stage].select(flow, now)


def selected(stage: Stage, now: Situation) -> list[Pick] | None:
    """Everybody whom the flows of a stage name; None as long as one of them is not known.

    By rank as it was when the stage began, for somebody may have left since; out of trees as these stand now.
    """
    found: list[Pick] = []
    seen: set[int] = set()
    for flow in stage.declared.entered_from:
        # Who leaves at once is complete only when nobody can leave any more.
        of_tree = flow.stage is not None and now.stages[flow.stage].is_tree
        waits = flow.who in LEAVES_AS and not now.stages[flow.stage or ""].over(now)
        picks = None if waits else picks_of(flow, now if of_tree else stage.before_first(now))
        if picks is None:
            return None
        for pick in picks:
            if pick.slot.no is None or pick.slot.no not in seen:
                found.append(replace(pick, flow=flow))
            seen.add(pick.slot.no or 0)
    return found


def candidates(flow: Flow, now: Situation) -> list[tuple[int, int | None]]:
    """`best-overall`: those who hold a decided place or are in a bracket that gives places, then everybody by order.

    Somebody who left is skipped, unless they hold a place. Each with the place held (0: still being played for).
    """
    everybody = [no for no in now.overall if _of_sex(flow, now, no)]
    held = {**dict.fromkeys(now.in_finals, 0), **now.decided.held}
    placed = sorted((no for no in everybody if no in held), key=lambda no: held[no])
    others = [no for no in everybody if no not in held and now.is_here(no)]
    return [(no, held.get(no)) for no in (*placed, *others)]


def best_overall(flow: Flow, now: Situation) -> list[Pick]:
    """The best of everybody still there, of one sex where it is given, who are in no stage that is still played."""
    busy = frozenset().union(*(stage.contenders(now) for stage in now.stages.values()))
    free = [no for no, _ in candidates(flow, now) if no not in busy and now.is_here(no)]
    return ranked_picks(now, free[: flow.count])


def game(label: str, group: str | None, players: Sequence[int], reason: Reason) -> Game:
    """A game to be played, or a bye where only one is there."""
    if len(players) == 1:
        return Game(None, label, group, (players[0], None), "bye", players[0], rated=False, reason=reason)
    return Game(None, label, group, (players[0], players[1]), reason=reason)
