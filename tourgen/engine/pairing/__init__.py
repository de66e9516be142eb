"""Pairing one pool: `pair` gives the pairs and, as their reason, what they cost in each class of `avoid`.

`pool` says what is paired and `rule` how; the other modules find the optimum and need not be read to know the rule.
"""

from tourgen.engine.pairing.pool import Avoided, Count, Pair, Pairing, Pool, ScoreGap
from tourgen.engine.pairing.rule import least_counts, pair
from tourgen.formats.words import Bye, Opponent

__all__ = [
    "Avoided",
    "Bye",
    "Count",
    "Opponent",
    "Pair",
    "Pairing",
    "Pool",
    "ScoreGap",
    "least_counts",
    "pair",
]
