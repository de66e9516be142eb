"""One difference between what a results document says and what the rules give."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tourgen.messages.problems import Language, message

Pair = tuple[int, int | None]  # the second is None for a bye
NOTHING = "-"


@dataclass(frozen=True, slots=True)
class Deviation:
    """What differs (`code`), where, what the rules give and what the document says.

    `rule` is the line of the declaration that decides, in its own words: `avoid rematch 1 > 0`.
    """

    code: str
    round: int | None
    no: int | None
    expected: str
    found: str
    table: int | None = None
    rule: str = ""

    def text(self, language: Language = "ja") -> str:
        """The whole line: round, table, roster number, what is wrong, by which rule, code."""
        where = [
            message(f"verify-at-{name}", language, value=value)
            for name, value in (("round", self.round), ("table", self.table), ("no", self.no))
            if value is not None
        ]
        words = message(f"verify-{self.code}", language, expected=self.expected, found=self.found)
        if self.rule:
            words += message("verify-by-rule", language, rule=self.rule)
        return f"{' '.join(where)}{': ' if where else ''}{words} ({self.code})"


def shown(value: object) -> str:
    """A value as it stands in a deviation."""
    if value is None or value == "":
        return NOTHING
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def compare(
    code: str, expected: object, found: object, at: int | None = None, no: int | None = None, name: str = ""
) -> Iterator[Deviation]:
    """A deviation where the two differ; `name` says which of several values it is."""
    if expected != found:
        yield Deviation(code, at, no, f"{name} {shown(expected)}".lstrip(), shown(found))


def shown_pairs(pairs: Iterable[Pair]) -> str:
    """`3-17, 5-bye`."""
    return ", ".join(f"{first}-{'bye' if second is None else second}" for first, second in pairs) or NOTHING
