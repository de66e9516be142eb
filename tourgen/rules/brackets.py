"""決勝トーナメント: who meets whom, who goes on, and the places the games decide (section 5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tourgen.dataclass import dataclass, replace
from tourgen.formats.declaration import Knockout, SeededKnockout
from tourgen.model import Game
from tourgen.rules.record import Entrant
from tourgen.rules.situation import Situation, settle_withdrawals

Sides = tuple[int | None, int | None]
# knockout: before the last four; playoff: so do teams
LABELS = ("final", "third", "semi", "knockout", "playoff")


@dataclass(frozen=True, slots=True)
class Match:
    """One match of the tree; None is an empty place. `decided` once its round is over."""

    round: int
    label: str  # final, third, semi, knockout (before the last four)
    sides: Sides
    winner: int | None = None
    decided: bool = False
    group: str | None = None  # before the last four of a seeded knockout: the match's number from the top

    @property
    def players(self) -> tuple[int, ...]:
        """Who is in it."""
        return tuple(no for no in self.sides if no is not None)

    @property
    def losers(self) -> tuple[int, ...]:
        """Who lost it: nobody before it is decided, both if nobody won."""
        return tuple(no for no in self.players if no != self.winner) if self.decided else ()


@dataclass(frozen=True, slots=True)
class Bracket:
    """The tree as far as it is known: one level per round, and the third-place match where there is one."""

    levels: tuple[tuple[Match, ...], ...]
    third: Match | None
    shared_third: bool
    sole: int | None = None  # the only entrant, who needs no match for the first place

    @property
    def matches(self) -> tuple[Match, ...]:
        """Every match, the final first, then the third-place match, then earlier rounds."""
        if not self.levels:
            return ()
        third = (self.third,) if self.third else ()
        later_first = [match for level in reversed(self.levels) for match in level]
        return (later_first[0], *third, *later_first[1:])

    def places(self) -> dict[int, int]:
        """The place of everyone whose last match is decided (decision F1: vacant places stay vacant)."""
        if not self.levels:
            return {self.sole: 1} if self.sole is not None else {}
        places: dict[int, int] = {}
        for level in self.levels[:-1]:
            place = len(level) + 1  # losers of the semi-finals are 3rd, of four matches 5th
            places.update({no: place for match in level for no in match.losers})
        if self.third is not None and self.third.decided:
            both = [no for match in (*self.levels[-2], self.third) for no in match.losers]
            places.update(dict.fromkeys(both, 4))
            if self.third.winner is not None:
                places[self.third.winner] = 3
        # The final last: it counts as played, even if a semi-final was corrected since.
        final = self.levels[-1][0]
        places.update(dict.fromkeys(final.losers, 2))
        if final.winner is not None:
            places[final.winner] = 1
        return places


def bracket_of(stage: Knockout | SeededKnockout, situation: Situation) -> Bracket:
    """The tree after the rounds played so far."""
    sides = first_sides(stage, situation)
    if len(sides) < 2:
        return Bracket((), None, stage.third == "shared", sides[0] if sides else None)
    early = "playoff" if situation.declared.boards else "knockout"
    levels: list[tuple[Match, ...]] = []
    for round_no in range(stage.rounds[0], stage.rounds[1] + 1):
        label = _label(len(sides), early)
        games = _games(situation, round_no, label)
        if games is not None:
            sides = _as_played(sides, games)
        pairs = list(zip(sides[::2], sides[1::2], strict=True))
        level = tuple(_match(round_no, label, pair, games) for pair in pairs)
        if label == early and isinstance(stage, SeededKnockout):
            level = tuple(replace(match, group=str(at)) for at, match in enumerate(level, 1))
        levels.append(level)
        sides = [match.winner for match in level]
    return Bracket(tuple(levels), _third(stage, levels, situation), stage.third == "shared")


def first_sides(stage: Knockout | SeededKnockout, situation: Situation) -> list[int | None]:
    """The entrants in bracket order; None is an empty place."""
    if isinstance(stage, SeededKnockout):
        return list(situation.drawn)
    qualified = situation.qualified
    return [qualified.get(league) for league in stage.entrants]


def _label(sides: int, early: str) -> str:
    return {2: "final", 4: "semi"}.get(sides, early)


def _games(situation: Situation, round_no: int, label: str) -> list[Game] | None:
    """The games of a round that is over; None while it isn't."""
    if round_no > situation.after:
        return None
    return [game for game in situation.rounds[round_no - 1].games if game.stage == label]


def _as_played(sides: list[int | None], games: Sequence[Game]) -> list[int | None]:
    """The places as the games really used them: a round paired by hand is used as it stands."""
    if all(_adjacent(sides, game) for game in games):
        return sides
    played = [no for game in games for no in game.players]
    rest = [no for no in sides if no is not None and no not in played]
    filled: list[int | None] = [*played, *rest]
    return (filled + [None] * len(sides))[: len(sides)]


def _adjacent(sides: Sequence[int | None], game: Game) -> bool:
    pairs = [{first, second} for first, second in zip(sides[::2], sides[1::2], strict=True)]
    return set(game.players) in pairs


def _match(round_no: int, label: str, sides: Sides, games: Sequence[Game] | None) -> Match:
    if games is None:
        return Match(round_no, label, sides)
    winner = next((game.winner for game in games if set(game.players) == set(sides)), None)
    return Match(round_no, label, sides, winner, decided=True)


def _third(
    stage: Knockout | SeededKnockout, levels: Sequence[Sequence[Match]], situation: Situation
) -> Match | None:
    """3位決定戦 between the losers of the semi-finals; a semi-final lost by both leaves its place empty."""
    if stage.third != "played" or len(levels) < 2:
        return None
    losers = [match.losers[0] if len(match.losers) == 1 else None for match in levels[-2]]
    games = _games(situation, stage.rounds[1], "third")
    sides = games[0].players if games else (losers[0], losers[1])
    return _match(stage.rounds[1], "third", sides, games)


def games(stage: Knockout | SeededKnockout, situation: Situation) -> list[Game]:
    """The matches of the next round (walkovers included)."""
    round_no = situation.after + 1
    matches = [match for match in bracket_of(stage, situation).matches if match.round == round_no]
    return [game for match in matches for game in match_game(match, situation.entrants)]


def match_game(match: Match, entrants: Mapping[int, Entrant]) -> list[Game]:
    """A match as a game: a bye beside an empty place; none if nobody is there to walk over."""
    players = match.players
    if not players:
        return []
    if len(players) == 1:
        if entrants[players[0]].withdrawn(match.round):
            return []
        return [Game(None, match.label, match.group, (players[0], None), "bye", players[0], rated=False)]
    game = Game(None, match.label, match.group, (players[0], players[1]))
    return [settle_withdrawals(game, entrants, match.round)]
