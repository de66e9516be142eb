"""Section 8's preliminaries: blocks dealt by lot, and the games of a Swiss round."""

from __future__ import annotations

from collections.abc import Mapping

from tourgen.formats.declaration import RoundRobin, Swiss
from tourgen.model import Game
from tourgen.rules.record import Entrant
from tourgen.rules.situation import Situation, paired_pool


def deal(stage: Swiss | RoundRobin, entrants: Mapping[int, Entrant]) -> dict[int, str]:
    """Player → block: A, B, A, B by lot; late entrants follow, each into the smallest block so far."""
    ascending = sorted(entrants.values(), key=lambda one: (one.from_round, one.number))
    sizes = dict.fromkeys(stage.blocks, 0)
    blocks: dict[int, str] = {}
    for one in ascending:
        # The smallest block, the first of equal ones: A, B, A, B.
        chosen = min(stage.blocks, key=sizes.__getitem__)
        blocks[one.no] = chosen
        sizes[chosen] += 1
    return blocks


def games(stage: Swiss, situation: Situation) -> list[Game]:
    """The next round of every block."""
    return [game for block in stage.blocks for game in paired_pool(situation, stage, "swiss", block)]
