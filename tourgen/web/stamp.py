"""Which build a page belongs to: every page carries a hash of all the event's files, and build.json repeats it.

So a page knows that it is an old one, whatever a host's cache says, and no page holds the time.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Iterator

_BLANK = "0" * 16  # what the templates write; the hash is taken over the files as they are with it
_MARK = 'data-build="{}"'


def contents(name: str, data: bytes) -> Iterator[tuple[str, bytes]]:
    """A file, or the parts of a workbook: how they are packed depends on the machine's zlib."""
    if not name.endswith(".xlsx"):
        yield name, data
        return
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for part in archive.namelist():
            yield f"{name}/{part}", archive.read(part)


def stamped(files: dict[str, bytes]) -> dict[str, bytes]:
    """These files with the build's id in every page, and build.json as far as it is the same every time.

    Page by page in the place of the one without: all pages twice would be twice the memory.
    """
    digest = hashlib.sha256()
    for name, packed in sorted(files.items()):
        for part, data in contents(name, packed):
            digest.update(f"{part}\0{len(data)}\0".encode())
            digest.update(data)
    build = digest.hexdigest()[:16]
    blank, mark = (_MARK.format(one).encode() for one in (_BLANK, build))
    for name, data in files.items():
        if name.endswith(".html"):
            files[name] = data.replace(blank, mark, 1)
    files["build.json"] = (json.dumps({"build": build}) + "\n").encode()
    return files
