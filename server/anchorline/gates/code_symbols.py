"""Symbols of code: every name that a finding puts in backticks must be a name that is there, or one that its language
brings along.

Stricter than for documents: `client.close` is no path here, and each part of a compound name must stand somewhere.
Exempt are what stands in quotes, numbers, tokens with white space, and paths, which are looked for as files.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Set

from anchorline.findings.finding import Raised
from anchorline.gates.symbols import BACKTICKED, COMMON

_WORD = re.compile(r"[^\W\d]\w*")
_STRING = re.compile(r"\"[^\"]{0,200}\"|'[^']{0,200}'")
_FILE = re.compile(
    r"(?:^|/)[\w.@-]{1,100}\.(?:py|pyi|jsx?|tsx?|mjs|cjs|go|rs|java|kt|rb|swift|c|h|cc|cpp|hpp|cs|php|sh|sql|md|rst|txt|json|ya?ml"
    r"|toml|ini|cfg|lock|xml|html?|css|scss|vue|svelte|proto|graphql|env|mod|sum|gradle|properties)$"
)
_BROUGHT = COMMON | frozenset(
    """
    abs all any ascii bin bool bytearray bytes callable chr classmethod complex dict dir divmod enumerate eval exec
    filter float format frozenset getattr globals hasattr hash hex id input int isinstance issubclass iter len list
    locals map max memoryview min next object oct open ord pow print property range repr reversed round set setattr
    slice sorted staticmethod str sum super tuple type vars zip args kwargs init main name cls lambda pass assert with
    global nonlocal del elif finally raise yield from
    exception baseexception arithmeticerror assertionerror attributeerror blockingioerror brokenpipeerror
    connectionerror connectionreseterror eoferror fileexistserror filenotfounderror floatingpointerror
    generatorexit importerror indentationerror indexerror ioerror isadirectoryerror keyboardinterrupt keyerror
    lookuperror memoryerror modulenotfounderror nameerror notadirectoryerror notimplementederror oserror overflowerror
    permissionerror recursionerror referenceerror runtimeerror stopasynciteration stopiteration syntaxerror systemerror
    systemexit timeouterror typeerror unboundlocalerror unicodedecodeerror unicodeencodeerror unicodeerror valueerror
    zerodivisionerror cancellederror
    error evalerror rangeerror urierror aggregateerror promise array object map weakmap set weakset symbol proxy
    reflect json math date regexp number bigint string boolean nan infinity undefined then length prototype constructor
    arguments typeof instanceof console window document any unknown never readonly record partial
    nil panic recover defer go chan make new append cap copy close delete error iota rune byte uint uint8 uint16 uint32
    uint64 int8 int16 int32 int64 float32 float64 uintptr goroutine mutex waitgroup
    integer long double short character void boolean optional list hashmap hashset arraylist iterator iterable
    nullpointerexception illegalargumentexception illegalstateexception indexoutofboundsexception
    arrayindexoutofboundsexception stringindexoutofboundsexception classcastexception concurrentmodificationexception
    numberformatexception arithmeticexception ioexception filenotfoundexception interruptedexception runtimeexception
    nosuchelementexception unsupportedoperationexception outofmemoryerror stackoverflowerror sqlexception throwable
    final throws throw extends implements synchronized volatile override
    some none ok err result option vec box arc rc refcell cell hashmap unwrap expect mut ref impl dyn usize isize u8 u16
    u32 u64 i8 i16 i32 i64 f32 f64
    """.split()
)


def words_of(*texts: str) -> frozenset[str]:
    """The names in texts."""
    return frozenset(word for text in texts for word in _WORD.findall(text))


def names_unknown(findings: Iterable[Raised], known: Set[str]) -> tuple[str, ...]:
    """The names that findings put in backticks and nobody knows yet, in order: whoever can look into the workspace
    looks these up for `GateContext.elsewhere`."""
    named = (name for finding in findings for _, names in _named(finding) for name in names)
    return tuple(dict.fromkeys(name for name in named if name not in known))


def unknown_in_code(finding: Raised, known: Set[str], text: str) -> Iterator[str]:
    """What the title and the reason put in backticks and is neither in the text nor made of known names, in order."""
    for token, names in _named(finding):
        if token not in text and any(name not in known for name in names):
            yield token


def _named(finding: Raised) -> Iterator[tuple[str, list[str]]]:
    for claim in (finding.title, finding.why_it_matters):
        for match in BACKTICKED.finditer(claim):
            token = match.group(1).strip()
            if any(c.isspace() for c in _STRING.sub("", token)) or "/" in token or _FILE.search(token):
                continue
            names = [name for name in _WORD.findall(_STRING.sub("", token)) if name.casefold() not in _BROUGHT]
            if names:
                yield token, names
