"""One round of the document against the sections that the rules give for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, islice

from tourgen.verify.course import Course, relabelled
from tourgen.verify.deviation import NOTHING, Deviation, Pair, compare, shown, shown_pairs
from tourgen.verify.facts import Game, Sheet
from tourgen.verify.games import check_game
from tourgen.verify.stage import Section

BEST = 2  # of `fit`
MOST = 32  # combinations of rulings that came later


def check_round(
    course: Course, sheet: Sheet, sections: Sequence[Section], hand_made: bool
) -> Iterator[Deviation]:
    """Who plays, against whom, under which label, at which table, and with what kind of result."""
    found = Judged(course, sheet, sections)
    yield from found.check_players()
    for game in sheet.games:
        for one in check_game(course, sheet.number, game):
            yield replace(one, table=game.table)
    if not sheet.by_hand:
        yield from found.wrong_pairs()
        yield from found.check_seating()
        for game in sheet.games if _keeps_colours(course) else ():
            if game.second is not None:
                yield from compare("black", 0, game.black, sheet.number, game.first)
        yield from found.labels
    elif found.as_due:
        yield Deviation("by-hand", sheet.number, None, "false", "true")
    else:
        # In a round that was really made by hand pairs, tables and labels are the organiser's.
        yield from _check_typed_labels(sheet, course)
        if hand_made:
            pairs = [replace(one, code="re-paired") for one in found.wrong_pairs()]
            yield from pairs or found.labels


class Judged:
    """A round beside the sections of the rules: who is due and who listed, and the pairs as they should be."""

    def __init__(self, course: Course, sheet: Sheet, sections: Sequence[Section]) -> None:
        self.course, self.sheet, self.sections = course, sheet, sections
        self.due = Counter(no for section in sections for no in section.members)
        self.listed = Counter(no for game in sheet.games for no in game.players)
        # Those who withdrew and stand in no game: a bye that would fall to them is none.
        missing = self.due.keys() - self.listed.keys()
        self.unlisted = {no for no in missing if course.facts.entrants[no].withdrawn(sheet.number)}
        self.pairs = [section.judged(self._inside(section)) for section in sections]  # None: other pairs
        self.labels = list(self._check_labels())

    @property
    def as_due(self) -> bool:
        """Whether it is paired and labelled as the rules ask, with nobody besides."""
        return not self.labels and None not in self.pairs and self.listed.keys() <= self.due.keys()

    @property
    def fit(self) -> int:
        """How well it fits: 0 otherwise paired or labelled, 1 otherwise seated, 2 as the rules ask."""
        return 0 if not self.as_due else 1 if list(self.check_seating()) else BEST

    def _inside(self, section: Section) -> list[Pair]:
        byes: list[Pair] = [(no, None) for no in section.members if no in self.unlisted]
        members = set(section.members)
        return byes + [game.pair for game in self.sheet.games if members.issuperset(game.players)]

    def check_players(self) -> Iterator[Deviation]:
        """Everybody who should play, exactly once, and nobody else.

        A round made before an earlier result was corrected lists who was due then: it counts as made by hand.
        """
        entrants, at = self.course.facts.entrants, self.sheet.number
        for no in sorted((self.due.keys() | self.listed.keys()) - self.unlisted):
            due, listed = self.due[no], self.listed[no]
            if no not in entrants:
                yield Deviation("player-unknown", at, no, NOTHING, shown(no))
            elif entrants[no].out and listed:
                yield Deviation("player-absent", at, no, "0", shown(listed))
            elif listed > 1 or (due != listed and not self.sheet.by_hand):
                code = "player-missing" if not listed else "player-resting" if not due else "player-twice"
                yield Deviation(code, at, no, shown(due), shown(listed))

    def wrong_pairs(self) -> Iterator[Deviation]:
        """Of a section only the pairs that differ; the number is that of the first player concerned."""
        for section in (one for one, right in zip(self.sections, self.pairs, strict=True) if right is None):
            expected, members = section.pairs(), set(section.members)
            found = [game.pair for game in self.sheet.games if members & set(game.players)]
            want, have = {frozenset(pair) for pair in expected}, {frozenset(pair) for pair in found}
            missing = [pair for pair in expected if frozenset(pair) not in have]
            extra = [pair for pair in found if frozenset(pair) not in want]
            first = next((pair[0] for pair in (*missing, *extra)), None)
            tables = [
                game.table for game in self.sheet.games if game.pair in extra and game.table is not None
            ]
            yield Deviation(
                *("pairing", self.sheet.number, first, shown_pairs(missing), shown_pairs(extra)),
                table=min(tables, default=None),
                rule=section.broken_rule(found),
            )

    def check_seating(self) -> Iterator[Deviation]:
        """Who is named first, and the table: counted through the sections, byes have none."""
        course, facts, at = self.course, self.course.facts, self.sheet.number
        games = {frozenset(game.pair): game for game in self.sheet.games}
        table = facts.first_table - 1
        for section, pairs in zip(self.sections, self.pairs, strict=True):
            if pairs is None:
                table += sum(second is not None for _, second in self._inside(section))
                continue
            for pair in pairs:
                game = games.get(frozenset(pair))
                if game is None:
                    continue  # the bye that would have fallen to somebody who withdrew
                if _keeps_colours(course):
                    pair = _black_first(course, pair)
                if game.first != pair[0]:
                    right, found = shown_pairs([pair]), shown_pairs([game.pair])
                    yield Deviation("player-order", at, pair[0], right, found)
                # A game with nobody there has no table; it kept one if both withdrew after it was made.
                nobody = game.table is None and all(facts.entrants[no].withdrawn(at) for no in game.players)
                seated = game.second is not None and not nobody
                table += seated
                yield from compare("table", table if seated else None, game.table, at, pair[0])

    def _check_labels(self) -> Iterator[Deviation]:
        """Stage and group are those in which the game's first player would have played."""
        where = {no: section for section in self.sections for no in section.members}
        for game in self.sheet.games:
            if (section := where.get(game.first)) is not None:
                yield from compare("stage", section.stage, game.stage, self.sheet.number, game.first)
                yield from compare("group", section.group, game.group, self.sheet.number, game.first)


def _keeps_colours(course: Course) -> bool:
    """Where sides are kept Black is named first: in Go, and where pairing looks at colours."""
    declared = course.declared
    looked_at = any("colour" in getattr(one, "avoid", ()) for one in declared.stage)
    plain = declared.handicap is None and not declared.boards and declared.colours == "even"
    return plain and (declared.game == "go" or looked_at)


def _black_first(course: Course, pair: Pair) -> Pair:
    """Black has had fewer Blacks so far, then White last time, then is the lower ranked: the second of the pair."""
    first, second = pair
    if second is None or _colours_so_far(course, first) < _colours_so_far(course, second):
        return pair
    return (second, first)


def _colours_so_far(course: Course, no: int) -> tuple[int, int]:
    """How many Blacks, and the colour of the latest game: White is the smaller number."""
    colours = [line.colour for line in course.record.lines.get(no, ()) if line.colour]
    return (colours.count(1), min(0, colours[-1]) if colours else 0)


def _check_typed_labels(sheet: Sheet, course: Course) -> Iterator[Deviation]:
    """A label that was typed is at least one that the format knows."""
    known = {label: groups for stage in course.stages.values() for label, groups in stage.labels.items()}
    for game in sheet.games:
        groups = known.get(game.stage)
        if game.stage not in known:
            yield Deviation("stage", sheet.number, game.first, ", ".join(known), game.stage)
        elif groups is not None and game.group not in groups:
            expected = ", ".join(map(shown, groups))
            yield Deviation("group", sheet.number, game.first, expected, shown(game.group))


# --- Rulings


def as_paired(course: Course, number: int) -> list[Section]:
    """What was to be played in a round: with all rulings, or with some games still pending where that fits better.

    裁定: a round may have been paired before the committee decided a game of an earlier one; it stays as it is.
    """
    sections = course.sections(number)
    sheet = course.facts.sheets.get(number)
    ruled = [
        (at, game.first)
        for at, one in course.facts.sheets.items()
        for game in one.games
        if game.ruling and at < number
    ]
    if sheet is None or not ruled:
        return sections
    best = Judged(course, sheet, sections).fit
    choices = (some for count in range(len(ruled), 0, -1) for some in combinations(ruled, count))
    for still_open in islice(choices, MOST):
        if best == BEST:
            break
        then = _before(course, number, still_open)
        better = Judged(course, sheet, then).fit
        if better > best:
            sections, best = then, better
    return sections


def _before(course: Course, number: int, still_open: Sequence[tuple[int, int]]) -> list[Section]:
    """The next round after the rounds before `number`, with these games pending again."""
    sheets = dict(course.facts.sheets)
    for at in range(1, number):
        games = tuple(_pending(game) if (at, game.first) in still_open else game for game in sheets[at].games)
        sheets[at] = replace(sheets[at], games=games)
    then = Course(replace(course.facts, sheets=sheets), course.declared, course.lots)
    for at in range(1, number):
        then.take_in(relabelled(sheets[at], then.sections(at)))
    return then.sections(number)


def _pending(game: Game) -> Game:
    return replace(game, kind="pending", winner=None, ruling=False)
