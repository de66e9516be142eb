"""The pages of one division: what stands on each, made once for both languages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from typing import Any

from tourgen.dataclass import dataclass
from tourgen.web import cross, knockout, pairings, standings
from tourgen.web.awards import award_list
from tourgen.web.blocks import blocks, choice_of
from tourgen.web.bracket_lists import match_lists
from tourgen.web.bracket_numbers import numbers_view
from tourgen.web.bracket_svg import drawing
from tourgen.web.by_kana import by_kana
from tourgen.web.course import addresses, course_path, ranks_by_round, survivors
from tourgen.web.facts import Facts
from tourgen.web.go_games import game_views
from tourgen.web.home import honours, places, stages_of_round
from tourgen.web.leagues import leagues
from tourgen.web.lottery import lottery_view
from tourgen.web.paper.papers import Paper
from tourgen.web.player import player_view
from tourgen.web.site import data_block
from tourgen.web.standings import Final
from tourgen.web.teams import best_boards
from tourgen.web.why import criteria, said


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
    yield from _about(facts)
    yield from papers_pages(facts.papers)


def player_pages(facts: Facts) -> Iterator[Spec]:
    """Everybody's number, ranks by round, games and page: with the tables half of all the work on a division."""
    yield _lottery(facts)
    yield from _course(facts)
    for page, game in game_views(facts):
        yield Spec(page, "game.html", {"v": game}, "pairings")
    latest = standings.lines(facts, facts.latest) if facts.latest else []
    lines = {line.person.no: line for line in latest}
    finals = {one.line.person.no: one for one in standings.finals(facts, latest)}
    course = addresses(ranks_by_round(facts))
    everyone = [person for person in facts.people.values() if not person.moved]
    moved = [person for person in facts.people.values() if person.moved]
    exempt = [person for person in everyone if person.exempt]
    for path, names in by_kana(pairings.kana_groups(everyone), "players"):
        yield Spec(path, "players.html", {**names, "moved": moved, "exempt": exempt}, "players")
    assumed = _assumed(facts)
    for person in everyone:
        view = player_view(facts, person, lines, finals)
        shown = {"v": view, "assumed": assumed, "course": course.get(person.no)}
        yield Spec(person.href, "player.html", shown, "players")


def _pairings(facts: Facts, split: bool) -> Iterator[Spec]:
    choice = choice_of(facts)
    if not facts.rounds:
        yield Spec("index.html", "before.html", {"choice": choice}, tab="pairings")
    for entry in facts.rounds:
        number = entry["round"]
        common = {
            "bands": [],
            "names": [],
            "index": [],
            "number": number,
            "by_hand": entry["by_hand"],
            "finals": stages_of_round(facts, number),
            "progress": facts.progress(number),
            "clocks": pairings.clocks(facts, number),
            "choice": choice if number == facts.current else None,
            "split": split,
        }
        named = by_kana(pairings.by_name(facts, number), f"r{number}-name")
        chunks = pairings.band_pages(pairings.bands(facts, number), standings.SPLIT_ABOVE)
        parts = [f"r{number}.html" if at == 1 else f"r{number}-{at}.html" for at in range(1, len(chunks) + 1)]
        for at, (path, bands) in enumerate(zip(parts, chunks, strict=True), 1):
            shown = {**common, **({} if split else named[0][1]), "bands": bands, "parts": parts, "part": at}
            also = "index.html" if number == facts.current and at == 1 else ""
            yield Spec(path, "pairings.html", shown, "pairings", also)
        if split:
            for path, names in named:
                yield Spec(path, "pairings.html", {**common, **names}, "pairings")


def _standings(facts: Facts) -> Iterator[Spec]:
    latest = standings.lines(facts, facts.latest) if facts.latest else []
    finals = standings.finals(facts, latest)
    if finals:
        yield from _finals(facts, finals)
    elif facts.latest is None:
        yield Spec("standings.html", "before.html", {"choice": None}, tab="standings")
    for standing in facts.standings:
        lines = latest if standing is facts.latest else standings.lines(facts, standing)
        chunks = standings.pages(lines, standings.WITH_ARITHMETIC)
        parts = [standings.standing_path(standing.after, at) for at in range(1, len(chunks) + 1)]
        for at, chunk in enumerate(chunks, 1):
            shown = {
                "standing": standing,
                "columns": lines[0].rank.values if lines else (),
                "blocks": [
                    (name, list(standings.by_wins(facts, rows)))
                    for name, rows in standings.by_block(facts, chunk)
                ],
                "parts": parts,
                "part": at,
                "assumed": _assumed(facts),
            }
            also = "standings.html" if not finals and standing is facts.latest and at == 1 else ""
            yield Spec(parts[at - 1], "standings.html", shown, "standings", also)


def _finals(facts: Facts, finals: Sequence[Final]) -> Iterator[Spec]:
    chunks = standings.pages(finals, standings.WITH_ARITHMETIC)
    parts = [standings.standing_path(0, at) for at in range(1, len(chunks) + 1)]
    for at, chunk in enumerate(chunks, 1):
        shown = {
            "lines": chunk,
            "everyone": len(finals),
            "honours": honours(facts) if at == 1 else [],
            "parts": parts,
            "part": at,
            "assumed": _assumed(facts),
        }
        yield Spec(parts[at - 1], "final.html", shown, "standings")


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
            "parts": names,
            "part": at + 1,
        }
        yield Spec(names[at], "cross.html", shown, "cross")


def _course(facts: Facts) -> Iterator[Spec]:
    pages = ranks_by_round(facts)
    parts = [course_path(at) for at in range(1, max(len(pages), 1) + 1)]
    left = survivors(facts)
    for at, ranks in enumerate(pages or [[]], 1):
        shown = {"survivors": left, "ranks": ranks, "parts": parts, "part": at}
        yield Spec(parts[at - 1], "course.html", shown)


def _stages(facts: Facts) -> Iterator[Spec]:
    if facts.in_brackets:
        shown = {"tree": drawing(facts), "lists": match_lists(facts), "rules": [said(facts, "main")]}
        yield Spec("bracket.html", "tree.html", shown, "bracket")
        return
    if facts.in_leagues:
        yield Spec(
            "leagues.html", "leagues.html", {"leagues": leagues(facts), "rule": said(facts, "qualify")}
        )
    if facts.blocks:
        yield Spec("blocks.html", "blocks.html", {"blocks": blocks(facts)})
    if facts.in_teams:
        yield Spec("boards.html", "boards.html", {"boards": best_boards(facts)})
    if not facts.in_leagues and facts.knockout is None:
        return
    shown = {
        "tree": knockout.tree(facts),
        "matches": knockout.final_matches(facts),
        "honours": honours(facts),
        "places": places(facts) if facts.knockout else [],
        "waiting": knockout.waiting(facts),
        "rules": [said(facts, "finals"), said(facts, "womens-final")],
    }
    yield Spec("bracket.html", "bracket.html", shown)


def _lottery(facts: Facts) -> Spec:
    if facts.in_brackets:
        numbers = numbers_view(facts)
        return Spec("lottery.html", "numbers.html", {"lot": numbers, "data": data_block(numbers.data)})
    drawn = lottery_view(facts)
    return Spec("lottery.html", "lottery.html", {"lot": drawn, "data": data_block(drawn.data)})


def _about(facts: Facts) -> Iterator[Spec]:
    listed = {"honours": honours(facts), "places": [] if facts.declared.award else places(facts)}
    yield Spec("awards.html", "awards.html", {**listed, "list": award_list(facts)})
    yield Spec("info.html", "info.html", {"criteria": criteria(facts), "choice": choice_of(facts)}, "info")


def papers_pages(papers: Sequence[Paper]) -> Iterator[Spec]:
    """The pages of papers, of a division or of the event."""
    for paper in papers:
        parts, begin = [path for path, _ in paper.parts], 1
        for at, (path, leaves) in enumerate(paper.parts, 1):
            shown = {"paper": paper, "leaves": leaves, "begin": begin, "parts": parts, "part": at}
            yield Spec(path, "paper/page.html", shown)
            begin += len(leaves)
