"""Which words are misspelt, by the word lists of `pyspellchecker`.

They are opened when a fix claims to repair a spelling, and at no other time: a list takes some 100 ms to read. Nothing
of them is kept but the answers.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

_ENGLISH = "en"
# Words that a page of the language can hardly do without, and the others have not.
_TELLING = {
    _ENGLISH: ("the", "and", "of", "is", "with"),
    "de": ("der", "und", "nicht", "ist", "das"),
    "fr": ("le", "et", "les", "une", "dans"),
    "es": ("el", "y", "los", "una", "para"),
    "it": ("il", "di", "che", "gli", "della"),
    "pt": ("o", "uma", "não", "dos", "são"),
    "nl": ("het", "een", "van", "niet", "wordt"),
}
_SEEN = 40_000  # characters that the language is told by


def repaired(pairs: Iterable[tuple[str, str]], text: str) -> frozenset[tuple[str, str]]:
    """Those of (old, new) whose old word is one neither of English nor of the text's language, and whose new one is."""
    wanted = frozenset(pairs)
    if not wanted:
        return frozenset()
    languages = tuple(dict.fromkeys((_ENGLISH, language_of(text))))
    known = _known(frozenset(word for pair in wanted for word in pair), languages)
    return frozenset((old, new) for old, new in wanted if old not in known and new in known)


def language_of(text: str) -> str:
    """ISO 639-1; English where no other of those that have a list is plainly written."""
    counts = Counter(re.findall(r"[^\W\d_]+", text[:_SEEN].casefold()))
    return max(_TELLING, key=lambda language: sum(counts[word] for word in _TELLING[language]))


@lru_cache(maxsize=64)
def _known(words: frozenset[str], languages: tuple[str, ...]) -> frozenset[str]:
    from spellchecker import SpellChecker  # noqa: PLC0415 - few fixes need it

    found: set[str] = set()
    for language in languages:
        listed = SpellChecker(language=language)
        found.update(word for word in words if word in listed)
    return frozenset(found)
