"""The triple of records (棋譜3点セット): the official record, Black's proposal, White's proposal, as SGF files.

    games/r3-t05.sgf   r3-t05.black.sgf   r3-t05.white.sgf

In a proposal, after the two passes of the stop: one move node per inserted stone, with SQ; then a last node
with TB and TW (territory), MA (×), TR (seki stones) and the score in words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tourgen.go.board import Colour
from tourgen.go.count import Count, Side, count, number
from tourgen.go.game import OUTCOME, PRISONERS, Game, Played, read_game
from tourgen.go.proposal import Proposal
from tourgen.go.sgf import point_list, write_sgf
from tourgen.go.sgf_text import SgfProblem

BOTH_LOSE = "both-lose"  # 両負け: SGF's RE has no value for it
PENDING = "?"  # 勝敗預かり
NO_RESULT = "Void"  # 無勝負
JIGO = "0"

Properties = dict[str, tuple[str, ...]]
_NAME = re.compile(
    r"(?:(?P<division>[a-z0-9]+(?:-[a-z0-9]+)*)-)?r(?P<round>[1-9]\d?)-t(?P<table>\d{2,3})"
    r"(?:-b(?P<board>[1-9]\d?))?(?:\.(?P<part>black|white))?\.sgf"
)


@dataclass(frozen=True, order=True)
class RecordName:
    """Which table of which round; the division is named where an event has several with records."""

    round: int
    table: int
    division: str | None = None
    board: int = 0  # of a team match

    @property
    def stem(self) -> str:
        prefix = f"{self.division}-" if self.division else ""
        return f"{prefix}r{self.round}-t{self.table:02}{f'-b{self.board}' if self.board else ''}"

    def file(self, author: Colour | None = None) -> str:
        """The file's name: the official record, or the author's proposal."""
        return f"{self.stem}.{author.name.lower()}.sgf" if author else f"{self.stem}.sgf"


def read_name(file: str) -> tuple[RecordName, Colour | None] | None:
    """What a file of games/ is by its name; None for any other name."""
    found = _NAME.fullmatch(file)
    if found is None:
        return None
    name = RecordName(int(found["round"]), int(found["table"]), found["division"], int(found["board"] or 0))
    if name.table == 0:
        return None
    return name, Colour[found["part"].upper()] if found["part"] else None


@dataclass(frozen=True)
class Triple:
    """A game with what each player proposed as its end, and how it ended.

    `result`: RE's value (`B+3.5`, `W+`, `0`, `?` pending, `Void` no result), or BOTH_LOSE. A proposal that both
    approved is the proposal of both.
    """

    played: Played
    black: Proposal | None = None
    white: Proposal | None = None
    result: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "played", self.played.stopped)

    def proposal(self, author: Colour) -> Proposal | None:
        return self.black if author is Colour.BLACK else self.white


def write_triple(triple: Triple, name: RecordName) -> dict[str, bytes]:
    """The files by name; a proposal that was never made has none. Raises Illegal for a refused insert."""
    files = {name.file(): write_record(triple.played, triple.result)}
    for author in Colour:
        proposal = triple.proposal(author)
        if proposal is not None:
            files[name.file(author)] = write_proposal(triple.played, proposal)
    return files


def read_triple(files: Mapping[str, bytes], name: RecordName) -> Triple:
    """The triple back from its files; raises SgfProblem (also where a proposal is of another game) or
    IllegalRecord."""
    official = read_game(files[name.file()])
    proposals: dict[Colour, Proposal] = {}
    for author in Colour:
        if name.file(author) in files:
            game = read_game(files[name.file(author)])
            if not _same_game(game, official):
                raise SgfProblem("record-differs", found=name.file(author), official=name.file())
            proposals[author] = game.proposal
    return Triple(official.played, proposals.get(Colour.BLACK), proposals.get(Colour.WHITE), official.result)


def _same_game(one: Game, other: Game) -> bool:
    mine, theirs = (
        (played.start, played.moves, played.komi, played.prisoners)
        for played in (one.played.stopped, other.played.stopped)
    )
    return mine == theirs


def write_record(played: Played, result: str) -> bytes:
    """正規棋譜: the game up to the stop and its result."""
    return write_sgf([_root(played, result), *_moves(played)])


def write_proposal(played: Played, proposal: Proposal) -> bytes:
    """終局案: the game, the inserted stones, and what they and the × marks give."""
    stopped = played.stopped
    counted = count(stopped.stop, proposal)
    inserts = [{colour.sgf: (point.sgf,), "SQ": (point.sgf,)} for colour, point in proposal.inserts]
    return write_sgf(
        [_root(stopped, counted.result), *_moves(stopped), *inserts, _last(stopped, proposal, counted)]
    )


def _root(played: Played, result: str) -> Properties:
    board = played.start
    size = f"{board.width}" if board.width == board.height else f"{board.width}:{board.height}"
    root: Properties = {"GM": ("1",), "FF": ("4",), "CA": ("UTF-8",), "SZ": (size,)}
    root["KM"] = (number(played.komi),)
    for colour in Colour:
        stones = board.stones(colour)
        if stones:
            root[f"A{colour.sgf}"] = point_list(stones)
    if played.prisoners != (0, 0):
        root[PRISONERS] = (f"{played.prisoners[0]}:{played.prisoners[1]}",)
    if result == BOTH_LOSE:
        root[OUTCOME] = (BOTH_LOSE,)
    elif result:
        root["RE"] = (result,)
    return root | {name: tuple(values) for name, values in played.info.items()}


def _moves(played: Played) -> Iterator[Properties]:
    for index, (colour, point) in enumerate(played.moves):
        own = {colour.sgf: (point.sgf if point else "",)}
        yield own | {name: tuple(values) for name, values in played.notes.get(index, {}).items()}


def _last(played: Played, proposal: Proposal, counted: Count) -> Properties:
    board = played.start
    lists = {
        "TB": counted.territory(Colour.BLACK),
        "TW": counted.territory(Colour.WHITE),
        "MA": [point for point in proposal.dead if point in board],
        "TR": counted.seki_stones,
    }
    node: Properties = {name: point_list(points) for name, points in lists.items() if points}
    return node | {"C": (_words(counted),)}


def _words(counted: Count) -> str:
    """The score as the review shows it, so that any SGF viewer shows it too."""
    return "\n".join(
        [_side("黒 Black", counted.black), _side("白 White", counted.white), f"結果 Result: {counted.result}"]
    )


def _side(name: str, side: Side) -> str:
    komi = f", コミ komi {number(side.komi)}" if side.komi else ""
    return (
        f"{name}: 地 territory {side.territory}, ハマ prisoners {side.prisoners}{komi}, "
        f"計 total {number(side.total)}"
    )
