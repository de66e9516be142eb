"""Teams on the pages: who sits at which board in a round, everybody's own record, and the best of each board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from tourgen.engine.model import Game
from tourgen.web.division_view import Facts, Person


@dataclass(frozen=True, slots=True)
class Seated:
    """Who sits at a board, and how the game there ended."""

    name: str  # "" where nobody sits
    mark: str  # as of a game, "." where nothing is entered
    substitute: bool = False
    colour: str = ""  # black or white, where a handicap says it


@dataclass(frozen=True, slots=True)
class Sat:
    """One round at a board: who sat there, and what came of it."""

    round: int
    name: str
    substitute: bool
    mark: str


@dataclass(frozen=True, slots=True)
class Member:
    """One member's record at one board (`place` None: a reserve who sat nowhere)."""

    name: str
    place: int | None
    reserve: bool
    rounds: tuple[int, ...]  # in which they sat here
    marks: str
    score: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Best:
    """One line of a board's list."""

    name: str
    person: Person  # the team
    marks: str
    score: tuple[int, int]


def board_lines(facts: Facts, game: Game, no: int) -> list[dict[str, Any]]:
    """The boards of a team match as team `no` sees it, with who sits there in this round."""
    first, second = no, game.opponent(no)
    if second is None:
        return []
    return [
        {
            "place": place,  # from 0
            "first": _seated(facts, game, first, place),
            "second": _seated(facts, game, second, place),
        }
        for place in range(len(facts.boards))
    ]


def _seated(facts: Facts, game: Game, no: int, place: int) -> Seated:
    name, substitute = _sitting(facts, game, no, place)
    how = _board_mark(facts, game, no, place)
    other = game.opponent(no)
    alone = not name or (other is not None and not _sitting(facts, game, other, place)[0])
    return Seated(name, how.lower() if alone else how, substitute, facts.colour(game, no, place))


def _sitting(facts: Facts, game: Game, no: int, place: int) -> tuple[str, bool]:
    """Who sits at a board, and whether instead of the registered player."""
    side = game.players.index(no)
    for one in game.substitutes:
        if (one.side, one.board) == (side, place):
            return one.name, True
    return _registered(facts.people[no], place), False


def _registered(person: Person, place: int) -> str:
    return person.members[place] if place < len(person.members) else ""


def _board_mark(facts: Facts, game: Game, no: int, place: int) -> str:
    """A board's result as a mark; of a match that nobody played, the match's own."""
    if game.kind not in ("played", "draw") or game.boards is None or not game.entered:
        return facts.mark(game, no)
    return "W" if (game.boards[place] == 1) == (game.players[0] == no) else "L"


def boards_won(game: Game, no: int) -> tuple[int, int] | None:
    """How many boards a team won and lost, where the boards are known."""
    if game.boards is None:
        return None
    won = sum(game.boards) if game.players[0] == no else len(game.boards) - sum(game.boards)
    return won, len(game.boards) - won


def sittings(facts: Facts, no: int, place: int) -> Iterator[Sat]:
    """Every round of a team at one board, in order."""
    for number, game in facts.played(no):
        mine = _seated(facts, game, no, place)
        yield Sat(number, mine.name, mine.substitute, mine.mark)


def line_up(facts: Facts, person: Person) -> list[Member]:
    """Board by board everybody who sat there; then the reserves who have not sat anywhere."""
    found = []
    for place in range(len(facts.boards)):
        sat = list(sittings(facts, person.no, place))
        registered = _registered(person, place)
        names = dict.fromkeys([registered, *(one.name for one in sat)])
        found += [
            _member(name, place, [one for one in sat if one.name == name], name != registered)
            for name in names
        ]
    used = {member.name for member in found}
    return found + [Member(name, None, True, (), "", (0, 0)) for name in person.reserves if name not in used]


def _member(name: str, place: int, sat: list[Sat], reserve: bool) -> Member:
    if not name:
        return Member("", place, reserve, (), "", (0, 0))  # an empty seat is nobody, and has no record
    marks = "".join(one.mark for one in sat)
    return Member(name, place, reserve, tuple(one.round for one in sat), marks, _score(marks))


def _score(marks: str) -> tuple[int, int]:
    return sum(one in "Ww" for one in marks), sum(one in "Lld" for one in marks)


def best_boards(facts: Facts) -> list[list[tuple[int, list[Best]]]]:
    """For each board (wins, who won as many), most first: the preliminaries, which everybody plays, byes included."""
    return [
        [
            (wins, list(members))
            for wins, members in groupby(_everybody(facts, place), key=lambda one: one.score[0])
        ]
        for place in range(len(facts.boards))
    ]


def _everybody(facts: Facts, place: int) -> list[Best]:
    """Everybody who sat at a board: by wins, then fewer losses, then the order of the teams."""
    rank = {row.no: at for at, row in enumerate(facts.latest.rows)} if facts.latest else {}
    found = []
    for person in facts.present:
        last = facts.stages.counted_rounds
        sat = [one for one in sittings(facts, person.no, place) if one.round <= last and one.name]
        for name in dict.fromkeys(one.name for one in sat):
            marks = "".join(one.mark for one in sat if one.name == name)
            if marks.strip("."):
                found.append(Best(name, person, marks, _score(marks)))
    return sorted(found, key=lambda one: (-one.score[0], one.score[1], rank.get(one.person.no, 0), one.name))
