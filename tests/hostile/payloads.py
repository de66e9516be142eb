"""What somebody might type into a name, a club, a title or a comment, to see what happens; at least 200 of them."""

import itertools
import re

_SCRIPTS = (
    *("<script>alert(1)</script>", "</script><script>alert(1)</script>"),
    *("<ScRiPt src=//x.invalid></sCrIpT>", "<img src=x onerror=alert(1)>", "<svg onload=alert(1)>"),
    *("<svg><animate onbegin=alert(1)>", "<body onload=alert(1)>", "<iframe src=javascript:alert(1)>"),
    *("<object data=x>", "<embed src=x>", "<link rel=stylesheet href=//x.invalid>"),
    *("<style>*{display:none}</style>", "<base href=//x.invalid>"),
    *("<meta http-equiv=refresh content=0>", "<form action=//x>", "<input autofocus onfocus=alert(1)>"),
    *("<details open ontoggle=alert(1)>", "<math><mi xlink:href=javascript:1>x"),
    *("<a href=javascript:alert(1)>x</a>", "<a href=//x.invalid>x</a>", "<p style=position:fixed>x"),
    *("<template><b>x", "<!-- x", "-->", "<![CDATA[x]]>", "<?xml x?>", "</title><b>x", "</table><b>x"),
    *("</td></tr></table><h1>x</h1>", "<textarea>", "<xmp>", "<plaintext>", "<noscript><b>x"),
    *("<select><option>", "<marquee>x", "<b>bold</b>", "<h1>x</h1>"),
)
# A script ends here, too, with the next > of whatever follows; and none ends that contains the last.
_ENDS = ("</script ", "</script/", "</script\t<img src=x onerror=alert(1) ", "</SCRIPT/x", "<!--<script ")
_BREAKS = ("", '"', "'", "`", '">', "'>", '"/>', "&quot;>", '\\"', "] ", "*/", "{{x}}")
_ATTRIBUTES = (
    *(" onclick=alert(1) x=", ' onmouseover="alert(1)" ', ' style="x" ', " href=javascript:1 "),
    *(" class=x id=y ", " autofocus onfocus=alert(1) ", " srcdoc=x ", " formaction=//x "),
)
_FORMULAS = (
    *("=1+1", "+1+1", "-1+1", "@SUM(1)", '=HYPERLINK("http://x.invalid","x")', "=cmd|' /C calc'!A0"),
    *("＝1+1", "＋1", "－1+1", "＠x", "\t=1+1", "\r=1+1", '=""', "+A1", "-A1", "@A1", '=IMPORTXML("x")'),
    *("=DDE(1)", " =1+1", "{=1+1}"),
)
_TEMPLATES = (
    *("{{ 7*7 }}", "{% for x in y %}", "{# x #}", "{{ ''.__class__ }}", "${7*7}", "#{7*7}"),
    *("<%= 7*7 %>", "{0}", "{name}", "%s %d %n", "{0.__class__}", "{found!r}", "$(id)", "`id`"),
    *("; rm -rf /", "| cat", "&& x", "\\u003cscript\\u003e"),
)
_PATHS = (
    *("..", "../../x", "/etc/passwd", "C:\\x", "\\\\host\\x", "CON", "NUL.html", "a/b", "a\\b"),
    *("x\u0000y", "file:///x", "~root", "index.html", ".htaccess", "%2e%2e%2f", "x" * 255, "あ" * 90),
    *("con.", "x ", "."),
)
_LINKS = (
    *("javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\tscript:alert(1)", "data:text/html,<b>x"),
    *("vbscript:x", "//x.invalid", "[x](javascript:alert(1))", "![x](//x.invalid/x.png)"),
    *("<javascript:alert(1)>", "[x]: javascript:1", "https://x.invalid"),
    *("[x](data:text/html;base64,PGI+)", "<https://x.invalid>", "[a](<javascript:x>)"),
    *("# x\n\n<b>x</b>", "```\n<b>\n```"),
)
_LETTERS = (
    *("\u202eevil\u202c", "\u2066x\u2069", "e\u0301", "か\u3099", "\ufeffx", "\u200bx", "x\u2028y"),
    *("x\u2029y", "\U0001f600", "𠮷野家", "\x01x", "\x1b[31mx", "\x7fx", "\ufffe", "ﷺ", "Z̸͓͝"),
    *("&lt;b&gt;", "&#60;b&#62;", "&amp;", "&nbsp", "＜script＞", "‹b›", "ﬀ", "İ", "true", "null", "NaN"),
    *("1e9", "0x41", "2026-01-01T", "-", "[]", "{}", '""', "'", "\\", "]]>", "};alert(1);//"),
)

_JAPANESE = re.compile("[\u3040-\u30ff\u3400-\u9fff]")

PAYLOADS: tuple[str, ...] = tuple(
    dict.fromkeys(
        (
            *_SCRIPTS,
            *(f"{end}{script}" for end, script in itertools.product(_BREAKS[1:], _SCRIPTS[:6])),
            *(f"{end}{attribute}" for end, attribute in itertools.product(_BREAKS[1:4], _ATTRIBUTES)),
            *_FORMULAS,
            *_TEMPLATES,
            *_PATHS,
            *_LINKS,
            *_LETTERS,
            *_ENDS,
        )
    )
)


def twin(payload: str, number: int) -> str:
    """Something harmless of the same length, another one for each number where there is room; Japanese stays so."""
    word = f"w{number:x}".ljust(len(payload), "n")
    if _JAPANESE.search(payload):
        return "".join(old if _JAPANESE.match(old) else new for old, new in zip(payload, word, strict=False))
    return word[: len(payload)]
