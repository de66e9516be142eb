"""故意: deliberate misuse that a ruling has found, told to the organiser wherever the player is entered or paired.

「終局案が意図的な誤操作と判断できる場合は、ペナルティーとして1週間の利用停止になる」. A ruling's 備考 names who and
when, 「裁定 故意(氏名 2026-11-18)」; the events that lie beside this one are looked through as well. No page says any
of it, and whether the player goes on is for the organiser to decide.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

from tourgen.event.judge_round import MISUSE, RULING
from tourgen.event.read_files import is_workbook, listed, read_workbook
from tourgen.event.read_settings import read_event
from tourgen.event.read_sheets import RoundSheets, read_rounds
from tourgen.event.settings import Event
from tourgen.event.tournament import Tournament
from tourgen.formats.labels import plain
from tourgen.messages.problems import Notice, in_both
from tourgen.model import Player, ResultSheet
from tourgen.sheets.guard import mentions

WEEK = timedelta(days=7)
_NOTED = re.compile(rf"{MISUSE}\(\s*([^()]+?)[\s、,]+(\d{{4}}-\d\d-\d\d)")


def finding_note(name: str, on: date) -> str:
    """How a finding is written into 備考: the name, the first day and the last."""
    return f"{MISUSE}({name} {on}〜{on + WEEK})"


@dataclass(frozen=True, slots=True)
class Finding:
    """Whose misuse was found, when, and at which table."""

    name: str
    on: date
    event: Event
    round: int
    table: int | None


def findings(event: Event, sheets: RoundSheets, home: Path) -> list[Finding]:
    """The findings of the event and of the events beside it. `home` is the event's own folder, not a copy of it."""
    beside = [folder for folder in listed(home.parent) if folder != home]
    return [*_noted_in(event, sheets), *(one for folder in beside for one in _in_folder(folder))]


def _in_folder(folder: Path) -> Iterator[Finding]:
    """The findings of another event. Problems of its files are reported by its own build."""
    try:
        books = filter(is_workbook, listed(folder / "rounds"))
        if not any(_mentioned(path, folder) for path in books):
            return
        event, _ = read_event(folder, folder.name)
        if event is not None:
            yield from _noted_in(event, read_rounds(event, {}, None)[0])
    except OSError:
        return


def _mentioned(path: Path, home: Path) -> bool:
    data = read_workbook(path, path.name, home)
    return isinstance(data, bytes) and any(mentions(data, f"{MISUSE}{bracket}") for bracket in ("(", "（"))


def _noted_in(event: Event, sheets: RoundSheets) -> Iterator[Finding]:
    for number, sheet in (one for rounds in sheets.values() for one in rounds.items()):
        for row in sheet.rows:
            note = unicodedata.normalize("NFKC", row.note)
            for name, on in _NOTED.findall(note) if RULING in note else ():
                try:
                    yield Finding(name, date.fromisoformat(on), event, number, row.table)
                except ValueError:  # 2026-02-31
                    continue


def finding_notices(
    found: Sequence[Finding],
    event: Event,
    roster: Sequence[Player],
    tournament: Tournament,
    sheets: Mapping[int, ResultSheet],
) -> Iterator[Notice]:
    """At the table where the player is paired, else in the roster; not where the week was over before the event.

    `roster` has the names as they were typed; 非公開 ones stand in this event's own sheets as they are published.
    """
    typed = {player.no: player for player in roster}
    for player in tournament.players.values() if not tournament.finished else ():
        if player.here and player.withdrawn_after is None:
            names, shown = _names(typed.get(player.no, player)), _names(player)
            for one in found:
                known = names | shown if one.event.id == event.id else names
                if plain(one.name) in known and (event.date is None or event.date <= one.on + WEEK):
                    yield _notice(one, player, tournament, sheets)


def _names(player: Player) -> set[str]:
    return {plain(name) for name in (player.name, *player.members, *player.reserves)}


def _notice(
    one: Finding, player: Player, tournament: Tournament, sheets: Mapping[int, ResultSheet]
) -> Notice:
    where = player.at("name")
    place = in_both("misuse-of-number", no=player.no)
    last = tournament.rounds[-1] if tournament.rounds else None
    game = last.game_of(player.no) if last else None
    if last and game and (not last.completed or last in tournament.new_rounds):
        rows = sheets[last.number].rows if last.number in sheets else ()
        seats = (row.at(f"no{row.numbers.index(player.no) + 1}") for row in rows if player.no in row.numbers)
        where = next(seats, where)
        table = "-" if game.table is None else game.table
        place = in_both("misuse-at-table", round=last.number, table=table)
    params = {
        "place": place,
        "name": one.name,
        "event": one.event.name,
        "round": one.round,
        "table": one.table or "-",
        "on": one.on,
        "until": one.on + WEEK,
    }
    return Notice("misuse-found", where, params)
