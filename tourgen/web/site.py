"""One language of an event's pages: the Jinja environment, relative links, and the files made so far."""

from __future__ import annotations

import json
import marshal
import re
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path
from types import CodeType
from typing import Any

import jinja2
from jinja2 import (
    BaseLoader,
    BytecodeCache,
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    StrictUndefined,
    TemplateSyntaxError,
)
from jinja2.bccache import Bucket
from jinja2.filters import do_striptags
from markupsafe import Markup

from tourgen import disk
from tourgen.dataclass import replace
from tourgen.intake import leads_outside
from tourgen.labels import FORMS
from tourgen.model import Source
from tourgen.problems import Problem, Unshowable
from tourgen.resources import place_beside, templates_dir
from tourgen.web import direct
from tourgen.web.direct import Direct
from tourgen.web.find import in_page
from tourgen.web.sandbox import MORE_STEPS, MOST_STEPS, Inside, Own, Unread
from tourgen.web.texts import LANGUAGES, Texts, catalogue
from tourgen.web.words import Words, circled


class _Compiled(BytecodeCache):
    """Templates compiled once for both languages, and kept between runs where Python keeps its own modules.

    Compiling takes longer than filling in all pages of an average event. What is kept carries the checksum of its
    source, so an edited template is compiled anew. An event's own templates, and all that run beside them, are kept
    for the run only.
    """

    loaded: dict[tuple[str, str], CodeType] = {}  # noqa: RUF012 (shared on purpose: once for both languages)

    def __init__(self, sandboxed: bool) -> None:
        self.prefix = "sandboxed " if sandboxed else ""  # what is compiled for the sandbox runs only there

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self.loaded.get((bucket.key, bucket.checksum))
        if bucket.code is None and (place := _place(bucket.key)) is not None:
            with suppress(OSError, EOFError, ValueError, TypeError):
                known = place.read_bytes()
                if known.startswith(bucket.checksum.encode()):
                    # not Jinja's own way, which reads an archive object by object
                    bucket.code = marshal.loads(memoryview(known)[len(bucket.checksum) :])
                    self.loaded[bucket.key, bucket.checksum] = bucket.code

    def dump_bytecode(self, bucket: Bucket) -> None:
        assert bucket.code is not None
        self.loaded[bucket.key, bucket.checksum] = bucket.code
        if (place := _place(bucket.key)) is not None and not sys.dont_write_bytecode:
            disk.keep(place, bucket.checksum.encode() + marshal.dumps(bucket.code))

    def get_source_checksum(self, source: str) -> str:
        return super().get_source_checksum(direct.SOURCE + source)

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        return f"{self.prefix}{filename or name}"


class _Shipped(FileSystemLoader):
    """The project's own templates, each read once for both languages: nobody edits them during a run."""

    def __init__(self) -> None:
        super().__init__(templates_dir())
        self._read: dict[str, tuple[str, str, Callable[[], bool]]] = {}

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        if template not in self._read:
            self._read[template] = super().get_source(environment, template)
        return self._read[template]


_shipped = cache(_Shipped)


def _place(template: str) -> Path | None:
    if not Path(template).is_relative_to(templates_dir()):
        return None
    return place_beside(Path(template), f"code-{jinja2.__version__}")


@lru_cache(maxsize=16)
def environment(language: str, overrides: Path | None = None) -> Environment:
    """Templates in one language; an event's own templates replace the project's by name.

    They come from whoever made the event: in their company everything runs in a sandbox, where a template can show
    what it is given and nothing else. Kept between events and builds of one run; one that was edited meanwhile is
    read again.
    """
    loaders: list[BaseLoader] = (
        [_shipped()] if overrides is None else [Inside(overrides), FileSystemLoader(templates_dir())]
    )
    kind = Environment if overrides is None else Own
    env = kind(
        loader=ChoiceLoader(loaders),
        autoescape=True,
        undefined=StrictUndefined,
        auto_reload=overrides is not None,
        trim_blocks=True,
        lstrip_blocks=True,
        bytecode_cache=_Compiled(sandboxed=overrides is not None),
    )
    if overrides is None:
        env.code_generator_class = Direct
    texts = Texts(language)
    words = Words(texts)
    env.globals.update(t=texts, w=words, lang=language, circled=circled)
    # What stands in every row of a table is a filter: Jinja calls those directly, several times faster.
    env.filters.update(
        name=words.name,
        discs=words.discs,
        round_name=words.round,
        wins=words.wins,
        people=words.people,
        place=words.place,
        grade=words.grade,
        sentence=words.sentence,
        title_name=words.title,
        criterion=words.criterion,
        terms=words.terms,
        striptags=lru_cache(maxsize=1000)(do_striptags),  # event and division stand in the head of every page
    )
    return env


def page_templates() -> list[str]:
    """Those that pages and papers are filled into."""
    home = templates_dir()
    found = (*home.glob("*.html"), *home.glob("paper/*.html"))
    return sorted(path.relative_to(home).as_posix() for path in found)


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

    def __init__(self, language: str, main: str, overrides: Path | None, common: Mapping[str, Any]) -> None:
        self.language = language
        self.other = next(one for one in LANGUAGES if one != language)
        self.prefix = "" if language == main else f"{language}/"
        self.other_prefix = "" if self.other == main else f"{self.other}/"
        self.env = environment(language, _usable(overrides))
        if isinstance(self.env, Own):
            self.env.left = MOST_STEPS
        self.words: Words = self.env.globals["w"]  # type: ignore[assignment]
        self.common = common
        self.files: dict[str, bytes] = {}
        self._templates: dict[str, Any] = {}

    def addresses(self, home: str) -> dict[str, Callable[[str], str]]:
        """Where a page and its other language are published below `home`; "" where nobody said."""
        return {
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
        if isinstance(self.env, Own):
            self.env.left += MORE_STEPS
        try:
            if template not in self._templates:
                self._templates[template] = self.env.get_template(template)
            text: str = self._templates[template].render(
                **self.common,
                **context,
                up=up,
                root=root,
                path=path,
                other_lang=self.other,
                other_href=f"{root}{self.other_prefix}{path}",
            )
        except Exception as error:
            if not self.env.sandboxed:
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
    """Style, icon and scripts; each language's script carries its own words, and the search the forms of letters."""
    files = {
        f"static/{name}": static_text(name).encode()
        for name in (
            "style.css",
            "more.css",
            "course.css",
            "brackets.css",
            "swiss.css",
            "go.css",
            "hall.css",
            "print.css",
            "icon.svg",
            "lottery.js",
            "hall.js",
            "print.js",
        )
    }
    files["static/home.js"] = f'const FORMS = "{FORMS}";\n{static_text("home.js")}'.encode()
    for language in LANGUAGES:
        words = {
            key.removeprefix("script."): text[language]
            for key, text in catalogue("texts.toml").items()
            if key.startswith("script.")
        }
        line = json.dumps(words, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
        files[f"static/site.{language}.js"] = f"const WORDS = {line};\n{static_text('site.js')}".encode()
    return files


def data_block(text: str) -> Markup:
    """JSON for a <script type="application/json">, safe whatever stands in it."""
    return Markup(in_page(text))
