"""Formats: one TOML file per published rule sheet, read into a declaration and checked.

An organiser may copy a file into the event folder and change it; whatever is wrong in it is answered with the
key, what stands there and what was probably meant.
"""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from tourgen.dataclass import fields, replace
from tourgen.formats.checks import check_format
from tourgen.formats.declaration import MOST_ENTRANTS, STAGE_KINDS, Format
from tourgen.formats.fitting import with_rounds
from tourgen.formats.limits import at_least, names_for, one_of
from tourgen.model import Source
from tourgen.problems import Problem, closest
from tourgen.toml_text import read_toml, shown_value, toml_value

__all__ = ["Format", "read_format", "shipped_formats", "shipped_text"]

_FOLDER = Path(__file__).parent


@cache
def shipped_formats() -> tuple[str, ...]:
    """The ids of the formats that come with the project."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.toml")))


def shipped_text(format_id: str) -> str:
    """The declaration of a shipped format, comments included."""
    return (_FOLDER / f"{format_id}.toml").read_text(encoding="utf-8")


def read_format(
    text: str, format_id: str, file: str, overrides: Mapping[str, object] | None = None
) -> tuple[Format | None, list[Problem]]:
    """The declaration in `text` with the event's settings in place, or everything that is wrong with it."""
    table = read_toml(text, file)
    if isinstance(table, Problem):
        return None, [table]
    settings = table.pop("settings", {})
    reader = _Reader(file)
    if not isinstance(settings, dict):
        return None, [
            Problem("format-value", Source(file, None, "settings"), str(settings), {"expected": "[settings]"})
        ]
    chosen = reader.known_settings(settings, overrides or {})
    table = reader.filled_in(table, {**settings, **chosen}, "")
    table["id"] = format_id
    declared = reader.record(Format, table, "")
    found = [problem for problem in reader.problems if not reader.follows(problem)]
    if isinstance(declared, Format) and not reader.problems:
        found = check_format(declared, file)
        if not found:
            return with_rounds(declared, MOST_ENTRANTS), []
    # Several keys may be wrong by one setting: that is one mistake.
    return None, list(dict.fromkeys(reader.at_setting(problem, settings, chosen) for problem in found))


_OF_A_VALUE = ("format-value", "format-choice", "format-count")
_EXAMPLES = {int: "1, 2, 3 …", float: "6.5", str: '"…"', bool: "true / false"}


class _Reader:
    """Turns TOML tables into declarations, collecting every problem with the key it stands at."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.problems: list[Problem] = []
        self.settings_at: dict[str, str] = {}  # key → the setting whose value stands there
        self.ends: set[str] = set()  # keys of ranges whose end is a setting: [1, "$rounds"]
        self.places: dict[str, str] = {}  # "stage.swiss" → "stage[1]"
        self.unknown: set[str] = set()  # "$name" of which there is no setting

    def problem(self, code: str, key: str, found: object, **params: object) -> None:
        self.problems.append(Problem(code, Source(self.file, None, key), shown_value(found), params))

    def follows(self, problem: Problem) -> bool:
        """Whether it only repeats that there is no setting of a name behind $."""
        return problem.code != "setting-unknown" and problem.found in self.unknown

    def known_settings(
        self, settings: Mapping[str, object], overrides: Mapping[str, object]
    ) -> dict[str, object]:
        for name in overrides:
            if name not in settings:
                self.problem("setting-unknown", name, name, suggestion=closest(name, tuple(settings)))
        return {name: value for name, value in overrides.items() if name in settings}

    def at_setting(
        self, problem: Problem, settings: Mapping[str, object], chosen: Mapping[str, object]
    ) -> Problem:
        """A problem that an event's own setting causes stands at that setting's name, in its own words."""
        key = problem.where.cell or ""
        stage = next((one for one in self.places if key.startswith(f"{one}.")), "")
        key = self.places.get(stage, "") + key.removeprefix(stage)
        names = [
            name
            for place, name in self.settings_at.items()
            if name in chosen and (key.startswith(place) or place.startswith(f"{key}."))
        ]
        if not names:
            return problem
        where = replace(problem.where, cell=names[0])
        if problem.code not in _OF_A_VALUE:
            return replace(problem, where=where)
        params: dict[str, object] = {
            "setting": names[0],
            "example": toml_value(settings[names[0]]),
            "limits": problem.params.get("limits", ""),
        }
        return Problem("setting-value", where, toml_value(chosen[names[0]]), params)

    def filled_in(self, value: Any, settings: Mapping[str, object], key: str) -> Any:
        """Replaces "$name" by the setting of that name."""
        if isinstance(value, dict):
            return {k: self.filled_in(v, settings, f"{key}.{k}".lstrip(".")) for k, v in value.items()}
        if isinstance(value, list):
            return [self.filled_in(v, settings, self.item_key(v, key, n)) for n, v in enumerate(value, 1)]
        if isinstance(value, str) and value.startswith("$"):
            if value[1:] in settings:
                self.settings_at[key] = value[1:]
                return settings[value[1:]]
            self.unknown.add(value)
            self.problem("setting-unknown", key, value, suggestion="$" + closest(value[1:], tuple(settings)))
        return value

    def item_key(self, item: object, key: str, number: int) -> str:
        """A table of a list is named by its place, or by its id."""
        if not isinstance(item, dict):
            self.ends |= {key} if number == 2 else set()
            return key
        if isinstance(item.get("id"), str):
            self.places[f"{key}.{item['id']}"] = f"{key}[{number}]"
        return f"{key}[{number}]"

    def record(self, cls: type, table: object, key: str) -> object | None:
        """One dataclass from one table; None if anything in it is wrong."""
        if not isinstance(table, dict):
            self.problem("format-value", key, table, expected="[table]")
            return None
        own = [spec for spec in fields(cls) if not spec.metadata.get("derived")]
        names = {spec.metadata.get("key", spec.name): spec for spec in own}
        before = len(self.problems)
        values: dict[str, object] = {}
        for name in table:
            if name not in names:
                known = tuple(n for n in names if n != "id" or key)
                self.problem(
                    "format-key-unknown", f"{key}.{name}".lstrip("."), name, suggestion=closest(name, known)
                )
        for name, spec in names.items():
            where = f"{key}.{name}".lstrip(".")
            if name in table:
                alone = spec.metadata.get("one_or_more") and not isinstance(table[name], list)
                found = [table[name]] if alone else table[name]
                values[spec.name] = self.value(_hint(cls, spec.name), found, where)
            elif spec.default is dataclasses.MISSING and spec.default_factory is dataclasses.MISSING:
                self.problem("format-key-missing", where, name)
        return cls(**values) if len(self.problems) == before else None

    def stage(self, table: object, key: str) -> object | None:
        kind = table.get("kind") if isinstance(table, dict) else None
        if not isinstance(kind, str) or kind not in STAGE_KINDS:
            self.problem("stage-kind", f"{key}.kind", kind, suggestion=closest(str(kind), tuple(STAGE_KINDS)))
            return None
        return self.record(STAGE_KINDS[kind], table, key)

    def value(self, hint: Any, value: Any, key: str) -> Any:
        """One value as its annotation wants it."""
        origin, args = get_origin(hint), get_args(hint)
        if args and set(args) == set(STAGE_KINDS.values()):
            return self.stage(value, key)
        if type(None) in args:
            return self.value(next(a for a in args if a is not type(None)), value, key)
        if origin is Literal:
            return self.choice(args, value, key)
        if origin is tuple and len(args) == 2 and args[1] is Ellipsis:
            return self.items(args[0], value, key)
        if origin is tuple:
            return self.span(value, key)
        if isinstance(origin, type) and issubclass(origin, Mapping):
            return self.mapping(args, value, key)
        if isinstance(hint, type) and "__dataclass_fields__" in vars(hint):
            return self.record(hint, value, key)
        if hint is float and type(value) is int:
            return float(value)
        if isinstance(value, hint) and (hint is bool or not isinstance(value, bool)):
            return value
        self.problem("format-value", key, value, expected=_EXAMPLES[hint])
        return None

    def choice(self, known: tuple[Any, ...], value: object, key: str) -> object:
        if value not in known:
            names = tuple(map(str, known))
            suggestion = closest(str(value), names)
            self.problem("format-choice", key, value, suggestion=suggestion, limits=one_of(names))
        return value

    def items(self, hint: Any, value: object, key: str) -> tuple[object, ...]:
        if not isinstance(value, list):
            self.problem("format-value", key, value, expected="[ … ]", limits=names_for(value))
            return ()
        return tuple(self.value(hint, item, f"{key}[{number}]") for number, item in enumerate(value, 1))

    def span(self, value: object, key: str) -> object:
        whole = isinstance(value, list) and len(value) == 2 and all(type(v) is int for v in value)
        if not whole or not isinstance(value, list) or not 1 <= value[0] <= value[1]:
            limits = at_least(value[0]) if isinstance(value, list) and key in self.ends else ""
            self.problem("format-value", key, value, expected="[1, 6]", limits=limits)
            return None
        return (value[0], value[1])

    def mapping(self, args: tuple[Any, ...], value: object, key: str) -> dict[object, object]:
        if not isinstance(value, dict):
            self.problem("format-value", key, value, expected="{ M = [1, 3], F = [4, 5] }")
            return {}
        return {
            self.choice(get_args(args[0]), k, key): self.value(args[1], v, f"{key}.{k}")
            for k, v in value.items()
        }


@cache
def _hint(cls: type, name: str) -> Any:
    """The annotation of one field; a declaration has few, and all of them would take longer than reading it."""
    return eval(cls.__annotations__[name], vars(sys.modules[cls.__module__]))
