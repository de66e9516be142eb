"""Words of the older format language, with what stands in their place, so that an old file is answered line by line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

# The first word in quotation marks is the new kind.
_KINDS = {
    "leagues": 'kind = "pool", leave = ["sole-unbeaten", "beaten-at-1-2-4-8"] '
    '([score] bye_opponent = -1, withdrawn = "loss")',
    "swiss": 'kind = "pool", pair_by = ["wins", "smaller-lot"], avoid = ["second-bye", "forbidden", "rematch", '
    '"same-school-strict", "score-gap", "same-school-soft", "discouraged"] '
    "([order] by_group = true; Go: [score] draw = 0.5)",
    "knockout": 'kind = "bracket", from = { stage = "…", who = "sole-unbeaten" }, seats = ["A", "B"]',
    "seeded-knockout": 'kind = "bracket", from = { stage = "…", who = "best", count = 4 }, seats = "seeded"',
    "title-match": 'kind = "bracket", rounds = "with-final", from = { who = "best-overall", sex = "F", count = 2 }, '
    'played_if = "undecided"',
    "main-bracket": 'kind = "bracket", seats = "by-number" ([order] counted = "all")',
    "bracket-finals": 'kind = "bracket" × 3: semi, third, final (from = { stage = "…", who = "winners" })',
    "repechage": 'kind = "bracket", from = { stage = "…", who = "losers", at = ["A4", "B4"] }',
    "placing": 'kind = "bracket", from = { stage = "…", who = "winners" }, seats = ["1", "2", "3", "4"]',
}
# Flows stand on the stage that receives.
_ON_THE_RECEIVER = {
    "sole_unbeaten_to": 'from = { stage = "…", who = "sole-unbeaten" }',
    "beaten_to": 'from = { stage = "…", who = "beaten" } / who = "losers"',
    "winners_to": 'from = { stage = "…", who = "winners" }',
    "finals": 'from = { stage = "…", who = "winners" }',
    "repechage": 'from = { stage = "…", who = "losers" }',
}
_KEYS = {
    "leagues": "groups",
    "blocks": "groups",
    "groups": 'from = { stage = "…", who = "losers", at = […] }',
    "entrants": 'seats = ["A", "D", "B", "C"]',
    "main": 'from = { stage = "…", who = "winners" } / who = "losers"',
    "after": 'from = { stage = "…", who = "best", count = … } / who = "unbeaten"',
    "cut": "from = { …, count = … }",
    "knockout": 'played_if = "undecided"',
    "titles": "[[place_title]] (sex, match)",
    "sex": "from = { …, sex = … }",
    "semi_round": 'kind = "bracket" (rounds)',
    "third_round": 'kind = "bracket" (rounds)',
    "final_round": 'kind = "bracket" (rounds)',
    "third_places": "winner_places, loser_places",
    "round": "rounds ([[stage]])",
    "pairs": "seats",
    "avoid_rematch": 'avoid = ["rematch"]',
}
_VALUES = {
    ("bye", "inside-optimum"): 'bye = "phantom"',
    ("third", "none"): 'third = "shared"',
    ("qualified_rest", "none"): 'qualified_rest = "win"',
}


def with_new_kinds(table: Mapping[str, Any]) -> Iterator[tuple[int, str]]:
    """Every stage of an older kind, by its number; it gets its new kind, so that its other lines are read as well."""
    stages = table.get("stage")
    for at, stage in enumerate(stages if isinstance(stages, list) else (), 1):
        kind = stage.get("kind") if isinstance(stage, dict) else None
        if isinstance(kind, str) and kind in _KINDS:
            stage["kind"] = _KINDS[kind].split('"')[1]
            yield at, kind


def old_word(key: str, value: object) -> dict[str, object] | None:
    """What to write instead of a key, or a value, of the older language; None where it is not of it."""
    if key in _ON_THE_RECEIVER:
        line = _ON_THE_RECEIVER[key]
        return {
            "instead": {"ja": f"受け取るステージに {line}", "en": f"{line}, in the stage that takes them"}
        }
    found = _KINDS.get(str(value)) if key == "kind" else _VALUES.get((key, str(value)), _KEYS.get(key))
    return {"instead": found} if found else None
