"""`tourgen print`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tourgen.cli.common import (
    BaseUrlOption,
    EventArgument,
    LangOption,
    Progress,
    base_url_option,
    disk_problems_told,
    fail,
    one_division,
    one_event,
    refuse,
    say,
)
from tourgen.event.load_event import LoadedEvent, load_event
from tourgen.live.keys import KEYS, KeysDamaged, report_addresses
from tourgen.messages.problems import Unshowable
from tourgen.web.paper.alone import Printed, render_papers
from tourgen.web.paper.printing import Written, write_papers

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
        int | None, typer.Argument(metavar="ROUND", min=1, help="回戦(なければいま) / the round (none: now)")
    ] = None,
    base_url: BaseUrlOption = "",
    lang: LangOption = None,
) -> None:
    """掲示・対戦カード・順位表・星取表・トーナメント表・表彰一覧を、A4 の印刷物にします。

    Wall sheets, match cards, ranks, cross-table, brackets and award list as sheets of A4.
    """
    base_url_option(base_url, lang)
    folder, shown = one_event(event, lang)
    try:
        with disk_problems_told(lang), Progress("tourgen print"):
            loaded, problems, spoken = load_event(folder, shown)
            language = lang or spoken
            if loaded is None:
                fail(problems, language)
            papers = _papers(loaded, shown, division, round_no, base_url, language)
            written = write_papers(papers, FOLDER / loaded.event.id) if papers else None
    except Unshowable as wrong:
        fail([wrong.problem(shown, {})], language)
    if written is None:
        say("print-nothing", language)
    else:
        _tell(papers, written, base_url or loaded.event.site_url, language)


def _papers(
    loaded: LoadedEvent, shown: str, division: str | None, number: int | None, base_url: str, language: str
) -> list[Printed]:
    """What was asked for, or why it isn't there."""
    if division is not None:
        one = one_division(loaded, division, shown, language)
        last = len(one.tournament.rounds)
        if number is not None and number > last:
            refuse("said-no-round", language, round=number, last=last)
        division = one.division.id
    return render_papers(loaded, division, number, base_url, language, _codes(loaded, language))


def _codes(loaded: LoadedEvent, language: str) -> dict[tuple[str, int], str]:
    """Every player's own code on the match cards, where event.toml says at which address phones will report."""
    event = loaded.event
    if not event.report_url or event.report == "off":
        return {}
    players = [(one.division.id, no) for one in loaded.divisions for no in one.players]
    try:
        return report_addresses(event.folder / KEYS, players, event.report_url)
    except KeysDamaged as damaged:
        refuse("desk-keys-damaged", language, path=damaged)


def _tell(papers: list[Printed], written: Written, base_url: str, language: str) -> None:
    for paper in papers:
        say("print-paper", language, title=paper.title, sheets=paper.sheets)
    if not base_url:
        say("print-no-qr", language)
    for name in written.missing:
        say("print-no-pdf", language, path=(written.folder / name).as_posix())
    code = "print-written" if written.browser else "print-written-html"
    say(code, language, path=written.folder.as_posix())
