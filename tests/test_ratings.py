"""Ratings: Elo by hand, computed again from the published games, off unless somebody says so."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.cli.desk import new_event, run, type_results
from tourgen.event.people import Entry
from tourgen.results.ratings import history, rate, rated_games, table
from tourgen.web import parts


def about(date: str = "", game: str = "othello") -> dict[str, Any]:
    return {"date": date, "divisions": [{"id": "open", "game": game}]}


def document(event: str, *winners: tuple[int, int]) -> dict[str, Any]:
    """One game a round: (winner, loser)."""
    games = [
        {"players": [won, lost], "winner": won, "kind": "played", "rated": True, "table": 1}
        for won, lost in winners
    ]
    return {
        "event": {"id": event},
        "division": {"id": "open"},
        "players": [{"no": no, "name": name} for no, name in enumerate("甲乙丙", 1)],
        "rounds": [{"round": number, "games": [game]} for number, game in enumerate(games, 1)],
    }  # fmt: skip


WHOSE: dict[Entry, str] = {(event, "open", no): f"p{no}" for event in ("early", "late") for no in (1, 2, 3)}


def test_by_hand() -> None:
    """Equal players exchange k/2; a win expected by three quarters (400·log10(3) points) brings a quarter of k."""
    documents = [document("late", (2, 1)), document("early", (1, 2))]
    rated = rate(
        rated_games(documents, {"early": about("2026-01-01"), "late": about("2026-02-01")}, WHOSE), 1500, 24
    )
    assert list(rated["event"]) == ["early", "late"], "in the order in which they were played"
    assert rated["winner_after"][0] == 1512 and rated["loser_after"][0] == 1488
    gain = 24 * (1 - 1 / (1 + 10 ** (24 / 400)))
    assert rated["winner_after"][1] == pytest.approx(1488 + gain)
    found = table(rated)
    assert (
        list(found["id"]) == ["p2", "p1"] and list(found["games"]) == [2, 2] and list(found["wins"]) == [1, 1]
    )
    assert [event for _, event, _ in history(rated, "p1")] == ["early", "late"]


def test_two_games_are_rated_apart() -> None:
    """One win at Othello, two games at shogi in which everybody begins anew; all by hand."""
    documents = [document("early", (1, 2)), document("late", (1, 2), (3, 1))]
    events = {"early": about("2026-01-01"), "late": about("2026-02-01", "shogi")}
    rated = rate(rated_games(documents, events, WHOSE), 1500, 24)
    gain = 24 * (1 - 1 / (1 + 10 ** (12 / 400)))  # of a newcomer against 1512
    assert list(rated["game"]) == ["othello", "shogi", "shogi"]
    assert list(rated["winner_after"]) == pytest.approx([1512, 1512, 1500 + gain])
    found = table(rated)
    assert [tuple(row) for row in found[["game", "place", "id"]].to_numpy()] == [
        *(("othello", place, own) for place, own in enumerate(("p1", "p2"), 1)),
        *(("shogi", place, own) for place, own in enumerate(("p3", "p1", "p2"), 1)),
    ]
    assert history(rated, "p1") == [
        ("othello", "early", 1512.0),
        ("shogi", "late", pytest.approx(1512 - gain)),
    ]
    del events["early"]["divisions"][0]["game"]  # as an older build wrote it
    assert list(rated_games(documents, events, WHOSE)["game"]) == ["othello", "shogi", "shogi"]


def test_what_is_not_rated_changes_nothing() -> None:
    one = document("early", (1, 2), (1, 3))
    one["rounds"][0]["games"][0]["rated"] = False
    one["rounds"][1]["games"][0]["kind"] = "forfeit"
    games = rated_games([one], {"early": about()}, WHOSE)
    assert games.empty and table(rate(games, 1500, 24)).empty


def test_they_are_computed_again_from_the_published_games(tmp_path: Path) -> None:
    event = new_event(tmp_path, "othello-2-league", 8, name="spring")
    run(tmp_path, "build")
    type_results(event / "rounds/open-r1.xlsx")
    run(tmp_path, "build")
    assert not (tmp_path / "site/people/ratings.html").exists(), "off by default"
    settings = "[ratings]\non = true\nstart = 1000\nk = 40\n"
    (tmp_path / "events/site.toml").write_text(settings, encoding="utf-8")
    run(tmp_path, "build")
    text = (tmp_path / "site/people/rated-games.csv").read_text("utf-8-sig")
    now: dict[str, float] = {}
    for game in csv.DictReader(io.StringIO(text)):
        winner, loser = (now.get(game[f"{side}_id"], 1000.0) for side in ("winner", "loser"))
        gain = 40 * (1 - 1 / (1 + 10 ** ((loser - winner) / 400)))
        now[game["winner_id"]], now[game["loser_id"]] = winner + gain, loser - gain
    assert len(now) == 8
    told = {one["id"]: one["rating"] for one in json.loads(run(tmp_path, "ratings", "--json").stdout)}
    assert told == {person: round(rating, 1) for person, rating in now.items()}
    page = (tmp_path / "site/people/ratings.html").read_text("utf-8")
    assert all(f'id="r-{person}"' in page for person in now)


def test_a_long_list_is_split_and_everybody_is_found_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "SPLIT_ABOVE", 5)
    monkeypatch.setattr(parts, "PAGE", 3)
    event = new_event(tmp_path, "othello-2-league", 8, name="spring")
    (tmp_path / "events/site.toml").write_text("[ratings]\non = true\n", encoding="utf-8")
    run(tmp_path, "build")
    type_results(event / "rounds/open-r1.xlsx")
    run(tmp_path, "build")
    people = tmp_path / "site/people"
    names = ("ratings.html", "ratings-2.html", "ratings-3.html")
    pages = {name: (people / name).read_text("utf-8") for name in names}
    places = [
        int(n) for page in pages.values() for n in re.findall(r'<tr id="r-.*?"><th scope="row">(\d+)<', page)
    ]
    assert places == [*range(1, 9)]
    links = [
        link
        for one in people.glob("????????????.html")
        for link in re.findall(r'"(ratings[^"]*)#(r-[^"]*)"', one.read_text("utf-8"))
    ]
    assert len(links) == 8 and all(f'id="{row}"' in pages[name] for name, row in links)


def test_a_mistyped_setting_is_told(tmp_path: Path) -> None:
    new_event(tmp_path, "othello-2-league", 8, name="spring")
    settings = '[ratings]\non = "yes"\nstart = 0\nkk = 3\n'
    (tmp_path / "events/site.toml").write_text(settings, encoding="utf-8")
    printed = run(tmp_path, "check", code=1).output
    assert all(key in printed for key in ("ratings.on", "ratings.start", "ratings.kk"))


def test_a_mistyped_setting_keeps_no_event_from_being_built(tmp_path: Path) -> None:
    new_event(tmp_path, "othello-2-league", 8, name="spring")
    (tmp_path / "events/site.toml").write_text("kk = 3\n", encoding="utf-8")
    printed = run(tmp_path, "build", code=1).output
    assert (tmp_path / "site/spring/index.html").exists()
    assert "「kk」" in printed and "何も書き出していません" not in printed
