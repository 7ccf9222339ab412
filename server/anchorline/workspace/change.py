"""The change that a file has gone through since a revision: what it was there, be it under another name."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from anchorline.text.changes import split_lines
from anchorline.text.changeset import ChangeSet, change_of
from anchorline.workspace.objects import Commit
from anchorline.workspace.paths import Kind, follow, refusal
from anchorline.workspace.repository import Repository

HEAD = "HEAD"
MOST_FILES = 20_000
"""Files of a commit among which an earlier name is looked for; in a larger one, a renamed file counts as new."""

_MOST_COMPARED = 40  # texts
_ALIKE = 0.5  # of the characters, as Git has it
_LEAST = 40  # characters: shorter texts are alike by chance


def change_since(
    repository: Repository | None, path: str | None, text: str, base: str, *, since: str | None = None
) -> tuple[ChangeSet, str | None]:
    """(change, problem). `path` is the file as the repository names it. Everything is new where there is no repository
    or no commit, and where the base cannot be told or cannot be read, which the problem says.

    `base` is HEAD, or names what HEAD's history left: then it is their merge base. `since` is a revision that a person
    asked for: likewise, or that revision itself where it has no history in common with HEAD.
    """
    change = _change(repository, path, text, base, since)
    return replace(change, on_trial=since is not None), change.unknown


def _change(repository: Repository | None, path: str | None, text: str, base: str, since: str | None) -> ChangeSet:
    if repository is None or path is None:
        return change_of(None, text)
    commit, problem = _base(repository, base, since)
    if commit is None:
        return replace(change_of(None, text), unknown=problem)
    called = since or base
    before = repository.text_at(commit, path)
    if before is not None:
        return change_of(before, text, compared_with=called)
    problem = repository.loss_at(commit, path)
    earlier, unread = (None, None) if problem is not None else _earlier_name(repository, commit, path, text)
    if earlier is None:
        if unread is not None:
            problem = f"it may have been {unread}, but {repository.loss_at(commit, unread)}"
        return replace(change_of(None, text, compared_with=called), unknown=problem)
    name, before = earlier
    return change_of(before, text, renamed_from=name, compared_with=called)


def _base(repository: Repository, base: str, since: str | None) -> tuple[Commit | None, str | None]:
    revision = since or base
    if revision == HEAD:
        return repository.commit()
    commit, problem = repository.base(revision)
    if commit is None and since is not None:
        commit, problem = repository.commit(revision)
    return commit, problem


def _earlier_name(
    repository: Repository, commit: Commit, path: str, text: str
) -> tuple[tuple[str, str] | None, str | None]:
    """((name, text) of the file that this one was: one that is no longer there, and most like it; the name of one that
    could not be compared)."""
    folder, _, name = path.rpartition("/")
    ending = name.rpartition(".")[2] if "." in name else name
    gone = [
        other
        for other in repository.files_among(commit, MOST_FILES)
        if other.endswith(ending) and other != path and _is_gone(repository, other)
    ]
    gone.sort(key=lambda other: (other.rpartition("/")[2] != name, other.rpartition("/")[0] != folder, other))
    best: tuple[float, str, str] | None = None
    unread: str | None = None
    for other in gone[:_MOST_COMPARED]:
        before = repository.text_at(commit, other)
        if before is None:
            if unread is None and repository.loss_at(commit, other) is not None:
                unread = other
            continue
        share = likeness(before, text)
        if share >= _ALIKE and (best is None or share > best[0]):
            best = (share, other, before)
        if share == 1.0:
            break
    return best and best[1:], unread


def _is_gone(repository: Repository, path: str) -> bool:
    """Whether nothing stands at a path any more. What a sparse checkout leaves out is not gone."""
    if refusal(path) is not None or follow(repository.root, path.split("/")).kind is not Kind.MISSING:
        return False
    return not repository.is_sparse or not repository.is_in_index(path)


def likeness(a: str, b: str) -> float:
    """The share of the larger text that stands in both, line by line, by characters; white space does not count."""
    lines = [Counter(stripped for line in split_lines(text) if (stripped := line.strip())) for text in (a, b)]
    sizes = [_size(counted) for counted in lines]
    if min(sizes) < _LEAST:
        return float(lines[0] == lines[1] and min(sizes) > 0)
    return _size(lines[0] & lines[1]) / max(sizes)


def _size(counted: Counter[str]) -> int:
    return sum(len(line) * count for line, count in counted.items())
