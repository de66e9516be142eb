"""Data beside the pages: results.json, CSV and XLSX."""

from __future__ import annotations

from tourgen.results import to_bytes
from tourgen.web.facts import Facts, File


def downloads(facts: Facts) -> list[tuple[File, bytes]]:
    """The files of one division, in the order in which they are offered."""
    return [(File("results.json", "results", "JSON"), to_bytes(dict(facts.document)))]
