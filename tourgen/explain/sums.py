"""スイス式トーナメントの順位のつけ方: every value of section 8 worked out, with the opponents by name."""

from __future__ import annotations

from collections.abc import Sequence

from tourgen.dataclass import dataclass
from tourgen.explain.direct import DIRECT, direct_why, direct_words
from tourgen.explain.opponents import OpponentLine
from tourgen.explain.words import Words, joined, plain, player, say
from tourgen.rules.situation import Situation
from tourgen.tournament import Tournament

LOT = "smaller-lot"


@dataclass(frozen=True, slots=True)
class Working:
    """What a value is the sum of, and the same in words."""

    terms: tuple[int, ...] = ()
    detail: Words | None = None


def working(
    tournament: Tournament, situation: Situation, name: str, no: int, lines: Sequence[OpponentLine]
) -> Working:
    """How one criterion's value comes about."""
    counted = [line for line in lines if line.wins is not None]
    match name:
        case "opponents-wins" | "opponents-points":
            return _sum(tournament, counted)
        case "beaten-wins" | "beaten-points":
            return _sum(tournament, [line for line in counted if line.won])
        case "median-wins":
            return _median(tournament, counted)
        case "board-wins":
            return _boards(tournament, lines)
        case "cumulative-wins":
            return _cumulative(situation, no)
        case "direct-encounter":
            why = direct_why(situation, no)
            assert why is not None, DIRECT
            return Working(detail=direct_words(tournament, why, no))
        case "smaller-lot":
            return Working(detail=say("why-lot-smaller"))
    return Working()


def _sum(tournament: Tournament, lines: Sequence[OpponentLine]) -> Working:
    """佐藤 3 ＋ 田中 2 ＋ 不戦勝 0."""
    terms = [_term(_who(tournament, line), line.wins or 0) for line in lines]
    return Working(tuple(line.wins or 0 for line in lines), _added(terms) if terms else None)


def _median(tournament: Tournament, lines: Sequence[OpponentLine]) -> Working:
    dropped = {line.dropped: _term(_who(tournament, line), line.wins or 0) for line in lines if line.dropped}
    if not dropped:
        return Working(detail=say("why-median-few"))
    kept = _sum(tournament, [line for line in lines if line.dropped is None])
    text = say(
        "why-median", largest=dropped["largest"], smallest=dropped["smallest"], terms=kept.detail or plain(0)
    )
    return Working(kept.terms, text)


def _boards(tournament: Tournament, lines: Sequence[OpponentLine]) -> Working:
    """1回戦 佐藤高A 2 ＋ 2回戦 不戦勝 3."""
    terms = [
        _term(say("why-term-round", round=line.round, name=_who(tournament, line)), line.boards or 0)
        for line in lines
    ]
    return Working(tuple(line.boards or 0 for line in lines), _added(terms) if terms else None)


def _cumulative(situation: Situation, no: int) -> Working:
    """○○○× = 1＋2＋3＋3."""
    rounds = range(1, situation.record.latest + 1)
    values = tuple(situation.record.wins_after(no, number) for number in rounds)
    terms = [
        _term(say("why-term-after", round=number), value)
        for number, value in zip(rounds, values, strict=True)
    ]
    return Working(values, _added(terms) if terms else None)


def _who(tournament: Tournament, line: OpponentLine) -> Words:
    if line.kind == "bye":
        return say("why-term-bye")
    name = player(tournament, line.opponent)
    return say("why-term-walkover", name=name) if line.kind == "walkover" else name


def _term(name: Words, value: int) -> Words:
    return say("why-term", name=name, value=value)


def _added(terms: Sequence[Words]) -> Words:
    return joined(terms, " ＋ ", " + ")
