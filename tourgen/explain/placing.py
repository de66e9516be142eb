"""入賞決定戦: which groups' winners meet, and which places the matches give; places decided by a match (section 6)."""

from __future__ import annotations

from collections.abc import Sequence

from tourgen.dataclass import dataclass
from tourgen.explain.brackets import NOTHING, Why, finals_of, repechage_of, sides_of, walkover
from tourgen.explain.matches import MatchWhy
from tourgen.explain.trees import on_place
from tourgen.explain.words import (
    Reason,
    Words,
    in_sentence,
    joined,
    place,
    plain,
    player,
    quote,
    say,
    stage_words,
)
from tourgen.formats.declaration import Placing
from tourgen.rules.main_bracket import final_matches
from tourgen.rules.repechage import PlacingWay, group_winners, placing_matches, placing_ways
from tourgen.rules.situation import Situation
from tourgen.rules.trees import TreeMatch, holder
from tourgen.tournament import Tournament


def placing_of(situation: Situation) -> Placing:
    """The placing matches of a format that has a main bracket."""
    stage = situation.declared.stage_of(repechage_of(situation).winners_to)
    assert isinstance(stage, Placing)
    return stage


@dataclass(frozen=True, slots=True)
class PlacingWhy:
    """Which groups meet, and where rematches are avoided every way in order with its rematches."""

    groups: tuple[int, int]
    ways: tuple[PlacingWay, ...]
    chosen: PlacingWay | None


def placing_why(tournament: Tournament, situation: Situation, no: int) -> tuple[PlacingWhy | None, Why]:
    """The player's placing match in the next round."""
    stage, place = placing_of(situation), situation.entrants[no].number
    found = next((one for one in placing_matches(stage, situation) if place in one[1].places), None)
    if found is None:
        return None, NOTHING
    groups, match = found
    ways = tuple(placing_ways(stage, situation)) if stage.avoid_rematch else ()
    pairs = tuple(pair for pair, _ in placing_matches(stage, situation))
    why = PlacingWhy(groups, ways, next((way for way in ways if way.pairs == pairs), None))
    origins = [say("why-winner-of-group", group=group) for group in groups]
    one, other = (on_place(tournament, situation, at, match.round) for at in match.places)
    text = say(
        "why-match",
        stage=stage_words("placing"),
        one=origins[0],
        other=origins[1],
        one_name=one,
        other_name=other,
    )
    reasons = [Reason(text, quote(situation.declared, "placing")), *walkover(situation, match)]
    reasons[1:1] = _ways_reasons(tournament, situation, why)
    return why, (MatchWhy("placing", sides_of(situation, match, origins)), tuple(reasons))


def _ways_reasons(tournament: Tournament, situation: Situation, why: PlacingWhy) -> list[Reason]:
    """再戦はできるだけ回避した組み合わせ: every way with its rematches, and which is the first with the fewest."""
    if why.chosen is None:
        return []
    winners = group_winners(repechage_of(situation), situation)

    def met(pair: tuple[int, int]) -> Words:
        one, other = (player(tournament, holder(situation, winners[group])) for group in pair)
        return say("why-way-met", one=one, other=other)

    lines = [
        say(
            "why-way-rematches" if way.rematches else "why-way-none",
            way=way_words(way),
            n=len(way.rematches),
            met=joined([met(pair) for pair in way.rematches]),
        )
        for way in why.ways
    ]
    text = say("why-ways", ways=joined(lines, "、", "; "), chosen=way_words(why.chosen))
    return [Reason(text, None, "pool")]


def way_words(way: PlacingWay) -> Words:
    """{1-2, 3-4}."""
    return plain("{" + ", ".join(f"{one}-{other}" for one, other in way.pairs) + "}")


# --- Places that a match decided


def place_reasons(situation: Situation, no: int, rank: int) -> tuple[Reason, ...]:
    """Which match decided the place of a player."""
    own = situation.entrants[no].number
    matches = final_matches(finals_of(situation), situation)
    placing = [match for _, match in placing_matches(placing_of(situation), situation)]
    for label, found in (*matches.items(), ("placing", placing)):
        match = None if label == "semi" else _decided(found, own)
        if match is not None:
            text = _place_words(situation, label, own, _outcome(match, own), rank)
            key = "placing-places" if label == "placing" else label
            return (Reason(text, quote(situation.declared, key)),)
    return ()


def _place_words(situation: Situation, label: str, own: int, outcome: str, rank: int) -> Words:
    stage = placing_of(situation)
    groups = {number: group for group, number in group_winners(repechage_of(situation), situation).items()}
    if label != "placing" or outcome == "nobody" or own not in groups:
        return say(f"why-final-{outcome}", stage=in_sentence(stage_words(label)), place=place(rank))
    low, high = stage.winner_places if outcome == "won" else stage.loser_places
    return say(f"why-placing-{outcome}", group=groups[own], low=low, high=high, place=place(rank))


def _decided(matches: Sequence[TreeMatch], own: int) -> TreeMatch | None:
    return next((one for one in matches if own in (one.winner, one.loser)), None)


def _outcome(match: TreeMatch, own: int) -> str:
    if not match.won:
        return "nobody"
    return "won" if match.winner == own else "lost"
