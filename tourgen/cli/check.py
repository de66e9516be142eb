"""`tourgen check`."""

from __future__ import annotations

from tourgen.build import check_events, find_events
from tourgen.cli.common import EventsArgument, JsonOption, LangOption, named_events, with_progress
from tourgen.cli.outcomes import finish, tell


def check(names: EventsArgument = None, json_wanted: JsonOption = False, lang: LangOption = None) -> None:
    """build と同じように読んで確かめますが、何も書きません。

    The same as build, without writing anything.
    """
    events, problems = find_events(named_events(names))
    told = []
    for outcome in with_progress(check_events(events), len(events), "tourgen check"):
        told.append(tell(outcome, None, json_wanted, lang))
    finish(problems, told, json_wanted, lang)
