"""The players of a division as the rules see them: those who take part, and until which round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from tourgen.engine.lottery import Draw, Lots
from tourgen.engine.model import Entrant
from tourgen.event.judge_round import disqualified_players
from tourgen.event.settings import Division
from tourgen.formats import fitted
from tourgen.formats.labels import grade_value, plain
from tourgen.model import Player, ResultSheet, Source


def fit(division: Division, players: Iterable[Player]) -> Division:
    """The division with its format as so many entrants play it."""
    return replace(division, declared=fitted(division.declared, sum(player.here for player in players)))


def with_disqualified(roster: Sequence[Player], sheets: Mapping[int, ResultSheet]) -> list[Player]:
    """失格とは当該対局を負け、当該大会において以後の出場権利を失うことである: withdrawn after that round."""
    out: dict[int, tuple[int, Source]] = {}
    for number, sheet in sorted(sheets.items(), reverse=True):
        out.update({no: (number, cell) for no, cell in disqualified_players(sheet)})
    return [
        _out_by_disqualification(player, *out[player.no]) if player.no in out else player for player in roster
    ]


def _out_by_disqualification(player: Player, number: int, cell: Source) -> Player:
    """Disqualified in this round; a player who had left before stays as the roster says."""
    if player.withdrawn_after is not None and player.withdrawn_after <= number:
        return player
    return replace(player, withdrawn_after=number, disqualified=cell)


def entrants_of(
    players: Mapping[int, Player], draw: Draw, sheets: Mapping[int, ResultSheet]
) -> dict[int, Entrant]:
    """The present players, with the last round each is paired for (decision D6)."""
    listed: dict[int, int] = {}  # the last round in whose sheet the player has an opponent
    for number, sheet in sorted(sheets.items()):
        for row in sheet.rows:
            if row.numbers[1] is not None:
                listed.update({no: number for no in row.numbers if no is not None})
    return {no: entrant(one, draw, listed.get(no, 0)) for no, one in players.items() if one.here}


def entrant(player: Player, draw: Draw, listed: int = 0) -> Entrant:
    """A present player; `listed` is the last round in whose sheet they have an opponent."""
    after = player.withdrawn_after
    return Entrant(
        player.no,
        draw.numbers[player.no],
        player.sex,
        after,
        None if after is None else max(after, listed),
        player.from_round,
        plain(player.club),
        rests=frozenset(player.rests),
        grade=grade_value(player.grade),
        board_grades=tuple(map(grade_value, player.board_grades)),
        rating=player.rating,
        seed=bool(player.seed),
        group=player.group,
    )


def lots_of(division: Division, players: Iterable[int], draw: Draw) -> Lots:
    """Every lot after the lottery: the generator continued from the draws."""
    return Lots(division.declared.lottery, tuple(sorted(players)), draw.x0 or 0)
