"""One round of the document against the sections that the rules give for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from tourgen.dataclass import replace
from tourgen.formats.declaration import Format
from tourgen.verify.course import Course, Section
from tourgen.verify.deviation import NOTHING, Deviation, Pair, shown, shown_pairs
from tourgen.verify.facts import KNOCKOUTS, Facts, Match, Sheet

BEST = 2  # of what `fit` says


def check_round(
    course: Course, sheet: Sheet, sections: Sequence[Section], hand_made: bool
) -> Iterator[Deviation]:
    """Who plays, against whom, under which label, at which table, and with what kind of result."""
    unlisted = _byes_of_withdrawn(course.facts, sheet, sections)
    yield from _check_players(course.facts, sheet, sections, unlisted)
    for game in sheet.games:
        yield from _check_game(course.facts, sheet.number, game, _kinds(course.declared))
    judged = [section.judged(_inside(section, sheet.games, unlisted)) for section in sections]
    labels = list(_check_labels(sheet, sections))
    if not sheet.by_hand:
        for section, right in zip(sections, judged, strict=True):
            if right is None:
                yield _wrong_pairs(section, sheet)
        yield from _check_seating(course.facts, sheet, sections, judged)
        yield from labels
    elif not labels and None not in judged and not _without_a_game(sheet, sections):
        yield Deviation("by-hand", sheet.number, None, "false", "true")
    else:
        # In a round that was really made by hand pairs, tables and labels are the organiser's.
        yield from _check_typed_labels(sheet, course.labels)
        if hand_made:
            pairs = [
                replace(_wrong_pairs(section, sheet), code="re-paired")
                for section, right in zip(sections, judged, strict=True)
                if right is None
            ]
            yield from pairs or labels


def _byes_of_withdrawn(facts: Facts, sheet: Sheet, sections: Sequence[Section]) -> set[int]:
    """Those who withdrew and stand in no game: a bye that would fall to them is none."""
    listed = {no for game in sheet.games for no in game.players}
    members = {no for section in sections for no in section.members}
    return {no for no in members - listed if facts.entrants[no].withdrawn(sheet.number)}


def fit(facts: Facts, sheet: Sheet, sections: Sequence[Section]) -> int:
    """How well a round fits these sections: 0 otherwise paired or labelled, 1 otherwise seated, 2 as they ask."""
    unlisted = _byes_of_withdrawn(facts, sheet, sections)
    judged = [section.judged(_inside(section, sheet.games, unlisted)) for section in sections]
    strangers = _without_a_game(sheet, sections) or list(_check_labels(sheet, sections))
    if strangers or None in judged:
        return 0
    return 1 if list(_check_seating(facts, sheet, sections, judged)) else BEST


def _without_a_game(sheet: Sheet, sections: Sequence[Section]) -> set[int]:
    """Those who stand in a game although none was due."""
    members = {no for section in sections for no in section.members}
    return {no for game in sheet.games for no in game.players} - members


def _pair(game: Match) -> Pair:
    return (game.first, game.second)


def _inside(section: Section, games: Sequence[Match], unlisted: set[int]) -> list[Pair]:
    members = set(section.members)
    byes: list[Pair] = [(no, None) for no in section.members if no in unlisted]
    return byes + [_pair(game) for game in games if members.issuperset(game.players)]


def _check_players(
    facts: Facts, sheet: Sheet, sections: Sequence[Section], unlisted: set[int]
) -> Iterator[Deviation]:
    """Everybody who should play, exactly once, and nobody else.

    A round made before an earlier result was corrected lists who was due then: it counts as made by hand.
    """
    due = Counter(no for section in sections for no in section.members if no not in unlisted)
    listed = Counter(no for game in sheet.games for no in game.players)
    for no in sorted(due.keys() | listed.keys()):
        if no not in facts.entrants:
            yield Deviation("player-unknown", sheet.number, no, NOTHING, shown(no))
        elif facts.entrants[no].out and listed[no]:
            yield Deviation("player-absent", sheet.number, no, "0", shown(listed[no]))
        elif listed[no] > 1 or (due[no] != listed[no] and not sheet.by_hand):
            code = "player-missing" if not listed[no] else "player-resting" if not due[no] else "player-twice"
            yield Deviation(code, sheet.number, no, shown(due[no]), shown(listed[no]))


def _kinds(declared: Format) -> tuple[str, ...]:
    """How a game of this format can end, where two sit down to it and nobody has to win."""
    ends = ["played", "forfeit", "double-loss"]
    if declared.game == "go":
        ends += ["pending", "no-result", *(["draw"] if "points" in declared.order.criteria else [])]
    return tuple(ends)


def _check_game(facts: Facts, number: int, game: Match, kinds: Sequence[str]) -> Iterator[Deviation]:
    """Kind, winner and rating of one game."""
    if game.second is None and game.first in facts.entrants and facts.entrants[game.first].withdrawn(number):
        yield Deviation("bye-withdrawn", number, game.first, NOTHING, shown_pairs([_pair(game)]))
    expected = _expected_result(facts, number, game)
    if expected is not None:
        kind, winner = expected
        if game.kind != kind:
            yield Deviation("kind", number, game.first, kind, game.kind)
        elif game.winner != winner:
            yield Deviation("winner", number, game.first, shown(winner), shown(game.winner))
    elif game.kind not in (("played", "forfeit") if game.stage in KNOCKOUTS else kinds):
        yield Deviation("kind", number, game.first, "played", game.kind)
    elif game.kind not in ("played", "forfeit") and game.winner is not None:
        yield Deviation("winner", number, game.first, NOTHING, shown(game.winner))
    elif game.kind == "forfeit" and game.winner is None:
        yield Deviation("winner", number, game.first, shown_pairs([_pair(game)]), NOTHING)
    elif game.winner is not None and game.winner not in game.players:
        yield Deviation("winner", number, game.first, shown_pairs([_pair(game)]), shown(game.winner))
    if game.rated and game.kind not in ("played", "draw"):
        yield Deviation("rated", number, game.first, "false", "true")
    # Only what could have been pending can be ruled on, and a ruling ends it.
    if game.ruling and ("pending" not in kinds or game.kind in ("pending", "bye") or not game.entered):
        yield Deviation("ruling", number, game.first, "false", "true")


def _expected_result(facts: Facts, number: int, game: Match) -> tuple[str, int | None] | None:
    """Kind and winner where nobody has to play for it: byes and the games of withdrawn players."""
    there = [
        no for no in game.players if no not in facts.entrants or not facts.entrants[no].withdrawn(number)
    ]
    if game.second is None:
        return ("bye", game.first)
    # A double loss that was typed stays one, whoever of the two has withdrawn.
    typed = game.kind == "double-loss" and game.stage not in KNOCKOUTS
    if len(there) == 2 or (len(there) == 1 and typed):
        return None
    return ("forfeit", there[0]) if there else ("double-loss", None)


def _wrong_pairs(section: Section, sheet: Sheet) -> Deviation:
    """Only the pairs that differ, on both sides; the number is that of the first player concerned."""
    expected, members = section.pairs(), set(section.members)
    found = [_pair(game) for game in sheet.games if members & set(game.players)]
    want, have = {frozenset(pair) for pair in expected}, {frozenset(pair) for pair in found}
    missing = [pair for pair in expected if frozenset(pair) not in have]
    extra = [pair for pair in found if frozenset(pair) not in want]
    first = missing[0][0] if missing else extra[0][0] if extra else None
    return Deviation("pairing", sheet.number, first, shown_pairs(missing), shown_pairs(extra))


def _check_seating(
    facts: Facts, sheet: Sheet, sections: Sequence[Section], judged: Sequence[list[Pair] | None]
) -> Iterator[Deviation]:
    """Who is named first, and the table: counted through the sections, byes have none."""
    games = {frozenset(_pair(game)): game for game in sheet.games}
    table = 0
    for section, pairs in zip(sections, judged, strict=True):
        if pairs is None:
            table += sum(second is not None for _, second in _inside(section, sheet.games, set()))
            continue
        for pair in pairs:
            game = games.get(frozenset(pair))
            if game is None:
                continue  # the bye that would have fallen to somebody who withdrew
            if game.first != pair[0]:
                yield Deviation(
                    "player-order", sheet.number, pair[0], shown_pairs([pair]), shown_pairs([_pair(game)])
                )
            # A game with nobody there has no table; it kept one if both withdrew after it was made.
            nobody = game.table is None and all(
                facts.entrants[no].withdrawn(sheet.number) for no in game.players
            )
            seated = game.second is not None and not nobody
            table += seated
            if game.table != (table if seated else None):
                yield Deviation(
                    "table", sheet.number, pair[0], shown(table if seated else None), shown(game.table)
                )


def _check_typed_labels(sheet: Sheet, known: Mapping[str, Sequence[str | None]]) -> Iterator[Deviation]:
    """A label that was typed is at least one that the format knows."""
    for game in sheet.games:
        if game.stage not in known:
            yield Deviation("stage", sheet.number, game.first, ", ".join(known), game.stage)
        elif game.group not in known[game.stage]:
            expected = ", ".join(map(shown, known[game.stage]))
            yield Deviation("group", sheet.number, game.first, expected, shown(game.group))


def _check_labels(sheet: Sheet, sections: Sequence[Section]) -> Iterator[Deviation]:
    """Stage and group are those in which the game's first player would have played."""
    where = {no: section for section in sections for no in section.members}
    for game in sheet.games:
        section = where.get(game.first)
        if section is None:
            continue
        if game.stage != section.stage:
            yield Deviation("stage", sheet.number, game.first, section.stage, game.stage)
        if game.group != section.group:
            yield Deviation("group", sheet.number, game.first, shown(section.group), shown(game.group))
