"""Why these places meet: trees over numbers, groups of the beaten, knockouts, finals and placing matches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tourgen.engine.model import Game
from tourgen.engine.reasons import Side as Came
from tourgen.engine.reasons import TreeMatch
from tourgen.engine.situation import Situation
from tourgen.engine.stages.base import selected
from tourgen.engine.stages.bracket import BracketStage
from tourgen.engine.stages.bracket.seats import Way, ways_of
from tourgen.event.tournament import Tournament
from tourgen.explain.record_lines import game_in
from tourgen.explain.seeding import seeding_why, stage_rank
from tourgen.explain.words import (
    Reason,
    Words,
    capital,
    in_sentence,
    joined,
    left,
    place,
    plain,
    player,
    quote,
    say,
    stage_words,
)


def match_reasons(
    tournament: Tournament, now: Situation, game: Game, reason: TreeMatch
) -> tuple[Reason, ...]:
    """Why these two meet in the next round, how both came there, and who is missing."""
    stage = tree_of(now, game.stage)
    if stage.declared.seats == "by-number":
        return _over_numbers(tournament, now, stage, reason)
    if stage.positions and game.group is not None:
        return _in_group(tournament, now, stage, game.group, reason)
    return _match(tournament, now, stage, game, reason)


def tree_of(now: Situation, label: str) -> BracketStage:
    """The tree that a game belongs to."""
    stage = now.stages[now.format.stage_of_label(label) or label]
    assert isinstance(stage, BracketStage)
    return stage


# --- Over numbers: 全勝トーナメント


def _over_numbers(
    tournament: Tournament, now: Situation, stage: BracketStage, reason: TreeMatch
) -> tuple[Reason, ...]:
    name = in_sentence(stage_words(now.format, stage.id))
    rule = quote(now.format, stage.id)
    if reason.level == 1:
        first = Reason(say("why-main-first", stage=name, round=now.after + 1), rule, "pool")
        return first, _meet(tournament, now, reason, (None, None))
    half, at = 2 ** (reason.level - 1), 2 * (reason.match - 1)
    spans = say("why-main-spans", one=numbers_of(half, at), other=numbers_of(half, at + 1))
    came = [came_words(tournament, now, side.no) for side in reason.sides]
    later = Reason(say("why-main-later", stage=name, before=now.after), rule, "pool")
    return later, Reason(spans), _meet(tournament, now, reason, came)


def numbers_of(size: int, at: int) -> Words:
    """番号1〜4: the numbers from which the winner number `at` of a level comes, `size` for each."""
    return say("why-numbers", first=at * size + 1, last=(at + 1) * size)


# --- Groups of the beaten: 敗者復活トーナメント


def group_words(code: str, now: Situation, stage: BracketStage, group: str, **values: object) -> Words:
    """A sentence about the group of those who lost in one round of one block ("A3")."""
    position = stage.positions[int(group) - 1]
    source = now.stages[stage.declared.entered_from[0].stage or ""]
    assert isinstance(source, BracketStage)
    block = source.block_in(position)
    lost = "why-lost-in-round" if len(source.declared.blocks) < 2 else "why-lost-in-block"
    return say(
        code,
        group=group,
        position=position,
        stage=in_sentence(stage_words(now.format, source.id)),
        lost=say(lost, block=block, round=position.removeprefix(block)),
        **values,
    )


def _in_group(
    tournament: Tournament, now: Situation, stage: BracketStage, group: str, reason: TreeMatch
) -> tuple[Reason, ...]:
    first = reason.level == 1
    slots = [plain(side.number) for match in stage.trees(now)[group][0] for side in match.sides]
    code = "why-group-first" if first else "why-group-later"
    text = group_words(code, now, stage, group, numbers=joined(slots, ", "))
    came = [came_words(tournament, now, side.no) for side in reason.sides]
    reasons = [
        Reason(text, quote(now.format, stage.id) if first else None, "pool"),
        _meet(tournament, now, reason, came),
    ]
    if now.after + 1 == now.spans[stage.id][1]:
        last = say("why-group-final", group=group)
        reasons.append(Reason(last, quote(now.format, "group-winners"), "pool"))
    return tuple(reasons)


# --- Every other match


def _match(
    tournament: Tournament, now: Situation, stage: BracketStage, game: Game, reason: TreeMatch
) -> tuple[Reason, ...]:
    declared, round_no = now.format, now.after + 1
    # Where everybody starts in the one tree.
    by_round = not stage.declared.entered_from and not stage.declared.blocks
    origins = [
        say("why-winner-of-round", round=round_no - 1, group=side.group)
        if by_round and side.came == "won" and side.stage == stage.id and side.group
        else origin_words(now, side)
        for side in reason.sides
    ]
    who = [
        on_place(tournament, now, side.number, side.no, round_no)
        if stage.moves_places
        else say("why-nobody")
        if side.no is None
        else player(tournament, side.no)
        for side in reason.sides
    ]
    group = game.group if reason.extra == "fifth" else None
    here = [0, 1] if stage.moves_places else [n for n in (0, 1) if reason.level > 1 or reason.sides[n].no]
    text = say(
        "why-match" if len(here) == 2 else "why-match-empty",
        stage=say("why-round", round=round_no)
        if by_round and game.stage == stage.id
        else stage_words(declared, game.stage, group),
        one=origins[here[0]],
        other=origins[here[-1]],
        one_name=who[here[0]],
        other_name=who[here[-1]],
    )
    reasons = [Reason(text, quote(declared, game.stage) or quote(declared, "finals"))]
    if reason.level == 1:
        if stage.declared.avoid and isinstance(stage.declared.seats, tuple):
            reasons += _ways_reasons(tournament, ways_of(stage.declared, now, selected(stage, now) or []))
        reasons += _entered_reasons(tournament, stage, reason)
    return (*reasons, *_alone(tournament, now, stage, reason))


def origin_words(now: Situation, side: Came) -> Words:
    """Aリーグ1位, 予選1位, 準決勝の勝者, グループ1の1位, 番号1〜16の勝者: how a side came to a match."""
    declared = now.format
    if side.came in ("won", "lost"):
        match = in_sentence(stage_words(declared, side.stage, side.group))
        code = "why-winner-of" if side.came == "won" else "why-loser-of"
        return say(code if side.group is None else f"{code}-match", stage=match, match=match)
    if side.no is None and side.came == "entered":
        return say("why-empty")
    if side.came == "entered":
        return say("why-origin-number", number=side.number)
    if side.came == "best-overall":
        return say("why-origin-overall", place=place(side.rank))
    where = in_sentence(stage_words(declared, side.stage, side.group))
    source = now.stages[side.stage]
    if isinstance(source, BracketStage):
        return _from_tree(now, source, side, where)
    if side.came in ("best", "places") and side.no is not None:
        where = stage_words(declared, side.stage, side.group)
        return say("why-origin", where=where, place=place(stage_rank(now, side.stage, side.no)))
    return say(f"why-origin-{side.came}", where=where, rank=side.rank)


def _from_tree(now: Situation, source: BracketStage, side: Came, where: Words) -> Words:
    if source.positions:
        return say("why-winner-of-group", group=side.group)
    if side.came == "winners" and source.declared.seats == "by-number":
        first, last = now.spans[source.id]
        size = 2 ** ((last or first) - first + 1)
        return say("why-winner-of-numbers", numbers=numbers_of(size, int(side.name) - 1))
    return say("why-winner-of" if side.came == "winners" else "why-loser-of", stage=where)


def _entered_reasons(tournament: Tournament, stage: BracketStage, reason: TreeMatch) -> list[Reason]:
    """Of a first round: by which rank both came in, and how everybody was seated."""
    seeding = seeding_why(tournament, stage.id)
    if seeding is None:
        return []
    entered = [one for side in reason.sides if side.no is not None and (one := seeding.seed_of(side.no))]
    return [*(one.reason for one in entered), *(replace(one, about="pool") for one in seeding.reasons)]


def _alone(tournament: Tournament, now: Situation, stage: BracketStage, reason: TreeMatch) -> list[Reason]:
    """Beside an empty place: of the first round, or because nobody came out of the match before."""
    players = [side.no for side in reason.sides if side.no is not None]
    if stage.moves_places:
        missing = not all(now.there(side.no, now.after + 1) for side in reason.sides)
        return [Reason(say("why-walkover-match"))] if missing else []
    if len(players) == 2:
        return []
    waits = reason.level == 1 and stage.declared.seats in ("seeded", "drawn", "in-order", "across")
    kind = "" if stage.declared.seats == "seeded" else "-by-place"
    code = f"why-knockout-waits{kind}" if waits else "why-walkover-match"
    return [Reason(say(code, name=player(tournament, players[0])))]


def _ways_reasons(tournament: Tournament, ways: Sequence[Way]) -> list[Reason]:
    """再戦はできるだけ回避した組み合わせ: every way with what it has of that, and the first with the fewest."""
    if not ways:
        return []
    chosen = min(ways, key=lambda way: way.counts)  # min keeps the first

    def met(pair: tuple[int, int]) -> Words:
        one, other = (player(tournament, no) for no in pair)
        return say("why-way-met", one=one, other=other)

    lines = [
        say(
            "why-way-rematches" if way.avoided else "why-way-none",
            way=way_words(way),
            n=len(way.avoided),
            met=joined([met(pair) for pair in way.avoided]),
        )
        for way in ways[:MOST_WAYS]
    ]
    text = say("why-ways", ways=joined(lines, "、", "; "), chosen=way_words(chosen))
    return [Reason(text, None, "pool")]


MOST_WAYS = 6


def way_words(way: Way) -> Words:
    """{1-2, 3-4}."""
    return plain("{" + ", ".join(f"{one}-{other}" for one, other in way.names) + "}")


# --- A match to come


def waiting_reason(now: Situation, stage: BracketStage, no: int) -> Reason | None:
    """A match of a later round that a player is in already, and how they came to it."""
    found = stage.waiting(now, no)
    if found is None:
        return None
    label, round_no, side = found
    name = in_sentence(stage_words(now.format, label))
    values = {"stage": name, "round": round_no, "now": now.after + 1}
    source = now.stages.get(side.stage)
    if not isinstance(source, BracketStage):
        return Reason(say("why-rest-drawn", **values))
    name = in_sentence(stage_words(now.format, source.id))
    if source.positions:
        text = say("why-rest-group", **values, source=name, group=side.group)
        return Reason(text, quote(now.format, "group-winners"))
    code = "why-unbeaten" if source.declared.seats == "by-number" else f"why-{side.came}-of"
    came = say(code, stage=name, Stage=capital(name))
    return Reason(say("why-rest-final", came=came, **values), quote(now.format, label))


# --- Places in words


def on_place(
    tournament: Tournament,
    now: Situation,
    number: int,
    no: int | None,
    round_no: int,
    came: Words | None = None,
) -> Words:
    """見本 太郎(番号5、2回戦で 手筋 千尋 に勝ち), or why nobody is there."""
    if no is None:
        away = absentee(tournament, number)
        if away is None:
            return say("why-on-empty", place=number)
        return say("why-on-absent", name=player(tournament, away), place=number)
    name = player(tournament, no)
    if not now.there(no, round_no):
        return say("why-on-left", name=name, place=number, left=left(now.entrants[no].withdrawn_after))
    if came is None:
        return say("why-on", name=name, place=number)
    return say("why-on-came", name=name, place=number, came=came)


def absentee(tournament: Tournament, number: int) -> int | None:
    """The absent player whose number this is."""
    numbers = tournament.draw.numbers
    return next(
        (no for no, one in tournament.players.items() if one.absent and numbers.get(no) == number), None
    )


def came_words(
    tournament: Tournament, now: Situation, no: int | None, round_no: int | None = None
) -> Words | None:
    """2回戦で 手筋 千尋 に勝ち, 3回戦で … に敗れ: the match that brought a player here; None where there was none."""
    number = round_no or now.after
    game = None if no is None or not number else game_in(now, number, no)
    if no is None or game is None:
        return None
    if game.opponent(no) is None:
        return say("why-came-walkover", round=number)
    how = "won" if game.winner == no else "lost"
    forfeit = "-forfeit" if game.kind == "forfeit" else ""
    return say(f"why-came-{how}{forfeit}", round=number, name=player(tournament, game.opponent(no)))


def _meet(tournament: Tournament, now: Situation, reason: TreeMatch, came: Sequence[Words | None]) -> Reason:
    """Who meets, and how both came here; beside a place where nobody is, a walkover."""
    round_no = now.after + 1
    here = [now.there(side.no, round_no) for side in reason.sides]
    one, other = (
        on_place(tournament, now, side.number, side.no, round_no, how)
        for side, how in zip(reason.sides, came, strict=True)
    )
    if all(here):
        return Reason(say("why-meet", one=one, other=other))
    return Reason(say("why-walkover", one=one if here[0] else other, other=other if here[0] else one))
