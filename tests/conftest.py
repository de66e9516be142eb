"""What every test can use: a real browser where there is one; with CI=true a skip is a failure.

A test that needs a browser is marked `@pytest.mark.browser` and asks for `page` (a fresh Playwright page),
`chromium` (the running browser) or `chromium_path` (its program).
"""

import gc
import os
import shutil
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

from tests.once import once, shared
from tests.series import FULL

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

IN_CI = os.environ.get("CI") == "true"
INSTALL_LINE = "sudo apt-get update && sudo apt-get install -y chromium fonts-noto-cjk"
NPM_LINE = "sudo apt-get update && sudo apt-get install -y npm && make tools"
PATIENCE = 90_000  # milliseconds that a busy machine may take to show something
CHROMIUM_FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

# A worker keeps a few hundred megabytes of played tournaments; looking through them for garbage again and again
# would be a tenth of the run.
gc.set_threshold(50_000, 20, 100)

# Random examples are for people at work; CI repeats the same ones, so that it fails only for a reason.
settings.register_profile(
    "tourgen", deadline=None, print_blob=True, derandomize=IN_CI, max_examples=100 if FULL else 40
)
settings.load_profile("tourgen")


def find_chromium() -> Path | None:
    if Path("/usr/bin/chromium").exists():
        return Path("/usr/bin/chromium")
    found = shutil.which("chromium") or shutil.which("google-chrome")
    return Path(found) if found else None


@pytest.fixture(scope="session")
def chromium_path() -> Path:
    found = find_chromium()
    if found is None:
        pytest.skip("no Chromium on this machine")
    return found


@pytest.fixture(scope="session")
def chromium(chromium_path: Path) -> "Iterator[Browser]":
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium_path, chromium_sandbox=False, args=CHROMIUM_FLAGS
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def states(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a site for every state of `tests/web/states.py`."""
    from tests.audit.kinds import build_states

    return once("states", shared(tmp_path_factory) / "shown", build_states) / "states"


@pytest.fixture
def page(chromium: "Browser") -> "Iterator[Page]":
    context = chromium.new_context(locale="ja-JP", viewport={"width": 390, "height": 844})
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        uses_browser = {"page", "chromium", "chromium_path"} & set(getattr(item, "fixturenames", ()))
        if uses_browser and item.get_closest_marker("browser") is None:
            item.add_marker(pytest.mark.browser)


def _skip_is_failure(report: "pytest.TestReport | pytest.CollectReport") -> None:
    if IN_CI and report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"with CI=true a skip is a failure: {reason}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    _skip_is_failure(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    _skip_is_failure(report)
    return report


def pytest_terminal_summary(terminalreporter: Any) -> None:
    for reason, wanted, line in (
        ("no Chromium", "Chromium", INSTALL_LINE),
        ("no npm packages", "axe and html-validate", NPM_LINE),
    ):
        without = [r for r in terminalreporter.stats.get("skipped", ()) if reason in str(r.longrepr)]
        if without:
            terminalreporter.write_sep("-", wanted)
            terminalreporter.write_line(f"{len(without)} skipped for want of {wanted}. To run them:")
            terminalreporter.write_line(f"  {line}")
