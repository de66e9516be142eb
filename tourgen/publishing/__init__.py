"""`tourgen publish`: a repository that publishes itself, and what its workflow runs."""

from tourgen.publishing.github import Answer, answer
from tourgen.publishing.prepare import Prepared, prepare_repository
from tourgen.publishing.private import (
    Exposed,
    exposed_columns,
    exposed_hidden,
    exposed_pairs,
    stripped_roster,
)

__all__ = [
    "Answer",
    "Exposed",
    "Prepared",
    "answer",
    "exposed_columns",
    "exposed_hidden",
    "exposed_pairs",
    "prepare_repository",
    "stripped_roster",
]
