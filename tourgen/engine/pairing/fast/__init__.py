"""The fast way for thousands of players, where the order follows the score or score gaps don't count.

It finds the same pairs as `optimum` does, which is the definition. Large score levels are mostly paired without any
matching; `levels` says why that is right.
"""

from tourgen.engine.pairing.fast.descent import bye_holder, optimal_pairs

__all__ = ["bye_holder", "optimal_pairs"]
