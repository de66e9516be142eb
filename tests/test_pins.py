"""Nothing floats: the pins cover the whole installed closure, and name no registry."""

import json
import re
import tomllib
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
DEVELOPMENT = (ROOT / "requirements-dev.txt").read_text(encoding="utf-8")
PYTHONS = ["3.11", "3.12", "3.13", "3.14"]
WINDOWS = {"platform_system": "Windows", "sys_platform": "win32", "os_name": "nt"}


def pins(requirements: Iterable[str]) -> dict[str, str]:
    """Name → version; anything but one exact version is an error."""
    found: dict[str, str] = {}
    for requirement in map(Requirement, requirements):
        (specifier,) = requirement.specifier
        assert specifier.operator == "==" and "*" not in specifier.version, f"not exact: {requirement}"
        found[canonicalize_name(requirement.name)] = specifier.version
    return found


RUNTIME_PINS = pins(PROJECT["project"]["dependencies"])
EXTRA_PINS = pins(one for extra in PROJECT["project"]["optional-dependencies"].values() for one in extra)
BUILD_PINS = pins(PROJECT["build-system"]["requires"])
DEVELOPMENT_PINS = pins(re.findall(r"^([a-z0-9][^\s\\]*)", DEVELOPMENT, re.MULTILINE))


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
        except metadata.PackageNotFoundError:  # another platform's package, pinned like the rest
            continue
        for requirement in map(Requirement, declared):
            if requirement.marker is None or requirement.marker.evaluate({**environment, "extra": ""}):
                waiting.append(requirement.name)
    return seen


@pytest.mark.parametrize("environment", [{}, WINDOWS], ids=["here", "windows"])
@pytest.mark.parametrize("python", PYTHONS)
def test_runtime_pins_are_closed(environment: dict[str, str], python: str) -> None:
    environment = {**environment, "python_version": python, "python_full_version": f"{python}.0"}
    assert closure(RUNTIME_PINS, environment) == set(RUNTIME_PINS)


@pytest.mark.parametrize("environment", [{}, WINDOWS], ids=["here", "windows"])
@pytest.mark.parametrize("python", PYTHONS)
def test_extra_pins_are_closed(environment: dict[str, str], python: str) -> None:
    environment = {**environment, "python_version": python, "python_full_version": f"{python}.0"}
    assert closure(EXTRA_PINS, environment) <= {*EXTRA_PINS, *RUNTIME_PINS}


def test_build_pins_are_closed() -> None:
    assert closure(BUILD_PINS, {}) == set(BUILD_PINS)


@pytest.mark.parametrize("python", PYTHONS)
def test_development_pins_are_closed(python: str) -> None:
    environment = {"python_version": python, "python_full_version": f"{python}.0"}
    assert closure(DEVELOPMENT_PINS, environment) == set(DEVELOPMENT_PINS)


def test_development_pins_agree_with_the_others() -> None:
    elsewhere = {"colorama"}
    for name, version in {**RUNTIME_PINS, **EXTRA_PINS, **BUILD_PINS}.items():
        assert name in elsewhere or DEVELOPMENT_PINS[name] == version


def test_what_is_installed_is_what_is_pinned() -> None:
    installed: dict[str, str] = {canonicalize_name(d.name): d.version for d in metadata.distributions()}
    for name, version in DEVELOPMENT_PINS.items():
        assert installed.get(name) == version, f"{name}: run `make setup`"


def test_every_development_pin_has_hashes() -> None:
    for block in re.split(r"^(?=[a-z0-9])", DEVELOPMENT, flags=re.MULTILINE)[1:]:
        assert "--hash=sha256:" in block, block


def test_no_file_names_a_registry() -> None:
    pattern = re.compile(r"://|--(extra-)?index-url [^\s]|--find-links [^\s]|--trusted-host [^\s]")
    files = ["pyproject.toml", "requirements-dev.in", "requirements-dev.txt", "Makefile", ".ci/run"]
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
