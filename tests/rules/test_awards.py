"""Section 7: grades and 王座戦; the first line that fits, never below the grade held."""

import pytest

from tests.rules.builders import FREE, OPEN64, TWO, WOMEN32, declared
from tourgen.engine.awards import Finish, award_for, qualification_for
from tourgen.formats.labels import grade_value

FORMAT = declared(FREE)


def award(rank, wins, grade=""):
    line = award_for(Finish(1, rank, wins, grade), FORMAT.award)
    return line and (line.award, line.reason, line.charged)


def oza(rank, wins):
    return [
        (line.target, line.reason) for line in qualification_for(Finish(1, rank, wins), FORMAT.qualification)
    ]


@pytest.mark.parametrize(
    ("rank", "wins", "expected"),
    [
        (1, 6, ("四段", "優勝", False)),  # champions' certificates are free
        (2, 6, ("三段", "準優勝", True)),
        (3, 6, ("三段", "3位", True)),
        (4, 6, ("二段", "4位", True)),
        (5, 6, ("二段", "5勝", True)),  # "5 wins" means at least
        (5, 5, ("二段", "5勝", True)),
        (5, 4, ("初段", "4勝", True)),
        (60, 3, ("1級", "3勝", True)),
        (60, 2, None),
        (5, 0, None),
        (1, 0, ("四段", "優勝", False)),  # the place alone decides
    ],
)
def test_the_first_line_that_fits(rank, wins, expected):
    assert award(rank, wins) == expected


@pytest.mark.parametrize(
    ("held", "expected"),
    [
        ("", "初段"),
        ("1級", "初段"),
        ("5級", "初段"),
        ("初段", None),
        ("二段", None),
        ("九段", None),
        ("秘密", "初段"),
    ],
)
def test_never_at_or_below_the_grade_held(held, expected):
    line = award_for(Finish(1, 9, 4, held), FORMAT.award)
    assert (line.award if line else None) == expected


def test_a_higher_line_is_not_replaced_by_a_lower_one():
    # 二段 for five wins is not above the 二段 held: no entry, and not 初段 either.
    assert award(9, 5, "二段") is None


@pytest.mark.parametrize(
    ("rank", "wins", "expected"),
    [
        (1, 6, "4位以内"),
        (4, 0, "4位以内"),
        (5, 5, "5勝以上"),
        (5, 6, "5勝以上"),
        (5, 4, None),
        (4, 5, "4位以内"),
    ],
)
def test_oza_4th_or_better_or_five_wins(rank, wins, expected):
    assert oza(rank, wins) == ([("王座戦", expected)] if expected else [])


@pytest.mark.parametrize(
    ("grade", "value"),
    [
        ("初段", 1), ("一段", 1), ("二段", 2), ("三段", 3), ("四段", 4), ("五段", 5), ("六段", 6), ("七段", 7),
        ("八段", 8), ("九段", 9), ("1級", 0), ("2級", -1), ("１０級", -9), ("3段", 3), ("３段", 3), (" 四 段 ", 4),
        ("三級", -2), ("", None), ("段", None), ("無級", None), ("四段位", None), ("初", None), ("名人", None),
        ("4-dan", 4), ("1 Dan", 1), ("2kyu", -1), ("５－kyu", -4), ("dan", None), ("shodan", None), ("4-段", None),
        ("4d", 4), ("15 K", -14), ("d", None), ("od", None),
    ],
)  # fmt: skip
def test_the_scale_of_grades(grade, value):
    assert grade_value(grade) == value


def test_grades_ascend():
    words = [
        *("10級", "5級", "2級", "1級", "初段", "二段", "三段", "四段", "五段", "六段", "七段", "八段"),
        "九段",
    ]
    values = [grade_value(word) for word in words]
    assert values == sorted(values)
    assert len(set(values)) == len(values)


def test_other_formats_award_nothing():
    assert (declared(TWO).award, declared(TWO).qualification) == ((), ())


class TestOpen:
    """無差別の部: 七段, 六段, 六段, 4~8位 五段, 4勝 四段, 3勝 三段, 2勝 二段, 出場 初段."""

    @pytest.mark.parametrize(
        ("rank", "wins", "expected"),
        [
            (1, 6, ("七段", "優勝", False)),
            (2, 5, ("六段", "準優勝", True)),
            (3, 5, ("六段", "3位", True)),
            (4, 5, ("五段", "4~8位", True)),
            (8, 4, ("五段", "4~8位", True)),
            (9, 5, ("四段", "4勝", True)),  # the loser of a placing match
            (13, 4, ("四段", "4勝", True)),
            (20, 3, ("三段", "3勝", True)),
            (40, 2, ("二段", "2勝", True)),
            (60, 1, ("初段", "出場", True)),
            (64, 0, ("初段", "出場", True)),
        ],
    )
    def test_the_table(self, rank, wins, expected):
        line = award_for(Finish(1, rank, wins), declared(OPEN64).award)
        assert (line.award, line.reason, line.charged) == expected

    @pytest.mark.parametrize(
        ("rank", "wins", "expected"), [(64, 0, None), (60, 1, None), (40, 2, "二段"), (1, 6, "七段")]
    )
    def test_a_replacement_gets_nothing_for_taking_part(self, rank, wins, expected):
        """「(*1) フリークラスから補充された選手を除く」."""
        line = award_for(Finish(1, rank, wins, replacement=True), declared(OPEN64).award)
        assert (line.award if line else None) == expected

    @pytest.mark.parametrize(
        ("rank", "wins", "fits"), [(64, 3, True), (1, 2, False), (9, 4, True), (13, 2, False)]
    )
    def test_oza_three_wins_or_more(self, rank, wins, fits):
        found = qualification_for(Finish(1, rank, wins), declared(OPEN64).qualification)
        assert [line.reason for line in found] == (["3勝以上"] if fits else [])

    def test_prizes(self):
        prizes = {line.reason: line.prizes for line in declared(OPEN64).award}
        assert prizes["優勝"] == ("会長賞", "メガハウス賞")
        assert prizes["準優勝"] == prizes["3位"] == prizes["4~8位"] == ("副賞",)
        assert prizes["4勝"] == prizes["出場"] == ()


class TestWomen:
    """女子の部: 五段, 四段, 3~4位 三段, 5~6位 二段, 4勝 初段, 3勝 1級."""

    @pytest.mark.parametrize(
        ("rank", "wins", "expected"),
        [
            (1, 5, ("五段", "優勝", False)),
            (2, 4, ("四段", "準優勝", True)),
            (3, 5, ("三段", "3~4位", True)),
            (4, 4, ("三段", "3~4位", True)),
            (5, 4, ("二段", "5~6位", True)),
            (6, 4, ("二段", "5~6位", True)),
            (7, 4, ("初段", "4勝", True)),
            (15, 3, ("1級", "3勝", True)),
            (30, 2, None),
            (32, 0, None),
        ],
    )
    def test_the_table(self, rank, wins, expected):
        line = award_for(Finish(1, rank, wins), declared(WOMEN32).award)
        assert (line and (line.award, line.reason, line.charged)) == expected

    @pytest.mark.parametrize(("rank", "fits"), [(1, True), (6, True), (7, False)])
    def test_oza_6th_or_better(self, rank, fits):
        found = qualification_for(Finish(1, rank, 4), declared(WOMEN32).qualification)
        assert [line.reason for line in found] == (["6位以内"] if fits else [])

    def test_prizes(self):
        prizes = {line.reason: line.prizes for line in declared(WOMEN32).award}
        assert prizes == {
            "優勝": ("会長賞", "副賞"),
            "準優勝": ("副賞",),
            "3~4位": ("副賞",),
            "5~6位": (),
            "4勝": (),
            "3勝": (),
        }
