"""What the published rules imply for a full field of 64 in which everybody plays every game."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

# 星取 of the six games, finals and placing matches included, and the rank it has of 64.
RANKS = {"○○○○○○": 1, "○○○○○×": 2, "○○○○×○": 3, "×○○○○○": 7, "○○○○××": 8, "○○××××": 43}
AWARDS = {"七段": 1, "六段": 2, "五段": 5, "四段": 14, "三段": 20, "二段": 15, "初段": 7}
QUALIFIED = 42
# Group → (games of rounds 2, 3, 4, 5): groups 1-8 are A4 B4 A3 B3 A2 B2 A1 B1.
GROUP_GAMES = {
    **dict.fromkeys("12", (0, 0, 0, 1)),
    **dict.fromkeys("34", (0, 0, 2, 1)),
    **dict.fromkeys("56", (0, 4, 2, 1)),
    **dict.fromkeys("78", (8, 4, 2, 1)),
}

Document = dict[str, Any]


def full_field_faults(one: Document) -> list[str]:
    """Everything in a document that a full field of 64 can't have."""
    return [*_main(one), *_patterns(one), *_groups(one), *_rematches(one), *_ends(one)]


def _games(one: Document, number: int, stage: str) -> list[Document]:
    return [game for game in one["rounds"][number - 1]["games"] if game["stage"] == stage]


def _main(one: Document) -> Iterator[str]:
    """Rounds 1-4 are the bracket: in round r a block of 2^r numbers has one game, between its two halves."""
    place = {row["no"]: row["lottery"] for row in one["players"]}
    unbeaten = set(place)
    for number in range(1, 5):
        games, width = _games(one, number, "main"), 2**number
        if len(games) != 64 // width or {no for game in games for no in game["players"]} != unbeaten:
            yield f"round {number}: the main bracket has other players than the unbeaten"
        for game in games:
            upper, lower = sorted(place[no] - 1 for no in game["players"])
            if upper // width != lower // width or upper // (width // 2) == lower // (width // 2):
                yield f"round {number}: places {upper + 1} and {lower + 1} don't meet in the bracket"
            if game["group"] != ("A" if upper < 32 else "B"):
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


def _groups(one: Document) -> Iterator[str]:
    for group, sizes in GROUP_GAMES.items():
        for number, size in zip((2, 3, 4, 5), sizes, strict=True):
            found = sum(game["group"] == group for game in _games(one, number, "repechage"))
            if found != size:
                yield f"round {number}: {found} games in repechage group {group}, not {size}"
    if any(_games(one, number, "repechage") for number in (1, 6, 7)):
        yield "the repechage doesn't end with round 5"


def _rematches(one: Document) -> Iterator[str]:
    met = Counter(frozenset(game["players"]) for row in one["rounds"] for game in row["games"])
    yield from (f"rematch {sorted(pair)}" for pair, times in met.items() if times > 1)


def _ends(one: Document) -> Iterator[str]:
    if sorted(row["rank"] for row in one["final"]) != list(range(1, 65)):
        yield "somebody shares a rank"
    awards = Counter(line["award"] for line in one["awards"])
    if awards != AWARDS:
        yield f"awards {dict(awards)}"
    if len(one["qualified"]) != QUALIFIED:
        yield f"{len(one['qualified'])} qualified"
