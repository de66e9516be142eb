"""Small builders, so that a test reads beside the rule it is about.

Games are written as results: "1>2" 1 beat 2 · "3>>4" 4 forfeited · "5=6" double loss · "7-" bye · "8:9" not played yet.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import NamedTuple

from tourgen.engine.model import Entrant, Game, Round
from tourgen.engine.progress import advance, plan, start
from tourgen.engine.record import Line, Outcome, Record, game_lines
from tourgen.engine.situation import Departure, Seat, Situation
from tourgen.formats import Format, read_format, shipped_text
from tourgen.model import Sex

FREE, TWO, FOUR = "othello-free", "othello-2-league", "othello-4-league"
OPEN64, WOMEN32 = "othello-new-64", "othello-new-32"


@cache
def declared(format_id: str) -> Format:
    """A shipped format."""
    read, problems = read_format(shipped_text(format_id), format_id)
    assert read is not None, problems
    return read


def changed(format_id: str, *changes: tuple[str, str], **settings: object) -> Format:
    """A copy of a shipped format with some of its words changed, and with an event's settings."""
    text = shipped_text(format_id)
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    read, problems = read_format(text, format_id, settings)
    assert read is not None, problems
    return read


def game(text: str, stage: str = "league", group: str | None = "A") -> Game:
    """One game from its short form."""
    match = re.fullmatch(r"(\d+)(>>|>|=|-|:)(\d*)", text)
    assert match, text
    first, sign, second = int(match[1]), match[2], int(match[3]) if match[3] else None
    plain = Game(None, stage, group, (first, second))
    match sign:
        case "-":
            return replace(plain, kind="bye", winner=first, rated=False)
        case ">":
            return replace(plain, winner=first)
        case ">>":
            return replace(plain, kind="forfeit", winner=first, rated=False)
        case "=":
            return replace(plain, kind="double-loss", rated=False)
    return plain


def games(text: str, stage: str = "league", group: str | None = "A") -> list[Game]:
    """The games of one pool; "final: 1>2 third: 3>4" changes the stage on the way."""
    found = []
    for word in text.split():
        if word.endswith(":") and not word[0].isdigit():
            stage, group = word[:-1], None
        else:
            found.append(game(word, stage, group))
    return found


def pairs(found: Iterable[Game]) -> list[str]:
    """Games as "1:2", byes as "3-"."""
    return [f"{g.players[0]}-" if g.players[1] is None else f"{g.players[0]}:{g.players[1]}" for g in found]


def entrants(
    numbers: Iterable[int],
    women: Iterable[int] = (),
    withdrawn: Mapping[int, int] | None = None,
    paired_until: Mapping[int, int] | None = None,
    sex: Mapping[int, Sex] | None = None,
) -> dict[int, Entrant]:
    """Players whose lottery number is their roster number; `withdrawn`: player → last round played."""
    gone, until, female = withdrawn or {}, paired_until or {}, set(women)
    return {
        no: Entrant(
            no,
            no,
            "F" if no in female else (sex or {}).get(no, "M"),
            gone.get(no),
            until.get(no, gone.get(no)),
        )
        for no in numbers
    }


def record(
    *rounds: str,
    players: int = 0,
    numbers: Mapping[int, int] | None = None,
    withdrawn: Mapping[int, int] | None = None,
) -> Record:
    """What these rounds of league games give, as 003 counts them."""
    named = {int(no) for text in rounds for no in re.findall(r"\d+", text)}
    there = entrants(sorted(named | set(range(1, players + 1))), withdrawn=withdrawn)
    there = {no: replace(one, number=(numbers or {}).get(no, no)) for no, one in there.items()}
    lines: dict[int, tuple[Line, ...]] = dict.fromkeys(there, ())
    for number, text in enumerate(rounds, 1):
        for one in games(text):
            for no, line in game_lines(one, number, "league"):
                lines[no] = (*lines[no], line)
    return Record(declared(FOUR).score, there, lines, tuple(range(1, len(rounds) + 1)))


class Qualifier(NamedTuple):
    """勝ち抜け: the league, who came through, after which round, and whether the organiser had to say so."""

    league: str
    no: int
    after: int
    confirmed: bool = False


class Asked(NamedTuple):
    """A league without a sole unbeaten player: who is proposed, after which round."""

    league: str
    proposed: int
    after: int


@dataclass
class Day:
    """A division played round by round. Players 1 … n have their number as lottery number too."""

    format_id: str
    count: int
    women: Iterable[int] = ()
    withdrawn: Mapping[int, int] = field(default_factory=dict)
    paired_until: Mapping[int, int] = field(default_factory=dict)
    confirmations: Mapping[str, int] = field(default_factory=dict)
    numbers: Iterable[int] = ()
    form: Format | None = None  # instead of the shipped format

    def __post_init__(self) -> None:
        there = entrants(
            self.numbers or range(1, self.count + 1), self.women, self.withdrawn, self.paired_until
        )
        self.now: Situation = start(self.form or declared(self.format_id), there, self.confirmations)

    @property
    def plan(self) -> tuple[Game, ...]:
        """The next round by the rules."""
        return plan(self.now)

    def pool(self, group: str | None) -> list[str]:
        """The pairs of one league of the next round (None: of the ranking league)."""
        stage = "league" if group else "ranking"
        return pairs(g for g in self.plan if g.stage == stage and g.group == group)

    def stage(self, stage: str, group: str | None = None) -> list[str]:
        """The games of one stage (and block or group) of the next round."""
        return pairs(g for g in self.plan if g.stage == stage and group in (None, g.group))

    def smaller_wins(self, *but: int, forfeits: Iterable[int] = ()) -> "Day":
        """Plays the next round: the smaller number wins, `but` these players win their games."""
        sides = [tuple(no for no in g.players if no is not None) for g in self.plan]
        winners = [next((no for no in but if no in pair), min(pair)) for pair in sides]
        return self.play(*winners, forfeits=forfeits)

    def rounds(self, count: int) -> "Day":
        """Plays so many rounds in which the smaller number wins."""
        for _ in range(count):
            self.smaller_wins()
        return self

    def order(self) -> list[int]:
        """Everybody in the order after the latest round."""
        return [row.no for row in self.now.rows]

    def league(self, group: str) -> set[int]:
        """Who is still in a league."""
        return set(self.now.members("league", group))

    @property
    def ranking(self) -> set[int]:
        """Who is in the ranking league."""
        return set(self.now.members("ranking", None))

    @property
    def qualifiers(self) -> tuple[Qualifier, ...]:
        """Who has come through from which league."""
        through = [one for one in self.now.departures if one.left_as == "sole-unbeaten"]
        return tuple(Qualifier(one.group or "", one.no, one.after, one.confirmed) for one in through)

    @property
    def qualified(self) -> dict[str, int]:
        """League → who has come through."""
        return {one.league: one.no for one in self.qualifiers}

    @property
    def asked(self) -> tuple[Asked, ...]:
        """What the organiser has to confirm."""
        return tuple(Asked(one.group, one.proposed, one.after) for one in self.now.questions)

    def play(self, *winners: int, forfeits: Iterable[int] = (), both: Iterable[int] = ()) -> "Day":
        """Plays the next round: these win, else the first of the pair; `both`: that player's game is a double loss."""
        won, lost, nobody = set(winners), set(forfeits), set(both)
        return self.take(_played(g, won, lost, nobody) for g in self.plan)

    def by_hand(self, text: str, group: str) -> "Day":
        """One league's games as the organiser made them; everywhere else the first of each pair wins."""
        others = [_played(g, set(), set(), set()) for g in self.plan if g.group != group]
        return self.take([*games(text, group=group), *others], by_hand=True)

    def take(self, played: Iterable[Game], by_hand: bool = False) -> "Day":
        """Takes in a round as it was played."""
        self.now = advance(self.now, Round(self.now.after + 1, tuple(played), by_hand))
        return self


def _played(one: Game, won: set[int], lost: set[int], nobody: set[int]) -> Game:
    sides = {no for no in one.players if no is not None}
    if one.entered:
        return one
    if sides & nobody:
        return replace(one, kind="double-loss", rated=False)
    if sides & lost:
        return replace(one, kind="forfeit", winner=min(sides - lost), rated=False)
    assert len(sides & won) <= 1, one
    return replace(one, winner=min(sides & won, default=one.players[0]))


def results(**lines: str) -> dict[int, tuple[Line, ...]]:
    """Records without opponents: p7="WWL" is player 7, who won twice and lost once."""
    outcomes: dict[str, Outcome] = {"W": "win", "L": "loss"}
    return {
        int(name[1:]): tuple(
            Line(number, "ranking", outcomes[letter]) for number, letter in enumerate(text, 1)
        )
        for name, text in lines.items()
    }


def finals(
    format_id: str,
    qualified: Mapping[str, int],
    *rounds: str,
    others: Iterable[int] = (),
    women: Iterable[int] = (),
    withdrawn: Mapping[int, int] | None = None,
    paired_until: Mapping[int, int] | None = None,
    lines: Mapping[int, tuple[Line, ...]] | None = None,
) -> Situation:
    """The situation after the preliminary rounds, with the finals played so far.

    Without `lines` nobody has a game, so that the provisional order is the lottery number, larger ahead.
    """
    form = declared(format_id)
    span = form.stage_of("knockout").span
    assert span is not None
    there = entrants(sorted({*qualified.values(), *others}), women, withdrawn, paired_until)
    first = start(form, there)
    seats = {no: Seat("ranking") for no in there}
    now = replace(
        first,
        seats=seats | {no: Seat("knockout", league) for league, no in qualified.items()},
        departures=tuple(
            Departure(no, "league", league, "sole-unbeaten", span[0] - 2) for league, no in qualified.items()
        ),
        everything=replace(first.everything, lines={no: (lines or {}).get(no, ()) for no in there}),
    )
    for number in range(1, span[0] - 1):
        now = replace(now, rounds=(*now.rounds, Round(number, ())), before=now)
    for number, text in enumerate(("", *rounds), span[0] - 1):
        now = advance(now, Round(number, tuple(games(text))))
    return now
