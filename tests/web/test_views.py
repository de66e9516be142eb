"""What the pages say, read off the view data: records, bands, reasons, trees, charts, the lottery."""

from __future__ import annotations

import datetime
import itertools
import json
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pytest

from tests.web.sample import asking, division, event
from tourgen.simulate import Chances
from tourgen.web import home, knockout, pairings, render_event, standings
from tourgen.web.by_kana import by_kana
from tourgen.web.chart import rank_chart
from tourgen.web.cross import by_round, grid
from tourgen.web.divisions import division_pages
from tourgen.web.facts import Facts
from tourgen.web.find import find_data, in_page
from tourgen.web.kana import plain, rows, sort_key
from tourgen.web.leagues import leagues
from tourgen.web.lottery import Ticket, lottery_view
from tourgen.web.player import player_view, ruby
from tourgen.web.texts import LANGUAGES, Texts, catalogue
from tourgen.web.words import Words, circled, ordinal_ending

ALWAYS = Chances()


@pytest.mark.parametrize(
    ("rounds", "share", "status"),
    [
        (0, None, "drawn"),
        (0, 0.0, "paired"),
        (2, 0.5, "playing"),
        (2, None, "waiting"),
        (8, None, "finished"),
    ],
)
def test_status(rounds: int, share: float | None, status: str) -> None:
    assert Facts(division(players=21, rounds=rounds, share=share, chances=ALWAYS)).status == status


def test_status_before_the_lottery() -> None:
    facts = Facts(division(players=12, drawn=False))
    assert facts.status == "roster"
    assert not lottery_view(facts).drawn


@pytest.mark.parametrize(
    ("states", "expected"),
    [
        ([(5, "playing"), (5, "paired")], (5, "playing")),
        ([(5, "waiting"), (5, "waiting")], (5, "waiting")),
        ([(8, "finished"), (5, "paired")], (5, "paired")),
        ([(5, "playing"), (0, "roster")], (5, "playing")),
        ([(5, "playing"), (3, "paired")], (0, "playing")),
        ([(8, "finished"), (6, "finished")], (0, "finished")),
        ([(0, "drawn"), (0, "drawn")], (0, "drawn")),
        ([(8, "finished"), (0, "roster")], (0, "mixed")),
    ],
)
def test_the_headline_is_the_round_that_is_being_played(
    states: list[tuple[int, str]], expected: tuple[int, str]
) -> None:
    divisions = [SimpleNamespace(current=n, status=one, finished=one == "finished") for n, one in states]
    assert home.headline(cast("list[Facts]", divisions)) == expected


def test_a_sum_is_what_its_terms_add_up_to() -> None:
    facts = Facts(division(players=30, rounds=5))
    for standing in facts.standings:
        for line in standings.lines(facts, standing):
            for value in line.rank.values:
                if value.name.startswith("top-bottom"):
                    assert sum(map(sum, value.terms)) == value.value


def test_sums_that_cannot_differ_share_a_column() -> None:
    facts = Facts(division(players=30, rounds=3))
    values = standings.lines(facts, facts.standings[2])[0].rank.values
    assert [(one.number, one.merged_to) for one in values] == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 8), (9, 9)]


def test_each_rank_names_what_separates_it_from_the_row_above() -> None:
    facts = Facts(division(players=30, rounds=3))
    lines = standings.lines(facts, facts.standings[2])
    assert lines[0].rank.above is None
    for above, line in itertools.pairwise(lines):
        deciding = line.rank.deciding
        assert deciding is not None
        at = deciding.number - 1
        assert line.row.keys[:at] == above.row.keys[:at]
        assert line.row.keys[at] < above.row.keys[at]


def test_bands_are_in_the_order_of_the_tables() -> None:
    facts = Facts(division(players=40, rounds=6, share=0.5, chances=ALWAYS))
    bands = pairings.bands(facts, 7)
    assert [band.stage for band in bands] == ["semi", "ranking"]
    tables = [match.table for band in bands for match in band.matches if match.table]
    assert tables == sorted(tables)


def test_a_bye_has_no_table_and_who_qualified_is_listed_last() -> None:
    facts = Facts(division("othello-free", 41, 3, 0.0, chances=ALWAYS))
    for number in (1, 2, 3, 4):
        for band in pairings.bands(facts, number):
            for match in band.matches:
                assert (match.table is None) == (match.second is None)
    if facts.qualified:
        assert pairings.bands(facts, 4)[-1].stage == "qualified"


def test_the_list_by_name_holds_everybody_once() -> None:
    facts = Facts(division(players=40, rounds=2))
    listed = [row.person.no for _, _, _, members in pairings.by_name(facts, 3) for row in members]
    assert sorted(listed) == sorted(p.no for p in facts.present)


def test_the_fifty_sounds() -> None:
    names = ["くろいし", "ぐうすう", "くうそう", "アレク", "っつ", ""]
    ordered = sorted(names, key=lambda kana: sort_key(kana, "", 0))
    assert ordered == ["アレク", "ぐうすう", "くうそう", "くろいし", "っつ", ""]
    assert [kana for _, kana, _ in rows((kana, kana) for kana in ordered)] == ["あ", "か", "た", ""]
    assert plain("ガッコウ") == "かつこう"


def test_ruby_falls_back_to_the_whole_name() -> None:
    assert ruby("見本 太郎", "みほん たろう") == (("見本", "みほん"), ("太郎", "たろう"))
    assert ruby("アレクサンドラ", "あれく さんどら") == (("アレクサンドラ", "あれく さんどら"),)


def test_trees_grow_with_the_results() -> None:
    early = knockout.tree(Facts(division(players=24, rounds=1)))
    assert early is not None
    assert early.champion is None
    late = Facts(division(players=24, rounds=8, chances=ALWAYS))
    tree = knockout.tree(late)
    assert tree is not None
    assert tree.champion is not None
    assert tree.champion.no == late.document["final"][0]["no"]
    assert tree.named is not None
    assert early.named is None
    page = render_event(event(late.report))["open/bracket.html"].decode()
    assert page.partition('class="champion"')[2].partition("</svg>")[0].count(tree.champion.name) == 1
    assert sum(path.won for path in tree.paths) == 3
    assert next(stage for stage, _, _ in knockout.final_matches(late)) == "final"


def test_two_leagues_have_one_final() -> None:
    tree = knockout.tree(Facts(division("othello-2-league", 20, 7, chances=ALWAYS)))
    assert tree is not None
    assert len(tree.slots) == 2
    assert [node.stage for node in tree.nodes] == ["final"]


def test_leagues_tell_who_is_left() -> None:
    facts = Facts(division(players=40, rounds=2, chances=ALWAYS))
    for league in leagues(facts):
        assert league.why is not None
        still = [member for member in league.members if member.state in ("in", "unbeaten")]
        assert league.left == len(still)
        assert league.unbeaten <= league.left


def test_an_asked_league_is_shown_as_open() -> None:
    facts = Facts(asking())
    assert facts.status == "waiting"
    assert any(not league.qualified and not league.left for league in leagues(facts))
    texts = Words(Texts("ja")).notices(facts.report.notices)
    assert len(texts) == 1
    assert "event.toml" not in texts[0]


def test_cross_tables_agree_with_the_records() -> None:
    facts = Facts(division(players=20, rounds=4))
    for table in (grid(facts), by_round(facts)):
        assert len(table) == len(facts.present)
        for row in table:
            marks = [mark for mark in facts.marks(row.person.no, facts.current) if mark not in ". "]
            assert row.score[0] == sum(mark in "Ww" for mark in marks), "what is entered of this round counts"
    for row in grid(facts):
        shown = sorted((cell.number, cell.mark) for cells in row.cells for cell in cells if cell.mark)
        marks = facts.marks(row.person.no, facts.current)
        entered = [(n, mark) for n, mark in enumerate(marks, 1) if mark in "WLdl"]
        against = [n for n, game in facts.played(row.person.no) if game["players"][1] is not None]
        assert {n for n, _ in entered} <= {n for n, _ in shown} <= set(against)


def test_the_chart_needs_two_standings() -> None:
    facts = Facts(division(players=20, rounds=1))
    assert rank_chart(facts, facts.present[0].no) is None
    facts = Facts(division(players=20, rounds=5))
    chart = rank_chart(facts, facts.present[0].no)
    assert chart is not None
    assert [point.after for point in chart.points] == [1, 2, 3, 4, 5]
    assert all(point.band[0] <= point.y <= point.band[1] for point in chart.points)


def test_a_mark_in_the_seed_column_is_no_title() -> None:
    seeds = lottery_view(Facts(division(players=20, rounds=0))).seeds
    titles = {
        Ticket(replace(seeds[0].person, seed=typed), True).seed_title for typed in ("○", "1", "前回優勝")
    }
    assert titles == {"", "前回優勝"}


def test_the_lottery_page_shows_what_was_drawn() -> None:
    view = lottery_view(Facts(division(players=20, rounds=0)))
    assert view.joined == "012340567809012"
    assert view.x0 == 2694132
    order = [ticket.person.preliminary or 0 for ticket in view.tickets]
    assert order == sorted(order)
    data = json.loads(view.data)
    assert [row[0] for row in data["rows"]] == sorted(row[0] for row in data["rows"])
    taken = {ticket.person.lottery for ticket in view.tickets}
    assert not taken & set(view.unused)


@pytest.mark.parametrize("format_id", ["othello-4-league", "othello-2-league"])
def test_the_lottery_page_says_where_the_numbers_begin_and_quotes_the_rule(format_id: str) -> None:
    view = lottery_view(Facts(division(format_id, players=20, rounds=0)))
    assert view.seeds, "their numbers come first, so the others' don't begin with 1"
    assert view.first == min(one.person.lottery or 0 for one in view.tickets if one not in view.seeds)
    assert [words["ja"][0] for words in view.drawing] == list("123456")
    assert [words["ja"][0] for words in view.numbering[:2]] == ["7", "8"] and len(view.numbering) == 4
    assert lottery_view(Facts(division("othello-free", players=20, rounds=0))).drawing == ()


def test_final_ranks_say_what_decided() -> None:
    facts = Facts(division("othello-free", 24, 6, chances=ALWAYS))
    lines = standings.final_lines(facts)
    assert [line.reason for line in lines[:4]] == ["final_won", "final_lost", "third_won", "third_lost"]
    shared = [line for line in lines if line.reason == "shared"]
    assert shared, "equal wins share a rank in the free class"
    assert [one.title for one in home.honours(facts)] == ["優勝", "準優勝"]


@pytest.mark.parametrize(
    ("format_id", "rounds", "in_knockout"),
    [
        ("othello-4-league", 8, 4),
        ("othello-free", 6, 4),
        ("othello-new-32", 6, 6),
        ("shogi-championship", 6, 4),
        ("go-swiss", 4, 0),
    ],
)
def test_every_final_rank_opens_to_its_opponents(format_id: str, rounds: int, in_knockout: int) -> None:
    facts = Facts(division(format_id, 30, rounds))
    assert facts.latest is not None
    finals = standings.finals(facts, standings.lines(facts, facts.latest))
    assert len(finals) == len(facts.present)
    by_match = [one for one in finals if not one.rank.values]
    assert len(by_match) == in_knockout
    for one in finals:
        no = one.line.person.no
        played = [games[no]["players"] for games in facts.games.values() if no in games]
        others = {other for pair in played for other in pair if other not in (None, no)}
        named = {met.person.no for met in one.rank.met if met.person}
        assert one.reasons
        assert named == others
        assert {value.name for value in one.rank.values} <= set(facts.declared.final.criteria)
        assert (one.rank.deciding is None) == (one.line.deciding is None)


def test_a_large_field_of_final_ranks_is_split() -> None:
    specs = division_pages(Facts(division("othello-4-league", 130, 8)))
    pages = [spec for spec in specs if spec.template == "final.html"]
    assert [spec.path for spec in pages] == ["standings.html", "standings-2.html"]
    ranks = [one.line.rank for spec in pages for one in spec.context["lines"]]
    assert ranks == sorted(ranks) and len(ranks) > standings.WITH_ARITHMETIC


def test_a_long_list_by_name_is_split_along_the_fifty_sounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standings, "SPLIT_ABOVE", 20)
    monkeypatch.setattr(standings, "PAGE", 10)
    groups = [
        ("k0", "あ", "A", [1] * 6),
        ("k1", "か", "K", [2] * 4),
        ("k2", "さ", "S", [3] * 14),
        ("k3", "た", "T", [4]),
    ]
    pages = by_kana(groups, "players")
    assert [path for path, _ in pages] == ["players.html", "players-2.html", "players-3.html"]
    held = [[(id_, len(members)) for id_, *_, members in shown["names"]] for _, shown in pages]
    assert held == [[("k0", 6), ("k1", 4)], [("k2", 7)], [("k2", 7), ("k3", 1)]]
    here, there = "#k2", "players-2.html#k2"
    assert [shown["index"][2][0] for _, shown in pages] == [there, here, there]
    assert len(by_kana(groups[:2], "players")) == 1


def test_a_players_page_tells_the_opponent_and_why() -> None:
    facts = Facts(division(players=24, rounds=2, share=0.0, chances=ALWAYS))
    game = next(game for game in facts.rounds[-1]["games"] if game["table"] == 1)
    person = facts.people[game["players"][0]]
    view = player_view(facts, person, {}, {})
    assert view.game is not None
    assert view.game.other is facts.people[game["players"][1]]
    assert view.pairing is not None
    assert view.pairing.reasons
    assert not view.pairing.pairs or view.pairing.pairs[-1].here


def test_live_scores_count_what_is_entered() -> None:
    facts = Facts(division(players=24, rounds=2, share=0.5, chances=ALWAYS))
    for person in facts.present:
        marks = facts.marks(person.no, facts.current)
        wins = sum(mark in "Wwq" for mark in marks)
        assert facts.live_score(person.no)[0] == wins


def test_the_find_index_has_one_line_per_player() -> None:
    facts = Facts(division(players=24, rounds=2, share=0.5))
    data = find_data([facts])
    assert len(data["players"]) == len(facts.present)
    assert json.loads(in_page(json.dumps(data))) == data
    met = {row[1]: row[15] for row in data["players"]}
    for no, opponents in met.items():
        assert len(opponents) == facts.current
        for number, other in enumerate(opponents):
            assert not other or met[other][number] == no


def test_every_text_stands_in_both_languages() -> None:
    for key, words in catalogue("texts.toml").items():
        assert set(words) == set(LANGUAGES), key


def test_texts_escape_what_is_filled_in() -> None:
    text = Texts("ja")("rank.calc_of", name="<b>x</b>")
    assert text == "&lt;b&gt;x&lt;/b&gt;の順位の計算"


def test_words() -> None:
    english, japanese = Words(Texts("en")), Words(Texts("ja"))
    assert [english.counted("met.boards", n) for n in (1, 2)] == ["won 1 board", "won 2 boards"]
    assert english.counted("count.done", 1, done=0) == "0 of 1 game done"
    assert japanese.counted("count.done", 13, done=12) == "12 / 13局終了"
    assert english.name("見本 太郎") == '<span lang="ja">見本 太郎</span>'
    assert japanese.name("見本 太郎") == "見本 太郎"
    assert (english.grade("四段"), english.grade("1級"), english.grade("初段")) == ("4-dan", "1-kyu", "1-dan")
    assert english.sentence("From 見本 太郎, lower") == 'From <span lang="ja">見本 太郎</span>, lower'
    sunday = datetime.date(2026, 7, 12)
    assert (english.date(sunday), japanese.date(sunday)) == ("Sun, 12 July 2026", "2026年7月12日（日）")
    assert [f"{n}{ordinal_ending(n)}" for n in (1, 2, 3, 4, 11, 12, 21)] == [
        "1st",
        "2nd",
        "3rd",
        "4th",
        "11th",
        "12th",
        "21st",
    ]
    assert circled(9) == "⑨"
    assert japanese.wins(-1) == "−1勝"
