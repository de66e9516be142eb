"""rounds/entries.jsonl: what was entered at the desk and from phones, flushed before anybody is shown it.

    {"id": 7, "at": …, "origin": "desk", "division": "open", "round": 4, "table": 12, "players": [3, 17],
     "values": {"result1": "○"}, "before": {"result1": null}}         an entry, and what stood there when it was made
    {"id": 8, "at": …, "change": {"kind": "withdrawn", "file": "roster.xlsx", "edits": […], …}}  some rows of a workbook
    {"at": …, "in_sheet": [6, 7]}                                     these are in their cells
    {"at": …, "dropped": [5]}                                         a person chose what the sheet says
    {"at": …, "report": {"by": 0, "winner": 0, "discs": [34, 30]}, …} what one of two players says

An entry waits until it is in the sheet or dropped. Whatever kills the program, the next start goes on from here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from tourgen.live.server import to_json
from tourgen.live.tables import GameId
from tourgen.sheets.edit_rows import Players, RowEdit
from tourgen.sheets.exchange_cell import CellValue
from tourgen.storage.journal import Journal
from tourgen.storage.reading import read_if_there

Values = Mapping[str, CellValue]
WAITING, IN_SHEET, DROPPED = "waiting", "in-sheet", "dropped"


@dataclass(kw_only=True)
class Asked:
    """Something a person asked for: where it came from, which other one it takes back, and its state."""

    id: int
    at: str
    origin: str
    undoes: int | None = None
    state: str = WAITING


@dataclass(kw_only=True)
class Entry(Asked):
    """One result."""

    game: GameId
    table: int | None
    values: Values
    before: Values


@dataclass
class Change:
    """Some rows of one workbook."""

    kind: str
    division: str
    file: str  # below the event's folder
    edits: tuple[RowEdit, ...]
    said: Mapping[str, Any]  # for the words in which it is told
    pair: int = 0  # the round that is paired again with it, if any

    def undone(self) -> Change:
        """The change that takes this one back."""
        edits = tuple(RowEdit(_after(one), one.before, one.values) for one in self.edits)
        return replace(self, edits=edits)


def _after(edit: RowEdit) -> Players:
    """By which numbers the row is found once the change is made."""
    if len(edit.players) == 1:
        return edit.players
    found = [edit.values.get(f"no{side}", no) for side, no in enumerate(edit.players, 1)]
    return tuple(int(no) if no is not None else None for no in found)


@dataclass(kw_only=True)
class Changed(Asked):
    """A change of some rows."""

    change: Change


@dataclass(frozen=True)
class Report:
    """The result that one of the two players reported from a phone."""

    at: str
    winner: int
    discs: tuple[int, int] | None


@dataclass(frozen=True)
class Owed:
    """The waiting entries of one game, taken together."""

    entries: tuple[Entry, ...]
    before: Values
    values: Values

    def verdict(self, stands: Values) -> str:
        """write, done, or conflict: what a person typed into the sheet meanwhile is not overwritten silently.

        Each of several entries may have got there, if the program was killed before it could say so.
        """
        if all(stands.get(key) == value for key, value in self.values.items()):
            return "done"
        known = [self.before, *(entry.values for entry in self.entries)]
        same = all(any(key in one and stands.get(key) == one[key] for one in known) for key in self.values)
        return "write" if same else "conflict"


@dataclass
class Entries:
    """Everything that stands in the file."""

    path: Path
    asked: dict[int, Entry | Changed] = field(default_factory=dict)  # by their numbers, which only grow
    reports: dict[tuple[GameId, int], Report] = field(default_factory=dict)  # the last word of each side
    unread: int = 0  # lines that this version can't follow; they are kept
    _journal: Journal | None = None

    @classmethod
    def open(cls, path: Path) -> Entries:
        """As the last run left it; the file is made with the first entry."""
        found = cls(path)
        for line in (read_if_there(path) or b"").splitlines(keepends=True):
            if line.endswith(b"\n"):  # else it was never acknowledged
                try:
                    found.take(json.loads(line))
                except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
                    found.unread += 1
        return found

    def close(self) -> None:
        """Nothing more is entered."""
        if self._journal:
            self._journal.close()

    # --- What is written

    def new(
        self,
        origin: str,
        game: GameId,
        table: int | None,
        values: Values,
        before: Values,
        undoes: int | None = None,
    ) -> dict[str, Any]:
        """The line of an entry."""
        return self._line(origin, undoes, {**_place(game, table), "values": values, "before": before})

    def new_change(self, change: Change, origin: str, undoes: int | None = None) -> dict[str, Any]:
        """The line of a change."""
        return self._line(origin, undoes, {"change": asdict(change)})

    def _line(self, origin: str, undoes: int | None, said: Mapping[str, Any]) -> dict[str, Any]:
        line = {"id": max(self.asked, default=0) + 1, "at": now(), "origin": origin, **said}
        return line if undoes is None else line | {"undoes": undoes}

    def write(self, line: Mapping[str, Any]) -> None:
        """On the medium when this returns, or DiskProblem and nothing of it; in any thread."""
        self._journal = self._journal or Journal(self.path)
        self._journal.append(f"{to_json(line)}\n".encode())

    def take(self, line: Mapping[str, Any]) -> None:
        """Takes in a line that was written."""
        if "report" in line:
            said = line["report"]
            discs = (said["discs"][0], said["discs"][1]) if said["discs"] else None
            self.reports[_game(line), said["by"]] = Report(line["at"], said["winner"], discs)
        elif "id" in line:
            self.asked[line["id"]] = _asked(line)
        else:
            state = IN_SHEET if "in_sheet" in line else DROPPED
            for number in line["in_sheet" if state == IN_SHEET else "dropped"]:
                self.asked[number].state = state

    # --- What is asked

    def owed(self) -> dict[GameId, Owed]:
        """The games whose entries wait."""
        waiting: dict[GameId, list[Entry]] = {}
        for entry in self.results():
            if entry.state == WAITING:
                waiting.setdefault(entry.game, []).append(entry)
        return {game: _owed(entries) for game, entries in waiting.items()}

    def of(self, game: GameId) -> list[Entry]:
        """The entries of a game that were not dropped, in order."""
        return [one for one in self.results() if one.game == game and one.state != DROPPED]

    def lost(self, game: GameId, stands: Values) -> Entry | None:
        """The last entry of a game, if its sheet had it and has nothing now.

        Somebody cleared the cells, or saved a copy that was opened before the entry.
        """
        last = next(reversed(self.of(game)), None)
        wanted = [key for key, value in last.values.items() if value is not None] if last else []
        gone = wanted and all(stands.get(key) is None for key in wanted)
        return last if last and last.state == IN_SHEET and gone else None

    def said(self, game: GameId) -> list[Report | None]:
        """The latest report of each of the two players."""
        return [self.reports.get((game, side)) for side in (0, 1)]

    def everything(self) -> list[Entry | Changed]:
        """Entries and changes in the order in which they were made."""
        return list(self.asked.values())

    def results(self) -> list[Entry]:
        """The entries alone."""
        return [one for one in self.everything() if isinstance(one, Entry)]

    def changes(self) -> list[Changed]:
        """The changes alone."""
        return [one for one in self.everything() if isinstance(one, Changed)]

    def waiting_changes(self) -> list[Changed]:
        """The changes that are still to be made."""
        return [one for one in self.changes() if one.state == WAITING]

    def undone(self) -> set[int]:
        """The numbers of those that were taken back."""
        return {one.undoes for one in self.everything() if one.undoes is not None and one.state != DROPPED}


def agreement(reports: Sequence[Report | None]) -> Report | None:
    """The result on which both reports agree, with the discs of either; None where there is none."""
    first, second = reports
    if first is None or second is None or first.winner != second.winner:
        return None
    if first.discs and second.discs and first.discs != second.discs:
        return None
    return first if first.discs else second


def both_said(reports: Sequence[Report | None]) -> str:
    """The state of a game with two reports: "referee" where they agree, else "differ"; "" until both are there."""
    if None in reports:
        return ""
    return "referee" if agreement(reports) else "differ"


def report_line(
    game: GameId, table: int | None, by: int, winner: int, discs: tuple[int, int] | None
) -> dict[str, Any]:
    """The line of a player's report."""
    said = {"by": by, "winner": winner, "discs": discs}
    return {"at": now(), "origin": "phone", **_place(game, table), "report": said}


def _asked(line: Mapping[str, Any]) -> Entry | Changed:
    about = {"id": line["id"], "at": line["at"], "origin": line["origin"], "undoes": line.get("undoes")}
    if "change" in line:
        return Changed(**about, change=_change(line["change"]))
    own = {key: line[key] for key in ("table", "values", "before")}
    return Entry(**about, **own, game=_game(line))


def _change(line: Mapping[str, Any]) -> Change:
    edits = tuple(
        RowEdit(tuple(one["players"]), dict(one["values"]), dict(one["before"])) for one in line["edits"]
    )
    return Change(**{**line, "edits": edits})


def _game(line: Mapping[str, Any]) -> GameId:
    return GameId(line["division"], line["round"], *line["players"])


def _place(game: GameId, table: int | None) -> dict[str, Any]:
    return {"division": game.division, "round": game.round, "table": table, "players": game[2:]}


def _owed(entries: Sequence[Entry]) -> Owed:
    before: dict[str, CellValue] = {}
    values: dict[str, CellValue] = {}
    for entry in entries:
        before = {**entry.before, **before}
        values |= entry.values
    return Owed(tuple(entries), before, values)


def now() -> str:
    """The time of day, for whoever reads the file."""
    return datetime.now().astimezone().isoformat(timespec="seconds")
