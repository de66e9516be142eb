"""python -m tools.docs --site DIR"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from tools.docs.pictures import camera
from tools.docs.shelf import document
from tools.docs.site import render_docs
from tools.docs.tutorial import Tutorial
from tourgen.messages.problems import LANGUAGES
from tourgen.storage.lock import lock
from tourgen.storage.tree import replace_tree


def main() -> None:
    """Plays the tutorial for its pictures, then writes docs/ and en/docs/ of the site, each swapped in whole."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--site", type=Path, default=Path("site"))
    site: Path = options.parse_args().site
    pictures = {}
    with camera() as eye:
        for language in LANGUAGES:
            with tempfile.TemporaryDirectory() as folder:
                done = Tutorial(Path(folder), eye).read(document("tutorial", language).text)
            pictures[language] = done.pictures
            for line in done.wrong:
                print(f"docs/tutorial ({language}): {line}", file=sys.stderr)
    files = render_docs(pictures)
    with lock(site):
        for folder in ("docs", "en/docs"):
            inside = {
                name.removeprefix(f"{folder}/"): data
                for name, data in files.items()
                if name.startswith(f"{folder}/")
            }
            replace_tree(site / folder, inside)


if __name__ == "__main__":
    main()
