"""What the pages say, read off the view data: records, bands, reasons, trees, charts, the lottery."""

from __future__ import annotations

import datetime
import itertools
import json
from dataclasses import replace
from types import SimpleNamespace
from typing import cast
from xml.etree import ElementTree

import pytest

from tests.engine.random_play import CALM
from tests.random.troubles import Chances
from tests.web.any_format import played, shipped, stopped
from tests.web.sample import asking, division, event
from tourgen.explain.words import circled
from tourgen.messages.problems import LANGUAGES, Notice
from tourgen.web import home, pairings, parts, render_event, standings
from tourgen.web.bracket import small
from tourgen.web.bracket.lists import final_matches
from tourgen.web.chart import rank_chart, ranks_after
from tourgen.web.cross import by_round, grid
from tourgen.web.division_view import DivisionView
from tourgen.web.divisions import division_pages
from tourgen.web.find import find_data
from tourgen.web.kana import labelled, plain, sort_key
from tourgen.web.lottery import Ticket, lottery_view
from tourgen.web.player import player_view, ruby
from tourgen.web.pool import League, leagues
from tourgen.web.site import data_block
from tourgen.web.texts import Texts, catalogue
from tourgen.web.why import pairing_of, rank_of, round_why
from tourgen.web.words import Words

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
    assert DivisionView(division(players=21, rounds=rounds, share=share, chances=ALWAYS)).status == status


def test_status_before_the_lottery() -> None:
    facts = DivisionView(division(players=12, drawn=False))
    assert facts.status == "roster"
    assert not lottery_view(facts)["drawn"]


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
    assert home.headline(cast("list[DivisionView]", divisions)) == expected


def test_a_sum_is_what_its_terms_add_up_to() -> None:
    facts = DivisionView(division(players=30, rounds=5))
    for standing in facts.standings:
        for row in standing.rows:
            for value in rank_of(facts, standing.after, row.no).values:
                if value.name.startswith("top-bottom"):
                    assert sum(map(sum, value.terms)) == value.shown


def test_sums_that_cannot_differ_share_a_column() -> None:
    facts = DivisionView(division(players=30, rounds=3))
    columns = standings.table(facts, facts.standings[2]).columns
    assert [(one.first, one.last) for one in columns] == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 8), (9, 9)]


def test_each_rank_names_what_separates_it_from_the_row_above() -> None:
    facts = DivisionView(division(players=30, rounds=3))
    shown = standings.table(facts, facts.standings[2])
    assert shown.lines[0].deciding is None
    for above, line in itertools.pairwise(shown.lines):
        assert line.deciding is not None
        at = shown.columns[line.deciding].first - 1
        assert line.row.keys[:at] == above.row.keys[:at]
        assert line.row.keys[at] < above.row.keys[at]


def test_bands_are_in_the_order_of_the_tables() -> None:
    facts = DivisionView(division(players=40, rounds=6, share=0.5, chances=ALWAYS))
    bands = pairings.bands(facts, 7)
    assert [band.stage for band in bands] == ["semi", "ranking"]
    tables = [match.table for band in bands for match in band.matches if match.table]
    assert tables == sorted(tables)


def test_a_bye_has_no_table_and_who_qualified_is_listed_last() -> None:
    facts = DivisionView(division("othello-free", 41, 3, 0.0, chances=ALWAYS))
    for number in (1, 2, 3, 4):
        for band in pairings.bands(facts, number):
            for match in band.matches:
                assert (match.table is None) == (match.second is None)
    if facts.qualified_after:
        assert pairings.bands(facts, 4)[-1].stage == "qualified"


def test_the_list_by_name_holds_everybody_once() -> None:
    facts = DivisionView(division(players=40, rounds=2))
    listed = [row.person.no for _, _, _, members in pairings.by_name(facts, 3) for row in members]
    assert sorted(listed) == sorted(p.no for p in facts.present)


def test_the_fifty_sounds() -> None:
    names = ["くろいし", "ぐうすう", "くうそう", "アレク", "っつ", ""]
    ordered = sorted(names, key=lambda kana: sort_key(kana, "", 0))
    assert ordered == ["アレク", "ぐうすう", "くうそう", "くろいし", "っつ", ""]
    assert [kana for _, kana, *_ in labelled((kana, kana) for kana in ordered)] == ["あ", "か", "た", ""]
    assert plain("ガッコウ") == "かつこう"


def test_ruby_falls_back_to_the_whole_name() -> None:
    assert ruby("見本 太郎", "みほん たろう") == (("見本", "みほん"), ("太郎", "たろう"))
    assert ruby("アレクサンドラ", "あれく さんどら") == (("アレクサンドラ", "あれく さんどら"),)


def tree_of(facts: DivisionView) -> small.Tree | None:
    assert facts.stages.finals is not None
    return small.tree(facts, facts.stages.finals)


def leagues_of(facts: DivisionView) -> list[League]:
    assert facts.stages.leagues is not None
    return leagues(facts)


def test_trees_grow_with_the_results() -> None:
    early = tree_of(DivisionView(division(players=24, rounds=1)))
    assert early is not None
    assert early.champion is None
    late = DivisionView(division(players=24, rounds=8, chances=ALWAYS))
    tree = tree_of(late)
    assert tree is not None
    assert tree.champion is not None
    assert tree.champion.no == (late.results.final or ())[0].no
    assert tree.named is not None
    assert early.named is None
    page = render_event(event(late.loaded))["open/bracket.html"].decode()
    assert page.partition('class="champion"')[2].partition("</svg>")[0].count(tree.champion.name) == 1
    assert sum(path.won for path in tree.paths) == 3
    assert next(band.stage for _, band in final_matches(late)) == "final"


def test_two_leagues_have_one_final() -> None:
    tree = tree_of(DivisionView(division("othello-2-league", 20, 7, chances=ALWAYS)))
    assert tree is not None and tree.champion is not None
    assert len(tree.slots) == 2 and not tree.coming
    early = tree_of(DivisionView(division("othello-2-league", 20, 2)))
    assert early is not None and [stage for *_, stage in early.coming] == ["final"]


def test_leagues_tell_who_is_left() -> None:
    facts = DivisionView(division(players=40, rounds=2, chances=ALWAYS))
    for league in leagues_of(facts):
        assert league.steps
        assert not any(member.losses for member in league.those("unbeaten"))
        listed = [member for _, members in league.by_losses for member in members]
        assert len(listed) == sum(member.losses > 0 for member in league.members)


def test_an_asked_league_is_shown_as_open() -> None:
    facts = DivisionView(asking())
    assert facts.status == "waiting"
    assert any(not league.those("qualified", "in", "unbeaten") for league in leagues_of(facts))
    texts = Words(Texts("ja")).notices(facts.loaded.notices)
    assert len(texts) == 1
    assert "event.toml" not in texts[0]


def test_rounds_paired_otherwise_are_named_in_one_notice() -> None:
    notices = [Notice("round-differs", params={"round": number}) for number in (2, 4, 5, 6)]
    texts = [Words(Texts(language)).notices(notices) for language in LANGUAGES]
    assert [len(one) for one in texts] == [1, 1]
    assert texts[0][0].startswith("2、4〜6回戦の") and "rounds 2, 4–6 differ" in texts[1][0]
    assert "of round 2 differ" in Words(Texts("en")).notices(notices[:1])[0]


def test_cross_tables_agree_with_the_records() -> None:
    facts = DivisionView(division(players=20, rounds=4))
    for table in (grid(facts), by_round(facts)):
        assert len(table) == len(facts.present)
        for row in table:
            marks = [mark for mark in facts.marks(row.person.no, facts.current) if mark not in ". "]
            assert row.score[0] == sum(mark in "Ww" for mark in marks), "what is entered of this round counts"
    for row in grid(facts):
        shown = sorted((cell.number, cell.mark) for cells in row.cells for cell in cells if cell.mark)
        marks = facts.marks(row.person.no, facts.current)
        entered = [(n, mark) for n, mark in enumerate(marks, 1) if mark in "WLdl"]
        against = [n for n, game in facts.played(row.person.no) if game.players[1] is not None]
        assert {n for n, _ in entered} <= {n for n, _ in shown} <= set(against)


def test_a_cross_table_has_a_disc_for_every_game_of_the_score() -> None:
    """Also for the rounds after qualifying, while the semi-finals are played beside the ranking league."""
    facts = DivisionView(division("othello-4-league", 40, 8, None))
    assert facts.qualified_after
    for row in by_round(facts):
        marks = [cell.mark for cells in row.cells for cell in cells]
        assert "".join(marks) == facts.record(row.person.no), row.person.name
        assert sum(mark in "Wwq" for mark in marks) == row.score[0], row.person.name


def test_the_chart_needs_two_standings() -> None:
    facts = DivisionView(division(players=20, rounds=1))
    assert ranks_after(facts, facts.present[0].no) == [] and rank_chart(facts) == b""
    facts = DivisionView(division(players=20, rounds=5))
    assert [one.after for one, _ in ranks_after(facts, facts.present[0].no)] == [1, 2, 3, 4, 5]


def test_the_chart_has_everybodys_line_and_names_the_best_and_the_neighbours() -> None:
    facts = DivisionView(division(players=20, rounds=5))
    picture = ElementTree.fromstring(rank_chart(facts))
    groups = {one.get("id"): one for one in picture.iter("{http://www.w3.org/2000/svg}g")}
    assert facts.latest is not None
    rows = facts.latest.rows
    for at, row in enumerate(rows):
        said = [one.text or "" for one in groups[f"p{row.no}"].iter("{http://www.w3.org/2000/svg}text")]
        named = {other.no: other for other in (*rows[:3], *rows[max(at - 1, 0) : at + 2])}
        ranks = [str(one.by_no[row.no].rank) for one in facts.standings]
        names = [f"{one.rank} {facts.people[one.no].name}" for one in named.values()]
        assert said[: len(ranks)] == ranks and sorted(said[len(ranks) :]) == sorted(names)


def test_no_players_part_of_the_chart_copies_the_lines_of_everybody() -> None:
    """Of a thousand players a browser would make a million lines, for seconds, on every player's page."""
    few, many = (rank_chart(DivisionView(division(players=n, rounds=5))) for n in (20, 80))
    parts = [len([*ElementTree.fromstring(one).iter()]) for one in (few, many)]
    assert b"<use" not in many and parts[1] < 5 * parts[0]


def test_a_mark_in_the_seed_column_is_no_title() -> None:
    seeds = lottery_view(DivisionView(division(players=20, rounds=0)))["seeds"]
    titles = {
        Ticket(replace(seeds[0].person, seed=typed), True).seed_title for typed in ("○", "1", "前回優勝")
    }
    assert titles == {"", "前回優勝"}


def test_the_lottery_page_shows_what_was_drawn() -> None:
    view = lottery_view(DivisionView(division(players=20, rounds=0)))
    assert view["joined"] == "012340567809012"
    assert view["x0"] == 2694132
    order = [ticket.person.preliminary or 0 for ticket in view["tickets"]]
    assert order == sorted(order)
    data = json.loads(view["data"])
    assert [row[0] for row in data["rows"]] == sorted(row[0] for row in data["rows"])
    taken = {ticket.person.lottery for ticket in view["tickets"]}
    assert not taken & set(view["unused"])


@pytest.mark.parametrize("format_id", ["othello-4-league", "othello-2-league"])
def test_the_lottery_page_says_where_the_numbers_begin_and_quotes_the_rule(format_id: str) -> None:
    view = lottery_view(DivisionView(division(format_id, players=20, rounds=0)))
    assert view["seeds"], "their numbers come first, so the others' don't begin with 1"
    assert view["first"] == min(
        one.person.lottery or 0 for one in view["tickets"] if one not in view["seeds"]
    )
    assert [words["ja"][0] for words in view["drawing"]] == list("123456")
    assert [words["ja"][0] for words in view["numbering"][:2]] == ["7", "8"] and len(view["numbering"]) == 4
    assert lottery_view(DivisionView(division("othello-free", players=20, rounds=0)))["drawing"] == ()


def test_final_ranks_say_what_decided() -> None:
    facts = DivisionView(division("othello-free", 24, 6, chances=ALWAYS))
    assert facts.ranking is not None
    lines = standings.table(facts, facts.ranking).lines
    assert [line.decided for line in lines[:4]] == [
        ("won", "final"), ("lost", "final"), ("won", "third"), ("lost", "third")
    ]  # fmt: skip
    shared = [line for line in lines if line.decided and line.decided.reason == "shared"]
    assert shared, "equal wins share a rank in the free class"
    assert [one["title"] for one in facts.honours] == ["優勝", "準優勝"]


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
    facts = DivisionView(division(format_id, 30, rounds))
    assert facts.latest is not None
    tables = standings.tables(facts)
    views = [player_view(facts, person, tables) for person in facts.present]
    assert sum(not view["why"].values for view in views if view["why"]) == in_knockout
    for view in views:
        assert view["why"] is not None and view["final"] is not None
        no = view["person"].no
        played = [games[no].players for games in facts.games.values() if no in games]
        others = {other for pair in played for other in pair if other not in (None, no)}
        named = {met["person"].no for met in view["why"].met if met["person"]}
        assert view["final_reasons"]
        assert named == others or not view["why"].values, (
            "what is summed; the games of a knockout stand in the record"
        )
        ranks = [(one.after, one.by_no[no].rank) for one in facts.standings if no in one.by_no]
        assert [(one["after"], one["rank"]) for one in view["earlier"]] == ranks
        for one in view["earlier"] if view["earlier"][0]["sum"] else ():
            assert sum(map(sum, one["sum"].terms)) in one["compared"], "the longest sum is one of the values"
        assert {value.name for value in view["why"].values} <= set(facts.declared.final_criteria)
        assert (view["why"].deciding is None) == (view["final"].deciding is None)


def test_a_large_field_of_final_ranks_is_split(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "SPLIT_ABOVE", 30)
    specs = division_pages(DivisionView(division("othello-4-league", 50, 8)))
    pages = [spec for spec in specs if spec.template == "standings.html" and spec.context["final"]]
    assert [spec.path for spec in pages] == ["standings.html", "standings-2.html"]
    ranks = [line.rank for spec in pages for _, [(_, rows)] in spec.context["blocks"] for line in rows]
    assert ranks == sorted(ranks) and len(ranks) > 30


def test_a_long_list_by_name_is_split_along_the_fifty_sounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "SPLIT_ABOVE", 20)
    monkeypatch.setattr(parts, "PAGE", 10)
    groups = [
        ("k0", "あ", "A", [1] * 6),
        ("k1", "か", "K", [2] * 4),
        ("k2", "さ", "S", [3] * 14),
        ("k3", "た", "T", [4]),
    ]
    pages = parts.by_kana(groups, "players")
    assert [path for path, _ in pages] == ["players.html", "players-2.html", "players-3.html"]
    held = [[(id_, len(members)) for id_, *_, members in shown["names"]] for _, shown in pages]
    assert held == [[("k0", 6), ("k1", 4)], [("k2", 7)], [("k2", 7), ("k3", 1)]]
    here, there = "#k2", "players-2.html#k2"
    assert [shown["index"][2][0] for _, shown in pages] == [there, here, there]
    assert len(parts.by_kana(groups[:2], "players")) == 1


def test_a_players_page_tells_the_opponent_and_why() -> None:
    facts = DivisionView(division(players=24, rounds=2, share=0.0, chances=ALWAYS))
    game = next(game for game in facts.rounds[-1].games if game.table == 1)
    person = facts.people[game.players[0]]
    view = player_view(facts, person, standings.tables(facts))
    assert view["game"] is not None
    assert view["game"].other is facts.people[game.players[1] or 0]
    assert view["pairing"]
    assert view["explained"] == [1, 2, 3]


@pytest.mark.parametrize("format_id", ["othello-4-league", "othello-new-32", "othello-free"])
def test_every_reason_of_a_round_is_said_once(format_id: str) -> None:
    """What the page of a round says of a game is what is to be said of each of its players."""
    facts = DivisionView(division(format_id, 24, 3, 0.5))
    for number in facts.games:
        told = {
            side.person.no: (*one["common"], *own)
            for one in round_why(facts, pairings.bands(facts, number))
            for game, own in one["games"]
            for side in (game.first, game.second)
            if side is not None
        }
        for no in facts.games[number]:
            assert all(reason in told[no] for reason in pairing_of(facts, number, no))


def test_live_scores_count_what_is_entered() -> None:
    facts = DivisionView(division(players=24, rounds=2, share=0.5, chances=ALWAYS))
    for person in facts.present:
        marks = facts.marks(person.no, facts.current)
        wins = sum(mark in "Wwq" for mark in marks)
        assert facts.live_score(person.no)[0] == wins


def test_the_find_index_has_one_line_per_player() -> None:
    facts = DivisionView(division(players=24, rounds=2, share=0.5))
    data = find_data([facts])
    assert len(data["players"]) == len(facts.present)
    assert json.loads(data_block(json.dumps(data))) == data
    met = {row[1]: row[15] for row in data["players"]}
    for no, opponents in met.items():
        assert len(opponents) == facts.current
        for number, other in enumerate(opponents):
            assert not other or met[other][number] == no


def test_every_text_stands_in_both_languages() -> None:
    for key, words in catalogue("texts.toml").items():
        assert set(words) == set(LANGUAGES), key


def test_texts_escape_what_is_filled_in() -> None:
    text = Texts("ja")("decided.won", match="<b>x</b>")
    assert text == "&lt;b&gt;x&lt;/b&gt;の勝者"


def test_words() -> None:
    english, japanese = Words(Texts("en")), Words(Texts("ja"))
    assert [english.t("met.boards", n=n) for n in (1, 2)] == ["won 1 board", "won 2 boards"]
    assert english.t("count.done", n=1, done=0) == "0 of 1 game done"
    assert japanese.t("count.done", n=13, done=12) == "12 / 13局終了"
    assert english.name("見本 太郎") == '<span lang="ja">見本 太郎</span>'
    assert japanese.name("見本 太郎") == "見本 太郎"
    assert (english.grade("四段"), english.grade("1級"), english.grade("初段")) == ("4-dan", "1-kyu", "1-dan")
    assert english.sentence("From 見本 太郎, lower") == 'From <span lang="ja">見本 太郎</span>, lower'
    sunday = datetime.date(2026, 7, 12)
    assert (english.date(sunday), japanese.date(sunday)) == ("Sun, 12 July 2026", "2026年7月12日（日）")
    assert circled(9) == "⑨"
    assert japanese.wins(-1) == "−1勝"


def test_who_lost_in_the_knockout_is_out_of_it_not_left_behind_in_the_preliminaries() -> None:
    declared = shipped("groups-knockout")
    situations = played(declared, 14, CALM, 1)
    view = DivisionView(stopped(declared, situations, len(situations) - 2))
    first = view.stages.counted_rounds + 1
    assert view.current > first
    losers = {
        no
        for number in range(first, view.current)
        for game in view.round(number).games
        for no in game.players
        if no is not None and game.winner not in (None, no) and view.situation(no) != "game"
    }
    everybody = {no: view.situation(no) for no in view.people}
    assert losers and {no for no, word in everybody.items() if word == "out"} == losers
    assert "over" in everybody.values()


def test_the_home_names_the_games_of_the_knockout_that_is_being_played() -> None:
    """Nobody is unbeaten in the preliminaries any more: without them the home of a final shows a bare count."""
    view = DivisionView(division("othello-4-league", 30, 7, 0.5))
    shown = home.board(view)["finals"]
    games = [one for band in shown for one in band.matches]
    assert shown[0].stage == "final"
    assert {one.table for one in games} == {game.table for game in view.round(8).games if game.table}
    assert home.board(DivisionView(division("othello-4-league", 30, 8)))["finals"] == []
