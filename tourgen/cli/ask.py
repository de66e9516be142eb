"""`tourgen explain`, `verify` and `formats`: they only read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from tourgen.cli.common import (
    EventArgument,
    JsonOption,
    LangOption,
    complain,
    echo,
    language_option,
    one_division,
    one_event,
    print_json,
    refuse,
    say,
)

if TYPE_CHECKING:
    from tourgen.report import EventReport


def explain(
    event: EventArgument,
    division: Annotated[
        str, typer.Argument(metavar="DIVISION", help="部門の id か名前 / the division's id or name")
    ],
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
    from tourgen.explain import explain_data, explain_text

    report, language = _report(event, lang)
    one = one_division(report, division, event, language)
    _known(one.tournament.players, len(one.tournament.rounds), player, round_no, language)
    everybody = [other.tournament for other in report.divisions]
    if json_wanted:
        print_json(explain_data(one.tournament, round_no=round_no, player=player, event=everybody))
        return
    lines = explain_text(one.tournament, round_no=round_no, player=player, language=language, event=everybody)
    for line in lines:
        echo(line)


def _known(players: object, rounds: int, player: int | None, round_no: int | None, language: str) -> None:
    from collections.abc import Mapping

    assert isinstance(players, Mapping)
    if player is not None and player not in players:
        refuse("said-no-player", language, no=player)
    if round_no is not None and not 1 <= round_no <= rounds:
        refuse("said-no-round", language, round=round_no, last=rounds)


def verify(event: EventArgument, json_wanted: JsonOption = False, lang: LangOption = None) -> None:
    """すべての回戦を結果からもう一度、別の計算で導き、違いを挙げます(あれば終了コード 1)。

    Derives every round again from the results by a second, independent computation and lists deviations.
    """
    from tourgen.verify import verify as derive_again

    report, language = _report(event, lang)
    found = {
        one.division.id: derive_again(
            one.document, one.declared, seating=False, hand_made=True, barred=one.tournament.barred
        )
        for one in report.divisions
    }
    if json_wanted:
        print_json(
            [
                {
                    "division": name,
                    "code": d.code,
                    "round": d.round,
                    "no": d.no,
                    "expected": d.expected,
                    "found": d.found,
                }
                for name, deviations in found.items()
                for d in deviations
            ]
        )
    else:
        for name, deviations in found.items():
            for deviation in deviations:
                echo(f"{name}: {deviation.text(language)}")
            if not deviations:
                rounds = next(one.tournament.completed for one in report.divisions if one.division.id == name)
                say("said-verified", language, division=name, rounds=rounds)
    if any(found.values()):
        raise typer.Exit(1)


def formats(
    format_id: Annotated[
        str | None, typer.Argument(metavar="ID", help="大会方式の id / a format's id", show_default=False)
    ] = None,
    json_wanted: JsonOption = False,
    lang: LangOption = None,
) -> None:
    """大会方式を一覧するか、1つを説明付きで表示します。写して大会フォルダに置けば、変えて使えます。

    Lists the formats, or shows one with its explanation; a copy in the event folder can be changed and used.
    """
    from tourgen.formats import read_format, shipped_formats, shipped_text
    from tourgen.problems import closest

    language = language_option(lang) or "ja"
    if format_id is not None and format_id not in shipped_formats():
        refuse("said-no-format", language, format=format_id, suggestion=closest(format_id, shipped_formats()))
    if format_id is not None and not json_wanted:
        typer.echo(shipped_text(format_id), nl=False)
        return
    rows = []
    for name in (format_id,) if format_id else shipped_formats():
        declared, _ = read_format(shipped_text(name), name, name)
        assert declared is not None
        english = language == "en"
        title = declared.title_en if english else declared.title
        rows.append((name, title, declared.summary_en if english else declared.summary))
    if json_wanted:
        print_json([{"id": name, "title": title, "summary": summary} for name, title, summary in rows])
        return
    for name, title, summary in rows:
        typer.echo(f"{name:<20} {title}\n{'':<20} {summary}")


def _report(event: str, lang: str | None) -> tuple[EventReport, str]:
    """The event's report; exits with its problems where it has any."""
    from tourgen.report import read_report

    language_option(lang)
    folder, shown = one_event(event, lang)
    report, problems, language = read_report(folder, shown)
    if report is None:
        complain(problems, lang or language)
        raise typer.Exit(1)
    return report, lang or language
