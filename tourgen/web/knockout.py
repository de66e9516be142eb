"""The final knockout as a small SVG tree and as a list; third place and the women's final beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from tourgen.dataclass import dataclass
from tourgen.formats.declaration import Knockout, SeededKnockout
from tourgen.rules.seeded import placed
from tourgen.web.facts import Facts, GameData, Person, Row, entered
from tourgen.web.pairings import Match, match

LEFT, STEP, HEIGHT, TOP = 150, 64, 46, 22  # of the drawing, in its own units (1 unit = 1 px on a phone)
WIDEST, HEADS = 132, 14  # all its rounds together; the line above them
APART = 5  # how far each head stands off the next, beside its round
NAME = 15  # letters of names
HEADED = 3  # so many rounds have their names above: fewer have them beside the games, more have no room


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in the tree: a player, or the league or preliminary rank from which one will come."""

    y: float
    label: str  # A; by preliminary rank 1, B4; "" where nobody will stand
    person: Person | None
    href: str
    squeeze: bool  # the name is too long for its place
    place: tuple[str, int]  # (league or block, rank) of whoever will stand there


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
    heads: tuple[tuple[float, str], ...] = ()  # (x, stage) above the rounds, where there are many

    @property
    def named(self) -> tuple[float, float, bool] | None:
        """The champion's name: where it ends, below the title, how much room there is, and whether it needs it all."""
        room = self.width - self.end[0] - 6
        return (self.width, room, _width(self.champion.name) * NAME > room) if self.champion else None


def stage_name(rounds_left: int) -> str:
    """The last eight and the last four are named the same in every format."""
    return {0: "final", 1: "semi", 2: "quarter"}.get(rounds_left, "knockout")


def tree(facts: Facts) -> Tree | None:
    """The knockout of the format, filled in as far as it is known."""
    stage = next((s for s in facts.declared.stage if isinstance(s, Knockout | SeededKnockout)), None)
    if stage is None:
        return None
    entrants = _of_leagues(facts, stage) if isinstance(stage, Knockout) else _seeded(facts, stage)
    if len(entrants) < 2:
        return None
    first, last = stage.rounds
    step = min(STEP, WIDEST / (last - first + 1))
    headed = last - first + 1 == HEADED
    top = TOP + (HEADS if headed else 0)
    slots = [_slot(top + at * HEIGHT, *one) for at, one in enumerate(entrants)]
    joined = _Lines(facts, last, step)
    level: list[tuple[float, Person | None]] = [(slot.y, slot.person) for slot in slots]
    for number in range(first, last + 1):
        x = LEFT + (number - first) * step
        level = [joined.join(number, x, level[at], level[at + 1]) for at in range(0, len(level), 2)]
    y, champion = level[0]
    # Earlier rounds have the longer names, and there is room on their left.
    heads = [
        (LEFT + (n - first + 0.5) * step - APART * (last - n), stage_name(last - n))
        for n in range(first, last + 1)
    ]
    return Tree(
        tuple(slots),
        tuple(joined.paths),
        tuple(joined.nodes),
        champion,
        (LEFT + (last - first + 1) * step, y),
        343,
        top + len(slots) * HEIGHT - 8,
        tuple(heads) if headed else (),
    )


Entrant = tuple[
    str, Person | None, tuple[str, int]
]  # label, who stands there, (league or block, rank) of whoever will


def _slot(y: float, label: str, person: Person | None, place: tuple[str, int]) -> Slot:
    squeeze = person is not None and _width(person.name) > 8.6
    return Slot(y, label, person, person.href if person else "", squeeze, place)


def _of_leagues(facts: Facts, stage: Knockout) -> list[Entrant]:
    found: list[Entrant] = []
    for league in stage.entrants:
        no = facts.qualified.get(league, (None, 0))[0]
        found.append((league, facts.people[no] if no is not None else None, (league, 1)))
    return found


def _seeded(facts: Facts, stage: SeededKnockout) -> list[Entrant]:
    """The places by preliminary rank: who stands there once it is drawn, before it whose rank will."""
    now = facts.report.tournament.now
    standing = facts.standing(facts.declared.counted_rounds)
    if now is not None and now.drawn and standing is not None:
        rows = standing.by_no
        return [
            ("", None, ("", 0)) if no is None else (_rank(facts, rows[no]), facts.people[no], ("", 0))
            for no in _drawn(facts, stage, now.drawn)
        ]
    if now is not None and now.after >= facts.declared.counted_rounds:
        return []
    blocks = facts.blocks or ("",)
    seeds = [(block, rank) for rank in range(1, stage.cut + 1) for block in blocks]
    places = placed(range(min(len(seeds), 2 ** (stage.rounds[1] - stage.rounds[0] + 1))))
    return [
        ("", None, ("", 0)) if at is None else ("{}{}".format(*seeds[at]), None, seeds[at]) for at in places
    ]


def _rank(facts: Facts, row: Row) -> str:
    return f"{row.group if facts.blocks else ''}{row.rank}"


def _drawn(facts: Facts, stage: SeededKnockout, drawn: Sequence[int | None]) -> Sequence[int | None]:
    """The places as its first round uses them while it is played, should the organisers have made it by hand."""
    number = stage.rounds[0]
    games = facts.round(number)["games"] if number in facts.games else ()
    pairs = {frozenset(pair) for pair in zip(drawn[::2], drawn[1::2], strict=False)}
    if all(frozenset(game["players"]) in pairs for game in games):
        return drawn
    sides = [no for game in games for no in game["players"]]
    return (sides + [None] * len(drawn))[: len(drawn)]


@dataclass
class _Lines:
    """The lines of a tree while it is drawn from its places to the final."""

    facts: Facts
    last: int
    step: float
    paths: list[Path] = field(default_factory=list)
    nodes: list[Node] = field(default_factory=list)

    def join(
        self, number: int, x: float, upper: tuple[float, Person | None], lower: tuple[float, Person | None]
    ) -> tuple[float, Person | None]:
        """Draws two places to their meeting point; who won goes on from there."""
        middle, end = (upper[0] + lower[0]) / 2, x + self.step
        game = _game(self.facts, number, upper[1], lower[1])
        winner = self.facts.people[game["winner"]] if game and game["winner"] is not None else None
        alone = game is not None and game["players"][1] is None
        for y, person in (upper, lower):
            won = person is not None and person is winner
            if won or not alone:  # beside an empty place there is no second line
                self.paths.append(Path(f"M{x:g} {y:g}H{end:g}V{middle:g}", won, person))
        table, time = game["table"] if game else None, self.facts.time(number)
        done = bool(game and entered(game))
        self.nodes.append(Node(end, middle, stage_name(self.last - number), number, time, table, done))
        return middle, winner


def waiting(facts: Facts) -> str:
    """Why there is no game yet, or none at all: the key of the text."""
    now, stage = facts.report.tournament.now, facts.knockout
    if stage is None:
        return "bracket.waiting"
    over = now is not None and now.after >= facts.declared.counted_rounds
    if not over or now is None or len(now.drawn) > 1:
        return "bracket.waiting_unbeaten" if stage.cut == 0 else "bracket.waiting_seeded"
    return "bracket.sole_unbeaten" if now.drawn else "bracket.nobody_unbeaten"


def _game(facts: Facts, number: int, a: Person | None, b: Person | None) -> GameData | None:
    wanted = {p.no for p in (a, b) if p is not None}
    for game in facts.round(number)["games"] if number in facts.games else ():
        if (
            wanted
            and game["stage"] in ("final", "semi", "knockout", "playoff")
            and wanted <= set(game["players"])
        ):
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
            if not facts.counts(game):
                key = (facts.shown_stage(game["stage"], entry["round"]), entry["round"])
                found.setdefault(key, []).append(match(facts, entry["round"], game))
    order = ("final", "third", "womens-final", "semi")
    stages = sorted(
        found.items(), key=lambda item: (-item[0][1], order.index(item[0][0]) if item[0][0] in order else 9)
    )
    return [(stage, number, matches) for (stage, number), matches in stages]
