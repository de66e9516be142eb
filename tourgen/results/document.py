"""results.json: one document per division, as values with types (docs/results.schema.json)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from types import EllipsisType
from typing import Any

from tourgen.engine.awards import Finish, award_for, qualification_for
from tourgen.engine.criteria import Row as Ranked
from tourgen.engine.final import final_ranks, title_holders
from tourgen.engine.model import Game, Handicap, Round
from tourgen.engine.progress import entered_so_far, finished, next_round
from tourgen.engine.situation import Situation
from tourgen.event.tournament import Tournament
from tourgen.formats.labels import LAST_FOUR
from tourgen.formats.models import Sum
from tourgen.model import Player

SCHEMA = "tourgen.results/1"

Left = EllipsisType  # `...` stands for a key that is left out


@dataclass(frozen=True, slots=True)
class Named:
    """An event, by id and name."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class DivisionEntry:
    """A division, its format, and where its tables begin if that is not table 1."""

    id: str
    name: str
    format: str
    first_table: int | Left = ...


@dataclass(frozen=True, slots=True)
class LotteryEntry:
    """The public draws and the generator's initial value."""

    draws: tuple[str, ...]
    x0: int | None


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A player of another division."""

    division: str
    no: int


@dataclass(frozen=True, slots=True)
class PlayerEntry:
    """One row of the roster, with what the lottery and the deal made of it."""

    no: int
    name: str
    club: str
    sex: str | None
    grade: str
    seed: bool
    absent: bool
    from_round: int
    preliminary: int | None
    lottery: int | None
    league: str | None
    withdrawn_after: int | None
    replacement_from: Elsewhere | None
    moved_to: Elsewhere | None
    members: tuple[str, ...] | Left = ...
    reserves: tuple[str, ...] | Left = ...
    rating: int | Left = ...
    rests: tuple[int, ...] | Left = ...
    private: bool | Left = ...


@dataclass(frozen=True, slots=True)
class Confirmed:
    """A qualifier whom the organiser named."""

    group: str
    no: int
    after: int


@dataclass(frozen=True, slots=True)
class StageEntry:
    """A stage of the format as it is played; its rounds as far as they are known."""

    id: str
    kind: str
    name: str
    name_en: str
    rounds: tuple[int, int | None] | None


@dataclass(frozen=True, slots=True)
class GameEntry:
    """A game of a round."""

    table: int | None
    stage: str
    group: str | None
    players: tuple[int, int | None]
    kind: str
    winner: int | None
    discs: tuple[int, int] | None
    rated: bool
    boards: tuple[int, ...] | Left | None = ...
    games: tuple[int, ...] | Left = ...
    handicap: Handicap | tuple[Handicap, ...] | Left = ...
    black: int | Left = ...
    ruling: bool | Left = ...


@dataclass(frozen=True, slots=True)
class RoundEntry:
    """A round as its sheet stands."""

    round: int
    by_hand: bool
    games: tuple[GameEntry, ...]


@dataclass(frozen=True, slots=True)
class RowEntry:
    """A player's place in a standing."""

    rank: int
    no: int
    group: str | None
    wins: int
    losses: int
    keys: tuple[int, ...]
    draws: int = field(default=0, metadata={"key": None})  # pages tell them


@dataclass(frozen=True, slots=True)
class StandingEntry:
    """The order after a round."""

    after: int
    rows: tuple[RowEntry, ...]


@dataclass(frozen=True, slots=True)
class FinalEntry:
    """A player's final rank."""

    rank: int
    no: int
    wins: int
    losses: int
    draws: int
    keys: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TitleEntry:
    """A title and who holds it."""

    title: str
    no: int
    referee: bool | Left = ...


@dataclass(frozen=True, slots=True)
class AwardEntry:
    """段位認定 of a player."""

    no: int
    award: str
    reason: str
    charged: bool


@dataclass(frozen=True, slots=True)
class QualifiedEntry:
    """What a player has qualified for."""

    no: int
    target: str = field(metadata={"key": "for"})
    reason: str


@dataclass(frozen=True, slots=True)
class Live:
    """The standing with the results of the running round entered so far; open games are left out."""

    round: int
    entered: int
    games: int
    rows: tuple[RowEntry, ...]


@dataclass(frozen=True, slots=True)
class State:
    """How far the division is."""

    completed: int
    next: int | None
    finished: bool


@dataclass(frozen=True, slots=True)
class Results:
    """The whole document."""

    schema: str
    event: Named
    division: DivisionEntry
    lottery: LotteryEntry
    players: tuple[PlayerEntry, ...]
    confirmed: tuple[Confirmed, ...]
    stages: tuple[StageEntry, ...]
    criteria: tuple[str | dict[str, Any], ...]
    rounds: tuple[RoundEntry, ...]
    standings: tuple[StandingEntry, ...]
    live: Live | None
    final: tuple[FinalEntry, ...] | None
    titles: tuple[TitleEntry, ...]
    awards: tuple[AwardEntry, ...]
    qualified: tuple[QualifiedEntry, ...]
    state: State

    def to_json(self) -> dict[str, Any]:
        """The document as plain data."""
        plain = as_json(self)
        assert isinstance(plain, dict)
        return plain


def as_json(value: Any) -> Any:
    """Values as plain data; keys whose value is `...` are left out, and fields that are no key."""
    if is_dataclass(value) and not isinstance(value, type):
        named = ((one.metadata.get("key", one.name), getattr(value, one.name)) for one in fields(value))
        return {key: as_json(inner) for key, inner in named if key is not None and inner is not ...}
    if isinstance(value, list | tuple):
        return [as_json(inner) for inner in value]
    return value


def document(tournament: Tournament, event_id: str, event_name: str) -> dict[str, Any]:
    """results.json of a division as plain data. Same input, same document."""
    return results_of(tournament, event_id, event_name).to_json()


def player_names(one: Mapping[str, Any]) -> dict[int, str]:
    """Roster number → name, of a document as plain data."""
    return {player["no"]: player["name"] for player in one["players"]}


def to_bytes(one: Mapping[str, Any]) -> bytes:
    """The document as it is published: the same division gives the same bytes."""
    return (json.dumps(one, ensure_ascii=False, separators=(",", ":")) + "\n").encode()


def results_of(tournament: Tournament, event_id: str, event_name: str) -> Results:
    """The document of a division as it was played through."""
    division, now = tournament.division, tournament.now
    final = final_ranks(now) if now is not None and finished(now) else None
    table = division.first_table if division.first_table > 1 else ...
    return Results(
        SCHEMA,
        Named(event_id, event_name),
        DivisionEntry(division.id, division.name, division.declared.id, table),
        LotteryEntry(tuple(division.draws), tournament.draw.x0),
        tuple(_player(tournament, player) for _, player in sorted(tournament.players.items())),
        _confirmed(now) if now else (),
        _stages(now) if now else (),
        tuple(_word(one) for one in now.format.order.criteria) if now else (),
        tuple(_round(tournament, one) for one in tournament.rounds),
        tuple(
            standing(one) for one in tournament.situations if now and 1 <= one.after <= standings_until(now)
        ),
        _live(now, tournament.rounds) if now else None,
        _final(now, final) if now and final is not None else None,
        _titles(now) if now and final is not None else (),
        *(_awards(now, tournament.players, final) if now and final is not None else ((), ())),
        State(now.after if now else 0, next_round(now) if now else 1, final is not None),
    )


def _player(tournament: Tournament, player: Player) -> PlayerEntry:
    first, draw = tournament.situations[0] if tournament.situations else None, tournament.draw
    dealt = first.dealt_group(player.no) if first is not None and player.no in first.entrants else None
    teams = bool(first and first.format.boards) or bool(player.members)
    return PlayerEntry(
        player.no,
        player.name,
        player.club,
        player.sex,
        player.grade,
        bool(player.seed),
        player.absent,
        player.from_round,
        draw.preliminary.get(player.no),
        draw.numbers.get(player.no),
        dealt,
        player.withdrawn_after,
        _elsewhere(player.replacement_from),
        _elsewhere(player.moved_to),
        player.members if teams else ...,
        player.reserves if teams else ...,
        ... if player.rating is None else player.rating,
        player.rests or ...,
        player.private or ...,
    )


def _confirmed(now: Situation) -> tuple[Confirmed, ...]:
    chosen = [one for one in now.departures if one.confirmed]
    ordered = sorted(chosen, key=lambda one: (one.after, one.group or "", one.no))
    return tuple(Confirmed(one.group or "", one.no, one.after) for one in ordered)


def _stages(now: Situation) -> tuple[StageEntry, ...]:
    return tuple(
        StageEntry(one.id, one.kind, one.name, one.name_en, now.rounds_of(one.id)) for one in now.format.stage
    )


def _round(tournament: Tournament, one: Round) -> RoundEntry:
    teams = bool(tournament.situations and tournament.situations[0].format.boards)
    return RoundEntry(one.number, one.by_hand, tuple(_game(game, teams) for game in one.games))


def _game(game: Game, teams: bool) -> GameEntry:
    handicap = game.handicap[0] if len(game.handicap) == 1 else game.handicap
    return GameEntry(
        game.table,
        game.stage,
        game.group,
        game.players,
        game.kind,
        game.winner,
        game.discs,
        game.rated,
        game.boards if teams else ...,
        game.games or ...,
        handicap or ...,
        ... if game.black is None else game.black,
        game.ruling or ...,
    )


def _live(now: Situation, rounds: Sequence[Round]) -> Live | None:
    running = next((one for one in rounds if one.number == now.after + 1), None)
    if running is None or now.after + 1 > standings_until(now):
        return None
    later = entered_so_far(now, running)
    entered = sum(game.entered for game in running.games)
    return Live(running.number, entered, len(running.games), entries(later, later.rows, now))


def _final(now: Situation, final: Sequence[tuple[int, int]]) -> tuple[FinalEntry, ...]:
    keys, record = {row.no: row.keys for row in now.rows}, now.record
    return tuple(
        FinalEntry(rank, no, record.wins(no), record.losses(no), record.draws(no), keys[no])
        for rank, no in final
    )


def _titles(now: Situation) -> tuple[TitleEntry, ...]:
    contested = {one.title for one in now.format.place_title if one.sex or one.match}
    return tuple(
        TitleEntry(one.title, one.no, one.referee if one.referee or one.title in contested else ...)
        for one in title_holders(now)
    )


def _awards(
    now: Situation, players: Mapping[int, Player], final: Sequence[tuple[int, int]]
) -> tuple[tuple[AwardEntry, ...], tuple[QualifiedEntry, ...]]:
    everybody = finishes(now, players, final)
    given = [(one.no, award_for(one, now.format.award)) for one in everybody]
    return (
        tuple(
            AwardEntry(no, line.award, line.reason, line.charged) for no, line in given if line is not None
        ),
        tuple(
            QualifiedEntry(one.no, line.target, line.reason)
            for one in everybody
            for line in qualification_for(one, now.format.qualification)
        ),
    )


def finishes(
    now: Situation | None, players: Mapping[int, Player], final: Sequence[tuple[int, int]]
) -> list[Finish]:
    """How everybody finished, as the award table sees it."""
    return [
        Finish(
            no,
            rank,
            now.record.wins(no) if now else 0,
            players[no].grade,
            players[no].replacement_from is not None,
            players[no].withdrawn_after != 0,
        )
        for rank, no in final
    ]


def standings_until(now: Situation) -> int:
    """The last round with a standing: the last in which anything but finals counts."""
    stages = [one for one in now.format.counted if one not in LAST_FOUR]
    spans = [span for one in stages if (span := now.rounds_of(one)) is not None]
    return max((now.after if last is None else last for _, last in spans), default=0)


def standing(now: Situation) -> StandingEntry:
    """The order after a round."""
    return StandingEntry(now.after, entries(now, now.rows, now))


def entries(now: Situation, rows: Sequence[Ranked], seated: Situation) -> tuple[RowEntry, ...]:
    """The rows of a standing, with the groups in which everybody sits; nobody moves while a round is running."""
    first = now.stages[now.format.first_stage.id]
    return tuple(
        RowEntry(
            row.rank,
            row.no,
            first.group_of(seated, row.no),
            now.record.wins(row.no),
            now.record.losses(row.no),
            row.keys,
            now.record.draws(row.no),
        )
        for row in rows
    )


def _word(one: str | Sum) -> str | dict[str, Any]:
    return one.model_dump(mode="json") if isinstance(one, Sum) else one


def _elsewhere(place: tuple[str, int] | None) -> Elsewhere | None:
    return None if place is None else Elsewhere(*place)
