"""The lines of `tourgen explain`, and that both languages say everything."""

import json
import random
import re
import tomllib
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from string import Formatter
from typing import Any, get_args

import pytest

import tourgen.explain
from tests.desk import play_typed
from tests.explain.builders import CALM, OPEN, UNRULY, WOMEN, simulated, three_divisions
from tests.explain.swiss_builders import CHAMPIONSHIP, ENCOURAGEMENT, GIRLS, TEAM, swiss
from tests.explain.test_pairing import SHOGI_DAY, first_vector
from tests.random.sheets import typed_sheets
from tests.random.troubles import Chances
from tests.rules.builders import FOUR, FREE, TWO, changed, declared
from tourgen.engine.model import BarredPair
from tourgen.engine.replacements import Refusal
from tourgen.event.tournament import Tournament
from tourgen.explain.leaving import StepKind
from tourgen.explain.seeding import BY_RANK
from tourgen.explain.terms import criterion_label
from tourgen.explain.text import explain_data, explain_text
from tourgen.explain.words import quote, stage_words
from tourgen.formats import models, read_format, shipped_text, words
from tourgen.formats.models import words_in
from tourgen.formats.words import words_of

JAPANESE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff々〆「」、。]")
MESSAGES = {
    code: said
    for name in ("explain.toml", "explain_pairs.toml", "explain_course.toml")
    for code, said in tomllib.loads(files("tourgen").joinpath("messages", name).read_text("utf-8")).items()
}
SIZES = {FREE: 23, TWO: 23, FOUR: 23, OPEN: 57, WOMEN: 29}
SIZES |= {CHAMPIONSHIP: 17, ENCOURAGEMENT: 18, GIRLS: 11, TEAM: 15}


def every_text(tournament: Tournament, language: str) -> list[str]:
    asked: list[tuple[int | None, int | None]] = [(None, None)]
    asked += [(number, None) for number in range(1, len(tournament.rounds) + 1)]
    asked += [(None, no) for no in tournament.players]
    asked += [(2, no) for no in tournament.players if not tournament.players[no].absent]
    return [
        line
        for round_no, no in asked
        for line in explain_text(tournament, round_no=round_no, player=no, language=language)
    ]


def check_english(lines: list[str]) -> None:
    """Nothing is left in Japanese, and no value unfilled (braces stand only around placing pairs)."""
    for line in lines:
        plain = re.sub(r"(選手|クラブ)\d+|架空の部\d?", "", line)
        assert not JAPANESE.search(plain), line
        assert "{" not in re.sub(r"\{[\d-]+(, [\d-]+)*\}", "", line), line


@pytest.mark.parametrize("form", SIZES)
@pytest.mark.parametrize("chances", [CALM, UNRULY], ids=["calm", "unruly"])
def test_english_has_no_japanese_but_names(form: str, chances: Chances) -> None:
    check_english(every_text(simulated(form, SIZES[form], 2, chances), "en"))


@pytest.mark.parametrize(
    ("form", "players"),
    [
        (CHAMPIONSHIP, 5),
        (CHAMPIONSHIP, 16),
        (ENCOURAGEMENT, 21),
        (GIRLS, 2),
        (GIRLS, 5),
        (GIRLS, 6),
        (TEAM, 19),
    ],
)
@pytest.mark.parametrize("run", [1, 2])
def test_shogi_for_everybody_in_every_round(form: str, players: int, run: int) -> None:
    tournament = simulated(form, players, run, SHOGI_DAY)
    rounds = (None, *range(1, len(tournament.rounds) + 1))
    for round_no in rounds:
        for no in (None, *tournament.players):
            lines = {
                language: explain_text(tournament, round_no=round_no, player=no, language=language)
                for language in ("ja", "en")
            }
            assert len(lines["ja"]) == len(lines["en"]) > 0
            check_english(lines["en"])
            json.dumps(explain_data(tournament, round_no=round_no, player=no), ensure_ascii=False)


def test_replacements_in_english() -> None:
    event = three_divisions(1)
    for one in event:
        for no in (None, *one.players):
            check_english(explain_text(one, round_no=None, player=no, language="en", event=event))


@pytest.mark.parametrize("form", SIZES)
def test_both_languages_have_the_same_lines(form: str) -> None:
    tournament = simulated(form, SIZES[form], 2, UNRULY)
    assert len(every_text(tournament, "ja")) == len(every_text(tournament, "en"))


def test_one_player_in_one_round() -> None:
    assert explain_text(first_vector(TWO), round_no=2, player=9, language="ja") == [
        "9番 選手9",
        "",
        "2回戦: 選手6",
        "  Aリーグの5名(1勝3名、0勝2名)を、暫定順位の順に並べて組み合わせます。",
        "  人数が奇数なので、仮の選手(-1勝、最下位)を1人加えます。その相手が不戦勝です。",
        "    「6. 対戦相手が未確定の選手数が奇数の場合は、対戦相手を不戦勝とする仮の選手(暫定成績を-1勝)を1人加えて、"
        "組み合わせを行います。」",
        "  最適な組み合わせは、再戦なし、1勝差2組です。",
        "    「6. 前項までを最適にみたすように、暫定上位選手から順に、以下のとおり組み合わせを行います。」",
        "  上から順に組み、1位 選手9 の番に残っていた4名の中で、可能な最も下位の相手が 5位 選手6 です。",
        "    「6. 対戦相手が未確定の暫定最上位選手を、可能な限り下位選手と組み合わせます。」",
        "  選手9 を不戦勝とすると、-1勝の仮の選手と2勝差になりますが、最適な組み合わせに2勝差の対戦はありません。",
        "    「5. 前項が実現できない場合は、1勝差の対戦とします。"
        "それも実現できない場合は2勝差、3勝差、…の対戦とします。」",
        "  より下位の 選手5 とは対戦済みで、再戦になります。",
        "    「3. 原則として、同一選手との再戦は行いません。」",
        "  二人は初対戦です。1勝差の対戦です。",
    ]


def test_the_round_shows_the_cost_of_its_pools() -> None:
    lines = explain_text(first_vector(FREE), round_no=2, player=None, language="en")
    assert "  The optimal pairing has no rematch, 2 pairs 1 win apart." in lines
    assert any("(0, 0, 0, 2)" in line for line in lines)
    pairs = [line for line in lines if " – " in line]
    assert pairs[:3] == ["  選手6 – the bye", "  選手9 – 選手7", "  選手8 – 選手5"]


def test_the_division_counts_what_broke_the_ties() -> None:
    tournament = simulated(FOUR, 23, 2)
    lines = explain_text(tournament, round_no=None, player=None, language="ja")
    counts = [re.fullmatch(r"  [①-⑨] .*: (\d+)組", line) for line in lines]
    assert sum(int(one[1]) for one in counts if one) == len(tournament.situations[0].entrants) - 1
    ties = [line for line in lines if "決まりました" in line and re.match(r"  選手\d+ \d+位:", line)]
    assert ties and not any("① 勝数" in line for line in ties)


def test_a_player_of_a_swiss_division() -> None:
    """Everything about one player, as an organiser reads it out; 3 may not meet 1, and 2 is of 1's school."""
    form = changed(CHAMPIONSHIP, rounds=2, cut=2)
    barred = [BarredPair((1, 3), True)]
    tournament = swiss(form, 4, "1>4 2>3", "2>1 3>4", "final: 2>1", clubs={1: "甲", 2: "甲"}, barred=barred)
    assert explain_text(tournament, round_no=1, player=1, language="en")[3:] == [
        "  Preliminaries: 4 players (4 players on 0 wins) are paired in the order of their wins, "
        "with equal wins by lot, smaller ahead.",
        "  These are made as few as possible, in this order: second byes, forbidden pairs, rematches, "
        "pairs inside a school (club), pairs with a win difference (from the largest down), discouraged pairs.",
        "  The optimal pairing has no rematch, only pairs with equal wins.",
        "  From the top down: when it was the turn of 選手1 (number 1: 0 wins, lot 1), 3 players were left, "
        "and the highest possible opponent was 選手4 (number 4: 0 wins, lot 4).",
        "  選手2, ranked higher, is of the same school (club).",
        "  With 選手3, ranked higher, the pair is forbidden.",
        "  The two have not met before.",
    ]
    lines = explain_text(tournament, round_no=None, player=1, language="ja")
    begin = lines.index("予選の順位 (2回戦終了時): 2位")
    assert lines[begin : lines.index("", begin)] == [
        "予選の順位 (2回戦終了時): 2位",
        "  ① 勝数: 1",
        "  ② 相手の勝数: 0＋2 = 2",
        "    選手4 0 ＋ 選手2 2",
        "  ③ 勝った相手の勝数: 0",
        "    選手4 0",
        "  ④ 相手の勝数(最大・最小を除く): 0",
        "    対局が3つに満たないので 0 とします。",
        "  ⑤ 直接対戦: 0",
        "    ここまで同じなのは 選手3 ですが、対戦していないので決まりません。",
        "  抽選番号: 1",
        "    小さい方が上位",
        "  成績:",
        "    勝 選手4 (1回戦) 0勝",
        "    負 選手2 (2回戦) 2勝",
        "  1位 選手2 とは、① 勝数 の 1 対 2 で決まりました。",
        "    「① 試合終了後の各プレイヤーの「勝数」」",
        "  3位 選手3 とは、ほかの項目がすべて同じで、抽選番号の小さい方が上位です(1 対 3)。",
    ]


@pytest.mark.parametrize("asked", [(None, 99), (9, None), (99, 1)])
def test_what_is_not_there_is_said(asked: tuple[int | None, int | None]) -> None:
    for language in ("ja", "en"):
        lines = explain_text(simulated(TWO, 23, 2), round_no=asked[0], player=asked[1], language=language)
        assert len(lines) == 1 and lines[0]


def test_before_the_lottery() -> None:
    known = simulated(TWO, 23, 2)
    waiting = Tournament(known.division, known.players, type(known.draw)(None, {}, {}))
    assert explain_text(waiting, round_no=None, player=None, language="ja") == [
        "抽選番号がまだ決まっていないので、組み合わせはありません。"
    ]
    data = explain_data(waiting, round_no=None, player=3)
    assert (data["division"], data["round"], data["player"], data["body"]) == ("sim", None, 3, ())


@pytest.mark.parametrize("asked", [(None, None), (3, None), (3, 4), (None, 4), (9, None), (None, 99)])
def test_data_says_what_the_lines_say_in_both_languages(asked: tuple[int | None, int | None]) -> None:
    tournament, (round_no, no) = simulated(FREE, 23, 2), asked
    data = json.loads(json.dumps(explain_data(tournament, round_no=round_no, player=no)))
    assert (data["round"], data["player"]) == asked

    def said(one: Any, language: str) -> list[str]:
        inner = [text for part in one.get("body", ()) for text in said(part, language)]
        return [one["title"][language] if "title" in one else one["text"][language], *inner]

    for language in ("ja", "en"):
        lines = explain_text(tournament, round_no=round_no, player=no, language=language)
        told = [line.strip() for line in lines if line and line.strip()[0] not in "「“"]
        assert said(data, language) == told
    quotes = re.findall('"quote": {"ja": "([^"]*)"', json.dumps(data, ensure_ascii=False))
    assert bool(quotes) == (len(data["body"]) > 0)


def as_played(known: Tournament, rounds: int) -> Tournament:
    """The division read back from its first sheets, with nothing confirmed."""
    sheets = typed_sheets(known, random.Random(1))
    division = replace(known.division, qualified={})
    roster = [
        replace(p, withdrawn_after=None if (p.withdrawn_after or 0) > rounds else p.withdrawn_after)
        for p in known.players.values()
    ]
    typed = {number: sheet for number, sheet in sheets.items() if number <= rounds}
    tournament, problems = play_typed(division, roster, typed)
    assert tournament is not None, problems
    return tournament


def test_a_round_that_is_paired_and_not_played() -> None:
    tournament = as_played(simulated(FOUR, 23, 2), 3)
    assert tournament.next_round == 4 and tournament.planned is not None
    assert len(explain_text(tournament, round_no=4, player=None, language="ja")) > 20
    assert any("4回戦: " in line for line in explain_text(tournament, round_no=None, player=3, language="ja"))
    assert every_text(tournament, "en")


def test_a_league_that_waits_for_the_organiser() -> None:
    deserted = Chances(withdraw=0.2, forfeit=0.1)
    for run in range(1, 40):
        known = simulated(TWO, 14, run, deserted)
        asked = [one.after for one in known.situations[-1].departures if one.confirmed]
        if asked:
            break
    tournament = as_played(known, min(asked))
    assert tournament.now is not None and tournament.now.questions
    lines = explain_text(tournament, round_no=None, player=None, language="ja")
    assert any("主催者の確認を待っています" in line for line in lines)
    assert "まだ組まれていない" in explain_text(
        tournament, round_no=min(asked) + 1, player=None, language="ja"
    )[0]  # fmt: skip
    assert every_text(tournament, "ja")


# --- The messages themselves


# What one language says of a value in another form: an ending, whose turn it is, letters of leagues.
OWN_WORDS = {
    "ending",
    "turn",
    "first",
    "source_name",
    "target_name",
    "Stage",
    "phantom",
    "score",
    "stage",
    "where",
    "group",
    "kanji",
    "n",
}


def test_messages_are_complete() -> None:
    for code, said in MESSAGES.items():
        assert set(said) == {"ja", "en"}, code
        assert not JAPANESE.search(said["en"]), code
        ja, en = ({field for _, field, _, _ in Formatter().parse(text) if field} for text in said.values())
        assert ja ^ en <= OWN_WORDS, code


def test_every_message_that_is_asked_for_is_there() -> None:
    """Codes that are written out are there; every message is asked for by its code or by the beginning of it."""
    source = "".join(
        path.read_text(encoding="utf-8") for path in Path(tourgen.explain.__file__).parent.glob("*.py")
    )
    asked = set(re.findall(r'["\'](why-[a-z0-9-]*[a-z0-9])["\']', source))
    begun = tuple(one for one in re.findall(r'f"(why-[a-z-]*)\{', source) if one != "why-")
    parts = ("league", "block", "in-group", "in-block", "in-match", "in-places")  # of `part_called`
    asked |= {f"why-{word}" for word in (*words_of(words.Opponent), *parts, "winners-of", "losers-of")}
    asked |= {"why-winner-of-match", "why-loser-of-match"}
    assert asked <= set(MESSAGES) | {"why-text-rank", "why-text-standings"}
    endings = ("why-text-rank-", "why-text-standings-", "why-late-", "why-resting-", "title ")
    unused = [code for code in MESSAGES if code not in asked and not code.startswith((*begun, *endings))]
    assert not unused


def test_every_word_of_the_language_has_its_words() -> None:
    for word in words.CRITERIA:
        assert criterion_label(word)["en"]
    several = models.Sum(sum=("disc-total", "beaten-wins"), times=(1, 6))
    assert criterion_label(several)["ja"] == "石数の合計＋6×勝った相手の勝数"
    wanted = [f"why-{what}-{word}" for what in ("class", "cost", "more") for word in words_of(words.Avoid)]
    of_bye = ("second-bye", "fewest-byes")
    wanted += [f"why-not-{'bye' if word in of_bye else 'pair'}-{word}" for word in words_of(words.Avoid)]
    wanted += [f"why-{word}" for word in words_of(words.Opponent)]
    wanted += [f"why-rather-{word}" for word in words_of(words.Opponent)]
    wanted += [f"why-bye-{word}" for word in words_of(words.Bye) if word != "phantom"]
    wanted += [f"why-dealt-{word}" for word in words_of(words.Deal)]
    wanted += [f"why-seats-{word}" for word in (*words_of(words.Seats), "listed")]
    wanted += [f"why-seed-{word}" for word in BY_RANK if word != "best"]
    wanted += [f"why-origin-{word}" for word in (*words.ANSWERS["pool"],)]
    wanted += [f"why-league-{kind}" for kind in get_args(StepKind)]
    wanted += [f"why-refused-{why}" for why in get_args(Refusal)]
    assert set(wanted) <= set(MESSAGES)


@pytest.mark.parametrize("form", [FREE, TWO, FOUR])
def test_every_rule_that_is_quoted_is_there(form: str) -> None:
    one = declared(form)
    keys = [
        "first-bye",
        "first-halves",
        "first-pairs",
        "one-bye",
        "no-rematch",
        "gap",
        "top-down",
        "bye",
        "lowest",
    ]
    keys += ["qualify", "deal", "even-up", "finals", "final-places", "final-criteria"]
    keys += ["assumed-wins", "assumed-losses", *words_in(one.order.criteria[:2]), "lottery-number"]
    keys += [] if form == FREE else ["lottery-joined", "lottery-start", "lottery-order", "lottery-seeds"]
    keys += ["womens-final"] if form == FOUR else []
    assert all(quote(one, key, number=1, k=1) for key in keys)


@pytest.mark.parametrize("form", [OPEN, WOMEN])
def test_every_rule_of_the_new_system_that_is_quoted_is_there(form: str) -> None:
    keys = ["wins", "previous-order", "top-down", "highest", "no-rematch", "gap", "ranking", "final-criteria"]
    keys += ["main", "repechage", "group-winners", "final", "placing", "placing-places"]
    keys += ["seeds", "non-seeds", "replacement"]
    keys += ["semi", "third", "award-replacement"] if form == OPEN else []
    assert all(quote(declared(form), key) for key in keys)


@pytest.mark.parametrize("form", [CHAMPIONSHIP, ENCOURAGEMENT, GIRLS, TEAM])
def test_every_rule_of_shogi_that_is_quoted_is_there(form: str) -> None:
    one = declared(form)
    keys = [*words_in(one.order.criteria[:-1]), "disqualified"]
    keys += {
        CHAMPIONSHIP: ["knockout of 1 x 4"],
        ENCOURAGEMENT: ["knockout of 2 x 4", "blocks of 2"],
        GIRLS: ["knockout of 1 x 4", "by-entrants"],
        TEAM: ["playoff"],
    }[form]
    assert all(quote(one, key, mark="①") for key in keys)


def test_quotations_are_word_for_word() -> None:
    """Where the published rules stand beside the format, in its comments, the quotations must not differ from them."""
    for form in (OPEN, WOMEN):
        text = shipped_text(form)
        for key in ("semi", "third", "final", "placing-places", "seeds", "non-seeds", "group-winners"):
            found = quote(declared(form), key)
            plain = re.sub(r"^\d\. |\(\*1\)|。$", "", found["ja"]) if found else ""
            parts = [one for one in re.findall("「([^」]*)」", text) if one and one in plain]
            assert parts or not found, key


def test_a_bracket_read_back_halfway() -> None:
    known = simulated(WOMEN, 29, 2)
    for rounds in range(6):
        tournament = as_played(known, rounds)
        assert tournament.next_round == rounds + 1
        lines = explain_text(tournament, round_no=None, player=None, language="ja")
        assert any(f"{rounds}回戦後: 全勝は" in line for line in lines) == (1 <= rounds <= 4)
        assert any("入賞決定戦は、" in line for line in lines) == (rounds == 5)
        assert len(every_text(tournament, "ja")) == len(every_text(tournament, "en"))


@pytest.mark.parametrize(
    ("form", "players"), [(CHAMPIONSHIP, 13), (ENCOURAGEMENT, 14), (GIRLS, 6), (TEAM, 13)]
)
def test_shogi_read_back_halfway(form: str, players: int) -> None:
    known = simulated(form, players, 2)
    for rounds in range(len(known.rounds) + 1):
        tournament = as_played(known, rounds)
        assert len(every_text(tournament, "ja")) == len(every_text(tournament, "en"))
        told = explain_text(tournament, round_no=None, player=None, language="ja")
        knockout = stage_words(tournament.situations[0].format, tournament.situations[0].format.stage[-1].id)
        assert (knockout["ja"] in told) == (form == GIRLS or rounds >= 4)
        assert ("最終順位" in told) == tournament.finished


def test_a_format_quotes_what_its_own_file_says() -> None:
    text = shipped_text(TWO).replace("3. 原則として、同一選手との再戦は行いません。", "再戦なし {number}")
    ours, problems = read_format(text, "ours")
    assert ours is not None, problems
    assert quote(ours, "no-rematch", number=7) == {
        "ja": "再戦なし 7",
        "en": "3. As a rule, the same two players don't meet again.",
    }
    assert quote(declared("othello-swiss"), "no-rematch") is None
