"""Teams on the pages: who sits at which board in a round, everybody's own record, and the best of each board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from tourgen.dataclass import dataclass
from tourgen.web.facts import Facts, GameData, Person, entered, mark, opponent


@dataclass(frozen=True, slots=True)
class Seated:
    """Who sits at a board, and how the game there ended."""

    name: str  # "" where nobody sits
    mark: str  # as of a game, "." where nothing is entered
    substitute: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    """One board of a team match."""

    place: int  # from 0
    first: Seated
    second: Seated


@dataclass(frozen=True, slots=True)
class Sat:
    """One round at a board: against whom, and what came of it."""

    round: int
    name: str
    substitute: bool
    mark: str
    other: str  # who sat opposite, "" where nobody did
    against: Person | None


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


def board_lines(facts: Facts, number: int, game: GameData, no: int) -> tuple[Board, ...]:
    """The boards of a team match as team `no` sees it, with who sits there in this round."""
    first, second = no, opponent(game, no)
    if second is None:
        return ()
    return tuple(
        Board(place, _seated(facts, number, game, first, place), _seated(facts, number, game, second, place))
        for place in range(len(facts.boards))
    )


def _seated(facts: Facts, number: int, game: GameData, no: int, place: int) -> Seated:
    name, substitute = _sitting(facts, number, game, no, place)
    how = _board_mark(game, no, place)
    other = opponent(game, no)
    alone = not name or (other is not None and not _sitting(facts, number, game, other, place)[0])
    return Seated(name, how.lower() if alone else how, substitute)


def _sitting(facts: Facts, number: int, game: GameData, no: int, place: int) -> tuple[str, bool]:
    """Who sits at a board, and whether instead of the registered player."""
    sheet, side = facts.sheet(number, game), game["players"].index(no)
    for one in sheet.substitutes if sheet is not None else ():
        if (one.side, one.board) == (side, place):
            return one.name, True
    return _registered(facts.people[no], place), False


def _registered(person: Person, place: int) -> str:
    return person.members[place] if place < len(person.members) else ""


def _board_mark(game: GameData, no: int, place: int) -> str:
    """A board's result as a mark; of a match that nobody played, the match's own."""
    boards = game.get("boards")
    if game["kind"] != "played" or boards is None or not entered(game):
        return mark(game, no)
    return "W" if (boards[place] == 1) == (game["players"][0] == no) else "L"


def boards_won(game: GameData, no: int) -> tuple[int, int] | None:
    """How many boards a team won and lost, where the boards are known."""
    boards = game.get("boards")
    if boards is None:
        return None
    won = sum(boards) if game["players"][0] == no else len(boards) - sum(boards)
    return won, len(boards) - won


def sittings(facts: Facts, no: int, place: int) -> Iterator[Sat]:
    """Every round of a team at one board, in order."""
    for number, game in facts.played(no):
        other = opponent(game, no)
        mine = _seated(facts, number, game, no, place)
        theirs = _seated(facts, number, game, other, place).name if other is not None else ""
        against = facts.people[other] if other is not None else None
        yield Sat(number, mine.name, mine.substitute, mine.mark, theirs, against)


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
        last = facts.declared.counted_rounds
        sat = [one for one in sittings(facts, person.no, place) if one.round <= last and one.name]
        for name in dict.fromkeys(one.name for one in sat):
            marks = "".join(one.mark for one in sat if one.name == name)
            if marks.strip("."):
                found.append(Best(name, person, marks, _score(marks)))
    return sorted(found, key=lambda one: (-one.score[0], one.score[1], rank.get(one.person.no, 0), one.name))
