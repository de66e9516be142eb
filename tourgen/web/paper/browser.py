"""A browser of the Chromium family on this machine, which turns pages into PDF."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "microsoft-edge-stable",
    "msedge",
)
# Where Windows and macOS put them, for they are not on PATH there.
WINDOWS = ("Google/Chrome/Application/chrome.exe", "Microsoft/Edge/Application/msedge.exe")
WINDOWS_ROOTS = ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")
MACOS = ("Google Chrome", "Chromium", "Microsoft Edge")
PATIENCE = 120.0  # seconds for one paper; a hall's old laptop may need many of them

# The page is our own and holds no script, and the sandbox is refused to root and in containers.
_FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-pdf-header-footer",
)


def find_browser() -> Path | None:
    """The first there is."""
    return next((path for path in _places() if path.is_file()), None)


def _places() -> Iterator[Path]:
    for folder in filter(None, os.environ.get("PATH", "").split(os.pathsep)):
        for name in NAMES:
            yield Path(folder) / name
            yield Path(folder) / f"{name}.exe"
    for root in filter(None, map(os.environ.get, WINDOWS_ROOTS)):
        yield from (Path(root) / program for program in WINDOWS)
    yield from (Path(f"/Applications/{name}.app/Contents/MacOS/{name}") for name in MACOS)


def print_to_pdf(browser: Path, page: Path, profile: Path) -> bytes | None:
    """A page as PDF, None where the browser made none.

    Without a profile of its own it would hand the page to the window that the organiser has open.
    """
    pdf = page.with_suffix(".pdf")
    command = [str(browser), *_FLAGS, f"--user-data-dir={profile}", f"--print-to-pdf={pdf}", page.as_uri()]
    try:
        subprocess.run(command, capture_output=True, timeout=PATIENCE, check=True)
        return pdf.read_bytes()
    except (OSError, subprocess.SubprocessError):
        return None
