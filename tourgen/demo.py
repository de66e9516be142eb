"""`tourgen demo`: a complete example event with invented players and results, and its site."""

from __future__ import annotations

import datetime
import random
from pathlib import Path

from tourgen import disk
from tourgen.build import build_events
from tourgen.event import Division, Event
from tourgen.event_files import event_files
from tourgen.formats import read_format, shipped_formats, shipped_text
from tourgen.invented import invented_field
from tourgen.new import FolderExists
from tourgen.simulate import Chances, Rehearsal, playable, random_draws

_PLAYERS = 32
_TIMES = ("11:00", "11:55", "13:20", "14:15", "15:10", "16:05", "17:00", "17:50")
_PAGE = """\
# この大会について

これは tourgen の見本です。選手も所属も結果も、抽せんの数字も、すべて架空のものです。

`events/demo` の結果シートを Excel や LibreOffice で直し、`tourgen build` を実行すると、サイトが作り直されます。
"""


def make_demo(folder: Path) -> None:
    """Writes `folder/events/demo` and builds `folder/site`; whatever is there already is left alone."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise FolderExists(str(folder))
    rng = random.Random("tourgen demo")
    runs = []
    for format_id in shipped_formats():
        declared, problems = read_format(shipped_text(format_id), format_id, format_id)
        assert declared is not None, problems
        count = _PLAYERS if playable(declared, _PLAYERS) else 16
        division = Division(
            format_id,
            declared.title,
            declared,
            declared.title_en,
            random_draws(declared, rng),
            declared.lottery.draw_names,
            times=_TIMES[: declared.rounds],
        )
        field = invented_field(declared, count, rng, absent=0.04)
        runs.append(Rehearsal(division, field, rng, Chances(withdraw=0.005, forfeit=0.02)).run())
    event = Event(
        "demo", "見本オセロ大会(架空)", "Sample Othello Tournament (invented)", datetime.date(2026, 7, 12),
        "見本市産業会館", "Sample City Hall", "ja", tuple(run.division for run in runs), folder, "events/demo",
    )  # fmt: skip
    for name, data in event_files(event, runs, {"about": _PAGE}).items():
        disk.write_new(folder / "events" / "demo" / name, data)
    outcomes = list(
        build_events(
            [(folder / "events" / "demo", "events/demo")], folder / "site", "", datetime.datetime.now
        )
    )
    assert not any(outcome.problems for outcome in outcomes), outcomes
