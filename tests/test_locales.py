"""What is kept of Babel is what Babel says."""

import datetime
import sys
from pathlib import Path

import pytest
from babel import Locale
from babel.dates import format_date

from tourgen import locales
from tourgen.locales import ordinal_form, plural_form
from tourgen.web.texts import Texts
from tourgen.web.words import Words

PATTERNS = {"ja": "y年M月d日（EEE）", "en": "EEE, d MMMM y"}


@pytest.mark.parametrize("language", PATTERNS)
def test_dates_are_written_as_babel_writes_them(language: str) -> None:
    words = Words(Texts(language))
    for days in range(0, 800):
        date = datetime.date(2026, 1, 1) + datetime.timedelta(days)
        assert words.date(date) == format_date(date, PATTERNS[language], locale=language)


@pytest.mark.parametrize("language", PATTERNS)
def test_numbers_are_counted_as_babel_counts_them(language: str) -> None:
    locale = Locale(language)
    for n in (*range(-3, 130), 999, 1000, 1001, 1002, 1011, 10_000):
        assert plural_form(language, n) == locale.plural_form(n)
    for n in (*range(130), 999, 1000, 1001, 1002, 1011, 10_000):
        assert ordinal_form(language, n) == locale.ordinal_form(n)


def test_another_babel_is_asked_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def ask(language: str) -> dict[str, list[str]]:
        asked.append(language)
        return {"plural": ["other"]}

    monkeypatch.setattr("sys.dont_write_bytecode", False)
    monkeypatch.setattr(locales, "_asked", ask)
    monkeypatch.setattr(locales, "place_beside", lambda path, kind: tmp_path / kind)
    babel = tmp_path / "babel" / "__init__.py"
    babel.parent.mkdir()
    babel.write_text("# one version\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "babel")
    for source in (None, None, "# another version\n"):
        locales._known.cache_clear()
        if source:
            babel.write_text(source)
        assert plural_form("en", 0) == "other"
    locales._known.cache_clear()
    assert asked == ["en", "en"]
