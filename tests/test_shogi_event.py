"""events/tokyo-hs-shogi-spring: four divisions, finished, with whatever can happen on the day."""

from collections import Counter
from pathlib import Path

import pytest

from tourgen.event.load_event import LoadedEvent, load_event
from tourgen.event.tournament import Tournament
from tourgen.verify import verify

ROOT = Path(__file__).parent.parent
NAME = "tokyo-hs-shogi-spring"


@pytest.fixture(scope="module")
def report() -> LoadedEvent:
    found, problems, _ = load_event(ROOT / "events" / NAME, NAME)
    assert found is not None, problems
    return found


@pytest.fixture(scope="module")
def played(report: LoadedEvent) -> dict[str, Tournament]:
    return {one.division.id: one.tournament for one in report.divisions}


def test_four_divisions_all_finished(report: LoadedEvent, played: dict[str, Tournament]) -> None:
    sizes = {name: len(one.players) for name, one in played.items()}
    assert sizes == {"championship": 120, "encouragement": 60, "girls": 14, "team": 45}
    for one in report.divisions:
        barred = [(*pair.players, pair.forbidden) for pair in one.tournament.situations[0].barred]
        assert one.document["state"]["finished"]
        assert not verify(one.document, one.tournament.division.declared, barred=barred)
        assert not any(number["by_hand"] for number in one.document["rounds"])


def test_what_can_happen_happens(report: LoadedEvent, played: dict[str, Tournament]) -> None:
    games = [game for one in played.values() for number in one.rounds for game in number.games]
    notes = Counter(game.note for game in games)
    assert all(notes[note] for note in ("失格", "反則", "千日手"))
    assert {"forfeit", "bye"} <= {game.kind for game in games}
    people = [player for one in played.values() for player in one.players.values()]
    assert any(player.from_round > 1 for player in people)
    assert any(player.withdrawn_after is not None for player in people)
    assert any(player.absent for player in people)
    assert [notice.code for notice in report.notices] == ["exempt-entered"] and any(p.exempt for p in people)
    barred = [pair for one in played.values() for pair in one.situations[0].barred]
    assert {pair.forbidden for pair in barred} == {True, False}


def test_teams(played: dict[str, Tournament]) -> None:
    team = played["team"]
    assert sum(bool(game.substitutes) for number in team.rounds for game in number.games) == 6
    assert Counter(player.team for player in team.players.values()).keys() == {"A", "B", "C"}
    # Three unbeaten: the best of them waits.
    kinds = {game.kind for game in team.rounds[4].games}
    assert kinds == {"bye", "played"} and len(team.rounds[5].games) == 1


def test_names_are_invented_and_used_once(played: dict[str, Tournament]) -> None:
    singles = [
        player.name
        for name in ("championship", "encouragement", "girls")
        for player in played[name].players.values()
    ]
    people = [
        name for player in played["team"].players.values() for name in (*player.members, *player.reserves)
    ]
    assert len({*singles, *people}) == len(singles) + len(people)
