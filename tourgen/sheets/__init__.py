"""The only place that knows workbooks: bytes → roster and results, pairings → the next sheet.

Reading is forgiving about form (header row found, any column order, widths, spaces, spellings) and strict
about meaning: what can't be understood is a Problem with file, sheet, cell, what stands there, what to type.
"""

from tourgen.sheets.entries import Entries, read_entries
from tourgen.sheets.roster import Roster, read_roster
from tourgen.sheets.rounds import read_round
from tourgen.sheets.text import fold
from tourgen.sheets.write_roster import RosterSheet, write_roster
from tourgen.sheets.write_round import RoundRow, RoundSheet, write_round

__all__ = [
    "Entries",
    "Roster",
    "RosterSheet",
    "RoundRow",
    "RoundSheet",
    "fold",
    "read_entries",
    "read_roster",
    "read_round",
    "write_roster",
    "write_round",
]
