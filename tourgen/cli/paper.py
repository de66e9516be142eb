"""`tourgen print`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tourgen.cli.common import (
    EventArgument,
    LangOption,
    Progress,
    base_url_option,
    complain,
    language_option,
    one_division,
    one_event,
    refuse,
    say,
)
from tourgen.cli.events import BaseUrlOption

if TYPE_CHECKING:
    from tourgen.printing import Written
    from tourgen.report import EventReport
    from tourgen.web.paper.alone import Printed

FOLDER = Path("print")


def print_(
    event: EventArgument,
    division: Annotated[
        str | None,
        typer.Argument(
            metavar="DIVISION", help="部門の id か名前(なければ全部) / a division's id or name (none: all)"
        ),
    ] = None,
    round_no: Annotated[
        int | None,
        typer.Argument(metavar="ROUND", min=1, help="回戦(なければいま) / the round (none: now)"),
    ] = None,
    base_url: BaseUrlOption = "",
    lang: LangOption = None,
) -> None:
    """掲示・対戦カード・順位表・星取表・トーナメント表・表彰一覧を、A4 の印刷物にします。

    Wall sheets, match cards, ranks, cross-table, brackets and award list as sheets of A4.
    """
    from tourgen.disk import DiskProblem
    from tourgen.printing import write_papers
    from tourgen.problems import Unshowable
    from tourgen.report import read_report

    language_option(lang)
    base_url_option(base_url, lang)
    folder, shown = one_event(event, lang)
    try:
        with Progress("tourgen print"):
            report, problems, spoken = read_report(folder, shown)
            language = lang or spoken
            if report is None:
                complain(problems, language)
                raise typer.Exit(1)
            papers = _papers(report, shown, division, round_no, base_url, language)
            written = write_papers(papers, FOLDER / report.event.id) if papers else None
    except DiskProblem as error:
        complain([error.problem], lang or "ja")
        raise typer.Exit(1) from error
    except Unshowable as wrong:
        complain([wrong.problem(shown, {})], language)
        raise typer.Exit(1) from wrong
    if written is None:
        say("print-nothing", language)
    else:
        _tell(papers, written, base_url, language)


def _papers(
    report: EventReport, shown: str, division: str | None, number: int | None, base_url: str, language: str
) -> list[Printed]:
    """What was asked for, or why it isn't there."""
    from tourgen.web.paper.alone import render_papers

    if division is not None:
        one = one_division(report, division, shown, language)
        last = len(one.tournament.rounds)
        if number is not None and number > last:
            refuse("said-no-round", language, round=number, last=last)
        division = one.division.id
    return render_papers(report, division, number, base_url, language)


def _tell(papers: list[Printed], written: Written, base_url: str, language: str) -> None:
    for paper in papers:
        say("print-paper", language, title=paper.title, sheets=paper.sheets)
    if not base_url:
        say("print-no-qr", language)
    for name in written.missing:
        say("print-no-pdf", language, path=(written.folder / name).as_posix())
    code = "print-written" if written.browser else "print-written-html"
    say(code, language, path=written.folder.as_posix())
