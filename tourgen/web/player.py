"""A player's page: where to sit now, the record, why this opponent, the rank and its arithmetic."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tourgen.engine.model import Game
from tourgen.explain.final import final_why
from tourgen.explain.words import Reason
from tourgen.web.bracket.way import way_of
from tourgen.web.chart import ranks_after
from tourgen.web.division_view import DivisionView, Person, Score
from tourgen.web.kinds import kind_of
from tourgen.web.pairings import NO_SCORE, Match, match
from tourgen.web.standings import Line, Table
from tourgen.web.teams import line_up
from tourgen.web.why import Rank, earlier_ranks, final_rank_of, pairing_of, rank_of


@dataclass(frozen=True, slots=True)
class Played:
    """One line of the record: a game as the player sees it, or a round without one."""

    round: int
    mark: str
    kind: str  # played, bye, forfeit …, qualified, withdrawn
    match: Match | None = None
    score: Score = NO_SCORE  # the opponent's, now
    move: tuple[str, dict[str, Any]] | None = None  # heading above the line: into which league or stage
    clock: dict[str, str] | None = None  # 持ち時間, in the formats whose players ask for it

    @property
    def other(self) -> Person | None:
        """The opponent."""
        return self.match.second.person if self.match and self.match.second else None

    @property
    def entered(self) -> bool:
        """Whether there is a result, or nothing to wait for."""
        return self.match is None or self.match.entered


def player_view(view: DivisionView, person: Person, tables: Sequence[Table]) -> dict[str, Any]:
    """What stands on a player's page; `tables`: the ranks of the moment and the final ones, as far as there are any."""
    games = _games(view, person)
    current = next((g for g in games if g.round == view.current and g.other is not None), None)
    lines = [table.line_of(person.no) for table in tables]
    line = lines[0] if lines else None
    final = lines[-1] if view.finished and lines else None
    reasons, why = _why(view, line, final, tables)
    titles = tuple(one.title for one in view.results.titles if one.no == person.no)
    marks = view.record(person.no).ljust(view.stages.counted_rounds, ".")
    return {
        "person": person,
        "ruby": ruby(person.name, person.kana),
        "situation": view.situation(person.no),
        "game": current,  # of the current round
        "opponent_marks": view.record(current.other.no) if current and current.other else "",
        "games": games,
        "marks": marks if view.current else "",  # of the rounds that count
        "finals": view.finals(person.no),
        "score": view.live_score(person.no),
        "line": line,  # of the moment
        "final": final,
        "why": why,  # the arithmetic of the final rank, else of the moment's
        "final_reasons": reasons,
        "earlier": earlier_ranks(view, person.no, why) if why else [],
        "titles": titles,
        "pairing": () if view.finished else pairing_of(view, view.current, person.no),
        # the rounds whose pages say why the player met whom
        "explained": [number for number in sorted(view.games) if person.no in view.games[number]],
        "title_reasons": _title_reasons(view, person.no) if titles else (),
        "charted": bool(ranks_after(view, person.no)),
        "way": way_of(view, person),
        "beside": view.beside(tables[0].standing, line.row) if line else 0,  # how many are ranked together
        "members": line_up(view, person) if view.in_teams else [],
        **_group(view, person),
    }


def _why(
    view: DivisionView, line: Line | None, final: Line | None, tables: Sequence[Table]
) -> tuple[tuple[Reason, ...], Rank | None]:
    """What is said of a final rank, and the arithmetic."""
    if line is None:
        return (), None
    rank = rank_of(view, tables[0].standing.after, line.person.no)
    if final is None:
        return (), rank
    deciding = None if final.deciding is None else tables[-1].columns[final.deciding].first
    return final_rank_of(view, final.person.no, rank, deciding)


def _group(view: DivisionView, person: Person) -> dict[str, str]:
    """The group in which a player starts, and the page that lists it."""
    first = view.stages.first
    if person.league is None or view.stages.starts_in_tree or len(view.stages.groups(first)) < 2:
        return {"group": "", "group_href": ""}
    href = "" if view.stages.leagues else kind_of(first).href(view, first, person.league)
    return {"group": person.league, "group_href": href}


def _title_reasons(view: DivisionView, no: int) -> tuple[Reason, ...]:
    """What the rules say about a title of its own (the women's)."""
    why = final_why(view.tournament, no)
    return tuple(reason for _, reasons in why.titles for reason in reasons) if why else ()


def _games(view: DivisionView, person: Person) -> list[Played]:
    found: list[Played] = []
    seen: tuple[str, str | None] | None = None
    for number in sorted(view.games):
        game = view.games[number].get(person.no)
        if game is None:
            absent = _without_game(view, person, number)
            if absent:
                found.append(Played(number, absent[1], absent[0]))
            continue
        place = (view.stages.shown(game.stage, number), view.stages.named_group(game.stage, game.group))
        move = _move(view, person, number, game, place) if place != seen else None
        seen = place
        shown = match(view, number, game, person.no)
        score = view.live_score(shown.second.person.no) if shown.second else NO_SCORE
        clock = view.clock(game.stage) if view.timed else None
        found.append(Played(number, shown.first.mark, shown.kind, shown, score, move, clock))
    return found


_WITHOUT = {"x": "withdrawn", "q": "qualified", "r": "sat-out"}  # mark of a round without a game → the text


def _without_game(view: DivisionView, person: Person, number: int) -> tuple[str, str] | None:
    if number > view.stages.counted_rounds or view.status == "roster":
        return None
    mark = view.assumed(person.no, number)
    if not mark and view.rests(person, number):
        mark = "r"
    return (_WITHOUT[mark], mark) if mark else None


def _move(
    view: DivisionView, person: Person, number: int, game: Game, place: tuple[str, str | None]
) -> tuple[str, dict[str, Any]]:
    """The heading above the first game in a stage or group."""
    stage = view.stages.of(game.stage)
    if stage is not None and stage.id == place[0] and kind_of(stage).by_score:
        if stage.entered_from:
            unbeaten = _unbeaten_when_split(view, person, number)
            values = {"to": (view, stage.id), "group": (view, person.league), "people_n": unbeaten}
            return ("move.ranking_split" if unbeaten else "move.ranking", values)
        if view.stages.leagues and place[1] is not None:
            return ("move.league", {"group": (view, place[1])})
    return ("move.finals", {"stage": (view, *place)})


def _unbeaten_when_split(view: DivisionView, person: Person, number: int) -> int:
    """How many were unbeaten in the player's league when it split."""
    standing = view.standing(number - 1)
    pool = view.stages.leagues
    if standing is None or person.league is None or pool is None or "sole-unbeaten" not in pool.leave:
        return 0
    dealt = [
        standing.by_no[p.no]
        for p in view.people.values()
        if p.league == person.league and p.no in standing.by_no
    ]
    return sum(row.losses == 0 for row in dealt)


def ruby(name: str, kana: str) -> tuple[tuple[str, str], ...]:
    """(part, reading) pairs where name and kana have as many parts, else the whole."""
    parts, readings = name.split(), kana.split()
    if len(parts) == len(readings):
        return tuple(zip(parts, readings, strict=True))
    return ((name, kana),)
