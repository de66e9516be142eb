"""`tourgen new`: a ready event folder with an explained roster to fill in."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path

from tourgen import disk
from tourgen.formats import Format, read_format, shipped_text
from tourgen.labels import board_names
from tourgen.sheets import RosterSheet, write_roster
from tourgen.simulate import random_draws
from tourgen.toml_text import toml_key, toml_value

_HEAD = """\
# 大会の設定です。「#」から行末までは説明で、読み飛ばされます。直したら `tourgen build` を実行してください。
# The event's settings. Everything behind # is a comment. Run `tourgen build` after a change.

[event]
name = {name}          # 大会名 / the event's name
name_en = ""            # 英語の大会名(なければ空のまま) / its name in English
# date = 2026-07-12     # 開催日 / the date
venue = ""              # 会場 / the venue
language = "{language}"         # 画面とメッセージの言語 "ja" または "en" / language of pages and messages

[[division]]
id = "open"             # 部門の id。ファイル名になります(rounds/open-r1.xlsx) / used in file names
name = {title}
format = "{format_id}"  # {summary}
# times = [{times}]     # 各回戦の開始時刻 / when each round starts
"""
_PUBLIC_DRAWS = """\

# 抽せん結果が発表されたら、draws の行の # を消して {count} つを順に書きます。それまで組み合わせは作られません。
# When the draws are published, remove the # before draws and write them in order. No round is made before.
# {names}
# draws = [{blanks}]
"""
_RANDOM_DRAWS = """\

# 公開の抽せんを使わないので、乱数で決めました。変えると組み合わせも変わります。
# Drawn at random, because no public draws are used. Changing them changes the pairings.
draws = [{draws}]
"""
_BRACKET_DRAWS = """\

# 受付で引いた番号は、名簿の「抽選番号」に入力します({low}〜{high})。
# 入力のない選手の番号は draws から決まります(乱数で決めた値です)。
# 全員が受付で引くなら、draws の行を消してください。入力し忘れた番号があれば知らせます。
# Numbers drawn at the desk go into Lottery in the roster.
# Whoever has none there gets one from draws (made up at random).
# If everybody draws at the desk, remove the line: then a number that was forgotten is reported.
draws = [{draws}]
"""
_DESK = """\

# 抽選番号は受付で引き、名簿の「抽選番号」に入力します({low}〜{high})。全員そろうまで組み合わせは作られません。
# Lottery numbers are drawn at the desk and typed into the roster. No round is made before all are there.
"""
_SETTINGS = """\

# この方式の設定は、名前を書けば変えられます / settings of this format, change them by name:
{settings}
"""
_DIVISION = {"ja": "オープンの部", "en": "Open"}
PAGES = {
    "ja": """\
# 時間割

| 時刻 | 内容 |
|---|---|
| 10:00 | 受付 |
| 10:30 | 開会式 |
| 11:00 | 1回戦 |

<!-- この説明はサイトに出ません。
このファイル(pages/timetable.md)を書き換えると、サイトの「時間割」が変わります。
ほかのページも pages/ に Markdown で加えられます。 -->
""",
    "en": """\
# Timetable

| time | |
|---|---|
| 10:00 | registration |
| 10:30 | opening |
| 11:00 | round 1 |

<!-- These lines are not published.
Change this file (pages/timetable.md) to change the timetable on the site.
Other pages can be added to pages/ as Markdown files. -->
""",
}


class FolderExists(Exception):
    """Something is there already; nothing of it is touched."""


def new_event(
    folder: Path, format_id: str, players: int, rng: random.Random, language: str = "ja"
) -> tuple[list[str], bool]:
    """Writes the folder; returns what was written, and whether draws were made up."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise FolderExists(str(folder))
    text = shipped_text(format_id)
    declared, problems = read_format(text, format_id, format_id)
    assert declared is not None, problems
    made_up = declared.lottery.draws > 0 and not declared.lottery.draw_names
    name = folder.resolve().name
    roster = RosterSheet(
        "open",
        _DIVISION[language],
        rows=players,
        language=language,
        event_name=name,
        boards=board_names(declared),
        barred=() if declared.swiss else None,
        game=declared.game,
    )
    files = {
        "event.toml": _toml(name, declared, rng, made_up, language).encode(),
        "roster.xlsx": write_roster([roster]),
        "pages/timetable.md": PAGES[language].encode(),
    }
    for name, data in files.items():
        disk.write_new(folder / name, data)
    return list(files), made_up


def _toml(name: str, declared: Format, rng: random.Random, made_up: bool, language: str) -> str:
    times = ", ".join(f'"{11 + i}:00"' for i in range(declared.rounds))
    parts = [
        _HEAD.format(
            name=_quoted(name),
            language=language,
            title=_quoted(_DIVISION[language]),
            format_id=declared.id,
            summary=(declared.summary_en if language == "en" else "") or declared.summary,
            times=times,
        ),
        _lottery(declared, rng, made_up),
    ]
    settings = tomllib.loads(shipped_text(declared.id)).get("settings", {})
    if settings:
        lines = (f"# {toml_key(key)} = {toml_value(value)}" for key, value in settings.items())
        parts.append(_SETTINGS.format(settings="\n".join(lines)))
    return "".join(parts)


def _lottery(declared: Format, rng: random.Random, made_up: bool) -> str:
    lottery = declared.lottery
    if lottery.method == "desk":
        assert lottery.numbers is not None
        return _DESK.format(low=lottery.numbers[0], high=lottery.numbers[1])
    if made_up:
        draws = ", ".join(f'"{draw}"' for draw in random_draws(declared, rng))
        if lottery.method == "bracket" and lottery.numbers is not None:
            return _BRACKET_DRAWS.format(draws=draws, low=lottery.numbers[0], high=lottery.numbers[1])
        return _RANDOM_DRAWS.format(draws=draws)
    blanks = ", ".join('"____"' for _ in range(lottery.draws))
    return _PUBLIC_DRAWS.format(count=lottery.draws, names=" → ".join(lottery.draw_names), blanks=blanks)


def _quoted(text: str) -> str:
    """A TOML basic string."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in escaped) + '"'
