"""補充: whose place was filled by whom, and why by nobody with a smaller number (section 6)."""

from __future__ import annotations

from collections.abc import Sequence

from tourgen.dataclass import dataclass, replace
from tourgen.explain.words import MOST_NAMES, Reason, Words, joined, player, quote, say
from tourgen.formats.declaration import MainBracket
from tourgen.model import Player
from tourgen.replaced import field_of
from tourgen.rules.replacements import Field, Move, Volunteer, places_to_fill, replacements, volunteers
from tourgen.tournament import Tournament


@dataclass(frozen=True, slots=True)
class FilledPlace:
    """An absent player's place: who was taken in (None: nobody was left), and who was passed over on the way."""

    place: int
    absentee: int | None  # None where the absent player had no number
    move: Move | None
    number: int | None  # the own lottery number of who came
    passed: tuple[Volunteer, ...]  # came before by number, but could not be taken
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class ReplacementsWhy:
    """Everything that was replaced in one division."""

    division: str
    filled: tuple[FilledPlace, ...]
    left: tuple[Volunteer, ...]  # behind the last who came: larger numbers, or not possible anyway
    reasons: tuple[Reason, ...] = ()  # about those

    def about(self, no: int) -> tuple[Reason, ...]:
        """What concerns one player of this division: absent, or taken in."""
        return tuple(
            reason
            for one in self.filled
            if no == one.absentee or (one.move is not None and no == one.move.new_no)
            for reason in one.reasons
        )


class EventWhy:
    """All divisions of an event, as the replacements saw them."""

    def __init__(self, tournaments: Sequence[Tournament]) -> None:
        self.tournaments = {one.division.id: one for one in tournaments}
        self.fields = {one.division.id: field_of(one.division, _as_typed(one)) for one in tournaments}
        self.moves = replacements(list(self.fields.values()))

    def division(self, name: str) -> ReplacementsWhy | None:
        """The replacements in one division; None where no place was to be filled."""
        target = self.fields[name]
        if not isinstance(target.declared.first_stage, MainBracket):
            return None
        places = places_to_fill(target)
        asked = self.asked(target)
        moves = [move for move in self.moves if move.target == name]
        filled = []
        for index, (place, absentee) in enumerate(places):
            move = moves[index] if index < len(moves) else None
            passed: list[Volunteer] = []
            number = None
            while move is not None and (one := asked.pop(0)):
                if (one.source, one.no) == (move.source, move.no):
                    number = one.number
                    break
                passed.append(one)
            found = FilledPlace(place, absentee, move, number, tuple(passed))
            filled.append(replace(found, reasons=self._filled_reasons(target, found)))
        return (
            ReplacementsWhy(name, tuple(filled), tuple(asked), tuple(self._refusals(target, asked)))
            if places
            else None
        )

    def player(self, name: str, no: int) -> tuple[Reason, ...]:
        """What concerns one player of a division: absent, taken in, moved away, or passed over."""
        here = self.division(name)
        reasons = here.about(no) if here else ()
        return (*reasons, *self.volunteer(name, no)) if no in self.fields[name].players else reasons

    def volunteer(self, name: str, no: int) -> tuple[Reason, ...]:
        """Why a player of this division who asked for another one moved, or did not."""
        reasons: list[Reason] = []
        for target in (
            self.fields[other] for other in self.fields[name].players[no].standby if other in self.fields
        ):
            why = self.division(target.id)
            moved = (
                [one for one in why.filled if one.move and (one.move.source, one.move.no) == (name, no)]
                if why
                else []
            )
            if moved:
                reasons += moved[0].reasons
            elif why is not None:
                reasons += [
                    self._not_taken(target, one)
                    for one in self.asked(target)
                    if (one.source, one.no) == (name, no)
                ]
            elif isinstance(target.declared.first_stage, MainBracket):
                reasons.append(Reason(say("why-volunteer-no-absence", division=self._title(target.id))))
        return tuple(reasons)

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
            Reason(say(f"why-refused-{why}", names=self._names(members), target=self._title(target.id)))
            for why, members in grouped.items()
        ]

    def _names(self, those: Sequence[Volunteer]) -> Words:
        shown = joined([self._named(one) for one in those[:MOST_NAMES]])
        more = len(those) - MOST_NAMES
        return say("why-names-more", names=shown, n=more) if more > 0 else shown

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


def _as_typed(tournament: Tournament) -> list[Player]:
    """The roster before the replacements."""
    everybody = tournament.players.values()
    return [replace(one, moved_to=None) for one in everybody if one.replacement_from is None]
