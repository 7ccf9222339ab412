"""Replies of model reviewers for measuring: made for a text, and the same every time.

Their quotes are as models quote: most stand once as they are, some stand elsewhere too, some need folding, and a few
stand nowhere. Reviewers see the same things now and then, and say them in their own words.
"""

from __future__ import annotations

import json
import random
import re

PERSONAS = (
    "coherence", "feasibility", "product-lens", "design-lens", "security-lens", "scope-guardian", "adversarial",
)  # fmt: skip

_SUBJECTS = (
    "the reader|the operator|whoever builds this|the team|a customer|the reviewer|support|the next release".split("|")
)
_TROUBLES = (
    "will read two different limits and build the wrong one|has no way back once the copy has begun|must stop and ask "
    "what happens on an empty input|cannot tell which of the two names is meant|will find the order of the steps "
    "impossible|loses every entry that arrives during the switch|waits for a table that no earlier step creates|meets "
    "a state that nobody described|hands out rights that were never granted|pays for work that no goal asks for"
).split("|")  # fmt: skip
_REASONS = (
    "This passage promises one thing while the requirement promises another, so that both cannot be kept.|Nothing "
    "before it provides what it takes for granted, and nothing after it does either.|The text names the case and then "
    "leaves it open, although the outcome decides how much is lost.|Two careful people would act on it differently, "
    "and neither would be wrong by the words.|The stated boundary excludes exactly this, yet a step is spent on it."
).split("|")  # fmt: skip
_CATEGORIES = ("contradiction", "omission", "ambiguity", "infeasible", "sequence", "scope", "risk", "testing")
_SECTION = re.compile("(?m)^#{2,3} (.+)$")
_SENTENCE = re.compile(r"(?m)(?<=[.:] )[A-Z][^.\n|]{40,160}\.|^- [A-Z][^\n]{30,}$|^\| happy[^\n]+$")


def reply_to(text: str, reviewer: str, findings: int) -> str:
    """A whole reply of one reviewer with `findings` findings about a text."""
    chance = random.Random(f"{reviewer} {findings}")
    places = _places(text)
    shared = random.Random(f"all {findings}").sample(places, min(len(places), findings))
    raised = []
    for number in range(findings):
        # Every fourth is about something that the others may have seen too.
        quote, section = chance.choice(shared) if number % 4 == 0 else chance.choice(places)
        trouble = chance.choice(_TROUBLES)
        words = " ".join(quote.split()[1:5]).strip("`*|.")
        raised.append({
            "evidence": [_as_quoted(quote, chance), *([_as_quoted(chance.choice(places)[0], chance)] * (number % 2))],
            "section": section,
            "title": f"{words}: {chance.choice(_SUBJECTS)} {trouble}"[:100],
            "category": chance.choice(_CATEGORIES),
            "finding_type": chance.choice(("error", "omission")),
            "why_it_matters": f"Where it says {words}, {chance.choice(_SUBJECTS)} {trouble}. {chance.choice(_REASONS)}",
            "severity": chance.choice(("P1", "P2", "P2", "P3")),
            "confidence": chance.choice((50, 75, 75, 100)),
            "autofix_class": chance.choice(("manual", "manual", "gated_auto", "safe_auto")),
            "suggested_fix": f"Say what becomes of {words} and name who decides.",
            "edits": [{"old": quote, "new": f"{quote} Its owner decides."}] if number % 5 == 0 else [],
        })  # fmt: skip
    rest = {
        "residual_risks": ["The rollback was not looked at."],
        "deferred_questions": ["Who owns the archive after the switch?"],
    }
    return json.dumps({"findings": raised, **rest})


def _as_quoted(quote: str, chance: random.Random) -> str:
    habit = chance.random()
    if habit < 0.008:
        return "A sentence that " + quote[len(quote) // 2 :] + " and that nobody ever wrote here"
    if habit < 0.056:
        return quote.replace("`", "").replace("**", "").replace(" ", "  ", 1)
    if habit < 0.076:
        return " ".join(quote.split()[-2:])
    return quote


def _places(text: str) -> list[tuple[str, str]]:
    """(sentence that stands once, title of the section that it stands in)."""
    heads = [(match.start(), match[1]) for match in _SECTION.finditer(text)]
    found, at = [], 0
    for match in _SENTENCE.finditer(text):
        while at + 1 < len(heads) and heads[at + 1][0] < match.start():
            at += 1
        if text.count(match[0]) == 1:
            found.append((match[0], heads[at][1]))
    return found
