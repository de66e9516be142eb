"""Why this final rank, these titles, this award: 最終順位, 女子, 段位認定, 王座戦 (sections 5 and 7)."""

from __future__ import annotations

from collections.abc import Sequence

from tourgen.dataclass import dataclass, replace
from tourgen.explain.earlier import split_of, split_words
from tourgen.explain.knockouts import preliminary_rank_reasons, seeded_place_reasons
from tourgen.explain.matches import title_case, title_stage
from tourgen.explain.placing import place_reasons
from tourgen.explain.rank import (
    PREVIOUS,
    CriterionValue,
    Neighbour,
    criteria_values,
    criterion_label,
    criterion_quote,
    criterion_title,
    neighbour,
    shown,
)
from tourgen.explain.sums import LOT
from tourgen.explain.words import (
    Reason,
    Words,
    grade,
    in_sentence,
    names,
    place,
    player,
    quote,
    say,
    stage_words,
    title,
    wins,
)
from tourgen.formats.declaration import Award, Qualification
from tourgen.memo import Memo
from tourgen.results import finishes
from tourgen.rules.awards import Finish, award_for, first_line, qualification_for
from tourgen.rules.final_rank import final_ranks, rows_after_knockout, title_holders
from tourgen.rules.order import Row
from tourgen.rules.places import deciding_game
from tourgen.rules.situation import Situation
from tourgen.rules.title_match import TitleHolder
from tourgen.tournament import Tournament


@dataclass(frozen=True, slots=True)
class TitleWhy:
    """A title the player holds; `referee` where the rules leave it to the referee."""

    title: str
    words: Words
    referee: bool
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class AwardWhy:
    """The first line of the award table that fits; not given where the grade held is as high or higher.

    For a player taken in from another division it may be a line that is not for them, and is not given either.
    """

    line: Award
    given: bool
    held: str
    text: Words
    quote: Words | None = None


@dataclass(frozen=True, slots=True)
class QualifiedWhy:
    """One thing the player has qualified for."""

    line: Qualification
    text: Words


@dataclass(frozen=True, slots=True)
class FinalWhy:
    """How a player finished."""

    no: int
    rank: int
    by_knockout: bool
    shared_with: tuple[int, ...]
    wins: int
    criteria: tuple[CriterionValue, ...]  # of the final rank; none for the places of the knockout
    above: Neighbour | None
    below: Neighbour | None
    titles: tuple[TitleWhy, ...]
    award: AwardWhy | None
    qualified: tuple[QualifiedWhy, ...]
    reasons: tuple[Reason, ...]


class _Finished:
    """What is the same for everybody once a division is finished."""

    def __init__(self, situation: Situation) -> None:
        self.ranks = final_ranks(situation)
        self.rank = {no: rank for rank, no in self.ranks}
        self.sharing: dict[int, list[int]] = {}
        for rank, no in self.ranks:
            self.sharing.setdefault(rank, []).append(no)
        self.rows = rows_after_knockout(situation)
        self.at = {row.no: index for index, row in enumerate(self.rows)}
        self.holders = title_holders(situation)


_finished: Memo[Situation, _Finished] = Memo(_Finished)


def final_why(tournament: Tournament, no: int) -> FinalWhy | None:
    """How the player finished; None before the end, and for absent players."""
    situation = tournament.now
    if situation is None or not tournament.finished or no not in situation.entrants:
        return None
    end = _finished(situation)
    rank, rows, at = end.rank[no], end.rows, end.at.get(no)
    shared = tuple(other for other in end.sharing[rank] if other != no)
    reasons = (
        _knockout_reasons(tournament, situation, no, rank)
        if at is None
        else _criteria_reasons(tournament, rows, at, shared)
    )
    return FinalWhy(
        no,
        rank,
        at is None,
        shared,
        situation.record.wins(no),
        ()
        if at is None
        else criteria_values(tournament, situation, situation.declared.final.criteria, rows[at]),
        None if at is None else neighbour(rows, at, at - 1),
        None if at is None else neighbour(rows, at, at + 1),
        _titles(tournament, situation, end.holders, no),
        _award(tournament, rank, no),
        _qualified(tournament, rank, no),
        reasons,
    )


def _knockout_reasons(tournament: Tournament, situation: Situation, no: int, rank: int) -> tuple[Reason, ...]:
    """The last match a player was in decides the place."""
    if situation.declared.swiss is not None:
        return seeded_place_reasons(tournament, situation, no, rank)
    if not situation.declared.league_names:
        return place_reasons(situation, no, rank)
    game = deciding_game(situation, no)
    outcome = "won" if game is not None and game.winner == no else "lost"
    stage = in_sentence(stage_words(game.stage if game is not None else "final"))
    text = say(f"why-final-{outcome}", stage=stage, place=place(rank))
    return (Reason(text, quote(situation.declared, "final-places")),)


def _criteria_reasons(
    tournament: Tournament, rows: Sequence[Row], at: int, shared: Sequence[int]
) -> tuple[Reason, ...]:
    situation = tournament.now
    assert situation is not None
    me, declared = rows[at], situation.declared
    if declared.swiss is not None:
        reasons = preliminary_rank_reasons(tournament, situation, me.no)
    else:
        code = "why-final-wins" if declared.league_names else "why-final-all-wins"
        counted = say(code, wins=wins(situation.record.wins(me.no)), round=declared.counted_rounds)
        reasons = [Reason(counted, quote(declared, "final-criteria"))]
    if shared:
        reasons.append(Reason(say("why-final-shared", names=names(tournament, shared), place=place(me.rank))))
    ahead = next((row for row in reversed(rows[:at]) if row.rank < me.rank), None)
    return (*reasons, *(_behind(tournament, situation, me, ahead) if ahead is not None else ()))


def _behind(tournament: Tournament, situation: Situation, me: Row, ahead: Row) -> list[Reason]:
    """What put the one above ahead."""
    criteria = situation.declared.final.criteria
    decided = next(i for i, (a, b) in enumerate(zip(me.keys, ahead.keys, strict=True)) if a != b)
    name = criteria[decided]
    swiss = situation.declared.swiss is not None
    code = "why-decided-lot" if name == LOT else "why-decided" if swiss else "why-final-decided"
    text = say(
        code,
        place=place(ahead.rank),
        name=player(tournament, ahead.no),
        criterion=criterion_title(name, decided + 1),
        label=criterion_label(name),
        mine=shown(name, me.keys[decided]),
        theirs=shown(name, ahead.keys[decided]),
    )
    reasons = [Reason(text, criterion_quote(situation.declared, name, decided + 1) if swiss else None)]
    if name == PREVIOUS:
        reasons.append(Reason(split_words(split_of(tournament, situation.after, me.no, ahead.no))))
    return reasons


def _titles(
    tournament: Tournament, situation: Situation, holders: Sequence[TitleHolder], no: int
) -> tuple[TitleWhy, ...]:
    stage = title_stage(situation)
    found = []
    for one in holders:
        if one.no != no:
            continue
        own = stage is not None and one.title in stage.titles
        reasons = title_case(tournament, situation)[1] if own else ()
        if one.referee:
            reasons = (*reasons, Reason(say("why-referee")))
        found.append(TitleWhy(one.title, title(one.title), one.referee, reasons))
    return tuple(found)


def _reason(line: Award | Qualification) -> Words:
    return {"ja": line.reason, "en": line.reason_en or line.reason}


def _award(tournament: Tournament, rank: int, no: int) -> AwardWhy | None:
    table = tournament.division.declared.award
    (finish,) = finishes(tournament, [(rank, no)])
    line = first_line(finish, table)
    if line is None:
        barred = first_line(replace(finish, replacement=False), table)
        return None if barred is None else _not_for_replacements(tournament, barred, finish)
    given = award_for(finish, table) is not None
    charge = say("why-award-charged" if line.charged else "why-award-free")
    text = say(
        "why-award" if given else "why-award-held",
        award=grade(line.award),
        reason=_reason(line),
        held=grade(finish.grade),
        charge=charge,
    )
    return AwardWhy(line, given, finish.grade, text)


def _not_for_replacements(tournament: Tournament, line: Award, finish: Finish) -> AwardWhy:
    """「フリークラスから補充された選手を除く」."""
    text = say("why-award-replacement", award=grade(line.award), reason=_reason(line))
    rule = quote(tournament.division.declared, "award-replacement")
    return AwardWhy(line, False, finish.grade, text, rule)


def _qualified(tournament: Tournament, rank: int, no: int) -> tuple[QualifiedWhy, ...]:
    (finish,) = finishes(tournament, [(rank, no)])
    lines = qualification_for(finish, tournament.division.declared.qualification)
    return tuple(
        QualifiedWhy(line, say("why-qualified", target=title(line.target), reason=_reason(line)))
        for line in lines
    )
