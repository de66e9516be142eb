"""`tourgen demo`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tourgen.cli.common import LangOption, Progress, disk_problems_told, fail, refuse, say
from tourgen.event.new_event import FolderExists
from tourgen.simulate.demo import make_demo
from tourgen.storage.site_place import place_problems


def demo(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="作るフォルダ / the folder to make")] = Path(
        "tourgen-demo"
    ),
    lang: LangOption = None,
) -> None:
    """結果の入った見本の大会(架空)を作り、サイトも書き出します。

    An example event with results (invented), built.
    """
    language = lang or "ja"
    if problems := place_problems(folder / "site"):
        fail(problems, language)
    try:
        with disk_problems_told(language), Progress("tourgen demo"):
            make_demo(folder)
    except FolderExists:
        refuse("said-folder-exists", language, path=folder)
    say("said-demo", language, path=(folder / "site").as_posix())
