"""Teams as they come to the hall: seats left empty, reserves, substitutes, and somebody sent out (失格).

Who sits where changes no rule of pairing or rank, but it decides boards, and the sheets must say it so that
`line_up_problems` has nothing to say.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from tests.random.troubles import Chances, RandomTournament
from tourgen.engine.model import Game, Round, Substitute
from tourgen.engine.progress import with_boards
from tourgen.engine.situation import Situation
from tourgen.event.settings import Division
from tourgen.event.tournament import Tournament
from tourgen.formats.labels import plain
from tourgen.model import Player
from tourgen.result_marks import DISQUALIFIED

Person = tuple[str, str]  # school and name
Seat = tuple[int, int]  # side and board
AWAY = 0.15  # per registered player and match, where teams are short at all
SENT_OUT = 0.05  # per match


def short_teams(players: Mapping[int, Player], share: float, rng: random.Random) -> dict[int, Player]:
    """So many of the teams have an empty seat, or several but not all, and as many have reserves."""
    found = {}
    for no, team in players.items():
        members, reserves = list(team.members), team.reserves
        if rng.random() < share:
            for place in rng.sample(range(len(members)), rng.choice((1, 1, 1, len(members) - 1))):
                members[place] = ""
        if rng.random() < share:
            reserves = tuple(f"控え{no}-{one}" for one in range(1, rng.choice((2, 2, 3))))
        found[no] = replace(team, members=tuple(members), reserves=reserves)
    return found


def person(team: Player, name: str) -> Person:
    """As the sheets tell people apart."""
    return plain(team.club), plain(name)


def seated(game: Game, seat: Seat, players: Mapping[int, Player]) -> str:
    """Who sits there by the sheet, "" if nobody does."""
    side, board = seat
    named = [one.name for one in game.substitutes if (one.side, one.board) == seat]
    return named[0] if named else players[game.players[side] or 0].members[board]


def present(game: Game, seat: Seat, players: Mapping[int, Player], out: set[Person]) -> bool:
    """Whether somebody who may play sits there."""
    name = seated(game, seat, players)
    return bool(name) and person(players[game.players[seat[0]] or 0], name) not in out


def sent_out(game: Game, players: Mapping[int, Player], out: set[Person]) -> Seat | None:
    """Whose seat 失格 is about: of a match that says so, the loser's at the first board at which two played."""
    if game.note != DISQUALIFIED or game.boards is None:
        return None
    for board, won in enumerate(game.boards):
        if all(present(game, (side, board), players, out) for side in (0, 1)):
            return (1 if won else 0), board
    return None


def out_before(tournament: Tournament) -> Iterator[tuple[Round, set[Person]]]:
    """Every round with everybody who was sent out before it."""
    out: set[Person] = set()
    for played in tournament.rounds:
        yield played, out
        found = [(game, sent_out(game, tournament.players, out)) for game in played.games]
        out = out | {
            person(
                tournament.players[game.players[seat[0]] or 0],
                seated(game, seat, tournament.players),
            )
            for game, seat in found
            if seat is not None
        }


class ShortTeams(RandomTournament):
    """A day on which players stay away, are replaced as the rules allow, or are sent out."""

    def __init__(
        self, division: Division, players: dict[int, Player], rng: random.Random, chances: Chances
    ) -> None:
        super().__init__(division, players, rng, chances)
        self.lots, self.sending_out = random.Random(), SENT_OUT
        self.out: set[Person] = set()
        self.sent: set[Person] = set()  # in this round
        self.sitting_in: set[Person] = set()
        self.resting: set[int] = set()

    def _leave_after_pairing(self, situation: Situation, games: Sequence[Game]) -> Situation:
        """The round's games are known here."""
        self.out, self.sent, self.sitting_in = self.out | self.sent, set(), set()
        playing = {no for game in games if game.players[1] is not None for no in game.players}
        self.resting = set(self.players) - {no for no in playing if no is not None}
        return super()._leave_after_pairing(situation, games)

    def _result(self, game: Game) -> Game:
        result = super()._result(game)
        if game.entered or result.kind != "played" or result.boards is None:
            return result
        result = replace(result, substitutes=tuple(self._substitutes(result)))
        fixed = [self._decided(result, board) for board in range(len(result.boards))]
        boards = tuple(won if one is None else one for won, one in zip(result.boards, fixed, strict=True))
        winner = game.players[0] if 2 * sum(boards) > len(boards) else game.players[1]
        if None not in fixed and len(set(boards)) == 1:  # walked over at every board
            forfeited = replace(result, kind="forfeit", winner=winner, rated=False, substitutes=())
            return with_boards(forfeited, len(boards))
        return self._with_somebody_out(replace(result, boards=boards, winner=winner))

    def _decided(self, game: Game, board: int) -> int | None:
        """How a board ends at which somebody is missing."""
        first, second = (present(game, (side, board), self.players, self.out) for side in (0, 1))
        if first and second:
            return None
        return int(first) if first != second else self.lots.randrange(2)

    def _substitutes(self, game: Game) -> Iterator[Substitute]:
        for side, no in enumerate(game.players):
            team = self.players[no or 0]
            for board, name in enumerate(team.members):
                missing = person(team, name) in self.out or self.lots.random() < AWAY
                free = [one for one in self._who_may(team) if self._free(team, one)]
                if name and missing and free:
                    chosen = self.lots.choice(free)
                    self.sitting_in.add(person(team, chosen))
                    yield Substitute(side, board, chosen)

    def _who_may(self, team: Player) -> list[str]:
        """The reserves, and those of lower teams of the school that have no match in this round."""
        lower = [
            one
            for no in sorted(self.resting)
            for one in (*self.players[no].members, *self.players[no].reserves)
            if self.players[no].club == team.club and team.team and self.players[no].team > team.team
        ]
        return [*team.reserves, *filter(None, lower)]

    def _free(self, team: Player, name: str) -> bool:
        return person(team, name) not in self.out | self.sitting_in

    def _with_somebody_out(self, game: Game) -> Game:
        if self.lots.random() >= self.sending_out:
            return game
        marked = replace(game, note=DISQUALIFIED)
        seat = sent_out(marked, self.players, self.out)
        if seat is None:
            return game
        self.sent.add(person(self.players[game.players[seat[0]] or 0], seated(game, seat, self.players)))
        return marked
