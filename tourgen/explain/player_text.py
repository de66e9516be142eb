"""The lines of `tourgen explain` about one player."""

from __future__ import annotations

from collections.abc import Iterator

from tourgen.explain.final import FinalWhy, final_why
from tourgen.explain.league import league_why
from tourgen.explain.lottery import lottery_why
from tourgen.explain.opponents import OpponentLine
from tourgen.explain.pairing import PairingWhy, pairing_why
from tourgen.explain.rank import CriterionValue, RankWhy, rank_why
from tourgen.explain.words import (
    Words,
    circled,
    joined,
    level,
    names,
    padded,
    place,
    plain,
    player,
    preliminaries_words,
    say,
    width,
    wins,
)
from tourgen.explain.writer import Writer


class PlayerText(Writer):
    """Why, for one player."""

    def player_heading(self, no: int) -> str:
        club = self.tournament.players[no].club
        return self.numbered(no) + (f" ({club})" if club else "")

    def player_lines(self, no: int) -> Iterator[str]:
        tournament = self.tournament
        yield self.player_heading(no)
        if tournament.players[no].absent:
            yield "  " + self.said("why-text-absent")
        yield from self.replacement_lines(no)
        lottery = lottery_why(tournament, no)
        if lottery is not None:
            code = "why-text-bracket-number" if lottery.block else "why-text-lottery"
            yield from self.heading(code, number=lottery.number)
            yield from self.reasons(lottery.reasons)
        if no not in tournament.situations[0].entrants:
            return
        if self.in_leagues:
            yield from self.league_lines(no)
        for round_no in sorted(tournament.planned or {}):
            if (tournament.planned or {})[round_no]:
                yield from self.player_round(round_no, no)
        after = min(tournament.completed, tournament.division.declared.counted_rounds)
        if after:
            yield from self.rank_lines(rank_why(tournament, after, no))
        final = final_why(tournament, no)
        if final is not None:
            yield from self.player_final(final)

    def replacement_lines(self, no: int) -> Iterator[str]:
        """補充: who came, who left, who asked in vain."""
        reasons = self.event.player(self.tournament.division.id, no) if self.event else ()
        if reasons:
            yield from self.heading("why-text-replacements")
            yield from self.reasons(reasons)

    def league_lines(self, no: int) -> Iterator[str]:
        """The player's own league as long as the player was in it."""
        league = self.tournament.situations[0].seats[no].group
        assert league is not None
        yield from self.heading("why-text-league", league=league)
        for step in league_why(self.tournament, league).steps:
            if no in step.members:
                yield from self.reasons(step.reasons)
                if no in step.moved:
                    yield "  " + self.said("why-text-moved", name=self.name(no))

    def player_round(self, round_no: int, no: int) -> Iterator[str]:
        if no not in self.tournament.situations[0].entrants:
            yield from self.heading("why-text-absent")
            return
        why = pairing_why(self.tournament, round_no, no, organiser=True)
        yield from self.heading("why-text-round-against", round=round_no, opponent=self.against(why))
        yield from self.reasons(why.reasons)

    def against(self, why: PairingWhy) -> Words:
        if why.kind in ("withdrawn", "late", "none", "rest", "qualified-rest"):
            return say("why-text-nobody")
        return player(self.tournament, why.opponent)

    def rank_lines(self, why: RankWhy) -> Iterator[str]:
        code = self.by_format("why-text-rank", "why-text-rank-order")
        yield from self.heading(code, round=why.after, place=place(why.rank), where=self.where(why))
        yield from self.criteria_lines(why)
        if why.fixed is not None:
            yield "  " + self.said("why-fixed", place=place(why.fixed))
        if why.orders:
            yield "  " + self.said("why-text-orders", orders=self.orders(why))
        if why.opponents:
            yield "  " + self.said("why-text-opponents" if self.in_leagues else "why-text-games")
        for line in why.opponents:
            yield "    " + self.opponent(line)
        for other in (why.above, why.below):
            if other is not None:
                yield "  " + self.decided(why, other)
                if other.decided_by is not None:
                    yield from self.quote(why.criterion(other.decided_by).quote, "    ")

    def where(self, why: RankWhy) -> Words:
        """The block in which the rank counts."""
        situation = self.tournament.situations[why.after]
        if not self.in_swiss:
            return plain("")
        return preliminaries_words(situation.declared, situation.seats[why.no].group)

    def criteria_lines(self, why: RankWhy) -> Iterator[str]:
        """Every value with its arithmetic; of section 8 with the opponents by name."""
        shown = [one for at, one in enumerate(why.criteria) if not self.covered(why, at)]
        labels = [self.numbers(one) for one in shown]
        columns = max(map(width, labels))
        for one, label in zip(shown, labels, strict=True):
            terms = sum(map(len, one.terms))
            summed = f"{one.arithmetic(self.language)} = " if terms > 1 else ""
            yield f"  {padded(label, columns)}  {summed}{one.shown}"
            if one.detail is not None:
                yield f"  {padded('', columns)}  {self.word(one.detail)}"

    def orders(self, why: RankWhy) -> Words:
        """番号 5 → 1回戦後 3位(1勝) → …."""
        first, *later = why.orders
        steps = [
            say("why-order-after", round=one.after, place=place(one.rank), wins=wins(one.wins))
            for one in later
        ]
        return joined([say("why-number", place=first.rank), *steps], " → ", " → ")

    def covered(self, why: RankWhy, at: int) -> bool:
        """Whether an earlier line stands for this criterion as well."""
        return any(one.merged_to > at for one in why.criteria[:at])

    def numbers(self, one: CriterionValue) -> str:
        """⑤-⑧ 上3＋下3."""
        if one.merged_to == one.number:
            return self.word(one.title)
        return f"{circled(one.number)}-{circled(one.merged_to)} {self.word(one.label)}"

    def counted(self, wins: int) -> str:
        return self.said("why-text-counted", wins=level(self.tournament.division.declared, wins))

    def opponent(self, line: OpponentLine) -> str:
        count = "" if line.wins is None else self.counted(line.wins)
        count += "" if line.boards is None else self.said("why-text-boards", n=line.boards)
        return self.said(
            f"why-line-{line.kind}-{'won' if line.won else 'lost'}",
            name=self.name(line.opponent) if line.opponent is not None else "",
            round=line.round,
            count=count,
        )

    def player_final(self, why: FinalWhy) -> Iterator[str]:
        yield from self.heading("why-text-final-player", place=place(why.rank))
        yield from self.reasons(why.reasons)
        for one in why.titles:
            yield "  " + self.said("why-text-title", title=one.words)
            yield from self.reasons(one.reasons, "    ")
        if why.award is not None:
            yield "  " + self.word(why.award.text)
            yield from self.quote(why.award.quote, "    ")
        for qualified in why.qualified:
            yield "  " + self.word(qualified.text)
        if why.shared_with and why.by_knockout and not self.in_swiss:
            shared = names(self.tournament, why.shared_with)
            yield "  " + self.said("why-final-shared", names=shared, place=place(why.rank))
