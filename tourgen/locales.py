"""How a language counts and what it calls months and days, as Babel knows it.

Babel takes half as long to load as all that a command imports otherwise, for a few words. They are kept where Python
keeps its compiled modules, as long as Babel is the same.
"""

from __future__ import annotations

import datetime
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tourgen.resources import kept, place_beside

_COUNTED = 1000  # so many forms are kept; beyond them Babel is asked


def plural_form(language: str, n: int) -> str:
    """ "one", "other" …: which form of a word goes with n things."""
    known = _known(language)["plural"]
    return str(known[abs(n)] if abs(n) < _COUNTED else _locale(language).plural_form(n))


def ordinal_form(language: str, n: int) -> str:
    """The same of 1st, 2nd …."""
    known = _known(language)["ordinal"]
    return str(known[n] if 0 <= n < _COUNTED else _locale(language).ordinal_form(n))


def month(language: str, date: datetime.date) -> str:
    """July."""
    return str(_known(language)["months"][date.month - 1])


def weekday(language: str, date: datetime.date) -> str:
    """Sun, 日."""
    return str(_known(language)["days"][date.weekday()])


@cache
def _known(language: str) -> dict[str, Any]:
    library = find_spec("babel")
    assert library is not None and library.origin is not None
    installed = Path(library.origin).stat()
    checksum = f"{library.origin} {installed.st_size} {installed.st_mtime_ns}\n".encode()
    return kept(place_beside(Path(__file__), f"{language}-words"), checksum, lambda: _asked(language))


def _asked(language: str) -> dict[str, Any]:
    locale = _locale(language)
    return {
        "plural": [locale.plural_form(n) for n in range(_COUNTED)],
        "ordinal": [locale.ordinal_form(n) for n in range(_COUNTED)],
        "months": [locale.months["format"]["wide"][number] for number in range(1, 13)],
        "days": [locale.days["format"]["abbreviated"][number] for number in range(7)],
    }


@cache
def _locale(language: str) -> Any:
    from babel import Locale

    return Locale(language)
