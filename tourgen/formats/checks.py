"""What a declaration must fulfil as a whole, beyond the type of each key: every doubt with the key it stands at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from tourgen.formats.bracket_checks import bracket_doubts
from tourgen.formats.declaration import (
    CRITERIA,
    STAGE_KINDS,
    Award,
    BracketFinals,
    Format,
    Knockout,
    Leagues,
    Lottery,
    MainBracket,
    Placing,
    Pool,
    Qualification,
    RoundRobin,
    SeededKnockout,
    Stage,
    Swiss,
    TitleMatch,
)
from tourgen.formats.limits import between
from tourgen.formats.swiss_checks import board_doubts, field_doubts, swiss_doubts
from tourgen.model import Source
from tourgen.problems import Problem, closest

MOST_ROUNDS = 20
MOST_DRAWS = 10
MOST_NUMBERS = 9_999


def check_format(declared: Format, file: str) -> list[Problem]:
    """Everything that would make the format impossible to play."""
    found = [*_stage_ids(declared)]
    if not found:
        found = [*_lottery(declared), *_stages(declared), *_criteria(declared), *_tables(declared)]
        found += [*field_doubts(declared), *board_doubts(declared)]
    return [Problem(code, Source(file, None, key), value, params) for key, code, value, params in found]


Doubt = tuple[str, str, str, dict[str, object]]  # key, code, found, params


def _stage_ids(declared: Format) -> Iterator[Doubt]:
    ids = [stage.id for stage in declared.stage]
    for stage_id in sorted({i for i in ids if ids.count(i) > 1}):
        yield "stage.id", "stage-twice", stage_id, {}
    for stage in declared.stage:
        if stage.rounds[1] > MOST_ROUNDS:
            expected = {"ja": f"{MOST_ROUNDS} 回戦までで [1, 6]", "en": f"[1, 6], up to {MOST_ROUNDS}"}
            params: dict[str, object] = {"expected": expected, "limits": between(1, MOST_ROUNDS)}
            yield f"stage.{stage.id}.rounds", "format-value", str(list(stage.rounds)), params
    starts = sum(isinstance(stage, Leagues | MainBracket) for stage in declared.stage)
    # Which of several Swiss and round robin stages is played, the number of entrants decides.
    swiss = any(isinstance(stage, Swiss | RoundRobin) for stage in declared.stage)
    if starts + swiss != 1:
        yield "stage", "stage-leagues-one", str(starts + swiss), {}


def _reference(declared: Format, key: str, stage_id: str, *kinds: type[Stage]) -> Iterator[Doubt]:
    fitting = tuple(stage.id for stage in declared.stage if isinstance(stage, kinds))
    if not fitting:
        names = [name for name, one in STAGE_KINDS.items() if one in kinds]
        yield key, "stage-kind-missing", stage_id, {"kind": ", ".join(names)}
    elif stage_id not in fitting:
        yield key, "stage-unknown", stage_id, {"suggestion": closest(stage_id, fitting)}


def _lottery(declared: Format) -> Iterator[Doubt]:
    lottery = declared.lottery
    spans_at = {"lottery.numbers": lottery.numbers}
    spans_at |= {f"lottery.seed_numbers.{sex}": span for sex, span in lottery.seed_numbers.items()}
    for key, span in spans_at.items():
        if span is not None and span[1] > MOST_NUMBERS:
            yield key, "format-value", str(list(span)), {"expected": f"[1, 64] (~{MOST_NUMBERS})"}
    if lottery.method == "desk":
        if lottery.numbers is None:
            yield "lottery.numbers", "format-key-missing", "numbers", {}
        return
    for name in ("modulus", "multiplier", "increment", "draws"):
        if getattr(lottery, name) < 1:
            yield f"lottery.{name}", "format-key-missing", name, {}
    if lottery.draws > MOST_DRAWS:
        yield "lottery.draws", "format-value", str(lottery.draws), {"expected": "3"}
    if lottery.draw_names and len(lottery.draw_names) != lottery.draws:
        yield "lottery.draw_names", "format-count", str(len(lottery.draw_names)), {"expected": lottery.draws}
    yield from _seeds(lottery)
    spans = sorted(lottery.seed_numbers.values())
    overlap = any(a[1] >= b[0] for a, b in pairwise(spans))
    reached = lottery.seeds == "replace" and spans and spans[-1][1] >= lottery.first_number
    if overlap or reached:
        shown = ", ".join(f"{sex} {low}-{high}" for sex, (low, high) in lottery.seed_numbers.items())
        yield "lottery.seed_numbers", "seed-numbers-overlap", shown, {}


def _seeds(lottery: Lottery) -> Iterator[Doubt]:
    """Seeds that draw a number need numbers to draw."""
    if lottery.seeds != "none" and not lottery.seed_numbers:
        yield "lottery.seed_numbers", "format-key-missing", "seed_numbers", {}
    for sex, count in lottery.seed_count.items():
        low, high = lottery.seed_numbers.get(sex, (1, 0))
        if lottery.seeds != "none" and lottery.seed_numbers and not 0 <= count <= high - low + 1:
            most = f"0-{high - low + 1}"
            yield f"lottery.seed_count.{sex}", "format-count", str(count), {"expected": most}


def _stages(declared: Format) -> Iterator[Doubt]:
    for stage in declared.stage:
        key = f"stage.{stage.id}"
        if isinstance(stage, Leagues):
            yield from _leagues(declared, stage, key)
        elif isinstance(stage, Knockout):
            yield from _knockout(declared, stage, key)
        elif isinstance(stage, TitleMatch):
            yield from _title_match(declared, stage, key)
        elif isinstance(stage, Swiss | RoundRobin | SeededKnockout):
            yield from swiss_doubts(declared, stage, key)
        else:
            yield from bracket_doubts(declared, stage, key)


def _leagues(declared: Format, stage: Leagues, key: str) -> Iterator[Doubt]:
    yield from _reference(declared, f"{key}.sole_unbeaten_to", stage.sole_unbeaten_to, Knockout)
    yield from _reference(declared, f"{key}.beaten_to", stage.beaten_to, Pool)
    if stage.rounds[0] != 1:
        yield f"{key}.rounds", "rounds-start", str(list(stage.rounds)), {"expected": 1}
    if len(set(stage.leagues)) != len(stage.leagues) or not all(stage.leagues) or not stage.leagues:
        yield f"{key}.leagues", "leagues-names", ", ".join(stage.leagues) or "[]", {}
    for move in stage.even_up:
        names = tuple(move.split(">"))
        if len(names) != 2 or names[0] == names[1] or not set(names) <= set(stage.leagues):
            yield f"{key}.even_up", "even-up", move, {"known": ", ".join(stage.leagues)}
    for pool in declared.stage:
        if isinstance(pool, Pool) and pool.id == stage.beaten_to:
            last = stage.rounds[1]
            if pool.rounds[0] > 2 or pool.rounds[1] < last:
                yield f"stage.{pool.id}.rounds", "pool-rounds", str(list(pool.rounds)), {"last": last}


def _knockout(declared: Format, stage: Knockout, key: str) -> Iterator[Doubt]:
    if not declared.league_names:
        yield key, "stage-kind-missing", stage.id, {"kind": "leagues"}
        return
    leagues = declared.leagues
    size, length = len(stage.entrants), stage.rounds[1] - stage.rounds[0] + 1
    if size != 2**length:
        yield f"{key}.entrants", "knockout-size", str(size), {"rounds": length, "expected": 2**length}
    for entrant in stage.entrants:
        if entrant and (entrant not in leagues.leagues or stage.entrants.count(entrant) > 1):
            yield f"{key}.entrants", "knockout-entrant", entrant, {"known": ", ".join(leagues.leagues)}
    for league in leagues.leagues:
        if league not in stage.entrants:
            yield f"{key}.entrants", "knockout-forgotten", ", ".join(stage.entrants), {"league": league}
    if stage.rounds[0] <= leagues.rounds[1]:
        yield f"{key}.rounds", "rounds-start", str(list(stage.rounds)), {"expected": leagues.rounds[1] + 1}
    if stage.third == "played" and length < 2:
        yield f"{key}.third", "format-choice", stage.third, {"suggestion": "none"}


def _title_match(declared: Format, stage: TitleMatch, key: str) -> Iterator[Doubt]:
    yield from _reference(declared, f"{key}.knockout", stage.knockout, Knockout)
    if len(stage.titles) != 2:
        yield f"{key}.titles", "format-count", str(len(stage.titles)), {"expected": 2}
    finals = [one.rounds[1] for one in declared.stage if isinstance(one, Knockout)]
    first = max([declared.counted_rounds + 1, *finals])
    if stage.rounds[0] != stage.rounds[1] or stage.rounds[0] < first:
        yield f"{key}.rounds", "rounds-start", str(list(stage.rounds)), {"expected": first}


def _criteria(declared: Format) -> Iterator[Doubt]:
    for key, criteria in (("order", declared.order.criteria), ("final", declared.final.criteria)):
        for number, name in enumerate(criteria):
            if name not in CRITERIA:
                yield f"{key}.criteria", "criterion-unknown", name, {"suggestion": closest(name, CRITERIA)}
            elif name in criteria[:number]:
                yield f"{key}.criteria", "criterion-twice", name, {}
    if declared.swiss is not None:
        for name in declared.final.criteria:
            if name not in declared.order.criteria:
                # The final rank merges blocks by the values the standings have.
                suggestion = closest(name, declared.order.criteria)
                yield "final.criteria", "criterion-unknown", name, {"suggestion": suggestion}
    if not {"lottery-number", "previous-order", "smaller-lot"} & set(declared.order.criteria):
        yield "order.criteria", "criterion-last", ", ".join(declared.order.criteria), {}
    for name in declared.final.first:
        yield from _reference(declared, "final.first", name, Knockout, BracketFinals, Placing, SeededKnockout)


def _tables(declared: Format) -> Iterator[Doubt]:
    tables: tuple[tuple[str, Sequence[Award | Qualification]], ...] = (
        ("award", declared.award),
        ("qualification", declared.qualification),
    )
    for key, table in tables:
        for number, line in enumerate(table, 1):
            if (line.places is None) == (line.wins is None):
                yield f"{key}[{number}]", "award-line", line.reason, {}
