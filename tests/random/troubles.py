"""Days on which more goes wrong than `tourgen simulate` knows: whatever organisers and players do besides.

Without any of these troubles a day is the one that `simulate` plays with the same numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tourgen.engine.colours import handicaps
from tourgen.engine.model import BarredPair, Game, Kind, Round
from tourgen.engine.progress import advance, plan, start
from tourgen.engine.situation import Situation
from tourgen.event.entrants import lots_of
from tourgen.event.judge_round import pairs_of
from tourgen.formats.labels import LAST_FOUR
from tourgen.simulate import random_tournament

ENDS_OF_GO: tuple[tuple[Kind, str], ...] = (
    ("draw", "jigo"),
    ("pending", "pending"),
    ("no-result", "no_result"),
)


@dataclass(frozen=True, slots=True)
class Chances(random_tournament.Chances):
    """What goes wrong, as probabilities."""

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
class RandomTournament(random_tournament.RandomTournament):
    """One division being played on such a day."""

    chances: Chances = Chances()

    def _begin(self) -> Situation:
        self._swiss_troubles()
        situation = super()._begin()
        here = [no for no, player in self.players.items() if player.here]
        gone = self._gone(situation, self.chances.no_show, here, 0, 0)
        if gone is situation:
            return situation
        # Who never came is known when the first sheet is made.
        lots = lots_of(self.division, self.players, self.draw)
        return start(self.division.declared, gone.entrants, {}, self.barred, lots)

    def _swiss_troubles(self) -> None:
        """Late entrants and barred pairs."""
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
        games = self._settled(situation, games)
        if by_hand or situation.entrants is not self.situations[-1].entrants:
            # Who left after the pairing changes what the rules would pair now; the sheet stands.
            again = plan(situation)
            by_hand = pairs_of(again) != pairs_of(games)
            self.planned[number] = again
        return self._after(situation, Round(number, tuple(self._result(game) for game in games), by_hand))

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

    def _leave_after_pairing(self, situation: Situation, games: Sequence[Game]) -> Situation:
        paired = sorted(no for game in games if None not in game.players for no in game.players if no)
        after = situation.after
        return self._gone(situation, self.chances.leave_after_pairing, paired, after, after + 1)

    def _played(self, game: Game, boards: tuple[int, ...] | None, first_won: bool) -> Game:
        """持碁, 預 and 無."""
        chances = self.chances
        if (chances.jigo or chances.pending or chances.no_result) and not self._needs_winner(game):
            lot = self.rng.random()
            for kind, chance in ENDS_OF_GO:
                lot -= getattr(chances, chance)
                if lot < 0:
                    return replace(game, kind=kind, rated=kind == "draw")
        return super()._played(game, boards, first_won)

    def _kept(self, situation: Situation) -> Situation:
        """The committee decides some of the pending games; rounds that are paired stay as they are."""
        super()._kept(situation)
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
