"""The pages of Go: colours, points, pending games everywhere, game pages and what the committee sees."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tests.web.states import example
from tourgen.event.load_event import LoadedEvent
from tourgen.web import render_event
from tourgen.web.division_view import DivisionView
from tourgen.web.go_games import game_views


@pytest.fixture(scope="module")
def demo() -> LoadedEvent:
    return example("go-demo")


@pytest.fixture(scope="module")
def files(demo: LoadedEvent) -> dict[str, str]:
    return {path: data.decode() for path, data in render_event(demo).items() if path.endswith(".html")}


def text(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def test_the_example_is_as_it_should_be(demo: LoadedEvent) -> None:
    document = demo.divisions[0].document
    kinds = [game["kind"] for one in document["rounds"] for game in one["games"]]
    assert len(document["players"]) == 16 and len(document["rounds"]) == 4
    assert [kinds.count(kind) for kind in ("draw", "double-loss", "no-result", "pending")] == [1, 1, 1, 1]
    assert document["state"] == {"completed": 4, "next": None, "finished": False}
    records = demo.divisions[0].records
    assert [len(one.files) for one in records.values()] == [3, 3]
    assert [notice.code for notice in demo.notices] == ["game-pending"]


def test_colours_stand_as_words_beside_the_names(files: dict[str, str]) -> None:
    for path, black, white in (("open/r2.html", "黒", "白"), ("en/open/r2.html", "B", "W")):
        found = re.findall(r'<span class="col">(\w+)</span>', files[path].split('id="table"')[1])
        assert found == [black, white] * 8, path


def test_the_hall_names_black_and_white(demo: LoadedEvent, files: dict[str, str]) -> None:
    people = {one["no"]: one["name"] for one in demo.divisions[0].document["players"]}
    for game in demo.divisions[0].document["rounds"][-1]["games"]:
        for word, no in zip("黒白", game["players"], strict=True):
            assert re.search(f"<small>{word}</small> <span[^>]*>{people[no]}", files["hall.html"])


def test_pending_is_shown_everywhere(files: dict[str, str]) -> None:
    assert "勝敗預かりです" in text(files["index.html"]) and "裁定待ち" in text(files["index.html"])
    assert 'href="r3-t02.html"' in files["open/r3.html"] and "預かり" in files["open/r3.html"]
    for page in ("standings", "standings-r4", "cross"):
        assert "裁定によって順位が変わることがあります" in files[f"open/{page}.html"], page
        assert 'href="r3-t02.html"' in files[f"open/{page}.html"], page
    assert "ranks may change with the ruling" in files["en/open/standings.html"]


def test_both_players_of_the_pending_game_find_its_page(demo: LoadedEvent, files: dict[str, str]) -> None:
    [(number, game)] = DivisionView(demo.divisions[0]).pending
    assert number == 3
    for no in game.players:
        assert 'href="r3-t02.html"' in files[f"open/p{no}.html"]


def test_points_and_jigo_in_standings(files: dict[str, str]) -> None:
    page = text(files["open/standings.html"])
    assert "勝点6" in page and "勝点5" in page
    assert "1持碁" in text(files["open/cross.html"]) or "−0−1" in text(files["open/cross.html"])


def test_the_final_position_of_a_decided_game(demo: LoadedEvent, files: dict[str, str]) -> None:
    views = dict(game_views(DivisionView(demo.divisions[0])))
    view = views["r1-t01.html"]
    assert view["position"]["heading"] == "game.final"
    assert view["position"]["result"] == "W+8" and view["winner"] is view["white"]
    assert not view["proposals"]
    page = files["open/r1-t01.html"]
    assert page.count('<svg class="goban"') == 1 and "白の8目勝ち" in page
    assert "White wins by 8" in files["en/open/r1-t01.html"]


def test_what_the_committee_sees(demo: LoadedEvent, files: dict[str, str]) -> None:
    view = dict(game_views(DivisionView(demo.divisions[0])))["r3-t02.html"]
    assert view["position"]["heading"] == "game.stop"
    assert [one["result"] for one in view["proposals"]] == ["B+17", "W+13"]
    assert view["differences"] == 15
    page = files["open/r3-t02.html"]
    assert page.count('<svg class="goban"') == 3
    assert page.count('class="difference"') == 2 * 15
    for word in ("黒の終局案", "白の終局案", "黒の17目勝ち", "白の13目勝ち"):
        assert word in page, word
    assert "入力" not in page, "what the organiser types is no business of the public"
    assert len(set(re.findall(r'<title id="([^"]+)"', page))) == 3


def test_drawings_need_no_inline_style(files: dict[str, str]) -> None:
    for path in ("open/r3-t02.html", "open/r1-t01.html"):
        assert " style=" not in files[path] and "<style" not in files[path]


def test_a_pending_game_without_a_record_has_a_page_too(demo: LoadedEvent) -> None:
    bare = replace(demo, divisions=(replace(demo.divisions[0], records={}),))
    page = render_event(bare)["open/r3-t02.html"].decode()
    assert "棋譜はまだありません" in page and '<svg class="goban"' not in page
    assert "open/r1-t01.html" not in render_event(bare)
