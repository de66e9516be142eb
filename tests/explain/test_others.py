"""Sections 1, 2, 5 and 7: lottery numbers, leagues, finals, titles and awards, with their reasons."""

from dataclasses import replace

import pytest

from tests.explain.builders import CALM, UNRULY, simulated
from tests.random.troubles import Chances
from tests.rules.builders import FOUR, FREE, TWO, declared, finals
from tourgen.engine.lottery import Draw, draw_numbers
from tourgen.engine.situation import Situation
from tourgen.event.settings import Division
from tourgen.event.tournament import Tournament
from tourgen.explain.final import FinalWhy, final_why
from tourgen.explain.leaving import steps_of
from tourgen.explain.lottery import lottery_reasons
from tourgen.explain.pairing import pairing_why
from tourgen.explain.title_match import title_reasons
from tourgen.formats.models import Pool
from tourgen.model import Player
from tourgen.results.document import document

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
        no: Player(no, f"選手{no}", grade=(grades or {}).get(no, ""), sex=one.sex)  # type: ignore[arg-type]
        for no, one in situation.entrants.items()
    }
    return Tournament(
        Division("d", "d", situation.format),
        players,
        Draw(None, {}, {}),
        tuple(situation.at(after) for after in range(situation.after + 1)),
        situation.rounds,
        {one.number: one.games for one in situation.rounds},
    )


# --- Section 1


def test_lottery_vector() -> None:
    tournament = drawn(TWO, [Player(no, f"選手{no}") for no in range(1, 13)])
    told = [[reason.text["ja"] for reason in lottery_reasons(tournament, no)] for no in range(1, 13)]
    numbers = [12, 6, 2, 7, 8, 9, 4, 11, 3, 1, 5, 10]
    assert all(f"抽選番号は {number} です" in texts[-1] for number, texts in zip(numbers, told, strict=True))
    assert told[0][2].startswith("名簿の1人目: 抽選予備番号 = (2,694,132 × 65,793")
    assert told[0][2].endswith(" = 8,022,299")
    assert told[1] == [
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
    seed, absent = lottery_reasons(tournament, 5), lottery_reasons(tournament, 6)
    assert "8番目なので" in seed[-2].text["ja"]
    assert seed[-1].text["ja"] == "シード選手なので、受付で引いた 3 に置き換えます。18 は欠番になります。"
    # An absent seed has no desk number and keeps the generated one.
    assert "抽選番号は 19 です" in absent[-2].text["ja"] and "欠席" in absent[-1].text["ja"]


def test_the_others_of_001_are_numbered_after_the_seeds() -> None:
    field = [Player(no, f"選手{no}", sex="M") for no in range(1, 13)]
    field[4] = replace(field[4], seed="名人", desk_number=3)
    tournament = drawn(TWO, field)
    seed, other = (lottery_reasons(tournament, no)[-1].text["ja"] for no in (5, 10))
    assert "3" in seed and "欠番" not in seed
    assert "3" in other and "4" in other


def test_desk_numbers_and_leagues() -> None:
    for form in (FREE, TWO, FOUR):
        tournament = simulated(form, 23, 2, UNRULY)
        players = {one["no"]: one for one in document(tournament, "e", "e")["players"]}
        moved = 0
        for no, one in players.items():
            texts = [reason.text["ja"] for reason in lottery_reasons(tournament, no)]
            assert bool(texts) == (one["lottery"] is not None)
            if one["lottery"] is None or one["absent"]:
                continue
            assert any(f"{one['lottery']:,}" in text for text in texts)
            assert one["preliminary"] is None or any(f"{one['preliminary']:,}" in text for text in texts)
            assert f"{one['league']}リーグ" in texts[-1]
            moved += "移" in texts[-1]
        first = declared(form).first_stage
        assert isinstance(first, Pool) and moved <= len(first.even_up)


# --- Section 2


@pytest.mark.parametrize("form", [FREE, TWO, FOUR])
@pytest.mark.parametrize("chances", [CALM, UNRULY], ids=["calm", "unruly"])
def test_leagues_round_by_round(form: str, chances: Chances) -> None:
    tournament = simulated(form, 23, 2, chances)
    one = document(tournament, "e", "e")
    standing = {entry["after"]: {row["no"]: row for row in entry["rows"]} for entry in one["standings"]}
    for league in tournament.situations[0].stages["league"].group_names(tournament.situations[0]):
        steps = steps_of(tournament, tournament.situations[-1].stages["league"], league)
        inside = {p["no"] for p in one["players"] if p["league"] == league and not p["absent"]}
        for step in steps:
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


# --- Section 5


def test_which_places_meet() -> None:
    tournament = simulated(FREE, 23, 2)
    now = tournament.situations[4]
    qualified = {one.group: one.no for one in now.left_as("league", "sole-unbeaten")}
    names = {league: tournament.players[no].name for league, no in qualified.items()}
    why = pairing_why(tournament, 5, qualified["D"])
    assert why.kind == "bracket"
    (reason,) = why.reasons
    assert (
        reason.text["ja"] == f"準決勝は、Aリーグの1位({names['A']})とDリーグの1位({names['D']})の対戦です。"
    )
    assert reason.quote is not None and "Aの1位 vs Dの1位" in reason.quote["ja"]
    last = {game.stage: game for game in tournament.rounds[5].games}
    final = pairing_why(tournament, 6, last["final"].players[0])
    third = pairing_why(tournament, 6, last["third"].players[0])
    assert final.reasons[0].text["en"].count("winner of a semi-final") == 2
    assert third.reasons[0].text["ja"].count("準決勝の敗者") == 2


ALL = {"A": 1, "B": 2, "C": 3, "D": 4}
ROWS = {
    "none-inside": "女子選手が入っていないので",
    "one-inside": "1名なので、女子決勝は行いません",
    "two-third": "2名共に3位なので",
    "by-placing": "女子決勝は行わず、上位から",
    "alone": "だけなので、対局なしで",
    "nobody": "女子選手がいない",
}


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
    (reason,) = title_reasons(tournament, "womens-final")
    assert ROWS[row] in reason.text["ja"]
    assert reason.quote is not None and reason.quote["ja"].startswith("5. 決勝トーナメントに女子選手が")
    for no in tournament.players:
        why = final_why(tournament, no)
        assert why is not None
        womens = [(title["ja"], reasons) for title, reasons in why.titles if title["ja"].startswith("女子")]
        assert [title for title, _ in womens] == ([titles[no]] if no in titles else [])
        assert all(reasons and reasons[0].text == reason.text for _, reasons in womens)


def test_a_tie_left_to_the_referee() -> None:
    done = finals(FOUR, ALL, "semi: 1>4 2>3", "final: 1>2", others=(11,), women=(1, 3, 4))
    why = final_why(ended(done), 4)
    assert why is not None
    ((title, reasons),) = why.titles
    assert title["ja"] == "女子準優勝" and "審判" in reasons[-1].text["ja"]


# --- Final rank, section 7


def awarded(why: FinalWhy) -> list[str]:
    return [one.text["ja"] for one in why.awards]


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
        assert [title["ja"] for title, _ in why.titles] == [
            t["title"] for t in one["titles"] if t["no"] == no
        ]
        given = [
            text for text in awarded(why) if text.startswith("段位認定: ") and "認定はありません" not in text
        ]
        assert bool(given) == (no in awards)
        assert no not in awards or given[0].startswith(f"段位認定: {awards[no]['award']}(")
        assert any(qualified.get(no, "?") in text for text in awarded(why)) == (no in qualified)
    assert final_why(replace(tournament, situations=tournament.situations[:-1]), 1) is None


def test_why_an_award_is_not_given() -> None:
    situation = finals(FREE, ALL, "semi: 1>4 2>3", "final: 1>2 third: 3>4")
    tournament = ended(situation, {1: "三段", 2: "三段", 3: "五段"})
    texts = {no: why.awards[0].text for no in range(1, 4) if (why := final_why(tournament, no)) is not None}
    assert ["認定はありません" in text["ja"] for text in texts.values()] == [False, True, True]
    assert texts[1] == {
        "ja": "段位認定: 四段(優勝、無料)",
        "en": "Grade: 4-dan (1st place, free of charge)",
    }
    assert texts[2] == {
        "ja": "段位認定: 準優勝で三段に当たりますが、すでに三段なので認定はありません。",
        "en": "Grade: 2nd place means 3-dan, but 3-dan is held already, so nothing is awarded.",
    }
