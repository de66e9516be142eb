"""Sentences in both languages at once: every text is {"ja": …, "en": …}, so a page picks and nothing is said twice."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import cache
from typing import Literal

from tourgen.dataclass import dataclass
from tourgen.formats import Format
from tourgen.labels import STAGE_NAMES
from tourgen.problems import catalogue, message
from tourgen.rules.awards import grade_value
from tourgen.tournament import Tournament

Words = dict[str, str]
LANGUAGES = ("ja", "en")
MOST_NAMES = 6  # a list of names longer than this is cut: "…, and 12 more"


@dataclass(frozen=True, slots=True)
class Reason:
    """One sentence, and the rule's own sentence that it rests on (where there is one)."""

    text: Words
    quote: Words | None = None
    about: Literal["pool", "pair"] = "pair"  # what is the same for everybody in a pool, a list says once


def say(code: str, **values: object) -> Words:
    """One message in both languages; with n = 1 its singular, where it has one."""
    if not values:
        return _plainly(code)
    chosen = f"{code}-one" if values.get("n") == 1 and f"{code}-one" in catalogue() else code
    return {language: message(chosen, language, **values) for language in LANGUAGES}


@cache
def _plainly(code: str) -> Words:
    return {language: message(code, language) for language in LANGUAGES}


def plain(text: object) -> Words:
    """Something that is the same in both languages: a name, a number."""
    return dict.fromkeys(LANGUAGES, str(text))


def joined(parts: Sequence[Words], ja: str = "、", en: str = ", ") -> Words:
    """A list of texts."""
    return {"ja": ja.join(part["ja"] for part in parts), "en": en.join(part["en"] for part in parts)}


@cache
def place(rank: int) -> Words:
    """25位 / 25th."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(rank % 10, "th") if not 10 <= rank % 100 <= 20 else "th"
    return say("why-place", rank=rank, ending=ending)


@cache
def wins(count: int) -> Words:
    """2勝 / 2 wins."""
    return say("why-wins", n=count)


def level(declared: Format, count: int) -> Words:
    """What the pairs and sums of section 8 go by: 2勝 / 2 wins, or 勝点4 / 4 points."""
    return say("why-points", n=count) if declared.in_points else wins(count)


@cache
def people(count: int) -> Words:
    """25名 / 25 players."""
    return say("why-people", n=count)


def entries(declared: Format, count: int) -> Words:
    """25名 / 25 players, or 25チーム / 25 teams."""
    return say("why-teams", n=count) if declared.boards else people(count)


def player(tournament: Tournament, no: int | None) -> Words:
    """A player's name as typed; without a player, the bye."""
    return say("why-bye-name") if no is None else plain(tournament.players[no].name)


def names(tournament: Tournament, players: Sequence[int | None], most: int = MOST_NAMES) -> Words:
    """The names in this order; a long list is cut and counted."""
    shown = joined([player(tournament, no) for no in players[:most]])
    more = len(players) - most
    return say("why-names-more", names=shown, n=more) if more > 0 else shown


def stage_words(stage: str, group: str | None = None) -> Words:
    """Aリーグ / League A, 敗者復活トーナメント グループ3 / Repechage, group 3, or the stage's name."""
    ja, en = STAGE_NAMES[stage]
    if group is None:
        return {"ja": ja, "en": en}
    if stage in ("main", "repechage"):
        return say(f"why-in-{stage}", stage={"ja": ja, "en": en}, group=group)
    if stage in ("swiss", "round-robin"):
        return say("why-block", block=group)
    if stage in ("knockout", "playoff"):
        return say("why-in-knockout", stage={"ja": ja, "en": en}, group=group)
    return say("why-league", league=group)


def preliminaries_words(declared: Format, block: str | None = None) -> Words:
    """Aブロック / Block A; the stage's own name where it has one block, or none is asked for."""
    stage = declared.swiss
    assert stage is not None
    if block is None or len(stage.blocks) == 1:
        return {"ja": stage.name, "en": stage.name_en}
    return stage_words(stage.kind, block)


def left(after: int | None) -> Words:
    """2回戦のあと棄権 / withdrawn after round 2."""
    return say("why-left" if after else "why-left-before", after=after)


def in_sentence(words: Words) -> Words:
    """A heading inside an English sentence: Semi-final → semi-final."""
    return {**words, "en": words["en"][:1].lower() + words["en"][1:]}


def circled(number: int) -> str:
    """① as the criteria are numbered; plain beyond ⑳."""
    return chr(0x2460 + number - 1) if 1 <= number <= 20 else f"({number})"


def grade(text: str) -> Words:
    """四段 / 4-dan; what can't be read as a grade stays as it is."""
    value = grade_value(text)
    if value is None:
        return plain(text)
    return {"ja": text, "en": f"{value}-dan" if value > 0 else f"{1 - value}-kyu"}


def title(text: str) -> Words:
    """優勝 / Champion; a title that an organiser made up stays as it is."""
    return say(f"title {text}") if f"title {text}" in catalogue() else plain(text)


def quote(declared: Format, key: str, **values: int | str) -> Words | None:
    """The rule's own sentence with its number, and its translation.

    A copied format quotes the sheet whose pairing rule it shares; what differs from sheet to sheet (rounds, places) is
    quoted under the shipped format's own name only.
    """
    return _quoted(declared.id, key, **values) or _quoted(_family(declared), key, **values)


@cache
def _quoted(family: str, key: str, **values: int | str) -> Words | None:
    """Every row of a standing quotes the same few sentences."""
    code = f"quote {family} {key}"
    return say(code, **values) if code in catalogue() else None


def _family(declared: Format) -> str:
    """The sheets that share their sentences."""
    if declared.league_names:
        return declared.leagues.bye
    if declared.swiss is None:
        return "main-bracket"
    return f"{declared.game} {'teams' if declared.boards else 'players'}"


def width(text: str) -> int:
    """How many columns a text takes on a terminal."""
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


def padded(text: str, columns: int) -> str:
    """The text filled up with spaces to so many columns."""
    return text + " " * (columns - width(text))
