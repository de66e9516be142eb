"""What the last publication shows, fetched from where it is: a run on GitHub begins without a site.

With it a build knows, there too, which published results no sheet has any more, and says what changed.
"""

from __future__ import annotations

import time
from http.client import HTTPException
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import urlopen

from tourgen.messages.problems import Problem
from tourgen.model import Source
from tourgen.results.published import EVENT_FILE, INDEX_FILE, RESULTS_FILE, read_published
from tourgen.storage.tree import replace_tree

PATIENCE = 30.0  # seconds for one file


def fetch_published(folder: Path, address: str) -> Problem | None:
    """The documents of an event into its folder in the site, if it was published; what kept it from being looked up.

    Raises DiskProblem.
    """
    try:
        about = _fetched(address, EVENT_FILE)
        if about is None:
            return None
        replace_tree(folder, {EVENT_FILE: about})
        event = read_published(folder).event
        divisions = [one["id"] for one in event["divisions"]] if event else []
        names = [INDEX_FILE, *(f"{division}/{RESULTS_FILE}" for division in divisions)]
        found = {name: _fetched(address, name) for name in names}
        replace_tree(folder, {EVENT_FILE: about} | {name: data for name, data in found.items() if data})
    except (OSError, HTTPException) as error:
        return Problem("publish-unreachable", Source(""), address, {"detail": str(error)})
    return None


def _fetched(address: str, name: str) -> bytes | None:
    """A published file as it is now, whatever a cache on the way holds; None where there is none."""
    try:
        with urlopen(f"{address}/{quote(name)}?{time.time_ns()}", timeout=PATIENCE) as answer:
            data: bytes = answer.read()
            return data
    except HTTPError as error:
        if error.code in (404, 410):
            return None
        raise
