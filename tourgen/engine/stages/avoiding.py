"""What a pool's pairing avoids: each word of `avoid` as a class of pairs with levels."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from tourgen.engine.pairing import Avoided, ScoreGap
from tourgen.engine.situation import Situation
from tourgen.formats.models import Pool

Levels = Mapping[int, Mapping[int | None, int]]
Sources = Sequence[str]  # the stages that the players come from
Class = Callable[[Situation, Sequence[int], Sources], Levels]


def classes(declared: Pool, now: Situation, members: Sequence[int]) -> tuple[Avoided | ScoreGap, ...]:
    """The classes of `avoid` in order, for these players of the next round."""
    school = declared.school_in(now.after + 2 - now.spans[declared.id][0])
    words = {"same-school-strict": "", "same-school-soft": "", f"same-school-{school}": "same-school"}

    def levels(word: str) -> Levels:
        named = words.get(word, word)
        return CLASSES[named](now, members, declared.sources) if named else {}

    return tuple(
        ScoreGap() if word == "score-gap" else Avoided(word, levels(word)) for word in declared.avoid
    )


def _fewest_byes(now: Situation, members: Sequence[int], sources: Sources) -> Levels:
    """How many byes somebody has had; "second-bye" asks only whether: 「不戦勝は各選手最大1回」."""
    return {no: {None: byes} for no in members if (byes := now.everything.byes(no))}


def _fewest_meetings(now: Situation, members: Sequence[int], sources: Sources) -> Levels:
    """How often two have met; "rematch" asks only whether: 「同一選手との再戦は行いません」."""
    return {no: dict(now.everything.met(no).items()) for no in members}


def _whether(counted: Class) -> Class:
    """The class in which it makes no difference how often something has been."""

    def once(now: Situation, members: Sequence[int], sources: Sources) -> Levels:
        return {no: dict.fromkeys(others, 1) for no, others in counted(now, members, sources).items()}

    return once


def _barred(now: Situation, members: Sequence[int], sources: Sources, *, forbidden: bool) -> Levels:
    """組合せ禁止: 禁止, or 回避."""
    found: dict[int, dict[int | None, int]] = {}
    for first, second in (one.players for one in now.barred if one.forbidden == forbidden):
        found.setdefault(first, {})[second] = 1
        found.setdefault(second, {})[first] = 1
    return found


def _same_school(now: Situation, members: Sequence[int], sources: Sources) -> Levels:
    """Two of one club or school; a blank is no school."""
    return _together((now.entrants[no].school, no) for no in members if now.entrants[no].school)


def _same_group(now: Situation, members: Sequence[int], sources: Sources) -> Levels:
    """Two who were in one group of a stage that the players come from."""
    grouped = [source for source in sources if now.format.stage_of(source).has_groups]
    entered = [(source, now.entered.get(source, {})) for source in grouped]
    return _together(((source, group[no]), no) for source, group in entered for no in members if no in group)


def _together(groups: Iterable[tuple[object, int]]) -> Levels:
    """Everybody with their mates: who stands with them in one of the groups."""
    mates: dict[object, list[int]] = {}
    for group, no in groups:
        mates.setdefault(group, []).append(no)
    found: dict[int, dict[int | None, int]] = {}
    for some in mates.values():
        for no in some:
            found.setdefault(no, {}).update((other, 1) for other in some if other != no)
    return found


def _colour(now: Situation, members: Sequence[int], sources: Sources) -> Levels:
    """A pair whose (Black − White) so far adds up to more than 2 or less than −2."""
    balance = {no: sum(1 if black else -1 for black in now.everything.colours(no)) for no in members}
    return {
        no: {other: 1 for other in members if other != no and abs(balance[no] + balance[other]) > 2}
        for no in members
    }


CLASSES: dict[str, Class] = {
    "second-bye": _whether(_fewest_byes),
    "fewest-byes": _fewest_byes,
    "rematch": _whether(_fewest_meetings),
    "fewest-meetings": _fewest_meetings,
    "forbidden": partial(_barred, forbidden=True),
    "discouraged": partial(_barred, forbidden=False),
    "same-school": _same_school,
    "same-group": _same_group,
    "colour": _colour,
}
