"""A second derivation of captures and of the count, from the rules' words alone; it imports nothing of tourgen.

Slow on purpose: everything is asked anew from a dictionary of points, nothing is cached or grouped cleverly.
"""

from collections.abc import Callable, Iterable

Spot = tuple[int, int]
Position = dict[Spot, str]  # "", "b" or "w"


def position(rows: Iterable[str]) -> Position:
    return {(x, y): letter.strip(".") for y, row in enumerate(rows) for x, letter in enumerate(row)}


def beside(spot: Spot, on: Position) -> list[Spot]:
    x, y = spot
    return [near for near in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)] if near in on]


def flood(spot: Spot, on: Position, same: Callable[[Spot], bool]) -> set[Spot]:
    reached = {spot}
    while True:
        more = {n for one in reached for n in beside(one, on) if same(n)} - reached
        if not more:
            return reached
        reached |= more


def chain(spot: Spot, on: Position) -> set[Spot]:
    return flood(spot, on, lambda other: on[other] == on[spot])


def breathes(spot: Spot, on: Position) -> bool:
    return any(on[near] == "" for stone in chain(spot, on) for near in beside(stone, on))


def play(on: Position, colour: str, spot: Spot) -> tuple[Position, int] | str:
    """The position after a move and how many it captured, or why it can't be played (ko left aside)."""
    if spot not in on:
        return "off-board"
    if on[spot]:
        return "occupied"
    after = {**on, spot: colour}
    enemy = "w" if colour == "b" else "b"
    dying = {s for s in after if after[s] == enemy and spot in _fringe(s, after) and not breathes(s, after)}
    after |= dict.fromkeys(dying, "")
    if not breathes(spot, after):
        return "suicide"
    return after, len(dying)


def _fringe(spot: Spot, on: Position) -> set[Spot]:
    return {near for stone in chain(spot, on) for near in beside(stone, on)}


def score(
    rows: Iterable[str], inserts: list[tuple[str, Spot]], marked: set[Spot], prisoners: tuple[int, int]
) -> tuple[int, int, int, int] | tuple[str, int]:
    """(Black's territory, White's, Black's prisoners, White's), or (why an insert is refused, which)."""
    on = position(rows)
    begun = dict(on)
    history = [dict(on)]
    played = {spot for spot in on if on[spot]}
    taken = {"b": prisoners[0], "w": prisoners[1]}
    for index, (colour, spot) in enumerate(inserts):
        outcome = play(on, colour, spot)
        if isinstance(outcome, str):
            return outcome, index
        on, captured = outcome
        if len(history) > 1 and on == history[-2]:
            return "ko", index
        history.append(dict(on))
        taken[colour] += captured
        played = {one for one in played if on[one] and one != spot and _never_gone(one, history)}
    crosses = {spot for spot in marked if spot in played and begun.get(spot)}
    dead = {s for s in on if on[s] and _is_dead(s, on, played, crosses)}
    return _judge(on, dead, taken)


def _never_gone(spot: Spot, history: list[Position]) -> bool:
    return all(moment[spot] for moment in history)


def _is_dead(spot: Spot, on: Position, played: set[Spot], crosses: set[Spot]) -> bool:
    really = chain(spot, on) & played
    return bool(really) and all(stone in crosses for stone in really)


def _judge(on: Position, dead: set[Spot], taken: dict[str, int]) -> tuple[int, int, int, int]:
    def free(spot: Spot) -> bool:
        return on[spot] == "" or spot in dead

    def borders(spot: Spot) -> set[Spot]:
        region = flood(spot, on, free)
        return {near for one in region for near in beside(one, on) if not free(near)}

    def owner(spot: Spot) -> str:
        colours = {on[near] for near in borders(spot)}
        return colours.pop() if len(colours) == 1 else ""

    frees = [spot for spot in on if free(spot)]
    owners = {spot: owner(spot) for spot in frees}
    edges = {spot: borders(spot) for spot in frees}
    seki = {stone for spot in frees if not owners[spot] for near in edges[spot] for stone in chain(near, on)}
    while True:  # seki spreads through shared eyes
        more = {
            stone
            for spot in frees
            if owners[spot] and edges[spot] & seki
            for near in edges[spot]
            for stone in chain(near, on)
        } - seki
        if not more:
            break
        seki |= more
    points = {"b": 0, "w": 0}
    for spot in frees:
        mine = owners[spot]
        if mine and not edges[spot] & seki and on[spot] != mine:
            points[mine] += 1
            taken[mine] += bool(on[spot])
    return points["b"], points["w"], taken["b"], taken["w"]
