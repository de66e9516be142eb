"""Checks of a division's roster and of `qualified`: withdrawals, desk numbers, the size of the field, confirmations."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from tourgen.engine.lottery import Doubt, Draw
from tourgen.engine.situation import Situation
from tourgen.event.needs import need_problems
from tourgen.event.settings import Division
from tourgen.formats import misdealt, misfit, most_rounds
from tourgen.formats.labels import look_alike, one_spelling, plain
from tourgen.messages.problems import Notice, Problem, in_both
from tourgen.model import Player, Source

Players = Mapping[int, Player]
_FOUNDED = re.compile("^.{0,4}?[都道府県市区町村国私]立")
_SCHOOLS = (
    ("高等専門学校", "高専"),
    ("高等学校", "高"),
    ("高校", "高"),
    ("中学校", "中"),
    ("中学", "中"),
    ("小学校", "小"),
    ("大学", "大"),
)


def roster_problems(division: Division, players: Players) -> Iterator[Problem]:
    """棄権, 参加 and 休み that can't be right, and what the format needs beside."""
    yield from need_problems(division, players)
    yield from _too_many_seeds(division, players)
    last = most_rounds(division.declared, len(players))
    for player in players.values():
        after = player.withdrawn_after
        if after is not None and after > last and player.moved_to is None:
            yield Problem("withdrawn-range", player.at("withdrawn"), str(after), {"last": last})
        if after is not None and player.absent:
            yield Problem("withdrawn-absent", player.at("withdrawn"), str(after), {"name": player.name})
        yield from _swiss_only(division, player, "rests", "rest", player.rests)
        if player.from_round != 1:
            yield from _swiss_only(division, player, "from", "from", (player.from_round,))
            if after is not None and after < player.from_round:
                params = {"name": player.name, "first": player.from_round}
                yield Problem("withdrawn-before", player.at("withdrawn"), str(after), params)


def _too_many_seeds(division: Division, players: Players) -> Iterator[Problem]:
    """More seeds of one sex than there are numbers for them, and the setting that gives them more."""
    settings = division.written.get("lottery", {}).get("seed_numbers", {})
    for sex, span in division.declared.lottery.seed_numbers.items():
        seeds = [one for one in players.values() if one.seed and not one.absent and (one.sex or "M") == sex]
        room = span[1] - span[0] + 1
        if len(seeds) > room:
            setting = f"{str(settings[sex]).lstrip('$')} = [{span[0]}, {span[0] + len(seeds) - 1}]"
            params = {
                "sex": in_both("seeds-women" if sex == "F" else "seeds-men"),
                "count": len(seeds),
                "room": room,
                "low": span[0],
                "high": span[1],
                "setting": setting,
            }
            yield Problem("seeds-many", seeds[room].at("seed"), seeds[room].name, params)


def _swiss_only(
    division: Division, player: Player, column: str, code: str, typed: tuple[int, ...]
) -> Iterator[Problem]:
    """参加, the first round of a late entrant, and 休み, rounds sat out: in Swiss only, and not after the last."""
    rounds, found = division.declared.open_rounds, ", ".join(map(str, typed))
    if typed and rounds is None:
        yield Problem(f"{code}-not-swiss", player.at(column), found)
    elif typed and rounds is not None and typed[-1] > rounds[1]:
        yield Problem(f"{code}-range", player.at(column), found, {"last": rounds[1]})


def desk_number_problem(fault: Doubt, players: Players) -> Problem:
    """A number drawn at the desk that can't be right."""
    player = players[fault.no]
    other = players[fault.other].at("lottery").cell or "" if fault.other else ""
    taken = in_both("lottery-taken", name=players[fault.other].name, cell=other) if fault.other else ""
    params = {
        "name": player.name,
        "low": fault.low,
        "high": fault.high,
        "other": other,
        "places": ", ".join(map(str, fault.places)),
        "taken": taken,
    }
    return Problem(fault.code, player.at("lottery"), fault.found, params)


def lottery_waiting(division: Division, players: Players, faults: Sequence[Doubt]) -> Iterator[Notice]:
    """Why no round can be made yet: draws or desk numbers are not known (decision L5)."""
    if division.declared.lottery.method == "linear-congruence" and not division.draws:
        yield Notice("draws-waiting", division.source, {"division": division.name})
    missing = [fault.no for fault in faults if fault.waiting]
    if missing:
        numbers = ", ".join(map(str, missing[:10]))
        params = {"division": division.name, "count": len(missing), "numbers": numbers}
        yield Notice("lottery-waiting", players[missing[0]].at("lottery"), params)


def field_problems(division: Division, players: Players, draw: Draw) -> list[Problem]:
    """A field that is too small or too large for its first stage."""
    present = [player.no for player in players.values() if player.here]
    count = len(present)
    found = misfit(division.declared, count)
    if found is None and any(no not in draw.numbers for no in present):
        # Some have no number in the bracket, because the roster has too many.
        count = sum(not player.replacement_from for player in players.values())
        found = misfit(division.declared, count)
    if found is None:
        return []
    code, params = found
    where = roster_sheet(division, players)
    return [Problem(code, where, str(count), {"division": division.name, **params})]


def groups_misdealt(division: Division, players: Players, first: Situation) -> list[Problem]:
    """Groups that the roster says, or the numbers drawn, and that can't be played with so many."""
    stage = first.stages[first.format.first_stage.id]
    sizes = {group or "": len(first.dealt_into(group)) for group in stage.group_names(first)}
    found = misdealt(stage.declared, sizes)
    where, count = roster_sheet(division, players), str(len(first.entrants))
    return [Problem(found[0], where, count, {"division": division.name, **found[1]})] if found else []


def clubs_alike(players: Iterable[Player]) -> list[Notice]:
    """Clubs spelt in two ways that may be one, such as 髙見高校 and 高見高等学校: the rules take them for two."""
    spelt: dict[str, dict[str, Player]] = {}
    for player in players:
        if player.club and player.replacement_from is None:
            spelt.setdefault(_club_key(player.club), {}).setdefault(plain(player.club), player)
    return [
        Notice(
            "clubs-alike",
            other.at("club"),
            {"found": other.club, "other": first.club, "first": first.at("club").cell},
        )
        for first, *others in map(list, map(dict.values, spelt.values()))
        for other in others
    ]


def _club_key(club: str) -> str:
    """The same for spellings of one club: without 県立, and with 高 for 高校 and 高等学校."""
    key = _FOUNDED.sub("", one_spelling(club))
    for long, short in _SCHOOLS:
        key = key.replace(long, short)
    return look_alike(key)


def roster_sheet(division: Division, players: Players) -> Source:
    """The division's worksheet of the roster."""
    first = next((player.source for player in players.values() if player.source.file), None)
    return Source(first.file, first.sheet) if first else Source(f"{division.event_folder}/roster.xlsx")


def qualified_elsewhere(division: Division, players: Players, first: Situation) -> list[Problem]:
    """A player who is named for a group of others."""
    return [
        _named("qualified-other-league", division, players, group, sorted(first.dealt_into(group)))
        for group, no in division.qualified.items()
        if no not in first.dealt_into(group)
    ]


def unconfirmed(
    division: Division, players: Players, situation: Situation, sheet_there: bool
) -> tuple[list[Problem], list[Notice]]:
    """A confirmation is missing: no further round is made, and a sheet that is there already can't be compared."""
    waiting = [
        {
            "league": one.group,
            "no": one.proposed,
            "name": players[one.proposed].name,
            "after": one.after,
            "division": division.name,
        }
        for one in situation.questions
    ]
    if sheet_there:
        return [Problem("qualified-missing", division.source, params=one) for one in waiting], []
    return [], [Notice("qualified-confirm", division.source, one) for one in waiting]


def qualified_problems(
    division: Division, players: Players, situation: Situation
) -> tuple[list[Problem], list[Notice]]:
    """A player named in `qualified` must still take part; a name for a league that needs none gives a notice."""
    problems: list[Problem] = []
    notices: list[Notice] = []
    through = [one for one in situation.departures if one.left_as == "sole-unbeaten"]
    for league, no in division.qualified.items():
        used = next((one for one in through if one.group == league and one.confirmed), None)
        if used and not situation.entrants[no].in_pool(used.after + 1):
            problems.append(_named("qualified-withdrawn", division, players, league))
        elif used is None and any(one.group == league for one in through):
            problem = _named("qualified-not-asked", division, players, league)
            notices.append(Notice(problem.code, problem.where, problem.params))
    return problems, notices


def _named(
    code: str, division: Division, players: Players, league: str, members: list[int] | None = None
) -> Problem:
    """A problem with the player named in `qualified` for this league."""
    no = division.qualified[league]
    where = Source(division.source.file, None, f"{division.source.cell}.qualified")
    params: dict[str, object] = {"league": league, "name": players[no].name if no in players else ""}
    if members is not None:
        params["members"] = ", ".join(map(str, members))
    return Problem(code, where, str(no), params)
