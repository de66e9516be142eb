"""`tourgen explain`: the whole division, one round, or one player; as lines in one language, or as data in both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from tourgen.engine.final import final_ranks
from tourgen.engine.situation import Situation
from tourgen.event.tournament import Tournament
from tourgen.explain.costs import class_words, cost_vector, counted_in
from tourgen.explain.earlier import PREVIOUS, split_words
from tourgen.explain.final import FinalWhy, final_why
from tourgen.explain.kinds import KINDS
from tourgen.explain.leaving import goes_to, left_pools, steps_of
from tourgen.explain.lottery import lottery_reasons
from tourgen.explain.pairing import pairing_why
from tourgen.explain.pool import PoolPlayer, PoolWhy
from tourgen.explain.rank import LOTS, CriterionValue, Neighbour, RankWhy, criterion_title, rank_why, shown
from tourgen.explain.record_lines import OpponentLine, sums_best_and_worst
from tourgen.explain.replacements import EventWhy
from tourgen.explain.seeding import seeding_why
from tourgen.explain.words import (
    Reason,
    Told,
    Words,
    circled,
    joined,
    level,
    names,
    place,
    plain,
    player,
    say,
    stage_words,
    wins,
)
from tourgen.formats.labels import headed_group
from tourgen.formats.models import Format, words_in
from tourgen.messages.problems import LANGUAGES
from tourgen.results.document import standings_until

DEFAULT_AVOID = ("second-bye", "rematch", "score-gap")
WITHOUT_A_GAME = ("withdrawn", "late", "resting", "none", "rest", "qualified-rest")


def explain_text(
    tournament: Tournament,
    *,
    round_no: int | None,
    player: int | None,
    language: str,
    event: Sequence[Tournament] = (),
) -> list[str]:
    """Why, line by line; each sentence of the rules is quoted once."""
    quoted: set[str] = set()

    def lines(one: Reason | Told, indent: str) -> Iterator[str]:
        yield indent + (one.title if isinstance(one, Told) else one.text)[language]
        if isinstance(one, Told):
            for inner in one.body:
                yield from lines(inner, indent + "  ")
        elif one.quote is not None and one.quote["ja"] not in quoted:
            quoted.add(one.quote["ja"])
            yield f"{indent}  {say('why-text-quote', quote=one.quote)[language]}"

    told = explained(tournament, round_no, player, event)
    found = [told.title[language]]
    for one in told.body:
        found += ["", *lines(one, "")] if isinstance(one, Told) else lines(one, "  ")
    return found


def explain_data(
    tournament: Tournament, *, round_no: int | None, player: int | None, event: Sequence[Tournament] = ()
) -> dict[str, Any]:
    """The same as data: headings, sentences and the rules they rest on, in both languages."""
    told = asdict(explained(tournament, round_no, player, event))
    return {"division": tournament.division.id, "round": round_no, "player": player, **told}


def explained(
    tournament: Tournament, round_no: int | None, no: int | None, event: Sequence[Tournament]
) -> Told:
    """What is asked for; both a round and a player: that player's pairing in that round.

    `event`: all divisions in the order of the event; without them nothing is said about who moved between them.
    """
    if no is not None and no not in tournament.players:
        return Told(say("why-text-no-player", no=no))
    if not tournament.situations:
        notices = [Reason({one: notice.text(one) for one in LANGUAGES}) for notice in tournament.notices]
        return Told(say("why-text-no-lottery"), tuple(notices))
    if round_no is not None and not (tournament.planned or {}).get(round_no):
        return Told(say("why-text-no-round", round=round_no))
    if no is None:
        return _division(tournament, event) if round_no is None else _round(tournament, round_no)
    club = tournament.players[no].club
    heading = joined([_numbered(tournament, no), plain(f" ({club})" if club else "")], "", "")
    body = _player(tournament, no, event) if round_no is None else [_player_round(tournament, round_no, no)]
    return Told(heading, tuple(body))


def _numbered(tournament: Tournament, no: int) -> Words:
    return say("why-text-numbered", no=no, name=player(tournament, no))


def _headed(head: Words, text: Words) -> Words:
    return joined([head, text], ": ", ": ")


# --- The division


def _division(tournament: Tournament, event: Sequence[Tournament]) -> Told:
    declared, body = tournament.division.declared, [*course_of(tournament)]
    replaced = EventWhy(event).division(tournament.division.id) if event else ()
    if replaced:
        body.insert(0, Told(say("why-text-replacements"), replaced))
    standing = _latest_standing(tournament)
    if standing is not None:
        body += _standings(tournament, standing)
    if tournament.finished:
        body.append(Told(say("why-text-final"), tuple(_final(tournament))))
    title = {"ja": declared.title, "en": declared.title_en or declared.title}
    return Told(say("why-text-division", name=tournament.division.name, format=title), tuple(body))


def course_of(tournament: Tournament) -> Iterator[Told]:
    """How a division went, stage by stage; of stages that are entered by rank who entered."""
    for stage in tournament.situations[-1].stages.values():
        seeding = seeding_why(tournament, stage.id)
        if seeding is not None:
            lines = [
                Reason(say("why-term", name=one.name, value=one.reason.text)) for one in seeding.entrants
            ]
            yield Told(seeding.title, (*seeding.reasons, *lines))
        yield from KINDS[stage.declared.kind].course(tournament, stage)


def _latest_standing(tournament: Tournament) -> Situation | None:
    """The last situation whose order is published, None before the first round is over."""
    now = tournament.situations[-1]
    after = min(now.after, standings_until(now))
    return tournament.situations[after] if after else None


def _order_code(declared: Format, code: str) -> str:
    """暫定順位, or 順位 of a group, or where decided places stand in it."""
    order = declared.order
    return f"{code}-group" if order.by_group else f"{code}-order" if order.decided_places else code


def _standings(tournament: Tournament, now: Situation) -> Iterator[Told]:
    """How ties were broken, in every ranking: how often each criterion decided, and every tie in the first."""
    first, criteria = now.format.first_stage.id, now.format.order.criteria
    groups = now.stages[first].group_names(now) if now.format.order.by_group else (None,)
    for group in groups:
        everybody = not now.format.order.by_group
        players = [row.no for row in now.rows if everybody or now.entered[first].get(row.no) == group]
        whys = [rank_why(tournament, now.after, no) for no in players]
        above = [(why, why.above) for why in whys if why.above is not None]
        counts = Counter(other.decided_by for _, other in above if other.decided_by)
        lines = [
            say("why-text-count", criterion=criterion_title(criteria[number - 1], number), n=count)
            for number, count in sorted(counts.items())
        ]
        by_match = sum(other.by_match for _, other in above)
        lines += [say("why-text-count-match", n=by_match)] if by_match else []
        for why, other in above:
            if other.decided_by != 1 and not other.by_match:
                who = joined([player(tournament, why.no), place(why.rank)], " ", " ")
                lines.append(_headed(who, _decided(tournament, now.format, why, other)))
        where = stage_words(now.format, first, group)
        title = say(_order_code(now.format, "why-text-standings"), round=now.after, where=where)
        yield Told(title, tuple(map(Reason, lines)))


def _decided(tournament: Tournament, declared: Format, why: RankWhy, other: Neighbour) -> Words:
    """What put the player ahead of a neighbour, or behind."""
    shared = {"place": place(other.rank), "name": player(tournament, other.no)}
    if other.by_match or other.decided_by is None:
        return say("why-decided-match" if other.by_match else "why-decided-nothing", **shared)
    one = why.criterion(other.decided_by)
    mine, theirs = (shown(declared, one.name, value) for value in (other.mine, other.theirs))
    code = "why-decided-lot" if one.name in LOTS else "why-decided"
    text = say(code, **shared, criterion=one.title, mine=mine, theirs=theirs)
    if one.name != PREVIOUS or other.split is None:
        return text
    return say("why-two-sentences", one=text, other=split_words(other.split))


def _final(tournament: Tournament) -> Iterator[Reason]:
    """Everybody in one line, with titles and awards."""
    now = tournament.situations[-1]
    for rank, no in final_ranks(now):
        why = final_why(tournament, no)
        assert why is not None
        # Ties in the order of a group, or with decided places in it, were told above.
        order = now.format.order
        reasons = why.reasons[:1] if order.by_group or order.decided_places else why.reasons
        said = [
            *(one.text for one in reasons),
            *(title for title, _ in why.titles),
            *(one.text for one in why.awards),
        ]
        yield Reason(_headed(joined([place(rank), player(tournament, no)], " ", " "), joined(said, " ", " ")))


# --- One round


def _round(tournament: Tournament, round_no: int) -> Told:
    declared = tournament.situations[0].format
    sections: dict[str, tuple[Words, list[Reason | Told]]] = {}
    for game in (tournament.planned or {})[round_no]:
        why = pairing_why(tournament, round_no, game.players[0], organiser=True)
        heading = stage_words(declared, game.stage, headed_group(declared, game.stage, game.group))
        if heading["ja"] not in sections:
            shared: list[Reason | Told] = [one for one in why.reasons if one.about == "pool"]
            shared += [_pool(tournament, declared, why.pool)] if why.pool else []
            sections[heading["ja"]] = heading, shared
        pair = joined([player(tournament, why.no), player(tournament, why.rules_opponent)], " – ", " – ")
        own = tuple(one for one in why.reasons if one.about == "pair")
        sections[heading["ja"]][1].append(Told(pair, own))
    by_hand = [Reason(say("why-text-by-hand"))] if tournament.rounds[round_no - 1].by_hand else []
    body = [Told(heading, tuple(inside)) for heading, inside in sections.values()]
    return Told(say("why-text-round", round=round_no), (*by_hand, *body))


def _pool(tournament: Tournament, declared: Format, pool: PoolWhy) -> Told:
    """What the optimum has of each class as numbers, and the players in order."""
    plainly = pool.classes == DEFAULT_AVOID and not counted_in(declared, pool.by)
    title = say(
        "why-text-vector" if plainly else "why-text-vector-classes",
        vector=cost_vector(pool.cost, pool.classes),
        classes=class_words(declared, pool.by, pool.classes),
    )
    return Told(title, tuple(Reason(_pool_player(tournament, pool, one)) for one in pool.players))


def _pool_player(tournament: Tournament, pool: PoolWhy, one: PoolPlayer) -> Words:
    club = tournament.players[one.no].club if pool.own_order else ""
    values = {language: text.replace("、", " ").replace(", ", " ") for language, text in one.values.items()}
    parts = [
        say("why-text-in-order", at=one.rank) if pool.own_order else place(one.rank),
        _numbered(tournament, one.no),
        *([plain(f"({club})")] if club else []),
        values,
        *([say("why-text-had-bye")] if one.had_bye else []),
    ]
    return joined(parts, " ", " ")


# --- One player


def _player(tournament: Tournament, no: int, event: Sequence[Tournament]) -> Iterator[Reason | Told]:
    first = tournament.situations[0]
    if tournament.players[no].absent:
        yield Reason(say("why-text-absent"))
    replaced = EventWhy(event).player(tournament.division.id, no) if event else ()
    if replaced:
        yield Told(say("why-text-replacements"), replaced)
    lottery = lottery_reasons(tournament, no)
    if lottery:
        tree = stage_words(first.format, first.format.first_stage.id)
        bracket = first.format.lottery.method == "bracket"
        code = "why-text-bracket-number" if bracket else "why-text-lottery"
        yield Told(say(code, number=tournament.draw.numbers[no], stage=tree), lottery)
    if no not in first.entrants:
        return
    yield from _own_groups(tournament, no)
    for round_no, games in sorted((tournament.planned or {}).items()):
        if games:
            yield _player_round(tournament, round_no, no)
    standing = _latest_standing(tournament)
    if standing is not None:
        yield _rank(tournament, rank_why(tournament, standing.after, no), standing)
    final = final_why(tournament, no)
    if final is not None:
        yield _player_final(tournament, final)


def _own_groups(tournament: Tournament, no: int) -> Iterator[Told]:
    """The player's own group of a pool that is left by results, as long as the player was in it."""
    now = tournament.situations[-1]
    for stage in left_pools(now):
        entered = now.entered.get(stage.id, {})
        if no not in entered:
            continue
        lines: list[Reason] = []
        for step in steps_of(tournament, stage, entered[no]):
            if no in step.members:
                lines.append(step.reason)
            if no in step.moved:
                left = [one.left_as for one in now.departures if (one.stage, one.no) == (stage.id, no)]
                into = goes_to(now.format, stage.id, left[-1]) if left else None
                code = "why-text-left" if into is None else "why-text-moved"
                lines.append(Reason(say(code, name=player(tournament, no), stage=into)))
        yield Told(stage_words(now.format, stage.id, entered[no]), tuple(lines))


def _player_round(tournament: Tournament, round_no: int, no: int) -> Told:
    if no not in tournament.situations[0].entrants:
        return Told(say("why-text-absent"))
    why = pairing_why(tournament, round_no, no, organiser=True)
    against = say("why-text-nobody") if why.kind in WITHOUT_A_GAME else player(tournament, why.opponent)
    return Told(say("why-text-round-against", round=round_no, opponent=against), why.reasons)


def _rank(tournament: Tournament, why: RankWhy, now: Situation) -> Told:
    declared, first = now.format, now.format.first_stage.id
    body: list[Reason | Told] = [*_criteria(why)]
    if why.fixed is not None:
        body.append(Reason(say("why-fixed", place=place(why.fixed))))
    if why.orders:
        body.append(Reason(say("why-text-orders", orders=_orders(why))))
    if why.opponents:
        summed = any(map(sums_best_and_worst, words_in(declared.order.criteria)))
        lines = [Reason(_opponent(tournament, declared, line)) for line in why.opponents]
        body.append(Told(say("why-text-opponents" if summed else "why-text-games"), tuple(lines)))
    for other in (why.above, why.below):
        if other is not None:
            rule = None if other.decided_by is None else why.criterion(other.decided_by).quote
            body.append(Reason(_decided(tournament, declared, why, other), rule))
    where = stage_words(declared, first, now.entered.get(first, {}).get(why.no))
    title = say(_order_code(declared, "why-text-rank"), round=why.after, place=place(why.rank), where=where)
    return Told(title, tuple(body))


def _criteria(why: RankWhy) -> Iterator[Told]:
    """Every value with its arithmetic, and in words where there is more to say."""
    for one in why.told:
        summed = sum(map(len, one.terms)) > 1
        value = {
            language: f"{one.arithmetic(language)} = {one.shown}" if summed else f"{one.shown}"
            for language in LANGUAGES
        }
        yield Told(_headed(_label(one), value), () if one.detail is None else (Reason(one.detail),))


def _label(one: CriterionValue) -> Words:
    """⑤-⑧ 上3＋下3."""
    if one.merged_to == one.number:
        return one.title
    return joined([plain(f"{circled(one.number)}-{circled(one.merged_to)}"), one.label], " ", " ")


def _orders(why: RankWhy) -> Words:
    """番号 5 → 1回戦後 3位(1勝) → …."""
    first, *later = why.orders
    steps = [
        say("why-order-after", round=one.after, place=place(one.rank), wins=wins(one.wins)) for one in later
    ]
    return joined([say("why-number", place=first.rank), *steps], " → ", " → ")


def _opponent(tournament: Tournament, declared: Format, line: OpponentLine) -> Words:
    counted = say("why-text-counted", wins=level(declared, line.wins)) if line.wins is not None else plain("")
    boards = say("why-text-boards", n=line.boards) if line.boards is not None else plain("")
    draw = "-go" if line.kind == "draw" and declared.game == "go" else ""
    return say(
        f"why-line-{line.kind}-{'won' if line.won else 'lost'}{draw}",
        name=player(tournament, line.opponent) if line.opponent is not None else "",
        round=line.round,
        count=joined([counted, boards], "", ""),
    )


def _player_final(tournament: Tournament, why: FinalWhy) -> Told:
    body: list[Reason | Told] = [*why.reasons, *(Told(*one) for one in why.titles), *why.awards]
    if why.shared_with and why.by_knockout and not tournament.situations[-1].format.order.by_group:
        shared = names(tournament, why.shared_with)
        body.append(Reason(say("why-final-shared", names=shared, place=place(why.rank))))
    return Told(say("why-text-final-player", place=place(why.rank)), tuple(body))
