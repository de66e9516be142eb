"""Random whole tournaments, for rehearsals and for proof: run k depends only on (seed, k, options)."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from tourgen.event import Division
from tourgen.formats import Format
from tourgen.formats.declaration import MainBracket
from tourgen.model import Game, Player, Round
from tourgen.officiate import KNOCKOUT_STAGES
from tourgen.rules import leagues
from tourgen.rules.lottery import draw_numbers, draws_at_desk
from tourgen.rules.progress import advance, plan, start
from tourgen.rules.record import Entrant
from tourgen.rules.situation import Situation, settle_withdrawals
from tourgen.tournament import Tournament

WOMEN = 0.3
DOUBLE_LOSSES = 0.1  # of the forfeits
EXCHANGED_ACROSS_GROUPS = (
    "main",
    "repechage",
    "placing",
)  # where organisers may mix blocks and groups by hand


class FieldError(ValueError):
    """A number of players the format can't take."""


@dataclass(frozen=True, slots=True)
class Chances:
    """What goes wrong on the day, as probabilities."""

    absent: float = 0.0  # per player, before round 1
    withdraw: float = 0.0  # per player, after each round
    forfeit: float = 0.0  # per game; a tenth of them double losses, never in a knockout
    # The rest is for the proof only: what organisers and players do besides.
    no_show: float = 0.0  # per player: withdrawn after the leagues were dealt
    leave_after_pairing: float = 0.0  # per player and round: withdrawn after the sheet was made
    by_hand: float = 0.0  # per round: two pairs of one pool exchanged by hand


@dataclass
class Rehearsal:
    """One division being played by chance."""

    division: Division
    players: dict[int, Player]
    rng: random.Random
    chances: Chances = Chances()
    situations: list[Situation] = field(default_factory=list)
    rounds: list[Round] = field(default_factory=list)
    planned: dict[int, tuple[Game, ...]] = field(default_factory=dict)

    def run(self) -> Tournament:
        """Plays the division to its end."""
        draw = draw_numbers(self.division.declared.lottery, self.division.draws, self.players.values())
        entrants = {no: Entrant(no, draw.numbers[no], p.sex) for no, p in self.players.items() if p.here}
        situation = start(self.division.declared, entrants, {})
        situation = self._gone(situation, self.chances.no_show, entrants, 0, 0)
        self.situations.append(situation)
        while situation.after < self.division.declared.rounds:
            situation = self._round(situation)
            situation = self._confirm(situation)
            self.situations.append(situation)
        qualified = {one.league: one.no for one in situation.qualifiers if one.confirmed}
        division = replace(self.division, qualified=qualified)
        players = {no: self._as_withdrawn(player, situation) for no, player in self.players.items()}
        return Tournament(division, players, draw, tuple(self.situations), tuple(self.rounds), self.planned)

    def _as_withdrawn(self, player: Player, situation: Situation) -> Player:
        entrant = situation.entrants.get(player.no)
        return replace(player, withdrawn_after=entrant.withdrawn_after) if entrant else player

    def _round(self, situation: Situation) -> Situation:
        number = situation.after + 1
        self.planned[number] = plan(situation)
        games = list(self.planned[number])
        by_hand = self.rng.random() < self.chances.by_hand and self._exchange(games)
        situation = self._leave_after_pairing(situation, games)
        games = [settle_withdrawals(game, situation.entrants, number) for game in games]
        games = [game for game in games if not self._bye_of_withdrawn(game, situation, number)]
        if by_hand or situation.entrants is not self.situations[-1].entrants:
            # Who left after the pairing changes what the rules would pair now; the sheet stands.
            again = plan(situation)
            by_hand = _pairs(again) != _pairs(games)
            self.planned[number] = again
        played = Round(number, tuple(self._result(game) for game in games), by_hand)
        self.rounds.append(played)
        # Who withdraws after the round is gone when the leagues are looked at.
        gone = self._gone(situation, self.chances.withdraw, situation.entrants, number, number)
        return advance(gone, played)

    def _bye_of_withdrawn(self, game: Game, situation: Situation, number: int) -> bool:
        return game.players[1] is None and situation.entrants[game.players[0]].withdrawn(number)

    def _exchange(self, games: list[Game]) -> bool:
        """The organiser exchanges the second players of two games of one pool, or of one stage of a bracket."""
        pools: dict[tuple[str, str | None], list[int]] = {}
        for index, game in enumerate(games):
            if game.kind == "played" and game.stage in EXCHANGED_ACROSS_GROUPS:
                pools.setdefault((game.stage, None), []).append(index)
            elif game.kind == "played" and game.stage not in KNOCKOUT_STAGES:
                pools.setdefault((game.stage, game.group), []).append(index)
        choices = [indexes for indexes in pools.values() if len(indexes) >= 2]
        if not choices:
            return False
        first, second = self.rng.sample(self.rng.choice(choices), 2)
        one, other = games[first], games[second]
        games[first] = replace(one, players=(one.players[0], other.players[1]))
        games[second] = replace(other, players=(other.players[0], one.players[1]))
        return True

    def _result(self, game: Game) -> Game:
        if game.entered:
            return game
        first, second = game.players
        assert second is not None
        winner = first if self.rng.random() < 0.5 else second
        if self.rng.random() < self.chances.forfeit:
            if game.stage not in KNOCKOUT_STAGES and self.rng.random() < DOUBLE_LOSSES:
                return replace(game, kind="double-loss", rated=False)
            return replace(game, kind="forfeit", winner=winner, rated=False)
        more = self.rng.randint(33, 62)
        discs = (more, 64 - more) if winner == first else (64 - more, more)
        return replace(game, winner=winner, discs=discs)

    def _confirm(self, situation: Situation) -> Situation:
        """What the rules leave to the organiser is confirmed as proposed."""
        if not situation.awaiting:
            return situation
        before = self.situations[-1]
        chosen = {**situation.confirmations, **{one.league: one.proposed for one in situation.awaiting}}
        return advance(replace(before, confirmations=chosen, entrants=situation.entrants), self.rounds[-1])

    def _leave_after_pairing(self, situation: Situation, games: Sequence[Game]) -> Situation:
        number = situation.after + 1
        paired = [
            no for game in games if game.players[1] is not None for no in game.players if no is not None
        ]
        return self._gone(
            situation, self.chances.leave_after_pairing, sorted(paired), situation.after, number
        )

    def _gone(
        self, situation: Situation, chance: float, candidates: Sequence[int] | Mapping[int, Entrant],
        after: int, paired_until: int,
    ) -> Situation:  # fmt: skip
        if not chance:
            return situation
        gone = {
            no: replace(situation.entrants[no], withdrawn_after=after, paired_until=paired_until)
            for no in candidates
            if situation.entrants[no].withdrawn_after is None and self.rng.random() < chance
        }
        return replace(situation, entrants={**situation.entrants, **gone}) if gone else situation


def _pairs(games: Sequence[Game]) -> set[tuple[str, str | None, frozenset[int | None]]]:
    return {(game.stage, game.group, frozenset(game.players)) for game in games}


def generator(seed: int, run: int) -> random.Random:
    """The run's own source of chance, the same on every machine."""
    return random.Random(f"tourgen {seed} {run}")


def random_field(declared: Format, count: int, rng: random.Random, absent: float) -> dict[int, Player]:
    """A roster of `count` invented players, as the format's published field was made up."""
    clubs = max(1, round(count / 5))
    players = {
        no: Player(
            no,
            f"選手{no}",
            club=f"クラブ{rng.randint(1, clubs)}",
            sex=declared.sex or ("F" if rng.random() < WOMEN else "M"),
        )
        for no in range(1, count + 1)
    }
    players = _seeded(declared, players, rng)
    players = with_absences(declared, players, rng, absent)
    return with_desk_numbers(declared, players, rng)


def _seeded(declared: Format, players: dict[int, Player], rng: random.Random) -> dict[int, Player]:
    chosen: list[int] = []
    for sex, count in sorted(declared.lottery.seed_count.items()):
        candidates = [no for no, player in players.items() if player.sex == sex]
        chosen += rng.sample(candidates, min(count, len(candidates)))
    return {no: replace(player, seed="○") if no in chosen else player for no, player in players.items()}


def with_absences(
    declared: Format, players: dict[int, Player], rng: random.Random, chance: float
) -> dict[int, Player]:
    """Absences, as long as the field can still be dealt (the largest roster numbers come after all)."""
    away = [no for no in players if rng.random() < chance]
    while away and not playable(declared, len(players) - len(away)):
        away.pop()
    return {no: replace(player, absent=True) if no in away else player for no, player in players.items()}


def playable(declared: Format, present: int) -> bool:
    """Whether the format can be played by so many."""
    span = declared.lottery.numbers
    if span is not None and present > span[1] - span[0] + 1:
        return False
    stage = declared.first_stage
    if isinstance(stage, MainBracket):
        return 2 <= present <= stage.size
    return leagues.can_be_dealt(stage, leagues.deal(stage, {no: no for no in range(present)}))


def sizes(declared: Format) -> list[int]:
    """Every number of players the format can take."""
    stage = declared.first_stage
    most = stage.size if isinstance(stage, MainBracket) else len(stage.leagues) * 2 ** stage.rounds[1]
    return [count for count in range(1, most + 1) if playable(declared, count)]


def with_desk_numbers(declared: Format, players: dict[int, Player], rng: random.Random) -> dict[int, Player]:
    lottery = declared.lottery
    spans = {"": lottery.numbers} if lottery.numbers else dict(lottery.seed_numbers)
    lots = {
        sex: rng.sample(range(span[0], span[1] + 1), span[1] - span[0] + 1)
        for sex, span in spans.items()
        if span
    }
    seeds = sum(bool(player.seed) for player in players.values())
    for lot in lottery.seed_places[:seeds]:
        lots[""].remove(lot)
    drawn = {}
    for no, player in players.items():
        if draws_at_desk(lottery, player):
            drawn[no] = lots["" if lottery.numbers else player.sex or "M"].pop()
    return {no: replace(player, desk_number=drawn.get(no)) for no, player in players.items()}


def random_draws(declared: Format, rng: random.Random) -> tuple[str, ...]:
    """Draws where no public ones are used: random 4-digit strings."""
    return tuple(f"{rng.randrange(10_000):04d}" for _ in range(declared.lottery.draws))
