"""Why this lottery number, and the group or place it gives: draws → seed → x0 → preliminary number → number → group."""

from __future__ import annotations

from collections.abc import Iterator

from tourgen.engine.lottery import DIGITS, draws_at_desk, seed_number
from tourgen.engine.stages.dealing import Dealing
from tourgen.engine.stages.pool import GroupedStage
from tourgen.event.tournament import Tournament
from tourgen.explain.bracket import absentee
from tourgen.explain.course import by_words
from tourgen.explain.words import Reason, in_sentence, joined, plain, player, quote, say, stage_words
from tourgen.formats.models import AnyStage, Format, Grouped


def lottery_reasons(tournament: Tournament, no: int) -> tuple[Reason, ...]:
    """How the player came to the lottery number, and what it leads to; nothing until it is known."""
    if no not in tournament.draw.numbers:
        return ()
    if tournament.division.declared.lottery.method == "bracket":
        return (*_bracket_number(tournament, no), *_block(tournament, no), *_absence(tournament, no))
    return (*_number(tournament, no), *_group(tournament, no))


# --- From public draws, or drawn at the desk


def _number(tournament: Tournament, no: int) -> Iterator[Reason]:
    declared, numbers = tournament.division.declared, tournament.draw.numbers
    lottery, preliminary = declared.lottery, tournament.draw.preliminary
    if lottery.method == "desk" or no not in preliminary:
        yield Reason(say("why-lottery-desk", number=numbers[no]))
        return
    yield from _generator(tournament, no)
    order = sum((value, other) <= (preliminary[no], no) for other, value in preliminary.items())
    generated = lottery.first_number + order - 1
    text = say("why-lottery-order", n=order, first=lottery.first_number, generated=generated)
    yield Reason(text, quote(declared, "lottery-order"))
    seeds = [one for one in tournament.players.values() if draws_at_desk(lottery, one) and one.desk_number]
    if draws_at_desk(lottery, tournament.players[no]):
        code = "why-lottery-replaced" if lottery.seeds == "replace" else "why-lottery-seed"
        text = say(code, number=numbers[no], generated=generated)
        yield Reason(text, quote(declared, "lottery-seeds"))
    elif lottery.seeds == "before-others" and seeds:
        highest = max(one.desk_number or 0 for one in seeds)
        yield Reason(say("why-lottery-renumbered", highest=highest, number=numbers[no]))


def _generator(tournament: Tournament, no: int) -> Iterator[Reason]:
    """The draws, the initial value and the step that gave the preliminary number (section 1)."""
    division, draw = tournament.division, tournament.draw
    declared, lottery, draws = division.declared, division.declared.lottery, division.draws
    names = division.draw_names or ("",) * len(draws)
    drawn = joined([plain(f"{name} {one}".strip()) for name, one in zip(names, draws, strict=False)])
    digits = f"{seed_number(draws):0{DIGITS * len(draws)}d}"
    yield Reason(say("why-lottery-joined", draws=drawn, joined=digits), quote(declared, "lottery-joined"))
    start = say("why-lottery-start", joined=digits, modulus=lottery.modulus, x0=draw.x0)
    yield Reason(start, quote(declared, "lottery-start"))
    roster = sorted(draw.preliminary)
    at = roster.index(no)
    previous = draw.preliminary[roster[at - 1]] if at else draw.x0 or 0
    step = say(
        "why-lottery-step",
        n=at + 1,
        before=at,
        previous=previous,
        multiplier=lottery.multiplier,
        increment=lottery.increment,
        modulus=lottery.modulus,
        total=previous * lottery.multiplier + lottery.increment,
        preliminary=draw.preliminary[no],
    )
    # The rules write out the first three.
    yield Reason(step, quote(declared, f"lottery-step-{min(at + 1, 4)}"))


# --- A place of a tree over numbers


def _bracket_number(tournament: Tournament, no: int) -> Iterator[Reason]:
    """A seed's place, a number typed, drawn or taken over."""
    declared, one, numbers = tournament.division.declared, tournament.players[no], tournament.draw.numbers
    number, places = numbers[no], declared.lottery.seed_places
    if one.replacement_from is not None:
        away = absentee(tournament, number)
        code = "why-number-taken-in" if away is not None else "why-number-taken-in-undrawn"
        yield Reason(say(code, place=number, name=player(tournament, away)), quote(declared, "replacement"))
    elif one.seed and number in places:
        code = "why-number-seed" if one.desk_number is None else "why-number-seed-typed"
        tree = in_sentence(stage_words(declared, declared.first_stage.id))
        text = say(code, places=joined([plain(place) for place in places], ", "), place=number, stage=tree)
        yield Reason(text, quote(declared, "seeds"))
    elif one.desk_number is not None:
        yield Reason(say("why-number-desk", place=number), quote(declared, "non-seeds"))
    else:
        yield from _generator(tournament, no)
        # Free numbers in ascending order go to ascending preliminary numbers: the orders are the same.
        blank = [
            other for other, one in tournament.players.items() if one.desk_number is None and other in numbers
        ]
        drawn = [
            other for other in blank if not (tournament.players[other].seed and numbers[other] in places)
        ]
        order = sum(numbers[other] <= number for other in drawn)
        yield Reason(say("why-number-order", n=order, place=number), quote(declared, "non-seeds"))


def _block(tournament: Tournament, no: int) -> Iterator[Reason]:
    stage, number = tournament.division.declared.first_stage, tournament.draw.numbers[no]
    block = stage.block_of(number)
    if block is not None:
        yield Reason(say("why-number-block", place=number, block=block))


def _absence(tournament: Tournament, no: int) -> Iterator[Reason]:
    """An absent player's place is empty, or somebody was taken in."""
    numbers, players = tournament.draw.numbers, tournament.players
    if not players[no].absent:
        return
    here = [other for other, number in numbers.items() if number == numbers[no]]
    taken = [other for other in here if players[other].replacement_from is not None]
    if taken:
        yield Reason(say("why-number-filled", name=player(tournament, taken[0])))
    else:
        yield Reason(say("why-number-empty"))


# --- Groups


def _deal(tournament: Tournament) -> dict[int, Dealing]:
    first = tournament.situations[0]
    stage = first.stages[first.format.first_stage.id]
    return stage.dealing(first) if isinstance(stage, GroupedStage) else {}


def _group(tournament: Tournament, no: int) -> Iterator[Reason]:
    """The group that the number gives, and what the lot is used for."""
    one = tournament.players[no]
    declared = tournament.situations[0].format if tournament.situations else tournament.division.declared
    stage = declared.first_stage
    dealt = _deal(tournament).get(no) if tournament.situations else None
    if dealt is not None:
        if isinstance(stage, Grouped) and stage.has_groups:
            yield from _dealt_reasons(tournament, declared, stage, dealt, one.from_round)
        yield from _lot_use(declared, stage)
    elif one.absent:
        skipped = stage.has_groups and not declared.order.by_group
        yield Reason(say("why-absent" if skipped else "why-absent-number"))
    elif one.moved_to:
        yield Reason(say("why-moved"))


def _dealt_reasons(
    tournament: Tournament, declared: Format, stage: Grouped, dealt: Dealing, from_round: int
) -> Iterator[Reason]:
    group, first = dealt.moved_from or dealt.group or "", tournament.situations[0]
    where = in_sentence(stage_words(declared, stage.id, group))
    rule = quote(declared, "deal") or quote(
        declared, f"blocks of {len(first.stages[stage.id].group_names(first))}"
    )
    if stage.deal == "typed":
        code = "why-dealt-into-typed"
    elif from_round > 1:
        code = "why-dealt-late"
    elif stage.deal_by or stage.deal != "in-turn":
        code = "why-dealt-into"
    else:
        code = "why-dealt-block" if declared.order.by_group else "why-dealt-league"
    text = say(code, position=dealt.position, where=where, round=from_round, by=by_words(stage), group=group)
    yield Reason(text, rule)
    if dealt.moved_from is not None:
        target = in_sentence(stage_words(declared, stage.id, dealt.group))
        moved = say("why-evened", source=where, target=target, source_name=group, target_name=dealt.group)
        yield Reason(moved, quote(declared, "even-up"))


def _lot_use(declared: Format, stage: AnyStage) -> Iterator[Reason]:
    """Where the smaller lot comes first."""
    ranks = "smaller-lot" in declared.order.criteria
    if stage.paired_by_lot:
        yield Reason(say("why-lot-use" if ranks else "why-lot-pairs"))
    elif ranks:
        yield Reason(say("why-lot-ranks"))
