"""Symbols of code: every name that a finding puts in backticks must be a name that is there, or one that its language
brings along.

Stricter than for documents: `client.close` is no path here, and each part of a compound name must stand somewhere.
Exempt are what stands in quotes, numbers, and tokens with white space. A file must be there too. In a failure path,
whose examples make up values, only what is called or used counts.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Set

from anchorline.findings.finding import Raised
from anchorline.gates.symbols import BACKTICKED, COMMON

_WORD = re.compile(r"[^\W\d]\w*")
_STRING = re.compile(r"\"[^\"]{0,200}\"|'[^']{0,200}'")
_FILE = re.compile(
    r"(?:^|/)[\w.@-]{1,100}\.(?:py|pyi|jsx?|tsx?|mjs|cjs|go|rs|java|kt|rb|swift|c|h|cc|cpp|hpp|cs|php|sh|sql|md|rst|txt|json|ya?ml"
    r"|toml|ini|cfg|lock|xml|html?|css|scss|vue|svelte|proto|graphql|env|mod|sum|gradle|properties)$"
)
_LINE = re.compile(r":\d{1,7}(?:[-:]\d{1,7})?$")
_VALUES = re.compile(r"\([^()]{0,200}\)|\[[^\[\]]{0,200}\]|(?<![=!<>])=(?!=).*")
_NO_FILES = frozenset("node.js next.js vue.js react.js nuxt.js three.js d3.js express.js chart.js ember.js".split())
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


def files_named(findings: Iterable[Raised]) -> tuple[str, ...]:
    """The paths of files that findings put in backticks, in order, for `GateContext.elsewhere` likewise."""
    return tuple(dict.fromkeys(path for finding in findings for path in _files(finding)))


def unknown_in_code(
    finding: Raised, known: Set[str], text: str, files: Collection[str] = (), around: str = ""
) -> Iterator[str]:
    """What a finding puts in backticks and is neither in the text nor made of known names, in order, and then the files
    that are neither known, nor one of `files`, nor named in the text or `around` it."""
    for token, names in _named(finding):
        if token not in text and any(name not in known for name in names):
            yield token
    for path in _files(finding):
        if path not in known and path not in text and path not in around and not any(_ends(path, one) for one in files):
            yield path


def _ends(a: str, b: str) -> bool:
    """Whether one path is the end of the other."""
    return f"/{a}".endswith(f"/{b}") or f"/{b}".endswith(f"/{a}")


def _files(finding: Raised) -> Iterator[str]:
    for token, _ in _tokens(finding):
        path = _LINE.sub("", token).removeprefix("./")
        is_file = _FILE.search(path) and "://" not in path and not any(c.isspace() for c in path)
        if is_file and path.casefold() not in _NO_FILES:
            yield path


def _tokens(finding: Raised) -> Iterator[tuple[str, bool]]:
    """What stands in backticks, each with whether it stands in the failure path."""
    claims = ((finding.title, False), (finding.why_it_matters, False), (finding.failure_path or "", True))
    for claim, example in claims:
        yield from ((match.group(1).strip(), example) for match in BACKTICKED.finditer(claim))


def _named(finding: Raised) -> Iterator[tuple[str, list[str]]]:
    for token, example in _tokens(finding):
        if any(c.isspace() for c in _STRING.sub("", token)) or "/" in token or _FILE.search(_LINE.sub("", token)):
            continue
        said = _STRING.sub("", token)
        used = _WORD.findall(_VALUES.sub("", said) if example else said)
        names = [name for name in used if name.casefold() not in _BROUGHT]
        if names:
            yield token, names
