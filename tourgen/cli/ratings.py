"""`tourgen ratings`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tourgen.cli.common import JsonOption, LangOption, echo, fail, print_json, say, site_folder
from tourgen.event.people import PEOPLE_FILE, read_people
from tourgen.event.site_settings import SITE_FILE, read_site
from tourgen.messages.problems import Problem
from tourgen.model import Source
from tourgen.web.site_index import site_ratings
from tourgen.web.texts import Texts

SiteArgument = Annotated[
    Path | None,
    typer.Argument(metavar="SITE", help="サイトのフォルダ / the site's folder", show_default="site"),
]


def ratings(site: SiteArgument = None, json_wanted: JsonOption = False, lang: LangOption = None) -> None:
    """サイトにあるすべてのレート対象局から、競技(オセロ、将棋、囲碁)ごとにレーティング(Elo)を計算して表示します。

    Shows ratings (Elo) over all rated games of a site, each game (Othello, shogi, Go) by itself; start and k stand in
    events/site.toml.
    """
    language = lang or "ja"
    events = Path("events")
    settings, problems = read_site(events / SITE_FILE, f"events/{SITE_FILE}")
    named, wrong = read_people(events / PEOPLE_FILE, f"events/{PEOPLE_FILE}")
    if problems or wrong:
        fail([*problems, *wrong], language)
    folder = site_folder(site)
    if not folder.is_dir():
        fail([Problem("site-missing", Source(str(folder)))], language)
    found = site_ratings(folder, named, settings.ratings)
    if json_wanted:
        print_json(found)
        return
    if not found:
        say("ratings-none", language)
    several = len({one["game"] for one in found}) > 1
    for one in found:
        if several and one["place"] == 1:
            echo(Texts(language)(f"game_name.{one['game']}"))
        score = f"{one['wins']}-{one['games'] - one['wins']}"
        echo(f"{one['place']:4} {one['rating']:7.1f}  {score}  {one['name']}  {one['club']}".rstrip())
    if found and not settings.ratings.on:
        say("ratings-off", language)
