"""What a format needs of the roster beyond names: which columns stand in a new one, and what must be filled in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import zip_longest

from tourgen.engine.notices import criteria_words, needs_grades
from tourgen.event.settings import Division
from tourgen.formats import Format
from tourgen.formats.labels import grade_value
from tourgen.messages.problems import Problem
from tourgen.model import Player


def needed_columns(declared: Format) -> tuple[str, ...]:
    """The columns of a roster that only some formats look at."""
    wanted = {
        "rests": declared.open_rounds is not None,
        "group": bool(typed_groups(declared)),
        "rating": "rating" in criteria_words(declared),
        "seed": any(getattr(stage, "seeds", None) for stage in declared.stage),
        "lottery": bool(declared.boards) and declared.lottery.method != "linear-congruence",
        "grade": needs_grades(declared) or "grade" in criteria_words(declared),
    }
    boards = [f"grade{n}" for n in range(1, len(declared.boards) + 1)] if wanted["grade"] else []
    return (*(key for key, needed in wanted.items() if needed), *boards)


def typed_groups(declared: Format) -> tuple[str, ...]:
    """The groups of the first stage, where the roster says who is in which."""
    first = declared.first_stage
    return getattr(first, "groups", ()) if getattr(first, "deal", "") == "typed" else ()


def need_problems(division: Division, players: Mapping[int, Player]) -> Iterator[Problem]:
    """Grades and groups that the rules need and the roster lacks."""
    declared = division.declared
    groups = typed_groups(declared)
    here = [player for player in players.values() if player.here]
    for player in here:
        if groups and player.group not in groups:
            params = {"name": player.name, "known": ", ".join(groups)}
            yield Problem("group-typed", player.at("group"), player.group, params)
    if needs_grades(declared):
        for player in here:
            yield from _grades(declared, player)


def _grades(declared: Format, player: Player) -> Iterator[Problem]:
    """持ち点 and 手合 depend on the grade; of a team, on that of everybody who sits at a board."""
    typed = [("grade", player.name, player.grade)]
    if declared.boards:
        seats = zip_longest(player.members, player.board_grades, fillvalue="")
        typed = [(f"grade{n}", name, grade) for n, (name, grade) in enumerate(seats, 1) if name]
    for column, name, grade in typed:
        if grade_value(grade) is None:
            code = "grade-needed-unreadable" if grade else "grade-needed"
            yield Problem(code, player.at(column), grade, {"name": name})
