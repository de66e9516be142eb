"""A round's games as the pages list them: by table in bands, and by name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from itertools import pairwise
from typing import Any, TypeVar

from tourgen.dataclass import dataclass, replace
from tourgen.formats.declaration import MainBracket, Repechage, Swiss
from tourgen.web.facts import Facts, GameData, Person, Score, entered, mark, opponent
from tourgen.web.kana import KanaGroup, labelled, sort_key
from tourgen.web.teams import Board, board_lines, boards_won

Item = TypeVar("Item")
_STAGES = ("final", "third", "semi", "placing", "quarter", "knockout", "playoff", "womens-final", "main", "repechage",
           "league", "ranking", "swiss", "round-robin", "qualified")  # fmt: skip
_POOLS = ("league", "ranking", "swiss")  # paired by wins, so that a difference is worth showing
# What a sheet notes of a game → the text beside the one it concerns.
_NOTES = {"反則": "foul", "失格": "disqualified", "千日手": "repetition"}
NO_SCORE: Score = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class Side:
    """One player of a game, with the record before the round."""

    person: Person
    score: Score
    mark: str
    won: bool
    discs: int | None
    note: str = ""  # key of the text: how the game ended, beside the one it concerns
    through: bool = False  # qualified: the score has wins that are only assumed


@dataclass(frozen=True, slots=True)
class Match:
    """One line of the list by table; `second` is None for a bye, `kind` says which."""

    table: int | None
    first: Side
    second: Side | None
    kind: str  # played, forfeit …, bye, waits, qualified
    gap: int
    entered: bool
    number: int
    since: int = 0  # the round that settled it, where the player has qualified
    boards: tuple[Board, ...] = ()  # of a team match
    score: tuple[int, int] | None = None  # of a team match: boards won by each
    note: str = ""  # of a team match: the key of the text
    page: str = ""  # of the game, where there is one
    ruling: bool = False


@dataclass(slots=True)
class Band:
    """The games of one stage or league under one heading."""

    stage: str
    group: str | None
    matches: list[Match] = field(default_factory=list)
    note: tuple[str, dict[str, Any]] | None = None


@dataclass(frozen=True, slots=True)
class NameRow:
    """One line of the list by name."""

    person: Person
    table: int | None
    other: Person | None
    score: Score
    situation: str
    through: bool = False  # whether the other one has qualified, as in Side


def match(facts: Facts, number: int, game: GameData) -> Match:
    """One game with both records as they were before the round."""
    first, second = game["players"]
    discs = game["discs"] or (None, None)
    note = note_of(facts, number, game)
    sides = [
        Side(
            facts.people[no],
            facts.score(no, number - 1),
            mark(game, no),
            game["winner"] == no,
            discs[at],
            "" if facts.in_teams else _concerned(note, game, no),
            through=_through(facts, number, no),
        )
        for at, no in enumerate((first, second))
        if no is not None
    ]
    other = sides[1] if len(sides) > 1 else None
    counted = other is not None and game["stage"] in _POOLS
    gap = _gap(facts, sides[0].score, sides[1].score) if counted and number > 1 else 0
    kind, since = game["kind"], facts.qualified_after.get(first, number)
    if other is None:  # whatever else it may be called, nobody sits opposite
        kind = "qualified" if since < number else facts.bye(number, game)
    boards = board_lines(facts, number, game, first)
    score, shown = (boards_won(game, first), note) if facts.in_teams else (None, "")
    return Match(
        game["table"],
        sides[0],
        other,
        kind,
        gap,
        entered(game),
        number,
        since,
        boards,
        score,
        shown,
        facts.game_page(number, game),
        bool(game.get("ruling")),
    )


def _gap(facts: Facts, one: Score, other: Score) -> int:
    """The difference in wins, or in points."""
    if not facts.in_points:
        return abs(one[0] - other[0])
    return abs(2 * (one[0] - other[0]) + one[2] - other[2])


def note_of(facts: Facts, number: int, game: GameData) -> str:
    """How a game ended: foul, disqualified, repetition, or nothing to be said."""
    sheet = facts.sheet(number, game)
    return _NOTES.get(sheet.note, "") if sheet is not None and sheet.entered else ""


def _concerned(note: str, game: GameData, no: int) -> str:
    """A foul is the loser's, the referee's lot the winner's."""
    return note if note and (game["winner"] == no) == (note == "repetition") else ""


def clocks(facts: Facts, number: int) -> list[tuple[list[str], dict[str, str]]]:
    """持ち時間 of a round's games: (stages, the time); no stages where it is the same for all of them."""
    if facts.declared.swiss is None:
        return []
    found: list[tuple[list[str], dict[str, str]]] = []
    for stage in dict.fromkeys(game["stage"] for game in facts.round(number)["games"]):
        time = facts.clock(stage)
        same = next((stages for stages, one in found if one == time), None)
        if same is None:
            found.append(([facts.shown_stage(stage, number)], time))
        else:
            same.append(facts.shown_stage(stage, number))
    if len(found) == 1:
        found = [([], found[0][1])]
    return [one for one in found if any(one[1].values())]


def _through(facts: Facts, number: int, no: int) -> bool:
    return facts.qualified_after.get(no, number) < number


def bands(facts: Facts, number: int) -> list[Band]:
    """The round by table: finals first, then league by league, then the ranking league, as the tables are numbered."""
    found: dict[tuple[str, str | None], Band] = {}
    for game in facts.round(number)["games"]:
        one = match(facts, number, game)
        key = (
            ("qualified", None)
            if one.kind == "qualified"
            else (
                facts.shown_stage(game["stage"], number),
                facts.named_group(game["stage"], game["group"]),
            )
        )
        found.setdefault(key, Band(*key)).matches.append(one)
    if facts.in_leagues and number <= facts.declared.leagues.rounds[1]:
        _add_resting(facts, number, found)
    for band in found.values():
        band.note = _note(facts, number, band)
    return sorted(found.values(), key=lambda band: _place(facts, band))


def _add_resting(facts: Facts, number: int, found: dict[tuple[str, str | None], Band]) -> None:
    """Who has qualified stands in the list all the same, though the format gives no bye for it."""
    for no, after in facts.qualified.values():
        if after < number and no not in facts.games[number]:
            side = Side(facts.people[no], facts.score(no, number - 1), "", False, None)
            band = found.setdefault(("qualified", None), Band("qualified", None))
            band.matches.append(Match(None, side, None, "qualified", 0, True, number, after))


def _place(facts: Facts, band: Band) -> tuple[int, int]:
    inner = groups_in_order(facts).index((band.stage, band.group)) if band.group is not None else 0
    return (_STAGES.index(band.stage) if band.stage in _STAGES else len(_STAGES), inner)


def groups_in_order(facts: Facts) -> list[tuple[str, str]]:
    """(stage, group) of leagues, blocks and repechage groups as the format lists them."""
    found = [("league", league) for league in facts.declared.league_names]
    for stage in facts.declared.stage:
        if isinstance(stage, MainBracket):
            found += [("main", block) for block in stage.blocks]
        elif isinstance(stage, Repechage):
            found += [("repechage", str(number)) for number in range(1, len(stage.groups) + 1)]
        elif isinstance(stage, Swiss):
            found += [("swiss", block) for block in stage.blocks]
    return found


def _note(facts: Facts, number: int, band: Band) -> tuple[str, dict[str, Any]] | None:
    people = [side for m in band.matches for side in (m.first, m.second) if side is not None]
    if band.stage == "ranking":
        return ("band.ranking", {"people_n": len(people)})
    if band.stage == "repechage" and band.group is not None:
        return ("band.repechage", {"lost": lost_at(facts, band.group), "people_n": len(people)})
    if band.stage in ("main", "swiss", "round-robin"):
        noun = "teams" if facts.in_teams else "people"
        return (f"band.{noun}", {f"{noun}_n": len(people)})
    if band.stage != "league":
        return None
    unbeaten = number > 1 and all(side.score[1] == 0 for side in people)
    if unbeaten and len(people) == 2:
        return ("band.decider", {})
    return ("band.unbeaten" if unbeaten else "band.people", {"people_n": len(people)})


def band_pages(found: Iterable[Band], room: int) -> list[list[Band]]:
    """Games by table on as many pages as they need, evenly; a heading that was cut stands on both."""
    lines = [(band, one) for band in found for one in band.matches]
    count = max(1, -(-len(lines) // room))
    ends = [len(lines) * at // count for at in range(count + 1)]
    return [
        [
            replace(own, matches=[one for band, one in lines[begin:end] if band is own])
            for own in {id(band): band for band, _ in lines[begin:end]}.values()
        ]
        for begin, end in pairwise(ends)
    ]


def lost_at(facts: Facts, group: str) -> tuple[str, int]:
    """Where the players of a repechage group lost: (block, round); no block where there is only one."""
    stage = next(one for one in facts.declared.stage if isinstance(one, Repechage))
    main = facts.declared.stage_of(stage.main)
    position = stage.groups[int(group) - 1]
    several = isinstance(main, MainBracket) and len(main.blocks) > 1
    return (position[:-1] if several else "", int(position[-1]))


def by_name(facts: Facts, number: int) -> list[KanaGroup[NameRow]]:
    """Rows of the fifty sounds; whoever has no game is told why."""
    lines = [(p.kana, _name_row(facts, number, p)) for p in facts.present]
    return labelled(lines)


def kana_groups(people: Iterable[Person]) -> list[KanaGroup[Person]]:
    """Everybody in the order of the fifty sounds, under the rows."""
    return labelled([(p.kana, p) for p in sorted(people, key=lambda p: sort_key(p.kana, p.name, p.no))])


def _name_row(facts: Facts, number: int, person: Person) -> NameRow:
    game = facts.games[number].get(person.no)
    out = facts.qualified_after.get(person.no, number) < number
    if game is None:
        why = facts.without_game(person, number)
        return NameRow(person, None, None, NO_SCORE, "qualified" if out and why == "rest" else why)
    other = opponent(game, person.no)
    if other is None:
        return NameRow(person, None, None, NO_SCORE, "qualified" if out else facts.bye(number, game))
    score, through = facts.score(other, number - 1), _through(facts, number, other)
    return NameRow(person, game["table"], facts.people[other], score, "game", through)
