"""What each doubt about a proposal is worth, so that people see first what changes the most."""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache

from tourgen.go.board import Point
from tourgen.go.count import Count, count
from tourgen.go.doubts import Doubt
from tourgen.go.proposal import Proposal, Stop, replay

MORE_DEAD = {"suspected-dead", "live-in-atari", "no-liberties", "partly-dead"}
FEWER_DEAD = {"dead-in-dame", "dead-in-own-eye", "dead-in-seki"}


@lru_cache(maxsize=512)
def counted(stop: Stop, proposal: Proposal) -> Count:
    """計算; the same proposal is looked at by many screens."""
    return count(stop, proposal)


@lru_cache(maxsize=512)
def weighed(stop: Stop, proposal: Proposal) -> tuple[tuple[Doubt, Decimal | None], ...]:
    """The doubts with their points, most first; those that change nothing are left out. None: nobody can say."""
    found = counted(stop, proposal)
    suspects = suspected(found)
    doubts = [one for one in found.warnings if one.code != "live-in-atari" or not one.about <= suspects]
    weights = [(doubt, _points(stop, proposal, found, doubt)) for doubt in doubts]
    kept = [(doubt, points) for doubt, points in weights if points != 0]
    return tuple(sorted(kept, key=lambda one: -(one[1] or 0)))


def suspected(found: Count) -> frozenset[Point]:
    """Stones without × that look dead."""
    return frozenset(
        stone for doubt in found.warnings if doubt.code == "suspected-dead" for stone in doubt.about
    )


def candidates(stop: Stop, proposal: Proposal) -> tuple[frozenset[Point], frozenset[Point]]:
    """Stones that look dead, and the dame that would be open if they were."""
    dead = suspected(counted(stop, proposal)) - replay(stop, proposal.inserts).inserted
    settled = counted(stop, Proposal(proposal.inserts, proposal.dead | dead))
    open_ = [doubt.about for doubt in settled.warnings if doubt.code == "open-dame"]
    return dead, frozenset(point for region in open_ for point in region)


def _points(stop: Stop, proposal: Proposal, found: Count, doubt: Doubt) -> Decimal | None:
    """Of open dame all that they hold up; of stones how much the margin moves if they are what they look like."""
    if doubt.code == "open-dame":
        return Decimal(sum(doubt.stake))
    played = doubt.about - replay(stop, proposal.inserts).inserted
    if doubt.code in MORE_DEAD:
        other = Proposal(proposal.inserts, proposal.dead | played)
    elif doubt.code in FEWER_DEAD:
        other = Proposal(proposal.inserts, proposal.dead - played)
    else:
        return None
    return abs(counted(stop, other).margin - found.margin)
