"""The public site on this machine; every page of it has a line to the server."""

from __future__ import annotations

import os
from pathlib import Path

from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import PathLike, StaticFiles
from starlette.types import Scope

OWN = "/_/"  # below this lies what is the server's own; no event's name begins with it
_HEAD = f'<link rel="stylesheet" href="{OWN}static/serve.css"><script src="{OWN}static/serve.js" defer></script></head>'


class Site(StaticFiles):
    """The folder as it is; nothing in it whose name begins with a dot, and no links that lead out of it."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, html=True, check_dir=False)

    async def check_config(self) -> None:
        """The folder may come later, with the first build that has no problem."""

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        if any(part.startswith(".") for part in Path(path).parts):
            return "", None
        return super().lookup_path(path)

    def file_response(
        self, full_path: PathLike, stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        page = Path(full_path)
        if page.suffix != ".html":
            return super().file_response(full_path, stat_result, scope, status_code)
        return HTMLResponse(page.read_text(encoding="utf-8").replace("</head>", _HEAD, 1), status_code)
