"""`tourgen go score`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from tourgen.cli.common import JsonOption, LangOption, complain, disk_problems_told, echo, print_json, say
from tourgen.go.score import Scored, as_data, as_text, failed
from tourgen.go.score import score as count_record
from tourgen.go.svg import board_svg, result_picture
from tourgen.messages.problems import Problem
from tourgen.model import Source
from tourgen.storage.limits import limits
from tourgen.storage.typed_files import write_replace


def score(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE.sgf…", help="棋譜または終局案 / records or proposals")
    ],
    json_wanted: JsonOption = False,
    svg: Annotated[
        str | None,
        typer.Option(
            "--svg", metavar="FILE", help="計算後の盤面を SVG に書き出す / write the counted board as SVG"
        ),
    ] = None,
    lang: LangOption = None,
) -> None:
    """棋譜と終局案(挿入石と ×)から、地・ハマ・セキ・駄目・結果を計算します。

    Counts a record with its proposal: territory, prisoners, seki, dame and the result.
    """
    language = lang or "ja"
    if svg is not None and len(files) > 1:
        raise typer.BadParameter(
            "棋譜は1つだけにしてください / takes one record at a time", param_hint="--svg"
        )
    found = [_score(file) for file in files]
    if json_wanted:
        print_json([as_data(item, language) for item in found])
    else:
        _print(found, language)
    if svg is not None:
        _draw(found[0], svg, language, quiet=json_wanted)
    if failed(found):
        raise typer.Exit(1)


def _score(file: str) -> Scored | Problem:
    most = limits().sgf_kib * 1024 + 1  # one more than allowed tells that it is too large
    try:
        with Path(file).open("rb") as record:
            data = record.read(most)
    except (OSError, ValueError) as error:
        detail = getattr(error, "strerror", None) or str(error)
        return Problem("file-not-read", Source(file), file, {"detail": detail})
    return count_record(data, file)


def _print(found: list[Scored | Problem], language: str) -> None:
    for number, item in enumerate(found):
        if isinstance(item, Problem):
            complain([item], language)
            continue
        if number:
            echo()
        for line in as_text(item, language, plain=_letters_only()):
            echo(line)


def _letters_only() -> bool:
    """Whether the terminal can't show stones."""
    try:
        "●○▲△◆◇※×·①㉕".encode(sys.stdout.encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return True
    return False


def _draw(item: Scored | Problem, path: str, language: str, quiet: bool) -> None:
    if isinstance(item, Problem):
        return
    picture = result_picture(item.counted)
    title = f"{Path(item.file).name}: {item.counted.result}"
    with disk_problems_told(language):
        write_replace(Path(path), board_svg(picture, "board", title, language, alone=True).encode())
    if not quiet:
        say("go-svg-written", language, path=path)
