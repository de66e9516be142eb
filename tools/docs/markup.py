"""A document → the body of its page: links between documents, a language for every word, frames for wide tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import unescape

import markdown
from markdown.extensions.toc import slugify_unicode
from markupsafe import Markup

from tourgen.web.words import JAPANESE

EXTENSIONS = ["tables", "sane_lists", "def_list", "fenced_code", "toc"]
COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)
_TITLE = re.compile(r"\A# .*\n")
_TAG = re.compile(r"(<[^>]+>)")
_PRE = re.compile(r"<pre>(.*?)</pre>", re.DOTALL)
_PICTURE = re.compile(r'<p><img alt="([^"]*)" src="([^"]*)"\s*/?></p>')
_TABLE = re.compile(r"<table>.*?</table>", re.DOTALL)
_RUN = re.compile(rf"{JAPANESE.pattern}(?:[ 　・、。]?{JAPANESE.pattern})*")


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that the build made."""

    data: bytes
    width: int
    height: int
    kind: str  # phone, desktop, sheet, paper


@dataclass(frozen=True, slots=True)
class Body:
    """What stands on the page below its title."""

    html: Markup
    headings: tuple[tuple[str, str], ...]  # (id, text) of the second level


def to_body(text: str, spoken: str, link: Callable[[str], str], pictures: Mapping[str, Picture]) -> Body:
    """A document in the language `spoken`; `link` says where a link leads on the site."""
    reader = markdown.Markdown(
        extensions=EXTENSIONS,
        output_format="html",
        extension_configs={"toc": {"slugify": _slug}},
    )
    html = reader.convert(_TITLE.sub("", COMMENT.sub("", text), count=1))
    html = re.sub(r'href="([^"]*)"', lambda found: f'href="{link(unescape(found[1]))}"', html)
    html = _PICTURE.sub(lambda found: _figure(unescape(found[1]), found[2], pictures), html)
    html = _TABLE.sub(_framed, html)
    html = _PRE.sub(lambda found: _listing(found[1], spoken), html)
    tokens: list[dict[str, str]] = reader.toc_tokens  # type: ignore[attr-defined]
    headings = tuple((one["id"], unescape(one["name"])) for one in tokens)
    return Body(Markup(_marked(html) if spoken != "ja" else html), headings)


def _slug(heading: str, separator: str) -> str:
    """As in the links of the documents; an address begins with a letter, where the heading has a number."""
    found = slugify_unicode(heading, separator)
    return found if found[:1].isalpha() else f"n{found}"


def _framed(table: re.Match[str]) -> str:
    """A wide table scrolls inside its own frame; every header says what it heads."""
    html = re.sub(r"<th( style=[^>]*)?></th>", "<td></td>", table[0])
    if not re.search("<th[ >]", html):
        html = re.sub(r"<thead>.*?</thead>\n?", "", html, flags=re.DOTALL)  # a list of options has no header
    html = re.sub(r"<th(?: style=[^>]*)?>", '<th scope="col">', html)
    html = re.sub(r"<td style=[^>]*>", "<td>", html).replace("\\|", "|")  # as it must be written in a table
    return f'<div class="wide" role="group" tabindex="0">{html}</div>'


def _listing(inside: str, spoken: str) -> str:
    """What is typed stands out from what is answered; the lines of a file that are too long scroll in their frame."""
    language = ' lang="ja"' if spoken != "ja" and JAPANESE.search(inside) else ""
    if 'class="language-console"' in inside:
        inside = re.sub(r"(?m)^((?:<code[^>]*>)?)(\$ .*)$", r"\1<b>\2</b>", inside)
        return f'<pre class="said"{language}>{inside}</pre>'
    return f'<pre tabindex="0"{language}>{inside}</pre>'


def _figure(alt: str, source: str, pictures: Mapping[str, Picture]) -> str:
    """A picture, or in words what it would show where no browser was there to make it."""
    made = pictures.get(source)
    said = Markup.escape(alt)
    if made is None:
        return f'<p class="unseen">{said}</p>'
    size = f'width="{made.width}" height="{made.height}"'
    image = f'<img src="{source}" {size} alt="{said}" loading="lazy" decoding="async">'
    return f'<p class="shot {made.kind}"><a href="{source}">{image}</a></p>'  # on a phone a sheet is read enlarged


def _marked(html: str) -> str:
    """Japanese words in an English sentence say that they are, to screen readers and fonts."""
    pieces = []
    inside = 0  # a listing that says so as a whole
    for at, piece in enumerate(_TAG.split(html)):
        if at % 2:
            inside += (piece.startswith("<pre") and " lang=" in piece) - (inside and piece == "</pre>")
            pieces.append(piece)
        else:
            pieces.append(piece if inside else _RUN.sub(r'<span lang="ja">\g<0></span>', piece))
    return "".join(pieces)
