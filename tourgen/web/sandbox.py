"""The sandbox for an event's own templates, which come from whoever made the event.

Jinja's sandbox lets them show what they are given and nothing else. It sets no limit on what they cost, so the steps
and letters of a page are counted here, and no value may grow beyond what a page could show.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Iterator, Sized
from pathlib import Path
from typing import Any

from jinja2 import (
    Environment,
    FileSystemLoader,
    Template,
    TemplateError,
    TemplateNotFound,
    nodes,
    pass_context,
)
from jinja2.exceptions import SecurityError
from jinja2.loaders import split_template_path
from jinja2.runtime import Context
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.visitor import NodeTransformer
from markupsafe import Markup

from tourgen.event.read_files import read_text
from tourgen.messages.problems import Problem

MOST_STEPS = 20_000_000  # turns of loops, calls and letters that the event's pages may take together
MORE_STEPS = 500_000  # that every page adds to them
MOST_VALUE = 10_000_000  # letters, or items with all their letters, of one value
_MOST_BITS = 10_000
_CALL = 20  # steps
_WIDE = re.compile(
    r"%[^a-zA-Z%]*(?:\d{3}|\*)|:[^{}]*(?:\d{3}|\{)"
)  # fields of formats that are mostly spaces
# What these are given is a number of letters or items, and not one that is shown.
_WIDENING = frozenset(
    ("center", "indent", "batch", "slice", "wordwrap", "ljust", "rjust", "zfill", "expandtabs", "to_bytes")
)
_PARTS = (list, tuple, set, frozenset)


class TooMuch(SecurityError):
    """A template that would take long, or much memory."""


class Unread(TemplateError):
    """A template that is there and isn't read."""

    def __init__(self, template: str, problem: Problem) -> None:
        super().__init__(template)
        self.template, self.problem = template, problem


class EventTemplates(FileSystemLoader):
    """An event's own templates, read like its other texts: within their limit, and no link out of the event."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        home = Path(self.searchpath[0])
        path = home.joinpath(*split_template_path(template))
        if not path.is_file():
            raise TemplateNotFound(template)
        text = read_text(path, template, home.parent)
        if isinstance(text, Problem):
            raise Unread(template, text)
        return text, str(path), lambda: True


class EventEnvironment(ImmutableSandboxedEnvironment):
    """The environment of an event that has templates of its own; the project's run in it, too."""

    intercepted_binops = frozenset(("*", "**", "%", "+"))

    def __init__(self, **settings: Any) -> None:
        super().__init__(finalize=_checked, **settings)
        self.left = MOST_STEPS
        self.globals.pop("lipsum")
        self.filters = {name: _bounded(name, one) for name, one in self.filters.items()}
        self.filters |= {"counted steps": self._counted, "joined": _joined}

    def allow_one_more_page(self) -> None:
        """Every page of the event adds to the steps that all of them may take."""
        self.left += MORE_STEPS

    def spend(self, steps: int) -> None:
        """Counts what a template does, and ends one that has no end."""
        self.left -= steps
        if self.left < 0:
            raise TooMuch("more than a page may take: loops within loops, or text without end")

    def concat(self, pieces: Iterable[str]) -> str:
        """Jinja joins the pieces of a page, a macro or a block with this."""
        kept = []
        for piece in pieces:
            self.spend(len(piece) + 1)
            kept.append(piece)
        return "".join(kept)

    def call(__self, __context: Context, __obj: Any, *args: Any, **kwargs: Any) -> Any:
        __self.spend(_CALL)
        method = getattr(__obj, "__wrapped__", __obj)  # str.format comes wrapped
        if isinstance(me := getattr(method, "__self__", None), str | bytes | int):
            _check_growth(method.__name__, me, (*args, *kwargs.values()))
        return super().call(__context, __obj, *args, **kwargs)

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        _CHECKS[operator](left, right)
        return super().call_binop(context, operator, left, right)

    def get_template(self, *args: Any, **kwargs: Any) -> Template:
        """Counted because a template may include two that include two and so on."""
        self.spend(_CALL)
        return super().get_template(*args, **kwargs)

    def select_template(self, *args: Any, **kwargs: Any) -> Template:
        """The same for an include of the first of several names."""
        self.spend(_CALL)
        return super().select_template(*args, **kwargs)

    def compile(
        self,
        source: str | nodes.Template,
        name: str | None = None,
        filename: str | None = None,
        raw: Any = False,
        defer_init: bool = False,
    ) -> Any:
        tree = self.parse(source, name, filename) if isinstance(source, str) else source
        _Counting().visit(tree)
        tree.set_environment(self)
        return super().compile(tree, name, filename, raw, defer_init)

    @pass_context  # else Jinja counts a constant when it compiles the template, and never again
    def _counted(self, _context: Context, items: Any) -> Any:
        if isinstance(items, Sized):
            self.spend(len(items) + 1)
            return items
        return self._one_by_one(items) if isinstance(items, Iterator) else items

    def _one_by_one(self, items: Iterator[Any]) -> Iterator[Any]:
        for item in items:
            self.spend(1)
            yield item


class _Counting(NodeTransformer):
    """Every loop counts its turns, and `~` looks at what it joins: the sandbox intercepts neither of them."""

    def visit_For(self, node: nodes.For) -> nodes.For:
        self.generic_visit(node)
        node.iter = _filtered(node.iter, "counted steps")
        return node

    def visit_Concat(self, node: nodes.Concat) -> nodes.Filter:
        self.generic_visit(node)
        return _filtered(nodes.List(node.nodes, lineno=node.lineno), "joined")


def _filtered(value: nodes.Node, name: str) -> nodes.Filter:
    return nodes.Filter(value, name, [], [], None, None, lineno=value.lineno)


# --- Values


def _joined(parts: list[Any]) -> str:
    """`a ~ b`, which is markup where one of them is."""
    _check(_size(parts))
    if any(hasattr(one, "__html__") for one in parts):
        return Markup("").join(parts)
    return "".join(map(str, parts))


def _checked(value: Any) -> Any:
    """Looks at a value before `{{ }}` shows it: a list of lists of lists is short until it is written out."""
    if isinstance(value, (*_PARTS, dict, int)):
        _check(_size(value))
    return value


def _bounded(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """One of Jinja's filters, which are called without asking the environment."""

    @functools.wraps(function)
    def within(*args: Any, **kwargs: Any) -> Any:
        given = args[1:] if hasattr(function, "jinja_pass_arg") else args
        if given:
            _check_growth(name, given[0], (*given[1:], *kwargs.values()))
        return function(*args, **kwargs)

    return within


def _check(size: int) -> None:
    if size > MOST_VALUE:
        raise TooMuch("a value that is larger than any page")


def _check_growth(name: str, text: Any, args: tuple[Any, ...]) -> None:
    """At most, what is given stands in the result for every letter: 'aaa'.replace('a', text)."""
    if isinstance(text, str) and "format" in name and _WIDE.search(text):
        raise TooMuch("a format with a width of hundreds")
    sizes = [abs(one) if isinstance(one, int) and name in _WIDENING else _size(one) for one in args]
    _check(_size(text) * max((1, *sizes)))


def _size(value: Any) -> int:
    """Letters and items, as deep as they lie; no longer counted once it is too much."""
    total, pending = 0, [value]
    while pending and total <= MOST_VALUE:
        one = pending.pop()
        total += 1
        if isinstance(one, str | bytes):
            total += len(one)
        elif isinstance(one, int):
            total += one.bit_length() // 3
        elif isinstance(one, _PARTS):
            pending += one
        elif isinstance(one, dict):
            pending += [*one, *one.values()]
    return total


def _check_times(left: Any, right: Any) -> None:
    for one, other in ((left, right), (right, left)):
        if isinstance(one, int) and isinstance(other, str | bytes | list | tuple):
            _check(_size(other) * max(one, 1))
        elif isinstance(one, int) and isinstance(other, int):
            _check_bits(one.bit_length() + other.bit_length())


def _check_power(left: Any, right: Any) -> None:
    if isinstance(left, int) and isinstance(right, int):
        _check_bits(left.bit_length() * abs(right))


def _check_bits(bits: int) -> None:
    if bits > _MOST_BITS:
        raise TooMuch("a number of thousands of digits")


def _check_filled(left: Any, right: Any) -> None:
    if isinstance(left, str | bytes):
        _check_growth("format", left, right if isinstance(right, tuple) else (right,))


def _check_plus(left: Any, right: Any) -> None:
    if not (isinstance(left, int | float) and isinstance(right, int | float)):
        _check(_size(left) + _size(right))


_CHECKS = {"*": _check_times, "**": _check_power, "%": _check_filled, "+": _check_plus}
