"""Everybody's rank by round in one picture of a division: #p7 shows one player's line with names, #p-0 the first block.

A page shows it as an image, so that the lines are drawn once and not on every player's page, in both languages.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from markupsafe import escape

from tourgen.results.document import RowEntry
from tourgen.web.division_view import DivisionView, Standing
from tourgen.web.words import width_of

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 343, 220, 34, 236, 14, 190
NAME, LETTER, LINE = 262, 12, 15  # where names begin, how large they are, and how far apart
BEST = 3  # places that are always named

_STYLE = """
path{fill:none;stroke-linejoin:round}g[id^=p]:not(:target),.block:not(:has(:target)){display:none}
text{font:12px sans-serif;fill:#56615b}
.axis{stroke:#dcded6}.all{stroke:#cdd5cf}.best{stroke:#151c18;stroke-width:1.5}.near{stroke:#86908a;stroke-width:1.5}
.me{stroke:#1b6642;stroke-width:3;marker:url(#dot)}.v{text-anchor:middle;font-weight:700;fill:#151c18;stroke:#fbfaf6;stroke-width:4;paint-order:stroke}
.b{fill:#151c18}.m{font-weight:700;fill:#1b6642}#dot{fill:#1b6642;stroke:none}
@media(prefers-color-scheme:dark){text{fill:#9db0a5}.axis{stroke:#2c3a33}.all{stroke:#33433b}.best{stroke:#e6ebe7}.near{stroke:#71817a}
.me{stroke:#80cfa0}.v{fill:#e6ebe7;stroke:#0c1310}.b{fill:#e6ebe7}.m,#dot{fill:#80cfa0}}
"""


def ranks_after(view: DivisionView, no: int) -> list[tuple[Standing, RowEntry]]:
    """A player's ranks, from the round in which they joined; nothing until two of them can be joined by a line."""
    joined = view.people[no].from_round
    found = [(one, one.by_no[no]) for one in view.standings if no in one.by_no and one.after >= joined]
    return found if len(found) > 1 else []


def rank_chart(view: DivisionView) -> bytes:
    """The picture of a division; b"" where nobody has a line yet."""
    drawn = {
        no: ranks for no in (view.latest.by_no if view.latest else ()) if (ranks := ranks_after(view, no))
    }
    by_block: dict[str, list[int]] = {}
    for no in drawn:  # in the order of the latest standing
        by_block.setdefault((drawn[no][-1][1].group or "") if view.stages.blocks else "", []).append(no)
    if not drawn:
        return b""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"><style>{_STYLE}</style><defs>'
        '<marker id="dot" markerUnits="userSpaceOnUse" markerWidth="8" markerHeight="8" refX="4" refY="4">'
        '<circle cx="4" cy="4" r="4"/></marker></defs>',
    ]
    # Everybody's lines stand once in their block and are shown with whichever part of it is wanted: a copy in each
    # player's part would be a million lines where a thousand play.
    for at, order in enumerate(by_block.values()):
        size = view.beside(*drawn[order[0]][-1])
        lines = {no: _path(view, drawn[no], size) for no in order}
        everybody = "".join(lines.values())
        parts.append(f'<g class="block">{"".join(_axes(view, size))}<path class="all" d="{everybody}"/>')
        parts += [f'<path class="best" d="{lines[no]}"/>' for no in order[:BEST]]
        parts.append(
            f'<g id="p-{at}">{_names(view, order[:BEST], size, dict.fromkeys(order[:BEST], "b"))}</g>'
        )
        parts += [_own(view, order, place, drawn[no], lines) for place, no in enumerate(order)]
        parts.append("</g>")
    return "".join([*parts, "</svg>\n"]).encode()


def _y(rank: float, size: int) -> int:
    return round(TOP + (rank - 1) * (BOTTOM - TOP) / max(size - 1, 1))


def _x(view: DivisionView, after: int) -> int:
    last = view.standings[-1].after
    return round(LEFT + 14 + (after - 1) * (RIGHT - LEFT - 14) / max(last - 1, 1))


def _path(view: DivisionView, ranks: Sequence[tuple[Standing, RowEntry]], size: int) -> str:
    return "M" + "L".join(f"{_x(view, one.after)} {_y(row.rank, size)}" for one, row in ranks)


def _axes(view: DivisionView, size: int) -> Iterator[str]:
    for rank in _ticks(size):
        y = _y(rank, size)
        yield f'<path class="axis" d="M{LEFT} {y}H{RIGHT + 8}"/>'
        yield f'<text x="26" y="{y + 4}" text-anchor="end">{rank}</text>'
    for standing in view.standings:
        yield f'<text x="{_x(view, standing.after)}" y="214" text-anchor="middle">{standing.after}</text>'


def _own(
    view: DivisionView,
    order: Sequence[int],
    place: int,
    ranks: Sequence[tuple[Standing, RowEntry]],
    lines: Mapping[int, str],
) -> str:
    """One player's line over the others, with the neighbours', and the names of all that are drawn strongly."""
    size = view.beside(*ranks[-1])
    no, near = order[place], [order[at] for at in (place - 1, place + 1) if 0 <= at < len(order)]
    named = [one for one in order if one in {no, *near, *order[:BEST]}]
    values = "".join(
        f'<text class="v" x="{_x(view, one.after)}" y="{_label(_y(row.rank, size))}">{row.rank}</text>'
        for one, row in ranks
    )
    beside = "".join(f'<path class="near" d="{lines[one]}"/>' for one in near if one not in order[:BEST])
    names = _names(view, named, size, dict.fromkeys(order[:BEST], "b") | {no: "m"})
    me = f'<path class="me" d="{lines[no]}"/>'
    return f'<g id="p{no}">{beside}{me}{values}{names}</g>'


def _names(view: DivisionView, named: Sequence[int], size: int, kinds: Mapping[int, str]) -> str:
    """Ranks and names at the ends of the lines."""
    last = {one: ranks_after(view, one)[-1][1].rank for one in named}
    texts, room = [], WIDTH - NAME
    for one, y in zip(named, _apart([_y(last[one], size) for one in named]), strict=True):
        said = f"{last[one]} {view.people[one].name}"
        long = width_of(said) * LETTER > room
        squeeze = f' textLength="{room}" lengthAdjust="spacingAndGlyphs"' if long else ""
        kind = f' class="{kinds[one]}"' if one in kinds else ""
        texts.append(f'<text x="{NAME}" y="{y + 4}"{kind}{squeeze}>{escape(said)}</text>')
    return "".join(texts)


def _label(y: int) -> int:
    """Above the point, or below it where there is no room above."""
    return y - 9 if y > TOP + 8 else y + 19


def _apart(places: Sequence[int]) -> list[int]:
    """Heights from top to bottom, moved as far as names need it, and back up where they would leave the picture."""
    found = list(places)
    for at, _ in pairwise(range(len(found))):
        found[at + 1] = max(found[at + 1], found[at] + LINE)
    found[-1] = min(found[-1], BOTTOM)
    for at in range(len(found) - 2, -1, -1):
        found[at] = min(found[at], found[at + 1] - LINE)
    return found


def _ticks(size: int) -> list[int]:
    step = next((s for s in (1, 2, 5, 10, 20, 50, 100, 200) if size / s <= 4), 500)
    inner = [n for n in range(step, size, step) if n > 1 and size - n >= step * 0.6]
    return sorted({1, *inner, size})
