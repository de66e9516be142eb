"""`tourgen verify`."""

from __future__ import annotations

import typer

from tourgen.cli.common import EventArgument, JsonOption, LangOption, echo, loaded_event, print_json, say
from tourgen.verify import verify as derive_again

_KEYS = ("code", "round", "table", "no", "expected", "found", "rule")


def verify(event: EventArgument, json_wanted: JsonOption = False, lang: LangOption = None) -> None:
    """すべての回戦を結果からもう一度、別の計算で導き、違いを挙げます(あれば終了コード 1)。

    Derives every round again from the results by a second, independent computation and lists deviations.
    """
    loaded, language = loaded_event(event, lang)
    found = {
        one.division.id: derive_again(
            one.document, one.declared, seating=False, hand_made=True, barred=one.tournament.barred
        )
        for one in loaded.divisions
    }
    if json_wanted:
        print_json(
            [
                {"division": name} | {key: getattr(d, key) for key in _KEYS}
                for name, deviations in found.items()
                for d in deviations
            ]
        )
    else:
        for name, deviations in found.items():
            for deviation in deviations:
                echo(f"{name}: {deviation.text(language)}")
            if not deviations:
                rounds = next(one.tournament.completed for one in loaded.divisions if one.division.id == name)
                say("said-verified", language, division=name, rounds=rounds)
    if any(found.values()):
        raise typer.Exit(1)
