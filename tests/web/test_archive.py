"""The pages that span events: years, people, feed and sitemap."""

import datetime
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.cli.desk import field, new_event, roster, run
from tourgen.event.people import Named, person_id, persons, read_people
from tourgen.event.site_settings import Ratings, SiteSettings
from tourgen.web import Archive, render_index


def player(no: int, name: str, club: str = "") -> dict[str, Any]:
    return {"no": no, "name": name, "club": club, "absent": False, "moved_to": None}


def document(event: str, players: list[dict[str, Any]], finished: bool = True) -> dict[str, Any]:
    scores = {1: {"wins": 1, "losses": 1}, 2: {"wins": 0, "losses": 2}}
    ranks = [
        {"rank": rank, "no": one["no"], **scores.get(rank, {"wins": 0, "losses": 0})}
        for rank, one in enumerate(players, 1)
    ]
    return {
        "event": {"id": event, "name": f"{event}大会"},
        "division": {"id": "open", "name": "無差別"},
        "players": players,
        "rounds": [
            {"round": 1, "games": [{"players": [1, 2], "winner": 1, "kind": "played", "table": 1}]},
            {"round": 2, "games": [{"players": [2, 1], "winner": None, "kind": "double-loss", "table": 1}]},
        ],
        "final": ranks if finished else None,
        "titles": [{"title": "優勝", "no": 1}] if finished else [],
        "awards": [{"no": 1, "award": "三段", "reason": "優勝", "charged": False}] if finished else [],
        "standings": [{"after": 2, "rows": ranks}],
        "live": None,
        "state": {"completed": 2, "finished": finished},
    }


def about(event: str, date: str | None, language: str = "ja") -> dict[str, Any]:
    return {
        "id": event, "name": f"{event}大会", "name_en": event.title(), "date": date, "venue": "", "venue_en": "",
        "language": language, "divisions": [{"id": "open", "name": "無差別", "name_en": "Open"}],
    }  # fmt: skip


def archive(base_url: str = "", named: tuple[Named, ...] = ()) -> Archive:
    documents = [
        document("spring", [player(1, "山田 太郎", "東京"), player(2, "佐藤花子", "大阪")]),
        document(
            "autumn",
            [player(1, "佐藤花子", "大阪"), player(2, "山田太郎", "東京"), player(3, "山田太郎", "京都")],
        ),
        document("old", [player(1, "鈴木一"), player(2, "山田太郎", "東京")], finished=False),
    ]
    events = {
        "spring": about("spring", "2026-04-01"),
        "autumn": about("autumn", "2026-10-01", "en"),
        "old": about("old", "2024-04-01"),
    }
    return Archive(documents, events, named, base_url)


def test_years() -> None:
    files = render_index(archive())
    front = files["index.html"].decode()
    assert "spring大会" in front and "autumn大会" in front and "old大会" not in front
    assert front.index("autumn大会") < front.index("spring大会"), "the latest first"
    assert 'href="year-2024.html"' in front
    assert "old大会" in files["year-2024.html"].decode()
    assert "Old" in files["en/year-2024.html"].decode()
    assert files["year-2026.html"], "an address that stays when a new year begins"
    assert front.index('href="people/clubs.html"') < front.index("autumn大会"), (
        "the other lists are seen first"
    )


def test_a_person_across_events() -> None:
    files = render_index(archive())
    page = files[f"people/{person_id('山田太郎', '東京')}.html"].decode()
    assert re.findall(r'href="\.\./(\w+/[^"]+p\d+\.html)"', page) == [
        "autumn/ja/open/p2.html",
        "spring/open/p1.html",
        "old/open/p2.html",
    ]
    assert "1位" in page and "優勝" in page and "三段" in page and "1勝1敗" in page
    other = person_id("山田太郎", "京都")
    assert f'href="{other}.html"' in page, "the namesake is named"
    english = files[f"en/people/{other}.html"].decode()
    assert 'href="../../autumn/open/p3.html"' in english


def test_a_person_has_a_rating_in_each_game() -> None:
    """Spring is Othello, autumn shogi, and each rating leads to its own row."""
    rated = replace(archive(), settings=SiteSettings(ratings=Ratings(on=True)))
    for game in (game for one in rated.documents for entry in one["rounds"] for game in entry["games"]):
        game["rated"] = True
    rated.events["autumn"]["divisions"][0]["game"] = "shogi"
    files = render_index(rated)
    own, lists = person_id("佐藤花子", "大阪"), files["people/ratings.html"].decode()
    page = files[f"people/{own}.html"].decode()
    assert re.findall(r"<h2>(.*?のレーティング) <small>(\d+)", page) == [
        ("オセロのレーティング", "1488"),
        ("将棋のレーティング", "1512"),
    ]
    anchors = re.findall(r'href="ratings\.html#(.*?)"', page)
    assert anchors == [f"r-{own}", f"r-{own}-shogi"]
    assert all(lists.count(f'id="{one}"') == 1 for one in anchors)
    assert re.findall(r'<section id="(\w+)"><h2>', lists) == ["othello", "shogi"]


def test_every_link_of_the_spanning_pages_leads_somewhere() -> None:
    import posixpath

    files = render_index(archive())
    for path, data in files.items():
        if not path.endswith(".html"):
            continue
        for link in re.findall(r'(?:href|src)="([^"#]+)', data.decode()):
            found = posixpath.normpath(posixpath.join(posixpath.dirname(path), link))
            assert found in files or found.split("/")[0] in ("spring", "autumn", "old"), (path, link)


def test_namesakes_in_one_division_are_two_people() -> None:
    one = document("spring", [player(1, "山田太郎", "東京"), player(2, "山田太郎", "東京")])
    found = persons([one], {})
    assert len(found) == 2 and len({person.id for person in found}) == 2
    files = render_index(Archive([one], {"spring": about("spring", None)}))
    crossroads = files[f"people/{person_id('山田太郎', '東京')}.html"].decode()
    assert all(f'href="{person.id}.html"' in crossroads for person in found)


def test_everybody_stands_in_the_order_of_the_fifty_sounds() -> None:
    """By the kana of find.json; who has none comes last. Many are split."""
    everybody = [player(1, "一ノ瀬"), player(2, "赤木"), player(3, "無名"), player(4, "木村", "大阪")]
    rows = [[0, 1, "一ノ瀬", "いちのせ", ""], [0, 2, "赤木", "あかぎ", ""], [0, 3, "無名", "", ""]]
    found = {"spring": {"players": [*rows, [0, 4, "木村", "きむら", "大阪"]]}}
    one = document("spring", everybody)
    page = render_index(Archive([one], {"spring": about("spring", None)}, found=found))[
        "people/index.html"
    ].decode()
    places = [page.index(name) for name in ("#k0", "#k1", "#kx", "赤木", "一ノ瀬", "木村", "無名")]
    assert places == sorted(places)
    many = document("spring", [player(no, f"選手{no}") for no in range(1, 400)])
    files = render_index(Archive([many], {"spring": about("spring", None)}))
    assert "people/index-2.html" in files
    assert (
        sum(files[name].decode().count("選手") - 2 for name in files if re.match(r"people/index.*html", name))
        >= 399
    )


def test_people_toml_joins_and_parts() -> None:
    named = (Named("taro", (("autumn", "open", 3), ("spring", "open", 1))),)
    files = render_index(archive(named=named))
    page = files["people/taro.html"].decode()
    assert "autumn/ja/open/p3.html" in page and "spring/open/p1.html" in page
    assert "京都" in page and "東京" in page
    rest = files[f"people/{person_id('山田太郎', '東京')}.html"].decode()
    assert "spring/open/p1.html" not in rest and "autumn/ja/open/p2.html" in rest


@pytest.mark.parametrize("page", ["trouble.md", "trouble.ja.md"])
def test_the_documented_example(page: str, tmp_path: Path) -> None:
    """It is read, and gives the two people that it names."""
    docs = Path(__file__).parent.parent.parent / "docs"
    (example,) = re.findall(
        r"```toml\n(\[\[person.*?)```", (docs / page).read_text(encoding="utf-8"), re.DOTALL
    )
    (tmp_path / "people.toml").write_text(example, encoding="utf-8")
    named, problems = read_people(tmp_path / "people.toml", "events/people.toml")
    numbers = {"spring-2026": 3, "autumn-2026": 7}
    documents = [document(event, [player(no, "佐藤健", "北町")]) for event, no in numbers.items()]
    documents[1]["players"].append(player(12, "佐藤健", "南町"))
    ids = [(one.id, len(one.entries)) for one in persons(documents, {}, named)]
    assert not problems and ids == [("sato-ken-kita", 2), ("sato-ken-minami", 1)]


def test_a_moved_player_is_one_entry() -> None:
    moved = {**player(2, "佐藤花子", "大阪"), "moved_to": {"division": "women", "no": 33}}
    (first,) = persons([document("spring", [player(1, "山田太郎"), moved])], {})
    assert first.name == "山田太郎"


def test_people_toml_is_checked(tmp_path: Path) -> None:
    path = tmp_path / "people.toml"
    assert read_people(path, "events/people.toml") == ([], [])
    path.write_text('[[person]]\nid = "taro"\nentries = ["spring/open/1"]\n')
    assert read_people(path, "p") == ([Named("taro", (("spring", "open", 1),))], [])
    path.write_text('[[person]]\nid = "../x"\nentries = "spring"\n\n[other]\n')
    named, problems = read_people(path, "p")
    assert named == [] and [one.code for one in problems] == [
        "event-key-unknown",
        "division-id",
        "event-value",
    ]
    path.write_text("[[person")
    assert [one.code for one in read_people(path, "p")[1]] == ["toml-broken"]


@pytest.mark.parametrize("base_url", ["", "https://example.org/day/"])
def test_the_feed(base_url: str) -> None:
    feed = ElementTree.fromstring(render_index(archive(base_url))["feed.xml"])
    space = "{http://www.w3.org/2005/Atom}"
    news = {entry.findtext(f"{space}title") or "": entry for entry in feed.findall(f"{space}entry")}
    entries = [entry for title, entry in news.items() if not title.endswith("回戦")]
    assert [entry.findtext(f"{space}title") for entry in entries] == [
        "autumn大会 無差別",
        "spring大会 無差別",
    ]
    assert entries[0].findtext(f"{space}updated") == "2026-10-01T23:59:00Z"
    assert entries[1].findtext(f"{space}summary") == "優勝 山田 太郎"
    links = [entry.find(f"{space}link").get("href") for entry in entries]  # type: ignore[union-attr]
    assert links[1] == f"{base_url}spring/open/standings.html"
    ids = [entry.findtext(f"{space}id") for entry in news.values()]
    assert len(set(ids)) == len(ids), "ids stay, wherever the site is published"
    times = [entry.findtext(f"{space}updated") or "" for entry in news.values()]
    assert times == sorted(times, reverse=True)
    completed = archive(base_url).documents[0]["state"]["completed"]
    assert sum(title.startswith("spring大会") for title in news) == completed + 1, "every round, and the end"


def test_the_sitemap_needs_an_address() -> None:
    assert "sitemap.xml" not in render_index(archive())
    with_pages = replace(archive("https://example.org/day"), pages=["spring/open/index.html"])
    found = ElementTree.fromstring(render_index(with_pages)["sitemap.xml"])
    places = [url.findtext("{*}loc") for url in found]
    assert "https://example.org/day/spring/open/index.html" in places
    assert "https://example.org/day/index.html" in places


def test_two_events_built_one_after_the_other(tmp_path: Path) -> None:
    for name, date in (("spring", "2026-04-01"), ("autumn", "2026-10-04")):
        event = new_event(tmp_path, "othello-2-league", 8, name)
        settings = event / "event.toml"
        text = settings.read_text(encoding="utf-8")
        settings.write_text(text.replace("# date = 2026-07-12", f"date = {date}"), encoding="utf-8")
        roster(event, field("othello-2-league", 8, "the same people"))
        run(tmp_path, "build", name, "--base-url", "https://example.org/")
    people = json.loads((tmp_path / "site/spring/open/results.json").read_text(encoding="utf-8"))["players"]
    page = tmp_path / "site/people" / f"{person_id(people[0]['name'], people[0]['club'])}.html"
    text = page.read_text(encoding="utf-8")
    assert "../spring/open/p1.html" in text and "../autumn/open/p1.html" in text
    assert "2026年4月1日" in text or str(datetime.date(2026, 4, 1).year) in text
    own = (tmp_path / "site/spring/open/p1.html").read_text(encoding="utf-8")
    assert f'href="../../people/{page.name}"' in own
    assert "spring/open/p1.html" in (tmp_path / "site/sitemap.xml").read_text(encoding="utf-8")


def test_a_wrong_people_toml_is_said_and_the_events_are_built(tmp_path: Path) -> None:
    new_event(tmp_path, "othello-2-league", 8)
    (tmp_path / "events/people.toml").write_text("[[person]]\nid = 3\n")
    for command in ("check", "build"):
        said = run(tmp_path, command, code=1).output
        assert "events/people.toml" in said and "person[1].id" in said
    assert (tmp_path / "site/demo/index.html").exists()


def test_the_list_of_everybody_has_what_is_typed_without_a_japanese_keyboard() -> None:
    """The roster's 英字, else the kana."""
    rows = [[0, 1, "伊藤 一", "いとう はじめ", "", *[0] * 13], [0, 2, "須見", "すみす", "", *[0] * 13]]
    found = {"spring": {"players": [[*rows[0], "itou hajime"], [*rows[1], "Smith"]]}}
    one = document("spring", [player(1, "伊藤 一"), player(2, "須見")])
    files = render_index(Archive([one], {"spring": about("spring", None)}, found=found))
    assert {(row[1], row[4]) for row in json.loads(files["people/people.json"])} == {
        ("伊藤 一", "itou hajime"),
        ("須見", "Smith"),
    }
