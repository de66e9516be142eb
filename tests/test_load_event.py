"""An event's folder is read once: every workbook is opened once, and every row of a sheet is judged once."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tourgen.event import result_meaning
from tourgen.event.load_event import load_event
from tourgen.event.read_settings import read_event
from tourgen.formats import fitted
from tourgen.sheets import workbook

EVENTS = Path(__file__).parent.parent / "events"


@pytest.mark.parametrize("name", ["go-demo", "tokyo-hs-shogi-spring"])
def test_every_file_is_opened_once_and_every_row_judged_once(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: Counter[str] = Counter()
    judged: Counter[Any] = Counter()
    open_workbook, judge = workbook.Workbook.__init__, result_meaning.judge

    def counted_open(self: workbook.Workbook, package: Any, file: str) -> None:
        opened[file] += 1
        open_workbook(self, package, file)

    def counted_judge(row: Any, known: Any, best_of: int) -> Any:
        judged[row.source] += 1
        return judge(row, known, best_of)

    monkeypatch.setattr(workbook.Workbook, "__init__", counted_open)
    monkeypatch.setattr(result_meaning, "judge", counted_judge)
    loaded, problems, _ = load_event(EVENTS / name, name)
    assert loaded is not None, problems
    files = {
        f"{name}/roster.xlsx",
        *(f"{name}/rounds/{one.name}" for one in (EVENTS / name).glob("rounds/*.xlsx")),
    }
    assert opened == dict.fromkeys(files, 1)
    assert judged and set(judged.values()) == {1}


OWN_SETTINGS = """
[event]
name = "全角の数字も数字"

[[division]]
id = "teams"
format = "shogi-team"
draws = ["１２３４", "５６７８", "９０１２"]
times = ["１１：００", "13:30"]
rounds = ３
playoff = false
time = "各１５分"

[[division]]
id = "open"
format = "othello-2-league"
time = "各10分"
time_en = "10 minutes each"
men_seed_numbers = [６, ８]
"""


def test_time_playoff_and_rounds_are_settings_and_full_width_digits_are_digits(tmp_path: Path) -> None:
    (tmp_path / "event.toml").write_text(OWN_SETTINGS, "utf-8")
    event, problems = read_event(tmp_path, "demo")
    assert event is not None and not problems, problems
    teams, single = event.divisions
    assert teams.draws == ("1234", "5678", "9012") and teams.times == ("11:00", "13:30")
    assert teams.declared.stage_of("swiss").span == (1, 3)
    assert [stage.id for stage in fitted(teams.declared, 8).stage] == ["swiss"]
    assert {teams.declared.time_of("swiss", language) for language in ("ja", "en")} == {"各１５分"}, (
        "as typed"
    )
    assert single.declared.time_of("league", "en") == "10 minutes each"
    assert single.declared.lottery.seed_numbers["M"] == (6, 8)
    (tmp_path / "event.toml").write_text(OWN_SETTINGS.replace('"各10分"', "10"), "utf-8")
    (wrong,) = read_event(tmp_path, "demo")[1]
    assert (wrong.code, wrong.where.cell) == ("setting-value", "division[2].time")
