"""The `tourgen` command: each command parses arguments, calls one function, prints."""

from __future__ import annotations

from typing import Annotated

import typer

from tourgen import __version__
from tourgen.cli import (
    build,
    check,
    demo,
    explain,
    formats,
    go_live,
    go_score,
    new,
    pair,
    print_papers,
    publish,
    ratings,
    restore,
    serve,
    simulate,
    start,
    verify,
)
from tourgen.resources import beside

app = typer.Typer(
    invoke_without_command=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    epilog=f"\b\n文書 / Documents: {beside('docs')}",  # \b keeps the line whole
)
go = typer.Typer(no_args_is_help=True)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"tourgen {__version__}")
        raise typer.Exit


@app.callback()
def main(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version and exit."),
    ] = False,
) -> None:
    """大会の名簿と結果シート(Excel)から、公開サイトと次の回戦のシートを作ります。コマンドなしなら、開始ページを開きます。

    Turns the rosters and result sheets of a tournament into its site and its next round's sheet. Without a command
    it opens its start page in the browser.
    """
    if context.invoked_subcommand is None:
        start.start()


@go.callback()
def go_main() -> None:
    """囲碁の終局: 棋譜と終局案の計算、対局者の画面での終局処理。

    Go: the end of a game, counted and agreed.
    """


app.command("new")(new.new)
app.command("build")(build.build)
app.command("check")(check.check)
app.command("pair")(pair.pair)
app.command("restore")(restore.restore)
app.command("explain")(explain.explain)
app.command("verify")(verify.verify)
app.command("formats")(formats.formats)
app.command("simulate")(simulate.simulate)
app.command("serve")(serve.serve)
app.command("print")(print_papers.print_)
app.command("publish")(publish.publish)
app.command("ratings")(ratings.ratings)
app.command("demo")(demo.demo)
go.command("score")(go_score.score)
go.command("live")(go_live.live)
app.add_typer(go, name="go")
