"""Teams on the pages: who sits at which board in a round, everybody's own record, and the best of each board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from tourgen.engine.model import Game
from tourgen.web.division_view import DivisionView, Person


@dataclass(frozen=True, slots=True)
class Seated:
    """Who sits at a board, and how the game there ended."""

    name: str  # "" where nobody sits
    mark: str  # as of a game, "." where nothing is entered
    substitute: bool = False
    colour: str = ""  # black or white, where a handicap says it


@dataclass(frozen=True, slots=True)
class Member:
    """One member's record at one board (`place` None: a reserve who sat nowhere)."""

    name: str
    place: int | None
    reserve: bool
    rounds: tuple[int, ...]  # in which they sat here
    marks: str
    score: tuple[int, int]


def board_lines(view: DivisionView, game: Game, no: int) -> list[dict[str, Any]]:
    """The boards of a team match as team `no` sees it, with who sits there in this round."""
    first, second = no, game.opponent(no)
    if second is None:
        return []
    return [
        {
            "place": place,  # from 0
            "first": _seated(view, game, first, place),
            "second": _seated(view, game, second, place),
        }
        for place in range(len(view.boards))
    ]


def _seated(view: DivisionView, game: Game, no: int, place: int) -> Seated:
    name, substitute = _sitting(view, game, no, place)
    how = _board_mark(view, game, no, place)
    other = game.opponent(no)
    alone = not name or (other is not None and not _sitting(view, game, other, place)[0])
    return Seated(name, how.lower() if alone else how, substitute, view.colour(game, no, place))


def _sitting(view: DivisionView, game: Game, no: int, place: int) -> tuple[str, bool]:
    """Who sits at a board, and whether instead of the registered player."""
    side = game.players.index(no)
    for one in game.substitutes:
        if (one.side, one.board) == (side, place):
            return one.name, True
    return _registered(view.people[no], place), False


def _registered(person: Person, place: int) -> str:
    return person.members[place] if place < len(person.members) else ""


def _board_mark(view: DivisionView, game: Game, no: int, place: int) -> str:
    """A board's result as a mark; of a match that nobody played, the match's own."""
    if game.kind not in ("played", "draw") or game.boards is None or not game.entered:
        return view.mark(game, no)
    return "W" if (game.boards[place] == 1) == (game.players[0] == no) else "L"


def won_and_lost(game: Game, parts: Sequence[int] | None, no: int) -> tuple[int, int] | None:
    """How many parts of a match (boards, or best of n games) one side won and lost; None where there are none."""
    if not parts:
        return None
    won = sum(parts) if game.players[0] == no else len(parts) - sum(parts)
    return won, len(parts) - won


def sittings(view: DivisionView, no: int, place: int) -> list[tuple[int, Seated]]:
    """Who sat at one board of a team, round by round."""
    return [(number, _seated(view, game, no, place)) for number, game in view.played(no)]


def line_up(view: DivisionView, person: Person) -> list[Member]:
    """Board by board everybody who sat there; then the reserves who have not sat anywhere."""
    found = []
    for place in range(len(view.boards)):
        sat = sittings(view, person.no, place)
        registered = _registered(person, place)
        names = dict.fromkeys([registered, *(one.name for _, one in sat)])
        found += [
            _member(name, place, [one for one in sat if one[1].name == name], name != registered)
            for name in names
        ]
    used = {member.name for member in found}
    return found + [Member(name, None, True, (), "", (0, 0)) for name in person.reserves if name not in used]


def _member(name: str, place: int, sat: list[tuple[int, Seated]], reserve: bool) -> Member:
    if not name:
        return Member("", place, reserve, (), "", (0, 0))  # an empty seat is nobody, and has no record
    marks = "".join(one.mark for _, one in sat)
    return Member(name, place, reserve, tuple(number for number, _ in sat), marks, _score(marks))


def _score(marks: str) -> tuple[int, int]:
    return sum(one in "Ww" for one in marks), sum(one in "Lld" for one in marks)


def best_boards(view: DivisionView) -> list[list[tuple[int, list[dict[str, Any]]]]]:
    """For each board (wins, who won as many), most first: the preliminaries, which everybody plays, byes included."""
    everybody = [_everybody(view, place) for place in range(len(view.boards))]
    return [
        [(wins, list(members)) for wins, members in groupby(sat, key=lambda one: one["score"][0])]
        for sat in everybody
    ]


def _everybody(view: DivisionView, place: int) -> list[dict[str, Any]]:
    """Everybody who sat at a board: by wins, then fewer losses, then the order of the teams."""
    rank = {row.no: at for at, row in enumerate(view.latest.rows)} if view.latest else {}
    found: list[dict[str, Any]] = []
    for person in view.present:
        last = view.stages.counted_rounds
        sat = [one for number, one in sittings(view, person.no, place) if number <= last and one.name]
        for name in dict.fromkeys(one.name for one in sat):
            marks = "".join(one.mark for one in sat if one.name == name)
            if marks.strip("."):
                found.append({"name": name, "person": person, "marks": marks, "score": _score(marks)})
    ranked = sorted(found, key=lambda one: (rank.get(one["person"].no, 0), one["name"]))
    return sorted(ranked, key=lambda one: (-one["score"][0], one["score"][1]))
