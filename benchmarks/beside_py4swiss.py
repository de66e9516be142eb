"""As many players paired by py4swiss (PyPI), where it is installed: `python -m benchmarks.beside_py4swiss [PLAYERS …]`.

Its rules are others (the FIDE Dutch system, with colours), so this compares what a pairing takes, not what is paired.
Each program plays its own random tournament; measured is the pairing of round 4, in time of the processor.
"""

import random
import sys
from time import process_time

from benchmarks.pairing import RULES, played, time_of_pairing

ROUND = 4
PLAYERS = (100, 1000)


def main() -> None:
    """A line for each number of players."""
    try:
        import py4swiss  # noqa: F401
    except ImportError:
        print("py4swiss is not installed, so there is nothing beside it: pip install py4swiss")
        return
    for players in [int(text) for text in sys.argv[1:]] or PLAYERS:
        rule = RULES["001, 003"]
        ours = time_of_pairing(played(players, ROUND - 1, rule), rule)
        theirs = _dutch(players)
        print(
            f"round {ROUND}, {players:,} players: tourgen {ours:.4f} s, py4swiss {theirs:.3f} s,"
            f" {theirs / ours:.0f} times as long",
            flush=True,
        )


def _dutch(players: int) -> float:
    """Seconds for round 4 of a random tournament that py4swiss paired from the beginning."""
    from py4swiss.engines import DutchEngine
    from py4swiss.trf import ParsedTrf
    from py4swiss.trf.codes import PlayerCode
    from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
    from py4swiss.trf.sections import PlayerSection, XSection

    rnd = random.Random(f"{players} players")
    people = [
        PlayerSection(code=PlayerCode.PLAYER, starting_number=no, points_times_ten=0, rank=no)
        for no in range(1, players + 1)
    ]
    state = ParsedTrf(player_sections=people, x_section=XSection(number_of_rounds=10))
    for _ in range(1, ROUND):
        for pair in DutchEngine.generate_pairings(state):
            winner = rnd.choice((pair.white, pair.black))
            for no, other, colour in (
                (pair.white, pair.black, ColorToken.WHITE),
                (pair.black, pair.white, ColorToken.BLACK),
            ):
                result = ResultToken.WIN if no == winner else ResultToken.LOSS
                people[no - 1].results.append(RoundResult(id=other, color=colour, result=result))
                people[no - 1].points_times_ten += 10 * (no == winner)
    start = process_time()
    DutchEngine.generate_pairings(state)
    return process_time() - start


if __name__ == "__main__":
    main()
