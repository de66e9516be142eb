"""What organisers install with pipx: a wheel that has everything in it and works from any folder."""

import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from tourgen import __version__
from tourgen.resources import templates_dir

ROOT = Path(__file__).parent.parent
SHIPPED = {
    *(path.relative_to(ROOT).as_posix() for path in (ROOT / "tourgen").rglob("*.toml")),
    *(
        f"tourgen/_templates/{p.relative_to(ROOT / 'templates').as_posix()}"
        for p in (ROOT / "templates").rglob("*.*")
        if "__pycache__" not in p.parts
    ),
    "tourgen/py.typed",
}


def test_a_checkout_uses_its_own_templates() -> None:
    assert templates_dir() == ROOT / "templates"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "-qq",
        "--no-deps",
        "--no-build-isolation",
        "-w",
        str(folder),
    ]
    subprocess.run([*command, str(ROOT)], check=True)
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_has_templates_formats_and_messages(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    assert wheel.name.startswith(f"tourgen-{__version__}-")
    assert not SHIPPED - names
    assert {name.split("/")[0] for name in names} == {"tourgen", f"tourgen-{__version__}.dist-info"}


@pytest.mark.slow
def test_the_wheel_works_installed_elsewhere(wheel: Path, tmp_path: Path) -> None:
    """Its dependencies are borrowed from this environment; the wheel itself stands alone in another one."""
    scratch = tmp_path / "scratch"
    venv.create(scratch, with_pip=False, symlinks=True)
    python = scratch / "bin" / "python"
    where = "import sysconfig; print(sysconfig.get_path('purelib'))"
    site = Path(
        subprocess.run([python, "-c", where], capture_output=True, text=True, check=True).stdout.strip()
    )
    install = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        str(python),
        "install",
        "-qq",
        "--no-deps",
        str(wheel),
    ]
    subprocess.run(install, check=True)
    borrowed = Path(pytest.__file__).parent.parent
    (site / "borrowed.pth").write_text(f"{borrowed}\n", encoding="utf-8")

    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    script = (
        "from tourgen.resources import templates_dir\nfrom tourgen.problems import catalogue\n"
        "import tourgen\nprint(tourgen.__file__)\nprint(templates_dir())\nassert catalogue()"
    )
    run = subprocess.run([python, "-c", script], cwd=elsewhere, capture_output=True, text=True, check=True)
    assert run.stdout.splitlines() == [str(site / "tourgen/__init__.py"), str(site / "tourgen/_templates")]
    assert (site / "tourgen" / "_templates").is_dir()
    program = subprocess.run(
        [scratch / "bin" / "tourgen", "--version"], cwd=elsewhere, capture_output=True, text=True, check=True
    )
    assert __version__ in program.stdout
