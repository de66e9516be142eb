"""A small event in a folder whose roster, settings and sheets are edited as people edit them, and built.

Every build and every `pair` is watched: what it may not touch, what it must say, and what it must not lose. A number
(`pick`) chooses among what can be done, so that a test can draw it, repeat it and make it smaller.
"""

import datetime
import functools
import gc
import json
import random
import re
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from io import BytesIO
from pathlib import Path
from typing import Any
from unittest.mock import patch
from xml.sax.saxutils import escape

from tests.corrections.consequences import needed, needed_of_event, needed_of_readings, said
from tests.few_pages import without_pages
from tests.files import put as put_files
from tests.files import timeless, whole_tree
from tests.invented_teams import invented_teams
from tests.random.campaign import VARIANTS, VARIANTS_OF, declaration
from tourgen.build import EventOutcome, build_events
from tourgen.event.pair_again import pair_again
from tourgen.formats import shipped_formats
from tourgen.formats.labels import board_names
from tourgen.model import Player, ResultRow, ResultSheet
from tourgen.sheets import RosterSheet, read_round, write_roster
from tourgen.simulate.invented import invented_field
from tourgen.storage import typed_files
from tourgen.storage.toml_text import toml_key, toml_value

Files = dict[str, bytes]

NOW = datetime.datetime(2027, 1, 2, 3, 4, 5, tzinfo=datetime.UTC)
DRAWS = (["1234", "5678", "9012"], ["0000", "9999", "4321"])
# Three divisions between which absentees are replaced, or one of any format.
THREE = (("open", "othello-new-64"), ("women", "othello-new-32"), ("free", "othello-free"))
KINDS = (*((("open", format_id),) for format_id in shipped_formats()), THREE)
USUAL = ("○", "×", "○", "×", "○", "×", "○", "×")
ODD = ("不戦勝", "不戦敗", "反則", "失格", "両負", "")
ODD_GO = ("持碁", "預", "無", "黒勝", "白勝")
NOT_IN_A_ROUND = (None, "walkover", "forfeit", "double-loss")  # what a withdrawal fills in by itself
STALE = ("round-differs", "round-differs-empty", "round-redrawn")


@dataclass
class Division:
    """One division as its organiser wrote it down."""

    id: str
    format: str
    players: list[Player]
    settings: dict[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return str(self.settings.get("name", f"{self.id}の部(架空)"))

    @property
    def boards(self) -> Any:
        return board_names(declaration(self.format))


class Office:
    """The folder of an event and its site."""

    def __init__(self, kind: int, size: int, seed: int) -> None:
        self._home = tempfile.TemporaryDirectory(prefix="tourgen-office-")
        self.root = Path(self._home.name)
        self.event, self.site = self.root / "events" / "demo", self.root / "site"
        (self.event / "rounds").mkdir(parents=True)
        rng = random.Random(seed)
        self.about: dict[str, Any] = {"name": "訂正の大会(架空)"}  # [event]
        self.divisions = [_division(one, format_id, size, rng) for one, format_id in KINDS[kind % len(KINDS)]]
        self.made: Files = {}  # sheets as they were when tourgen made them
        self.binned: Files = {}  # sheets that somebody deleted
        self.proposals: list[tuple[str, str, int]] = []  # confirmations the last build asked for
        self.log: list[str] = []
        self.good: tuple[Files, Any] = ({}, None)
        self.save()

    def close(self) -> None:
        self._home.cleanup()

    # --- Editing

    def save(self) -> None:
        """Roster and settings as they are now."""
        sheets = [
            RosterSheet(one.id, one.name, tuple(one.players), len(one.players), boards=one.boards)
            for one in self.divisions
        ]
        self.event.joinpath("roster.xlsx").write_bytes(write_roster(sheets))
        lines = ["[event]", *(f"{key} = {toml_value(value)}" for key, value in self.about.items())]
        for one in self.divisions:
            values = {"id": one.id, "name": one.name, "format": one.format, **one.settings}
            lines += ["", "[[division]]"]
            lines += [f"{toml_key(key)} = {toml_value(value)}" for key, value in values.items()]
        self.event.joinpath("event.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")

    def sheets(self) -> dict[Path, ResultSheet]:
        """Every sheet as it stands."""
        found = {}
        for path in sorted((self.event / "rounds").glob("*.xlsx")):
            sheet = self.read(path)
            if sheet is not None:
                found[path] = sheet
        return found

    def read(self, path: Path) -> ResultSheet | None:
        return _read(path.read_bytes(), path.name, self.division_of(path).boards)

    def division_of(self, path: Path) -> Division:
        return next(one for one in self.divisions if path.name.startswith(f"{one.id}-r"))

    def rows(self, blank: bool) -> list[tuple[Path, ResultRow]]:
        """The games without a result, or those with one."""
        return [
            (path, row)
            for path, sheet in self.sheets().items()
            for row in sheet.rows
            if row.untouched == blank and None not in row.numbers
        ]

    def enter(self, pick: int, every: bool) -> None:
        """A result of the round that is being played, or all that are left of it."""
        rows = self.rows(blank=True)
        if every:
            for index, (path, row) in enumerate(rows):
                self.type(path, row, pick + 7 * index, usual=True)
        elif rows:
            self.type(*rows[pick % len(rows)], pick // len(rows), usual=pick % 3 > 0)

    def correct(self, pick: int) -> None:
        """Another result than the one that stands there, in any round."""
        rows = self.rows(blank=False)
        if rows:
            self.type(*rows[pick % len(rows)], pick // len(rows), usual=pick % 2 > 0)

    def type(self, path: Path, row: ResultRow, pick: int, usual: bool) -> None:
        """A mark into the cells of one game."""
        division = self.division_of(path)
        odd = ODD + (ODD_GO if declaration(division.format).game == "go" else ())
        marks = USUAL if usual else odd
        cells = dict(row.cells)
        if row.boards:
            columns = [f"board{place}" for place in range(1, len(row.boards) + 1)]
            new = {cells[one]: marks[(pick >> place) % len(marks)] for place, one in enumerate(columns)}
        else:
            new = {cells["result1"]: marks[pick % len(marks)], cells["result2"]: ""}
        if "discs1" in cells and not usual and pick % 5 == 0:
            new |= {cells["discs1"]: str(pick % 40), cells["discs2"]: str(64 - pick % 40)}
        self.log.append(f"{path.name}: {row.numbers} {list(new.values())}")
        put(path, new)

    def by_hand(self, pick: int) -> None:
        """Two games of a sheet exchange their second players."""
        sheets = list(self.sheets().items())
        if not sheets:
            return
        path, sheet = sheets[-1 - pick % len(sheets)] if pick % 3 == 0 else sheets[-1]
        rows = [row for row in sheet.rows if None not in row.numbers]
        if len(rows) < 2:
            return
        one, other = rows[pick % len(rows)], rows[(pick + 1) % len(rows)]
        new = {}
        for row, partner in ((one, other), (other, one)):
            new[dict(row.cells)["no2"]] = str(partner.numbers[1])
            new[dict(row.cells)["name2"]] = partner.names[1]
        self.log.append(f"{path.name}: {one.numbers} and {other.numbers} exchange")
        put(path, new)

    def delete(self, pick: int) -> None:
        """A sheet is deleted, mostly the last."""
        paths = list(self.sheets())
        if paths:
            path = paths[pick % len(paths)] if pick % 4 == 0 else paths[-1]
            self.binned[path.name] = path.read_bytes()
            self.log.append(f"{path.name} deleted")
            path.unlink()

    def restore(self, pick: int) -> None:
        """A deleted sheet is taken out of the bin where none stands in its place."""
        lost = [name for name in sorted(self.binned) if not (self.event / "rounds" / name).exists()]
        if lost:
            name = lost[pick % len(lost)]
            self.log.append(f"{name} restored")
            (self.event / "rounds" / name).write_bytes(self.binned.pop(name))

    def withdraw(self, pick: int) -> None:
        """棄権 after some round, or back again."""
        division = self.divisions[pick % len(self.divisions)]
        at = pick // 3 % len(division.players)
        player = division.players[at]
        after = None if player.withdrawn_after is not None and pick % 2 else pick // 5 % 5
        division.players[at] = replace(player, withdrawn_after=after)
        self.log.append(f"{division.id} {player.no} withdrawn after {after}")
        self.save()

    def edit_roster(self, pick: int) -> None:
        """One cell of the roster, or a whole row."""
        division = self.divisions[pick % len(self.divisions)]
        at = pick // 3 % len(division.players)
        one = division.players[at]
        changed = (
            {"club": f"別の学校{pick % 3}"},
            {"kana": f"べつの よみ{pick % 3}"},
            {"name": f"改名 {one.no}"},
            {"grade": ("初段", "", "五段")[pick % 3]},
            {"sex": "M" if one.sex == "F" else "F"},
            {"absent": not one.absent},
            {"desk_number": pick % 9 + 1},
            {"from_round": pick % 4 + 1},
            {"standby": ("open", "women") if len(self.divisions) > 1 else ()},
            {"seed": "" if one.seed else "○"},
            {},
        )[pick // 7 % 11]
        self.log.append(f"{division.id} {one.no} {changed or 'row added or removed'}")
        if changed:
            division.players[at] = replace(one, **changed)
        elif pick % 2 and len(division.players) > 2:
            division.players.pop(at)
        else:
            number = max(player.no for player in division.players) + 1
            division.players.append(replace(one, no=number, name=f"追加 {number}", desk_number=None, seed=""))
        self.save()

    def edit_settings(self, pick: int) -> None:
        """One setting of the event."""
        division = self.divisions[pick % len(self.divisions)]
        variants = VARIANTS_OF.get(division.format, ())
        choice = pick // 3 % 4
        if choice == 0 and "draws" in division.settings:
            division.settings["draws"] = DRAWS[pick % 2]
        elif choice == 1:
            self.about["name"] = f"訂正の大会{pick % 3}(架空)"
        elif choice == 2 and variants:
            name, value = sorted(VARIANTS[variants[pick % len(variants)]].items())[0]
            division.settings[name] = value
        elif division.format == "othello-new-64":
            division.settings["placing_round"] = 6 + pick % 2
        elif "qualified" in division.settings:
            del division.settings["qualified"]
        else:
            division.settings["times"] = [f"{hour}:00" for hour in range(9 + pick % 3, 13)]
        self.log.append(f"settings: {self.about} {division.id} {division.settings}")
        self.save()

    def edit_about(self, pick: int) -> None:
        """What the event and its divisions are called, when and where it is, and its pages."""
        division = self.divisions[pick % len(self.divisions)]
        about: tuple[dict[str, Any], ...] = (
            {"date": f"2027-01-0{pick % 3 + 1}"},
            {"venue": f"会館{pick % 3}", "venue_en": f"Hall {pick % 2}"},
            {"name": f"別名の大会{pick % 3}(架空)", "name_en": f"Event {pick % 2}"},
            {"language": ("ja", "en")[pick % 2]},
        )
        own: tuple[dict[str, Any], ...] = (
            {"name": f"{division.id}の組{pick % 3}(架空)"},
            {"name_en": f"Class {pick % 3}"},
            {"times": [f"{hour}:30" for hour in range(9 + pick % 3, 12)]},
        )
        choice = pick // 3 % 10
        if choice < len(about):
            self.about |= about[choice]
        elif choice < len(about) + len(own):
            division.settings |= own[choice - len(about)]
        else:
            self.edit_page(pick)
        self.log.append(f"about: {self.about} {division.settings}")
        self.save()

    def edit_page(self, pick: int) -> None:
        """Written, written anew, or deleted."""
        page = self.event / "pages" / f"news-{pick % 2}.md"
        page.parent.mkdir(exist_ok=True)
        if page.exists() and pick % 5 == 0:
            page.unlink()
        else:
            page.write_text(f"# お知らせ{pick % 2}\n\n{pick % 7} 時から。\n", encoding="utf-8")
        self.log.append(f"{page.name}: {page.exists()}")

    def confirm(self) -> None:
        """Who qualified, as the last build proposed."""
        for name, league, no in self.proposals:
            division = next(one for one in self.divisions if one.name == name)
            division.settings.setdefault("qualified", {})[league] = no
            self.log.append(f"{division.id}: {league} = {no} confirmed")
        self.save()

    def undo(self) -> None:
        """Back to the files of the last build that found nothing wrong."""
        files, typed = self.good
        if typed is None:
            return
        for path in [*(self.event / "rounds").glob("*.xlsx"), *self.event.glob("pages/*.md")]:
            path.unlink()
        for name, data in files.items():
            (self.event / name).write_bytes(data)
        self.about = dict(typed[0])
        self.divisions = [
            Division(one.id, one.format, list(one.players), dict(one.settings)) for one in typed[1]
        ]
        self.log.append("undone")

    # --- The two commands that write

    def build(self, whole: bool = False) -> EventOutcome:
        """A build, and everything that must hold of it; only a `whole` one makes pages."""
        before, site, published, was = (
            whole_tree(self.event),
            whole_tree(self.site),
            self.published(),
            self.announced(),
        )
        readings = self.readings()
        with flushed_later(), as_it_is() if whole else without_pages():
            outcomes = list(build_events([(self.event, "events/demo")], self.site, "", lambda: NOW))
        outcome, after = outcomes[0], whole_tree(self.event)
        codes = [problem.code for problem in outcome.problems]
        self.log.append(f"build: {codes or list(outcome.sheets)}")
        assert before.items() <= after.items(), "a build changed or removed a file of the event"
        new = {f"events/demo/{name}" for name in after.keys() - before.keys()}
        assert new == set(outcome.sheets), (new, outcome.sheets)
        if outcome.problems:
            assert not any(code.startswith("disk-") for code in codes), codes
            own = {name: data for name, data in whole_tree(self.site).items() if name.startswith("demo/")}
            assert own == {name: data for name, data in site.items() if name.startswith("demo/")}
            self.proposals = []
            return outcome
        self.made |= {name: after[name] for name in after.keys() - before.keys()}
        now = self.published()
        if published:
            wanted = needed(published, now) | needed_of_event(was, self.announced())
            names = {division: document["division"]["name"] for division, document in now.items()}
            wanted |= needed_of_readings(readings, self.readings(), names)
            assert said(outcome.changes) == wanted, said(outcome.changes) ^ wanted
        self._stale_rounds_are_named(outcome, now)
        self._sheets_are_the_truth(now)
        self.proposals = [
            (str(one.params["division"]), str(one.params["league"]), int(str(one.params["no"])))
            for one in outcome.notices
            if one.code == "qualified-confirm"
        ]
        kept = [Division(one.id, one.format, list(one.players), dict(one.settings)) for one in self.divisions]
        files = {name: data for name, data in after.items() if "/old/" not in name}
        self.good = (files, (dict(self.about), kept))
        return outcome

    def play_round(self, pick: int) -> None:
        """Everything that is left of the rounds being played, and the confirmations that a build then asks for."""
        self.enter(pick, every=True)
        self.build()
        if self.proposals:
            self.confirm()
            self.build()

    def pair(self, pick: int) -> None:
        """`tourgen pair` of some round, mostly the last one."""
        division = self.divisions[pick % len(self.divisions)]
        numbers = [int(path.stem.rpartition("r")[2]) for path in self.sheets() if path in self.own(division)]
        number = max(numbers, default=1) - (pick % 5 == 0)
        name = f"rounds/{division.id}-r{max(1, number)}.xlsx"
        before, typed = whole_tree(self.event), self.typed(name, division)
        with flushed_later():
            done = pair_again(self.event, "events/demo", division.id, max(1, number))
        after = whole_tree(self.event)
        self.log.append(f"pair {name}: {[one.code for one in done.problems] or 'done'}")
        if done.problems:
            assert after == before, "pair refused, and wrote"
            return
        assert not typed, f"pair discarded typed results: {typed}"
        others = {one: data for one, data in before.items() if one != name}
        assert others.items() <= after.items()
        kept = [data for one, data in after.items() if one not in before and "/old/" in one]
        assert kept == ([before[name]] if name in before else [])
        self.made[name] = after[name]

    def own(self, division: Division) -> list[Path]:
        return [path for path in self.sheets() if self.division_of(path) is division]

    def typed(self, name: str, division: Division) -> list[tuple[Any, ...]]:
        """The results that people typed into a sheet: those it was not made with and no withdrawal explains."""
        path = self.event / name
        if not path.exists():
            return []
        now = self.read(path)
        made = _read(self.made.get(name, path.read_bytes()), name, division.boards)
        assert now is not None and made is not None
        filled_in = {_entered(row) for row in made.rows}
        gone = {player.no for player in division.players if player.withdrawn_after is not None}
        return [
            _entered(row)
            for row in now.rows
            if (not row.untouched or any(row.discs))
            and _entered(row) not in filled_in
            and not (gone & set(row.numbers) and {*row.marks, *row.boards, *row.discs} <= set(NOT_IN_A_ROUND))
            and row.numbers[1] is not None
        ]

    # --- What must hold

    def published(self) -> dict[str, Any]:
        """Division → its results document in the site."""
        found = sorted((self.site / "demo").glob("*/results.json"))
        return {path.parent.name: json.loads(path.read_text(encoding="utf-8")) for path in found}

    def announced(self) -> dict[str, Any]:
        """event.json in the site: what the pages say of the event beside its results."""
        path = self.site / "demo/event.json"
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        return found

    def readings(self) -> dict[tuple[str, int, str], str]:
        """Division, number and name → kana, by which the pages find everybody."""
        path = self.site / "demo/find.json"
        found = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {"players": []}
        return {
            (found["divisions"][at]["path"].strip("/"), no, name): kana
            for at, no, name, kana, *_ in found["players"]
        }

    def _stale_rounds_are_named(self, outcome: EventOutcome, now: Mapping[str, Any]) -> None:
        """A round that the rules would pair otherwise is never passed over in silence."""
        stale = {
            f"{key}-r{one['round']}" for key, doc in now.items() for one in doc["rounds"] if one["by_hand"]
        }
        named = {Path(one.where.file).stem for one in outcome.notices if one.code in STALE}
        assert stale == named, (stale, named)

    def _sheets_are_the_truth(self, now: Mapping[str, Any]) -> None:
        """Every game of a sheet is in the published round, entered if its row is."""
        for path, sheet in self.sheets().items():
            division, _, number = path.stem.rpartition("-r")
            rounds = {one["round"]: one["games"] for one in now[division]["rounds"]}
            games = {tuple(game["players"]): game for game in rounds[int(number)]}
            for row in sheet.rows:
                if row.numbers[1] is not None:
                    game = games[row.numbers]
                    entered = game["kind"] != "played" or game["winner"] is not None
                    assert entered or not all(row.boards or row.marks[:1]), (path.name, row.numbers)

    def same_from_scratch(self) -> None:
        """The site after this history is the site of the same folder built for the first time, sheets included."""
        outcome = self.build(whole=True)
        if outcome.problems:
            self.undo()
            outcome = self.build(whole=True)
            assert not outcome.problems or self.good[1] is None
        if outcome.problems:
            return
        history = whole_tree(self.site), whole_tree(self.event)
        forget()
        with tempfile.TemporaryDirectory(prefix="tourgen-scratch-") as place:
            folder, site = Path(place) / "events" / "demo", Path(place) / "site"
            put_files(folder, {name: data for name, data in history[1].items() if "/old/" not in name})
            with flushed_later():
                again, *_ = list(build_events([(folder, "events/demo")], site, "", lambda: NOW))
            assert not again.problems and not again.sheets
            assert timeless(whole_tree(site)) == timeless(history[0])
        self._unplayed_sheets_again(outcome)

    def _unplayed_sheets_again(self, outcome: EventOutcome) -> None:
        """Nobody needs to keep a sheet that nothing was typed into: deleted, it is made again as it was."""
        assert outcome.loaded is not None
        for one in outcome.loaded.divisions:
            last = one.tournament.rounds[-1:]
            gone = {no for no, player in one.players.items() if player.withdrawn_after is not None}
            name = f"rounds/{one.division.id}-r{last[0].number}.xlsx" if last else ""
            path = self.event / name
            sheet = self.read(path) if last and path.exists() else None
            listed = {no for row in sheet.rows for no in row.numbers} if sheet else set()
            if not last or last[0].by_hand or gone & listed or one.tournament.paired_from:
                continue  # the rules would pair it otherwise by now, and the build said so
            if sheet is None or any(not row.untouched and None not in row.numbers for row in sheet.rows):
                continue
            path.unlink()
            made = self.build()
            assert f"events/demo/{name}" in made.sheets
            fresh = self.read(path)
            assert fresh is not None and _pairs(fresh) == _pairs(sheet)


@functools.lru_cache(maxsize=64)
def _read(data: bytes, name: str, boards: Any) -> ResultSheet | None:
    return read_round(data, name, boards)[0]


def _entered(row: ResultRow) -> tuple[Any, ...]:
    """The players of a game and everything that can be typed of it."""
    return row.numbers, row.marks, row.boards, row.discs


def _pairs(sheet: ResultSheet) -> set[frozenset[int | None]]:
    return {frozenset(row.numbers) for row in sheet.rows}


def _division(division_id: str, format_id: str, size: int, rng: random.Random) -> Division:
    declared = declaration(format_id)
    invented = invented_teams if declared.boards else invented_field
    players = list(invented(declared, size, rng).values())
    drawn = declared.lottery.method != "desk"
    return Division(division_id, format_id, players, {"draws": DRAWS[0]} if drawn else {})


def put(path: Path, cells: Mapping[str, str]) -> None:
    """Types into cells of the first worksheet and saves the workbook, as a spreadsheet would, only faster."""
    with zipfile.ZipFile(path) as book:
        parts = {name: book.read(name) for name in book.namelist()}
    page = parts["xl/worksheets/sheet1.xml"].decode()
    for cell, text in cells.items():
        inner = f' t="inlineStr"><is><t>{escape(text)}</t></is></c>' if text else "/>"
        if text.isdigit():
            inner = f"><v>{text}</v></c>"
        page, count = re.subn(
            rf'<c r="{cell}"( s="\d+")?[^>]*?(?:/>|>.*?</c>)', rf'<c r="{cell}"\1{inner}', page, count=1
        )
        assert count == 1, f"{path.name} has no cell {cell}"
    parts["xl/worksheets/sheet1.xml"] = page.encode()
    saved = BytesIO()
    with zipfile.ZipFile(saved, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as book:
        for name, data in parts.items():
            book.writestr(name, data)
    path.write_bytes(saved.getvalue())


def forget() -> None:
    """Empties what functions remember between calls, as a new process begins without it (but compiled templates)."""
    for one in gc.get_objects():
        memory = isinstance(one, functools._lru_cache_wrapper) and one.__module__.startswith("tourgen.")
        if memory and one.__module__ != "tourgen.web.site":
            one.cache_clear()


@contextmanager
def flushed_later() -> Iterator[None]:
    """Nobody pulls the plug here; waiting for the medium would only take time."""
    with patch.object(typed_files, "flush", lambda descriptor: None):
        yield


@contextmanager
def as_it_is() -> Iterator[None]:
    yield
