"""How numbers, dates, grades and names are said in one language."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

from tourgen.explain import CriterionValue
from tourgen.locales import month, ordinal_form, plural_form, weekday
from tourgen.problems import Notice
from tourgen.web.texts import Texts

if TYPE_CHECKING:
    from tourgen.web.facts import Facts

# Letters in sets of two ranges at the most: of more, Python makes a table of 65,536 places, for some milliseconds.
JAPANESE = re.compile(r"(?:[\u3040-\u30ff\u3400-\u9fff]++|[\uf900-\ufaff\uff66-\uff9f]++|[々〆]++)++")
# A run of Japanese with the spaces and dots inside it, as a name in an English sentence is.
_RUN = re.compile(rf"({JAPANESE.pattern}(?:[ 　・]{JAPANESE.pattern})*)")
_GRADE = re.compile(r"^(初|[一二三四五六七八九十]|\d+)(段|級)$")
_DIGITS = {"初": "1", **{kanji: str(n) for n, kanji in enumerate("一二三四五六七八九十", 1)}}
_DATES = {
    "ja": "{date.year}年{date.month}月{date.day}日（{weekday}）",
    "en": "{weekday}, {date.day} {month} {date.year}",
}
_ORDINALS = {"one": "st", "two": "nd", "few": "rd", "other": "th"}


def circled(number: int) -> str:
    """① as the rules number their items; plain beyond ⑳."""
    return chr(0x2460 + number - 1) if 1 <= number <= 20 else f"({number})"


class Words:
    """The vocabulary of one language; every method returns text that is safe to put into a page."""

    def __init__(self, texts: Texts) -> None:
        self.t = texts
        self.language = texts.language
        self.name = lru_cache(maxsize=None)(self._name)
        self.grade = lru_cache(maxsize=None)(self._grade)
        self.score = lru_cache(maxsize=None)(self._score)
        self.discs = lru_cache(maxsize=None)(self._discs)
        self.numbers = lru_cache(maxsize=None)(self._numbers)
        self.sentence = lru_cache(maxsize=None)(self._sentence)
        self.round = lru_cache(maxsize=None)(lambda n: self.t("round.name", n=n))
        self.wins = lru_cache(maxsize=None)(lambda n: self._counted("count.wins", n))
        self.people = lru_cache(maxsize=None)(lambda n: self._counted("count.people", n))
        self.teams = lru_cache(maxsize=None)(lambda n: self._counted("count.teams", n))
        self.sheets = lru_cache(maxsize=None)(lambda n: self._counted("count.sheets", n))
        self.counted = lru_cache(maxsize=None)(self._counted)
        self.date = lru_cache(maxsize=None)(self._date)
        self._special = lru_cache(maxsize=None)(self._most_special)
        self.place = lru_cache(maxsize=None)(self._place)

    def _name(self, text: str) -> Markup:
        """Someone's own words (name, club): kept as typed; on an English page marked where they are Japanese."""
        if self.language != "ja" and JAPANESE.search(text):
            return _japanese(text)
        return escape(text)

    def _counted(self, key: str, n: int, **values: int) -> Markup:
        """A text about n things, in the form that the language has for as many."""
        form = f"{key}_{plural_form(self.language, n)}"
        return self.t(form if self.t.has(form) else key, n=f"−{-n}" if n < 0 else n, **values)

    def _score(self, wins: int, losses: int, draws: int = 0) -> Markup:
        """2勝1敗, 3勝 / 2–1, 3–0; with draws 2勝1敗1持碁 / 2–1–1."""
        if draws:
            return self.t("count.score_drawn", w=wins, l=losses, d=draws)
        return self.t("count.score" if losses or not wins else "count.unbeaten", w=wins, l=losses)

    def _place(self, n: int) -> Markup:
        return self.t("rank.place", n=n, th=ordinal_ending(n) if self.language == "en" else "")

    def _grade(self, text: str) -> Markup:
        """段級位; in English 4-dan, 1-kyu."""
        found = _GRADE.match(text)
        if self.language == "ja" or not found:
            return self.name(text)
        number = _DIGITS.get(found[1], found[1])
        return Markup("{}-{}").format(number, "dan" if found[2] == "段" else "kyu")

    def _numbers(self, first: int, last: int = 0) -> str:
        """① or ⑤〜⑧."""
        return circled(first) + (self.t("rank.to") + circled(last) if last > first else "")

    def criterion(self, one: CriterionValue) -> str:
        """⑤〜⑧ 上3＋下3; the lot, which the rules don't number, without a number."""
        if one.merged_to == one.number:
            return one.title[self.language]
        return self.numbers(one.number, one.merged_to) + " " + one.label[self.language]

    def value(self, one: CriterionValue) -> Markup:
        """② 10: a criterion's value in a line of them; 番号 53 for the lot."""
        if one.title == one.label:
            return self.t("rank.lot", n=one.shown)
        return Markup("{} {}").format(self.numbers(one.number), one.shown)

    def terms(self, one: CriterionValue) -> str:
        """(1＋1) ＋ 2, for a sum; a long one may be broken before each sign, on a narrow phone."""
        return _breakable(one.arithmetic(self.language)) if one.terms != ((), ()) else ""

    def _sentence(self, text: str) -> Markup:
        """A text of tourgen.explain; on an English page names in it are marked as Japanese."""
        if self.language == "ja":
            return escape(text)
        pieces = _RUN.split(text)
        pieces[::2] = map(escape, pieces[::2])
        pieces[1::2] = map(_japanese, pieces[1::2])
        return Markup("".join(pieces))

    def title(self, text: str) -> Markup:
        """優勝 … and any other title an organiser made up."""
        key = f"title.{text}"
        return self.t(key) if self.t.has(key) else self.name(text)

    def of(self, facts: Facts | None, key: str, **values: Any) -> Markup:
        """A text as it is said in a division: of teams, of Swiss rounds, of brackets; of none, as everywhere."""
        return self.t(self._special(facts.manners if facts else (), key), **values)

    def level(self, facts: Facts, n: int) -> Markup:
        """3勝 / 3 wins, or 勝点6 / 6 points."""
        return self._counted("count.points", n) if facts.in_points else self.wins(n)

    def komi(self, value: float) -> str:
        """6.5, 7."""
        return f"{value:g}"

    def go_result(self, result: str) -> Markup:
        """B+3.5 as 黒の3.5目勝ち; 0 as 持碁."""
        side, _, margin = result.partition("+")
        if side not in ("B", "W"):
            return self.t("game.draw")
        return self.t("game.by_black" if side == "B" else "game.by_white", n=margin)

    def entrants(self, facts: Facts, n: int) -> Markup:
        """120名, 45チーム / 120 players, 45 teams."""
        return self.teams(n) if facts.in_teams else self.people(n)

    def both(self, words: Mapping[str, str]) -> Markup:
        """A text that a format has in both languages."""
        return self.name(words[self.language])

    def heading(self, facts: Facts, stage: str, group: str | None = None) -> Markup:
        """The heading of a band of games, the preliminaries by the name their format gives them."""
        if stage in facts.stage_names and not group:
            return self.both(facts.stage_names[stage])
        return self.stage(stage, group)

    def group(self, name: str) -> Markup:
        """Aリーグ / League A."""
        return self.t("stage.league_named", name=self.name(name))

    def stage(self, stage: str, group: str | None = None) -> Markup:
        """The heading of a band of games."""
        if not group:
            return self.t(f"stage.{stage}")
        if stage in ("main", "repechage", "swiss"):
            return self.t(f"stage.{stage}_named", name=self.name(group))
        return self.group(group)

    def lost(self, at: tuple[str, int]) -> Markup:
        """Aブロック3回戦: where the players of a repechage group lost."""
        block, number = at
        said = self.t("stage.block", name=self.name(block)) if block else Markup("")
        return self.t("bracket.lost_at", block=said, n=number)

    def phrase(self, key: str, values: Mapping[str, Any]) -> Markup:
        """A text whose values say by their name how they are spoken: people_n, wins_low, place_top, name_top, group."""
        return self.t(key, **{name: self._spoken(name, value) for name, value in values.items()})

    def _spoken(self, name: str, value: Any) -> Any:
        speakers: dict[str, Callable[[Any], Markup]] = {
            "people": self.people,
            "teams": self.teams,
            "own": self.both,
            "wins": self.wins,
            "place": self.place,
            "name": self.name,
            "group": self.group,
            "stage": lambda place: self.stage(*place),
            "lost": self.lost,
        }
        speak = speakers.get(name.partition("_")[0])
        return speak(value) if speak is not None and value is not None else value

    def notices(self, notices: Iterable[Notice]) -> list[Markup]:
        """What readers should know, in their words; what only tells the organiser what to type is left out."""
        found = []
        for notice in notices:
            if self.t.has(f"notice.{notice.code}"):
                values = {
                    name: self.name(str(one[self.language] if isinstance(one, Mapping) else one))
                    for name, one in notice.params.items()
                }
                text = self.t(f"notice.{notice.code}", **values)
                if text not in found:
                    found.append(text)
        return found

    def _most_special(self, manners: tuple[str, ...], key: str) -> str:
        keys = (f"{key}_{manner}" for manner in manners)
        return next((one for one in keys if self.t.has(one)), key)

    def _date(self, date: datetime.date | None) -> str:
        """2026年7月12日（日） / Sunday 12 July 2026."""
        if date is None:
            return ""
        named = {"month": month(self.language, date), "weekday": weekday(self.language, date)}
        return _DATES[self.language].format(date=date, **named)

    def number(self, value: int) -> str:
        """8,388,608."""
        return f"{value:,}"

    def span(self, first: int, last: int) -> Markup:
        """1〜6回戦 / Rounds 1–6."""
        return self.round(first) if first == last else self.t("round.span", a=first, b=last)

    @cached_property
    def marks(self) -> dict[str, tuple[str, Markup]]:
        """Mark of a game → (class of its disc, word for readers who don't see it)."""
        classes = {
            "W": "w",
            "L": "l",
            "w": "w b",
            "l": "l b",
            "q": "w b",
            "x": "l b",
            "d": "l",
            "p": "p",
            "n": "p",
            "D": "d",
        }
        return {mark: (css, self.t(f"mark.{css_name(mark)}")) for mark, css in classes.items()}

    def _discs(self, marks: str, extra: str = "") -> Markup:
        """A record as a row of the board; "." is a square still empty."""
        squares = "".join(self._square(mark) for mark in marks)
        return Markup(f'<span class="rec{extra and " " + extra}">{squares}</span>')

    def _square(self, mark: str) -> str:
        if mark not in self.marks:
            return "<i></i>"
        css, word = self.marks[mark]
        return f'<i class="{css}">{word}</i>'


def _japanese(text: str) -> Markup:
    return Markup(f'<span lang="ja">{escape(text)}</span>')


@lru_cache(maxsize=10_000)
def _breakable(shown: str) -> str:
    return re.sub(r"(?<=\d)(?=[-+])", "\u200b", shown)


def css_name(mark: str) -> str:
    """The key of a mark's word (keys in texts.toml can't differ by case alone for readers' sake)."""
    return {"W": "win", "L": "loss", "w": "walkover", "l": "forfeit", "q": "assumed_win", "x": "withdrawn",
            "d": "double_loss", "p": "pending", "n": "no_result", "D": "draw"}[mark]  # fmt: skip


def ordinal_ending(n: int) -> str:
    """st, nd, rd, th."""
    return _ORDINALS[ordinal_form("en", n)]
