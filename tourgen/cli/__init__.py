"""The `tourgen` command."""

from typing import Annotated

import typer

from tourgen import __version__

app = typer.Typer(no_args_is_help=True, add_completion=False)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"tourgen {__version__}")
        raise typer.Exit


@app.callback()
def main(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Turns the rosters and result sheets of a tournament into its site and its next round."""
