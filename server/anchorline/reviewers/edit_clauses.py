"""Clauses that tell somebody to edit a file: "and update the golden file `parser/testdata/tokens.json`"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from anchorline.reviewers.named_paths import cleaned, is_file
from anchorline.text.span import Span

_MAX_PATHS = 500  # of one text
_MAX_CLAUSE = 300  # characters from the opening of a clause to its path
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
_DATA = frozenset(
    {"json", "jsonl", "ndjson", "log", "csv", "tsv", "txt", "lock", "tmp", "pid", "db", "sqlite", "html", "pdf", "png"}
)


class CodedPath(NamedTuple):
    """A path in a code span, and the code spans that it is joined with: where the first stands, where the last ends."""

    path: str
    span: Span
    first: Span
    end: int


class EditClause(NamedTuple):
    """An edit verb with a path behind it: where the clause opens, where its words begin, what it says."""

    opened: int
    words: int
    continues: bool
    verb: str
    path: str
    span: Span

    @property
    def makes(self) -> bool:
        """Whether the file is not there before, or not there afterwards."""
        return self.verb in _MAKES.split("|")


def coded_paths(prose: str, approach: Span) -> Iterator[CodedPath]:
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


def _of_chain(prose: str, chain: Sequence[Span]) -> Iterator[CodedPath]:
    for place in chain:
        written = place.of(prose)[1:-1]
        path = cleaned(written)
        if is_file(path):
            start = place.start + 1 + written.index(path)
            yield CodedPath(path, Span(start, start + len(path)), chain[0], chain[-1].end)


def clause_of(prose: str, approach: Span, named: CodedPath) -> EditClause | None:
    """The clause that opens with an edit verb and has the path as its object, as far as its own words say."""
    first = named.first
    if not is_file(cleaned(first.of(prose)[1:-1])):
        return None
    for match in _CLAUSE.finditer(prose, max(approach.start, first.start - _MAX_CLAUSE), first.end):
        if match.end() != first.end or (match.group("first") is not None and match.start() != approach.start):
            continue
        verb = (match.group("verb") or "add to").casefold()
        if _NOT_OBJECT.search(match.group("filler")) or _is_data(named.path, verb):
            continue
        if _BEHIND.match(prose[named.end : min(approach.end, named.end + 30)]):
            continues = match.group("start") is None
            return EditClause(match.start(), match.end("open"), continues, verb, named.path, named.span)
    return None


def is_plain_edit(prose: str, approach: Span, clause: EditClause) -> bool:
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
    """With something without meaning in code spans. Same length."""
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


def _is_data(path: str, verb: str) -> bool:
    """Whether a file that is made or deleted is more likely the work of a running program."""
    return verb in _MAKES.split("|") and path.rsplit(".", 1)[-1].lower() in _DATA
