"""`python -m tourgen`: the same as the `tourgen` command."""

from tourgen.cli import app

app(prog_name="tourgen")
