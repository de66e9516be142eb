"""Invented teams, as `tourgen.simulate.invented` has players."""

from __future__ import annotations

import random
from dataclasses import replace

from tourgen.formats import Format
from tourgen.model import Player
from tourgen.simulate.invented import _FAMILIES, _MEN, _WOMEN, _name, _pairs
from tourgen.simulate.random_tournament import random_field

_SCHOOLS = """
見本高校 架空高校 仮名学園 例示高校 雛形高校 空想高校 試作高校 凡例高校 余白高校 類例高校 参考学園 名簿高校 序盤高校
終盤高校 対局学園 盤面高校
"""
_TEAMS_OF_A_SCHOOL = 3


def invented_teams(declared: Format, count: int, rng: random.Random) -> dict[int, Player]:
    """A field of teams: A, B, C of schools, a name at every board, a reserve for some."""
    families, given = _pairs(_FAMILIES), [*_pairs(_MEN), *_pairs(_WOMEN)]
    taken: set[str] = set()
    schools = _SCHOOLS.split()
    teams = {}
    for no, team in random_field(declared, count, rng, 0.0).items():
        place, letter = divmod(no - 1, _TEAMS_OF_A_SCHOOL)
        number, at = divmod(place, len(schools))
        school = schools[at] + (f"第{number + 1}" if number else "")
        people = [_name(families, given, taken, rng)[0] for _ in (*declared.boards, "")]
        teams[no] = replace(
            team,
            name=f"{school} {'ABC'[letter]}",
            club=school,
            team="ABC"[letter],
            members=tuple(people[:-1]),
            reserves=tuple(people[-1:]) if rng.random() < 0.5 else (),
        )
    return teams
