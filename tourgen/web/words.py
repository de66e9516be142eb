"""How numbers, dates, grades and names are said in one language."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

from tourgen.explain.rank import CriterionValue
from tourgen.explain.words import circled
from tourgen.messages.fill import ordinal_ending
from tourgen.messages.problems import Notice
from tourgen.web.stages import BESIDE, AnyStage
from tourgen.web.texts import Texts

if TYPE_CHECKING:
    from tourgen.engine.model import Handicap
    from tourgen.web.bracket.small import Origin
    from tourgen.web.division_view import DivisionView

JAPANESE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uff66-\uff9f々〆]+")
# A run of Japanese with the spaces and dots inside it, as a name in an English sentence is.
_RUN = re.compile(rf"({JAPANESE.pattern}(?:[ 　・]{JAPANESE.pattern})*)")
_GRADE = re.compile(r"^(初|[一二三四五六七八九十]|\d+)(段|級)$")
_DIGITS = {"初": "1", **{kanji: str(n) for n, kanji in enumerate("一二三四五六七八九十", 1)}}
_DATES = {"ja": "y年M月d日（EEE）", "en": "EEE, d MMMM y"}  # in the letters of Unicode's date patterns
# Mark of a game → the class of its disc, and the key of its word.
MARKS = {
    "W": ("w", "win"),
    "L": ("l", "loss"),
    "w": ("w b", "walkover"),
    "l": ("l b", "forfeit"),
    "q": ("w b", "assumed_win"),
    "x": ("l b", "withdrawn"),
    "d": ("l", "double_loss"),
    "p": ("p", "pending"),
    "n": ("p", "no_result"),
    "D": ("d", "jigo"),
    "T": ("d", "draw"),
    "r": ("r", "rest"),
}


class Words:
    """The vocabulary of one language; every method returns text that is safe to put into a page."""

    def __init__(self, texts: Texts) -> None:
        self.t = texts
        self.language = texts.language

    def round(self, n: int) -> Markup:
        """3回戦 / Round 3."""
        return self.t("round.name", n=n)

    def wins(self, n: int) -> Markup:
        """3勝 / 3 wins."""
        return _with_minus(self.t("count.wins", n=n))

    def people(self, n: int) -> Markup:
        """64名 / 64 players."""
        return self.t("count.people", n=n)

    def teams(self, n: int) -> Markup:
        """16チーム / 16 teams."""
        return self.t("count.teams", n=n)

    def sheets(self, n: int) -> Markup:
        """2枚 / 2 sheets."""
        return self.t("count.sheets", n=n)

    def name(self, text: str) -> Markup:
        """Someone's own words (name, club): kept as typed; on an English page marked where they are Japanese."""
        if self.language != "ja" and JAPANESE.search(text):
            return _japanese(text)
        return escape(text)

    def either(self, japanese: str, english: str) -> Markup:
        """A name in the page's language, or as it is where there is no other."""
        return self.name(english if self.language == "en" and english else japanese)

    def score(self, wins: int, losses: int, draws: int = 0, jigo: bool = False) -> Markup:
        """2勝1敗, 3勝 / 2–1, 3–0; with draws 2勝1敗1分, in Go 2勝1敗1持碁 / 2–1–1."""
        if draws:
            return self.t("count.score_jigo" if jigo else "count.score_drawn", w=wins, l=losses, d=draws)
        return self.t("count.score" if losses or not wins else "count.unbeaten", w=wins, l=losses)

    def place(self, n: int) -> Markup:
        return self.t("rank.place", n=n, th=ordinal_ending(n) if self.language == "en" else "")

    def grade(self, text: str) -> Markup:
        """段級位; in English 4-dan, 1-kyu."""
        found = _GRADE.match(text)
        if self.language == "ja" or not found:
            return self.name(text)
        number = _DIGITS.get(found[1], found[1])
        return Markup("{}-{}").format(number, "dan" if found[2] == "段" else "kyu")

    def numbers(self, first: int, last: int = 0) -> str:
        """① or ⑤〜⑧."""
        return circled(first) + (self.t("rank.to") + circled(last) if last > first else "")

    def criterion(self, one: CriterionValue) -> str:
        """⑤〜⑧ 上3＋下3; the lot, which the rules don't number, without a number."""
        if one.merged_to == one.number:
            return one.title[self.language]
        return self.numbers(one.number, one.merged_to) + " " + one.label[self.language]

    def terms(self, one: CriterionValue) -> str:
        """(1＋1) ＋ 2, for a sum; a long one may be broken before each sign, on a narrow phone."""
        return _breakable(one.arithmetic(self.language)) if one.terms != ((), ()) else ""

    def sentence(self, text: str) -> Markup:
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

    def of(self, view: DivisionView | None, key: str, **values: Any) -> Markup:
        """A text in the words that fit a division (teams, Swiss rounds, brackets …), else in the usual ones."""
        key = self._most_special(view.stages.manners if view else (), key)
        if view is not None and "{" in self.t(key):
            finals, first = view.stages.finals or view.stages.first, view.stages.first
            values = {"finals": self.named(finals), "before": self.named(first)} | values
        return self.t(key, **values)

    def final(self, view: DivisionView, key: str) -> Markup:
        """A text about final ranks, which names the stages whose places come first; without such, by points or not."""
        listed = [view.stages.all[one] for one in view.declared.final.first if one in view.stages.all]
        if not listed:
            score = view.declared.score
            worth = {
                "win": self.komi(score.win),
                "draw": self.komi(score.draw or 0),
                "drawn": self.drawn(view),
            }
            return (
                self.t("rank.by_points", **worth)
                if "points" in view.stages.manners
                else self.t("rank.by_criteria")
            )
        return self.of(view, key, first=self.listed(listed, "・"))

    def listed(self, stages: Iterable[AnyStage], mark: str = "と") -> Markup:
        """Stages one after another: 決勝・入賞決定戦 / final and placing matches."""
        names = [self._lower(self.several(stage)) for stage in stages]
        if self.language == "ja":
            return Markup(mark).join(names)
        return Markup(" and ").join([Markup(", ").join(names[:-1]), names[-1]] if len(names) > 1 else names)

    def level(self, view: DivisionView, n: int) -> Markup:
        """3勝 / 3 wins, or 勝点3.5 / 3.5 points."""
        score = view.declared.score
        return _with_minus(self.t("count.points", n=score.shown(n))) if view.in_points else self.wins(n)

    def komi(self, value: float) -> str:
        """6.5, 7."""
        return f"{value:g}"

    def drawn(self, view: DivisionView) -> Markup:
        """持碁, 引き分け / jigo, draw."""
        return self.t("mark.jigo" if view.declared.game == "go" else "mark.draw")

    def go_result(self, result: str) -> Markup:
        """B+3.5 as 黒の3.5目勝ち; 0 as 持碁."""
        side, _, margin = result.partition("+")
        if side not in ("B", "W"):
            return self.t("game.draw")
        return self.t("game.by_black" if side == "B" else "game.by_white", n=margin)

    def entrants(self, view: DivisionView, n: int) -> Markup:
        """120名, 45チーム / 120 players, 45 teams."""
        return self.teams(n) if view.in_teams else self.people(n)

    def both(self, words: Mapping[str, str]) -> Markup:
        """A text that a format has in both languages."""
        return self.name(words[self.language])

    def named(self, stage: AnyStage) -> Markup:
        """A stage by the name its declaration gives it."""
        return self.either(stage.name, stage.named("en").replace("'", "’"))

    def several(self, stage: AnyStage) -> Markup:
        """The same where all its groups or matches are meant, for which English may have a word of its own."""
        key = f"several.{stage.name_en}"
        return self.t(key) if self.t.has(key) else self.named(stage)

    def groups(self, stage: AnyStage) -> Markup:
        """What stands over its groups: リーグ over Aリーグ, the stage's own name over 1組."""
        return self.t("league.league") if stage.name.endswith("リーグ") else self.named(stage)

    def within(self, view: DivisionView, label: str) -> Markup:
        """A stage, or a round of a tree, inside a sentence: 決勝 / the final."""
        stage = view.stages.all.get(label)
        if stage is None:
            return self.t(f"within.{label}")
        key = f"within.{stage.name_en}"
        name = self.named(stage)
        return self.t(key) if self.t.has(key) else self.t("within.other", name=self._lower(name))

    def _lower(self, name: Markup) -> Markup:
        return name if self.language == "ja" else name[:1].lower() + name[1:]

    def to(self, view: DivisionView, label: str) -> Markup:
        """The stage that somebody goes on to: 順位決定リーグ / ranking league."""
        return self._lower(self.named(view.stages.all[label]))

    def group(self, view: DivisionView, name: str | None, label: str = "") -> Markup:
        """A group of a pool or round robin: Aリーグ, Aブロック, 1組 / League A, Block A, Group 1."""
        stage = view.stages.all.get(label, view.stages.first)
        kind = (
            "numbered" if (name or "").isdecimal() else "league" if stage.name.endswith("リーグ") else "block"
        )
        said = self.t(f"group.{kind}", name=self.name(name or ""))
        return said if not stage.entered_from else self.t("group.of", stage=self.named(stage), group=said)

    def stage(self, view: DivisionView, label: str, group: str | None = None) -> Markup:
        """The heading of a band of games: stage and group as the declaration names them, or a round of a tree."""
        stage = view.stages.all.get(label)
        if stage is None:
            return self.t(f"stage.{label}")
        if not group:
            return self.several(stage)
        tree = next((one for one in view.stages.brackets if one.id == label), None)
        if tree is None:
            return self.group(view, group, label)
        name = self.named(stage)
        if group in tree.blocks:
            return self.t("group.block_of", stage=name, name=self.name(group))
        if group in BESIDE and group not in view.stages.groups(stage):
            return self.t("group.of", stage=name, group=self.t(f"stage.{BESIDE[group]}"))
        return self.t("group.tree_of", stage=Markup(name.removesuffix("トーナメント")), name=self.name(group))

    def origin(self, view: DivisionView, one: Origin, stage: AnyStage) -> Markup:
        """From where somebody will come into a tree: Aリーグ1位, 予選2位."""
        group = self.group(view, one.group, stage.entered_from[0].stage or "") if one.group else Markup("")
        if not one.rank:
            return self.t("bracket.first_of", league=group, name=self.name(one.group))
        return self.t("bracket.seed_of_block" if one.group else "bracket.seed_of", block=group, n=one.rank)

    def decided(self, view: DivisionView, reason: str, match: str) -> Markup:
        """What decided a final place: 決勝の勝者 / won the final."""
        return self.of(view, f"decided.{reason}", match=self.within(view, match) if match else "")

    def paper(self, view: DivisionView | None, kind: str) -> Markup:
        """What a paper is called: trees of a few by the name of their stage."""
        if kind == "knockout" and view is not None:
            return self.named(view.stages.finals or view.stages.first)
        return self.of(view, f"paper.{kind}")

    def stone(self, one: Handicap) -> Markup:
        """手合: 互先, 定先, 2子 / even, Black first, 2 stones."""
        return self.t(f"handicap.{min(one.stones, 2)}", n=one.stones, komi=self.komi(one.komi))

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
            "wins": self.wins,
            "place": self.place,
            "name": self.name,
            "group": lambda place: self.group(*place),
            "stage": lambda place: self.stage(*place),
            "to": lambda place: self.to(*place),
            "lost": self.lost,
        }
        speak = speakers.get(name.partition("_")[0])
        return speak(value) if speak is not None and value is not None else value

    def notices(self, notices: Sequence[Notice]) -> list[Markup]:
        """What readers should know, in their words; what only tells the organiser what to type is left out.

        That the rules would pair otherwise is said once, of all such rounds.
        """
        found: list[Markup] = []
        differing: set[Any] = {one.params["round"] for one in notices if one.code == "round-differs"}
        for notice in notices:
            if self.t.has(f"notice.{notice.code}"):
                values: dict[str, Any] = {
                    name: self.name(str(one[self.language] if isinstance(one, Mapping) else one))
                    for name, one in notice.params.items()
                }
                if notice.code == "round-differs":
                    values |= {"rounds": self.rounds(differing), "n": len(differing)}
                text = self.t(f"notice.{notice.code}", **values)
                if text not in found:
                    found.append(text)
        return found

    def _most_special(self, manners: tuple[str, ...], key: str) -> str:
        keys = (f"{key}_{manner}" for manner in manners)
        return next((one for one in keys if self.t.has(one)), key)

    def date(self, date: datetime.date | None) -> str:
        """2026年7月12日（日） / Sunday 12 July 2026."""
        if date is None:
            return ""
        from babel.dates import format_date

        return format_date(date, _DATES[self.language], locale=self.language)

    def rounds(self, numbers: Iterable[int]) -> str:
        """1、3〜5 / 1, 3–5."""
        runs = groupby(enumerate(sorted(numbers)), lambda one: one[1] - one[0])
        ends = ([number for _, number in run] for _, run in runs)
        spans = (str(run[0]) + (f"{self.t('rank.to')}{run[-1]}" if run[1:] else "") for run in ends)
        return self.t("page.comma").join(spans)

    def number(self, value: int) -> str:
        """8,388,608."""
        return f"{value:,}"

    def span(self, first: int, last: int) -> Markup:
        """1〜6回戦 / Rounds 1–6."""
        return self.round(first) if first == last else self.t("round.span", a=first, b=last)

    @cached_property
    def marks(self) -> dict[str, tuple[str, Markup]]:
        """Mark of a game → (class of its disc, word for readers who don't see it)."""
        return {mark: (css, self.t(f"mark.{word}")) for mark, (css, word) in MARKS.items()}

    def discs(self, marks: str, extra: str = "") -> Markup:
        """A record as a row of the board; "." is a square still empty."""
        return Markup(f'<span class="rec{extra and " " + extra}">{self.squares(marks)}</span>')

    def squares(self, marks: str) -> Markup:
        """The same without its frame, for a cell that is one."""
        return Markup("").join(self._square(mark) for mark in marks)

    def _square(self, mark: str) -> Markup:
        css, word = self.marks.get(mark, ("", ""))
        return Markup(f'<i class="{css}">{word}</i>' if css else "<i></i>")


def width_of(text: str) -> float:
    """Roughly how wide a text is, in em."""
    return sum(0.58 if ord(character) < 0x2000 else 1.0 for character in text)


def _with_minus(text: Markup) -> Markup:
    """A bye has −1 wins: with a minus sign instead of the hyphen."""
    return text.replace("-", "−")


def _japanese(text: str) -> Markup:
    return Markup(f'<span lang="ja">{escape(text)}</span>')


def _breakable(shown: str) -> str:
    return re.sub(r"(?<=\d)(?=[-+])", "\u200b", shown)
