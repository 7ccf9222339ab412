from dataclasses import replace

import pytest

from anchorline.findings.finding import Edit, Finding, Raised, RawEdit
from anchorline.findings.words import Anchor, AutofixClass, FindingType, Severity
from anchorline.gates.vouch import possible_repairs, vouch
from anchorline.text.span import Span
from kit import context, finding

TEXT = """# Plan

We ship 4 requirements:

- R1 the broker keeps order
- R2 the broker keeps count
- R3 the worker retries

The brokre answers in 30 ms. The worker restarts. (session-settled: user-approved — chosen over polling)
See the manual.
"""


@pytest.mark.parametrize(
    ("old", "new", "class_"),
    [
        ("4 requirements", "3 requirements", "safe_auto"),  # a count that the document yields
        ("4 requirements", "7 requirements", "gated_auto"),  # a number from nowhere
        ("The brokre answers", "The broker answers", "safe_auto"),  # every word stands elsewhere
        ("The worker restarts", "The worker retries", "safe_auto"),
        ("The worker restarts", "The supervisor restarts", "gated_auto"),  # a new word
        ("See the manual", "See the [manual](https://example.com)", "gated_auto"),  # a link
        ("See the manual", "See `the` manual", "gated_auto"),  # code
        ("See the manual", "See the <b>manual</b>", "gated_auto"),  # HTML
        ("See the manual", "See the manual\u200b", "gated_auto"),  # invisible
        ("30 ms", "3 ms", "gated_auto"),  # a number with a unit
        ("user-approved", "the broker", "gated_auto"),  # a settled mark
        ("See the manual", "the broker keeps order " * 4, "gated_auto"),  # too long
    ],
)
def test_an_edit_stays_safe_only_when_code_can_answer_for_it(old, new, class_):
    candidate = finding(TEXT, old, confidence=100, autofix="safe_auto", edits=((old, new),))
    (judged,) = vouch((candidate,), context(TEXT)).findings
    assert judged.autofix_class == class_


SLEEPS = "# Plan\n\nThe scheduelr sleeps.\n"
KNOWN = frozenset({("scheduelr", "scheduler")})


@pytest.mark.parametrize(
    ("text", "new", "repairs", "class_"),
    [
        pytest.param(SLEEPS, "scheduler", KNOWN, "safe_auto", id="it is known to be one"),
        pytest.param(SLEEPS, "scheduler", frozenset(), "gated_auto", id="nobody knows that it is"),
        pytest.param(SLEEPS, "dispatcher", KNOWN, "gated_auto", id="another is"),
        pytest.param(SLEEPS + "A scheduelr!", "scheduler", KNOWN, "gated_auto", id="it is spelt so elsewhere, too"),
    ],
)
def test_a_spelling_may_be_repaired(text, new, repairs, class_):
    candidate = finding(
        text, "The scheduelr", confidence=100, autofix="safe_auto", edits=(("The scheduelr", f"The {new}"),)
    )
    assert vouch((candidate,), context(text, repairs=repairs)).findings[0].autofix_class == class_


@pytest.mark.parametrize(
    ("old", "new", "pairs"),
    [
        ("The scheduelr sleeps", "The scheduler sleeps", {("scheduelr", "scheduler")}),
        ("The scheduelr sleeps", "The dispatcher sleeps", set()),  # other words, and a word that is no word
        ("It takes five tries", "It takes nine tries", set()),  # too short for two letters
        ("The async worker", "The sync worker", set()),  # another beginning
        ("the scheduler retries", "the schedulers retry", {("scheduler", "schedulers")}),  # if it is one, a list says
        ("the colour", "the color", set()),  # of one length, or nearly
        ("we organise", "we organize", set()),
        ("in 30 ms", "in 3 ms", set()),
        ("v1beta", "v2beta", set()),
        ("The brokre answers", "The broker answers", set()),  # the text has it
    ],
)
def test_what_might_be_a_repair_is_told_by_letters(old, new, pairs):
    raised = Raised(
        rule="coherence/naming", title="x", severity=Severity.P2, confidence=Anchor.EVIDENT,
        finding_type=FindingType.ERROR,
        category="naming", why_it_matters="x", evidence=(), reviewer="coherence",
        autofix_class=AutofixClass.SAFE_AUTO, edits=(RawEdit(old, new),),
    )  # fmt: skip
    assert possible_repairs((raised,), TEXT) == pairs
    assert possible_repairs((replace(raised, confidence=Anchor.CONFIRMED),), TEXT) == set()
    assert possible_repairs((replace(raised, autofix_class=AutofixClass.GATED_AUTO),), TEXT) == set()


@pytest.mark.parametrize(
    ("old", "new"), [("status: active", "status: plan"), ("title: Copy files", "title: Copy plan")]
)
def test_front_matter_is_for_its_author_to_change(old, new):
    text = (
        "---\ntitle: Copy files\nstatus: active\ntype: plan\n---\n# Copy files\n\nThe status of the plan is active.\n"
    )
    candidate = finding(text, "of the plan is active", confidence=100, autofix="safe_auto", edits=((old, new),))
    assert vouch((candidate,), context(text)).findings[0].autofix_class == "gated_auto"


def test_a_model_at_75_is_never_safe():
    candidate = finding(TEXT, "brokre", confidence=75, autofix="safe_auto", edits=(("brokre", "broker"),))
    assert vouch((candidate,), context(TEXT)).findings[0].autofix_class == "gated_auto"


def test_a_check_answers_for_its_own_edit_but_not_in_a_settled_mark():
    ok = finding(
        TEXT,
        "See the manual",
        reviewer="checks",
        confidence=100,
        autofix="safe_auto",
        edits=(("See the manual", "See `docs/x.md`"),),
    )
    settled = finding(
        TEXT, "polling", reviewer="checks", confidence=100, autofix="safe_auto", edits=(("polling", "pushing"),)
    )
    assert [f.autofix_class for f in vouch((ok, settled), context(TEXT)).findings] == ["safe_auto", "gated_auto"]


# What an edit makes of the text counts, not only what it writes. Each line stands in a document that has all the words.
WORDS = """# Plan

- R1. The client sends three files to the worker. See example.com/guide, or mailto:client.
- R2. Within some seconds, hours, days or percent the portal now knows it; b stands here.

### Unit 1: Copy
### Unit 2: Switch
### Unit 3: Remove

"""


@pytest.mark.parametrize(
    ("line", "old", "new"),
    [
        ("There are four units.", "four", "three"),
        ("- R1. The worker sends files; see R7 of the client.", "see R7", "see R2"),
        ("- The worker sends 3 files to R7.", "R7", "R1"),
        ("Es gibt 4 Units, siehe unten.", "4", "3"),
        ("- See Unit 7 for the rest.", "Unit 7", "Unit 3"),
        ("| Unit 9 | the worker |", "Unit 9", "Unit 2"),
        ("The `clint` of the portal (see R1): it sends.", "clint", "client"),
        ("The the client sends it, and waits 30 seconds.", "The the", "The"),
        ("**The clinet sends** it within 3 ms.", "clinet", "client"),
        ("- The client sends it.\n- The client sends it.", "\n- The client sends it.", ""),
    ],
)
def test_an_edit_that_only_changes_words_stays_safe(line, old, new):
    assert routed(line, old, new) == "safe_auto"


@pytest.mark.parametrize(
    ("line", "old", "new"),
    [
        # what an item or a heading defines
        ("- R7. The worker sends files.", "R7. The", "R2. The"), ("- [ ] **R7**: The worker sends.", "R7", "R1"),
        ("### Unit 7: Send", "Unit 7", "Unit 3"), ("1. D7) The worker sends.", "D7", "R1"),
        # a sign of its own
        ("✅ The worker knows it.", "✅ The worker", "The worker"), ("⚠ The worker knows it.", "⚠ ", ""),
        # measured, wherever the unit stands
        ("It waits 30 seconds.", "30", "3"), ("It waits 30 seconds.", "30 seconds", "3 seconds"),
        ("It waits forty seconds.", "forty", "three"), ("At 81% it stops.", "81", "3"), ("It takes 82ms.", "82", "3"),
        ("For 83 € a day.", "83", "3"), ("A limit of $79.", "79", "3"), ("An 84-second wait.", "84", "3"),
        ("After 85 business days.", "85", "3"), ("Within 86\xa0days.", "86", "3"), ("At 5 pm.", "5", "3"),
        ("It waits 3 here.", "3 here", "3 hours here"), ("In 40 Tagen.", "40", "3"), ("One week.", "One", "Three"),
        # links and addresses
        ("The [client] portal.", "[client] portal", "[client](portal)"),
        ("The [worker] (client).", "[worker] (client)", "[worker](client)"),
        ("The portal knows.", "portal", "[portal][client]"), ("The portal knows.", "portal", "[portal]"),
        ("See the portal.", "the portal", "example.com/guide"), ("See the portal.", "the portal", "mailto:client"),
        ("See the portal.", "portal.", "portal.\n\n[worker]: client"), ("See the portal.", "portal", "<portal:client>"),
        # markup that comes about or ends elsewhere
        ("Of < b>worker.", "< b>worker", "<b>worker"), ("Of <! -- portal.", "<! -- portal", "<!-- portal"),
        ("Of <!- - portal.", "<!- - portal", "<!-- portal"), ("Of <!-- client --> portal.", " -->", ""),
        ("Of the worker.", "worker.", "worker.\n~~~"), ("Of the worker.", "Of the", "    Of the"),
        ("```\nclient\n```\n\nportal", "client\n```", "client"), ("Of the worker.", "worker", "worker&lt;"),
        ("Of the worker.", "worker.", "worker.\n---"), ("Of the worker.\n\n---", "worker.\n\n", "worker.\n"),
        ("Of the worker.", "Of", "# Of"), ("Of the worker.", "Of", "- Of"), ("Of `worker` and.", "`worker", "worker"),
        ("Of the ` worker ` here.", "` worker `", "`worker`"), ("Of the worker.", "worker", "*worker*"),
        # what does not show, or shows as something else
        *(("Of the worker.", "worker", f"worker{hidden}")
          for hidden in "\u2800\ufe0f\U000e0100\u3164\U000e0041\u034f\u200b\xad\xa0\u202e"),
        ("Of the warker.", "warker", "w\u043erker"), ("Of the admin.", "admin", "\u0430dmin"),
        # the opposite
        ("It must not send files.", "must not", "must"), ("It is now here.", "now", "not"),
        ("It can't send files.", "can't", "can"),
    ],
)  # fmt: skip
def test_an_edit_that_makes_anything_else_is_proposed(line, old, new):
    assert routed(line, old, new) == "gated_auto"


def routed(line: str, old: str, new: str) -> str:
    text = f"{WORDS}{line}\n"
    at = text.rindex(line) + line.index(old)
    candidate = finding(text, line, confidence=100, autofix="safe_auto")
    edited = replace(candidate, edits=(Edit(Span(at, at + len(old)), old, new),))
    both = ((edited, text), (with_crlf(edited, text), text.replace("\n", "\r\n")))
    (result,) = {vouch((each,), context(around)).findings[0].autofix_class for each, around in both}
    return str(result)


def with_crlf(found: Finding, text: str) -> Finding:
    (edit,) = found.edits
    start = edit.span.start + text.count("\n", 0, edit.span.start)
    old, new = (each.replace("\n", "\r\n") for each in (edit.old, edit.new))
    return replace(found, edits=(Edit(Span(start, start + len(old)), old, new),))
