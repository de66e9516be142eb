"""The names of stages and groups as people read and type them (組), in both languages."""

from __future__ import annotations

import unicodedata

STAGE_NAMES: dict[str, tuple[str, str]] = {
    "league": ("予選リーグ", "Preliminary league"),
    "ranking": ("順位決定リーグ", "Ranking league"),
    "knockout": ("決勝トーナメント", "Knockout"),
    "semi": ("準決勝", "Semi-final"),
    "third": ("3位決定戦", "Third place"),
    "final": ("決勝", "Final"),
    "womens-final": ("女子決勝", "Women's final"),
}
_SHORT = {"ranking": ("順位決定", "Ranking")}
_ALSO = {
    "順位": "ranking",
    "順位決定戦": "ranking",
    "三位決定戦": "third",
    "3決": "third",
    "準々決勝": "knockout",
}


def stage_name(stage: str, language: str) -> str:
    """The name of a stage as in results.json."""
    return STAGE_NAMES[stage][language != "ja"]


def group_name(stage: str, group: str | None, language: str) -> str:
    """What stands in 組: the league's letter, else the stage."""
    return group if group is not None else _SHORT.get(stage, STAGE_NAMES[stage])[language != "ja"]


def plain(text: str) -> str:
    """For comparing what people type: NFKC, no spaces, lower case."""
    return "".join(unicodedata.normalize("NFKC", text).split()).casefold()


def read_group(text: str, leagues: tuple[str, ...]) -> tuple[str, str | None] | None:
    """(stage, group) for what stands in 組; None if it can't be read."""
    wanted = plain(text)
    for league in leagues:
        name = plain(league)
        if wanted in (name, f"{name}リーグ", f"league{name}", f"{name}組", f"予選{name}"):
            return "league", league
    for stage, names in STAGE_NAMES.items():
        if wanted in [plain(name) for name in (*names, *_SHORT.get(stage, ()))]:
            return stage, None
    also = {plain(name): stage for name, stage in _ALSO.items()}
    return (also[wanted], None) if wanted in also else None
