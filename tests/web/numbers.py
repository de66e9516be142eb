"""Every number on a built page beside results.json: ranks, wins, losses, discs, criteria, titles, the round in play."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import unescape
from itertools import zip_longest
from typing import Any

from tourgen.event.load_event import LoadedDivision, LoadedEvent
from tourgen.explain.rank import LOTS, shown
from tourgen.formats.models import Format
from tourgen.web.division_view import DivisionView
from tourgen.web.divisions import division_pages
from tourgen.web.event import event_site
from tourgen.web.home import board

ROW = re.compile(r'<tr (?:id="p|data-no=")(\d+)"[^>]*>(.*?)</tr>', re.DOTALL)
CELL = re.compile(r"<(td|th)([^>]*)>(.*?)</\1>", re.DOTALL)
MARK = re.compile(r'<(?:i|b) class="([^"]*)">')
CIRCLED = {chr(0x2460 + at): at for at in range(20)}
SHOWN = ("standings.html", "cross.html", "leagues.html", "pairings.html", "course.html", "player.html",
         "players.html", "awards.html")  # fmt: skip


@dataclass
class Cell:
    """One cell of a table."""

    classes: set[str]
    text: str
    marks: list[str]  # w, l, d, p of the discs in it
    record: bool  # whether there are discs at all


@dataclass
class Row:
    """One player's row."""

    no: int
    cells: list[Cell]

    def of(self, css: str) -> list[Cell]:
        return [cell for cell in self.cells if css in cell.classes]


def text(html: str) -> str:
    return unescape(re.sub(r"<[^>]+>", "", html)).strip()


def cells(html: str) -> list[Cell]:
    return [
        Cell(
            set(re.findall(r'class="([^"]*)"', attributes)[0].split() if "class=" in attributes else ()),
            text(inner),
            [one.split()[0] for one in MARK.findall(inner) if one and one.split()[0] in "wldp"],
            'class="rec' in attributes + inner,
        )
        for _, attributes, inner in CELL.findall(html)
    ]


def rows(html: str) -> list[Row]:
    return [Row(int(no), cells(inner)) for no, inner in ROW.findall(html)]


def pages(report: LoadedEvent) -> dict[str, str]:
    """The pages of an event that show numbers of many, by address."""
    divisions = [DivisionView(one, report.divisions) for one in report.divisions]
    site = event_site(report, divisions, "ja", "")
    for facts in divisions:
        for spec in division_pages(facts):
            if spec.template in SHOWN:
                for path in filter(None, (spec.path, spec.also)):
                    site.page(facts.folder + path, spec.template, d=facts, tab="", **spec.context)
    return {name: data.decode() for name, data in site.files.items()}


def check_event(report: LoadedEvent) -> None:
    """Everything that these pages say."""
    found = pages(report)
    for one in report.divisions:
        own = {
            name.split("/")[1]: html for name, html in found.items() if name.startswith(f"{one.division.id}/")
        }
        check_division(own, one)


def check_division(found: Mapping[str, str], one: LoadedDivision) -> None:
    document = one.document
    declared = one.tournament.now.format if one.tournament.now else one.tournament.division.declared
    for standing in document["standings"]:
        check_standing(joined(found, f"standings-r{standing['after']}"), standing["rows"], declared)
    if document["final"] is not None:
        check_standing(joined(found, "standings"), document["final"], declared, final=True)
        check_cross(joined(found, "cross"), document, {row["no"]: row for row in document["final"]})
    elif document["live"] is not None and in_play(document):
        check_standing(joined(found, "standings"), document["live"]["rows"], declared)
        check_cross(joined(found, "cross"), document, {row["no"]: row for row in document["live"]["rows"]})
        check_leagues(found.get("leagues.html", ""), document["live"]["rows"])
    check_discs(found, document)
    check_statistics(found["course.html"], document)
    for player in document["players"]:
        if f"p{player['no']}.html" in found:
            check_player(found[f"p{player['no']}.html"], player["no"], document, declared)


def check_statistics(html: str, document: Mapping[str, Any]) -> None:
    """Differences in discs by round, and what the seeds won and lost at the board."""
    played = {
        one["round"]: [
            game for game in one["games"] if game["kind"] == "played" and game["winner"] is not None
        ]
        for one in document["rounds"]
    }
    for number, inner in re.findall(r'<tr data-round="(\d+)">(.*?)</tr>', html, re.DOTALL):
        games = played[int(number)]
        discs = [abs(game["discs"][0] - game["discs"][1]) for game in games if game["discs"]]
        shown = [cell.text for cell in cells(inner)[1:]]
        assert shown == [str(len(games)), f"{sum(discs) / len(discs):.1f}", str(min(discs)), str(max(discs))]
    everything = [game for games in played.values() for game in games]
    for row in rows(html):
        own = [game for game in everything if row.no in game["players"]]
        won = sum(game["winner"] == row.no for game in own)
        assert row.cells[1].text == f"{won}−{len(own) - won}", row.no
    histogram = html.partition('class="list nums margins"')[2].partition("</table>")[0]
    if histogram:
        counts = [int(cell.text) for cell in cells(histogram) if not cell.marks and cell.text.isdecimal()]
        assert sum(counts) == sum(bool(game["discs"]) for game in everything)


def joined(found: Mapping[str, str], name: str) -> str:
    """A page with its further parts."""
    parts = [
        html for path, html in sorted(found.items(), key=_part) if re.fullmatch(rf"{name}(-\d+)?\.html", path)
    ]
    assert parts, name
    return "".join(parts)


def _part(item: tuple[str, str]) -> int:
    return int((re.findall(r"-(\d+)\.html", item[0]) or ["1"])[0])


def in_play(document: Mapping[str, Any]) -> bool:
    """Whether a table of the running round has its result."""
    games = document["rounds"][-1]["games"]
    return any(game["table"] is not None and (game["winner"] or game["kind"] != "played") for game in games)


def check_standing(html: str, wanted: list[dict[str, Any]], declared: Format, *, final: bool = False) -> None:
    """Ranks, records and criteria; discs and numbers tell the same."""
    found = rows(html)
    assert [(row.no, int(row.cells[0].text)) for row in found] == [(one["no"], one["rank"]) for one in wanted]
    head = [
        cell for cell in cells(html[html.index("<thead>") : html.index("</thead>")]) if "k" in cell.classes
    ]
    for row, one in zip(found, wanted, strict=True):
        record = next(cell for cell in row.cells if cell.record)  # what counts; then the finals
        marks = record.marks
        assert (marks.count("w"), marks.count("l")) == (one["wins"], one["losses"]), (row.no, marks)
        if final:
            assert re.search(rf"(^|\s){one['wins']}−{one['losses']}(−\d+)?$", record.text), row.no
        values = [one for one in row.cells[2:] if not one.record and one.classes <= {"cut"}]
        for name, cell in zip_longest(head, values):
            for at in places(name.text, declared):
                word = declared.order.criteria[at]
                if cell is None or not cell.text:
                    assert "lot" in word, (row.no, word)  # it stands last, beside those whom it put in order
                else:
                    assert cell.text == str(shown(declared, word, one["keys"][at])), (row.no, word)


def places(heading: str, declared: Format) -> list[int]:
    """The criteria of a column: ⑥〜⑧; the lot has no number."""
    lots = [at for at, name in enumerate(declared.order.criteria) if name in LOTS]
    return places_of(heading) or lots


def places_of(heading: str) -> list[int]:
    marked = [CIRCLED[sign] for sign in heading if sign in CIRCLED]
    return list(range(marked[0], marked[-1] + 1)) if marked else []


def check_cross(html: str, document: Mapping[str, Any], wanted: Mapping[int, dict[str, Any]]) -> None:
    """In the order of the ranks, the score apart from the finals, every disc where results.json has a game."""
    found = rows(html)
    games = [game for one in document["rounds"] for game in one["games"]]
    ranks = []
    for row in found:
        if row.no not in wanted:
            continue
        entry = wanted[row.no]
        ranks.append(int(row.of("rk")[0].text))
        assert ranks[-1] == entry["rank"]
        score = f"{entry['wins']}−{entry['losses']}"
        assert row.of("sum")[0].text.split("−")[:2] == score.split("−"), row.no
        discs = [cell.marks for cell in row.cells]
        counted = [mark for marks in discs[: row.cells.index(row.of("sum")[0])] for mark in marks]
        finals = [mark for marks in discs for mark in marks][len(counted) :]
        played = sum(game["winner"] == row.no and None not in game["players"] for game in games)
        assert (counted + finals).count("w") >= played, row.no
        if "列が回戦" in html:
            assert counted.count("w") == entry["wins"], row.no
    if document["final"] is not None and "cross.rows_grid" not in html and "最終順位の順" in html:
        assert ranks == sorted(ranks), "a finished event is in final order"


def check_leagues(html: str, live: list[dict[str, Any]]) -> None:
    """Whoever is listed without a loss has none, at the moment of the page."""
    losses = {row["no"]: row["losses"] for row in live}
    for block in re.findall(r"<h3>全勝 (\d+)名</h3>(.*?)</table>", html, re.DOTALL):
        listed = [int(no) for no in re.findall(r'href="p(\d+)\.html"', block[1])]
        assert len(listed) == int(block[0])
        assert not any(losses.get(no, 0) for no in listed), "unbeaten beside a loss"


def check_discs(found: Mapping[str, str], document: Mapping[str, Any]) -> None:
    """石 beside the names of a round."""
    for one in document["rounds"]:
        html = joined(found, f"r{one['round']}")
        told = re.findall(r'href="p(\d+)\.html">(?:(?!</a>).)*?<small>(\d+)石', html, re.DOTALL)
        expected = {
            (no, discs)
            for game in one["games"]
            for no, discs in zip(game["players"], game["discs"] or (), strict=False)
        }
        assert {(int(no), int(discs)) for no, discs in told} <= expected


def moments(document: Mapping[str, Any]) -> tuple[dict[int, Any], dict[int, Any]]:
    """The rows by number that count now, and those of the last standing, the round in play included."""
    live = document["live"] if document["live"] and in_play(document) else None
    last = (live or (document["standings"] or [{"rows": ()}])[-1])["rows"]
    now = {row["no"]: row for row in last}
    return {row["no"]: row for row in document["final"] or ()} or now, now


def check_player(html: str, no: int, document: Mapping[str, Any], declared: Format) -> None:
    """Record, rank, titles, every game, the criteria now and after earlier rounds."""
    ranked, now = moments(document)
    titles = [one["title"] for one in document["titles"] if one["no"] == no]
    assert (
        re.findall(r"<b>(.*?)</b>", html.partition('<p class="congrats">')[2].partition("</p>")[0]) == titles
    )
    record = html.partition('<div class="record">')[2].partition("</div>")[0]
    if record and no in ranked:
        marks = [one.split()[0] for one in MARK.findall(record) if one]
        assert (marks.count("w"), marks.count("l")) == (ranked[no]["wins"], ranked[no]["losses"]), no
        assert score(text(record.partition("<p>")[2])) == (ranked[no]["wins"], ranked[no]["losses"]), no
        assert f"<b>{ranked[no]['rank']}</b>位" in record, no
        if document["final"]:
            assert re.search(rf"/ {len(ranked)}(名|チーム)", record), no
    games = {
        one["round"]: game for one in document["rounds"] for game in one["games"] if no in game["players"]
    }
    for number, inner in re.findall(r'<th scope="row">(\d+)回戦</th>(.*?)</tr>', html, re.DOTALL):
        game, found = games.get(int(number)), cells(inner)
        if game is None or len(found) < 3 or None in game["players"]:
            continue
        at = game["players"].index(no)
        other = game["players"][1 - at]
        assert f'href="p{other}.html"' in inner, (no, number)
        if game["winner"] is not None:
            assert found[0].marks == ["w" if game["winner"] == no else "l"], (no, number)
        if game["discs"] is not None:
            mine, theirs = game["discs"][at], game["discs"][1 - at]
            assert found[2].text.startswith(f"{mine} − {theirs}"), (no, number)
        if game["table"] is not None and other in ranked:
            assert f"{game['table']}卓" in found[1].text, (no, number)
    if no in now:
        sums = html.partition('id="rank"')[2].partition('<table class="earlier">')[0]
        for name, shown_value in re.findall(
            r'<th scope="row"[^>]*>([①-⑳].*?)</th>.*?<td>([^<]*)</td></tr>', sums
        ):
            for at in places(name, declared):
                word = declared.order.criteria[at]
                assert shown_value == str(shown(declared, word, now[no]["keys"][at])), (no, word)
    earlier = html.partition('<table class="earlier">')[2].partition("</table>")[0]
    rows_then = {one["after"]: {row["no"]: row for row in one["rows"]} for one in document["standings"]}
    for after, inner in re.findall(r'<tr id="rank-r(\d+)">(.*?)</tr>', earlier, re.DOTALL):
        then, found = rows_then[int(after)][no], [cell.text for cell in cells(inner)]
        assert found[1] == str(then["rank"]), (no, after)
        values = [
            str(shown(declared, declared.order.criteria[at], key)) for at, key in enumerate(then["keys"])
        ]
        heads = [cell.text for cell in cells(earlier.partition("</thead>")[0])]
        for head, value in list(zip(heads, found, strict=True))[2:]:
            if head in CIRCLED:
                assert value == values[CIRCLED[head]], (no, after, head)


def score(words: str) -> tuple[int, int]:
    """2勝1敗 or 2–1 as numbers."""
    words = re.sub(r"(\d+)–(\d+)", r"\1勝\2敗", words)
    found = re.search(r"(\d+)勝(?:(\d+)敗)?", words)
    return (int(found[1]), int(found[2] or 0)) if found else (0, int(words.rstrip("敗") or 0))


def check_home(report: LoadedEvent, html: str) -> None:
    """Progress, the top of the ranks, champions."""
    for one in report.divisions:
        facts = DivisionView(one, report.divisions)
        seen = board(facts)
        if facts.finished:
            for honour in facts.honours:
                assert {"title": honour["title"], "no": honour["person"].no} in [
                    {"title": title["title"], "no": title["no"]} for title in one.document["titles"]
                ]
                assert honour["person"].name in html
        elif seen["tables"]:
            done, count = facts.progress(facts.current)
            assert f"<b>{done}<span> / {count}</span></b>" in html
        check_top(html, one)


def check_top(html: str, one: LoadedDivision) -> None:
    """The champion's games."""
    of = re.escape(f'href="{one.division.id}/p')
    crown = re.search(rf'class="crown">.*?{of}(\d+)\.html".*?(<ol class="path">.*?</ol>)', html, re.DOTALL)
    if crown:
        champion, marks = int(crown[1]), [one.split()[0] for one in MARK.findall(crown[2]) if one]
        games = [
            game for one in one.document["rounds"] for game in one["games"] if champion in game["players"]
        ]
        assert marks.count("w") == sum(g["winner"] == champion and None not in g["players"] for g in games)
        last = games[-1]
        if last["stage"] == "final" and last["discs"]:
            discs = last["discs"] if last["players"][0] == champion else last["discs"][::-1]
            assert "決勝 {}対{}".format(*discs) in text(crown[0]) and "決勝" in text(crown[2])


def check_files(files: Mapping[str, bytes], report: LoadedEvent) -> None:
    """Numbers in files are those on the pages: none is negative, and the final ranks have their scores."""
    for name, table in tables(files):
        for row in table[1:]:
            for head, cell in zip(table[0], row, strict=True):
                if head in ("抽選番号", "番号", "前の順位", "順位", "直前の順位"):
                    assert not cell.startswith("-"), (name, head, cell)
    for one in report.divisions:
        final = one.document["final"]
        if final is not None:
            data = dict(tables(files))[f"{one.division.id}/final.csv"]
            at = [data[0].index(word) for word in ("順位", "勝", "敗")]
            assert [[row[place] for place in at] for row in data[1:]] == [
                [str(line[key]) for key in ("rank", "wins", "losses")] for line in final
            ]


def tables(files: Mapping[str, bytes]) -> Iterator[tuple[str, list[list[str]]]]:
    for name, data in files.items():
        if name.endswith(".csv"):
            yield name, list(csv.reader(io.StringIO(data.decode("utf-8-sig"))))
