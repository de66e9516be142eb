"""What a format file can declare: lottery, stages, order, final rank, titles, awards.

One dataclass per table of the TOML file, one field per key. The rules read these values; nothing asks which
file they came from.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import cached_property
from typing import Literal

from tourgen.dataclass import dataclass
from tourgen.model import Sex

Span = tuple[int, int]  # first and last, both included
OpponentChoice = Literal["lowest-possible", "highest-possible"]
ByeChoice = Literal["inside-optimum", "fewest-wins-top-ranked"]
SchoolRule = Literal["strict", "soft", "off"]

MOST_ENTRANTS = 100_000

# 暫定順位 3-8: any number of "top-bottom-k" may be listed, so the closed set is written out to a generous k.
CRITERIA: tuple[str, ...] = (
    "wins",
    "wins-before-latest",
    *(f"top-bottom-{k}" for k in range(1, 13)),
    "lottery-number",
    "previous-order",
    "opponents-wins",
    "beaten-wins",
    "median-wins",
    "direct-encounter",
    "board-wins",
    "cumulative-wins",
    "smaller-lot",
    "points",
    "opponents-points",
    "beaten-points",
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


@dataclass(frozen=True, slots=True)
class Swiss:
    """スイス式トーナメント: everybody (of a block) is paired in one pool every round (section 8)."""

    id: str
    name: str
    name_en: str
    rounds: Span
    blocks: tuple[str, ...] = ("A",)
    school: tuple[SchoolRule, ...] = field(default=("off",), metadata={"one_or_more": True})
    """By round, the last one from then on: whether players of one school are kept apart before or after the gaps."""
    entrants: Span = (2, MOST_ENTRANTS)
    """It is played with so many entrants; with others the format must have another first stage."""
    kind: Literal["swiss"] = "swiss"

    def school_in(self, round_no: int) -> SchoolRule:
        """How players of one school are kept apart in this round."""
        return self.school[min(round_no - self.rounds[0], len(self.school) - 1)]


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """総当たり戦: everybody meets everybody, by the circle method over the lots."""

    id: str
    name: str
    name_en: str
    entrants: Span
    """It is played with so many entrants."""
    rounds: Span = field(default=(1, 1), metadata={"derived": True})
    """As many as the entrants make it: set when they are known."""
    kind: Literal["round-robin"] = "round-robin"

    @property
    def blocks(self) -> tuple[str, ...]:
        """Everybody is in one."""
        return ("A",)


@dataclass(frozen=True, slots=True)
class SeededKnockout:
    """決勝トーナメント of the best `cut` of each block, or of all unbeaten (全勝者), placed by preliminary rank."""

    id: str
    name: str
    name_en: str
    after: str
    """The stage whose rank it is seeded from; it begins in the round after."""
    third: Literal["shared", "played"]
    cut: int = 0
    """The best of each block; 0: all unbeaten entrants, if there are several."""
    rounds: Span = field(default=(1, 1), metadata={"derived": True})
    """Follows from the stage before and the number of entrants."""
    kind: Literal["seeded-knockout"] = "seeded-knockout"


Stage = (
    Leagues
    | Pool
    | Knockout
    | TitleMatch
    | MainBracket
    | BracketFinals
    | Repechage
    | Placing
    | Swiss
    | RoundRobin
    | SeededKnockout
)
FirstStage = Leagues | MainBracket | Swiss | RoundRobin
STAGE_KINDS: dict[str, type[Stage]] = {
    "swiss": Swiss,
    "round-robin": RoundRobin,
    "seeded-knockout": SeededKnockout,
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
class TimeControl:
    """持ち時間 of some games, where it differs from the format's own."""

    games: tuple[str, ...]
    """The stages, as in results.json."""
    time: str
    time_en: str


@dataclass(frozen=True)
class Format:
    """A whole declaration; `id` is the name by which an event asks for it."""

    id: str
    title: str
    title_en: str
    game: Literal["othello", "shogi", "go"]
    lottery: Lottery
    stage: tuple[Stage, ...]
    order: Order
    final: Final
    summary: str = ""
    summary_en: str = ""
    time: str = ""
    time_en: str = ""
    time_control: tuple[TimeControl, ...] = ()
    sex: Sex | None = None  # a division for one sex only
    boards: tuple[str, ...] = ()  # teams: the names of the boards; none where single players enter
    boards_en: tuple[str, ...] = ()
    komi: float = 0.0  # Go: コミ
    place_title: tuple[Title, ...] = ()
    award: tuple[Award, ...] = ()
    qualification: tuple[Qualification, ...] = ()

    @cached_property
    def rounds(self) -> int:
        """The number of the last round."""
        return max(stage.rounds[1] for stage in self.stage)

    @cached_property
    def counted_rounds(self) -> int:
        """The last round in which anything but finals is played; standings end with it."""
        finals = (Knockout, TitleMatch, BracketFinals, SeededKnockout)
        return max(stage.rounds[1] for stage in self.stage if not isinstance(stage, finals))

    def counts(self, label: str) -> bool:
        """Whether games of a stage count for wins: with leagues or Swiss those of the preliminaries, else all."""
        if isinstance(self.first_stage, MainBracket):
            return True
        return label in ("league", "ranking", "swiss", "round-robin")

    @cached_property
    def first_stage(self) -> FirstStage:
        """The stage in which everybody starts."""
        return next(stage for stage in self.stage if isinstance(stage, FirstStage))

    @cached_property
    def swiss(self) -> Swiss | RoundRobin | None:
        """The preliminaries of section 8, in a format that has them."""
        first = self.first_stage
        return first if isinstance(first, Swiss | RoundRobin) else None

    @cached_property
    def in_points(self) -> bool:
        """Whether wins are counted in points, a draw as half of one (section 9)."""
        return "points" in self.order.criteria

    def time_of(self, label: str, language: str) -> str:
        """持ち時間 of the games of a stage."""
        own = next((one for one in self.time_control if label in one.games), None)
        if own is not None:
            return own.time if language == "ja" else own.time_en
        return self.time if language == "ja" else self.time_en

    @cached_property
    def leagues(self) -> Leagues:
        """The preliminary leagues, in a format that has them."""
        return next(stage for stage in self.stage if isinstance(stage, Leagues))

    @cached_property
    def league_names(self) -> tuple[str, ...]:
        """The leagues' letters, none in a format without leagues."""
        return next((stage.leagues for stage in self.stage if isinstance(stage, Leagues)), ())

    def stage_of(self, stage_id: str) -> Stage:
        """The stage with this id."""
        return next(stage for stage in self.stage if stage.id == stage_id)
