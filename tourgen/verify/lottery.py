"""抽選: the numbers derived again from the draws and the numbers drawn at the desk, and every later lot of the day."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tourgen.formats.models import Format, Lottery
from tourgen.verify.deviation import Deviation, compare, shown
from tourgen.verify.facts import Entrant, Facts


@dataclass(frozen=True)
class Lots:
    """What the lottery gives; `complete` once everybody who is there has a number."""

    declared: Lottery
    roster: tuple[int, ...]
    x0: int | None
    preliminary: Mapping[int, int]
    numbers: Mapping[int, int]
    complete: bool

    def of_round(self, number: int) -> dict[int, int]:
        """Every later lot is the generator continued: after the lottery a number per roster entry and round."""
        drawn = generated(self.declared, self.x0 or 0, len(self.roster) * (number + 1))
        return dict(zip(self.roster, drawn[len(self.roster) * number :], strict=True))


def draw_lots(facts: Facts, declared: Lottery) -> Lots:
    """Everybody's numbers, as far as the draws and the desk numbers are known."""
    drawn = declared.method != "desk" and len(facts.draws) == declared.draws
    x0 = seed_of(facts.draws) % declared.modulus if drawn else None
    own = [no for no, entrant in facts.entrants.items() if not entrant.taken_in]
    preliminary = {} if x0 is None else dict(zip(own, generated(declared, x0, len(own)), strict=True))
    if declared.method == "desk":
        # 「受付時に行った抽選の番号」: typed into the roster, nothing is derived.
        numbers = {e.no: e.lottery for e in facts.entrants.values() if e.lottery is not None}
    elif declared.method == "bracket":
        numbers = bracket_numbers(facts, declared, preliminary)
    else:
        numbers = _numbered(facts, declared, preliminary)
    complete = all(no in numbers for no in facts.present)
    return Lots(declared, tuple(facts.entrants), x0, preliminary, numbers, complete)


def seed_of(draws: Sequence[str]) -> int:
    """乱数の種: 「万の位を0とした5桁」の結果を連結した数値."""
    return int("".join(draw.strip().zfill(5) for draw in draws))


def generated(declared: Lottery, x0: int, count: int) -> list[int]:
    """「抽選予備番号2 = (抽選予備番号1×a+b)÷Mの余り」, so many of them."""
    found, x = [], x0
    for _ in range(count):
        x = (x * declared.multiplier + declared.increment) % declared.modulus
        found.append(x)
    return found


def _numbered(facts: Facts, declared: Lottery, preliminary: Mapping[int, int]) -> dict[int, int]:
    """Ascending by preliminary number; seeds have the number they drew at the desk."""
    if not preliminary:
        return {}
    order = sorted(preliminary, key=lambda no: (preliminary[no], no))
    at_desk = [e for e in facts.entrants.values() if e.seed and not e.out and declared.seeds != "none"]
    drawn = {e.no: e.lottery for e in at_desk if e.lottery is not None}
    first = declared.first_number
    if declared.seeds == "before-others":
        # Seeds and the others would share the first numbers: the others follow the highest that a seed drew.
        first = max(drawn.values(), default=first - 1) + 1
        order = [no for no in order if no not in drawn]
    numbers = {no: number for number, no in enumerate(order, first)}
    # 「シード選手は受付時に抽選した抽選番号に置き換えます」: the generated number stays unused.
    undrawn = {e.no for e in at_desk} - drawn.keys()
    return {no: n for no, n in (numbers | drawn).items() if no not in undrawn}


def bracket_numbers(facts: Facts, declared: Lottery, preliminary: Mapping[int, int]) -> dict[int, int]:
    """「シード選手を全勝トーナメント表の64, 48, 32, 16に割り当てます」, the others to the remaining numbers.

    Numbers of the document were drawn at the desk or generated; whoever has none yet gets one as far as the
    rules give it: seeds the seed places in roster order, the others, absentees included, the free numbers in
    ascending order of preliminary number.
    """
    roster = [entrant for entrant in facts.entrants.values() if not entrant.taken_in]
    numbers = {entrant.no: entrant.lottery for entrant in roster if entrant.lottery is not None}
    seats = [place for place in declared.seed_places if place not in numbers.values()]
    waiting = [entrant.no for entrant in roster if entrant.seed and entrant.no not in numbers]
    numbers |= dict(zip(waiting, seats, strict=False))
    others = sorted(preliminary.keys() - numbers.keys(), key=lambda no: (preliminary[no], no))
    numbers |= dict(zip(others, _undrawn(declared, numbers), strict=False))
    return numbers | {
        e.no: e.lottery for e in facts.entrants.values() if e.taken_in and e.lottery is not None
    }


def _undrawn(declared: Lottery, numbers: Mapping[int, int]) -> list[int]:
    first, last = declared.numbers or (1, 0)
    return [number for number in range(first, last + 1) if number not in numbers.values()]


def check_lottery(document: Mapping[str, Any], facts: Facts, lots: Lots) -> Iterator[Deviation]:
    """x0, the preliminary numbers and the lottery numbers of the document."""
    found_x0 = (document.get("lottery") or {}).get("x0")
    # While draws or desk numbers are missing, what is known already may still be unpublished.
    if lots.complete or found_x0 is not None:
        yield from compare("x0", lots.x0, found_x0)
    for row in document["players"]:
        expected = {"preliminary": lots.preliminary.get(row["no"]), "lottery": lots.numbers.get(row["no"])}
        for name, value in expected.items():
            if lots.complete or row.get(name) is not None:
                yield from compare(name, value, row.get(name), no=row["no"])
    yield from _check_desk(facts, lots)


def _check_desk(facts: Facts, lots: Lots) -> Iterator[Deviation]:
    """Numbers are unique and inside the range; an absentee's place may be a replacement's."""
    filled = {lots.numbers.get(entrant.no) for entrant in facts.entrants.values() if entrant.taken_in}
    alone = {
        no: number
        for no, number in lots.numbers.items()
        if facts.entrants[no].taken_in or not (facts.entrants[no].absent and number in filled)
    }
    count = Counter(alone.values())
    for no, number in alone.items():
        if count[number] > 1:
            others = [other for other, same in alone.items() if same == number and other != no]
            yield Deviation("lottery-twice", None, no, shown(number), ", ".join(map(str, others)))
    for no, number in lots.numbers.items():
        spans = _spans(facts.entrants[no], lots.declared)
        if spans and not any(first <= number <= last for first, last in spans):
            yield Deviation("lottery-range", None, no, ", ".join(f"{a}-{b}" for a, b in spans), shown(number))


def _spans(entrant: Entrant, declared: Lottery) -> list[tuple[int, int]]:
    """The numbers among which this one was drawn at the desk; none where nothing was drawn there."""
    if declared.method == "bracket" and entrant.seed and declared.seed_places:
        return [(place, place) for place in sorted(declared.seed_places)]
    if declared.method != "linear-congruence":
        return [declared.numbers] if declared.numbers else []
    if not entrant.seed or entrant.out or declared.seeds == "none":
        return []
    # A seed whose sex is blank may hold either.
    return [span for sex, span in declared.seed_numbers.items() if entrant.sex in (None, sex)]


def check_replacements(facts: Facts, declared: Format) -> Iterator[Deviation]:
    """「欠席者が出た場合は…希望するフリークラス出場選手の抽選番号が若い選手から順に補充します」.

    They follow the roster in number and take the absentees' places, in ascending bracket number.
    """
    taken_in = [entrant for entrant in facts.entrants.values() if entrant.taken_in]
    roster = [entrant for entrant in facts.entrants.values() if not entrant.taken_in]
    first = max((entrant.no for entrant in roster), default=0) + 1
    places = _absent_places(roster, declared.lottery)
    for turn, entrant in enumerate(taken_in):
        yield from compare("replacement-no", first + turn, entrant.no, no=entrant.no)
        expected = places[turn] if turn < len(places) else None
        yield from compare("replacement", expected, entrant.lottery, no=entrant.no)
        if declared.sex is not None:
            yield from compare("replacement-sex", declared.sex, entrant.sex, no=entrant.no)


def _absent_places(roster: Sequence[Entrant], declared: Lottery) -> list[int]:
    """An absentee without a number leaves one of the undrawn numbers, the smallest first."""
    numbers = {entrant.no: entrant.lottery for entrant in roster if entrant.lottery is not None}
    places = [numbers[entrant.no] for entrant in roster if entrant.absent and entrant.no in numbers]
    without = sum(entrant.absent and entrant.no not in numbers for entrant in roster)
    return sorted(places + _undrawn(declared, numbers)[:without])
