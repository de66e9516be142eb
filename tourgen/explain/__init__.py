"""Why: the rank, the opponent, the lottery number, the award, in the rules' own numbering and words.

Structured values for the pages (`rank_why`, `pairing_why`, `final_why`, `lottery_why`, `league_why`), and lines of text
for the command (`explain_text`, `explain_data`). The rules themselves are asked, never written again here.
"""

from tourgen.explain.rank import CriterionValue, Neighbour, OpponentLine, RankWhy, rank_why

__all__ = ["CriterionValue", "Neighbour", "OpponentLine", "RankWhy", "rank_why"]
