"""The lines of `tourgen explain` about a whole division, or about one round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from tourgen.explain.costs import class_words, cost_vector
from tourgen.explain.final import final_why
from tourgen.explain.league import league_why
from tourgen.explain.pairing import PairingWhy, pairing_why
from tourgen.explain.pools import PoolPlayer, PoolWhy
from tourgen.explain.preliminaries import preliminaries_why
from tourgen.explain.rank import criterion_title, rank_why
from tourgen.explain.summary import bracket_why
from tourgen.explain.words import Words, level, place, preliminaries_words, stage_words, title
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
        yield from self.course_lines()
        after = min(tournament.completed, division.declared.counted_rounds)
        if after:
            yield from self.standings(after)
        if tournament.finished:
            yield from self.final_lines()

    def course_lines(self) -> Iterator[str]:
        if self.in_swiss:
            return self.preliminary_lines()
        return self.league_lines() if self.in_leagues else self.bracket_lines()

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

    def preliminary_lines(self) -> Iterator[str]:
        """予選: round robin or Swiss, blocks with their members, who went on to the knockout."""
        declared, why = self.tournament.division.declared, preliminaries_why(self.tournament)
        yield ""
        yield self.word(preliminaries_words(declared))
        yield from self.reasons(why.reasons)
        for block in why.blocks:
            yield from self.reasons(block.reasons if len(why.blocks) > 1 or block.late else ())
        if why.seeding is not None:
            yield ""
            yield self.word(why.seeding.title)
            yield from self.reasons(why.seeding.reasons)
            for seed in why.seeding.entrants:
                yield f"  {seed.name} {self.word(seed.reasons[0].text)}"

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
        code = self.by_format("why-text-standings", "why-text-standings-order")
        if not self.in_swiss:
            yield from self.standing(code, after, [row.no for row in situation.rows])
            return
        for block in situation.declared.swiss.blocks if situation.declared.swiss else ():
            members = [row.no for row in situation.rows if situation.seats[row.no].group == block]
            yield from self.standing(code, after, members, preliminaries_words(situation.declared, block))

    def standing(
        self, code: str, after: int, players: Sequence[int], where: Words | None = None
    ) -> Iterator[str]:
        """One ranking: how often each criterion decided, and every tie in wins."""
        criteria = self.tournament.situations[after].declared.order.criteria
        yield from self.heading(code, round=after, where=where or "")
        whys = [rank_why(self.tournament, after, no) for no in players]
        counts = Counter(why.above.decided_by for why in whys if why.above and why.above.decided_by)
        by_match = sum(why.above is not None and why.above.by_match for why in whys)
        for number, count in sorted(counts.items()):
            criterion = criterion_title(criteria[number - 1], number)
            yield "  " + self.said("why-text-count", criterion=criterion, n=count)
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
            # Ties in the order of a main bracket, or of one block, were told above.
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
        shown: set[str] = set()
        for game in planned:
            first, _ = game.players
            why = pairing_why(tournament, round_no, first, organiser=True)
            heading = self.word(self.stage_of(game))
            if heading not in shown:
                shown.add(heading)
                yield ""
                yield heading
                yield from self.reasons(one for one in why.reasons if one.about == "pool")
                yield from self.pool_lines(why.pool) if why.pool else ()
            yield from self.pair_lines(why)

    def stage_of(self, game: Game) -> Words:
        """The heading of the games of one league, block, group or match."""
        if game.stage in ("swiss", "round-robin"):
            return preliminaries_words(self.tournament.division.declared, game.group)
        if self.in_swiss:
            return stage_words(game.stage)
        first = self.tournament.division.declared.first_stage
        alone = game.stage == "main" and isinstance(first, MainBracket) and len(first.blocks) == 1
        return stage_words(game.stage, None if alone else game.group)

    def pool_lines(self, pool: PoolWhy) -> Iterator[str]:
        vector = cost_vector(pool.cost, pool.classes)
        if pool.stage == "swiss":
            yield "  " + self.said("why-text-vector-swiss", vector=vector, classes=class_words(pool.classes))
        else:
            yield "  " + self.said("why-text-vector", vector=vector)
        for one in pool.players:
            yield "    " + " ".join(self.pool_player(pool, one))

    def pool_player(self, pool: PoolWhy, one: PoolPlayer) -> Iterator[str]:
        if pool.stage == "swiss":
            yield self.said("why-text-in-order", at=one.rank)
        else:
            yield self.word(place(one.rank))
        yield self.numbered(one.no)
        club = self.tournament.players[one.no].club
        if pool.stage == "swiss" and club:
            yield f"({club})"
        yield self.word(level(self.tournament.division.declared, one.wins))
        if pool.stage == "swiss":
            yield self.said("why-text-lot", lot=one.lot)
        if one.had_bye:
            yield self.said("why-text-had-bye")

    def pair_lines(self, why: PairingWhy) -> Iterator[str]:
        """A pair with its reasons, without those of the whole pool."""
        yield f"  {self.name(why.no)} – {self.name(why.rules_opponent)}"
        yield from self.reasons((one for one in why.reasons if one.about == "pair"), "    ")
