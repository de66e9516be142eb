"""Single edits of a day that is partly played and published: refused with their reasons, or every consequence said.

`verify` derives the edited day once more.
"""

import random
from collections import Counter

from tests.corrections.consequences import said
from tests.corrections.office import KINDS, Office
from tourgen.verify import verify

EVERY = 10  # edits of each day
EDITS = ("result", "about", "result", "roster", "withdrawal", "settings")


def edits(day: int, count: int = EVERY) -> Counter[str]:
    """That many edits of one random day, each taken back before the next; what became of them."""
    rng = random.Random(f"edits {day}")
    office = Office(day % len(KINDS), rng.choice((7, 8, 9)), day)
    met: Counter[str] = Counter()
    try:
        _play(office, rng.randrange(1, 8), rng)
        base = office.good
        for number in range(count):
            met += _edit(office, EDITS[(day + number) % len(EDITS)], rng)
            office.good = base
            office.undo()
            office.build()
        return met
    except AssertionError as error:
        raise AssertionError("\n  ".join([f"day {day}: {error}", *office.log[-12:]])) from error
    finally:
        office.close()


def _play(office: Office, rounds: int, rng: random.Random) -> None:
    office.build()
    for _ in range(rounds):
        office.play_round(rng.randrange(10_000))
    for _ in range(rng.randrange(3)):
        office.enter(3 * rng.randrange(3000) + 1, every=False)
    office.build()


def _edit(office: Office, what: str, rng: random.Random) -> Counter[str]:
    pick = rng.randrange(10_000)
    change = {
        "result": office.correct,
        "roster": office.edit_roster,
        "withdrawal": office.withdraw,
        "settings": office.edit_settings,
        "about": office.edit_about,
    }[what]
    change(pick)
    outcome = office.build()
    met = Counter({what: 1})
    if outcome.problems:
        assert all(one.text("ja") and one.text("en") and one.where.file for one in outcome.problems)
        return met + Counter(["refused with its reasons"])
    met["taken in"] += 1
    assert outcome.loaded is not None
    for one in outcome.loaded.divisions:
        if one.tournament.situations:
            found = verify(one.document, one.tournament.division.declared, seating=False)
            assert not found, (one.division.id, [deviation.text("en") for deviation in found[:5]])
            met["verified"] += 1
    met.update({f"said: {kind}": 1 for _, kind, _ in said(outcome.changes)})
    met.update(notice.code for notice in outcome.notices if notice.code.startswith("round-"))
    for _ in range(2):
        office.pair(rng.randrange(10_000))
    return met
