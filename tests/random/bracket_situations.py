"""What happened in a tournament of the new Othello system, as tests/random/situations.py tells it of the leagues."""

from collections.abc import Iterator

from tourgen.formats.declaration import MainBracket, Placing, Repechage
from tourgen.model import Game, Round
from tourgen.results import document, finishes
from tourgen.rules.awards import award_for, first_line
from tourgen.rules.final_rank import final_ranks
from tourgen.rules.main_bracket import levels
from tourgen.rules.places import decided_places, places_count
from tourgen.rules.repechage import group_winners, placing_ways
from tourgen.rules.situation import Situation
from tourgen.rules.trees import holder, present
from tourgen.tournament import Tournament

BRACKETS = (
    "roster: somebody absent",
    "roster: an absent seed",
    "numbers: typed at the desk",
    "numbers: from the draws",
    "numbers: some typed, the others from the draws",
    "numbers: seeds typed in another order",
    "numbers: a seed place held by somebody else",
    "bracket: an empty place",
    "bracket: two adjacent empty places",
    "bracket: two empty places that went on meet",
    "bracket: full",
    "bracket: walkover",
    "bracket: forfeit",
    "bracket: an unbeaten place is empty",
    "repechage: walkover",
    "repechage: played",
    "repechage: forfeit",
    "repechage: a group that nobody won",
    "placing: played",
    "placing: walkover",
    "placing: nobody there",
    "final: played",
    "final: walkover",
    "final: nobody there",
    "final: a place stays vacant",
    "final: somebody behind the places",
    "pairing: a gap of one win",
    "pairing: a gap of two wins or more",
    "pairing: first bye",
    "pairing: second bye",
    "pairing: forced rematch",
    "pairing: pool of one",
    "by hand: main",
    "by hand: repechage",
    "by hand: repechage across groups",
    "by hand: placing",
    "by hand: ranking",
    "round without a game",
    "day: forfeit",
    "day: double loss",
    "day: both of a pair have withdrawn",
    "day: no-show",
    "day: withdrew between rounds",
    "day: left after the sheet was made",
    "award: by place",
    "award: by wins",
    "award: none for the grade already held",
)
OF_BRACKET_FORMAT = {
    "othello-new-64": (
        "by hand: main across blocks",
        "third: played",
        "third: walkover",
        "third: nobody there",
        "placing: round 6",
        "placing: round 7",
        "award: took part",
        "王座戦: 3勝以上",
    ),
    "othello-new-32": (
        "placing: rematch avoided",
        "placing: rematch unavoidable",
        "placing: round 6",
        "placing: round 7",
        "王座戦: 6位以内",
    ),
}


def bracket_situations(tournament: Tournament) -> Iterator[str]:
    """Every situation of one finished tournament, as often as it occurred."""
    yield from _roster(tournament)
    yield from _main(tournament)
    for played in tournament.rounds:
        before = tournament.situations[played.number - 1]
        yield from _round(played, before, tournament)
    yield from _withdrawals(tournament)
    yield from _ends(tournament)
    yield from _awards(tournament)


def _roster(tournament: Tournament) -> Iterator[str]:
    places = tournament.division.declared.lottery.seed_places
    typed: set[bool] = set()
    seeds = []
    for no, player in tournament.players.items():
        if player.absent:
            yield "roster: somebody absent"
            if player.seed:
                yield "roster: an absent seed"
        if player.replacement_from is None and not player.absent and not player.seed:
            typed.add(player.desk_number is not None)
        if player.seed and player.desk_number is not None:
            seeds.append(player.desk_number)
        elif not player.seed and tournament.draw.numbers.get(no) in places and not player.replacement_from:
            yield "numbers: a seed place held by somebody else"
    if typed == {True}:
        yield "numbers: typed at the desk"
    elif typed == {False}:
        yield "numbers: from the draws"
    elif typed:
        yield "numbers: some typed, the others from the draws"
    if seeds != sorted(seeds, key=places.index):
        yield "numbers: seeds typed in another order"


def _main(tournament: Tournament) -> Iterator[str]:
    now = tournament.situations[-1]
    stage = now.declared.first_stage
    assert isinstance(stage, MainBracket)
    tree = levels(stage, now)
    if len(now.entrants) == stage.size:
        yield "bracket: full"
    for match in tree[0]:
        empty = sum(not present(now, place, 1) for place in match.places)
        if empty:
            yield "bracket: two adjacent empty places" if empty == 2 else "bracket: an empty place"
    for match in (match for level in tree[1:] for match in level):
        if not any(present(now, place, match.round) for place in match.places):
            yield "bracket: two empty places that went on meet"
    after = stage.rounds[1] + 1
    if any(match.winner is not None and not present(now, match.winner, after) for match in tree[-1]):
        yield "bracket: an unbeaten place is empty"


def _round(played: Round, before: Situation, tournament: Tournament) -> Iterator[str]:
    if not played.games:
        yield "round without a game"
    for game in played.games:
        yield from _game(game, played, before, tournament)
    planned = tournament.planned[played.number] if tournament.planned else ()
    right = {(g.stage, frozenset(g.players)): g.group for g in planned}
    due = {no: g.group for g in planned for no in g.players if no is not None}
    for game in played.games if played.by_hand else ():
        if (game.stage, frozenset(game.players)) not in right and game.players[1] is not None:
            yield f"by hand: {game.stage}"
            if game.stage in ("main", "repechage") and len({due.get(no) for no in game.players if no}) == 2:
                yield f"by hand: {game.stage} across {'blocks' if game.stage == 'main' else 'groups'}"
    for stage in before.declared.stage:
        if isinstance(stage, Placing) and stage.round == played.number:
            yield f"placing: round {stage.round}"
            yield from _placing(stage, played, before)


def _game(game: Game, played: Round, before: Situation, tournament: Tournament) -> Iterator[str]:
    first, second = game.players
    name = {"main": "bracket"}.get(game.stage, game.stage)
    if game.kind == "forfeit":
        yield "day: forfeit"
    if second is not None and game.kind == "double-loss":
        gone = [tournament.players[no].withdrawn_after for no in (first, second)]
        out = all(after is not None and after < played.number for after in gone)
        yield "day: both of a pair have withdrawn" if out else "day: double loss"
    if game.stage != "ranking":
        yield f"{name}: {'walkover' if game.kind == 'bye' else game.kind}"
    elif not played.by_hand:
        yield from _ranking_game(first, second, before)


def _ranking_game(first: int, second: int | None, before: Situation) -> Iterator[str]:
    record = before.record
    if second is None:
        yield "pairing: second bye" if record.had_bye(first) else "pairing: first bye"
        if len(before.to_pair("ranking")) == 1:
            yield "pairing: pool of one"
        return
    gap = abs(record.wins(first) - record.wins(second))
    if gap:
        yield "pairing: a gap of one win" if gap == 1 else "pairing: a gap of two wins or more"
    if second in record.met(first):
        yield "pairing: forced rematch"


def _placing(stage: Placing, played: Round, before: Situation) -> Iterator[str]:
    repechage = before.declared.stage_of(stage.repechage)
    assert isinstance(repechage, Repechage)
    winners = group_winners(repechage, before)
    if not stage.avoid_rematch or len(winners) < len(repechage.groups) or played.by_hand:
        return
    ways = placing_ways(stage, before)
    fewest = min(len(way.rematches) for way in ways)
    if fewest:
        yield "placing: rematch unavoidable"
    elif ways[0].rematches:
        yield "placing: rematch avoided"


def _withdrawals(tournament: Tournament) -> Iterator[str]:
    for no, player in tournament.players.items():
        after = player.withdrawn_after
        if after is None or player.moved_to is not None:
            continue
        later = [r for r in tournament.rounds if r.number > after and any(no in g.players for g in r.games)]
        if later:
            yield "day: left after the sheet was made"
        else:
            yield "day: withdrew between rounds" if after else "day: no-show"


def _ends(tournament: Tournament) -> Iterator[str]:
    now = tournament.situations[-1]
    declared = now.declared
    played = {game.stage for one in tournament.rounds for game in one.games}
    ends = {"final": "final", "placing": "placing"}
    if declared.stage_of("finals").rounds[0] < declared.stage_of("finals").rounds[1]:
        ends["third"] = "third"
    counted = sum(game.stage == "placing" for one in tournament.rounds for game in one.games)
    for label in ends:
        if label not in played or (
            label == "placing" and counted < places_count(declared.stage_of("placing"), now) // 2
        ):
            yield f"{label}: nobody there"
    repechage = next(stage for stage in declared.stage if isinstance(stage, Repechage))
    for place in group_winners(repechage, now).values():
        if holder(now, place) is None:
            yield "repechage: a group that nobody won"
    places = decided_places(now)
    if set(places.held.values()) != places.given:
        yield "final: a place stays vacant"
    if len(places.held) < len(now.entrants):
        yield "final: somebody behind the places"


def _awards(tournament: Tournament) -> Iterator[str]:
    declared, now = tournament.division.declared, tournament.situations[-1]
    for finish in finishes(tournament, final_ranks(now)):
        line = first_line(finish, declared.award)
        if line is not None and award_for(finish, declared.award) is None:
            yield "award: none for the grade already held"
        elif line is not None:
            yield "award: by place" if line.places else "award: by wins" if line.wins else "award: took part"
    for entry in document(tournament, "", "")["qualified"]:
        yield f"王座戦: {entry['reason']}"
