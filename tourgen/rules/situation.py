"""Where a division stands after a round: who sits in which stage, what everyone has won, who has qualified."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from tourgen.formats.declaration import Format, Leagues, Pool
from tourgen.model import Game, Round
from tourgen.rules import pairing
from tourgen.rules.order import Row, ranked, with_places
from tourgen.rules.record import Entrant, Record


@dataclass(frozen=True, slots=True)
class Seat:
    """The stage a player is in, and the league where the stage has several."""

    stage: str
    group: str | None = None


@dataclass(frozen=True, slots=True)
class Qualifier:
    """勝ち抜け: who qualified from a league, after which round, and whether the organiser had to confirm it."""

    league: str
    no: int
    after: int
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class Confirmation:
    """A league without a sole unbeaten player: the proposal that the organiser confirms or replaces."""

    league: str
    proposed: int
    after: int


@dataclass(frozen=True, slots=True)
class PairedPool:
    """A pool of the next round with its pairs."""

    pool: pairing.Pool
    pairing: pairing.Pairing


@dataclass(frozen=True)
class Situation:
    """Everything the rules need to pair the next round, and nothing else."""

    declared: Format
    entrants: Mapping[int, Entrant]
    after: int
    seats: Mapping[int, Seat]
    record: Record
    rounds: tuple[Round, ...] = ()
    qualifiers: tuple[Qualifier, ...] = ()
    confirmations: Mapping[str, int] = field(
        default_factory=dict
    )  # what the organiser wrote: league → player
    awaiting: tuple[Confirmation, ...] = ()

    decided: Mapping[int, int] = field(
        default_factory=dict
    )  # places a match has decided, where they override
    given: frozenset[int] = frozenset()  # the places that decided matches give away, vacant ones included

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """暫定順位 over everybody together, best first."""
        rows = ranked(self.entrants, self.record, self.declared.order.criteria)
        return with_places(rows, self.decided, self.given)

    @cached_property
    def holders(self) -> dict[int, int]:
        """Bracket number → the player on it."""
        return {entrant.number: no for no, entrant in self.entrants.items()}

    @cached_property
    def stages_played(self) -> dict[tuple[int, int], str]:
        """(round, player) → the stage of their game."""
        return {
            (one.number, no): game.stage
            for one in self.rounds
            for game in one.games
            for no in game.players
            if no is not None
        }

    @cached_property
    def position(self) -> dict[int, int]:
        """Each player's place in the provisional order, from 0."""
        return {row.no: index for index, row in enumerate(self.rows)}

    @cached_property
    def paired(self) -> dict[Seat, PairedPool]:
        """The pools of the next round as far as they are paired, so that explaining one doesn't pair it again."""
        return {}

    @property
    def qualified(self) -> dict[str, int]:
        """League → the player who qualified from it."""
        return {one.league: one.no for one in self.qualifiers}

    def in_order(self, players: Iterable[int]) -> tuple[int, ...]:
        """These players in provisional order, best first."""
        return tuple(sorted(players, key=self.position.__getitem__))

    def members(self, stage: str, group: str | None = None) -> tuple[int, ...]:
        """Who sits in a stage (and league), in provisional order, withdrawn players included."""
        return self.in_order(no for no, seat in self.seats.items() if seat == Seat(stage, group))

    def to_pair(self, stage: str, group: str | None = None) -> tuple[int, ...]:
        """Who of them the next round is paired with."""
        return tuple(no for no in self.members(stage, group) if self.entrants[no].in_pool(self.after + 1))


def pool_of(situation: Situation, members: tuple[int, ...]) -> pairing.Pool:
    """The pool that the pairing rule sees (section 4)."""
    record = situation.record
    return pairing.Pool(
        order=members,
        wins={no: record.wins(no) for no in members},
        met={no: record.met(no) for no in members},
        had_bye=frozenset(no for no in members if record.had_bye(no)),
    )


def rule_of(stage: Leagues | Pool) -> pairing.PairingRule:
    """The variant of the pairing rule that a stage declares."""
    return pairing.PairingRule(stage.opponent, stage.bye)


def pair_pool(situation: Situation, stage: Leagues | Pool, group: str | None) -> PairedPool:
    """One pool of the next round, paired by the rule."""
    seat = Seat(stage.id, group)
    if seat not in situation.paired:
        pool = pool_of(situation, situation.to_pair(stage.id, group))
        situation.paired[seat] = PairedPool(pool, pairing.pair(pool, rule_of(stage)))
    return situation.paired[seat]


def paired_pool(situation: Situation, stage: Leagues | Pool, label: str, group: str | None) -> list[Game]:
    """The games of one pool of the next round."""
    return [pool_game(label, group, players) for players in pair_pool(situation, stage, group).pairing.pairs]


def pool_game(label: str, group: str | None, players: tuple[int, int | None]) -> Game:
    """A game to be played, or the bye of an odd pool."""
    if players[1] is None:
        return Game(None, label, group, players, "bye", players[0], rated=False)
    return Game(None, label, group, players)


def settle_withdrawals(game: Game, entrants: Mapping[int, Entrant], round_no: int) -> Game:
    """A withdrawn player listed in a game loses it by 不戦敗; if both are, nobody wins it."""
    first, second = game.players
    if second is None or game.kind == "double-loss":
        return game  # a double loss stays one, whoever withdrew: 「両負」 gives nobody a bye
    gone = [no for no in (first, second) if entrants[no].withdrawn(round_no)]
    if not gone:
        return game
    if len(gone) == 2:
        return _with(game, "double-loss", None)
    return _with(game, "forfeit", second if gone == [first] else first)


def _with(game: Game, kind: str, winner: int | None) -> Game:
    assert kind in ("double-loss", "forfeit")
    return Game(
        game.table, game.stage, game.group, game.players,
        "forfeit" if kind == "forfeit" else "double-loss", winner, rated=False,
    )  # fmt: skip
