"""The pages of one division: what stands on each, made once for both languages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from tourgen.results.statistics import statistics, surprises
from tourgen.web import bracket_small, cross, pairings, pool, standings
from tourgen.web.awards import award_list
from tourgen.web.bracket_lists import match_lists
from tourgen.web.bracket_poster import brackets, drawing
from tourgen.web.by_kana import by_kana
from tourgen.web.course import thinning
from tourgen.web.division_view import FINAL, Facts
from tourgen.web.go_games import game_views
from tourgen.web.home import honours, places
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


def division_pages(facts: Facts) -> Iterator[Spec]:
    """The pages of a division but the players' half, one by one: all of them would be much to hold."""
    yield from _pairings(facts, split=len(facts.present) > standings.SPLIT_ABOVE)
    yield from _standings(facts)
    yield from _cross(facts)
    yield from _stages(facts)
    yield _course(facts)
    yield from _about(facts)
    yield from papers_pages(facts.papers)


def player_pages(facts: Facts) -> Iterator[Spec]:
    """Everybody's number, games and page: with the tables half of all the work on a division."""
    yield _lottery(facts)
    for page, game in game_views(facts):
        yield Spec(page, "game.html", {"v": game}, "pairings")
    everyone = [person for person in facts.people.values() if not person.moved_to]
    moved = [person for person in facts.people.values() if person.moved_to]
    exempt = [person for person in everyone if person.exempt]
    for path, names in by_kana(pairings.kana_groups(everyone), "players"):
        yield Spec(path, "players.html", {**names, "moved": moved, "exempt": exempt}, "players")
    assumed = _assumed(facts)
    tables = standings.tables(facts)
    for person in everyone:
        view = player_view(facts, person, tables)
        context = {"v": view, "assumed": assumed, "compared": compared(facts)}
        yield Spec(person.href, "player.html", context, "players")


def _pairings(facts: Facts, split: bool) -> Iterator[Spec]:
    choice = pool.choice_of(facts)
    if not facts.rounds:
        yield Spec("index.html", "before.html", {"choice": choice}, tab="pairings")
    for played in facts.rounds:
        number = played.number
        common = {
            "bands": [],
            "names": [],
            "index": [],
            "number": number,
            "by_hand": played.by_hand,
            "finals": tuple(facts.stages.in_round(number)),
            "progress": facts.progress(number),
            "clocks": pairings.clocks(facts, number),
            "choice": choice if number == facts.current else None,
            "split": split and number == facts.current,
        }
        # Where to sit is looked up by name; nobody does that in a round that has been played.
        named = by_kana(pairings.by_name(facts, number), f"r{number}-name") if number == facts.current else []
        bands = pairings.bands(facts, number)
        yield Spec(
            f"r{number}-why.html", "why.html", {"number": number, "why": round_why(facts, bands)}, "pairings"
        )
        chunks = pairings.band_pages(bands, standings.SPLIT_ABOVE)
        parts = [f"r{number}.html" if at == 1 else f"r{number}-{at}.html" for at in range(1, len(chunks) + 1)]
        for at, (path, chunk) in enumerate(zip(parts, chunks, strict=True), 1):
            names = named[0][1] if named and not split else {}
            shown = {**common, **names, "bands": chunk, "parts": parts, "part": at}
            also = "index.html" if number == facts.current and at == 1 else ""
            yield Spec(path, "pairings.html", shown, "pairings", also)
        if split:
            for path, names in named:
                yield Spec(path, "pairings.html", {**common, **names}, "pairings")


def _standings(facts: Facts) -> Iterator[Spec]:
    """The ranks as they are now, final or of the moment, and those after every round."""
    now = facts.ranking
    if now is None:
        yield Spec("standings.html", "before.html", {"choice": None}, tab="standings")
        return
    for standing in (*facts.standings, *(() if now in facts.standings else (now,))):
        shown = standings.table(facts, standing)
        chunks = standings.pages(shown.lines, standings.SPLIT_ABOVE)
        own = standing.after if standing in facts.standings else FINAL
        parts = [standings.standing_path(own, at) for at in range(1, len(chunks) + 1)]
        blocks = () if standing.after == FINAL else facts.stages.blocks
        for at, chunk in enumerate(chunks, 1):
            context = {
                "table": shown,
                "final": standing.after == FINAL,
                "blocks": [
                    (name, list(standings.by_wins(facts, rows)) if standing.after else [(None, rows)])
                    for name, rows in standings.by_block(blocks, chunk)
                ],
                "parts": parts,
                "part": at,
                "honours": honours(facts) if at == 1 and not standing.after else [],
            }
            also = "standings.html" if own and standing is now and at == 1 else ""
            yield Spec(parts[at - 1], "standings.html", context, "standings", also)


def _assumed(facts: Facts) -> dict[str, Any]:
    """The sentences about rounds that are counted without a game."""
    return {"qualified": said(facts, "assumed-wins"), "withdrawn": said(facts, "assumed-losses")}


def _cross(facts: Facts) -> Iterator[Spec]:
    small = cross.use_grid(facts)
    rows = cross.grid(facts) if small else cross.by_round(facts)
    chunks = standings.pages(
        rows, standings.PAGE if len(rows) > standings.SPLIT_ABOVE else standings.SPLIT_ABOVE
    )
    names = ["cross.html" if at == 1 else f"cross-{at}.html" for at in range(1, len(chunks) + 1)]
    for at, chunk in enumerate(chunks):
        shown = {
            "small": small,
            "blocks": cross.by_block(chunk),
            "everyone": rows,
            "rounds": cross.counted_rounds(facts),
            "finals": cross.finals(facts),
            "parts": names,
            "part": at + 1,
        }
        yield Spec(names[at], "cross.html", shown, "cross")


def _course(facts: Facts) -> Spec:
    best = [(facts.people[one.winner], facts.people[one.loser], one) for one in surprises(facts.results)]
    shown = {"thinning": thinning(facts), "figures": statistics(facts.results), "surprises": best[:10]}
    return Spec("course.html", "course.html", shown)


def _stages(facts: Facts) -> Iterator[Spec]:
    """Every stage that has something of its own to show, and the boards of teams."""
    for stage in facts.stages.all.values():
        kind = kind_of(stage)
        page = kind.page(facts, stage)
        if page and kind.own_page:
            template = kind.template(page)
            shown = {"stage": stage, "span": facts.stages.spans[stage.id], "page": page}
            yield Spec(f"{page}.html", template, {**shown, **_VIEWS[template](facts, stage)})
    if facts.in_teams:
        yield Spec("boards.html", "boards.html", {"boards": best_boards(facts)})
    if facts.stages.brackets:
        yield _brackets(facts)


def _leagues(facts: Facts, stage: AnyStage) -> dict[str, Any]:
    onward = {flow.who: one.id for one in facts.stages.all.values() for flow in one.entered_from}
    return {"leagues": pool.leagues(facts), "rule": said(facts, "qualify"), "onward": onward}


_VIEWS: dict[str, Callable[[Facts, AnyStage], dict[str, Any]]] = {
    "leagues.html": _leagues,
    "round_robin.html": lambda facts, stage: {"groups": cross.round_robins(facts, stage)},
    "blocks.html": lambda facts, stage: {"blocks": pool.groups(facts, stage)},
}


def _brackets(facts: Facts) -> Spec:
    """All brackets: where everybody starts in one as a poster, else as small trees."""
    found = brackets(facts)
    drawn = found.stages if found else frozenset()
    rules = ("main",) if found else ("finals", "womens-final")
    trees = [bracket_small.tree(facts, stage) for stage in facts.stages.brackets if stage.id not in drawn]
    first = facts.stages.finals or facts.stages.brackets[0]
    shown: dict[str, Any] = {
        "trees": [one for one in trees if one and (len(one.slots) > 2 or one.stage is first)],
        "stage": first,
        "honours": honours(facts),
        "rules": [said(facts, rule) for rule in rules],
    }
    if found:
        poster = {"tree": drawing(facts, found), "lists": match_lists(facts, found)}
        return Spec("bracket.html", "tree.html", {**shown, **poster}, "bracket")
    shown |= {
        "matches": bracket_small.final_matches(facts),
        "places": places(facts) if facts.stages.preliminaries else [],
        "waiting": bracket_small.waiting(facts, first),
        "span": facts.stages.spans[first.id],
    }
    return Spec("bracket.html", "bracket.html", shown, "bracket" if first is facts.stages.first else "")


def stage_pages(facts: Facts) -> list[tuple[str, Any]]:
    """Pages beside the tabs that show how the division is played: (address, key of its name, or the stage)."""
    found: list[tuple[str, Any]] = []
    for stage in facts.stages.all.values():
        page = kind_of(stage).page(facts, stage)
        if page and kind_of(stage).own_page:
            found.append((page, "page.blocks" if page == "blocks" and not kind_of(stage).all_meet else stage))
    if facts.stages.starts_in_tree:
        found.append(("cross", "cross.title"))
    elif facts.stages.finals is not None:
        found.append(("bracket", facts.stages.finals))
    if facts.in_teams:
        found.append(("boards", "page.boards"))
    return [*found, ("course", "course.title")]


def _lottery(facts: Facts) -> Spec:
    drawn = lottery_view(facts)
    shown = {"lot": drawn, "data": data_block(drawn["data"])}
    if facts.declared.lottery.method == "bracket":
        return Spec("lottery.html", "numbers.html", {**shown, "numbers": bracket_numbers(facts)})
    return Spec("lottery.html", "lottery.html", shown)


def _about(facts: Facts) -> Iterator[Spec]:
    listed = {"honours": honours(facts), "places": [] if facts.declared.award else places(facts)}
    yield Spec("awards.html", "awards.html", {**listed, "list": award_list(facts)})
    yield Spec(
        "info.html", "info.html", {"criteria": criteria(facts), "choice": pool.choice_of(facts)}, "info"
    )


def papers_pages(papers: Sequence[Paper]) -> Iterator[Spec]:
    """The pages of papers, of a division or of the event."""
    for paper in papers:
        parts, begin = [path for path, _ in paper.parts], 1
        for at, (path, leaves) in enumerate(paper.parts, 1):
            shown = {"paper": paper, "leaves": leaves, "begin": begin, "parts": parts, "part": at}
            yield Spec(path, "paper/page.html", shown)
            begin += len(leaves)
