"""`tourgen new` and `demo`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from tourgen.cli.common import LangOption, Progress, complain, language_option, refuse, say


def new(
    folder: Annotated[
        Path | None,
        typer.Argument(
            metavar="DIR",
            help="作るフォルダ(例: events/spring-2027) / the folder to make",
            show_default=False,
        ),
    ] = None,
    format_id: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="F",
            help="大会方式(`tourgen formats` で一覧) / the format, see `tourgen formats`",
        ),
    ] = None,
    players: Annotated[
        int | None,
        typer.Option("--players", metavar="N", min=1, help="名簿の行数 / how many rows the roster has"),
    ] = None,
    lang: LangOption = None,
) -> None:
    """大会フォルダを作ります: 設定、説明付きの名簿、時間割のページ。

    Makes a ready event folder with an explained roster to fill in. Asks in a terminal what is not given.
    """
    import random

    from tourgen.disk import DiskProblem
    from tourgen.formats import read_format, shipped_formats, shipped_text
    from tourgen.new import FolderExists, new_event
    from tourgen.problems import closest
    from tourgen.simulate import sizes

    language = language_option(lang) or "ja"
    folder = folder or Path(_ask("DIR", "フォルダ / folder", "events/my-event"))
    if format_id is None:
        if sys.stdin.isatty():
            for name in shipped_formats():
                one, _ = read_format(shipped_text(name), name, name)
                typer.echo(
                    f"  {name:<20} {one.summary_en if language == 'en' else one.summary}" if one else name
                )
        format_id = _ask("--format", "大会方式 / format", shipped_formats()[0])
    if format_id not in shipped_formats():
        refuse("said-no-format", language, format=format_id, suggestion=closest(format_id, shipped_formats()))
    declared, _ = read_format(shipped_text(format_id), format_id, format_id)
    assert declared is not None
    accepted = sizes(declared)
    if players is None:
        default = min(32, accepted[-1])
        players = typer.prompt("選手数 / players", default=default) if sys.stdin.isatty() else default
    if players not in accepted:
        refuse("said-players-wrong", language, count=players, low=accepted[0], high=accepted[-1])
    try:
        _, made_up = new_event(folder, format_id, players, random.Random(), language)
    except FolderExists:
        refuse("said-folder-exists", language, path=folder)
    except DiskProblem as error:
        complain([error.problem], language)
        raise typer.Exit(1) from error
    say("said-new", language, path=folder.as_posix())
    if made_up:
        say("said-new-draws", language)
    say("said-new-next", language, path=folder.as_posix())


def _ask(name: str, words: str, default: str) -> str:
    """Asks in a terminal; elsewhere a missing argument is wrong usage."""
    if not sys.stdin.isatty():
        raise typer.BadParameter("指定してください / is missing", param_hint=name)
    answer: str = typer.prompt(words, default=default)
    return answer


def demo(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="作るフォルダ / the folder to make")] = Path(
        "tourgen-demo"
    ),
    lang: LangOption = None,
) -> None:
    """結果まで入った見本の大会(架空)を作り、サイトも書き出します。

    A complete example event with results (invented), built.
    """
    from tourgen.demo import make_demo
    from tourgen.disk import DiskProblem
    from tourgen.new import FolderExists

    language = language_option(lang) or "ja"
    try:
        with Progress("tourgen demo"):
            make_demo(folder)
    except FolderExists:
        refuse("said-folder-exists", language, path=folder)
    except DiskProblem as error:
        complain([error.problem], language)
        raise typer.Exit(1) from error
    say("said-demo", language, path=(folder / "site").as_posix())
