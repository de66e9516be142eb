"""Excel rosters and result sheets in, tournament sites out."""

__version__ = "0.1.0"
