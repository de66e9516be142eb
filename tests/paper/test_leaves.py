"""How lists are cut into sheets: whole rows, evenly, no heading alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tourgen.web.paper.leaves import ROWS, Size, banded, fit, height, size_for, stacked
from tourgen.web.parts import evenly

ROOM = 32


@given(st.integers(0, 400))
def test_sheets_are_few_and_evenly_filled(count: int) -> None:
    sheets = evenly(range(count), ROOM)
    assert [item for sheet in sheets for item in sheet] == list(range(count))
    assert len(sheets) == -(-count // ROOM)
    lengths = {len(sheet) for sheet in sheets}
    assert max(lengths, default=0) - min(lengths, default=0) <= 1


@given(st.lists(st.integers(0, 90), max_size=12))
def test_rows_stay_under_their_heading(lengths: list[int]) -> None:
    groups = [(name, [(name, at) for at in range(length)]) for name, length in enumerate(lengths)]
    sheets = banded(groups, ROOM)
    bands = [band for sheet in sheets for band in sheet]
    assert [row for band in bands for row in band.rows] == [row for _, rows in groups for row in rows]
    assert all(row[0] == band.head for band in bands for row in band.rows)
    assert all(band.rows for band in bands), "no heading stands alone"
    assert all(height(sheet) <= ROOM for sheet in sheets)
    begun = [band.head for band in bands if not band.again]
    assert begun == [name for name, rows in groups if rows], "a heading is said to go on where it does"


@given(st.integers(0, 300))
def test_a_cut_stack_is_in_order(count: int) -> None:
    sheets = stacked(range(count), 4)
    piles = [[sheet[place] for sheet in sheets if place < len(sheet)] for place in range(4)]
    assert [item for pile in piles for item in pile] == list(range(count))


@pytest.mark.parametrize(("rows", "size"), [(1, 12), (12, 12), (13, 16), (32, 32), (33, 36), (36, 36)])
def test_few_rows_are_large(rows: int, size: int) -> None:
    assert size_for(rows) == Size(size)
    assert size in ROWS


def test_a_long_name_is_made_to_fit() -> None:
    assert fit("青木 一郎", 10) == ""
    assert fit("見本寺河原 左衛門之助", 10) == "fit-9"
    assert fit("長" * 200, 10) == "fit-1"
    small, large = Size(32), Size(12)
    assert small.fit("アレクサンドラ・サンプルスカヤ", 76) == "fit-9"
    assert large.fit("アレクサンドラ・サンプルスカヤ", 76) == "fit-5"
