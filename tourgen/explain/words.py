"""Sentences in both languages at once: every text is {"ja": …, "en": …}, so a page picks and nothing is said twice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from tourgen.engine.criteria.persons import NO_GRADE
from tourgen.event.tournament import Tournament
from tourgen.formats.labels import grade_value, part_called, stage_name
from tourgen.formats.models import Format
from tourgen.messages.fill import ordinal_ending
from tourgen.messages.problems import LANGUAGES, catalogue, message

Words = dict[str, str]
MOST_NAMES = 6  # a list of names longer than this is cut: "…, and 12 more"


@dataclass(frozen=True, slots=True)
class Reason:
    """One sentence, and the rule's own sentence that it rests on (where there is one)."""

    text: Words
    quote: Words | None = None
    about: Literal["pool", "pair"] = "pair"  # what is the same for everybody in a pool, a list says once


@dataclass(frozen=True, slots=True)
class Told:
    """What is said below a heading: sentences, and parts with headings of their own."""

    title: Words
    body: tuple[Reason | Told, ...] = ()


def say(code: str, **values: object) -> Words:
    """One message in both languages."""
    return {language: message(code, language, **values) for language in LANGUAGES}


def plain(text: object) -> Words:
    """Something that is the same in both languages: a name, a number."""
    return dict.fromkeys(LANGUAGES, str(text))


def joined(parts: Sequence[Words], ja: str = "、", en: str = ", ") -> Words:
    """A list of texts."""
    return {"ja": ja.join(part["ja"] for part in parts), "en": en.join(part["en"] for part in parts)}


@cache
def place(rank: int) -> Words:
    """25位 / 25th."""
    return say("why-place", rank=rank, ending=ordinal_ending(rank))


@cache
def wins(count: int) -> Words:
    """2勝 / 2 wins."""
    return say("why-wins", n=count)


def level(declared: Format, count: int) -> Words:
    """2勝 / 2 wins, or 3.5点 / 3.5 points."""
    return say("why-points", n=declared.score.shown(count)) if declared.score.in_points else wins(count)


def entries(declared: Format, count: int) -> Words:
    """25名 / 25 players, or 25チーム / 25 teams."""
    return say("why-teams" if declared.boards else "why-people", n=count)


def player(tournament: Tournament, no: int | None) -> Words:
    """A player's name as typed; without a player, the bye."""
    return say("why-bye-name") if no is None else plain(tournament.players[no].name)


def names(tournament: Tournament, players: Sequence[int | None]) -> Words:
    """The names in this order; a long list is cut and counted."""
    return cut_list([player(tournament, no) for no in players])


def cut_list(parts: Sequence[Words]) -> Words:
    """The first of a list of names, and how many more there are."""
    shown, more = joined(parts[:MOST_NAMES]), len(parts) - MOST_NAMES
    return say("why-names-more", names=shown, n=more) if more > 0 else shown


# --- Stages and groups, by the names that the declaration gives them


def stage_words(declared: Format, label: str, group: str | None = None) -> Words:
    """Aリーグ / League A, 敗者復活トーナメント グループ3 / Repechage, group 3, or the stage's name."""
    name = {language: stage_name(declared, label, language) for language in LANGUAGES}
    part = None if group is None else part_called(declared, label, group)
    return name if part is None else say(f"why-{part}", stage=name, group=group)


def in_sentence(words: Words) -> Words:
    """A heading inside an English sentence: Semi-final → semi-final."""
    return {**words, "en": words["en"][:1].lower() + words["en"][1:]}


def capital(words: Words) -> Words:
    """The beginning of an English sentence."""
    return {**words, "en": words["en"][:1].upper() + words["en"][1:]}


def left(after: int | None) -> Words:
    """2回戦のあと棄権 / withdrawn after round 2."""
    return say("why-left" if after else "why-left-before", after=after)


def circled(number: int) -> str:
    """① as the criteria are numbered; plain beyond ⑳."""
    return chr(0x2460 + number - 1) if 1 <= number <= 20 else f"({number})"


def grade(text: str) -> Words:
    """四段 / 4-dan; what can't be read as a grade stays as it is."""
    value = grade_value(text)
    return plain(text) if value is None else {**grade_words(value), "ja": text}


def grade_words(value: int) -> Words:
    """五段 / 5-dan, 1級 / 1-kyu."""
    if value == NO_GRADE:
        return say("why-grade-none")
    if value < 1:
        return say("why-grade-kyu", n=1 - value)
    dan = "初二三四五六七八九"
    return say("why-grade-dan", n=value, kanji=dan[value - 1] if value <= len(dan) else value)


def title(text: str) -> Words:
    """優勝 / Champion; a title that an organiser made up stays as it is."""
    return say(f"title {text}") if f"title {text}" in catalogue() else plain(text)


def quote(declared: Format, key: str, **values: int | str) -> Words | None:
    """The rule's own sentence, as the declaration quotes it beside the rule, and its translation."""
    found = declared.quotes.get(key)
    return None if found is None else found.filled(**values)
