"""What organisers install: a package that has everything in it and works from any folder."""

import os
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.installed import link_packages
from tourgen import __version__
from tourgen.resources import BESIDE, beside

ROOT = Path(__file__).parent.parent
NAME = f"tourgen-{__version__}"


def files_below(folder: Path, name: str) -> set[str]:
    """All files of a folder under another name, without what Python compiled."""
    return {
        f"{name}/{path.relative_to(folder).as_posix()}"
        for path in folder.rglob("*.*")
        if path.is_file() and "__pycache__" not in path.parts
    }


SHIPPED = {
    *files_below(ROOT / "tourgen", "tourgen"),
    *files_below(ROOT / "templates", "tourgen/_templates"),
    *files_below(ROOT / "docs", "tourgen/_docs"),
    "tourgen/_requirements.lock",
    "tourgen/py.typed",
}


def test_a_checkout_uses_its_own_files() -> None:
    assert [beside(name) for name in BESIDE] == [ROOT / name for name in BESIDE]


def built(kind: str, project: Path, folder: Path) -> Path:
    """A wheel or sdist of the project, built by this environment's hatchling."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)]
    subprocess.run(command, cwd=project, check=True, capture_output=True)
    (found,) = folder.iterdir()
    return found


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built("wheel", ROOT, tmp_path_factory.mktemp("wheel"))


def names_in(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_the_wheel_has_everything(wheel: Path) -> None:
    names = names_in(wheel)
    assert wheel.name.startswith(f"{NAME}-")
    assert {name for name in names if name.startswith("tourgen/")} == SHIPPED
    assert {name.split("/")[0] for name in names} == {"tourgen", f"{NAME}.dist-info"}
    assert f"{NAME}.dist-info/licenses/LICENSE" in names


@pytest.mark.slow
def test_the_sdist_has_its_licence_and_documents_and_makes_the_same_wheel(
    wheel: Path, tmp_path: Path
) -> None:
    packed = built("sdist", ROOT, tmp_path / "sdist")
    with tarfile.open(packed) as archive:
        archive.extractall(tmp_path / "source", filter="data")
    source = tmp_path / "source" / NAME
    for name in ("LICENSE", "README.md", "CHANGELOG.md", "docs/index.ja.md", "docs/tutorial.md"):
        assert (source / name).is_file(), name
    assert names_in(built("wheel", source, tmp_path / "again")) == names_in(wheel)


def test_who_made_it_and_under_which_licence(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        about = archive.read(f"{NAME}.dist-info/METADATA").decode()
    for line in ("License-Expression: MIT", "Author: tourgen contributors", "Requires-Python: >=3.11"):
        assert f"\n{line}\n" in about
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    needed = [
        Requirement(line.partition(": ")[2])
        for line in about.splitlines()
        if line.startswith("Requires-Dist")
    ]
    assert {str(one) for one in needed} == {str(Requirement(one)) for one in declared}


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment in which nothing is installed but the wheel and what the lock file says it needs."""
    home = tmp_path_factory.mktemp("environment")
    venv.create(home, with_pip=False, symlinks=True)
    command = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        str(home / "bin" / "python"),
        "install",
        "-qq",
        "--no-deps",
    ]
    subprocess.run([*command, str(wheel)], check=True)
    link_packages(home)
    return home


def tourgen(installed: Path, folder: Path, *arguments: str) -> str:
    """What the installed program says, which knows nothing of this checkout."""
    command = [installed / "bin" / "tourgen", *arguments]
    outside = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, env=outside)
    assert done.returncode == 0, f"{arguments}\n{done.stdout}{done.stderr}"
    return done.stdout


@pytest.mark.slow
def test_the_wheel_works_from_any_folder(installed: Path, tmp_path: Path) -> None:
    assert __version__ in tourgen(installed, tmp_path, "--version")
    tourgen(installed, tmp_path, "demo", "days")
    assert (tmp_path / "days/site/demo/index.html").is_file()
    tourgen(installed, tmp_path, "verify", "days/events/demo")


@pytest.mark.slow
def test_the_documents_are_where_help_says(installed: Path, tmp_path: Path) -> None:
    said = tourgen(installed, tmp_path, "--help")
    folder = Path(said.partition("Documents: ")[2].splitlines()[0])
    assert folder.is_relative_to(installed) and (folder / "index.ja.md").is_file()
