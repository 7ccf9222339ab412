"""A file that the plan modifies does not exist, and nothing in the plan creates it.

Why
    "Modify: `src/loader.py`" sends the implementer to a file. When it is not there, the path is misspelt or stale, and
    a person loses time while a program creates a second file beside the right one.

Fires
    On the path of a Files entry marked Modify, Update, Edit, Change or Extend, when it is neither on disk nor in the
    last commit and no text of the plan creates, renames, moves or generates it:

        **Files:**
        - Modify: `src/loader.py`

    With backticks or without. The repository must be the right one: at least two of the plan's other paths exist in it,
    and most of them do; paths that the plan itself makes do not count either way.

Must not fire
    - Entries marked Create, Add, New or Test, or not marked; entries that say "new", "optional" or "if it exists".
    - Short forms that some tracked path ends with (`loader.py` for `src/loader.py`); names without a folder.
    - Folders, patterns, braces, placeholders, absolute paths and paths that leave the repository.
    - Plans that are completed, superseded or abandoned: their files may have moved since.
    - Documents outside a repository or workspace folder, plans for another repository or for several, and paths whose
      first folder does not exist.

Class
    P2, confidence 75: the repository is certain, its branch may not be the one the plan means. The fix is manual; the
    right path is the author's to name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from anchorline.findings.finding import Raised
from anchorline.findings.words import Anchor, Severity
from anchorline.reviewers.base import Check, Existence, Scope, Subject
from anchorline.reviewers.named_paths import FILE_NAME, cleaned, shown
from anchorline.reviewers.units import Field
from anchorline.text.span import Span

_MAX_ENTRIES = 1000
_MAX_ON_LINE = 200
_MAX_LOOKUPS = 400
_MAX_LINES = 800  # that are read to see whether they make a file
_CLOSED = frozenset({
    "completed", "complete", "done", "implemented", "finished", "shipped", "superseded", "abandoned", "archived",
    "obsolete", "rejected", "withdrawn", "abgeschlossen", "erledigt", "umgesetzt",
})  # fmt: skip
# A path without backticks ends where its characters end: what goes on as a pattern or placeholder is none.
_BARE = r"(?<![\w`/\\.@~+:<>{}$*-])(?<!\]\()(?>[\w@.+-]{1,80}(?:/[\w@.+-]{1,80}){1,20})(?![/\\*<>{}\[$~…`(])"
_TOKEN = re.compile(
    rf"`(?P<path>[^`\r\n]{{1,300}})`|(?P<bare>{_BARE})"
    r"|(?<![\w`/.-])(?P<modify>(?i:modify|modified|update|edit|change|extend|ändern|anpassen|aktualisieren|bearbeiten))(?![\w`/.-])"
    r"|(?<![\w`/.-])(?P<other>(?i:create|created|add|new|test|tests|delete|remove|rename|move|verify|read|reference|see|run|"
    r"generated?|docs?|neu|erstellen|anlegen|löschen|umbenennen|lesen))(?![\w`/.-])"
)
_MADE = re.compile(
    r"\b(?:creat\w*|new|add(?:s|ed)?|renam\w*|mov(?:e|es|ed)|mv|cp|cop(?:y|ies|ied)|touch|writes?|written|generat\w*|scaffold\w*|"
    r"init\w*|introduc\w*|extract\w*|split\w*|port\w*|install\w*|fetch\w*|checkout|clone|"
    r"neu\w*|anleg\w*|angelegt|erstell\w*|erzeug\w*|umbenenn\w*|verschieb\w*)\b|->|→|⇒|>>?[ ]",
    re.I,
)
_UNSURE = re.compile(
    r"\b(?:new|neu|optional(?:ly)?|if|when|or|oder|falls|maybe|possibly|likely|probably|generated|gitignored|ignored|external|"
    r"upstream|submodule|repo(?:sitory)?|equivalent|similar|wherever|tbd|created|renamed|moved|from|was|formerly)\b|\?|~~",
    re.I,
)


_OTHER_REPOSITORY = re.compile(
    r"\b(?:target|other|another|sibling|separate|second|upstream|downstream|cross|multi|both|two|three|external)"
    r"(?:[-_ ]|[ ]the[ ])(?:git[ ])?repos?(?:itory|itories)?\b",
    re.I,
)


@dataclass(frozen=True, slots=True)
class _Entry:
    path: str
    span: Span
    is_modified: bool
    is_plain: bool  # neither created nor otherwise marked


def _run(subject: Subject) -> Iterator[Raised]:
    workspace, outline = subject.workspace, subject.markdown
    if not workspace.rooted or (outline.front_matter and outline.front_matter.word("status") in _CLOSED):
        return
    fields = [unit.files for unit in subject.units if unit.files is not None]
    entries = list(islice((entry for field in fields for entry in _entries(subject, field)), _MAX_ENTRIES))
    if not any(entry.is_modified for entry in entries) or _OTHER_REPOSITORY.search(subject.text):
        return
    known: dict[str, Existence] = {}
    for entry in entries:
        if (entry.is_modified or entry.is_plain) and entry.path not in known and len(known) < _MAX_LOOKUPS:
            known[entry.path] = _existence(subject, entry.path)
    resolved = sum(existence is Existence.FILE for existence in known.values())
    created = {entry.path for entry in entries if not entry.is_modified and not entry.is_plain}
    missing = [path for path, existence in known.items() if existence is Existence.MISSING and path not in created]
    if resolved < 2 or not missing:
        return
    missing, untold = _not_made(subject, missing)
    if resolved <= len(missing) + untold:
        return
    unreported = set(missing)
    for entry in entries:
        if not entry.is_modified or entry.path not in unreported:
            continue
        unreported.remove(entry.path)
        if workspace.at_root(entry.path.split("/", 1)[0]) is not Existence.FOLDER:
            continue
        yield CHECK.raises(
            subject,
            f"{shown(entry.path, 55)} is to be modified but does not exist",
            "The implementer looks for a file that is not there, or creates a second one beside the right one.",
            entry.span,
        )


def _not_made(subject: Subject, missing: Iterable[str]) -> tuple[list[str], int]:
    """The missing paths that no text of the plan makes, and of how many that could not be told within the budget."""
    found: list[str] = []
    untold = 0
    budget = _MAX_LINES
    for path in missing:
        is_made, looks = _is_made(subject, path, budget)
        budget -= looks
        if not is_made:
            found.append(path)
        elif budget <= 0:
            untold += 1
    return found, untold


def _existence(subject: Subject, path: str) -> Existence:
    """What is known of a path, wherever in the repository it could be meant to start. A doubt is UNKNOWN."""
    workspace = subject.workspace
    at_root = workspace.at_root(path)
    if at_root is not Existence.MISSING:
        return at_root
    if workspace.beside(path) is not Existence.MISSING:
        return Existence.UNKNOWN
    tracked = workspace.tracked_suffix(path)
    if tracked:
        return Existence.FILE
    return Existence.UNKNOWN if tracked is None and workspace.in_repository else Existence.MISSING


def _entries(subject: Subject, field: Field) -> Iterator[_Entry]:
    """The paths of a Files field, each with what it is marked as. Lines that are nested in an entry are its notes."""
    prose, lines = subject.markdown.prose, subject.snapshot.lines
    heading: tuple[str, int] | None = None  # a mark that stands alone on its line, and its indent
    level: int | None = None  # the indent of the entries
    last = lines.line_of(max(field.value.end - 1, field.value.start))
    for number in range(lines.line_of(field.value.start), last + 1):
        line = lines.line_span(number)
        start, end = max(line.start, field.value.start), min(line.end, field.value.end)
        words = prose[start:end]
        if not words or words.isspace():
            continue
        indent = len(words) - len(words.lstrip())
        found = islice(_TOKEN.finditer(prose, start, end), _MAX_ON_LINE)
        tokens = [token for token in found if _opens(prose, token, start)]
        paths = [token for token in tokens if token.lastgroup in _PATHS]
        if not paths:
            is_mark = len(tokens) == 1 and len(words.strip(" \t*_:-#")) <= 24
            heading, level = ((tokens[0].lastgroup or "", indent), None) if is_mark else (None, level)
            continue
        if number > lines.line_of(field.line):
            level = indent if level is None else level
            if indent > level:
                continue
        ends = [start, *(token.end() for token in paths)]
        starts = [*(token.start() for token in paths), end]
        around = "`".join(prose[since:until] for since, until in zip(ends, starts, strict=True))
        unsure = _UNSURE.search(around) is not None
        mark = heading[0] if heading is not None and indent >= heading[1] and tokens[0] is paths[0] else ""
        for at, token in enumerate(tokens):
            if token.lastgroup not in _PATHS:
                mark = token.lastgroup or ""
                continue
            written = token.group(token.lastgroup)
            if at and not _governs(prose, tokens[at - 1], token):
                mark = "note"  # no longer the list that the mark opened
            path = cleaned(written)
            if not _is_checkable(path):
                continue
            behind = tokens[at + 1] if at + 1 < len(tokens) else None
            said = mark
            if behind is not None and _BETWEEN.fullmatch(prose, token.end(), behind.start()):
                said = behind.lastgroup or mark  # `path` (modify)
            begin = token.start(token.lastgroup) + written.index(path)
            span = Span(begin, begin + len(path))
            yield _Entry(path, span, said == "modify" and not unsure, said == "" and not unsure)


_PATHS = ("path", "bare")  # the groups of tokens that name something
_BETWEEN = re.compile(r"[ \t]*[(—–-]+[ \t]*")
_BEFORE_MARK = re.compile(
    r"(?:^[ \t]*(?:[-*+]|\d{1,3}[.)])?|[,;.(—–]|`[ \t]*-|\.\w{1,10}[ \t]{1,8}-|\band|\bund)[ \t]*[*_]{0,2}$"
)
_LABEL_END = re.compile(r"[ \t:*_(\[<\"'—–-]{0,16}")  # what may stand between a mark and a path without backticks
_ABOUT = re.compile(
    r"\b(?:to|of|from|by|via|per|like|for|zu|von|aus|für|wie)\b", re.I
)  # "update references to `a/b.py`"
_LISTED = re.compile(r"(?:[ \t]*\([^()\r\n]{0,200}\))?[ \t]*(?:[,;&+]|\band\b|\bund\b|[ \t]){0,6}")


def _governs(prose: str, before: re.Match[str], token: re.Match[str]) -> bool:
    """Whether what the token before was marked as, or says, holds for this path too."""
    if before.lastgroup in _PATHS:
        return _LISTED.fullmatch(prose, before.end(), token.start()) is not None
    between = prose[before.end() : token.start()]
    if token.lastgroup == "bare":
        return _LABEL_END.fullmatch(between) is not None
    return _ABOUT.search(between) is None


def _opens(prose: str, token: re.Match[str], start: int) -> bool:
    """Whether a word is a mark: it opens its line or a part of it, or stands behind a path in parentheses."""
    if token.lastgroup in _PATHS:
        return True
    if not prose[start : min(token.start(), start + 24)].strip(" \t-*+_"):
        return token.start() - start <= 24
    return _BEFORE_MARK.search(prose[max(start, token.start() - 24) : token.start()]) is not None


def _is_checkable(path: str) -> bool:
    return "/" in path and _NO_PATH.search(path) is None and FILE_NAME.fullmatch(path.rsplit("/", 1)[-1]) is not None


_NO_PATH = re.compile(r"""[*?<>{}\[\]$|\\ ~…:#"'()@]|\.\.\.|//|^/|^\.\./|/\.\./|^\.git/|/$""")


def _is_made(subject: Subject, path: str, budget: int) -> tuple[bool, int]:
    """Whether some line of the plan, code included, makes the file or a folder that holds it, and how many lines were
    read to see it. When the budget is spent, the answer is yes."""
    text, lines = subject.text, subject.snapshot.lines
    parts = path.split("/")
    looks = 0
    for name in (path, parts[-1], *("/".join(parts[:depth]) + "/" for depth in range(1, len(parts)))):
        at = text.find(name)
        while at >= 0:
            if looks >= budget:
                return True, looks
            looks += 1
            line = lines.line_span(lines.line_of(at))
            around = text[max(line.start, at - 200) : min(line.end, at + 200)]
            is_whole = not name.endswith("/") or not text[at + len(name) : at + len(name) + 1].strip("`\"' ,.;:)\r\n")
            if is_whole and _MADE.search(around):
                return True, looks
            at = text.find(name, at + len(name))
    return False, looks


CHECK = Check(
    id="modified-file-missing",
    title="File to be modified that does not exist",
    scope=Scope.PLAN,
    severity=Severity.P2,
    confidence=Anchor.CONFIRMED,
    category="infeasible",
    run=_run,
)
