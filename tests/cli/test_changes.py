"""`tourgen build` says what it changed for the players since the last build."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.desk import correct, field, first_wins, new_event, roster, run, type_results
from tourgen.results.changes import changes

pytestmark = pytest.mark.usefixtures("only_documents")


def since(folder: Path, *options: str) -> list[str]:
    """The lines about changes, without their mark."""
    lines = run(folder, "build", *options).output.splitlines()
    return [line.removeprefix("前回から  ") for line in lines if line.startswith("前回から")]


def test_a_day(tmp_path: Path) -> None:
    event = new_event(tmp_path, "othello-2-league", 8)
    assert since(tmp_path) == [], "nothing was published before"
    assert since(tmp_path) == [], "nothing has changed"
    type_results(event / "rounds/open-r1.xlsx", first_wins)
    entered, paired = since(tmp_path)
    assert entered == "オープンの部: 1 回戦の結果が 4 局入りました。"
    assert paired == "オープンの部: 2 回戦の組み合わせが加わりました。"

    document = json.loads((tmp_path / "site/demo/open/results.json").read_text(encoding="utf-8"))
    first, second = document["rounds"][0]["games"][0]["players"]
    names = {player["no"]: player["name"] for player in document["players"]}
    correct(event / "rounds/open-r1.xlsx", 0, ("×", None))
    line = since(tmp_path)[0]
    assert line == (
        f"オープンの部: 1 回戦 卓1 {names[first]}-{names[second]}: {names[first]}の勝ち → {names[second]}の勝ち"
    )


def test_who_comes_and_goes(tmp_path: Path) -> None:
    from dataclasses import replace

    event = new_event(tmp_path, "othello-2-league", 8)
    run(tmp_path, "build")
    players = field("othello-2-league", 8)
    roster(event, [replace(player, withdrawn_after=1) if player.no == 3 else player for player in players])
    assert f"オープンの部: 3 {players[2].name}は 2 回戦から棄権です。" in since(tmp_path)
    roster(event, players)
    assert f"オープンの部: 3 {players[2].name}が出場します。" in since(tmp_path)


def test_kana(tmp_path: Path) -> None:
    """By which the pages find and sort people: nothing else says that they were corrected."""
    from dataclasses import replace

    event = new_event(tmp_path, "othello-2-league", 12)
    players = field("othello-2-league", 12)
    run(tmp_path, "build")
    roster(event, [replace(player, kana="べつの よみ") if player.no == 3 else player for player in players])
    assert since(tmp_path) == [f"オープンの部: 3 {players[2].name}: 名簿のふりがなが変わりました。"]
    assert since(tmp_path) == []
    roster(event, [replace(player, kana=f"よみ {player.no}") for player in players])
    assert since(tmp_path) == ["オープンの部: 名簿の 12 行の内容が変わりました。"]


def test_for_programs(tmp_path: Path) -> None:
    event = new_event(tmp_path, "othello-2-league", 8)
    run(tmp_path, "build")
    type_results(event / "rounds/open-r1.xlsx")
    said = json.loads(run(tmp_path, "build", "--json", "--lang", "en").output)
    assert [one["code"] for one in said["events"][0]["changes"]] == ["change-entered", "change-round"]
    assert "4 results of round 1 entered" in said["events"][0]["changes"][0]["message"]


def document(games: list[dict[str, Any]], finished: bool = False, **more: Any) -> dict[str, Any]:
    return {
        "event": {"id": "demo", "name": "Demo"},
        "division": {"id": "open", "name": "Open", "format": "othello-free"},
        "lottery": {"draws": ["1234"], "x0": 1},
        "players": [player(no) for no in range(1, 21)],
        "confirmed": [],
        "stages": [{"id": "league", "kind": "pool"}, {"id": "swiss 2", "kind": "pool"}],
        "rounds": [{"round": 1, "games": games}] if games else [],
        "standings": [],
        "final": None,
        "titles": [],
        "awards": [],
        "qualified": [],
        "state": {"finished": finished},
        **more,
    }


def player(no: int, **more: Any) -> dict[str, Any]:
    here = {"no": no, "name": f"P{no}", "absent": False, "moved_to": None, "withdrawn_after": None}
    return here | {"preliminary": None, "lottery": no, "league": "A"} | more


def game(first: int, second: int, winner: int | None, kind: str = "played") -> dict[str, Any]:
    return {"table": first, "players": [first, second], "kind": kind, "winner": winner}


def codes(before: dict[str, Any], now: dict[str, Any]) -> list[str]:
    found = changes({"open": before}, {"open": now})
    assert all(notice.text("ja") and notice.text("en") for notice in found)
    return [notice.code for notice in found]


def test_every_kind_of_change() -> None:
    nothing = document([])
    played = document([game(1, 2, 1), game(3, 4, 3)])
    assert codes(nothing, played) == ["change-round"]
    assert codes(played, nothing) == ["change-round-gone"]
    assert codes(played, document([game(1, 3, 1), game(2, 4, 4)])) == ["change-paired"]
    assert codes(played, document([game(1, 2, None), game(3, 4, 3)])) == ["change-corrected"]
    assert codes(played, document([game(1, 2, None, "double-loss"), game(3, 4, 3)])) == ["change-corrected"]
    assert codes(played, document([game(1, 2, 1), game(3, 4, 3)], finished=True)) == ["change-finished"]
    many = [game(no, no + 1, no) for no in range(1, 19, 2)]
    other = [game(no, no + 1, no + 1) for no in range(1, 19, 2)]
    assert codes(document(many), document(other)) == ["change-corrected-many"]
    assert [one.code for one in changes({}, {"open": played})] == ["change-first"]
    assert [one.code for one in changes({"open": played}, {})] == ["change-gone"]


def test_who_wins_because_somebody_left() -> None:
    """Not as a result that somebody entered; and while nothing is played, what could be done about it."""

    def played(*games: dict[str, Any], after: int | None = 0, stage: str = "league") -> dict[str, Any]:
        players = [player(1), player(2, withdrawn_after=after), player(3), player(4)]
        return document([one | {"stage": stage} for one in games], players=players)

    def unplayed(stage: str = "league") -> dict[str, Any]:
        return played(game(1, 2, None), game(3, 4, None), after=None, stage=stage)

    left, walkover = "change-player-withdrawn", game(1, 2, 1, "forfeit")
    found = changes({"open": unplayed()}, {"open": played(walkover, game(3, 4, None))})
    assert [one.code for one in found] == [left, "change-walkover-pair"]
    said = found[1].text("ja")
    assert "P2の棄権によりP1の不戦勝" in said and "`tourgen pair demo open 1`" in said
    assert codes(unplayed(), played(walkover, game(3, 4, 3))) == [left, "change-walkover", "change-entered"]
    own = played(walkover, game(3, 4, None), stage="swiss 2")
    assert codes(unplayed("swiss 2"), own) == [left, "change-walkover-pair"]
    semi = played(walkover, game(3, 4, None), stage="semi")
    assert codes(unplayed("semi"), semi) == [left, "change-walkover"]
    # Typed as 不戦敗 of somebody who is still there: a result like any other.
    assert codes(unplayed(), played(game(1, 2, None), game(3, 4, 3, "forfeit"))) == [left, "change-entered"]


def test_one_is_no_plural() -> None:
    before, now = document([game(1, 2, None), game(3, 4, None)]), document([game(1, 2, 1), game(3, 4, None)])
    (one,) = changes({"open": before}, {"open": now})
    assert one.text("en") == "Open: 1 result of round 1 entered."
    (two,) = changes({"open": before}, {"open": document([game(1, 2, 1), game(3, 4, 3)])})
    assert two.text("en") == "Open: 2 results of round 1 entered."


def test_what_follows_from_a_correction() -> None:
    """Whatever was published and is something else now is said, however far from the cell that was changed."""
    games = [game(1, 2, 1)]
    standing = [{"after": 1, "rows": [{"no": 1, "group": None, "wins": 0, "losses": 1}]}]
    final = document(games, True, final=[{"no": 1}], titles=[{"title": "優勝", "no": 1}], standings=standing)
    assert codes(final, final) == []
    assert codes(final, document(games, standings=standing)) == ["change-unfinished"]
    assert codes(final, final | {"standings": [{"after": 1, "rows": []}]}) == ["change-standings"]
    assert codes(final, final | {"titles": [{"title": "優勝", "no": 2}]}) == ["change-title"]
    assert codes(final, final | {"final": [{"no": 2}]}) == ["change-final"]
    assert codes(final, final | {"awards": [{"no": 1}]}) == ["change-awards"]
    assert codes(final, final | {"qualified": [{"no": 1}]}) == ["change-awards"]
    assert codes(final, final | {"standings": []}) == ["change-standings-gone"]
    other = {"id": "open", "name": "Other", "format": "othello-2-league"}
    assert codes(final, final | {"division": other}) == ["change-named", "change-format"]
    assert codes(final, final | {"lottery": {"draws": ["4321"], "x0": 2}}) == ["change-draws"]
    won = {"group": "A", "no": 1, "after": 4}
    assert codes(final, final | {"confirmed": [won]}) == ["change-confirmed"]
    assert codes(final | {"confirmed": [won]}, final) == ["change-unconfirmed"]
    swapped = [game(2, 1, 1)]
    assert codes(document(games), document(swapped)) == ["change-details"]
    stones = [game | {"handicap": {"stones": 4, "komi": 0.5, "black": 0}} for game in games]
    assert codes(document(games), document(stones)) == ["change-details"], (
        "a grade was corrected in the roster"
    )


def test_what_the_roster_says_otherwise() -> None:
    def rows(*players: dict[str, Any]) -> dict[str, Any]:
        return document([], players=list(players))

    one, left = player(1), player(1, withdrawn_after=2)
    assert codes(rows(one), rows(left)) == ["change-player-withdrawn"]
    assert codes(rows(left), rows(player(1, withdrawn_after=3))) == ["change-player-withdrawn"]
    assert codes(rows(one, player(2)), rows(one)) == ["change-player-gone"]
    assert codes(rows(one), rows(player(1, club="C"))) == ["change-player-rewritten"]
    assert codes(rows(one), rows(player(1, lottery=7))) == ["change-drawn"]
    assert codes(rows(player(1, lottery=None)), rows(one)) == [], "drawn for the first time"
    many = [player(no) for no in range(1, 10)]
    assert codes(rows(*many), rows(*(one | {"name": "X"} for one in many))) == ["change-players-rewritten"]


def test_every_round_whose_standings_changed_is_named() -> None:
    def after(*numbers: int, no: int = 1) -> dict[str, Any]:
        return document(
            [],
            standings=[
                {"after": number, "rows": [{"no": no, "group": None, "wins": 0, "losses": 1}]}
                for number in numbers
            ],
        )

    (changed,) = changes({"open": after(1, 2, 3)}, {"open": after(1, 2, 3, no=2)})
    assert changed.text("ja").endswith("(1, 2, 3 回戦後)。")
    other, gone = changes({"open": after(1, 2, 3)}, {"open": after(1, no=2)})
    assert other.text("ja").endswith("公開済みの順位表が変わりました(1 回戦後)。")
    assert gone.text("ja").endswith("公開済みの順位表が無くなりました(2, 3 回戦後)。")


def test_what_is_said_of_the_event(tmp_path: Path) -> None:
    """Day, place, names, times and pages: what players read first."""
    event = new_event(tmp_path, "othello-2-league", 8)
    run(tmp_path, "build")
    settings = event / "event.toml"
    text = settings.read_text(encoding="utf-8")
    told = text.replace("[event]", '[event]\nvenue_en = "Hall"', 1) + '\ntimes = ["10:00", "11:00"]\n'
    settings.write_text(told, encoding="utf-8")
    (event / "pages/news.md").write_text("# お知らせ\n\n昼食", encoding="utf-8")
    assert since(tmp_path) == [
        "大会の英語の会場名: — → Hall",
        "ページ「お知らせ」が加わりました。",
        "オープンの部: 開始時刻(times): — → 10:00, 11:00",
    ]
    (event / "pages/news.md").write_text("# お知らせ\n\n夕食", encoding="utf-8")
    settings.write_text(told.replace("[event]", "[event]\ndate = 2027-01-02", 1), encoding="utf-8")
    assert since(tmp_path) == ["大会の日付: — → 2027-01-02", "ページ「お知らせ」の内容が変わりました。"]
    (event / "pages/news.md").unlink()
    assert since(tmp_path) == ["ページ「お知らせ」は無くなりました。"]


def test_what_an_older_build_did_not_write_down(tmp_path: Path) -> None:
    new_event(tmp_path, "othello-2-league", 8)
    run(tmp_path, "build")
    path = tmp_path / "site/demo/event.json"
    about = json.loads(path.read_text(encoding="utf-8"))
    del about["pages"], about["divisions"][0]["times"]
    path.write_text(json.dumps(about), encoding="utf-8")
    assert since(tmp_path) == []


def test_the_main_consequence_of_a_correction_comes_first(played: Path) -> None:
    document = json.loads((played / "site/demo/open/results.json").read_text(encoding="utf-8"))
    before, now = copy.deepcopy(document), copy.deepcopy(document)
    for old, new in (
        (before, 0),
        (now, 1),
    ):  # the first of league A is the only unbeaten one before, the second now
        group = [row for row in old["standings"][-1]["rows"] if row["group"] == "A"]
        for place, row in enumerate(group):
            row["wins"], row["losses"] = (2, 0) if place == new else (1, 1)
    game = now["rounds"][0]["games"][0]
    game["winner"] = next(no for no in game["players"] if no != game["winner"])
    first, second = (row["no"] for row in group[:2])
    names = {player["no"]: player["name"] for player in now["players"]}
    said = [one.text("ja") for one in changes({"open": before}, {"open": now})]
    assert said[0] == (
        f"オープンの部: {names[first]}は、A でただ一人の全勝ではなくなりました(2 回戦後の全勝: {names[second]})。"
    )
    assert "1 回戦 卓1" in said[1]
    said = [one.text("en") for one in changes({"open": now}, {"open": before})]
    assert f"{names[second]} is no longer the only unbeaten player of A" in said[0]
    for one in (before, now):  # with one group only nobody calls it A
        rows = one["standings"][-1]["rows"]
        rows[:] = [row for row in rows if row["group"] == "A"]
    said = [one.text("ja") for one in changes({"open": before}, {"open": now})]
    assert "は、オープンの部 でただ一人の全勝ではなくなりました" in said[0]


def test_disqualified_is_not_called_withdrawn(played: Path) -> None:
    sheet = played / "events/demo/rounds/open-r3.xlsx"
    type_results(sheet)
    correct(sheet, 0, ("失格", None))
    said = "\n".join(since(played))
    assert "3 回戦で失格となりました" in said and "棄権" not in said
