"""`dataclass` of the standard library, quicker to define.

Before version 3.13 Python compiles six functions for each frozen class, one by one, and a build needs two hundred such
classes: that was half of all importing. Here a class has them from here; its `__init__` is made when the first instance
is, of code that is the same for all classes with so many fields, and its fields are described when somebody asks. A
class with other settings than these is left to the standard library, and modules that few commands import (the count
of Go) use that directly.
"""

from __future__ import annotations

import dataclasses
from functools import cache
from itertools import compress
from operator import attrgetter
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
    from dataclasses import fields as fields
    from dataclasses import replace as replace
else:

    def dataclass(cls: type | None = None, /, **settings: bool) -> Any:
        """The decorator, with the same settings."""

        def made(cls: type) -> type:
            if settings in _QUICK and not _has_ancestors(cls) and not _has_class_variables(cls):
                return _quick(cls, **settings)
            return dataclasses.dataclass(cls, **settings)

        return made if cls is None else made(cls)

    def replace(one: Any, /, **changes: Any) -> Any:
        """Another instance with some values changed, and the class's fields left undescribed."""
        cls = type(one)
        if "__described__" not in cls.__dict__:
            return dataclasses.replace(one, **changes)
        names = cls.__slots__ if "__slots__" in cls.__dict__ else cls.__annotations__
        return cls(**{name: getattr(one, name) for name in names if name not in changes}, **changes)

    def fields(cls: type) -> tuple[dataclasses.Field[Any], ...]:
        """The fields as they were written down, left undescribed as well."""
        return tuple(_given(cls.__described__)) if "__described__" in vars(cls) else dataclasses.fields(cls)


def _has_ancestors(cls: type) -> bool:
    return any(dataclasses.is_dataclass(base) for base in cls.__mro__[1:])


def _has_class_variables(cls: type) -> bool:
    """A ClassVar is no field: a derived class may have another value, which an instance's own would hide."""
    return any("ClassVar" in str(kind) for kind in getattr(cls, "__annotations__", {}).values())


def _quick(cls: type, frozen: bool = False, slots: bool = False) -> Any:
    """The class again, as the standard library would make it; what is asked of its fields comes later."""
    names = tuple(cls.__annotations__)
    own = _body(cls, without=names)
    methods = _FROZEN if frozen else _OPEN
    body = {**methods, **own, "__match_args__": tuple(one.name for one in _given(cls) if not _by_name(one))}
    if slots:
        body |= {"__slots__": names, **({"__setstate__": _restored} if frozen else {})}
    else:
        body |= _defaults(cls)
    found: Any = type(cls)(cls.__name__, cls.__bases__, body)
    found.__dataclass_fields__ = _Fields(found)
    found.__described__ = cls
    return found


def _body(cls: type, without: tuple[str, ...] = ()) -> dict[str, Any]:
    return {name: value for name, value in cls.__dict__.items() if name not in (*without, *_NOT_COPIED)}


def _given(cls: type) -> list[dataclasses.Field[Any]]:
    """The fields as they were written down."""
    found = []
    for name in cls.__annotations__:
        value = cls.__dict__.get(name, dataclasses.MISSING)
        one = value if isinstance(value, dataclasses.Field) else dataclasses.field(default=value)
        one.name = name
        found.append(one)
    return found


def _by_name(one: dataclasses.Field[Any]) -> bool:
    return one.kw_only is True  # it may be MISSING, too


def _defaults(cls: type) -> dict[str, Any]:
    """What a class without slots answers for its instances."""
    return {one.name: one.default for one in _given(cls) if one.default is not dataclasses.MISSING}


class _Fields:
    """The attribute by which the standard library knows a class, worked out by it when somebody first asks."""

    def __init__(self, made: Any) -> None:
        self.made = made

    def __get__(self, _instance: object, _owner: type) -> dict[str, Any]:
        cls = self.made.__described__
        again = type(cls)(cls.__name__, cls.__bases__, _body(cls))
        known: Any = dataclasses.dataclass(again, init=False, repr=False, eq=False)
        known.__dataclass_params__.frozen = self.made.__setattr__ is __setattr__
        self.made.__dataclass_params__ = known.__dataclass_params__
        self.made.__dataclass_fields__ = known.__dataclass_fields__
        return known.__dataclass_fields__  # type: ignore[no-any-return]


def __init__(self: Any, *args: Any, **values: Any) -> None:
    cls = _made(self)
    cls.__init__ = _compiled(cls)
    cls.__init__(self, *args, **values)


def __eq__(self: Any, other: object) -> bool:
    cls = _made(self)
    compared = attrgetter(*(one.name for one in _given(cls.__described__) if one.compare))

    def equal(self: Any, other: object) -> bool:
        return compared(self) == compared(other) if type(other) is type(self) else NotImplemented

    cls.__eq__ = equal
    return equal(self, other)


def __hash__(self: Any) -> int:
    cls = _made(self)
    counts = (one.compare if one.hash is None else one.hash for one in _given(cls.__described__))
    hashed = attrgetter(*compress(cls.__described__.__annotations__, counts))
    cls.__hash__ = lambda self: hash(hashed(self))
    return hash(hashed(self))


def _made(one: Any) -> Any:
    """The class that was made here; `one` may be of a class derived from it."""
    return next(cls for cls in type(one).__mro__ if "__described__" in cls.__dict__)


def _compiled(cls: Any) -> Any:
    """`__init__` of the class: the code of its shape, with the class's own names and defaults."""
    given = sorted(_given(cls.__described__), key=_by_name)
    slots = "__slots__" in cls.__dict__
    made_late = tuple(one.default_factory is not dataclasses.MISSING for one in given)
    known: dict[str, Any] = {"MISSING": dataclasses.MISSING, "SET": object.__setattr__}
    for place, one in enumerate(given):
        known[f"factory{place}"] = one.default_factory
        known[f"to{place}"] = cls.__dict__[one.name].__set__ if slots else one.name
    by_name = sum(map(_by_name, given))
    code = _shape(made_late, slots, hasattr(cls, "__post_init__")).replace(
        co_varnames=("self", *(one.name for one in given)),
        co_argcount=1 + len(given) - by_name,
        co_kwonlyargcount=by_name,
    )
    init = FunctionType(code, known, "__init__")
    optional = [one for one, late in zip(given, made_late, strict=True) if late or _has_default(one)]
    init.__defaults__ = tuple(one.default for one in optional if not _by_name(one))
    init.__kwdefaults__ = {one.name: one.default for one in optional if _by_name(one)}
    return init


def _has_default(one: dataclasses.Field[Any]) -> bool:
    return one.default is not dataclasses.MISSING


@cache
def _shape(made_late: tuple[bool, ...], slots: bool, post_init: bool) -> CodeType:
    """The code of every `__init__` with so many fields: compiled once, for it takes a tenth of a millisecond."""
    body = []
    for place, late in enumerate(made_late):
        value = f"factory{place}() if a{place} is MISSING else a{place}" if late else f"a{place}"
        # a slot is filled without a look at its name
        body.append(f"to{place}(self, {value})" if slots else f"SET(self, to{place}, {value})")
    body += ["self.__post_init__()"] if post_init else []
    head = ", ".join(["self", *(f"a{place}" for place in range(len(made_late)))])
    names: dict[str, Any] = {}
    exec(f"def __init__({head}):\n " + ("; ".join(body) or "pass"), names)
    code: CodeType = names["__init__"].__code__
    return code


def __repr__(self: Any) -> str:
    shown = (f"{one.name}={getattr(self, one.name)!r}" for one in dataclasses.fields(self) if one.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


def __setattr__(self: Any, name: str, value: object) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def __delattr__(self: Any, name: str) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


def _restored(self: Any, state: tuple[None, dict[str, Any]]) -> None:
    for name, value in state[1].items():
        object.__setattr__(self, name, value)


_QUICK: tuple[dict[str, bool], ...] = (
    {},
    {"slots": True},
    {"frozen": True},
    {"frozen": True, "slots": True},
)
_NOT_COPIED = ("__dict__", "__weakref__")
_OPEN = {"__init__": __init__, "__eq__": __eq__, "__repr__": __repr__, "__hash__": None}
_FROZEN = {**_OPEN, "__hash__": __hash__, "__setattr__": __setattr__, "__delattr__": __delattr__}
