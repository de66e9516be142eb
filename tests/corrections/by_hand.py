"""Days on which rounds of the brackets are re-paired by hand, across stages too.

Before they are played, or on every other day whenever it occurs to somebody: a sheet of long ago is changed, and what
was played since stands. `verify` derives every round that tourgen made itself from what was played.
"""

import random

from tests.corrections.office import KINDS, Office, put
from tourgen.model import ResultRow
from tourgen.verify import verify

BRACKETS = [at for at, kind in enumerate(KINDS) if any("new" in format_id for _, format_id in kind)]
MOST = 6  # rounds re-paired in a day
REFUSED = {"player-missing", "player-not-due", "qualified-missing"}
ROUNDS = 9  # and a round more than any format has


def day(seed: int) -> list[str]:
    """What is wrong after such a day; nothing, it is hoped."""
    rng = random.Random(seed)
    office = Office(rng.choice(BRACKETS), rng.randrange(8, 24), rng.randrange(99))
    try:
        office.build()
        for _ in range(ROUNDS):
            if rng.random() < MOST / ROUNDS:
                _re_pair(office, rng, late=seed % 2 == 1)
            refused = {problem.code for problem in office.build().problems}
            if refused:  # who now belongs elsewhere in another round that was made by hand, too
                assert refused <= REFUSED, refused
                office.undo()
            office.play_round(rng.randrange(9999))
        found = office.build()
        assert not found.problems, [problem.text("en") for problem in found.problems]
        assert found.loaded is not None
        return [
            f"{one.division.id}: {deviation}"
            for one in found.loaded.divisions
            for deviation in verify(one.document, one.tournament.division.declared, seating=False)
        ]
    finally:
        office.close()


def _re_pair(office: Office, rng: random.Random, late: bool) -> None:
    """Two games of a round that is not begun, or of any, exchange their second players."""
    begun = set() if late else {path for path, _ in office.rows(blank=False)}
    games: dict[str, list[ResultRow]] = {}
    paths = {path.name: path for path in office.sheets()}
    for path, row in [*office.rows(blank=True), *(office.rows(blank=False) if late else ())]:
        if path not in begun:
            games.setdefault(path.name, []).append(row)
    name = rng.choice([name for name, rows in games.items() if len(rows) > 1] or [""])
    if name:
        one, other = rng.sample(games[name], 2)
        cells = {}
        for row, partner in ((one, other), (other, one)):
            cells[dict(row.cells)["no2"]] = str(partner.numbers[1])
            cells[dict(row.cells)["name2"]] = partner.names[1]
        put(paths[name], cells)
