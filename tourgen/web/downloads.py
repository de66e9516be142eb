"""Data beside the pages: results.json, CSV, XLSX, and a few numbers. Tables are in the event's language."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any

from tourgen import tables
from tourgen.award_tables import AwardSection, awards_table
from tourgen.ceremony import ceremony
from tourgen.event import Event
from tourgen.explain.rank import criterion_label
from tourgen.results import to_bytes
from tourgen.round_sheet import round_bytes
from tourgen.web.facts import Facts, File
from tourgen.web.texts import Texts

Made = Callable[[], bytes]  # a file's content, when it is asked for: pages need only its name
Lazy = Callable[[], tables.Table]


def downloads(facts: Facts, language: str) -> list[tuple[File, Made]]:
    """The files of one division, in the order in which they are offered."""
    document, t = facts.document, Texts(language)
    named = list(_tables(facts, language))
    found: list[tuple[File, Made]] = [
        (File("results.json", "results", "JSON"), lambda: to_bytes(dict(document)))
    ]
    if named:
        latest = facts.latest.after if facts.latest else 0
        sheets = {
            _sheet(t, file): table
            for file, table in named
            if file.what != "standings" or file.round == latest
        }
        found.append((File("results.xlsx", "workbook", "XLSX"), partial(_workbook, sheets)))
    if facts.finished:
        alone = {str(t("download.awards")): named[-1][1]}
        found.append((File("awards.xlsx", "awards", "XLSX"), partial(_workbook, alone)))
    return [*found, *((file, partial(_csv, table)) for file, table in named)]


def _tables(facts: Facts, language: str) -> Iterator[tuple[File, Lazy]]:
    document = facts.document
    if facts.finished:
        yield File("final.csv", "final", "CSV"), _once(tables.final_table, document, language)
    criteria = [criterion_label(name)[language] for name in facts.declared.order.criteria]
    for one in facts.standings:
        made = _once(tables.standings_table, document, one.after, language, criteria)
        yield File(f"standings-r{one.after}.csv", "standings", "CSV", one.after), made
    boards = [names[language] for names in facts.boards]
    for number in facts.games:
        made = _once(tables.pairings_table, document, number, language, boards)
        yield File(f"pairings-r{number}.csv", "pairings", "CSV", number), made
    if facts.rounds:
        yield File("cross.csv", "cross", "CSV"), _once(tables.cross_table, document, language)
    if facts.rounds and facts.declared.game == "othello":
        yield File("rated-games.csv", "rated", "CSV"), _once(tables.rated_games_table, document, language)
    if facts.finished:
        yield (
            File("awards.csv", "awards", "CSV"),
            _once(lambda: awards_table([award_section(facts, language)], language)),
        )


def _once(make: Callable[..., tables.Table], *values: Any) -> Lazy:
    """A table that is made when the first file with it is."""
    return cache(partial(make, *values))


def _csv(table: Lazy) -> bytes:
    return tables.csv_bytes(table())


def _workbook(sheets: Mapping[str, Lazy]) -> bytes:
    return tables.xlsx_bytes({name: table() for name, table in sheets.items()})


def round_sheets(facts: Facts, event: Event) -> list[tuple[File, Made]]:
    """The sheet of the round that is being played, for organisers who have only the site at hand."""
    number, tournament = facts.report.open_round, facts.report.tournament
    return [
        (
            File(f"{facts.id}-r{number}.xlsx", "sheet", "XLSX", played.number),
            partial(round_bytes, tournament, played, event),
        )
        for played in tournament.rounds
        if played.number == number
    ]


def award_section(facts: Facts, language: str) -> AwardSection:
    """The award list of a division, with the divisions' names in the tables' language."""
    names = {
        key: (one.name_en if language == "en" else "") or one.name for key, one in facts.divisions.items()
    }
    name = names.get(facts.id, facts.division.name)
    return AwardSection(name, facts.document, ceremony(facts.report.tournament, facts.document), names)


def event_awards(divisions: Sequence[Facts], language: str) -> dict[str, bytes]:
    """The award list of all finished divisions: one table, and a workbook with a sheet for each as well."""
    sections = [award_section(facts, language) for facts in divisions if facts.finished]
    if not sections:
        return {}
    whole = awards_table(sections, language, with_division=True)
    sheets = {str(Texts(language)("download.awards")): whole}
    for number, section in enumerate(sections, 1):
        # Numbered, for two names may be the same once they are cut to what a worksheet can be called.
        sheets[f"{number} {section.name}"] = awards_table([section], language)
    return {"awards.csv": tables.csv_bytes(whole), "awards.xlsx": tables.xlsx_bytes(sheets)}


def _sheet(t: Texts, file: File) -> str:
    number = f" {t('round.name', n=file.round)}" if file.round else ""
    return f"{t(f'download.{file.what}')}{number}"
