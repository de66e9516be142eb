"""From the typed rows of a round to its games: what each pair of marks means, and what can't be right.

This is judged against the planned round, for the first round that can be; what needs only the sheet and the roster
is checked in sheet_checks.py. Everything wrong is reported with its cell.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from tourgen.dataclass import replace
from tourgen.formats import Format
from tourgen.labels import group_examples, plain, read_group
from tourgen.model import Game, Player, ResultRow, ResultSheet, Round, Source, Substitute
from tourgen.problems import Problem
from tourgen.rules.record import Entrant
from tourgen.rules.situation import settle_withdrawals
from tourgen.rules.teams import with_boards
from tourgen.verdicts import DISQUALIFIED, FOUL, NOBODY_WINS, Verdict, judge, marked, marks_of, shown

BOTH_OUT_OF_TIME = "双方時間切れ"
REPETITION = "千日手"  # a second one: the winner was decided by the referee's lot
RULING = "裁定"  # beside a result: the game was pending, and the committee has decided it
MISUSE = "故意"  # beside 裁定: with a finding of deliberate misuse
KNOCKOUT_STAGES = (
    "final",
    "third",
    "semi",
    "knockout",
    "playoff",
    "womens-final",
    "main",
    "repechage",
    "placing",
)


def page_of(sheet: ResultSheet) -> Source:
    """The sheet as a whole."""
    return Source(sheet.file, sheet.rows[0].source.sheet if sheet.rows else None)


def disqualified(sheet: ResultSheet) -> Iterator[tuple[int, Source]]:
    """Who is marked 失格 in a sheet, and where: out of the event from then on (decision P5).

    Of a team only a person is (H6).
    """
    for row in sheet.rows:
        for side, (no, mark) in enumerate(zip(row.numbers, row.marks, strict=True), 1):
            if mark == "disqualified" and no is not None:
                yield no, row.at(f"result{side}")


def left(player: Player) -> dict[str, object]:
    """What messages say of a player who is gone: why, and which cell to correct if that is wrong."""
    if player.disqualified is None:
        after = player.withdrawn_after
        gone = {"ja": f"名簿の棄権が「{after}」", "en": f"is withdrawn (“{after}” in the roster)"}
        return {
            "name": player.name,
            "gone": gone,
            "fix": {"ja": "名簿の棄権の欄", "en": "Withdrawn in the roster"},
        }
    file, cell = player.disqualified.file.rpartition("/")[2], player.disqualified.cell
    gone = {
        "ja": f" {player.withdrawn_after} 回戦で失格({file} の {cell})",
        "en": f"was disqualified in round {player.withdrawn_after} ({file}, {cell})",
    }
    return {
        "name": player.name,
        "gone": gone,
        "fix": {"ja": f" {file} の {cell} の失格", "en": f"{cell} in {file}"},
    }


def play_round(
    sheet: ResultSheet,
    planned: Sequence[Game],
    number: int,
    players: Mapping[int, Player],
    entrants: Mapping[int, Entrant],
    declared: Format,
    qualified: Collection[int],
) -> tuple[Round | None, list[Problem]]:
    """The round as its sheet says, judged against what the rules would have paired."""
    due = {no: game for game in planned for no in game.players if no is not None}
    problems: list[Problem] = []
    games: list[Game] = []
    rows = [row for row in sheet.rows if not _bye_of_withdrawn(row, number, entrants)]
    for row in rows:
        game, found = _game(row, due, number, players, entrants, declared)
        # A sheet as it was made pairs who was due then, whatever was corrected since (decision X1).
        problems += [one for one in found if not (sheet.as_made and one.code in _NOT_DUE)]
        games += [game] if game else []
    listed = {no for row in rows for no in row.numbers if no is not None}
    # A qualified player's bye that is missing from the sheet is there all the same (decision X4).
    resting = {no for no in qualified if no in due and no not in listed and due[no].kind == "bye"}
    # Nor need a game be listed that nobody was there to play.
    resting |= {
        no
        for no, game in due.items()
        if no not in listed and all(entrants[p].withdrawn(number) for p in game.players if p is not None)
    }
    games += [game for game in planned if game.players[0] in resting]
    for no in sorted(set(due) - listed - resting) if not sheet.as_made else ():
        problems.append(Problem("player-missing", page_of(sheet), str(no), {"name": players[no].name}))
    if problems:
        return None, problems
    return Round(number, tuple(games), by_hand=_pairs(games) != _pairs(planned)), []


def _bye_of_withdrawn(row: ResultRow, number: int, entrants: Mapping[int, Entrant]) -> bool:
    """A bye that fell to a player who then withdrew is no game: the round is lost without an opponent (D6)."""
    first, second = row.numbers
    return second is None and first is not None and first in entrants and entrants[first].withdrawn(number)


def _pairs(games: Sequence[Game]) -> set[tuple[str, str | None, frozenset[int | None]]]:
    return {(game.stage, game.group, frozenset(game.players)) for game in games}


def _game(
    row: ResultRow,
    due: Mapping[int, Game],
    number: int,
    players: Mapping[int, Player],
    entrants: Mapping[int, Entrant],
    declared: Format,
) -> tuple[Game | None, list[Problem]]:
    first, second = row.numbers
    assert first is not None
    problems = [
        _not_due(row.at(f"no{side}"), players[no], due, number, declared)
        for side, no in enumerate(row.numbers, 1)
        if no is not None and no not in due
    ]
    if row.group and read_group(row.group, declared) is None:
        problems.append(
            Problem("group-unknown", row.at("group"), row.group, {"known": group_examples(declared)})
        )
    label, group = _place(row, due.get(first), declared)
    verdict = judge(row, marks_of(declared))
    assert not isinstance(verdict, Problem)
    game = Game(row.table, label, group, (first, second), substitutes=_replaced(row, players))
    game = _verdict_game(game, verdict, row, declared)
    settled = with_boards(settle_withdrawals(game, entrants, number), len(declared.boards))
    nobody = all(no is None or entrants[no].withdrawn(number) for no in row.numbers)
    if settled.kind in NOBODY_WINS and label in KNOCKOUT_STAGES and not nobody:
        found = " ".join(shown(mark, declared.game) for mark in row.boards or row.marks).strip()
        problems.append(Problem("double-loss-knockout", marked(row), found))
    if settled != game and settled.discs is None and game.discs is not None:
        gone = next(no for no in row.numbers if no is not None and entrants[no].withdrawn(number))
        found = f"{game.discs[0]}-{game.discs[1]}"
        problems.append(Problem("discs-withdrawn", row.at("discs1"), found, left(players[gone])))
    return settled, problems


_NOT_DUE = ("player-not-due", "player-not-drawn")


def _not_due(where: Source, player: Player, due: Collection[int], number: int, declared: Format) -> Problem:
    """Who has no game in this round; in a knockout after Swiss rounds, who has."""
    if declared.swiss is None or number <= declared.counted_rounds:
        return Problem("player-not-due", where, str(player.no), {"name": player.name})
    params = {"name": player.name, "round": number, "known": ", ".join(map(str, sorted(due)))}
    return Problem("player-not-drawn", where, str(player.no), params)


def _replaced(row: ResultRow, players: Mapping[int, Player]) -> tuple[Substitute, ...]:
    """The substitutes of a match; who is registered at that board anyway is none."""
    members = [players[no].members if no is not None else () for no in row.numbers]
    return tuple(
        one
        for one in row.substitutes
        if plain(one.name) not in map(plain, members[one.side][one.board : one.board + 1])
    )


def _place(row: ResultRow, due: Game | None, declared: Format) -> tuple[str, str | None]:
    """Stage and group as written in 組; what that leaves open is as it would be for the first player."""
    typed = read_group(row.group, declared) if row.group else None
    if due is None:
        swiss = declared.swiss
        return typed or (("ranking", None) if swiss is None else (swiss.kind, swiss.blocks[0]))
    if typed is None or typed == (due.stage, None):
        return due.stage, due.group
    return typed


def _verdict_game(game: Game, verdict: Verdict | None, row: ResultRow, declared: Format) -> Game:
    if verdict is None:
        return game
    played = verdict.kind == "played"
    note = _note(row, verdict, declared) if played else ""
    first, second = row.discs
    return replace(
        game,
        kind=verdict.kind,
        winner=None if verdict.winner is None else game.players[verdict.winner],
        discs=(first, second) if first is not None and second is not None else None,
        rated=(played and note != BOTH_OUT_OF_TIME) or verdict.kind == "draw",
        note=note,
        boards=verdict.boards,
        substitutes=game.substitutes if played else (),
        ruling=_ruled(row, verdict, declared),
        misuse=_ruled(row, verdict, declared) and MISUSE in plain(row.note),
    )


def _ruled(row: ResultRow, verdict: Verdict, declared: Format) -> bool:
    """Whether a result is the committee's; 「裁定待ち」 beside 預 says that it has not decided yet."""
    return declared.game == "go" and verdict.kind not in ("pending", "bye") and RULING in plain(row.note)


def _note(row: ResultRow, verdict: Verdict, declared: Format) -> str:
    """What the rules make of a played game, in a word; the organiser's free text is nobody else's business."""
    typed = plain(row.note)
    if not verdict.note and row.boards:
        # A board's cell holds the first team's mark: what the other team's player did stands in the note.
        return next((word for word in (DISQUALIFIED, FOUL) if word in typed), _in_note(typed, declared))
    return verdict.note or _in_note(typed, declared)


def _in_note(typed: str, declared: Format) -> str:
    if declared.game == "othello":
        return BOTH_OUT_OF_TIME if BOTH_OUT_OF_TIME in typed else ""
    # 「連続王手の千日手」 is a foul, not a repetition that a lot decides.
    repeated = declared.game == "shogi" and REPETITION in typed and "連続王手" not in typed
    return REPETITION if repeated else ""
