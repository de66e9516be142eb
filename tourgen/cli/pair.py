"""`tourgen pair`."""

from __future__ import annotations

from typing import Annotated

import typer

from tourgen.cli.common import (
    DivisionArgument,
    EventArgument,
    LangOption,
    disk_problems_told,
    fail,
    one_event,
    say,
)
from tourgen.event.pair_again import pair_again


def pair(
    event: EventArgument,
    division: DivisionArgument,
    round_no: Annotated[int, typer.Argument(metavar="ROUND", min=1, help="回戦 / the round")],
    lang: LangOption = None,
) -> None:
    """結果がまだ入っていない回戦を、いまの結果から組み直します。古いシートは rounds/old/ に残ります。

    Re-makes one unplayed round from the results as they are now; the old sheet is kept in rounds/old/.
    """
    folder, shown = one_event(event, lang)
    with disk_problems_told(lang):
        done = pair_again(folder, shown, division, round_no)
    language = lang or done.language
    if done.problems:
        fail(done.problems, language)
    if done.kept:
        say("said-kept", language, path=done.kept)
    say("said-sheet", language, path=done.sheet)
    say("said-pair-build", language, event=event)
