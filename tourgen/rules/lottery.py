"""抽選: lottery numbers by linear congruence from public draws, or drawn at the desk (rules, section 1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from tourgen.dataclass import dataclass, replace
from tourgen.formats.declaration import Lottery
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
    """Everybody's lottery number. Desk numbers must have been checked (`check_desk_numbers`)."""
    everybody = sorted(players, key=lambda player: player.no)
    # A replacement stands on the place taken, and draws nothing that would shift the others' numbers.
    taken_in = {p.no: p.desk_number for p in everybody if p.replacement_from and p.desk_number is not None}
    drawn = _drawn(lottery, draws, [p for p in everybody if not p.replacement_from])
    return replace(drawn, numbers={**drawn.numbers, **taken_in})


def _drawn(lottery: Lottery, draws: Sequence[str], roster: Sequence[Player]) -> Draw:
    typed = {p.no: p.desk_number for p in roster if p.desk_number is not None}
    if lottery.method == "desk":
        return Draw(None, {}, typed)
    x0 = seed_number(draws) % lottery.modulus if draws else None
    generated_numbers = generate(lottery, x0, len(roster)) if x0 is not None else []
    preliminary = dict(zip((p.no for p in roster), generated_numbers, strict=False))
    ascending = sorted(preliminary, key=lambda no: (preliminary[no], no))
    if lottery.method == "bracket":
        return Draw(x0, preliminary, _bracket_numbers(lottery, roster, typed, ascending))
    drawn = {p.no: p.desk_number for p in roster if draws_at_desk(lottery, p) and p.desk_number is not None}
    if lottery.seeds == "before-others":
        # 001 has seeds and others share 1-5; the others follow the highest number a seed drew (decision L2).
        first = max(drawn.values(), default=lottery.first_number - 1) + 1
        ascending = [no for no in ascending if no not in drawn]
    else:
        first = lottery.first_number
    generated = {no: number for number, no in enumerate(ascending, first)}
    return Draw(x0, preliminary, {**generated, **drawn})


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
    if lottery.method == "desk":
        return not player.absent
    if lottery.method == "bracket":
        return not player.absent and not player.seed
    return lottery.seeds != "none" and bool(player.seed) and not player.absent


def check_desk_numbers(lottery: Lottery, players: Iterable[Player], draws: Sequence[str] = ()) -> list[Doubt]:
    """Numbers must be there, unique and inside the range; nobody else has one."""
    roster = [player for player in players if not player.replacement_from]
    # Where the bracket numbers come from public draws, a blank is no doubt.
    drawn = lottery.method == "bracket" and bool(draws)
    found = [doubt for player in roster for doubt in _one_number(lottery, player)]
    doubts = [doubt for doubt in found if not (drawn and doubt.waiting)]
    typed = Counter(p.desk_number for p in roster if p.desk_number is not None)
    holders: dict[int, int] = {}
    for player in roster:
        number = player.desk_number
        if number is None or typed[number] < 2:
            continue
        if number in holders:
            doubts.append(Doubt("lottery-twice", player.no, str(number), other=holders[number]))
        holders.setdefault(number, player.no)
    return doubts + _seeds_without_a_place(lottery, roster)


def _seeds_without_a_place(lottery: Lottery, roster: Sequence[Player]) -> list[Doubt]:
    """More seeds than seed places, or somebody else drew one of them."""
    if lottery.method != "bracket":
        return []
    typed = {player.desk_number for player in roster}
    free = [place for place in lottery.seed_places if place not in typed]
    blank = [
        player
        for player in sorted(roster, key=lambda one: one.no)
        if player.seed and player.desk_number is None
    ]
    # Somebody who is no seed may have one of the places; that is where to look first.
    other = next((p.no for p in roster if not p.seed and p.desk_number in lottery.seed_places), 0)
    return [
        Doubt("lottery-seed-none", player.no, other=other, places=lottery.seed_places)
        for player in blank[len(free) :]
        if not player.absent
    ]


def _one_number(lottery: Lottery, player: Player) -> list[Doubt]:
    number = player.desk_number
    if lottery.method == "bracket" and player.seed and number is not None:
        places = lottery.seed_places
        wrong = number not in places
        return [Doubt("lottery-seed-place", player.no, str(number), places=places)] if wrong else []
    if not draws_at_desk(lottery, player):
        # An absent player of the free class may keep a number drawn earlier; elsewhere only seeds draw.
        misplaced = number is not None and lottery.method == "linear-congruence"
        code = "lottery-absent" if player.seed else "lottery-not-seed"
        if misplaced or number is None or lottery.numbers is None:
            return [Doubt(code, player.no, str(number))] if misplaced else []
        # Somebody else may be put on an absentee's number, so it must be one.
        return _out_of_range(lottery, player, number)
    if number is None:
        return [Doubt("lottery-missing", player.no, waiting=True)]
    return _out_of_range(lottery, player, number)


def _out_of_range(lottery: Lottery, player: Player, number: int) -> list[Doubt]:
    spans = _spans(lottery, player)
    if any(low <= number <= high for low, high in spans):
        return []
    low, high = min(span[0] for span in spans), max(span[1] for span in spans)
    return [Doubt("lottery-range", player.no, str(number), low, high)]


def _spans(lottery: Lottery, player: Player) -> list[tuple[int, int]]:
    if lottery.numbers is not None:
        return [lottery.numbers]
    if player.sex is not None and player.sex in lottery.seed_numbers:
        return [lottery.seed_numbers[player.sex]]
    return list(lottery.seed_numbers.values()) or [(1, lottery.first_number - 1)]
