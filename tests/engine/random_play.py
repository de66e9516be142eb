"""Random divisions played by the engine alone, to their end: for formats that only it knows."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, replace

from tourgen import formats
from tourgen.engine import progress
from tourgen.engine.colours import handicaps
from tourgen.engine.final import final_ranks, title_holders
from tourgen.engine.lottery import Lots
from tourgen.engine.model import BarredPair, Entrant, Game, Round
from tourgen.engine.situation import Situation
from tourgen.formats.models import Format

MOST_ROUNDS = 150


@dataclass(frozen=True)
class Day:
    """What goes wrong, as probabilities."""

    withdraw: float = 0.0
    forfeit: float = 0.0
    late: float = 0.0
    rest: float = 0.0
    draw: float = 0.0
    pending: float = 0.0
    by_hand: float = 0.0
    no_show: float = 0.0
    barred: float = 0.0
    absent: float = 0.0
    after_pairing: float = 0.0  # who leaves is in the next round's sheet already


CALM, UNRULY = (
    Day(draw=0.1),
    Day(0.04, 0.08, 0.06, 0.06, 0.15, 0.02, 0.1, 0.05, 0.2, 0.05, 0.3),
)
DESERTED = Day(withdraw=0.3, forfeit=0.1, no_show=0.1, draw=0.1, after_pairing=0.3)


def entrants(declared: Format, count: int, day: Day, rng: random.Random) -> dict[int, Entrant]:
    """So many entrants with lots, grades, schools and ratings."""
    first, most = declared.first_stages[-1], max(count, (declared.lottery.numbers or (1, count))[1])
    numbers = rng.sample(range(1, most + 1), count)
    if getattr(first, "deal", "") == "odd-even":  # as many odd as even numbers, so that no group is empty
        odd = rng.sample(range(1, most + 1, 2), count - count // 2)
        numbers = rng.sample([*odd, *rng.sample(range(2, most + 1, 2), count // 2)], count)
    swiss = first.kind == "pool" and first.span is not None and not first.leave
    groups = getattr(first, "groups", ()) or ("",)
    graded = declared.handicap is not None or declared.score.starting_points is not None
    found = {}
    for no in range(1, count + 1):
        late = swiss and no > 4 and rng.random() < day.late
        gone = 0 if rng.random() < day.no_show and no > 4 and not late else None
        found[no] = Entrant(
            no,
            numbers[no - 1],
            declared.sex or rng.choice("MMF"),
            withdrawn_after=gone,
            paired_until=gone,
            from_round=rng.randint(2, first.span[1]) if late and first.span and first.span[1] > 1 else 1,
            school=rng.choice(["", *"ABCDE"]),
            rests=frozenset(r for r in range(1, 20) if swiss and rng.random() < day.rest),
            grade=rng.randint(-8, 6) if graded or rng.random() < 0.9 else None,
            board_grades=tuple(rng.randint(-5, 5) for _ in declared.boards),
            rating=rng.randint(800, 2200) if rng.random() < 0.9 else None,
            seed=rng.random() < 0.1,
            group=groups[no - 1] if no <= len(groups) else rng.choice(groups),  # none is empty
        )
    played = formats.fitted(declared, count).first_stage
    typed = getattr(played, "deal", "") == "typed"
    while typed and formats.misdealt(
        played, {name: sum(one.group == name for one in found.values()) for name in groups}
    ):
        found = {no: replace(one, group=rng.choice(groups)) for no, one in found.items()}
    return found


def result(now: Situation, game: Game, day: Day, rng: random.Random) -> Game:
    """A random end of a game."""
    if game.entered:
        return game
    first, second = game.players
    assert second is not None
    stage = now.format.stage_of(now.format.stage_of_label(game.stage) or "")
    tree = stage.kind == "bracket"
    winner = rng.choice((first, second))
    count = len(now.format.boards)
    if rng.random() < day.forfeit:
        if not tree and rng.random() < 0.2:
            return replace(game, kind="double-loss", rated=False)
        return progress.with_boards(replace(game, kind="forfeit", winner=winner, rated=False), count)
    if not tree and now.format.score.may_be_drawn and rng.random() < day.draw:
        return replace(game, kind="draw", discs=(32, 32) if now.format.game == "othello" else None)
    if not tree and now.format.game == "go" and rng.random() < day.pending:
        return replace(game, kind=rng.choice(("no-result", "pending")), rated=False)
    if count:
        boards = tuple(rng.randrange(2) for _ in range(count))
        return replace(game, winner=first if 2 * sum(boards) > count else second, boards=boards)
    if now.format.game == "othello":
        more = rng.randint(33, 64)
        return replace(game, winner=winner, discs=(more, 64 - more) if winner == first else (64 - more, more))
    return replace(game, winner=winner)


def exchanged(now: Situation, games: list[Game], rng: random.Random) -> list[Game]:
    """Two games of one stage exchange their second players, as organisers do by hand; stones are by their grades."""
    pairs = [
        (one, other)
        for one in games
        for other in games
        if one is not other and one.stage == other.stage and not one.entered and not other.entered
    ]
    if not pairs:
        return games
    one, other = rng.choice(pairs)
    swapped = {}
    for game, partner in ((one, other), (other, one)):
        first, second = game.players[0], partner.players[1]
        assert second is not None
        rule, field = now.format.handicap, now.entrants
        stones = handicaps(rule, field[first], field[second]) if rule else ()
        swapped[game.players] = replace(game, players=(first, second), handicap=stones)
    return [swapped.get(game.players, game) for game in games]


def play(declared: Format, count: int, day: Day, seed: int) -> list[Situation]:
    """A whole division; every situation from the start to the end."""
    rng = random.Random(f"{declared.id} {count} {seed}")
    field = entrants(declared, count, day, rng)
    barred = [
        BarredPair((no, rng.choice([other for other in field if other != no])), rng.random() < 0.5)
        for no in field
        if rng.random() < day.barred
    ]
    lots = Lots(declared.lottery, tuple(field), rng.randrange(8_388_608))
    now = progress.start(declared, field, {}, barred, lots)
    situations = [now]
    while now.after < now.last_round:
        assert now.after < MOST_ROUNDS, "a division without an end"
        number = now.after + 1
        games = list(progress.plan(now))
        check_round(now, games)
        if rng.random() < day.by_hand:
            games = exchanged(now, games, rng)
        games = [result(now, game, day, rng) for game in games]
        now = after_round(now, Round(number, tuple(games)), day, rng)
        situations.append(now)
    check_end(now)
    return situations


def after_round(now: Situation, played: Round, day: Day, rng: random.Random) -> Situation:
    """Some leave, some of them when the next round is paired already; what the organiser is asked is confirmed."""
    leaving = {
        no: replace(
            one,
            withdrawn_after=played.number,
            paired_until=played.number + (rng.random() < day.after_pairing),
        )
        for no, one in now.entrants.items()
        if one.withdrawn_after is None and one.from_round <= played.number and rng.random() < day.withdraw
    }
    while True:
        later = confirmed(replace(now, entrants={**now.entrants, **leaving}), played)
        number = played.number + 1
        games = progress.plan(later) if later.after < later.last_round else ()
        paired = {no for game in games if game.players[1] is not None for no in game.players}
        # Only somebody with an opponent in the next sheet is paired there; a bye is none for who has left.
        alone = [no for no, one in leaving.items() if one.paired_until == number and no not in paired]
        if not alone:
            return later
        leaving |= {no: replace(leaving[no], paired_until=played.number) for no in alone}


def confirmed(before: Situation, played: Round) -> Situation:
    """The situation after a round, every proposal confirmed."""
    now = progress.advance(before, played)
    while now.questions:
        asked = {one.group: one.proposed for one in now.questions}
        before = replace(before, confirmations={**before.confirmations, **asked})
        now = progress.advance(before, played)
    return now


def check_round(now: Situation, games: list[Game]) -> None:
    """Nobody twice, nobody who has left, and everybody who is there has a game or a reason for none."""
    number = now.after + 1
    listed = Counter(no for game in games for no in game.players if no is not None)
    assert all(count == 1 for count in listed.values()), listed
    for stage in now.stages.values():
        if stage.declared.kind != "pool" or not now.plays(stage.id, number):
            continue
        waiting = [
            no
            for no, seat in now.seats.items()
            if seat.stage == stage.id and now.entrants[no].in_pool(number) and no not in listed
        ]
        assert not waiting, (stage.id, number, waiting)


def check_end(now: Situation) -> None:
    """Complete ranks, no place twice beyond what is shared, titles for those who took part."""
    assert all(last is not None and last <= now.after for _, last in now.spans.values()), now.spans
    assert progress.next_round(now) is None
    ranks = final_ranks(now)
    assert sorted(no for _, no in ranks) == sorted(now.entrants)
    assert [rank for rank, _ in ranks] == sorted(rank for rank, _ in ranks)
    assert ranks[0][0] >= 1
    for title in title_holders(now):
        assert title.no in now.entrants


def admitted(declared: Format, most: int = 64) -> list[int]:
    """Every number of entrants the format takes, up to a limit."""
    return [count for count in range(1, most + 1) if formats.admits(declared, count)]
