"""A comment that names a file of the repository which is not there.

**What.** A path in a comment, such as `src/report/render.py`, whose first folder stands at the root of the repository,
while no tracked file has that path or ends with it.

**Why.** The reader who follows the comment finds nothing. It is what a moved or deleted file leaves behind.

**Fires.** The path has a folder and the ending of a source or documentation file, stands neither on disk nor at HEAD,
and nothing in the sentence says that it is gone, made by a program, an example, or somebody else's.

**Must not fire.** On patterns, placeholders, URLs, quoted values and paths that Git ignores; on a file that exists with
the ending of its source (`.js` for `.ts`) or below another folder of the path; in generated files; outside a
repository; on lines that are not part of the change.

**Class.** manual: only the author knows where the file went.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from anchorline.findings.finding import Raised
from anchorline.findings.words import Anchor, Severity
from anchorline.reviewers.base import Check, Existence, Scope, Subject, Workspace
from anchorline.text.generated import is_generated
from anchorline.text.patterns import compiled
from anchorline.text.span import Span

_PATH = re.compile(
    r"(?<![\w./\\~$@%{}<>()*:#?=&+'\"\-])"
    r"((?:[A-Za-z0-9_][\w.\-]{0,80}/){1,12}[A-Za-z0-9_][\w\-]{0,80}(?:\.[\w\-]{1,40}){0,3}\.([a-z]{1,5}))"
    r"(?![\w/\\*{}<>$%@(\[\-'\"]|\.\w)"
)
# Endings of files that people write, each with what such a file may have been made from.
_ENDINGS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("js", "jsx", "mjs", "cjs", "ts", "tsx", "mts", "cts"), ("ts", "tsx", "mts", "js", "jsx", "mjs")),
    **dict.fromkeys(("c", "h", "cc", "hh", "cpp", "hpp", "cxx", "hxx"), ("c", "h", "cc", "hh", "cpp", "hpp", "in")),
    **dict.fromkeys(("py", "pyi", "pyx"), ("py", "pyi", "pyx", "pxd", "c")),
    **dict.fromkeys(("md", "mdx", "rst", "adoc"), ("md", "mdx", "rst", "adoc")),
    **dict.fromkeys(("go", "rs", "java", "kt", "rb", "php", "swift", "scala", "cs", "sh", "sql", "proto", "toml"), ()),
    **dict.fromkeys(("yaml", "yml"), ("yaml", "yml")),
}
_PLACEHOLDERS = frozenset({
    "foo", "bar", "baz", "qux", "path", "to", "your", "my", "some", "sample", "xxx", "a", "b", "c", "x", "y", "z",
    "example", "examples", "__pycache__", "tmp", "temp", "node_modules", "target", "dist", "out",
})  # fmt: skip
# Words that make the path history, a product, an illustration or another project's.
_NOT_A_CLAIM = (
    r"\b(?:old|older|legacy|former|formerly|previous|previously|prior|historical|historically|original|originally|"
    r"remove[sd]?|removing|delete[sd]?|deleting|drop|drops|dropped|gone|moved?|moves|moving|renamed?|renames|was|were|"
    r"had|replaced?|replaces|replacing|used to|no longer|not exist|missing|absent|todo|fixme|will|would|could|may|"
    r"might|creates?|created|creating|generates?|generated|generating|produces?|produced|writes?|written|outputs?|"
    r"emits?|emitted|downloads?|downloaded|compiles?|compiled|e\.g|eg|example|examples|instance|such as|like|suppose|"
    r"imagine|assume|assuming|given|upstream|vendored|copied|extracted|ported|port|taken|borrowed|adapted|derived|"
    r"based on|inspired|stolen|forked|fork|mirror of|v?\d+\.\d+)\b|->|=>|→|https?:|'s[ \t]"
)
_MAX_CONTEXT = 300
_MAX_FINDINGS = 100
"""In one file; whoever has more has moved a folder, and knows."""


def run(subject: Subject) -> Iterator[Raised]:
    outline = subject.source
    if outline is None or not subject.workspace.in_repository or is_generated(subject.text):
        return
    left = _MAX_FINDINGS
    for comment in outline.comments:
        for match in _PATH.finditer(subject.text, comment.start, comment.end):
            span = Span(match.start(1), match.end(1))
            if not (
                match[2] in _ENDINGS
                and subject.is_changed(span)
                and not _is_placeholder(match[1])
                and not compiled(_NOT_A_CLAIM, re.IGNORECASE).search(_sentence(subject, span))
                and _is_missing(subject.workspace, match[1], match[2])
            ):
                continue
            yield CHECK.raises(
                subject,
                f"`{match[1]}` is no file of this repository",
                "The comment sends its reader to a file that is neither here nor, under this path, anywhere below.",
                span,
                fix="Name the file's present path, or drop the reference.",
            )
            left -= 1
            if left == 0:
                return


def _is_missing(workspace: Workspace, path: str, ending: str) -> bool:
    if workspace.at_root(path.partition("/")[0]) is not Existence.FOLDER:
        return False
    if workspace.at_root(path) is not Existence.MISSING or workspace.beside(path) is not Existence.MISSING:
        return False
    parts = path.split("/")
    stem = path.removesuffix(ending)
    known = [path, *(stem + other for other in _ENDINGS[ending])]
    known += ["/".join(parts[start:]) for start in range(1, len(parts) - 1)]
    return all(workspace.tracked_suffix(candidate) is False for candidate in known)


def _is_placeholder(path: str) -> bool:
    words = path.rpartition(".")[0].lower().split("/")
    return any(word in _PLACEHOLDERS or word.isdigit() for word in words)


def _sentence(subject: Subject, span: Span) -> str:
    """The line of the path with the ones before and after, bounded."""
    lines = subject.snapshot.lines
    at = lines.line_of(span.start)
    start = max(lines.line_span(max(at - 1, 0)).start, span.start - _MAX_CONTEXT)
    end = min(lines.line_span(at + 1).end, span.end + _MAX_CONTEXT)
    return subject.text[start : span.start] + " " + subject.text[span.end : end]


CHECK = Check(
    id="missing-path",
    title="comment that names a file which is not there",
    scope=Scope.SOURCE,
    severity=Severity.P3,
    confidence=Anchor.CONFIRMED,
    category="other",
    run=run,
)
