"""The five minutes of the tutorial: exactly its steps, from a form's CSV to the pairings to print."""

import csv
import re
import shlex
from pathlib import Path

import pytest

from tests.cli.desk import run
from tools.docs.shelf import document
from tourgen.messages.problems import LANGUAGES
from tourgen.web.paper import browser

HEADERS = {
    "ja": [
        "タイムスタンプ",
        "お名前（漢字）",
        "お名前（ふりがな）",
        "所属クラブ・学校名",
        "段級位をお答えください",
        "性別",
    ],
    "en": ["Timestamp", "Your name", "Furigana", "Club or school", "Grade", "Gender"],
}
COUNTS = {"ja": r"\*\*(\d+) 手順\*\*", "en": r"\*\*(\d+) steps\*\*"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_steps_lead_to_the_pairings(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(browser, "_places", lambda: iter(()))  # papers are HTML then, which is quick
    text = document("tutorial", language).text
    steps = re.findall(
        r"^\d\. (.*)$", text.partition("<!-- five minutes -->\n")[2].partition("\n\n")[0], re.M
    )
    stated = re.search(COUNTS[language], text)
    assert stated and int(stated[1]) == len(steps)
    commands = [shlex.split(step.strip("`")) for step in steps if step.startswith("`tourgen")]
    entries = tmp_path / commands[0][commands[0].index("--entries") + 1]
    with entries.open("w", encoding="cp932", newline="") as file:
        people = [["2027/03/01", f"例示 {no:02}", "れいじ", "見本会", "初段", "女性"] for no in range(1, 25)]
        csv.writer(file).writerows([HEADERS[language], *people])
    for _, *arguments in commands:
        run(tmp_path, *arguments)
    printed = "".join(path.read_text(encoding="utf-8") for path in (tmp_path / "print/spring").glob("*.html"))
    assert all(f"例示 {no:02}" in printed for no in range(1, 25))
