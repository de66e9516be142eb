"""A number from public draws: draws → seed → x0 → preliminary number, with the arithmetic (section 1)."""

from __future__ import annotations

from typing import Literal

from tourgen.dataclass import dataclass
from tourgen.explain.words import Reason, joined, plain, quote, say
from tourgen.formats.declaration import Lottery
from tourgen.rules.lottery import DIGITS, seed_number
from tourgen.tournament import Tournament

NumberKind = Literal[
    "desk",  # drawn at the desk, as everybody's
    "generated",
    "replaced",  # a seed: the number drawn at the desk replaces the generated one
    "renumbered",  # numbered from just above the highest number a seed drew
    "seed-place",  # bracket: one of the places of the seeds, typed or in the order of the roster
    "drawn",  # bracket: a free number, from public draws
    "taken-in",  # bracket: the place of an absent player
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
    draws: tuple[str, ...] = ()
    draw_names: tuple[str, ...] = ()
    joined: str = ""  # the 15 digits
    x0: int | None = None
    position: int | None = None  # i: which entry of the roster
    previous: int | None = None  # x_{i-1}
    preliminary: int | None = None  # x_i
    order: int | None = None  # its place among the preliminary numbers, smallest first
    generated: int | None = None  # the number that place gives
    highest_seed: int | None = (
        None  # the highest number drawn by a seed, where the others are numbered after it
    )
    dealt: Dealt | None = None  # None for absent players, and where there are no leagues
    block: str | None = None  # A~Bブロック, where there is a main bracket
    reasons: tuple[Reason, ...] = ()


def generator_values(tournament: Tournament, no: int) -> LotteryWhy:
    """What the generator did for this entry of the roster; players taken in from elsewhere have none."""
    division, draw = tournament.division, tournament.draw
    roster = sorted(draw.preliminary)
    at = roster.index(no)
    return LotteryWhy(
        no,
        "generated",
        draw.numbers[no],
        division.draws,
        division.draw_names,
        f"{seed_number(division.draws):0{DIGITS * len(division.draws)}d}",
        draw.x0,
        at + 1,
        draw.preliminary[roster[at - 1]] if at else draw.x0,
        draw.preliminary[no],
    )


def generator_reasons(tournament: Tournament, lottery: Lottery, why: LotteryWhy) -> list[Reason]:
    """The draws, the initial value and the step that gave the preliminary number."""
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
    ]
