"""Which texts are one, and what is kept of replies."""

from __future__ import annotations

import pytest

from anchorline.memory.cache import CachedReply, ReplyCache, fingerprint, normalized, text_key
from anchorline.memory.store import Store

PLAN = "---\ntitle: A plan\nstatus: draft\ndate: 2026-11-30\n---\n# Plan\n\n- [ ] One\n1. [ ] Two\n\nText.\n"


@pytest.mark.parametrize(
    "other",
    [
        PLAN.replace("- [ ]", "- [x]"),
        PLAN.replace("1. [ ]", "1. [X]"),
        PLAN.replace("status: draft", "status: done"),
        PLAN.replace("2026-11-30", "2026-12-01"),
        PLAN.replace("date: 2026-11-30", "last_updated: yesterday"),
        PLAN.replace("date: 2026-11-30\n", ""),
        PLAN.replace("date: 2026-11-30", 'due: "2027-01-01T10:00:00Z"'),
        PLAN.replace("Text.", "Text.  "),
        PLAN + "\n\n",
        PLAN.replace("\n", "\r\n"),
    ],
)
def test_what_does_not_make_a_text_new(other):
    assert text_key(other) == text_key(PLAN)


@pytest.mark.parametrize(
    "other",
    [
        PLAN.replace("Text.", "Text!"),
        PLAN.replace("title: A plan", "title: Another"),
        PLAN.replace("Text.", "status: done"),
        PLAN.replace("Text.", "  Text."),
        PLAN.replace("Text.", "On 2026-12-01."),
        PLAN.replace("- [ ] One", "- One"),
        PLAN.replace("- [ ] One", "[x] One"),
        "# Plan\n",
    ],
)
def test_what_does(other):
    assert text_key(other) != text_key(PLAN)


def test_the_boxes_of_nested_and_quoted_lists_count_as_boxes():
    assert normalized("> - [x] a\n    * [X] b\n\t10) [x] c") == "> - [ ] a\n    * [ ] b\n\t10) [ ] c"


def test_parts_of_a_fingerprint_do_not_run_together():
    assert fingerprint(["ab", "c"]) != fingerprint(["a", "bc"])


@pytest.fixture
def cache():
    store = Store(None)
    yield ReplyCache(store, now=lambda: 1_000_000.0)
    store.close()


def test_a_reply_comes_back_as_it_was(cache):
    assert cache.get("p", "k") is None
    cache.put("p", "k", "file:///a", "coherence", CachedReply('{"findings": []}', "haiku"))
    assert cache.get("p", "k") == CachedReply('{"findings": []}', "haiku")
    assert cache.get("q", "k") is None


def test_replies_about_one_document_can_be_forgotten(cache):
    for document in ("file:///a", "file:///b"):
        cache.put("p", document, document, "coherence", CachedReply("x", "m"))
    assert cache.clear("file:///a") == 1
    assert cache.get("p", "file:///b") is not None
    assert cache.clear() == 1


def test_what_was_not_used_for_long_is_forgotten():
    store, now = Store(None), [0.0]
    cache = ReplyCache(store, now=lambda: now[0])
    cache.put("p", "old", "d", "r", CachedReply("x", "m"))
    now[0] = 61 * 86_400.0
    cache.put("p", "new", "d", "r", CachedReply("x", "m"))
    cache.prune()
    assert cache.get("p", "old") is None
    assert cache.get("p", "new") is not None
    store.close()


def test_the_longest_unused_goes_when_all_together_are_too_long(monkeypatch):
    monkeypatch.setattr("anchorline.memory.cache.MOST_CHARACTERS", 25)
    store, now = Store(None), [0.0]
    cache = ReplyCache(store, now=lambda: now[0])
    for number in range(4):
        now[0] += 1
        cache.put("p", str(number), "d", "r", CachedReply("x" * 10, "m"))
    cache.prune()
    assert [cache.get("p", str(number)) is not None for number in range(4)] == [False, False, True, True]
    store.close()


def test_a_reply_that_is_absurdly_long_is_not_kept(cache):
    cache.put("p", "k", "d", "r", CachedReply("x" * 1_000_001, "m"))
    assert cache.get("p", "k") is None


def test_half_characters_do_not_keep_a_reply_out(cache):
    cache.put("p", "k", "d", "r", CachedReply("a\ud800b", "m"))
    assert cache.get("p", "k").text == "a?b"
