"""Payloads in events that are played to their end: a format of their own, teams, brackets, awards, the feed, papers.

What stands on the pages of a finished event, and on paper, is compared with the same event with harmless words.
"""

import random
import re
import xml.etree.ElementTree as ET
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

from tests.cli.desk import run
from tests.files import put
from tests.hostile.injection import Words, complaints, harmless, toml_text, typed
from tests.hostile.payloads import PAYLOADS
from tests.random.troubles import Chances, RandomTournament
from tourgen.event.settings import Division, Event
from tourgen.event.tournament import Tournament
from tourgen.formats import read_format, shipped_text
from tourgen.model import Player
from tourgen.simulate.event_files import event_files
from tourgen.simulate.random_tournament import random_draws, random_field

SIZES = {
    "othello-new-64": 20,
    "othello-new-32": 12,
    "othello-free": 12,
    "othello-2-league": 12,
    "othello-4-league": 16,
    "shogi-championship": 18,
    "shogi-encouragement": 20,
    "shogi-girls": 8,
    "shogi-team": 12,
    "go-swiss": 9,
}
OWN = "own.toml"
DAY = Chances(absent=0.05, withdraw=0.02, forfeit=0.05, barred=0.1)
# Texts of a format file that are an organiser's own; the words of the champion's title have a meaning.
_TEXTS = re.compile(
    r'^(title|title_en|summary|summary_en|time|time_en|name|name_en|award|reason|reason_en|for) = "(?!優勝")[^"]*"',
    re.MULTILINE,
)
_LISTS = re.compile(r"^(boards|boards_en|prizes|draw_names) = \[(.*?)\]", re.MULTILINE)
_BETWEEN_RESERVES = re.compile(r"[、,，;；/／\n\r]+")
EACH_PLAYER = 16  # texts
STRIDE = 21
_OF_FORMAT, _OF_EVENT = 1000, 2000  # where the numbers of their payloads begin


def joined(words: Words) -> Words:
    """So many payloads in one text that markup is among them; over all offsets below STRIDE each stands everywhere."""
    count = -(-len(PAYLOADS) // STRIDE)
    return lambda number: " ".join(words(number % STRIDE + STRIDE * at) for at in range(count))


def own_format(format_id: str, words: Words) -> str:
    """A shipped format with every text an organiser could have written."""
    numbers = iter(range(_OF_FORMAT, _OF_EVENT))

    def text() -> str:
        return toml_text(f"{words(number := next(numbers))[:800]} {number}")

    def several(found: re.Match[str]) -> str:
        return f"{found[1]} = [{', '.join(text() for _ in found[2].split(','))}]"

    changed = _TEXTS.sub(lambda found: f"{found[1]} = {text()}", shipped_text(format_id))
    changed = changed.replace('"女子準優勝"', text())
    return _LISTS.sub(several, changed)


def players_called(field: dict[int, Player], words: Words) -> dict[int, Player]:
    """The field with payloads for names; clubs stay as many, and everybody stays somebody else."""
    clubs = {club: at for at, club in enumerate(dict.fromkeys(player.club for player in field.values()))}

    def called(no: int, player: Player) -> Player:
        number = EACH_PLAYER * no
        texts = {"name": f"{words(number)} {no}", "kana": words(number + 1)}
        at = clubs[player.club]
        texts["club"] = f"{words(at)} {at}"
        if player.members:
            members = tuple(f"{words(number + 4 + at)} {no}-{at}" for at in range(len(player.members)))
            reserve = _BETWEEN_RESERVES.sub("_", f"{words(number + 12)} {no}")
            return replace(player, **texts, members=members, reserves=(reserve,))
        seed = f"{words(number + 3)} 優勝" if player.seed else ""
        return replace(player, **texts, grade=words(number + 2), seed=seed)

    return {no: called(no, player) for no, player in field.items()}


def played(format_id: str, words: Words) -> tuple[Event, Tournament]:
    """An event of one division to its end; the same games whatever the words are."""
    text = own_format(format_id, words)
    settings: dict[str, object] = {"rounds": 2} if format_id == "shogi-team" else {}  # several unbeaten
    declared, problems = read_format(text, OWN, settings)
    assert declared is not None, [problem.text("en") for problem in problems]
    rng = random.Random(f"finished {format_id}")
    number = iter(range(_OF_EVENT, 3000))

    def several() -> tuple[str, ...]:
        return tuple(words(next(number)) for _ in range(declared.lottery.draws))

    field = players_called(random_field(declared, SIZES[format_id], rng, DAY.absent), words)
    names = [f"{words(next(number))} {at}" for at in range(6)]
    division = Division(
        "open",
        names[0],
        declared,
        names[1],
        draws=random_draws(declared, rng),
        draw_names=several(),
        draw_times=several(),
        settings=settings,
        format_text=text,
    )
    event = Event("demo", *names[2:4], None, *names[4:6], "ja", (division,), Path(), "demo")
    return event, RandomTournament(division, field, rng, DAY).run()


def finished(folder: Path, format_id: str, words: Words) -> Path:
    """The event's folder, its site and its papers."""
    event, tournament = played(format_id, words)
    put(folder / "events" / "demo", event_files(event, [tournament]))
    people = "[[person]]\nid = 'somebody'\nentries = ['demo/open/1']\n"
    (folder / "events" / "people.toml").write_text(people, encoding="utf-8")
    run(folder, "build", "--base-url", "https://example.invalid/")
    with patch("tourgen.web.paper.printing.find_browser", lambda: None):
        run(folder, "print", "demo")
    return folder


def finished_complaints(folder: Path, format_id: str, first: int = 0) -> list[str]:
    """What the payloads changed in a finished event beside the words."""
    bad, good = joined(typed), joined(harmless)
    attacked = finished(folder / "attacked", format_id, lambda number: bad(number + first))
    plain = finished(folder / "plain", format_id, lambda number: good(number + first))
    _, tournament = played(format_id, lambda number: bad(number + first))
    names = [one for player in tournament.players.values() for one in (player.name, *player.members) if one]
    said = complaints(attacked, plain, names, papers=True)
    return [*said, *_broken(attacked), *_other_elements(attacked, plain)]


def _broken(folder: Path) -> Iterator[str]:
    """Files that programs read as XML are XML."""
    for path in sorted(folder.rglob("*")):
        try:
            if path.suffix in (".xml", ".svg"):
                ET.parse(path)
            elif path.suffix == ".xlsx":
                with zipfile.ZipFile(path) as archive:
                    for part in archive.namelist():
                        ET.fromstring(archive.read(part))
        except ET.ParseError as error:
            yield f"{path.relative_to(folder)}: {error}"


def _other_elements(attacked: Path, plain: Path) -> Iterator[str]:
    """The feed has no element of somebody's making."""
    for path in sorted((attacked / "site").rglob("*.xml")):
        name = path.relative_to(attacked)
        found, expected = (
            {(one.tag, *sorted(one.attrib)) for one in ET.parse(root / name).iter()}
            for root in (attacked, plain)
        )
        yield from (f"{name}: {one}" for one in sorted(found - expected))
