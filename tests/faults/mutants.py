"""Faults by script: small changes to every function of `tourgen/engine`, made in its syntax tree and planted in memory.

A planted function keeps its identity and only gets other code, so that whoever imported it meets the fault; so do the
functions that it made when the engine was imported.
"""

import ast
import builtins
import copy
import gc
import hashlib
import importlib
import tomllib
import types
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

ENGINE = Path(__file__).parents[2] / "tourgen" / "engine"
REVIEWED = Path(__file__).parent / "equivalent.toml"
EACH = 2  # faults in each function that can be seen

COMPARED = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.GtE),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.LtE),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
COMPUTED = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.Pow: ast.Mult,
}
CALLED = {"min": "max", "max": "min", "any": "all", "all": "any"}
LAST_RESORT = ("nothing returned", "something empty returned")
Function = ast.FunctionDef


@dataclass(frozen=True)
class Mutant:
    """One fault in one function, and the code of the outermost function around it."""

    module: str
    function: str
    kind: str
    line: int
    column: int
    before: str
    after: str
    code: types.CodeType

    @property
    def name(self) -> str:
        """The function in full."""
        return f"{self.module}:{self.function}"

    def __str__(self) -> str:
        return f"{self.name}: {self.before} → {self.after}"

    @contextmanager
    def planted(self) -> Iterator[None]:
        """The engine with this fault."""
        with _exchanged(self.module, self.function, self.code):
            yield


# --- What is mutated


@cache
def modules() -> dict[str, Path]:
    """Every module of the engine, named from there."""
    found = {}
    for path in sorted(ENGINE.rglob("*.py")):
        parts = path.relative_to(ENGINE).with_suffix("").parts
        found[".".join(part for part in parts if part != "__init__")] = path
    return {name: path for name, path in found.items() if name}


def path_of(module: str) -> Path:
    """The file of a module."""
    return modules()[module]


@cache
def _tree(module: str) -> ast.Module:
    return ast.parse(path_of(module).read_text(encoding="utf-8"))


@cache
def functions(module: str) -> dict[str, Function]:
    """Every function, methods and inner functions included, by qualified name."""
    return _functions_of(_tree(module))


def names() -> list[str]:
    """Every function of the engine in full, in which anything could be changed.

    One that does nothing but return the function inside it is left out: without that nothing could be imported.
    """
    found = [f"{module}:{function}" for module in modules() for function in functions(module)]
    return [name for name in found if possible(name) and not _only_makes(name)]


def _only_makes(name: str) -> bool:
    module, _, function = name.partition(":")
    inner = {node.name for node in functions(module)[function].body if isinstance(node, ast.FunctionDef)}
    returned = [node.value for node in _own(functions(module)[function]) if isinstance(node, ast.Return)]
    last_resort = all(kind in LAST_RESORT for kind, _, _ in possible(name))
    return last_resort and all(isinstance(one, ast.Name) and one.id in inner for one in returned)


def possible(name: str) -> list[tuple[str, ast.AST, ast.AST]]:
    """Every fault that could be planted in a function: its kind, what stands there, and what would instead."""
    module, _, function = name.partition(":")
    return [
        (kind, node, new)
        for node in _own(functions(module)[function])
        for kind, new in _alternatives(node)
        if ast.unparse(node) != ast.unparse(new)
    ]


@cache
def reviewed() -> dict[str, str]:
    """Faults that can't be found because they are none: what they say → why."""
    return dict(tomllib.loads(REVIEWED.read_text(encoding="utf-8")))


def mutants(name: str) -> list[Mutant]:
    """The faults planted in one function: of all that are possible two, always the same, of two kinds if there are.

    Instead of one that is known to change nothing the next is planted as well, as long as there is any.
    """
    planted: list[Mutant] = []
    for one in _in_turn(name):
        if sum(str(before) not in reviewed() for before in planted) == EACH:
            break
        planted.append(_mutant(*name.split(":", 1), *one))
    return planted


def _in_turn(name: str) -> list[tuple[str, ast.AST, ast.AST]]:
    """All that are possible: one by its hash, then those of other kinds, and what is nearly always seen at the end."""
    module, _, function = name.partition(":")
    found = possible(name)

    def lot(one: tuple[str, ast.AST, ast.AST]) -> tuple[bool, str]:
        kind, node, new = one
        text = f"{name} {kind} {node.lineno - functions(module)[function].lineno} {ast.unparse(new)}"  # type: ignore[attr-defined]
        return kind in LAST_RESORT, hashlib.sha256(text.encode()).hexdigest()

    found.sort(key=lot)
    first = found[:1]
    others = [one for one in found[1:] if one[0] != first[0][0]] + [
        one for one in found[1:] if one[0] == first[0][0]
    ]
    others.sort(key=lambda one: one[0] in LAST_RESORT)
    return [*first, *others]


def _mutant(module: str, function: str, kind: str, node: Any, new: ast.AST) -> Mutant:
    before, after = (_text(one) for one in (node, new))
    new = ast.copy_location(copy.copy(new), node)  # the original tree stays as it is
    code = _compiled(module, function, node, new)
    return Mutant(module, function, kind, node.lineno, node.col_offset, before, after, code)


def _text(node: Any) -> str:
    """As it is written; of a statement with a body its first line."""
    return ast.unparse(node).partition("\n")[0]


def _own(function: Function) -> Iterator[ast.AST]:
    """The nodes of a function without its inner functions, its words and its types."""
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    waiting: list[ast.AST] = list(reversed(body))
    while waiting:
        node = waiting.pop()
        if isinstance(
            node, ast.FunctionDef | ast.Assert | ast.JoinedStr | ast.Raise | ast.Import | ast.ImportFrom
        ):
            continue
        yield node
        children = [node.value] if isinstance(node, ast.AnnAssign) else list(ast.iter_child_nodes(node))
        waiting += [child for child in reversed(children) if child is not None]


def _alternatives(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """(kind of fault, what stands there instead)."""
    for kind, change in _CHANGES:
        for new in change(node):
            yield kind, new


def _compare(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Compare):
        for other in COMPARED[type(node.ops[0])]:
            yield _with(node, ops=[other(), *node.ops[1:]])


def _negate(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.If | ast.While | ast.IfExp):
        yield _with(node, test=ast.UnaryOp(ast.Not(), node.test))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand


def _unasked(node: ast.AST) -> Iterator[ast.AST]:
    for place, part in enumerate(getattr(node, "generators", ())):
        if part.ifs:
            parts = list(node.generators)  # type: ignore[attr-defined]
            parts[place] = _with(part, ifs=[])
            yield _with(node, generators=parts)


def _logic(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.BoolOp):
        yield _with(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())


def _constant(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield ast.Constant(node.value + 1)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        yield node.operand


def _sum(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.BinOp) and type(node.op) in COMPUTED:
        yield _with(node, op=COMPUTED[type(node.op)]())


def _order(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        if node.func.id in CALLED:
            yield _with(node, func=ast.Name(CALLED[node.func.id], ast.Load()))
        if node.func.id == "sorted":
            backwards = ast.Slice(None, None, ast.UnaryOp(ast.USub(), ast.Constant(1)))
            yield ast.Subscript(node, backwards, ast.Load())


def _exchange(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Call) and len(node.args) >= 2 and not _starred(node.args[:2]):
        yield _with(node, args=[node.args[1], node.args[0], *node.args[2:]])
    if (
        isinstance(node, ast.Tuple)
        and isinstance(node.ctx, ast.Load)
        and len(node.elts) >= 2
        and not _starred(node.elts[:2])
    ):
        yield _with(node, elts=[node.elts[1], node.elts[0], *node.elts[2:]])


def _starred(nodes: list[ast.expr]) -> bool:
    return any(isinstance(one, ast.Starred) for one in nodes)


def _forget(node: ast.AST) -> Iterator[ast.AST]:
    kept = isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Attribute)
    if kept or isinstance(node, ast.Expr | ast.AugAssign | ast.Continue | ast.Break):
        yield ast.Pass()


def _return_nothing(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Return) and node.value is not None:
        yield _with(node, value=ast.Constant(None))


def _return_empty(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Return) and node.value is not None and not _is_empty(node.value):
        kind = ast.Call(ast.Name("type", ast.Load()), [node.value], [])
        yield _with(node, value=ast.Call(kind, [], []))


def _is_empty(value: ast.expr) -> bool:
    """Whether an empty one is returned anyway."""
    if isinstance(value, ast.Constant):
        return not value.value
    return not (getattr(value, "elts", None) or getattr(value, "keys", None)) and isinstance(
        value, ast.Dict | ast.List | ast.Tuple
    )


_CHANGES: tuple[tuple[str, Callable[[ast.AST], Iterator[ast.AST]]], ...] = (
    ("comparison", _compare),
    ("condition negated", _negate),
    ("condition dropped", _unasked),
    ("and, or", _logic),
    ("constant", _constant),
    ("sum", _sum),
    ("order", _order),
    ("exchanged", _exchange),
    ("statement dropped", _forget),
    (LAST_RESORT[0], _return_nothing),
    (LAST_RESORT[1], _return_empty),
)


def _with(node: ast.AST, **fields: Any) -> ast.AST:
    new = copy.copy(node)
    for name, value in fields.items():
        setattr(new, name, value)
    return new


# --- Compiling and planting


class _Replace(ast.NodeTransformer):
    def __init__(self, place: tuple[Any, ...], new: ast.AST) -> None:
        self.place, self.new, self.done = place, new, False

    def visit(self, node: ast.AST) -> Any:
        if not self.done and _place(node) == self.place:
            self.done = True
            return self.new
        return self.generic_visit(node)


def _place(node: ast.AST) -> tuple[Any, ...]:
    return type(node), *(
        getattr(node, name, 0) for name in ("lineno", "col_offset", "end_lineno", "end_col_offset")
    )


def _compiled(module: str, function: str, node: ast.AST, new: ast.AST) -> types.CodeType:
    change = _Replace(_place(node), new)
    tree = ast.fix_missing_locations(change.visit(copy.deepcopy(_tree(module))))
    assert change.done, (module, function)
    return _outermost(compile(tree, str(path_of(module)), "exec"), function)


def _outermost(code: types.CodeType, function: str) -> types.CodeType:
    """The code of the module's function or method that a name stands in."""
    wanted = function.partition(".<locals>")[0]
    waiting = [code]
    while waiting:
        one = waiting.pop()
        if one.co_qualname == wanted:
            return one
        waiting += [inner for inner in one.co_consts if isinstance(inner, types.CodeType)]
    raise LookupError(function)


def _object(module: str, function: str) -> types.FunctionType:
    """The function itself, out of whatever it is wrapped in."""
    found: Any = importlib.import_module(f"tourgen.engine.{module}")
    for part in function.partition(".<locals>")[0].split("."):
        found = vars(found)[part]
    while not isinstance(found, types.FunctionType) or hasattr(found, "__wrapped__"):
        inner = (getattr(found, name, None) for name in ("fget", "__func__", "func", "__wrapped__"))
        found = next(one for one in inner if one is not None)
    return found


@contextmanager
def _exchanged(module: str, function: str, code: types.CodeType) -> Iterator[None]:
    one = _object(module, function)
    made = [inner for inner in _living() if inner.__code__ in _inner(one.__code__).values()]
    right = [(each, each.__code__) for each in (one, *made)]
    inside = _inner(code)
    for inner in made:
        inner.__code__ = inside[inner.__code__.co_qualname]
    one.__code__ = code
    forget_answers()
    try:
        yield
    finally:
        for each, own in right:
            each.__code__ = own
        forget_answers()


def _inner(code: types.CodeType) -> dict[str, types.CodeType]:
    """The code of the functions inside one, by qualified name."""
    found = {one.co_qualname: one for one in code.co_consts if isinstance(one, types.CodeType)}
    return {**found, **{name: one for inner in found.values() for name, one in _inner(inner).items()}}


@cache
def _living() -> list[types.FunctionType]:
    """The functions that others have made when the engine was imported."""
    files = {str(path) for path in modules().values()}
    for module in modules():
        importlib.import_module(f"tourgen.engine.{module}")
    found = (one for one in gc.get_objects() if isinstance(one, types.FunctionType))
    return [one for one in found if "<locals>" in one.__qualname__ and one.__code__.co_filename in files]


def forget_answers() -> None:
    """What cached functions of the engine have answered before: with other code, or to somebody else."""
    for one in _cached():
        one.cache_clear()


@cache
def _cached() -> list[Any]:
    found = (importlib.import_module(f"tourgen.engine.{module}") for module in modules())
    return [one for module in found for one in vars(module).values() if hasattr(one, "cache_clear")]


@contextmanager
def watched(wanted: list[str], hit: Callable[[str], None]) -> Iterator[None]:
    """These functions report when they are called."""
    by_module: dict[str, set[str]] = {}
    for name in wanted:
        module, _, function = name.partition(":")
        by_module.setdefault(module, set()).add(function)
    builtins.__hit__ = hit  # type: ignore[attr-defined]
    with ExitStack() as stack:
        for module, chosen in by_module.items():
            tree = copy.deepcopy(_tree(module))
            for function, node in _functions_of(tree).items():
                if function in chosen:
                    call = ast.parse(f"__hit__({f'{module}:{function}'!r})").body
                    at = 1 if ast.get_docstring(node) is not None else 0
                    node.body[at:at] = call
            code = compile(ast.fix_missing_locations(tree), str(path_of(module)), "exec")
            for function in {one.partition(".<locals>")[0] for one in chosen}:
                stack.enter_context(_exchanged(module, function, _outermost(code, function)))
        yield


def _functions_of(tree: ast.Module) -> dict[str, Function]:
    found: dict[str, Function] = {}

    def walk(node: ast.AST, prefix: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef):
                found[prefix + child.name] = child
                walk(child, f"{prefix}{child.name}.<locals>.")
            else:
                walk(child, f"{prefix}{child.name}." if isinstance(child, ast.ClassDef) else prefix)

    walk(tree, "")
    return found
