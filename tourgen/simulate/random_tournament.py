"""Random whole tournaments, for rehearsals and for proof: run k depends only on (seed, k, options)."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tourgen.engine.colours import handicaps
from tourgen.engine.lottery import draw_numbers, draws_at_desk
from tourgen.engine.model import BarredPair, Game, Kind, Round
from tourgen.engine.notices import needs_grades
from tourgen.engine.progress import advance, plan, settle_withdrawals, start, with_boards
from tourgen.engine.situation import Situation
from tourgen.event.entrants import entrant, fit, lots_of
from tourgen.event.settings import Division
from tourgen.event.tournament import Tournament
from tourgen.formats import Format, admits
from tourgen.formats.labels import LAST_FOUR
from tourgen.model import Player

WOMEN = 0.3
DOUBLE_LOSSES = 0.1  # of the forfeits
GRADES = ("五段", "四段", "三段", "二段", "初段", "1級", "2級", "3級", "5級")
LETTERS = 26  # of a school's teams: A to Z
MOST_PLAYERS = 300  # of the sizes to rehearse, where a format takes any number of players
ENDS_OF_GO: tuple[tuple[Kind, str], ...] = (
    ("draw", "jigo"),
    ("pending", "pending"),
    ("no-result", "no_result"),
)


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
    late: float = 0.0  # Swiss, per player: comes for a later round
    barred: float = 0.0  # Swiss, per player: may not meet somebody, or had better not
    # Go, per game that is played, and per pending game after each round: the committee decides it.
    jigo: float = 0.0
    pending: float = 0.0
    no_result: float = 0.0
    ruling: float = 0.0


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
    barred: tuple[BarredPair, ...] = ()

    def run(self) -> Tournament:
        """Plays the division to its end."""
        self.division = fit(self.division, self.players.values())
        self._swiss_troubles()
        draw = draw_numbers(self.division.declared.lottery, self.division.draws, self.players.values())
        entrants = {no: entrant(player, draw) for no, player in self.players.items() if player.here}
        lots = lots_of(self.division, self.players, draw)
        situation = start(self.division.declared, entrants, {}, self.barred, lots)
        gone = self._gone(situation, self.chances.no_show, entrants, 0, 0)
        if gone is not situation:  # who never came is known when the first sheet is made
            situation = start(self.division.declared, gone.entrants, {}, self.barred, lots)
        self.situations.append(situation)
        while situation.after < situation.last_round:
            situation = self._round(situation)
            situation = self._confirm(situation)
            self.situations.append(situation)
            situation = self._rule(situation)
        qualified = {one.group or "": one.no for one in situation.departures if one.confirmed}
        division = replace(self.division, qualified=qualified)
        gone_after = {no: one.withdrawn_after for no, one in situation.entrants.items()}
        players = {
            no: replace(player, withdrawn_after=gone_after.get(no, player.withdrawn_after))
            for no, player in self.players.items()
        }
        return Tournament(division, players, draw, tuple(self.situations), tuple(self.rounds), self.planned)

    def _swiss_troubles(self) -> None:
        """Late entrants and barred pairs, where the proof asks for them."""
        rounds = self.division.declared.open_rounds
        if rounds is None or not (self.chances.late or self.chances.barred):
            return
        groups = getattr(self.division.declared.first_stage, "groups", ())
        here = [no for no, player in self.players.items() if player.here]
        for no in here[2 * max(1, len(groups)) :]:
            if self.rng.random() < self.chances.late:
                first = self.rng.randint(1, rounds[1])
                self.players[no] = replace(self.players[no], from_round=first)
        pairs = {
            frozenset((no, self.rng.choice(here))): self.rng.random() < 0.5
            for no in here
            if self.rng.random() < self.chances.barred
        }
        self.barred = tuple(
            BarredPair((min(pair), max(pair)), forbidden)
            for pair, forbidden in sorted(pairs.items(), key=lambda one: sorted(one[0]))
            if len(pair) == 2
        )

    def _round(self, situation: Situation) -> Situation:
        number = situation.after + 1
        self.planned[number] = plan(situation)
        games = list(self.planned[number])
        by_hand = self.rng.random() < self.chances.by_hand and self._exchange(games)
        games = [self._with_stones(game, situation) for game in games] if by_hand else games
        situation = self._leave_after_pairing(situation, games)
        entrants, boards = situation.entrants, len(self.division.declared.boards)
        games = [with_boards(settle_withdrawals(game, entrants, number), boards) for game in games]
        games = [one for one in games if one.players[1] or not entrants[one.players[0]].withdrawn(number)]
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

    def _with_stones(self, game: Game, situation: Situation) -> Game:
        """手合 of a pair that was made by hand."""
        rule, (first, second) = situation.format.handicap, game.players
        if rule is None or second is None:
            return game
        return replace(game, handicap=handicaps(rule, situation.entrants[first], situation.entrants[second]))

    def _exchange(self, games: list[Game]) -> bool:
        """The organiser exchanges the second players of two games of one pool, or of one stage of a bracket."""
        pools: dict[tuple[str, str | None], list[int]] = {}
        for index, game in enumerate(games):
            if game.kind != "played" or game.stage in (*LAST_FOUR, self.division.declared.titled_tree):
                continue
            # In the other trees organisers may mix blocks and groups by hand.
            group = None if self._needs_winner(game) else game.group
            pools.setdefault((game.stage, group), []).append(index)
        choices = [indexes for indexes in pools.values() if len(indexes) >= 2]
        if not choices:
            return False
        first, second = self.rng.sample(self.rng.choice(choices), 2)
        one, other = games[first], games[second]
        games[first] = replace(one, players=(one.players[0], other.players[1]))
        games[second] = replace(other, players=(other.players[0], one.players[1]))
        return True

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
        undecided = self._undecided(game)
        if undecided is not None:
            return undecided
        best_of = self.division.declared.best_of(game.stage)
        if best_of > 1:
            return replace(game, winner=winner, games=self._games(first_won, best_of))
        if self.division.declared.game != "othello":
            return replace(game, winner=winner, boards=boards)
        more = self.rng.randint(33, 62)
        discs = (more, 64 - more) if first_won else (64 - more, more)
        return replace(game, winner=winner, discs=discs)

    def _undecided(self, game: Game) -> Game | None:
        """持碁, 預 and 無, where the proof asks for them."""
        chances = self.chances
        if not (chances.jigo or chances.pending or chances.no_result) or self._needs_winner(game):
            return None
        lot = self.rng.random()
        for kind, chance in ENDS_OF_GO:
            lot -= getattr(chances, chance)
            if lot < 0:
                return replace(game, kind=kind, rated=kind == "draw")
        return None

    def _rule(self, situation: Situation) -> Situation:
        """The committee decides some of the pending games; rounds that are paired stay as they are."""
        ruled = [replace(one, games=tuple(map(self._ruled, one.games))) for one in self.rounds]
        if ruled == self.rounds:
            return situation
        self.rounds = ruled
        for at, one in enumerate(ruled):
            before = replace(self.situations[at], entrants=self.situations[at + 1].entrants)
            self.situations[at + 1] = advance(before, one)
        return self.situations[-1]

    def _ruled(self, game: Game) -> Game:
        if game.kind != "pending" or self.rng.random() >= self.chances.ruling:
            return game
        kind: Kind = self.rng.choice(("played", "played", "draw", "double-loss", "no-result"))
        winner = self.rng.choice(game.players) if kind == "played" else None
        return replace(game, kind=kind, winner=winner, rated=kind in ("played", "draw"), ruling=True)

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

    def _leave_after_pairing(self, situation: Situation, games: Sequence[Game]) -> Situation:
        paired = sorted(no for game in games if None not in game.players for no in game.players if no)
        after = situation.after
        return self._gone(situation, self.chances.leave_after_pairing, paired, after, after + 1)

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


def _pairs(games: Sequence[Game]) -> set[tuple[str, str | None, frozenset[int | None]]]:
    return {(game.stage, game.group, frozenset(game.players)) for game in games}


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
