"""A round of a tournament as the sheet that organisers fill in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import zip_longest

from tourgen.engine.model import Game, Handicap, Round
from tourgen.engine.notices import needs_discs
from tourgen.engine.situation import Situation
from tourgen.event.judge_round import MISUSE, RULING
from tourgen.event.line_ups import empty_seats
from tourgen.event.settings import Division, Event
from tourgen.event.tournament import Tournament
from tourgen.formats import Format
from tourgen.formats.labels import board_names, sheet_group
from tourgen.model import Mark, Player
from tourgen.result_marks import DISQUALIFIED, FOUL, marks_of, written
from tourgen.sheets import RoundRow, RoundSheet, write_round
from tourgen.sheets.columns import Boards
from tourgen.sheets.words import words


def round_bytes(tournament: Tournament, played: Round, event: Event) -> bytes:
    """The workbook of one round, with the results that stand in it."""
    before = tournament.situations[played.number - 1]

    def record(no: int, game: Game) -> str:
        return _record(before, no, game, event.language)

    return sheet_bytes(tournament.division, tournament.players, played, event, record)


def sheet_bytes(
    division: Division,
    players: Mapping[int, Player],
    played: Round,
    event: Event,
    record: Callable[[int, Game], str],
) -> bytes:
    """The same for any round of any division; `record` says what stands in 戦績 of a player before a game."""
    times, declared = division.times, division.declared
    english = event.language == "en"
    return write_round(
        RoundSheet(
            event_name=(event.name_en if english else "") or event.name,
            division_name=(division.name_en if english else "") or division.name,
            round=played.number,
            rows=tuple(_row(game, division, players, record, event.language) for game in played.games),
            start=times[played.number - 1] if played.number <= len(times) else "",
            language=event.language,
            discs=declared.game == "othello" and not declared.boards,
            boards=board_names(declared),
            game=declared.game,
            marks=marks_of(declared),
            needs_discs=needs_discs(declared),
            games=max((declared.best_of(game.stage) for game in played.games), default=1),
            black=_typed_black(declared),
            handicap=declared.handicap is not None,
        )
    )


def _row(
    game: Game,
    division: Division,
    players: Mapping[int, Player],
    record: Callable[[int, Game], str],
    language: str,
) -> RoundRow:
    first, second = game.players
    mark1, mark2 = _marks(game)
    boards = board_names(division.declared)
    names = [name if language == "ja" else english for name, english in boards]
    return RoundRow(
        table=game.table,
        no1=first,
        name1=players[first].name,
        no2=second,
        name2=players[second].name if second is not None else "",
        group=sheet_group(division.declared, game.stage, game.group, language),
        record1=record(first, game),
        record2=record(second, game) if second is not None else "",
        result1=mark1,
        result2=mark2,
        discs=game.discs or (None, None),
        note=_note(game, said=mark1 in _FAULTS or mark2 in _FAULTS),
        boards=_board_marks(
            game, len(boards), [players[no].members for no in game.players if no is not None]
        ),
        lineups=(
            _lineup(players[first], names, language),
            _lineup(players[second], names, language) if second is not None else "",
        ),
        subs=(_subs(game, 0, names), _subs(game, 1, names)),
        games=tuple("win" if one else "loss" for one in game.games),
        black=None if game.black is None or not _typed_black(division.declared) else game.black + 1,
        **handicap_cells(game.handicap, [players[no].name for no in game.players if no], boards, language),
    )


def _typed_black(declared: Format) -> bool:
    """Whether 黒 is decided at the table and typed: ニギリ."""
    return declared.game == "go" and declared.colours == "nigiri" and not declared.boards


def handicap_cells(
    handicaps: Sequence[Handicap], sides: Sequence[str], boards: Boards, language: str
) -> dict[str, str]:
    """手合 and コミ, a line for each board: 「主将 2子 黒 見本高校 A」."""
    said = words()["round"][language]["stones"]
    names = [name if language == "ja" else english for name, english in boards] or [""]
    lines = []
    for one, board in zip(handicaps, names, strict=False):
        kind = "even" if not one.stones else "first" if one.stones == 1 else "stones"
        stones = said[kind].format(stones=one.stones)
        black = said["black"].format(name=sides[one.black]) if one.black is not None else ""
        lines.append(" ".join(word for word in (board, stones, black) if word))
    return {"handicap": "\n".join(lines), "komi": "\n".join(f"{one.komi:g}" for one in handicaps)}


def _board_marks(game: Game, count: int, members: Sequence[Sequence[str]]) -> tuple[Mark | None, ...]:
    """The marks at the boards of a team match that is entered or settled already, and at the seats of nobody."""
    if game.kind == "played" and game.boards is not None:
        return tuple("win" if one else "loss" for one in game.boards)
    if not game.entered:
        empty = empty_seats(members)
        return tuple(empty.get(place) for place in range(count))
    return (_marks(game)[0],) * count


def _lineup(team: Player, boards: Sequence[str], language: str) -> str:
    """The team's members with their boards, a line each, and the reserves: for the person who fills in the sheet."""
    if not boards:
        return ""
    lines = [f"{board} {name or '—'}" for board, name in zip_longest(boards, team.members, fillvalue="")]
    if team.reserves:
        lines.append(f"{'補欠' if language == 'ja' else 'Reserve'} {'、'.join(team.reserves)}")
    return "\n".join(lines)


def _subs(game: Game, side: int, boards: Sequence[str]) -> str:
    return "、".join(f"{boards[one.board]} {one.name}" for one in game.substitutes if one.side == side)


def _record(situation: Situation, no: int, game: Game, language: str) -> str:
    """Wins and losses; in a final knockout only how they came there, for later wins are assumed, semi-finals or not."""
    tree = situation.format.stage_of_label(game.stage)
    if tree in situation.format.trees_of_qualified and no in situation.qualified:
        return "勝ち抜け" if language == "ja" else "qualified"
    record = situation.record
    won, lost, drawn = record.wins(no), record.losses(no), record.draws(no)
    if language == "ja":
        drawn_word = written("draw", situation.format.game) if situation.format.game == "go" else "分"
        return f"{won}勝{lost}敗" + (f"{drawn}{drawn_word}" if drawn else "")
    return f"{won}-{lost}{f'-{drawn}' if drawn else ''}"


def _note(game: Game, said: bool) -> str:
    """The words in 備考 that the rules read; `said`: a result cell shows already how the game ended."""
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
    """× or, of a single player, 反則 or 失格; for a team the note doesn't say at which board that was."""
    if game.boards is not None or game.note not in (FOUL, DISQUALIFIED):
        return "loss"
    return "foul" if game.note == FOUL else "disqualified"
