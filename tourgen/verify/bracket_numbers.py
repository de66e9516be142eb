"""全勝トーナメント表の番号: drawn at the desk, fixed for seeds, generated from draws, taken over by replacements."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tourgen.formats.declaration import Format, Lottery
from tourgen.verify.deviation import Deviation, shown
from tourgen.verify.facts import Entrant, Facts


def bracket_numbers(facts: Facts, declared: Lottery, preliminary: Mapping[int, int]) -> dict[int, int]:
    """「シード選手を全勝トーナメント表の64, 48, 32, 16に割り当てます」, the others to the remaining numbers.

    The numbers of the document are those drawn at the desk or generated; whoever has none yet gets one as far as
    the rules give it: seeds the seed places in roster order, the others, absentees included, the free numbers in
    ascending order of preliminary number.
    """
    roster = [entrant for entrant in facts.entrants.values() if not entrant.taken_in]
    numbers = {entrant.no: entrant.lottery for entrant in roster if entrant.lottery is not None}
    seats = [place for place in declared.seed_places if place not in numbers.values()]
    waiting = [entrant.no for entrant in roster if entrant.seed and entrant.no not in numbers]
    numbers |= dict(zip(waiting, seats, strict=False))
    if preliminary:
        free = _undrawn(declared, numbers)
        others = sorted(preliminary.keys() - numbers.keys(), key=lambda no: (preliminary[no], no))
        numbers |= dict(zip(others, free, strict=False))
    taken_in = {e.no: e.lottery for e in facts.entrants.values() if e.taken_in and e.lottery is not None}
    return numbers | taken_in


def _undrawn(declared: Lottery, numbers: Mapping[int, int]) -> list[int]:
    assert declared.numbers is not None
    first, last = declared.numbers
    return [number for number in range(first, last + 1) if number not in numbers.values()]


def held_once(facts: Facts, numbers: Mapping[int, int]) -> dict[int, int]:
    """Without the absentees whose place a replacement has: everybody else holds a number alone."""
    filled = {numbers.get(entrant.no) for entrant in facts.entrants.values() if entrant.taken_in}
    return {
        no: number
        for no, number in numbers.items()
        if not (facts.entrants[no].absent and number in filled) or facts.entrants[no].taken_in
    }


def drawn_from(entrant: Entrant, declared: Lottery) -> list[tuple[int, int]]:
    """A seed stands on one of the seed places, everybody else anywhere in the bracket."""
    if entrant.seed and declared.seed_places:
        return [(place, place) for place in sorted(declared.seed_places)]
    return [declared.numbers] if declared.numbers else []


def check_replacements(facts: Facts, declared: Format) -> Iterator[Deviation]:
    """「欠席者が出た場合は…希望するフリークラス出場選手の抽選番号が若い選手から順に補充します」.

    They follow the roster in number and take the absentees' places, in ascending bracket number.
    """
    taken_in = [entrant for entrant in facts.entrants.values() if entrant.taken_in]
    roster = [entrant for entrant in facts.entrants.values() if not entrant.taken_in]
    first = max((entrant.no for entrant in roster), default=0) + 1
    places = _absent_places(roster, declared.lottery)
    for turn, entrant in enumerate(taken_in):
        if entrant.no != first + turn:
            yield Deviation("replacement-no", None, entrant.no, shown(first + turn), shown(entrant.no))
        expected = places[turn] if turn < len(places) else None
        if entrant.lottery != expected:
            yield Deviation("replacement", None, entrant.no, shown(expected), shown(entrant.lottery))
        if declared.sex is not None and entrant.sex != declared.sex:
            yield Deviation("replacement-sex", None, entrant.no, declared.sex, shown(entrant.sex))


def _absent_places(roster: list[Entrant], declared: Lottery) -> list[int]:
    """An absentee without a number leaves one of the undrawn numbers, the smallest first."""
    numbers = {entrant.no: entrant.lottery for entrant in roster if entrant.lottery is not None}
    places = [numbers[entrant.no] for entrant in roster if entrant.absent and entrant.no in numbers]
    without = sum(entrant.absent and entrant.no not in numbers for entrant in roster)
    return sorted(places + _undrawn(declared, numbers)[:without])
