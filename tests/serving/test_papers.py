"""Papers from the desk: one page or PDF of a round, with each player's own code, which stands nowhere else."""

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.cli.desk import run
from tests.serving.hall import Line, complete, desk_of, desk_served, paired
from tourgen.live import desk_pages
from tourgen.live.desk_pages import Desks
from tourgen.live.keys import KEYS, read_keys, report_addresses
from tourgen.live.papers import Papers
from tourgen.publish.git import GitSays
from tourgen.publish.prepare import WORKFLOW
from tourgen.publish.push import PublishedElsewhere, is_prepared, push, repository_of
from tourgen.web.paper import printing

ADDRESS = "http://192.168.0.10:8000"


@pytest.fixture
def event(tmp_path: Path) -> Path:
    return paired(tmp_path)


def html_of(papers: Papers, href: object) -> str:
    assert isinstance(href, str) and href.startswith("/_papers/")
    answer: Any = papers._answer(type("Request", (), {"path_params": {"name": href.rpartition("/")[2]}})())  # type: ignore[arg-type]
    assert (answer.status_code, answer.media_type) == (200, "text/html")
    return str(answer.body.decode())


def made(event: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(printing, "find_browser", lambda: None)
    papers = Papers()
    players = [("open", player.no) for player in desk_of(event).tables.roster["open"]]
    codes = report_addresses(event / KEYS, players, ADDRESS)
    href = papers.make(event, "events/demo", "open", "ja", ADDRESS, codes)
    return html_of(papers, href)


def test_a_round_is_one_page_where_no_browser_makes_a_pdf(
    event: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = made(event, monkeypatch)
    assert text.count("<html") == 1 and '<p class="printing">Ctrl+P' in text
    assert text.count("on-tables") and text.count("on-names") and text.count("on-cards")
    assert len(re.findall("の報告用 QR コード", text)) == 8, "two on each of four cards"
    assert len(set(re.findall(r'<path id="(qr\d*)"', text))) == text.count('<path id="qr'), (
        "each paper its own"
    )
    keys = read_keys(event / KEYS)
    assert len(keys) == 9 and not any(key in text for key in keys.values()), "only in the codes"


def test_no_code_leads_to_an_address_that_only_this_computer_has(
    event: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(printing, "find_browser", lambda: None)
    for address, codes in (("http://127.0.0.1:8000", 0), (ADDRESS, 8)):
        desks = Desks([desk_of(event)], address)
        answer = complete(desks._papers(desks.desks[0], "open", "ja"))
        text = html_of(desks.papers, answer["href"])
        assert len(re.findall("の報告用 QR コード", text)) == codes
        assert bool(re.findall('<path id="qr', text)) == bool(codes), "nor that of the page on the site"
        assert complete(desks._do(desks.desks[0], {"do": "links"}))["alone"] == (not codes)  # type: ignore[index]


def test_cards_are_printed_before_the_server_runs(
    event: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(printing, "find_browser", lambda: None)
    settings = event / "event.toml"
    text = settings.read_text("utf-8")
    settings.write_text(text.replace("[event]", f'[event]\nreport_url = "{ADDRESS}"'), "utf-8")
    run(tmp_path, "print", "demo")
    card = (tmp_path / "print/demo/open-r1-cards.html").read_text("utf-8")
    assert card.count("の報告用 QR コード") == 8
    keys = read_keys(event / KEYS)
    run(tmp_path, "build")
    site = "".join(path.read_text("utf-8") for path in (tmp_path / "site").rglob("*.html"))
    assert "報告用 QR" not in site and not any(key in site for key in keys.values())
    settings.write_text(text.replace("[event]", '[event]\nreport_url = "192.168.0.10"'), "utf-8")
    assert "report_url" in run(tmp_path, "check", code=1).stderr


def test_no_draft_is_printed(event: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A result that is corrected before the button is pressed would change it, while it hangs on the wall."""
    monkeypatch.setattr(printing, "find_browser", lambda: None)
    with desk_served(event) as (desks, port):
        desk = Line(port, desks.desks[0].keys["desk"])
        for line in ("1 ○", "2 ○", "3 ○", "4 ○"):
            desk.ask("enter", text=line, division="open")
        desk.until(lambda state: state["divisions"][0]["draft"] is not None)
        text = html_of(desks.papers, desk.ask("papers", division="open", lang="ja")["href"])
    assert re.search(r"<title>[^<]*1回戦", text)


def test_a_complete_round_is_pushed_when_the_desk_has_made_the_next_one(
    event: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """GitHub would pair it before anybody has pressed the button, and refuse what comes from here afterwards."""
    pushed: list[str] = []
    monkeypatch.setattr(desk_pages, "is_prepared", lambda _: True)
    monkeypatch.setattr(desk_pages, "push", lambda _, message: pushed.append(message))
    with desk_served(event) as (desks, port):
        desk = Line(port, desks.desks[0].keys["desk"])
        for line in ("1 ○", "2 ○", "3 ○"):
            desk.ask("enter", text=line, division="open")
        assert "refused" not in desk.ask("publish") and len(pushed) == 1
        desk.ask("enter", text="4 ○", division="open")
        desk.until(lambda state: state["divisions"][0]["complete"])
        assert desk.ask("publish")["refused"] == "button-first" and len(pushed) == 1
        desk.ask("build", division="open")
        assert "refused" not in desk.ask("publish") and len(pushed) == 2


def test_publishing_pushes_everything_but_entries_and_keys(event: Path, tmp_path: Path) -> None:
    def git(*arguments: str, cwd: Path = tmp_path) -> str:
        names = ["-c", "user.name=Example", "-c", "user.email=nobody@example.org"]
        return subprocess.run(
            ["git", *names, *arguments], cwd=cwd, check=True, capture_output=True, text=True
        ).stdout

    assert not is_prepared(tmp_path)
    git("init", "--quiet", "--initial-branch=main")
    for name in ("user.name", "user.email"):
        git("config", name, "example")
    (tmp_path / WORKFLOW).parent.mkdir(parents=True)
    (tmp_path / WORKFLOW).write_text("")
    assert is_prepared(tmp_path)
    (event / "rounds/entries.jsonl").write_text("{}\n")
    report_addresses(event / KEYS, [("open", 1)], ADDRESS)
    with pytest.raises(GitSays):
        push(tmp_path, "round 1")
    remote = tmp_path.parent / f"{tmp_path.name}-remote.git"
    git("init", "--quiet", "--bare", str(remote))
    git("remote", "add", "origin", str(remote))
    git("config", "push.default", "current")
    push(tmp_path, "round 1")
    there = git("ls-tree", "-r", "--name-only", "main", cwd=remote).split()
    assert "events/demo/rounds/open-r1.xlsx" in there
    assert not [name for name in there if "entries" in name or "/desk/" in name]
    assert not push(tmp_path, "again"), "nothing new"
    assert repository_of(event) == tmp_path, "wherever the program was started"
    other = tmp_path.parent / f"{tmp_path.name}-other"
    git("clone", "--quiet", "--branch", "main", str(remote), str(other))
    git("commit", "--quiet", "--allow-empty", "--message", "elsewhere", cwd=other)
    git("push", "--quiet", cwd=other)
    (event / "pages/news.md").write_text("# News\n")
    with pytest.raises(PublishedElsewhere):
        push(tmp_path, "round 1")
    git("pull", "--quiet", "--rebase", "origin", "main")
    assert not push(tmp_path, "round 1"), "committed before; it goes out now"
    assert "events/demo/pages/news.md" in git("ls-tree", "-r", "--name-only", "main", cwd=remote)
