"""What happened in a tournament: every situation the rules speak of, so that a campaign can say what it proved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from tourgen.engine.awards import award_for, first_line
from tourgen.engine.final import final_ranks, title_holders
from tourgen.engine.model import Game
from tourgen.engine.reasons import Paired
from tourgen.engine.situation import Situation
from tourgen.event.tournament import Tournament
from tourgen.formats import Format
from tourgen.formats.models import Bracket, Pool
from tourgen.results.document import finishes

ALWAYS = (
    "roster: somebody absent",
    "day: forfeit",
    "day: withdrew between rounds",
    "day: left after the sheet was made",
    "day: no-show after the deal",
    "round made by hand",
)
IN_POOLS = (
    "pairing: a gap in score",
    "pairing: first bye",
    "pairing: nothing had to give way",
    "day: double loss",
)
# What a pool avoids, and what is met when it can't be.
AVOIDED = {
    "second-bye": "pairing: second-bye",
    "rematch": "pairing: rematch",
    "forbidden": "pairing: forbidden",
    "same-school-strict": "pairing: same-school-strict",
    "same-school-soft": "pairing: same-school-soft",
    "discouraged": "pairing: discouraged",
    "fewest-byes": "pairing: fewest-byes",
    "fewest-meetings": "pairing: fewest-meetings",
}
IN_LEAGUES = (
    "leave: sole-unbeaten",
    "leave: beaten, several unbeaten",
    "leave: all stay together",
    "confirmation asked and given",
)
IN_SWISS = ("swiss: a late entrant",)
IN_TREES = ("tree: bye beside an empty place", "tree: walkover")
IN_GO = ("go: draw", "go: pending", "go: no-result", "go: ruling")
WITH_AWARDS = ("awards: given", "awards: held already")
WITH_TITLE_MATCH = ("title match: played", "title match: not needed")


def expected(declared: Format) -> list[str]:
    """What a campaign of a format must meet."""
    pools = [stage for stage in declared.stage if isinstance(stage, Pool)]
    avoided = {word for pool in pools for word in pool.avoid}
    # A round robin for few may stand before the Swiss: then most fields are small.
    found = [*ALWAYS, *(IN_POOLS if pools else ())]
    found += [AVOIDED[word] for word in ("second-bye", "rematch", "fewest-byes") if word in avoided]
    found += IN_LEAGUES if declared.asked_groups else ()
    found += IN_SWISS if declared.open_rounds is not None else ()
    found += IN_TREES if any(isinstance(stage, Bracket) for stage in declared.stage) else ()
    found += IN_GO if declared.game == "go" and not declared.boards and pools else ()
    found += WITH_AWARDS if declared.award else ()
    if declared.score.starting_points is not None:
        found.remove("pairing: nothing had to give way")  # starting points alone leave a gap somewhere
    found += WITH_TITLE_MATCH if any(title.match for title in declared.place_title) else ()
    return found


def situations(tournament: Tournament) -> Counter[str]:
    """How often each situation occurred."""
    found = Counter(_of_roster(tournament))
    for before, played in zip(tournament.situations, tournament.rounds, strict=False):
        planned = (tournament.planned or {}).get(played.number, ())
        found.update(_of_pairing(before, planned))
        found["round made by hand"] += played.by_hand
        found["round without a game"] += not played.games
        for game in played.games:
            found.update(_of_game(before, game))
    if tournament.now is not None:
        found.update(_of_leaving(tournament.situations))
        found.update(_of_the_end(tournament, tournament.now))
    return found


def _of_roster(tournament: Tournament) -> Iterator[str]:
    listed = {
        (no, one.number)
        for one in tournament.rounds
        for game in one.games
        for no in game.players
        if no is not None and game.players[1] is not None
    }
    for no, player in tournament.players.items():
        after = player.withdrawn_after
        if player.absent:
            yield "roster: somebody absent"
        if player.from_round > 1:
            yield "swiss: a late entrant"
        if player.rests:
            yield "swiss: a round sat out"
        if after == 0:
            yield "day: no-show after the deal"
        elif after is not None and (no, after + 1) not in listed:
            yield "day: withdrew between rounds"
        if after is not None and (no, after + 1) in listed:
            yield "day: left after the sheet was made"


def _of_pairing(before: Situation, planned: tuple[Game, ...]) -> Iterator[str]:
    seen: set[int] = set()
    for game in planned:
        if not isinstance(game.reason, Paired) or id(game.reason.pairing) in seen:
            continue
        seen.add(id(game.reason.pairing))
        pool, counts = game.reason.pool, game.reason.pairing.counts
        given_way = [avoided.name for avoided, count in zip(pool.avoid, counts, strict=True) if count.levels]
        yield from (f"pairing: {word}" for word in given_way if word != "score-gap")
        if "score-gap" in given_way:
            yield "pairing: a gap in score"
        if not given_way:
            yield "pairing: nothing had to give way"
        byes = [first for first, second in game.reason.pairing.pairs if second is None]
        if byes and not before.everything.byes(byes[0]):
            yield "pairing: first bye"
        if len(pool.order) == 1:
            yield "pairing: pool of one"


def _of_game(before: Situation, game: Game) -> Iterator[str]:
    tree = before.format.needs_winner(game.stage)
    if game.kind in ("forfeit", "double-loss"):
        yield f"day: {game.kind.replace('-', ' ')}"
    if game.kind in ("draw", "pending", "no-result"):
        yield f"go: {game.kind}"
    if game.ruling:
        yield "go: ruling"
    if tree and game.kind == "bye":
        yield "tree: bye beside an empty place"
    if tree and game.kind == "forfeit":
        yield "tree: walkover"
    if tree and game.kind == "double-loss":
        yield "tree: nobody there to play"


def _of_leaving(situations: tuple[Situation, ...]) -> Iterator[str]:
    for before, after in pairwise(situations):
        new = after.departures[len(before.departures) :]
        ways = {(one.group, one.left_as) for one in new}
        yield from (f"leave: {way}" for _, way in ways if way != "beaten")
        for group, way in ways:
            if way == "beaten" and (group, "sole-unbeaten") not in ways:
                yield "leave: beaten, several unbeaten"
        if any(one.confirmed for one in new):
            yield "confirmation asked and given"
        for group in after.format.asked_groups if after.after else ():
            left = [one for one in after.departures if one.group == group]
            seated = after.members(after.format.first_stage.id, group)
            if not left and len(seated) > 2:
                yield "leave: all stay together"


def _of_the_end(tournament: Tournament, now: Situation) -> Iterator[str]:
    declared = now.format
    ranks = final_ranks(now)
    held = [rank for rank, _ in ranks]
    if len(set(held)) < len(held):
        yield "final: a shared rank"
    if set(range(1, held[-1] + 1)) - set(held) and len(set(held)) == len(held):
        yield "final: a place stays vacant"
    if any(title.referee for title in title_holders(now)):
        yield "title: left to the referee"
    for title in declared.place_title:
        if title.match and title.place == 1:
            games = [game for one in now.rounds for game in one.games if game.stage == title.match]
            yield "title match: played" if games else "title match: not needed"
    for finish in finishes(now, tournament.players, ranks):
        if award_for(finish, declared.award):
            yield "awards: given"
        elif first_line(finish, declared.award):
            yield "awards: held already"
