"""Plays small tournaments with the second derivation itself, so that tests have right documents to spoil."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tourgen.formats import Format, read_format, shipped_text
from tourgen.verify import Barred, facts_of
from tourgen.verify.closing import awards, final_ranks, qualifications, titles
from tourgen.verify.course import Course, relabelled
from tourgen.verify.deviation import Pair
from tourgen.verify.document import last_standing
from tourgen.verify.lottery import draw_lots
from tourgen.verify.stage import Section

Document = dict[str, Any]
Result = tuple[str, int | None]  # kind and winner
Results = Callable[[int, str, Pair], Result]
DRAWS = ("1234", "5678", "9012")


def shipped(format_id: str) -> Format:
    declared, problems = read_format(shipped_text(format_id), format_id)
    assert declared is not None, problems
    return declared


def roster(count: int, women: Sequence[int] = (), **facts: Mapping[int, object]) -> list[Document]:
    """`count` players; further facts by name, e.g. `withdrawn_after={5: 2}`."""
    rows: list[Document] = [
        {"no": no, "name": f"選手{no}", "club": "", "sex": "F" if no in women else "M", "grade": "", "seed": False,
         "absent": False, "from_round": 1, "preliminary": None, "lottery": None, "league": None,
         "withdrawn_after": None, "replacement_from": None, "moved_to": None}
        for no in range(1, count + 1)
    ]  # fmt: skip
    for name, values in facts.items():
        for no, value in values.items():
            rows[no - 1][name] = value
    return rows


def smaller_wins(_round: int, _stage: str, pair: Pair) -> Result:
    return "played", min(no for no in pair if no is not None)


def play(
    declared: Format,
    players: list[Document],
    results: Results = smaller_wins,
    *,
    until: int = 99,
    draws: Sequence[str] = DRAWS,
    confirmed: Mapping[str, tuple[int, int]] | None = None,
    barred: Sequence[Barred] = (),
) -> Document:
    """The whole document; after round `until` the next round is paired and left unplayed."""
    document: Document = {
        "schema": "tourgen.results/1",
        "event": {"id": "test", "name": "test"},
        "division": {"id": "test", "name": "test", "format": declared.id},
        "lottery": {"draws": list(draws) if declared.lottery.method != "desk" else [], "x0": None},
        "players": players,
        "confirmed": [{"group": g, "no": no, "after": r} for g, (no, r) in (confirmed or {}).items()],
        "rounds": [],
        "standings": [],
        "final": None,
        "titles": [],
        "awards": [],
        "qualified": [],
    }
    course = _draw(document, declared, barred)
    while course.numbers and not course.waiting and not course.over:
        number = course.completed + 1
        row = _round(course, number, results if number <= until else None)
        document["rounds"].append(row)
        course, unfinished = _again(document, declared, barred)
        if unfinished:
            break
    _finish(document, course)
    return document


def _draw(document: Document, declared: Format, barred: Sequence[Barred]) -> Course:
    facts = facts_of(document, declared, barred=barred)
    lots = draw_lots(facts, declared.lottery)
    course = Course(facts, declared, lots)
    document["lottery"]["x0"] = lots.x0
    for row in document["players"]:
        row["preliminary"] = lots.preliminary.get(row["no"])
        row["lottery"] = lots.numbers.get(row["no"])
        row["league"] = course.first_stage.dealt_group(row["no"]) if row["no"] in course.numbers else None
    return course


def _again(document: Document, declared: Format, barred: Sequence[Barred]) -> tuple[Course, bool]:
    """The course of what is written so far, and whether its last round is still to be played."""
    facts = facts_of(document, declared, barred=barred)
    course = Course(facts, declared, draw_lots(facts, declared.lottery))
    for number in range(1, len(document["rounds"]) + 1):
        sections = course.sections(number)
        if not facts.sheets[number].completed:
            return course, True
        course.take_in(relabelled(facts.sheets[number], sections))
    return course, False


def _round(course: Course, number: int, results: Results | None) -> Document:
    games: list[Document] = []
    tables = 0
    for section in course.sections(number):
        for pair in section.pairs():
            game = _game(course, number, section, pair, results)
            if game is None:
                continue
            there = any(not course.facts.entrants[no].withdrawn(number) for no in pair if no is not None)
            tables += (seated := pair[1] is not None and there)
            games.append({"table": tables if seated else None, **game})
    return {"round": number, "by_hand": False, "games": games}


def _game(
    course: Course, number: int, section: Section, pair: Pair, results: Results | None
) -> Document | None:
    there = [no for no in pair if no is not None and not course.facts.entrants[no].withdrawn(number)]
    kind, winner = "played", None
    if pair[1] is None:
        if not there:
            return None
        kind, winner = "bye", pair[0]
    elif len(there) < 2:
        kind, winner = ("forfeit", there[0]) if there else ("double-loss", None)
    elif results is not None:
        kind, winner = results(number, section.stage, pair)
    game = {"stage": section.stage, "group": section.group, "players": list(pair), "kind": kind}
    boards = boards_of(len(course.declared.boards), pair, kind, winner)
    return {**game, "winner": winner, "discs": None, "rated": kind == "played", **boards}


def boards_of(count: int, pair: Pair, kind: str, winner: int | None) -> Document:
    """A team game is won by all boards but the last, without a game by all."""
    if not count:
        return {}
    if winner is None:
        return {"boards": None}
    won = [1] * (count - 1) + [int(kind != "played")]
    return {"boards": won if winner == pair[0] else [1 - one for one in won]}


def _finish(document: Document, course: Course) -> None:
    for after in range(1, min(course.completed, last_standing(course)) + 1):
        table = course.table(after)
        rows = [
            {"rank": table.ranks[no], "no": no, "group": course.shown_groups[after][no],
             "wins": table.view.count(no, "win"), "losses": table.view.count(no, "loss"), "keys": list(table.keys[no])}
            for no in table.order
        ]  # fmt: skip
        document["standings"].append({"after": after, "rows": rows})
    document["state"] = {
        "completed": course.completed,
        "next": None if course.over and course.numbers else course.completed + 1,
        "finished": course.finished,
    }
    if not course.finished:
        return
    ranks = final_ranks(course)
    order = list(course.table(course.completed).order)
    document["final"] = [
        {"rank": ranks[no], "no": no} for no in sorted(ranks, key=lambda no: (ranks[no], order.index(no)))
    ]
    document["titles"] = [
        {"title": title, "no": no, "referee": ref} for title, no, ref in titles(course, ranks)
    ]
    document["awards"] = [
        {"no": no, "award": line.award, "reason": line.reason, "charged": line.charged}
        for (no, _), line in awards(course, ranks).items()
    ]
    document["qualified"] = [
        {"no": no, "for": target, "reason": line.reason}
        for (no, target), line in qualifications(course, ranks).items()
    ]
