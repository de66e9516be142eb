"""抽選: lottery numbers by linear congruence from public draws, or drawn at the desk, and every later lot of the day.

「線形合同法 (M=8,388,608, a=65,793, c=4,282,663) を使用して、全選手に抽選番号を割り当てます」 (rules, section 1).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from tourgen.formats.models import Lottery
from tourgen.model import Player

DIGITS = 5  # 「万の位を0とした5桁」


@dataclass(frozen=True, slots=True)
class Draw:
    """What the lottery gave: the seed's remainder, preliminary numbers and lottery numbers by roster number."""

    x0: int | None
    preliminary: Mapping[int, int]
    numbers: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Doubt:
    """A typed number that can't be right; `waiting` if it is only missing, so that no round can be made yet."""

    code: str
    no: int
    found: str = ""
    low: int = 0
    high: int = 0
    other: int = 0
    waiting: bool = False
    places: tuple[int, ...] = ()


def seed_number(draws: Sequence[str]) -> int:
    """乱数の種: 「以下の結果を連結し、乱数の種 (15桁の数値) を生成します」."""
    return int("".join(draw.zfill(DIGITS) for draw in draws))


def generate(lottery: Lottery, start: int, count: int) -> list[int]:
    """抽選予備番号 = (前の番号 × a + b) ÷ M の余り, `count` of them after `start`."""
    numbers, x = [], start
    for _ in range(count):
        x = (x * lottery.multiplier + lottery.increment) % lottery.modulus
        numbers.append(x)
    return numbers


def draw_numbers(lottery: Lottery, draws: Sequence[str], players: Iterable[Player]) -> Draw:
    """Everybody's lottery number. Desk numbers must have been checked (`check_desk_numbers`).

    「シード選手は受付時に抽選した抽選番号に置き換えます」.
    """
    # A replacement stands on the place taken, and draws nothing that would shift the others' numbers.
    everybody = sorted(players, key=lambda player: player.no)
    roster = [player for player in everybody if not player.replacement_from]
    typed = {player.no: player.desk_number for player in everybody if player.desk_number is not None}
    taken_in = {one.no: typed[one.no] for one in everybody if one.replacement_from and one.no in typed}
    own = {no: number for no, number in typed.items() if no not in taken_in}
    if lottery.method == "desk":
        return Draw(None, {}, {**own, **taken_in})
    x0 = seed_number(draws) % lottery.modulus if draws else None
    generated = generate(lottery, x0, len(roster)) if x0 is not None else []
    preliminary = dict(zip((player.no for player in roster), generated, strict=False))
    ascending = sorted(preliminary, key=lambda no: (preliminary[no], no))
    if lottery.method == "bracket":
        return Draw(x0, preliminary, {**_bracket_numbers(lottery, roster, own, ascending), **taken_in})
    drawn = {one.no: own[one.no] for one in roster if draws_at_desk(lottery, one) and one.no in own}
    first = lottery.first_number
    if lottery.seeds == "before-others":
        # 001 has seeds and others share 1-5; the others follow the highest number a seed drew.
        first = max(drawn.values(), default=first - 1) + 1
        ascending = [no for no in ascending if no not in drawn]
    numbers = {no: number for number, no in enumerate(ascending, first)}
    return Draw(x0, preliminary, {**numbers, **drawn, **taken_in})


def _bracket_numbers(
    lottery: Lottery, roster: Sequence[Player], typed: Mapping[int, int], ascending: Sequence[int]
) -> dict[int, int]:
    """Seeds on their places 「64, 48, 32, 16」 (as typed, else in listed order); the others as typed, else as drawn."""
    numbers = dict(typed)
    free_places = [place for place in lottery.seed_places if place not in typed.values()]
    for player in roster:
        if player.seed and player.no not in numbers and free_places:
            numbers[player.no] = free_places.pop(0)
    assert lottery.numbers is not None
    taken = set(numbers.values())
    free = [number for number in range(lottery.numbers[0], lottery.numbers[1] + 1) if number not in taken]
    waiting = [no for no in ascending if no not in numbers]
    return {**numbers, **dict(zip(waiting, free, strict=False))}


def draws_at_desk(lottery: Lottery, player: Player) -> bool:
    """Whether this player's number is drawn at the desk and typed into the roster."""
    if lottery.method == "linear-congruence":
        return lottery.seeds != "none" and bool(player.seed) and not player.absent
    return not player.absent and not (lottery.method == "bracket" and player.seed)


def check_desk_numbers(lottery: Lottery, players: Iterable[Player], draws: Sequence[str] = ()) -> list[Doubt]:
    """Numbers must be there, unique and inside the range; nobody else has one."""
    roster = [player for player in players if not player.replacement_from]
    # Where the bracket numbers come from public draws, a blank is no doubt.
    drawn = lottery.method == "bracket" and bool(draws)
    found = [doubt for player in roster for doubt in _one_number(lottery, player)]
    doubts = [doubt for doubt in found if not (drawn and doubt.waiting)]
    holders: dict[int, int] = {}
    for player in roster:
        number = player.desk_number
        if number is not None and holders.setdefault(number, player.no) != player.no:
            doubts.append(Doubt("lottery-twice", player.no, str(number), other=holders[number]))
    return doubts + _seeds_without_a_place(lottery, roster)


def _seeds_without_a_place(lottery: Lottery, roster: Sequence[Player]) -> list[Doubt]:
    """More seeds than seed places, or somebody else drew one of them."""
    if lottery.method != "bracket":
        return []
    typed = {player.desk_number for player in roster}
    free = [place for place in lottery.seed_places if place not in typed]
    seeds = sorted((player for player in roster if player.seed), key=lambda one: one.no)
    blank = [player for player in seeds if player.desk_number is None]
    # Somebody who is no seed may have one of the places; that is where to look first.
    other = next((p.no for p in roster if not p.seed and p.desk_number in lottery.seed_places), 0)
    return [
        Doubt("lottery-seed-none", player.no, other=other, places=lottery.seed_places)
        for player in blank[len(free) :]
        if not player.absent
    ]


def _one_number(lottery: Lottery, player: Player) -> list[Doubt]:
    number, at_desk = player.desk_number, draws_at_desk(lottery, player)
    if number is None:
        return [Doubt("lottery-missing", player.no, waiting=True)] if at_desk else []
    if lottery.method == "bracket" and player.seed:
        places = lottery.seed_places
        return (
            [] if number in places else [Doubt("lottery-seed-place", player.no, str(number), places=places)]
        )
    if not at_desk and lottery.method == "linear-congruence":
        return [Doubt("lottery-absent" if player.seed else "lottery-not-seed", player.no, str(number))]
    # An absent player of the free class may keep a number drawn earlier. Somebody else may be put on it, so it must
    # be one.
    spans = [lottery.numbers] if lottery.numbers is not None else list(lottery.seed_numbers.values())
    if lottery.numbers is None and player.sex is not None and player.sex in lottery.seed_numbers:
        spans = [lottery.seed_numbers[player.sex]]
    lows, highs = zip(*(spans or [(1, lottery.first_number - 1)]), strict=True)
    if any(low <= number <= high for low, high in zip(lows, highs, strict=True)):
        return []
    return [Doubt("lottery-range", player.no, str(number), min(lows), max(highs))]


@dataclass(frozen=True)
class Lots:
    """Every lot after the lottery itself: the generator goes on, with a number for each roster entry and round.

    Without draws (numbers drawn at the desk) it starts from 0, so that the same roster gives the same lots.
    """

    lottery: Lottery
    roster: tuple[int, ...]  # every roster number in ascending order, absentees included
    x0: int = 0

    def of_round(self, round_no: int) -> dict[int, int]:
        """Roster number → its lot for this round."""
        count, numbers = len(self.roster), self._numbers
        numbers.extend(generate(self.lottery, numbers[-1], max(0, (round_no + 1) * count + 1 - len(numbers))))
        return dict(zip(self.roster, numbers[round_no * count + 1 :], strict=False))

    @cached_property
    def _numbers(self) -> list[int]:
        return [self.x0]
