"""What a declaration of main bracket, finals, repechage and placing matches must fulfil as a whole."""

from __future__ import annotations

from collections.abc import Iterator

from tourgen.formats.declaration import BracketFinals, Format, MainBracket, Placing, Pool, Repechage, Stage
from tourgen.problems import closest

Doubt = tuple[str, str, str, dict[str, object]]  # key, code, found, params

MOST_PLACES = 512


def bracket_doubts(declared: Format, stage: Stage, key: str) -> Iterator[Doubt]:
    """Everything that would make one of these stages impossible to play."""
    match stage:
        case MainBracket():
            yield from _main(declared, stage, key)
        case BracketFinals():
            yield from _finals(declared, stage, key)
        case Repechage():
            yield from _repechage(declared, stage, key)
        case Placing():
            yield from _placing(declared, stage, key)


def reference(
    declared: Format, key: str, stage_id: str, kind: type[Stage], kind_name: str
) -> Iterator[Doubt]:
    """A stage named by another must be there, and of the right kind."""
    fitting = tuple(stage.id for stage in declared.stage if isinstance(stage, kind))
    if not fitting:
        yield key, "stage-kind-missing", stage_id, {"kind": kind_name}
    elif stage_id not in fitting:
        yield key, "stage-unknown", stage_id, {"suggestion": closest(stage_id, fitting)}


def _main(declared: Format, stage: MainBracket, key: str) -> Iterator[Doubt]:
    yield from reference(declared, f"{key}.repechage", stage.repechage, Repechage, "repechage")
    yield from reference(declared, f"{key}.finals", stage.finals, BracketFinals, "bracket-finals")
    length = stage.rounds[1] - stage.rounds[0] + 1
    if stage.rounds[0] != 1:
        yield f"{key}.rounds", "rounds-start", str(list(stage.rounds)), {"expected": 1}
    left = stage.size >> length
    if stage.size > MOST_PLACES or stage.size != left << length or left not in (2, 4):
        expected = f"{2 << length}, {4 << length}"
        yield f"{key}.size", "bracket-size", str(stage.size), {"rounds": length, "expected": expected}
    blocks = len(stage.blocks)
    if (
        not all(stage.blocks)
        or len(set(stage.blocks)) != blocks
        or blocks not in (1, 2)
        or blocks > max(left, 1)
    ):
        yield f"{key}.blocks", "leagues-names", ", ".join(stage.blocks), {}
    if declared.lottery.numbers != (1, stage.size):
        yield (
            "lottery.numbers",
            "format-value",
            str(declared.lottery.numbers),
            {"expected": f"[1, {stage.size}]"},
        )
    for place in declared.lottery.seed_places:
        if not 1 <= place <= stage.size or declared.lottery.seed_places.count(place) > 1:
            yield "lottery.seed_places", "format-value", str(place), {"expected": f"1-{stage.size}"}


def _finals(declared: Format, stage: BracketFinals, key: str) -> Iterator[Doubt]:
    yield from reference(declared, f"{key}.main", stage.main, MainBracket, "main-bracket")
    main = next((one for one in declared.stage if isinstance(one, MainBracket)), None)
    if main is None:
        return
    left = main.size >> (main.rounds[1] - main.rounds[0] + 1)
    rounds = [one for one in (stage.semi_round, stage.third_round, stage.final_round) if one]
    if (left == 4) != bool(stage.semi_round) or (stage.third_round and not stage.semi_round):
        yield f"{key}.semi_round", "bracket-semi", str(stage.semi_round), {"left": left}
    wrong = [one for one in rounds if not stage.rounds[0] <= one <= stage.rounds[1] or one <= main.rounds[1]]
    if wrong or rounds != sorted(rounds) or (stage.semi_round and stage.final_round <= stage.semi_round):
        yield f"{key}.rounds", "rounds-start", str(list(stage.rounds)), {"expected": main.rounds[1] + 1}
    if stage.third_round and stage.third_round <= stage.semi_round:
        yield f"{key}.third_round", "rounds-start", str(stage.third_round), {"expected": stage.semi_round + 1}


def _repechage(declared: Format, stage: Repechage, key: str) -> Iterator[Doubt]:
    yield from reference(declared, f"{key}.main", stage.main, MainBracket, "main-bracket")
    yield from reference(declared, f"{key}.beaten_to", stage.beaten_to, Pool, "pool")
    yield from reference(declared, f"{key}.winners_to", stage.winners_to, Placing, "placing")
    main = next((one for one in declared.stage if isinstance(one, MainBracket)), None)
    if main is None or len(main.blocks) == 0:
        return
    wanted = {
        f"{block}{number}" for block in main.blocks for number in range(main.rounds[0], main.rounds[1] + 1)
    }
    if set(stage.groups) != wanted or len(stage.groups) != len(wanted):
        yield (
            f"{key}.groups",
            "repechage-groups",
            ", ".join(stage.groups),
            {"expected": ", ".join(sorted(wanted))},
        )
    # Who lost in round k leaves size / 2^k / blocks of a block; each group must be decided in its last round.
    lost_last = main.size >> main.rounds[1]
    needed = main.rounds[1] + (lost_last // len(main.blocks)).bit_length() - 1
    if stage.rounds != (main.rounds[0] + 1, needed):
        yield f"{key}.rounds", "repechage-rounds", str(list(stage.rounds)), {"expected": f"[2, {needed}]"}
    for pool in declared.stage:
        if isinstance(pool, Pool) and (pool.rounds[0] > 3 or pool.rounds[1] < stage.rounds[1] + 1):
            yield (
                f"stage.{pool.id}.rounds",
                "pool-rounds",
                str(list(pool.rounds)),
                {"last": stage.rounds[1] + 1},
            )


def _placing(declared: Format, stage: Placing, key: str) -> Iterator[Doubt]:
    yield from reference(declared, f"{key}.repechage", stage.repechage, Repechage, "repechage")
    repechage = next((one for one in declared.stage if isinstance(one, Repechage)), None)
    if repechage is None:
        return
    numbers = sorted(number for pair in stage.pairs for number in pair)
    if numbers != list(range(1, len(repechage.groups) + 1)):
        expected = f"1-{len(repechage.groups)}"
        yield (
            f"{key}.pairs",
            "placing-pairs",
            str([list(pair) for pair in stage.pairs]),
            {"expected": expected},
        )
    if stage.round <= repechage.rounds[1]:
        yield f"{key}.round", "rounds-start", str(stage.round), {"expected": repechage.rounds[1] + 1}
    for name in ("winner_places", "loser_places"):
        low, high = getattr(stage, name)
        if high - low + 1 != len(stage.pairs):
            yield f"{key}.{name}", "format-count", str(high - low + 1), {"expected": len(stage.pairs)}
    yield from _places(declared, stage, key)


def _places(declared: Format, stage: Placing, key: str) -> Iterator[Doubt]:
    """Final, third-place and placing matches give away the places 1, 2, 3 …, each of them once."""
    finals = next((one for one in declared.stage if isinstance(one, BracketFinals)), None)
    if finals is None:
        return
    spans = (stage.winner_places, stage.loser_places)
    given = [1, 2, *(place for low, high in spans for place in range(low, high + 1))]
    given += finals.third_places if finals.third_round else ()
    if sorted(given) != list(range(1, len(given) + 1)):
        found = ", ".join(map(str, sorted(given)))
        yield f"{key}.winner_places", "places-once", found, {"most": len(given)}
