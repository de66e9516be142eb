"""`tourgen explain`: the whole division, one round, or one player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tourgen.explain.division_text import DivisionText
from tourgen.explain.player_text import PlayerText
from tourgen.tournament import Tournament


def explain_text(
    tournament: Tournament,
    *,
    round_no: int | None,
    player: int | None,
    language: str,
    event: Sequence[Tournament] = (),
) -> list[str]:
    """Why, line by line; both a round and a player: that player's pairing in that round.

    `event`: all divisions in the order of the event; without them nothing is said about who moved between them.
    """
    if player is not None:
        return list(_player(PlayerText(tournament, language, event), round_no, player))
    return list(_division(DivisionText(tournament, language, event), round_no))


def _player(text: PlayerText, round_no: int | None, no: int) -> Iterator[str]:
    if no not in text.tournament.players:
        yield text.said("why-text-no-player", no=no)
    elif text.nothing(round_no):
        yield from text.nothing(round_no)
    elif round_no is None:
        yield from text.player_lines(no)
    else:
        yield text.player_heading(no)
        yield from text.player_round(round_no, no)


def _division(text: DivisionText, round_no: int | None) -> Iterator[str]:
    if text.nothing(round_no):
        yield from text.nothing(round_no)
    elif round_no is None:
        yield from text.division_lines()
    else:
        yield from text.round_lines(round_no)
