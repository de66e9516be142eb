"""Why this provisional rank: every criterion's arithmetic, and what decided against each neighbour (section 3)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from tourgen.explain.earlier import OrderStep, Split, earlier_orders, split_of
from tourgen.explain.words import Words, quote, say
from tourgen.formats import Format
from tourgen.model import Game
from tourgen.rules.order import Row
from tourgen.rules.record import Line, Record
from tourgen.rules.situation import Situation
from tourgen.tournament import Tournament

_SUM = re.compile(r"top-bottom-(\d+)")
PREVIOUS = "previous-order"

LineKind = Literal[
    "played",
    "bye",  # 不戦勝: an opponent with -1 wins
    "qualified-bye",  # the same, because the player had qualified
    "walkover",  # won by the other's 不戦敗: counts like a bye
    "forfeit",  # lost by 不戦敗 to the scheduled opponent
    "double-loss",
    "assumed-win",  # 勝ち抜け: won without a game
    "assumed-loss",  # 途中棄権: lost without a game
]


@dataclass(frozen=True, slots=True)
class OpponentLine:
    """One round of the player's record with the wins it adds to the sums (None: it adds nothing)."""

    round: int
    opponent: int | None
    won: bool
    kind: LineKind
    wins: int | None


@dataclass(frozen=True, slots=True)
class CriterionValue:
    """One criterion: its value, and for a sum the win counts of beaten and lost-to opponents that make it up."""

    number: int
    name: str
    label: Words
    value: int
    terms: tuple[tuple[int, ...], tuple[int, ...]]
    quote: Words | None
    merged_to: int  # the last criterion with the same terms whatever happened; equal to number if none

    @property
    def shown(self) -> int:
        """The value as people read it."""
        return shown(self.name, self.value)

    def arithmetic(self, language: str) -> str:
        """(3＋1－1) ＋ 2: beaten, then lost to; nothing where the criterion isn't a sum."""
        plus, minus = "＋－" if language == "ja" else "+-"
        parts = [part for part in self.terms if part]
        shown = [
            "".join(f"{minus if wins < 0 else plus}{abs(wins)}" for wins in part).removeprefix(plus)
            for part in parts
        ]
        if len(parts) == 2:
            shown = [f"({text})" if len(part) > 1 else text for part, text in zip(parts, shown, strict=True)]
        return f" {plus} ".join(shown)


@dataclass(frozen=True, slots=True)
class Neighbour:
    """The next player above or below, and the first criterion in which the two differ (None: in none).

    A place that a match decided has no criterion either: then `by_match`.
    """

    no: int
    rank: int
    decided_by: int | None
    mine: int
    theirs: int
    by_match: bool = False
    split: Split | None = None  # where earlier orders count: the round in which the two parted


@dataclass(frozen=True, slots=True)
class RankWhy:
    """Everything behind one rank."""

    after: int
    rank: int
    no: int
    criteria: tuple[CriterionValue, ...]
    opponents: tuple[OpponentLine, ...]
    above: Neighbour | None
    below: Neighbour | None
    fixed: int | None = None  # the place a match decided, which overrides the criteria
    orders: tuple[OrderStep, ...] = ()  # where earlier orders count: from the bracket number to this rank

    def criterion(self, number: int) -> CriterionValue:
        """The criterion with this number."""
        return self.criteria[number - 1]


def rank_why(tournament: Tournament, after: int, no: int) -> RankWhy:
    """Why this player has this provisional rank after this round."""
    situation = tournament.situations[after]
    at = situation.position[no]
    rows = situation.rows
    criteria = situation.declared.order.criteria
    return RankWhy(
        after,
        rows[at].rank,
        no,
        criteria_values(situation, criteria, rows[at]),
        opponent_lines(situation, no),
        _beside(tournament, after, at, at - 1),
        _beside(tournament, after, at, at + 1),
        situation.decided.get(no),
        earlier_orders(tournament, after, no) if PREVIOUS in criteria else (),
    )


def _beside(tournament: Tournament, after: int, at: int, other: int) -> Neighbour | None:
    """The neighbour, with what a match decided and what earlier orders did."""
    situation = tournament.situations[after]
    found = neighbour(situation.rows, at, other)
    if found is None or PREVIOUS not in situation.declared.order.criteria:
        return found
    me = situation.rows[at].no
    split = split_of(tournament, after, me, found.no)
    if split.by == "match":
        return replace(found, decided_by=None, by_match=True, split=split)
    return replace(found, split=split)


def criteria_values(situation: Situation, names: Sequence[str], row: Row) -> tuple[CriterionValue, ...]:
    """The criteria of a row in order, sums with their terms."""
    return tuple(
        CriterionValue(
            number,
            name,
            criterion_label(name),
            row.keys[number - 1],
            terms_of(name, row.no, situation.record),
            criterion_quote(situation.declared, name, number),
            _merged_to(names, number, situation.record.latest),
        )
        for number, name in enumerate(names, 1)
    )


def shown(name: str, value: int) -> int:
    """A criterion's value as people read it: larger is better, so the rank before is kept negative."""
    return -value if name == PREVIOUS else value


def criterion_label(name: str) -> Words:
    """勝数, 直前の勝数, 上2＋下2, 抽選番号."""
    return say("why-criterion-top-bottom", k=_k(name)) if _k(name) else say(f"why-criterion-{name}")


def criterion_quote(declared: Format, name: str, number: int) -> Words | None:
    """The rule's sentence; 3-8 are one sentence with k filled in."""
    return quote(declared, "top-bottom" if _k(name) else name, number=number, k=_k(name))


def _k(name: str) -> int:
    found = _SUM.fullmatch(name)
    return int(found[1]) if found else 0


def terms_of(name: str, no: int, record: Record) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What a sum adds up: wins of beaten opponents, largest first; of those lost to, smallest first."""
    return record.beaten_wins(no)[: _k(name)], record.lost_wins(no)[: _k(name)]


def _merged_to(names: Sequence[str], number: int, latest: int) -> int:
    """After round r nobody has more than r opponents: the sums for k ≥ r are the same for everybody."""
    last = number
    while (
        _k(names[number - 1]) >= max(latest, 1)
        and last < len(names)
        and _k(names[last]) > _k(names[last - 1])
    ):
        last += 1
    return last


def neighbour(rows: Sequence[Row], at: int, other: int) -> Neighbour | None:
    """The row beside this one; None beyond the first and the last."""
    if not 0 <= other < len(rows):
        return None
    mine, theirs = rows[at].keys, rows[other].keys
    decided = next((i for i, (a, b) in enumerate(zip(mine, theirs, strict=True)) if a != b), None)
    shown = decided or 0
    number = None if decided is None else decided + 1
    return Neighbour(rows[other].no, rows[other].rank, number, mine[shown], theirs[shown])


def opponent_lines(situation: Situation, no: int) -> tuple[OpponentLine, ...]:
    """In the order of summing: beaten, most wins first; lost to, fewest wins first; then what adds nothing.

    Where nothing is summed, in the order of the rounds.
    """
    record = situation.record
    lines = [_opponent_line(situation, no, line) for line in record.lines[no]]
    if not any(_k(name) for name in situation.declared.order.criteria):
        return tuple(replace(line, wins=None) for line in lines)
    counted = [line for line in lines if line.wins is not None]
    beaten = sorted((line for line in counted if line.won), key=lambda line: -(line.wins or 0))
    lost = sorted((line for line in counted if not line.won), key=lambda line: line.wins or 0)
    return (*beaten, *lost, *(line for line in lines if line.wins is None))


def _opponent_line(situation: Situation, no: int, line: Line) -> OpponentLine:
    game = next((game for game in situation.rounds[line.round - 1].games if no in game.players), None)
    opponent = game.opponent(no) if game is not None and (line.bye or line.opponent is not None) else None
    kind = _kind(situation, no, line, game)
    return OpponentLine(line.round, opponent, line.won, kind, situation.record.opponent_wins(line))


def _kind(situation: Situation, no: int, line: Line, game: Game | None) -> LineKind:
    if line.opponent is None and not line.bye:
        return "assumed-win" if line.won else "assumed-loss"
    if game is None or game.kind == "bye":
        through = any(one.no == no and one.after < line.round for one in situation.qualifiers)
        return "qualified-bye" if through else "bye"
    if game.kind == "forfeit":
        return "walkover" if line.won else "forfeit"
    return "double-loss" if game.kind == "double-loss" else "played"
