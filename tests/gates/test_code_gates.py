"""The gates of code, one by one, on small changes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anchorline import gates
from anchorline.findings.finding import Edit, Evidence, Finding
from anchorline.findings.verification import Unverified, Verdict, Verification
from anchorline.findings.words import AutofixClass, LspSeverity, Match, Profile, Route
from anchorline.gates.changed import changed
from anchorline.gates.grounding import grounding
from anchorline.gates.soft_buckets import notes, soft_buckets
from anchorline.gates.verified import bar_for, bar_of, verified
from anchorline.gates.vouch_code import vouch_code
from anchorline.text.span import Span
from code_kit import code_context
from kit import finding, raised

BEFORE = """import os


def mean(values):
    if not values:
        return 0
    return sum(values) / len(values)


def spread(values):
    return max(values) - min(values)
"""
AFTER = """import os


def mean(values):
    return sum(values) / len(values)


def spread(values):
    return max(values) - min(values)


def clamp(value, low, high):
    return max(low, min(value, low))
"""
CHANGE = code_context(AFTER, BEFORE)


def published(*findings, context=CHANGE, examined=None):
    waiting = gates.candidates(findings, context)
    return gates.finish(waiting, context, examined)


# Grounding


def test_a_quote_of_what_the_change_took_away_proves_a_finding_no_further_than_50():
    claim = raised("if not values:\n        return 0", severity="P0", confidence=100)
    ((found,), drops) = grounding((claim,), CHANGE)
    assert drops == ()
    assert found.confidence == 50
    assert found.evidence[0].match is Match.FUZZY
    assert found.evidence[0].quote.strip() == "def mean(values):\n    return sum(values) / len(values)"


@pytest.mark.parametrize("quote", ["if values is None:", "return 1 if values else 0"])
def test_a_quote_that_stands_nowhere_and_never_stood_there_kills_its_finding(quote):
    assert grounding((raised(quote, severity="P0", confidence=100),), CHANGE)[0] == ()


@pytest.mark.parametrize(
    ("why", "lives"),
    [
        ("`mean([])` raises `ZeroDivisionError`.", True),
        ("`clamp(5, 0, 10)` gives 0.", True),
        ("`values[0]` may be `None`.", True),
        ("`numpy.clamp` is safer.", False),
        ("`clamp.cache` grows.", False),
        ("`os.path` is not looked at in `app.py`.", False),
        ("`os` is not used.", True),
        ("`low < high` is not checked.", True),
        ("`src/app.py` calls it with `high` below `low`.", True),
        ('`clamp("utf-8")` fails.', True),
        ("`return 0` is gone, and `not values` with it.", True),
        ("`validate_range` is never called.", False),
    ],
)
def test_every_name_in_backticks_must_stand_in_the_file_or_come_with_the_language(why, lives):
    assert bool(grounding((raised("return max(low, min(value, low))", why=why),), CHANGE)[0]) is lives


@pytest.mark.parametrize(
    ("why", "path", "lives"),
    [
        ("`src/nope/guard.py` calls it with `high` below `low`.", None, False),
        ("`guard.py` guards it.", None, False),
        ("`src/nope/guard.py:12` calls it.", None, False),
        ("`src/util/slider.py:12` calls it.", None, True),
        ("`AGENTS.md` forbids it.", None, True),
        ("`app.py:3` shows it.", None, True),
        ("It runs on `Node.js`.", None, True),
        ("The route `/api/users` calls it.", None, True),
        ("A value is lost.", "`src/nope/guard.py` passes 5.", False),
        ("A value is lost.", "`clamp(amount, nobody, 10)` gives `nobody`.", False),
        ("A value is lost.", "`clamp(amount, 0, 10)` gives 0.", True),
        ("A value is lost.", "`numpy.clip(5)` is called before.", False),
        ("A value is lost.", "`value=amount` is lost.", True),
    ],
)
def test_a_file_must_be_there_and_so_must_what_a_failure_path_calls(why, path, lives):
    context = replace(CHANGE, elsewhere=frozenset({"src/util/slider.py"}), standards=(("AGENTS.md", "# Rules\n"),))
    claim = raised("return max(low, min(value, low))", why=why, failure_path=path)
    assert bool(grounding((claim,), context)[0]) is lives


def test_a_name_that_was_looked_up_elsewhere_in_the_workspace_is_known():
    claim = raised("return max(low, min(value, low))", why="`Slider.render` passes `high` below `low`.")
    assert grounding((claim,), CHANGE)[0] == ()
    assert len(grounding((claim,), replace(CHANGE, elsewhere=frozenset({"Slider", "render"})))[0]) == 1


def test_a_fix_that_wants_to_be_tried_out_is_not_safe():
    claim = raised("min(value, low)", autofix="safe_auto", edits=(("min(value, low)", "min(value, high)"),))
    (found,), _ = grounding((replace(claim, requires_verification=True),), CHANGE)
    assert found.autofix_class is AutofixClass.GATED_AUTO


# Merge, agreement, anchors


def at(quote, **claim):
    return raised(quote, **({"confidence": 75} | claim))


def test_near_lines_and_the_same_cause_are_one_finding():
    one = at("return sum(values) / len(values)", reviewer="correctness", title="Mean of no values divides by zero",
             why="`len(values)` is 0 for an empty list and the division raises `ZeroDivisionError`.")  # fmt: skip
    other = at("def mean(values):", reviewer="reliability", title="Division by zero on an empty list",
               why="`mean` lost its guard: no values make `len(values)` 0 and raise `ZeroDivisionError`.")  # fmt: skip
    judged = published(one, other)
    assert judged.ledger.merged == 1
    assert judged.findings[0].promoted
    assert judged.findings[0].confidence == 100


def test_two_causes_on_one_line_stay_two():
    one = at("return max(low, min(value, low))", reviewer="correctness", title="The upper bound is ignored",
             why="`high` is never used: every value above `low` becomes `low`.")  # fmt: skip
    other = at("return max(low, min(value, low))", reviewer="reliability", title="Text and numbers cannot be compared",
               why="A text as `value` makes `min` raise `TypeError` for callers that read a form.")  # fmt: skip
    assert published(one, other).ledger.merged == 0


def test_the_same_mistake_far_away_is_another_finding():
    far = AFTER + "\n\ndef more():\n    a = 1\n    b = 2\n    c = 3\n    d = 4\n    return max(a, min(b, a))\n"
    same = {"title": "The upper bound is ignored", "why": "The wrong name is passed to `min`, so the bound is lost."}
    context = code_context(far, BEFORE)
    one = at("return max(low, min(value, low))", reviewer="correctness", **same)
    other = at("return max(a, min(b, a))", reviewer="reliability", **same)
    assert published(one, other, context=context).ledger.merged == 0


STORE = """LIMIT = 10


def get_user(db, uid):
    return db.users[uid + 1]

def get_item(db, iid):
    return db.items[iid + 1]


def both(db, uid, iid):
    user = db.users[uid + 1]
    item = db.items[iid + 1]
    return user, item


def load(path, cache):
    cache.lock.acquire()
    data = open(path).read()
    if not data:
        return None
    cache.lock.release()
    return data
"""
OFF = {"title": "The index is off by one", "why": "One is added to the index, so the wrong row is read."}
MEND_USER, MEND_ITEM = (("db.users[uid + 1]", "db.users[uid]"),), (("db.items[iid + 1]", "db.items[iid]"),)
IN_BOTH = ("    user = db.users[uid + 1]", "    item = db.items[iid + 1]")


@pytest.mark.parametrize(
    ("one", "other", "together"),
    [
        # Neighbouring definitions.
        (at("return db.users[uid + 1]", **OFF), at("return db.items[iid + 1]", **OFF), False),
        (at("def get_user(db, uid):", **OFF), at("return db.items[iid + 1]", **OFF), False),
        (at("LIMIT = 10", **OFF), at("def get_user(db, uid):", **OFF), False),
        # Neighbouring lines of one definition.
        (at(IN_BOTH[0], **OFF), at(IN_BOTH[1], **OFF), False),
        (at(IN_BOTH[0], edits=((IN_BOTH[0], "    user = db.users[uid]"),), **OFF),
         at("return user, item", edits=((IN_BOTH[1], "    item = db.items[iid]"),), **OFF), False),
        (at(IN_BOTH[0], edits=((IN_BOTH[0], "    user = db.users[uid]"),), **OFF),
         at("return user, item", edits=((IN_BOTH[0], "    user = db.users[uid]"),), **OFF), True),
        (at(IN_BOTH[0], **OFF), at("return user, item", **OFF), True),
        # One cause, in other words.
        (at("return None", title="The lock is never released when the file is empty",
            why="The next call waits for ever.", fix="Release the lock before returning."),
         at("cache.lock.acquire()", title="Early return leaves the cache lock held", why="Every later call blocks.",
            fix="Wrap in try/finally."), True),
        (at("return None", title="The lock is never released when the file is empty",
            why="The next call waits for ever.", fix="Release the lock before returning."),
         at("data = open(path).read()", title="The file handle is never closed", why="Handles run out under load.",
            fix="Use with."), False),
    ],
)  # fmt: skip
@pytest.mark.parametrize("turned", [False, True])
def test_near_findings_are_one_only_when_one_fix_in_one_definition_mends_both(one, other, together, turned):
    one, other = replace(one, reviewer="correctness"), replace(other, reviewer="adversarial")
    raised_both = (other, one) if turned else (one, other)
    assert published(*raised_both, context=code_context(STORE)).ledger.merged == (1 if together else 0)


@pytest.mark.parametrize("edits", [(), (("item = db.items[iid + 1]", "item = db.items[iid]"),)])
def test_a_finding_beside_the_change_lends_its_severity_to_none_that_is_on_it(edits):
    before = STORE.replace("return user, item", "return item, user")
    beside = at(IN_BOTH[0], reviewer="correctness", severity="P0", edits=edits, **OFF)
    on_it = at("return user, item", reviewer="adversarial", severity="P3", edits=edits, **OFF)
    (found,) = published(beside, on_it, context=code_context(STORE, before)).findings
    assert (found.severity, found.evidence[0].quote) == ("P3", "return user, item")


def twice(confidence, other, severity="P1"):
    return [
        at("def clamp(value, low, high):", reviewer=reviewer, confidence=sure, severity=severity,
           title="The upper bound is ignored", why="`high` is never used, so values above it pass.")
        for reviewer, sure in (("correctness", confidence), ("adversarial", other))
    ]  # fmt: skip


def test_what_two_reviewers_half_believe_is_sure_enough_for_the_anchor_gate():
    assert [f.confidence for f in published(*twice(50, 50)).findings] == [75]


@pytest.mark.parametrize("low", [0, 25])
def test_a_reviewer_who_could_not_verify_it_is_no_second_voice(low):
    (found,) = published(*twice(75, low)).findings
    assert (found.confidence, found.promoted) == (75, False)


@pytest.mark.parametrize(
    ("severity", "confidence", "out"), [("P0", 50, True), ("P0", 25, False), ("P1", 50, False), ("P3", 75, True)]
)
def test_code_surfaces_from_75_with_the_p0_escape_at_50(severity, confidence, out):
    assert bool(published(at("min(value, low)", severity=severity, confidence=confidence)).findings) is out


def test_a_p0_at_50_is_a_decision_and_a_warning_whatever_fix_it_brings():
    claim = at("min(value, low)", severity="P0", confidence=50, autofix="safe_auto",
               edits=(("min(value, low)", "min(value, high)"),))  # fmt: skip
    (found,) = published(claim).findings
    assert (found.route, found.autofix_class, found.lsp_severity) == (
        Route.DECISION,
        AutofixClass.MANUAL,
        LspSeverity.WARNING,
    )


# Verification


@pytest.mark.parametrize(
    ("strictness", "threshold", "bars"),
    [
        ("balanced", None, [65, 70, 80, 90]),
        ("chill", None, [75, 80, 90, 100]),
        ("assertive", None, [55, 60, 70, 80]),
        ("chill", 50, [35, 40, 50, 60]),
    ],
)
def test_bars_follow_strictness_and_severity_and_a_number_of_the_persons_own_overrides(strictness, threshold, bars):
    context = replace(CHANGE, bar=bar_of(strictness, threshold))
    severities = ("P0", "P1", "P2", "P3")
    assert [bar_for(finding(AFTER, "high", severity=severity), context) for severity in severities] == bars


def test_agreement_lowers_the_bar_by_ten_unless_it_is_off():
    alone = finding(AFTER, "high", severity="P2")
    (other,) = finding(AFTER, "high", reviewer="testing").constituents
    both = replace(alone, constituents=(*alone.constituents, other))
    assert bar_for(both, CHANGE) == 70
    assert bar_for(both, replace(CHANGE, agreement="off")) == 80
    assert bar_for(both, replace(CHANGE, agreement="model", models={"coherence": "m", "testing": "m"})) == 80


@pytest.mark.parametrize(
    ("marks", "final"), [((100, 100, 100), 100), ((90, 80, 70), 81), ((85, 80, 75), 80), ((0, 0, 0), 0), ((1, 1, 1), 1)]
)
def test_the_score_is_forty_thirty_thirty_as_a_whole_number(marks, final):
    assert Verdict(True, "", *marks).final == final


def weighed(score, severity="P2", autofix="manual", validated=True):
    claim = finding(AFTER, "high", severity=severity, autofix=autofix, confidence=100)
    return verified((claim,), (Verdict(validated, "It holds.", score, score, score),), CHANGE)


@pytest.mark.parametrize(
    ("severity", "score", "what"),
    [
        ("P2", 80, "kept"), ("P2", 79, "near"), ("P2", 65, "near"), ("P2", 64, "dropped"),
        ("P3", 90, "kept"), ("P3", 75, "near"), ("P3", 74, "dropped"),
        ("P1", 70, "kept"), ("P1", 65, "near"), ("P1", 64, "dropped"), ("P0", 65, "kept"), ("P0", 64, "dropped"),
    ],
)  # fmt: skip
def test_a_near_miss_is_kept_for_information_and_what_is_below_is_dropped_with_its_score(severity, score, what):
    passed = weighed(score, severity)
    if what == "dropped":
        assert [(drop.gate, drop.score) for drop in passed.drops] == [("verification", score)]
        assert passed.drops[0].reason.startswith(f"score {score} is below")
        return
    (kept,) = passed.findings
    assert kept.verification.is_near_miss is (what == "near")


def test_a_near_miss_without_a_remedy_is_dropped():
    assert weighed(79, autofix="advisory").findings == ()


def test_what_the_verifier_did_not_confirm_is_dropped_with_its_reason_whatever_it_scored():
    passed = weighed(100, validated=False)
    assert passed.findings == ()
    assert passed.drops[0].reason == "not confirmed: It holds"


def test_what_could_not_be_verified_is_dropped_and_said():
    passed = verified((finding(AFTER, "high"),), (Unverified("no answer within 120 s"),), CHANGE)
    assert passed.drops[0].reason == "could not be verified: no answer within 120 s"


def test_a_near_miss_is_for_information_and_its_fix_is_never_applied():
    claim = at("min(value, low)", severity="P2", confidence=100, autofix="safe_auto",
               edits=(("min(value, low)", "min(value, high)"),))  # fmt: skip
    (found,) = published(claim, examined=(Verdict(True, "It holds.", 75, 75, 75),)).findings
    assert (found.route, found.blocking, found.lsp_severity) == (Route.FYI, False, LspSeverity.HINT)


any_finding = st.builds(
    lambda quotes, **rest: at(*quotes[:1], **rest) if quotes else raised(**rest),
    st.lists(st.sampled_from(["def clamp(value, low, high):", "min(value, low)", "import os", "absent"]), max_size=2),
    reviewer=st.sampled_from(["correctness", "testing", "maintainability", "checks"]),
    title=st.sampled_from(["The bound is ignored", "`absent_name` is gone", "", "Values are lost"]),
    severity=st.sampled_from(["P0", "P1", "P2", "P3"]),
    confidence=st.sampled_from([25, 50, 75, 100]),
    autofix=st.sampled_from(["safe_auto", "gated_auto", "manual", "advisory"]),
    edits=st.sampled_from([(), (("min(value, low)", "min(value, high)"),)]),
)
mark = st.integers(0, 100)
any_examined = (
    st.none() | st.just(Unverified("timeout")) | st.builds(Verdict, st.booleans(), st.text(), mark, mark, mark)
)


@given(st.lists(any_finding, max_size=10), st.lists(any_examined, min_size=10, max_size=10), st.booleans())
def test_what_goes_in_comes_out_published_merged_or_dropped_whatever_the_verifier_says(findings, examined, headless):
    context = replace(CHANGE, headless=headless)
    waiting = gates.candidates(findings, context)
    judged = gates.finish(waiting, context, examined[: len(waiting.findings)])
    ledger = judged.ledger
    assert ledger.produced == len(findings) == ledger.merged + ledger.published + sum(ledger.dropped.values())
    assert all(drop.reason and drop.gate in gates.DROPPING[Profile.CODE] for drop in ledger.drops)
    for found in judged.findings:
        if found.route is Route.APPLY and not found.from_checks:
            assert found.is_verified
        assert found.from_checks or found.confidence >= 75 or found.severity == "P0"
        assert all(e.span.of(AFTER) == e.quote for e in found.evidence)


# Soft buckets and lines


@pytest.mark.parametrize(
    ("reviewer", "severity", "autofix", "soft"),
    [
        ("testing", "P3", "advisory", True),
        ("maintainability", "P2", "advisory", True),
        ("testing", "P1", "advisory", False),
        ("testing", "P3", "manual", False),
        ("correctness", "P3", "advisory", False),
    ],
)
def test_advice_of_testing_and_maintainability_is_no_finding(reviewer, severity, autofix, soft):
    claim = finding(AFTER, "high", reviewer=reviewer, severity=severity, autofix=autofix)
    assert bool(soft_buckets((claim,), CHANGE).drops) is soft


def test_such_advice_becomes_a_note_while_a_person_edits_and_nothing_where_none_does():
    told = [finding(AFTER, "high", reviewer=name, severity="P3", autofix="advisory", title=f"More {name}")
            for name in ("testing", "maintainability")]  # fmt: skip
    assert notes(tuple(told), CHANGE) == (("More testing",), ("More maintainability",))
    assert notes(tuple(told), replace(CHANGE, headless=True)) == ((), ())
    ledger = published(raised("high", reviewer="testing", severity="P3", autofix="advisory", title="x")).ledger
    assert ledger.dropped == {"soft_bucket": 1}


@pytest.mark.parametrize(
    ("quotes", "valid"),
    [
        (("return max(low, min(value, low))",), True),
        (("return max(values) - min(values)",), False),
        (("return max(values) - min(values)", "def clamp(value, low, high):"), True),
        (("import os",), False),
        (("return sum(values) / len(values)",), True),  # the lines that meet where the guard was
    ],
)
def test_evidence_must_touch_the_change(quotes, valid):
    passed = changed((finding(AFTER, *quotes),), CHANGE)
    assert bool(passed.findings) is valid
    assert [drop.gate for drop in passed.drops] == ([] if valid else ["unchanged"])


def test_in_a_new_file_every_line_is_changed():
    assert changed((finding(AFTER, "import os"),), code_context(AFTER)).findings


# Fixes

CONFIRMED = Verification(Verdict(True, "It holds.", 100, 100, 100), 70)


def fixed(old, new, *, text=AFTER, name="app.py", others=(), **changes) -> AutofixClass:
    start = text.index(old)
    span = Span(start, start + len(old))
    claim = replace(
        finding(text, old, autofix="safe_auto", confidence=100),
        evidence=(Evidence(old, span, Match.EXACT),), edits=(Edit(span, old, new),), verification=CONFIRMED,
    )  # fmt: skip
    claim = replace(claim, **changes)
    return vouch_code((claim, *others), code_context(text, name=name)).findings[0].autofix_class


SAFE, GATED = AutofixClass.SAFE_AUTO, AutofixClass.GATED_AUTO


def test_a_short_verified_fix_in_one_definition_is_safe():
    assert fixed("min(value, low)", "min(value, high)") is SAFE


@pytest.mark.parametrize(
    "changes",
    [
        {"verification": None},
        {"verification": Verification(Verdict(True, "", 60, 60, 60), 70)},
        {"verification": Verification(Verdict(False, "", 100, 100, 100), 70)},
        {"confidence": 75},
    ],
)
def test_without_a_verdict_that_clears_the_bar_it_is_not(changes):
    assert fixed("min(value, low)", "min(value, high)", **changes) is GATED


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("min(value, low)", "min(value, high"),  # does not parse
        ("min(value, low)", "min(value, ceiling)"),  # a name that is nowhere
        ("min(value, low)", "min(value, high)\u202e"),
        ("import os", "import sys"),  # in no definition
        ("\n    return max(low, min(value, low))", "\n    value = low" * 11 + "\n    return max(low, value)"),
        ("min(value, low)", 'min(value, "https://low")'),
    ],
)
def test_a_fix_that_is_long_foreign_broken_or_outside_is_gated(old, new):
    assert fixed(old, new) is GATED


def test_a_file_that_did_not_parse_before_is_not_mended_unseen():
    assert fixed("min(value, low)", "min(value, high)", text=AFTER + "\ndef (:\n") is GATED


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"verification": None}, True),
        ({}, False),
        ({"verification": Verification(Verdict(True, "It holds.", 60, 60, 60), 70)}, False),
        ({"verification": None, "confidence": 75}, False),
        ({"verification": None, "autofix": "gated_auto"}, False),
        ({"verification": None, "reviewer": "checks"}, False),
    ],
)
def test_a_fix_that_only_lacks_a_second_look_is_said_to_wait_for_one(changes, said):
    given = {"autofix": "safe_auto", "confidence": 100, "verification": CONFIRMED} | changes
    claim = finding(AFTER, "min(value, low)", edits=(("min(value, low)", "min(value, high)"),), **given)
    passed = vouch_code((claim,), CHANGE)
    assert ["only when it was verified" in note
            for note in passed.notes] == [True] * said  # fmt: skip


def test_a_fix_that_another_finding_speaks_of_is_gated():
    other: Finding = finding(AFTER, "return max(low, min(value, low))", reviewer="testing")
    assert fixed("min(value, low)", "min(value, high)", others=(other,)) is GATED


def test_two_edits_in_two_definitions_are_gated():
    span = Span(AFTER.index("max(values)"), AFTER.index("max(values)") + len("max(values)"))
    first = Span(AFTER.index("min(value, low)"), AFTER.index("min(value, low)") + len("min(value, low)"))
    edits = (Edit(first, "min(value, low)", "min(value, high)"), Edit(span, "max(values)", "min(values)"))
    assert fixed("min(value, low)", "min(value, high)", edits=edits) is GATED


GUARDED = """class Door:
    open = True

    def allow(self, user):
        if user.banned:
            return False
        return True

    def total(self, lines):
        return 0


def last(lines):
    def at(place):
        return lines[place]
    return at(0)
"""


@pytest.mark.parametrize(
    ("change", "quotes", "edit", "safe"),
    [
        # The change touches `total` and `last`.
        ("return 0", ("return lines[len(lines)]",), ("lines[len(lines)]", "lines[0]"), True),
        ("return 0", ("return lines[len(lines)]",), ("if user.banned:", "if user:"), False),
        ("return 0", ("return lines[len(lines)]", "if user.banned:"), ("if user.banned:", "if user:"), False),
        ("return 0", ("if user.banned:", "return lines[len(lines)]"), ("lines[len(lines)]", "lines[0]"), True),
        ("return 0", ("return lines[len(lines)]",), ("open = True", "open = self"), False),
        ("return 0", ("return lines[len(lines)]",), ("return at(0)", "return at(lines)"), False),
        ("return 0", ("return lines[len(lines)]",), ("return True\n\n    def total(self, lines):\n", "\n"), False),
        ("return 0", ("return at(0)",), ("return at(0)", "return at(lines)"), False),
        ("return at(0)", ("return at(1)",), ("return lines[place]", "return lines"), False),
        ("return at(0)", ("return at(1)",), ("def at(place):\n        return lines[place]\n", ""), False),
        ("return at(0)", ("return at(1)",), ("return at(1)", "return at(lines)"), True),
    ],
)
def test_a_fix_is_safe_only_in_the_definition_that_was_changed_and_that_the_evidence_stands_in(
    change, quotes, edit, safe
):
    after = GUARDED.replace(change, {"return 0": "return lines[len(lines)]", "return at(0)": "return at(1)"}[change])
    if edit[0] not in after or any(quote not in after for quote in quotes):
        pytest.fail("the case does not speak of its text")
    claim = finding(after, *quotes, autofix="safe_auto", confidence=100, edits=(edit,), verification=CONFIRMED)
    (found,) = vouch_code((claim,), code_context(after, GUARDED)).findings
    assert (found.autofix_class is SAFE) is safe


DOOR = """@login
def enter(user, lines):
    if user.banned:
        return False
    user.check(0)  # ok
    log(user)
    return None
"""


@pytest.mark.parametrize(
    ("old", "new", "safe"),
    [
        ("lines[len(lines)]", "lines[0]", True),
        ("    return lines[len(lines)]", "    log(lines)\n    return lines[0]", True),
        ("log(user)", "log(user)\n    user.check(lines)", True),  # next to the evidence, and more
        ("    log(user)\n    return lines[len(lines)]", "    return lines[0]", False),  # takes what stood before
        ("log(user)\n", "log(lines)\n", False),
        ("    if user.banned:\n        return False\n", "", False),
        ("if user.banned:", "if not user.banned:", False),
        ("@login\n", "", False),
        ("user.check(0)  # ok", "# user.check(0) ok", False),
        ("return lines[len(lines)]", "return 0  # user.check", False),
    ],
)
def test_a_fix_is_safe_only_where_the_fault_is_and_takes_nothing_else_away(old, new, safe):
    after = DOOR.replace("return None", "return lines[len(lines)]")
    claim = finding(after, "return lines[len(lines)]", autofix="safe_auto", confidence=100, edits=((old, new),),
                    verification=CONFIRMED)  # fmt: skip
    (found,) = vouch_code((claim,), code_context(after, DOOR)).findings
    assert (found.autofix_class is SAFE) is safe


def test_a_language_that_is_not_parsed_here_has_no_safe_fixes():
    assert fixed("min(value, low)", "min(value, high)", name="app.rb") is GATED


def test_with_a_finding_that_is_dropped_go_all_that_were_merged_into_it():
    judged = published(*twice(75, 75), examined=(Verdict(False, "It is guarded.", 10, 10, 10),))
    assert (judged.ledger.merged, judged.findings) == (0, ())
    assert [(drop.reviewer, drop.score) for drop in judged.ledger.drops] == [("correctness", 10), ("adversarial", 10)]
