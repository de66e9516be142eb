"""非公開: the name of who doesn't want it published stands nowhere in what tourgen makes."""

import zipfile
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import openpyxl

from tests.cli.desk import field, new_event, results, roster, run, type_results
from tests.serving.hall import desk_of, pair
from tourgen.event.load_event import load_event
from tourgen.event.read_sheets import read_event_and_roster
from tourgen.live.desk_view import DeskView, player_state
from tourgen.publish.private import stripped_roster
from tourgen.web.paper.alone import render_papers

NAME, KANA, LATIN = "秘野 名無", "ひめの ななし", "Himeno Nanashi"
SECRETS = ("秘野", "名無", "ひめの", "ななし", "Himeno", "himeno", "Nanashi")


def texts(data: bytes) -> list[str]:
    """What a file says, packed parts included."""
    if data[:2] == b"PK":
        with zipfile.ZipFile(BytesIO(data)) as archive:
            return [text for name in archive.namelist() for text in texts(archive.read(name))]
    return [data.decode("utf-8", "replace")]


def told(*places: Path) -> list[tuple[str, str]]:
    """(file, secret) wherever one of the secrets stands."""
    files = [path for place in places for path in place.rglob("*") if path.is_file()]
    return [
        (path.name, secret)
        for path in files
        for text in [path.name, *texts(path.read_bytes())]
        for secret in SECRETS
        if secret in text
    ]


def with_a_secret(folder: Path, format_id: str, count: int, private: bool = True) -> Path:
    event = new_event(folder, format_id, count)
    players = list(field(format_id, count))
    players[2] = replace(players[2], name=NAME, kana=KANA, romaji=LATIN, private=private)
    roster(event, players, format_id=format_id)
    return event


def initials(event: Path) -> None:
    settings = event / "event.toml"
    text = settings.read_text(encoding="utf-8")
    settings.write_text(text.replace("[event]", '[event]\nprivate = "initials"'), encoding="utf-8")


def test_the_name_is_published_nowhere(tmp_path: Path) -> None:
    event = with_a_secret(tmp_path, "othello-2-league", 8)
    run(tmp_path, "build")
    type_results(event / "rounds/open-r1.xlsx")
    run(tmp_path, "build")
    report, _, _ = load_event(event, "events/demo")
    assert report is not None
    papers = "".join(one.html.decode() for one in render_papers(report, None, None, "", "ja", {}))
    assert "No. 3" in papers and not any(secret in papers for secret in SECRETS)
    (event / "rounds/open-r1.xlsx").unlink()
    run(tmp_path, "restore", "demo")
    assert told(tmp_path / "site", event / "rounds") == []
    third = results(tmp_path)["players"][2]
    assert (third["name"], third["private"]) == ("No. 3", True)
    assert "No. 3" in (tmp_path / "site/demo/open/p3.html").read_text(encoding="utf-8")
    run(tmp_path, "build")
    run(
        tmp_path, "simulate", "--event", "demo", "--runs", "1", "--jsonl", "x/runs.jsonl", "--save", "x/saved"
    )
    assert told(tmp_path / "x") == []


def test_initials_and_a_sheet_that_has_the_name_already(tmp_path: Path) -> None:
    event = with_a_secret(tmp_path, "othello-2-league", 8, private=False)
    run(tmp_path, "build")
    assert told(tmp_path / "site") and told(event / "rounds")
    players = list(field("othello-2-league", 8))
    players[2] = replace(players[2], name=NAME, kana=KANA, private=True)
    roster(event, players)
    initials(event)
    type_results(event / "rounds/open-r1.xlsx")
    said = run(tmp_path, "build").output
    assert "open-r1.xlsx" not in said.replace("open-r2.xlsx", ""), "the name there is the right one"
    assert told(tmp_path / "site") == []
    assert results(tmp_path)["players"][2]["name"] == "H. N."
    assert "H. N." in "".join(texts((event / "rounds/open-r2.xlsx").read_bytes()))


def test_the_people_of_a_team_are_numbers(tmp_path: Path) -> None:
    event = new_event(tmp_path, "shogi-team", 6)
    teams = list(field("shogi-team", 6))
    teams[1] = replace(teams[1], members=("秘野 一", "秘野 二", "秘野 三"), reserves=("名無 四",))
    roster(event, teams, format_id="shogi-team")
    run(tmp_path, "build")
    teams[1] = replace(teams[1], private=True)
    roster(event, teams, format_id="shogi-team")
    sheet = event / "rounds/open-r1.xlsx"
    book = openpyxl.load_workbook(sheet)
    page = book.worksheets[0]
    head = next(row for row in page.iter_rows() if row[0].value == "卓")
    columns = {cell.value: cell.column for cell in head}
    for row in range(head[0].row + 1, page.max_row + 1):
        for side in (1, 2):
            if page.cell(row, columns[f"番号{side}"]).value == 2:
                page.cell(row, columns[f"交代{side}"]).value = "副将 名無 四"
    book.save(sheet)
    type_results(sheet)
    run(tmp_path, "build")
    assert told(tmp_path / "site") == [] and told(event / "rounds") != []
    assert results(tmp_path)["players"][1]["members"] == ["No. 2-1", "No. 2-2", "No. 2-3"]
    assert "No. 2-4" in (tmp_path / "site/demo/open/p2.html").read_text(encoding="utf-8")
    assert not any(
        secret in text for text in texts((event / "rounds/open-r2.xlsx").read_bytes()) for secret in SECRETS
    )
    type_results(event / "rounds/open-r2.xlsx")
    run(tmp_path, "build")


def test_the_stripped_roster_has_no_private_name(tmp_path: Path) -> None:
    event_folder = with_a_secret(tmp_path, "othello-swiss", 9)
    initials(event_folder)
    run(tmp_path, "build")
    before = (tmp_path / "site/demo/open/results.json").read_bytes()
    event, _ = read_event_and_roster(event_folder, "demo")
    assert event is not None
    path, data = stripped_roster(event)
    assert not any(secret in text for text in texts(data) for secret in SECRETS)
    path.write_bytes(data)
    path.replace(event_folder / "roster.xlsx")
    run(tmp_path, "build")
    assert (tmp_path / "site/demo/open/results.json").read_bytes() == before


def test_a_record_and_a_page_that_name_somebody_else(tmp_path: Path) -> None:
    """A record at the wrong table, or with the name in a comment, is not shown, nor does a notice tell the name."""
    event = with_a_secret(tmp_path, "go-swiss", 8)
    run(tmp_path, "build")
    (event / "games").mkdir()
    for number, text in enumerate((f"PB[{NAME}]", f"PB[{NAME}]", "C[名\\無 に勝った秘\\野名無]", "C[x]"), 1):
        record = event / f"games/r1-t{number:02}.sgf"
        record.write_text(f"(;GM[1]SZ[9]{text};B[dd];W[ff])", encoding="utf-8")
    said = run(tmp_path, "build").output
    assert told(tmp_path / "site") == [] and not any(secret in said for secret in SECRETS)
    assert "棋譜の対局者(黒 …、" in said, "the mistake is told all the same"
    assert [one.name for one in (tmp_path / "site/demo/open/games").glob("*.sgf")] == ["r1-t04.sgf"]
    for text in (LATIN, KANA):
        record.write_text(f"(;GM[1]SZ[9]C[lost to {text}];B[dd];W[ff])", encoding="utf-8")
        run(tmp_path, "build")
        assert told(tmp_path / "site") == []
    news = event / "pages/news.md"
    news.write_text(f"# お知らせ\n\n前回は{NAME}さんが優勝", encoding="utf-8")
    said = run(tmp_path, "build").output
    assert "pages/news.md" in said and not any(secret in said for secret in SECRETS)


def test_the_opponents_phone_does_not_tell_it(tmp_path: Path) -> None:
    """Also where the sheet was made before the name became private."""
    event = with_a_secret(tmp_path, "othello-2-league", 8, private=False)
    pair(event)
    players = list(field("othello-2-league", 8))
    players[2] = replace(players[2], name=NAME, kana=KANA, private=True)
    roster(event, players, format_id="othello-2-league")
    desk = desk_of(event)
    view = DeskView(desk.tables, desk.entries, desk.written, ((), ()))
    table = desk.tables.of_player("open", 3)
    assert table is not None and told(event / "rounds")
    for no in table.game[2:]:
        shown = player_state(view, f"open {no}")
        assert "No. 3" in shown and not any(secret in shown for secret in SECRETS)
