"""予選リーグ: dealing, the first round, and who leaves a league after each round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tourgen.formats.declaration import Leagues
from tourgen.verify.deviation import Deviation, Pair, shown
from tourgen.verify.facts import Facts
from tourgen.verify.record import Record


def deal(numbers: Mapping[int, int], stage: Leagues) -> dict[str, list[int]]:
    """「抽選番号の若い選手から順に、A, B, C, D, A, …へと割り当てます」; each league in ascending number."""
    leagues: dict[str, list[int]] = {letter: [] for letter in stage.leagues}
    for turn, no in enumerate(sorted(numbers, key=lambda no: numbers[no])):
        leagues[stage.leagues[turn % len(stage.leagues)]].append(no)
    for move in stage.even_up:
        # 「人数が奇数となるリーグが1つ以下となるように」: B's largest number moves to A.
        source, target = move.split(">")
        if len(leagues[source]) % 2 == 1 and len(leagues[target]) % 2 == 1:
            leagues[target].append(leagues[source].pop())
            leagues[target].sort(key=lambda no: numbers[no])
    return leagues


def first_round(ascending: Sequence[int]) -> list[Pair]:
    """「抽選番号が大きいグループと若いグループに選手数が同数になるようにわけます」.

    「選手数が奇数の場合、抽選番号が最も大きい選手を不戦勝とします」
    """
    half = len(ascending) // 2
    pairs: list[Pair] = [(ascending[i], ascending[i + half]) for i in range(half)]
    return [*pairs, (ascending[-1], None)] if len(ascending) % 2 else pairs


@dataclass
class Whereabouts:
    """Where everybody is: in a league, in the ranking league, or qualified. It changes round by round."""

    stage: Leagues
    dealt: Mapping[str, Sequence[int]]
    league: dict[int, str] = field(default_factory=dict)  # those still in a league
    ranking: set[int] = field(default_factory=set)
    qualified: dict[str, int] = field(default_factory=dict)
    closed: dict[str, int] = field(
        default_factory=dict
    )  # league without a sole unbeaten player: after which round
    asked: dict[str, int] = field(default_factory=dict)  # of these, who is proposed and awaits a confirmation

    def __post_init__(self) -> None:
        self.league = {no: letter for letter, members in self.dealt.items() for no in members}

    def group(self, no: int) -> str | None:
        """The letter of those still in a league and of the one who qualified from it."""
        letters = (letter for letter, winner in self.qualified.items() if winner == no)
        return self.league.get(no) or next(letters, None)

    def inside(self, letter: str) -> list[int]:
        return [no for no in self.dealt[letter] if self.league.get(no) == letter]

    def after_round(self, number: int, record: Record, order: Sequence[int], facts: Facts) -> None:
        """Who qualifies and who moves, league by league.

        「各リーグの全勝者の人数が 1, 2, 4, 8, 16, …のいずれかになった場合は、
        1敗以下の選手は順位決定リーグに移動します」
        """
        for letter in self.stage.leagues:
            inside = self.inside(letter)
            if not inside:
                continue
            there = [no for no in inside if not facts.gone(no, number + 1)]
            unbeaten = [no for no in there if record.losses(no, number) == 0]
            if len(unbeaten) == 1:
                # 「各リーグで唯一の全勝者となった選手が勝ち抜けとなり」
                self.qualified[letter] = unbeaten[0]
                self._move([no for no in inside if no != unbeaten[0]])
                del self.league[unbeaten[0]]
                continue
            if len(unbeaten).bit_count() == 1:
                self._move([no for no in inside if record.losses(no, number) > 0])
            if not unbeaten or number == self.stage.rounds[1]:
                self._close(letter, number, there, order, facts)

    def _move(self, numbers: Sequence[int]) -> None:
        for no in numbers:
            del self.league[no]
            self.ranking.add(no)

    def _close(
        self, letter: str, number: int, there: Sequence[int], order: Sequence[int], facts: Facts
    ) -> None:
        """No sole unbeaten player: everybody moves, the organiser confirms who has qualified."""
        candidates = [no for no in order if no in there and self.league.get(no) == letter]
        self._move(self.inside(letter))
        self.closed[letter] = number
        no, after = facts.confirmed.get(letter, (0, 0))
        if after == number and no in self.dealt[letter] and not facts.gone(no, number + 1):
            self.qualified[letter] = no
            self.ranking.discard(no)
        elif candidates:
            # With nobody left who hasn't withdrawn nothing is asked, and the place stays empty.
            self.asked[letter] = candidates[0]


def check_dealing(document: Mapping[str, Any], dealt: Mapping[str, Sequence[int]]) -> Iterator[Deviation]:
    """The league, or the block of the main bracket, in which everybody starts."""
    league = {no: letter for letter, members in dealt.items() for no in members}
    for row in document["players"]:
        if row.get("league") != league.get(row["no"]):
            yield Deviation("league", None, row["no"], shown(league.get(row["no"])), shown(row.get("league")))


def check_sizes(dealt: Mapping[str, Sequence[int]], stage: Leagues) -> Iterator[Deviation]:
    """Whether the field could be dealt at all."""
    most = 2 ** (stage.rounds[1] - stage.rounds[0] + 1)
    for letter, members in dealt.items():
        if dealt and not 1 <= len(members) <= most:
            yield Deviation("field", None, None, f"{letter}: 1-{most}", f"{letter}: {len(members)}")


def check_confirmed(document: Mapping[str, Any], places: Whereabouts) -> Iterator[Deviation]:
    """Only a league that closed without a sole unbeaten player takes a name: of one dealt into it, still there."""
    for row in document.get("confirmed") or ():
        letter, no, after = row["group"], row["no"], row["after"]
        if places.closed.get(letter) != after:
            closed = f"{letter} {places.closed[letter]}" if letter in places.closed else None
            yield Deviation("confirmed", after, no, shown(closed), f"{letter} {after}")
        elif places.qualified.get(letter) != no:
            members = ", ".join(map(str, places.dealt[letter]))
            yield Deviation("confirmed", after, no, f"{letter}: {members}", f"{letter}: {no}")
