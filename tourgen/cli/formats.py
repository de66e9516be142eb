"""`tourgen formats`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from tourgen.cli.common import (
    JsonOption,
    LangOption,
    as_data,
    disk_problems_told,
    echo,
    fail,
    print_json,
    refuse,
    say,
)
from tourgen.event.format_source import chosen_format
from tourgen.formats import Format, shipped_format, shipped_formats, shipped_text
from tourgen.formats.flow_text import flow_text
from tourgen.messages.problems import closest
from tourgen.simulate.forecast import examples
from tourgen.storage.typed_files import write_new


def formats(
    format_id: Annotated[
        str | None,
        typer.Argument(
            metavar="ID|FILE",
            help="大会方式の id か、確かめるファイル / a format's id, or a format file to check",
            show_default=False,
        ),
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option("--save", metavar="FILE", help="UTF-8 のファイルに保存する / save it as a UTF-8 file"),
    ] = None,
    json_wanted: JsonOption = False,
    lang: LangOption = None,
) -> None:
    """大会方式を一覧するか、1つを流れとともに表示します。写して大会フォルダに置けば、変えて使えます。

    自分のファイルなら、直すところをすべて示します。

    Lists the formats, or shows one with its flow; a copy in the event folder can be changed and used. Of a file of
    your own it shows everything that is wrong.
    """
    language = lang or "ja"
    if format_id is not None and format_id not in shipped_formats():
        _check(format_id, json_wanted, language)
        return
    if save is not None:
        _save(format_id, save, language)
        return
    if format_id is not None and not json_wanted:
        declared = shipped_format(format_id)
        typer.echo(shipped_text(format_id))
        # The flow and the forecast as comments: what is printed can still be copied into a file.
        for line in (*flow_text(declared, language), *_forecasts(declared, language)):
            echo(f"# {line}".rstrip())
        return
    rows = []
    for name in (format_id,) if format_id else shipped_formats():
        one, english = shipped_format(name), language == "en"
        title, summary = (one.title_en, one.summary_en) if english else (one.title, one.summary)
        rows.append((name, title, summary))
    if json_wanted:
        print_json([{"id": name, "title": title, "summary": summary} for name, title, summary in rows])
        return
    for name, title, summary in rows:
        typer.echo(f"{name:<20} {title}\n{'':<20} {summary}")


def _forecasts(declared: Format, language: str) -> Iterator[str]:
    """How the day goes with some numbers of players."""
    for one in examples(declared):
        yield ""
        yield from one.lines(language)


def _check(file: str, json_wanted: bool, language: str) -> None:
    """Everything that is wrong with a format file, or how it is played."""
    chosen = chosen_format(file)
    if not isinstance(chosen, list):
        if json_wanted:
            print_json([])
        else:
            for line in (*flow_text(chosen.declared, language), *_forecasts(chosen.declared, language)):
                echo(line)
            say("said-format-good", language, path=file)
        return
    if chosen[0].code == "format-unknown":
        refuse("said-no-format", language, format=file, suggestion=closest(file, shipped_formats()))
    if json_wanted:
        print_json([as_data(problem, language) for problem in chosen])
        raise typer.Exit(1)
    fail(chosen, language)


def _save(format_id: str | None, path: Path, language: str) -> None:
    if format_id is None:
        raise typer.BadParameter("ID を指定してください / needs an ID", param_hint="--save")
    with disk_problems_told(language):
        saved = write_new(path, shipped_text(format_id).encode())
    if not saved:
        refuse("said-file-exists", language, path=path)
    say("said-format-saved", language, path=path.as_posix())
