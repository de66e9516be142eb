"""The event's own pages: Markdown → HTML → sanitised. What an organiser pastes can't bring script or style along."""

from __future__ import annotations

import re

from markupsafe import Markup

TAGS = {
    "a", "b", "blockquote", "br", "caption", "code", "dd", "del", "dl", "dt", "em", "h2", "h3", "h4", "hr", "i", "ins",
    "kbd", "li", "ol", "p", "pre", "rp", "rt", "ruby", "s", "small", "strong", "sub", "sup", "table", "tbody", "td",
    "th", "thead", "tr", "u", "ul",
}  # fmt: skip
ATTRIBUTES = {"a": {"href", "title"}, "th": {"scope", "colspan", "rowspan"}, "td": {"colspan", "rowspan"},
              "ol": {"start"}}  # fmt: skip


# The first heading is the page's title, which stands above the body already.
_TITLE = re.compile(r"\A\s*#\s+.*\n?")


def to_html(text: str) -> Markup:
    """One page's body. Headings start at h2, because the page's title is its h1."""
    import markdown  # here, because most calls of the program need no page
    import nh3

    text = _TITLE.sub("", text, count=1)
    html = markdown.markdown(text, extensions=["tables", "sane_lists", "def_list"], output_format="html")
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
