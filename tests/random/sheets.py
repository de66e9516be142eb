"""A played tournament as the rows people would have typed, in the many ways in which they may type them."""

import random
from collections.abc import Mapping
from dataclasses import replace

from tests.random.teams import Person, out_before, present, seated, sent_out
from tourgen.engine.model import Game
from tourgen.event.judge_round import disqualified_players
from tourgen.event.tournament import Tournament
from tourgen.formats import Format
from tourgen.formats.labels import sheet_group
from tourgen.model import Mark, Player, ResultRow, ResultSheet, Source

WON: tuple[Mark, ...] = ("win", "win", "walkover")
LOST: tuple[Mark, ...] = ("loss", "loss", "forfeit", "foul")


def typed_sheets(tournament: Tournament, rng: random.Random) -> dict[int, ResultSheet]:
    """One sheet per round with a game in it."""
    sheets = {}
    for played, sent in out_before(tournament):
        file = f"rounds/{tournament.division.id}-r{played.number}.xlsx"
        gone = {
            no
            for no, player in tournament.players.items()
            if player.withdrawn_after is not None and player.withdrawn_after < played.number
        }
        declared = tournament.division.declared
        if declared.boards:
            rows = tuple(_team_row(game, file, gone, sent, tournament, rng) for game in played.games)
        else:
            out = _out(tournament, played.number)
            rows = tuple(_row(game, file, gone, out, declared, rng) for game in played.games)
        if rows:
            sheets[played.number] = ResultSheet(file, rows)
    return sheets


def typed_roster(tournament: Tournament, sheets: Mapping[int, ResultSheet]) -> list[Player]:
    """The roster beside these sheets: who is out by 失格 there need not be marked as withdrawn."""
    marked = {no for sheet in sheets.values() for no in disqualified_players(sheet)}
    return [
        replace(player, withdrawn_after=None) if no in marked else player
        for no, player in sorted(tournament.players.items())
    ]


def _out(tournament: Tournament, number: int) -> set[int]:
    """Whose last round this was, so that the next was paired without them."""
    later = {
        no for one in tournament.rounds if one.number > number for game in one.games for no in game.players
    }
    left = {no for no, player in tournament.players.items() if player.withdrawn_after == number}
    return left - later


def _row(
    game: Game, file: str, gone: set[int], out: set[int], declared: Format, rng: random.Random
) -> ResultRow:
    discs = game.discs if game.discs is not None else (None, None)
    return ResultRow(
        Source(file, "結果"),
        table=game.table,
        group=sheet_group(declared, game.stage, game.group, rng.choice(("ja", "en"))),
        numbers=game.players,
        games=tuple("win" if won else "loss" for won in game.games),
        marks=_marks(game, gone, out, declared.game == "go", rng),
        discs=discs,
        note=rng.choice(("裁定", "裁定 ○月○日 委員会", "裁定 故意")) if game.ruling else "",
    )


def _team_row(
    game: Game, file: str, gone: set[int], out: set[Person], tournament: Tournament, rng: random.Random
) -> ResultRow:
    players, count = tournament.players, len(tournament.division.declared.boards)
    sent = sent_out(game, players, out)
    # 失格 stands in the cell of the first team's player; the note names the second's.
    note = f"失格 {seated(game, sent, players)}" if sent is not None and sent[0] == 1 else ""
    return ResultRow(
        Source(file, "結果"),
        table=game.table,
        group=sheet_group(tournament.division.declared, game.stage, game.group, rng.choice(("ja", "en"))),
        numbers=game.players,
        note=note,
        boards=_boards(game, gone, count, players, out, rng),
        substitutes=game.substitutes,
    )


def _marks(
    game: Game, gone: set[int], out: set[int], colours: bool, rng: random.Random
) -> tuple[Mark | None, Mark | None]:
    """One result cell is enough; whoever has withdrawn forfeits without a mark."""
    if gone & set(game.players) and rng.random() < 0.5:
        return (None, None)
    if game.players[1] is None:
        return (rng.choice(("walkover", "win", None)), None)
    if game.kind == "double-loss":
        return rng.choice((("double-loss", "double-loss"), ("double-loss", None), ("forfeit", "forfeit")))
    if game.kind in ("draw", "pending", "no-result"):
        return rng.choice(((game.kind, game.kind), (game.kind, None), (None, game.kind)))
    if colours and game.kind == "played" and rng.random() < 0.5:
        named: Mark = "black-wins" if game.winner == game.players[0] else "white-wins"
        return rng.choice(((named, None), (None, named), (named, named)))
    won, lost = ("walkover", "forfeit") if game.kind == "forfeit" else ("win", "loss")
    if game.kind == "played" and game.opponent(game.winner or 0) in out and rng.random() < 0.5:
        lost = "disqualified"  # and so out of the event from then on
        return ("win", lost) if game.winner == game.players[0] else (lost, "win")
    both = (won, lost) if game.winner == game.players[0] else (lost, won)
    return rng.choice((both, (both[0], None), (None, both[1])))


def _boards(
    game: Game,
    gone: set[int],
    count: int,
    players: Mapping[int, Player],
    out: set[Person],
    rng: random.Random,
) -> tuple[Mark | None, ...]:
    """A team match board by board; a missing player, a foul or a disqualification loses that board only."""
    if game.players[1] is None:
        return tuple(rng.choice(("walkover", "win", None)) for _ in range(count))
    if gone & set(game.players) and rng.random() < 0.5:
        return (None,) * count
    if game.kind == "double-loss":
        return ("double-loss",) * count
    if game.kind == "forfeit":
        return ("walkover" if game.winner == game.players[0] else "forfeit",) * count
    assert game.boards is not None
    both = [
        all(present(game, (side, board), players, out) for side in (0, 1))
        for board in range(len(game.boards))
    ]
    walked: list[Mark] = ["walkover" if won else "forfeit" for won in game.boards]
    plain: list[Mark] = ["win" if won else "loss" for won in game.boards]
    typed = [rng.choice(WON if won else LOST) for won in game.boards]
    # Forfeited or walked over at every board, it would be a forfeit of the match.
    typed = plain if set(typed) in ({"walkover"}, {"forfeit"}) else typed
    typed = [one if there else missing for one, missing, there in zip(typed, walked, both, strict=True)]
    if typed == walked and len(set(walked)) == 1:
        typed[both.index(True)] = plain[both.index(True)]
    sent = sent_out(game, players, out)
    if sent is not None:
        typed[sent[1]] = "win" if sent[0] else "disqualified"
    return tuple(typed)
