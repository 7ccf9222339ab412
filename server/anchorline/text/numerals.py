"""Whole numbers as people write them in prose: digits, English words, German words."""

from __future__ import annotations

_EN = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
_EN_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_DE = (
    "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn "
    "achtzehn neunzehn"
).split()
_DE_TENS = "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig".split()


def _english(number: int) -> str:
    if number < 20:
        return _EN[number]
    tens, ones = divmod(number, 10)
    return _EN_TENS[tens - 2] + (f"-{_EN[ones]}" if ones else "")


def _german(number: int) -> str:
    if number < 20:
        return _DE[number]
    tens, ones = divmod(number, 10)
    return (f"{'ein' if ones == 1 else _DE[ones]}und" if ones else "") + _DE_TENS[tens - 2]


_ENGLISH_WORDS = {_english(number): number for number in range(2, 100)}
_GERMAN_WORDS = {_german(number): number for number in range(2, 100)}
WORDS = {**_ENGLISH_WORDS, **_GERMAN_WORDS}
"""Number words from two to ninety-nine. "One" and "ein" are articles as often as numbers and are no part of it."""

_ONES = sorted((*_EN[2:], *_DE[2:]), key=len, reverse=True)
NUMERAL = (
    rf"(?:\d{{1,3}}|(?:{'|'.join(_EN_TENS)})(?:-(?:{'|'.join(_EN[1:10])}))?"
    rf"|(?:(?:ein|{'|'.join(_DE[2:10])})und)?(?:{'|'.join(_DE_TENS)})|{'|'.join(_ONES)})"
)
"""A pattern for numerals, the longest first; use it ignoring case, and with boundaries of your own."""


def value_of(written: str) -> int | None:
    """The number of digits or a number word; None when it is neither."""
    if written.isdecimal():
        return int(written)
    return WORDS.get(written.casefold())


def written_like(number: int, model: str) -> str:
    """The number in the form of `model`: digits, English or German words, with its capital letters."""
    if model.isdecimal() or not 0 <= number < 100:
        return str(number)
    word = _german(number) if model.casefold() in _GERMAN_WORDS else _english(number)
    if model.isupper() and len(model) > 1:
        return word.upper()
    return word[0].upper() + word[1:] if model[0].isupper() else word
