"""The names of stages and groups as people read and type them (組), in both languages."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from tourgen.formats.declaration import Format, MainBracket, Pool, Repechage
from tourgen.memo import Memo
from tourgen.model import Game

STAGE_NAMES: dict[str, tuple[str, str]] = {
    "league": ("予選リーグ", "Preliminary league"),
    "ranking": ("順位決定リーグ", "Ranking league"),
    "knockout": ("決勝トーナメント", "Knockout"),
    "semi": ("準決勝", "Semi-final"),
    "third": ("3位決定戦", "Third place"),
    "final": ("決勝", "Final"),
    "womens-final": ("女子決勝", "Women's final"),
    "main": ("全勝トーナメント", "Main bracket"),
    "repechage": ("敗者復活トーナメント", "Repechage"),
    "placing": ("入賞決定戦", "Placing match"),
    "swiss": ("スイス式", "Swiss"),
    "round-robin": ("総当たり戦", "Round robin"),
    "playoff": ("優勝決定戦", "Playoff"),
}
_SHORT = {"ranking": ("順位決定", "Ranking")}
_GROUPS = {
    "main": ("全勝{}", "Main {}"),
    "repechage": ("敗復{}", "Rep. {}"),
    "knockout": ("決勝トーナメント{}", "Knockout {}"),
    "playoff": ("優勝決定戦{}", "Playoff {}"),
}
_MATCH = re.compile(
    r"(?P<stage>.+?)(?P<number>[1-9]\d?)(?:試合)?"
)  # 準々決勝2: the second match from the top
_ALSO = {
    "順位": "ranking",
    "順位決定戦": "ranking",
    "三位決定戦": "third",
    "3決": "third",
    "準々決勝": "knockout",
    "総当たり": "round-robin",
    "リーグ戦": "round-robin",
    "スイス": "swiss",
    "スイス式トーナメント": "swiss",
    "プレーオフ": "playoff",
}


def stage_name(stage: str, language: str) -> str:
    """The name of a stage as in results.json."""
    return STAGE_NAMES[stage][language != "ja"]


def group_name(stage: str, group: str | None, language: str) -> str:
    """What stands in 組: the league's letter, the block or group of a bracket, else the stage."""
    if group is None:
        return _SHORT.get(stage, STAGE_NAMES[stage])[language != "ja"]
    return _GROUPS.get(stage, ("{}", "{}"))[language != "ja"].format(group)


def sheet_group(game: Game, declared: Format, language: str) -> str:
    """What stands in 組 of a sheet: the block's letter only where there are several blocks."""
    block = _lone_block(declared)
    if block is not None and game.stage in ("swiss", "round-robin") and game.group == block:
        stage = declared.swiss
        assert stage is not None
        return stage.name if language == "ja" else stage.name_en
    return group_name(game.stage, game.group, language)


def board_names(declared: Format) -> tuple[tuple[str, str], ...]:
    """The boards of a team in Japanese and English, none where single players enter."""
    english = declared.boards_en
    return tuple(
        (name, english[place] if place < len(english) else f"Board {place + 1}")
        for place, name in enumerate(declared.boards)
    )


# What nobody sees, and what a cell that is read has no longer.
_UNSEEN = dict.fromkeys(
    [*map(ord, "\u200b\u200c\u200d\u2060\ufeff\ufe0e\ufe0f"), *range(32), *range(127, 160)]
)


@lru_cache(maxsize=10_000)
def plain(text: str) -> str:
    """For comparing what people type: NFKC, no spaces, nothing invisible, lower case."""
    return "".join(unicodedata.normalize("NFKC", text).translate(_UNSEEN).split()).casefold()


# Forms of one character that a name is written with by one person and another: 髙橋 and 高橋, 渡邉 and 渡辺. The search
# on the pages (home.js) has them from here.
FORMS = (
    "高髙 辺邉邊 斎斉齋齊 浜濱濵 沢澤 広廣 国國圀 島嶋嶌嶹 崎﨑嵜碕 吉𠮷 桜櫻 竜龍 条條 真眞 "
    "恵惠 栄榮 関關 黒黑 徳德 瀬瀨 桧檜 会會 学學 円圓 滝瀧 富冨 峰峯 淵渕 柳栁 館舘 曽曾 "
    "桑桒 薮藪 槙槇 槌鎚 芦蘆 塩鹽 鉄鐵 静靜 清淸 青靑 緑綠 縁緣 礼禮 寿壽 弥彌 祢禰 亀龜 "
    "来來 万萬 与與 実實 宝寶 岳嶽 巌巖 権權 横橫 沖冲 涼凉 満滿 為爲 穂穗 稲稻 総總 聡聰 "
    "芸藝 荘莊 薫薰 蔵藏 豊豐 遥遙 晋晉 亜亞 乗乘 郎郞 凛凜 尭堯 煕熙 児兒 両兩 仏佛 剣劍劔 "
    "勲勳 区區 医醫 厳嚴 県縣 参參 団團 増增 壮壯 声聲 奥奧 姫姬 応應 戸戶 歩步 気氣 浅淺 "
    "済濟 灯燈 禅禪 続續 覚覺 観觀 誉譽 鎮鎭 顕顯 顔顏 麦麥 黄黃 内內 温溫 巻卷 鴎鷗 麹麴 "
    "籠篭 桝枡 磯礒 砺礪 頼賴 舎舍 双雙 杉椙 渓溪 従從 経經 継繼 変變 数數 楽樂 帯帶 旧舊 "
    "当當 將将"
)
_ONE_FORM = str.maketrans({form: forms[0] for forms in FORMS.split() for form in forms})


def one_spelling(name: str) -> str:
    """For asking whether two names are one: as `plain`, and other forms of a character are that character."""
    return plain(name).translate(_ONE_FORM)


def read_group(text: str, declared: Format) -> tuple[str, str | None] | None:
    """(stage, group) for what stands in 組; None if it can't be read."""
    known, typed = _groups_of(declared), plain(text)
    match = _MATCH.fullmatch(typed)
    if typed not in known and match and known.get(match["stage"]) in (("knockout", None), ("playoff", None)):
        return known[match["stage"]][0], match["number"]
    return known.get(typed)


def group_examples(declared: Format) -> dict[str, str]:
    """What can stand in 組 beside the finals, for a message in either language."""
    joiners = {"ja": "、", "en": ", "}
    return {language: joiner.join(_examples(declared, language)) for language, joiner in joiners.items()}


def _examples(declared: Format, language: str) -> list[str]:
    swiss = declared.swiss
    if swiss is not None:
        lone = [swiss.name if language == "ja" else swiss.name_en]
        return lone if _lone_block(declared) else list(swiss.blocks)
    ranking = any(isinstance(stage, Pool) for stage in declared.stage)
    first = declared.league_names or [group_name(*one, language) for one in _brackets(declared)]
    return [*first, *([group_name("ranking", None, language)] if ranking else [])]


def _lone_block(declared: Format) -> str | None:
    """The letter of the only block of the preliminaries, which nobody needs to see."""
    swiss = declared.swiss
    return swiss.blocks[0] if swiss is not None and len(swiss.blocks) == 1 else None


def _brackets(declared: Format) -> Iterator[tuple[str, str]]:
    for stage in declared.stage:
        if isinstance(stage, MainBracket):
            yield from (("main", block) for block in stage.blocks)
        elif isinstance(stage, Repechage):
            yield from (("repechage", str(number)) for number in range(1, len(stage.groups) + 1))


def _known_groups(declared: Format) -> dict[str, tuple[str, str | None]]:
    known: dict[str, tuple[str, str | None]] = {}
    for stage, names in STAGE_NAMES.items():
        known.update({plain(name): (stage, None) for name in (*names, *_SHORT.get(stage, ()))})
    known.update({plain(name): (stage, None) for name, stage in _ALSO.items()})
    for stage, group in _brackets(declared):
        known.update({plain(group_name(stage, group, language)): (stage, group) for language in ("ja", "en")})
    for league in declared.league_names:
        name = plain(league)
        spellings = (name, f"{name}リーグ", f"league{name}", f"{name}組", f"予選{name}")
        known.update(dict.fromkeys(spellings, ("league", league)))
    known.update(_blocks(declared))
    return known


_groups_of: Memo[Format, dict[str, tuple[str, str | None]]] = Memo(_known_groups)


def _blocks(declared: Format) -> Iterator[tuple[str, tuple[str, str | None]]]:
    """The preliminaries by their own name, and their blocks."""
    stage = declared.swiss
    if stage is None:
        return
    lone = _lone_block(declared)
    names = [stage.name, stage.name_en, "予選", "preliminaries", *STAGE_NAMES[stage.kind]]
    yield from ((plain(name), (stage.kind, lone)) for name in names)
    for block in stage.blocks:
        name = plain(block)
        for spelling in (name, f"{name}ブロック", f"block{name}", f"{name}組", f"予選{name}"):
            yield spelling, (stage.kind, block)
