"""Random whole tournaments, to see how a day goes and to prove the rules: run k depends only on (seed, k, options)."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tourgen.engine.lottery import Draw, draw_numbers, draws_at_desk
from tourgen.engine.model import BarredPair, Game, Round
from tourgen.engine.notices import needs_grades
from tourgen.engine.progress import advance, plan, settle_withdrawals, start, with_boards
from tourgen.engine.situation import Situation
from tourgen.event.entrants import entrant, fit, lots_of
from tourgen.event.needs import typed_groups
from tourgen.event.settings import Division
from tourgen.event.tournament import NO_DRAW, Tournament
from tourgen.formats import Format, admits
from tourgen.model import Player

WOMEN = 0.3
DOUBLE_LOSSES = 0.1  # of the forfeits
GRADES = ("五段", "四段", "三段", "二段", "初段", "1級", "2級", "3級", "5級")
LETTERS = 26  # of a school's teams: A to Z
MOST_PLAYERS = 300  # of the sizes to simulate, where a format takes any number of players


class FieldError(ValueError):
    """A number of players the format can't take."""


@dataclass(frozen=True, slots=True)
class Chances:
    """What goes wrong on the day, as probabilities."""

    absent: float = 0.0  # per player, before round 1
    withdraw: float = 0.0  # per player, after each round
    forfeit: float = 0.0  # per game; a tenth of them double losses, never in a knockout


@dataclass
class RandomTournament:
    """One division being played by chance."""

    division: Division
    players: dict[int, Player]
    rng: random.Random
    chances: Chances = Chances()
    situations: list[Situation] = field(default_factory=list)
    rounds: list[Round] = field(default_factory=list)
    planned: dict[int, tuple[Game, ...]] = field(default_factory=dict)
    barred: tuple[BarredPair, ...] = ()
    draw: Draw = NO_DRAW

    def run(self) -> Tournament:
        """Plays the division to its end."""
        self.division = fit(self.division, self.players.values())
        situation = self._kept(self._begin())
        while situation.after < situation.last_round:
            situation = self._kept(self._confirm(self._round(situation)))
        qualified = {one.group or "": one.no for one in situation.departures if one.confirmed}
        division = replace(self.division, qualified=qualified)
        gone_after = {no: one.withdrawn_after for no, one in situation.entrants.items()}
        players = {
            no: replace(player, withdrawn_after=gone_after.get(no, player.withdrawn_after))
            for no, player in self.players.items()
        }
        return Tournament(
            division, players, self.draw, tuple(self.situations), tuple(self.rounds), self.planned
        )

    def _begin(self) -> Situation:
        """The lottery, and everybody who is there."""
        declared = self.division.declared
        self.draw = draw_numbers(declared.lottery, self.division.draws, self.players.values())
        entrants = {no: entrant(player, self.draw) for no, player in self.players.items() if player.here}
        return start(declared, entrants, {}, self.barred, lots_of(self.division, self.players, self.draw))

    def _kept(self, situation: Situation) -> Situation:
        self.situations.append(situation)
        return situation

    def _round(self, situation: Situation) -> Situation:
        number = situation.after + 1
        self.planned[number] = plan(situation)
        self.rng.random()  # one number for each round, so that seeds play the days that they always played
        games = self._settled(situation, self.planned[number])
        return self._after(situation, Round(number, tuple(self._result(game) for game in games)))

    def _settled(self, situation: Situation, games: Sequence[Game]) -> list[Game]:
        """Games between players who are still there stay open; whoever has left loses without playing."""
        entrants, number = situation.entrants, situation.after + 1
        boards = len(self.division.declared.boards)
        games = [with_boards(settle_withdrawals(game, entrants, number), boards) for game in games]
        return [one for one in games if one.players[1] or not entrants[one.players[0]].withdrawn(number)]

    def _after(self, situation: Situation, played: Round) -> Situation:
        """Players who withdraw after the round are gone before the leagues are looked at."""
        self.rounds.append(played)
        number = played.number
        gone = self._gone(situation, self.chances.withdraw, situation.entrants, number, number)
        return advance(gone, played)

    def _needs_winner(self, game: Game) -> bool:
        return self.division.declared.needs_winner(game.stage)

    def _result(self, game: Game) -> Game:
        if game.entered:
            return game
        first, second = game.players
        assert second is not None
        # Every board of a team match is a fair coin.
        boards = tuple(self.rng.randrange(2) for _ in self.division.declared.boards) or None
        first_won = 2 * sum(boards) > len(boards) if boards else self.rng.random() < 0.5
        winner = first if first_won else second
        if self.rng.random() < self.chances.forfeit:
            if not self._needs_winner(game) and self.rng.random() < DOUBLE_LOSSES:
                return replace(game, kind="double-loss", rated=False)
            forfeited = replace(game, kind="forfeit", winner=winner, rated=False)
            return with_boards(forfeited, len(boards or ()))
        return self._played(game, boards, first_won)

    def _played(self, game: Game, boards: tuple[int, ...] | None, first_won: bool) -> Game:
        """A game that was played to its end."""
        winner = game.players[0 if first_won else 1]
        best_of = self.division.declared.best_of(game.stage)
        if best_of > 1:
            return replace(game, winner=winner, games=self._games(first_won, best_of))
        if boards or self.division.declared.game != "othello":
            return replace(game, winner=winner, boards=boards)
        more = self.rng.randint(33, 62)
        discs = (more, 64 - more) if first_won else (64 - more, more)
        return replace(game, winner=winner, discs=discs)

    def _games(self, first_won: bool, best_of: int) -> tuple[int, ...]:
        """A match of several games that this side wins: it has the last one, and some of the others are lost."""
        needed = best_of // 2 + 1
        lost = self.rng.randrange(needed)
        before = [1] * (needed - 1) + [0] * lost
        self.rng.shuffle(before)
        return tuple(won if first_won else 1 - won for won in (*before, 1))

    def _confirm(self, situation: Situation) -> Situation:
        """What the rules leave to the organiser is confirmed as proposed."""
        if not situation.questions:
            return situation
        before = self.situations[-1]
        chosen = {**situation.confirmations, **{one.group: one.proposed for one in situation.questions}}
        return advance(replace(before, confirmations=chosen, entrants=situation.entrants), self.rounds[-1])

    def _gone(
        self, situation: Situation, chance: float, candidates: Iterable[int], after: int, paired_until: int
    ) -> Situation:
        if not chance:
            return situation
        gone = {
            no: replace(situation.entrants[no], withdrawn_after=after, paired_until=paired_until)
            for no in candidates
            if situation.entrants[no].withdrawn_after is None
            and situation.entrants[no].from_round <= max(after, 1)  # who hasn't come yet can't leave
            and self.rng.random() < chance
        }
        return replace(situation, entrants={**situation.entrants, **gone}) if gone else situation


def generator(seed: int, run: int) -> random.Random:
    """The run's own source of chance, the same on every machine."""
    return random.Random(f"tourgen {seed} {run}")


def random_field(declared: Format, count: int, rng: random.Random, absent: float) -> dict[int, Player]:
    """A roster of `count` invented players, as the format's published field was made up."""
    clubs = max(1, round(count / 5))
    players = {}
    for no in range(1, count + 1):
        club = f"クラブ{rng.randint(1, clubs)}"
        sex = declared.sex or ("F" if rng.random() < WOMEN else "M")
        players[no] = Player(no, f"選手{no}", club=club, sex=sex)
    players = _teams(declared, players) if declared.boards else _seeded(declared, players, rng)
    players = _graded(declared, players, rng) if needs_grades(declared) else players
    if groups := typed_groups(declared):
        players = {no: replace(one, group=groups[no % len(groups)]) for no, one in players.items()}
    players = with_absences(declared, players, rng, absent)
    return with_desk_numbers(declared, players, rng)


def _teams(declared: Format, players: Mapping[int, Player]) -> dict[int, Player]:
    """Each entry as a team of its club: A, B, … in roster order, with a player at every board."""
    teams: dict[int, Player] = {}
    for no, player in players.items():
        before = sum(one.club == player.club for one in teams.values())
        # Behind Z a team has a name of its own.
        letter = chr(ord("A") + before) if before < LETTERS else ""
        name = f"{player.club} {letter}" if letter else f"{player.club} {before + 1}"
        members = tuple(f"選手{no}-{board}" for board in range(1, len(declared.boards) + 1))
        teams[no] = Player(no, name, club=player.club, team=letter, members=members)
    return teams


def _graded(declared: Format, players: Mapping[int, Player], rng: random.Random) -> dict[int, Player]:
    """Grades for everybody, or for everybody at a board, where points or stones depend on them."""
    if not declared.boards:
        return {no: replace(one, grade=rng.choice(GRADES)) for no, one in players.items()}
    return {
        no: replace(one, board_grades=tuple(rng.choice(GRADES) for _ in one.members))
        for no, one in players.items()
    }


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
    while away and not admits(declared, len(players) - len(away)):
        away.pop()
    return {no: replace(player, absent=True) if no in away else player for no, player in players.items()}


def sizes(declared: Format) -> list[int]:
    """Every number of players the format can take, up to a usual one."""
    return [count for count in range(1, MOST_PLAYERS + 1) if admits(declared, count)]


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
    count = 0 if declared.lottery.method == "desk" else declared.lottery.draws
    return tuple(f"{rng.randrange(10_000):04d}" for _ in range(count))
