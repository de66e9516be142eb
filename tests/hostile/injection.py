"""Payloads in every field that people fill in, built, and held against the same event with harmless words.

python -m tests.hostile.injection builds every payload in every field, one at a time where there is one such field, and
finished events of all formats (tests/hostile/finished.py; alone with --finished).
"""

import argparse
import io
import itertools
import json
import re
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

import xlsxwriter

from tests.cli.desk import run
from tests.hostile.pages import formulas, live_cells, structures
from tests.hostile.payloads import PAYLOADS, twin
from tests.series import Kept
from tourgen.sheets.text import is_blank, shown
from tourgen.web.markdown_pages import ATTRIBUTES, TAGS

Element = tuple[object, ...]
Words = Callable[[int], str]  # the payload, or its harmless twin, of a number
HEADERS = ("名簿番号", "氏名", "ふりがな", "所属", "段級位", "シード", "備考", "電話", "=メール")
SECRETS = ("SECRET-NOTE", "SECRET-PHONE", "SECRET-MAIL")
EVENT_FIELDS = ("name", "name_en", "venue", "venue_en")
DIVISION_FIELDS = ("name", "name_en")


def typed(number: int) -> str:
    """Never nothing: a dash is a blank, and what XML can't hold can't be typed into Excel."""
    text = PAYLOADS[number % len(PAYLOADS)]
    text = text.replace("\ufffe", "?").replace("\x00", "")
    return f"{text}." if is_blank(shown(text)) else text


def harmless(number: int) -> str:
    return twin(typed(number), number)


# --- An event


def toml_text(text: str) -> str:
    risky = {'"', "\\", *map(chr, range(32)), "\x7f"}
    return '"' + "".join(f"\\u{ord(one):04x}" if one in risky else one for one in text) + '"'


def settings(words: Words, first: int) -> str:
    fields = {name: words(first + at) for at, name in enumerate(EVENT_FIELDS)}
    lines = ["[event]", *(f"{name} = {toml_text(value)}" for name, value in fields.items())]
    lines += ["[[division]]", 'id = "open"', 'format = "go-swiss"', 'draws = ["1234", "5678", "9012"]']
    lines += [f"{name} = {toml_text(words(first + 10 + at))}" for at, name in enumerate(DIVISION_FIELDS)]
    for at, name in enumerate(("draw_names", "draw_times")):
        lines.append(f"{name} = [{', '.join(toml_text(words(first + 20 + 3 * at + n)) for n in range(3))}]")
    return "\n".join(lines) + "\n"


def roster(words: Words, numbers: Sequence[int], sheet_name: str) -> bytes:
    stream = io.BytesIO()
    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    with xlsxwriter.Workbook(stream, options) as book:
        page = book.add_worksheet(sheet_name)
        page.write_row(0, 0, HEADERS)
        for row, number in enumerate(numbers, 1):
            page.write_number(row, 0, row)
            for column in range(1, 5):
                page.write_string(row, column, words(number + column - 1))
            page.write_string(row, 5, f"{words(number + 4)} 優勝")  # an x alone is no mark of a seed
            for column, secret in enumerate(SECRETS, 6):
                page.write_string(row, column, f"{words(number + column)} {secret}")
    return stream.getvalue()


def record(words: Words, number: int) -> bytes:
    def value(text: str) -> str:
        return text.replace("\\", "\\\\").replace("]", "\\]").replace("\x00", "")

    names = {
        key: value(words(number + at)) for at, key in enumerate(("PB", "PW", "BR", "EV", "GN", "C", "RE"))
    }
    info = "".join(f"{key}[{text}]" for key, text in names.items() if key != "RE")
    return f"(;GM[1]FF[4]CA[UTF-8]SZ[9]KM[6.5]{info};B[ee]C[{names['RE']}];W[cc])".encode()


def make(folder: Path, words: Words, players: Sequence[int], first: int, games: int = 0) -> Path:
    """An event whose every text is a payload, built; with so many games that have a record."""
    event = folder / "events" / "demo"
    (event / "pages").mkdir(parents=True)
    (event / "games").mkdir()
    (event / "event.toml").write_text(settings(words, first), encoding="utf-8")
    sheet_name = re.sub(r"[\[\]:*?/\\']|[\x00-\x1f]", " ", words(first + 40)).strip()[:31] or "x"
    (event / "roster.xlsx").write_bytes(roster(words, players, sheet_name))
    title, text, item, cell = (words(first + at) for at in range(50, 54))
    page = f"# {title}\n\n{text}\n\n- {item}\n\n| {cell} | x |\n|---|---|\n| y | z |\n"
    (event / "pages" / "news.md").write_text(page, encoding="utf-8")
    run(folder, "build", "--base-url", "https://example.invalid/")
    for table in range(1, games + 1):
        (event / "games" / f"r1-t{table:02}.sgf").write_bytes(record(words, first + 60 + 2 * table))
    if games:
        run(folder, "build", "--base-url", "https://example.invalid/")
    return folder


# --- What must hold


def complaints(
    attacked: Path,
    plain: Path,
    seen: Sequence[str] = (),
    known: Mapping[str, set[Element]] | None = None,
    papers: bool = False,
) -> list[str]:
    """What the payloads changed in the site, the sheets and the folder, beside the words.

    `known`: what pages of a larger harmless event have as well (namesakes, long lists). `papers`: of `tourgen print`,
    too, which lie beside the site and allow their one style by its hash.
    """
    found, text = structures(attacked if papers else attacked / "site")
    expected, _ = structures(plain if papers else plain / "site")
    said = [
        f"{page}: {element}"
        for page, elements in found.items()
        for element in elements - expected.get(page, set()) - (known or {}).get(page, set())
        if element[1:3]
        != ("span", ("lang",))  # a name in another language than the page's, wherever it stands
        and not (page.removeprefix("demo/").removeprefix("en/").startswith("pages/") and _markdown(element))
    ]
    plain_text = "".join(text.split())
    said += [
        f"not shown as it was typed: {one!r}" for one in seen if "".join(shown(one).split()) not in plain_text
    ]
    for path in sorted(attacked.rglob("*")):
        name = path.relative_to(attacked).as_posix()
        if path.suffix == ".csv":
            said += [f"{name}: live cell {cell!r}" for cell in live_cells(path.read_bytes())]
        elif path.suffix == ".xlsx" and path.name != "roster.xlsx":
            more = formulas(path.read_bytes()) - formulas((plain / name).read_bytes())
            said += [f"{name}: live {one!r}" for one in more]
        elif path.suffix == ".html":
            said += [f"{name}: {one}" for one in policy(path.read_text(encoding="utf-8"))]
        elif path.suffix == ".json":
            json.loads(path.read_bytes())
    said += _leaks(attacked / "site")
    names = {path.relative_to(attacked).parts[0] for path in attacked.rglob("*")}
    made = {"events", "site", *(["print"] if papers else [])}
    return said + [f"written outside: {name}" for name in names - made]


def _markdown(element: tuple[object, ...]) -> bool:
    """What an organiser may bring into a page: the allowed elements and attributes, and links that run nothing."""
    if len(element) != 4:
        return False
    _, tag, names, values = element
    allowed = {*ATTRIBUTES.get(str(tag), ()), "rel", "scope"}
    addresses = [str(value) for name, value in values if name == "href"]  # type: ignore[attr-defined]
    fine = all(re.match(r"(https?:|mailto:|tel:)|(?![a-z\s]*:)", one, re.IGNORECASE) for one in addresses)
    wide = tag == "section" and names == ("class", "tabindex")
    return wide or (tag in TAGS and set(names) <= allowed and fine)  # type: ignore[call-overload]


def policy(page: str) -> list[str]:
    """A page has one policy that lets no inline script or style run, and has none."""
    found = re.findall(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', page)
    said = [] if len(found) == 1 and "default-src 'none'" in found[0] else [f"policy {found}"]
    said += [f"policy {one}" for one in found if "unsafe" in one or "*" in one]
    scripts = re.findall(r"<script\b[^>]*>", page)
    said += [f"inline {one}" for one in scripts if "src=" not in one and "application/json" not in one]
    return said + [
        f"data that end too early or too late: {one[:60]!r}" for one in data_in(page) if not _is_json(one)
    ]


def data_in(page: str) -> list[str]:
    """What a browser may take for a page's data: up to the first <, which can end a script or keep it from ending."""
    found = re.finditer(r'<script type="application/json"[^>]*>', page)
    texts = [page[one.end() :].partition("<") for one in found]
    return [text if end.startswith("/script>") else f"{text}<{end[:20]}" for text, _, end in texts]


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def _leaks(site: Path) -> list[str]:
    import zipfile

    said = []
    for path in sorted(one for one in site.rglob("*") if one.is_file()):
        data = path.read_bytes()
        if path.suffix == ".xlsx":
            with zipfile.ZipFile(path) as archive:
                data = b"".join(archive.read(name) for name in archive.namelist())
        said += [f"{path.relative_to(site)} has {one}" for one in SECRETS if one.encode() in data]
        said += [f"{path.relative_to(site)} has メール"] if "=メール".encode() in data else []
    return said


def fields_at_once(folder: Path, numbers: Sequence[int], games: int) -> list[str]:
    """Every payload in every column of the roster and in the records of games."""
    attacked = make(folder / "attacked", typed, numbers, numbers[0], games)
    plain = make(folder / "plain", harmless, numbers, numbers[0], games)
    return complaints(attacked, plain, [typed(number) for number in numbers])


def one_by_one(folder: Path, number: int, known: Mapping[str, set[Element]] | None = None) -> list[str]:
    """One payload in each field of which there is one: the next ones in the others."""
    attacked = make(folder / f"a{number}", typed, [number, number + 1, number + 2], number)
    plain = make(folder / f"p{number}", harmless, [number, number + 1, number + 2], number)
    return complaints(attacked, plain, known=known)


def main() -> None:
    from tests.hostile.finished import SIZES, STRIDE, finished_complaints

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--finished", action="store_true", help="only the finished events")
    parser.add_argument("--kept", type=Path, help="where to note what was built, to go on from there")
    given = parser.parse_args()
    kept = Kept(given.kept, Path(__file__).parent)
    failures: list[str] = [] if given.finished else _fields(kept)
    before = len(failures)
    for format_id, first in itertools.product(SIZES, range(STRIDE)):
        with tempfile.TemporaryDirectory() as name:
            step = f"finished {format_id}, {first}"
            found = kept.ask(step, partial(finished_complaints, Path(name), format_id, first))
            failures += [f"{step}: {one}" for one in found]
    print(
        f"{len(SIZES)} finished events, {len(PAYLOADS)} payloads in every field: {len(failures) - before} complaints"
    )
    print("\n".join(failures[:40]))
    sys.exit(bool(failures))


def _fields(kept: Kept) -> list[str]:
    failures: list[str] = []
    with tempfile.TemporaryDirectory() as name:
        failures += fields_at_once(Path(name), range(len(PAYLOADS)), len(PAYLOADS) // 2)
        print(
            f"{len(PAYLOADS)} payloads in every column and in records: {len(failures)} complaints", flush=True
        )
        known, _ = structures(Path(name) / "plain" / "site")
        for number in range(len(PAYLOADS)):
            with tempfile.TemporaryDirectory() as inner:
                found = kept.ask(f"payload {number}", partial(one_by_one, Path(inner), number, known))
                failures += [f"{PAYLOADS[number]!r}: {one}" for one in found]
        print(f"{len(PAYLOADS)} payloads in every single field: {len(failures)} complaints", flush=True)
    return failures


if __name__ == "__main__":
    main()
