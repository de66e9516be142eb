"""The pages of Go games: the final position of a record, and for the committee what the two players proposed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from tourgen.engine.model import Game
from tourgen.go.board import Point
from tourgen.go.count import Count, Side
from tourgen.go.count import number as in_figures
from tourgen.go.score import doubt_text
from tourgen.go.svg import Picture, board_svg, differences, result_picture
from tourgen.messages.problems import LANGUAGES, message
from tourgen.web.division_view import DivisionView
from tourgen.web.find import dumps
from tourgen.web.site import data_block

if TYPE_CHECKING:
    from tourgen.event.game_records import TableRecord


def game_views(view: DivisionView) -> Iterator[tuple[str, dict[str, Any]]]:
    """(page, view) of every game that has a record or waits for a ruling."""
    if view.declared.game != "go":
        return
    for one in view.rounds:
        for game in one.games:
            page = view.game_page(one.number, game)
            if page:
                yield page, _view(view, one.number, game)


def record_files(view: DivisionView) -> dict[str, bytes]:
    """The records to download, below the division's folder."""
    return {
        f"games/{_short(name)}": data
        for record in view.loaded.records.values()
        for name, data in record.files.items()
    }


def _short(name: str) -> str:
    """r3-t05.black.sgf: the folder says the division already."""
    return name[name.rindex("r", 0, name.rindex("-t")) :]


def _view(view: DivisionView, number: int, game: Game) -> dict[str, Any]:
    record = view.loaded.records.get((number, game.table)) if game.table is not None else None
    black = record.black if record else game.black
    first, second = game.players[::-1] if black else game.players
    assert first is not None and second is not None, "a bye has no record"
    undecided = game.kind == "pending" or game.ruling
    proposals = tuple(_proposals(record)) if record is not None and undecided else ()
    return {
        "round": number,
        "table": game.table,
        "black": view.people[first],
        "white": view.people[second],
        "kind": game.kind,
        "winner": view.people[game.winner] if game.winner is not None else None,
        "ruling": game.ruling,
        "reason": " ".join(record.triple.played.info.get("GC", ())) if record and game.ruling else "",
        "komi": _komi(view, game, record),
        "discs": view.mark(game, first) + view.mark(game, second),
        "position": _position(record) if record else None,
        "proposals": proposals,  # Black's and White's, where they are what the committee looks at
        "differences": len(_differing(record)) if record and proposals else 0,
        "files": [f"games/{_short(name)}" for name in sorted(record.files)] if record else [],
        "moves": sum(point is not None for _, point in record.triple.played.moves) if record else 0,
        "replay": _replay(record),
    }


def _komi(view: DivisionView, game: Game, record: TableRecord | None) -> str:
    """As the record says it; without one as the handicap or the format does."""
    if record is not None:
        return in_figures(record.triple.played.komi)
    return f"{game.handicap[0].komi if game.handicap else view.declared.komi:g}"


def _replay(record: TableRecord | None) -> Markup:
    """The start and the moves, without the passes: which stones a move takes is known here alone."""
    if record is None:
        return Markup()
    played = record.triple.played
    moves = [
        [colour.value, *point, sorted(taken)]
        for (colour, point), taken, _ in played.steps()
        if point is not None
    ]
    text = dumps({"start": played.start.rows, "moves": moves})
    return data_block(text) if moves else Markup()


def _position(record: TableRecord) -> dict[str, Any]:
    """The counted position that the result names; else the position at the stop."""
    if record.agreed is not None:
        picture = result_picture(record.agreed)
        return _board("game.final", picture, "final", counted=record.agreed)
    stop = record.triple.played.stop
    return _board("game.stop", Picture(stop.board), "stop")


def _proposals(record: TableRecord) -> Iterator[dict[str, Any]]:
    """What each player proposed, with the points on which the two differ marked in both."""
    differing = _differing(record)
    for author, counted in record.counts.items():
        picture = result_picture(counted, differing)
        name = author.name.lower()
        yield _board(f"game.proposal_{name}", picture, f"proposal-{name}", counted=counted, doubts=True)


def _differing(record: TableRecord) -> frozenset[Point]:
    counts: Sequence[Count] = list(record.counts.values())
    return differences(*counts) if len(counts) == 2 else frozenset()


def _board(
    heading: str, picture: Picture, ident: str, counted: Count | None = None, doubts: bool = False
) -> dict[str, Any]:
    # The drawing escapes what it says by itself.
    svg = {
        language: Markup(board_svg(picture, ident, message(f"go-picture-{ident}", language), language))
        for language in LANGUAGES
    }
    board: dict[str, Any] = {"heading": heading, "svg": svg, "scores": (), "warnings": ()}
    if counted is not None:
        board["scores"] = [_score("black", counted.black), _score("white", counted.white)]
        board["result"] = counted.result
        board["warnings"] = list(_warnings(counted)) if doubts else []
    return board


def _score(colour: str, side: Side) -> dict[str, Any]:
    """One player's count as it is written."""
    komi = in_figures(side.komi) if side.komi else ""
    found = {"territory": side.territory, "prisoners": side.prisoners, "komi": komi}
    return {"colour": colour, **found, "total": in_figures(side.total)}


def _warnings(counted: Count) -> Iterable[dict[str, str]]:
    for doubt in counted.warnings:
        yield {language: doubt_text(doubt, language) for language in LANGUAGES}
