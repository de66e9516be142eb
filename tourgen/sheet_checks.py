"""What is wrong with a round's sheet on its own, whatever was planned: numbers, names, marks, discs, its title.

Every sheet is checked so, also those behind a round that can't be judged yet; everything wrong has its cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tourgen.labels import plain
from tourgen.model import Player, ResultRow, ResultSheet
from tourgen.officiate import BOTH_OUT_OF_TIME, Verdict, judge, marked, page_of
from tourgen.problems import Problem

BOARD_DISCS = 64
FEW_STRANGERS = 4  # fewer names that differ from the roster are slips


def check_sheet(
    sheet: ResultSheet, round_no: int, players: Mapping[int, Player], whole_roster: bool = True
) -> list[Problem]:
    """What is wrong with a sheet on its own: numbers, names, marks, discs, the round in its title.

    Half a roster (`whole_roster` False) would make strangers of the players it lacks; the rest is checked all the same.
    """
    problems = []
    if sheet.round_said is not None and sheet.round_said != round_no:
        problems.append(Problem("round-wrong", page_of(sheet), str(sheet.round_said), {"round": round_no}))
    gone = {no: p for no, p in players.items() if _withdrawn(p, round_no)}
    names = {no: plain(player.name) for no, player in players.items()}
    wrong, named = _differing_names(sheet, names) if whole_roster else (0, 0)
    if wrong >= FEW_STRANGERS and 2 * wrong > named:
        # One problem instead of one per row: this is the sheet of somebody else.
        strangers = Problem("sheet-of-others", page_of(sheet), str(wrong), {"all": named})
        return [*problems, strangers, *(one for row in sheet.rows for one in _marks(row, sheet.unread, gone))]
    # Names that were spelt so when the sheet was made are let through, if they are nobody else's.
    lenient = (sheet.as_made or sheet.unread) and 4 * wrong <= named
    refused = frozenset(names.values()) if lenient else None
    seen: dict[int, str] = {}
    for row in sheet.rows:
        found = list(_numbers(row, players, seen, whole_roster))
        if wrong:
            found += _names(row, players, refused)
        problems += [one for one in found if one.where.cell not in sheet.unread]
        problems += _marks(row, sheet.unread, gone)
    return problems


def _withdrawn(player: Player, round_no: int) -> bool:
    return player.withdrawn_after is not None and player.withdrawn_after < round_no


def _marks(row: ResultRow, unread: frozenset[str], gone: Mapping[int, Player]) -> list[Problem]:
    """Marks and discs; what a row means of which a cell could not be read is not guessed at."""
    if unread and any(cell in unread for _, cell in row.cells):
        return []
    verdict = judge(row)
    if isinstance(verdict, Problem):
        return [verdict]
    return [*_discs(row, verdict), *_withdrawn_wins(row, verdict, gone)]


def _withdrawn_wins(row: ResultRow, verdict: Verdict | None, gone: Mapping[int, Player]) -> Iterator[Problem]:
    """「○ for that player is an error」: a withdrawn player can't have won (a bye that fell to one is no game)."""
    if verdict is None or verdict.winner is None or row.numbers[1] is None:
        return
    no = row.numbers[verdict.winner]
    if no is not None and no in gone:
        params = {"name": gone[no].name, "after": gone[no].withdrawn_after}
        yield Problem("winner-withdrawn", marked(row, verdict.winner), str(no), params)


def _differing_names(sheet: ResultSheet, names: Mapping[int, str]) -> tuple[int, int]:
    """How many names are not those that the roster has for their numbers, and how many there are."""
    named = [
        (no, name)
        for row in sheet.rows
        for no, name in zip(row.numbers, row.names, strict=True)
        if no is not None and name
    ]
    wrong = sum(plain(name) != names.get(no) for no, name in named)
    return wrong, len(named)


def _numbers(
    row: ResultRow, players: Mapping[int, Player], seen: dict[int, str], whole_roster: bool
) -> Iterator[Problem]:
    for side, no in enumerate(row.numbers, 1):
        cell = row.at(f"no{side}")
        player = players.get(no) if no is not None else None
        if no is None:
            if side == 1 or _says_player(row.names[1]):
                yield Problem("row-number-missing", cell, row.names[side - 1])
        elif player is None and whole_roster:
            yield Problem("player-unknown", cell, str(no), {"most": max(players, default=0)})
        elif player and player.moved_to:
            yield Problem(
                "player-moved", cell, str(no), {"name": player.name, "division": player.moved_to[0]}
            )
        elif player and not player.here:
            yield Problem("player-absent", cell, str(no), {"name": player.name})
        elif no in seen:
            name = player.name if player else row.names[side - 1]
            yield Problem("player-twice", cell, str(no), {"name": name, "other": seen[no]})
        if no is not None:
            seen.setdefault(no, cell.cell or "")


def _says_player(name: str) -> bool:
    """Whether the name cell of a row without a number names somebody (and not "不戦勝")."""
    return plain(name).strip("()[]-–—") not in ("", "不戦勝", "bye", "なし", "休み")


def _names(
    row: ResultRow, players: Mapping[int, Player], refused: frozenset[str] | None
) -> Iterator[Problem]:
    """A name must be its number's; with `refused`, only those names are refused that are other players'."""
    for side, (no, typed) in enumerate(zip(row.numbers, row.names, strict=True), 1):
        if no is None or no not in players or not typed or plain(typed) == plain(players[no].name):
            continue
        if refused is None or plain(typed) in refused:
            where = row.at(f"name{side}")
            yield Problem("name-mismatch", where, typed, {"no": no, "name": players[no].name})


def _discs(row: ResultRow, verdict: Verdict | None) -> Iterator[Problem]:
    """石数 must fit the board and the result; a foul or both out of time leaves the discs as they are."""
    first, second = row.discs
    if first is None and second is None:
        return
    if first is None or second is None:
        yield Problem("discs-one", row.at("discs1" if first is None else "discs2"), "")
        return
    if first + second > BOARD_DISCS:
        yield Problem("discs-sum", row.at("discs2"), f"{first}-{second}", {"sum": first + second})
    elif verdict is None:
        yield Problem("discs-without-result", row.at("result1"), f"{first}-{second}")
    elif verdict.kind != "played":
        yield Problem("discs-not-played", row.at("discs1"), f"{first}-{second}")
    elif not verdict.note and BOTH_OUT_OF_TIME not in plain(row.note):
        ahead = {True: 0, False: 1}[first > second]
        if first != second and verdict.winner != ahead:
            yield Problem("discs-contradict", row.at("discs1"), f"{first}-{second}")
