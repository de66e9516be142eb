"""The lines of `tourgen explain`: the whole division, one round, or one player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from tourgen.explain.costs import cost_vector
from tourgen.explain.final import FinalWhy, final_why
from tourgen.explain.league import league_why
from tourgen.explain.lottery import lottery_why
from tourgen.explain.pairing import PairingWhy, pairing_why
from tourgen.explain.pools import PoolWhy
from tourgen.explain.rank import CriterionValue, Neighbour, OpponentLine, RankWhy, criterion_label, rank_why
from tourgen.explain.words import (
    Reason,
    Words,
    circled,
    names,
    padded,
    place,
    player,
    say,
    stage_words,
    title,
    width,
    wins,
)
from tourgen.rules.final_rank import final_ranks, title_holders
from tourgen.tournament import Tournament


def explain_text(
    tournament: Tournament, *, round_no: int | None, player: int | None, language: str
) -> list[str]:
    """Why, line by line; both a round and a player: that player's pairing in that round."""
    return list(_Writer(tournament, language).lines(round_no, player))


class _Writer:
    """Writes in one language and quotes each rule once."""

    def __init__(self, tournament: Tournament, language: str) -> None:
        self.tournament, self.language = tournament, language
        self.quoted: set[str] = set()

    def lines(self, round_no: int | None, no: int | None) -> Iterator[str]:
        tournament = self.tournament
        if no is not None and no not in tournament.players:
            yield self.said("why-text-no-player", no=no)
        elif not tournament.situations:
            yield self.said("why-text-no-lottery")
        elif round_no is not None and not (tournament.planned or {}).get(round_no):
            yield self.said("why-text-no-round", round=round_no)
        elif no is not None and round_no is not None:
            yield self.player_heading(no)
            yield from self.player_round(round_no, no)
        elif no is not None:
            yield from self.player_lines(no)
        elif round_no is not None:
            yield from self.round_lines(round_no)
        else:
            yield from self.division_lines()

    # --- Words

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

    # --- The whole division

    def division_lines(self) -> Iterator[str]:
        tournament = self.tournament
        division = tournament.division
        yield self.said("why-text-division", name=division.name, format=self.format_name())
        for league in division.declared.leagues.leagues:
            why = league_why(tournament, league)
            yield from self.heading("why-text-league", league=league)
            yield from self.reasons(why.reasons)
            for step in why.steps:
                yield from self.reasons(step.reasons)
        after = min(tournament.completed, division.declared.counted_rounds)
        if after:
            yield from self.standings(after)
        if tournament.finished:
            yield from self.final_lines()

    def format_name(self) -> str:
        declared = self.tournament.division.declared
        return declared.title if self.language == "ja" else declared.title_en

    def standings(self, after: int) -> Iterator[str]:
        """How ties were broken: every player who has as many wins as the one above."""
        situation = self.tournament.situations[after]
        criteria = situation.declared.order.criteria
        yield from self.heading("why-text-standings", round=after)
        whys = [rank_why(self.tournament, after, row.no) for row in situation.rows]
        counts = Counter(why.above.decided_by for why in whys if why.above and why.above.decided_by)
        for number, count in sorted(counts.items()):
            label = criterion_label(criteria[number - 1])
            yield "  " + self.said("why-text-count", number=circled(number), label=label, n=count)
        for why in whys:
            if why.above is not None and why.above.decided_by != 1:
                yield f"  {self.name(why.no)} {self.word(place(why.rank))}: {self.decided(why, why.above)}"

    def final_lines(self) -> Iterator[str]:
        situation = self.tournament.now
        assert situation is not None
        yield from self.heading("why-text-final")
        titles: dict[int, list[Words]] = {}
        for holder in title_holders(situation):
            titles.setdefault(holder.no, []).append(title(holder.title))
        for rank, no in final_ranks(situation):
            why = final_why(self.tournament, no)
            assert why is not None
            notes = [self.word(words) for words in titles.get(no, ())]
            notes += [self.word(why.award.text)] if why.award else []
            notes += [self.word(one.text) for one in why.qualified]
            reason = " ".join(self.word(one.text) for one in why.reasons)
            yield f"  {self.word(place(rank))} {self.name(no)}: {' '.join([reason, *notes])}"

    # --- One round

    def round_lines(self, round_no: int) -> Iterator[str]:
        tournament = self.tournament
        yield self.said("why-text-round", round=round_no)
        planned = (tournament.planned or {})[round_no]
        listed = tournament.rounds[round_no - 1]
        if listed.by_hand:
            yield "  " + self.said("why-text-by-hand")
        shown: set[tuple[str, str | None]] = set()
        for game in planned:
            first, _ = game.players
            why = pairing_why(tournament, round_no, first)
            if (game.stage, game.group) not in shown:
                shown.add((game.stage, game.group))
                yield ""
                yield self.word(stage_words(game.stage, game.group))
                yield from self.reasons(one for one in why.reasons if one.about == "pool")
                yield from self.pool_lines(why.pool) if why.pool else ()
            yield from self.pair_lines(why)

    def pool_lines(self, pool: PoolWhy) -> Iterator[str]:
        yield "  " + self.said("why-text-vector", vector=cost_vector(pool.cost))
        for one in pool.players:
            had = " " + self.said("why-text-had-bye") if one.had_bye else ""
            yield f"    {self.word(place(one.rank))} {self.numbered(one.no)} {self.word(wins(one.wins))}{had}"

    def numbered(self, no: int) -> str:
        return self.said("why-text-numbered", no=no, name=self.name(no))

    def pair_lines(self, why: PairingWhy) -> Iterator[str]:
        """A pair with its reasons, without those of the whole pool."""
        yield f"  {self.name(why.no)} – {self.name(why.rules_opponent)}"
        yield from self.reasons((one for one in why.reasons if one.about == "pair"), "    ")

    # --- One player

    def player_heading(self, no: int) -> str:
        club = self.tournament.players[no].club
        return self.numbered(no) + (f" ({club})" if club else "")

    def player_lines(self, no: int) -> Iterator[str]:
        tournament = self.tournament
        yield self.player_heading(no)
        lottery = lottery_why(tournament, no)
        if lottery is not None:
            yield from self.heading("why-text-lottery", number=lottery.number)
            yield from self.reasons(lottery.reasons)
        if no not in tournament.situations[0].entrants:
            return
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
        why = pairing_why(self.tournament, round_no, no)
        yield from self.heading("why-text-round-against", round=round_no, opponent=self.against(why))
        yield from self.reasons(why.reasons)

    def against(self, why: PairingWhy) -> Words:
        if why.kind in ("withdrawn", "none", "qualified-rest"):
            return say("why-text-nobody")
        return player(self.tournament, why.opponent)

    def rank_lines(self, why: RankWhy) -> Iterator[str]:
        yield from self.heading("why-text-rank", round=why.after, place=place(why.rank))
        shown = [one for at, one in enumerate(why.criteria) if not self.covered(why, at)]
        labels = [f"{self.numbers(one)} {self.word(one.label)}" for one in shown]
        columns = max(map(width, labels))
        for one, label in zip(shown, labels, strict=True):
            terms = sum(map(len, one.terms))
            summed = f"{one.arithmetic(self.language)} = " if terms > 1 else ""
            yield f"  {padded(label, columns)}  {summed}{one.value}"
        yield "  " + self.said("why-text-opponents")
        for line in why.opponents:
            yield "    " + self.opponent(line)
        for other in (why.above, why.below):
            if other is not None:
                yield "  " + self.decided(why, other)
                if other.decided_by is not None:
                    yield from self.quote(why.criterion(other.decided_by).quote, "    ")

    def covered(self, why: RankWhy, at: int) -> bool:
        """Whether an earlier line stands for this criterion as well."""
        return any(one.merged_to > at for one in why.criteria[:at])

    def numbers(self, one: CriterionValue) -> str:
        last = one.merged_to
        return circled(one.number) if last == one.number else f"{circled(one.number)}-{circled(last)}"

    def opponent(self, line: OpponentLine) -> str:
        count = "" if line.wins is None else self.said("why-text-counted", wins=wins(line.wins))
        return self.said(
            f"why-line-{line.kind}-{'won' if line.won else 'lost'}",
            name=self.name(line.opponent) if line.opponent is not None else "",
            round=line.round,
            count=count,
        )

    def decided(self, why: RankWhy, other: Neighbour) -> str:
        assert other.decided_by is not None, "lottery numbers differ"
        one = why.criterion(other.decided_by)
        return self.said(
            "why-decided",
            place=place(other.rank),
            name=self.name(other.no),
            number=circled(one.number),
            label=one.label,
            mine=other.mine,
            theirs=other.theirs,
        )

    def player_final(self, why: FinalWhy) -> Iterator[str]:
        yield from self.heading("why-text-final-player", place=place(why.rank))
        yield from self.reasons(why.reasons)
        for one in why.titles:
            yield "  " + self.said("why-text-title", title=one.words)
            yield from self.reasons(one.reasons, "    ")
        if why.award is not None:
            yield "  " + self.word(why.award.text)
        for qualified in why.qualified:
            yield "  " + self.word(qualified.text)
        if why.shared_with and why.by_knockout:
            shared = names(self.tournament, why.shared_with)
            yield "  " + self.said("why-final-shared", names=shared, place=place(why.rank))
