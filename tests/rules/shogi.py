"""A division of the shogi formats, played round by round; lots are roster numbers unless said otherwise."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from tests.rules.builders import Day, changed, entrants
from tourgen.engine.model import BarredPair, Game
from tourgen.engine.progress import start
from tourgen.formats import fitted

CHAMPIONSHIP, ENCOURAGEMENT = "shogi-championship", "shogi-encouragement"
GIRLS, TEAM = "shogi-girls", "shogi-team"


def shogi_day(
    format_id: str,
    count: int,
    *,
    late: Mapping[int, int] | None = None,
    withdrawn: Mapping[int, int] | None = None,
    paired_until: Mapping[int, int] | None = None,
    schools: Mapping[int, str] | None = None,
    lots: Mapping[int, int] | None = None,
    barred: Iterable[BarredPair] = (),
    **settings: object,
) -> Day:
    """Before round 1; `late`: player → first round, `withdrawn`: player → last round played."""
    form = fitted(changed(format_id, **settings), count)
    there = {
        no: replace(
            one,
            number=(lots or {}).get(no, no),
            from_round=(late or {}).get(no, 1),
            school=(schools or {}).get(no, ""),
        )
        for no, one in entrants(range(1, count + 1), withdrawn=withdrawn, paired_until=paired_until).items()
    }
    day = Day(format_id, count, form=form)
    day.now = start(form, there, {}, barred)
    return day


def leave(day: Day, no: int, last: int, paired_until: int | None = None) -> Day:
    """`no` withdraws after round `last`; with `paired_until` after the sheet of a later round was made."""
    until = last if paired_until is None else paired_until
    gone = replace(day.now.entrants[no], withdrawn_after=last, paired_until=until)
    day.now = replace(day.now, entrants={**day.now.entrants, no: gone})
    return day


def numbers(games: Iterable[Game]) -> list[tuple[str, str | None, tuple[int, int | None]]]:
    """Stage, group and players."""
    return [(game.stage, game.group, game.players) for game in games]
