"""Some of `make faults`: two faults in each of six functions of the rules, all caught."""

import hashlib
from pathlib import Path

from tests.faults.by_script import by_tests, by_verify, lines_kept, reaching, reviewed
from tests.faults.mutants import EACH, RULES, Mutant, mutants, names, possible

SOME = 6
FEW = 40  # tournaments
TESTS = Path(__file__).parents[1]
REPORT = Path(__file__).parent / "report.md"
# What only explanations use, and what is tested through what uses it.
EXPLAINED = {"steps": "explain/test_pairing.py", "situation": "rules/test_new_othello.py"}


def chosen() -> list[str]:
    """By the hash of their names."""
    return sorted(names(), key=lambda name: hashlib.sha256(name.encode()).hexdigest())[:SOME]


def files_for(modules: set[str]) -> list[str]:
    """The tests of the rules that import one of these modules."""
    found = [TESTS / EXPLAINED[module] for module in sorted(modules & EXPLAINED.keys())]
    for path in sorted((TESTS / "rules").glob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        found += [path] * any(f"rules.{module} import" in text for module in modules)
    return [str(path) for path in found]


def test_every_function_of_the_rules_has_its_faults() -> None:
    assert len(names()) > 200
    seen = {name: sum(str(one) not in reviewed() for one in mutants(name)) for name in names()}
    # An empty dictionary that is returned can only be missing.
    assert [name for name, count in seen.items() if count < EACH] == ["situation.Situation.paired"]
    assert all(seen.values()) and all(possible(name) for name in names())
    assert {name.partition(".")[0] for name in names()} == {path.stem for path in RULES.glob("*.py")} - {
        "__init__"
    }


def test_the_report_has_every_fault_of_today() -> None:
    """Otherwise it is out of date: `by_script --only FUNCTION --report …` for what has changed."""
    kept = lines_kept(REPORT.read_text(encoding="utf-8"), without=())
    assert len(kept) == sum(len(mutants(name)) for name in names())
    assert not [line for line in kept if "NOBODY" in line[3]]


def test_planted_faults_are_caught() -> None:
    planted = [mutant for name in chosen() for mutant in mutants(name)]
    left: list[Mutant] = [mutant for mutant in planted if not by_verify(mutant, FEW).by]
    assert len(left) < len(planted) / 2, "verify is awake"
    left = [mutant for mutant in left if str(mutant) not in reviewed()]
    tests = reaching(sorted({mutant.name for mutant in left}), files_for({one.module for one in left}))
    assert not [str(one) for one in left if not by_tests(one, tests.get(one.name, ())).by]
