"""What happened in a tournament: every situation the rules speak of, so that a campaign can say what it proved."""

from collections import Counter
from collections.abc import Callable, Iterator

from tests.random.bracket_situations import BRACKETS, OF_BRACKET_FORMAT, bracket_situations
from tests.random.swiss_situations import EVERY, OF_GO, OF_SHOGI_FORMAT, swiss_situations
from tourgen.formats.declaration import Knockout, Leagues, TitleMatch
from tourgen.model import Game
from tourgen.results import document, finishes
from tourgen.rules import leagues
from tourgen.rules.awards import award_for, first_line
from tourgen.rules.brackets import bracket_of
from tourgen.rules.final_rank import final_ranks
from tourgen.rules.situation import Situation
from tourgen.rules.title_match import contest, holders
from tourgen.tournament import Tournament

COMMON = (
    "roster: somebody absent",
    "roster: a number skipped in the deal",
    "leagues: somebody moved to even up",
    "leagues: an odd league in round 1",
    "leagues: a league of one",
    "leagues: U = 1",
    "leagues: U = 2, 4, 8 …, the beaten leave",
    "leagues: U = 3, 5, 6 …, all stay",
    "leagues: U = 0",
    "leagues: several unbeaten after the last preliminary round",
    "leagues: nobody left, no qualifier",
    "leagues: an odd number of unbeaten in a league that was split",
    "confirmation asked and given",
    "confirmed player unbeaten",
    "pairing: a gap of one win",
    "pairing: a gap of two wins or more",
    "pairing: first bye",
    "pairing: second bye",
    "pairing: forced rematch",
    "pairing: pool of one",
    "pairing: made by hand",
    "round without a game",
    "day: forfeit",
    "day: paired again after a forfeit",
    "day: double loss",
    "day: no-show after the deal",
    "day: withdrew between rounds",
    "day: left after the sheet was made",
    "day: both of a pair have withdrawn",
    "day: qualifier withdrew before the finals",
    "knockout: walkover",
    "knockout: bye beside an empty place",
    "knockout: an empty place",
    "knockout: nobody there to play",
    "final: a place stays vacant",
)
OF_FORMAT: dict[str, tuple[str, ...]] = {
    "othello-2-league": (
        "roster: an absent seed",
        "roster: other seed numbers",
        "qualified: bye in a preliminary round",
        "final: shared rank below the finals",
    ),
    "othello-4-league": (
        "roster: an absent seed",
        "roster: other seed numbers",
        "qualified: bye in a preliminary round",
        "final: two third places",
        "women: none in the event",
        "women: one in the event, champion without a game",
        "women: 0 in the final four, women's final",
        "women: 0 in the final four, a withdrawn woman skipped",
        "women: 0 in the final four, only one left",
        "women: 1 in the final four",
        "women: 1 in the final four, no runner-up",
        "women: 2 in the final four, both third, women's final",
        "women: 2 in the final four, both third, one of them withdrawn",
        "women: 2 in the final four, both third, both withdrawn",
        "women: 2 in the final four, otherwise",
        "women: 3 or 4 in the final four",
        "women: decided by the referee",
        "women: walkover in the women's final",
    ),
    "othello-free": (
        "roster: other lottery numbers",
        "qualified: nothing to play in a preliminary round",
        "final: shared rank below the finals",
        "final: third-place match played",
        "final: third place walked over",
        "award: by place",
        "award: by wins",
        "award: none for the grade already held",
        "王座戦: by place",
        "王座戦: by wins",
    ),
}


def expected(format_id: str) -> tuple[str, ...]:
    """Every situation a campaign of this format must have met."""
    if format_id in OF_BRACKET_FORMAT:
        return (*BRACKETS, *OF_BRACKET_FORMAT[format_id])
    if format_id == "go-swiss":
        return OF_GO
    if format_id in OF_SHOGI_FORMAT:
        return (*EVERY, *OF_SHOGI_FORMAT[format_id])
    return (*COMMON, *OF_FORMAT[format_id])


def situations(tournament: Tournament) -> Counter[str]:
    """How often each situation occurred in one finished tournament."""
    if tournament.division.declared.swiss is not None:
        return swiss_situations(tournament)
    if not tournament.division.declared.league_names:
        return Counter(bracket_situations(tournament))
    readers: tuple[Callable[[Tournament], Iterator[str]], ...] = (
        _roster, _leagues, _rounds, _withdrawals, _qualified, _knockout, _final, _women, _awards,
    )  # fmt: skip
    return Counter(found for reader in readers for found in reader(tournament))


def _roster(tournament: Tournament) -> Iterator[str]:
    numbers = tournament.draw.numbers
    settings = tournament.division.settings
    if "men_seed_numbers" in settings and any(player.seed for player in tournament.players.values()):
        yield "roster: other seed numbers"
    if "lottery_numbers" in settings:
        yield "roster: other lottery numbers"
    for no, player in tournament.players.items():
        if player.absent:
            yield "roster: somebody absent"
            if player.seed:
                yield "roster: an absent seed"
            if no in numbers and numbers[no] < max(numbers.values()):
                yield "roster: a number skipped in the deal"
    if tournament.division.declared.lottery.method == "desk":
        drawn = set(numbers.values())
        for _ in set(range(min(drawn), max(drawn))) - drawn:
            yield "roster: a number skipped in the deal"


def _leagues(tournament: Tournament) -> Iterator[str]:
    stage = tournament.division.declared.leagues
    start = tournament.situations[0]
    dealt = [len(start.members(stage.id, league)) for league in stage.leagues]
    plain = [
        len(start.entrants) // len(dealt) + (i < len(start.entrants) % len(dealt)) for i in range(len(dealt))
    ]
    if dealt != plain:
        yield "leagues: somebody moved to even up"
    for size in dealt:
        if size % 2:
            yield "leagues: an odd league in round 1"
        if size == 1:
            yield "leagues: a league of one"
    for before, after in zip(tournament.situations, tournament.situations[1:], strict=False):
        if after.after <= stage.rounds[1]:
            for league in stage.leagues:
                yield from _one_league(stage, league, before, after)


def _one_league(stage: Leagues, league: str, before: Situation, after: Situation) -> Iterator[str]:
    members = before.members(stage.id, league)
    if not members:
        return
    unbeaten = len(leagues.unbeaten_of(after, members))
    staying = [no for no in members if after.entrants[no].in_pool(after.after + 1)]
    split = before.after > 0 and all(before.record.unbeaten(no) for no in members)
    last = after.after == stage.rounds[1]
    if unbeaten == 1:
        yield "leagues: U = 1"
    elif unbeaten == 0:
        yield "leagues: U = 0"
        if not staying:
            yield "leagues: nobody left, no qualifier"
    elif last:
        yield "leagues: several unbeaten after the last preliminary round"
    elif unbeaten & (unbeaten - 1) == 0:
        yield "leagues: U = 2, 4, 8 …, the beaten leave"
    else:
        yield "leagues: U = 3, 5, 6 …, all stay"
    if split and not last and unbeaten > 1 and unbeaten % 2:
        yield "leagues: an odd number of unbeaten in a league that was split"
    for one in after.qualifiers:
        if one.league == league and one.confirmed and one.after == after.after:
            yield "confirmation asked and given"
            if after.record.unbeaten(one.no):
                yield "confirmed player unbeaten"


def _rounds(tournament: Tournament) -> Iterator[str]:
    for played in tournament.rounds:
        before = tournament.situations[played.number - 1]
        if not played.games:
            yield "round without a game"
        if played.by_hand:
            yield "pairing: made by hand"
        for game in played.games:
            if game.stage in ("league", "ranking"):
                yield from _counted_game(game, before, played.by_hand, tournament)


def _counted_game(game: Game, before: Situation, by_hand: bool, tournament: Tournament) -> Iterator[str]:
    first, second = game.players
    record, number = before.record, before.after + 1
    if game.kind == "forfeit":
        yield "day: forfeit"
    if game.kind == "double-loss" and second is not None:
        gone = [tournament.players[no].withdrawn_after for no in (first, second)]
        out = all(after is not None and after < number for after in gone)
        yield "day: both of a pair have withdrawn" if out else "day: double loss"
    if second is None:
        if first in before.qualified.values():
            yield "qualified: bye in a preliminary round"
        elif before.after and not by_hand:
            yield "pairing: second bye" if record.had_bye(first) else "pairing: first bye"
            seat = before.seats[first]
            if len(before.to_pair(seat.stage, seat.group)) == 1:
                yield "pairing: pool of one"
        return
    if by_hand or not before.after:
        return
    gap = abs(record.wins(first) - record.wins(second))
    if gap:
        yield "pairing: a gap of one win" if gap == 1 else "pairing: a gap of two wins or more"
    if second in record.met(first):
        yield "pairing: forced rematch"
    elif any(line.opponent in (first, second) for no in (first, second) for line in record.lines[no]):
        yield "day: paired again after a forfeit"


def _withdrawals(tournament: Tournament) -> Iterator[str]:
    for no, player in tournament.players.items():
        after = player.withdrawn_after
        if after is None:
            continue
        later = [r for r in tournament.rounds if r.number > after and any(no in g.players for g in r.games)]
        if after == 0:
            yield "day: no-show after the deal"
        elif later:
            yield "day: left after the sheet was made"
        else:
            yield "day: withdrew between rounds"


def _qualified(tournament: Tournament) -> Iterator[str]:
    stage, now = tournament.division.declared.leagues, tournament.situations[-1]
    knockout = next(s for s in tournament.division.declared.stage if isinstance(s, Knockout))
    for one in now.qualifiers:
        gone = now.entrants[one.no].withdrawn_after
        if gone is not None and one.after <= gone < knockout.rounds[0]:
            yield "day: qualifier withdrew before the finals"
        if one.after < stage.rounds[1] and stage.qualified_rest == "none":
            yield "qualified: nothing to play in a preliminary round"


def _knockout(tournament: Tournament) -> Iterator[str]:
    now = tournament.situations[-1]
    knockout = next(s for s in now.declared.stage if isinstance(s, Knockout))
    bracket = bracket_of(knockout, now)
    if any(side is None for match in bracket.levels[0] for side in match.sides):
        yield "knockout: an empty place"
    for match in bracket.matches:
        if match.winner is None:
            yield "knockout: nobody there to play"
    for played in tournament.rounds:
        for game in played.games:
            if game.stage not in ("semi", "final", "third"):
                continue
            if game.kind == "bye":
                yield "knockout: bye beside an empty place"
            if game.kind == "forfeit":
                yield "knockout: walkover"
            if game.stage == "third":
                played_it = game.kind == "played"
                yield "final: third-place match played" if played_it else "final: third place walked over"


def _final(tournament: Tournament) -> Iterator[str]:
    now = tournament.situations[-1]
    knockout = next(s for s in now.declared.stage if isinstance(s, Knockout))
    ranks = Counter(rank for rank, _ in final_ranks(now))
    entrants = sum(bool(entrant) for entrant in knockout.entrants)
    if sum(ranks[place] for place in range(1, entrants + 1)) < entrants:
        yield "final: a place stays vacant"
    if ranks[3] == 2 and knockout.third == "shared":
        yield "final: two third places"
    if any(count > 1 for rank, count in ranks.items() if rank > entrants):
        yield "final: shared rank below the finals"


def _women(tournament: Tournament) -> Iterator[str]:
    now = tournament.situations[-1]
    for stage in now.declared.stage:
        if isinstance(stage, TitleMatch):
            yield from _title(stage, now)


def _title(stage: TitleMatch, now: Situation) -> Iterator[str]:
    women = [no for no, entrant in now.entrants.items() if entrant.sex == stage.sex]
    game = next((g for g in now.rounds[stage.rounds[0] - 1].games if g.stage == "womens-final"), None)
    before = contest(stage, now)
    inside, titles = before.in_knockout, holders(stage, now)
    gone = [no for no in women if not now.entrants[no].in_pool(stage.rounds[0])]
    if not women:
        yield "women: none in the event"
    elif len(women) == 1 and titles:
        yield "women: one in the event, champion without a game"
    elif not inside and game is None and len(titles) == 1:
        yield "women: 0 in the final four, only one left"
    if not inside and game is not None:
        yield "women: 0 in the final four, women's final"
        if any(now.position[no] < now.position[other] for no in gone for other in game.players if other):
            yield "women: 0 in the final four, a withdrawn woman skipped"
    if len(inside) == 1:
        yield "women: 1 in the final four"
        if not before.others:
            yield "women: 1 in the final four, no runner-up"
    if len(inside) == 2:
        yield from _two_women(inside, game, gone, now)
    if len(inside) >= 3:
        yield "women: 3 or 4 in the final four"
    if any(one.referee for one in titles):
        yield "women: decided by the referee"
    if game is not None and game.kind == "forfeit":
        yield "women: walkover in the women's final"


def _two_women(inside: tuple[int, ...], game: Game | None, gone: list[int], now: Situation) -> Iterator[str]:
    knockout = next(s for s in now.declared.stage if isinstance(s, Knockout))
    places = bracket_of(knockout, now).places()
    row = "women: 2 in the final four"
    if any(places.get(no) != 3 for no in inside):
        yield f"{row}, otherwise"
    elif game is None:
        yield f"{row}, both third, both withdrawn"
    else:
        yield f"{row}, both third, women's final"
        if set(inside) & set(gone):
            yield f"{row}, both third, one of them withdrawn"


def _awards(tournament: Tournament) -> Iterator[str]:
    declared, now = tournament.division.declared, tournament.situations[-1]
    for finish in finishes(tournament, final_ranks(now)):
        line = first_line(finish, declared.award)
        if line is not None and award_for(finish, declared.award) is None:
            yield "award: none for the grade already held"
        elif line is not None:
            yield "award: by place" if line.places else "award: by wins"
    for entry in document(tournament, "", "")["qualified"]:
        yield "王座戦: by place" if entry["reason"] == "4位以内" else "王座戦: by wins"
