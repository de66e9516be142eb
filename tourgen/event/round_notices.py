"""What organisers are told about a round that can be played as it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tourgen.engine.model import Game, Round
from tourgen.engine.notices import cut_notes, field_notes, round_notes
from tourgen.engine.situation import Situation
from tourgen.event.division_checks import no_results
from tourgen.event.judge_round import pairs_of
from tourgen.event.settings import Division
from tourgen.messages.problems import Notice, in_both
from tourgen.model import Player, ResultSheet, Source

Players = Mapping[int, Player]


def changed_by_hand(
    division: Division, players: Players, sheet: ResultSheet, played: Round, planned: Sequence[Game]
) -> Iterator[Notice]:
    """The rules would pair the round otherwise: it was re-paired by hand, or something was corrected since."""
    # Round 1 depends on no result: as it was made and different means that the draw has changed since.
    code = "round-redrawn" if played.number == 1 and sheet.as_made else "round-differs"
    code = "round-differs-empty" if no_results(sheet) else code
    event = sheet.file.rpartition("/rounds/")[0]
    games = _differing(played.games, planned)
    params = {"round": played.number, "division": division.id, "event": event, "games": games}
    yield Notice(code, Source(sheet.file), params)
    # By the results as they are now these players would have had a game.
    listed = {no for game in played.games for no in game.players}
    due = {no for game in planned for no in game.players if no is not None}
    for no in sorted(due - listed):
        params = {"round": played.number, "no": no, "name": players[no].name}
        yield Notice("round-left-out", Source(sheet.file), params)


def _differing(games: Sequence[Game], planned: Sequence[Game]) -> dict[str, str]:
    """Which games of a sheet the rules would not pair: by table, else by the players' numbers."""
    right = pairs_of(planned)
    other = [game for game in games if not pairs_of([game]) <= right]
    tables = ", ".join(str(game.table) for game in other if game.table is not None)
    numbers = ", ".join(
        "-".join(str(no) for no in game.players if no is not None) for game in other if game.table is None
    )
    known = "both" if tables and numbers else "tables" if tables else "numbers" if numbers else "count"
    return in_both(f"games-differ-{known}", tables=tables, numbers=numbers)


def unavoidable(
    situation: Situation, planned: Sequence[Game], players: Players, division: str
) -> Iterator[Notice]:
    """What the next round could not avoid: rematches and second byes (section 10)."""
    for note in round_notes(situation, planned):
        names = dict(zip(("first", "second"), (players[no].name for no in note.players), strict=False))
        params: dict[str, object] = {"division": division, "round": situation.after + 1, **names}
        if note.stage in (stage.id for stage in situation.format.stage):
            stage = situation.format.stage_of(note.stage)
            params["stage"] = {language: stage.named(language) for language in ("ja", "en")}
        yield Notice(note.code, params=params)


def of_the_field(division: str, situations: Sequence[Situation], players: Players) -> Iterator[Notice]:
    """How the size of the field changes the format, told before round 1; and a lot that has just sent somebody on."""
    notes = list(field_notes(situations[-1])) if len(situations) == 1 else []
    before = set(cut_notes(situations[-2])) if len(situations) > 1 else set()
    notes += [note for note in cut_notes(situations[-1]) if note not in before]
    for note in notes:
        names = dict(zip(("first", "second"), (players[no].name for no in note.players), strict=False))
        yield Notice(note.code, params={"division": division, **names})


def committee_notices(
    division: str, rounds: Sequence[Round], sheets: Mapping[int, ResultSheet]
) -> Iterator[Notice]:
    """Games that wait for the committee's ruling, and misuse that it found, of which no page tells."""
    for one in rounds:
        where = Source(sheets[one.number].file if one.number in sheets else "")
        for game in one.games:
            params = {"division": division, "round": one.number, "table": game.table or "-"}
            if game.kind == "pending":
                yield Notice("game-pending", where, params)
            if game.misuse:
                yield Notice("ruling-misuse", where, params)
