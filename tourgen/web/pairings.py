"""A round's games as the pages list them: by table in bands, and by name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from tourgen.engine.model import Game, Handicap
from tourgen.event.judge_round import REPETITION
from tourgen.formats.models import Number
from tourgen.result_marks import DISQUALIFIED, FOUL
from tourgen.web.division_view import DivisionView, Person, Score
from tourgen.web.kana import KanaGroup, labelled, sort_key
from tourgen.web.kinds import kind_of
from tourgen.web.parts import pages
from tourgen.web.teams import board_lines, won_and_lost

Item = TypeVar("Item")
QUALIFIED = "qualified"  # the band of those who have come through and wait
# What a sheet notes of a game → the text beside the one it concerns.
_NOTES = {FOUL: "foul", DISQUALIFIED: "disqualified", REPETITION: "repetition"}
NO_SCORE = Score(0, 0)


@dataclass(frozen=True, slots=True)
class Side:
    """One player of a game, with the record before the round."""

    person: Person
    score: Score
    mark: str
    won: bool
    discs: int | None
    note: str = ""  # key of the text: how the game ended, beside the one it concerns
    through: str = ""  # in (the finals) or beaten (there): the score has wins that are only assumed
    colour: str = ""  # black or white, where it is known


@dataclass(frozen=True, slots=True)
class Match:
    """One line of the list by table; `second` is None for a bye, `kind` says which."""

    table: int | None
    first: Side
    second: Side | None
    kind: str  # played, forfeit …, bye, waits, qualified
    gap: Number
    entered: bool
    number: int
    since: int = 0  # the round that settled it, where the player has qualified
    boards: Sequence[dict[str, Any]] = ()  # of a team match
    score: tuple[int, int] | None = None  # of a team match: boards won by each
    note: str = ""  # key of the text: how it ended
    page: str = ""  # of the game, where there is one
    ruling: bool = False
    games: tuple[int, int] | None = None  # best of n: games won by each
    handicap: tuple[Handicap, ...] = ()  # by board


@dataclass(slots=True)
class Band:
    """The games of one stage or league under one heading."""

    stage: str
    group: str | None
    matches: list[Match] = field(default_factory=list)
    note: tuple[str, dict[str, Any]] | None = None
    href: str = ""  # of the page that shows the stage


@dataclass(frozen=True, slots=True)
class NameRow:
    """One line of the list by name."""

    person: Person
    table: int | None
    other: Person | None
    score: Score
    situation: str
    through: str = ""  # of the other one, as in Side


def match(view: DivisionView, number: int, game: Game, seen_by: int | None = None) -> Match:
    """One game with both records as they were before the round; whoever sees it stands first."""
    first = seen_by or game.players[0]
    discs = dict(zip(game.players, game.discs or (None, None), strict=True))
    note = _NOTES.get(game.note, "") if game.entered else ""
    sides = [
        Side(
            view.people[no],
            view.score(no, number - 1),
            view.mark(game, no),
            game.winner == no,
            discs[no],
            "" if view.in_teams else _concerned(note, game, no),
            through=_through(view, number, no),
            colour=view.colour(game, no),
        )
        for no in (first, game.opponent(first))
        if no is not None
    ]
    other = sides[1] if len(sides) > 1 else None
    kind, since = str(game.kind), view.qualified_after.get(first, number)
    if other is None:  # whatever else it may be called, nobody sits opposite
        kind = QUALIFIED if since < number else view.bye(number, game)
    return Match(
        game.table,
        sides[0],
        other,
        kind,
        _gap(view, number, game),
        game.entered,
        number,
        since,
        board_lines(view, game, first),
        won_and_lost(game, game.boards, first) if view.in_teams else None,
        note,
        view.game_page(number, game),
        game.ruling,
        won_and_lost(game, game.games, first),
        game.handicap,
    )


def _gap(view: DivisionView, number: int, game: Game) -> Number:
    """The difference in wins, or in points, of two who are paired by it."""
    first, second = game.players
    stage = view.stages.of(game.stage)
    if second is None or number < 2 or stage is None or not kind_of(stage).by_score:
        return 0
    before = view.tournament.situations[number - 1].record
    one, other = (before.points(no) if view.in_points else before.wins(no) for no in (first, second))
    return view.declared.score.shown(abs(one - other))


def _concerned(note: str, game: Game, no: int) -> str:
    """A foul is the loser's, the referee's lot the winner's."""
    return note if note and (game.winner == no) == (note == "repetition") else ""


def clocks(view: DivisionView, number: int) -> list[tuple[list[str], dict[str, str]]]:
    """持ち時間 of a round's games: (stages, the time); no stages where it is the same for all of them."""
    if not view.timed:
        return []
    found: list[tuple[list[str], dict[str, str]]] = []
    for stage in dict.fromkeys(game.stage for game in view.round(number).games):
        time = view.clock(stage)
        same = next((stages for stages, one in found if one == time), None)
        shown = view.stages.shown(stage, number)
        if same is None:
            found.append(([shown], time))
        else:
            same.append(shown)
    if len(found) == 1:
        found = [([], found[0][1])]
    return [one for one in found if any(one[1].values())]


def _through(view: DivisionView, number: int, no: int) -> str:
    if view.qualified_after.get(no, number) >= number:
        return ""
    return "in" if view.in_finals(no, number) else "beaten"


def bands(view: DivisionView, number: int) -> list[Band]:
    """The round by table: trees first, then the others, stage by stage and group by group, as tables are numbered."""
    found: dict[tuple[str, str | None], Band] = {}
    order: dict[tuple[str, str | None], tuple[int, ...]] = {}
    for game in view.round(number).games:
        one = match(view, number, game)
        group = view.stages.named_group(game.stage, game.group)
        key = (view.stages.shown(game.stage, number), group)
        if one.kind == QUALIFIED:
            key = (QUALIFIED, None)
        found.setdefault(key, Band(*key)).matches.append(one)
        order.setdefault(key, (9,) if one.kind == QUALIFIED else view.stages.order_of(game.stage, group))
        stage = view.stages.of(game.stage)
        if stage is not None and one.kind != QUALIFIED:
            found[key].href = kind_of(stage).href(view, stage, group)
    _add_resting(view, number, found)
    for band in found.values():
        band.note = _note(view, number, band)
    return sorted(found.values(), key=lambda band: order.get((band.stage, band.group), (9,)))


def _add_resting(view: DivisionView, number: int, found: dict[tuple[str, str | None], Band]) -> None:
    """Who has qualified stands in the list while the stage lasts, though the format gives no bye for it."""
    span = view.stages.spans[view.stages.first.id]
    for no, after in view.qualified_after.items():
        if after < number and no not in view.games[number] and span is not None and number <= span[1]:
            side = Side(view.people[no], view.score(no, number - 1), "", False, None)
            band = found.setdefault((QUALIFIED, None), Band(QUALIFIED, None))
            band.matches.append(Match(None, side, None, QUALIFIED, 0, True, number, after))


def _note(view: DivisionView, number: int, band: Band) -> tuple[str, dict[str, Any]] | None:
    stage = view.stages.of(band.stage)
    people = [side for m in band.matches for side in (m.first, m.second) if side is not None]
    if stage is None or stage.id != band.stage:
        return None
    return kind_of(stage).note(view, stage, band.group, number, [side.score for side in people])


def band_pages(found: Iterable[Band], room: int) -> list[list[Band]]:
    """Games by table on as many pages as they need, evenly; a heading that was cut stands on both."""
    lines = [(band, one) for band in found for one in band.matches]
    return [
        [
            replace(own, matches=[one for band, one in some if band is own])
            for own in {id(band): band for band, _ in some}.values()
        ]
        for some in pages(lines, room)
    ]


def by_name(view: DivisionView, number: int) -> list[KanaGroup[NameRow]]:
    """Rows of the fifty sounds; whoever has no game is told why."""
    lines = [(p.kana, _name_row(view, number, p)) for p in view.present]
    return labelled(lines)


def kana_groups(people: Iterable[Person]) -> list[KanaGroup[Person]]:
    """Everybody in the order of the fifty sounds, under the rows."""
    return labelled([(p.kana, p) for p in sorted(people, key=lambda p: sort_key(p.kana, p.name, p.no))])


def _name_row(view: DivisionView, number: int, person: Person) -> NameRow:
    game = view.games[number].get(person.no)
    out = view.in_finals(person.no, number)
    if game is None:
        why = view.without_game(person, number)
        return NameRow(person, None, None, NO_SCORE, "qualified" if out and why == "rest" else why)
    other = game.opponent(person.no)
    if other is None:
        return NameRow(person, None, None, NO_SCORE, "qualified" if out else view.bye(number, game))
    score, through = view.score(other, number - 1), _through(view, number, other)
    return NameRow(person, game.table, view.people[other], score, "game", through)
