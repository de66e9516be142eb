"""The tools beside the browser: node, which Playwright brings along, and what make put into tools/audit."""

from __future__ import annotations

import shutil
from pathlib import Path

import playwright

TOOLS = Path(__file__).parents[2] / "tools" / "audit"
AXE = TOOLS / "node_modules/axe-core/axe.min.js"
HTML_VALIDATE = TOOLS / "node_modules/html-validate/bin/html-validate.mjs"
LIGHTHOUSE = TOOLS / "node_modules/lighthouse/package.json"
MISSING = "no npm packages in tools/audit"


def node() -> str:
    """The node that the installed Playwright runs itself, so its version is pinned with it."""
    found = shutil.which("node", path=str(Path(playwright.__file__).parent / "driver"))
    assert found is not None, "Playwright without its node"
    return found
