"""`tourgen restore`."""

from __future__ import annotations

from tourgen.cli.common import (
    EventArgument,
    LangOption,
    SiteOption,
    disk_problems_told,
    fail,
    one_event,
    say,
    site_folder,
)
from tourgen.event.restore import restore_sheets
from tourgen.results.published_results import with_site


def restore(event: EventArgument, site: SiteOption = None, lang: LangOption = None) -> None:
    """なくなった結果シートを、サイトに公開した結果から作り直します。結果の入ったシートは書き換えません。

    Makes missing result sheets again from the published results; a sheet that holds any is never changed.
    """
    site = site_folder(site)
    folder, shown = one_event(event, lang)
    with disk_problems_told(lang):
        done = restore_sheets(folder, shown, site)
    language = lang or done.language
    for notice in done.notices:
        say("said-notice", language, text=notice.text(language))
    if done.problems:
        fail(done.problems, language)
    for path in done.kept:
        say("said-kept", language, path=path)
    for path in done.sheets:
        say("said-restored", language, path=path)
    if done.sheets:
        say("said-restored-without", language)
        say("said-restored-build", language, event=with_site(event, site))
    else:
        say("said-restored-nothing", language)
