"""The `tourgen` command: each command parses arguments, calls one function, prints."""

from __future__ import annotations

from typing import Annotated

import typer

from tourgen import __version__
from tourgen.cli import ask, events, go, go_live, make, paper, rehearse, venue
from tourgen.cli.last_resort import Application

app = Application(
    no_args_is_help=True, add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"tourgen {__version__}")
        raise typer.Exit


@app.callback()
def main(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version and exit."),
    ] = False,
) -> None:
    """大会の名簿と結果シート(Excel)から、公開サイトと次の回戦のシートを作ります。

    Turns the rosters and result sheets of a tournament into its site and its next round's sheet.
    """


app.command("new")(make.new)
app.command("build")(events.build)
app.command("check")(events.check)
app.command("pair")(events.pair)
app.command("explain")(ask.explain)
app.command("verify")(ask.verify)
app.command("formats")(ask.formats)
app.command("simulate")(rehearse.simulate)
app.command("serve")(venue.serve)
app.command("print")(paper.print_)
app.command("publish")(venue.publish)
app.command("demo")(make.demo)
go.app.command("live")(go_live.live)
app.add_typer(go.app, name="go")
