"""A round of a tournament as the sheet that organisers fill in."""

from __future__ import annotations

from tourgen.event import Event
from tourgen.labels import group_name
from tourgen.model import Game, Mark, Round
from tourgen.rules.situation import Situation
from tourgen.sheets import RoundRow, RoundSheet, write_round
from tourgen.tournament import Tournament


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
    )


def _row(game: Game, tournament: Tournament, before: Situation, language: str) -> RoundRow:
    first, second = game.players
    mark1, mark2 = _marks(game)
    return RoundRow(
        table=game.table,
        no1=first,
        name1=tournament.players[first].name,
        no2=second,
        name2=tournament.players[second].name if second is not None else "",
        group=group_name(game.stage, game.group, language),
        record1=_record(before, first, language),
        record2=_record(before, second, language) if second is not None else "",
        result1=mark1,
        result2=mark2,
        discs=game.discs or (None, None),
        note=game.note,
    )


def _record(situation: Situation, no: int, language: str) -> str:
    won, lost = situation.record.wins(no), situation.record.losses(no)
    return f"{won}勝{lost}敗" if language == "ja" else f"{won}-{lost}"


def _marks(game: Game) -> tuple[Mark | None, Mark | None]:
    """What stands in 結果1 and 結果2 for a game that is entered or settled already."""
    first, second = game.players
    if not game.entered:
        return None, None
    if second is None:
        return "walkover", None
    if game.kind == "double-loss":
        return "double-loss", "double-loss"
    marks: tuple[Mark, Mark] = ("walkover", "forfeit") if game.kind == "forfeit" else ("win", "loss")
    return marks if game.winner == first else (marks[1], marks[0])
