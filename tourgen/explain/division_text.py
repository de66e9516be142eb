"""The lines of `tourgen explain` about a whole division, or about one round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tourgen.explain.costs import cost_vector
from tourgen.explain.final import final_why
from tourgen.explain.league import league_why
from tourgen.explain.pairing import PairingWhy, pairing_why
from tourgen.explain.pools import PoolWhy
from tourgen.explain.rank import criterion_label, rank_why
from tourgen.explain.summary import bracket_why
from tourgen.explain.words import Words, circled, place, stage_words, title, wins
from tourgen.explain.writer import Writer
from tourgen.formats.declaration import MainBracket
from tourgen.model import Game
from tourgen.rules.final_rank import final_ranks, title_holders


class DivisionText(Writer):
    """Why, for everybody."""

    def division_lines(self) -> Iterator[str]:
        tournament = self.tournament
        division = tournament.division
        yield self.said("why-text-division", name=division.name, format=self.format_name())
        yield from self.replacement_lines()
        yield from self.league_lines() if self.in_leagues else self.bracket_lines()
        after = min(tournament.completed, division.declared.counted_rounds)
        if after:
            yield from self.standings(after)
        if tournament.finished:
            yield from self.final_lines()

    def format_name(self) -> str:
        declared = self.tournament.division.declared
        return declared.title if self.language == "ja" else declared.title_en

    def replacement_lines(self) -> Iterator[str]:
        """補充: who filled the absentees' places."""
        why = self.event.division(self.tournament.division.id) if self.event else None
        if why is not None:
            yield from self.heading("why-text-replacements")
            for one in why.filled:
                yield from self.reasons(one.reasons)
            yield from self.reasons(why.reasons)

    def league_lines(self) -> Iterator[str]:
        for league in self.tournament.division.declared.league_names:
            why = league_why(self.tournament, league)
            yield from self.heading("why-text-league", league=league)
            yield from self.reasons(why.reasons)
            for step in why.steps:
                yield from self.reasons(step.reasons)

    def bracket_lines(self) -> Iterator[str]:
        """全勝トーナメント round by round, the groups with their winners, 入賞決定戦."""
        why = bracket_why(self.tournament)
        for label, parts in (("main", why.unbeaten), ("repechage", why.groups), ("placing", why.placing)):
            if parts:
                yield ""
                yield self.word(stage_words(label))
            yield from self.reasons(why.reasons if label == "placing" else ())
            for part in parts:
                yield from self.reasons(part.reasons)

    def standings(self, after: int) -> Iterator[str]:
        """How ties were broken: every player who has as many wins as the one above."""
        situation = self.tournament.situations[after]
        criteria = situation.declared.order.criteria
        code = "why-text-standings" if self.in_leagues else "why-text-standings-order"
        yield from self.heading(code, round=after)
        whys = [rank_why(self.tournament, after, row.no) for row in situation.rows]
        counts = Counter(why.above.decided_by for why in whys if why.above and why.above.decided_by)
        by_match = sum(why.above is not None and why.above.by_match for why in whys)
        for number, count in sorted(counts.items()):
            label = criterion_label(criteria[number - 1])
            yield "  " + self.said("why-text-count", number=circled(number), label=label, n=count)
        if by_match:
            yield "  " + self.said("why-text-count-match", n=by_match)
        for why in whys:
            if why.above is not None and why.above.decided_by != 1 and not why.above.by_match:
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
            # Ties in a main bracket's order were told above.
            told = why.reasons if self.in_leagues else why.reasons[:1]
            reason = " ".join(self.word(one.text) for one in told)
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
                yield self.word(self.stage_of(game))
                yield from self.reasons(one for one in why.reasons if one.about == "pool")
                yield from self.pool_lines(why.pool) if why.pool else ()
            yield from self.pair_lines(why)

    def stage_of(self, game: Game) -> Words:
        """The heading of the games of one league, block, group or match."""
        first = self.tournament.division.declared.first_stage
        alone = game.stage == "main" and isinstance(first, MainBracket) and len(first.blocks) == 1
        return stage_words(game.stage, None if alone else game.group)

    def pool_lines(self, pool: PoolWhy) -> Iterator[str]:
        yield "  " + self.said("why-text-vector", vector=cost_vector(pool.cost))
        for one in pool.players:
            had = " " + self.said("why-text-had-bye") if one.had_bye else ""
            yield f"    {self.word(place(one.rank))} {self.numbered(one.no)} {self.word(wins(one.wins))}{had}"

    def pair_lines(self, why: PairingWhy) -> Iterator[str]:
        """A pair with its reasons, without those of the whole pool."""
        yield f"  {self.name(why.no)} – {self.name(why.rules_opponent)}"
        yield from self.reasons((one for one in why.reasons if one.about == "pair"), "    ")
