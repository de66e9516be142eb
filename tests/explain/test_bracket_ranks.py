"""Sections 6 and 7: the order by wins and the order before, places decided by a match, bracket numbers, awards."""

from dataclasses import replace

import pytest

from tests.explain.builders import CALM, OPEN, UNRULY, WOMEN, simulated, three_divisions
from tests.random.troubles import Chances
from tests.rules.builders import declared
from tourgen.engine.lottery import draw_numbers
from tourgen.event.settings import Division
from tourgen.event.tournament import Tournament
from tourgen.explain.final import final_why
from tourgen.explain.lottery import lottery_reasons
from tourgen.explain.rank import rank_why
from tourgen.model import Player
from tourgen.results.document import document

FIELDS = [(OPEN, 64), (OPEN, 51), (WOMEN, 32), (WOMEN, 21)]
DECIDING = ("final", "third", "placing")


@pytest.mark.parametrize(("form", "players"), FIELDS)
@pytest.mark.parametrize("chances", [CALM, UNRULY], ids=["calm", "unruly"])
def test_every_rank(form: str, players: int, chances: Chances) -> None:
    tournament = simulated(form, players, 3, chances)
    standings = document(tournament, "e", "e")["standings"]
    ranks = {0: {no: one.number for no, one in tournament.situations[0].entrants.items()}}
    ranks |= {one["after"]: {row["no"]: row["rank"] for row in one["rows"]} for one in standings}
    wins = {one["after"]: {row["no"]: row["wins"] for row in one["rows"]} for one in standings}
    wins[0] = dict.fromkeys(ranks[0], 0)
    for standing in standings:
        rows, after = standing["rows"], standing["after"]
        decided = {
            no
            for played in tournament.rounds[:after]
            for game in played.games
            if game.stage in DECIDING
            for no in game.players
        }
        for at, row in enumerate(rows):
            no = row["no"]
            why = rank_why(tournament, after, no)
            assert (why.rank, [one.value for one in why.criteria]) == (row["rank"], row["keys"])
            assert [one.shown for one in why.criteria] == [wins[after][no], ranks[after - 1][no]]
            assert [(s.after, s.rank, s.wins) for s in why.orders] == [
                (r, ranks[r][no], wins[r][no]) for r in range(after + 1)
            ]
            assert [line.round for line in why.opponents] == sorted(line.round for line in why.opponents)
            assert sum(line.won for line in why.opponents) == row["wins"]
            if no in decided:
                assert why.fixed is not None
            for near, other in ((why.above, at - 1), (why.below, at + 1)):
                if near is None:
                    assert not 0 <= other < len(rows)
                    continue
                assert near.no == rows[other]["no"] and near.split is not None
                if near.by_match:
                    assert near.decided_by is None
                    continue
                assert not {no, near.no} & decided
                check_split(wins, ranks, after, no, near.no, near.split.by, near.split.after)
                mine, theirs = near.split.mine, near.split.theirs
                better = mine > theirs if near.split.by == "wins" else mine < theirs
                assert better == (near is why.below)


def check_split(
    wins: dict[int, dict[int, int]],
    ranks: dict[int, dict[int, int]],
    after: int,
    one: int,
    other: int,
    by: str,
    parted: int,
) -> None:
    """Equal wins after every round since they parted, and the same order all along."""
    assert all(wins[r][one] == wins[r][other] for r in range(parted + 1, after + 1))
    assert (wins[parted][one] != wins[parted][other]) == (by == "wins")
    assert (by == "number") == (parted == 0)
    ahead = {ranks[r][one] < ranks[r][other] for r in range(parted, after + 1)}
    assert len(ahead) == 1


@pytest.mark.parametrize(("form", "players"), FIELDS)
@pytest.mark.parametrize("chances", [CALM, UNRULY], ids=["calm", "unruly"])
def test_final_ranks_titles_and_awards(form: str, players: int, chances: Chances) -> None:
    tournament = simulated(form, players, 3, chances)
    one = document(tournament, "e", "e")
    ranks = {entry["no"]: entry["rank"] for entry in one["final"]}
    awards = {entry["no"]: entry["award"] for entry in one["awards"]}
    qualified = {entry["no"]: entry["reason"] for entry in one["qualified"]}
    for no in tournament.players:
        why = final_why(tournament, no)
        assert (why is None) == (no not in ranks)
        if why is None:
            continue
        assert why.rank == ranks[no] and why.reasons
        last = [g for played in tournament.rounds for g in played.games if no in g.players]
        if last and last[-1].stage in DECIDING:
            assert why.by_knockout
            how = "won" if last[-1].winner == no else "lost"
            assert how in why.reasons[0].text["en"]
        texts = [reason.text["ja"] for reason in why.awards]
        given = [text for text in texts if text.startswith(f"段位認定: {awards.get(no)}(")]
        assert bool(given) == (no in awards)
        assert any(qualified.get(no, "?") in text for text in texts) == (no in qualified)
        assert [title["ja"] for title, _ in why.titles] == [
            t["title"] for t in one["titles"] if t["no"] == no
        ]


def test_places_of_the_placing_matches_follow_the_groups() -> None:
    tournament = simulated(OPEN, 64, 3)
    matches = [game for game in tournament.rounds[6].games if game.stage == "placing"]
    for won, first in ((True, 4), (False, 9)):
        players = [no for game in matches for no in game.players if (no == game.winner) == won]
        whys = sorted(
            (why for no in players if (why := final_why(tournament, no or 0))), key=lambda why: why.rank
        )
        assert [why.rank for why in whys] == list(range(first, first + 4))
        groups = [int(why.reasons[0].text["ja"].split("グループ")[1].split("の")[0]) for why in whys]
        assert groups == sorted(groups)


def test_no_shodan_for_a_replacement() -> None:
    found = 0
    for run in range(1, 12):
        open_division = three_divisions(run)[0]
        for no, one in open_division.players.items():
            why = final_why(open_division, no)
            if why is None or open_division.situations[-1].record.wins(no) >= 2 or why.rank <= 8:
                continue
            (award,) = why.awards
            assert "初段" in award.text["ja"]
            assert ("補充された選手には認定されません" in award.text["ja"]) == (
                one.replacement_from is not None
            )
            if one.replacement_from is not None:
                found += 1
                assert award.quote == {
                    "ja": "(*1) フリークラスから補充された選手を除く",
                    "en": "(*1) Except players taken in from the free class",
                }
        if found:
            break
    assert found


def numbered(players: list[Player], draws: tuple[str, ...] = ("1234", "5678", "9012")) -> Tournament:
    form = declared(OPEN)
    draw = draw_numbers(form.lottery, draws, players)
    return Tournament(Division("d", "d", form, draws=draws), {one.no: one for one in players}, draw)


def test_where_a_bracket_number_comes_from() -> None:
    players = [Player(no, f"選手{no}") for no in range(1, 9)]
    players[0] = replace(players[0], seed="名人")
    players[1] = replace(players[1], seed="王座", desk_number=32)
    players[2] = replace(players[2], desk_number=2)
    players[3] = replace(players[3], absent=True)
    players.append(Player(9, "補充の選手", desk_number=40, replacement_from=("free", 5)))
    tournament = numbered(players)
    texts = {
        no: " ".join(reason.text["ja"] for reason in lottery_reasons(tournament, no)) for no in range(1, 10)
    }
    assert [tournament.draw.numbers[no] for no in (1, 2, 3, 9)] == [64, 32, 2, 40]
    assert "Bブロック" in texts[1] and "Aブロック" in texts[2]
    # The free numbers 1, 3, 4, 5, 6 in the order of the preliminary numbers: the vector of section 1.
    by_preliminary = sorted(range(4, 9), key=lambda no: tournament.draw.preliminary[no])
    assert [tournament.draw.numbers[no] for no in by_preliminary] == [1, 3, 4, 5, 6]
    assert all(f"{order}番目" in texts[no] for order, no in enumerate(by_preliminary, 1))
    assert "2,127,977" in texts[4] and "= 4,405,904" in texts[4] and "2,694,132" in texts[4]
    assert "名簿順" in texts[1] and "入力された番号32" in texts[2] and "受付で引き" in texts[3]
    assert "この番号は空きになります" in texts[4] and "若い方から" in texts[4]
    assert "引かれなかった番号40に補充" in texts[9]


def test_numbers_agree_with_the_results() -> None:
    for form, players in FIELDS:
        tournament = simulated(form, players, 3, UNRULY)
        for one in document(tournament, "e", "e")["players"]:
            texts = [reason.text["ja"] for reason in lottery_reasons(tournament, one["no"])]
            assert any(str(one["lottery"]) in text for text in texts)
            if not one["absent"] and form == OPEN:
                assert any(f"{one['league']}ブロック" in text for text in texts)
