"""What the published rules imply for a full field of 64 or 32 in which everybody plays every game."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

# 星取 of the six games, finals and placing matches included, and the rank it has of 64.
RANKS = {"○○○○○○": 1, "○○○○○×": 2, "○○○○×○": 3, "×○○○○○": 7, "○○○○××": 8, "○○××××": 43}
AWARDS = {"七段": 1, "六段": 2, "五段": 5, "四段": 14, "三段": 20, "二段": 15, "初段": 7}
QUALIFIED = 42
# Group → (games of rounds 2, 3, 4, 5): groups 1-8 are A4 B4 A3 B3 A2 B2 A1 B1, of the women R4 R3 R2 R1.
GROUP_GAMES: Mapping[str, tuple[int, ...]] = {
    **dict.fromkeys("12", (0, 0, 0, 1)),
    **dict.fromkeys("34", (0, 0, 2, 1)),
    **dict.fromkeys("56", (0, 4, 2, 1)),
    **dict.fromkeys("78", (8, 4, 2, 1)),
}
WOMENS_GROUP_GAMES = {"1": (0, 0, 0, 1), "2": (0, 0, 2, 1), "3": (0, 4, 2, 1), "4": (8, 4, 2, 1)}
WOMENS_AWARDS = {"五段": 1, "四段": 1, "三段": 2, "二段": 2, "初段": 5, "1級": 10}
WOMEN_QUALIFIED = 6

Document = dict[str, Any]


def full_field_faults(one: Document) -> list[str]:
    """Everything in a document that a full field of 64 can't have."""
    return [
        *_main(one, 64, lambda place: "A" if place <= 32 else "B"),
        *_patterns(one),
        *_groups(one, GROUP_GAMES),
        *_rematches(one),
        *_ends(one, 64, QUALIFIED),
        *_awards(one, AWARDS),
    ]


def full_womens_faults(one: Document) -> list[str]:
    """Everything in a document that a full field of 32 women can't have.

    Placing matches are left out of the rematches: three ways to pair four winners can all be rematches.
    """
    return [
        *_main(one, 32, lambda place: "R"),
        *_groups(one, WOMENS_GROUP_GAMES),
        *_rematches(one, but="placing"),
        *_ends(one, 32, WOMEN_QUALIFIED),
        *_awards(one, WOMENS_AWARDS),
    ]


def _games(one: Document, number: int, stage: str) -> list[Document]:
    return [game for game in one["rounds"][number - 1]["games"] if game["stage"] == stage]


def _main(one: Document, size: int, block: Callable[[int], str]) -> Iterator[str]:
    """Rounds 1-4 are the bracket: in round r a block of 2^r numbers has one game, between its two halves."""
    place = {row["no"]: row["lottery"] for row in one["players"]}
    unbeaten = set(place)
    for number in range(1, 5):
        games, width = _games(one, number, "main"), 2**number
        if len(games) != size // width or {no for game in games for no in game["players"]} != unbeaten:
            yield f"round {number}: the main bracket has other players than the unbeaten"
        for game in games:
            upper, lower = sorted(place[no] - 1 for no in game["players"])
            if upper // width != lower // width or upper // (width // 2) == lower // (width // 2):
                yield f"round {number}: places {upper + 1} and {lower + 1} don't meet in the bracket"
            if game["group"] != block(upper + 1):
                yield f"round {number}: place {upper + 1} is in the other block"
        unbeaten = {game["winner"] for game in games}


def _patterns(one: Document) -> Iterator[str]:
    """「原則として同じ星取どうしの対戦」, and one player of each of the 64 patterns in the end."""
    stars: dict[int, str] = {row["no"]: "" for row in one["players"]}
    for row in one["rounds"]:
        for game in row["games"]:
            first, second = game["players"]
            # Placing matches bring two groups together, so their players have other patterns.
            if game["stage"] not in ("placing", "third", "final") and stars[first] != stars[second]:
                yield f"round {row['round']}: {first} ({stars[first]}) meets {second} ({stars[second]})"
        for no in stars:
            game = next((game for game in row["games"] if no in game["players"]), None)
            if game is not None:
                stars[no] += "○" if game["winner"] == no else "×"
    by_stars = {stars[row["no"]]: row["rank"] for row in one["final"]}
    if len(by_stars) != 64:
        yield f"only {len(by_stars)} star patterns"
    for pattern, rank in RANKS.items():
        if by_stars.get(pattern) != rank:
            yield f"{pattern} is ranked {by_stars.get(pattern)}, not {rank}"


def _groups(one: Document, published: Mapping[str, tuple[int, ...]]) -> Iterator[str]:
    for group, sizes in published.items():
        for number, size in zip((2, 3, 4, 5), sizes, strict=True):
            found = sum(game["group"] == group for game in _games(one, number, "repechage"))
            if found != size:
                yield f"round {number}: {found} games in repechage group {group}, not {size}"
    outside = [row["round"] for row in one["rounds"] if row["round"] not in (2, 3, 4, 5)]
    if any(_games(one, number, "repechage") for number in outside):
        yield "the repechage doesn't end with round 5"


def _rematches(one: Document, but: str = "") -> Iterator[str]:
    games = [game for row in one["rounds"] for game in row["games"]]
    met = Counter(frozenset(game["players"]) for game in games)
    again = {frozenset(game["players"]) for game in games if game["stage"] == but}
    yield from (f"rematch {sorted(pair)}" for pair, times in met.items() if times > 1 and pair not in again)


def _ends(one: Document, size: int, qualified: int) -> Iterator[str]:
    if sorted(row["rank"] for row in one["final"]) != list(range(1, size + 1)):
        yield "somebody shares a rank"
    if len(one["qualified"]) != qualified:
        yield f"{len(one['qualified'])} qualified"


def _awards(one: Document, published: Mapping[str, int]) -> Iterator[str]:
    awards = Counter(line["award"] for line in one["awards"])
    if awards != published:
        yield f"awards {dict(awards)}"
