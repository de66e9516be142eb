"""Invented players for examples: names made of sample words, so that nobody real is meant."""

from __future__ import annotations

import random
from dataclasses import replace

from tourgen.formats import Format
from tourgen.model import Player
from tourgen.simulate.random_tournament import random_field

_FAMILIES = """
見本 みほん|例示 れいじ|架空 かくう|仮名 かりな|空想 くうそう|試作 しさく|参考 さんこう|凡例 はんれい
余白 よはく|何某 なにがし|隅野 すみの|辺見野 へみの|角取 かどとり|中割 なかわり|石返 いしがえし
裏返 うらがえし|開放 かいほう|手筋 てすじ|定石 じょうせき|虎定 とらさだ|牛定 うしさだ|兎定 うさぎさだ
鼠定 ねずみさだ|白星 しろぼし|黒石野 くろいしの|勝星 かちぼし|双石 ふたいし|一石 いっせき|偶数 ぐうすう
奇数田 きすうだ|縦取 たてとり|横取 よことり|斜取 ななめとり|序盤 じょばん|中盤野 ちゅうばんの
終盤 しゅうばん|髙見本 たかみほん|渡邉例 わたなべれい|乙川 おつかわ|甲原 こうはら|丙山 へいやま
丁田 ていだ|類例 るいれい|名簿 なぼ|対局 たいきょく|盤面 ばんめん|着手 ちゃくしゅ
見本寺河原 みほんじがわら
"""
_MEN = """
太郎 たろう|一 はじめ|三郎 さぶろう|四季 しき|五郎 ごろう|十三 じゅうぞう|八雲 やくも|北斗 ほくと
東 あずま|朝陽 あさひ|大地 だいち|海 かい|左衛門之助 さえもんのすけ|例 れい|一郎太 いちろうた|松 まつ
岳 がく|航 わたる|陸 りく|晴 はる|千尋 ちひろ|万作 まんさく|六輔 ろくすけ|七海人 なみと
"""
_WOMEN = """
花子 はなこ|五月 さつき|六花 りっか|二葉 ふたば|桃 もも|梅 うめ|南 みなみ|万里 まり|七海 ななみ|八重 やえ
千秋 ちあき|例子 れいこ|四葉 よつば|九美 くみ|星 せい|月 るな|雪 ゆき|菫 すみれ
"""
_CLUBS = """
見本オセロ会 架空市オセロ連盟 仮名学園オセロ部 例示大学オセロ研究会 なにがし商事オセロ部 雛形ボードゲーム倶楽部
空想町オセロ教室 試作高校 凡例中学校 余白オセロサークル
"""
_GRADES = ("", "", "", "", "5級", "3級", "2級", "1級", "初段", "初段", "二段", "三段", "四段", "五段")
_SEED_TITLES = ("前回優勝", "名人", "王座", "世界代表", "前回準優勝", "女流名人")


def _pairs(text: str) -> list[tuple[str, str]]:
    words = [item.split() for line in text.split("\n") for item in line.split("|") if item.strip()]
    return [(word[0], word[1]) for word in words]


def invented_field(
    declared: Format, count: int, rng: random.Random, absent: float = 0.0, taken: set[str] | None = None
) -> dict[int, Player]:
    """A field as the format wants it, with names, clubs and grades to look at; no name in `taken` again."""
    families, given = _pairs(_FAMILIES), {"M": _pairs(_MEN), "F": _pairs(_WOMEN)}
    taken = set() if taken is None else taken
    titles, clubs = list(_SEED_TITLES), [*_CLUBS.split(), ""]
    players = {}
    for no, player in random_field(declared, count, rng, absent).items():
        name, kana = _name(families, given[player.sex or "M"], taken, rng)
        players[no] = replace(
            player,
            name=name,
            kana=kana,
            club=rng.choice(clubs),
            grade=player.grade or rng.choice(_GRADES),
            seed=titles.pop(0) if player.seed and titles else player.seed,
        )
    return players


def _name(
    families: list[tuple[str, str]], given: list[tuple[str, str]], taken: set[str], rng: random.Random
) -> tuple[str, str]:
    while True:
        family, own = rng.choice(families), rng.choice(given)
        name = f"{family[0]} {own[0]}"
        if name not in taken:
            taken.add(name)
            return name, f"{family[1]} {own[1]}"
