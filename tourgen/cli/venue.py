"""`tourgen serve` and `publish`: the day at the venue."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tourgen.cli.common import LangOption, base_url_option, complain, echo, language_option, refuse, say
from tourgen.cli.events import BaseUrlOption, EventsArgument, SiteOption, notice_texts, print_outcome

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tourgen.build import Outcome
    from tourgen.problems import Problem
    from tourgen.serving.state import Live

PORT = 8000


def serve(
    names: EventsArgument = None,
    site: SiteOption = Path("site"),
    port: Annotated[int, typer.Option("--port", metavar="N", min=1, max=65535, help="ポート / port")] = PORT,
    lang: LangOption = None,
) -> None:
    """シートを保存するたびに作り直し、開いているページを更新します。直すところはページと端末に出ます。

    Builds again whenever a sheet is saved, and reloads the open pages; problems are shown there and in the terminal.
    """
    import threading

    from tourgen.build import find_events
    from tourgen.serving import Watch, rebuild_on_change, serve_site
    from tourgen.serving.state import Live

    language_option(lang)
    _, problems = find_events(names or [])
    if problems:
        complain(problems, lang or "ja")
        raise typer.Exit(1)
    live, over = Live(), threading.Event()
    watch = Watch(lambda: [folder for folder, _ in find_events(names or [])[0]])
    builder = _Builder(names or [], site, lang, live)
    builder.build()
    server = serve_site(site, live, port)
    say("said-serving", lang or "ja", url=f"http://localhost:{server.server_address[1]}/")
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        rebuild_on_change(watch, builder.build, over)
    except KeyboardInterrupt:
        say("said-served", lang or "ja")
    finally:
        live.close()
        server.server_close()


class _Builder:
    """Builds, says what came of it, and tells the open pages; no state of a sheet stops it."""

    def __init__(self, names: Sequence[str], site: Path, lang: str | None, live: Live) -> None:
        self.names, self.site, self.lang, self.live = names, site, lang, live
        self.seen: dict[str, str] = {}
        self.folders: dict[str, Path] = {}  # of the events at the start, by what messages call them
        self.said: dict[str, list[str]] = {}  # event → its notices at the last build

    def build(self) -> None:
        """One build of every event there is now."""
        import datetime

        from tourgen.build import build_events
        from tourgen.disk import DiskProblem
        from tourgen.published import site_builds

        say("said-building", self.lang or "ja", time=datetime.datetime.now().strftime("%H:%M:%S"))
        events, found = self._find()
        complain(found, self.lang or "ja")
        problems: list[tuple[Problem, str]] = [(one, "ja") for one in found]
        try:
            everything = not self.names
            for outcome in build_events(events, self.site, "", datetime.datetime.now, everything):
                self._print(outcome)
                problems += [(one, outcome.language) for one in outcome.problems]
        except DiskProblem as error:
            problems.append((error.problem, "ja"))
            complain([error.problem], self.lang or "ja")
        except Exception as error:  # a page that stays open must outlive a mistake of the program too
            self._broken(error)
            return
        builds = site_builds(self.site)
        texts = [one.text(self.lang or language) for one, language in problems]
        self.live.publish(texts, builds != self.seen)
        self.seen = builds

    def _find(self) -> tuple[list[tuple[Path, str]], list[Problem]]:
        """The events there are; one that was there at the start and is gone is named, for its pages stay."""
        from tourgen.build import find_events
        from tourgen.intake import missing
        from tourgen.model import Source
        from tourgen.problems import Problem

        events, problems = find_events(self.names)
        self.folders = self.folders or {shown: folder for folder, shown in events}
        gone = [shown for shown, folder in self.folders.items() if missing(folder)]
        if gone:  # that there is none, or none of that name, is the same once more
            problems = [one for one in problems if one.code not in ("events-none", "event-unknown")]
        return events, [*problems, *(Problem("event-gone", Source(shown)) for shown in gone)]

    def _print(self, outcome: Outcome) -> None:
        """What became of an event; of its notices only those that are new, and those that are settled."""
        known = self.said.get(outcome.event, [])
        print_outcome(outcome, self.lang, self.site, known)
        if not outcome.problems:
            now = self.said[outcome.event] = notice_texts(outcome, self.lang)
            for text in known:
                if text not in now:
                    say("said-notice-gone", self.lang or outcome.language, text=text)

    def _broken(self, error: Exception) -> None:
        from tourgen.cli.last_resort import unexpected

        lines = unexpected(error)
        for line in lines:
            echo(line, err=True)
        self.live.publish(lines, new_site=False)


def publish(
    init: Annotated[
        bool, typer.Option("--init", help="ここのリポジトリを準備する / prepare the repository here")
    ] = False,
    site: SiteOption = Path("site"),
    base_url: BaseUrlOption = "",
    lang: LangOption = None,
) -> None:
    """GitHub Pages で公開します。--init は一度だけ、その後はコミットのたびに GitHub が自分で実行します。

    Publishes on GitHub Pages: --init once; from then on GitHub runs it by itself after every commit.
    """
    language_option(lang)
    base_url_option(base_url, lang)
    if init:
        _prepare(lang or "ja")
    else:
        _publish(site, base_url, lang)


def _prepare(language: str) -> None:
    from tourgen.disk import DiskProblem
    from tourgen.publishing import prepare_repository

    folder = Path()
    if not (folder / ".git").exists():
        refuse("publish-no-repository", language)
    try:
        done = prepare_repository(folder)
        for name in done.written:
            say("publish-written", language, path=name)
        for name in done.added_to:
            say("publish-added", language, path=name)
        for name in done.kept:
            say("publish-kept", language, path=name)
            if not done.listens:
                say("publish-branch", language, path=name, branch=done.branch)
        for name, place in done.set_aside:
            say("publish-set-aside", language, path=name, old=place)
        _warn(language)
    except DiskProblem as error:
        complain([error.problem], language)
        raise typer.Exit(1) from error
    say("publish-next", language, branch=done.branch)


def _warn(language: str) -> None:
    """Filled private columns, and a roster without them."""
    from tourgen.build import find_events
    from tourgen.disk import write_new
    from tourgen.event import read_event
    from tourgen.publishing import exposed_columns, exposed_hidden, exposed_pairs, stripped_roster

    for folder, shown in find_events([])[0]:
        event, _ = read_event(folder, shown)
        exposed = exposed_columns(event) if event else []
        for one in exposed:
            where = {"file": one.file, "sheet": one.sheet, "cell": one.cell}
            say("publish-private", language, **where, header=one.header, count=one.filled)
        for one in exposed_hidden(event) if event else []:
            code = "publish-hidden-column" if one.cell else "publish-hidden-sheet"
            where = {"file": one.file, "sheet": one.sheet, "cell": one.cell}
            say(code, language, **where, header=one.header, count=one.filled)
        if event and (pairs := exposed_pairs(event)):
            say("publish-barred", language, file=f"{shown}/roster.xlsx", count=pairs)
        if exposed and event:
            path, data = stripped_roster(event)
            fresh = write_new(path, data) or path.read_bytes() == data
            code = "publish-stripped" if fresh else "publish-stripped-kept"
            say(code, language, path=path.as_posix(), roster=f"{shown}/roster.xlsx")


def _publish(site: Path, base_url: str, lang: str | None) -> None:
    """A build that answers where the person who committed looks."""
    import datetime
    import os

    from tourgen.build import build_events, find_events
    from tourgen.disk import DiskProblem, append
    from tourgen.publishing import answer

    events, problems = find_events([])
    outcomes = []
    try:
        for outcome in build_events(events, site, base_url, datetime.datetime.now, everything=True):
            outcomes.append(outcome)
            print_outcome(outcome, lang, site)
    except DiskProblem as error:
        problems.append(error.problem)
    complain(problems, lang or "ja")
    if os.environ.get("GITHUB_ACTIONS"):
        said = answer(outcomes, problems, base_url)
        for line in said.log:
            echo(line)
        summary = os.environ.get("GITHUB_STEP_SUMMARY")
        if summary:
            append(Path(summary), said.summary.encode())
    if problems or any(outcome.problems for outcome in outcomes):
        raise typer.Exit(1)
