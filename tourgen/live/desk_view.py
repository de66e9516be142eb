"""What the desk and the players' pages show, as values for their scripts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from tourgen.event.result_meaning import Outcome
from tourgen.live.changes import Preview, can_undo
from tourgen.live.entries import DROPPED, Change, Changed, Entries, Entry, Report, Values, both_said
from tourgen.live.server import to_json
from tourgen.live.tables import UNREADABLE, DivisionTables, EventTables, GameId, Table
from tourgen.live.typed_line import Typed
from tourgen.live.write_entries import Written
from tourgen.messages.problems import LANGUAGES, Notice, Problem
from tourgen.model import Player, Source
from tourgen.publish.push import is_prepared, repository_of

MOST_HISTORY = 40
Said = tuple[tuple[Problem, ...], tuple[Notice, ...]]


@dataclass(frozen=True)
class DeskView:
    """All that a screen is made from."""

    tables: EventTables
    entries: Entries
    written: Written
    said: Said
    published: str = ""  # when, from this desk

    @property
    def language(self) -> str:
        """The event's own."""
        return self.tables.event.language if self.tables.event else "ja"


def desk_state(view: DeskView, waiting: set[str], drafts: Mapping[str, Any]) -> str:
    """The whole desk."""
    event, owed = view.tables.event, {game: one.values for game, one in view.entries.owed().items()}
    return to_json(
        {
            "type": "desk",
            "event": _event(view),
            "divisions": [_division(view, one, owed, waiting, drafts) for one in view.tables.divisions],
            "publish": event is not None and is_prepared(repository_of(event.folder)),
            "published": view.published,
            "alerts": _alerts(view),
            "history": _history(view),
            "sheets": view.written.waiting,
        }
    )


def _event(view: DeskView) -> dict[str, Any] | None:
    event = view.tables.event
    if event is None:
        return None
    return {
        "id": event.id,
        "name": event.name,
        "name_en": event.name_en or event.name,
        "language": view.language,
    }


def texts(one: Problem | Notice) -> dict[str, str]:
    """A message in both languages."""
    return {language: one.text(language) for language in LANGUAGES}


def previewed(change: Change, found: Preview) -> dict[str, Any]:
    """The consequences of a change, for the page that asks whether to make it."""
    return {
        "said": change.said,
        "pair": change.pair,
        "changes": [texts(one) for one in found.changes],
        "notices": [texts(one) for one in found.notices],
        "problems": [texts(one) for one in found.problems],
    }


def _division(
    view: DeskView,
    one: DivisionTables,
    owed: Mapping[GameId, Values],
    waiting: set[str],
    drafts: Mapping[str, Any],
) -> dict[str, Any]:
    division = one.division
    return {
        "id": division.id,
        "name": division.name,
        "name_en": division.name_en or division.name,
        "game": str(division.declared.game),
        "round": one.round,
        "next_time": one.next_time,
        "complete": division.id in waiting,
        "draft": drafts.get(division.id),
        "late": division.declared.open_rounds is not None,
        "players": [_player(one) for one in view.tables.roster.get(division.id, ())],
        "untouched": one.untouched and not any(table.game in owed for table in one.tables),
        "tables": [_table(view, table, owed.get(table.game)) for table in one.tables],
    }


def _player(player: Player) -> dict[str, Any]:
    """A row of the roster, for the form that asks for a change of it."""
    return {
        "no": player.no,
        "name": player.name,
        "kana": player.kana,
        "absent": player.absent,
        "withdrawn": player.withdrawn_after,
        "rests": player.rests,
        "from": player.from_round,
    }


def _table(view: DeskView, table: Table, owed: Values | None) -> dict[str, Any]:
    values = owed or {}
    outcome, shown = table.decided(values), table.shown(values)
    reports = view.entries.said(table.game)
    if table.game in view.written.conflicts or view.entries.lost(table.game, table.stands):
        state = "conflict"
    elif isinstance(table.judged(values), list) or UNREADABLE in shown.values():
        state = "wrong"
    else:
        state = ("" if outcome else both_said(reports)) or ("waiting" if owed is not None else "")
    return {
        "game": table.game,
        "n": table.number,
        "names": table.row.names,
        **_result(outcome, shown),
        "origin": _origin(table, view.entries.of(table.game), values) if outcome else "",
        "reported": sum(one is not None for one in reports),
        "state": state,
    }


def _result(outcome: Outcome | None, values: Values) -> dict[str, Any]:
    """Who won and how, for a line on a screen."""
    discs = [values.get("discs1"), values.get("discs2")]
    boards = [value or "" for key, value in values.items() if key.startswith("board")]
    notes = [outcome.note if outcome else "", values.get("note") or ""]
    return {
        "kind": outcome.kind if outcome else None,
        "winner": outcome.winner if outcome else None,
        "note": ", ".join(str(note) for note in notes if note),
        "discs": discs if None not in discs else None,
        "boards": boards,
    }


def _origin(table: Table, entries: list[Entry], owed: Values) -> str:
    """Where the result comes from: the last entry, as long as nobody typed another one into the sheet."""
    if not table.outcome(owed):
        return "withdrawn"
    if not entries:
        return "sheet"
    last = entries[-1]
    same = all(table.stands.get(key) == value for key, value in last.values.items())
    return last.origin if same or last.state == "waiting" else "sheet"


def _alerts(view: DeskView) -> list[dict[str, Any]]:
    """Where a person must decide, then what is wrong with the sheets, then what the build had to say."""
    found: list[dict[str, Any]] = []
    owed = view.entries.owed()
    for game, stands in view.written.conflicts.items():
        if game in owed:
            table = view.tables.games.get(game)
            found.append(_conflict(owed[game].entries[-1], owed[game].values, table, stands))
    for table in view.tables.games.values():
        if entry := view.entries.lost(table.game, table.stands):
            found.append(_conflict(entry, entry.values, table, {}))
    for one in view.entries.changes():
        if one.id in view.written.differing:
            found.append(
                {"type": "changed", "id": one.id, "at": one.at, "kind": one.change.kind, **_told(one)}
            )
    found += [said for table in view.tables.games.values() if (said := _reports(view, table))]
    problems = [one for division in view.tables.divisions for one in division.problems]
    problems += [one for one in view.said[0] if one not in problems]
    messages: list[Problem | Notice] = [*problems, *view.said[1]]
    return [*found, *(_message(view, one) for one in messages)]


def _conflict(entry: Entry, values: Values, table: Table | None, stands: Values) -> dict[str, Any]:
    """What was entered, and what the sheet says."""
    alert: dict[str, Any] = {"type": "conflict", "game": entry.game, "n": entry.table}
    alert |= {"at": entry.at, "origin": entry.origin}
    if table is None:
        return alert
    return alert | {
        "names": table.row.names,
        "ours": _result(table.outcome(values), values),
        "theirs": _result(table.outcome(stands), table.shown(stands)),
    }


def _message(view: DeskView, one: Problem | Notice) -> dict[str, Any]:
    """A message of a build, with the table or the player in whose row its cell stands."""
    tables, players = view.tables.games.values(), view.tables.roster.values()
    table = next((each for each in tables if _same_row(each.row.source, one.where)), None)
    who = (each.name for all_ in players for each in all_ if _same_row(each.source, one.where))
    return {
        "type": "problem" if isinstance(one, Problem) else "notice",
        "n": table.number if table else None,
        "division": table.game.division if table else None,
        "who": next(who, None),
        "texts": texts(one),
    }


def _told(one: Changed) -> dict[str, Any]:
    return {"said": one.change.said, "division": one.change.division, "file": one.change.file}


def _reports(view: DeskView, table: Table) -> dict[str, Any] | None:
    """The two reports of a game that has no result yet, once both players have sent one."""
    reports = view.entries.said(table.game)
    owed = view.entries.owed().get(table.game)
    if None in reports or table.outcome(owed.values if owed else {}):
        return None
    said = [_report(one) for one in reports]
    return {
        "type": both_said(reports),
        "game": table.game,
        "n": table.number,
        "names": table.row.names,
        "said": said,
    }


def _report(report: Report | None) -> dict[str, Any] | None:
    return {"winner": report.winner, "discs": report.discs, "at": report.at} if report else None


def _same_row(one: Source, where: Source) -> bool:
    """Whether both cells stand in one row of one worksheet."""
    if not where.cell or not one.cell:
        return False
    rows = {cell.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ") for cell in (one.cell, where.cell)}
    return (one.file, one.sheet) == (where.file, where.sheet) and len(rows) == 1


def _history(view: DeskView) -> list[dict[str, Any]]:
    """The latest entries first."""
    undone = view.entries.undone()
    found: list[dict[str, Any]] = []
    for entry in view.entries.everything()[: -MOST_HISTORY - 1 : -1]:
        state = "undone" if entry.id in undone else entry.state
        open_ = state not in ("undone", DROPPED) and not entry.undoes
        line = {"id": entry.id, "at": entry.at, "undoes": entry.undoes is not None, "state": state}
        line |= {"origin": entry.origin}
        if isinstance(entry, Changed):
            line |= {"change": entry.change.kind, **_told(entry)}
            line |= {"can_undo": open_ and can_undo(entry.change, view.tables)}
        else:
            table = view.tables.games.get(entry.game)
            outcome = table.outcome(entry.values) if table else None
            line |= {"n": entry.table, "round": entry.game.round, "division": entry.game.division}
            line |= {"names": table.row.names if table else _names(view, entry.game)}
            line |= {"typed": None if table else _typed(entry.values), **_result(outcome, entry.values)}
            line |= {"can_undo": open_ and table is not None}
        found.append(line)
    return found


def _names(view: DeskView, game: GameId) -> list[str]:
    """The two of a game of an earlier round, by the roster."""
    roster = {one.no: one.name for one in view.tables.roster.get(game.division, ())}
    return [roster.get(no, "") for no in game[2:]]


def _typed(values: Values) -> str:
    """What went into the cells, as it stands there."""
    return " ".join(str(value) for value in values.values() if value is not None)


def typed_state(typed: Typed) -> dict[str, Any]:
    """A typed line as it is understood, shown before Enter is pressed."""
    table = typed.table
    return {
        "game": table.game if table else None,
        "n": table.number if table else None,
        "names": table.row.names if table else None,
        **_result(typed.outcome, typed.values),
        "whole": typed.outcome is not None,
        "problem": typed.problem,
        "found": typed.found,
    }


# --- A player's page


def player_state(view: DeskView, owner: str) -> str:
    """The one game that the key opens."""
    event = view.tables.event
    division, _, no = owner.rpartition(" ")
    number = int(no)
    table = view.tables.of_player(division, number)
    state: dict[str, Any] = {"type": "player", "event": _event(view), "status": "none"}
    if table is None or event is None:
        return to_json(state)
    me = (table.game.first, table.game.second).index(number)
    owed = view.entries.owed().get(table.game)
    values = owed.values if owed else {}
    outcome = table.decided(values)
    reports = view.entries.said(table.game)
    clubs = {one.no: one.club for one in view.tables.roster.get(division, ())}
    return to_json(
        {
            **state,
            "status": _status(outcome, reports, me, event.report),
            "me": me,
            "table": table.number,
            "round": table.game.round,
            "names": table.row.names,
            "clubs": [clubs.get(no, "") for no in table.game[2:]],
            "page": f"/{quote(event.id)}/{division}/p{number}.html",
            "next_time": next(one.next_time for one in view.tables.divisions if one.division.id == division),
            "counts_discs": table.counts_discs,
            "needs_discs": table.lacks_discs({}, Outcome("played")),
            "teams": bool(table.boards),
            # A team's boards have links of their own.
            "go": event.folder.name if table.declared.game == "go" and not table.boards else "",
            **_result(outcome, {**table.shown(values), "note": None}),  # 備考 is for the desk alone
            "said": [_report(one) for one in reports],
        }
    )


def _status(outcome: Outcome | None, reports: list[Report | None], me: int, reporting: str) -> str:
    if outcome:
        return "agreed"
    if reporting == "off":
        return "off"
    return both_said(reports) or ("wait" if reports[me] else "enter")
