"""`tourgen build` says what it changed for the players since the last build."""

import json
from pathlib import Path

from tests.cli.desk import correct, field, first_wins, new_event, roster, run, type_results
from tourgen.changes import changes


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
    assert f"オープンの部: 3 {players[2].name}は 1 回戦までで棄権しました。" in since(tmp_path)
    roster(event, players)
    assert f"オープンの部: 3 {players[2].name}が出場します。" in since(tmp_path)


def test_for_programs(tmp_path: Path) -> None:
    event = new_event(tmp_path, "othello-2-league", 8)
    run(tmp_path, "build")
    type_results(event / "rounds/open-r1.xlsx")
    said = json.loads(run(tmp_path, "build", "--json", "--lang", "en").output)
    assert [one["code"] for one in said["events"][0]["changes"]] == ["change-entered", "change-round"]
    assert "4 result(s) of round 1 were entered" in said["events"][0]["changes"][0]["message"]


def document(games: list[dict[str, object]], finished: bool = False) -> dict[str, object]:
    return {
        "division": {"id": "open", "name": "Open"},
        "players": [
            {"no": no, "name": f"P{no}", "absent": False, "moved_to": None, "withdrawn_after": None}
            for no in range(1, 21)
        ],
        "rounds": [{"round": 1, "games": games}] if games else [],
        "state": {"finished": finished},
    }


def game(first: int, second: int, winner: int | None, kind: str = "played") -> dict[str, object]:
    return {"table": first, "players": [first, second], "kind": kind, "winner": winner}


def codes(before: dict[str, object], now: dict[str, object]) -> list[str]:
    return [notice.code for notice in changes({"open": before}, {"open": now})]


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
