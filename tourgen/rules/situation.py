"""Where a division stands after a round: who sits in which stage, what everyone has won, who has qualified."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from functools import cached_property

from tourgen.dataclass import dataclass, replace
from tourgen.formats.declaration import Format, Leagues, Pool, Swiss
from tourgen.model import BarredPair, Game, Round
from tourgen.rules import pairing
from tourgen.rules.field import PHANTOM_WINS
from tourgen.rules.order import Row, ranked, with_places
from tourgen.rules.record import Entrant, Record

PairedStage = Leagues | Pool | Swiss


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
    barred: tuple[BarredPair, ...] = ()  # 組合せ禁止
    drawn: tuple[int | None, ...] = ()  # a seeded knockout's places in bracket order, once it is drawn

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """暫定順位, best first: over everybody together, or block by block."""
        criteria = self.declared.order.criteria
        if self.declared.swiss is not None:
            blocks = [self.block(name) for name in self.declared.swiss.blocks]
            return tuple(row for members in blocks for row in ranked(members, self.record, criteria))
        return with_places(ranked(self.entrants, self.record, criteria), self.decided, self.given)

    def block(self, name: str) -> tuple[int, ...]:
        """Everybody dealt into a block."""
        return tuple(no for no in self.entrants if self.seats[no].group == name)

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
        asked = Seat(stage, group)
        return self.in_order(no for no, seat in self.seats.items() if seat == asked)

    def to_pair(self, stage: str, group: str | None = None) -> tuple[int, ...]:
        """Who of them the next round is paired with."""
        return tuple(no for no in self.members(stage, group) if self.entrants[no].in_pool(self.after + 1))


def swiss_pool(situation: Situation, stage: Swiss, group: str | None) -> pairing.Pool:
    """Section 8: the whole block by wins, then lot, smaller ahead; with schools and barred pairs."""
    record, number = situation.record, situation.after + 1
    members = situation.to_pair(stage.id, group)
    in_points = situation.declared.in_points
    score = {no: record.points(no) if in_points else record.wins(no) for no in members}
    pool = pool_of(situation, tuple(sorted(members, key=lambda no: (-score[no], record.numbers[no]))))
    schools = {no: situation.entrants[no].school for no in members if situation.entrants[no].school}
    rule = stage.school_in(number)
    return replace(
        pool,
        wins=score,
        phantom=2 * PHANTOM_WINS if in_points else PHANTOM_WINS,
        in_points=in_points,
        forbidden=_barred(situation.barred, forbidden=True),
        discouraged=_barred(situation.barred, forbidden=False),
        school_of=schools,
        school=None if rule == "off" else rule,
    )


def _barred(pairs: Iterable[BarredPair], *, forbidden: bool) -> dict[int, frozenset[int]]:
    found: dict[int, frozenset[int]] = {}
    for one in pairs:
        if one.forbidden == forbidden:
            first, second = one.players
            found[first] = found.get(first, frozenset()) | {second}
    return found


def pool_of(situation: Situation, members: tuple[int, ...]) -> pairing.Pool:
    """The pool that the pairing rule sees (section 4)."""
    record = situation.record
    return pairing.Pool(
        order=members,
        wins={no: record.wins(no) for no in members},
        met={no: record.met(no) for no in members},
        had_bye=frozenset(no for no in members if record.had_bye(no)),
    )


def rule_of(stage: PairedStage) -> pairing.PairingRule:
    """The variant of the pairing rule that a stage declares."""
    if isinstance(stage, Swiss):
        return pairing.SWISS
    return pairing.PairingRule(stage.opponent, stage.bye)


def pair_pool(situation: Situation, stage: PairedStage, group: str | None) -> PairedPool:
    """One pool of the next round, paired by the rule."""
    seat = Seat(stage.id, group)
    if seat not in situation.paired:
        pool = (
            swiss_pool(situation, stage, group)
            if isinstance(stage, Swiss)
            else pool_of(situation, situation.to_pair(stage.id, group))
        )
        situation.paired[seat] = PairedPool(pool, pairing.pair(pool, rule_of(stage)))
    return situation.paired[seat]


def paired_pool(situation: Situation, stage: PairedStage, label: str, group: str | None) -> list[Game]:
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
