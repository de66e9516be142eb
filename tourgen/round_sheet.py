"""A round of a tournament as the sheet that organisers fill in."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from tourgen.event import Event
from tourgen.labels import board_names, sheet_group
from tourgen.model import Game, Mark, Round
from tourgen.officiate import MISUSE, RULING
from tourgen.rules.brackets import LABELS
from tourgen.rules.situation import Situation
from tourgen.sheets import RoundRow, RoundSheet, write_round
from tourgen.tournament import Tournament
from tourgen.verdicts import DISQUALIFIED, FOUL, marks_of


def round_file(division_id: str, number: int) -> str:
    """The sheet's place in the event folder."""
    return f"rounds/{division_id}-r{number}.xlsx"


def round_bytes(tournament: Tournament, played: Round, event: Event) -> bytes:
    """The workbook of one round, with the results that stand in it."""
    return write_round(_sheet(tournament, played, event))


def _sheet(tournament: Tournament, played: Round, event: Event) -> RoundSheet:
    division = tournament.division
    before = tournament.situations[played.number - 1]
    times = division.times
    english = event.language == "en"
    return RoundSheet(
        event_name=(event.name_en if english else "") or event.name,
        division_name=(division.name_en if english else "") or division.name,
        round=played.number,
        rows=tuple(_row(game, tournament, before, event.language) for game in played.games),
        start=times[played.number - 1] if played.number <= len(times) else "",
        language=event.language,
        discs=division.declared.game == "othello",
        boards=board_names(division.declared),
        game=division.declared.game,
        marks=marks_of(division.declared),
    )


def _row(game: Game, tournament: Tournament, before: Situation, language: str) -> RoundRow:
    first, second = game.players
    mark1, mark2 = _marks(game)
    boards = board_names(tournament.division.declared)
    names = [name if language == "ja" else english for name, english in boards]
    return RoundRow(
        table=game.table,
        no1=first,
        name1=tournament.players[first].name,
        no2=second,
        name2=tournament.players[second].name if second is not None else "",
        group=sheet_group(game, tournament.division.declared, language),
        record1=_record(before, first, game, language),
        record2=_record(before, second, game, language) if second is not None else "",
        result1=mark1,
        result2=mark2,
        discs=game.discs or (None, None),
        note=_note(game, said=mark1 in _FAULTS or mark2 in _FAULTS),
        boards=_board_marks(game, len(boards)),
        lineups=(
            _lineup(tournament, first, names, language),
            _lineup(tournament, second, names, language),
        ),
        subs=(_subs(game, 0, names), _subs(game, 1, names)),
    )


def _board_marks(game: Game, count: int) -> tuple[Mark | None, ...]:
    """What stands at the boards of a team match that is entered or settled already."""
    if game.kind == "played" and game.boards is not None:
        return tuple("win" if one else "loss" for one in game.boards)
    return (_marks(game)[0],) * count


def _lineup(tournament: Tournament, no: int | None, boards: Sequence[str], language: str) -> str:
    """Who sits at which board, a line each, and the reserves: for the person who fills in the sheet."""
    if no is None or not boards:
        return ""
    team = tournament.players[no]
    lines = [f"{board} {name or '—'}" for board, name in zip_longest(boards, team.members, fillvalue="")]
    if team.reserves:
        lines.append(f"{'補欠' if language == 'ja' else 'Reserve'} {'、'.join(team.reserves)}")
    return "\n".join(lines)


def _subs(game: Game, side: int, boards: Sequence[str]) -> str:
    return "、".join(f"{boards[one.board]} {one.name}" for one in game.substitutes if one.side == side)


def _record(situation: Situation, no: int, game: Game, language: str) -> str:
    """Wins and losses; in a final knockout only how they came there, for later wins are assumed, semi-finals or not."""
    if game.stage in LABELS and no in situation.qualified.values():
        return "勝ち抜け" if language == "ja" else "qualified"
    record = situation.record
    won, lost, drawn = record.wins(no), record.losses(no), record.draws(no)
    if language == "ja":
        return f"{won}勝{lost}敗{f'{drawn}持碁' if drawn else ''}"
    return f"{won}-{lost}{f'-{drawn}' if drawn else ''}"


def _note(game: Game, said: bool) -> str:
    """What the rules read in 備考; `said`: how the game ended stands in a result cell already."""
    words = ("" if said else game.note, RULING if game.ruling else "", MISUSE if game.misuse else "")
    return " ".join(word for word in words if word)


def _marks(game: Game) -> tuple[Mark | None, Mark | None]:
    """What stands in 結果1 and 結果2 for a game that is entered or settled already."""
    first, second = game.players
    if not game.entered:
        return None, None
    if second is None:
        return "walkover", None
    if game.kind in ("double-loss", "pending", "no-result", "draw"):
        return game.kind, game.kind
    marks: tuple[Mark, Mark] = ("walkover", "forfeit") if game.kind == "forfeit" else ("win", _lost(game))
    return marks if game.winner == first else (marks[1], marks[0])


_FAULTS: tuple[Mark, ...] = ("foul", "disqualified")


def _lost(game: Game) -> Mark:
    """× or, of a single player, what the game was lost by; of a team the note doesn't say at which board."""
    if game.boards is not None or game.note not in (FOUL, DISQUALIFIED):
        return "loss"
    return "foul" if game.note == FOUL else "disqualified"
