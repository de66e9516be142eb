"""`tourgen build`."""

from __future__ import annotations

from tourgen.build import build_events, find_events
from tourgen.cli.common import (
    BaseUrlOption,
    EventsArgument,
    JsonOption,
    LangOption,
    SiteOption,
    WithoutMissingOption,
    base_url_option,
    named_events,
    site_folder,
    with_progress,
)
from tourgen.cli.outcomes import finish, tell
from tourgen.storage.errors import DiskProblem


def build(
    names: EventsArgument = None,
    site: SiteOption = None,
    base_url: BaseUrlOption = "",
    without_missing: WithoutMissingOption = False,
    json_wanted: JsonOption = False,
    lang: LangOption = None,
) -> None:
    """名簿と結果シートを読み、確かめ、サイトと次の回戦のシートを書き出します。

    Reads and checks everything, writes the site and every next round's sheet that can be made.
    """
    base_url_option(base_url, lang)
    names, site = named_events(names), site_folder(site)
    events, problems = find_events(names)
    told = []
    try:
        steps = build_events(events, site, base_url, everything=not names, without_missing=without_missing)
        for outcome in with_progress(steps, len(events), "tourgen build"):
            told.append(tell(outcome, site, json_wanted, lang))
    except DiskProblem as error:
        problems.append(error.problem)
    finish(problems, told, json_wanted, lang)
