"""What would keep its reader busy for minutes or fill the memory: python -m tests.hostile.endless reads each.

Not workbooks of a round (attacks.py), but all else: one function each, that reads it and gives back what came of it.
Each is so large that a reader whose time grows with its square needs more than PATIENCE, which ends this process.
"""

import io
import itertools
import json
import signal
import sys
from collections.abc import Callable

import xlsxwriter

from tests.errors.workbooks import repacked
from tests.hostile.attacks import BOOK, SHEET, STRINGS, planted, row, second_reader, stored
from tests.hostile.worker import PATIENCE, forget_memory, limit_memory, memory, reading_only, watch
from tests.series import FULL
from tourgen.model import Player
from tourgen.sheets import read_roster, read_round
from tourgen.sheets.barred import read_barred
from tourgen.sheets.workbook import Workbook, open_workbook
from tourgen.storage.limits import limits
from tourgen.storage.toml_text import read_toml
from tourgen.web.markdown_pages import TooTangled, to_html

TANGLED = "page-too-tangled"


def page(part: str, before: str = "") -> str:
    """A page as long as one may be, of one part again and again."""
    most = limits().text_kib * 1024
    try:
        to_html((before + part * (most // len(part)))[:most])
    except TooTangled:
        return TANGLED
    return ""


def settings(text: str) -> str:
    return getattr(read_toml(text, "event.toml"), "code", "")


def hidden_columns() -> str:
    """Columns within columns, each without an end."""
    book = open_workbook(
        planted(SHEET, b"<sheetData>", b'<x a="' + b"<col " * 200_000 + b'sheetData"/>', store=True), "x.xlsx"
    )
    assert isinstance(book, Workbook)
    return str(sorted(book.hidden_columns("結果")))


def barred_pairs() -> str:
    """As many different pairs as two worksheets hold."""
    stream, players = io.BytesIO(), 300
    with xlsxwriter.Workbook(stream, {"in_memory": True}) as written:
        pairs = itertools.combinations(range(1, players + 1), 2)
        for name in ("組合せ禁止", "forbidden pairs"):
            sheet = written.add_worksheet(name)
            sheet.write_row(0, 0, ["番号1", "番号2", "強さ"])
            for at, pair in enumerate(itertools.islice(pairs, 19_990), 1):
                sheet.write_row(at, 0, [*pair, "回避"])
    rosters = {"open": [Player(no, str(no)) for no in range(1, players + 1)]}
    book = open_workbook(stream.getvalue(), "roster.xlsx")
    assert isinstance(book, Workbook)
    found, problems = read_barred(book, [("open", "open")], rosters, ())
    assert not problems
    return f"{len(found['open'])} pairs"


def large_workbooks() -> str:
    """A roster of as many texts as are allowed, and a round of errors: of each so much is kept as is told.

    A tenth of them in `make test`.
    """
    count = 19_000 if FULL else 1_900
    texts = b"".join(b"<si><t>%030x</t></si>" % n for n in range(count * 20))
    cells = (b"".join(b'<c t="s"><v>%d</v></c>' % (n * 20 + at) for at in range(20)) for n in range(count))
    rows = b"".join(map(row, cells))

    def change(name: str, data: bytes) -> bytes:
        if name == SHEET:
            return data.replace(b"</sheetData>", rows + b"</sheetData>")
        return data.replace(b"</sst>", texts + b"</sst>") if name == STRINGS else data

    errors = row(b'<c t="e"><v>#N/A</v></c>' * 20) * count
    kept = [
        read_roster(stored(repacked(BOOK, change)), "roster.xlsx", [("open", "結果")]),
        read_round(planted(SHEET, b"</sheetData>", errors, store=True), "open-r1.xlsx"),
        read_round(stored(second_reader(rows)), "open-r2.xlsx"),
    ]
    said = [problem.text("ja") for found in kept for problem in found[1]]
    assert max(map(len, said)) < 1_000
    return f"{len(kept[1][1])} {kept[1][1][-1].code}"


def words_without_end() -> str:
    """補充希望 of 250 unknown divisions in every row, and for each the word that was meant is looked for."""
    stream = io.BytesIO()
    with xlsxwriter.Workbook(stream, {"in_memory": True}) as book:
        sheet = book.add_worksheet("open")
        sheet.write_row(0, 0, ["名簿番号", "氏名", "補充希望"])
        for at in range(1, 19_000):
            sheet.write_row(at, 0, [at, f"p{at}", " ".join(f"d{(at * 7 + n) % 90 + 10}" for n in range(250))])
    divisions = [(f"division-{n}", f"第{n}部") for n in range(49)]
    _, problems, *_ = read_roster(stream.getvalue(), "roster.xlsx", [("open", "open"), *divisions])
    return f"{len(problems)} {problems[-1].code}"


LONG = "a." * 900
ENDLESS: dict[str, tuple[Callable[[], str], str]] = {
    "three large workbooks": (large_workbooks, "201 problems-more"),
    "words that nobody knows": (words_without_end, "250 problems-more"),
    "hidden columns": (hidden_columns, "[]"),
    "pairs that shall not meet": (barred_pairs, "39980 pairs"),
    "a key broken by line separators": (
        lambda: settings((LONG + '"\u2028".') * 140 + "a = 1"),
        "toml-too-deep",
    ),
    "long keys in a long table": (
        lambda: settings(f"[{LONG}b]\n" + "".join(f"x{n}.{LONG}b = 1\n" for n in range(140))),
        "toml-too-deep",
    ),
    **{
        f"a page of {part!r}": (lambda part=part, before=before: page(part, before), TANGLED)  # type: ignore[misc]
        for part, before in (
            ("a\n=\n", ""),
            ("# a\n", ""),
            ("> # a\n", ""),
            ("***\n", ""),
            ("a\n---\n", ""),
            (": a\n", "a\n"),
            ("a**", ""),
            ("\\", ""),
            ("`a`|", "a|b\n-|-\n"),
        )
    },
    **{
        f"a page of {part!r}, which is taken": (lambda part=part: page(part), "")  # type: ignore[misc]
        for part in ("# a\n\n", "- a\n", "a\n")
    },
}


def main(names: list[str]) -> None:
    """One line of JSON for each: its name, what came of it, and the most memory it took."""
    limit_memory()
    sys.addaudithook(watch)
    for name in names or ENDLESS:
        forget_memory()
        signal.setitimer(signal.ITIMER_PROF, PATIENCE)
        with reading_only():
            found = ENDLESS[name][0]()
        signal.setitimer(signal.ITIMER_PROF, 0)
        print(json.dumps({"name": name, "found": found, "MiB": memory()}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
