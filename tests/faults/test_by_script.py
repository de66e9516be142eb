"""Some of `make faults`: two faults in each of a dozen functions of the rules, all caught."""

import hashlib
from pathlib import Path

from tests.faults.by_script import catch, reviewed
from tests.faults.mutants import EACH, RULES, mutants, names, possible

DOZEN = 12
FEW = 40  # tournaments
HERE = Path(__file__).parents[1] / "rules"


def chosen() -> list[str]:
    """By the hash of their names."""
    return sorted(names(), key=lambda name: hashlib.sha256(name.encode()).hexdigest())[:DOZEN]


def test_every_function_of_the_rules_has_its_faults() -> None:
    assert len(names()) > 200
    assert not [name for name in names() if len(possible(name)) < EACH]
    for path in RULES.glob("*.py"):
        assert path.stem == "__init__" or any(name.startswith(f"{path.stem}.") for name in names())


def test_planted_faults_are_caught() -> None:
    planted = [mutant for name in chosen() for mutant in mutants(name)]
    modules = {mutant.module for mutant in planted}
    tests = [
        str(path)
        for path in sorted(HERE.glob("test_*.py"))
        if any(f"rules.{module} import" in path.read_text(encoding="utf-8") for module in modules)
    ]
    found = catch(planted, tests, FEW)
    nobody = [str(mutant) for mutant, caught in found.items() if not caught.by]
    assert set(nobody) <= set(reviewed())
