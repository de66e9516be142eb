"""`tourgen go live`."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Annotated

import typer

from tourgen.cli.common import (
    AddressOption,
    EventArgument,
    HostOption,
    LangOption,
    SiteOption,
    one_event,
    site_folder,
)
from tourgen.cli.serve import serve_events
from tourgen.go.board import LARGEST
from tourgen.go.live.command import KOMI
from tourgen.go.live.seats import Wish

_SIZE = re.compile(r"(\d{1,2})(?:x(\d{1,2}))?")


def live(
    event: EventArgument,
    division: Annotated[
        str | None, typer.Option("--division", metavar="ID", help="部門 / the division")
    ] = None,
    round_number: Annotated[
        int | None,
        typer.Option(
            "--round", metavar="N", min=1, max=99, help="回戦(なければ最新) / the round, else the latest"
        ),
    ] = None,
    tables: Annotated[
        int | None,
        typer.Option(
            "--tables",
            metavar="N",
            min=1,
            max=500,
            help="シートによらず N 卓を開く / open N tables, whatever the sheets say",
        ),
    ] = None,
    komi: Annotated[
        str | None, typer.Option("--komi", metavar="K", help="コミ(ふつう 6.5) / komi, usually 6.5")
    ] = None,
    size: Annotated[str, typer.Option("--size", metavar="S", help="盤の大きさ / board size: 19, 9x7")] = "19",
    site: SiteOption = None,
    host: HostOption = "0.0.0.0",
    port: Annotated[int, typer.Option("--port", metavar="P", min=0, max=65535, help="ポート / port")] = 8004,
    address: AddressOption = None,
    lang: LangOption = None,
) -> None:
    """終局処理を、対局者と観戦者のスマホやパソコンでリアルタイムに行います。サーバーは `tourgen serve` と同じものです。

    The end of the game for two players and spectators, on their phones and laptops, in real time; the server is that of
    `tourgen serve`.
    """
    folder, shown = one_event(event, lang)
    wish = Wish(division, round_number, tables, _komi(komi), _size(size))
    serve_events([event], [(folder, shown)], site_folder(site), host, port, address, lang, wish)


def _komi(text: str | None) -> Decimal | None:
    if text is None:
        return None
    if not KOMI.fullmatch(text):
        raise typer.BadParameter("6.5 のように入力してください / write it like 6.5", param_hint="--komi")
    return Decimal(text)


def _size(text: str) -> tuple[int, int]:
    found = _SIZE.fullmatch(text)
    width, height = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not (1 <= width <= LARGEST and 1 <= height <= LARGEST):
        raise typer.BadParameter(
            f"19 や 9x7 のように入力してください / write it like 19 or 9x7, up to {LARGEST}",
            param_hint="--size",
        )
    return width, height
