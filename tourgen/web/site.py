"""One language of an event's pages: the Jinja environment, relative links, and the files made so far."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from jinja2 import (
    ChoiceLoader,
    Environment,
    FileSystemBytecodeCache,
    FileSystemLoader,
    FunctionLoader,
    StrictUndefined,
    TemplateError,
    TemplateSyntaxError,
)
from jinja2.bccache import Bucket
from jinja2.loaders import split_template_path
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup

from tourgen.event.read_files import leads_outside, read_text
from tourgen.formats.labels import FORMS
from tourgen.messages.problems import LANGUAGES, Problem, Unshowable
from tourgen.model import Source
from tourgen.resources import templates_dir
from tourgen.web.texts import Texts, catalogue
from tourgen.web.words import Words

AnyEnvironment = TypeVar("AnyEnvironment", bound=Environment)

_SETTINGS: dict[str, Any] = {
    "autoescape": True,
    "undefined": StrictUndefined,
    "trim_blocks": True,
    "lstrip_blocks": True,
}


class CompiledTemplates(FileSystemBytecodeCache):
    """Compiled templates, kept where Python keeps compiled modules: compiling is most of a small build.

    Where nothing can be written there (a packed program, a read-only folder), nothing is kept.
    """

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)


@cache
def environment(language: str) -> Environment:
    """The project's own templates in one language."""
    loader = FileSystemLoader(templates_dir())
    compiled = CompiledTemplates(str(Path(__file__).parent / "__pycache__"))
    return _with_words(Environment(loader=loader, bytecode_cache=compiled, **_SETTINGS), language)


def event_environment(language: str, overrides: Path) -> ImmutableSandboxedEnvironment:
    """The same for an event that has templates of its own, which replace the project's by name.

    They come from whoever made the event, so that all of its pages are made in Jinja's sandbox, where a template can
    show what it is given and nothing else. The sandbox sets no limit on the time that a template takes.
    """
    loader = ChoiceLoader([FunctionLoader(_own_template(overrides)), FileSystemLoader(templates_dir())])
    return _with_words(ImmutableSandboxedEnvironment(loader=loader, **_SETTINGS), language)


def _own_template(overrides: Path) -> Callable[[str], str | None]:
    """An event's own templates are read like its other texts: within their limit, and no link out of the event."""

    def load(name: str) -> str | None:
        path = overrides.joinpath(*split_template_path(name))
        if not path.is_file():
            return None
        text = read_text(path, name, overrides.parent)
        if isinstance(text, Problem):
            raise Unread(name, text)
        return text

    return load


class Unread(TemplateError):
    """A template that is there and isn't read."""

    def __init__(self, template: str, problem: Problem) -> None:
        super().__init__(template)
        self.template, self.problem = template, problem


def _with_words(env: AnyEnvironment, language: str) -> AnyEnvironment:
    words = Words(Texts(language))
    foreign = (
        Markup("") if language == "ja" else Markup(' lang="ja"')
    )  # on the element of somebody's own words
    env.globals.update(t=words.t, w=words, lang=language, foreign=foreign)
    env.filters.update(
        name=words.name,
        discs=words.discs,
        squares=words.squares,
        round_name=words.round,
        wins=words.wins,
        people=words.people,
        place=words.place,
        grade=words.grade,
        sentence=words.sentence,
        title_name=words.title,
        criterion=words.criterion,
        terms=words.terms,
    )
    return env


class TemplateWrong(Unshowable):
    """One of the event's own templates can't be used."""

    def __init__(self, template: str, error: Exception) -> None:
        super().__init__(template)
        self.template = template
        self.error = error
        self.detail = f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"

    def problem(self, shown: str, pages: Mapping[str, str]) -> Problem:
        where = Source("/".join(filter(None, (shown, "templates", self.template))))
        if isinstance(self.error, Unread):
            return replace(self.error.problem, where=where)
        return Problem("template-wrong", where, params={"detail": self.detail})


class Site:
    """The pages of one event in one language; `files` grows by relative path."""

    def __init__(self, language: str, main: str, overrides: Path | None = None) -> None:
        self.language = language
        self.other = next(one for one in LANGUAGES if one != language)
        self.prefix = "" if language == main else f"{language}/"
        self.other_prefix = "" if self.other == main else f"{self.other}/"
        own = _usable(overrides)
        self.env = event_environment(language, own) if own else environment(language)
        self.words: Words = self.env.globals["w"]  # type: ignore[assignment]
        self.common: Mapping[str, Any] = {}  # what every page is filled with
        self.files: dict[str, bytes] = {}

    def addresses(self, home: str) -> dict[str, Any]:
        """Where a page and its other language are published below `home`; "" where nobody said."""
        return {
            "published": home,
            "address": lambda path: home and home + self.prefix + path,
            "other_address": lambda path: home and home + self.other_prefix + path,
        }

    def page(self, path: str, template: str, **context: Any) -> None:
        """Adds one page; `path` is below the language's folder."""
        self.files[self.prefix + path] = self.render(template, path, **context)

    def render(self, template: str, path: str, **context: Any) -> bytes:
        """A template filled in as it stands at `path`."""
        up = "../" * path.count("/")
        root = up + "../" * self.prefix.count("/")
        try:
            text = self.env.get_template(template).render(
                **self.common,
                **context,
                up=up,
                root=root,
                path=path,
                other_lang=self.other,
                other_href=f"{root}{self.other_prefix}{path}",
            )
        except Exception as error:
            if not isinstance(self.env, ImmutableSandboxedEnvironment):
                raise  # the project's own templates are never wrong
            raise TemplateWrong(_blamed(error) or template, error) from error
        return text.encode()


def _blamed(error: Exception) -> str | None:
    """The template at fault, where that is known: it may be one that was included."""
    if isinstance(error, TemplateSyntaxError):
        return error.name
    return error.template if isinstance(error, Unread) else None


def _usable(overrides: Path | None) -> Path | None:
    """The folder of the event's own templates, if it has one; what a link leads to outside might be published."""
    if overrides is None or not overrides.is_dir():
        return None
    if leads_outside(overrides, overrides.parent):
        raise TemplateWrong("", Unread("", Problem("file-outside", Source(""))))
    return overrides


@cache
def static_text(name: str) -> str:
    """A static file without comments and indentation: phones in a full hall share one antenna."""
    text = (templates_dir() / "static" / name).read_text(encoding="utf-8")
    if name.endswith(".css"):
        text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
        text = " ".join(text.split())
        for sign in "{};":
            text = text.replace(f" {sign}", sign).replace(f"{sign} ", sign)
        return text.replace(": ", ":").replace(", ", ",").replace(";}", "}") + "\n"
    if name.endswith(".js"):
        text = re.sub(r"(?m)^\s*//.*\n|\s+// .*$|^\s+", "", text)
    return text


def static_files() -> dict[str, bytes]:
    """Styles, icons and scripts; each language's own script carries its words, and the search the forms of letters."""
    files = {
        f"static/{path.name}": static_text(path.name).encode()
        for path in sorted((templates_dir() / "static").iterdir())
        if path.suffix in (".css", ".js", ".svg")
        and path.name not in ("ground.css", "site.js", "find.js", "sw.js")
    }
    files["static/style.css"] = f"{static_text('ground.css')}{static_text('style.css')}".encode()
    for language in LANGUAGES:
        words = {
            key.removeprefix("script."): text[language]
            for key, text in catalogue("texts.toml").items()
            if key.startswith("script.")
        }
        line = json.dumps(words, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
        script = f'const WORDS = {line}, FORMS = "{FORMS}";\n{static_text("site.js")}{static_text("find.js")}'
        files[f"static/site.{language}.js"] = script.encode()
    return files


def shared_picture(game: str) -> bytes:
    """The picture that others show beside a link to a page."""
    return (templates_dir() / "static" / f"share-{game}.png").read_bytes()


def data_block(text: str) -> Markup:
    """JSON for a <script type="application/json">: without a "<" that could end the element."""
    return Markup(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))
