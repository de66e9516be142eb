"""Random tournaments by the thousand, every one derived a second time.

    python -m tests.verify.campaign [--runs N] [--seed S] [--begin K] [--format F | --random] [--kept FILE]

Every shipped format, or one of them, or random declarations of the format language. Run k depends only on the seed and
k, so that a run that fails is repeated with `--begin K --runs 1`. Every round must have a game or a reason for none for
everybody, ranks must be complete, and the second derivation may find nothing. With `--kept` every run in which nothing
was wrong is noted in a file, and not played again by the next campaign, while program and campaign stay.
"""

from __future__ import annotations

import argparse
import random
import sys
import traceback
from collections import Counter
from functools import cache
from pathlib import Path

from tests.engine import declarations
from tests.engine.random_play import CALM, DESERTED, UNRULY, Day, admitted
from tests.series import code_of
from tests.verify.division import declaration, play
from tourgen.formats import shipped_formats
from tourgen.formats.models import Format

RANDOM = "random"
QUARRELS, LEAVING = Day(forfeit=0.5, draw=0.1), Day(withdraw=0.1, after_pairing=0.6, absent=0.1)
DAYS = (CALM, UNRULY, UNRULY, DESERTED, QUARRELS, LEAVING)
SETTINGS: dict[str, tuple[dict[str, object], ...]] = {
    "othello-swiss": (
        {"ties": "brightwell-6", "draw_games": True},
        {"ties": "brightwell-beaten-6", "rounds": 3},
        {"ties": "opponents-wins"},
    ),
    "groups-knockout": ({"cut": 1}, {"cut": 3, "third": "played"}),
    "shogi-championship": ({"third": "played", "cut": 6}, {"rounds": 6, "cut": 8, "school": ["off"]}),
    "shogi-encouragement": ({"blocks": ["A", "B", "C"], "cut": 2},),
    "shogi-girls": ({"round_robin_max": 12}, {"round_robin_max": 3}),
    "shogi-team": ({"rounds": 2},),
    "go-swiss": ({"rounds": 6}, {"blocks": ["A", "B"], "rounds": 3}),
    "knockout": ({"third": "shared"},),
    "othello-new-64": ({"placing_round": 6},),
}


def run(format_id: str, seed: int, number: int) -> list[str] | None:
    """What is wrong with one tournament; None where a random declaration makes no sense."""
    rng = random.Random(f"{format_id} {seed} {number}")
    if format_id == RANDOM:
        declared = declarations.checked(declarations.declaration(rng))
    else:
        declared = _shipped(format_id, number)
    if declared is None:
        return None
    sizes = [size for size in admitted(declared, 64 if number % 8 == 0 else 26) if size > 2]
    if not sizes:
        return None
    count, day = rng.choice(sizes), rng.choice(DAYS)
    how = rng.choice(("whole", "whole", "partly", "corrected"))
    about = f"{format_id} {seed} {number}: {count} entrants, {how}, {day}"
    try:
        division = play(
            declared,
            count,
            day,
            number,
            rounds=rng.randint(0, 7) if how == "partly" else 60,
            partly=how == "partly",
            corrected=how == "corrected",
        )
        found = division.deviations(declared, seating=how != "corrected")
    except Exception:
        return [about, traceback.format_exc(limit=-4)]
    return [about, *(one.text("en") for one in found)] if found else []


@cache
def _declared(format_id: str, turn: int) -> Format:
    settings = ({}, {}, *SETTINGS.get(format_id, ()))
    return declaration(format_id, **settings[turn])


def _shipped(format_id: str, number: int) -> Format:
    return _declared(format_id, number % (2 + len(SETTINGS.get(format_id, ()))))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--begin", type=int, default=1)
    parser.add_argument("--format", default="")
    parser.add_argument("--random", action="store_true")
    parser.add_argument("--kept", type=Path, help="where to note what was played, to go on from there")
    parser.add_argument("--show", type=int, default=3, help="so many faults in full for each format")
    args = parser.parse_args()
    noted = set(args.kept.read_text().splitlines()) if args.kept and args.kept.exists() else set()
    code = code_of(Path(__file__).parent, Path(declarations.__file__).parent)
    wanted = [RANDOM] if args.random else [args.format] if args.format else [*shipped_formats(), RANDOM]
    bad = 0
    for format_id in wanted:
        played, faults = 0, 0
        kinds: Counter[str] = Counter()
        for number in range(args.begin, args.begin + args.runs):
            name = f"{code} {format_id} {args.seed} {number}"
            if name in noted:
                played += 1
                continue
            found = run(format_id, args.seed, number)
            if found is None:
                continue
            if args.kept and not found:
                with args.kept.open("a") as file:
                    print(name, file=file)
            played += 1
            faults += bool(found)
            kinds.update({text.rpartition("(")[2].rstrip(")\n") for text in found[1:]})
            if found and faults <= args.show:
                print("\n   ".join(text[:1500] for text in found[:5]), flush=True)
        bad += faults
        print(f"{format_id}: {played} tournaments, {faults} deviate {dict(kinds)}", flush=True)
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
