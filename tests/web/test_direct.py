"""The project's own templates, compiled its own way: the pages that Jinja makes of them, and errors as loud."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from jinja2 import DictLoader, Environment, StrictUndefined
from jinja2.exceptions import UndefinedError
from markupsafe import Markup, escape

from tests.web.states import reports
from tourgen.web import render_event
from tourgen.web.direct import Direct
from tourgen.web.texts import text


def filled(source: str, **values: Any) -> str:
    env = Environment(loader=DictLoader({"page": source}), autoescape=True, undefined=StrictUndefined)
    env.code_generator_class = Direct
    return env.get_template("page").render(**values)


@pytest.mark.slow
def test_every_page_is_as_jinja_compiles_it(sites: dict[str, dict[str, bytes]], tmp_path: Path) -> None:
    # An event with templates of its own, though there are none: its pages are made as Jinja does.
    (tmp_path / "templates").mkdir()
    for name, report in reports().items():
        event = replace(report.event, folder=tmp_path)
        files = render_event(replace(report, event=event))
        del files["build.json"]
        assert {path for path, data in files.items() if data != sites[name][path]} == set(), name


class Marked:
    def __html__(self) -> str:
        return "<i>"


class Shown:
    def __str__(self) -> str:
        return "<i>"


@pytest.mark.parametrize(
    "value", ["a", "<&\"'>", "", Markup("<b>"), 3, -3, True, 2.5, None, Marked(), Shown(), ["<"]]
)
def test_a_value_is_escaped_as_ever(value: object) -> None:
    assert text(value) == escape(value) and filled("{{ value }}", value=value) == escape(value)


@pytest.mark.parametrize(
    ("source", "error"),
    [
        ("{{ nothing }}", UndefinedError),
        ("{{ nothing.at_all }}", UndefinedError),
        ("{{ word.nothing }}", AttributeError),
        ('{{ table["nothing"] }}', KeyError),
        ("{{ table.key }}", AttributeError),
        ("{{ word() }}", TypeError),
        ("{% macro m(a) %}{% endmacro %}{{ m() }}", TypeError),
        ("{% macro m(a) %}{% endmacro %}{{ m(1, 2) }}", TypeError),
        ("{% macro m(a) %}{% endmacro %}{{ m(b=1) }}", TypeError),
    ],
)
def test_what_is_not_there_is_an_error(source: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        filled(source, word="word", table={"key": "value"})


def test_macros_take_what_is_given_and_give_markup() -> None:
    source = "{% macro m(a, b='<') %}<p>{{ a }}{{ b }}</p>{% endmacro %}{{ m('>') }}{{ m(b=2, a=1)|upper }}"
    assert filled(source) == "<p>&gt;&lt;</p><P>12</P>"


def test_a_macro_knows_the_others_and_its_caller() -> None:
    source = (
        "{% macro one() %}1{% endmacro %}{% macro both() %}{{ one() }}{{ caller('2') }}{% endmacro %}"
        "{% call(x) both() %}<{{ x }}>{% endcall %}"
    )
    assert filled(source) == "1<2>"
