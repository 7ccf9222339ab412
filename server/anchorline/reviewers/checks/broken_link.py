"""A link to a file, or to a heading in another Markdown file, that does not exist.

Why
    Relative links break silently when files move. The reader lands on an error page at the moment they wanted to know
    more.

Fires
    Inside a repository or workspace folder that holds the document, on the target of an inline link, an image or a
    reference definition:

        See [the runbook](runbooks/restore.md).       <- no such file
        See [the limits](limits.md#per-tenant).       <- no such heading in limits.md
        ![flow](img/Flow.png)                         <- the file is img/flow.png: another file on Linux

    Targets are read relative to the document, percent-decoded, without query. A file of another case counts as missing.

Must not fire
    - URLs and mail addresses, `#fragments` of the document itself, absolute paths (`/docs/x` is the root of some site).
    - Targets that leave the repository, that Git ignores, or that lie in submodules.
    - Addresses that only a website has: names without an extension (`./setup`), `.html` pages, aliases (`@site/…`),
      GitHub's virtual folders (`../../issues/7`, `../../blob/main/x.md`).
    - Templates: `{{url}}`, `<name>`, `${x}`, `path/to/file.md`, `…`; documents that are templates or test fixtures.
    - Files that a site serves from elsewhere: a tracked file of that path below `static`, `public` or `assets`; a
      source of another kind beside it (`x.mdx` for `x.md`).
    - Fragments of files that are no Markdown (`tool.py#L10`), and of pages that are put together from others.
    - Links in code, quotations, comments and between quotation marks.

Class
    P2; confidence 100 for a missing file, 75 for a missing heading, since renderers name headings in different ways. If
    exactly one file is much like the target, the fix points there; it is gated_auto, for what another file is called is
    not this document's to know.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from itertools import islice
from typing import NamedTuple
from urllib.parse import quote, unquote

from anchorline.findings.finding import Raised
from anchorline.findings.words import Anchor, AutofixClass, Severity
from anchorline.reviewers.base import Check, Existence, Scope, Subject, replacement
from anchorline.reviewers.named_paths import shown
from anchorline.reviewers.quotation import is_quoted
from anchorline.text.inline import LinkKind, plain
from anchorline.text.span import Span

_MAX_LOOKUPS = 1000
_MAX_READ = 40
_MAX_NEAR = 15  # missing targets of one document for which a like file is looked for
_MAX_FINDINGS = 50

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{0,30}:|//")
_TEMPLATED = re.compile(r"[{}<>$*|\\^`\"']|…|\.\.\.|%7[Bb]|[\t\r\n]|\[|\]")
_EXAMPLE = re.compile(
    r"(?:^|/)(?:path/to|your[-_]|my[-_]?(?:file|doc|page)|example[-_.]|placeholder|foo\b|bar\b|xxx|nnnn|yyyy)|^(?:url|link|path|file|href|target|image|src|source|filename|relative)(?:\.\w+)?$",
    re.I,
)
_EXTENSION = re.compile(r"[^/]\.([A-Za-z][A-Za-z0-9]{0,9})$")
_KNOWN_NAME = re.compile(
    r"(?:^|/)(?:LICEN[SC]E|NOTICE|COPYING|AUTHORS|CHANGELOG|CONTRIBUTING|README|SECURITY|Makefile|Dockerfile|Jenkinsfile|Vagrantfile|CODEOWNERS)$"
)
_SITE_PAGES = frozenset({"html", "htm", "php", "aspx", "jsp", "xhtml", "com", "org", "net", "io", "dev", "pdf"})
_PAGE_KINDS = ("md", "mdx", "markdown", "rst", "adoc", "ipynb", "qmd", "Rmd", "org", "txt", "html")
_VIRTUAL = frozenset({
    "issues", "pull", "pulls", "wiki", "releases", "release", "blob", "tree", "raw", "edit", "commit", "commits",
    "compare", "discussions", "actions", "security", "milestone", "milestones", "labels", "projects", "tags",
    "stargazers", "blame", "-", "merge_requests",
})  # fmt: skip
_SERVED = frozenset(
    {"static", "public", "assets", "_static", "_includes", "_media", "site", "www", "docs_src", "includes", "snippets"}
)
_NO_DOCUMENT = re.compile(
    r"template|fixture|testdata|test[-_]data|__tests__|snapshot|cookiecutter|boilerplate|skeleton|node_modules|vendor/",
    re.I,
)
_MARKDOWN = frozenset({"md", "markdown", "mdx", "mkd"})
_ASSEMBLED = re.compile(
    r"\{\{|\{%|--8<--|<!--[ ]?include|^:::|^import\s|^!!!|\{!|<Include|\[TOC\]|@import|!\[\[|^\.\. ", re.M | re.I
)
_HEADING = re.compile(r"(?<![^\r\n])[ \t>]{0,8}(?:(?:[-*+]|\d{1,3}[.)])[ \t]+)?#{1,6}[ \t]+([^\r\n]{1,500})")
_SETEXT = re.compile(r"(?<![^\r\n])[ ]{0,3}([^\s][^\r\n]{0,500})\r?\n[ ]{0,3}(?:=+|-+)[ \t]*(?![^\r\n])")
_HTML_HEADING = re.compile(r"<h[1-6]\b[^>]{0,200}>([^\r\n]{1,400}?)</h[1-6]>", re.I)
_NAMED = re.compile(
    r"\b(?:id|name)[ ]?=[ ]?[\"']?([^\s\"'<>]{1,200})|\{[:]?[ ]?#([^\s}]{1,200})|(?<![^\r\n])\[\^?([^\]\r\n]{1,100})\]:"
)
_REFERENCE = re.compile(
    r"[ \t>]{0,12}\[(?:[^\]\\]|\\.){1,400}\]:[ \t]*(?:\r?\n[ \t]*)?(?:<([^<>\r\n]{0,500})>|(\S{1,500}))"
)
_NUMBERED = re.compile(r"[-_]?\d{1,3}$")


class _Target(NamedTuple):
    """A written target: the place and text of its path, and of its fragment with the "#"."""

    path: str
    path_span: Span
    fragment: str
    fragment_span: Span


def _run(subject: Subject) -> Iterator[Raised]:
    if not subject.workspace.rooted or _NO_DOCUMENT.search(subject.snapshot.name):
        return iter(())
    return islice(_findings(subject), _MAX_FINDINGS)


def _findings(subject: Subject) -> Iterator[Raised]:
    known: dict[str, _Missing | None] = {}
    anchors: dict[str, frozenset[str] | None] = {}
    near_looks = _MAX_NEAR
    for target in _targets(subject):
        if target.path not in known:
            if len(known) >= _MAX_LOOKUPS:
                return
            known[target.path] = _missing(subject, target.path, look_near=near_looks > 0)
            near_looks -= known[target.path] is not None
        missing = known[target.path]
        finding: Raised | None = None
        if missing is not None:
            if not is_quoted(subject.text, target.path_span.start, subject.snapshot.lines):
                finding = _missing_file(subject, target, missing)
        elif target.fragment and _extension(target.path) in _MARKDOWN:
            if target.path not in anchors:
                if len(anchors) >= _MAX_READ:
                    continue
                anchors[target.path] = _anchors(subject.workspace.read_beside(target.path))
            finding = _missing_heading(subject, target, anchors[target.path])
        if finding is not None:
            yield finding


def _targets(subject: Subject) -> Iterator[_Target]:
    """Targets of inline links, images and reference definitions that may be judged, in document order."""
    outline = subject.markdown
    places = [(link.target, False) for link in outline.links if link.kind is LinkKind.INLINE]
    places += ((place, True) for place in outline.references.values())
    for place, is_definition in sorted(places):
        span: Span | None = place
        if is_definition:
            span = _defined(subject.text, place) if outline.is_claim(place) else None
        target = _read_target(subject.text, span) if span is not None else None
        if target is not None:
            yield target


def _defined(text: str, place: Span) -> Span | None:
    """The target of a reference definition."""
    match = _REFERENCE.match(text, place.start, min(place.end, place.start + 1000))
    return None if match is None else Span(*match.span(match.lastindex or 0))


def _read_target(text: str, span: Span) -> _Target | None:
    """The parts of a target that may be judged; None for what is no relative path to a file."""
    written = span.of(text)
    if not written or written[0] in "#/?@~&=" or re.match(r"\.{1,2}(?![\w/.])|\.{3}", written):
        return None
    if _SCHEME.match(written) or _TEMPLATED.search(
        re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", written) if "\\" in written else written
    ):
        return None
    path, mark, fragment = written.partition("#")
    path_end = span.start + len(path)
    path = path.split("?", 1)[0]
    if not path or len(path) > 500:
        return None
    decoded = unquote(unescape(re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", path)))
    if (
        "\0" in decoded
        or "\n" in decoded
        or _TEMPLATED.search(decoded.replace(" ", "").replace("'", ""))
        or _EXAMPLE.search(decoded)
    ):
        return None
    return _Target(
        decoded,
        Span(span.start, span.start + len(path)),
        unquote(unescape(fragment)) if mark else "",
        Span(path_end, span.end),
    )


def _extension(path: str) -> str:
    match = _EXTENSION.search(path)
    return match.group(1).lower() if match else ""


class _Missing(NamedTuple):
    """What stands instead of a missing target: the files that are most like it."""

    near: tuple[str, ...]


def _missing(subject: Subject, path: str, *, look_near: bool) -> _Missing | None:
    """That the target certainly leads nowhere; None when it leads somewhere, or nobody can tell."""
    workspace = subject.workspace
    extension = _extension(path)
    if not extension and not _KNOWN_NAME.search(path):
        return None
    if extension in _SITE_PAGES and extension != "pdf":
        return None
    parts = [part for part in path.split("/") if part not in ("", ".", "..")]
    if not parts or (parts[0] in _VIRTUAL and path.startswith("../")):
        return None
    if workspace.beside(path) is not Existence.MISSING:
        return None
    if extension in _PAGE_KINDS:
        stem = path.rsplit(".", 1)[0]
        if any(workspace.beside(f"{stem}.{kind}") is Existence.FILE for kind in _PAGE_KINDS if kind != extension):
            return None
        if extension in _MARKDOWN and workspace.beside(stem) is Existence.FOLDER and not stem.endswith(".."):
            return None
    if not look_near:  # it may take a look at every file of the repository
        return None if workspace.tracked_suffix("/".join(parts)) else _Missing(())
    near = tuple(dict.fromkeys(workspace.near_matches(path)))
    return None if any(_is_served(other, parts) for other in near) else _Missing(near)


def _is_served(near: str, parts: list[str]) -> bool:
    """Whether the file that is like the target is one that a site would serve under it."""
    found = [part for part in near.split("/") if part not in ("", ".", "..")]
    return found[-len(parts) :] == parts and any(part in _SERVED for part in found[: -len(parts)])


def _missing_file(subject: Subject, target: _Target, missing: _Missing) -> Raised:
    only = missing.near[0] if len(missing.near) == 1 else None
    if only is not None and _TEMPLATED.search(only.replace(" ", "").replace("'", "")):
        only = None
    case = only is not None and only.casefold() == target.path.casefold()
    edits = () if only is None else (replacement(subject.text, target.path_span, _written(only)),)
    return CHECK.raises(
        subject,
        f"The link leads to {shown(target.path, 50)}, which does not exist",
        f"The file is called {shown(only or '', 200)}; on the web, and on file systems that tell capitals from small "
        "letters, the link is broken."
        if case
        else "A reader who follows the link finds nothing.",
        target.path_span,
        fix=None if only is None else f"Link to {shown(only, 200)}.",
        edits=edits,
        autofix=AutofixClass.GATED_AUTO if edits else AutofixClass.MANUAL,
    )


def _written(path: str) -> str:
    """A path as a link target: what would end the target is encoded."""
    return re.sub(r"[\s()<>%]", lambda match: quote(match.group(), safe=""), path)


def _missing_heading(subject: Subject, target: _Target, anchors: frozenset[str] | None) -> Raised | None:
    if not anchors or re.match(r":~:|L\d|[?!]", target.fragment):
        return None
    wanted = _loose(target.fragment)
    if not wanted or wanted in anchors or _loose(_NUMBERED.sub("", target.fragment)) in anchors:
        return None
    for prefix in ("usercontent", "markdownheader", "bookmark"):
        if wanted.removeprefix(prefix) in anchors:
            return None
    if wanted == "top" or _TEMPLATED.search(target.fragment.replace(" ", "").replace("'", "")):
        return None
    return CHECK.raises(
        subject,
        f"{shown(target.path, 35)} has no heading for #{shown(target.fragment, 35)}",
        "The link opens the file at its top, and the reader looks for a passage that was renamed or removed.",
        target.fragment_span,
        confidence=Anchor.CONFIRMED,
    )


def _loose(name: str) -> str:
    """What the ways of naming headings have in common: letters and digits, case aside."""
    return re.sub(r"[\W_]", "", name).casefold()


def _anchors(text: str | None) -> frozenset[str] | None:
    """Loose names of all that a fragment may lead to; None when that cannot be told. Generous: code counts too."""
    if text is None or _ASSEMBLED.search(text):
        return None
    found: set[str] = set()
    for pattern in (_HEADING, _SETEXT, _HTML_HEADING):
        for match in pattern.finditer(text):
            title = match.group(1).rstrip(" \t#")
            named = re.search(r"\{#([^}\s]{1,200})\}\s*$", title)
            variants = [
                title,
                plain(title),
                unescape(title),
                plain(unescape(title)),
                re.sub(r"!\[[^\]]{0,200}\]\([^)]{0,300}\)|<[^<>]{0,200}>|\{[^{}]{0,200}\}|:[a-z_+-]{1,40}:", "", title),
            ]
            variants += [plain(unescape(variants[-1])), re.sub(r"^[\d.]+\s+", "", plain(title))]
            found.update(map(_loose, variants))
            if named is not None:
                found.add(_loose(named.group(1)))
    for match in _NAMED.finditer(text):
        found.add(_loose(next(group for group in match.groups() if group is not None)))
    found.discard("")
    return frozenset(found) or None


CHECK = Check(
    id="broken-link",
    title="Link to a file or heading that does not exist",
    scope=Scope.MARKDOWN,
    severity=Severity.P2,
    confidence=Anchor.EVIDENT,
    category="other",
    run=_run,
)
