"""Why this place of the main bracket: a seed's place, a number typed, drawn or taken over (section 6)."""

from __future__ import annotations

from tourgen.dataclass import replace
from tourgen.explain.generator import LotteryWhy, NumberKind, generator_reasons, generator_values
from tourgen.explain.trees import absentee
from tourgen.explain.words import Reason, joined, plain, player, quote, say
from tourgen.formats.declaration import Lottery, MainBracket
from tourgen.rules.main_bracket import block_of
from tourgen.tournament import Tournament


def bracket_number_why(tournament: Tournament, lottery: Lottery, no: int) -> LotteryWhy:
    """How the player came to the bracket number."""
    kind, number = _kind(tournament, lottery, no), tournament.draw.numbers[no]
    why = LotteryWhy(no, kind, number)
    if kind == "drawn":
        # Free numbers in ascending order go to ascending preliminary numbers: the orders are the same.
        drawn = [other for other in tournament.draw.numbers if _kind(tournament, lottery, other) == "drawn"]
        order = sum(tournament.draw.numbers[other] <= number for other in drawn)
        why = replace(generator_values(tournament, no), kind=kind, order=order, generated=number)
    stage = tournament.division.declared.first_stage
    assert isinstance(stage, MainBracket)
    block = block_of(stage, number)
    reasons = [*_number_reasons(tournament, lottery, why)]
    if len(stage.blocks) > 1:
        reasons.append(Reason(say("why-number-block", place=number, block=block)))
    return replace(why, block=block, reasons=(*reasons, *_absence(tournament, why)))


def _kind(tournament: Tournament, lottery: Lottery, no: int) -> NumberKind:
    one = tournament.players[no]
    if one.replacement_from is not None:
        return "taken-in"
    if one.seed and tournament.draw.numbers[no] in lottery.seed_places:
        return "seed-place"
    return "drawn" if one.desk_number is None else "desk"


def _number_reasons(tournament: Tournament, lottery: Lottery, why: LotteryWhy) -> list[Reason]:
    declared, one = tournament.division.declared, tournament.players[why.no]
    if why.kind == "taken-in":
        assert one.replacement_from is not None
        away = absentee(tournament, why.number)
        code = "why-number-taken-in" if away is not None else "why-number-taken-in-undrawn"
        name = player(tournament, away) if away is not None else plain("")
        return [Reason(say(code, place=why.number, name=name), quote(declared, "replacement"))]
    if why.kind == "seed-place":
        places = joined([plain(place) for place in lottery.seed_places], ", ")
        code = "why-number-seed" if one.desk_number is None else "why-number-seed-typed"
        return [Reason(say(code, places=places, place=why.number), quote(declared, "seeds"))]
    if why.kind == "desk":
        return [Reason(say("why-number-desk", place=why.number), quote(declared, "non-seeds"))]
    order = say("why-number-order", n=why.order, place=why.number)
    return [*generator_reasons(tournament, lottery, why), Reason(order, quote(declared, "non-seeds"))]


def _absence(tournament: Tournament, why: LotteryWhy) -> list[Reason]:
    """An absent player's place is empty, or somebody was taken in."""
    if not tournament.players[why.no].absent:
        return []
    taken = next(
        (
            no
            for no, one in tournament.players.items()
            if one.replacement_from is not None and tournament.draw.numbers.get(no) == why.number
        ),
        None,
    )
    if taken is None:
        return [Reason(say("why-number-empty"))]
    return [Reason(say("why-number-filled", name=player(tournament, taken)))]
