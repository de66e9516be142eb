"""Which room knows what, checked in the source; the checks themselves are checked at the end."""

import ast
import re
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from tourgen.result_marks import RESULT_MARKS

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "tourgen"

# --- Who may do what: paths are relative to tourgen/, a folder stands for all in it

ENGINE_MAY_IMPORT = ("tourgen.engine", "tourgen.model", "tourgen.formats")
ENGINE_KNOWS_NO = {
    *("os", "pathlib", "io", "random", "secrets", "time", "datetime", "sys", "shutil", "tempfile"),
}
WORKBOOKS = {
    "python_calamine": {"sheets"},
    "openpyxl": {"sheets"},
    "xlsxwriter": {"sheets"},
}
SGF_PARSERS = {"pysgf": {"go/sgf.py"}, "chardet": set[str]()}  # tourgen decodes by itself
MAY_WRITE = {"storage"}
MAY_NAME_FORMATS = {"simulate", "cli"}
# Kinds of stages are told apart by the engine and its language, by the second derivation, and where a room has other
# words or pages for each of them: `KINDS` of web/kinds.py and explain/kinds.py, `TABLE` of explain/pairing.py, and the
# modules that are named here: those of one kind, and what the pages know of a division's stages.
MAY_ASK_FOR_A_KIND = {
    "engine",
    "formats",
    "verify",
    *("explain/pool.py", "explain/bracket.py", "explain/round_robin.py"),
    "web/stages.py",
}
KINDS = {"pool", "bracket", "round-robin"}
KIND_CLASSES = {"Pool", "Bracket", "RoundRobin", "PoolStage", "BracketStage", "RoundRobinStage"}
LAST_FOUR = {
    "semi",
    "third",
    "final",
}  # of every format whose [final] names a tree; all other labels are declared
MOST_AT_THE_TOP = 25  # modules and rooms of tourgen/

WRITING_METHODS = re.compile(
    "write_text|write_bytes|mkdir|makedirs|unlink|rmdir|touch|symlink_to|hardlink_to|removedirs|renames|"
    "chmod|lchmod|utime|copyfile|copytree|rmtree"
)
WRITING_OS = {
    *("remove", "rename", "replace", "link", "symlink", "truncate", "open", "write", "mkfifo", "mknod"),
}
FORKING_OR_ENDING = {
    *("os.fork", "os.forkpty", "os._exit", "os.abort"),
    *("multiprocessing.Pool", "multiprocessing.Process", "multiprocessing.Manager"),
}
# A pair of words that are a shipped format's id, or how one begins; knockout and round-robin are words of the language.
FORMAT_ID = re.compile(r"\b(othello|shogi)-|\bgo-(swiss|mcmahon|team)|\bgroups-knockout\b")
WORDS_AS_WELL = {"knockout", "round-robin"}


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


@cache
def parsed(source: str) -> ast.Module:
    return ast.parse(source)


@cache
def nodes(source: str) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(parsed(source)))


def within(path: Path, places: set[str]) -> bool:
    inside = path.relative_to(PACKAGE)
    return any(inside == Path(place) or Path(place) in inside.parents for place in places)


def dotted(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


# --- What a module does


def imported(source: str, package: str = "") -> Iterator[str]:
    """Every module that it names, wherever the import stands; `from tourgen import x` counts as tourgen.x."""
    for node in nodes(source):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            if module == "tourgen" or (node.level and not node.module):
                yield from (f"{module}.{alias.name}" for alias in node.names)
            else:
                yield module
        elif isinstance(node, ast.Call) and _called(node) in (
            "__import__",
            "importlib.import_module",
            "import_module",
        ):
            yield str(node.args[0].value) if isinstance(node.args[0], ast.Constant) else "?"


@cache
def imports_of(path: Path) -> set[str]:
    package = dotted(path) if path.name == "__init__.py" else dotted(path).rpartition(".")[0]
    return set(imported(path.read_text(encoding="utf-8"), package))


def below(module: str, *tops: str) -> bool:
    return any(module == top or module.startswith(f"{top}.") for top in tops)


def _called(call: ast.Call) -> str:
    return spelt(call.func)


@cache
def spelt(node: ast.expr) -> str:
    """`a.b.c` as it is written; nothing for any other expression."""
    return ast.unparse(node) if isinstance(node, ast.Name | ast.Attribute) else ""


def writes(source: str) -> Iterator[str]:
    """Calls that change the disk. A one-argument .replace() or .rename() is a path's; a string's has two."""
    for module in imported(source):
        if below(module, "shutil", "tempfile"):
            yield f"import {module}"
    for node in nodes(source):
        if isinstance(node, ast.Call):
            owner, _, method = _called(node).rpartition(".")
            if (
                (owner and WRITING_METHODS.fullmatch(method))
                or (owner == "os" and method in WRITING_OS)
                or (owner and method in ("rename", "replace") and len(node.args) == 1 and not node.keywords)
                or (method == "open" and _opens_for_writing(node, builtin=owner in ("", "io")))
            ):
                yield _called(node)


def _opens_for_writing(call: ast.Call, builtin: bool) -> bool:
    """open(file, mode), or .open(mode) of a path, or .open(name, mode) of an archive."""
    modes = [*call.args[1 if builtin else 0 : 2], *(k.value for k in call.keywords if k.arg == "mode")]
    constants = [mode.value for mode in modes if isinstance(mode, ast.Constant)]
    if builtin and len(constants) < len(modes):
        return True
    return any(re.fullmatch("[rwaxbt+]*[wax+][rwaxbt+]*", str(mode)) for mode in constants)


def inexact(source: str) -> Iterator[str]:
    """Floats and files, which have no place in the rules."""
    for node in nodes(source):
        if isinstance(node, ast.Constant) and isinstance(node.value, float):
            yield f"line {node.lineno}: {node.value}"
        elif isinstance(node, ast.Call) and _called(node) in ("float", "open", "print", "input"):
            yield f"line {node.lineno}: {_called(node)}()"


def format_ids(source: str) -> Iterator[str]:
    """Strings that name a shipped format; docstrings may, since they decide nothing."""
    module = parsed(source)
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(module)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(module):
        text = node.value if isinstance(node, ast.Constant) and id(node) not in docstrings else None
        if isinstance(text, str) and FORMAT_ID.search(text):
            yield f"{text!r}"


def asked_kinds(source: str) -> Iterator[str]:
    """Questions for a kind of stage: `isinstance` of its classes, comparisons of a `kind` with its name."""
    for node in nodes(source):
        if isinstance(node, ast.Call) and _called(node) == "isinstance":
            names = {
                ast.unparse(inner).rpartition(".")[2]
                for inner in ast.walk(node.args[1])
                if isinstance(inner, ast.Name | ast.Attribute)
            }
            if names & KIND_CLASSES:
                yield ast.unparse(node)
        elif isinstance(node, ast.Compare):
            constants = {inner.value for inner in ast.walk(node) if isinstance(inner, ast.Constant)}
            named = {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}
            if named & KIND_CLASSES or (constants & KINDS and re.search(r"\bkind\b", ast.unparse(node))):
                yield ast.unparse(node)
        elif isinstance(node, ast.MatchClass) and spelt(node.cls).rpartition(".")[2] in KIND_CLASSES:
            yield ast.unparse(node.cls)


@cache
def stage_labels() -> set[str]:
    """The ids of the stages that the shipped formats declare."""
    texts = [path.read_text(encoding="utf-8") for path in (PACKAGE / "formats").glob("*.toml")]
    return {stage["id"] for text in texts for stage in tomllib.loads(text)["stage"]} - LAST_FOUR


def asked_labels(source: str) -> Iterator[str]:
    """Comparisons of the stage of a game, or of a stage's id, with a name: `game.stage == "league"`."""
    for node in nodes(source):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            listed = [one for side in sides for one in getattr(side, "elts", [side])]
            constants = {one.value for one in listed if isinstance(one, ast.Constant)}
            if constants & stage_labels() and re.search(r"\b(stage|label|id)\b", ast.unparse(node)):
                yield ast.unparse(node)


def private_names(source: str) -> Iterator[str]:
    """Names with an underscore that belong to a library: imported, reached through it, or of a class of its own."""
    tree = parsed(source)
    bound = set(_bound_to_libraries(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (
                alias.name for alias in node.names if _of_library(alias.name) and _private(alias.name)
            )
        elif isinstance(node, ast.ImportFrom) and _of_library(node.module, node.level):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from filter(_private, names)
        elif isinstance(node, ast.Attribute) and _private(node.attr) and _root(node) in bound:
            yield ast.unparse(node)
        elif isinstance(node, ast.ClassDef) and bound & {_root(base) for base in node.bases}:
            yield from (
                ast.unparse(inner)
                for inner in ast.walk(node)
                if isinstance(inner, ast.Attribute)
                and _private(inner.attr)
                and ast.unparse(inner.value) == "super()"
            )
        elif isinstance(node, ast.Call) and _called(node) in ("getattr", "setattr", "hasattr"):
            name = node.args[1].value if isinstance(node.args[1], ast.Constant) else ""
            if _private(str(name)) and _root(node.args[0]) in bound:
                yield ast.unparse(node)


def _bound_to_libraries(tree: ast.Module) -> Iterator[str]:
    """Names by which a module knows what it imported from elsewhere."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if _of_library(alias.name):
                    yield alias.asname or alias.name.partition(".")[0]
        elif isinstance(node, ast.ImportFrom) and _of_library(node.module, node.level):
            yield from (alias.asname or alias.name for alias in node.names)


def _of_library(module: str | None, level: int = 0) -> bool:
    return not level and not below(module or "", "tourgen")


def _private(name: str) -> bool:
    return any(part.startswith("_") and not part.endswith("__") for part in name.split("."))


def _root(node: ast.expr) -> str:
    """The name that a chain of attributes, calls and items begins with."""
    while isinstance(node, ast.Attribute | ast.Call | ast.Subscript):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""


def forks_or_ends(source: str) -> Iterator[str]:
    """Other processes begin afresh, as they do on Windows and Macs, and the process ends as Python ends it."""
    for node in nodes(source):
        if isinstance(node, ast.Attribute) and spelt(node) in FORKING_OR_ENDING:
            yield ast.unparse(node)
        elif isinstance(node, ast.ImportFrom):
            yield from (
                name for alias in node.names if (name := f"{node.module}.{alias.name}") in FORKING_OR_ENDING
            )
        elif isinstance(node, ast.Call):
            called = _called(node).rpartition(".")[2]
            if called in ("get_context", "set_start_method", "ProcessPoolExecutor"):
                said = ast.unparse(node)
                spawns = "get_context('spawn')" if called == "ProcessPoolExecutor" else "('spawn')"
                if spawns not in said:
                    yield said


# --- The tests


def test_the_check_derives_everything_itself() -> None:
    for path in modules():
        if dotted(path).split(".")[1:2] and dotted(path).split(".")[1].startswith("verify"):
            borrowed = [name for name in imports_of(path) if below(name, "tourgen.engine")]
            assert not borrowed, f"{path.name} derives by itself, not with {borrowed}"


def test_the_engine_is_pure() -> None:
    for path in modules():
        if within(path, {"engine"}):
            for name in imports_of(path):
                assert name.split(".")[0] not in ENGINE_KNOWS_NO, f"{dotted(path)} imports {name}"
                if below(name, "tourgen"):
                    assert below(name, *ENGINE_MAY_IMPORT), f"{dotted(path)} imports {name}"
            found = list(inexact(path.read_text(encoding="utf-8")))
            assert not found, f"{dotted(path)}: {found}"


def test_only_sheets_know_workbooks() -> None:
    for path in modules():
        for name in imports_of(path):
            places = WORKBOOKS.get(name.split(".")[0])
            assert places is None or within(path, places), f"{dotted(path)} imports {name}"


def test_only_one_module_knows_the_sgf_parser() -> None:
    for path in modules():
        for name in imports_of(path):
            places = SGF_PARSERS.get(name.split(".")[0])
            assert places is None or within(path, places), f"{dotted(path)} imports {name}"


def test_only_storage_writes() -> None:
    for path in modules():
        if not within(path, MAY_WRITE):
            found = list(writes(path.read_text(encoding="utf-8")))
            assert not found, f"{dotted(path)} writes: {found}"


def test_one_table_of_result_marks() -> None:
    """verify/ has words of its own, since it shares nothing with what it checks."""
    spellings = {text for mark in RESULT_MARKS.values() for text in mark.spellings if len(text) > 1}
    for path in modules():
        if not within(path, {"result_marks.py", "verify"}):
            for node in nodes(path.read_text(encoding="utf-8")):
                found = node.value if isinstance(node, ast.Constant) else None
                assert found not in spellings, f"{dotted(path)} has its own {found}"


def test_no_code_for_one_format() -> None:
    for path in modules():
        if not within(path, MAY_NAME_FORMATS):
            found = list(format_ids(path.read_text(encoding="utf-8")))
            assert not found, f"{dotted(path)} names a format: {found}"
    for declaration in (PACKAGE / "formats").glob("*.toml"):
        known = FORMAT_ID.search(declaration.stem) or declaration.stem in WORDS_AS_WELL
        assert known, f"FORMAT_ID does not know {declaration.stem}"


def test_kinds_of_stages_are_asked_for_in_few_places() -> None:
    for path in modules():
        if not within(path, MAY_ASK_FOR_A_KIND):
            found = list(asked_kinds(path.read_text(encoding="utf-8")))
            assert not found, f"{dotted(path)} asks for a kind of stage: {found}"
    for place in MAY_ASK_FOR_A_KIND:
        files = [path for path in modules() if within(path, {place})]
        asking = [path for path in files if list(asked_kinds(path.read_text(encoding="utf-8")))]
        assert asking, f"{place} asks for no kind, and need not be listed"


def test_no_label_of_a_stage_stands_in_code() -> None:
    for path in modules():
        found = list(asked_labels(path.read_text(encoding="utf-8")))
        assert not found, f"{dotted(path)} asks for the label of a stage: {found}"


def test_few_things_stand_at_the_top() -> None:
    entries = [path for path in PACKAGE.iterdir() if path.name != "__pycache__"]
    assert len(entries) <= MOST_AT_THE_TOP, sorted(path.name for path in entries)


def test_libraries_are_used_by_their_public_names() -> None:
    for path in modules():
        found = list(private_names(path.read_text(encoding="utf-8")))
        assert not found, f"{dotted(path)} uses {found}"


def test_nothing_forks_or_ends_the_process() -> None:
    for path in modules():
        found = list(forks_or_ends(path.read_text(encoding="utf-8")))
        assert not found, f"{dotted(path)}: {found}"


def test_nothing_uses_ctypes() -> None:
    for path in modules():
        assert not any(below(name, "ctypes") for name in imports_of(path)), dotted(path)


# --- The checks themselves

CAUGHT: list[tuple[Callable[[str], Iterator[str]], str]] = [
    (writes, "open('x', 'w')"),
    (writes, "open('x', mode='ab')"),
    (writes, "open('x', m)"),
    (writes, "p.open('r+')"),
    (writes, "archive.open(name, 'w')"),
    (writes, "p.write_text('')"),
    (writes, "p.with_name('x').unlink()"),
    (writes, "a.replace(b)"),
    (writes, "os.replace(a, b)"),
    (writes, "def f():\n    import shutil"),
    (writes, "from tempfile import mkdtemp"),
    (inexact, "x = 0.5"),
    (inexact, "float('1')"),
    (inexact, "open('x')"),
    (format_ids, "if f == 'othello-4-league': pass"),
    (format_ids, "x.startswith('shogi-')"),
    (format_ids, "f'{a} go-swiss'"),
    (format_ids, "f == 'go-mcmahon'"),
    (asked_kinds, "isinstance(a, Pool)"),
    (asked_kinds, "isinstance(a, models.Bracket | models.Pool)"),
    (asked_kinds, "isinstance(a, (int, RoundRobin))"),
    (asked_kinds, "a.kind == 'pool'"),
    (asked_kinds, "getattr(a, 'kind', '') in ('bracket', 'pool')"),
    (asked_labels, "game.stage == 'league'"),
    (asked_labels, "game['stage'] in ('main', 'repechage')"),
    (asked_labels, "stage.id != 'swiss'"),
    (asked_kinds, "type(a) is Pool"),
    (asked_kinds, "match a:\n    case Pool(): pass"),
    (private_names, "from typer._coercion import build_runtime_param"),
    (private_names, "from zipfile import _EndRecData"),
    (private_names, "import _thread"),
    (private_names, "import typer._click as click"),
    (private_names, "def f():\n    import atexit\n    atexit._run_exitfuncs()"),
    (private_names, "import jinja2 as j\nj.Environment(x)._parse('')"),
    (private_names, "from jinja2 import Environment as E\nE._parse"),
    (private_names, "from a import B\nclass C(B):\n    def f(self): super()._f()"),
    (private_names, "import a\ngetattr(a.b, '_c')"),
    (forks_or_ends, "import os\nos.fork()"),
    (forks_or_ends, "import os\nos._exit(0)"),
    (forks_or_ends, "from os import fork"),
    (forks_or_ends, "from multiprocessing import Pool"),
    (forks_or_ends, "import multiprocessing\nmultiprocessing.Process(target=f)"),
    (forks_or_ends, "multiprocessing.get_context('fork')"),
    (forks_or_ends, "multiprocessing.get_context()"),
    (forks_or_ends, "ProcessPoolExecutor(2)"),
]
LET_THROUGH: list[tuple[Callable[[str], Iterator[str]], str]] = [
    (
        writes,
        "open('x')\nopen('x', 'rb')\np.open()\np.open('rb')\narchive.open(name)\nopen('x', encoding='utf-8')",
    ),
    (
        writes,
        "'a'.replace('a', 'b')\ndataclasses.replace(a, b=1)\nframe.rename(columns={})\nsys.stdout.write('')",
    ),
    (inexact, "x = 1 // 2"),
    (
        private_names,
        "from __future__ import annotations\nfrom tourgen import __version__\nfrom . import _near\n"
        "import a\na.__name__\nclass C(a.B):\n    def f(self): return self._mine, super().g()",
    ),
    (forks_or_ends, "with ProcessPoolExecutor(2, multiprocessing.get_context('spawn')) as pool: pass"),
    (asked_kinds, "isinstance(a, Person)\na.kind == 'played'\nmethod == 'bracket'\n{'pool': 1}[a.kind]"),
    (asked_labels, "game.stage == 'semi'\nkind == 'knockout'\nrow['league'] == stage.id"),
    (format_ids, "'''The format go-swiss.'''\ndef f():\n    '''othello-free.'''\nx = 'go'"),
]


@pytest.mark.parametrize(("check", "source"), CAUGHT, ids=lambda part: part if isinstance(part, str) else "")
def test_caught(check: Callable[[str], Iterator[str]], source: str) -> None:
    assert list(check(source))


@pytest.mark.parametrize(
    ("check", "source"), LET_THROUGH, ids=lambda part: part if isinstance(part, str) else ""
)
def test_let_through(check: Callable[[str], Iterator[str]], source: str) -> None:
    assert not list(check(source))


def test_imports_are_seen() -> None:
    source = (
        "import a.b\nfrom tourgen import engine\nfrom tourgen.x import y\nfrom . import sibling\n"
        "from .near import z\nfrom ..far import w\nimport importlib\nimportlib.import_module('late')"
    )
    assert set(imported(source, "tourgen.room")) == {
        *("a.b", "tourgen.engine", "tourgen.x", "tourgen.room.sibling", "tourgen.room.near", "tourgen.far"),
        *("importlib", "late"),
    }
