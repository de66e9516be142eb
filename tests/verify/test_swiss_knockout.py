"""A seeded knockout round by round: walkovers, rounds made by hand, and rounds that a correction outdated."""

from collections.abc import Sequence
from dataclasses import replace

from tests.verify.play import Document, play, roster, shipped
from tests.verify.test_swiss_worked import with_settings
from tourgen.formats.declaration import SeededKnockout
from tourgen.verify import verify
from tourgen.verify.deviation import Pair
from tourgen.verify.facts import Facts, Match, read_facts
from tourgen.verify.seeding import SeededBracket, slots

STAGE = next(stage for stage in shipped("shogi-championship").stage if isinstance(stage, SeededKnockout))


def bracket(count: int, third: str = "shared") -> SeededBracket:
    """So many seeds, numbered by rank, from round 5 on."""
    made = SeededBracket(replace(STAGE, rounds=(5, 4 + max(0, count - 1).bit_length()), third=third))  # type: ignore[arg-type]
    made.enter(slots(range(1, count + 1)))
    return made


def facts(count: int, **known: dict[int, object]) -> Facts:
    return read_facts({"players": roster(count, **known)})


def games(label: str, *pairs: Pair) -> list[Match]:
    """The first named wins."""
    return [
        Match(1, label, None, one, other, "played" if other else "bye", one, True) for one, other in pairs
    ]


def fixtures(made: SeededBracket, number: int, known: Facts) -> list[tuple[str, str | None, Sequence[int]]]:
    return [(one.stage, one.group, one.entrants) for one in made.fixtures(number, known)]


def test_eight_in_three_rounds() -> None:
    made, known = bracket(8), facts(8)
    assert fixtures(made, 5, known) == [
        ("knockout", "1", (1, 8)), ("knockout", "2", (4, 5)), ("knockout", "3", (2, 7)), ("knockout", "4", (3, 6)),
    ]  # fmt: skip
    made.play(5, known, games("knockout", (8, 1), (4, 5), (2, 7), (6, 3)))
    assert fixtures(made, 6, known) == [("semi", None, (8, 4)), ("semi", None, (2, 6))]
    made.play(6, known, games("semi", (8, 4), (2, 6)))
    made.play(7, known, games("final", (2, 8)))
    assert made.place == {2: 1, 8: 2, 4: 3, 6: 3, 1: 5, 5: 5, 7: 5, 3: 5}


def test_a_third_place_match_of_three() -> None:
    """The first waits, so only one has lost a semi-final: third without a game."""
    made, known = bracket(3, "played"), facts(3)
    made.play(5, known, games("semi", (1, None), (2, 3)))
    assert fixtures(made, 6, known) == [("final", None, (1, 2)), ("third", None, (3,))]
    made.play(6, known, [*games("final", (1, 2)), *games("third", (3, None))])
    assert made.place == {1: 1, 2: 2, 3: 3}


def test_two_have_no_third_place_match() -> None:
    made, known = bracket(2, "played"), facts(2)
    assert fixtures(made, 5, known) == [("final", None, (1, 2))]
    made.play(5, known, games("final", (2, 1)))
    assert made.place == {2: 1, 1: 2}


def test_one_is_first_without_a_game() -> None:
    assert bracket(1).place == {1: 1} and bracket(1).drawn == 1
    assert bracket(0).place == {} and bracket(0).drawn == 0


def test_who_withdrew_from_the_knockout_is_walked_over() -> None:
    made, known = bracket(4), facts(4, withdrawn_after={1: 5, 4: 4})
    made.play(5, known, [Match(1, "semi", None, 1, 4, "forfeit", 1, False), *games("semi", (2, 3))])
    assert fixtures(made, 6, known) == [("final", None, (1, 2))]
    made.play(6, known, [Match(1, "final", None, 1, 2, "forfeit", 2, False)])
    assert made.place == {2: 1, 1: 2, 4: 3, 3: 3}


def test_a_round_made_by_hand_is_the_bracket_from_then_on() -> None:
    made, known = bracket(8), facts(8)
    made.play(5, known, games("knockout", (1, 2), (3, 4), (5, 6), (7, 8)))
    assert fixtures(made, 6, known) == [("semi", None, (1, 3)), ("semi", None, (5, 7))]
    made.play(6, known, games("semi", (1, 7), (3, 5)))
    assert fixtures(made, 7, known) == [("final", None, (1, 3))]
    assert made.drawn == 8


def test_a_final_played_before_a_correction_made_three_of_the_two_stands() -> None:
    made, known = bracket(3), facts(5)
    made.play(5, known, games("final", (4, 1)))
    assert made.stage.rounds == (5, 5) and made.drawn == 2
    assert made.place == {4: 1, 1: 2}


def test_a_playoff_that_a_correction_left_without_a_reason_stands() -> None:
    """Of two unbeaten teams one has lost a game after all; the final between them was played."""
    declared = with_settings("shogi-team", rounds=2)
    document = play(declared, roster(8))
    unbeaten = [row["no"] for row in document["standings"][-1]["rows"] if row["wins"] == 2]
    assert len(unbeaten) == 2 and document["rounds"][2]["games"][0]["stage"] == "final"
    game = _game_of(document, 2, unbeaten[1])
    game.update(kind="double-loss", winner=None, boards=None, rated=False)
    codes = {one.code for one in verify(document, declared)}
    assert "round-early" in codes, "no playoff would be made by these results"
    document["rounds"][2]["by_hand"] = True
    codes = {one.code for one in verify(document, declared)}
    assert not codes & {"round-early", "pairing", "state", "early", "title"}
    final = {row["no"]: row["rank"] for row in document["final"]}
    assert {final[no] for no in unbeaten} == {1, 2}


def _game_of(document: Document, number: int, no: int) -> Document:
    found: Document = next(game for game in document["rounds"][number - 1]["games"] if no in game["players"])
    return found
