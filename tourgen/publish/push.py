"""Publishing from the desk, in a repository that `tourgen publish --init` has prepared: commit and push."""

from __future__ import annotations

from pathlib import Path

from tourgen.publish.git import git
from tourgen.publish.prepare import WORKFLOW

# What was entered and the keys are nobody else's business, whatever .gitignore says.
_EVENTS = ("events", ":(exclude)*entries.jsonl", ":(exclude)*/desk/*")


def is_prepared(folder: Path) -> bool:
    """Whether a push to this repository is published."""
    return (folder / WORKFLOW).is_file() and (folder / ".git").exists()


def push(folder: Path, message: str) -> bool:
    """Everything below events/; False where there was nothing new to commit. Raises GitSays."""
    git(folder, "add", "--all", "--", *_EVENTS)
    changed = bool(git(folder, "diff", "--cached", "--name-only"))
    if changed:
        git(folder, "commit", "--quiet", "--message", message)
    git(folder, "push", "--quiet")
    return changed
