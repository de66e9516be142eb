"""The tables of words in docs/formats.md and formats.ja.md, from the catalogue of their meanings.

python -m tools.docs.word_tables writes them anew; a test says when that is needed.
"""

from __future__ import annotations

import re
from pathlib import Path

from tourgen.formats import words
from tourgen.messages.problems import message

DOCS = Path(__file__).parents[2] / "docs"
FILES = {"ja": DOCS / "formats.ja.md", "en": DOCS / "formats.md"}
# What each list of words is called: the key it stands at.
LISTS: dict[str, tuple[str, ...]] = {
    "kind": words.words_of(words.Kind),
    "who": words.words_of(words.Who),
    "first_round": words.words_of(words.FirstRound),
    "opponent": words.words_of(words.Opponent),
    "bye": words.words_of(words.Bye),
    "avoid": words.words_of(words.Avoid),
    "school": words.words_of(words.School),
    "leave": (*words.LEAVE[:2], "wins", "losses"),
    "qualified_rest": words.words_of(words.Rest),
    "deal": words.words_of(words.Deal),
    "seats": words.words_of(words.Seats),
    "shared": words.words_of(words.SharedOrPlayed),
    "criterion": (*words.PLAIN_CRITERIA, *words.NUMBERED_CRITERIA),
}
# Words with a number of one's own behind them.
NUMBERED = {
    ("leave", "wins"): "wins-n",
    ("leave", "losses"): "losses-n",
    ("criterion", "top-bottom"): "top-bottom-k",
    ("criterion", "brightwell"): "brightwell-c",
    ("criterion", "brightwell-beaten"): "brightwell-beaten-c",
    ("criterion", "rank-after"): "rank-after-n",
}
_HEADS = {"shared": "`third`, `fifth`", "criterion": {"ja": "基準", "en": "criterion"}}
_MEANING = {"ja": "意味", "en": "meaning"}
_TABLE = re.compile(r"(<!-- words: (\w+) -->\n)(?:\|.*\n)*")


def table(name: str, language: str) -> str:
    """One list of words as a table."""
    head = _HEADS.get(name, f"`{name}`")
    head = head[language] if isinstance(head, dict) else head
    rows = [f"| {head} | {_MEANING[language]} |", "|---|---|"]
    for word in LISTS[name]:
        shown = NUMBERED.get((name, word), word)
        rows.append(f"| `{shown}` | {message(f'word-{name}-{word}', language)} |")
    return "".join(f"{row}\n" for row in rows)


def filled(text: str, language: str) -> str:
    """The document with its tables as the catalogue says."""
    return _TABLE.sub(lambda found: found[1] + table(found[2], language), text)


if __name__ == "__main__":
    for language, path in FILES.items():
        path.write_text(filled(path.read_text(encoding="utf-8"), language), encoding="utf-8")
