"""A documented parameter that the function does not take.

**What.** A name that a docstring (Google, NumPy or Sphinx style), a JSDoc or a Javadoc comment documents as a
parameter, although the signature below or above it has no such parameter.

**Why.** Whoever believes the documentation passes an argument that is rejected or ignored. It is what a rename or a
removed parameter leaves behind.

**Fires.** The signature lists all that can be passed, and the documented name is not among it, nor a parameter of a
function inside, nor a name that the body uses.

**Must not fire.** On signatures with `**kwargs`, rest arguments or destructuring; on functions that a decorator may
replace, overloads, stubs, and comments that document something else (`@callback`, an example); on names that differ by
case, leading underscores or `unused_` only; on class docstrings, unless the class itself says how it is made; in
JavaScript and TypeScript, when every parameter is documented, for a function there may leave out the last ones. Never
the reverse: an undocumented parameter is no fault.

**Class.** gated_auto when one undocumented parameter is spelled almost like it, else manual.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

from rapidfuzz.distance import Levenshtein

from anchorline.findings.finding import Raised
from anchorline.findings.words import Anchor, AutofixClass, Severity
from anchorline.reviewers.base import Check, Scope, Subject, replacement
from anchorline.text.docs import Documented, documented_parameters
from anchorline.text.generated import is_generated
from anchorline.text.source import SourceOutline, SourceUnit, UnitKind
from anchorline.text.span import Span

_LANGUAGES = frozenset({"python", "javascript", "typescript", "typescriptreact", "java"})
# Languages in which a call must match the signature.
_STRICT = frozenset({"python", "java"})
# Decorators that leave the signature as it is written.
_HARMLESS = frozenset({
    "staticmethod", "classmethod", "abstractmethod", "abc.abstractmethod", "override", "typing.override", "final",
    "typing.final", "Override", "Deprecated", "SuppressWarnings", "SafeVarargs", "Nullable", "NonNull", "NotNull",
})  # fmt: skip
_ELSEWHERE = re.compile(
    r"@(?:callback|typedef|overload|function|func|method|name|event|interface|inheritdoc|lends|memberof|alias|borrows|"
    r"external|mixin|constructs)\b|\{@inheritDoc\}|^[ \t]*\.\. (?:py:)?(?:method|function|class|attribute|data)::",
    re.IGNORECASE | re.MULTILINE,
)
# How often, on average, a file may be gone through for names that its functions use; deep nesting repeats the inner.
_MAX_LOOKED_AT = 8
_MAX_FINDINGS = 100  # of one file
# Receivers, words for a type that some write in place of the name, and words that open a description without a name.
_ALWAYS = frozenset({
    "self", "cls", "mcs", "args", "kwargs", "this", "str", "string", "int", "integer", "float", "number", "bool",
    "boolean", "bytes", "dict", "list", "tuple", "set", "object", "array", "callable", "function",
    "the", "a", "an", "that", "optional", "whether", "if", "is", "one",
})  # fmt: skip
_STUB = re.compile(r"[^:{};]{0,500}(?::(?:\s|\.\.\.|pass\b)*|\{\s*\}\s*|;?\s*)")
_WORD = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")


def run(subject: Subject) -> Iterator[Raised]:
    return islice(_findings(subject), _MAX_FINDINGS)


def _findings(subject: Subject) -> Iterator[Raised]:
    outline = subject.source
    if outline is None or outline.language not in _LANGUAGES or is_generated(subject.text):
        return
    same = Counter((unit.parent, unit.name) for unit in outline.units)
    children = _children(outline)
    left = _MAX_LOOKED_AT * len(subject.text)
    for index, unit in enumerate(outline.units):
        if unit.doc is None or unit.broken:
            continue
        documented = documented_parameters(subject.text, unit.doc, outline.language)
        if not documented or _ELSEWHERE.search(subject.text, unit.doc.start, unit.doc.end):
            continue
        if same[unit.parent, unit.name] > 1:
            continue  # overloads
        target = _signed(unit, outline.language, children.get(index, ()))
        if target is None:
            continue
        left -= target.span.end - target.span.start
        if left < 0:
            return
        taken = _taken(subject.text, outline, index, target, children.get(index, ()))
        if taken is None:
            continue
        listed = {_bare(parameter) for parameter in target.signature.parameters}
        unknown = [
            name for name in documented if _bare(name.name) not in taken and listed.isdisjoint(map(_bare, name.or_else))
        ]
        known = any(_bare(name.name) in listed for name in documented)
        if not known and (len(documented) > 1 or unit.kind is UnitKind.CLASS):
            continue  # nothing shows that it speaks of this signature: an example, a fixture, another function
        if outline.language not in _STRICT and _is_covered(target, documented):
            continue
        for name in unknown:
            if subject.is_changed(name.span) or subject.is_changed(target.header):
                yield _finding(subject, unit, target, name, documented)


def _children(outline: SourceOutline) -> dict[int, list[SourceUnit]]:
    found: dict[int, list[SourceUnit]] = {}
    for unit in outline.units:
        found.setdefault(unit.parent, []).append(unit)
    return found


def _signed(unit: SourceUnit, language: str, children: Sequence[SourceUnit]) -> SourceUnit | None:
    """The unit whose signature the doc comment speaks of; None when no signature can be relied on."""
    if unit.kind is UnitKind.CLASS:
        if language != "python" or unit.signature.decorators:
            return None
        made = [child for child in children if child.name in ("__init__", "__new__", "__call__")]
        if len(made) != 1 or made[0].name != "__init__":
            return None
        unit = made[0]
    if unit.signature.open or unit.broken or not set(unit.signature.decorators) <= _HARMLESS:
        return None
    return unit


def _is_covered(target: SourceUnit, documented: tuple[Documented, ...]) -> bool:
    """Whether every parameter is documented. A script's function may leave out those at the end that it does not use,
    and still be called with them; only a parameter that nothing documents shows that a name is out of date."""
    names = {_bare(entry.name) for entry in documented}
    return all(_bare(parameter) in names for parameter in target.signature.parameters)


def _taken(
    text: str, outline: SourceOutline, index: int, target: SourceUnit, children: Sequence[SourceUnit]
) -> frozenset[str] | None:
    """Names that may stand in the documentation: parameters, a class's fields and its methods' parameters, and every
    name that the code itself uses. None when there is no code: a stub, which documents what others do."""
    unit = outline.units[index]
    body = _without(text, Span(target.header.end, target.span.end), target.doc)
    if _STUB.fullmatch(body):
        return None
    taken = {_bare(name) for name in (*_ALWAYS, *unit.fields, *target.signature.parameters)}
    # In the header, a name may stand in a comment: `update( /* frame */ )`.
    taken.update(_bare(word) for word in _WORD.findall(target.header.of(text) + body))
    for child in children if unit.kind is UnitKind.CLASS else ():
        taken.update(_bare(name) for name in child.signature.parameters)
    return frozenset(taken)


def _without(text: str, span: Span, doc: Span | None) -> str:
    if doc is None or doc.start < span.start or doc.end > span.end:
        return span.of(text)
    return text[span.start : doc.start] + " " + text[doc.end : span.end]


def _bare(name: str) -> str:
    return name.strip("_").casefold().removeprefix("unused_") or name


def _finding(
    subject: Subject, unit: SourceUnit, target: SourceUnit, name: Documented, documented: tuple[Documented, ...]
) -> Raised:
    known = {_bare(entry.name) for entry in documented}
    near = [
        parameter
        for parameter in target.signature.parameters
        if _bare(parameter) not in known and Levenshtein.distance(parameter, name.name, score_cutoff=2) <= 2
    ]
    called = f"`{unit.name}`" if unit.name not in ("", "exports") else "the function"
    edits = [replacement(subject.text, name.span, near[0], unit.doc)] if len(near) == 1 else []
    return CHECK.raises(
        subject,
        f"`{name.name}` is documented, but {called} takes no such parameter",
        "Whoever believes the documentation passes an argument that is rejected or ignored.",
        name.span,
        target.header,
        fix=f"Rename it to `{near[0]}`." if edits else "Remove the entry, or give it the parameter's present name.",
        edits=edits,
        autofix=AutofixClass.GATED_AUTO if edits else AutofixClass.MANUAL,
    )


CHECK = Check(
    id="documented-parameter",
    title="documented parameter that the signature lacks",
    scope=Scope.SOURCE,
    severity=Severity.P2,
    confidence=Anchor.EVIDENT,
    category="contradiction",
    run=run,
)
