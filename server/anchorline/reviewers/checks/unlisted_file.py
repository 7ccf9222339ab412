"""A unit's approach edits a file that its Files field does not list.

Why
    The Files field is what an implementer opens, what a reviewer of the change compares with, and what parallel work is
    divided by. A file that only the prose mentions is edited late, twice or not at all.

Fires
    On the path, when a clause of the unit's Approach opens with an edit verb whose object is that path:

        **Files:** `parser/lexer.go`

        **Approach:** Add the token, and update the golden file `parser/testdata/tokens.json`.

    A clause opens at the start of a sentence or list item, after ", and" or after "; then". The verbs are: add to,
    update, edit, modify, change, extend, adjust, rename, move, delete, remove, create, regenerate, rewrite and their
    like, and German ones such as `aktualisiere` and `ergänze`. Joined objects count each: "update `a/b.go`, `a/c.go`
    and the test `a/b_test.go`". The path has a slash and a file name, and its first folder is one that the plan's
    Files fields use, or the file exists in the repository.

Must not fire
    - Paths that Files lists in any spelling: with `./`, a line number, as a longer or shorter path, through a folder,
      a pattern or braces; paths that another unit lists; Files fields that say "etc.", "related", "all callers".
    - Verbs that do not edit ("see", "read", "run", "follow", "mirror", "reuse"), and paths that are not the object
      ("update the loader so that it reads `a/b.json`", "update `a/b.go` callers", "update `a/b.go` and run `a/c.sh`").
    - What is denied, conditional, optional, past, left to another unit or done by the program ("if needed", "later",
      "in Unit 4", "the job then updates …"), and files that a running program writes.
    - Folders, patterns, placeholders, URLs, media types, absolute paths and paths that leave the repository.
    - Units in sections that weigh options, deferred sections, code, quotations and comments.

Class
    P2, confidence 100. The fix adds the path to the Files field in the field's own style and is safe_auto: the plan
    itself says that the unit edits the file. Paths that one unit lacks are added together, by one edit that each of
    their findings carries. A field that says what becomes of each file ("Modify:", "Delete:") gets the word that it,
    or else another Files field of the plan, uses; Create and Modify imply each other. The finding is manual where the
    style cannot be told, where the plan has no word for it, where the field consists of links, and for what is renamed
    or moved: that concerns two paths.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from anchorline.findings.finding import Raised
from anchorline.findings.words import Anchor, AutofixClass, FindingType, Severity
from anchorline.reviewers.base import Check, Existence, Scope, Subject
from anchorline.reviewers.listing import Addition, Plan, Use, addition
from anchorline.reviewers.named_paths import named_paths, names, shown
from anchorline.reviewers.units import Unit
from anchorline.text.span import Span

if TYPE_CHECKING:
    from anchorline.reviewers.edit_clauses import EditClause

_MAX_FINDINGS = 20
_MAX_COMPARISONS = 10_000  # of a path with a listed one, in one document
_MAX_LOOKS = 100  # at sentences of one document
_MAX_PATHS = 500  # of one field
_OPEN_ENDED = re.compile(
    r"\b(?:etc|et al|and (?:related|others?|more|so on)|related|various|others?|every|any|all|remaining|as needed|"
    r"wherever|grep|tbd|to be determined|callers?|usw|u\.a|alle|weitere|ggf|andere|see below|below|above|same as|"
    r"none yet|discover\w*|call[- ]?sites?|consumers?|usages?)\b|…|\.\.\.",
    re.I,
)


def _run(subject: Subject) -> Iterator[Raised]:
    return islice(_findings(subject), _MAX_FINDINGS)


def _findings(subject: Subject) -> Iterator[Raised]:
    text = subject.text
    if not any(unit.files and unit.approach for unit in subject.units):
        return
    # What it looks for takes long to get ready, and most plans have no such units.
    from anchorline.reviewers.edit_clauses import clause_of, coded_paths, is_plain_edit  # noqa: PLC0415

    listed = [named_paths(text, unit.files.value) if unit.files else [] for unit in subject.units]
    plan = _Listed({path.path for paths in listed for path in paths})
    written = Plan(subject, listed)
    looks, comparisons = _MAX_LOOKS, _MAX_COMPARISONS
    for unit, own in zip(subject.units, listed, strict=True):
        if unit.files is None or unit.approach is None or not 0 < len(own) <= _MAX_PATHS:
            continue
        if _OPEN_ENDED.search(_without_code(text, unit.files.value)):
            continue
        found: dict[str, EditClause] = {}
        seen: set[str] = set()
        listed_here = list(dict.fromkeys(one.path for one in own))
        for named in coded_paths(subject.markdown.prose, unit.approach.value):
            path = named.path
            if path in seen or plan.names(path):
                continue
            comparisons -= len(listed_here)
            if any(names(one, path) for one in listed_here):
                seen.add(path)
                continue
            looks -= 1
            if looks < 0 or comparisons < 0:
                break
            clause = clause_of(subject.markdown.prose, unit.approach.value, named)
            if clause is None or not is_plain_edit(subject.markdown.prose, unit.approach.value, clause):
                continue
            seen.add(path)
            if not _is_listed_beside(subject, unit, path) and _is_at_home(subject, plan, clause):
                found[path] = clause
        if found:
            wanted = [(path, _use(clause.verb)) for path, clause in found.items()]
            added = addition(subject, unit.files, own, written, wanted)
            yield from (_finding(subject, clause, added) for clause in found.values())
        if looks < 0 or comparisons < 0:
            return


class _Listed:
    """What the Files fields of the whole plan name."""

    def __init__(self, paths: set[str]) -> None:
        self._paths = paths
        self._suffixes = {path[at + 1 :] for path in paths for at, mark in enumerate(path[:300]) if mark == "/"}
        self.folders = {path.split("/", 1)[0] for path in paths if "/" in path}

    def names(self, path: str) -> bool:
        return path in self._paths or path in self._suffixes or path.rsplit("/", 1)[-1] in self._paths


def _is_at_home(subject: Subject, plan: _Listed, clause: EditClause) -> bool:
    """Whether the path belongs to this repository: the plan works in its top folder, or the file exists."""
    if clause.path.split("/", 1)[0] in plan.folders:
        return True
    return not clause.makes and _exists(subject, clause.path)


def _exists(subject: Subject, path: str) -> bool:
    return subject.workspace.rooted and subject.workspace.at_root(path) is Existence.FILE


def _is_listed_beside(subject: Subject, unit: Unit, path: str) -> bool:
    """Whether another list of the unit ("**Test files:**", "- Create:") names the path."""
    assert unit.approach is not None
    lines, approach = subject.snapshot.lines, unit.approach.value
    for around in (Span(unit.span.start, approach.start), Span(approach.end, unit.span.end)):
        at = subject.text.find(path, *around)
        while at >= 0:
            line = lines.line_span(lines.line_of(at))
            if _OTHER_LIST.search(subject.text[line.start : min(line.end, line.start + 200)]):
                return True
            at = subject.text.find(path, line.end, around.end)
    return False


_OTHER_LIST = re.compile(
    r"\b(?:files?|tests?|docs?|create|modify|update|edit|add|outputs?|artifacts?|new|delete|rename)\b[^`]{0,40}", re.I
)


def _without_code(text: str, span: Span) -> str:
    return re.sub(r"`[^`\r\n]*`", "`", span.of(text))


_USES: Mapping[str, Use] = {
    **dict.fromkeys("create add write introduce erstelle erstellen lege".split(), Use.CREATE),
    **dict.fromkeys("delete remove lösche löschen entferne entfernen".split(), Use.DELETE),
    **dict.fromkeys("rename move benenne verschiebe".split(), Use.RENAME),
}


def _use(verb: str) -> Use:
    return _USES.get(verb, Use.MODIFY)


def _finding(subject: Subject, clause: EditClause, added: Addition | None) -> Raised:
    path = clause.path
    is_added = added is not None and path in added.paths
    together = [shown(one, 200) for one in added.paths] if added is not None and is_added else [shown(path, 200)]
    return CHECK.raises(
        subject,
        f"Files does not list {shown(path, 60)}, which is edited",
        "Whoever works or reviews by the Files field misses this file.",
        clause.span,
        fix=f"Add {_enumerated(together)} to the unit's Files field.",
        edits=(added.edit,) if added is not None and is_added else (),
        autofix=AutofixClass.SAFE_AUTO if is_added else AutofixClass.MANUAL,
    )


def _enumerated(paths: Sequence[str]) -> str:
    return paths[0] if len(paths) == 1 else f"{', '.join(paths[:-1])} and {paths[-1]}"


CHECK = Check(
    id="unlisted-file",
    title="Edited file that Files does not list",
    scope=Scope.PLAN,
    severity=Severity.P2,
    confidence=Anchor.EVIDENT,
    category="omission",
    run=_run,
    finding_type=FindingType.OMISSION,
)
