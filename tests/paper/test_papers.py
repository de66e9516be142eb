"""What stands on the sheets: everybody once, a card for every game, the right page behind every code."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tests.web.reading import Reading
from tests.web.sample import division, event
from tests.web.shogi import shogi
from tests.web.states import example
from tourgen.event.certificate import Certificate
from tourgen.event.certificate import Line as CertificateLine
from tourgen.event.load_event import LoadedEvent
from tourgen.web import render_event
from tourgen.web.division_view import DivisionView
from tourgen.web.pairings import bands
from tourgen.web.paper.alone import Printed, render_papers
from tourgen.web.paper.cards import cards, keeper
from tourgen.web.paper.papers import AT_ONCE, papers_now
from tourgen.web.paper.qr import qr_code

BASE = "https://example.org/othello"
FORMATS = ["othello-4-league", "othello-2-league", "othello-free", "othello-new-64", "othello-new-32"]
SIZES = {"othello-new-64": 61, "othello-new-32": 30}


def report_of(format_id: str = "othello-free", players: int = 40, rounds: int = 2) -> LoadedEvent:
    return event(division(format_id, SIZES.get(format_id, players), rounds, 0.3))


def papers(
    report: LoadedEvent, number: int | None = None, base: str = BASE, language: str = "ja"
) -> dict[str, Printed]:
    found = render_papers(report, None, number, base, language)
    return {paper.name: paper for paper in found}


def text(paper: Printed) -> str:
    return paper.html.decode()


def body(paper: Printed) -> str:
    return text(paper).partition("<main>")[2]


# --- Everybody, every game


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("format_id", FORMATS)
def test_everybody_stands_on_the_wall_once(format_id: str, language: str) -> None:
    report = report_of(format_id)
    facts, found = DivisionView(report.divisions[0]), papers(report, 3, language=language)
    plain = re.sub(r'<span lang="ja">(.*?)</span>', r"\1", body(found["open-r3-names"]))
    names = re.findall(r'<th scope="row"><span class="[^"]*">(.*?)</span>', plain)
    assert sorted(names) == sorted(person.name for person in facts.present)
    tables = [int(one) for one in re.findall(r'<td class="t">(\d+)</td>', body(found["open-r3-tables"]))]
    games = facts.round(3).games
    assert sorted(tables) == sorted(game.table for game in games if game.table is not None)


@pytest.mark.parametrize("format_id", FORMATS)
def test_a_card_for_every_game_to_be_played(format_id: str) -> None:
    report = report_of(format_id)
    printed = body(papers(report, 3)["open-r3-cards"])
    games = DivisionView(report.divisions[0]).round(3).games
    wanted = [game.table for game in games if None not in game.players and game.kind == "played"]
    found = [int(one) for one in re.findall(r'<p class="t"><small>卓</small>(\d+)</p>', printed)]
    assert sorted(found) == sorted(wanted)
    assert printed.count("<section") == -(-len(wanted) // 4)
    assert printed.count('class="box">○') == printed.count('class="box">×') == 2 * len(wanted)
    assert printed.count('class="tick"') == 2 * len(wanted)
    assert printed.count('href="#board"') == len(wanted)
    assert "各20分" in printed and "13:20開始" in printed


@pytest.mark.parametrize(
    ("grades", "keeps"),
    [(("5級", "四段"), 1), (("2 dan", "1級"), 0), (("三段", "３段"), None), (("三段", ""), None)],
)
def test_the_higher_grade_keeps_the_record(grades: tuple[str, str], keeps: int | None) -> None:
    """Equal or unknown: the card says that the elder does, and nobody is ticked."""
    match = cards(DivisionView(report_of().divisions[0]), 3)[0][0]["match"]
    sides = [
        replace(side, person=replace(side.person, grade=grade))
        for side, grade in zip((match.first, match.second), grades, strict=True)
        if side is not None
    ]
    graded = replace(match, first=sides[0], second=sides[1])
    assert keeper(graded) == (None if keeps is None else sides[keeps].person)


def test_who_keeps_the_record_is_ticked_on_the_card() -> None:
    report = report_of()
    decided = [
        card["keeper"] is not None for leaf in cards(DivisionView(report.divisions[0]), 3) for card in leaf
    ]
    assert {True, False} == set(decided)
    shown = body(papers(report, 3)["open-r3-cards"])
    assert shown.count("✓") == sum(decided)
    assert shown.count("年長者") == decided.count(False)


def test_another_game_has_lines_for_its_record() -> None:
    played = shogi("shogi-championship", 16, 1, 0.3)
    cards = body(papers(event(played), 2)[f"{played.division.id}-r2-cards"])
    assert 'class="lines"' in cards
    assert 'href="#board"' not in cards
    assert "石数" not in cards


def test_a_card_of_a_team_match_has_a_line_for_every_board() -> None:
    one = shogi("shogi-team", 12, 1, 0.0)
    cards = body(papers(event(one), 2)["team-r2-cards"])
    facts = DivisionView(one)
    matches = [match for band in bands(facts, 2) for match in band.matches if match.boards]
    assert len(matches) == cards.count('class="at-boards"') > 4
    for match in matches:
        article = cards.partition(match.first.person.name)[2].partition("</article>")[0]
        lines = re.findall(
            r'<p>(.*?)</p><i class="box"></i><b>(.*?)</b><i class="box"></i><p>(.*?)</p>', article
        )
        names = [
            (re.sub("<.*?>", "", first), board, re.sub("<.*?>", "", second)) for first, board, second in lines
        ]
        assert names == [
            (line["first"].name or "（空席）", board, line["second"].name or "（空席）")
            for line, board in zip(match.boards, ("主将", "副将", "三将"), strict=True)
        ]
    assert "（空席）" in cards and "勝ったチームが対戦カードを本部へ。" in cards


@pytest.mark.parametrize(("count", "again"), [(24, 0), (80, 2)])
def test_ranks_stand_under_their_blocks(count: int, again: int) -> None:
    report = event(shogi("shogi-encouragement", count, 1, 0.0))
    ranks = body(papers(report, 1)["encouragement-r1-standings"])
    heads = re.findall(r'<tr class="head"><th colspan="\d+" scope="rowgroup">(.*?)</th>', ranks)
    assert [head.partition("<")[0] for head in heads if "続き" not in head] == ["Aブロック", "Bブロック"]
    assert sum("続き" in head for head in heads) == again
    first, second = ranks.split("Bブロック", 1)
    assert (first.count('<td class="t">1</td>'), second.count('<td class="t">1</td>')) == (1, 1)
    assert "予選順位" in ranks


def test_a_cross_table_stands_under_its_blocks() -> None:
    report = event(shogi("shogi-encouragement", 80, 1, 0.0))
    table = body(papers(report)["encouragement-cross"])
    heads = re.findall(r'<tr class="head"><th colspan="4" scope="rowgroup">(.*?)</th>', table)
    assert [head.partition("<")[0] for head in heads if "続き" not in head] == ["Aブロック", "Bブロック"]
    people = {
        no: person.league for no, person in DivisionView(report.divisions[0]).people.items() if person.here
    }
    for part in table.split('<tr class="head">')[1:]:
        block = part[part.index("rowgroup") + len('rowgroup">')]
        assert {people[int(no)] for no in re.findall(r'<th scope="row"><i>(\d+)</i>', part)} == {block}


def test_namesakes_are_told_apart_by_their_clubs() -> None:
    people = dict(report_of(players=12).divisions[0].players)
    here = [no for no, player in people.items() if player.here]
    for no, club in zip(here, ("東の会", "西の会"), strict=False):
        people[no] = replace(people[no], name="見本 太郎", kana="みほん たろう", club=club)
    same = event(division("othello-free", 12, 1, 0.0, entries=people))
    names = body(papers(same, 2)["open-r2-names"])
    assert "<small>東の会</small>" in names
    assert "<small>西の会</small>" in names
    assert names.count("<small>") == 2, "clubs stand only where they are needed"


# --- Heads, codes, pages


def test_every_sheet_has_its_head() -> None:
    found = papers(event(division(players=120, rounds=2, share=0.0)), 3)
    for paper in found.values():
        sheets = body(paper).split("<section")[1:]
        assert str(len(sheets)) in paper.sheets
        for at, sheet in enumerate(sheets, 1):
            assert "第12回 見本オセロ選手権大会" in sheet
            assert "無差別の部" in sheet
            assert "3回戦" in sheet
            assert "13:20開始" in sheet
            if "cards" not in paper.name:
                assert f"{at}/{len(sheets)}枚目" in sheet


@pytest.mark.parametrize(
    ("language", "name", "address"),
    [
        ("ja", "open-r3-tables", "sample/open/r3.html"),
        ("ja", "open-r3-names", "sample/open/r3.html#name"),
        ("en", "open-r3-cards", "sample/en/open/r3.html"),
        ("ja", "open-r2-standings", "sample/open/standings-r2.html"),
        ("en", "open-cross", "sample/en/open/cross.html"),
    ],
)
def test_codes_lead_to_the_published_page(language: str, name: str, address: str) -> None:
    paper = papers(report_of(), base=BASE + "/", language=language)[name]
    code = qr_code(f"{BASE}/{address}")
    assert code is not None
    assert f'<path id="qr" d="{code.path}"/>' in text(paper)


def test_without_an_address_there_is_no_code() -> None:
    for paper in papers(report_of(), base="").values():
        assert "#qr" not in text(paper)


def test_a_file_needs_nothing_beside_it() -> None:
    for report in (report_of("othello-new-64"), event(division("othello-free", 20, 6))):
        for paper in papers(report).values():
            reading = Reading(text(paper))
            assert not reading.unclosed, paper.name
            assert all(link.startswith("#") for link in reading.links), paper.name
            assert {link[1:] for link in reading.links} <= set(reading.ids), paper.name
            assert not [tag for tag, _ in reading.elements if tag in ("script", "link", "img")]


def test_what_is_printed_when() -> None:
    before = event(division(players=12, rounds=0, share=None))
    assert list(papers(before)) == ["open-tags"]
    playing = papers(report_of())
    assert list(playing) == [
        "open-r3-tables",
        "open-r3-names",
        "open-r3-cards",
        "open-r2-standings",
        "open-cross",
    ]
    finished = papers(event(division("othello-free", 20, 6)))
    assert list(finished) == ["open-standings", "open-cross", "open-bracket", "open-awards"]
    earlier = papers(event(division("othello-free", 20, 6)), 2)
    assert list(earlier) == ["open-r2-tables", "open-r2-names", "open-r2-cards", "open-r2-standings"]


def test_the_ceremony_has_its_list_whatever_is_played() -> None:
    divisions = [shogi("shogi-championship", 17), shogi("shogi-team", 21, seed=3)]
    report = event(*divisions, division("othello-free", 16, 6))
    found = papers(report)
    for one in map(DivisionView, report.divisions):
        assert one.finished
        sheet, whole = body(found[f"{one.id}-awards"]), body(found["awards"])
        for entry in one.results.titles:
            assert one.people[entry.no].name in sheet
            assert entry.title in sheet
            assert one.people[entry.no].name in whole
        assert one.division.name in whole
    assert qr_code(f"{BASE}/sample/awards.html").path in text(found["awards"])
    files = render_event(report, BASE)
    assert "print-awards.html" in Reading(files["awards.html"].decode()).links
    assert "print-awards.html" in Reading(files["team/awards.html"].decode()).links
    assert "team/print-awards.html" in files and "print-awards.html" in files


def test_one_division_needs_no_sheet_of_all() -> None:
    assert "awards" not in papers(event(division("othello-free", 16, 6)))
    assert "awards" not in papers(event(division("othello-free", 16, 2), division(players=12, rounds=1)))


def test_black_and_white_are_named_on_the_sheets_of_go() -> None:
    report = example("go-demo")
    facts, found = DivisionView(report.divisions[0]), papers(report)
    number = facts.current
    games = [game for game in facts.round(number).games if game.players[1] is not None]
    for kind in ("tables", "names", "cards"):
        sheet = body(found[f"open-r{number}-{kind}"])
        for word, side in (("黒", 0), ("白", 1)):
            shown = re.findall(rf'<span class="col">{word}</span><span class="[^"]*">(.*?)</span>', sheet)
            assert sorted(shown) == sorted(facts.people[game.players[side]].name for game in games), kind
    draws = [row for row in facts.latest.rows if row.draws] if facts.latest else []
    assert draws
    for row in draws:
        assert f"{row.wins}−{row.losses}−{row.draws}" in body(found["open-cross"])


# --- In the site


def test_pages_lead_to_their_sheets() -> None:
    files = render_event(report_of(), BASE)
    links = {
        name: Reading(files[f"open/{name}.html"].decode()).links
        for name in ("r1", "r3", "standings-r2", "cross")
    }
    assert {"print-r3-tables.html", "print-r3-names.html", "print-r3-cards.html"} <= set(links["r3"])
    assert not any("print-r1-" in name for name in (*files, *links["r1"])), "nobody plays an old round again"
    assert "print-r2-standings.html" in links["standings-r2"]
    assert "print-cross.html" in links["cross"]
    assert b'id="qr"' in files["en/open/print-r3-names.html"]


def test_finished_divisions_lead_to_ranks_brackets_and_awards() -> None:
    files = render_event(event(division("othello-new-32", 30, 6)))
    for page, sheet in (("standings", "standings"), ("bracket", "bracket"), ("awards", "awards")):
        assert f"print-{sheet}.html" in Reading(files[f"open/{page}.html"].decode()).links
        assert f"open/print-{sheet}.html" in files


def test_many_sheets_are_split_over_pages() -> None:
    report = event(division(players=256, rounds=0, share=0.0))
    facts = DivisionView(report.divisions[0])
    cards = next(paper for paper in papers_now(facts) if paper.kind == "cards")
    assert [len(leaves) for _, leaves, _ in cards.parts] == [AT_ONCE, len(cards.leaves) - AT_ONCE]
    files = render_event(report)
    second = files["open/print-r1-cards-2.html"].decode()
    assert f"{AT_ONCE + 1}/{len(cards.leaves)}枚目" in second
    assert "print-r1-cards.html" in Reading(second).links


# --- What the site doesn't show


def test_certificates_have_their_text_where_the_events_file_says() -> None:
    lines = (
        CertificateLine("{title}", 148.0, 60.0, 16.0, "middle", False),
        CertificateLine(
            "{name} 殿", 20.0, 30.0, 9.0, "middle", True
        ),  # a column begins at its place all the same
    )
    report = event(division("othello-new-32", 30, 6))
    told = replace(report.event, certificate=Certificate("A4", True, lines))
    printed = {
        paper.name: paper for paper in render_papers(replace(report, event=told), None, None, "", "ja")
    }
    sheets = printed["open-certificates"].html.decode().split("<section")[1:]
    results = report.divisions[0].document
    names = {one["no"]: one["name"] for one in results["players"]}
    for title, sheet in zip(results["titles"], sheets, strict=False):
        assert (
            f'<text x="148.0" y="60.0" font-size="16.0" text-anchor="middle">{title["title"]}</text>' in sheet
        )
        assert f'text-anchor="start" writing-mode="vertical-rl">{names[title["no"]]} 殿</text>' in sheet
        assert 'width="297mm" height="210mm"' in sheet and "on-A4-across" in sheet
    assert "open-tags" not in printed, "everybody has one by now"


def test_everybody_has_a_name_tag_before_the_first_round() -> None:
    report = event(division(players=24, rounds=0, share=0.0))
    printed = {paper.name: paper.html.decode() for paper in render_papers(report, None, None, "", "ja")}
    tags = printed["open-tags"]
    assert tags.count("<article>") == len(DivisionView(report.divisions[0]).present) == 24
