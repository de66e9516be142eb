"""What holds for every page: well-formed, safe, linked, in one language, small, and the same every time."""

from __future__ import annotations

import gzip
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment

from tests.series import FULL
from tests.web.built import Files, Pages, dead_links
from tests.web.reading import Reading
from tests.web.sample import division, event
from tourgen.web import Archive, render_event, render_index
from tourgen.web.site import CompiledTemplates
from tourgen.web.words import JAPANESE


def test_every_state_has_every_kind_of_page(sites: dict[str, Files]) -> None:
    kinds = [
        *("index", "standings", "cross", "players", "bracket", "lottery", "awards", "info", "p1"),
    ]
    for name, files in sites.items():
        other = "ja" if name == "english" else "en"
        folders = {path.split("/")[0] for path in files if path.endswith("/results.json")}
        for folder in folders:
            document = json.loads(files[f"{folder}/results.json"])
            declared = document["division"]["format"]
            in_leagues = declared.startswith("othello") and "new" not in declared
            assert (f"{folder}/leagues.html" in files) == in_leagues, (name, folder)
            assert (f"{folder}/blocks.html" in files) == (
                declared in ("shogi-encouragement", "groups-knockout")
            ), (name, folder)
            assert (f"{folder}/boards.html" in files) == (declared == "shogi-team"), (name, folder)
            for kind in kinds:
                few = declared == "shogi-girls" and len(document["players"]) <= 6  # a round robin
                if kind == "bracket" and (few or declared == "go-swiss"):
                    continue
                assert f"{folder}/{kind}.html" in files, (name, folder, kind)
                assert f"{other}/{folder}/{kind}.html" in files, (name, folder, kind)


def looked_at(path: str) -> bool:
    """Of the players' pages every fifth; all of them in the full series."""
    number = re.search(r"/p(\d+)\.html$", path)
    return FULL or number is None or int(number[1]) % 5 == 1


def test_every_page(sites: dict[str, Files]) -> None:
    """Well-formed, in one language, nothing inline, nothing from elsewhere, and every link leads somewhere."""
    for name, files in sites.items():
        people = {
            player["name"]
            for path in files
            if path.endswith("/results.json")
            for player in json.loads(files[path])["players"]
        }
        names = re.compile("|".join(map(re.escape, sorted(people, key=len, reverse=True))))
        assert dead_links(files) == [], name
        for path in (path for path in files if path.endswith(".html") and looked_at(path)):
            reading = Reading(files[path].decode())
            check_form(f"{name}/{path}", reading)
            check_language(f"{name}/{path}", reading, names)


def check_form(where: str, reading: Reading) -> None:
    assert not reading.unclosed, (where, reading.unclosed)
    assert len(reading.ids) == len(set(reading.ids)), where
    assert sum(tag == "h1" for tag, _ in reading.elements) == 1, where
    (policy,) = [
        a["content"] for _, a in reading.elements if a.get("http-equiv") == "Content-Security-Policy"
    ]
    assert "default-src 'none'" in policy and "unsafe" not in policy
    for tag, attributes in reading.elements:
        assert tag != "style" and "style" not in attributes, where
        assert not [name for name in attributes if name.startswith("on")], where
        if tag == "script":
            assert "src" in attributes or attributes.get("type") == "application/json", where
        if tag in ("script", "link", "img", "form"):
            target = attributes.get("src") or attributes.get("href") or attributes.get("action") or ""
            assert not re.match(r"[a-z]+:|//", target), (where, target)


def check_language(where: str, reading: Reading, names: re.Pattern[str]) -> None:
    english = where.startswith("english/") != ("/ja/" in where or "/en/" in where)
    assert dict(reading.elements)["html"]["lang"] == ("en" if english else "ja"), where
    for text in reading.spoken if english else ():
        assert not JAPANESE.search(text) or not JAPANESE.search(names.sub("", text)), (where, text)


def test_the_home_is_a_scoreboard(pages: Pages) -> None:
    assert pages["finished/index.html"].count('class="champ"') == 3, "who won stands first"
    home = pages["finished/index.html"]
    assert home.count('<div class="tree"><svg') == 3 and home.count("表彰一覧") >= 3, (
        "last rounds and awards follow"
    )
    live = pages["brackets/index.html"]
    assert live.count('class="hb"') == 1 and live.count('class="champ"') == 2
    assert "<h1>5回戦" in live, "what is still being played"
    for path, page in pages.items():
        if not path.endswith("hall.html") and "/print-" not in path and "data-path" in page:
            assert page.count("<search ") == 1, path


def test_a_page_is_of_one_moment_and_says_which(pages: Pages) -> None:
    for name in ("index", "open/standings", "open/cross", "open/leagues"):
        counted = set(re.findall(r"\d+回戦 \d+/\d+局まで", pages[f"semi-finals/{name}.html"]))
        assert len(counted) == 1 or "決勝" in pages[f"semi-finals/{name}.html"], name


def test_the_home_names_the_league_of_the_unbeaten_as_the_league_page_does() -> None:
    files = render_event(event(division("othello-2-league", 40, 2)))
    for path, said in (
        ("index.html", "Aリーグ 全勝者の対局"),
        ("en/index.html", "League A: games of the unbeaten"),
    ):
        assert f"<h2>{said}</h2>" in files[path].decode()


def test_a_finished_event_speaks_of_no_today(pages: Pages) -> None:
    assert not [path for path, page in pages.items() if "きょう" in page or ">対局中<" in page]


def test_marks_belong_to_their_game(pages: Pages) -> None:
    for state, game in (("middle", "othello"), ("shogi", "shogi"), ("go", "go")):
        assert f'class="{game}"' in pages[f"{state}/index.html"].partition("<head>")[0]
    assert "icon-go.svg" in pages["go/index.html"] and "icon-shogi.svg" in pages["shogi/index.html"]


def test_the_club_is_called_a_club(pages: Pages) -> None:
    assert '<th scope="col" class="cl">所属</th>' in pages["go/open/standings.html"]


def test_ranks_of_many_are_light() -> None:
    files = render_event(event(division("othello-4-league", 89, 8)))
    found = [path for path in files if "open/standings" in path and path.endswith(".html")]
    assert len(found) == 16, "seven rounds and the final ranks, in both languages"
    for path in found:
        assert len(files[path]) < 60_000, path
        assert len(Reading(files[path].decode()).elements) < 2_000, path


def test_who_also_won_a_title_of_her_own_is_not_missing_among_the_places() -> None:
    one = division("othello-world", 16, 15, seed=11)
    home = render_event(event(one))["index.html"].decode()
    titles = {entry["title"]: entry["no"] for entry in one.document["titles"]}
    ranks = {entry["no"]: entry["rank"] for entry in one.document["final"]}
    assert ranks[titles["女子優勝"]] == 3, "the event that this is about"
    assert re.findall(r"<li><b>(\d)位</b>", home) == ["3", "4"]


def test_names_stand_beside_few_discs_only() -> None:
    files = render_event(event(division("othello-world", 12, 13)))
    assert 'class="o"' not in files["open/cross.html"].decode()


def test_a_go_event_speaks_of_its_own_marks(pages: Pages) -> None:
    cross = pages["go/open/cross.html"]
    assert "○は勝ち、×は負け" in cross and "数字は相手の番号" in cross and "丸の数字" not in cross
    assert "石のある" not in pages["go/index.html"]
    assert "対戦した相手の勝点" in pages["go/open/p1.html"] and "相手の勝数" not in pages["go/open/p1.html"]


def test_the_unbeaten_are_those_of_a_round_that_is_named(pages: Pages) -> None:
    assert "まだ無敗" not in pages["middle/open/course.html"]
    assert "<h2>全勝</h2>" not in pages["middle/index.html"]


def test_the_title_of_the_champion_stays_inside_the_drawing(pages: Pages) -> None:
    squeezed = '<text class="champion"[^>]* textLength='
    assert re.search(squeezed, pages["shogi-finished/en/championship/bracket.html"])
    assert not re.search(squeezed, pages["shogi-finished/championship/bracket.html"])


def test_teams_play_matches(pages: Pages) -> None:
    assert re.search(r"\d+ / \d+対戦終了", pages["shogi/team/index.html"])
    assert not re.search(r"\d+ / \d+局終了", pages["shogi/team/index.html"])


def test_every_page_knows_its_build(sites: dict[str, Files]) -> None:
    files = sites["middle"]
    build = json.loads(files["build.json"])["build"]
    assert all(
        f' data-build="{build}"'.encode() in data for name, data in files.items() if name.endswith(".html")
    )


@pytest.mark.parametrize("format_id", ["othello-free", "othello-4-league", "othello-new-64"])
def test_a_phone_loads_little(format_id: str) -> None:
    """The pairings of 64 players with all that they load, packed as hosts pack it."""
    files = render_event(event(division(format_id, 64, 3, 0.5)))
    page = files["open/index.html"].decode()
    loaded = re.findall(r'<(?:link rel="stylesheet" href|script src)="\.\./(static/[^"]+)"', page)
    assert len(loaded) > 1
    sizes = {name: len(gzip.compress(files[name], 6)) for name in ["open/index.html", *loaded]}
    assert sum(sizes.values()) <= 20_000, sizes


def test_data_blocks_can_be_read(pages: Pages) -> None:
    block = re.search(
        r'<script type="application/json" id="players">(.*?)</script>', pages["middle/index.html"], re.S
    )
    assert block is not None
    data = json.loads(block[1])
    assert len(data["divisions"]) == 2
    assert {row[0] for row in data["players"]} == {0, 1}
    assert "<" not in block[1]


def test_markdown_is_sanitised() -> None:
    from tourgen.web.markdown_pages import to_html

    html = to_html(
        "# 方式\n\n<script>alert(1)</script>\n\n[x](javascript:alert(1)) <b onclick=alert(1)>b</b>"
        '<p style="color:red">s</p>\n\n| a | b |\n|---|---|\n| 1 | 2 |\n'
    )
    assert "script" not in html
    assert "onclick" not in html
    assert "style=" not in html
    assert "javascript" not in html
    assert "<h1" not in html
    assert '<section class="wide"' in html


def test_a_large_field_is_split(monkeypatch: pytest.MonkeyPatch) -> None:
    from tourgen.web import cross, parts
    from tourgen.web import event as events

    monkeypatch.setattr(parts, "SPLIT_ABOVE", 9)
    monkeypatch.setattr(parts, "PAGE", 8)
    monkeypatch.setattr(cross, "GRID_UP_TO", 10)
    monkeypatch.setattr(events, "INLINE_UP_TO", 10)
    files = render_event(event(division(players=20, rounds=2, share=0.5)))
    assert b'id="players"' not in files["index.html"], "the index is fetched, not inlined"
    parts = ("standings-r2", "standings-r2-2", "cross-3", "r3-2", "r3-name", "r3-name-2", "players-2")
    assert {f"open/{part}.html" for part in parts} <= files.keys()
    assert dead_links(files) == []


@pytest.mark.parametrize(("rows", "parts"), [(0, 1), (1, 1), (300, 1), (301, 2), (756, 3)])
def test_ranks_are_split_evenly(rows: int, parts: int) -> None:
    from tourgen.web.parts import SPLIT_ABOVE, pages

    found = pages(range(rows), SPLIT_ABOVE)
    sizes = [len(part) for part in found]
    assert len(found) == parts
    assert [no for part in found for no in part] == list(range(rows))
    assert max(sizes) <= SPLIT_ABOVE and max(sizes) - min(sizes) <= 1


def test_the_index_lists_every_event(sites: dict[str, Files]) -> None:
    chosen = {"middle": sites["middle"], "english": sites["english"]}
    events = {name: json.loads(files["event.json"]) | {"id": name} for name, files in chosen.items()}
    documents = []
    for name, files in chosen.items():
        for path, data in files.items():
            if path.endswith("/results.json"):
                document = json.loads(data)
                document["event"]["id"] = name
                documents.append(document)
    made = render_index(Archive(documents, events))
    japanese, english = Reading(made["index.html"].decode()), Reading(made["en/index.html"].decode())
    assert "middle/free/index.html" in japanese.links
    assert "../english/open/index.html" in english.links
    assert "english/ja/open/index.html" in japanese.links
    assert "../middle/en/free/index.html" in english.links


def test_no_division_can_take_a_name_the_pages_need(sites: dict[str, Files]) -> None:
    from tourgen.event.division_settings import RESERVED_IDS

    for files in sites.values():
        taken = {path.split("/")[0] for path in files if "/" in path}
        divisions = {path.split("/")[0] for path in files if path.endswith("/results.json")}
        assert taken - divisions <= RESERVED_IDS


def test_an_events_own_templates_replace_the_projects(tmp_path: Path) -> None:
    folder = tmp_path / "templates"
    folder.mkdir()
    (folder / "awards.html").write_text(
        '{% extends "base.html" %}{% block heading %}賞状{% endblock %}', encoding="utf-8"
    )
    report = event(division(players=12, rounds=0))
    files = render_event(replace(report, event=replace(report.event, folder=tmp_path)))
    assert "<h1>賞状</h1>" in files["open/awards.html"].decode()
    assert "<h1>賞状</h1>" not in render_event(report)["open/awards.html"].decode(), (
        "the next event has its own again"
    )


@pytest.mark.parametrize(
    ("number", "cause"), [(1, "抽選や名簿を後で訂正した"), (2, "前の回戦の結果を後で訂正した")]
)
def test_a_round_that_the_rules_would_pair_otherwise_names_both_causes(number: int, cause: str) -> None:
    """A correction makes it so as well as a hand."""
    one = division(players=12, rounds=2)
    rounds = [replace(played, by_hand=played.number == number) for played in one.tournament.rounds]
    one = replace(one, tournament=replace(one.tournament, rounds=tuple(rounds)))
    files = render_event(event(one))
    assert cause in files[f"open/r{number}.html"].decode()
    assert "組み直した" not in files[f"open/r{3 - number}.html"].decode()


def test_templates_are_compiled_once_where_that_can_be_kept(tmp_path: Path) -> None:
    for kept in (tmp_path, tmp_path / "not there"):
        for _ in range(2):
            env = Environment(
                loader=DictLoader({"one": "{{ 1 + 1 }}"}), bytecode_cache=CompiledTemplates(str(kept))
            )
            assert env.get_template("one").render() == "2"
    assert len(list(tmp_path.iterdir())) == 1
