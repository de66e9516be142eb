"""What all lines of `tourgen explain` share: one language, each rule quoted once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tourgen.explain.earlier import split_words
from tourgen.explain.rank import PREVIOUS, Neighbour, RankWhy, shown
from tourgen.explain.replacements import EventWhy
from tourgen.explain.sums import LOT
from tourgen.explain.words import Reason, Words, place, player, say
from tourgen.tournament import Tournament


class Writer:
    """Writes in one language and quotes each rule once; `event` are all divisions, where replacements are asked for."""

    def __init__(self, tournament: Tournament, language: str, event: Sequence[Tournament] = ()) -> None:
        self.tournament, self.language = tournament, language
        self.event = EventWhy(event) if event else None
        self.quoted: set[str] = set()

    @property
    def in_leagues(self) -> bool:
        """Whether the division has preliminary leagues; else a main bracket."""
        return bool(self.tournament.division.declared.league_names)

    @property
    def in_swiss(self) -> bool:
        """Whether the division has the preliminaries of section 8."""
        return self.tournament.division.declared.swiss is not None

    def by_format(self, code: str, bracket: str) -> str:
        """The variant of a message: with leagues, of section 8, or with a main bracket."""
        return code if self.in_leagues else f"{code}-swiss" if self.in_swiss else bracket

    def word(self, words: Words) -> str:
        return words[self.language]

    def said(self, code: str, **values: object) -> str:
        return self.word(say(code, **values))

    def name(self, no: int | None) -> str:
        return self.word(player(self.tournament, no))

    def reasons(self, reasons: Iterable[Reason], indent: str = "  ") -> Iterator[str]:
        for reason in reasons:
            yield f"{indent}{self.word(reason.text)}"
            yield from self.quote(reason.quote, indent + "  ")

    def quote(self, quote: Words | None, indent: str) -> Iterator[str]:
        if quote is not None and quote["ja"] not in self.quoted:
            self.quoted.add(quote["ja"])
            yield indent + self.said("why-text-quote", quote=quote)

    def heading(self, code: str, **values: object) -> Iterator[str]:
        yield ""
        yield self.said(code, **values)

    def nothing(self, round_no: int | None) -> list[str]:
        """Why there is nothing to explain yet; empty where there is."""
        tournament = self.tournament
        if not tournament.situations:
            notices = [notice.text(self.language) for notice in tournament.notices]
            return [self.said("why-text-no-lottery"), *notices]
        if round_no is not None and not (tournament.planned or {}).get(round_no):
            return [self.said("why-text-no-round", round=round_no)]
        return []

    def numbered(self, no: int) -> str:
        return self.said("why-text-numbered", no=no, name=self.name(no))

    def decided(self, why: RankWhy, other: Neighbour) -> str:
        """What put the player ahead of a neighbour, or behind."""
        shared = {"place": place(other.rank), "name": self.name(other.no)}
        if other.by_match:
            return self.said("why-decided-match", **shared)
        assert other.decided_by is not None, "lottery numbers differ"
        one = why.criterion(other.decided_by)
        mine, theirs = (shown(one.name, value) for value in (other.mine, other.theirs))
        code = "why-decided-lot" if one.name == LOT else "why-decided"
        text = self.said(code, **shared, criterion=one.title, mine=mine, theirs=theirs)
        if one.name != PREVIOUS or other.split is None:
            return text
        return self.said("why-two-sentences", one=text, other=split_words(other.split))
