"""Why this final rank, these titles, this award: 最終順位, 女子, 段位認定, 王座戦."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tourgen.engine.awards import Finish, award_for, first_line, qualification_for
from tourgen.engine.criteria import Row
from tourgen.engine.final import final_ranks, rows_after_places, title_holders
from tourgen.engine.situation import Situation
from tourgen.event.tournament import Tournament
from tourgen.explain.earlier import PREVIOUS, split_of, split_words
from tourgen.explain.kinds import KINDS
from tourgen.explain.rank import LOTS, Ranking, criterion_quote, criterion_title, shown
from tourgen.explain.remembered import remembered
from tourgen.explain.seeding import seeding_why
from tourgen.explain.terms import criterion_label
from tourgen.explain.title_match import title_reasons
from tourgen.explain.words import (
    Reason,
    Words,
    entries,
    grade,
    in_sentence,
    joined,
    names,
    place,
    player,
    quote,
    say,
    stage_words,
    title,
    wins,
)
from tourgen.formats.models import Award, Format, Qualification
from tourgen.results.document import finishes


@dataclass(frozen=True, slots=True)
class FinalWhy:
    """How a player finished."""

    rank: int
    by_knockout: bool  # the place is one that a stage of `[final] first` gives
    shared_with: tuple[int, ...]
    reasons: tuple[Reason, ...]
    titles: tuple[tuple[Words, tuple[Reason, ...]], ...]
    awards: tuple[Reason, ...]  # the line of the award table that fits, and what the player has qualified for


class _Finished:
    """What is the same for everybody once a division is finished."""

    def __init__(self, now: Situation) -> None:
        self.ranks = {no: rank for rank, no in final_ranks(now)}
        self.sharing: dict[int, list[int]] = {}
        for no, rank in self.ranks.items():
            self.sharing.setdefault(rank, []).append(no)
        self.ranking = Ranking(rows_after_places(now), now.format.final_criteria)
        self.holders = title_holders(now)


_finished = remembered(_Finished)


def final_why(tournament: Tournament, no: int) -> FinalWhy | None:
    """How the player finished; None before the end, and for absent players."""
    now = tournament.now
    if now is None or not tournament.finished or no not in now.entrants:
        return None
    end = _finished(now)
    rank, by_criteria = end.ranks[no], no in end.ranking.at
    shared = tuple(other for other in end.sharing[rank] if other != no)
    finish = finishes(now, tournament.players, [(rank, no)])[0]
    return FinalWhy(
        rank,
        not by_criteria,
        shared,
        tuple(
            _criteria_reasons(tournament, now, end.ranking, no, shared)
            if by_criteria
            else _place_reasons(tournament, now, no, rank)
        ),
        tuple(_titles(tournament, now, end, no)),
        (*_award(now.format, finish), *_qualified(now.format, finish)),
    )


def _place_reasons(tournament: Tournament, now: Situation, no: int, rank: int) -> Iterator[Reason]:
    """Which stage of `[final] first` gave the place: a match of its tree, or its own rank."""
    stage = next(one for name in now.format.final.first if no in (one := now.stages[name]).places(now).held)
    yield from KINDS[stage.declared.kind].place(tournament, now, stage, no, rank)


# --- By the criteria


def _criteria_reasons(
    tournament: Tournament, now: Situation, ranking: Ranking, no: int, shared: Sequence[int]
) -> Iterator[Reason]:
    me = ranking.rows[ranking.at[no]]
    yield from _counted_reasons(tournament, now, no)
    if shared:
        yield Reason(say("why-final-shared", names=names(tournament, shared), place=place(me.rank)))
    above = ranking.rows[: ranking.at[no]]
    ahead = next((row for row in reversed(above) if row.rank < me.rank), None)
    if ahead is not None:
        yield from _behind(tournament, now, me, ahead)


def _counted_reasons(tournament: Tournament, now: Situation, no: int) -> Iterator[Reason]:
    """The wins, and in what: 「勝数は予選リーグ、順位決定リーグの合計です」."""
    declared = now.format
    won, drawn = now.record.wins(no), now.record.draws(no)
    count = say("why-wins-and-draws", n=won, draws=drawn) if drawn else wins(won)
    if not declared.order.by_group:
        everything = declared.counted >= {stage.id for stage in declared.stage}
        code = "why-final-all-wins" if everything else "why-final-wins"
        text = say(code, wins=count, round=now.latest, stages=_counted_stages(declared))
        yield Reason(text, quote(declared, "final-criteria"))
        return
    first = now.stages[declared.first_stage.id]
    where = stage_words(declared, first.id, now.dealt_group(no))
    if len(declared.stage) == 1 and first.all_meet:
        yield Reason(say("why-final-round-robin", where=where, wins=count))
        return
    rank = place(now.rows[now.position[no]].rank)
    yield Reason(say("why-final-swiss", where=where, wins=count, place=rank))
    seeding = seeding_why(tournament)
    if seeding is not None and len(seeding.entrants) > 1 and seeding.stage in declared.final.first:
        people = entries(declared, len(seeding.entrants))
        code = "why-final-rest-blocks" if len(first.group_names(now)) > 1 else "why-final-rest"
        yield Reason(say(code, people=people, stage=in_sentence(seeding.title)))


def _counted_stages(declared: Format) -> Words:
    """予選リーグ・順位決定リーグ / the preliminary and ranking leagues."""
    named = [
        in_sentence(stage_words(declared, one.id)) for one in declared.stage if one.id in declared.counted
    ]
    words = joined(named, "・", " and ")
    heads = [one["en"].rpartition(" ") for one in named]
    if len(named) > 1 and len({last for _, _, last in heads}) == 1 and all(first for first, _, _ in heads):
        words["en"] = " and ".join(first for first, _, _ in heads) + f" {heads[0][2]}s"
    return words


def _behind(tournament: Tournament, now: Situation, me: Row, ahead: Row) -> Iterator[Reason]:
    """What put the one above ahead."""
    declared = now.format
    decided = next(i for i, (a, b) in enumerate(zip(me.keys, ahead.keys, strict=True)) if a != b)
    word = declared.final_criteria[decided]
    numbered = declared.final.criteria is None or declared.order.by_group  # the same list as the order's
    code = "why-decided-lot" if word in LOTS else "why-decided" if numbered else "why-final-decided"
    text = say(
        code,
        place=place(ahead.rank),
        name=player(tournament, ahead.no),
        criterion=criterion_title(word, decided + 1),
        label=criterion_label(word),
        mine=shown(declared, word, me.keys[decided]),
        theirs=shown(declared, word, ahead.keys[decided]),
    )
    yield Reason(text, criterion_quote(declared, word, decided + 1) if numbered else None)
    if word == PREVIOUS:
        yield Reason(split_words(split_of(tournament, now.after, me.no, ahead.no)))


# --- Titles and awards


def _titles(
    tournament: Tournament, now: Situation, end: _Finished, no: int
) -> Iterator[tuple[Words, tuple[Reason, ...]]]:
    matches = {one.title: one.match for one in now.format.place_title}
    for one in end.holders:
        if one.no == no:
            match = matches[one.title]
            reasons = title_reasons(tournament, match) if match is not None else ()
            if one.referee:
                left = now.entrants[no].withdrawn_after is not None
                reasons = (*reasons, Reason(say("why-referee-left" if left else "why-referee")))
            yield title(one.title), reasons


def _award(declared: Format, finish: Finish) -> Iterator[Reason]:
    """The first line of the award table that fits, and why it is not given to somebody."""
    line = first_line(finish, declared.award)
    barred = first_line(replace(finish, replacement=False), declared.award)
    if line is not None:
        code = "why-award" if award_for(finish, declared.award) is not None else "why-award-held"
        charge = say("why-award-charged" if line.charged else "why-award-free")
        held = grade(finish.grade)
        yield Reason(say(code, award=grade(line.award), reason=_reason(line), held=held, charge=charge))
    elif barred is not None:
        # 「フリークラスから補充された選手を除く」
        text = say("why-award-replacement", award=grade(barred.award), reason=_reason(barred))
        yield Reason(text, quote(declared, "award-replacement"))


def _qualified(declared: Format, finish: Finish) -> Iterator[Reason]:
    for line in qualification_for(finish, declared.qualification):
        yield Reason(say("why-qualified", target=title(line.target), reason=_reason(line)))


def _reason(line: Award | Qualification) -> Words:
    return {"ja": line.reason, "en": line.reason_en or line.reason}
