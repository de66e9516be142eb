"""Why: the rank, the opponent, the lottery number, the award, in the rules' own numbering and words.

Structured values for the pages (`rank_why`, `pairing_why`, `final_why`, `lottery_why`, `league_why`), and for the
command lines of text (`explain_text`) or data (`explain_data`). The rules are asked, never written again here.
"""

from tourgen.explain.alternatives import Alternative
from tourgen.explain.costs import Component, cost_vector, cost_words
from tourgen.explain.data import explain_data
from tourgen.explain.final import AwardWhy, FinalWhy, QualifiedWhy, TitleWhy, final_why
from tourgen.explain.first_round import FirstRound
from tourgen.explain.generator import LotteryWhy
from tourgen.explain.league import LeagueStep, LeagueWhy, league_why
from tourgen.explain.lottery import lottery_why
from tourgen.explain.matches import MatchWhy, TitleCase
from tourgen.explain.pairing import PairingWhy, pairing_why
from tourgen.explain.placing import PlacingWhy
from tourgen.explain.pools import PoolPlayer, PoolWhy
from tourgen.explain.rank import CriterionValue, Neighbour, OpponentLine, RankWhy, rank_why
from tourgen.explain.replacements import EventWhy, ReplacementsWhy
from tourgen.explain.summary import BracketWhy, bracket_why
from tourgen.explain.text import explain_text
from tourgen.explain.words import Reason, Words, quote

__all__ = [
    "Alternative",
    "AwardWhy",
    "BracketWhy",
    "Component",
    "CriterionValue",
    "EventWhy",
    "FinalWhy",
    "FirstRound",
    "LeagueStep",
    "LeagueWhy",
    "LotteryWhy",
    "MatchWhy",
    "Neighbour",
    "OpponentLine",
    "PairingWhy",
    "PlacingWhy",
    "PoolPlayer",
    "PoolWhy",
    "QualifiedWhy",
    "RankWhy",
    "Reason",
    "ReplacementsWhy",
    "TitleCase",
    "TitleWhy",
    "Words",
    "bracket_why",
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
