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
from typing import NamedTuple

from anchorline.findings.finding import Raised
from anchorline.findings.words import Anchor, AutofixClass, FindingType, Severity
from anchorline.reviewers.base import Check, Existence, Scope, Subject
from anchorline.reviewers.listing import Addition, Plan, Use, addition
from anchorline.reviewers.units import FILE_NAME, Unit, cleaned, named_paths, names, shown
from anchorline.text.span import Span

_MAX_FINDINGS = 20
_MAX_PATHS = 500  # of one field
_MAX_CLAUSE = 300  # characters from the opening of a clause to its path
_MAX_COMPARISONS = 10_000  # of a path with a listed one, in one document
_MAX_LOOKS = 100  # at sentences of one document

_EDITS = (
    "update|edit|modify|change|extend|adjust|amend|adapt|patch|rewrite|refactor|rename|move|regenerate|refresh|"
    "bump|revise|"
    "aktualisiere|aktualisieren|ändere|ändern|bearbeite|bearbeiten|erweitere|erweitern|ergänze|ergänzen|passe|"
    "benenne|überarbeite|überarbeiten|verschiebe"
)
_MAKES = "create|add|write|delete|remove|introduce|erstelle|erstellen|lösche|löschen|entferne|entfernen|lege"
_STARTERS = (  # imperatives that a sentence of an approach opens with; only then does ", and update" continue it
    f"{_EDITS}|{_MAKES}|implement|keep|read|set|put|use|reuse|make|split|extract|inline|replace|drop|wire|register|export|"
    "expose|define|declare|pass|build|teach|convert|migrate|port|copy|record|document|store|parse|render|wrap|switch|"
    "compute|emit|insert|include|append|route|map|handle|cover|apply|lift|collapse|merge|sort|tighten|füge|baue|setze|nutze"
)
_WORD = r"[^\W\d_][\w'-]{0,30}"
_CODE = r"`(?P<path>[^`\r\n]{3,200})`"
_OBJECT = re.compile(r"`[^`\r\n]{1,200}`")
_GAP = r"(?:[ \t]{1,16}|[ \t]{0,16}\r?\n[ \t]{0,16})"
_THING = (
    "files?|tests?|fixtures?|goldens?|snapshots?|helpers?|modules?|pages?|docs?|guides?|scripts?|configs?|"
    "configurations?|schemas?|tables?|templates?|Datei|Dateien|Tests"
)
# What joins a path to the one before it: "`a`, `b`", "`a` and the golden file `b`".
_JOINT = re.compile(
    rf"(?:[ \t]{{0,4}}\([^()`\r\n]{{0,120}}\))?"
    rf"(?:,{_GAP}(?:(?:and|und|plus|&){_GAP})?|{_GAP}(?:and|und|plus|sowie|as{_GAP}well{_GAP}as|&|\+){_GAP})"
    rf"(?:also{_GAP}|auch{_GAP})?"
    rf"(?:(?:the|its|their|die|das|den|ihre|seine){_GAP}(?:(?>{_WORD}){_GAP}){{0,2}}?(?:{_THING}){_GAP}"
    rf"|(?:the|its|their|die|das|den|ihre|seine){_GAP}|(?:{_THING}){_GAP})?"
)
_FILLER = rf"(?>(?:(?>{_WORD})(?>[ \t]+|[ \t]*\r?\n[ \t]{{0,12}})){{0,6}})"  # atomic: no second try at the same words
_ADD_TO = (
    r"(?:(?:an?|the|one|two|three|new|another|its|matching|corresponding|regression|unit|test|integration|changelog|"
    r"failing)\s+){0,4}(?:cases?|tests?|entry|entries|rows?|sections?|fields?|methods?|functions?|paragraphs?|lines?|keys?|"
    r"columns?|steps?|jobs?|targets?|assertions?)\s+to\s+"
)
_CLAUSE = re.compile(
    r"(?P<open>(?P<start>(?<![^\r\n])[ \t]{0,24}(?:(?:[-*+]|\d{1,3}[.)])[ \t]{1,4})?(?:\[[ xX]\][ \t]{1,4})?"
    r"(?:\*\*[^*\r\n`]{1,60}\*\*[:.]?[ \t]{1,4}|[^\W\d_][\w -]{0,24}:[ \t]{1,4})?"
    r"|(?<=[^\s.][.!?])\s{1,16}|(?<=[:*_])(?P<first>[ \t]{1,4}))"
    r"|,\s{1,16}(?:and|und)\s{1,16}(?:then\s{1,16}|also\s{1,16}|dann\s{1,16})?"
    r"|;\s{1,16}(?:(?:then|and|also|dann|und)\s{1,16}){0,2})"
    r"(?:(?:[Aa]lso|[Tt]hen|[Dd]ann|[Aa]uch)[ ])?"
    rf"(?:[Aa]dd\s+(?:to\s+|{_ADD_TO})|(?P<verb>(?i:{_EDITS}|{_MAKES}))\s+)"
    rf"(?P<filler>{_FILLER}){_CODE}"
)
# Words between verb and path that make the path something else than the object.
_NOT_OBJECT = re.compile(
    r"(?<![\w-])(?:to|in|into|from|with|of|for|at|on|by|via|per|as|like|so|that|which|when|if|until|before|after|using|against|where|"
    r"under|inside|within|through|and|or|its|than|not|is|are|see|reads?|calls?|invokes?|similar|callers?|references?|links?|"
    r"imports?|consumers?|users?|usages?|mentions?|pointers?|"
    r"in|im|aus|mit|von|für|auf|bei|nach|zu|zur|zum|wie|damit|dass|wenn|nicht|und|oder)(?![\w-])",
    re.I,
)
# What may stand behind the path without changing what the clause says.
_BEHIND = re.compile(
    r"(?:[ \t]+|[ \t]*\r?\n[ \t]*)?(?:$|[.,;:)!]|[-–—]|\((?!s\))|\b(?:with|to|so|for|by|and|accordingly|as[ ]well|too|"
    r"in[ ]the[ ]same|because|since|such|alongside|using|via|mit|um|so|für|entsprechend|und|damit)\b)"
)
_EXCUSES = re.compile(
    r"\b(?:if|when|whenever|unless|only|optional(?:ly)?|later|eventually|should|could|would|may|might|can|cannot|needn'?t|"
    r"not|no|never|don'?t|doesn'?t|won'?t|avoid|without|instead|rather|either|or|consider|separate(?:ly)?|"
    r"alternative(?:ly)?|alternativ|follow[- ]?up|"
    r"future|already|previously|was|were|been|has|had|did|upstream|external|at[ ]run[- ]?time|runtime|out[ ]of[ ]scope|"
    r"non[- ]goal|(?:implementation[ ])?units?[ ]\d+|u\d+|pr[ ]?#?\d+|(?:phase|step|task|milestone)[ ]\d+|"
    r"unchanged|untouched|unverändert|read[- ]only|"
    r"next[ ](?:unit|pr|phase)|e\.g|for[ ]example|wenn|falls|optional|später|nicht|kein\w*|nur|oder|"
    r"(?:einheit|schritt)[ ]\d+|"
    r"ggf|gegebenenfalls|bereits|statt)\b",
    re.I,
)
_OTHER_SUBJECT = re.compile(
    r"\b(?:that|which|who|will|lets?|allows?|makes?[ ]sure|ensure[sd]?|while|where|because|must|they|we|it|users?|"
    r"agents?|"
    r"scripts?|jobs?|workers?|server|daemon|command|dass|sodass|soll|wird|lässt)\b",
    re.I,
)
_OPEN_ENDED = re.compile(
    r"\b(?:etc|et al|and (?:related|others?|more|so on)|related|various|others?|every|any|all|remaining|as needed|"
    r"wherever|grep|tbd|to be determined|callers?|usw|u\.a|alle|weitere|ggf|andere|see below|below|above|same as|"
    r"none yet|discover\w*|call[- ]?sites?|consumers?|usages?)\b|…|\.\.\.",
    re.I,
)
_NO_PATH = re.compile(r"""[*?<>{}$|\\ ~…="']|\.\.\.|//|^[/@#]|^\.\./|/\.\./""")
_HOST = re.compile(r"[\w-]+\.(?:com|org|net|io|dev|de|app|ai|co|gov|edu|local|internal)$", re.I)
_MEDIA = re.compile(r"(?:application|text|image|audio|video|font|multipart|model)/[\w.+-]+$")
_ELSEWHERE = frozenset(
    {"tmp", "node_modules", ".git", "var", "etc", "usr", "dev", "proc", "home", "dist", "build", "out", "target"}
)
# What a path may end in to be a file for sure: `logging/record.encode` is a function of a package.
_EXTENSIONS = frozenset(
    "adoc asm astro avsc bash bat bazel bicep bzl c cc cfg cjs clj cmake cmd conf cpp cr cs csproj css csv cts "
    "cue cxx d dart dockerfile edn ejs el elm env erb erl ex exs feature fish fs fsx gd gemspec go golden gql "
    "gradle graphql groovy h haml hbs hcl hh hpp hrl hs html ini ipynb j2 java jinja jl js json json5 jsonc jsonl "
    "jsx kt kts less lock lua m make md mdx mjs mk ml mli mm mod mts nim nix php pkl pl plist pm po prisma "
    "properties proto ps1 psm1 pug puml py pyi pyx r rake rb re rs rst s sass sbt scala scss sh sln slim snap sol "
    "sql styl sum svelte svg swift sv tcl tex tf tfvars thrift tmpl toml tpl ts tsv tsx txt v vb vhd vim vue wasm "
    "wat wgsl xaml xml xsd yaml yml zig zsh".split()
)
_DATA = frozenset(
    {"json", "jsonl", "ndjson", "log", "csv", "tsv", "txt", "lock", "tmp", "pid", "db", "sqlite", "html", "pdf", "png"}
)


def _run(subject: Subject) -> Iterator[Raised]:
    return islice(_findings(subject), _MAX_FINDINGS)


def _findings(subject: Subject) -> Iterator[Raised]:
    text = subject.text
    if not any(unit.files and unit.approach for unit in subject.units):
        return
    listed = [named_paths(text, unit.files.value) if unit.files else [] for unit in subject.units]
    plan = _Listed({path.path for paths in listed for path in paths})
    written = Plan(subject, listed)
    looks, comparisons = _MAX_LOOKS, _MAX_COMPARISONS
    for unit, own in zip(subject.units, listed, strict=True):
        if unit.files is None or unit.approach is None or not 0 < len(own) <= _MAX_PATHS:
            continue
        if _OPEN_ENDED.search(_without_code(text, unit.files.value)):
            continue
        found: dict[str, _Clause] = {}
        seen: set[str] = set()
        listed_here = list(dict.fromkeys(one.path for one in own))
        for named in _objects(subject.markdown.prose, unit.approach.value):
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
            clause = _clause(subject.markdown.prose, unit.approach.value, named)
            if clause is None or not _is_plain_edit(subject.markdown.prose, unit.approach.value, clause):
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


class _Object(NamedTuple):
    """A path in a code span, and the code spans that it is joined with: where the first stands, where the last ends."""

    path: str
    span: Span
    first: Span
    end: int


class _Clause(NamedTuple):
    """An edit verb with a path behind it: where the clause opens, where its words begin, what it says."""

    opened: int
    words: int
    continues: bool
    verb: str
    path: str
    span: Span


def _is_at_home(subject: Subject, plan: _Listed, clause: _Clause) -> bool:
    """Whether the path belongs to this repository: the plan works in its top folder, or the file exists."""
    if clause.path.split("/", 1)[0] in plan.folders:
        return True
    return clause.verb not in _MAKES.split("|") and _exists(subject, clause.path)


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


def _objects(prose: str, approach: Span) -> Iterator[_Object]:
    """Paths of files in code spans, as cleaned."""
    chain: list[Span] = []
    for match in islice(_OBJECT.finditer(prose, *approach), _MAX_PATHS):
        if chain and not _are_joined(prose, chain[-1], match.start()):
            yield from _of_chain(prose, chain)
            chain = []
        chain.append(Span(*match.span()))
    yield from _of_chain(prose, chain)


def _are_joined(prose: str, before: Span, start: int) -> bool:
    return start - before.end <= _MAX_CLAUSE and _JOINT.fullmatch(prose, before.end, start) is not None


def _of_chain(prose: str, chain: Sequence[Span]) -> Iterator[_Object]:
    for place in chain:
        written = place.of(prose)[1:-1]
        path = cleaned(written)
        if _is_file(path):
            start = place.start + 1 + written.index(path)
            yield _Object(path, Span(start, start + len(path)), chain[0], chain[-1].end)


def _clause(prose: str, approach: Span, named: _Object) -> _Clause | None:
    """The clause that opens with an edit verb and has the path as its object, as far as its own words say."""
    first = named.first
    if not _is_file(cleaned(first.of(prose)[1:-1])):
        return None
    for match in _CLAUSE.finditer(prose, max(approach.start, first.start - _MAX_CLAUSE), first.end):
        if match.end() != first.end or (match.group("first") is not None and match.start() != approach.start):
            continue
        verb = (match.group("verb") or "add to").casefold()
        if _NOT_OBJECT.search(match.group("filler")) or _is_data(named.path, verb):
            continue
        if _BEHIND.match(prose[named.end : min(approach.end, named.end + 30)]):
            continues = match.group("start") is None
            return _Clause(match.start(), match.end("open"), continues, verb, named.path, named.span)
    return None


def _is_plain_edit(prose: str, approach: Span, clause: _Clause) -> bool:
    """Whether the sentence around the clause leaves it a plain instruction."""
    sentence = _sentence(prose, clause.words, approach.start, approach.end)
    if _EXCUSES.search(_masked(sentence.of(prose))):
        return False
    return not clause.continues or _continues(prose[sentence.start : clause.opened])


def _continues(before: str) -> bool:
    """Whether ", and update" goes on with an imperative, and not with a list of infinitives or another subject."""
    before = re.sub(r"^[\s*+-]*(?:\d{1,3}[.)][ \t]+)?(?:\*\*[^*]{1,60}\*\*[:.]?[ \t]+)?", "", _masked(before))
    if not re.match(rf"(?:{_STARTERS})\b", before, re.I) or _OTHER_SUBJECT.search(before):
        return False
    return before.count(",") + before.count(";") == 0 or all(
        re.match(rf"\s*(?:and\s+|then\s+|und\s+)?(?:{_STARTERS})\b", part, re.I)
        for part in re.split("[,;]", before)[1:]
    )


def _masked(text: str) -> str:
    """Without code spans and parenthesized asides about units."""
    return re.sub(r"`[^`\r\n]*`", lambda match: "x" * len(match.group()), text)


def _sentence(prose: str, at: int, start: int, end: int) -> Span:
    """The sentence or item around a clause: to the full stop, blank line or list marker on either side."""
    window = prose[max(start, at - 400) : at]
    begin = 0
    for match in re.finditer(r"(?<=[^\s.][.!?])\s+|\n[ \t]*\r?\n|\n[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+", window):
        begin = match.end()
    behind = prose[at : min(end, at + 400)]
    stop = re.search(r"[.!?](?=\s)|\n[ \t]*\r?\n|\n[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+|\Z", behind)
    return Span(max(start, at - 400) + begin, at + (stop.end() if stop else len(behind)))


def _is_file(path: str) -> bool:
    """Whether it is a path with a slash to one file inside the repository that a person edits."""
    if "/" not in path or _NO_PATH.search(path):
        return False
    first, name = path.split("/", 1)[0], path.rsplit("/", 1)[-1]
    return (
        FILE_NAME.fullmatch(name) is not None
        and ("." not in name or name.rsplit(".", 1)[-1] in _EXTENSIONS)
        and first not in _ELSEWHERE
        and not _HOST.match(first)
        and not _MEDIA.match(path)
    )


def _is_data(path: str, verb: str) -> bool:
    """Whether a file that is made or deleted is more likely the work of a running program."""
    return verb in _MAKES.split("|") and path.rsplit(".", 1)[-1].lower() in _DATA


def _without_code(text: str, span: Span) -> str:
    return re.sub(r"`[^`\r\n]*`", "`", span.of(text))


_USES: Mapping[str, Use] = {
    **dict.fromkeys("create add write introduce erstelle erstellen lege".split(), Use.CREATE),
    **dict.fromkeys("delete remove lösche löschen entferne entfernen".split(), Use.DELETE),
    **dict.fromkeys("rename move benenne verschiebe".split(), Use.RENAME),
}


def _use(verb: str) -> Use:
    return _USES.get(verb, Use.MODIFY)


def _finding(subject: Subject, clause: _Clause, added: Addition | None) -> Raised:
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
