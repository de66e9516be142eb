"""Random situations of Swiss formats as the rules meet them, played through `tourgen.rules.progress` to any round.

Their pools come from `tourgen.rules.situation.swiss_pool`; `expected_pool` says once more, from entrants and games
alone, what must be in such a pool, so that an oracle doesn't take a wrong pool for granted.
"""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from tests.oracles.swiss_positions import random_schools, symmetric
from tests.rules.builders import changed
from tourgen.formats.declaration import Format, Swiss
from tourgen.formats.fitting import fitted
from tourgen.model import BarredPair, Game, Round
from tourgen.rules.pairing import Pool
from tourgen.rules.progress import advance, plan, start
from tourgen.rules.record import Entrant
from tourgen.rules.situation import Situation, swiss_pool

FORMATS = ("shogi-championship", "shogi-encouragement", "shogi-team")
SCHOOL_RULES = (["strict", "strict", "soft"], ["soft"], ["strict"], ["off"])


def random_format(rnd: Random, players: int) -> Format:
    """A Swiss format of up to seven rounds."""
    settings = {"rounds": rnd.randint(3, 7), "school": rnd.choice(SCHOOL_RULES)}
    return fitted(changed(rnd.choice(FORMATS), **settings), players)


def random_entrants(rnd: Random, players: int, rounds: int) -> dict[int, Entrant]:
    """Lots in any order, schools, late entrants, and who leaves between two rounds or after a sheet was made."""
    numbers = rnd.sample(range(1, players + 1), players)
    lots = rnd.sample(range(1, 2 * players), players)
    schools = random_schools(rnd, numbers, max(2, players // rnd.choice((2, 5, 8))))
    found = {}
    for no, lot in zip(numbers, lots, strict=True):
        late = rnd.randint(1, rounds) if rnd.random() < 0.08 else 1
        last = rnd.randint(0, rounds) if rnd.random() < 0.15 else None
        until = None if last is None else last + rnd.choice((0, 0, 1))
        found[no] = Entrant(
            no,
            lot,
            withdrawn_after=last,
            paired_until=until,
            from_round=late,
            school=schools.get(no, ""),
        )
    return found


def random_barred(rnd: Random, players: list[int], share: float) -> list[BarredPair]:
    """Families and car pools; some pairs are named twice, some once as 禁止 and once as 回避."""
    return [
        BarredPair((one, other), forbidden=rnd.random() < 0.5)
        for one, other in (rnd.sample(players, 2) for _ in range(round(share * len(players))))
    ]


def situations(rnd: Random, players: int) -> Iterator[Situation]:
    """The situation before every round of one random tournament."""
    form = random_format(rnd, players)
    entrants = random_entrants(rnd, players, form.counted_rounds)
    barred = random_barred(rnd, sorted(entrants), rnd.choice((0, 0.1, 0.3, 1.5)))
    now = start(form, entrants, {}, barred)
    for number in range(1, form.counted_rounds + 1):
        yield now
        games = tuple(_played(rnd, game) for game in plan(now))
        now = advance(now, Round(number, games))


def _played(rnd: Random, game: Game) -> Game:
    if game.entered:
        return game
    winner = rnd.choice(game.players)
    match rnd.random():
        case chance if chance < 0.05:
            return replace(game, kind="forfeit", winner=winner, rated=False)
        case chance if chance < 0.08:
            return replace(game, kind="double-loss", rated=False)
    return replace(game, winner=winner)


def pools(situation: Situation) -> Iterator[tuple[Pool, Pool]]:
    """Every block of the next round: the pool of the rules, and what must be in it."""
    stage = situation.declared.first_stage
    assert isinstance(stage, Swiss)
    for block in stage.blocks:
        yield swiss_pool(situation, stage, block), expected_pool(situation, stage, block)


def expected_pool(situation: Situation, stage: Swiss, block: str) -> Pool:
    """The pool from entrants, games and barred pairs alone."""
    number = situation.after + 1
    wins: dict[int, int] = dict.fromkeys(situation.entrants, 0)
    byes: set[int] = set()
    met: list[tuple[int, int]] = []
    for one in situation.rounds:
        for game in one.games:
            first, second = game.players
            if game.winner is not None:
                wins[game.winner] += 1
            if second is None or game.kind == "forfeit":
                byes.add(game.winner or first)
            else:
                met.append((first, second))
    here = [
        no
        for no, one in situation.entrants.items()
        if situation.seats[no].group == block
        and one.from_round <= number
        and (one.paired_until is None or number <= one.paired_until)
    ]
    order = sorted(here, key=lambda no: (-wins[no], situation.entrants[no].number))
    rule = stage.school[min(number, len(stage.school)) - 1]
    return Pool(
        tuple(order),
        {no: wins[no] for no in order},
        symmetric(met),
        frozenset(byes & set(order)),
        symmetric(one.players for one in situation.barred if one.forbidden),
        symmetric(one.players for one in situation.barred if not one.forbidden),
        {no: situation.entrants[no].school for no in order if situation.entrants[no].school},
        None if rule == "off" else rule,
    )
