"""Which match of a tree gave a place of the final rank."""

from __future__ import annotations

from collections.abc import Iterator

from tourgen.engine.model import Game
from tourgen.engine.situation import Situation
from tourgen.engine.stages.base import selected
from tourgen.engine.stages.bracket import BracketStage
from tourgen.event.tournament import Tournament
from tourgen.explain.words import Reason, in_sentence, names, place, player, quote, say, stage_words


def place_reasons(
    tournament: Tournament, now: Situation, tree: BracketStage, no: int, rank: int
) -> Iterator[Reason]:
    """The player's last match in it, and with whom the place is shared."""
    declared = now.format
    if tree.declared.winner_places is not None:
        yield _of_the_match(now, tree, no, rank)
        return
    game = next((one for one in _games(now, tree, no)), None)
    if game is None:
        name = in_sentence(stage_words(declared, tree.id))
        yield Reason(say("why-final-sole", place=place(rank), stage=name), quote(declared, "playoff"))
        return
    rule = quote(declared, "final-places")
    match = in_sentence(stage_words(declared, game.stage, None if rule else game.group))
    how = ("won" if game.winner == no else "lost") if rule else _how(game, no)
    name = player(tournament, game.opponent(no))
    yield Reason(say(f"why-final-{how}", stage=match, place=place(rank), name=name), rule)
    held = tree.places(now).held
    shared = [other for other, given in held.items() if given == held[no] and other != no]
    if shared and rule is None:
        yield Reason(say("why-final-shared-stage", names=names(tournament, shared), place=place(rank)))


def _games(now: Situation, tree: BracketStage, no: int) -> Iterator[Game]:
    """The player's games in it, the last first."""
    for played in reversed(now.rounds):
        for game in played.games:
            if no in game.players and now.format.stage_of_label(game.stage) == tree.id:
                yield game


def _how(game: Game, no: int) -> str:
    """How the match ended for the player."""
    if game.winner is None:
        return "lost-both"
    how = "won" if game.winner == no else "lost"
    if game.opponent(no) is None:
        return f"{how}-bye"
    return f"{how}-forfeit" if game.kind == "forfeit" else f"{how}-against"


def _of_the_match(now: Situation, tree: BracketStage, no: int, rank: int) -> Reason:
    """`winner_places` and `loser_places`: of several matches in the order of the groups they come from."""
    matches = [match for levels in tree.trees(now).values() for match in levels[-1]]
    mine = [one for one in matches if no in [slot.no for slot in (one.winner, one.loser) if slot]]
    won = bool(mine) and mine[0].won and mine[0].winner is not None and mine[0].winner.no == no
    outcome = "won" if won else "lost" if mine and mine[0].won else "nobody"
    low, high = (tree.declared.winner_places if won else tree.declared.loser_places) or (rank, rank)
    several = high > low and outcome != "nobody"
    picks = selected(tree, now) or ()
    group = next((pick.group for pick in picks if pick.slot.no == no and several), None)
    text = say(
        f"why-final-{outcome}" if group is None else f"why-placing-{outcome}",
        stage=in_sentence(stage_words(now.format, tree.id)),
        place=place(rank),
        low=low,
        high=high,
        group=group,
    )
    return Reason(text, quote(now.format, f"{tree.id}-places" if high > low else tree.id))
