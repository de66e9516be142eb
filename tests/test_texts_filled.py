"""Texts with their values: one thing or several, ordinals, dates."""

import datetime

import pytest

from tourgen.messages.fill import fill, ordinal_ending
from tourgen.messages.problems import LANGUAGES, catalogue, message
from tourgen.web.texts import Texts
from tourgen.web.texts import catalogue as page_texts
from tourgen.web.words import Words


@pytest.mark.parametrize(
    ("n", "said"), [(0, "0 games"), (1, "1 game"), (2, "2 games"), (21, "21 games"), (1000, "1000 games")]
)
def test_one_thing_or_several(n: int, said: str) -> None:
    assert fill("{n:# game|# games}", "en", {"n": n}) == said


def test_a_form_may_go_without_its_number() -> None:
    text = "{n:The point|The # points} of {name} {n:is|are} open"
    assert fill(text, "en", {"n": 1, "name": "A"}) == "The point of A is open"
    assert fill(text, "en", {"n": 3, "name": "A"}) == "The 3 points of A are open"


def test_other_ways_to_show_a_value() -> None:
    assert fill("{total:,} ÷ {n}", "ja", {"total": 12345678, "n": 2}) == "12,345,678 ÷ 2"
    assert fill("{n}", "ja", {"n": 2}, lambda value, spec: f"<{value}>") == "<2>"


def test_the_same_on_pages_and_in_messages() -> None:
    assert message("why-wins", "en", n=1) == Texts("en")("count.wins", n=1) == "1 win"
    assert message("why-wins", "ja", n=2) == Texts("ja")("count.wins", n=2) == "2勝"
    assert Words(Texts("en")).wins(-1) == "−1 win"


def test_names_are_escaped_on_pages_and_texts_are_not() -> None:
    assert Texts("en")("table.at", n="<b>") == "Table &lt;b&gt;"


def test_only_english_has_forms() -> None:
    texts = [*catalogue().values(), *page_texts("texts.toml").values()]
    assert not any("|" in words["ja"] for words in texts if "{" in words["ja"])


def test_ordinals() -> None:
    numbers = (1, 2, 3, 4, 10, 11, 12, 13, 20, 21, 22, 23, 101, 111)
    assert " ".join(f"{n}{ordinal_ending(n)}" for n in numbers) == (
        "1st 2nd 3rd 4th 10th 11th 12th 13th 20th 21st 22nd 23rd 101st 111th"
    )


def test_dates() -> None:
    words = {language: Words(Texts(language)) for language in LANGUAGES}
    sunday = datetime.date(2026, 7, 12)
    assert {language: one.date(sunday) for language, one in words.items()} == {
        "ja": "2026年7月12日（日）",
        "en": "Sun, 12 July 2026",
    }
