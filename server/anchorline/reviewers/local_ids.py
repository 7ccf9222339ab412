"""Whether an ID that the document does not define is meant to be the document's own.

Most IDs that a plan "does not define" belong to something else: the document it came from, a skill it edits, a plan
that follows. So the question is turned round: an ID is held missing only if every place that names it reads as a
reference within the document, and nothing in the document or in the documents it names explains it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Set

from anchorline.reviewers.base import Subject
from anchorline.reviewers.other_documents import not_in_other_documents, stands_alone
from anchorline.text.family import Key
from anchorline.text.ids import MAX_RANGE, is_known_token

_MAX_MENTIONS = 12


def undefined_here(subject: Subject, candidates: Set[Key]) -> set[Key]:
    """Those of the candidates, which no place of the document defines, that the document must have meant to define."""
    if not candidates:
        return set()
    left = set(candidates) - _named_elsewhere_in_text(subject, candidates)
    if not left:
        return set()
    return _few_enough(subject, not_in_other_documents(subject, left))


def _few_enough(subject: Subject, candidates: Set[Key]) -> set[Key]:
    """Many undefined IDs of one family are not slips: the family lives in another document too."""
    by_family: dict[str, set[Key]] = {}
    for key in candidates:
        by_family.setdefault(key[0], set()).add(key)
    result: set[Key] = set()
    alone = stands_alone(subject) if any(len(keys) > 1 for keys in by_family.values()) else False
    for name, keys in by_family.items():
        defined = len(subject.families.by_key[name].numbers)
        if len(keys) <= min(3, max(1, defined - 1 if alone else defined // 2)):
            result |= keys
    return result


def _named_elsewhere_in_text(subject: Subject, keys: Set[Key]) -> set[Key]:
    """IDs that some place names as another document's, as gone, or as yet to come."""
    from anchorline.reviewers.local_mention import reads_as_local  # noqa: PLC0415 - most documents define all they name

    dropped = {key for key in keys if key[1].parts == (0,)}  # what comes before the first is preparation
    dropped |= _ranged(subject, keys)
    times: dict[Key, int] = {}
    for mention in subject.families.claimed:
        own = {(mention.key, number) for number, _ in (*mention.ids, *mention.listed)} & keys
        for key in own:
            times[key] = times.get(key, 0) + 1
            if times[key] > _MAX_MENTIONS:  # what is named that often is no slip
                dropped.add(key)
        dropped |= {(mention.key, n) for n, span in mention.ids if is_known_token(span.of(subject.text))} & keys
        if own - dropped and not reads_as_local(subject, mention):
            dropped |= own
    return dropped


def _ranged(subject: Subject, keys: Set[Key]) -> set[Key]:
    """IDs that a range spans, wherever the range stands: it defines them or cites them from elsewhere."""
    ranges: dict[tuple[str, tuple[int, ...]], list[tuple[int, int]]] = {}
    for mention in subject.families.claimed:
        for first, last in mention.ranges:
            *head, low = first.parts
            *other, high = last.parts
            if head == other and 0 <= high - low <= MAX_RANGE:
                ranges.setdefault((mention.key, tuple(head)), []).append((low, high))
            else:
                ranges.setdefault((mention.key, tuple(head)), []).append((low, low))
                ranges.setdefault((mention.key, tuple(other)), []).append((high, high))
    merged: dict[tuple[str, tuple[int, ...]], list[tuple[int, int]]] = {}
    for place, pairs in ranges.items():
        joined = merged.setdefault(place, [])
        for low, high in sorted(pairs):
            if joined and low <= joined[-1][1]:
                joined[-1] = (joined[-1][0], max(high, joined[-1][1]))
            else:
                joined.append((low, high))
    found: set[Key] = set()
    for name, number in keys:
        joined = merged.get((name, number.parts[:-1]), [])
        at = bisect_right(joined, (number.parts[-1], 1 << 60)) - 1
        if at >= 0 and joined[at][0] <= number.parts[-1] <= joined[at][1]:
            found.add((name, number))
    return found
