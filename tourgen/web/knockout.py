"""The final knockout as a small SVG tree and as a list; third place and the women's final beside it."""

from __future__ import annotations

from dataclasses import dataclass

from tourgen.formats.declaration import Knockout
from tourgen.web.facts import Facts, GameData, Person, entered
from tourgen.web.pairings import Match, match

LEFT, STEP, HEIGHT, TOP = 150, 64, 46, 22  # of the drawing, in its own units (1 unit = 1 px on a phone)


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in the tree: a player, or the league whose first will stand there."""

    y: float
    league: str
    person: Person | None
    href: str
    squeeze: bool  # the name is too long for its place


@dataclass(frozen=True, slots=True)
class Path:
    """A line of the tree, thick where its player won."""

    d: str
    won: bool
    person: Person | None


@dataclass(frozen=True, slots=True)
class Node:
    """A game of the tree with the place of its label."""

    x: float
    y: float
    stage: str
    number: int
    time: str
    table: int | None
    done: bool


@dataclass(frozen=True, slots=True)
class Tree:
    """Everything the drawing needs."""

    slots: tuple[Slot, ...]
    paths: tuple[Path, ...]
    nodes: tuple[Node, ...]
    champion: Person | None
    end: tuple[float, float]
    width: float
    height: float


def stage_name(rounds_left: int) -> str:
    """The last four are semi and final in every format."""
    return {0: "final", 1: "semi"}.get(rounds_left, "knockout")


def tree(facts: Facts) -> Tree | None:
    """The knockout of the format, filled in as far as it is known."""
    stage = next((s for s in facts.declared.stage if isinstance(s, Knockout)), None)
    if stage is None:
        return None
    slots = []
    for at, league in enumerate(stage.entrants):
        no = facts.qualified.get(league, (None, 0))[0]
        person = facts.people[no] if no is not None else None
        squeeze = person is not None and _width(person.name) > 8.6
        slots.append(Slot(TOP + at * HEIGHT, league, person, person.href if person else "", squeeze))
    level: list[tuple[float, Person | None]] = [(slot.y, slot.person) for slot in slots]
    paths: list[Path] = []
    nodes: list[Node] = []
    first, last = stage.rounds
    for number in range(first, last + 1):
        x = LEFT + (number - first) * STEP
        level = [
            _join(facts, number, last, x, level[at], level[at + 1], paths, nodes)
            for at in range(0, len(level), 2)
        ]
    y, champion = level[0]
    end = LEFT + (last - first + 1) * STEP
    return Tree(
        tuple(slots), tuple(paths), tuple(nodes), champion, (end, y), 343, TOP + len(slots) * HEIGHT - 8
    )


def _join(
    facts: Facts,
    number: int,
    last: int,
    x: float,
    upper: tuple[float, Person | None],
    lower: tuple[float, Person | None],
    paths: list[Path],
    nodes: list[Node],
) -> tuple[float, Person | None]:
    """Draws two places to their meeting point; who won goes on from there."""
    middle = (upper[0] + lower[0]) / 2
    game = _game(facts, number, upper[1], lower[1])
    winner = facts.people[game["winner"]] if game and game["winner"] is not None else None
    for y, person in (upper, lower):
        won = person is not None and person is winner
        paths.append(Path(f"M{x:g} {y:g}H{x + STEP:g}V{middle:g}", won, person))
    stage = stage_name(last - number)
    table = game["table"] if game else None
    nodes.append(
        Node(x + STEP, middle, stage, number, facts.time(number), table, bool(game and entered(game)))
    )
    return middle, winner


def _game(facts: Facts, number: int, a: Person | None, b: Person | None) -> GameData | None:
    wanted = {p.no for p in (a, b) if p is not None}
    for game in facts.round(number)["games"] if number in facts.games else ():
        if wanted and game["stage"] in ("final", "semi", "knockout") and wanted <= set(game["players"]):
            found: GameData = game
            return found
    return None


def _width(name: str) -> float:
    """Roughly how wide a name is, in em."""
    return sum(0.55 if ord(c) < 0x2000 else 1.0 for c in name)


def final_matches(facts: Facts) -> list[tuple[str, int, list[Match]]]:
    """(stage, round, games) of everything but leagues: the same as the drawing, as a list, latest first."""
    found: dict[tuple[str, int], list[Match]] = {}
    for entry in facts.rounds:
        for game in entry["games"]:
            if game["stage"] not in ("league", "ranking"):
                key = (game["stage"], entry["round"])
                found.setdefault(key, []).append(match(facts, entry["round"], game))
    order = ("final", "third", "womens-final", "semi")
    stages = sorted(
        found.items(), key=lambda item: (-item[0][1], order.index(item[0][0]) if item[0][0] in order else 9)
    )
    return [(stage, number, matches) for (stage, number), matches in stages]
