"""A board as SVG: a position with marks, and a text alternative that says the same.

Everything is drawn with presentation attributes, which a content security policy without inline styles lets
through. The board keeps the colour of wood, so that black stones are black in the dark too; the coordinates
beside it follow the page (currentColor). Classes let a page's stylesheet say otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from html import escape

from tourgen.go.board import STARS, Board, Colour, Point, reading_order
from tourgen.go.count import Count
from tourgen.messages.problems import Language, message

CELL = 20
MARGIN = 26  # room for the coordinates
BLACK, WHITE, WOOD = "#0c110e", "#fff", "#dcb468"
STONE = {Colour.BLACK: BLACK, Colour.WHITE: WHITE}
ON_STONE = {Colour.BLACK: WHITE, Colour.WHITE: BLACK}
HIGHLIGHT = "#7dd3fc"
_ALONE = (
    "<style>svg.goban{color:#151c18;background:#fbfaf6}"
    "@media (prefers-color-scheme:dark){svg.goban{color:#e6ebe7;background:#0c1310}}</style>"
)


@dataclass(frozen=True)
class Picture:
    """What is to be drawn: stones, and points with marks, by the marks' names."""

    board: Board
    marks: Mapping[str, frozenset[Point]] = field(default_factory=dict)

    def marked(self, name: str) -> list[Point]:
        """Line by line."""
        return sorted(self.marks.get(name, ()), key=reading_order)


def result_picture(counted: Count, differences: Iterable[Point] = ()) -> Picture:
    """After 計算: dead stones in territory are gone, the others keep ×, seki stones carry △ ▲."""
    marks: dict[str, Iterable[Point]] = {
        "dead": counted.points("kK"),
        "seki": counted.seki_stones,
        "black-territory": counted.territory(Colour.BLACK),
        "white-territory": counted.territory(Colour.WHITE),
        "dame": counted.dame_points,
        "difference": differences,
    }
    return Picture(counted.final, {name: frozenset(points) for name, points in marks.items()})


def differences(one: Count, other: Count) -> frozenset[Point]:
    """Where two proposals for the same game judge a point differently."""
    return frozenset(
        Point(x, y)
        for y, (mine, theirs) in enumerate(zip(one.rows, other.rows, strict=True))
        for x, (a, b) in enumerate(zip(mine, theirs, strict=True))
        if a != b
    )


def spoken(point: Point) -> str:
    """How people are told a point: column-row, from 1, from the upper left corner."""
    return f"{point.x + 1}-{point.y + 1}"


def listed(points: Iterable[Point], language: Language) -> str:
    """Points in reading order, or “none”."""
    return " ".join(map(spoken, sorted(points, key=reading_order))) or message("go-none", language)


def board_svg(
    picture: Picture, ident: str, title: str = "", language: Language = "ja", alone: bool = False
) -> str:
    """The drawing. `ident` is unique in its page; `alone` makes a file of its own, with its own colours."""
    board = picture.board
    width, height = (MARGIN + CELL * n + 2 for n in (board.width, board.height))
    heading = title or message("go-picture", language, width=board.width, height=board.height)
    space = ' xmlns="http://www.w3.org/2000/svg"' if alone else ""
    parts = [
        f'<svg{space} class="goban" viewBox="0 0 {width} {height}" role="img"'
        f' aria-labelledby="{escape(ident)}-title {escape(ident)}-desc">',
        f'<title id="{escape(ident)}-title">{escape(heading)}</title>',
        f'<desc id="{escape(ident)}-desc">{escape(description(picture, language))}</desc>',
        *([_ALONE] if alone else []),
        _wood(board),
        *_differences(picture),
        *_grid(board),
        *_coordinates(board),
        *_points(picture),
        *_stones(picture),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def description(picture: Picture, language: Language) -> str:
    """The drawing in words."""
    black, white = (listed(picture.board.stones(colour), language) for colour in Colour)
    sentences = [message("go-picture-stones", language, black=black, white=white)]
    for name, points in picture.marks.items():
        if points:
            what = message(f"go-picture-{name}", language)
            words = {"what": what, "points": listed(points, language)}
            sentences.append(message("go-picture-marked", language, **words))
    return " ".join(sentences)


# --- Shapes


def _at(point: Point) -> tuple[int, int]:
    return MARGIN + CELL * point.x + CELL // 2, MARGIN + CELL * point.y + CELL // 2


def _wood(board: Board) -> str:
    size = f'width="{CELL * board.width}" height="{CELL * board.height}"'
    return f'<rect class="wood" x="{MARGIN}" y="{MARGIN}" {size} rx="2" fill="{WOOD}"/>'


def _grid(board: Board) -> Iterator[str]:
    left, top = _at(Point(0, 0))
    right, bottom = _at(Point(board.width - 1, board.height - 1))
    across = "".join(f"M{left} {_at(Point(0, y))[1]}H{right}" for y in range(board.height))
    down = "".join(f"M{_at(Point(x, 0))[0]} {top}V{bottom}" for x in range(board.width))
    yield (
        f'<path class="grid" d="{across}{down}" fill="none" stroke="{BLACK}" stroke-opacity=".7"'
        ' stroke-linecap="square"/>'
    )
    stars = [Point(x, y) for y in STARS.get(board.height, ()) for x in STARS.get(board.width, ())]
    for cx, cy in map(_at, stars):
        yield f'<circle class="star" cx="{cx}" cy="{cy}" r="2.2" fill="{BLACK}"/>'


def _coordinates(board: Board) -> Iterator[str]:
    yield (
        '<g class="coordinates" fill="currentColor" font-family="sans-serif" font-size="10"'
        ' text-anchor="middle" aria-hidden="true">'
    )
    for x in range(board.width):
        yield f'<text x="{_at(Point(x, 0))[0]}" y="{MARGIN - 6}">{x + 1}</text>'
    for y in range(board.height):
        yield f'<text x="{MARGIN - 12}" y="{_at(Point(0, y))[1] + 4}">{y + 1}</text>'
    yield "</g>"


def _differences(picture: Picture) -> Iterator[str]:
    """A dashed frame as well as a colour: not everybody sees the colour."""
    for x, y in map(_at, picture.marked("difference")):
        yield (
            f'<rect class="difference" x="{x - 10}" y="{y - 10}" width="20" height="20" fill="{HIGHLIGHT}"'
            f' fill-opacity=".85" stroke="{BLACK}" stroke-dasharray="3 2"/>'
        )


def _points(picture: Picture) -> Iterator[str]:
    """Territory as small squares of its colour, dame as rings; never over a stone."""
    for colour in Colour:
        name = colour.name.lower()
        for x, y in map(_at, picture.marked(f"{name}-territory")):
            yield (
                f'<rect class="territory {name}" x="{x - 4}" y="{y - 4}" width="8" height="8"'
                f' fill="{STONE[colour]}" stroke="{BLACK}"/>'
            )
    for x, y in map(_at, picture.marked("dame")):
        yield f'<circle class="dame" cx="{x}" cy="{y}" r="3.5" fill="none" stroke="{BLACK}"/>'


def _stones(picture: Picture) -> Iterator[str]:
    for colour in Colour:
        for point in sorted(picture.board.stones(colour), key=reading_order):
            x, y = _at(point)
            yield (
                f'<circle class="stone {colour.name.lower()}" cx="{x}" cy="{y}" r="9.2"'
                f' fill="{STONE[colour]}" stroke="{BLACK}"/>'
            )
            yield from _marks(picture, point, ON_STONE[colour])


def _marks(picture: Picture, point: Point, ink: str) -> Iterator[str]:
    x, y = _at(point)
    shapes = {"dead": f"M{x - 5} {y - 5}l10 10m0-10l-10 10", "seki": f"M{x} {y - 6}l5.2 9h-10.4z"}
    for name, path in shapes.items():
        if point in picture.marks.get(name, ()):
            yield f'<path class="{name}" d="{path}" fill="none" stroke="{ink}" stroke-width="1.8"/>'
