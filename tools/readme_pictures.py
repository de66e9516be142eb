"""Takes the pictures of README.md from the site that `make site` made: `python -m tools.readme_pictures`."""

from __future__ import annotations

from pathlib import Path

from tools.docs.pictures import camera

ROOT = Path(__file__).parent.parent
PICTURES = {  # name → kind of screen and page below site/
    "readme-standings": ("desktop", "all-japan-51/open/standings.html"),
    "readme-round": ("phone", "all-japan-51/open/r4.html"),
}


def main() -> None:
    """Writes them into docs/pictures; where there is no Chromium the old ones stay."""
    with camera() as eye:
        for name, (kind, page) in PICTURES.items():
            picture = eye.take(kind, ROOT / "site" / page) if eye else None
            if picture:
                (ROOT / "docs" / "pictures" / f"{name}.png").write_bytes(picture.data)


if __name__ == "__main__":
    main()
