"""女子決勝: who plays it, and who has the titles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tourgen.formats.declaration import TitleMatch
from tourgen.verify.deviation import Pair
from tourgen.verify.facts import Facts, Match
from tourgen.verify.knockout import Bracket
from tourgen.verify.record import Table

TitleHolder = tuple[str, int, bool]  # title, roster number, left to the referee


@dataclass(frozen=True)
class Contest:
    """The title of one sex, seen after the last ranking round; the knockout need not be over."""

    stage: TitleMatch
    facts: Facts
    bracket: Bracket
    table: Table

    @property
    def number(self) -> int:
        return self.stage.rounds[0]

    @property
    def inside(self) -> list[int]:
        """The women in the final knockout, withdrawn ones included, in provisional order."""
        return [no for no in self._all() if no in self.bracket.entrants]

    @property
    def outside(self) -> list[int]:
        """The women of the ranking league, in provisional order."""
        return [no for no in self._all() if no not in self.bracket.entrants]

    def _all(self) -> list[int]:
        return [no for no in self.table.order if self.facts.entrants[no].sex == self.stage.sex]

    def pair(self) -> Pair | None:
        """「決勝トーナメントに女子選手が入っていない場合と…2名入り2名共に3位の場合、8回戦に女子決勝を行い」."""
        if not self.inside:
            first_two = self._ready()[:2]
            return (first_two[0], first_two[1]) if len(first_two) == 2 else None
        if self._both_third() and any(self.facts.in_title_match(no, self.number) for no in self.inside):
            return (self.inside[0], self.inside[1])
        return None

    def _ready(self) -> list[int]:
        """A withdrawn woman is skipped for the women's final."""
        return [no for no in self.outside if self.facts.in_title_match(no, self.number)]

    def _both_third(self) -> bool:
        return len(self.inside) == 2 and all(self.bracket.place.get(no) == 3 for no in self.inside)

    def holders(self, game: Match | None, ranks: Mapping[int, int]) -> list[TitleHolder]:
        """Champion and runner-up, as far as there are any; `game` is the women's final."""
        if game is not None:
            if game.winner is not None and game.second is not None:
                loser = game.second if game.winner == game.first else game.first
                return self._named([(game.winner, False), (loser, False)])
            # Both withdrew after the game was made: by placing after all, and for the referee.
            return [(title, no, True) for title, no, _ in self._by_placing(game.players, ranks)]
        if not self.inside:
            return self._named([(no, False) for no in self._ready()[:1]])
        if len(self.inside) == 1:
            # 「順位決定リーグ7回戦終了の女子最上位者を女子準優勝者とします」
            return self._named([(no, False) for no in [*self.inside, *self.outside[:1]]])
        return self._by_placing(self.inside, ranks)

    def _by_placing(self, women: list[int] | tuple[int, ...], ranks: Mapping[int, int]) -> list[TitleHolder]:
        """「女子最上位者から女子優勝・女子準優勝とします」.

        Those tied in place stand in provisional order, which is left to the referee.
        """
        order = sorted(women, key=lambda no: (ranks[no], self.table.order.index(no)))
        tied = [sum(ranks[other] == ranks[no] for other in women) > 1 for no in order]
        return self._named(list(zip(order, tied, strict=True)))

    def _named(self, holders: list[tuple[int, bool]]) -> list[TitleHolder]:
        return [
            (title, no, referee) for title, (no, referee) in zip(self.stage.titles, holders, strict=False)
        ]
