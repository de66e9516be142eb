"""Notices about what an organiser should look at again although nothing is wrong: names, sexes, grades, wishes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tourgen.event.settings import Division, Event
from tourgen.event.tournament import Tournament
from tourgen.formats.labels import grade_value, look_alike
from tourgen.messages.problems import Notice
from tourgen.model import Player

PLACING_ROUND = "placing_round"
MOST = 10  # of one kind are named in a notice

Rosters = Mapping[str, Sequence[Player]]


def advice(event: Event, rosters: Rosters, tournament: Tournament) -> Iterator[Notice]:
    """All advice for one division. After round 1 nothing is said about what can't be changed any more."""
    division, roster = tournament.division, tournament.players.values()
    own = [player for player in roster if player.replacement_from is None]
    if not tournament.completed:
        yield from _same_names(division, own, event, rosters)
        yield from _sexes(division, own)
        yield from _vain_wishes(event, division, own)
        yield from _taken_in(event, tournament)
    yield from _unknown_sexes(division, own)
    yield from _grades(division, own)
    yield from _placing_round(division, tournament.completed)


def _same_names(division: Division, own: list[Player], event: Event, rosters: Rosters) -> Iterator[Notice]:
    """One name in two rows: often one person typed twice, or entered in two divisions that play at once."""
    seen: dict[str, Player] = {}
    for other in event.divisions:
        if other.id == division.id:
            break  # a name that stands in two divisions is reported once, in the later one
        for player in rosters.get(other.id, ()):
            if not (player.absent or player.private) and player.replacement_from is None:
                seen.setdefault(look_alike(player.name), player)
    for player in own:
        if player.private:  # a number or initials stand for the name
            continue
        first = seen.setdefault(look_alike(player.name), player)
        if first is not player and not player.absent:
            place = first.at("name")
            here = place.sheet == player.source.sheet
            cell = f"{place.cell}" if here else f"{place.sheet}!{place.cell}"
            yield Notice("name-twice", player.at("name"), {"name": player.name, "other": cell})


def _sexes(division: Division, own: list[Player]) -> Iterator[Notice]:
    """A division for one sex, and somebody of the other in its roster."""
    wanted = division.declared.sex
    for player in own:
        if wanted is not None and player.sex not in (None, wanted):
            yield Notice("sex-other", player.at("sex"), {"name": player.name, "division": division.name})


def _unknown_sexes(division: Division, own: list[Player]) -> Iterator[Notice]:
    """Where a title is played for by one sex, a blank 性別 keeps a player from it."""
    title = next((one.title for one in division.declared.place_title if one.sex), None)
    blank = [player for player in own if player.sex is None and player.here]
    if title is not None and blank:
        params = {"division": division.name, "title": title, "numbers": _numbers(blank)}
        yield Notice("sex-blank", blank[0].at("sex"), {**params, "count": len(blank)})


def _vain_wishes(event: Event, division: Division, own: list[Player]) -> Iterator[Notice]:
    """補充希望 that can't be fulfilled: the own division, one without a bracket, one for the other sex."""
    targets = {one.id: one for one in event.divisions}
    for player in own:
        for wish in player.standby:
            target = targets[wish]
            if wish == division.id:
                code = "standby-own"
            elif target.declared.lottery.method != "bracket":
                code = "standby-leagues"
            elif target.declared.sex not in (None, player.sex):
                code = "standby-sex"
            else:
                continue
            yield Notice(code, player.at("standby"), {"name": player.name, "division": target.name})


def _taken_in(event: Event, tournament: Tournament) -> Iterator[Notice]:
    """Replacements: the organiser must tell these players that they play in another division."""
    names = {one.id: one.name for one in event.divisions}
    for no, player in tournament.players.items():
        if player.replacement_from is not None:
            source, old = player.replacement_from
            params = {"division": tournament.division.name, "source": names[source], "name": player.name}
            yield Notice(
                "replacement-made", params=params | {"old": old, "no": no, "place": player.desk_number}
            )


def _grades(division: Division, own: list[Player]) -> Iterator[Notice]:
    """「never below the grade held」 needs a grade that can be read (decision A2)."""
    if all(grade_value(line.award) is None for line in division.declared.award):
        return
    odd = [player for player in own if player.grade and grade_value(player.grade) is None]
    if odd:
        said = list(dict.fromkeys(player.grade for player in odd))
        grades = "、".join(said[:MOST]) + (" …" if len(said) > MOST else "")
        params = {"count": len(odd), "grades": grades, "numbers": _numbers(odd), "division": division.name}
        yield Notice("grade-unreadable", odd[0].at("grade"), params)


def _numbers(players: list[Player]) -> str:
    return ", ".join(str(player.no) for player in players[:MOST]) + (" …" if len(players) > MOST else "")


def _placing_round(division: Division, completed: int) -> Iterator[Notice]:
    """The seed's text and its timetable disagree about the placing matches' round; the text is the default."""
    declared, tables = division.declared, division.written
    if PLACING_ROUND in division.settings or PLACING_ROUND not in tables.get("settings", {}):
        return
    set_by_it = {one["id"] for one in tables["stage"] if one.get("rounds") == f"${PLACING_ROUND}"}
    for stage in (one for one in declared.stage if one.id in set_by_it):
        before = [one.span for flow in stage.entered_from for one in declared.stage if one.id == flow.stage]
        earliest = max(span[1] for span in before if span) + 1
        if stage.span and earliest < stage.span[0] and completed < earliest:
            params = {"division": division.name, "round": stage.span[0], "earliest": earliest}
            yield Notice("placing-round-default", division.source, params)
