"""The second derivation shares the models of the format language with the engine, and nothing else."""

import ast
from pathlib import Path

import tourgen.verify

HERE = Path(tourgen.verify.__file__).parent
SHARED = {"tourgen.formats.models", "tourgen.messages.problems"}
# What the models work out from a declaration is meaning, and derived here by itself.
MEANING = {
    *("unit", "counted", "titled_tree", "stage_of", "stage_of_label", "school_in", "final_criteria"),
    "first_stage",
}


def test_nothing_else_of_tourgen_is_imported() -> None:
    for path in sorted(HERE.glob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        modules = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        modules |= {
            alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names
        }
        own = {name for name in modules if name.startswith("tourgen.verify")}
        assert {name for name in modules - own if name.startswith("tourgen")} <= SHARED, path.name


def test_no_meaning_is_asked_of_the_models() -> None:
    """`declared.counted` and the like would be the engine's own answer."""
    for path in sorted(HERE.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and node.attr in MEANING:
                source = ast.unparse(node.value)
                assert not source.endswith("declared"), f"{path.name}: {source}.{node.attr}"
