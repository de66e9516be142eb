"""tourgen itself as a wheel, made from what is installed: the package need not be on a registry."""

from __future__ import annotations

import base64
import hashlib
import io
import zipfile
from importlib import metadata
from pathlib import Path

from tourgen import __version__
from tourgen.resources import BESIDE, beside

_PACKAGE = Path(__file__).parent.parent
_WHEEL = "Wheel-Version: 1.0\nGenerator: tourgen\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
_TIME = (1980, 1, 1, 0, 0, 0)  # the same wheel every time


def wheel_name() -> str:
    """The file's name, which pip reads the version from."""
    return f"tourgen-{__version__}-py3-none-any.whl"


def wheel_bytes() -> bytes:
    """A wheel of this very version, whether it was installed from one or runs from a checkout."""
    files = {**_package_files(), **_about_files()}
    about = f"tourgen-{__version__}.dist-info"
    files[f"{about}/RECORD"] = _record(files, f"{about}/RECORD")
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name, _TIME), data, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def _package_files() -> dict[str, bytes]:
    """The package, and what lies beside it in a checkout: a package installed from a wheel has that inside already."""
    found = _files(_PACKAGE, "tourgen")
    for name in BESIDE:
        found |= _files(beside(name), f"tourgen/_{name}")
    return found


def _files(place: Path, name: str) -> dict[str, bytes]:
    """A file, or all files of a folder, under their names in the wheel."""
    if place.is_file():
        return {name: place.read_bytes()}
    return {
        f"{name}/{path.relative_to(place).as_posix()}": path.read_bytes()
        for path in sorted(place.rglob("*"))
        if path.is_file() and not path.name.startswith(".") and "__pycache__" not in path.parts
    }


def _about_files() -> dict[str, bytes]:
    installed = metadata.distribution("tourgen")
    about = f"tourgen-{__version__}.dist-info"
    return {
        f"{about}/METADATA": (installed.read_text("METADATA") or "").encode(),
        f"{about}/WHEEL": _WHEEL.encode(),
        f"{about}/entry_points.txt": (installed.read_text("entry_points.txt") or "").encode(),
    }


def _record(files: dict[str, bytes], own_name: str) -> bytes:
    lines = [
        f"{name},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()},{len(data)}"
        for name, data in sorted(files.items())
    ]
    return ("\n".join([*lines, f"{own_name},,"]) + "\n").encode()
