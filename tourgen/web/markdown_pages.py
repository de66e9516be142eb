"""The event's own pages: Markdown → HTML → sanitised. What an organiser pastes can't bring script or style along."""

from __future__ import annotations

import re
from collections.abc import Mapping

from markupsafe import Markup

from tourgen.messages.problems import Problem, Unshowable
from tourgen.model import Source

TAGS = {
    "a", "b", "blockquote", "br", "caption", "code", "dd", "del", "dl", "dt", "em", "h2", "h3", "h4", "hr", "i", "ins",
    "kbd", "li", "ol", "p", "pre", "rp", "rt", "ruby", "s", "small", "strong", "sub", "sup", "table", "tbody", "td",
    "th", "thead", "tr", "u", "ul",
}  # fmt: skip
ATTRIBUTES = {"a": {"href", "title"}, "th": {"scope", "colspan", "rowspan"}, "td": {"colspan", "rowspan"},
              "ol": {"start"}}  # fmt: skip


# From every bracket that nothing closes the library looks to the end of the page: letters x such brackets.
MOST_WORK = 2 * 10**7
_CLOSED = re.compile(r"\[[^\[\]]*\](?:\([^()]*\)|\[[^\[\]]*\]|(?![(\[]))|<[^<>]*>")
# At every heading, rule and definition the library copies the rest of its block, and looks through it; at every other
# mark only the former, which is a hundred times as fast. Nothing of the kind goes on beyond a blank line.
_BLOCKS = re.compile(r"\n[ \t]*\n")
_HEADING = re.compile(r"^[ \t>]*(?:[#:]|[-=*_][-=*_ \t]*$)", re.MULTILINE)
_MARK = re.compile(r"[*_`\\&!<\[|]|  $", re.MULTILINE)
_MARKS_FOR_A_HEADING = 100

# The first heading is the page's title, which stands above the body already.
_TITLE = re.compile(r"\A\s*#\s+.*\n?")


class TooTangled(Unshowable):
    """A page whose lists lie within lists without end, or whose brackets or headings stand there by the thousand."""

    def __init__(self, text: str) -> None:
        super().__init__(text[:60])
        self.text = text

    def problem(self, shown: str, pages: Mapping[str, str]) -> Problem:
        return Problem("page-too-tangled", Source(next(name for name in pages if pages[name] == self.text)))


def to_html(text: str) -> Markup:
    """One page's body. Headings start at h2, because the page's title is its h1."""
    import nh3

    html = _converted(text)
    clean = nh3.clean(
        _stepped(html),
        tags=TAGS,
        attributes=ATTRIBUTES,
        url_schemes={"http", "https", "mailto", "tel"},
        link_rel="noopener noreferrer",
    )
    clean = clean.replace("<th></th>", "<td></td>")  # an empty corner is no heading
    clean = re.sub(r"<thead>.*?</thead>", _columns, clean, flags=re.DOTALL).replace(
        "<th>", '<th scope="row">'
    )
    # A wide table scrolls inside its own frame, never the page.
    framed = clean.replace("<table>", '<section class="wide" tabindex="0"><table>')
    return Markup(framed.replace("</table>", "</table></section>"))


def _converted(text: str) -> str:
    import markdown  # here, because most calls of the program need no page

    if _left_open(text) > MOST_WORK or any(_in_block(block) > MOST_WORK for block in _BLOCKS.split(text)):
        raise TooTangled(text)
    body = _TITLE.sub("", text, count=1)
    try:
        return markdown.markdown(body, extensions=["tables", "sane_lists", "def_list"], output_format="html")
    except RecursionError:
        raise TooTangled(text) from None


def _left_open(text: str) -> int:
    left_open = _CLOSED.sub("", text)
    return len(text) * (left_open.count("[") + left_open.count("<"))


def _in_block(block: str) -> int:
    headings, marks = len(_HEADING.findall(block)), len(_MARK.findall(block))
    return len(block) * (headings + marks // _MARKS_FOR_A_HEADING)


def _columns(head: re.Match[str]) -> str:
    return head[0].replace("<th>", '<th scope="col">')


def _stepped(html: str) -> str:
    """Headings from h2 on without a step left out, whichever levels the organiser took; a screen reader counts them."""
    open_levels: list[int] = []

    def step(tag: re.Match[str]) -> str:
        level = int(tag[2])
        if not tag[1]:
            while open_levels and open_levels[-1] >= level:
                open_levels.pop()
            open_levels.append(level)
        return f"<{tag[1]}h{min(len(open_levels) + 1, 4)}>"

    return re.sub(r"<(/?)h([1-6])>", step, html)
