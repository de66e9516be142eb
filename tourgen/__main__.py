"""`python -m tourgen`, and the `tourgen` command."""

import gc

# Objects made until Python looks for rings of them that nobody needs. Its own number is 700; what a command imports and
# makes, it needs, and looking in vain took a tenth of a build.
LOOK_AFTER = 100_000


def main() -> None:
    """Everything that the command line says."""
    gc.set_threshold(LOOK_AFTER)
    from tourgen.cli import app

    app(prog_name="tourgen")


if __name__ == "__main__":
    main()
