"""Events for the page tests: documents as in the contract, made by a small stand-in for the engine.

It pairs greedily (the pages don't ask how a pair came about) but keeps the contract's shapes: byes without a
table, qualified players, withdrawals, a round half played. Names are invented.
"""

from __future__ import annotations

import datetime
import random
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from tourgen.formats import read_format, shipped_text
from tourgen.formats.declaration import Format, Knockout, TitleMatch
from tourgen.model import Player

FAMILIES = """
見本 みほん,石返 いしがえし,一石 いっせき,牛定 うしさだ,裏返 うらがえし,乙川 おつかわ,
開放 かいほう,架空 かくう,勝星 かちぼし,角取 かどとり,仮名 かりな,空想 くうそう,
黒石野 くろいしの,偶数 ぐうすう,参考 さんこう,試作 しさく,白星 しろぼし,定石 じょうせき,
隅野 すみの,髙見本 たかみもと,縦取 たてとり,丁田 ていだ,手筋 てすじ,虎定 とらさだ,
中割 なかわり,何某 なにがし,凡例 はんれい,双石 ふたいし,見本寺河原 みほんじがわら,余白 よはく
""".strip().split(",")
GIVENS = """
太郎 たろう,千尋 ちひろ,例 れい,東 あずま,南 みなみ,五月 さつき,
六花 りっか,十三 じゅうぞう,二葉 ふたば,左衛門之助 さえもんのすけ,北斗 ほくと,桃 もも,
松 まつ,梅 うめ,八雲 やくも,朝陽 あさひ,万里 まり
""".strip().split(",")
CLUBS = (
    "見本オセロ会",
    "架空市オセロ連盟",
    "仮名学園",
    "例示大学オセロ部",
    "なにがし商事",
    "無所属",
    "雛形ボードゲーム倶楽部",
)
DRAWS, X0 = ["1234", "5678", "9012"], 2694132
GRADES = ("四段", "初段", "二段", "1級", "2級", "5級", "", "", "三段")


def roster(count: int, seed: int = 1) -> list[Player]:
    """`count` invented players, three of them seeds, one absent."""
    rng = random.Random(seed)
    pairs = [(f.split(), g.split()) for f in FAMILIES for g in GIVENS]
    rng.shuffle(pairs)
    players = []
    for no, (family, given) in enumerate(pairs[:count], 1):
        sex = "F" if rng.random() < 0.3 else "M"
        players.append(
            Player(
                no=no,
                name=f"{family[0]} {given[0]}",
                kana=f"{family[1]} {given[1]}",
                club=rng.choice(CLUBS),
                grade=rng.choice(GRADES),
                sex=sex,  # type: ignore[arg-type]
                seed="前回優勝" if no in (2, 7) and sex == "M" else "",
                absent=no == count - 1 and count > 12,
            )
        )
    return players


@dataclass
class Run:
    """One division on its way."""

    declared: Format
    players: list[Player]
    rng: random.Random
    withdraw: bool = True
    numbers: dict[int, int] = field(default_factory=dict)
    league: dict[int, str] = field(default_factory=dict)
    group: dict[int, str | None] = field(default_factory=dict)
    qualified: dict[str, int] = field(default_factory=dict)
    rounds: list[dict[str, Any]] = field(default_factory=list)
    standings: list[dict[str, Any]] = field(default_factory=list)
    gone: dict[int, int] = field(default_factory=dict)
    results: dict[int, list[tuple[str, int | None]]] = field(
        default_factory=dict
    )  # per counted round (W/L/-, opponent)
    beaten: list[int] = field(default_factory=list)

    def deal(self) -> None:
        present = sorted((n, no) for no, n in self.numbers.items() if not self.by_no(no).absent)
        names = self.declared.leagues.leagues
        for place, (_, no) in enumerate(present):
            self.league[no] = self.group[no] = names[place % len(names)]
        self.results = {no: [] for no in self.league}

    def by_no(self, no: int) -> Player:
        return self.players[no - 1]

    def wins(self, no: int, upto: int | None = None) -> int:
        return sum(mark == "W" for mark, _ in self.results[no][:upto])

    def keys(self, no: int) -> list[int]:
        rounds = len(self.results[no])
        beaten = sorted(
            (self.wins(o) if o else -1 for m, o in self.results[no] if m == "W" and o != 0), reverse=True
        )
        lost = sorted(self.wins(o) for m, o in self.results[no] if m == "L" and o)
        values = [self.wins(no), self.wins(no, rounds - 1)]
        values += [sum(beaten[:k]) + sum(lost[:k]) for k in range(1, 7)]
        return [*values, self.numbers[no]]

    def order(self, pool: list[int]) -> list[int]:
        return sorted(
            pool, key=lambda no: self.keys(no) if self.results[no] else [self.numbers[no]], reverse=True
        )

    def pair(self, pool: list[int], stage: str, group: str | None) -> list[dict[str, Any]]:
        left = self.order(pool) if self.results[pool[0]] else sorted(pool, key=lambda no: self.numbers[no])
        byes = []
        if len(left) % 2:
            byes = [left.pop()]
        games = []
        while left:
            top = left.pop(0)
            same = [o for o in left if self.wins(o) == self.wins(top)] or left
            fresh = [
                o for o in same if ("W", o) not in self.results[top] and ("L", o) not in self.results[top]
            ]
            other = (fresh or same)[-1]
            left.remove(other)
            games.append(self.game(stage, group, top, other))
        return games + [self.game(stage, group, no, None) for no in byes]

    def game(self, stage: str, group: str | None, a: int, b: int | None) -> dict[str, Any]:
        kind = "bye" if b is None else "played"
        return {
            "table": None, "stage": stage, "group": group, "players": [a, b], "kind": kind,
            "winner": a if b is None else None, "discs": None, "rated": b is not None,
        }  # fmt: skip

    def next_round(self) -> None:
        number, games = len(self.rounds) + 1, []
        knockout = next(s for s in self.declared.stage if isinstance(s, Knockout))
        if knockout.rounds[0] <= number <= knockout.rounds[1]:
            games += self.finals(knockout, number)
        for stage in self.declared.stage:
            if isinstance(stage, TitleMatch) and stage.rounds[0] == number:
                women = [no for no in self.order(list(self.league)) if self.by_no(no).sex == "F"]
                if len(women) > 1 and not set(women) & set(self.qualified.values()):
                    games.append(self.game("womens-final", None, women[0], women[1]))
        active = [no for no in self.league if no not in self.gone and no not in self.qualified.values()]
        if number <= self.declared.counted_rounds:
            for name in self.declared.leagues.leagues:
                pool = [no for no in active if self.group[no] == name]
                if pool:
                    games += self.pair(pool, "league", name)
                if name in self.qualified and self.declared.leagues.qualified_rest == "bye" and number <= 6:
                    games.append(self.game("league", name, self.qualified[name], None))
            pool = [no for no in active if self.group[no] is None]
            if pool:
                games += self.pair(pool, "ranking", None)
        tables = 0
        for game in games:
            if game["players"][1] is not None:
                game["table"] = tables = tables + 1
        self.rounds.append({"round": number, "by_hand": number == 3, "games": games})

    def finals(self, knockout: Knockout, number: int) -> list[dict[str, Any]]:
        if number == knockout.rounds[1] and knockout.rounds[0] < number:
            semis = [g for g in self.rounds[-1]["games"] if g["stage"] == "semi"]
            winners = [g["winner"] for g in semis]
            losers = [next(p for p in g["players"] if p != g["winner"]) for g in semis]
            third = [self.game("third", None, *losers)] if knockout.third == "played" else []
            return [self.game("final", None, *winners), *third]
        places = [self.qualified[name] for name in knockout.entrants]
        if len(places) == 2:
            return [self.game("final", None, *places)]
        return [self.game("semi", None, places[0], places[1]), self.game("semi", None, places[2], places[3])]

    def play(self, share: float = 1.0) -> None:
        current = self.rounds[-1]
        for game in current["games"]:
            if game["kind"] != "played" or self.rng.random() > share:
                continue
            a, b = game["players"]
            game["winner"] = self.rng.choice([a, b])
            discs = self.rng.randint(33, 60)
            game["discs"] = [discs, 64 - discs] if game["winner"] == a else [64 - discs, discs]
            if self.rng.random() < 0.02 and game["stage"] in ("league", "ranking"):
                game.update(kind="forfeit", discs=None, rated=False)
        if share == 1.0:
            self.close(current)

    def close(self, current: dict[str, Any]) -> None:
        number = current["round"]
        if number > self.declared.counted_rounds:
            return
        met: dict[int, tuple[str, int | None]] = {}
        for game in current["games"]:
            if game["stage"] not in ("league", "ranking"):
                continue
            a, b = game["players"]
            won, lost = (a, b) if game["winner"] == a else (b, a)
            met[won] = ("W", None if game["kind"] != "played" else lost)
            if lost is not None:
                met[lost] = ("L", won)
        for no in self.league:
            assumed = ("W", 0) if no in self.qualified.values() else ("L", None)
            self.results[no].append(met.get(no, assumed))
        for name in self.declared.leagues.leagues:
            still = [no for no in self.league if self.group[no] == name and name not in self.qualified]
            unbeaten = [no for no in still if self.wins(no) == number and no not in self.gone]
            if unbeaten and len(unbeaten) & (len(unbeaten) - 1) == 0:
                for no in still:
                    if no not in unbeaten:
                        self.group[no] = None
                if len(unbeaten) == 1:
                    self.qualified[name] = unbeaten[0]
        rows = [
            {"rank": rank, "no": no, "group": self.group[no], "wins": self.wins(no),
             "losses": number - self.wins(no), "keys": self.keys(no)}
            for rank, no in enumerate(self.order(list(self.league)), 1)
        ]  # fmt: skip
        self.standings.append({"after": number, "rows": rows})
        if self.withdraw and number == 3:
            last = rows[-1]["no"]
            self.gone[last] = 3

    def final(self) -> list[dict[str, Any]]:
        last = {g["stage"]: g for g in self.rounds[-1]["games"]}
        top: list[tuple[int, int]] = []
        for stage, place in (("final", 1), ("third", 3)):
            if stage in last:
                a, b = last[stage]["players"]
                won = last[stage]["winner"]
                top += [(place, won), (place + 1, a + b - won)]
        if "third" not in last and len(self.qualified) > 2:
            done = {no for _, no in top}
            top += [(3, no) for no in self.qualified.values() if no not in done]
        done = {no for _, no in top}
        rest = [row for row in self.standings[-1]["rows"] if row["no"] not in done]
        length = len(self.declared.final.criteria)
        ranks: list[dict[str, Any]] = [{"rank": rank, "no": no} for rank, no in top]
        for place, row in enumerate(rest, len(top) + 1):
            same = (
                place > len(top) + 1 and row["keys"][:length] == rest[place - len(top) - 2]["keys"][:length]
            )
            ranks.append({"rank": ranks[-1]["rank"] if same else place, "no": row["no"]})
        return ranks


def division(
    format_id: str = "othello-4-league",
    players: int = 40,
    rounds: int = 3,
    share: float | None = 0.5,
    division_id: str = "open",
    seed: int = 1,
    entries: list[Player] | None = None,
    **words: Any,
) -> SimpleNamespace:
    """A division with `rounds` rounds played, the next one paired and `share` of it played (None: not paired)."""
    declared, problems = read_format(shipped_text(format_id), format_id, f"{format_id}.toml")
    assert declared is not None, problems
    people = entries or roster(players, seed)
    run = Run(declared, people, random.Random(seed))
    lottery = declared.lottery
    drawn = words.pop("drawn", True)
    x, preliminary = X0, {}
    for player in people:
        x = (x * (lottery.multiplier or 65793) + (lottery.increment or 4282663)) % (
            lottery.modulus or 8388608
        )
        preliminary[player.no] = x
    for number, no in enumerate(sorted(preliminary, key=lambda n: preliminary[n]), lottery.first_number):
        run.numbers[no] = number
    for number, player in enumerate([p for p in people if p.seed and lottery.method != "desk"], 1):
        run.numbers[player.no] = number
    if drawn:
        run.deal()
    finished = drawn and rounds >= declared.rounds
    for _ in range(min(rounds, declared.rounds) if drawn else 0):
        run.next_round()
        run.play()
    if drawn and not finished and share is not None:
        run.next_round()
        run.play(share if share < 1 else 0.99)
    return SimpleNamespace(
        division=SimpleNamespace(
            id=division_id,
            name=words.get("name", "無差別の部"),
            name_en=words.get("name_en", "Open division"),
            times=("11:00", "11:55", "13:20", "14:15", "15:10", "16:05", "17:00", "17:50"),
            draw_names=lottery.draw_names,
            draw_times=("8:55", "8:57", "8:59"),
        ),
        declared=declared,
        document=document(
            run, division_id, words.get("name", "無差別の部"), preliminary, drawn, finished, rounds
        ),
        players={player.no: player for player in people},
        tournament=None,
        notices=(),
    )


def document(
    run: Run,
    division_id: str,
    name: str,
    preliminary: dict[int, int],
    drawn: bool,
    finished: bool,
    rounds: int,
) -> dict[str, Any]:
    """results.json of the run."""
    declared = run.declared
    congruence = declared.lottery.method == "linear-congruence"
    final = run.final() if finished else None
    titles: list[dict[str, Any]] = []
    if final:
        titles = [{"title": t.title, "no": final[t.place - 1]["no"]} for t in declared.place_title]
        game = next((g for g in run.rounds[-1]["games"] if g["stage"] == "womens-final"), None)
        if game:
            a, b = game["players"]
            titles += [
                {"title": "女子優勝", "no": game["winner"], "referee": False},
                {"title": "女子準優勝", "no": a + b - game["winner"], "referee": False},
            ]
    places = {row["no"]: row["rank"] for row in final or []}
    awards, qualified = [], []
    for no, rank in places.items():
        for line in declared.award:
            if (line.places and line.places[0] <= rank <= line.places[1]) or (
                line.wins and run.wins(no) >= line.wins
            ):
                awards.append({"no": no, "award": line.award, "reason": line.reason, "charged": line.charged})
                break
        for other in declared.qualification:
            if (other.places and rank <= other.places[1]) or (other.wins and run.wins(no) >= other.wins):
                qualified.append({"no": no, "for": other.target, "reason": other.reason})
                break
    return {
        "schema": "tourgen.results/1",
        "event": {"id": "sample", "name": "第12回 見本オセロ選手権大会"},
        "division": {"id": division_id, "name": name, "format": declared.id},
        "lottery": {"draws": DRAWS, "x0": X0} if drawn and congruence else {"draws": [], "x0": None},
        "players": [
            {
                "no": p.no, "name": p.name, "club": p.club, "sex": p.sex, "grade": p.grade, "seed": bool(p.seed),
                "absent": p.absent, "from_round": 1,
                "preliminary": preliminary[p.no] if drawn and congruence else None,
                "lottery": run.numbers[p.no] if drawn else None, "league": run.league.get(p.no),
                "withdrawn_after": run.gone.get(p.no), "replacement_from": None, "moved_to": None,
            }
            for p in run.players
        ],
        "confirmed": [],
        "rounds": run.rounds,
        "standings": run.standings,
        "final": final,
        "titles": titles,
        "awards": awards,
        "qualified": qualified,
        "state": {"completed": rounds if drawn else 0, "next": None if finished else rounds + 1, "finished": finished},
    }  # fmt: skip


def event(*divisions: SimpleNamespace, language: str = "ja", pages: tuple[Any, ...] = ()) -> Any:
    """An EventReport of these divisions."""
    return SimpleNamespace(
        event=SimpleNamespace(
            id="sample", name="第12回 見本オセロ選手権大会", name_en="12th Sample Othello Championship",
            date=datetime.date(2026, 7, 12), venue="見本市産業会館", language=language,
        ),
        divisions=divisions,
        pages=pages,
        notices=(),
    )  # fmt: skip
