"""The count's shared test vectors (tests/go/data/vectors.json), every one."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.go.positions import codes, proposal, stop
from tourgen.go.count import count
from tourgen.go.proposal import Illegal

VECTORS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "data/vectors.json").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_vector(vector: dict[str, Any]) -> None:
    start = stop(vector["board"], vector["captures"], vector["komi"])
    wanted = proposal(vector["inserts"], vector["dead"])
    expect = vector["expect"]
    if "error" in expect:
        with pytest.raises(Illegal) as refused:
            count(start, wanted)
        assert (refused.value.code, refused.value.index) == (expect["error"], expect["index"])
        return
    counted = count(start, wanted)
    assert (counted.black.territory, counted.white.territory) == (expect["bt"], expect["wt"])
    assert (counted.black.prisoners, counted.white.prisoners) == (expect["bp"], expect["wp"])
    assert counted.result == expect["re"]
    assert list(counted.rows) == expect["rows"]
    assert set(expect["warn"]) <= codes(counted)
