"""What a derivation may start from: the roster, the draws, the confirmations and the results of the games.

Everything else in a results document follows from these by the rules, and is derived again.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from tourgen.dataclass import dataclass

# Games of the finals: they add no win and never move "the latest round".
FINALS = frozenset({"knockout", "playoff", "semi", "third", "final", "womens-final"})
# Games that need a winner: somebody goes on, or has a place.
KNOCKOUTS = FINALS | {"main", "repechage", "placing"}

# 勝敗預かり and 無勝負: a game of the two that gives neither of them anything.
UNDECIDED = frozenset({"pending", "no-result"})

Barred = tuple[int, int, bool]  # 組合せ禁止: two roster numbers, and whether it is 禁止 (else 回避)


@dataclass(frozen=True, slots=True)
class Entrant:
    """A row of the roster. `out` is absent, or moved to another division before the leagues were dealt."""

    no: int
    sex: str | None
    seed: bool
    out: bool
    withdrawn_after: int | None
    lottery: int | None  # as the document says; a fact where the number was drawn at the desk
    grade: str
    absent: bool = False
    taken_in: bool = False  # a replacement from another division
    school: str = ""  # spelt as schools are compared; blank: none
    from_round: int = 1

    def withdrawn(self, round_: int) -> bool:
        """Whether the player had gone when this round was played."""
        return self.withdrawn_after is not None and self.withdrawn_after < round_


@dataclass(frozen=True, slots=True)
class Match:
    """One game as the document has it; `second` is None for a bye."""

    table: int | None
    stage: str
    group: str | None
    first: int
    second: int | None
    kind: str
    winner: int | None
    rated: bool
    boards: tuple[int, ...] | None = None  # teams: 1 where the first team's player won
    ruling: bool = False  # 裁定: it was pending before

    @property
    def entered(self) -> bool:
        """A game without a result is "played" without a winner."""
        return self.kind != "played" or self.winner is not None

    @property
    def players(self) -> tuple[int, ...]:
        return (self.first,) if self.second is None else (self.first, self.second)


@dataclass(frozen=True, slots=True)
class Sheet:
    """One round as the document has it."""

    number: int
    by_hand: bool
    games: tuple[Match, ...]

    @property
    def completed(self) -> bool:
        return all(game.entered for game in self.games)


@dataclass(frozen=True)
class Facts:
    """The roster in the order of its numbers, the sheets, the draws, and who was confirmed as qualified.

    `paired_ahead` says that a player may have withdrawn after a round was already paired. Without it a
    withdrawn player who is paired all the same is a deviation. `dealt`: leagues are dealt before anybody can
    be missed, so everybody is paired in round 1; in a bracket a no-show leaves an empty place at once.
    """

    entrants: Mapping[int, Entrant]
    draws: tuple[str, ...]
    sheets: Mapping[int, Sheet]
    confirmed: Mapping[str, tuple[int, int]]  # league: (roster number, after which round)
    paired_ahead: bool = True
    dealt: bool = True
    forbidden: frozenset[frozenset[int]] = frozenset()
    discouraged: frozenset[frozenset[int]] = frozenset()

    @cached_property
    def present(self) -> tuple[int, ...]:
        """Everybody who is in the division."""
        return tuple(no for no, entrant in self.entrants.items() if not entrant.out)

    @cached_property
    def last_listed(self) -> Mapping[int, int]:
        """The last round in whose sheet each player has an opponent; in leagues everybody is dealt into round 1.

        A bye alone doesn't make a withdrawn player paired.
        """
        listed = dict.fromkeys(self.present, 1 if self.dealt else 0)
        if self.paired_ahead:
            for number in sorted(self.sheets):
                for game in self.sheets[number].games:
                    if game.second is not None:
                        listed.update(dict.fromkeys(game.players, number))
        return listed

    def gone(self, no: int, round_: int) -> bool:
        """Whether the player is left out when this round is paired.

        A player who withdrew after the sheet was made was paired, and counts as there for that round.
        """
        return self.entrants[no].withdrawn(round_) and self.last_listed.get(no, 0) < round_

    def in_title_match(self, no: int, round_: int) -> bool:
        """Whether a title's game can count on this player: there, or withdrawn after the game was made."""
        games = self.sheets[round_].games if round_ in self.sheets and self.paired_ahead else ()
        listed = any(no in game.players for game in games if game.stage == "womens-final")
        return listed or not self.entrants[no].withdrawn(round_)


def read_facts(
    document: Mapping[str, Any],
    *,
    paired_ahead: bool = True,
    dealt: bool = True,
    barred: Iterable[Barred] = (),
) -> Facts:
    """The facts of a results document, nothing that the rules could give; barred pairs are in no document."""
    rows = sorted(document["players"], key=lambda row: int(row["no"]))
    lottery = document.get("lottery") or {}
    barred = list(barred)
    apart = {
        kind: frozenset(frozenset((a, b)) for a, b, strong in barred if strong == kind)
        for kind in (True, False)
    }
    return Facts(
        entrants={row["no"]: _entrant(row) for row in rows},
        draws=tuple(str(draw) for draw in lottery.get("draws") or ()),
        sheets={row["round"]: _sheet(row) for row in document.get("rounds") or ()},
        confirmed={row["group"]: (row["no"], row["after"]) for row in document.get("confirmed") or ()},
        paired_ahead=paired_ahead,
        dealt=dealt,
        forbidden=apart[True],
        discouraged=apart[False],
    )


def _entrant(row: Mapping[str, Any]) -> Entrant:
    return Entrant(
        no=row["no"],
        sex=row.get("sex"),
        seed=bool(row.get("seed")),
        out=bool(row.get("absent")) or row.get("moved_to") is not None,
        withdrawn_after=row.get("withdrawn_after"),
        lottery=row.get("lottery"),
        grade=row.get("grade") or "",
        absent=bool(row.get("absent")),
        taken_in=row.get("replacement_from") is not None,
        school=school_of(row.get("club") or ""),
        from_round=row.get("from_round") or 1,
    )


def school_of(club: str) -> str:
    """所属 as it is compared: width, spaces and case make no difference."""
    return "".join(unicodedata.normalize("NFKC", club).split()).casefold()


def _sheet(row: Mapping[str, Any]) -> Sheet:
    games = tuple(
        Match(
            table=game["table"],
            stage=game["stage"],
            group=game["group"],
            first=game["players"][0],
            second=game["players"][1],
            kind=game["kind"],
            winner=game["winner"],
            rated=bool(game["rated"]),
            boards=None if game.get("boards") is None else tuple(game["boards"]),
            ruling=bool(game.get("ruling")),
        )
        for game in row["games"]
    )
    return Sheet(row["round"], bool(row["by_hand"]), games)
