"""抽選: lottery numbers by linear congruence from public draws, or drawn at the desk (rules, section 1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

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
    roster = sorted(players, key=lambda player: player.no)
    if lottery.method == "desk":
        return Draw(None, {}, {p.no: p.desk_number for p in roster if p.desk_number is not None})
    x0 = seed_number(draws) % lottery.modulus
    preliminary = dict(zip((p.no for p in roster), generate(lottery, x0, len(roster)), strict=True))
    ascending = sorted(preliminary, key=lambda no: (preliminary[no], no))
    drawn = {p.no: p.desk_number for p in roster if draws_at_desk(lottery, p) and p.desk_number is not None}
    if lottery.seeds == "before-others":
        # 001 has seeds and others share 1-5; the others follow the highest number a seed drew (decision L2).
        first = max(drawn.values(), default=lottery.first_number - 1) + 1
        ascending = [no for no in ascending if no not in drawn]
    else:
        first = lottery.first_number
    generated = {no: number for number, no in enumerate(ascending, first)}
    return Draw(x0, preliminary, {**generated, **drawn})


def draws_at_desk(lottery: Lottery, player: Player) -> bool:
    """Whether this player's number is drawn at the desk and typed into the roster."""
    if lottery.method == "desk":
        return not player.absent
    return lottery.seeds != "none" and bool(player.seed) and not player.absent


def check_desk_numbers(lottery: Lottery, players: Iterable[Player]) -> list[Doubt]:
    """Numbers must be there, unique and inside the range; nobody else has one."""
    roster = list(players)
    doubts = [doubt for player in roster for doubt in _one_number(lottery, player)]
    typed = Counter(p.desk_number for p in roster if p.desk_number is not None)
    holders: dict[int, int] = {}
    for player in roster:
        number = player.desk_number
        if number is None or typed[number] < 2:
            continue
        if number in holders:
            doubts.append(Doubt("lottery-twice", player.no, str(number), other=holders[number]))
        holders.setdefault(number, player.no)
    return doubts


def _one_number(lottery: Lottery, player: Player) -> list[Doubt]:
    number = player.desk_number
    if not draws_at_desk(lottery, player):
        # An absent player of the free class may keep a number drawn earlier; elsewhere only seeds draw.
        misplaced = number is not None and lottery.method != "desk"
        code = "lottery-absent" if player.seed else "lottery-not-seed"
        return [Doubt(code, player.no, str(number))] if misplaced else []
    if number is None:
        return [Doubt("lottery-missing", player.no, waiting=True)]
    spans = _spans(lottery, player)
    if any(low <= number <= high for low, high in spans):
        return []
    low, high = min(span[0] for span in spans), max(span[1] for span in spans)
    return [Doubt("lottery-range", player.no, str(number), low, high)]


def _spans(lottery: Lottery, player: Player) -> list[tuple[int, int]]:
    if lottery.method == "desk":
        assert lottery.numbers is not None
        return [lottery.numbers]
    if player.sex is not None and player.sex in lottery.seed_numbers:
        return [lottery.seed_numbers[player.sex]]
    return list(lottery.seed_numbers.values()) or [(1, lottery.first_number - 1)]
