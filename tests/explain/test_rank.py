"""Section 3: the arithmetic of a rank as it is shown, with the vectors of the rules."""

import pytest

from tests.explain.builders import CALM, UNRULY, simulated, written_out
from tests.explain.builders import line as lined
from tests.rules.builders import FOUR, FREE, TWO
from tourgen.engine.model import Game
from tourgen.engine.record import Line
from tourgen.event.tournament import Tournament
from tourgen.explain.rank import rank_why
from tourgen.results.document import document


def with_opponents(beaten: list[int | None], lost: list[int]) -> Tournament:
    """Player 1 beat opponents with so many wins (None: a bye) and lost to others."""
    mine: list[Line] = []
    games: dict[int, tuple[Game, ...]] = {}
    lines: dict[int, tuple[Line, ...]] = {}
    for number, wins in enumerate([*beaten, *lost], 1):
        won, opponent = number <= len(beaten), number + 1
        if wins is None:
            mine.append(lined(number, True, bye=True))
            games[number] = (Game(None, "league", "A", (1, None), "bye", 1, rated=False),)
        else:
            mine.append(lined(number, won, opponent))
            games[number] = (Game(1, "league", "A", (1, opponent), winner=1 if won else opponent),)
            lines[opponent] = tuple(lined(round_no, True) for round_no in range(1, wins + 1))
    lines[1] = tuple(mine)
    return written_out(TWO, lines, tuple(lines), after=len(mine), games=games)


@pytest.mark.parametrize(
    ("beaten", "lost", "sums", "shown"),
    [
        ([3, 1, None], [4], [7, 8, 7], ["3 ＋ 4", "(3＋1) ＋ 4", "(3＋1－1) ＋ 4"]),
        ([3, 0, 0], [4], [7, 7, 7], ["3 ＋ 4", "(3＋0) ＋ 4", "(3＋0＋0) ＋ 4"]),
        ([2, 1], [1, 4], [3, 8, 8], ["2 ＋ 1", "(2＋1) ＋ (1＋4)", "(2＋1) ＋ (1＋4)"]),
        ([1, 1], [3, 3], [4, 8, 8], ["1 ＋ 3", "(1＋1) ＋ (3＋3)", "(1＋1) ＋ (3＋3)"]),
    ],
)
def test_vectors_of_the_rules(
    beaten: list[int | None], lost: list[int], sums: list[int], shown: list[str]
) -> None:
    tournament = with_opponents(beaten, lost)
    why = rank_why(tournament, len(beaten) + len(lost), 1)
    assert [one.value for one in why.criteria[2:5]] == sums
    assert [one.arithmetic("ja") for one in why.criteria[2:5]] == shown
    assert [one.arithmetic("en") for one in why.criteria[2:5]] == [
        s.translate({0xFF0B: "+", 0xFF0D: "-"}) for s in shown
    ]
    counted = [(one.won, one.wins) for one in why.opponents]
    assert counted == [*((True, -1 if w is None else w) for w in beaten), *((False, w) for w in lost)]


def test_labels_numbers_and_quotations() -> None:
    why = rank_why(simulated(FREE, 20, 1), 3, 5)
    assert [one.number for one in why.criteria] == list(range(1, 10))
    assert [one.label["ja"] for one in why.criteria][:4] == ["勝数", "直前の勝数", "上1＋下1", "上2＋下2"]
    assert why.criteria[3].quote == {
        "ja": "4. 自分が勝利した相手の中で上位2選手の勝数合計+自分が敗北した相手の中で下位2選手の勝数合計",
        "en": "4. Wins of the top 2 among the opponents beaten + wins of the bottom 2 among the opponents lost to",
    }
    # After round 3 nobody has more than three opponents: 上3＋下3 … 上6＋下6 are one line.
    assert [one.merged_to for one in why.criteria] == [1, 2, 3, 4, 8, 8, 8, 8, 9]


@pytest.mark.parametrize("form", [FREE, TWO, FOUR])
@pytest.mark.parametrize("chances", [CALM, UNRULY], ids=["calm", "unruly"])
def test_every_claim_of_a_simulated_tournament(form: str, chances: object) -> None:
    tournament = simulated(form, 23, 2, chances)
    one = document(tournament, "e", "e")
    for standing in one["standings"]:
        rows, after = standing["rows"], standing["after"]
        wins = {row["no"]: row["wins"] for row in rows}
        for at, row in enumerate(rows):
            why = rank_why(tournament, after, row["no"])
            assert (why.rank, [c.value for c in why.criteria]) == (row["rank"], row["keys"])
            for criterion in why.criteria[2:-1]:
                assert sum(map(sum, criterion.terms)) == criterion.shown
                assert eval(criterion.arithmetic("en") or "0") == criterion.shown
            for near, other in ((why.above, at - 1), (why.below, at + 1)):
                assert (near is None) == (not 0 <= other < len(rows))
                if near is None:
                    continue
                mine, theirs = row["keys"], rows[other]["keys"]
                first = next(i for i in range(9) if mine[i] != theirs[i])
                assert (near.no, near.decided_by) == (rows[other]["no"], first + 1)
                assert (near.mine, near.theirs) == (mine[first], theirs[first])
                assert (near.mine < near.theirs) == (near is why.above)
            assert sorted(line.round for line in why.opponents) == list(range(1, after + 1))
            for line in why.opponents:
                if line.kind == "played":
                    assert line.opponent is not None and line.wins == wins[line.opponent]
                elif line.kind in ("bye", "qualified-bye", "walkover"):
                    assert line.won and line.wins == -1
                elif line.kind.startswith("assumed"):
                    assert line.wins is None and line.opponent is None
            assert sum(line.won for line in why.opponents) == row["wins"]


def test_a_walkover_names_the_opponent_who_forfeited() -> None:
    tournament = simulated(FOUR, 23, 2, UNRULY)
    found = 0
    for played in tournament.rounds[:6]:
        for game in played.games:
            if game.kind == "forfeit" and game.stage in ("league", "ranking"):
                assert game.winner is not None
                loser = game.opponent(game.winner)
                why = rank_why(tournament, played.number, game.winner)
                (line,) = [one for one in why.opponents if one.round == played.number]
                assert (line.kind, line.opponent, line.wins) == ("walkover", loser, -1)
                found += 1
    assert found
