"""Words that stand elsewhere are not enough: what an edit does to a sentence counts, not the bag of its words."""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest

from anchorline.findings.finding import Edit
from anchorline.gates.vouch import vouch
from anchorline.text.span import Span
from kit import context, finding

TEXT = """# Plan: Move the crawler

## Requirements

- R1. The crawler keeps its order.
- R2. The indexer must never drop an entry.
- R3. Guests may read the store; admins may write it.

On 2025-12-03 the crawler, Python 3.11 and `store_put` were chosen at 14:30, see https://example.org/new and DB_PORT.
We can't stop before launch, unless all public and private tests allow it. Send it to us after the polish, in 10 hours.
Otto reads https://example.org/old for `store_get`, DB_HOST and the async part. <!-- hidden words: zebra -->

## Units

### Unit 1: Copy the store

### Unit 2: Switch the indexer

"""

SAFE = {
    "a reference": ("It depends on R9 there.", "R9", "R2"),
    "a reference by name": ("It depends on Unit 7 there.", "Unit 7", "Unit 2"),
    "a count": ("There are 4 requirements.", "4", "3"),
    "a count in words": ("There are four requirements.", "four", "three"),
    "a count of headings": ("There are five units.", "five", "two"),
    "a word for what is called otherwise": ("The spider keeps it.", "spider", "crawler"),
    "a doubled word": ("The the crawler waits.", "The the", "The"),
    "a few words more": ("The crawler keeps it.", "keeps it", "keeps its order"),
    "at the beginning of a sentence": ("Spider and store.", "Spider", "Crawler"),
}
OTHERS = {
    "a part of a date": ("There are 7 seats.", "7", "12"),
    "a part of a version": ("There are 7 seats.", "7", "11"),
    "a part of a time": ("There are 7 seats.", "7", "30"),
    "a number that stands elsewhere and counts nothing": ("There are 7 seats.", "7", "10"),
    "a part of a contraction": ("We do hope.", "do", "can"),
    "capitals that mean more": ("Send it to the team.", "the team", "US"),
    "a name of it": ("The polish comes last.", "polish", "Polish"),
    "a word of a comment": ("The horse waits.", "horse", "zebra"),
    "what must be": ("The crawler may stop.", "may", "must"),
    "what is kept": ("It stops after launch.", "after", "before"),
    "a condition": ("It stops, if tests run.", "if", "unless"),
    "how many": ("Some tests run.", "Some", "All"),
    "who may see it": ("The store is private there.", "private", "public"),
    "its opposite": ("The sync part waits.", "sync", "async"),
    "a unit": ("It takes 10 days.", "days", "hours"),
    "a number in a line with a unit": ("Of 9 units, each takes 10 hours.", "9", "2"),
    "a number of a range": ("It takes 9 to 10 hours.", "9", "2"),
    "a number in bold, with its unit": ("It takes **9** hours.", "9", "2"),
    "money": ("It costs EUR 9 there.", "9", "2"),
    "German days": ("Es dauert 9 Werktage.", "9", "2"),
    "an address": ("See https://example.org/old there.", "https://example.org/old", "https://example.org/new"),
    "the target of a link": ("See [it](old.md) there.", "old.md", "order.md"),
    "code": ("Call `store_get` there.", "store_get", "store_put"),
    "a variable": ("It is in DB_HOST there.", "DB_HOST", "DB_PORT"),
    "a file": ("It is in order.toml there.", "order.toml", "store.toml"),
    "a comment": ("Read. <!-- by guests -->", "guests", "admins"),
    "a condition that goes": ("It stops, unless guests read it.", ", unless guests read it", ""),
    "a sentence that goes": ("It stops. The crawler waits.", " The crawler waits.", ""),
    "a word that goes": ("Only guests read it.", "Only guests", "Guests"),
    "a footnote that goes": ("It stops[^1].", "[^1]", ""),
    "a sign that goes": ("At ≥ 3 requirements it stops.", "≥ 3", "3"),
    "words that change places": (
        "Guests read, admins write.",
        "Guests read, admins write",
        "admins read, Guests write",
    ),
    "a label that goes": ("- R4. The crawler waits.", "R4. The", "The"),
    "more than a few words more": ("It waits.", "It waits", "It keeps its order, the store and the indexer waits"),
    "a dozen words for others": ("a b c d e f g h i j k l m", "a b c d e f g h i j k l m", "crawler " * 13),
}


def routed(line: str, old: str, new: str, quote: str | None = None) -> str:
    text = f"{TEXT}{line}\n"
    start = text.rindex(line) + line.index(old)
    edit = Edit(Span(start, start + len(old)), old, new)
    candidate = replace(finding(text, quote or line, confidence=100, autofix="safe_auto"), edits=(edit,))
    return str(vouch((candidate,), context(text)).findings[0].autofix_class)


@pytest.mark.parametrize(("line", "old", "new"), SAFE.values(), ids=SAFE)
def test_the_document_answers_for_it(line, old, new):
    assert routed(line, old, new) == "safe_auto"


@pytest.mark.parametrize(("line", "old", "new"), OTHERS.values(), ids=OTHERS)
def test_it_is_for_the_author_to_say(line, old, new):
    assert routed(line, old, new) == "gated_auto"


def test_an_edit_of_a_whole_page_is_not_compared_word_by_word(monkeypatch):
    monkeypatch.setattr(sys.modules[vouch.__module__], "changes", None)  # to call it would fail
    page = "The crawler waits. " * 5_000
    assert routed(page, page, "The indexer waits. " * 5_000, quote="The crawler keeps its order") == "gated_auto"


def test_an_edit_far_from_its_evidence_is_for_the_author_too():
    assert routed("It depends on R9 there.", "R9", "R2", quote="The crawler keeps its order") == "gated_auto"
