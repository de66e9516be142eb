"""The names of stages and groups as people read and type them (組), in both languages."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from tourgen.formats.models import Bracket, Format, Grouped, RoundRobin

AnyStage = Grouped | Bracket
# The last four of the tree that gives the first places, as results.json calls them.
LAST_FOUR = {
    "semi": ("準決勝", "Semi-final"),
    "third": ("3位決定戦", "Third place"),
    "final": ("決勝", "Final"),
}
# Matches beside a tree: the places they are for are their group.
BESIDE = {"third": "3-4", "fifth": "5-8"}
# How else people write the names of stages that the shipped formats have.
_ALSO = {
    "順位": "順位決定リーグ",
    "順位決定": "順位決定リーグ",
    "順位決定戦": "順位決定リーグ",
    "総当たり": "総当たり戦",
    "リーグ戦": "総当たり戦",
    "プレーオフ": "優勝決定戦",
}


def stage_name(declared: Format, label: str, language: str) -> str:
    """The name of a stage as results.json calls it."""
    if label in LAST_FOUR:
        return LAST_FOUR[label][language != "ja"]
    stage = _stage(declared, label)
    return label if stage is None else stage.named(language)


def group_name(declared: Format, label: str, group: str | None, language: str) -> str:
    """What stands in 組: the group's letter, the block or match of a tree, else the stage."""
    stage = _stage(declared, label)
    if label in LAST_FOUR or stage is None:
        return stage_name(declared, label, language)
    short = stage.short if language == "ja" else stage.short_en
    if "{}" in short:
        return short.replace("{}", group or "").strip()
    short = short or stage.named(language)
    if group is None:
        return short
    if [one for one in declared.stage if one.has_groups] == [stage]:
        return group  # its letter says which stage it is of
    return f"{short}{group}" if language == "ja" else f"{short} {group}"


def sheet_group(declared: Format, label: str, group: str | None, language: str) -> str:
    """What stands in 組 of a sheet: the group's letter only where there are several groups."""
    stage = _stage(declared, label)
    if stage is not None and group is not None and lone_group(stage) == group:
        return stage.named(language)
    return group_name(declared, label, group, language)


def lone_group(stage: AnyStage) -> str | None:
    """The letter of the only group of a stage, which nobody needs to see."""
    if not isinstance(stage, Grouped) or stage.has_groups:
        return None
    return stage.groups[0] if stage.groups else None if stage.entered_from else "A"


def part_called(declared: Format, label: str, group: str) -> str | None:
    """What a group of a stage is in a sentence: a league, a block, the matches for some places …; None: all of it."""
    stage = declared.stage_of(declared.stage_of_label(label) or label)
    if isinstance(stage, Bracket):
        numbered = "in-group" if any(flow.at for flow in stage.entered_from) else "in-match"
        return "in-places" if "-" in group else "in-block" if group in stage.blocks else numbered
    if lone_group(stage) == group:
        return None
    if group.isdecimal() or sum(one.has_groups for one in declared.stage) > 1:
        return "in-group"
    return "league" if stage.name.endswith("リーグ") else "block"


def headed_group(declared: Format, label: str, group: str | None) -> str | None:
    """The group that a heading names: matches of a tree are only counted, and an only block needs no name."""
    stage = declared.stage_of(declared.stage_of_label(label) or label)
    if not isinstance(stage, Bracket):
        return group
    return group if group in _tree_groups(stage) and stage.blocks != (group,) else None


def _stage(declared: Format, label: str) -> AnyStage | None:
    return next((stage for stage in declared.stage if stage.id == label), None)


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
# on the pages (find.js) has them from here.
FORMS = (
    "高髙 辺邉邊 斎斉齋齊 浜濱濵 沢澤 広廣 国國圀 島嶋嶌嶹 崎﨑嵜碕 吉𠮷 桜櫻 竜龍 条條 真眞 "
    "恵惠 栄榮 関關 黒黑 徳德 瀬瀨 桧檜 会會 学學 円圓 滝瀧 富冨 峰峯 淵渕 柳栁 館舘 曽曾 "
    "桑桒 薮藪 槙槇 槌鎚 芦蘆 塩鹽 鉄鐵 静靜 清淸 青靑 緑綠 縁緣 礼禮 寿壽 弥彌 祢禰 亀龜 "
    "来來 万萬 与與 実實 宝寶 岳嶽 巌巖 権權 横橫 沖冲 涼凉 満滿 為爲 穂穗 稲稻 総總 聡聰 "
    "芸藝 荘莊 薫薰 蔵藏 豊豐 遥遙 晋晉 亜亞 乗乘 郎郞 凛凜 尭堯 煕熙 児兒 両兩 仏佛 剣劍劔 "
    "勲勳 区區 医醫 厳嚴 県縣 参參 団團 増增 壮壯 声聲 奥奧 姫姬 応應 戸戶 歩步 気氣 浅淺 "
    "済濟 灯燈 禅禪 続續 覚覺 観觀 誉譽 鎮鎭 顕顯 顔顏 麦麥 黄黃 内內 温溫 巻卷 鴎鷗 麹麴 "
    "籠篭 桝枡 磯礒 砺礪 頼賴 舎舍 双雙 杉椙 渓溪 従從 経經 継繼 変變 数數 楽樂 帯帶 旧舊 "
    "当當 將将 付附 専專"
)
_ONE_FORM = str.maketrans({form: forms[0] for forms in FORMS.split() for form in forms})
_ONE_FORM |= dict.fromkeys(range(0xE0100, 0xE01F0), "")  # which form of it: 葛󠄀 and 葛


def one_spelling(name: str) -> str:
    """For asking whether two names are one: as `plain`, and other forms of a character are that character."""
    return plain(name).translate(_ONE_FORM)


_KATAKANA = {code: code + 0x60 for code in range(ord("ぁ"), ord("ゖ") + 1)}
_LOOK_ALIKE = str.maketrans(
    "ァィゥェォッャュョヮヶヵケカエオニーロハタト",
    "アイウ工才ツヤユヨワ力力力力工才二一口八夕卜",
)


def look_alike(name: str) -> str:
    """For asking whether two spellings may be one: さくら and サクラ, 関が原 and 関ケ原, ニ and 二, A・B and AB."""
    letters = unicodedata.normalize(
        "NFKD", one_spelling(name)
    )  # accents and voicing stand behind their letters
    bare = "".join(one for one in letters if unicodedata.category(one)[0] not in "MP")
    return (bare or letters).translate(_KATAKANA).translate(_LOOK_ALIKE)


_NUMERALS = {"初": 1, **{numeral: value for value, numeral in enumerate("一二三四五六七八九十", 1)}}


def grade_value(grade: str) -> int | None:
    """段級位 on one scale: 初段 is 1, 二段 2 …; 1級 is 0, 2級 -1 …; None where nothing can be read.

    English sheets may say 4-dan, 2 kyu, 4d or 15k.
    """
    text = "".join(unicodedata.normalize("NFKC", grade).casefold().split())
    for suffix, sign in (("段", 1), ("dan", 1), ("級", -1), ("kyu", -1), ("d", 1), ("k", -1)):
        number = text.removesuffix(suffix)
        if number == text:
            continue
        if suffix.isascii():
            number = number.removesuffix("-")
        value = int(number) if number.isdecimal() else _NUMERALS.get(number)
        if value is None:
            return None
        return value if sign > 0 else 1 - value
    return None


def read_group(text: str, declared: Format) -> tuple[str, str | None] | None:
    """(stage, group) for what stands in 組; None if it can't be read."""
    known, typed = dict(_known_groups(declared)), plain(text)
    if typed in known:
        return known[typed]
    # Matches of a tree, and groups whose number the field decides, are counted: 準々決勝2, the second from the top.
    around = [(name, "", label) for name, (label, _) in known.items()]
    for stage in declared.stage:
        shorts = (plain(short).partition("{}") for short in (stage.short, stage.short_en) if "{}" in short)
        around += [(before, after, stage.id) for before, _, after in shorts]
    for before, after, label in sorted(around, key=lambda one: len(one[0]), reverse=True):
        counted = _stage(declared, label)
        number = typed.removeprefix(before).removesuffix(after or "試合")
        fits = typed.startswith(before) and typed.endswith(after) and _is_number(number)
        if fits and counted and not getattr(counted, "groups", ()):
            return counted.id, number
    sized = [one.id for one in declared.stage if isinstance(one, Grouped) and one.group_sizes]
    return (sized[0], typed) if len(sized) == 1 and _is_number(typed) else None


def _is_number(text: str) -> bool:
    return text.isdecimal() and text[0] != "0"


def group_examples(declared: Format) -> dict[str, str]:
    """What can stand in 組, for a message in either language."""
    joiners = {"ja": "、", "en": ", "}
    return {language: joiner.join(_examples(declared, language)) for language, joiner in joiners.items()}


def _examples(declared: Format, language: str) -> Iterator[str]:
    for stage in declared.stage:
        if isinstance(stage, Bracket):
            titled = stage.id == declared.titled_tree
            if not (titled and isinstance(stage.seats, tuple)):
                groups = _tree_groups(stage) or (None,)
                yield from (group_name(declared, stage.id, group, language) for group in groups)
            for label, names in LAST_FOUR.items() if titled else ():
                if label != "third" or stage.third == "played":
                    yield names[language != "ja"]
        elif not stage.has_groups:
            yield sheet_group(declared, stage.id, lone_group(stage), language)
        else:
            groups = stage.groups or ("1", "2")
            yield from (group_name(declared, stage.id, group, language) for group in groups)


def _tree_groups(stage: Bracket) -> tuple[str, ...]:
    """The blocks of a tree, or the numbers of the trees that a stage has one for each `at`."""
    beaten = [flow for flow in stage.entered_from if flow.at]
    return stage.blocks or tuple(str(at + 1) for flow in beaten for at in range(len(flow.at)))


def _beside(stage: Bracket) -> list[str]:
    """The groups of the matches beside a tree."""
    return [places for name, places in BESIDE.items() if getattr(stage, name) == "played"]


def _known_groups(declared: Format) -> Iterator[tuple[str, tuple[str, str | None]]]:
    """Every spelling with what it means; of two the later counts."""
    for label, names in LAST_FOUR.items():
        if declared.stage_of_label(label) is not None:
            yield from ((plain(name), (label, None)) for name in names)
            yield from ((name, (label, None)) for name in {"third": ("三位決定戦", "3決")}.get(label, ()))
    if declared.titled_tree is not None:
        yield plain("準々決勝"), (declared.titled_tree, None)
    for stage in declared.stage:
        if stage.id not in LAST_FOUR:
            yield from _of_stage(declared, stage)


def _of_stage(declared: Format, stage: AnyStage) -> Iterator[tuple[str, tuple[str, str | None]]]:
    lone = lone_group(stage)
    names = [stage.name, stage.name_en, stage.short, stage.short_en, stage.id]
    if isinstance(stage, Grouped) and not stage.entered_from:
        swiss = ["スイス式", "スイス", "スイス式トーナメント"]
        names += ["予選", "preliminaries", *(["総当たり戦"] if isinstance(stage, RoundRobin) else swiss)]
    names += [other for other, name in _ALSO.items() if name in names]
    for name in filter(None, names):
        yield from ((plain(one), (stage.id, lone)) for one in (name, name.replace("{}", "")))
    groups = stage.groups if isinstance(stage, Grouped) else (*_tree_groups(stage), *_beside(stage))
    for group in groups:
        name = plain(group)
        spellings = [plain(group_name(declared, stage.id, group, language)) for language in ("ja", "en")]
        if isinstance(stage, Grouped):
            spellings += [name, f"{name}リーグ", f"league{name}", f"{name}組", f"予選{name}"]
            spellings += [f"{name}ブロック", f"block{name}"]
        yield from ((spelling, (stage.id, group)) for spelling in spellings)
