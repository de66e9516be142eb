"""The project's own templates, compiled its own way: the pages that Jinja makes of them, and errors as loud."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from jinja2 import DictLoader, Environment, StrictUndefined
from jinja2.exceptions import UndefinedError
from markupsafe import Markup, escape

from tests.web.sample import division, event
from tests.web.shogi import shogi
from tests.web.states import example
from tourgen.web import render_event
from tourgen.web.direct import Direct
from tourgen.web.texts import text


def filled(source: str, **values: Any) -> str:
    env = Environment(loader=DictLoader({"page": source}), autoescape=True, undefined=StrictUndefined)
    env.code_generator_class = Direct
    return env.get_template("page").render(**values)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["leagues", "brackets", "team", "go"])
def test_every_page_is_as_jinja_compiles_it(kind: str, tmp_path: Path) -> None:
    """An event with a folder of templates, though it is empty, has its pages made as Jinja does."""
    report = {
        "leagues": lambda: event(division(players=20, rounds=8, seed=3)),
        "brackets": lambda: event(division("othello-new-32", 29, 6, seed=2)),
        "team": lambda: event(shogi("shogi-team", 9, 4)),
        "go": lambda: example("go-demo"),
    }[kind]()
    (tmp_path / "templates").mkdir()
    as_jinja = replace(report, event=replace(report.event, folder=tmp_path))
    ours, theirs = render_event(report), render_event(as_jinja)
    assert ours.keys() == theirs.keys()
    assert [path for path, data in ours.items() if data != theirs[path]] == []


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
