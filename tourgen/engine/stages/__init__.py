"""The three kinds of stages. Nothing outside this room asks for a kind: the table below chooses."""

from __future__ import annotations

from tourgen.engine.stages.base import Stage
from tourgen.engine.stages.bracket import BracketStage
from tourgen.engine.stages.pool import PoolStage
from tourgen.engine.stages.round_robin import RoundRobinStage
from tourgen.formats.models import Format

KINDS: dict[str, type[Stage]] = {"pool": PoolStage, "bracket": BracketStage, "round-robin": RoundRobinStage}


def stages_of(declared: Format) -> dict[str, Stage]:
    """The stages of a format, in the order of its file."""
    return {stage.id: KINDS[stage.kind](stage, declared) for stage in declared.stage}
