"""One game of the document: how it can have ended, and what stands beside its result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tourgen.verify.bracket import BracketStage
from tourgen.verify.course import Course
from tourgen.verify.deviation import NOTHING, Deviation, compare, shown, shown_pairs
from tourgen.verify.facts import Facts, Game

KOMI_WITH_STONES = 0.5


def _kinds(course: Course, game: Game) -> tuple[str, ...]:
    """How a game can end to which two sit down: in a bracket somebody has to win."""
    owner = course.stages.get(course.owner_of(game.stage) or "")
    if isinstance(owner, BracketStage):
        return ("played", "forfeit")
    go = ("pending", "no-result") if course.declared.game == "go" else ()
    return ("played", "forfeit", "double-loss", *go, *(("draw",) if course.scale.may_be_drawn else ()))


def check_game(course: Course, number: int, game: Game) -> Iterator[Deviation]:
    """Kind, winner and rating of one game."""
    facts, kinds = course.facts, _kinds(course, game)
    if game.second is None and game.first in facts.entrants and facts.entrants[game.first].withdrawn(number):
        yield Deviation("bye-withdrawn", number, game.first, NOTHING, shown_pairs([game.pair]))
    kind, winners = _expected_result(facts, number, game, kinds)
    if game.kind != kind:
        yield Deviation("kind", number, game.first, kind, game.kind)
    elif game.winner not in winners:
        expected = shown(winners[0]) if len(winners) == 1 else shown_pairs([game.pair])
        yield Deviation("winner", number, game.first, expected, shown(game.winner))
    else:
        yield from _check_counts(course, number, game)
    if game.rated and game.kind not in ("played", "draw"):
        yield Deviation("rated", number, game.first, "false", "true")
    # Only what could have been pending can be ruled on, and a ruling ends it.
    if game.ruling and ("pending" not in kinds or game.kind in ("pending", "bye") or not game.entered):
        yield Deviation("ruling", number, game.first, "false", "true")
    yield from _check_boards(number, game, len(course.declared.boards))
    yield from _check_handicap(course, number, game)


def _check_counts(course: Course, number: int, game: Game) -> Iterator[Deviation]:
    """A drawn game has as many discs on both sides; of a match the winner has the majority of its games.

    The winner of a game may have fewer discs: after 反則 or 失格.
    """
    owner = course.stages.get(course.owner_of(game.stage) or "")
    if game.discs is not None and game.kind == "draw" and game.discs[0] != game.discs[1]:
        more = game.pair[game.discs[0] < game.discs[1]]
        yield Deviation("winner", number, game.first, shown(more), shown(game.winner))
    if game.games is not None and owner is not None and game.winner is not None and game.kind == "played":
        best_of, won = owner.declared.best_of, sum(game.games)
        ahead = game.pair[2 * won < len(game.games)]
        if max(won, len(game.games) - won) != best_of // 2 + 1 or ahead != game.winner:
            yield Deviation("winner", number, game.first, shown(ahead), shown(game.winner))


def _check_boards(number: int, game: Game, count: int) -> Iterator[Deviation]:
    """団体戦: a bye is all boards won, and so is a match walked over; a played match is won by the majority."""
    boards = game.boards or ()
    if not count or game.kind != "played" or game.winner is None:
        given = (int(game.winner == game.first),) * count if count and game.winner is not None else None
        yield from compare("boards", _shown_boards(given), _shown_boards(game.boards), number, game.first)
    elif len(boards) != count or not set(boards) <= {0, 1}:
        yield Deviation("boards", number, game.first, shown(count), _shown_boards(game.boards))
    elif game.winner != (majority := game.first if 2 * sum(boards) > count else game.second):
        yield Deviation("winner", number, game.first, shown(majority), shown(game.winner))


def _check_handicap(course: Course, number: int, game: Game) -> Iterator[Deviation]:
    """手合: a stone for every grade between the two; of teams it is between players whose grades no document has."""
    rule, known = course.declared.handicap, course.facts.entrants
    if rule is None or course.declared.boards or game.second is None or not known.keys() >= {*game.players}:
        return
    one, other = (known[no].grade for no in game.players)
    apart = 0 if one is None or other is None else one - other
    stones = min(max(abs(apart) - rule.less, 0), rule.most)
    expected = {
        "stones": stones,
        "komi": KOMI_WITH_STONES if stones else rule.komi,
        "black": int(apart > 0) if stones else None,
    }
    yield from compare("handicap", expected, game.handicap, number, game.first)


def _shown_boards(boards: tuple[int, ...] | None) -> str:
    return shown(None if boards is None else " ".join(map(str, boards)))


def _expected_result(
    facts: Facts, number: int, game: Game, kinds: Sequence[str]
) -> tuple[str, list[int | None]]:
    """The kind, and who can have won; byes and the games of withdrawn players have nobody who plays for it."""
    there = [
        no for no in game.players if no not in facts.entrants or not facts.entrants[no].withdrawn(number)
    ]
    if game.second is None:
        return "bye", [game.first]
    # A double loss that was typed stays one, whoever of the two has withdrawn.
    typed = game.kind == "double-loss" and "double-loss" in kinds
    if len(there) < 2 and not (there and typed):
        return ("forfeit", [there[0]]) if there else ("double-loss", [None])
    won: dict[str, list[int | None]] = {"played": [None, *game.players], "forfeit": [*game.players]}
    return (game.kind, won.get(game.kind, [None])) if game.kind in kinds else ("played", [])
