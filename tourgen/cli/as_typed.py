"""Commands that take words as they were typed.

For every argument and option, given or not, Typer asks pydantic, whose import alone takes as long as starting Python
and all else that a command imports. Only numbers that were given need it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import typer
from typer._coercion import RuntimeParam, build_runtime_param
from typer.core import TyperCommand, TyperGroup

Function = TypeVar("Function", bound=Callable[..., Any])

_AS_TYPED: dict[Any, Callable[[Any], Any]] = {str: str, Path: Path, list[str]: list}


@dataclass(frozen=True)
class _AsTyped(RuntimeParam):
    def _coerce_value(self, value: Any, param: Any, ctx: Any) -> Any:
        if self.annotation in _AS_TYPED:
            return _AS_TYPED[self.annotation](value)
        return build_runtime_param(param.type_descriptor)._coerce_value(value, param, ctx)


class _Takes:
    def get_params(self, ctx: Any) -> Any:
        found: list[Any] = super().get_params(ctx)  # type: ignore[misc]
        for one in found:
            known = one.type_descriptor
            one._runtime_param = _AsTyped(known.parameter_info, known.annotation)
        return found


class _Command(_Takes, TyperCommand):
    pass


class _Group(_Takes, TyperGroup):
    pass


class Commands(typer.Typer):
    """A Typer application of such commands."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(cls=_Group, **settings)

    def command(self, name: str | None = None, **settings: Any) -> Callable[[Function], Function]:
        return super().command(name, cls=_Command, **settings)
