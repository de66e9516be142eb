"""What is printed from the desk: all papers of a round as one PDF, or one page where no browser makes one."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Container
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from tourgen.event.load_event import load_event
from tourgen.messages.problems import Problem
from tourgen.web.event import Codes
from tourgen.web.paper.alone import render_together
from tourgen.web.paper.printing import one_pdf

PLACE = "/_papers/"  # beside the server's own pages, for a paper brings its own style and policy
MOST_KEPT = 8


class Papers:
    """The latest ones, each under an address that only the desk is told."""

    def __init__(self) -> None:
        self._made: OrderedDict[str, tuple[bytes, str]] = OrderedDict()

    def route(self) -> Route:
        """Their addresses."""
        return Route(f"{PLACE}{{name}}", self._answer)

    def make(
        self,
        folder: Path,
        shown: str,
        division: str,
        language: str,
        address: str,
        codes: Codes,
        held: Container[str] = (),
    ) -> str | list[Problem]:
        """The papers of the round that is to be played, of one division; where they are, or what is wrong.

        No draft is printed: of divisions that are `held` the round that is on the screen.
        """
        report, problems, _ = load_event(folder, shown, held=held)
        if report is None:
            return problems
        page = render_together(report, division, address, language, codes)
        if page is None:
            return ""
        pdf = one_pdf(page, folder / "desk")
        name = secrets.token_urlsafe(18)
        self._made[name] = (pdf, "application/pdf") if pdf else (page, "text/html")
        if len(self._made) > MOST_KEPT:
            self._made.popitem(last=False)
        return f"{PLACE}{name}"

    def _answer(self, request: Request) -> Response:
        found = self._made.get(request.path_params["name"])
        if found is None:
            return PlainTextResponse("Not found.\n", 404)
        return Response(found[0], media_type=found[1])
