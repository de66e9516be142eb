"""The part of a format's page that follows from its declaration, as Markdown: it can't say what the file doesn't."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from tourgen.explain.rank import criterion_label
from tourgen.formats import Format, read_format, shipped_text
from tourgen.formats.declaration import Award, Qualification, Stage
from tourgen.simulate import USUAL_SWISS, sizes
from tourgen.web.texts import Texts
from tourgen.web.words import Words

Row = tuple[str, ...]


@cache
def _texts() -> dict[str, dict[str, str]]:
    """Every text of this page; a kind of stage, a way to draw or a setting without one stops the build."""
    found = tomllib.loads((Path(__file__).parent / "format_words.toml").read_text(encoding="utf-8"))
    return {f"{table}.{key}": words for table, keys in found.items() for key, words in keys.items()}


def format_part(format_id: str, language: str) -> str:
    """Everything below the hand-written introduction."""
    text = shipped_text(format_id)
    declared, problems = read_format(text, format_id, format_id)
    assert declared is not None, problems
    return "\n\n" + "\n\n".join(_Page(declared, tomllib.loads(text).get("settings", {}), language).parts())


def _table(rows: Iterable[Row], head: Row = ("", "")) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def _toml(value: object) -> str:
    """A setting as it is typed: numbers, texts and lists are written alike in JSON."""
    return json.dumps(value, ensure_ascii=False)


class _Page:
    def __init__(self, declared: Format, settings: dict[str, object], language: str) -> None:
        self.declared, self.settings, self.language = declared, settings, language
        self.words = Words(Texts(language))

    def say(self, key: str, **values: object) -> str:
        return _texts()[key][self.language].format(**values)

    def own(self, japanese: str, english: str) -> str:
        return japanese if self.language == "ja" else english

    def parts(self) -> Iterator[str]:
        declared = self.declared
        yield f"## {self.say('head.short')}"
        yield _table(self.short())
        yield f"## {self.say('head.course')}"
        yield _table(map(self.stage, declared.stage), self.head("stage", "rounds", "what"))
        yield f"## {self.say('head.order')}"
        yield self.say("head.order_note")
        yield self.criteria(declared.order.criteria)
        yield self.say("head.final_note_first" if declared.final.first else "head.final_note")
        yield self.criteria(declared.final.criteria)
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
        least, most = (accepted := sizes(declared))[0], accepted[-1]
        size = "size.from" if most == USUAL_SWISS else "size.span"
        noun = "teams" if declared.boards else "players"
        yield self.say("short.game"), self.say(f"game.{declared.game}")
        yield self.say(f"short.{noun}"), self.say(size, least=least, most=most)
        yield self.say("short.rounds"), self.rounds()
        if time := self.own(declared.time, declared.time_en):
            yield self.say("short.time"), time
        yield self.say("short.lottery"), self.say(f"lottery.{declared.lottery.method}")
        if declared.lottery.seed_numbers or declared.lottery.seed_places:
            yield self.say("short.seeds"), self.seeds()
        if declared.komi:
            yield self.say("short.komi"), f"{declared.komi:g}"
        titles = [str(self.words.title(one.title)) for one in declared.place_title]
        yield self.say("short.titles"), self.say("list.and").join(dict.fromkeys(titles))

    def rounds(self) -> str:
        known = [
            stage for stage in self.declared.stage if stage.kind not in ("round-robin", "seeded-knockout")
        ]
        most = max(stage.rounds[1] for stage in known)
        return self.say(
            "size.rounds_more" if len(known) < len(self.declared.stage) else "size.rounds", n=most
        )

    def seeds(self) -> str:
        lottery = self.declared.lottery
        if lottery.seed_places:
            return self.say("seeds.places", numbers=", ".join(map(str, lottery.seed_places)))
        spans = {sex: f"{first}–{last}" for sex, (first, last) in lottery.seed_numbers.items()}
        return self.say("seeds.numbers", men=spans.get("M", "–"), women=spans.get("F", "–"))

    def stage(self, stage: Stage) -> Row:
        derived = stage.kind in ("round-robin", "seeded-knockout")
        first, last = stage.rounds
        shown = self.say("size.derived") if derived else str(first) if first == last else f"{first}–{last}"
        return self.own(stage.name, stage.name_en), shown, self.say(f"stage.{stage.kind}")

    def criteria(self, names: Iterable[str]) -> str:
        return "\n".join(f"{at}. {self.criterion(name)}" for at, name in enumerate(names, 1))

    def criterion(self, name: str) -> str:
        """What it is called, and what it means; of the sums 上1＋下1, 上2＋下2 … only the first says so."""
        label = criterion_label(name)[self.language]
        meaning = (
            "" if name.startswith("top-bottom") and name != "top-bottom-1" else self.say(f"criterion.{name}")
        )
        return f"**{label}**" + (self.say("list.means") + meaning if meaning else "")

    def award(self, one: Award | Qualification) -> Row:
        given = str(self.words.grade(one.award)) if isinstance(one, Award) else one.target
        reason = self.own(one.reason, one.reason_en or one.reason)
        return given, reason

    def setting(self, item: tuple[str, object]) -> Row:
        name, value = item
        return f"`{name}`", f"`{_toml(value)}`", self.say(f"setting.{name}")

    def example(self) -> str:
        name, value = next(iter(self.settings.items()))
        return f"{name} = {_toml(value)}"
