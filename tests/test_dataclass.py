"""A class of tourgen.dataclass does what one of the standard library does."""

import copy
import dataclasses
import inspect
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, field, replace
from typing import Any, ClassVar

import pytest

import tourgen.dataclass


class Described:
    """What is made a class of values, with slots and without."""

    name: str
    number: int = 3
    found: list[int] = field(default_factory=list, hash=False)
    aside: str = field(default="", compare=False, repr=False)
    strict: bool = field(default=False, kw_only=True)
    last: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", self.name.strip())


def made(decorator: Any, name: str, **settings: bool) -> Any:
    """A class of this module, so that its instances can be pickled."""
    body = {key: value for key, value in vars(Described).items() if key not in ("__dict__", "__weakref__")}
    cls = decorator(**settings)(type(name, (), {**body, "__qualname__": name}))
    globals()[name] = cls
    return cls


Ours = made(tourgen.dataclass.dataclass, "Ours", frozen=True, slots=True)
PAIRS = [(Ours, made(dataclasses.dataclass, "Standard", frozen=True, slots=True))]
for kind, settings in {"Frozen": {"frozen": True}, "Slots": {"slots": True}, "Open": {}}.items():
    PAIRS.append(
        (
            made(tourgen.dataclass.dataclass, f"Ours{kind}", **settings),
            made(dataclasses.dataclass, f"Standard{kind}", **settings),
        )
    )


def outcome(act: Callable[[], object]) -> object:
    """What it gives, or what it raises."""
    try:
        return act()
    except Exception as error:
        return type(error)


ACTS: list[Callable[[Any], object]] = [
    lambda cls: repr(cls(" a ", 5, [1], "b", 2, strict=True)).partition("(")[2],
    lambda cls: (getattr(cls, "number", None) == 3, hasattr(cls, "found"), dataclasses.is_dataclass(cls)),
    lambda cls: dataclasses.asdict(cls("a")),
    lambda cls: [one.name for one in dataclasses.fields(cls)],
    lambda cls: cls("a").found is cls("a").found,
    lambda cls: (cls("a") == cls("a"), cls("a") == cls("a", aside="b"), cls("a") == cls("a", found=[1])),
    lambda cls: cls("a") == ("a", 3, [], False, 0),
    lambda cls: len({cls("a"), cls("a", found=[1]), cls("a", aside="b"), cls("b")}),
    lambda cls: replace(cls("a", 5), name=" b") == cls("b", 5),
    lambda cls: pickle.loads(pickle.dumps(cls("a", 5, [1]))) == cls("a", 5, [1]),
    lambda cls: copy.deepcopy(cls("a", 5, [1])) == cls("a", 5, [1]),
    lambda cls: setattr(cls("a"), "number", 1),
    lambda cls: delattr(cls("a"), "number"),
    lambda cls: cls(),
    lambda cls: cls("a", 1, [], "", 0, True),
    lambda cls: cls("a", other=1),
    lambda cls: vars(cls("a")),
    lambda cls: cls.__match_args__,
    lambda cls: cls.__hash__ is object.__hash__,
    lambda cls: [(one.name, one.kind) for one in inspect.signature(cls).parameters.values()],
]


@pytest.mark.parametrize(("ours", "standard"), PAIRS, ids=("frozen-slots", "frozen", "slots", "open"))
@pytest.mark.parametrize("act", ACTS)
def test_the_same_as_the_standard_library(act: Callable[[Any], object], ours: Any, standard: Any) -> None:
    assert outcome(lambda: act(ours)) == outcome(lambda: act(standard))


def test_a_class_derived_from_one_has_its_fields_too() -> None:
    @dataclasses.dataclass(frozen=True, slots=True)
    class More(Ours):  # type: ignore[misc, valid-type]
        more: int = 1

    assert [one.name for one in dataclasses.fields(More)][-1] == "more"
    assert More("a", more=2) == More("a", more=2) != More("a")


def test_nothing_of_it_can_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        Ours("a").number = 1


def test_a_method_of_the_class_stays() -> None:
    @tourgen.dataclass.dataclass(frozen=True, slots=True)
    class Own:
        name: str

        def __repr__(self) -> str:
            return self.name

    assert repr(Own("a")) == "a"


def test_a_class_variable_is_no_field() -> None:
    """A derived class may have another value; as a field, every instance hid it behind its own."""

    @tourgen.dataclass.dataclass
    class Kept:
        name: str = ""
        kind: ClassVar[str] = "one"

    class Other(Kept):
        kind = "another"

    assert [one.name for one in dataclasses.fields(Kept)] == ["name"]
    assert (Kept().kind, Other().kind) == ("one", "another")
