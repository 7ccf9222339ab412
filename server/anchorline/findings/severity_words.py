"""Words of other severity scales, mapped to the four of this one. What cannot be mapped is no severity."""

from __future__ import annotations

from anchorline.findings.words import Severity

_WORDS = {
    Severity.P0: "p0 critical error fatal blocker blocking severe emergency showstopper sev0 s0 kritisch fehler "
    "blockierend",
    Severity.P1: "p1 major high important warning warn significant serious sev1 s1 hoch schwer schwerwiegend "
    "wichtig warnung",
    Severity.P2: "p2 minor medium moderate normal suggestion sev2 s2 mittel gering mäßig",
    Severity.P3: "p3 info information informational low nit nitpick trivial cosmetic note hint style optional sev3 s3 "
    "niedrig hinweis kosmetisch geringfügig",
}
_BY_WORD = {word: severity for severity, words in _WORDS.items() for word in words.split()}
_LONGEST = 40


def severity_of(word: object) -> Severity | None:
    """The severity that a reviewer's word means, whatever its case and the marks around it; None when it means none.

    Of several words ("P1 / major", "high (blocking)") the first that is known counts.
    """
    if not isinstance(word, str) or len(word) > _LONGEST:
        return None
    for part in "".join(c if c.isalnum() else " " for c in word.casefold()).split():
        severity = _BY_WORD.get(part)
        if severity is not None:
            return severity
    return None
