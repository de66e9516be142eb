"""Why: the rank, the opponent, the lottery number, the award, in the rules' own numbering and words.

Structured values for the pages (`rank_why`, `pairing_why`, `final_why`, `lottery_why`, `league_why`), and for the
command lines of text (`explain_text`) or data (`explain_data`). The rules are asked, never written again here.
"""

from tourgen.explain.alternatives import Alternative
from tourgen.explain.costs import Component, cost_vector, cost_words
from tourgen.explain.data import explain_data
from tourgen.explain.final import AwardWhy, FinalWhy, QualifiedWhy, TitleWhy, final_why
from tourgen.explain.league import LeagueStep, LeagueWhy, league_why
from tourgen.explain.lottery import LotteryWhy, lottery_why
from tourgen.explain.matches import MatchWhy, TitleCase
from tourgen.explain.pairing import FirstRound, PairingWhy, pairing_why
from tourgen.explain.pools import PoolPlayer, PoolWhy
from tourgen.explain.rank import CriterionValue, Neighbour, OpponentLine, RankWhy, rank_why
from tourgen.explain.text import explain_text
from tourgen.explain.words import Reason, Words, quote

__all__ = [
    "Alternative",
    "AwardWhy",
    "Component",
    "CriterionValue",
    "FinalWhy",
    "FirstRound",
    "LeagueStep",
    "LeagueWhy",
    "LotteryWhy",
    "MatchWhy",
    "Neighbour",
    "OpponentLine",
    "PairingWhy",
    "PoolPlayer",
    "PoolWhy",
    "QualifiedWhy",
    "RankWhy",
    "Reason",
    "TitleCase",
    "TitleWhy",
    "Words",
    "cost_vector",
    "cost_words",
    "explain_data",
    "explain_text",
    "final_why",
    "league_why",
    "lottery_why",
    "pairing_why",
    "quote",
    "rank_why",
]
