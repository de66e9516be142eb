"""Pages of the shogi formats, read off the view data and the pages: blocks, boards, line-ups, knockouts, lots."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import pairwise

import pytest

from tests.random.troubles import Chances
from tests.web.built import Files, Pages
from tests.web.reading import Reading
from tests.web.sample import event, report
from tests.web.shogi import DAY, shogi
from tourgen.engine.model import Game, Round, Substitute
from tourgen.engine.stages.bracket.seats import seeding_order
from tourgen.event.load_event import LoadedDivision
from tourgen.web import cross, pairings, render_event, standings
from tourgen.web.bracket import small
from tourgen.web.bracket.lists import final_matches
from tourgen.web.chart import ranks_after
from tourgen.web.division_view import DivisionView
from tourgen.web.find import find_data
from tourgen.web.player import player_view
from tourgen.web.pool import groups
from tourgen.web.teams import best_boards, board_lines, line_up
from tourgen.web.texts import Texts
from tourgen.web.words import Words

QUIET = Chances()


@pytest.fixture(scope="module")
def encouragement() -> DivisionView:
    return DivisionView(shogi("shogi-encouragement", 21, chances=QUIET))  # one stays away


@pytest.fixture(scope="module")
def teams() -> DivisionView:
    return DivisionView(shogi("shogi-team", 13, chances=QUIET))


def unbeaten(wanted: int) -> DivisionView:
    """Teams of which so many have won every round."""
    found = DivisionView(shogi("shogi-team", 16 * wanted, chances=QUIET))  # halved in each of four rounds
    now = found.loaded.tournament.now
    assert now is not None
    assert sum(no is not None for no in now.drawn["playoff"]) == wanted
    return found


# --- pairings


def test_a_lone_block_is_named_as_its_stage_and_several_by_their_letters(encouragement: DivisionView) -> None:
    lone = DivisionView(shogi("shogi-championship", 8, 1, 0.5, chances=QUIET))
    assert [(band.stage, band.group) for band in pairings.bands(lone, 1)] == [("swiss", None)]
    assert [str(Words(Texts(one)).stage(lone, "swiss")) for one in ("ja", "en")] == ["予選", "Preliminaries"]
    found = [(band.stage, band.group) for band in pairings.bands(encouragement, 1)]
    assert found == [("swiss", "A"), ("swiss", "B")]


def test_the_letter_of_a_lone_block_is_on_no_page(sites: dict[str, Files]) -> None:
    for path, data in sites["shogi"].items():
        if path.endswith(".html") and re.match(r"(en/)?(championship|girls|team)/", path):
            assert not re.search(r"Aブロック|Block A\b", data.decode()), path


def test_the_knockout_of_eight_is_one_band_of_quarter_finals(encouragement: DivisionView) -> None:
    (band,) = pairings.bands(encouragement, 5)
    assert (band.stage, band.group, len(band.matches)) == ("quarter", None, 4)
    assert list(encouragement.stages.in_round(5)) == ["quarter"]
    assert list(encouragement.stages.in_round(6)) == ["semi"]
    assert list(encouragement.stages.in_round(7)) == ["final"]


def test_the_final_of_the_championship_has_its_own_time() -> None:
    facts = DivisionView(shogi("shogi-championship", 12, third="played", chances=QUIET))
    assert pairings.clocks(facts, 1) == [([], facts.clock())]
    assert facts.clock()["ja"] == "10分、切れたら1手30秒未満"
    assert [stages for stages, _ in pairings.clocks(facts, 6)] == [["final"], ["third"]]
    assert facts.clock("final")["en"].startswith("15 minutes")


def with_note(facts: DivisionView, note: str, games: int = 1) -> DivisionView:
    """The same division, its first games ended so."""
    whole = facts.loaded.tournament
    first = whole.rounds[0]
    noted = tuple(replace(game, note=note) if at < games else game for at, game in enumerate(first.games))
    return DivisionView(
        replace(facts.loaded, tournament=replace(whole, rounds=(Round(1, noted), *whole.rounds[1:])))
    )


@pytest.mark.parametrize(("note", "key"), [("反則", "foul"), ("失格", "disqualified")])
def test_a_foul_stands_beside_the_one_who_lost_by_it(note: str, key: str) -> None:
    facts = with_note(DivisionView(shogi("shogi-championship", 8, chances=QUIET)), note)
    match = pairings.bands(facts, 1)[0].matches[0]
    assert match.second is not None
    notes = {side.won: side.note for side in (match.first, match.second)}
    assert notes == {True: "", False: key}


def test_the_referees_lot_after_a_repetition_stands_beside_the_winner() -> None:
    facts = with_note(DivisionView(shogi("shogi-championship", 8, chances=QUIET)), "千日手")
    match = pairings.bands(facts, 1)[0].matches[0]
    assert match.second is not None
    assert {side.won: side.note for side in (match.first, match.second)} == {True: "repetition", False: ""}


@pytest.mark.parametrize(
    ("note", "said"),
    [
        ("反則", ("反則負け", "lost by a foul")),
        ("失格", ("失格", "disqualified")),
        ("千日手", ("千日手、抽選で勝ち", "won by lot")),
    ],
)
def test_every_outcome_is_said_in_both_languages(note: str, said: tuple[str, str]) -> None:
    files = render_event(
        event(with_note(DivisionView(shogi("shogi-championship", 8, chances=QUIET)), note).loaded)
    )
    assert said[0] in files["championship/r1.html"].decode()
    assert said[1] in files["en/championship/r1.html"].decode()


# --- standings, cross-tables, blocks


def test_standings_are_block_by_block(encouragement: DivisionView) -> None:
    last = encouragement.standings[-1]
    found = standings.by_block(encouragement.stages.blocks, standings.table(encouragement, last).lines)
    assert [name for name, _ in found] == ["A", "B"]
    for name, lines in found:
        assert [line.row.rank for line in lines] == list(range(1, 11))
        assert {line.person.league for line in lines} == {name}
        assert [line.state for line in lines] == ["advances"] * 4 + [""] * 6
        assert lines[0].deciding is None


def test_every_criterion_that_separates_anybody_has_its_column(sites: dict[str, Files]) -> None:
    """The rest stands in the arithmetic on the players' pages."""
    files = sites["shogi"]
    heads = re.findall(r'<th scope="col" class="k">([^<]*)</th>', files["team/standings-r2.html"].decode())
    rows = json.loads(files["team/results.json"])["standings"][1]["rows"]
    signs = ["①", "②", "③", "④", "⑤", "⑥", "抽選"]
    parted = [
        [a != b for a, b in zip(*pair, strict=True)].index(True)
        for pair in pairwise(one["keys"] for one in rows)
    ]
    shown = re.findall("|".join(signs), "".join(heads))
    assert shown == [sign for at, sign in enumerate(signs) if at and at in parted], "wins: the bands"
    page = files[f"team/p{rows[0]['no']}.html"].decode()
    assert set(signs) <= set(re.findall("|".join(signs), page[page.index('id="rank"') :]))


def test_swiss_is_a_table_of_rounds_and_a_round_robin_a_square(encouragement: DivisionView) -> None:
    assert not cross.use_grid(encouragement)
    rows = cross.by_round(encouragement)
    assert {row.block for row in rows} == {""}, "the final ranks are of both blocks"
    assert [row.rank for row in rows] == sorted(row.rank for row in rows)
    assert [len(row.finals) for row in rows] == [3] * 20, "the knockout has columns of its own"
    running = cross.by_round(DivisionView(shogi("shogi-encouragement", 20, 3, 0.5, chances=QUIET)))
    assert [row.block for row in running] == sorted(row.block for row in running) and running[0].block == "A"
    robin = DivisionView(shogi("shogi-girls", 5, chances=QUIET))
    assert cross.use_grid(robin)
    grid = cross.grid(robin)
    assert all(len(cells) == 1 for row in grid for cells in row.cells)  # everybody met everybody


def test_blocks_are_dealt_by_lot(encouragement: DivisionView) -> None:
    found = dict(groups(encouragement, encouragement.stages.first))
    lots = sorted(person.lottery or 0 for person in encouragement.present)
    assert [one["person"].lottery for one in found["A"]] == lots[::2]
    assert [one["person"].lottery for one in found["B"]] == lots[1::2]


def test_the_rank_of_a_block_is_counted_in_it(encouragement: DivisionView) -> None:
    assert encouragement.latest is not None
    view = player_view(encouragement, encouragement.present[0], standings.tables(encouragement))
    assert view["beside"] == 10
    assert 0 < max(one["rank"] for one in view["earlier"]) <= 10


@pytest.mark.parametrize(
    ("players", "key", "said"),
    [
        (6, "few", "総当たり戦です（6名まで総当たり戦、それより多ければ予選と決勝トーナメント）"),
        (7, "many", "予選と決勝トーナメントです（6名までなら総当たり戦）"),
    ],
)
def test_the_choice_is_shown_with_its_reason(players: int, key: str, said: str) -> None:
    one = shogi("shogi-girls", players, 0, 0.0, chances=QUIET)
    found = DivisionView(one).choice
    assert found is not None
    assert (found["key"], found["count"], found["most"]) == (key, players, 6)
    page = render_event(event(one))["girls/index.html"].decode()
    assert f"参加{players}名のため、{said}" in page


def test_formats_without_a_choice_give_no_reason(encouragement: DivisionView) -> None:
    assert encouragement.choice is None


# --- knockouts and playoffs


def tree_of(facts: DivisionView) -> small.Tree | None:
    assert facts.stages.finals is not None
    return small.tree(facts, facts.stages.finals)


def waiting(facts: DivisionView) -> str:
    assert facts.stages.finals is not None
    return small.waiting(facts, facts.stages.finals)


def labels(facts: DivisionView) -> list[str]:
    tree = tree_of(facts)
    return [slot.origin.label for slot in tree.slots] if tree else []


def test_places_of_the_knockout_by_preliminary_rank(encouragement: DivisionView) -> None:
    assert labels(encouragement) == ["A1", "B4", "B2", "A3", "B1", "A4", "A2", "B3"]
    before = DivisionView(shogi("shogi-encouragement", 21, 2, 0.5, chances=QUIET))
    assert labels(before) == labels(encouragement)
    tree = tree_of(before)
    assert tree is not None
    assert all(slot.person is None for slot in tree.slots)
    assert [stage for _, stage in tree.heads] == ["quarter", "semi", "final"]


def test_the_champion_comes_out_of_the_tree(encouragement: DivisionView) -> None:
    tree = tree_of(encouragement)
    assert tree is not None
    assert tree.champion is encouragement.people[encouragement.results.titles[0].no]
    thirds = encouragement.placed
    assert [place for place, _ in thirds] == [3, 3]


def test_a_third_place_that_is_played() -> None:
    facts = DivisionView(shogi("shogi-championship", 12, third="played", chances=QUIET))
    assert [band.stage for _, band in final_matches(facts)] == ["final", "third", "semi"]
    assert [place for place, _ in facts.placed] == [3, 4]


@pytest.mark.parametrize("wanted", [1, 2, 3, 4])
def test_playoffs_of_the_unbeaten(wanted: int) -> None:
    facts = unbeaten(wanted)
    tree = tree_of(facts)
    if wanted == 1:
        assert tree is None
        assert waiting(facts) == "bracket.sole_unbeaten"
        assert facts.ranking is not None
        decided = standings.table(facts, facts.ranking).lines[0].decided
        assert decided is not None and decided.reason == "sole_unbeaten"
        return
    assert tree is not None
    assert [slot.origin.label for slot in tree.slots] == {
        2: ["1", "2"], 3: ["1", "", "2", "3"], 4: ["1", "4", "2", "3"]
    }[wanted]  # fmt: skip
    byes = [match for _, band in final_matches(facts) for match in band.matches if not match.second]
    assert [match.kind for match in byes] == (["waits"] if wanted == 3 else [])
    assert tree.champion is facts.people[facts.results.titles[0].no]


def test_a_playoff_that_waits_says_so() -> None:
    facts = DivisionView(shogi("shogi-team", 9, 2, 0.5, chances=QUIET))
    assert tree_of(facts) is None
    assert waiting(facts) == "bracket.waiting_unbeaten"


def test_a_first_round_made_by_hand_is_drawn_as_it_is_played() -> None:
    facts = DivisionView(shogi("shogi-championship", 12, 4, 0.0, chances=QUIET))
    *before, last = facts.tournament.rounds
    (a, b), (c, d) = last.games[0].players, last.games[1].players
    assert a and b and c and d
    games = (replace(last.games[0], players=(a, c)), replace(last.games[1], players=(b, d)), *last.games[2:])
    made = replace(facts.tournament, rounds=(*before, replace(last, games=games)))
    tree = tree_of(DivisionView(replace(facts.loaded, tournament=made)))
    assert tree is not None
    assert [slot.person.no for slot in tree.slots if slot.person] == [a, c, b, d]


def test_the_standard_order() -> None:
    assert seeding_order(8) == [1, 8, 4, 5, 2, 7, 3, 6]


def test_who_is_not_in_the_knockout_is_told_so(encouragement: DivisionView) -> None:
    standing = encouragement.standing(4)
    assert standing is not None
    out = encouragement.people[next(row.no for row in standing.rows if row.rank == 5)]
    assert encouragement.without_game(out, 5) == "over"


# --- late, exempt


def test_a_late_entrant_is_named_until_their_round_and_after() -> None:
    facts = DivisionView(shogi("shogi-championship", 30, 2, 0.5, chances=replace(DAY, late=0.3)))
    late = [person for person in facts.present if person.from_round > 3]
    assert late
    assert all(facts.situation(person.no) == "late" for person in late)
    page = render_event(event(facts.loaded))["championship/players.html"].decode()
    assert f"{late[0].from_round}回戦から参加" in page


def test_exempt_players_are_listed_with_the_warning(pages: Pages) -> None:
    page = pages["shogi/championship/players.html"]
    section = page[page.index('<section id="exempt">') :]
    assert section.count("出場したため、免除の権利は消滅します") == 1
    assert section.count("出場していません") == 1
    assert "その権利は消滅する" in section
    assert 'id="exempt"' not in pages["shogi/girls/players.html"]


# --- teams


def with_substitute(facts: DivisionView) -> tuple[DivisionView, Game, str]:
    """The first match of round 1, its second team with a reserve at the second board."""
    whole = facts.loaded.tournament
    first = whole.rounds[0]
    game = next(
        one for one in first.games if one.players[1] is not None and facts.people[one.players[1]].reserves
    )
    no = game.players[1]
    assert no is not None
    name = facts.people[no].reserves[0]
    changed = replace(game, substitutes=(Substitute(1, 1, name),), boards=(1, 0, 1), winner=game.players[0])
    games = tuple(changed if one is game else one for one in first.games)
    tournament = replace(whole, rounds=(replace(first, games=games), *whole.rounds[1:]))
    return DivisionView(replace(report(tournament), division=facts.division)), changed, name


def test_boards_with_their_results_and_the_reserve_who_sat_there(teams: DivisionView) -> None:
    facts, game, name = with_substitute(teams)
    data = facts.games[1][game.players[0]]
    lines = board_lines(facts, data, game.players[0])
    assert [(one["first"].mark.upper(), one["second"].mark.upper()) for one in lines] == [
        ("W", "L"), ("L", "W"), ("W", "L")
    ]  # fmt: skip
    assert lines[1]["second"].name == name
    assert lines[1]["second"].substitute
    assert lines[0]["second"].name == facts.people[game.players[1] or 0].members[0]
    match = pairings.match(facts, 1, data)
    assert match.score == (2, 1)


def test_a_team_page_names_everybody_who_sat_and_when(teams: DivisionView) -> None:
    facts, game, name = with_substitute(teams)
    assert game.players[1] is not None
    person = facts.people[game.players[1]]
    members = line_up(facts, person)
    sat = next(one for one in members if one.name == name)
    assert sat.place == 1
    assert sat.reserve
    assert 1 in sat.rounds
    assert [one.place for one in members if not one.reserve] == [0, 1, 2]
    registered = next(one for one in members if one.place == 1 and not one.reserve)
    assert 1 not in registered.rounds


def test_an_empty_seat_is_lost_without_a_game(teams: DivisionView) -> None:
    short = next(person for person in teams.present if not person.members[2])
    for _, game in teams.played(short.no):
        if game.players[1] is not None:
            line = board_lines(teams, game, short.no)[2]
            assert line["first"].name == ""
            assert {line["first"].mark, line["second"].mark} <= {"w", "l"}


def test_an_empty_seat_has_no_record_of_its_own(teams: DivisionView) -> None:
    short = next(person for person in teams.present if not person.members[2])
    seat = next(one for one in line_up(teams, short) if one.place == 2)
    assert (seat.name, seat.rounds, seat.marks, seat.score) == ("", (), "", (0, 0))


def test_teams_without_kana_stand_under_no_heading(teams: DivisionView) -> None:
    assert not any(person.kana for person in teams.present)
    files = render_event(event(teams.loaded))
    for page in ("players", f"r{teams.current}"):
        whole = next(data for path, data in files.items() if path.endswith(f"team/{page}.html"))
        names = whole.decode().partition('class="byname"')[2].partition("</table>")[0]
        assert teams.present[0].name in names
        assert 'class="band"' not in names


def test_the_rank_of_a_late_entrant_is_drawn_from_their_round_on() -> None:
    facts = DivisionView(shogi("shogi-championship", 30, chances=Chances(late=0.2)))
    late = [person for person in facts.present if 1 < person.from_round < 4]
    assert late
    for person in late:
        assert [one.after for one, _ in ranks_after(facts, person.no)] == list(range(person.from_round, 5))


def test_the_heads_of_a_bracket_of_eight_stand_apart(encouragement: DivisionView) -> None:
    drawn = tree_of(encouragement)
    assert drawn is not None
    widths = {"quarter": 4 * 12, "semi": 3 * 12, "final": 2 * 12}  # characters of 12 units
    ends = [(x - widths[stage] / 2, x + widths[stage] / 2) for x, stage in drawn.heads]
    assert all(left[1] + 6 <= right[0] for left, right in pairwise(ends))


@pytest.mark.parametrize(
    ("named", "ja", "en"), [((), "抽選の数字", "The draw"), (("宝くじ",), "公開の抽選", "The public draws")]
)
def test_only_draws_with_a_name_are_called_public(named: tuple[str, ...], ja: str, en: str) -> None:
    one = shogi("shogi-championship", 8, 1)
    division = replace(one.division, draw_names=named)
    changed = replace(one, division=division, tournament=replace(one.tournament, division=division))
    files = render_event(event(changed))
    for path, said in (("championship/lottery.html", ja), ("en/championship/lottery.html", en)):
        assert f"<h2>{said}</h2>" in files[path].decode()


def test_the_best_of_a_board_share_their_place(teams: DivisionView) -> None:
    for place, by_wins in enumerate(best_boards(teams)):
        counts = [wins for wins, _ in by_wins]
        assert counts == sorted(set(counts), reverse=True)
        for wins, members in by_wins:
            for one in members:
                assert one["score"][0] == wins
                assert len(one["marks"]) <= 4
        # Everybody's wins together are the board's part of ⑤.
        won = sum(wins * len(members) for wins, members in by_wins)
        games = [game for number in range(1, 5) for game in teams.round(number).games]
        expected = sum(
            1
            for game in games
            for no in game.players
            if no is not None
            and teams.people[no].members[place]
            and game.boards is not None
            and (game.boards[place] == 1) == (game.players[0] == no)
        )
        assert won == expected


def test_members_are_found(teams: DivisionView) -> None:
    data = find_data([teams])
    row = next(row for row in data["players"] if row[1] == 1)
    assert all(name in row[-1] for name in teams.people[1].members)
    assert teams.people[1].reserves[0] in row[-1]


def test_the_next_step_is_told_before_the_cut() -> None:
    facts = DivisionView(shogi("shogi-championship", 12, 3, 0.0, chances=QUIET))
    page = render_event(event(facts.loaded))["championship/p1.html"].decode()
    assert "上位が決勝トーナメントへ進みます" in page
    assert find_data([facts])["divisions"][0]["cut"]
    assert find_data([facts])["divisions"][0]["clock"][""]["en"] == facts.clock()["en"]


# --- lots, privacy, languages


def test_the_script_gets_the_lots_it_can_recompute(pages: Pages) -> None:
    page = pages["shogi/championship/lottery.html"]
    assert "番号の小さい方が先" in page
    block = re.search(r'id="lottery">(.*?)</script>', page)
    assert block is not None
    data = json.loads(block[1])
    assert data["first"] == 1
    ordered = sorted(data["rows"], key=lambda row: row[1])
    assert [row[2] for row in ordered] == list(range(1, len(ordered) + 1))
    assert not any(row[3] for row in ordered)


def test_no_forbidden_pair_is_published() -> None:
    one = shogi("shogi-championship", 24, 3, 0.5, chances=Chances(barred=0.5))
    situation = one.tournament.situations[-1]
    assert situation.barred
    names = [player.name for player in one.players.values()]
    for path, data in render_event(event(one)).items():
        text = data.decode("utf-8", "ignore")
        assert "barred" not in text, path
        for item in re.findall(r"<li>(?:(?!</li>).)*", text, re.S) if path.endswith(".html") else ():
            if re.search(r"禁止|回避|forbidden|discouraged|barred", item):
                assert not [name for name in names if name in item], (path, item)


def test_pages_without_script_say_everything(sites: dict[str, Files]) -> None:
    page = Reading(sites["shogi"]["team/r1.html"].decode())
    words = " ".join(page.spoken)
    for board in ("主将", "副将", "三将"):
        assert board in words
    assert "10分、切れたら1手30秒未満" in words


def test_no_discs_are_counted_in_shogi(sites: dict[str, Files]) -> None:
    for path, data in sites["shogi-finished"].items():
        if path.endswith(".html") and not path.startswith("en/"):
            assert "石数" not in data.decode(), path
    assert not [path for path in sites["shogi-finished"] if path.endswith("rated-games.csv")]


def reports_of(one: LoadedDivision) -> set[str]:
    return set(render_event(event(one)))


def test_a_round_robin_has_no_bracket_and_teams_have_their_boards() -> None:
    girls = reports_of(shogi("shogi-girls", 4, chances=QUIET))
    assert "girls/bracket.html" not in girls
    assert "girls/cross.html" in girls
    assert "team/boards.html" in reports_of(shogi("shogi-team", 4, 0, 0.0, chances=QUIET))
