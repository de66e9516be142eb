"""What is said of all pairs of a pool in one go is what the steps say one by one; and the tied share one answer."""

import pytest

from tests.explain.builders import UNRULY, simulated
from tests.explain.swiss_builders import CHAMPIONSHIP
from tests.rules.builders import FREE, TWO
from tourgen.explain import pairing_why
from tourgen.explain.choices import choice_of
from tourgen.explain.direct import direct_why
from tourgen.formats.declaration import Leagues, Pool, Swiss


@pytest.mark.parametrize(("form", "players"), [(TWO, 23), (FREE, 21), (CHAMPIONSHIP, 27), (CHAMPIONSHIP, 40)])
def test_a_choice_is_its_step_in_short(form: str, players: int) -> None:
    tournament = simulated(form, players, 3, UNRULY)
    seen = set()
    for number in range(1, len(tournament.rounds) + 1):
        situation = tournament.before(number)
        for no in situation.entrants:
            why = pairing_why(tournament, number, no)
            stage = situation.declared.stage_of(situation.seats[no].stage)
            if why.step is None or not isinstance(stage, Leagues | Pool | Swiss):
                continue
            choice = choice_of(situation, stage, why.group, no)
            assert choice.pair == why.step.pair
            assert choice.players == sum(one is not None for one in why.step.left)
            if choice.pair[1] is not None:
                assert choice.wanted == (not why.step.preferred)
                seen.add(choice.wanted)
            short = pairing_why(tournament, number, no, alternatives=False)
            assert (short.step, short.rules_opponent) == (None, why.rules_opponent)
            assert set(map(str, short.reasons)) <= set(map(str, why.reasons))
    assert seen == {True, False}


def test_the_tied_share_what_is_said_of_their_games() -> None:
    situation = simulated(CHAMPIONSHIP, 40, 3).situations[2]
    together = 0
    for no in situation.entrants:
        why = direct_why(situation, no)
        assert why is not None and no in why.tied
        assert all(direct_why(situation, other) is why for other in why.tied)
        together += len(why.tied) > 2
    assert together
