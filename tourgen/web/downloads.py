"""Data beside the pages: results.json, CSV, XLSX, and a few numbers. Tables are in the event's language."""

from __future__ import annotations

from collections.abc import Sequence

from tourgen import tables
from tourgen.award_tables import AwardSection, awards_table
from tourgen.ceremony import ceremony
from tourgen.event import Event
from tourgen.explain.rank import criterion_label
from tourgen.results import to_bytes
from tourgen.round_sheet import round_bytes
from tourgen.web.facts import Facts, File
from tourgen.web.texts import Texts


def downloads(facts: Facts, language: str) -> list[tuple[File, bytes]]:
    """The files of one division, in the order in which they are offered."""
    document, t = facts.document, Texts(language)
    criteria = [criterion_label(name)[language] for name in facts.declared.order.criteria]
    named = [
        (File(f"standings-r{one.after}.csv", "standings", "CSV", one.after),
         tables.standings_table(document, one.after, language, criteria))
        for one in facts.standings
    ]  # fmt: skip
    named += [
        (
            File(f"pairings-r{number}.csv", "pairings", "CSV", number),
            tables.pairings_table(document, number, language, [names[language] for names in facts.boards]),
        )
        for number in facts.games
    ]
    if facts.rounds:
        named.append((File("cross.csv", "cross", "CSV"), tables.cross_table(document, language)))
    if facts.rounds and facts.declared.game == "othello":
        named.append((File("rated-games.csv", "rated", "CSV"), tables.rated_games_table(document, language)))
    if facts.finished:
        named.append(
            (File("awards.csv", "awards", "CSV"), awards_table([award_section(facts, language)], language))
        )
    found = [(File("results.json", "results", "JSON"), to_bytes(dict(document)))]
    if named:
        latest = facts.latest.after if facts.latest else 0
        sheets = {
            _sheet(t, file): table
            for file, table in named
            if file.what != "standings" or file.round == latest
        }
        found.append((File("results.xlsx", "workbook", "XLSX"), tables.xlsx_bytes(sheets)))
    if facts.finished:
        alone = {str(t("download.awards")): named[-1][1]}
        found.append((File("awards.xlsx", "awards", "XLSX"), tables.xlsx_bytes(alone)))
    return [*found, *((file, tables.csv_bytes(table)) for file, table in named)]


def round_sheets(facts: Facts, event: Event) -> list[tuple[File, bytes]]:
    """The sheet of the round that is being played, for organisers who have only the site at hand."""
    number = facts.report.open_round
    return [
        (
            File(f"{facts.id}-r{number}.xlsx", "sheet", "XLSX", played.number),
            round_bytes(tournament, played, event),
        )
        for tournament in [facts.report.tournament]
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
