"""Why: the rank, the opponent, the lottery number, the award, in the rules' own numbering and words.

Structured values for the pages (`rank_why`, `pairing_why`, `final_why`, `lottery_why`, `league_why`,
`preliminaries_why`, `seeding_why`), and for the command lines of text (`explain_text`) or data (`explain_data`).
The rules are asked, never written again here. What only the organiser may read (組合せ禁止) is in the command's
answers, and in `pairing_why` only where `organiser` asks for it.
"""

from tourgen.explain.alternatives import Alternative
from tourgen.explain.circle import CircleWhy
from tourgen.explain.costs import Component, cost_vector, cost_words
from tourgen.explain.data import explain_data
from tourgen.explain.direct import DirectGame, DirectWhy
from tourgen.explain.final import AwardWhy, FinalWhy, QualifiedWhy, TitleWhy, final_why
from tourgen.explain.first_round import FirstRound
from tourgen.explain.generator import LotteryWhy
from tourgen.explain.league import LeagueStep, LeagueWhy, league_why
from tourgen.explain.lottery import lottery_why
from tourgen.explain.matches import MatchWhy, TitleCase
from tourgen.explain.opponents import OpponentLine
from tourgen.explain.pairing import PairingWhy, pairing_why
from tourgen.explain.placing import PlacingWhy
from tourgen.explain.pools import PoolPlayer, PoolWhy
from tourgen.explain.preliminaries import BlockWhy, PreliminariesWhy, preliminaries_why
from tourgen.explain.rank import CriterionValue, Neighbour, RankWhy, rank_why
from tourgen.explain.replacements import EventWhy, ReplacementsWhy
from tourgen.explain.seeding import SeedingWhy, SeedWhy, seeding_why
from tourgen.explain.summary import BracketWhy, bracket_why
from tourgen.explain.text import explain_text
from tourgen.explain.words import Reason, Words, quote

__all__ = [
    "Alternative",
    "AwardWhy",
    "BlockWhy",
    "BracketWhy",
    "CircleWhy",
    "Component",
    "CriterionValue",
    "DirectGame",
    "DirectWhy",
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
    "PreliminariesWhy",
    "QualifiedWhy",
    "RankWhy",
    "Reason",
    "ReplacementsWhy",
    "SeedWhy",
    "SeedingWhy",
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
    "preliminaries_why",
    "quote",
    "rank_why",
    "seeding_why",
]
