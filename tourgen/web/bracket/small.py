"""A bracket as a small SVG tree, for a phone."""

from __future__ import annotations

from dataclasses import dataclass

from tourgen.engine.stages.base import Pick
from tourgen.engine.stages.base import Slot as EngineSlot
from tourgen.engine.stages.bracket.seats import seats
from tourgen.formats.models import Bracket
from tourgen.web.bracket import trees
from tourgen.web.division_view import DivisionView, Person
from tourgen.web.stages import BY_RANK, ROUNDS_LEFT
from tourgen.web.words import width_of

LEFT, STEP, HEIGHT, TOP = 150, 64, 46, 22  # of the drawing, in its own units (1 unit = 1 px on a phone)
WIDEST, HEADS = 132, 14  # all its rounds together; the line above them
APART = 5  # how far each head stands off the next, beside its round
NAME = 15  # letters of names
HEADED = 3  # so many rounds have their names above: fewer have them beside the games, more have no room


@dataclass(frozen=True, slots=True)
class Origin:
    """From where somebody comes into a tree: a group, and a rank in it where several come from one."""

    group: str = ""
    rank: int = 0

    @property
    def label(self) -> str:
        """A, 1, B4; of numbered groups 2-1."""
        between = "-" if self.group.isdecimal() and self.rank else ""
        return f"{self.group}{between}{self.rank or ''}"


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in the tree: a player, or the group and rank from which one will come."""

    y: float
    person: Person | None
    origin: Origin  # of whoever will stand there

    @property
    def squeeze(self) -> bool:
        """Whether the name is too long for its place."""
        return self.person is not None and width_of(self.person.name) > 8.6


@dataclass(frozen=True, slots=True)
class Path:
    """A line of the tree, thick where its player won."""

    d: str
    won: bool
    person: Person | None


@dataclass(frozen=True, slots=True)
class Tree:
    """Everything the drawing needs; `by_rank` where its players come from ranks."""

    stage: Bracket
    by_rank: bool
    slots: tuple[Slot, ...]
    paths: tuple[Path, ...]
    coming: tuple[tuple[float, float, str], ...]  # (x, y, stage) of the games that have no result yet
    champion: Person | None
    end: tuple[float, float]
    width: float
    height: float
    heads: tuple[tuple[float, str], ...] = ()  # (x, stage) above the rounds, where there are many

    @property
    def named(self) -> tuple[float, float, bool] | None:
        """The champion's name: where it ends, below the title, how much room there is, and whether it needs it all."""
        if self.champion is None:
            return None
        begin, long = self.end[0] + 6, width_of(self.champion.name) * NAME
        return min(begin + long, self.width), self.width - begin, begin + long > self.width


def tree(view: DivisionView, stage: Bracket, last: int = 0) -> Tree | None:
    """A bracket, or its last rounds, as far as it is known.

    None where nobody will play in it, and where it has several trees.
    """
    found = trees.trees(view, stage)
    if len(found) != 1 or not _to_come(view, stage):
        return None
    levels = found[0].levels[-last:]
    rounds = len(levels)
    step = min(STEP, WIDEST / rounds)
    headed = rounds == HEADED
    top = TOP + (HEADS if headed else 0)
    sides = [side for node in levels[0] for side in node.sides]
    whole = rounds == len(found[0].levels)
    origins = _origins(view, stage, found[0]) if whole else [Origin()] * len(sides)
    slots = [
        Slot(top + at * HEIGHT, slot.person, origin)
        for at, (slot, origin) in enumerate(zip(sides, origins, strict=True))
    ]
    ys = [slot.y for slot in slots]
    paths: list[Path] = []
    coming: list[tuple[float, float, str]] = []
    for depth, level in enumerate(levels):
        x, end = LEFT + depth * step, LEFT + (depth + 1) * step
        middles = []
        for at, node in enumerate(level):
            upper, lower = ys[2 * at], ys[2 * at + 1]
            middles.append((upper + lower) / 2)
            alone = node.game is not None and node.game.players[1] is None
            for slot, y in zip(node.sides, (upper, lower), strict=True):
                won = slot.person is not None and node.wins(slot)
                if won or not alone:  # beside an empty place there is no second line
                    paths.append(Path(f"M{x:g} {y:g}H{end:g}V{middles[-1]:g}", won, slot.person))
            if not (node.game and node.game.entered):
                label = node.label or ROUNDS_LEFT.get(rounds - depth - 1, stage.id)
                coming.append((end, middles[-1], label))
        ys = middles
    final = levels[-1][0]
    champion = final.winner.person if final.won and len(levels[-1]) == 1 else None
    # Earlier rounds have the longer names, and there is room on their left.
    heads = [
        (LEFT + (at + 0.5) * step - APART * (rounds - at - 1), ROUNDS_LEFT[rounds - at - 1])
        for at in range(rounds if headed else 0)
    ]
    return Tree(
        stage,
        view.stages.enters(stage, *BY_RANK),
        tuple(slots),
        tuple(paths),
        tuple(coming),
        champion,
        (LEFT + rounds * step, ys[0]),
        343,
        top + len(slots) * HEIGHT - 8,
        tuple(heads),
    )


def _to_come(view: DivisionView, stage: Bracket) -> bool:
    """Whether it is drawn, or still can be: not where nobody, or only one, has come so far."""
    engine = view.stages.tree_stage(stage)
    if engine is None or view.now is None or engine.trees(view.now):
        return True
    span = view.stages.spans[stage.id]
    return span is not None and view.now.after < span[0] - 1 and stage.played_if is None


def _origins(view: DivisionView, stage: Bracket, tree: trees.Tree) -> list[Origin]:
    """From where whoever stands on each place has come, or will come."""
    engine, slots = view.stages.tree_stage(stage), tree.slots
    now = view.now
    if engine is None or now is None or not engine.trees(now):
        return _expected(view, stage, len(slots))
    known: dict[int, Origin] = {}
    before = now.at((engine.first(now) or 1) - 1)
    for flow in stage.entered_from:
        source = now.stages.get(flow.stage or "")
        if source is None or source.is_tree:
            continue
        several = len(view.stages.groups(source.declared)) > 1
        for group, rows in source.ranked_groups(before).items():
            for row in rows:
                rank = row.rank if flow.who in BY_RANK else 0
                known.setdefault(row.no, Origin(group or "" if several else "", rank))
        for one in before.departures:
            if one.stage == source.id and flow.who not in BY_RANK:
                known[one.no] = Origin(one.group or "" if several else "")
    if isinstance(stage.seats, tuple) and not view.stages.enters(stage, *BY_RANK):
        return [Origin(name) for name in stage.seats]
    return [known.get(slot.person.no, Origin()) if slot.person else Origin() for slot in slots]


def _expected(view: DivisionView, stage: Bracket, size: int) -> list[Origin]:
    """Whose places they will be, where the declaration says it: by listed seats, or by rank in each group."""
    if isinstance(stage.seats, tuple):
        return [Origin(name) for name in stage.seats]
    origins: list[Origin] = []
    picks: list[Pick] = []
    for flow in stage.entered_from:
        if flow.who not in ("best", "places") or view.now is None or flow.stage is None:
            return [Origin()] * size
        low, high = (1, flow.count or 1) if flow.who == "best" else flow.places or (1, 1)
        groups = view.stages.groups(view.stages.all[flow.stage]) or ("",)
        several = len(groups) > 1
        for rank in range(low, high + 1):
            for group in groups:
                origins.append(Origin(group if several else "", rank))
                picks.append(Pick(EngineSlot(len(origins), None), tier=rank, group=group))
    if stage.seats not in ("seeded", "across", "in-order") or view.now is None or not picks:
        return [Origin()] * size
    placed = seats(stage, view.now, picks[:size], size)
    return [origins[slot.number - 1] if slot.number <= len(origins) else Origin() for slot in placed][:size]


def waiting(view: DivisionView, stage: Bracket) -> str:
    """Why there is no game yet, or none at all: the key of the text."""
    drawn = view.now.drawn.get(stage.id) if view.now else None
    unbeaten = "_unbeaten" if view.stages.enters(stage, "unbeaten") else ""
    if drawn is not None and len(drawn) < 2:
        return f"bracket.{'sole' if drawn else 'nobody'}{unbeaten}"
    if unbeaten:
        return "bracket.waiting_unbeaten"
    if view.stages.enters(stage, "sole-unbeaten"):
        return "bracket.waiting"
    return "bracket.waiting_seeded"
