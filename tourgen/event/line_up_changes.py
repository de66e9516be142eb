"""Finds line-ups that were changed in the roster after a round was made, so that past rounds don't change unnoticed.

The roster names the players registered for the whole day; メンバー1 and メンバー2 of a round's sheet name those
registered when the sheet was made.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from tourgen.formats.labels import plain
from tourgen.messages.problems import Notice, Problem
from tourgen.model import Player, ResultRow, ResultSheet, Source

_ONE_PERSON = 0.5  # how much of two spellings of one name is the same: 渡邊 and 渡辺


@dataclass(frozen=True, slots=True)
class _Change:
    """A board of a row for which sheet and roster name different people ("" is an empty seat)."""

    round: int
    row: ResultRow
    side: int
    board: int
    team: Player
    old: str

    @property
    def new(self) -> str:
        return self.team.members[self.board]

    @property
    def sheet_cell(self) -> Source:
        return self.row.at(f"lineup{self.side + 1}")

    @property
    def roster_cell(self) -> Source:
        return self.team.at(f"board{self.board + 1}")

    @property
    def lost(self) -> bool:
        """Whether the mark at the board, which is the first team's, says that this side played and lost."""
        mark = self.row.boards[self.board]
        return mark == "win" if self.side else mark in ("loss", "foul")

    @property
    def params(self) -> dict[str, object]:
        where = self.sheet_cell
        return {
            "team": self.team.name,
            "round": self.round,
            "new": self.new or "—",
            "old": self.old,
            "sheet": where.file.rpartition("/")[2],
            "cell": where.cell,
            "sub": self.row.at(f"sub{self.side + 1}").cell,
            "board": self.row.at(f"board{self.board + 1}").cell,
        }


def line_up_changes(
    sheets: Mapping[int, ResultSheet], teams: Sequence[Player]
) -> tuple[list[Problem], list[Notice]]:
    """Another person at a board that was played is a problem; a respelt name or an unplayed sheet gives a notice."""
    known = {team.no: team for team in teams if team.members}
    listed = {plain(name) for team in known.values() for name in (*team.members, *team.reserves)}
    problems: list[Problem] = []
    notices: list[Notice] = []
    said: set[tuple[int, int]] = set()
    shown_before: set[Source] = set()
    for change in _changes(sheets, known):
        seat = (change.team.no, change.board)
        if change.row.untouched:
            if change.sheet_cell not in shown_before:
                notices.append(Notice("line-up-stale", change.sheet_cell, change.params))
            shown_before.add(change.sheet_cell)
            continue
        if seat in said:
            continue  # one cell of the roster is one mistake, not one per round
        if not change.old:
            if not change.lost:
                continue  # somebody came for the empty seat, or it was forfeited
            notices.append(Notice("line-up-filled", change.roster_cell, change.params))
        elif _respelt(change, listed):
            notices.append(Notice("line-up-respelt", change.roster_cell, change.params))
        else:
            problems.append(Problem("line-up-changed", change.roster_cell, change.new, change.params))
        said.add(seat)
    return problems, notices


def _changes(sheets: Mapping[int, ResultSheet], teams: Mapping[int, Player]) -> Iterator[_Change]:
    for number, sheet in sorted(sheets.items()):
        for row in sheet.rows:
            for side, no in enumerate(row.numbers):
                team, names = teams.get(no or 0), row.line_ups[side]
                if team is None or not names or not (sheet.as_made or _shares(team, names)):
                    continue  # the round was re-paired by hand, and the names are still another team's
                for board, old in enumerate(names):
                    if plain(old) != plain(team.members[board]):
                        yield _Change(number, row, side, board, team, old)


def _shares(team: Player, names: Sequence[str]) -> bool:
    registered = {plain(name) for name in (*team.members, *team.reserves) if name}
    return any(plain(name) in registered for name in names)


def _respelt(change: _Change, listed: set[str]) -> bool:
    """Whether it can be the same person: the names are alike, and the old one is nobody else's."""
    old, new = plain(change.old), plain(change.new)
    return old not in listed and SequenceMatcher(None, old, new).ratio() >= _ONE_PERSON
