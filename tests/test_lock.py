"""What tourgen needs: ranges in pyproject.toml, and requirements.lock with exact versions that name no registry."""

import json
import re
import tomllib
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tourgen.resources import DEVELOPMENT, locked_requirements

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
DIRECT = [Requirement(one) for one in PROJECT["project"]["dependencies"]]
TOOLS = [Requirement(one) for one in PROJECT["dependency-groups"]["dev"]]
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
PYTHONS = ["3.11", "3.12", "3.13", "3.14"]
WINDOWS = {"platform_system": "Windows", "sys_platform": "win32", "os_name": "nt"}


def locked(text: str) -> list[Requirement]:
    """The packages of a part of the lock file."""
    return [Requirement(line.rstrip(" \\")) for line in re.findall(r"^[a-z0-9].*$", text, re.MULTILINE)]


def versions(text: str) -> dict[str, str]:
    """Name → version of those that are installed here."""
    found = {}
    for one in locked(text):
        if one.marker is None or one.marker.evaluate():
            (specifier,) = one.specifier
            assert specifier.operator == "==" and "*" not in specifier.version, f"not exact: {one}"
            found[canonicalize_name(one.name)] = specifier.version
    return found


def closure(roots: Iterable[str], environment: dict[str, str]) -> set[str]:
    """The roots and all that they need, as the installed packages declare it."""
    seen: set[str] = set()
    waiting = list(roots)
    while waiting:
        name = canonicalize_name(waiting.pop())
        if name in seen:
            continue
        seen.add(name)
        try:
            declared = metadata.requires(name) or []
        except metadata.PackageNotFoundError:  # another platform's package, which needs nothing else
            continue
        for requirement in map(Requirement, declared):
            if requirement.marker is None or requirement.marker.evaluate({**environment, "extra": ""}):
                waiting.append(requirement.name)
    return seen


@pytest.mark.parametrize("requirement", DIRECT, ids=str)
def test_a_range_has_two_ends(requirement: Requirement) -> None:
    """`make versions` tries both; a newer major version is allowed once it was tried."""
    assert sorted(one.operator for one in requirement.specifier) == ["<", ">="]


@pytest.mark.parametrize("requirement", [*DIRECT, *TOOLS], ids=str)
def test_the_lock_keeps_to_the_ranges(requirement: Requirement) -> None:
    assert versions(LOCK)[canonicalize_name(requirement.name)] in requirement.specifier, "run `make lock`"


@pytest.mark.parametrize("environment", [{}, WINDOWS], ids=["here", "windows"])
@pytest.mark.parametrize("python", PYTHONS)
def test_the_first_part_is_what_tourgen_needs(environment: dict[str, str], python: str) -> None:
    """`tourgen publish` installs it alone, with --require-hashes, which fails where something is missing."""
    environment = {**environment, "python_version": python, "python_full_version": f"{python}.0"}
    listed = {
        canonicalize_name(one.name)
        for one in locked(locked_requirements())
        if one.marker is None or one.marker.evaluate(environment)
    }
    assert closure((one.name for one in DIRECT), environment) == listed, "run `make lock`"


def test_the_lock_is_closed() -> None:
    assert closure((one.name for one in (*DIRECT, *TOOLS)), {}) == set(versions(LOCK)), "run `make lock`"


def test_what_is_installed_is_what_is_locked() -> None:
    installed: dict[str, str] = {canonicalize_name(d.name): d.version for d in metadata.distributions()}
    for name, version in versions(LOCK).items():
        assert installed.get(name) == version, f"{name}: run `make setup`"


def test_every_locked_package_has_hashes() -> None:
    assert LOCK.count(f"\n{DEVELOPMENT}\n") == 1
    for block in re.split(r"^(?=[a-z0-9])", LOCK, flags=re.MULTILINE)[1:]:
        assert "--hash=sha256:" in block, block


def test_no_file_names_a_registry() -> None:
    pattern = re.compile(r"://|--(extra-)?index-url|--find-links|--trusted-host|tool\.uv")
    files = [
        "pyproject.toml",
        "requirements.lock",
        "Makefile",
        ".ci/run",
        "tools/lock.py",
        "tools/versions.py",
    ]
    files += [f"tools/audit/{name}" for name in ("package.json", "package-lock.json", ".npmrc")]
    for name in files:
        assert not pattern.search((ROOT / name).read_text(encoding="utf-8")), name


def test_npm_packages_are_exact_and_hashed() -> None:
    folder = ROOT / "tools" / "audit"
    declared = json.loads((folder / "package.json").read_text(encoding="utf-8"))
    locked = json.loads((folder / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    for name, version in {**declared["dependencies"], **declared["devDependencies"]}.items():
        assert locked[f"node_modules/{name}"]["version"] == version, name
    for path, entry in locked.items():
        assert not path or entry["integrity"].startswith("sha512-"), path
        assert "resolved" not in entry, f"{path}: where it comes from is not the lock's business"
