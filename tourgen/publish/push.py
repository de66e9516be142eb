"""Publishing from the desk, in a repository that `tourgen publish --init` has prepared: commit and push."""

from __future__ import annotations

from pathlib import Path

from tourgen.publish.git import GitSays, git
from tourgen.publish.prepare import WORKFLOW

# What was entered and the keys are nobody else's business, whatever .gitignore says.
_EVENTS = ("events", ":(exclude)*entries.jsonl", ":(exclude)*/desk/*")


class PublishedElsewhere(Exception):
    """Another computer, or GitHub, has added something since."""


def repository_of(event: Path) -> Path:
    """The folder whose events/ has this event, wherever the program was started."""
    return event.resolve().parent.parent


def is_prepared(folder: Path) -> bool:
    """Whether a push to this repository is published."""
    return (folder / WORKFLOW).is_file() and (folder / ".git").exists()


def push(folder: Path, message: str) -> bool:
    """Everything below events/; False where there was nothing new to commit. Raises GitSays.

    What is committed stays committed, and goes out with the next push that gets through.
    """
    git(folder, "add", "--all", "--", *_EVENTS)
    changed = bool(git(folder, "diff", "--cached", "--name-only"))
    if changed:
        git(folder, "commit", "--quiet", "--message", message)
    try:
        git(folder, "-c", "advice.pushUpdateRejected=false", "push", "--quiet")
    except GitSays as said:
        if "(fetch first)" in str(said) or "(non-fast-forward)" in str(said):
            raise PublishedElsewhere from said
        raise
    return changed
