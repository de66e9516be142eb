"""1回戦 of the leagues: halves by lottery number, and who has the bye (section 2)."""

from __future__ import annotations

from typing import Literal

from tourgen.dataclass import dataclass
from tourgen.explain.words import Reason, people, player, quote, say
from tourgen.formats.declaration import Leagues
from tourgen.memo import Memo
from tourgen.rules import leagues
from tourgen.rules.situation import Situation
from tourgen.tournament import Tournament


@dataclass(frozen=True, slots=True)
class FirstRound:
    """1回戦: the halves of a league by lottery number, and who has the bye."""

    group: str
    low: tuple[int, ...]
    high: tuple[int, ...]
    bye: int | None


_known: Memo[Situation, dict[str, FirstRound]] = Memo(lambda _: {})


def first_round(situation: Situation, stage: Leagues, group: str) -> FirstRound:
    """The halves of a league in round 1."""
    known = _known(situation)
    if group not in known:
        known[group] = _first_round(situation, stage, group)
    return known[group]


def _first_round(situation: Situation, stage: Leagues, group: str) -> FirstRound:
    numbers = situation.record.numbers
    members = sorted(situation.members(stage.id, group), key=numbers.__getitem__)
    pairs = leagues.first_round(members)
    games = [(low, high) for low, high in pairs if high is not None]
    bye = next((low for low, high in pairs if high is None), None)
    return FirstRound(group, tuple(low for low, _ in games), tuple(high for _, high in games), bye)


def first_reasons(
    tournament: Tournament, situation: Situation, first: FirstRound, no: int
) -> tuple[Reason, ...]:
    """1回戦 1-3."""
    declared, numbers = situation.declared, situation.record.numbers
    count = len(first.low) + len(first.high) + (first.bye is not None)
    reasons = []
    if first.bye is not None:
        text = say(
            "why-first-bye",
            league=first.group,
            people=people(count),
            number=numbers[first.bye],
            name=player(tournament, first.bye),
        )
        about: Literal["pool", "pair"] = "pair" if no == first.bye else "pool"
        reasons.append(Reason(text, quote(declared, "first-bye"), about))
    if no == first.bye:
        return tuple(reasons)
    spans = [
        say("why-span", first=numbers[half[0]], last=numbers[half[-1]]) for half in (first.low, first.high)
    ]
    halves = say(
        "why-first-halves", people=people(2 * len(first.low)), n=len(first.low), low=spans[0], high=spans[1]
    )
    at = (first.low if no in first.low else first.high).index(no)
    pair = say(
        "why-first-pair",
        n=len(first.low) - at,
        low=player(tournament, first.low[at]),
        low_no=numbers[first.low[at]],
        high=player(tournament, first.high[at]),
        high_no=numbers[first.high[at]],
    )
    reasons.append(Reason(halves, quote(declared, "first-halves"), "pool"))
    return (*reasons, Reason(pair, quote(declared, "first-pairs")))
