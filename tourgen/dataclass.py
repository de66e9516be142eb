"""`dataclass` of the standard library, quicker to define.

Before version 3.13 Python compiles six functions for each frozen class, one by one, and a build needs two hundred such
classes: that was half of all importing. Here a class with `frozen=True, slots=True` has them from here, and only its
`__init__` is compiled, when the first instance is made. Any other class is left to the standard library, and modules
that few commands import (the count of Go, the limits) use that directly.
"""

from __future__ import annotations

import dataclasses
from operator import attrgetter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(cls: type | None = None, /, **settings: bool) -> Any:
        """The decorator, with the same settings."""

        def made(cls: type) -> type:
            if settings == {"frozen": True, "slots": True} and not _has_ancestors(cls):
                return _frozen(cls)
            return dataclasses.dataclass(cls, **settings)

        return made if cls is None else made(cls)


def _has_ancestors(cls: type) -> bool:
    return any(dataclasses.is_dataclass(base) for base in cls.__mro__[1:])


def _frozen(cls: type) -> Any:
    found: Any = dataclasses.dataclass(cls, init=False, repr=False, eq=False, slots=True)
    found.__dataclass_params__.frozen = True
    fields = dataclasses.fields(found)
    compared = attrgetter(*(one.name for one in fields if one.compare))
    hashed = attrgetter(*(one.name for one in fields if (one.compare if one.hash is None else one.hash)))

    def __init__(self: Any, *args: Any, **values: Any) -> None:
        found.__init__ = _compiled(found)
        found.__init__(self, *args, **values)

    def __eq__(self: Any, other: object) -> bool:
        return compared(self) == compared(other) if type(other) is type(self) else NotImplemented

    def __hash__(self: Any) -> int:
        return hash(hashed(self))

    for method in (__init__, __eq__, __hash__, __repr__, __setattr__, __delattr__, __setstate__):
        if method.__name__ not in cls.__dict__:
            setattr(found, method.__name__, method)
    return found


def _compiled(cls: Any) -> Any:
    names: dict[str, Any] = {"MISSING": dataclasses.MISSING}
    head, body = ["self"], []
    for one in sorted(dataclasses.fields(cls), key=attrgetter("kw_only")):
        if one.kw_only and "*" not in head:
            head.append("*")
        name = value = one.name
        if one.default is not dataclasses.MISSING:
            names[f"_{name}"] = one.default
            name = f"{name}=_{name}"
        elif one.default_factory is not dataclasses.MISSING:
            names[f"_{name}"] = one.default_factory
            value = f"_{name}() if {name} is MISSING else {name}"
            name = f"{name}=MISSING"
        names[f"set_{one.name}"] = cls.__dict__[one.name].__set__
        head.append(name)
        body.append(f"\n set_{one.name}(self, {value})")
    if hasattr(cls, "__post_init__"):
        body.append("\n self.__post_init__()")
    exec(f"def __init__({', '.join(head)}):{''.join(body)}", names)
    return names["__init__"]


def __repr__(self: Any) -> str:
    shown = (f"{one.name}={getattr(self, one.name)!r}" for one in dataclasses.fields(self) if one.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


def __setattr__(self: Any, name: str, value: object) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def __delattr__(self: Any, name: str) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


def __setstate__(self: Any, state: tuple[None, dict[str, Any]]) -> None:
    for name, value in state[1].items():
        object.__setattr__(self, name, value)
