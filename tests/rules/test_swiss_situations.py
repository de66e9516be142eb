"""Section 8: the next round of real situations equals brute force (to ten players) and one matching (to sixty)."""

from collections import Counter
from random import Random

import pytest

from tests.oracles.brute_force import Optima
from tests.oracles.one_matching import one_matching
from tests.oracles.swiss_situations import pools, situations
from tourgen.rules.pairing import SWISS, Cost, Pool, pair
from tourgen.rules.progress import plan
from tourgen.rules.situation import Situation

SMALL_BATCHES, SMALL_TOURNAMENTS = 4, 150
LARGE_BATCHES, LARGE_TOURNAMENTS = 4, 8


def planned_pairs(situation: Situation, block: str) -> list[tuple[int, int | None]]:
    """The pairs of the round that the rules plan."""
    return [game.players for game in plan(situation) if game.group == block]


def seen_in(situation: Situation, pool: Pool, cost: Cost) -> Counter[str]:
    """What made this pool worth looking at."""
    entrants, number = situation.entrants, situation.after + 1
    gone = [no for no, one in entrants.items() if one.paired_until is not None and one.paired_until < number]
    found = {
        "bye": len(pool.order) % 2,
        "second bye": cost.second_byes,
        "forbidden pairs": any(no in pool.forbidden for no in pool.order),
        "forbidden pair made": cost.forbidden,
        "rematch": cost.rematches,
        "inside a school, strict": cost.strict_school,
        "inside a school, soft": cost.soft_school,
        "discouraged pair made": cost.discouraged,
        "gap": any(cost.gaps),
        "late entrant": any(entrants[no].from_round == number > 1 for no in pool.order),
        "withdrawn": bool(gone),
        "paired ahead of a withdrawal": any(entrants[no].withdrawn(number) for no in pool.order),
    }
    return Counter(name for name, value in found.items() if value)


@pytest.mark.parametrize("batch", range(SMALL_BATCHES))
def test_rounds_of_up_to_ten_equal_brute_force(batch: int) -> None:
    rnd = Random(f"swiss situations, small {batch}")
    seen: Counter[str] = Counter()
    for _ in range(SMALL_TOURNAMENTS):
        for situation in situations(rnd, rnd.randint(4, 10)):
            for pool, expected in pools(situation):
                optima, found = Optima(expected), pair(pool, SWISS)
                assert pool.order == expected.order and dict(pool.wins) == dict(expected.wins)
                assert list(found.pairs) == optima.chosen(lowest=False, bye_first=False), f"{expected}"
                seen += seen_in(situation, pool, found.cost)
    assert min(seen[name] for name in ("bye", "gap", "late entrant", "withdrawn", "forbidden pairs")) >= 15
    assert min(seen[name] for name in ("rematch", "second bye", "forbidden pair made")) >= 5
    assert min(seen[name] for name in ("inside a school, strict", "inside a school, soft")) >= 15
    assert seen["paired ahead of a withdrawal"] >= 10


@pytest.mark.parametrize("batch", range(LARGE_BATCHES))
def test_rounds_of_up_to_sixty_equal_one_matching(batch: int) -> None:
    rnd = Random(f"swiss situations, large {batch}")
    seen: Counter[str] = Counter()
    for _ in range(LARGE_TOURNAMENTS):
        every = list(situations(rnd, rnd.randint(20, 60)))
        for situation in rnd.sample(every, 3):
            for pool, expected in pools(situation):
                found = pair(pool, SWISS)
                wanted = one_matching(expected, lowest=False, bye_first=False)
                assert list(found.pairs) == wanted, f"{expected}"
                seen += seen_in(situation, pool, found.cost)
    assert min(seen[name] for name in ("bye", "gap", "withdrawn", "forbidden pairs")) >= 2


def test_the_planned_round_is_that_pairing() -> None:
    """Nothing comes between: all pairs of every block are games, but a bye of who has withdrawn."""
    rnd = Random("swiss situations, plan")
    for _ in range(20):
        for situation in situations(rnd, rnd.randint(4, 30)):
            stage = situation.declared.first_stage
            for block, (pool, _) in zip(stage.blocks, pools(situation), strict=True):  # type: ignore[union-attr]
                gone = {no for no in pool.order if situation.entrants[no].withdrawn(situation.after + 1)}
                wanted = [two for two in pair(pool, SWISS).pairs if two[1] is not None or two[0] not in gone]
                assert planned_pairs(situation, block) == wanted
