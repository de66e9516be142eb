"""The pages of one division: what stands on each, made once for both languages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from tourgen.results.statistics import statistics, surprises
from tourgen.web import cross, pairings, parts, pool, standings
from tourgen.web.awards import award_list
from tourgen.web.bracket.lists import final_matches, match_lists
from tourgen.web.bracket.poster import brackets, drawing
from tourgen.web.bracket.small import tree, waiting
from tourgen.web.course import thinning
from tourgen.web.division_view import FINAL, DivisionView
from tourgen.web.go_games import game_views
from tourgen.web.kinds import kind_of
from tourgen.web.lottery import bracket_numbers, lottery_view
from tourgen.web.paper.papers import Paper
from tourgen.web.player import player_view
from tourgen.web.site import data_block
from tourgen.web.stages import AnyStage
from tourgen.web.teams import best_boards
from tourgen.web.why import compared, criteria, round_why, said


@dataclass(frozen=True, slots=True)
class Spec:
    """One page: its address below the division's folder, its template and what it is filled with."""

    path: str
    template: str
    context: dict[str, Any] = field(default_factory=dict)
    tab: str = ""
    also: str = ""  # a second address of the same page


def division_pages(view: DivisionView) -> Iterator[Spec]:
    """The pages of a division one by one, for all of them together would be much to hold."""
    yield from _pairings(view)
    yield from _standings(view)
    yield from _cross(view)
    yield from _stages(view)
    yield _course(view)
    yield from _about(view)
    yield from papers_pages(view.papers)
    yield _lottery(view)
    yield from _players(view)


def _players(view: DivisionView) -> Iterator[Spec]:
    """The list of players, their pages, and those of their games of Go."""
    for page, game in game_views(view):
        yield Spec(page, "game.html", {"v": game}, "pairings")
    everyone = [person for person in view.people.values() if not person.moved_to]
    moved = [person for person in view.people.values() if person.moved_to]
    exempt = [person for person in everyone if person.exempt]
    for path, names in parts.by_kana(pairings.kana_groups(everyone), "players"):
        yield Spec(path, "players.html", {**names, "moved": moved, "exempt": exempt}, "players")
    assumed = _assumed(view)
    tables = standings.tables(view)
    for person in everyone:
        shown = player_view(view, person, tables)
        context = {"v": shown, "assumed": assumed, "compared": compared(view)}
        yield Spec(person.href, "player.html", context, "players")


def _pairings(view: DivisionView) -> Iterator[Spec]:
    if not view.rounds:
        yield Spec("index.html", "before.html", tab="pairings")
    for played in view.rounds:
        number, now = played.number, played.number == view.current
        split = view.large and now
        common = {
            "bands": [],
            "names": [],
            "index": [],
            "played": played,
            "number": number,
            "clocks": pairings.clocks(view, number),
            "split": split,
        }
        # Where to sit is looked up by name; nobody does that in a round that has been played.
        named = parts.by_kana(pairings.by_name(view, number), f"r{number}-name") if now else []
        bands = pairings.bands(view, number)
        yield Spec(
            f"r{number}-why.html", "why.html", {"number": number, "why": round_why(view, bands)}, "pairings"
        )
        chunks = pairings.band_pages(bands, parts.SPLIT_ABOVE)
        for path, chunk, links in parts.numbered(f"r{number}", chunks):
            names = named[0][1] if named and not split else {}
            also = "index.html" if now and links["part"] == 1 else ""
            yield Spec(path, "pairings.html", {**common, **names, "bands": chunk, **links}, "pairings", also)
        if split:
            for path, names in named:
                yield Spec(path, "pairings.html", {**common, **names}, "pairings")


def _standings(view: DivisionView) -> Iterator[Spec]:
    """The ranks as they are now, final or of the moment, and those after every round."""
    now = view.ranking
    if now is None:
        yield Spec("standings.html", "before.html", tab="standings")
        return
    for standing in (*view.standings, *(() if now in view.standings else (now,))):
        shown = standings.table(view, standing)
        chunks = parts.pages(shown.lines, parts.SPLIT_ABOVE)
        own = standing.after if standing in view.standings else FINAL
        blocks = () if standing.after == FINAL else view.stages.blocks
        # Final places may be those of matches, whatever the wins; points alone decide where there are none.
        banded = standing.after or (view.in_points and not view.declared.final.first)
        for path, chunk, links in parts.numbered(standings.standing_name(own), chunks):
            context = {
                "table": shown,
                "final": standing.after == FINAL,
                "blocks": [
                    (name, list(standings.by_wins(view, rows)) if banded else [(None, rows)])
                    for name, rows in standings.by_block(blocks, chunk)
                ],
                **links,
            }
            also = "standings.html" if own and standing is now and links["part"] == 1 else ""
            yield Spec(path, "standings.html", context, "standings", also)


def _assumed(view: DivisionView) -> dict[str, Any]:
    """The sentences about rounds that are counted without a game."""
    return {"qualified": said(view, "assumed-wins"), "withdrawn": said(view, "assumed-losses")}


def _cross(view: DivisionView) -> Iterator[Spec]:
    small = cross.use_grid(view)
    rows = cross.grid(view) if small else cross.by_round(view)
    chunks = parts.pages(rows, parts.room_for(len(rows)))
    for path, chunk, links in parts.numbered("cross", chunks):
        shown = {
            "small": small,
            "blocks": cross.by_block(chunk),
            "everyone": rows,
            "rounds": cross.counted_rounds(view),
            "finals": cross.finals(view),
            **links,
        }
        yield Spec(path, "cross.html", shown, "cross")


def _course(view: DivisionView) -> Spec:
    best = [(view.people[one.winner], view.people[one.loser], one) for one in surprises(view.results)]
    shown = {"thinning": thinning(view), "figures": statistics(view.results), "surprises": best[:10]}
    return Spec("course.html", "course.html", shown)


def _stages(view: DivisionView) -> Iterator[Spec]:
    """Every stage that has something of its own to show, and the boards of teams."""
    for stage in view.stages.all.values():
        kind = kind_of(stage)
        page = kind.page(view, stage)
        if page and kind.own_page:
            template = kind.template(page)
            shown = {"stage": stage, "span": view.stages.spans[stage.id], "page": page}
            yield Spec(f"{page}.html", template, {**shown, **_VIEWS[template](view, stage)})
    if view.in_teams:
        yield Spec("boards.html", "boards.html", {"boards": best_boards(view)})
    if view.stages.brackets:
        yield _brackets(view)


def _leagues(view: DivisionView, stage: AnyStage) -> dict[str, Any]:
    onward = {flow.who: one.id for one in view.stages.all.values() for flow in one.entered_from}
    return {"leagues": pool.leagues(view), "rule": said(view, "qualify"), "onward": onward}


_VIEWS: dict[str, Callable[[DivisionView, AnyStage], dict[str, Any]]] = {
    "leagues.html": _leagues,
    "round_robin.html": lambda view, stage: {"groups": cross.round_robins(view, stage)},
    "blocks.html": lambda view, stage: {"blocks": pool.groups(view, stage)},
}


def _brackets(view: DivisionView) -> Spec:
    """All brackets: where everybody starts in one as a poster, else as small trees."""
    found = brackets(view)
    drawn = found.stages if found else frozenset()
    rules = ("main",) if found else ("finals", "womens-final")
    trees = [tree(view, stage) for stage in view.stages.brackets if stage.id not in drawn]
    first = view.stages.finals or view.stages.brackets[0]
    shown: dict[str, Any] = {
        "trees": [one for one in trees if one and (len(one.slots) > 2 or one.stage is first)],
        "stage": first,
        "rules": [said(view, rule) for rule in rules],
    }
    if found:
        poster = {"tree": drawing(view, found), "lists": match_lists(view, found)}
        return Spec("bracket.html", "tree.html", {**shown, **poster}, "bracket")
    shown |= {
        "matches": final_matches(view),
        "waiting": waiting(view, first),
        "span": view.stages.spans[first.id],
    }
    return Spec("bracket.html", "bracket.html", shown, "bracket" if first is view.stages.first else "")


def stage_pages(view: DivisionView) -> list[tuple[str, Any]]:
    """Pages beside the tabs that show how the division is played: (address, key of its name, or the stage)."""
    found: list[tuple[str, Any]] = []
    for stage in view.stages.all.values():
        page = kind_of(stage).page(view, stage)
        if page and kind_of(stage).own_page:
            found.append((page, "page.blocks" if page == "blocks" and not kind_of(stage).all_meet else stage))
    if view.stages.starts_in_tree:
        found.append(("cross", "cross.title"))
    elif view.stages.finals is not None:
        found.append(("bracket", view.stages.finals))
    if view.in_teams:
        found.append(("boards", "page.boards"))
    return [*found, ("course", "course.title")]


def _lottery(view: DivisionView) -> Spec:
    drawn = lottery_view(view)
    shown = {"lot": drawn, "data": data_block(drawn["data"])}
    if view.declared.lottery.method == "bracket":
        return Spec("lottery.html", "numbers.html", {**shown, "numbers": bracket_numbers(view)})
    return Spec("lottery.html", "lottery.html", shown)


def _about(view: DivisionView) -> Iterator[Spec]:
    yield Spec("awards.html", "awards.html", {"list": award_list(view)})
    yield Spec("info.html", "info.html", {"criteria": criteria(view)}, "info")


def papers_pages(papers: Sequence[Paper]) -> Iterator[Spec]:
    """The pages of papers, of a division or of the event."""
    for paper in papers:
        begin = 1
        for path, leaves, links in paper.parts:
            yield Spec(path, "paper/page.html", {"paper": paper, "leaves": leaves, "begin": begin, **links})
            begin += len(leaves)
