"""The pages of one division in one language."""

from __future__ import annotations

from tourgen.web import cross, info, knockout, pairings, standings
from tourgen.web.facts import Facts
from tourgen.web.home import honours, stages_of_round
from tourgen.web.leagues import leagues
from tourgen.web.lottery import lottery_view
from tourgen.web.player import player_view
from tourgen.web.reasons import criterion_quote, quotes
from tourgen.web.site import Site, data_block


def render_division(site: Site, facts: Facts) -> None:
    """Every page of a division, into the site's files."""
    split = len(facts.present) > standings.SPLIT_ABOVE
    _pairings(site, facts, split)
    _standings(site, facts, split)
    _cross(site, facts)
    _players(site, facts)
    _stages(site, facts)
    _about(site, facts)


def _pairings(site: Site, facts: Facts, split: bool) -> None:
    for entry in facts.rounds:
        number = entry["round"]
        common = {
            "d": facts,
            "tab": "pairings",
            "number": number,
            "by_hand": entry["by_hand"],
            "finals": stages_of_round(facts, number),
            "progress": facts.progress(number),
            "split": split,
        }
        named = pairings.by_name(facts, number)
        site.page(f"{facts.folder}r{number}.html", "pairings.html", bands=pairings.bands(facts, number),
                  names=[] if split else named, **common)  # fmt: skip
        if split:
            site.page(f"{facts.folder}r{number}-name.html", "pairings.html", bands=[], names=named, **common)
    if facts.rounds:
        site.copy(f"{facts.folder}index.html", f"{facts.folder}r{facts.current}.html")
    else:
        site.page(f"{facts.folder}index.html", "before.html", d=facts, tab="pairings")


def _standings(site: Site, facts: Facts, split: bool) -> None:
    for standing in facts.standings:
        lines = standings.lines(facts, standing)
        chunks = standings.pages(lines, split)
        for at, chunk in enumerate(chunks, 1):
            site.page(
                facts.folder + standing_path(standing.after, at),
                "standings.html",
                d=facts,
                tab="standings",
                standing=standing,
                columns=[line.column for line in lines[0].explained.lines] if lines else [],
                groups=list(standings.by_wins(chunk)),
                parts=[standing_path(standing.after, n) for n in range(1, len(chunks) + 1)],
                part=at,
                quote=lambda name: criterion_quote(facts, name),
                said=quotes(facts),
            )
    final = standings.final_lines(facts)
    if final:
        site.page(f"{facts.folder}standings.html", "final.html", d=facts, tab="standings", lines=final,
                  honours=honours(facts), said=quotes(facts))  # fmt: skip
    elif facts.latest is not None:
        site.copy(f"{facts.folder}standings.html", facts.folder + standing_path(facts.latest.after, 1))
    else:
        site.page(f"{facts.folder}standings.html", "before.html", d=facts, tab="standings")


def standing_path(after: int, part: int) -> str:
    """standings-r3.html, and standings-r3-2.html where a large field is split."""
    return f"standings-r{after}.html" if part == 1 else f"standings-r{after}-{part}.html"


def _cross(site: Site, facts: Facts) -> None:
    small = cross.use_grid(facts)
    rows = cross.grid(facts) if small else cross.by_round(facts)
    chunks = standings.pages(rows, len(rows) > standings.SPLIT_ABOVE)
    names = ["cross.html" if at == 1 else f"cross-{at}.html" for at in range(1, len(chunks) + 1)]
    for at, chunk in enumerate(chunks):
        site.page(facts.folder + names[at], "cross.html", d=facts, tab="cross", small=small, rows=chunk,
                  everyone=rows, parts=names, part=at + 1)  # fmt: skip


def _players(site: Site, facts: Facts) -> None:
    latest = facts.latest
    lines = {line.person.no: line for line in standings.lines(facts, latest)} if latest else {}
    everyone = [p for p in facts.people.values() if not p.moved]
    site.page(f"{facts.folder}players.html", "players.html", d=facts, tab="players",
              groups=pairings.kana_groups(everyone), everyone=everyone)  # fmt: skip
    said = quotes(facts)
    for person in everyone:
        site.page(
            facts.folder + person.href,
            "player.html",
            d=facts,
            tab="players",
            v=player_view(facts, person, lines),
            quote=lambda name: criterion_quote(facts, name),
            said=said,
        )


def _stages(site: Site, facts: Facts) -> None:
    said = quotes(facts)
    site.page(
        f"{facts.folder}leagues.html", "leagues.html", d=facts, tab="", leagues=leagues(facts), said=said
    )
    site.page(f"{facts.folder}bracket.html", "bracket.html", d=facts, tab="", tree=knockout.tree(facts),
              matches=knockout.final_matches(facts), honours=honours(facts), said=said)  # fmt: skip


def _about(site: Site, facts: Facts) -> None:
    drawn = lottery_view(facts)
    site.page(
        f"{facts.folder}lottery.html", "lottery.html", d=facts, tab="", lot=drawn, data=data_block(drawn.data)
    )
    site.page(f"{facts.folder}awards.html", "awards.html", d=facts, tab="", honours=honours(facts),
              awards=info.awards(facts), qualified=info.qualified_for(facts))  # fmt: skip
    site.page(
        f"{facts.folder}info.html",
        "info.html",
        d=facts,
        tab="info",
        criteria=info.criteria(facts),
        notices=info.notice_texts(facts.report.notices, site.words.t),
        figures=info.figures(facts),
        said=quotes(facts),
    )
