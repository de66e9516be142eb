"""Random divisions of any format as tournaments, to ask for every explanation there is."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from tests.engine.random_play import Day, play
from tourgen.engine.lottery import Draw
from tourgen.engine.progress import plan
from tourgen.engine.situation import Situation
from tourgen.event.settings import Division
from tourgen.event.tournament import Tournament
from tourgen.explain.final import final_why
from tourgen.explain.pairing import pairing_why
from tourgen.explain.rank import rank_why
from tourgen.explain.text import explain_data, explain_text
from tourgen.formats import Format
from tourgen.model import Player
from tourgen.results.document import document

LANGUAGES = ("ja", "en")


def tournament(declared: Format, count: int, day: Day, seed: int) -> Tournament:
    """A division played at random, with what the rules planned for every round."""
    return as_tournament(declared, play(declared, count, day, seed))


def as_tournament(declared: Format, situations: list[Situation]) -> Tournament:
    """Situations as a tournament whose players have names and clubs, and no draws."""
    planned = {one.after + 1: plan(one) for one in situations[:-1]}
    rounds = tuple(
        replace(one, by_hand={g.players for g in one.games} != {g.players for g in planned[one.number]})
        for one in situations[-1].rounds
    )
    players = {
        no: Player(
            no,
            f"選手{no}",
            sex=one.sex,  # type: ignore[arg-type]
            club=one.school,
            desk_number=one.number,
            withdrawn_after=one.withdrawn_after,
        )
        for no, one in situations[-1].entrants.items()
    }
    numbers = {no: one.number for no, one in situations[0].entrants.items()}
    division = Division("sim", "架空の部", declared)
    return Tournament(division, players, Draw(None, {}, numbers), tuple(situations), rounds, planned)


def ask_everything(played: Tournament) -> None:
    """Every explanation of every player and round, in both languages; numbers must be those of results.json."""
    results = document(played, "sim", "架空の大会")
    for language in LANGUAGES:
        told = explain_text(played, round_no=None, player=None, language=language)
        for number in played.planned or {}:
            told += explain_text(played, round_no=number, player=None, language=language)
        for no in played.players:
            told += explain_text(played, round_no=None, player=no, language=language)
        assert all("None" not in line and "{" not in line.replace("{1", "") for line in told), told
    json.dumps(explain_data(played, round_no=None, player=None))
    for no in played.players:
        json.dumps(explain_data(played, round_no=None, player=no))
        _stated(played, no)
    for standing in results["standings"]:
        for row in standing["rows"]:
            _adds_up(played, standing["after"], row)
    for row in results["final"] or ():
        why = final_why(played, row["no"])
        assert why is not None and why.rank == row["rank"] and why.reasons


def _stated(played: Tournament, no: int) -> None:
    """In every round a player has a game or a stated reason for none, on the pages as well."""
    for number, games in (played.planned or {}).items():
        if games:
            why = pairing_why(played, number, no, alternatives=False)
            assert why.reasons and all(reason.text["ja"] and reason.text["en"] for reason in why.reasons)


def _adds_up(played: Tournament, after: int, row: dict[str, Any]) -> None:
    """The values of a rank are the keys of results.json, and what is added up makes them."""
    why = rank_why(played, after, row["no"])
    assert why.rank == row["rank"]
    assert [one.value for one in why.criteria] == list(row["keys"])
    for one in why.criteria:
        terms = [term for part in one.terms for term in part]
        assert not terms or sum(terms) == one.shown, (one, row)
