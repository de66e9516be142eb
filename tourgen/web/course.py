"""How a division went, as pictures: everybody's rank by round, and who was still unbeaten after which round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tourgen.dataclass import dataclass
from tourgen.web.bracket_shapes import width_of
from tourgen.web.facts import Facts, Person
from tourgen.web.standings import PAGE, SPLIT_ABOVE

WIDTH, ROW, HEAD = 343, 26, 30  # a row is as high as a finger needs it, on the narrowest phone too
FIRST, LAST = 12, 216  # where the first and the last column stand in the chart of ranks
NAME = 252  # where the names begin there, behind their ranks
LETTER = 13
FINAL = 0  # the column of the final ranks, which come after no round
BEST = 3  # places whose lines are drawn in ink
LIVES = 32  # lives drawn of one group; the others are counted only
LIFE = 124  # where the lives begin, behind the names


@dataclass(frozen=True, slots=True)
class Line:
    """One player's way through the ranks."""

    person: Person
    ranks: tuple[int | None, ...]  # by column; None where the player was in no standing
    path: str
    y: float
    rank: int
    squeeze: float  # the width a long name is pressed into, 0 where it fits
    best: bool


@dataclass(frozen=True, slots=True)
class Ranks:
    """The ranks of a block, or of everybody; of a large field one page of them."""

    group: str
    columns: tuple[tuple[float, int], ...]  # (x, after which round); FINAL for the final ranks
    lines: tuple[Line, ...]
    height: int


@dataclass(frozen=True, slots=True)
class Life:
    """How long somebody stayed unbeaten, and after that in the league."""

    person: Person
    y: float
    unbeaten: int  # after so many rounds
    until: float  # x of that
    lost: float  # x of the round that was lost, 0 where none was
    left: float  # x of the last round in the league, where that is later
    squeeze: float


@dataclass(frozen=True, slots=True)
class Count:
    """What is left of a group after a round."""

    x: float
    after: int
    unbeaten: int
    inside: int  # still in the league; 0 where there is none


@dataclass(frozen=True, slots=True)
class Survivors:
    """One league, block or the whole field: how many were unbeaten after each round, and who the longest."""

    group: str
    counts: tuple[Count, ...]
    lives: tuple[Life, ...]
    others: int  # who lost too early to be drawn
    height: float


def ranks_by_round(facts: Facts) -> list[list[Ranks]]:
    """The pictures of each page: block by block, a large field in parts; none until two standings can be joined."""
    columns = [(standing.after, standing.rows) for standing in facts.standings]
    found: list[Ranks] = []
    for block in facts.blocks or ("",):
        places = {
            after: [(row.no, row.rank) for row in rows if not block or row.group == block]
            for after, rows in columns
        }
        if facts.document["final"] and not facts.blocks:
            places[FINAL] = [(entry["no"], entry["rank"]) for entry in facts.document["final"]]
        if len(places) > 1:
            found += _parts(facts, block, places)
    split = sum(len(one.lines) for one in found) > SPLIT_ABOVE
    return [[one] for one in found] if split else [found] if found else []


def course_path(part: int) -> str:
    """course.html, and course-2.html where a large field is split."""
    return "course.html" if part == 1 else f"course-{part}.html"


def addresses(pages: Sequence[Sequence[Ranks]]) -> dict[int, str]:
    """Player → where the line of their ranks stands."""
    return {
        line.person.no: f"{course_path(part)}#p{line.person.no}"
        for part, drawn in enumerate(pages, 1)
        for one in drawn
        for line in one.lines
    }


def _parts(facts: Facts, block: str, places: Mapping[int, Sequence[tuple[int, int]]]) -> Iterator[Ranks]:
    """Players stand where the last column lists them, so nobody hides another of the same rank."""
    step = (LAST - FIRST) / (len(places) - 1)
    columns = tuple((round(FIRST + at * step, 1), after) for at, after in enumerate(places))
    at = [{no: (place, rank) for place, (no, rank) in enumerate(rows)} for rows in places.values()]
    order = [no for no, _ in list(places.values())[-1]]
    size = PAGE if len(order) > SPLIT_ABOVE else max(len(order), 1)
    for first in range(0, len(order), size):
        lines = tuple(_line(facts.people[no], columns, at, first) for no in order[first : first + size])
        yield Ranks(block, columns, lines, HEAD + ROW * len(lines))


def _line(
    person: Person,
    columns: Sequence[tuple[float, int]],
    at: Sequence[Mapping[int, tuple[int, int]]],
    first: int,
) -> Line:
    path, pen = [], "M"
    for (x, _), places in zip(columns, at, strict=True):
        if person.no not in places:
            pen = "M"
            continue
        path.append(f"{pen}{x:g} {_y(places[person.no][0] - first):g}")
        pen = "L"
    ranks = tuple(places[person.no][1] if person.no in places else None for places in at)
    place, rank = at[-1][person.no]
    squeeze = _squeeze(person.name, WIDTH - NAME)
    return Line(person, ranks, "".join(path), _y(place - first), rank, squeeze, rank <= BEST)


def _y(place: int) -> float:
    return HEAD + ROW * (place + 0.5)


def _squeeze(name: str, room: float) -> float:
    return room if width_of(name) * LETTER > room else 0


def survivors(facts: Facts) -> list[Survivors]:
    """Who stayed unbeaten how long, league by league or block by block; nothing before the first standing."""
    if facts.latest is None:
        return []
    return [_survivors(facts, group) for group in facts.declared.league_names or facts.blocks or ("",)]


def _survivors(facts: Facts, group: str) -> Survivors:
    x_of = [
        round(LIFE + at * (WIDTH - 14 - LIFE) / len(facts.standings), 1)
        for at in range(len(facts.standings) + 1)
    ]
    held = {p: _unbeaten(facts, p.no) for p in facts.present if not group or p.league == group}
    inside = {p: _inside(facts, p.no, group) for p in held}
    counts = tuple(
        Count(
            x_of[at],
            standing.after,
            sum(one >= at for one in held.values()),
            sum(one >= at for one in inside.values()),
        )
        for at, standing in enumerate(facts.standings, 1)
    )
    since = next(at for at in range(len(x_of) + 1) if sum(one >= at for one in held.values()) <= LIVES)
    order = sorted(held, key=lambda p: (-held[p], -inside[p], p.lottery or 0, p.no))
    shown = [person for person in order if held[person] >= since]
    lives = tuple(
        _life(facts, person, at, held[person], inside[person], x_of) for at, person in enumerate(shown)
    )
    return Survivors(group, counts, lives, len(held) - len(lives), _y(len(lives)) if lives else HEAD)


def _unbeaten(facts: Facts, no: int) -> int:
    """How many standings, from the first on, show the player there and without a loss."""
    gone = facts.people[no].withdrawn_after
    for at, standing in enumerate(facts.standings):
        row = standing.by_no.get(no)
        if row is None or row.losses or (gone is not None and gone < standing.after):
            return at
    return len(facts.standings)


def _inside(facts: Facts, no: int, league: str) -> int:
    """How many standings show the player still in the league; 0 where there are none."""
    if not facts.in_leagues:
        return 0
    return sum(no in standing.by_no and standing.by_no[no].group == league for standing in facts.standings)


def _life(facts: Facts, person: Person, at: int, held: int, inside: int, x_of: Sequence[float]) -> Life:
    beaten = held < len(facts.standings) and bool(
        (row := facts.standings[held].by_no.get(person.no)) and row.losses
    )
    return Life(
        person,
        _y(at),
        held,
        x_of[held],
        x_of[held + 1] if beaten else 0,
        x_of[inside] if inside > held else 0,
        _squeeze(person.name, LIFE - 10),
    )
