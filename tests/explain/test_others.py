"""Sections 1, 2, 5 and 7: lottery numbers, leagues, finals, titles and awards, with their reasons."""

from dataclasses import replace

import pytest

from tests.explain.builders import CALM, UNRULY, simulated
from tests.rules.builders import FOUR, FREE, TWO, declared, finals
from tourgen.event import Division
from tourgen.explain import final_why, league_why, lottery_why, pairing_why
from tourgen.explain.matches import title_case
from tourgen.model import Player
from tourgen.results import document
from tourgen.rules.lottery import Draw, draw_numbers
from tourgen.rules.situation import Situation
from tourgen.simulate import Chances
from tourgen.tournament import Tournament

DRAWS = ("1234", "5678", "9012")


def drawn(form: str, players: list[Player]) -> Tournament:
    """A division whose lottery is known and nothing else."""
    roster = {player.no: player for player in players}
    draw = draw_numbers(declared(form).lottery, DRAWS, players)
    names = declared(form).lottery.draw_names
    return Tournament(Division("d", "d", declared(form), draws=DRAWS, draw_names=names), roster, draw)


def ended(situation: Situation, grades: dict[int, str] | None = None) -> Tournament:
    """A finished division."""
    players = {
        no: Player(no, f"選手{no}", grade=(grades or {}).get(no, ""), sex=one.sex)
        for no, one in situation.entrants.items()
    }
    return Tournament(
        Division("d", "d", situation.declared), players, Draw(None, {}, {}), (situation,), situation.rounds
    )


# --- Section 1


def test_lottery_vector() -> None:
    tournament = drawn(TWO, [Player(no, f"選手{no}") for no in range(1, 13)])
    whys = [lottery_why(tournament, no) for no in range(1, 13)]
    assert [why.number for why in whys if why] == [12, 6, 2, 7, 8, 9, 4, 11, 3, 1, 5, 10]
    first, second = whys[:2]
    assert first is not None and second is not None
    assert (first.joined, first.x0, first.previous, first.preliminary) == (
        "012340567809012",
        2694132,
        2694132,
        8022299,
    )
    assert (second.previous, second.preliminary, second.order, second.kind) == (
        8022299,
        4185410,
        6,
        "generated",
    )
    assert [reason.text["ja"] for reason in second.reasons] == [
        "抽せん結果 Maryland (MD) Pick 4 Evening 1234、Arkansas (AR) Cash 4 Evening 5678、"
        "Puerto Rico (PR) Pega 4 Noche 9012 を5桁ずつ連結して、乱数の種は 012340567809012 です。",
        "乱数初期値 = 012340567809012 ÷ 8,388,608 の余り = 2,694,132",
        "名簿の2人目: 抽選予備番号 = (8,022,299 × 65,793 + 4,282,663) ÷ 8,388,608 の余り"
        " = 527,815,400,770 ÷ 8,388,608 の余り = 4,185,410",
        "抽選予備番号の若い順で6番目なので、1 から数えて抽選番号は 6 です。",
    ]
    assert 527_815_400_770 == 8_022_299 * 65_793 + 4_282_663


def test_a_seed_of_003_leaves_the_generated_number_unused() -> None:
    field = [Player(no, f"選手{no}", sex="M") for no in range(1, 13)]
    field[4] = replace(field[4], seed="名人", desk_number=3)
    field[5] = replace(field[5], seed="王座", absent=True)
    tournament = drawn(FOUR, field)
    seed, absent = lottery_why(tournament, 5), lottery_why(tournament, 6)
    assert seed is not None and absent is not None
    assert (seed.kind, seed.number, seed.generated, seed.order) == ("replaced", 3, 18, 8)
    assert seed.reasons[-1].text["ja"] == (
        "シード選手なので、受付で引いた 3 に置き換えます。18 は欠番になります。"
    )
    # An absent seed has no desk number and keeps the generated one.
    assert (absent.kind, absent.number, absent.generated) == ("generated", 19, 19)
    assert "欠席" in absent.reasons[-1].text["ja"]


def test_the_others_of_001_are_numbered_after_the_seeds() -> None:
    field = [Player(no, f"選手{no}", sex="M") for no in range(1, 13)]
    field[4] = replace(field[4], seed="名人", desk_number=3)
    tournament = drawn(TWO, field)
    seed, other = lottery_why(tournament, 5), lottery_why(tournament, 10)
    assert seed is not None and other is not None
    assert (seed.kind, seed.number) == ("replaced", 3)
    assert "欠番" not in seed.reasons[-1].text["ja"]
    assert (other.kind, other.generated, other.highest_seed, other.number) == ("renumbered", 1, 3, 4)


def test_desk_numbers_and_leagues() -> None:
    for form in (FREE, TWO, FOUR):
        tournament = simulated(form, 23, 2, UNRULY)
        players = {one["no"]: one for one in document(tournament, "e", "e")["players"]}
        moved = 0
        for no, one in players.items():
            why = lottery_why(tournament, no)
            assert (why is None) == (one["lottery"] is None)
            if why is None:
                continue
            assert (why.number, why.preliminary) == (one["lottery"], one["preliminary"])
            assert (why.dealt.league if why.dealt else None) == one["league"]
            moved += why.dealt is not None and why.dealt.moved_from is not None
            if form != FREE and not tournament.players[no].desk_number and form == FOUR:
                assert why.generated == why.number
        assert moved <= len(declared(form).leagues.even_up)


# --- Section 2


@pytest.mark.parametrize("form", [FREE, TWO, FOUR])
@pytest.mark.parametrize("chances", [CALM, UNRULY], ids=["calm", "unruly"])
def test_leagues_round_by_round(form: str, chances: Chances) -> None:
    tournament = simulated(form, 23, 2, chances)
    one = document(tournament, "e", "e")
    standing = {entry["after"]: {row["no"]: row for row in entry["rows"]} for entry in one["standings"]}
    for league in declared(form).leagues.leagues:
        why = league_why(tournament, league)
        assert set(why.dealt) == {
            p["no"] for p in one["players"] if p["league"] == league and not p["absent"]
        }
        inside = set(why.dealt)
        for step in why.steps:
            assert set(step.members) == inside
            assert all(standing[step.after][no]["losses"] == 0 for no in step.unbeaten)
            power_of_two = len(step.unbeaten) & (len(step.unbeaten) - 1) == 0
            match step.kind:
                case "together":
                    assert not power_of_two and not step.moved
                case "split":
                    assert power_of_two and step.moved
                    assert all(standing[step.after][no]["losses"] for no in step.moved)
                case "qualified":
                    assert step.unbeaten == (step.player,)
                case "confirmed":
                    assert {"group": league, "no": step.player, "after": step.after} in one["confirmed"]
            inside -= {*step.moved, step.player}
        assert why.qualifier == next(
            (step.player for step in why.steps if step.kind in ("qualified", "confirmed")), None
        )


# --- Section 5


def test_which_places_meet() -> None:
    tournament = simulated(FREE, 23, 2)
    now = tournament.situations[4]
    why = pairing_why(tournament, 5, now.qualified["D"])
    assert why.kind == "knockout" and why.match is not None
    assert [side.origin["ja"] for side in why.match.sides] == ["Aリーグ1位", "Dリーグ1位"]
    assert [side.no for side in why.match.sides] == [now.qualified["A"], now.qualified["D"]]
    (reason,) = why.reasons
    assert reason.quote is not None and "Aの1位 vs Dの1位" in reason.quote["ja"]
    last = {game.stage: game for game in tournament.rounds[5].games}
    final = pairing_why(tournament, 6, last["final"].players[0])
    third = pairing_why(tournament, 6, last["third"].players[0])
    assert final.match is not None and third.match is not None
    assert {side.origin["en"] for side in final.match.sides} == {"winner of a semi-final"}
    assert {side.origin["ja"] for side in third.match.sides} == {"準決勝の敗者"}


ALL = {"A": 1, "B": 2, "C": 3, "D": 4}


@pytest.mark.parametrize(
    ("women", "last", "row", "titles"),
    [
        ((11, 12), "final: 1>2 womens-final: 11>12", "none-inside", {11: "女子優勝", 12: "女子準優勝"}),
        ((1, 11, 12), "final: 1>2", "one-inside", {1: "女子優勝", 12: "女子準優勝"}),
        ((3, 4), "final: 1>2 womens-final: 3>4", "two-third", {3: "女子優勝", 4: "女子準優勝"}),
        ((1, 4), "final: 1>2", "by-placing", {1: "女子優勝", 4: "女子準優勝"}),
        ((11,), "final: 1>2", "alone", {11: "女子優勝"}),
        ((), "final: 1>2", "nobody", {}),
    ],
)
def test_womens_title(women: tuple[int, ...], last: str, row: str, titles: dict[int, str]) -> None:
    tournament = ended(finals(FOUR, ALL, "semi: 1>4 2>3", last, others=(11, 12, 13), women=women))
    case, (reason,) = title_case(tournament, tournament.situations[-1])
    assert case is not None and case.row == row
    assert reason.quote is not None and reason.quote["ja"].startswith("5. 決勝トーナメントに女子選手が")
    for no in tournament.players:
        why = final_why(tournament, no)
        assert why is not None
        womens = [one for one in why.titles if one.title.startswith("女子")]
        assert [one.title for one in womens] == ([titles[no]] if no in titles else [])
        assert all(one.reasons and one.reasons[0].text == reason.text for one in womens)


def test_a_tie_left_to_the_referee() -> None:
    done = finals(FOUR, ALL, "semi: 1>4 2>3", "final: 1>2", others=(11,), women=(1, 3, 4))
    why = final_why(ended(done), 4)
    assert why is not None
    (title,) = why.titles
    assert title.title == "女子準優勝" and title.referee
    assert "審判" in title.reasons[-1].text["ja"]


# --- Final rank, section 7


@pytest.mark.parametrize("form", [FREE, TWO, FOUR])
@pytest.mark.parametrize("chances", [CALM, UNRULY], ids=["calm", "unruly"])
def test_final_ranks_titles_and_awards(form: str, chances: Chances) -> None:
    tournament = simulated(form, 23, 2, chances)
    one = document(tournament, "e", "e")
    ranks = {entry["no"]: entry["rank"] for entry in one["final"]}
    awards = {entry["no"]: entry for entry in one["awards"]}
    qualified = {entry["no"]: entry["reason"] for entry in one["qualified"]}
    for no in tournament.players:
        why = final_why(tournament, no)
        assert (why is None) == (no not in ranks)
        if why is None:
            continue
        assert why.rank == ranks[no]
        assert set(why.shared_with) == {o for o, rank in ranks.items() if rank == why.rank} - {no}
        assert [t.title for t in why.titles] == [t["title"] for t in one["titles"] if t["no"] == no]
        assert (why.award is not None and why.award.given) == (no in awards)
        if why.award is not None and why.award.given:
            assert why.award.line.award == awards[no]["award"]
        assert [q.line.reason for q in why.qualified] == ([qualified[no]] if no in qualified else [])
        if not why.by_knockout and why.above is not None and why.above.decided_by is None:
            assert why.above.no in why.shared_with
    assert final_why(replace(tournament, situations=tournament.situations[:-1]), 1) is None


def test_why_an_award_is_not_given() -> None:
    situation = finals(FREE, ALL, "semi: 1>4 2>3", "final: 1>2 third: 3>4")
    tournament = ended(situation, {1: "三段", 2: "三段", 3: "五段"})
    texts = {no: why.award for no in range(1, 4) if (why := final_why(tournament, no)) is not None}
    assert [one.given for one in texts.values() if one] == [True, False, False]
    assert texts[1] is not None and texts[2] is not None
    assert texts[1].text == {
        "ja": "段位認定: 四段(優勝、無料)",
        "en": "Grade: 4-dan (1st place, free of charge)",
    }
    assert texts[2].text == {
        "ja": "段位認定: 準優勝で三段に当たりますが、すでに三段なので認定はありません。",
        "en": "Grade: 2nd place means 3-dan, but 3-dan is held already, so nothing is awarded.",
    }
