"""From the name of a revision to a commit. Names come from settings and the command line; anything that is no plain
name (an option, a date, a search) is refused instead of being interpreted."""

from __future__ import annotations

import re
from heapq import heappop, heappush

from anchorline.workspace.files import AbsentError, UnreadableError, read_inside
from anchorline.workspace.gitdir import GitFolder
from anchorline.workspace.objects import Commit, Objects
from anchorline.workspace.paths import DENIED, Kind, follow

# What Git forbids in names, and the half characters that no name on a disk has. Bytes that are no text have others.
_SPELLED = re.compile(
    r"(?P<name>[^\x00-\x20\x7f~^:?*\[\\\ud800-\udc7f\udd00-\udfff]{1,250})(?P<steps>(?:[~^][0-9]{0,6}){0,20})"
)
_STEP = re.compile(r"([~^])([0-9]*)")
_HEX = re.compile(r"[0-9a-f]{40}")
_SHA256 = re.compile(r"[0-9a-f]{64}")
_SHORT = re.compile(r"[0-9a-f]{4,39}")
_PLACES = ("refs/{}", "refs/tags/{}", "refs/heads/{}", "refs/remotes/{}", "refs/remotes/{}/HEAD")
_ROOT_NAMES = frozenset({"HEAD", "ORIG_HEAD", "FETCH_HEAD", "MERGE_HEAD"})
_MAX_REF = 4096
_MAX_PACKED = 64_000_000
_MAX_STEPS = 1_000
_MAX_WALK = 100_000


def resolve_revision(git: GitFolder, objects: Objects, revision: str) -> tuple[Commit | None, str | None]:
    """(commit, problem). Branches, tags, remote branches, full commit ids, HEAD, and `~n` and `^n` behind them."""
    match = _SPELLED.fullmatch(revision)
    if match is None or not _is_name(match["name"]):
        return None, f"{revision!r} is no revision that is understood here; name a branch, a tag or a commit."
    name = "HEAD" if match["name"] == "@" else match["name"]
    try:
        commit = _named(git, objects, name)
    except UnreadableError as problem:
        return None, f"the revision {revision!r} cannot be looked up: {problem}."
    if commit is None:
        return None, f"the revision {revision!r} is not in the repository; fetch it, or name another one."
    for sign, digits in _STEP.findall(match["steps"]):
        number = int(digits or 1)
        if number > _MAX_STEPS:
            return None, f"{revision!r} goes back too far."
        for _ in range(number if sign == "~" else min(number, 1)):
            index = 0 if sign == "~" else number - 1
            parent = objects.commit(commit.parents[index]) if index < len(commit.parents) else None
            if parent is None:
                return None, f"the history ends before {revision!r}; a shallow clone may have to be deepened."
            commit = parent
    return commit, None


def head_problem(git: GitFolder) -> str | None:
    """Why it cannot be known where HEAD is, as a clause; None when it is known, or there are no commits yet."""
    try:
        _reference(git, "HEAD")
    except UnreadableError as problem:
        return str(problem)
    return None


def head_exists(git: GitFolder) -> bool:
    """Whether HEAD names a commit, be it there or not."""
    try:
        return _reference(git, "HEAD") is not None
    except UnreadableError:
        return True


def merge_base(objects: Objects, a: Commit, b: Commit) -> Commit | None:
    """The newest commit that both histories hold; None when there is none, or it lies too far back."""
    seen = {a.id: 1}
    seen[b.id] = seen.get(b.id, 0) | 2
    waiting: list[tuple[int, str, Commit]] = []
    for commit in {a.id: a, b.id: b}.values():
        heappush(waiting, (-commit.time, commit.id, commit))
    for _ in range(_MAX_WALK):
        if not waiting:
            return None
        _, _, commit = heappop(waiting)
        marks = seen[commit.id]
        if marks == 3:
            return commit
        for parent_id in commit.parents:
            if seen.get(parent_id, 0) | marks != seen.get(parent_id, 0):
                seen[parent_id] = seen.get(parent_id, 0) | marks
                parent = objects.commit(parent_id)
                if parent is not None:  # beyond a shallow boundary nothing is known
                    heappush(waiting, (-parent.time, parent.id, parent))
    return None


def _is_name(name: str) -> bool:
    """Whether Git allows it as the name of a branch or a tag, the signs aside that `_SPELLED` leaves out."""
    return (
        not name.startswith("-")
        and not name.endswith(".")
        and ".." not in name
        and "@{" not in name
        and all(part and not part.startswith(".") and not part.endswith(".lock") for part in name.split("/"))
    )


def _named(git: GitFolder, objects: Objects, name: str) -> Commit | None:
    if _HEX.fullmatch(name):
        return objects.commit(name)
    places = [name] if name in _ROOT_NAMES or name.startswith("refs/") else []
    for place in (*places, *(pattern.format(name) for pattern in _PLACES)):
        object_id = _reference(git, place)
        if object_id is not None:
            return objects.commit(object_id)
    if _SHORT.fullmatch(name):
        whole = objects.expand(name)
        return None if whole is None else objects.commit(whole)
    return None


def _reference(git: GitFolder, name: str) -> str | None:
    """The object id that a reference leads to, through symbolic references. Raises UnreadableError, with a clause,
    for what is there and cannot be read."""
    for _ in range(5):
        content = _loose(git, name) or _packed(git, name)
        if content is None:
            return None
        if not content.startswith("ref: "):
            if _SHA256.match(content):
                raise UnreadableError("SHA-256 repositories are not read")
            return content[:40] if _HEX.match(content) else None
        name = content[5:].strip()
        if not name.startswith("refs/") or ".." in name:
            return None
    return None


def _loose(git: GitFolder, name: str) -> str | None:
    folders = (git.own,) if name in _ROOT_NAMES or git.own == git.common else (git.own, git.common)
    for folder in folders:
        found = follow(folder, name.split("/"))
        if found.kind is Kind.FILE and found.path is not None:
            try:
                return read_inside(found.path, _MAX_REF).decode("utf-8", "surrogateescape")
            except AbsentError:
                continue
            except UnreadableError as problem:
                raise _clause(name, str(problem)) from None
        if found.kind is Kind.REFUSED and found.reason == DENIED:
            raise _clause(name, found.reason)
    return None


def _packed(git: GitFolder, name: str) -> str | None:
    try:
        data = read_inside(git.common / "packed-refs", _MAX_PACKED)
    except AbsentError:
        return None
    except UnreadableError as problem:
        raise _clause("packed-refs", str(problem)) from None
    needle = b" " + name.encode("utf-8", "surrogateescape") + b"\n"
    at = (b"\n" + data).find(needle)
    line_start = data.rfind(b"\n", 0, max(at - 1, 0)) + 1
    found = data[line_start : line_start + 64].partition(b" ")[0].decode("ascii", "replace") if at >= 0 else ""
    return found if _HEX.fullmatch(found) or _SHA256.fullmatch(found) else None


def _clause(name: str, problem: str) -> UnreadableError:
    return UnreadableError(f"its {name} {problem.partition(';')[0].rstrip('.')}")
