"""What happened in a tournament of the shogi formats, as tests/random/situations.py tells it of the leagues."""

from collections import Counter
from collections.abc import Callable, Iterator

from tests.random.teams import out_before, present, sent_out
from tourgen.formats.declaration import RoundRobin, SeededKnockout, Swiss
from tourgen.model import Game
from tourgen.rules.brackets import bracket_of
from tourgen.rules.final_rank import final_ranks
from tourgen.rules.order import Row
from tourgen.rules.pairing import have_met, joined, same_school
from tourgen.rules.progress import plan
from tourgen.rules.situation import Situation, swiss_pool
from tourgen.tournament import Tournament

EVERY = (
    "roster: somebody absent",
    "roster: a late entrant",
    "roster: barred pairs",
    "pairing: a gap of one win",
    "pairing: a gap of two wins or more",
    "pairing: first bye",
    "pairing: second bye",
    "pairing: pool of one",
    "pairing: forced rematch",
    "pairing: a forbidden pair, unavoidable",
    "pairing: a discouraged pair, unavoidable",
    "pairing: inside a school, strict and unavoidable",
    "pairing: inside a school, soft",
    "pairing: a gap to keep a school apart",
    "pairing: a late entrant's first game",
    "pairing: made by hand",
    "day: forfeit",
    "day: paired again after a forfeit",
    "day: double loss",
    "day: no-show",
    "day: withdrew between rounds",
    "day: left after the sheet was made",
    "day: both of a pair have withdrawn",
    "order: decided by wins",
    "order: decided by opponents-wins",
    "order: decided by beaten-wins",
    "order: decided by median-wins",
    "order: decided by smaller-lot",
    "knockout: walkover",
    "knockout: bye beside an empty place",
    "knockout: nobody there to play",
    "knockout: made by hand",
)
OF_GO = (
    *(name for name in EVERY if not name.startswith(("knockout", "order")) and "apart" not in name),
    *(f"order: decided by {name}" for name in ("points", "opponents-points", "beaten-points")),
    *(f"order: decided by {name}" for name in ("direct-encounter", "smaller-lot")),
    "order: two tied who never met",
    "blocks: of unequal size",
    "go: jigo",
    "go: no result",
    "go: pending to the end",
    *(f"go: ruled, {kind}" for kind in ("played", "draw", "double-loss", "no-result")),
    "go: a round paired before a ruling that would change it",
)
SINGLES = (
    "order: decided by direct-encounter",
    "order: direct encounter of three or more doesn't decide",
    "order: two tied who never met",
    "knockout: a qualifier left before it was drawn",
    "knockout: fewer than the cut",
    "final: two third places",
    "final: third-place match played",
    "final: third place walked over",
)
VACANT, IDLE = "final: a place stays vacant", "round without a game"  # rare among the girls' usual fields
OF_SHOGI_FORMAT = {
    "shogi-championship": (*SINGLES, VACANT, IDLE),
    "shogi-encouragement": (
        *SINGLES,
        VACANT,
        IDLE,
        "blocks: of unequal size",
        "blocks: three",
        "blocks: a late entrant goes to the smaller one",
        "knockout: before the last four",
        "final: blocks merged behind the knockout",
    ),
    "shogi-girls": (
        *SINGLES,
        "order: direct encounter of three or more decides",
        "round robin: even",
        "round robin: odd, somebody rests",
        "round robin: a withdrawn player's game",
        "round robin: both withdrawn",
    ),
    "shogi-team": (
        VACANT,
        IDLE,
        "order: decided by board-wins",
        "order: decided by cumulative-wins",
        "knockout: an unbeaten team left before it was drawn",
        "playoff: nobody unbeaten",
        "playoff: one unbeaten team, no match",
        "playoff: two, a final",
        "playoff: three, the best waits",
        "playoff: four",
        "playoff: five to seven, the best wait",
        "playoff: eight",
        "playoff: more than eight",
        "final: two third places",
        "teams: five boards",
        "teams: an empty seat",
        "teams: nobody at either side of a board",
        "teams: a reserve sits in",
        "teams: somebody of a lower team sits in",
        "teams: somebody sent out",
    ),
}


def swiss_situations(tournament: Tournament) -> Counter[str]:
    """How often each situation occurred in one finished tournament."""
    readers: tuple[Callable[[Tournament], Iterator[str]], ...] = (
        _roster, _blocks, _rounds, _withdrawals, _order, _drawn, _knockout, _final, _ends_of_go, _line_ups,
    )  # fmt: skip
    return Counter(found for reader in readers for found in reader(tournament))


def _line_ups(tournament: Tournament) -> Iterator[str]:
    """Who sat where in the matches of teams."""
    players = tournament.players
    yield from ("teams: an empty seat" for team in players.values() if team.members and "" in team.members)
    for played, out in out_before(tournament):
        for game in played.games:
            if sent_out(game, players, out) is not None:
                yield "teams: somebody sent out"
            for one in game.substitutes:
                own = one.name in players[game.players[one.side] or 0].reserves
                yield f"teams: {'a reserve' if own else 'somebody of a lower team'} sits in"
            for board in range(len(game.boards or ()) if game.kind == "played" else 0):
                if not any(present(game, (side, board), players, out) for side in (0, 1)):
                    yield "teams: nobody at either side of a board"


def _ends_of_go(tournament: Tournament) -> Iterator[str]:
    names = {"draw": "go: jigo", "no-result": "go: no result", "pending": "go: pending to the end"}
    for played in tournament.rounds:
        for game in played.games:
            if game.ruling:
                yield f"go: ruled, {game.kind}"
            elif game.kind in names:
                yield names[game.kind]
    if not any(game.ruling for played in tournament.rounds for game in played.games):
        return
    for number, then in (tournament.planned or {}).items():
        now = plan(tournament.situations[number - 1])
        if {game.players for game in now} != {game.players for game in then}:
            yield "go: a round paired before a ruling that would change it"


def _roster(tournament: Tournament) -> Iterator[str]:
    for player in tournament.players.values():
        if player.absent:
            yield "roster: somebody absent"
        if player.from_round > 1:
            yield "roster: a late entrant"
    if tournament.situations[0].barred:
        yield "roster: barred pairs"
    if len(tournament.division.declared.boards) == 5:
        yield "teams: five boards"


def _blocks(tournament: Tournament) -> Iterator[str]:
    first = tournament.division.declared.first_stage
    assert isinstance(first, Swiss | RoundRobin)
    start = tournament.situations[0]
    sizes = [len(start.block(name)) for name in first.blocks]
    if isinstance(first, RoundRobin):
        yield "round robin: odd, somebody rests" if sizes[0] % 2 else "round robin: even"
    if len(set(sizes)) > 1:
        yield "blocks: of unequal size"
    if len(sizes) == 3:
        yield "blocks: three"
    in_time = [no for no, entrant in start.entrants.items() if entrant.from_round == 1]
    counted = Counter(start.seats[no].group for no in in_time)
    if len(set(counted.values())) > 1 and len(in_time) < len(start.entrants):
        yield "blocks: a late entrant goes to the smaller one"


def _rounds(tournament: Tournament) -> Iterator[str]:
    for played in tournament.rounds:
        before = tournament.situations[played.number - 1]
        stages = {game.stage for game in played.games}
        if not played.games:
            yield IDLE
        if played.by_hand:
            yield "pairing: made by hand" if stages & {"swiss", "round-robin"} else "knockout: made by hand"
        for game in played.games:
            if game.stage in ("swiss", "round-robin"):
                yield from _counted_game(game, before, played.by_hand, tournament)


def _counted_game(game: Game, before: Situation, by_hand: bool, tournament: Tournament) -> Iterator[str]:
    first, second = game.players
    number = before.after + 1
    if second is not None:
        gone = [tournament.players[no].withdrawn_after for no in (first, second)]
        out = sum(after is not None and after < number for after in gone)
        if game.stage == "round-robin" and out:
            yield "round robin: a withdrawn player's game" if out == 1 else "round robin: both withdrawn"
        if game.kind == "forfeit":
            yield "day: forfeit"
        if game.kind == "double-loss":
            yield "day: both of a pair have withdrawn" if out == 2 else "day: double loss"
    if any(no is not None and number == before.entrants[no].from_round > 1 for no in game.players):
        yield "pairing: a late entrant's first game"
    if not by_hand and game.stage == "swiss":
        yield from _paired_game(game, before)


def _paired_game(game: Game, before: Situation) -> Iterator[str]:
    stage = before.declared.first_stage
    assert isinstance(stage, Swiss)
    pool, record = swiss_pool(before, stage, game.group), before.record
    first, second = game.players
    if second is None:
        yield "pairing: second bye" if record.had_bye(first) else "pairing: first bye"
        if len(pool.order) == 1:
            yield "pairing: pool of one"
        return
    gap = abs(record.wins(first) - record.wins(second))
    if gap:
        yield "pairing: a gap of one win" if gap == 1 else "pairing: a gap of two wins or more"
    if have_met(pool, first, second):
        yield "pairing: forced rematch"
    elif any(line.opponent in (first, second) for no in (first, second) for line in record.lines[no]):
        yield "day: paired again after a forfeit"
    if joined(pool.forbidden, first, second):
        yield "pairing: a forbidden pair, unavoidable"
    if joined(pool.discouraged, first, second):
        yield "pairing: a discouraged pair, unavoidable"
    if same_school(pool, first, second):
        if pool.school == "strict":
            yield "pairing: inside a school, strict and unavoidable"
        if pool.school == "soft":
            yield "pairing: inside a school, soft"
    elif gap and pool.school == "strict" and _left_their_level(pool.order, record.wins, first):
        yield "pairing: a gap to keep a school apart"


def _left_their_level(order: tuple[int, ...], wins: Callable[[int], int], first: int) -> bool:
    """Whether an even level, with nobody paired down into it before, sends somebody to the next."""
    level = [no for no in order if wins(no) == wins(first)]
    above = [no for no in order if wins(no) > wins(first)]
    return not above and len(level) % 2 == 0


def _withdrawals(tournament: Tournament) -> Iterator[str]:
    for no, player in tournament.players.items():
        after = player.withdrawn_after
        if after is None:
            continue
        later = [r for r in tournament.rounds if r.number > after and any(no in g.players for g in r.games)]
        if after == 0:
            yield "day: no-show"
        elif later:
            yield "day: left after the sheet was made"
        else:
            yield "day: withdrew between rounds"


def _order(tournament: Tournament) -> Iterator[str]:
    """Which criterion parts each from the next in rank, after the last round of the preliminaries."""
    declared = tournament.division.declared
    now = tournament.situations[declared.counted_rounds]
    criteria, blocks = declared.order.criteria, {no: now.seats[no].group for no in now.entrants}
    for one, next_one in zip(now.rows, now.rows[1:], strict=False):
        if blocks[one.no] == blocks[next_one.no]:
            at = next(at for at, (a, b) in enumerate(zip(one.keys, next_one.keys, strict=True)) if a != b)
            yield f"order: decided by {criteria[at]}"
    if "direct-encounter" not in criteria:
        return
    at = criteria.index("direct-encounter")
    tied: dict[tuple[object, ...], list[int]] = {}
    for row in now.rows:
        tied.setdefault((blocks[row.no], row.keys[:at]), []).append(row.no)
    for members in tied.values():
        decides = any(row.keys[at] for row in now.rows if row.no in members)
        met = any(other in now.record.met(no) for no in members for other in members)
        if len(members) > 2 and (decides or met):
            yield "order: direct encounter of three or more " + ("decides" if decides else "doesn't decide")
        if len(members) == 2 and not met:
            yield "order: two tied who never met"


def _drawn(tournament: Tournament) -> Iterator[str]:
    """Who entered the knockout, and who would have."""
    declared = tournament.division.declared
    stage = next((one for one in declared.stage if isinstance(one, SeededKnockout)), None)
    if stage is None:
        return
    now = tournament.situations[declared.counted_rounds]
    gone = [no for no in now.entrants if not now.entrants[no].in_pool(now.after + 1)]
    entrants = sum(no is not None for no in now.drawn)
    swiss = declared.first_stage
    assert isinstance(swiss, Swiss)
    if stage.cut:
        best = [row.no for name in swiss.blocks for row in _block_rows(now, name)[: stage.cut]]
        if set(best) & set(gone) and entrants == stage.cut * len(swiss.blocks):
            yield "knockout: a qualifier left before it was drawn"
        if entrants < stage.cut * len(swiss.blocks):
            yield "knockout: fewer than the cut"
        return
    if any(now.record.wins(no) == now.after for no in gone):
        yield "knockout: an unbeaten team left before it was drawn"
    many = "five to seven, the best wait" if 5 <= entrants <= 7 else "more than eight"
    names = {
        0: "nobody unbeaten", 1: "one unbeaten team, no match", 2: "two, a final", 3: "three, the best waits",
        4: "four", 8: "eight",
    }  # fmt: skip
    yield f"playoff: {names.get(entrants, many)}"


def _block_rows(now: Situation, name: str) -> list[Row]:
    return [row for row in now.rows if now.seats[row.no].group == name]


def _knockout(tournament: Tournament) -> Iterator[str]:
    now = tournament.situations[-1]
    for stage in now.declared.stage:
        if isinstance(stage, SeededKnockout):
            for match in bracket_of(stage, now).matches:
                if match.winner is None and match.decided:
                    yield "knockout: nobody there to play"
    for played in tournament.rounds:
        for game in played.games:
            if game.stage not in ("semi", "final", "third", "knockout", "playoff"):
                continue
            if game.stage in ("knockout", "playoff"):
                yield "knockout: before the last four"
            if game.kind == "bye":
                yield "knockout: bye beside an empty place"
            if game.kind == "forfeit":
                yield "knockout: walkover"
            if game.stage == "third":
                played_it = game.kind == "played"
                yield "final: third-place match played" if played_it else "final: third place walked over"


def _final(tournament: Tournament) -> Iterator[str]:
    now = tournament.situations[-1]
    stage = next((one for one in now.declared.stage if isinstance(one, SeededKnockout)), None)
    if stage is None:
        return
    ranks = Counter(rank for rank, _ in final_ranks(now))
    entrants = sum(no is not None for no in now.drawn)
    if sum(ranks[place] for place in range(1, entrants + 1)) < entrants or (entrants and not ranks[1]):
        yield VACANT
    if ranks[3] == 2 and entrants >= 4:
        yield "final: two third places"
    behind = [now.seats[no].group for rank, no in final_ranks(now) if rank > entrants]
    if behind != sorted(map(str, behind)):
        yield "final: blocks merged behind the knockout"
