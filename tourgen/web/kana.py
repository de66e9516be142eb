"""Names in the order of the fifty sounds, and the rows (あ か さ …) under which people look for themselves."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import TypeVar

import jaconv

_ROWS = (
    "あいうえお",
    "かきくけこ",
    "さしすせそ",
    "たちつてと",
    "なにぬねの",
    "はひふへほ",
    "まみむめも",
    "やゆよ",
    "らりるれろ",
    "わゐゑをん",
)
_SMALL = str.maketrans("ぁぃぅぇぉっゃゅょゎ", "あいうえおつやゆよわ")
LATIN = ("A", "K", "S", "T", "N", "H", "M", "Y", "R", "W")  # what the rows are called in English

Item = TypeVar("Item")
KanaGroup = tuple[str, str, str, list[Item]]  # id, kana, latin, and those under it


def plain(kana: str) -> str:
    """Hiragana without voicing marks and small forms, as a dictionary sorts them."""
    hiragana = jaconv.kata2hira(unicodedata.normalize("NFKC", kana))
    bare = "".join(c for c in unicodedata.normalize("NFD", hiragana) if c not in "\u3099\u309a")
    return bare.translate(_SMALL).lower()


def sort_key(kana: str, name: str, no: int) -> tuple[bool, str, str, str, int]:
    """くうそう, ぐうすう, くろいし; whoever has no kana comes last, by name."""
    return (not kana, plain(kana).replace(" ", "\0"), kana, name, no)


def row_of(kana: str) -> int | None:
    """The index of the row in which a name stands, None where it has no kana."""
    first = plain(kana)[:1]
    return next((i for i, row in enumerate(_ROWS) if first and first in row), None)


def labelled(items: Iterable[tuple[str, Item]]) -> list[KanaGroup[Item]]:
    """(kana, item) pairs, which are sorted already, under their rows, with what an index needs."""
    found: dict[int | None, list[Item]] = {}
    for kana, item in items:
        found.setdefault(row_of(kana), []).append(item)
    return [
        ("kx", "", "", members) if at is None else (f"k{at}", _ROWS[at][0], LATIN[at], members)
        for at, members in found.items()
    ]


def romaji(kana: str) -> str:
    """ひょうごや → hyougoya: what people without a Japanese keyboard type to find somebody."""
    return str(jaconv.kana2alphabet(jaconv.kata2hira(kana)))
