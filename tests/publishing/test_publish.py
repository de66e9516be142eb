"""`tourgen publish`: a repository that checks and publishes its events by itself."""

import json
import os
import re
import shutil
import subprocess
import sys
import venv
import zipfile
from collections.abc import Iterator
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Any

import jsonschema
import openpyxl
import pytest
import xlsxwriter
from openpyxl.comments import Comment
from ruamel.yaml import YAML

from tests.cli.desk import correct, new_event, run, type_results
from tests.installed import link_packages
from tests.served import free_port, served
from tourgen.event.read_sheets import read_event_and_roster
from tourgen.publish.prepare import PINS, WORKFLOW, published_branch
from tourgen.publish.private import stripped_roster
from tourgen.publish.wheel import wheel_bytes, wheel_name

ROOT = Path(__file__).parent.parent.parent


def git(folder: Path, *arguments: str) -> str:
    who = ("-c", "user.name=organiser", "-c", "user.email=organiser@example.org")
    done = subprocess.run(["git", *who, *arguments], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "repository"
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main")
    new_event(folder, "othello-2-league", 8)
    return folder


def workflow(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = YAML(typ="safe").load((folder / WORKFLOW).read_text(encoding="utf-8"))
    return found


def schema() -> Any:
    found = files("check_jsonschema").joinpath("builtin_schemas/vendor/github-workflows.json")
    return json.loads(found.read_text(encoding="utf-8"))


# --- What --init writes


def test_init_writes_the_workflow_the_wheel_and_its_pins(repository: Path) -> None:
    said = run(repository, "publish", "--init").output
    assert "Settings → Pages" in said and WORKFLOW in said
    for name in (WORKFLOW, PINS, f".tourgen/{wheel_name()}", ".gitignore"):
        assert (repository / name).is_file(), name
    again = run(repository, "publish", "--init").output
    assert WORKFLOW not in again, "nothing is written twice"


def test_a_workflow_changed_by_hand_is_kept(repository: Path) -> None:
    run(repository, "publish", "--init")
    path = repository / WORKFLOW
    path.write_text(path.read_text(encoding="utf-8") + "# mine\n", encoding="utf-8")
    assert "手で直されている" in run(repository, "publish", "--init").output
    assert path.read_text(encoding="utf-8").endswith("# mine\n")


def test_a_gitignore_keeps_its_lines(repository: Path) -> None:
    own = b"secret.xlsx\r\n/site/\n*.bak"
    (repository / ".gitignore").write_bytes(own)
    assert "足りない行を加えました" in run(repository, "publish", "--init").output
    lines = (repository / ".gitignore").read_bytes()
    assert lines.startswith(own + b"\n") and b"\n~$*\n" in lines
    assert ".gitignore" not in run(repository, "publish", "--init").output, "once is enough"


def test_pins_and_wheels_that_were_there_are_set_aside(repository: Path) -> None:
    mine = {"requirements.txt": b"mine==1\n", "tourgen-0.0.1-py3-none-any.whl": b"old"}
    (repository / ".tourgen").mkdir()
    for name, data in mine.items():
        (repository / ".tourgen" / name).write_bytes(data)
    said = run(repository, "publish", "--init").output
    assert ".tourgen/old/requirements-1.txt" in said
    assert {path.read_bytes() for path in (repository / ".tourgen/old").glob("[!.]*")} == set(mine.values())
    assert [path.name for path in (repository / ".tourgen").glob("*.whl")] == [wheel_name()]


def test_a_stripped_roster_that_somebody_changed_is_left_alone(repository: Path) -> None:
    event = repository / "events/demo"
    with_phone_numbers(event)
    (event / "roster-public.xlsx").write_bytes(b"mine")
    assert "そのままにしました" in run(repository, "publish", "--init").output
    assert (event / "roster-public.xlsx").read_bytes() == b"mine"


@pytest.mark.parametrize("branch", ["master", "大会", "on", "c++"])
def test_a_push_to_the_branch_that_is_used_publishes(repository: Path, branch: str) -> None:
    git(repository, "symbolic-ref", "HEAD", f"refs/heads/{branch}")
    assert f"ブランチ {branch} に push" in run(repository, "publish", "--init").output
    # Branches are patterns there: + is "one or more" unless it is escaped.
    assert workflow(repository)["on"]["push"]["branches"] == [branch.replace("+", "\\+")]
    jsonschema.validate(workflow(repository), schema())


def test_the_branch_where_none_is_checked_out(tmp_path: Path) -> None:
    assert published_branch(tmp_path) == "main", "no repository yet"
    git(tmp_path, "init", "-q", "-b", "trunk")
    git(tmp_path, "commit", "-q", "--allow-empty", "-m", "x")
    git(tmp_path, "worktree", "add", "-q", "-b", "beside", str(tmp_path / "tree"))
    assert published_branch(tmp_path / "tree") == "beside"
    git(tmp_path, "checkout", "-q", "--detach")
    assert published_branch(tmp_path) == "main"
    git(tmp_path, "symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/trunk")
    assert published_branch(tmp_path) == "trunk"


def test_a_kept_workflow_that_never_hears_of_the_branch(repository: Path) -> None:
    run(repository, "publish", "--init")
    git(repository, "symbolic-ref", "HEAD", "refs/heads/master")
    assert "branches にブランチ master がありません" in run(repository, "publish", "--init").output


def test_outside_a_repository(tmp_path: Path) -> None:
    assert "git init" in run(tmp_path, "publish", "--init", code=1).output
    assert list(tmp_path.iterdir()) == []


def test_the_wheel_is_whole_and_always_the_same() -> None:
    data = wheel_bytes()
    assert data == wheel_bytes()
    names = zipfile.ZipFile(BytesIO(data)).namelist()
    for needed in ("tourgen/cli/__init__.py", "tourgen/_requirements.lock", "tourgen/_templates/home.html"):
        assert needed in names
    assert not [name for name in names if "__pycache__" in name or name.endswith(".pyc")]


# --- Private columns


def with_phone_numbers(event: Path) -> None:
    book = openpyxl.load_workbook(event / "roster.xlsx")
    page = book.worksheets[0]
    row = next(row for row in range(1, 20) if page.cell(row, 1).value == "名簿番号")
    column = page.max_column + 1
    page.cell(row, column).value = "電話"
    page.cell(row + 1, column).value = "090-0000-0000"
    book.save(event / "roster.xlsx")


def test_filled_private_columns_are_warned_of(repository: Path) -> None:
    event = repository / "events/demo"
    assert "電話" not in run(repository, "publish", "--init").output
    with_phone_numbers(event)
    typed = (event / "roster.xlsx").read_bytes()
    said = run(repository, "publish", "--init").output
    assert "「電話」の列に 1 件" in said and "roster-public.xlsx" in said
    assert (event / "roster.xlsx").read_bytes() == typed, "the organiser's own file is never touched"


def test_hidden_worksheets_and_columns_are_warned_of(repository: Path) -> None:
    event = repository / "events/demo"
    run(repository, "build")
    assert "非表示" not in run(repository, "publish", "--init").output
    book = openpyxl.load_workbook(event / "roster.xlsx")
    hidden = book.create_sheet("連絡先")
    hidden.append(("電話", "090-0000-0000"))
    hidden.sheet_state = "veryHidden"
    book.save(event / "roster.xlsx")
    sheet = event / "rounds/open-r1.xlsx"
    book = openpyxl.load_workbook(sheet)
    page = book.worksheets[0]
    page["Z5"], page["Z6"], page.column_dimensions["Z"].hidden = "電話", "090-0000-0000", True
    book.save(sheet)
    said = run(repository, "publish", "--init").output
    assert "非表示のシート「連絡先」に 2 件" in said
    assert "rounds/open-r1.xlsx、シート「結果」の非表示の列(Z5「電話」から)に 2 件" in said


def test_everything_else_that_a_repository_would_show_is_warned_of(repository: Path) -> None:
    event = repository / "events/demo"
    run(repository, "build")
    assert "注意" not in run(repository, "publish", "--init").output, "nothing of its own is a surprise"
    typed = (event / "roster.xlsx").read_bytes()
    book = openpyxl.load_workbook(event / "roster.xlsx")
    page, guide = book.worksheets[0], book["説明"]
    page["B5"].comment = Comment("母 090-0000-0000", "x")
    page["F1"], guide["D3"] = "連絡は 090-0000-0000", "当番 090-0000-0000"
    page["N3"], page["N6"] = "非公開", "○"
    secret = page["B6"].value
    book.save(event / "roster.xlsx")
    sheet = event / "rounds/open-r1.xlsx"
    book = openpyxl.load_workbook(sheet)
    page = book.worksheets[0]
    header = next(row for row in page.iter_rows() if row[0].value == "卓")
    note = next(cell for cell in header if cell.value == "備考")
    page.cell(note.row + 1, note.column).value = "体調が悪い"
    page.cell(note.row, note.column + 1).value, page.cell(note.row + 1, note.column + 1).value = "電話", "090"
    book.save(sheet)
    for name in ("申込.csv", "名簿2.xlsx", "rounds/メモ.txt"):
        (event / name).write_bytes(b"090-0000-0000")
    (event / "pages/news.md").write_text(f"# お知らせ\n\n{secret} さんが優勝", encoding="utf-8")
    (event / "templates").mkdir()
    (event / "templates/x.html").write_text(secret, encoding="utf-8")
    (event / "games").mkdir()
    (event / "games/r1-t1.sgf").write_bytes(f"(;CA[Shift_JIS]PB[{secret}])".encode("cp932"))
    git(repository, "add", "--all", "--force")
    git(repository, "commit", "-q", "-m", "too much")
    said = run(repository, "publish", "--init").output
    for warning in (
        "roster.xlsx、シート「オープンの部」のセルに 1 件のコメント (メモ) が付いています (B5",
        "roster.xlsx、シート「オープンの部」の見出しより上に 1 件書かれています (F1",
        "roster.xlsx のシート「説明」に、tourgen が書いたのではないものが 1 件あります (D3",
        "roster.xlsx、シート「オープンの部」に、非公開の人の名前が 2 件あります (B6",
        "open-r1.xlsx、シート「結果」に、非公開の人の名前が 1 件あります",
        "「備考」の列に 1 件",
        "「電話」の列に 1 件",
        "demo/申込.csv は tourgen が使わないファイルです",
        "demo/名簿2.xlsx は",
        "demo/rounds/メモ.txt は",
        "demo/pages/news.md に、名前が非公開の人 1 人の名前があります",
        "demo/templates/x.html に、名前が非公開の人 1 人の名前があります",
        "demo/games/r1-t1.sgf に、名前が非公開の人 1 人の名前があります",
        "roster.xlsx の前の版が Git の履歴にあり",
    ):
        assert warning in said, (warning, said)
    public = zipfile.ZipFile(event / "roster-public.xlsx")
    told = b"".join(map(public.read, public.namelist())).decode("utf-8", "replace")
    assert "090" not in told and secret not in told and "No. 3" in told
    (event / "roster.xlsx").write_bytes(typed)
    (event / "申込.csv").unlink()
    said = run(repository, "publish", "--init").output
    assert "roster.xlsx の前の版が Git の履歴にあり" in said, "history stays"
    assert "demo/申込.csv は Git の履歴にあります" in said


def test_tables_elsewhere_in_the_history_are_warned_of(repository: Path) -> None:
    for name in ("events/last-year/roster.xlsx", "申込.csv", "events/last-year/rounds/open-r1.xlsx", "x.txt"):
        (repository / name).parent.mkdir(exist_ok=True, parents=True)
        (repository / name).write_bytes(b"090-0000-0000")
    git(repository, "add", "--all")
    git(repository, "commit", "-q", "-m", "too much")
    shutil.rmtree(repository / "events/last-year")
    said = run(repository, "publish", "--init").output
    assert [line.split()[1] for line in said.splitlines() if line.startswith("注意")] == [
        "events/last-year/roster.xlsx",
        "申込.csv",
    ]
    assert "events/last-year/roster.xlsx は Git の履歴にあります" in said


def test_an_event_that_cannot_be_read_is_named(repository: Path) -> None:
    (repository / "events/demo/event.toml").write_text("[event", encoding="utf-8")
    assert "events/demo/event.toml" in run(repository, "publish", "--init").output


def test_a_roster_of_libreoffice_is_looked_through_as_well(repository: Path) -> None:
    event = repository / "events/demo"
    (event / "roster.xlsx").unlink()
    shutil.copy(ROOT / "tests/fixtures/libreoffice/doubtful.ods", event / "roster.ods")
    settings = event / "event.toml"
    settings.write_text(
        settings.read_text(encoding="utf-8").replace("オープンの部", "無差別の部"), encoding="utf-8"
    )
    said = run(repository, "publish", "--init").output
    assert "roster.ods、シート「無差別の部」のセルに 1 件のコメント (メモ) が付いています (D7" in said
    assert "roster.ods の非表示のシート「連絡先」に 2 件" in said
    assert "roster.ods、シート「無差別の部」の非表示の列(E1「電話」から)に 9 件" in said
    assert "events/demo/roster.ods の代わりにこれを roster.xlsx という名前で" in said


def test_what_stands_in_no_cell_is_warned_of(repository: Path) -> None:
    """A text box, the header of the printed page, a picture, and the copy of a list that a pivot table keeps."""
    path = repository / "events/demo/roster.xlsx"
    book = xlsxwriter.Workbook(str(path))
    page = book.add_worksheet("オープンの部")
    page.write_row("A1", ("名簿番号", "氏名"))
    page.insert_textbox("D2", "当番 090-0000-0000")
    page.set_header("&L&14オープンの部 名簿&R当番 090-0000-0000")
    page.insert_image("D9", str(ROOT / "docs/pictures/readme-round.png"))
    book.close()
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("xl/pivotCache/pivotCacheRecords1.xml", "<r>090-0000-0000</r>")
    said = run(repository, "publish", "--init").output
    assert "roster.xlsx、シート「オープンの部」のテキストボックス・図形・ヘッダー・フッターに 2 件" in said
    assert (
        "roster.xlsx に、画像・グラフ・ピボットテーブル・ほかのブックの写しなど、セルでないものが 2 件"
        in said
    )


def test_the_gitignore_admits_only_what_tourgen_reads(repository: Path) -> None:
    event = repository / "events/demo"
    before = "/*.xls*\n/events/*/*\n!/events/*/rounds/*-r[1-9].xlsx\n"  # of an earlier version
    (repository / ".gitignore").write_text(before)
    run(repository, "publish", "--init")
    kept = ["event.toml", "my.toml", "formats/own.toml", "roster.xlsx", "rounds/open-r1.xlsx"]
    kept += ["rounds/open-r12.xlsx", "pages/news.md", "games/r1-t1.sgf", "templates/parts/x.html"]
    others = [
        "roster.xls",
        "名簿.xlsx",
        "roster-public.xlsx",
        "rounds/open-r1 (1).xlsx",
        "rounds/old/open-r1-1.xlsx",
    ]
    others += [
        "../../名簿.xlsx",
        "../../backup/roster.xlsx",
        "../../申込.numbers",
        "templates/parts/list.csv",
        "games/live/r1-t1.jsonl",
        "../../申込.csv",
        "rounds/entries.jsonl",
        "desk/keys.json",
        "pages/list.csv",
        "photos/a.jpg",
        "~$roster.xlsx",
    ]
    for name in [*kept, *others, "../people.toml", "../list.xlsx"]:
        (event / name).parent.mkdir(parents=True, exist_ok=True)
        (event / name).touch()
    git(repository, "add", "--all")
    staged = git(repository, "-c", "core.quotePath=false", "ls-files").split("\n")
    wanted = {f"events/demo/{name}" for name in (*kept, "pages/timetable.md")} | {"events/people.toml"}
    assert {name for name in staged if name and not name.startswith(".")} == wanted


def test_its_own_stripped_roster_is_no_conflict_copy(repository: Path) -> None:
    event = repository / "events/demo"
    with_phone_numbers(event)
    run(repository, "publish", "--init")
    assert "roster-public" not in run(repository, "check").output
    (event / "roster-DESKTOP.xlsx").write_bytes(b"x")
    assert "roster-DESKTOP" in run(repository, "check").output


def test_the_stripped_roster_plays_the_same_event(repository: Path) -> None:
    event = repository / "events/demo"
    with_phone_numbers(event)
    run(repository, "build")
    before = (repository / "site/demo/open/results.json").read_bytes()
    run(repository, "publish", "--init")
    public = event / "roster-public.xlsx"
    inside = zipfile.ZipFile(public)
    assert not any(b"090-0000" in inside.read(name) for name in inside.namelist())
    public.replace(event / "roster.xlsx")
    run(repository, "build")
    assert (repository / "site/demo/open/results.json").read_bytes() == before


def test_the_stripped_roster_of_teams_keeps_who_sits_where(tmp_path: Path) -> None:
    folder = new_event(tmp_path, "shogi-team", 6)
    event, roster = read_event_and_roster(folder, "demo")
    assert event is not None and not roster.problems
    path, data = stripped_roster(event)
    path.write_bytes(data)
    path.replace(folder / "roster.xlsx")
    assert read_event_and_roster(folder, "demo")[1] == roster
    assert all(any(team.members) for team in roster.players["open"])


def test_the_stripped_roster_keeps_who_may_not_meet(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "-b", "main")
    folder = new_event(tmp_path, "shogi-championship", 9)
    book = openpyxl.load_workbook(folder / "roster.xlsx")
    page = book.create_sheet("組合せ禁止")
    for row in (("番号1", "番号2", "強さ", "備考"), (1, 2, "禁止", "兄弟"), (3, 4, "回避", "")):
        page.append(row)
    book.save(folder / "roster.xlsx")
    assert "「組合せ禁止」に 2 組" in run(tmp_path, "publish", "--init").output
    event, before = read_event_and_roster(folder, "demo")
    assert event is not None
    path, data = stripped_roster(event)
    path.write_bytes(data)
    path.replace(folder / "roster.xlsx")
    _, after = read_event_and_roster(folder, "demo")
    assert (after.barred, after.barred_problems) == (before.barred, []) and len(before.barred["open"]) == 2
    inside = zipfile.ZipFile(folder / "roster.xlsx")
    assert not any("兄弟".encode() in inside.read(name) for name in inside.namelist())


# --- The workflow


def test_the_workflow_is_valid(repository: Path) -> None:
    run(repository, "publish", "--init")
    jsonschema.validate(workflow(repository), schema())


def test_official_actions_and_least_permissions(repository: Path) -> None:
    run(repository, "publish", "--init")
    found = workflow(repository)
    assert found["permissions"] == {}
    wanted = {name: job["permissions"] for name, job in found["jobs"].items()}
    assert wanted == {
        "build": {"contents": "read", "pages": "read"},
        "deploy": {"pages": "write", "id-token": "write"},
        "sheets": {"contents": "write"},
    }
    used = re.findall(r"uses: (.*)", (repository / WORKFLOW).read_text(encoding="utf-8"))
    assert used and all(re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", one) for one in used)
    assert found["jobs"]["deploy"]["needs"] == ["build", "sheets"], (
        "no pairing is shown that stands on no sheet"
    )


@pytest.fixture
def published(tmp_path: Path) -> Iterator[str]:
    """The address at which `tmp_path/pages` is published."""
    (tmp_path / "pages").mkdir()
    with served(tmp_path / "pages") as address:
        yield address


class Runner:
    """Executes the `run:` steps of a job as they stand in the file."""

    def __init__(self, folder: Path, python: Path, summary: Path, address: str) -> None:
        self.folder, self.summary, self.address = folder, summary, address
        summary.touch()
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "GIT_"))}
        self.env = kept | {
            "PATH": f"{python.parent}{os.pathsep}{os.environ['PATH']}",
            "GITHUB_ACTIONS": "true",
            "GITHUB_STEP_SUMMARY": str(summary),
            "GITHUB_REF": "refs/heads/main",
        }

    def job(self, name: str) -> list[subprocess.CompletedProcess[str]]:
        """Every `run:` step, up to the first that fails."""
        done = []
        for step in workflow(self.folder)["jobs"][name]["steps"]:
            if "run" not in step:
                continue
            given = dict.fromkeys(step.get("env", {}), "") | {"BASE_URL": self.address}
            command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
            one = subprocess.run(
                command,
                cwd=self.folder,
                env=self.env | given,
                capture_output=True,
                text=True,
                encoding="utf-8",
            )
            done.append(one)
            if one.returncode:
                break
        return done


@pytest.mark.slow
def test_a_day_on_github(repository: Path, tmp_path: Path, published: str) -> None:
    """Every `run:` step of the file, on a repository with a remote, through a round and a mistake."""
    run(repository, "publish", "--init")
    remote = tmp_path / "remote.git"
    git(tmp_path, "init", "-q", "--bare", "-b", "main", str(remote))
    git(repository, "remote", "add", "origin", str(remote))
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "our event")
    git(repository, "push", "-q", "-u", "origin", "main")
    venv.create(tmp_path / "python", symlinks=True)
    link_packages(tmp_path / "python")  # pip finds them installed, in the versions that the pins ask for
    runner = Runner(repository, tmp_path / "python/bin/python", tmp_path / "summary.md", published)

    install, build, collect = runner.job("build")
    assert (install.returncode, build.returncode, collect.returncode) == (0, 0, 0), (install, build, collect)
    page = (repository / "site/demo/open/info.html").read_text(encoding="utf-8")
    assert 'href="../open/open-r1.xlsx"' in page and (repository / "site/demo/open/open-r1.xlsx").is_file()
    assert f"{published}demo/open/open-r1.xlsx" in runner.summary.read_text(encoding="utf-8")
    assert (repository / "next-sheets/events/demo/rounds/open-r1.xlsx").is_file()

    # The sheets job has its own checkout, with what the build handed over.
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", str(remote), str(clone))
    shutil.copytree(repository / "next-sheets", clone, dirs_exist_ok=True)
    runner.folder = clone
    # Somebody pushes in between: the sheets follow.
    (repository / "events/demo/pages/news.md").write_text("# News\n", encoding="utf-8")
    git(repository, "add", "events/demo/pages")
    git(repository, "commit", "-qm", "news")
    git(repository, "push", "-q")
    (commit,) = runner.job("sheets")
    assert commit.returncode == 0, commit
    assert "events/demo/pages/news.md" in git(remote, "ls-tree", "-r", "--name-only", "main")
    assert "events/demo/rounds/open-r1.xlsx" in git(remote, "ls-tree", "-r", "--name-only", "main")
    (commit,) = runner.job("sheets")
    assert commit.returncode == 0, "nothing new is no mistake"

    # A sheet is filled in with a mistake: the answer names file and cell, and nothing is handed on.
    runner.folder = repository
    sheet = repository / "events/demo/rounds/open-r1.xlsx"
    type_results(sheet)
    correct(sheet, 0, ("maybe", None))
    *_, failed = runner.job("build")
    assert failed.returncode == 1
    assert "::error file=events/demo/rounds/open-r1.xlsx::" in failed.stdout and "maybe" in failed.stdout
    assert "maybe" in runner.summary.read_text(encoding="utf-8")
    correct(sheet, 0, ("○", None))
    assert [one.returncode for one in runner.job("build")] == [0, 0, 0]
    assert (repository / "site/demo/open/open-r2.xlsx").is_file()


def checked_out(clone: Path, job: str, pushed: str, seen: str = "") -> str:
    """The commit of a job's checkout, as the file asks for it: without a word the one that was pushed."""
    steps = workflow(clone)["jobs"][job]["steps"]
    asked = next(one for one in steps if "actions/checkout" in one.get("uses", "")).get("with", {})
    refs = {"${{ github.ref }}": "origin/main", "${{ needs.build.outputs.commit }}": seen}
    git(clone, "fetch", "-q")
    git(clone, "checkout", "-q", "--force", "-B", "main", refs.get(asked.get("ref", ""), pushed))
    git(clone, "clean", "-qfdx")
    return git(clone, "rev-parse", "HEAD").strip()


def test_a_correction_that_is_pushed_during_a_run_is_published(repository: Path, tmp_path: Path) -> None:
    """The first run's sheet is committed on top of it; the correction's own run takes that sheet as it stands."""
    run(repository, "publish", "--init")
    run(repository, "build")
    remote, clone = tmp_path / "remote.git", tmp_path / "clone"
    git(tmp_path, "init", "-q", "--bare", "-b", "main", str(remote))
    git(repository, "remote", "add", "origin", f"file://{remote}")
    sheet = repository / "events/demo/rounds/open-r1.xlsx"
    pushes = []
    for mark in ("×", "○"):  # the correction makes others the winners, and so other pairs
        for game in range(4):
            correct(sheet, game, ("○" if game % 2 else mark, None))
        git(repository, "add", "--all")
        git(repository, "commit", "-qm", "typed")
        pushes.append(git(repository, "rev-parse", "HEAD").strip())
    git(repository, "push", "-q", "origin", f"{pushes[0]}:refs/heads/main")
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{remote}", str(clone))
    runner = Runner(clone, Path(sys.executable), tmp_path / "summary.md", "")
    collect = next(
        one["run"] for one in workflow(clone)["jobs"]["build"]["steps"] if "Collect" in one.get("name", "")
    )
    for pushed in pushes:
        seen = checked_out(clone, "build", pushed)
        said = run(clone, "publish").output
        subprocess.run(["bash", "-ec", collect], cwd=clone, check=True)
        handed_over = (clone / "next-sheets").rename(tmp_path / pushed)
        if pushed == pushes[0]:
            git(repository, "push", "-q", "origin", f"{pushes[1]}:refs/heads/main")
        checked_out(clone, "sheets", pushed, seen)
        shutil.copytree(handed_over, clone, dirs_exist_ok=True)
        (commit,) = runner.job("sheets")
        assert commit.returncode == 0, commit
    assert "open-r2.xlsx" in said and "tourgen pair" in said, (
        "what was published stays, and is said to be stale"
    )


def test_names_cannot_write_into_the_answer(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, published: str
) -> None:
    event = repository / "events/demo"
    settings = event / "event.toml"
    text = settings.read_text(encoding="utf-8")
    nasty = re.sub(r"name = .*", 'name = "[x](https://evil.example) <img src=x> ::error::"', text, count=1)
    settings.write_text(nasty, encoding="utf-8")
    summary = tmp_path / "summary.md"
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    out = run(repository, "publish", "--base-url", published).output
    assert not [line for line in out.splitlines() if line.startswith("::")]
    assert "[x](" not in summary.read_text(encoding="utf-8")
    assert r"\<img" in summary.read_text(encoding="utf-8"), "as text, not as a picture"


# --- A run on GitHub begins without a site


@pytest.fixture
def on_github(repository: Path, tmp_path: Path, published: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The sheet of round 1, typed and published from there; the checkout of the next run has no site."""
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "summary.md"))
    run(repository, "publish", "--base-url", published)
    sheet = repository / "events/demo/rounds/open-r1.xlsx"
    shutil.copy(sheet, tmp_path / "blank.xlsx")
    type_results(sheet)
    run(repository, "publish", "--base-url", published)
    (tmp_path / "pages").rmdir()
    (repository / "site").rename(tmp_path / "pages")
    (tmp_path / "summary.md").unlink()
    return sheet


@pytest.mark.parametrize("gone", [True, False])
def test_results_that_no_sheet_has_any_more_stop_the_run(
    repository: Path, tmp_path: Path, published: str, on_github: Path, gone: bool
) -> None:
    """A sheet that was deleted, or the blank one uploaded over it."""
    (repository / "events/demo/rounds/open-r2.xlsx").unlink()
    typed = on_github.read_bytes()
    if gone:
        on_github.unlink()
    else:
        shutil.copy(tmp_path / "blank.xlsx", on_github)
    said = run(repository, "publish", "--base-url", published, code=1)
    assert "open-r1.xlsx" in said.stderr and "restore" in said.stderr
    assert "History" in (tmp_path / "summary.md").read_text(encoding="utf-8")
    assert on_github.exists() != gone, "nothing is made anew"
    on_github.write_bytes(typed)
    shutil.rmtree(repository / "site")
    run(repository, "publish", "--base-url", published)
    results = "demo/open/results.json"
    assert (repository / "site" / results).read_bytes() == (tmp_path / "pages" / results).read_bytes()


def test_published_results_can_be_given_up(repository: Path, published: str, on_github: Path) -> None:
    (repository / "events/demo/rounds/open-r2.xlsx").unlink()
    on_github.unlink()
    run(repository, "publish", "--base-url", published, "--without-missing")
    assert on_github.exists()


def test_what_changed_is_told(repository: Path, tmp_path: Path, published: str, on_github: Path) -> None:
    correct(on_github, 1, ("○", None))
    run(repository, "publish", "--base-url", published)
    summary = (tmp_path / "summary.md").read_text(encoding="utf-8")
    assert "1 回戦 卓2" in summary and "順位表が変わりました" in summary


def test_a_site_that_cannot_be_read_stops_the_run(repository: Path) -> None:
    nobody = f"http://127.0.0.1:{free_port()}/"
    said = run(repository, "publish", "--base-url", nobody, code=1).stderr
    assert f"{nobody}demo" in said and "without-missing" in said
    assert not (repository / "site").exists() and not (repository / "events/demo/rounds").exists()
