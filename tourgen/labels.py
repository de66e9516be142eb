"""The names of stages and groups as people read and type them (組), in both languages."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from tourgen.formats.declaration import Format, MainBracket, Repechage

STAGE_NAMES: dict[str, tuple[str, str]] = {
    "league": ("予選リーグ", "Preliminary league"),
    "ranking": ("順位決定リーグ", "Ranking league"),
    "knockout": ("決勝トーナメント", "Knockout"),
    "semi": ("準決勝", "Semi-final"),
    "third": ("3位決定戦", "Third place"),
    "final": ("決勝", "Final"),
    "womens-final": ("女子決勝", "Women's final"),
    "main": ("全勝トーナメント", "Main bracket"),
    "repechage": ("敗者復活トーナメント", "Repechage"),
    "placing": ("入賞決定戦", "Placing match"),
}
_SHORT = {"ranking": ("順位決定", "Ranking")}
_GROUPS = {"main": ("全勝{}", "Main {}"), "repechage": ("敗復{}", "Rep. {}")}
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
    """What stands in 組: the league's letter, the block or group of a bracket, else the stage."""
    if group is None:
        return _SHORT.get(stage, STAGE_NAMES[stage])[language != "ja"]
    return _GROUPS.get(stage, ("{}", "{}"))[language != "ja"].format(group)


def plain(text: str) -> str:
    """For comparing what people type: NFKC, no spaces, lower case."""
    return "".join(unicodedata.normalize("NFKC", text).split()).casefold()


def read_group(text: str, declared: Format) -> tuple[str, str | None] | None:
    """(stage, group) for what stands in 組; None if it can't be read."""
    return _known_groups(declared).get(plain(text))


def group_examples(declared: Format) -> str:
    """What can stand in 組, for a message."""
    return ", ".join(
        declared.league_names or [group_name(stage, group, "ja") for stage, group in _brackets(declared)]
    )


def _brackets(declared: Format) -> Iterator[tuple[str, str]]:
    for stage in declared.stage:
        if isinstance(stage, MainBracket):
            yield from (("main", block) for block in stage.blocks)
        elif isinstance(stage, Repechage):
            yield from (("repechage", str(number)) for number in range(1, len(stage.groups) + 1))


def _known_groups(declared: Format) -> dict[str, tuple[str, str | None]]:
    known: dict[str, tuple[str, str | None]] = {}
    for stage, names in STAGE_NAMES.items():
        known.update({plain(name): (stage, None) for name in (*names, *_SHORT.get(stage, ()))})
    known.update({plain(name): (stage, None) for name, stage in _ALSO.items()})
    for stage, group in _brackets(declared):
        known.update({plain(group_name(stage, group, language)): (stage, group) for language in ("ja", "en")})
    for league in declared.league_names:
        name = plain(league)
        spellings = (name, f"{name}リーグ", f"league{name}", f"{name}組", f"予選{name}")
        known.update(dict.fromkeys(spellings, ("league", league)))
    return known
