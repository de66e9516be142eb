"""From the text of a format file to its declaration, or to everything that is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, reduce
from importlib.resources import files
from operator import getitem
from string import ascii_uppercase
from typing import Any, get_args

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from tourgen.formats import models
from tourgen.formats.checks import doubts
from tourgen.formats.doubt import FormatProblem, with_example
from tourgen.formats.lines import Lines
from tourgen.formats.old_language import old_word, with_new_kinds
from tourgen.formats.words import Kind, words_of
from tourgen.messages.problems import Problem, closest, in_both, listed
from tourgen.storage.toml_text import read_toml, shown_value, toml_value

TIME = ("time", "time_en")  # 持ち時間: settings of every format
MOST_LEFT_OUT = 3  # times that a file is looked at again without what was wrong in it
# What stands for a key that must be there and is missing or wrong, while the rest is looked at.
STAND_INS: dict[str, object] = {
    **dict.fromkeys(("id", "name", "title"), "-"),
    **{"game": "othello", "kind": "pool", "who": "rest"},
    **{"order": {"criteria": ["points"]}, "criteria": ["points"]},
}
# What else would be said of the whole where a key of a stage is missing or wrong.
FOLLOWING = {"stage-unknown": "id", **dict.fromkeys(("final-first-alone", "title-match", "by-group"), "kind")}
OF_ANY_STAGE = ("id", "name", "rounds", "from")


@cache
def shipped_formats() -> tuple[str, ...]:
    """The ids of the formats that come with the project."""
    here = files("tourgen.formats")
    return tuple(sorted(one.name[:-5] for one in here.iterdir() if one.name.endswith(".toml")))


def shipped_text(format_id: str) -> str:
    """The declaration of a shipped format, comments included."""
    return files("tourgen.formats").joinpath(f"{format_id}.toml").read_text(encoding="utf-8")


def shipped_format(format_id: str, settings: Mapping[str, object] | None = None) -> models.Format:
    """A shipped format, with these settings."""
    declared, problems = read_format(shipped_text(format_id), format_id, settings)
    assert declared is not None, problems
    return declared


def read_format(
    text: str, format_id: str, overrides: Mapping[str, object] | None = None
) -> tuple[models.Format | None, list[FormatProblem]]:
    """The declaration in `text` with the event's settings in place, or every problem with it."""
    single = re.search(r"^[ \t]*\[(stage|place_title|award|qualification|time_control)\]", text, re.MULTILINE)
    if single:
        line = text.count("\n", 0, single.start()) + 1
        return None, [FormatProblem("table-brackets", single[1], f"[{single[1]}]", line=line)]
    table = read_toml(text, "")
    if isinstance(table, Problem):
        return None, [FormatProblem(table.code, table.where.cell or "", table.found, table.params)]
    settings = table.pop("settings", {})
    if not isinstance(settings, dict):
        return None, [_expected("settings", settings, "[settings]")]
    overrides = overrides or {}
    for key in TIME:
        if key in overrides or "time" in overrides:  # the format's translation doesn't belong to another time
            settings.setdefault(key, table.get(key, "") if key in overrides else "")
            table[key] = f"${key}"
    substitution = Substitution(settings, overrides)
    table = {**substitution.filled_in(table, ()), "id": format_id}
    older = [
        FormatProblem("format-old", f"stage[{at}].kind", kind, old_word("kind", kind) or {})
        for at, kind in with_new_kinds(table)
    ]
    declared, problems = _declared(table, older)
    # A value that is no setting is told once, not again as a wrong value.
    problems = substitution.problems + [one for one in problems if not one.found.startswith("$")]
    if not problems:
        return declared, []
    # Several keys may be wrong by one setting: that is one mistake, told once, with its limits where they are known.
    told: dict[tuple[str, str, str], FormatProblem] = {}
    for one in map(substitution.at_setting, problems):
        told.setdefault((one.code, one.key, one.found), one)
    lines = Lines(text)
    placed = [
        one if one.key in (overrides or {}) else replace(one, line=lines.of(one.key, one.found))
        for one in told.values()
    ]
    return None, sorted(placed, key=lambda one: one.line or 0)


def _declared(
    table: dict[str, Any], older: Sequence[FormatProblem]
) -> tuple[models.Format | None, list[FormatProblem]]:
    """The declaration and everything that is wrong with it.

    What no key can be is told first and then left out, so that the rest is looked at as a whole all the same.
    """
    problems = [*older]
    for _ in range(MOST_LEFT_OUT):
        try:
            declared = models.Format.model_validate(table)
        except ValidationError as error:
            known = {one.key for one in problems}  # what was left out is not told as missing
            told = [one for one in _told(error, table) if one.key not in known]
            # A line may lack only what was wrong in it, and is left out already.
            lacking = [one for one in told if one.code == "award-line" and _holds_some(one.key, known)]
            told = [one for one in told if one not in lacking]
            problems += told
            # Of `award[1].places[2]` all of `award[1].places`: a range without one end would be another mistake.
            keys = [one.key for one in told]
            whole = [key.rpartition("[")[0] if key.endswith("]") and "." in key else key for key in keys]
            table = _without(table, whole)
            for key in whole:
                _stand_in(table, key)
            if "stage" not in table:
                break
            continue
        if any(one.code == "format-old" for one in problems):
            break  # what else there is follows from the older words
        return declared, problems + _as_a_whole(declared, problems)
    return None, problems


def _as_a_whole(declared: models.Format, problems: Sequence[FormatProblem]) -> list[FormatProblem]:
    """What is wrong with the declaration as a whole, but for what may come of a mistake that is told already."""
    spoilt = {one.key.partition(".")[0] for one in problems}
    shaping = [
        found for one in problems if (found := re.match(r"(stage\[\d+\])\.(id|kind|rounds|from)\b", one.key))
    ]
    vague = {found[1] for found in shaping}  # stages of which others can't be sure
    names = {f"stage[{at}]": stage for at, stage in enumerate(declared.stage, 1)}
    for name, stage in names.items():
        if any(names[one].id in stage.sources for one in vague):
            vague.add(name)
    followed = {found[2] for found in shaping}
    following = {code for code, key in FOLLOWING.items() if key in followed}
    told = (one for one in doubts(declared) if one.key.partition(".")[0] not in spoilt | vague)
    return [one for one in told if one.code not in following]


def _stand_in(table: dict[str, Any], key: str) -> None:
    """Puts something in the place of a key that must be there, so that the rest can be looked at."""
    *path, last = [int(part) - 1 if part.isdecimal() else part for part in re.findall(r"[^.[\]]+", key)]
    inside: Any = table
    for part in path:
        if not _holds(inside, part):
            return
        inside = inside[part]
    if last == "kind":  # what else stands in such a stage belongs to a kind that nobody knows
        for name in set(inside) - set(OF_ANY_STAGE):
            del inside[name]
    if isinstance(inside, dict) and last in STAND_INS:
        inside[last] = STAND_INS[last]


def _holds_some(key: str, keys: Iterable[str]) -> bool:
    """Whether one of these keys stands inside this one."""
    return any(one.startswith((f"{key}[", f"{key}.")) for one in keys)


def _without(value: Any, keys: Sequence[str], path: tuple[str | int, ...] = ()) -> Any:
    """The table without what stands at these keys; a stage that can't be read at all takes the others with it."""
    if not isinstance(value, dict | list):
        return value
    parts = value.items() if isinstance(value, dict) else enumerate(value)
    inside = {(*path, name): inner for name, inner in parts}
    kept = {at[-1]: _without(inner, keys, at) for at, inner in inside.items() if shown_key(at) not in keys}
    return kept if isinstance(value, dict) else list(kept.values())


class Substitution:
    """Puts settings in the place of "$name", and remembers where, so that a wrong value is told at the setting."""

    def __init__(self, settings: Mapping[str, Any], overrides: Mapping[str, object]) -> None:
        self.defaults = settings
        self.settings = {**settings, **{name: overrides[name] for name in overrides if name in settings}}
        self.overrides = overrides
        self.places: dict[str, str] = {}  # key → the setting whose value stands there
        self.problems = [
            FormatProblem("setting-unknown", name, name, {"suggestion": closest(name, [*settings])})
            for name in overrides
            if name not in settings
        ]

    def filled_in(self, value: Any, path: tuple[str | int, ...]) -> Any:
        """The table with every "$name" replaced."""
        if isinstance(value, dict):
            return {key: self.filled_in(inner, (*path, key)) for key, inner in value.items()}
        if isinstance(value, list):
            return [self.filled_in(inner, (*path, at)) for at, inner in enumerate(value)]
        if not (isinstance(value, str) and value.startswith("$")):
            return value
        if value[1:] in self.settings:
            self.places[shown_key(path)] = value[1:]
            return self.settings[value[1:]]
        suggestion = {"suggestion": closest(value, [f"${name}" for name in self.settings])}
        self.problems.append(FormatProblem("setting-unknown", shown_key(path), value, suggestion))
        return value

    def at_setting(self, problem: FormatProblem) -> FormatProblem:
        """A problem that the event's own setting causes stands at that setting's name, in its own words."""
        for place, name in self.places.items():
            same = (
                problem.key == place or _holds_some(place, [problem.key]) or _holds_some(problem.key, [place])
            )
            if name in self.overrides and same:
                if problem.code not in OF_A_VALUE:
                    return FormatProblem(problem.code, name, problem.found, problem.params)
                params = {
                    "setting": name,
                    "example": toml_value(self.defaults[name]),
                    "limits": problem.params.get("limits", ""),
                }
                return FormatProblem("setting-value", name, toml_value(self.overrides[name]), params)
        return problem


def shown_key(path: Sequence[str | int]) -> str:
    """`stage[2].rounds[1]`: a key as a person finds it, lists counted from 1."""
    shown = ""
    for part in path:
        shown += f"[{part + 1}]" if isinstance(part, int) else f".{part}" if shown else part
    return shown


OF_A_VALUE = ("format-value", "format-choice", "format-count", "rounds-many")


def _expected(key: str, found: object, expected: str, limits: object = "") -> FormatProblem:
    return FormatProblem("format-value", key, shown_value(found), {"expected": expected, "limits": limits})


def _told(error: ValidationError, table: Mapping[str, Any]) -> list[FormatProblem]:
    """Every error of the models in the words of the language, one per key."""
    found: dict[str, FormatProblem] = {}
    for one in error.errors(include_url=False, include_context=True):
        path, value = _in_table(one["loc"], table, one["type"] == "missing")
        key = shown_key(path)
        problem = _problem(one, key, path, value, table)
        # Of the alternatives of a union the one with words to choose from is the most telling.
        if key not in found or problem.code == "format-choice":
            found[key] = problem
    # Where a part is wrong, that the whole is none of the other things that could stand there is no news.
    return [one for key, one in found.items() if not _holds_some(key, found)]


def _in_table(
    location: Sequence[str | int], table: Mapping[str, Any], missing: bool
) -> tuple[list[str | int], Any]:
    """The part of an error's location that stands in the file; the rest names alternatives of a type."""
    path: list[str | int] = []
    value: Any = table
    for at, part in enumerate(location):
        if _holds(value, part):
            path, value = [*path, part], value[part]
        elif missing and at == len(location) - 1:
            path = [*path, part]
    return path, value


def _holds(value: Any, part: str | int) -> bool:
    if isinstance(value, dict):
        return part in value
    return isinstance(value, list) and isinstance(part, int) and part < len(value)


def _problem(
    one: Any, key: str, path: Sequence[str | int], value: Any, table: Mapping[str, Any]
) -> FormatProblem:
    """One error of the models as a problem of the language."""
    last, what = str(path[-1]) if path else "", one["type"]
    if what in ("union_tag_invalid", "union_tag_not_found"):
        key, last = f"{key}.kind", "kind"
        value = value.get("kind", "") if isinstance(value, dict) else value
        known: list[str] | tuple[str, ...] = words_of(Kind)
    elif what == "extra_forbidden" and not old_word(last, value) and (homes := _homes(path)):
        return FormatProblem("key-elsewhere", key, last, {"where": homes})
    elif what == "extra_forbidden":
        known, value = _keys(path, table), last
    elif what == "literal_error" and isinstance(value, str) and last != "rounds":
        known = re.findall(r"'([^']*)'", one["ctx"]["expected"])
    elif what == "missing":
        return FormatProblem("format-key-missing", key, last, with_example(last))
    elif what == "value_error" and "award-line" in one["msg"]:
        return FormatProblem("award-line", key, shown_value(value.get("reason", "")))
    elif "entrants" in path and any(isinstance(name, str) for name in _entrants(path, table)):
        # Names stand where numbers belong: the older language listed the groups in `entrants`.
        key, last = shown_key(path[: path.index("entrants") + 1]), "entrants"
        return FormatProblem("format-old", key, last, old_word(last, "") or {})
    else:
        return _expected(key, value, _example(one, last), _limits(one, value))
    older = old_word(last, value)
    if older:
        return FormatProblem("format-old", key, value, older)
    code = "format-key-unknown" if what == "extra_forbidden" else "format-choice"
    words = [toml_value(word) for word in known]
    limits = in_both("limits-one-of", words=listed(words)) if code == "format-choice" else ""
    return FormatProblem(
        code, key, shown_value(value), {"suggestion": closest(shown_value(value), known), "limits": limits}
    )


def _example(one: Any, key: str) -> str:
    """What could stand there."""
    least, most = (one.get("ctx", {}).get(key) for key in ("ge", "le"))
    if isinstance(least, int) and least > 1:
        return f"{least}, {least + 1}, {least + 2} …"
    if one["type"] in ("literal_error", "tuple_type", "model_type") and key in _SHAPES:
        return _SHAPES[key]
    if one["type"] == "literal_error":
        return re.sub(", | or ", " / ", one["ctx"]["expected"]).replace("'", '"')
    return f"1 … {most}" if most is not None else _EXAMPLES.get(one["type"], str(one["msg"]))


def _entrants(path: Sequence[str | int], table: Any) -> list[Any]:
    found = reduce(getitem, path[: path.index("entrants") + 1], table)
    return found if isinstance(found, list) else []


def _limits(one: Any, value: Any) -> object:
    """What the value may be, in words."""
    if one["type"] == "greater_than_equal":
        return in_both("limits-least", least=one["ctx"]["ge"])
    if one["type"] == "tuple_type" and type(value) is int and 1 <= value <= len(ascii_uppercase):
        # Names where a number stands: how many there are is how many are named.
        return in_both("limits-names", n=value, names=toml_value(list(ascii_uppercase[:value])))
    ranged = isinstance(value, list) and len(value) == 2 and type(value[0]) is int
    return in_both("limits-least", least=value[0]) if one["type"] == "value_error" and ranged else ""


_EXAMPLES = {
    "int_type": "1, 2, 3 …",
    "float_type": "6.5",
    "float_parsing": "0.5",
    "finite_number": "6.5",
    "string_type": '"…"',
    "bool_type": "true / false",
    "tuple_type": "[ … ]",
    "model_type": "{ … }",
    "greater_than_equal": "1, 2, 3 …",
    "value_error": "[1, 6]",
    "too_long": "[1, 6]",
    "missing_sequence_item": "[1, 6]",
}


# Keys by what can stand there, where that tells more than its type.
_SHAPES = {
    "rounds": '[1, 5], 6, "with-final"',
    "from": '{ stage = "…", who = "best", count = 4 }',
    "criteria": '["wins", "opponents-wins"]',
    "pair_by": '["wins", "smaller-lot"]',
    "first": '["knockout"]',
    "counted": '["swiss"]',
    "places": "[1, 1]",
    "avoid": '["rematch"]',
    "leave": '["wins-2", "losses-2"]',
}

_STAGES = {model.model_fields["kind"].default: model for model in get_args(models.OneStage)}


def _fields(model: type[BaseModel]) -> dict[str, FieldInfo]:
    """The keys of a table, as they are written."""
    return {one.alias or name: one for name, one in model.model_fields.items()}


def _homes(path: Sequence[str | int]) -> str:
    """Where a key belongs that stands at the top of the file, or in a stage of another kind; "" where nowhere."""
    kinds = [kind for kind, model in _STAGES.items() if path[-1] in _fields(model)]
    if len(path) == 1:
        return "[[stage]]" if kinds else ""
    return " / ".join(f'kind = "{kind}"' for kind in kinds) if path[0] == "stage" and len(path) == 3 else ""


def _keys(path: Sequence[str | int], table: Mapping[str, Any]) -> list[str]:
    """The keys that the table in which an unknown one stands can have."""
    model: Any = models.Format
    for part in path[:-1]:
        table = table[part]  # type: ignore[index]
        if isinstance(part, str):
            model = _model_of(_fields(model)[part].annotation if model and part in _fields(model) else None)
        elif isinstance(table, dict) and "kind" in table:
            model = _STAGES.get(str(table["kind"]), models.Pool)
    return [name for name in (_fields(model) if model else ()) if name != "id" or model is not models.Format]


def _model_of(hint: Any) -> Any:
    """The model of the tables that a type allows, None where there are none."""
    if isinstance(hint, type) and issubclass(hint, BaseModel):
        return hint
    return next((found for one in reversed(get_args(hint)) if (found := _model_of(one))), None)
