"""The language of formats: one TOML file per published rule sheet, read into a declaration and checked as a whole.

An organiser may copy a file into the event folder and change it. Everything that is wrong in it is answered at once,
each with the key, what stands there and what was probably meant.
"""

from __future__ import annotations

from tourgen.formats.doubt import FormatProblem
from tourgen.formats.fitting import admits, fitted, group_sizes, misdealt, misfit, most_rounds
from tourgen.formats.models import Format
from tourgen.formats.reading import TIME, read_format, shipped_format, shipped_formats, shipped_text

__all__ = [
    "TIME",
    "Format",
    "FormatProblem",
    "admits",
    "fitted",
    "group_sizes",
    "misdealt",
    "misfit",
    "most_rounds",
    "read_format",
    "shipped_format",
    "shipped_formats",
    "shipped_text",
]
