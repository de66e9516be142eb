"""Warnings about a count, for its author to look at again. They change nothing in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tourgen.go.board import Chain, Colour, Point, first, reading_order
from tourgen.go.proposal import Proposal, Stop
from tourgen.go.regions import Region, Regions, components

ROOM_TO_LIVE = 4  # empty points around stones without an eye: more than a seki leaves open
EYE_TO_LIVE = 3  # points of one eye that can become two


@dataclass(frozen=True)
class Doubt:
    """A doubt about a proposal: what, where, about which stones or dame, and for open dame the points
    (Black's, White's) at stake."""

    code: str
    point: Point
    stake: tuple[int, int] = (0, 0)
    about: frozenset[Point] = frozenset()


def doubts(stop: Stop, proposal: Proposal, regions: Regions) -> tuple[Doubt, ...]:
    """All warnings, in the order in which a proposal is looked through: marks, inserts, what is left open."""
    return tuple(
        warning
        for found in (
            _marks(stop, proposal, regions),
            _inserts(regions),
            _dead(regions),
            _open_dame(regions),
            _in_danger(regions),
            _suspected_dead(regions),
        )
        for warning in found
    )


def _marks(stop: Stop, proposal: Proposal, regions: Regions) -> Iterator[Doubt]:
    """× where no played stone is, or is no longer."""
    for point in sorted(proposal.dead, key=reading_order):
        if point not in stop.board:
            yield Doubt("dead-mark-off-board", point)
        elif stop.board.at(point) is None:
            inserted = point in regions.position.inserted
            yield Doubt("dead-mark-inserted" if inserted else "dead-mark-empty", point)
        elif point not in regions.marked:
            yield Doubt("dead-mark-captured", point)


def _inserts(regions: Regions) -> Iterator[Doubt]:
    for capture in regions.position.captures:
        yield Doubt("capture-by-insert", capture.point)
    for chain in regions.dead:
        joined = chain.stones & regions.position.inserted
        if joined:
            yield Doubt("insert-joins-dead", first(joined))


def _dead(regions: Regions) -> Iterator[Doubt]:
    """Chains marked only in part are alive; dead stones outside enemy territory are not taken."""
    for chain in regions.live:
        marked = chain.stones & regions.marked
        if marked:
            yield Doubt("partly-dead", first(marked), about=chain.stones)
    for chain in regions.dead:
        region = next(one for one in regions.all if chain.first in one.points)
        if region.owner is None:
            yield Doubt("dead-in-dame", chain.first, about=chain.stones)
            continue
        if region.owner is chain.colour:
            yield Doubt("dead-in-own-eye", chain.first, about=chain.stones)
        if region.chains & regions.seki:
            yield Doubt("dead-in-seki", chain.first, about=chain.stones)


def _open_dame(regions: Regions) -> Iterator[Doubt]:
    """Every dame that both sides touch, with what its filling could turn into territory and prisoners."""
    for region in regions.dame:
        if region.chains:
            yield Doubt("open-dame", region.first, stake(regions, region), region.points)


def stake(regions: Regions, dame: Region) -> tuple[int, int]:
    """(Black's, White's) points in eyes that count nothing because of this dame."""
    points = {Colour.BLACK: 0, Colour.WHITE: 0}
    reached = regions.spread(dame.chains)
    for eye in regions.eyes:
        if eye.chains & reached:
            assert eye.owner is not None
            points[eye.owner] += len(eye.points) - len(regions.stays(eye)) + len(regions.taken(eye))
    return points[Colour.BLACK], points[Colour.WHITE]


def _in_danger(regions: Regions) -> Iterator[Doubt]:
    for chain in regions.live:
        if not chain.liberties:
            yield Doubt("no-liberties", chain.first, about=chain.stones)
        elif len(chain.liberties) == 1:
            yield Doubt("live-in-atari", chain.first, about=chain.stones)


def _suspected_dead(regions: Regions) -> Iterator[Doubt]:
    """Unmarked stones that probably should carry ×: shut in, without room for two eyes, by stones that live.

    The stones of one colour are taken together as far as they are connected through anything but live
    enemy stones, smaller groups first: whoever is beside a suspect lacks eyes only because of it, and who
    shares dame with a smaller group that is as weak is rather in seki. This is a guess to look at, nothing
    more: it doesn't read a single move.
    """
    suspects: set[Chain] = set()
    weak: set[Chain] = set()
    for group, captors, room in sorted(_groups(regions), key=lambda found: _size(found[0])):
        if not captors or _can_live(regions, group):
            continue
        if captors & suspects or _size(group) >= _size(captors) or _shares_dame(regions, group, weak):
            weak |= group
        elif room >= ROOM_TO_LIVE or _can_live(regions, regions.spread(captors)):
            suspects |= group
            stones = frozenset(stone for chain in group for stone in chain.stones)
            yield Doubt("suspected-dead", min(stones, key=reading_order), about=stones)
        else:
            weak |= group


def _shares_dame(regions: Regions, group: frozenset[Chain], others: set[Chain]) -> bool:
    return any(region.chains & group and region.chains & others for region in regions.dame)


def _groups(regions: Regions) -> Iterator[tuple[frozenset[Chain], frozenset[Chain], int]]:
    """(the chains of a group, the enemy chains around it, the empty points within)."""
    board = regions.board
    for colour in Colour:
        walls = frozenset(s for chain in regions.live if chain.colour is not colour for s in chain.stones)
        for area in components(board, frozenset(board.points()) - walls):
            group = frozenset(c for c in regions.live if c.colour is colour and c.stones <= area)
            beside = (board.chain(point) for point in board.around(area))
            if group:
                room = sum(board.at(point) is None for point in area)
                yield group, frozenset(chain for chain in beside if chain is not None), room


def _size(chains: frozenset[Chain]) -> int:
    return sum(len(chain.stones) for chain in chains)


def _can_live(regions: Regions, chains: frozenset[Chain]) -> bool:
    """Two eyes, or one large enough to become two."""
    eyes = {eye for chain in chains for eye in regions.eyes_of(chain)}
    return len(eyes) > 1 or any(len(eye.points) >= EYE_TO_LIVE for eye in eyes)
