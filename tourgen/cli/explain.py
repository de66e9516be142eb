"""`tourgen explain`."""

from __future__ import annotations

from typing import Annotated

import typer

from tourgen.cli.common import (
    DivisionArgument,
    EventArgument,
    JsonOption,
    LangOption,
    echo,
    loaded_event,
    one_division,
    print_json,
    refuse,
)
from tourgen.explain.text import explain_data, explain_text


def explain(
    event: EventArgument,
    division: DivisionArgument,
    round_no: Annotated[
        int | None,
        typer.Option("--round", metavar="R", help="この回戦の組み合わせの理由 / why this round's pairings"),
    ] = None,
    player: Annotated[
        int | None,
        typer.Option(
            "--player",
            metavar="NO",
            help="この選手の組み合わせ・順位・認定の理由 / why this player's pairings, rank and award",
        ),
    ] = None,
    json_wanted: JsonOption = False,
    lang: LangOption = None,
) -> None:
    """組み合わせ・順位・認定の理由を、規則の番号で説明します。

    Why this pairing, rank, award or replacement, in the rules' own numbering.
    """
    loaded, language = loaded_event(event, lang)
    one = one_division(loaded, division, event, language)
    last = len(one.tournament.rounds)
    if player is not None and player not in one.players:
        refuse("said-no-player", language, no=player)
    if round_no is not None and not 1 <= round_no <= last:
        refuse("said-no-round", language, round=round_no, last=last)
    everybody = [other.tournament for other in loaded.divisions]
    if json_wanted:
        print_json(explain_data(one.tournament, round_no=round_no, player=player, event=everybody))
        return
    lines = explain_text(one.tournament, round_no=round_no, player=player, language=language, event=everybody)
    for line in lines:
        echo(line)
