"""What the preliminaries and knockouts of section 8 must fulfil as a whole."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import get_args

from tourgen.formats.declaration import Format, RoundRobin, SchoolRule, SeededKnockout, Stage, Swiss
from tourgen.formats.limits import at_least, between, one_of
from tourgen.problems import closest

MOST_ROUND_ROBIN = 20
MOST_BOARDS = 9

Doubt = tuple[str, str, str, dict[str, object]]  # key, code, found, params


def swiss_doubts(declared: Format, stage: Stage, key: str) -> Iterator[Doubt]:
    """Everything wrong with one stage, if it is one of section 8."""
    match stage:
        case Swiss():
            yield from _swiss(stage, key)
        case RoundRobin():
            if stage.entrants[1] > MOST_ROUND_ROBIN:
                limits = between(2, MOST_ROUND_ROBIN)
                params: dict[str, object] = {"expected": f"[2, {MOST_ROUND_ROBIN}]", "limits": limits}
                yield f"{key}.entrants", "format-value", str(list(stage.entrants)), params
        case SeededKnockout():
            yield from _knockout(declared, stage, key)


def _swiss(stage: Swiss, key: str) -> Iterator[Doubt]:
    if stage.rounds[0] != 1:
        yield f"{key}.rounds", "rounds-start", str(list(stage.rounds)), {"expected": 1}
    if len(set(stage.blocks)) != len(stage.blocks) or not all(stage.blocks) or not stage.blocks:
        yield f"{key}.blocks", "blocks-names", ", ".join(stage.blocks) or "[]", {}
    if not stage.school:
        yield (
            f"{key}.school",
            "format-choice",
            "[]",
            {
                "suggestion": "strict, soft, off",
                "limits": one_of(get_args(SchoolRule)),
            },
        )


def _knockout(declared: Format, stage: SeededKnockout, key: str) -> Iterator[Doubt]:
    fitting = tuple(one.id for one in declared.stage if isinstance(one, Swiss | RoundRobin))
    if stage.after not in fitting:
        suggestion = closest(stage.after, fitting)
        yield f"{key}.after", "stage-unknown", stage.after, {"suggestion": suggestion}
    if stage.cut < 0:
        yield f"{key}.cut", "format-value", str(stage.cut), {"expected": "4", "limits": at_least(0)}


def field_doubts(declared: Format) -> Iterator[Doubt]:
    """Of several first stages, the first that takes the number of entrants is played: each must be able to be it."""
    firsts = [stage for stage in declared.stage if isinstance(stage, Swiss | RoundRobin)]
    for one, other in pairwise(firsts):
        if other.entrants[1] <= one.entrants[1]:
            shown = str(list(other.entrants))
            yield f"stage.{other.id}.entrants", "stage-entrants", shown, {"other": one.id}
    followed = [stage.after for stage in declared.stage if isinstance(stage, SeededKnockout)]
    for name in sorted({one for one in followed if followed.count(one) > 1}):
        yield "stage.after", "stage-twice", name, {}


def board_doubts(declared: Format) -> Iterator[Doubt]:
    """Teams win by the majority of their boards: an odd number decides."""
    count = len(declared.boards)
    if count and (count % 2 == 0 or count > MOST_BOARDS or len(set(declared.boards)) != count):
        yield "boards", "boards-odd", ", ".join(declared.boards), {"most": MOST_BOARDS}
