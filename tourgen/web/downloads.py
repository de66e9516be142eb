"""Data beside the pages: results.json, CSV, XLSX, and a few numbers. Tables are in the event's language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tourgen.event.round_sheet import round_bytes
from tourgen.event.settings import Event
from tourgen.results import tables
from tourgen.results.award_list import award_lines
from tourgen.results.award_tables import AwardSection, awards_table
from tourgen.results.document import to_bytes
from tourgen.sheets.export import csv_bytes, xlsx_bytes
from tourgen.web.division_view import DivisionView, File
from tourgen.web.texts import Texts

if TYPE_CHECKING:
    from pandas import DataFrame


def downloads(view: DivisionView, language: str) -> list[tuple[File, bytes]]:
    """The files of one division, in the order in which they are offered."""
    t = Texts(language)
    named = list(_tables(view, language))
    found = [(File("results.json", "results", "JSON"), to_bytes(view.loaded.document))]
    if named:
        latest = view.latest.after if view.latest else 0
        sheets = {
            _sheet(t, file): table
            for file, table in named
            if file.what != "standings" or file.round == latest
        }
        found.append((File("results.xlsx", "workbook", "XLSX"), xlsx_bytes(sheets)))
    if view.finished:
        alone = {str(t("download.awards")): named[-1][1]}
        found.append((File("awards.xlsx", "awards", "XLSX"), xlsx_bytes(alone)))
    return [*found, *((file, csv_bytes(table)) for file, table in named)]


def _tables(view: DivisionView, language: str) -> Iterator[tuple[File, DataFrame]]:
    results = view.results
    if view.finished:
        table = tables.ranks_table(results, view.declared, None, language)
        yield File("final.csv", "final", "CSV"), table
    for one in view.standings:
        table = tables.ranks_table(results, view.declared, one.after, language)
        yield File(f"standings-r{one.after}.csv", "standings", "CSV", one.after), table
    boards = [names[language] for names in view.boards]
    for number in view.games:
        table = tables.pairings_table(results, number, view.declared, language, boards)
        yield File(f"pairings-r{number}.csv", "pairings", "CSV", number), table
    if view.rounds:
        yield File("cross.csv", "cross", "CSV"), tables.cross_table(results, language)
    if view.rounds and view.declared.game == "othello":
        yield File("rated-games.csv", "rated", "CSV"), tables.rated_games_table(results, language)
    if view.finished:
        yield File("awards.csv", "awards", "CSV"), awards_table([award_section(view, language)], language)


def round_sheets(view: DivisionView, event: Event) -> list[tuple[File, bytes]]:
    """The sheet of the round that is being played, for organisers who have only the site at hand."""
    number, tournament = view.loaded.open_round, view.tournament
    return [
        (
            File(f"{view.id}-r{number}.xlsx", "sheet", "XLSX", played.number),
            round_bytes(tournament, played, event),
        )
        for played in tournament.rounds
        if played.number == number
    ]


def award_section(view: DivisionView, language: str) -> AwardSection:
    """The award list of a division, with the divisions' names in the tables' language."""
    names = {
        key: (one.name_en if language == "en" else "") or one.name for key, one in view.divisions.items()
    }
    name = names.get(view.id, view.division.name)
    return AwardSection(name, view.results, award_lines(view.tournament, view.results), names)


def event_awards(divisions: Sequence[DivisionView], language: str) -> dict[str, bytes]:
    """The award list of all finished divisions: one table, and a workbook with a sheet for each as well."""
    sections = [award_section(view, language) for view in divisions if view.finished]
    if not sections:
        return {}
    whole = awards_table(sections, language, with_division=True)
    sheets = {str(Texts(language)("download.awards")): whole}
    for number, section in enumerate(sections, 1):
        # Numbered, for two names may be the same once they are cut to what a worksheet can be called.
        sheets[f"{number} {section.name}"] = awards_table([section], language)
    return {"awards.csv": csv_bytes(whole), "awards.xlsx": xlsx_bytes(sheets)}


def _sheet(t: Texts, file: File) -> str:
    number = f" {t('round.name', n=file.round)}" if file.round else ""
    return f"{t(f'download.{file.what}')}{number}"
