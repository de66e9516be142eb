"""Paper: wall sheets, match cards, standings, cross-table, brackets and award lists, cut into sheets of A4.

Lists are cut here, not by the browser: so every sheet has its header, says which of how many it is, and no row is cut.
The site shows the sheets as pages; `alone.py` makes each paper a file of its own for `tourgen print`.
"""
