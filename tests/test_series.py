"""Long series go on where they stopped, as long as what they look at stays as it is."""

import subprocess
from pathlib import Path

from tests.series import code_of


def test_what_was_found_holds_until_program_or_series_change(tmp_path: Path) -> None:
    for name in ("tourgen/a.py", "templates/a.html", "tests/crash/a.py", "docs/a.md"):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text("before", encoding="utf-8")
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    series = tmp_path / "tests/crash"
    known = {code_of(series, root=tmp_path)}
    (tmp_path / "docs/a.md").write_text("after", encoding="utf-8")
    assert code_of(series, root=tmp_path) in known
    for name in ("tourgen/a.py", "templates/a.html", "tests/crash/a.py"):
        (tmp_path / name).write_text("after", encoding="utf-8")
        assert code_of(series, root=tmp_path) not in known, name
        known.add(code_of(series, root=tmp_path))
