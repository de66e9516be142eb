"""Why this lottery number and this league: draws → seed → x0 → preliminary number → number → league (sections 1-2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from tourgen.explain.memo import Memo
from tourgen.explain.words import Reason, joined, plain, quote, say
from tourgen.formats.declaration import Lottery
from tourgen.rules import leagues
from tourgen.rules.lottery import DIGITS, draw_numbers, draws_at_desk, seed_number
from tourgen.tournament import Tournament

NumberKind = Literal[
    "desk",  # drawn at the desk, as everybody's
    "generated",
    "replaced",  # a seed: the number drawn at the desk replaces the generated one
    "renumbered",  # numbered from just above the highest number a seed drew
]


@dataclass(frozen=True, slots=True)
class Dealt:
    """リーグ分け: the place among the present players by ascending number, and the league."""

    position: int
    league: str
    moved_from: str | None  # where evening up moved the player


@dataclass(frozen=True, slots=True)
class LotteryWhy:
    """The arithmetic of one player's lottery number; the generator's values are None where every number is drawn."""

    no: int
    kind: NumberKind
    number: int
    draws: tuple[str, ...]
    draw_names: tuple[str, ...]
    joined: str  # the 15 digits
    x0: int | None
    position: int | None  # i: which entry of the roster
    previous: int | None  # x_{i-1}
    preliminary: int | None  # x_i
    order: int | None  # its place among the preliminary numbers, smallest first
    generated: int | None  # the number that place gives
    highest_seed: int | None  # the highest number drawn by a seed, where the others are numbered after it
    dealt: Dealt | None  # None for absent players
    reasons: tuple[Reason, ...]


def lottery_why(tournament: Tournament, no: int) -> LotteryWhy | None:
    """How the player came to the lottery number; None until it is known."""
    if no not in tournament.draw.numbers:
        return None
    lottery = tournament.division.declared.lottery
    why = _desk(tournament, no) if lottery.method == "desk" else _generated(tournament, lottery, no)
    why = replace(why, dealt=_dealt(tournament, no))
    return replace(why, reasons=_reasons(tournament, lottery, why))


def _desk(tournament: Tournament, no: int) -> LotteryWhy:
    number = tournament.draw.numbers[no]
    return LotteryWhy(no, "desk", number, (), (), "", None, None, None, None, None, None, None, None, ())


def _numbers_before_desk(tournament: Tournament) -> Mapping[int, int]:
    """What 抽選方法 7 gives to everybody, before 8 puts the numbers drawn at the desk in place."""
    division = tournament.division
    nobody_seeded = [replace(one, seed="", desk_number=None) for one in tournament.players.values()]
    return draw_numbers(division.declared.lottery, division.draws, nobody_seeded).numbers


_before_desk: Memo[Tournament, Mapping[int, int]] = Memo(_numbers_before_desk)


def _generated(tournament: Tournament, lottery: Lottery, no: int) -> LotteryWhy:
    division, draw = tournament.division, tournament.draw
    roster = sorted(tournament.players)
    at = roster.index(no)
    generated = _before_desk(tournament)[no]
    at_desk = draws_at_desk(lottery, tournament.players[no])
    seeds = [
        one.desk_number
        for one in tournament.players.values()
        if draws_at_desk(lottery, one) and one.desk_number
    ]
    renumbered = lottery.seeds == "before-others" and bool(seeds)
    kind: NumberKind = "replaced" if at_desk else "renumbered" if renumbered else "generated"
    return LotteryWhy(
        no,
        kind,
        draw.numbers[no],
        division.draws,
        division.draw_names,
        f"{seed_number(division.draws):0{DIGITS * len(division.draws)}d}",
        draw.x0,
        at + 1,
        draw.preliminary[roster[at - 1]] if at else draw.x0,
        draw.preliminary[no],
        generated - lottery.first_number + 1,
        generated,
        max(seeds) if renumbered else None,
        None,
        (),
    )


def _dealt(tournament: Tournament, no: int) -> Dealt | None:
    if not tournament.situations or no not in tournament.situations[0].entrants:
        return None
    stage, numbers = tournament.division.declared.leagues, tournament.situations[0].record.numbers
    before = leagues.deal(replace(stage, even_up=()), numbers)
    first = next(name for name, members in before.items() if no in members)
    league = tournament.situations[0].seats[no].group
    assert league is not None
    position = sorted(numbers, key=numbers.__getitem__).index(no) + 1
    return Dealt(position, league, first if first != league else None)


def _reasons(tournament: Tournament, lottery: Lottery, why: LotteryWhy) -> tuple[Reason, ...]:
    declared = tournament.division.declared
    reasons = []
    if why.kind == "desk":
        reasons.append(Reason(say("why-lottery-desk", number=why.number)))
    else:
        reasons += _generator_reasons(tournament, lottery, why)
        if why.kind == "replaced":
            unused = lottery.seeds == "replace"
            code = "why-lottery-replaced" if unused else "why-lottery-seed"
            text = say(code, number=why.number, generated=why.generated)
            reasons.append(Reason(text, quote(declared, "lottery-seeds")))
        elif why.kind == "renumbered":
            reasons.append(Reason(say("why-lottery-renumbered", highest=why.highest_seed, number=why.number)))
    if why.dealt is None:
        absent = tournament.players[why.no].absent
        return (*reasons, Reason(say("why-absent"))) if absent else tuple(reasons)
    dealt = say("why-dealt", position=why.dealt.position, league=why.dealt.moved_from or why.dealt.league)
    reasons.append(Reason(dealt, quote(declared, "deal")))
    if why.dealt.moved_from is not None:
        moved = say("why-evened", source=why.dealt.moved_from, target=why.dealt.league)
        reasons.append(Reason(moved, quote(declared, "even-up")))
    return tuple(reasons)


def _generator_reasons(tournament: Tournament, lottery: Lottery, why: LotteryWhy) -> list[Reason]:
    declared = tournament.division.declared
    names = why.draw_names or ("",) * len(why.draws)
    drawn = joined([plain(f"{name} {draw}".strip()) for name, draw in zip(names, why.draws, strict=False)])
    assert why.previous is not None and why.position is not None
    return [
        Reason(say("why-lottery-joined", draws=drawn, joined=why.joined), quote(declared, "lottery-joined")),
        Reason(
            say("why-lottery-start", joined=why.joined, modulus=lottery.modulus, x0=why.x0),
            quote(declared, "lottery-start"),
        ),
        Reason(
            say(
                "why-lottery-step",
                n=why.position,
                before=why.position - 1,
                previous=why.previous,
                multiplier=lottery.multiplier,
                increment=lottery.increment,
                modulus=lottery.modulus,
                total=why.previous * lottery.multiplier + lottery.increment,
                preliminary=why.preliminary,
            ),
            quote(declared, f"lottery-step-{min(why.position, 4)}"),  # the rules write out the first three
        ),
        Reason(
            say("why-lottery-order", n=why.order, first=lottery.first_number, generated=why.generated),
            quote(declared, "lottery-order"),
        ),
    ]
