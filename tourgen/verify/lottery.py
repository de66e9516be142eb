"""抽選: the numbers derived again from the draws and the numbers drawn at the desk."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from tourgen.dataclass import dataclass
from tourgen.formats.declaration import Lottery
from tourgen.verify.bracket_numbers import bracket_numbers, drawn_from, held_once
from tourgen.verify.deviation import Deviation, shown
from tourgen.verify.facts import Entrant, Facts


@dataclass(frozen=True, slots=True)
class Lots:
    """What the lottery gives; `complete` once everybody who is there has a number."""

    x0: int | None
    preliminary: Mapping[int, int]
    numbers: Mapping[int, int]
    complete: bool


def draw_lots(facts: Facts, declared: Lottery) -> Lots:
    """Everybody's numbers, as far as the draws and the desk numbers are known."""
    if declared.method == "desk":
        # 「受付時に行った抽選の番号」: typed into the roster, nothing is derived.
        numbers = {e.no: e.lottery for e in facts.entrants.values() if e.lottery is not None}
        return Lots(None, {}, numbers, all(no in numbers for no in facts.present))
    if declared.method == "bracket":
        return _bracket_lots(facts, declared)
    if len(facts.draws) != declared.draws:
        return Lots(None, {}, {}, False)
    x0 = seed_of(facts.draws) % declared.modulus
    preliminary = preliminary_numbers(x0, tuple(facts.entrants), declared)
    order = sorted(preliminary, key=lambda no: (preliminary[no], no))
    at_desk = [e for e in facts.entrants.values() if e.seed and not e.out and declared.seeds != "none"]
    drawn = {e.no: e.lottery for e in at_desk if e.lottery is not None}
    complete = len(drawn) == len(at_desk)
    first = declared.first_number
    if declared.seeds == "before-others":
        # Seeds and the others would share the first numbers: the others follow the highest that a seed drew.
        first = max(drawn.values(), default=first - 1) + 1
        order = [no for no in order if no not in drawn]
    generated = {no: number for number, no in enumerate(order, first)}
    # 「シード選手は受付時に抽選した抽選番号に置き換えます」: the generated number stays unused.
    undrawn = {e.no for e in at_desk} - drawn.keys()
    numbers = {no: number for no, number in (generated | drawn).items() if no not in undrawn}
    return Lots(x0, preliminary, numbers, complete)


def _bracket_lots(facts: Facts, declared: Lottery) -> Lots:
    """Everybody may draw at the desk; public draws are for those who didn't."""
    x0, preliminary = None, {}
    if len(facts.draws) == declared.draws:
        x0 = seed_of(facts.draws) % declared.modulus
        roster = tuple(no for no, entrant in facts.entrants.items() if not entrant.taken_in)
        preliminary = preliminary_numbers(x0, roster, declared)
    numbers = bracket_numbers(facts, declared, preliminary)
    return Lots(x0, preliminary, numbers, all(no in numbers for no in facts.present))


def seed_of(draws: tuple[str, ...]) -> int:
    """乱数の種: 「万の位を0とした5桁」の結果を連結した数値."""
    return int("".join(draw.strip().zfill(5) for draw in draws))


def preliminary_numbers(x0: int, roster: tuple[int, ...], declared: Lottery) -> dict[int, int]:
    """「抽選予備番号2 = (抽選予備番号1×a+b)÷Mの余り」, seeds and absentees included."""
    numbers: dict[int, int] = {}
    x = x0
    for no in roster:
        x = (x * declared.multiplier + declared.increment) % declared.modulus
        numbers[no] = x
    return numbers


def check_lottery(
    document: Mapping[str, Any], facts: Facts, lots: Lots, declared: Lottery
) -> Iterator[Deviation]:
    """x0, the preliminary numbers and the lottery numbers of the document."""
    found_x0 = (document.get("lottery") or {}).get("x0")
    # While draws or desk numbers are missing, what is known already may still be unpublished.
    if found_x0 != lots.x0 and (lots.complete or found_x0 is not None):
        yield Deviation("x0", None, None, shown(lots.x0), shown(found_x0))
    for row in document["players"]:
        expected = {"preliminary": lots.preliminary.get(row["no"]), "lottery": lots.numbers.get(row["no"])}
        for name, value in expected.items():
            if row.get(name) != value and (lots.complete or row.get(name) is not None):
                yield Deviation(name, None, row["no"], shown(value), shown(row.get(name)))
    yield from _check_desk(facts, lots, declared)


def _check_desk(facts: Facts, lots: Lots, declared: Lottery) -> Iterator[Deviation]:
    """Numbers are unique and inside the range from which they were drawn."""
    alone = held_once(facts, lots.numbers)
    count = Counter(alone.values())
    for no, number in alone.items():
        if count[number] > 1:
            others = [other for other, same in alone.items() if same == number and other != no]
            yield Deviation("lottery-twice", None, no, shown(number), ", ".join(map(str, others)))
    for no, number in lots.numbers.items():
        spans = _spans(facts.entrants[no], declared)
        if spans and not any(first <= number <= last for first, last in spans):
            yield Deviation("lottery-range", None, no, ", ".join(f"{a}-{b}" for a, b in spans), shown(number))


def _spans(entrant: Entrant, declared: Lottery) -> list[tuple[int, int]]:
    """The numbers among which this one was drawn at the desk; none where nothing was drawn there."""
    if declared.method == "desk":
        return [declared.numbers] if declared.numbers else []
    if declared.method == "bracket":
        return drawn_from(entrant, declared)
    if not entrant.seed or entrant.out or declared.seeds == "none":
        return []
    # A seed whose sex is blank may hold either.
    return [span for sex, span in declared.seed_numbers.items() if entrant.sex in (None, sex)]
