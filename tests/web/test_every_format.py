"""Whatever a format declares, it has all its pages: they hold together and say what results.json says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.series import FORMATS, FULL, batches
from tests.web import any_format
from tests.web.built import dead_links
from tests.web.numbers import check_division
from tests.web.reading import Reading
from tests.web.said import Site
from tests.web.sample import event
from tourgen.event.load_event import LoadedDivision
from tourgen.formats import Format, shipped_formats
from tourgen.formats.models import Bracket
from tourgen.web import render_event
from tourgen.web.division_view import DivisionView

_PLAYER = re.compile(r'href="(?:\.\./)*p(\d+)\.html"')


def moments(declared: Format, seed: int) -> Iterator[LoadedDivision]:
    """A small division before its first round and in the middle, and a larger one at its end; else one of these."""
    if not FULL:
        fitting = any_format.sizes(declared, most=7) or any_format.sizes(declared)[:1]
        situations = any_format.played(declared, fitting[seed % len(fitting)], any_format.DAYS[1], seed)
        yield any_format.stopped(declared, situations, (len(situations) - 1) // (1 + seed % 2))
        return
    fitting = any_format.sizes(declared)
    for count, day in zip((fitting[0], fitting[-1]), any_format.DAYS, strict=True):
        situations = any_format.played(declared, count, day, seed)
        for after in (0, len(situations) // 2) if day is any_format.DAYS[0] else (len(situations) - 1,):
            yield any_format.stopped(declared, situations, after)


@pytest.mark.parametrize("format_id", FORMATS)
def test_a_shipped_format_has_all_its_pages(format_id: str) -> None:
    for one in moments(any_format.shipped(format_id), list(shipped_formats()).index(format_id)):
        files = check(one)
        assert not list(Site({f"sample/{name}": data for name, data in files.items()}).wrong())


@pytest.mark.parametrize("seed", batches(2, 24))
def test_an_invented_format_has_all_its_pages(seed: int) -> None:
    declared = next(one for at in range(1_000) if (one := any_format.invented(1_000 * seed + at)))
    for one in moments(declared, seed):
        check(one)


def check(one: LoadedDivision) -> dict[str, bytes]:
    """Every page is whole, every link holds, and the pages say what the document says."""
    files = render_event(event(one))
    assert dead_links(files) == []
    pages = {name: data.decode() for name, data in files.items() if name.endswith(".html")}
    for name, page in pages.items():
        reading = Reading(page)
        assert not reading.unclosed and len(reading.ids) == len(set(reading.ids)), name
    for round_ in one.document["rounds"]:
        check_round(pages[f"open/r{round_['round']}.html"], round_)
    own = {name.removeprefix("open/"): page for name, page in pages.items() if name.startswith("open/")}
    check_division(own, one)
    check_players(pages, one)
    check_brackets(pages, one)
    return files


def check_round(page: str, round_: dict[str, Any]) -> None:
    """Every game of a round stands on its page once, with whoever won it."""
    table = page[page.index('<section id="table">') :] if '<section id="table">' in page else ""
    rows = [row for row in table.split("<tr>")[1:] if "p" in row]
    found = {}
    for row in rows:
        cells = row.split("<td")
        players = [(int(hit[1]), 'class="won"' in cell) for cell in cells if (hit := _PLAYER.search(cell))]
        if players:
            found[tuple(no for no, _ in players)] = [no for no, won in players if won]
    for game in round_["games"]:
        players = tuple(no for no in game["players"] if no is not None)
        assert players in found, players
        if len(players) == 2:
            assert found[players] == ([] if game["winner"] is None else [game["winner"]])


def check_players(pages: dict[str, str], one: LoadedDivision) -> None:
    """A player's page has every game with its opponent, and the rank."""
    document = one.document
    moment = DivisionView(one).moment
    last = {row.no: row.rank for row in moment.rows} if moment else {}
    ranks = {row["no"]: row["rank"] for row in document["final"] or ()} or last
    for player in document["players"]:
        no = player["no"]
        page = pages[f"open/p{no}.html"]
        games = [game for round_ in document["rounds"] for game in round_["games"] if no in game["players"]]
        opponents = [
            other for game in games for other in game["players"] if other != no and other is not None
        ]
        listed = re.findall(r'<td><a href="p(\d+)\.html">', page.partition('<table class="games">')[2])
        assert [int(other) for other in listed][: len(opponents)] == opponents, no
        if no in ranks and document["rounds"]:
            assert f"<b>{ranks[no]}</b>位" in page, (no, ranks[no])


def check_brackets(pages: dict[str, str], one: LoadedDivision) -> None:
    """Every match of a tree stands on the page of the brackets, and everybody in a tree in its drawing."""
    facts = DivisionView(one)
    brackets = [stage for stage in facts.declared.stage if isinstance(stage, Bracket)]
    assert ("open/bracket.html" in pages) == bool(brackets)
    for round_ in one.document["rounds"]:
        for game in round_["games"]:
            if isinstance(facts.stages.of(game["stage"]), Bracket):
                for no in filter(None, game["players"]):
                    assert f'href="p{no}.html"' in pages["open/bracket.html"]


def test_a_handicap_game_says_who_is_black() -> None:
    declared = any_format.shipped("go-team-handicap")
    one = any_format.stopped(declared, any_format.played(declared, 6, any_format.DAYS[0], 1), 1)
    facts = DivisionView(one)
    games = [game for game in facts.rounds[0].games if game.players[1] is not None]
    boards = [(game, at, one.black) for game in games for at, one in enumerate(game.handicap)]
    assert any(black is not None for _, _, black in boards)
    for game, at, black in boards:
        said = tuple(facts.colour(game, no, at) for no in game.players if no is not None)
        assert said == (
            ("", "") if black is None else ("black", "white") if black == 0 else ("white", "black")
        )
    assert not any(facts.colour(game, no) for game in games for no in game.players), "a team has no colour"
    assert '<span class="col">黒</span>' in render_event(event(one))["open/r1.html"].decode()
