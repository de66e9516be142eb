"""Checks the line-ups in the rounds of a team event: substitutes, empty seats, and disqualified players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tourgen.engine.model import Substitute
from tourgen.formats.labels import plain
from tourgen.messages.problems import Notice, Problem
from tourgen.model import Mark, Player, ResultRow, ResultSheet, Source
from tourgen.result_marks import DISQUALIFIED, board_winner, written

Person = tuple[str, str]  # school and name, as they are compared
# The marks that say that the first, or the second, team had nobody at the board.
_NOT_SEATED: tuple[tuple[Mark, ...], ...] = (("forfeit", "double-loss"), ("walkover", "double-loss"))


def line_up_problems(sheets: Mapping[int, ResultSheet], teams: Sequence[Player]) -> list[Problem]:
    """Everything that can't be right with the line-ups, round by round."""
    known = {team.no: team for team in teams if team.members}
    out: dict[Person, int] = {}
    problems: list[Problem] = []
    for number, sheet in sorted(sheets.items()):
        matches = [
            _Match(row, (known[row.numbers[0]], known[row.numbers[1]]))
            for row in sheet.rows
            if row.boards and row.numbers[0] in known and row.numbers[1] in known
        ]
        one = _Round(number, known, matches, out)
        found = one.problems()
        # A cell that could not be read is reported already, and what was read of it proves nothing.
        problems += [problem for problem in found if problem.where.cell not in sheet.unread]
        for person in one.disqualified:
            out.setdefault(person, number)
    return problems


def roster_notices(game: str, players: Iterable[Player]) -> Iterator[Notice]:
    """What the roster alone tells: a team that will play with an empty board, an exempt player who enters."""
    for player in players:
        if not player.here or player.withdrawn_after == 0:
            continue
        empty = [place for place, name in enumerate(player.members, 1) if not name]
        if empty:
            params = {"name": player.name, "count": len(empty)}
            yield Notice("team-short", player.at(f"board{empty[0]}"), params)
        if player.exempt and game == "shogi":
            yield Notice("exempt-entered", player.at("name"), {"name": player.name})


@dataclass(frozen=True, slots=True)
class _Match:
    """A row with its two teams."""

    row: ResultRow
    teams: tuple[Player, Player]

    def substitute(self, side: int, board: int) -> Substitute | None:
        return next((one for one in self.row.substitutes if (one.side, one.board) == (side, board)), None)

    def seated(self, side: int, board: int) -> str:
        """The name of the player at a board, "" if nobody sits there."""
        substitute = self.substitute(side, board)
        return substitute.name if substitute else self.teams[side].members[board]

    def cell(self, side: int, board: int) -> Source:
        """The cell that names the player of a board: the substitute's, else the board's own."""
        return self.row.at(f"sub{side + 1}" if self.substitute(side, board) else f"board{board + 1}")

    @property
    def forfeited(self) -> bool:
        """Whether one of the teams didn't come at all, so that no board was played."""
        return set(self.row.boards) in ({"walkover"}, {"forfeit"})

    def won(self, side: int, board: int) -> bool:
        """Whether this side's player won at a board."""
        return board_winner(self.row.boards[board]) == side

    def played(self, side: int, board: int) -> bool:
        """Whether a result says that this side's player was there."""
        mark = self.row.boards[board]
        return mark is not None and mark not in _NOT_SEATED[side]


@dataclass
class _Round:
    """One round's matches; `out` has the players who were disqualified in an earlier round."""

    number: int
    teams: Mapping[int, Player]
    matches: Sequence[_Match]
    out: Mapping[Person, int]
    disqualified: set[Person] = field(default_factory=set)

    def problems(self) -> list[Problem]:
        found: list[Problem] = []
        taken: dict[Person, Source] = {}
        for match in self.matches:
            for one in match.row.substitutes:
                problem = self.substitution(match, one) or _twice(match, one, taken)
                found += [problem] if problem else []
            for side in (0, 1):
                found += self.seats(match, side)
            found += self.sent_out(match)
        return found

    def substitution(self, match: _Match, one: Substitute) -> Problem | None:
        """「メンバー変更は、登録した選手の欠席を補う場合以外は不可とする」: only for a registered player.

        「その際にAチームの選手をB以下のチームに変更することは不可とする」: a reserve, or a player of a lower team.
        """
        team = match.teams[one.side]
        registered, name = team.members[one.board], plain(one.name)
        if plain(registered) == name:
            return None  # nobody was replaced
        where, params = match.row.at(f"sub{one.side + 1}"), {"team": team.name}
        if not registered:
            return Problem("sub-for-nobody", where, one.name, params)
        if name in map(plain, team.members):
            return Problem("sub-own-board", where, one.name, {**params, "registered": registered})
        if name in map(plain, team.reserves):
            return None
        home = next((other for other in self.others(team) if name in _people(other)), None)
        if home is None:
            return Problem("sub-unknown", where, one.name, {**params, "may": self.who_may(team)})
        if not _lower(home, team):
            return Problem("sub-from-higher", where, one.name, {**params, "home": home.name})
        seat = self.fielded(home, name)
        if seat is not None:
            return Problem("sub-fielded", where, one.name, {**params, "home": home.name, "cell": seat.cell})
        return None

    def others(self, team: Player) -> list[Player]:
        """The other teams of the school."""
        return [one for one in self.teams.values() if one is not team and school_of(one) == school_of(team)]

    def who_may(self, team: Player) -> dict[str, str]:
        """The names of everybody who could sit in for a member of this team."""
        lower = [one for other in self.others(team) if _lower(other, team) for one in _names(other)]
        names = "、".join([*team.reserves, *lower])
        return {"ja": names or "いません", "en": names or "nobody"}

    def fielded(self, home: Player, name: str) -> Source | None:
        """The board at which a player sits for the own team in this round, as far as the results show it."""
        for match in self.matches:
            for side, team in enumerate(match.teams):
                for board, member in enumerate(team.members):
                    sits = plain(match.seated(side, board)) == name == plain(member)
                    if team is home and sits and match.played(side, board):
                        return match.row.at(f"board{board + 1}")
        return None

    def seats(self, match: _Match, side: int) -> Iterator[Problem]:
        """An empty seat can't have won against a player, and a disqualified player can't sit at any board."""
        team, kept = match.teams[side], written("walkover" if side else "forfeit")
        if match.forfeited or team.left_before(self.number):
            return  # all boards are forfeited anyway
        for board, mark in enumerate(match.row.boards):
            name, opposed = match.seated(side, board), self.there(match, 1 - side, board)
            if not name and opposed and match.won(side, board):
                params: dict[str, object] = {"team": team.name, "mark": kept}
                yield Problem("board-nobody", match.row.at(f"board{board + 1}"), written(mark), params)
            elif name and not self.there(match, side, board) and match.played(side, board):
                if mark in ("walkover", "forfeit") and not opposed:
                    continue  # nobody sits at either side, and somebody has to get the board
                params = {"team": team.name, "round": self.out[_person(team, name)], "mark": kept}
                yield Problem("member-disqualified", match.cell(side, board), name, params)

    def there(self, match: _Match, side: int, board: int) -> bool:
        """Whether somebody is named there who may play."""
        name = match.seated(side, board)
        return bool(name) and _person(match.teams[side], name) not in self.out

    def sent_out(self, match: _Match) -> Iterator[Problem]:
        """失格 in a board's cell means the first team's player; 失格 in the note names a player of either team."""
        row, note = match.row, plain(match.row.note)
        cells = [board for board, mark in enumerate(row.boards) if mark == "disqualified"]
        self.disqualified |= {_person(match.teams[0], match.seated(0, board)) for board in cells}
        if DISQUALIFIED not in note:
            return
        named = [
            (side, board)
            for side in (0, 1)
            for board in range(len(row.boards))
            if (name := plain(match.seated(side, board))) and name in note
        ]
        if not named and not cells:
            yield Problem("disqualified-who", row.at("note"), row.note)
        for side, board in named:
            name = match.seated(side, board)
            self.disqualified.add(_person(match.teams[side], name))
            if match.won(side, board):
                yield Problem(
                    "disqualified-won",
                    row.at(f"board{board + 1}"),
                    name,
                    {"mark": written("win" if side else "loss")},
                )


def _twice(match: _Match, one: Substitute, taken: dict[Person, Source]) -> Problem | None:
    """Nobody sits at two boards in one round."""
    where = match.row.at(f"sub{one.side + 1}")
    person = _person(match.teams[one.side], one.name)
    if person in taken:
        return Problem("sub-twice", where, one.name, {"first": taken[person].cell})
    taken[person] = where
    return None


def school_of(team: Player) -> str:
    """Teams without a school have nothing in common."""
    return plain(team.club) or f"\n{team.no}"


def empty_seats(members: Sequence[Sequence[str]]) -> dict[int, Mark]:
    """Boards (from 0) at which one of two teams has nobody, with the first team's mark; without both it stays open."""
    if len(members) < 2:
        return {}
    seats = enumerate(zip(*members, strict=True))
    return {
        place: "walkover" if one else "forfeit" for place, (one, other) in seats if bool(one) != bool(other)
    }


def with_empty_seats(row: ResultRow, teams: Mapping[int, Sequence[str]]) -> ResultRow:
    """A board that is empty in the roster is lost without a cell to fill, once anything else of the match is entered.

    Until then the marks that were written there with the sheet are no results. A substitute may sit there.
    """
    if not row.boards or any(no not in teams for no in row.numbers):
        return row
    seated = {one.board for one in row.substitutes}
    empty = empty_seats([teams[no] for no in row.numbers if no is not None])
    empty = {place: mark for place, mark in empty.items() if place not in seated}
    typed = any(mark not in (None, empty.get(place)) for place, mark in enumerate(row.boards))
    boards = tuple(
        (mark or empty[place] if typed else None) if place in empty else mark
        for place, mark in enumerate(row.boards)
    )
    return replace(row, boards=boards)


def people_of(teams: Iterable[Player]) -> list[str]:
    """Everybody whom the teams have registered."""
    return [name for team in teams for name in _names(team)]


def _person(team: Player, name: str) -> Person:
    return school_of(team), plain(name)


def _names(team: Player) -> list[str]:
    return [name for name in (*team.members, *team.reserves) if name]


def _people(team: Player) -> set[str]:
    return set(map(plain, _names(team)))


def _lower(home: Player, team: Player) -> bool:
    """Whether a team stands below another of its school: B below A; a team without a letter is in no such order."""
    return bool(team.team) and home.team > team.team
