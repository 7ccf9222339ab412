"""Why no model reads a file: nothing that a person wrote has changed in it, or nobody could review it.

Each reason is a clause that completes "NAME: …". No model is asked, so that it costs nothing to be told.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from itertools import islice, takewhile
from typing import NamedTuple

from anchorline.reviewers.base import Subject
from anchorline.reviewers.checks import conflict_marker
from anchorline.text.changeset import ChangeSet
from anchorline.text.generated import has_header, is_minified, is_rows
from anchorline.text.grammar import SOURCE_LANGUAGES
from anchorline.text.same_code import same_code
from anchorline.text.source import SourceOutline

MOST_CHANGED = 400_000
"""Characters of changed lines. Beyond it the prompts of one review would hold more than 100,000 tokens each."""
TOO_MUCH = f"more than {MOST_CHANGED:,} characters have changed"

_UNKNOWN = frozenset({"plaintext", "text"})
_NUL = "\0"
_NO_TEXT = "it holds a NUL byte, so it is no text; no model reads it"
_DATA = frozenset({
    "markdown", "json", "jsonc", "jsonl", "yaml", "dockercompose", "toml", "ini", "properties", "xml",
    "csv",
    "log", "diff", "git-commit", "git-rebase", "ignore", "bibtex", "latex", "tex", "restructuredtext", "asciidoc",
    "json5", "tsv", "svg", "plist", "jupyter", "dotenv", "cfg", "conf", "dosini", "po", "org", "rst", "mail", "help",
    "pip-requirements", "requirements", "go.mod", "go.sum", "go.work", "gomod", "gosum", "gowork", "gitcommit",
    "gitrebase", "gitconfig", "gitignore", "gitattributes", "hgcommit", "ssh_config", "sshconfig", "plaintex", "bib",
})  # fmt: skip
"""Languages of editors that are no source."""
_LOCK_FILES = frozenset({
    "package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock", "bun.lockb", "deno.lock",
    "cargo.lock", "go.sum", "go.work.sum", "poetry.lock", "uv.lock", "pdm.lock", "pixi.lock", "pipfile.lock",
    "gemfile.lock", "composer.lock", "mix.lock", "flake.lock", "packages.lock.json", "gradle.lockfile", "podfile.lock",
    "package.resolved", "pubspec.lock", "conan.lock", ".terraform.lock.hcl", "module.bazel.lock",
})  # fmt: skip
_VENDORED = frozenset({
    "vendor", "vendored", "third_party", "third-party", "thirdparty", "node_modules", "bower_components",
    "site-packages", "pods", "carthage", "_vendor", ".yarn",
})  # fmt: skip
_GENERATED = re.compile(
    r"(?:_pb2(?:_grpc)?\.pyi?|_pb(?:_service)?\.(?:d\.ts|[jt]s)|\.pb\.(?:go|cc|h|swift)|[._]generated\.\w{1,10}|"
    r"\.gen\.\w{1,10}|\.(?:g|freezed)\.dart|\.g\.cs|\.designer\.(?:cs|vb)|\A(?:gradlew|mvnw)(?:\.bat|\.cmd)?|\A\.pnp\..{1,20})\Z",
    re.IGNORECASE,
)
_MADE = frozenset({"__generated__", ".dart_tool"})
"""Folders of what tools write."""
_MINIFIED = re.compile(r"[.-](?:min|bundle|chunk)\.(?:js|mjs|cjs|css)\Z", re.IGNORECASE)


def is_code(language: str) -> bool:
    """Whether a text of this language is source, or may be: of what is unknown, `why_unread` says that nobody reads
    it, which silence would not."""
    return language in SOURCE_LANGUAGES or language not in _DATA


class Unread(NamedTuple):
    """Why no model reads a file. `owed`: there is something to review in it, and nobody has; `failed`: because
    something went wrong."""

    reason: str
    owed: bool = False
    failed: bool = False


def unread(subject: Subject) -> Unread | None:
    """Why no model reads this file of source; None when some should."""
    snapshot, change = subject.snapshot, subject.change
    if change is None or not snapshot.text.strip():
        return Unread("there is nothing in it to review" if change is not None else "it is no source file")
    if _NUL in snapshot.text:
        return Unread(_NO_TEXT)
    named = _by_name(snapshot.name)
    if named is not None and change.renamed_from is not None and _by_name(change.renamed_from) is None:
        named = None  # a change cannot put a file out of review by a new name
    if snapshot.language in _UNKNOWN:
        return Unread(named or "its language is not known here; no model reads it")
    said = named or _by_content(change, subject)
    if said is not None:
        return Unread(said)
    if change.unknown is not None:
        lost = change.unknown.rstrip(".")
        return Unread(f"what is new in it cannot be told, so no model reads it: {lost}", owed=True, failed=True)
    return _by_change(change, subject)


def why_unread(subject: Subject) -> str | None:
    """The reason of `unread`."""
    found = unread(subject)
    return None if found is None else found.reason


def unread_document(subject: Subject) -> Unread | None:
    """Why no model reads this document, of a kind that models read. Its change is known only where a change is judged;
    a document that has changed is read as a whole."""
    if _NUL in subject.text:
        return Unread(_NO_TEXT)
    change = subject.change
    return Unread(_nothing(change)) if change is not None and change.is_empty else None


def _by_name(name: str) -> str | None:
    *folders, last = name.replace("\\", "/").split("/")
    if last.casefold() in _LOCK_FILES:
        return "it is a lock file; no model reads it"
    vendored = next((folder for folder in folders if folder.casefold() in _VENDORED), None)
    if vendored is not None:
        return f"it is vendored (it lies in {vendored}); no model reads it"
    made = next((folder for folder in folders if folder.casefold() in _MADE), None)
    if made is not None:
        return f"it is generated (it lies in {made}); no model reads it"
    if _MINIFIED.search(last):
        return "it is minified; no model reads it"
    return "it is generated, by its name; no model reads it" if _GENERATED.search(last) else None


def _by_content(change: ChangeSet, subject: Subject) -> str | None:
    """A change cannot put itself out of review: where there was a text before, that one says so too."""
    for says, kind in ((has_header, "generated"), (is_minified, "minified"), (is_rows, "data")):
        if says(subject.text) and (change.base is None or says(change.base)):
            return f"it is {kind}, by its content; no model reads it"
    if next(conflict_marker.run(subject), None) is not None:
        return "a merge has left conflicts in it; resolve them, then it is reviewed"
    return None


def _nothing(change: ChangeSet) -> str:
    renamed = f" but its name (it was {change.renamed_from})" if change.renamed_from else ""
    return f"nothing{renamed} has changed{_against(change)}"


def _against(change: ChangeSet) -> str:
    return f" since {change.compared_with}" if change.compared_with else ""


def _by_change(change: ChangeSet, subject: Subject) -> Unread | None:
    if change.is_empty:
        return Unread(_nothing(change))
    lines = subject.snapshot.lines
    spans = change.spans(lines)
    size = len(lines.text) if spans is None else sum(span.end - span.start for span in spans)
    if size > MOST_CHANGED:
        return Unread(f"it is too large: {TOO_MUCH}{_against(change)}; split the change or the file", owed=True)
    if _may_be_trivial(change, subject) and same_code(change.base or "", lines.text, subject.snapshot.language):
        return Unread(f"only white space and comments have changed{_against(change)}")
    return None


def _may_be_trivial(change: ChangeSet, subject: Subject) -> bool:
    """Cheap: whether what is code in the new lines stands, sign by sign, in the old ones too, in each hunk. Almost
    every true change fails it, and then nothing has to be parsed again."""
    if change.is_new:
        return False
    text = subject.text
    for hunk in change.hunks:
        lines = subject.snapshot.lines
        start = lines.line_span(hunk.start).start
        end = lines.line_span(hunk.end - 1).end if hunk.end > hunk.start else start
        signs = iter("".join("".join(change.removed(hunk)).split()))
        code = "".join(_without_comments(text, start, end, subject.source).split())
        if not all(sign in signs for sign in code):
            return False
    return True


def _without_comments(text: str, start: int, end: int, source: SourceOutline | None) -> str:
    parts, at = [], start
    for comment in _within(source, start, end):
        parts.append(text[at : max(comment[0], at)])
        at = max(min(comment[1], end), at)
    return "".join((*parts, text[at:end]))


def _within(source: SourceOutline | None, start: int, end: int) -> Iterable[tuple[int, int]]:
    comments = source.comments if source is not None else ()
    first = bisect_right(comments, start, key=lambda comment: comment.end)
    return takewhile(lambda comment: comment[0] < end, islice(comments, first, None))
