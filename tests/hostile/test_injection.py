"""Whatever people type stays text: on pages, in tables and sheets, and in the names of files.

python -m tests.hostile.injection (part of make hostile) does the same with every payload in every field by itself.
"""

import contextlib
import io
import tomllib
import unicodedata
from pathlib import Path

import pytest
import xlsxwriter
from typer.testing import CliRunner

from tests.cli.desk import new_event, run
from tests.files import put, tree
from tests.hostile.finished import finished_complaints
from tests.hostile.injection import (
    complaints,
    fields_at_once,
    harmless,
    make,
    one_by_one,
    policy,
    toml_text,
    typed,
)
from tests.hostile.pages import Structure, live_cells
from tests.hostile.payloads import PAYLOADS, twin
from tests.series import FULL
from tourgen.build import find_events
from tourgen.cli import app
from tourgen.event.people import person_id, persons, read_people
from tourgen.sheets import read_roster
from tourgen.storage.toml_text import toml_value


def test_there_are_enough() -> None:
    assert len(PAYLOADS) >= 200
    assert all(len(twin(payload, number)) == len(payload) for number, payload in enumerate(PAYLOADS))


def test_every_column_and_record(tmp_path: Path) -> None:
    """Every fourth payload is a name, the next ones kana, club, grade and seed; ten games are recorded."""
    assert fields_at_once(tmp_path, range(0, len(PAYLOADS), 4), 10) == []


@pytest.mark.parametrize("number", [0, 7, 46, 130])
def test_every_single_field(tmp_path: Path, number: int) -> None:
    assert one_by_one(tmp_path, number) == []


def test_all_payloads_in_one_field(tmp_path: Path) -> None:
    """One after the other in the names of the event and its division, its venue, its draws and its page."""

    def joined(words: list[str], number: int) -> str:
        return " ".join(words[number % 6 :: 6])

    bad, good = ([one(n) for n in range(len(PAYLOADS))] for one in (typed, harmless))
    attacked = make(tmp_path / "a", lambda n: joined(bad, n)[:900], [0, 1], 0)
    plain = make(tmp_path / "p", lambda n: joined(good, n)[:900], [0, 1], 0)
    assert complaints(attacked, plain) == []


@pytest.mark.parametrize("format_id", ["shogi-team", "othello-free", "othello-new-32"])
def test_finished_events(tmp_path: Path, format_id: str) -> None:
    """Teams with their boards and reserves, a format of their own, a knockout, awards, the feed, papers."""
    assert finished_complaints(tmp_path, format_id) == []


@pytest.mark.parametrize("part", range(12))
def test_who_would_fill_which_division(part: int) -> None:
    """補充希望 names divisions: whatever else stands there is told, and nobody is taken in anywhere."""
    stream = io.BytesIO()
    numbers = list(range(len(PAYLOADS)))[part::12]  # of one worksheet 200 problems are told
    with xlsxwriter.Workbook(stream, {"strings_to_formulas": False, "strings_to_urls": False}) as book:
        page = book.add_worksheet("girls")
        page.write_row(0, 0, ("名簿番号", "氏名", "補充希望"))
        for row, number in enumerate(numbers, 1):
            page.write_number(row, 0, row)
            page.write_string(row, 1, f"選手{number}")
            page.write_string(row, 2, typed(number))
    found, problems, *_ = read_roster(stream.getvalue(), "roster.xlsx", [("girls", "girls")])
    assert {one.code for one in problems} == {"standby-unknown"}
    told = {one.where.cell for one in problems}
    silent = [typed(number) for row, number in enumerate(numbers, 2) if f"C{row}" not in told]
    assert not [text for text in silent if text.strip("/ .")], silent  # nothing but separators
    assert not [player for player in found["girls"] if player.standby]


def test_settings_that_are_written_can_be_read() -> None:
    """`simulate --save` writes an event's own names."""
    for number in range(len(PAYLOADS)):
        assert tomllib.loads(f"name = {toml_value(typed(number))}") == {"name": typed(number)}


def test_people_toml(tmp_path: Path) -> None:
    """Neither the address of a person's page nor the name of an entry is anything but letters and digits."""
    for number in range(len(PAYLOADS)):
        text = f"[[person]]\nid = {toml_text(typed(number))}\nentries = [{toml_text(typed(number))}]\n"
        (tmp_path / "people.toml").write_text(text, encoding="utf-8")
        named, problems = read_people(tmp_path / "people.toml", "people.toml")
        assert problems and not named, typed(number)


def test_the_comparison_is_awake() -> None:
    """Each of these is seen."""
    plain = Structure("<p><a href='x.html'>a</a></p>").found
    for page in (
        "<p><a href='javascript:1'>a</a></p>",
        "<p><a href='x.html' onclick='1'>a</a></p>",
        "<p><b>a</b></p>",
        "<p><!-- a --><a href='x.html'>a</a></p>",
        "<p style='x'><a href='x.html'>a</a></p>",
        "<p></p></td><a href='x.html'>a</a>",
    ):
        assert Structure(page).found - plain, page
    assert live_cells("a,=1+1\r\nb,-5\r\n".encode("utf-8-sig")) == ["=1+1"]
    assert policy("<script>x</script>") and policy("<p>")
    for data in ('{"a": "</script "}', '{"a": "<!--<script "}', '{"a": "</script/x"}', "{"):
        assert policy(f'<script type="application/json">{data}</script>')[1:], data


def test_paper_has_a_policy_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make(tmp_path, typed, [0, 1, 2, 3], 0)
    monkeypatch.setattr("tourgen.web.paper.printing.find_browser", lambda: None)
    run(tmp_path, "print", "demo")
    pages = [path for path in tmp_path.rglob("*.html") if "site" not in path.parts]
    assert pages
    for path in pages:
        text = path.read_text(encoding="utf-8")
        assert "unsafe" not in text and "style-src 'sha256-" in text and "<script" not in text


# --- Names of files and folders

NAMES = (
    *("CON", "con", "NUL", "aux.x", "LPT1", "x.", "x ", "-", "--site", "..x", "x..y", "%2e%2e", "a&b"),
    *("a;b", "a$(id)b", "<script>alert(1)</script>".replace("/", "∕"), 'a"b', "a'b", "a b", "a#b"),
    *("a?b", "a:b", "a\\b", "a|b", "a*b", "か\u3099", "e\u0301", "\u202eevil", "\u200b", "\ufeff"),
    *("x\ny", "x\ty", "\x7f", "x" * 255, "あ" * 85, "😀", "people", "EN", "index.html", "static"),
    *("x\udcff", "＜b＞", "javascript:1", "event.toml", "~$x", "{{7*7}}"),
)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    home = tmp_path_factory.mktemp("small")
    return tree(new_event(home, "othello-free", 8))


@pytest.mark.parametrize("name", NAMES if FULL else NAMES[::3], ids=ascii)
def test_the_name_of_an_event_folder(tmp_path: Path, small: dict[str, bytes], name: str) -> None:
    """Built, or refused in words; in either case everything written lies in the site or the event's folder."""
    home = tmp_path / "home"
    event = home / "events" / name
    put(event, small)
    result = run_any(home)
    assert "Traceback" not in result and "予期しない" not in result, result
    assert {one.name for one in tmp_path.iterdir()} == {"home"}
    assert {one.name for one in home.iterdir()} <= {"events", "site"}
    written = [one.name for one in (home / "events").iterdir()]
    assert written == [name]
    built = [page for page in (home / "site").rglob("index.html") if page.parent.name == name]
    for page in (home / "site").glob("*.html"):
        assert not policy(page.read_text(encoding="utf-8"))
        assert "<script>alert" not in page.read_text(encoding="utf-8")
    assert built or result.strip(), "neither built nor explained"


def run_any(home: Path) -> str:
    with contextlib.chdir(home):
        result = CliRunner().invoke(app, ["build"])
    assert result.exception is None or isinstance(result.exception, SystemExit), repr(result.exception)
    return result.output + (result.stderr if result.exit_code else "")


@pytest.mark.parametrize(
    "name", ["CON.md", "か\u3099.md", "\u202eevil.md", "..md", "a b.md", "<b>.md", "-.md"]
)
def test_the_name_of_a_page(tmp_path: Path, small: dict[str, bytes], name: str) -> None:
    event = tmp_path / "events" / "demo"
    put(event, small | {f"pages/{name}": b"# x"})
    run_any(tmp_path)
    assert {one.name for one in tmp_path.iterdir()} <= {"events", "site"}
    assert not [
        one for one in (tmp_path / "site").rglob("*") if one.suffix == ".html" and name[:-3] == one.stem
    ]


def test_two_names_never_share_an_address(tmp_path: Path) -> None:
    """Everybody has their own page, also those who differ by a letter's form alone; so have all events."""
    names = [*PAYLOADS, "山田 太郎", "山田太郎", "ﾔﾏﾀﾞ", "ヤマダ", "か\u3099", "が", "Ａ", "A", "a"]
    players = [
        {"no": no, "name": name, "club": "", "moved_to": None, "absent": False}
        for no, name in enumerate(names, 1)
    ]
    document = {"event": {"id": "x"}, "division": {"id": "open"}, "players": players}
    found = persons([document], {})
    addresses = [unicodedata.normalize("NFC", one.id).casefold() for one in found]
    assert len(found) == len(names) == len(set(addresses))
    assert all(address.replace("-", "").isalnum() and address != "index" for address in addresses)
    assert person_id("a", "bc") != person_id("ab", "c")

    for name in ("が", "か\u3099", "Demo", "demo"):
        (tmp_path / "events" / name).mkdir(parents=True, exist_ok=True)
    folders = [tmp_path / "events" / name for name in ("が", "か\u3099", "Demo", "demo")]
    events, problems = find_events([str(folder) for folder in folders])
    assert len(events) == 2 and [one.code for one in problems] == ["event-twice"] * 2
    with contextlib.chdir(tmp_path):
        events, problems = find_events([])  # every folder there
    assert len(events) == 2 and [one.code for one in problems] == ["event-twice"] * 2


def test_the_name_of_an_event_in_either_normal_form(tmp_path: Path) -> None:
    """Folders from a Mac are called か゛ in two letters; whoever types the name on another system types one."""
    for name in ("が", "か\u3099"):
        home = tmp_path / name
        (home / "events" / "か\u3099").mkdir(parents=True)
        with contextlib.chdir(home):
            events, problems = find_events([name])
        assert not problems and [folder.name for folder, _ in events] == ["か\u3099"]


def test_one_person_is_a_list_of_one(tmp_path: Path) -> None:
    (tmp_path / "people.toml").write_text("[person]\nid = 'x'\nentries = ['a/b/1']\n", encoding="utf-8")
    named, problems = read_people(tmp_path / "people.toml", "people.toml")
    assert not named and [one.code for one in problems] == ["event-value"]


def test_nobody_is_called_index(tmp_path: Path) -> None:
    (tmp_path / "people.toml").write_text("[[person]]\nid = 'index'\nentries = ['a/b/1']\n", encoding="utf-8")
    named, problems = read_people(tmp_path / "people.toml", "people.toml")
    assert not named and [one.code for one in problems] == ["division-id"]


@pytest.mark.parametrize("steering", ["\x1b[2J", "\x1b]0;x\x07", "\x9b31m", "\x08\x08", "\u202e", "\u2066"])
def test_no_message_steers_the_terminal(tmp_path: Path, steering: str) -> None:
    """Neither what a setting says nor the name of a file clears the screen, changes colours or turns the text round."""
    event = tmp_path / "events" / "demo"
    (event / "pages").mkdir(parents=True)
    typed = "".join(f"\\u{ord(letter):04x}" for letter in steering)
    settings = (
        f'[event]\nname = "x"\nlanguage = "a{typed}b"\n[[division]]\nid = "c{typed}d"\nformat = "{typed}"\n'
    )
    (event / "event.toml").write_text(settings, encoding="utf-8")
    (event / "pages" / f"e{steering}f.md").write_text("# x", encoding="utf-8")
    with contextlib.chdir(tmp_path):
        said = CliRunner().invoke(app, ["check"], color=True).stderr
    assert said.count("a�") == 1 and said.count("c�") == 1, said
    assert not set(steering) & set(said) & {"\x1b", "\x07", "\x9b", "\x08", "\u202e", "\u2066"}


# --- Links inside the site


@pytest.mark.parametrize("name", ["en", "static", "people", "demo", "index.html"])
def test_links_in_the_site_lead_nothing_out(tmp_path: Path, small: dict[str, bytes], name: str) -> None:
    """A link is replaced, or nothing is written; where it points stays as it was."""
    event = tmp_path / "events" / "demo"
    put(event, small)
    away = tmp_path / "away"
    away.mkdir()
    (away / "mine").write_bytes(b"typed")
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / name).symlink_to(away / "mine" if name == "index.html" else away)
    run_any(tmp_path)
    assert tree(away) == {"mine": b"typed"}


# --- An event's own templates


TEMPLATES = (
    "{{ ''.__class__.__mro__[1].__subclasses__() }}",
    "{{ t.__init__.__globals__ }}",
    "{{ self.__init__.__globals__ }}",
    "{{ lipsum.__globals__['os'].popen('id').read() }}",
    "{{ cycler.__init__.__globals__.os }}",
    "{% include '../../../../../../etc/hostname' %}",
    "{% include 'leak.html' %}",
    "{% include '/etc/hostname' %}",
    "{% include '../event.toml' %}",
    "{% for n in range(10**9) %}x{% endfor %}",
    "{{ d.people.clear() }}",
)


@pytest.mark.parametrize("text", TEMPLATES)
def test_a_template_can_show_and_nothing_else(tmp_path: Path, small: dict[str, bytes], text: str) -> None:
    """It ends in a message; nothing is read from elsewhere, nothing run, nothing of the event written."""
    event = tmp_path / "events" / "demo"
    put(event, small | {"templates/pairings.html": text.encode()})
    (tmp_path / "secret").write_text("SECRET-FILE")
    (event / "templates" / "leak.html").symlink_to(tmp_path / "secret")
    result = run_any(tmp_path)
    if "leak.html" in text:
        assert "file-outside" in result and "leak.html" in result, result
    else:
        assert "template-wrong" in result and "pairings.html" in result, result
    assert not (tmp_path / "site" / "demo").exists()


def test_an_events_own_template_is_used(tmp_path: Path, small: dict[str, bytes]) -> None:
    event = tmp_path / "events" / "demo"
    own = b"{% extends 'base.html' %}{% block main %}<p>own {{ page.title }}</p>{% endblock %}"
    put(event, small | {"templates/page.html": own})
    run(tmp_path, "build")
    assert "<p>own " in (tmp_path / "site/demo/pages/timetable.html").read_text(encoding="utf-8")


def test_templates_that_are_a_link_are_not_followed(tmp_path: Path, small: dict[str, bytes]) -> None:
    event, away = tmp_path / "events" / "demo", tmp_path / "away"
    put(event, small)
    away.mkdir()
    (away / "page.html").write_text("AWAY")
    (event / "templates").symlink_to(away)
    result = run_any(tmp_path)
    assert "events/demo/templates: " in result and "file-outside" in result, result
    assert not (tmp_path / "site" / "demo").exists()


def test_a_template_has_a_limit(tmp_path: Path, small: dict[str, bytes]) -> None:
    event = tmp_path / "events" / "demo"
    put(event, small | {"templates/pairings.html": b"x" * 300 * 1024})
    result = run_any(tmp_path)
    assert "events/demo/templates/pairings.html: " in result and "file-too-large" in result, result


def test_the_sandbox_changes_no_page(tmp_path: Path, small: dict[str, bytes]) -> None:
    """An event with a template that nothing uses has the pages of one without."""
    event = tmp_path / "events" / "demo"
    sites = []
    for more in ({}, {"templates/unused.html": b"x"}):
        put(event, small | more)
        run(tmp_path, "build")
        sites.append({path: data for path, data in tree(tmp_path / "site").items() if path.endswith("html")})
    assert sites[0] and sites[0] == sites[1]
