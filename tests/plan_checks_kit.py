"""Run one check on a document written in the test, with files around it that exist in memory only."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping, Sequence

from anchorline.findings.finding import Raised
from anchorline.findings.words import DocumentType
from anchorline.reviewers.base import Check, Existence, NoWorkspace, Subject, Workspace
from anchorline.text.edits import TextEdit, apply_edits
from anchorline.text.outline import read_outline
from anchorline.text.snapshot import Snapshot
from anchorline.text.source import SourceOutline


class FilesAround:
    """A repository of these files. The document stands at `document`, a path from the root."""

    rooted = True
    in_repository = True

    def __init__(self, files: Mapping[str, str] | Sequence[str], document: str = "docs/plan.md") -> None:
        self.files = dict(files) if isinstance(files, Mapping) else dict.fromkeys(files, "")
        self.folders = {
            "/".join(path.split("/")[:depth]) for path in self.files for depth in range(path.count("/") + 1)
        } | {posixpath.dirname(document)}
        self.document = document

    def _place(self, path: str) -> str | None:
        folder = "" if path.startswith("/") else posixpath.dirname(self.document)
        place = posixpath.normpath(posixpath.join(folder, path.lstrip("/") if path.startswith("/") else path))
        return None if place.startswith("..") else place.removeprefix("./")

    def _existence(self, place: str | None) -> Existence:
        if place is None:
            return Existence.UNKNOWN
        if place in self.files:
            return Existence.FILE
        return Existence.FOLDER if place in self.folders or place == "." else Existence.MISSING

    def beside(self, path: str) -> Existence:
        return self._existence(self._place(path))

    def at_root(self, path: str) -> Existence:
        return self._existence(self._place("/" + path))

    def tracked_suffix(self, path: str) -> bool | None:
        return any(known == path or known.endswith("/" + path) for known in self.files)

    def near_matches(self, path: str) -> Sequence[str]:
        place = self._place(path)
        if place is None:
            return ()
        name = posixpath.basename(place)
        near = [
            known
            for known in sorted(self.files)
            if posixpath.basename(known) == name or known.casefold() == place.casefold()
        ]
        return [posixpath.relpath(known, posixpath.dirname(self.document) or ".") for known in near]

    def read_beside(self, path: str) -> str | None:
        return self.files.get(self._place(path) or "")


def findings(
    check: Check, text: str, workspace: Workspace | None = None, name: str = "docs/plan.md", language: str = "markdown"
) -> list[Raised]:
    outline = read_outline(text) if language == "markdown" else None
    source = None if outline is not None else SourceOutline.__new__(SourceOutline)
    snapshot = Snapshot(f"file:///{name}", text, language=language, name=name)
    return list(check.run(Subject(snapshot, outline, source, DocumentType.PLAN, workspace or NoWorkspace())))


def places(check: Check, text: str, workspace: Workspace | None = None, **options: str) -> list[tuple[str, int]]:
    """What is raised, as (quote, one-based line)."""
    found = []
    for raised in findings(check, text, workspace, **options):
        span = raised.evidence[0].span
        assert span is not None
        assert span.of(text) == raised.evidence[0].text
        found.append((raised.evidence[0].text, text.count("\n", 0, span.start) + 1))
    return found


def fixed(check: Check, text: str, workspace: Workspace | None = None) -> str:
    """The document after all fixes that the check offers."""
    edits = dict.fromkeys(edit for raised in findings(check, text, workspace) for edit in raised.edits)
    for edit in edits:
        assert edit.span is not None
        assert edit.span.of(text) == edit.old
        assert text.count(edit.old) == 1, "the old text must stand once"
    return apply_edits(text, [TextEdit(edit.span, edit.new) for edit in edits if edit.span is not None])
