"""Which room knows what, checked in the source; the checks themselves are checked at the end."""

import ast
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "tourgen"

# --- Who may do what: paths are relative to tourgen/, a folder stands for all in it

RULES_MAY_IMPORT = ("tourgen.rules", "tourgen.model", "tourgen.formats", "tourgen.dataclass")
RULES_KNOW_NO = {"os", "pathlib", "io", "random", "secrets", "time", "datetime", "sys", "shutil", "tempfile"}
WORKBOOKS = {
    "python_calamine": {"sheets"},
    "openpyxl": {"sheets"},
    "xlsxwriter": {"sheets"},
}
SGF_PARSERS = {"pysgf": {"go/sgf.py"}, "chardet": set[str]()}  # tourgen decodes by itself
MAY_WRITE = {"disk.py"}
MAY_NAME_FORMATS = {"simulate.py", "cli"}
NOT_FOR_HELP = {
    "numpy",
    "openpyxl",
    "rustworkx",
    "xlsxwriter",
    "pysgf",
    "chardet",
    "tourgen.go.board",
}

WRITING_METHODS = re.compile(
    "write_text|write_bytes|mkdir|makedirs|unlink|rmdir|touch|symlink_to|hardlink_to|removedirs|renames|"
    "chmod|lchmod|utime|copyfile|copytree|rmtree"
)
WRITING_OS = {
    "remove",
    "rename",
    "replace",
    "link",
    "symlink",
    "truncate",
    "open",
    "write",
    "mkfifo",
    "mknod",
}
FORMAT_ID = re.compile(r"\b(othello|shogi)-|\bgo-swiss\b")


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def within(path: Path, places: set[str]) -> bool:
    inside = path.relative_to(PACKAGE)
    return any(inside == Path(place) or Path(place) in inside.parents for place in places)


def dotted(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


# --- What a module does


def imported(source: str, package: str = "") -> Iterator[str]:
    """Every module that it names, wherever the import stands; `from tourgen import x` counts as tourgen.x."""
    for node in ast.walk(ast.parse(source)):
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


def imports_of(path: Path) -> set[str]:
    package = dotted(path) if path.name == "__init__.py" else dotted(path).rpartition(".")[0]
    return set(imported(path.read_text(encoding="utf-8"), package))


def below(module: str, *tops: str) -> bool:
    return any(module == top or module.startswith(f"{top}.") for top in tops)


def _called(call: ast.Call) -> str:
    return ast.unparse(call.func) if isinstance(call.func, ast.Name | ast.Attribute) else ""


def writes(source: str) -> Iterator[str]:
    """Calls that change the disk. A one-argument .replace() or .rename() is a path's; a string's has two."""
    for module in imported(source):
        if below(module, "shutil", "tempfile"):
            yield f"import {module}"
    for node in ast.walk(ast.parse(source)):
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
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, float):
            yield f"line {node.lineno}: {node.value}"
        elif isinstance(node, ast.Call) and _called(node) in ("float", "open", "print", "input"):
            yield f"line {node.lineno}: {_called(node)}()"


def format_ids(source: str) -> Iterator[str]:
    """Strings that name a shipped format; docstrings may, since they decide nothing."""
    module = ast.parse(source)
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


# --- The tests


def test_the_check_derives_everything_itself() -> None:
    for path in modules():
        if dotted(path).split(".")[1:2] and dotted(path).split(".")[1].startswith("verify"):
            borrowed = [name for name in imports_of(path) if below(name, "tourgen.rules")]
            assert not borrowed, f"{path.name} derives by itself, not with {borrowed}"


def test_rules_are_pure() -> None:
    for path in modules():
        if within(path, {"rules"}):
            for name in imports_of(path):
                assert name.split(".")[0] not in RULES_KNOW_NO, f"{dotted(path)} imports {name}"
                if below(name, "tourgen"):
                    assert below(name, *RULES_MAY_IMPORT), f"{dotted(path)} imports {name}"
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


def test_only_disk_writes() -> None:
    for path in modules():
        if not within(path, MAY_WRITE):
            found = list(writes(path.read_text(encoding="utf-8")))
            assert not found, f"{dotted(path)} writes: {found}"


def test_no_code_for_one_format() -> None:
    for path in modules():
        if not within(path, MAY_NAME_FORMATS):
            found = list(format_ids(path.read_text(encoding="utf-8")))
            assert not found, f"{dotted(path)} names a format: {found}"
    for declaration in (PACKAGE / "formats").glob("*.toml"):
        assert FORMAT_ID.search(declaration.stem), f"FORMAT_ID does not know {declaration.stem}"


def test_help_is_quick() -> None:
    script = (
        "import sys\nfrom tourgen.cli import app\n"
        "try:\n    app(['--help'])\nexcept SystemExit as end:\n    assert not end.code\n"
        f"print('HEAVY', sorted({NOT_FOR_HELP!r} & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[-1] == "HEAVY []"


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
        "import a.b\nfrom tourgen import rules\nfrom tourgen.x import y\nfrom . import sibling\n"
        "from .near import z\nfrom ..far import w\nimport importlib\nimportlib.import_module('late')"
    )
    assert set(imported(source, "tourgen.room")) == {
        *("a.b", "tourgen.rules", "tourgen.x", "tourgen.room.sibling", "tourgen.room.near", "tourgen.far"),
        *("importlib", "late"),
    }
