"""補充: whose place was filled by whom, and why by nobody with a smaller number (section 6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tourgen.engine.replacements import Field, Move, Volunteer, places_to_fill, replacements, volunteers
from tourgen.event.apply_replacements import field_of
from tourgen.event.tournament import Tournament
from tourgen.explain.words import Reason, Words, cut_list, player, quote, say
from tourgen.model import Player


@dataclass(frozen=True, slots=True)
class FilledPlace:
    """An absent player's place: who was taken in (None: nobody was left), and who was passed over on the way."""

    place: int
    absentee: int | None  # None where the absent player had no number
    move: Move | None
    number: int | None  # the own lottery number of the player taken in
    passed: tuple[Volunteer, ...]  # came before by number, but could not be taken


class EventWhy:
    """All divisions of an event, as the replacements saw them."""

    def __init__(self, tournaments: Sequence[Tournament]) -> None:
        self.tournaments = {one.division.id: one for one in tournaments}
        self.fields = {one.division.id: field_of(one.division, _as_typed(one)) for one in tournaments}
        self.moves = replacements(list(self.fields.values()))

    def filled(self, name: str) -> tuple[list[FilledPlace], list[Volunteer]]:
        """The places to be filled in one division, and who is left: larger numbers, or not possible anyway."""
        target = self.fields[name]
        asked = self.asked(target)
        moves = [move for move in self.moves if move.target == name]
        found = []
        for index, (place, absentee) in enumerate(places_to_fill(target) if fills_places(target) else ()):
            move = moves[index] if index < len(moves) else None
            passed: list[Volunteer] = []
            number = None
            while move is not None and (one := asked.pop(0)):
                if (one.source, one.no) == (move.source, move.no):
                    number = one.number
                    break
                passed.append(one)
            found.append(FilledPlace(place, absentee, move, number, tuple(passed)))
        return found, asked

    def division(self, name: str) -> tuple[Reason, ...]:
        """The replacements in one division; nothing where no place was to be filled."""
        filled, left = self.filled(name)
        target = self.fields[name]
        reasons = [reason for one in filled for reason in self._filled_reasons(target, one)]
        return (*reasons, *self._refusals(target, left)) if filled else ()

    def player(self, name: str, no: int) -> tuple[Reason, ...]:
        """What concerns one player of a division: absent, taken in, moved away, or passed over."""
        here = [one for one in self.filled(name)[0] if no in (one.absentee, one.move and one.move.new_no)]
        reasons = [reason for one in here for reason in self._filled_reasons(self.fields[name], one)]
        asked = self.fields[name].players[no].standby if no in self.fields[name].players else ()
        for target in (self.fields[other] for other in asked if other in self.fields):
            reasons += self._volunteer(target, name, no)
        return tuple(reasons)

    def _volunteer(self, target: Field, name: str, no: int) -> Iterator[Reason]:
        """Why a player of one division who asked for another one moved, or did not."""
        filled, _ = self.filled(target.id)
        moved = [one for one in filled if one.move and (one.move.source, one.move.no) == (name, no)]
        if moved:
            yield from self._filled_reasons(target, moved[0])
        elif filled:
            mine = [one for one in self.asked(target) if (one.source, one.no) == (name, no)]
            yield from (self._not_taken(target, one) for one in mine)
        elif fills_places(target):
            yield Reason(say("why-volunteer-no-absence", division=self._title(target.id)))

    def asked(self, target: Field) -> list[Volunteer]:
        """Who asked for this division, in the order in which they are taken."""
        order = list(self.fields)
        before = order[: order.index(target.id)]
        gone = {(move.source, move.no) for move in self.moves if move.target in before}
        return volunteers(target, list(self.fields.values()), gone)

    # --- Sentences

    def _title(self, name: str) -> Words:
        division = self.tournaments[name].division
        return {"ja": division.name, "en": division.name_en or division.name}

    def _named(self, one: Volunteer) -> Words:
        """見本 太郎(抽選番号 7)."""
        name = player(self.tournaments[one.source], one.no)
        return name if one.number is None else say("why-volunteer", name=name, number=one.number)

    def _refusals(self, target: Field, passed: Sequence[Volunteer]) -> list[Reason]:
        """Why these were not taken: a sentence for each reason."""
        grouped: dict[str, list[Volunteer]] = {}
        for one in passed:
            grouped.setdefault(one.refused or "larger", []).append(one)
        return [
            Reason(
                say(
                    f"why-refused-{why}",
                    names=cut_list([self._named(one) for one in members]),
                    target=self._title(target.id),
                )
            )
            for why, members in grouped.items()
        ]

    def _filled_reasons(self, target: Field, one: FilledPlace) -> tuple[Reason, ...]:
        there = self.tournaments[target.id]
        title = self._title(target.id)
        of = say("why-place-of-nobody", place=one.place, target=title)
        if one.absentee is not None:
            of = say("why-place-of", place=one.place, name=player(there, one.absentee), target=title)
        if one.move is None:
            return (Reason(say("why-replaced-nobody", place=of)),)
        text = say(
            "why-replaced",
            place=of,
            division=self._title(one.move.source),
            no=one.move.no,
            new_no=one.move.new_no,
            name=player(self.tournaments[one.move.source], one.move.no),
            number=one.number,
            target=title,
        )
        passed = self._refusals(target, one.passed)
        return (Reason(text, quote(target.declared, "replacement")), *passed)

    def _not_taken(self, target: Field, one: Volunteer) -> Reason:
        (why,) = self._refusals(target, [one])
        text = say("why-not-taken", division=self._title(target.id), why=why.text)
        return Reason(text, quote(target.declared, "replacement"))


def fills_places(target: Field) -> bool:
    """Whether absentees of a division are replaced: where numbers are places of a bracket."""
    return target.declared.lottery.method == "bracket"


def _as_typed(tournament: Tournament) -> list[Player]:
    """The roster before the replacements."""
    everybody = tournament.players.values()
    return [replace(one, moved_to=None) for one in everybody if one.replacement_from is None]
