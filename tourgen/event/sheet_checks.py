"""What is wrong with a round's sheet by itself, whatever was planned: numbers, names, marks, discs, its title.

Every sheet is checked so, also those behind a round that can't be compared with the rules yet.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from tourgen.event.judge_round import (
    BOTH_OUT_OF_TIME,
    both_out_of_time,
    may_be_out_of_time,
    reason_of_leaving,
)
from tourgen.event.result_meaning import Judged, JudgedSheet, Outcome, marked_cell
from tourgen.event.settings import Division
from tourgen.formats.labels import one_spelling, plain
from tourgen.messages.problems import Notice, Problem
from tourgen.model import Player, ResultRow, ResultSheet, Source
from tourgen.result_marks import BOARD_DISCS, board_winner, written

FEW_STRANGERS = 4  # fewer names that differ from the roster are slips


def check_sheet(
    sheet: JudgedSheet,
    round_no: int,
    players: Mapping[int, Player],
    whole_roster: bool = True,
    filled_division: str = "",
) -> list[Problem]:
    """Everything wrong with a sheet by itself.

    `whole_roster` is False where the roster was read only in part: then no number is called unknown, and no name
    is compared. `filled_division` is the name of a division whose absentees are replaced: the replacements have
    numbers above the roster's.
    """
    problems = []
    if sheet.round_said is not None and sheet.round_said != round_no:
        problems.append(Problem("round-wrong", sheet.source, str(sheet.round_said), {"round": round_no}))
    checks = _RowChecks(sheet, round_no, players, whole_roster, filled_division)
    wrong, named = checks.differing_names() if whole_roster else (0, 0)
    if wrong >= FEW_STRANGERS and 2 * wrong > named:
        # One problem instead of one per row: this sheet belongs to another division or event.
        problems.append(Problem("sheet-of-others", sheet.source, str(wrong), {"all": named}))
        return problems + [one for row, judged in sheet.judged_rows for one in checks.marks(row, judged)]
    # A name that was spelt so when the sheet was made is let through, unless another player has that name.
    lenient = (sheet.as_made or sheet.exchanged or sheet.unread) and 4 * wrong <= named
    for row, judged in sheet.judged_rows:
        found = [*checks.table(row), *checks.numbers(row), *checks.too_early(row)]
        if wrong:
            found += checks.names(row, bool(lenient))
        problems += [one for one in found if one.where.cell not in sheet.unread]
        problems += checks.marks(row, judged)
    return problems


def first_typed(sheet: ResultSheet, gone: Collection[int]) -> Source | None:
    """The first cell in which somebody typed a result; byes and the forfeits of withdrawn players were filled in."""
    for row in sheet.rows:
        settled = row.numbers[1] is None or any(no in gone for no in row.numbers)
        made = {None, "walkover", "forfeit", "double-loss"} if settled else {None}
        for cell, mark in row.mark_cells:
            if mark not in made:
                return row.at(cell)
        if row.discs != (None, None):
            return row.at("discs1")
    return None


@dataclass
class _RowChecks:
    """The checks of one row after the other; `seen` has the cell of every number that stood in an earlier one."""

    sheet: ResultSheet
    round_no: int
    players: Mapping[int, Player]
    whole_roster: bool
    filled_division: str
    seen: dict[int, str] = field(default_factory=dict)
    tables: dict[int, str] = field(default_factory=dict)  # the same of the tables

    def __post_init__(self) -> None:
        self.roster_names = {no: plain(player.name) for no, player in self.players.items()}
        self.gone = {no: one for no, one in self.players.items() if one.left_before(self.round_no)}

    def differing_names(self) -> tuple[int, int]:
        """How many names are not those that the roster has for their numbers, and how many there are.

        Where numbers were exchanged, another player's name is the one that stood there before.
        """
        named = [
            (no, name)
            for row in self.sheet.rows
            for no, name in zip(row.numbers, row.names, strict=True)
            if no is not None and name
        ]
        names = set(self.roster_names.values()) if self.sheet.exchanged else set()
        return sum(plain(name) not in {self.roster_names.get(no), *names} for no, name in named), len(named)

    def numbers(self, row: ResultRow) -> Iterator[Problem]:
        """Every number must be that of a present player of the roster, and stand in the sheet once."""
        most = max(self.players, default=0)
        for side, (no, name) in enumerate(zip(row.numbers, row.names, strict=True), 1):
            cell = row.at(f"no{side}")
            if no is None:
                if side == 1 or _names_somebody(name):
                    yield Problem("row-number-missing", cell, name)
                continue
            player = self.players.get(no)
            if player is None and self.whole_roster:
                if self.filled_division and no > most and name:
                    yield Problem("replacement-gone", cell, str(no), {"division": self.filled_division})
                else:
                    yield Problem("player-unknown", cell, str(no), {"most": most})
            elif player and player.moved_to:
                params = {"name": player.name, "division": player.moved_to[0]}
                yield Problem("player-moved", cell, str(no), params)
            elif player and not player.here:
                yield Problem("player-absent", cell, str(no), {"name": player.name})
            elif no in self.seen:
                params = {"name": player.name if player else name, "other": self.seen[no]}
                yield Problem("player-twice", cell, str(no), params)
            self.seen.setdefault(no, cell.cell or "")

    def table(self, row: ResultRow) -> Iterator[Problem]:
        """Two games at one table: nobody would know which of them a result entered for that table is."""
        if row.table is not None:
            cell = row.at("table")
            if row.table in self.tables:
                yield Problem("table-twice", cell, str(row.table), {"other": self.tables[row.table]})
            self.tables.setdefault(row.table, cell.cell or "")

    def too_early(self, row: ResultRow) -> Iterator[Problem]:
        """A player who joins later (参加) can't stand in an earlier round, nor one who rests (休み) in this one."""
        for side, no in enumerate(row.numbers, 1):
            player = self.players.get(no) if no is not None else None
            if player is not None and player.here and player.from_round > self.round_no:
                params = {"name": player.name, "first": player.from_round, "round": self.round_no}
                yield Problem("player-late", row.at(f"no{side}"), str(no), params)
            elif player is not None and player.here and self.round_no in player.rests:
                params = {"name": player.name, "round": self.round_no}
                yield Problem("player-resting", row.at(f"no{side}"), str(no), params)

    def names(self, row: ResultRow, lenient: bool) -> Iterator[Problem]:
        """A name must be its number's; `lenient` refuses only a name that is another player's."""
        for side, (no, typed) in enumerate(zip(row.numbers, row.names, strict=True), 1):
            if no is None or no not in self.players or not typed or plain(typed) == self.roster_names[no]:
                continue
            others = plain(typed) in self.roster_names.values()
            if (others and not self.sheet.exchanged) or not (others or lenient):
                params = {"no": no, "name": self.players[no].name}
                yield Problem("name-mismatch", row.at(f"name{side}"), typed, params)

    def marks(self, row: ResultRow, judged: Judged) -> list[Problem]:
        """Marks and discs; a row of which a cell could not be read is not interpreted."""
        wrong = judged if isinstance(judged, list) else []
        if any(cell in self.sheet.unread for _, cell in row.cells):
            unknown = [one for one in wrong if one.code == "result-not-in-format"]
            return [one for one in unknown if one.where.cell not in self.sheet.unread]
        if isinstance(judged, list):
            return judged
        return [*_discs(row, judged), *self.withdrawn_wins(row, judged)]

    def withdrawn_wins(self, row: ResultRow, outcome: Outcome | None) -> Iterator[Problem]:
        """「○ for that player is an error」: a withdrawn player can't have won (a bye that fell to one is no game)."""
        if row.boards:
            yield from self.withdrawn_boards(row)
        elif outcome is not None and outcome.kind in ("draw", "pending", "no-result"):
            yield from self.withdrawn_played(row)
        elif outcome is not None and outcome.winner is not None and row.numbers[1] is not None:
            no = row.numbers[outcome.winner]
            if no is not None and no in self.gone:
                where = marked_cell(row, outcome.winner)
                yield Problem("winner-withdrawn", where, str(no), reason_of_leaving(self.gone[no]))

    def withdrawn_played(self, row: ResultRow) -> Iterator[Problem]:
        """Nor can a withdrawn player have sat at the board at all: 持碁, 預 and 無 are ends of a game."""
        for side, no in enumerate(row.numbers):
            if no is not None and no in self.gone:
                found = written(row.marks[side] or row.marks[1 - side])
                left = reason_of_leaving(self.gone[no])
                yield Problem("played-withdrawn", marked_cell(row, side), found, left)

    def withdrawn_boards(self, row: ResultRow) -> Iterator[Problem]:
        """Nor can a player of a withdrawn team have won; the first such board says it."""
        for side, no in enumerate(row.numbers):
            places = [place for place, mark in enumerate(row.boards, 1) if board_winner(mark) == side]
            if no is not None and no in self.gone and places and row.numbers[1] is not None:
                left = reason_of_leaving(self.gone[no])
                yield Problem("winner-withdrawn", row.at(f"board{places[0]}"), str(no), left)


def _names_somebody(name: str) -> bool:
    """Whether the name cell of a row without a number names somebody (and not "不戦勝")."""
    return plain(name).strip("()[]-–—") not in ("", written("walkover"), "bye", "なし", "休み")


def _discs(row: ResultRow, outcome: Outcome | None) -> Iterator[Problem]:
    """石数 must fit the board and the result; a foul or both out of time leaves the discs as they are."""
    first, second = row.discs
    if first is None or second is None:
        return
    found = f"{first}-{second}"
    if first + second > BOARD_DISCS:
        yield Problem("discs-sum", row.at("discs2"), found, {"sum": first + second})
    elif outcome is None:
        yield Problem("discs-without-result", row.at("result1"), found)
    elif outcome.games:
        yield Problem("discs-of-match", row.at("discs1"), found)
    elif outcome.kind == "draw" and first == second:
        return
    elif outcome.kind not in ("played", "draw"):
        yield Problem("discs-not-played", row.at("discs1"), found)
    elif outcome.note or both_out_of_time(row.note) or first == second:
        return
    elif outcome.winner != int(first < second):
        yield Problem("discs-contradict", row.at("discs1"), found)


def time_notices(division: Division, sheets: Mapping[int, ResultSheet]) -> list[Notice]:
    """Notes in other words than 双方時間切れ: those that were read so, and those that may mean it and were not."""
    if division.declared.game != "othello":
        return []
    return [
        Notice(
            "time-read" if both_out_of_time(row.note) else "time-unread",
            row.at("note"),
            {"found": row.note, "word": BOTH_OUT_OF_TIME},
        )
        for _, sheet in sorted(sheets.items())
        for row in sheet.rows
        if plain(row.note) != BOTH_OUT_OF_TIME
        and (both_out_of_time(row.note) or may_be_out_of_time(row.note))
    ]


def name_notices(sheets: Mapping[int, ResultSheet], players: Mapping[int, Player]) -> list[Notice]:
    """Names that were let through and are not the roster's: corrected there later, or typed over in the sheet.

    The organiser has to say which of the two it was, so each name is reported once, where it stands first.
    """
    places: dict[tuple[int, str], list[tuple[ResultRow, int]]] = {}
    for _, sheet in sorted(sheets.items()):
        for row in sheet.rows:
            for side, (no, typed) in enumerate(zip(row.numbers, row.names, strict=True)):
                player = players.get(no) if no is not None and typed else None
                if player is not None and one_spelling(typed) != one_spelling(player.name):
                    places.setdefault((player.no, plain(typed)), []).append((row, side))
    others = {plain(player.name) for player in players.values()}
    return [
        Notice(
            "name-ignored" if typed in others else "name-differs",
            row.at(f"name{side + 1}"),
            {"found": row.names[side], "no": no, "name": players[no].name, "count": len(found)},
        )
        for (no, typed), found in places.items()
        for row, side in found[:1]
    ]
