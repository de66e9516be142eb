"""What a whole built site says of single people, beside the results.json in it: pages, papers, drawings, feeds.

A page is read as a screen reader reads it. A row, an item, a paragraph or a link that names one player and nobody else
says something of that player; a rank, a score, a criterion or a record of discs in it must be the one that results.json
has for the moment of the page: after the round in its address, else now.
"""

from __future__ import annotations

import csv
import json
import posixpath
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from html import unescape
from html.parser import HTMLParser
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree

from tests.web.numbers import moments, places_of
from tests.web.reading import VOID

Key = tuple[str, str, int]  # event, division, roster number
SAYS = {"tr", "li", "p", "dd", "g", "article", "a", "td"}
# Not the third-place match, “6th or better”, “beaten in the final, 2nd” of another; nor 1勝差, 3勝以上, 最小 0勝.
RANK = re.compile(r"(?<!\d)(?<! or )(\d+)\s?(?:位|st\b|nd\b|rd\b|th\b)(?!決定戦|以内| or |, having)")
SCORE = re.compile(r"(?<![\d.])(?<!最小 )(?<!最大 )(\d+)(?:勝(?:(\d+)敗)?|–(\d+))(?![\d勝敗差以])")
PAGE = re.compile(r"(?P<event>[^/]+)/(?:en/|ja/)?(?P<division>[^/]+)/(?P<page>[^/]+)\.html$")
ROUND = re.compile(r"/(?:print-)?(standings-)?r(\d+)(?:-(standings))?[^/]*$")
OWN_NUMBERS = (
    "/boards.html",
    "/course.html",
    "-why.html",
)  # of members of teams; of games at the board; sentences
BOARD = 64  # discs of an Othello game: no score of an event


@dataclass
class Said:
    """One element: who is named in it, its words, the discs of each record, and a row's cells by their headings."""

    tag: str = ""
    css: str = ""
    who: set[Key] = field(default_factory=set)
    words: list[str] = field(default_factory=list)
    marks: str = ""
    records: list[str] = field(default_factory=list)
    cells: list[Said] = field(default_factory=list)
    headed: dict[str, Said] = field(default_factory=dict)
    inner: list[Said] = field(default_factory=list)

    @property
    def text(self) -> str:
        return " ".join(self.words)


class Reader(HTMLParser):
    """Everything that a page says of one person, each time the largest piece that names nobody else."""

    def __init__(self, page: str, site: Site, path: str) -> None:
        super().__init__()
        self.site, self.path, self.names = site, path, site.names(path)
        self.heads: list[str] = []
        self.open = [Said()]
        self.feed(page)
        self.close()
        self.found = self.open[0].inner

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        one = Said(tag, given.get("class", ""))
        if tag == "table":
            self.heads = []
        if (key := self.site.player(self.path, given.get("href", ""))) is not None:
            one.who.add(key)
        if tag in ("i", "b") and one.css.split()[:1] in (["w"], ["l"], ["d"], ["p"]):
            one.marks = one.css[0]
        if tag not in VOID:
            self.open.append(one)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A line of a drawing says nothing."""

    def handle_data(self, data: str) -> None:
        words = data.strip()
        if words and not self.open[-1].marks and self.open[-1].tag not in ("rt", "script", "style"):
            self.open[-1].words.append(words)
            if words in self.names:
                self.open[-1].who.add(self.names[words])

    def handle_endtag(self, tag: str) -> None:
        one = self.open.pop()
        around = self.open[-1]
        if tag in ("td", "th"):
            around.cells.append(one)
        if tag == "tr" and any(outer.tag == "thead" for outer in self.open):
            self.heads = [cell.text for cell in one.cells]
        elif tag == "tr" and len(one.cells) <= len(self.heads):  # a lot at the end is left out
            one.headed = dict(zip(self.heads, one.cells, strict=False))
        if tag == "li" and "ranks" in around.css.split():
            one.headed = {"Rank": Said(words=one.words[:1])}
        if one.css != "steps":  # sentences about a pairing, which was made before the round
            says = tag in SAYS or "who" in one.css.split()
            around.inner += [one] if says and len(one.who) == 1 else one.inner
        around.who |= one.who
        around.words += one.words
        around.marks += one.marks
        around.records += [one.marks] if "rec" in one.css.split() else one.records


class Site:
    """The files of a site: events in folders, perhaps the pages that span them."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.files = files
        self.documents: dict[tuple[str, str], Any] = {
            (name.split("/")[-3], name.split("/")[-2]): json.loads(data)
            for name, data in files.items()
            if name.endswith("/results.json")
        }
        self.now = {where: moments(document)[0] for where, document in self.documents.items()}

    @cached_property
    def events(self) -> re.Pattern[str]:
        """The names of the events, which may have numbers of their own."""
        found = [json.loads(data) for name, data in self.files.items() if name.endswith("/event.json")]
        names = {name for one in found for name in (one["name"], one["name_en"]) if name}
        return re.compile("|".join(map(re.escape, sorted(names, key=len, reverse=True))) or r"(?!)")

    @cached_property
    def entries(self) -> dict[str, set[Key]]:
        """A person's page → the players that it lists."""
        return {
            posixpath.basename(path): {
                key
                for link in re.findall(r'href="([^"]+)"', data.decode())
                if (key := self.player(path, link))
            }
            for path, data in self.files.items()
            if re.search(r"^people/[0-9a-f]{12}\.html$", path)
        }

    def player(self, path: str, href: str) -> Key | None:
        """Whose page a link leads to."""
        at = unquote(posixpath.normpath(posixpath.join(posixpath.dirname(path), href.partition("#")[0])))
        found = PAGE.search(at)
        number = re.fullmatch(r"p(\d+)", found["page"]) if found else None
        if found is None or number is None or (found["event"], found["division"]) not in self.documents:
            return None
        return found["event"], found["division"], int(number[1])

    def names(self, path: str) -> dict[str, Key]:
        """Who is meant by a name on an event's page; nobody known where several of the division have it."""
        parts = path.split("/")[:-1]
        within = [where for where in self.documents if where[0] in parts]
        found: dict[str, list[Key]] = defaultdict(list)
        for event, division in [where for where in within if where[1] in parts] or within:
            for player in self.documents[event, division]["players"]:
                if not player["moved_to"]:
                    found[player["name"]].append((event, division, player["no"]))
        return {name: keys[0] if len(keys) == 1 else ("", "", 0) for name, keys in found.items()}

    def rows(self, where: tuple[str, str], path: str) -> Mapping[int, Any]:
        """The ranks of the moment that a page is of: before its round, after it, or now."""
        document = self.documents[where]
        if path.endswith("/blocks.html"):  # ranks within a block, as long as there are blocks
            return moments(document)[1]
        page = ROUND.search(path)
        if page is None and not (path.endswith(f"/{where[1]}/index.html") and document["rounds"]):
            return self.now[where]
        upto = int(page[2]) - (not (page[1] or page[3])) if page else document["rounds"][-1]["round"] - 1
        then = [one["rows"] for one in document["standings"] if one["after"] <= upto]
        return {row["no"]: row for row in (then[-1] if then else ())}

    def wrong(self) -> Iterator[str]:
        """Everything in the site that says otherwise than results.json."""
        for path, data in self.files.items():
            yield from (f"{path}: {what}" for what in self.wrong_in(path, data))

    def wrong_in(self, path: str, data: bytes) -> Iterator[str]:
        """The same of one file."""
        check = next((one for name, one in CHECKS if re.search(name, path)), None)
        if check is not None:
            yield from check(self, path, data.decode("utf-8-sig"))

    def wrong_on(self, path: str, page: str) -> Iterator[str]:
        """What a page says of somebody that is not so."""
        yield from drawn(self, path, page)
        own = self.player(path, posixpath.basename(path))
        for words in re.findall(r'<meta name="description"[^>]*content="([^"]*)"', page) if own else ():
            yield from self.wrong_of(own, Said(words=[unescape(words)]), path)  # type: ignore[arg-type]
        for one in Reader(page, self, path).found if not path.endswith(OWN_NUMBERS) else ():
            if path.endswith("/bracket.html") and one.tag in ("tr", "td", "a"):
                continue  # games of every round, each with the scores of its time
            (key,) = one.who
            if key[:2] in self.now:
                yield from self.wrong_of(key, one, path)

    def wrong_of(self, key: Key, one: Said, path: str) -> Iterator[str]:
        row = self.rows(key[:2], path).get(key[2])
        for what in wrong_words(one, self.events.sub("", one.text), row) if row else ():
            yield f"{self.documents[key[:2]]['division']['name']} {key[2]}: {what} in “{one.text[:90]}”"


def wrong_words(one: Said, text: str, row: Mapping[str, Any]) -> Iterator[str]:
    """Rank, score, criteria and discs that are not those of a row of results.json."""
    ranks = RANK.findall(text)
    ranks += [
        cell.text for head, cell in one.headed.items() if head in ("順位", "Rank") and cell.text.isdecimal()
    ]
    if any(int(rank) != row["rank"] for rank in ranks):
        yield f"rank {ranks}, not {row['rank']}"
    # Neither a walkover's line in a sum, nor the boards that a team won in one match, says a player's score.
    boards = next((cell.text for head, cell in one.headed.items() if head in ("盤", "Boards")), "")
    scores = (
        SCORE.findall(text.removesuffix(boards))
        if not re.match("不戦|Bye|walkover|forfeit|lost by both", text)
        else []
    )
    scores += [(*tuple(cell.text.split("−")[:2]), "") for cell in one.cells if "sum" in cell.css.split()]
    for won, lost, dash in scores:
        other = lost or dash
        if int(won) + int(dash or 0) != BOARD and (int(won), int(other or row["losses"])) != (
            row["wins"],
            row["losses"],
        ):
            yield f"score {won}-{other}, not {row['wins']}-{row['losses']}"
    counted = one.records[0] if one.records else ""  # the finals stand behind
    if len(counted) > 1 and (counted.count("w"), counted.count("l")) != (row["wins"], row["losses"]):
        yield f"discs {counted}, not {row['wins']}-{row['losses']}"
    for head, cell in one.headed.items():
        for at in places_of(head):
            values = {abs(row["keys"][at]), abs(row["keys"][at]) / 2} if at < len(row["keys"]) else set()
            if cell.text and abs(float(cell.text)) not in values:
                yield f"{head} {cell.text}, not {row['keys'][at]}"


def drawn(site: Site, path: str, page: str) -> Iterator[str]:
    """The champion over a bracket, and how many were still unbeaten after which round."""
    where = next(
        (one for one in site.documents if f"/{'/'.join(one)}/" in f"/{path}".replace("/en/", "/")), None
    )
    crowned = re.findall(
        r'class="champion"[^>]*>([^<]*)</text><text[^>]*>([^<]*)', page
    )  # the name, or below it
    if where is None:
        return
    document = site.documents[where]
    names = {one["no"]: one["name"] for one in document["players"]}
    titled = {names[one["no"]] for one in document["titles"]}
    yield from (f"champion {one}" for one in crowned if titled and not titled & set(map(unescape, one)))
    figures = re.findall(r'<figure class="course">(?:(?!</figure>).)*<svg.*?</figure>', page, re.DOTALL)
    told = [[int(n) for n in re.findall(r'<text class="c[^"]*"[^>]*>(\d+)<', one)] for one in figures]
    said = [
        [int(n) for n in re.findall(r"\d+", re.findall(r'aria-label="[^"]*?(\d+(?: → \d+)*)"', one)[0])]
        for one in figures
    ]
    leagues = {one["league"] for one in document["players"]} - {None} if len(figures) > 1 else {None}
    wanted = [list(unbeaten(document, league)) for league in sorted(leagues, key=str)]
    if figures and not told == said == wanted:
        yield f"unbeaten {told}, said {said}, not {wanted}"


def unbeaten(document: Mapping[str, Any], league: str | None) -> Iterator[int]:
    """How many of a league, or of all, were without a loss at the beginning and after every round."""
    left = {
        one["no"]: one["withdrawn_after"]
        for one in document["players"]
        if not (one["absent"] or one["moved_to"]) and league in (None, one["league"])
    }
    yield len(left)
    for standing in document["standings"]:
        clean = {row["no"] for row in standing["rows"] if not row["losses"]}
        left = {
            no: gone
            for no, gone in left.items()
            if no in clean and (gone is None or gone >= standing["after"])
        }
        yield len(left)


def rank_picture(site: Site, path: str, picture: str) -> Iterator[str]:
    """Everybody's ranks along their own line, and beside the names at its end."""
    event, division, _ = path.split("/")[-3:]
    document = site.documents[event, division]
    names = {one["no"]: one["name"] for one in document["players"]}
    joined = {one["no"]: one["from_round"] for one in document["players"]}
    ranks: dict[int, list[int]] = defaultdict(list)
    for standing in document["standings"]:
        for row in standing["rows"]:
            if standing["after"] >= joined[row["no"]]:
                ranks[row["no"]].append(row["rank"])
    ends = {f"{found[-1]} {names[no]}" for no, found in ranks.items()}
    for part, inner in re.findall(r'<g id="p(-?\d+)">(.*?)</g>', picture):
        line = [int(rank) for rank in re.findall(r'<text class="v"[^>]*>(\d+)<', inner)]
        beside = {unescape(one) for one in re.findall(r">(\d+ [^<]+)</text>", inner)}
        if (not part.startswith("-") and line != ranks[int(part)]) or not beside or not beside <= ends:
            yield f"{part}: {line}, {beside}"


def feed(site: Site, _: str, page: str) -> Iterator[str]:
    """An entry per round and one for the end, each with the first three or the titles."""
    atom, found = "{http://www.w3.org/2005/Atom}", set()
    for entry in ElementTree.fromstring(page).iter(f"{atom}entry"):
        link = entry.find(f"{atom}link").get("href")  # type: ignore[union-attr]
        event, division, name = str(link).removesuffix(".html").split("/")[-3:]
        document = site.documents[event, division]
        names = {one["no"]: one["name"] for one in document["players"]}
        rows = [row for one in document["standings"] if name == f"r{one['after']}" for row in one["rows"]][:3]
        wanted = [f"{row['rank']} {names[row['no']]}" for row in rows]
        wanted += [f"{one['title']} {names[one['no']]}" for one in document["titles"] if name == "standings"]
        summary = entry.findtext(f"{atom}summary") or ""
        if not summary or (wanted and re.split("、|, ", summary) != wanted):
            yield f"{link}: {summary!r}, not {wanted}"
        found.add((event, division, name))
    entries = {
        (*where, name)
        for where, one in site.documents.items()
        for name in [f"r{n}" for n in range(1, one["state"]["completed"] + 1)]
        + ["standings"] * one["state"]["finished"]
    }
    if found != entries:
        yield f"entries {sorted(found ^ entries)}"


def find_me(site: Site, path: str, data: str) -> Iterator[str]:
    """Rank and score in what the home page's own panel shows."""
    index = json.loads(data)
    for at, no, *_, rank, _situation, won, lost in (one[:13] for one in index["players"]):
        where = (path.split("/")[-2], unquote(index["divisions"][at]["path"]).strip("/"))
        row = site.now[where].get(no)
        if row and (rank, won, lost) != (row["rank"], row["wins"], row["losses"]):
            yield f"{where} {no}: {rank} {won}-{lost}"


def person(site: Site, path: str, page: str) -> Iterator[str]:
    """Of a person: what every event says, the sum of them, titles, and the score against others."""
    yield from site.wrong_on(path, page)
    mine = site.entries[posixpath.basename(path)]
    score = tuple(
        sum(site.now[key[:2]].get(key[2], {}).get(one, 0) for key in mine) for one in ("wins", "losses")
    )
    for words in re.findall(r'<p class="small">([^<]*)', page):
        career = SCORE.search(words)
        if career and (int(career[1]), int(career[2] or career[3] or 0)) != score:
            yield f"{words}, not {score}"
    titles = Counter(
        one["title"] for key in mine for one in site.documents[key[:2]]["titles"] if one["no"] == key[2]
    )
    told = Counter(re.findall(r"<b>([^<]+)</b>", "".join(re.findall(r"</span><small.*?</li>", page))))
    if "/en/" not in f"/{path}" and told != titles:
        yield f"titles {told}, not {titles}"
    for other, words in re.findall(
        r'<li><a href="(\w+\.html)">(?:(?!</li>).)*?<small>([^<]*\d[^<]*)</small>', page
    ):
        theirs = site.entries.get(other, set())
        games = [
            game["winner"]
            for event, division, no in mine
            for one in site.documents[event, division]["rounds"]
            for game in one["games"]
            if game["kind"] == "played"
            and no in game["players"]
            and game["winner"] is not None
            and any((event, division, at) in theirs for at in game["players"])
        ]
        won = sum(any(winner == key[2] for key in mine) for winner in games)
        duel = SCORE.search(words)
        if duel and (int(duel[1]), int(duel[2] or duel[3] or 0)) != (won, len(games) - won):
            yield f"{other}: {words}, not {won}-{len(games) - won}"


def clubs(site: Site, _: str, page: str) -> Iterator[str]:
    """How many people a club has, and what they won and lost together."""
    score: dict[str, Counter[str]] = defaultdict(Counter)
    members: dict[str, set[str]] = defaultdict(set)
    for name, keys in site.entries.items():
        for event, division, no in keys:
            player = next(one for one in site.documents[event, division]["players"] if one["no"] == no)
            if player["club"] and "members" not in player:
                members[player["club"]].add(name)
                row = site.now[event, division].get(no, {})
                score[player["club"]].update({one: row.get(one, 0) for one in ("wins", "losses")})
    for name, words in re.findall(r"<summary>(.*?)<small>(.*?)</small></summary>", page):
        club = unescape(re.sub(r"<[^>]+>", "", name)).strip()
        people, won, lost = len(members[club]), score[club]["wins"], score[club]["losses"]
        if [int(one) for one in re.findall(r"\d+", words)] not in (
            [people, won, lost],
            [people, won] if not lost else [],
        ):
            yield f"{club}: {words}, not {people} {won}-{lost}"


def ratings(site: Site, path: str, page: str) -> Iterator[str]:
    """Elo once more, game by game, from what the site offers; the places, scores and points of each list."""
    lists: dict[str, str] = defaultdict(str)
    parts = (one for one in site.files if re.fullmatch(path.replace(".html", r"-\d+\.html"), one))
    for text in (page, *(site.files[one].decode() for one in sorted(parts, key=lambda one: (len(one), one)))):
        for name, rows in re.findall(r"<section id=\"(\w+)\">(.*?)</section>", text, re.DOTALL):
            lists[name] += rows
    games = list(csv.DictReader(site.files["people/rated-games.csv"].decode("utf-8-sig").splitlines()))
    if list(lists) != [
        name for name in ("othello", "shogi", "go") if any(one["game"] == name for one in games)
    ]:
        yield f"lists of {', '.join(lists)}"
    for one in games:
        shipped = site.documents[one["event"], one["division"]]["division"]["format"].partition("-")[0]
        if (shipped if shipped in ("shogi", "go") else "othello") != one["game"]:
            yield f"{one['event']}: {one['game']}"
    for name, text in lists.items():
        yield from _list_of([one for one in games if one["game"] == name], text)


def _list_of(games: list[dict[str, str]], text: str) -> Iterator[str]:
    now: dict[str, float] = defaultdict(lambda: 1500.0)
    score: Counter[tuple[str, str]] = Counter()
    for game in games:
        winner, loser = game["winner_id"], game["loser_id"]
        gain = 24 / (1 + 10 ** ((now[winner] - now[loser]) / 400))
        now[winner] += gain
        now[loser] -= gain
        score.update([(winner, "won"), (loser, "lost")])
    order = []
    for place, own, words, points in re.findall(
        r'<th scope="row">(\d+)</th><td><a href="(\w+)\.html">.*?<small>(.*?)</small></td><td>(\d+)</td>',
        text,
    ):
        told = SCORE.findall(re.sub(r"<[^>]+>", "", words))[-1]
        if (int(told[0]), int(told[1] or told[2] or 0)) != (score[own, "won"], score[own, "lost"]):
            yield f"{own}: {words}"
        if abs(int(points) - now[own]) > 0.5:
            yield f"{own}: {points}, not {now[own]}"
        order.append((own, place))
    if order != [(own, str(at)) for at, own in enumerate(sorted(now, key=lambda one: (-now[one], one)), 1)]:
        yield "not in the order of the ratings"


CHECKS = (
    (r"/find\.json$", find_me),
    (r"feed\.xml$", feed),
    (r"/ranks-r\d+\.svg$", rank_picture),
    (r"people/clubs\.html$", clubs),
    (r"people/ratings\.html$", ratings),
    (r"people/[0-9a-f]{12}\.html$", person),
    (r"\.html$", Site.wrong_on),
)
