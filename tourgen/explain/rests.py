"""Rounds without a game for who is still in: finalists, group winners, and who has finished (section 6)."""

from __future__ import annotations

from tourgen.explain.brackets import finals_of
from tourgen.explain.words import Reason, Words, in_sentence, quote, say, stage_words
from tourgen.formats.declaration import BracketFinals, Placing, Pool
from tourgen.rules.main_bracket import final_matches
from tourgen.rules.situation import Situation


def rest_why(situation: Situation, round_no: int, no: int) -> tuple[bool, tuple[Reason, ...]]:
    """Whether the player rests for a later match, and why there is no game in this round."""
    seat = situation.seats[no]
    stage = situation.declared.stage_of(seat.stage)
    if isinstance(stage, BracketFinals):
        return _finalist(situation, round_no, no)
    if isinstance(stage, Placing) and round_no < stage.round:
        text = say("why-rest-group", group=seat.group, round=stage.round, now=round_no)
        return True, (Reason(text, quote(situation.declared, "group-winners")),)
    if isinstance(stage, Placing):
        return False, (_over("placing"),)
    if isinstance(stage, Pool) and round_no > stage.rounds[1]:
        text = say("why-over-ranking", last=stage.rounds[1])
        return False, (Reason(text, quote(situation.declared, "ranking")),)
    return False, (Reason(say("why-no-game", round=round_no)),)


def _finalist(situation: Situation, round_no: int, no: int) -> tuple[bool, tuple[Reason, ...]]:
    stage, place = finals_of(situation), situation.entrants[no].number
    matches = [
        (label, one)
        for label, found in final_matches(stage, situation).items()
        for one in found
        if place in one.places
    ]
    label, match = matches[-1] if matches else ("", None)
    if match is None:
        return False, (Reason(say("why-no-game", round=round_no)),)
    if match.round < round_no:
        return False, (_over(label),)
    came: Words = say("why-unbeaten") if len(matches) == 1 else say("why-won-semi")
    text = say(
        "why-rest-final", came=came, stage=in_sentence(stage_words(label)), round=match.round, now=round_no
    )
    return True, (Reason(text, quote(situation.declared, label)),)


def _over(label: str) -> Reason:
    return Reason(say("why-over", stage=in_sentence(stage_words(label))))
