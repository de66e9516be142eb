"""Random whole tournaments, for rehearsals and for proof: run k depends only on (seed, k, options)."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import field

from tourgen.dataclass import dataclass, replace
from tourgen.event import Division
from tourgen.formats import Format
from tourgen.formats.declaration import Leagues, MainBracket, Swiss
from tourgen.formats.fitting import fitted
from tourgen.labels import plain
from tourgen.model import BarredPair, Game, Kind, Player, Round
from tourgen.officiate import KNOCKOUT_STAGES
from tourgen.rules import leagues, teams
from tourgen.rules.lottery import draw_numbers, draws_at_desk
from tourgen.rules.progress import advance, plan, start
from tourgen.rules.record import Entrant
from tourgen.rules.situation import Situation, settle_withdrawals
from tourgen.tournament import Tournament, fit

WOMEN = 0.3
DOUBLE_LOSSES = 0.1  # of the forfeits
LETTERS = 26  # of a school's teams: A to Z
USUAL_SWISS = 300  # sizes to rehearse, where a format takes any number of players
ENDS_OF_GO: tuple[tuple[Kind, str], ...] = (
    ("draw", "jigo"),
    ("pending", "pending"),
    ("no-result", "no_result"),
)
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
        entrants = {
            no: Entrant(no, draw.numbers[no], p.sex, from_round=p.from_round, school=plain(p.club))
            for no, p in self.players.items()
            if p.here
        }
        situation = start(self.division.declared, entrants, {}, self.barred)
        situation = self._gone(situation, self.chances.no_show, entrants, 0, 0)
        self.situations.append(situation)
        while situation.after < situation.declared.rounds:
            situation = self._round(situation)
            situation = self._confirm(situation)
            self.situations.append(situation)
            situation = self._rule(situation)
        qualified = {one.league: one.no for one in situation.qualifiers if one.confirmed}
        division = replace(self.division, qualified=qualified, declared=situation.declared)
        players = {no: self._as_withdrawn(player, situation) for no, player in self.players.items()}
        return Tournament(division, players, draw, tuple(self.situations), tuple(self.rounds), self.planned)

    def _swiss_troubles(self) -> None:
        """Late entrants and barred pairs, where the proof asks for them."""
        stage = self.division.declared.first_stage
        if not isinstance(stage, Swiss) or not (self.chances.late or self.chances.barred):
            return
        here = [no for no, player in self.players.items() if player.here]
        for no in here[2 * len(stage.blocks) :]:
            if self.rng.random() < self.chances.late:
                first = self.rng.randint(1, stage.rounds[1])
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
        boards = len(self.division.declared.boards)
        games = [teams.with_boards(game, boards) for game in games]
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
        boards = self._boards()
        if boards is not None:
            winner = first if 2 * sum(boards) > len(boards) else second
        else:
            winner = first if self.rng.random() < 0.5 else second
        if self.rng.random() < self.chances.forfeit:
            if game.stage not in KNOCKOUT_STAGES and self.rng.random() < DOUBLE_LOSSES:
                return replace(game, kind="double-loss", rated=False)
            forfeited = replace(game, kind="forfeit", winner=winner, rated=False)
            return teams.with_boards(forfeited, len(boards or ()))
        undecided = self._undecided(game)
        if undecided is not None:
            return undecided
        if self.division.declared.game != "othello":
            return replace(game, winner=winner, boards=boards)
        more = self.rng.randint(33, 62)
        discs = (more, 64 - more) if winner == first else (64 - more, more)
        return replace(game, winner=winner, discs=discs)

    def _undecided(self, game: Game) -> Game | None:
        """持碁, 預 and 無, where the proof asks for them."""
        chances = self.chances
        if not (chances.jigo or chances.pending or chances.no_result) or game.stage in KNOCKOUT_STAGES:
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
        decided = replace(game, ruling=True)
        kind: Kind = self.rng.choice(("played", "played", "draw", "double-loss", "no-result"))
        winner = self.rng.choice(game.players) if kind == "played" else None
        return replace(decided, kind=kind, winner=winner, rated=kind in ("played", "draw"))

    def _boards(self) -> tuple[int, ...] | None:
        """Every board of a team match is a fair coin."""
        count = len(self.division.declared.boards)
        return tuple(self.rng.randrange(2) for _ in range(count)) if count else None

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
    players = {
        no: Player(
            no,
            f"選手{no}",
            club=f"クラブ{rng.randint(1, clubs)}",
            sex=declared.sex or ("F" if rng.random() < WOMEN else "M"),
        )
        for no in range(1, count + 1)
    }
    players = _teams(declared, players) if declared.boards else _seeded(declared, players, rng)
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
    if not isinstance(stage, Leagues):
        swiss = fitted(declared, present).swiss
        assert swiss is not None
        return max(swiss.entrants[0], 2 * len(swiss.blocks)) <= present <= swiss.entrants[1]
    return leagues.can_be_dealt(stage, leagues.deal(stage, {no: no for no in range(present)}))


def sizes(declared: Format) -> list[int]:
    """Every number of players the format can take."""
    stage = declared.first_stage
    if isinstance(stage, MainBracket):
        most = stage.size
    elif isinstance(stage, Leagues):
        most = len(stage.leagues) * 2 ** stage.rounds[1]
    else:
        most = USUAL_SWISS  # Swiss takes any number
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
