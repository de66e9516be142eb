"""From the bytes of an SGF file to the text of one plain main line, which any parser can be trusted with.

Decoding is strict: what `CA` names, else UTF-8, EUC-JP, cp932, the first that fits without a doubtful byte.
The scan goes through the file once, without recursion. It finds what is broken with its line, keeps the main
line, drops variations and further games (and says so), and bounds size, depth and number of nodes.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass, field

from tourgen.messages.problems import brief
from tourgen.storage.limits import Limits, limits

# The parser copies the rest of the text at every property: characters x properties and values.
MOST_WORK = 2 * 10**9

TRIED = ("utf-8", "euc_jp", "cp932")
_CHARSET = re.compile(rb"(?:[;\]\s]|^)CA\s*\[\s*([A-Za-z0-9_.:-]{1,40})\s*\]")
# What files name Shift_JIS and GB2312 is in fact their common extensions.
_MEANT = {"shift_jis": "cp932", "gb2312": "gb18030", "iso8859-1": "cp1252"}
# What Python makes of bytes that Windows leaves undefined.
_NOT_IN_CP932 = set("\x80\uf8f0\uf8f1\uf8f2\uf8f3")
_NO_CHARSET = {"idna", "punycode", "unicode-escape", "raw-unicode-escape", "undefined", "utf-7"}

# Inside a value the parser must not meet a bracket or a backslash: `\][` is split in two by it. These
# characters are reserved by Unicode for such private use and can't occur in text.
_HIDDEN = {"]": "\ufdd0", "\\": "\ufdd1"}
_HIDE = str.maketrans(_HIDDEN)
_SHOW = str.maketrans({hidden: shown for shown, hidden in _HIDDEN.items()})
_IMPOSSIBLE = str.maketrans(dict.fromkeys(_HIDDEN.values(), "�"))

_LINE_BREAK = re.compile(r"\r\n|\n\r|\r")
_VALUE = re.compile(r"\[([^\]\\]*(?:\\.[^\]\\]*)*)\]", re.DOTALL)
_IDENT = re.compile(r"[A-Za-z0-9]+")
_SPACE = re.compile(r"\s*")
_START = re.compile(r"\(\s*;")


class SgfProblem(Exception):
    """A record that can't be read: the code of a message and its values, of which a value has a million letters."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.params = {name: brief(one) if isinstance(one, str) else one for name, one in params.items()}


@dataclass
class MainLine:
    """The main line as text for the parser, and what was left out."""

    text: str
    variations: bool
    further_games: bool


def decode(data: bytes) -> str:
    """The file's text; raises SgfProblem where no encoding fits."""
    most = limits().sgf_kib * 1024
    if len(data) > most:
        raise SgfProblem("sgf-too-large", size=len(data), limit=most)
    data = data.removeprefix(codecs.BOM_UTF8)
    named = _CHARSET.search(data)
    names = (named[1].decode("ascii"),) if named else TRIED
    for name in names:
        try:
            codec = _codec(name)
            text = data.decode(codec)
        except (UnicodeError, LookupError):
            continue
        if codec == "cp932" and _NOT_IN_CP932 & set(text):
            continue
        return _LINE_BREAK.sub("\n", text).translate(_IMPOSSIBLE)
    raise SgfProblem("sgf-encoding", tried=", ".join(names))


def _codec(name: str) -> str:
    """Python's name of a character set; LookupError for what is none."""
    known = codecs.lookup(name).name
    if known in _NO_CHARSET:
        raise LookupError(name)
    return _MEANT.get(known, known)


def shown(value: str) -> str:
    """A value as it was meant, from how the parser saw it."""
    return value.translate(_SHOW)


def main_line(text: str) -> MainLine:
    """The first game's main line as `(;…;…)`; raises SgfProblem where the text is no SGF."""
    start = _START.search(text)
    if start is None:
        raise SgfProblem("sgf-none")
    scan = _Scan(text, start.start())
    scan.run()
    kept = "".join(scan.kept)
    if len(kept) * scan.work > MOST_WORK:
        raise SgfProblem("sgf-too-large", size=len(kept), limit=MOST_WORK // scan.work)
    return MainLine(f"({kept})", scan.variations, _START.search(text, scan.at) is not None)


@dataclass
class _Scan:
    """One pass over a game tree. A tree is on the main line if it is the first below its parent's nodes."""

    text: str
    at: int
    kept: list[str] = field(default_factory=list)
    work: int = 1
    variations: bool = False
    nodes: int = 0
    limits: Limits = field(default_factory=limits)
    open_trees: list[list[bool]] = field(default_factory=list)  # [on the main line, has a tree below]

    def run(self) -> None:
        while True:
            self.at = _end(_SPACE, self.text, self.at)
            mark = self.text[self.at : self.at + 1]
            if mark == "(":
                self._open()
            elif mark == ")":
                self._close()
                if not self.open_trees:
                    return
            elif mark == ";":
                self._node()
            else:
                self._property()

    def _open(self) -> None:
        if len(self.open_trees) >= self.limits.sgf_depth:
            raise SgfProblem("sgf-too-deep", limit=self.limits.sgf_depth)
        main = True
        if self.open_trees:
            parent = self.open_trees[-1]
            main = parent[0] and not parent[1]
            self.variations |= parent[1]
            parent[1] = True
        self.open_trees.append([main, False])
        self.at += 1

    def _close(self) -> None:
        self.open_trees.pop()
        self.at += 1

    def _node(self) -> None:
        self.nodes += 1
        if self.nodes > self.limits.sgf_nodes:
            raise SgfProblem("sgf-too-many", limit=self.limits.sgf_nodes)
        if self.open_trees[-1][1]:
            raise self._broken()  # nodes after a variation
        self._keep(";")
        self.at += 1

    def _property(self) -> None:
        ident = _IDENT.match(self.text, self.at)
        if ident is None or not self.nodes or self.open_trees[-1][1]:
            raise self._broken()
        self.at = ident.end()
        values: list[str] = []
        while value := _VALUE.match(self.text, _end(_SPACE, self.text, self.at)):
            values.append(f"[{_plain(value[1]).translate(_HIDE)}]")
            self.at = value.end()
        if not values:
            raise self._broken()
        self._keep(ident[0] + "".join(values), len(values))

    def _keep(self, text: str, work: int = 1) -> None:
        if self.open_trees[-1][0]:
            self.kept.append(text)
            self.work += work

    def _broken(self) -> SgfProblem:
        line = self.text.count("\n", 0, self.at) + 1
        near = " ".join(self.text[self.at : self.at + 20].split())
        return SgfProblem("sgf-broken", line=line, near=near)


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    assert found is not None
    return found.end()


def _plain(value: str) -> str:
    """Without escapes: `\\]` is `]`, and a backslash at the end of a line joins it with the next."""
    return re.sub(r"\\(.)", lambda escaped: escaped[1].strip("\n"), value, flags=re.DOTALL)
