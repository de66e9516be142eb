"""What a format file can declare: one model per table, one field per key. The engine reads these values only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from tourgen.formats import words

Whole = Annotated[int, Field(strict=True)]
Count = Annotated[int, Field(strict=True, ge=1)]
Komi = Annotated[float, Field(strict=True, allow_inf_nan=False)]
Points = Annotated[float, Field(ge=-100, le=100)]
Yes = Annotated[bool, Field(strict=True)]
Number = int | float  # as people read it
Sex = Literal["M", "F"]
Span = tuple[Count, Count]  # [1, 6] means 1 to 6

MOST_ENTRANTS = 100_000


def _in_order(span: Span) -> Span:
    if span[0] > span[1]:
        raise ValueError("range")
    return span


def _twice(value: Any) -> Any:
    return [value, value] if type(value) is int else value


def _alone(value: Any) -> Any:
    return [value] if isinstance(value, str | dict) else value


Range = Annotated[Span, AfterValidator(_in_order)]  # it begins with its smaller number
ONE_NUMBER = BeforeValidator(_twice)  # 6 means [6, 6]
ONE_OF_A_LIST = BeforeValidator(_alone)  # one thing is a list of it


class Table(BaseModel):
    """A table of a format file: unknown keys are errors, values don't change."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=False)


class Lottery(Table):
    """抽選: how everybody gets a lottery number; left out, it is the generator of three draws, numbers from 1."""

    method: Literal["linear-congruence", "desk", "bracket"] = "linear-congruence"
    modulus: Annotated[int, Field(strict=True, ge=2)] = 8_388_608
    multiplier: Count = 65_793
    increment: Count = 4_282_663
    draws: Count = 3
    draw_names: tuple[str, ...] = ()
    first_number: Annotated[int, Field(strict=True, ge=1, le=MOST_ENTRANTS)] = 1
    seeds: Literal["replace", "before-others", "none"] = "none"
    seed_numbers: Mapping[Sex, Span] = Field(default_factory=dict)
    seed_count: Mapping[Sex, Count] = Field(default_factory=dict)  # how many seeds there were, for rehearsals
    numbers: Span | None = None  # the numbers that can be drawn at the desk
    seed_places: tuple[Count, ...] = ()  # the bracket numbers that belong to the seeds, in listed order


class StartingPoints(Table):
    """McMahon: whoever is at or below the floor starts with 0 points, whoever is at or above the bar with the most."""

    floor: str
    bar: str


class Score(Table):
    """勝数の数え方: what each way to pass a round is worth, in wins."""

    win: Points = 1
    draw: Points | None = None
    draws: Yes | None = None  # whether a game may be drawn; by default if `draw` is given
    loss: Points = 0
    bye: Points | None = None  # by default as a win
    missed: Points = 0  # a round sat out
    bye_opponent: Points | Literal["own"] = 0.0
    bye_discs: tuple[Whole, Whole] = (32, 32)
    withdrawn: Literal["nothing", "loss"] = "nothing"
    round_weights: tuple[Whole, ...] = ()
    starting_points: StartingPoints | None = None

    @property
    def may_be_drawn(self) -> bool:
        """Whether a game may end in a draw."""
        return self.draw is not None if self.draws is None else self.draws

    @property
    def unit(self) -> int:
        """What a whole win counts inside: 2 where half points occur, so that every sum is an integer."""
        values = [self.win, self.loss, self.missed, self.win if self.bye is None else self.bye]
        values += [self.draw or 0] if self.may_be_drawn else []
        values += [] if self.bye_opponent == "own" else [self.bye_opponent]
        return 1 if all(float(value).is_integer() for value in values) else 2

    @property
    def in_points(self) -> bool:
        """Whether people speak of points: a win is not simply 1, or there are half points or starting points."""
        return self.win != 1 or self.unit > 1 or self.starting_points is not None

    def shown(self, value: int) -> Number:
        """A score as people read it: 7 halves are 3.5, 8 are 4."""
        whole, half = divmod(value, self.unit)
        return value / self.unit if half else whole


class Flow(Table):
    """`from`: who enters a stage."""

    who: words.Who
    stage: str | None = None
    count: Count | None = None
    sex: Sex | None = None
    places: Range | None = None
    at: tuple[str, ...] = ()

    @property
    def ranks(self) -> Span:
        """The ranks that `best` and `places` name."""
        return self.places or (1, self.count or 1)


class Sum(Table):
    """A sum of criteria, each taken so many times."""

    sum: tuple[str, ...]
    times: tuple[Whole, ...]


Criterion = str | Sum
Criteria = tuple[Criterion, ...]


class AnyStage(Table):
    """What every kind of stage can say."""

    id: str
    name: str
    name_en: str = ""
    short: str = ""  # what stands in 組 of a sheet, where the name is too long; {} is the group
    short_en: str = ""
    rounds: Annotated[Range | Literal["with-final"] | None, ONE_NUMBER] = None
    entered_from: Annotated[tuple[Flow, ...], ONE_OF_A_LIST] = Field(default=(), alias="from")
    entrants: Range | None = None
    order: Criteria | None = None
    carry: Yes = True
    held: Yes = True  # a later stage that is called off by a setting is not played
    best_of: Literal[1, 3, 5, 7, 9] = 1

    def named(self, language: str) -> str:
        """Its name."""
        return self.name if language == "ja" else self.name_en or self.name

    @property
    def span(self) -> Span | None:
        """The rounds, where they are given as numbers."""
        return self.rounds if isinstance(self.rounds, tuple) else None

    @property
    def length(self) -> int:
        """How many rounds are given; 0 where none are."""
        return self.span[1] - self.span[0] + 1 if self.span else 0

    @property
    def sources(self) -> tuple[str, ...]:
        """The stages that its players come from."""
        return tuple(flow.stage for flow in self.entered_from if flow.stage is not None)

    @property
    def paired_by_lot(self) -> bool:
        """Whether the smaller lot decides who meets whom."""
        return False

    @property
    def has_groups(self) -> bool:
        """Whether its players are dealt into several groups."""
        return False

    def block_of(self, number: int) -> str | None:
        """The block of a place of a tree over numbers, where it has several."""
        return None


class Grouped(AnyStage):
    """A stage whose players are dealt into groups."""

    groups: tuple[str, ...] = ()
    group_sizes: tuple[Count, ...] = ()
    deal: words.Deal = "in-turn"
    deal_by: Criteria = ()

    @property
    def has_groups(self) -> bool:
        """Whether there are several."""
        return len(self.groups) > 1 or bool(self.group_sizes)


class Pool(Grouped):
    """Groups whose players are paired afresh every round."""

    kind: Literal["pool"] = "pool"
    first_round: words.FirstRound = "as-later"
    even_up: tuple[str, ...] = ()  # "B>A": if both are odd, B's largest number moves to A
    pair_by: Criteria = ()  # by default the provisional order; the gaps are differences of the first
    avoid: tuple[words.Avoid, ...] = ("second-bye", "rematch", "score-gap")
    school: Annotated[tuple[words.School, ...], ONE_OF_A_LIST] = (
        "off",
    )  # by round, the last one from then on
    opponent: words.Opponent = "highest-possible"
    bye: words.Bye = "phantom"
    phantom: Whole = -1
    leave: tuple[str, ...] = ()
    qualified_rest: words.Rest = "nothing"

    @property
    def paired_by_lot(self) -> bool:
        """Where it stands in `pair_by`."""
        return "smaller-lot" in words_in(self.pair_by)

    def school_in(self, round_of_stage: int) -> words.School:
        """How players of one school are kept apart in the first, second … round of the stage."""
        return self.school[min(round_of_stage, len(self.school)) - 1]


class Bracket(AnyStage):
    """Trees that are fixed when they are entered."""

    kind: Literal["bracket"] = "bracket"
    seats: words.Seats | tuple[str, ...] = "in-order"
    seeds: Literal["roster"] | None = None
    size: Count | None = None
    blocks: tuple[str, ...] = ()
    avoid: tuple[Literal["rematch", "same-school", "same-group"], ...] = ()  # in its first round
    third: words.SharedOrPlayed = "shared"
    fifth: words.SharedOrPlayed = "shared"
    winner_places: Annotated[Span | None, ONE_NUMBER] = None
    loser_places: Annotated[Span | None, ONE_NUMBER] = None
    played_if: Literal["undecided"] | None = None

    def block_of(self, number: int) -> str | None:
        """Blocks have as many places each."""
        several = self.size is not None and len(self.blocks) > 1
        return self.blocks[(number - 1) * len(self.blocks) // (self.size or 1)] if several else None


class RoundRobin(Grouped):
    """Groups in which everybody meets everybody by a fixed schedule."""

    kind: Literal["round-robin"] = "round-robin"
    schedule: Literal["circle"] | tuple[tuple[str, ...], ...] = "circle"
    times: Literal[1, 2] = 1

    @property
    def paired_by_lot(self) -> bool:
        """The schedule is one of places, and places are dealt by lot."""
        return True


OneStage = Pool | Bracket | RoundRobin
Stage = Annotated[OneStage, Field(discriminator="kind")]


class Order(Table):
    """暫定順位決定方法: the criteria in order, larger is better in each."""

    criteria: Criteria
    counted: Literal["all"] | tuple[str, ...] | None = None
    by_group: Yes = False
    decided_places: Yes = False


class Final(Table):
    """最終順位決定方法: the places of the listed stages, then criteria; who is equal in all of them shares a rank."""

    first: tuple[str, ...] = ()
    criteria: Criteria | None = None


class PlaceTitle(Table):
    """優勝, 準優勝, 女子優勝: a title for a place, perhaps among one sex, perhaps by a match of its own."""

    title: str
    place: Count
    sex: Sex | None = None
    match: str | None = None


class Line(Table):
    """A line of a table that fits a place, or a number of wins (at least)."""

    reason: str
    reason_en: str = ""
    places: Span | None = None
    wins: Annotated[int, Field(strict=True, ge=0)] | None = None

    @model_validator(mode="after")
    def _one_of_both(self) -> Line:
        if (self.places is None) == (self.wins is None):
            raise ValueError("award-line")
        return self


class Award(Line):
    """段位認定: one line of the table of grades."""

    award: str
    charged: Yes = True
    prizes: tuple[str, ...] = ()
    replacements: Yes = True  # 「フリークラスから補充された選手を除く」 where this is false


class Qualification(Line):
    """王座戦出場: one line of who qualifies for what."""

    target: str = Field(alias="for")


class TimeControl(Table):
    """持ち時間 of some games, where it differs from the format's own."""

    games: tuple[str, ...]  # the stages, as in results.json
    time: str
    time_en: str = ""


HANDICAP_KOMI = 0.5


class Handicap(Table):
    """手合: stones by the difference of grades."""

    by: Literal["grade"]
    less: Whole = 0
    most: Count = 9
    komi: Komi = 6.5  # of an even game; with a handicap 0.5


class Quote(Table):
    """A sentence of the rule sheet and its translation; {number}, {mark} and {k} stand for those of a criterion."""

    ja: str
    en: str = ""

    def filled(self, **values: object) -> dict[str, str]:
        """The sentence in both languages."""
        found = {"ja": self.ja, "en": self.en or self.ja}
        for name, value in values.items():
            found = {language: text.replace(f"{{{name}}}", str(value)) for language, text in found.items()}
        return found


class Format(Table):
    """A whole declaration; `id` is the name by which an event asks for it."""

    id: str
    title: str
    title_en: str = ""
    game: Literal["othello", "shogi", "go"]
    summary: str = ""
    summary_en: str = ""
    time: str = ""
    time_en: str = ""
    sex: Sex | None = None  # a division for one sex only
    boards: tuple[str, ...] = ()  # teams: the names of the boards
    boards_en: tuple[str, ...] = ()
    komi: Komi = 0.0
    colours: Literal["even", "nigiri"] = "even"
    lottery: Lottery = Lottery()
    score: Score = Score()
    handicap: Handicap | None = None
    stage: tuple[Stage, ...]
    order: Order
    final: Final = Final()
    place_title: tuple[PlaceTitle, ...] = ()
    award: tuple[Award, ...] = ()
    qualification: tuple[Qualification, ...] = ()
    time_control: tuple[TimeControl, ...] = ()
    quotes: Mapping[str, Quote] = Field(default_factory=dict)  # by the word or rule it says

    def stage_of(self, stage_id: str) -> OneStage:
        """The stage with this id."""
        return next(stage for stage in self.stage if stage.id == stage_id)

    def source_of(self, flow: Flow) -> OneStage | None:
        """The stage that a flow comes from, None where there is none of this id."""
        return next((stage for stage in self.stage if stage.id == flow.stage), None)

    @property
    def flows(self) -> list[tuple[OneStage, Flow]]:
        """Every `from`, with the stage that it leads into."""
        return [(stage, flow) for stage in self.stage for flow in stage.entered_from]

    @property
    def first_stages(self) -> tuple[OneStage, ...]:
        """The stages that everybody enters: one, or one of several by the number of entrants."""
        return tuple(stage for stage in self.stage if not stage.entered_from)

    @property
    def first_stage(self) -> OneStage:
        """The stage in which everybody starts, in a format fitted to its entrants."""
        return self.first_stages[0]

    @property
    def counted(self) -> frozenset[str]:
        """The stages whose games count for wins: by default every pool and round robin, no bracket."""
        named = self.order.counted
        if named == "all":
            return frozenset(stage.id for stage in self.stage)
        if named is None:
            return frozenset(stage.id for stage in self.stage if not isinstance(stage, Bracket))
        return frozenset(named)

    @property
    def final_criteria(self) -> Criteria:
        """The criteria of everybody whose place no match decides."""
        return self.order.criteria if self.final.criteria is None else self.final.criteria

    @property
    def titled_tree(self) -> str | None:
        """The tree of `[final] first` whose last four are called semi, third and final in results.json."""
        trees = (self.stage_of(name) for name in self.final.first)
        found = (one.id for one in trees if isinstance(one, Bracket) and one.winner_places is None)
        return next(found, None)

    def stage_of_label(self, label: str) -> str | None:
        """The id of the stage that a game of results.json belongs to."""
        if any(stage.id == label for stage in self.stage):
            return label
        return self.titled_tree if label in ("semi", "third", "final") else None

    def needs_winner(self, label: str) -> bool:
        """Whether somebody must win a game: where the loser is out, nobody would go on."""
        stage_id = self.stage_of_label(label)
        return stage_id is not None and isinstance(self.stage_of(stage_id), Bracket)

    def best_of(self, label: str) -> int:
        """How many games a match has at most."""
        stage_id = self.stage_of_label(label)
        return self.stage_of(stage_id).best_of if stage_id is not None else 1

    @property
    def heeds_barred(self) -> bool:
        """Whether 組合せ禁止 is looked at when a round is paired."""
        pools = [stage for stage in self.stage if isinstance(stage, Pool)]
        return any({"forbidden", "discouraged"} & set(pool.avoid) for pool in pools)

    @property
    def asked_groups(self) -> tuple[str, ...]:
        """The groups for whose winner the organiser may be asked."""
        pools = [stage for stage in self.stage if isinstance(stage, Pool) and "sole-unbeaten" in stage.leave]
        return tuple(group for pool in pools for group in pool.groups)

    @property
    def trees_of_qualified(self) -> frozenset[str]:
        """The trees that take whoever qualified from a pool."""
        trees = ((stage, flow) for stage, flow in self.flows if isinstance(stage, Bracket))
        return frozenset(stage.id for stage, flow in trees if flow.who == "sole-unbeaten")

    @property
    def open_rounds(self) -> Span | None:
        """The rounds for which somebody may come late: those of a first stage that nobody leaves while it lasts."""
        first = self.first_stage
        return first.span if isinstance(first, Pool) and not first.leave else None

    @property
    def rounds_given(self) -> int | None:
        """The last round, where the declaration says when every stage is played."""
        spans = [stage.span for stage in self.stage]
        return max(span[1] for span in spans if span) if all(spans) else None

    def time_of(self, label: str, language: str) -> str:
        """持ち時間 of the games of a stage."""
        own: TimeControl | Format = next((one for one in self.time_control if label in one.games), self)
        return own.time if language == "ja" else own.time_en or own.time


def words_in(criteria: Criteria) -> list[str]:
    """Every criterion that a list names, those inside sums included."""
    return [name for one in criteria for name in (one.sum if isinstance(one, Sum) else (one,))]
