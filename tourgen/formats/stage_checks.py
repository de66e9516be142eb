"""What each stage of a declaration must fulfil: its flows, rounds, groups, seats."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from tourgen.formats.doubt import FormatProblem, criteria_doubts, doubt
from tourgen.formats.fitting import MOST_ROUND_ROBIN, circle_rounds, tree_rounds
from tourgen.formats.models import Bracket, Flow, Format, Grouped, OneStage, Pool, RoundRobin, words_in
from tourgen.formats.words import ANSWERS, LEAVE, LEAVES_AS, leave_parts

MOST_ROUNDS = 20
MOST_PLACES = 512
# Before the first round nothing is known but the person and the lot.
KNOWN_BEFORE = ("grade", "rating", "starting-points", "lottery-number", "smaller-lot", "points")


def stage_doubts(declared: Format, stage: OneStage, key: str) -> Iterator[FormatProblem]:
    """Everything that would make a stage impossible to play, or that would be silently passed over."""
    for one in _doubts(declared, stage):
        elsewhere = one.key.startswith(("lottery.", "final."))
        yield one if elsewhere else replace(one, key=f"{key}.{one.key}")


def _doubts(declared: Format, stage: OneStage) -> Iterator[FormatProblem]:
    """The same, with keys inside the stage's table."""
    yield from _entering(declared, stage)
    yield from _rounds(declared, stage)
    yield from criteria_doubts(declared, stage.order or (), "order")
    if declared.boards and stage.best_of > 1:
        yield doubt("best_of", "best-of-teams", str(stage.best_of))
    if isinstance(stage, Grouped):
        yield from _groups(declared, stage)
    if isinstance(stage, Pool):
        yield from _pool(declared, stage)
    elif isinstance(stage, Bracket):
        yield from _bracket(declared, stage)
    else:
        yield from _schedule(declared, stage)


def _entering(declared: Format, stage: OneStage) -> Iterator[FormatProblem]:
    earlier = {one.id: one for one in declared.stage[: [one.id for one in declared.stage].index(stage.id)]}
    for flow in stage.entered_from:
        if flow.who == "best-overall":
            if flow.stage is not None or flow.count is None or len(stage.entered_from) > 1:
                yield doubt("from", "flow-overall", flow.who)
            continue
        if flow.stage not in earlier:
            yield doubt("from.stage", "stage-unknown", str(flow.stage), known=tuple(earlier))
            continue
        yield from _flow(stage, earlier[flow.stage], flow)
    grouped = any(one is not None and one.has_groups for one in map(declared.source_of, stage.entered_from))
    if "same-group" in getattr(stage, "avoid", ()) and not grouped:
        yield doubt("avoid", "avoid-same-group", "same-group")
    if isinstance(stage, Pool) and {"winners", "losers"} <= {flow.who for flow in stage.entered_from}:
        # Whoever is left in no tree is beaten, and whoever has come through or holds a place is not.
        yield doubt("from", "flow-losers-winners", "winners")


def _flow(stage: OneStage, source: OneStage, flow: Flow) -> Iterator[FormatProblem]:
    known = ANSWERS[source.kind]
    if flow.who not in known:
        yield doubt("from.who", "flow-who", flow.who, {"stage": source.id}, known)
    for name, users in {"count": ("best", "next-best"), "places": ("places",)}.items():
        given, wanted = getattr(flow, name) is not None, flow.who in users
        if wanted and not given:
            yield doubt(f"from.{name}", "format-key-missing", name)
        elif given and not wanted:
            yield doubt(f"from.{name}", "flow-key-unused", flow.who, {"name": name})
    most = max(source.group_sizes, default=0) if isinstance(source, Grouped) else 0
    if flow.places and 0 < most < flow.places[0]:
        yield doubt("from.places", "flow-nobody", str(list(flow.places)), {"stage": source.id, "most": most})
    if flow.sex and (flow.who in LEAVES_AS or isinstance(source, Bracket)):
        yield doubt("from.sex", "flow-sex", flow.who)
    if flow.who == "losers" and isinstance(stage, Grouped) and (stage.groups or stage.group_sizes):
        # They come one after another, as they are beaten.
        yield doubt("from.who", "flow-losers-groups", flow.who)
    ways = LEAVES_AS.get(flow.who, ())
    if ways and isinstance(source, Pool) and not any(one.startswith(ways) for one in source.leave):
        example = f"{ways[0]}2" if ways[0].endswith("-") else ways[0]
        yield doubt("from.who", "flow-nobody-leaves", flow.who, {"stage": source.id, "leave": example})
    if isinstance(source, Bracket):
        yield from _positions(stage, source, flow)
    elif flow.at:
        yield doubt("from.at", "flow-at", ", ".join(flow.at))


def _positions(stage: OneStage, source: Bracket, flow: Flow) -> Iterator[FormatProblem]:
    """`at = ["A4", "B4"]`: blocks and rounds of the source, each at most once."""
    if flow.at and (flow.who != "losers" or source.span is None or not isinstance(stage, Bracket)):
        yield doubt("from.at", "flow-at", ", ".join(flow.at))
        return
    first, last = source.span or (0, 0)
    known = {
        f"{block}{number}": number
        for block in source.blocks or ("",)
        for number in range(first, last + 1)
        # A match between two blocks is in none.
        if len(source.blocks) <= (source.size or MOST_PLACES) >> (number - first + 1)
    }
    for position in flow.at:
        if position not in known or flow.at.count(position) > 1:
            yield doubt("from.at", "flow-position", position, known=tuple(known))
    begins = [known[position] + 1 for position in flow.at if position in known]
    if begins and stage.span and stage.span[0] != min(begins):
        yield doubt("rounds", "rounds-start", str(list(stage.span)), {"expected": min(begins)})
    elif begins and stage.span and stage.span[1] < max(begins):
        latest = [position for position in flow.at if known.get(position) == max(begins) - 1]
        params = {"positions": ", ".join(latest), "expected": max(begins)}
        yield doubt("rounds", "rounds-at-short", str(list(stage.span)), params)
    if flow.who == "winners" and source.span is None and len(stage.entered_from) == 1:
        yield doubt("from.who", "flow-one-winner", flow.who, {"stage": source.id})
    if isinstance(stage, Bracket) and flow.who == "losers" and not flow.at and source.length != 1:
        yield doubt("from.at", "format-key-missing", "at")
    of_one_tree = {"seats", "seeds", "size", "avoid", "third", "fifth"} & stage.model_fields_set
    if isinstance(stage, Bracket) and flow.at and (len(stage.entered_from) > 1 or of_one_tree):
        yield doubt("from.at", "flow-at-alone", ", ".join(flow.at))


def _rounds(declared: Format, stage: OneStage) -> Iterator[FormatProblem]:
    if stage.rounds == "with-final":
        tree = declared.final.first and declared.final.first[0] != stage.id
        if not tree or not isinstance(stage, Bracket) or not stage.entered_from:
            yield doubt("rounds", "rounds-with-final", "with-final")
        return
    span = stage.span
    if span is None:
        left_by = {(leave_parts(one) or ("",))[0] for one in getattr(stage, "leave", ())}
        # A word of `leave` that can't be read is told as that.
        endless = isinstance(stage, Pool) and not {"wins", "losses"} <= left_by and "" not in left_by
        # The trees of `at` begin while their source is played.
        if any(flow.who == "best-overall" for flow in stage.entered_from):
            yield doubt("rounds", "format-key-missing", "rounds", {"example": 'rounds = "with-final"'})
        elif endless or any(flow.at for flow in stage.entered_from):
            yield doubt("rounds", "format-key-missing", "rounds")
        return
    if span[1] > MOST_ROUNDS:
        yield doubt("rounds", "rounds-many", str(list(span)), {"most": MOST_ROUNDS})
    if not stage.entered_from and span[0] == span[1] > 1:
        yield doubt("rounds", "format-value", str(span[0]), {"expected": f"[1, {span[0]}]"})
    elif not stage.entered_from and span[0] != 1:
        yield doubt("rounds", "rounds-start", str(list(span)), {"expected": 1})
    # Who plays in a pool that is not over yet is none of the best of all.
    pools = [one for one in declared.stage[: declared.stage.index(stage)] if isinstance(one, Pool)]
    pools.sort(key=lambda one: one.span[1] if one.span else MOST_ROUNDS + 1)
    for flow in stage.entered_from:
        source = pools[-1] if flow.who == "best-overall" and pools else declared.source_of(flow)
        if source and source.span is None and source.rounds != "with-final":
            # Nobody can say in which round the source ends, so the receiver follows it.
            yield doubt("rounds", "rounds-unknown", str(list(span)), {"stage": source.id})
        elif source and source.span:
            at_once = flow.who in (*LEAVES_AS, "losers")
            least = source.span[0] + 1 if at_once and not isinstance(stage, Bracket) else source.span[1] + 1
            if span[0] < least and not flow.at:
                yield doubt("rounds", "rounds-start", str(list(span)), {"expected": least})


def _groups(declared: Format, stage: Grouped) -> Iterator[FormatProblem]:
    names = stage.groups
    yield from criteria_doubts(declared, stage.deal_by, "deal_by")
    for name in words_in(stage.deal_by):
        if not stage.entered_from and name not in KNOWN_BEFORE:
            yield doubt("deal_by", "criterion-unknown-here", name, known=KNOWN_BEFORE)
    if len(set(names)) != len(names) or not all(names):
        yield doubt("groups", "groups-names", ", ".join(names))
    if names and stage.group_sizes:
        yield doubt("group_sizes", "groups-both")
    if stage.group_sizes and min(stage.group_sizes) < 2:
        yield doubt("group_sizes", "format-value", str(min(stage.group_sizes)), {"expected": "[4, 3, 5]"})
    if stage.deal == "odd-even" and len(names) != 2:
        yield doubt("deal", "deal-odd-even", ", ".join(names))
    if stage.deal == "typed" and (not names or stage.entered_from or getattr(stage, "even_up", ())):
        yield doubt("deal", "deal-typed")


def _pool(declared: Format, stage: Pool) -> Iterator[FormatProblem]:
    for move in stage.even_up:
        names = move.split(">")
        if len(names) != 2 or not set(names) <= set(stage.groups) or names[0] == names[1]:
            yield doubt("even_up", "pool-even-up", move, known=stage.groups)
    for at, name in enumerate(stage.avoid):
        if name in stage.avoid[:at]:
            yield doubt("avoid", "word-twice", name)
    by_round = [name for name in stage.avoid if name in ("same-school-strict", "same-school-soft")]
    if not by_round and set(stage.school) != {"off"}:
        yield doubt("school", "school-unused", ", ".join(stage.school))
    if by_round and "school" not in stage.model_fields_set:
        yield doubt("avoid", "school-missing", ", ".join(by_round))
    if stage.bye != "phantom" and "phantom" in stage.model_fields_set:
        yield doubt("phantom", "phantom-unused", str(stage.phantom), {"bye": stage.bye})
    if not stage.school:
        yield doubt("school", "format-value", "[]", {"expected": '["strict", "soft"]'})
    for word in stage.leave:
        if leave_parts(word) is None:
            yield doubt("leave", "format-choice", word, known=LEAVE)
    if "beaten-at-1-2-4-8" in stage.leave and "sole-unbeaten" not in stage.leave:
        yield doubt("leave", "leave-alone", "beaten-at-1-2-4-8")
    if stage.qualified_rest != "nothing" and "sole-unbeaten" not in stage.leave:
        yield doubt("qualified_rest", "leave-alone", stage.qualified_rest)
    if stage.qualified_rest != "nothing" and stage.span:
        # Whoever plays on at once has nothing to rest from.
        takers = [
            one for one, flow in declared.flows if (flow.stage, flow.who) == (stage.id, "sole-unbeaten")
        ]
        for one in takers:
            if isinstance(one, Pool) and (one.span is None or one.span[0] <= stage.span[1]):
                yield doubt("qualified_rest", "qualified-rest-plays", stage.qualified_rest, {"stage": one.id})
    if "sole-unbeaten" in stage.leave and (stage.entered_from or declared.score.may_be_drawn):
        yield doubt("leave", "leave-sole-unbeaten", "sole-unbeaten")
    yield from criteria_doubts(declared, stage.pair_by, "pair_by")


def _bracket(declared: Format, stage: Bracket) -> Iterator[FormatProblem]:
    length, numbers = stage.length, declared.lottery.numbers
    if stage.seats == "by-number":
        size = stage.size or 0
        if stage.entered_from or not 2 <= size <= MOST_PLACES or size & (size - 1) or size < 2**length:
            yield doubt("size", "bracket-size", str(stage.size), {"rounds": length})
        elif numbers != (1, size):
            yield doubt("lottery.numbers", "format-value", str(numbers), {"expected": f"[1, {size}]"})
    of_groups = all(isinstance(declared.source_of(flow), Grouped) for flow in stage.entered_from)
    by_group = stage.seats == "across" or (stage.seats == "seeded" and "same-group" in stage.avoid)
    if by_group and not (of_groups and len(set(stage.sources)) == 1):
        yield doubt("seats", "seats-across", str(stage.seats))
    if isinstance(stage.seats, tuple):
        yield from _listed(declared, stage, stage.seats, length)
    blocks = set(stage.blocks) - {""}
    if len(blocks) != len(stage.blocks) or len(blocks) & (len(blocks) - 1):
        yield doubt("blocks", "groups-names", ", ".join(stage.blocks))
    if "order" in stage.model_fields_set or not stage.carry:
        yield doubt("order" if stage.order is not None else "carry", "bracket-order")
    most = _tree_size(declared, stage) or 0
    ends = not any((flow.stage, flow.who) == (stage.id, "winners") for _, flow in declared.flows)
    # A tree that gives the first places goes to its end.
    ends = ends or stage.id in declared.final.first
    if length and 2**length < most and ends and stage.winner_places is None:
        yield doubt("rounds", "rounds-short", str(stage.rounds), {"entrants": most})
    if (stage.winner_places is None) != (stage.loser_places is None):
        missing = "winner_places" if stage.winner_places is None else "loser_places"
        yield doubt(missing, "format-key-missing", missing)
    if stage.winner_places is not None and length != 1:
        yield doubt("winner_places", "places-one-round", str(stage.rounds))
    elif stage.winner_places is not None and stage.loser_places is not None:
        yield from _match_places(declared, stage)
    heeded: dict[str, tuple[str, ...]] = {"drawn": stage.avoid, "seeded": ("same-group",)}
    if isinstance(stage.seats, str):
        for name in (one for one in stage.avoid if one not in heeded.get(stage.seats, ())):
            yield doubt("avoid", "avoid-seats", name, {"seats": stage.seats})
    if stage.third == "played" and stage.winner_places is not None:
        yield doubt("third", "third-of-match", stage.third)
    entering = [(flow.who, flow.count) for flow in stage.entered_from]
    if stage.played_if is not None and entering != [("best-overall", 2)]:
        yield doubt("played_if", "played-if", stage.played_if)
    decides = stage.rounds == "with-final" or any(one.match == stage.id for one in declared.place_title)
    if stage.played_if is None and decides and "best-overall" in dict(entering):
        yield doubt("played_if", "played-if-missing", stage.id)


def _match_places(declared: Format, stage: Bracket) -> Iterator[FormatProblem]:
    """Each match gives one place to its winner and one to its loser."""
    size = _tree_size(declared, stage)
    if size is None:
        yield doubt("winner_places", "places-unknown")
        return
    for name, span in (("winner_places", stage.winner_places), ("loser_places", stage.loser_places)):
        if span is not None and span[1] - span[0] + 1 != size // 2:
            yield doubt(name, "places-count", str(list(span)), {"matches": size // 2})
    if stage.id not in declared.final.first:
        yield doubt("final.first", "places-unused", stage.id)


def _tree_size(declared: Format, stage: Bracket) -> int | None:
    """How many places a tree has in a full field, None where the declaration doesn't tell."""
    if isinstance(stage.seats, tuple):
        return len(stage.seats)
    count = entrants_of(declared, stage)
    if count is None:
        return stage.size
    return max(stage.size or 0, 1 << tree_rounds(count), 2)


def entrants_of(declared: Format, stage: OneStage) -> int | None:
    """How many enter a stage in a full field, None where the declaration doesn't tell."""
    if isinstance(stage, Bracket) and isinstance(stage.seats, tuple):
        return sum(bool(name) for name in stage.seats)
    if not stage.entered_from:
        return stage.size if isinstance(stage, Bracket) else None
    # Only stages declared before are looked at: one that comes from itself, or from a later one, is told elsewhere.
    before = declared.stage[: [one.id for one in declared.stage].index(stage.id)]
    earlier = declared.model_copy(update={"stage": before})
    counts = [_handed_on(earlier, flow) for flow in stage.entered_from]
    known = [count for count in counts if count is not None]
    return sum(known) if len(known) == len(counts) else None


def _handed_on(declared: Format, flow: Flow) -> int | None:
    """How many a flow hands on, None where results or the field decide."""
    source = declared.source_of(flow)
    if flow.who in ("best-overall", "next-best"):
        return flow.count
    if isinstance(source, Bracket):
        if source.entered_from and source.entered_from[0].at:
            return len(source.entered_from[0].at) if flow.who == "winners" else None
        size = _tree_size(declared, source)
        if flow.at or size is None:
            return None
        return max(1, size >> source.length) if source.span else 1
    if not isinstance(source, Grouped) or source.group_sizes:
        return None
    low, high = flow.ranks if flow.who in ("best", "places") else (1, int(flow.who == "sole-unbeaten"))
    return (high - low + 1) * (len(source.groups) or 1) or None


def _listed(declared: Format, stage: Bracket, seats: tuple[str, ...], length: int) -> Iterator[FormatProblem]:
    """`["A", "D", "B", "C"]`, `["A1", "B2"]`, `""` an empty place: every seat names one entrant."""
    size = len(seats)
    if size < 2 or size % 2 or (length and size % 2**length) or (not length and size & (size - 1)):
        yield doubt("seats", "seats-number", str(size), {"rounds": length})
    named = [name for name in seats if name]
    for name in named:
        if named.count(name) > 1:
            yield doubt("seats", "word-twice", name)
            return
    each = [_seat_names(declared, flow) for flow in stage.entered_from]
    if not each or not all(each):
        yield doubt("seats", "seats-list", ", ".join(named))
        return
    known = [name for names in each for name in names]
    for name in named:
        if name not in known:
            yield doubt("seats", "seats-unknown", name, known=tuple(known))
    forgotten = [name for name in known if name not in named]
    if forgotten and not (set(named) - set(known)):
        yield doubt("seats", "seats-forgotten", ", ".join(named), {"missing": ", ".join(forgotten)})


def _seat_names(declared: Format, flow: Flow) -> list[str]:
    """The seats that a list can name: groups, groups and ranks, or the numbers of trees; none where there are none."""
    source = declared.source_of(flow)
    if isinstance(source, Grouped) and flow.who in ("best", "places", "sole-unbeaten"):
        low, high = flow.ranks
        plain = flow.who == "sole-unbeaten" or low == high
        return [f"{name}{'' if plain else rank}" for rank in range(low, high + 1) for name in source.groups]
    if isinstance(source, Bracket) and flow.who == "winners" and source.entered_from:
        return [str(number) for number, _ in enumerate(source.entered_from[0].at, 1)]
    return []


def _schedule(declared: Format, stage: RoundRobin) -> Iterator[FormatProblem]:
    if stage.entrants and stage.entrants[1] > MOST_ROUND_ROBIN * max(1, len(stage.groups)):
        yield doubt("entrants", "round-robin-many", str(stage.entrants[1]), {"most": MOST_ROUND_ROBIN})
    largest = _largest_group(declared, stage)
    if isinstance(stage.schedule, str):
        needed = 0 if largest is None else circle_rounds(largest) * stage.times
        if largest is None and stage.span and stage.entered_from:
            yield doubt("rounds", "round-robin-open", str(list(stage.span)))
    else:
        needed = len(stage.schedule) * stage.times
        yield from _listed_schedule(stage, stage.schedule, largest)
    if stage.span and needed > stage.length:
        yield doubt("rounds", "rounds-few", str(list(stage.span)), {"needed": needed})


def _largest_group(declared: Format, stage: RoundRobin) -> int | None:
    """The players of the largest group, None where the declaration doesn't tell."""
    if stage.group_sizes:
        return max(stage.group_sizes)
    count = stage.entrants[1] if stage.entrants else entrants_of(declared, stage)
    return None if count is None else -(-count // max(1, len(stage.groups)))


def _listed_schedule(
    stage: RoundRobin, schedule: tuple[tuple[str, ...], ...], largest: int | None
) -> Iterator[FormatProblem]:
    """`[["1-4", "2-3"], …]`: in a round everybody at most once, in all everybody with everybody once."""
    pairs = []
    for row in schedule:
        places = [place for pair in row for place in pair.split("-")]
        numbered = all(place.isdecimal() and int(place) for place in places)
        if not numbered or len(set(places)) != 2 * len(row) or len(places) != 2 * len(row):
            yield doubt("schedule", "schedule-row", ", ".join(row))
            return
        pairs += [frozenset(map(int, pair.split("-"))) for pair in row]
    size = max((place for pair in pairs for place in pair), default=0)
    every = combinations(range(1, size + 1), 2)
    missing = [f"{one}-{other}" for one, other in every if pairs.count(frozenset((one, other))) != 1]
    if missing or not size:
        yield doubt("schedule", "schedule-pairs", ", ".join(missing[:8]))
    elif (largest is None and stage.entered_from) or (largest or 0) > size:
        yield doubt("schedule", "schedule-size", str(largest or "?"), {"most": size})
