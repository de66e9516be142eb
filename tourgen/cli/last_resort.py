"""The application as a program: whatever goes wrong unexpectedly ends in one clear line, never in a traceback."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn

import typer

from tourgen.cli.as_typed import Commands
from tourgen.limits import Limits, LimitsWrong, limits

DEBUG = "TOURGEN_DEBUG"


class Application(Commands):
    """A Typer application that catches what no command foresaw."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        for stream in (sys.stdout, sys.stderr):
            # A console that lacks ○ or › shows something else in its place.
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")
        try:
            limits()  # what is wrong with the environment is said before anything is done
            with self.described(sys.argv[1:2]):
                return super().__call__(*args, **kwargs)
        except LimitsWrong as error:
            _refuse_limits(error)
        except Exception as error:
            if os.environ.get(DEBUG):
                raise
            _end(error)
        finally:
            gc.freeze()  # the program ends: looking once more for what may be thrown away would take a tenth of it

    @contextmanager
    def described(self, words: Sequence[str]) -> Iterator[None]:
        """Typer describes all commands before it runs one, for a fifth of its own start: the one asked for will do."""
        commands, groups = self.registered_commands, self.registered_groups
        asked = [one for one in commands if one.name in words]
        if asked:
            self.registered_commands, self.registered_groups = asked, []
        try:
            yield
        finally:
            self.registered_commands, self.registered_groups = commands, groups


def _refuse_limits(error: LimitsWrong) -> NoReturn:
    from dataclasses import fields

    from tourgen.problems import message

    known = ", ".join(one.name for one in fields(Limits))
    for language in ("ja", "en"):
        typer.echo(message("said-limits-wrong", language, word=error.word, known=known), err=True)
    raise SystemExit(2) from None


def _end(error: Exception) -> NoReturn:
    for line in unexpected(error):
        typer.echo(line, err=True)
    raise SystemExit(1) from None


def unexpected(error: Exception) -> list[str]:
    """What failed, that nothing typed was changed, and how to learn more, in both languages."""
    from tourgen.problems import message

    said = " ".join(str(error).split())[:200]
    what = f"{type(error).__name__}: {said}" if said else type(error).__name__
    return [message("said-unexpected", language, what=what, debug=DEBUG) for language in ("ja", "en")]
