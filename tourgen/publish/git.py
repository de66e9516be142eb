"""Git as it is installed here, asked for one thing at a time."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

# In words that are known, and without a question that nobody would see.
_UNATTENDED = {"LC_ALL": "C", "GIT_TERMINAL_PROMPT": "0"}
PATIENCE = 120.0  # seconds for one step; the network of a hall may be slow


class GitSays(Exception):
    """Git has refused, for the reason given, or there is no Git."""


def git(folder: Path, *arguments: str) -> bytes:
    """What a command prints. Raises GitSays."""
    try:
        done = subprocess.run(
            ["git", *arguments],
            cwd=folder,
            capture_output=True,
            timeout=PATIENCE,
            stdin=subprocess.DEVNULL,
            env={**os.environ, **_UNATTENDED},
            check=True,
        )
    except subprocess.CalledProcessError as error:
        said = (error.stderr or error.stdout).decode("utf-8", "replace")
        raise GitSays(said.strip()[-500:]) from None
    except (OSError, subprocess.SubprocessError) as error:
        raise GitSays(str(error)) from None
    return done.stdout


def earlier_versions(path: Path) -> list[tuple[str, bytes]]:
    """(commit, contents) of a file wherever Git's history has it, the latest first; none where Git can't be asked."""
    try:
        commits = git(path.parent, "log", "--all", "--format=%h", "--", path.name).decode().split()
        found = []
        for commit in commits:
            # The commit that removed it has none.
            if git(path.parent, "ls-tree", commit, "--", path.name):
                found.append((commit, git(path.parent, "show", f"{commit}:./{path.name}")))
        return found
    except GitSays:
        return []


def names_in_history(folder: Path) -> list[str]:
    """Every file below a folder that any commit has, named from there; none where Git can't be asked."""
    try:
        listed = git(folder, "log", "--all", "--format=", "--name-only", "--relative", "-z", "--", ".")
    except GitSays:
        return []
    return sorted({name for name in listed.decode("utf-8", "replace").split("\0") if name.strip()})
