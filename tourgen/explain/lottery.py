"""Why this lottery number and this league: draws → seed → x0 → preliminary number → number → league (sections 1-2)."""

from __future__ import annotations

from collections.abc import Mapping

from tourgen.dataclass import replace
from tourgen.explain.bracket_number import bracket_number_why
from tourgen.explain.generator import Dealt, LotteryWhy, NumberKind, generator_reasons, generator_values
from tourgen.explain.words import Reason, quote, say
from tourgen.formats.declaration import Lottery, RoundRobin, Swiss
from tourgen.memo import Memo
from tourgen.rules import leagues
from tourgen.rules.lottery import draw_numbers, draws_at_desk
from tourgen.rules.situation import Situation
from tourgen.tournament import Tournament


def lottery_why(tournament: Tournament, no: int) -> LotteryWhy | None:
    """How the player came to the lottery number; None until it is known."""
    if no not in tournament.draw.numbers:
        return None
    lottery = tournament.division.declared.lottery
    if lottery.method == "bracket":
        return bracket_number_why(tournament, lottery, no)
    why = _desk(tournament, no) if lottery.method == "desk" else _generated(tournament, lottery, no)
    why = replace(why, dealt=_dealt(tournament, no))
    return replace(why, reasons=_reasons(tournament, lottery, why))


def _desk(tournament: Tournament, no: int) -> LotteryWhy:
    return LotteryWhy(no, "desk", tournament.draw.numbers[no])


def _numbers_before_desk(tournament: Tournament) -> Mapping[int, int]:
    """What 抽選方法 7 gives to everybody, before 8 puts the numbers drawn at the desk in place."""
    division = tournament.division
    nobody_seeded = [replace(one, seed="", desk_number=None) for one in tournament.players.values()]
    return draw_numbers(division.declared.lottery, division.draws, nobody_seeded).numbers


_before_desk: Memo[Tournament, Mapping[int, int]] = Memo(_numbers_before_desk)


def _drawn_by_seeds(tournament: Tournament) -> list[int]:
    lottery = tournament.division.declared.lottery
    everyone = tournament.players.values()
    return [one.desk_number for one in everyone if draws_at_desk(lottery, one) and one.desk_number]


_desk_numbers: Memo[Tournament, list[int]] = Memo(_drawn_by_seeds)


def _generated(tournament: Tournament, lottery: Lottery, no: int) -> LotteryWhy:
    generated = _before_desk(tournament)[no]
    at_desk = draws_at_desk(lottery, tournament.players[no])
    seeds = _desk_numbers(tournament)
    renumbered = lottery.seeds == "before-others" and bool(seeds)
    kind: NumberKind = "replaced" if at_desk else "renumbered" if renumbered else "generated"
    why = replace(generator_values(tournament, no), kind=kind, generated=generated)
    return replace(
        why,
        order=generated - lottery.first_number + 1,
        highest_seed=max(seeds) if renumbered else None,
    )


def _dealt(tournament: Tournament, no: int) -> Dealt | None:
    return _everybody_dealt(tournament).get(no) if tournament.situations else None


def _deal(tournament: Tournament) -> dict[int, Dealt]:
    first, declared = tournament.situations[0], tournament.division.declared
    if declared.swiss is not None:
        return _deal_blocks(first)
    numbers = first.record.numbers
    before = leagues.deal(replace(declared.leagues, even_up=()), numbers)
    came = {no: name for name, members in before.items() for no in members}
    found = {}
    for position, no in enumerate(sorted(numbers, key=numbers.__getitem__), 1):
        if no in first.entrants:
            league = first.seats[no].group
            assert league is not None
            found[no] = Dealt(position, league, came[no] if came[no] != league else None)
    return found


def _deal_blocks(first: Situation) -> dict[int, Dealt]:
    """Section 8: the place among those who start in round 1; late entrants follow."""
    order = sorted(first.entrants.values(), key=lambda one: (one.from_round, one.number))
    found = {}
    for position, one in enumerate(order, 1):
        block = first.seats[one.no].group
        assert block is not None
        found[one.no] = Dealt(position, block, None)
    return found


_everybody_dealt: Memo[Tournament, dict[int, Dealt]] = Memo(_deal)


def _reasons(tournament: Tournament, lottery: Lottery, why: LotteryWhy) -> tuple[Reason, ...]:
    declared = tournament.division.declared
    reasons = []
    if why.kind == "desk":
        reasons.append(Reason(say("why-lottery-desk", number=why.number)))
    else:
        reasons += generator_reasons(tournament, lottery, why)
        ordered = say("why-lottery-order", n=why.order, first=lottery.first_number, generated=why.generated)
        reasons.append(Reason(ordered, quote(declared, "lottery-order")))
        if why.kind == "replaced":
            unused = lottery.seeds == "replace"
            code = "why-lottery-replaced" if unused else "why-lottery-seed"
            text = say(code, number=why.number, generated=why.generated)
            reasons.append(Reason(text, quote(declared, "lottery-seeds")))
        elif why.kind == "renumbered":
            reasons.append(Reason(say("why-lottery-renumbered", highest=why.highest_seed, number=why.number)))
    if declared.swiss is not None:
        return (*reasons, *_lot_reasons(tournament, declared.swiss, why))
    if why.dealt is None:
        one = tournament.players[why.no]
        skipped = say("why-absent") if one.absent else say("why-moved") if one.moved_to else None
        return (*reasons, Reason(skipped)) if skipped else tuple(reasons)
    dealt = say("why-dealt", position=why.dealt.position, league=why.dealt.moved_from or why.dealt.league)
    reasons.append(Reason(dealt, quote(declared, "deal")))
    if why.dealt.moved_from is not None:
        moved = say("why-evened", source=why.dealt.moved_from, target=why.dealt.league)
        reasons.append(Reason(moved, quote(declared, "even-up")))
    return tuple(reasons)


def _lot_reasons(tournament: Tournament, stage: Swiss | RoundRobin, why: LotteryWhy) -> tuple[Reason, ...]:
    """What the lot is used for in section 8, and the block it gives."""
    if why.dealt is None:
        return (Reason(say("why-absent-swiss")),) if tournament.players[why.no].absent else ()
    used = Reason(say("why-lot-use"))
    if len(stage.blocks) == 1:
        return (used,)
    first = tournament.players[why.no].from_round
    code = "why-dealt-late" if first > 1 else "why-dealt-block"
    dealt = say(code, position=why.dealt.position, block=why.dealt.league, round=first)
    rule = quote(tournament.division.declared, f"blocks of {len(stage.blocks)}")
    return (Reason(dealt, rule), used)
