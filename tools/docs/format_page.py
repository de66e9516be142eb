"""The part of a format's page that follows from its declaration, as Markdown: it can't say what the file doesn't."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from tools.docs.flow_svg import flow_svg
from tourgen.formats import Format, shipped_format, shipped_text
from tourgen.formats.flow import chart_of
from tourgen.formats.flow_text import entering, kind_of, rounds_of, sizes_of
from tourgen.formats.models import Award, Criteria, Qualification, Sum
from tourgen.formats.words import criterion_parts
from tourgen.messages.problems import message
from tourgen.simulate.forecast import Forecast, examples
from tourgen.web.texts import Texts
from tourgen.web.words import Words

Row = tuple[str, ...]


@cache
def _texts() -> dict[str, dict[str, str]]:
    """Every text of this page; a way to draw or a setting without one stops the build."""
    found = tomllib.loads((Path(__file__).parent / "format_words.toml").read_text(encoding="utf-8"))
    return {f"{table}.{key}": words for table, keys in found.items() for key, words in keys.items()}


@cache
def _simulated(format_id: str) -> tuple[Format, list[Forecast]]:
    """A shipped format and how its days are going to be, which both languages tell."""
    declared = shipped_format(format_id)
    return declared, examples(declared)


def format_part(format_id: str, language: str) -> str:
    """Everything below the hand-written introduction."""
    declared, forecasts = _simulated(format_id)
    settings = {**tomllib.loads(shipped_text(format_id)).get("settings", {}), "time": declared.time}
    return "\n\n" + "\n\n".join(_Page(declared, settings, forecasts, language).parts())


def _table(rows: Iterable[Row], head: Row = ("", "")) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def _toml(value: object) -> str:
    """A setting as it is typed: numbers, texts and lists are written alike in JSON."""
    return json.dumps(value, ensure_ascii=False)


class _Page:
    def __init__(
        self, declared: Format, settings: dict[str, object], forecasts: list[Forecast], language: str
    ) -> None:
        self.declared, self.settings, self.forecasts, self.language = declared, settings, forecasts, language
        self.words = Words(Texts(language))

    def say(self, key: str, **values: object) -> str:
        return _texts()[key][self.language].format(**values)

    def own(self, japanese: str, english: str) -> str:
        return japanese if self.language == "ja" else english or japanese

    def parts(self) -> Iterator[str]:
        declared = self.declared
        yield f"## {self.say('head.short')}"
        yield _table(self.short())
        yield f"## {self.say('head.course')}"
        yield f'<div class="wide" role="group" tabindex="0">{flow_svg(declared, self.language)}</div>'
        yield _table(self.stages(), self.head("stage", "rounds", "what", "who"))
        yield f"## {self.say('head.forecast')}"
        yield self.say("head.forecast_note")
        told = [one.sentences(self.language)[:-1] for one in self.forecasts]  # the last is of all sizes
        yield "\n".join("\n    - ".join([f"- {first}", *rest]) for first, *rest in told)
        yield f"## {self.say('head.order')}"
        yield self.say("head.order_note")
        yield self.criteria(declared.order.criteria)
        yield self.say("head.final_note_first" if declared.final.first else "head.final_note")
        yield self.criteria(declared.final_criteria)
        if declared.award or declared.qualification:
            yield f"## {self.say('head.awards')}"
            given: list[Award | Qualification] = [*declared.award, *declared.qualification]
            yield _table(map(self.award, given), self.head("award", "for"))
        yield f"## {self.say('head.settings')}"
        yield self.say("head.settings_note")
        yield _table(map(self.setting, self.settings.items()), self.head("setting", "default", "meaning"))
        yield f'```toml\n[[division]]\nid = "open"\nformat = "{declared.id}"\n{self.example()}\n```'
        yield self.say("head.copy", id=declared.id)

    def head(self, *columns: str) -> Row:
        return tuple(self.say(f"column.{one}") for one in columns)

    def short(self) -> Iterator[Row]:
        declared = self.declared
        noun = "teams" if declared.boards else "players"
        game = self.say(f"game.{declared.game}")
        yield self.say("short.game"), self.say("game.any", game=game) if "game" in self.settings else game
        yield self.say(f"short.{noun}"), sizes_of(declared, self.language)
        if time := self.own(declared.time, declared.time_en):
            yield self.say("short.time"), time
        yield self.say("short.lottery"), self.say(f"lottery.{declared.lottery.method}")
        if declared.lottery.seed_numbers or declared.lottery.seed_places:
            yield self.say("short.seeds"), self.seeds()
        if declared.komi:
            yield self.say("short.komi"), f"{declared.komi:g}"
        titles = [str(self.words.title(one.title)) for one in declared.place_title]
        yield self.say("short.titles"), self.say("list.and").join(dict.fromkeys(titles))

    def seeds(self) -> str:
        lottery = self.declared.lottery
        if lottery.seed_places:
            return self.say("seeds.places", numbers=", ".join(map(str, lottery.seed_places)))
        spans = {sex: f"{first}–{last}" for sex, (first, last) in lottery.seed_numbers.items()}
        return self.say("seeds.numbers", men=spans.get("M", "–"), women=spans.get("F", "–"))

    def stages(self) -> Iterator[Row]:
        chart = chart_of(self.declared)
        for at, box in enumerate(chart.boxes):
            who = self.say("list.and").join(entering(chart, at, self.language))
            name = box.stage.named(self.language)
            yield name, rounds_of(box, self.language), kind_of(box, self.language), who

    def criteria(self, criteria: Criteria) -> str:
        return "\n".join(f"{at}. {self.criterion(one)}" for at, one in enumerate(criteria, 1))

    def criterion(self, one: str | Sum) -> str:
        """The word and what it means; of a word with several numbers only the first says so."""
        if isinstance(one, Sum):
            return " + ".join(
                f"{times} × {self.criterion(name)}" for name, times in zip(one.sum, one.times, strict=True)
            )
        word, number = criterion_parts(one) or (one, 0)
        if number > 1 and f"{word}-{number - 1}" in self.declared.order.criteria:
            return f"`{one}`"
        meaning = message(f"word-criterion-{word}", self.language)
        if number:  # it begins with an example, whose number becomes the format's own
            example, _, meaning = meaning.partition(": ")
            meaning = meaning.replace(example.strip("`").rpartition("-")[2], str(number))
        return f"`{one}`: {meaning}"

    def award(self, one: Award | Qualification) -> Row:
        given = str(self.words.grade(one.award)) if isinstance(one, Award) else one.target
        return given, self.own(one.reason, one.reason_en)

    def setting(self, item: tuple[str, object]) -> Row:
        name, value = item
        return f"`{name}`", f"`{_toml(value)}`", self.say(f"setting.{name}")

    def example(self) -> str:
        name, value = next(iter(self.settings.items()))
        return f"{name} = {_toml(value)}"
