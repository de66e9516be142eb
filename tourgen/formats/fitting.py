"""A format for a given number of entrants: which of its stages are played, how they are dealt, how long they last."""

from __future__ import annotations

from collections.abc import Mapping

from tourgen.formats.models import MOST_ENTRANTS, Bracket, Flow, Format, OneStage, Pool, RoundRobin
from tourgen.formats.words import leave_parts

MOST_ROUND_ROBIN = 20  # in a group
MOST_LOOKED_AT = 100  # to find the smallest field of a format


def fitted(declared: Format, count: int) -> Format:
    """The format as so many entrants play it.

    「参加人数に応じて、総当たり戦または予選スイス式トーナメント及び決勝トーナメントを実施する」: of several first
    stages the first that takes the number of entrants is played, with the stages that come from it.
    """
    first = next((stage for stage in declared.first_stages if takes(stage, count)), declared.first_stages[0])
    others = [stage.entrants[1] for stage in declared.first_stages if stage.entrants and stage is not first]
    if others and first.entrants is None:
        # With more than the stages before it take.
        first = first.model_copy(update={"entrants": (max(others) + 1, MOST_ENTRANTS)})
    kept = [first]
    for stage in declared.stage:
        if stage.held and any(flow.stage in (None, *(one.id for one in kept)) for flow in stage.entered_from):
            kept.append(stage)
    ids = {stage.id for stage in kept}
    first_places = tuple(one for one in declared.final.first if one in ids)
    if not first_places:  # there is no final to be played with
        ids -= {stage.id for stage in kept if stage.rounds == "with-final"}
    stages = []
    for stage in declared.stage:
        if stage.id in ids:
            flows = tuple(flow for flow in stage.entered_from if flow.stage in (None, *ids))
            one = first if stage.id == first.id else stage
            stages.append(one.model_copy(update={"entered_from": flows}))
    titles = tuple(
        one if one.match in (None, *ids) else one.model_copy(update={"match": None})
        for one in declared.place_title
    )
    final = declared.final.model_copy(update={"first": first_places})
    return declared.model_copy(update={"stage": tuple(stages), "final": final, "place_title": titles})


def takes(stage: OneStage, count: int) -> bool:
    """Whether a first stage is meant for so many entrants."""
    low, high = stage.entrants or (1, count)
    return low <= count <= high


def admits(declared: Format, count: int) -> bool:
    """Whether so many present entrants can play the format."""
    if not any(takes(stage, count) for stage in declared.first_stages):
        return False
    numbers = declared.lottery.numbers
    if numbers is not None and count > numbers[1] - numbers[0] + 1:
        return False
    as_played = fitted(declared, count)
    return _can_start(as_played.first_stage, count) and not _without_winner(as_played, count)


def _without_winner(declared: Format, count: int) -> bool:
    """Whether the tree that gives the first places ends before its final, as far as the declaration tells."""
    tree = next((stage for stage in declared.stage if stage.id == declared.titled_tree), None)
    known = ("best", "places", "next-best", "best-overall", "winners")
    into_trees = [flow for stage, flow in declared.flows if isinstance(stage, Bracket)]
    if tree is None or not tree.span or any(flow.who not in known for flow in into_trees):
        return False
    return _ends(declared, count)[tree.id][1] > 1 << tree.length


def _can_start(stage: OneStage, count: int) -> bool:
    if isinstance(stage, Bracket):
        return 2 <= count <= (stage.size or count)
    sizes = dealt_sizes(stage, count)
    return bool(sizes) and not misdealt(stage, sizes)


def misdealt(stage: OneStage, sizes: Mapping[str, int]) -> tuple[str, dict[str, object]] | None:
    """Why the groups of a first stage can't be of these sizes: the code of its message, and what it says."""
    if isinstance(stage, Bracket):
        return None
    if isinstance(stage, Pool):
        # A league larger than 2^rounds can't produce a sole unbeaten player, and an empty one nobody.
        alone = "sole-unbeaten" in stage.leave and stage.span is not None
        least, most = (1, 2**stage.length) if alone else (2, MOST_ENTRANTS)
    else:
        rounds = stage.span[1] // stage.times if stage.span else MOST_ROUND_ROBIN - 1
        least, most = 2, rounds + rounds % 2
        if not isinstance(stage.schedule, str):
            most = max(int(place) for row in stage.schedule for pair in row for place in pair.split("-"))
    if all(least <= size <= most for size in sizes.values()):
        return None
    named = ", ".join(f"{name} {size}" for name, size in sizes.items())
    return "field-size", {"sizes": named, "least": least, "most": most}


def even_field(declared: Format, count: int) -> bool:
    """Whether so many entrants begin without a bye: every group is even, a bracket full."""
    first = fitted(declared, count).first_stage
    if isinstance(first, Bracket):
        return count == (first.size or 2 ** tree_rounds(count))
    return all(size % 2 == 0 for size in dealt_sizes(first, count).values())


def dealt_sizes(stage: Pool | RoundRobin, count: int) -> dict[str, int]:
    """How many come into each group, after evening up; none where the field can't be divided so."""
    if stage.group_sizes:
        return {str(at): size for at, size in enumerate(group_sizes(stage.group_sizes, count), 1)}
    groups = stage.groups or ("A",)
    laps, more = divmod(count, len(groups))
    last = groups[::-1] if stage.deal == "snake" and laps % 2 else groups  # A, B, C, C, B, …
    sizes = {name: laps + (name in last[:more]) for name in groups}
    for source, target in (move.split(">") for move in getattr(stage, "even_up", ())):
        if sizes[source] % 2 and sizes[target] % 2:
            sizes[source] -= 1
            sizes[target] += 1
    return sizes


def group_sizes(sizes: tuple[int, ...], count: int) -> list[int]:
    """「端数は3人または5人」: k groups of ⌊n/k⌋ and ⌈n/k⌉, both listed; a later size only where the earlier can't do.

    Of several k the one with the most groups of the first size. None where the field can't be divided so.
    """
    for known in range(1, len(sizes) + 1):
        ways = []
        for groups in range(1, count + 1):
            size, more = divmod(count, groups)
            if {size, size + bool(more)} <= set(sizes[:known]):
                ways.append([size + (at < more) for at in range(groups)])
        if ways:
            return max(ways, key=lambda dealt: dealt.count(sizes[0]))
    return []


def tree_rounds(entrants: int) -> int:
    """How many rounds a tree of so many entrants has."""
    return max(0, entrants - 1).bit_length()


def circle_rounds(players: int) -> int:
    """How many rounds everybody needs to meet everybody; of an odd number one rests in each."""
    return max(0, players - 1 + players % 2)


def most_rounds(declared: Format, count: int, sure: bool = False) -> int:
    """The last round there can be with so many entrants; how many go on may show only when a stage is over.

    `sure`: without rounds of which it is not known yet whether they will be played.
    """
    return max(last for last, _ in _ends(fitted(declared, count), count, sure).values())


def _ends(declared: Format, count: int, sure: bool = False) -> dict[str, tuple[int, int]]:
    """Stage → its last round, and how many can be in it."""
    ends: dict[str, tuple[int, int]] = {}

    def most_taken(flow: Flow) -> int:
        """How many a flow can take."""
        everybody, source = ends.get(flow.stage or "", (0, 0))[1], declared.source_of(flow)
        groups = len(dealt_sizes(source, everybody)) if isinstance(source, Pool | RoundRobin) else 1
        if (
            isinstance(source, Bracket)
            and flow.who == "winners"
            and not any(one.at for one in source.entered_from)
        ):
            listed = len(source.seats) if isinstance(source.seats, tuple) else source.size or 0
            return max(1, max(listed, 1 << tree_rounds(everybody)) >> source.length) if source.span else 1
        if flow.who in ("best", "places"):
            return min(everybody, (flow.ranks[1] - flow.ranks[0] + 1) * groups)
        return flow.count or (0 if sure and flow.who == "unbeaten" else everybody)

    for stage in declared.stage:
        sources = [ends[flow.stage] for flow in stage.entered_from if flow.stage in ends]
        entrants = min(count, sum(map(most_taken, stage.entered_from))) if stage.entered_from else count
        begun = max((last for last, _ in sources), default=0)
        ends[stage.id] = (stage.span[1] if stage.span else begun + _length(stage, entrants), entrants)
    return ends


def _length(stage: OneStage, entrants: int) -> int:
    if isinstance(stage, Bracket):
        return tree_rounds(stage.size or entrants)
    if isinstance(stage, RoundRobin):
        most = max(dealt_sizes(stage, entrants).values(), default=0)
        return max(1, circle_rounds(most)) * stage.times
    # Without given rounds everybody leaves by so many wins or so many losses.
    return sum(parts[1] for parts in map(leave_parts, stage.leave) if parts) - 1


def misfit(declared: Format, count: int) -> tuple[str, dict[str, object]] | None:
    """Why so many present entrants can't play the format: the code of its message, and what it says."""
    if admits(declared, count):
        return None
    first = fitted(declared, count).first_stage
    if isinstance(first, Bracket):
        return "field-bracket", {"most": first.size or MOST_ENTRANTS}
    if isinstance(first, Pool) and "sole-unbeaten" in first.leave and dealt_sizes(first, count):
        return misdealt(first, dealt_sizes(first, count))
    sizes_taken = [one for one in range(1, MOST_LOOKED_AT) if admits(declared, one)]
    if sizes_taken and count > sizes_taken[-1]:
        return "field-round-robin", {"most": sizes_taken[-1]}
    return "field-swiss", {"least": sizes_taken[0] if sizes_taken else 2}
