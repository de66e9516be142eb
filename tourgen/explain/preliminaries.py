"""The preliminaries of section 8 at a glance: round robin or Swiss, the blocks as they were dealt, who went on."""

from __future__ import annotations

from tourgen.dataclass import dataclass
from tourgen.explain.seeding import SeedingWhy, seeding_why
from tourgen.explain.words import Reason, entries, names, preliminaries_words, quote, say
from tourgen.formats.declaration import MOST_ENTRANTS, RoundRobin, Swiss
from tourgen.rules.situation import Situation
from tourgen.tournament import Tournament


@dataclass(frozen=True, slots=True)
class BlockWhy:
    """One block: who was dealt into it by lot, and who joined it late."""

    block: str
    dealt: tuple[int, ...]  # by ascending lot
    late: tuple[int, ...]  # in the order in which they were put in
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class PreliminariesWhy:
    """Which way the preliminaries are played and why, their blocks, and who entered the knockout."""

    kind: str  # swiss or round-robin
    entrants: int
    rounds: int
    blocks: tuple[BlockWhy, ...]
    seeding: SeedingWhy | None
    reasons: tuple[Reason, ...]


def preliminaries_why(tournament: Tournament) -> PreliminariesWhy:
    """How the preliminaries are set up, and what came of them."""
    first = tournament.situations[0]
    stage = first.declared.swiss
    assert stage is not None
    blocks = tuple(_block(tournament, first, block) for block in stage.blocks)
    count = len(first.entrants)
    reasons = (_entrants(first, stage, count), *_lots(first, stage))
    return PreliminariesWhy(stage.kind, count, stage.rounds[1], blocks, seeding_why(tournament), reasons)


def _entrants(first: Situation, stage: Swiss | RoundRobin, count: int) -> Reason:
    """Which way: by the number of entrants, where the format has several."""
    declared, (least, most) = first.declared, stage.entrants
    chosen = "" if (least, most) == (2, MOST_ENTRANTS) else "-most" if most < MOST_ENTRANTS else "-least"
    text = say(
        f"why-entrants{chosen}",
        people=entries(declared, count),
        stage=preliminaries_words(declared),
        least=entries(declared, least),
        most=entries(declared, most),
        rounds=stage.rounds[1] - stage.rounds[0] + 1,
    )
    return Reason(text, quote(declared, "by-entrants") if chosen else None)


def _lots(first: Situation, stage: Swiss | RoundRobin) -> tuple[Reason, ...]:
    if len(stage.blocks) == 1:
        return ()
    dealt = say("why-blocks-dealt", blocks=", ".join([*stage.blocks, stage.blocks[0], "…"]))
    return (Reason(dealt, quote(first.declared, f"blocks of {len(stage.blocks)}")),)


def _block(tournament: Tournament, first: Situation, block: str) -> BlockWhy:
    members = sorted(
        first.block(block), key=lambda no: (first.entrants[no].from_round, first.record.numbers[no])
    )
    dealt = tuple(no for no in members if first.entrants[no].from_round == 1)
    late = tuple(no for no in members if first.entrants[no].from_round > 1)
    where = preliminaries_words(first.declared, block)
    reasons = [Reason(say("why-block-size", where=where, people=entries(first.declared, len(members))))]
    for no in late:
        joined = say(
            "why-block-late", names=names(tournament, [no]), where=where, round=first.entrants[no].from_round
        )
        reasons.append(Reason(joined))
    return BlockWhy(block, dealt, late, tuple(reasons))
