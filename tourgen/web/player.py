"""A player's page: where to sit now, the record, why this opponent, the rank and its arithmetic."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tourgen.dataclass import dataclass
from tourgen.explain import Reason, final_why
from tourgen.web.chart import Chart, rank_chart
from tourgen.web.facts import Facts, Person, Score, entered, mark, opponent
from tourgen.web.journey import Way, way_of
from tourgen.web.pairings import NO_SCORE, note_of
from tourgen.web.standings import Final, Line
from tourgen.web.teams import Board, Member, board_lines, boards_won, line_up
from tourgen.web.why import Pairing, lottery_of, pairing_of


@dataclass(frozen=True, slots=True)
class Played:
    """One line of the record."""

    round: int
    stage: str
    mark: str
    other: Person | None
    table: int | None
    score: Score  # the opponent's, now
    discs: tuple[int, int] | None
    kind: str  # played, bye, forfeit …, qualified, withdrawn
    entered: bool
    move: tuple[str, dict[str, Any]] | None  # heading above the line: into which league or stage
    note: str = ""  # key of the text: foul, disqualified, repetition
    boards: tuple[Board, ...] = ()  # teams
    won: tuple[int, int] | None = None  # teams: boards won and lost
    clock: dict[str, str] | None = None  # 持ち時間, in the formats whose players ask for it
    colour: str = ""  # black or white, in Go
    page: str = ""  # of the game, where there is one
    ruling: bool = False


@dataclass(frozen=True, slots=True)
class PlayerView:
    """Everything on one player's page."""

    person: Person
    ruby: tuple[tuple[str, str], ...]
    situation: str
    game: Played | None  # of the current round
    opponent_marks: str
    games: tuple[Played, ...]
    marks: str
    score: Score
    rank: int | None
    final_rank: int | None
    titles: tuple[str, ...]
    pairing: Pairing | None
    earlier: tuple[tuple[int, Pairing], ...]  # rounds before, latest first
    lottery: tuple[Reason, ...]
    title_reasons: tuple[Reason, ...]
    final: Final | None
    chart: Chart | None
    way: Way | None
    line: Line | None  # of the latest standing, with its arithmetic
    beside: int  # how many are ranked together
    members: tuple[Member, ...]  # of a team
    drawn: bool  # whether the player is in the knockout


def player_view(facts: Facts, person: Person, lines: dict[int, Line], finals: dict[int, Final]) -> PlayerView:
    """One player; `lines` are those of the latest standing, `finals` the final ranks."""
    games = _games(facts, person)
    current = next((g for g in games if g.round == facts.current and g.other is not None), None)
    row = facts.latest.by_no.get(person.no) if facts.latest else None
    upto = facts.current - 1 if current and not current.entered else facts.current
    titles = tuple(t["title"] for t in facts.document["titles"] if t["no"] == person.no)
    return PlayerView(
        person=person,
        ruby=ruby(person.name, person.kana),
        situation=facts.situation(person.no),
        game=current,
        opponent_marks=facts.marks(current.other.no, upto) if current and current.other else "",
        games=tuple(games),
        marks=facts.marks(person.no, facts.current).ljust(facts.declared.counted_rounds, ".")
        if facts.current
        else "",
        score=facts.live_score(person.no),
        rank=row.rank if row else None,
        final_rank=finals[person.no].line.rank if person.no in finals else None,
        titles=titles,
        pairing=None if facts.finished else pairing_of(facts, facts.current, person.no, with_pairs=True),
        earlier=tuple(_earlier(facts, person)),
        lottery=lottery_of(facts, person.no),
        title_reasons=_title_reasons(facts, person.no) if titles else (),
        final=finals.get(person.no),
        chart=rank_chart(facts, person.no),
        way=way_of(facts, person),
        line=lines.get(person.no),
        beside=facts.beside(facts.latest, row) if facts.latest and row else 0,
        members=tuple(line_up(facts, person)) if facts.in_teams else (),
        drawn=facts.knockout is not None and person.no in _drawn(facts),
    )


def _drawn(facts: Facts) -> tuple[int | None, ...]:
    now = facts.report.tournament.now
    return now.drawn if now is not None else ()


def _earlier(facts: Facts, person: Person) -> Iterator[tuple[int, Pairing]]:
    """Why the player met whom in the rounds before, latest first."""
    for number in sorted(facts.games, reverse=True):
        if (number < facts.current or facts.finished) and person.no in facts.games[number]:
            pairing = pairing_of(facts, number, person.no, with_pairs=False)
            if pairing is not None:
                yield number, pairing


def _title_reasons(facts: Facts, no: int) -> tuple[Reason, ...]:
    """What the rules say about a title of its own (the women's)."""
    why = final_why(facts.report.tournament, no)
    return tuple(reason for title in why.titles for reason in title.reasons) if why else ()


def _games(facts: Facts, person: Person) -> list[Played]:
    found: list[Played] = []
    seen: tuple[str, str | None] | None = None
    for number in sorted(facts.games):
        game = facts.games[number].get(person.no)
        if game is None:
            absent = _without_game(facts, person, number)
            if absent:
                found.append(Played(number, "", absent[1], None, None, NO_SCORE, None, absent[0], True, None))
            continue
        stage = facts.shown_stage(game["stage"], number)
        place = (stage, facts.named_group(game["stage"], game["group"]))
        move = _move(facts, person, number, place) if place != seen else None
        seen = place
        other = opponent(game, person.no)
        kind = game["kind"]
        if other is None:
            out = facts.qualified_after.get(person.no, number) < number
            kind = "qualified" if out else facts.bye(number, game)
        discs = game["discs"]
        if discs is not None:
            discs = tuple(discs) if game["players"][0] == person.no else (discs[1], discs[0])
        found.append(
            Played(
                round=number,
                stage=stage,
                mark=mark(game, person.no),
                other=facts.people[other] if other is not None else None,
                table=game["table"],
                score=facts.live_score(other) if other is not None else NO_SCORE,
                discs=discs,
                kind=kind,
                entered=entered(game),
                move=move,
                note=note_of(facts, number, game),
                boards=board_lines(facts, number, game, person.no),
                won=boards_won(game, person.no) if facts.in_teams else None,
                clock=facts.clock(game["stage"]) if facts.declared.swiss else None,
                colour=facts.colour(game, person.no),
                page=facts.game_page(number, game),
                ruling=bool(game.get("ruling")),
            )
        )
    return found


def _without_game(facts: Facts, person: Person, number: int) -> tuple[str, str] | None:
    if number > facts.declared.counted_rounds or facts.status == "roster":
        return None
    if person.withdrawn_after is not None and number > person.withdrawn_after:
        return ("withdrawn", "x") if facts.in_leagues else None
    return ("qualified", "q") if facts.qualified_after.get(person.no, number) < number else None


def _move(
    facts: Facts, person: Person, number: int, place: tuple[str, str | None]
) -> tuple[str, dict[str, Any]]:
    stage, group = place
    if stage == "league":
        return ("move.league", {"group": group})
    if stage in facts.stage_names and not group:
        return ("move.own", {"own": facts.stage_names[stage]})
    if stage in ("main", "repechage", "swiss"):
        return ("move.finals", {"stage": place})
    if stage != "ranking":
        return ("move.finals", {"stage": (stage, None)})
    unbeaten = _unbeaten_when_split(facts, person, number)
    return (
        "move.ranking_split" if unbeaten else "move.ranking",
        {"group": person.league, "people_n": unbeaten},
    )


def _unbeaten_when_split(facts: Facts, person: Person, number: int) -> int:
    """How many were unbeaten in the player's league when it split."""
    standing = facts.standing(number - 1)
    if standing is None or person.league is None or not facts.in_leagues:
        return 0
    dealt = [
        standing.by_no[p.no]
        for p in facts.people.values()
        if p.league == person.league and p.no in standing.by_no
    ]
    return sum(row.losses == 0 for row in dealt)


def ruby(name: str, kana: str) -> tuple[tuple[str, str], ...]:
    """(part, reading) pairs where name and kana have as many parts, else the whole."""
    parts, readings = name.split(), kana.split()
    if len(parts) == len(readings):
        return tuple(zip(parts, readings, strict=True))
    return ((name, kana),)
