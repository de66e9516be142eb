"""Who enters a seeded knockout or playoff, on which place, and why nobody else (section 8)."""

from __future__ import annotations

from collections.abc import Sequence

from tourgen.dataclass import dataclass
from tourgen.explain.words import (
    Reason,
    Words,
    entries,
    in_sentence,
    joined,
    names,
    place,
    plain,
    player,
    preliminaries_words,
    quote,
    say,
)
from tourgen.formats.declaration import RoundRobin, SeededKnockout, Swiss
from tourgen.memo import Memo
from tourgen.rules.seeded import placed, seeds
from tourgen.rules.situation import Situation
from tourgen.tournament import Tournament


@dataclass(frozen=True, slots=True)
class SeedWhy:
    """One entrant: which seed, the rank in the preliminaries, and whether somebody ahead had left."""

    no: int
    seed: int
    block: str
    rank: int
    moved_up: bool
    name: str  # 1, 2, … or A1, B1, …: as the tree names the place
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class SeedingWhy:
    """Who enters, who would have but had left, and the seeds in the order of the tree (None: an empty place)."""

    stage: str
    title: Words
    cut: int  # 0: everybody unbeaten
    entrants: tuple[SeedWhy, ...]
    left: tuple[int, ...]
    tree: tuple[int | None, ...]
    reasons: tuple[Reason, ...]

    def seed_of(self, no: int) -> SeedWhy | None:
        """The player's entry; None for who is not in it."""
        return next((one for one in self.entrants if one.no == no), None)


def seeded_stage(situation: Situation) -> SeededKnockout | None:
    """The knockout that the preliminaries are followed by."""
    return next((stage for stage in situation.declared.stage if isinstance(stage, SeededKnockout)), None)


def seeding_why(tournament: Tournament) -> SeedingWhy | None:
    """Who enters the knockout; None before the preliminaries are over, and where there is none."""
    return _seeding(tournament)


def _seeding_why(tournament: Tournament) -> SeedingWhy | None:
    swiss = tournament.division.declared.swiss
    if swiss is None or len(tournament.situations) <= swiss.rounds[1]:
        return None
    situation = tournament.situations[swiss.rounds[1]]
    stage = seeded_stage(situation)
    if stage is None:
        return None
    found = seeds(stage, swiss, situation)
    left = tuple(_left(stage, swiss, situation, found))
    entrants = tuple(
        _seed_why(tournament, stage, situation, seed, found, left) for seed in range(1, len(found) + 1)
    )
    title = {"ja": stage.name, "en": stage.name_en}
    tree = tuple(None if no is None else found.index(no) + 1 for no in placed(found))
    why = SeedingWhy(stage.id, title, stage.cut, entrants, left, tree, ())
    return SeedingWhy(
        stage.id, title, stage.cut, entrants, left, tree, tuple(_reasons(tournament, situation, swiss, why))
    )


_seeding: Memo[Tournament, SeedingWhy | None] = Memo(_seeding_why)


def _left(
    stage: SeededKnockout, swiss: Swiss | RoundRobin, situation: Situation, found: Sequence[int]
) -> list[int]:
    """Who would have entered, but had left before the knockout was drawn."""
    if stage.cut == 0:
        length = swiss.rounds[1] - swiss.rounds[0] + 1
        return [
            row.no
            for row in situation.rows
            if situation.record.wins(row.no) == length and row.no not in found
        ]
    last: dict[str | None, int] = {}
    for no in found:
        last[situation.seats[no].group] = situation.rows[situation.position[no]].rank
    return [
        row.no
        for row in situation.rows
        if row.no not in found and row.rank <= max(stage.cut, last.get(situation.seats[row.no].group, 0))
    ]


def _seed_why(
    tournament: Tournament,
    stage: SeededKnockout,
    situation: Situation,
    seed: int,
    found: Sequence[int],
    left: Sequence[int],
) -> SeedWhy:
    no = found[seed - 1]
    row, block = situation.rows[situation.position[no]], situation.seats[no].group or ""
    before = [one for one in found[:seed] if situation.seats[one].group == block]
    swiss = situation.declared.swiss
    alone = stage.cut == 0 or swiss is None or len(swiss.blocks) == 1
    moved_up = 0 < stage.cut < row.rank
    values = {
        "where": preliminaries_words(situation.declared, block),
        "place": place(row.rank),
        "cut": entries(situation.declared, stage.cut),
        "seed": seed,
        "name": player(tournament, no),
        "wins": situation.record.wins(no),
        "names": names(tournament, [one for one in left if situation.seats[one].group == block]),
    }
    code = "unbeaten" if stage.cut == 0 else "moved-up" if moved_up else "inside"
    reason = Reason(say(f"why-seed-{code}", **values))
    name = str(seed) if alone else f"{block}{len(before)}"
    return SeedWhy(no, seed, block, row.rank, moved_up, name, (reason,))


def _reasons(
    tournament: Tournament, situation: Situation, swiss: Swiss | RoundRobin, why: SeedingWhy
) -> list[Reason]:
    declared, count = situation.declared, len(why.entrants)
    who = names(tournament, [one.no for one in why.entrants])
    many = entries(declared, count)
    if why.cut == 0:
        code = {0: "why-unbeaten-none", 1: "why-unbeaten-sole"}.get(count, "why-unbeaten-several")
        rule = quote(declared, "playoff")
    else:
        code = "why-seeding" if len(swiss.blocks) == 1 else "why-seeding-blocks"
        rule = quote(declared, f"knockout of {len(swiss.blocks)} x {why.cut}")
    cut = entries(declared, why.cut)
    reasons = [Reason(say(code, stage=in_sentence(why.title), names=who, people=many, cut=cut), rule)]
    if why.left:
        left = names(tournament, why.left)
        code = "why-seeding-left" if why.cut else "why-unbeaten-left"
        reasons.append(Reason(say(code, names=left, stage=in_sentence(why.title))))
    if count > 1:
        reasons.append(Reason(say("why-seeding-tree", pairs=tree_words(why))))
    if None in why.tree:
        waiting = [why.entrants[seed - 1].no for seed in waiting_seeds(why)]
        size = entries(declared, len(why.tree))
        reasons.append(
            Reason(say("why-seeding-wait", people=many, size=size, names=names(tournament, waiting)))
        )
    return reasons


def waiting_seeds(why: SeedingWhy) -> list[int]:
    """The seeds beside an empty place."""
    pairs = zip(why.tree[::2], why.tree[1::2], strict=True)
    return [one for one, other in pairs if one is not None and other is None]


def tree_words(why: SeedingWhy) -> Words:
    """1–4, 2–3, or A1–B4, B2–A3, B1–A4, A2–B3."""
    named = [None if seed is None else why.entrants[seed - 1].name for seed in why.tree]
    pairs = [
        plain(f"{one}–{other}") if other is not None else plain(str(one))
        for one, other in zip(named[::2], named[1::2], strict=True)
    ]
    return joined(pairs)


def origin_words(tournament: Tournament, situation: Situation, no: int | None) -> Words:
    """予選1位, Aブロック1位, 全勝の1番目: how a player came to the first round of the knockout."""
    if no is None:
        return say("why-empty")
    why = seeding_why(tournament)
    one = why.seed_of(no) if why is not None else None
    assert why is not None and one is not None, "before its first round the tree is as the rules draw it"
    if why.cut == 0:
        return say("why-origin-unbeaten", seed=one.seed)
    where = preliminaries_words(situation.declared, one.block)
    return say("why-origin", where=where, place=place(one.rank))


def not_in_words(tournament: Tournament, why: SeedingWhy, no: int) -> Words:
    """Why a player did not reach the knockout."""
    swiss = tournament.division.declared.swiss
    assert swiss is not None
    situation = tournament.situations[swiss.rounds[1]]
    row = situation.rows[situation.position[no]]
    return say(
        "why-not-in" if why.cut else "why-not-unbeaten",
        where=preliminaries_words(situation.declared, situation.seats[no].group),
        name=player(tournament, no),
        place=place(row.rank),
        cut=entries(situation.declared, why.cut),
        stage=in_sentence(why.title),
    )
