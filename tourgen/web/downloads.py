"""Data beside the pages: results.json, CSV, XLSX, and a few numbers. Tables are in the event's language."""

from __future__ import annotations

from tourgen import tables
from tourgen.explain.rank import criterion_label
from tourgen.results import to_bytes
from tourgen.web.facts import Facts, File
from tourgen.web.texts import Texts


def downloads(facts: Facts, language: str) -> list[tuple[File, bytes]]:
    """The files of one division, in the order in which they are offered."""
    document, t = facts.document, Texts(language)
    criteria = [criterion_label(name)[language] for name in facts.declared.order.criteria]
    named = [
        (File(f"standings-r{one.after}.csv", "standings", "CSV", one.after),
         tables.standings_frame(document, one.after, language, criteria))
        for one in facts.standings
    ]  # fmt: skip
    named += [
        (
            File(f"pairings-r{number}.csv", "pairings", "CSV", number),
            tables.pairings_frame(document, number, language),
        )
        for number in facts.games
    ]
    if facts.rounds:
        named.append((File("cross.csv", "cross", "CSV"), tables.cross_frame(document, language)))
        named.append((File("rated-games.csv", "rated", "CSV"), tables.rated_games_frame(document, language)))
    if facts.finished:
        named.append((File("awards.csv", "awards", "CSV"), tables.awards_frame(document, language)))
    found = [(File("results.json", "results", "JSON"), to_bytes(dict(document)))]
    if named:
        latest = facts.latest.after if facts.latest else 0
        sheets = {
            _sheet(t, file): frame
            for file, frame in named
            if file.what != "standings" or file.round == latest
        }
        found.append((File("results.xlsx", "workbook", "XLSX"), tables.xlsx_bytes(sheets)))
    return [*found, *((file, tables.csv_bytes(frame)) for file, frame in named)]


def _sheet(t: Texts, file: File) -> str:
    number = f" {t('round.name', n=file.round)}" if file.round else ""
    return f"{t(f'download.{file.what}')}{number}"
