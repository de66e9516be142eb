"""Every word of the catalogue, taken for another by the engine: `verify`, which reads the right one, finds it out."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.engine.builders import declared, grouped, knockout, numbered_tree, stage
from tests.engine.random_play import Day
from tests.verify.division import play
from tourgen.formats import words
from tourgen.verify import verify

DAY = Day(draw=0.1, rest=0.1, barred=0.6, absent=0.05)
MOST_TRIED = 12  # tournaments, until one of them differs by the word
LEAGUE = "rounds = [1, 5]"
GROUPS = 'groups = ["A", "B"]\n'
ALONE = 'leave = ["sole-unbeaten", "beaten-at-1-2-4-8"]\n'
COUNTED = 'group_sizes = [4, 3, 5]\nleave = ["wins-2", "losses-2"]'
SCHOOLS = 'avoid = ["second-bye", "rematch", "same-school-strict", "score-gap", "same-school-soft"]\n'
SCORE = "[score]\ndraw = 0.5\nmissed = 0.5\n"
ALL_SCORES = f'{SCORE}round_weights = [1, 2, 4]\nstarting_points = {{ floor = "5級", bar = "三段" }}\n'


def pool(lines: str, head: str = SCORE, criteria: str = '["wins", "smaller-lot"]') -> str:
    return (
        f'title = "試し"\ngame = "othello"\n{head}\n[[stage]]\nid = "swiss"\nkind = "pool"\nname = "スイス式"\n'
        f"{LEAGUE}\n{lines}\n[order]\ncriteria = {criteria}\n"
    )


def leagues(line: str) -> str:
    return grouped(f"{GROUPS}{line}", kind="pool", rounds=LEAGUE)


def taken(flow: str, first: str = GROUPS, rounds: str = LEAGUE) -> str:
    tree = stage("second", "bracket", f'{{ stage = "group", {flow} }}')
    return grouped(first, tree, '["second"]', "pool", rounds)


def after_a_tree(who: str, others: str) -> str:
    later = stage("second", "round-robin", f'{{ stage = "main", who = "{who}" }}')
    later += stage("third", "bracket", f'{{ stage = "main", who = "{others}" }}')
    return numbered_tree(16, "rounds = [1, 1]", later).replace('["main"]', '["third"]')


def of_all(count: int) -> str:
    flow = f'{{ who = "best-overall", count = {count} }}'
    return grouped(GROUPS, stage("second", "bracket", flow, "rounds = [6, 7]"), '["second"]', "pool", LEAGUE)


def seated(seats: str) -> str:
    tree = knockout('{ stage = "group", who = "best", count = 3 }', f'seats = "{seats}"')
    return grouped(GROUPS, tree, '["knockout"]')


def avoiding(*avoid: str) -> str:
    school = next((f'school = "{one[12:]}"' for one in avoid if one[12:] in ("strict", "soft")), "")
    return pool(f"avoid = [{', '.join(map(repr, avoid))}]\n{school}")


def ranked_by(criterion: str) -> str:
    boards = 'boards = ["主将", "副将", "三将"]\n' if criterion == "board-wins" else ""
    names = dict.fromkeys((criterion, "points", "smaller-lot"))
    return pool("", boards + ALL_SCORES, f"[{', '.join(map(repr, names))}]")


def in_turn(key: str, listed: tuple[str, ...]) -> Iterator[tuple[str, str, str]]:
    """Each of the words with the next one in its place."""
    yield from ((key, one, other) for one, other in zip(listed, (*listed[1:], listed[0]), strict=True))


def cases() -> Iterator[tuple[str, str, str, str]]:
    """Where it stands, the word, a format that says it, and the same with another one, or without."""
    ways = {
        "best": 'who = "best", count = 2',
        "places": 'who = "places", places = [2, 3]',
        "next-best": 'who = "next-best", count = 3',
        "unbeaten": 'who = "unbeaten"',
        "rest": 'who = "rest"',
    }
    for key, one, other in in_turn("who", tuple(ways)):
        yield key, one, taken(ways[one]), taken(ways[other])
    for pair, first, rounds in (
        (("sole-unbeaten", "beaten"), GROUPS + ALONE, LEAGUE),
        (("passed", "out"), COUNTED, ""),
    ):
        for key, one, other in in_turn("who", pair):
            yield key, one, *(taken(f'who = "{word}"', first, rounds) for word in (one, other))
    for key, one, other in in_turn("who", ("winners", "losers")):
        yield key, one, after_a_tree(one, other), after_a_tree(other, one)
    yield "who", "best-overall", of_all(4), of_all(3)

    for key, listed, first, then in (
        ("first_round", words.FirstRound, "halves-by-number", "neighbours-by-number"),
        ("opponent", words.Opponent, "half-way", "highest-possible"),
        ("bye", words.Bye, "fewest-wins-top-ranked", "last-ranked"),
    ):
        for one in words.words_of(listed):
            yield key, one, pool(f'{key} = "{one}"'), pool(f'{key} = "{then if one == first else first}"')
    for key, one, other in in_turn("school", words.words_of(words.School)):
        yield key, one, *(pool(f'{SCHOOLS}{key} = "{word}"') for word in (one, other))
    for one in words.words_of(words.Avoid):
        if one != "same-group":
            kept = "rematch" if one == "score-gap" else "score-gap"
            yield "avoid", one, avoiding(one, kept), avoiding(kept)
    mates = (
        stage("second", "pool", '{ stage = "group", who = "rest" }', f"rounds = [4, 5]\navoid = [{avoid}]")
        for avoid in ('"same-group", "score-gap"', '"score-gap"')
    )
    yield (
        "avoid",
        "same-group",
        *(grouped(GROUPS, one, kind="pool", rounds="rounds = [1, 3]") for one in mates),
    )
    deals = ("in-turn", "snake", "consecutive", "odd-even")
    for key, one, other in in_turn("deal", deals):
        yield key, one, *(leagues(f'{key} = "{word}"') for word in (one, other))
    # What was typed can't be wrong; what was dealt is none of it.
    yield "deal", "typed", leagues('deal = "in-turn"'), leagues('deal = "typed"')
    for key, one, other in in_turn("qualified_rest", words.words_of(words.Rest)):
        yield key, one, *(leagues(f'{ALONE}{key} = "{word}"') for word in (one, other))
    for key, one, other in in_turn("seats", ("seeded", "drawn", "across", "in-order")):
        yield key, one, seated(one), seated(other)
    yield "seats", "by-number", numbered_tree(16, ""), numbered_tree(16, "").replace("by-number", "drawn")
    left = {"sole-unbeaten": 'leave = ["sole-unbeaten"]\n', "beaten-at-1-2-4-8": ALONE}
    yield "leave", "sole-unbeaten", leagues(left["sole-unbeaten"]), leagues(ALONE)
    yield "leave", "beaten-at-1-2-4-8", leagues(ALONE), leagues(left["sole-unbeaten"])
    for one, other in (("wins-2", "wins-3"), ("losses-2", "losses-3")):
        text = grouped(COUNTED, kind="pool")
        yield "leave", one, text, text.replace(one, other)
    for name in words.CRITERIA:
        instead = "points" if name == "lottery-number" else "lottery-number"
        yield "criterion", name, ranked_by(name), ranked_by(instead)


CASES = list(cases())


def test_every_word_is_here() -> None:
    lists = {"who": words.Who, "first_round": words.FirstRound, "opponent": words.Opponent, "bye": words.Bye}
    lists |= {"school": words.School, "avoid": words.Avoid, "deal": words.Deal, "seats": words.Seats}
    known = {(key, word) for key, listed in lists.items() for word in words.words_of(listed)}
    known |= {("qualified_rest", word) for word in words.words_of(words.Rest)}
    known |= {("leave", word) for word in words.LEAVE} | {("criterion", word) for word in words.CRITERIA}
    assert {case[:2] for case in CASES} == known


@pytest.mark.parametrize(
    ("one", "other"), [case[2:] for case in CASES], ids=[" ".join(case[:2]) for case in CASES]
)
def test_a_word_that_was_taken_for_another_is_found(one: str, other: str) -> None:
    right, wrong = declared(one), declared(other)
    for seed in range(MOST_TRIED):
        division = play(wrong, 14, DAY, seed)
        found = verify(division.document, right, paired_ahead=division.paired_ahead, barred=division.barred)
        if {each.code for each in found} - {"criteria"}:
            return
    raise AssertionError("nothing deviates")
