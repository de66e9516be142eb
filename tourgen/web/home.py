"""The event's home: the current round in a word, the divisions, the day's plan, who won."""

from __future__ import annotations

from collections.abc import Sequence

from tourgen.ceremony import placed
from tourgen.dataclass import dataclass
from tourgen.formats.declaration import BracketFinals, Knockout, Placing, SeededKnockout, TitleMatch
from tourgen.web.facts import Facts, Person
from tourgen.web.knockout import stage_name


@dataclass(frozen=True, slots=True)
class Slot:
    """One line of the day's plan: a round at a time, in one or several divisions."""

    time: str
    round: int
    divisions: tuple[Facts, ...]
    finals: tuple[tuple[Facts, tuple[str, ...]], ...]  # stages of the knockout played in it
    state: str  # done, now, next


@dataclass(frozen=True, slots=True)
class Honour:
    """A title and who holds it."""

    title: str
    person: Person
    referee: bool


def headline(divisions: Sequence[Facts]) -> tuple[int, str]:
    """(round, status) of what is being played; round 0 where nothing is, or where the divisions are in several."""
    running = [facts for facts in divisions if facts.current and not facts.finished]
    kinds = {facts.status for facts in running or divisions}
    order = (*(kinds if len(kinds) == 1 else ()), "playing", "paired", "waiting", "pending")
    status = next((kind for kind in order if kind in kinds), "mixed")
    rounds = {facts.current for facts in running}
    return rounds.pop() if len(rounds) == 1 else 0, status


def stages_of_round(facts: Facts, number: int) -> tuple[str, ...]:
    """What is played in a round besides the leagues: semi, final, third, womens-final."""
    found: list[str] = []
    for stage in facts.declared.stage:
        if isinstance(stage, Knockout | SeededKnockout) and stage.rounds[0] <= number <= stage.rounds[1]:
            found.append(stage_name(stage.rounds[1] - number))
            if number == stage.rounds[1] > stage.rounds[0] and stage.third == "played":
                found.append("third")
        elif isinstance(stage, TitleMatch) and stage.rounds[0] == number:
            found.append("womens-final")
        elif isinstance(stage, BracketFinals):
            played = {"final": stage.final_round, "third": stage.third_round, "semi": stage.semi_round}
            found += [name for name, at in played.items() if at == number]
        elif isinstance(stage, Placing) and stage.round == number:
            found.append("placing")
    return tuple(found)


def plan(divisions: Sequence[Facts]) -> list[Slot]:
    """The day's plan over all divisions, by the clock."""
    found: dict[tuple[str, int], list[Facts]] = {}
    for facts in divisions:
        for number in range(1, facts.declared.rounds + 1):
            if facts.time(number):
                found.setdefault((facts.time(number), number), []).append(facts)
    return [_slot(time, number, members) for (time, number), members in sorted(found.items(), key=_by_clock)]


def _by_clock(item: tuple[tuple[str, int], list[Facts]]) -> tuple[str, int]:
    (time, number), _ = item
    return (time.zfill(5), number)


def _slot(time: str, number: int, divisions: list[Facts]) -> Slot:
    done = all(number <= facts.document["state"]["completed"] for facts in divisions)
    now = any(number == facts.current and not facts.finished for facts in divisions)
    finals = [(facts, stages_of_round(facts, number)) for facts in divisions]
    state = "done" if done else "now" if now else "next"
    return Slot(time, number, tuple(divisions), tuple(one for one in finals if one[1]), state)


def honours(facts: Facts) -> list[Honour]:
    """The titles of a finished division, in the order of the rules."""
    return [
        Honour(entry["title"], facts.people[entry["no"]], entry.get("referee", False))
        for entry in facts.document["titles"]
    ]


def places(facts: Facts) -> list[tuple[int, Person]]:
    """The places below the titles that a third-place or placing match decided, or that the semi-finals left."""
    decided = placed(facts.document)
    return [
        (entry["rank"], facts.people[entry["no"]])
        for entry in facts.document["final"] or ()
        if entry["no"] in decided
    ]
