"""docs/formats.md and formats.ja.md: every key and word is explained, every file in them is whole and can be played."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.cli.desk import run
from tests.engine.declarations import catalogue
from tests.engine.random_play import CALM, DESERTED, UNRULY, admitted
from tests.series import FULL
from tests.verify.division import play
from tools.docs.word_tables import FILES, LISTS, NUMBERED, filled
from tourgen.formats import read_format, shipped_formats, shipped_text
from tourgen.formats.schema import json_schema

TEXTS = {language: path.read_text(encoding="utf-8") for language, path in FILES.items()}
DOCS = FILES["en"].parent
SCHEMA = json.loads((DOCS / "format.schema.json").read_text(encoding="utf-8"))


def sheets(language: str) -> dict[str, str]:
    """The whole files of a document by their names."""
    found = re.findall(r"^```toml\n(# ([\w-]+\.toml)\n.*?)^```$", TEXTS[language], re.MULTILINE | re.DOTALL)
    return {name: text for text, name in found}


def test_both_languages_translate_the_same_rule_sheets() -> None:
    japanese, english = sheets("ja"), sheets("en")
    assert len(japanese) == 6 and list(japanese) == list(english)
    for name, text in japanese.items():
        assert tomllib.loads(text) == tomllib.loads(english[name])
        said = re.findall(r"^# .+$", text, re.MULTILINE)
        assert len(said) == len(re.findall(r"^# .+$", english[name], re.MULTILINE))


@pytest.mark.parametrize("name", sheets("ja"))
def test_a_rule_sheet_can_be_played_with_every_number_of_entrants(name: str) -> None:
    """And the second derivation finds the same."""
    declared, problems = read_format(sheets("ja")[name], name)
    assert declared is not None, problems
    sizes = admitted(declared, 40)
    assert len(sizes) > 30
    for seed, day in enumerate((CALM, UNRULY, DESERTED)):
        for count in sizes[seed :: 1 if FULL else 17]:
            assert play(declared, max(count, 3), day, seed).deviations(declared) == []


@pytest.mark.parametrize("language", TEXTS)
def test_a_rule_sheet_passes_the_commands(language: str, tmp_path: Path) -> None:
    for name, text in sheets(language).items():
        (tmp_path / name).write_text(text, encoding="utf-8")
        assert f"{name}: このまま使えます。" in run(tmp_path, "formats", name).stdout
        if language == "ja":  # the other document has the same declarations
            run(tmp_path, "simulate", "--format", name, "--players", "24", "--withdraw", "0.1", "--verify")


@pytest.mark.parametrize("language", TEXTS)
def test_every_key_of_the_language_is_explained(language: str) -> None:
    for word in set(catalogue()) - {"id"}:
        shown = rf'`{re.escape(word)}`|"{re.escape(word)}"|\[\[?{re.escape(word)}\]\]?`|[`{{,] ?{re.escape(word)} = '
        assert re.search(shown, TEXTS[language]), f"{word} is not in {FILES[language].name}"


@pytest.mark.parametrize("language", TEXTS)
def test_every_word_stands_in_its_table(language: str) -> None:
    assert filled(TEXTS[language], language) == TEXTS[language], "python -m tools.docs.word_tables"
    for name, known in LISTS.items():
        assert f"<!-- words: {name} -->" in TEXTS[language]
        for word in known:
            assert f"| `{NUMBERED.get((name, word), word)}` |" in TEXTS[language]


@pytest.mark.parametrize("format_id", shipped_formats())
def test_every_format_has_its_page_with_a_suitable_size(format_id: str) -> None:
    for ending, size in ((".ja.md", "**合う規模**"), (".md", "**Suitable size**")):
        text = (DOCS / "formats" / f"{format_id}{ending}").read_text(encoding="utf-8")
        assert size in text and len(text) > 150


def test_every_setting_is_explained() -> None:
    texts = tomllib.loads((DOCS.parent / "tools/docs/format_words.toml").read_text(encoding="utf-8"))[
        "setting"
    ]
    settings = {
        name for one in shipped_formats() for name in tomllib.loads(shipped_text(one)).get("settings", {})
    }
    assert {*settings, "time"} == set(texts)
    assert all(set(words) == {"ja", "en"} for words in texts.values())


def test_shipped_settings_can_be_overridden() -> None:
    for name in shipped_formats():
        settings = tomllib.loads(shipped_text(name)).get("settings", {})
        declared, problems = read_format(shipped_text(name), name, settings)
        assert declared is not None, problems


# --- docs/format.schema.json


def test_the_schema_is_current() -> None:
    assert json_schema() == SCHEMA, "python -m tourgen.formats.schema > docs/format.schema.json"


def test_every_format_fits_the_schema() -> None:
    validator = jsonschema.Draft202012Validator(SCHEMA)
    for text in (*map(shipped_text, shipped_formats()), *sheets("ja").values()):
        validator.validate(tomllib.loads(text))


@pytest.mark.parametrize(
    ("key", "value"),
    [("opponent", "x"), ("kid", 1), ("avoid", ["rematches"]), ("pair_by", ["winz"]), ("leave", ["wins-x"])],
)
def test_the_schema_refuses_what_is_no_word(key: str, value: Any) -> None:
    table = tomllib.loads(shipped_text("othello-swiss"))
    table["stage"][0][key] = value
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft202012Validator(SCHEMA).validate(table)
