"""Symbols: a finding that names something in backticks must name something that is there.

Invented symbols are the surest mark of an invented finding. Exempt are words every language has, tokens with white
space (they are quotes, and quotes are proven by locating them) and paths (they are looked for as files).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from anchorline.findings.finding import Raised

BACKTICKED = re.compile(r"(?<!`)`([^`\r\n]{1,200})`(?!`)")
_PATH = re.compile(r"^(?:\.{0,2}/)?[\w.@{}*-]+(?:/[\w.@{}*-]*)+$|^[\w-]+\.[a-z][a-z0-9]{0,4}$")
_CALL = re.compile(r"\(.*\)$", re.DOTALL)
COMMON = frozenset(
    """
    true false null none nil undefined nan int integer float double bool boolean str string bytes char list dict
    map set tuple array object any void never unknown self this super class def function func fn return if else
    elif for while do switch case break continue try catch except finally raise throw import export from as let
    var const static public private protected async await yield in is not and or new delete type interface enum
    struct impl trait package module get put post patch head options http https json yaml toml html css sql url
    uri utf-8 todo tbd fixme
    """.split()
)


def unknown_symbols(finding: Raised, text: str) -> Iterator[str]:
    """Symbols that the title or the reason names and the text does not hold, in order."""
    for claim in (finding.title, finding.why_it_matters):
        for match in BACKTICKED.finditer(claim):
            token = match.group(1).strip()
            if not token or any(c.isspace() for c in token) or token.casefold() in COMMON or _PATH.match(token):
                continue
            bare = _CALL.sub("", token).strip("`'\"*.,:;()") or token
            if bare not in text and token not in text and bare.casefold() not in COMMON:
                yield token
