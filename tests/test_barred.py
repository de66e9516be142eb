"""組合せ禁止 from the roster to the pairing, and nowhere else."""

import json
from pathlib import Path

import pytest

from tests.errors.cases import standard
from tests.errors.workbooks import workbook
from tourgen.event.load_event import LoadedEvent, load_event

ROSTER = "名簿番号 | 氏名\n" + "\n".join(f"{no} | 選手 {no}" for no in range(1, 7))


def read(tmp_path: Path, barred: str) -> LoadedEvent:
    sheets = [{"name": "選手権戦", "rows": ROSTER}, {"name": "組合せ禁止", "rows": barred}]
    for name, data in (standard("shogi") | {"roster.xlsx": workbook(sheets)}).items():
        (tmp_path / name).write_bytes(data)
    report, problems, _ = load_event(tmp_path, "demo")
    assert report is not None, [problem.text("en") for problem in problems]
    return report


def pairs(report: LoadedEvent) -> set[frozenset[int | None]]:
    return {frozenset(game.players) for game in report.divisions[0].tournament.rounds[0].games}


@pytest.mark.parametrize("strength", ["禁止", "回避", ""])
def test_a_pair_is_kept_apart(tmp_path: Path, strength: str) -> None:
    usual = pairs(read(tmp_path, ""))
    first, second = sorted(no for no in min(usual, key=sorted) if no is not None)
    kept_apart = pairs(read(tmp_path, f"番号1 | 番号2 | 強さ\n{first} | {second} | {strength}"))
    assert frozenset((first, second)) not in kept_apart
    assert kept_apart == pairs(read(tmp_path, f"番号1 | 番号2 | 強さ\n{second} | {first} | {strength}"))


def test_it_is_never_published(tmp_path: Path) -> None:
    report = read(tmp_path, "番号1 | 番号2 | 強さ | 備考\n1 | 2 | 禁止 | 双子の姉妹\n3 | 4 | 回避 |")
    text = json.dumps(report.divisions[0].document, ensure_ascii=False)
    assert "双子" not in text and "barred" not in text and "禁止" not in text
