"""What differs on the pages by kind of stage. The only place that asks for it: `KINDS` chooses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tourgen.formats.models import Bracket, Pool, RoundRobin
from tourgen.web.stages import AnyStage

if TYPE_CHECKING:
    from tourgen.web.division_view import DivisionView, Score

Note = tuple[str, dict[str, Any]]  # key of the text and its values


class Kind:
    """A kind of stage on the pages."""

    by_score = False  # whether pairs depend on wins, so that a difference is worth showing
    all_meet = False  # whether everybody of a group meets everybody, so that somebody may rest
    own_page = True  # whether it is not shown on one page with all others of its kind

    def page(self, view: DivisionView, stage: AnyStage) -> str:
        """The page that shows its groups or trees, without its ending; "" where there is nothing to show."""
        several = len(view.stages.groups(stage)) > 1
        if not stage.entered_from:
            return "blocks" if several else ""
        return f"stage-{list(view.stages.all).index(stage.id) + 1}" if several or not stage.carry else ""

    def href(self, view: DivisionView, stage: AnyStage, group: str | None) -> str:
        """The place on that page where a group stands."""
        page, groups = self.page(view, stage), view.stages.groups(stage)
        return f"{page}.html#{page[0]}{groups.index(group)}" if page and group in groups else ""

    def template(self, page: str) -> str:
        """What makes that page."""
        return "leagues.html" if page == "leagues" else "blocks.html"

    def note(
        self, view: DivisionView, stage: AnyStage, group: str | None, number: int, scores: Sequence[Score]
    ) -> Note | None:
        """What stands beside the heading of a band of its games."""
        noun = "teams" if view.in_teams else "people"
        return (f"band.{noun}", {f"{noun}_n": len(scores)})


class PoolKind(Kind):
    """A pool: its page says which players have left it, and why."""

    by_score = True

    def page(self, view: DivisionView, stage: AnyStage) -> str:
        return "leagues" if stage is view.stages.leagues else super().page(view, stage)

    def note(
        self, view: DivisionView, stage: AnyStage, group: str | None, number: int, scores: Sequence[Score]
    ) -> Note | None:
        if stage.entered_from:
            return ("band.ranking", {"people_n": len(scores)})
        if stage is not view.stages.leagues or "sole-unbeaten" not in stage.leave:
            return super().note(view, stage, group, number, scores)
        unbeaten = number > 1 and all(score.lost == 0 for score in scores)
        if unbeaten and len(scores) == 2:
            return ("band.decider", {"stage": (view, (view.stages.finals or stage).id, None)})
        return ("band.unbeaten" if unbeaten else "band.people", {"people_n": len(scores)})


class RoundRobinKind(Kind):
    """A round robin: a table for each of its groups."""

    all_meet = True

    def page(self, view: DivisionView, stage: AnyStage) -> str:
        later = stage.entered_from and f"stage-{list(view.stages.all).index(stage.id) + 1}"
        return later or super().page(view, stage)

    def template(self, page: str) -> str:
        return "round_robin.html"


class BracketKind(Kind):
    """A bracket: its trees."""

    own_page = False

    def page(self, view: DivisionView, stage: AnyStage) -> str:
        return "bracket"

    def href(self, view: DivisionView, stage: AnyStage, group: str | None) -> str:
        return "bracket.html"

    def note(
        self, view: DivisionView, stage: AnyStage, group: str | None, number: int, scores: Sequence[Score]
    ) -> Note | None:
        if not stage.entered_from:
            return super().note(view, stage, group, number, scores)
        if stage.entered_from[0].at and group is not None:
            return ("band.repechage", {"lost": view.stages.lost_at(stage, group), "people_n": len(scores)})
        return None


KINDS: dict[type[AnyStage], Kind] = {Pool: PoolKind(), Bracket: BracketKind(), RoundRobin: RoundRobinKind()}


def kind_of(stage: AnyStage) -> Kind:
    """The kind of a stage."""
    return KINDS[type(stage)]
