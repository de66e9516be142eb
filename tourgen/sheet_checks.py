"""What is wrong with a round's sheet on its own, whatever was planned: numbers, names, marks, discs, its title.

Every sheet is checked so, also those behind a round that can't be judged yet; everything wrong has its cell.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from tourgen.labels import one_spelling, plain
from tourgen.model import Mark, Player, ResultRow, ResultSheet
from tourgen.officiate import BOTH_OUT_OF_TIME, left, page_of
from tourgen.problems import Notice, Problem
from tourgen.verdicts import EVERY_MARK, Verdict, judge, marked, shown, strange_marks, won

BOARD_DISCS = 64
FEW_STRANGERS = 4  # fewer names that differ from the roster are slips


def check_sheet(
    sheet: ResultSheet,
    round_no: int,
    players: Mapping[int, Player],
    whole_roster: bool = True,
    known: Collection[Mark] = EVERY_MARK,
    filled: str = "",
) -> list[Problem]:
    """What is wrong with a sheet on its own: numbers, names, marks, discs, the round in its title.

    `filled`: the name of a division whose absentees are replaced; numbers above the roster's were given for that.
    Half a roster (`whole_roster` False) would make strangers of the players it lacks; the rest is checked all the same.
    `known`: the marks of the format, all of them where it is not known which format it is.
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
        marks = (one for row in sheet.rows for one in _marks(row, sheet.unread, gone, known))
        return [*problems, strangers, *marks]
    # Names that were spelt so when the sheet was made are let through, if they are nobody else's.
    lenient = (sheet.as_made or sheet.unread) and 4 * wrong <= named
    refused = frozenset(names.values()) if lenient else None
    seen: dict[int, str] = {}
    for row in sheet.rows:
        found = [*_numbers(row, players, seen, whole_roster, filled), *_too_early(row, players, round_no)]
        if wrong:
            found += _names(row, players, refused)
        problems += [one for one in found if one.where.cell not in sheet.unread]
        problems += _marks(row, sheet.unread, gone, known)
    return problems


def _withdrawn(player: Player, round_no: int) -> bool:
    return player.withdrawn_after is not None and player.withdrawn_after < round_no


def _marks(
    row: ResultRow, unread: frozenset[str], gone: Mapping[int, Player], known: Collection[Mark]
) -> list[Problem]:
    """Marks and discs; what a row means of which a cell could not be read is not guessed at."""
    strange = strange_marks(row, known)
    if strange or (unread and any(cell in unread for _, cell in row.cells)):
        return [one for one in strange if one.where.cell not in unread]
    verdict = judge(row, known)
    if isinstance(verdict, Problem):
        return [verdict]
    return [*_discs(row, verdict), *_withdrawn_wins(row, verdict, gone)]


def _withdrawn_wins(row: ResultRow, verdict: Verdict | None, gone: Mapping[int, Player]) -> Iterator[Problem]:
    """「○ for that player is an error」: a withdrawn player can't have won (a bye that fell to one is no game)."""
    if row.boards:
        yield from _withdrawn_boards(row, gone)
    elif verdict is not None and verdict.kind in ("draw", "pending", "no-result"):
        yield from _withdrawn_sat(row, gone)
    elif verdict is not None and verdict.winner is not None and row.numbers[1] is not None:
        no = row.numbers[verdict.winner]
        if no is not None and no in gone:
            yield Problem("winner-withdrawn", marked(row, verdict.winner), str(no), left(gone[no]))


def _withdrawn_sat(row: ResultRow, gone: Mapping[int, Player]) -> Iterator[Problem]:
    """Nor can they have sat at the board at all: 持碁, 預 and 無 are ends of a game."""
    for side, no in enumerate(row.numbers):
        if no is not None and no in gone:
            where = marked(row, side)
            yield Problem(
                "played-withdrawn", where, shown(row.marks[side] or row.marks[1 - side]), left(gone[no])
            )


def _withdrawn_boards(row: ResultRow, gone: Mapping[int, Player]) -> Iterator[Problem]:
    """Nor can a player of a withdrawn team have won; the first such board says it."""
    for side, no in enumerate(row.numbers):
        places = [
            place
            for place, mark in enumerate(row.boards, 1)
            if mark is not None and mark != "double-loss" and won(mark) == (side == 0)
        ]
        if no is not None and no in gone and places and row.numbers[1] is not None:
            yield Problem("winner-withdrawn", row.at(f"board{places[0]}"), str(no), left(gone[no]))


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


def name_notices(sheets: Mapping[int, ResultSheet], players: Mapping[int, Player]) -> list[Notice]:
    """Names that were let through and are not the roster's: corrected there later, or typed over in the sheet.

    Which of the two is the organiser's to say, so each is named once, where it stands first.
    """
    places: dict[tuple[int, str], list[tuple[ResultRow, int]]] = {}
    for _, sheet in sorted(sheets.items()):
        for row in sheet.rows:
            for side, (no, typed) in enumerate(zip(row.numbers, row.names, strict=True)):
                player = players.get(no) if no is not None and typed else None
                if player is not None and one_spelling(typed) != one_spelling(player.name):
                    places.setdefault((player.no, plain(typed)), []).append((row, side))
    return [
        Notice(
            "name-differs",
            row.at(f"name{side + 1}"),
            {"found": row.names[side], "no": no, "name": players[no].name, "count": len(found)},
        )
        for (no, _), found in places.items()
        for row, side in found[:1]
    ]


def _too_early(row: ResultRow, players: Mapping[int, Player], round_no: int) -> Iterator[Problem]:
    """Who joins later (参加) can't stand in an earlier round."""
    for side, no in enumerate(row.numbers, 1):
        player = players.get(no) if no is not None else None
        if player is not None and player.here and player.from_round > round_no:
            params = {"name": player.name, "first": player.from_round, "round": round_no}
            yield Problem("player-late", row.at(f"no{side}"), str(no), params)


def _numbers(
    row: ResultRow, players: Mapping[int, Player], seen: dict[int, str], whole_roster: bool, filled: str
) -> Iterator[Problem]:
    for side, no in enumerate(row.numbers, 1):
        cell = row.at(f"no{side}")
        player = players.get(no) if no is not None else None
        if no is None:
            if side == 1 or _says_player(row.names[1]):
                yield Problem("row-number-missing", cell, row.names[side - 1])
        elif (
            player is None
            and whole_roster
            and filled
            and no > max(players, default=0)
            and row.names[side - 1]
        ):
            yield Problem("replacement-gone", cell, str(no), {"division": filled})
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
