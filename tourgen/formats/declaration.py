"""What a format file can declare: lottery, stages, order, final rank, titles, awards.

One dataclass per table of the TOML file, one field per key. The rules read these values; nothing asks which
file they came from.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from tourgen.model import Sex

Span = tuple[int, int]  # first and last, both included
OpponentChoice = Literal["lowest-possible", "highest-possible"]
ByeChoice = Literal["inside-optimum", "fewest-wins-top-ranked"]

# 暫定順位 3-8: any number of "top-bottom-k" may be listed, so the closed set is written out to a generous k.
CRITERIA: tuple[str, ...] = (
    "wins",
    "wins-before-latest",
    *(f"top-bottom-{k}" for k in range(1, 13)),
    "lottery-number",
    "previous-order",
)


@dataclass(frozen=True, slots=True)
class Lottery:
    """抽選: how everybody gets a lottery number."""

    method: Literal["linear-congruence", "desk", "bracket"]
    modulus: int = 0
    multiplier: int = 0
    increment: int = 0
    draws: int = 0
    draw_names: tuple[str, ...] = ()
    first_number: int = 1
    seeds: Literal["replace", "before-others", "none"] = "none"
    seed_numbers: Mapping[Sex, Span] = field(default_factory=dict)
    seed_count: Mapping[Sex, int] = field(default_factory=dict)  # how many seeds there were, for rehearsals
    numbers: Span | None = None  # desk: the numbers that can be drawn
    seed_places: tuple[int, ...] = ()  # desk: the bracket numbers that belong to the seeds, in listed order


@dataclass(frozen=True, slots=True)
class Leagues:
    """予選リーグ: dealt by lottery number, left by the sole unbeaten and by the beaten."""

    id: str
    name: str
    name_en: str
    rounds: Span
    leagues: tuple[str, ...]
    sole_unbeaten_to: str
    beaten_to: str
    first_round: Literal["halves-by-number"]
    opponent: OpponentChoice
    bye: ByeChoice
    qualified_rest: Literal["bye", "none"]
    even_up: tuple[str, ...] = ()  # "B>A": if both are odd, B's largest number moves to A
    kind: Literal["leagues"] = "leagues"


@dataclass(frozen=True, slots=True)
class Pool:
    """順位決定リーグ: one pool, paired until its last round."""

    id: str
    name: str
    name_en: str
    rounds: Span
    opponent: OpponentChoice
    bye: ByeChoice
    kind: Literal["pool"] = "pool"


@dataclass(frozen=True, slots=True)
class Knockout:
    """決勝トーナメント: the entrants in bracket order, named by the league they won ("" is an empty place)."""

    id: str
    name: str
    name_en: str
    rounds: Span
    entrants: tuple[str, ...]
    third: Literal["shared", "played", "none"]
    kind: Literal["knockout"] = "knockout"


@dataclass(frozen=True, slots=True)
class TitleMatch:
    """女子決勝: a title among the players of one sex, with a game of its own where the rules want one."""

    id: str
    name: str
    name_en: str
    rounds: Span
    sex: Sex
    knockout: str
    titles: tuple[str, ...]
    kind: Literal["title-match"] = "title-match"


@dataclass(frozen=True, slots=True)
class MainBracket:
    """全勝トーナメント: a tree over the bracket numbers 1 to `size`, in blocks."""

    id: str
    name: str
    name_en: str
    rounds: Span
    size: int
    blocks: tuple[str, ...]
    repechage: str
    finals: str
    kind: Literal["main-bracket"] = "main-bracket"


@dataclass(frozen=True, slots=True)
class BracketFinals:
    """準決勝, 3位決定戦, 決勝 of the main bracket, each in its round (0: not played)."""

    id: str
    name: str
    name_en: str
    rounds: Span
    main: str
    final_round: int
    semi_round: int = 0
    third_round: int = 0
    third_places: Span = (3, 4)
    kind: Literal["bracket-finals"] = "bracket-finals"


@dataclass(frozen=True, slots=True)
class Repechage:
    """敗者復活トーナメント: groups 1, 2, … by where a player lost ("A4": block A, round 4)."""

    id: str
    name: str
    name_en: str
    rounds: Span
    main: str
    groups: tuple[str, ...]
    beaten_to: str
    winners_to: str
    kind: Literal["repechage"] = "repechage"

    def group_of(self, position: str) -> str:
        """The number of the group for those who lost at this position."""
        return str(self.groups.index(position) + 1)


@dataclass(frozen=True, slots=True)
class Placing:
    """入賞決定戦 between the winners of the repechage groups."""

    id: str
    name: str
    name_en: str
    round: int
    repechage: str
    pairs: tuple[Span, ...]
    winner_places: Span
    loser_places: Span
    avoid_rematch: bool = False
    kind: Literal["placing"] = "placing"

    @property
    def rounds(self) -> Span:
        """The one round it is played in."""
        return (self.round, self.round)


Stage = Leagues | Pool | Knockout | TitleMatch | MainBracket | BracketFinals | Repechage | Placing
STAGE_KINDS: dict[str, type[Stage]] = {
    "main-bracket": MainBracket,
    "bracket-finals": BracketFinals,
    "repechage": Repechage,
    "placing": Placing,
    "leagues": Leagues,
    "pool": Pool,
    "knockout": Knockout,
    "title-match": TitleMatch,
}


@dataclass(frozen=True, slots=True)
class Order:
    """暫定順位決定方法: the criteria in order, larger is better in each; places decided by a match override them."""

    criteria: tuple[str, ...]
    decided_places: bool = False


@dataclass(frozen=True, slots=True)
class Final:
    """最終順位決定方法: the places of the listed stages, then criteria; who is equal in all of them shares a rank."""

    first: tuple[str, ...]
    criteria: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Title:
    """優勝, 準優勝: a title for a place."""

    title: str
    place: int


@dataclass(frozen=True, slots=True)
class Award:
    """段位認定: one line of the table; it fits a place, or a number of wins (at least)."""

    award: str
    reason: str
    reason_en: str = ""
    places: Span | None = None
    wins: int | None = None
    charged: bool = True
    prizes: tuple[str, ...] = ()
    replacements: bool = True  # whether players taken in from another division may have it


@dataclass(frozen=True, slots=True)
class Qualification:
    """王座戦出場: one line; it fits a place, or a number of wins (at least)."""

    target: str = field(metadata={"key": "for"})
    reason: str
    reason_en: str = ""
    places: Span | None = None
    wins: int | None = None


@dataclass(frozen=True, slots=True)
class Format:
    """A whole declaration; `id` is the name by which an event asks for it."""

    id: str
    title: str
    title_en: str
    game: Literal["othello"]
    lottery: Lottery
    stage: tuple[Stage, ...]
    order: Order
    final: Final
    summary: str = ""
    summary_en: str = ""
    time: str = ""
    time_en: str = ""
    sex: Sex | None = None  # a division for one sex only
    place_title: tuple[Title, ...] = ()
    award: tuple[Award, ...] = ()
    qualification: tuple[Qualification, ...] = ()

    @property
    def rounds(self) -> int:
        """The number of the last round."""
        return max(stage.rounds[1] for stage in self.stage)

    @property
    def counted_rounds(self) -> int:
        """The last round in which anything but finals is played; standings end with it."""
        finals = (Knockout, TitleMatch, BracketFinals)
        return max(stage.rounds[1] for stage in self.stage if not isinstance(stage, finals))

    def counts(self, label: str) -> bool:
        """Whether games of a stage count for wins: with leagues only theirs and the ranking league's, else all."""
        return not self.league_names or label in ("league", "ranking")

    @property
    def first_stage(self) -> Leagues | MainBracket:
        """The stage in which everybody starts."""
        return next(stage for stage in self.stage if isinstance(stage, Leagues | MainBracket))

    @property
    def leagues(self) -> Leagues:
        """The preliminary leagues, in a format that has them."""
        return next(stage for stage in self.stage if isinstance(stage, Leagues))

    @property
    def league_names(self) -> tuple[str, ...]:
        """The leagues' letters, none in a format without leagues."""
        return next((stage.leagues for stage in self.stage if isinstance(stage, Leagues)), ())

    def stage_of(self, stage_id: str) -> Stage:
        """The stage with this id."""
        return next(stage for stage in self.stage if stage.id == stage_id)
