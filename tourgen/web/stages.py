"""What the pages need to know of a division's stages: kinds, groups, rounds. The declaration says it, nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from tourgen.engine.stages.bracket import BracketStage
from tourgen.formats.fitting import group_sizes, tree_rounds
from tourgen.formats.models import Bracket, Format, Pool, RoundRobin

if TYPE_CHECKING:
    from tourgen.engine.situation import Situation

AnyStage = Pool | Bracket | RoundRobin
Span = tuple[int, int]

BY_RANK = ("best", "places", "next-best", "unbeaten")  # who goes on by rank, once a stage is over
LAST_FOUR = ("final", "third", "semi")  # what the last four of the titled tree are called in results.json
ROUNDS_LEFT = {0: "final", 1: "semi", 2: "quarter"}
BESIDE = {"3-4": "third", "5-8": "fifth"}  # matches beside a tree, by their group in results.json


class Stages:
    """The stages of a division as it stands; before the lottery, as its declaration has them."""

    def __init__(self, declared: Format, now: Situation | None, entrants: int) -> None:
        self.declared, self.now, self.entrants = declared, now, entrants
        self.all: dict[str, AnyStage] = {stage.id: stage for stage in declared.stage}
        self.first: AnyStage = declared.first_stage

    # --- What the declaration says

    def of(self, label: str) -> AnyStage | None:
        """The stage that a label of results.json belongs to."""
        stage_id = self.declared.stage_of_label(label)
        return None if stage_id is None else self.all[stage_id]

    @cached_property
    def leagues(self) -> Pool | None:
        """The first stage, where its players leave it one after another."""
        return self.first if isinstance(self.first, Pool) and self.first.leave else None

    @cached_property
    def preliminaries(self) -> Pool | RoundRobin | None:
        """The first stage, where everybody plays all of its rounds."""
        return None if isinstance(self.first, Bracket) or self.leagues else self.first

    @cached_property
    def starts_in_tree(self) -> bool:
        """Whether everybody starts in a bracket."""
        return isinstance(self.first, Bracket)

    @cached_property
    def only(self) -> bool:
        """Whether everything is played in one pool or round robin."""
        return len(self.all) == 1 and not self.starts_in_tree

    @cached_property
    def brackets(self) -> list[Bracket]:
        """The brackets, in the order of the file."""
        return [stage for stage in self.all.values() if isinstance(stage, Bracket)]

    @cached_property
    def finals(self) -> Bracket | None:
        """The bracket that gives the first places, else the first of all, where not everybody starts in it."""
        later = [stage for stage in self.brackets if stage.entered_from]
        first = [stage for stage in later if stage.id in self.declared.final.first[:1]]
        return next(iter((*first, *later)), None)

    @cached_property
    def playoff(self) -> Bracket | None:
        """「全勝者が複数いた場合には、改めて決勝戦・準決勝戦等を行う」: a bracket of all who are unbeaten."""
        return next((one for one in self.brackets if self.enters(one, "unbeaten")), None)

    def enters(self, stage: AnyStage, *who: str) -> bool:
        """Whether one of its flows brings these."""
        return any(flow.who in who for flow in stage.entered_from)

    # --- Groups

    def groups(self, stage: AnyStage) -> tuple[str, ...]:
        """Its groups by name: of a bracket the blocks, or the trees of those beaten at a position."""
        if isinstance(stage, Bracket):
            at = stage.entered_from[0].at if stage.entered_from else ()
            return tuple(str(number) for number in range(1, len(at) + 1)) or stage.blocks
        if stage.group_sizes and self.now is None:
            return tuple(map(str, range(1, len(group_sizes(stage.group_sizes, self.entrants)) + 1)))
        if self.now is None:
            return stage.groups
        return tuple(name for name in self.now.stages[stage.id].group_names(self.now) if name is not None)

    def named_group(self, label: str, group: str | None) -> str | None:
        """The group as people say it: an only group has no name, and matches of a tree have only numbers."""
        stage = self.of(label)
        if stage is None or group is None or label != stage.id:
            return None
        groups = self.groups(stage)
        if group in BESIDE and group not in groups:
            return group
        lone = len(groups) == 1 and not (isinstance(stage, Bracket) and not stage.blocks)
        return group if group in groups and not lone else None

    @cached_property
    def blocks(self) -> tuple[str, ...]:
        """The groups of the first stage, where there are several and each has ranks of its own."""
        names = self.groups(self.first) if self.declared.order.by_group else ()
        return names if len(names) > 1 else ()

    def lost_at(self, stage: AnyStage, group: str) -> tuple[str, int]:
        """Where the players of a group lost: (block, round); no block where there is only one."""
        flow = stage.entered_from[0]
        position = flow.at[int(group) - 1]
        source = self.all[flow.stage or ""]
        blocks = source.blocks if isinstance(source, Bracket) else ()
        block = next((name for name in blocks if position.startswith(name)), "")
        return (block if len(blocks) > 1 else "", int(position.removeprefix(block)))

    # --- Rounds

    @cached_property
    def spans(self) -> dict[str, Span | None]:
        """The rounds of every stage, as expected where they are not known; None where only results can tell.

        Where the last is before the first, nothing is played unless it is needed.
        """
        found: dict[str, Span | None] = {}
        for stage in self.all.values():
            found[stage.id] = self._span(stage, found)
        first = self.declared.final.first
        final = found.get(first[0]) if first else None
        for stage in self.all.values():
            if stage.rounds == "with-final" and found[stage.id] is None and final is not None:
                found[stage.id] = (final[1], final[1])
        return found

    def _span(self, stage: AnyStage, before: dict[str, Span | None]) -> Span | None:
        known = self.now.spans.get(stage.id) if self.now else None
        if known is not None and known[1] is not None:
            return known[0], known[1]
        if known is not None and self.now is not None:
            return known[0], max(known[0], self.now.after + 1)  # as long as somebody is left in it
        if stage.span is not None or stage.rounds == "with-final":
            return stage.span
        sources = [before.get(flow.stage or "") for flow in stage.entered_from]
        if any(span is None for span in sources):
            return None
        begin = max((span[1] for span in sources if span is not None), default=0)
        count = self._expected(stage)
        if count is None or isinstance(stage, Pool):
            return None
        if isinstance(stage, Bracket):
            return begin + 1, begin + tree_rounds(count)
        size = -(-count // max(1, len(self.groups(stage))))
        return begin + 1, begin + stage.times * max(1, size - 1 + size % 2)

    def _expected(self, stage: AnyStage) -> int | None:
        """How many will enter a stage; None where only results can tell."""
        if not stage.entered_from:
            return self.entrants
        count = 0
        for flow in stage.entered_from:
            groups = max(1, len(self.groups(self.all[flow.stage]))) if flow.stage else 1
            if flow.who == "unbeaten":
                continue  # how many there are is known when the stage is over
            if flow.who == "places" and flow.places is not None:
                count += (flow.places[1] - flow.places[0] + 1) * groups
            elif flow.who == "best":
                count += (flow.count or 1) * groups
            elif flow.count is not None:
                count += flow.count
            else:
                return None
        return min(self.entrants, count)

    @cached_property
    def last_round(self) -> int:
        """The last round, as far as can be told."""
        known = self.now.last_round if self.now else 0
        return max([known, *(span[1] for span in self.spans.values() if span is not None)])

    @cached_property
    def counted_rounds(self) -> int:
        """The last round with a standing: the last in which anything but finals counts."""
        counted = [one for one in self.declared.counted if one not in LAST_FOUR]
        spans = [self.spans[one] for one in counted]
        return max((span[1] for span in spans if span is not None), default=0)

    def cut_after(self, number: int) -> bool:
        """Whether the round decides who goes on to a bracket by rank."""
        for stage in self.brackets:
            for flow in stage.entered_from:
                span = self.spans.get(flow.stage or "")
                if flow.who in BY_RANK and span is not None and span[1] == number:
                    return True
        return False

    # --- What a round of a tree is called

    def shown(self, label: str, number: int) -> str:
        """The stage as people say it: of the titled tree before the last four, the last eight have a name."""
        stage = self.of(label)
        if stage is None or label in LAST_FOUR or stage.id != self.declared.titled_tree:
            return label
        span = self.spans[stage.id]
        return "quarter" if span is not None and span[1] - number == 2 else label

    def in_round(self, number: int) -> Iterator[str]:
        """What is played in a round beside pools, round robins and the trees in which everybody starts or goes on."""
        for stage in self.brackets:
            span = self.spans[stage.id]
            everybodys = not stage.entered_from or bool(stage.entered_from[0].at)
            if everybodys or span is None or not span[0] <= number <= span[1]:
                continue
            if stage.id == self.declared.titled_tree:
                yield ROUNDS_LEFT.get(span[1] - number, stage.id)
                if number == span[1] > span[0] and stage.third == "played":
                    yield "third"
            else:
                yield stage.id

    def order_of(self, label: str, group: str | None) -> tuple[int, ...]:
        """Where a stage's games stand in a round: trees first, then as in the file, as the tables are numbered."""
        stage = self.of(label) or self.all.get(label)
        if stage is None:
            return (2, 0, 0, 0)
        in_tree = LAST_FOUR.index(label) if label in LAST_FOUR and label != stage.id else len(LAST_FOUR)
        groups = self.groups(stage)
        at = groups.index(group) if group in groups else 0
        return (not isinstance(stage, Bracket), list(self.all).index(stage.id), in_tree, at)

    def tree_stage(self, stage: AnyStage) -> BracketStage | None:
        """The engine's stage of a bracket, which knows its trees."""
        found = self.now.stages[stage.id] if self.now is not None else None
        return found if isinstance(found, BracketStage) else None

    # --- How texts are said

    @cached_property
    def manners(self) -> tuple[str, ...]:
        """What distinguishes the texts of a division: the endings of their keys, the most special first."""
        declared, criteria = self.declared, self.declared.order.criteria
        found = {
            "go": declared.game == "go",
            "jigo": declared.game == "go" and declared.score.may_be_drawn,
            "draws": declared.score.may_be_drawn,
            "points": "points" in criteria and self.only and declared.score.starting_points is None,
            "robin": self.only and isinstance(self.first, RoundRobin),
            "team": bool(declared.boards),
            "playoff": self.playoff is not None,
            "only": self.only,
            "places": declared.order.decided_places,
            "numbers": declared.lottery.method == "bracket",
            "lots": "smaller-lot" in criteria,
            "met": not any(isinstance(one, str) and one.startswith("top-bottom") for one in criteria),
            "plain": declared.game != "othello",
            "uncounted": declared.score.withdrawn == "nothing",
            "swiss": self.preliminaries is not None,
            "bracket": self.starts_in_tree,
        }
        return tuple(name for name, fits in found.items() if fits)
