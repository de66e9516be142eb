"""What a derivation may start from: the roster, the draws, the confirmations and the results of the games.

Everything else in a results document follows from these by the rules, and is derived again.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

Barred = tuple[int, int, bool]  # 組合せ禁止: two roster numbers, and whether it is 禁止 (else 回避)

KANJI = {"初": 1, "一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10}


@dataclass(frozen=True, slots=True)
class Entrant:
    """A row of the roster. `out` is absent, or moved to another division before anybody was dealt."""

    no: int
    sex: str | None
    seed: bool
    out: bool
    withdrawn_after: int | None
    lottery: int | None  # as the document says; a fact where the number was drawn at the desk
    grade: int | None
    absent: bool
    taken_in: bool  # a replacement from another division
    school: str  # spelt as schools are compared; blank: none
    from_round: int
    rests: frozenset[int]  # 休み: rounds sat out
    rating: int | None
    group: str | None  # as the document says; a fact where groups are typed in the roster

    def withdrawn(self, round_: int) -> bool:
        """Whether the player had gone when this round was played."""
        return self.withdrawn_after is not None and self.withdrawn_after < round_


@dataclass(frozen=True, slots=True)
class Game:
    """One game as the document has it; `second` is None for a bye."""

    table: int | None
    stage: str
    group: str | None
    first: int
    second: int | None
    kind: str
    winner: int | None
    rated: bool
    discs: tuple[int, int] | None = None
    boards: tuple[int, ...] | None = None  # teams: 1 where the first team's player won
    games: tuple[int, ...] | None = None  # best of n: the same for the games of a match
    black: int | None = None
    handicap: Mapping[str, Any] | None = None
    ruling: bool = False  # 裁定: it was pending before

    @property
    def entered(self) -> bool:
        """A game without a result is "played" without a winner."""
        return self.kind != "played" or self.winner is not None

    @property
    def pair(self) -> tuple[int, int | None]:
        return (self.first, self.second)

    @property
    def players(self) -> tuple[int, ...]:
        return (self.first,) if self.second is None else (self.first, self.second)


@dataclass(frozen=True, slots=True)
class Sheet:
    """One round as the document has it."""

    number: int
    by_hand: bool
    games: tuple[Game, ...]

    @property
    def completed(self) -> bool:
        return all(game.entered for game in self.games)


@dataclass(frozen=True)
class Facts:
    """The roster in the order of its numbers, the sheets, the draws, and who was confirmed as qualified.

    `paired_ahead` says that a player may have withdrawn after a round was already paired. Without it a
    withdrawn player who is paired all the same is a deviation. `dealt`: where the first round deals by number
    nobody can be missed before, so everybody is paired in round 1.
    """

    entrants: Mapping[int, Entrant]
    draws: tuple[str, ...]
    sheets: Mapping[int, Sheet]
    confirmed: Mapping[str, tuple[int, int]]  # group: (roster number, after which round)
    paired_ahead: bool
    dealt: bool
    forbidden: frozenset[frozenset[int]]
    discouraged: frozenset[frozenset[int]]
    first_table: int

    @cached_property
    def present(self) -> tuple[int, ...]:
        """Everybody who is in the division."""
        return tuple(no for no, entrant in self.entrants.items() if not entrant.out)

    @cached_property
    def last_listed(self) -> Mapping[int, int]:
        """The last round in whose sheet each player has an opponent; a bye alone doesn't make anybody paired."""
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

    def in_match(self, no: int, stage: str, round_: int) -> bool:
        """Whether a stage's game can count on this player: there, or withdrawn after the game was made."""
        games = self.sheets[round_].games if round_ in self.sheets and self.paired_ahead else ()
        listed = any(no in game.players for game in games if game.stage == stage)
        return listed or not self.entrants[no].withdrawn(round_)


def read_facts(
    document: Mapping[str, Any], *, paired_ahead: bool, dealt: bool, barred: Iterable[Barred]
) -> Facts:
    """The facts of a results document, nothing that the rules could give; barred pairs are in no document."""
    rows = sorted(document["players"], key=lambda row: int(row["no"]))
    lottery = document.get("lottery") or {}
    pairs = [(frozenset((one, other)), strong) for one, other, strong in barred]
    return Facts(
        entrants={row["no"]: _entrant(row) for row in rows},
        draws=tuple(str(draw) for draw in lottery.get("draws") or ()),
        sheets={
            row["round"]: Sheet(row["round"], row["by_hand"], tuple(map(_match, row["games"])))
            for row in document.get("rounds") or ()
        },
        confirmed={row["group"]: (row["no"], row["after"]) for row in document.get("confirmed") or ()},
        paired_ahead=paired_ahead,
        dealt=dealt,
        forbidden=frozenset(pair for pair, strong in pairs if strong),
        discouraged=frozenset(pair for pair, strong in pairs if not strong),
        first_table=(document.get("division") or {}).get("first_table", 1),
    )


def _entrant(row: Mapping[str, Any]) -> Entrant:
    plain: dict[str, Any] = {
        name: row.get(name) for name in ("no", "sex", "withdrawn_after", "lottery", "rating")
    }
    absent = bool(row.get("absent"))
    return Entrant(
        **plain,
        seed=bool(row.get("seed")),
        absent=absent,
        out=absent or row.get("moved_to") is not None,
        grade=grade_level(row.get("grade") or ""),
        taken_in=row.get("replacement_from") is not None,
        school=school_of(row.get("club") or ""),
        from_round=row.get("from_round") or 1,
        rests=frozenset(row.get("rests") or ()),
        group=row.get("league"),
    )


def school_of(club: str) -> str:
    """所属 as it is compared: width, spaces and case make no difference."""
    return "".join(unicodedata.normalize("NFKC", club).split()).casefold()


def grade_level(grade: str) -> int | None:
    """初段 is 1, 二段 2, …; 1級 is 0, 2級 -1, …; a blank or unreadable grade is none."""
    typed = re.sub(r"\s", "", unicodedata.normalize("NFKC", grade)).lower()
    written = re.fullmatch(r"(\d+|[初一二三四五六七八九十])(?:([段級])|-?(dan|kyu|d|k))", typed)
    if written is None:
        return None
    number = int(written[1]) if written[1].isdecimal() else KANJI[written[1]]
    return number if (written[2] or written[3]) in ("段", "dan", "d") else 1 - number


def _match(game: Mapping[str, Any]) -> Game:
    facts: dict[str, Any] = {
        name: game.get(name) for name in ("table", "stage", "group", "kind", "winner", "black", "handicap")
    }
    facts |= {name: tuple(game[name]) for name in ("discs", "boards", "games") if game.get(name) is not None}
    first, second = game["players"]
    return Game(**facts, first=first, second=second, rated=game["rated"], ruling=bool(game.get("ruling")))
