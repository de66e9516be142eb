"""JSON Schema of the format language, for editors that complete and check a file while it is written.

python -m tourgen.formats.schema prints it; docs/format.schema.json is what it printed.
"""

from __future__ import annotations

import json
from typing import Any

from tourgen.formats.models import Format
from tourgen.formats.words import CRITERIA, LEAVE, NUMBERED_CRITERIA, PLAIN_CRITERIA

SETTING = {"$ref": "#/$defs/Setting"}
CRITERION = {"$ref": "#/$defs/CriterionWord"}
LEFT_BY = {"$ref": "#/$defs/LeaveWord"}
NUMBERED = "|".join(NUMBERED_CRITERIA)
WORDS: dict[str, Any] = {
    "Setting": {"type": "string", "pattern": r"^\$", "description": "the setting of this name"},
    "CriterionWord": {
        "anyOf": [
            {"enum": list(PLAIN_CRITERIA)},
            {"type": "string", "pattern": rf"^({NUMBERED})-[1-9][0-9]{{0,2}}$", "examples": list(CRITERIA)},
            SETTING,
        ]
    },
    "LeaveWord": {
        "anyOf": [
            {"enum": list(LEAVE[:2])},
            {"type": "string", "pattern": "^(wins|losses)-[1-9][0-9]?$", "examples": list(LEAVE[2:])},
        ]
    },
}
CRITERIA_KEYS = ("criteria", "order", "pair_by", "deal_by")


# Keys at which one value may stand for a range or list of it.
ONE_VALUE: dict[str, list[dict[str, Any]]] = {
    "rounds": [{"type": "integer", "minimum": 1}],
    "winner_places": [{"type": "integer", "minimum": 1}],
    "loser_places": [{"type": "integer", "minimum": 1}],
    "from": [{"$ref": "#/$defs/Flow"}],
    "school": [{"enum": ["strict", "soft", "off"]}],
}


def json_schema() -> dict[str, Any]:
    """The schema of a format file: in the place of any value may stand "$name", and the settings are free."""
    schema = Format.model_json_schema(by_alias=True)
    for table in (schema, *schema["$defs"].values()):
        table["properties"] = {name: _key(name, one) for name, one in table.get("properties", {}).items()}
    schema["properties"].pop("id")
    schema["required"] = [name for name in schema["required"] if name != "id"]
    schema["properties"]["settings"] = {"type": "object", "description": "what an event may override by name"}
    schema["$defs"] |= WORDS
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}


def _key(name: str, node: dict[str, Any]) -> dict[str, Any]:
    """What can stand at a key."""
    said = {key: one for key, one in node.items() if key in ("title", "default")}
    found = _open({key: one for key, one in node.items() if key not in said}, name)
    ways = [*found.get("anyOf", [found]), *ONE_VALUE.get(name, [])]
    return {**said, "anyOf": ways} if len(ways) > 1 else {**said, **found}


def _open(node: Any, name: str) -> Any:
    """The same with the words of criteria and of `leave`, and settings in the place of any value but a text."""
    if isinstance(node, list):
        return [_open(one, name) for one in node]
    if not isinstance(node, dict):
        return node
    if node == {"type": "string"} and name in (*CRITERIA_KEYS, "leave"):
        return LEFT_BY if name == "leave" else CRITERION
    found = {key: one if key in ("enum", "discriminator") else _open(one, name) for key, one in node.items()}
    tables = "$ref" in str(node.get("items", "")) and name not in CRITERIA_KEYS
    value = "enum" in found or (found.get("type") in ("integer", "number", "boolean", "array") and not tables)
    return {"anyOf": [found, SETTING]} if value else found


if __name__ == "__main__":
    print(json.dumps(json_schema(), ensure_ascii=False, indent=1))
