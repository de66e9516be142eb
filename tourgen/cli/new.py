"""`tourgen new`."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Annotated

import typer

from tourgen.cli.common import LangOption, disk_problems_told, echo, fail, refuse, say
from tourgen.event.format_source import chosen_format
from tourgen.event.new_event import FolderExists, NewEvent, entered_players, new_event, read_entries_file
from tourgen.formats import Format, shipped_format, shipped_formats
from tourgen.messages.problems import Problem, closest
from tourgen.model import Player
from tourgen.sheets import Entries
from tourgen.sheets.text import whole_number
from tourgen.simulate.forecast import forecast
from tourgen.simulate.random_tournament import sizes


def new(
    folder: Annotated[
        Path | None,
        typer.Argument(
            metavar="DIR",
            help="作るフォルダ(例: events/spring-2027) / the folder to make",
            show_default=False,
        ),
    ] = None,
    name: Annotated[
        str | None,
        typer.Option("--name", metavar="NAME", help="大会名(なければフォルダの名前) / the event's name"),
    ] = None,
    format_id: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="F",
            help="大会方式(`tourgen formats` で一覧)か、その TOML ファイル / a format's id, or its TOML file",
        ),
    ] = None,
    players: Annotated[
        int | None,
        typer.Option("--players", metavar="N", min=1, help="名簿の行数 / how many rows the roster has"),
    ] = None,
    entries: Annotated[
        Path | None,
        typer.Option(
            "--entries",
            metavar="FILE",
            help="申込の一覧(CSV, ODS, XLSX)から名簿を作る / make the roster from a list of entries",
        ),
    ] = None,
    columns: Annotated[
        list[str] | None,
        typer.Option(
            "--column",
            metavar="氏名=見出し",
            help="申込のどの列か(何度でも) / which column of the entries it is (repeatable)",
        ),
    ] = None,
    lang: LangOption = None,
) -> None:
    """大会フォルダを作ります: 設定、説明付きの名簿、時間割のページ。

    Makes a ready event folder with an explained roster to fill in. Asks in a terminal what is not given.
    """
    language = lang or "ja"
    if folder is None:
        folder = Path(_ask("DIR", "フォルダ / folder", "events/my-event"))
    if name is None:
        name = _ask("--name", "大会名 / the event's name", folder.name) if in_a_terminal() else ""
    chosen = chosen_format(format_id or _ask_format(language))
    if isinstance(chosen, list):
        if chosen[0].code == "format-unknown":
            suggestion = closest(chosen[0].found, shipped_formats())
            refuse("said-no-format", language, format=chosen[0].found, suggestion=suggestion)
        fail(chosen, language)
    entered = _entered(entries, chosen.declared, columns or [], language) if entries else ()
    count = _count(chosen.declared, max(players or 0, len(entered)) or None, language)
    try:
        with disk_problems_told(language):
            made_up = new_event(NewEvent(folder, chosen, count, language, name, entered), random.Random())
    except FolderExists:
        refuse("said-folder-exists", language, path=folder)
    say("said-new", language, path=folder.as_posix())
    if made_up:
        say("said-new-draws", language)
    told = forecast(chosen.declared, len(entered) or count)
    for line in told.lines(language) if told else ():
        echo(line)
    say("said-new-next-entries" if entered else "said-new-next", language, path=folder.as_posix())


def in_a_terminal() -> bool:
    """Whether somebody can be asked."""
    return sys.stdin.isatty()


def _ask(name: str, words: str, default: str) -> str:
    """Asks in a terminal; elsewhere a missing argument is wrong usage."""
    if not in_a_terminal():
        raise typer.BadParameter("指定してください / is missing", param_hint=name)
    answer: str = typer.prompt(words, default=default)
    return answer


def _ask_format(language: str) -> str:
    """The formats with their numbers; a number or an id is an answer."""
    known = shipped_formats()
    if in_a_terminal():
        for number, name in enumerate(known, 1):
            one = shipped_format(name)
            echo(f"{number:>3}  {name:<20} {one.summary_en if language == 'en' else one.summary}")
    while True:
        answer = _ask("--format", "大会方式の番号か名前 / number or name of the format", known[0])
        if (chosen := whole_number(answer)) is None:
            return answer
        if 1 <= chosen <= len(known):
            return known[chosen - 1]


def _count(declared: Format, wanted: int | None, language: str) -> int:
    """How many rows the roster gets: a number of players that the format can take."""
    accepted = sizes(declared)
    likely = min(32, accepted[-1])
    if not wanted and in_a_terminal():
        who = "チーム数 / teams" if declared.boards else "選手数 / players"
        words = f"{who} ({accepted[0]}-{accepted[-1]})"
        while wanted not in accepted:
            wanted = whole_number(typer.prompt(words, default=str(likely)))
    count = wanted or likely
    if count not in accepted:
        refuse("said-players-wrong", language, count=count, low=accepted[0], high=accepted[-1])
    return count


def _entered(path: Path, declared: Format, columns: list[str], language: str) -> tuple[Player, ...]:
    """The entries; a column that isn't sure is asked for."""
    entries = read_entries_file(path, declared)
    if isinstance(entries, Problem):
        fail([entries], language)
    for word in columns:
        key, _, title = word.partition("=")
        entries = _with_column(entries, key, title)
    for key in list(entries.unsure):
        if in_a_terminal():
            entries = _ask_column(entries, key, language)
    if unsure := [entries.problem(key) for key in entries.unsure]:
        fail(unsure, language)
    players, problems, notices = entered_players(entries, language)
    if problems:
        fail(problems, language)
    for notice in notices:
        say("said-notice", language, text=notice.text(language))
    say("said-entries", language, count=len(players), columns=entries.told(language))
    return players


def _with_column(entries: Entries, key: str, title: str) -> Entries:
    """`氏名=お名前(漢字)`: a column of the roster, and the header that it has in the list."""
    found, place = entries.key(key), entries.place(title)
    if found is None or place is None:
        known = entries.known_headers() if found is None else ", ".join(entries.titles())
        raise typer.BadParameter(
            f"「{key if found is None else title}」がありません / is not one of: {known}",
            param_hint="--column",
        )
    return entries.choose(found, place)


def _ask_column(entries: Entries, key: str, language: str) -> Entries:
    """The columns with their numbers; 0 is none of them."""
    for number, title in enumerate(entries.titles(), 1):
        echo(f"{number:>3}  {title}")
    words = f"「{entries.header_of(key, 'ja')}」の列の番号(なければ 0) / number of the column, 0: none"
    likely = entries.unsure[key][0] + 1
    answer = whole_number(typer.prompt(words, default=str(likely))) or 0
    place = answer - 1 if 1 <= answer <= len(entries.titles()) else None
    return entries.choose(key, place)
