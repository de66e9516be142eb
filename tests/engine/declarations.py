"""Random declarations of the format language: whatever passes its checks must be playable to the end.

python -m tests.engine.declarations [--runs N] [--seed S]
"""

from __future__ import annotations

import argparse
import random
import sys
import traceback
from collections import Counter
from collections.abc import Iterator
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel

from tests.engine.random_play import CALM, DESERTED, UNRULY, Day, play
from tourgen.formats import Format, admits, words
from tourgen.formats.checks import doubts

DAYS = (CALM, UNRULY, DESERTED)
NUMBERED = {"top-bottom": (1, 2, 6), "brightwell": (1, 6), "brightwell-beaten": (6,), "rank-after": (1, 3)}
KNOWN_BEFORE = ("grade", "rating", "lottery-number", "smaller-lot")

Table = dict[str, Any]


def declaration(rng: random.Random) -> Table:
    """A random format file as a table; some of them make no sense, which the checks must say."""
    game = rng.choice(("othello", "othello", "shogi", "go"))
    table: Table = {"id": "random", "title": "無作為", "game": game, "score": score(rng)}
    if rng.random() < 0.15:
        table |= {"boards": ["主将", "副将", "三将"], "boards_en": ["1", "2", "3"]}
    if rng.random() < 0.1:
        table |= {"title_en": "Random", "summary": "試し", "summary_en": "A trial", "sex": rng.choice("MF")}
        table |= {"time": "20分", "time_en": "20 minutes", "colours": rng.choice(("even", "nigiri"))}
    if game == "go" and rng.random() < 0.5:
        table["komi"] = 6.5
        table["handicap"] = {"by": "grade", "less": 1, "most": 6, "komi": 7.5}
    if rng.random() < 0.3:
        table["lottery"] = lottery(rng)
    matches = rng.random() < 0.1
    stages = matches_for_places(rng, table) if matches else [first_stage(rng, table)]
    for number in range(0 if matches else rng.choice((0, 1, 1, 2, 2, 3))):
        stages.append(later_stage(rng, table, stages, number))
    if rng.random() < 0.2 and len(stages) > 1 and stages[1]["kind"] == "bracket":
        stages.append(title_match())
    if rng.random() < 0.15:
        few = {"id": "few", "kind": "round-robin", "name": "少人数", "entrants": [2, rng.randint(4, 6)]}
        stages.insert(0, few)
        stages[1]["entrants"] = [2, 40]
    table["stage"] = stages
    table["order"] = order(rng, table)
    table["final"] = final(rng, table)
    table["place_title"] = [{"title": "優勝", "place": 1}, {"title": "準優勝", "place": 2}]
    if any("played_if" in stage for stage in stages):
        table["place_title"].append({"title": "女子優勝", "place": 1, "sex": "F", "match": "title"})
    elif rng.random() < 0.1:
        table["place_title"].append({"title": "女子優勝", "place": 1, "sex": "F"})
    if rng.random() < 0.1:
        table["award"] = [
            {"award": "初段", "reason": "優勝", "reason_en": "1st", "places": [1, 1], "charged": False},
            {"award": "1級", "reason": "3勝", "wins": 3, "prizes": ["賞状"], "replacements": False},
        ]
        table["quotes"] = {"wins": {"ja": "勝数が多い方が上位", "en": "More wins is ahead"}}
        table["qualification"] = [{"for": "王座戦", "reason": "優勝", "places": [1, 1]}]
        table["time_control"] = [{"games": [stages[-1]["id"]], "time": "30分", "time_en": "30 minutes"}]
    with_blocks(rng, table)
    without_idle_keys(table)
    return table


def with_blocks(rng: random.Random, table: Table) -> None:
    """Some first trees without numbers have a size, and blocks that a repechage names.

    This draws from a copy, so that declarations named by their seed elsewhere stay what they are.
    """
    first, own = table["stage"][0], random.Random()
    own.setstate(rng.getstate())
    if first["kind"] != "bracket" or first["seats"] == "by-number" or own.random() < 0.7:
        return
    first |= {"size": own.choice((8, 16, 32)), "blocks": own.choice((["A", "B"], ["R"], []))}
    if own.random() < 0.7:
        first["rounds"] = [1, own.randint(2, 4)]
    for later in table["stage"][1:]:
        for flow in later["from"] if isinstance(later["from"], list) else [later["from"]]:
            if "at" in flow and flow["stage"] == first["id"]:
                flow["at"] = [f"{block}{one}" for block in first["blocks"] or [""] for one in (2, 1)]


def without_idle_keys(table: Table) -> None:
    """Takes away what would do nothing beside the rest, and is refused."""
    if "boards" in table:
        _without_discs(table)
    for stage in table["stage"]:
        if "boards" in table:
            stage.pop("best_of", None)
        if stage.get("bye") != "phantom":
            stage.pop("phantom", None)
    if "starting_points" in table["score"] and "points" not in table["order"]["criteria"]:
        table["order"]["criteria"].append("points")


def _without_discs(table: Table) -> None:
    """Teams have no discs to count."""
    for listed in (table["order"], table["final"], *table["stage"]):
        for key in ("criteria", "order", "pair_by", "deal_by"):
            if isinstance(listed.get(key), list):
                listed[key] = [one for one in listed[key] if not str(one).startswith(words.OF_DISCS)]


def matches_for_places(rng: random.Random, table: Table) -> list[Table]:
    """A main bracket with finals, a repechage with placing matches, and a pool for the rest."""
    table["lottery"] = {"method": "bracket", "numbers": [1, 16], "seed_places": [16, 8]}
    drawn = rng.choice((["1", "2", "3", "4"], ["1", "4", "2", "3"], "in-order"))
    stages: list[Table] = [
        {"id": "main", "rounds": [1, 2], "size": 16, "seats": "by-number", "blocks": ["A", "B"]},
        {"id": "semi", "rounds": 3, "from": {"stage": "main", "who": "winners"}},
        {"id": "third", "rounds": rng.choice((4, 5)), "from": {"stage": "semi", "who": "losers"}}
        | {"winner_places": 3, "loser_places": rng.choice((4, 9))},
        {"id": "final", "rounds": rng.choice((4, 5)), "from": {"stage": "semi", "who": "winners"}}
        | {"winner_places": 1, "loser_places": 2, "best_of": rng.choice((1, 3))},
        {"id": "repechage", "rounds": [2, 4]}
        | {"from": {"stage": "main", "who": "losers", "at": ["A2", "B2", "A1", "B1"]}},
        {"id": "placing", "rounds": 5, "from": {"stage": "repechage", "who": "winners"}, "seats": drawn}
        | {"winner_places": [5, 6], "loser_places": [7, 8]}
        | ({"avoid": ["rematch"]} if isinstance(drawn, list) and rng.random() < 0.6 else {}),
        {**pool(rng, first=False), "id": "ranking", "kind": "pool", "name": "順位"}
        | {"rounds": [3, 5], "from": {"stage": "repechage", "who": "losers"}},
    ]
    return [{"kind": "bracket", "name": "対戦", **stage} for stage in stages]


def score(rng: random.Random) -> Table:
    choices: dict[str, tuple[float, tuple[Any, ...]]] = {
        "win": (0.1, (1, 2, 3)),
        "draw": (0.4, (0.5, 1)),
        "draws": (0.1, (True, False)),
        "loss": (0.1, (0, 0.5)),
        "bye": (0.2, (1, 0.5, 0)),
        "missed": (0.3, (0.5, 1)),
        "bye_opponent": (0.4, (-1, 0, "own")),
        "bye_discs": (0.2, ([33, 31], [64, 0])),
        "withdrawn": (0.3, ("loss", "nothing")),
        "round_weights": (0.3, ([1, 2, 3], [5])),
        "starting_points": (0.3, ({"floor": "5級", "bar": "三段"},)),
    }
    return {key: rng.choice(found) for key, (chance, found) in choices.items() if rng.random() < chance}


def lottery(rng: random.Random) -> Table:
    if rng.random() < 0.4:
        return {"method": "desk", "numbers": [1, 64], "seeds": "none"}
    found: Table = {"method": "linear-congruence", "draws": 2, "draw_names": ["甲", "乙"]}
    found |= {"modulus": 8_388_608, "multiplier": 65_793, "increment": 4_282_663}
    if rng.random() < 0.5:
        found |= {
            "seeds": "replace",
            "seed_numbers": {"M": [1, 4]},
            "seed_count": {"M": 2},
            "first_number": 5,
        }
    elif rng.random() < 0.5:
        found |= {"seeds": "before-others", "seed_numbers": {"M": [1, 4], "F": [5, 6]}}
    return found


def criteria(rng: random.Random, most: int) -> list[Any]:
    """Some criteria, in the forms in which they are written."""
    found: list[Any] = []
    for name in rng.sample((*words.PLAIN_CRITERIA, *words.NUMBERED_CRITERIA), rng.randint(0, most)):
        found.append(f"{name}-{rng.choice(NUMBERED[name])}" if name in NUMBERED else name)
    if rng.random() < 0.06:
        found += rng.sample(("starting-points", "rank-after-1", "rank-after-2"), 1)
    if rng.random() < 0.1:
        found.append({"sum": ["wins", "beaten-wins"], "times": [3, 1]})
    return found


def once(listed: list[Any]) -> list[Any]:
    return [one for at, one in enumerate(listed) if one not in listed[:at]]


def first_stage(rng: random.Random, table: Table) -> Table:
    kind = rng.choice(("pool", "pool", "pool", "round-robin", "bracket"))
    stage: Table = {"id": "first", "kind": kind, "name": "一次"}
    if kind == "bracket":
        return stage | first_bracket(rng, table)
    stage |= grouping(rng, first=True)
    if rng.random() < 0.1:
        stage["best_of"] = 3
    if kind == "round-robin":
        return stage | round_robin(rng)
    stage |= pool(rng, first=True)
    leaving = rng.random()
    if leaving < 0.25:
        stage["leave"] = rng.choice(
            (["wins-2", "losses-2"], ["wins-3", "losses-2"], ["wins-2"], ["losses-2"])
        )
        if rng.random() < 0.5:
            del stage["rounds"]
    elif leaving < 0.5:
        stage["leave"] = ["sole-unbeaten", *(["beaten-at-1-2-4-8"] if rng.random() < 0.7 else [])]
        stage["qualified_rest"] = rng.choice(words.words_of(words.Rest))
        stage["rounds"] = [1, rng.randint(4, 6)]
        stage.pop("group_sizes", None)
    return stage


def first_bracket(rng: random.Random, table: Table) -> Table:
    stage: Table = {"seats": rng.choice(("seeded", "drawn", "in-order", "by-number"))}
    if stage["seats"] == "by-number":
        stage |= {"size": 16, "rounds": [1, rng.randint(2, 4)], "blocks": rng.choice((["A", "B"], ["R"], []))}
        table["lottery"] = {"method": "bracket", "numbers": [1, 16], "seed_places": [16, 8]}
    elif rng.random() < 0.5:
        stage |= {"third": "played", "fifth": rng.choice(("played", "shared"))}
    if rng.random() < 0.4:
        stage["seeds"] = "roster"
    if stage["seats"] == "drawn":
        stage["avoid"] = ["same-school"]
    return stage


def round_robin(rng: random.Random) -> Table:
    stage: Table = {"times": rng.choice((1, 1, 2)), "schedule": "circle"}
    if rng.random() < 0.15:
        stage["schedule"] = [["1-4", "2-3"], ["1-3", "4-2"], ["1-2", "3-4"]]
    return stage


def grouping(rng: random.Random, *, first: bool) -> Table:
    chance = rng.random()
    found: Table = {}
    if chance < 0.5:
        deals = words.words_of(words.Deal) if first else ("in-turn", "snake", "consecutive", "typed")
        found = {"groups": rng.choice((["A", "B"], ["A", "B", "C"])), "deal": rng.choice(deals)}
    elif chance < 0.75:
        found = {
            "group_sizes": rng.choice(([4, 3, 5], [3, 4], [6, 5, 4])),
            "deal": rng.choice(("in-turn", "snake")),
        }
    if found and rng.random() < 0.3:
        found["deal_by"] = [rng.choice(KNOWN_BEFORE if first else ("wins", "previous-order", "rating"))]
    return found


def pool(rng: random.Random, *, first: bool) -> Table:
    avoid = [
        word
        for word in words.words_of(words.Avoid)
        if rng.random() < 0.4 and (word != "same-group" or not first)
    ]
    rng.shuffle(avoid)
    table: Table = {
        "rounds": [1, rng.randint(2, 5)],
        "avoid": avoid,
        "opponent": rng.choice(words.words_of(words.Opponent)),
        "bye": rng.choice(words.words_of(words.Bye)),
        "first_round": rng.choice(words.words_of(words.FirstRound)),
    }
    if "same-school-strict" in avoid or "same-school-soft" in avoid:
        table["school"] = [rng.choice(words.words_of(words.School)) for _ in range(2)]
    if rng.random() < 0.6:
        table["pair_by"] = once([rng.choice(("wins", "points")), *criteria(rng, 2), "lot-of-the-round"])
    elif rng.random() < 0.3:
        table["pair_by"] = once([*criteria(rng, 3), "smaller-lot"])
    if rng.random() < 0.2:
        table["phantom"] = rng.choice((-2, 0))
    if rng.random() < 0.2:
        table["even_up"] = ["B>A"]
    return table


def later_stage(rng: random.Random, table: Table, stages: list[Table], number: int) -> Table:
    source = rng.choice(stages)
    kind = rng.choice(("bracket", "bracket", "pool", "round-robin"))
    stage: Table = {
        "id": f"stage{number}",
        "kind": kind,
        "name": f"二次{number}",
        "name_en": f"Second {number}",
        "short": "二",
        "short_en": "2",
    }
    flows = [flow(rng, source, kind)]
    if rng.random() < 0.25:
        flows.append(flow(rng, rng.choice(stages), kind))
    stage["from"] = flows if len(flows) > 1 else flows[0]
    stage["best_of"] = rng.choice((1, 1, 1, 3))
    if rng.random() < 0.05:
        stage["held"] = False
    last = last_round(source)
    if rng.random() < 0.2 and kind != "bracket":
        stage["order"] = once(["wins", *criteria(rng, 2), "smaller-lot"])
    if kind == "bracket":
        return stage | later_bracket(rng, source, flows, last)
    if rng.random() < 0.5:
        stage["carry"] = rng.random() < 0.5
    stage |= grouping(rng, first=False) if rng.random() < 0.4 else {}
    if kind == "round-robin":
        stage |= round_robin(rng)
        if flows[0]["who"] == "best-overall" or (last and rng.random() < 0.2):
            stage["rounds"] = [(last or 3) + 1, (last or 3) + rng.randint(1, 5)]
        return stage
    stage |= pool(rng, first=False)
    early = all(one["who"] in ("beaten", "out", "passed", "losers") for one in flows)
    start = rng.randint(2, (last or 3) + 1) if early else (last or 3) + 1
    stage["rounds"] = [start, start + rng.randint(0, 3)]
    if rng.random() < 0.25:
        stage["leave"] = ["wins-2", "losses-2"]
        if rng.random() < 0.5:
            del stage["rounds"]
    return stage


def last_round(stage: Table) -> int | None:
    rounds = stage.get("rounds")
    return rounds[1] if isinstance(rounds, list) else rounds if isinstance(rounds, int) else None


def later_bracket(rng: random.Random, source: Table, flows: list[Table], last: int | None) -> Table:
    if "at" in flows[0]:
        return {"rounds": [2, rng.randint(2, 5)]}
    stage: Table = {"seats": rng.choice(("seeded", "drawn", "in-order", "across"))}
    stage |= {"third": rng.choice(("shared", "played")), "fifth": rng.choice(("shared", "shared", "played"))}
    if stage["seats"] == "drawn" and rng.random() < 0.6:
        stage["avoid"] = rng.sample(("same-group", "same-school", "rematch"), rng.randint(1, 2))
    elif stage["seats"] == "seeded" and rng.random() < 0.4:
        stage["avoid"] = ["same-group"]
    if rng.random() < 0.1:
        stage["size"] = rng.choice((4, 8, 16))
    if rng.random() < 0.2:
        stage["seeds"] = "roster"
    if rng.random() < 0.4 and last:
        stage["rounds"] = last + rng.randint(1, 2)
        stage |= {"winner_places": 1, "loser_places": 2}
        if source.get("from", {}) and "at" in source["from"]:
            stage |= {"winner_places": [3, 4], "loser_places": [5, 6]}
        stage |= {"third": "shared", "fifth": "shared"}
    elif rng.random() < 0.3 and last:
        stage["rounds"] = [last + 1, last + rng.randint(1, 3)]
    elif flows[0]["who"] == "best-overall":
        stage["rounds"] = (last or 3) + 1
    groups = source.get("groups", [])
    if groups and len(flows) == 1 and rng.random() < 0.4:
        names = groups if flows[0].get("count") == 1 or flows[0]["who"] == "sole-unbeaten" else []
        if flows[0]["who"] == "best" and flows[0]["count"] > 1:
            names = [f"{group}{rank}" for rank in range(1, flows[0]["count"] + 1) for group in groups]
        size = 1 << max(1, len(names) - 1).bit_length() if len(names) != 2 else 2
        if names:
            stage["seats"] = [*names, *[""] * (size - len(names))]
    return stage


def flow(rng: random.Random, source: Table, kind: str) -> Table:
    if rng.random() < 0.08:
        return {"who": "best-overall", "count": rng.randint(2, 6)}
    if source["kind"] == "bracket":
        table: Table = {"stage": source["id"], "who": rng.choice(("winners", "losers"))}
        if table["who"] == "losers" and kind == "bracket":
            table["at"] = [f"{block}{one}" for block in source.get("blocks") or [""] for one in (2, 1)]
        return table
    whos = ["best", "places", "next-best", "unbeaten", "rest"]
    leave = source.get("leave", [])
    whos += [word for word, needed in words.LEAVES_AS.items() for one in leave if one.startswith(needed)] * 2
    table = {"stage": source["id"], "who": rng.choice(whos)}
    if table["who"] in ("best", "next-best"):
        table["count"] = rng.randint(1, 4)
    if table["who"] == "places":
        table["places"] = rng.choice(([1, 2], [2, 3], [1, 4], [2, 2]))
    if rng.random() < 0.05:
        table["sex"] = rng.choice("MF")
    return table


def title_match() -> Table:
    return {
        "id": "title",
        "kind": "bracket",
        "name": "女子決勝",
        "rounds": "with-final",
        "from": {"who": "best-overall", "sex": "F", "count": 2},
        "played_if": "undecided",
    }


def order(rng: random.Random, table: Table) -> Table:
    found: Table = {"criteria": ["wins", *criteria(rng, 3)]}
    if rng.random() < 0.5:
        found["criteria"].append("smaller-lot")
    found["criteria"] = once(found["criteria"])
    if rng.random() < 0.3 or table["stage"][0]["kind"] == "bracket":
        found["counted"] = "all"
    elif rng.random() < 0.2:
        found["counted"] = ["first", *(stage["id"] for stage in table["stage"][1:] if rng.random() < 0.5)]
    if rng.random() < 0.3 and table["stage"][0]["kind"] != "bracket":
        found["by_group"] = True
    elif rng.random() < 0.15:
        found["decided_places"] = True
    return found


def final(rng: random.Random, table: Table) -> Table:
    later = [stage["id"] for stage in table["stage"] if "from" in stage and "played_if" not in stage]
    first = rng.sample(later, min(len(later), rng.choice((0, 1, 1, 1))))
    listed = [stage["id"] for stage in table["stage"] if "winner_places" in stage]
    if listed:
        first = listed
    if table["stage"][0]["kind"] == "bracket" and rng.random() < 0.7:
        first = ["first"]
    found: Table = {"first": first}
    if rng.random() < 0.2:
        found["criteria"] = table["order"]["criteria"][: rng.randint(1, 3)]
    return found


def checked(table: Table) -> Format | None:
    """The declaration, if nothing is wrong with it."""
    found = Format.model_validate(table)
    return None if doubts(found) else found


# --- Which words occur


def words_used(table: Any) -> Counter[str]:
    """Every word of the language that a declaration uses, the number of a numbered one left out."""
    if isinstance(table, dict):
        return sum((words_used(value) for value in table.values()), Counter(map(str, table)))
    if isinstance(table, list):
        return sum((words_used(value) for value in table), Counter())
    if not isinstance(table, str):
        return Counter()
    parts = words.criterion_parts(table) or words.leave_parts(table)
    return Counter({table, parts[0]} if parts else {table})


def catalogue(model: type[BaseModel] = Format) -> Iterator[str]:
    """Every key of the models and every word that can stand at one."""
    for name, field in model.model_fields.items():
        yield field.alias or name
        todo: list[Any] = [field.annotation]
        while todo:
            hint = todo.pop()
            if isinstance(hint, type) and issubclass(hint, BaseModel):
                yield from catalogue(hint)
            elif get_origin(hint) is Literal:
                yield from (word for word in get_args(hint) if isinstance(word, str))
            else:
                todo += get_args(hint)


def every_word() -> set[str]:
    """The whole catalogue."""
    return {*catalogue(), *words.PLAIN_CRITERIA, *words.NUMBERED_CRITERIA, "wins", "losses", *words.LEAVE[:2]}


def run(seed: int, number: int) -> tuple[Counter[str], str | None, bool]:
    """One random declaration, played with a few sizes; the words it used, what went wrong, whether it was sound."""
    rng = random.Random(f"declaration {seed} {number}")
    table = declaration(rng)
    found = checked(table)
    if found is None:
        return Counter(), None, False
    sizes = [count for count in range(2, 34) if admits(found, count)]
    day: Day = rng.choice(DAYS)
    for count in rng.sample(sizes, min(2, len(sizes))):
        try:
            play(found, count, day, number)
        except Exception:
            return (
                words_used(table),
                f"{number}: {count} entrants, {day}\n{table}\n{traceback.format_exc(limit=-5)}",
                True,
            )
    return words_used(table), None, True


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shown", type=int, default=6)
    args = parser.parse_args()
    used: Counter[str] = Counter()
    sound, faults = 0, []
    for number in range(1, args.runs + 1):
        found, fault, fits = run(args.seed, number)
        used += found
        sound += fits
        if fault:
            faults.append(fault)
            if len(faults) <= args.shown:
                print(fault, flush=True)
    print(f"{args.runs} declarations, {sound} sound, {len(faults)} faults")
    print("words that did not occur:", sorted(every_word() - set(used)))
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
