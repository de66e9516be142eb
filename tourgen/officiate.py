"""From the typed rows of a round to its games: what each pair of marks means, and what can't be right.

This is judged against the planned round, for the first round that can be; what needs only the sheet and the roster
is checked in sheet_checks.py. Everything wrong is reported with its cell.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tourgen.formats import Format
from tourgen.labels import group_examples, plain, read_group
from tourgen.model import Game, Kind, Mark, Player, ResultRow, ResultSheet, Round, Source
from tourgen.problems import Problem
from tourgen.rules.record import Entrant
from tourgen.rules.situation import settle_withdrawals

BOTH_OUT_OF_TIME = "双方時間切れ"
KNOCKOUT_STAGES = ("final", "third", "semi", "knockout", "womens-final", "main", "repechage", "placing")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the two marks of a row mean."""

    kind: Kind
    winner: int | None = None  # 0 or 1: the side
    note: str = ""


def page_of(sheet: ResultSheet) -> Source:
    """The sheet as a whole."""
    return Source(sheet.file, sheet.rows[0].source.sheet if sheet.rows else None)


def judge(row: ResultRow) -> Verdict | Problem | None:
    """What the marks of a row mean; None if nothing is entered yet."""
    if row.numbers[1] is None:
        return _judge_bye(row)
    sides = [side for side, mark in enumerate(row.marks) if mark is not None]
    if not sides:
        return None
    verdicts = [_one_mark(row.marks[side], side) for side in sides]
    if None in verdicts:
        unknown = sides[verdicts.index(None)]
        return Problem("result-not-in-format", row.at(f"result{unknown + 1}"), _shown(row.marks[unknown]))
    merged = _merge([verdict for verdict in verdicts if verdict is not None])
    if merged is None:
        shown = {"first": _shown(row.marks[0]), "second": _shown(row.marks[1])}
        return Problem(
            "results-contradict", row.at("result2"), params={**shown, "cell": row.at("result1").cell}
        )
    return merged


def _judge_bye(row: ResultRow) -> Verdict | Problem:
    for side, right in enumerate(((None, "walkover", "win"), (None, "loss", "forfeit"))):
        if row.marks[side] not in right:
            return Problem("bye-result", row.at(f"result{side + 1}"), _shown(row.marks[side]))
    return Verdict("bye", 0)


def _one_mark(mark: Mark | None, side: int) -> Verdict | None:
    """Who won, from the point of view of the player in whose cell the mark stands."""
    other = 1 - side
    match mark:
        case "win" | "loss":
            return Verdict("played", side if mark == "win" else other)
        case "walkover" | "forfeit":
            return Verdict("forfeit", side if mark == "walkover" else other)
        case "foul":
            return Verdict("played", other, "反則")
        case "disqualified":
            return Verdict("played", other, "失格")
        case "double-loss":
            return Verdict("double-loss")
        case _:
            return None  # 預, 無, 持碁, 黒勝, 白勝: this game knows none of them


def _merge(verdicts: Sequence[Verdict]) -> Verdict | None:
    """Two marks must agree; the more telling one (不戦敗, 反則) explains a plain ○ or ×."""
    if len(verdicts) == 1:
        return verdicts[0]
    first, second = verdicts
    if first.winner != second.winner:
        both_forfeit = first.kind == second.kind == "forfeit" and (first.winner, second.winner) == (1, 0)
        return Verdict("double-loss") if both_forfeit else None
    if "double-loss" in (first.kind, second.kind) and first.kind != second.kind:
        return None
    if "forfeit" in (first.kind, second.kind):
        return None if first.note or second.note else Verdict("forfeit", first.winner)
    return Verdict(first.kind, first.winner, first.note or second.note)


_SHOWN: dict[Mark, str] = {
    "win": "○", "loss": "×", "walkover": "不戦勝", "forfeit": "不戦敗", "foul": "反則", "disqualified": "失格",
    "double-loss": "両負", "pending": "預", "no-result": "無", "draw": "△", "black-wins": "黒勝", "white-wins": "白勝",
}  # fmt: skip


def _shown(mark: Mark | None) -> str:
    return _SHOWN[mark] if mark else ""


def disqualified(sheet: ResultSheet) -> Iterator[int]:
    """Who is marked 失格 in a sheet: out of the event from then on (decision P5)."""
    for row in sheet.rows:
        for no, mark in zip(row.numbers, row.marks, strict=True):
            if mark == "disqualified" and no is not None:
                yield no


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
        problems += [one for one in found if not (sheet.as_made and one.code == "player-not-due")]
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
        Problem("player-not-due", row.at(f"no{side}"), str(no), {"name": players[no].name})
        for side, no in enumerate(row.numbers, 1)
        if no is not None and no not in due
    ]
    stage = read_group(row.group, declared) if row.group else None
    if row.group and stage is None:
        problems.append(
            Problem("group-unknown", row.at("group"), row.group, {"known": group_examples(declared)})
        )
    if stage is None:
        stage = (due[first].stage, due[first].group) if first in due else ("ranking", None)
    label, group = stage
    verdict = judge(row)
    assert not isinstance(verdict, Problem)
    game = _verdict_game(Game(row.table, label, group, (first, second)), verdict, row)
    settled = settle_withdrawals(game, entrants, number)
    nobody = all(no is None or entrants[no].withdrawn(number) for no in row.numbers)
    if settled.kind == "double-loss" and label in KNOCKOUT_STAGES and not nobody:
        problems.append(
            Problem("double-loss-knockout", marked(row), " ".join(map(_shown, row.marks)).strip())
        )
    if settled != game and settled.discs is None and game.discs is not None:
        gone = next(no for no in row.numbers if no is not None and entrants[no].withdrawn(number))
        params = {"name": players[gone].name, "after": entrants[gone].withdrawn_after}
        found = f"{game.discs[0]}-{game.discs[1]}"
        problems.append(Problem("discs-withdrawn", row.at("discs1"), found, params))
    return settled, problems


def marked(row: ResultRow, side: int = 0) -> Source:
    """The cell of `side` where something stands in it, else the other one."""
    return row.at(f"result{(side if row.marks[side] else 1 - side) + 1}")


def _verdict_game(game: Game, verdict: Verdict | None, row: ResultRow) -> Game:
    if verdict is None:
        return game
    winner = None if verdict.winner is None else game.players[verdict.winner]
    played = verdict.kind == "played"
    timed_out = played and BOTH_OUT_OF_TIME in plain(row.note)
    first, second = row.discs
    return replace(
        game,
        kind=verdict.kind,
        winner=winner,
        discs=(first, second) if first is not None and second is not None else None,
        rated=played and not timed_out,
        note=verdict.note or (BOTH_OUT_OF_TIME if timed_out else ""),
    )
